"""The rules that are always on: sieges that fail, victory (rules 4.7.6, 6.2, 8)."""

from engine.kingmaker import sieges, victory
from engine.kingmaker.game import Kingmaker


def keep(game: Kingmaker) -> None:
    """Look after every step whether a siege is raised or somebody has won."""
    if game.state.result is None and game.state.turn.phase != "setup":
        sieges.raise_failed(game)
        victory.check(game)
