"""The base of all steps of Warriors of God."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from engine.core.actions import Action, Offer, Request
from engine.core.drafts import check_offered
from engine.core.sealed import ParallelSteps
from engine.core.steps import Step
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import Side

IMPULSE = "D-02"
"""The decision about an impulse, which has a time of its own."""


class AsProposed(Action, frozen=True):
    """Take what is proposed, all of it."""


class WarriorsStep(Step):
    """A step of Warriors of God. A decision with one legal answer is made by itself (rules 10)."""

    answers_itself: ClassVar[bool] = True


class AtOnce(ParallelSteps):
    """Both sides are asked at the same time, for neither answer concerns the other side (rules 10)."""

    answers_itself: ClassVar[bool] = True


def at_once(game: Warriors, question: Callable[[Side], "Question"]) -> AtOnce:
    """Return the step that asks both sides a question at the same time, first in order the side without initiative."""
    return AtOnce(lanes={game.seat(side): [question(side)] for side in (game.second, game.first)})


class Question(WarriorsStep):
    """A question to the player of a side. Subclasses say which, with which offers, and what follows."""

    side: Side

    decision: ClassVar[str] = ""
    """Its id in rules 10."""

    rule: ClassVar[str] = ""
    """The rule id of what is refused because it is not offered."""

    @abstractmethod
    def prompt(self, game: Warriors) -> str:
        """Return the question."""

    @abstractmethod
    def offers(self, game: Warriors) -> list[Offer]:
        """Return what may be answered."""

    @abstractmethod
    def default(self, game: Warriors) -> Action:
        """Return what is done when the time is over."""

    def answered(self, game: Warriors, action: Action) -> None:
        """Carry an answer out, which is one of those offered; what has an `act` of its own does it there."""

    def requests(self, game: Warriors) -> list[Request]:
        """Ask the player of the side."""
        return [
            asked(
                game,
                self.side,
                self.decision,
                self.prompt(game),
                self.offers(game),
                lambda: self.default(game),
            )
        ]

    def act(self, game: Warriors, seat: str, action: Action) -> None:
        """Carry out what was offered; raises Illegal for all else."""
        check_offered(self.offers(game), action, self.rule)
        self.answered(game, action)


def asked(
    game: Warriors,
    side: Side,
    decision: str,
    prompt: str,
    offers: Sequence[Offer],
    default: Callable[[], Action],
) -> Request:
    """Return a request to the player of a side, with the hours that the table has for it."""
    hours = game.number("deadline_impulse_hours" if decision == IMPULSE else "deadline_other_hours")
    return Request(game.seat(side), decision, prompt, tuple(offers), default, hours=float(hours) if hours else None)
