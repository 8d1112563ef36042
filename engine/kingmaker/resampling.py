"""What a viewer may not know (rules 11), as a way of dealing it anew."""

from random import Random
from typing import Any

import msgspec

from engine.core.redeal import exchanged, reshuffled
from engine.kingmaker.board.catalog import NobleCard, catalog
from engine.kingmaker.board.game import Kingmaker


def resampled(game: Kingmaker, viewer: str, chance: Random) -> bytes:
    """Return a snapshot with the cards that `viewer` cannot see exchanged for others of the same sort.

    Hands of others and the Crown deck change cards wherever the state names them; the Event deck is shuffled.
    """
    changed = exchanged(game.state, unknown_cards(game, viewer), _sort, chance)
    changed["event_deck"] = reshuffled(changed["event_deck"], chance)
    _forget_keepers(changed, viewer)
    return msgspec.json.encode(changed)


def _forget_keepers(state: dict[str, Any], viewer: str) -> None:
    """Let others' secret plans entrust no place: exchanged cards name other places."""
    set_ups = [step for step in state.get("steps", ()) if step["step"] == "setting_up"]
    for step in set_ups:
        for seat, plan in step.get("plans", {}).items():
            if seat != viewer:
                plan.pop("keepers", None)


def _sort(card: str) -> str:
    """What a card must be alike in for a plan to hold with another in its place."""
    printed = catalog().cards[card]
    titled = isinstance(printed, NobleCard) and printed.titled
    return f"{type(printed).__name__} {titled}"


def unknown_cards(game: Kingmaker, viewer: str) -> set[str]:
    """The Crown cards whose place a viewer does not know, left out those that a trade of his names."""
    state = game.state
    hidden = list(state.crown_deck)
    for seat, faction in state.factions.items():
        if seat != viewer:
            hidden += faction.hand
    named = {
        thing.partition(">")[0]
        for trade in state.trades
        if viewer in (trade.by, trade.to)
        for thing in (*trade.give, *trade.take)
    }
    return set(hidden) - named
