"""What laws compare and count (rules 6.9, 7.6): only own houses, and knights, not privileges."""

from collections.abc import Callable, Mapping

from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.common import goods

Measure = Callable[[Lancaster, str], int]


def _strength(game: Lancaster, seat: str, kind: str) -> int:
    return game.strength_of(game.on(game.own(seat), kind))


MEASURES: Mapping[str, Measure] = {
    "gold": lambda game, seat: goods.has(game, seat, "gold"),
    "squires": lambda game, seat: goods.has(game, seat, "squires"),
    "dishonor": lambda game, seat: goods.has(game, seat, "dishonor"),
    "nobles": lambda game, seat: len(game.player(seat).nobles),
    "extensions": lambda game, seat: len(game.player(seat).tiles),
    "strength_in_conflicts": lambda game, seat: _strength(game, seat, "conflict"),
    "strength_in_counties": lambda game, seat: _strength(game, seat, "county"),
}
"""What a law compares; `voting_markers_after_vote` is noted before the first law (rules 7.4)."""

COUNTERS: Mapping[str, Measure] = {
    "counties": lambda game, seat: len(game.held(game.own(seat))),
    "conflicts": lambda game, seat: len(game.fought(game.own(seat))),
    "castle_knights": lambda game, seat: len(game.on(game.own(seat), "castle")),
    "tower_knights": lambda game, seat: len(game.on(game.own(seat), "tower")),
    "nobles": lambda game, seat: len(game.player(seat).nobles),
    "extensions": lambda game, seat: len(game.player(seat).tiles),
    "seals": lambda game, seat: game.player(seat).seals,
    "bishops": lambda game, seat: game.player(seat).bishops,
    "deployed_1": lambda game, seat: len(game.deployed(game.own(seat), 1)),
    "deployed_2": lambda game, seat: len(game.deployed(game.own(seat), 2)),
    "deployed_3": lambda game, seat: len(game.deployed(game.own(seat), 3)),
    "deployed_4": lambda game, seat: len(game.deployed(game.own(seat), 4)),
}
"""The things that a law counts."""

CONDITIONS: Mapping[str, Callable[[Lancaster, str], bool]] = {
    "no_deployed_2": lambda game, seat: not game.deployed(game.own(seat), 2),
    "three_deployed_1": lambda game, seat: len(game.deployed(game.own(seat), 1)) == 3,
    "no_bishop": lambda game, seat: not game.player(seat).bishops,
    "county_conflict_castle": lambda game, seat: all(
        game.on(game.own(seat), kind) for kind in ("county", "conflict", "castle")
    ),
}
"""The players that a law is for."""


def highest(game: Lancaster, values: Mapping[str, int]) -> list[str]:
    """Return the seats with the highest value, at least 1 unless the table plays otherwise (R08) [LAN-BASE-107]."""
    least = 0 if game.option("most_of_nothing") else 1
    most = max(values.values())
    return [seat for seat, value in values.items() if value == most and value >= least]


def lowest(values: Mapping[str, int]) -> list[str]:
    """Return the seats with the lowest value; 0 counts."""
    least = min(values.values())
    return [seat for seat, value in values.items() if value == least]


def may_exchange(game: Lancaster, seat: str) -> bool:
    """Whether the strength-3 knight is deployed and that of 4 in the reserve (law B10) [LAN-BASE-62]."""
    own = game.own(seat)
    fours = [knight for knight in game.knights(own, spots.RESERVE) if game.knight(knight).strength == 4]
    return bool(fours and game.deployed(own, 3))
