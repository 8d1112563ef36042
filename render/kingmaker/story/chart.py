"""The course of a war as curves: the men and the votes of every faction, with crownings and deaths of heirs."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.kingmaker.views import KingmakerView
from render.kingmaker.map import counters
from render.kingmaker.story.chronicle import Deed, begun, deeds, men, round_starts, series, view_of, votes
from render.kit import glyphs
from render.kit.lettering import Face, Type, fitted, write
from render.kit.palette import FADED_INK, INK, PARCHMENT, WHITE, blend, livery
from render.kit.pen import Box, Pen, Point, overdraw, paste, sprite
from render.picture import Picture, finish
from render.wish import Frame
from render.wording import player, within_limit

WIDTH = 1400
MARGIN = 32
HEADER = 96
NAMES = 236
AXIS = 92
FOOT = 50
MEN_HEIGHT = 470
VOTES_HEIGHT = 330
TITLE = Type(Face.CAPITALS, 46)
HEADING = Type(Face.CAPITALS, 32)
FIGURE = Type(Face.TEXT, 27, FADED_INK)
NAME = Type(Face.BOLD, 28)
PAPER = blend(PARCHMENT, WHITE, 0.5)
GRID = blend(PARCHMENT, INK, 0.22)
LEAST_GAP = 40
MOST_TICKS = 14
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)


def draw_chart(story: Sequence[Frame], names: Mapping[str, str]) -> Picture:
    """Return the curves of a game; NothingToShow before it has a course."""
    frames = begun(story)
    height = HEADER + MEN_HEIGHT + VOTES_HEIGHT + 2 * FOOT + 90
    image = Image.new("RGB", (WIDTH, height), PARCHMENT)
    view = view_of(frames[-1])
    write(image, MARGIN, 48, "The course of the war", TITLE)
    write(image, WIDTH - MARGIN, 48, f"{view.round} rounds", FIGURE._replace(size=32), "rm")
    top = HEADER + 40
    curves(image, Box(MARGIN, top, WIDTH - MARGIN, top + MEN_HEIGHT), "Men", frames, names, deeds(frames, names))
    top += MEN_HEIGHT + FOOT + 50
    plot(image, Box(MARGIN, top, WIDTH - MARGIN, top + VOTES_HEIGHT), "Votes in both Houses", frames, names,
         series(frames, votes))  # fmt: skip
    return finish(image, chart_alt(frames, names))


def curves(
    image: Image.Image,
    box: Box,
    heading: str,
    frames: Sequence[Frame],
    names: Mapping[str, str],
    marks: Sequence[Deed],
) -> None:
    """Draw the men of every faction over time, with crowns and crosses where Kings were made and heirs died."""
    inner = plot(image, box, heading, frames, names, series(frames, men))
    for deed in marks:
        x = _across(inner, deed.frame, len(frames))
        if deed.kind == "crowned":
            crown = sprite(44, 40, lambda pen: glyphs.crown(pen.at(22, 20), 14))
            paste(image, crown, x - 22, inner.top - 2)
        elif deed.kind == "died":
            cross = sprite(32, 32, lambda pen: glyphs.death_cross(pen.at(16, 16, 0.8)))
            paste(image, cross, x - 16, inner.top + 36)


def plot(
    image: Image.Image,
    box: Box,
    heading: str,
    frames: Sequence[Frame],
    names: Mapping[str, str],
    figures: Mapping[str, Sequence[int]],
) -> Box:
    """Draw one curve for every seat, with names at their ends; return the box of the curves themselves."""
    write(image, box.left, box.top - 22, heading, HEADING)
    inner = Box(box.left + AXIS, box.top, box.right - NAMES, box.bottom)
    most = max(1, *(max(values) for values in figures.values()))
    step = next((step for step in STEPS if most / step <= 6), STEPS[-1])
    levels = range(0, -(-most // step) * step + 1, step)
    numbers = {seat.id: seat.number for seat in view_of(frames[-1]).seats}
    lines = {seat: _line(inner, values, levels[-1]) for seat, values in figures.items()}
    starts = round_starts(frames)
    overdraw(image, box.grown(12), lambda pen: _curves(pen, inner, lines, numbers, levels, starts, len(frames)))
    for level in levels:
        write(image, inner.left - 14, _up(inner, level, levels[-1]), str(level), FIGURE, "rm")
    _rounds(image, inner, starts, len(frames))
    _ends(image, inner, lines, numbers, names)
    return inner


def _line(inner: Box, values: Sequence[int], most: int) -> list[Point]:
    return [(_across(inner, place, len(values)), _up(inner, value, most)) for place, value in enumerate(values)]


def _across(inner: Box, place: int, count: int) -> float:
    return inner.left + 12 + (inner.width - 36) * place / max(1, count - 1)


def _up(inner: Box, value: int, most: int) -> float:
    return inner.bottom - 6 - (inner.height - 40) * value / max(1, most)


def _curves(
    pen: Pen,
    inner: Box,
    lines: Mapping[str, Sequence[Point]],
    numbers: Mapping[str, int],
    levels: range,
    starts: Mapping[int, int],
    count: int,
) -> None:
    pen.rect(inner, PAPER, FADED_INK, 2, 8)
    for level in levels[1:]:
        y = _up(inner, level, levels[-1])
        pen.line([(inner.left + 2, y), (inner.right - 2, y)], GRID, 1.4)
    for start in starts.values():
        x = _across(inner, start, count)
        pen.line([(x, inner.bottom - 10), (x, inner.bottom)], FADED_INK, 2)
    for seat, line in lines.items():
        pen.stroke(line, INK, 8)
        pen.stroke(line, livery(numbers[seat]).fill, 5)


def _rounds(image: Image.Image, inner: Box, starts: Mapping[int, int], count: int) -> None:
    every = -(-len(starts) // MOST_TICKS)
    for number, start in starts.items():
        if (number - 1) % every == 0:
            write(image, _across(inner, start, count), inner.bottom + 20, str(number), FIGURE, "mm")
    write(image, inner.left - 14, inner.bottom + 20, "round", FIGURE, "rm")


def _ends(
    image: Image.Image,
    inner: Box,
    lines: Mapping[str, Sequence[Point]],
    numbers: Mapping[str, int],
    names: Mapping[str, str],
) -> None:
    """Write every player's name with the badge beside the end of the curve, apart from the others."""
    wanted = sorted(lines, key=lambda seat: (lines[seat][-1][1], numbers[seat]))
    gap = min(LEAST_GAP, inner.height / max(1, len(wanted)))
    spots = spread([lines[seat][-1][1] for seat in wanted], gap, inner.top + gap / 2, inner.bottom - gap / 2)
    for seat, y in zip(wanted, spots, strict=True):
        end, mark = lines[seat][-1], counters.badge(numbers[seat], 14)
        link = [end, (inner.right + 6, y)]
        overdraw(image, Box(end[0], min(end[1], y), inner.right + 8, max(end[1], y)).grown(4),
                 lambda pen, link=link: pen.line(link, FADED_INK, 1.4))  # type: ignore[misc]  # fmt: skip
        paste(image, mark, inner.right + 2, y - mark.height / 2)
        x = inner.right + 4 + mark.width
        write(image, x, y, fitted(player(names, seat), NAME.face, NAME.size, inner.right + NAMES - x), NAME)


