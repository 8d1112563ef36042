"""Games of stewards, played in memory first, so that people can play the very same ones in their browsers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from msgspec import structs

from bot.panels.panel import MENU
from bot.services.lobby import Lobby
from bot.store.database import Store
from bot.store.rows import Opening
from bot.table.live_game import LiveGame
from bot.table.referee import Referee
from bot.table.tables import key_of
from engine.core.actions import Action, tag_of
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.kingmaker.steward import Steward

SEATS = 3

DREAMT = 24
"""Actions at the beginning that are chosen at random."""


@dataclass(frozen=True)
class Rehearsal:
    """A game known beforehand: the seed of its lobby, who does what in turn, who wins, and the hash of its end."""

    seed: int
    deeds: Sequence[tuple[str, Action]]
    winners: tuple[str, ...]
    end: str
    begins: int = 0
    """How many actions the game has seen before."""


SEEDS = 100
"""Games that are tried; whoever changes how stewards play looks for another seed to begin with, not for an hour."""


async def short_game(folder: Path, *, start: int, most: int) -> Rehearsal:
    """Return the first game, by seed from `start`, that three stewards bring to its end in `most` actions.

    Somebody decides something in secret in it. Raises AssertionError when none of the first hundred games ends so soon.
    """
    store = await Store.open(folder / "rehearsals.db")
    try:
        for seed in range(start, start + SEEDS):
            table = await _opened(store, seed)
            secrets: list[str] = []
            deeds = _played(table, seed, most, secrets=secrets)
            if table.result is not None and secrets:
                return Rehearsal(seed, deeds, table.result.winners, table.hash())
    finally:
        await store.close()
    raise AssertionError(f"none of the {SEEDS} games from seed {start} ends in {most} actions: begin with another seed")


def from_here(live: LiveGame, opening: Opening, *, most: int, dreamt: int) -> Rehearsal:
    """Return the first game that stewards bring from here to its end in `most` actions, `dreamt` of them at random."""
    table = live.table
    for seed in range(SEEDS):
        copy = Table.restore(table.rules, table.snapshot(), key_of(live.game, opening))
        deeds = _played(copy, seed, most, dreamt)
        if copy.result is not None and copy.result.winners:
            return Rehearsal(seed, deeds, copy.result.winners, copy.hash(), table.version)
    raise AssertionError(f"none of {SEEDS} games from here ends in {most} actions")


async def _opened(store: Store, seed: int) -> Table:
    referee = Referee(store)
    lobby = Lobby(store, referee, entropy=Random(seed).randbytes)
    game = await lobby.open_game(guild=1, channel=1, owner=1, rules="kingmaker", variant="base")
    for user in range(1, SEATS + 1):
        await lobby.join(game.id, user, f"Steward {user}")
    await lobby.start(game.id, 1)
    async with referee.reading(game.id) as live:
        return live.table


def _played(
    table: Table, seed: int, most: int, dreamt: int = DREAMT, secrets: list[str] | None = None
) -> list[tuple[str, Action]]:
    """Let stewards play, who begin at random so that many forms are filled in; invariants are checked elsewhere.

    `secrets` takes the decisions that are made in secret.
    """
    table.careful = False
    dreamer = Seated(RandomPlayer(meddles=0.3), seed)
    steward = Seated(Steward(), seed)
    deeds: list[tuple[str, Action]] = []
    while table.result is None and len(deeds) < most:
        request = table.requests()[0]
        seat = request.seat
        if secrets is not None and request.secret:
            secrets.append(request.decision)
        action = (dreamer if len(deeds) < dreamt else steward).choose(table, seat)
        if len(deeds) < dreamt and _changes_nothing(table, seat, action):
            action = steward.choose(table, seat)
        deeds.append((seat, _as_listed(table, seat, action)))
        table.act(*deeds[-1])
    return deeds


def _changes_nothing(table: Table, seat: str, action: Action) -> bool:
    """Whether all is the same afterwards, as when a card is given to the noble who has it: no page can show it done."""
    trial = Table.restore(table.rules, table.snapshot(), b"any will do", careful=False)
    trial.act(seat, action)
    trial.game.state.version = table.version
    return bool(trial.game.state == table.game.state)


def _as_listed(table: Table, seat: str, action: Action) -> Action:
    """Put several picks into the order of their menu, which is the order in which a page sends them."""
    draft: dict[str, Any] = {}
    for field in table.offer(seat, tag_of(action)).fields:
        draft[field.name] = getattr(action, field.name)
        if field.many and field.when(draft):
            listed = [choice.value for choice in field.choices(draft | {field.name: []})]
            if len(listed) <= MENU and set(draft[field.name]) <= set(listed):
                draft[field.name] = sorted(draft[field.name], key=listed.index)
    return structs.replace(action, **draft)
