"""What a game tells the players that think: how it stands for a seat, and where it pays to look."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.core.actions import Action
from engine.core.computer.deciding import Player


def nothing_waits(game: Any) -> bool:
    """Tell that a game is settled whenever it waits for somebody."""
    return True


def level(game: Any, seat: str) -> float:
    """Tell that it makes no difference by how much somebody has won."""
    return 0.0


@dataclass(frozen=True)
class Judge:
    """How a game is judged. Whoever judges is shown worlds that are dealt anew, never the true game."""

    lead: Callable[[Any, str], float]
    """Returns by how many points a seat is ahead of its best rival in a game that goes on; what is to be expected is
    counted in the same points."""

    turn: Callable[[Any], object]
    """Returns words that stay the same for as long as a plan is made at once: while one seat has its turn."""

    horizon: Callable[[Any, str], Callable[[Any], bool]]
    """Returns, for the game as it stands and the seat that thinks, what tells how far a plan is followed: what comes
    after it is left to `lead`."""

    habit: Player
    """Who decides quickly in the worlds, for everybody, what is no part of a plan."""

    prize: float
    """What it is worth in points to win alone; to lose is worth as much less."""

    margin: Callable[[Any, str], float] = level
    """Returns by how many points a seat is ahead in a game that is over, where that counts beside the prize."""

    settled: Callable[[Any], bool] = nothing_waits
    """Tells whether nothing is under way of which `lead` knows nothing, such as a battle."""

    by_habit: frozenset[str] = frozenset()
    """The decisions in which there is nothing to be found by trying, by their ids: habit takes them at once."""

    ignored: tuple[type[Action], ...] = ()
    """The kinds of action that are no part of any plan, such as proposals to others."""

    beside: tuple[type[Action], ...] = ()
    """The any-time actions that plans may have, beside the answers to what is asked."""

    def ahead(self, game: Any, seat: str) -> float:
        """Return by how many points a seat is ahead, in a game that may be over."""
        result = game.state.result
        if result is None:
            return self.lead(game, seat)
        share = 1 / len(result.winners) if seat in result.winners else -1.0 if result.winners else 0.0
        return self.prize * share + self.margin(game, seat)
