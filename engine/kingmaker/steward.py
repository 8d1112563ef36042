"""A computer player with a plan: seize heirs, kill rivals, crown one's own. He sees only his seat's view."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.computer.deciding import Budget, Legal, View
from engine.core.drafts import Answer, all_that_fit, build, every, fill
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import BishopCard, ours
from engine.kingmaker.board.ids import NOWHERE, ForceId, Location, PlaceId
from engine.kingmaker.board.people.succession import BEAUFORT
from engine.kingmaker.board.places import geography
from engine.kingmaker.crown import dukes, playing, regicide
from engine.kingmaker.movement import sailing
from engine.kingmaker.movement.land import Move
from engine.kingmaker.views import HeirView, KingmakerView, NobleView, ShipView

Offers = Mapping[str, Offer]

FAR = 99

MAX_SIEGE_TURNS = 3
"""Turns for which he holds a siege."""

WHIM = 0.3
"""How often he attacks a place that holds no heir."""

ODDS = 1.5
"""How many times as many men as the enemy he wants for an attack; by the battle table as many are enough."""

NEAR = 5
"""How many squares away enemies are reckoned with: as far as nobles come in a turn across country."""

PATIENCE = 12
"""Rounds after which whoever is behind attacks an heir's guards with half as many men fewer."""


