"""The computer player with a plan: what he makes of a position that is laid out for him."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import msgspec
import pytest

from engine.core.actions import Action, Choice, Field, Offer, Pass
from engine.core.computer.players import Seated
from engine.core.game import waited_for
from engine.core.table import Table
from engine.core.trials import simulation
from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import geography
from engine.kingmaker.board.state import Control, Phase, Ship, Siege
from engine.kingmaker.combat.assault import GoingInside
from engine.kingmaker.combat.battle import Battle
from engine.kingmaker.combat.besieging import BesiegeSite
from engine.kingmaker.combat.combat import Attack
from engine.kingmaker.combat.vacillation_in_battle import DrawAgain
from engine.kingmaker.crown.hand import Discard
from engine.kingmaker.crown.playing import Play
from engine.kingmaker.crown.regicide import KillHeir
from engine.kingmaker.edits import edits
from engine.kingmaker.events import summons
from engine.kingmaker.events.embassy import Embassy, Travel
from engine.kingmaker.events.summons import EndInside, GoAlong
from engine.kingmaker.movement.embarking import Embark
from engine.kingmaker.movement.land import Move
from engine.kingmaker.movement.landing import Land
from engine.kingmaker.movement.sailing import Sail
from engine.kingmaker.outlook import LATE, MAX_SIEGE_TURNS, NEAR, ODDS, PATIENCE, Outlook, plagues
from engine.kingmaker.parliament.parliament import CallParliament
from engine.kingmaker.parliament.session import Attend
from engine.kingmaker.reasons import reason
from engine.kingmaker.rules import RULES
from engine.kingmaker.steward import (
    ANY_TIME,
    Offers,
    Steward,
    attack,
    attack_fleet,
    call_parliament,
    crown,
    discard,
    embark,
    escort,
    fight_on,
    keep_heir,
    kill_rivals,
    land,
    march,
    marches,
    play_cards,
    protect,
    sail,
    shelter,
    storm,
)
from engine.kingmaker.views import KingmakerView, ParliamentView
from tests.harness.rows import rows
from tests.kingmaker import boards
from tests.kingmaker.boards import game_of, only
from tests.kingmaker.test_sea_battles import WBC
from tests.masses import judge

SHIP, WHITBY = "le_lucas", Location("port:whitby")


def seen(table: Table, seat: str) -> tuple[Outlook, Offers]:
    """What a seat sees, and what it is offered."""
    view = RULES.sight.view(game_of(table), seat)
    assert isinstance(view, KingmakerView)
    outlook = Outlook(view, seat, Random(1))
    return outlook, {offer.tag: offer for offer in table.legal(seat).offers}


def at_whitby(*aboard: str) -> Table:
    """Neville and Scrope of one seat at Whitby, where their ship lies; the only heir is in Calais."""
    game = boards.empty()
    only(game, "richard_of_gloucester")
    boards.put(game, "neville", "ann", Location("open:whitby"), SHIP)
    boards.put(game, "scrope", "ann", Location("open:whitby"))
    for noble in aboard:
        forces.place_at(game, noble, Location(f"aboard:{SHIP}"))
    return boards.begin(game, "movement")


def test_he_sails_nearer_to_an_heir_overseas_with_whoever_is_aboard() -> None:
    for aboard in (("neville",), ("neville", "scrope")):
        outlook, offers = seen(at_whitby(*aboard), "ann")
        assert outlook.quarry == "inside:calais"
        order = sail(outlook, offers)
        assert isinstance(order, Sail) and order.ships == [SHIP], aboard
        assert geography.voyages(Location("port:calais"))[order.to] < geography.voyages(Location("port:calais"))[WHITBY]


def test_he_marches_after_nobody_who_is_at_sea() -> None:
    game = boards.empty()
    only(game, "richard_of_gloucester")
    boards.put(game, "neville", "ann", Location("open:whitby"))
    boards.put(game, "scrope", "ann", Location("open:airedale"))
    boards.put(game, "grey", "ben", locations.aboard("le_swan"), "le_swan")
    boards.guard(game, "richard_of_gloucester", "grey")
    outlook, offers = seen(boards.begin(game, "movement"), "ann")
    assert outlook.target == "aboard:le_swan"
    assert march(outlook, offers) is None


def test_he_sails_no_empty_ship() -> None:
    outlook, offers = seen(at_whitby(), "ann")
    assert "sail" in offers and sail(outlook, offers) is None


# ---------------------------------------------------------------------- what he makes of a board


Deed = Callable[[Outlook, Offers], Action | None]


def outlook(game: Kingmaker, seat: str = "ann") -> Outlook:
    """What a seat makes of a board."""
    view = RULES.sight.view(game, seat)
    assert isinstance(view, KingmakerView)
    return Outlook(view, seat, Random(1))


def done(deed: Deed, game: Kingmaker, phase: Phase, seat: str = "ann") -> Action | None:
    """What comes of one of his deeds in a phase of his turn."""
    table = boards.begin(game, phase, seat)
    found, offers = seen(table, seat)
    return deed(found, {**{offer.tag: offer for offer in table.legal(seat).everything(*ANY_TIME)}, **offers})


def test_his_strongest_free_noble_comes_first() -> None:
    game = boards.empty()
    boards.put(game, "scrope", "ann", "open:whitby")
    boards.put(game, "percy", "ann", Location("open:coventry"))
    boards.put(game, "mowbray", "ben", Location("open:bristol"))
    assert [noble.id for noble in outlook(game).nobles] == ["percy", "scrope"]
    game.noble("percy").captor = "ben"
    assert [noble.id for noble in outlook(game).nobles] == ["scrope"]


def test_a_king_comes_before_a_senior_heir_and_he_before_any_other() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", "open:whitby")
    for heir in ("george_of_clarence", "richard_of_york", "edward_of_lancaster", "henry_vi"):
        boards.guard(game, heir, "percy")
    found = outlook(game)
    assert [heir.id for heir in found.wards] == [
        "henry_vi", "richard_of_york", "edward_of_lancaster", "george_of_clarence",
    ]  # fmt: skip
    assert found.candidate is None
    game.heir("henry_vi").king = False
    candidate = outlook(game).candidate
    assert candidate is not None and candidate.id == "henry_vi"
    game.heir("george_of_clarence").king = game.heir("henry_vi").king = True
    assert outlook(game).candidate is None


@rows("king, mixed, rival, killed", [
    ("", 0, "", ""), ("", 1, "", ""), ("", 2, "henry_vi", "edward_of_lancaster"),
    ("richard_of_york", 0, "", "george_of_clarence"), ("richard_of_york", 0, "henry_vi", ""), ("", 0, "henry_vi", ""),
])  # fmt: skip
def test_he_kills_his_other_heirs_where_that_wins_or_before_a_rule_takes_those_of_one_house(
    king: str, mixed: int, rival: str, killed: str
) -> None:
    """While somebody else has an heir he keeps his own, as one may be lost to a plague or in a battle."""
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("open:whitby"))
    boards.put(game, "neville", "ben", Location("open:bristol"))
    mine = ("richard_of_york", "george_of_clarence", "edward_of_lancaster")
    only(game, *mine, rival)
    for heir in mine:
        boards.guard(game, heir, "percy")
        game.heir(heir).king = heir == king
    if rival:
        boards.guard(game, rival, "neville")
    game.faction("ann").mixed_turns = mixed
    order = done(kill_rivals, game, "movement")
    assert (order.heir if isinstance(order, KillHeir) else "") == killed
    alone = boards.empty()
    boards.put(alone, "percy", "ann", Location("open:whitby"))
    boards.guard(alone, "george_of_clarence", "percy")
    assert done(kill_rivals, alone, "movement") is None


@pytest.mark.parametrize("called", [False, True])
def test_of_two_own_kings_he_kills_one_only_once_time_is_called(called: bool) -> None:
    game = boards.empty(WBC)
    boards.put(game, "percy", "ann", Location("open:whitby"))
    only(game, "henry_vi", "richard_of_york", "george_of_clarence")
    for heir in ("henry_vi", "richard_of_york"):
        boards.guard(game, heir, "percy")
        game.heir(heir).king = True
    game.state.time_called = called
    assert (done(kill_rivals, game, "movement") is not None) is called


@pytest.mark.parametrize("king", ["", "henry_vi"])
def test_he_crowns_nobody_beside_his_only_king(king: str) -> None:
    game = boards.empty(WBC)
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    boards.put(game, "percy", "ann", Location("inside:york"), "archbishop_of_york")
    boards.put(game, "neville", "ann", Location("inside:york"))
    only(game, "henry_vi", "richard_of_york", "edward_of_march")
    boards.guard(game, "richard_of_york", "percy")
    boards.guard(game, "henry_vi", "neville")
    game.heir("henry_vi").king = bool(king)
    assert (done(crown, game, "coronation") is None) is bool(king)
    assert bool(outlook(game).altar) is not bool(king)


@rows("strong, king, quarry", [
    (True, True, "open:bristol"), (True, False, "inside:york"), (False, True, "inside:york"),
])  # fmt: skip
def test_he_hunts_a_king_whom_he_can_take_before_any_nearer_heir(strong: bool, king: bool, quarry: str) -> None:
    game = boards.empty(WBC)
    boards.put(game, "percy" if strong else "scrope", "ann", Location("open:whitby"))
    boards.put(game, "neville", "ben", Location("open:bristol"))
    only(game, "henry_vi", "richard_of_york")
    boards.guard(game, "henry_vi", "neville")
    game.heir("henry_vi").king = king
    game.heir("richard_of_york").at = Location("inside:york")
    assert outlook(game).quarry == quarry


def with_an_only_king(at: str, *, king: bool = True) -> Kingmaker:
    """Percy guards Henry, Neville is with them; Ann has Carlisle, where a plague can come, and Cockermouth nearby."""
    game = boards.empty(WBC)
    for place in ("carlisle", "cockermouth"):
        game.state.control[PlaceId(place)] = Control("ann", "capture")
    boards.put(game, "percy", "ann", Location(at))
    boards.put(game, "neville", "ann", Location(at))
    only(game, "henry_vi", "richard_of_york")
    boards.guard(game, "henry_vi", "percy")
    game.heir("henry_vi").king = king
    game.heir("richard_of_york").at = Location("open:york")
    return game


@rows("at, goal", [
    ("inside:carlisle", "inside:cockermouth"), ("open:kendal", "inside:cockermouth"), ("inside:cockermouth", ""),
])  # fmt: skip
def test_his_only_king_waits_within_walls_without_plague_while_the_others_hunt(at: str, goal: str) -> None:
    found = outlook(with_an_only_king(at))
    goals = {noble.id: found.goal(noble) for noble in found.nobles}
    assert goals["percy"] == (goal or at) and goals["neville"] == "open:york"
    assert found.captain is not None and found.captain.id == "neville"
    uncrowned = outlook(with_an_only_king(at, king=False))
    assert uncrowned.goal(uncrowned.nobles[0]) == "open:york"


def test_when_enemies_threaten_an_only_king_his_nobles_come_to_him() -> None:
    """Cockermouth has 100 men and Percy 100; Mowbray and Talbot with the Marshal's men could take it together."""
    for enemies in ((), ("mowbray", "talbot", "stanley")):
        game = with_an_only_king("inside:cockermouth")
        forces.place_at(game, "neville", Location("open:durham"))
        for noble in enemies:
            boards.put(game, noble, "ben", Location("open:carlisle"), *["marshal_of_england"] * (noble == "talbot"))
        found = outlook(game)
        goals = {noble.id: found.goal(noble) for noble in found.nobles}
        assert goals["neville"] == ("inside:cockermouth" if enemies else "open:york")


