"""What frames the map: the caption above it, the factions below it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import structs
from PIL import Image

from engine.core.events import Event
from engine.core.text import join_words
from engine.kingmaker.board.names import monarch
from engine.kingmaker.views import KingmakerView, NobleView, SeatView
from render.kingmaker.edition import SHOWN, catalog
from render.kingmaker.heraldry.heraldry import shield, shield_height
from render.kingmaker.map import counters
from render.kingmaker.map.geography import CAPTION_HEIGHT, FRAME, SHEET_WIDTH
from render.kit.lettering import TONES, Face, Type, fitted, on_phone, text_width, wrapped, write
from render.kit.palette import ALARM, FADED_INK, INK, PARCHMENT, WHITE, blend, livery
from render.kit.pen import Box, Pen, overdraw, paste
from render.kit.theme import DAY, Theme
from render.wording import ended_turn, player

TITLE = Type(Face.CAPITALS, 54, ALARM)
HEADING = on_phone(Type(Face.BOLD, 33), SHEET_WIDTH)
NAME = Type(Face.BOLD, 27)
SMALL = Type(Face.TEXT, 21, FADED_INK)
NOBLE = on_phone(Type(Face.BOLD, 19), SHEET_WIDTH)
CAPTIVE = on_phone(Type(Face.ITALIC, 19, ALARM), SHEET_WIDTH)
OWNER = on_phone(NAME, SHEET_WIDTH)
FACTS = on_phone(SMALL, SHEET_WIDTH)
COLUMNS = 2
GAP = 10
SHIELD = 46
BADGE = 26
ROW = 66
CELL_HEAD, CELL_FOOT = 78, 74
STRIP_ROW = 1.7
"""The height of a row in the strip below a part of the map, by the size of its type."""


def caption(image: Image.Image, view: KingmakerView, names: Mapping[str, str], theme: Theme = DAY) -> None:
    """Write title, round, phase, whose turn it is and the sole King into the space above the map."""
    middle = CAPTION_HEIGHT / 2 - 6
    x, king_left = float(FRAME), _king(image, view, middle, theme)
    numbers = {row.id: row.number for row in view.seats}
    seats = [seat for seat in view.winners or [view.active] if seat in numbers]
    marks = [counters.badge(numbers[seat], BADGE) for seat in seats]
    words = _turn(view, names)
    title = text_width("Kingmaker", TITLE.face, TITLE.size) + 30
    needed = sum(mark.width + 4 for mark in marks) + text_width(words, HEADING.face, HEADING.size)
    if x + title + needed < king_left - 24:  # whose turn it is comes before the name of the game
        write(image, x, middle, "Kingmaker", theme.type(TITLE))
        x += title
    for mark in marks:
        paste(image, mark, x, middle - mark.height / 2)
        x += mark.width + 4
    write(image, x, middle, fitted(words, HEADING.face, HEADING.size, king_left - x - 24), theme.type(HEADING))


def of_turn(view: KingmakerView, changes: Sequence[Event]) -> KingmakerView:
    """Return what the words about the map say: of a turn that it shows to its end, whose that was, not who is next."""
    seat, number = ended_turn(changes, "turn_end")
    if not seat or view.winners:
        return view
    return structs.replace(view, active=seat, phase="turn_over", round=number or view.round)


def _turn(view: KingmakerView, names: Mapping[str, str]) -> str:
    if view.winners:
        have = "has" if len(view.winners) == 1 else "have"
        return f"{join_words(player(names, seat) for seat in view.winners)} {have} won in round {view.round}"
    phase = view.phase.replace("_", " ").capitalize()
    return f"{player(names, view.active)} · {phase} · round {view.round}"


def who_is_who(view: KingmakerView, names: Mapping[str, str], width: int, theme: Theme = DAY) -> Image.Image:
    """Return the strip under a part of the map: whose turn it is, and the badges of all with their names."""
    heading, small = on_phone(NAME, width), on_phone(SMALL, width)
    rows = _in_rows(view.seats, names, width - 2 * FRAME, small)
    head, high = round(heading.size * STRIP_ROW), round(small.size * STRIP_ROW)
    image = Image.new("RGB", (width, head + high * len(rows)), theme.tone(PARCHMENT))
    words = fitted(_turn(view, names), heading.face, heading.size, width - 2 * FRAME)
    write(image, FRAME, head / 2 + 4, words, theme.type(heading))
    for number, row in enumerate(rows):
        x, middle = float(FRAME), head + high * (number + 0.5) - 4
        for seat in row:
            mark = _mark(seat, small)
            paste(image, mark, x, middle - mark.height / 2)
            write(image, x + mark.width + 2, middle, _short(names, seat, small), theme.type(small))
            x += _room(names, seat, small)
    return image


def _mark(seat: SeatView, style: Type) -> Image.Image:
    return counters.badge(seat.number, style.size // 2)


def _short(names: Mapping[str, str], seat: SeatView, style: Type) -> str:
    return fitted(player(names, seat.id), style.face, style.size, style.size * 9)


def _room(names: Mapping[str, str], seat: SeatView, style: Type) -> float:
    return _mark(seat, style).width + 20 + text_width(_short(names, seat, style), style.face, style.size)


def _in_rows(seats: Sequence[SeatView], names: Mapping[str, str], width: float, style: Type) -> list[list[SeatView]]:
    """Break the seats into rows that are not wider than `width`."""
    rows: list[list[SeatView]] = [[]]
    for seat in seats:
        if rows[-1] and sum(_room(names, one, style) for one in (*rows[-1], seat)) > width:
            rows.append([])
        rows[-1].append(seat)
    return rows


def _king(image: Image.Image, view: KingmakerView, middle: float, theme: Theme) -> float:
    """Write the sole King at the right edge; return where that begins."""
    words = monarch(SHOWN, view.sole_king) if view.sole_king else "No sole King"
    left = SHEET_WIDTH - FRAME - text_width(words, HEADING.face, HEADING.size)
    write(image, left, middle, words, theme.type(HEADING))
    house = next((heir.house for heir in view.heirs if heir.id == view.sole_king), "")
    if house:
        flower = counters.rose(house, True, 20)
        left -= flower.width + 8
        paste(image, flower, left, middle - flower.height / 2 - 4)
    return left


def footer(view: KingmakerView, names: Mapping[str, str], theme: Theme = DAY) -> Image.Image:
    """Return the strip with one cell for each faction: badge, name, votes, hand and the nobles' shields."""
    width = (SHEET_WIDTH - 2 * FRAME + GAP) / COLUMNS - GAP
    lines = [_lines(view, seat, width) for seat in view.seats]
    piles = wrapped(_piles(view), FACTS.face, FACTS.size, SHEET_WIDTH - 2 * FRAME)
    across = range(0, len(lines), COLUMNS)
    heights = [CELL_HEAD + CELL_FOOT + ROW * max(map(len, lines[first : first + COLUMNS])) for first in across]
    size = (SHEET_WIDTH, sum(height + GAP for height in heights) + ROW * len(piles) + GAP)
    image = Image.new("RGB", size, theme.tone(PARCHMENT))
    for place, seat in enumerate(view.seats):
        row, column = divmod(place, COLUMNS)
        left, top = FRAME + column * (width + GAP), sum(height + GAP for height in heights[:row])
        cell = Cell(image, Box(left, top, left + width, top + heights[row]), seat, theme)
        cell.draw(player(names, seat.id), lines[place], active=seat.id == view.active)
    for row, words in enumerate(reversed(piles)):
        write(image, FRAME + 4, image.height - GAP - ROW * (row + 0.5), words, theme.type(FACTS), "lm", TONES)
    return image


