"""A player's hand as cards on a table."""

from collections.abc import Mapping, Sequence

from msgspec import structs
from PIL import Image

from engine.kingmaker.views import KingmakerView, SeatView
from render.kingmaker.map import counters
from render.kingmaker.papers import cards
from render.kit.lettering import Face, Type, fitted, write
from render.kit.palette import FADED_INK, INK, PARCHMENT
from render.kit.pen import Box, overdraw, paste
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.wording import player, within_limit

COLUMNS = 2
"""Cards that lie beside each other: with three, the facts on them would be too small for a phone."""

GAP = 14
MARGIN = 24
HEADER = 84
TITLE = Type(Face.BOLD, 38)
COUNT = Type(Face.TEXT, 28, FADED_INK)


def draw_hand(view: KingmakerView, names: Mapping[str, str]) -> Picture:
    """Return the viewer's hand and retained event cards; NothingToShow if the viewer has no seat."""
    seat = next((row for row in view.seats if row.id == view.viewer), None)
    if seat is None:
        raise NothingToShow("Only a player has a hand.")
    held = [*view.hand, *seat.retained]
    rows = max(1, -(-len(held) // COLUMNS))
    width = 2 * MARGIN + COLUMNS * cards.WIDTH + (COLUMNS - 1) * GAP
    height = HEADER + rows * (cards.HEIGHT + GAP) + MARGIN - GAP
    image = Image.new("RGB", (width, height if held else HEADER + 90), PARCHMENT)
    _header(image, view, seat, player(names, seat.id))
    for place, card in enumerate(held):
        x = MARGIN + place % COLUMNS * (cards.WIDTH + GAP)
        paste(image, cards.card_image(card), x, HEADER + place // COLUMNS * (cards.HEIGHT + GAP))
    return structs.replace(finish(image, hand_alt(view, seat, names)), words=_words(view, seat))


def _header(image: Image.Image, view: KingmakerView, seat: SeatView, name: str) -> None:
    mark = counters.badge(seat.number, 22)
    paste(image, mark, MARGIN - 6, HEADER / 2 - mark.height / 2)
    count = _counted(len(view.hand), "card", "cards")
    if seat.retained:
        count += f", {_counted(len(seat.retained), 'event', 'events')} kept"
    x = MARGIN + mark.width + 2
    write(image, x, HEADER / 2, fitted(name, TITLE.face, TITLE.size, image.width - x - 290), TITLE)
    write(image, image.width - MARGIN, HEADER / 2, count, COUNT, "rm")
    line = Box(MARGIN, HEADER - 12, image.width - MARGIN, HEADER - 10)
    overdraw(image, line.grown(2), lambda pen: pen.rect(line, INK))
    if not view.hand and not seat.retained:
        write(image, MARGIN, HEADER + 36, "The hand is empty.", COUNT)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def hand_alt(view: KingmakerView, seat: SeatView, names: Mapping[str, str]) -> str:
    """Return the alternative text of a hand."""
    name = names.get(seat.id, seat.id)
    if not view.hand and not seat.retained:
        return f"{name} has no cards in hand and keeps no event cards."
    parts = [f"{name}'s hand has {_counted(len(view.hand), 'card', 'cards')}.", *_described(view.hand)]
    if seat.retained:
        parts += [f"{name} keeps these event cards:", *_described(seat.retained)]
    return within_limit(parts)


def _words(view: KingmakerView, seat: SeatView) -> str:
    """Return a hand as a list: each card with its men and what it does."""
    parts = [("**Your hand**", view.hand), ("**Events kept**", seat.retained)]
    lines = [[head, *(f"- {words}" for words in _described(held))] for head, held in parts if held]
    return "\n".join(line for part in lines for line in part)


def _described(held: Sequence[str]) -> list[str]:
    return [cards.described(page) for page in map(cards.sheet, held)]
