"""The game master's edits of the lasting effects of event cards (rules 3.11 to 3.18)."""

from collections.abc import Mapping

from engine.core.actions import Action
from engine.core.editing.edits import Handler
from engine.core.errors import Illegal
from engine.kingmaker.board import names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.state import Catastrophe
from engine.kingmaker.edits import card_edits
from engine.kingmaker.events import french_siege
from engine.kingmaker.ships import wrecks


class SetCatastrophe(Action, frozen=True, tag="catastrophe"):
    """Put a catastrophe card in force from this turn for a number of rounds; 0 ends it."""

    card: str
    rounds: int = 1


class Waver(Action, frozen=True):
    """Let a noble of the player whose turn it is vacillate in this turn, or nobody."""

    noble: str = ""


class Sink(Action, frozen=True):
    """Let a ship sink with everybody aboard."""

    ship: str


class Raise(Action, frozen=True):
    """Bring back a lost ship of an office to its home port."""

    ship: str


class Abandon(Action, frozen=True):
    """Let a place fall to the Continent, as if the French had taken it."""

    place: PlaceId


def _catastrophe(game: Kingmaker, edit: SetCatastrophe) -> None:
    card = game.catalog.events.get(edit.card)
    if card is None or card.kind != "catastrophe":
        raise Illegal("Name a catastrophe card, such as catastrophe_1.")
    if edit.rounds > 0 and not game.active:
        raise Illegal("A catastrophe begins in somebody's turn, and nobody has had one yet; set it after the set-up.")
    card_edits.take_out(game, edit.card)
    if edit.rounds > 0:
        game.state.catastrophes.append(Catastrophe(edit.card, game.now(), edit.rounds))
    else:
        piles.discard_event(game, edit.card)


def _waver(game: Kingmaker, edit: Waver) -> None:
    if edit.noble and edit.noble not in forces.nobles_of(game, game.active):
        raise Illegal("Only a noble of the active seat can vacillate.")
    game.state.turn.vacillating = edit.noble


def _sink(game: Kingmaker, edit: Sink) -> None:
    if edit.ship not in game.state.ships:
        raise Illegal("That ship is not on the map.")
    wrecks.sink(game, [edit.ship], "drowned", "")


def _raise(game: Kingmaker, edit: Raise) -> None:
    if edit.ship not in game.state.sunk:
        raise Illegal("That ship is not a lost ship of an office.")
    wrecks.bring_back(game, edit.ship)


def _abandon(game: Kingmaker, edit: Abandon) -> None:
    sieges = [card for card in game.catalog.events.values() if card.kind == "french_siege" and card.place == edit.place]
    if not game.active or not sieges or edit.place in game.state.fallen:
        raise Illegal(f"{names.place(game, edit.place)} cannot fall to the Continent.")
    french_siege.fall(game, edit.place, sieges[0].office)


HANDLERS: Mapping[type[Action], Handler] = {
    SetCatastrophe: _catastrophe,
    Waver: _waver,
    Sink: _sink,
    Raise: _raise,
    Abandon: _abandon,
}
