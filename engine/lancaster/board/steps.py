"""The base of all steps of Lancaster."""

from abc import abstractmethod
from typing import ClassVar

from engine.core.steps import Step
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour


class LancasterStep(Step):
    """A step of Lancaster. A decision with one legal answer is made by itself (rules 13)."""

    answers_itself: ClassVar[bool] = True
    hides_why: ClassVar[bool] = True  # goods behind the screen may close the other ways


class Question(LancasterStep):
    """A question to one player, about his own house or about that of his ally."""

    @abstractmethod
    def asked(self, game: Lancaster) -> str:
        """Return the seat that is asked."""


class OfSeat(Question):
    """A question to the player who has the seat."""

    seat: str

    def asked(self, game: Lancaster) -> str:
        """Return the player."""
        return self.seat


class OfHouse(Question):
    """A question about a house, to the player who leads it."""

    house: Colour

    def asked(self, game: Lancaster) -> str:
        """Return the leader of the house."""
        return game.seat_of(self.house)
