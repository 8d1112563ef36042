"""Herald's Discord client with its commands and the router of presses, and the supervisor that keeps it connected."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import aiohttp
import discord
import msgspec
import yarl
from aiohttp import ClientError
from discord import app_commands
from discord.abc import GuildChannel
from discord.gateway import KeepAliveHandler
from discord.webhook.async_ import async_context

from bot.commands.actions import action_group
from bot.commands.answer import add_answer
from bot.commands.common import Tree, let_completions_be_refused
from bot.commands.consent import ConsentCommands, add_rulings
from bot.commands.explain import add_explain
from bot.commands.fairness import add_fairness
from bot.commands.game import GameCommands
from bot.commands.gm import MasterCommands
from bot.commands.help import add_help
from bot.commands.ladder import add_ladder
from bot.commands.map import add_where
from bot.commands.me import MyCommands, add_absence
from bot.commands.plans import PlanCommand
from bot.commands.playing import add_playing
from bot.commands.tournament import TournamentCommands
from bot.config import Discord
from bot.errors import ConfigError
from bot.herald import Herald
from bot.metrics import Metrics
from bot.pace import Answers, Busy, Requests
from bot.panels.router import Router
from bot.store import session_starts
from engine.games import GAMES

logger = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # Herald does not speak

FIRST_WAIT_S, MAX_WAIT_S = 2.0, 120.0
"""Seconds between attempts to connect: doubled at each failure."""

ZOMBIE_S = 60.0
"""Seconds without a word from Discord after which Herald reconnects."""

APART_S = 5.5
"""Seconds between two sessions that begin: five, and a little for the way of each."""

LONGEST_PAUSE_S = 3600.0
"""Seconds between attempts to register the commands at most: Discord takes 200 in a day."""

ALL_SERVERS_S = 0.5
"""Seconds without word of another server after which Discord has told of all of them."""


def request_count(metrics: Metrics) -> aiohttp.TraceConfig:
    """Return what counts every request to Discord with its outcome."""

    async def ended(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        metrics.requests.labels(request.method, str(request.response.status)).inc()
        if request.response.status == 429:
            metrics.rate_limits.labels(request.method).inc()

    async def failed(_: object, __: object, request: aiohttp.TraceRequestExceptionParams) -> None:
        metrics.requests.labels(request.method, type(request.exception).__name__).inc()

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace


def share(settings: Discord) -> dict[str, Any]:
    """Return which shards the client serves, as discord.py wants to be told: nothing for all of them."""
    if not settings.shards:
        return {"shard_count": settings.shard_count or None}
    return {"shard_ids": list(settings.shards), "shard_count": settings.shard_count}


class HeraldClient(discord.AutoShardedClient):
    """One connection to Discord. It needs no privileged intents and caches no members or messages."""

    def __init__(self, herald: Herald, on_guild: Callable[[int], None]) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=ALL_SERVERS_S,
            heartbeat_timeout=ZOMBIE_S,
            **share(herald.config.discord),
        )
        self.http = self._connection.http = Requests(self.loop, request_count(herald.metrics))
        async_context.set(Answers())  # type: ignore[no-untyped-call]
        self.herald = herald
        self._on_guild = on_guild
        self.router = Router(herald)
        self.tree = command_tree(self, herald)
        self.has_commands = asyncio.Event()
        """Set once Discord knows the commands as they are now."""
        self._registering: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Begin to register the commands; nobody waits for that."""
        self._registering = asyncio.create_task(self._register())

    async def _register(self) -> None:
        """Register the commands where they have changed since the last start, again and again until Discord takes them.

        Its pauses grow up to an hour, or are as long as Discord says.
        """
        stamp = commands_stamp(commands_as_sent(self.tree), self.application_id or 0)
        pause, file = FIRST_WAIT_S, self.herald.registered
        while not (file.exists() and file.read_text() == stamp):
            try:
                await self.tree.sync()
            except (discord.HTTPException, ClientError, OSError) as error:
                pause = min(2 * pause, LONGEST_PAUSE_S)
                told = error.seconds if isinstance(error, Busy) else None
                logger.error("the slash commands could not be registered; buttons work all the same: %s", error)
                await asyncio.sleep(pause if told is None else told)
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(stamp)
        self.has_commands.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a session may begin: far enough from the last one, whichever client or process began that.

        Discord resets the token of whoever begins more of them in a day than it allows.
        """
        limits = await self.fetch_session_start_limits()
        if not limits.remaining:
            seconds = limits.reset_after / 1000
            logger.error("Discord lets Herald begin no session for %.0f s; Herald waits", seconds)
            await asyncio.sleep(seconds)
        async with self.herald.store.writing() as connection:
            moment = await session_starts.take(connection, time.time(), APART_S)
        await asyncio.sleep(moment - time.time())

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect one shard, as long as this client is open: the library tries again for ever, also when closed."""
        if not self.is_closed():
            await super().launch_shard(gateway, shard_id, initial=initial)

    async def close(self) -> None:
        """Close the connection, and stop the heartbeat of one that was still being made: the library forgets that."""
        if self._registering is not None:
            self._registering.cancel()
        await super().close()
        for thread in threading.enumerate():
            if isinstance(thread, KeepAliveHandler) and getattr(thread.ws, "_connection", None) is self._connection:
                thread.stop()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer buttons, menus and forms; commands have their tree."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await self.router.handle(interaction)

    async def on_app_command_completion(
        self,
        interaction: discord.Interaction[Any],
        command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
    ) -> None:
        """Note how long a slash command took."""
        self.tree.note_time(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Herald is back on a server."""
        self._on_guild(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Handle the return of a server, with Herald in it."""
        self._on_guild(guild.id)

    async def on_guild_channel_update(self, before: GuildChannel, after: GuildChannel) -> None:
        """Handle a change of a channel, which may change permissions."""
        self._on_guild(after.guild.id)

    async def on_raw_thread_update(self, update: discord.RawThreadUpdateEvent) -> None:
        """Handle a change of a thread, which may unlock it."""
        self._on_guild(update.guild_id)

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        """Handle a deleted thread: if it was a game's, tell its game master, and let lists name the game instead."""
        await self.herald.lobby.look_for_thread(gone.thread_id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Herald's role may have got more permissions."""
        self._on_guild(after.guild.id)

    async def on_ready(self) -> None:
        """Say so in the log."""
        logger.info("connected to Discord as %s", self.user)


def command_tree(client: discord.Client, herald: Herald) -> Tree:
    """Return all slash commands."""
    tree = Tree(client, herald)
    tree.add_command(GameCommands(herald))
    tree.add_command(MasterCommands(herald))
    tree.add_command(ConsentCommands(herald))
    tree.add_command(MyCommands(herald))
    tree.add_command(PlanCommand(herald))
    tree.add_command(TournamentCommands(herald))
    add_help(tree, herald)
    add_playing(tree, herald)
    add_answer(tree, herald)
    add_explain(tree, herald)
    add_where(tree, herald)
    add_absence(tree, herald)
    add_rulings(tree, herald)
    add_fairness(tree, herald)
    add_ladder(tree, herald)
    let_completions_be_refused(tree)
    for rules in GAMES.values():
        tree.add_command(action_group(rules))
    return tree


def commands_as_sent(tree: Tree) -> list[dict[str, Any]]:
    """Return the commands as Discord is told of them."""
    return [command.to_dict(tree) for command in tree.get_commands()]


def commands_stamp(commands: Sequence[Mapping[str, Any]], application: int) -> str:
    """Return a hash that changes when a command does."""
    return sha256(f"{application} ".encode() + msgspec.json.encode(commands)).hexdigest()


class Supervisor:
    """Keeps a client connected: a new one after every failure, with growing pauses."""

    def __init__(self, herald: Herald, token: str) -> None:
        self.herald = herald
        self.token = token
        self.client: HeraldClient | None = None
        self.on_guild: Callable[[int], None] = lambda guild: None
        self._stopping = False
        self._fault: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Stay connected until stopped; `ended_or` raises what no new attempt can mend, such as a refused token."""
        try:
            await self._stay_connected()
        except Exception as error:
            self._fault.set_exception(error)

    async def ended_or(self, stopped: asyncio.Event) -> None:
        """Wait until `stopped` is set; raises what ended the connection for good, or StoreError for a lost file."""
        waiting = asyncio.ensure_future(stopped.wait())
        lost = asyncio.ensure_future(self.herald.store.until_lost())
        either: set[asyncio.Future[Any]] = {waiting, lost, self._fault}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        for fault in (self._fault, lost):
            if fault.done():
                fault.result()
        lost.cancel()

    async def _stay_connected(self) -> None:
        wait = FIRST_WAIT_S
        while not self._stopping:
            self.client = HeraldClient(self.herald, self.on_guild)
            began = asyncio.get_running_loop().time()
            try:
                await self.client.start(self.token)
            except discord.LoginFailure as error:
                raise ConfigError(f"Discord refuses the token: {error} Check discord.token or HERALD_TOKEN.") from error
            except Exception as error:
                logger.warning("the connection to Discord failed", exc_info=error)
            finally:
                await self.client.close()
            if self._stopping:
                return
            lived = asyncio.get_running_loop().time() - began
            wait = FIRST_WAIT_S if lived > MAX_WAIT_S else min(wait * 2, MAX_WAIT_S)
            await asyncio.sleep(wait)

    @property
    def is_connected(self) -> bool:
        """Whether Discord can be spoken to now."""
        return self.client is not None and self.client.is_ready()

    async def connected(self) -> HeraldClient:
        """Return the client once it is ready."""
        while True:
            client = self.client
            if client is not None and client.is_ready():
                return client
            if self._fault.done():
                self._fault.result()
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Close the connection, and make no new one."""
        self._stopping = True
        if self.client is not None:
            await self.client.close()
