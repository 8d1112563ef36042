"""Kingmaker played by post: kinds of decision, decisions that can be planned ahead, and who is next (rules 10)."""

from collections.abc import Mapping

from engine.core.actions import Action, Pass
from engine.core.errors import Illegal
from engine.core.parts import DecisionKind, Plannable
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.state import Phase, Turn
from engine.kingmaker.combat import besieging, combat, muster, pardon
from engine.kingmaker.events import hospitality
from engine.kingmaker.movement import movement, permissions
from engine.kingmaker.parliament import awards, ballots, deadline, homecoming, other_business, session
from engine.kingmaker.sequence import ending, setup, turn


def _ids(text: str) -> frozenset[str]:
    return frozenset(f"D{number}" for number in text.split())


DECISION_KINDS = (
    DecisionKind("setup", "setting the factions up", _ids("00 01 02 03")),
    DecisionKind(
        "reply", "questions to others in somebody's turn", _ids("10 11 12 13 14 15 16 17 18 21 44 47 81 85"), 0.5
    ),
    DecisionKind("battle", "getting ready for a fight, and what follows it", _ids("31 32 33 34 42 43 48"), 0.5),
    DecisionKind("parliament", "coming to Parliament and its business", _ids("51 52 53 54 55 56 59 60 61 62 63")),
    DecisionKind(
        "session",
        "all the business of a Parliament, from the votes on",
        frozenset({deadline.RULE}),
        hours={"live": 1 / 6, "fast": 4.0, "daily": 24.0, "relaxed": 72.0},
    ),
    DecisionKind(
        "discussion",
        "the least time for debate before a vote",
        _ids("64"),
        hours={"live": 1 / 60, "fast": 0.25, "daily": 1.0, "relaxed": 4.0, "": 1.0},
    ),
    DecisionKind("debate", "debating a proposal", _ids("57"), 0.5),
    DecisionKind("vote", "ballots", _ids("58"), 0.5),
)


def _ask_movement(game: Kingmaker, seat: str) -> None:
    """Push the Movement phase of a seat, as if its turn had reached it."""
    _give_turn(game, seat, "movement")
    game.push(movement.MovementPhase(begun=True))


def _ask_combat(game: Kingmaker, seat: str) -> None:
    """Push the Combat phase of a seat, with everybody where they are now."""
    _give_turn(game, seat, "combat")
    game.push(combat.CombatPhase())


def _give_turn(game: Kingmaker, seat: str, phase: Phase) -> None:
    if not setup.begun(game.state) or not forces.nobles_of(game, seat):
        raise Illegal("You have nobody to move or fight with.", "BASE-TRN-2")
    game.state.turn = Turn(round=game.state.turn.round, seat=seat, phase=phase)
    for noble in forces.nobles_of(game, seat):
        turn.refresh(game.noble(noble))


PLANNABLE: Mapping[str, Plannable] = {
    "D20": Plannable("Your Movement phase", (*movement.ORDERS, Pass), _ask_movement, in_turn=True),
    "D30": Plannable("Your Combat phase", (combat.Attack, besieging.BesiegeSite, Pass), _ask_combat, in_turn=True),
    "D12": Plannable("A card sends another player's nobles to your place", (hospitality.Welcome, hospitality.TurnAway)),
    "D21": Plannable("Another player asks to use your place or ship", (permissions.Allow, permissions.Refuse)),
    "D31": Plannable("You may join others in a fight", (muster.StandReady, muster.Ally)),
    "D33": Plannable("You are attacked and may hold forces back", (muster.StandReady,)),
    "D34": Plannable("A fight begins: you may play cards before it", (muster.StandReady,)),
    "D42": Plannable("You are about to lose a noble: King's Pardon", (pardon.PlayPardon, Pass)),
    "D52": Plannable("Who comes to Parliament", (session.Attend,)),
    "D58": Plannable("A vote in Parliament", (ballots.Ballot,)),
    "D59": Plannable("Parliament offers your noble a card", (awards.AcceptAward, awards.DeclineAward)),
    "D60": Plannable("You may move that Parliament support a King", (Pass,)),
    "D61": Plannable("You may bring other business before Parliament", (Pass,)),
    "D62": Plannable("A card is to change hands: your consent", (other_business.Consent, other_business.Refusal)),
    "D63": Plannable("Your nobles go home from Parliament", (homecoming.Depart,)),
}

REFUSALS: tuple[type[Action], ...] = (
    Pass,
    hospitality.TurnAway,
    permissions.Refuse,
    muster.StandReady,
    awards.DeclineAward,
    other_business.Refusal,
)


def seats_before(game: Kingmaker, seat: str) -> list[str]:
    """Return the seats whose turns come before a seat's next turn, the active seat first."""
    if game.state.result is not None or not setup.begun(game.state):
        return []
    order = list(game.clockwise(game.state.turn.seat))
    return order[: order.index(seat)] if seat in order else []


def next_seat(game: Kingmaker) -> str:
    """Return the seat whose turn follows the present one; "" before the first turn and after the last."""
    if game.state.result is not None or not setup.begun(game.state) or ending.reckoning(game):
        return ""
    seat, _ = turn.following(game)
    return "" if seat == game.state.turn.seat else seat


def end_of_play_edit(game: Kingmaker) -> Action | None:
    """Call time, at a table that plays with a limit (rules 8.2, RULING 48)."""
    open_ended = game.option("last_round") == "none" or game.state.time_called
    return None if open_ended or not setup.begun(game.state) else ending.CallTime()


def stop_edit(game: Kingmaker) -> Action | None:
    """End the game in its present position, once it has begun [WBC-T08]."""
    over = game.state.result is not None or ending.reckoning(game)
    return None if over or not setup.begun(game.state) else ending.StopPlay()
