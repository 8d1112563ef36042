"""Parliaments that everybody must attend: whatever is offered is accepted, and every way leads to the peace."""

from itertools import cycle

import pytest

from bot.model.time_control import Bank, TimeControl, hours_for, on_bank, preset
from bot.panels.status_panel import waiting
from engine.core.actions import MASTER
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.kingmaker import decisions
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId, SquareId
from engine.kingmaker.board.people import forces, peace
from engine.kingmaker.board.places import sites
from engine.kingmaker.edits import card_edits
from engine.kingmaker.parliament import deadline, debate, illegitimacy, meeting, must_meet, parliament, session
from engine.kingmaker.parliament.parliament import CallParliament
from tests.harness.rows import rows
from tests.kingmaker import boards
from tests.kingmaker.boards import game_of

LAST_ANSWERS = 600

GREAT: dict[str, object] = {
    "parliament_rule": "covault",
    "attendance": "compulsory",
    "writs_to_summon": "exactly_one",
    "excuses": True,
    "parliament_place_control": "controlled",
    "parliament_cooldown_rounds": 3,
    "parliament_max_calls": 2,
    "two_kings_vote": "illegitimacy",
    "title_transfer": "parliament_vote",
    "office_transfer": "caller_consent",
    "return_from_parliament": "home_from_left",
    "kings_peace": "home_round",
    "chancellor_card": "retained",
    "must_call_timing": "at_once",
    "must_call_leader": "drawer",
    "free_move_uses": ["extra_move", "parliament_stay", "ship_stay"],
}


def realm(changes: dict[str, object] | None = None) -> Kingmaker:
    """Three factions about the country and at sea, two Kings, and a full Chancery; Ann holds Coventry."""
    game = boards.empty({**GREAT, **(changes or {})})
    boards.put(game, "percy", "ann", Location("open:coventry"), "bishop_of_durham", "chancellor_of_england")
    sites.capture(game, PlaceId("coventry"), "ann")
    boards.put(game, "clifford", "ann", Location("open:york"))
    boards.guard(game, "henry_vi", "percy")
    boards.put(game, "scrope", "ben", Location("open:york"), "archbishop_of_york", "earl_of_worcester", "le_george")
    boards.put(game, "neville", "ben", Location("open:york"), "warden_of_the_cinque_ports")
    boards.guard(game, "richard_of_york", "neville")
    boards.put(game, "roos", "cat", Location("open:wells"), "le_trinity", "duke_of_exeter")
    game.ship("le_trinity").at = Location("sea:humber_mouth")
    game.ship("le_george").at = Location("port:calais")
    boards.put(game, "audley", "cat", Location("aboard:le_trinity"))
    boards.put(game, "grey", "cat", Location("inside:groby"))
    boards.retain(game, "ann", "writ_1", "writ_2", "free_move_1", "chancellor_may_call_1")
    boards.retain(game, "ben", "writ_3", "free_move_2")
    boards.retain(game, "cat", "writ_4", "free_move_3", "free_move_4")
    boards.chancery(game, "earl_of_kent", "earl_of_essex", "marshal_of_england", "bishop_of_norwich")
    return game


def play_out(table: Table, seed: int) -> None:
    """Let everybody answer at random until Parliament is over."""
    players = {seat: Seated(RandomPlayer(meddles=0.05), seed * 10 + number) for number, seat in enumerate(table.seats)}
    for turn in range(LAST_ANSWERS):
        if table.result or not session.in_session(game_of(table)):
            return
        request = table.requests()[turn % len(table.requests())]
        player = players.get(request.seat)
        table.act(request.seat, player.choose(table, request.seat) if player else request.default())
    pytest.fail("Parliament goes on for ever.")


RULES = cycle(["covault", "optional", "basic"])
WAYS = cycle(["home_from_left", "secret", "open_from_caller"])