def spread(wanted: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Return heights near the wanted ones (in rising order) that keep a gap and stay between two limits."""
    spots: list[float] = []
    for height in wanted:
        spots.append(max(height, spots[-1] + gap if spots else least))
    limit = most
    for place in range(len(spots) - 1, -1, -1):
        spots[place] = min(spots[place], limit)
        limit = spots[place] - gap
    return spots


def chart_alt(frames: Sequence[Frame], names: Mapping[str, str]) -> str:
    """Return the alternative text of the curves."""
    view = view_of(frames[-1])
    head = f"Men and votes of every faction over {view.round} rounds."
    return within_limit([head, *(_course(frames, view, seat.id, names) for seat in view.seats), *_marks(frames, names)])


def _course(frames: Sequence[Frame], view: KingmakerView, seat: str, names: Mapping[str, str]) -> str:
    values = [men(view_of(frame), seat) for frame in frames]
    best = values.index(max(values))
    return (
        f"{names.get(seat, seat)}: {values[0]} men at first, most in round {view_of(frames[best]).round} with "
        f"{values[best]}, at the end {values[-1]} men and {votes(view, seat)} votes."
    )


def _marks(frames: Sequence[Frame], names: Mapping[str, str]) -> list[str]:
    found = [deed for deed in deeds(frames, names) if deed.kind in ("crowned", "died")]
    return [f"Round {deed.round}: {deed.text}" for deed in found]
