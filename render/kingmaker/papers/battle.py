"""A battle card: who fought whom, what decided it, and what became of everybody."""

from collections.abc import Mapping, Sequence

import msgspec
from PIL import Image

from engine.core.events import Event
from engine.kingmaker.board import names as words_for
from engine.kingmaker.board.tables import BattleRow
from engine.kingmaker.combat.report import Combat, Fighter
from engine.kingmaker.views import KingmakerView
from render.kingmaker.edition import SHOWN, catalog
from render.kingmaker.heraldry.heraldry import shield, shield_height
from render.kingmaker.map import counters, strongholds
from render.kingmaker.papers import battle_words
from render.kingmaker.papers.battle_words import FATES, STEPS
from render.kit import glyphs
from render.kit.lettering import Face, Type, fitted, text_width, wrapped, write
from render.kit.palette import ALARM, FADED_INK, INK, PARCHMENT, STONE, WHITE, Colour, blend, livery, tint
from render.kit.pen import Box, Pen, overdraw, paste, sprite
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.wording import player

WIDTH = 980
MARGIN = 20
HEADER = 80
SIDE_TOP = HEADER + 12
SIDE_HEAD = 76
ROW = 92
LINE_HEIGHT = 38
GULF = 60
SIDE = (WIDTH - 2 * MARGIN - GULF) / 2
SHIELD = 60
SCALE = 150
UNSCALED = 72
RESULT = 92
TITLE = Type(Face.CAPITALS, 46)
LINE = Type(Face.TEXT, 32, FADED_INK)
PLAYER = Type(Face.BOLD, 32)
TOTAL = Type(Face.BOLD, 46)
NAME = Type(Face.BOLD, 33)
MEN = Type(Face.BOLD, 36)
NOTE = Type(Face.BOLD, 30)
FATE = Type(Face.BOLD, 30, ALARM)
STEP = Type(Face.BOLD, 30)
VERDICT = Type(Face.CAPITALS, 48)
PAPER = blend(PARCHMENT, WHITE, 0.5)
RULE = blend(PARCHMENT, INK, 0.3)


def draw_battle(view: KingmakerView, names: Mapping[str, str], changes: Sequence[Event]) -> Picture:
    """Return the card of the latest combat among the events; NothingToShow if there was none."""
    reports = [change.report for change in changes if change.report]
    if not reports:
        raise NothingToShow("No battle has been fought yet.")
    combat = msgspec.convert(reports[-1], Combat)
    sides = [[_row(one, combat) for one in side] for side in (combat.attackers, combat.defenders)]
    if combat.defended or combat.bystanders:
        sides[1].append(Row("", "", combat.defended, _heirs(combat.bystanders, combat), ""))
    height = SIDE_HEAD + max(sum(row.height for row in side) or ROW for side in sides)
    scale_top = SIDE_TOP + height + 20
    result_top = scale_top + (SCALE if _scale_of(combat) else UNSCALED)
    image = Image.new("RGB", (WIDTH, result_top + RESULT + MARGIN), PARCHMENT)
    write(image, MARGIN, 46, fitted(battle_words.title(combat), TITLE.face, TITLE.size, WIDTH - 240), TITLE)
    write(image, WIDTH - MARGIN, 46, f"Round {view.round}", LINE, "rm")
    scene = _Scene(image, combat, view, names)
    left = Box(MARGIN, SIDE_TOP, MARGIN + SIDE, SIDE_TOP + height)
    right = Box(WIDTH - MARGIN - SIDE, SIDE_TOP, WIDTH - MARGIN, SIDE_TOP + height)
    scene.side(left, combat.seat, battle_words.attack(combat), sides[0])
    scene.side(right, combat.target, battle_words.defence(combat), sides[1])
    _swords(image, WIDTH / 2, SIDE_TOP + SIDE_HEAD / 2)
    scene.judge(scale_top)
    scene.verdict(result_top)
    return finish(image, battle_words.battle_alt(combat, view.round, names))


class Row(msgspec.Struct, frozen=True):
    """A row of a side: a noble with the heirs in his charge, or ("") a garrison with the heirs whom nobody guards.

    With each goes what became of them, "" for nothing.
    """

    noble: str
    seat: str
    men: int
    heirs: tuple[tuple[str, str], ...]
    fate: str

    @property
    def lines(self) -> int:
        """How many lines it has: the name, what became of it, and the heirs."""
        return 1 + bool(self.fate) + sum(1 + bool(fate) for _, fate in self.heirs)

    @property
    def height(self) -> int:
        return max(ROW, 16 + LINE_HEIGHT * self.lines)


