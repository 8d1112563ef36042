"""Deals anew at random what a viewer may not know (rules 11)."""

from functools import cache
from random import Random
from typing import Any

import msgspec

from engine.core.redeal import exchanged, reshuffled
from engine.kingmaker.board.catalog import NobleCard, catalog
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.sequence import entering


def resampled(game: Kingmaker, viewer: str, chance: Random) -> bytes:
    """Return a snapshot with the cards that `viewer` cannot see exchanged for others of the same sort.

    Hands of others and the Crown deck change cards wherever the state names them; the Event deck is shuffled.
    """
    unknown = unknown_cards(game, viewer)
    changed = exchanged(game.state, unknown, _sort, chance)
    if not unknown.isdisjoint(game.catalog.places):
        changed = _places_kept(msgspec.json.decode(msgspec.json.encode(game.state)), changed)
    changed["event_deck"] = reshuffled(changed.get("event_deck", []), chance)
    _forget_plans(game, changed, viewer)
    return msgspec.json.encode(changed)


PLACES = (
    *("barred", "besieged", "closed", "control", "asked", "fallen", "falling", "keepers", "loaded_at", "must_besiege"),
    *("place", "port", "site", "sieges"),
)
"""What of a state and its steps is about places: Berkeley, Greystoke and Stafford are castles as well as nobles."""


def _places_kept(before: Any, after: Any) -> Any:
    """Return a state whose cards have been exchanged with the places of the state before."""
    if isinstance(before, dict):
        pairs = zip(before.items(), after.items(), strict=True)
        return {new: was if name in PLACES else _places_kept(was, now) for (name, was), (new, now) in pairs}
    if isinstance(before, list):
        return [_places_kept(was, now) for was, now in zip(before, after, strict=True)]
    return after


def _forget_plans(game: Kingmaker, state: dict[str, Any], viewer: str) -> None:
    """Remove from others' secret plans what exchanged cards could not do: each card names places of its own."""
    others = [seat for seat in game.state.seats if seat != viewer]
    for step in state.get("steps", ()):
        match step["step"]:
            case "setting_up":
                for seat in others:
                    step.get("plans", {}).get(seat, {}).pop("keepers", None)
            case "last_cards":
                asked = [request.seat for request in game.top.requests(game)] if game.top else []
                step["plans"] = {seat: plan for seat, plan in step.get("plans", {}).items() if seat == viewer}
                done = step.get("done", [])
                step["done"] = [*done, *(seat for seat in others if seat not in (*asked, *done))]


@cache
def _sort(card: str) -> str:
    """The sort of a card: in every plan it can be exchanged for another of the same sort."""
    printed = catalog().cards[card]
    titled = isinstance(printed, NobleCard) and printed.titled
    return f"{type(printed).__name__} {titled}"


def unknown_cards(game: Kingmaker, viewer: str) -> set[str]:
    """The Crown cards whose place a viewer does not know, left out those that a trade of his names.

    A ship that sails the map is no secret, even where the game master has put it there without its card.
    """
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
    return set(hidden) - named - set(state.ships) - set(entering.entered(game, viewer))
