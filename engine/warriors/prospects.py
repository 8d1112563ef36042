"""What a side is likely to do next, with what comes of it: moves, battles, recruits and arrivals (rules 6).

The order is that of the marshal, who looks at nothing but what lies open.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from msgspec import structs

from engine.core.actions import Action, Prospect
from engine.core.text import join_words
from engine.warriors import marshal, marshal_prisoners, outlook, threats
from engine.warriors.battles import battles, retreat, strength
from engine.warriors.battles.battles import Engage
from engine.warriors.battles.retreat import Retreat, Stay
from engine.warriors.board import names, parcels, ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.parcels import Parcel
from engine.warriors.board.state import SIDES, Side
from engine.warriors.evaluation import Prospects
from engine.warriors.foresight import WORTH
from engine.warriors.impulses.impulses import Move, Unmark
from engine.warriors.leaders import arrivals
from engine.warriors.leaders.arrivals import Place
from engine.warriors.leaders.captives import Ransom
from engine.warriors.realm import assigning, control, deploying
from engine.warriors.realm.deploying import Recruit
from engine.warriors.realm.raising import Levy
from engine.warriors.sequence import setup
from engine.warriors.sequence.setup import Choose

VARIETY = 2
"""Moves to one area, and places for one leader, that stand before those of others."""

NEUTRAL = "neutral: nobody can control it"
"""What there is to know of land that brings nothing."""

ROOM = 100
"""Letters of a line in a menu, and again of what comes of it."""

BUTTON = 26
"""Letters of a button."""

NAMED = (9, 3, 2, 1)
"""How many leaders of a group are named, as room allows."""

Listed = Iterator[tuple[str, Prospect]]
"""Prospects, the best first, each with what it is about: not too many of a kind stand in a row."""


def prospects(game: Warriors, seat: str) -> Sequence[Prospect]:
    """Return what a side is likely to do now, that first which promises most."""
    asked = [request for request in game.top.requests(game) if request.seat == seat] if game.top else []
    offers = {offer.action: offer for request in asked for offer in request.offers}
    if not offers.keys() & LISTS.keys() or not game.has_side(seat):
        return ()
    side = game.side(seat)
    found = [one for kind, listed in LISTS.items() if kind in offers for one in _varied(listed(game, side))]
    return [*found, *_other_impulses(game, side, found)] if Move in offers else found


def _varied(found: Listed) -> Iterator[Prospect]:
    """Put all but the best of what is about the same below what is about something else."""
    often: dict[str, int] = {}
    late = []
    for about, one in found:
        often[about] = often.get(about, 0) + 1
        if often[about] <= VARIETY:
            yield one
        else:
            late.append(one)
    yield from late


# ---------------------------------------------------------------------- impulses


def _impulses(game: Warriors, side: Side) -> Listed:
    """Yield moves and markers to remove, by what they gain if the enemy answers them."""
    mind = Prospects(game, side)
    for gain, action in sorted(marshal.rated_impulses(mind), key=lambda found: (_idle(game, *found), -found[0])):
        likely = gain > WORTH
        if isinstance(action, Unmark):
            area = names.area(game, action.area)
            told = _together(f"{names.side(enemy(side))} lose it at once", _gained(game, side, action.area))
            removed = f"Remove the control marker of {names.side(enemy(side))} in {area}"
            yield action.area, Prospect(action, removed, told, "Remove", likely)
        elif isinstance(action, Move):
            yield action.to, _move(game, side, action, likely=likely)


def _other_impulses(game: Warriors, side: Side, found: Sequence[Prospect]) -> Iterator[Prospect]:
    """Yield other moves to where there is something to gain, leader by leader, with rough chances of their battles."""
    mind = Prospects(game, side)
    others = [one for one in marshal.other_impulses(mind, [one.action for one in found]) if isinstance(one, Move)]
    order = game.by_merit(game.on_map(side))
    for action in sorted(others, key=lambda one: order.index(one.leaders[0])):
        if game.here(action.to, enemy(side)):
            after = _moved(game, side, action)
            own, foes = (tuple(after.here(action.to, one)) for one in (side, enemy(side)))
            outcome = partial(outlook.roughly, after, action.to, side, mind.likely(own, foes))
            yield replace(_move(game, side, action, likely=False), outcome=outcome, pending="")
        elif _open(game, side, action.to):
            yield _move(game, side, action, likely=False)


def _idle(game: Warriors, gain: float, action: Action) -> bool:
    """Tell whether an impulse leads to neutral land and promises nothing."""
    return isinstance(action, Move) and game.area(action.to).neutral and gain <= WORTH


def _move(game: Warriors, side: Side, action: Move, *, likely: bool) -> Prospect:
    outcome = partial(_comes_of_move, game, side, action)
    pending = _comes_of_move(game, side, action, waits=True) if game.here(action.to, enemy(side)) else ""
    to = names.area(game, action.to)
    short = f"{names.led_by(game, action.leaders)}: {to}"
    short = short if len(short) <= BUTTON else f"To {to}"
    return Prospect(action, _move_in_words(game, side, action), outcome, short, likely, pending)


def _move_in_words(game: Warriors, side: Side, action: Move) -> str:
    """Say who goes where, in a battle first with the strength of both sides, as fully as there is room for."""
    start, to = game.leader(action.leaders[0]).area, names.area(game, action.to)
    foes, friends = game.here(action.to, enemy(side)), game.here(action.to, side)
    left = f"from {names.area(game, start)}{_given_up(game, side, action)}"
    if not foes:
        return _fitting(f"{names.group(game, action.leaders, most)} {left} to {to}" for most in NAMED)
    own, foe = (_strength(game, leaders) for leaders in ([*action.leaders, *friends], foes))
    force = f" ({_strength(game, action.leaders)})" if friends else ""
    found = f"{'Together ' if friends else ''}{own} against {foe}"
    whole, without_foes, least = [], [], []
    for most in NAMED:
        moved = f"{names.group(game, action.leaders, most)}{force} {left} to"
        joined = f"{moved} join {names.group(game, friends, most)} in {to}" if friends else f"{moved} {to}"
        whole.append(f"{joined} against {names.group(game, foes, most)}")
        without_foes.append(joined)
        least.append(f"{moved} {to}")
    strong = ("",) if friends else ("Strength ", "")
    return _fitting(f"{one}{found}: {words}" for words in (*whole, *without_foes, *least) for one in strong)


def _fitting(versions: Iterable[str]) -> str:
    """Return the first of some versions that a line of a menu has room for, else the last."""
    found = list(versions)
    return next((one for one in found if len(one) <= ROOM), found[-1])


def _together(*parts: str) -> str:
    """Return what comes of something, without the last parts where a line of a menu has no room for them."""
    said = [part for part in parts if part]
    return _fitting("; ".join(said[:number]) for number in range(len(said), 0, -1))


def _strength(game: Warriors, leaders: Sequence[str]) -> int:
    return strength.strength(game, strength.host_of(game, leaders))


def _comes_of_move(game: Warriors, side: Side, action: Move, *, waits: bool = False) -> str:
    after = _moved(game, side, action)
    if game.here(action.to, enemy(side)):
        return _together(outlook.fought(after, action.to, side, waits=waits), _threat(after, side, action.to, " more"))
    return _quiet(after, side, action.to)


def _moved(game: Warriors, side: Side, action: Move) -> Warriors:
    """Return the game as it would look after a move."""
    moved = {leader_id: structs.replace(game.leader(leader_id), area=action.to) for leader_id in action.leaders}
    aggressors = {action.to: side, **game.state.aggressors}
    return Warriors(
        structs.replace(game.state, leaders={**game.state.leaders, **moved}, aggressors=aggressors), game.dice
    )


def _quiet(after: Warriors, side: Side, area: str) -> str:
    """Say what becomes after the battles of an area in which leaders of a side stand alone."""
    if after.area(area).neutral:
        return NEUTRAL
    holder, worth = after.controller(area), names.worth(after, area)
    if holder == side:
        return _together(_use(after, side, area), worth)
    if holder is None:
        return _together(_gained(after, side, area), worth)
    chance = _chance(after, side, area)
    if chance and len(after.here(area, side)) > 1 and _goes_on(after, side):
        cleared = f"your next impulse can remove the {holder.capitalize()} marker"
        return _together(f"{cleared}: then {outlook.percent(chance)} to gain it", _threat(after, side, area), worth)
    then = "not yours yet" if chance else "you cannot gain it"
    return _together(f"{names.side(holder)} lose it{_held(after, side, area, 'they')}", then, worth)


def _goes_on(after: Warriors, side: Side) -> bool:
    """Tell whether a side has another impulse after the one that it is asked about."""
    return after.state.turn.impulses.get(side, 0) > 1


def _gained(game: Warriors, side: Side, area: str) -> str:
    """Say how likely a side gains an area that nobody controls, and whose home it is among its leaders."""
    chance = _chance(game, side, area)
    gains = "you gain it" if chance == 1 else f"{outlook.percent(chance)} to gain it"
    return f"{gains}{_home(game, area, game.here(area, side))}{_held(game, side, area)}"


def _chance(game: Warriors, side: Side, area: str) -> float:
    return min(strength.SIX, max(0, control.threshold(game, area, side)[0])) / strength.SIX


def _held(game: Warriors, side: Side, area: str, enemies: str = "") -> str:
    """Say when an area is won or lost: if it is held against enemies who can still come, else after the battles."""
    can_come = _threat(game, side, area, enemies=enemies)
    return f" if you hold it ({can_come})" if can_come else " after the battles"


def _home(game: Warriors, area: str, leaders: Sequence[str]) -> str:
    """Say whose home an area is among leaders, who gain it more surely there; "" for nobody's."""
    found = [names.brief(game, leader_id) for leader_id in leaders if game.card(leader_id).home == area]
    return f", the home of {join_words(found)}," if found else ""


