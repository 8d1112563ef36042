"""The score as the board stands: every line of it with its reason, side by side."""

from collections.abc import Mapping

from PIL import Image

from engine.core.text import counted
from engine.warriors.board.state import SIDES
from engine.warriors.sequence.scoring import Points
from engine.warriors.views import WarriorsView
from render.kit.lettering import Face, Type
from render.kit.page import smaller, stacked
from render.kit.palette import GOLD, INK, PARCHMENT, WHITE
from render.kit.pen import Box
from render.picture import Picture, finish
from render.warriors.board.page import MARGIN, NAME, NOTE, WIDTH, Page, band
from render.warriors.board.palette import COATS, inks
from render.warriors.board.signs import sign
from render.warriors.board.tracks import score
from render.warriors.board.words import lead, lead_words, side_name, who, years
from render.wording import within_limit

HEAD = 76
LINE = 78
TOTAL = Type(Face.BOLD, 54)
POINTS = Type(Face.BOLD, 42)
VERDICT = Type(Face.CAPITALS, 42, WHITE)

REASONS: Mapping[str, tuple[str, str]] = {
    "WOG-11.3": ("area of value 3", ""),
    "WOG-11.4": ("area of value 2", ""),
    "WOG-11.5": ("area of value 1", ""),
    "WOG-11.6": ("Ile-de-France in English hands", "crown"),
    "WOG-11.7": ("England in French hands", "crown"),
    "WOG-11.8": ("leader of 3 stars killed", "killed"),
    "WOG-11.9": ("leader of 2 stars killed", "killed"),
    "WOG-11.10": ("leader of 1 star killed", "killed"),
    "WOG-11.11": ("he was King", "crown"),
    "WOG-11.12": ("a point for each star", "captured"),
}
"""Why a line is scored, by its rule, with its sign; areas show the arms of their side."""


def draw_sheet(view: WarriorsView, names: Mapping[str, str]) -> Picture:
    """Return what would be scored as the board stands; after the game what was scored last."""
    when = f"Turn {view.turn} · {years(view.scenario, view.turn)}"
    parts = [band("The score", when), score(view), _columns(view, names), _verdict(view)]
    return finish(stacked(parts), sheet_alt(view), inks=inks())


def lines_of(view: WarriorsView, side: str) -> list[Points]:
    """Return the lines of a side, what brings most first."""
    return sorted((one for one in view.points if one.side == side), key=lambda one: -one.number)


def total(view: WarriorsView, side: str) -> int:
    """Return what a side would score."""
    return sum(one.number for one in lines_of(view, side))


def _columns(view: WarriorsView, names: Mapping[str, str]) -> Image.Image:
    most = max(1, *(len(lines_of(view, side)) for side in SIDES))
    height = HEAD + most * LINE + 20
    page = Page(height + 8, PARCHMENT)
    half = WIDTH / 2
    for place, side in enumerate(SIDES):
        left = MARGIN if place == 0 else half + 4
        box = Box(left, 4, left + half - MARGIN - 4, height)
        page.panel(box, side)
        middle = box.top + HEAD / 2 + 2
        page.sprite(sign(side, 48), box.left + 44, middle)
        wide = page.text(box.right - 22, middle, f"+{total(view, side)}", TOTAL, "rm")
        title = who(view, side, names) or COATS[side].name
        page.text(
            box.left + 80, middle, title, smaller(title, NAME, box.width - wide - 120), room=box.width - wide - 120
        )
        for row, line in enumerate(lines_of(view, side)):
            _line(page, box, box.top + HEAD + row * LINE, line)
        if not lines_of(view, side):
            page.text(box.left + 80, box.top + HEAD + LINE / 2, "nothing", NOTE)
    return page.image()


def _line(page: Page, box: Box, top: float, line: Points) -> None:
    reason, kind = REASONS[line.rule]
    page.pen.line([(box.left + 16, top), (box.right - 16, top)], INK, 1.2)
    page.sprite(sign(kind or line.side, 42), box.left + 44, top + LINE / 2)
    name = subject(line)
    wide = page.text(box.right - 24, top + LINE / 2, f"+{line.number}", POINTS, "rm")
    room = box.width - wide - 120
    page.text(box.left + 80, top + 25, name, smaller(name, NAME, room), room=room)
    page.text(box.left + 80, top + 57, reason, NOTE, room=room)


def subject(line: Points) -> str:
    """Return what a line is about: the area, or the leader."""
    ends = (" in prison", " killed", " was King", " as the enemy's own land")
    return next((line.what.removesuffix(end) for end in ends if line.what.endswith(end)), line.what)


def _verdict(view: WarriorsView) -> Image.Image:
    page = Page(96, PARCHMENT)
    box = Box(MARGIN, 6, WIDTH - MARGIN, 84)
    after = after_scoring(view)
    side = "english" if after > 0 else "french" if after < 0 else ""
    page.paint.rect(box, COATS[side].deep, INK, 3, 12)
    page.paint.rect(box.grown(-6), None, GOLD, 2.4, 9)
    told = _forecast(view)
    style = smaller(told, VERDICT, box.width - 60)._replace(ink=COATS[side].ink)
    page.fixed_text(*box.centre, told, style, "mm", room=box.width - 50)
    return page.image()


def after_scoring(view: WarriorsView) -> int:
    """Return the score once what stands on the board is scored."""
    return view.score if view.phase == "over" else view.score + total(view, "english") - total(view, "french")


def _forecast(view: WarriorsView) -> str:
    if view.phase == "over":
        return f"At the end: {lead(view.score)}"
    return f"Scored like this: {lead(after_scoring(view))}"


def sheet_alt(view: WarriorsView) -> str:
    """Return the alternative text of the score."""
    parts = [
        f"On turn {view.turn} of {view.turns} {lead_words(view.score)}. A lead of {view.sudden_death} ends the game."
    ]
    for side in SIDES:
        told = "; ".join(f"{one.number} for {one.what} ({REASONS[one.rule][0]})" for one in lines_of(view, side))
        parts.append(f"{side_name(side)} would score {counted(total(view, side), 'point')}: {told or 'nothing'}.")
    then = "At the end" if view.phase == "over" else "If this were scored now"
    return within_limit([*parts, f"{then}, {lead_words(after_scoring(view))}."])
