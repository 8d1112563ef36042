"""What a player's panel lists for a march, in Parliament and in combat, with what comes of each."""

import re
from random import Random

from engine.core.actions import Pass, Prospect
from engine.core.game import waited_for
from engine.kingmaker import advice, usual_answers
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import place_menu, sites
from engine.kingmaker.board.state import Siege
from engine.kingmaker.combat import battle_table
from engine.kingmaker.combat.besieging import BesiegeSite
from engine.kingmaker.combat.captives import Execute, FateOfCaptives
from engine.kingmaker.combat.combat import CombatPhase
from engine.kingmaker.crown.coronation import CoronationPhase
from engine.kingmaker.crown.crown_phase import CrownPhase
from engine.kingmaker.events.embassy import Embassy
from engine.kingmaker.marches import COSTLY, NO_MORE, NO_NEED, RISKY, STAY, VARIETY, _comes_of_march
from engine.kingmaker.movement.land import Move
from engine.kingmaker.movement.movement import MovementPhase
from engine.kingmaker.outlook import Outlook
from engine.kingmaker.parliament.awards import Assign, Award, CallerGivesOut
from engine.kingmaker.parliament.ballots import Ballot, Vote
from engine.kingmaker.parliament.session import AS_CALLER, HouseVotes, Proposer, Session
from engine.kingmaker.prospects import prospects
from engine.kingmaker.views import view
from tests.harness.rows import rows
from tests.kingmaker import boards


def marching(*people: tuple[str, ...], game: Kingmaker | None = None) -> Kingmaker:
    """Ann's Movement phase with these nobles on the board."""
    game = game or boards.empty()
    for noble, seat, at, *held in people:
        boards.put(game, noble, seat, at, *held)
    game.state.turn.seat, game.state.turn.phase = "ann", "movement"
    game.push(MovementPhase())
    game.flow()
    return game


def marches(game: Kingmaker) -> list[tuple[Move, Prospect]]:
    return [(one.action, one) for one in prospects(game, "ann") if isinstance(one.action, Move)]


def told(one: Prospect) -> str:
    return one.outcome if isinstance(one.outcome, str) else one.outcome()


def test_heirs_come_first_and_are_fetched() -> None:
    game = boards.empty()
    sites.capture(game, PlaceId("york"), "ann")
    march, first = marches(marching(("percy", "ann", "open:cleveland"), ("berkeley", "ben", "open:wells"), game=game))[
        0
    ]
    assert march.pick_up == ["richard_of_york"] and march.to == "inside:york" and first.likely
    assert first.words == "Percy into York (2 squares), taking charge of Richard of York"
    assert told(first).startswith("your own garrison of 300")


def test_an_heir_fetched_on_the_way_is_told_with_the_place_and_no_distance() -> None:
    """Whoever ends elsewhere has the heir by then, so no square is left."""
    game = boards.empty()
    boards.only(game, "henry_vi")
    sites.capture(game, PlaceId("london"), "ann")
    found = {march.to: one for march, one in marches(marching(("grey", "ann", "open:coventry"), game=game))}
    assert found[Location("inside:london")].words == "Grey into London (4 squares), taking charge of Henry VI"
    assert found[Location("open:london")].words.endswith(", taking charge of Henry VI")
    assert found[Location("open:croydon")].words == "Grey to Croydon (5 squares), fetching Henry VI from London"
    assert not any("towards" in told(one) for one in found.values())


def test_a_march_that_ends_short_of_those_to_be_attacked_says_how_far_they_are() -> None:
    game = boards.empty()
    boards.only(game, "edward_of_lancaster", "margaret_of_anjou")
    boards.put(game, "percy", "ann", "open:nottingham")
    boards.guard(game, "edward_of_lancaster", "percy")
    boards.guard(game, "margaret_of_anjou", "percy")
    game = marching(("roos", "ben", "open:york"), game=game)
    march = Move(["percy"], Location("inside:wressle"), [])
    come = _comes_of_march(game, Outlook(view(game, "ann"), "ann", Random(0)), march, "", usual=True)
    assert come == "towards {ben}'s Roos at York, then 1 square away"


def test_ways_ahead_say_how_far_it_is_to_whom() -> None:
    game = marching(("mowbray", "ann", "open:carlisle"), ("berkeley", "ben", "open:coventry"))
    for heir in game.state.heirs.values():
        heir.alive = False
    game.heir("henry_vi").alive = True
    boards.guard(game, "henry_vi", "berkeley")
    _, first = marches(game)[0]
    assert re.fullmatch(r"towards Henry VI, then \d squares away", told(first)) and first.likely
    boards.put(game, "mowbray", "ann", "open:wakefield")
    assert any(re.search(r"towards Henry VI, then \d squares? away$", told(one)) for _, one in marches(game)[1:])


