"""Tournaments: their logs, the draws of heats, the opening of tables, results and clocks."""

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import Redrawn, Refused
from bot.services.lobby import Lobby
from bot.services.results import result_of
from bot.services.tournament.replays import Replays
from bot.store import games, outbox, tournaments
from bot.store.database import Store
from bot.store.payloads import Log, OutboxMessage, Trouble
from bot.store.rows import GameRecord, Status, TournamentGame, TournamentRecord, Via
from bot.table.live_game import LiveGame
from bot.table.referee import Referee
from bot.table.submission import Submission
from engine.core import dice
from engine.core.actions import MASTER, Action
from engine.core.errors import Illegal
from engine.core.events import Event, name_seats
from engine.tournament import corrections, log, rulings, seating, tournament
from engine.tournament.clocks import Kind, Running
from engine.tournament.format import Format, check
from engine.tournament.log import FINAL, AnyEntry, Corrected
from engine.tournament.state import State, heat_title
from engine.tournament.tables import options_of

LIVE = "live"
"""The pace of tables that are played in one sitting."""

ANSWER = {True: timedelta(hours=24), False: timedelta(minutes=15)}
"""The time that finalists and the game master have for an answer; the key: whether the tournament is by post."""

Named = tuple[int, str]
"""A person's id and name."""

Before = Callable[[State], Awaitable[None]]
"""The work before something is logged."""

Beside = Callable[[AsyncConnection, State], Awaitable[None]]
"""The work of the same transaction."""


