"""Single cards: laws, conflicts, offices, castle tiles."""

from collections.abc import Callable, Container, Sequence

from PIL import Image

from engine.lancaster.board import names as words
from render.kit.lettering import Face, Type, line_height, wrapped
from render.kit.palette import GOLD, INK, PARCHMENT, WHITE, Colour
from render.kit.pen import Box
from render.lancaster.board.page import MARGIN, TEXT, Page
from render.lancaster.board.palette import AZURE, CRIMSON, SHADE, VELLUM, inks
from render.lancaster.board.signs import lily, sign
from render.lancaster.board.words import PLACES
from render.lancaster.edition import catalog
from render.lancaster.papers.laws import described, law_card, written
from render.picture import Picture, finish

WIDTH = 460
PAD = 20
HEAD = 104
EMBLEM = 130
TITLE = Type(Face.CAPITALS, 40, WHITE)
FACT = TEXT._replace(size=32)

Sheet = tuple[str, Colour, Image.Image, list[str]]
"""A title, the colour of its ground, an emblem, and what there is to say."""


def draw_card(card: str) -> Picture:
    """Return a card; KeyError if there is none of this id."""
    book = catalog()
    if card in book.laws:
        alt = f"Law {described(card)} It has the number {book.laws[card].group}, and laws are proposed by number."
        return finish(_law(card), alt, inks=inks())
    kinds: Sequence[tuple[Container[str], Callable[[str], Sheet]]] = (
        (book.conflicts, _conflict),
        (book.offices, _office),
        (book.tiles, _tile),
    )
    drawn = [draw(card) for cards, draw in kinds if card in cards]
    if not drawn:
        raise KeyError(card)
    title, tone, emblem, facts = drawn[0]
    alt = f"{title}. {' '.join(f'{fact}.' for fact in facts)}"
    return finish(_plain(title, tone, emblem, facts), alt, inks=inks())


def _law(law: str) -> Image.Image:
    height = written(law, WIDTH).height
    page = Page(height + 2 * MARGIN, PARCHMENT, width=WIDTH + 2 * MARGIN)
    law_card(page, law, Box(MARGIN, MARGIN, MARGIN + WIDTH, MARGIN + height))
    return page.image()


def _conflict(card: str) -> Sheet:
    printed = catalog().conflicts[card]
    gains = ", ".join(f"{place} {points}" for place, points in zip(PLACES, printed.points, strict=True))
    facts = [f"France has a strength of {printed.strength}", f"Power points if England wins: {gains}"]
    return printed.name, AZURE, lily(110), facts


def _office(office: str) -> Sheet:
    printed = catalog().offices[office]
    gives = [words.amount("seals", printed.seals)] if printed.seals else []
    gives += [words.PRIVILEGES[printed.privilege]] if printed.privilege else []
    last = [words.amount("seals", printed.seals_round5)] if printed.seals_round5 else []
    last += [words.PRIVILEGES[printed.privilege_round5]] if printed.privilege_round5 else []
    facts = [f"Tribute: {words.amounts(printed.tribute)}", f"Gives each round {' and '.join(gives)}"]
    facts.append(f"In the last round {' and '.join(last) or 'nothing'}")
    return printed.name, CRIMSON, sign("lord", 110), facts


def _tile(tile: str) -> Sheet:
    space = catalog().castle[catalog().tiles[tile].space]
    pays = words.amounts(space.gain) if space.gain else f"{space.action} a knight for {words.amounts(space.cost)}"
    return (
        space.name,
        SHADE,
        sign("extension", 110),
        [f"Pays every round, without a knight: {pays}", f"Covers {space.id}"],
    )


def _plain(title: str, tone: Colour, emblem: Image.Image, facts: list[str]) -> Image.Image:
    room = WIDTH - 2 * PAD
    lines = [line for fact in facts for line in wrapped(f"{fact}.", FACT.face, FACT.size, room)]
    step = line_height(FACT.size)
    height = HEAD + EMBLEM + len(lines) * step + 2 * PAD
    page = Page(height + 2 * MARGIN, PARCHMENT, width=WIDTH + 2 * MARGIN)
    box = Box(MARGIN, MARGIN, MARGIN + WIDTH, MARGIN + height)
    page.pen.rect(box, VELLUM, INK, 2.4, 12)
    head = Box(box.left + 4, box.top + 4, box.right - 4, box.top + HEAD)
    page.paint.rect(head, tone, INK, 1.6, 8)
    page.paint.rect(head.grown(-5), None, GOLD, 2, 6)
    titles = wrapped(title, TITLE.face, TITLE.size, head.width - 48)
    for number, line in enumerate(titles):
        y = head.centre[1] + (number - (len(titles) - 1) / 2) * line_height(TITLE.size)
        page.fixed_text(box.centre[0], y, line, TITLE, "mm")
    page.sprite(emblem, box.centre[0], head.bottom + EMBLEM / 2 + 4)
    for number, line in enumerate(lines):
        page.text(box.left + PAD, head.bottom + EMBLEM + PAD / 2 + (number + 0.5) * step, line, FACT)
    return page.image()
