"""How decisions are paced by post: their kinds, what can be answered ahead, and who is next (rules 13)."""

from collections.abc import Mapping

from engine.core.actions import Action
from engine.core.rules import DecisionKind, Foreseen
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.passing import Pass
from engine.lancaster.common.building import Extend
from engine.lancaster.parliament.choices import Absolve, Exchange
from engine.lancaster.placing import placing

PACES = (
    DecisionKind("setup", "allies and first extensions", frozenset({"D01", "D02"})),
    DecisionKind("ballot", "votes in Parliament", frozenset({"D09"})),
    DecisionKind("reward", "rewards and what follows from them", frozenset({"D12", "D13", "D14", "D15", "D16"}), 0.5),
    DecisionKind(
        "choice",
        "favours, upgrades and what laws let choose",
        frozenset({"D04", "D05", "D06", "D07", "D08", "D10", "D11", "D17", "D18", "D19", "D20"}),
        0.5,
    ),
)

FORESEEN: Mapping[str, Foreseen] = {
    "D06": Foreseen("You may upgrade a knight"),
    "D08": Foreseen("You may place an extension tile", (Extend,)),
    "D10": Foreseen("A law lets you pay for something", (Pass,)),
    "D11": Foreseen("A law lets you choose", (Exchange, Absolve, Pass)),
    "D13": Foreseen("Your knight of Dorset may move to a conflict", (Pass,)),
    "D15": Foreseen("A castle space asks for squires", (Pass,)),
    "D16": Foreseen("Your knights are captured", (Pass,)),
    "D17": Foreseen("A law asks for seals", (Pass,)),
}

REFUSALS: tuple[type[Action], ...] = (Pass,)


def upcoming(game: Lancaster) -> str:
    """The seat that places next while knights are placed; "" else."""
    turn = game.state.turn
    if turn.phase != "place" or not turn.seat:
        return ""
    following = (seat for seat in game.clockwise(turn.seat)[1:] if placing.can_place(game, seat))
    return next(following, "")
