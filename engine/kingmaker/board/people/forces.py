"""Groups and strength (rules 0.3)."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from engine.core.game import cached_while_waiting
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import BishopCard, Catalog, OfficeCard, TitleCard, TownCard, ours
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location
from engine.kingmaker.board.people import plantagenets
from engine.kingmaker.board.state import Noble

Context = Literal["attack", "siege", "defence", "ship", "capacity", "commission"]

FRENCH = "french_foot_soldiers"

CHANCELLOR = "chancellor_of_england"


@cached_while_waiting
def strength(game: Kingmaker, noble: str, context: Context) -> int:
    """Men that a noble brings in a context; heirs add nothing (rules 0.3)."""
    person = game.noble(noble)
    held = (noble, person.title, person.office, *person.cards)
    if game.state.catastrophes:
        held = tuple(card for card in held if card and counts(game, card))
    if context in ("attack", "siege", "defence") and game.state.turn.traded:
        held = tuple(card for card in held if not _got_this_turn(game, noble, card))
    if FRENCH in held and not _french_serve(game, context):
        held = tuple(card for card in held if card != FRENCH)
    men = men_together(game.catalog, held, NOWHERE if context == "ship" else person.at) + plantagenets.guard_men(
        game, noble
    )
    return men + (town_men(game, noble, held) if context in ("attack", "siege") else 0)


def _got_this_turn(game: Kingmaker, noble: str, card: str) -> bool:
    """Whether a card, or its noble, was got from another player this turn and cannot fight yet [WBC-C20.3]."""
    if game.option("traded_card_in_combat") != "allocatable_no_strength":
        return False
    return card in game.state.turn.traded or noble in game.state.turn.traded


def is_newcomer(game: Kingmaker, noble: str) -> bool:
    """Whether a noble was got from another player this turn and cannot fight yet [WBC-C20.3]."""
    return _got_this_turn(game, noble, noble)


def town_men(game: Kingmaker, noble: str, held: tuple[str, ...]) -> int:
    """Men whom Town cards add in an attack on the mainland, a sally too [WBC-V07.1, 2, 3] (option `town_card_men`)."""
    if game.option("town_card_men") == "none" or not locations.on_mainland(game.noble(noble).at):
        return 0
    return _attack_men(game.catalog, held)


@lru_cache(4_096)
def _attack_men(printed: Catalog, held: tuple[str, ...]) -> int:
    towns = (printed.cards[card] for card in held if card)
    return sum(town.attack_men for town in towns if isinstance(town, TownCard))


def counts(game: Kingmaker, card: str) -> bool:
    """Whether a card gives strength: titles, offices and bishops do not in a catastrophe [WBC-V05.1, WBC-V05.2]."""
    awarded = isinstance(game.catalog.cards[card], TitleCard | OfficeCard | BishopCard)
    return not (game.state.catastrophes and awarded)


def _french_serve(game: Kingmaker, context: Context) -> bool:
    """Whether the French foot soldiers count in a context (rules 4.11)."""
    match game.option("french_foot_soldiers"):
        case "attack_once":
            return context not in ("siege", "defence")
        case "fetch_from_continent":
            return context != "ship" or not game.state.french_voyage
        case _:
            return True


def serves_once(game: Kingmaker, card: str) -> bool:
    """Whether a card stands for troops who go home after one attack (option `french_foot_soldiers`)."""
    return card == FRENCH and game.option("french_foot_soldiers") != "plain"


def men_once(game: Kingmaker, nobles: Iterable[str]) -> int:
    """Return how many of some nobles' men in an attack go home after it."""
    held = [(noble, card) for noble in nobles for card in game.noble(noble).cards if serves_once(game, card)]
    return sum(game.catalog.cards[card].strength for noble, card in held if not _got_this_turn(game, noble, card))


def men_of(game: Kingmaker, card: str, at: Location) -> int:
    """Men that a card gives a noble at a location, with its bonus where that counts."""
    return men_together(game.catalog, (card,), at)


