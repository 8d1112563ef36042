"""The pictures of War Lord Tourney, by kind."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import cast

import msgspec
from PIL import Image

from engine.warlord.views import WarlordView
from render.picture_request import Drawer, PictureRequest, Replay, StoryDrawer
from render.warlord import location_map
from render.warlord.board import location_text
from render.warlord.board.board import board_row
from render.warlord.location_map import draw_where, draw_wished_board, theme_of
from render.warlord.papers.duel import draw_duel


def _view(wish: PictureRequest) -> WarlordView:
    return cast(WarlordView, wish.view)


PICTURES: Mapping[str, Drawer] = {
    "map": draw_wished_board,
    "where": lambda wish: draw_where(_view(wish), wish.subject, wish.changes, theme_of(wish)),
    "duel": lambda wish: draw_duel(_view(wish), wish.names),
}

CROPS = True

BUTTONS: Mapping[str, str] = {"map": "Board", "duel": "Latest duel"}
"""The pictures that players ask for on the panel, with their labels."""

STORIES: Mapping[str, StoryDrawer] = {}
"""The pictures that tell a whole game: there are none of this one."""

LAYERS = location_map.LAYERS


def findable(view: msgspec.Struct) -> Mapping[str, str]:
    """Return the pieces and squares round which the board can be cut out, by id, with their names."""
    return location_text.findable(cast(WarlordView, view))


def _boards() -> Callable[[PictureRequest], Image.Image]:
    draw = board_row()
    return lambda wish: draw(_view(wish), wish.names)


def _pieces(view: WarlordView) -> Mapping[str, int]:
    standing = Counter(piece.side for piece in view.pieces if piece.status == "board")
    return {side.seat: standing[side.id] for side in view.sides if side.seat}


REPLAY = Replay(
    boards=_boards,
    unseen=frozenset(["viewer", "round", "seat", "step", "quiet", "draw_offers", "plan", "plans"]),
    measure="Pieces on the board",
    score=_pieces,
    marks={
        "duel": "Duel",
        "slain": "Death",
        "destroyed": "Death",
        "captured": "Prisoner",
        "freed": "Freed",
        "victory": "End",
    },
)
"""The content of the page of a whole game."""
