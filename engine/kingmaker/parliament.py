"""ParliamentPhase."""

import msgspec

from engine.core.actions import Action
from engine.core.steps import AnyStep, Step
from engine.kingmaker.game import Kingmaker


class Tally(msgspec.Struct):
    """Votes of a seat."""

    commons: int
    lords: int


class ParliamentPhase(Step):
    """The phase."""

    def proceed(self, game: Kingmaker) -> bool:
        """Nothing to do."""
        game.pop(self)
        return True


STEPS: tuple[type[AnyStep], ...] = (ParliamentPhase,)
ACTIONS: tuple[type[Action], ...] = ()


class Session(Step):
    """A Parliament in session."""

    place: str
    caller: str
    attending: list[str] = []
    tallies: dict[str, Tally] = {}
    card: str = ""
    proposed: str = ""

    def answered(self) -> list[str]:
        """The seats that have voted."""
        return []

    def shown_ballots(self, game: Kingmaker) -> dict[str, str]:
        """The ballots that everybody may see."""
        return {}
