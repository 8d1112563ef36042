"""A whole game as an animation: the board at the end of every round's placing, and at the end."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from render.kit.palette import PARCHMENT
from render.lancaster.board.board import painted
from render.lancaster.board.palette import inks
from render.lancaster.papers.sheet import minus, standings
from render.lancaster.story.chronicle import boards, conflicts, course, ending, round_starts, view_of
from render.lancaster.story.poster import fought_words
from render.picture import Film, film_within, scaled
from render.picture_request import Frame, NothingToShow
from render.story import begun
from render.wording import within_limit

WIDTH = 620
BUDGET = 8_000_000
USUAL, LAST = 2600, 6000
"""How long a frame and the last one stand, in milliseconds."""


def draw_film(story: Sequence[Frame], names: Mapping[str, str], *, width: int = WIDTH) -> Film:
    """Return the game on the board, one picture a round; NothingToShow before all were placed once."""
    frames = begun(story)
    shown = boards(frames)
    if not shown:
        raise NothingToShow("Nobody has placed all knights yet.")
    if frames[-1] not in shown:
        shown.append(frames[-1])
    images = _padded([painted(view_of(frame), names, frame.changes) for frame in shown])
    printed = [scaled(image, width, inks()) for image in images]
    times = [*[USUAL] * (len(printed) - 1), LAST]
    return film_within(BUDGET, printed, times, film_alt(frames, names, len(printed)), inks())


def _padded(images: Sequence[Image.Image]) -> list[Image.Image]:
    """Return the images on sheets of one height: there are rounds with fewer conflicts."""
    height = max(image.height for image in images)
    found = []
    for image in images:
        sheet = Image.new("RGB", (image.width, height), PARCHMENT)
        sheet.paste(image, (0, 0))
        found.append(sheet)
    return found


def film_alt(frames: Sequence[Frame], names: Mapping[str, str], pictures: int) -> str:
    """Return the alternative text of the animation."""
    view = view_of(frames[-1])
    points = {one.id: one.points for one in view.players}
    last = ", ".join(f"{names.get(seat, seat)} {minus(points[seat])}" for seat in standings(view))
    head = f"The whole game on the board, round 1 to {view.round}, in {counted(pictures, 'picture')}."
    end = [ending(frames, names)] if ending(frames, names) else []
    return within_limit(
        [head, *end, f"Points: {last}.", *_rounds(frames, names), *map(fought_words, conflicts(frames))]
    )


def _rounds(frames: Sequence[Frame], names: Mapping[str, str]) -> list[str]:
    """Return everybody's points after each round but the last."""
    points = course(frames)
    return [
        f"After round {number - 1}: "
        + ", ".join(f"{names.get(seat, seat)} {minus(values[start])}" for seat, values in points.items())
        + "."
        for number, start in round_starts(frames).items()
        if start
    ]
