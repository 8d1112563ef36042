"""A computer player that weighs spaces, votes and offices against each other. It sees only its seat's view."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Request
from engine.core.computer.deciding import Budget, Legal, View
from engine.core.drafts import build, fill
from engine.lancaster.board import spots
from engine.lancaster.common.building import Extend
from engine.lancaster.common.nobles import Invite
from engine.lancaster.common.upgrading import BISHOP, Upgrade
from engine.lancaster.outlook import DISHONOR, EXPELLED, LATER, Outlook
from engine.lancaster.parliament.choices import Absolve, Buy, Exchange
from engine.lancaster.parliament.voting import Vote
from engine.lancaster.placing.favours import TakeFavour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import LORD, WITHOUT, Court
from engine.lancaster.placing.treasury import Claim
from engine.lancaster.rewards.battles import Ransom
from engine.lancaster.rewards.castles import Muster
from engine.lancaster.rewards.counties import March, NameStart, Reap
from engine.lancaster.sequence.setup import ChooseTile
from engine.lancaster.views import LancasterView

NOISE = 0.25
"""The random part of a courtier's valuation of an action, so that no two games are the same."""

SPENT = 0.3
"""The value of keeping a privilege for a better use in the same round."""

MORE_SQUIRES = 2
"""The number of squires beyond those needed that a courtier considers."""

INDIFFERENT = 0.25
"""The value that a law must have for a courtier to spend a voting marker."""

MOST = 6
"""The number of placements that a player with lookahead considers."""

ALLY = "ally"
"""The word in a question that is about an ally's knight."""


@dataclass(frozen=True)
class Asked:
    """A question other than a placement: the offer that answers it, and the courtier's view."""

    outlook: Outlook
    request: Request
    offer: Offer
    chance: Random

    @property
    def seen(self) -> LancasterView:
        """The seat's view."""
        return self.outlook.view

    @property
    def house(self) -> str:
        """The seat's own house, or its ally's if the question is about the ally."""
        ally = self.request.decision in ("D18", "D19", "D20") or ALLY in self.request.prompt
        own = self.outlook.own
        return own.ally if ally and own.ally else own.colour

    @property
    def ally(self) -> bool:
        """Whether the question is about the ally."""
        return self.outlook.houses[self.house].ally

    def values(self, name: str, draft: Draft | None = None) -> list[str]:
        """Return the legal answers to one question of the offer."""
        return _values(self.offer, name, draft or {})

    def best(self, name: str, worth: Callable[[str], float]) -> str:
        """Return the answer of highest value, with a little chance."""
        return max(self.values(name), key=lambda value: worth(value) + NOISE * self.chance.random())


Deed = Callable[[Asked], Action | None]
"""A function that answers an offer; it returns None to leave the offer alone."""


@dataclass(frozen=True)
class Idea:
    """A candidate placement with its value: the answers to the questions of its offer."""

    worth: float
    offer: Offer
    answers: Mapping[str, str | Sequence[str]] = field(default_factory=dict)

    def action(self) -> Action | None:
        """Return the action; None if the offer has a question that the candidate does not answer."""
        draft = fill(self.offer, self._answer)
        return None if draft is None else build(self.offer, draft)

    def _answer(self, asked: Field, draft: Draft, found: Sequence[Choice]) -> str | None:
        wanted = self.answers.get(asked.name, "")
        values = [choice.value for choice in found]
        if asked.many:
            return next((value for value in wanted if value in values and value not in draft[asked.name]), "")
        return wanted if isinstance(wanted, str) and wanted in values else None


class Courtier:
    """A player that takes the action of highest value, and votes for laws that help it more than the others."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return the legal action of highest value, else the default."""
        chance, seen = Random(seed), view()
        assert isinstance(seen, LancasterView)
        outlook = Outlook(seen, legal.seat)
        offers = {offer.action: offer for offer in legal.offers}
        if Place in offers or Court in offers:
            return _placement(outlook, offers, chance) or legal.default()
        for kind, deed in DEEDS.items():
            if kind in offers:
                asked = Asked(outlook, legal.request, offers[kind], chance)
                return deed(asked) or (Pass() if Pass in offers else legal.default())
        return legal.default()


# ---------------------------------------------------------------------- placing


def _placement(outlook: Outlook, offers: Mapping[type[Action], Offer], chance: Random) -> Action | None:
    """Return the best placement that is legal."""
    rated = sorted(ideas(outlook, offers), key=lambda idea: idea.worth + NOISE * chance.random(), reverse=True)
    return next((action for idea in rated if (action := idea.action()) is not None), None)


