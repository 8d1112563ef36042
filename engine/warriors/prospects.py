"""What a side is likely to do next, with what comes of it: moves, battles, recruits and arrivals (rules 6).

The order is that of the marshal, who looks at nothing but what lies open.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from msgspec import structs

from engine.core.actions import AWAITED, Action, Pass, Prospect
from engine.core.game import cached_while_waiting
from engine.core.text import join_words
from engine.warriors import marshal, marshal_prisoners, outlook, threats
from engine.warriors.battles import battles, claims, retreat, siege, strength
from engine.warriors.battles.battles import Engage
from engine.warriors.battles.retreat import Retreat, Stay
from engine.warriors.board import names, parcels, ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.parcels import Parcel
from engine.warriors.board.state import SIDES, Side
from engine.warriors.evaluation import Prospects
from engine.warriors.foresight import WORTH
from engine.warriors.impulses import impulses
from engine.warriors.impulses.impulses import Move, Unmark
from engine.warriors.leaders import arrivals, captives, reception
from engine.warriors.leaders.arrivals import Place
from engine.warriors.leaders.captives import Ransom
from engine.warriors.realm import assigning, deploying
from engine.warriors.realm.deploying import Deploy, Deploying, Recruit
from engine.warriors.realm.raising import Levy
from engine.warriors.sequence import setup
from engine.warriors.sequence.setup import Choose

VARIETY = 2
"""Moves to one area, and places for one leader, that stand before those of others."""

MOST = 10
"""Impulses that are suggested, the best first; all others are left to the form."""

ROOM = 100
"""Letters of a line in a menu, and again of what comes of it."""

LABEL = ROOM - 1
"""Letters of a line of a menu before the dots behind it."""

BUTTON = 26
"""Letters of a button."""

COME = " more can come)"
"""The end of what is told of a battle that is left, for which a line need not have room."""

NAMED = (9, 3, 2, 1)
"""How many leaders of a group are named, as room allows."""

RELIEF = 100.0
"""How a move towards a battle is rated that is mostly lost without it, and mostly won with it: above all others."""

EVEN = 0.5
"""The chance up to which a battle is mostly lost: nothing green leads to one."""

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
    return found[:MOST] if Move in offers else found


def foreseen(game: Warriors, seat: str, action: Action) -> Prospect | None:
    """Return what comes of a move, or of a leader's arrival, that a side has filled in by itself; None of all else."""
    side = game.side(seat)
    match action:
        case Move():
            found = _move(game, side, action, likely=False)
        case Place(leader_id, area):
            found = _arrival(game, side, leader_id, area)
        case _:
            return None
    return replace(found, outcome=found.comes_of, pending="")


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
    """Yield moves and markers to remove, by what they gain if the enemy answers them; none that is without hope."""
    mind = Prospects(game, side)
    rated = [
        (_sound(mind, action), gain, action)
        for gain, action in marshal.rated_impulses(mind)
        if not _idle(game, gain, action) and _hopeful(mind, action)
    ]
    if relief := _reliefs(mind):
        rated = [(True, RELIEF, one) for one in relief] + [one for one in rated if one[2] not in relief]
    if not any(sound and gain > WORTH for sound, gain, _ in rated):
        yield "", Prospect(Pass(), "")
    for sound, gain, action in sorted(rated, key=lambda found: (not found[0], -found[1])):
        likely = sound and gain > WORTH
        if isinstance(action, Move):
            yield action.to, _move(game, side, action, likely=likely)
        elif isinstance(action, Unmark):
            area = names.area(game, action.area)
            walls = ", and its walls," if game.here(action.area, enemy(side)) else ""
            told = _together(f"{names.side(enemy(side))} lose it{walls} at once", _gained(game, side, action.area))
            removed = f"{area}: remove the control marker of {names.side(enemy(side))}"
            yield action.area, Prospect(action, removed, told, "Remove", likely)


