"""Computer players. They see what a seat sees and act through the same gate as people."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Protocol

from engine.core.actions import Action, Choice, Draft, Field
from engine.core.drafts import Answer, build, fill
from engine.core.table import Table


class Player(Protocol):
    """Whoever can choose an action for a seat that the game waits for."""

    def choose(self, table: Table, seat: str) -> Action: ...


Players = Mapping[str, Callable[[int], Player]]
"""Makers of players, by name; each takes a seed."""

MAX_DRAFTS = 30
"""Drafts that a random player begins before he takes the default."""


ENOUGH = 0.4
"""How likely a random player ends a list that is long enough."""


def at_random(chance: Random) -> Answer:
    """Answer every question with one of the legal values, each equally likely."""

    def answer(field: Field, draft: Draft, found: Sequence[Choice]) -> str | None:
        if field.many:
            enough = len(draft[field.name]) >= field.least and chance.random() < ENOUGH
            return "" if enough else chance.choice(found).value
        values = [choice.value for choice in found] + [""] * (field.least == 0)
        return chance.choice(values) if values else None

    return answer


class RandomPlayer:
    """Chooses among everything that is offered, each kind of action equally likely."""

    def __init__(self, seed: int, *, meddles: float = 0.1) -> None:
        """`meddles` is the share of turns in which he tries an any-time action first."""
        self.chance = Random(seed)
        self.meddles = meddles

    def choose(self, table: Table, seat: str) -> Action:
        """Return a legal action for a seat that the game waits for."""
        request = table.request(seat)
        assert request is not None
        offers = table.offers(seat) if self.chance.random() < self.meddles else list(request.offers)
        offers = [offer for offer in offers if not offer.drastic]
        for _ in range(MAX_DRAFTS):
            offer = self.chance.choice(offers)
            draft = fill(offer, at_random(self.chance))
            if draft is not None:
                return build(offer, draft)
        return request.default()


class Fickle:
    """Plays at random, but lets a player with a plan decide now and then, so that games come to an end."""

    def __init__(self, seed: int, planner: Player, share: float = 0.5) -> None:
        """`share` is the part of the decisions that `planner` takes."""
        self.chance = Random(seed)
        self.planner = planner
        self.share = share
        self.random = RandomPlayer(seed + 1)

    def choose(self, table: Table, seat: str) -> Action:
        """Return a legal action for a seat that the game waits for."""
        player: Player = self.planner if self.chance.random() < self.share else self.random
        return player.choose(table, seat)
