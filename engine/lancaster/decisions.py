"""How decisions are paced by post: their kinds, what can be answered ahead, and who is next (rules 13)."""

from collections.abc import Mapping

from engine.core.actions import Action, Pass
from engine.core.errors import Illegal
from engine.core.parts import DecisionKind, Plannable
from engine.lancaster.board.game import Lancaster
from engine.lancaster.common.building import Extend
from engine.lancaster.common.nobles import Invite
from engine.lancaster.parliament.choices import Absolve, Exchange
from engine.lancaster.placing import placing
from engine.lancaster.placing.favours import TakeFavour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.placing.treasury import Claim
from engine.lancaster.rewards.counties import Reap

DECISION_KINDS = (
    DecisionKind("setup", "allies and first extensions", frozenset({"D00", "D01", "D02"})),
    DecisionKind("ballot", "votes in Parliament", frozenset({"D09"})),
    DecisionKind("reward", "rewards and their choices", frozenset({"D12", "D13", "D14", "D15", "D16"}), 0.5),
    DecisionKind(
        "choice",
        "favours, upgrades and choices by law",
        frozenset({"D04", "D05", "D06", "D07", "D08", "D10", "D11", "D17", "D18", "D19", "D20"}),
        0.5,
    ),
)


def _ask_placing(game: Lancaster, seat: str) -> None:
    """Put the placing of a seat on the stack, as if its turn had come to it."""
    if game.state.turn.phase == "setup" or seat in game.state.gone or not placing.can_place(game, seat):
        raise Illegal("You have nobody to place.", "LAN-BASE-08")
    game.state.turn.phase, game.state.turn.seat = "place", seat
    game.push(placing.Placing())


PLANNABLE: Mapping[str, Plannable] = {
    "D03": Plannable("Your next placing", (Place, Court), _ask_placing, in_turn=True),
    "D04": Plannable("Your lord is in the treasury", (Claim, Pass), in_turn=True),
    "D05": Plannable("You take a favour of the king", (TakeFavour,), in_turn=True),
    "D06": Plannable("You may upgrade a knight"),
    "D07": Plannable("A favour brings you a noble", (Invite, Pass), in_turn=True),
    "D08": Plannable("You may place an extension tile", (Extend,)),
    "D10": Plannable("A law lets you pay for something", (Pass,)),
    "D11": Plannable("A law lets you choose", (Exchange, Absolve, Pass)),
    "D12": Plannable("A county of yours gives its noble or its reward", (Reap,)),
    "D13": Plannable("Your knight in Dorset may move to a conflict", (Pass,)),
    "D15": Plannable("A castle space asks for squires", (Pass,)),
    "D16": Plannable("Your knights are captured", (Pass,)),
    "D17": Plannable("A law asks for seals", (Pass,)),
}

REFUSALS: tuple[type[Action], ...] = (Pass,)


def active(game: Lancaster) -> str:
    """Return the seat that places; "" outside the first phase."""
    return game.state.turn.seat if game.state.turn.phase == "place" else ""


def amid_turn(game: Lancaster) -> bool:
    """Tell whether the seat that places has placed, and still chooses a favour or what comes of it."""
    return game.state.turn.phase == "place" and not isinstance(game.top, placing.Placing)


def seats_before(game: Lancaster, seat: str) -> list[str]:
    """Return the seats that place before the next placing of a seat, from the current one on, if they can place."""
    turn = game.state.turn
    if turn.phase != "place" or not turn.seat or not placing.can_place(game, seat):
        return []
    order = list(game.clockwise(turn.seat))
    before = order[: order.index(seat)] if seat in order else []
    return [other for other in before if other == turn.seat or placing.can_place(game, other)]


def next_seat(game: Lancaster) -> str:
    """Return the seat that places next while knights are placed, if it has something to place.

    Whoever has nothing may get something by being expelled in this turn; then nobody knows, and it is "".
    """
    turn = game.state.turn
    if turn.phase != "place" or not turn.seat:
        return ""
    following = game.after(turn.seat)
    return following if following != turn.seat and placing.can_place(game, following) else ""
