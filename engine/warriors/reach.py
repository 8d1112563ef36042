"""What a view tells of ways: where leaders can go in an impulse, and which areas are linked (rules 6.2, 6.7)."""

from collections.abc import Mapping

from engine.core.dice import Dice
from engine.warriors.board import ways
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import SIDES, Side, State, Turn
from engine.warriors.views import WarriorsView

Links = frozenset[frozenset[str]]
"""Pairs of areas between which troops may be deployed."""


def reach(view: WarriorsView, area: str, side: Side) -> Mapping[str, int]:
    """Return where leaders of a side can go from an area in one impulse, and how many at once [WOG-2.2 to 2.10]."""
    game = seen(view)
    most = next(one.leave.get(side, 0) for one in view.areas if one.id == area)
    found = {to: min(most, ways.limit(game, side, area, to)) for to in game.catalog.near[area]}
    return {to: number for to, number in found.items() if number > 0}


def links(view: WarriorsView, side: Side) -> Links:
    """Return the pairs of a side's areas between which it may deploy troops, and their ways to mercenaries' homes."""
    game = seen(view)
    own = set(game.controlled(side))
    homes = {troop.home for troop in game.catalog.troops.values() if troop.home}
    pairs = {pair for pair in game.catalog.borders if pair & own and pair <= own | homes}
    return frozenset(pair for pair in pairs if ways.linked(game, side, *sorted(pair)))


def seen(view: WarriorsView) -> Warriors:
    """Return a game whose map looks as everybody sees it, to look up what the rules say of it."""
    state = State(
        game_id="",
        rules="",
        rules_version="",
        seats=[],
        options={},
        figures=view.figures,
        turn=Turn(),
        control={area.id: side for area in view.areas for side in SIDES if area.control == side},
    )
    return Warriors(state, Dice(key=b"", game_id=""))
