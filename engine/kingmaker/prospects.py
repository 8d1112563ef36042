"""What a seat is likely to do next, with what comes of it: the combats that it may announce, with their odds (D30)."""

from collections.abc import Iterator, Sequence

from engine.core import drafts
from engine.core.actions import Action, Offer, Prospect
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import force_ids
from engine.kingmaker.combat import battle_table, odds
from engine.kingmaker.combat.besieging import BesiegeSite
from engine.kingmaker.combat.combat import Attack, CombatPhase
from engine.kingmaker.combat.odds import Preview

LIKELY = 50
"""The chance in per cent from which on people usually attack."""

Weighed = tuple[int, Prospect]
"""A prospect with its chance in per cent."""


def prospects(game: Kingmaker, seat: str) -> Sequence[Prospect]:
    """Return the attacks that a seat may announce, those that succeed most often first."""
    step = game.top
    if not isinstance(step, CombatPhase):
        return ()
    offers = [offer for request in step.requests(game) if request.seat == seat for offer in request.offers]
    found = [weighed for offer in offers for action in _actions(offer) for weighed in _weighed(game, action)]
    return [prospect for _, prospect in sorted(found, key=lambda weighed: -weighed[0])]


def _actions(offer: Offer) -> Iterator[Action]:
    """Every attack in the open or on a place; whether to be asked again before the card is left open."""
    if offer.action in (Attack, BesiegeSite):
        yield from (drafts.build(offer, draft) for draft in drafts.every(offer) if not draft.get("card"))


def _weighed(game: Kingmaker, action: Action) -> Iterator[Weighed]:
    match action:
        case Attack():
            own, foes = (force_ids.members(game, force) for force in (action.force, action.target))
            words = (
                f"{_attacks(game, own)} {{{force_ids.seat_of(action.target)}}}'s {names.cards(game, foes)} "
                f"{locations.say(game, force_ids.at_of(action.target))}"
            )
            weighed = battle_table.forecast(game, own, foes)
            yield _prospect(game, action, words, weighed, odds.words(game, weighed), names.cards(game, foes))
        case BesiegeSite():
            own = force_ids.members(game, action.force)
            place = names.place(game, action.site)
            weighed = odds.siege_preview(game, sieges.stormers(game, own), action.site)
            told = odds.siege_words(game, own, action.site)
            yield _prospect(game, action, f"{_attacks(game, own)} {place}", weighed, told, place)


def _attacks(game: Kingmaker, nobles: Sequence[str]) -> str:
    return f"{names.cards(game, nobles)} {'attacks' if len(nobles) == 1 else 'attack'}"


def _prospect(game: Kingmaker, action: Action, words: str, weighed: Preview, told: str, short: str) -> Weighed:
    chance = weighed.percent(weighed.attack_wins)
    return chance, Prospect(action, words, told, f"Attack {short}", likely=chance >= LIKELY)