def _reliefs(mind: Prospects) -> list[Action]:
    """Return for each battle that is mostly lost the move next to it of whoever wins it with one more impulse.

    There is none where somebody can turn the battle at once.
    """
    game, side, found = mind.game, mind.side, list[Action]()
    movable = impulses.movable(game, side) if _goes_on(game, side) else []
    for field in battles.battlefields(game) if movable else ():
        at_once = (_won(mind, _moved(game, side, one), field) for one in _moves_to(game, side, movable, field))
        if max(_won(mind, game, field), *at_once, 0.0) > EVEN:
            continue
        near = [one for to in game.catalog.near[field] for one in _moves_to(game, side, movable, to)]
        rated = [
            (_won(mind, then, field), game.controller(one.to) == side, one)
            for one in near
            if (then := _relieved(game, side, one, field))
        ]
        chance, _, best = max(rated, key=lambda found: found[:2], default=(0.0, False, None))
        if best and chance > EVEN:
            found.append(best)
    return found


def _moves_to(game: Warriors, side: Side, movable: Sequence[str], area: str) -> list[Move]:
    """Return the moves of single leaders to an area, out of no battle."""
    starts = {one: game.leader(one).area for one in movable}
    able = [one for one, start in starts.items() if ways.limit(game, side, start, area)]
    return [Move([one], area) for one in able if not game.here(starts[one], enemy(side))]


def _relieved(game: Warriors, side: Side, move: Move, field: str) -> Warriors | None:
    """Return the game as it would look if those who move go on to a battlefield; None where they cannot."""
    after = _moved(game, side, move)
    if game.here(move.to, enemy(side)) or not ways.may_leave(after, side, move.to):
        return None
    can_go = ways.limit(game, side, move.to, field) >= len(move.leaders) and move.to != field
    return _moved(after, side, Move(move.leaders, field)) if can_go else None


def _leads_to(game: Warriors, side: Side, move: Move) -> str:
    """Say which battle that is mostly lost those who move can turn with one more impulse; "" for none."""
    mind = Prospects(game, side)
    for field in battles.battlefields(game) if _goes_on(game, side) else ():
        if move.leaders[0] in game.here(field, side) or _won(mind, game, field) > EVEN:
            continue
        then = _relieved(game, side, move, field)
        if then and _won(mind, then, field) > EVEN:
            before, after = (outlook.percent(outlook.wins(one, field, side)) for one in (game, then))
            return f"next impulse {names.area(game, field)}: from {before} to {after}"
    return ""


def _sound(mind: Prospects, action: Action) -> bool:
    """Tell whether an impulse leads to no battle that is mostly lost, or makes one that is coming much better.

    Nor does it leave friends in one whom those who go would have kept the stronger, or an area open to the enemy for
    one that brings no more.
    """
    if not isinstance(action, Move):
        return True
    if _deserts(mind, action) or _uncovers(mind.game, mind.side, action):
        return False
    if not mind.game.here(action.to, mind.foe):
        return True
    friends = mind.game.here(action.to, mind.side)
    won = _won(mind, _moved(mind.game, mind.side, action), action.to)
    return won > EVEN or (bool(friends) and won > _won(mind, mind.game, action.to) + outlook.ROUGH)


def _deserts(mind: Prospects, action: Move) -> bool:
    """Tell whether a move leaves friends in a battle that they mostly lose then, but would not have without it.

    So it is also where they are weaker then than all enemies who are there and can come, and were not before.
    """
    game, side, foe = mind.game, mind.side, mind.foe
    start, after = game.leader(action.leaders[0]).area, _moved(game, side, action)
    if not (after.here(start, side) and after.here(start, foe)):
        return False
    chance = _won(mind, after, start)
    if chance <= EVEN and chance < _won(mind, game, start) - outlook.ROUGH:
        return True
    own, left = (_strength(one, one.here(start, side)) for one in (game, after))
    before, then = (_strength(one, one.here(start, foe)) + threats.coming(one, foe, start) for one in (game, after))
    return own >= before and left < then


def _uncovers(game: Warriors, side: Side, action: Move) -> bool:
    """Tell whether a move leaves an area of the side open to the enemy for another one of its own of no more value."""
    start, after = game.leader(action.leaders[0]).area, _moved(game, side, action)
    if game.controller(start) != side or game.controller(action.to) != side or game.here(action.to, enemy(side)):
        return False
    gains = game.area(action.to).value > game.area(start).value
    return not (gains or after.here(start, side)) and bool(threats.coming(after, enemy(side), start))


