"""A computer player with a plan: seize heirs, kill rivals, crown its own. It sees only its seat's view."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engine.core.actions import Action, Choice, Draft, Field, Offer, values_of
from engine.core.computer.deciding import Budget, Legal, View
from engine.core.drafts import Answer, all_that_fit, build, every, fill
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import TownCard, ours
from engine.kingmaker.board.ids import NOWHERE, ForceId, Location
from engine.kingmaker.combat import odds
from engine.kingmaker.crown import dukes, playing, regicide
from engine.kingmaker.movement import sailing
from engine.kingmaker.movement.land import Move
from engine.kingmaker.outlook import FAR, Outlook, leagues, plagues
from engine.kingmaker.views import NobleView

Offers = Mapping[str, Offer]

WHIM = 0.3
"""How often the steward attacks a place that holds no heir, and that is not the nearest safe prize."""


# ---------------------------------------------------------------------- filling in offers


Wish = Callable[[Sequence[Choice], Draft], str]
"""A function that picks the value of a field from its choices; "" for none."""


def _chosen(offer: Offer, wishes: Mapping[str, Wish]) -> Action | None:
    """Fill in an offer: a wish picks the value of its field; any other list takes as much as fits."""

    def answer(field: Field, draft: Draft, found: Sequence[Choice]) -> str:
        wish = wishes.get(field.name)
        return wish(found, draft) if wish else all_that_fit(field, draft, found)

    return _filled(offer, answer)


def _exactly(value: str) -> Wish:
    return lambda found, draft: value


def _filled(offer: Offer, answer: Answer) -> Action | None:
    draft = fill(offer, answer)
    return None if draft is None else build(offer, draft)


# ---------------------------------------------------------------------- actions, the most urgent first


def kill_rivals(outlook: Outlook, offers: Offers) -> Action | None:
    """Kill the own heirs who stand in the way of the most promising; him too if he can never be crowned."""
    offer = offers.get("kill_heir")
    able = {choice.value for choice in offer.fields[0].choices({})} if offer else set()
    rivals = [heir.id for heir in outlook.rivals if heir.id in able]
    return build(offer, {"heir": rivals[-1]}) if offer and rivals else None


def crown(outlook: Outlook, offers: Offers) -> Action | None:
    """Crown whoever can be crowned, but nobody beside the seat's only King."""
    offer = offers.get("crown_heir")
    return _chosen(offer, {}) if offer and not outlook.reigns else None


def play_cards(outlook: Outlook, offers: Offers) -> Action | None:
    """Play every card with the strongest noble who can hold it; nobles overseas last, who need room on their ship."""
    offer = offers.get("play")
    at_home = sorted(outlook.nobles, key=lambda noble: not locations.on_mainland(noble.at))
    order = {noble.id: place for place, noble in enumerate(at_home)}
    strongest = {"noble": lambda found, _: min((c.value for c in found), key=lambda n: order.get(n, FAR), default="")}
    return _chosen(offer, strongest) if offer else None


def discard(outlook: Outlook, offers: Offers) -> Action | None:
    """Give up the cards with the fewest men when the hand is too full."""
    offer = offers.get("discard")

    def weakest(found: Sequence[Choice], draft: Draft) -> str:
        return min((c.value for c in found), key=lambda card: (ours().cards[card].strength, card), default="")

    return _chosen(offer, {"card": weakest}) if offer else None


def protect(outlook: Outlook, offers: Offers) -> Action | None:
    """Take charge of heirs whom nobody protects."""
    offer = offers.get("take_charge")
    return _chosen(offer, {}) if offer else None


def storm(outlook: Outlook, offers: Offers) -> Action | None:
    """Attack places that hold heirs or are besieged, or others unless an heir in the open is there.

    A company attacks those that it can take safely with nobody else, and now and then any other.
    """
    offer = offers.get("siege")
    if offer is None:
        return None
    hunted = {at for _, at in outlook.prey}
    for draft in every(offer):
        start, goal = Location(draft["force"].split("|")[1]), locations.inside(draft["site"])
        idle = start not in hunted and (goal == outlook.windfall(start) or outlook.chance.random() < WHIM)
        alone = all(noble.at != start or noble.seat == outlook.seat for noble in outlook.view.nobles)
        enough = alone or _storming(outlook, draft["force"]) >= outlook.to_besiege(goal)
        wanted = goal in {*hunted, outlook.spoils} or outlook.lays_siege(locations.place_of(goal))
        if enough and not outlook.risks_king(start) and (wanted or idle):
            return build(offer, _fighting_on(draft))
    return None


