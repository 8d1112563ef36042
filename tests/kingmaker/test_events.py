"""The Event phase (rules 3), where a scenario cannot say it well."""

import pytest

from engine.core.errors import Illegal
from engine.core.table import Table
from engine.kingmaker.board import deaths, locations, royal_death
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.catalog import catalog
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId, SquareId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Control, Heir, Siege, Stay
from engine.kingmaker.edits import card_edits, edits, event_edits
from engine.kingmaker.events import (
    calamities,
    events,
    french_siege,
    hospitality,
    leave_taking,
    piracy,
    summons,
    treachery,
)
from engine.kingmaker.overseas import french, heirs_abroad, refuge
from engine.kingmaker.rules import RULES
from engine.kingmaker.views import KingmakerView
from tests.harness import as_kind
from tests.harness.rows import rows
from tests.kingmaker.boards import begin, empty, guard, put, retain

OF_A_KIND = {
    **{kind: {"calls"} for kind in ("raid", "piracy")},
    "plague": {"places"},
    "embassy": {"place"},
    "mercenaries_go_home": {"groups"},
    "refuge": {"turns"},
    "catastrophe": {"rounds"},
    "treachery": {"cards"},
    "french_siege": {"place", "office", "commission_minimum"},
}
"""What is printed on an event card of a kind, beyond what is printed on all."""


def test_an_event_card_says_what_its_kind_needs_and_nothing_else() -> None:
    fields = set().union(*OF_A_KIND.values())
    for card in catalog().events.values():
        assert {field for field in fields if getattr(card, field)} == OF_A_KIND.get(card.kind, set()), card.id


@pytest.mark.rule("BASE-EVT-2")
def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york")
    state = game.state
    state.event_discard, state.event_deck = [*state.event_deck, *state.event_discard], []
    table = begin(game, "event")
    assert [event.rule for event in game.events if event.kind == "shuffle"] == ["BASE-EVT-2"]
    assert len(table.game.state.event_deck) < 66
    assert table.problems() == []


@pytest.mark.rule("BASE-EVT-2")
def test_the_discard_may_not_be_looked_through() -> None:
    game = empty()
    state = game.state
    state.event_discard = [state.event_deck.pop() for _ in range(3)]
    seen = as_kind(KingmakerView, RULES.sight.view(game, "ann"))
    assert seen.event_discard == 3
    assert state.event_discard[0] not in str(seen)


CALAIS = PlaceId("calais")

DECKS = [(card.id, variant) for card in catalog().events.values() for variant in ("base", "wbc", "covault")]


@pytest.mark.rule("BASE-EVT-1")
def test_every_kind_of_card_is_kept_or_carried_out() -> None:
    kinds = {card.kind for card in catalog().events.values()}
    assert kinds == set(events.RESOLVE) | set(events.LAYS_ITSELF)


@rows("card, variant", [row for row in DECKS if catalog().events[row[0]].copies[row[1]]])
def test_every_card_is_carried_out_by_defaults(card: str, variant: str) -> None:
    game = empty(variant=variant)
    put(game, "percy", "ann", "open:york", "admiral_of_england", "saxons", "archbishop_of_york")
    put(game, "scrope", "ann", "open:york")
    put(game, "neville", "ben", "inside:warwick", "chancellor_of_england", "flemish_crossbowmen")
    put(game, "roos", "cat", "aboard:le_grace_dieu")
    guard(game, "henry_vi", "percy")
    guard(game, "edward_of_march", "roos")
    retain(game, "ann", "writ_1")
    game.ship("le_grace_dieu").at = Location("sea:the_wash")
    if card in game.state.event_deck:
        game.state.event_deck.remove(card)
        game.state.event_deck.append(card)
    table = begin(game, "event")
    while table.game.state.turn.phase == "event" and table.result is None:
        waiting = table.requests()[0].seat
        table.act(waiting, table.default(waiting))
    assert table.problems() == []


