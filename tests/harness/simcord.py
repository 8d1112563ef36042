"""Herald inside simcord, a model of Discord by other people: one thin layer, so that it can be replaced."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import discord
import simcord

from bot.config import Config, Database
from bot.delivery.dispatcher import Dispatcher
from bot.discord_adapter.client import HeraldClient
from bot.discord_adapter.courier import DiscordCourier
from bot.errors import HeraldError
from bot.herald import Herald
from bot.pictures import Pictures
from bot.services.computer.thinkers import Thinkers
from bot.services.lessons import Lessons
from bot.services.lobby import Lobby
from bot.services.moderation import Moderation
from bot.services.rulings import Rulings
from bot.services.tournament.events import Tournaments
from bot.store.database import Store
from bot.table.referee import Referee
from engine.core.errors import EngineError
from tests.harness.database import with_tables
from tests.harness.drawing import sketching
from tests.harness.reading import walk

SETTLE = 30.0
"""Seconds in which Herald must have done what follows from one thing that a person does."""

LOOK_S = 0.002
"""Seconds from one look whether Herald has done that to the next."""


@dataclass
class Seen:
    """What an interaction led to, as the person sees it."""

    text: str
    whispered: bool
    message: Any
    more: Sequence[str] = ()
    modal: Any = None

    @property
    def components(self) -> list[dict[str, Any]]:
        """The buttons and menus of the answer."""
        return pressable(self.message)

    def labels(self) -> list[str]:
        """The buttons that can be pressed."""
        return [part["label"] for part in self.components if part["type"] == 2]

    def values(self) -> list[str]:
        """The options of the menu."""
        return [option["value"] for part in self.components if part["type"] == 3 for option in part["options"]]

    def files(self) -> list[discord.Attachment]:
        """The pictures."""
        return list(self.message.attachments) if self.message else []


@dataclass
class Player:
    """A member of the server who types, presses and chooses."""

    actor: Any
    here: Any

    async def slash(self, command: str, **options: Any) -> Seen:
        """Use a slash command where this person is."""
        return seen(await self.actor.slash(self.here, command, **options))

    async def complete(self, command: str, option: str, text: str = "", **given: Any) -> list[str]:
        """Return the values offered while an option is written."""
        found = await self.actor.autocomplete(self.here, command, option, text, **given)
        return [str(choice["value"]) for choice in found]

    async def press(self, message: Any, label: str) -> Seen:
        """Press a button; its label may say more behind a colon, as that of *Undo* does, and end in dots."""
        names = [part.get("label") or "" for part in pressable(message)]
        label = next((name for name in names if name in (label, f"{label}…") or name.startswith(f"{label}: ")), label)
        return seen(await self.actor.click(message, label=label))

    async def choose(self, message: Any, *values: str) -> Seen:
        """Choose from the only menu of a message."""
        return seen(await self.actor.select(message, list(values)))

    async def search(self, message: Any, word: str) -> Seen:
        """Press Search and send the form in."""
        shown = await self.actor.click(message, label="Search…")
        return seen(await self.actor.submit_modal(shown, {"word": word}))


def seen(result: simcord.InteractionResult) -> Seen:
    """Read a result as a person does."""
    message = result.response
    more = [text_of(each) for each in result.followups]
    text = text_of(message) if message else ""
    return Seen(text, bool(message and message.ephemeral), message, more, result.modal)


def laid(message: Any) -> list[dict[str, Any]]:
    """Return the components of a message as Discord has them."""
    found = message.components if message else []
    return [part if isinstance(part, dict) else part.to_dict() for part in found]


def pressable(message: Any) -> list[dict[str, Any]]:
    """Return the buttons and menus of a message, in order."""
    return [part for part in walk(laid(message)) if "custom_id" in part]


def text_of(message: Any) -> str:
    """All words of a message."""
    embeds = [f"{embed.title or ''}\n{embed.description or ''}" for embed in message.embeds]
    texts = [part["content"] for part in walk(laid(message)) if "content" in part]
    return "\n".join([message.content or "", *embeds, *texts]).strip()


@dataclass
class Hall:
    """A server with one channel, where Herald is at home."""

    env: Any
    herald: Herald
    dispatcher: Dispatcher
    courier: DiscordCourier
    channel: Any
    players: Mapping[str, Player]
    supervisor: Any
    thread: Any = field(default=None)

    async def all_said(self) -> None:
        """Send what is promised so far."""
        await self.dispatcher.deliver_due()
        await self.courier.rest(SETTLE)
        await self.env.settle(timeout=SETTLE)

    async def open(self, host: str, **options: Any) -> None:
        """Let somebody open a table, and everybody look into its thread."""
        await self.players[host].slash("game new", **{"game": "kingmaker"} | options)
        await self.all_said()
        self.thread = self.channel.threads[-1]
        for player in self.players.values():
            player.here = self.thread

    def said(self) -> str:
        """Return what stands in the thread."""
        return "\n".join(text_of(message) for message in self.thread.history())

    def letters(self, name: str) -> str:
        """Return what somebody was told by direct message."""
        return "\n".join(text_of(message) for message in self.players[name].actor.user.dm_channel.history())

    def panel(self) -> discord.Message:
        """Return the pinned panel of the thread."""
        pinned: list[discord.Message] = self.thread.pinned_messages()
        return pinned[-1]


def raise_mishaps(errors: Sequence[BaseException], *, stormy: bool) -> None:
    """Raise the first error that is no refusal; refusals are answers, and those of a `stormy` Discord are expected."""
    for error in errors:
        cause = getattr(error, "original", error)
        if not isinstance(cause, HeraldError | EngineError | (discord.HTTPException if stormy else HeraldError)):
            raise cause


class _Discord(simcord.Env):
    """A simulated Discord that looks more often whether everything has come to rest, which it mostly has at once."""

    async def _settle_internal(self, *, idle: float = 0.0, **about: Any) -> None:
        await super()._settle_internal(idle=LOOK_S, **about)


class _Connection:
    """What a courier needs of a supervisor."""

    def __init__(self, client: HeraldClient) -> None:
        self.client = client

    async def connected(self) -> HeraldClient:
        """Return the only client there is."""
        return self.client


@asynccontextmanager
async def hall(
    folder: Path, drawers: Pictures, *names: str, now: Callable[[], float] = time.time, stormy: bool = False
) -> AsyncIterator[Hall]:
    """Run Herald's own client in a simulated server with these members; nothing goes over a socket."""
    config = Config(database=Database(path=with_tables(folder / "herald.db")))
    store = await Store.open(config.database.path)
    referee = Referee(store, now=now)
    lobby = Lobby(store, referee, entropy=Random(1).randbytes)
    moderation = Moderation(store, referee)
    stamp, rulings = folder / "herald.commands", Rulings(store, referee)
    parts = lobby, drawers, stamp, moderation, rulings, referee.metrics, Thinkers(sketching)
    herald = Herald(config, store, referee, *parts)
    herald.tournaments = Tournaments(store, referee, lobby, Random(1).randbytes)
    herald.lessons = Lessons(Random(1).randbytes)
    client = HeraldClient(herald, lambda guild: None)
    env = _Discord(client, shard_count=1, settle_timeout=SETTLE)
    await env.start()
    try:
        guild = env.create_guild()
        channel = guild.create_text_channel("herald")
        players = {name: Player(guild.add_member(env.create_user(name)), channel) for name in names}
        supervisor: Any = _Connection(client)
        courier = DiscordCourier(herald, supervisor)
        yield Hall(env, herald, Dispatcher(store, courier, now=now), courier, channel, players, supervisor)
        raise_mishaps(env.errors, stormy=stormy)
    finally:
        await env.shutdown()
        await referee.close()
        await store.close()