def attack(outlook: Outlook, offers: Offers) -> Action | None:
    """Attack weaker forces in the open, those with heirs first.

    Where the battle table is used, equal forces are attacked too, and late in the game any that protects an heir.
    """
    offer = offers.get("attack")
    if offer is None:
        return None
    for draft in sorted(every(offer), key=lambda draft: not outlook.is_prey(draft["target"])):
        if outlook.risks_king(Location(draft["force"].split("|")[1])):
            continue
        if men(outlook, draft["force"]) >= outlook.wanted(draft["target"]) * men(outlook, draft["target"]):
            return build(offer, _fighting_on(draft))
    return None


def attack_fleet(outlook: Outlook, offers: Offers) -> Action | None:
    """Attack weaker fleets at sea, unless the seat's heirs are aboard and could drown."""
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
    """Return the attack without a further question before the card is drawn, where the table has that option."""
    return {**draft, "card": ""} if "card" in draft else draft


def _heirs_afloat(outlook: Outlook, sea: Location) -> bool:
    """Whether heirs of the seat are aboard its ships in a sea square."""
    afloat = {noble for ship in outlook.view.ships if ship.at == sea for noble in outlook.crew(ship)}
    return any(heir.noble in afloat for heir in outlook.wards)


def _aboard(outlook: Outlook, sea: Location, seat: str) -> int:
    people = {noble for ship in outlook.view.ships if (ship.at, ship.seat) == (sea, seat) for noble in ship.aboard}
    return sum(noble.strength for noble in outlook.view.nobles if noble.id in people)


def men(outlook: Outlook, force: ForceId) -> int:
    """Return how many men a force has."""
    return sum(noble.strength for noble in _members(outlook, force))


def _members(outlook: Outlook, force: ForceId) -> list[NobleView]:
    seat, at, number = force.split("|")
    return [n for n in outlook.view.nobles if (n.seat, n.at, str(n.force)) == (seat, at, number)]


def _storming(outlook: Outlook, force: ForceId) -> int:
    """Return how many men a force has to storm a place: those of its Town cards count at tournaments."""
    held = [ours().cards[card] for noble in _members(outlook, force) for card in noble.cards]
    towns = sum(card.attack_men for card in held if isinstance(card, TownCard))
    return men(outlook, force) + towns * (outlook.view.event_set == "wbc")


def march(outlook: Outlook, offers: Offers) -> Action | None:
    """Move one group of nobles towards its goal, fetching heirs on the way."""
    return next(marches(outlook, offers), None)


def marches(outlook: Outlook, offers: Offers) -> Iterator[Action]:
    """Yield each group's move towards its goal; if the way is too dangerous, another one.

    Who guards no heir goes as near as is safe, or to the strongest noble, whose company takes what is near and safe.
    """
    offer = offers.get("move")
    movers = {choice.value for choice in offer.field("nobles").choices({"nobles": []})} if offer else set()
    for noble in (noble for noble in outlook.nobles if noble.id in movers):
        if offer is None or outlook.besieges(noble) or outlook.needed(noble):
            continue
        order = _march_of(outlook, offer, noble, outlook.goal(noble))
        fetches = order is not None and bool(order.pick_up)
        if order is not None and not fetches and not _is_safe(outlook, order):
            free = not outlook.guards(noble.id)
            near = _march_of(outlook, offer, noble, outlook.goal(noble), safely=True) if free else None
            order = near or _march_of(outlook, offer, noble, outlook.rally)
        if (order is None or not _is_safe(outlook, order)) and outlook.idles(noble):
            order = _march_of(outlook, offer, noble, outlook.windfall(noble.at), together=True)
        if order is None or not _is_safe(outlook, order):
            order = _flight(outlook, offer, noble, fetches=fetches)
        if order is not None:
            yield order


