"""Sprites side by side."""

from collections.abc import Sequence

from PIL import Image

from render.lancaster.board.page import Page


def lay(page: Page, found: Sequence[Image.Image], left: float, right: float, middle: float, step: float) -> None:
    """Lay sprites side by side from the left; they overlap where there is no room for all."""
    room = right - left - found[-1].width if found else 0
    pace = min(step, room / max(1, len(found) - 1))
    for number, one in enumerate(found):
        page.sprite(one, left + number * pace + one.width / 2, middle)
