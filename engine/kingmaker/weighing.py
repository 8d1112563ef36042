"""The attacks that a seat may make now, each with its chance, and the best of them."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core import drafts
from engine.core.actions import Action, Offer, Prospect
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import force_ids
from engine.kingmaker.combat import battle_table, combat, odds
from engine.kingmaker.combat.besieging import BesiegeSite
from engine.kingmaker.combat.combat import Attack
from engine.kingmaker.combat.odds import Preview
from engine.kingmaker.usual_answers import LABEL

LIKELY = 50
"""The chance of success, in per cent, from which people usually attack."""

Weighed = tuple[int, Prospect]
"""A prospect with its chance in per cent."""


def attacks(game: Kingmaker, offers: Iterable[Offer]) -> list[Weighed]:
    """Return every attack that these offers allow, the likeliest first."""
    found = [weighed for offer in offers for action in _actions(offer) for weighed in _weighed(game, action)]
    return sorted(found, key=lambda weighed: -weighed[0])


def best_attack(game: Kingmaker, seat: str) -> str:
    """Return in words the likeliest attack that a seat could make where its nobles stand; "" if none is likely."""
    found = attacks(game, combat.offers(game, seat))
    chance, prospect = found[0] if found else (0, None)
    if prospect is None or chance < LIKELY:
        return ""
    match prospect.action:
        case Attack(target=target):
            foes = f"{{{force_ids.seat_of(target)}}}'s {names.cards(game, force_ids.members(game, target))}"
            return f"{foes} {locations.say(game, force_ids.at_of(target))} ({chance}%)"
        case BesiegeSite(site=site):
            return f"{names.castle(game, site)} ({chance}%)"
    return ""


def _actions(offer: Offer) -> Iterator[Action]:
    """Yield every attack that an offer allows, each without the optional wish to be asked again before the card."""
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
            short = f"Attack {names.card(game, foes[0])}"
            if len(foes) > 1 or len(short) > LABEL:
                short = f"Attack {{{force_ids.seat_of(action.target)}}}"
            yield _prospect(action, words, weighed, odds.words(game, weighed), short)
        case BesiegeSite() if sieges.suffice(game, action.site, own := _besieging(game, action)):
            place = names.castle(game, action.site)
            weighed = odds.siege_preview(game, sieges.stormers(game, own), action.site)
            told = odds.siege_words(game, own, action.site)
            storms = weighed.attack >= weighed.defence
            words = f"{_attacks(game, own, 'attack' if storms else 'besiege')} {place}"
            short = f"{'Attack' if storms else 'Besiege'} {place}"
            yield _prospect(action, words, weighed, told, short if len(short) <= LABEL else short.split()[0])


def _besieging(game: Kingmaker, action: BesiegeSite) -> list[str]:
    """Return the nobles who attack a place: those of the force, and all who besiege it already."""
    return list(dict.fromkeys([*force_ids.members(game, action.force), *sieges.besiegers(game, action.site)]))


def _attacks(game: Kingmaker, nobles: Sequence[str], verb: str = "attack") -> str:
    return f"{names.cards(game, nobles)} {verb}{'s' if len(nobles) == 1 else ''}"


def _prospect(action: Action, words: str, weighed: Preview, told: str, short: str) -> Weighed:
    chance = weighed.percent(weighed.attack_wins)
    return chance, Prospect(action, words, told, short, likely=chance >= LIKELY)
