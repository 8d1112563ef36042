"""The course of a war as curves: the men and the votes of every faction, with crownings and deaths of heirs."""

from collections.abc import Callable, Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.kingmaker.views import KingmakerView
from render.kingmaker.map import counters
from render.kingmaker.story.chronicle import Deed, begun, deeds, men, round_starts, series, standings, view_of, votes
from render.kit import glyphs
from render.kit.curves import FIGURE, Curve, across, plot
from render.kit.lettering import Face, Type, write
from render.kit.palette import PARCHMENT, livery
from render.kit.pen import Box, paste, sprite
from render.picture import Picture, finish
from render.picture_request import Frame
from render.wording import player, within_limit

WIDTH = 1080
MARGIN = 24
HEADER = 96
FOOT = 50
MEN_HEIGHT = 520
VOTES_HEIGHT = 520
TITLE = Type(Face.CAPITALS, 46)


def draw_chart(story: Sequence[Frame], names: Mapping[str, str]) -> Picture:
    """Return the curves of a game; NothingToShow before it has a course."""
    frames = begun(story)
    height = HEADER + MEN_HEIGHT + VOTES_HEIGHT + 2 * FOOT + 90
    image = Image.new("RGB", (WIDTH, height), PARCHMENT)
    view = view_of(frames[-1])
    write(image, MARGIN, 48, "The course of the war", TITLE)
    write(image, WIDTH - MARGIN, 48, counted(view.round, "round"), FIGURE, "rm")
    top = HEADER + 40
    curves(image, Box(MARGIN, top, WIDTH - MARGIN, top + MEN_HEIGHT), "Men", frames, names, deeds(frames, names))
    top += MEN_HEIGHT + FOOT + 50
    box = Box(MARGIN, top, WIDTH - MARGIN, top + VOTES_HEIGHT)
    plot(image, box, "Votes in both Houses", _lines(frames, names, votes), round_starts(frames))
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
    inner = plot(image, box, heading, _lines(frames, names, men), round_starts(frames))
    for deed in marks:
        x = across(inner, deed.frame, len(frames))
        if deed.kind == "crowned":
            crown = sprite(44, 40, lambda pen: glyphs.crown(pen.at(22, 20), 14))
            paste(image, crown, x - 22, inner.top - 2)
        elif deed.kind == "died":
            cross = sprite(32, 32, lambda pen: glyphs.death_cross(pen.at(16, 16, 0.8)))
            paste(image, cross, x - 16, inner.top + 36)


def _lines(
    frames: Sequence[Frame], names: Mapping[str, str], measure: Callable[[KingmakerView, str], int]
) -> list[Curve]:
    """Return the curve of every faction, in table order."""
    numbers = {seat.id: seat.number for seat in view_of(frames[-1]).seats}
    return [
        Curve(values, livery(numbers[seat]).fill, counters.badge(numbers[seat], 27), player(names, seat))
        for seat, values in series(frames, measure).items()
    ]


def chart_alt(frames: Sequence[Frame], names: Mapping[str, str]) -> str:
    """Return the alternative text of the curves."""
    view = view_of(frames[-1])
    head = f"The chart shows the men and votes of every faction over {counted(view.round, 'round')}."
    courses = [_course(frames, view, row.id, names) for row in standings(view)]
    return within_limit([head, *courses, *_marks(frames, names)])


def _course(frames: Sequence[Frame], view: KingmakerView, seat: str, names: Mapping[str, str]) -> str:
    values = [men(view_of(frame), seat) for frame in frames]
    best = values.index(max(values))
    return (
        f"{names.get(seat, seat)} had {values[0]} men at the start and most, {values[best]}, in round "
        f"{view_of(frames[best]).round}; at the end {values[-1]} men and {counted(votes(view, seat), 'vote')}."
    )


def _marks(frames: Sequence[Frame], names: Mapping[str, str]) -> list[str]:
    found = [deed for deed in deeds(frames, names) if deed.kind in ("crowned", "died")]
    return [f"Round {deed.round}: {deed.text}" for deed in found]
