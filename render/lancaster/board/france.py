"""The Channel with the favours of the king, and France with both rows of conflicts."""

from collections.abc import Sequence

from PIL import Image

from engine.core.events import Event
from engine.lancaster.board import spots
from engine.lancaster.views import ConflictView, LancasterView, SpaceView
from render.kit import glyphs
from render.kit.lettering import Face, Type
from render.kit.palette import ALARM, AYE, INK, WHITE
from render.kit.pen import Box
from render.kit.theme import DAY, Theme
from render.lancaster.board.page import FIGURE, MARGIN, NOTE, SMALL, WIDTH, Page
from render.lancaster.board.palette import AZURE, COASTLINE, CRIMSON, DEEP, FOAM, FRANCE, LILY, VELLUM, WATER
from render.lancaster.board.row import lay
from render.lancaster.board.signs import knight, sign
from render.lancaster.board.words import PLACES, england, favour, latest, ranks, standing
from render.lancaster.edition import catalog

CHANNEL = 128
CARD = 250
GAP = 14
ROW_HEAD = 46
COLUMNS = 2
NAME = Type(Face.CAPITALS, 36, WHITE)
AGAINST = Type(Face.BOLD, 33)
ROW = Type(Face.CAPITALS, 34, AZURE)
ROWS = {"upper": "First battle", "lower": "Second battle"}
WON = Type(Face.BOLD, 33)
LEAST = -9
TOKEN = 52


def channel(view: LancasterView, theme: Theme = DAY) -> Image.Image:
    """Return the sea below England with the tiles of the king's favour that lie open."""
    page = Page(CHANNEL, WATER, theme)
    for x, y in ((30, 24), (400, 12), (800, 116), (1050, 70), (230, 116)):
        glyphs.wave(page.pen.at(x, y, 1.5), DEEP)
    share = (WIDTH - 2 * MARGIN) / max(6, len(view.favours))
    for number, tile in enumerate(view.favours):
        left = MARGIN + number * share
        box = Box(left + 4, 12, left + share - 4, CHANNEL - 14)
        page.pen.rect(box, VELLUM, INK, 2.4, 12)
        page.paint.rect(box.grown(-4), None, CRIMSON, 2.4, 9)
        kind = catalog().favours[tile].kind
        page.sprite(sign(kind, 48), box.centre[0], box.top + 38)
        page.text(box.centre[0], box.bottom - 24, favour(tile), SMALL, "mm", room=box.width - 8)
    if not view.favours:
        page.text(WIDTH / 2, CHANNEL / 2, "No favour of the king lies open.", NOTE, "mm")
    return page.image()


def france(view: LancasterView, changes: Sequence[Event] = (), theme: Theme = DAY) -> Image.Image:
    """Return the conflicts: a card for each, in the row and column where it lies."""
    rows = [row for row in ROWS if row == "upper" or any(card.row == row for card in view.conflicts)]
    page = Page(26 + len(rows) * (ROW_HEAD + CARD + GAP) + 6, FRANCE, theme)
    _shore(page)
    fresh = [spots.name(at) for at in latest(changes)]
    lain = places(view)
    top = 26.0
    for battle in rows:
        page.text(MARGIN + 4, top + ROW_HEAD / 2, f"France · {ROWS[battle]}", ROW)
        if battle == "upper":
            left = f"{view.conflict_pile} more to come"
            page.text(WIDTH - MARGIN - 4, top + ROW_HEAD / 2, left, NOTE, "rm")
        cards = sorted((card for card in view.conflicts if card.row == battle), key=lambda card: card.column)
        for card in cards:
            conflict(page, view, card, lain[card.id], fresh=card.id in fresh)
        for box in _columns(top, max(COLUMNS, len(cards)))[len(cards) :]:
            page.pen.rect(box, None, LILY, 3, 10)
            page.text(*box.centre, "no conflict", NOTE, "mm")
        top += ROW_HEAD + CARD + GAP
    return page.image()


def places(view: LancasterView) -> dict[str, Box]:
    """Return where the card of each conflict lies on the picture of France."""
    found: dict[str, Box] = {}
    rows = [row for row in ROWS if row == "upper" or any(card.row == row for card in view.conflicts)]
    for number, battle in enumerate(rows):
        cards = sorted((card for card in view.conflicts if card.row == battle), key=lambda card: card.column)
        boxes = _columns(26.0 + number * (ROW_HEAD + CARD + GAP), max(COLUMNS, len(cards)))
        found |= {card.id: box for card, box in zip(cards, boxes, strict=False)}
    return found


