"""How evenings begin: played once in a process, with every evening after it a copy of what was there then."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.table import Evening, evening

Beginning = Callable[[Evening], Awaitable[object]]
"""What happens until a test begins."""

WORLD = "discord.db"
"""The file of the sandbox."""


@dataclass(frozen=True)
class Kept:
    """What was there after a beginning: the files, where the game is, and what everybody has seen, with its address."""

    files: dict[str, bytes]
    table: dict[str, Any]
    here: list[str]
    seen: list[str]
    url: str

    def lay(self, folder: Path) -> None:
        """Put the files there."""
        for name, content in self.files.items():
            (folder / name).write_bytes(content)

    def take_up(self, night: Evening) -> None:
        """Let people know what they have seen, and where they are."""
        for name, value in self.table.items():
            setattr(night, name, value)
        for person, here, seen in zip(night.people, self.here, self.seen, strict=True):
            person.here = here
            person.recall(seen.replace(self.url, night.sandbox.url))


_KEPT: dict[tuple[object, ...], Kept] = {}


async def started(night: Evening) -> None:
    """Kingmaker is opened and started, and everybody has been written to."""
    await night.open()
    await night.start()


async def warlord(night: Evening) -> None:
    """War Lord Tourney is opened and started."""
    await night.open(game="warlord")
    await night.start(letters=False)


@asynccontextmanager
async def evening_after(
    beginning: Beginning, folder: Path, *names: str, seed: int = 1, drawn: bool = False, **settings: Any
) -> AsyncIterator[Evening]:
    """An evening of these people that has begun so; from then on pictures are `drawn`, and `settings` hold."""
    key = beginning, names, seed
    if key not in _KEPT:
        with tempfile.TemporaryDirectory() as first:
            _KEPT[key] = await _played(beginning, Path(first), names, seed)
    kept = _KEPT[key]
    kept.lay(folder)
    async with evening(folder, *names, seed=seed, drawn=drawn, world=folder / WORLD, **settings) as night:
        kept.take_up(night)
        yield night


async def _played(beginning: Beginning, folder: Path, names: tuple[str, ...], seed: int) -> Kept:
    async with evening(folder, *names, seed=seed, world=folder / WORLD) as night:
        await beginning(night)
        await night.all_said()
        await night.check_wire()
        people, url = night.people, night.sandbox.url
    table = {name: getattr(night, name) for name in ("thread", "game", "rules", "started")}
    files = {name: (folder / name).read_bytes() for name in ("herald.db", "herald.commands", WORLD)}
    return Kept(files, table, [person.here for person in people], [person.memory() for person in people], url)