def _is_safe(outlook: Outlook, order: Move) -> bool:
    return outlook.safe(order.to, order.nobles, with_heirs=bool(order.pick_up))


def _flight(outlook: Outlook, offer: Offer, guard: NobleView, *, fetches: bool) -> Move | None:
    """Bring an heir who is in danger, or is being fetched, to where his guards are strongest against enemies near."""
    company = [noble.id for noble in outlook.nobles if noble.at == guard.at]
    if not fetches and (not outlook.guards(guard.id) or outlook.safe(guard.at, company)):
        return None

    def margin(at: Location, group: Sequence[str]) -> tuple[bool, float]:
        found = outlook.margin(at, outlook.men_at(at, group))
        return found >= 0 and not (locations.kind(at) == "inside" and locations.place_of(at) in plagues()), found

    def answer(field: Field, draft: Draft, able: Sequence[Choice]) -> str | None:
        match field.name:
            case "nobles":
                return (
                    next((value for value in values_of(able) if value in company), "") if draft["nobles"] else guard.id
                )
            case "to":
                ways = [Location(value) for value in values_of(able)]
                return max(ways, key=lambda at: (margin(at, draft["nobles"]), at), default=None)
        return all_that_fit(field, draft, able)

    order = _filled(offer, answer)
    if not isinstance(order, Move) or (margin(order.to, order.nobles) <= margin(guard.at, company) and not fetches):
        return None
    return order


def _march_of(
    outlook: Outlook, offer: Offer, leader: NobleView, goal: Location, *, together: bool = False, safely: bool = False
) -> Move | None:
    """March nearer to a goal with those who want to go there, too, or `together` with all who can be spared.

    `safely` means as near as is safe.
    """
    if not goal or leader.at == goal or _is_there(outlook, leader, goal):
        return None
    here = [noble for noble in outlook.nobles if noble.at == leader.at]
    free = here if outlook.guards(leader.id) else [noble for noble in here if not outlook.needed(noble)]
    comrades = [n.id for n in free if together or goal in (outlook.goal(n), outlook.rally) or outlook.needed(n)]

    def answer(field: Field, draft: Draft, able: Sequence[Choice]) -> str | None:
        match field.name:
            case "nobles":
                return (
                    next((value for value in values_of(able) if value in comrades), "")
                    if draft["nobles"]
                    else leader.id
                )
            case "to":
                ways = [at for at in values_of(able) if not safely or outlook.safe(Location(at), draft["nobles"])]
                return _best_way(outlook, leader.at, goal, ways, draft)
        return all_that_fit(field, draft, able)

    order = _filled(offer, answer)
    return order if isinstance(order, Move) else None


def _is_there(outlook: Outlook, noble: NobleView, goal: Location) -> bool:
    """Whether a noble who goes to friends is within walls in their square already, and need not come out."""
    friends = goal in (outlook.rally, outlook.court) and goal != outlook.quarry
    return friends and locations.kind(noble.at) == "inside" and outlook.distance(noble.at, goal) == 0


def _best_way(outlook: Outlook, start: Location, goal: Location, ways: Sequence[str], draft: Draft) -> str | None:
    """Return the destination nearest to a goal; None if it is no nearer than the start and no heir is picked up.

    To besiege another place of their square, nobles come out of their own, and do not go into it first. A goal aboard a
    ship has no square.
    """
    outside = locations.open_in(locations.square_of(start))
    if outlook.next_door(start, goal) and outside in ways:
        return outside
    hunted = goal in (outlook.target, outlook.spoils) and locations.square_of(goal)
    camp = locations.open_in(locations.square_of(goal)) if hunted else NOWHERE
    best = min(ways, key=lambda at: (outlook.distance(at, goal), at != goal, at != camp, at), default=None)
    if best is None or best == goal or draft.get("pick_up"):
        return best
    return best if outlook.distance(best, goal) < outlook.distance(start, goal) else None


