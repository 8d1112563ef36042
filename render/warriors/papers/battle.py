"""A battle on a card: both armies, then the dice, modifiers, hits and losses round by round, and how it ended."""

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec
from PIL import Image

from engine.core.events import Event
from engine.core.text import counted
from engine.warriors.board.state import SIDES, Clash, Fate, Record, Side
from engine.warriors.views import WarriorsView
from render.kit.lettering import Face, Type, text_width, wrapped, write
from render.kit.page import smaller, stacked
from render.kit.palette import ALARM, FADED_INK, GOLD, INK, PARCHMENT, WHITE
from render.kit.pen import Box, Pen, sprite
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.warriors.board.counters import HEAD, TROOPS, Token, counter
from render.warriors.board.counters import WIDTH as COUNTER
from render.warriors.board.page import MARGIN, NAME, NOTE, TEXT, WIDTH, Page, band
from render.warriors.board.palette import COATS, inks
from render.warriors.board.signs import sign
from render.warriors.board.words import by_id, grouped, rating, short, who, years
from render.warriors.edition import catalog
from render.warriors.papers import battle_words as told

HALF = WIDTH / 2
ARMY_HEAD = 66
CELL = HEAD + TROOPS + 8
DIE = 48
DICE_ACROSS = 7
MIDDLE = 150
"""The column between both sides' dice: the number of the round and the misses."""

MISSES = 72
"""The room that a round takes at least with the misses below its number."""

LINE = 46
MOST = 12
"""Clashes that are shown; of a longer battle the last ones."""

SIDE = Type(Face.CAPITALS, 38)
PIP = Type(Face.BOLD, 37)
HITS = Type(Face.BOLD, 38)
LOSS = Type(Face.BOLD, 37)
NUMBER = Type(Face.BOLD, 40, WHITE)
WHAT = Type(Face.BOLD, 37, WHITE)
VERDICT = Type(Face.CAPITALS, 46, WHITE)
FATE = Type(Face.BOLD, 37, ALARM)
MARK = 42


def draw_battle(view: WarriorsView, names: Mapping[str, str], changes: Sequence[Event] = ()) -> Picture:
    """Return the last battle that ended among the changes; else the one that is fought, or the last one."""
    reports = [
        change.report["record"] for change in changes if change.kind == "battle_over" and change.report["record"]
    ]
    fought = msgspec.convert(reports[-1], Record) if reports else view.record
    if fought is None:
        raise NothingToShow("No battle has been fought yet.")
    when = years(view.scenario, fought.turn)
    title = told.title(fought)
    parts = [band(title, f"Turn {fought.turn} · {when}"), _armies(view, names, fought), *_clashes(view, fought)]
    return finish(stacked([*parts, _verdict(fought)]), told.battle_alt(fought, when), inks=inks())


# ---------------------------------------------------------------------- both armies


def _armies(view: WarriorsView, names: Mapping[str, str], fought: Record) -> Image.Image:
    rows = max(len(fought.armies.get(side, ())) for side in SIDES)
    height = ARMY_HEAD + max(1, rows) * CELL + 18
    page = Page(height + 10, PARCHMENT)
    for place, side in enumerate(SIDES):
        left = MARGIN if place == 0 else HALF + 4
        box = Box(left, 8, left + HALF - MARGIN - 4, height + 4)
        _army(page, view, names, fought, side, box)
    return page.image()


def _army(page: Page, view: WarriorsView, names: Mapping[str, str], fought: Record, side: Side, box: Box) -> None:
    page.panel(box, side)
    middle = box.top + ARMY_HEAD / 2 + 2
    page.sprite(sign(side, 46), box.left + 40, middle)
    x = box.right - 16
    for mark, is_so in (("swords", fought.aggressor == side), ("besieged", fought.besieged == side)):
        if is_so:
            page.sprite(sign(mark, 46), x - 24, middle)
            x -= 54
    title = who(view, side, names) or COATS[side].name
    page.text(box.left + 74, middle, title, smaller(title, SIDE, x - box.left - 84), room=x - box.left - 84)
    fates = _fates(fought)
    for place, leader_id in enumerate(told.order(fought, side)):
        of, top = _token(view, fought, side, leader_id), box.top + ARMY_HEAD + place * CELL
        piece = counter(of)
        page.sprite(piece, box.left + 12 + COUNTER / 2, top + piece.height / 2)
        _words(page, of, box.left + COUNTER + 28, top, box.right, fates.get(leader_id, ""))


def _words(page: Page, of: Token, left: float, top: float, right: float, fate: str) -> None:
    """Write beside a counter what stands on it, and draw the sign of what became of the leader."""
    room = right - left - 14 - (MARK + 8 if fate else 0)
    page.text(left, top + 26, of.name, smaller(of.name, NAME, room), room=room)
    if fate:
        page.sprite(sign(fate, MARK), right - 16 - MARK / 2, top + 26)
    x = left + page.text(left, top + 72, of.rating, NAME) + 22
    for kind, number in of.troops:
        page.sprite(sign(kind, MARK), x + MARK / 2, top + 72)
        x += MARK + 4
        x += page.text(x, top + 72, str(number), NAME) + 14