def test_an_only_king_fights_no_battle() -> None:
    for king in (False, True):
        game = with_an_only_king("open:whitby", king=king)
        boards.put(game, "grey", "ben", Location("open:whitby"))
        assert (done(attack, game, "combat") is None) is king


def test_a_spare_heir_does_not_hold_his_guard_back_while_an_only_king_is_safe() -> None:
    game = with_an_only_king("inside:cockermouth")
    boards.guard(game, "richard_of_york", "neville")
    assert not outlook(game).guards("neville") and outlook(game).guards("percy")
    game.heir("henry_vi").king = False
    assert outlook(game).guards("neville")


@rows(
    "held, clergy",
    [
        ({}, []),
        ({"percy": ["bishop_of_durham"]}, []),
        ({"percy": ["archbishop_of_york"]}, ["percy"]),
        ({"percy": ["bishop_of_durham", "bishop_of_carlisle"]}, ["percy"]),
        ({"percy": ["bishop_of_durham"], "scrope": ["bishop_of_carlisle"]}, ["percy", "scrope"]),
        ({"percy": ["bishop_of_durham"], "scrope": ["archbishop_of_york"]}, ["scrope"]),
    ],
)
def test_an_archbishop_crowns_alone_and_two_bishops_together(held: dict[str, list[str]], clergy: list[str]) -> None:
    game = boards.empty()
    for noble in ("percy", "scrope"):
        boards.put(game, noble, "ann", Location("open:whitby"), *held.get(noble, []))
    assert [noble.id for noble in outlook(game).clergy] == clergy


def test_the_altar_is_the_nearest_cathedral_that_is_his_or_has_no_walls() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("open:whitby"), "archbishop_of_canterbury")
    assert outlook(game).altar == ""
    boards.guard(game, "richard_of_york", "percy")
    without = outlook(game).altar
    assert locations.kind(without) == "open"
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    assert outlook(game).altar == "inside:york"
    assert outlook(game).goal(outlook(game).nobles[0]) == "inside:york"
    game.state.control[PlaceId("york")] = Control("ben", "capture")
    assert outlook(game).altar == without


def test_he_hunts_the_heir_of_others_who_is_nearest_to_his_strongest_noble() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("open:whitby"))
    assert outlook(game).quarry == "inside:york"
    boards.guard(game, "richard_of_york", "percy")
    assert outlook(game).quarry not in ("inside:york", "open:whitby")
    assert outlook(game, "ben").quarry == ""


@pytest.mark.parametrize("turn", [1, MAX_SIEGE_TURNS, MAX_SIEGE_TURNS + 1])
def test_he_holds_a_siege_for_some_turns(turn: int) -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("open:skipton"))
    boards.put(game, "clifford", "ben", "inside:skipton")
    game.state.sieges[PlaceId("skipton")] = Siege("ann", turn=turn)
    found = outlook(game)
    assert found.besieges(found.nobles[0]) is (turn <= MAX_SIEGE_TURNS)
    assert not outlook(game, "ben").besieges(outlook(game, "ben").nobles[0])


