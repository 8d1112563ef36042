"""Carries decrees out: the game master's at once, or once an assistant confirms; the players' once enough agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import decrees, texts
from bot.absence import Absences
from bot.decrees import AnyDecree
from bot.errors import Refused
from bot.pacing import regent_name
from bot.promises import Deed, Sitting
from bot.referee import Referee
from bot.store import games, motions, outbox, record, timers
from bot.store.database import Store
from bot.store.payloads import AnyPayload, Log, MotionCall, Panel, Private, Promise
from bot.store.records import ActionRecord, GameRecord, Motion, MotionKind, SeatRecord, Status, Stead, Via
from engine.core.actions import MASTER, Action, Close, Overrule, Rewind
from engine.core.events import Event
from engine.core.table import Table

CLERICAL = (decrees.Pause, decrees.Resume, decrees.Extend)
"""Decrees that favour nobody: a game master who plays needs no confirmation for them."""

Needed = Callable[[int], int]

MAJORITIES: dict[MotionKind, Needed] = {
    MotionKind.UNDO: lambda voters: voters,
    MotionKind.PAUSE: lambda voters: (voters + 1) // 2,
    MotionKind.RESUME: lambda voters: (voters + 1) // 2,
    MotionKind.REPLACE: lambda voters: (voters + 1) // 2,
    MotionKind.END: lambda voters: voters,
    MotionKind.OVERRULE: lambda voters: 1,
}
"""How many of those asked have to agree; whoever moves has agreed already."""

HOUR = 3600.0

UNDONE = 600
"""Characters of what a motion to go back would undo."""

MEMORIES = 20
"""Hidden events that a new player of a seat is told at once; /log has the rest."""


class Government:
    """What is done to games from outside their rules."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self.store = store
        self.referee = referee

    # ------------------------------------------------------------------ the game master

    async def decree(self, game_id: str, user: int, decree: AnyDecree) -> str:
        """Carry out what the game master decides, or ask an assistant to confirm it; return what has become of it."""
        game, seats = await self.table(game_id)
        check_master(game, user)
        if _seat_of(seats, user) and not isinstance(decree, CLERICAL):
            return await self._ask_assistants(game, user, decree)
        await self.carry_out(game_id, user, decree, Via.MASTER)
        return "It is done."

    async def _ask_assistants(self, game: GameRecord, user: int, decree: AnyDecree) -> str:
        judges = tuple(judge for judge in game.assistants if judge != user)
        if not judges and game.assistant_role is None:
            raise Refused(
                "You play in this game yourself, so an assistant has to confirm that; name one with /gm assistant."
            )
        await self._open(game, MotionKind.OVERRULE, user, decree, judges)
        return "You play yourself: an assistant has been asked to confirm it."

    # ------------------------------------------------------------------ the players

    async def move(self, game_id: str, user: int, kind: MotionKind, decree: AnyDecree) -> str:
        """Ask the other players for their consent; raises Refused to whoever has no seat."""
        game, seats = await self.table(game_id)
        if not _seat_of(seats, user):
            raise Refused(f"You have no seat in {game.title}; only its players can move that.")
        target = decree.seat if isinstance(decree, decrees.Replace) else ""
        voters = [seat.user for seat in seats if seat.human and seat.user != user and seat.id != target]
        async with self.store.reading() as connection:
            if await motions.open_ones(connection, game_id, kind):
                raise Refused("Such a motion is being decided already; answer that one.")
        if not voters:
            await self.carry_out(game_id, user, decree, Via.CONSENT)
            return "It is done."
        await self._open(game, kind, user, decree, tuple(voters))
        return "The others have been asked."

    async def take_back(self, game_id: str, user: int) -> str:
        """Take a player's last action back: at once while nobody has seen or built on it, else by consent."""
        game, seats = await self.table(game_id)
        seat = _seat_of(seats, user)
        async with self.store.reading() as connection:
            log = await record.log(connection, game_id)
            own = [entry for entry in log if entry.seat == seat and entry.user == user]
            if not own:
                raise Refused("You have done nothing yet that could be taken back.")
            before = await record.snapshot(connection, game_id, own[-1].version - 1)
        decree = decrees.GoBack(own[-1].version - 1, game.version)
        if own[-1].version == game.version and await self._unseen(game, own[-1], seat, before):
            await self.carry_out(game_id, user, decree, Via.PLAYER)
            return "It is taken back."
        return await self.move(game_id, user, MotionKind.UNDO, decree)

    async def _unseen(self, game: GameRecord, last: ActionRecord, seat: str, before: bytes) -> bool:
        """Whether an action turned up no die or card, and handed the game to nobody else."""
        if last.numbers() or any(event.seats is not None for event in last.happened()):
            return False
        table = Table.restore(self.referee.rules_of(game.rules), before, b"", careful=False)
        async with self.referee.reading(game.id) as sitting:
            asked = {request.seat for request in sitting.table.requests()}
        return sitting.table.result is None and asked <= {request.seat for request in table.requests()} | {seat}

    async def stand_in(self, game_id: str, user: int, regent: str) -> str:
        """Let a computer player decide for a player's own seat, or give it back to him."""
        _, seats = await self.table(game_id)
        seat = _seat_of(seats, user)
        if not seat:
            raise Refused("You have no seat in this game.")
        await self.carry_out(game_id, user, decrees.Regency(seat, regent), Via.PLAYER)
        return f"The {regent} decides for you until you take over again." if regent else "You decide again."

    async def _undone(self, game: GameRecord, to: int) -> str:
        """What going back would undo, in a few words."""
        async with self.store.reading() as connection:
            log = await record.log(connection, game.id, after=to)
        said = [event.text for entry in log for event in entry.happened() if event.seats is None and event.text]
        return texts.clipped(" ".join(said), UNDONE)

    async def _open(
        self, game: GameRecord, kind: MotionKind, user: int, decree: AnyDecree, voters: tuple[int, ...]
    ) -> None:
        said = decrees.words(decree)
        if isinstance(decree, decrees.GoBack):
            said += f" (undoing: {await self._undone(game, decree.to)})"
        motion = Motion(
            game=game.id,
            kind=kind,
            by=user,
            words=said,
            about=msgspec.to_builtins(decree),
            voters=voters,
            needed=MAJORITIES[kind](len(voters)),
            created=self.referee.now(),
        )

        async def work() -> None:
            async with self.store.writing() as connection:
                kept = await motions.add(connection, motion)
                await self._promise(connection, game, MotionCall(kept.id, user, kind, said, voters, kept.needed))

        await self.referee.alone(game.id, work)

    async def answer(self, game_id: str, number: int, user: int, aye: bool, roles: Sequence[int] = ()) -> str:
        """Take somebody's answer to a motion; what is carried by it is done at once. Return what has become of it."""
        motion = await self._answered(game_id, number, user, aye, roles)
        if motion.outcome is None:
            missing = motion.needed - len(motion.ayes)
            return f"Noted. {missing} more {'has' if missing == 1 else 'have'} to agree."
        if motion.outcome == "lost":
            await self.announce(game_id, f"The motion to {motion.words} is lost.")
            return "Noted. The motion is lost."
        via = Via.MASTER if motion.kind is MotionKind.OVERRULE else Via.CONSENT
        await self.carry_out(game_id, motion.by, decrees.read(motion.about), via)
        return "Noted. The motion is carried."

    async def _answered(self, game_id: str, number: int, user: int, aye: bool, roles: Sequence[int]) -> Motion:
        async def work() -> Motion:
            async with self.store.writing() as connection:
                game = await games.get(connection, game_id)
                motion = await motions.get(connection, game_id, number)
                _check_voter(game, motion, user, roles)
                ayes = {*motion.ayes, user} if aye else set(motion.ayes) - {user}
                nays = set(motion.nays) - {user} if aye else {*motion.nays, user}
                motion = msgspec.structs.replace(motion, ayes=tuple(sorted(ayes)), nays=tuple(sorted(nays)))
                outcome = "carried" if motion.carried else "lost" if motion.lost else None
                motion = msgspec.structs.replace(motion, outcome=outcome)
                await motions.keep(connection, motion)
                return motion

        return await self.referee.alone(game_id, work)

    # ------------------------------------------------------------------ carrying out

    async def carry_out(self, game_id: str, user: int, decree: AnyDecree, via: Via) -> None:
        """Carry a decree out; raises Refused or Illegal where that is not possible (any more)."""
        match decree:
            case decrees.ActFor(seat=seat, action=raw):
                await self._act(game_id, user, via, lambda sitting: Deed(seat, _read(sitting, raw), user, via))
            case decrees.TakeDefault(seat=seat):
                await self._act(game_id, user, via, lambda s: Deed(seat, s.table.default(seat), user, via))
            case decrees.Edit(action=raw, insist=insist):
                await self._act(game_id, user, via, lambda s: Deed(MASTER, _edit(s, raw, insist), user, via))
            case decrees.GoBack(to=to, version=version):
                await self._act(game_id, user, via, lambda s: Deed(MASTER, _rewind(s, to, version), user, via))
            case decrees.Reroll(version=version):
                await self._reroll(game_id, user, version, via)
            case decrees.DropSeat(seat=seat):
                await self.referee.drop(game_id, user, seat)
            case decrees.End(reason=reason, winners=winners):
                close = Close(reason, list(winners))
                await self._act(game_id, user, via, lambda s: Deed(MASTER, close, user, via))
            case decrees.Replace(seat=seat, user=player, name=name):
                await self._replace(game_id, seat, player, name)
            case decrees.Regency(seat=seat, regent=regent):
                await self._crown_regent(game_id, seat, regent)
            case decrees.Pause():
                await self._pause(game_id)
            case decrees.Resume():
                await self._resume(game_id)
            case decrees.Extend(hours=hours, seat=seat):
                await self._extend(game_id, hours, seat)

    async def _act(self, game_id: str, user: int, via: Via, deed: Callable[[Sitting], Deed]) -> None:
        def claim(sitting: Sitting) -> Deed:
            if sitting.table.result is not None:
                raise Refused(f"{sitting.game.title} is over and its dice are revealed; start a new game to play on.")
            return deed(sitting)

        await self.referee.carry_out(game_id, claim)

    async def _reroll(self, game_id: str, user: int, version: int, via: Via) -> None:
        """Take back the last action that drew something, and do it again: its numbers are new ones."""
        async with self.store.reading() as connection:
            last = await record.action(connection, game_id, version)
        if not last.numbers() or last.version == 0:
            raise Refused("The last action drew no number; go back to the one that did with /gm goto, and act again.")
        await self.carry_out(game_id, user, decrees.GoBack(version - 1, version), via)
        raw = msgspec.json.decode(last.action)
        await self._act(game_id, user, via, lambda s: Deed(last.seat, _read(s, raw), user, via))

    async def _replace(self, game_id: str, seat: str, user: int, name: str) -> None:
        async def work() -> None:
            async with self.store.writing() as connection:
                game = await games.get(connection, game_id)
                seats = await games.seats_of(connection, game_id)
                former = _holder(seats, seat)
                if _seat_of(seats, user):
                    raise Refused(f"{name} has a seat in {game.title} already; name somebody else.")
                now = self.referee.now()
                await games.vacate(connection, game_id, seat, now)
                successor = msgspec.structs.replace(
                    former, user=user, name=name, joined=now, left=None, regent="", stead=Stead.WILL, away=None
                )
                await games.seat_one(connection, successor)
                log = await record.log(connection, game_id)
                hidden = [e for entry in log for e in entry.happened() if e.seats and seat in e.seats and e.text]
                welcome = Event(
                    "handover", f"You take over the seat of {former.name}. What only it knows:", seats=(seat,)
                )
                news = Private(seat, (welcome, *hidden[-MEMORIES:]))
                await outbox.add(connection, game_id, game.version, [Promise(news, user)], now)
                said = f"{texts.safe(name)} takes over the seat of {texts.safe(former.name)}."
                await self._promise(connection, game, Log((Event("replaced", said),)), Panel())

        await self.referee.alone(game_id, work)
        await self.referee.ask_again(game_id)
        await Absences(self.store, self.referee).refresh(game_id, user)

    async def _crown_regent(self, game_id: str, seat: str, regent: str) -> None:
        async def work() -> None:
            async with self.store.writing() as connection:
                game = await games.get(connection, game_id)
                holder = _holder(await games.seats_of(connection, game_id), seat)
                known = self.referee.rules_of(game.rules).players()
                if regent and regent not in known:
                    raise Refused(f"There is no computer player '{regent}'; choose one of {', '.join(known)}.")
                await games.set_regent(connection, game_id, seat, regent)
                name = texts.safe(holder.name)
                said = f"A regent, the {regent}, decides for {name}." if regent else f"{name} decides again in person."
                await self._promise(connection, game, Log((Event("regent", said),)), Panel())

        await self.referee.alone(game_id, work)
        await self.referee.ask_again(game_id)

    async def _pause(self, game_id: str) -> None:
        async def work() -> None:
            async with self.store.writing() as connection:
                game = await games.get(connection, game_id)
                if game.paused is not None:
                    raise Refused(f"The clocks of {game.title} stand already; let them run with /gm resume.")
                await games.change(connection, game_id, paused=self.referee.now())
                await self._promise(connection, game, Log((Event("paused", "The clocks stand still."),)), Panel())

        await self.referee.alone(game_id, work)

    async def _resume(self, game_id: str) -> None:
        async def work() -> None:
            async with self.store.writing() as connection:
                game = await games.get(connection, game_id)
                if game.paused is None:
                    raise Refused(f"The clocks of {game.title} are running; stop them with /gm pause.")
                await games.change(connection, game_id, paused=None)
                await timers.run_on(connection, game_id, self.referee.now() - game.paused)
                await self._promise(connection, game, Log((Event("resumed", "The clocks run again."),)), Panel())

        await self.referee.alone(game_id, work)

    async def _extend(self, game_id: str, hours: float, seat: str) -> None:
        async def work() -> None:
            async with self.store.writing() as connection:
                game = await games.get(connection, game_id)
                await timers.shift(connection, game_id, hours * HOUR, seat)
                if seat:
                    await timers.limit(connection, game_id, seat, game.moment(self.referee.now()), hours * HOUR)
                whom = f"{{{seat}}} has" if seat else "Everybody has"
                await self._promise(
                    connection, game, Log((Event("extended", f"{whom} {hours:g} hours more."),)), Panel()
                )

        await self.referee.alone(game_id, work)

    # ------------------------------------------------------------------ looking and telling

    async def table(self, game_id: str) -> tuple[GameRecord, tuple[SeatRecord, ...]]:
        """Return a running game with its seats; raises Refused if it has not begun or is over."""
        async with self.store.reading() as connection:
            game = await games.get(connection, game_id)
            seats = await games.seats_of(connection, game_id)
        if game.status not in (Status.PLAYING, Status.BROKEN):
            raise Refused(f"{game.title} is not being played{' any more' if game.status is Status.OVER else ' yet'}.")
        return game, seats

    async def usual_regent(self, game_id: str) -> str:
        """Return the computer player that stands in at a table; raises Refused if its game has none."""
        async with self.referee.reading(game_id) as sitting:
            if name := regent_name(sitting):
                return name
            raise Refused(f"{sitting.table.rules.title} has no computer players; choose something else.")

    async def announce(self, game_id: str, text: str) -> None:
        """Tell everybody something in the thread of a game."""

        async def work() -> None:
            async with self.store.writing() as connection:
                game = await games.get(connection, game_id)
                await self._promise(connection, game, Log((Event("announced", text),)), Panel())

        await self.referee.alone(game_id, work)

    async def _promise(self, connection: AsyncConnection, game: GameRecord, *payloads: AnyPayload) -> None:
        promises = [Promise(payload) for payload in payloads]
        await outbox.add(connection, game.id, game.version, promises, self.referee.now())


