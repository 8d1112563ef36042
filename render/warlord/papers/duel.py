"""A duel of War Lord Tourney blow by blow: who struck where, who guarded what, and what came of it."""

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image, ImageDraw

from engine.core.text import counted
from engine.warlord.board.ids import PieceId
from engine.warlord.board.state import Exchange, Fate, Fought, Line
from engine.warlord.views import DuelView, FighterView, PieceView, WarlordView
from render.kit import glyphs
from render.kit.lettering import Face, Type, fitted, write
from render.kit.palette import ALARM, FADED_INK, GOLD, INK, PARCHMENT, STONE, WHITE, WOOD, blend
from render.kit.pen import SUPERSAMPLE, Box, Pen, box_round, overdraw, paste
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.warlord.board.counters import BROAD, counter, token
from render.warlord.board.palette import COATS, tones
from render.warlord.papers.duel_words import OUTCOMES, duel_alt
from render.wording import player

WIDTH = 1080
MIDDLE = WIDTH / 2
MARGIN = 22
HEADER = 84
FIGHTER = 108
CELL = 150
FOOTER = 66
KEY = 58
MOST = 7
"""Exchanges that are shown; of a longer duel the last ones."""

LINES: tuple[Line, ...] = ("high", "mid", "low")
LADDER = 80
RUNG = 42
TITLE = Type(Face.CAPITALS, 46, ALARM)
NOTE = Type(Face.BOLD, 34)
NAME = Type(Face.BOLD, 34)
FACT = Type(Face.ITALIC, 33, FADED_INK)
BLOW = Type(Face.BOLD, 35)
RESULT = Type(Face.TEXT, 33)
HURT = Type(Face.BOLD, 33, ALARM)

SIGNS: tuple[tuple[Fate, str], ...] = (("landed", "lands"), ("parried", "is parried"), ("spoiled", "is lost"))
"""The signs at the ends of blows that the key explains."""

FATES: dict[Fate, str] = {
    "landed": "lands",
    "parried": "parried",
    "spoiled": "lost: struck first",
    "late": "too late",
    "none": "",
}


def draw_duel(view: WarlordView, names: Mapping[str, str]) -> Picture:
    """Return the running duel, or the last one, as far as it has been revealed."""
    if view.duel is None:
        raise NothingToShow("No duel has been fought yet.")
    duel, pieces = view.duel, {piece.id: piece for piece in view.pieces}
    sides = [[fighter for fighter in duel.fighters if fighter.attacks is attacks] for attacks in (True, False)]
    shown = duel.revealed[-MOST:]
    ranks = max(len(side) for side in sides)
    rows = [max(_ranks(exchange, side) for side in sides) for exchange in shown]
    height = HEADER + ranks * FIGHTER + sum(rows) * CELL + FOOTER + KEY * bool(shown)
    image = Image.new("RGB", (WIDTH, round(height)), PARCHMENT)
    write(image, MARGIN, HEADER / 2 + 2, f"Duel on {duel.square}", TITLE)
    write(image, WIDTH - MARGIN, HEADER / 2 + 2, _heading(duel), NOTE, "rm")
    for side, left in zip(sides, (True, False), strict=True):
        for rank, fighter in enumerate(side):
            _fighter(image, pieces[fighter.id], fighter, HEADER + rank * FIGHTER, left=left)
    top = float(HEADER + ranks * FIGHTER)
    for exchange, rank in zip(shown, rows, strict=True):
        _exchange(image, exchange, sides, pieces, Box(MARGIN, top, WIDTH - MARGIN, top + rank * CELL))
        top += rank * CELL
    write(image, MIDDLE, top + FOOTER / 2, _ending(view, duel, names), NOTE, "mm")
    if shown:
        _key(image, top + FOOTER)
    return finish(image, duel_alt(view, duel), tones())


def _ranks(exchange: Exchange, side: Sequence[FighterView]) -> int:
    return len(_of_side(exchange, side))


def _of_side(exchange: Exchange, side: Sequence[FighterView]) -> list[Fought]:
    own = {fighter.id for fighter in side}
    return [fought for fought in exchange.fought if fought.fighter in own]


def _heading(duel: DuelView) -> str:
    if duel.outcome:
        return "It is over"
    return f"Exchange {duel.exchange} comes next"


