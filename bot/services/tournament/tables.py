"""Keeping the tables of a tournament in step with it: holders of seats, officials, and halted tables."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import Refused
from bot.model import interventions
from bot.model.interventions import AdministrativeIntervention
from bot.services.administration import Administration
from bot.services.results import seat_of
from bot.services.tournament.events import Tournaments, judges
from bot.services.tournament.gifts import TournamentGifts
from bot.services.tournament.undoing import TournamentUndoing
from bot.store import games, tournaments
from bot.store.database import Store
from bot.store.rows import GameRecord, SeatRecord, Status, TournamentGame, Via
from bot.table.referee import Referee
from engine.core.errors import Illegal
from engine.tournament import finalists, log
from engine.tournament.blocked_tables import Hold, holds
from engine.tournament.log import FINAL
from engine.tournament.state import Game, State

SITS_NOWHERE = (
    "That player is in no heat that is open or being played. To leave later heats, use the buttons of the "
    "tournament's message; to leave everything, the Final too, use `/tournament drop out:the whole tournament`."
)

NEVER_IN = "That player is not in this tournament, so there is nothing to leave. “I play” on its message enters a heat."

UNOPENED = "The game of this table is not open yet, so no seat can change hands. Wait for its thread, then try again."


class TournamentTables:
    """Keeps the tables in step. Every change is made once, however often it is begun or interrupted."""

    def __init__(self, store: Store, referee: Referee, events: Tournaments) -> None:
        self._store = store
        self._referee = referee
        self._events = events
        self._administration = Administration(store, referee)
        self.gifts = TournamentGifts(store, referee)
        self._undoing = TournamentUndoing(store, referee)

    async def keep(self, tournament_id: str) -> State:
        """Bring all tables of a tournament in step with it, and it with what was done at them; return how it stands."""
        return await self._referee.alone(f"tables {tournament_id}", lambda: self._keep_all(tournament_id))

    async def _keep_all(self, tournament_id: str) -> State:
        state = await self._events.state(tournament_id)
        await self._undoing.finish(tournament_id, state)
        async with self._store.reading() as connection:
            places = await tournaments.games_of(connection, tournament_id)
        for place in places:
            if not state.game(place.heat, place.number).result:
                state = await self._keep(place, state)
        return state

    async def _keep(self, place: TournamentGame, state: State) -> State:
        async with self._store.reading() as connection:
            if not await games.exists(connection, place.game):
                return state
            game = await games.get(connection, place.game)
            seats = {seat.id: seat for seat in await games.seats_of(connection, place.game)}
        if game.status is Status.LOBBY:
            return state
        state = await self._note_holders(place, state, seats.values())
        if game.status is Status.PLAYING:
            await self._name_officials(place, state, game)
            for person in state.game(place.heat, place.number).vacant:
                await self._mind(game, seats[_seat(state.game(place.heat, place.number), person)])
            hold = next((one for one in holds(state) if (one.heat, one.table) == (place.heat, place.number)), None)
            await self._hold(place, state, game, hold)
        return state

    async def _note_holders(self, place: TournamentGame, state: State, seats: Iterable[SeatRecord]) -> State:
        """Log who has taken over a seat, as with /gm replace."""
        people = state.game(place.heat, place.number).people
        held = {seat.id: seat for seat in seats}
        for number, person in enumerate(people):
            seat = held[seat_of(number)]
            if person and seat.user > 0 and str(seat.user) != person:
                entry = log.Substituted(
                    heat=place.heat, table=place.number, out=person, person=str(seat.user), name=seat.name
                )
                state = await self._events.append(place.tournament, entry)
        return state

    async def _name_officials(self, place: TournamentGame, state: State, game: GameRecord) -> None:
        """Let the officials of the tournament be those of a table; an assistant who plays there does not judge."""
        wanted = int(state.master), judges(state, place)
        if wanted[0] > 0 and wanted != (game.owner, game.assistants):
            said = f"{texts.safe(state.names[state.master])} is the game master of this table."
            await self._administration.appoint(game, wanted[0], said, owner=wanted[0], assistants=wanted[1])

    async def _mind(self, game: GameRecord, seat: SeatRecord) -> None:
        """Let a computer player mind a seat that was given up, until somebody takes it; nobody is rated for that."""
        async with self._referee.reading(game.id) as live:
            regent = live.usual_regent
        if seat.human and not seat.regent and regent:
            await self._decree(game, interventions.Regency(seat.id, regent))

    async def _hold(self, place: TournamentGame, state: State, game: GameRecord, hold: Hold | None) -> None:
        """Let a table stand still, or go on once nothing holds it any more, and tell its thread why."""
        if hold is None and not place.held:
            return
        if (game.paused is None) == (hold is not None):
            await self._decree(game, interventions.Pause() if hold else interventions.Resume())
        why = texts.with_names(f"⏸️ {hold.why} [{hold.rule}]", state.names) if hold else ""
        if why != place.held:
            told = game.owner if hold and hold.rule == "WBC-T11" else 0
            await self._events.note(place, why or "The table continues.", told, held=why)

    async def _decree(self, game: GameRecord, decree: AdministrativeIntervention) -> None:
        await self._administration.carry_out(game.id, game.owner, decree, Via.MASTER)

    # ------------------------------------------------------------------ giving a seat up, and taking one over

    async def give_up(self, tournament_id: str, person: int, by: int) -> list[tuple[int, int]]:
        """Take somebody out of the tournament, the Final too; return the tables of their seats.

        A substitute is sought for each seat. Raises Refused for somebody who never entered.
        """
        if not _took_part(await self._events.state(tournament_id), str(person)):
            raise Refused(NEVER_IN)
        state = await self._events.append(tournament_id, log.Dropped(by=str(by), person=str(person)))
        return await self._vacate_all(tournament_id, state, str(person), by)

    async def sit_out(self, tournament_id: str, person: int, by: int) -> list[tuple[int, int]]:
        """Take somebody out of the heat that is open or being played; return the tables of their seats.

        They stay in the tournament, and a substitute is sought for each seat. Raises Refused if they are in no such
        heat.
        """
        who, state = str(person), await self._events.state(tournament_id)
        coming = [heat for heat in state.heats if heat.announced and not heat.closed and who in heat.entered]
        final = state.final.announced and not state.final.closed and who in finalists.qualified(state).finalists
        if not (coming or final or _held(state, who)):
            raise Refused(SITS_NOWHERE)
        if coming:
            kept = tuple(heat.number for heat in state.heats if who in heat.entered and heat not in coming)
            entry = log.Entered(by=str(by), person=who, name=state.names[who], heats=kept)
            state = await self._events.append(tournament_id, entry)
        if final:
            state = await self._events.append(tournament_id, log.Declined(by=str(by), person=who))
        return await self._vacate_all(tournament_id, state, who, by)

    async def _vacate_all(self, tournament_id: str, state: State, person: str, by: int) -> list[tuple[int, int]]:
        held = _held(state, person)
        for heat, table in held:
            await self.vacate(tournament_id, heat, table, person, by)
        return held

    async def vacate(
        self, tournament_id: str, heat: int, table: int, person: str, by: int = 0, reason: str = ""
    ) -> State:
        """Seek a substitute for a seat; a computer player minds it meanwhile. Raises Illegal."""
        entry = log.Vacated(by=str(by) if by else "", heat=heat, table=table, person=person, reason=reason)

        async def show_gifts(connection: AsyncConnection, state: State) -> None:
            places = await tournaments.games_of(connection, tournament_id)
            place = next(one for one in places if (one.heat, one.number) == (heat, table))
            await self.gifts.show_before_leaving(connection, place, state, person)

        await self._events.append(tournament_id, entry, also=show_gifts)
        return await self.keep(tournament_id)

    async def leave(self, game_id: str, user: int) -> bool:
        """Look for a substitute for somebody who leaves a game; return False if it is no tournament game."""
        async with self._store.reading() as connection:
            place = await tournaments.game(connection, game_id)
        if place is None:
            return False
        await self.vacate(place.tournament, place.heat, place.number, str(user), user)
        return True

    async def substitute(
        self, tournament_id: str, heat: int, table: int, out: str, by: int, user: int, name: str
    ) -> State:
        """Give a seat to another person, or back to its own; raises Illegal and Refused.

        If a person takes it unasked, the reserves of the heat come first.
        """
        entry = log.Substituted(by=str(by), heat=heat, table=table, out=out, person=str(user), name=name)

        async def first(state: State) -> None:
            at = state.game(heat, table)
            if by == user and out != str(user):
                self._check_turn(state, heat, at, out, user)
            game, seat = await self._place(tournament_id, heat, table, _seat(at, out))
            if out == str(user):
                decree: AdministrativeIntervention = interventions.Regency(seat.id, "")
                if seat.regent:
                    await self._decree(game, decree)
            elif seat.user != user:
                await self._decree(game, interventions.Replace(seat.id, user, name))

        async def work() -> State:
            return await self._events.append(tournament_id, entry, first=first)

        return await self._referee.alone(f"tables {tournament_id}", work)

    def _check_turn(self, state: State, heat: int, at: Game, out: str, user: int) -> None:
        """Raise Refused unless a person may take a seat now: it is offered, and no reserve comes first."""
        if out not in at.vacant:
            raise Refused("Nobody is wanted for that seat; its player is still there.")
        ahead = reserves(state, heat)
        until = opens(state, at, out)
        now = datetime.fromtimestamp(self._referee.now(), UTC)
        if ahead and str(user) not in ahead and now < until:
            names = texts.join_words([texts.safe(state.names[one]) for one in ahead])
            raise Refused(
                f"The reserves of this heat come first ({names}); from <t:{int(until.timestamp())}:f> anybody "
                "may take the seat."
            )

    async def _place(self, tournament_id: str, heat: int, table: int, seat: str) -> tuple[GameRecord, SeatRecord]:
        async with self._store.reading() as connection:
            places = await tournaments.games_of(connection, tournament_id)
            place = next(one for one in places if (one.heat, one.number) == (heat, table))
            if not await games.exists(connection, place.game):
                raise Refused(UNOPENED)
            game = await games.get(connection, place.game)
            held = {one.id: one for one in await games.seats_of(connection, place.game)}
        if game.status is Status.LOBBY:
            raise Refused(UNOPENED)
        if game.status is not Status.PLAYING:
            raise Refused("This table is not being played, so you cannot take a seat there.")
        return game, held[seat]


def _took_part(state: State, person: str) -> bool:
    """Whether somebody has entered for a heat, or held a seat."""
    return person in state.entrants() or any(person in heat.entered for heat in state.heats)


def _held(state: State, person: str) -> list[tuple[int, int]]:
    """Return the tables at which somebody holds a seat of a running game and has not given it up."""
    return [
        (heat, table)
        for heat, table, game in state.tables()
        if not game.result and person in game.people and person not in game.vacated
    ]


def reserves(state: State, heat: int) -> list[str]:
    """Return the people first in line for a free seat of a heat: those checked in without a seat, or the next."""
    found = finalists.qualified(state).reserves if heat == FINAL else state.heat(heat).idle
    seated = {person for game in state.heat(heat).games for person in game.people}
    return [person for person in found if person not in state.dropped and person not in seated]


def opens(state: State, at: Game, person: str) -> datetime:
    """Return from when on anybody may take a seat that was given up: once the grace of a heat is over."""
    since = at.sought[person] or datetime.fromtimestamp(0, UTC).isoformat()
    return datetime.fromisoformat(since) + timedelta(minutes=state.format.clock.grace)


def _seat(at: Game, person: str) -> str:
    """Return a person's seat in a game; raise Illegal where they have none."""
    if person not in at.people:
        raise Illegal("That player holds no seat at this table.")
    return seat_of(at.people.index(person))
