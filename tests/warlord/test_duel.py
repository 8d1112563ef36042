"""The duel: every pair of strokes comes out as the rules say, and the tables are near to best play (rules 7)."""

from collections.abc import Mapping
from itertools import product

import pytest

from engine.core.table import Table
from engine.warlord.board import arms
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import Duel, Fighter, Line, Piece, Stroke
from engine.warlord.duel import duel, fight, odds
from engine.warlord.movement.movement import Move
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
    assert "against Blue Footman on D10: each side wins 45%, both are slain 10%" in told
    assert "against Blue Footman 2 and Blue Knight on B10: Red Knight wins 12%" in told


def attacked(pieces: Mapping[str, str], options: Mapping[str, object] | None = None) -> Table:
    """A table on which Red's Knight has moved onto D10."""
    game = begun({"red_knight": "D8", **pieces}, options)
    game.flow()
    table = Table(RULES, game)
    table.act("ann", Move(PieceId("red_knight"), Square("D10")))
    return table


def test_the_first_duel_of_a_game_says_how_duels_work_at_this_table() -> None:
    met, how = (event.text for event in attacked({"blue_footman": "D10"}).game.events[-2:])
    choose = "{ann} and {ben} secretly choose blows and guards for"
    assert met == f"Red Knight fights Blue Footman on D10. {choose} exchanges 1 to 3."
    assert "You choose 3 exchanges ahead; they are shown once both players have chosen" in how
    assert "\n- HIGH fells at once" in how and "from the 7th exchange on, any blow that lands fells." in how
    others = {"sheet_size": 1, "weary_from": 5, "weapons": "chosen"}
    met, how = (event.text for event in attacked({"blue_footman": "D10"}, others).game.events[-2:])
    assert met.endswith(f"{choose} exchange 1.")
    assert "Blows and guards are shown once both" in how
    assert " With a sword:\n- HIGH fells at once" in how and "from the 5th exchange on" in how


def test_a_duel_asks_for_all_fighters_of_a_player_and_goes_on_without_telling_the_last_exchange_again() -> None:
    table = attacked({"blue_footman": "D10", "blue_knight": "D10"}, {"sheet_size": 1})
    (asked,) = (request for request in table.requests() if request.seat == "ben")
    assert asked.prompt.endswith("Choose blows and guards for Blue Footman and Blue Knight.")
    table.act("ann", fight.HandIn(PieceId("red_knight"), "low/mid+low>blue_knight"))
    for fighter in ("blue_footman", "blue_knight"):
        table.act("ben", fight.HandIn(PieceId(fighter), "low/low"))
    goes_on = "The duel goes on. {ann} and {ben} secretly choose blows and guards for exchange 2."
    assert table.game.events[-1].text == goes_on
