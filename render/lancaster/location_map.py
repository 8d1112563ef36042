"""Parts and layers of the board, as somebody wishes to see them."""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.core.events import Event
from engine.lancaster.board import spots
from engine.lancaster.views import LancasterView
from render.kit.numbers import beside, lay_numbers, size_for
from render.kit.page import stacked
from render.kit.pen import Box, Point, box_within
from render.kit.theme import DAY, NIGHT, Theme
from render.lancaster.board import geography
from render.lancaster.board.alt import board_alt
from render.lancaster.board.board import draw_board
from render.lancaster.board.england import england
from render.lancaster.board.france import CARD, cell, conflict, france, places
from render.lancaster.board.location_text import county_of, where
from render.lancaster.board.page import Page
from render.lancaster.board.palette import FRANCE, inks
from render.picture import Picture, finish
from render.picture_request import NothingToShow, PictureRequest

LAYERS: Mapping[str, str] = {"expel": "What it takes to come to each county"}
"""The layers that can be laid over the board, with what they show."""

AROUND = 70
"""Pixels of its neighbours that are shown round a county."""

PLACE = (620, 20)
"""Width of a conflict that is shown alone, and the margin round it."""


def draw_wished_board(wish: PictureRequest) -> Picture:
    """Return the board of a wish: all of it, or the part round its subject, with its layer."""
    view, theme = cast(LancasterView, wish.view), theme_of(wish)
    if wish.layer and wish.layer not in LAYERS:
        raise NothingToShow(f"There is no layer '{wish.layer}'; choose one of {', '.join(LAYERS)}.")
    if wish.goals:
        return _offered(view, wish, theme)
    if wish.layer or not wish.subject:
        return draw_board(view, wish.names, wish.changes, theme, expelling=bool(wish.layer))
    return draw_where(view, wish.subject, wish.names, wish.changes, theme)


def _offered(view: LancasterView, wish: PictureRequest, theme: Theme) -> Picture:
    """Return England and France with goals numbered; those that lie on neither stand below."""
    country = england(view, (), theme)
    found = _spots(view, country.height)
    on_board = {goal.number: found[goal.at] for goal in wish.goals if goal.at in found}
    if not on_board:
        raise NothingToShow("None of these places is on the board.")
    across_the_sea = any(y > country.height for _, y in on_board.values())
    whole = stacked([country, *([france(view, (), theme)] if across_the_sea else [])])
    lay_numbers(whole, on_board, size_for(whole.width))
    left = {goal.number: goal.words for goal in wish.goals if goal.number not in on_board}
    whole = stacked([whole, *([beside(left, whole.width)] if left else [])])
    return finish(whole, board_alt(view, wish.names), inks=inks(theme))


def _spots(view: LancasterView, below: float) -> dict[str, Point]:
    """Return where numbers stand: beside a county's name, on a conflict's space, or on its head for all of it."""
    found: dict[str, Point] = {}
    for county in view.counties:
        plate = geography.plate(county.id)
        found[spots.county(county.id)] = (plate.right - 26, plate.top + 6)
    lain = places(view)
    for card in view.conflicts:
        box = lain[card.id].moved(0, below)
        found[card.id] = found[f"conflict:{card.id}"] = box.centre[0], box.top + 84
        for place in range(len(card.spaces)):
            found[spots.conflict(card.id, place)] = cell(box, place, len(card.spaces)).centre
    return found


def theme_of(wish: PictureRequest) -> Theme:
    """Return the theme that somebody wishes."""
    return NIGHT if wish.night else DAY


def draw_where(
    view: LancasterView, thing: str, names: Mapping[str, str], changes: Sequence[Event] = (), theme: Theme = DAY
) -> Picture:
    """Return a county with what lies round it, or a conflict; NothingToShow if it is not on the board."""
    words = where(view, thing, names)
    if county_of(view, thing) is None:
        return _conflict(view, thing, words, theme)
    image = england(view, changes, theme)
    seen = box_within(geography.bounds(thing).grown(AROUND), image.size)
    part = image.crop((round(seen.left), round(seen.top), round(seen.right), round(seen.bottom)))
    return finish(part, words, inks=inks(theme))


def _conflict(view: LancasterView, thing: str, words: str, theme: Theme) -> Picture:
    width, margin = PLACE
    page = Page(CARD + 2 * margin, FRANCE, theme, width)
    card = next(card for card in view.conflicts if card.id == thing)
    conflict(page, view, card, Box(margin, margin, width - margin, margin + CARD))
    return finish(page.image(), words, inks=inks(theme))