def _won(mind: Prospects, game: Warriors, area: str) -> float:
    """Return about how likely a side wins a battle as a game stands, as whoever has the walls there chooses."""
    side, holder = mind.side, game.controller(area)
    field = mind.likely(sorted(game.here(area, side)), game.here(area, mind.foe))
    if holder is None:
        return field
    falls = outlook.falls(game, area, holder)
    return max(field, 1 - falls) if holder == side else min(field, falls)


def _hopeful(mind: Prospects, action: Action) -> bool:
    """Tell whether an impulse leads to no battle that is as good as lost, or to walls of the side's own."""
    if not isinstance(action, Move):
        return True
    foes = mind.game.here(action.to, mind.foe)
    own = sorted((*mind.game.here(action.to, mind.side), *action.leaders))
    return not foes or mind.game.controller(action.to) == mind.side or mind.likely(own, foes) > outlook.ROUGH


def _idle(game: Warriors, gain: float, action: Action) -> bool:
    """Tell whether an impulse leads to neutral land and promises nothing."""
    return isinstance(action, Move) and game.area(action.to).neutral and gain <= WORTH


def _move(game: Warriors, side: Side, action: Move, *, likely: bool) -> Prospect:
    outcome = partial(_comes_of_move, game, side, action)
    pending = _comes_of_move(game, side, action, waits=True) if game.here(action.to, enemy(side)) else ""
    to = names.area(game, action.to)
    short = f"{', '.join(names.called(game, one) for one in action.leaders)}: {to}"
    if len(short) > BUTTON:
        short = f"{len(action.leaders)} leaders: {to}" if len(action.leaders) > 1 else f"To {to}"
    return Prospect(action, _move_in_words(game, side, action), outcome, short, likely, pending)


def _move_in_words(game: Warriors, side: Side, action: Move) -> str:
    """Say where a move leads and who goes, in a battle with the strength of both sides, as fully as there is room."""
    start, to = game.leader(action.leaders[0]).area, names.area(game, action.to)
    foes, friends = game.here(action.to, enemy(side)), game.here(action.to, side)
    left = f"from {names.area(game, start)}{_given_up(game, side, action)}"
    home = start == game.catalog.initiative.king_home[side] and game.state.kings.get(side) in action.leaders
    bold = (
        f"from {names.area(game, start)}, giving up +1 on initiative{_given_up(game, side, action)}" if home else left
    )
    if not foes:
        shorter = left.rpartition(", ")[0] + ")" if left.endswith(COME) else left
        ways = ((names.group(game, action.leaders, most), said) for said in (bold, left, shorter) for most in NAMED)
        return _fitting((f"{to}: {who} {said}" for who, said in ways), LABEL)
    own, foe = (_strength(game, leaders) for leaders in ([*action.leaders, *friends], foes))
    force = f" ({_strength(game, action.leaders)})" if friends else ""
    whole, least = [], []
    for most in NAMED:
        joined = f" with {names.group(game, friends, most)}" if friends else ""
        moved = f"{to}{joined}, {own} against {foe}: {names.group(game, action.leaders, most)}{force} {left}"
        whole.append(f"{moved} against {names.group(game, foes, most)}")
        least.append(moved)
    return _fitting((*whole, *least), LABEL)


def _fitting(versions: Iterable[str], room: int = ROOM) -> str:
    """Return the first of some versions that a line of a menu has room for, else the last."""
    found = list(versions)
    return next((one for one in found if len(one) <= room), found[-1])


def _together(*parts: str) -> str:
    """Return what comes of something, without those later parts for which a line of a menu has no room."""
    said = ""
    for part in filter(None, parts):
        more = f"{said}; {part}" if said else part
        said = more if not said or len(more) <= ROOM else said
    return said


def _strength(game: Warriors, leaders: Sequence[str]) -> int:
    return strength.strength(game, strength.host_of(game, leaders))


def _comes_of_move(game: Warriors, side: Side, action: Move, *, waits: bool = False) -> str:
    after = _moved(game, side, action)
    if game.here(action.to, enemy(side)):
        told, (odds, surprise) = (
            outlook.fought(after, action.to, side, waits=waits, brief=brief) for brief in (True, False)
        )
        more, held = _if_more_come(after, side, action.to, waits=waits), _stuck(after, side, action.to)
        versions = [f"{odds}{more[0]}", f"{told[0]}{more[0]}", f"{told[0]}{more[-1]}"]
        return _together(_fitting(versions, ROOM - len(f"; {held}") * bool(held)), held, surprise)
    quiet = _quiet(after, side, action.to, game.here(action.to, side), game.leader(action.leaders[0]).area)
    return _together(_leads_to(game, side, action), quiet)


