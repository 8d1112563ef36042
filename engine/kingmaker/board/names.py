"""What things are called in sentences for players."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.core.text import join_words
from engine.kingmaker.board.catalog import MercenaryCard, catalog
from engine.kingmaker.board.ids import PlaceId, SquareId


def card(card_id: str) -> str:
    """The printed name of a Crown card."""
    return catalog().cards[card_id].name


def heir(heir_id: str) -> str:
    """The name of a royal heir, or of Beaufort where he is one."""
    royal = catalog().royals.get(heir_id)
    return royal.name if royal else card(heir_id)


def monarch(heir_id: str) -> str:
    """The name of a crowned heir with the title: 'King Henry VI', 'Queen Margaret of Anjou'."""
    royal = catalog().royals.get(heir_id)
    title = "Queen" if royal and royal.style.startswith("Queen") else "King"
    return f"{title} {heir(heir_id)}"


def place(place_id: PlaceId) -> str:
    """The name of a site."""
    return catalog().places[place_id].name


def square(square_id: SquareId) -> str:
    """The name of a square within a sentence."""
    return within(catalog().squares[square_id].name)


def within(name: str) -> str:
    """A name as it stands within a sentence: 'the Chilterns'."""
    return f"the {name.removeprefix('The ')}" if name.startswith("The ") else name


def event(event_id: str) -> str:
    """The title of an event card."""
    return catalog().events[event_id].title


def thing(thing_id: str) -> str:
    """The name of anything that can change hands: a card, an heir, a ship, or a place (`place:york`)."""
    printed = catalog()
    if thing_id.startswith("place:"):
        return place(PlaceId(thing_id.removeprefix("place:")))
    if thing_id in printed.ships:
        return printed.ships[thing_id].name
    if thing_id in printed.events:
        return event(thing_id)
    return heir(thing_id) if thing_id in printed.royals else card(thing_id)


def verb(things: Sequence[str], one: str, several: str) -> str:
    """The form of a verb that goes with so many people or cards, 'goes' or 'go'; a card of troops is several."""
    troops = any(isinstance(catalog().cards.get(thing), MercenaryCard) for thing in things)
    return one if len(things) == 1 and not troops else several


def cards(card_ids: Iterable[str]) -> str:
    """The printed names of Crown cards in a row; of cards that are alike their number."""
    return join_words(alike(card(card_id) for card_id in card_ids))


def alike(found: Iterable[str]) -> list[str]:
    """Names, each once: "Saxons" and "Saxons" are "2 Saxons"."""
    return [f"{number} {name}" if number > 1 else name for name, number in Counter(found).items()]