def test_a_way_to_a_coronation_names_the_place() -> None:
    game = boards.empty()
    sites.capture(game, PlaceId("york"), "ann")
    boards.put(game, "percy", "ann", "open:carlisle")
    cards.attach(game, "archbishop_of_york", "percy")
    for heir in game.state.heirs.values():
        heir.alive = False
    game.heir("richard_of_york").alive = True
    boards.guard(game, "richard_of_york", "percy")
    lines = [told(one) for _, one in marches(marching(game=game))]
    assert lines[0].startswith("to gather for the coronation of Richard of York inside York; ")
    assert not any("nobody" in line for line in lines)


def test_all_captives_can_be_executed_at_once() -> None:
    game = boards.empty()
    for noble in ("percy", "clifford"):
        boards.put(game, noble, "ben", "open:york")
        forces.make_captive(game, noble, "ann")
    fate = FateOfCaptives()
    game.push(fate)
    (everybody,) = prospects(game, "ann")
    assert everybody.action == Execute(["clifford", "percy"]) or everybody.action == Execute(["percy", "clifford"])
    assert everybody.short == "Execute all 2" and not everybody.likely
    (asked,) = fate.requests(game)
    assert asked.offers[0].fields[0].prompt == "Whom? I ask you again about the others."
    forces.make_captive(game, "percy", "")
    assert not prospects(game, "ann"), "one captive has a button anyway"


def test_an_enemy_is_told_of_with_the_odds_of_an_attack() -> None:
    game = marching(("percy", "ann", "open:coventry"), ("berkeley", "ben", "open:stafford"))
    found = [one for march, one in marches(game) if march.to == "open:stafford"]
    assert found and "% to beat {ben}'s Berkeley (10 men) there" in told(found[0])


def test_the_odds_count_who_stands_there_already_and_men_of_that_area() -> None:
    """As the question in the Combat phase does."""
    people = (
        ("percy", "ann", "open:coventry"),
        ("clifford", "ann", "open:stafford"),
        ("berkeley", "ben", "open:stafford"),
    )
    game = marching(*people)
    (come,) = (told(one) for march, one in marches(game) if (march.nobles, march.to) == (["percy"], "open:stafford"))
    boards.put(game, "percy", "ann", "open:stafford")
    weighed = battle_table.forecast(game, ["percy", "clifford"], ["berkeley"])
    chance = weighed.percent(weighed.attack_wins)
    assert come.startswith(f"with Clifford, {chance}% to beat {{ben}}'s Berkeley (10 men) there")


def test_the_odds_count_men_who_serve_in_one_area_where_a_march_ends() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", "open:york", "warden_of_the_marches")
    found = marches(marching(("roos", "ben", "open:durham", "archbishop_of_york"), game=game))
    (come,) = (told(one) for march, one in found if march.to == "open:durham")
    boards.put(game, "percy", "ann", "open:durham", "warden_of_the_marches")
    weighed = battle_table.forecast(game, ["percy"], ["roos"])
    assert f"{weighed.percent(weighed.attack_wins)}% to beat {{ben}}'s Roos (50 men) there" in come
    boards.put(game, "percy", "ann", "open:york", "warden_of_the_marches")
    assert battle_table.forecast(game, ["percy"], ["roos"]).attack < weighed.attack


def test_no_company_fills_the_list() -> None:
    game = marching(
        ("percy", "ann", "open:stafford"), ("clifford", "ann", "open:carlisle"), ("roos", "ben", "open:wells")
    )
    movers = [march.nobles[0] for march, _ in marches(game)][: VARIETY + 1]
    assert {*movers} == {"percy", "clifford"}


def test_nobody_marches_towards_what_is_too_far_or_too_strong() -> None:
    """Clifford is too weak for Roos, and Percy, who is not, could not be there next turn: only walls are listed."""
    game = boards.empty()
    boards.put(game, "roos", "ben", "open:york")
    boards.only(game, "henry_vi", "margaret_of_anjou")
    for heir in ("henry_vi", "margaret_of_anjou"):
        boards.guard(game, heir, "roos")
    game = marching(("clifford", "ann", "open:carlisle"), ("percy", "ann", "open:coventry"), game=game)
    ends = [march.to for march, _ in marches(game) if march.nobles == ["clifford"]]
    assert ends and all(to.startswith("inside:") for to in ends)


