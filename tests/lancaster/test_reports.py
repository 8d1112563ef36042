"""What the panel, /odds and /votes say: what stands where for everybody, own means to their owner alone."""

import pytest

from engine.core.actions import MASTER, Pass
from engine.core.dice import Dice
from engine.core.editing.edits import Drop
from engine.core.table import Table
from engine.lancaster.board import names
from engine.lancaster.edits import (
    Goto,
    Grant,
    OpenConflict,
    SetGoods,
    SetLaws,
    SetLord,
    SetNobles,
    SetRound,
    SetTrack,
    Stand,
)
from engine.lancaster.parliament import laws
from engine.lancaster.placing.lords import Court
from engine.lancaster.rules import RULES
from tests.lancaster.tables import SEATS, game, table


def odds(opened: Table, viewer: str = "") -> dict[str, str]:
    """What /odds says, by what each line is about."""
    lines = RULES.words.reports["odds"](game(opened), viewer).splitlines()
    return {line.split("**")[1]: line for line in lines if line.startswith("**")}


def panel(opened: Table, seat: str) -> str:
    """What the panel says of a seat."""
    return dict(RULES.words.scores(game(opened)))[f"{{{seat}}}"]


def test_a_panel_tells_what_stands_where() -> None:
    opened = table(
        SetRound(2),
        OpenConflict("C03", "lower", 0),
        Stand("green_2a", "county:E", squires=1),
        Stand("green_1a", "conflict:C03/1"),
        Grant("green", "archer", 1, "conflict:C03/2"),
        Stand("green_3", "castle:K4"),
        Stand("green_4", "tower"),
        Stand("green_1b", "court"),
        SetLord("green", "office:constable"),
        SetNobles("ben", ["A", "E"]),
        SetGoods("ben", "points", 7),
    )
    told = panel(opened, "ben")
    assert told.splitlines() == [
        "**7 power points**, 2 voting markers, nobles of York and Norfolk",
        "Counties: Norfolk (strength 3)",
        "Conflicts: Harfleur (strength 1, archer 2)",
        "Castle: Great Hall (strength 3)",
        "Tower: strength 4",
        "King's court: lord applies for Lord High Constable (total 1)",
        "Not placed: a strength-1 knight",
    ]
    headline = RULES.words.headline(game(opened)).splitlines()
    assert headline[0] == "Round 2 of 5 (start player {ann}): placing knights and lords. It is {ann}'s turn."
    assert "Harfleur, second battle: England has strength 3 and needs 5 (2 more); power points 6, 4, 2." in headline
    assert any(line.startswith("In force: ") for line in headline)
    assert any(line.endswith("; Gloucester and Warwick 3; Somerset 4.") for line in headline)
    assert headline[-3:-1] == [
        "The tower: a knight there takes a dishonor marker off his player for each point of his strength. Room left: "
        "for a strength of 1 in all.",
        "Dishonor at the end: 1 power point off for each marker; once 4 more are given out, the most cost more.",
    ]


def test_an_archer_is_told_to_score_by_himself_only_where_there_are_archers() -> None:
    assert "an archer by himself; of equals" in RULES.words.headline(game(table(OpenConflict("C03", "upper", 0))))
    alone = table(OpenConflict("C03", "upper", 0), variant="resentment")
    assert "all knights of a player together; of equals" in RULES.words.headline(game(alone))


@pytest.mark.rule("LAN2-RES-18")
def test_dishonor_is_told_with_what_the_most_markers_cost_as_soon_as_a_space_of_the_track_is_empty() -> None:
    """Until then they cost nothing more, which everybody is told with how many are missing (R32)."""
    headline = RULES.words.headline
    later = "Dishonor at the end: 1 power point off for each marker; once 3 more are given out, the most cost more."
    assert later in headline(game(table(SetTrack([3, 4, 4, 4, 4, 4]))))
    now = "; so far 2 more off for the most markers and 1 for the second most, rising as more are given out."
    assert now in headline(game(table(SetTrack([0, 4, 4, 4, 4, 4]))))
    assert "rising" not in headline(game(table(SetTrack([0, 0, 0, 0, 0, 0]))))


@pytest.mark.rule("LAN2-COURT-27")
def test_a_privilege_is_told_as_long_as_a_knight_can_bring_it_along() -> None:
    home = Stand("blue_1a", "reserve"), Stand("blue_2a", "reserve")
    held = SetRound(2), Grant("blue", "shield", 1)
    assert "May bring along: the shield (a safe county)" in panel(table(*held), "ann")
    assert "bring along" not in panel(table(*held, *home), "ann"), "there is no knight left"
    granted = table(*home, SetRound(2), Grant("blue", "shield", 2))
    assert "May bring along" in panel(granted, "ann"), "it is for the next round"


