"""What players can do together over their game: take back, pause, replace, end; and the rulings made for them."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot import texts
from bot.commands.common import Name, regents, say
from bot.errors import Refused
from bot.herald import Herald
from bot.model import interventions
from bot.panels.deciding.play import Play
from bot.panels.master import motions
from bot.panels.panel import LABEL
from bot.store import games
from bot.store import motions as kept
from bot.store.rows import GameRecord, MotionKind, Ruling

Interaction = discord.Interaction[Any]

LISTED = 15
"""Rulings that one search shows."""


class ConsentCommands(app_commands.Group):
    """The group `/table`."""

    def __init__(self, herald: Herald) -> None:
        super().__init__(name="table", description="Decisions that the players take together", guild_only=True)
        self.herald = herald

    async def _game(self, interaction: Interaction) -> GameRecord:
        await interaction.response.defer(ephemeral=True)
        return await Play(self.herald, interaction).record()

    async def _move(
        self, interaction: Interaction, kind: MotionKind, intervention: interventions.AnyIntervention
    ) -> None:
        game = await Play(self.herald, interaction).record()
        said = await self.herald.moderation.propose(game.id, interaction.user.id, kind, intervention)
        await interaction.edit_original_response(content=said)

    @app_commands.command(
        name="undo", description="Undo your last action; once others have seen it, they have to agree"
    )
    async def undo(self, interaction: Interaction) -> None:
        """Take one's last action back."""
        with self.herald.working():
            game = await self._game(interaction)
            said = await self.herald.moderation.take_back(game.id, interaction.user.id)
            await interaction.edit_original_response(content=said)

    @app_commands.command(name="pause", description="Ask the others to stop the clocks")
    async def pause(self, interaction: Interaction) -> None:
        """Move a pause."""
        with self.herald.working():
            await self._game(interaction)
            await self._move(interaction, MotionKind.PAUSE, interventions.Pause())

    @app_commands.command(name="resume", description="Ask the others to let the clocks run again")
    async def resume(self, interaction: Interaction) -> None:
        """Move the end of a pause."""
        with self.herald.working():
            await self._game(interaction)
            await self._move(interaction, MotionKind.RESUME, interventions.Resume())

    @app_commands.command(name="replace", description="Ask the others to give an absent player's seat to somebody else")
    @app_commands.describe(player="Whose seat", by="Who takes it over")
    async def replace(self, interaction: Interaction, player: Name, by: discord.Member) -> None:
        """Move a replacement."""
        with self.herald.working():
            game = await self._game(interaction)
            name = texts.tidy(by.display_name) or by.name
            intervention = interventions.Replace(await motions.seat_meant(self.herald, game, player), by.id, name)
            await self._move(interaction, MotionKind.REPLACE, intervention)

    @app_commands.command(name="master", description="Ask the others to replace a game master who is gone")
    @app_commands.describe(member="The new game master")
    async def master(self, interaction: Interaction, member: discord.Member) -> None:
        """Move that somebody else becomes game master."""
        with self.herald.working():
            await self._game(interaction)
            name = texts.tidy(member.display_name) or member.name
            await self._move(interaction, MotionKind.MASTER, interventions.HandOver(member.id, name))

    @app_commands.command(
        name="mistake", description="Report a mistake in the last phase, before the next phase is over"
    )
    @app_commands.describe(reason="The mistake, and the rule")
    async def mistake(self, interaction: Interaction, reason: app_commands.Range[str, 1, 500]) -> None:
        """Report a mistake in the last resolved phase."""
        with self.herald.working():
            game = await self._game(interaction)
            said = await motions.report(self.herald, game, interaction.user.id, reason)
            await interaction.edit_original_response(content=said)

    @app_commands.command(name="end", description="Ask all others to end the game here")
    @app_commands.describe(reason="Why", winner="Who wins; leave it out for a draw")
    async def end(self, interaction: Interaction, reason: app_commands.Range[str, 1, 200], winner: Name = "") -> None:
        """Move the end of the game."""
        with self.herald.working():
            game = await self._game(interaction)
            said = await motions.propose_end(self.herald, game, interaction.user.id, reason, winner)
            await interaction.edit_original_response(content=said)

    @app_commands.command(
        name="regent", description="Let a computer player decide for you while you are away, or take over again"
    )
    @app_commands.describe(regent="Which computer player; leave it out to decide yourself again")
    async def regent(self, interaction: Interaction, regent: Name = "") -> None:
        """Set or relieve one's own regent."""
        with self.herald.working():
            game = await self._game(interaction)
            said = await self.herald.moderation.set_own_regent(game.id, interaction.user.id, regent)
            await interaction.edit_original_response(content=said)

    @app_commands.command(name="fill", description="Give a free seat to a computer player, before the game starts")
    @app_commands.describe(player="Which computer player")
    async def fill(self, interaction: Interaction, player: Name) -> None:
        """Seat a computer player."""
        with self.herald.working():
            game = await self._game(interaction)
            seat = await self.herald.lobby.fill(game.id, interaction.user.id, player)
            await interaction.edit_original_response(content=f"{texts.safe(seat.name)} takes a seat.")

    @app_commands.command(name="appeal", description="Appeal against a ruling; game master and assistant both answer")
    @app_commands.describe(ruling="Its number", reason="Why it should be overturned")
    async def appeal(self, interaction: Interaction, ruling: int, reason: app_commands.Range[str, 1, 500]) -> None:
        """Appeal against a ruling."""
        with self.herald.working():
            await interaction.response.defer(ephemeral=True)
            user, guild = interaction.user.id, interaction.guild_id or 0
            await self.herald.rulings.appeal(guild, user, ruling, texts.tidy(reason, 500))
            await interaction.edit_original_response(content="The appeal is made.")

    # ------------------------------------------------------------------ completions

    @replace.autocomplete("player")
    @end.autocomplete("winner")
    async def _players(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = await Play(self.herald, interaction).record()
        async with self.herald.store.reading() as connection:
            seats = await games.seats_of(connection, game.id)
        found = [seat for seat in seats if current.casefold() in seat.name.casefold()]
        return [app_commands.Choice(name=texts.clipped(seat.name, LABEL), value=seat.id) for seat in found]

    @regent.autocomplete("regent")
    @fill.autocomplete("player")
    async def _regents(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = await Play(self.herald, interaction).record()
        known = self.herald.referee.rules_of(game.rules).players
        return regents(known, current)


def add_rulings(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add /rulings to the tree."""

    @tree.command(name="rulings", description="Search the rulings of game masters on this server")
    @app_commands.describe(search="Only rulings with this word")
    @app_commands.guild_only()
    async def rulings(interaction: Interaction, search: app_commands.Range[str, 0, 60] = "") -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            async with herald.store.reading() as connection:
                found = await kept.rulings_of(connection, interaction.guild_id or 0, search)
            if not found:
                raise Refused(
                    "No ruling has that word; try another."
                    if search
                    else "There are no rulings on this server yet; a game master records one with /gm ruling."
                )
            await say(interaction, "\n".join(_line(ruling) for ruling in found[:LISTED]))


def _line(ruling: Ruling) -> str:
    state = f" — {ruling.outcome} after an appeal" if ruling.outcome else " — under appeal" if ruling.appeal else ""
    return f"**{ruling.id}** <t:{int(ruling.created)}:d> {texts.safe(ruling.text)}{state}"
