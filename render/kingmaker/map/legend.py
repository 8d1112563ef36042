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
from render.kit.lettering import Face, Type, fitted, text_width, write
from render.kit.palette import ALARM, FADED_INK, INK, PARCHMENT, WHITE, blend, livery
from render.kit.pen import Box, Pen, overdraw, paste
from render.kit.theme import DAY, Theme
from render.wording import ended_turn, player

TITLE = Type(Face.CAPITALS, 46, ALARM)
HEADING = Type(Face.BOLD, 33)
NAME = Type(Face.BOLD, 27)
SMALL = Type(Face.TEXT, 21, FADED_INK)
NOBLE = Type(Face.BOLD, 19)
CAPTIVE = Type(Face.ITALIC, 19, ALARM)
COLUMNS = 4
CELL_HEIGHT = 146
GAP = 10
PILES_HEIGHT = 44
SHIELD = 24
ROW = 31
STRIP_HEAD, STRIP_ROW = 46, 36


def caption(image: Image.Image, view: KingmakerView, names: Mapping[str, str], theme: Theme = DAY) -> None:
    """Write title, round, phase, whose turn it is and the sole King into the space above the map."""
    middle = CAPTION_HEIGHT / 2 - 6
    write(image, FRAME, middle, "Kingmaker", theme.type(TITLE))
    x = FRAME + text_width("Kingmaker", TITLE.face, TITLE.size) + 30
    king_left = _king(image, view, middle, theme)
    numbers = {row.id: row.number for row in view.seats}
    for seat in [seat for seat in view.winners or [view.active] if seat in numbers]:
        mark = counters.badge(numbers[seat], 19)
        paste(image, mark, x, middle - mark.height / 2)
        x += mark.width + 4
    words = fitted(_turn(view, names), HEADING.face, HEADING.size, king_left - x - 24)
    write(image, x, middle, words, theme.type(HEADING))


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
    rows = _in_rows(view.seats, names, width - 2 * FRAME)
    image = Image.new("RGB", (width, STRIP_HEAD + STRIP_ROW * len(rows)), theme.tone(PARCHMENT))
    words = fitted(_turn(view, names), NAME.face, NAME.size, width - 2 * FRAME)
    write(image, FRAME, STRIP_HEAD / 2 + 4, words, theme.type(NAME))
    for number, row in enumerate(rows):
        x, middle = float(FRAME), STRIP_HEAD + STRIP_ROW * (number + 0.5) - 4
        for seat in row:
            mark = counters.badge(seat.number, 10)
            paste(image, mark, x, middle - mark.height / 2)
            write(image, x + mark.width + 2, middle, _short(names, seat), theme.type(SMALL))
            x += _room(names, seat)
    return image


def _short(names: Mapping[str, str], seat: SeatView) -> str:
    return fitted(player(names, seat.id), SMALL.face, SMALL.size, 180)


def _room(names: Mapping[str, str], seat: SeatView) -> float:
    return counters.badge(seat.number, 10).width + 20 + text_width(_short(names, seat), SMALL.face, SMALL.size)


def _in_rows(seats: Sequence[SeatView], names: Mapping[str, str], width: float) -> list[list[SeatView]]:
    """Break the seats into rows that are not wider than `width`."""
    rows: list[list[SeatView]] = [[]]
    for seat in seats:
        if rows[-1] and sum(_room(names, one) for one in (*rows[-1], seat)) > width:
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
    columns = min(COLUMNS, len(view.seats))
    rows = -(-len(view.seats) // COLUMNS)
    height = CELL_HEIGHT + (ROW if rows == 1 else 0)
    size = (SHEET_WIDTH, rows * (height + GAP) + PILES_HEIGHT)
    image = Image.new("RGB", size, theme.tone(PARCHMENT))
    width = (SHEET_WIDTH - 2 * FRAME + GAP) / columns
    for place, seat in enumerate(view.seats):
        left, top = FRAME + place % columns * width, place // columns * (height + GAP)
        cell = Cell(image, Box(left, top, left + width - GAP, top + height), seat, theme)
        cell.draw(view, player(names, seat.id))
    middle = image.height - PILES_HEIGHT / 2 - 2
    words = fitted(_piles(view), SMALL.face, SMALL.size, SHEET_WIDTH - 2 * FRAME)
    write(image, FRAME + 4, middle, words, theme.type(SMALL))
    return image


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

    def draw(self, view: KingmakerView, name: str) -> None:
        """Draw badge, name, votes and nobles."""
        box, seat = self.box, self.seat
        self._plate(active=seat.id == view.active)
        mark = counters.badge(seat.number, 17)
        paste(self.image, mark, box.left + 6, box.top + 27 - mark.height / 2)
        words = fitted(name, NAME.face, NAME.size, box.width - 76)
        write(self.image, box.left + 62, box.top + 26, words, self.theme.type(NAME))
        write(self.image, box.left + 14, box.bottom - 20, _facts(seat), self.theme.type(SMALL))
        self._nobles([noble for noble in view.nobles if seat.id in (noble.seat, noble.captor)])

    def _plate(self, *, active: bool) -> None:
        own, tone = self.box.grown(-1), self.theme.tone
        fill = tone(blend(PARCHMENT, WHITE, 0.75 if active else 0.25))

        def draw(pen: Pen) -> None:
            pen.rect(own, fill, tone(INK), 2, 9)
            pen.rect(own.grown(-2), None, livery(self.seat.number).fill, 5 if active else 3, 8)

        overdraw(self.image, self.box.grown(2), draw)

    def _nobles(self, nobles: list[NobleView]) -> None:
        """Draw the shields with names in rows; those that find no room are counted."""
        box, seat, theme = self.box, self.seat, self.theme
        x, y = box.left + 12, box.top + 50
        for place, noble in enumerate(sorted(nobles, key=lambda noble: (noble.seat != seat.id, noble.id))):
            style = NOBLE if noble.seat == seat.id and not noble.captor else CAPTIVE
            words = _noble_words(noble, seat)
            width = SHIELD + 4 + text_width(words, style.face, style.size)
            if x + width > box.right - 8:
                x, y = box.left + 12, y + ROW
            if y + ROW > box.bottom - 30:
                more = f"+{len(nobles) - place}"
                write(self.image, box.right - 12, box.bottom - 20, more, theme.type(NOBLE), "rm")
                return
            paste(self.image, shield(noble.id, SHIELD), x, y)
            write(self.image, x + SHIELD + 4, y + shield_height(SHIELD) / 2, words, theme.type(style))
            x += width + 10


def _facts(seat: SeatView) -> str:
    if seat.eliminated:
        return "out of the game"
    cards = "card" if seat.hand_size == 1 else "cards"
    return f"Commons {seat.commons} · Lords {seat.lords} · {seat.hand_size} {cards} in hand"


def _noble_words(noble: NobleView, seat: SeatView) -> str:
    name = catalog().cards[noble.id].name.replace("Plantagenet of ", "Plant. ")
    if noble.captor == seat.id:
        return f"{name} (held)"
    return f"{name} (captive)" if noble.captor else name
