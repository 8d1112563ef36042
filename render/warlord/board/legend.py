"""What frames the board: the caption above, and for each side its gatehouse, its dungeon and its dead."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache

from msgspec import structs
from PIL import Image, ImageDraw

from engine.core.events import Event
from engine.warlord.board import names as words
from engine.warlord.board.board import board, place
from engine.warlord.board.state import WIZARD
from engine.warlord.views import PieceView, SideView, WarlordView
from render.kit.layered import Laid, Layered, once, quietly
from render.kit.lettering import Face, Type, fitted, on_phone, text_width, write
from render.kit.page import ground
from render.kit.palette import ALARM, FADED_INK, INK, PARCHMENT, WHITE, blend
from render.kit.pen import SUPERSAMPLE, Box, Pen, paste
from render.kit.theme import DAY, Theme
from render.warlord.board.counters import SMALL, counter, outline, token
from render.warlord.board.palette import COATS, Coat
from render.wording import ended_turn, player

MARGIN = 14
CAPTION = 78
PANEL = 194
HEADER = 50
BADGE = 44
TITLE = Type(Face.CAPITALS, 44, ALARM)
HEADING = Type(Face.BOLD, 34)
NAME = Type(Face.BOLD, 34)
LABEL = Type(Face.ITALIC, 34, FADED_INK)
NOBODY = Type(Face.TEXT, 34, FADED_INK)
MORE = Type(Face.BOLD, 34)
LINE = 36
GAP = 6
STEP = SMALL[0] + GAP


def caption(view: WarlordView, names: Mapping[str, str], width: int, theme: Theme = DAY) -> Image.Image:
    """Return the line above the picture: the board, the round, and whose turn it is."""
    image = Image.new("RGB", (width, CAPTION), theme.tone(PARCHMENT))
    middle, heading = CAPTION / 2, on_phone(HEADING, width)
    title = board(view.board).name
    write(image, MARGIN + 8, middle, title, theme.type(TITLE))
    x = MARGIN + 8 + text_width(title, TITLE.face, TITLE.size) + 26
    if view.side:
        mark = badge(COATS[view.side], _larger(BADGE, width))
        paste(image, mark, x, middle - mark.height / 2)
        x += mark.width + 8
    write(
        image,
        x,
        middle,
        fitted(_turn(view, names), heading.face, heading.size, width - x - MARGIN),
        theme.type(heading),
    )
    return image


def of_turn(view: WarlordView, changes: Sequence[Event]) -> WarlordView:
    """Return what the caption says: of a turn that is shown to its end, whose that was, not who is next."""
    side, number = ended_turn(changes, "turn_over")
    seat = next((one.seat for one in view.sides if one.id == side), "")
    return structs.replace(view, side=side, seat=seat, round=number or view.round) if side else view


def _turn(view: WarlordView, names: Mapping[str, str]) -> str:
    if not view.side:
        return "Set-up"
    who = player(names, view.seat) if view.seat else words.side(view.side)
    return f"{who} · round {view.round}"


def _larger(measure: int, width: float) -> int:
    """Return a measure of what frames a board, as much larger as its type is on a board of this width."""
    return round(measure * on_phone(NAME, width).size / NAME.size)


@cache
def badge(coat: Coat, size: int) -> Image.Image:
    """Return a side's letter on its colour, in the outline of its pieces."""
    large = Image.new("RGBA", (size * SUPERSAMPLE, size * SUPERSAMPLE), (0, 0, 0, 0))
    pen = Pen(ImageDraw.Draw(large), SUPERSAMPLE)
    pen.polygon(outline(coat.outline, Box(4, 3, size - 4, size - 3)), coat.fill, INK, 3)
    image = large.reduce(SUPERSAMPLE)
    write(image, size / 2, size / 2 + 1, coat.letter, Type(Face.BOLD, round(size * 0.77), coat.ink), "mm")
    return image


# ---------------------------------------------------------------------- the sides


def panels(
    view: WarlordView,
    names: Mapping[str, str],
    width: int,
    theme: Theme = DAY,
    drawn: dict[Hashable, Sequence[Laid]] | None = None,
) -> tuple[list[Image.Image], list[Image.Image]]:
    """Return the strips above and below the board: a side's lies where its Castle lies; the Wizard's is the last.

    They are in layers for a row of boards that share what they have `drawn`.
    """
    half = board(view.board).height / 2
    above = [side for side in view.sides if side.castle and place(side.castle)[1] >= half]
    below = [side for side in view.sides if side.castle and place(side.castle)[1] < half]
    woods = [side for side in view.sides if side.id == WIZARD]

    def strip(row: Sequence[SideView]) -> Image.Image:
        lines = HEADER + (LINE if any(side.castle for side in row) else 0)
        height = (PANEL if lines > HEADER else HEADER + 14) + _larger(lines, width) - lines
        image = ground(width, height, theme.tone(PARCHMENT))
        image = image.copy() if drawn is None else Layered(image, drawn)
        _strip(image, view, names, row, theme)
        return image

    return [strip(above)] if above else [], [strip(row) for row in (below, woods) if row]


