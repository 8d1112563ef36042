"""Parts and layers of the map, as somebody wishes to see them."""

from typing import cast

import msgspec

from engine.kingmaker.board import locations
from engine.kingmaker.reach import reach
from engine.kingmaker.views import KingmakerView
from render.kingmaker.edition import catalog
from render.kingmaker.map.alt import map_alt
from render.kingmaker.map.geography import MAP
from render.kingmaker.map.location_text import findable, located, on_map, spots, where
from render.kingmaker.map.look import LAYERS, Look
from render.kingmaker.map.map import crop_around, draw_map, offered
from render.kit.numbers import beside
from render.kit.page import stacked
from render.kit.palette import map_colours
from render.kit.pen import Box, broadened
from render.picture import Picture, finish
from render.picture_request import NothingToShow, PictureRequest

BEYOND = 130
"""Pixels that are shown round the places that a panel offers."""

MUCH = 0.6
"""The share of the map from which on all of it is shown."""


def draw_wished_map(wish: PictureRequest) -> Picture:
    """Return the map of a wish: all of it, or the part round its subject, with its layer."""
    view = cast(KingmakerView, wish.view)
    if wish.goals:
        return _offered(view, wish)
    look = look_of(wish, view)
    picture = draw_map(view, wish.names, wish.changes, _part(view, wish), wish.cache, look)
    if not wish.subject or look.layer == "reach":
        return picture
    return msgspec.structs.replace(picture, alt=where(view, wish.subject, wish.names))


def _offered(view: KingmakerView, wish: PictureRequest) -> Picture:
    """Return the part of the map where goals lie, numbered, and how far its subject can march if it is on land."""
    found = {goal.number: at for goal in wish.goals for at in on_map(view, [located(goal.at)])}
    marchers = {noble.id for noble in view.nobles if noble.at and not noble.at.startswith("aboard:")}
    look = (
        Look("reach", wish.subject, wish.night) if wish.layer and wish.subject in marchers else Look(night=wish.night)
    )
    if not found:
        raise NothingToShow("None of these places is on the map.")
    own = spots(view, wish.subject) if wish.subject in findable(view) else []
    part = broadened(crop_around([*found.values(), *own], BEYOND), MAP)
    image = offered(view, found, part, wish.cache, look)
    left = {goal.number: goal.words for goal in wish.goals if goal.number not in found}
    whole = stacked([image, *([beside(left, image.width)] if left else [])])
    return finish(whole, map_alt(view, wish.names, (), look), inks=map_colours(look.theme.tone))


def look_of(wish: PictureRequest, view: KingmakerView) -> Look:
    """Return the look of a wish; NothingToShow where the layer is unknown, or its noble not on land."""
    if wish.layer and wish.layer not in LAYERS:
        raise NothingToShow(f"There is no layer '{wish.layer}'; choose one of {', '.join(LAYERS)}.")
    if wish.layer != "reach":
        return Look(wish.layer, "", wish.night)
    nobles = {noble.id: noble for noble in view.nobles}
    if wish.subject not in nobles:
        raise NothingToShow("Name a noble in play: the layer 'reach' shows how far that noble can march.")
    if not nobles[wish.subject].at or nobles[wish.subject].at.startswith("aboard:"):
        raise NothingToShow(f"{catalog().noble(wish.subject).name} is not on land and cannot march.")
    return Look(wish.layer, wish.subject, wish.night)


def _part(view: KingmakerView, wish: PictureRequest) -> Box | None:
    if not wish.subject:
        return _happened(view, wish) if wish.near else None
    at = spots(view, wish.subject)
    if wish.layer == "reach":
        found = reach(view, wish.subject)
        at += map(locations.open_in, found.country)
    part = crop_around(at, 120 if wish.layer == "reach" else 190)
    return None if part == MAP else part


def _happened(view: KingmakerView, wish: PictureRequest) -> Box | None:
    """Return the part of the map where something has happened; None where that is much of it, or nowhere."""
    at = on_map(view, [place for change in wish.changes for place in change.track])
    if not at:
        return None
    part = crop_around(at)
    return part if part.width * part.height <= MUCH * MAP.width * MAP.height else None


def draw_where(wish: PictureRequest) -> Picture:
    """Return the part of the map round the subject of a wish; its words say where that is, and who is there."""
    view = cast(KingmakerView, wish.view)
    words = where(view, wish.subject, wish.names)
    part = crop_around(spots(view, wish.subject))
    picture = draw_map(view, wish.names, wish.changes, part, wish.cache, Look(night=wish.night))
    return msgspec.structs.replace(picture, alt=words)