# ---------------------------------------------------------------------- what he does


def test_he_rides_to_the_heir_with_comrades_of_the_same_mind() -> None:
    game = boards.empty()
    for noble in ("percy", "scrope"):
        boards.put(game, noble, "ann", Location("open:whitby"))
    boards.put(game, "grey", "ann", Location("open:bristol"))
    only(game, "richard_of_york")
    game.heir("richard_of_york").at = Location("open:kendal")
    order = done(march, game, "movement")
    assert isinstance(order, Move) and sorted(order.nobles) == ["percy", "scrope"]
    found = outlook(game)
    assert found.distance(order.to, found.quarry) < found.distance("open:whitby", found.quarry)


def test_who_is_where_he_ought_to_be_stays_there() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("inside:york"), "archbishop_of_york")
    boards.guard(game, "richard_of_york", "percy")
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    assert done(march, game, "movement") is None


def test_he_puts_a_card_into_play_with_the_strongest_who_can_hold_it() -> None:
    game = boards.empty()
    boards.put(game, "scrope", "ann", "open:whitby")
    boards.put(game, "percy", "ann", Location("open:coventry"))
    boards.hold(game, "ann", "saxons")
    order = done(play_cards, game, "movement")
    assert isinstance(order, Play) and order.noble == "percy"


def test_from_too_full_a_hand_he_gives_up_the_card_with_the_fewest_men() -> None:
    cards = [Choice(card, card) for card in ("earl_of_wiltshire", "earl_of_essex", "marshal_of_england")]
    offer = Offer(Discard, "Discard a Crown card", (Field("card", "Which card?", lambda _: cards),))
    assert discard(outlook(boards.empty()), {"discard": offer}) == Discard("earl_of_essex")


def test_he_puts_no_card_with_a_noble_overseas_while_another_is_at_home() -> None:
    game = boards.empty()
    boards.put(game, "scrope", "ann", Location("open:whitby"))
    boards.put(game, "percy", "ann", "area:ireland")
    boards.hold(game, "ann", "saxons")
    order = done(play_cards, game, "movement")
    assert isinstance(order, Play) and order.noble == "scrope"


@rows("mine, theirs, attacks", [
    (("neville",), ("mowbray",), False), (("neville", "talbot"), ("mowbray",), True), (("neville",), ("scrope",), True),
    (("neville", "grey"), ("mowbray",), False), (("talbot",), ("grey",), True), (("scrope",), ("percy",), False),
])  # fmt: skip
def test_he_attacks_who_has_two_thirds_of_his_men_at_most(
    mine: tuple[str, ...], theirs: tuple[str, ...], attacks: bool
) -> None:
    game = boards.empty()
    for noble in mine:
        boards.put(game, noble, "ann", Location("open:whitby"))
    for noble in theirs:
        boards.put(game, noble, "ben", Location("open:whitby"))
    assert isinstance(done(attack, game, "combat"), Attack) is attacks


@pytest.mark.parametrize(("own", "attacks"), [("mowbray", True), ("talbot", False)])
def test_by_the_battle_table_he_attacks_who_is_as_strong(own: str, attacks: bool) -> None:
    game = boards.empty(boards.BY_TABLE)
    boards.put(game, own, "ann", "open:whitby")
    boards.put(game, "neville", "ben", Location("open:whitby"))
    assert isinstance(done(attack, game, "combat"), Attack) is attacks


@pytest.mark.parametrize(("own", "attacks"), [("talbot", True), ("grey", True), ("scrope", False)])
def test_at_sea_he_attacks_who_has_two_thirds_of_his_men_at_most(own: str, attacks: bool) -> None:
    """With Courtenay's 30 and Grey's 20 men against 20, and Scrope's 10."""
    game = boards.empty(WBC)
    for ship, noble, seat in (("le_lucas", own, "ann"), ("le_swan", "roos" if own == "talbot" else "hastings", "ben")):
        boards.put(game, noble, seat, locations.aboard(ship), ship)
    edits.EDITS.carry_out(game, edits.Goto(seat="ann", phase="combat"))
    for ship in ("le_lucas", "le_swan"):
        game.state.ships[ship] = Ship(Location("sea:dogger_bank"), steps=1)
    game.flow()
    found, offers = seen(Table(RULES, game), "ann")
    assert "attack_fleet" in offers
    assert (attack_fleet(found, offers) is not None) is attacks


def test_he_storms_a_place_that_holds_an_heir_of_others() -> None:
    for seed in range(4):
        game = boards.empty()
        for noble in ("percy", "neville", "mowbray"):
            boards.put(game, noble, "ann", "open:durham")
        game.heir("richard_of_york").at = Location("inside:durham")
        found, offers = seen(boards.begin(game, "combat"), "ann")
        order = storm(Outlook(found.view, "ann", Random(seed)), offers)
        assert order is not None and getattr(order, "site", "") == "durham"


def test_he_storms_a_place_that_he_besieges_though_no_heir_is_in_it() -> None:
    for seed in range(8):
        game = boards.empty()
        for noble in ("percy", "neville", "mowbray"):
            boards.put(game, noble, "ann", "open:durham")
        only(game, "richard_of_york")
        game.state.sieges[PlaceId("durham")] = Siege("ann", turn=2)
        found, offers = seen(boards.begin(game, "combat"), "ann")
        assert storm(Outlook(found.view, "ann", Random(seed)), offers) is not None


@pytest.mark.parametrize(("friends", "to"), [(("neville", "mowbray"), "open:warwick"), ((), "")])
def test_he_comes_out_of_a_place_to_storm_another_in_its_square(friends: tuple[str, ...], to: str) -> None:
    """Kenilworth, where the only heir is, has 200 men."""
    game = boards.empty()
    for noble in ("percy", *friends):
        boards.put(game, noble, "ann", "inside:warwick")
    game.state.control[PlaceId("warwick")] = Control("ann", "capture")
    only(game, "richard_of_york")
    game.heir("richard_of_york").at = Location("inside:kenilworth")
    order = done(march, game, "movement")
    assert getattr(order, "to", "") == to


def test_who_comes_to_storm_a_place_does_not_go_into_another_in_its_square() -> None:
    game = boards.empty()
    for noble, at in (("percy", "open:warwick"), ("neville", "open:tutbury"), ("mowbray", "open:tutbury")):
        boards.put(game, noble, "ann", Location(at))
    game.state.control[PlaceId("warwick")] = Control("ann", "capture")
    only(game, "richard_of_york")
    game.heir("richard_of_york").at = Location("inside:kenilworth")
    assert getattr(done(march, game, "movement"), "to", "") == "open:warwick"


@pytest.mark.parametrize(("enemy", "altar"), [("", "open:ely"), ("neville", "inside:norwich")])
def test_he_crowns_his_heir_where_no_enemy_near_is_stronger_and_all_go_along_who_are_needed(
    enemy: str, altar: str
) -> None:
    """Ely is nearer than Norwich, which is his own, but it has no walls."""
    game = boards.empty(WBC)
    for place in ("norwich", "fotheringhay"):
        game.state.control[PlaceId(place)] = Control("ann", "capture")
    boards.put(game, "percy", "ann", "inside:fotheringhay", "archbishop_of_canterbury")
    boards.put(game, "grey", "ann", "inside:fotheringhay")
    if enemy:
        boards.put(game, enemy, "ben", Location("open:buckingham"), "marshal_of_england")
    only(game, "richard_of_york", "edward_of_march")
    boards.guard(game, "richard_of_york", "percy")
    assert outlook(game).altar == altar
    order = done(march, game, "movement")
    assert isinstance(order, Move) and order.nobles[0] == "percy"
    assert not enemy or order.nobles == ["percy", "grey"]