def _token(view: WarriorsView, fought: Record, side: Side, leader_id: str) -> Token:
    """Return the counter of a leader as he came; a golden rim marks the commander."""
    leader, card = by_id(view).get(leader_id), catalog().leaders[leader_id]
    return Token(
        short(leader_id),
        side,
        leader.rank if leader else card.rank,
        rating(leader) if leader else f"{card.bravery}-{card.battle}",
        tuple(grouped(fought.armies[side][leader_id])),
        crown=leader_id in fought.kings,
        fresh=fought.commanders.get(side) == leader_id,
    )


def _fates(fought: Record) -> dict[str, str]:
    """Return the sign of what has become of each leader who did not stay."""
    found = {fate.leader: fate.fate for clash in fought.clashes for fate in clash.fates}
    found |= dict.fromkeys(fought.taken, "captured")
    away = "disgraced" if fought.kind == "field" else "fled"
    return found | dict.fromkeys(fought.gone, away)


# ---------------------------------------------------------------------- round by round


def _clashes(view: WarriorsView, fought: Record) -> list[Image.Image]:
    found, number = [], 0
    brave = _bravery(view, fought)
    for clash in fought.clashes:
        number += clash.kind == "round"
        found.append(_assault(fought, clash) if clash.kind == "assault" else _clash(fought, clash, number, brave))
    left_out = len(found) - MOST
    return [*([_note(f"{counted(left_out, 'round')} before")] if left_out > 0 else []), *found[-MOST:]]


def _bravery(view: WarriorsView, fought: Record) -> int:
    chief = fought.commanders.get("english")
    leader = by_id(view).get(chief or "")
    return leader.bravery if leader else 0


def _note(text: str) -> Image.Image:
    page = Page(LINE, PARCHMENT)
    page.text(HALF, LINE / 2, text, NOTE, "mm")
    return page.image()


