"""Law cards: the title on the colour of their set, the text, and the number on the back."""

from collections.abc import Mapping
from typing import NamedTuple

from render.kit.lettering import Face, Type, line_height, wrapped
from render.kit.palette import GOLD, INK, WHITE, Colour
from render.kit.pen import Box
from render.lancaster.board.page import Page
from render.lancaster.board.palette import AZURE, CRIMSON, LEAF, VELLUM
from render.lancaster.edition import catalog

TITLE = Type(Face.CAPITALS, 34, WHITE)
TEXT = Type(Face.TEXT, 33)
NUMBER = Type(Face.BOLD, 33)
SETS: Mapping[str, Colour] = {"base": CRIMSON, "king": AZURE, "new": LEAF}
PAD = 16
FOOT = 52


class Written(NamedTuple):
    """A law as it is broken into lines."""

    title: list[str]
    text: list[str]

    @property
    def height(self) -> float:
        """How high its card is."""
        return self.head + len(self.text) * line_height(TEXT.size) + PAD + FOOT

    @property
    def head(self) -> float:
        """How high the coloured part with the title is."""
        return len(self.title) * line_height(TITLE.size) + PAD


def written(law: str, width: float) -> Written:
    """Return a law as it stands on a card of this width."""
    card = catalog().laws[law]
    room = width - 2 * PAD
    return Written(wrapped(card.title, TITLE.face, TITLE.size, room), wrapped(card.text, TEXT.face, TEXT.size, room))


def law_card(page: Page, law: str, box: Box, *, open_: bool = False) -> None:
    """Draw a law; a golden rim marks one that is voted on."""
    card = catalog().laws[law]
    lines = written(law, box.width)
    page.pen.rect(box, VELLUM, INK, 2.4, 12)
    head = Box(box.left + 4, box.top + 4, box.right - 4, box.top + 4 + lines.head)
    page.paint.rect(head, SETS[card.set], INK, 1.6, 8)
    if open_:
        page.paint.rect(box.grown(1), None, INK, 8, 13)
        page.paint.rect(box, None, GOLD, 5, 12)
    for number, line in enumerate(lines.title):
        y = head.top + PAD / 2 + (number + 0.5) * line_height(TITLE.size)
        page.fixed_text(box.centre[0], y, line, TITLE, "mm")
    for number, line in enumerate(lines.text):
        y = head.bottom + PAD / 2 + (number + 0.5) * line_height(TEXT.size)
        page.text(box.left + PAD, y, line, TEXT)
    page.paint.circle(box.right - 32, box.bottom - 31, 22, SETS[card.set], INK, 1.6)
    page.fixed_text(box.right - 32, box.bottom - 31, str(card.group), NUMBER._replace(ink=WHITE), "mm")


def described(law: str) -> str:
    """Return a law in words."""
    card = catalog().laws[law]
    return f"{card.title}: {card.text}"
