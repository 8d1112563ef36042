"""The parts of a position that each edit sets, so that a file that sets one twice can be refused."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from engine.core.actions import Action
from engine.core.editing.edits import SetRound, Settled
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.edits import card_edits, event_edits, map_edits, overseas_edits, people_edits, trade_edits

TWICE = Settled("").twice
CROWNED = "The crown of {} is set twice"

BY_FIELD: Mapping[type[Action], Mapping[str, str]] = {
    people_edits.Place: {"noble": TWICE},
    people_edits.Remove: {"noble": TWICE},
    people_edits.Kill: {"person": TWICE},
    people_edits.SetHeir: {"heir": TWICE},
    people_edits.SetCaptive: {"noble": TWICE},
    people_edits.Crown: {"heir": CROWNED},
    people_edits.Uncrown: {"heir": CROWNED},
    people_edits.SetForce: {"noble": "The force of {} has two numbers"},
    card_edits.Give: {"card": TWICE},
    card_edits.Hand: {"card": TWICE},
    card_edits.Retain: {"card": TWICE},
    card_edits.Chancery: {"card": TWICE},
    card_edits.Pile: {"card": TWICE},
    map_edits.SetControl: {"place": "Control of {} is given twice"},
    map_edits.LaySiege: {"place": "{} is besieged twice"},
    map_edits.SetPeace: {"place": "The King's Peace at {} is set twice"},
    event_edits.SetCatastrophe: {"card": TWICE},
    event_edits.Waver: {"": "The vacillating noble is set twice"},
    overseas_edits.SetClock: {"heir": "The return of {} is set twice"},
    overseas_edits.SetStay: {"card": TWICE},
    trade_edits.SetSupport: {"": "The King whom Parliament supports is set twice"},
    SetRound: {"": "The round is set twice"},
}
"""What is wrong where two edits of a kind name the same in a field; of "" there may be one alone."""

AFTER: Mapping[type[Action], Collection[type[Action]]] = {people_edits.SetCaptive: (people_edits.Place,)}
"""A captive is placed first: where he was taken is where he stood."""


def settles(game: Kingmaker, edit: Action) -> Iterator[Settled]:
    """Yield the things that an edit sets."""
    for name, twice in BY_FIELD.get(type(edit), {}).items():
        thing = getattr(edit, name) if name else ""
        if thing or not name:
            yield Settled(thing, twice)
    if type(edit) in MORE:
        yield from MORE[type(edit)](game, edit)


def _stack(game: Kingmaker, edit: card_edits.Stack) -> Iterator[Settled]:
    yield from map(Settled, edit.cards)


def _crown(game: Kingmaker, edit: people_edits.Crown) -> Iterator[Settled]:
    """Yield the King of each house."""
    royal = game.state.heirs.get(edit.heir)
    if royal:
        yield Settled(royal.house, f"{royal.house.capitalize()} has two Kings")


def _ship(game: Kingmaker, edit: map_edits.SetShip) -> Iterator[Settled]:
    yield Settled(edit.ship, "The ship {} lies in two places")
    yield from map(Settled, edit.aboard)


def _sink(game: Kingmaker, edit: event_edits.Sink) -> Iterator[Settled]:
    yield Settled(edit.ship, "The ship {} lies in two places")


MORE: Mapping[type[Action], Callable[[Kingmaker, Any], Iterator[Settled]]] = {
    card_edits.Stack: _stack,
    people_edits.Crown: _crown,
    map_edits.SetShip: _ship,
    event_edits.Sink: _sink,
}
"""What edits settle that no field names by itself."""
