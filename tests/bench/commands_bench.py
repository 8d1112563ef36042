"""The worst answer of every command: with the longest texts that it takes, and how long nobody else is heard then."""

import asyncio
import tempfile
import time
from asyncio.events import Handle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.core.actions import MASTER
from engine.core.players import RandomPlayer, Seated
from tests.bench.timing import Figures
from tests.e2e.table import Evening, evening
from tests.harness.reading import Json
from tests.harness.sandbox import InteractionFailed, NotSeen, Person, SandboxRefused

ACTIONS = 300
"""Actions that the game has seen, so that lists are long."""

SUBCOMMANDS = 3
STRING, INTEGER, BOOLEAN, USER, NUMBER = 3, 4, 5, 6, 10

LEFT_OUT = ("/game start", "/game new", "/game adopt", "/me forget", "/game figures")
"""What would end the measuring, or needs another table."""

SHOWN = 12
"""Commands that are listed: those that keep others waiting for longest."""


def measure() -> Figures:
    """Give every command twice, alone and with the longest texts; list those whose worst step takes longest."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))


class Longest:
    """The longest step of the event loop since it was last asked for."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Time every step of the loop."""
        handles: Any = Handle
        plain = handles._run

        def run(handle: Handle) -> None:
            start = time.thread_time()
            plain(handle)
            self.seconds = max(self.seconds, time.thread_time() - start)

        handles._run = run
        try:
            yield
        finally:
            handles._run = plain


async def _measured(folder: Path) -> Figures:
    async with evening(folder, "ann", "ben", "cat", drawn=True) as here:
        ann = here.people[0]
        await here.open()
        await ann.slash("/game leave")
        await ann.answer()
        await ann.slash("/game start")
        await ann.answer()
        await _play(here)
        await here.all_said(600)
        found = []
        longest = Longest()
        with longest.watched():
            for command, definition in commands(ann.commands):
                for how, options in (("alone", required(definition)), ("longest texts", definition)):
                    seconds = await _answered(here, command, options, longest)
                    found.append((longest.seconds, seconds, f"{command}, {how}"))
    found.sort(reverse=True)
    rows = [(what, f"{step * 1000:.0f} ms at a stretch, {whole * 1000:.0f} ms in all") for step, whole, what in found]
    late = sum(step > 0.05 for step, _, _ in found)
    return [*rows[:SHOWN], ("answers with a step of more than 50 ms", f"{late} of {len(found)}")]


async def _play(here: Evening) -> None:
    player, referee = Seated(RandomPlayer(), 3), here.supervisor.herald.referee
    for number in range(ACTIONS):
        async with here.reading() as live:
            if live.table.result is not None:
                return
            waiting = [request.seat for request in live.table.requests() if request.seat != MASTER]
            seat = waiting[number % len(waiting)]
            user, action = live.user_of(seat), player.choose(live.table, seat)
        assert user is not None
        await referee.submit(here.game, user, action)


async def _answered(here: Evening, command: str, options: list[Json], longest: Longest) -> float:
    """Return the seconds until a command is answered, given by the game master, or by a player where he may not."""
    person = here.people[0] if command.startswith("/gm ") else here.people[1]
    filled = {option["name"]: _worst(option, here.people[2]) for option in options}
    longest.seconds, start = 0.0, time.perf_counter()
    try:
        await person.slash(command, **{name: value for name, value in filled.items() if value is not None})
        await person.answer(timeout=20)
    except (SandboxRefused, InteractionFailed, NotSeen):
        pass  # refused before it was sent, or answered by a form
    return time.perf_counter() - start


def commands(definitions: list[Json], path: str = "") -> Iterator[tuple[str, list[Json]]]:
    """Every command with its options."""
    for definition in definitions:
        options, command = definition.get("options", []), f"{path} {definition['name']}".strip()
        inner = [option for option in options if option["type"] < SUBCOMMANDS]
        if inner:
            yield from commands(inner, command)
        elif f"/{command}" not in LEFT_OUT:
            yield f"/{command}", options


def required(options: list[Json]) -> list[Json]:
    """Those options that cannot be left out."""
    return [option for option in options if option.get("required")]


def _worst(option: Json, somebody: Person) -> Any:
    """The longest that an option takes; None where it is left out."""
    if option.get("choices"):
        return option["choices"][-1]["value"]
    if option["type"] == STRING:
        return ("percy, york: " * 600)[: option.get("max_length", 6000)]
    known = {INTEGER: option.get("max_value", 1), NUMBER: option.get("max_value", 1), BOOLEAN: True, USER: somebody}
    return known.get(option["type"])
