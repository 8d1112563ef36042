"""A running Herald: store, referee, clock, dispatcher and Discord client, started and stopped together."""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
import shutil
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from bot import archive, importing
from bot.client import Supervisor
from bot.clock import Clock
from bot.config import Config
from bot.courier import DiscordCourier
from bot.errors import ConfigError
from bot.government import Government
from bot.herald import Herald
from bot.lobby import Lobby
from bot.outbox import Dispatcher
from bot.pictures import Pictures
from bot.referee import Referee
from bot.regents import Regents
from bot.rulings import Rulings
from bot.sandbox import Sandbox, connect_discord_to
from bot.store import games
from bot.store.database import Store
from bot.store.records import GameRecord
from engine.core.transcript import Transcript

logger = logging.getLogger(__name__)


async def run(config: Config) -> None:
    """Moderate on Discord until stopped by a signal; raises ConfigError or StoreError where it cannot begin."""
    if config.discord.api and config.discord.gateway:
        connect_discord_to(config.discord.api, config.discord.gateway)
    async with herald_at_work(config, config.token()) as supervisor:
        await until_stopped(supervisor)


async def exported(config: Config, game_id: str) -> Transcript:
    """Return the record of a game with its secret, for whoever has the database file."""
    store = await Store.open(config.database.path)
    try:
        async with store.reading() as connection:
            found = await archive.whole(connection, game_id)
            people = {seat.id: seat.user for seat in await games.seats_of(connection, game_id)}
            return msgspec.structs.replace(found, users=people)
    finally:
        await store.close()


async def imported(config: Config, found: Transcript, owner: int) -> GameRecord:
    """Keep a game that is played again from its transcript; raises Refused or Mismatch."""
    store = await Store.open(config.database.path)
    try:
        return await importing.from_transcript(store, found, owner, time.time())
    finally:
        await store.close()


async def restored(config: Config, backup: Path, game_id: str) -> None:
    """Copy one game out of a backup; the backup itself is not touched."""
    store = await Store.open(config.database.path)
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "backup.db"
            shutil.copyfile(backup, copy)
            source = await Store.open(copy)
            try:
                await importing.from_backup(store, source, game_id)
            finally:
                await source.close()
    finally:
        await store.close()


async def run_sandbox(config: Config) -> None:
    """Serve the local Discord with Herald in it until stopped by a signal."""
    sandbox = await _opened(config)
    connect_discord_to(sandbox.api_url, sandbox.gateway_url)
    try:
        async with herald_at_work(config, sandbox.token, always_register=True) as supervisor:
            await supervisor.connected()
            print(f"\nHerald's table is set: open {sandbox.url} and type /game new. Stop with Ctrl+C.\n", flush=True)
            await until_stopped(supervisor)
    finally:
        await sandbox.close()


async def _opened(config: Config) -> Sandbox:
    """Start the local Discord beside the database; raises ConfigError where it cannot be."""
    world = config.database.path.with_name("sandbox.db")
    try:
        world.parent.mkdir(parents=True, exist_ok=True)
        sandbox = Sandbox(port=config.sandbox.port, path=world)
        await sandbox.start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ConfigError(
                f"Port {config.sandbox.port} of this machine is taken; stop the Herald that runs there, "
                "or set sandbox.port to another (0 takes any free one)."
            ) from error
        raise ConfigError(f"{world.parent} cannot be used ({error.strerror}); set another database.path.") from error
    return sandbox


@asynccontextmanager
async def herald_at_work(
    config: Config, token: str, *, always_register: bool = False, entropy: Callable[[int], bytes] = secrets.token_bytes
) -> AsyncIterator[Supervisor]:
    """Start every part in order, and stop them in reverse, letting answers in the making be finished.

    `entropy(n)` gives the n unpredictable bytes from which games get their dice.
    """
    store = await Store.open(config.database.path)
    try:
        herald = _parts(config, store, entropy)
        if always_register:
            herald.registered.unlink(missing_ok=True)
        supervisor = Supervisor(herald, token)
        courier = DiscordCourier(herald, supervisor)
        dispatcher = Dispatcher(store, courier, lanes=config.limits.deliveries)
        clock = Clock(store, herald.referee)
        regents = Regents(store, herald.referee)
        for watcher in (dispatcher.wake, clock.wake, regents.wake):
            herald.referee.on_commit(watcher)
        parts = (clock.run(), dispatcher.run(), regents.run(), supervisor.run(), herald.pictures.warm())
        tasks = [asyncio.create_task(work) for work in parts]
        try:
            yield supervisor
        finally:
            await supervisor.stop()
            await _ended(tasks)
            await herald.referee.close()
            herald.pictures.close()
    finally:
        await store.close()


def _parts(config: Config, store: Store, entropy: Callable[[int], bytes]) -> Herald:
    referee = Referee(store, tables=config.limits.tables)
    lobby = Lobby(store, referee, entropy=entropy, deadline_hours=config.play.deadline_hours)
    pictures = Pictures(config.pictures.cache, config.pictures.workers)
    government = Government(store, referee)
    return Herald(
        config, store, referee, lobby, pictures, _stamp_file(config.database.path), government, Rulings(store, referee)
    )


def _stamp_file(database: Path) -> Path:
    return database.with_suffix(".commands")


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait for their end; a failure of one is logged, since nobody awaits it any more."""
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            logger.error("a part of Herald had failed", exc_info=outcome)


async def until_stopped(supervisor: Supervisor) -> None:
    """Wait for SIGINT or SIGTERM; raises what ended the connection for good, such as a refused token."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stopped.set)
    await supervisor.ended_or(stopped)
    logger.info("stopping")
