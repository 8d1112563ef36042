"""The turn: five steps in fixed order, one side after the other (rules 5) [WLT-7.1 to WLT-7.5]."""

from collections.abc import Callable

from engine.core.actions import Action, Offer, Pass, Request, pass_offer
from engine.core.game import cached_while_waiting
from engine.core.steps import Step
from engine.core.text import capital
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.state import WIZARD, StepName, Turn
from engine.warlord.duel import armies
from engine.warlord.meetings import bowmen, stricken, victory
from engine.warlord.meetings.meetings import Meetings
from engine.warlord.movement import castle, graves, movement
from engine.warlord.sequence import automaton, danger, recall, wizard
from engine.warlord.sequence.freeing import Freeing
from engine.warlord.sequence.succession import Succession


class Tourney(Step):
    """The game itself: it gives turn after turn to the sides, and never ends by itself."""

    def proceed(self, game: Warlord) -> bool:
        """Begin the turn that `game.state.turn` stands for; an automaton's is told once it does something."""
        if game.seat(game.active):
            _announce(game)
        game.push(OneTurn())
        return True


def _announce(game: Warlord) -> None:
    turn = game.state.turn
    seat, side = game.seat(turn.side), names.side(turn.side)
    who = f"{{{seat}}} ({side})" if seat else side
    game.emit("turn", f"Round {turn.round}, {who}.", about=[turn.side])


class OneTurn(Step):
    """One side's turn, step after step."""

    begun: list[StepName] = []
    """The steps that have been entered."""

    def proceed(self, game: Warlord) -> bool:
        """Enter the next step, or hand over after the last one."""
        left = [step for step in STEP_ORDER if step not in self.begun]
        if not left or game.active in game.state.fallen:
            game.pop(self)
            game.push(EndOfTurn(untold=not game.seat(game.active) and not game.state.turn.moves))
            return True
        step = left[0]
        self.begun = [*self.begun, step]
        game.state.turn.step = step
        STEP_ORDER[step](game)
        return True


def _entry(game: Warlord) -> None:
    """Step 1: pieces may move again, armies muster, a slain Warlord may still be followed [WLT-7.1]."""
    side = game.active
    for piece in game.state.pieces.values():
        if piece.side == side:
            piece.moved = piece.lamed
    if game.seat(side) in game.state.draw_offers:
        game.state.draw_offers.remove(game.seat(side))
    armies.muster(game)
    if side in game.state.vacant:
        game.push(Succession(side, late=True))


def _end(game: Warlord) -> None:
    """Step 5: arrows hold nobody any longer, graves are closed, and it is seen who has lost [WLT-7.5]."""
    for piece in game.state.pieces.values():
        if piece.side == game.active:
            piece.lamed = False
    graves.at_rest(game)
    for arrived in dict.fromkeys(game.state.turn.arrived):
        _tell_at_the_gate(game, arrived)
    victory.check(game)


def _tell_at_the_gate(game: Warlord, piece_id: PieceId) -> None:
    """Say that a fighter who has come to an enemy's Green and is there still may enter the Castle next turn."""
    piece = game.piece(piece_id)
    owner = game.board.green_of(piece.square) if piece.status == "board" else ""
    if piece_id not in danger.besiegers(game, owner):
        return
    inside = castle.occupant(game, owner)
    empty = "" if inside and game.fighter(inside) else " No fighter is inside."
    text = f"{names.piece(game, piece_id)} stands on {names.side(owner)}'s Green, before the Castle: on "
    text += f"{names.side(piece.side)}'s next turn he may enter it.{empty}"
    game.emit("at_the_gate", f"⚠️ {text}", about=[piece_id], track=[piece.square], rule="WLT-3.6")


STEP_ORDER: dict[StepName, Callable[[Warlord], None]] = {
    "entry": _entry,
    "movement": lambda game: game.push(Movement()),
    "freeing": lambda game: game.push(Freeing()),
    "meetings": lambda game: game.push(stricken.Tending(), Meetings()),
    "end": _end,
}


