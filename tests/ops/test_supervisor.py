"""The supervisor round the Discord client: what the library gives up at, it tries again with a new client."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yarl
from discord.gateway import KeepAliveHandler

from bot.app import herald_at_work
from bot.config import Config, Database, Pictures
from bot.discord_adapter import client
from bot.discord_adapter.client import HeraldClient, Supervisor
from bot.errors import ConfigError, StoreError
from bot.metrics import Metrics
from bot.sandbox import connect_discord_to, gateway
from bot.store import database
from tests.harness import BOARDS
from tests.harness.drawing import lasting
from tests.harness.fast_retries import Hurried
from tests.harness.reading import text_of
from tests.harness.sandbox import DrivenSandbox, running_sandbox
from tests.referee.house import until

pytestmark = pytest.mark.usefixtures("hurried")


@asynccontextmanager
async def begun(folder: Path, token: str) -> AsyncIterator[Supervisor]:
    """Let Herald begin, connected or not."""
    config = Config(database=Database(path=folder / "herald.db"), pictures=Pictures(cache=BOARDS))
    async with herald_at_work(config, token, hire=lasting) as supervisor:
        yield supervisor


async def at_work(sandbox: DrivenSandbox, supervisor: Supervisor) -> HeraldClient:
    """Wait until Herald is connected and answers a person; return its client."""
    found = await supervisor.connected()
    ann = await sandbox.person("ann")
    await ann.bot_is_ready()
    await ann.slash("/game list", channel="herald")
    await ann.answer()
    return found


async def test_a_discord_that_fails_at_the_login_is_tried_again(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        await sandbox.control("faults", status=503, count=2, match="GET /users/@me")
        async with begun(tmp_path, sandbox.token) as supervisor:
            await at_work(sandbox, supervisor)


async def test_a_gateway_that_is_not_there_at_first_is_tried_again(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        connect_discord_to(sandbox.api_url, "ws://127.0.0.1:9/gateway")
        async with begun(tmp_path, sandbox.token) as supervisor:
            first = supervisor.client
            await until(lambda: supervisor.client not in (None, first))
            connect_discord_to(sandbox.api_url, sandbox.gateway_url)
            await at_work(sandbox, supervisor)


async def test_a_client_that_ends_over_what_it_does_not_understand_is_replaced(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox, begun(tmp_path, sandbox.token) as supervisor:
        first = await at_work(sandbox, supervisor)
        first._connection.parsers["CHANNEL_UPDATE"] = _misunderstood
        hall = (await sandbox.person("ann")).channel_id("herald")
        await sandbox.control("permissions", channel_id=hall, deny=["MANAGE_THREADS"])
        await until(lambda: supervisor.client is not first)
        assert await at_work(sandbox, supervisor) is not first


@pytest.mark.parametrize(
    ("status", "count", "retry_after"), [(503, 2, None), (400, 2, None), (429, 1, 31.0), (429, 2, None)]
)
async def test_commands_that_discord_does_not_take_at_first_are_registered_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, count: int, retry_after: float | None
) -> None:
    monkeypatch.setattr(client, "asyncio", Hurried())
    async with running_sandbox() as sandbox:
        await sandbox.control("faults", status=status, count=count, match="PUT /applications", retry_after=retry_after)
        async with begun(tmp_path, sandbox.token) as supervisor:
            await at_work(sandbox, supervisor)
            asked = await sandbox.visitors.requests("PUT /applications")
            assert [seen["status"] for seen in asked] == [status] * count + [200]
            await until(supervisor.herald.registered.exists)


async def test_pauses_between_failures_double_up_to_two_minutes_and_are_short_again_after_a_long_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time, pauses, lives = [0.0], list[float](), [0.0] * 7 + [client.MAX_WAIT_S, client.MAX_WAIT_S + 1, 0.0]

    class Failing:
        async def start(self, token: str) -> None:
            assert token == "token"
            time[0] += lives.pop(0)
            raise OSError("Discord is away.")

        async def close(self) -> None:
            time[0] += 0.5

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if not lives:
            await supervisor.stop()

    supervisor = Supervisor(cast(Any, None), "token")
    monkeypatch.setattr(client, "FIRST_WAIT_S", 2.0)
    monkeypatch.setattr(client, "HeraldClient", lambda *about: Failing())
    loop = SimpleNamespace(time=lambda: time[0])
    monkeypatch.setattr(client, "asyncio", SimpleNamespace(sleep=sleep, get_running_loop=lambda: loop))
    await supervisor.run()
    assert pauses == [4, 8, 16, 32, 64, 120, 120, 2, 2, 4]


async def test_herald_connects_however_long_discord_takes_no_commands(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        await sandbox.control("faults", status=429, count=9, match="PUT /applications", retry_after=3600.0)
        async with begun(tmp_path, sandbox.token) as supervisor:
            async with asyncio.timeout(5):
                found = await supervisor.connected()
            assert not found.has_commands.is_set()


async def test_sessions_begin_far_apart_though_a_client_is_replaced_or_another_herald_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "APART_S", 1.1)
    async with running_sandbox() as sandbox:
        await sandbox.control("limits", of="identifying", requests=1, seconds=1)
        async with begun(tmp_path, sandbox.token) as supervisor:
            first = await at_work(sandbox, supervisor)
            first._connection.parsers["CHANNEL_UPDATE"] = _misunderstood
            hall = (await sandbox.person("ann")).channel_id("herald")
            await sandbox.control("permissions", channel_id=hall, deny=["MANAGE_THREADS"])
            await until(lambda: supervisor.client is not first)
            await at_work(sandbox, supervisor)
        async with begun(tmp_path, sandbox.token) as supervisor:
            await at_work(sandbox, supervisor)
        began = (await sandbox.visitors.stats())["identified"]
        assert len(began) == 3
        assert all(later - earlier > 1 for earlier, later in pairwise(began))


async def test_a_lost_session_is_begun_anew_far_from_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "APART_S", 1.1)
    async with running_sandbox() as sandbox, begun(tmp_path, sandbox.token) as supervisor:
        await at_work(sandbox, supervisor)
        await sandbox.control("gateway", action="invalid_session")
        ann = await sandbox.person("ann")
        await ann.frame("BOT_STATUS", online=False)
        await ann.frame("BOT_STATUS", online=True)
        began = (await sandbox.visitors.stats())["identified"]
        assert len(began) == 2 and began[1] - began[0] > 1


async def test_who_may_begin_no_session_now_waits_until_he_may(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        await sandbox.control("limits", of="starts", requests=1, seconds=3)
        async with begun(tmp_path, sandbox.token) as supervisor:
            await at_work(sandbox, supervisor)
        async with begun(tmp_path, sandbox.token) as supervisor:
            await at_work(sandbox, supervisor)
        began = (await sandbox.visitors.stats())["identified"]
        assert len(began) == 2 and began[1] - began[0] > 2.9


async def test_a_connection_on_which_nothing_comes_any_more_is_begun_anew_and_nothing_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "HEARTBEAT_MS", 300)
    monkeypatch.setattr(client, "ZOMBIE_S", 1.0)
    async with running_sandbox() as sandbox, begun(tmp_path, sandbox.token) as supervisor:
        found = await at_work(sandbox, supervisor)
        ann = await sandbox.person("ann")
        await sandbox.control("clock", interaction_seconds=20)
        await sandbox.control("gateway", action="fall_silent")
        await ann.slash("/game list", channel="herald", wait=False)
        assert "No game is played here" in text_of(await ann.answer())
        assert supervisor.client is found
        assert len((await sandbox.visitors.stats())["identified"]) == 1


def _misunderstood(data: object) -> None:
    raise KeyError("position")


async def test_no_heartbeat_goes_on_of_a_connection_that_was_being_made_at_the_stop(tmp_path: Path) -> None:
    before = beating()
    async with running_sandbox() as sandbox:
        async with begun(tmp_path, sandbox.token) as supervisor:
            await at_work(sandbox, supervisor)
            made = beating()
            await sandbox.control("gateway", action="invalid_session")
            await until(lambda: beating() - made)
        for thread in beating() - before:
            await asyncio.to_thread(thread.join, 5)
        assert beating() <= before


class Beating(KeepAliveHandler):
    """A heartbeat of a connection that the library does not know yet."""

    def __init__(self, connection: Any) -> None:
        threading.Thread.__init__(self, daemon=True)
        self.ws: Any = SimpleNamespace(_connection=connection)
        self.stopped = threading.Event()

    def run(self) -> None:
        """Beat until it is stopped."""
        self.stopped.wait(10)

    def stop(self) -> None:
        """Beat no more."""
        self.stopped.set()


async def test_a_client_that_is_closed_stops_its_own_heartbeats_alone() -> None:
    herald: Any = SimpleNamespace(config=Config(), metrics=Metrics())
    async with HeraldClient(herald, lambda guild: None) as other:
        async with HeraldClient(herald, lambda guild: None) as closed:
            beats = [Beating(one._connection) for one in (closed, other)]
            for beat in beats:
                beat.start()
        assert [beat.stopped.is_set() for beat in beats] == [True, False]
    assert beats[1].stopped.is_set()


async def test_a_closed_client_tries_no_shard_again() -> None:
    herald: Any = SimpleNamespace(config=Config(), metrics=Metrics())
    async with HeraldClient(herald, lambda guild: None) as closed:
        pass
    async with asyncio.timeout(2):  # the library would try again every five seconds
        await closed.launch_shard(yarl.URL("ws://127.0.0.1:9/gateway"), 0)


def beating() -> set[KeepAliveHandler]:
    return {thread for thread in threading.enumerate() if isinstance(thread, KeepAliveHandler)}


async def test_a_token_that_is_refused_ends_herald_with_the_cure(tmp_path: Path) -> None:
    async with running_sandbox(), begun(tmp_path, "another-token") as supervisor:
        with pytest.raises(ConfigError, match=r"refuses the token.*HERALD_TOKEN"):
            await supervisor.ended_or(asyncio.Event())


async def test_a_database_that_is_moved_away_ends_herald_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LOOK_S", 0.0)
    async with running_sandbox() as sandbox:
        with pytest.raises(StoreError, match=r"was moved, deleted or replaced.*start Herald again"):
            async with begun(tmp_path, sandbox.token) as supervisor:  # whatever its stop says hides nothing
                (tmp_path / "herald.db").rename(tmp_path / "away.db")
                await supervisor.ended_or(asyncio.Event())


async def test_a_stop_ends_the_wait_for_a_discord_that_is_down(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        await sandbox.control("faults", status=503, count=10_000)
        async with begun(tmp_path, sandbox.token) as supervisor:
            stopped = asyncio.Event()
            stopped.set()
            await supervisor.ended_or(stopped)
        assert not supervisor.is_connected
