"""The web pages of games, if the operator serves them: their addresses and files."""

import asyncio
import hashlib
import hmac
import os
import re
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from bot.config import Web
from bot.pictures import Pictures
from bot.store import games
from bot.store.database import Store
from bot.store.rows import Status
from bot.table import story_source
from render.replay.course import Kept
from render.replay.page import Subject

NOBODY = 0
"""A user without a seat, who sees what is public."""

FRESH_S = 60.0
"""Seconds after which the page of a running game is made anew for whoever asks."""

GAME = re.compile(r"([A-Za-z0-9_-]{1,60})-([0-9a-f]{32})")
OWN = re.compile(r"[A-Za-z0-9_-]{32}")


class WebPages:
    """Pages of games as files in a folder; nobody finds one whose address they have not been given.

    The address of a game's page follows from a key in the folder; a page with somebody's own hand in it has a random
    one, and goes after some hours.
    """

    def __init__(self, settings: Web, store: Store, pictures: Pictures) -> None:
        self._settings, self._store, self._pictures = settings, store, pictures
        self._making = asyncio.Lock()

    @property
    def on(self) -> bool:
        """Whether pages are served."""
        return self._settings.port > 0

    def address(self, game_id: str, action: int) -> str:
        """Return the address of a game's page at an action; "" where no pages are served."""
        if not self.on:
            return ""
        return f"{self._settings.address}/game/{game_id}-{self._seal(game_id)}.html#action-{action}"

    async def own(self, subject: Subject, kept: Sequence[Kept]) -> str:
        """Keep a page that one person may see for some hours; return its address."""
        page = await self._pictures.make_page(subject, kept)
        name = secrets.token_urlsafe(24)
        await asyncio.to_thread(self._put, self._own(name), page)
        return f"{self._settings.address}/own/{name}.html"

    def find_own(self, name: str) -> Path | None:
        """Return the file of somebody's own page; None where there is none, or none any more."""
        file = self._own(name)
        return file if OWN.fullmatch(name) and file.exists() and not self._expired(file) else None

    async def find_game(self, name: str) -> Path | None:
        """Return the file of a game's page, which is made where it is not there or has grown old; None for no game."""
        matched = GAME.fullmatch(name)
        if not matched or not hmac.compare_digest(matched[2], self._seal(matched[1])):
            return None
        async with self._making:
            async with self._store.reading() as connection:
                if not await games.exists(connection, matched[1]):
                    return None
                game = await games.get(connection, matched[1])
            if game.status is Status.LOBBY:
                return None
            file = self._settings.folder / "game" / f"{game.id}.html"
            mark = file.with_suffix(f".{game.version}-{game.status.value}")
            aged = file.exists() and time.time() - file.stat().st_mtime > FRESH_S
            if not mark.exists() and (aged or not file.exists() or game.status is Status.OVER):
                subject, kept = await story_source.whole_course(self._store, game.id, NOBODY)
                page = await self._pictures.make_page(subject, kept)
                await asyncio.to_thread(self._put_game, file, mark, page)
            return file

    def _put_game(self, file: Path, mark: Path, page: bytes) -> None:
        """Keep the page of a game, marked with its version."""
        self._put(file, page)
        for old in file.parent.glob(f"{file.stem}.*-*"):
            old.unlink()
        mark.touch()

    def _put(self, file: Path, page: bytes) -> None:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._sweep()
        part = file.with_suffix(".part")
        part.touch(mode=0o600)
        part.write_bytes(page)
        part.replace(file)

    def _sweep(self) -> None:
        """Delete own pages whose time is over."""
        for file in (self._settings.folder / "own").glob("*.html"):
            if self._expired(file):
                file.unlink(missing_ok=True)

    def _expired(self, file: Path) -> bool:
        return time.time() - file.stat().st_mtime > self._settings.own_hours * 3600

    def _own(self, name: str) -> Path:
        return self._settings.folder / "own" / f"{name}.html"

    def _seal(self, game_id: str) -> str:
        """Return the keyed hash of a game's id."""
        return hmac.new(self._key(), game_id.encode(), hashlib.sha256).hexdigest()[:32]

    def _key(self) -> bytes:
        file = self._settings.folder / "key"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as opened:
                opened.write(secrets.token_bytes(32))
        return file.read_bytes()