def _strip(
    image: Image.Image, view: WarlordView, names: Mapping[str, str], sides: Sequence[SideView], theme: Theme
) -> None:
    share = (image.width - 2 * MARGIN) / len(sides)
    for number, side in enumerate(sides):
        left = MARGIN + number * share
        _panel(image, Box(left + 2, 4, left + share - 2, image.height - 6), view, names, side, theme)


def _panel(
    image: Image.Image, box: Box, view: WarlordView, names: Mapping[str, str], side: SideView, theme: Theme
) -> None:
    coat, active = COATS[side.id], side.id == view.side
    header, style = _larger(HEADER, image.width), on_phone(NAME, image.width)
    with quietly(image):
        once(image, ("plate", box, coat, active), lambda: _plate(image, box, coat, theme, active=active))
    mark = badge(coat, _larger(BADGE, image.width))
    paste(image, mark, box.left + 10, box.top + header / 2 + 2 - mark.height / 2)
    x = box.left + 18 + mark.width
    write(
        image,
        x,
        box.top + header / 2 + 2,
        fitted(_title(view, names, side), style.face, style.size, box.right - x - 12),
        theme.type(style),
    )
    if not side.castle:
        return
    by_id = {piece.id: piece for piece in view.pieces}
    rows = [
        ("Gate", [by_id[piece] for piece in side.gatehouse]),
        ("Dungeon", [by_id[piece] for piece in side.dungeon]),
        ("Slain", [piece for piece in view.pieces if piece.side == side.id and piece.status in ("slain", "gone")]),
    ]
    left = box.left + 12
    for (label, pieces), share in zip(rows, _shares(rows, box.width - 20, image.width), strict=True):
        _row(image, Box(left, box.top + header, left + share - 6, box.bottom), label, pieces, theme)
        left += share


def _shares(rows: Sequence[tuple[str, Sequence[PieceView]]], width: float, whole: int) -> list[float]:
    """Return how broad each row is: its word has room, and whoever has more pieces gets more of the rest."""
    style = on_phone(LABEL, whole)
    least = [text_width(label, style.face, style.size) + 16 for label, _ in rows]
    more = [max(0.0, len(pieces) * STEP + 6 - own) for (_, pieces), own in zip(rows, least, strict=True)]
    spare, wanted = width - sum(least), sum(more)
    if wanted <= spare:
        return [own + extra + (spare - wanted) / len(rows) for own, extra in zip(least, more, strict=True)]
    return [own + spare * extra / wanted for own, extra in zip(least, more, strict=True)]


def _title(view: WarlordView, names: Mapping[str, str], side: SideView) -> str:
    who = player(names, side.seat) if side.seat else "by itself"
    castle = f" · {side.castle_name}" if side.castle_name else ""
    out = " · out of the game" if side.ruined else ""
    if side.id == WIZARD:
        held = ", ".join(piece.name for piece in view.pieces if piece.id in side.dungeon)
        holds = f" · holds {held}" if held else ""
        risen = sum(piece.risen and piece.status == "board" for piece in view.pieces)
        out = f" · commands {risen} Risen{holds}{out}"
    return f"{words.side(side.id)[0].upper()}{words.side(side.id)[1:]}: {who}{castle}{out}"


def _plate(image: Image.Image, box: Box, coat: Coat, theme: Theme, *, active: bool) -> None:
    large = Image.new("RGB", (round(box.width) * SUPERSAMPLE, round(box.height) * SUPERSAMPLE), theme.tone(PARCHMENT))
    pen = Pen(ImageDraw.Draw(large), SUPERSAMPLE)
    own = Box(1, 1, box.width - 2, box.height - 2)
    pen.rect(own, theme.tone(blend(PARCHMENT, WHITE, 0.75 if active else 0.25)), theme.tone(INK), 2, 9)
    pen.rect(own.grown(-2), None, coat.fill, 6 if active else 3, 8)
    image.paste(large.reduce(SUPERSAMPLE).convert("RGBA"), (round(box.left), round(box.top)))


def _row(image: Image.Image, box: Box, label: str, pieces: Sequence[PieceView], theme: Theme) -> None:
    """Draw a word and below it the pieces that it is about; those that find no room are counted."""
    line = _larger(LINE, image.width)
    write(image, box.left, box.top + line / 2, label, theme.type(on_phone(LABEL, image.width)))
    x, middle = box.left, box.top + line + 4 + SMALL[1] / 2
    if not pieces:
        write(image, x, middle, "–", theme.type(on_phone(NOBODY, image.width)))
        return
    room = max(1, int((box.width + GAP) // STEP))
    shown = len(pieces) if len(pieces) <= room else room - 1
    for number, piece in enumerate(pieces[:shown]):
        paste(image, counter(token(piece, SMALL)), x + number * STEP, middle - SMALL[1] / 2)
    if shown < len(pieces):
        write(image, x + shown * STEP, middle, f"+{len(pieces) - shown}", theme.type(on_phone(MORE, image.width)))