def ideas(outlook: Outlook, offers: Mapping[type[Action], Offer]) -> list[Idea]:
    """Return every candidate placement with its value."""
    return [
        *(_knights(outlook, offers[Place]) if Place in offers else ()),
        *(_lords(outlook, offers[Court]) if Court in offers else ()),
    ]


def thoughts(view: View, legal: Legal) -> list[Action]:
    """Return the placements of highest value, the best first, one for each space; or the favours to take, and use."""
    seen, offers = view(), {offer.action: offer for offer in legal.offers}
    if TakeFavour in offers:
        return [TakeFavour(tile) for tile in _values(offers[TakeFavour], "tile", {})]
    assert isinstance(seen, LancasterView)
    best: dict[object, Action] = {}
    for idea in sorted(ideas(Outlook(seen, legal.seat), offers), key=lambda idea: idea.worth, reverse=True):
        where = idea.answers.get("to"), str(idea.answers.get("knight", ""))[:-1]
        if len(best) < MOST and where not in best and (action := idea.action()) is not None:
            best[where] = action
    return list(best.values())


def _values(offer: Offer, name: str, draft: Draft) -> list[str]:
    return [choice.value for choice in offer.field(name).choices(draft)]


def _knights(outlook: Outlook, offer: Offer) -> Iterator[Idea]:
    """Yield every space for every knight, with every set of privileges that may help there."""
    knights = {knight.id: (house, knight) for house in outlook.view.houses for knight in house.knights}
    for knight_id in _values(offer, "knight", {}):
        house, knight = knights[knight_id]
        price = _opportunity(house.ally, knight.strength)
        for bring in _sets(outlook.privileges(house.id)):
            for spot in _values(offer, "to", {"knight": knight_id, "bring": list(bring)}):
                worth, squires = _space(outlook, house.id, knight.strength, spot, bring)
                answers = {"knight": knight_id, "bring": bring, "to": spot, "squires": str(squires)}
                yield Idea(worth - price - SPENT * len(bring), offer, answers)


