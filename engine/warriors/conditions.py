"""What a plan may wait for in Warriors of God: who stands where, who controls what, and how a battle stands."""

from collections.abc import Sequence

from engine.core.actions import Choice, Draft, Field, Offer
from engine.core.conditions import Condition, one_of
from engine.warriors import outlook
from engine.warriors.battles import retreat, siege
from engine.warriors.board import names
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import SIDES
from engine.warriors.impulses.impulses import Move
from engine.warriors.views import AreaView, BattleView, FighterView, WarriorsView

NUMBERS = {str(number): str(number) for number in range(1, 9)}
PERCENT = {str(percent): f"{percent}%" for percent in (50, 75, 100, 125, 150, 25)}
CHANCES = {str(percent): f"{percent}%" for percent in (30, 50, 20, 40, 10, 60, 70, 80, 90)}


def conditions(game: Warriors, seat: str, offer: Offer) -> Sequence[Condition]:
    """Return what a plan for an offered action may wait for, the likeliest first."""
    usable: list[Condition] = []
    if offer.action is Move:
        usable.append(Condition("unopposed", "while no enemy stands there", _unopposed))
    if offer.action in (siege.StandSiege, siege.GiveBattle):
        number = one_of("number", "Which siege number?", NUMBERS)
        usable.append(Condition("siege", "if the siege number is <number> or more", _siege, (number,)))
        usable += _odds(game, seat)
    if offer.action in (retreat.Retreat, retreat.Stay):
        percent = one_of("percent", "How many percent?", PERCENT)
        weak = "if your strength is below <percent> of the enemy's"
        strong = "while your strength is <percent> of the enemy's at least"
        usable += [*_odds(game, seat), Condition("weak", weak, _weak, (percent,))]
        usable.append(Condition("strong", strong, _strong, (percent,)))
    return [*usable, _empty(game), _controlled(game), _stands(game)]


def _own(view: WarriorsView) -> str:
    return next((side.id for side in view.sides if side.seat == view.viewer), "")


def _area(view: WarriorsView, area_id: object) -> AreaView | None:
    return next((area for area in view.areas if area.id == area_id), None)


def _enemies(view: WarriorsView, area: object) -> bool:
    """Whether enemies stand in an area."""
    own, found = _own(view), _area(view, area)
    return found is not None and any(one.side != own for one in view.leaders if one.id in found.leaders)


def _unopposed(view: WarriorsView, draft: Draft, said: Draft) -> bool:
    return not _enemies(view, draft.get("to"))


def _siege(view: WarriorsView, draft: Draft, said: Draft) -> bool:
    battle: BattleView | None = view.battle
    return battle is not None and battle.siege_number is not None and battle.siege_number >= int(said["number"])


def _share(view: WarriorsView) -> float | None:
    """Return the own strength in percent of the enemy's; None without a battle."""
    if view.battle is None:
        return None
    sides: dict[str, FighterView] = {side.id: side for side in view.battle.sides}
    own = sides.pop(_own(view), None)
    foe = next(iter(sides.values()), None)
    return 100 * own.strength / foe.strength if own and foe and foe.strength else None


def _weak(view: WarriorsView, draft: Draft, said: Draft) -> bool:
    share = _share(view)
    return share is not None and share < int(said["percent"])


def _strong(view: WarriorsView, draft: Draft, said: Draft) -> bool:
    share = _share(view)
    return share is not None and share >= int(said["percent"])


def _odds(game: Warriors, seat: str) -> list[Condition]:
    """Conditions on the chance to win the battle if both fight on: below so much, or so much at least."""

    def wins() -> float | None:
        if game.state.battle is None or len(game.battle.commanders) < len(SIDES):
            return None
        side = game.side(seat)
        ending = outlook.ending(game, game.battle.area, side)
        return 100 * (ending.english if side == "english" else ending.french)

    def below(view: WarriorsView, draft: Draft, said: Draft) -> bool:
        chance = wins()
        return chance is not None and chance < int(said["chance"])

    def least(view: WarriorsView, draft: Draft, said: Draft) -> bool:
        chance = wins()
        return chance is not None and chance >= int(said["chance"])

    chance = one_of("chance", "How many percent?", CHANCES)
    losing = "if your chance to win is below <chance> should both fight on"
    winning = "while your chance to win is <chance> at least should both fight on"
    return [Condition("losing", losing, below, (chance,)), Condition("winning", winning, least, (chance,))]


def _areas(game: Warriors) -> dict[str, str]:
    return {area_id: names.area(game, area_id) for area_id in game.catalog.areas}


def _empty(game: Warriors) -> Condition:
    def empty(view: WarriorsView, draft: Draft, said: Draft) -> bool:
        return not _enemies(view, said["area"])

    area = one_of("area", "Which area?", _areas(game))
    return Condition("empty", "while no enemy stands in <area>", empty, (area,))


def _controlled(game: Warriors) -> Condition:
    def controlled(view: WarriorsView, draft: Draft, said: Draft) -> bool:
        found = _area(view, said["area"])
        return found is not None and found.control == (_own(view) if said["who"] == "own" else "")

    area = one_of(
        "area",
        "Which area?",
        {leader_id: name for leader_id, name in _areas(game).items() if not game.area(leader_id).neutral},
    )
    who = one_of("who", "By whom?", {"own": "you", "nobody": "nobody"})
    return Condition("controlled", "while <area> is controlled by <who>", controlled, (area, who))


def _stands(game: Warriors) -> Condition:
    def stands(view: WarriorsView, draft: Draft, said: Draft) -> bool:
        there = _area(view, said["where"])
        return there is not None and said["who"] in there.leaders

    on_map = {
        leader_id: names.leader(game, leader_id) for leader_id, one in game.state.leaders.items() if one.where == "map"
    }

    def areas(draft: Draft) -> list[Choice]:
        leader = game.state.leaders.get(draft.get("who", ""))
        now = [leader.area] if leader is not None and leader.area else []
        return [Choice(area, names.area(game, area)) for area in dict.fromkeys([*now, *game.catalog.areas])]

    fields = (one_of("who", "Which leader?", on_map), Field("where", "In which area?", areas))
    return Condition("stands", "if <who> stands in <where>", stands, fields)