def test_one_noble_fetches_an_heir_whom_nobody_protects_and_the_others_hunt() -> None:
    game = boards.empty(WBC)
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    for noble, at in (("percy", "open:durham"), ("neville", "open:durham"), ("scrope", "open:ripon")):
        boards.put(game, noble, "ann", Location(at))
    only(game, "richard_of_york", "edward_of_march")
    game.heir("richard_of_york").at = Location("inside:york")
    game.heir("edward_of_march").at = Location("inside:newcastle")
    found = outlook(game)
    assert found.errands == {"scrope": "inside:york"} and found.quarry == "inside:newcastle"
    assert [found.goal(noble) for noble in found.nobles if noble.id == "scrope"] == ["inside:york"]
    game.heir("richard_of_york").at = Location("open:york")
    boards.put(game, "mowbray", "ben", Location("open:leicester"), "marshal_of_england")
    assert not outlook(game).errands  # Mowbray is stronger, and near


def test_where_his_quarry_is_too_strong_he_goes_for_an_heir_whom_nobody_has() -> None:
    game = boards.empty(WBC)
    for noble in ("percy", "neville", "mowbray"):
        boards.put(game, noble, "ann", Location("open:durham"))
    boards.put(game, "grey", "ben", "inside:newcastle", "marshal_of_england")
    only(game, "richard_of_york", "edward_of_march")
    boards.guard(game, "richard_of_york", "grey")
    game.heir("edward_of_march").at = Location("inside:nottingham")
    assert (outlook(game).quarry, outlook(game).target) == ("inside:newcastle", "inside:nottingham")


@pytest.mark.parametrize(("marched", "quarry"), [(False, "inside:lancaster"), (True, "open:nottingham")])
def test_an_heir_whom_he_can_take_at_once_comes_before_a_king_who_is_farther(marched: bool, quarry: str) -> None:
    """Percy alone is not enough for Lancaster; the others are near enough, until they have marched elsewhere."""
    game = boards.empty(WBC)
    boards.put(game, "percy", "ann", Location("open:durham"))
    for noble in ("neville", "mowbray"):
        boards.put(game, noble, "ann", Location("open:ripon"))
        game.noble(noble).moved = marched
    boards.put(game, "grey", "ben", Location("open:nottingham"))
    only(game, "henry_vi", "edward_of_march")
    boards.guard(game, "henry_vi", "grey")
    game.heir("henry_vi").king = True
    game.heir("edward_of_march").at = Location("inside:lancaster")
    assert outlook(game).quarry == quarry


def test_where_the_way_to_his_goal_is_too_dangerous_his_strongest_company_takes_what_is_near_and_safe() -> None:
    """On the way to Norwich the enemies at Ravenser could fall on the heir; none is near Lancaster."""
    game = boards.empty(WBC)
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    for noble, cards in (("percy", ["marshal_of_england"]), ("neville", []), ("mowbray", [])):
        boards.put(game, noble, "ann", Location("inside:york"), *cards)
    enemies = "grey fitzalan stanley roos courtenay scrope cromwell beaufort stafford talbot clifford holland pole"
    for noble in enemies.split():
        boards.put(game, noble, "ben", Location("open:ravenser"))
    only(game, "richard_of_york", "edward_of_march")
    boards.guard(game, "richard_of_york", "percy")
    game.heir("edward_of_march").at = Location("inside:norwich")
    assert outlook(game).target == "inside:norwich"
    order = done(march, game, "movement")
    assert isinstance(order, Move) and order.to == "open:lancaster"
    assert sorted(order.nobles) == ["mowbray", "neville", "percy"]
    for noble in order.nobles:
        forces.place_at(game, noble, order.to)
    assert all(isinstance(done(partial(stormed, seed), game, "combat"), BesiegeSite) for seed in range(10))


@pytest.mark.parametrize(("enemies", "draws"), [(("stanley",), True), (("mowbray", "neville", "stanley"), False)])
def test_after_somebody_has_wavered_he_draws_again_only_if_the_attack_can_still_succeed(
    enemies: tuple[str, ...], draws: bool
) -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", "open:durham")
    for noble in enemies:
        boards.put(game, noble, "ben", "open:durham")
    game.push(Battle("battle", "ann", "ben", ["percy"], list(enemies), Location("open:durham"), wavered=True))
    (asked,) = waited_for(game)
    found = replace(outlook(game), asked=asked.prompt)
    deed = fight_on(found, {offer.tag: offer for offer in asked.offers})
    assert isinstance(deed, DrawAgain) if draws else deed is None


def stormed(seed: int, found: Outlook, offers: Offers) -> Action | None:
    """Storm with another source of chance."""
    return storm(Outlook(found.view, "ann", Random(seed)), offers)


@rows("at, stronger, stays", [
    ("york", False, True),     # a plague can strike York
    ("york", True, False),     # enemies nearby are stronger, so walls are better
    ("durham", False, False),  # no plague strikes Durham
])  # fmt: skip
def test_victors_stay_out_of_a_place_that_a_plague_can_strike(at: str, stronger: bool, stays: bool) -> None:
    game = boards.empty(variant="wbc")
    square = f"open:{at}"
    boards.put(game, "mowbray", "ann", square)
    if stronger:
        boards.put(game, "neville", "ben", Location("open:ripon"), "marshal_of_england")
    game.state.control[PlaceId(at)] = Control("ann", "capture")
    (asked,) = GoingInside(seat="ann", place=PlaceId(at), nobles=["mowbray"]).requests(game)
    order = fight_on(outlook(game), {offer.tag: offer for offer in asked.offers})
    assert isinstance(order, Pass) is stays


@rows("late, reigns, quarry", [
    (0, True, "inside:york"),
    (LATE, True, "inside:plymouth"),
    (LATE, False, "inside:york"),
])  # fmt: skip
def test_late_in_a_tournament_he_hunts_the_only_king_whatever_the_odds(late: int, reigns: bool, quarry: str) -> None:
    game = boards.empty(WBC)
    game.state.turn.round = late or 1
    boards.put(game, "grey", "ann", "open:helmsley")
    boards.put(game, "neville", "ben", "inside:plymouth")
    only(game, "henry_vi", "richard_of_york")
    boards.guard(game, "henry_vi", "neville")
    game.heir("henry_vi").king = reigns
    game.heir("richard_of_york").at = Location("inside:york")
    assert outlook(game).quarry == quarry


def test_he_storms_no_place_while_the_heir_is_outside_in_the_open() -> None:
    for seed in range(8):
        game = boards.empty()
        for noble in ("percy", "neville", "mowbray"):
            boards.put(game, noble, "ann", "open:durham")
        boards.put(game, "grey", "ben", "open:durham")
        only(game, "richard_of_york")
        boards.guard(game, "richard_of_york", "grey")
        found, offers = seen(boards.begin(game, "combat"), "ann")
        assert "siege" in offers and storm(Outlook(found.view, "ann", Random(seed)), offers) is None