def _threat(game: Warriors, side: Side, area: str, more: str = "", *, enemies: str = "") -> str:
    """Say how strong the enemy can still come to an area; "" if nobody can."""
    force = threats.coming(game, enemy(side), area)
    return f"{enemies or names.side(enemy(side))} can bring {force}{more}" if force else ""


def _use(game: Warriors, side: Side, area: str) -> str:
    """Say what it is good for to stand in an area of one's own: it is guarded, or next to enemies or to free land."""
    if can_come := _threat(game, side, area):
        return f"guards what you control ({can_come})"
    free = [near for near in game.catalog.near[area] if ways.limit(game, side, area, near) and _open(game, side, near)]
    best = max(free, key=lambda near: game.area(near).value, default="")
    onward = f"; from there you can go to {names.area(game, best)}" if best and _goes_on(game, side) else ""
    return f"you control it already{onward}"


def _open(game: Warriors, side: Side, area: str) -> bool:
    """Tell whether there is something to be gained in an area."""
    return not game.area(area).neutral and game.controller(area) != side


def _given_up(game: Warriors, side: Side, action: Move) -> str:
    """Say in brackets what a move gives up in the area that it leaves; "" for nothing."""
    start, holder = (at := game.leader(action.leaders[0]).area), game.controller(at)
    foes, stay = game.here(start, enemy(side)), [one for one in game.here(start, side) if one not in action.leaders]
    if game.area(start).neutral:
        return ""
    if foes:
        lost = " (then lost)" if holder == side else ""
        return f" (leaving {_strength(game, stay)} against {_strength(game, foes)})" if stay else lost
    if holder == side:
        alone = not stay and threats.coming(_moved(game, side, action), enemy(side), start)
        return " (then unguarded)" if alone else ""
    if holder is not None:
        return "" if stay else f" (which {names.side(holder)} then keep)"
    before = _chance(game, side, start)
    after = _chance(_moved(game, side, action), side, start) if stay else 0.0
    if after == before:
        return ""
    told = f"a {outlook.percent(before)} chance" if before < 1 else "a sure gain"
    return f" (chance then {outlook.percent(after)}, not {outlook.percent(before)})" if stay else f" (giving up {told})"


