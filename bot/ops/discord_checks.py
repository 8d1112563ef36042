"""What `herald doctor` asks Discord, by plain requests: no session begins, and nothing is changed."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from email.utils import parsedate_to_datetime

import aiohttp
import discord
from discord.http import Route

from bot.config import Config
from bot.ops.findings import Finding, Grade
from bot.panels.mishaps import lacking
from bot.store.inspection import Home, Inspection
from engine.core.text import counted

SESSIONS = 50
"""Starts of sessions that should be left of those of a day."""

SHARD_SERVERS = 2_500
"""Servers above which Discord refuses a shard."""

CLOCK_S = 60.0
"""Seconds by which this machine's clock may differ from Discord's."""

WAIT_S = 30.0
"""Seconds that one question to Discord may take."""

UNANSWERED = (aiohttp.ClientError, OSError, TimeoutError, discord.HTTPException, discord.GatewayNotFound)

PRIVILEGED = {
    "gateway_presence": "Presence Intent",
    "gateway_guild_members": "Server Members Intent",
    "gateway_message_content": "Message Content Intent",
}
"""The intents that have to be switched on in the developer portal."""

NEEDS_A_TOKEN = "there is no token, so Discord cannot be asked."


async def questioned(config: Config, looked: Inspection | None) -> list[Finding]:
    """Look at the token, the intents, the shards, the clock, and the permissions in each channel that holds a game."""
    token = config.discord.token.strip()
    if not token:
        do = "Set HERALD_TOKEN (or discord.token); without one `herald run` starts the sandbox."
        return [
            Finding("token", Grade.LOOK, "none is set.", do),
            *(Finding(about, Grade.SKIPPED, NEEDS_A_TOKEN) for about in ("intents", "shards", "permissions")),
        ]
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with asyncio.timeout(WAIT_S):
            await client.login(token)
        return [finding async for finding in _of_client(client, config, looked)]
    except discord.LoginFailure:
        do = (
            "Get a new one from Discord's developer portal (Bot, Reset Token) and set it as HERALD_TOKEN or "
            "discord.token."
        )
        return [Finding("token", Grade.WRONG, "Discord refuses it.", do)]
    except UNANSWERED as error:
        do = "Check this machine's network and https://discordstatus.com, then try again."
        return [Finding("token", Grade.WRONG, f"Discord does not answer ({_named(error)}).", do)]
    finally:
        await client.close()


async def _of_client(client: discord.Client, config: Config, looked: Inspection | None) -> AsyncIterator[Finding]:
    yield Finding("token", Grade.WELL, f"Discord accepts it, as the token of {client.user}.")
    async with asyncio.timeout(WAIT_S):
        application = await client.application_info()
        shards, _, limit = await client.http.get_bot_gateway()
    yield intents(application.flags)
    for finding in sharding(config, application.approximate_guild_count, shards, limit["remaining"]):
        yield finding
    yield await _clock()
    if looked is None:
        yield Finding("permissions", Grade.SKIPPED, "the database cannot be read, so no game is known.")
        return
    for home in looked.homes:
        yield await _permissions(client, home)


def intents(flags: discord.ApplicationFlags) -> Finding:
    """Look whether the application asks for more than Herald needs, which is nothing that must be switched on."""
    given = [name for flag, name in PRIVILEGED.items() if getattr(flags, flag) or getattr(flags, f"{flag}_limited")]
    if not given:
        return Finding("intents", Grade.WELL, "no privileged intent is on; Herald needs none.")
    do = "Switch them off in the developer portal (Bot, Privileged Gateway Intents): Herald reads no messages."
    return Finding("intents", Grade.LOOK, f"on, and not needed: {', '.join(given)}.", do)


def sharding(config: Config, servers: int, recommended: int, sessions: int) -> Iterator[Finding]:
    """Check whether there are enough shards for the servers, and whether sessions are left for today."""
    count = config.discord.shard_count or recommended
    words = f"{counted(servers, 'server')} on {counted(count, 'shard')}; Discord recommends {recommended}"
    if servers > SHARD_SERVERS * count:
        do = f"Set discord.shard_count to {recommended} at least, in all processes, while all are stopped."
        yield Finding("shards", Grade.WRONG, f"{words}, and refuses more than {SHARD_SERVERS} servers a shard.", do)
    elif config.discord.shard_count and count < recommended:
        do = f"Set discord.shard_count to {recommended}, in all processes, while all are stopped."
        yield Finding("shards", Grade.LOOK, f"{words}.", do)
    else:
        yield Finding("shards", Grade.WELL, f"{words}.")
    if sessions < SESSIONS:
        do = "Find out in the log why Herald connects so often; Discord resets the token when none is left."
        yield Finding("shards", Grade.LOOK, f"only {counted(sessions, 'session')} more may start today.", do)


async def _clock() -> Finding:
    """Compare the clock with the date that Discord puts on its answers."""
    timeout = aiohttp.ClientTimeout(total=WAIT_S)
    async with aiohttp.ClientSession(timeout=timeout) as session, session.get(f"{Route.BASE}/gateway") as answer:
        return compared(answer.headers.get("Date", ""), time.time())


def compared(date: str, now: float) -> Finding:
    """Say how far the clock is from a date."""
    try:
        off = now - parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError):
        return Finding("clock", Grade.SKIPPED, "Discord's answer has no date to compare it with.")
    if abs(off) > CLOCK_S:
        do = "Let the machine keep its time: timedatectl set-ntp true."
        how = "ahead of" if off > 0 else "behind"
        return Finding("clock", Grade.WRONG, f"it is {round(abs(off))} s {how} Discord's, and deadlines follow it.", do)
    return Finding("clock", Grade.WELL, "it agrees with Discord's.")


async def _permissions(client: discord.Client, home: Home) -> Finding:
    """Look whether Herald has what it needs in a channel."""
    titles = home.titles
    more = f" and {len(titles) - 3} more" if len(titles) > 3 else ""
    names = ", ".join(titles[:3]) + more
    if not home.channel:
        do = "Ask their game masters to give them a thread: /game adopt GAME."
        return Finding("permissions", Grade.LOOK, f"without a thread on Discord: {names}.", do)
    try:
        async with asyncio.timeout(WAIT_S):
            assert client.user
            guild = await client.fetch_guild(home.guild)
            member, channel = await guild.fetch_member(client.user.id), await guild.fetch_channel(home.channel)
            missing = lacking(channel.permissions_for(member))
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        do = "Let Herald see the channel, or invite it again; if the channel is gone, /game adopt GAME elsewhere."
        return Finding("permissions", Grade.WRONG, f"channel {home.channel} of {names} cannot be seen.", do)
    except UNANSWERED as error:
        says = f"channel {home.channel} could not be checked ({_named(error)})."
        return Finding("permissions", Grade.SKIPPED, says, "Try again later.")
    if missing:
        do = f"Ask an admin of {guild.name} to grant them to Herald's role, in that channel or on the server."
        return Finding("permissions", Grade.WRONG, f"#{channel.name} of {names} lacks {missing}.", do)
    return Finding("permissions", Grade.WELL, f"none is missing in #{channel.name} of {guild.name} ({names}).")


def _named(error: BaseException) -> str:
    return str(error) or type(error).__name__