def test_where_nothing_can_be_won_the_phase_usually_ends() -> None:
    game = marching(("clifford", "ann", "open:carlisle"), ("roos", "ben", "open:wells"))
    first = prospects(game, "ann")[0]
    assert first.action == Pass() and first.likely and first.words == STAY + NO_NEED
    assert not any(one.likely for one in prospects(game, "ann")[1:])
    first = prospects(marching(("percy", "ann", "open:carlisle"), ("roos", "ben", "open:wells")), "ann")[0]
    assert isinstance(first.action, Move) and first.likely and "% to storm " in told(first), "a castle"


def test_a_free_heir_comes_before_all_else_and_ends_within_own_walls() -> None:
    game = boards.empty()
    sites.capture(game, PlaceId("tonbridge"), "ann")
    game.heir("henry_vi").at = Location("open:canterbury")
    people = (
        ("stafford", "ann", "open:leicester", "warden_of_the_marches"),
        ("beaufort", "ann", "open:croydon"),
        ("berkeley", "ben", "open:coventry"),
    )
    (first, told_first), *others = marches(marching(*people, game=game))
    assert (first.nobles, first.to, first.pick_up) == (["beaufort"], "inside:tonbridge", ["henry_vi"])
    assert told_first.likely and not any(one.likely for _, one in others)


def test_an_heir_in_danger_is_brought_within_own_walls_first() -> None:
    game = boards.empty()
    for heir in game.state.heirs.values():
        heir.alive = False
    game.heir("henry_vi").alive = game.heir("margaret_of_anjou").alive = True
    sites.capture(game, PlaceId("bristol"), "ann")
    people = (("beaufort", "ann", "open:southampton"), ("percy", "ben", "open:salisbury"))
    for noble, seat, at in people:
        boards.put(game, noble, seat, at)
    boards.guard(game, "henry_vi", "beaufort")
    boards.guard(game, "margaret_of_anjou", "percy")
    game = marching(game=game)
    line = "Henry VI, in the open at Southampton: {ben} has 100 men within 5 squares, against your 30."
    assert advice.advice(game, "ann").splitlines()[0] == line
    (march, first), *_ = marches(game)
    assert (march.nobles, march.to) == (["beaufort"], "inside:bristol") and first.likely
    boards.put(game, "percy", "ben", "open:carlisle")
    assert advice.advice(game, "ann") == ""


def test_nobody_reads_that_nobody_need_move_while_an_heir_is_in_danger() -> None:
    game = boards.empty()
    boards.put(game, "audley", "ann", "open:canterbury")
    for noble in ("percy", "mowbray", "stanley"):
        boards.put(game, noble, "ben", "open:rochester")
    boards.only(game, "henry_vi", "margaret_of_anjou")
    for heir in ("henry_vi", "margaret_of_anjou"):
        boards.guard(game, heir, "audley" if heir == "henry_vi" else "percy")
    game = marching(game=game)
    assert advice.advice(game, "ann").startswith("Henry VI, in the open at Canterbury: {ben} has ")
    first = prospects(game, "ann")[0]
    assert first.words == f"{STAY}, but Audley with Henry VI is in danger where he stands"
    assert told(first).startswith("{ben} has ")


def test_nobody_reads_that_no_march_can_win_above_one_that_can_but_leads_into_danger() -> None:
    game = boards.empty()
    for noble in ("mowbray", "neville", "stanley", "howard", "roos"):
        boards.put(game, noble, "ben", "open:stafford")
    boards.put(game, "clifford", "cat", "open:leicester")
    game = marching(("percy", "ann", "open:coventry"), game=game)
    game.state.control.clear()
    game.has_changed()
    first, *others = prospects(game, "ann")
    assert first.action == Pass() and first.words.startswith(RISKY)
    assert any("% to beat {cat}'s Clifford (10 men) there, " in told(one) for one in others)


def test_nobody_reads_that_nobody_need_move_before_a_fight_that_may_cost_the_walls_around_an_heir() -> None:
    """London is held by the office of Percy, who stands beside an enemy."""
    game = boards.empty()
    boards.put(game, "percy", "ann", "open:coventry", "constable_of_the_tower")
    boards.put(game, "grey", "ann", "inside:london")
    boards.guard(game, "henry_vi", "grey")
    game = marching(("clifford", "ann", "open:carlisle"), ("roos", "ben", "open:wells"), game=game)
    for noble in ("percy", "grey"):
        game.noble(noble).moved = True
    game.has_changed()
    assert prospects(game, "ann")[0].words == NO_MORE + NO_NEED
    boards.put(game, "berkeley", "ben", "open:coventry")
    game.has_changed()
    words = prospects(game, "ann")[0].words
    assert NO_NEED not in words and words.startswith(f"{NO_MORE}. When you end Movement you can attack {{ben}}'s Berk")


