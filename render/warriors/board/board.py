"""The whole board: the band, the score, the map, the turns, and what each side has beside the map."""

from collections.abc import Callable, Mapping, Sequence

from PIL import Image

from engine.core.events import Event
from engine.warriors.views import WarriorsView
from render.kit.layered import Layered, Still
from render.kit.page import in_layers, stacked
from render.kit.theme import DAY, Theme
from render.picture import Picture, finish
from render.warriors.board import land
from render.warriors.board.alt import board_alt
from render.warriors.board.key import key_strip
from render.warriors.board.page import band
from render.warriors.board.palette import inks
from render.warriors.board.tracks import entries, off_map, score, sides, turns
from render.warriors.board.words import phase, years
from render.warriors.edition import catalog
from render.wording import player


def draw_board(
    view: WarriorsView,
    names: Mapping[str, str],
    changes: Sequence[Event] = (),
    theme: Theme = DAY,
    layer: land.Layer | None = None,
) -> Picture:
    """Return the board as `view` shows it; what `changes` have touched is marked. Names are the players' by seat.

    A layer over the map leads the words with its own.
    """
    whole = stacked(
        [
            heading(view, names),
            score(view, theme),
            land.painted(view, changes, theme, layer),
            turns(view, theme),
            sides(view, names, theme),
            key_strip(theme),
        ]
    )
    return finish(whole, board_alt(view, names, changes, layer.words if layer else ()), inks=inks(theme))


def heading(view: WarriorsView, names: Mapping[str, str]) -> Image.Image:
    """Return the band above the map: the scenario, the turn, and whose impulse it is."""
    return band(catalog().scenarios[view.scenario].name, *asides(view, names))


def asides(view: WarriorsView, names: Mapping[str, str]) -> tuple[str, str]:
    """Return where the game stands, for the band above a picture."""
    told = f"{player(names, view.active)}'s impulse" if view.active else phase(view)
    return f"Turn {view.turn} · {years(view.scenario, view.turn)}", f"{told[:1].upper()}{told[1:]}"


def board_row() -> Callable[[WarriorsView, Mapping[str, str]], Layered]:
    """Begin a row of boards in layers, without the band above."""
    above, below, aside = Still(), Still(), Still()
    draw_map = land.map_row()

    def draw(view: WarriorsView, names: Mapping[str, str]) -> Layered:
        lead = above.drawn((view.score, view.sudden_death), lambda: score(view))
        track = below.drawn((view.turn, view.turns, view.scenario, entries(view)), lambda: turns(view))
        panels = aside.drawn((off_map(view), names), lambda: sides(view, names))
        return in_layers([lead, draw_map(view), track, panels])

    return draw
