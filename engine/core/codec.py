"""Reading and writing the states and actions of a game as JSON."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Union

import msgspec

from engine.core.actions import ON_RECORD, Action, AnyAction, Close, HouseRule, NewRules, Overrule, Rewind, tag_of
from engine.core.errors import BadFile, Illegal
from engine.core.game import State
from engine.core.steps import AnyStep


class Codec:
    """Reads and writes what belongs to a game: the tags of steps and actions say of which class they are."""

    def __init__(
        self, title: str, state: type[State], steps: Sequence[type[AnyStep]], actions: Iterable[type[Action]]
    ) -> None:
        self._title = title
        self._state = state
        self._steps = steps
        kinds: Iterable[type[Action]] = (*actions, Rewind, Overrule, *ON_RECORD, NewRules, HouseRule, Close)
        self._kinds = {tag_of(kind): kind for kind in kinds}

    def encode(self, state: State) -> bytes:
        """Return the state as JSON; the same state gives the same bytes."""
        return msgspec.json.encode(state)

    def decode(self, snapshot: bytes) -> Any:
        """Return the state of a snapshot; raises BadFile if it belongs to another game."""
        try:
            return self._state_decoder.decode(snapshot)
        except msgspec.MsgspecError as error:
            raise BadFile(f"This is not a saved state of {self._title}: {error}") from error

    def decode_action(self, raw: Any) -> Action:
        """Return the typed action of a plain mapping; raises Illegal if it is none of this game.

        >>> from engine.core.actions import Pass
        >>> Codec("Toy", State, [], [Pass]).decode_action({"action": "pass"})
        Pass()
        """
        tag = raw.get("action") if isinstance(raw, Mapping) else None
        kind = self._kinds.get(tag, self._any_action) if isinstance(tag, str) else self._any_action
        try:
            action: Action = msgspec.convert(raw, type=kind, dec_hook=self._read_tagged)
        except msgspec.ValidationError as error:
            raise Illegal(f"This is not an action of {self._title}: {error}.") from error
        return action

    # Decoders are made once: making one takes far longer than to read with it.

    @cached_property
    def _state_decoder(self) -> msgspec.json.Decoder[State]:
        return msgspec.json.Decoder(self._state, dec_hook=self._read_tagged)

    @cached_property
    def _step_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(Union[tuple(self._steps)], dec_hook=self._read_tagged)  # noqa: UP007

    @cached_property
    def _action_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self._any_action, dec_hook=self._read_tagged)

    @cached_property
    def _any_action(self) -> Any:
        return Union[tuple(self._kinds.values())]  # noqa: UP007

    def _read_tagged(self, kind: type, raw: Any) -> Any:
        """Read what a state holds of any step or any action: the tag says which of this game's it is."""
        decoders: dict[type, Any] = {AnyStep: self._step_decoder, AnyAction: self._action_decoder}
        return decoders[kind].decode(msgspec.json.encode(raw))
