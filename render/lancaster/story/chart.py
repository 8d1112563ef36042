"""The course of a game as curves, and what every player's points are made of."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.lancaster.views import LancasterView
from render.kit.curves import Curve, plot
from render.kit.page import stacked
from render.kit.palette import INK, PARCHMENT
from render.kit.pen import Box
from render.lancaster.board.page import HEADING, MARGIN, NAME, SMALL, WIDTH, Page, band
from render.lancaster.board.palette import VELLUM, inks, livery
from render.lancaster.board.signs import badge, sign
from render.lancaster.papers.sheet import LINES, lines_of, minus, signed, standings
from render.lancaster.story.chronicle import course, round_starts, view_of
from render.picture import Picture, finish
from render.picture_request import Frame
from render.story import begun
from render.wording import player, within_limit

CURVES = 560
HEAD = 60
ROW = 84
COLUMN = 110
FIRST = 330


def draw_chart(story: Sequence[Frame], names: Mapping[str, str]) -> Picture:
    """Return the curves of a game; NothingToShow before it has a course."""
    frames = begun(story)
    view = view_of(frames[-1])
    parts = [band("The course of the game", counted(view.round, "round")), curves(frames, names)]
    if view.sheet:
        parts.append(sources(view, names))
    return finish(stacked(parts), chart_alt(frames, names), inks=inks())


def curves(frames: Sequence[Frame], names: Mapping[str, str]) -> Image.Image:
    """Return the power points of all players over time; the last step is the final scoring."""
    image = Image.new("RGB", (WIDTH, CURVES), PARCHMENT)
    colours = {one.id: one.colour for one in view_of(frames[-1]).players}
    lines = [
        Curve(values, livery(colours[seat]).fill, badge(colours[seat], 49), player(names, seat))
        for seat, values in course(frames).items()
    ]
    plot(image, Box(MARGIN, 64, WIDTH - MARGIN, CURVES - 56), "Power points", lines, round_starts(frames))
    return image


def sources(view: LancasterView, names: Mapping[str, str]) -> Image.Image:
    """Return a table: what the points of every player are made of, the winner first."""
    ranked = standings(view)
    page = Page(HEAD + 58 + len(ranked) * ROW + 10, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2 + 4, "What the points are made of", HEADING)
    kinds = [what for what in LINES if any(line.what == what for line in view.sheet)]
    for number, what in enumerate(kinds):
        page.sprite(sign(LINES[what][1], 48), FIRST + (number + 0.5) * COLUMN, HEAD + 26)
    page.text(WIDTH - MARGIN - 12, HEAD + 26, "all", SMALL, "rm")
    for place, seat in enumerate(ranked):
        own = next(one for one in view.players if one.id == seat)
        box = Box(MARGIN, HEAD + 58 + place * ROW, WIDTH - MARGIN, HEAD + 58 + (place + 1) * ROW - 8)
        page.pen.rect(box, VELLUM, INK, 2, 9)
        page.tint(box.grown(-1.5), own.colour, 8)
        middle = box.centre[1]
        page.sprite(badge(own.colour, 50), box.left + 36, middle)
        page.text(box.left + 68, middle, player(names, seat), NAME, room=FIRST - box.left - 70)
        gained = {line.what: line.points for line in lines_of(view, seat)}
        for number, what in enumerate(kinds):
            page.text(FIRST + (number + 0.5) * COLUMN, middle, signed(gained.get(what, 0)), NAME, "mm")
        page.text(box.right - 12, middle, minus(own.points), NAME._replace(size=44), "rm")
    return page.image()


def chart_alt(frames: Sequence[Frame], names: Mapping[str, str]) -> str:
    """Return the alternative text of the curves."""
    view = view_of(frames[-1])
    starts = round_starts(frames)
    told = [f"Power points over {counted(view.round, 'round')}: after each round, and at the end."]
    points = course(frames)
    for seat in standings(view):
        rounds = ", ".join(minus(points[seat][start]) for start in starts.values() if start)
        told.append(f"{names.get(seat, seat)} had {rounds}, and {minus(points[seat][-1])} at the end.")
    for seat in standings(view) if view.sheet else []:
        made = ", ".join(f"{LINES[line.what][0].lower()} {signed(line.points)}" for line in lines_of(view, seat))
        told.append(f"The points of {names.get(seat, seat)} come from {made}.")
    return within_limit(told)
