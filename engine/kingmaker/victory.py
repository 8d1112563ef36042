"""Victory."""

from engine.kingmaker.game import Kingmaker


def check(game: Kingmaker) -> None:
    """End the game when somebody has won."""
