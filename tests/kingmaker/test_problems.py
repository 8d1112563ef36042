"""What must always be true of a board (rules 15): each thing that could be wrong is found, and named."""

from collections.abc import Callable

import pytest

from engine.core.table import Table
from engine.kingmaker.board import names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location, PlaceId, SquareId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.state import Catastrophe, Control, Ship, Siege, Stay, TurnRef
from engine.kingmaker.edits import card_edits
from engine.kingmaker.rules import RULES
from tests.harness.rows import rows
from tests.kingmaker import boards
from tests.kingmaker.boards import game_of

SEATS = list(boards.SEATS)
Spoil = Callable[[Kingmaker], object]


def sound(options: dict[str, object] | None = None, variant: str = "base") -> Kingmaker:
    """A board with nothing wrong: nobles, heirs with two of them, a claim, a capture, a ship and a siege."""
    game = boards.empty(options, variant)
    boards.put(game, "percy", "ann", Location("open:durham"), "bishop_of_durham")
    boards.put(game, "scrope", "ben", "inside:york")
    boards.put(game, "grey", "cat", Location("open:wells"), "earl_of_kent", "constable_of_the_tower")
    boards.put(game, "neville", "cat", Location("aboard:le_swan"), "le_swan", "saxons")
    boards.put(game, "mowbray", "cat", Location("open:skipton"), "marshal_of_england")
    boards.guard(game, "margaret_of_anjou", "percy")
    boards.guard(game, "edward_of_march", "scrope")
    game.state.ships["le_swan"] = Ship(Location("sea:irish_sea"))
    game.state.control[PlaceId("skipton")] = Control("ann", "capture")
    game.state.sieges[PlaceId("skipton")] = Siege("cat", turn=1)
    boards.retain(game, "ann", "writ_1")
    boards.hold(game, "ben", "stanley")
    boards.begin(game, "movement")
    game.cache = None  # the tests change the state by hand, and nothing may be remembered
    return game


@pytest.mark.parametrize("variant", ["base", "wbc", "covault"])
def test_a_sound_board_has_no_problems(variant: str) -> None:
    assert RULES.problems(sound({"site_holder": "faction"}, variant)) == []


def twice(pile: str) -> Spoil:
    """Put a Crown card that is in play into a pile as well."""
    return lambda game: getattr(game.state, pile).append("percy")


def away(game: Kingmaker) -> None:
    forces.put_back(game, "percy", NOWHERE, 0)


def two_kings(game: Kingmaker) -> None:
    for heir in ("henry_vi", "edward_of_lancaster"):
        game.heir(heir).king = True


def two_factions(game: Kingmaker) -> None:
    boards.put(game, "roos", "ann", Location("inside:hereford"))
    boards.put(game, "grey", "ben", Location("inside:hereford"))


def full(number: int) -> Spoil:
    """Fill a hand."""

    def spoil(game: Kingmaker) -> None:
        for _ in range(number):
            game.faction("ben").hand.append(game.state.crown_deck.pop())

    return spoil


def fallen(spoil: Spoil) -> Spoil:
    """Let Calais be lost to the Continent, with nobody there, and something else be done."""

    def lose(game: Kingmaker) -> None:
        game.state.fallen.append(PlaceId("calais"))
        game.heir("richard_of_gloucester").at = Location("inside:york")
        spoil(game)

    return lose


def crown(heir: str) -> Spoil:
    return lambda game: setattr(game.heir(heir), "king", True)


def dead_king(game: Kingmaker) -> None:
    royal = game.heir("henry_vi")
    royal.king, royal.alive, royal.at, royal.noble = True, False, Location(""), ""