def _row(fighter: Fighter, combat: Combat) -> Row:
    return Row(fighter.noble, fighter.seat, fighter.men, _heirs(fighter.heirs, combat), _fate(fighter.noble, combat))


def _heirs(heirs: Sequence[str], combat: Combat) -> tuple[tuple[str, str], ...]:
    """Return heirs, each with what became of them."""
    return tuple((heir, _fate(heir, combat)) for heir in heirs)


def _fate(person: str, combat: Combat) -> str:
    fate = combat.fates.get(person)
    return FATES[fate] if fate else ""


def _swords(image: Image.Image, x: float, y: float) -> None:
    box = Box(x - 30, y - 30, x + 30, y + 30)
    overdraw(image, box, lambda pen: glyphs.crossed_swords(pen.at(x, y, 1.25)))


class _Scene:
    """A battle card being drawn."""

    def __init__(self, image: Image.Image, combat: Combat, view: KingmakerView, names: Mapping[str, str]) -> None:
        self.image, self.combat, self.names = image, combat, names
        self.numbers = {seat.id: seat.number for seat in view.seats}
        self.kings = {heir.id for heir in view.heirs if heir.king}

    def side(self, box: Box, seat: str, total: int, rows: Sequence[Row]) -> None:
        """Draw one side: its leader with all men who count, then a row for everybody."""
        edge = counters.frame_colour(self.numbers.get(seat))
        overdraw(self.image, box.grown(3), lambda pen: pen.rect(box, PAPER, edge, 5, 14))
        self._head(box, seat, total)
        top = box.top + SIDE_HEAD
        for row in rows:
            line = Box(box.left + 14, top, box.right - 14, top + 1.4)
            overdraw(self.image, line.grown(1), lambda pen, line=line: pen.rect(line, RULE))  # type: ignore[misc]
            self._row(Box(box.left, top, box.right, top + row.height), row, seat)
            top += row.height
        if not rows:
            write(self.image, box.left + 20, top + ROW / 2, "Nobody", NAME._replace(ink=FADED_INK))

    def _head(self, box: Box, seat: str, total: int) -> None:
        middle, x = box.top + SIDE_HEAD / 2 + 1, box.left + 20
        if seat in self.numbers:
            mark = counters.badge(self.numbers[seat], 25)
            paste(self.image, mark, box.left + 13, middle - mark.height / 2)
            x = box.left + 16 + mark.width
        name = player(self.names, seat) if seat else words_for.place(SHOWN, self.combat.place)
        write(self.image, x, middle, fitted(name, PLAYER.face, PLAYER.size, box.right - x - 110), PLAYER)
        write(self.image, box.right - 20, middle, str(total), TOTAL, "rm")

    def _row(self, box: Box, row: Row, leader: str) -> None:
        middle = box.top + (row.height - LINE_HEIGHT * (row.lines - 1)) / 2
        self._arms(box.left + 14, box.top + ROW / 2, row)
        counted = f"({row.men})" if self.combat.fates.get(row.noble) == "wavered" else str(row.men)
        write(self.image, box.right - 16, middle, counted, MEN, "rm")
        x = left = box.left + 14 + SHIELD + 12
        if row.seat != leader and row.seat in self.numbers:
            mark = counters.badge(self.numbers[row.seat], 24)
            paste(self.image, mark, x - 4, middle - mark.height / 2)
            x += mark.width
        name = words_for.card(SHOWN, row.noble) if row.noble else "Garrison"
        write(self.image, x, middle, fitted(name, NAME.face, NAME.size, box.right - x - 90), NAME)
        if row.fate:
            middle += LINE_HEIGHT
            write(self.image, left, middle, row.fate, FATE)
        for heir, fate in row.heirs:
            middle += LINE_HEIGHT
            self._heir(left, middle, box.right - 16, heir, fate)
            middle += LINE_HEIGHT if fate else 0

    def _arms(self, left: float, middle: float, row: Row) -> None:
        if not row.noble:
            kind = catalog().places[self.combat.place].kind
            tower = sprite(64, 72, lambda pen: strongholds.PLACES[kind](pen.at(32, 40, 1.35), STONE))
            paste(self.image, tower, left - 3, middle - 36)
            return
        paste(self.image, shield(row.noble, SHIELD), left, middle - shield_height(SHIELD) / 2)
        if self.combat.fates.get(row.noble) == "dead":
            cross = sprite(72, 80, lambda pen: glyphs.crossed_out(pen.at(36, 40, 1.3), 22, 25))
            paste(self.image, cross, left + SHIELD / 2 - 36, middle - 40)

    def _heir(self, x: float, middle: float, right: float, heir: str, fate: str) -> None:
        """Write an heir who is with a noble, and below what became of him."""
        flower = counters.rose(catalog().royals[heir].house, heir in self.kings, 13)
        paste(self.image, flower, x, middle - flower.height / 2 - 2)
        x += flower.width + 6
        style = FATE if fate else NOTE
        write(self.image, x, middle, fitted(words_for.heir(SHOWN, heir), style.face, style.size, right - x), style)
        write(self.image, x, middle + LINE_HEIGHT, fate, style)

    def judge(self, top: float) -> None:
        """Write what decided it, over the scale of the odds or of the table, in the colour of the stronger side."""
        words = wrapped(battle_words.judgement(self.combat), LINE.face, LINE.size, WIDTH - 2 * MARGIN)
        for place, line in enumerate(words):
            write(
                self.image,
                WIDTH / 2,
                top + (8 if len(words) < 2 else -6) + place * 36,
                line,
                LINE._replace(ink=INK),
                "mm",
            )
        scale, box = _scale_of(self.combat), Box(MARGIN, top + 66, WIDTH - MARGIN, top + 120)
        number = self.numbers.get(self.combat.target if self._defence_stronger() else self.combat.seat)
        fill = tint(livery(number).fill)
        if isinstance(scale, BattleRow):
            _table(self.image, self.combat, scale, box, fill)
        elif scale:
            _ladder(self.image, self.combat, box, fill)

    def _defence_stronger(self) -> bool:
        return not self.combat.roll and battle_words.defence(self.combat) > battle_words.attack(self.combat)

    def verdict(self, top: float) -> None:
        """Draw the band that says who has won, in the winner's colour."""
        number = self.numbers.get(self.combat.winner)
        fill, ink = (FADED_INK, WHITE) if number is None else (livery(number).fill, livery(number).ink)
        box = Box(MARGIN, top, WIDTH - MARGIN, top + RESULT)
        overdraw(self.image, box.grown(3), lambda pen: pen.rect(box, fill, INK, 3, 14))
        words = battle_words.result(self.combat, self.names)
        words = fitted(words, VERDICT.face, VERDICT.size, box.width - 60)
        write(self.image, WIDTH / 2, top + RESULT / 2 - 2, words, VERDICT._replace(ink=ink), "mm")


