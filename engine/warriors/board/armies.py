"""Armies: what happens to a leader's troops when something happens to him."""

from engine.warriors.board.game import Warriors, add, enemy
from engine.warriors.board.state import Side


def coming(game: Warriors) -> list[str]:
    """Return who arrives in Phase Nine as things stand: the leaders of the next turn, and the routed."""
    turn = game.state.turn.number + 1
    leaders = () if game.last_turn else game.state.leaders.items()
    return [
        leader_id
        for leader_id, leader in leaders
        if leader.where == "routed" or (leader.where == "future" and game.card(leader_id).entry == turn)
    ]


def remove(game: Warriors, leader_id: str, kind: str, number: int = 1) -> None:
    """Take pieces from a leader: mercenaries are put aside until Phase Five, all others go back to the supply."""
    add(game.leader(leader_id).troops, kind, -number)
    if game.troop(kind).mercenary:
        add(game.state.aside, kind, number)


def disband(game: Warriors, leader_id: str) -> None:
    """Remove all troops of a leader."""
    for kind, number in list(game.leader(leader_id).troops.items()):
        remove(game, leader_id, kind, number)


def abandon(game: Warriors, leader_id: str) -> None:
    """Leave the troops of a leader without him in his area [WOG-8.4]."""
    leader = game.leader(leader_id)
    for kind, number in leader.troops.items():
        add(game.state.loose.setdefault(leader.area, {}), kind, number)
    leader.troops = {}


def capture(game: Warriors, leader_id: str) -> None:
    """Put a leader into the enemy's prison; his troops are removed [WOG-3.9, 3.13, 3.34]."""
    disband(game, leader_id)
    leader = game.leader(leader_id)
    leader.where, leader.area, leader.disgraced = "captured", "", False


def rout(game: Warriors, leader_id: str) -> None:
    """Put a leader into the routed box [WOG-3.35]."""
    leader = game.leader(leader_id)
    leader.where, leader.area, leader.disgraced = "routed", "", False


def kill(game: Warriors, leader_id: str) -> None:
    """Put a leader who fell in battle into the elimination box, where he is scored [WOG-3.33]."""
    leader = game.leader(leader_id)
    leader.crowned = game.is_king(leader_id)
    leader.where, leader.area, leader.disgraced = "killed", "", False
    uncrown(game, leader_id)


def uncrown(game: Warriors, leader_id: str) -> None:
    """Take the crown from a leader who has died."""
    game.state.kings = {side: king for side, king in game.state.kings.items() if king != leader_id}


def arrive(game: Warriors, leader_id: str, side: Side, area: str) -> bool:
    """Let a leader come to an area; tell whether his side's aggressor marker is placed there [WOG-2.9, 9.11].

    A marker that lies there stays while leaders of both sides do; one that all who faced the enemy have left behind is
    no matter of the next who come.
    """
    leader, faced = game.leader(leader_id), bool(game.here(area, side))
    leader.where, leader.side, leader.area = "map", side, area
    if not game.here(area, enemy(side)) or (faced and area in game.state.aggressors):
        return False
    game.state.aggressors[area] = side
    return True
