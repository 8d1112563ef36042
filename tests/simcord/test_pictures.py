"""A picture that fails is left out: the words go out, and so does all that follows."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord_adapter import courier
from bot.pictures import Pictures
from tests.harness import BOARDS
from tests.harness.drawing import STILL
from tests.harness.simcord import Hall, hall


class Broken(Pictures):
    """Fails at every picture."""

    async def _run(self, work: Callable[..., Any], *arguments: object) -> Any:
        raise KeyError("le_swan")


class Slow(Pictures):
    """Draws a dot, but not before somebody says that the time has come."""

    def __init__(self) -> None:
        super().__init__(BOARDS)
        self.ready = asyncio.Event()

    async def _run(self, work: Callable[..., Any], *arguments: object) -> Any:
        await self.ready.wait()
        return STILL


async def played(here: Hall) -> None:
    """Ann and Ben begin a game, which shows the map."""
    await here.open("ann")
    await here.players["ben"].slash("game join")
    await here.players["ann"].slash("game start")
    await here.all_said()


def pictures(here: Hall) -> list[str]:
    return [file.filename for message in here.thread.history() for file in message.attachments]


def left_out(here: Hall) -> float:
    return here.herald.metrics.registry.get_sample_value("herald_failures_total", {"part": "pictures"}) or 0.0


async def test_a_picture_that_cannot_be_drawn_is_left_out(tmp_path: Path) -> None:
    async with hall(tmp_path, Broken(BOARDS), "ann", "ben") as here:
        await played(here)
        assert "The game begins" in here.said() and not pictures(here) and left_out(here) > 0
        assert "could not be sent" not in here.said() and here.panel()


async def test_a_picture_that_discord_does_not_take_is_left_out(
    tmp_path: Path, drawers: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(way: Callable[..., Any]) -> Callable[..., Any]:
        async def refuse(self: Any, *arguments: Any, **content: Any) -> Any:
            if content.get("files") or content.get("file") or content.get("attachments"):
                response: Any = SimpleNamespace(status=413, reason="Payload Too Large", headers={})
                raise discord.HTTPException(response, {"code": 40005, "message": "Request entity too large"})
            return await way(self, *arguments, **content)

        return refuse

    monkeypatch.setattr(discord.abc.Messageable, "send", refusing(discord.abc.Messageable.send))
    monkeypatch.setattr(discord.PartialMessage, "edit", refusing(discord.PartialMessage.edit))
    async with hall(tmp_path, drawers, "ann", "ben") as here:
        await played(here)
        assert "The game begins" in here.said() and not pictures(here) and left_out(here) > 0


async def test_words_do_not_wait_for_a_picture_that_takes_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courier, "WORDS_WAIT_S", 0.05)
    slow = Slow()
    async with hall(tmp_path, slow, "ann", "ben") as here:
        said: list[str] = []
        posted = courier.DiscordCourier._posted

        async def first(self: Any, channel: Any, page: Any, message: Any, drawn: Any) -> int:
            if "Every seat is dealt" in message.text:
                slow.ready.set()
            said.append(message.text if not drawn else "with a picture")
            return await posted(self, channel, page, message, drawn)

        monkeypatch.setattr(courier.DiscordCourier, "_posted", first)
        await played(here)
        assert any("Every seat is dealt" in text for text in said) and pictures(here) and left_out(here) == 0