def test_he_takes_charge_of_an_heir_whom_nobody_protects() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("open:whitby"))
    game.heir("richard_of_york").at = Location("open:whitby")
    order = done(protect, game, "movement")
    assert order is None or getattr(order, "heir", "") == "richard_of_york"


@pytest.mark.parametrize(("heirs", "goes"), [(("richard_of_gloucester",), True), (("richard_of_york",), False)])
def test_he_goes_aboard_only_where_the_heir_is_overseas(heirs: tuple[str, ...], goes: bool) -> None:
    game = boards.empty()
    boards.put(game, "neville", "ann", Location("open:whitby"), SHIP)
    only(game, *heirs)
    found, offers = seen(boards.begin(game, "movement"), "ann")
    assert "embark" in offers
    assert (embark(found, offers) is not None) is goes


# ---------------------------------------------------------------------- what would be foolish


@rows("men, at, hunts", [
    (("percy",), "open:durham", False), (("percy", "mowbray", "neville"), "open:durham", True),
    (("percy", "mowbray", "neville"), "open:plymouth", False),
])  # fmt: skip
def test_he_goes_to_an_heir_only_where_all_who_can_come_within_two_turns_are_enough(
    men: tuple[str, ...], at: str, hunts: bool
) -> None:
    game = boards.empty()
    only(game, "henry_vi")
    game.heir("henry_vi").at = Location("inside:newcastle")
    for noble in men:
        boards.put(game, noble, "ann", Location(at))
    assert outlook(game).quarry == "inside:newcastle"
    assert outlook(game).target == ("inside:newcastle" if hunts else "")


MANY = ("marshal_of_england", "burgundian_crossbowmen", "saxons", "scots_archers", "scottish_foot_soldiers")


@rows("cards, hunts", [((), True), (MANY, False)])
def test_he_counts_no_guard_of_an_heir_where_it_is_too_dangerous_for_him(cards: tuple[str, ...], hunts: bool) -> None:
    """Percy guards an heir; without him the others are not enough for Newcastle."""
    game = boards.empty(WBC)
    only(game, "henry_vi", "richard_of_york")
    game.heir("henry_vi").at = Location("inside:newcastle")
    for noble in ("percy", "mowbray", "neville"):
        boards.put(game, noble, "ann", Location("open:durham"))
    boards.guard(game, "richard_of_york", "percy")
    boards.put(game, "fitzalan", "ben", Location("open:durham"), *cards)
    assert outlook(game).target == ("inside:newcastle" if hunts else "")


def test_an_heir_whom_nobody_protects_within_own_walls_needs_no_men() -> None:
    game = boards.empty()
    boards.put(game, "scrope", "ann", Location("open:whitby"))
    only(game, "richard_of_york")
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    assert outlook(game).resistance(game.heir("richard_of_york").at) == 0
    assert outlook(game).target == game.heir("richard_of_york").at


def test_nobody_leaves_his_king_to_enemies_who_are_near_and_stronger_than_who_stays() -> None:
    """Neville's 50 men are too many for Stafford alone, who has 30 and the King: Percy goes only where they go."""
    for enemy, stays in (("open:whitby", True), ("open:plymouth", False)):
        game = boards.empty()
        boards.put(game, "percy", "ann", Location("open:york"))
        boards.put(game, "stafford", "ann", Location("open:york"))
        boards.put(game, "neville", "ben", Location(enemy))
        only(game, "henry_vi", "richard_of_york")
        boards.guard(game, "henry_vi", "stafford")
        game.heir("henry_vi").king = True
        game.heir("richard_of_york").at = Location("open:durham")
        found = outlook(game)
        assert [noble.id for noble in found.nobles if found.needed(noble)] == (["percy"] if stays else [])
        order = done(march, game, "movement")
        assert isinstance(order, Move) and order.nobles[0] == ("stafford" if stays else "percy")
        assert sorted(order.nobles) == ["percy", "stafford"]


def weak(scrope: str, percy: str, neville: str) -> tuple[Outlook, Move]:
    """Return Ann's outlook, and where weak Scrope goes alone: Percy is his friend, Neville guards the heir whom they
    are after."""
    game = boards.empty()
    boards.put(game, "scrope", "ann", Location(scrope))
    boards.put(game, "percy", "ann", Location(percy))
    boards.put(game, "neville", "ben", Location(neville))
    only(game, "richard_of_york")
    boards.guard(game, "richard_of_york", "neville")
    found, offers = seen(boards.begin(game, "movement"), "ann")
    (order,) = (one for one in marches(found, offers) if isinstance(one, Move) and one.nobles[0] == "scrope")
    return found, order


def test_a_weak_noble_does_not_ride_alone_to_a_strong_enemy_but_to_his_friends() -> None:
    found, order = weak("open:whitby", percy="open:bristol", neville="open:york")
    assert found.quarry == "open:york"
    assert found.distance(order.to, "open:bristol") < found.distance("open:whitby", "open:bristol")
    assert order.to != "open:york"


def test_a_weak_noble_goes_as_near_to_his_goal_as_is_safe_rather_than_back_to_friends_who_are_coming() -> None:
    found, order = weak("open:berwick", percy="open:lincoln", neville="open:durham")
    assert found.target == "open:durham" and not found.safe(Location("open:durham"), ["scrope"])
    assert found.distance(order.to, "open:durham") == 1


@pytest.mark.parametrize("friends", ["inside:york", "open:york"])
def test_friends_behind_walls_are_no_help_to_a_noble_in_the_open(friends: str) -> None:
    """Neville, in the open at York, is stronger than Scrope alone; with Percy beside Scrope it is not."""
    game = boards.empty()
    only(game, "henry_vi")
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    boards.put(game, "percy", "ann", Location(friends))
    boards.put(game, "scrope", "ann", Location("open:helmsley"))
    boards.put(game, "neville", "ben", Location("open:york"))
    assert outlook(game).safe(Location("open:york"), ["scrope"]) is (friends == "open:york")


def test_after_long_waiting_he_dares_even_that() -> None:
    game = boards.empty()
    boards.put(game, "scrope", "ann", Location("open:whitby"))
    boards.put(game, "neville", "ben", Location("open:york"))
    found = outlook(game)
    assert not found.safe(Location("open:york"), ["scrope"]) and found.safe(Location("inside:york"), ["scrope"])
    game.state.turn.round = 10 * PATIENCE
    assert outlook(game).safe(Location("open:york"), ["scrope"])


@pytest.mark.parametrize(("enemy", "goes"), [("open:durham", False), ("open:plymouth", True)])
def test_nobody_leads_an_heir_out_of_walls_to_where_enemies_are_near_and_stronger(enemy: str, goes: bool) -> None:
    """Neville's 50 men and the walls of York are enough against Percy's 100, Neville alone is not."""
    game = boards.empty()
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    boards.put(game, "neville", "ann", Location("inside:york"))
    boards.put(game, "percy", "ben", Location(enemy))
    only(game, "richard_of_york", "henry_vi")
    boards.guard(game, "richard_of_york", "neville")
    boards.put(game, "scrope", "ben", Location("open:newcastle"))
    boards.guard(game, "henry_vi", "scrope")
    assert (done(march, game, "movement") is not None) is goes


