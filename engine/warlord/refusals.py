"""Why what is not offered is impossible now: a reason for every kind of action, with the most specific rule."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from engine.core.actions import Action, Pass
from engine.core.dice import Dice
from engine.core.errors import Illegal, caught
from engine.warlord.board import names, options
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, PieceId
from engine.warlord.board.state import WIZARD
from engine.warlord.duel import armies, fight
from engine.warlord.meetings import aftermath, bowmen, meeting, meetings, roses, stricken
from engine.warlord.movement import movement
from engine.warlord.sequence import draws, freeing, recall, setup, succession, turn, wizard

Tried = Action | None
"""What a seat has tried; None where it has named the kind of action only."""

Reason = Callable[[Warlord, str, Tried], Illegal]
"""Tells why a side can do nothing of one kind now."""


def objection(game: Warlord, seat: str, kind: type[Action], action: Tried) -> Illegal | None:
    """Return why a seat can do nothing of a kind now; None for what is always open."""
    side = game.side(seat)
    if side in game.state.fallen:
        return Illegal("You are out of the game.", "WLT-9.9")
    reason = REASONS.get(kind)
    return reason(game, side, action) if reason else None


# ---------------------------------------------------------------------- before the tourney


def _set_up(game: Warlord, side: str, tried: Tried) -> Illegal:
    """Weapons are chosen by option 10, the names of Castles by option 6, both before the first turn."""
    armed, named = setup.chooses_weapons(game), bool(game.option("bishop"))
    rule = "WLT-9.6" if named and not armed else "WLT-9.10"
    if not armed and not named:
        return Illegal("At this table you choose nothing before the tourney; option 10 would bring weapons.", rule)
    if game.state.turn.step == "setup":
        return Illegal("You have said that you are ready; wait for the others.", rule)
    return Illegal("The tourney has begun; weapons and names stay as they are.", rule)


def _arm(game: Warlord, side: str, tried: Tried) -> Illegal:
    if not setup.chooses_weapons(game):
        return Illegal("Everybody fights with a sword at this table: option 10 is off.", "WLT-9.10")
    return Illegal(_set_up(game, side, tried).reason, "WLT-9.10")


def _name_castle(game: Warlord, side: str, tried: Tried) -> Illegal:
    if not game.option("bishop"):
        return Illegal("Castles have no names at this table: option 6 is off.", "WLT-9.6")
    return Illegal(_set_up(game, side, tried).reason, "WLT-9.6")


# ---------------------------------------------------------------------- the move of a turn


def _moving(why: Reason) -> Reason:
    """Return a reason of the movement step: first whose turn it is, then which step of it, then the reason itself."""

    def reason(game: Warlord, side: str, tried: Tried) -> Illegal:
        when = _not_in_movement(game, side)
        if when is None:
            return why(game, side, tried)
        found = _in_its_turn(game, side, tried)
        return Illegal(f"{when.reason} Also: {found.reason}", found.rule) if found else when

    return reason


def _in_its_turn(game: Warlord, side: str, tried: Tried) -> Illegal | None:
    """Return an objection to a move in the movement of a side's next turn, as far as it can be known now."""
    check = CHECKS.get(type(tried))
    if check is None:
        return None
    board = Warlord(deepcopy(game.state), Dice(bytes(32), game.state.game_id))
    for piece in board.pieces_of(side):
        board.piece(piece).moved = board.piece(piece).lamed
    return caught(lambda: check(board, side, tried))


CHECKS: dict[type, Callable[[Warlord, str, Any], None]] = {
    movement.Move: movement.check,
    recall.Recall: recall.check,
    bowmen.Shoot: bowmen.check,
}
"""What tells whether a move can be made."""


def _not_in_movement(game: Warlord, side: str) -> Illegal | None:
    """Why a side may move nothing at all now; None in its movement step."""
    step = game.state.turn.step
    if step == "setup":
        return Illegal("The tourney has not begun: say that you are ready, or wait for the others.", "WLT-2.1")
    if side != game.active:
        seat = game.seat(game.active)
        whose = f"{{{seat}}}" if seat else names.side(game.active)
        return Illegal(f"It is {whose}'s turn; yours comes after it.", "WLT-2.1")
    if isinstance(game.top, turn.Movement):
        return None
    if step == "entry":
        return Illegal("First say who follows your slain Warlord; then move.", "WLT-7.1")
    if step == "movement":
        return Illegal("First finish what this move has led to.", "WLT-7.2")
    many = game.number("moves_per_turn") > 1
    return Illegal("The movement of your turn is over.", "WLT-9.2" if many else "WLT-2.1")


