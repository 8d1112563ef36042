"""How Herald is, asked for over HTTP; and its parts, which begin anew when they fail."""

import asyncio
import socket
import time
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock, Mock

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.parser import text_string_to_metric_families

from bot.config import Metrics as MetricsConfig
from bot.errors import ConfigError, Refused, StoreError
from bot.metrics import Metrics
from bot.ops.health import HealthServer, listening, measure_lag
from bot.ops.supervision import SupervisedTask
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import Evening, at_work
from tests.harness.rows import rows
from tests.harness.sandbox import free_port, running_sandbox
from tests.referee.house import House, until

Samples = dict[str, list[tuple[dict[str, str], float]]]


async def asked(port: int, path: str) -> tuple[int, str]:
    """Return the status and the text of an answer."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as response:
        return response.status, await response.text()


async def metrics(port: int) -> Samples:
    """Return all samples, as Prometheus reads them."""
    _, text = await asked(port, "/metrics")
    found: Samples = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


def value(samples: Samples, sample: str, /, **labels: str) -> float:
    """Return the sample with these labels."""
    return next(number for found, number in samples[sample] if labels.items() <= found.items())


async def test_an_evening_can_be_read_from_the_metrics(tmp_path: Path) -> None:
    port = free_port()
    async with running_sandbox() as sandbox:
        people = [await sandbox.person(name) for name in ("ann", "ben")]
        settings = MetricsConfig(port=port)
        async with at_work(tmp_path, sandbox, metrics=settings) as supervisor:
            for person in people:
                await person.bot_is_ready()
            night = Evening(sandbox, supervisor, people)
            await night.open()
            await night.start()
            ann = ButtonPlayer(people[0], night, Random(1))
            await sandbox.control("faults", status=429, match="POST /channels", retry_after=0.1)
            await ann.press(await ann.options(), "My faction is ready")
            await night.all_said()
            seen = await metrics(port)
            assert value(seen, "herald_games", status="playing") == 1
            assert value(seen, "herald_outbox_waiting") == value(seen, "herald_outbox_oldest_seconds") == 0
            assert value(seen, "herald_command_seconds_count", name="game new") == 1
            assert value(seen, "herald_command_seconds_bucket", name="game start", le="+Inf") == 1
            assert value(seen, "herald_press_seconds_sum", verb="mine") > 0
            assert value(seen, "herald_commit_seconds_count", via="player") == 1
            assert value(seen, "herald_picture_seconds_count", kind="map") >= 1
            assert value(seen, "herald_deliveries_total", outcome="delivered") > 3
            assert value(seen, "herald_rate_limits_total", method="POST") == 1
            assert value(seen, "herald_discord_requests_total", method="POST", status="200") > 5
            assert value(seen, "herald_loop_lag_seconds_count", loop="main") > 0
            assert await asked(port, "/healthz") == (200, '{"well":true,"discord":true,"parts":true,"database":true}')
            await sandbox.control("faults", status=503, count=1000, match="")
            await sandbox.control("gateway", action="invalid_session")
        with pytest.raises(aiohttp.ClientConnectorError):
            await asked(port, "/healthz")


async def test_a_herald_that_is_not_well_says_what_is_wrong(house: House) -> None:
    health = HealthServer(house.store, Metrics(), {"discord": lambda: False}, lambda: 0.0)
    port = free_port()
    async with listening(health, "127.0.0.1", port):
        assert await asked(port, "/healthz") == (503, '{"well":false,"discord":false,"database":true}')


@rows(
    "host, status",
    [("localhost:1", 200), ("127.0.0.1", 200), ("[::1]:9464", 200), ("Herald-0:9464", 200)]
    + [(name, 421) for name in ("evil.example", "herald-1:9464", "127.0.0.1.evil.example", "[::1", "")],
)
def test_only_names_that_are_set_are_answered(host: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HealthServer, "_store_answers", AsyncMock(return_value=True))
    asyncio.run(_asked_as(host, status))


async def _asked_as(host: str, status: int) -> None:
    health = HealthServer(Mock(), Metrics(), {}, lambda: 0.0, ["herald-0"])
    async with TestClient(TestServer(health.application())) as client:
        answer = await client.get("/healthz", headers={"Host": host})
        assert answer.status == status, await answer.text()


@pytest.mark.both
async def test_a_backlog_shows_with_its_age(house: House) -> None:
    await house.started()
    house.later(0.5)
    health = HealthServer(house.store, Metrics(), {}, lambda: house.time[0])
    port = free_port()
    async with listening(health, "127.0.0.1", port):
        seen = await metrics(port)
    assert value(seen, "herald_outbox_waiting") > 3 and value(seen, "herald_outbox_oldest_seconds") == 1800


async def test_a_port_that_is_taken_is_named(house: House) -> None:
    health = HealthServer(house.store, Metrics(), {}, lambda: 0.0)
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(ConfigError, match=r"metrics\.port"):
        async with listening(health, "127.0.0.1", taken.getsockname()[1]):
            pass


async def test_nothing_listens_where_the_port_is_0(house: House) -> None:
    async with listening(HealthServer(house.store, Metrics(), {}, lambda: 0.0), "127.0.0.1", 0) as port:
        assert port == 0


async def test_the_pulse_tells_how_long_the_loop_was_held_up() -> None:
    found = Metrics()
    task = asyncio.create_task(measure_lag(found))
    await asyncio.sleep(0.01)
    time.sleep(0.5)  # noqa: ASYNC251 this is what is to be noticed
    await asyncio.sleep(0.01)
    task.cancel()
    of_main = {"loop": "main"}
    pulses = found.registry.get_sample_value("herald_loop_lag_seconds_count", of_main)
    in_time = found.registry.get_sample_value("herald_loop_lag_seconds_bucket", {**of_main, "le": "0.25"})
    assert in_time is not None and pulses is not None and in_time < pulses


async def test_a_part_that_fails_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ops.supervision.FIRST_PAUSE_S", 0.01)
    begun: list[bool] = []

    async def part() -> None:
        begun.append(True)
        if len(begun) < 3:
            raise KeyError("unforeseen")
        await asyncio.sleep(100)

    found = Metrics()
    task = SupervisedTask("part", part, found)
    await until(lambda: len(begun) == 3)
    assert task.is_running and found.registry.get_sample_value("herald_failures_total", {"part": "part"}) == 2
    await task.stop()
    assert not task.is_running


async def test_a_part_that_fails_over_its_end_is_ended() -> None:
    begun: list[bool] = []

    async def part() -> None:
        begun.append(True)
        try:
            await asyncio.sleep(100)
        except asyncio.CancelledError:
            raise StoreError("The database cannot be used.") from None

    task = SupervisedTask("part", part, Metrics())
    await until(lambda: bool(begun))
    ending = asyncio.create_task(task.stop())
    ended, _ = await asyncio.wait([ending], timeout=5)
    ending.cancel()  # of one that would wait for ever
    assert ended and len(begun) == 1 and not task.is_running


async def test_a_stop_waits_for_answers_and_takes_no_new_ones(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        ann = await sandbox.person("ann")
        async with at_work(tmp_path, sandbox) as supervisor:
            herald = supervisor.herald
            await ann.bot_is_ready()
            done: list[bool] = []

            async def slow() -> None:
                with herald.working():
                    await asyncio.sleep(0.3)
                    done.append(True)

            task = asyncio.create_task(slow())
            await asyncio.sleep(0.01)
        assert done
        await task
        with pytest.raises(Refused, match="being restarted"), herald.working():
            pass
