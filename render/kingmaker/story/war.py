"""A whole war as an animation: the map frame after frame, with what has changed between them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image

from engine.core.text import counted, join_words
from render.kingmaker.map.map import painted
from render.kingmaker.story.chronicle import begun, deeds, ending, men, standings, view_of
from render.kit.palette import Colour, map_colours
from render.kit.theme import DAY
from render.picture import Film, film_within, scaled
from render.picture_request import Frame
from render.story import gathered
from render.wording import within_limit

MOST_FRAMES = 45
WIDTH = 1000
BUDGET = 8_000_000
FIRST, USUAL, LAST = 2000, 1100, 6000
"""How long the first frame, one between and the last one stand, in milliseconds."""


def draw_war(
    story: Sequence[Frame],
    names: Mapping[str, str],
    cache: Path | None = None,
    *,
    most: int = MOST_FRAMES,
    width: int = WIDTH,
) -> Film:
    """Return the war in at most this many frames, within the budget of bytes; NothingToShow before it has a course."""
    frames = begun(story)
    images = [_image(frame, names, cache, width) for frame in gathered(frames, most)]
    times = [FIRST, *[USUAL] * (len(images) - 2), LAST]
    return film_within(BUDGET, images, times, war_alt(frames, names, len(images)), _inks())


def _image(frame: Frame, names: Mapping[str, str], cache: Path | None, width: int) -> Image.Image:
    return scaled(painted(view_of(frame), names, frame.changes, cache=cache), width, _inks())


def _inks() -> tuple[Colour, ...]:
    return map_colours(DAY.tone)


def war_alt(frames: Sequence[Frame], names: Mapping[str, str], pictures: int) -> str:
    """Return the alternative text of the animation."""
    view = view_of(frames[-1])
    told_in = counted(pictures, "picture")
    shows = f"The film shows the whole war on the map, from round 1 to {view.round}, in {told_in}."
    head = f"{shows} {ending(frames, names)}".strip()
    told = [f"Round {deed.round}: {deed.text}" for deed in deeds(frames, names) if deed.kind != "victory"]
    last = join_words(f"{names.get(seat.id, seat.id)} has {men(view, seat.id)} men" for seat in standings(view))
    return within_limit([head, f"At the end {last}.", *told])