@lru_cache(16_384)
def men_together(printed: Catalog, held: tuple[str, ...], at: Location) -> int:
    """Return the sum of the men of some cards at a location; "" counts as no card."""
    found = [printed.cards[card] for card in held if card]
    bonus = [card for card in found if isinstance(card, OfficeCard | BishopCard) and _in_area(card.bonus_area, at)]
    return sum(card.strength for card in found) + sum(card.bonus for card in bonus)


def _in_area(area: str, at: Location) -> bool:
    """Whether a noble stands where a bonus counts: never aboard, at sea or in port (RULING 54)."""
    square = locations.square_of(at)
    if not area or not square:
        return False
    bonus = ours().bonus_areas[area]
    return square in bonus.squares or (bool(bonus.region) and bonus.region in ours().squares[square].regions)


def bonuses(game: Kingmaker, noble: str) -> dict[str, bool]:
    """Return a noble's local bonuses in words, and whether each counts where he is."""
    person = game.noble(noble)
    held = [game.catalog.cards[card] for card in (person.office, *person.cards) if card]
    found = [card for card in held if isinstance(card, OfficeCard | BishopCard) and card.bonus]
    return {
        f"{card.name} (+{card.bonus}) counts {area_words(game, card.bonus_area)} only": _in_area(
            card.bonus_area, person.at
        )
        for card in found
    }


def area_words(game: Kingmaker, area: str) -> str:
    """Return in words where a bonus counts: 'in Wales', 'north of the Trent'."""
    name = game.catalog.bonus_areas[area].name
    return name.replace("North", "north", 1) if name.startswith("North of") else f"in {name}"


def total(game: Kingmaker, nobles: Iterable[str], context: Context) -> int:
    """Men of several nobles together."""
    return sum(strength(game, noble, context) for noble in nobles)


def strongest(game: Kingmaker, nobles: Iterable[str], context: Context = "defence") -> str:
    """Return the strongest of some nobles, the first by id among equals; "" if there are none."""
    return min(nobles, key=lambda noble: (-strength(game, noble, context), noble), default="")


def guardian(game: Kingmaker, nobles: Iterable[str]) -> str:
    """Return the strongest of some nobles who may have heirs and bishops; "" if none may [WBC-R05.1]."""
    return strongest(game, guardians(game, nobles))


def guardians(game: Kingmaker, nobles: Iterable[str]) -> list[str]:
    """Return those of these nobles who may have heirs and bishops [WBC-R05.1]."""
    return [noble for noble in nobles if plantagenets.may_hold_royalty(game, noble)]


def nobles_of(game: Kingmaker, seat: str) -> list[str]:
    """Return a seat's nobles on the map, captives left out."""
    return list(game.whereabouts.by_seat.get(seat, ()))


def comrades(game: Kingmaker, noble: str) -> list[str]:
    """Return the other nobles of the same seat in the same location."""
    person = game.noble(noble)
    return [other for other in nobles_at(game, person.at, person.faction) if other != noble]


def belongings(noble: str, person: Noble) -> list[str]:
    """Return a noble's own card and every card with him."""
    return [card for card in (noble, person.title, person.office, *person.cards) if card]


def living(game: Kingmaker, nobles: Iterable[str]) -> list[str]:
    """Return those of these nobles who are still in play."""
    return [noble for noble in nobles if noble in game.state.nobles]


def captives_of(game: Kingmaker, seat: str) -> list[str]:
    """Return the nobles that a seat holds captive."""
    return [noble for noble, person in game.state.nobles.items() if person.captor == seat]


def nobles_at(game: Kingmaker, at: Location, seat: str = "") -> list[str]:
    """Return the nobles at a location, of one seat or of all."""
    there = game.whereabouts.by_place.get(at, ())
    return [noble for noble in there if game.noble(noble).faction == seat] if seat else list(there)


def force_of(game: Kingmaker, noble: str) -> list[str]:
    """Return the force that a noble belongs to: his faction's nobles in his location with the same force number."""
    person = game.noble(noble)
    return [n for n in nobles_at(game, person.at, person.faction) if game.noble(n).force == person.force]


