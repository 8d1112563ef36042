"""The pictures of War Lord Tourney, by kind."""

from collections.abc import Mapping
from typing import cast

import msgspec

from engine.warlord.views import WarlordView
from render.warlord import where
from render.warlord.board import whereabouts
from render.warlord.papers.duel import draw_duel
from render.warlord.where import draw_where, draw_wished_board, theme_of
from render.wish import Drawer, StoryDrawer, Wish


def _view(wish: Wish) -> WarlordView:
    return cast(WarlordView, wish.view)


PICTURES: Mapping[str, Drawer] = {
    "map": draw_wished_board,
    "where": lambda wish: draw_where(_view(wish), wish.subject, wish.changes, theme_of(wish)),
    "duel": lambda wish: draw_duel(_view(wish), wish.names),
}

CROPS = True

BUTTONS: Mapping[str, str] = {"map": "Board", "duel": "Duel"}
"""The pictures that players ask for on the panel, with their labels."""

STORIES: Mapping[str, StoryDrawer] = {}
"""The pictures that tell a whole game: there are none of this one."""

LAYERS = where.LAYERS


def findable(view: msgspec.Struct) -> Mapping[str, str]:
    """Return the pieces and squares round which the board can be cut out, by id, with their names."""
    return whereabouts.findable(cast(WarlordView, view))
