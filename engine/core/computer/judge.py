"""What a game tells the players that think: how it stands for a seat, and where it pays to look."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.actions import Action
from engine.core.computer.deciding import Legal, Player, View


def nothing_waits(game: Any) -> bool:
    """Return True: by default a game is settled whenever it waits for somebody."""
    return True


def no_ideas(view: View, legal: Legal) -> list[Action]:
    """Think of nothing."""
    return []


def level(game: Any, seat: str) -> float:
    """Return 0: by default the margin of a victory does not count."""
    return 0.0


SURE = 0.95
"""The part of the prize that a game which goes on is worth at most."""


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
    """The fast player that makes everybody's unplanned decisions in the worlds."""

    prize: float
    """What it is worth in points to win alone; to lose is worth as much less."""

    margin: Callable[[Any, str], float] = level
    """Returns a seat's lead in points in a finished game, if the margin counts besides the prize."""

    settled: Callable[[Any], bool] = nothing_waits
    """Tells whether nothing is pending that `lead` cannot see, such as a battle."""

    by_habit: frozenset[str] = frozenset()
    """The decisions in which there is nothing to be found by trying, by their ids: habit takes them at once."""

    ignored: tuple[type[Action], ...] = ()
    """The kinds of action that are no part of any plan, such as proposals to others."""

    declines: tuple[type[Action], ...] = ()
    """The kinds of action that decline a proposal for which nobody is waiting."""

    beside: tuple[type[Action], ...] = ()
    """The any-time actions that plans may have, beside the answers to what is asked."""

    ideas: Callable[[View, Legal], list[Action]] = no_ideas
    """Returns what habit thinks of in a decision, the best first; [] where everything is worth a thought."""

    traits: Callable[[Any, str], Mapping[str, float]] | None = None
    """Returns what tells who will win, as numbers by name, for a seat in a game that goes on; `lead` is one of them."""

    weights: Mapping[str, float] = field(default_factory=dict)
    """What the traits weigh, learnt from games: together they say what part of the prize is to be expected. Without
    them `lead` alone tells who is ahead."""

    def ahead(self, game: Any, seat: str) -> float:
        """Return by how many points a seat is ahead, in a game that may be over."""
        result = game.state.result
        if result is None:
            return self.prize * self.expected(game, seat) if self.weights else self.lead(game, seat)
        share = 1 / len(result.winners) if seat in result.winners else -1.0 if result.winners else 0.0
        return self.prize * share + self.margin(game, seat)

    def expected(self, game: Any, seat: str) -> float:
        """Return what part of the prize a seat can expect in a game that goes on: -1 for none, 1 for all of it."""
        assert self.traits is not None
        found = {**self.traits(game, seat), **at_the_table(game)}
        part = sum(weight * found[name] for name, weight in self.weights.items())
        return max(-SURE, min(SURE, part))


def at_the_table(game: Any) -> dict[str, float]:
    """Return what tells something of who will win in every game: how many play."""
    return {"always": 1.0, "share": 1 / len(game.state.seats)}
