"""The standings of a tournament: who is in, who is out, by what figures, and why."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted, join_words
from engine.tournament import tournament, wording
from engine.tournament.standings import SHORT, Line, standings
from engine.tournament.state import State
from render.kit.lettering import Face, Type
from render.kit.page import Sheet, stacked
from render.kit.palette import ALARM, GOLD, INK, PARCHMENT, WHITE, blend
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.tournament.page import HEADING, MARGIN, SMALL, WIDTH, band, crown, page, rule, strip, title_of
from render.wording import player, within_limit

LINES = 10
"""The most lines of one page, so that a phone can show the picture in a thread at a readable size."""

HEAD, ROW, FOOT = 50, 92, 62
COLUMN = 122
"""How wide a column of figures is."""

INDENT = 74
"""Where names begin, from the margin."""

NAME = Type(Face.BOLD, 42)
FIGURE = Type(Face.BOLD, 42)
REASON = Type(Face.ITALIC, 31, blend(INK, PARCHMENT, 0.12))
COLUMN_HEAD = Type(Face.BOLD, 28, blend(INK, PARCHMENT, 0.2))

NARROW: Mapping[str, str] = {"best": "best", "total": "all", "wins": "won", "share": "rivals", "survived": "rounds"}
"""The heads of the columns, by criterion; a win with the sole King is a crown before the name."""

IN = blend(GOLD, PARCHMENT, 0.72)
"""Behind those who are in the Final."""


def pages(state: State) -> int:
    """Return how many pages the standings fill; none before anybody has been seated."""
    return -(-len(state.entrants()) // LINES)


def draw_standings(state: State, names: Mapping[str, str], number: int = 1) -> Picture:
    """Return a page of the standings as a picture, the first is 1; NothingToShow before anybody has been seated.

    The pages are as long as one another, as far as that goes.
    """
    every = standings(state)
    if not every:
        raise NothingToShow("There are no standings yet; wait until the first game is over.")
    length = -(-len(every) // pages(state))
    lines = every[(number - 1) * length : number * length]
    parts = [band(state, _aside(state)), _head(state), _lines(state, lines, names), _foot(lines, len(every))]
    return finish(stacked(parts), standings_alt(state, lines, names))


def _aside(state: State) -> str:
    if tournament.under_review(state):
        return "Standings, under review"
    over = sum(heat.over for heat in state.heats)
    return f"Standings after {over} of {len(state.heats)} {'rounds' if state.format.scheme == 'league' else 'heats'}"


def _columns(state: State) -> list[str]:
    return [what for what in state.format.order if what in NARROW]


def _x(state: State, what: str) -> float:
    """Where the figures of a column end."""
    columns = _columns(state)
    return WIDTH - MARGIN - 4 - (len(columns) - 1 - columns.index(what)) * COLUMN


def _head(state: State) -> Image.Image:
    found = page(HEAD)
    for what in _columns(state):
        found.text(_x(state, what), HEAD / 2 + 4, NARROW[what], COLUMN_HEAD, "rm")
    return found.image()


def _lines(state: State, lines: Sequence[Line], names: Mapping[str, str]) -> Image.Image:
    found = page(ROW * len(lines) + 8)
    why = wording.reasons(state)
    for number, line in enumerate(lines):
        top = number * ROW
        inside = why.get(line.person, "").startswith("qualified")
        if inside or number % 2:
            strip(found, top + 2, top + ROW - 2, IN if inside else blend(PARCHMENT, WHITE, 0.5))
        if number and not inside and why.get(lines[number - 1].person, "").startswith("qualified"):
            rule(found, top)
        _line(found, state, line, why.get(line.person, ""), player(names, line.person), top)
    return found.image()


def _line(found: Sheet, state: State, line: Line, why: str, name: str, top: float) -> None:
    upper, lower = top + 32, top + 69
    columns = _columns(state)
    right = _x(state, columns[0]) - COLUMN + 14 if columns else WIDTH - MARGIN
    found.text(MARGIN + INDENT - 20, upper, f"{line.place}", FIGURE, "rm")
    left = MARGIN + INDENT
    if line.clear_in:
        found.sprite(crown(18), left + 20, upper)
        left += 50
    style = NAME._replace(ink=ALARM) if line.dropped else NAME
    found.text(left, upper, name, style, room=right - left)
    for what in columns:
        found.text(_x(state, what), upper, f"{line.figures[what]:g}", FIGURE, "rm")
    found.text(MARGIN + INDENT, lower, _note(state, line, why), REASON, room=WIDTH - 2 * MARGIN - INDENT)


def _note(state: State, line: Line, why: str) -> str:
    """Return the note below a name: why the person is in or out, and the points of each heat where there are any."""
    played = [f"{line.by_heat[heat.number]}" if heat.number in line.by_heat else "–" for heat in state.heats]
    points = f"heats {', '.join(played)}" if any(line.by_heat.values()) and len(played) < 6 else ""
    return "; ".join(part for part in (why, points) if part)


def _foot(lines: Sequence[Line], entrants: int) -> Image.Image:
    found = page(FOOT)
    rule(found, 8)
    part = f"{lines[0].place} to {lines[-1].place} of " if len(lines) < entrants else ""
    found.text(MARGIN, FOOT / 2 + 6, f"{part}{counted(entrants, 'entrant')}", HEADING, room=420)
    if any(line.clear_in for line in lines):
        wide = found.text(WIDTH - MARGIN, FOOT / 2 + 6, "won with the sole King", SMALL, "rm")
        found.sprite(crown(13), WIDTH - MARGIN - wide - 26, FOOT / 2 + 6)
    return found.image()


def standings_alt(state: State, lines: Sequence[Line], names: Mapping[str, str]) -> str:
    """Return the alternative text of a page: every line with its reason, as far as there is room."""
    columns = _columns(state)
    figures = f" The figures are {join_words(SHORT[what] for what in columns)}." if columns else ""
    why = wording.reasons(state)
    told = [_told(line, columns, why.get(line.person, ""), player(names, line.person)) for line in lines]
    return within_limit([f"{title_of(state)}: {_aside(state).lower()}.{figures}", *told])


def _told(line: Line, columns: Sequence[str], why: str, name: str) -> str:
    figures = ", ".join(f"{NARROW[what]} {line.figures[what]:g}" for what in columns)
    return f"{line.place}. {name}: {figures}{f' ({why})' if why else ''}."
