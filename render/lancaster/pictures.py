"""The pictures of Lancaster, by kind."""

from collections.abc import Callable, Mapping
from typing import cast

import msgspec
from PIL import Image

from engine.lancaster.views import LancasterView
from render.lancaster import location_map
from render.lancaster.board import location_text
from render.lancaster.board.board import board_row
from render.lancaster.edition import EDITION
from render.lancaster.location_map import draw_where, draw_wished_board, theme_of
from render.lancaster.papers.battle import draw_battle
from render.lancaster.papers.cards import draw_card
from render.lancaster.papers.castles import draw_castles
from render.lancaster.papers.court import draw_court
from render.lancaster.papers.faction import draw_faction
from render.lancaster.papers.parliament import draw_parliament
from render.lancaster.papers.screen import draw_screen
from render.lancaster.papers.sheet import draw_sheet
from render.lancaster.story.chart import draw_chart
from render.lancaster.story.chronicle import view_of
from render.lancaster.story.film import draw_film
from render.lancaster.story.poster import draw_poster
from render.picture_request import Drawer, PictureRequest, Replay, StoryDrawer
from render.story import begun


def _view(wish: PictureRequest) -> LancasterView:
    return cast(LancasterView, wish.view)


PICTURES: Mapping[str, Drawer] = EDITION.pictures(
    {
        "map": draw_wished_board,
        "where": lambda wish: draw_where(_view(wish), wish.subject, wish.names, wish.changes, theme_of(wish)),
        "parliament": lambda wish: draw_parliament(_view(wish), wish.names, wish.changes),
        "castles": lambda wish: draw_castles(_view(wish), wish.names),
        "faction": lambda wish: draw_faction(_view(wish), wish.subject, wish.names),
        "hand": lambda wish: draw_screen(_view(wish), wish.names),
        "score": lambda wish: draw_sheet(_view(wish), wish.names),
        "card": lambda wish: draw_card(wish.subject),
        "court": lambda wish: draw_court(_view(wish), wish.names),
        "battle": lambda wish: draw_battle(_view(wish), wish.names, wish.changes),
    }
)

BUTTONS: Mapping[str, str] = {
    "hand": "My screen",
    "map": "Board",
    "parliament": "Parliament",
    "court": "King's court",
    "castles": "Castles",
    "score": "Score sheet",
}
"""The pictures that players ask for on the panel, with their labels."""

STORIES: Mapping[str, StoryDrawer] = EDITION.stories(
    {
        "poster": lambda story: draw_poster(story.frames, story.names),
        "score": lambda story: draw_sheet(view_of(begun(story.frames)[-1]), story.names),
        "chart": lambda story: draw_chart(story.frames, story.names),
        "story": lambda story: draw_film(story.frames, story.names),
    }
)
"""The pictures that tell a whole game."""


LAYERS = location_map.LAYERS


def findable(view: msgspec.Struct) -> Mapping[str, str]:
    """Return the counties and conflicts round which the board can be cut out, by id, with their names."""
    with EDITION.of(view):
        return location_text.findable(cast(LancasterView, view))


def _boards() -> Callable[[PictureRequest], Image.Image]:
    draw = board_row()

    def board(wish: PictureRequest) -> Image.Image:
        with EDITION.of(wish.view, names=wish.names):
            return draw(_view(wish), wish.names)

    return board


REPLAY = Replay(
    boards=_boards,
    unseen=frozenset(["viewer", "phase", "vote", "laws", "tile", "tiles", "piles", "sheet", "named"]),
    measure="Power points",
    score=lambda view: {player.id: player.points for player in view.players},
    marks={
        "battle": "Battle",
        "vote_closes": "Parliament",
        "expelled": "Expulsion",
        "office": "Office",
        "round_end": "Round over",
        "victory": "End",
    },
)
"""The content of the page of a whole game."""
