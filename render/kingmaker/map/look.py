"""How somebody wants to see the map: which part, which layer, by day or by night."""

import msgspec

from render.kit.theme import DAY, NIGHT, Theme

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