def embark(outlook: Outlook, offers: Offers) -> Action | None:
    """Embark without heirs if the quarry is overseas; embark overseas, with heirs, to go home."""
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
    """Fill a ship: nobles with heirs first, or only nobles without heirs."""

    def company(found: Sequence[Choice], draft: Draft) -> str:
        able = sorted((choice.value for choice in found), key=outlook.guards, reverse=True)
        return next((noble for noble in able if with_heirs or not outlook.guards(noble)), "")

    return _chosen(offer, {"ship": _exactly(ship), "nobles": company})


def sail(outlook: Outlook, offers: Offers) -> Action | None:
    """Sail ships towards their destinations, and land there."""
    offer = offers.get("sail")
    if offer is None:
        return None
    found = (_voyage(outlook, offer, choice.value) for choice in offer.field("ships").choices({"ships": []}))
    return next((order for order in found if order is not None), None)


def _voyage(outlook: Outlook, offer: Offer, flagship: str) -> Action | None:
    """Sail a ship together with those beside it that have the same destination; None if it gets no nearer."""
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
            return min(ports, key=lambda at: (leagues(here, at), at))
        best = min((Location(choice.value) for choice in choices), key=lambda at: leagues(at, goal), default=NOWHERE)
        return best if best and leagues(best, goal) < leagues(here, goal) else ""

    def ashore(choices: Sequence[Choice], draft: Draft) -> str:
        return choices[0].value if choices and (homeward or draft["to"] == goal) else ""

    return _chosen(offer, {"ships": fleet, "to": nearest, "land": ashore})


def land(outlook: Outlook, offers: Offers) -> Action | None:
    """Go ashore at the ship's destination."""
    offer = offers.get("land")
    if offer is None:
        return None
    for choice in offer.field("ship").choices({}):
        ship = choice.value
        if outlook.bound_for(outlook.ships[ship]) in (NOWHERE, outlook.ships[ship].at):
            return _chosen(offer, {"ship": _exactly(ship)})
    return None


def fight_on(outlook: Outlook, offers: Offers) -> Action | None:
    """Go through with a combat that has been announced."""
    if "go_inside" in offers and "pass" in offers and _stays_out(outlook, offers["go_inside"]):
        return build(offers["pass"], {})
    if "go_inside" in offers:
        return _chosen(offers["go_inside"], {"noble": _heirs_first(outlook)})
    wanted = ("draw", *["draw_again"] * (odds.SUCCEEDS in outlook.asked), "stand_ready", "play_pardon")
    return next((_chosen(offers[tag], {}) for tag in wanted if tag in offers), None)


def _stays_out(outlook: Outlook, offer: Offer) -> bool:
    """Whether victors stay in the open: a plague can strike the place, and no enemies near are stronger."""
    at = next(noble.at for noble in outlook.nobles if noble.id in values_of(offer.field("noble").choices({})))
    struck = any(place in plagues() for place in ours().squares[locations.square_of(at)].places)
    return struck and outlook.margin(at, outlook.men_at(at)) >= 0


def _heirs_first(outlook: Outlook) -> Wish:
    """Send the guards of the most promising heirs inside first, as there may not be room for all."""
    order = {heir.noble: place for place, heir in reversed(list(enumerate(outlook.wards)))}
    return lambda found, draft: min((choice.value for choice in found), key=lambda n: order.get(n, FAR), default="")


def keep_heir(outlook: Outlook, offers: Offers) -> Action | None:
    """Let an heir go along with a guard who is called away and is stronger than those with whom the heir could stay.

    He stays by default, and here too where they are strong enough against the enemies who are near.
    """
    offer, guards = offers.get("go_along"), {heir.noble for heir in outlook.wards if heir.id in outlook.about}
    guard = next((noble for noble in outlook.nobles if noble.id in guards), None)
    if offer is None or guard is None:
        return None
    left = outlook.men_at(guard.at) - guard.strength
    return build(offer, {}) if guard.strength > left and outlook.margin(guard.at, left) < 0 else None


def escort(outlook: Outlook, offers: Offers) -> Action | None:
    """Send everybody who can go along with the King to an embassy, where he stands in the open at a port."""
    offer = offers.get("travel")
    return _chosen(offer, {}) if offer else None


