"""The whole board: England, the Channel, the conflicts in France, and the houses."""

from collections.abc import Callable, Mapping, Sequence

from PIL import Image

from engine.core.events import Event
from engine.lancaster.reports import PHASES
from engine.lancaster.views import LancasterView
from render.kit.layered import Layered, Still
from render.kit.page import in_layers, stacked
from render.kit.theme import DAY, Theme
from render.lancaster.board.alt import board_alt
from render.lancaster.board.england import england, england_row
from render.lancaster.board.france import channel, france
from render.lancaster.board.houses import strip
from render.lancaster.board.page import band
from render.lancaster.board.palette import inks
from render.picture import Picture, finish
from render.wording import player


def draw_board(
    view: LancasterView,
    names: Mapping[str, str],
    changes: Sequence[Event] = (),
    theme: Theme = DAY,
    *,
    expelling: bool = False,
) -> Picture:
    """Return the board as `view` shows it; what `changes` have touched is marked. Names are the players' by seat.

    `expelling` tells what it takes to come to each county, and leads the words.
    """
    whole = painted(view, names, changes, theme, expelling=expelling)
    return finish(whole, board_alt(view, names, changes, expelling=expelling), inks=inks(theme))


def painted(
    view: LancasterView,
    names: Mapping[str, str],
    changes: Sequence[Event] = (),
    theme: Theme = DAY,
    *,
    expelling: bool = False,
) -> Image.Image:
    """Return the board as an image that is not printed yet; see `draw_board`."""
    return stacked(
        [
            band("Lancaster", aside(view, names)),
            england(view, changes, theme, expelling=expelling),
            channel(view, theme),
            france(view, changes, theme),
            strip(view, names, theme),
        ]
    )


def aside(view: LancasterView, names: Mapping[str, str]) -> str:
    """Return where the game stands, for the band above a picture."""
    stage = f"{player(names, view.seat)} places" if view.seat else PHASES[view.phase]
    return f"Round {view.round} · {stage[:1].upper()}{stage[1:]}"


def board_row() -> Callable[[LancasterView, Mapping[str, str]], Layered]:
    """Begin a row of boards in layers, without the band above."""
    draw_england, sea = england_row(), Still()

    def draw(view: LancasterView, names: Mapping[str, str]) -> Layered:
        favours = sea.drawn(view.favours, lambda: channel(view))
        return in_layers([draw_england(view), favours, france(view), strip(view, names)])

    return draw
