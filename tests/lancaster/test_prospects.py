"""What a player's panel lists: tokens to place, ballots, and answers, with what comes of each."""

from itertools import groupby

import pytest

from engine.core.actions import Pass, Prospect
from engine.core.likely import likely
from engine.core.table import Table
from engine.lancaster import courtier
from engine.lancaster.board import spots
from engine.lancaster.board.state import Colour
from engine.lancaster.parliament import voting
from engine.lancaster.parliament.voting import Vote
from engine.lancaster.placing.favours import Favour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.prospects import Settled, _answers, prospects
from engine.lancaster.rewards.castles import Castles, Muster
from engine.lancaster.rules import RULES
from tests.lancaster.tables import SEATS, game, table


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
    office = told(found, "Your lord applies to be Lord High Constable")
    assert office == "brings 1 seal and the archer (for the next round); you pay 1 squire; a total of 2 expels yours"
    assert all(one.likely for one in found)


def test_all_but_the_two_best_placements_stand_by_kind() -> None:
    """So a menu of them can be read: counties, conflicts, the castle, the tower, and then the lord."""
    placed = [one.action for one in listed(table()) if isinstance(one.action, Place | Court)]
    kinds = ["lord" if isinstance(one, Court) else spots.kind(one.to) for one in placed]
    assert list(dict.fromkeys(kinds[2:])) == [kind for kind, _ in groupby(kinds[2:])]
    assert kinds[-1] == "lord" and kinds[2] == "county"


def test_squires_that_go_along_are_told_with_those_at_hand() -> None:
    opened, seat = asked_for("D03")
    assert any(" of your " in one.words and "squires to " in one.words for one in listed(opened, seat))


def test_a_lord_who_expels_another_says_whom() -> None:
    opened = table()
    opened.act("ann", Court("constable"))
    while opened.requests()[0].seat != "ben":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    found = [one for one in listed(opened, "ben") if isinstance(one.action, Court) and one.action.to == "constable"]
    assert found and "you expel {ann}'s lord, whose total is 1; " in str(found[0].outcome)


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
    assert [(one.short, one.likely) for one in likely(opened, seat)] == [("Vote yes", False), ("Vote no", False)]


def test_a_ballot_counts_once_without_markers_and_the_question_says_what_stops_the_law() -> None:
    opened, seat = asked_for("D09")
    plain = [one.outcome for one in listed(opened, seat) if one.short in ("Vote yes", "Vote no")]
    assert plain == ["1 vote, without markers"] * 2
    assert "If nobody adds markers, 3 noes of 4 stop it." in voting.advice(game(opened), seat)


def test_each_favour_says_what_it_does_and_none_that_it_does_nothing() -> None:
    opened = table()
    game(opened).push(Favour(Colour("blue")))
    found = {one.short: one.outcome for one in listed(opened)}
    assert found["3 gold"] == "yours at once"
    assert found["A noble"] == "then you choose which" and found["An upgrade"] == "then you choose the knight"
    assert not any("get nothing" in str(told) for told in found.values())


def test_nothing_is_left_to_chance() -> None:
    assert Settled().random() == 0.0
    opened, seat = asked_for("D03")
    assert listed(opened, seat) == listed(opened, seat)


def test_an_answer_that_is_a_list_is_listed_once() -> None:
    several = Place("k1", "county:york", bring=["shield"])
    assert list(_answers(several, [Place("k1", "county:york"), several])) == [several, Place("k1", "county:york")]
