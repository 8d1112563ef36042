"""What the panel, /where, /points and /odds say of Warriors of God: all of it open to everybody."""

import pytest

from engine.core.table import Table
from engine.warriors.board.state import Standing
from engine.warriors.edits import (
    Goto,
    SetControl,
    SetDisgraced,
    SetImpulses,
    SetKing,
    SetLeader,
    SetLoose,
    SetOrders,
    SetRound,
    SetScore,
    Station,
)
from engine.warriors.rules import RULES
from engine.warriors.sequence.setup import Bid
from tests.warriors.tables import game, table
from tests.warriors.test_setup import begun


def told(opened: Table, name: str, viewer: str = "ann") -> list[str]:
    """The lines of a report."""
    return RULES.words.reports[name](game(opened), viewer).splitlines()


def test_the_headline_tells_turn_score_and_impulse() -> None:
    opened = table(
        *(SetRound(3), SetScore(-4), Station("edward_iii", "england"), Station("jean_ii", "champagne")),
        SetImpulses(5, 2, "french"),
    )
    assert RULES.words.headline(game(opened)).splitlines() == [
        "Turn 3 of 12, 1357 to 1366: Phase Two, impulses.",
        "Score: **the French lead by 4**; whoever leads by 30 wins at once.",
        "The French have the next impulse, 2 left.",
    ]


def test_the_headline_of_a_battle_tells_where_it_is_fought() -> None:
    opened = table(
        *(Station("talbot", "anjou"), Station("dunois", "anjou"), SetControl(["anjou"], "french")),
        Goto("battles"),
        turns=6,
    )
    found = RULES.words.headline(game(opened)).splitlines()
    assert found[:2] == [
        "Turn 1 of 6, 1337 to 1346: Phase Three, battles.",
        "Score: **nobody leads**; whoever leads by 30 wins at once.",
    ]
    assert len(found) == 3 and "The battle of Anjou is being fought" in found[2]


def test_the_headline_names_the_battles_to_come() -> None:
    opened = table(
        *(Station("talbot", "anjou"), Station("dunois", "anjou"), Station("jean_ii", "picardy")),
        *(Station("edward_iii", "picardy"), SetImpulses(1, 1, "french")),
    )
    assert RULES.words.headline(game(opened)).splitlines()[-1] == "Battles to come: Anjou and Picardy."


def test_a_panel_tells_the_king_what_is_controlled_armies_and_prisons() -> None:
    opened = table(
        *(Station("edward_iii", "england", {"knight_english": 1, "infantry": 2}), Station("talbot", "england")),
        *(Station("fastolf", "wales"), Station("philippe_vi", "champagne", {"infantry": 1})),
        *(SetDisgraced("talbot", True), SetKing("english", "edward_iii"), SetControl(["england", "wales"], "english")),
        *(SetLeader("dunois", "captured"), SetLeader("la_hire", "captured")),
    )
    english, french = RULES.words.scores(game(opened))
    assert english[0] == "{ann}" and french[0] == "{ben}"
    assert english[1].splitlines() == [
        "**The English**, King: Edward III",
        "Controls: England and Wales",
        "England: Edward III ★★★ 3-6 with 1 English knight and 2 infantry; "
        "John Talbot ★★ 4-6 (disgraced) with no troops",
        "Wales: John Fastolf ★ 2-3 with no troops",
        "Holds in prison: Jean de Dunois and La Hire",
    ]
    assert french[1].splitlines() == [
        "**The French**, no King (-1 on initiative)",
        "Controls: nothing",
        "Champagne: Philippe VI ★★★ 2-4 with 1 infantry",
    ]


def test_all_troops_without_a_leader_are_told_whoever_controls_the_area() -> None:
    opened = table(
        *(Station("edward_iii", "england"), SetControl(["england"], "english")),
        *(SetLoose("england", {"infantry": 3}), SetLoose("brittany", {"gunner": 1})),
    )
    line = "(at the end of the turn leaders there take them, the rest is lost): England 3 infantry; Brittany 1 gunner."
    assert f"Troops without a leader {line}" in RULES.words.headline(game(opened))
    assert f"Troops without a leader {line}" in told(opened, "where")


def test_before_the_bids_nobody_has_a_side() -> None:
    opened = begun("hyw", 3, 3, sides="bid")
    assert RULES.words.scores(game(opened)) == [("{ann}", "has not bid yet"), ("{ben}", "has not bid yet")]
    opened.act("ann", Bid("7"))
    opened.act("ben", Bid("2"))
    assert [who for who, _ in RULES.words.scores(game(opened))] == ["{ann}", "{ben}"]