# ---------------------------------------------------------------------- battles


def _battles(game: Warriors, side: Side) -> Listed:
    """Yield the battles that may be fought next, the most valuable area first."""
    for area in battles.battlefields(game):
        outcome, pending = partial(outlook.fought, game, area, side), outlook.fought(game, area, side, waits=True)
        own, foes = (game.here(area, one) for one in (side, enemy(side)))
        words = _fitting(
            f"{names.area(game, area)}, {_strength(game, own)} against {_strength(game, foes)}: "
            f"{names.group(game, own, most)} against {names.group(game, foes, most)}"
            for most in NAMED
        )
        yield area, Prospect(Engage(area), words, outcome, f"Fight: {names.area(game, area)}", pending=pending)


# ---------------------------------------------------------------------- troops


def _levies(game: Warriors, side: Side) -> Listed:
    """Yield the levy with gunners for a siege next door, where there is reason for one."""
    if levy := marshal_prisoners.levy(game, side):
        found = [one for text in levy.troops if game.troop((one := parcels.read(text)).kind).gunner]
        where = names.areas(game, (one.at for one in found))
        each = " each" if len(found) > 1 else ""
        words = f"{names.pieces(game, found[0].kind, 1)}{each} for infantry in {where}"
        reached = {area for one in found for area in ways.chain(game, side, one.at)}
        able = [
            leader_id
            for leader_id in game.by_merit(game.on_map(side))
            if game.leader(leader_id).area in reached
            and game.may_hold(leader_id, found[0].kind)
            and game.capacity_left(leader_id)
        ]
        told = f"no strength, 1 more against walls; for {names.group(game, able, 2)}"
        yield "", Prospect(levy, words, told, "With gunners", likely=False)


