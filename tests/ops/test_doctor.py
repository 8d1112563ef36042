"""`herald doctor` finds what is not well, says what to do, changes nothing, and works without a token."""

import os
import shutil
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.cli import main
from bot.config import Config, Database, Discord
from bot.errors import StoreError
from bot.ops import discord_checks, doctor
from bot.ops.doctor import MEGABYTE, Patient
from bot.ops.findings import Finding, Grade, told
from bot.store import inspection
from bot.store.inspection import Home, Inspection
from bot.store.schema import HEAD
from engine.core.files.catalog import DATA
from render.kit import lettering
from render.kit.lettering import Face
from tests.e2e.beginnings import evening_after, warlord
from tests.e2e.table import Evening
from tests.harness.database import with_tables
from tests.harness.rows import rows
from tests.referee.house import House

WELL, LOOK, WRONG, SKIPPED = Grade
DAY = 86400.0
Output = pytest.CaptureFixture[str]


def about(findings: Sequence[Finding], name: str) -> list[Finding]:
    return [found for found in findings if found.about == name]


def one(findings: Sequence[Finding], name: str) -> Finding:
    (found,) = about(findings, name)
    return found


def patient(folder: Path, **settings: Any) -> Patient:
    return Patient(Config(**settings), folder / "config.toml", folder / "backups")


# ---------------------------------------------------------------------- as somebody calls it


