"""Vacillating allegiance in the Event phase: one noble of the drawer stands aside for a turn (rules 3.12)."""

from collections.abc import Iterable

from engine.core.errors import Illegal
from engine.kingmaker.board import forces, locations, names
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.overseas import stranded


def waver(game: Kingmaker, _: EventCard) -> None:
    """Let one of the drawer's nobles, chosen at random, neither move nor attack this turn [WBC-V04.1, WBC-V04.6]."""
    nobles = forces.nobles_of(game, game.active)
    if len(nobles) < 2:
        text = f"{{{game.active}}} has fewer than two nobles in play; the card is ignored."
        game.emit("no_effect", text, rule="WBC-V04.6")
        return
    noble = game.dice.pick(nobles, f"whose allegiance vacillates: {names.cards(nobles)}")
    game.state.turn.vacillating = noble
    text = f"The allegiance of {names.card(noble)} of {{{game.active}}} vacillates: in this turn he neither moves nor "
    text += "attacks. He still defends."
    game.emit("vacillates", text, about=[noble], track=[game.noble(noble).at], rule="WBC-V04.1")
    stranded.vacillates(game, noble)


def check_steady(game: Kingmaker, nobles: Iterable[str], deed: str) -> None:
    """Raise Illegal if one of some nobles vacillates in this turn and so cannot do the `deed` [WBC-V04.1]."""
    if game.state.turn.vacillating in nobles:
        name = names.card(game.state.turn.vacillating)
        raise Illegal(f"{name} vacillates this turn and does not {deed}; leave him out.", "WBC-V04.1")


def check_ship(game: Kingmaker, ship: str) -> None:
    """Raise Illegal if a noble who vacillates is aboard a ship: it stays where it is [WBC-V04.2]."""
    waverer = game.state.turn.vacillating
    if waverer in game.state.nobles and game.noble(waverer).at == locations.aboard(ship):
        raise Illegal(f"{names.card(waverer)} vacillates aboard {game.book.ships[ship].name}; it stays.", "WBC-V04.2")
