"""How decisions are paced by post: their kinds, what can be answered ahead, and who is next (rules 10)."""

from collections.abc import Mapping

from engine.core.actions import Action, Pass
from engine.core.errors import Illegal
from engine.core.parts import DecisionKind, Plannable
from engine.warlord.board.game import Warlord
from engine.warlord.board.state import Turn
from engine.warlord.duel import armies
from engine.warlord.edits import Reckon
from engine.warlord.meetings import aftermath, stricken
from engine.warlord.sequence import freeing, succession, turn

DECISION_KINDS = (
    DecisionKind("setup", "arming fighters and naming Castles", frozenset({"W-01"})),
    DecisionKind("duel", "blows and guards in a duel, and arrows", frozenset({"W-07", "W-11"})),
    DecisionKind("fate", "what becomes of the beaten", frozenset({"W-08", "W-09", "W-10", "W-12"}), 0.5),
)


def _ask_movement(game: Warlord, seat: str) -> None:
    """Put the movement of a seat's side on the stack, as if its turn had come to it."""
    side = game.side(seat)
    if game.state.turn.step == "setup" or side not in game.playing():
        raise Illegal("You have no piece to move.", "WLT-2.1")
    game.state.turn = Turn(round=game.state.turn.round, side=side, step="movement")
    for piece in game.state.pieces.values():
        if piece.side == side:
            piece.moved = piece.lamed
    game.push(turn.Movement())


PLANNABLE: Mapping[str, Plannable] = {
    "W-03": Plannable("The move of your turn", (*turn.MOVES, Pass), _ask_movement, in_turn=True, habitual=False),
    "W-02": Plannable("A slain Warlord may still be followed, at the start of your turn", (succession.Decline,)),
    "W-05": Plannable("A piece of yours frees a prisoner", (freeing.Free,)),
    "W-07": Plannable("A duel: blows by chance"),
    "W-08": Plannable("You have felled an enemy", (aftermath.Slay, aftermath.Capture)),
    "W-09": Plannable("Your Warlord is slain", (succession.Decline, succession.LadyTrades)),
    "W-10": Plannable("Your fighter finds a stricken enemy", (stricken.Finish,)),
    "W-11": Plannable("An arrow: a die chooses the line"),
    "W-12": Plannable("An army of yours has lost a banner", (armies.Stand,)),
}

REFUSALS: tuple[type[Action], ...] = (Pass, succession.Decline, armies.Stand)


def active(game: Warlord) -> str:
    """Return the seat whose turn it is; "" while it is an automaton's."""
    return game.state.sides.get(game.state.turn.side, "")


def seats_before(game: Warlord, seat: str) -> list[str]:
    """Return the seats from the active one on whose turns come before the next one of a seat."""
    if game.state.result is not None or game.state.turn.step == "setup" or game.side(seat) not in game.playing():
        return []
    sides = list(game.state.sides)
    now = sides.index(game.active)
    order = [side for side in (*sides[now:], *sides[:now]) if side in game.playing()]
    return [game.seat(side) for side in order[: order.index(game.side(seat))] if game.seat(side)]


def next_seat(game: Warlord) -> str:
    """Return the seat whose turn is next; "" before the first turn, after the last, and before an automaton."""
    if game.state.result is not None or game.state.turn.step == "setup":
        return ""
    seat = game.seat(turn.following(game)[0])
    return "" if seat == game.seat(game.active) else seat


def end_of_play_edit(game: Warlord) -> Action | None:
    """Decide on points, as at the round limit."""
    return None if game.state.turn.step == "setup" or game.state.result is not None else Reckon()