def _moved(game: Warriors, side: Side, action: Move) -> Warriors:
    """Return the game as it would look after a move."""
    moved = {leader_id: structs.replace(game.leader(leader_id), area=action.to) for leader_id in action.leaders}
    aggressors = {action.to: side, **game.state.aggressors}
    return Warriors(
        structs.replace(game.state, leaders={**game.state.leaders, **moved}, aggressors=aggressors), game.dice
    )


def _if_more_come(after: Warriors, side: Side, area: str, *, waits: bool) -> tuple[str, str]:
    """Say how strong all enemies are who can come, and in the field what they leave of a chance if it is much less."""
    coming = threats.comers(after, enemy(side), area)
    force = _strength(after, coming)
    if not coming:
        return "", ""
    alone = f" ({force} more {_foes(side)} can come)", f" ({force} more can come)"
    if after.controller(area):
        return alone
    won = AWAITED
    if not waits:
        then = _moved(after, enemy(side), Move([*coming], area))
        now, left = (outlook.wins(one, area, side) for one in (after, then))
        if left > now - outlook.ROUGH:
            return alone
        won = outlook.percent(left)
    who = f"{names.group(after, coming, 1)} ({force}) comes" if len(coming) == 1 else f"{force} more {_foes(side)} come"
    return f"; win {won} if {who}", f"; {won} if {force} more come"


def _quiet(after: Warriors, side: Side, area: str, friends: Sequence[str], start: str) -> str:
    """Say what becomes after the battles of an area in which leaders of a side stand alone, others came from `start`.

    `friends` stood there already, alone: what they gain without more leaders is no gain of the move.
    """
    if after.area(area).neutral:
        return names.NEUTRAL
    holder, worth = after.controller(area), names.worth(after, area, side)
    if holder == side:
        return _use(after, side, area, start)
    if holder is None:
        return _together(_gained(after, side, area, friends), worth)
    chance, whose = claims.chance(after, area, after.here(area, side)), holder.capitalize()
    if chance and len(after.here(area, side)) > 1 and _goes_on(after, side):
        cleared = f"1 more impulse removes the {whose} marker: then {outlook.percent(chance)} to gain it this turn"
        return _together(cleared, _against(after, side, area), worth)
    then = f"then {outlook.percent(chance)} next turn" if chance else "you cannot gain it"
    held, walls = _held(after, side, area), f"{_foes(side)} who come have walls"
    ends = f"{f'helps {names.group(after, friends, 1)} end' if friends else 'ends'} {whose} control"
    stuck = _stuck(after, side, area)
    return _together(
        f"{ends}{held.replace('strength ', '') if stuck else held}", then, stuck, walls if "(" in held else "", worth
    )


def _stuck(after: Warriors, side: Side, area: str) -> str:
    """Say that leaders who have just come could not go on, though their side has impulses left [WOG-2.10]."""
    if not _goes_on(after, side) or ways.may_leave(after, side, area):
        return ""
    return "cannot leave alone" if len(after.here(area, side)) == 1 else "cannot leave unless more come"


def _goes_on(after: Warriors, side: Side) -> bool:
    """Tell whether a side has another impulse after the one that it is asked about."""
    return after.state.turn.impulses.get(side, 0) > 1


def _gained(game: Warriors, side: Side, area: str, friends: Sequence[str] = ()) -> str:
    """Say how likely a side gains an area that nobody controls, and whose home it is among its leaders."""
    here = game.here(area, side)
    chance, before, held = claims.chance(game, area, here), claims.chance(game, area, friends), _held(game, side, area)
    if friends and chance <= before:
        gain, have = ("gain", "have") if len(friends) > 1 else ("gains", "has")
        already = f"{gain} it" if chance == 1 else f"{have} {outlook.percent(chance)} to gain it"
        said = f"strengthens {names.group(game, friends, 1)}, who already {already}"
        return _fitting((f"{said}{held}", said))
    if chance == 1:
        return _fitting((f"you gain it{_home(game, area, here)}{held}", f"you gain it{held}"))
    likely, home = outlook.percent(chance), _home(game, area, here)
    if friends:
        return f"raises the chance to gain it{home} from {outlook.percent(before)} to {likely}{held}"
    return f"{likely}{_because(game, area, here)} to gain it{home}{held}"


