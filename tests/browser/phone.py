"""Whole games of one person with a phone, or at a desk, against computer players: by buttons and menus alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from playwright.async_api import Browser, Locator, ViewportSize

from bot.discord_adapter.client import Supervisor
from engine.core.actions import Action, tag_of
from engine.core.computer.deciding import Player
from engine.core.computer.players import Seated
from engine.core.table import Table
from tests.browser.conftest import PHONE, get_up, sit_down
from tests.browser.window import Window
from tests.e2e.table import Evening, at_work
from tests.harness.sandbox import DrivenSandbox, running_sandbox

MAX_WAIT_S = 60.0
"""Seconds after which what was expected has failed."""

PEOPLE = ("ann", "ben")
COUNT = """() => {
    window.presses = 0;
    document.addEventListener('click', (event) => { window.presses += event.isTrusted ? 1 : 0; }, true);
}"""
"""Counts the presses of a page."""

Camera = Callable[[Window, str], Awaitable[None]]
"""Photographs what a window shows at a moment that has a name."""


async def nobody(window: Window, moment: str) -> None:
    """A camera that takes no picture."""


@dataclass(frozen=True)
class Title:
    """A game that is played to its end: what `/game new` is given, who decides for Ann, and the seed of the dice."""

    game: str
    player: Player
    variant: str = ""
    position: str = ""
    dice: int = 1


@dataclass
class Presses:
    """How often was pressed for each kind of decision."""

    title: str
    setting_up: int = 0
    """Presses from the lobby to the first decision."""

    taken: dict[str, list[int]] = field(default_factory=dict)
    """Presses by the kind of decision."""

    @property
    def all(self) -> int:
        """The presses of the whole game."""
        return self.setting_up + sum(map(sum, self.taken.values()))

    def line(self) -> str:
        """Return it as a row of a table."""
        every = [number for numbers in self.taken.values() for number in numbers]
        each = ", ".join(f"{tag.replace('_', ' ')} {median(n):g}" for tag, n in sorted(self.taken.items()))
        return (
            f"| {self.title} | {len(every)} | {self.all} | {median(every):g}, {within(every)} | {max(every)} | {each} |"
        )


def within(numbers: Sequence[int]) -> int:
    """Return what nine of ten numbers do not exceed."""
    return sorted(numbers)[(9 * len(numbers) - 1) // 10]


class PhoneGame:
    """One person's window on a game with computer players."""

    def __init__(self, night: Evening, window: Window, title: Title, errors: list[str], camera: Camera) -> None:
        self.night = night
        self.window = window
        self.title = title
        self.errors = errors
        self.camera = camera
        self.presses = Presses(title.game)
        self._moved = asyncio.Event()
        night.supervisor.herald.referee.on_commit(lambda _: self._moved.set())

    async def open(self) -> None:
        """Take a seat, add a computer player, start: from the panel of the lobby."""
        page = self.window.page
        await page.evaluate(COUNT)
        await self.window.to_thread()
        await page.get_by_role("button", name="Add a computer player", exact=True).last.wait_for()
        await self.window.press("Add a computer player")
        await self.window.message("has a seat: a computer player").wait_for()
        await self.camera(self.window, "lobby")
        await self.window.press("Start the game")
        await self.window.message("The game begins.").wait_for()
        self.presses.setting_up = await self._pressed()

    async def play(self, most: int = 400) -> Table:
        """Decide for Ann as a computer player would, by clicks, until the game is over; return its table."""
        table = await self.table()
        player = Seated(self.title.player, 1)
        for _ in range(most):
            seat = await self._my_turn(table)
            if table.result is not None:
                break
            await self._take(table, seat, player.choose(table, seat))
        return table

    async def table(self) -> Table:
        """The live table, for looking only."""
        async with self.night.reading() as live:
            return live.table

    async def _my_turn(self, table: Table) -> str:
        """Wait until Ann alone is asked, or the game is over; return her seat.

        Where others are asked at the same time, what they do would cross with what she presses.
        """
        async with asyncio.timeout(MAX_WAIT_S):
            version = -1
            while table.result is None and (_others_are_asked(table) or version != table.version):
                version = table.version
                self._moved.clear()
                if _others_are_asked(table):
                    await self._moved.wait()
                await self.night.all_said()
        return "s1"

    async def _take(self, table: Table, seat: str, action: Action) -> None:
        version, before = table.version, await self._pressed()
        panel: Locator = await self.window.decide(table, seat, action)
        async with asyncio.timeout(MAX_WAIT_S):
            while table.version == version:
                self._moved.clear()
                await asyncio.sleep(0)
                if table.version == version:
                    await self._moved.wait()
        await self.window.answered(panel)
        self.presses.taken.setdefault(tag_of(action), []).append(await self._pressed() - before)

    async def _pressed(self) -> int:
        return int(await self.window.page.evaluate("() => window.presses || 0"))


def _others_are_asked(table: Table) -> bool:
    return {request.seat for request in table.requests()} != {"s1"}


@asynccontextmanager
async def at_the_table(
    browser: Browser,
    folder: Path,
    title: Title,
    viewport: ViewportSize = PHONE,
    camera: Camera = nobody,
    *,
    drawn: bool = True,
) -> AsyncIterator[PhoneGame]:
    """Open a table of a title in a sandbox, with Ann at it in a window of that size."""
    async with running_sandbox() as sandbox, at_work(folder, sandbox, title.dice, drawn=drawn) as supervisor:
        night = await _opened(sandbox, supervisor, title)
        errors: list[str] = []
        scale = 1.5 if camera is not nobody else 1
        page = await sit_down(browser, sandbox.url, "ann", viewport, errors, scale=scale)
        page.set_default_timeout(MAX_WAIT_S * 1000)
        window = Window(page, "Ann", "An evening", {"s1": "Ann", "s2": "Alys"})

        async def watch(moment: str) -> None:
            await camera(window, moment)

        window.watch = watch
        yield PhoneGame(night, window, title, errors, camera)
        await get_up(browser, page, scale=scale)


async def _opened(sandbox: DrivenSandbox, supervisor: Supervisor, title: Title) -> Evening:
    """Let Ann open a table from outside the window, for a file cannot be pressed."""
    ann = await sandbox.person("ann")
    await ann.bot_is_ready()
    night = Evening(sandbox, supervisor, [ann])
    said: dict[str, Any] = {"game": title.game, "title": "An evening"}
    if title.variant:
        said["variant"] = title.variant
    if title.position:
        said["position"] = await ann.upload("position.toml", title.position.encode())
    await night.open(**said)
    await night.all_said()
    return night


def counted(presses: list[Presses]) -> list[str]:
    """Return the press counts of some games as a table."""
    head = [
        "| title | decisions | presses | a decision: median, 90 % | at most | median by kind |",
        "|---|---|---|---|---|---|",
    ]
    return [*head, *(one.line() for one in presses)]
