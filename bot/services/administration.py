"""Administration: changes of clocks, seats and game masters, which leave the game's state alone but are logged."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from secrets import token_hex

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import Refused
from bot.model import interventions
from bot.model.interventions import AdministrativeIntervention
from bot.services.absence import Absences
from bot.store import game_log, games, outbox, timers
from bot.store.database import Store
from bot.store.payloads import OutboxMessage, Private, Trouble
from bot.store.rows import GameRecord, RegentReason, SeatRecord, Status, Timer, TimerKind, Via
from bot.table import log_view
from bot.table.live_game import LiveGame, plays, seat_held
from bot.table.referee import Referee
from bot.table.submission import SideEffect, Submission
from engine.core.actions import MASTER, Note
from engine.core.computer.levels import offered, titled
from engine.core.events import Event
from engine.core.text import counted

HOUR = 3600.0

MAX_HANDOVER_EVENTS = 20
"""Hidden events that a new player of a seat is told at once; /log has the rest."""


class Administration:
    """Changes clocks, seats and game masters of a game, and puts it on record."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee
        self._absences = Absences(store, referee)

    async def carry_out(self, game_id: str, user: int, intervention: AdministrativeIntervention, via: Via) -> None:
        """Carry an intervention out; raises Refused where that is not possible (any more)."""
        match intervention:
            case interventions.Pause():
                await self.put_on_record(game_id, user, via, "The clocks stand still.", self._pause)
            case interventions.Resume():
                await self.put_on_record(game_id, user, via, "The clocks run again.", self._resume)
            case interventions.Extend():
                await self._extend(game_id, user, intervention, via)
            case interventions.Replace():
                await self._replace(game_id, user, intervention, via)
            case interventions.Regency():
                await self._set_regent(game_id, user, intervention, via)
            case interventions.HandOver():
                await self._hand_over(game_id, user, intervention, via)

    async def put_on_record(
        self,
        game_id: str,
        user: int,
        via: Via,
        said: str,
        side_effect: SideEffect | None = None,
        *,
        title: str = "",
        looked: bool = False,
        seated: SeatRecord | None = None,
    ) -> None:
        """Put something on record, and carry it out in the same transaction; `said` names seats, never people.

        The `title` may name them: it stands in the thread alone, so that a person can be forgotten. Whoever has
        `looked` at something hidden takes no seat in the game any more. Who is `seated` by it takes a seat.
        """

        async def work() -> None:
            live = await self._referee.live_game(game_id)
            if live.table.result is not None:
                raise Refused(f"{live.game.title} is over, so nobody can change it any more.")
            await self._referee.apply(
                live,
                Submission(MASTER, Note(said, looked), user, via, side_effect=side_effect, title=title, seated=seated),
            )

        await self._referee.alone(game_id, work)

    async def report_mistake(self, game_id: str, user: int, reason: str) -> None:
        """Report a wrong resolution of the last phase, while it can still be corrected."""
        async with self._store.reading() as connection:
            game = await games.get(connection, game_id)
            seat = seat_held(await games.seats_of(connection, game_id), user)
            log = await game_log.entries(connection, game_id)
        window = log_view.correction_window(log, self._referee.rules_of(game.rules).story.phase_end_event)
        if not seat:
            raise Refused("You have no seat in this game; its players can report mistakes.")
        if window is None:
            raise Refused("No phase is over yet. Undo your own action with /table undo.")

        async def side_effect(connection: AsyncConnection, live: LiveGame) -> None:
            text = f"A player in {game.title} reports a mistake in the last phase: {reason} "
            text += "Put it right with /gm correct before the next phase is over; /gm pause stops the clocks meanwhile."
            told = [
                OutboxMessage(Trouble(texts.safe(text)), one) for one in (game.owner, *game.assistants) if one != user
            ]
            await outbox.add(connection, game_id, game.version, told, self._referee.now())

        said = f"{{{seat}}} reports a mistake in the last phase, and asks for a correction."
        await self.put_on_record(game_id, user, Via.PLAYER, said, side_effect, title=f"A mistake? {texts.safe(reason)}")

    # ------------------------------------------------------------------ clocks

    async def _pause(self, connection: AsyncConnection, live: LiveGame) -> None:
        if live.game.paused is not None:
            raise Refused(f"The clocks of {live.game.title} stand still already; let them run with /gm resume.")
        await games.change(connection, live.game.id, paused=self._referee.now())

    async def _resume(self, connection: AsyncConnection, live: LiveGame) -> None:
        if live.game.paused is None:
            raise Refused(f"The clocks of {live.game.title} are running; stop them with /gm pause.")
        await games.change(connection, live.game.id, paused=None)
        await timers.run_on(connection, live.game.id, self._referee.now() - live.game.paused)

    async def _extend(self, game_id: str, user: int, intervention: interventions.Extend, via: Via) -> None:
        seat = intervention.seat
        if not intervention.hours:
            raise Refused("Say how many hours: 2 gives two more, -2 takes two back.")

        async def side_effect(connection: AsyncConnection, live: LiveGame) -> None:
            running = [t for t in await timers.of_game(connection, game_id) if seat in ("", t.seat)]
            if not any(timer.seat != MASTER for timer in running):
                raise Refused(
                    "No clock runs for that player: the game waits for somebody else, or a computer player decides."
                )
            moment = live.game.clock_at(self._referee.now())
            if intervention.hours < 0 and any(_left(timer, moment) <= -intervention.hours * HOUR for timer in running):
                raise Refused(
                    "They have less time left than that; take away less, or take the default with /gm default."
                )
            await timers.shift(connection, game_id, intervention.hours * HOUR, seat)
            if seat and intervention.hours > 0:
                await timers.limit(connection, game_id, seat, moment, intervention.hours * HOUR)

        whom = f"{{{seat}}} has" if seat else "Everybody has"
        change = "more" if intervention.hours > 0 else "less"
        time = counted(abs(intervention.hours), "hour")
        await self.put_on_record(game_id, user, via, f"{whom} {time} {change}.", side_effect)

    # ------------------------------------------------------------------ seats

    async def _replace(self, game_id: str, user: int, intervention: interventions.Replace, via: Via) -> None:
        seat, name = intervention.seat, texts.safe(intervention.name)
        async with self._store.reading() as connection:
            predecessor = _holder(await games.seats_of(connection, game_id), seat)
        fresh = {"regent": "", "stead": RegentReason.WILL, "away": None, "left": None, "salt": token_hex(16)}
        successor = msgspec.structs.replace(
            predecessor, user=intervention.user, name=intervention.name, joined=self._referee.now(), **fresh
        )

        async def side_effect(connection: AsyncConnection, live: LiveGame) -> None:
            former = _holder(live.seats, seat)
            if plays(live.seats, intervention.user):
                raise Refused(f"{name} has a seat in {live.game.title} already; name somebody else.")
            log = await game_log.entries(connection, game_id)
            if intervention.user in log_view.lookers(log) | await outbox.lookers(connection, game_id):
                raise Refused(f"{name} has looked at hidden cards of {live.game.title}; name somebody else.")
            await games.vacate(connection, game_id, seat, self._referee.now())
            await games.seat_one(connection, successor)
            await self._initiate(connection, live, former, intervention.user)

        title = f"{name} takes over the seat of {texts.safe(predecessor.name)}."
        said = f"{{{seat}}} plays this seat from now on."
        await self.put_on_record(game_id, user, via, said, side_effect, title=title, seated=successor)
        await self._referee.ask_again(game_id)
        await self._absences.refresh(game_id, intervention.user)

    async def _initiate(self, connection: AsyncConnection, live: LiveGame, former: SeatRecord, user: int) -> None:
        """Send the new player of a seat the latest events that only that seat may know."""
        game, seat = live.game, former.id
        log = await game_log.entries(connection, game.id)
        hidden = [e for entry in log for e in entry.happened() if e.seats and seat in e.seats and e.text]
        text = f"You take over the seat of {former.name}. "
        text += "Its secrets, the latest last (/log has all of them):" if hidden else "It has no secrets."
        news = Private(seat, (Event("handover", text, seats=(seat,)), *hidden[-MAX_HANDOVER_EVENTS:]))
        await outbox.add(connection, game.id, game.version, [OutboxMessage(news, user)], self._referee.now())

    async def _set_regent(self, game_id: str, user: int, intervention: interventions.Regency, via: Via) -> None:
        seat, regent = intervention.seat, intervention.regent

        async def side_effect(connection: AsyncConnection, live: LiveGame) -> None:
            known = live.table.rules.players
            if regent and regent not in known:
                raise Refused(f"There is no computer player '{regent}'; choose one of {', '.join(offered(known))}.")
            if _holder(live.seats, seat).regent == regent:
                raise Refused(
                    f"A {titled(regent)} decides there already." if regent else "No computer player decides there."
                )
            await games.set_regent(connection, game_id, seat, regent)

        said = f"A {titled(regent)} decides for {{{seat}}}." if regent else f"{{{seat}}} decides again in person."
        await self.put_on_record(game_id, user, via, said, side_effect)
        await self._referee.ask_again(game_id)

    # ------------------------------------------------------------------ game masters

    async def hand_over(self, game: GameRecord, user: int, intervention: interventions.HandOver) -> None:
        """Hand the office of a game over, also before it starts and after it is over."""
        if game.status is Status.LOBBY and game.position:
            raise Refused("Start this game first: until then its game master may know the position's secrets.")
        if game.status is Status.PLAYING:
            await self._hand_over(game.id, user, intervention, Via.MASTER)
        else:
            await self._change(game, owner=intervention.user)

    async def appoint(self, game: GameRecord, user: int, said: str, **values: object) -> None:
        """Change who holds an office beside the game master, as everybody is told."""

        async def side_effect(connection: AsyncConnection, live: LiveGame) -> None:
            await games.change(connection, game.id, **values)

        if game.status is Status.PLAYING:
            what = "The game has other game masters now."
            await self.put_on_record(game.id, user, Via.MASTER, what, side_effect, title=said)
        else:
            await self._change(game, **values)

    async def _change(self, game: GameRecord, **values: object) -> None:
        async with self._store.writing(game.id) as connection:
            await games.change(connection, game.id, **values)

    async def _hand_over(self, game_id: str, user: int, intervention: interventions.HandOver, via: Via) -> None:
        async def side_effect(connection: AsyncConnection, live: LiveGame) -> None:
            assistants = [one for one in live.game.assistants if one != intervention.user]
            await games.change(connection, game_id, owner=intervention.user, assistants=assistants)

        title = f"{texts.safe(intervention.name)} is the game master from now on."
        await self.put_on_record(game_id, user, via, "The game has another game master.", side_effect, title=title)


def _left(timer: Timer, moment: float) -> float:
    """Return the seconds until a deadline; infinity without one."""
    return timer.due - timer.clock_at(moment) if timer.kind is TimerKind.DEADLINE else inf


def _holder(seats: Sequence[SeatRecord], seat: str) -> SeatRecord:
    for holder in seats:
        if holder.id == seat and holder.left is None:
            return holder
    raise Refused(
        "That seat is closed, so nobody can have it. Go back to an earlier action with /gm goto, then give it away."
    )