def _because(game: Warriors, area: str, leaders: Sequence[str]) -> str:
    """Return the stars by which a side gains an area away from home; "" where something else counts too."""
    stars = max(game.card(one).rank for one in leaders)
    return f" ({'★' * stars})" if claims.threshold_of(game, area, leaders) == (stars, "WOG-4.6") else ""


def _held(game: Warriors, side: Side, area: str) -> str:
    """Say when an area is won or lost: after the battles, unless enemies who can still come drive its leaders out.

    Where enemies stand, it takes a battle won.
    """
    if game.here(area, enemy(side)):
        return " if you win the battle"
    can_come = _against(game, side, area)
    return f" unless driven out ({can_come})" if can_come else " after the battles"


def _home(game: Warriors, area: str, leaders: Sequence[str]) -> str:
    """Say whose home an area is among leaders, who gain it more surely there; "" for nobody's."""
    found = [leader_id for leader_id in leaders if game.card(leader_id).home == area]
    return f", the home of {names.group(game, found, 1)}," if found else ""


def _against(game: Warriors, side: Side, area: str) -> str:
    """Say how strong a side stands in an area, and how strong the enemy can still come; "" if nobody can."""
    force = threats.coming(game, enemy(side), area)
    own = _strength(game, game.here(area, side))
    return f"strength {own} against up to {force}" if force else ""


def _foes(side: Side) -> str:
    """Return the enemy as short as a figure needs it: 'French'."""
    return enemy(side).capitalize()


def _use(game: Warriors, side: Side, area: str, start: str) -> str:
    """Say what it is good for to have come to an area of one's own: it is guarded, or leads on as `start` did not."""
    worth = names.worth(game, area, side)
    if can_come := _against(game, side, area):
        strong = _strength(game, game.here(area, side)) >= threats.coming(game, enemy(side), area)
        return f"{'guards' if strong else 'only behind its walls you keep'} {worth} ({can_come})"
    onward = [near for near in game.catalog.near[area] if ways.limit(game, side, area, near)]
    free = [near for near in onward if _open(game, side, near) and near not in (start, *game.catalog.near[start])]
    best = max(free, key=lambda near: game.area(near).value, default="")
    leads = f"; from there you can go to {names.area(game, best)}" if best and _goes_on(game, side) else ""
    return f"you control it, and no enemy can come{leads}; {worth}"


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
        force = threats.coming(_moved(game, side, action), enemy(side), start)
        more = f", {force}{COME[:-1]}" if force else ""
        return f" (battle there: {_chance_left(game, side, start, tuple(stay))}{more})" if stay else lost
    if holder == side:
        alone = not stay and threats.coming(_moved(game, side, action), enemy(side), start)
        return f" (leaves it open to {names.side(enemy(side))})" if alone else ""
    if holder is not None:
        return "" if stay else f" (which {names.side(holder)} then keep)"
    before, after = (claims.chance(game, start, leaders) for leaders in (game.here(start, side), stay))
    if after == before:
        return ""
    if stay:
        return f" (chance there falls from {outlook.percent(before)} to {outlook.percent(after)})"
    if before < 1:
        return f" (giving up {outlook.a_chance(before)} there)"
    return f" (giving up a sure gain there{', if held' if threats.coming(game, enemy(side), start) else ''})"


@cached_while_waiting
def _chance_left(game: Warriors, side: Side, area: str, stay: Sequence[str]) -> str:
    """Say how the chance in a battle to come changes if only some of a side's leaders stay for it."""
    gone = [one for one in game.here(area, side) if one not in stay]
    then = _moved(game, side, Move(gone, next(iter(game.catalog.near[area]))))
    before, after = (outlook.percent(outlook.wins(one, area, side)) for one in (game, then))
    return f"stays {after}" if after == before else f"from {before} to {after}"


# ---------------------------------------------------------------------- battles


