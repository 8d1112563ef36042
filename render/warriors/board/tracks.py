"""What frames the map: the score above it; below it the turns, and what each side has beside the map."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image

from engine.core.text import counted
from engine.warriors.board.state import SIDES
from engine.warriors.views import LeaderView, WarriorsView
from render.kit import glyphs
from render.kit.lettering import Face, Type, text_width, write
from render.kit.palette import ALARM, FADED_INK, GOLD, INK, NEUTRAL, PARCHMENT, WHITE, blend
from render.kit.pen import Box, Pen, paste, sprite
from render.kit.theme import DAY, Theme
from render.warriors.board.counters import outline
from render.warriors.board.page import MARGIN, NAME, NOTE, SMALL, WIDTH, Page
from render.warriors.board.palette import COATS, VELLUM
from render.warriors.board.signs import sign
from render.warriors.board.words import by_id, by_merit, lead, of_side, serves, short, who
from render.warriors.edition import catalog

SCORE = 74
TURNS = 128
CHIP = 48
CHIP_NAME = Type(Face.BOLD, 37, WHITE)
CHIP_STAR = 10
ROW = 52
HEAD = 66
LABEL = Type(Face.ITALIC, 37, FADED_INK)
TURN = Type(Face.BOLD, 39)
LOST = (("captured", "Captive"), ("routed", "Routed"), ("killed", "Killed"), ("pool", "To place"))
"""Where leaders are who are neither on the map nor dead, with the title of their row."""

YEARS = Type(Face.TEXT, 37)
LEAD = Type(Face.BOLD, 37)


def score(view: WarriorsView, theme: Theme = DAY) -> Image.Image:
    """Return the score track: the English lead goes to the left, the French one to the right."""
    page = Page(SCORE, PARCHMENT, theme)
    bar = Box(MARGIN + 62, 12, WIDTH - MARGIN - 62, SCORE - 10)
    middle, half = bar.centre[0], bar.width / 2
    page.pen.rect(bar, VELLUM, INK, 2.4, 8)
    end = middle - max(-1.0, min(1.0, view.score / view.sudden_death)) * (half - 6)
    if view.score:
        side = "english" if view.score > 0 else "french"
        page.paint.rect(Box(min(end, middle), bar.top + 3, max(end, middle), bar.bottom - 3), COATS[side].fill)
    for step in range(-view.sudden_death + 5, view.sudden_death, 5):
        x = middle + step / view.sudden_death * (half - 6)
        page.paint.line([(x, bar.bottom - (12 if step % 10 else 20)), (x, bar.bottom - 2)], NEUTRAL, 2)
    gem = [(0, -bar.height / 2 - 8), (13, 0), (0, bar.height / 2 + 8), (-13, 0)]
    page.paint.at(end, bar.centre[1]).polygon(gem, GOLD, INK, 2.4)
    for side, x in (("english", MARGIN + 28), ("french", WIDTH - MARGIN - 28)):
        page.sprite(sign(side, 46), x, bar.centre[1])
    away = half / 2 if view.score >= 0 else -half / 2
    page.text(middle + away, bar.centre[1] - 1, lead(view.score), LEAD, "mm")
    return page.image()


def turns(view: WarriorsView, theme: Theme = DAY) -> Image.Image:
    """Return the turn track: years, the turn that is played, and how many leaders of each kind are to come."""
    page = Page(TURNS, PARCHMENT, theme)
    step = (WIDTH - 2 * MARGIN) / view.turns
    coming: dict[int, list[str]] = {}
    for entry, nationality in entries(view):
        coming.setdefault(entry, []).append(nationality)
    for number in range(1, view.turns + 1):
        box = Box(MARGIN + (number - 1) * step + 2, 8, MARGIN + number * step - 2, TURNS - 8)
        _turn(page, view, number, box, coming.get(number, []))
    return page.image()


def entries(view: WarriorsView) -> list[tuple[int, str]]:
    """Return the turns in which leaders will come into play, each with their nationality."""
    return [(leader.entry, leader.nationality) for leader in view.leaders if leader.where == "future"]


def _turn(page: Page, view: WarriorsView, number: int, box: Box, coming: Sequence[str]) -> None:
    now, past = number == view.turn, number < view.turn
    page.pen.rect(box, blend(VELLUM, FADED_INK, 0.3) if past else VELLUM, INK, 2, 8)
    if now:
        page.paint.rect(box.grown(-2), GOLD, ALARM, 5, 8)
    write_ = page.fixed_text if now else page.text
    write_(box.centre[0], box.top + 26, str(number), TURN, "mm")
    write_(box.centre[0], box.top + 60, str(catalog().years[view.scenario, number].first), YEARS, "mm")
    order = sorted(coming, key=("english", "french", "nonaligned").index)
    for place, kind in enumerate(order):
        x = box.centre[0] + (place - (len(order) - 1) / 2) * 14.5
        tone = COATS["" if kind == "nonaligned" else kind].fill
        y = box.bottom - 22
        spot = Box(x - 6, y - 9, x + 6, y + 9)
        page.paint.polygon(outline(kind, spot, 4), tone, INK, 1.6)


# ---------------------------------------------------------------------- the sides


def chip(leader: LeaderView, side: str = "") -> Image.Image:
    """Return a small counter with name and stars. Do not change it."""
    return _chip(short(leader.id), side or leader.side, leader.rank, 30 if leader.crown else 0)


@lru_cache(128)
def _chip(name: str, side: str, rank: int, crown: int) -> Image.Image:
    coat, wide = COATS[side], text_width(name, CHIP_NAME.face, CHIP_NAME.size)
    width = round(wide + rank * 2 * CHIP_STAR + crown + 30)

    def draw(pen: Pen) -> None:
        box = Box(1.5, 1.5, width - 1.5, CHIP - 1.5)
        pen.polygon(outline(side, box, 10), coat.fill, INK, 2.4)
        for place in range(rank):
            star = pen.at(width - 20 - place * 2 * CHIP_STAR, CHIP / 2)
            star.polygon(glyphs.star(5, CHIP_STAR, CHIP_STAR * 0.44), GOLD, INK, 1)

    image = sprite(width, CHIP, draw)
    if crown:
        paste(image, sign("crown", 30), 9, 6)
    write(image, 12 + crown, CHIP / 2, name, CHIP_NAME._replace(ink=coat.ink))
    return image


def sides(view: WarriorsView, names: Mapping[str, str], theme: Theme = DAY) -> Image.Image:
    """Return a panel for each side: player, King, impulses, areas; who is in prison, routed, killed or to be placed."""
    half = (WIDTH - 2 * MARGIN) / 2
    found = {side: _rows(view, side) for side in SIDES}
    flows = {side: [_flow(chips, half - 190) for _, chips in rows] for side, rows in found.items()}
    down = max(sum(max(1, len(flow)) for flow in flows[side]) for side in SIDES)
    height = HEAD + 8 + down * ROW + 14
    page = Page(height + 8, PARCHMENT, theme)
    for place, side in enumerate(SIDES):
        box = Box(MARGIN + place * half + 4, 4, MARGIN + (place + 1) * half - 4, height)
        _side(page, view, names, side, box)
        top = box.top + HEAD + 4
        for (label, _), flow in zip(found[side], flows[side], strict=True):
            page.text(box.left + 20, top + ROW / 2, label, LABEL)
            if not flow:
                page.text(box.left + 166, top + ROW / 2, "nobody", NOTE)
            for line in flow or [[]]:
                x = box.left + 164
                for one in line:
                    page.sprite(one, x + one.width / 2, top + ROW / 2)
                    x += one.width + 8
                top += ROW
    return page.image()


def off_map(view: WarriorsView) -> tuple[object, ...]:
    """Return everything that the panels of the sides show, to compare it."""
    kings = {side.king for side in view.sides}
    shown = [leader for leader in view.leaders if leader.where != "map" or leader.id in kings]
    return view.sides, shown, view.turn, view.phase, view.active


def _rows(view: WarriorsView, side: str) -> list[tuple[str, list[Image.Image]]]:
    """Return what a side has beside the map, each row with its title; what is seldom only where there is something."""
    leaders = by_id(view)
    other = "french" if side == "english" else "english"
    king = [chip(leaders[of_side(view, side).king], side)] if of_side(view, side).king else []
    found = [("King", king), ("Prison", [chip(leaders[leader_id], other) for leader_id in of_side(view, side).prison])]
    for where, label in LOST[1:]:
        own = by_merit([leader for leader in view.leaders if leader.where == where and serves(leader, side)])
        if own or where == "routed":
            found.append((label, [chip(leader, side) for leader in own]))
    own = [one for one in view.leaders if one.where == "future" and one.entry == view.turn + 1]
    coming = by_merit([one for one in own if serves(one, side)])
    if coming:
        found.append(("Next turn", [chip(leader, side) for leader in coming]))
    return found


def _flow(chips: Sequence[Image.Image], room: float) -> list[list[Image.Image]]:
    """Return chips in lines that fit into a room."""
    found: list[list[Image.Image]] = []
    used = room
    for one in chips:
        if used + one.width + 8 > room:
            found.append([])
            used = 0.0
        found[-1].append(one)
        used += one.width + 8
    return found


def _side(page: Page, view: WarriorsView, names: Mapping[str, str], side: str, box: Box) -> None:
    own = of_side(view, side)
    active = bool(view.active) and view.active == own.seat
    page.panel(box, side, active=active)
    middle = box.top + HEAD / 2 + 3
    page.sprite(sign(side, 46), box.left + 42, middle)
    told = who(view, side, names) or COATS[side].name
    right = box.right - 20
    right -= page.text(right, middle, counted(len(own.areas), "area"), SMALL, "rm") + 16
    if view.phase in ("initiative", "impulses"):
        right -= page.text(right, middle, str(own.impulses), NAME, "rm") + 22
        page.sprite(sign("impulses", 40), right, middle)
        right -= 30
    page.text(box.left + 76, middle, told, NAME, room=right - box.left - 80)
