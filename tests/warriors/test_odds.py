"""Odds by exact calculation, against what can be worked out by hand and against many battles played out."""

import pytest

from engine.core.actions import Action
from engine.core.dice import Dice
from engine.core.table import Table
from engine.warriors import outlook
from engine.warriors.battles.retreat import LetStay, Stay
from engine.warriors.edits import Goto, SetControl, Station
from engine.warriors.rules import RULES
from tests.harness.rows import rows
from tests.warriors.tables import KEY, SEATS, game, table


@rows("number, sixths", [(0, 6), (1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0), (-2, 6), (9, 0)])
def test_sieges_by_their_number(number: int, sixths: int) -> None:
    assert outlook.siege_won(number) == sixths / 6


def test_hits_of_a_round() -> None:
    spread = outlook.hits(2, 1)
    assert spread == pytest.approx({0: 4 / 9, 1: 4 / 9, 2: 1 / 9})


def facing(*edits: Action) -> Table:
    """A table on which both sides can still move, so that nobody fights yet."""
    return table(*edits, Station("fastolf", "wales"), Station("la_hire", "gascony"))


def test_a_die_that_cannot_hit_and_one_that_always_does() -> None:
    assert outlook.hits(2, 0, 7)[0] == 1
    assert outlook.hits(2, 6)[2] == 1


def test_two_lone_leaders_of_equal_bravery() -> None:
    """Each hits with one in six: of the 11 of 36 rounds that change something, one leaves nobody."""
    opened = facing(Station("john_chandos", "anjou"), Station("jean_ii", "anjou"))
    found = outlook.ending(game(opened), "anjou")
    assert (found.english, found.french, found.nobody) == pytest.approx((5 / 11, 5 / 11, 1 / 11))


def test_a_lone_leader_who_hits_on_five() -> None:
    """2 in 6 against 1 in 6: 10, 4 and 2 of 36 rounds."""
    opened = facing(Station("edward_iii", "anjou"), Station("philippe_vi", "anjou"))
    found = outlook.ending(game(opened), "anjou")
    assert (found.english, found.french, found.nobody) == pytest.approx((10 / 16, 4 / 16, 2 / 16))


def test_jeanne_darc_silences_the_english_more_often_than_the_french() -> None:
    opened = facing(Station("jeanne_darc", "anjou"), Station("bedford", "anjou"))
    shares = outlook.silences(game(opened), outlook.as_it_stands(game(opened), "anjou"))
    assert shares == pytest.approx({"french": 2 / 6, None: 1 / 6, "english": 3 / 6})


@pytest.mark.parametrize(
    ("bravery", "french", "normal", "english"), [(6, 5 / 6, 1 / 6, 0), (1, 0, 1 / 6, 5 / 6), (0, 0, 0, 1)]
)
def test_jeanne_darc_against_the_bravest_and_the_most_timid(
    bravery: int, french: float, normal: float, english: float
) -> None:
    rules = RULES.with_figures(RULES.read_figures(f'game = "warriors"\n[leader.bedford]\nbravery = {bravery}\n'))
    opened = Table.bare(rules, list(SEATS), rules.options("hyw", {}), KEY)
    for edit in (Station("jeanne_darc", "anjou"), Station("bedford", "anjou"), Station("la_hire", "gascony")):
        opened.arrange(edit)
    opened.begin()
    shares = outlook.silences(game(opened), outlook.as_it_stands(game(opened), "anjou"))
    assert shares == pytest.approx({"french": french, None: normal, "english": english})


def test_a_knight_bears_two_hits_and_the_infantry_beside_him_fights_on() -> None:
    """Two sure hits a round cost first the knight, then all: the English win by a six in each of two rounds."""
    figures = "[leader.edward_iii]\nbravery = 0\nbattle = 1\n[leader.jean_ii]\nbravery = 5\nbattle = 2\n"
    rules = RULES.with_figures(RULES.read_figures(f'game = "warriors"\n{figures}'))
    opened = Table.bare(rules, list(SEATS), rules.options("hyw", {}), KEY)
    for edit in (
        Station("edward_iii", "anjou", {"knight_english": 1, "infantry": 1}),
        Station("jean_ii", "anjou", {"infantry": 1}),
        Station("la_hire", "gascony"),
        Station("fastolf", "wales"),
    ):
        opened.arrange(edit)
    opened.begin()
    found = outlook.ending(game(opened), "anjou")
    assert (found.english, found.nobody) == pytest.approx((1 / 36, 5 / 216))