def test_in_an_empty_folder_it_says_what_is_missing_and_makes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("HERALD_TOKEN", "HERALD_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    said = {" ".join(line.split()[:2]) for line in lines}
    assert {"look database:", "look token:", "look backups:", "well fonts:", "skipped permissions:"} <= said
    assert lines[lines.index("look     token: none is set.") + 1].strip().startswith("→ Set HERALD_TOKEN")
    assert not list(tmp_path.iterdir())


def test_a_setting_that_cannot_be_used_is_named_and_the_machine_is_looked_at(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "config.toml").write_text("[discord]\ntokn = 'x'\n")
    assert main(["doctor", "--config", str(tmp_path / "config.toml")]) == 1
    said = capsys.readouterr().out
    assert said.startswith("wrong    settings: ") and "tokn" in said and "fonts: " in said and "memory: " in said


def test_what_is_well_needs_no_advice_and_all_else_has_some(tmp_path: Path) -> None:
    findings = [*doctor.disk(patient(tmp_path)), *doctor.backed_up(patient(tmp_path), 0.0), *doctor.machine()]
    assert [found for found in findings if found.grade in (LOOK, WRONG) and not found.do] == []
    assert list(told([Finding("disk", WRONG, "full.", "Make room.")])) == [
        "wrong    disk: full.",
        "         → Make room.",
    ]


def test_a_secret_that_others_may_read_is_noticed(tmp_path: Path) -> None:
    here = patient(tmp_path, discord=Discord(token="mfa.x"))
    here.path.write_text("[discord]\ntoken = 'mfa.x'\n")
    here.path.chmod(0o644)
    assert [found.grade for found in doctor.settings(here)] == [WELL, LOOK]
    here.path.chmod(0o600)
    assert [found.grade for found in doctor.settings(here)] == [WELL]
    here.path.write_text("# the token is in the environment\n")
    here.path.chmod(0o644)
    assert [found.grade for found in doctor.settings(here)] == [WELL]


async def test_settings_that_hold_only_with_the_environment_are_read_with_it(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[discord]\nshards = [1]\nshard_count = 2\n")
    findings = await doctor.examine(path, {"HERALD_DATABASE_URL": "postgresql://herald@127.0.0.1:1/herald"})
    assert [found.grade for found in about(findings, "settings")] == [WELL]
    assert one(findings, "database").grade is WRONG


# ---------------------------------------------------------------------- the database


@pytest.mark.both
async def test_a_database_in_use_is_looked_at_while_herald_runs(house: House, place: Path | str) -> None:
    game_id = await house.racing()
    found = await inspection.look(place, HEAD)
    assert (found.revision, found.games) == (HEAD, {"playing": 1})
    game = await house.game(game_id)
    assert found.homes == (Home(game.guild, game.channel, (game.title,)),)
    assert ("SQLite" in found.kind) is isinstance(place, Path)
    async with house.store.writing() as connection:
        await connection.exec_driver_sql("UPDATE games SET status = 'broken'")
    found = await inspection.look(place, HEAD)
    assert [(finding.grade, "1 game put aside" in finding.says) for finding in doctor.of_games(found)] == [
        (WRONG, True)
    ]


@rows(
    "revision, grade, do",
    [
        (HEAD, WELL, ""),
        ("0003", LOOK, "Make a backup"),
        ("9999", WRONG, "Update Herald"),
        ("", LOOK, "which sets it up"),
    ],
)
def test_the_version_of_a_database_is_compared(revision: str, grade: Grade, do: str, tmp_path: Path) -> None:
    (found,) = doctor.of_release(Inspection("SQLite", revision, {}, 0, None, ()))
    assert found.grade is grade and do in found.do


async def test_an_older_database_is_told_from_a_newer_and_left_alone(tmp_path: Path) -> None:
    file = with_tables(tmp_path / "herald.db")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0003'")
    assert (await inspection.look(file, HEAD)).revision == "0003"
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0003",)


async def test_what_is_no_database_is_wrong_and_has_a_cure(tmp_path: Path) -> None:
    file = tmp_path / "herald.db"
    file.write_bytes(b"no database at all " * 99)
    with pytest.raises(StoreError, match="not a database"):
        await inspection.look(file, HEAD)
    config = Config(database=Database(path=file))
    looked, findings = await doctor.database(config)
    assert looked is None and one(findings, "database").grade is WRONG and "backup" in one(findings, "database").do


async def test_a_server_that_does_not_answer_is_wrong() -> None:
    config = Config(database=Database(url="postgresql://herald@127.0.0.1:1/herald"))
    _, findings = await doctor.database(config)
    assert one(findings, "database").grade is WRONG and "PostgreSQL runs" in one(findings, "database").do


# ---------------------------------------------------------------------- the machine


@rows("free, grade", [(9000, WELL), (900, LOOK), (90, WRONG)])
def test_a_disk_that_fills_up_is_noticed(
    free: int, grade: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=free * MEGABYTE))
    monkeypatch.chdir(tmp_path)
    assert {found.grade for found in doctor.disk(patient(tmp_path))} == {grade}


@rows("available, most, grade", [(2000, "max", WELL), (200, "max", LOOK), (2000, str(150 * MEGABYTE), WRONG)])
def test_memory_is_that_of_the_machine_or_the_container(
    available: int, most: str, grade: Grade, tmp_path: Path
) -> None:
    (tmp_path / "meminfo").write_text(f"MemTotal: 1 kB\nMemAvailable:  {available * 1024} kB\n")
    (tmp_path / "memory.max").write_text(most)
    (tmp_path / "memory.current").write_text(str(100 * MEGABYTE))
    assert doctor.memory(tmp_path / "meminfo", tmp_path).grade is grade
    assert doctor.memory(tmp_path / "none", tmp_path).grade is SKIPPED


def test_a_font_that_is_gone_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor.fonts().grade is WELL
    fonts = tmp_path / "fonts"
    shutil.copytree(DATA / "fonts", fonts)
    (fonts / f"{Face.ITALIC.value}.ttf").unlink()
    monkeypatch.setattr(lettering, "DATA", tmp_path)
    monkeypatch.setattr(lettering, "font", lettering.font.__wrapped__)
    found = doctor.fonts()
    assert found.grade is WRONG and Face.ITALIC.value in found.says and Face.TEXT.value not in found.says


@rows("age, mode, grades", [(DAY, 0o600, [WELL]), (3 * DAY, 0o600, [LOOK]), (DAY, 0o644, [WELL, LOOK])])
def test_backups_are_judged_by_the_latest(age: float, mode: int, grades: list[Grade], tmp_path: Path) -> None:
    folder, now = tmp_path / "backups", time.time()
    folder.mkdir()
    for name, old in (("a.db", 20 * DAY), ("b.db", age)):
        (folder / name).touch(mode)
        (folder / name).chmod(mode)
        os.utime(folder / name, (now - old, now - old))
    assert [found.grade for found in doctor.backed_up(patient(tmp_path), now)] == grades
    shutil.rmtree(folder)


def test_backups_that_cannot_be_looked_at_are_said(tmp_path: Path) -> None:
    (folder := tmp_path / "backups").mkdir()
    (folder / "a.db").symlink_to(tmp_path / "nowhere")
    (found,) = doctor.backed_up(patient(tmp_path), 0.0)
    assert found == Finding("backups", LOOK, found.says, "Run this as the user of Herald.")
    assert found.says.startswith(f"{folder} cannot be looked at (No such file")


@rows(
    "now, last, grade",
    [
        (2e9, None, WELL),
        (2e9, 2e9 - 5, WELL),
        (2e9, 2e9 + 60, WELL),
        (2e9, 2e9 + 61, WRONG),
        (1_767_225_600.0, None, WELL),
        (1_767_225_599.0, None, WRONG),
    ],
)
def test_a_clock_that_was_put_back_is_noticed(now: float, last: float | None, grade: Grade) -> None:
    (found,) = doctor.clock(Inspection("SQLite", HEAD, {}, 0, last, ()), now)
    assert found.grade is grade


# ---------------------------------------------------------------------- Discord


def test_intents_that_herald_does_not_need_are_named() -> None:
    assert discord_checks.intents(discord.ApplicationFlags()).grade is WELL
    found = discord_checks.intents(discord.ApplicationFlags(gateway_message_content_limited=True))
    assert found.grade is LOOK and "Message Content Intent" in found.says


@rows(
    "set_count, servers, recommended, left, grades",
    [
        (0, 9000, 5, 900, [WELL]),
        (2, 4000, 2, 900, [WELL]),
        (2, 4000, 4, 900, [LOOK]),
        (2, 5001, 5, 900, [WRONG]),
        (0, 10, 1, 3, [WELL, LOOK]),
    ],
)
def test_shards_are_counted_against_servers(
    set_count: int, servers: int, recommended: int, left: int, grades: list[Grade]
) -> None:
    config = Config(discord=Discord(shard_count=set_count))
    assert [found.grade for found in discord_checks.sharding(config, servers, recommended, left)] == grades


@rows("now, grade", [(1767268800.0, WELL), (1767268800.0 + 90, WRONG), (1767268800.0 - 90, WRONG)])
def test_the_clock_is_compared_with_discords(now: float, grade: Grade) -> None:
    assert discord_checks.compared("Thu, 01 Jan 2026 12:00:00 GMT", now).grade is grade
    assert discord_checks.compared("", now).grade is SKIPPED


async def examined(night: Evening, folder: Path, **environ: str) -> list[Finding]:
    path = folder / "doctor.toml"
    path.write_text(f"[database]\npath = '{folder / 'herald.db'}'\n[pictures]\ncache = '{folder / 'cache'}'\n")
    return await doctor.examine(path, {"HERALD_TOKEN": night.sandbox.token, **environ})


async def test_each_channel_with_a_game_is_looked_at_beside_a_herald_that_runs(tmp_path: Path) -> None:
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        well = await examined(night, tmp_path)
        await night.sandbox.control("permissions", channel_id=night.thread_parent, deny=["PIN_MESSAGES"])
        denied = await examined(night, tmp_path)
        await night.sandbox.control("permissions", channel_id=night.thread_parent, deny=["VIEW_CHANNEL"])
        unseen = await examined(night, tmp_path)
        refused = await examined(night, tmp_path, HERALD_TOKEN="another")
    names = ("token", "intents", "shards", "permissions", "database", "games")
    assert {name: one(well, name).grade for name in names} == dict.fromkeys(names, WELL)
    assert [found.grade for found in about(well, "clock")] == [WELL, WELL]
    found = one(denied, "permissions")
    assert (found.grade, "lacks Pin Messages" in found.says) == (WRONG, True) and "grant" in found.do
    assert one(unseen, "permissions").grade is WRONG
    assert one(refused, "token").says == "Discord refuses it." and doctor.sick(refused)


async def test_a_discord_that_is_away_is_no_reason_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise OSError("no route to host")

    monkeypatch.setattr(discord.Client, "login", away)
    findings = await discord_checks.questioned(Config(discord=Discord(token="x")), None)
    assert "no route to host" in one(findings, "token").says and doctor.sick(findings)
