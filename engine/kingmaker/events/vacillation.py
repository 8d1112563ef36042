"""Vacillating allegiance in the Event phase: one noble of the drawer stands aside for a turn (rules 3.12)."""

from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.overseas import stranded


def waver(game: Kingmaker, _: EventCard) -> None:
    """Let one of the drawer's nobles, chosen at random, neither move nor attack this turn [WBC-V04.1, WBC-V04.6]."""
    nobles = forces.nobles_of(game, game.active)
    if len(nobles) < 2:
        text = f"{{{game.active}}} has fewer than two nobles in play; the card is ignored."
        game.emit("no_effect", text, rule="WBC-V04.6")
        return
    noble = game.dice.pick(nobles, f"whose allegiance vacillates: {names.cards(game, nobles)}")
    game.state.turn.vacillating = noble
    text = (
        f"The allegiance of {names.card(game, noble)} ({{{game.active}}}) "
        f"vacillates: this turn he may neither move nor "
    )
    text += "attack, but he still defends."
    game.emit("vacillates", text, about=[noble], track=[game.noble(noble).at], rule="WBC-V04.1")
    stranded.vacillates(game, noble)
