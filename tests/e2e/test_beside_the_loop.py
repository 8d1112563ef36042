"""What may take long is done beside the event loop, on which everybody else is answered."""

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.panels.deciding import options
from bot.panels.master import rollback
from bot.panels.planning import plans, steps
from bot.panels.reading.log import GameLog
from bot.store import game_log
from engine.warlord.rules import RULES
from tests.e2e.beginnings import evening_after, warlord
from tests.harness.reading import buttons

LONG: list[tuple[Any, str]] = [
    (app, "load"),
    (options, "options_panel"),
    (plans, "told"),
    (steps, "posed"),
    (GameLog, "found"),
    (GameLog, "phases"),
    (game_log, "_entries"),
    (rollback, "_choices"),
]
"""What is watched: it may take more than 50 ms in long games, or in large battles."""


async def test_what_may_take_long_is_done_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: dict[str, set[str]] = {}
    for owner, name in LONG:
        monkeypatch.setattr(owner, name, _noting(getattr(owner, name), where.setdefault(name, set())))
    odds = where.setdefault("odds", set())
    reports = {name: _noting(report, odds) for name, report in RULES.words.reports.items()}
    advice = _noting(RULES.words.advice, where.setdefault("advice", set()))
    monkeypatch.setattr(RULES, "words", replace(RULES.words, reports=reports, advice=advice))
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        asked = await night.asked()
        for command in ("/options", "/odds", "/log", "/gm correct"):
            await asked.slash(command)
            shown = await asked.answer()
            if command == "/options":
                await asked.press(shown, custom_id=buttons(shown)[-1]["custom_id"])
        await night.people[0].slash("/gm goto")
        await night.people[0].answer()
        await asked.slash("/log", about="a")
        await asked.answer()
        await asked.autocomplete("/log", "phase", "")
        await asked.slash("/plan", question="W-03", answer="default", lasts="this round")
        shown = await asked.answer()
        await asked.choose(shown, "W-03", placeholder="Which question do you answer ahead?")
        await asked.answer()
    assert {name: found for name, found in where.items() if found != {"beside"}} == {}


def _noting(work: Callable[..., Any], found: set[str]) -> Callable[..., Any]:
    @wraps(work)
    def noted(*arguments: Any, **named: Any) -> Any:
        found.add("loop" if threading.current_thread() is threading.main_thread() else "beside")
        return work(*arguments, **named)

    return noted
