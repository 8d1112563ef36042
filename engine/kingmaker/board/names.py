"""The names of things in sentences for players."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from engine.core.text import join_words
from engine.kingmaker.board.catalog import Catalog, MercenaryCard, NobleCard
from engine.kingmaker.board.ids import PlaceId, SquareId


class Printed(Protocol):
    """A game, or anything else with a catalogue of printed things."""

    @property
    def catalog(self) -> Catalog:
        """Everything printed."""


def card(game: Printed, card_id: str) -> str:
    """Return the printed name of a Crown card."""
    return game.catalog.cards[card_id].name


def heir(game: Printed, heir_id: str) -> str:
    """Return the name of a royal heir, or of Beaufort where he is one."""
    royal = game.catalog.royals.get(heir_id)
    return royal.name if royal else card(game, heir_id)


def monarch(game: Printed, heir_id: str) -> str:
    """Return the name of a crowned heir with the title: 'King Henry VI', 'Queen Margaret of Anjou'."""
    royal = game.catalog.royals.get(heir_id)
    title = "Queen" if royal and royal.style.startswith("Queen") else "King"
    return f"{title} {heir(game, heir_id)}"


def place(game: Printed, place_id: PlaceId) -> str:
    """Return the name of a site."""
    return game.catalog.places[place_id].name


def castle(game: Printed, place_id: PlaceId) -> str:
    """Return the name of a site beside that of a noble: 'Berkeley Castle', where a noble is called like it."""
    name = place(game, place_id)
    return f"{name} Castle" if name in _nobles(game.catalog) else name


@lru_cache(4)
def _nobles(printed: Catalog) -> frozenset[str]:
    """Return the names of all nobles."""
    return frozenset(card.name for card in printed.cards.values() if isinstance(card, NobleCard))


def square(game: Printed, square_id: SquareId) -> str:
    """Return the name of a square within a sentence."""
    return within(game.catalog.squares[square_id].name)


def within(name: str) -> str:
    """Return a name in the form used within a sentence: 'the Chilterns'."""
    return f"the {name.removeprefix('The ')}" if name.startswith("The ") else name


def event(game: Printed, event_id: str) -> str:
    """Return the title of an event card."""
    return game.catalog.events[event_id].title


def thing(game: Printed, thing_id: str) -> str:
    """Return the name of anything that can change hands: a card, an heir, a ship, or a place (`place:york`)."""
    printed = game.catalog
    if thing_id.startswith("place:"):
        return place(game, PlaceId(thing_id.removeprefix("place:")))
    if thing_id in printed.ships:
        return printed.ships[thing_id].name
    if thing_id in printed.events:
        return event(game, thing_id)
    return heir(game, thing_id) if thing_id in printed.royals else card(game, thing_id)


def verb(game: Printed, things: Sequence[str], one: str, several: str) -> str:
    """Return the verb form for some people or cards, 'goes' or 'go'; a card of troops takes the plural."""
    troops = any(isinstance(game.catalog.cards.get(thing), MercenaryCard) for thing in things)
    return one if len(things) == 1 and not troops else several


def cards(game: Printed, card_ids: Iterable[str]) -> str:
    """Return the printed names of Crown cards as a list in words; equal cards once, with their number."""
    return join_words(alike(card(game, card_id) for card_id in card_ids))


def alike(found: Iterable[str]) -> list[str]:
    """Return names with equal ones counted: "Saxons" and "Saxons" become "2 Saxons"."""
    return [f"{number} {name}" if number > 1 else name for name, number in Counter(found).items()]