class EndOfTurn(Step):
    """The moment when the next side's turn begins."""

    untold: bool = False
    """Whether no board is shown, as nothing has changed: an automaton has waited, or has lost its turn."""

    def proceed(self, game: Warlord) -> bool:
        """Show the board, and hand over to the next side that is in the game."""
        game.pop(self)
        if not self.untold:
            game.emit("turn_over", f"{capital(names.side(game.active))}'s turn is over.", about=[game.active])
        side, wraps = following(game)
        if wraps:
            victory.end_round(game)
        game.state.turn = Turn(round=game.state.turn.round + wraps, side=side, step="entry")
        if side == WIZARD and game.state.spell_broken and game.state.result is None:
            game.state.spell_broken = False
            game.emit("skipped", "The Wizard of the Woods loses this turn.", about=[WIZARD], rule="WLT-9.6")
            game.push(EndOfTurn(untold=True))
        return True


def following(game: Warlord) -> tuple[str, bool]:
    """Return the side whose turn is next, and whether a new round begins with it."""
    order = list(game.state.sides)
    after = [*order[order.index(game.active) + 1 :], *order]
    playing = game.playing()
    side = next(side for side in after if side in playing)
    return side, order.index(side) <= order.index(game.active)


# ---------------------------------------------------------------------- step 2


class Movement(Step):
    """Step 2: the side moves one piece, or as many as option 2 allows, recalls, shoots, raises, or passes."""

    def proceed(self, game: Warlord) -> bool:
        """Wait for the side as long as it can do something; an automaton acts by itself."""
        turn = game.state.turn
        if turn.moves >= game.number("moves_per_turn") or game.active in game.state.fallen:
            game.pop(self)
            return True
        if not game.seat(game.active):
            self._act_by_itself(game)
            return True
        with game.at_rest():
            if _offered(game):
                return False
        game.pop(self)
        game.emit("passed", f"{{{game.seat(game.active)}}} has no piece to move.", about=[game.active], rule="WLT-2.1")
        return True

    def _act_by_itself(self, game: Warlord) -> None:
        """Let an automaton do what comes first by its rules, or end the step without a word where it waits."""
        deed = automaton.deed(game)
        if deed is None:
            game.pop(self)
            return
        if not game.state.turn.moves:
            _announce(game)
        game.state.turn.moves += 1
        deed()

    def requests(self, game: Warlord) -> list[Request]:
        """Ask for a move (W-03)."""
        left = game.number("moves_per_turn") - game.state.turn.moves
        turn = "It is your turn: move a piece, or pass." if left == 1 else f"Move a piece, {left} at most, or pass."
        turn = "You have one more move, for another piece, or pass." if left == 1 and game.state.turn.moves else turn
        prompt = f"{danger.words(game, game.active)} {turn}".lstrip()
        offers = (*_offered(game), pass_offer("Pass"))
        return [Request(game.seat(game.active), "W-03", prompt, offers, Pass)]

    def act(self, game: Warlord, seat: str, action: Action) -> None:
        """Carry out a move."""
        if isinstance(action, Pass):
            game.pop(self)
            game.emit("passed", f"{{{seat}}} passes.", about=[seat], rule="WLT-2.1")
            return
        MOVES[type(action)][1](game, game.active, action)
        game.state.turn.moves += 1


Handlers = tuple[Callable[[Warlord, str], list[Offer]], Callable[..., None]]

MOVES: dict[type[Action], Handlers] = {
    movement.Move: (movement.offer, movement.carry_out),
    recall.Recall: (recall.offer, recall.carry_out),
    bowmen.Shoot: (bowmen.offer, bowmen.carry_out),
    wizard.Raise: (wizard.offer, wizard.carry_out),
}
"""What the move of a turn can be: who offers it, and who carries it out."""


@cached_while_waiting
def _offered(game: Warlord) -> list[Offer]:
    """Return the moves that the active side can make."""
    return [offer for offers in MOVES.values() for offer in offers[0](game, game.active)]
