"""Parliament: the right to call it, the secrecy of ballots, who proposes, and that every default is legal."""

import msgspec
import pytest

from engine.core.computer.players import RandomPlayer, Seated
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.crown import coronation
from engine.kingmaker.parliament import ballots, parliament, session
from engine.kingmaker.parliament.awards import Propose
from engine.kingmaker.parliament.ballots import Ballot
from engine.kingmaker.parliament.parliament import CallParliament
from engine.kingmaker.parliament.session import Attend, HouseVotes, Session
from engine.kingmaker.rules import RULES
from engine.kingmaker.sequence import victory
from tests.harness.rows import rows
from tests.kingmaker import boards
from tests.kingmaker.boards import game_of

LAST_ANSWERS = 200


def realm(options: dict[str, object] | None = None) -> Kingmaker:
    """Ann has the King at Coventry and two Writs; Ben and Cat have nobles about the country."""
    game = boards.empty(options)
    boards.put(game, "percy", "ann", Location("open:coventry"), "bishop_of_durham")
    boards.put(game, "clifford", "ann", Location("open:york"))
    boards.guard(game, "henry_vi", "percy")
    boards.put(game, "scrope", "ben", Location("open:york"), "archbishop_of_york")
    boards.put(game, "neville", "ben", Location("area:ireland"))
    boards.guard(game, "richard_of_york", "neville")
    boards.put(game, "roos", "cat", Location("open:wells"))
    boards.put(game, "grey", "cat", Location("inside:groby"))
    boards.retain(game, "ann", "writ_1", "writ_2")
    boards.chancery(game, "earl_of_kent", "earl_of_essex", "marshal_of_england", "bishop_of_norwich")
    return game


# ---------------------------------------------------------------------- calling


@pytest.mark.rule("BASE-PAR-1", "BASE-PAR-2", "BASE-PAR-3")
def test_each_condition_of_a_call_is_named_when_it_fails() -> None:
    game = realm()
    game.state.turn.seat = "ann"
    assert parliament.check_right(game, "ann") == ["coventry"]
    assert boards.refusal(parliament.check_right, game, "ben") == "BASE-PAR-1"
    forces.put_back(game, "percy", Location("inside:warwick"), 0)
    assert boards.refusal(parliament.check_right, game, "ann") == "BASE-PAR-3"
    game.faction("ann").retained.clear()
    assert boards.refusal(parliament.check_right, game, "ann") == "BASE-PAR-2"
    game.heir("richard_of_york").king = True
    assert boards.refusal(parliament.check_right, game, "ann") == "BASE-PAR-1"


@pytest.mark.rule("BASE-PAR-1")
def test_a_king_in_nobodys_hands_calls_no_parliament() -> None:
    game = realm()
    game.heir("henry_vi").noble = ""
    assert boards.refusal(parliament.check_right, game, "ann") == "BASE-PAR-1"


