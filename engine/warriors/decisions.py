"""How decisions are paced by post: their kinds, what can be answered ahead, and who is next (rules 10)."""

from collections.abc import Mapping

from engine.core.actions import Action, Pass
from engine.core.errors import Illegal
from engine.core.parts import DecisionKind, Plannable
from engine.warriors.battles import battles, losses, retreat, siege
from engine.warriors.board import ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Side
from engine.warriors.board.steps import AsProposed
from engine.warriors.edits import ScoreNow
from engine.warriors.impulses.impulses import Move, PassAll, Unmark, movable
from engine.warriors.leaders.arrivals import Crown, Place

DECISION_KINDS = (
    DecisionKind("setup", "bids and first leaders", frozenset({"D-01", "D-19"})),
    DecisionKind("impulse", "impulses", frozenset({"D-02"}), 0.5),
    DecisionKind("battle", "battles", frozenset({f"D-{n:02}" for n in range(3, 11)}), 0.5),
    DecisionKind("upkeep", "troops, captives and arrivals", frozenset({f"D-{n:02}" for n in range(11, 19)})),
)


def _ask_impulse(game: Warriors, seat: str) -> None:
    """Put an impulse of a seat on top, as if it were its turn."""
    if not game.option("impulse_queue"):
        raise Illegal("At this table impulses are not planned ahead; decide when you are asked.", "WOG-14.12")
    side, turn = game.side(seat), game.state.turn
    if turn.phase != "impulses" or not turn.impulses.get(side):
        raise Illegal("You have no impulse left this turn.", "WOG-2.1")
    turn.moving = side


PLANNABLE: Mapping[str, Plannable] = {
    "D-02": Plannable("Your impulses", (Move, Unmark, PassAll, Pass), _ask_impulse, in_turn=True, habitual=False),
    "D-03": Plannable("You choose the next battle", (battles.Engage,), in_turn=True),
    "D-04": Plannable("You name a battle commander", (battles.Command,), in_turn=True),
    "D-05": Plannable("You may be besieged", (siege.StandSiege, siege.GiveBattle), in_turn=True, habitual=False),
    "D-06": Plannable("You take losses", (AsProposed, losses.Lose)),
    "D-07": Plannable("You may force a retreat", (retreat.Force, retreat.LetStay), in_turn=True, habitual=False),
    "D-08": Plannable(
        "After a round of a battle, stay or retreat", (retreat.Stay, retreat.Retreat), in_turn=True, habitual=False
    ),
    "D-09": Plannable("You have to retreat", (retreat.Retreat,), in_turn=True),
    "D-10": Plannable("A siege of yours has failed", (AsProposed,), in_turn=True),
    "D-11": Plannable("You raise troops", (AsProposed,), in_turn=True),
    "D-12": Plannable("You deploy troops", (AsProposed, Pass), in_turn=True),
    "D-13": Plannable("You exchange prisoners", (AsProposed, Pass), in_turn=True),
    "D-14": Plannable("Your leaders are in prison", (Pass,), in_turn=True),
    "D-15": Plannable("You take a non-aligned leader", (AsProposed, Place), in_turn=True),
    "D-16": Plannable("You place leaders", (AsProposed,), in_turn=True),
    "D-17": Plannable("You crown a King", (Crown,), in_turn=True),
    "D-18": Plannable("You assign troops", (AsProposed,), in_turn=True),
}
"""All of this but losses lies open, so that a plan may answer at once wherever one seat alone is asked."""

REFUSALS: tuple[type[Action], ...] = (Pass, retreat.LetStay)


def active(game: Warriors) -> str:
    """Return the seat that has the impulse; "" outside the phase of impulses."""
    turn = game.state.turn
    return game.seat(turn.moving) if turn.phase == "impulses" else ""


def next_seat(game: Warriors) -> str:
    """Return the seat that has the next impulse; "" where that is not known."""
    turn = game.state.turn
    if turn.phase != "impulses":
        return ""
    other = enemy(turn.moving)
    return game.seat(other) if turn.impulses.get(other) and _surely_moves(game, other) else ""


def _surely_moves(game: Warriors, side: Side) -> bool:
    """Tell whether a side can still move after the enemy's next impulse, which may hold leaders in one area.

    A side that cannot passes by itself.
    """
    foe = enemy(side)
    free = {game.leader(leader_id).area for leader_id in movable(game, side)}
    safe = [
        area
        for area in free
        if not any(game.here(near, foe) and ways.limit(game, foe, near, area) for near in game.catalog.near[area])
    ]
    return bool(safe) or len(free) > 1


def end_of_play_edit(game: Warriors) -> Action | None:
    """Score now, as after the last turn."""
    return None if game.state.turn.phase in ("setup", "over") else ScoreNow()
