"""What a captain makes of a position, reckoned by hand (docs/computer-players.md)."""

from typing import Any

import pytest

from engine.warlord import views
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.outlook import LEADERLESS, Outlook, Position
from tests.harness.rows import rows
from tests.warlord.tables import begun

PIECES = {"red_lady": "A1", "blue_lady": "L16"}


def outlook(pieces: dict[str, str] | None = None, *, round_number: int = 1, quiet: int = 0, **options: Any) -> Outlook:
    """What red makes of a position."""
    game = begun({**PIECES, **(pieces or {})}, options)
    game.state.turn.round, game.state.quiet = round_number, quiet
    return Outlook(views.view(game, "ann"), "red")


def test_pieces_have_their_worth() -> None:
    kinds = ("knight", "footman", "sergeant", "bowman", "bishop")
    laid = {f"blue_{kind}": f"{'BCDEF'[place]}9" for place, kind in enumerate(kinds)}
    seen = outlook({**laid, "wizard": "A9"}, wizard="player", bishop=True)
    assert [seen.worth(PieceId(f"blue_{kind}")) for kind in ("warlord", "lady", *kinds)] == [8, 7, 5, 3, 3, 2, 1]
    assert seen.worth(PieceId("wizard")) == 12


@rows(
    "round_number, quiet, restless, caution",
    [
        (1, 0, 0, 0.8),
        (1, 3, 0.5, 0.4),
        (1, 6, 1, 0.28),
        (1, 9, 1.5, 0.28),
        (80, 0, 0, 0.8),
        (90, 0, 0.25, 0.6),
        (100, 3, 0.5, 0.4),
        (120, 0, 1, 0.04),
        (21, 20, 20 / 6, 0.04),
    ],
)
def test_caution_fades_with_quiet_rounds_and_after_many(
    round_number: int, quiet: int, restless: float, caution: float
) -> None:
    seen = outlook(round_number=round_number, quiet=quiet)
    assert seen.restlessness == pytest.approx(restless) and seen.caution == pytest.approx(caution)


def test_a_piece_on_foot_draws_near_by_the_moves_that_it_has() -> None:
    """Two steps straight or one diagonally: G15 is three moves from E12, though three steps, and two from E13."""
    seen = outlook({"red_footman": "D5", "red_warlord": "F1"})
    footman = PieceId("red_footman")
    near = [seen.pressed(seen.now.moved(footman, Square(to))) for to in ("E12", "E13", "G13")]
    begun = seen.pressed(seen.now.without([footman]))
    assert [one - begun for one in near] == pytest.approx([12 * 0.75**turns for turns in (3, 2, 1)])
    assert [seen.is_near(footman, Square("D9"), Square(to)) for to in ("D11", "E10", "E11")] == [True, True, False]


def test_who_can_be_taken_without_a_fight_draws_near_to_nothing() -> None:
    """A Knight rode on from one square in the reach of a Lady to another one, since it was nearer to the Green."""
    seen = outlook({"red_knight": "D7", "blue_lady": "B9"})
    knight = PieceId("red_knight")
    staying, riding = (seen.pressed(seen.now.moved(knight, Square(to))) for to in ("D7", "E11"))
    assert riding == staying
    seen = outlook({"red_knight": "D7"})
    assert seen.pressed(seen.now.moved(knight, Square("E11"))) > seen.pressed(seen.now)


def test_without_warlord_and_lady_the_game_is_as_good_as_lost() -> None:
    assert [LEADERLESS.get(left, 0) for left in (2, 1, 0)] == [0, 5, 80]


def test_a_position_knows_who_stands_waits_and_lies_where() -> None:
    a, b, c, d = (PieceId(name) for name in "abcd")
    start = Position({a: Square("D9"), b: Square("D9"), c: Square("E5")}, {d: "red"})
    assert start.at(Square("D9")) == ["a", "b"]
    slain, taken = start.without([a]), start.without([a], "blue")
    assert slain.where == taken.where == {"b": "D9", "c": "E5"}
    assert slain.held == {"d": "red"} and taken.held == {"d": "red", "a": "blue"}
    assert start.moved(c, Square("E6")).where[c] == "E6"
    free = start.freed(d)
    assert free.held == {} and free.where[d] == ""
