"""Deal everything that a viewer may not know again at random.

The result depends on the viewer's knowledge and on `chance` alone: two states that differ only in hidden things give
the same result. So a computer player can look into such a state without learning anything.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from engine.core.actions import MASTER
from engine.core.data import renamed, strings_in
from engine.core.errors import NoWorld
from engine.core.game import Game, State
from engine.core.rules import Rules
from engine.core.sealed import SecretBallot

AGREED = ("options", "figures", "amended", "notes")
"""The fields of a state about the table's settings, where ids are not pieces or cards."""

MAX_DEALS = 100
"""The number of deals tried to find one that agrees with everything visible."""


def world(rules: Rules[Any], game: Game[Any], viewer: str, chance: Random) -> Any:
    """Return a state with everything that `viewer` may not know dealt again, and nothing else changed.

    What comes out depends on `chance` and on what the viewer knows alone: whom the game waits for, for one. Raises
    NoWorld where no deal fits to that.
    """
    waits = _waited_for(game)
    for _ in range(MAX_DEALS):
        dealt = rules.game(dealt_anew(rules, game, viewer, chance), game.dice)
        for step in dealt.state.steps:
            if isinstance(step, SecretBallot):
                step.choose_anew(dealt, viewer, chance)
        if rules.sight.is_possible(dealt) and _waited_for(dealt) == waits:
            return dealt.state
    raise NoWorld("I cannot look ahead here without giving away hidden cards; decide when I ask you.")


def dealt_anew(rules: Rules[Any], game: Game[Any], viewer: str, chance: Random) -> Any:
    """Return a copy of the state with everything that `viewer` may not know dealt or chosen anew by `chance`.

    The game master knows all.
    """
    sight, codec = rules.sight, rules.codec
    if viewer == MASTER:
        return codec.decode(codec.encode(game.state))
    if sight.deal is not None:
        dealt: Any = sight.deal(game, viewer, chance)
    else:
        hidden = sight.hidden(game, viewer)
        dealt = exchanged(game.state, hidden, sight.sort, chance) if hidden else game.state
    state = codec.decode(msgspec.json.encode(dealt))
    sight.choose_anew(game, state, viewer, chance)
    return state


def _waited_for(game: Game[Any]) -> list[tuple[str, str]]:
    """Return the seats and decisions that a game waits for."""
    return [(request.seat, request.decision) for request in game.top.requests(game)] if game.top else []


def exchanged(state: State, hidden: Collection[str], sort: Callable[[str], str], chance: Random) -> dict[str, Any]:
    """Return a state as plain data with the `hidden` ids permuted, each exchanged with one of its own `sort`.

    They change wherever the state names them, so that every step goes on meaning the same; the options stay. Where an
    id lies is told by the state without its steps first: what a step says of it may be a secret answer.
    """
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state))
    lies = {name: part for name, part in data.items() if name not in (*AGREED, "steps")}
    named = dict.fromkeys([*strings_in(lies, keys=True), *strings_in(data.get("steps", []), keys=True)])
    places = [text for text in named if text in hidden]
    swaps: dict[str, str] = {}
    sorts: dict[str, list[str]] = {}
    for item in places:
        sorts.setdefault(sort(item), []).append(item)
    for _, alike in sorted(sorts.items()):
        swaps.update(zip(alike, reshuffled(alike, chance), strict=True))
    return {**renamed(data, swaps), **agreed(data)}


def reshuffled(pile: Sequence[str], chance: Random) -> list[str]:
    """Return a pile in random order, independent of its present order."""
    return chance.sample(sorted(pile), len(pile))


def agreed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a state about the table's settings, where ids are not pieces or cards."""
    return {name: data[name] for name in AGREED if name in data}