@pytest.mark.parametrize("fights", [80, pytest.param(200, marks=pytest.mark.nightly)])
def test_the_calculation_agrees_with_battles_that_are_fought(fights: int) -> None:
    edits = (
        Station("john_chandos", "anjou", {"infantry": 1, "longbow_english": 1}),
        Station("jean_ii", "anjou", {"knight_french": 1, "infantry": 1}),
    )
    expected = outlook.ending(game(facing(*edits)), "anjou").english
    won = sum("the English hold" in fought(facing(*edits), number) for number in range(fights))
    assert won / fights == pytest.approx(expected, abs=0.1)


def fought(opened: Table, number: int) -> str:
    """What is told at the end of the battle if both fight on, by dice of this number."""
    opened.game.dice = Dice(KEY, f"fight {number}")
    outcome = opened.act("master", Goto("battles"))
    while opened.game.state.battle is not None:
        seat = opened.requests()[0].seat
        outcome = opened.act(seat, LetStay() if opened.asked(seat).decision == "D-07" else Stay())
    return next(event.text for event in outcome.events if event.kind == "battle_over")


@pytest.mark.rule("WOG-3.7")
def test_the_report_tells_siege_hits_battle_and_control() -> None:
    opened = facing(
        Station("john_chandos", "anjou", {"infantry": 1}),
        Station("jean_ii", "anjou"),
        Station("talbot", "picardy"),
        SetControl(["anjou"], "french"),
    )
    told = outlook.odds(game(opened), "ann")
    assert "**Anjou**, John Chandos against Jean II:" in told
    assert "- If the French stay behind walls, the siege number is 5; an assault wins with 17%." in told
    assert "- The English roll 2 dice: 0.3 hits on average (0: 69%, 1: 28%, 2: 3%)." in told
    assert "- The chances if both fight on to the end: the English win " in told
    assert "**Picardy**: the English have a 33% chance to gain it after the battles." in told


@pytest.mark.rule("WOG-3.15")
def test_the_report_counts_the_rounds_without_dice_among_those_without_hits() -> None:
    """Jeanne d'Arc against bravery 3: the French have no dice on 1 and 2, the English none on 4, 5 and 6."""
    opened = facing(Station("jeanne_darc", "anjou"), Station("bedford", "anjou"))
    played = game(opened)
    battle = outlook.as_it_stands(played, "anjou")
    assert outlook.spread(played, battle, "english")[0] == pytest.approx(1 / 2 + 1 / 2 * 5 / 6)
    assert sum(outlook.spread(played, battle, "french").values()) == pytest.approx(1)
    told = outlook.odds(played, "ann")
    assert "The English roll 1 die, or none for Jeanne d'Arc (a 50% chance): 0.1 hits on average" in told


def test_who_decides_whether_to_stay_is_told_how_the_battle_is_likely_to_end() -> None:
    opened = facing(Station("john_chandos", "anjou"), Station("jean_ii", "anjou"))
    played = game(opened)
    assert opened.rules.words.advice(played, "ben") == ""
    played.dice.force(6, [1] * 20)
    opened.act("master", Goto("battles"))
    said = opened.rules.words.advice(game(opened), "ben")
    assert said == "If both fight on to the end: win 45%, lose 45%, both destroyed 10%."
    assert opened.rules.words.advice(game(opened), "ann") == ""


@pytest.mark.rule("WOG-11.1")
def test_odds_tell_what_would_be_scored_too() -> None:
    opened = facing(SetControl(["anjou"], "french"))
    told = opened.rules.words.reports["odds"](game(opened), "ben")
    assert told.endswith("The English: 0 (nothing).\nThe French: 1 (Anjou 1).")


def test_the_largest_battle_is_calculated() -> None:
    english = {"longbow_english": 5, "infantry": 4}
    opened = facing(
        *(
            Station(leader_id, "anjou", english if leader_id == "henry_v" else {"infantry": 6})
            for leader_id in ("henry_v", "talbot", "salisbury")
        ),
        *(Station(leader_id, "anjou", {"infantry": 6}) for leader_id in ("jean_ii", "dunois", "richemont")),
    )
    found = outlook.ending(game(opened), "anjou")
    assert found.english + found.french + found.nobody == pytest.approx(1)
    assert found.english > 0.99


def test_the_odds_of_eight_leaders_against_eight_are_few_steps() -> None:
    """There are 144,032 where every way is followed, however unlikely, and more where each is followed by itself."""
    cards = game(facing()).catalog.leaders.values()
    known = [card for card in cards if card.scenario == "hyw" and card.id not in ("fastolf", "la_hire")]
    both = [[card for card in known if card.nationality == nation][:8] for nation in ("english", "french")]
    opened = facing(*(Station(card.id, "anjou", {"infantry": 3 * card.rank}) for side in both for card in side))
    course = outlook.Course(game(opened), outlook.as_it_stands(game(opened), "anjou"), None)
    found = course.ending()
    assert found.english + found.french + found.nobody == pytest.approx(1)
    assert course.steps < 100_000
