"""One card on its own, for whoever asks what it says."""

from PIL import Image

from render.kingmaker.papers import cards
from render.kit.palette import PARCHMENT
from render.kit.pen import paste
from render.picture import Picture, finish

MARGIN = 16


def draw_card(card: str) -> Picture:
    """Return a Crown or event card; KeyError if there is no such card."""
    page = cards.sheet(card)
    image = Image.new("RGB", (cards.WIDTH + 2 * MARGIN, cards.HEIGHT + 2 * MARGIN), PARCHMENT)
    paste(image, cards.card_image(card), MARGIN, MARGIN)
    return finish(image, cards.described(page))