def shelter(outlook: Outlook, offers: Offers) -> Action | None:
    """Send those who are called to a place of the seat's own inside its walls."""
    offer = offers.get("called_inside")
    return _chosen(offer, {}) if offer else None


# ---------------------------------------------------------------------- in Parliament


def call_parliament(outlook: Outlook, offers: Offers) -> Action | None:
    """Call Parliament if an own noble could gain by it, and summon the weakest noble of the others."""
    offer = offers.get("call_parliament")
    if offer is None or not outlook.leads or not outlook.comers([noble.id for noble in outlook.nobles]):
        return None
    men_of = {noble.id: noble.strength for noble in outlook.view.nobles}

    def summoned(found: Sequence[Choice], draft: Draft) -> str:
        return "" if draft["nobles"] else min((c.value for c in found), key=lambda n: (men_of[n], n), default="")

    return _chosen(offer, {"nobles": summoned})


def attend(outlook: Outlook, offers: Offers) -> Action | None:
    """Send whoever can be spared where there is something to gain."""
    offer = offers.get("attend")
    if offer is None:
        return None
    going = outlook.comers([choice.value for choice in offer.field("nobles").choices({"nobles": []})])

    def next_of(found: Sequence[Choice], draft: Draft) -> str:
        return next((choice.value for choice in found if choice.value in going), "")

    return _chosen(offer, {"nobles": next_of, "leave": _exactly("")}) if going else None


def propose(outlook: Outlook, offers: Offers) -> Action | None:
    """Open the business of the Chancery, ask for support of a King, and propose the strongest own noble."""
    for tag in ("order_business", "move_support"):
        if tag in offers:
            return _chosen(offers[tag], {})
    if not outlook.carries:
        return None
    offer, own = offers.get("propose"), [noble.id for noble in outlook.nobles]
    able = [choice.value for choice in offer.field("noble").choices({})] if offer else []
    best = next((noble for noble in own if noble in able), "")
    return build(offer, {"noble": best}) if offer and best else None


def vote(outlook: Outlook, offers: Offers) -> Action | None:
    """Vote for the seat's own nobles and motions, and against those of others."""
    offer, session = offers.get("vote"), outlook.view.parliament
    if offer is None or session is None:
        return None
    own = outlook.asked.startswith(f"{{{outlook.seat}}}") or session.proposed in [noble.id for noble in outlook.nobles]
    return build(offer, {"ballot": "aye" if own else "nay"})


def call_duke(outlook: Outlook, offers: Offers) -> Action | None:
    """Call the Duke of a house into play whose senior heir the seat controls."""
    offer = offers.get("call_duke")
    return _chosen(offer, {}) if offer else None


BY_URGENCY = (
    kill_rivals,
    crown,
    play_cards,
    discard,
    call_duke,
    call_parliament,
    attend,
    propose,
    vote,
    protect,
    keep_heir,
    escort,
    shelter,
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
"""The any-time actions that the steward considers."""


class Steward:
    """A player that is sensible enough to bring a game to its end."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return the most urgent action that is possible, else the default."""
        outlook, offers = _reading(view, legal, Random(seed))
        deeds = (deed(outlook, offers) for deed in BY_URGENCY)
        return next((action for action in deeds if action is not None), None) or legal.default()


def _reading(view: View, legal: Legal, chance: Random) -> tuple[Outlook, Offers]:
    outlook = Outlook(view(), legal.seat, chance, legal.request.prompt, legal.request.about)
    return outlook, {offer.tag: offer for offer in (*legal.everything(*ANY_TIME), *legal.offers)}


def ideas(view: View, legal: Legal) -> list[Action]:
    """Return every action that the steward considers, the most urgent first, then all marches and the default."""
    outlook, offers = _reading(view, legal, Random(0))
    deeds = (deed(outlook, offers) for deed in BY_URGENCY)
    found = [*(action for action in deeds if action is not None), *marches(outlook, offers), legal.default()]
    return [action for place, action in enumerate(found) if action not in found[:place]]