def test_a_march_to_somebody_whom_it_cannot_beat_is_never_the_usual_one() -> None:
    """The steward sends Stanley to an heir's guard, as strong as he: Percy, who has marched, can be there next turn."""
    game = boards.empty()
    boards.only(game, "henry_vi", "margaret_of_anjou")
    boards.put(game, "mowbray", "ben", "open:rochester")
    boards.guard(game, "henry_vi", "mowbray")
    game = marching(("percy", "ann", "inside:windsor"), ("stanley", "ann", "open:guildford"), game=game)
    game.noble("percy").moved = True
    game.has_changed()
    assert prospects(game, "ann")[0].action == Pass()


def test_companies_march_together_or_apart() -> None:
    game = marching(("percy", "ann", "open:coventry"), ("clifford", "ann", "open:coventry"))
    found = {tuple(sorted(march.nobles)) for march, _ in marches(game)}
    assert found == {("clifford", "percy"), ("percy",), ("clifford",)}


def test_the_same_company_is_listed_once_in_whatever_order_its_nobles_stand() -> None:
    game = marching(
        ("percy", "ann", "open:coventry"), ("neville", "ann", "open:coventry"), ("roos", "ben", "open:wells")
    )
    found = [(sorted(march.nobles), march.to, march.pick_up) for march, _ in marches(game)]
    assert len(found) == len({repr(one) for one in found})


def host(at: str) -> Kingmaker:
    """Return a game where nobles of Ann's together are enough for Durham, which takes 200 men, and for no heir."""
    nobles = ("percy", "neville", "clifford", "stanley", "mowbray", "howard", "roos", "scrope")
    game = marching(*((noble, "ann", at) for noble in nobles), ("berkeley", "ben", "open:wells"))
    for heir in game.state.heirs.values():
        heir.at = Location("inside:london")
    return game


def test_whoever_marches_on_a_fortress_reads_how_many_men_it_takes() -> None:
    game = host("open:cleveland")
    found = [told(one) for march, one in marches(game) if march.to == "open:durham"]
    assert re.match(r"\d\d% to storm Durham \(your 300 against 200\)", found[0])
    sites.capture(game, PlaceId("durham"), "ann")
    assert all("to storm Durham" not in told(one) for _, one in marches(game))


def test_whoever_has_moved_and_could_attack_nobody_reads_so_before_ending_the_phase() -> None:
    game = marching(("percy", "ann", "open:cleveland"), ("berkeley", "ben", "open:wells"))
    assert not advice.advice(game, "ann")
    phase = game.top
    assert isinstance(phase, MovementPhase)
    phase.act(game, "ann", Move(["percy"], Location("open:york"), []))
    assert advice.advice(game, "ann") == "If you ended Movement now, you could attack nobody and no place this turn."
    assert not advice.advice(game, "ben")
    boards.put(game, "berkeley", "ben", "open:york")
    assert not advice.advice(game, "ann")


def test_whoever_keeps_a_card_for_another_move_alone_reads_of_it() -> None:
    game = marching(("percy", "ann", "open:cleveland"))
    boards.retain(game, "ann", next(card for card, one in game.catalog.events.items() if one.kind == "free_move"))
    assert "With your card “Free move” " in advice.advice(game, "ann") and not advice.advice(game, "ben")


def test_a_button_for_two_of_several_nobles_does_not_say_all_and_says_a_place_in_full() -> None:
    people = [(noble, "ann", "open:stafford") for noble in ("percy", "clifford")]
    found = marches(marching(*people, ("roos", "ann", "open:york")))
    shorts = {(*march.nobles, march.to): one.short for march, one in found}
    assert shorts["percy", "clifford", "inside:belvoir"] == "Both into Belvoir"
    assert shorts["percy", "inside:belvoir"] == "Percy into Belvoir"
    assert shorts["percy", "clifford", "open:newcastle_under_lyme"] == "To Newcastle-under-Lyme"


def test_a_way_that_leads_no_nearer_to_the_goal_is_listed_only_if_it_is_good_for_something_else() -> None:
    """Percy and his friends stand before Durham, which they want."""
    found = marches(host("open:durham"))
    for _, one in found:
        assert re.match(r"your own garrison|\d\d% to storm ", told(one)) and "towards " not in told(one)


def test_a_fight_that_can_be_won_comes_before_a_way_and_one_that_cannot_is_not_listed() -> None:
    game = marching(("percy", "ann", "open:coventry"), ("scrope", "ben", "open:stafford"))
    for noble in ("mowbray", "neville", "stanley", "howard"):
        boards.put(game, noble, "cat", "open:leicester")
    game.state.control.clear()
    game.has_changed()
    ends = [march.to for march, _ in marches(game)]
    assert ends[0] == "open:stafford" and "open:leicester" not in ends


