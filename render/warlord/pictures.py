"""The pictures of War Lord Tourney, by kind."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import msgspec

from engine.warlord.board.catalog import boards
from engine.warlord.views import WarlordView
from render.picture import Picture
from render.theme import DAY, NIGHT, Theme
from render.warlord import where
from render.warlord.base import base
from render.warlord.board import draw_board
from render.warlord.duel import draw_duel
from render.warlord.where import draw_where
from render.wish import Drawer, NothingToShow, Wish


def _view(wish: Wish) -> WarlordView:
    return cast(WarlordView, wish.view)


def _theme(wish: Wish) -> Theme:
    return NIGHT if wish.night else DAY


def _board(wish: Wish) -> Picture:
    """Return the board of a wish: all of it, or the part round its subject, with its layer."""
    if wish.layer and wish.layer not in LAYERS:
        raise NothingToShow(f"There is no layer '{wish.layer}'; choose one of {', '.join(LAYERS)}.")
    if wish.layer:
        return draw_board(_view(wish), wish.names, wish.changes, _theme(wish), wish.subject)
    if wish.subject:
        return draw_where(_view(wish), wish.subject, wish.changes, _theme(wish))
    return draw_board(_view(wish), wish.names, wish.changes, _theme(wish))


PICTURES: Mapping[str, Drawer] = {
    "map": _board,
    "where": lambda wish: draw_where(_view(wish), wish.subject, wish.changes, _theme(wish)),
    "duel": lambda wish: draw_duel(_view(wish), wish.names),
}

BUTTONS: Mapping[str, str] = {"map": "Board", "duel": "Duel"}
"""The pictures that players ask for on the panel, with their labels."""


LAYERS: Mapping[str, str] = {"reach": "How far a piece can move"}
"""The layers that can be laid over the board, with what they show."""


def findable(view: msgspec.Struct) -> Mapping[str, str]:
    """Return the pieces and squares round which the board can be cut out, by id, with their names."""
    return where.findable(cast(WarlordView, view))


def prepare(cache: Path) -> None:
    """Draw the empty boards before the first picture is asked for; that is quicker than to read them."""
    for board in boards():
        base(board)
