"""What a battle was like from its first roll to its last: kept beside the battle, for those who look at it later.

A battle that a release before records has begun has none.
"""

from collections.abc import Mapping, Sequence

import msgspec

from engine.warriors.board.game import Warriors
from engine.warriors.board.state import SIDES, Clash, Fate, Record, Side, Troops


def begin(game: Warriors, area: str, aggressor: Side) -> None:
    """Begin the record of a battle with the armies that meet in it."""
    armies = {
        side: {leader_id: dict(game.leader(leader_id).troops) for leader_id in game.here(area, side)} for side in SIDES
    }
    king = [leader_id for side in SIDES for leader_id in armies[side] if game.is_king(leader_id)]
    game.state.record = Record(turn=game.state.turn.number, area=area, aggressor=aggressor, armies=armies, kings=king)


def settle(game: Warriors) -> None:
    """Note who commands, and what is fought."""
    if found := game.state.record:
        battle = game.battle
        found.commanders, found.kind, found.besieged = dict(battle.commanders), battle.kind, battle.besieged


def add(game: Warriors, clash: Clash) -> None:
    """Note a round, a pursuit or an assault."""
    if found := game.state.record:
        found.clashes.append(clash)


def lose(game: Warriors, side: Side, troops: Troops) -> None:
    """Note the troops that a side loses in the last clash."""
    if (found := game.state.record) and found.clashes:
        found.clashes[-1].lost[side] = dict(troops)


def fate(game: Warriors, leader: str, roll: int, what: str) -> None:
    """Note what has become of a leader who was hit."""
    if (found := game.state.record) and found.clashes:
        found.clashes[-1].fates.append(Fate(leader=leader, roll=roll, fate=what))


def take(game: Warriors, leaders: Sequence[str]) -> None:
    """Note who is captured because there is no way out."""
    if found := game.state.record:
        found.taken += leaders


def go(game: Warriors, leaders: Sequence[str], to: str) -> None:
    """Note who gets away, and where to."""
    if found := game.state.record:
        found.gone |= dict.fromkeys(leaders, to)


def retreat(game: Warriors, side: Side, *, forced: bool) -> None:
    """Note that a side gives way."""
    if found := game.state.record:
        found.retreating, found.forced = side, forced


def close(game: Warriors) -> Mapping[str, object]:
    """End the record of a battle; return it as plain data."""
    found = game.state.record
    if found is None:
        return {}
    left = [side for side in SIDES if game.here(found.area, side)]
    found.over, found.holds = True, left[0] if len(left) == 1 else ""
    plain: Mapping[str, object] = msgspec.to_builtins(found)
    return plain