def _sets(kinds: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the sets of privileges that can be used together: none, each alone, the Tudor knight with another."""
    known = sorted(set(kinds))
    yield ()
    yield from ((kind,) for kind in known)
    yield from (pair for pair in combinations(known, 2) if "tudor_knight" in pair)


def _opportunity(ally: bool, strength: int) -> float:
    """Return a knight's worth elsewhere."""
    return (0.4 + 0.35 * strength) if ally else (0.9 + 0.7 * strength)


def _space(outlook: Outlook, house: str, strength: int, spot: str, bring: Sequence[str]) -> tuple[float, int]:
    """Return a knight's worth on a space, and the squires to take along."""
    name = spots.name(spot)
    match spots.kind(spot):
        case "county":
            return _county(outlook, house, strength, name, bring)
        case "conflict":
            return _conflict(outlook, house, strength, name, bring), 0
        case "castle":
            return _castle(outlook, house, strength, name), 0
        case _:
            return _tower(outlook, house, strength), 0


def _laws(outlook: Outlook, house: str, kind: str, strength: int, *, again: bool = False) -> float:
    return 0.0 if outlook.houses[house].ally else outlook.deployed(kind, strength, again=again)


def _county(outlook: Outlook, house: str, strength: int, letter: str, bring: Sequence[str]) -> tuple[float, int]:
    """Return a county with the best number of squires, by its rewards, the chance to stay, and the knight expelled."""
    seen, seat = outlook.counties[letter], outlook.houses[house].seat
    power = strength + (2 if "tudor_knight" in bring else 0)
    needed = max(0, seen.total + 1 - power) if seen.house else 0
    able = 0 if outlook.houses[house].ally else min(needed + MORE_SQUIRES, outlook.has(seat, "squires"))
    promise = outlook.county(house, letter) + _laws(outlook, house, "county", strength)
    denied = 0.6 * outlook.county(seen.house, letter) if seen.house else 0.2 * _coveted(outlook, letter)
    price = outlook.worth("squires", outlook.rounds_left + 1)
    best = (-1e9, needed)
    for squires in range(needed, able + 1):
        stays = 1.0 if "shield" in bring else outlook.stays(letter, power + squires)
        worth = stays * promise + (1 - stays) * EXPELLED + outlook.spite * denied - squires * price
        worth -= 0.0 if outlook.houses[house].ally else outlook.castle_lacks(squires)
        best = max(best, (worth, squires), key=lambda found: found[0])
    return best


def _coveted(outlook: Outlook, letter: str) -> float:
    return max(outlook.county(rival.colour, letter) for rival in outlook.rivals)


def _conflict(outlook: Outlook, house: str, strength: int, card: str, bring: Sequence[str]) -> float:
    """Return the gain of a conflict by this knight, the laws that count him, and a favour."""
    again = any(space.house == house and not space.archer for space in outlook.spaces[card])
    joined = outlook.joined(card, house, strength, bring)
    more = outlook.war(card, joined, strength) - outlook.war(card, outlook.spaces[card])
    favours = [_favour(outlook, house, tile) for tile in outlook.view.favours]
    return more + max(favours, default=0.0) + _laws(outlook, house, "conflict", strength, again=again)


def _favour(outlook: Outlook, house: str, tile: str) -> float:
    """Return a favour tile's worth; for an ally only the loss to the other player."""
    favour, ally = outlook.book.favours[tile], outlook.houses[house].ally
    seat, rounds = outlook.houses[house].seat, outlook.rounds_left
    match favour.kind:
        case "upgrade":
            return outlook.upgrade(rounds + 0.5) * (0.5 if ally else 1)
        case "noble":
            able = any(outlook.takes_noble(seat, letter) for letter in outlook.counties)
            return (0.4 if ally else outlook.noble(seat)) if able else 0.0
        case good:
            return 0.3 if ally else outlook.worth(good, rounds + 1) * favour.amount


def _castle(outlook: Outlook, house: str, strength: int, space: str) -> float:
    """Return the worth of an own space: nobody can take it away, so it can wait."""
    if outlook.houses[house].ally:
        return 0.5 * outlook.space(outlook.book.ally_castle[space], outlook.rounds_left)
    found = outlook.book.castle[space]
    paid = all(outlook.has(outlook.seat, good) >= number for good, number in found.cost.items())
    worth = max(0.0, outlook.space(found, outlook.rounds_left)) if paid else 0.0
    return worth - LATER + _laws(outlook, house, "castle", strength)


def _tower(outlook: Outlook, house: str, strength: int) -> float:
    if outlook.houses[house].ally:
        return 0.1
    returned = min(strength, outlook.has(outlook.seat, "dishonor"))
    return 0.85 * DISHONOR * returned + _laws(outlook, house, "tower", strength)


# ---------------------------------------------------------------------- lords


def _lords(outlook: Outlook, offer: Offer) -> Iterator[Idea]:
    """Yield the treasury, and every office with the least support that suffices, or with a little more."""
    lords = [house for house in outlook.view.houses if house.seat == outlook.seat and house.lord == spots.COURT]
    for lord in lords:
        said = {"lord": lord.id if len(lords) > 1 else ""}
        for place in _values(offer, "to", {"lord": lord.id}):
            if place == spots.TREASURY:
                yield Idea(_treasury(outlook, lord.ally) - LATER, offer, {**said, "to": place})
            else:
                yield from _applications(outlook, offer, lord.id, place, said)


def _treasury(outlook: Outlook, ally: bool) -> float:
    """Return the best card that lies there; an ally's lord only takes it away from the other player."""
    best = max((_pile(outlook, good) for good in outlook.view.treasury), default=0.0)
    return 0.4 * best if ally else best


def _pile(outlook: Outlook, good: str) -> float:
    return outlook.worth(good, outlook.rounds_left + 1) * outlook.view.treasury.get(good, 0)


def _applications(outlook: Outlook, offer: Offer, house: str, office: str, said: Mapping[str, str]) -> Iterator[Idea]:
    """Yield an office with each knight or none, all bishops, and the Tudor knight where he may come."""
    seen = next(row for row in outlook.view.offices if row.id == office)
    ally = outlook.houses[house].ally
    bishops = 0 if ally else outlook.own.bishops
    held = seen.holder == house
    gain = outlook.office(house, office)
    denied = outlook.office(seen.holder, office) if seen.holder and not held else 0.0
    tribute = 0.0 if ally else _tribute(outlook, office)
    for knights in _supports(outlook, house):
        strength = sum(knight[1] for knight in knights)
        tudor = 2 if knights and "tudor_knight" in outlook.privileges(house) else 0
        for more in {0, tudor}:
            total = LORD + bishops + strength + more
            if total <= seen.total:
                continue
            stays = outlook.lord_stays(total)
            kept = 0.6 * gain if held and not seen.applicant else 0.0
            support = sum(_opportunity(ally, knight[1]) for knight in knights) + (0.7 if more else 0.0)
            worth = stays * gain - kept + outlook.spite * 0.6 * denied - tribute - support
            answers = {
                **said,
                "to": office,
                "knights": [knight[0] for knight in knights],
                "bishops": str(bishops),
                "tudor": "tudor_knight" if more else WITHOUT,
            }
            yield Idea(worth, offer, answers)


def _tribute(outlook: Outlook, office: str) -> float:
    paid = outlook.book.offices[office].tribute
    return sum(outlook.worth(good, outlook.rounds_left + 1) * number for good, number in paid.items())


def _supports(outlook: Outlook, house: str) -> Iterator[list[tuple[str, int]]]:
    """Return the sets of knights to consider: none, one of each strength, the two weakest."""
    waiting = [(k.id, k.strength) for k in outlook.houses[house].knights if k.at == spots.COURT]
    yield []
    yield from ([knight] for knight in {strength: (knight_id, strength) for knight_id, strength in waiting}.values())
    if len(waiting) > 1:
        yield sorted(waiting, key=lambda knight: knight[1])[:2]


def _claim(asked: Asked) -> Action | None:
    return Claim(asked.best("good", lambda good: _pile(asked.outlook, good)))


def _take_favour(asked: Asked) -> Action | None:
    return TakeFavour(asked.best("tile", lambda tile: _favour(asked.outlook, asked.house, tile)))


# ---------------------------------------------------------------------- Parliament


def _vote(asked: Asked) -> Action | None:
    """Vote yes to a law that helps more than the one it drives out, with markers by its share of the laws left."""
    outlook, law, current = asked.outlook, asked.values("law")[0], asked.seen.laws.current
    cast = asked.seen.vote.own if asked.seen.vote else {}
    proposed = [other for other in asked.seen.laws.proposed if other not in cast]
    stakes = [outlook.net(new) - outlook.net(old) for new, old in zip(proposed, current, strict=False)]
    able = len(asked.values("markers", {"law": law})) - 1
    share = abs(stakes[0]) / (sum(map(abs, stakes)) or 1)
    wanted = round(able * share) if abs(stakes[0]) > INDIFFERENT else 0
    others = sum(1 + outlook.has(rival.id, "voting_markers") for rival in outlook.rivals)
    return Vote(law, "yes" if stakes[0] > 0 else "no", str(min(able, wanted, others)))


def _buy(asked: Asked) -> Action | None:
    """Pay as often as possible for gains above their price, but keep the gold for both rewards of a county."""
    outlook = asked.outlook
    law = next(law for law in asked.seen.laws.current if asked.request.prompt.startswith(outlook.book.laws[law].title))
    effect = outlook.book.laws[law].effect
    most = int(asked.values("times")[-1])
    if gold := effect.cost.get("gold", 0):
        most = min(most, (outlook.has(outlook.seat, "gold") - _kept_gold(outlook)) // gold)
    return Buy(str(most)) if most > 0 and outlook.price(effect, outlook.all_counts[outlook.seat]) > 0 else None


def _kept_gold(outlook: Outlook) -> int:
    """Return the gold needed to take noble and reward of the counties held, of as many as it can pay for."""
    colour, price = outlook.own.colour, outlook.book.both_price
    wanted = sum(_wants_both(outlook, colour, row) for row in _held(outlook, colour))
    return price * min(wanted, outlook.has(outlook.seat, "gold") // price) if wanted else 0


def _held(outlook: Outlook, colour: str) -> list[str]:
    """Return the counties that a house holds, in letter order."""
    return [letter for letter, county in outlook.counties.items() if county.house == colour]


def _wants_both(outlook: Outlook, colour: str, letter: str) -> bool:
    """Whether noble and reward together are worth the gold."""
    if not outlook.takes_noble(outlook.seat, letter):
        return False
    price = outlook.book.both_price * outlook.worth("gold", outlook.rounds_left)
    return min(outlook.reward(colour, letter), outlook.noble(outlook.seat)) > price


# ---------------------------------------------------------------------- rewards


def _reap(asked: Asked) -> Action | None:
    """Return the noble, the reward, or both; the first of the counties held is evaluated."""
    outlook = asked.outlook
    led = {house.id for house in asked.seen.houses if house.seat == outlook.seat}
    letter = next(letter for letter, county in outlook.counties.items() if county.house in led)
    noble = 0.4 if asked.ally else outlook.noble(asked.outlook.seat)
    reward = outlook.reward(asked.house, letter)
    price = outlook.book.both_price * outlook.worth("gold", outlook.rounds_left)
    worth = {"noble": noble, "reward": reward, "both": noble + reward - price, "nothing": 0.0}
    return Reap(asked.best("take", lambda take: worth[take]))


def _march(asked: Asked) -> Action | None:
    """Send the knight to the conflict that gains most by him, with any privilege that can still be used."""
    outlook = asked.outlook
    house, strength = _marcher(outlook)
    worth = {card: _conflict(outlook, house, strength, card, ()) for card in asked.values("to")}
    card = max(worth, key=lambda card: worth[card])
    if worth[card] <= 0:
        return None
    draft = fill(asked.offer, lambda field, draft, found: card if field.name == "to" else found[0].value)
    return build(asked.offer, draft) if draft else None


def _marcher(outlook: Outlook) -> tuple[str, int]:
    """Return the house and the strength of the knight who may march: the one in the county with that reward."""
    letter = next(row.id for row in outlook.book.counties.values() if row.reward.kind == "move_to_conflict")
    house = outlook.counties[letter].house
    at = spots.county(letter)
    return house, next(knight.strength for knight in outlook.houses[house].knights if knight.at == at)


def _muster(asked: Asked) -> Action | None:
    price = _squires_for(asked, "recruit")
    return Muster() if asked.outlook.recruit(asked.outlook.rounds_left) > price else None


def _squires_for(asked: Asked, action: str) -> float:
    """Return the worth of the squires that a castle space asks for."""
    outlook = asked.outlook
    cost = next(space.cost for space in outlook.book.castle.values() if space.action == action)
    return sum(outlook.worth(good, outlook.rounds_left) * number for good, number in cost.items())


def _upgrade(asked: Asked) -> Action | None:
    """Raise a knight, preferably one who decides a battle, or the stronger; or take a bishop if he has many seals."""
    outlook = asked.outlook
    knights = {knight.id: knight for knight in outlook.houses[asked.house].knights}

    def worth(what: str) -> float:
        if what == BISHOP:
            return outlook.bishop(asked.house)
        here = outlook.stronger(asked.house, knights[what].at)
        return outlook.upgrade(outlook.rounds_left) + 0.2 * knights[what].strength + here

    best = asked.best("what", worth)
    price = _squires_for(asked, "upgrade") if asked.request.decision == "D15" else 0.0
    return Upgrade(best) if worth(best) > price else None


def _invite(asked: Asked) -> Action | None:
    """Return the noble whose county is hardest to get; for an ally only one that the other player lacks."""
    outlook = asked.outlook
    if isinstance(asked.request.default(), Pass):
        lacking = [c for c in asked.values("county") if outlook.takes_noble(outlook.rivals[0].id, c)]
        return Invite(lacking[0]) if lacking else None
    return Invite(asked.best("county", lambda letter: outlook.book.counties[letter].min_strength))


def _ransom(asked: Asked) -> Action | None:
    """Return the knights who are worth their price."""
    outlook = asked.outlook
    strengths = {knight.id: knight.strength for knight in outlook.houses[outlook.own.colour].knights}
    worth = outlook.recruit(outlook.rounds_left) / outlook.worth("gold", outlook.rounds_left) / outlook.book.ransom
    dearest = [knight_id for knight_id in strengths if strengths[knight_id] < worth + strengths[knight_id] * 0.5]
    answers = {"knights": sorted(dearest, key=lambda knight_id: -strengths[knight_id])}
    return Idea(0.0, asked.offer, answers).action()


def _tile(asked: Asked) -> str:
    rounds = asked.outlook.rounds_left + (asked.seen.phase != "rewards")
    return asked.best("tile", lambda tile: asked.outlook.tile(tile, rounds))


DEEDS: Mapping[type[Action], Deed] = {
    ChooseTile: lambda asked: ChooseTile(_tile(asked)),
    TakeFavour: _take_favour,
    Claim: _claim,
    Vote: _vote,
    Buy: _buy,
    Exchange: lambda asked: Exchange(),
    Absolve: lambda asked: Absolve(),
    Reap: _reap,
    NameStart: lambda asked: NameStart(asked.outlook.seat),
    March: _march,
    Muster: _muster,
    Ransom: _ransom,
    Upgrade: _upgrade,
    Invite: _invite,
    Extend: lambda asked: Extend(_tile(asked)),
}
"""The answer to each kind of action other than a placement."""