def _ending(view: WarlordView, duel: DuelView, names: Mapping[str, str]) -> str:
    """Return the outcome with the victor's name; while the duel goes on, whom it waits for."""
    if not duel.outcome:
        return "Blows and guards for the next exchanges are being chosen."
    winners = {"attackers": True, "defenders": False}.get(duel.outcome)
    if winners is None:
        return OUTCOMES[duel.outcome]
    side = next(
        piece.side for piece in view.pieces for one in duel.fighters if one.id == piece.id and one.attacks is winners
    )
    seat = next((row.seat for row in view.sides if row.id == side), "")
    return f"{player(names, seat)} has won the duel." if seat else "The Wizard's side has won the duel."


# ---------------------------------------------------------------------- who fights


def _fighter(image: Image.Image, piece: PieceView, fighter: FighterView, top: float, *, left: bool) -> None:
    """Draw a fighter's counter and name; the attackers stand on the left."""
    sprite = counter(token(piece, BROAD))
    x = MARGIN if left else WIDTH - MARGIN - sprite.width
    paste(image, sprite, x, top + (FIGHTER - sprite.height) / 2 - 4)
    edge = MARGIN + BROAD[0] + 16
    room = MIDDLE - edge - 16
    start, anchor = (edge, "lm") if left else (WIDTH - edge, "rm")
    write(image, start, top + 34, fitted(piece.name, NAME.face, NAME.size, room), NAME, anchor)
    write(image, start, top + 74, fitted(_facts(piece, fighter), FACT.face, FACT.size, room), FACT, anchor)


def _facts(piece: PieceView, fighter: FighterView) -> str:
    if fighter.felled:
        return "felled"
    wounds = {0: "unhurt", 1: "1 wound"}.get(fighter.wounds, f"{fighter.wounds} wounds")
    weapon = piece.weapon if piece.weapon not in ("", "sword") else ""
    banners = f"{counted(piece.banners, 'banner')}" if piece.banners else ""
    high, staggered = "high ground" if fighter.high_ground else "", "staggered" if fighter.staggered else ""
    return ", ".join(word for word in (wounds, staggered, weapon, high, banners) if word)


# ---------------------------------------------------------------------- what they did


def _exchange(
    image: Image.Image,
    exchange: Exchange,
    sides: list[list[FighterView]],
    pieces: Mapping[PieceId, PieceView],
    box: Box,
) -> None:
    _plate(image, box, exchange.number)
    for side, left in zip(sides, (True, False), strict=True):
        own = _of_side(exchange, side)
        lift = (box.height - len(own) * CELL) / 2
        for rank, fought in enumerate(own):
            several = len(exchange.fought) > 2
            _cell(image, fought, pieces, box.top + lift + rank * CELL, left=left, several=several)


def _plate(image: Image.Image, box: Box, number: int) -> None:
    """Draw the ground of an exchange with its number in the middle."""
    large = Image.new("RGB", (round(box.width) * SUPERSAMPLE, round(box.height) * SUPERSAMPLE), PARCHMENT)
    pen = Pen(ImageDraw.Draw(large), SUPERSAMPLE)
    pen.rect(Box(0, 3, box.width - 1, box.height - 4), blend(PARCHMENT, WHITE, 0.5), FADED_INK, 2, 9)
    pen.circle(box.width / 2, box.height / 2, 24, INK)
    image.paste(large.reduce(SUPERSAMPLE), (round(box.left), round(box.top)))
    write(image, *box.centre, str(number), Type(Face.BOLD, 36, WHITE), "mm")


def _cell(
    image: Image.Image, fought: Fought, pieces: Mapping[PieceId, PieceView], top: float, *, left: bool, several: bool
) -> None:
    """One fighter's stroke: words outside, then the guarded lines, then the blow towards the middle."""
    side = 1 if left else -1
    ladder = MIDDLE - side * 200
    _ladder(image, pieces[fought.fighter], fought, ladder, top)
    if fought.stroke.blow != "none":
        y = top + CELL / 2 + (LINES.index(fought.stroke.blow) - 1) * RUNG
        _sword(image, ladder + side * (LADDER / 2 + 10), y, side, fought.fate)
    x, anchor = (MARGIN + 16, "lm") if left else (WIDTH - MARGIN - 16, "rm")
    room = abs(ladder - x) - LADDER / 2 - 12
    target = f" at {pieces[fought.stroke.target].letter}" if several and fought.stroke.target else ""
    blow = "no blow" if fought.stroke.blow == "none" else f"{fought.stroke.blow.upper()}{target}"
    lines = [(blow, BLOW), (FATES[fought.fate], RESULT), *_result(fought)]
    written = [(text, style) for text, style in lines if text]
    for number, (text, style) in enumerate(written):
        y = top + CELL / 2 + (number - (len(written) - 1) / 2) * 36
        write(image, x, y, fitted(text, style.face, style.size, room), style, anchor)


