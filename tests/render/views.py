"""Views of the map of Kingmaker that stand for many."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.events import Event
from engine.kingmaker.board.catalog import NobleCard, catalog
from engine.kingmaker.board.ids import Location
from engine.kingmaker.views import AbandonedView, KingmakerView, StayView
from render.kingmaker.map import map as drawing
from render.kingmaker.pictures import PICTURES
from render.picture import Picture
from render.picture_request import PictureRequest
from tests.render.reading import once
from tests.render.samples import CHANGES, HEIRS, NAMES, NOBLES, SEATS, SHIPS, SITES, busy, noble, view


def troubled() -> KingmakerView:
    """Return a crowded game with everything that house rules add."""
    keepers = {"york": "percy", "skipton": "clifford", "warwick": "neville", "exeter": "courtenay"}
    sites = [
        msgspec.structs.replace(site, noble=keepers.get(site.id, ""), siege_turn=2 if site.besieged_by else 0)
        for site in SITES
    ]
    home = [msgspec.structs.replace(one, returned=one.id == "berkeley") for one in NOBLES]
    heirs = [msgspec.structs.replace(heir, clock=6 if heir.id == "richard_of_gloucester" else 0) for heir in HEIRS]
    return msgspec.structs.replace(
        busy(), nobles=home, heirs=heirs, sites=sites, peace=["coventry"], fallen=["calais"], vacillating="stafford",
        stays=[StayView("ireland", "fay", "refuge", ["roos"], 7, "refuge_ireland")], sunk=["le_trinity"],
        abandoned=[AbandonedView("plantagenet_lancaster", Location("open:dartmoor"), "marshal_of_england", [])],
        event_set="wbc",
    )  # fmt: skip


def parliament_in_london() -> KingmakerView:
    """Return a game of seven with all nobles in one place."""
    every = [card.id for card in catalog().cards.values() if isinstance(card, NobleCard)]
    nobles = [noble(one, SEATS[place % 7], Location("inside:london"), 20 + place) for place, one in enumerate(every)]
    return view(nobles=nobles, heirs=HEIRS, ships=SHIPS, sites=SITES)


def one_host() -> KingmakerView:
    """Return a game of two in which one seat has nearly all nobles, in two stacks."""
    every = [card.id for card in catalog().cards.values() if isinstance(card, NobleCard)]
    nobles = [
        noble(one, "ann", Location("inside:york" if place < 14 else "open:warwick")) for place, one in enumerate(every)
    ]
    return view(seats=view().seats[:2], nobles=nobles, heirs=HEIRS, ships=SHIPS, sites=SITES[:8])


def armada() -> KingmakerView:
    """Return a game in which everybody is at sea or abroad."""
    ships = [msgspec.structs.replace(ship, at="sea:dover_strait", aboard=[], seat="ann", owner="ben") for ship in SHIPS]
    abroad = ("area:ireland", "area:scotland", "area:continent", "inside:calais")
    nobles = [msgspec.structs.replace(one, at=abroad[place % 4], besieged=False) for place, one in enumerate(NOBLES)]
    return view(nobles=nobles, ships=ships, sites=SITES)


VIEWS: Mapping[str, KingmakerView] = {
    "crowded": busy(),
    "troubled": troubled(),
    "parliament": parliament_in_london(),
    "host": one_host(),
    "armada": armada(),
}


def _wish(shown: KingmakerView, kind: str = "map", changes: list[Event] = [], **more: Any) -> PictureRequest:  # noqa: B006
    return PictureRequest(kind, shown, NAMES, changes=tuple(changes), **more)


WISHES: Mapping[str, PictureRequest] = {
    "crowded": _wish(busy(), changes=CHANGES),
    "troubled": _wish(troubled()),
    "night": _wish(troubled(), changes=CHANGES, night=True),
    "ownership": _wish(troubled(), layer="ownership"),
    "strength": _wish(troubled(), layer="strength"),
    "events": _wish(troubled(), layer="events"),
    "roads": _wish(troubled(), layer="roads"),
    "reach": _wish(troubled(), layer="reach", subject="neville"),
    "part": _wish(troubled(), kind="where", subject="corfe"),
}


draw_map = once(drawing.draw_map)


@once
def drawn(wish: PictureRequest) -> Picture:
    """Return the picture of a wish."""
    return PICTURES[wish.kind](wish)
