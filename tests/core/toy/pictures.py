"""The picture of High Card."""

from typing import cast

from PIL import Image, ImageDraw

from render.kit.lettering import Face, font
from render.kit.palette import INK, PARCHMENT
from render.picture import Picture, finish
from render.picture_request import PictureRequest
from tests.core.toy.rules import HighCardView, worth


def draw_table(wish: PictureRequest) -> Picture:
    """Show who has taken how many tricks; "hand" alone is drawn from what a seat may know, and shows its hand, too."""
    view = cast(HighCardView, wish.view)
    lines = [f"{wish.names.get(seat, seat)}: {tricks} tricks" for seat, tricks in view.tricks.items()]
    own = view.hands.values() if wish.kind == "hand" else ()
    lines += [f"Your hand: {', '.join(str(worth(card)) for card in hand)}" for hand in own]
    image = Image.new("RGB", (640, 40 + 40 * len(lines)), PARCHMENT)
    ImageDraw.Draw(image).multiline_text((20, 20), "\n".join(lines), INK, font(Face.TEXT, 28))
    return finish(image, "; ".join(lines))


PICTURES = {"map": draw_table, "hand": draw_table}
BUTTONS = {"hand": "My hand", "map": "Table"}