@rows(
    "spoil, says",
    [
        *((twice(pile), "Percy (percy) is in 2 places instead of 1") for pile in ("crown_deck", "crown_discard")),
        *((twice(pile), "Percy (percy) is in 2 places instead of 1") for pile in ("chancery", "removed", "aside")),
        (lambda game: game.faction("ben").hand.clear(), "Stanley (stanley) is in 0 places instead of 1"),
        (lambda game: game.faction("ben").hand.append("percy"), "Percy (percy) is in 2 places"),
        (lambda game: setattr(game.noble("scrope"), "title", "earl_of_kent"), "(earl_of_kent) is in 2 places"),
        (lambda game: setattr(game.noble("scrope"), "office", "marshal_of_england"), "(marshal_of_england) is in 2"),
        (lambda game: game.noble("scrope").cards.append("saxons"), "(saxons) is in 2 places instead of 1"),
        (lambda game: game.faction("ann").retained.clear(), "(writ_1) is in 0 places"),
        (lambda game: game.state.event_discard.append("writ_1"), "(writ_1) is in 2 places"),
        (lambda game: game.state.event_aside.append("writ_1"), "(writ_1) is in 2 places"),
        (lambda game: game.state.removed.append("writ_1"), "(writ_1) is in 2 places"),
        (lambda game: game.state.event_deck.append("writ_1"), "(writ_1) is in 2 places"),
        (lambda game: game.state.catastrophes.append(Catastrophe("writ_1", TurnRef(1, "ann"), 2)), "(writ_1) is in 2"),
        (away, "Percy is at '' and captive of ''"),
        (lambda game: setattr(game.noble("percy"), "captor", "ben"), "Percy is at 'open:durham' and captive of 'ben'"),
        (lambda game: setattr(game.noble("percy"), "faction", "zoe"), "Percy belongs to the unknown seat 'zoe'"),
        (lambda game: setattr(game.noble("scrope"), "title", "saxons"), "Scrope holds saxons as a title"),
        (lambda game: setattr(game.noble("mowbray"), "office", "saxons"), "Mowbray holds saxons as an office"),
        (lambda game: setattr(game.noble("mowbray"), "title", "earl_of_essex"), "Mowbray has a title or an office"),
        (lambda game: setattr(game.noble("scrope"), "office", "marshal_of_england"), "Scrope has a title or an office"),
        (lambda game: setattr(game.heir("margaret_of_anjou"), "at", "open:york"), "Anjou is not where Percy is"),
        (lambda game: setattr(game.heir("henry_vi"), "at", ""), "Henry VI is alive at ''"),
        (lambda game: setattr(game.heir("henry_vi"), "alive", False), "Henry VI is dead at '"),
        (two_kings, "lancaster has 2 Kings"),
        (dead_king, "the King Henry VI is dead"),
        (
            lambda game: setattr(game.noble("scrope"), "at", "inside:wells"),
            "Scrope is inside Wells, which has no inside",
        ),
        (two_factions, "Hereford is occupied by several factions"),
        (lambda game: setattr(game.state.ships["le_swan"], "at", "open:york"), "is at 'open:york'"),
        (lambda game: game.state.ships.pop("le_swan"), "Neville is aboard a ship that is not on the map"),
        (
            lambda game: game.state.control.update(ireland=Control("ann", "capture")),
            "is controlled, but is no fortress",
        ),
        (
            lambda game: game.state.control.update(york=Control("ben", "saxons")),
            "through saxons, which ben does not have",
        ),
        (lambda game: game.state.control.update(york=Control("ben", "card_york")), "which ben does not have in play"),
        (lambda game: setattr(game.state.control["skipton"], "noble", "percy"), "Skipton is assigned to 'percy'"),
        (lambda game: setattr(game.state.sieges["skipton"], "seat", "ben"), "the siege of Skipton by ben stands"),
        (full(2), "ben holds too many cards"),
        (lambda game: setattr(game.noble("percy"), "returned", True), "Percy keeps a peace that is over"),
        (lambda game: setattr(game.state.ships["le_swan"], "returned", True), "Le Swan keeps a peace that is over"),
        (
            lambda game: setattr(game.state.turn, "vacillating", "scrope"),
            "Scrope vacillates in the turn of another seat",
        ),
        (lambda game: game.state.sunk.update(le_swan="ann"), "le_swan is both sunk and on the map"),
        (
            fallen(lambda game: game.state.control.update({PlaceId("calais"): Control("ann", "capture")})),
            "Calais has fallen",
        ),
        (fallen(lambda game: setattr(game.noble("percy"), "at", "inside:calais")), "Calais has fallen"),
        (fallen(lambda game: setattr(game.noble("percy"), "at", "open:calais")), "Calais has fallen"),
        (fallen(lambda game: setattr(game.heir("henry_vi"), "at", "inside:calais")), "Calais has fallen"),
    ],
)
def test_what_is_wrong_is_named(spoil: Spoil, says: str) -> None:
    game = sound({"hand_limit": 2})
    spoil(game)
    found = RULES.problems(game)
    assert any(says in problem for problem in found), found


def test_a_full_hand_and_a_king_of_each_house_are_sound() -> None:
    game = sound({"hand_limit": 2})
    full(1)(game)
    for heir in ("henry_vi", "richard_of_york"):
        crown(heir)(game)
    assert RULES.problems(game) == []


def test_who_vacillates_in_his_own_turn_and_an_empty_lost_place_are_sound() -> None:
    game = sound()
    game.state.turn.vacillating = "percy"
    fallen(lambda _: None)(game)
    assert RULES.problems(game) == []


@pytest.mark.rule("WBC-C13.1")
def test_a_duke_who_vacillates_may_go_over_to_the_faction_of_the_senior_heir() -> None:
    game = boards.empty(variant="wbc")
    boards.put(game, "percy", "ann", Location("open:wells"))
    boards.put(game, "scrope", "ben", Location("open:coventry"))
    boards.guard(game, "henry_vi", "scrope")
    boards.put(game, "plantagenet_lancaster", "ben", Location("open:coventry"))
    boards.begin(game, "movement")
    assert game.active == "ann" and game.noble("plantagenet_lancaster").faction == "ben"
    game.state.turn.vacillating = "plantagenet_lancaster"
    assert not [said for said in RULES.problems(game) if "vacillates" in said]