def _clash(fought: Record, clash: Clash, number: int, brave: int) -> Image.Image:
    """Return a round: the dice of both sides towards the middle, below them what each side loses."""
    rows = max(1, *(-(-len(clash.rolls.get(side, ())) // DICE_ACROSS) for side in SIDES))
    sides: dict[str, Side] = {fate.leader: _side_of(fought, fate) for fate in clash.fates}
    losses = {side: _losses(clash, side, sides) for side in SIDES}
    lines = max(len(one) for one in losses.values())
    saint = told.jeanne(clash, brave)
    head = LINE if saint else 0
    dice = max(rows * (DIE + 6), MISSES if clash.misses else 0)
    height = head + dice + lines * LINE + 26
    page = Page(height + 6, PARCHMENT)
    box = Box(MARGIN, 3, WIDTH - MARGIN, height + 3)
    page.panel(box)
    if saint:
        page.text(HALF, box.top + LINE / 2 + 4, saint, NOTE, "mm", room=box.width - 30)
    top = box.top + head + 12
    _centre(page, clash, number, top + dice / 2)
    for side in SIDES:
        if side in clash.rolls:
            _dice(page, clash, side, top + (dice - rows * (DIE + 6)) / 2, rows)
        for row, line in enumerate(losses[side]):
            _loss(page, line, side, top + dice + (row + 0.5) * LINE)
    return page.image()


def _side_of(fought: Record, fate: Fate) -> Side:
    return next(side for side in SIDES if fate.leader in fought.armies.get(side, ()))


def _centre(page: Page, clash: Clash, number: int, y: float) -> None:
    """Draw the number of the round, and the misses of the aggressor below it."""
    if clash.kind == "pursuit":
        page.paint.rect(Box(HALF - 72, y - 26, HALF + 72, y + 26), INK, radius=10)
        page.fixed_text(HALF, y, "Pursuit", WHAT, "mm")
        return
    lift = 9 if clash.misses else 0
    page.paint.circle(HALF, y - lift, 25, INK)
    page.fixed_text(HALF, y - lift, str(number), NUMBER, "mm")
    for place in range(clash.misses):
        x = HALF + (place - (clash.misses - 1) / 2) * 20
        page.paint.circle(x, y + 27, 8, ALARM, INK, 1.6)


def _dice(page: Page, clash: Clash, side: Side, top: float, rows: int) -> None:
    """Draw the dice of a side, hits in gold; outside them its modifier, inside the number of its hits."""
    rolls, plus, hits = clash.rolls[side], clash.plus.get(side, 0), clash.hits.get(side, 0)
    turn = -1 if side == "english" else 1
    near = HALF + turn * (MIDDLE / 2 + 8)
    middle = top + rows * (DIE + 6) / 2
    if not rolls:
        page.text(near, middle, "no dice", NOTE, "rm" if turn < 0 else "lm")
        return
    page.text(near + turn * 24, middle, str(hits), HITS._replace(ink=COATS[side].fill if hits else FADED_INK), "mm")
    for place, rolled in enumerate(sorted(rolls, reverse=True)):
        column, row = place % DICE_ACROSS, place // DICE_ACROSS
        x = near + turn * (60 + column * (DIE + 4) + DIE / 2)
        page.sprite(die(rolled, told.scores_hit(rolled, plus)), x, top + row * (DIE + 6) + DIE / 2 + 3)
    if plus:
        x = near + turn * (60 + min(len(rolls), DICE_ACROSS) * (DIE + 4) + 26)
        page.text(x, top + DIE / 2 + 3, f"+{plus}", PIP, "mm")


@cache
def die(rolled: int, hit: bool) -> Image.Image:
    """Return a die with its number; one that hits is golden."""

    def draw(pen: Pen) -> None:
        pen.rect(Box(2, 2, DIE - 2, DIE - 2), GOLD if hit else WHITE, INK if hit else FADED_INK, 3, 9)

    image = sprite(DIE, DIE, draw)
    write(image, DIE / 2, DIE / 2, str(rolled), PIP._replace(ink=INK if hit else FADED_INK), "mm")
    return image


Loss = tuple[str, str, Type]
"""A line of losses: a sign, words and their style."""


def _losses(clash: Clash, side: Side, sides: Mapping[str, Side]) -> list[list[Loss]]:
    """Return the lines of what a side loses: its troops in one line, then every leader who was hit."""
    lines: list[list[Loss]] = []
    troops = grouped(clash.lost.get(side, {}))
    if troops:
        lines.append([(kind, f"−{number}", LOSS) for kind, number in troops])
    hit = [fate for fate in clash.fates if sides[fate.leader] == side]
    return [*lines, *([(fate.fate, told.fate_words(fate), FATE)] for fate in hit)]


def _loss(page: Page, line: Sequence[Loss], side: Side, y: float) -> None:
    """Write a line of losses beside the dice of its side."""
    turn = -1 if side == "english" else 1
    widths = [44 + text_width(words, style.face, style.size) + 18 for _, words, style in line]
    x = HALF + turn * (MIDDLE / 2 + 8) if turn > 0 else HALF - MIDDLE / 2 - 8 - sum(widths)
    for (kind, words, style), width in zip(line, widths, strict=True):
        page.sprite(sign(kind, MARK), x + 20, y)
        page.text(x + 42, y, words, style)
        x += width


def _assault(fought: Record, clash: Clash) -> Image.Image:
    """Return the one roll of a siege against its number."""
    height = 96
    page = Page(height + 10, PARCHMENT)
    page.panel(Box(MARGIN, 4, WIDTH - MARGIN, height + 4))
    rolled = next((rolls[0] for rolls in clash.rolls.values() if rolls), 0)
    won, y = rolled > clash.number, 4 + height / 2
    page.sprite(sign("besieged", 64), HALF - 330, y)
    page.text(HALF - 280, y, f"Siege number {clash.number}", NAME)
    page.text(HALF + 80, y, "assault", TEXT, "mm")
    page.sprite(die(rolled, won), HALF + 170, y)
    words = "the walls fall" if won else "the walls hold"
    page.text(HALF + 214, y, words, NAME._replace(ink=COATS[_assailant(fought) if won else fought.besieged].fill))
    return page.image()


def _assailant(fought: Record) -> str:
    return told.enemy(fought.besieged)


# ---------------------------------------------------------------------- the end


def _verdict(fought: Record) -> Image.Image:
    """Say who holds the field, and what has become of the others."""
    lines = [line for text in told.aftermath(fought) for line in wrapped(text, TEXT.face, TEXT.size, WIDTH - 110)]
    height = 96 + len(lines) * 42 + (12 if lines else 0)
    page = Page(height + 18, PARCHMENT)
    box = Box(MARGIN, 6, WIDTH - MARGIN, height + 4)
    coat = COATS[fought.holds if fought.over else ""]
    page.paint.rect(box, coat.deep, INK, 3, 14)
    page.paint.rect(box.grown(-6), None, GOLD, 2.6, 10)
    verdict = told.verdict(fought)
    style = smaller(verdict, VERDICT, box.width - 60)._replace(ink=coat.ink)
    page.fixed_text(HALF, box.top + 48, verdict, style, "mm", room=box.width - 50)
    for row, line in enumerate(lines):
        style = TEXT._replace(ink=coat.ink)
        page.fixed_text(HALF, box.top + 108 + row * 42, line, style, "mm")
    return page.image()
