"""A short rush: more tables than Discord takes threads for, in one channel. `tests.soak.rush` is the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import pace
from bot.panels import threads
from tests.e2e.table import evening
from tests.soak.rush import lines, lost, rushed

TABLES, PER_WINDOW, WINDOW_S, PATIENCE_S = 12, 2, 3, 7.0


async def test_more_tables_than_threads_are_opened_one_window_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "PATIENCE_S", 0.2)
    monkeypatch.setattr(threads, "LONGEST_S", PATIENCE_S)
    async with evening(tmp_path, "ann", "ben", "cat") as night:
        await night.sandbox.control("limits", of="threads", requests=PER_WINDOW, seconds=WINDOW_S)
        tables = await rushed(night.people, "herald", TABLES, 1.0)
        await night.all_said()
        world = await night.people[0].refresh()
        requests = await night.sandbox.visitors.requests("/threads")
        store = night.supervisor.herald.store
        assert await lost(store, tables, [one for one in world["channels"] if one["type"] == 11]) == []
        assert [request["status"] for request in requests] == [201] * TABLES
        assert any(table.waits for table in tables) and any(table.commands > 1 for table in tables)
        assert f"{TABLES} tables in one channel" in "\n".join(lines(tables, requests, 1.0))
