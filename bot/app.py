"""A running Herald: store, referee, clock, dispatcher and Discord client, started and stopped together."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from bot.config import Config
from bot.delivery.dispatcher import Dispatcher
from bot.discord_adapter.client import Supervisor
from bot.discord_adapter.courier import DiscordCourier
from bot.discord_adapter.tournaments import TournamentClock
from bot.herald import Herald
from bot.metrics import Metrics
from bot.ops.health import HealthServer, listening, measure_lag
from bot.ops.supervision import SupervisedTask
from bot.ops.web import serving
from bot.pictures import Pictures
from bot.sandbox import connect_discord_to
from bot.services import editions
from bot.services.clock import Clock
from bot.services.computer.regents import Regents
from bot.services.computer.thinkers import Thinkers
from bot.services.lobby import Lobby
from bot.services.moderation import Moderation
from bot.services.rulings import Rulings
from bot.store.database import Store
from bot.table.referee import Referee
from bot.table.tables import MEGABYTE
from bot.workers import Hire, Pool
from engine.games import GAMES
from render import registry

logger = logging.getLogger(__name__)


def point(config: Config) -> None:
    """Let the client library speak to the Discord that the settings name, if they name another."""
    if config.discord.api and config.discord.gateway:
        connect_discord_to(config.discord.api, config.discord.gateway)


async def run(config: Config) -> None:
    """Moderate on Discord until stopped by a signal; raises ConfigError or StoreError where it cannot begin."""
    point(config)
    async with herald_at_work(config, config.token()) as supervisor:
        await until_stopped(supervisor)


@asynccontextmanager
async def herald_at_work(
    config: Config,
    token: str,
    *,
    always_register: bool = False,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    hire: Hire = Pool,
) -> AsyncIterator[Supervisor]:
    """Start every part in order, and stop them in reverse, letting answers in the making be finished.

    `entropy(n)` gives the n unpredictable bytes from which games get their dice, and `hire` whoever draws.
    """
    store = await Store.open(config.database.place, shards=config.discord.shards)
    try:
        await asyncio.to_thread(load)
        herald = _parts(config, store, entropy, hire)
        if always_register:
            herald.registered.unlink(missing_ok=True)
        async with _parts_at_work(herald, token) as supervisor:
            yield supervisor
    finally:
        await store.close()


@asynccontextmanager
async def _parts_at_work(herald: Herald, token: str) -> AsyncIterator[Supervisor]:
    """Start what works by itself: the connection, the courier, the clock, computer players and the health server."""
    config, store, referee, metrics = herald.config, herald.store, herald.referee, herald.metrics
    supervisor = Supervisor(herald, token)
    courier = DiscordCourier(herald, supervisor)
    dispatcher = Dispatcher(store, courier, lanes=config.limits.deliveries, metrics=metrics)
    supervisor.on_guild = dispatcher.seek
    clock = Clock(store, referee)
    thinkers = herald.thinkers
    regents = Regents(store, referee, config.play.regent_seconds, thinkers)
    keeper = TournamentClock(herald, supervisor, clock.outages)
    for watcher in (dispatcher.wake, clock.wake, regents.wake, keeper.wake, herald.late.tell):
        referee.on_commit(watcher)
    supervised: list[SupervisedTask] = []
    checks = {
        "discord": lambda: supervisor.is_connected,
        "parts": lambda: all(task.is_running for task in supervised),
    }
    health = HealthServer(store, metrics, checks, referee.now, config.metrics.names)
    async with (
        listening(health, config.metrics.host, config.metrics.port),
        serving(herald.web_pages, config.web),
    ):
        works = {
            "clock": clock.run,
            "regents": regents.run,
            "pulse": lambda: measure_lag(metrics),
            "outbox": dispatcher.run,
            "tournaments": keeper.run,
        }
        supervised += [SupervisedTask(name, work, metrics) for name, work in works.items()]
        warming = herald.pictures.warm(), thinkers.warm()
        tasks = [asyncio.create_task(work) for work in (supervisor.run(), *warming, referee.take_up())]
        try:
            yield supervisor
        finally:
            try:
                await _quieted(herald, dispatcher, courier, supervised)
                await supervisor.stop()
                await _ended(tasks)
            finally:  # also after a second signal: nothing waits for what is still being drawn
                herald.pictures.close()
                thinkers.close()


DRAIN_S = 10.0
"""Seconds that answers in the making, and then messages on their way, are given at a stop."""


async def _quieted(
    herald: Herald, dispatcher: Dispatcher, courier: DiscordCourier, supervised: Sequence[SupervisedTask]
) -> None:
    """Begin nothing new, and let everything that has begun come to its end."""
    herald.close()
    movers, others = supervised[:2], supervised[2:]
    for task in movers:
        await task.stop()
    if not await herald.drained(DRAIN_S):
        logger.warning("some answers were not finished in time")
    await herald.referee.close()
    await dispatcher.rest(DRAIN_S)
    await courier.rest(DRAIN_S)
    for task in others:
        await task.stop()


def load() -> None:
    """Bring into memory what every game needs, its pictures among it: else the first who asks holds everybody up."""
    registry.load()
    for rules in GAMES.values():
        rules.options(rules.usual_variant, {})
        rules.cards()


def _parts(config: Config, store: Store, entropy: Callable[[int], bytes], hire: Hire) -> Herald:
    metrics = Metrics()
    referee = Referee(store, memory=config.limits.tables_mb * MEGABYTE, metrics=metrics)
    lobby = Lobby(
        store,
        referee,
        entropy=entropy,
        deadline_hours=config.play.deadline_hours,
        pace=config.play.pace,
        figures=editions.of_files(config.figures),
    )
    pictures = Pictures(config.pictures.cache, config.pictures.workers, metrics, hire)
    moderation, rulings = Moderation(store, referee), Rulings(store, referee)
    stamp = config.database.path.with_suffix(".commands")
    return Herald(config, store, referee, lobby, pictures, stamp, moderation, rulings, metrics, Thinkers(hire))


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait for their end; a failure of one is logged, since nobody awaits it any more."""
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            logger.error("a part of Herald had failed", exc_info=outcome)


def _settle() -> None:
    """Have the collector of garbage look no more at what a start has brought into memory: it stays until the end.

    To look through all of it takes a tenth of a second, in which nobody is answered.
    """
    gc.collect()
    gc.freeze()


async def until_stopped(supervisor: Supervisor) -> None:
    """Wait for SIGINT or SIGTERM; raises what ended the connection for good, such as a refused token, or a lost file.

    Whoever cannot wait for the end of what has begun sends a second signal.
    """
    _settle()
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    signs = (signal.SIGINT, signal.SIGTERM)
    for sign in signs:
        loop.add_signal_handler(sign, stopped.set)
    await supervisor.ended_or(stopped)
    for sign in signs:
        loop.remove_signal_handler(sign)
    logger.info("stopping")
