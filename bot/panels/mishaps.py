"""What a person is told where a press or a command comes to nothing, in one sentence that says what to do."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot import texts
from bot.errors import HeraldError, StoreFailure
from bot.herald import Herald
from bot.pace import UNTOLD, Busy, Unanswered
from bot.store import games
from engine.core.errors import EngineError

Interaction = discord.Interaction[Any]

logger = logging.getLogger(__name__)

MISHAP = "⚠️ I made a mistake. Nothing has changed; try again, and tell the game master if it happens again."

UNANSWERED = (
    "⏳ Discord was too busy for my answer. Your action may count already: look at the panel, or at *My options*, "
    "before you repeat it."
)

BUSY = "⏳ Discord is busy and lets me do that {when}. Nothing has changed yet; try again then."

Names = Callable[[], Awaitable[Mapping[str, str]]]
"""Returns the players' names by seat, of the game that is meant."""


async def tell_mishap(herald: Herald, interaction: Interaction, error: Exception, kind: str, names: Names) -> None:
    """Tell a person why a press or a command, as `kind` says, came to nothing; what nobody foresaw is logged."""
    if is_over(error):
        logger.info("an answer came too late or a second time, or its message is gone: %s", error)
        return
    if isinstance(error, HeraldError | EngineError):
        said = sentence(error, await names() if isinstance(error, EngineError) else {})
    elif isinstance(error, Unanswered):
        logger.info("Discord was too busy for an answer: %s", error)
        said = UNANSWERED
    elif isinstance(error, Busy):
        said = BUSY.format(when=error.when)
    elif isinstance(error, discord.HTTPException) and is_refusal(error):
        logger.info("a %s was refused: %s", kind, error)
        said = f"⚠️ {refusal(interaction.channel_id, interaction.app_permissions, error)}"
    else:
        logger.error("a %s failed", kind, exc_info=error)
        herald.metrics.failures.labels(kind).inc()
        said = MISHAP
    await tell_privately(interaction, said)


def sentence(error: Exception, names: Mapping[str, str]) -> str:
    """Return what an error tells a person; what people wrote neither pings nor formats in it."""
    words = error.told if isinstance(error, StoreFailure) else texts.safe(str(error))
    return f"⚠️ {texts.with_names(words, names) if isinstance(error, EngineError) else words}"


ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has been answered; it delivers one twice now and then."""


def is_over(error: Exception) -> bool:
    """Tell whether Discord takes no answer to an interaction any more, or the one that was delivered twice has its."""
    answered = isinstance(error, discord.HTTPException) and error.code == ACKNOWLEDGED
    return answered or isinstance(error, discord.NotFound)


async def names_of(herald: Herald, game: str) -> dict[str, str]:
    """Return the players' names of a game by seat; none if it is not known or the database does not answer."""
    try:
        async with herald.store.reading() as connection:
            return {seat.id: seat.name for seat in await games.seats_of(connection, game)}
    except HeraldError:
        return {}


NEEDED = (
    "view_channel",
    "send_messages",
    "create_public_threads",
    "send_messages_in_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
    "pin_messages",
)
"""What Herald must be allowed in a channel to run a game there."""

TOO_MANY_THREADS = 160006
"""Discord's code for a server that has as many active threads as it may."""


def lacking(allowed: discord.Permissions) -> str:
    """Return the permissions that Herald needs and lacks, by Discord's names; "" for none."""
    return ", ".join(name.replace("_", " ").title() for name in NEEDED if not getattr(allowed, name))


def is_refusal(error: BaseException) -> bool:
    """Tell whether Discord has refused what somebody on the server can mend: see `refusal`."""
    return isinstance(error, discord.Forbidden) or getattr(error, "code", 0) == TOO_MANY_THREADS


def refusal(
    channel: int | None, allowed: discord.Permissions, error: discord.HTTPException, then: str = "then try again"
) -> str:
    """Say what Discord has refused in a channel where Herald has these permissions, and what to do about it."""
    if error.code == TOO_MANY_THREADS:
        return (
            f"This server has as many active threads as Discord allows ({error.text}). Close some that nobody "
            f"needs any more, {then}."
        )
    where, names = f"<#{channel}>", lacking(allowed)
    if names:
        return f"Herald lacks permissions in {where}: {names}. Ask a server admin to grant them, {then}."
    return f"Discord does not let Herald do that in {where} ({error.text}). Ask a server admin, {then}."


async def tell_privately(interaction: Interaction, text: str) -> None:
    """Tell a person something alone, whatever has been answered so far."""
    text = texts.clipped(text, texts.MESSAGE)
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)
    except UNTOLD as error:
        logger.info("a person could not be told: %s", error)
