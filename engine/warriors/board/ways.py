"""Borders and sea connections: who may cross them, and how many at once (rules 2.2, 2.3, 6.2)."""

from engine.core.game import cached_by_options, cached_while_waiting
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Side


def border(game: Warriors, a: str, b: str) -> str:
    """Return the kind of way between two areas: clear, river, obstructed or sea; "" for none."""
    return game.catalog.borders.get(frozenset((a, b)), "")


def limit(game: Warriors, side: Side, start: str, to: str) -> int:
    """Return how many leaders of a side may go from one area to another at once; 0 where there is no way."""
    limits = game.catalog.limits
    match border(game, start, to):
        case "clear":
            return limits.clear
        case "river":
            return limits.river
        case "obstructed":
            return limits.obstructed
        case "sea":
            return _by_sea(game, side, start, to)
        case _:
            return 0


def _by_sea(game: Warriors, side: Side, start: str, to: str) -> int:
    limits = game.catalog.limits
    if game.controller(to) == side:
        return limits.sea_to_friendly_controlled
    if side == "english" and game.controller(start) == side:
        return limits.sea_english_from_friendly_controlled
    return limits.sea_to_other


def limit_rule(game: Warriors, side: Side, start: str, to: str) -> str:
    """Return the rule that limits how many may go from one area to another."""
    rules = {"clear": "WOG-2.3", "river": "WOG-2.4", "obstructed": "WOG-2.5"}
    kind = border(game, start, to)
    if kind != "sea":
        return rules.get(kind, "WOG-2.2")
    if game.controller(to) == side:
        return "WOG-2.6"
    return "WOG-2.8" if side == "english" and game.controller(start) == side else "WOG-2.7"


def may_leave(game: Warriors, side: Side, area: str) -> int:
    """Return how many leaders of a side may leave an area in an impulse now [WOG-2.10].

    With the option `leaving` = "each" the condition is tested leader by leader, so that as many stay as there are
    enemies, one more under an enemy control marker; with "group" it is tested once.
    """
    own, hold = len(game.here(area, side)), holding(game, side, area)
    if game.option("leaving") == "group":
        return own if own > hold else 0
    return max(0, own - hold)


def holding(game: Warriors, side: Side, area: str) -> int:
    """Return what has to be outnumbered to leave: enemy leaders, and one for an enemy control marker."""
    return len(game.here(area, enemy(side))) + (game.controller(area) == enemy(side))


def refuges(game: Warriors, side: Side, area: str) -> list[str]:
    """Return where a side may retreat from an area: next to it, and neither enemy-occupied nor enemy-controlled."""
    foe = enemy(side)
    return [to for to in game.catalog.near[area] if game.controller(to) != foe and not game.here(to, foe)]


def linked(game: Warriors, side: Side, a: str, b: str) -> bool:
    """Tell whether troops may be deployed across the border of two areas, whoever controls them [WOG-6.3, 6.4]."""
    kind = border(game, a, b)
    return kind in ("clear", "river") or (kind == "sea" and side == "english")


@cached_while_waiting
def chain(game: Warriors, side: Side, start: str) -> set[str]:
    """Return the areas that a side can reach from one that it controls, itself among them [WOG-6.1]."""
    own, found, reached = set(game.controlled(side)), {start}, [start]
    while reached:
        here = reached.pop()
        fresh = {to for to in _linked(game, side, here) if to in own} - found
        found |= fresh
        reached += fresh
    return found


@cached_by_options
def _linked(game: Warriors, side: Side, area: str) -> list[str]:
    return [to for to in game.catalog.near[area] if linked(game, side, area, to)]
