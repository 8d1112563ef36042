"""The champion of a tournament, with the second to the sixth place."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.core.text import counted
from engine.tournament import tournament, wording
from engine.tournament.results import Place
from engine.tournament.state import State
from render.kit.lettering import Face, Type
from render.kit.page import Sheet, smaller, stacked
from render.kit.palette import GOLD, INK, PARCHMENT, WHITE, blend
from render.kit.pen import Box
from render.picture import Picture, finish
from render.picture_request import NothingToShow
from render.tournament.page import FIGURE, MARGIN, NOTE, SMALL, WALNUT, WIDTH, band, crown, page, rule, strip, title_of
from render.wording import player, within_limit

HONOUR, ROW, FOOT = 316, 66, 54

VICTOR = Type(Face.CAPITALS, 68, INK)
STYLE = Type(Face.CAPITALS, 34, INK)
NAME = Type(Face.BOLD, 36)
PLACE = Type(Face.CAPITALS, 28, WALNUT)


def draw_champion(state: State, names: Mapping[str, str]) -> Picture:
    """Return the picture of the champion; NothingToShow before the tournament has its places."""
    places = announced(state)
    if not places:
        raise NothingToShow("There is no champion yet; wait until the last game is over.")
    first = [person for person, place in places if place == 1]
    others = [(person, place) for person, place in places if place > 1]
    parts = [band(state, _aside(state)), _victory(state, first, names)]
    parts += [_others(state, others, names), _foot(state)]
    return finish(stacked(parts), champion_alt(state, names))


def announced(state: State) -> list[tuple[str, int]]:
    """Return who has one of the places that are announced, the first first."""
    order = sorted(tournament.places(state).items(), key=lambda pair: pair[1])
    return [(person, place) for person, place in order if place <= len(wording.ORDINALS)]


def _aside(state: State) -> str:
    entrants = counted(len(state.entrants()), "entrant")
    return f"{len(state.heats)} heats, {entrants}" if len(state.heats) > 1 else entrants


def _victory(state: State, first: Sequence[str], names: Mapping[str, str]) -> Image.Image:
    """Return the field of the champion: a crown, the name, and how the last game was won."""
    found = page(HONOUR)
    box = Box(MARGIN, 16, WIDTH - MARGIN, HONOUR - 10)
    found.paint.rect(box, blend(GOLD, PARCHMENT, 0.6), INK, 4, 16)
    found.paint.rect(box.grown(-8), None, GOLD, 4, 12)
    found.sprite(crown(50), WIDTH / 2, 94)
    called = "Champion" if len(first) == 1 else "They share the first place"
    found.fixed_text(WIDTH / 2, 166, called, STYLE, "mm")
    name = " and ".join(player(names, person) for person in first)
    found.fixed_text(WIDTH / 2, 221, name, smaller(name, VICTOR, box.width - 60), "mm", room=box.width - 50)
    found.fixed_text(WIDTH / 2, 272, _how(_last(state, first[0])), NOTE._replace(ink=INK), "mm", room=box.width - 50)
    return found.image()


def _last(state: State, person: str) -> Place | None:
    """Return a person's place in the Final, or in the last round that they played."""
    for heat in (state.final, *reversed(state.heats)):
        result = heat.result_of(person)
        if result:
            return result.of(person)
    return None


def _how(place: Place | None) -> str:
    if place is None:
        return ""
    if place.clear:
        return "with the sole King"
    return f"with {counted(place.points, 'point')}" if place.points else ""


def _others(state: State, others: Sequence[tuple[str, int]], names: Mapping[str, str]) -> Image.Image:
    """Return the places after the first, a line each, with the points of the last game."""
    found = page(max(1, len(others)) * ROW + 8)
    for number, (person, place) in enumerate(others):
        top = number * ROW
        if number % 2 == 0:
            strip(found, top + 3, top + ROW - 3, blend(PARCHMENT, WHITE, 0.5))
        _other(found, state, person, wording.ORDINALS[place - 1], player(names, person), top + ROW / 2)
    return found.image()


def _other(found: Sheet, state: State, person: str, place: str, name: str, middle: float) -> None:
    result = next(state.final.results(), None)
    played = result.of(person) if result else None
    points = f"{played.points}" if played and played.points else ""
    found.text(MARGIN + 4, middle, place, PLACE)
    found.text(MARGIN + 148, middle, name, NAME, room=WIDTH - 2 * MARGIN - 240)
    found.text(WIDTH - MARGIN - 8, middle, points, FIGURE, "rm")


def _foot(state: State) -> Image.Image:
    found = page(FOOT)
    rule(found, 6)
    found.text(MARGIN, FOOT / 2 + 6, f"Game master: {state.names[state.master]}", SMALL, room=WIDTH - 280)
    if state.format.finalists:
        found.text(WIDTH - MARGIN, FOOT / 2 + 6, "points of the Final", SMALL, "rm")
    return found.image()


def champion_alt(state: State, names: Mapping[str, str]) -> str:
    """Return the alternative text: who has won, how, and who came after."""
    places = announced(state)
    told = []
    for person, place in places:
        how = _how(_last(state, person)) if place == 1 else ""
        rank = "the champion" if place == 1 else wording.ORDINALS[place - 1].lower()
        told.append(f"{player(names, person)} is {rank}{f', {how}' if how else ''}.")
    return within_limit([f"{title_of(state)}: {_aside(state)}.", *told])
