"""Parts and layers of the map, as somebody wishes to see them."""

from collections.abc import Sequence
from typing import cast

from engine.core.events import Event
from engine.warriors.views import WarriorsView
from render.kit.pen import Box, box_about, broadened
from render.kit.theme import DAY, NIGHT, Theme
from render.picture import Picture, finish
from render.picture_request import NothingToShow, PictureRequest
from render.warriors.board import geography, land
from render.warriors.board.alt import board_alt
from render.warriors.board.base import FRAME
from render.warriors.board.board import draw_board
from render.warriors.board.layers import LAYERS, goals_layer, links_layer, reach_layer
from render.warriors.board.location_text import spot, where
from render.warriors.board.palette import inks

BEYOND = 24
"""Pixels that are shown round the areas that a panel offers."""

AROUND = (150, 280, 450, 700)
"""How many pixels are shown round an area: as few as give room to all who stand there."""

LEAST = (640, 620)
"""The least width and height of a part of the map."""


def draw_wished_board(wish: PictureRequest) -> Picture:
    """Return the map of a wish: all of it, or the part round its subject, with its layer."""
    view, theme = cast(WarriorsView, wish.view), theme_of(wish)
    if wish.layer and wish.layer not in LAYERS:
        raise NothingToShow(f"There is no layer '{wish.layer}'; choose one of {', '.join(LAYERS)}.")
    if wish.goals:
        return _offered(view, wish, theme)
    if wish.layer == "reach":
        return draw_board(view, wish.names, (), theme, reach_layer(view, wish.subject))
    if wish.layer == "links":
        return draw_board(view, wish.names, (), theme, links_layer(view))
    if wish.subject:
        return draw_where(view, wish.subject, wish.changes, theme)
    return draw_board(view, wish.names, wish.changes, theme)


def _offered(view: WarriorsView, wish: PictureRequest, theme: Theme) -> Picture:
    """Return the part of the map where goals lie, ringed and numbered."""
    areas = {area.id for area in view.areas}
    places = {goal.number: goal.at.rpartition(">")[2] for goal in wish.goals}  # who flees is named before the place
    found = {number: area for number, area in places.items() if area in areas}
    if not found:
        raise NothingToShow("None of these places is on the map.")
    own = [one.area for one in view.leaders if one.id == wish.subject and one.area]
    bounds = [geography.bounds(area) for area in (*found.values(), *own)]
    about = box_about([(x, y) for box in bounds for x, y in ((box.left, box.top), (box.right, box.bottom))], BEYOND)
    seen = broadened(seen_in(about), FRAME)
    image = land.painted(view, (), theme, goals_layer(found, seen))
    part = image.crop((round(seen.left), round(seen.top), round(seen.right), round(seen.bottom)))
    return finish(part, board_alt(view, wish.names), inks=inks(theme))


def theme_of(wish: PictureRequest) -> Theme:
    """Return the theme that somebody wishes."""
    return NIGHT if wish.night else DAY


def draw_where(view: WarriorsView, thing: str, changes: Sequence[Event] = (), theme: Theme = DAY) -> Picture:
    """Return an area, or that of a leader, with what lies round it; NothingToShow if it is not on the map."""
    area = spot(view, thing)
    parts = (land.part(view, seen_round(area, more), changes, theme) for more in AROUND)
    image = next((part for part in parts if part is not None), None) or land.painted(view, changes, theme)
    return finish(image, where(view, area), inks=inks(theme))


def seen_round(area: str, more: float) -> Box:
    """Return the part of the map with these pixels round an area."""
    return seen_in(geography.bounds(area).grown(more))


def seen_in(around: Box) -> Box:
    """Return the part of the map round a box, at least as large as a part is."""
    width, height = max(around.width, LEAST[0]), max(around.height, LEAST[1])
    x, y = around.centre
    left = min(max(0, x - width / 2), max(0, FRAME.right - width))
    top = min(max(0, y - height / 2), max(0, FRAME.bottom - height))
    return Box(round(left), round(top), round(min(left + width, FRAME.right)), round(min(top + height, FRAME.bottom)))
