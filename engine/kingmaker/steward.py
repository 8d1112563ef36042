"""A computer player with a plan: seize heirs, kill rivals, crown one's own. He sees only his seat's view."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.deciding import Budget, Legal, View
from engine.core.drafts import Answer, all_that_fit, build, every, fill
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import BishopCard, catalog
from engine.kingmaker.board.ids import NOWHERE, ForceId, Location, PlaceId
from engine.kingmaker.board.places import geography
from engine.kingmaker.crown import dukes, playing, regicide
from engine.kingmaker.views import HeirView, KingmakerView, NobleView

Offers = Mapping[str, Offer]

FAR = 99

MAX_SIEGE_TURNS = 3
"""Turns for which he holds a siege."""


@dataclass
class Outlook:
    """What a seat sees, and what it makes of it."""

    view: KingmakerView
    """What it sees."""

    seat: str
    """The seat."""

    chance: Random
    """Decides between what seems equally good."""

    @cached_property
    def nobles(self) -> list[NobleView]:
        """The seat's nobles on the map, the strongest first."""
        mine = [noble for noble in self.view.nobles if noble.seat == self.seat and not noble.captor]
        return sorted(mine, key=lambda noble: (-noble.strength, noble.id))

    @cached_property
    def living(self) -> list[HeirView]:
        """The heirs who live."""
        return [heir for heir in self.view.heirs if heir.alive]

    @cached_property
    def wards(self) -> list[HeirView]:
        """The seat's own heirs, the most promising first: a King, then seniors."""
        mine = [heir for heir in self.living if heir.seat == self.seat]
        return sorted(mine, key=lambda heir: (not heir.king, not heir.senior, heir.id))

    @cached_property
    def clergy(self) -> list[NobleView]:
        """The nobles whose bishops could crown an heir; none if they could not."""
        holders = [noble for noble in self.nobles if _bishops(noble)]
        alone = [noble for noble in holders if any(bishop.crowns_alone for bishop in _bishops(noble))]
        return alone[:1] or (holders if sum(len(_bishops(noble)) for noble in holders) > 1 else [])

    @cached_property
    def candidate(self) -> HeirView | None:
        """The heir whom the seat could crown: his house's senior, with no King of that house alive."""
        crowned = {heir.house for heir in self.living if heir.king}
        return next((heir for heir in self.wards if heir.senior and heir.house not in crowned), None)

    def distance(self, a: str, b: str) -> int:
        """Squares between two locations by land; FAR where there is no way."""
        one, other = locations.square_of(a), locations.square_of(b)
        if not one or not other:
            return FAR
        return geography.distances_on(self.view.ruled_corners, tuple(self.view.crossings), one).get(other, FAR)

    @cached_property
    def altar(self) -> Location:
        """Where the candidate is to be crowned: the nearest cathedral that is friendly or has no walls."""
        if self.candidate is None or not self.clergy:
            return NOWHERE
        start = self.candidate.at
        own = {site.id for site in self.view.sites if site.seat == self.seat}
        cathedrals = [place for place in catalog().places.values() if place.cathedral]
        fit = [
            locations.inside(place.id) if place.fortress else locations.open_in(place.square)
            for place in cathedrals
            if place.id in own or place.kind == "unfortified_town"
        ]
        return min(fit, key=lambda at: (self.distance(start, at), at), default=NOWHERE)

    @cached_property
    def quarry(self) -> Location:
        """The location of the heir of others that is nearest to the seat's strongest noble; "" if there is none."""
        if not self.nobles:
            return NOWHERE
        start = self.nobles[0].at
        prey = [heir for heir in self.living if heir.seat != self.seat]
        return min(
            (heir.at for heir in prey if heir.at), key=lambda at: (self.distance(start, at), at), default=NOWHERE
        )

    def goal(self, noble: NobleView) -> Location:
        """Where a noble ought to be."""
        if self.altar and (noble in self.clergy or (self.candidate and noble.id == self.candidate.noble)):
            return self.altar
        if self.quarry and self.distance(self.nobles[0].at, self.quarry) == FAR:
            return self.harbour or self.quarry
        return self.quarry or self.altar

    def besieges(self, noble: NobleView) -> bool:
        """Whether a noble takes part in a siege of his seat that is not hopeless yet."""
        held = [
            site for site in self.view.sites if site.besieged_by == self.seat and site.siege_turn <= MAX_SIEGE_TURNS
        ]
        return noble.at in [locations.open_in(catalog().places[site.id].square) for site in held]

    @cached_property
    def harbour(self) -> Location:
        """The square of the nearest port in which a ship of the seat lies, for voyages; "" if there is none."""
        quays = [ship.at for ship in self.view.ships if ship.seat == self.seat and locations.on_mainland(ship.at)]
        squares = [locations.open_in(locations.square_of(at)) for at in quays]
        return min(squares, key=lambda at: (self.distance(self.nobles[0].at, at), at), default=NOWHERE)