def _move(game: Warlord, side: str, tried: Tried) -> Illegal:
    stuck = Illegal("None of your pieces can move.", "WLT-2.1")
    return caught(lambda: movement.check(game, side, tried)) or stuck if isinstance(tried, movement.Move) else stuck


def _recall(game: Warlord, side: str, tried: Tried) -> Illegal:
    nobody = recall.obstacle(game, side)
    return caught(lambda: recall.check(game, side, tried)) or nobody if isinstance(tried, recall.Recall) else nobody


def _shoot(game: Warlord, side: str, tried: Tried) -> Illegal:
    nobody = Illegal("None of your unmoved Bowmen sees an enemy fighter.", "WLT-9.10")
    return caught(lambda: bowmen.check(game, side, tried)) or nobody if isinstance(tried, bowmen.Shoot) else nobody


def _raise(game: Warlord, side: str, tried: Tried) -> Illegal:
    return Illegal("Nobody can rise from a grave on the Wizard's square or next to it.", "WLT-9.5")


def _ever(why: Reason, never: Callable[[Warlord, str], Illegal | None]) -> Reason:
    """Return a reason that stands behind another one, which holds through the whole game."""
    return lambda game, side, tried: never(game, side) or why(game, side, tried)


def _no_bowmen(game: Warlord, side: str) -> Illegal | None:
    if options.has_bowmen(game.state.options):
        return None
    return Illegal("At this table there are no Bowmen: option 10 is off, or has weapons only.", "WLT-9.10")


def _no_wizard(game: Warlord, side: str) -> Illegal | None:
    if WIZARD not in game.state.sides:
        return Illegal("At this table there is no Wizard: option 5 is off.", "WLT-9.5")
    if not game.seat(WIZARD):
        return Illegal("At this table nobody leads the Wizard: he raises the dead by fixed rules.", "WLT-9.5")
    return None if side == WIZARD else Illegal("Only the Wizard raises the dead.", "WLT-9.5")


def _pass(game: Warlord, side: str, tried: Tried) -> Illegal:
    return Illegal("You have nothing to pass now.", "WLT-2.1")


# ---------------------------------------------------------------------- prisoners


def _free(game: Warlord, side: str, tried: Tried) -> Illegal:
    """Describe who stands where, who lies there, and the moment of the turn."""
    if side != game.active:
        return Illegal("You free prisoners only in your own turn.", "WLT-4.4")
    freers = [p for p in game.pieces_of(side) if not game.piece(p).stricken and freeing.holders(game, p)]
    if not freers:
        return Illegal("No piece of yours stands on an enemy Green; move one there to free a prisoner.", "WLT-4.2")
    if not any(freeing.prisoners(game, p) for p in freers):
        return _nobody_to_free(game, freers)
    if game.state.turn.step in ("entry", "movement"):
        return Illegal("You free prisoners after the movement: move or pass first.", "WLT-7.3")
    return Illegal("Each piece on the Green frees one prisoner a turn; free the next one on your next turn.", "WLT-4.4")


def _nobody_to_free(game: Warlord, freers: list[PieceId]) -> Illegal:
    held = {holder for p in freers for holder in freeing.holders(game, p)}
    side = game.piece(freers[0]).side
    if any(piece.holder in held and piece.side == side for piece in game.state.pieces.values()):
        return Illegal("Only the Lady frees her Warlord, and nobody else lies there.", "WLT-4.6")
    return Illegal("That dungeon holds none of your pieces.", "WLT-4.2")


# ---------------------------------------------------------------------- meetings and duels


def _because(reason: str, rule: str) -> Reason:
    """Return the same reason whatever the position."""
    return lambda game, side, tried: Illegal(reason, rule)


def _arrow(game: Warlord, side: str, tried: Tried) -> Illegal:
    return Illegal("No arrow waits for you to choose a line.", "WLT-9.10")


def _army(game: Warlord, side: str, tried: Tried) -> Illegal:
    if not game.option("strategic"):
        return Illegal("At this table fighters are no armies: option 11 is off.", "WLT-9.11")
    return Illegal("None of your armies has just lost a banner.", "WLT-9.11")