@pytest.mark.rule("BASE-PAR-4")
def test_nobles_come_from_ships_at_sea_and_their_heirs_cannot_stay_there_alone() -> None:
    game = realm()
    boards.put(game, "bourchier", "cat", "open:coventry", "le_swan")
    game.ship("le_swan").at = Location("sea:" + next(iter(game.catalog.seas)))
    boards.put(game, "hastings", "cat", "aboard:le_swan")
    boards.guard(game, "edward_of_march", "hastings")
    table = boards.begin(game, "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["roos"]))
    table.act("ann", table.default("ann"))
    table.act("ben", table.default("ben"))
    with pytest.raises(Illegal):
        table.act("cat", Attend(["hastings"], ["edward_of_march"]))
    table.act("cat", Attend(["hastings"]))
    assert table.game.state.nobles["hastings"].at == table.game.state.heirs["edward_of_march"].at == "open:coventry"


@pytest.mark.rule("BASE-PAR-4")
def test_an_heir_left_behind_stays_with_the_strongest_noble_who_does_not_come() -> None:
    game = realm()
    boards.put(game, "mowbray", "ben", Location("area:ireland"))
    boards.put(game, "cromwell", "ben", "area:ireland")
    table = boards.begin(game, "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["roos"]))
    table.act("ann", Attend())
    table.act("ben", Attend(["neville"], ["richard_of_york"]))
    assert table.game.state.heirs["richard_of_york"].noble == "mowbray"


@pytest.mark.rule("BASE-PAR-4")
def test_whoever_comes_to_parliament_is_told_with_the_heirs_who_go_along() -> None:
    table = boards.begin(realm(), "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["roos"]))
    table.act("ann", Attend())
    table.act("ben", Attend(["neville", "scrope"]))
    told = [event.text for event in table.game.events if event.kind == "attend"]
    assert told[-1] == "{ben} sends Scrope and Neville with Richard of York to Parliament."


def test_nobles_at_parliament_count_as_in_one_place_until_it_ends() -> None:
    game = realm()
    assert parliament.attending(game) == []
    table = boards.begin(game, "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["scrope", "roos"]))
    assert parliament.attending(game_of(table)) == []
    for seat in ("ann", "ben", "cat"):
        table.act(seat, Attend())
    assert parliament.attending(game_of(table)) == ["percy", "scrope", "roos"]


# ---------------------------------------------------------------------- voting


def division(options: dict[str, object] | None = None) -> Table:
    """A vote that Ann has opened on making Roos Earl of Kent; Ann, Ben and Cat may vote."""
    table = boards.begin(realm({"parliament_rule": "optional", **(options or {})}), "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["scrope", "roos"]))
    for seat in ("ann", "ben", "cat"):
        table.act(seat, Attend())
    table.act("ann", table.default("ann"))
    table.act("ann", Propose("roos"))
    assert [request.decision for request in table.requests()] == ["D58"] * 3
    return table


def seen_by(table: Table, viewer: str) -> bytes:
    """Everything that a viewer can read: view, offers with their words, his request."""
    request = table.request(viewer)
    offers = [
        (offer.label, offer.hint, [[c.value for c in field.choices({})] for field in offer.fields])
        for offer in table.offers(viewer)
        if offer.tag == "vote"
    ]
    advice = RULES.words.advice(game_of(table), viewer) if request else ""
    return msgspec.json.encode([table.view(viewer), offers, request.prompt if request else "", advice])


@pytest.mark.rule("BASE-PAR-7")
@rows("viewer", ["ben", "cat", "", "master"])
def test_until_the_vote_closes_a_ballot_changes_nothing_that_others_see(viewer: str) -> None:
    seen, heard = set(), set()
    for ballot in ballots.BALLOTS:
        table = division()
        outcome = table.act("ann", Ballot(ballot))
        seen.add(seen_by(table, viewer))
        heard.add(repr([event for event in outcome.events if viewer != "master" and event.heard_by(viewer)]))
    assert len(seen) == len(heard) == 1


def test_whoever_votes_reads_what_is_proposed_what_comes_of_it_and_who_has_voted() -> None:
    table = division()
    request = table.request("ben")
    assert request and request.prompt == "{ann} proposes {cat}'s noble Roos as Earl of Kent. How do you vote?"
    told = RULES.words.advice(game_of(table), "ben").splitlines()
    assert told[0].startswith("If it passes, Roos ({cat}) becomes Earl of Kent: ")
    assert told[1].startswith("If it fails, ") and "Next comes Earl of Essex" in told[2]
    assert told[3] == "It passes with more ayes than nays in both Houses; a tie fails."
    assert told[4].startswith("You have ") and "in the Lords and " in told[4]
    assert told[-1] == "The vote ends when {ann} and {cat} have voted, too."
    table.act("ann", Ballot("aye"))
    told = RULES.words.advice(game_of(table), "ben").splitlines()
    assert "{ann} has voted; all ballots are shown at the end." in told and not any("aye." in line for line in told)


def test_open_ballots_stand_on_the_panels_of_those_who_vote_later() -> None:
    table = division({"ballot_secrecy": "open"})
    table.act("ann", Ballot("aye"))
    assert "Ballots so far: {ann} aye." in RULES.words.advice(game_of(table), "ben")


@pytest.mark.rule("BASE-PAR-7")
def test_a_ballot_may_be_changed_until_the_vote_closes_and_counts_as_last_given() -> None:
    table = division()
    table.act("ann", Ballot("nay"))
    assert "vote" in {offer.tag for offer in table.offers("ann")}
    changed = table.act("ann", Ballot("aye"))
    assert [event.seats for event in changed.events] == [("ann",)]
    table.act("ben", Ballot("abstain"))
    table.act("cat", Ballot("aye"))
    assert session.sitting(game_of(table)).ballots == {"ann": "aye", "ben": "abstain", "cat": "aye"}
    with pytest.raises(Illegal):
        table.act("ann", Ballot("nay"))


@pytest.mark.rule("BASE-PAR-7")
@rows(
    "ayes, nays, carried",
    [((12, 9), (10, 8), True), ((12, 8), (10, 9), False), ((12, 9), (12, 8), False), ((0, 0), (0, 0), False)],
)
def test_a_motion_needs_more_ayes_than_nays_in_both_houses(
    ayes: tuple[int, int], nays: tuple[int, int], carried: bool
) -> None:
    tallies = {"ann": HouseVotes(*ayes), "ben": HouseVotes(*nays), "cat": HouseVotes(5, 5)}
    sat = Session(PlaceId("london"), "ann", [], tallies, ballots={"ann": "aye", "ben": "nay", "cat": "abstain"})
    assert ballots.passed(sat) is carried


@pytest.mark.rule("BASE-PAR-8")
def test_each_qualification_gives_one_proposal_and_a_tie_none() -> None:
    game = realm()
    sat = Session(PlaceId("coventry"), "cat", ["percy", "scrope", "roos"])
    sat.tallies = {"cat": HouseVotes(4, 2), "ann": HouseVotes(30, 8), "ben": HouseVotes(30, 9)}
    assert [proposer.seat for proposer in session.proposers(game, sat)] == ["cat", "ben", "ben"]
    sat.tallies = {"cat": HouseVotes(4, 2), "ann": HouseVotes(30, 9), "ben": HouseVotes(29, 9)}
    sat.attending = ["percy", "roos"]
    assert [proposer.seat for proposer in session.proposers(game, sat)] == ["cat", "ann", "ann"]


@pytest.mark.rule("BASE-PAR-9")
def test_an_award_lapses_when_the_noble_gets_a_title_during_the_vote() -> None:
    table = division()
    card = session.sitting(game_of(table)).card
    table.game.state.nobles["roos"].title = "duke_of_exeter"
    table.game.state.crown_deck.remove("duke_of_exeter")
    for seat in ("ann", "ben", "cat"):
        table.act(seat, Ballot("aye"))
    assert card in table.game.state.chancery
    assert [request.decision for request in table.requests()] == ["D56"]


# ---------------------------------------------------------------------- every way through


@rows("rule", ["basic", "optional"])
@rows("way_home", ["stay", "secret"])
def test_defaults_alone_lead_through_parliament(rule: str, way_home: str) -> None:
    game = realm({"parliament_rule": rule, "return_from_parliament": way_home})
    table = boards.begin(game, "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["scrope", "roos"]))
    for _ in range(LAST_ANSWERS):
        if not session.in_session(game_of(table)):
            break
        request = table.requests()[0]
        table.act(request.seat, request.default())
    assert table.game.state.peace == {"coventry": "ann"}
    assert len(table.game.state.chancery) == (0 if rule == "basic" else 4)


@rows("seed", range(6))
@rows("rule", ["basic", "optional"])
def test_whatever_is_offered_in_parliament_is_accepted(seed: int, rule: str) -> None:
    options: dict[str, object] = {"parliament_rule": rule, "return_from_parliament": ["stay", "secret"][seed % 2]}
    game = realm(options)
    game.heir("richard_of_york").king = seed % 3 == 0
    if seed % 3 == 0:
        game.state.support = "henry_vi"
    table = boards.begin(game, "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["scrope", "roos"]))
    players = {seat: Seated(RandomPlayer(meddles=0.05), seed * 10 + number) for number, seat in enumerate(table.seats)}
    for turn in range(LAST_ANSWERS):
        if table.result or not session.in_session(game_of(table)):
            break
        request = table.requests()[turn % len(table.requests())]
        table.act(request.seat, players[request.seat].choose(table, request.seat))
    assert table.result or not session.in_session(game_of(table))


# ---------------------------------------------------------------------- the crown


@pytest.mark.rule("BASE-COR-4")
def test_beaufort_is_no_heir_before_he_is_crowned() -> None:
    game = boards.empty()
    boards.put(game, "beaufort", "ann", "open:wells", "archbishop_of_york")
    assert boards.refusal(coronation.check_coronation, game, "ann", "beaufort") == "BASE-COR-4"
    for heir in ("henry_vi", "margaret_of_anjou", "edward_of_lancaster"):
        game.heir(heir).alive, game.heir(heir).king = False, False
    assert succession.line(game, "lancaster") == []
    coronation.check_coronation(game, "ann", "beaufort")
    coronation.crown(game, "beaufort")
    assert succession.line(game, "lancaster") == ["beaufort"]
    assert boards.refusal(coronation.check_coronation, game, "ann", "beaufort") == "BASE-COR-3"


@pytest.mark.rule("BASE-VIC-1")
def test_the_last_king_wins_nothing_in_the_hands_of_a_captive() -> None:
    game = boards.empty()
    boards.put(game, "beaufort", "ann", Location("open:wells"))
    for royal in game.state.heirs.values():
        royal.alive, royal.king, royal.at = False, False, Location("")
    coronation.crown(game, "beaufort")
    forces.make_captive(game, "beaufort", "ben")
    victory.check(game)
    assert game.state.result is None
    forces.make_captive(game, "beaufort", "")
    victory.check(game)
    assert game.state.result is not None
    assert game.state.result.winners == ("ann",)