def test_fellows_may_share_an_open_town_and_guests_a_castle() -> None:
    game = sound()
    boards.put(game, "roos", "ann", Location("inside:hereford"))
    boards.put(game, "talbot", "ann", Location("inside:hereford"))
    boards.put(game, "stafford", "ann", Location("inside:york"))
    assert RULES.problems(game) == []


def test_a_peace_that_holds_is_kept() -> None:
    game = sound()
    game.state.peace[SquareId("york")] = "ben"
    game.noble("percy").returned = game.state.ships["le_swan"].returned = True
    assert RULES.problems(game) == []


def test_hands_are_counted_only_while_a_game_is_on() -> None:
    game = sound({"hand_limit": 2})
    full(2)(game)
    game.finish(["ann"], "It is late.")
    assert RULES.problems(game) == []
    table = Table.new(RULES, "g", SEATS, RULES.options("base", {"hand_limit": 2}), bytes(32))
    assert len(game_of(table).faction("ann").hand) > 2 and RULES.problems(game_of(table)) == []


# ---------------------------------------------------------------- cards on the table, Dukes, nobles who hold places


def test_the_card_of_a_refuge_lies_with_it() -> None:
    game = sound(variant="wbc")
    card_edits.take_out(game, "refuge_1")
    game.state.stays.append(Stay(SquareId("ireland"), "ann", "refuge", ["percy"], 1, 4, "refuge_1"))
    assert RULES.problems(game) == []
    game.state.event_discard.append("refuge_1")
    assert [problem for problem in RULES.problems(game) if "(refuge_1) is in 2 places" in problem]


def test_a_card_lies_with_the_step_that_carries_it_out() -> None:
    game = boards.empty()
    for noble in ("neville", "roos"):
        boards.put(game, noble, "ben", Location("open:york"))
    boards.put(game, "mowbray", "ann", Location("open:lincoln"))
    boards.guard(game, "edward_of_march", "neville")
    card_edits.stack_piles(game, {"events": ["raid_border_bamburgh"]})
    table = boards.begin(game, "event")
    assert table.request("ben") and RULES.problems(game) == []
    game.state.event_discard.append("raid_border_bamburgh")
    assert [problem for problem in RULES.problems(game) if "(raid_border_bamburgh) is in 2 places" in problem]


def test_a_duke_has_neither_heirs_nor_bishops() -> None:
    game = boards.empty(variant="wbc")
    boards.put(game, "percy", "ann", Location("open:wells"), "bishop_of_durham", "saxons")
    boards.put(game, "scrope", "ben", Location("open:york"))
    boards.guard(game, "richard_of_york", "percy")
    duke = "plantagenet_york"
    boards.put(game, duke, "ann", "open:wells")
    boards.begin(game, "movement")
    game.noble("percy").cards.remove("saxons")
    game.noble(duke).cards.append("saxons")
    assert RULES.problems(game) == []
    game.noble("percy").cards.remove("bishop_of_durham")
    game.noble(duke).cards.append("bishop_of_durham")
    assert RULES.problems(game) == [f"{names.card(game, duke)} has heirs or bishops, which no Duke may have"]
    game.noble(duke).cards.remove("bishop_of_durham")
    game.noble("percy").cards.append("bishop_of_durham")
    boards.guard(game, "edward_of_march", duke)
    assert RULES.problems(game) == [f"{names.card(game, duke)} has heirs or bishops, which no Duke may have"]


def held(by: str, noble: str, seat: str = "ann") -> Spoil:
    """Let a noble hold Berkeley."""
    return lambda game: game.state.control.update({PlaceId("berkeley"): Control(seat, by, noble)})


def of_nobles() -> Kingmaker:
    """A board on which nobles hold places."""
    game = boards.empty({"site_holder": "noble"})
    boards.put(game, "percy", "ann", Location("open:durham"))
    boards.put(game, "berkeley", "ann", Location("open:durham"), "card_bristol")
    boards.put(game, "scrope", "ben", Location("open:york"))
    boards.begin(game, "movement")
    return game


@pytest.mark.parametrize("spoil", [held("capture", "percy"), held("capture", "berkeley")])
def test_a_noble_may_hold_what_his_faction_has_captured(spoil: Spoil) -> None:
    game = of_nobles()
    spoil(game)
    assert RULES.problems(game) == []


@rows(
    "spoil, says",
    [
        (held("capture", ""), "is assigned to ''"),
        (held("capture", "scrope"), "is assigned to scrope, who is no noble of ann"),
        (held("capture", "roos"), "is assigned to roos, who is no noble of ann"),
        (held("card_bristol", "percy"), "is assigned to percy, but berkeley has card_bristol"),
    ],
)
def test_who_cannot_hold_a_place_is_named(spoil: Spoil, says: str) -> None:
    game = of_nobles()
    spoil(game)
    found = RULES.problems(game)
    assert any(says in problem for problem in found), found