def _recruits(game: Warriors, side: Side) -> Listed:
    """Yield mercenaries for the leaders whom they can reach, as many as have room, the best leaders first."""
    hired = marshal_prisoners.recruit(game, side)
    for action in dict.fromkeys([*([hired] if hired else []), *_hiring(game, side)]):
        kind, number, _ = parcels.read(action.mercenaries)
        who, pieces = names.brief(game, action.leader), f"{number} {game.troop(kind).name}"
        left = game.capacity_left(action.leader) - number
        told = _together(
            "one hit takes all of them",
            f"control is gained on a number {number} lower",
            f"room for {left} more" if left else "no room for more",
        )
        words = f"{pieces} for {who} in {names.area(game, game.leader(action.leader).area)}"
        short = f"Recruit: {names.called(game, action.leader)}"
        yield action.leader, Prospect(action, words, told, short, likely=action == hired)


def _hiring(game: Warriors, side: Side) -> Iterator[Recruit]:
    for kind, card in game.catalog.troops.items():
        for leader_id in game.by_merit(deploying.recruiters(game, side, kind)) if card.mercenary else ():
            number = min(game.supply(kind) or 0, game.capacity_left(leader_id))
            yield Recruit(str(Parcel(kind, number, card.home)), leader_id)


# ---------------------------------------------------------------------- arrivals


def _arrivals(game: Warriors, side: Side) -> Listed:
    """Yield the leaders to be placed in the areas that are open to them, by what they promise there.

    What is proposed by itself is left out.
    """
    taking = any(request.decision == "D-15" for request in game.top.requests(game)) if game.top else False
    waiting = arrivals.pool(game, side=None if taking else side)
    alone = taking or len(waiting) == 1
    proposed = arrivals.best_place(game, side, waiting[0]) if alone else None
    for _, leader_id, area in sorted(marshal_prisoners.rated_places(game, side, waiting), key=lambda one: -one[0]):
        who, where = names.brief(game, leader_id), names.area(game, area)
        if proposed == Place(leader_id, area) or _idle_place(game, area):
            continue
        outcome = partial(_comes_of_arrival, game, side, leader_id, area)
        words = f"{who} ({names.rating(game, leader_id)}) in {where}"
        short = f"{names.called(game, leader_id)}: {where}"
        short = short if len(short) <= BUTTON else f"To {where}"
        yield leader_id, Prospect(Place(leader_id, area), words, outcome, short)


def _idle_place(game: Warriors, area: str) -> bool:
    """Tell whether an area is neutral, with nobody there and nothing to take over."""
    nobody = not any(game.here(area, side) for side in SIDES)
    return game.area(area).neutral and nobody and not game.state.loose.get(area)


def _comes_of_arrival(game: Warriors, side: Side, leader_id: str, area: str) -> str:
    card, foes = game.card(leader_id), game.here(area, enemy(side))
    gift = arrivals.gift(game, leader_id, area)
    whose, hostile = "" if foes else _whose(game, side, area), game.controller(area) == enemy(side)
    return _together(
        f"against {names.group(game, foes, 2)} ({_to_grow(game, area, foes)})" if foes else "",
        f"{'at home, ' if card.home == area else ''}with {gift} infantry" if gift else "",
        whose if hostile else "",
        _waiting(game, side, leader_id, area, game.capacity_left(leader_id) - gift),
        "" if hostile else whose,
        "" if foes else _next_door(game, side, area),
    )