# ---------------------------------------------------------------------- what decided it


def _scale_of(combat: Combat) -> BattleRow | bool:
    """Return the column of the battle table, or whether card odds decided; False where neither did."""
    if combat.roll:
        return next(row for row in catalog().battle_rows if row.odds == combat.column)
    return combat.kind in ("battle", "sally", "sea")


def _ladder(image: Image.Image, combat: Combat, box: Box, fill: Colour) -> None:
    """Draw the steps of the odds: filled as far as the stronger side reaches, marked in red where the card asks."""
    steps = [row.odds for row in catalog().odds]
    asked = catalog().events[combat.card].odds
    reached = steps.index(combat.column) if combat.column in steps else -1
    width = box.width / len(steps)
    boxes = [Box(box.left + n * width, box.top, box.left + (n + 1) * width, box.bottom) for n in range(len(steps))]

    def draw(pen: Pen) -> None:
        for place, step in enumerate(boxes):
            pen.rect(step, fill if place <= reached else STONE, FADED_INK, 2)
        if asked in steps:
            _pointer(pen, boxes[steps.index(asked)].centre[0], box.top)

    overdraw(image, box.grown(22), draw)
    for step, place in zip(steps, boxes, strict=True):
        write(image, *place.centre, step.capitalize(), STEP, "mm")


def _pointer(pen: Pen, x: float, top: float) -> None:
    """Draw the mark of the card or the dice on the upper edge of a scale."""
    pen.polygon([(x, top + 8), (x - 14, top - 16), (x + 14, top - 16)], ALARM, WHITE, 2)


def _table(image: Image.Image, combat: Combat, row: BattleRow, box: Box, fill: Colour) -> None:
    """Draw the column of the table as a scale of a hundred, with a mark where the dice have fallen."""
    unit = box.width / 100
    ranges = row.ranges()

    def span(first: int, last: int) -> Box:
        return Box(box.left + (first - 1) * unit, box.top, box.left + last * unit, box.bottom)

    def draw(pen: Pen) -> None:
        for outcome, (first, last) in ranges.items():
            pen.rect(span(first, last), fill if outcome == combat.outcome else STONE, FADED_INK, 2)
        _pointer(pen, box.left + (combat.roll - 0.5) * unit, box.top)

    overdraw(image, box.grown(22), draw)
    for outcome, (first, last) in ranges.items():
        part = span(first, last)
        if text_width(STEPS[outcome], STEP.face, STEP.size) < part.width - 6:
            write(image, *part.centre, STEPS[outcome], STEP, "mm")
