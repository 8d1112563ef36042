"""The game master's hand: typed changes of the state, also the set-up of scenarios."""

from collections.abc import Collection, Container, Mapping

from engine.core.actions import Action
from engine.core.editing import edits
from engine.core.editing.at_the_table import Roll
from engine.core.editing.edits import Drop, Edits, Handler, SetRound
from engine.core.errors import Illegal
from engine.kingmaker.board import locations
from engine.kingmaker.board.cards import decks
from engine.kingmaker.board.catalog import NobleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, SquareId
from engine.kingmaker.board.people import succession
from engine.kingmaker.board.state import Phase, Turn
from engine.kingmaker.edits import (
    card_edits,
    choices,
    event_edits,
    map_edits,
    overseas_edits,
    parliament_edits,
    people_edits,
    settled,
    trade_edits,
)
from engine.kingmaker.edits.parliament_edits import SetPeaceOver
from engine.kingmaker.parliament import deadline, debate
from engine.kingmaker.sequence import leaving, newcomers, turn


class Goto(edits.Goto, frozen=True):
    """Go to the beginning of a phase of a seat's turn."""

    phase: Phase


IN_PLAY = (
    people_edits.Remove,
    people_edits.SetHeir,
    people_edits.SetCaptive,
    people_edits.SetForce,
    people_edits.SetWeary,
    map_edits.Bind,
    trade_edits.SetShipKeeper,
)
"""Edits of nobles and ships that are there already."""


def _known(game: Kingmaker, edit: Action) -> Mapping[str, Container[str]]:
    there = isinstance(edit, IN_PLAY)
    crown = [*decks.crown_cards(game), *decks.dukes(game)]
    nobles = [card for card in crown if isinstance(game.catalog.cards[card], NobleCard)]
    return {
        "noble": list(game.state.nobles) if there else nobles,
        "card": {*crown, *decks.event_cards(game)},
        "heir": {
            *game.state.heirs,
            *({succession.BEAUFORT} & game.state.nobles.keys() if isinstance(edit, people_edits.Crown) else ()),
        },
        "seat": [*game.state.factions, *[""] * isinstance(edit, SetPeaceOver)],
        "place": game.catalog.places,
        "ship": list(game.state.ships) if there else list(game.catalog.ships),
    }


def check_location(game: Kingmaker, word: str) -> None:
    """Raise Illegal unless a word is a location of the map."""
    at = Location(word)
    printed = game.catalog
    ids: dict[str, Collection[str]] = {
        "open": printed.squares,
        "area": printed.squares,
        "inside": printed.places,
        "aboard": game.state.ships,
        "port": printed.ports,
        "sea": printed.seas,
    }
    if locations.name(at) in ids.get(locations.kind(at), {}):
        return
    if locations.kind(at) == "aboard" and locations.name(at) in printed.ships:
        ship = printed.ships[locations.name(at)].name
        raise Illegal(f"{ship} is not on the map; to place somebody aboard, use the list 'aboard' of the edit 'ship'.")
    bare = (locations.name(at) or word).casefold().replace(" ", "_")
    meant = [f"'{kind}:{bare}'" for kind, known in ids.items() if bare in known and _is_said(game, kind, bare)]
    if meant:
        raise Illegal(f"Say where at {bare}: {' or '.join(meant)}.")
    raise Illegal(f"'{at}' is not a location; write where at a place, such as 'open:york' or 'inside:york'.")


def _is_said(game: Kingmaker, kind: str, place_id: str) -> bool:
    """Whether a kind of location fits an id: an overseas area, for instance, has no inside."""
    overseas = place_id in game.catalog.squares and game.catalog.squares[SquareId(place_id)].kind == "area"
    return kind in (("area", "port") if overseas else ("open", "inside", "aboard", "port", "sea"))


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
        ship.steps, ship.loaded_at = 0, NO_PLACE


def _round(game: Kingmaker, edit: SetRound) -> None:
    game.state.turn.round = edit.number


HANDLERS: Mapping[type[Action], Handler] = {
    **people_edits.HANDLERS,
    **card_edits.HANDLERS,
    **map_edits.HANDLERS,
    **trade_edits.HANDLERS,
    **event_edits.HANDLERS,
    **overseas_edits.HANDLERS,
    **parliament_edits.HANDLERS,
    debate.AllowVote: debate.allow_vote,
    deadline.CloseParliament: deadline.close,
    Goto: _goto,
    SetRound: _round,
    Drop: leaving.drop,
    newcomers.Join: newcomers.join,
}

ROLLS: Mapping[str, Roll] = {
    "battle": Roll("a battle at its odds", 100, "battle *"),
    "death": Roll("whether a noble dies in combat", 100, "death of * in combat*"),
    "nobles_killed": Roll("a noble on the Nobles Killed Table", 6, "Nobles Killed Table*", dice=2),
    "fate": Roll("an heir in the fighting", 6, "fate of * in the fighting", dice=2),
    "ambush": Roll("an ambush on an heir", 6, "ambush on *", dice=2),
    "royal_death": Roll("a royal death", 6, "royal death, *", dice=2),
    "force": Roll("whose force vacillates", 6, "whose force vacillates*"),
    "allegiance": Roll("the seat that a noble turns to", 6, "allegiance of *"),
    "storm": Roll("a ship in a storm", 100, "*; lost from * on"),
    "start": Roll("where an heir begins", 6, "starting place of *"),
}
"""The rolls of the game, which may also be made at the table."""

EDITS = Edits(
    HANDLERS,
    _known,
    {"at": check_location},
    card_edits.DISCREET,
    settles=settled.settles,
    after=settled.AFTER,
    said_as={map_edits.LaySiege: {"turn": "turn_of_siege"}, event_edits.SetCatastrophe: {"rounds": "rounds_left"}},
    rolls=ROLLS,
    piles=card_edits.SHUFFLED_ANEW,
    among=choices.CHOICES,
    first=choices.ASKED_FIRST,
)
