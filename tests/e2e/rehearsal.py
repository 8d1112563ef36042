"""A whole game played beforehand on a copy of the table, so that people know what they will do on Discord."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

from bot.store.rows import Opening
from bot.table.live_game import LiveGame
from bot.table.tables import key_of
from engine.core.computer.deciding import Player
from engine.core.computer.players import Seated
from engine.core.table import Table
from tests.e2e.players import Plan, plan_of

LONGEST = 150
"""Decisions of a game that is short enough to be played on the wire."""

TRIES = 60
"""Sets of computer players of which one should come to an end in time."""


@dataclass(frozen=True)
class Scene:
    """One decision: whose, what, and whether it is asked in secret."""

    seat: str
    plan: Plan
    secret: bool


@dataclass(frozen=True)
class Script:
    """A whole game, and the hash of the state in which it ends."""

    scenes: list[Scene]
    ending: str

    @property
    def handovers(self) -> int:
        """How often the game goes on to somebody else."""
        return sum(one.seat != other.seat for one, other in pairwise(self.scenes))


def rehearsed(live: LiveGame, opening: Opening, player: Player | None = None, actions: Collection[str] = ()) -> Script:
    """Return a game from this moment to its victory, the first short one that somebody wins.

    `player` sits on every seat; else it is the game's own. Actions of all these kinds are in it.
    """
    player = player or next(iter(live.table.rules.players.values()))
    key = key_of(live.game, opening)
    for seed in range(TRIES):
        copy = Table.restore(live.table.rules, live.table.snapshot(), key, careful=False)
        scenes = _played(copy, Seated(player, seed))
        won = copy.result is not None and bool(copy.result.winners)
        if won and set(actions) <= {scene.plan.tag for scene in scenes}:
            return Script(scenes, copy.hash())
    raise AssertionError("No computer players bring this game to an end in time.")


def _played(table: Table, player: Seated) -> list[Scene]:
    scenes: list[Scene] = []
    while table.result is None and len(scenes) < LONGEST:
        waiting = table.requests()
        request = waiting[len(scenes) % len(waiting)]
        action = player.choose(table, request.seat)
        scenes.append(Scene(request.seat, plan_of(table, request.seat, action), request.secret))
        table.act(request.seat, action)
    return scenes
