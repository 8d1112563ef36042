"""What is told of a combat once it is over: both sides as they went in, what decided it, what became of them."""

from collections.abc import Mapping

import msgspec

from engine.core.actions import Action
from engine.core.events import Event
from engine.core.table import Table
from engine.kingmaker.board.ids import ForceId, Location, PlaceId
from engine.kingmaker.combat import besieging, combat, muster, muster_end, pardon
from engine.kingmaker.combat.report import Combat
from tests.kingmaker import boards
from tests.kingmaker.boards import game_of

DURHAM = "open:durham"
ANN, BEN = f"ann|{DURHAM}|0", f"ben|{DURHAM}|0"
CARD = "embassy_ravenser"
BATTLE = (("ann", combat.Attack(ForceId(ANN), ForceId(BEN))), ("ben", muster.StandReady()), ("ann", muster_end.Draw()))


def fight(table: Table, card: str, *deeds: tuple[str, Action]) -> list[Combat]:
    """Let a card come next, act, and return what is told of combats."""
    table.stack({"events": [card]})
    events: list[Event] = []
    for seat, deed in deeds:
        events += table.act(seat, deed).events
    return [msgspec.convert(event.report, Combat) for event in events if event.kind == "fought"]


def meeting(options: Mapping[str, object] | None = None, variant: str = "base") -> Table:
    """Percy stands before Scrope, who guards Henry VI."""
    game = boards.empty(options, variant)
    boards.put(game, "percy", "ann", Location(DURHAM))
    boards.put(game, "scrope", "ben", Location(DURHAM))
    boards.guard(game, "henry_vi", "scrope")
    return boards.begin(game, "combat")


def test_a_battle_by_cards_tells_odds_card_winner_and_fates() -> None:
    table = meeting()
    (told,) = fight(table, CARD, *BATTLE)
    assert (told.kind, told.seat, told.target, told.at) == ("battle", "ann", "ben", DURHAM)
    assert [(one.noble, one.men) for one in told.attackers] == [("percy", 100)]
    assert [(one.noble, one.heirs) for one in told.defenders] == [("scrope", ["henry_vi"])]
    assert (told.card, told.column, told.winner) == (CARD, "4:1", "ann")
    assert told.fates == {"scrope": "captured", "henry_vi": "captured"}


def test_bad_weather_is_no_combat() -> None:
    table = meeting()
    card = next(card.id for card in game_of(table).catalog.events.values() if card.odds == "bad_weather")
    assert fight(table, card, *BATTLE) == []


def test_a_battle_by_the_table_tells_column_and_roll() -> None:
    table = meeting(boards.BY_TABLE)
    (told,) = fight(table, CARD, *BATTLE)
    assert told.column == "4:1" and 1 <= told.roll <= 100 and told.outcome


def test_an_assault_tells_the_garrison_and_the_heirs_inside() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("open:coventry"), "marshal_of_england")
    game.heir("edward_of_lancaster").at = Location("inside:coventry")
    table = boards.begin(game, "combat")
    siege = besieging.BesiegeSite(ForceId("ann|open:coventry|0"), PlaceId("coventry"))
    (told,) = fight(table, CARD, ("ann", siege), ("ann", muster_end.Draw()))
    assert (told.kind, told.place, told.target, told.defended) == ("siege", "coventry", "", 200)
    assert told.bystanders == ["edward_of_lancaster"] and told.fates == {"edward_of_lancaster": "captured"}
    assert told.winner == "ann" and told.card == CARD


def test_a_pardoned_noble_is_told() -> None:
    table = meeting(variant="wbc")
    boards.hold(game_of(table), "ben", "kings_pardon")
    table = boards.begin(game_of(table), "combat")
    (told,) = fight(table, CARD, *BATTLE, ("ben", pardon.PlayPardon("scrope")))
    assert told.fates["scrope"] == "pardoned"
