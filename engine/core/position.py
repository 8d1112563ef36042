"""The position of a game begun elsewhere, as edits of the game master on an empty table.

How one is written, and checked, is in `engine.core.trials.proof`. What players hold hidden may be left out: each is
asked for it in secret, and the sealed dice decide about the rest.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from engine.core.data import renamed
from engine.core.dice import Dice
from engine.core.errors import BadFile
from engine.core.game import Game
from engine.core.rules import Rules
from engine.core.text import counted

Numbers = dict[str, int]
"""How many hidden things of each kind a seat has, such as `hand`; {} where nobody can know how many."""


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position: the edits that set it up, and the hidden cards that players still have to enter."""

    game: str
    """The game."""

    variant: str
    """The variant."""

    seats: list[str]
    """The seats in the order of the table, as the edits name them."""

    options: dict[str, Any] = {}
    """Options that are other than in the variant."""

    edit: list[dict[str, Any]] = []
    """The edits in order, each with its name as `op`."""

    hidden: dict[str, Numbers] = {}
    """What the edits leave out and players enter themselves, by seat."""

    def text(self) -> str:
        """Return it as it stands in records."""
        return msgspec.json.encode(self).decode()

    def of_seats(self, seats: Sequence[str]) -> "Position":
        """Return the same position with other names for its seats."""
        names = dict(zip(self.seats, seats, strict=True))
        edits = [{**renamed(edit, names), "op": edit["op"]} for edit in self.edit]
        hidden = {names[seat]: numbers for seat, numbers in self.hidden.items()}
        return msgspec.structs.replace(self, seats=list(seats), edit=edits, hidden=hidden)


def recorded(text: str) -> Position | None:
    """Return the position of a record, None where there is none; raises BadFile for what is no such text."""
    if not text:
        return None
    try:
        return msgspec.json.decode(text, type=Position)
    except msgspec.MsgspecError as error:
        raise BadFile(f"This position cannot be read: {error}. Export the game again.") from error


def digest(text: str) -> str:
    """Return the hash by which a position is known, given its text in the record; "" for none."""
    return sha256(text.encode()).hexdigest() if text else ""


def edit_action(edit: Mapping[str, Any]) -> dict[str, Any]:
    """Return an edit of a file as a plain action: its `op` is the action's tag.

    >>> edit_action({"op": "place", "noble": "percy", "seat": "s1"})
    {'action': 'place', 'noble': 'percy', 'seat': 's1'}
    """
    return {"action": edit["op"], **{name: value for name, value in edit.items() if name != "op"}}


def laid_out(
    rules: Rules[Any], position: Position, game_id: str, options: Mapping[str, object], dice: Dice
) -> Game[Any]:
    """Return a game set up as a position says, before it goes on.

    Raises Illegal for an edit that makes no sense.
    """
    game: Game[Any] = rules.bare(game_id, position.seats, options, dice)
    for _ in edited(rules, game, position):
        pass
    game.events.clear()
    entries = counted(len(position.edit), "entry", "entries")
    told = f"The game continues from a position written down elsewhere, in {entries}."
    game.emit("position", told)
    if position.hidden:
        game.push(rules.set_up.entering(game, position.hidden))
    return game


def edited(rules: Rules[Any], game: Game[Any], position: Position) -> Iterator[int]:
    """Carry out the edits of a position one after the other; yield the place of each."""
    for place, edit in enumerate(position.edit):
        rules.edit(game, rules.codec.decode_action(edit_action(edit)))
        yield place
