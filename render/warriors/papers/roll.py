"""The roll of a side: its areas, its leaders with ratings, troops and age, who is lost, and its player's own orders."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted, join_words
from engine.warriors.views import LeaderView, WarriorsView
from render.kit.lettering import Type, wrapped
from render.kit.page import smaller, stacked
from render.kit.palette import PARCHMENT
from render.kit.pen import Box
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.warriors.board import words
from render.warriors.board.alt import leader_words
from render.warriors.board.counters import HEAD, TROOPS, counter, token
from render.warriors.board.counters import WIDTH as COUNTER
from render.warriors.board.page import HEADING, MARGIN, NAME, NOTE, SMALL, TEXT, WIDTH, Page, band
from render.warriors.board.palette import COATS, inks
from render.warriors.board.signs import value
from render.warriors.board.tracks import LOST
from render.warriors.board.words import rating
from render.warriors.edition import catalog
from render.wording import within_limit

ROW = HEAD + TROOPS + 50
HEAD_ROW = 64
LINE = 46
AREA = 64
AREAS_ACROSS = 3


def draw_roll(view: WarriorsView, seat: str, names: Mapping[str, str], *, own: bool = False) -> Picture:
    """Return the roll of the side of a seat; with `own` also the standing orders of its player, which nobody else sees.

    NothingToShow while the seat has no side.
    """
    side = next((one.id for one in view.sides if one.seat == seat and seat), "")
    if not side:
        raise NothingToShow("You have no side yet: the bids decide it.")
    title = words.who(view, side, names) or COATS[side].name
    parts = [band(title, f"{COATS[side].name}, turn {view.turn}"), _areas(view, side), _leaders(view, side)]
    parts += [_lost(view, side)]
    if own:
        parts.append(_orders(view))
    return finish(stacked(parts), roll_alt(view, side, title, own=own), inks=inks())


# ---------------------------------------------------------------------- what it controls


def _areas(view: WarriorsView, side: str) -> Image.Image:
    held = [area for area in view.areas if area.control == side]
    rows = -(-len(held) // AREAS_ACROSS)
    page = Page(HEAD_ROW + max(1, rows) * AREA + 8, PARCHMENT)
    page.text(MARGIN + 4, HEAD_ROW / 2 + 4, "Areas", _heading(side))
    step = (WIDTH - 2 * MARGIN) / AREAS_ACROSS
    for place, area in enumerate(held):
        x, y = MARGIN + place % AREAS_ACROSS * step, HEAD_ROW + (place // AREAS_ACROSS + 0.5) * AREA
        page.sprite(value(side, area.value, 56), x + 28, y)
        page.text(x + 66, y, words.area_name(area.id), SMALL, room=step - 150)
        loose = sum(area.loose.values())
        if loose:
            page.text(x + step - 20, y, f"+{loose}", NOTE, "rm")
    if not held:
        page.text(MARGIN + 30, HEAD_ROW + AREA / 2, "none", NOTE)
    return page.image()


def _heading(side: str) -> Type:
    return HEADING._replace(ink=COATS[side].fill)


# ---------------------------------------------------------------------- its leaders


def _leaders(view: WarriorsView, side: str) -> Image.Image:
    found = words.by_merit([one for one in view.leaders if one.side == side and one.where == "map"])
    page = Page(HEAD_ROW + max(1, len(found)) * ROW + 6, PARCHMENT)
    page.text(MARGIN + 4, HEAD_ROW / 2, "On the map", _heading(side))
    for place, leader in enumerate(found):
        top = HEAD_ROW + place * ROW
        _leader(page, leader, side, Box(MARGIN, top + 3, WIDTH - MARGIN, top + ROW - 3))
    if not found:
        page.text(MARGIN + 30, HEAD_ROW + ROW / 2, "nobody", NOTE)
    return page.image()


def _leader(page: Page, leader: LeaderView, side: str, box: Box) -> None:
    page.panel(box)
    piece = counter(token(leader))
    page.sprite(piece, box.left + 12 + COUNTER / 2, box.centre[1])
    x = box.left + COUNTER + 34
    name = words.named(leader.id)
    where = words.area_name(leader.area)
    at = page.text(box.right - 18, box.top + 31, where, NAME._replace(ink=COATS[side].fill), "rm")
    room = box.right - x - at - 40
    page.text(x, box.top + 31, name, smaller(name, NAME, room), room=room)
    room = box.right - x - 18
    page.text(x, box.top + 77, words.troops(leader.troops), smaller(words.troops(leader.troops), TEXT, room), room=room)
    facts = f"{rating(leader)}, {_facts(leader)}"
    page.text(x, box.top + 119, facts, smaller(facts, NOTE, room), room=room)


def _facts(leader: LeaderView) -> str:
    """Return what else there is to know: room for troops, age, and home."""
    room = f"room for {leader.room} more" if leader.room else "no room for more"
    home = words.area_name(leader.home)
    marks = [mark for mark, is_so in (("King", leader.crown), ("disgraced", leader.disgraced)) if is_so]
    return ", ".join([*marks, room, f"age {leader.age}", f"home {home}"])


# ---------------------------------------------------------------------- who is lost


def _lost(view: WarriorsView, side: str) -> Image.Image:
    rows = [(label, _names(view, side, where)) for where, label in LOST if _names(view, side, where)]
    page = Page(len(rows) * LINE + 16, PARCHMENT)
    for place, (label, told) in enumerate(rows):
        y = 8 + (place + 0.5) * LINE
        page.text(MARGIN + 4, y, label, NOTE)
        page.text(MARGIN + 220, y, told, SMALL, room=WIDTH - 2 * MARGIN - 220)
    return page.image()


def _names(view: WarriorsView, side: str, where: str) -> str:
    found = words.by_merit([one for one in view.leaders if one.where == where and words.serves(one, side)])
    return join_words(f"{words.short(one.id)} ({words.stars(one.rank)})" for one in found) if found else ""


# ---------------------------------------------------------------------- orders of one's own


def _orders(view: WarriorsView) -> Image.Image:
    told = orders(view)
    lines = [line for text in told for line in wrapped(text, TEXT.face, TEXT.size, WIDTH - 2 * MARGIN - 40)]
    page = Page(HEAD_ROW + len(lines) * LINE + 24, PARCHMENT)
    page.text(MARGIN + 4, HEAD_ROW / 2, "For your eyes only", HEADING)
    page.panel(Box(MARGIN, HEAD_ROW, WIDTH - MARGIN, HEAD_ROW + len(lines) * LINE + 14))
    for row, line in enumerate(lines):
        page.text(MARGIN + 20, HEAD_ROW + 8 + (row + 0.5) * LINE, line, TEXT)
    return page.image()


def orders(view: WarriorsView) -> list[str]:
    """Return the viewer's standing orders and secret answers."""
    order, troops = view.standing, catalog().troops
    if order is None or order.siege is None:
        siege = "You are besieged where the siege number is 5 or more."
    else:
        siege = f"You are besieged where the siege number is {order.siege} or more."
    first = join_words(troops[kind].name for kind in order.losses if kind in troops) if order else ""
    found = [siege, f"You lose first: {first}." if first else "You lose in the casualty order."]
    if view.bid is not None:
        found.append(f"You bid {counted(view.bid, 'point')} for the English.")
    if view.losses is not None:
        found.append(f"You have named what you lose: {join_words(view.losses) if view.losses else 'nothing'}.")
    return found


# ---------------------------------------------------------------------- in words


def roll_alt(view: WarriorsView, side: str, title: str, *, own: bool) -> str:
    """Return the alternative text of a roll."""
    leaders: Sequence[LeaderView] = [one for one in view.leaders if one.side == side and one.where == "map"]
    parts = [f"{title}, {words.SIDES[side]}, turn {view.turn}."]
    parts += orders(view) if own else []
    held = [f"{words.area_name(area.id)} (value {area.value})" for area in view.areas if area.control == side]
    parts.append(f"Areas under control: {join_words(held) if held else 'none'}.")
    parts += [f"In {words.area_name(one.area)}: {leader_words(one)}, {_facts(one)}." for one in words.by_merit(leaders)]
    parts += [f"{label}: {_names(view, side, where)}." for where, label in LOST if _names(view, side, where)]
    return within_limit(parts)