@rows("seed", range(8))
def test_whatever_is_offered_is_accepted_and_the_peace_follows(seed: int) -> None:
    changes = {"debate_min": seed % 2 * 2, "parliament_deadline": 48 if seed % 4 == 3 else "none"}
    game = realm({**changes, "site_holder": "faction"})
    game.heir("richard_of_york").king = seed % 2 == 0
    table = boards.begin(game, "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), [["scrope"], ["neville"], ["roos"]][seed % 3]))
    play_out(table, seed)
    assert table.result or table.game.state.peace == {"coventry": "ann"}


@rows("rule, way, seed", [*zip(RULES, WAYS, range(6), strict=False)])
def test_options_mix_freely(rule: str, way: str, seed: int) -> None:
    attendance = ["compulsory", "voluntary"][seed % 2]
    changes: dict[str, object] = {"parliament_rule": rule, "return_from_parliament": way, "attendance": attendance}
    changes |= {"overseas_areas": "refuge_card", "writs_to_summon": "many"} if seed % 2 else {}
    table = boards.begin(realm(changes), "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["scrope"]))
    play_out(table, seed)
    assert table.result or table.game.state.peace == {"coventry": "ann"}


def test_defaults_alone_lead_through_it() -> None:
    table = boards.begin(realm(), "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["scrope"]))
    for _ in range(LAST_ANSWERS):
        if not session.in_session(game_of(table)):
            break
        request = table.requests()[0]
        table.act(request.seat, request.default())
    assert table.game.state.peace == {"coventry": "ann"}
    assert [noble for noble, person in table.game.state.nobles.items() if not person.returned] == ["audley"]


def test_who_keeps_the_peace_is_free_at_its_end_though_the_table_has_changed_its_house_rule() -> None:
    game = realm()
    peace.begin(game, PlaceId("coventry"), "ann", ["clifford", "le_george"])
    game.state.options["kings_peace"] = "square"
    peace.lift(game, SquareId("coventry"))
    assert not game.noble("clifford").returned and not game.ship("le_george").returned


@pytest.mark.rule("COV-7.1.1", "COV-7.1.2", "COV-7.1.3", "COV-7.1.4", "COV-7.1.5")
def test_each_condition_of_a_call_is_named_when_it_fails() -> None:
    game = realm()
    assert parliament.check_right(game, "ann") == ["coventry"]
    game.state.calls["henry_vi"] = 2
    assert boards.refusal(parliament.check_right, game, "ann") == "COV-7.1.3"
    game.state.calls.clear()
    game.state.peace[SquareId("york")] = "ben"
    assert boards.refusal(parliament.check_right, game, "ann") == "COV-7.1.3"
    peace.lift(game, SquareId("york"))
    assert boards.refusal(parliament.check_right, game, "ann") == "COV-7.1.3"
    game.state.turn.round += 3
    assert parliament.check_right(game, "ann") == ["coventry"]
    forces.put_back(game, "percy", Location("inside:windsor"), 0)
    assert boards.refusal(parliament.check_right, game, "ann") == "COV-7.1.4"
    game.faction("ann").retained.remove("writ_1")
    game.faction("ann").retained.remove("writ_2")
    assert boards.refusal(parliament.check_right, game, "ann") == "COV-7.1.5"
    game.heir("henry_vi").noble = "scrope"
    assert boards.refusal(parliament.check_right, game, "ann") == "COV-7.1.2"


@pytest.mark.rule("COV-7.1.4")
def test_an_open_town_is_controlled_by_being_there_alone() -> None:
    game = realm()
    forces.put_back(game, "percy", Location("open:cardigan"), 0)
    assert not meeting.controlled(game, PlaceId("cardigan"), "ann")
    forces.put_back(game, "percy", Location("inside:cardigan"), 0)
    assert meeting.controlled(game, PlaceId("cardigan"), "ann")


@pytest.mark.rule("COV-7.1.13")
def test_without_a_noble_on_the_mainland_the_people_meet_in_london() -> None:
    game = realm()
    game.heir("richard_of_york").king = True
    for noble in ("percy", "clifford"):
        forces.put_back(game, noble, Location("area:ireland"), 0)
    table = boards.begin(game, "movement")
    table.game.state.turn.must_call = True
    must_meet.hold(game_of(table))
    table.game.flow()
    assert session.sitting(game_of(table)).place == "london"
    assert game_of(table).noble("percy").at == "open:london"


@pytest.mark.rule("COV-7.3.2")
def test_heirs_of_one_house_set_a_ballot() -> None:
    game = realm()
    game.heir("richard_of_york").king = True
    table = boards.begin(game, "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["scrope"]))
    now = session.sitting(game_of(table))
    now.tallies = {seat: session.HouseVotes(1, 1) for seat in table.seats}
    assert illegitimacy.set_ballots(game_of(table), "henry_vi") == {"ann": "nay", "ben": "aye"}


@pytest.mark.rule("WBC-PARL", "COV-7.2.4")
def test_times_are_alarms_of_the_table() -> None:
    game = realm({"debate_min": 2, "debate_max": 24, "parliament_deadline": 48})
    assert debate.hours(game, "debate_min") == 2.0
    table = boards.begin(game, "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["scrope"]))
    while table.requests()[0].decision != "D56":
        table.act(table.requests()[0].seat, table.requests()[0].default())
    alarm = table.request(MASTER)
    assert alarm is not None and alarm.hours == 48.0
    table.act(MASTER, alarm.default())
    assert table.requests()[0].decision == "D63"


@pytest.mark.rule("COV-7.2.4")
@rows("pace, hours", [("live", 1 / 60), ("fast", 0.25), ("daily", 1.0), ("relaxed", 4.0), ("", 1.0)])
def test_the_least_time_for_debate_follows_from_the_pace_of_the_table(pace: str, hours: float) -> None:
    named = TimeControl(name=pace, bank=Bank(72, 12, 120))
    kinds = decisions.DECISION_KINDS
    assert hours_for(named, 24.0, kinds, "D64") == hours_for(named, 0.0, kinds, "D64") == hours
    assert not on_bank(named, kinds, "D64")
    if pace:
        assert preset(pace, kinds)[1].kinds["discussion"] == hours
    game = realm()
    assert debate.Debate("ann", "A motion.").requests(game)[0].hours is None


@pytest.mark.rule("WBC-PARL")
@rows(
    "pace, ordinary, hours",
    [("live", 6.0, 1 / 6), ("fast", 6.0, 4.0), ("daily", 9.0, 24.0), ("relaxed", 9.0, 72.0), ("", 10.0, 10.0)],
)
def test_the_ten_minutes_of_parliament_follow_from_the_pace_of_the_table(
    pace: str, ordinary: float, hours: float
) -> None:
    kinds = decisions.DECISION_KINDS
    assert hours_for(TimeControl(name=pace), ordinary, kinds, deadline.RULE) == hours
    game = boards.empty(variant="wbc")
    boards.put(game, "neville", "ann", Location("open:coventry"))
    boards.put(game, "scrope", "ben", Location("open:york"))
    boards.guard(game, "henry_vi", "neville")
    card_edits.take_out(game, "writ_1")
    game.faction("ann").retained.append("writ_1")
    boards.chancery(game, "marshal_of_england")
    table = boards.begin(game, "parliament")
    table.act("ann", CallParliament(PlaceId("coventry"), ["scrope"]))
    alarm = table.request(MASTER)
    assert alarm is not None and alarm.decision == deadline.RULE and alarm.hours is None
    panel = waiting(table, {}, {(MASTER, deadline.RULE): 1_800_000_000.0})
    assert "**The clock**: Parliament's time is running out. — <t:1800000000" in panel
