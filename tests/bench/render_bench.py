"""How fast pictures are drawn and how large they are."""

import time
from collections.abc import Callable

from render.kingmaker.faction import draw_faction
from render.kingmaker.hand import draw_hand
from render.kingmaker.look import Look
from render.kingmaker.map import crop_around, draw_map
from render.kingmaker.parliament import draw_parliament
from render.picture import Picture
from tests.render.samples import CHANGES, NAMES, busy, parliament, view

ROUNDS = 5
HAND = ["percy", "earl_of_richmond", "archbishop_of_york", "saxons", "card_bristol", "le_swan"]


def measure() -> list[tuple[str, str]]:
    """Return what was measured and the figures: processor time of the best of five, and bytes."""
    start = time.process_time()
    draw_map(busy(), NAMES, CHANGES)
    first = time.process_time() - start
    pictures: dict[str, Callable[[], Picture]] = {
        "map, crowded game of seven": lambda: draw_map(busy(), NAMES, CHANGES),
        "map, empty": lambda: draw_map(view(), NAMES),
        "map by night": lambda: draw_map(busy(), NAMES, CHANGES, look=Look(night=True)),
        "map with who holds what": lambda: draw_map(busy(), NAMES, look=Look("ownership")),
        "part of the map": lambda: draw_map(busy(), NAMES, crop=crop_around(["inside:york"])),
        "hand of six cards": lambda: draw_hand(view(viewer="ann", hand=HAND), NAMES),
        "Parliament": lambda: draw_parliament(parliament(), NAMES),
        "faction": lambda: draw_faction(busy(), "ann", NAMES),
    }
    return [("first map of a process", f"{first:.1f} s"), *((name, _figures(draw)) for name, draw in pictures.items())]


def _figures(draw: Callable[[], Picture]) -> str:
    draw()
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        picture = draw()
        times.append(time.process_time() - start)
    return f"{min(times) * 1000:.0f} ms, {len(picture.png) / 1000:.0f} kB"
