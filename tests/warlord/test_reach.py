"""How far a piece could move, told from what everybody can see (rules 4)."""

import pytest

from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.games import GAMES
from engine.warlord.board.ids import PieceId
from engine.warlord.movement import movement
from engine.warlord.reach import reach
from engine.warlord.views import WarlordView
from tests.harness import as_kind
from tests.warlord.tables import game_of


@pytest.mark.parametrize("name", ["base", "woods", "crowns"])
def test_what_everybody_can_see_tells_where_a_piece_can_move(name: str) -> None:
    rules = GAMES["warlord"]
    options = rules.options(name, {})
    seats = ["ann", "ben", "cat", "dan"][: rules.seats(options)[0]]
    table = Table.new(rules, "reach", seats, options, bytes(32))
    player, compared = Seated(RandomPlayer(), 5), 0
    while compared < 40 and table.result is None:
        seen = as_kind(WarlordView, table.view(""))
        for piece_id in movers(table):
            piece = next(piece for piece in seen.pieces if piece.id == piece_id)
            assert set(reach(seen, piece)) == set(movement.paths(game_of(table), PieceId(piece_id)))
            compared += 1
        seat = table.requests()[0].seat
        table.act(seat, player.choose(table, seat))
    assert compared >= 40


def movers(table: Table) -> list[str]:
    """The pieces that may begin a move in a turn in which nobody has come out of the Castle."""
    state = table.game.state
    own = [] if state.turn.left or state.turn.step != "movement" else game_of(table).pieces_of(state.turn.side)
    return [piece_id for piece_id in own if movement.ready(game_of(table), piece_id)]
