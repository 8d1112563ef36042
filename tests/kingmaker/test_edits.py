"""What the game master's edits do, and what they refuse, where no scenario needs them for something else."""

import pytest

from engine.core.actions import MASTER, Action
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.kingmaker.board.catalog import NobleCard, catalog
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId, SquareId
from engine.kingmaker.board.people import forces
from engine.kingmaker.crown import dukes
from engine.kingmaker.edits.card_edits import Chancery, Hand, Pile, Retain, Stack
from engine.kingmaker.edits.event_edits import Abandon, Raise, SetCatastrophe, Sink
from engine.kingmaker.edits.map_edits import Bind, SetPeace, SetShip
from engine.kingmaker.edits.overseas_edits import SetStay
from engine.kingmaker.edits.parliament_edits import SetPeaceOver
from engine.kingmaker.edits.people_edits import Place, SetCaptive, SetForce, SetHeir, SetWeary
from engine.kingmaker.rules import RULES
from tests.harness.rows import rows
from tests.kingmaker.boards import begin, empty, game_of, guard, put

NOBLES = {card.id for card in catalog().cards.values() if isinstance(card, NobleCard)}


def board(variant: str = "wbc") -> Kingmaker:
    """Percy of Ann with Henry, and Scrope of Ben, in the open."""
    game = empty(variant=variant)
    put(game, "percy", "ann", "open:york")
    put(game, "scrope", "ben", "open:wells")
    put(game, "roos", "cat", "open:wells")
    guard(game, "henry_vi", "percy")
    return game


def edited(game: Kingmaker, *edits: Action) -> Table:
    """The table in Ann's Movement phase after some edits."""
    table = begin(game, "movement")
    for edit in edits:
        table.act(MASTER, edit)
    return table


def test_what_an_abandoned_duke_had_is_lost_when_he_is_taken_off_the_map() -> None:
    game = board()
    put(game, "plantagenet_lancaster", "ann", "open:lancaster", "admiral_of_england", "saxons")
    dukes.abandon(game, "plantagenet_lancaster")
    state = edited(game, Pile("plantagenet_lancaster", "aside")).game.state
    assert "plantagenet_lancaster" in state.aside and not state.abandoned
    assert "admiral_of_england" in state.chancery and "saxons" in state.crown_discard


def test_an_abandoned_duke_without_an_office_leaves_his_cards_alone() -> None:
    game = board()
    put(game, "plantagenet_lancaster", "ann", "open:lancaster", "saxons")
    dukes.abandon(game, "plantagenet_lancaster")
    state = edited(game, Place("plantagenet_lancaster", Location("open:york"), "ann")).game.state
    assert state.nobles["plantagenet_lancaster"].cards == [] and state.chancery == []
    assert state.crown_discard == ["saxons"]


@pytest.mark.parametrize("edit", [Hand("percy", "ben"), Pile("percy", "removed"), Chancery("percy")])
def test_who_is_in_play_comes_into_no_pile(edit: Action) -> None:
    with pytest.raises(Illegal, match="Percy is in play; remove him first"):
        edited(board(), edit)


@rows(
    "edit, says",
    [
        (Hand("gales_1", "ben"), "That pile holds only Crown cards"),
        (Pile("gales_1", "crown_deck"), "That pile holds only Crown cards"),
        (Stack("crown", ["gales_1"]), "That pile holds only Crown cards"),
        (Pile("saxons", "event_discard"), "'saxons' is no event card"),
        (Retain("saxons", "ben"), "'saxons' is no event card"),
        (Chancery("saxons"), "The Chancery holds only titles, offices and bishops"),
        (Chancery("gales_1"), "The Chancery holds only titles, offices and bishops"),
        (Pile("talbot", "aside"), "Only the Plantagenet Dukes are set aside"),
        (Place("percy", Location("sea:dover_strait")), "Only ships lie in ports and at sea"),
        (SetHeir("henry_vi", at=Location("port:rye")), "Only ships lie in ports and at sea"),
        (SetShip("le_swan", Location("open:york")), "A ship is in port or at sea"),
        (Bind("percy"), "binds nobody elsewhere"),
        (SetPeaceOver("", 2), "Name the player in whose turn"),
        (Abandon(PlaceId("southampton")), "cannot fall to the Continent"),
    ],
)
def test_what_has_no_place_there_is_refused_in_a_sentence(edit: Action, says: str) -> None:
    with pytest.raises(Illegal, match=says):
        edited(board(), edit)


def setting_up() -> Table:
    """A table of three at which all set up."""
    return Table.new(
        RULES, "g", ["ann", "ben", "cat"], RULES.options("wbc", {"setup_order": "simultaneous"}), bytes(32)
    )


def test_nobody_stays_overseas_and_nothing_falls_before_the_first_turn() -> None:
    table = setting_up()
    with pytest.raises(Illegal, match="Nobody has had a turn yet"):
        table.act(MASTER, SetStay(SquareId("ireland"), "ann", 3))
    with pytest.raises(Illegal, match="Nobody has had a turn yet"):
        table.act(MASTER, SetPeace(PlaceId("york")))
    with pytest.raises(Illegal, match="Calais cannot fall"):
        table.act(MASTER, Abandon(PlaceId("calais")))