def test_men_who_serve_an_office_in_one_area_alone_are_not_counted_elsewhere() -> None:
    """The Chamberlain of Chester has 200 men more in Wales than the 50 whom he always has."""
    game = boards.empty()
    boards.put(game, "neville", "ann", Location("inside:harlech"), "chamberlain_of_chester")
    found = outlook(game)
    assert found.men_at(Location("inside:harlech")) == 300
    assert found.men_at(Location("open:coventry"), ["neville"]) == 100


@rows("enemy", [("percy",), (), ("percy", "mowbray")])
def test_who_guards_an_heir_in_danger_goes_where_neither_enemies_nor_a_plague_can_harm_him(
    enemy: tuple[str, ...],
) -> None:
    """York has the strongest walls, but a plague can come there."""
    game = boards.empty()
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    boards.put(game, "neville", "ann", "open:whitby")
    for noble in enemy:
        boards.put(game, noble, "ben", Location("open:durham"))
    only(game, "richard_of_york", "henry_vi")
    boards.guard(game, "richard_of_york", "neville")
    game.heir("henry_vi").at = Location("open:newcastle")
    order = done(march, game, "movement")
    assert isinstance(order, Move)
    found = outlook(game)
    nearer = found.distance(order.to, "open:newcastle") < found.distance("open:whitby", "open:newcastle")
    assert nearer is not bool(enemy)
    assert not enemy or found.margin(order.to, found.men_at(order.to, order.nobles)) >= 0
    assert locations.place_of(order.to) not in plagues() if locations.kind(order.to) == "inside" else not enemy


@pytest.mark.parametrize(("enemy", "fears"), [("open:kendal", True), ("open:plymouth", False)])
def test_who_fetches_an_heir_brings_him_to_safety_where_enemies_are_near(enemy: str, fears: bool) -> None:
    """Richard stands alone at York, nearer to Scrope than Edward at Bamburgh. Percy has 100 men."""
    game = boards.empty()
    boards.put(game, "scrope", "ann", "open:whitby")
    boards.put(game, "percy", "ben", Location(enemy))
    only(game, "richard_of_york", "edward_of_march")
    game.heir("richard_of_york").at = Location("open:york")
    game.heir("edward_of_march").at = Location("open:bamburgh")
    order = done(march, game, "movement")
    assert isinstance(order, Move) and order.pick_up == ["richard_of_york"]
    found = outlook(game)
    assert (found.distance(order.to, enemy) > NEAR) is True
    assert (found.distance(order.to, "open:bamburgh") > found.distance("inside:york", "open:bamburgh")) is fears


def test_who_is_within_walls_beside_friends_does_not_come_out_to_them() -> None:
    game = boards.empty()
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    boards.put(game, "scrope", "ann", Location("inside:york"))
    boards.put(game, "neville", "ann", Location("open:york"))
    boards.put(game, "percy", "ben", Location("open:durham"))
    only(game, "richard_of_york")
    boards.guard(game, "richard_of_york", "percy")
    found, offers = seen(boards.begin(game, "movement"), "ann")
    assert found.rally == "open:york"
    assert all("scrope" not in order.nobles for order in marches(found, offers) if isinstance(order, Move))


@rows("own, storms", [(("percy",), False), (("percy", "neville", "mowbray"), True)])
def test_where_others_could_help_him_he_storms_only_what_he_can_take_alone(own: tuple[str, ...], storms: bool) -> None:
    """Durham has 200 men; Percy has 100, and Talbot, who serves another seat, could help with 130."""
    game = boards.empty()
    for noble in own:
        boards.put(game, noble, "ann", "open:durham")
    boards.put(game, "talbot", "ben", "open:durham", "marshal_of_england")
    game.heir("richard_of_york").at = Location("inside:durham")
    found, offers = seen(boards.begin(game, "combat"), "ann")
    assert "siege" in offers
    assert (storm(found, offers) is not None) is storms


@rows("enemy, comrade, along", [
    ("percy", "scrope", True), ("", "scrope", False), ("scrope", "percy", False),
])  # fmt: skip
def test_an_heir_goes_along_with_his_guard_rather_than_stay_with_somebody_weak(
    enemy: str, comrade: str, along: bool
) -> None:
    game = boards.empty()
    boards.put(game, "neville", "ann", "open:whitby")
    boards.put(game, comrade, "ann", "open:whitby")
    if enemy:
        boards.put(game, enemy, "ben", Location("open:york"))
    boards.guard(game, "richard_of_york", "neville")
    found = Outlook(outlook(game).view, "ann", Random(1), about=("richard_of_york",))
    assert (keep_heir(found, {"go_along": Offer(GoAlong, "He goes along")}) is not None) is along


def test_all_who_are_with_his_king_go_along_to_an_embassy() -> None:
    game = boards.empty(WBC)
    for noble in ("mowbray", "roos", "grey"):
        boards.put(game, noble, "ann", "open:york")
    boards.guard(game, "henry_vi", "mowbray")
    (asked,) = Embassy("henry_vi", PlaceId("southampton")).requests(game)
    found = escort(outlook(game), {offer.tag: offer for offer in asked.offers})
    assert isinstance(found, Travel) and sorted(found.companions) == ["grey", "roos"]


def test_who_is_called_to_a_place_of_his_own_goes_inside() -> None:
    game = boards.empty(WBC)
    game.state.control[PlaceId("southampton")] = Control("ann", "capture")
    boards.put(game, "mowbray", "ann", "open:york")
    asked = summons.ask_inside(game, ["mowbray"], PlaceId("southampton"))
    assert isinstance(shelter(outlook(game), {offer.tag: offer for offer in asked.offers}), EndInside)


@pytest.mark.parametrize("called", [False, True])
def test_his_sole_king_stays_where_he_is_once_time_is_called(called: bool) -> None:
    game = boards.empty(WBC)
    boards.put(game, "percy", "ann", "open:whitby")
    boards.put(game, "grey", "ben", "open:whitby")
    only(game, "henry_vi", "richard_of_york")
    boards.guard(game, "henry_vi", "percy")
    game.heir("henry_vi").king = True
    game.state.time_called = called
    game.state.control[PlaceId("york")] = Control("ann", "capture")
    found = outlook(game)
    assert done(attack, game, "combat") is None
    assert (found.goal(found.nobles[0]) == "") is called


def test_an_empty_ship_fetches_a_noble_who_is_left_overseas() -> None:
    game = boards.empty()
    boards.put(game, "neville", "ann", Location("open:whitby"), SHIP)
    boards.put(game, "percy", "ann", Location("open:calais"))
    only(game, "richard_of_york")
    found, offers = seen(boards.begin(game, "movement"), "ann")
    assert found.exile == "port:calais" and found.bound_for(found.ships[SHIP]) == "port:calais"
    order = sail(found, offers)
    assert isinstance(order, Sail) and order.ships == [SHIP]


def test_he_fights_no_sea_battle_with_his_heirs_aboard() -> None:
    """Grey's 20 men would attack Scrope's 10, did not Richard of York sail with him."""
    for heir, attacks in (("", True), ("richard_of_york", False)):
        game = boards.empty(WBC)
        boards.put(game, "grey", "ann", locations.aboard("le_lucas"), "le_lucas")
        boards.put(game, "hastings", "ben", locations.aboard("le_swan"), "le_swan")
        only(game, "henry_vi", "richard_of_york")
        if heir:
            boards.guard(game, heir, "grey")
        edits.EDITS.carry_out(game, edits.Goto(seat="ann", phase="combat"))
        for ship in ("le_lucas", "le_swan"):
            game.state.ships[ship] = Ship(Location("sea:dogger_bank"), steps=1)
        game.flow()
        found, offers = seen(Table(RULES, game), "ann")
        assert (attack_fleet(found, offers) is not None) is attacks


