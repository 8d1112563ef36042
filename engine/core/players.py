"""Computer players. They see what a seat sees and act through the same gate as people."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol

import msgspec

from engine.core.actions import Action, Field, Offer
from engine.core.table import Table


class Player(Protocol):
    """Whoever can choose an action for a seat that the game waits for."""

    def choose(self, table: Table, seat: str) -> Action: ...


Players = Mapping[str, Callable[[int], Player]]
"""Makers of players, by name; each takes a seed."""

PATIENCE = 30
"""Drafts that a random player begins before he takes the default."""


def build(offer: Offer, draft: dict[str, Any]) -> Action:
    """Return the action that a filled-in draft stands for."""
    return msgspec.convert(draft, type=offer.action)


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
        for _ in range(PATIENCE):
            offer = self.chance.choice(offers)
            draft = self._fill(offer)
            if draft is not None:
                return build(offer, draft)
        return request.default()

    def _fill(self, offer: Offer) -> dict[str, Any] | None:
        draft: dict[str, Any] = {}
        for field in offer.fields:
            if not field.when(draft):
                continue
            filled = self._picks(field, draft) if field.many else self._pick(field, draft)
            if not filled:
                return None
        return draft

    def _pick(self, field: Field, draft: dict[str, Any]) -> bool:
        choices = [choice.value for choice in field.choices(draft)]
        if field.least == 0:
            choices.append("")
        if not choices:
            return False
        draft[field.name] = self.chance.choice(choices)
        return True

    def _picks(self, field: Field, draft: dict[str, Any]) -> bool:
        picks: list[str] = []
        draft[field.name] = picks
        while True:
            choices = field.choices(draft)
            if not choices or (len(picks) >= field.least and self.chance.random() < 0.4):
                return len(picks) >= field.least
            picks.append(self.chance.choice(choices).value)


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
