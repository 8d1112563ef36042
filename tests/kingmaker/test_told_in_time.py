"""What a player has to know before a press: numbers of a storm, captives, heirs inside, where heirs start, dangers."""

from engine.core.actions import Request
from engine.core.game import waited_for
from engine.kingmaker import advice, reports, usual_answers
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.combat import besieging, captives
from engine.kingmaker.combat.captives import FateOfCaptives
from engine.kingmaker.combat.muster import Muster
from engine.kingmaker.crown import regicide
from engine.kingmaker.events.embassy import Embassy, Travel
from engine.kingmaker.events.summons import Called, Summons
from engine.kingmaker.sequence.setup import SettingUp
from engine.kingmaker.trade import trade
from tests.kingmaker import boards


def test_the_men_of_a_storm_are_those_who_attack_and_others_there_are_counted_apart() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", "open:fotheringhay")
    boards.put(game, "neville", "ann", "open:fotheringhay", "chancellor_of_england")
    boards.put(game, "herbert", "ben", "open:fotheringhay")
    game.state.turn.seat, game.state.turn.phase = "ann", "combat"
    offer = besieging.siege_offer(game, "ann")
    force = offer.field("force").choices({})[0]
    (place,) = offer.field("site").choices({"force": force.value})
    own = int(force.hint.split()[0])
    theirs = forces.strength(game, "herbert", "attack")
    assert place.hint.startswith(f"{own} men against ") and place.hint.endswith(f"could join you with {theirs}")


def captive(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", "open:york")
    boards.put(game, "clifford", "ben", "open:york")
    forces.make_captive(game, "clifford", "ann")


def test_a_captor_knows_what_will_be_decided_and_when() -> None:
    game = boards.empty()
    assert captives.why_not_execute(game, "ann").reason == "You have no captive."
    captive(game)
    told = "Clifford is your captive. When this turn ends I ask you: execute, release or ransom?"
    assert advice.advice(game, "ann") == told and not advice.advice(game, "ben")
    assert captives.why_not_execute(game, "ann").reason == "Not yet: I ask you about Clifford when this turn ends."
    game.push(FateOfCaptives())
    assert not advice.advice(game, "ann")


def test_where_nothing_can_be_asked_for_a_gift_is_offered_and_no_price_asked() -> None:
    game = boards.empty()
    captive(game)
    (offer,) = [one for one in trade.any_time(game, "ann") if one.action is trade.OfferTrade]
    assert (offer.label, offer.seldom) == ("Offer a gift", True)
    assert not offer.field("take").when({"to": "ben", "give": []})
    boards.hold(game, "ben", "neville")
    (offer,) = [one for one in trade.any_time(game, "ann") if one.action is trade.OfferTrade]
    assert (offer.label, offer.seldom) == ("Offer a trade", False)
    assert offer.field("take").when({"to": "ben", "give": []})


def test_an_attacked_place_names_the_heirs_inside() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", "open:fotheringhay")
    boards.put(game, "clifford", "ben", "inside:fotheringhay")
    at, force = Location("open:fotheringhay"), ForceId("ann|open:fotheringhay|0")
    attack = Muster("siege", "ann", "ben", at, [force], [], PlaceId("fotheringhay"))
    assert attack.words(game).endswith(" Inside: Clifford and Margaret of Anjou, and a garrison of 200.")
    boards.guard(game, "margaret_of_anjou", "clifford")
    assert attack.words(game).endswith(" Inside: Clifford with Margaret of Anjou, and a garrison of 200.")


def test_killing_an_heir_is_confirmed_seldom_and_says_what_follows() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", "open:york")
    boards.guard(game, "richard_of_york", "percy")
    (offer,) = regicide.any_time(game, "ann")
    assert offer.seldom and offer.forgoes
    assert offer.hint == "the heir is out of the game for good; 6 heirs would be left"


def test_the_set_up_says_where_the_heirs_start() -> None:
    game = boards.empty()
    game.push(SettingUp())
    game.state.turn.phase = "setup"
    game.state.heirs.clear()
    assert "Heirs start in London (the King), " in reports.headline(game)
    diced = boards.empty({"heir_placement": "dice"})
    diced.state.turn.phase = "setup"
    diced.state.heirs.clear()
    assert "Heirs" not in reports.headline(diced)


def embassy(game: Kingmaker, place: str = "rye") -> Request:
    """Call Ann's King to a place."""
    game.push(Embassy("henry_vi", PlaceId(place)))
    (asked,) = waited_for(game)
    return asked


def test_an_embassy_says_where_it_ends_who_is_near_and_takes_men_enough() -> None:
    game = boards.empty()
    for noble in ("scrope", "roos", "percy"):
        boards.put(game, noble, "ann", "open:york")
    boards.put(game, "neville", "ben", "open:rye")
    for heir in ("henry_vi", "richard_of_york"):
        boards.guard(game, heir, "scrope")
    game.state.turn.seat, game.state.turn.phase = "ben", "event"
    asked = embassy(game)
    assert asked.prompt.startswith(
        "Henry VI must go to the embassy in the open at Rye, and Scrope and Richard of York go too. "
        "{ben} has 50 men within 5 squares and moves next, against your 10, or 130 with all of yours there."
    )
    assert asked.default() == Travel(["percy"])
    usual, alone = usual_answers.answers(game, "ann", asked)
    assert (usual.action, usual.likely, usual.short) == (Travel(["percy"]), True, "Take 1 along")
    assert (alone.action, alone.likely) == (Travel(), False)
    game.pop(game.steps[-1])
    sites.capture(game, PlaceId("southampton"), "ann")
    boards.put(game, "neville", "ben", "open:carlisle")
    asked = embassy(game, "southampton")
    assert " embassy inside Southampton, " in asked.prompt and "within 5" not in asked.prompt
    assert asked.default() == Travel()


def test_whoever_is_called_away_reads_who_is_near_both_places() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", "open:york")
    boards.put(game, "scrope", "ann", "open:york")
    boards.put(game, "neville", "ben", "open:york")
    boards.guard(game, "richard_of_york", "percy")
    game.state.turn.seat, game.state.turn.phase = "cat", "event"
    game.push(Summons([Called("percy", PlaceId("rye"), "", 0)]))
    (asked,) = waited_for(game)
    assert asked.prompt == (
        "Percy is called to Rye (in the open). Whoever stays is in the open at York: "
        "{ben} has 50 men within 5 squares, against your 10. Does Richard of York go with him?"
    )