def _felled(rule: str) -> Reason:
    """Why a side neither slays nor captures the beaten of a duel now; about the stricken it decides otherwise."""

    def reason(game: Warlord, side: str, tried: Tried) -> Illegal:
        step = game.top
        if isinstance(step, stricken.Executing) and game.piece(step.fighter).side == side:
            enemy, fates = names.piece(game, step.enemies[0]), ", ".join(step.fates)
            return Illegal(f"{enemy} lies stricken: decide about him, and choose one of {fates}.", game.stricken_rule)
        return Illegal("You have felled no enemy; win a duel first.", rule)

    return reason


def _stricken(game: Warlord, side: str, tried: Tried) -> Illegal:
    if not game.option("double_kill_healed") and not game.option("double_kill_slain"):
        return Illegal("At this table nobody lies stricken: options 3 and 4 are off.", "WLT-9.3")
    return Illegal("You have nothing to decide about a stricken or healed fighter now.", game.stricken_rule)


# ---------------------------------------------------------------------- a slain Warlord


def _heir(rule: str) -> Reason:
    """Why a side does not name a successor now."""

    def reason(game: Warlord, side: str, tried: Tried) -> Illegal:
        if side not in game.state.vacant:
            return Illegal("Your Warlord is not slain.", rule)
        return Illegal("You name a successor when your Warlord has fallen, or at the start of your turn.", rule)

    return reason


def _of_the_lady(rule: str) -> Reason:
    """Why a side's Lady has no choice to make now."""

    def reason(game: Warlord, side: str, tried: Tried) -> Illegal:
        if side not in game.state.vacant:
            return Illegal("Your Warlord is not slain.", rule)
        if able := succession.successors(game, side):
            return Illegal(f"Your Lady decides only if nobody else can follow; {names.pieces(game, able)} can.", rule)
        if not succession.lady(game, side):
            return Illegal("Your Lady is not free.", rule)
        return Illegal("Your Lady decides when the Warlord has fallen, or at the start of your turn.", rule)

    return reason


def _lady_returns(game: Warlord, side: str, tried: Tried) -> Illegal:
    own = succession.lady(game, side) if side in game.state.vacant else NOBODY
    if own and not succession.away(game, own):
        return Illegal("Your Lady is at home already; choose something else.", "WLT-6.4")
    return _of_the_lady("WLT-6.4")(game, side, tried)


REASONS: dict[type[Action], Reason] = {
    setup.Arm: _arm,
    setup.NameCastle: _name_castle,
    setup.Ready: _set_up,
    movement.Move: _moving(_move),
    recall.Recall: _moving(_recall),
    bowmen.Shoot: _ever(_moving(_shoot), _no_bowmen),
    wizard.Raise: _ever(_moving(_raise), _no_wizard),
    Pass: _moving(_pass),
    freeing.Free: _free,
    meetings.Meet: _because("You have no meetings to put in order now.", "WLT-5.4"),
    meeting.Match: _because("You pair fighters only when two of yours meet two enemies.", "WLT-5.4"),
    roses.TakeCaptive: _because("Your Lady has no two fighters to choose between now.", "WLT-5.8"),
    fight.HandIn: _because(fight.NO_SHEET, "WLT-3.8"),
    fight.UseTables: _because(fight.NO_SHEET, "WLT-3.8"),
    bowmen.ChooseLine: _ever(_arrow, _no_bowmen),
    bowmen.RollLine: _ever(_arrow, _no_bowmen),
    aftermath.Slay: _felled("WLT-3.10"),
    aftermath.Capture: _felled("WLT-3.11"),
    armies.Withdraw: _army,
    armies.Stand: _army,
    stricken.Heal: _stricken,
    stricken.Finish: _stricken,
    stricken.StepAside: _stricken,
    succession.Promote: _heir("WLT-6.1"),
    succession.Decline: _heir("WLT-6.1"),
    succession.LadyReturns: _lady_returns,
    succession.Surrender: _of_the_lady("WLT-6.5"),
    succession.LadyTrades: _of_the_lady("WLT-6.7"),
    draws.OfferDraw: _because("You have offered a draw already; it stands until your next turn.", "WLT-7.6"),
}
"""The reason for each kind of action."""
