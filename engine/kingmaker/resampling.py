"""Deal the cards that a viewer cannot see at random (rules 11)."""

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

import msgspec

from engine.core.data import renamed, strings_in
from engine.core.redeal import AGREED, agreed, reshuffled
from engine.kingmaker.board.catalog import NobleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import State
from engine.kingmaker.sequence import entering_hands, setup_plan
from engine.kingmaker.sequence.last_cards import LastCards
from engine.kingmaker.sequence.setup import SettingUp


def resampled(game: Kingmaker, viewer: str, chance: Random) -> dict[str, Any]:
    """Return the state as plain data, with all Crown cards that `viewer` cannot place dealt again at random.

    Each hand and the Crown deck keep their number of cards. A card that the rest of the state mentions is replaced
    there too. The Event deck is shuffled. Secret trade offers between others are left out.
    """
    unknown = unknown_cards(game, viewer)
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.state))
    data["trades"] = [trade for trade in data.get("trades", ()) if viewer in (trade["by"], trade["to"])]
    changed = _places_kept(data, renamed(data, _swaps(game, unknown, viewer, chance)))
    for seat, faction in changed["factions"].items():
        if seat != viewer:
            faction["hand"] = sorted(faction.get("hand", ()))
    for deck in ("crown_deck", "event_deck"):
        changed[deck] = reshuffled(changed.get(deck, []), chance)
    return {**changed, **agreed(data)}


def _swaps(game: Kingmaker, unknown: Collection[str], viewer: str, chance: Random) -> dict[str, str]:
    """Return the new card for each old one, over the hands and then the deck.

    Within a pile the cards that the rest of the state mentions come first (say the card just drawn), so that the
    result does not depend on the other cards beside them.
    """
    spoken = {text: place for place, text in enumerate(_said_elsewhere(game.state))}
    hands = [faction.hand for seat, faction in sorted(game.state.factions.items()) if seat != viewer]
    lie = [
        card
        for pile in (*hands, game.state.crown_deck)
        for card in sorted(pile, key=lambda card: (spoken.get(card, len(spoken)), card))
        if card in unknown
    ]
    return dict(zip(lie, reshuffled(lie, chance), strict=True))


def _said_elsewhere(state: State) -> Iterator[str]:
    """Yield all strings of a state outside hands, decks and trade offers."""
    data: dict[str, Any] = msgspec.to_builtins(state)
    left_out = ("crown_deck", "event_deck", "trades", *AGREED)
    for faction in data["factions"].values():
        faction.pop("hand", None)
    return strings_in({name: part for name, part in data.items() if name not in left_out}, keys=True)


PLACES = (
    *("barred", "besieged", "closed", "control", "asked", "fallen", "falling", "keepers", "loaded_at", "must_besiege"),
    *("place", "port", "site", "sieges"),
)
"""Fields that hold places and are never renamed: Berkeley, Greystoke and Stafford are castles as well as nobles."""


def _places_kept(before: Any, after: Any) -> Any:
    """Return the state `after` the swap of cards, with the places as they were `before`."""
    if isinstance(before, dict):
        pairs = zip(before.items(), after.items(), strict=True)
        return {new: was if name in PLACES else _places_kept(was, now) for (name, was), (new, now) in pairs}
    if isinstance(before, list):
        return [_places_kept(was, now) for was, now in zip(before, after, strict=True)]
    return after


def plan_anew(game: Kingmaker, world: State, viewer: str, chance: Random) -> None:
    """Replace the plans of other seats in a resampled world by plans that their new hands allow."""
    dealt = Kingmaker(world, game.dice)
    match dealt.top:
        case SettingUp() as step:
            for seat in {*(step.waiting or step.plans)} - {viewer}:
                done = step.plans[seat].done
                step.plans[seat] = setup_plan.default(dealt, dealt.faction(seat).hand)
                step.plans[seat].done = done
        case LastCards() as step:
            asked = {request.seat for request in game.top.requests(game)} if game.top else set()
            step.plans = {seat: plan for seat, plan in step.plans.items() if seat == viewer}
            others = [seat for seat in game.state.seats if seat not in asked and seat != viewer]
            step.done = [*others, *(seat for seat in step.done if seat == viewer)]


def is_possible(world: Kingmaker) -> bool:
    """Whether a deal is possible: each seat that has yet to set up has a noble in hand [BASE-SET-2]."""
    if not isinstance(world.top, SettingUp):
        return True
    hands = [world.faction(seat).hand for seat in world.top.waiting or world.top.plans]
    return all(setup_plan.printed(world, hand, NobleCard) for hand in hands if hand)


def unknown_cards(game: Kingmaker, viewer: str) -> set[str]:
    """Return the Crown cards whose place a viewer does not know; cards named in an offer to or by them are known.

    A ship on the map is public, even where the game master has put it there without its card.
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
    return set(hidden) - named - set(state.ships) - set(entering_hands.entered(game, viewer))
