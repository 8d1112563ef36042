"""How often a round is still handed from one player to another, as far as anybody can tell (rules 5.1).

A hand-over is a moment at which the game waits for players who have not been asked before: one turn of placing, a vote,
a decision that several make together. Nobody is told by it what lies behind a screen.
"""

from collections.abc import Iterator

from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.placing import lords


def left(game: Lancaster) -> int:
    """Return the hand-overs of this round from now on, the one that is waited for among them, if nobody is expelled."""
    phase = game.state.turn.phase
    ahead = {"place": _placings, "parliament": _votes, "rewards": _rewards}
    if phase not in ahead:
        return 0
    begun = list(ahead).index(phase)
    return sum(count(game) for count in list(ahead.values())[begun:])


def _placings(game: Lancaster) -> int:
    """Return the number of turns of placing; several of one player without another's between them are one."""
    tokens = {seat: _at_court(game, seat) for seat in game.clockwise(game.state.turn.seat or game.state.turn.start)}
    turns = [seat for turn in range(max(tokens.values(), default=0)) for seat in tokens if tokens[seat] > turn]
    return sum(seat != before for seat, before in zip(turns, ["", *turns], strict=False))


def _at_court(game: Lancaster, seat: str) -> int:
    knights = sum(len(game.knights(house, spots.COURT)) for house in game.houses_of(seat))
    return knights + (len(lords.at_court(game, seat)) if game.court else 0)


def _votes(game: Lancaster) -> int:
    """Return the votes that are left: one for each law, or one for all."""
    laws = len(game.state.laws.proposed)
    return min(laws, 1) if game.option("vote_windows") == "batch" else laws


def _rewards(game: Lancaster) -> int:
    """Return the rewards about which something is to be decided: counties, castles, and knights that may be lost."""
    counties = (bool(county.house) for county in game.state.counties.values())
    return sum(any(open_) for open_ in (counties, _castles(game), _captured(game)))


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
