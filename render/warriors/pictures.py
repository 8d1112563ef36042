"""The pictures of Warriors of God, by kind."""

from collections.abc import Callable, Mapping
from typing import cast

import msgspec
from PIL import Image

from engine.warriors.views import WarriorsView
from render.picture_request import Drawer, PictureRequest, Replay, StoryDrawer
from render.warriors.board import layers, location_text
from render.warriors.board.board import board_row
from render.warriors.edition import EDITION
from render.warriors.location_map import draw_where, draw_wished_board, theme_of
from render.warriors.papers.battle import draw_battle
from render.warriors.papers.cards import draw_card
from render.warriors.papers.roll import draw_roll
from render.warriors.papers.sheet import draw_sheet
from render.warriors.story.chart import draw_chart
from render.warriors.story.film import draw_film
from render.warriors.story.poster import draw_poster


def _view(wish: PictureRequest) -> WarriorsView:
    return cast(WarriorsView, wish.view)


PICTURES: Mapping[str, Drawer] = EDITION.pictures(
    {
        "map": draw_wished_board,
        "where": lambda wish: draw_where(_view(wish), wish.subject, wish.changes, theme_of(wish)),
        "faction": lambda wish: draw_roll(_view(wish), wish.subject, wish.names),
        "hand": lambda wish: draw_roll(_view(wish), _view(wish).viewer, wish.names, own=True),
        "score": lambda wish: draw_sheet(_view(wish), wish.names),
        "card": lambda wish: draw_card(wish.subject),
        "battle": lambda wish: draw_battle(_view(wish), wish.names, wish.changes),
    }
)

STORIES: Mapping[str, StoryDrawer] = EDITION.stories(
    {
        "poster": lambda story: draw_poster(story.frames, story.names),
        "chart": lambda story: draw_chart(story.frames, story.names),
        "story": lambda story: draw_film(story.frames, story.names),
    }
)
"""The pictures that tell a whole game."""

BUTTONS: Mapping[str, str] = {"hand": "My side", "map": "Map", "battle": "Latest battle", "score": "Score"}
"""The pictures that players ask for on the panel, with their labels."""


LAYERS = layers.LAYERS


def findable(view: msgspec.Struct) -> Mapping[str, str]:
    """Return the areas and leaders round which the map can be cut out, by id, with their names."""
    with EDITION.of(view):
        return location_text.findable(cast(WarriorsView, view))


def _boards() -> Callable[[PictureRequest], Image.Image]:
    draw = board_row()

    def board(wish: PictureRequest) -> Image.Image:
        with EDITION.of(wish.view):
            return draw(_view(wish), wish.names)

    return board


def _values(view: WarriorsView) -> Mapping[str, int]:
    return {
        side.seat: sum(area.value for area in view.areas if area.control == side.id) for side in view.sides if side.seat
    }


REPLAY = Replay(
    boards=_boards,
    unseen=frozenset(["viewer", "first", "bid", "losses", "standing", "orders", "answered", "winners", "record"]),
    measure="Value of the areas held",
    score=_values,
    marks={
        "battle_over": "Battle",
        "siege": "Siege",
        "death": "Death",
        "captured": "Prisoner",
        "crowned": "Coronation",
        "score": "Score",
        "victory": "End",
    },
)
"""The content of the page of a whole game."""
