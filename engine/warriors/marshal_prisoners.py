"""How the computer player raises and deploys troops, settles for prisoners, and places leaders."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.core.actions import Action, Pass
from engine.core.computer.deciding import Legal
from engine.warriors.battles import battles, strength
from engine.warriors.board import parcels, ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.parcels import Parcel
from engine.warriors.board.state import SIDES, Side
from engine.warriors.board.steps import AsProposed
from engine.warriors.evaluation import PIECE, Prospects
from engine.warriors.leaders import arrivals, captives
from engine.warriors.leaders.arrivals import Place
from engine.warriors.leaders.captives import Exchange, Ransom
from engine.warriors.realm import assigning, deploying, raising
from engine.warriors.realm.deploying import Recruit
from engine.warriors.realm.raising import Levy

FREED = 0.5
"""The value of a star of a freed leader, for every turn that the leader is likely to live."""

DENIED = 0.7
"""The value of a star of a non-aligned leader whom the other side would take."""

TROOPS = 0.3
"""The value of a piece of troops to an arriving leader."""


def decide(game: Warriors, side: Side, legal: Legal) -> Action:
    """Return a legal answer to a question about troops, prisoners or arrivals."""
    match legal.request.decision:
        case "D-11":
            return levy(game, side) or _as_proposed(legal)
        case "D-12":
            return recruit(game, side) or _as_proposed(legal)
        case "D-13":
            return _exchange(game, side)
        case "D-14":
            return ransom(game, side)
        case "D-15":
            return _place(game, side, arrivals.pool(game, side=None))
        case "D-16":
            return _place(game, side, arrivals.pool(game, side=side)[:1])
    return legal.default()


def _as_proposed(legal: Legal) -> Action:
    proposed = any(offer.action is AsProposed for offer in legal.offers)
    return AsProposed() if proposed else legal.default()


# ---------------------------------------------------------------------- troops


def levy(game: Warriors, side: Side) -> Levy | None:
    """Return the proposal with gunners for infantry where leaders may besiege next door; None if there are none.

    None is raised for which a piece more would find no leader, or which finds none itself.
    """
    proposed = [text for text in raising.proposal(game, side) if parcels.read(text).kind != "infantry"]
    special = list(proposed)
    for one in raising.special(game, side, proposed):
        if game.troop(one.kind).gunner and one in raising.special(game, side, special):
            reached = ways.chain(game, side, one.at)
            if any(_lacks_gunners(game, side, area, one.kind, special) for area in reached) and _led(
                game, side, special, one
            ):
                special.append(str(one))
    return Levy(special) if len(special) > len(proposed) else None


def _led(game: Warriors, side: Side, picked: Sequence[str], gunner: Parcel) -> bool:
    """Whether a gunner beside what is picked finds a leader, as troops are moved by default, and nobody is left out."""
    before, after = (
        assigning.summed(raising.left_over(game, side, raising.filled(game, side, texts)).values())
        for texts in (picked, [*picked, str(gunner)])
    )
    return after.get(gunner.kind, 0) <= before.get(gunner.kind, 0) and sum(after.values()) <= sum(before.values())


def _lacks_gunners(game: Warriors, side: Side, area: str, kind: str, picked: Sequence[str]) -> bool:
    """Whether leaders of an area next to enemy land could hold one gunner more that counts [WOG-3.7].

    They have all the dice already that their commander can roll: there a gunner is as good as infantry in the field.
    """
    here = game.here(area, side)
    if not any(game.may_hold(leader_id, kind) and game.capacity_left(leader_id) > 0 for leader_id in here):
        return False
    have = sum(game.leader(leader_id).troops.get(kind, 0) for leader_id in here)
    coming = sum(parcels.read(text).kind == kind for text in picked)
    border = any(game.controller(near) == enemy(side) for near in game.catalog.near[area])
    full = _dice_to_come(game, here) <= 0
    return border and full and have + coming < game.catalog.siege.max_gunner_points


def _dice_to_come(game: Warriors, leaders: Sequence[str]) -> int:
    """Return how many more pieces give another die to each of some leaders who fight together [WOG-3.18]."""
    host = strength.host_of(game, leaders)
    return game.card(battles.foremost(game, leaders)[0]).battle - strength.strength(game, host)


def recruit(game: Warriors, side: Side) -> Recruit | None:
    """Return mercenaries for a leader whom they give dice against enemies next door, where no control is rolled for.

    None where there is no such leader.
    """
    for kind, card in game.catalog.troops.items():
        if not card.mercenary:
            continue
        for leader_id in game.by_merit(deploying.recruiters(game, side, kind)):
            area = game.leader(leader_id).area
            coming = sum(game.state.loose.get(area, {}).values())
            needed = min(game.capacity_left(leader_id), _dice_to_come(game, game.here(area, side))) - coming
            number = min(game.supply(kind) or 0, needed)
            if number > 0 and _threatened(game, side, area):
                return Recruit(str(Parcel(kind, number, card.home)), leader_id)
    return None


def _threatened(game: Warriors, side: Side, area: str) -> bool:
    """Whether a side holds an area into which enemies can come from next door."""
    near = (area, *game.catalog.near[area])
    return game.controller(area) == side and any(game.here(one, enemy(side)) for one in near)


# ---------------------------------------------------------------------- prisoners


def _exchange(game: Warriors, side: Side) -> Action:
    """Exchange own leaders with long lives for enemies with short ones, with as many stars as possible."""
    prospects, found = Prospects(game, side), captives.exchangeable(game)
    most = found[max(found)]

    def worth(group: Sequence[str]) -> float:
        return sum(game.card(leader_id).rank * prospects.life(leader_id) for leader_id in group)

    chosen = {one: (max if one == side else min)(most[one], key=worth) for one in SIDES}
    return Exchange("+".join(chosen["english"]), "+".join(chosen["french"]))


def ransom(game: Warriors, side: Side) -> Action:
    """Pay for the leader who is worth most above his price, if there is one."""
    gain, leader_id, paid = max(rated_ransoms(game, side), default=(0.0, "", ()))
    return Ransom(leader_id, *paid) if gain > 0 else Pass()


def rated_ransoms(game: Warriors, side: Side) -> list[tuple[float, str, tuple[str, ...]]]:
    """Return what a side gains by each ransom that it could pay, with no more areas than needed.

    A leader who is freed scores no more for the enemy, and acts again.
    """
    prospects = Prospects(game, side)
    found: list[tuple[float, str, tuple[str, ...]]] = []
    per_turn = game.catalog.score.prison_per_star + FREED
    for leader_id in game.prisoners(side):
        turns = min(prospects.life(leader_id), prospects.lasting)
        freed = per_turn * game.card(leader_id).rank * turns
        found += [
            (freed - sum(prospects.points(area, side) + _stranded(game, side, area) for area in paid), leader_id, paid)
            for paid in _prices(game, side, leader_id)
        ]
    return found


def _stranded(game: Warriors, side: Side, area: str) -> float:
    """Return what troops are worth that are likely to be lost with the control of an area."""
    return PIECE * sum(game.state.loose.get(area, {}).values()) * captives.risk(game, side, area)


def _prices(game: Warriors, side: Side, leader_id: str) -> Iterator[tuple[str, ...]]:
    """Yield the areas with which a side can pay for a leader, not more of them than needed."""
    own, price = game.controlled(side), game.card(leader_id).rank
    for number in range(1, captives.MOST_AREAS + 1):
        for paid in combinations(own, number):
            values = [game.area(area).value for area in paid]
            if sum(values) >= price > sum(values) - min(values):
                yield paid


# ---------------------------------------------------------------------- arrivals


def places(game: Warriors, side: Side, legal: Legal) -> list[Action]:
    """Return where leaders may arrive, the most promising first; nothing where none is to be placed."""
    match legal.request.decision:
        case "D-15":
            leaders: Sequence[str] = arrivals.pool(game, side=None)
        case "D-16":
            leaders = arrivals.pool(game, side=side)[:1]
        case _:
            return []
    return [Place(leader_id, area) for _, leader_id, area in sorted(rated_places(game, side, leaders), reverse=True)]


def _place(game: Warriors, side: Side, leaders: Sequence[str]) -> Place:
    """Return the leader and the area that promise most together."""
    _, leader_id, area = max(rated_places(game, side, leaders))
    return Place(leader_id, area)


def rated_places(game: Warriors, side: Side, leaders: Sequence[str]) -> list[tuple[float, str, str]]:
    """Return what it promises to place each of some leaders in each area that is open to him."""
    prospects = Prospects(game, side)
    return [
        (_placed(prospects, leader_id, area) + DENIED * game.card(leader_id).rank, leader_id, area)
        for leader_id in leaders
        for area in arrivals.places(game, side, leader_id)
    ]


def _placed(prospects: Prospects, leader_id: str, area: str) -> float:
    """Return the worth of placing a leader in an area: what he gains there or next door, and the troops he gets."""
    game, leader = prospects.game, prospects.game.leader(leader_id)
    before = leader.side, leader.troops
    home = game.card(leader_id).home == area or bool(game.option("free_infantry_everywhere"))
    leader.side, leader.troops = prospects.side, {"infantry": game.card(leader_id).rank} if home else {}
    leader.troops = _with_waiting(game, prospects.side, leader_id, area)
    mighty = Prospects(game, prospects.side, prospects)
    gained = mighty.gain(area, leader_id) + mighty.reach(area, [leader_id])
    found = gained + TROOPS * sum(leader.troops.values())
    leader.side, leader.troops = before
    return found


def _with_waiting(game: Warriors, side: Side, leader_id: str, area: str) -> dict[str, int]:
    """Return a leader's troops with those that wait in an area, beside those for whom others have room."""
    waiting = sorted(game.state.loose.get(area, {}).items(), key=lambda one: game.troop(one[0]).hits_absorbed)
    taken = sum(game.capacity_left(one) for one in game.here(area, side))
    room, found = game.capacity_left(leader_id), dict(game.leader(leader_id).troops)
    for kind, number in waiting:
        if game.may_hold(leader_id, kind):
            more = min(room, max(0, number - taken))
            taken, room = max(0, taken - number), room - more
            found[kind] = found.get(kind, 0) + more
    return found
