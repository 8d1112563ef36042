"""What a player's panel lists: tokens to place, ballots, and answers, with what comes of each."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import pytest

from engine.core.actions import Action, Pass, Prospect
from engine.core.editing.edits import Drop
from engine.core.likely import likely
from engine.core.table import Table
from engine.core.trials import scenario
from engine.games import rules_of
from engine.lancaster import courtier
from engine.lancaster.advice import advice
from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour, KnightId, PrivilegeKind
from engine.lancaster.common.nobles import LEAVES_THE_GAME, Inviting
from engine.lancaster.common.upgrading import Upgrading
from engine.lancaster.edits import (
    Goto,
    Grant,
    OpenConflict,
    SetGoods,
    SetLaws,
    SetLord,
    SetNobles,
    SetRound,
    SetTiles,
    SetTrack,
    SetTreasury,
    Stand,
)
from engine.lancaster.parliament.choices import Buying
from engine.lancaster.parliament.laws import compared, for_player
from engine.lancaster.parliament.voting import Vote, Voting
from engine.lancaster.placing.favours import Favour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.prospects import Settled, _answers, _comes_of, prospects
from engine.lancaster.rewards.castles import Castles, Muster
from engine.lancaster.rewards.counties import Reap
from engine.lancaster.rules import RULES
from tests.chronicles.scenes import FILES
from tests.lancaster.tables import SEATS, defaults, game, table


def listed(opened: Table, seat: str = "ann") -> list[Prospect]:
    return list(prospects(game(opened), seat))


def told(found: list[Prospect], words: str) -> str:
    one = next(one for one in found if one.words.startswith(words))
    return one.outcome if isinstance(one.outcome, str) else one.outcome()


def asked_for(decision: str, *, skip: int = 0) -> tuple[Table, str]:
    """A game at a question of a kind that is not the first of its kind, and whom it asks."""
    opened = Table.new(RULES, "k7f2", list(SEATS), RULES.options("henry", {}), bytes(32))
    while True:
        request = next((one for one in opened.requests() if one.decision == decision), None)
        if request and skip == 0:
            return opened, request.seat
        skip -= bool(request)
        one = opened.requests()[0]
        opened.act(one.seat, one.default())


def test_knights_and_lords_are_listed_together_with_what_it_takes_to_expel_them() -> None:
    found = listed(table())
    assert {type(one.action) for one in found} == {Place, Court}
    office = told(found, "Your lord alone applies for Lord High Constable (total 1, pays 1 squire)")
    assert office == (
        "1 seal (1 final point), next round the archer (strength 2, scores in France); 2 or more expels him"
    )
    assert all(one.likely for one in found)


def test_all_but_the_two_best_placements_stand_by_kind() -> None:
    """So a menu of them can be read: counties, conflicts, the castle, the tower, and then the lord."""
    placed = [one.action for one in listed(table()) if isinstance(one.action, Place | Court)]
    kinds = ["lord" if isinstance(one, Court) else spots.kind(one.to) for one in placed]
    assert list(dict.fromkeys(kinds[2:])) == [kind for kind, _ in groupby(kinds[2:])]
    assert kinds[-1] == "lord" and kinds[2] == "county"


def test_squires_that_go_along_are_told_with_what_fewer_of_them_would_do() -> None:
    opened, seat = asked_for("D03")
    spent = [one for one in listed(opened, seat) if one.words.endswith(" with 2 squires")]
    assert spent and all("; total 4; 5 or more expels him, 3 without squires" in str(one.outcome) for one in spent)
    assert all(str(one.outcome).endswith("; for fewer squires press it, then “Choose again”") for one in spent)
    assert not any("too few squires" in str(one.outcome) for one in spent)


@pytest.mark.rule("LAN-BASE-82")
def test_squires_that_the_castle_needs_are_told() -> None:
    """Ben in Norfolk with a total of 3 can only be expelled with both squires, of which the Muster Yard needs 2."""
    opened = table(Stand("green_3", "county:E"), SetTiles("ann", ["X6"]))
    norfolk = told(listed(opened), "Your strength-2 knight to Norfolk with 2 squires")
    assert norfolk.endswith("; total 4; 5 or more expels him; too few squires are left for your Muster Yard")


def test_whoever_applies_after_all_other_lords_is_told_that_nobody_can_expel_him() -> None:
    placed = (SetLord(house, spots.TREASURY) for house in ("green", "yellow", "red"))
    opened = table(*placed)
    applied = [
        str(one.outcome) for one in listed(opened) if isinstance(one.action, Court) and one.action.to != spots.TREASURY
    ]
    assert applied and all(said.endswith("; nobody left can expel him") for said in applied)


def test_a_lord_who_expels_another_says_whom() -> None:
    opened = table()
    opened.act("ann", Court("constable"))
    while opened.requests()[0].seat != "ben":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    found = [one for one in listed(opened, "ben") if isinstance(one.action, Court) and one.action.to == "constable"]
    assert found and "expels {ann}'s lord (total 1); " in str(found[0].outcome)


def test_whoever_supports_a_lord_is_named_within_a_menu_with_his_total() -> None:
    opened = table(SetRound(2), Grant("blue", "tudor_knight", 1), SetGoods("ann", "bishops", 1))
    words = "Your lord for Chancellor (total 5, pays 1 voting marker) with knight 1, 1 bishop and Tudor knight"
    assert words in [one.words for one in listed(opened)] and len(words) < 100


def test_an_archer_who_comes_along_is_told_with_the_points_that_he_makes_himself() -> None:
    home = Stand("blue_1a", "reserve"), Stand("blue_2a", "reserve"), Stand("blue_3", "court")
    opened = table(SetRound(2), OpenConflict("C02", "lower", 0), *home, Grant("blue", "archer", 1))
    action = Place("blue_3", "conflict:C02", ["archer"])
    assert "; with him England wins (5 of 4): so far 8 points, 3 of them the archer's" in _comes_of(
        game(opened), action, 3
    )


def test_the_only_favour_that_is_left_is_named() -> None:
    opened = table(OpenConflict("C03", "lower", 0))
    game(opened).state.favours = ["F4"]
    assert _comes_of(game(opened), Place("blue_2a", "conflict:C03"), 2).startswith("a favour now: 1 squire; ")


def test_answers_to_a_question_are_all_listed_that_of_a_courtier_first() -> None:
    opened, seat = asked_for("D01")
    offers = opened.request(seat).offers  # type: ignore[union-attr]
    found = listed(opened, seat)
    assert len(found) == len(offers[0].fields[0].choices({})) and [one.likely for one in found].count(True) == 1
    assert found[0].likely and all(one.words != offers[0].label for one in found)


def paying() -> list[Prospect]:
    """What is listed where a castle space asks for squires, for a knight."""
    opened = table()
    lancaster = game(opened)
    lancaster.player("ann").squires = 4
    space = next(one.id for one in lancaster.catalog.castle.values() if one.action == "recruit")
    lancaster.push(Castles(uses={"ann": [space]}))
    return listed(opened)


def test_only_what_is_likely_wanted_is_green(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a courtier pays, that is likely; where he does not, paying nothing is, and stands first."""
    assert [(type(one.action), one.likely) for one in paying()] == [(Muster, True)]
    monkeypatch.setattr(courtier, "DEEDS", {Muster: lambda asked: None})
    assert [(type(one.action), one.likely) for one in paying()] == [(Pass, True), (Muster, False)]


