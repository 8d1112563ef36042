"""`herald doctor`: looks at everything that a Herald needs, and says what to do about what is not well.

It changes nothing, takes no lock, and works beside a Herald that runs.
"""

import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import aiohttp

from bot.config import Config, load
from bot.errors import ConfigError, StoreError
from bot.ops import discord_checks
from bot.ops.findings import Finding, Grade
from bot.store import inspection
from bot.store.inspection import Inspection
from bot.store.schema import HEAD
from engine.core.text import counted
from render import wording

MEGABYTE = 1024 * 1024

DISK_WRONG, DISK_LOOK = 200 * MEGABYTE, 1024 * MEGABYTE
"""Bytes of free disk below which something fails soon, or will some day."""

MEMORY_WRONG, MEMORY_LOOK = 100 * MEGABYTE, 300 * MEGABYTE
"""The same of memory: drawing takes most of it."""

BACKUP_OLD_S = 2 * 86400
"""Seconds after which the latest backup is too old: two nights."""

CLOCK_S = 60.0
"""Seconds by which the clock may lie behind what Herald noted last."""

RELEASED = 1_767_225_600.0
"""Unix seconds before which this release cannot run: the beginning of 2026."""

CGROUP = Path("/sys/fs/cgroup")


class Patient(NamedTuple):
    """What is looked at: the settings, where they come from, and where backups lie."""

    config: Config
    path: Path
    backups: Path


async def examine(
    path: Path,
    environ: Mapping[str, str],
    backups: Path | None = None,
    *,
    required: bool = True,
    point: Callable[[Config], None] = lambda config: None,
) -> list[Finding]:
    """Look at everything; without settings that can be read, at the machine alone.

    `point` lets the client library speak to the Discord of the settings.
    """
    try:
        config = load(path, environ, required=required)
    except ConfigError as error:
        return [Finding("settings", Grade.WRONG, str(error), "Mend it, then run this again."), *machine()]
    patient = Patient(config, path, backups or config.database.path.parent / "backups")
    findings = [*settings(patient)]
    looked, of_database = await database(config)
    findings += of_database
    findings += await running(config)
    findings += web(config)
    point(config)
    findings += await discord_checks.questioned(config, looked)
    return [*findings, *clock(looked, time.time()), *disk(patient), *backed_up(patient, time.time()), *machine()]


def sick(findings: list[Finding]) -> bool:
    """Tell whether anything is wrong."""
    return any(found.grade is Grade.WRONG for found in findings)


# ---------------------------------------------------------------------- settings and database


def settings(patient: Patient) -> Iterator[Finding]:
    """Look at the file of the settings, and at who may read it."""
    path = patient.path
    if not path.exists():
        yield Finding("settings", Grade.WELL, f"there is no {path}: every setting has its default.")
        return
    yield Finding("settings", Grade.WELL, f"{path} can be used.")
    stored = path.read_text(encoding="utf-8")
    if any(secret and secret in stored for secret in patient.config.secrets()) and path.stat().st_mode & (
        stat.S_IRGRP | stat.S_IROTH
    ):
        do = f"Run chmod 600 {path}, or set the secret in the environment (HERALD_TOKEN, HERALD_DATABASE_URL)."
        yield Finding(
            "settings", Grade.LOOK, f"{path} holds a secret, and other users of this machine may read it.", do
        )


async def database(config: Config) -> tuple[Inspection | None, list[Finding]]:
    """Look at the database: whether it can be read, its release, and the state of its games."""
    place = config.database.place
    if isinstance(place, Path) and not place.exists():
        do = "The first `herald run` creates it. If you have games already, set database.path to their file."
        return None, [Finding("database", Grade.LOOK, f"there is no database at {place} yet.", do)]
    try:
        found = await inspection.look(place, HEAD)
    except (StoreError, ImportError) as error:
        return None, [Finding("database", Grade.WRONG, f"it cannot be read ({error}).", _database_cure(place, error))]
    return found, [*of_release(found), *of_games(found)]


def _database_cure(place: Path | str, error: Exception) -> str:
    if isinstance(error, ImportError):
        return "Install PostgreSQL's driver: pip install 'herald[postgresql]'."
    if isinstance(place, Path):
        return (
            f"Check that {place} is Herald's database and that this user may read it; otherwise restore the latest "
            "backup."
        )
    return "Check that PostgreSQL runs, and database.url or HERALD_DATABASE_URL."