def forces_at(game: Kingmaker, at: Location) -> list[list[str]]:
    """Return the forces at a location, each as its nobles."""
    seen: dict[tuple[str, int], list[str]] = {}
    for noble in nobles_at(game, at):
        person = game.noble(noble)
        seen.setdefault((person.faction, person.force), []).append(noble)
    return list(seen.values())


def heirs_of(game: Kingmaker, noble: str) -> list[str]:
    """Return the living heirs that a noble controls, senior first."""
    return [heir for heir, royal in game.state.heirs.items() if royal.alive and royal.noble == noble]


def heirs_at(game: Kingmaker, at: Location) -> list[str]:
    """Return the living heirs at a location, controlled or not."""
    return [heir for heir, royal in game.state.heirs.items() if royal.alive and royal.at == at]


def holder(game: Kingmaker, card: str) -> str:
    """Return the noble in play who holds a card (or is it); "" if nobody does."""
    return game.holdings.holders.get(card, "")


def seat_of_heir(game: Kingmaker, heir: str) -> str:
    """Return the seat that controls an heir; "" if he is uncontrolled, or his noble is a captive."""
    noble = game.heir(heir).noble
    return game.noble(noble).faction if noble and not game.noble(noble).captor else ""


# ---------------------------------------------------------------------- setters of location, faction and cards


def place_at(game: Kingmaker, noble: str, at: Location) -> None:
    """Put a noble at a location with the heirs he controls; he joins the unsplit force there."""
    put_back(game, noble, at, 0)
    for heir in heirs_of(game, noble):
        game.heir(heir).at = at


def put_back(game: Kingmaker, noble: str, at: Location, force: int) -> None:
    """Put a noble, without his heirs, at a location in the force with this number."""
    person = game.noble(noble)
    person.at, person.force = at, force
    game.has_moved()


def bring_in(game: Kingmaker, noble: str, person: Noble) -> None:
    """Put a noble into play, with the counter and cards given."""
    game.state.nobles[noble] = person
    game.has_changed()


def take_out(game: Kingmaker, noble: str) -> Noble:
    """Take a noble out of play and return his counter with his cards."""
    game.has_changed()
    return game.state.nobles.pop(noble)


def serve(game: Kingmaker, noble: str, seat: str) -> None:
    """Let a noble in play serve a seat; he joins its unsplit force where he is."""
    person = game.noble(noble)
    person.faction, person.force = seat, 0
    game.has_moved()


def make_captive(game: Kingmaker, noble: str, seat: str) -> None:
    """Make a noble the captive of a seat; "" sets him free."""
    game.noble(noble).captor = seat
    game.has_moved()


def lay(game: Kingmaker, card: str, noble: str) -> None:
    """Lay a card with a noble in play: as his title, his office, or among his cards."""
    person, printed = game.noble(noble), game.catalog.cards[card]
    if isinstance(printed, TitleCard):
        person.title = card
    elif isinstance(printed, OfficeCard):
        person.office = card
    else:
        person.cards.append(card)
    game.has_changed()


def take_from(game: Kingmaker, person: Noble, card: str) -> None:
    """Take a card from a noble who holds it; ValueError if he does not."""
    if person.title == card:
        person.title = ""
    elif person.office == card:
        person.office = ""
    else:
        person.cards.remove(card)
    game.has_changed()


def owned(game: Kingmaker, noble: str) -> str:
    """Return a noble with his player and his heirs in words: 'Percy ({s1}) with Margaret of Anjou'."""
    heirs = [names.heir(game, heir) for heir in heirs_of(game, noble) if heir != noble]
    return f"{names.card(game, noble)} ({{{game.noble(noble).faction}}})" + (
        f" with {join_words(heirs)}" if heirs else ""
    )


def words(game: Kingmaker, nobles: Iterable[str]) -> str:
    """Return a force in words: 'Percy and Scrope with Margaret of Anjou'."""
    people = list(nobles)
    heirs = [names.heir(game, heir) for noble in people for heir in heirs_of(game, noble) if heir != noble]
    return names.cards(game, people) + (f" with {join_words(heirs)}" if heirs else "")