def _lines(view: KingmakerView, seat: SeatView, width: float) -> list[list[NobleView]]:
    """Return the nobles of a faction and its prisoners in rows that a cell of this width has room for."""
    own = [noble for noble in view.nobles if seat.id in (noble.seat, noble.captor)]
    rows: list[list[NobleView]] = []
    x = width
    for noble in sorted(own, key=lambda noble: (noble.seat != seat.id, noble.id)):
        wide = _wide(noble, seat)
        if x + wide > width - 16:
            rows.append([])
            x = 12.0
        rows[-1].append(noble)
        x += wide + 14
    return rows


def _wide(noble: NobleView, seat: SeatView) -> float:
    style = _style(noble, seat)
    return SHIELD + 6 + text_width(_noble_words(noble, seat), style.face, style.size)


def _style(noble: NobleView, seat: SeatView) -> Type:
    return NOBLE if noble.seat == seat.id and not noble.captor else CAPTIVE


def _piles(view: KingmakerView) -> str:
    """Return how many cards lie in the piles, and what is in force or lost besides."""
    book = catalog()
    words = [f"Crown deck {view.crown_deck}, discard {view.crown_discard}"]
    words.append(f"Event deck {view.event_deck}, discard {view.event_discard}")
    if view.event_discard_top:
        words.append(f"last event: {book.events[view.event_discard_top].title}")
    if view.chancery is not None:
        words.append(f"Chancery {len(view.chancery)}")
    words += [f"{book.events[one.id].title} until round {one.until}" for one in view.catastrophes]
    if view.sunk:
        words.append(f"lost: {', '.join(book.ships[ship].name for ship in view.sunk)}")
    return " · ".join(words)