def test_who_leads_has_the_most_power_points_of_those_still_there() -> None:
    opened = table(SetGoods("ben", "points", 7), SetGoods("cat", "points", 1))
    assert RULES.words.lead(game(opened)) == "{ben} leads with 7 power points; {cat} has 1, {ann} has 0, {dan} has 0."
    opened.act(MASTER, Drop("ben"))
    assert RULES.words.lead(game(opened)).startswith("{cat} leads with 1 power point; ")


def test_a_panel_says_of_who_has_left_nothing_but_that() -> None:
    opened = table()
    opened.act(MASTER, Drop("ben"))
    assert panel(opened, "ben") == "has left the game"


def test_a_panel_says_nothing_of_what_lies_behind_a_screen() -> None:
    opened = table(SetGoods("ben", "gold", 5), SetGoods("ben", "seals", 3))
    assert "gold" not in panel(opened, "ben") and "seal" not in panel(opened, "ben")
    two = table(SetGoods("ben", "gold", 5), seats=("ann", "ben"))
    assert "5 gold" in panel(two, "ben") and "Ally, not placed: a strength-2 knight" in panel(two, "ben")


def test_a_panel_fits_into_what_discord_shows() -> None:
    """Five houses with everything on the board: each line of a seat, and the whole."""
    seats = ("ann", "ben", "cat", "dan", "eve")
    spots = ["county:A", "castle:K1", "castle:K2", "castle:K3", "tower", "court", "conflict:C06/1"]
    edits = [OpenConflict("C06", "lower", 1)]
    knights = ["blue_4", "blue_1a", "blue_1b", "blue_1c", "blue_2a", "blue_2b", "blue_3"]
    placed = [Stand(knight, spot) for knight, spot in zip(knights, spots, strict=True)]
    opened = table(*edits, *placed, seats=seats)
    lines = [line for _, line in RULES.words.scores(game(opened))]
    assert all(len(line) <= 1024 for line in lines)
    assert len(RULES.words.headline(game(opened))) + sum(map(len, lines)) <= 5000


# ---------------------------------------------------------------------- odds


def test_odds_tell_what_it_takes_to_expel_and_to_the_viewer_with_what() -> None:
    opened = table(Stand("green_2b", "county:C", squires=1), Stand("blue_3", "court"))
    assert odds(opened)["Stafford"] == "**Stafford**: {ben} with 3; it takes 4 to expel him."
    mine = odds(opened, "ann")["Stafford"]
    assert mine.endswith("You can: a strength-2 knight with 2 squires, a strength-3 knight with 1 squire.")
    assert odds(opened, "ben")["Stafford"] == odds(opened)["Stafford"]
    poor = table(Stand("green_4", "county:C"))
    assert odds(poor, "ann")["Stafford"].endswith("You cannot.")


def test_odds_tell_of_shields_and_of_the_tudor_knight() -> None:
    opened = table(
        SetRound(2),
        Stand("green_3", "county:C"),
        Grant("green", "shield", 1, "county:C"),
        Stand("yellow_2b", "county:B"),
        Grant("blue", "tudor_knight", 1),
        SetGoods("ann", "squires", 0),
    )
    assert odds(opened, "ann")["Stafford"].endswith("behind a shield; nobody can expel him.")
    assert "a strength-1 knight with the Tudor knight" in odds(opened, "ann")["Chester"]


def test_odds_tell_what_england_needs_and_who_gains_what() -> None:
    opened = table(
        OpenConflict("C03", "upper", 0), Stand("blue_1a", "conflict:C03/1"), Stand("red_3", "conflict:C03/2")
    )
    told = odds(opened)["Harfleur"]
    assert told == (
        "**Harfleur**: strength of England 4, of France 5; England still needs 1 more to win. "
        "In the lead: {dan} with 3, for 6 power points; {ann} with 1, for 4 power points."
    )


def test_odds_tell_what_expels_a_lord() -> None:
    opened = table()
    opened.act("ann", Court("chancellor", knights=["blue_2a"]))
    assert odds(opened)["Lord High Chancellor"].endswith(
        "{ann} with 3; it takes 4 and a tribute of 1 voting marker to expel that lord."
    )
    assert odds(opened, "ben")["Lord High Chancellor"].endswith("You have 4 at most.")


