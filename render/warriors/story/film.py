"""A whole game as an animation: the map after the impulses of every turn, and once control has been rolled for."""

from collections.abc import Mapping, Sequence

from PIL import Image

from render.kit.page import stacked
from render.picture import Film, film_within, scaled
from render.picture_request import Frame
from render.story import begun
from render.warriors.board import land
from render.warriors.board.board import heading
from render.warriors.board.palette import inks
from render.warriors.board.tracks import score
from render.warriors.board.words import lead_words
from render.warriors.story.chronicle import ending, film_frames, scores, tallies, view_of
from render.wording import within_limit

WIDTH = 370
BUDGET = 500_000
USUAL, LAST = 1900, 6000
"""How long a frame and the last one stand, in milliseconds."""


def draw_film(story: Sequence[Frame], names: Mapping[str, str], *, width: int = WIDTH) -> Film:
    """Return the game on the map; NothingToShow before it has a course."""
    frames = begun(story)
    shown = film_frames(frames)
    printed = [scaled(_drawn(frame, names), width, inks()) for frame in shown]
    times = [*[USUAL] * (len(printed) - 1), LAST]
    return film_within(BUDGET, printed, times, film_alt(frames, names, len(printed)), inks())


def _drawn(frame: Frame, names: Mapping[str, str]) -> Image.Image:
    view = view_of(frame)
    return stacked([heading(view, names), score(view), land.painted(view, frame.changes)])


def film_alt(frames: Sequence[Frame], names: Mapping[str, str], pictures: int) -> str:
    """Return the alternative text of the animation."""
    view = view_of(frames[-1])
    end = ending(frames, names) or f"At the end {lead_words(scores(frames)[-1])}."
    turns = [f"After turn {one.turn}: {lead_words(one.score)}." for one in tallies(frames)]
    head = f"The whole game on the map, turn 1 to {view.turn}, in {pictures} pictures."
    return within_limit([head, end, *turns])