def _columns(top: float, columns: int) -> list[Box]:
    """Return where the cards of a row lie whose heading begins at a height."""
    width = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns
    lefts = [MARGIN + place * (width + GAP) for place in range(columns)]
    return [Box(left, top + ROW_HEAD, left + width, top + ROW_HEAD + CARD) for left in lefts]


def _shore(page: Page) -> None:
    """Draw the French coast, and the lilies of the land."""
    waves = [(x, 8 + 6 * ((x // 36) % 3 - 1)) for x in range(-10, WIDTH + 20, 18)]
    page.pen.polygon([(0, -4), *waves, (WIDTH, -4)], WATER)
    page.pen.line(waves, FOAM, 9)
    page.pen.line([(x, y + 6) for x, y in waves], COASTLINE, 3)


# ---------------------------------------------------------------------- a card


def conflict(page: Page, view: LancasterView, card: ConflictView, box: Box, *, fresh: bool = False) -> None:
    """Draw a conflict: its name, both sides' strength, and each space with its strength and what its rank gains."""
    printed = catalog().conflicts[card.id]
    page.pen.rect(box, VELLUM, INK, 2.4, 10)
    if fresh:
        page.paint.rect(box.grown(2), None, ALARM, 5, 12)
    head = Box(box.left + 4, box.top + 4, box.right - 4, box.top + 52)
    page.paint.rect(head, AZURE, INK, 1.6, 7)
    ours = england(card)
    wins = ours >= printed.strength
    page.fixed_text(head.left + 12, head.centre[1], printed.name, NAME)
    page.fixed_text(head.right - 12, head.centre[1], f"needs {printed.strength}", AGAINST._replace(ink=WHITE), "rm")
    middle = box.top + 76
    words = "England wins" if wins else f"{printed.strength - ours} more to win"
    page.text(box.left + 16, middle, f"England {ours}", AGAINST)
    page.text(box.right - 16, middle, words, WON._replace(ink=AYE if wins else ALARM), "rm")
    _gains(page, box, printed.points)
    ranked = ranks(card.spaces)
    for place, space in enumerate(card.spaces):
        _space(
            page,
            view,
            spots.conflict(card.id, place),
            cell(box, place, len(card.spaces)),
            space,
            ranked.get(place, LEAST),
        )


def cell(box: Box, place: int, spaces: int) -> Box:
    """Return where a space lies on the card of a conflict."""
    share = (box.width - 16) / spaces
    left = box.left + 8 + place * share
    return Box(left + 3, box.top + 136, left + share - 3, box.bottom - 8)


def _gains(page: Page, box: Box, points: Sequence[int]) -> None:
    """Write what the ranks gain if England wins."""
    middle, x = box.top + 114, box.left + 16.0
    for place, number in zip(PLACES, points, strict=True):
        x += page.text(x, middle, f"{place} ", NOTE)
        x += page.text(x, middle, str(number), AGAINST) + 6
        page.sprite(sign("power_points", 34), x + 12, middle)
        x += 36


def _space(page: Page, view: LancasterView, at: str, cell: Box, space: SpaceView, rank: int) -> None:
    """Draw a space: who stands there, his rank, and his strength."""
    page.pen.rect(cell, VELLUM, INK, 1.8 if space.house else 1.2, 7)
    if space.house:
        page.tint(cell.grown(-1.5), space.house, 6)
    else:
        page.text(*cell.centre, "free", NOTE, "mm")
        return
    lay(page, pieces(view, at, space), cell.left + 8, cell.right - 8, cell.top + 32, TOKEN + 2)
    page.text(cell.left + 10, cell.bottom - 22, PLACES[rank], SMALL)
    page.text(cell.right - 10, cell.bottom - 24, str(space.strength), FIGURE, "rm")


def pieces(view: LancasterView, at: str, space: SpaceView) -> list[Image.Image]:
    """Return what stands on a space as sprites: knights, an archer, Tudor knights."""
    own = [knight(space.house, one.strength, TOKEN) for one in standing(view, at)]
    more = [sign(piece.kind, TOKEN - 6) for piece in view.privileges if piece.at == at]
    return [*own, *more]