def check_master(game: GameRecord, user: int) -> None:
    """Raise Refused unless `user` is the game master."""
    if user != game.owner:
        raise Refused(f"Only the game master of {game.title} can do that; ask <@{game.owner}>.")


def _check_voter(game: GameRecord, motion: Motion, user: int, roles: Sequence[int]) -> None:
    if motion.outcome is not None:
        raise Refused(f"That motion is decided: it was {motion.outcome}.")
    by_role = motion.kind is MotionKind.OVERRULE and game.assistant_role in roles and user != motion.by
    if user not in motion.voters and not by_role:
        raise Refused("You are not asked here; those who are have been mentioned.")


def _seat_of(seats: Sequence[SeatRecord], user: int) -> str:
    return next((seat.id for seat in seats if seat.user == user and seat.left is None), "")


def _holder(seats: Sequence[SeatRecord], seat: str) -> SeatRecord:
    for holder in seats:
        if holder.id == seat and holder.left is None:
            return holder
    raise Refused(f"Nobody holds the seat {seat}; name one that is taken.")


def _read(sitting: Sitting, raw: dict[str, object]) -> Action:
    return sitting.table.rules.decode_action(raw)


def _edit(sitting: Sitting, raw: dict[str, object], insist: bool) -> Action:
    action = _read(sitting, raw)
    if not isinstance(action, sitting.table.rules.edits):
        raise Refused("That is no edit of the game master; look through them with /gm edit.")
    return Overrule(action) if insist else action


def _rewind(sitting: Sitting, to: int, version: int) -> Rewind:
    if sitting.table.version != version:
        raise Refused("The game has moved on since that was asked for; look again where to go back to.")
    if not 0 <= to < version:
        raise Refused(f"There is no action {to} to go back to; choose one from 0 to {version - 1}.")
    return Rewind(to)
