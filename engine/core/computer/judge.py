"""The interface of a game's evaluation, for players with lookahead: the value of a position, and good candidates."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.actions import Action
from engine.core.computer.deciding import Legal, Player, View


def nothing_waits(game: Any) -> bool:
    """Return True: by default a game is settled whenever it waits for somebody."""
    return True


def no_ideas(view: View, legal: Legal) -> list[Action]:
    """Return no candidates."""
    return []


def level(game: Any, seat: str) -> float:
    """Return 0: by default the margin of a victory does not count."""
    return 0.0


SURE = 0.95
"""The largest share of the prize that a seat can expect while the game goes on."""


@dataclass(frozen=True)
class Judge:
    """A game's evaluation of positions. It is applied to worlds dealt again, never to the true game."""

    lead: Callable[[Any, str], float]
    """Returns a seat's lead in points over its best rival in a game that goes on; the prize is counted in the same
    points."""

    turn: Callable[[Any], object]
    """Returns a key that stays the same while a plan lasts: as long as one seat has its turn."""

    horizon: Callable[[Any, str], Callable[[Any], bool]]
    """Returns, for a game and the deciding seat, a test for the horizon: plans are played out up to it, and then
    judged by `lead`."""

    habit: Player
    """The fast player by rules of thumb that makes all seats' unplanned decisions in worlds."""

    prize: float
    """The value in points of winning alone; losing costs the same."""

    margin: Callable[[Any, str], float] = level
    """Returns a seat's lead in points in a finished game, if the margin counts besides the prize."""

    settled: Callable[[Any], bool] = nothing_waits
    """Tells whether nothing is pending that `lead` cannot see, such as a battle."""

    by_habit: frozenset[str] = frozenset()
    """The ids of decisions that need no lookahead: habit takes them at once."""

    ignored: tuple[type[Action], ...] = ()
    """The kinds of action that are no part of any plan, such as proposals to others."""

    declines: tuple[type[Action], ...] = ()
    """The kinds of action that decline a proposal for which nobody is waiting."""

    beside: tuple[type[Action], ...] = ()
    """The any-time actions that plans may have, beside the answers to what is asked."""

    ideas: Callable[[View, Legal], list[Action]] = no_ideas
    """Returns habit's candidates for a decision, the best first; [] if every action is to be considered."""

    traits: Callable[[Any, str], Mapping[str, float]] | None = None
    """Returns the features that predict the winner, as numbers by name, for a seat; `lead` is one of them."""

    weights: Mapping[str, float] = field(default_factory=dict)
    """The weights of the traits, learnt from games: their sum predicts a seat's share of the prize. Without weights
    `lead` alone is used."""

    def ahead(self, game: Any, seat: str) -> float:
        """Return by how many points a seat is ahead, in a game that may be over."""
        result = game.state.result
        if result is None:
            return self.prize * self.expected(game, seat) if self.weights else self.lead(game, seat)
        share = 1 / len(result.winners) if seat in result.winners else -1.0 if result.winners else 0.0
        return self.prize * share + self.margin(game, seat)

    def expected(self, game: Any, seat: str) -> float:
        """Return the share of the prize that a seat can expect in a game that goes on, from -1 (loss) to 1 (win)."""
        assert self.traits is not None
        found = {**self.traits(game, seat), **at_the_table(game)}
        part = sum(weight * found[name] for name, weight in self.weights.items())
        return max(-SURE, min(SURE, part))


def at_the_table(game: Any) -> dict[str, float]:
    """Return the trait that every game has: the number of players."""
    return {"always": 1.0, "share": 1 / len(game.state.seats)}
