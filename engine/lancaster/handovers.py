"""How often a round is still handed from one player to another, as far as anybody can tell (rules 5.1).

A hand-over is a moment at which the game waits for players who have not been asked before: one turn of placing, a vote,
a decision that several make together. Nobody is told by it what lies behind a screen.
"""

from collections import Counter
from collections.abc import Iterator

from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.parliament.choices import Buying
from engine.lancaster.placing import lords
from engine.lancaster.placing.placing import Placing


def left(game: Lancaster) -> int:
    """Return the hand-overs of this round from now on, the one that is waited for among them, if nobody is expelled."""
    phase = game.state.turn.phase
    ahead = {"place": _placings, "parliament": _votes, "rewards": _rewards}
    if phase not in ahead:
        return 0
    begun = list(ahead).index(phase)
    return sum(count(game) for count in list(ahead.values())[begun:])


def _placings(game: Lancaster) -> int:
    """Return the number of turns of placing; several of one player without another's between them are one.

    Who has placed, and still chooses a favour or an upgrade, is waited for in the same turn.
    """
    first, *others = game.clockwise(game.state.turn.seat or game.state.turn.start)
    placed = game.top is not None and not isinstance(game.top, Placing)
    tokens = {seat: _at_court(game, seat) for seat in ([*others, first] if placed else [first, *others])}
    turns = [seat for turn in range(max(tokens.values(), default=0)) for seat in tokens if tokens[seat] > turn]
    turns = [first, *turns] if placed else turns
    return sum(seat != before for seat, before in zip(turns, ["", *turns], strict=False))


def _at_court(game: Lancaster, seat: str) -> int:
    knights = sum(len(game.knights(house, spots.COURT)) for house in game.houses_of(seat))
    return knights + (len(lords.at_court(game, seat)) if game.court else 0)


def _votes(game: Lancaster) -> int:
    """Return the votes that are left, one for each law or one for all, and the payments for laws."""
    laws = len(game.state.laws.proposed)
    return (min(laws, 1) if game.option("vote_windows") == "batch" else laws) + _payments(game)


def _payments(game: Lancaster) -> int:
    """Return how many players are still asked, one after the other, what they pay for the laws in force now."""
    if game.state.laws.proposed:
        effects = (game.catalog.laws[law].effect for law in game.state.laws.current)
        return sum(effect.kind == "buy" for effect in effects) * len(game.playing())
    if game.state.turn.phase != "parliament":
        return 0
    return len(game.top.seats) if isinstance(game.top, Buying) else int(game.top is not None)


def _rewards(game: Lancaster) -> int:
    """Return the rewards about which something is to be decided: counties, castles, and knights that may be lost."""
    owners = Counter(county.house for county in game.state.counties.values() if county.house)
    return max(owners.values(), default=0) + sum(any(open_) for open_ in (_castles(game), _captured(game)))


def _castles(game: Lancaster) -> Iterator[bool]:
    """Yield the spaces with a tile or knight where a payment is possible."""
    for space in (*game.catalog.castle.values(), *game.catalog.ally_castle.values()):
        if space.action:
            yield bool(game.knights_at(spots.castle(space.id)))
            yield any(
                game.catalog.tiles[tile].space == space.id
                for player in game.state.players.values()
                for tile in player.tiles
            )


def _captured(game: Lancaster) -> Iterator[bool]:
    """Yield the conflicts that would be lost for good as they stand."""
    for card, conflict in game.state.conflicts.items():
        present = [
            knight
            for knight in game.state.knights.values()
            if spots.kind(knight.at) == "conflict" and spots.name(knight.at) == card
        ]
        yield bool(game.option("ransom") and conflict.row == "lower" and present)
