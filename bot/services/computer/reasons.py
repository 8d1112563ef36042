"""Reasons for the actions of computer players, from public knowledge at that time alone."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from bot import texts
from bot.store import game_log
from bot.store.database import Store
from bot.store.rows import ActionRecord, Via
from bot.table.live_game import LiveGame
from engine.core.answering import why
from engine.core.events import Event
from engine.core.rules import Rules
from engine.core.table import Table

MOST = 6
"""The number of latest moves that one answer explains."""

BACK = 80
"""The number of latest actions that are searched for them."""

NOTHING = (
    "No computer player has done anything lately that needs a reason. "
    "To ask why something is impossible for you, name the action."
)


HEADING = "**Why the computer players did that**, from what everybody could see:"


class Move(NamedTuple):
    """What a computer player did, with the position before it."""

    entry: ActionRecord
    told: Event
    before: bytes


async def moves(store: Store, live: LiveGame) -> list[Move]:
    """Return the latest moves of computer players that everybody was told of, the latest first."""
    async with store.reading() as connection:
        entries = await game_log.entries(connection, live.game.id, after=max(0, live.table.version - BACK))
        found = [(entry, told) for entry in reversed(entries) if entry.via is Via.REGENT for told in _told(live, entry)]
        return [
            Move(entry, told, await game_log.snapshot(connection, live.game.id, entry.version - 1))
            for entry, told in found[: 3 * MOST]
        ]


def _told(live: LiveGame, entry: ActionRecord) -> list[Event]:
    """Return the first thing that everybody was told of an action, if there is one."""
    silent = live.table.rules.story.hidden_from_story
    heard = (event for event in entry.happened() if event.seats is None and event.text and event.kind not in silent)
    return list(islice(heard, 1))


async def words(store: Store, live: LiveGame) -> str:
    """Return the reasons for the latest moves of computer players, the latest last."""
    rules, found = live.table.rules, await moves(store, live)
    lines = await asyncio.to_thread(_lines, rules, found, dict(live.names))
    return "\n".join([HEADING, *lines]) if lines else NOTHING


def _lines(rules: Rules[Any], found: Sequence[Move], names: Mapping[str, str]) -> list[str]:
    lines: list[str] = []
    for move in found:
        table = Table.restore(rules, move.before, b"", careful=False)
        action = rules.codec.decode_action(msgspec.json.decode(move.entry.action))
        reason = why(rules, table.game, move.entry.seat, action)
        if reason and len(lines) < MOST:
            lines.append(texts.with_names(f"- {move.told.text}\n  *{reason}*", names))
    return lines[::-1]