class Tournaments:
    """Keeps tournaments. `entropy(n)` gives n unpredictable bytes, from which draws get their secrets."""

    def __init__(
        self, store: Store, referee: Referee, lobby: Lobby, entropy: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        self._store = store
        self._referee = referee
        self._lobby = lobby
        self._entropy = entropy
        self._replays = Replays()
        self._watchers: list[Callable[[str], None]] = []

    def on_change(self, watcher: Callable[[str], None]) -> None:
        """Call `watcher` with the id of a tournament whenever something has happened in it."""
        self._watchers.append(watcher)

    async def _alone(self, tournament_id: str, work: Callable[[], Awaitable[State]]) -> State:
        """Do something to a tournament with nobody else's in between, then tell the watchers."""
        state = await self._referee.alone(f"tournament {tournament_id}", work)
        self._tell(tournament_id)
        return state

    def _tell(self, tournament_id: str) -> None:
        for watcher in self._watchers:
            watcher(tournament_id)

    # ------------------------------------------------------------------ the log

    async def create(
        self,
        *,
        guild: int,
        channel: int,
        master: int,
        name: str,
        tournament_format: Format,
        assistants: Mapping[int, str],
    ) -> TournamentRecord:
        """Open a tournament on a server; raises BadOptions for house rules that its game does not have."""
        self._referee.rules_of(tournament_format.game).options(tournament_format.variant, tournament_format.options)
        opening = log.Opened(
            time=self._time(),
            by=str(master),
            format=tournament_format,
            master=str(master),
            name=name,
            assistants={str(user): called for user, called in assistants.items()},
        )
        tournament.opened(opening)
        async with self._store.writing() as connection:
            record = TournamentRecord(
                id=await self._lobby.free_id(connection), guild=guild, channel=channel, created=self._referee.now()
            )
            await tournaments.add(connection, record)
            await tournaments.append(connection, record.id, opening)
        self._tell(record.id)
        return record

    async def state(self, tournament_id: str) -> State:
        """Return the state of a tournament; raise Refused if there is none with that id."""
        async with self._store.reading() as connection:
            return await self._replays.state(connection, tournament_id)

    async def log(self, tournament_id: str) -> list[AnyEntry]:
        """Return the log of a tournament."""
        async with self._store.reading() as connection:
            return await tournaments.log(connection, tournament_id)

    async def append(
        self, tournament_id: str, entry: AnyEntry, *, first: Before | None = None, also: Beside | None = None
    ) -> State:
        """Log an entry and carry it out, or raise Illegal; return the tournament's new state.

        `first` runs once the entry is known to be possible; `also` runs in the transaction of the log.
        """
        entry = msgspec.structs.replace(entry, time=self._time())

        async def work() -> State:
            if first is not None:
                _carry_out(await self.state(tournament_id), entry)
                await first(await self.state(tournament_id))
            async with self._store.writing() as connection:
                state = await self._replays.state(connection, tournament_id)
                _carry_out(state, entry)
                await tournaments.append(connection, tournament_id, entry)
                if also is not None:
                    await also(connection, state)
                return state

        return await self._alone(tournament_id, work)

    async def enter(
        self, tournament_id: str, person: str, name: str, heat: int | None, *, plays: bool = True
    ) -> list[int]:
        """Enter a person for a heat (all to come, if none is named), or withdraw them; return which they play now.

        Their earlier presses are read in the same transaction.
        """
        heats: list[int] = []

        async def work() -> State:
            async with self._store.writing() as connection:
                state = await self._replays.state(connection, tournament_id)
                heats[:] = _wanted(state, person, heat, plays)
                entry = log.Entered(time=self._time(), by=person, person=person, name=name, heats=tuple(heats))
                _carry_out(state, entry)
                await tournaments.append(connection, tournament_id, entry)
                return state

        await self._alone(tournament_id, work)
        return heats

    async def change(self, tournament_id: str, by: int, change: Callable[[Format], Format]) -> State:
        """Change what is agreed, as an official; raises Illegal once the first heat is seated, BadOptions."""
        state = await self.state(tournament_id)
        if tournament.unplayed(state):
            raise Refused(
                "This tournament is over, because all its heats were called off. Announce another with "
                "/tournament create."
            )
        new = change(state.format)
        rules = self._referee.rules_of(new.game)
        options = {name: rules.option_book.read(name, str(value)) for name, value in new.options.items()}
        new = msgspec.structs.replace(new, options=options)
        check(new, rules.seats(rules.options(new.variant, new.options)))
        return await self.append(tournament_id, log.Changed(by=str(by), format=new))

    async def appoint(
        self, tournament_id: str, by: int, *, master: Named | None = None, add: Named | None = None, dismiss: int = 0
    ) -> State:
        """Change who leads and who assists, as an official; raises Illegal.

        A game master who is another one's assistant from then on has to be named as such.
        """
        state = await self.state(tournament_id)
        leads, called = master or (int(state.master), state.names[state.master])
        helpers = {int(one): state.names[one] for one in state.assistants}
        helpers |= dict([add]) if add else {}
        kept = {str(one): name for one, name in helpers.items() if one not in (dismiss, master and leads)}
        entry = log.Appointed(by=str(by), master=str(leads), name=called, assistants=kept)
        return await self.append(tournament_id, entry)

    async def move(self, tournament_id: str, channel: int) -> None:
        """Hold a tournament in another channel of its server: its message and new threads come there."""
        async with self._store.writing() as connection:
            await tournaments.change(connection, tournament_id, channel=channel, message=None)
        self._tell(tournament_id)

    def _time(self) -> str:
        return datetime.fromtimestamp(self._referee.now(), UTC).isoformat(timespec="seconds")

    # ------------------------------------------------------------------ heats

    async def announce(self, tournament_id: str, heat: int, by: int, start: datetime | None = None) -> State:
        """Open a heat that begins at `start`, or now, for check-in, and seal its draw."""
        secret = self._entropy(32)
        begins = start.astimezone(UTC).isoformat(timespec="seconds") if start else ""
        entry = log.Announced(
            time=self._time(), by=str(by), heat=heat, commitment=dice.commitment(secret), start=begins
        )

        async def work() -> State:
            async with self._store.writing() as connection:
                state = await self._replays.state(connection, tournament_id)
                _carry_out(state, entry)
                record = await tournaments.get(connection, tournament_id)
                sealed = {**record.secrets, str(heat): secret.hex()}
                await tournaments.change(connection, tournament_id, secrets=sealed)
                await tournaments.append(connection, tournament_id, entry)
                return state

        return await self._alone(tournament_id, work)

    async def drawn(self, tournament_id: str, heat: int) -> tuple[seating.Drawn, list[str]]:
        """Return how a heat would be seated now, and what that could not avoid; for officials, before it counts."""
        async with self._store.reading() as connection:
            state, record = (
                await self._replays.state(connection, tournament_id),
                await tournaments.get(connection, tournament_id),
            )
        chosen = state.heat(heat)
        found = seating.drawn(state, chosen, _secret(record, heat))
        return found, seating.unavoided(state, chosen, found.tables)

    async def close(
        self,
        tournament_id: str,
        heat: int,
        by: int,
        tables: Sequence[Sequence[str]] = (),
        reason: str = "",
        seen: str = "",
    ) -> State:
        """Close a heat: its tables are drawn, or are those of an official, and each is given the id of its game.

        `seen` is the `mark` of the draw that an official has looked at; raises Redrawn where it is another by now. The
        games are opened afterwards (`open_games`), as often as that is begun.
        """

        async def work() -> State:
            async with self._store.writing() as connection:
                state = await self._replays.state(connection, tournament_id)
                secret = _secret(await tournaments.get(connection, tournament_id), heat)
                chosen = state.heat(heat)
                if seen and not chosen.closed and mark(seating.drawn(state, chosen, secret)) != seen:
                    raise Redrawn
                entry = log.Seated(
                    time=self._time(),
                    by=str(by) if by else "",
                    heat=heat,
                    secret=secret,
                    tables=tuple(tuple(table) for table in tables),
                    reason=reason,
                )
                _carry_out(state, entry)
                await tournaments.append(connection, tournament_id, entry)
                for number in range(1, len(state.heat(heat).games) + 1):
                    game_id = await self._lobby.free_id(connection)
                    await tournaments.add_game(
                        connection, TournamentGame(tournament=tournament_id, heat=heat, number=number, game=game_id)
                    )
                return state

        return await self._alone(tournament_id, work)

    async def unopened(self, tournament_id: str) -> list[TournamentGame]:
        """Return the tables whose games have not begun: not opened yet, or interrupted in between."""
        async with self._store.reading() as connection:
            found = []
            for game in await tournaments.games_of(connection, tournament_id):
                opened = await games.exists(connection, game.game)
                if not opened or (await games.get(connection, game.game)).status is Status.LOBBY:
                    found.append(game)
            return found

    async def open_game(self, place: TournamentGame) -> GameRecord:
        """Open the game of a table and seat its people, as far as that is not done; it has no thread yet."""
        async with self._store.reading() as connection:
            record = await tournaments.get(connection, place.tournament)
            state = await self._replays.state(connection, place.tournament)
            known = await games.exists(connection, place.game)
        tournament_format = state.format
        if not known:
            rules = self._referee.rules_of(tournament_format.game)
            await self._lobby.open_game(
                guild=record.guild,
                channel=record.channel,
                owner=int(state.master),
                rules=tournament_format.game,
                variant=tournament_format.variant,
                changes=options_of(rules, tournament_format, final=place.heat == FINAL),
                title=title_of(state, place),
                game_id=place.game,
                pace="" if tournament_format.clock.by_post else LIVE,
                rated=True,
            )
        async with self._store.writing() as connection:
            assistants = judges(state, place)
            await games.change(connection, place.game, assistants=assistants)
        await self._seat(place, state)
        async with self._store.reading() as connection:
            return await games.get(connection, place.game)

    async def _seat(self, place: TournamentGame, state: State) -> None:
        async with self._store.reading() as connection:
            seated = {seat.user for seat in await games.seats_of(connection, place.game)}
        for person in state.game(place.heat, place.number).began:
            if int(person) not in seated:
                await self._lobby.join(place.game, int(person), state.names[person])

    async def start_game(self, place: TournamentGame) -> None:
        """Begin the game of a table that has its thread."""
        state = await self.state(place.tournament)
        await self._lobby.start(place.game, int(state.master))

    # ------------------------------------------------------------------ results

    async def collect(self, game_id: str) -> State | None:
        """Take the result of a game that is over into its tournament, once; None if there is nothing to take."""
        async with self._store.reading() as connection:
            place = await tournaments.game(connection, game_id)
            game = await games.get(connection, game_id) if place and await games.exists(connection, game_id) else None
            if place is None or game is None or game.status is not Status.OVER:
                return None
            state = await self._replays.state(connection, place.tournament)
        if state.game(place.heat, place.number).result:
            return None
        for person in state.game(place.heat, place.number).vacant:
            kept = log.Substituted(heat=place.heat, table=place.number, out=person, person="")
            state = await self.append(place.tournament, kept)
        at = state.game(place.heat, place.number)
        result = await result_of(self._store, self._referee, game_id, at)
        return await self.append(place.tournament, log.Finished(heat=place.heat, table=place.number, result=result))

    async def correction(
        self, tournament_id: str, by: int, heat: int, table: int, text: str, reason: str, rule: str = ""
    ) -> Corrected:
        """Return a correction of a result as an official writes it (`corrections`); it does not count yet.

        Raises Illegal for what cannot be read, or cannot be.
        """
        state = await self.state(tournament_id)
        was = state.game(heat, table).result
        if was is None:
            raise Illegal("This game has no result yet.")
        result = corrections.read(was, text, state.names)
        return Corrected(by=str(by), heat=heat, table=table, result=result, reason=reason, rule=rule)

    async def tried(self, tournament_id: str, entry: AnyEntry) -> State:
        """Return where a tournament would stand after something that does not count yet; raises Illegal."""
        state = await self.state(tournament_id)
        _carry_out(state, msgspec.structs.replace(entry, time=self._time()))
        return state

    async def correct(self, tournament_id: str, entry: Corrected, looked: int, *, insist: bool = False) -> State:
        """Let a correction count, as an official who saw a result that was corrected `looked` times before.

        Raises Refused where it was corrected since, and for what is odd about it unless somebody means to `insist`.
        """

        async def first(state: State) -> None:
            game = state.game(entry.heat, entry.table)
            odd = corrections.doubts(game.result, entry.result) if game.result else []
            if len(game.corrections) != looked:
                raise Refused("Somebody has corrected this result since you looked; look at it again.")
            if odd and not insist:
                raise Refused(name_seats(f"{odd[0]} Look at it again, and insist where a ruling says so.", state.names))

        return await self.append(tournament_id, entry, first=first)

    # ------------------------------------------------------------------ clocks

    async def ring(self, place: TournamentGame, kind: Kind) -> bool:
        """Let a game's clock do what it does at a moment: begin the last round, or stop play [WBC-T08, WBC-T09].

        What has been done already, or what its game does not know, is left alone: a moment can be rung twice. Return
        False where the game is still being set up, and the moment has to be rung again.
        """

        async def work() -> bool:
            live = await self._referee.live_game(place.game)
            if _sets_up(live):
                return False
            action = None if live.table.result else _rung(live, kind, last=place.heat == FINAL)
            if action is not None:
                await self._referee.apply(live, Submission(MASTER, action, None, Via.DEADLINE))
            return True

        return await self._referee.alone(place.game, work)

    async def clock_of(self, place: TournamentGame, *, now: float) -> TournamentGame:
        """Bring the clock of a game up to date, and return it: it runs while the game is played and not paused."""
        async with self._store.writing() as connection:
            game = await games.get(connection, place.game)
            kept = await tournaments.game(connection, place.game) or place
            stands = _stood(kept, game, now)
            if stands == kept:
                return kept
            return await tournaments.change_game(
                connection, place.game, started=stands.started, stopped=stands.stopped, lost=stands.lost
            )

    async def has_rung(self, place: TournamentGame, kind: str, said: str = "") -> TournamentGame:
        """Note what the clock of a game has done, so that it does not do so again, and tell its thread what is `said`.

        Both are one: a warning comes once, whenever Herald is interrupted.
        """
        return await self.note(place, said, announced=tuple(sorted({*place.announced, kind})))

    async def note(
        self, place: TournamentGame, said: str = "", to: int = 0, people: Sequence[str] = (), **changes: Any
    ) -> TournamentGame:
        """Note something of a table, and tell its thread what is `said`, in one transaction.

        It pings `people`, and a person is told as well by direct message.
        """
        async with self._store.writing(place.game) as connection:
            kept = await tournaments.change_game(connection, place.game, **changes) if changes else place
            if said:
                game = await self._tell_table(connection, place, said, people)
                told = [OutboxMessage(Trouble(f"{game.title}: {said}"), to)] if to else []
                await outbox.add(connection, game.id, game.version, told, self._referee.now())
        self._referee.publish(place.game)
        return kept

    async def _tell_table(
        self, connection: AsyncConnection, place: TournamentGame, said: str, people: Sequence[str]
    ) -> GameRecord:
        game = await games.get(connection, place.game)
        heard = tuple(int(person) for person in dict.fromkeys(people) if person.isdigit())
        told = [OutboxMessage(Log((Event("announced", said),), heard=heard))]
        await outbox.add(connection, game.id, game.version, told, self._referee.now())
        return game

    async def tell_of_ruling(
        self, connection: AsyncConnection, tournament_id: str, state: State, number: int, said: str
    ) -> None:
        """Tell the table of a ruling what has become of it; its players are pinged, and who has to mend it."""
        found = rulings.find(state, number)
        places = await tournaments.games_of(connection, tournament_id)
        place = next(one for one in places if (one.heat, one.number) == (found.heat, found.table))
        people = [*state.game(found.heat, found.table).people]
        people += rulings.menders(state, found) if rulings.to_mend(found) else []
        await self._tell_table(connection, place, texts.with_names(said, state.names), people)


def mark(drawn: seating.Drawn) -> str:
    """Return what tells a draw of a heat from its other draws."""
    return sha256(repr((drawn.tables, drawn.idle)).encode()).hexdigest()[:8]


def _secret(record: TournamentRecord, heat: int) -> str:
    secret = record.secrets.get(str(heat))
    if secret is None:
        raise Refused(f"{heat_title(heat)} has to be announced first.")
    return secret


def judges(state: State, place: TournamentGame) -> tuple[int, ...]:
    """Return the assistants who can judge at a table because they do not play there [WBC-T11]."""
    people = state.game(place.heat, place.number).people
    return tuple(int(one) for one in state.assistants if one not in people)


def title_of(state: State, place: TournamentGame) -> str:
    """Return what the thread of a table is called."""
    where = "Final" if place.heat == FINAL else f"Heat {place.heat}, table {place.number}"
    return f"{state.format.title[:60]}: {where}"


def _wanted(state: State, person: str, heat: int | None, plays: bool) -> list[int]:
    """Return the heats that a person plays after entering for one, or for all to come, or withdrawing from them."""
    now = {one.number for one in state.heats if person in one.entered}
    meant = {one.number for one in state.heats if not one.closed} if heat is None else {heat}
    return sorted(now | meant if plays else now - meant)


def _carry_out(state: State, entry: AnyEntry) -> None:
    """Carry an entry out; what is refused names people as others know them."""
    try:
        tournament.carry_out(state, entry)
    except Illegal as refusal:
        raise Illegal(name_seats(refusal.reason, state.names), refusal.rule) from refusal


def _stood(place: TournamentGame, game: GameRecord, now: float) -> TournamentGame:
    """How the clock of a game stands now, from how it stood and whether the game is paused."""
    if game.status is not Status.PLAYING:
        return place
    if place.started is None:
        return msgspec.structs.replace(place, started=now)
    if game.paused is not None:
        return place if place.stopped is not None else msgspec.structs.replace(place, stopped=game.paused)
    if place.stopped is not None:
        return msgspec.structs.replace(place, stopped=None, lost=place.lost + max(0.0, now - place.stopped))
    return place


def _sets_up(live: LiveGame) -> bool:
    """Whether a game has not begun, so that no clock can end it yet."""
    rules, game = live.table.rules, live.table.game
    return live.table.result is None and not rules.pace.in_last_round(game) and rules.pace.stop_edit(game) is None


def _rung(live: LiveGame, kind: Kind, *, last: bool) -> Action | None:
    """Return the action that a stroke of the clock triggers in a game; None where nothing is left to do.

    Where nothing else would end a game, the Final or one in which time is called, a game without a last round stops.
    """
    rules, game = live.table.rules, live.table.game
    if kind == "stop":
        return rules.pace.stop_edit(game)
    if kind not in ("last_round", "time") or rules.pace.in_last_round(game):
        return None
    begins = rules.pace.last_round_edit(game)
    return rules.pace.stop_edit(game) if begins is None and (last or kind == "time") else begins


def running(place: TournamentGame) -> Running | None:
    """Return the clock of a game as the engine of tournaments reads it; None before the game has begun."""
    if place.started is None:
        return None
    stopped = None if place.stopped is None else datetime.fromtimestamp(place.stopped, UTC)
    return Running(
        started=datetime.fromtimestamp(place.started, UTC), stopped=stopped, lost=timedelta(seconds=place.lost)
    )
