"""The toll of a combat: who dies, who is beaten, and who leaves before it is paid (rules 4.3, 4.6, 4.9)."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.core.steps import AnyStep
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces


class Toll(msgspec.Struct):
    """The losses of a combat: who die together, and who is beaten and may be taken captive."""

    nobles: list[str] = []
    """The nobles who die."""

    heirs: list[str] = []
    """The heirs who die."""

    winners: list[str] = []
    """The nobles of the side that has won; empty in a combat that nobody has won."""

    losers: list[str] = []
    """The nobles whom they have beaten."""

    leader: str = ""
    """The seat that has led the winners; "" in a combat that nobody has won."""

    def captors(self) -> list[str]:
        """Return the winners who live to take captives."""
        return [noble for noble in self.winners if noble not in self.nobles]

    def captured(self) -> list[str]:
        """Return the losers who live, if there is anybody to take them."""
        return [noble for noble in self.losers if noble not in self.nobles] if self.captors() else []

    def lost(self) -> list[str]:
        """Return the nobles who die or fall captive."""
        return [*self.nobles, *self.captured()]

    def spare(self, game: Kingmaker, noble: str) -> None:
        """Strike a noble, and the heirs with him, from the dead and from the losers."""
        saved = [noble, *forces.heirs_of(game, noble)]
        for people in (self.nobles, self.heirs, self.winners, self.losers):
            strike_out(people, saved)


class Combat(AnyStep):
    """An active combat, which a noble may leave before its toll is paid."""

    __slots__ = ()

    locked: ClassVar[bool] = True

    @abstractmethod
    def spare(self, game: Kingmaker, noble: str) -> None:
        """Let a noble take no part in what follows."""


class DrawnCombat(Combat):
    """A combat in three parts: a draw decides the `toll`, pardons are asked for by a step above, then the toll is paid.

    The steps that inherit it have the fields that are named here, and say what they do in `draw` and in `pay`.
    """

    attackers: list[str]
    """The nobles who attack."""

    drawn: bool
    """Whether the card has been turned."""

    toll: Toll | None
    """Who dies and who is beaten, from the draw until it is carried out."""

    def proceed(self, game: Kingmaker) -> bool:
        """Draw and resolve; the combat is over when the questions that follow are answered."""
        if toll := self.toll:
            self.toll = None
            self.pay(game, toll)
        elif self.drawn:
            game.pop(self)
        else:
            self.drawn = True
            self.draw(game)
        return True

    @abstractmethod
    def draw(self, game: Kingmaker) -> None:
        """Turn the card, and reckon the toll unless there is no fighting."""

    @abstractmethod
    def pay(self, game: Kingmaker, toll: Toll) -> None:
        """Kill the dead, and take the losers captive."""

    def people(self) -> tuple[list[str], ...]:
        """Return the lists of those who take part."""
        return (self.attackers,)

    def spare(self, game: Kingmaker, noble: str) -> None:
        """Let a noble take no part in what follows."""
        if self.toll:
            self.toll.spare(game, noble)
        for people in self.people():
            strike_out(people, [noble])


def strike_out(people: list[str], gone: Sequence[str]) -> None:
    """Remove these names from a list."""
    people[:] = [person for person in people if person not in gone]