def _bishops(noble: NobleView) -> list[BishopCard]:
    cards = [catalog().cards[card] for card in noble.cards]
    return [card for card in cards if isinstance(card, BishopCard)]


# ---------------------------------------------------------------------- filling in offers


Wish = Callable[[Sequence[Choice], Draft], str]
"""Picks a value of a field from those that may be chosen; "" for none."""


def _chosen(offer: Offer, wishes: Mapping[str, Wish]) -> Action | None:
    """Fill in an offer: a wish picks the value of a field, lists take all that fits."""

    def answer(field: Field, draft: Draft, found: Sequence[Choice]) -> str:
        wish = wishes.get(field.name)
        return wish(found, draft) if wish else all_that_fit(field, draft, found)

    return _filled(offer, answer)


def _filled(offer: Offer, answer: Answer) -> Action | None:
    draft = fill(offer, answer)
    return None if draft is None else build(offer, draft)


# ---------------------------------------------------------------------- what he does, in order of urgency


def kill_rivals(outlook: Outlook, offers: Offers) -> Action | None:
    """Kill every heir of one's own but the most promising."""
    offer = offers.get("kill_heir")
    able = {choice.value for choice in offer.fields[0].choices({})} if offer else set()
    rivals = [heir.id for heir in outlook.wards[1:] if heir.id in able]
    return build(offer, {"heir": rivals[-1]}) if offer and rivals else None


def crown(outlook: Outlook, offers: Offers) -> Action | None:
    """Crown whoever can be crowned."""
    offer = offers.get("crown_heir")
    return _chosen(offer, {}) if offer else None


def play_cards(outlook: Outlook, offers: Offers) -> Action | None:
    """Put every card into play, with the strongest noble who can hold it."""
    offer = offers.get("play")
    order = {noble.id: place for place, noble in enumerate(outlook.nobles)}
    strongest = {"noble": lambda found, _: min((c.value for c in found), key=lambda n: order.get(n, FAR), default="")}
    return _chosen(offer, strongest) if offer else None


def protect(outlook: Outlook, offers: Offers) -> Action | None:
    """Take charge of heirs whom nobody protects."""
    offer = offers.get("take_charge")
    return _chosen(offer, {}) if offer else None


def storm(outlook: Outlook, offers: Offers) -> Action | None:
    """Attack places that hold heirs, and now and then any other."""
    offer = offers.get("siege")
    if offer is None:
        return None
    held = {locations.name(heir.at) for heir in outlook.living if heir.seat != outlook.seat}
    for draft in every(offer):
        if draft["site"] in held or outlook.chance.random() < 0.3:
            return build(offer, _fighting_on(draft))
    return None


def attack(outlook: Outlook, offers: Offers) -> Action | None:
    """Attack weaker forces in the open; by the battle table also forces as strong."""
    offer = offers.get("attack")
    if offer is None:
        return None
    odds = 1.0 if outlook.view.battle_table else 1.5
    for draft in every(offer):
        if _men(outlook, draft["force"]) >= odds * _men(outlook, draft["target"]):
            return build(offer, _fighting_on(draft))
    return None


def attack_fleet(outlook: Outlook, offers: Offers) -> Action | None:
    """Attack weaker fleets at sea."""
    offer = offers.get("attack_fleet")
    if offer is None:
        return None
    for draft in every(offer):
        own, theirs = (_aboard(outlook, draft["sea"], seat) for seat in (outlook.seat, draft["target"]))
        if own * 2 >= 3 * theirs:
            return build(offer, _fighting_on(draft))
    return None


def _fighting_on(draft: dict[str, Any]) -> dict[str, Any]:
    """An attack after which the card is drawn as soon as all are ready, where tables can say so."""
    return {**draft, "card": ""} if "card" in draft else draft


def _aboard(outlook: Outlook, sea: Location, seat: str) -> int:
    people = {noble for ship in outlook.view.ships if (ship.at, ship.seat) == (sea, seat) for noble in ship.aboard}
    return sum(noble.strength for noble in outlook.view.nobles if noble.id in people)


def _men(outlook: Outlook, force: ForceId) -> int:
    seat, at, number = force.split("|")
    there = [n for n in outlook.view.nobles if (n.seat, n.at, str(n.force)) == (seat, at, number)]
    return sum(noble.strength for noble in there)