class Cell(NamedTuple):
    """The space of one faction under the map."""

    image: Image.Image
    box: Box
    seat: SeatView
    theme: Theme

    def draw(self, name: str, rows: Sequence[Sequence[NobleView]], *, active: bool) -> None:
        """Draw badge, name, nobles and votes."""
        box, seat = self.box, self.seat
        self._plate(active=active)
        mark = counters.badge(seat.number, BADGE)
        paste(self.image, mark, box.left + 8, box.top + 42 - mark.height / 2)
        words = fitted(name, OWNER.face, OWNER.size, box.width - 120)
        write(self.image, box.left + 98, box.top + 42, words, self.theme.type(OWNER), "lm", TONES)
        write(self.image, box.left + 16, box.bottom - 38, _facts(seat), self.theme.type(FACTS), "lm", TONES)
        for number, row in enumerate(rows):
            self._row(row, box.top + CELL_HEAD + number * ROW)

    def _plate(self, *, active: bool) -> None:
        own, tone = self.box.grown(-1), self.theme.tone
        fill = tone(blend(PARCHMENT, WHITE, 0.75 if active else 0.25))

        def draw(pen: Pen) -> None:
            pen.rect(own, fill, tone(INK), 2, 9)
            pen.rect(own.grown(-2), None, livery(self.seat.number).fill, 8 if active else 4, 8)

        overdraw(self.image, self.box.grown(2), draw)

    def _row(self, nobles: Sequence[NobleView], y: float) -> None:
        """Draw shields with names side by side."""
        x, seat = self.box.left + 14, self.seat
        for noble in nobles:
            words, style = _noble_words(noble, seat), _style(noble, seat)
            paste(self.image, shield(noble.id, SHIELD), x, y)
            write(self.image, x + SHIELD + 6, y + shield_height(SHIELD) / 2, words, self.theme.type(style), "lm", TONES)
            x += _wide(noble, seat) + 14


def _facts(seat: SeatView) -> str:
    if seat.eliminated:
        return "out of the game"
    cards = "card" if seat.hand_size == 1 else "cards"
    return f"Commons {seat.commons} · Lords {seat.lords} · {seat.hand_size} {cards}"


def _noble_words(noble: NobleView, seat: SeatView) -> str:
    name = catalog().cards[noble.id].name.replace("Plantagenet of ", "Plant. ")
    if noble.captor == seat.id:
        return f"{name} (held)"
    return f"{name} (captive)" if noble.captor else name
