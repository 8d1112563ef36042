"""Who may not act in a turn in which his allegiance vacillates (rules 3.12)."""

from collections.abc import Iterable

from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker


def check_steady(game: Kingmaker, nobles: Iterable[str], deed: str) -> None:
    """Raise Illegal if one of some nobles vacillates in this turn and so cannot do the `deed` [WBC-V04.1]."""
    waverer = game.state.turn.vacillating
    if waverer and waverer in nobles:
        name = names.card(game, waverer)
        raise Illegal(f"{name} vacillates this turn and cannot {deed}; leave him out.", "WBC-V04.1")


def check_ship(game: Kingmaker, ship: str) -> None:
    """Raise Illegal if a noble who vacillates is aboard a ship: it stays where it is [WBC-V04.2]."""
    waverer = game.state.turn.vacillating
    if waverer in game.state.nobles and game.noble(waverer).at == locations.aboard(ship):
        raise Illegal(
            lambda: f"{names.card(game, waverer)} vacillates aboard {names.thing(game, ship)}; it stays.", "WBC-V04.2"
        )
