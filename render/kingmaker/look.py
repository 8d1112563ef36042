"""How somebody wants to see the map: which part, which layer, by day or by night."""

import msgspec

from engine.kingmaker.board.catalog import catalog
from engine.kingmaker.views import KingmakerView
from render.theme import DAY, NIGHT, Theme
from render.wish import NothingToShow, Wish

LAYERS = {
    "ownership": "Who holds what",
    "strength": "Men by place",
    "reach": "How far a noble can march",
    "events": "Whom event cards call away, where plague may strike",
    "roads": "Roads alone",
}
"""The layers that can be laid over the map, with what they show."""


class Look(msgspec.Struct, frozen=True):
    """A way to see the map. `layer` is "" or one of `LAYERS`; `noble` is the one whose reach is shown."""

    layer: str = ""
    noble: str = ""
    night: bool = False

    @property
    def theme(self) -> Theme:
        return NIGHT if self.night else DAY


PLAIN = Look()


def look_of(wish: Wish, view: KingmakerView) -> Look:
    """Return the look of a wish; NothingToShow where the layer is unknown, or its noble not on land."""
    if wish.layer and wish.layer not in LAYERS:
        raise NothingToShow(f"There is no layer '{wish.layer}'; choose one of {', '.join(LAYERS)}.")
    if wish.layer != "reach":
        return Look(wish.layer, "", wish.night)
    nobles = {noble.id: noble for noble in view.nobles}
    if wish.subject not in nobles:
        raise NothingToShow("Name a noble in play: the layer 'reach' shows how far he can march.")
    if not nobles[wish.subject].at or nobles[wish.subject].at.startswith("aboard:"):
        raise NothingToShow(f"{catalog().noble(wish.subject).name} is not on land, and cannot march.")
    return Look(wish.layer, wish.subject, wish.night)
