"""CoronationPhase."""

from engine.core.actions import Action
from engine.core.steps import AnyStep, Step
from engine.kingmaker.game import Kingmaker


class CoronationPhase(Step):
    """The phase."""

    def proceed(self, game: Kingmaker) -> bool:
        """Nothing to do."""
        game.pop(self)
        return True


STEPS: tuple[type[AnyStep], ...] = (CoronationPhase,)
ACTIONS: tuple[type[Action], ...] = ()