def test_where_leaders_are_who_are_not_on_the_map() -> None:
    opened = table(
        *(SetRound(10), Station("edward_iii", "england"), SetLeader("talbot", "captured")),
        *(SetLeader("fastolf", "routed"), SetLeader("albret", "routed")),
        turns=11,
    )
    *here, coming = told(opened, "where")
    assert here == [
        "The English in England: Edward III ★★★ 3-6 with no troops.",
        "In the prison of the French: John Talbot.",
        "In the prison of the English: nobody.",
        "Routed, back when leaders arrive: Charles d'Albret and John Fastolf.",
        "Natural deaths at the end of this turn: 17% John Fastolf and John Talbot; 50% Charles d'Albret; 100% Edward "
        "III.",
    ]
    named = ("Gaston IV of Foix", "Henry VI", "Rene of Anjou", "Richard, Duke of York", "Arthur de Richemont")
    order = [coming.index(name) for name in (*named, "Poton de Xaintrailles")]
    assert coming.startswith("At the end of turn 10, to act on turn 11, come ") and order == sorted(order)
    assert "Henry VI ★★★ 1-1 (English, England); " in coming


def test_nobody_routed_on_the_last_turn_is_said_to_come_back() -> None:
    opened = table(SetRound(11), SetLeader("fastolf", "routed"), turns=11)
    assert "Routed: John Fastolf." in told(opened, "where")


def test_points_as_the_board_stands() -> None:
    opened = table(
        *(Station("edward_iii", "england"), SetControl(["england", "ile_de_france"], "english")),
        *(SetLeader("dunois", "captured"), SetKing("english", "bedford"), SetLeader("bedford", "killed")),
    )
    assert told(opened, "points") == [
        "The English: 7 (England 2; Ile-de-France 2; Ile-de-France as the enemy's own land 1; "
        "Jean de Dunois in prison 2).",
        "The French: 3 (John, Duke of Bedford killed 2; John, Duke of Bedford was King 1).",
    ]
    assert told(table(Station("edward_iii", "england")), "points") == [
        "The English: 0 (nothing).",
        "The French: 0 (nothing).",
    ]


@pytest.mark.rule("WOG-4.5")
def test_odds_of_control() -> None:
    opened = table(
        *(Station("edward_iii", "england", {"mercenary_ireland": 1}), Station("talbot", "anjou")),
        *(Station("fastolf", "picardy", {"mercenary_ireland": 1}), Station("dunois", "berry")),
        *(Station("clarence", "ireland"), Station("la_hire", "gascony"), Station("salisbury", "wales")),
        *(SetControl(["berry"], "english"), SetControl(["wales"], "english"), SetDisgraced("la_hire", True)),
    )
    assert told(opened, "odds")[:5] == [
        "**Anjou**: the English have a 33% chance to gain it after the battles.",
        "**Berry**: the English lose control of it after the battles.",
        "**England**: the English have an 83% chance to gain it after the battles.",
        "**Picardy**: the English have a 0% chance to gain it after the battles.",
        "",
    ]


def test_odds_of_nothing() -> None:
    assert told(table(Station("clarence", "ireland")), "odds") == [
        "No battle is coming, and nobody would roll for control.",
        "",
        "**If the turn were scored now**",
        "The English: 0 (nothing).",
        "The French: 0 (nothing).",
    ]


def test_odds_of_a_battle_by_its_commanders() -> None:
    """Named commanders count; before that those whom both would name by default."""
    opened = table(
        *(Station("henry_vi", "anjou"), Station("black_prince", "anjou"), Station("philippe_vi", "anjou")),
        *(Station("fastolf", "wales"), Station("la_hire", "gascony")),
    )
    likely = "1.0 hits on average (0: 25%, 1: 50%, 2: 25%)"
    assert f"- The English roll 2 dice with +2 each: {likely}." in told(opened, "odds")
    opened.act("master", SetControl(["anjou"], "french"))
    opened.act("master", Goto("battles"))
    opened.act("ann", RULES.codec.decode_action({"action": "command", "leader": "henry_vi"}))
    found = told(opened, "odds")
    assert found[1:4] == [
        "- If the French stay behind walls, the siege number is 6; no assault can win.",
        "- The English roll 1 die: 0.2 hits on average (0: 83%, 1: 17%).",
        "- The French roll 1 die with +1 each: 0.3 hits on average (0: 67%, 1: 33%).",
    ]


def test_odds_follow_the_viewers_own_standing_order_alone() -> None:
    """Who loses longbowmen first fights on with fewer dice than who loses infantry first."""
    edits = (
        *(
            Station("edward_iii", "anjou", {"longbow_english": 4, "infantry": 4}),
            Station("du_guesclin", "anjou", {"infantry": 6}),
        ),
        *(Station("fastolf", "wales"), Station("la_hire", "gascony")),
        SetOrders("ann", Standing(losses=["longbowmen"])),
    )
    opened = table(*edits)
    own, other = told(opened, "odds", "ann"), told(opened, "odds", "ben")
    assert own != other
    assert told(opened, "odds", "public") == other
