"""What a leader brings to an area and meets there: enemies, troops, neighbours, and who may follow (rules 6.10)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core.text import join_words
from engine.warriors.battles import strength
from engine.warriors.board import names, ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Side, Troops
from engine.warriors.realm import assigning


class Camp(NamedTuple):
    """What a side has in an area once troops are assigned."""

    strength: int
    taken: Troops
    """The pieces without a leader that it takes over, gunners among them."""


def rivals(game: Warriors, side: Side, leader_id: str, area: str) -> list[str]:
    """Return the leaders still to be placed for the enemy, or by him, who are at home in an area, the best first."""
    return game.by_merit(
        [
            one
            for one, leader in game.state.leaders.items()
            if leader.where == "pool"
            and one != leader_id
            and game.card(one).home == area
            and game.card(one).nationality != side
        ]
    )


def camps(game: Warriors, area: str, coming: dict[str, int], side: Side) -> dict[Side, Camp]:
    """Return what both sides have in an area once troops are assigned, with leaders of `side` to come, who bring some.

    The side without the initiative takes over first [WOG-10.1, 10.4].
    """
    left, found = dict(game.state.loose.get(area, {})), {}
    for which in (game.second, game.first):
        here, more = game.here(area, which), coming if which == side else {}
        room = {one: game.capacity_left(one) - more.get(one, 0) for one in (*here, *more)}
        taken = assigning.taken(game, left, room)
        left = {kind: number - taken[kind] for kind, number in left.items()}
        armed = sum(number for kind, number in taken.items() if game.troop(kind).counts_for_dice)
        standing = strength.strength(game, strength.host_of(game, here)) + sum(1 + gift for gift in more.values())
        found[which] = Camp(standing + armed, taken)
    return found


def outnumbered(game: Warriors, side: Side, leader_id: str, area: str, gift: int) -> bool:
    """Tell whether a leader who arrives in an area meets enemies who are stronger there once troops are assigned."""
    if not game.here(area, enemy(side)):
        return False
    there = camps(game, area, {leader_id: gift}, side)
    return there[side].strength < there[enemy(side)].strength


def facts(
    game: Warriors, side: Side, leader_id: str, area: str, gift: int, coming: Sequence[tuple[str, int]] = ()
) -> list[str]:
    """Return what a leader finds in an area, with the infantry that he brings: what decides comes first.

    Others may be `coming` to it before him, each with some infantry.
    """
    foes, holder = game.here(area, enemy(side)), game.controller(area)
    home = f"{'at home, ' if game.card(leader_id).home == area else ''}with {gift} infantry" if gift else ""
    follow = _may_follow(game, side, leader_id, area)
    if foes:
        met, first = _met(game, side, area, {**dict(coming), leader_id: gift})
        found = [home, met, _walls(side, holder), first, follow]
    else:
        late = bool(_taken_before(game, side, leader_id, area))
        others = {one: game.capacity_left(one) for one in game.here(area, side)}
        others |= {one: game.capacity_left(one) - brought for one, brought in coming}
        waiting, barred = _waiting(game, leader_id, area, game.capacity_left(leader_id) - gift, others, late=late)
        whose = "" if holder == side else _whose(game, area)
        troops = (follow, waiting) if late else (waiting, follow)
        found = [home, *troops, whose, _next_door(game, side, area), barred]
    bow = "counts as a longbowman himself" if game.card(leader_id).longbow else ""
    return [one for one in (*found, bow) if one] or ["you control it"]


def _met(game: Warriors, side: Side, area: str, coming: dict[str, int]) -> tuple[str, str]:
    """Say how strong both sides are then and whom those meet who come; and who takes over the troops there before."""
    foe, there = enemy(side), camps(game, area, coming, side)
    told = f"{there[side].strength} against {there[foe].strength} ({names.group(game, game.here(area, foe), 2)})"
    first, lying = sum(there[game.second].taken.values()), sum(game.state.loose.get(area, {}).values())
    who = "you take" if side == game.second else f"{names.side(foe)} take"
    return told, f"{who} {_of(first, lying)} first" if first else ""


def _of(taken: int, lying: int) -> str:
    """Return how many of the pieces in an area are taken."""
    pieces = "the piece there" if lying == 1 else f"the {lying} pieces there"
    return pieces if taken == lying else f"{taken} of {pieces}"


def _may_follow(game: Warriors, side: Side, leader_id: str, area: str) -> str:
    """Say which enemies at home in an area may still arrive there, and how many troops they take first; "" for none."""
    found = rivals(game, side, leader_id, area)
    if not found:
        return ""
    told = join_words(f"{names.brief(game, one)} {names.rating(game, one)}" for one in found[:2])
    first, lying = _taken_before(game, side, leader_id, area), sum(game.state.loose.get(area, {}).values())
    return f"{told} may still come against you{f' and take {_of(first, lying)} first' if first else ''}"


def _taken_before(game: Warriors, side: Side, leader_id: str, area: str) -> int:
    """Return how many pieces in an area enemies who may still come home take before a side does [WOG-10.1]."""
    room = {one: game.capacity_left(one) - game.card(one).rank for one in rivals(game, side, leader_id, area)}
    return assigning.taken_over(game, game.state.loose.get(area, {}), room) if side == game.first else 0


def _waiting(
    game: Warriors, leader_id: str, area: str, room: int, others: Mapping[str, int], *, late: bool
) -> tuple[str, str]:
    """Say how many more of the pieces without a leader in an area find one if he comes, and which he may not lead.

    Where enemies take some before, he is too `late` for these; then it is told what he can take if they do not come.
    """
    troops = game.state.loose.get(area, {})
    lying = sum(troops.values())
    if not lying:
        return "", ""
    before = assigning.taken_over(game, troops, others)
    shares = assigning.shares(game, troops, {**others, leader_id: room})
    taken = assigning.summed(shares.values())
    more = sum(taken.values()) - before
    free = [one for one in others if others[one] > 0 and any(game.may_hold(one, kind) for kind in troops)]
    able = names.group(game, game.by_merit(free), 2)
    if not more and not before:
        barred = not any(game.may_hold(leader_id, kind) for kind in troops)
        return f"may not lead {names.troops(game, troops)} there" if barred else f"cannot take {_of(lying, lying)}", ""
    if not more:
        return f"{'else ' if late else ''}{able} can already take {_of(before, lying)}", ""
    told = f"{'else you ' if late else ''}can take {_of(more, lying)}"
    if before:
        robbed = [one for one in assigning.shares(game, troops, others) if one not in shares]
        none = f" ({names.group(game, robbed, 2)} then takes none)" if len(robbed) == 1 else ""
        found = f"{_of(before + more, lying)} find a leader, without this one only {before}{none}"
        told = f"{'else ' if late else ''}{found}"
    closed = {
        kind: number for kind, number in assigning.without(troops, taken).items() if not game.may_hold(leader_id, kind)
    }
    if not closed:
        return told, ""
    only, rest = {names.commanders(game, kind) for kind in closed}, names.troops(game, closed)
    return told, f"{rest} only for {only.pop()}" if len(only) == 1 else f"may not lead {rest}"


def _walls(side: Side, holder: Side | None) -> str:
    """Say who may stay behind the walls of an area in which both sides stand; "" for nobody."""
    if holder is None:
        return ""
    return "the walls are yours" if holder == side else f"{names.side(holder)} have the walls"


def _whose(game: Warriors, area: str) -> str:
    """Say who controls an area."""
    if game.area(area).neutral:
        return names.NEUTRAL
    holder = game.controller(area)
    return f"{names.side(holder)} control it" if holder else "nobody controls it"


def _next_door(game: Warriors, side: Side, area: str) -> str:
    """Say how strong the strongest enemies next door to an area are; "" for none, and for neutral land."""
    foe = enemy(side)
    near = [one for one in game.catalog.near[area] if game.here(one, foe) and ways.limit(game, foe, one, area)]
    if not near or game.area(area).neutral:
        return ""
    force = {one: camps(game, one, _still_placed(game, foe, one), foe)[foe].strength for one in near}
    strongest = max(near, key=lambda one: force[one])
    now = strength.strength(game, strength.host_of(game, game.here(strongest, foe)))
    up_to = f", up to {force[strongest]}" if force[strongest] > now else ""
    placed = " if more arrive" if up_to and _still_placed(game, foe, strongest) else ""
    return f"next to {names.area(game, strongest)} ({foe.capitalize()} {now}{up_to}{placed})"


def _still_placed(game: Warriors, side: Side, area: str) -> dict[str, int]:
    """Return the leaders of a side who wait and may be placed in an area, each with the infantry that he brings."""
    waiting = [one for one, leader in game.state.leaders.items() if leader.where == "pool"]
    return {
        one: card.rank if card.home == area or game.option("free_infantry_everywhere") else 0
        for one in waiting
        if (card := game.card(one)).nationality == side
        and (card.home == area or game.area(area).neutral or game.controller(area) == side)
    }


def lost_then(game: Warriors, side: Side, coming: Sequence[tuple[str, str, int]]) -> str:
    """Say which troops none of a side's leaders takes over, once leaders have come with infantry.

    Those count that lie in its areas or in nobody's, as those of leaders who have died do. Those that the enemy's
    leaders take over, or may take over if they are placed there, are told apart, and those that neither side can reach;
    "" for none.
    """
    lost: dict[str, Troops] = {}
    closed: dict[str, Troops] = {}
    claimed, taken = {}, {}
    for area, lying in game.state.loose.items():
        if game.controller(area) == enemy(side):
            continue
        there = camps(game, area, {one: gift for one, at, gift in coming if at == area}, side)
        taken[area] = there[enemy(side)].taken
        left = {kind: many - sum(there[one].taken[kind] for one in SIDES) for kind, many in lying.items()}
        claimed[area] = assigning.taken(game, left, _to_come(game, enemy(side), area))
        whose = lost if _open(game, area) else closed
        whose[area] = {kind: many - claimed[area][kind] for kind, many in left.items()}
    foes, nobody = names.opening(enemy(side)), "Lost to both, as nobody can arrive there"
    parts = (("Lost then", lost), (nobody, closed), (f"{foes} may come and take", claimed), (f"{foes} take", taken))
    return "".join(f" {said}: {named}." for said, found in parts if (named := _named(game, found)))


def _to_come(game: Warriors, side: Side, area: str) -> dict[str, int]:
    """Return the room of those leaders of a side who wait and may be placed in an area not its own [WOG-9.6, 9.8]."""
    waiting = [one for one, leader in game.state.leaders.items() if leader.where == "pool"]
    return {
        one: game.capacity_left(one) - (card.rank if card.home == area else 0)
        for one in waiting
        if (card := game.card(one)).nationality == side and (card.home == area or game.area(area).neutral)
    }


def _named(game: Warriors, found: Mapping[str, Troops]) -> str:
    """Return troops with the areas in which they are, most of them first; "" for none."""
    pieces = {area: {kind: many for kind, many in troops.items() if many} for area, troops in found.items()}
    most = sorted((area for area in pieces if pieces[area]), key=lambda area: -sum(pieces[area].values()))
    told = [f"{names.troops(game, pieces[area])} in {names.area(game, area)}" for area in most]
    return join_words(told) if told else ""


def _open(game: Warriors, area: str) -> bool:
    """Tell whether leaders stand in an area, or may arrive there: at home, or in land that is neutral or controlled."""
    home = any(leader.where == "pool" and game.card(one).home == area for one, leader in game.state.leaders.items())
    held = game.controller(area) is not None or game.area(area).neutral
    return home or held or any(game.here(area, side) for side in SIDES)