@pytest.mark.rule("BASE-EVT-8")
def test_the_office_holder_says_which_ships_answer_and_the_nearest_do_by_default() -> None:
    table = _called_for_one_ship()
    table.begin()
    request = table.request("ann")
    assert request is not None and request.decision == "D15"
    [field] = request.offers[0].fields
    assert (field.name, field.many, field.least) == ("ships", True, 1)
    assert [(one.value, one.label, one.hint) for one in field.choices({})] == [
        ("le_grace_dieu", "Le Grace Dieu", "in the port of Southampton"),
        ("le_holygost", "Le Holygost", "in the port of Boston"),
    ]
    assert not field.choices({"ships": ["le_holygost"]}), "one ship is called, and no second one"
    assert request.default() == piracy.SendShips(["le_holygost"])
    with pytest.raises(Illegal, match="BASE-EVT-8"):
        table.act("ann", piracy.SendShips(["le_holygost", "le_grace_dieu"]))
    with pytest.raises(Illegal, match="BASE-EVT-8"):
        table.act("ann", piracy.SendShips(["le_anthony"]))
    table.act("ann", piracy.SendShips(["le_grace_dieu"]))
    ships = table.game.state.ships
    assert (ships["le_grace_dieu"].at, ships["le_holygost"].at) == ("port:lynn", "port:boston")


def _called_for_one_ship() -> Table:
    """The Admiral is called to Lynn with one of his two ships, of which one lies at Boston."""
    game = empty()
    put(game, "percy", "ann", "open:york", "admiral_of_england")
    game.ship("le_holygost").at = Location("port:boston")
    table = begin(game, "movement")
    game.push(piracy.CalledShips("ann", ["le_grace_dieu", "le_holygost"], PlaceId("lynn"), 1))
    return Table(RULES, table.game)


@pytest.mark.rule("BASE-EVT-8")
def test_an_admiral_aboard_one_of_his_ships_at_sea_sails_with_it() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york", "admiral_of_england")
    forces.put_back(game, "percy", Location("aboard:le_grace_dieu"), 0)
    game.ship("le_grace_dieu").at = Location("sea:the_wash")
    game.state.event_deck.remove("piracy_wash")
    game.state.event_deck.append("piracy_wash")
    begin(game, "event")
    assert game.noble("percy").at == "aboard:le_grace_dieu"
    assert {game.ship(ship).at for ship in ("le_grace_dieu", "le_holygost")} == {"port:lynn"}


@pytest.mark.rule("BASE-VIC-1")
def test_a_game_won_by_an_event_leaves_no_card_on_the_table() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york")
    guard(game, "henry_vi", "percy")
    for heir, royal in game.state.heirs.items():
        if heir != "henry_vi":
            royal.at, royal.noble = Location("inside:cardigan"), ""
    game.state.event_deck.remove("plague_cardigan")
    game.state.event_deck.append("plague_cardigan")
    table = begin(game, "event")
    assert table.result is not None and table.result.winners == ("ann",)
    assert table.problems() == []


@pytest.mark.rule("WBC-V06.3")
def test_the_table_of_royal_deaths_names_an_heir_for_every_sum() -> None:
    table = {row.roll: row.royal for row in catalog().royal_deaths}
    assert table == {
        2: "edmund_of_rutland", 3: "richard_of_gloucester", 4: "edmund_of_rutland", 5: "margaret_of_anjou",
        6: "richard_of_york", 7: "henry_vi", 8: "edward_of_march", 9: "george_of_clarence",
        10: "edward_of_lancaster", 11: "richard_of_gloucester", 12: "edward_of_lancaster",
    }  # fmt: skip


@pytest.mark.rule("WBC-V01.2")
def test_nobody_learns_by_treachery_where_a_card_lay() -> None:
    game = empty(variant="wbc")
    put(game, "mowbray", "ann", "open:york")
    for card in ("percy", "neville", "roos"):
        card_edits.take_out(game, card)
        game.faction("ann").hand.append(card)
    game.state.event_deck.remove("treachery_1")
    game.state.event_deck.append("treachery_1")
    table = begin(game, "event")
    request = table.request("ben")
    assert request is not None and request.secret
    labels = [choice.label for choice in request.offers[0].fields[0].choices({"positions": []})]
    assert labels == ["Card 1", "Card 2", "Card 3"]
    before = set(game.faction("ann").hand)
    told = [event for event in table.act("ben", treachery.PickCards(["2"])).events if event.heard_by("ben")]
    lost = before - set(game.faction("ann").hand)
    assert not any(card in event.subjects for event in told for card in lost)
    assert table.problems() == []


