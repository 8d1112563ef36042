"""/help: what somebody can do in this channel: new here, at a table that waits, asked, waiting, or game master."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot import texts
from bot.errors import HeraldError
from bot.herald import Herald
from bot.panels import leaflets
from bot.panels.deciding.play import Play
from bot.panels.master import gm_auth
from bot.panels.panel import Panel, buttons
from bot.services.moderation import is_master
from bot.store import games
from bot.store.rows import GameRecord, SeatRecord, Status
from bot.table.live_game import LiveGame, seat_held
from engine.core.text import counted, join_words
from engine.games import GAMES, rules_of

Interaction = discord.Interaction[Any]


BUTTONS = "Everything has a button. If you like to type, commands such as `/answer` do the same."


def add_help(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add /help to the tree."""

    @tree.command(name="help", description="What you can do here and now, in a few lines")
    async def help_(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            panel = await _panel(herald, interaction)
            await interaction.edit_original_response(content=panel.text, view=panel.view())


async def _panel(herald: Herald, interaction: Interaction) -> Panel:
    """Say what somebody can do, with the player's card below: that of the game here, elsewhere one of each game."""
    try:
        game = await Play(herald, interaction).record()
    except HeraldError:
        return Panel("\n".join(new_here()), rows=buttons(leaflets.cards()))
    words = await _words(herald, interaction, game)
    return Panel(texts.clipped(words, texts.MESSAGE), rows=buttons(leaflets.button(game.rules, game.variant)))


async def _words(herald: Herald, interaction: Interaction, game: GameRecord) -> str:
    user, roles = interaction.user.id, gm_auth.roles_of(interaction)
    async with herald.store.reading() as connection:
        seats = await games.seats_of(connection, game.id)
    lines: list[str] = []
    if game.status is Status.LOBBY:
        lines += at_an_open_table(game, seats, user)
    elif game.status is Status.PLAYING:
        async with herald.referee.reading(game.id) as live:
            lines += in_a_game(live, user)
    else:
        lines.append("The game is over: `/game export` gives its record, `/log` what happened.")
    if is_master(game, user, roles):
        lines += ["", *as_game_master(game)]
    return "\n".join(lines)


def new_here() -> Iterator[str]:
    """For somebody who asks where no game is played."""
    yield f"**Herald** moderates {join_words(rules.title for rules in GAMES.values())}, by post or in an evening."
    yield "- `/game new` opens a table here, in a thread of its own; friends take a seat with a button."
    yield f"- {BUTTONS}"
    yield "- Computer players fill free seats: *Add a computer player* in the thread."
    yield "- `/game list` has the games of this server, `/mine` what waits for you."
    yield "- Below is a one-page card for each game, to learn it from and to give to your group."


def at_an_open_table(game: GameRecord, seats: tuple[SeatRecord, ...], user: int) -> Iterator[str]:
    """For somebody at a table that waits for players."""
    least, _ = rules_of(game.rules).seats(game.options)
    taken = counted(len(seats), "seat")
    yield f"**{texts.safe(game.title)}** waits for players: {taken} taken, {least} needed at least."
    if not seat_held(seats, user):
        yield "- Press *Take a seat* to play."
    if user == game.owner:
        yield "- *Start the game* begins it. *Add a computer player*, *Pace* and *House rules* are beneath the panel."
    else:
        yield "- The person who opened the table starts it; I tell you when it begins."


def in_a_game(live: LiveGame, user: int) -> Iterator[str]:
    """For somebody in the thread of a running game."""
    seat = seat_held(live.seats, user)
    request = live.table.request(seat) if seat else None
    if request is not None:
        yield f"**You are asked**: {texts.with_names(request.prompt, live.names)}"
        yield "- Press *My options*: it asks step by step, and shows your action before you confirm it."
        yield f"- {BUTTONS}"
        yield "- `/odds` weighs fights, `/where` finds things on the map, `/why` says why something is impossible."
        return
    waited = {live.names.get(asked.seat, "the clock") for asked in live.table.requests()}
    yield f"The game waits for {join_words(texts.safe(name) for name in sorted(waited)) or 'nobody'}."
    if seat:
        yield f"- {BUTTONS}"
        yield "- *My options* shows what you can do at any time; `/plan` answers questions before they come."
        yield "- Away for some days? `/away`. `/me settings` has your hours, and when you are pinged."
    else:
        yield "- You do not play here; the buttons of the panel above show the map, the log and the seats."
    yield "- `/rule` explains rules, `/log` tells what has happened."


def as_game_master(game: GameRecord) -> Iterator[str]:
    """For the game master beside."""
    yield "**You are the game master.**"
    if game.status is Status.PLAYING:
        yield "- Somebody is late: `/gm nudge`, `/gm extend`, `/gm default`, `/gm regent`, `/gm replace`."
        yield "- Something went wrong: `/gm undo`, `/gm correct`, `/gm goto`; `/gm edit` changes anything on the table."
    yield "- `/game settings` says how much this thread tells, `/game pace` how long decisions may take."
