"""The interface of computer players: they decide from a seat's view and its legal actions, never the true game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from engine.core.actions import Action, Offer, Request


class World(Protocol):
    """A table as a player may use it: one where it tries actions out."""

    @property
    def game(self) -> Any:
        """The game itself, which a player may see in a world, but not at the true table."""
        ...

    @property
    def version(self) -> int:
        """How many actions there have been."""
        ...

    @property
    def result(self) -> object:
        """How the game ended; None while it goes on."""
        ...

    def requests(self) -> Sequence[Request]:
        """Return all decisions that the game waits for."""
        ...

    def request(self, seat: str) -> Request | None:
        """Return the decision that a seat is asked for; None if it is asked for nothing."""
        ...

    def legal(self, seat: str) -> "Legal":
        """Return a seat's open request; raises Illegal if there is none."""
        ...

    def view(self, seat: str) -> Any:
        """Return what a seat may see."""
        ...

    def act(self, seat: str, action: Action) -> object:
        """Carry an action out; raises EngineError where it is not possible."""
        ...

    def snapshot(self) -> bytes:
        """Return the table's data without its dice."""
        ...

    def copy(self) -> Self:
        """Return an independent copy of the table."""
        ...


@dataclass(frozen=True, slots=True)
class Legal:
    """A seat's open request, with its legal actions and the means to try them out."""

    seat: str
    """The seat."""

    request: Request
    """The decision that it is asked for."""

    everything: Callable[..., Sequence[Offer]]
    """Returns all that the seat may do, any-time actions too; given kinds of action, only those, which saves the work
    for the others."""

    world: Callable[[int], World]
    """Returns, for a seed, a table that agrees with everything the seat knows; hidden cards and dice are dealt again
    by the seed. A player may try actions out there, within its budget."""

    @property
    def offers(self) -> Sequence[Offer]:
        """The answers to what is asked."""
        return self.request.offers

    def default(self) -> Action:
        """Return the seat's default action at its deadline; it is always legal."""
        return self.request.default()


def never() -> bool:
    """Return False: without a clock it is never late."""
    return False


@dataclass
class Budget:
    """The number of actions that a player may still try out before it decides."""

    left: int | None = None
    """The number; None for no limit."""

    late: Callable[[], bool] = never
    """Tells whether the player has taken too long, whatever is left."""

    def spend(self, actions: int = 1) -> bool:
        """Spend actions; return False if too few are left."""
        if self.late():
            return False
        if self.left is None:
            return True
        enough = self.left >= actions
        self.left = max(self.left - actions, 0)
        return enough

    def part(self, actions: int) -> "Budget":
        """Split off a budget of that many actions, or of all that are left."""
        given = actions if self.left is None else min(actions, self.left)
        if self.left is not None:
            self.left -= given
        return Budget(given, self.late)

    def with_rest_of(self, part: "Budget") -> "Budget":
        """Return this budget plus the rest of another."""
        return Budget((self.left or 0) + (part.left or 0), self.late)


View = Callable[[], Any]
"""Returns the seat's view of the game, which takes time to make."""


class Player(Protocol):
    """A player that can decide for a seat.

    A player remembers nothing: the same view, the same legal actions and the same seed lead to the same decision, and
    so do two states that differ only in what the seat may not know. `budget` is how many actions he may try out in
    worlds of his own (`Legal.world`); when it is spent he decides by what he has found.
    """

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action for the seat; the game waits for it."""
        ...


Players = Mapping[str, Player]
"""Computer players by name."""
