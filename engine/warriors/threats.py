"""Which forces of a side can still come to an area this turn (rules 6.2)."""

from collections.abc import Iterator

from engine.warriors.battles import strength
from engine.warriors.board import ways
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import Side

MANY = 1000
"""By how much strength counts more than what leaders are in battle."""


def coming(game: Warriors, side: Side, area: str) -> int:
    """Return the strength with which a side can come to an area with the impulses that it has left; 0 for none."""
    return strength.strength(game, strength.host_of(game, comers(game, side, area)))


def comers(game: Warriors, side: Side, area: str) -> tuple[str, ...]:
    """Return the strongest leaders who can come to an area together with the impulses that their side has left."""
    impulses = game.state.turn.impulses.get(side, 0)
    most: list[tuple[float, tuple[str, ...]]] = [(0, ())] * (impulses + 1)  # the strongest for each number of impulses
    for needed, force, group in _groups(game, side, area, impulses):
        for number in range(impulses, needed - 1, -1):
            before, leaders = most[number - needed]
            if before + force > most[number][0]:
                most[number] = before + force, (*leaders, *group)
    return most[-1][1]


def _groups(game: Warriors, side: Side, area: str, impulses: int) -> Iterator[tuple[int, float, list[str]]]:
    """Yield the groups that can come, each with the impulses that it needs and its strength; of equals the best."""

    def force(one: str) -> float:
        card = game.card(one)
        return strength.strength(game, strength.host_of(game, [one])) + (card.battle + card.bravery) / MANY

    for start, (needed, together) in _ways(game, side, area, impulses).items():
        free = ways.may_leave(game, side, start)
        able = sorted(game.here(start, side), key=force, reverse=True)[:free]
        for first in range(0, len(able), together):
            group = able[first : first + together]
            yield needed, sum(map(force, group)), group


def _ways(game: Warriors, side: Side, area: str, impulses: int) -> dict[str, tuple[int, int]]:
    """Return from which areas an area can be reached: in how many impulses, and by how many leaders together."""
    found = {area: (0, len(game.state.leaders))}
    edge = [area]
    for needed in range(1, impulses + 1):
        reached: dict[str, int] = {}
        for to in edge:
            for start in game.catalog.near[to]:
                if start not in found:
                    together = min(ways.limit(game, side, start, to), found[to][1])
                    onward = together if to == area else _through(game, side, to, together)
                    reached[start] = max(reached.get(start, 0), onward)
        edge = [start for start, together in reached.items() if together]
        found |= {start: (needed, reached[start]) for start in edge}
    del found[area]
    return found


def _through(game: Warriors, side: Side, area: str, number: int) -> int:
    """Return how many of some leaders who enter an area can leave it again [WOG-2.10]."""
    spare = len(game.here(area, side)) - ways.holding(game, side, area)
    return max(0, min(number, number + spare))
