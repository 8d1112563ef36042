"""What the layers of the map show, in words."""

from engine.core.text import counted
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import PlaceKind
from engine.kingmaker.reach import reach
from engine.kingmaker.views import KingmakerView
from render.kingmaker.edition import catalog
from render.kingmaker.map import event_risk
from render.kingmaker.map.look import Look

KINDS: dict[PlaceKind, str] = {
    "city": "Cities",
    "town": "Towns",
    "royal_castle": "Royal castles",
    "noble_castle": "Noble castles",
    "open_town": "Open towns",
}


def layer_words(view: KingmakerView, look: Look) -> list[str]:
    """Return what a layer shows that the plain map does not tell, a sentence for each fact."""
    match look.layer:
        case "reach":
            return _march(view, look.noble)
        case "events":
            return [_called(view), _plagues(view)]
        case "ownership":
            return _held(view)
        case _:
            return []


def _march(view: KingmakerView, noble: str) -> list[str]:
    book, found = catalog(), reach(view, noble)
    far = sorted(book.squares[square].name for square in found.road)
    more = f", and by road alone to {', '.join(far)}" if far else ""
    places = [book.places[place] for square in found.country for place in book.squares[square].places]
    lines = [f"{book.noble(noble).name} can march across country to {counted(len(found.country) - 1, 'square')}{more}."]
    for kind, word in KINDS.items():
        names = sorted(place.name for place in places if place.kind == kind)
        lines += [f"{word} he can reach: {', '.join(names)}."] if names else []
    return lines


def _called(view: KingmakerView) -> str:
    counts = sorted(event_risk.calls(view).items(), key=lambda pair: (-pair[1], pair[0]))
    words = [f"{catalog().noble(noble).name} {count}" for noble, count in counts if count]
    return f"Event cards that call nobles away: {', '.join(words) or 'none'}."


def _plagues(view: KingmakerView) -> str:
    counts = event_risk.plagues(view)
    at_risk = {locations.name(noble.at) for noble in view.nobles if locations.kind(noble.at) == "inside"}
    words = [catalog().places[place].name + (" (occupied)" if place in at_risk else "") for place in sorted(counts)]
    return f"Plague may strike {', '.join(words)}."


def _held(view: KingmakerView) -> list[str]:
    places = catalog().places
    by_seat = {seat.id: [places[site.id].name for site in view.sites if site.seat == seat.id] for seat in view.seats}
    return [f"{{{seat}}} holds {', '.join(held)}." for seat, held in by_seat.items() if held]
