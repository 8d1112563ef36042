"""The pictures of Kingmaker, by kind."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

import msgspec
from PIL import Image

from engine.kingmaker.views import KingmakerView
from render.kingmaker.edition import EDITION
from render.kingmaker.location_map import draw_where, draw_wished_map
from render.kingmaker.map import location_text, look
from render.kingmaker.map.cache import board
from render.kingmaker.map.map import map_row
from render.kingmaker.papers.battle import draw_battle
from render.kingmaker.papers.card import draw_card
from render.kingmaker.papers.faction import draw_faction
from render.kingmaker.papers.hand import draw_hand
from render.kingmaker.papers.parliament import draw_parliament
from render.kingmaker.story.chart import draw_chart
from render.kingmaker.story.chronicle import men
from render.kingmaker.story.poster import draw_poster
from render.kingmaker.story.war import draw_war
from render.picture_request import Drawer, PictureRequest, Replay, StoryDrawer


def _view(wish: PictureRequest) -> KingmakerView:
    return cast(KingmakerView, wish.view)


PICTURES: Mapping[str, Drawer] = EDITION.pictures(
    {
        "map": draw_wished_map,
        "where": draw_where,
        "hand": lambda wish: draw_hand(_view(wish), wish.names),
        "parliament": lambda wish: draw_parliament(_view(wish), wish.names),
        "faction": lambda wish: draw_faction(_view(wish), wish.subject, wish.names),
        "battle": lambda wish: draw_battle(_view(wish), wish.names, wish.changes),
        "card": lambda wish: draw_card(wish.subject),
    }
)

CROPS = True

BUTTONS: Mapping[str, str] = {"hand": "My hand", "map": "Map"}
"""The pictures that players ask for on the panel, with their labels."""

STORIES: Mapping[str, StoryDrawer] = EDITION.stories(
    {
        "poster": lambda story: draw_poster(story.frames, story.names, story.cache),
        "chart": lambda story: draw_chart(story.frames, story.names),
        "war": lambda story: draw_war(story.frames, story.names, story.cache),
    }
)


LAYERS = look.LAYERS


def findable(view: msgspec.Struct) -> Mapping[str, str]:
    """Return what can be shown on the map by id, with its name."""
    with EDITION.of(view):
        return location_text.findable(cast(KingmakerView, view))


def prepare(cache: Path) -> None:
    """Draw the empty board, or read it from the cache, before the first map is asked for: it takes a second to draw."""
    board(cache)


def _boards() -> Callable[[PictureRequest], Image.Image]:
    draw = map_row()

    def board(wish: PictureRequest) -> Image.Image:
        with EDITION.of(wish.view, names=wish.names):
            return draw(_view(wish), wish.cache)

    return board


def _men(view: KingmakerView) -> Mapping[str, int]:
    return {row.id: men(view, row.id) for row in view.seats}


REPLAY = Replay(
    boards=_boards,
    unseen=frozenset(
        [
            "viewer",
            "round",
            "phase",
            "active",
            "hand",
            "chancery",
            "event_discard_top",
            "crown_deck",
            "crown_discard",
            "crown_discard_top",
            "event_deck",
            "event_discard",
            "sole_king",
            "parliament",
            "winners",
            "event_aside",
            "crown_discard_cards",
            "time_called",
            "last_turns",
            "hands",
            "piles",
        ]
    ),
    measure="Men",
    score=_men,
    marks={
        "fought": "Battle",
        "siege": "Siege",
        "parliament": "Parliament",
        "died": "Death",
        "crowned": "Coronation",
        "victory": "End",
    },
)
"""The content of the page of a whole game."""
