"""The course of a game as curves: the lead, what both sides controlled, and what was scored turn by turn."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.warriors.board.state import SIDES
from engine.warriors.views import WarriorsView
from render.kit.curves import Curve, plot
from render.kit.lettering import Face, Type
from render.kit.page import stacked
from render.kit.palette import INK, PARCHMENT
from render.kit.pen import Box
from render.picture import Picture, finish
from render.picture_request import Frame
from render.story import begun
from render.warriors.board.page import HEADING, MARGIN, NAME, NOTE, WIDTH, Page, band
from render.warriors.board.palette import COATS, VELLUM, inks, pale
from render.warriors.board.signs import sign
from render.warriors.board.words import lead, lead_words, who
from render.warriors.story.chronicle import held, scores, tallies, turn_starts, view_of
from render.wording import within_limit

CURVES = 480
HEAD = 62
ROW = 66
FIRST = 176
CELL = Type(Face.BOLD, 37)


def draw_chart(story: Sequence[Frame], names: Mapping[str, str]) -> Picture:
    """Return the curves of a game; NothingToShow before it has a course."""
    frames = begun(story)
    view = view_of(frames[-1])
    parts = [band("The course of the war", counted(view.turn, "turn")), lead_curve(frames), areas_curve(frames, names)]
    if tallies(frames):
        parts.append(table(frames, names))
    return finish(stacked(parts), chart_alt(frames), inks=inks())


def lead_curve(frames: Sequence[Frame]) -> Image.Image:
    """Return the score over time: above nought the English lead, below it the French."""
    image = Image.new("RGB", (WIDTH, CURVES), PARCHMENT)
    values = scores(frames)
    side = "english" if values[-1] > 0 else "french" if values[-1] < 0 else ""
    curve = Curve(values, COATS[side].fill, sign(side, 40), lead(values[-1]))
    plot(image, _box(), "English lead", [curve], turn_starts(frames), "turn")
    return image


def areas_curve(frames: Sequence[Frame], names: Mapping[str, str]) -> Image.Image:
    """Return the values of the areas that both sides controlled."""
    image = Image.new("RGB", (WIDTH, CURVES), PARCHMENT)
    view = view_of(frames[-1])
    curves = [
        Curve(values, COATS[side].fill, sign(side, 40), _name(view, side, names))
        for side, values in held(frames).items()
    ]
    plot(image, _box(), "Value of controlled areas", curves, turn_starts(frames), "turn")
    return image


def _box() -> Box:
    return Box(MARGIN, 60, WIDTH - MARGIN, CURVES - 56)


def _name(view: WarriorsView, side: str, names: Mapping[str, str]) -> str:
    return who(view, side, names) or COATS[side].name


def table(frames: Sequence[Frame], names: Mapping[str, str]) -> Image.Image:
    """Return what was scored on every turn, and the lead after it."""
    found = tallies(frames)
    page = Page(HEAD + 4 * ROW + 20, PARCHMENT)
    page.text(MARGIN + 4, HEAD / 2 + 2, "Scored turn by turn", HEADING)
    step = (WIDTH - MARGIN - FIRST - 8) / max(12, len(found))
    page.text(MARGIN + 10, HEAD + ROW / 2, "turn", NOTE)
    for place, one in enumerate(found):
        page.text(FIRST + (place + 0.5) * step, HEAD + ROW / 2, str(one.turn), NOTE, "mm")
    for row, side in enumerate((*SIDES, "")):
        box = Box(MARGIN, HEAD + (row + 1) * ROW, WIDTH - MARGIN, HEAD + (row + 2) * ROW - 6)
        page.pen.rect(box, VELLUM, INK, 2, 9)
        if side:
            page.paint.rect(box.grown(-1.6), pale(side), radius=8)
            page.sprite(sign(side, 42), box.left + 36, box.centre[1])
        else:
            page.text(box.left + 16, box.centre[1], "lead", NAME)
        for place, one in enumerate(found):
            number = {"english": one.english, "french": one.french, "": abs(one.score)}[side]
            leader = "english" if one.score > 0 else "french"
            tone = COATS[side or (leader if one.score else "")].fill
            x = FIRST + (place + 0.5) * step
            if not side and one.score:
                page.sprite(sign(leader, 30), x - 20, box.centre[1])
                x += 16
            page.text(x, box.centre[1], str(number), CELL._replace(ink=tone), "mm")
    return page.image()


def chart_alt(frames: Sequence[Frame]) -> str:
    """Return the alternative text of the curves."""
    view = view_of(frames[-1])
    told = [f"After {counted(view.turn, 'turn')} {lead_words(view.score)}."]
    told += [
        f"Turn {one.turn}: the English score {one.english}, the French {one.french}; then {lead_words(one.score)}."
        for one in tallies(frames)
    ]
    ends = {side: values[-1] for side, values in held(frames).items()}
    told.append(f"At the end the English control areas worth {ends['english']}, the French {ends['french']}.")
    return within_limit(told)