def test_who_is_near_with_far_more_men_is_said_and_a_march_that_adds_nothing_to_a_fight_is_not_listed() -> None:
    game = marching(("roos", "ann", "open:coventry"), ("scrope", "ben", "open:stafford"))
    for noble in ("mowbray", "neville", "stanley", "howard"):
        boards.put(game, noble, "cat", "open:leicester")
    (come,) = (told(one) for march, one in marches(game) if march.to == "open:stafford")
    danger = "{ben}'s Scrope (10 men) there, 6% to win but die; {cat} has 160 men within 5 squares, against your 20"
    assert danger in come
    boards.put(game, "percy", "ann", "open:stafford")
    boards.put(game, "berkeley", "ann", "open:stafford")
    assert not any((march.nobles, march.to) == (["roos"], "open:stafford") for march, one in marches(game)[1:])


@rows(
    "foes, button",
    [
        (["stanley"], "Attack Stanley"),
        (["stanley", "roos"], "Attack {ben}"),
        (["plantagenet_york"], "Attack {ben}"),
    ],
)
def test_an_attack_on_several_nobles_or_a_long_name_is_named_after_the_player(foes: list[str], button: str) -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", "open:wakefield")
    for noble in foes:
        boards.put(game, noble, "ben", "open:wakefield")
    game.state.turn.seat, game.state.turn.phase = "ann", "combat"
    game.push(CombatPhase())
    game.flow()
    assert button in [one.short for one in prospects(game, "ann")]


def test_whoever_is_not_asked_has_no_list() -> None:
    assert not prospects(marching(("percy", "ann", "open:coventry")), "ben")


# ---------------------------------------------------------------- Parliament


def voting(*, given: str = "", **tallies: tuple[int, int]) -> Kingmaker:
    """A vote with so many votes in the Commons and the Lords; Cat has `given` a ballot already."""
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("open:coventry"))
    sitting = Session(place=PlaceId("coventry"), caller="ann", attending=["percy"])
    sitting.tallies = {seat: HouseVotes(*votes) for seat, votes in tallies.items()}
    game.push(Vote("Shall it be so?"), sitting)
    sitting.voting, sitting.ballots = True, {"cat": given} if given else {}
    return game


def ballots(game: Kingmaker) -> dict[str, str]:
    found = prospects(game, "ann")
    return {one.action.ballot: told(one) for one in found if isinstance(one.action, Ballot)}


def test_a_ballot_says_what_it_takes() -> None:
    found = ballots(voting(ann=(8, 3), ben=(10, 2), cat=(3, 4)))
    aye = "it passes unless 3 in the Lords or 8 in the Commons vote nay"
    assert found["aye"] == f"{aye} ({{ben}} and {{cat}} can alone)"
    assert found["nay"] == "it fails unless 4 in the Lords and 9 in the Commons vote aye"
    assert ballots(voting(ann=(8, 3), ben=(10, 4)))["nay"].endswith(" vote aye ({ben} can alone)")
    assert found["abstain"] == "the others decide"


def test_a_majority_in_one_house_is_enough_to_stop_it_and_in_both_to_pass_it() -> None:
    found = ballots(voting(ann=(20, 3), ben=(10, 2), cat=(3, 4)))
    assert found["nay"] == "it fails, whatever the others say"
    assert found["aye"] == "it passes unless 3 in the Lords vote nay ({cat} can alone)"
    assert ballots(voting(ann=(20, 9), ben=(10, 2)))["aye"] == "it passes, whatever the others say"


def test_whoever_has_no_vote_in_a_house_needs_others_there() -> None:
    found = ballots(voting(ann=(8, 0), ben=(10, 2)))
    assert found["aye"] == "it passes only if others vote aye in the Lords, where you have no vote"
    assert found["nay"].startswith("it fails unless 1 in the Lords")


def test_what_others_have_voted_changes_nothing_that_is_said() -> None:
    tallies = {"ann": (8, 3), "ben": (10, 2), "cat": (3, 4)}
    assert ballots(voting(given="aye", **tallies)) == ballots(voting(given="nay", **tallies))