@pytest.mark.rule("WBC-V06.4")
def test_a_royal_death_card_strikes_in_every_combat_until_it_has_killed() -> None:
    game = empty(variant="wbc")
    game.dice.force(6, [3, 4, 3, 4, 3, 3])
    deaths.kill_heir(game, "henry_vi", "for the test")
    for living, removed in ((True, []), (True, []), (False, ["royal_death_1"])):
        card_edits.take_out(game, "royal_death_1")
        piles.discard_event(game, "royal_death_1")
        royal_death.drawn_in_combat(game, "royal_death_1")
        assert game.state.event_discard == []
        assert (game.heir("richard_of_york").alive, game.state.removed) == (living, removed)


@pytest.mark.rule("WBC-R04.2")
def test_kept_event_cards_are_open_to_all_unless_the_table_hides_them() -> None:
    def seen(game: Kingmaker, viewer: str) -> list[str]:
        return next(
            seat.retained for seat in as_kind(KingmakerView, RULES.sight.view(game, viewer)).seats if seat.id == "ann"
        )

    for visibility, others in (("open", ["writ_1"]), ("owner", [])):
        game = empty({"retained_event_visibility": visibility}, variant="wbc")
        retain(game, "ann", "writ_1")
        assert seen(game, "ann") == seen(game, "master") == ["writ_1"]
        assert seen(game, "ben") == seen(game, "") == others


@pytest.mark.rule("WBC-V05.5")
def test_the_headline_says_what_event_cards_have_left_in_force() -> None:
    game = empty(variant="wbc")
    put(game, "percy", "ann", "open:york")
    edits.EDITS.carry_out(game, event_edits.SetCatastrophe(card="catastrophe_2", rounds=2))
    edits.EDITS.carry_out(game, event_edits.Waver(noble="percy"))
    line = RULES.words.headline(game)
    assert "Titles, offices and bishops add no men until {ann}'s turn in round 3 (Catastrophe)." in line
    assert "Percy vacillates this turn." in line


@pytest.mark.rule("WBC-C08.1")
def test_a_siege_of_a_place_that_falls_to_the_french_is_over() -> None:
    game = empty()
    put(game, "percy", "ann", "open:calais")
    put(game, "mowbray", "ben", "inside:calais")
    game.state.control[CALAIS] = Control("ben", "capture")
    game.state.sieges[CALAIS] = Siege("ann")
    french_siege.fall(game, CALAIS, "captain_of_calais")
    assert CALAIS not in game.state.sieges and CALAIS not in game.state.control
    assert game.noble("percy").at == game.noble("mowbray").at == locations.open_in(french.CONTINENT)
    assert game.state.fallen == [CALAIS]


# ---------------------------------------------------------------- stays of tables that began with an earlier release


def test_a_stay_that_was_kept_without_its_heirs_becomes_theirs() -> None:
    game = empty(variant="wbc")
    put(game, "percy", "ann", "open:anglesey")
    put(game, "neville", "ann", "open:anglesey")
    guard(game, "margaret_of_anjou", "percy")
    begin(game, "combat")
    game.cache = None
    game.state.stays = [Stay(SquareId("anglesey"), "ann", "errand", ["percy"], 1, 2)]
    refuge.update_stays(game)
    guard(game, "margaret_of_anjou", "neville")
    refuge.update_stays(game)
    assert [(stay.nobles, stay.until, stay.heirs) for stay in game.state.stays] == [
        (["neville"], 2, {"margaret_of_anjou": "percy"})
    ]


def test_a_clock_that_was_kept_without_its_seat_is_that_of_whoever_has_the_heir() -> None:
    game = empty(variant="covault")
    put(game, "percy", "ann", "open:wight")
    guard(game, "margaret_of_anjou", "percy")
    begin(game, "movement")
    game.cache = None
    game.heir("margaret_of_anjou").clock = 3
    heirs_abroad.update_clocks(game)
    assert (game.heir("margaret_of_anjou").clock, game.heir("margaret_of_anjou").clock_of) == (3, "ann")


# ---------------------------------------------------------------- what is told


def told(game: Kingmaker) -> list[str]:
    """Everything that has been told in public."""
    return [event.text for event in game.events if event.seats is None]


def test_after_a_kings_death_everybody_hears_who_reigns_now() -> None:
    game = empty()
    game.heir("richard_of_york").king = True
    deaths.kill_heir(game, "edward_of_march", "of an illness")
    assert not any("King now" in text for text in told(game))
    deaths.kill_heir(game, "richard_of_york", "of an illness")
    assert told(game)[-1] == "Henry VI is the only King now."
    deaths.kill_heir(game, "henry_vi", "of an illness")
    assert told(game)[-1] == "There is no King now."