def test_both_sides_of_a_ballot_are_listed() -> None:
    opened, seat = asked_for("D09")
    found = [one.action for one in listed(opened, seat)]
    law = game(opened).state.laws.proposed[0]
    assert {(action.law, action.side) for action in found if isinstance(action, Vote)} == {(law, "yes"), (law, "no")}
    assert not any(one.likely for one in listed(opened, seat)), "a ballot is not proposed"


@pytest.mark.parametrize("side", ["yes", "no"])
def test_a_vote_looks_the_same_to_everybody(side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Yes stands above no, and neither is proposed, whatever a courtier would do."""
    opened, seat = asked_for("D09")
    law = game(opened).state.laws.proposed[0]
    monkeypatch.setattr(courtier, "DEEDS", {Vote: lambda asked: Vote(law, side, "2")})
    sides = [f"{side}{marked}" for marked in (": 1 vote", " +1", " +2") for side in ("Yes", "No")]
    assert [(one.short, one.likely) for one in likely(opened, seat)] == [(side, False) for side in sides]
    assert all(one.plain for one in likely(opened, seat)), "each is a press of its own"


def test_a_ballot_counts_once_without_markers_and_the_question_says_what_stops_the_law() -> None:
    opened, seat = asked_for("D09")
    assert [one.words for one in listed(opened, seat)][:2] == ["Yes: 1 vote", "No: 1 vote"]
    assert "Yes +2: 3 votes" in [one.words for one in listed(opened, seat)]
    (request,) = [one for one in opened.requests() if one.seat == seat]
    assert "A tie means yes" in request.prompt


def test_each_favour_says_what_it_does_and_none_that_it_does_nothing() -> None:
    opened = table()
    game(opened).push(Favour(Colour("blue")))
    found = {one.short: one.outcome for one in listed(opened)}
    assert found["3 gold"] == "yours at once"
    assert found["A noble"] == "1 voting marker every round, and points at the end"
    assert str(found["Upgrade or bishop"]).startswith("then you choose; a bishop adds 1 to your lord")
    assert not any("get nothing" in str(told) for told in found.values())


def test_nothing_is_left_to_chance() -> None:
    assert Settled().random() == 0.0
    opened, seat = asked_for("D03")
    assert listed(opened, seat) == listed(opened, seat)


def test_an_answer_that_is_a_list_is_listed_once() -> None:
    several = Place("k1", "county:york", bring=["shield"])
    assert list(_answers(several, [Place("k1", "county:york"), several])) == [several, Place("k1", "county:york")]


def test_a_conflict_says_what_its_knight_gains_and_what_a_defeat_costs() -> None:
    opened = table(OpenConflict("C03", "lower", 0), Stand("green_2a", "conflict:C03/1"), Stand("blue_1a", "court"))
    expected = "with him England lacks 1; if lost, pay 2 gold or lose him; if won, so far 4 points"
    assert (
        told(listed(opened), "Your strength-2 knight to Harfleur")
        == f"a favour now; {expected}; others have 5 knights to come"
    )


def test_who_is_first_at_a_battle_that_others_must_win_is_told_what_ends_that() -> None:
    opened = table(OpenConflict("C03", "upper", 0), Stand("blue_1a", "court"), Stand("blue_2a", "county:E"))
    harfleur = told(listed(opened), "Your strength-1 knight to Harfleur")
    assert "; with him England lacks 4; if won, 6 points while nobody has more than 1; " in harfleur


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (("blue_2a",), "; if won, so far 6 points, as without him; "),
        (("green_1a", "blue_1b"), "; if won, so far 6 points with him, 4 without; "),
        (("green_2a", "blue_2a"), "; with him England wins (5 of 5): so far 6 points"),
        (("blue_4",), "; with him England wins (5 of 5): so far 6 points"),
        (("green_4", "blue_1b"), "; England wins already (5 of 5): so far 4 points, as without him"),
        (("green_3", "red_3"), "; England wins already (6 of 5): so far 2 points"),
    ],
)
def test_a_conflict_says_what_a_knight_decides_there_and_what_he_adds(before: Sequence[str], said: str) -> None:
    """Where England wins only with him, all points of his house are told; else what it has without him, too."""
    there = (Stand(knight, f"conflict:C03/{place}") for place, knight in enumerate(before, 1))
    home = Stand("blue_2a", "reserve"), Stand("blue_1a", "court")
    opened = table(OpenConflict("C03", "lower", 0), *home, *there)
    assert said in told(listed(opened), "Your strength-1 knight to Harfleur")


def test_points_at_a_conflict_are_told_with_the_knights_of_others_who_can_still_come() -> None:
    opened = table(OpenConflict("C03", "lower", 0), Stand("blue_1a", "court"))
    others = [one for one, knight in game(opened).state.knights.items() if knight.house != "blue"]
    waiting = [one for one in others if game(opened).knight(one).at == spots.COURT]
    said = f"; others have {len(waiting)} knights to come"
    assert told(listed(opened), "Your strength-1 knight to Harfleur").endswith(said)
    for one in waiting[1:]:
        game(opened).knight(one).at = spots.RESERVE
    knight = game(opened).knight(waiting[0])
    said = f"; {{{game(opened).seat_of(knight.house)}}} has a strength-{knight.strength} knight to come"
    assert told(listed(opened), "Your strength-1 knight to Harfleur").endswith(said)


def test_where_nobody_else_has_a_knight_left_nobody_is_said_to_send_one_back() -> None:
    opened = table()
    york = "Your strength-2 knight to York"
    assert "or more expels him" in told(listed(opened), york)
    for knight in game(opened).state.knights.values():
        if knight.house != "blue" and knight.at == spots.COURT:
            knight.at = spots.RESERVE
    assert "nobody has a knight left to expel him" in told(listed(opened), york)


def test_a_law_that_counts_what_all_can_count_says_how_much_the_others_have() -> None:
    opened = table()
    for seat, number in (("ann", 1), ("ben", 2), ("cat", 1)):
        game(opened).player(seat).dishonor = number
    assert (
        compared(game(opened), "ann", "KL3")
        == "You have 1 dishonor marker; the others have 3 dishonor markers together."
    )
    duel = table(SetGoods("ben", "dishonor", 2), seats=("ann", "ben"))
    assert compared(game(duel), "ann", "KL3") == "You have 0 dishonor markers; {ben} has 2 dishonor markers."


@pytest.mark.parametrize(
    "hides",
    [
        pytest.param(Drop("ben"), id="somebody has left with markers behind the screen"),
        pytest.param(SetGoods("ben", "dishonor", 30), id="the box is empty, and markers are still given"),
    ],
)
def test_what_the_board_does_not_show_of_the_others_is_not_told(hides: Action) -> None:
    dealt = SetTrack([4] * 6), SetGoods("ben", "dishonor", 2), SetGoods("cat", "dishonor", 1)
    assert "the others have 3 " in compared(game(table(*dealt)), "ann", "KL3")
    assert compared(game(table(*dealt, hides)), "ann", "KL3") == "You have 0 dishonor markers."


def test_a_noble_whom_one_has_is_not_offered_again() -> None:
    """A player may have one noble of each county."""
    opened = table()
    assert ", or its noble; " in told(listed(opened), "Your strength-2 knight to York")
    game(opened).player("ann").nobles.append("A")
    assert "noble" not in told(listed(opened), "Your strength-2 knight to York")


def test_an_ally_gets_no_goods_of_a_county_and_its_noble_leaves_the_game() -> None:
    opened = table(seats=("ann", "ben"), variant="base")
    for knight in ("blue_1a", "blue_2a"):
        game(opened).knight(KnightId(knight)).at = spots.RESERVE
    chester = told(listed(opened), "Your ally's strength-2 knight to Chester")
    assert chester.startswith("no reward for an ally, or its noble leaves the game; ")
    york = told(listed(opened), "Your ally's strength-2 knight to York")
    assert york.startswith("recruit a strength-1 knight, or its noble leaves the game; ")


def test_a_player_is_warned_of_dishonor_before_the_battle_is_lost() -> None:
    opened = table(
        OpenConflict("C03", "upper", 0), OpenConflict("C05", "upper", 1), Stand("green_2a", "conflict:C03/1")
    )
    warned = "You have no knight at Harfleur (2 of 5) or Caen (0 of 6): each 1 dishonor marker if lost."
    assert warned in advice(game(opened), "ann"), "each of the two knights is needed there"
    game(opened).knight(KnightId("blue_3")).at = spots.COURT
    assert warned in advice(game(opened), "ann"), "there is time yet, but he should know"
    game(opened).knight(KnightId("blue_3")).at = spots.conflict("C03", 1)
    assert "You have no knight at Caen (0 of 6): 1 dishonor marker if lost." in advice(game(opened), "ann")
    for knight in ("blue_1a", "blue_2a"):
        game(opened).knight(KnightId(knight)).at = spots.county("E")
    assert "dishonor" not in advice(game(opened), "ann"), "only his lord is left"


def test_a_player_is_told_whom_to_place_and_in_the_first_round_when_counties_pay() -> None:
    opened = table()
    have = "You have 2 gold, 2 squires and 2 voting markers. To place: knights of strength 1 and 2, lord."
    assert advice(game(opened), "ann").startswith(have)
    assert "Counties pay after the votes: reward or noble, or both for 3 gold." in advice(game(opened), "ann")
    game(opened).state.turn.round = 2
    assert "Counties pay" not in advice(game(opened), "ann")


def test_a_player_is_told_where_a_privilege_is_asked_for_where_one_of_several_knights_is_chosen() -> None:
    """Where there is one knight the question stands on the panel itself, and no button asks for a knight."""
    held = SetRound(2), Grant("blue", "tudor_knight", 1)
    several = (
        "A line brings along the Tudor knight (strength +2) only if it says so; elsewhere press *Place a knight*, here "
        "or behind *Other actions*."
    )
    assert several in advice(game(table(*held)), "ann")
    alone = "A knight of yours may bring along the Tudor knight (strength +2)."
    assert alone in advice(game(table(*held, Stand("blue_2a", "reserve"))), "ann")


@pytest.mark.parametrize(("kind", "said"), [("shield", "nobody can expel him"), ("tudor_knight", ""), ("archer", "")])
def test_every_privilege_comes_along_in_a_line(kind: PrivilegeKind, said: str) -> None:
    """Once, where it is best; the others are asked for it in the form."""
    opened = table(SetRound(2), Grant("blue", kind, 1))
    along = [one for one in listed(opened) if isinstance(one.action, Place) and one.action.bring == [kind]]
    assert len(along) == 1 and said in str(along[0].outcome)


@pytest.mark.rule("LAN2-2P-06")
def test_an_ally_s_lord_takes_nothing_for_his_player_out_of_the_treasury() -> None:
    opened = table(SetTreasury("gold", 2), SetLord("blue", "office:chancellor"), seats=("ann", "ben"))
    lord = next(one for one in listed(opened) if one.words == "Your ally's lord goes to the treasury")
    assert lord.outcome == "at once he may remove, for nobody, 2 gold"


def test_whoever_may_move_a_knight_out_of_dorset_is_told_what_that_spares() -> None:
    opened = table(OpenConflict("C03", "upper", 0), Stand("blue_1a", "county:H"), Goto("counties"))
    absent = "You have no knight at Caen (0 of 6) or Harfleur (0 of 5): each 1 dishonor marker if lost."
    assert advice(game(opened), "ann").endswith(absent)
    opened.act("ann", Reap("reward"))
    assert advice(game(opened), "ann") == absent
    sent = "a favour now; with him England lacks 4; if won, so far 6 points; if lost, he fights on next round"
    assert told(listed(opened), "Harfleur") == sent
    present = table(
        *(OpenConflict("C03", "upper", 0), Stand("blue_2a", "conflict:C03/1"), Stand("blue_1a", "county:H")),
        Goto("counties"),
    )
    assert "Harfleur" not in advice(game(present), "ann")


def test_a_knight_out_of_dorset_takes_his_tudor_knight_along_and_a_favour_only_where_the_table_plays_so() -> None:
    along = Stand("blue_1a", "county:H"), Grant("blue", "tudor_knight", 1, "county:H")
    wars = SetRound(2), OpenConflict("C03", "upper", 0)
    opened = table(*wars, *along, Goto("counties"), favour_on_dorset_move=False)
    opened.act("ann", Reap("reward"))
    harfleur = told(listed(opened), "Harfleur")
    assert harfleur.startswith("with him England lacks 2; ") and "a favour now" not in harfleur


def test_an_ally_s_knight_is_gone_after_a_second_defeat() -> None:
    opened = table(OpenConflict("C03", "lower", 0), seats=("ann", "ben"), variant="base")
    for knight in ("blue_1a", "blue_2a"):
        game(opened).knight(KnightId(knight)).at = spots.RESERVE
    assert "; if lost, he is gone; if won, so far no points" in told(
        listed(opened), "Your ally's strength-2 knight to Harfleur"
    )


@pytest.mark.parametrize("hides", [False, True])
def test_a_vote_says_how_many_markers_the_others_have_unless_they_hide_them(hides: bool) -> None:
    opened = table(SetGoods("ben", "voting_markers", 3), Goto("parliament"), hide_voting_markers=hides)
    assert ("{ben} 3" in advice(game(opened), "ann")) is not hides
    assert ("Others: " in advice(game(opened), "ann")) is not hides


def test_a_march_that_spares_dishonor_is_proposed_once_nobles_bring_little() -> None:
    present = Stand("blue_2a", "conflict:C03/1"), Stand("blue_2b", "conflict:C05/1")
    for there, proposed in (((), "The reward"), (present, "The noble")):
        wars = OpenConflict("C03", "upper", 0), OpenConflict("C05", "upper", 1)
        opened = table(SetRound(4), *wars, *there, Stand("blue_1a", "county:H"), Goto("counties"))
        game(opened).state.favours = []
        assert [one.short for one in listed(opened) if one.likely] == [proposed]


def test_an_upgrade_says_that_a_bishop_may_be_taken_as_long_as_he_may() -> None:
    opened = table()
    game(opened).push(Favour(Colour("blue")))
    assert "Upgrade a knight or take a bishop" in str([one.words for one in listed(opened)])
    game(opened).player("ann").bishops = 3
    assert "bishop" not in str([one.words for one in listed(opened)])


def test_an_upgrade_says_what_it_does_where_the_knight_stands() -> None:
    opened = table(OpenConflict("C03", "lower", 0), Stand("blue_2a", "conflict:C03/1"), Stand("blue_1a", "county:E"))
    game(opened).push(Upgrading(Colour("blue")))
    assert (
        told(listed(opened), "A strength-2 knight to 3")
        == "England then lacks 2; if lost, pay 3 gold or lose him; others have 6 knights to come"
    )
    assert told(listed(opened), "A strength-1 knight to 2") == "a total of 2 there"


@pytest.mark.rule("LAN2-COURT-54")
@pytest.mark.parametrize(
    ("left", "own", "why"), [(0, 1, "no bishops are left"), (2, 3, "you have 3 bishops, the most"), (2, 1, "")]
)
def test_an_upgrade_without_a_bishop_says_why(left: int, own: int, why: str) -> None:
    opened = table(SetGoods("ann", "bishops", own))
    game(opened).state.bishops_left = left
    game(opened).push(Favour(Colour("blue")))
    found = next(str(one.outcome) for one in listed(opened) if one.words.startswith("Upgrade a knight"))
    assert found.endswith(f"; {why}" if why else "1 point to each seal at the end")


@pytest.mark.rule("LAN-BASE-56")
def test_an_upgrade_is_told_with_what_the_strongest_knighthood_scores() -> None:
    opened = table()
    game(opened).push(Upgrading(Colour("blue")))
    assert advice(game(opened), "ann").endswith("brings 8 points, the second most 4.")


@pytest.mark.rule("LAN-BASE-43")
@pytest.mark.parametrize(
    ("before", "said"),
    [
        (("green_1a", "blue_2a"), "England then lacks 1; if lost, pay 3 gold or lose him; others"),
        (("green_2a", "blue_2a"), "England then wins (5 of 5, a tie is enough); so far 6 points instead of 4; others"),
        (("blue_2a", "green_2a"), "England then wins (5 of 5, a tie is enough); so far 6 points; others"),
        (("green_4", "blue_2a"), "England wins already (6 of 5); so far 4 points, as now; others"),
    ],
)
def test_an_upgrade_at_a_conflict_says_whether_england_wins_and_what_it_scores(
    before: Sequence[str], said: str
) -> None:
    there = [Stand(knight, f"conflict:C03/{place}") for place, knight in enumerate(before, 1)]
    opened = table(OpenConflict("C03", "lower", 0), *there)
    game(opened).push(Upgrading(Colour("blue")))
    assert told(listed(opened), "A strength-2 knight to 3").startswith(said)


GIVES_UP = {"D04": True, "D06": True, "D07": True, "D08": True, "D11": True, "D13": True, "D16": True} | {
    "D10": False,
    "D15": False,
    "D17": False,
}
"""Whether somebody who passes at a kind of decision loses something that would cost nothing, or a knight."""


def test_whoever_would_throw_something_away_is_asked_once_more() -> None:
    seen: dict[str, bool] = {}
    for name in (name for name in FILES if name.startswith("lancaster")):
        read = scenario.load(FILES[name])
        scenario.run(rules_of(read.game), read, lambda opened, said, done: seen.update(_passing(opened)))
    assert seen == GIVES_UP


def _passing(opened: Table) -> Iterator[tuple[str, bool]]:
    """The kinds of decisions at which a player for themselves may pass now, with whether that is asked once more."""
    for request in opened.requests():
        for offer in request.offers:
            if offer.action is Pass and "ally" not in request.prompt and request.prompt != LEAVES_THE_GAME:
                yield request.decision, offer.forgoes


def test_the_tower_says_what_it_takes_off() -> None:
    opened = table(SetGoods("ann", "dishonor", 1))
    assert told(listed(opened), "Your strength-1 knight to the tower") == "takes 1 dishonor marker off you"
    assert not any(one.short == "the tower" for one in listed(table())), "there is nothing to take off"


@pytest.mark.rule("LAN-BASE-34")
def test_a_vote_says_when_markers_that_are_kept_are_lost() -> None:
    opened, seat = asked_for("D09")
    said = "Yours: 2 markers for this vote, Spoils of War and Retinues, then lost."
    assert said in advice(game(opened), seat)
    lancaster = game(opened)
    lancaster.state.laws.proposed = [*voting_on(lancaster)]
    lancaster.player(seat).voting_markers = 1
    said = "Yours: 1 marker for this vote, then lost."
    assert said in advice(lancaster, seat)


def voting_on(lancaster: Lancaster) -> list[str]:
    assert isinstance(lancaster.top, Voting)
    return lancaster.top.laws


@pytest.mark.rule("LAN-BASE-34")
def test_a_law_that_sells_voting_markers_says_that_they_are_kept() -> None:
    opened = table(SetGoods("ann", "gold", 5))
    game(opened).push(Buying("B04", ["ann"]))
    (request,) = Buying("B04", ["ann"]).requests(game(opened))
    assert request.prompt.endswith("Markers bought now are kept for the next round's votes.")
    assert advice(game(opened), "ann") == "You have 5 gold."
    assert "5 gold" not in request.prompt, "it is behind the screen"


def test_a_county_says_what_its_noble_is_worth_and_what_both_cost() -> None:
    opened = table(SetNobles("ann", ["B"]), SetGoods("ann", "gold", 1), Stand("blue_3", "county:C"), Goto("counties"))
    (request,) = opened.requests()
    assert (
        request.prompt == "Stafford is yours: take the noble of Stafford, the reward (3 squires), or both for 3 gold."
    )
    assert advice(game(opened), "ann") == (
        "A noble brings 1 voting marker every round. Points at the end for 1, 2, 3 nobles: 1, 3, 6. You have 1. "
        "Taking both would cost 3 gold; you have 1, and pay before you receive anything."
    )


def test_the_noble_at_the_deadline_is_the_proposed_one() -> None:
    opened = table()
    game(opened).push(Inviting(Colour("blue")))
    (request,) = Inviting(Colour("blue")).requests(game(opened))
    assert listed(opened)[0].action == request.default()


@pytest.mark.parametrize(
    ("law", "said"),
    [
        ("B03", "For you alone now: 3 power points."),
        ("B06", "For everybody now: nothing."),
        ("B07", "For you alone now: 2 squires."),
        ("B09", "For you now: nothing. For {ben}, {cat} and {dan}: an upgrade or a bishop each."),
        ("B04", "You could pay once now. The markers come after the votes, for the next round's."),
        ("B05", "You could pay once now."),
        ("N06", "For you now: an extension tile. For {ben}, {cat} and {dan}: an extension tile each."),
        ("B01", ""),
    ],
)
def test_a_law_says_what_it_brings_a_player_and_the_others(law: str, said: str) -> None:
    """Two counties and one conflict, with two knights of 2 and one of 1; of the fewest tiles everybody has as few."""
    stands = Stand("blue_2a", "county:B"), Stand("blue_2b", "county:E"), Stand("blue_1a", "conflict:C03/1")
    opened = table(OpenConflict("C03", "lower", 0), *stands, SetGoods("ann", "gold", 1), SetGoods("ann", "squires", 4))
    assert for_player(game(opened), "ann", law) == said


SPOILS = {
    "ann": (
        "For you now: nothing; after Spoils of War, applied first (an extension tile): 5 power points. "
        "For {ben}, after Spoils of War: 5 power points."
    ),
    "cat": "For you now: nothing. For {ann} and {ben}, after Spoils of War: 5 power points each.",
}


@pytest.mark.rule("LAN-BASE-33")
@pytest.mark.parametrize("seat", SPOILS)
def test_a_law_is_told_with_what_a_law_before_it_brings(seat: str) -> None:
    """Ann and Ben have two tiles and two conflicts each; Spoils of War stays in force, however the third vote ends."""
    wars = OpenConflict("C03", "upper", 0), OpenConflict("C05", "upper", 1)
    there = [Stand(f"{house}_{who}", f"conflict:{at}") for house, place in (("blue", 1), ("green", 2))
             for who, at in (("1a", f"C03/{place}"), ("2a", f"C05/{place}"))]  # fmt: skip
    built = [SetTiles(one, ["X1", "X2"]) for one in ("ann", "ben")]
    laws = SetLaws(["B01", "B02", "B06"], ["B11", "B09"])
    assert for_player(game(table(*wars, *there, *built, laws)), seat, "B11") == SPOILS[seat]
    may_go = SetLaws(["B01", "B06", "B02"], ["B11", "B09"])
    assert "Spoils" not in for_player(game(table(*wars, *there, *built, may_go)), seat, "B11")


@pytest.mark.rule("LAN-BASE-33")
def test_a_law_to_pay_for_counts_what_a_law_before_it_brings() -> None:
    wars = OpenConflict("C03", "upper", 0), OpenConflict("C05", "upper", 1)
    there = Stand("blue_1a", "conflict:C03/1"), Stand("blue_2a", "conflict:C05/1")
    opened = table(*wars, *there, SetGoods("ann", "gold", 0), SetLaws(["B01", "B02", "B08"], ["B16"]))
    said = "You cannot pay now; after War Chest, applied first (1 gold): once."
    assert for_player(game(opened), "ann", "B16") == said


@pytest.mark.rule("LAN-BASE-33")
def test_a_law_to_pay_for_counts_what_a_law_would_bring_first_that_may_still_go() -> None:
    """Three laws are voted on: only if all are approved does Retinues go, which gives 2 squires first."""
    there = Stand("blue_2a", "county:B"), Stand("blue_2b", "county:E")
    has = SetGoods("ann", "gold", 9), SetGoods("ann", "squires", 1)
    opened = table(*there, *has, SetLaws(["B01", "B03", "B07"], ["B05", "KL4", "B02"]))
    said = "You could pay once now; if Retinues stays in force, it gives you 2 squires first: 3 times."
    assert for_player(game(opened), "ann", "B05") == said


def test_a_law_about_what_is_behind_screens_tells_of_ones_own_goods_alone() -> None:
    """Whoever holds the most gold may upgrade: a rich neighbour changes nothing of what is said."""
    poor, rich = table(SetGoods("ann", "gold", 3)), table(SetGoods("ann", "gold", 3), SetGoods("ben", "gold", 9))
    for opened in (poor, rich):
        assert compared(game(opened), "ann", "B01") == "You have 3 gold. Instead of upgrading you may take a bishop."
        assert for_player(game(opened), "ann", "B01") == ""
    assert compared(game(poor), "ann", "B07") == "", "nothing is compared"


@pytest.mark.parametrize("held", [0, 99])
def test_what_one_could_pay_tells_nothing_of_what_others_hold(held: int) -> None:
    """2 squires and 1 gold for a seal, with limited supplies: whoever holds all of these leaves none to be had."""
    rival = (SetGoods("ben", good, held) for good in ("squires", "gold"))
    opened = table(SetGoods("ann", "seals", 2), *rival, supply_limits=True)
    assert for_player(game(opened), "ann", "KL4") == "You have 2 seals, each worth 1 power point at the end."


def test_a_lord_alone_stands_before_one_with_knights_and_an_empty_treasury_is_left_to_the_form() -> None:
    def offices(opened: Table) -> list[tuple[bool, str]]:
        return [(bool(one.action.knights), one.action.to) for one in listed(opened) if isinstance(one.action, Court)]

    empty = offices(table())
    assert [alone for alone, _ in empty] == sorted(alone for alone, _ in empty)
    assert (False, spots.TREASURY) not in empty and len({to for _, to in empty}) == 3
    assert (False, spots.TREASURY) in offices(table(SetTreasury("gold", 1)))


def test_a_player_is_told_whom_they_cannot_expel_and_how_many_knights_are_in_france() -> None:
    """The strength-1 knight with 2 squires could expel a total of 2; Ben's 4 he cannot, York asks for more than 1."""
    stands = Stand("green_2a", "county:E", 2), Stand("green_3", "county:A", 2), Stand("blue_2a", "conflict:C03/1")
    opened = table(OpenConflict("C03", "lower", 0), *stands, SetGoods("ann", "gold", 0))
    told = advice(game(opened), "ann")
    assert "You cannot expel {ben} (4) from Norfolk. You cannot pay for Chamberlain (1 gold)." in told
    assert "To place: a strength-1 knight, lord. In France: 1 knight." in told
    assert "A knight's squires and the lord's payment are spent, even if he is expelled." in told
    assert "You cannot" not in advice(game(table()), "ann")
    taken = table(SetLord("green", "office:constable"), Stand("green_3", "office:constable"))
    assert "You cannot expel {ben} (4) from Constable." in advice(game(taken), "ann")
    safe = table(Stand("green_1a", "county:E"), Grant("green", "shield", 1, "county:E"))
    assert "You cannot expel {ben} (shield) from Norfolk." in advice(game(safe), "ann")


@pytest.mark.rule("LAN-BASE-82")
def test_castles_are_told_to_be_used_each_by_its_owner() -> None:
    opened = table(Goto("parliament"), SetTiles("ann", ["X5"]), SetTiles("ben", ["X6"]))
    told = " ".join(defaults(opened, "castles"))
    assert "may use their own Tiltyard ({ann}) and Muster Yard ({ben})." in told


@pytest.mark.rule("LAN-BASE-46")
def test_what_follows_a_second_defeat_is_told_of_the_first_battle_only() -> None:
    opened = table(OpenConflict("C03", "upper", 0), OpenConflict("C05", "upper", 1), Goto("parliament"))
    told = " ".join(defaults(opened, "round_end"))
    assert told.count("is fought again next round") == 2 and told.count("If England loses again") == 1
    assert "is fought again next round, too; all knights stay there." in told