# ---------------------------------------------------------------------- games end


def test_who_has_gone_aboard_sails_and_does_not_land_where_he_was() -> None:
    found, offers = seen(at_whitby("neville", "scrope"), "ann")
    assert "land" in offers and land(found, offers) is None
    assert isinstance(sail(found, offers), Sail)


def test_he_takes_no_heir_to_sea() -> None:
    game = boards.empty()
    boards.put(game, "neville", "ann", Location("open:whitby"), SHIP)
    boards.put(game, "scrope", "ann", Location("open:whitby"))
    only(game, "richard_of_gloucester", "richard_of_york")
    boards.guard(game, "richard_of_york", "neville")
    order = done(embark, game, "movement")
    assert isinstance(order, Embark) and order.nobles == ["scrope"]
    assert outlook(game).goal(outlook(game).nobles[0]) == ""


def test_his_nobles_gather_around_his_heir_where_there_is_nothing_else_to_do() -> None:
    game = boards.empty()
    boards.put(game, "neville", "ann", Location("inside:york"))
    boards.put(game, "scrope", "ann", Location("open:whitby"))
    only(game, "richard_of_york")
    boards.guard(game, "richard_of_york", "neville")
    found = outlook(game)
    goals = {noble.id: found.goal(noble) for noble in found.nobles}
    assert locations.square_of(Location(goals["scrope"])) == locations.square_of(Location("inside:york"))


def with_a_king_in_ireland(*aboard: str, ship_at: str = "area:ireland") -> Table:
    """Neville in Ireland with the last heir, who is King, and a ship of his seat; Scrope is in England."""
    game = boards.empty()
    boards.put(game, "neville", "ann", Location("area:ireland"))
    boards.put(game, "scrope", "ann", "open:whitby", SHIP)
    only(game, "richard_of_york")
    boards.guard(game, "richard_of_york", "neville")
    game.heir("richard_of_york").king = True
    game.state.ships[SHIP] = Ship(Location(ship_at.replace("area:", "port:")))
    for noble in aboard:
        forces.place_at(game, noble, Location(f"aboard:{SHIP}"))
    return boards.begin(game, "movement")


def test_he_fetches_his_king_from_overseas_in_an_empty_ship() -> None:
    found, offers = seen(with_a_king_in_ireland(ship_at="port:pembroke"), "ann")
    assert found.ahead and found.exile == "port:ireland"
    order = sail(found, offers)
    assert isinstance(order, Sail) and order.ships == [SHIP]
    goal = geography.voyages(Location("port:ireland"))
    assert goal.get(order.to, 0) < goal[Location("port:pembroke")]


def test_his_king_goes_aboard_overseas_sails_home_and_lands() -> None:
    found, offers = seen(with_a_king_in_ireland(), "ann")
    order = embark(found, offers)
    assert isinstance(order, Embark) and order.nobles == ["neville"]
    found, offers = seen(with_a_king_in_ireland("neville"), "ann")
    assert land(found, offers) is None
    voyage = sail(found, offers)
    assert isinstance(voyage, Sail)
    home = found.haven(Location("port:ireland"))
    assert locations.on_mainland(home) and geography.voyages(home).get(voyage.to, 0) <= 1
    found, offers = seen(with_a_king_in_ireland("neville", ship_at=WHITBY), "ann")
    assert isinstance(land(found, offers), Land)


def test_he_lands_an_heir_before_the_ship_goes_anywhere_else() -> None:
    """Neville is aboard with his only heir, and the quarry is in Calais: at sea he makes for home, in port he lands."""
    for port in (True, False):
        table = at_whitby("neville")
        game = table.game
        assert isinstance(game, Kingmaker)
        game.heir("richard_of_york").alive = True
        boards.guard(game, "richard_of_york", "neville")
        if not port:
            game.state.ships[SHIP] = Ship(next(at for at in geography.voyages(WHITBY) if at.startswith("sea:")))
        found, offers = seen(boards.begin(game, "movement"), "ann")
        assert found.quarry == "inside:calais"
        if port:
            assert isinstance(land(found, offers), Land) and sail(found, offers) is None
        else:
            voyage = sail(found, offers)
            assert isinstance(voyage, Sail) and locations.on_mainland(voyage.to) and voyage.land


@rows("round_, heir, attacks", [
    (1, "guarded", False), (PATIENCE, "guarded", False), (2 * PATIENCE, "guarded", True), (2 * PATIENCE, "free", True),
    (2 * PATIENCE, "elsewhere", False),
])  # fmt: skip
def test_who_is_behind_risks_more_the_longer_the_game_lasts(round_: int, heir: str, attacks: bool) -> None:
    """Scrope has 10 men against Grey's 20, and attacks them only for an heir who is there."""
    game = boards.empty()
    boards.put(game, "scrope", "ann", "open:whitby")
    boards.put(game, "grey", "ben", Location("open:whitby"))
    only(game, "richard_of_york")
    if heir == "guarded":
        boards.guard(game, "richard_of_york", "grey")
    elif heir == "free":
        game.heir("richard_of_york").at = Location("open:whitby")
    game.state.turn.round = round_
    assert isinstance(done(attack, game, "combat"), Attack) is attacks


def test_whoever_has_the_last_king_risks_nothing() -> None:
    table = with_a_king_in_ireland()
    game = table.game
    assert isinstance(game, Kingmaker)
    boards.put(game, "percy", "ben", Location("area:ireland"))
    game.state.turn.round = 4 * PATIENCE
    assert outlook(game).wanted(ForceId("ben|area:ireland|0")) == ODDS
    assert outlook(game, "ben").wanted(ForceId("ann|area:ireland|0")) == 0


def test_he_hunts_beaufort_where_he_alone_can_still_be_crowned() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("open:whitby"))
    boards.put(game, "beaufort", "ben", Location("open:coventry"), "archbishop_of_york")
    assert outlook(game).quarry != "open:coventry"
    only(game)
    assert outlook(game).quarry == "open:coventry"
    assert outlook(game, "ben").claimant == "beaufort" and outlook(game, "ben").altar


@rows("round_, card, king, kills", [
    (4 * PATIENCE, "", "", False), (4 * PATIENCE + 1, "", "", True), (4 * PATIENCE + 1, "", "henry_vi", False),
    (4 * PATIENCE + 1, "archbishop_of_york", "", False),
])  # fmt: skip
def test_he_kills_his_last_heir_only_after_a_long_game_that_has_no_king(
    round_: int, card: str, king: str, kills: bool
) -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("open:whitby"), *[card] * bool(card))
    only(game, "richard_of_york", king)
    if king:
        boards.put(game, "neville", "ben", Location("open:bristol"))
        boards.guard(game, king, "neville")
        game.heir(king).king = True
    boards.guard(game, "richard_of_york", "percy")
    game.state.turn.round = round_
    assert (done(kill_rivals, game, "movement") is not None) is kills