def of_release(found: Inspection) -> Iterator[Finding]:
    """Say whether this release can use the database."""
    if found.revision == HEAD:
        yield Finding("database", Grade.WELL, f"{found.kind}, version {HEAD}, which is that of this release.")
    elif not found.revision:
        do = "If it is empty, start Herald, which sets it up. If it belongs to another program, set another database."
        yield Finding("database", Grade.LOOK, f"{found.kind} has none of Herald's tables.", do)
    elif found.revision < HEAD:
        do = "Make a backup, then start Herald: it brings the database up to date."
        yield Finding("database", Grade.LOOK, f"{found.kind}, version {found.revision}; this release has {HEAD}.", do)
    else:
        do = "Update Herald, or restore the backup that was made before the update."
        says = f"{found.kind}, version {found.revision}, is of a newer release; this one knows {HEAD}."
        yield Finding("database", Grade.WRONG, says, do)


def of_games(seen: Inspection) -> Iterator[Finding]:
    """Say how the games stand."""
    if seen.revision != HEAD:
        return
    broken = seen.games.get("broken", 0)
    words = ", ".join(f"{count} {status}" for status, count in sorted(seen.games.items())) or "none yet"
    if broken:
        do = "Look for `game put aside` in the log, and at *A game out of order* in docs/operating.md."
        yield Finding("games", Grade.WRONG, f"{counted(broken, 'game')} put aside ({words}).", do)
    else:
        yield Finding("games", Grade.WELL, f"{words}.")
    if seen.homeless:
        says = f"{counted(seen.homeless, 'message')} waiting for a thread that is lost."
        yield Finding(
            "games", Grade.LOOK, says, "Give Herald its permissions back, or give the game a new thread: /game adopt."
        )


async def running(config: Config) -> list[Finding]:
    """Ask the Herald that runs with these settings how it is."""
    port = config.metrics.port
    if not port:
        do = "Set metrics.port to monitor Herald from outside."
        return [Finding("running", Grade.SKIPPED, "metrics.port is 0, so Herald cannot be asked.", do)]
    host = "127.0.0.1" if config.metrics.host == "0.0.0.0" else config.metrics.host
    try:
        timeout = aiohttp.ClientTimeout(total=5)
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(f"http://{host}:{port}/healthz") as answer,
        ):
            health = await answer.json(content_type=None)
            ill = [part for part in ("discord", "parts", "database") if not health[part]]
    except (aiohttp.ClientError, TimeoutError, ValueError, KeyError, TypeError):
        do = "If it should run, start it: systemctl start herald; its log says why it does not."
        return [Finding("running", Grade.LOOK, f"Herald does not answer on port {port} of {host}.", do)]
    if ill:
        do = "Its log says more; a lost connection to Discord comes back by itself."
        return [Finding("running", Grade.WRONG, f"the running Herald reports a fault: {', '.join(ill)}.", do)]
    return [Finding("running", Grade.WELL, f"Herald on port {port} reports no fault.")]


def web(config: Config) -> list[Finding]:
    """Look at where the pages of games are served."""
    settings = config.web
    if not settings.port:
        do = "Set web.port and web.url, to have links to the pages of games."
        return [Finding("web", Grade.SKIPPED, "web.port is 0: pages of games are files that people download.", do)]
    if not settings.url:
        do = "Set web.url to the address by which people reach the pages."
        return [Finding("web", Grade.LOOK, f"links lead to {settings.address}, which others cannot reach.", do)]
    if not settings.url.startswith("https://"):
        do = "Put a web server that speaks HTTPS before it."
        return [Finding("web", Grade.LOOK, "web.url is not https: pages with somebody's hand go unencrypted.", do)]
    return [Finding("web", Grade.WELL, f"pages of games are served at {settings.address}.")]


# ---------------------------------------------------------------------- the machine


def clock(looked: Inspection | None, now: float) -> Iterator[Finding]:
    """Look at the clock: deadlines go by it."""
    do = "Let the machine keep its time: timedatectl set-ntp true."
    last = looked.last_run if looked else None
    if now < RELEASED:
        yield Finding("clock", Grade.WRONG, "it shows a time before this release was made.", do)
    elif last is not None and last > now + CLOCK_S:
        yield Finding("clock", Grade.WRONG, f"it is {int(last - now)} s behind the last time in Herald's database.", do)
    else:
        yield Finding("clock", Grade.WELL, f"it shows {time.strftime('%Y-%m-%d %H:%M', time.gmtime(now))} UTC.")


