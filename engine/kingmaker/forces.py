"""Groups and strength (rules 0.3)."""

from collections.abc import Iterable
from typing import Literal

from engine.kingmaker import locations, names
from engine.kingmaker.catalog import BishopCard, OfficeCard
from engine.kingmaker.game import Kingmaker

Context = Literal["attack", "defence", "ship", "capacity", "commission"]


def strength(game: Kingmaker, noble: str, context: Context) -> int:
    """Men that a noble brings in a context; heirs add nothing (rules 0.3)."""
    person = game.noble(noble)
    men = game.book.cards[noble].strength
    held = [card for card in (person.title, person.office, *person.cards) if card]
    at = "" if context == "ship" else person.at
    return men + sum(men_of(game, card, at) for card in held)


def men_of(game: Kingmaker, card: str, at: str) -> int:
    """Men that a card gives a noble at a location, with its bonus where that counts."""
    printed = game.book.cards[card]
    if isinstance(printed, OfficeCard | BishopCard):
        return printed.strength + (printed.bonus if _in_area(game, printed.bonus_area, at) else 0)
    return printed.strength


def _in_area(game: Kingmaker, area: str, at: str) -> bool:
    """Whether a noble stands where a bonus counts: never aboard, at sea or in port (RULING 54)."""
    square = locations.square_of(at)
    if not area or not square:
        return False
    bonus = game.book.bonus_areas[area]
    return square in bonus.squares or (bool(bonus.region) and bonus.region in game.book.squares[square].regions)


def total(game: Kingmaker, nobles: Iterable[str], context: Context) -> int:
    """Men of several nobles together."""
    return sum(strength(game, noble, context) for noble in nobles)


def strongest(game: Kingmaker, nobles: Iterable[str], context: Context = "defence") -> str:
    """The strongest of some nobles, the first by id among equals; "" if there are none."""
    return min(nobles, key=lambda noble: (-strength(game, noble, context), noble), default="")


def nobles_of(game: Kingmaker, seat: str) -> list[str]:
    """A seat's nobles on the map, captives left out."""
    return [noble for noble, person in game.state.nobles.items() if person.faction == seat and not person.captor]


def living(game: Kingmaker, nobles: Iterable[str]) -> list[str]:
    """Those of some nobles who are still in play."""
    return [noble for noble in nobles if noble in game.state.nobles]


def captives_of(game: Kingmaker, seat: str) -> list[str]:
    """The nobles that a seat holds captive."""
    return [noble for noble, person in game.state.nobles.items() if person.captor == seat]


def nobles_at(game: Kingmaker, at: str, seat: str = "") -> list[str]:
    """The nobles at a location, of one seat or of all."""
    return [
        noble
        for noble, person in game.state.nobles.items()
        if person.at == at and not person.captor and seat in ("", person.faction)
    ]


def force_of(game: Kingmaker, noble: str) -> list[str]:
    """The force that a noble belongs to: his faction's nobles in his location with the same force number."""
    person = game.noble(noble)
    return [n for n in nobles_at(game, person.at, person.faction) if game.noble(n).force == person.force]


def forces_at(game: Kingmaker, at: str, seat: str = "") -> list[list[str]]:
    """The forces at a location, each as its nobles."""
    seen: dict[tuple[str, int], list[str]] = {}
    for noble in nobles_at(game, at, seat):
        person = game.noble(noble)
        seen.setdefault((person.faction, person.force), []).append(noble)
    return list(seen.values())


def heirs_of(game: Kingmaker, noble: str) -> list[str]:
    """The living heirs that a noble controls, senior first."""
    return [heir for heir, royal in game.state.heirs.items() if royal.alive and royal.noble == noble]


def heirs_at(game: Kingmaker, at: str) -> list[str]:
    """The living heirs at a location, controlled or not."""
    return [heir for heir, royal in game.state.heirs.items() if royal.alive and royal.at == at]


def holder(game: Kingmaker, card: str) -> str:
    """The noble in play who holds a card (or is it); "" if nobody does."""
    if card in game.state.nobles:
        return card
    for noble, person in game.state.nobles.items():
        if card == person.office or card == person.title or card in person.cards:
            return noble
    return ""


def seat_of_heir(game: Kingmaker, heir: str) -> str:
    """The seat that controls an heir; "" if he is uncontrolled, or his noble is a captive."""
    noble = game.heir(heir).noble
    return game.noble(noble).faction if noble and not game.noble(noble).captor else ""


def place_at(game: Kingmaker, noble: str, at: str) -> None:
    """Put a noble at a location with the heirs he controls; he joins the unsplit force there."""
    person = game.noble(noble)
    person.at = at
    person.force = 0
    for heir in heirs_of(game, noble):
        game.heir(heir).at = at


def words(game: Kingmaker, nobles: Iterable[str]) -> str:
    """A force in words: 'Percy and Scrope with Margaret of Anjou'."""
    people = list(nobles)
    heirs = [names.heir(heir) for noble in people for heir in heirs_of(game, noble)]
    return names.cards(people) + (f" with {names.listed(heirs)}" if heirs else "")
