"""/tournament: announcing one, seats, officials, rulings, standings, and what is left of those that are over."""

from __future__ import annotations

from typing import Any, Literal

import discord
import msgspec
from discord import app_commands

from bot import texts
from bot.commands.common import Name, completed, say
from bot.commands.ladder import titles
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import history as past
from bot.panels import ladder, standings
from bot.panels import tournament as panels
from bot.store import tournaments
from bot.store.rows import TournamentRecord
from engine.core.text import tidy
from engine.games import GAMES, USUAL, rules_of
from engine.tournament import log, rulings, wording
from engine.tournament.format import BY_POST, Clock, check, preset
from engine.tournament.state import State, heat_name

Interaction = discord.Interaction[Any]

WHICH = "Which tournament; leave it out for the newest one here"

Reason = app_commands.Range[str, 1, 400]
"""What is written as a reason."""


class TournamentCommands(app_commands.Group):
    """The group `/tournament`."""

    def __init__(self, herald: Herald) -> None:
        super().__init__(name="tournament", description="Heats, a Final and standings for any game", guild_only=True)
        self.herald = herald

    # ------------------------------------------------------------------ announcing

    @app_commands.command(name="create", description="Announce a tournament here; people enter by its buttons")
    @app_commands.describe(
        title="What it is called",
        game="The game to play",
        variant="The rule set of all tables",
        format="Heats and a Final, a league of some rounds, or a knock-out",
        heats="How many heats, or rounds of a league",
        clock="Live: four hours a game and five for the Final; by post: 60 and 75 days",
        assistant="Who judges with you, and for you where you play",
    )
    async def create(
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, 80],
        game: Name = USUAL,
        variant: Name = "",
        format: Literal["wbc", "league", "knockout"] = "wbc",
        heats: app_commands.Range[int, 1, 20] | None = None,
        clock: Literal["live", "post"] = "post",
        assistant: discord.Member | None = None,
    ) -> None:
        """Announce a tournament in the channel, led by the caller."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            rules = rules_of(game)
            chosen = variant or rules.usual_variant
            seats = rules.seats(rules.options(chosen, {}))
            year = interaction.created_at.year
            found = preset(format, title=tidy(title), year=year, game=rules.name, variant=chosen, seats=seats)
            found = msgspec.structs.replace(
                found, heats=heats or found.heats, clock=BY_POST if clock == "post" else Clock()
            )
            check(found, seats)
            record = await self.herald.tournaments.create(
                guild=_guild(interaction),
                channel=_channel(interaction),
                master=interaction.user.id,
                name=tidy(interaction.user.display_name),
                format=found,
                assistants={assistant.id: tidy(assistant.display_name)} if assistant else {},
            )
            await interaction.edit_original_response(
                content=f"**{texts.safe(found.title)}** is announced here; its message has buttons for everybody, and "
                f"*For officials* for you. Its name for commands is `{record.id}`."
            )

    @create.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return completed({rules.name: rules.title for rules in GAMES.values()}, current)

    @create.autocomplete("variant")
    async def _variants(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        rules = GAMES.get(interaction.namespace.game or USUAL)
        return completed(rules.variants if rules else {}, current)

    @app_commands.command(name="list", description="The tournaments of this server")
    async def show_list(self, interaction: Interaction) -> None:
        """List the tournaments of the server, the newest first."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            lines = []
            for record in (await self._all(interaction))[:20]:
                state = await self.herald.tournaments.state(record.id)
                stage = "is over" if record.ended else f"<#{record.channel}>"
                lines.append(f"- `{record.id}` **{texts.safe(state.format.title)}** {state.format.year}: {stage}")
            await say(interaction, "\n".join(lines) or "There is none yet; announce one with /tournament create.")

    # ------------------------------------------------------------------ leading it

    @app_commands.command(name="manage", description="For officials: what can be done now")
    @app_commands.describe(tournament=WHICH)
    async def manage(self, interaction: Interaction, tournament: Name = "") -> None:
        """Show an official what can be done."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            record = await self._record(interaction, tournament)
            await panels.show_official(self.herald, interaction, record.id)

    @app_commands.command(name="seat", description="For officials: set other tables than the drawn ones")
    @app_commands.describe(
        heat="The heat; 0 for the Final",
        tables="The people of each table in the order of play: Ann, Ben, Cat; Dan, Eve, Fay",
        reason="Why; everybody reads it",
        tournament=WHICH,
    )
    async def seat(
        self,
        interaction: Interaction,
        heat: app_commands.Range[int, 0, 20],
        tables: app_commands.Range[str, 1, 1000],
        reason: Reason,
        tournament: Name = "",
    ) -> None:
        """Close a heat with tables that an official sets."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            record, state = await self._official(interaction, tournament)
            named = [[_person(state, name) for name in table.split(",")] for table in tables.split(";")]
            await self.herald.tournaments.close(record.id, heat, interaction.user.id, named, tidy(reason, 400))
            await say(interaction, f"{heat_name(heat).capitalize()} is closed; its tables are being opened.")

    @app_commands.command(name="officials", description="For officials: who leads and who assists from now on")
    @app_commands.describe(
        master="The game master", assistant="An assistant", other="Another assistant", tournament=WHICH
    )
    async def officials(
        self,
        interaction: Interaction,
        master: discord.Member,
        assistant: discord.Member | None = None,
        other: discord.Member | None = None,
        tournament: Name = "",
    ) -> None:
        """Appoint officials."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            record, _ = await self._official(interaction, tournament)
            helpers = {str(one.id): tidy(one.display_name) for one in (assistant, other) if one}
            entry = log.Appointed(
                by=str(interaction.user.id), master=str(master.id), name=tidy(master.display_name), assistants=helpers
            )
            state = await self.herald.tournaments.happen(record.id, entry)
            assists = wording.people(state.assistants)
            text = f"{{{state.master}}} leads; assistants: {assists}."
            await say(interaction, texts.with_names(text, state.names))

    @app_commands.command(name="drop", description="Leave the tournament; as an official, let somebody leave it")
    @app_commands.describe(player="Who leaves; leave it out for yourself", tournament=WHICH)
    async def drop(self, interaction: Interaction, player: discord.User | None = None, tournament: Name = "") -> None:
        """Take somebody out of the heats to come."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            record = await self._record(interaction, tournament)
            if player is not None and player.id != interaction.user.id:
                await self._official(interaction, tournament)
            person = str((player or interaction.user).id)
            await self.herald.tournaments.happen(record.id, log.Dropped(by=str(interaction.user.id), person=person))
            await say(interaction, "Out of the heats to come; a seat in a running game is given up with /game leave.")

    # ------------------------------------------------------------------ rulings

    @app_commands.command(name="question", description="Question a ruling of your game master: others decide with him")
    @app_commands.describe(
        heat="The heat; 0 for the Final", table="The table", text="What was ruled", rule="Its id", tournament=WHICH
    )
    async def question(
        self,
        interaction: Interaction,
        heat: app_commands.Range[int, 0, 20],
        table: app_commands.Range[int, 1, 50],
        text: Reason,
        rule: Name = "",
        tournament: Name = "",
    ) -> None:
        """Have a ruling looked at by the assistants."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            record = await self._record(interaction, tournament)
            state = await self.herald.tournaments.question(
                record.id, interaction.user.id, heat, table, tidy(text, 400), tidy(rule)
            )
            number = len(state.rulings)
            waits = wording.people(rulings.awaited(state, state.rulings[-1]))
            text = f"Ruling {number} is questioned, and the table's clocks stand; it waits for {waits}."
            await say(interaction, texts.with_names(text, state.names))

    @app_commands.command(name="judge", description="For officials: say what you think of a questioned ruling")
    @app_commands.describe(
        ruling="Its number", upheld="Whether it stands", reason="Why; it is published", tournament=WHICH
    )
    async def judge(
        self,
        interaction: Interaction,
        ruling: app_commands.Range[int, 1, 999],
        upheld: bool,
        reason: Reason,
        tournament: Name = "",
    ) -> None:
        """Give one's opinion of a ruling."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            record = await self._record(interaction, tournament)
            state = await self.herald.tournaments.judge(
                record.id, interaction.user.id, ruling, upheld, tidy(reason, 400)
            )
            await say(interaction, texts.with_names(wording.ruling(state, ruling), state.names))

    @app_commands.command(name="appeal", description="Appeal against a decided ruling of your table: others judge it")
    @app_commands.describe(ruling="Its number", reason="Why; it is published", tournament=WHICH)
    async def appeal(
        self, interaction: Interaction, ruling: app_commands.Range[int, 1, 999], reason: Reason, tournament: Name = ""
    ) -> None:
        """Have a ruling judged again."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            record = await self._record(interaction, tournament)
            entry = log.Appealed(by=str(interaction.user.id), ruling=ruling, reason=tidy(reason, 400))
            state = await self.herald.tournaments.happen(record.id, entry)
            await say(interaction, texts.with_names(wording.ruling(state, ruling), state.names))

    # ------------------------------------------------------------------ looking

    @app_commands.command(name="standings", description="Who stands where, and why, for everybody to see")
    @app_commands.describe(tournament=WHICH)
    async def standings(self, interaction: Interaction, tournament: Name = "") -> None:
        """Show the standings, every line with its reason, and their picture."""
        await interaction.response.defer(thinking=True)
        with self.herald.working():
            record = await self._record(interaction, tournament)
            state = await self.herald.tournaments.state(record.id)
            first, *others = standings.lines(state)
            files = await standings.picture(self.herald, "standings", state)
            await interaction.edit_original_response(content=first, attachments=files)
            for page in others:
                await interaction.followup.send(page)

    @app_commands.command(name="history", description="The champions of this server, and of the event before Herald")
    @app_commands.describe(
        game="One game alone", player="What somebody has done in them", against="Whom that player has met"
    )
    async def history(
        self,
        interaction: Interaction,
        game: Name = "",
        player: discord.User | None = None,
        against: discord.User | None = None,
    ) -> None:
        """Show who has won, year by year, or what a player has done."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            guild, games = _guild(interaction), titles(game)
            if player is None:
                await say(interaction, await past.history_text(self.herald, guild, games))
                return
            rival = str(against.id) if against else ""
            text = await ladder.record_text(
                self.herald, guild, str(player.id), player.display_name, games, own=False, rival=rival
            )
            await say(interaction, text)

    @history.autocomplete("game")
    async def _played(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return completed(titles(), current)

    @app_commands.command(name="export", description="A tournament as files: its log, and the standings as a table")
    @app_commands.describe(tournament=WHICH)
    async def export(self, interaction: Interaction, tournament: Name = "") -> None:
        """Give the log, which leads to the same standings when it is carried out again, and a table."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            record = await self._record(interaction, tournament)
            files = await standings.records_of(self.herald, record.id)
            await interaction.edit_original_response(content="Log and standings.", attachments=files)

    # ------------------------------------------------------------------ which one

    async def _all(self, interaction: Interaction) -> list[TournamentRecord]:
        async with self.herald.store.reading() as connection:
            return await tournaments.of_guild(connection, _guild(interaction))

    async def _record(self, interaction: Interaction, tournament: str) -> TournamentRecord:
        """The tournament that is named, or the newest one of the server."""
        found = await self._all(interaction)
        named = [record for record in found if tournament in ("", record.id)]
        if not named:
            raise Refused("There is no such tournament on this server; /tournament list shows them all.")
        return named[0]

    async def _official(self, interaction: Interaction, tournament: str) -> tuple[TournamentRecord, State]:
        record = await self._record(interaction, tournament)
        state = await self.herald.tournaments.state(record.id)
        panels.check_official(state, interaction.user.id)
        return record, state


def _person(state: State, name: str) -> str:
    """Who is meant by a name or a mention."""
    word = name.strip()
    found = [person for person, called in state.names.items() if word.casefold() == called.casefold()]
    found += [person for person in state.names if word.strip("<@!>") == person]
    if len(set(found)) != 1:
        raise Refused(f"'{texts.safe(word)}' is nobody, or several, of this tournament; write names as it shows them.")
    return found[0]


def _guild(interaction: Interaction) -> int:
    if interaction.guild_id is None:
        raise Refused("Tournaments are held on servers.")
    return interaction.guild_id


def _channel(interaction: Interaction) -> int:
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refused("Announce a tournament in a text channel; its tables get threads there.")
    return channel.id
