"""What the event cards of a table can do to whom: who is called away by how many, where plague may strike."""

from collections.abc import Mapping

from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.views import KingmakerView, NobleView
from render.kingmaker.edition import catalog


def cards_in_play(view: KingmakerView) -> list[EventCard]:
    """Return the event cards of the table."""
    return [card for card in catalog().events.values() if card.copies.get(view.event_set)]


def calls(view: KingmakerView) -> Mapping[str, int]:
    """Return how many event cards call each noble of the view away, by himself, title, office or bishop."""
    played = cards_in_play(view)
    return {noble.id: sum(_calls(card, noble) for card in played) for noble in view.nobles}


def _calls(card: EventCard, noble: NobleView) -> bool:
    holds = {noble.title, noble.office, noble.id, *noble.cards} - {""}
    return any(holds & {*call.nobles, *call.titles, *call.offices, *call.bishops} for call in card.calls)


def plagues(view: KingmakerView) -> Mapping[PlaceId, int]:
    """Return how many event cards bring the plague to each place."""
    found: dict[PlaceId, int] = {}
    for card in cards_in_play(view):
        for place in card.places if card.kind == "plague" else ():
            found[place] = found.get(place, 0) + 1
    return found