def _battles(game: Warriors, side: Side) -> Listed:
    """Yield the battles that may be fought next, the most valuable area first."""
    for area in battles.battlefields(game):
        outcome, pending = partial(_fought, game, area, side), _fought(game, area, side, waits=True)
        own, foes = (game.here(area, one) for one in (side, enemy(side)))
        place = f"{names.area(game, area)}, {_strength(game, own)} against {_strength(game, foes)}"
        met = (f"{names.group(game, own, most)} against {names.group(game, foes, most)}" for most in NAMED)
        words = _fitting((f"{place}: {one}" for one in met), LABEL)
        yield area, Prospect(Engage(area), words, outcome, f"Fight: {names.area(game, area)}", pending=pending)


def _fought(game: Warriors, area: str, side: Side, *, waits: bool = False) -> str:
    return _together(*outlook.fought(game, area, side, waits=waits))


def _flights(game: Warriors, side: Side) -> Listed:
    """Yield the areas to which all beaten attackers can flee together, beside what is proposed."""
    area, own = game.battle.area, game.here(game.battle.area, side)
    proposed = siege.completed(game, side, area, ())
    for to, most in siege.room(game, side, area, ()).items():
        flights = [siege.Way(leader_id, to) for leader_id in own]
        if most >= len(own) and {*flights} != {*proposed}:
            outcome = siege.awaited(game, side, own, to)
            where = names.area(game, to)
            yield to, Prospect(siege.Flee([*map(str, flights)]), f"Flee to {where}", outcome, f"Flee: {where}")


# ---------------------------------------------------------------------- troops


def _levies(game: Warriors, side: Side) -> Listed:
    """Yield the levy with gunners for a siege next door, where there is reason for one."""
    if levy := marshal_prisoners.levy(game, side):
        found = [one for text in levy.troops if game.troop((one := parcels.read(text)).kind).gunner]
        where = join_words(f"in {names.area(game, one.at)}" for one in found)
        words = f"Swap 1 infantry for {names.pieces(game, found[0].kind, 1)} {where}"
        gunned = "each no strength, +1 to storm walls" if len(found) > 1 else "no strength, +1 to storm walls"
        told = _together(*(_gunner_led(game, side, one, len(found) > 1) for one in found), gunned)
        yield "", Prospect(levy, words, told, "With gunners", likely=False)


def _gunner_led(game: Warriors, side: Side, gunner: Parcel, several: bool) -> str:
    """Say who can lead a gunner where it is raised, or in reach and where he stands."""
    able = [
        one
        for one in game.by_merit(game.on_map(side))
        if game.may_hold(one, gunner.kind) and game.capacity_left(one) > 0
    ]
    beside = [one for one in able if game.leader(one).area == gunner.at]
    near = [one for one in able if game.leader(one).area in ways.chain(game, side, gunner.at)]
    led = f"for {names.group(game, beside or near, 2)}" if beside or near else "for nobody yet"
    there = f" in {names.area(game, game.leader(near[0]).area)}" if near and not beside and len(near) == 1 else ""
    return f"{led}{there or (f' in {names.area(game, gunner.at)}' if several else '')}"


def _gatherings(game: Warriors, side: Side) -> Listed:
    """Yield to gather troops where a leader who still comes can take most of them, if nobody can take them now."""
    step = game.top
    if not isinstance(step, Deploying) or deploying.proposal(game, side, step.loose(game)):
        return
    if found := deploying.gathering(game, side, step.loose(game)):
        together = sum(deploying.for_anybody(deploying.deployed(game, [found]), side)[found.to].values())
        told = f"a leader whom you place there can take over {together} pieces then"
        yield "", Prospect(found, f"Bring {deploying.moved(game, found)}", told, f"To {names.area(game, found.to)}")


def _recruits(game: Warriors, side: Side) -> Listed:
    """Yield mercenaries for the leaders whom they can reach, as many as have room, the best leaders first."""
    hired = marshal_prisoners.recruit(game, side)
    for action in dict.fromkeys([*([hired] if hired else []), *_hiring(game, side)]):
        kind, number, _ = parcels.read(action.mercenaries)
        who, pieces = names.brief(game, action.leader), names.pieces(game, kind, number)
        told = _together(
            _room_after(game, action.leader, number),
            _control_with(game, action.leader, number),
            "one hit takes all of them",
        )
        words = f"{pieces} for {who} in {names.area(game, game.leader(action.leader).area)}"
        short = f"Recruit: {names.called(game, action.leader)}"
        yield action.leader, Prospect(action, words, told, short, likely=action == hired)


