"""The score sheet: every line of the final scoring with its reason, player by player, the winner first."""

import re
from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.lancaster.board.state import Line
from engine.lancaster.views import LancasterView
from render.kit.lettering import Face, Type
from render.kit.page import stacked
from render.kit.palette import ALARM, GOLD, INK, PARCHMENT
from render.kit.pen import Box
from render.lancaster.board.page import MARGIN, NAME, NOTE, WIDTH, Page, band
from render.lancaster.board.palette import VELLUM, inks
from render.lancaster.board.signs import badge, sign
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.wording import player, within_limit

HEAD = 76
LINE = 50
TOTAL = Type(Face.BOLD, 56)
TITLE = Type(Face.CAPITALS, 42)
POINTS = Type(Face.BOLD, 36)
REASON = Type(Face.TEXT, 33)

LINES: Mapping[str, tuple[str, str]] = {
    "track": ("Five rounds", "power_points"),
    "knighthood": ("Knighthood", "knight"),
    "castle": ("Castle", "extension"),
    "nobles": ("Nobles", "noble"),
    "seals": ("Seals", "seals"),
    "dishonor": ("Dishonor", "dishonor"),
}
"""The headings of the sheet, each with its sign."""


def draw_sheet(view: LancasterView, names: Mapping[str, str]) -> Picture:
    """Return the score sheet; NothingToShow before the game is over."""
    if not view.sheet:
        raise NothingToShow("The score sheet is written at the end of the last round.")
    ranked = standings(view)
    parts = [_player(view, names, seat, place) for place, seat in enumerate(ranked)]
    return finish(stacked([band("The score sheet"), *parts]), sheet_alt(view, names), inks=inks())


def standings(view: LancasterView) -> list[str]:
    """Return the seats by their power points, the most first."""
    return [one.id for one in sorted(view.players, key=lambda one: -one.points)]


def lines_of(view: LancasterView, seat: str) -> Sequence[Line]:
    """Return the lines of a seat."""
    return [line for line in view.sheet if line.seat == seat]


def reason(line: Line) -> str:
    """Return why a line gives what it gives, as a sentence of its own."""
    match line.what:
        case "knighthood":
            return _placed("strength of knights", line.why)
        case "castle":
            return _placed("tiles", line.why)
        case "nobles":
            return counted(int(line.why.split()[0]), "noble")
        case "seals":
            black, _, seals = line.why.partition(" times ")
            return f"{black} for lord and bishops, times {seals}"
        case _:
            return line.why


def _placed(what: str, why: str) -> str:
    """Say what was compared: "12, place 1" becomes "12 strength of knights, place 1"."""
    number, _, place = why.partition(", ")
    return f"{what} {number}, {place}"


def _player(view: LancasterView, names: Mapping[str, str], seat: str, place: int) -> Image.Image:
    own, lines = next(one for one in view.players if one.id == seat), lines_of(view, seat)
    height = HEAD + len(lines) * LINE + 12
    page = Page(height + 14, PARCHMENT)
    box = Box(MARGIN, 8, WIDTH - MARGIN, height + 8)
    page.pen.rect(box, VELLUM, INK, 2.4, 12)
    head = Box(box.left + 2, box.top + 2, box.right - 2, box.top + HEAD - 6)
    page.tint(head, own.colour, 11)
    if place == 0:
        page.paint.rect(box.grown(1), None, GOLD, 6, 13)
    middle = head.centre[1]
    page.sprite(badge(own.colour, 54), box.left + 44, middle)
    page.text(box.left + 84, middle, player(names, seat), TITLE, room=680)
    page.text(box.right - 22, middle, minus(own.points), TOTAL, "rm")
    for number, line in enumerate(lines):
        _line(page, box, box.top + HEAD + (number + 0.5) * LINE, line)
    if not lines:
        page.text(box.left + 84, box.top + HEAD, "has left the game", NOTE)
    return page.image()


def _line(page: Page, box: Box, y: float, line: Line) -> None:
    title, kind = LINES[line.what]
    page.sprite(sign(kind, 42), box.left + 44, y)
    page.text(box.left + 84, y, title, NAME)
    page.text(box.left + 300, y, reason(line), REASON, room=box.width - 400)
    style = POINTS._replace(ink=ALARM) if line.points < 0 else POINTS
    page.text(box.right - 24, y, signed(line.points), style, "rm")


BROKEN_TIE = re.compile(r" by (squires|voting markers)")
"""How the reason of a line says what has decided a tie."""


def signed(points: int) -> str:
    """Return points with their sign: "+8", "−3", "0"."""
    return f"+{points}" if points > 0 else minus(points)


def minus(points: int) -> str:
    """Return points with a true minus where they are negative."""
    return f"−{-points}" if points < 0 else str(points)


def sheet_alt(view: LancasterView, names: Mapping[str, str]) -> str:
    """Return the alternative text of the score sheet."""
    parts = []
    for seat in standings(view):
        own = next(one for one in view.players if one.id == seat)
        told = "; ".join(map(_told, lines_of(view, seat)))
        parts.append(f"{names.get(seat, seat)} {minus(own.points)} {'point' if own.points == 1 else 'points'}: {told}.")
    return within_limit(parts)


def _told(line: Line) -> str:
    """Return a line with its reason: "knighthood +8 (strength of knights 12, place 1)"."""
    gained = f"{LINES[line.what][0].lower()} {signed(line.points)}"
    why = BROKEN_TIE.sub(r", the tie decided by \1", reason(line))
    return gained if line.what == "track" else f"{gained} ({why})"
