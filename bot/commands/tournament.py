"""/tournament: announcing one, seats, officials, rulings, standings, and what is left of those that are over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import zip_longest
from typing import Any, Literal

import discord
import msgspec
from discord import app_commands

from bot import texts
from bot.commands.common import Name, completed, say
from bot.commands.ladder import titles
from bot.errors import Refused
from bot.herald import Herald
from bot.panels.reading import history as past
from bot.panels.reading import ladder, standings
from bot.panels.tournament import change as tournament_change
from bot.panels.tournament import correcting
from bot.panels.tournament import message as panels
from bot.panels.tournament.common import check_official
from bot.store import tournaments
from bot.store.rows import TournamentRecord
from engine.core.text import quoted, tidy
from engine.games import GAMES, USUAL, rules_of
from engine.tournament import format_forms, log, names, rulings, wording
from engine.tournament.blocked_tables import holds, where
from engine.tournament.format import Format, check, preset
from engine.tournament.format_forms import CLOCKS
from engine.tournament.state import State, heat_title, titled

Interaction = discord.Interaction[Any]

WHICH = "Which tournament; leave it out for the newest one here"

LEFT = "Out of the tournament, the Final too; an official can let you in again until the Final is seated."
SITS_OUT = "Out of this heat. You stay in the tournament, and a place in the Final that you earned stays yours."

Reason = app_commands.Range[str, 1, 400]
"""A reason as written."""


class TournamentCommands(app_commands.Group):
    """The group `/tournament`."""

    def __init__(self, herald: Herald) -> None:
        super().__init__(name="tournament", description="Heats, a Final and standings for any game", guild_only=True)
        self.herald = herald

    # ------------------------------------------------------------------ announcing

    @app_commands.command(name="create", description="Announce a tournament here; people enter by its buttons")
    @app_commands.rename(scheme="format")
    @app_commands.describe(
        title="Its name",
        game="The game to play",
        variant="The rule set of all tables",
        scheme="Heats and a Final, a league of some rounds, or a knock-out",
        heats="How many heats, or rounds of a league",
        clock="Live: four hours a game and five for the Final; by post: 60 and 75 days",
        assistant="Judges with you, and instead of you where you play",
    )
    async def create(
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, 80],
        game: Name = USUAL,
        variant: Name = "",
        scheme: Literal["wbc", "league", "knockout"] = "wbc",
        heats: app_commands.Range[int, 1, 20] | None = None,
        clock: Literal["live", "post"] = "post",
        assistant: discord.Member | None = None,
    ) -> None:
        """Announce a tournament in the channel, led by the caller."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            rules = rules_of(game)
            chosen = variant or (rules.competition.variant or rules.usual_variant)
            seats = rules.seats(rules.options(chosen, {}))
            year = interaction.created_at.year
            plan = preset(scheme, title=tidy(title), year=year, game=rules.name, variant=chosen, seats=seats)
            agreed = {"heats": heats or plan.heats, "clock": CLOCKS[clock], "options": rules.competition.options}
            plan = msgspec.structs.replace(plan, **agreed)
            check(plan, seats)
            record = await self.herald.tournaments.create(
                guild=_guild(interaction),
                channel=_channel(interaction),
                master=interaction.user.id,
                name=tidy(interaction.user.display_name),
                tournament_format=plan,
                assistants={assistant.id: tidy(assistant.display_name)} if assistant else {},
            )
            await interaction.edit_original_response(
                content=f"**{texts.safe(plan.title)}** is announced here; its message has buttons for everybody. Your "
                "next steps: press *For officials* there; then *Officials* names an assistant (you need one if you "
                "play yourself), *Change* shows and changes what is agreed, and *Announce heat 1* opens check-in. "
                f"In commands, call this tournament `{record.id}`."
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
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            lines = []
            for record in (await self._all(interaction))[:20]:
                state = await self.herald.tournaments.state(record.id)
                stage = "is over" if record.ended else self._place(interaction, record)
                lines.append(f"- `{record.id}` **{texts.safe(state.format.title)}** {state.format.year}: {stage}")
            await say(
                interaction, "\n".join(lines) or "There is no tournament yet; announce one with /tournament create."
            )

    def _place(self, interaction: Interaction, record: TournamentRecord) -> str:
        guild = interaction.guild
        if guild is not None and guild.get_channel(record.channel) is None:
            return "its channel was deleted; an official takes another with /tournament move"
        return f"<#{record.channel}>"

    # ------------------------------------------------------------------ leading it

    @app_commands.command(name="manage", description="For officials: what can be done now")
    @app_commands.describe(tournament=WHICH)
    async def manage(self, interaction: Interaction, tournament: Name = "") -> None:
        """Show an official what can be done."""
        async with self._asked(interaction, tournament) as (record, _):
            await panels.show_official(self.herald, interaction, record.id)

    @app_commands.command(name="announce", description="For officials: open a heat for check-in")
    @app_commands.describe(
        heat="The heat; 0 for the Final",
        start="When it begins, in your own time: 2026-03-28 18:00; leave it out for now",
        tournament=WHICH,
    )
    async def announce(
        self, interaction: Interaction, heat: app_commands.Range[int, 0, 20], start: Name = "now", tournament: Name = ""
    ) -> None:
        """Announce a heat, for now or for later."""
        async with self._asked(interaction, tournament, official=True) as (record, _):
            state = await panels.announce_at(self.herald, record.id, heat, interaction.user.id, start)
            await say(interaction, panels.announced(state, heat))

    @app_commands.command(
        name="calloff", description="For officials: call off a heat, or the Final, before it is seated"
    )
    @app_commands.describe(heat="The heat; 0 for the Final", reason="Why; everybody reads it", tournament=WHICH)
    async def call_off(
        self, interaction: Interaction, heat: app_commands.Range[int, 0, 20], reason: Reason, tournament: Name = ""
    ) -> None:
        """Let a heat not be played; without a Final the standings decide."""
        async with self._asked(interaction, tournament, official=True) as (record, _):
            entry = log.CalledOff(by=str(interaction.user.id), heat=heat, reason=tidy(reason, 400))
            await self.herald.tournaments.append(record.id, entry)
            await say(interaction, f"{heat_title(heat)} is called off, and I have told the channel.")

    @app_commands.command(name="seat", description="For officials: change the drawn tables")
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
        async with self._asked(interaction, tournament, official=True) as (record, state):
            parts = [names.split(table, ",") for table in names.split(tables, ";")]
            named = [[_person(state, name) for name in table] for table in parts]
            await self.herald.tournaments.close(record.id, heat, interaction.user.id, named, tidy(reason, 400))
            await say(interaction, f"{heat_title(heat)} is closed; I am opening its tables.")

    @app_commands.command(
        name="officials", description="For officials: name the game master and assistants from now on"
    )
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
        async with self._asked(interaction, tournament, official=True) as (record, _):
            helpers = {str(one.id): tidy(one.display_name) for one in (assistant, other) if one}
            entry = log.Appointed(
                by=str(interaction.user.id), master=str(master.id), name=tidy(master.display_name), assistants=helpers
            )
            await self.herald.tournaments.append(record.id, entry)
            await self._tell_officials(interaction, record)

    async def _tell_officials(self, interaction: Interaction, record: TournamentRecord) -> None:
        state = await self.herald.tournament_tables.keep(record.id)
        text = f"{{{state.master}}} is game master; assistants: {wording.people(state.assistants)}."
        stand = [f"{titled(where(one.heat, one.table))}: {one.why} [{one.rule}]" for one in holds(state)]
        await say(interaction, texts.with_names("\n".join([text, *stand]), state.names))

    @app_commands.command(name="assistant", description="For officials: name an assistant, or dismiss one")
    @app_commands.describe(member="Who", dismiss="Who assists no longer", tournament=WHICH)
    async def assistant(
        self, interaction: Interaction, member: discord.Member, dismiss: bool = False, tournament: Name = ""
    ) -> None:
        """Name or dismiss one assistant, and leave the others as they are."""
        async with self._asked(interaction, tournament, official=True) as (record, _):
            add = None if dismiss else (member.id, tidy(member.display_name))
            gone = member.id if dismiss else 0
            await self.herald.tournaments.appoint(record.id, interaction.user.id, add=add, dismiss=gone)
            await self._tell_officials(interaction, record)

    @app_commands.command(name="change", description="For officials: change the format, until the first heat")
    @app_commands.describe(
        title="Its name",
        rule="A house rule: the option",
        value="Its value; leave it out for the variant's default",
        year="Its year",
        heats="Heats, or rounds of a league",
        tables="The size of tables: 3 to 7, usually 5",
        finalists="Seats of the Final",
        clock="The clocks of a live event, or by post",
        heat="How long each game of a heat lasts: 4 hours, 60 days",
        final="How long the Final lasts",
        before="Warning, last round, stop, each before the end: 15m, 15m, 5m",
        grace="Check-in for a heat closes after: 5 minutes, 1 day",
        ending="How a heat ends",
        variant="The rule set of all tables",
        seating="By lot; by lot, but people meet new opponents; for two at a table: everybody meets everybody",
        rounds="Rounds of a heat and of the Final: 12, 15; or none",
        tournament=WHICH,
    )
    async def change(
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 0, 80] = "",
        rule: Name = "",
        value: Name = "",
        year: app_commands.Range[int, 1900, 2999] | None = None,
        heats: app_commands.Range[int, 1, 20] | None = None,
        tables: Name = "",
        finalists: app_commands.Range[int, 0, 12] | None = None,
        clock: Literal["live", "post"] | None = None,
        heat: Name = "",
        final: Name = "",
        before: Name = "",
        grace: Name = "",
        ending: Literal["stop", "one more turn"] | None = None,
        variant: Name = "",
        seating: Literal["drawn", "drawn and bettered", "round robin"] | None = None,
        rounds: Name = "",
        tournament: Name = "",
    ) -> None:
        """Change what is agreed; without anything to change it shows that, with buttons for forms."""
        shape = {"title": title, "tables": tables, "year": year, "heats": heats, "finalists": finalists}
        times = {"heat": heat, "final": final, "before": before, "grace": grace, "ending": ending}
        play = {"variant": variant, "seating": seating, "rounds": rounds}

        def changed(tournament_format: Format) -> Format:
            ready = format_forms.changed(tournament_format, clock=CLOCKS[clock]) if clock else tournament_format
            timed = tournament_change.reclocked(tournament_change.reshaped(ready, _written(shape)), _written(times))
            played = tournament_change.reruled(timed, _written(play))
            return format_forms.changed(played, options=_with_rule(played, rule, value)) if rule else played

        given = [*shape.values(), *times.values(), *play.values()]
        async with self._asked(interaction, tournament, official=True) as (record, state):
            if clock or rule or any(one is not None and one != "" for one in given):
                state = await self.herald.tournaments.change(record.id, interaction.user.id, changed)
            shown = tournament_change.panel(record.id, state)
            await interaction.edit_original_response(embed=shown.embed(), view=shown.view())

    @change.autocomplete("rule")
    async def _rules(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        record = await self._record(interaction, interaction.namespace.tournament or "")
        tournament_format = (await self.herald.tournaments.state(record.id)).format
        known = rules_of(tournament_format.game).options(tournament_format.variant, tournament_format.options)
        return completed({name: f"{name} ({value})" for name, value in known.items()}, current)

    @app_commands.command(name="move", description="For officials: hold the tournament in this channel from now on")
    @app_commands.describe(tournament=WHICH)
    async def move(self, interaction: Interaction, tournament: Name = "") -> None:
        """Take another channel, as where the old one was deleted: its message and new threads come here."""
        async with self._asked(interaction, tournament, official=True) as (record, _):
            await self.herald.tournaments.move(record.id, _channel(interaction))
            await say(interaction, "I have posted its message here, and new tables get their threads here.")

    @app_commands.command(name="substitute", description="For officials: give somebody's seat to another person")
    @app_commands.describe(
        player="Whose seat", by="Who takes it; leave it out to offer it in the channel", tournament=WHICH
    )
    async def substitute(
        self,
        interaction: Interaction,
        player: discord.User,
        by: discord.Member | None = None,
        tournament: Name = "",
    ) -> None:
        """Give a seat of a table that is being played to somebody else, or offer it."""
        async with self._asked(interaction, tournament, official=True) as (record, state):
            person, user = str(player.id), interaction.user.id
            held = [(heat, table) for heat, table, at in state.tables() if person in at.people and not at.result]
            if not held:
                raise Refused(f"{texts.safe(player.display_name)} is not playing at any table of this tournament now.")
            for heat, table in held:
                if by is None:
                    await self.herald.tournament_tables.vacate(record.id, heat, table, person, user)
                else:
                    name = tidy(by.display_name)
                    await self.herald.tournament_tables.substitute(record.id, heat, table, person, user, by.id, name)
            await say(
                interaction, "The new player takes over the seat at " + ", ".join(where(*one) for one in held) + "."
            )

    @app_commands.command(name="correct", description="For officials: correct a result; the old one stays visible")
    @app_commands.describe(
        heat="The heat; 0 for the Final",
        table="The table",
        result="The first place first: Ann 40 king, Ben 31 = Cat 31",
        reason="Why; everybody reads it",
        rule="By which rule",
        tournament=WHICH,
    )
    async def correct(
        self,
        interaction: Interaction,
        heat: app_commands.Range[int, 0, 20],
        table: app_commands.Range[int, 1, 50],
        result: app_commands.Range[str, 1, 1000],
        reason: Reason,
        rule: Name = "",
        tournament: Name = "",
    ) -> None:
        """Show what a correction would do; it counts by the button below."""
        async with self._asked(interaction, tournament, official=True) as (record, _):
            reason = tidy(reason, 400)
            written = correcting.Written(heat=heat, table=table, result=result, reason=reason, rule=tidy(rule))
            await correcting.propose(self.herald, interaction, record.id, written)

    @app_commands.command(name="drop", description="Leave this heat, or the tournament: a substitute is sought")
    @app_commands.describe(
        out="This heat alone (a place in the Final that you earned stays yours), or the tournament, the Final too",
        player="For officials: the person who leaves; leave it out for yourself",
        tournament=WHICH,
    )
    async def drop(
        self,
        interaction: Interaction,
        out: Literal["this heat", "the whole tournament"] = "this heat",
        player: discord.User | None = None,
        tournament: Name = "",
    ) -> None:
        """Take somebody out of the heat that is open or being played, or of the tournament."""
        async with self._asked(interaction, tournament) as (record, state):
            if player is not None and player.id != interaction.user.id:
                check_official(state, interaction.user.id)
            person = (player or interaction.user).id
            tables, whole = self.herald.tournament_tables, out != "this heat"
            held = await (tables.give_up if whole else tables.sit_out)(record.id, person, interaction.user.id)
            seats = ", ".join(where(*one) for one in held)
            offered = (
                f" I have asked the channel for a substitute: {seats}. A computer player plays the seat meanwhile."
                if held
                else ""
            )
            await say(interaction, (LEFT if whole else SITS_OUT) + offered)

    @app_commands.command(name="readmit", description="For officials: let somebody in again, until the Final is seated")
    @app_commands.describe(player="The person who left, or does not play the Final", tournament=WHICH)
    async def readmit(self, interaction: Interaction, player: discord.User, tournament: Name = "") -> None:
        """Let somebody in again who has left the tournament, or does not play the Final."""
        async with self._asked(interaction, tournament, official=True) as (record, _):
            entry = log.Readmitted(by=str(interaction.user.id), person=str(player.id))
            await self.herald.tournaments.append(record.id, entry)
            await say(
                interaction,
                f"{texts.safe(tidy(player.display_name))} is back in the tournament, and I have told the channel.",
            )

    # ------------------------------------------------------------------ rulings

    @app_commands.command(name="question", description="Question a ruling of your game master: others decide too")
    @app_commands.describe(
        heat="The heat; 0 for the Final", table="The table", text="The ruling", rule="Its id", tournament=WHICH
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
        async with self._asked(interaction, tournament) as (record, _):
            state = await self.herald.tournament_rulings.question(
                record.id, interaction.user.id, heat, table, tidy(text, 400), tidy(rule)
            )
            number = len(state.rulings)
            waits = wording.people(rulings.awaited(state, state.rulings[-1]))
            text = f"You questioned ruling {number}, and the table's clocks stand still. The answer is up to {waits}."
            await say(interaction, texts.with_names(text, state.names))

    @app_commands.command(name="judge", description="For officials: judge a questioned ruling")
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
        async with self._asked(interaction, tournament) as (record, _):
            state = await self.herald.tournament_rulings.judge(
                record.id, interaction.user.id, ruling, upheld, tidy(reason, 400)
            )
            await say(interaction, texts.with_names(wording.ruling(state, ruling), state.names))

    @app_commands.command(name="appeal", description="Appeal against a decided ruling of your table: others judge it")
    @app_commands.describe(ruling="Its number", reason="Why; it is published", tournament=WHICH)
    async def appeal(
        self, interaction: Interaction, ruling: app_commands.Range[int, 1, 999], reason: Reason, tournament: Name = ""
    ) -> None:
        """Have a ruling judged again."""
        async with self._asked(interaction, tournament) as (record, _):
            state = await self.herald.tournament_rulings.appeal(
                record.id, interaction.user.id, ruling, tidy(reason, 400)
            )
            await say(interaction, texts.with_names(wording.ruling(state, ruling), state.names))

    # ------------------------------------------------------------------ looking

    @app_commands.command(name="standings", description="Show everybody the standings, and how they came about")
    @app_commands.describe(tournament=WHICH)
    async def standings(self, interaction: Interaction, tournament: Name = "") -> None:
        """Show the standings, every line with its reason, and their picture."""
        await interaction.response.defer()
        with self.herald.working():
            record = await self._record(interaction, tournament)
            state = await self.herald.tournaments.state(record.id)
            lines = standings.lines(state)
            pictures = await standings.pictures(self.herald, state)
            await interaction.edit_original_response(content=lines[0], attachments=pictures[:1])
            for text, picture in zip_longest(lines[1:], pictures[1:]):
                files = [picture] if picture else []
                await interaction.followup.send(text or "", files=files)

    @app_commands.command(name="history", description="The champions of this server, and of the event before Herald")
    @app_commands.describe(
        game="One game alone", player="Results of one player", against="Only games against this player"
    )
    async def history(
        self,
        interaction: Interaction,
        game: Name = "",
        player: discord.User | None = None,
        against: discord.User | None = None,
    ) -> None:
        """Show who has won, year by year, or what a player has done."""
        await interaction.response.defer(ephemeral=True)
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

    @app_commands.command(name="export", description="Download a tournament: its log, and the standings as a table")
    @app_commands.describe(tournament=WHICH)
    async def export(self, interaction: Interaction, tournament: Name = "") -> None:
        """Give the log, which leads to the same standings when it is carried out again, and a table."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            record = await self._record(interaction, tournament)
            files = await standings.records_of(self.herald, record.id)
            await interaction.edit_original_response(content="Log and standings.", attachments=files)

    # ------------------------------------------------------------------ which one

    async def _all(self, interaction: Interaction) -> list[TournamentRecord]:
        async with self.herald.store.reading() as connection:
            return await tournaments.of_guild(connection, _guild(interaction))

    async def _record(self, interaction: Interaction, tournament: str) -> TournamentRecord:
        """Return the tournament that is named, or the newest one of the server."""
        found = await self._all(interaction)
        named = [record for record in found if tournament in ("", record.id)]
        if not named:
            raise Refused("There is no such tournament on this server; /tournament list shows them all.")
        return named[0]

    @asynccontextmanager
    async def _asked(
        self, interaction: Interaction, tournament: str, *, official: bool = False
    ) -> AsyncIterator[tuple[TournamentRecord, State]]:
        """Acknowledge a command; give the tournament that is meant, and how it stands. Refuse all but officials."""
        await interaction.response.defer(ephemeral=True)
        with self.herald.working():
            record = await self._record(interaction, tournament)
            state = await self.herald.tournaments.state(record.id)
            if official:
                check_official(state, interaction.user.id)
            yield record, state


def _written(given: Mapping[str, object]) -> dict[str, str]:
    """Return a row as somebody would write it in a form."""
    return {name: str(value) for name, value in given.items() if value is not None and value != ""}


def _with_rule(tournament_format: Format, rule: str, value: str) -> dict[str, object]:
    """Return the house rules with one of them changed, or taken back where it has no value."""
    others = {name: own for name, own in tournament_format.options.items() if name != rule}
    return {**others, rule: value} if value else others


def _person(state: State, name: str) -> str:
    """Return the person that a name or a mention means."""
    found = names.meant(name, state.names)
    if not found:
        raise Refused(f"Nobody in this tournament is called {quoted(name)}; write names as its message shows them.")
    return found


def _guild(interaction: Interaction) -> int:
    if interaction.guild_id is None:
        raise Refused("Tournaments belong to servers; use this command on a server.")
    return interaction.guild_id


def _channel(interaction: Interaction) -> int:
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refused("Announce a tournament in a text channel; its tables get threads there.")
    return channel.id
