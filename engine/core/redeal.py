"""Dealing anew what somebody may not know, so that nothing is left of how it was dealt.

What comes out depends on what is known and on `chance` alone: two states that differ only in what is hidden give the
same. So a computer player may look into such a state without learning anything.
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
"""What a state says of how its table plays."""

MAX_DEALS = 100
"""Deals that are tried until one fits to what everybody can see."""


def world(rules: Rules[Any], game: Game[Any], viewer: str, chance: Random) -> Any:
    """Return a state that differs at random in all that `viewer` may not know, and in nothing else.

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
    """Return whom a game waits for, and for which decision."""
    return [(request.seat, request.decision) for request in game.top.requests(game)] if game.top else []


def exchanged(state: State, hidden: Collection[str], sort: Callable[[str], str], chance: Random) -> dict[str, Any]:
    """Return a state as plain data in which the `hidden` ids have changed places, each with one of its own `sort`.

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
    """Return a pile in random order, whatever its order was."""
    return chance.sample(sorted(pile), len(pile))


def agreed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a state says of how the table plays, where ids are no things on it."""
    return {name: data[name] for name in AGREED if name in data}
