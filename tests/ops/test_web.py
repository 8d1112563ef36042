"""The pages of games on the web: who finds them, for how long, and what goes with every answer."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import msgspec
import pytest
from aiohttp import web

from bot.config import Config, Web
from bot.errors import ConfigError
from bot.ops import doctor
from bot.ops.findings import Grade
from bot.ops.web import HEADERS, WebServer, serving
from bot.pictures import Pictures
from bot.services.web_pages import WebPages
from bot.store.database import Store
from bot.store.rows import Status
from render.replay.page import Subject

SUBJECT = Subject(rules="warlord", title="A game", game_id="g1", seats=["s1"], names={}, commitment="", viewer="s1")


class Game(msgspec.Struct):
    """What is asked of a game on record."""

    id: str
    version: int
    status: Status


class Shelf:
    """A store with some games, and a press that counts the pages that it makes."""

    def __init__(self) -> None:
        self.games = {
            "g1": Game("g1", 7, Status.PLAYING),
            "g2": Game("g2", 0, Status.LOBBY),
        }
        self.made = 0

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Shelf]:
        yield self

    async def make_page(self, subject: object, kept: object) -> bytes:
        self.made += 1
        return f"page {self.made}".encode()


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    found = Shelf()

    async def exists(_: object, game_id: str) -> bool:
        return game_id in found.games

    async def get(_: object, game_id: str) -> Game:
        return found.games[game_id]

    async def whole_course(_: object, game_id: str, user: int) -> tuple[Any, Any]:
        assert user == 0, "nobody's hand is in a page that everybody may see"
        return SUBJECT, []

    monkeypatch.setattr("bot.services.web_pages.games.exists", exists)
    monkeypatch.setattr("bot.services.web_pages.games.get", get)
    monkeypatch.setattr("bot.services.web_pages.story_source.whole_course", whole_course)
    return found


def pages_in(folder: Path, shelf: Shelf, **settings: Any) -> WebPages:
    settings = {"port": 1, "url": "https://herald.example/", "folder": folder, **settings}
    return WebPages(Web(**settings), cast(Store, shelf), cast(Pictures, shelf))


@asynccontextmanager
async def asking(pages: WebPages) -> AsyncIterator[Any]:
    """A way to ask the server for an address."""
    runner = web.AppRunner(WebServer(pages).application())
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:

        async def ask(address: str, method: str = "GET") -> tuple[int, str, Any]:
            path = address.removeprefix("https://herald.example").partition("#")[0]
            async with session.request(method, path) as answer:
                return answer.status, await answer.text(), answer.headers

        yield ask
    await runner.cleanup()


async def test_a_games_page_is_found_by_its_address_alone(tmp_path: Path, shelf: Shelf) -> None:
    pages = pages_in(tmp_path, shelf)
    address = pages.address("g1", 40)
    assert address.startswith("https://herald.example/game/g1-") and address.endswith(".html#action-40")
    async with asking(pages) as ask:
        status, text, headers = await ask(address)
        assert (status, text) == (200, "page 1") and headers["Content-Type"] == "text/html; charset=utf-8"
        assert headers["Cache-Control"] == "no-cache" and dict(HEADERS).items() <= dict(headers).items()
        other = pages_in(tmp_path / "other", shelf).address("g1", 40)
        for wrong in (
            other,
            "/game/g1.html",
            f"/game/g1-{'0' * 32}.html",
            pages.address("g2", 0),
            pages.address("g9", 0),
        ):
            status, _, headers = await ask(wrong)
            assert status == 404 and dict(HEADERS).items() <= dict(headers).items()
        for path in ("/", "/key", "/own/", "/game/..%2Fkey.html", "/own/..%2F..%2Fkey.html"):
            assert (await ask(path))[0] == 404
        assert (await ask(address, "POST"))[0] == 405


async def test_a_games_page_is_made_anew_when_it_has_grown_old(tmp_path: Path, shelf: Shelf) -> None:
    pages = pages_in(tmp_path, shelf)
    name = pages.address("g1", 0).rpartition("/")[2].partition(".")[0]
    assert await pages.find_game(name) == await pages.find_game(name) and shelf.made == 1
    shelf.games["g1"].version = 8
    await pages.find_game(name)
    assert shelf.made == 1, "a page of this minute will do while the game goes on"
    file = await pages.find_game(name)
    assert file
    os.utime(file, (time.time() - 120,) * 2)
    await pages.find_game(name)
    assert shelf.made == 2
    shelf.games["g1"].status = Status.OVER
    await pages.find_game(name)
    assert shelf.made == 3, "the end is shown at once"


async def test_ones_own_page_is_not_kept_and_goes(tmp_path: Path, shelf: Shelf) -> None:
    pages = pages_in(tmp_path, shelf, own_hours=1)
    address, other = [await pages.own(SUBJECT, []) for _ in range(2)]
    assert address != other and len(address.rpartition("/")[2]) > 32
    file = tmp_path / "own" / address.rpartition("/")[2]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    async with asking(pages) as ask:
        status, text, headers = await ask(address)
        assert (status, text, headers["Cache-Control"]) == (200, "page 1", "no-store")
        os.utime(file, (time.time() - 3700,) * 2)
        status, text, headers = await ask(address)
        assert status == 404 and "its time is over" in text and headers["Cache-Control"] == "no-store"
    await pages.own(SUBJECT, [])
    assert not file.exists()


async def test_nothing_is_served_unless_it_is_asked_for(tmp_path: Path, shelf: Shelf) -> None:
    pages = pages_in(tmp_path, shelf, port=0)
    assert pages.address("g1", 3) == ""
    async with serving(pages, Web()) as port:
        assert port == 0


async def test_a_port_that_is_taken_is_named(tmp_path: Path, shelf: Shelf) -> None:
    runner = web.AppRunner(web.Application())
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    settings = Web(port=runner.addresses[0][1], folder=tmp_path)
    pages = WebPages(settings, cast(Store, shelf), cast(Pictures, shelf))
    with pytest.raises(ConfigError, match=r"set another web\.port"):
        async with serving(pages, settings):
            pass
    await runner.cleanup()


@pytest.mark.parametrize(
    ("settings", "grade"),
    [
        (Web(), Grade.SKIPPED),
        (Web(port=9), Grade.LOOK),
        (Web(port=9, url="http://herald.example"), Grade.LOOK),
        (Web(port=9, url="https://herald.example"), Grade.WELL),
    ],
)
def test_the_doctor_looks_at_the_web(settings: Web, grade: Grade) -> None:
    assert [finding.grade for finding in doctor.web(Config(web=settings))] == [grade]


@pytest.mark.parametrize(("seconds", "there"), [(0, True), (3 * 3600, True), (3 * 3600 + 1, False)])
async def test_ones_own_page_stays_for_the_hours_that_are_set(
    tmp_path: Path, shelf: Shelf, monkeypatch: pytest.MonkeyPatch, seconds: int, there: bool
) -> None:
    pages = pages_in(tmp_path, shelf, own_hours=3)
    name = (await pages.own(SUBJECT, [])).rpartition("/")[2].removesuffix(".html")
    file = tmp_path / "own" / f"{name}.html"
    os.utime(file, (1_000_000, 1_000_000))
    monkeypatch.setattr("bot.services.web_pages.time", SimpleNamespace(time=lambda: 1_000_000 + seconds))
    assert pages.find_own(name) == (file if there else None)
    await pages.own(SUBJECT, [])
    assert file.exists() is there, "the next page that is made sweeps those away whose time is over"