def disk(patient: Patient) -> Iterator[Finding]:
    """Look at the room on each disk that Herald writes to, and whether it may."""
    config = patient.config
    folders = {"pictures": config.pictures.cache, "backups": patient.backups}
    if not config.database.url:
        folders = {"database": config.database.path.parent, **folders}
    for name, folder in folders.items():
        there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
        free = shutil.disk_usage(there).free
        if not os.access(there, os.W_OK | os.X_OK):
            do = f"Run this as the user of Herald, or give {there} to that user."
            yield Finding("disk", Grade.WRONG, f"Herald cannot write to {folder} ({name}).", do)
        else:
            do = "Make room, or move the folder; you may delete old backups and the folder of pictures."
            yield _room(f"{folder} ({name})", free, (DISK_WRONG, DISK_LOOK), "disk", do)


def _room(what: str, free: int, least: tuple[int, int], about: str, do: str) -> Finding:
    """Grade what is free of something; `least` is what is wrong below, and what to look at below."""
    says = f"{what}: {free // MEGABYTE} MB free."
    grade = Grade.WRONG if free < least[0] else Grade.LOOK if free < least[1] else Grade.WELL
    return Finding(about, grade, says, "" if grade is Grade.WELL else do)


def backed_up(patient: Patient, now: float) -> Iterator[Finding]:
    """Look at the age of the latest backup, and at who may read it."""
    folder = patient.backups
    try:
        copies = {file: file.stat() for file in folder.glob("*.db")}
    except OSError as error:
        do = "Run this as the user of Herald."
        yield Finding("backups", Grade.LOOK, f"{folder} cannot be looked at ({error.strerror}).", do)
        return
    if not copies:
        do = "Set up the nightly timer (docs/operating.md), or name the folder of the backups with --backups."
        yield Finding("backups", Grade.LOOK, f"there is no backup in {folder}.", do)
        return
    latest = max(copies, key=lambda file: copies[file].st_mtime)
    age = now - copies[latest].st_mtime
    hours = counted(max(0, int(age // 3600)), "hour")
    do = "See why: systemctl status herald-backup.timer herald-backup.service" if age > BACKUP_OLD_S else ""
    yield Finding("backups", Grade.LOOK if do else Grade.WELL, f"the latest, {latest}, is {hours} old.", do)
    open_ones = [file for file, about in copies.items() if about.st_mode & (stat.S_IRGRP | stat.S_IROTH)]
    if open_ones:
        do = f"Run chmod 600 {folder}/*.db: a backup holds the hands and dice of running games."
        yield Finding("backups", Grade.LOOK, f"{counted(len(open_ones), 'backup')} can be read by other users.", do)


def machine() -> Iterator[Finding]:
    """Look at what has nothing to do with the settings: fonts and memory."""
    yield fonts()
    yield memory(Path("/proc/meminfo"), CGROUP)


def fonts() -> Finding:
    """Set a word in every font that pictures need."""
    if missing := wording.missing_fonts():
        do = "Install Herald again: they are in data/fonts of the package."
        return Finding("fonts", Grade.WRONG, f"cannot be loaded: {', '.join(missing)}.", do)
    return Finding("fonts", Grade.WELL, "all can be loaded.")


def memory(meminfo: Path, cgroup: Path) -> Finding:
    """Look at the memory that is available, on the machine or to this container, whichever is less."""
    try:
        (line,) = [line for line in meminfo.read_text().splitlines() if line.startswith("MemAvailable:")]
    except (OSError, ValueError):
        return Finding("memory", Grade.SKIPPED, f"{meminfo} does not say how much memory is free.")
    free = int(line.split()[1]) * 1024
    try:
        most, used = (int((cgroup / name).read_text()) for name in ("memory.max", "memory.current"))
        free = min(free, most - used)
    except (OSError, ValueError):
        pass  # no container, or one without a limit
    do = "Stop something else, give the machine more, or lower pictures.workers and limits.tables_mb."
    return _room("available", free, (MEMORY_WRONG, MEMORY_LOOK), "memory", do)
