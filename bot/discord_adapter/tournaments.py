"""Sees to it that tournaments go on: opens the tables that were drawn, takes results, rings clocks, keeps messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta

import discord
from aiohttp import ClientError

from bot.discord_adapter import board
from bot.discord_adapter.client import HeraldClient, Supervisor
from bot.errors import HeraldError
from bot.herald import Herald
from bot.pace import Busy
from bot.panels.mishaps import is_refusal, refusal
from bot.panels.panel import Panel
from bot.panels.reading import standings
from bot.panels.tournament import message as panels
from bot.panels.tournament import news as tournament_news
from bot.services.outages import Outages
from bot.services.tournament.events import ANSWER, running, title_of
from bot.store import games, tournaments
from bot.store.rows import GameRecord, Status, TournamentGame, TournamentRecord
from bot.waits import wait_until
from engine.core.errors import EngineError
from engine.core.text import counted
from engine.tournament import clocks, finalists, log, tournament
from engine.tournament.clocks import Kind
from engine.tournament.format_forms import span
from engine.tournament.log import FINAL
from engine.tournament.state import Heat, State, heat_name

logger = logging.getLogger(__name__)

NAP_S = 30.0
"""Seconds between two looks where nothing happens."""

REMINDED = 0.75
"""After this part of the grace of a heat that began when it was announced those who are missing are asked again."""

WARNINGS: dict[Kind, str] = {
    "warning": "⏰ Time is called in {left}.",
    "stop_warning": "⏰ Play stops in {left}.",
}
"""What is said before a clock does something, whatever the game; what it does then the game itself tells."""

WAITS: dict[Kind, str] = {
    "last_round": "⏰ Time is called during the set-up. The last round begins as soon as the set-up is over.",
    "time": "⏰ Time is called during the set-up. Each player has one more turn after it.",
    "stop": "⏰ Time is over, but the set-up is not. Play stops as soon as it is over, and that position counts.",
}
"""What is said, once, where a clock does something to a game that has not begun yet; it is done once that has."""


MISSED_EVERY_S = 6 * 3600.0
"""Seconds after which it is looked again whether somebody is still on the server."""

GONE_ROLE = (
    "The role of the assistants or game masters here no longer exists; name another with /gm assistant or /gm handover."
)

ON_MY_OWN = "and I go on then"

SLOW = "⏳ Still to be opened in {heat}: {tables}. Discord lets me open the next {when}; I open one after the other."

PEOPLE = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=True)
"""Whom a message of a tournament may mention: the people whom it names so."""


class TournamentClock:
    """One task that looks after all running tournaments; whatever it does can be begun again after a restart."""

    def __init__(self, herald: Herald, supervisor: Supervisor, outages: Outages) -> None:
        self._herald = herald
        self._supervisor = supervisor
        self._outages = outages
        self._news = asyncio.Event()
        self._shown: dict[str, Panel] = {}
        self._games: set[str] = set()
        self._missed: dict[tuple[int, str], float] = {}
        self._told: set[tuple[str, int, str]] = set()
        self._superseded: dict[int, str] = {}
        herald.tournaments.on_change(self._wake)

    def wake(self, game_id: str) -> None:
        """Say that something has happened in a game."""
        if game_id in self._games:
            self._news.set()

    def _wake(self, _: str) -> None:
        self._news.set()

    async def run(self) -> None:
        """Look after tournaments until cancelled."""
        while True:
            self._news.clear()
            await wait_until(self._news, NAP_S if await self.look() else 10 * NAP_S)

    async def look(self) -> int:
        """Look after all running tournaments once; return how many there are."""
        client = await self._supervisor.connected()
        await self._outages.look()
        async with self._herald.store.reading() as connection:
            found = await tournaments.running(connection)
        for record in found:
            await self._tried(record, self._look_after(client, record))
        return len(found)

    async def _tried(self, record: TournamentRecord, work: Awaitable[None]) -> None:
        """Do something for a tournament; what fails is tried again at the next look, and holds nothing else up."""
        try:
            await work
        except Exception as error:
            self._failed(record, error)

    def _failed(self, record: TournamentRecord, error: Exception) -> None:
        if isinstance(error, HeraldError | EngineError | discord.HTTPException | ClientError | OSError):
            logger.warning("a tournament has to wait", extra={"tournament": record.id}, exc_info=error)
            return
        logger.error("a tournament could not be looked after", extra={"tournament": record.id}, exc_info=error)
        self._herald.metrics.failures.labels("tournaments").inc()

    async def _look_after(self, client: HeraldClient, record: TournamentRecord) -> None:
        with self._herald.working():
            await self._open_all(client, record)
            async with self._herald.store.reading() as connection:
                places = await tournaments.games_of(connection, record.id)
            self._games |= {place.game for place in places}
            state = await self._herald.tournament_tables.keep(record.id)
            for place in (place for place in places if not state.game(place.heat, place.number).result):
                await self._tried(record, self._keep(client, record, place, state))
            await self.on_time(record.id)
            await self._tell(client, record)
            await self._show(client, record)
            await self.end(client, record)

    async def _keep(self, client: HeraldClient, record: TournamentRecord, place: TournamentGame, state: State) -> None:
        """Look after a table that is being played."""
        await self.mend(client, record, place, state)
        await self._herald.tournaments.collect(place.game)
        await self.ring(place, state)

    # ------------------------------------------------------------------ tables

    async def _open_all(self, client: HeraldClient, record: TournamentRecord) -> None:
        """Open the tables that were drawn, one after the other; those for which Discord takes no thread now wait.

        The channel hears of that once in a heat.
        """
        unopened = await self._herald.tournaments.unopened(record.id)
        for number, place in enumerate(unopened):
            try:
                await self._open(client, record, place)
            except Busy as busy:
                left = counted(len(unopened) - number, "table")
                said = SLOW.format(when=busy.when, tables=left, heat=heat_name(place.heat))
                await self._tried(record, self._say_once(client, record, place.heat, "slow", said))
                return
            except discord.HTTPException as error:
                self._failed(record, error)
                if is_refusal(error):
                    allowed = _allowed(client, record)
                    said = f"⚠️ {refusal(record.channel, allowed, error, ON_MY_OWN)}"
                    await self._tried(record, self._say_once(client, record, place.heat, "shut", said))
                    return
            except Exception as error:
                self._failed(record, error)

    async def _say_once(self, client: HeraldClient, record: TournamentRecord, heat: int, why: str, said: str) -> None:
        """Tell the channel, once in a heat, why its tables are not all open yet."""
        if (record.id, heat, why) in self._told:
            return
        channel = client.get_partial_messageable(record.channel, guild_id=record.guild)
        await channel.send(said, nonce=f"t-{record.id}-{why}-{heat}")
        self._told.add((record.id, heat, why))

    async def _open(self, client: HeraldClient, record: TournamentRecord, place: TournamentGame) -> None:
        """Open a table with its thread, and begin; each part is done once however often this is begun."""
        game = await self._herald.tournaments.open_game(place)
        state = await self._herald.tournaments.state(record.id)
        if game.thread is None:
            thread = await self._thread(client, record, title_of(state, place))
            await self._herald.lobby.move_to_thread(game.id, record.guild, record.channel, thread)
        await self._herald.tournaments.start_game(place)

    async def _thread(self, client: HeraldClient, record: TournamentRecord, title: str) -> int:
        """Return the thread of a table: the one that was made before an interruption, or a new one."""
        guild = client.get_guild(record.guild)
        for thread in guild.threads if guild else ():
            if thread.parent_id == record.channel and thread.name == title and not await self._taken(thread.id):
                return thread.id
        channel = await client.fetch_channel(record.channel)
        if not isinstance(channel, discord.TextChannel):
            raise HeraldError("The channel of this tournament is not a text channel.")
        made = await channel.create_thread(
            name=title, type=discord.ChannelType.public_thread, auto_archive_duration=10080
        )
        return made.id

    async def _taken(self, thread: int) -> bool:
        async with self._herald.store.reading() as connection:
            return await games.has_thread(connection, thread)

    # ------------------------------------------------------------------ what can go wrong

    async def mend(self, client: HeraldClient, record: TournamentRecord, place: TournamentGame, state: State) -> None:
        """Put right what Discord has lost of a table that is being played."""
        async with self._herald.store.reading() as connection:
            known = await games.exists(connection, place.game)
            game = await games.get(connection, place.game) if known else None
        if game is None or game.status is not Status.PLAYING:
            return
        if game.lost is not None:
            await self._find_thread(client, record, place, game, state)
        await self._miss_roles(client, record, place, game)
        await self._miss_people(client, record, place, state)

    async def _find_thread(
        self, client: HeraldClient, record: TournamentRecord, place: TournamentGame, game: GameRecord, state: State
    ) -> None:
        """Give a table another thread where its own was deleted; what was not posted there follows."""
        if game.thread is None or await _exists(client, game.thread):
            return
        thread = await self._thread(client, record, title_of(state, place))
        await self._herald.lobby.move_to_thread(game.id, record.guild, record.channel, thread)
        await self._herald.tournaments.note(place, "The thread of this table was deleted; the game continues here.")

    async def _miss_roles(
        self, client: HeraldClient, record: TournamentRecord, place: TournamentGame, game: GameRecord
    ) -> None:
        """Say so where a role is gone whose people judge or lead at a table, and how another is named."""
        guild = client.get_guild(record.guild)
        if guild is None:
            return
        roles = {"assistant_role": game.assistant_role, "master_role": game.master_role}
        gone = {name: None for name, role in roles.items() if role is not None and guild.get_role(role) is None}
        if gone:
            async with self._herald.store.writing(game.id) as connection:
                await games.change(connection, game.id, **gone)
            await self._herald.tournaments.note(place, GONE_ROLE)

    async def _miss_people(
        self, client: HeraldClient, record: TournamentRecord, place: TournamentGame, state: State
    ) -> None:
        """Seek substitutes for those who have left the server; each is looked for every few hours."""
        guild, now = client.get_guild(record.guild), self._herald.referee.now()
        at = state.game(place.heat, place.number)
        held = [person for person in at.people if person and int(person) > 0 and person not in at.vacant]
        due = [person for person in held if self._missed.get((record.guild, person), 0.0) <= now]
        for person in [] if at.result else due:
            self._missed[record.guild, person] = now + MISSED_EVERY_S
            if not await _is_member(guild, int(person)):
                tables = self._herald.tournament_tables
                await tables.vacate(record.id, place.heat, place.number, person, reason="has left the server")

    # ------------------------------------------------------------------ clocks

    async def ring(self, place: TournamentGame, state: State) -> None:
        """Do what the clock of a game has come to, and warn its thread before.

        It is noted once it is done: after an interruption in between it is done again, which changes nothing.
        """
        async with self._herald.store.reading() as connection:
            if not await games.exists(connection, place.game):
                return
            game = await games.get(connection, place.game)
        if game.status is not Status.PLAYING:
            return
        now, service = self._herald.referee.now(), self._herald.tournaments
        place = await service.clock_of(place, now=now)
        clock, ticking, final = state.format.clock, running(place), place.heat == FINAL
        if ticking is None:
            return
        moment = datetime.fromtimestamp(now, UTC)
        for event in clocks.due(ticking, clock, moment, place.announced, final=final):
            if event.kind in WARNINGS:
                left = clocks.left(event, clock, ticking.played(moment), final=final)
                said = WARNINGS[event.kind].format(left=span(left)) if left else ""
                place = await service.has_rung(place, event.kind, said)
            elif await service.ring(place, event.kind):
                place = await service.has_rung(place, event.kind)
            elif (waits := f"{event.kind} waits") not in place.announced:
                place = await service.has_rung(place, waits, WAITS[event.kind])
        await self._herald.tournament_tables.gifts.look(place, state)

    # ------------------------------------------------------------------ what time brings

    async def on_time(self, tournament_id: str) -> None:
        """Close a heat whose grace is over, and take the default where an answer has not come in time."""
        state = await self._herald.tournaments.state(tournament_id)
        now = datetime.fromtimestamp(self._herald.referee.now(), UTC)
        grace = timedelta(minutes=state.format.clock.grace)
        for heat in [*state.heats, state.final]:
            waiting = heat.announced and not heat.closed
            if waiting and _since(heat.start, now) >= grace and _enough(state, heat):
                await self._herald.tournaments.close(tournament_id, heat.number, 0)
            elif waiting and not heat.short and _since(heat.start, now) >= grace:
                await self._herald.tournaments.append(tournament_id, log.Reminded(heat=heat.number, short=True))
            elif waiting and _to_remind(state, heat, now):
                await self._herald.tournaments.append(tournament_id, log.Reminded(heat=heat.number))
        if tournament.final_to_come(state):
            await self._settle_final(tournament_id, state, now)

    async def _settle_final(self, tournament_id: str, state: State, now: datetime) -> None:
        """Answer for the game master who has not in time, and pass over finalists who have not, one at a time."""
        patience = ANSWER[state.format.clock.by_post]
        chosen = finalists.qualified(state)
        if chosen.question:
            if all(_since(asked, now) >= patience for asked in state.pending.values()):
                entry = log.Decided(question=chosen.question.about, answer=chosen.question.default)
                await self._herald.tournaments.append(tournament_id, entry)
            return
        late = [person for person, asked in state.asked.items() if _since(asked, now) >= patience]
        silent = [person for person in late if person not in state.confirmed]
        if silent and chosen.next_up:
            await self._herald.tournaments.append(tournament_id, log.Declined(person=silent[-1]))

    # ------------------------------------------------------------------ the channel

    async def _tell(self, client: HeraldClient, record: TournamentRecord) -> None:
        """Tell the channel what has happened, entry by entry, each once."""
        entries = await self._herald.tournaments.log(record.id)
        if record.told >= len(entries):
            return
        state = tournament.replayed(entries[: record.told])
        channel = client.get_partial_messageable(record.channel, guild_id=record.guild)
        for number, entry in enumerate(entries[record.told :], start=record.told):
            before = tournament_news.before(state)
            tournament.carry_out(state, entry)
            told = tournament_news.message(record.id, before, state, entry)
            if told is not None:
                mentions, panel = told
                await channel.send(
                    mentions or None,
                    embed=panel.embed(),
                    view=panel.view(),
                    nonce=f"t-{record.id}-{number}",
                    allowed_mentions=PEOPLE,
                )
            async with self._herald.store.writing() as connection:
                await tournaments.change(connection, record.id, told=number + 1)

    async def _show(self, client: HeraldClient, record: TournamentRecord) -> None:
        """Let the message of a tournament say how it stands now."""
        shown = await panels.panel_of(self._herald, record.id)
        if record.message is not None and self._shown.get(record.id) == shown:
            return
        channel = client.get_partial_messageable(record.channel, guild_id=record.guild)
        nonce = board.nonce_of(record.id, record.channel, record.message)
        message, _ = await board.shown(client, channel, record.message, shown, nonce)
        if message != record.message:
            async with self._herald.store.writing() as connection:
                await tournaments.change(connection, record.id, message=message)
        self._shown[record.id] = shown

    async def end(self, client: HeraldClient, record: TournamentRecord) -> None:
        """Announce the champion once an official has signed the last results, or that nobody has won.

        Where a result was corrected since, it is announced anew, and the old announcement says so.
        """
        entries = await self._herald.tournaments.log(record.id)
        state = tournament.replayed(entries)
        old = record.announcement
        if not tournament.over(state):
            return
        corrected = any(isinstance(entry, log.Corrected) for entry in entries[record.proclaimed :])
        channel = client.get_partial_messageable(record.channel, guild_id=record.guild)
        if tournament.under_review(state):
            if old is not None and corrected:
                await self._supersede(channel, old, standings.superseded(record, entries, ""))
            return
        if corrected or not record.proclaimed:
            told = await standings.announcement(self._herald, record, entries)
            nonce = f"t-{record.id}-end-{len(entries)}"
            view = Panel("", rows=told.menus).view()
            sent = await channel.send(told.text, files=told.files, view=view, nonce=nonce, allowed_mentions=PEOPLE)
            if old is not None:
                await self._supersede(channel, old, standings.superseded(record, entries, sent.jump_url))
            old = sent.id
        async with self._herald.store.writing() as connection:
            now = self._herald.referee.now()
            await tournaments.end(connection, record.id, now, entries=len(entries), message=old)

    async def _supersede(self, channel: discord.PartialMessageable, message: int, text: str) -> None:
        """Let an announcement say, once, that it holds no longer; one that is gone or too old to be edited stays."""
        if self._superseded.get(message) == text:
            return
        try:
            await channel.get_partial_message(message).edit(content=text, attachments=[])
        except discord.HTTPException as error:
            if error.status != 404 and not board.too_old(error, message):
                raise
        self._superseded[message] = text


def _allowed(client: HeraldClient, record: TournamentRecord) -> discord.Permissions:
    """Return what Herald may do in the channel of a tournament; all of it where that is not known."""
    channel = client.get_channel(record.channel)
    if not isinstance(channel, discord.TextChannel):
        return discord.Permissions.all()
    return channel.permissions_for(channel.guild.me)


async def _exists(client: HeraldClient, channel: int) -> bool:
    try:
        await client.fetch_channel(channel)
    except discord.NotFound:
        return False
    return True


async def _is_member(guild: discord.Guild | None, person: int) -> bool:
    """Tell whether somebody is on a server; of one that Herald does not know now nothing is said."""
    try:
        if guild is not None:
            await guild.fetch_member(person)
    except discord.NotFound:
        return False
    return True


def _since(moment: str, now: datetime) -> timedelta:
    return now - datetime.fromisoformat(moment) if moment else timedelta(0)


def _to_remind(state: State, heat: Heat, now: datetime) -> bool:
    """Whether those who are missing are asked once more: at the announced start, or late in the grace."""
    grace = timedelta(minutes=state.format.clock.grace)
    at_start = datetime.fromisoformat(heat.start) > datetime.fromisoformat(heat.opened or heat.start)
    due = _since(heat.start, now) >= (timedelta(0) if at_start else REMINDED * grace)
    return due and not heat.reminded and bool(tournament.missing(state, heat))


def _enough(state: State, heat: Heat) -> bool:
    """Whether enough people are there for a table; in a knock-out whoever is there goes on."""
    return len(heat.present) >= state.format.fewest or (state.format.scheme == "knockout" and bool(heat.present))
