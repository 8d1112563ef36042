"""/me: a person's own settings, for all tables alike."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.common import Name, completed, say
from bot.commands.ladder import guild_of, titles
from bot.herald import Herald
from bot.model import people
from bot.panels import me
from bot.panels.panel import MENU
from bot.panels.reading import ladder

Interaction = discord.Interaction[Any]


def add_absence(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add /away and /back to the tree."""

    @tree.command(name="away", description="Tell all your tables that you will be away")
    @app_commands.describe(
        until="When you come back: 5d, tomorrow, 2026-03-28; leave it out if you cannot say",
        begins="Leave it out if you go at once",
    )
    @app_commands.rename(begins="from")
    async def away(
        interaction: Interaction,
        until: app_commands.Range[str, 0, 30] = "",
        begins: app_commands.Range[str, 0, 30] = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            await me.go_away(herald, interaction, begins, until)

    @tree.command(name="back", description="Tell your tables that you are back, or stay after all")
    async def back(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            await me.come_back(herald, interaction)


class MyCommands(app_commands.Group):
    """The group `/me`."""

    def __init__(self, herald: Herald) -> None:
        super().__init__(name="me", description="Your own hours and absences, for all your tables")
        self.herald = herald

    @app_commands.command(name="settings", description="Everything about you, with buttons to change it")
    async def settings(self, interaction: Interaction) -> None:
        """Show the panel."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            await me.show(self.herald, interaction, await self.herald.absences.person(interaction.user.id))

    @app_commands.command(name="zone", description="Your time zone")
    @app_commands.describe(zone="Such as Europe/London")
    async def zone(self, interaction: Interaction, zone: app_commands.Range[str, 1, 60]) -> None:
        """Set the time zone."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            await me.set_zone(self.herald, interaction, zone)

    @zone.autocomplete("zone")
    async def _zones(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        word = current.strip().replace(" ", "_").casefold()
        found = [zone for zone in people.zones() if word in zone.casefold()][:MENU]
        now = self.herald.referee.now()
        times = {zone: people.local(people.Person(user=0, zone=zone), now) for zone in found}
        return [app_commands.Choice(name=f"{zone}: {time:%H:%M}", value=zone) for zone, time in times.items()]

    @app_commands.command(name="quiet", description="Hours of your day in which no message comes")
    @app_commands.describe(hours="Such as 22:00-07:00 in your own time; none for none")
    async def quiet(self, interaction: Interaction, hours: app_commands.Range[str, 1, 20]) -> None:
        """Set quiet hours."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            await me.set_quiet(self.herald, interaction, hours)

    @app_commands.command(name="notify", description="When Herald writes to you")
    @app_commands.rename(upcoming="next")
    @app_commands.describe(when="When", upcoming="Whether to tell you that your turn is next")
    @app_commands.choices(
        when=[app_commands.Choice(name=said[:100], value=kind.value) for kind, said in people.NOTIFY.items()]
    )
    async def notify(
        self, interaction: Interaction, when: app_commands.Choice[str] | None = None, upcoming: bool | None = None
    ) -> None:
        """Set when to be written to."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            values: dict[str, object] = {}
            if when is not None:
                values["notify"] = people.Notify(when.value)
            if upcoming is not None:
                values["heads_up"] = upcoming
            await me.set_notify(self.herald, interaction, **values)

    @app_commands.command(name="record", description="Your own or somebody else's results in games that count here")
    @app_commands.describe(
        player="Somebody else", game="One game alone", against="How often you finished ahead of them and behind them"
    )
    @app_commands.guild_only()
    async def record(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        game: Name = "",
        against: discord.User | None = None,
    ) -> None:
        """Show a person's record on a server."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            who = player or interaction.user
            text = await ladder.record_text(
                self.herald,
                guild_of(interaction),
                str(who.id),
                who.display_name,
                titles(game),
                own=who.id == interaction.user.id,
                rival=str(against.id) if against else "",
            )
            await say(interaction, text)

    @record.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return completed(titles(), current)

    @app_commands.command(name="export", description="Everything that Herald stores about you, as a file")
    async def export(self, interaction: Interaction) -> None:
        """Give somebody what is held of them."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            await me.export(self.herald, interaction)

    @app_commands.command(name="forget", description="Delete what Herald stores about you; games keep their record")
    async def forget(self, interaction: Interaction) -> None:
        """Ask whether somebody really wants to be forgotten."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            await me.ask_to_forget(self.herald, interaction)