def _room_after(game: Warriors, leader_id: str, number: int) -> str:
    """Say how many of the pieces beside a leader find no room once he has taken some, or how many more he can take."""
    area, side = game.leader(leader_id).area, game.leader(leader_id).side
    assert side
    lying = game.state.loose.get(area, {})
    room = {one: game.capacity_left(one) for one in game.here(area, side)}
    before = assigning.taken_over(game, lying, room)
    lost = before - assigning.taken_over(game, lying, {**room, leader_id: room[leader_id] - number})
    if lost:
        pieces = "the piece" if before == 1 else f"{lost} of the {before} pieces"
        return f"{pieces} there then {'finds' if lost == 1 else 'find'} no leader"
    left = room[leader_id] - number
    return f"room for {left} more" if left else "no room for more"


def _control_with(game: Warriors, leader_id: str, number: int) -> str:
    """Say how mercenaries lower a leader's chance to gain control; "" where he has none away from home."""
    stars = game.card(leader_id).rank - claims.mercenaries(game, [leader_id])
    if stars <= 0:
        return ""
    with_them, without = (outlook.percent(max(0, left) / strength.SIX) for left in (stars - number, stars))
    return f"in rolls for control {with_them} with them, not {without}"


def _hiring(game: Warriors, side: Side) -> Iterator[Recruit]:
    for kind, card in game.catalog.troops.items():
        for leader_id in game.by_merit(deploying.recruiters(game, side, kind)) if card.mercenary else ():
            number = min(game.supply(kind) or 0, game.capacity_left(leader_id))
            yield Recruit(str(Parcel(kind, number, card.home)), leader_id)


# ---------------------------------------------------------------------- arrivals


def _arrivals(game: Warriors, side: Side) -> Listed:
    """Yield the leaders to be placed in the areas that are open to them, by what they promise there.

    What is proposed by itself is left out; places where stronger enemies stand come last.
    """
    taking = any(request.decision == "D-15" for request in game.top.requests(game)) if game.top else False
    waiting = arrivals.pool(game, side=None if taking else side)
    proposed = [arrivals.best_place(game, side, waiting[0])] if taking else arrivals.proposal(game, side)
    rated = [
        (reception.outnumbered(game, side, one, area, arrivals.gift(game, one, area)), -gain, one, area)
        for gain, one, area in marshal_prisoners.rated_places(game, side, waiting)
        if Place(one, area) not in proposed and not _idle_place(game, area)
    ]
    for *_, leader_id, area in sorted(rated, key=lambda one: one[:2]):
        yield leader_id, _arrival(game, side, leader_id, area)


def _arrival(game: Warriors, side: Side, leader_id: str, area: str) -> Prospect:
    where = names.area(game, area)
    found = reception.facts(game, side, leader_id, area, arrivals.gift(game, leader_id, area))
    words = f"{names.brief(game, leader_id)} ({names.rating(game, leader_id)}) in {where}"
    short = f"{names.called(game, leader_id)}: {where}"
    return Prospect(Place(leader_id, area), words, _together(*found), short if len(short) <= BUTTON else f"To {where}")


def _idle_place(game: Warriors, area: str) -> bool:
    """Tell whether an area is neutral, with nobody there and nothing to take over."""
    nobody = not any(game.here(area, side) for side in SIDES)
    return game.area(area).neutral and nobody and not game.state.loose.get(area)


def _after_round(game: Warriors, side: Side) -> Listed:
    """Yield to retreat where the deadline or the marshal would; else to stay, so that green is no bad advice."""
    best = next(iter(retreat.best_refuges(game, side)), "")
    if retreat.outmatched(game, side, best):
        area = game.battle.area
        several = len(game.here(area, side)) > 1
        told = f"{names.side(enemy(side))} in {names.area(game, area)} are more than twice as strong"
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
        lost = "; ".join(names.worth(game, area, side) for area in action.given)
        stranded = captives.stranded(game, side, action.given)
        yield action.leader, Prospect(action, told, _together(f"costs you {lost}", stranded), "Pay a ransom")


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
    siege.Flee: _flights,
    Levy: _levies,
    Deploy: _gatherings,
    Recruit: _recruits,
    Place: _arrivals,
    Stay: _after_round,
    Choose: _first_leaders,
    Ransom: _ransoms,
}
"""What lists the prospects of a kind of offer."""