def test_offices_say_what_they_bring_and_stand_first_for_ones_own() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("inside:coventry"))
    boards.put(game, "berkeley", "ben", Location("inside:coventry"))
    boards.chancery(game, "earl_of_kent", "chancellor_of_england")
    sitting = Session(place=PlaceId("coventry"), caller="ann", attending=["percy", "berkeley"])
    sitting.tallies = {"ann": HouseVotes(4, 3), "ben": HouseVotes(2, 1)}
    game.push(CallerGivesOut(), sitting)
    assert waited_for(game)[0].seat == "ann"
    found = prospects(game, "ann")
    assert all(isinstance(one.action, Assign) for one in found)
    own = [one.likely for one in found]
    assert own == sorted(own, reverse=True)
    assert any("men" in told(one) or "votes" in told(one) for one in found)


def test_each_usual_answer_is_a_line_with_what_it_brings() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("inside:coventry"))
    boards.put(game, "berkeley", "ann", Location("inside:coventry"))
    boards.hold(game, "ann", "saxons")
    game.state.turn.seat, game.state.turn.phase = "ann", "crown"
    game.push(CrownPhase(drawn=True, card="saxons"))
    game.flow()
    first, second = prospects(game, "ann")
    assert (first.words, first.short) == ("Saxons go to Percy (100 men), inside Coventry", "To Percy")
    assert told(first).startswith("adds ") and told(first).endswith(" men") and second.short == "To Berkeley"


@rows(
    "card, gain",
    [
        ("card_coventry", "adds 20 men in an attack; you then hold Coventry (garrison 200, 3 votes in the Commons)"),
        ("le_george", "it can carry 150 men"),
        (
            "chamberlain_of_chester",
            "adds 50 men, 200 more men in Wales; you then hold Chester (garrison 200, 3 votes in the Commons)",
        ),
    ],
)
def test_a_card_for_a_noble_is_listed_with_what_it_adds(card: str, gain: str) -> None:
    game = boards.empty(variant="wbc")
    boards.put(game, "percy", "ann", Location("open:york"))
    boards.hold(game, "ann", card)
    game.state.turn.seat, game.state.turn.phase = "ann", "crown"
    game.push(CrownPhase(drawn=True, card=card))
    game.flow()
    assert told(prospects(game, "ann")[0]) == gain


def test_whoever_may_propose_reads_what_the_card_brings_their_own_nobles() -> None:
    game = boards.empty()
    boards.put(game, "roos", "ann", Location("inside:coventry"))
    boards.put(game, "grey", "ben", Location("inside:coventry"))
    boards.chancery(game, "earl_of_kent")
    sitting = Session(place=PlaceId("coventry"), caller="ann", attending=["roos", "grey"], card="earl_of_kent")
    sitting.tallies = {"ann": HouseVotes(4, 3), "ben": HouseVotes(2, 1)}
    sitting.proposers = [Proposer("ann", AS_CALLER)]
    game.push(Award(["earl_of_kent"]), sitting)
    (one,) = prospects(game, "ann")
    assert (one.words, one.short) == ("Your Roos as Earl of Kent", "Propose Roos") and "men" in told(one)


def test_an_office_is_offered_with_the_place_that_comes_with_it_unless_somebody_holds_that() -> None:
    office, brings = "constable_of_the_tower", "50 men, 200 more men in London, 3 votes in the Commons"
    for owner, held in (("", "; you then hold London (garrison 300, 4 votes in the Commons)"), ("ben", "")):
        game = boards.empty()
        boards.put(game, "percy", "ann", Location("inside:coventry"))
        boards.chancery(game, office)
        if owner:
            sites.capture(game, PlaceId("london"), owner)
        sitting = Session(place=PlaceId("coventry"), caller="ann", attending=["percy"], card=office)
        sitting.tallies, sitting.proposers = {"ann": HouseVotes(4, 3)}, [Proposer("ann", AS_CALLER)]
        game.push(Award([office]), sitting)
        (one,) = prospects(game, "ann")
        assert told(one) == brings + held


def test_a_siege_that_is_likely_to_succeed_offers_the_draw_first_and_says_when_the_garrison_shrinks() -> None:
    game = boards.empty(variant="covault")
    for noble in ("percy", "mowbray", "neville", "stanley"):
        boards.put(game, noble, "ann", "open:coventry")
    table = boards.begin(game, "combat")
    table.act("ann", BesiegeSite(ForceId("ann|open:coventry|0"), PlaceId("coventry")))
    first, second = prospects(boards.game_of(table), "ann")
    assert (first.short, second.short) == ("Take the place", "Lay siege") and first.likely and not second.likely
    assert second.words.endswith("of your siege, and from turn 3 on the garrison counts only a quarter")