def _waiting(game: Warriors, side: Side, leader_id: str, area: str, room: int) -> str:
    """Say how many of the pieces without a leader in an area a leader can take over, and who comes first."""
    troops = game.state.loose.get(area, {})
    lying = sum(troops.values())
    if not lying:
        return ""
    able = min(room, sum(number for kind, number in troops.items() if game.may_hold(leader_id, kind)))
    pieces = "the piece" if lying == 1 else f"the {lying} pieces"
    told = f"can{'' if able else 'not'} take {f'{able} of ' if 0 < able < lying else ''}{pieces} there"
    told += ", may not command the rest" if 0 < able < min(room, lying) else ""
    before = side == game.first and game.here(area, enemy(side))
    return f"{told}, after {names.side(enemy(side))}" if able and before else told


def _whose(game: Warriors, side: Side, area: str) -> str:
    """Say who controls an area."""
    if game.area(area).neutral:
        return NEUTRAL
    holder = game.controller(area)
    return f"{'you' if holder == side else names.side(holder)} control it" if holder else "nobody controls it"


def _next_door(game: Warriors, side: Side, area: str) -> str:
    """Say how strong the strongest enemies next door to an area are; "" for none, and for neutral land."""
    foe = enemy(side)
    near = [one for one in game.catalog.near[area] if game.here(one, foe) and ways.limit(game, foe, one, area)]
    if not near or game.area(area).neutral:
        return ""
    strongest = max(near, key=lambda one: _strength(game, game.here(one, foe)) + _to_take(game, one, foe))
    return f"next to {names.area(game, strongest)} ({_to_grow(game, strongest, game.here(strongest, foe))})"


def _to_take(game: Warriors, area: str, side: Side) -> int:
    """Return how much strength without a leader in an area the leaders of a side there can take over."""
    room = {one: game.capacity_left(one) for one in game.here(area, side)}
    lying = game.state.loose.get(area, {})
    armed = {kind: number for kind, number in lying.items() if game.troop(kind).counts_for_dice}
    return assigning.taken_over(game, armed, room)


def _to_grow(game: Warriors, area: str, leaders: Sequence[str]) -> str:
    """Return the strength of the leaders of a side in an area, and how much they can still take over there."""
    side = game.leader(leaders[0]).side
    more = _to_take(game, area, side) if side else 0
    growth = f", can take {more} more" if more else ""
    whose = f"{side.capitalize()} " if side else ""
    return f"{whose}strength {_strength(game, leaders)}{growth}"


def _after_round(game: Warriors, side: Side) -> Listed:
    """Yield to retreat where the deadline or the marshal would; else to stay, so that green is no bad advice."""
    best = next(iter(retreat.best_refuges(game, side)), "")
    if retreat.outmatched(game, side, best):
        several = len(game.here(game.battle.area, side)) > 1
        told = f"{names.side(enemy(side))} are more than twice as strong"
        told += ", and all your leaders can go there" if several else ""
    elif isinstance(marshal.stay_or_go(Prospects(game, side)), Retreat):
        told = "you are likely to lose less than if you fight on"
    else:
        yield "", Prospect(Stay(), "")
        return
    where = names.area(game, best)
    yield best, Prospect(Retreat(best), f"Retreat to {where}", told, f"Retreat: {where}")


# ---------------------------------------------------------------------- ransoms


def _ransoms(game: Warriors, side: Side) -> Listed:
    """Yield the ransom that is worth its price, if there is one."""
    action = marshal_prisoners.ransom(game, side)
    if isinstance(action, Ransom):
        told = f"Give up {names.areas(game, action.given)} to free {names.leader(game, action.leader)}"
        lost = "; ".join(names.worth(game, area) for area in action.given)
        yield action.leader, Prospect(action, told, lost, "Pay a ransom")


# ---------------------------------------------------------------------- the first leaders


def _first_leaders(game: Warriors, side: Side) -> Listed:
    """Yield the two leaders of whom one is taken, the default first."""
    usual = setup.weaker(game, side)
    for leader_id in sorted(setup.first_leaders(game), key=lambda one: one != usual):
        told = f"Take {names.leader(game, leader_id)} ({setup.beginning(game, leader_id)})"
        yield leader_id, Prospect(Choose(leader_id), told, "", names.called(game, leader_id), leader_id == usual)


LISTS: Mapping[type[Action], Callable[[Warriors, Side], Listed]] = {
    Move: _impulses,
    Engage: _battles,
    Levy: _levies,
    Recruit: _recruits,
    Place: _arrivals,
    Stay: _after_round,
    Choose: _first_leaders,
    Ransom: _ransoms,
}
"""What lists the prospects of a kind of offer."""