@rows("round_, kills", [(8 * PATIENCE, False), (8 * PATIENCE + 1, True)])
def test_he_kills_his_last_king_only_after_a_very_long_game_overseas(round_: int, kills: bool) -> None:
    table = with_a_king_in_ireland()
    table.game.state.turn.round = round_
    found, _ = seen(table, "ann")
    assert found.hopeless is kills


# ---------------------------------------------------------------------- in Parliament


def called(*, rival: str = "mowbray", ben: Sequence[str] = ()) -> Table:
    """Ann's King Henry is in London with a Writ; Stafford and Scrope are in Coventry; Ben has two nobles, and towns."""
    game = boards.empty({**WBC, "parliament_rule": "optional"})
    only(game, "henry_vi", "richard_of_york")
    for place in ("london", *ben):
        game.state.control[PlaceId(place)] = Control("ben" if place in ben else "ann", "capture")
    boards.put(game, "neville", "ann", "inside:london", "archbishop_of_canterbury")
    boards.guard(game, "henry_vi", "neville")
    game.heir("henry_vi").king = True
    boards.put(game, "stafford", "ann", "open:coventry")
    boards.put(game, "scrope", "ann", "open:coventry")
    boards.put(game, rival, "ben", Location("open:bristol"))
    boards.put(game, "grey", "ben", Location("open:york"))
    boards.retain(game, "ann", "writ_1")
    boards.chancery(game, "earl_of_kent", "marshal_of_england")
    return boards.begin(game, "parliament")


def by_habit(table: Table, seat: str) -> Action:
    """What a steward without whims answers, and does."""
    action = Seated(Steward()).choose(table, seat)
    table.act(seat, action)
    return action


def test_he_calls_parliament_where_he_leads_the_commons_and_the_weakest_of_the_others_must_come() -> None:
    call = CallParliament(PlaceId("london"), ["grey"])
    assert "leads the Commons" in reason(game_of(called()), "ann", call)
    assert by_habit(called(), "ann") == call


def test_he_calls_none_where_the_others_have_as_many_votes() -> None:
    """He has 41 votes, for a sole King who is the senior heir, for London and nobles; twelve towns have as many."""
    towns = ["york", "norwich", "bristol", "coventry", "exeter", "lancaster", "lincoln", "nottingham", "newcastle"]
    found, offers = seen(called(ben=[*towns, "carlisle", "chester", "leicester"]), "ann")
    assert "call_parliament" in offers and call_parliament(found, offers) is None and not found.leads


def test_he_sends_those_who_can_gain_by_it_and_nobody_from_the_side_of_an_heir() -> None:
    table = called()
    by_habit(table, "ann")
    assert by_habit(table, "ann") == Attend(["stafford", "scrope"])
    game = game_of(table)
    boards.guard(game, "richard_of_york", "mowbray")
    assert by_habit(Table(RULES, game), "ben") == Attend([])


def test_nobody_goes_to_parliament_whom_an_heir_needs() -> None:
    """Percy is near with 100 men; Neville has 50, and only with Stafford and Scrope would he be as strong."""
    game = game_of(called(rival="percy"))
    forces.place_at(game, "percy", Location("open:london"))
    for noble in ("stafford", "scrope"):
        forces.place_at(game, noble, Location("inside:london"))
    assert outlook(game).comers(["stafford", "scrope"]) == []


def test_he_proposes_his_own_votes_for_them_and_against_all_others() -> None:
    table = called()
    for seat in ("ann", "ann", "ben"):
        by_habit(table, seat)
    heard: dict[str, list[str]] = {}
    while (request := next(iter(table.requests()), None)) and request.decision in ("D56", "D58"):
        action = by_habit(table, request.seat)
        heard.setdefault(request.seat, []).append(getattr(action, "noble", "") or getattr(action, "ballot", "pass"))
    assert {"scrope", "aye"} <= set(heard["ann"]) and "nay" not in heard["ann"]
    assert set(heard["ben"]) <= {"nay", "pass"}
    assert game_of(table).noble("scrope").title == "earl_of_kent"


def test_what_parliament_has_refused_he_does_not_propose_again_without_more_votes() -> None:
    game = game_of(called())
    found = outlook(game)
    assert found.carries
    view = msgspec.structs.replace(
        found.view,
        parliament=ParliamentView(
            PlaceId("london"), "ann", [], {"ann": [30, 8], "ben": [20, 9]}, "", "", [], {"ben": "nay"}, [], ""
        ),
    )
    assert not Outlook(view, "ann", Random(1)).carries


# ---------------------------------------------------------------------- when nobody is left to be hunted


def test_when_no_heir_of_others_is_left_he_takes_walls_with_votes_that_he_is_strong_enough_for() -> None:
    game = boards.empty(WBC)
    only(game, "richard_of_york")
    for noble in ("percy", "neville", "mowbray"):
        boards.put(game, noble, "ann", Location("open:lincoln"))
    boards.guard(game, "richard_of_york", "percy")
    found = outlook(game)
    assert not found.quarry and not found.altar and found.spoils == "inside:lincoln"
    table = boards.begin(game, "combat")
    assert getattr(storm(*seen(table, "ann")), "site", "") == "lincoln"
    weak = boards.empty(WBC)
    only(weak, "richard_of_york")
    boards.put(weak, "percy", "ann", Location("open:lincoln"))
    boards.guard(weak, "richard_of_york", "percy")
    assert outlook(weak).spoils == ""


def test_he_hunts_weak_enemies_then_and_none_under_the_kings_peace() -> None:
    game = boards.empty(WBC)
    only(game, "richard_of_york")
    boards.put(game, "percy", "ann", Location("open:newark"))
    boards.guard(game, "richard_of_york", "percy")
    boards.put(game, "scrope", "ben", Location("open:lincoln"))
    assert outlook(game).spoils == "open:lincoln"
    game.state.peace[locations.square_of(Location("open:lincoln"))] = "ben"
    assert outlook(game).spoils == ""


LONGEST = 4_000
"""The actions in which a game among stewards is over."""


BY_DAY = [("base", 4), ("base", 7), ("wbc", 2), ("wbc", 6), ("covault", 3), ("covault", 5)]
"""Games that are played by day: every variant, and every number of seats."""


@pytest.mark.parametrize(
    ("variant", "seats", "games"),
    [
        *((variant, seats, 1) for variant, seats in BY_DAY),
        *(
            pytest.param(variant, seats, 20, marks=pytest.mark.nightly)
            for variant, seats in product(("base", "wbc", "covault"), range(2, 8))
        ),
    ],
)
def test_a_game_among_stewards_ends(variant: str, seats: int, games: int) -> None:
    options, stewards = RULES.options(variant, {}), [Steward()]
    played = simulation.games(
        games, rules=RULES, options=options, seats=seats, seed=9, limit=LONGEST, players=stewards, careful=False
    )
    unfinished = []
    for number, game in enumerate(played):
        judge(game.transcript)
        unfinished += [number] if game.ending == "unfinished" else []
    assert not unfinished


@pytest.mark.nightly
def test_the_game_that_once_was_the_longest_ends() -> None:
    """Of 300 games of each variant and number of seats it was the longest, with 3,685 actions.

    How long it is follows from how the players play, and changes with that.
    """
    options = RULES.options("base", {})
    game = simulation.play(RULES, options, 7, seed=9, number=27, limit=LONGEST, players=[Steward()], careful=False)
    judge(game.transcript)
    assert game.ending != "unfinished"
