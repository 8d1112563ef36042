"""The rules that are always on: sieges that fail, offers that lapse, victory (rules 4.7.6, 7, 8)."""

from engine.kingmaker import fleet, sieges, trade, victory
from engine.kingmaker.game import Kingmaker


def keep(game: Kingmaker) -> None:
    """Look after every step whether a siege is raised, an offer lapses, or somebody has won."""
    if game.state.result is None and game.state.turn.phase != "setup":
        sieges.raise_failed(game)
        trade.lapse(game)
        fleet.settle(game)
        victory.check(game)