@dataclass
class Outlook:
    """The view of a seat, with its judgement."""

    view: KingmakerView
    """Its view."""

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
    def beaufort(self) -> NobleView | None:
        """Beaufort, once he may be crowned: no other heir of Lancaster lives."""
        if any(heir.house == "lancaster" for heir in self.living):
            return None
        return next((noble for noble in self.view.nobles if noble.id == BEAUFORT and not noble.captor), None)

    @cached_property
    def claimant(self) -> str:
        """The noble who is to be at a coronation: the candidate's guard, or one's own Beaufort; "" for nobody."""
        if self.candidate is not None:
            return self.candidate.noble
        return BEAUFORT if self.beaufort in self.nobles else ""

    @cached_property
    def ahead(self) -> bool:
        """Whether the last heir is the seat's own King, who has won once he is in England."""
        return [heir.id for heir in self.living] == [heir.id for heir in self.wards if heir.king]

    @cached_property
    def hopeless(self) -> bool:
        """Whether after a long game he can neither crown an heir nor bring his King home: a draw is better."""
        if any(heir.king for heir in self.living):
            return self.ahead and bool(self.exile) and self.view.round > 8 * PATIENCE
        return not self.clergy and self.view.round > 4 * PATIENCE

    @cached_property
    def altar(self) -> Location:
        """Where the claimant is to be crowned: the nearest cathedral that is friendly or has no walls."""
        start = next((noble.at for noble in self.nobles if noble.id == self.claimant), NOWHERE)
        if not start or not self.clergy:
            return NOWHERE
        own = {site.id for site in self.view.sites if site.seat == self.seat}
        cathedrals = [place for place in ours().places.values() if place.cathedral]
        fit = [
            locations.inside(place.id) if place.fortress else locations.open_in(place.square)
            for place in cathedrals
            if place.id in own or place.kind == "unfortified_town"
        ]
        return min(fit, key=lambda at: (self.distance(start, at), at), default=NOWHERE)

    @cached_property
    def captain(self) -> NobleView | None:
        """The strongest noble on the mainland, else the strongest of all."""
        ashore = (noble for noble in self.nobles if locations.on_mainland(noble.at))
        return next(ashore, self.nobles[0] if self.nobles else None)

    @cached_property
    def camp(self) -> Location:
        """Where the captain is; aboard, where his ship lies."""
        if self.captain is None:
            return NOWHERE
        at = self.captain.at
        return self.anchorage(at) if locations.kind(at) == "aboard" else at

    @cached_property
    def prey(self) -> list[tuple[str, Location]]:
        """The seats and locations of the heirs of others; of Beaufort if he alone can still be King."""
        if self.living or self.beaufort is None or self.beaufort.seat == self.seat:
            return [(heir.seat, heir.at) for heir in self.living if heir.seat != self.seat and heir.at]
        return [(self.beaufort.seat, self.beaufort.at)]

    @cached_property
    def quarry(self) -> Location:
        """The location of the prey that is nearest to the seat's captain; "" if there is none."""
        if self.captain is None:
            return NOWHERE
        return min((at for _, at in self.prey), key=lambda at: (self.distance(self.camp, at), at), default=NOWHERE)

    @cached_property
    def overseas(self) -> bool:
        """Whether the quarry is where nobody comes by land."""
        return bool(self.quarry) and self.distance(self.camp, self.quarry) == FAR

    # ------------------------------------------------------------------ danger

    @cached_property
    def stacks(self) -> list[tuple[Location, int]]:
        """Where others stand on land, each seat's nobles who are together, with their men."""
        found: dict[tuple[str, Location], int] = {}
        for noble in self.view.nobles:
            if noble.seat != self.seat and not noble.captor and locations.square_of(noble.at):
                found[noble.seat, noble.at] = found.get((noble.seat, noble.at), 0) + noble.strength
        return [(at, men) for (_, at), men in found.items()]

    def menace(self, at: Location, within: int = NEAR) -> int:
        """Return the men of the strongest others who stand together and may come to a square."""
        return max((men for stack, men in self.stacks if self.distance(stack, at) <= within), default=0)

    def strength(self, at: Location, without: Sequence[str] = ()) -> int:
        """Return the men of the seat's own nobles on a square, some of them left out."""
        square = locations.square_of(at)
        here = [n for n in self.nobles if locations.square_of(n.at) == square and n.id not in without]
        return sum(noble.strength for noble in here)

    def needed(self, noble: NobleView) -> bool:
        """Whether a noble stands by the most promising heir, whom enemies nearby would win from those who are left."""
        ward = self.wards[0] if self.wards else None
        if ward is None or ward.noble in ("", noble.id) or ward.at != noble.at:
            return False
        return self.strength(ward.at, [noble.id]) < self.menace(ward.at)

    def safe(self, at: Location, group: Sequence[str]) -> bool:
        """Whether a group can go to a square without being a prey of those who stand there already.

        The longer a game lasts, the more he dares: else it never ends.
        """
        men = self.strength(at, group) + sum(noble.strength for noble in self.nobles if noble.id in group)
        bold = ODDS + 0.5 * (self.view.round // PATIENCE)
        return locations.kind(at) == "inside" or self.ahead or self.menace(at, within=0) < bold * max(men, 1)

    @cached_property
    def rally(self) -> Location:
        """The square of the strongest noble, to whom those come who would be a prey alone."""
        square = locations.square_of(self.camp) if self.captain else ""
        return locations.open_in(square) if square and locations.on_mainland(self.camp) else NOWHERE

    def guards(self, noble: str) -> bool:
        """Whether a noble protects an heir."""
        return any(heir.noble == noble for heir in self.wards)

    def goal(self, noble: NobleView) -> Location:
        """Where a noble ought to be; whoever protects an heir does not go to sea with him."""
        if self.altar and (noble in self.clergy or noble.id == self.claimant):
            return self.altar
        if self.overseas:
            return self.altar if self.guards(noble.id) else self.harbour or self.quarry
        return self.quarry or self.altar or self.court

    @cached_property
    def court(self) -> Location:
        """Outside where the most promising own heir is, whom the others come to protect; "" for nobody."""
        square = locations.square_of(self.wards[0].at) if self.wards else ""
        return locations.open_in(square) if square else NOWHERE

    def is_prey(self, force: ForceId) -> bool:
        """Whether a force protects an heir whom the seat hunts, or stands in the way to one whom nobody protects."""
        seat, at, _ = force.split("|")
        return any(where == at and whose in ("", seat) for whose, where in self.prey)

    def wanted(self, target: ForceId) -> float:
        """How many men he wants for each of a force's before he attacks it.

        Whoever is behind asks for less the longer the game lasts, where a force protects an heir: else it never ends.
        """
        odds = 1.0 if self.view.battle_table else ODDS
        return self._dared(odds) if self.is_prey(target) else odds

    def wanted_at_sea(self, sea: Location, seat: str) -> float:
        """How many men he wants for each of a fleet's before he attacks it."""
        hunted = any(whose == seat and at != sea and self.anchorage(at) == sea for whose, at in self.prey)
        return self._dared(ODDS) if hunted else ODDS

    def _dared(self, odds: float) -> float:
        return odds if self.ahead else max(0.0, odds - 0.5 * (self.view.round // PATIENCE))

    def besieges(self, noble: NobleView) -> bool:
        """Whether a noble takes part in a siege of his seat that is not hopeless yet."""
        held = [
            site for site in self.view.sites if site.besieged_by == self.seat and site.siege_turn <= MAX_SIEGE_TURNS
        ]
        return noble.at in [locations.open_in(ours().places[site.id].square) for site in held]

    @cached_property
    def harbour(self) -> Location:
        """The square of the nearest port in which a ship of the seat lies, for voyages; "" if there is none."""
        quays = [ship.at for ship in self.view.ships if ship.seat == self.seat and locations.on_mainland(ship.at)]
        squares = [locations.open_in(locations.square_of(at)) for at in quays]
        return min(squares, key=lambda at: (self.distance(self.camp, at), at), default=NOWHERE)

    # ------------------------------------------------------------------ at sea

    @cached_property
    def exile(self) -> Location:
        """The port where own people wait overseas, the most promising heir first; "" if nobody does.

        Nobles are fetched where nobody whom they hunt is overseas.
        """
        heirs = [heir.at for heir in self.wards]
        nobles = [] if self.overseas else [noble.at for noble in self.nobles]
        ashore = (at for at in (*heirs, *nobles) if locations.square_of(at))
        return next((_port_of(at) for at in ashore if not locations.on_mainland(at)), NOWHERE)

    def crew(self, ship: ShipView) -> list[str]:
        """Return the seat's nobles aboard a ship."""
        return [noble.id for noble in self.nobles if noble.id in ship.aboard]

    def bound_for(self, ship: ShipView) -> Location:
        """Return the port for which a ship makes; "" if it has nothing to do at sea.

        Heirs are brought home and landed; an heir overseas is fetched; who is aboard besides goes where the quarry is.
        """
        crew = self.crew(ship)
        if any(map(self.guards, crew)):
            return self.haven(ship.at)
        if self.exile:
            return self.exile
        if not crew:
            return NOWHERE
        return self.anchorage(self.quarry) if self.overseas else self.haven(ship.at)

    def anchorage(self, at: Location) -> Location:
        """Where ships come to a location: its port; aboard a ship, where that is."""
        ship = self.ships.get(locations.name(at)) if locations.kind(at) == "aboard" else None
        return ship.at if ship else _port_of(at)

    def haven(self, at: Location) -> Location:
        """Return the port of the mainland that is nearest by sea and in nobody else's hands."""
        others = {site.id for site in self.view.sites if site.seat not in ("", self.seat)}
        ports = [locations.port(port.place) for port in ours().ports.values() if port.place not in others]
        home = [port for port in ports if locations.on_mainland(port)]
        return min(home, key=lambda port: (_leagues(at, port), port), default=NOWHERE)

    @cached_property
    def ships(self) -> dict[str, ShipView]:
        """The ships by their ids."""
        return {ship.id: ship for ship in self.view.ships}


def _bishops(noble: NobleView) -> list[BishopCard]:
    cards = [ours().cards[card] for card in noble.cards]
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


def _exactly(value: str) -> Wish:
    return lambda found, draft: value


def _filled(offer: Offer, answer: Answer) -> Action | None:
    draft = fill(offer, answer)
    return None if draft is None else build(offer, draft)


# ---------------------------------------------------------------------- what he does, in order of urgency


def kill_rivals(outlook: Outlook, offers: Offers) -> Action | None:
    """Kill every heir of one's own but the most promising; him too where he will never be crowned."""
    offer = offers.get("kill_heir")
    able = {choice.value for choice in offer.fields[0].choices({})} if offer else set()
    rivals = [heir.id for heir in outlook.wards[not outlook.hopeless :] if heir.id in able]
    return build(offer, {"heir": rivals[-1]}) if offer and rivals else None


def crown(outlook: Outlook, offers: Offers) -> Action | None:
    """Crown whoever can be crowned."""
    offer = offers.get("crown_heir")
    return _chosen(offer, {}) if offer else None


def play_cards(outlook: Outlook, offers: Offers) -> Action | None:
    """Put every card into play, with the strongest noble who can hold it; who is overseas needs room on his ship."""
    offer = offers.get("play")
    at_home = sorted(outlook.nobles, key=lambda noble: not locations.on_mainland(noble.at))
    order = {noble.id: place for place, noble in enumerate(at_home)}
    strongest = {"noble": lambda found, _: min((c.value for c in found), key=lambda n: order.get(n, FAR), default="")}
    return _chosen(offer, strongest) if offer else None


def protect(outlook: Outlook, offers: Offers) -> Action | None:
    """Take charge of heirs whom nobody protects."""
    offer = offers.get("take_charge")
    return _chosen(offer, {}) if offer else None


def storm(outlook: Outlook, offers: Offers) -> Action | None:
    """Attack places that hold heirs, and now and then any other, unless there is an heir in the open to fight for."""
    offer = offers.get("siege")
    if offer is None:
        return None
    hunted = {at for _, at in outlook.prey}
    for draft in every(offer):
        idle = draft["force"].split("|")[1] not in hunted and outlook.chance.random() < WHIM
        if locations.inside(draft["site"]) in hunted or idle:
            return build(offer, _fighting_on(draft))
    return None


def attack(outlook: Outlook, offers: Offers) -> Action | None:
    """Attack weaker forces in the open, those with heirs first.

    By the battle table he attacks forces as strong, too, and after long waiting any that protects an heir.
    """
    offer = offers.get("attack")
    if offer is None:
        return None
    for draft in sorted(every(offer), key=lambda draft: not outlook.is_prey(draft["target"])):
        if men(outlook, draft["force"]) >= outlook.wanted(draft["target"]) * men(outlook, draft["target"]):
            return build(offer, _fighting_on(draft))
    return None


def attack_fleet(outlook: Outlook, offers: Offers) -> Action | None:
    """Attack weaker fleets at sea, unless own heirs are aboard, who could drown."""
    offer = offers.get("attack_fleet")
    if offer is None:
        return None
    for draft in every(offer):
        if _heirs_afloat(outlook, draft["sea"]) and not outlook.ahead:
            continue
        own, theirs = (_aboard(outlook, draft["sea"], seat) for seat in (outlook.seat, draft["target"]))
        if own >= outlook.wanted_at_sea(draft["sea"], draft["target"]) * theirs:
            return build(offer, _fighting_on(draft))
    return None


def _fighting_on(draft: dict[str, Any]) -> dict[str, Any]:
    """Return an attack after which the card is drawn as soon as all are ready, where tables can say so."""
    return {**draft, "card": ""} if "card" in draft else draft


def _heirs_afloat(outlook: Outlook, sea: Location) -> bool:
    """Whether own heirs are aboard a ship of the seat in a sea square."""
    afloat = {noble for ship in outlook.view.ships if ship.at == sea for noble in outlook.crew(ship)}
    return any(heir.noble in afloat for heir in outlook.wards)


def _aboard(outlook: Outlook, sea: Location, seat: str) -> int:
    people = {noble for ship in outlook.view.ships if (ship.at, ship.seat) == (sea, seat) for noble in ship.aboard}
    return sum(noble.strength for noble in outlook.view.nobles if noble.id in people)


def men(outlook: Outlook, force: ForceId) -> int:
    """Return how many men a force has."""
    seat, at, number = force.split("|")
    there = [n for n in outlook.view.nobles if (n.seat, n.at, str(n.force)) == (seat, at, number)]
    return sum(noble.strength for noble in there)


def march(outlook: Outlook, offers: Offers) -> Action | None:
    """Move one group of nobles towards its goal, fetching heirs on the way."""
    return next(marches(outlook, offers), None)


def marches(outlook: Outlook, offers: Offers) -> Iterator[Action]:
    """Yield the moves of each group of nobles towards its goal, or to the strongest noble where it would be a prey."""
    offer = offers.get("move")
    movers = {choice.value for choice in offer.field("nobles").choices({"nobles": []})} if offer else set()
    for noble in (noble for noble in outlook.nobles if noble.id in movers):
        if offer is None or outlook.besieges(noble) or outlook.needed(noble):
            continue
        order = _march_of(outlook, offer, noble, outlook.goal(noble))
        if order is not None and not outlook.safe(order.to, order.nobles):
            order = _march_of(outlook, offer, noble, outlook.rally)
        if order is not None and outlook.safe(order.to, order.nobles):
            yield order


def _march_of(outlook: Outlook, offer: Offer, leader: NobleView, goal: Location) -> Move | None:
    if not goal or leader.at == goal:
        return None
    here = [noble for noble in outlook.nobles if noble.at == leader.at]
    free = here if outlook.guards(leader.id) else [noble for noble in here if not outlook.needed(noble)]
    comrades = [noble.id for noble in free if goal in (outlook.goal(noble), outlook.rally)]

    def answer(field: Field, draft: Draft, able: Sequence[Choice]) -> str | None:
        match field.name:
            case "nobles":
                return next((c.value for c in able if c.value in comrades), "") if draft["nobles"] else leader.id
            case "to":
                return _best_way(outlook, leader.at, goal, [choice.value for choice in able], draft)
        return all_that_fit(field, draft, able)

    order = _filled(offer, answer)
    return order if isinstance(order, Move) else None


def _best_way(outlook: Outlook, start: str, goal: str, ways: Sequence[str], draft: Draft) -> str | None:
    """Return the way that leads nearest to a goal; None if there is no good one and nobody is fetched on it."""
    best = min(ways, key=lambda at: (outlook.distance(at, goal), at != goal, at), default=None)
    if best is None or best == goal or draft.get("pick_up"):
        return best
    return best if outlook.distance(best, goal) < outlook.distance(start, goal) else None


def embark(outlook: Outlook, offers: Offers) -> Action | None:
    """Go aboard where the quarry is overseas, without heirs; from overseas go home with them."""
    offer = offers.get("embark")
    if offer is None:
        return None
    for choice in offer.field("ship").choices({}):
        quay = outlook.ships[choice.value].at
        at_home = locations.on_mainland(quay)
        if outlook.overseas if at_home else outlook.ahead or quay != outlook.anchorage(outlook.quarry):
            order = _boarding(outlook, offer, choice.value, with_heirs=not at_home)
            if order is not None:
                return order
    return None


def _boarding(outlook: Outlook, offer: Offer, ship: str, *, with_heirs: bool) -> Action | None:
    """Take aboard a ship whom it holds: those with heirs first, or without them."""

    def company(found: Sequence[Choice], draft: Draft) -> str:
        able = sorted((choice.value for choice in found), key=outlook.guards, reverse=True)
        return next((noble for noble in able if with_heirs or not outlook.guards(noble)), "")

    return _chosen(offer, {"ship": _exactly(ship), "nobles": company})


def sail(outlook: Outlook, offers: Offers) -> Action | None:
    """Sail nearer to where ships are bound for, and land there."""
    offer = offers.get("sail")
    if offer is None:
        return None
    found = (_voyage(outlook, offer, choice.value) for choice in offer.field("ships").choices({"ships": []}))
    return next((order for order in found if order is not None), None)


def _voyage(outlook: Outlook, offer: Offer, flagship: str) -> Action | None:
    """Sail a ship with those beside it that are bound for the same port; None if it comes no nearer."""
    here, goal = outlook.ships[flagship].at, outlook.bound_for(outlook.ships[flagship])
    if not goal or goal == here:
        return None
    homeward = goal == outlook.haven(here)

    def fleet(choices: Sequence[Choice], draft: Draft) -> str:
        able = [choice.value for choice in choices if outlook.bound_for(outlook.ships[choice.value]) == goal]
        return next(iter(able), "") if draft["ships"] else flagship

    def nearest(choices: Sequence[Choice], draft: Draft) -> str:
        open_to_him = [Location(choice.value) for choice in choices if sailing.TO_BESIEGE not in choice.hint]
        ports = [at for at in open_to_him if locations.on_mainland(at)]
        if homeward and ports:
            return min(ports, key=lambda at: (_leagues(here, at), at))
        best = min((Location(choice.value) for choice in choices), key=lambda at: _leagues(at, goal), default=NOWHERE)
        return best if best and _leagues(best, goal) < _leagues(here, goal) else ""

    def ashore(choices: Sequence[Choice], draft: Draft) -> str:
        return choices[0].value if choices and (homeward or draft["to"] == goal) else ""

    return _chosen(offer, {"ships": fleet, "to": nearest, "land": ashore})


def _port_of(at: Location) -> Location:
    square = locations.square_of(at)
    place = next((port.place for port in ours().ports.values() if port.square == square), PlaceId("london"))
    return locations.port(place)


def _leagues(a: Location, b: Location) -> int:
    found = 0 if a == b else geography.sea_distance(a, b)
    return FAR if found is None else found


def land(outlook: Outlook, offers: Offers) -> Action | None:
    """Go ashore where the ship was bound for."""
    offer = offers.get("land")
    if offer is None:
        return None
    for choice in offer.field("ship").choices({}):
        ship = choice.value
        if outlook.bound_for(outlook.ships[ship]) in (NOWHERE, outlook.ships[ship].at):
            return _chosen(offer, {"ship": _exactly(ship)})
    return None


def fight_on(outlook: Outlook, offers: Offers) -> Action | None:
    """Go through with what has been announced."""
    if "go_inside" in offers:
        return _chosen(offers["go_inside"], {"noble": _heirs_first(outlook)})
    for tag in ("draw", "draw_again", "stand_ready", "play_pardon"):
        if tag in offers:
            return _chosen(offers[tag], {})
    return None


def _heirs_first(outlook: Outlook) -> Wish:
    """Let those inside first who protect the most promising heirs: walls do not hold everybody."""
    order = {heir.noble: place for place, heir in reversed(list(enumerate(outlook.wards)))}
    return lambda found, draft: min((choice.value for choice in found), key=lambda n: order.get(n, FAR), default="")


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


def ideas(view: View, legal: Legal) -> list[Action]:
    """Return every deed that is possible, the most urgent first, the moves of all, and to leave it at that."""
    outlook = Outlook(view(), legal.seat, Random(0))
    offers = {offer.tag: offer for offer in (*legal.everything(*ANY_TIME), *legal.offers)}
    deeds = (deed(outlook, offers) for deed in BY_URGENCY)
    found = [*(action for action in deeds if action is not None), *marches(outlook, offers), legal.default()]
    return [action for place, action in enumerate(found) if action not in found[:place]]