def test_odds_tell_who_cannot_pay_the_tribute() -> None:
    opened = table(SetGoods("ben", "squires", 0))
    opened.act("ann", Court("constable"))
    told = odds(opened, "ben")["Lord High Constable"]
    assert told.endswith("it takes 2 and a tribute of 1 squire to expel that lord. You cannot pay that.")
    assert odds(opened, "cat")["Lord High Constable"].endswith("You have 4 at most.")


@pytest.mark.parametrize(
    ("own", "says"),
    [
        (
            2,
            "You have 3: if all others use all their markers against you, "
            "to pass a law alone you need 9, to stop it alone 10",
        ),
        (8, "You have 9: if all others use all their markers against you, you pass a law alone, to stop it alone 10"),
        (9, "You have 10: if all others use all their markers against you, you pass a law alone, stop it alone"),
    ],
)
def test_odds_tell_what_passes_a_law(own: int, says: str) -> None:
    opened = table(SetGoods("ann", "voting_markers", own), SetLaws(proposed=["B04"]))
    told = RULES.words.reports["odds"](game(opened), "ann")
    assert "At most: {ann} " in told and "{ben} 3, {cat} 3, {dan} 3." in told
    assert says in told and "if they use no markers, 3 and 4 are enough" in told


def test_hidden_markers_stay_hidden() -> None:
    opened = table(SetGoods("ben", "voting_markers", 7), SetLaws(proposed=["B04"]), hide_voting_markers=True)
    told = RULES.words.reports["odds"](game(opened), "ann")
    assert "You have up to 3 votes" in told and "8" not in told
    said = RULES.words.reports["votes"](game(opened), "ann").splitlines()
    assert "{ann}: a vote and 2 voting markers; nobles bring 0 more a round" in said
    assert "{ben}: a vote and hidden markers; nobles bring 0 more a round" in said


def test_votes_tell_what_waits() -> None:
    opened = table(SetLaws(proposed=["B04", "B05"]))
    told = RULES.words.reports["votes"](game(opened), "").splitlines()
    assert told[:2] == [
        "To be voted on:",
        "- Votes for Sale: In turn order: buy any number of voting markers at 1 gold each.",
    ]
    assert told[2].startswith("- Royal Levy: ") and ": a vote and 2 voting markers" in told[3]


def test_a_law_for_which_nobody_can_or_wants_to_pay_says_so() -> None:
    lancaster = game(table(*(SetGoods(seat, "squires", 0) for seat in SEATS)))
    laws.apply(lancaster, "B05", {})
    assert lancaster.events[-1].text == "The law Royal Levy: nobody can pay for it."
    laws.apply(lancaster, "B04", {})
    lancaster.flow()
    told = "The law Votes for Sale: in turn order, each player may pay 1 gold for 1 voting marker, any number of times."
    assert lancaster.events[-1].text == told
    assert lancaster.top
    lancaster.top.act(lancaster, "ann", Pass())
    nothing = lancaster.events[-1]
    assert (
        nothing.text == "{ann} pays nothing for Votes for Sale." and nothing.kind not in RULES.story.hidden_from_story
    )


def test_the_laws_in_force_are_told_at_the_start() -> None:
    lancaster = RULES.new("k7f2", list(SEATS), RULES.options("henry", {}), Dice(bytes(32), "k7f2"))
    (told,) = (event.text for event in lancaster.events if event.kind == "in_force")
    lines = [f"- {names.law(lancaster, law)}: {names.law_text(lancaster, law)}" for law in lancaster.state.laws.current]
    assert told.splitlines() == [
        "Three laws are in force. After each round's votes, the three laws then in force take effect.",
        *lines,
    ]


def test_parliament_is_told_what_a_law_does_before_it_votes() -> None:
    opened = table(SetLaws(proposed=["B04", "B05"]), Goto("parliament"))
    told: list[str] = []
    while opened.requests() and opened.requests()[0].decision == "D09":
        seat = opened.requests()[0].seat
        told += [
            event.text for event in opened.act(seat, opened.default(seat)).events if event.kind.startswith("vote_")
        ]
    closed, opens, closes = told[:3]
    assert closed.startswith("Votes for Sale is rejected, 0 yes to ")
    assert closes.startswith("Royal Levy is ")
    assert opens.startswith("Parliament votes on Royal Levy: In turn order: give 1 squire and 1 gold")
