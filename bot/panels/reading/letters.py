"""Letters between players: who has asked whom for what and what came of it, and a sentence with what is still open."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import answers
from bot.panels.deciding import openings
from bot.panels.ids import Press
from bot.panels.modals import Line, modal
from bot.panels.panel import Panel, buttons
from bot.panels.reading import log
from bot.panels.verbs import FormHandler, FormOpener
from bot.store.rows import Via
from bot.table.effects import WORD
from bot.table.live_game import LiveGame
from bot.table.submission import Submission
from engine.core.actions import MASTER, Proposal, Word
from engine.core.events import name_seats
from engine.games import rules_of

Interaction = discord.Interaction[Any]

SHOWN = 20
"""Letters that are shown, the latest."""

LONGEST = 200
"""Characters of a sentence."""

NOTHING = (
    "Nobody has asked you for anything yet, nor you anybody. Trades, help and passage are asked for in *My options*."
)

FREE = "No rule makes anybody keep a promise."

GONE = "That is no longer open, so nothing can be said with it; look at *Letters* for what came of it."


async def show(herald: Herald, interaction: Interaction, game: str) -> None:
    """Show somebody who has asked them for what, and whom they have asked, with what came of it."""
    kept = await log.read_log(herald, game, interaction.user.id)
    if not kept.me:
        raise Refused(f"You have no seat in {kept.game.title}; letters are for its players.")
    kinds = rules_of(kept.game.rules).story.letters
    found = await asyncio.to_thread(kept.letters, kinds | {WORD})
    async with herald.referee.reading(game) as live:
        table, names = live.table, live.names
        mine = await asyncio.to_thread(openings.sent, table, kept.me)
    pages = texts.pages(texts.log_text(found[-SHOWN:], names), texts.MESSAGE) if found else [NOTHING]
    rows = buttons(openings.words_with(game, mine, names))[: 5 if mine else 0]
    panel = Panel(f"{pages[-1]}\n\n-# {FREE}", title="Letters", rows=rows)
    await answers.put(interaction, panel)


# ---------------------------------------------------------------------- a sentence with it


async def ask(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for a sentence with something that a player has asked another."""
    async with herald.referee.reading(press.subject) as live:
        to, _ = _open(live, interaction.user.id, press)
        names = live.names
    line = Line("words", f"A sentence for {names.get(to, to)} alone", hint=FREE, long=True, most=LONGEST)
    return modal(
        Press("worded", press.subject, topic=press.topic, field_value=press.field_value), "A sentence with it", [line]
    )


def _open(live: LiveGame, user: int, press: Press) -> tuple[str, Proposal]:
    """Return to whom something was proposed, and what; raises Refused where it is no longer open."""
    seat = live.seat_of(user)
    for to, one in openings.sent(live.table, seat):
        if (to, openings.key_of(one)) == (press.topic, press.field_value):
            return to, one
    raise Refused(GONE)


async def send(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Send a sentence to the player who was asked; both find it among their letters."""
    words = texts.tidy(written.get("words", ""), LONGEST)
    if not words:
        raise Refused("Write a sentence for the other player, or leave the form.")
    user = interaction.user.id

    def intent(live: LiveGame) -> Submission:
        to, one = _open(live, user, press)
        about, said = texts.safe(name_seats(one.short, live.names)), texts.safe(words)
        plain = said.replace("{", "(").replace("}", ")")
        return Submission(MASTER, Word(live.seat_of(user), to, about, plain), user, Via.PLAYER)

    await herald.referee.carry_out(press.subject, intent)
    async with herald.referee.reading(press.subject) as live:
        name = texts.safe(live.names.get(press.topic, press.topic))
    await interaction.edit_original_response(
        content=f"{name} reads: “{texts.safe(words)}” Only the two of you know it."
    )


SHOWERS: dict[str, Callable[[Herald, Interaction, str], Awaitable[None]]] = {"letters": show}
"""What opens a private message of its own, by verb."""

FORMS: dict[str, FormOpener] = {"word": ask}
SENT: dict[str, FormHandler] = {"worded": send}
