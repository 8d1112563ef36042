"""Catastrophes: for some rounds titles, offices and bishops give no strength (rules 3.13)."""

from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import Catastrophe
from engine.kingmaker.ships import shipping, wrecks


def begin(game: Kingmaker, card: EventCard) -> None:
    """Put the card in force until the drawer's turn after its number of rounds [WBC-V05.1, WBC-V05.5, WBC-V05.6]."""
    catastrophe = Catastrophe(card.id, game.now(), length(game, card))
    game.state.catastrophes.append(catastrophe)
    text = f"{card.title}: titles, offices and bishops add no strength until {{{game.active}}}'s turn in round "
    game.emit("catastrophe", f"{text}{ends(catastrophe)}.", about=[card.id], rule="WBC-V05.1")


def ends(catastrophe: Catastrophe) -> int:
    """Return the round in which a catastrophe ends, as the turn of the seat that drew it begins."""
    return catastrophe.begun.round + catastrophe.rounds


def length(game: Kingmaker, card: EventCard) -> int:
    """Return the rounds that a card lasts: those printed, or one where three count as one [WBC-R01.1]."""
    capped = game.option("catastrophe_cap") == "three_is_one" and card.rounds == 3
    return 1 if capped else card.rounds


def end_due(game: Kingmaker) -> None:
    """As a turn begins, end the catastrophes whose time is up; after the last one strength returns [WBC-V05.5]."""
    due = [found for found in game.state.catastrophes if game.rounds_since(found.begun) >= found.rounds]
    for catastrophe in due:
        game.state.catastrophes.remove(catastrophe)
        piles.discard_event(game, catastrophe.card)
        text = "The catastrophe is over: titles, offices and bishops add their strength again."
        game.emit("catastrophe_over", text, about=[catastrophe.card], rule="WBC-V05.5")
    if due and not game.state.catastrophes:
        # Sink the ships at sea for which their passengers' full strength is too much (RULING 14) [WBC-V05.7].
        ships = [ship for ship in wrecks.at_sea(game) if shipping.overloaded(game, ship)]
        if ships:
            wrecks.sink(game, ships, "drowned with an overloaded ship", "WBC-V05.7")
