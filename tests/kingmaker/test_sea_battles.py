"""Combat at sea: crowded waters with random players, and people who do not fit aboard."""

from random import Random

import pytest

from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import MercenaryCard, NobleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.state import Ship
from engine.kingmaker.combat import prizes
from engine.kingmaker.rules import RULES
from engine.kingmaker.ships import nearest_ports, shipping
from tests.harness.rows import rows
from tests.kingmaker import boards
from tests.kingmaker.boards import game_of

SEA = "sea:dogger_bank"
WBC: dict[str, object] = {
    "crown_deck_set": "advanced",
    "event_deck_set": "wbc_variant",
    "heir_combat_death": "two_dice_2",
    "kings_pardon": "on",
    "nobles_killed_table": "on_card",
    "royal_death_in_combat": True,
    "sea_combat": "on",
}


def afloat(game: Kingmaker, ship: str, noble: str, seat: str, *held: str) -> None:
    """Put a ship with one noble aboard to sea, as if it had come there in this turn."""
    game.state.ships[ship] = Ship(Location(SEA), steps=1)
    boards.put(game, noble, seat, locations.aboard(ship), *held)


def waters(seed: int) -> Table:
    """A sea square with the ships of three players, troops and heirs aboard."""
    chance, game = Random(seed), boards.empty(WBC)
    people = [
        c.id for c in game.catalog.cards.values() if isinstance(c, NobleCard) and c.copies["wbc"] and not c.titled
    ]
    troops = [c.id for c in game.catalog.cards.values() if isinstance(c, MercenaryCard) and c.copies["wbc"]]
    chance.shuffle(people)
    for seat in boards.SEATS:
        boards.put(game, people.pop(), seat, "open:wells")
    boards.put(game, "neville", chance.choice(boards.SEATS), Location("open:york"), "admiral_of_england")
    for ship in ("le_trinity", "le_george", "le_holygost", "le_nicholas", "le_margaret"):
        seat, noble = chance.choice(boards.SEATS), people.pop()
        own = () if prizes.is_office_ship(game, ship) else (ship,)
        afloat(game, ship, noble, seat, *own, *chance.sample(troops, 1))
    aboard = shipping.passengers(game, game.state.ships)
    for heir in game.state.heirs:
        boards.guard(game, heir, chance.choice(aboard))
    boards.hold(game, chance.choice(boards.SEATS), "kings_pardon")
    return boards.begin(game, "combat", chance.choice(boards.SEATS))


@pytest.mark.rule("WBC-V09.1", "WBC-V09.9")
@rows("seed", range(30))
def test_battles_at_sea_leave_a_sound_state(seed: int) -> None:
    table = waters(seed)
    players = {seat: Seated(RandomPlayer(meddles=0), seed + number) for number, seat in enumerate(boards.SEATS)}
    while table.result is None and table.game.state.turn.phase == "combat":
        again = Table.restore(RULES, table.snapshot(), bytes(32))
        asked = again.requests()[0]
        again.act(asked.seat, asked.default())
        table.act(asked.seat, players[asked.seat].choose(table, asked.seat))
        assert not RULES.problems(game_of(table))


@pytest.mark.rule("WBC-V09.9")
def test_people_are_shifted_to_ships_with_room_before_anybody_lands() -> None:
    game = boards.empty(WBC)
    afloat(game, "le_swan", "percy", "ann", "le_swan")
    afloat(game, "le_trinity", "roos", "ann", "le_trinity")
    assert prizes.overladen(game, ["le_swan", "le_trinity"]) == ["le_swan"]
    prizes.stow(game, ["le_swan", "le_trinity"])
    assert game.noble("percy").at == "aboard:le_trinity"


@pytest.mark.rule("WBC-V09.9")
def test_whom_no_ship_of_the_fleet_holds_is_put_ashore_the_lightest_first() -> None:
    game = boards.empty(WBC)
    afloat(game, "le_swan", "stafford", "ann", "le_swan")
    boards.put(game, "roos", "ann", locations.aboard("le_swan"))
    boards.put(game, "hastings", "ann", locations.aboard("le_swan"))
    boards.put(game, "stanley", "ann", locations.aboard("le_swan"))
    assert prizes.overladen(game, ["le_swan"]) == ["le_swan"]
    step = prizes.Prizes("ann", Location(SEA), ["stafford"], [], ["le_swan"], [], stage="port")
    game.push(step)
    step.act(game, "ann", prizes.MakePort(PlaceId("hartlepool")))
    assert game.ship("le_swan").at == "port:hartlepool"
    ashore = [
        noble for noble in ("hastings", "roos", "stafford", "stanley") if game.noble(noble).at == "open:hartlepool"
    ]
    assert ashore == ["hastings", "roos"] and shipping.free_berths(game, "le_swan") == 0


@pytest.mark.rule("WBC-V09.9", "WBC-R07")
def test_neutral_fortresses_take_in_a_fleet_but_not_one_who_is_saved() -> None:
    game = boards.empty(WBC)
    assert nearest_ports.from_sea(game, Location("sea:farne_sea"), "ann", neutral=True) == ["berwick"]
    assert nearest_ports.from_sea(game, Location("sea:farne_sea"), "ann") == ["hartlepool"]
