"""What may take long is done beside the event loop, on which everybody else is answered."""

import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import pytest

from bot import app
from bot.panels.deciding import options, play
from bot.panels.deciding.options import PENDING
from bot.panels.master import rollback
from bot.panels.planning import plans, steps
from bot.panels.reading.log import GameLog
from bot.services.computer import thinkers
from bot.services.computer.thinkers import Thinkers
from bot.store import game_log
from engine.kingmaker.board.ids import Location
from engine.kingmaker.movement.land import Move
from engine.kingmaker.rules import RULES as kingmaker
from engine.warlord.rules import RULES
from tests.e2e.beginnings import Beginning, evening_after, warlord
from tests.e2e.table import Evening
from tests.harness import with_late_chances
from tests.harness.reading import buttons, selects, text_of
from tests.harness.sandbox import Person

P = ParamSpec("P")
T = TypeVar("T")

LONG: list[tuple[Any, str]] = [
    (app, "load"),
    (options, "options_panel"),
    (plans, "told"),
    (steps, "posed"),
    (GameLog, "found"),
    (GameLog, "phases"),
    (game_log, "_entries"),
    (thinkers, "imagined"),
    (thinkers, "listed"),
    (rollback, "_choices"),
]
"""What is watched: it may take more than 50 ms in long games, or in large battles."""


class Held(Executor):
    """Works when it is let: until then whoever asks it waits."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []
        self.is_free = False

    def submit(self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Keep the work for later."""
        done: Future[T] = Future()
        self.waiting.append(lambda: done.set_result(work(*arguments, **named)))
        if self.is_free:
            self.let_go()
        return done

    def let_go(self) -> None:
        """Do all that has been kept, and at once what is still asked."""
        self.is_free = True
        while self.waiting:
            self.waiting.pop()()

    def shutdown(self, *_: Any, **__: Any) -> None:
        """Let nobody wait any longer."""
        self.let_go()


IMPULSES = """game = "warriors"
variant = "hyw"
seats = ["ann", "ben"]
edit = [
  { op = "station", leader = "edward_iii", area = "england" },
  { op = "station", leader = "john_chandos", area = "england" },
  { op = "station", leader = "philippe_vi", area = "normandy" },
  { op = "set_impulses", english = 3, french = 3, moving = "english" },
]
"""

MARCHING = """game = "kingmaker"
variant = "base"
seats = ["ann", "ben"]
edit = [
  { op = "place", noble = "percy", seat = "ann", at = "open:york" },
  { op = "place", noble = "scrope", seat = "ann", at = "open:durham" },
  { op = "place", noble = "neville", seat = "ben", at = "open:coventry" },
  { op = "goto", seat = "ann", phase = "movement" },
]
"""


async def impulses(night: Evening) -> None:
    """Warriors of God goes on with Ann's impulse, in which an attack is likely."""
    await night.open(game="warriors", position=await night.people[0].upload("position.toml", IMPULSES.encode()))
    await night.start(letters=False)


async def marching(night: Evening) -> None:
    """Kingmaker goes on with Ann's Movement phase, in which Percy and Scrope may march."""
    await night.open(position=await night.people[0].upload("position.toml", MARCHING.encode()))
    await night.start(letters=False)


@asynccontextmanager
async def held(
    folder: Path, monkeypatch: pytest.MonkeyPatch, beginning: Beginning = impulses
) -> AsyncIterator[tuple[Evening, Held]]:
    """An evening on which the chances take as long as the test wants."""
    monkeypatch.setattr(play, "PATIENCE_S", 0.05)
    async with evening_after(beginning, folder, "ann", "ben") as night:
        worker = Held()
        night.supervisor.herald.thinkers = Thinkers(lambda workers, niceness: worker)
        yield night, worker


async def finished(person: Person, shown: Any) -> Any:
    """A panel once the chances stand in it that it was shown without."""
    return await person.expect(lambda message: message["id"] == shown["id"] and PENDING not in text_of(message))


def keys(message: Any) -> list[str]:
    """What can be pressed on a message, in its order."""
    return [one["custom_id"] for one in [*buttons(message), *selects(message)]]


async def test_chances_that_take_long_do_not_hold_the_panel_and_come_without_moving_a_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with held(tmp_path, monkeypatch) as (night, worker):
        asked = await night.asked()
        await asked.slash("/options")
        shown = await asked.answer()
        assert PENDING in text_of(shown) and any(":whole:" in key for key in keys(shown))
        worker.let_go()
        later = await finished(asked, shown)
        assert keys(later) == keys(shown) and "win " in text_of(later)
        await night.all_said()
        assert not night.supervisor.herald.late.tasks, "nothing is kept of what is finished"


async def test_a_likely_action_can_be_taken_before_its_chances_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with held(tmp_path, monkeypatch) as (night, _):
        asked = await night.asked()
        await asked.slash("/options")
        shown = await asked.answer()
        await asked.press(shown, custom_id=next(key for key in keys(shown) if ":whole:" in key))
        assert "Do it" in [one["label"] for one in buttons(await asked.answer())]


async def test_odds_that_come_late_leave_what_was_done_and_what_is_offered_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def alike(*_: object) -> Move:
        return Move(["percy"], Location("open:airedale"))

    with_late_chances(monkeypatch, kingmaker)
    async with held(tmp_path, monkeypatch, marching) as (night, worker):
        ann, plans = night.people[0], night.supervisor.herald.plans
        monkeypatch.setattr(plans, "usual", alike)
        await ann.slash("/kingmaker move", nobles="percy", to="open:airedale")
        shown = await ann.answer()
        always = "Always: Move by land: Percy; Airedale"
        assert PENDING in text_of(shown) and always in [one["label"] for one in buttons(shown)]
        worker.let_go()
        later = await finished(ann, shown)
        assert "✅" in text_of(later) and keys(later) == keys(shown)


async def test_odds_for_a_table_that_has_gone_on_come_to_the_panel_as_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_late_chances(monkeypatch, kingmaker)
    async with held(tmp_path, monkeypatch, marching) as (night, worker):
        ann = night.people[0]
        await ann.slash("/kingmaker move", nobles="percy", to="open:airedale")
        first = await ann.answer()
        await ann.slash("/kingmaker move", nobles="scrope", to="open:york")
        await ann.answer()
        worker.let_go()
        later = await finished(ann, first)
        assert "✅" in text_of(later) and keys(later) == keys(first)


async def test_odds_that_come_after_a_press_leave_what_it_has_led_to_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with held(tmp_path, monkeypatch) as (night, worker):
        asked = await night.asked()
        await asked.slash("/options")
        shown = await asked.answer()
        await asked.press(
            shown, custom_id=next(one["custom_id"] for one in buttons(shown) if ":whole:" in one["custom_id"])
        )
        form = await asked.answer()
        assert not night.supervisor.herald.late.tasks
        worker.let_go()
        await night.all_said()
        assert text_of(asked.current(form)) == text_of(form)


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