def march(outlook: Outlook, offers: Offers) -> Action | None:
    """Move one group of nobles towards its goal, fetching heirs on the way."""
    offer = offers.get("move")
    if offer is None:
        return None
    movers = {choice.value for choice in offer.field("nobles").choices({"nobles": []})}
    for noble in (noble for noble in outlook.nobles if noble.id in movers and not outlook.besieges(noble)):
        order = _march_of(outlook, offer, noble)
        if order is not None:
            return order
    return None


def _march_of(outlook: Outlook, offer: Offer, leader: NobleView) -> Action | None:
    goal = outlook.goal(leader)
    if not goal or leader.at == goal:
        return None
    comrades = [n.id for n in outlook.nobles if n.at == leader.at and outlook.goal(n) == goal]

    def answer(field: Field, draft: Draft, found: Sequence[Choice]) -> str | None:
        match field.name:
            case "nobles":
                return next((c.value for c in found if c.value in comrades), "") if draft["nobles"] else leader.id
            case "to":
                return _best_way(outlook, leader.at, goal, [choice.value for choice in found], draft)
        return all_that_fit(field, draft, found)

    return _filled(offer, answer)


def _best_way(outlook: Outlook, start: str, goal: str, ways: Sequence[str], draft: Draft) -> str | None:
    """The way that leads nearest to a goal; None if there is no good one and nobody is fetched on it."""
    best = min(ways, key=lambda at: (outlook.distance(at, goal), at != goal, at), default=None)
    if best is None or best == goal or draft.get("pick_up"):
        return best
    return best if outlook.distance(best, goal) < outlook.distance(start, goal) else None


def embark(outlook: Outlook, offers: Offers) -> Action | None:
    """Go aboard where the quarry is overseas."""
    offer = offers.get("embark")
    overseas = bool(outlook.quarry) and outlook.goal(outlook.nobles[0]) == outlook.harbour if outlook.nobles else False
    return _chosen(offer, {}) if offer and overseas else None


def sail(outlook: Outlook, offers: Offers) -> Action | None:
    """Sail nearer to the quarry, and land there."""
    offer = offers.get("sail")
    if offer is None or not any(locations.kind(noble.at) == "aboard" for noble in outlook.nobles):
        return None
    quay = locations.port(_port_of(outlook.quarry))

    def nearest(found: Sequence[Choice], draft: Draft) -> str:
        here = next(ship.at for ship in outlook.view.ships if ship.id == draft["ships"][0])
        best = min((Location(choice.value) for choice in found), key=lambda at: _leagues(at, quay), default=NOWHERE)
        return best if best and _leagues(best, quay) < _leagues(here, quay) else ""

    return _chosen(offer, {"to": nearest})


def _port_of(at: Location) -> PlaceId:
    square = locations.square_of(at)
    return next((port.place for port in catalog().ports.values() if port.square == square), PlaceId("london"))


def _leagues(a: Location, b: Location) -> int:
    found = geography.sea_distance(a, b)
    return FAR if found is None else found


def land(outlook: Outlook, offers: Offers) -> Action | None:
    """Go ashore where the quarry is, or home again."""
    offer = offers.get("land")
    return _chosen(offer, {}) if offer else None


def fight_on(outlook: Outlook, offers: Offers) -> Action | None:
    """Go through with what has been announced."""
    for tag in ("draw", "draw_again", "stand_ready", "go_inside", "play_pardon"):
        if tag in offers:
            return _chosen(offers[tag], {})
    return None


def call_duke(outlook: Outlook, offers: Offers) -> Action | None:
    """Call the Duke of one's senior heir's house into play."""
    offer = offers.get("call_duke")
    return _chosen(offer, {}) if offer else None


BY_URGENCY = (
    kill_rivals,
    crown,
    play_cards,
    call_duke,
    protect,
    fight_on,
    storm,
    attack,
    attack_fleet,
    march,
    land,
    embark,
    sail,
)


ANY_TIME = (regicide.KillHeir, playing.Play, dukes.CallDuke)
"""The any-time actions that he thinks of."""


@dataclass(frozen=True)
class Steward:
    """Plays for a seat sensibly enough to bring a game to its end. `whim` is how often he takes the default."""

    whim: float = 0.05

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action: the most urgent deed that is possible, else the default."""
        chance = Random(seed)
        if chance.random() >= self.whim:
            outlook = Outlook(view(), legal.seat, chance)
            offers = {offer.tag: offer for offer in (*legal.everything(*ANY_TIME), *legal.offers)}
            for deed in BY_URGENCY:
                action = deed(outlook, offers)
                if action is not None:
                    return action
        return legal.default()
