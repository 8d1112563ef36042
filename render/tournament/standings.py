"""The standings of a tournament: who is in, who is out, by what figures, and why."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted, join_words
from engine.tournament import tournament, wording
from engine.tournament.standings import Line, standings
from engine.tournament.state import State
from render.kit.page import Sheet, stacked
from render.kit.palette import ALARM, GOLD, PARCHMENT, WHITE, blend
from render.picture import Picture, finish
from render.tournament.page import (
    FIGURE,
    HEADING,
    MARGIN,
    NAME,
    NOTE,
    SMALL,
    WIDTH,
    band,
    crown,
    page,
    rule,
    strip,
    title_of,
)
from render.wish import NothingToShow
from render.wording import player, within_limit

MOST = 32
"""Lines that one picture shows; all of them are in the text."""

HEAD, ROW, FOOT = 52, 74, 60
COLUMN = 104
"""How wide a column of figures is."""

NARROW: Mapping[str, str] = {"best": "best", "total": "all", "wins": "won", "share": "rivals", "survived": "rounds"}
"""The heads of the columns, by criterion; a win with the sole King is a crown before the name."""

IN = blend(GOLD, PARCHMENT, 0.72)
"""Behind those who are in the Final."""


def draw_standings(state: State, names: Mapping[str, str]) -> Picture:
    """Return the standings as a picture; NothingToShow before anybody has been seated."""
    lines = standings(state)
    if not lines:
        raise NothingToShow("No game is over yet; there are standings once one is.")
    parts = [band(state, _aside(state)), _head(state), _lines(state, lines[:MOST], names), _foot(state, lines)]
    return finish(stacked(parts), standings_alt(state, names))


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
        found.say(_x(state, what), HEAD / 2 + 4, NARROW[what], SMALL, "rm")
    return found.image()


def _lines(state: State, lines: Sequence[Line], names: Mapping[str, str]) -> Image.Image:
    found = page(ROW * len(lines) + 8)
    why = wording.reasons(state)
    for number, line in enumerate(lines):
        top = number * ROW
        inside = why.get(line.person, "").startswith("in:")
        if inside or (not why and number % 2):
            strip(found, top + 2, top + ROW - 2, IN if inside else blend(PARCHMENT, WHITE, 0.5))
        elif number and why.get(lines[number - 1].person, "").startswith("in:"):
            rule(found, top)
        _line(found, state, line, why.get(line.person, ""), player(names, line.person), top)
    return found.image()


def _line(found: Sheet, state: State, line: Line, why: str, name: str, top: float) -> None:
    upper, lower = top + 25, top + 54
    columns = _columns(state)
    room = _x(state, columns[0]) - 92 - COLUMN + 14 if columns else WIDTH - 130
    found.say(MARGIN + 44, upper, f"{line.place}", FIGURE, "rm")
    left = MARGIN + 62
    if line.clear_in:
        found.stamp(crown(15), left + 16, upper)
        left += 42
    style = NAME._replace(ink=ALARM) if line.dropped else NAME
    found.say(left, upper, name, style, room=room - left + 92)
    for what in columns:
        found.say(_x(state, what), upper, f"{line.figures[what]:g}", FIGURE, "rm")
    found.say(MARGIN + 62, lower, _note(state, line, why), NOTE, room=WIDTH - 2 * MARGIN - 66)


def _note(state: State, line: Line, why: str) -> str:
    """What stands below a name: why the person is in or out, and the points of each heat where there are any."""
    played = [f"{line.by_heat[heat.number]}" if heat.number in line.by_heat else "–" for heat in state.heats]
    points = f"heats {', '.join(played)}" if any(line.by_heat.values()) and len(played) < 6 else ""
    return "; ".join(part for part in (why, points) if part)


def _foot(state: State, lines: Sequence[Line]) -> Image.Image:
    found = page(FOOT)
    rule(found, 8)
    more = f"; {len(lines) - MOST} more below" if len(lines) > MOST else ""
    found.say(MARGIN, FOOT / 2 + 6, f"{counted(len(lines), 'entrant')}{more}", HEADING, room=300)
    if any(line.clear_in for line in lines):
        found.stamp(crown(13), WIDTH - 270, FOOT / 2 + 6)
        found.say(WIDTH - MARGIN, FOOT / 2 + 6, "won with the sole King", SMALL, "rm")
    return found.image()


def standings_alt(state: State, names: Mapping[str, str]) -> str:
    """Return the alternative text of the standings: every line with its reason, as far as there is room."""
    columns = _columns(state)
    figures = f" Figures are {join_words(NARROW[what] for what in columns)}." if columns else ""
    why = wording.reasons(state)
    told = [_told(line, columns, why.get(line.person, ""), player(names, line.person)) for line in standings(state)]
    return within_limit([f"{title_of(state)}: {_aside(state).lower()}.{figures}", *told])


def _told(line: Line, columns: Sequence[str], why: str, name: str) -> str:
    figures = "/".join(f"{line.figures[what]:g}" for what in columns)
    return f"{line.place}. {name} {figures}{f' ({why})' if why else ''}."