def test_a_set_up_is_planned_anew_when_its_cards_are_others() -> None:
    """Ann was ready; the game master takes a noble of hers, so that she is asked again, and Ben is not."""
    table = setting_up()
    for seat in ("ann", "ben"):
        table.act(seat, table.default(seat))
    noble = next(card for card in game_of(table).faction("ann").hand if card in NOBLES)
    told = [event.text for event in table.act(MASTER, Hand(noble, "cat")).events if event.seats]
    assert "Your cards have changed, so I have planned your set-up again." in told
    assert [request.seat for request in table.requests()] == ["ann", "cat"]
    for seat in ("ann", "cat"):
        table.act(seat, table.default(seat))
    assert table.game.state.nobles[noble].faction == "cat"


def test_only_the_two_decks_are_stacked() -> None:
    table = edited(board())
    with pytest.raises(Illegal, match="no deck 'chancery'"):
        table.stack({"chancery": ["saxons"]})


def test_a_catastrophe_begins_and_ends_and_lies_in_one_place() -> None:
    table = edited(board(), SetCatastrophe("catastrophe_2", 2))
    [found] = table.game.state.catastrophes
    assert (found.card, found.rounds) == ("catastrophe_2", 2)
    assert "catastrophe_2" not in table.game.state.event_deck
    table.act(MASTER, SetCatastrophe("catastrophe_2", 0))
    assert table.game.state.catastrophes == [] and table.game.state.event_discard[-1:] == ["catastrophe_2"]
    with pytest.raises(Illegal, match="Name a catastrophe card"):
        table.act(MASTER, SetCatastrophe("gales_1", 1))


def test_no_catastrophe_begins_before_anybody_has_had_a_turn() -> None:
    table = Table.new(RULES, "g", ["ann", "ben"], RULES.options("wbc", {}), bytes(32))
    with pytest.raises(Illegal, match="nobody has had one yet"):
        table.act(MASTER, SetCatastrophe("catastrophe_1", 5))


def test_a_ship_of_an_office_goes_down_and_is_brought_back() -> None:
    game = board()
    put(game, "mowbray", "ann", "open:york", "admiral_of_england")
    table = edited(game, Sink("le_grace_dieu"))
    assert "le_grace_dieu" not in table.game.state.ships and table.game.state.sunk == {"le_grace_dieu": "ann"}
    table.act(MASTER, Raise("le_grace_dieu"))
    assert game_of(table).ship("le_grace_dieu").at == "port:southampton" and table.game.state.sunk == {}
    with pytest.raises(Illegal, match="not a lost ship"):
        table.act(MASTER, Raise("le_grace_dieu"))
    with pytest.raises(Illegal, match="not on the map"):
        table.act(MASTER, Sink("le_swan"))


@pytest.mark.parametrize(
    ("square", "card", "says"),
    [("york", "refuge_1", "no overseas square"), ("ireland", "writ_1", "no Refuge card"), ("nowhere", "", "overseas")],
)
def test_a_stay_is_overseas_and_under_a_refuge_card(square: str, card: str, says: str) -> None:
    with pytest.raises(Illegal, match=says):
        edited(board(), SetStay(SquareId(square), "ann", 4, card))


def test_a_stay_takes_its_card_along() -> None:
    game = board()
    put(game, "grey", "ann", "area:ireland")
    table = edited(game, SetStay(SquareId("ireland"), "ann", 4, "refuge_1"))
    assert [(stay.seat, stay.until, stay.card) for stay in table.game.state.stays] == [("ann", 4, "refuge_1")]
    assert "refuge_1" not in table.game.state.event_deck


@pytest.mark.rule("WBC-R05.1")
def test_no_heir_comes_to_a_duke() -> None:
    game = board()
    put(game, "plantagenet_lancaster", "ann", "open:lancaster")
    with pytest.raises(Illegal, match="cannot control heirs"):
        edited(game, SetHeir("edward_of_march", "plantagenet_lancaster"))


def test_who_has_heirs_is_made_no_captive_before_they_are_given_to_another() -> None:
    with pytest.raises(Illegal, match="Percy has Henry VI; give his heirs to another first"):
        edited(board(), SetCaptive("percy", "ben"))
    captive = game_of(edited(board(), SetCaptive("roos", "ben"))).noble("roos")
    assert (captive.captor, captive.at, captive.taken_at) == ("ben", "", "open:wells")


def test_a_captive_who_is_placed_anew_is_free_and_nobody_knows_where_he_was_taken() -> None:
    placed = Place("roos", Location("open:york"))
    roos = game_of(edited(board(), SetCaptive("roos", "ben"), placed)).noble("roos")
    assert (roos.faction, roos.captor, roos.at, roos.taken_at) == ("cat", "", "open:york", "")


def test_a_noble_is_split_off_and_is_weary_and_rests() -> None:
    game = board()
    put(game, "grey", "ann", "open:york")
    table = edited(game, SetForce("grey", 2), SetWeary("percy"), SetWeary("grey"), SetWeary("grey", weary=False))
    assert forces.force_of(game_of(table), "grey") == ["grey"]
    assert game_of(table).noble("percy").weary and not game_of(table).noble("grey").weary


@rows(
    "edit",
    [
        Hand("scottish_foot_soldiers", "ann"),
        Retain("gales_1", "ann"),
        Place("plantagenet_york", Location("open:york"), "ann"),
    ],
)
def test_a_card_that_this_table_does_not_play_with_is_no_card_of_the_game(edit: Action) -> None:
    with pytest.raises(Illegal, match=r"There is no (card|noble) called '\w+' in this game\."):
        edited(board("base"), edit)