def test_a_crowned_beaufort_who_dies_as_a_noble_leaves_no_king() -> None:
    game = empty()
    put(game, "beaufort", "ann", "open:york")
    for heir in game.state.heirs.values():
        heir.king = False
    game.state.heirs["beaufort"] = Heir(house="lancaster", at=Location("open:york"), noble="beaufort", king=True)
    deaths.kill_nobles(game, ["beaufort"], "killed in battle")
    assert "There is no King now." in told(game)


def test_mercenaries_of_one_name_who_leave_a_noble_are_told_together() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york", "scots_archers", "scots_archers_2")
    calamities.mercenaries_go_home(game, next(c for c in catalog().events.values() if "scots" in c.groups))
    assert told(game)[-1] == "2 Scots Archers leave Percy and go home."


def test_whoever_is_called_away_reads_which_siege_ends_without_them() -> None:
    game = empty(variant="wbc")
    for noble, seat, at in (("percy", "ann", "open:skipton"), ("roos", "ann", "open:skipton")):
        put(game, noble, seat, at)
    put(game, "clifford", "ben", "inside:skipton")
    game.state.sieges[PlaceId("skipton")] = Siege("ann")
    (asked,) = leave_taking.LeaveTaking("percy", PlaceId("york")).requests(game)
    assert asked.prompt.endswith(" Without Percy your siege of Skipton ends.")
    (asked,) = leave_taking.LeaveTaking("clifford", PlaceId("york")).requests(game)
    assert "siege" not in asked.prompt


def test_whoever_is_called_away_alone_reads_whom_to_ask_for_an_heir_and_of_nobody_who_could_pass_things() -> None:
    game = empty(variant="wbc")
    for noble, seat in (("percy", "ann"), ("roos", "ben")):
        put(game, noble, seat, "open:skipton")
    guard(game, "henry_vi", "roos")
    (asked,) = leave_taking.LeaveTaking("percy", PlaceId("york")).requests(game)
    going = "Percy is called to York and must go. Before that, "
    assert asked.prompt == f"{going}you may ask {{ben}} for Henry VI, to go along."
    put(game, "neville", "ann", "open:skipton", "saxons")
    (asked,) = leave_taking.LeaveTaking("percy", PlaceId("york")).requests(game)
    assert asked.prompt.startswith(f"{going}your nobles in the open at Skipton may pass things to each other, and you ")


@rows("answer, words", [(hospitality.Welcome(), "lets them in"), (hospitality.TurnAway(), "keeps them out")])
def test_the_thread_says_first_who_is_sent_where_and_then_whether_they_are_let_in(
    answer: hospitality.Welcome | hospitality.TurnAway, words: str
) -> None:
    game = empty(variant="covault")
    asked = hospitality.Reception("ann", "ben", PlaceId("norwich"), "Mowbray", hospitality.BY_LAND)
    game.push(asked)
    asked.act(game, "ann", answer)
    assert told(game)[-1] == f"The card sends Mowbray ({{ben}}) to Norwich; {{ann}}, who holds it, {words}."


def test_it_is_told_of_every_noble_whom_a_card_calls_by_what_it_calls_them() -> None:
    game = empty()
    card = next(card for card in game.catalog.events.values() if card.title == "Scots raid on Carlisle")
    put(game, "percy", "ann", "open:york", "warden_of_the_marches")
    put(game, "clifford", "ben", "open:york")
    summons.raid(game, card)
    who = "Clifford ({ben}) by name, and Percy ({ann}) as Warden of the Northern Marches"
    assert told(game)[-1] == f"“Scots raid on Carlisle” calls {who}."


def test_a_noble_is_called_to_the_place_that_the_card_means_whatever_the_card_is_called() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york")
    summons.go(game, "percy", PlaceId("dover"))
    assert told(game)[-1] == "Percy ({ann}) is called to Dover and now stands in the open."
    summons.go(game, "percy", PlaceId("pontefract"))
    assert told(game)[-1] == "Percy ({ann}) is called to Pontefract and now stands in the open at Wakefield."
    sites.capture(game, PlaceId("carlisle"), "ann")
    summons.go(game, "percy", PlaceId("carlisle"))
    assert told(game)[-1] == "Percy ({ann}) is called to Carlisle and now stands inside, because {ann} holds it."
    summons.go(game, "percy", PlaceId("ireland"))
    assert told(game)[-1] == "Percy ({ann}) is called to Ireland and now stands there."
