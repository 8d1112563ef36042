"""Computer players that fit every game: random, half random, and any player seated at a table."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from engine.core.actions import Action
from engine.core.computer.deciding import Budget, Legal, Player, View, World, never
from engine.core.drafts import any_of
from engine.core.errors import NoWorld


@dataclass(frozen=True)
class RandomPlayer:
    """Chooses among everything that is offered, each kind of action equally likely."""

    meddles: float = 0.1
    """The share of decisions in which it considers the any-time actions, too."""

    silent: tuple[type[Action], ...] = ()
    """The kinds of action that it leaves out, such as proposals to others."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action."""
        chance = Random(seed)
        besides = legal.everything() if chance.random() < self.meddles else []  # the game master has nothing besides
        offers = besides or legal.offers
        fit = [offer for offer in offers if not offer.drastic and offer.action not in self.silent]
        return any_of(fit, chance) or legal.default()


@dataclass(frozen=True)
class Fickle:
    """Plays at random, but lets a player with a plan take some decisions, so that games come to an end."""

    planner: Player
    """The player with a plan."""

    share: float = 0.5
    """The share of the decisions that the player with a plan takes."""

    random: Player = RandomPlayer()
    """The player that takes the other seats."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action."""
        chance = Random(seed)
        player = self.planner if chance.random() < self.share else self.random
        return player.decide(view, legal, budget, chance.getrandbits(32))


@dataclass(frozen=True)
class Seated:
    """A player at a table, which gets its seat's view, a seed and a budget for each decision."""

    player: Player
    """The player."""

    seed: int = 0
    """The seed from which the seeds of its decisions are derived."""

    budget: int | None = None
    """The number of actions that it may try out for each decision; None for no limit."""

    late: Callable[[], bool] = never
    """Tells, while the player decides, whether it takes too long."""

    def choose(self, table: World, seat: str) -> Action:
        """Return a legal action for a seat that the game waits for; raises Illegal if it does not wait for it.

        If lookahead is impossible at this point of the game, the default is taken.
        """
        seed, legal = seed_of(self.seed, table.version, seat), table.legal(seat)
        try:
            return self.player.decide(lambda: table.view(seat), legal, Budget(self.budget, self.late), seed)
        except NoWorld:
            return legal.default()


def seed_of(*parts: object) -> int:
    """Return a seed computed from words and numbers alone."""
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8])