def test_a_coronation_is_an_offer_and_says_what_a_second_king_means() -> None:
    game = boards.empty()
    sites.capture(game, PlaceId("york"), "ann")
    boards.put(game, "percy", "ann", Location("inside:york"), "archbishop_of_york")
    boards.guard(game, "richard_of_york", "percy")
    game.state.turn.seat = "ann"
    (request,) = CoronationPhase().requests(game)
    (one,) = usual_answers.answers(game, "ann", request)
    assert one.words == "Richard of York would be crowned inside York"
    assert told(one).startswith(
        "there would be two Kings: neither can call Parliament until one has the support of both Houses; "
    )
    game.heir("henry_vi").king = False
    (one,) = usual_answers.answers(game, "ann", request)
    assert told(one).startswith("the only King can call Parliament with a Writ; ")


def test_a_noble_finds_the_garrison_of_his_home_his_own_and_a_castle_of_his_name_is_called_one() -> None:
    game = boards.empty()
    boards.hold(game, "ann", "greystoke")
    game.state.turn.seat, game.state.turn.phase = "ann", "crown"
    game.push(CrownPhase(drawn=True, card="greystoke"))
    game.flow()
    found = {one.words: told(one) for one in prospects(game, "ann")}
    castle, other = (
        found[f"Greystoke comes into play inside {place} (garrison of 100)"]
        for place in ("the castle Greystoke", "Morpeth")
    )
    assert castle.endswith("; you then hold Greystoke Castle and Morpeth") and other == castle


def test_where_a_king_can_take_nobody_else_to_an_embassy_there_is_nothing_to_choose() -> None:
    game = boards.empty()
    boards.put(game, "mowbray", "ann", "open:york")
    boards.put(game, "roos", "ann", "open:york")
    boards.guard(game, "henry_vi", "mowbray")
    step = Embassy("henry_vi", PlaceId("southampton"))
    game.push(step)
    (asked,) = step.requests(game)
    found = [one.words for one in usual_answers.answers(game, "ann", asked)]
    assert found == ["Send only Mowbray with Henry VI"] and "Who else goes along?" in asked.prompt
    boards.put(game, "roos", "ann", "open:wells")
    (asked,) = step.requests(game)
    assert not [*usual_answers.answers(game, "ann", asked)] and "Who else" not in asked.prompt


def test_a_noble_who_comes_into_play_is_told_who_could_storm_the_place() -> None:
    game = boards.empty()
    for noble in ("mowbray", "neville", "stanley", "howard", "percy"):
        boards.put(game, noble, "ben", "open:newcastle")
    boards.hold(game, "ann", "greystoke")
    game.state.turn.seat, game.state.turn.phase = "ann", "crown"
    game.push(CrownPhase(drawn=True, card="greystoke"))
    game.flow()
    found = {one.short: told(one) for one in prospects(game, "ann")}
    assert found["At Morpeth"].endswith("; {ben} has 260 men within 5 squares, against your 10 and a garrison of 100")


def test_a_lone_noble_reads_of_death_beside_victory_in_the_open_and_before_walls() -> None:
    """As the question in the Combat phase tells it; men from towns, who only attack, are told apart."""
    people = (("percy", "ann", "open:coventry", "card_leicester"), ("berkeley", "ben", "open:stafford"))
    game = marching(*people, game=boards.empty(variant="wbc"))
    march = Move(["percy"], Location("open:stafford"), [])
    come = _comes_of_march(game, Outlook(view(game, "ann"), "ann", Random(0)), march, "", usual=False)
    assert re.search(r"\d\d% to beat \{ben\}'s Berkeley \(10 men\) there, \d% to win but die", come)
    march = Move(["percy"], Location("open:warwick"), [])
    come = _comes_of_march(game, Outlook(view(game, "ann"), "ann", Random(0)), march, "", usual=False)
    assert re.match(r"\d\d% to storm Warwick, \d% to die there \(your 100 \+ 20 from towns against 100\)", come)


def test_who_stands_before_the_walls_is_told_to_whoever_marches_inside() -> None:
    game = boards.empty()
    sites.capture(game, PlaceId("leicester"), "ann")
    game = marching(("percy", "ann", "open:coventry"), ("berkeley", "ben", "open:leicester"), game=game)
    (come,) = (told(one) for march, one in marches(game) if march.to == "inside:leicester")
    assert come.startswith("{ben}'s Berkeley (10 men) outside; your own garrison of 200")


def test_an_heir_is_named_with_the_noble_who_protects_him_where_both_are_found() -> None:
    game = boards.empty()
    boards.put(game, "berkeley", "ben", "inside:durham")
    boards.guard(game, "henry_vi", "berkeley")
    found = place_menu.of_place(game, "ann", PlaceId("durham")).hint
    assert found.startswith("Berkeley with Henry VI ({ben}, 10 men)")


