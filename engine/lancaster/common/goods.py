"""Goods come from the general supply and go back to it (rules 9.6, 9.7) [LAN-BASE-96]."""

from collections import Counter
from collections.abc import Mapping

from engine.core.errors import Illegal
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster

LIMITED = ("gold", "squires", "voting_markers")
"""The goods that run out where the table plays with limits (option `supply_limits`)."""


def has(game: Lancaster, seat: str, good: str) -> int:
    """How much of a good a player has; `power_points` are his points."""
    player = game.player(seat)
    return player.points if good == "power_points" else int(getattr(player, good))


def affordable(game: Lancaster, seat: str, cost: Mapping[str, int]) -> int:
    """How many times a player can pay a cost."""
    return min(has(game, seat, good) // number for good, number in cost.items())


def obtainable(game: Lancaster, gain: Mapping[str, int]) -> int:
    """Return how many times a gain still brings anything from the general supply."""
    return max(-(-left(game, good) // number) for good, number in gain.items())


def check_price(game: Lancaster, seat: str, cost: Mapping[str, int], rule: str) -> None:
    """Raise Illegal unless a player can pay a cost."""
    for good, number in cost.items():
        if has(game, seat, good) < number:
            owned = names.amount(good, has(game, seat, good))
            raise Illegal(f"This costs {names.amount(good, number)} and you have {owned}; choose something else.", rule)


def pay(game: Lancaster, seat: str, cost: Mapping[str, int]) -> None:
    """Put goods of a player back into the general supply; of his markers the old ones go first (R10)."""
    for good, number in cost.items():
        _change(game, seat, good, -number)
    player = game.player(seat)
    player.fresh_markers = min(player.fresh_markers, player.voting_markers)


def gain(game: Lancaster, seat: str, goods: Mapping[str, int], rule: str, why: str, *, announced: bool = False) -> None:
    """Give a player goods of the general supply, as far as it has them, and tell everybody.

    What has been `announced` is told again only where it was not to be had.
    """
    given = {good: min(number, left(game, good)) for good, number in goods.items()}
    for good, number in given.items():
        _change(game, seat, good, number)
    text = "" if announced and given == dict(goods) else f"{{{seat}}} gains {names.amounts(given)} for {why}."
    game.emit("gained", text, about=[seat], rule=rule)


def left(game: Lancaster, good: str) -> int:
    """How much of a good the general supply still has; more than anybody can gain where it has no end."""
    endless = 1_000
    if good == "seals":
        return game.catalog.seals - sum(player.seals for player in game.state.players.values())
    if good not in LIMITED or not game.option("supply_limits"):
        return endless
    owned = sum(has(game, seat, good) for seat in game.state.players)
    laid = sum(county.squires for county in game.state.counties.values()) if good == "squires" else 0
    return max(0, game.catalog.supply[good] - owned - laid - game.state.treasury.get(good, 0))


def on_the_regal_board(game: Lancaster) -> dict[str, int]:
    """Return the goods on the supply spaces of the regal board, open to all (rules 14).

    The box of dishonor runs empty, though markers go on being given (R31) [LAN2-RES-15].
    """
    players, found = game.state.players.values(), dict[str, int]()
    if game.court:
        taken = Counter[str](piece.kind for piece in game.state.privileges)
        found = {kind: card.count - taken[kind] for kind, card in game.catalog.privileges.items()}
        found["seals"] = left(game, "seals")
    if game.resentment:
        out = sum(game.state.track) + sum(player.dishonor for player in players)
        found["dishonor"] = max(0, game.catalog.dishonor_markers - out)
    return found


def _change(game: Lancaster, seat: str, good: str, number: int) -> None:
    player = game.player(seat)
    if good == "power_points":
        player.points += number
    else:
        setattr(player, good, has(game, seat, good) + number)


def receive(game: Lancaster, seat: str, good: str, number: int) -> None:
    """Let a player take goods that do not come from the general supply, such as those of the treasury."""
    _change(game, seat, good, number)
