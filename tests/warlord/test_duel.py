"""The duel: every pair of strokes comes out as the rules say, and the tables are near to best play (rules 7)."""

from itertools import product

import pytest

from engine.warlord.board import arms
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import Duel, Fighter, Line, Piece, Stroke
from engine.warlord.duel import duel, odds
from engine.warlord.rules import RULES
from tests.harness.rows import rows
from tests.warlord.tables import begun

A, B, C = (PieceId(name) for name in "abc")
"""Who fights."""

SWORDS: list[tuple[Line, list[Line]]] = [(line, guard) for line in arms.LINES for guard in arms.guards("sword", line)]


def fresh(wounds: tuple[int, int] = (0, 0), *, hill: bool = False) -> Duel:
    """A duel of two, the defender perhaps on a hill."""
    return Duel(
        Square("D9"), {A: Fighter(True, wounds=wounds[0]), B: Fighter(False, wounds=wounds[1], high_ground=hill)}
    )


def armed(weapons: tuple[str, str] = ("sword", "sword")) -> dict[PieceId, Piece]:
    """The two fighters with their weapons."""
    return {A: Piece("red", "knight", weapon=weapons[0]), B: Piece("blue", "footman", weapon=weapons[1])}


def fought(one: tuple[Line, list[Line]], other: tuple[Line, list[Line]]) -> Duel:
    """A duel of swords after one exchange."""
    fight = fresh()
    strokes = {A: Stroke(one[0], one[1], B), B: Stroke(other[0], other[1], A)}
    duel.resolve(fight, armed(), strokes, weary=False)
    return fight


@pytest.mark.rule("WLT-3.8", "WLT-3.9")
def test_every_pair_of_strokes_comes_out_as_written() -> None:
    tempo = {"high": 1, "mid": 2, "low": 3}
    for one, other in product(SWORDS, SWORDS):
        mine, yours = one[0] not in other[1], other[0] not in one[1]
        mine_counts = mine and not (yours and tempo[other[0]] > tempo[one[0]])
        yours_counts = yours and not (mine and tempo[one[0]] > tempo[other[0]])
        fight = fought(one, other)
        for struck, counts, blow in ((B, mine_counts, one[0]), (A, yours_counts, other[0])):
            fighter = fight.fighters[struck]
            assert fighter.felled == (counts and blow == "high")
            assert fighter.wounds == int(counts and blow != "high")
            assert fighter.staggered == (counts and blow == "low")


def test_both_sides_of_an_exchange_are_alike() -> None:
    for one, other in product(SWORDS, SWORDS):
        there, back = fought(one, other).fighters, fought(other, one).fighters
        assert (there[A].wounds, there[A].felled) == (
            back[B].wounds,
            back[B].felled,
        )


@pytest.mark.rule("WLT-9.10")
def test_a_blow_at_one_who_was_felled_by_a_quicker_one_comes_too_late() -> None:
    fight = Duel(Square("D9"), {A: Fighter(True), B: Fighter(False), C: Fighter(False)})
    pieces = {**armed(), C: Piece("blue", "knight", weapon="spear")}
    strokes = {
        A: Stroke("high", ["mid", "low"], B),
        B: Stroke("high", ["high"], A),
        C: Stroke("high", ["low"], A),
    }
    exchange = duel.resolve(fight, pieces, strokes, weary=False)
    assert [row.fate for row in exchange.fought] == ["parried", "late", "landed"]
    assert fight.fighters[A].felled
    assert [fight.fighters[fighter].kills for fighter in (B, C)] == [0, 1]


def test_the_default_tables_are_near_to_best_play() -> None:
    best = arms.measured()["one_to_one_best_play"]
    found = odds.count(fresh(), armed(), 7)
    assert found.attackers == pytest.approx(found.defenders)
    assert found.attackers == pytest.approx(best["first"], abs=0.05)
    assert found.double_kill == pytest.approx(best["double_kill"], abs=0.05)


@pytest.mark.rule("WLT-9.1", "WLT-9.8")
def test_wounds_and_high_ground_matter_as_measured() -> None:
    for wounds, key in ((1, "carrying_one_wound"), (2, "carrying_two_wounds")):
        found = odds.count(fresh(wounds=(wounds, 0)), armed(), 7)
        assert found.attackers == pytest.approx(arms.measured()[key]["wounded"], abs=0.06)
    uphill = odds.count(fresh(hill=True), armed(), 7)
    assert uphill.defenders > uphill.attackers and uphill.double_kill < 0.03


@rows("weapons", list(product(arms.weapons(), arms.weapons())))
def test_every_duel_ends(weapons: tuple[str, str]) -> None:
    found = odds.count(fresh(), armed(weapons), 7)
    assert sum(found) == pytest.approx(1)


def test_the_odds_are_told_for_who_can_reach_an_enemy() -> None:
    game = begun({"red_knight": "D8", "blue_footman": "D10", "blue_knight": "B10", "blue_footman_2": "B10"})
    told = RULES.words.reports["odds"](game, "ann")
    assert (
        "against Blue Footman on D10: Red Knight will win with 45%, Blue Footman with 45%; both fall with 11%" in told
    )
    assert "against Blue Footman 2 and Blue Knight on B10: Red Knight will win with 12%" in told
