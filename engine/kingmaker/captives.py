"""Captives."""

from engine.core.actions import Action
from engine.core.steps import AnyStep, Step
from engine.kingmaker.game import Kingmaker


class FateOfCaptives(Step):
    """The end of the ransom window."""

    def proceed(self, game: Kingmaker) -> bool:
        """Nothing to do."""
        game.pop(self)
        return True


STEPS: tuple[type[AnyStep], ...] = (FateOfCaptives,)
ACTIONS: tuple[type[Action], ...] = ()