def test_a_danger_beside_a_place_that_a_card_brings_says_whose_place_it_is_near() -> None:
    game = boards.empty()
    for noble in ("mowbray", "neville", "stanley", "howard"):
        boards.put(game, noble, "ben", "open:newcastle")
    boards.put(game, "clifford", "ann", "open:durham")
    boards.hold(game, "ann", "bishop_of_norwich")
    game.state.turn.seat, game.state.turn.phase = "ann", "crown"
    game.push(CrownPhase(drawn=True, card="bishop_of_norwich"))
    game.flow()
    (only,) = prospects(game, "ann")
    assert re.search(
        r"you then hold Norwich .*; \{ben\} has \d+ men within 5 squares of Durham, against your", told(only)
    )


def test_a_place_that_can_be_stormed_is_told_before_those_who_cannot_be_beaten_beside_it() -> None:
    game = marching(("roos", "ann", "open:coventry"), ("percy", "ann", "open:coventry"))
    for noble in ("mowbray", "neville", "stanley"):
        boards.put(game, noble, "cat", "open:stafford")
    march = Move(["percy", "roos"], Location("open:stafford"), [])
    come = _comes_of_march(game, Outlook(view(game, "ann"), "ann", Random(0)), march, "", usual=False)
    assert re.match(
        r"\d\d% to storm Stafford Castle \(your 120 against 100\), brings no votes; you could not beat \{cat\}'s ", come
    )


def test_a_march_that_adds_nothing_to_those_who_are_near_enough_is_never_the_usual_one() -> None:
    """Percy and Mowbray, who have marched, are enough for Berwick-upon-Tweed without Clifford."""
    game = boards.empty()
    for heir in game.state.heirs.values():
        heir.at = Location("inside:london")
    people = (
        ("percy", "ann", "open:redesdale", "saxons", "burgundian_crossbowmen", "flemish_crossbowmen"),
        ("mowbray", "ann", "open:redesdale"),
        ("clifford", "ann", "open:helmsley"),
        ("berkeley", "ben", "open:wells"),
    )
    game = marching(*people, game=game)
    for noble in ("percy", "mowbray"):
        game.noble(noble).moved = True
    game.has_changed()
    assert not any(one.likely for _, one in marches(game))


def test_nobody_is_left_alone_with_a_stronger_enemy_by_the_usual_march() -> None:
    """Clifford has marched to Percy and cannot leave Talbot's square any more."""
    people = (
        ("percy", "ann", "open:newcastle", "saxons", "burgundian_crossbowmen", "flemish_crossbowmen"),
        ("clifford", "ann", "open:newcastle"),
        ("mowbray", "ben", "open:newcastle"),
    )
    game = marching(*people)
    (before,) = (told(one) for march, one in marches(game) if (march.nobles, march.to) == (["percy"], "open:morpeth"))
    assert "leaves Clifford" not in before, "he can still march himself"
    game.noble("clifford").moved = True
    game.has_changed()
    found = {march.to: one for march, one in marches(game)}
    assert told(found[Location("open:morpeth")]).startswith("leaves Clifford with {ben}'s Mowbray (50 men); ")
    assert not any(one.likely for one in found.values())


def test_whoever_may_take_a_place_reads_how_likely_nobody_lives_to_enter_it() -> None:
    game = boards.empty(variant="covault")
    boards.put(game, "percy", "ann", "open:coventry", "saxons", "burgundian_crossbowmen", "flemish_crossbowmen")
    boards.put(game, "mowbray", "ann", "open:coventry")
    table = boards.begin(game, "combat")
    table.act("ann", BesiegeSite(ForceId("ann|open:coventry|0"), PlaceId("coventry")))
    first = prospects(boards.game_of(table), "ann")[0]
    assert "fair, you take the place, unless all attackers die (less than 1%); bad, " in first.words


def test_a_march_that_gives_up_a_siege_says_so_and_is_never_the_usual_one() -> None:
    game = boards.empty(variant="covault")
    for heir in game.state.heirs.values():
        heir.at = Location("inside:london")
    boards.put(game, "percy", "ann", "open:durham", "saxons", "burgundian_crossbowmen", "flemish_crossbowmen")
    boards.put(game, "mowbray", "ann", "open:durham")
    boards.put(game, "berkeley", "ben", "open:wells")
    game.state.sieges[PlaceId("durham")] = Siege("ann")
    found = marches(marching(game=game))
    together = [told(one) for march, one in found if len(march.nobles) == 2]
    assert together and all(one.startswith("gives up the siege of Durham") for one in together)
    assert not any(one.likely for march, one in found if "gives up" in told(one))
    assert RISKY + COSTLY in prospects(game, "ann")[0].words
