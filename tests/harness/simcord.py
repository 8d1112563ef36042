"""Herald's client in a model of Discord that we did not write. Everything about simcord stays behind this file."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.client import HeraldClient
from bot.config import Config
from bot.herald import Herald
from bot.lobby import Lobby
from bot.pictures import Pictures
from bot.referee import Referee
from bot.store.database import Store


@dataclass
class Simulation:
    """A server with a channel and people, and Herald in it; what commits promise is not delivered here."""

    env: Any
    herald: Herald
    channel: Any
    people: dict[str, Any] = field(default_factory=dict)

    async def slash(self, person: str, command: str, *, channel: Any = None, **options: Any) -> Any:
        """Let a person use a slash command; return simcord's result."""
        return await self.people[person].slash(channel or self.channel, command, **options)

    async def press(self, person: str, shown: Any, label: str) -> Any:
        """Let a person press the button of a shown answer."""
        return await self.people[person].click(shown.response, label=label)

    async def choose(self, person: str, shown: Any, value: str) -> Any:
        """Let a person choose from the only menu of a shown answer."""
        return await self.people[person].select(shown.response, [value])

    def threads(self) -> list[Any]:
        """Return the threads of the channel."""
        return list(self.channel.threads)


@asynccontextmanager
async def simulation(folder: Path, *names: str) -> AsyncIterator[Simulation]:
    """Put Herald and some people into a simulated server."""
    store = await Store.open(folder / "herald.db")
    referee = Referee(store)
    pictures = Pictures(folder / "cache")
    herald = Herald(Config(), store, referee, Lobby(store, referee), pictures, folder / "commands")
    try:
        # Refusals reach Herald's own error handler, which simcord would count as errors; drawing takes its time.
        client = HeraldClient(herald)
        async with simcord.run(client, shard_count=1, check_errors=False, settle_timeout=60) as env:
            guild = env.create_guild()
            channel = guild.create_text_channel("herald")
            people = {name: guild.add_member(env.create_user(name)) for name in names}
            yield Simulation(env, herald, channel, people)
    finally:
        pictures.close()
        await referee.close()
        await store.close()


def words(shown: Any) -> str:
    """Return what an answer says: its text and its embeds."""
    embeds: list[discord.Embed] = shown.response.embeds
    parts = [shown.response.content or "", *(f"{embed.title or ''}\n{embed.description or ''}" for embed in embeds)]
    return "\n".join(part for part in parts if part)