def _result(fought: Fought) -> list[tuple[str, Type]]:
    """Return how a fighter stood after the exchange, in lines."""
    if fought.felled:
        return [("FELLED", HURT)]
    wounds = {0: "unhurt", 1: "1 wound"}.get(fought.wounds, f"{fought.wounds} wounds")
    return [(wounds, RESULT), *([("staggered", HURT)] if fought.staggered else [])]


def _ladder(image: Image.Image, piece: PieceView, fought: Fought, x: float, top: float) -> None:
    """Draw the three lines, those guarded in the livery."""
    coat, middle = COATS[piece.side], top + CELL / 2
    boxes = {
        line: Box(x - LADDER / 2, middle + (n - 1.5) * RUNG + 1, x + LADDER / 2, middle + (n - 0.5) * RUNG - 1)
        for n, line in enumerate(LINES)
    }

    def draw(pen: Pen) -> None:
        for line, box in boxes.items():
            guarded = line in fought.stroke.guard
            pen.rect(box, coat.fill if guarded else PARCHMENT, INK, 3 if guarded else 1.4, 5)

    overdraw(image, Box(x - LADDER / 2, middle - 1.5 * RUNG, x + LADDER / 2, middle + 1.5 * RUNG).grown(3), draw)
    for line, box in boxes.items():
        guarded = line in fought.stroke.guard
        style = Type(Face.BOLD if guarded else Face.TEXT, 33, coat.ink if guarded else FADED_INK)
        write(image, *box.centre, line, style, "mm")


def _tip(pen: Pen, fate: Fate) -> None:
    """Draw the result at the end of a blow."""
    if fate == "landed":
        pen.polygon(glyphs.star(8, 19, 9), ALARM, WHITE, 1.6)
    elif fate == "parried":
        pen.polygon([(-12, -14), (12, -14), (12, 2), (0, 16), (-12, 2)], STONE, INK, 3)
    else:
        pen.stroke([(-10, -10), (10, 10)], FADED_INK, 4)
        pen.stroke([(-10, 10), (10, -10)], FADED_INK, 4)


def _sign(x: float, y: float, fate: Fate, pen: Pen) -> None:
    _tip(pen.at(x, y), fate)


def _key(image: Image.Image, top: float) -> None:
    """Draw the key of the signs, below the picture."""
    y, room = top + KEY / 2, (WIDTH - 2 * MARGIN) / (len(SIGNS) + 1)
    for number, (fate, words) in enumerate(SIGNS):
        x = MARGIN + 24 + number * room
        overdraw(image, box_round(x, y, 44, 44), partial(_sign, x, y, fate))
        write(image, x + 30, y, words, FACT)
    x = MARGIN + 24 + len(SIGNS) * room
    box = box_round(x, y, 44, RUNG - 2)
    overdraw(image, box.grown(3), lambda pen: pen.rect(box, FADED_INK, INK, 3, 5))
    write(image, x + 36, y, "guarded", FACT)


def _sword(image: Image.Image, x: float, y: float, side: int, fate: Fate) -> None:
    """Draw a blow towards the middle: a star where it lands, a shield where it is parried, faded where it is lost."""
    lost = fate in ("spoiled", "late")
    steel, hilt = (blend(PARCHMENT, FADED_INK, 0.25), FADED_INK) if lost else (STONE, INK)

    def draw(pen: Pen) -> None:
        own = pen.at(x, y)
        blade = [(22, -5), (78, -5), (90, 0), (78, 5), (22, 5)]
        own.polygon([(side * a, b) for a, b in blade], steel, hilt, 2)
        own.rect(box_round(side * 18, 0, 8, 26), steel if lost else GOLD, hilt, 1.6, 2)
        own.rect(box_round(side * 8, 0, 13, 7), steel if lost else WOOD, hilt, 1.6)
        _tip(own.at(side * 92, 0), fate)

    overdraw(image, Box(min(x, x + side * 114), y - 24, max(x, x + side * 114), y + 24).grown(2), draw)
