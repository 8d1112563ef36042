"""The game master's hand: typed changes of the state, also the set-up of scenarios."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.actions import Action, snake
from engine.core.errors import Illegal
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import NobleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import Phase, Turn
from engine.kingmaker.edits import (
    card_edits,
    event_edits,
    map_edits,
    overseas_edits,
    parliament_edits,
    people_edits,
    trade_edits,
)
from engine.kingmaker.parliament import deadline, debate
from engine.kingmaker.sequence import leaving, newcomers, turn


class Goto(Action, frozen=True):
    """Go to the beginning of a phase of a seat's turn."""

    seat: str
    phase: Phase


class SetRound(Action, frozen=True, tag="round"):
    """Set the number of the round."""

    number: int


def carry_out(game: Kingmaker, action: Action) -> None:
    """Carry out an edit; raises Illegal if it is none or names what does not exist."""
    deed = DEEDS.get(type(action))
    if deed is None:
        raise Illegal("This is not one of the game master's edits.")
    _check_names(game, action)
    deed(game, action)
    _tell(game, action)


def _tell(game: Kingmaker, action: Action) -> None:
    """Tell everybody what was done; of hidden cards only whose they are or where they lie, the rest to their holder."""
    if not isinstance(action, card_edits.DISCREET):
        game.emit("edit", f"The game master: {in_words(action)}.")
        return
    seat = getattr(action, "seat", "")
    where = f"{{{seat}}}" if seat else str(getattr(action, "pile", "") or getattr(action, "deck", "")).replace("_", " ")
    number = len(getattr(action, "cards", ["one"]))
    what = "a card" if number == 1 else f"{number} cards"
    game.emit("edit", f"The game master: {snake(type(action).__name__)} {what}, {where}.")
    if seat:
        game.emit("edit", f"The game master: {in_words(action)}.", to=[seat])


def in_words(action: Action) -> str:
    """An edit in words: 'place percy, open:durham, ann'."""
    values = [_value(field, getattr(action, field)) for field in action.__struct_fields__]
    return f"{snake(type(action).__name__)} {', '.join(value for value in values if value)}".replace("_", " ")


def _value(field: str, value: object) -> str:
    """A value as the log shows it; seats stand for their players."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{{{value}}}" if field == "seat" and value else str(value)


def _check_names(game: Kingmaker, action: Action) -> None:
    known: dict[str, Mapping[str, object]] = {
        "noble": {card.id: card for card in game.book.cards.values() if isinstance(card, NobleCard)},
        "card": {**game.book.cards, **game.book.events},
        "heir": game.state.heirs,
        "seat": game.state.factions,
        "place": game.book.places,
        "ship": game.book.ships,
    }
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if field in known and value and value not in known[field]:
            raise Illegal(f"There is no {field} called '{value}' in this game.")
        if field == "at" and value:
            check_location(game, value)


def check_location(game: Kingmaker, at: str) -> None:
    """Raise Illegal unless `at` is a location of the map."""
    book = game.book
    ids: dict[str, Mapping[str, Any]] = {
        "open": book.squares,
        "area": book.squares,
        "inside": book.places,
        "aboard": game.state.ships,
        "port": book.ports,
        "sea": book.seas,
    }
    if locations.name(at) not in ids.get(locations.kind(at), {}):
        raise Illegal(f"'{at}' is no location; write open:<square>, inside:<place>, aboard:<ship> or area:<area>.")


def _goto(game: Kingmaker, edit: Goto) -> None:
    before: list[Phase] = []
    for phase in turn.PHASES:
        if phase == edit.phase:
            break
        before.append(phase)
    state = game.state
    state.turn = Turn(round=state.turn.round, seat=edit.seat, phase=edit.phase)
    game.drop_steps(0)
    state.steps = [turn.Round(), turn.OneTurn(begun=before)]
    for noble in state.nobles.values():
        turn.refresh(noble)
    for ship in state.ships.values():
        ship.steps, ship.loaded_at = 0, ""


def _round(game: Kingmaker, edit: SetRound) -> None:
    game.state.turn.round = edit.number


DEEDS: dict[type[Action], Callable[[Kingmaker, Any], None]] = {
    **people_edits.DEEDS,
    **card_edits.DEEDS,
    **map_edits.DEEDS,
    **trade_edits.DEEDS,
    **event_edits.DEEDS,
    **overseas_edits.DEEDS,
    **parliament_edits.DEEDS,
    debate.AllowVote: debate.allow_vote,
    deadline.CloseParliament: deadline.close,
    Goto: _goto,
    SetRound: _round,
    leaving.Drop: leaving.drop,
    newcomers.Join: newcomers.join,
}

ACTIONS: tuple[type[Action], ...] = tuple(DEEDS)
