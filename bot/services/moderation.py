"""Moderation: interventions by game masters, at once or after confirmation, and by players who agree."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import HeraldError, Refused
from bot.model import interventions
from bot.model.interventions import AnyIntervention
from bot.services import rehearsals
from bot.services.administration import Administration
from bot.services.rehearsals import Rehearsals
from bot.store import game_log, games, motions, outbox, tournaments
from bot.store.database import Store
from bot.store.payloads import AnyPayload, Log, MotionCall, Notice, OutboxMessage, Panel
from bot.store.rows import ActionRecord, GameRecord, Motion, MotionKind, SeatRecord, Status, Telling, Via
from bot.table import log_view
from bot.table.live_game import LiveGame, seat_held
from bot.table.referee import ActionBuilder, Referee
from bot.table.submission import Submission
from engine.core.actions import (
    MASTER,
    Action,
    Annotate,
    Close,
    DropAnnotation,
    HouseRule,
    Note,
    Overrule,
    Rewind,
    tag_of,
)
from engine.core.computer.levels import titled
from engine.core.editing.edits import in_words
from engine.core.errors import EngineError, Illegal
from engine.core.events import Event
from engine.core.table import Table

CLERICAL = (interventions.Pause, interventions.Resume, interventions.Extend, interventions.HandOver)
"""Interventions that favour nobody: a game master who plays needs no confirmation for them."""

LOOK_BACK = 20
"""Actions among which somebody's last one is sought: an older one is undone by command."""

Needed = Callable[[int], int]

BACK = {
    Via.MASTER: "The game master goes back",
    Via.CONSENT: "The players have agreed to go back",
    Via.PLAYER: "One action undone",
}
"""The heading in the thread above a rewind."""

CHANGED = {
    Via.MASTER: "The game master changes the house rules.",
    Via.CONSENT: "The players have agreed on other house rules.",
}
"""The heading in the thread above a new house rule."""

MAJORITIES: dict[MotionKind, Needed] = {
    MotionKind.UNDO: lambda voters: voters,
    MotionKind.PAUSE: lambda voters: (voters + 1) // 2,
    MotionKind.RESUME: lambda voters: (voters + 1) // 2,
    MotionKind.REPLACE: lambda voters: (voters + 1) // 2,
    MotionKind.MASTER: lambda voters: (voters + 1) // 2,
    MotionKind.END: lambda voters: voters,
    MotionKind.RULES: lambda voters: voters,
    MotionKind.OVERRULE: lambda voters: 1,
}
"""The number of those asked who have to agree, without the mover."""

MAX_UNDONE_CHARS = 600
"""Characters of what a motion to go back would undo."""

MAX_MOMENT_CHARS = 80
"""Characters of the words for a moment to which a game has gone back."""

SENTENCE_END = re.compile(r"(?<=[.!?])\s")
"""The end of a sentence: the first one says enough of a moment."""

MOTION_LIFETIME_S = 7 * 86400.0
"""Seconds after which another motion may take the place of one that nobody has decided."""


TELLINGS = {
    Telling.STORY: "the story: one message a turn, with the map at its end",
    Telling.PHASES: "the story, with a map after each phase",
    Telling.EVERYTHING: "everything: a message for each action, a map after each phase",
}
"""The descriptions of the settings for how much a thread tells."""


class Moderation:
    """Carries out interventions in games, and keeps the motions that ask for them."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self.store = store
        self.referee = referee
        self.administration = Administration(store, referee)
        self.rehearsals = Rehearsals(referee, self.administration)
        self._in_hand: set[int] = set()
        """The motions that are being carried out: one more Aye must not do them twice."""

    # ------------------------------------------------------------------ the game master

    async def intervene(self, game_id: str, user: int, intervention: AnyIntervention, roles: Sequence[int] = ()) -> str:
        """Carry out a game master's intervention, or ask an assistant to confirm it; return the result in words."""
        game, seats = await self.running_game(game_id)
        check_master(game, user, roles)
        own = seat_held(seats, user)
        if own and isinstance(intervention, interventions.Regency) and intervention.seat == own:
            return await self.set_own_regent(game_id, user, intervention.regent)
        for_himself = isinstance(intervention, interventions.Extend) and (
            intervention.seat == own or intervention.hours < 0
        )
        if own and (for_himself or not isinstance(intervention, CLERICAL)):
            return await self._ask_assistants(game, seats, user, intervention)
        said = await self._words(game, intervention)
        await self.carry_out(game_id, user, intervention, Via.MASTER)
        done = interventions.done(intervention) or f"I have carried out your change: {said}."
        return texts.with_names(done, {seat.id: seat.name for seat in seats})

    async def change_rules(self, game_id: str, user: int, options: dict[str, Any], roles: Sequence[int] = ()) -> str:
        """Change options of a running table: as a game master who does not play at once, else as all others agree."""
        game, seats = await self.running_game(game_id)
        await self.check_own_rules(game)
        intervention = interventions.ChangeRules(options)
        if seat_held(seats, user):
            return await self.propose(game_id, user, MotionKind.RULES, intervention)
        check_master(game, user, roles)
        await self.carry_out(game_id, user, intervention, Via.MASTER)
        return "The house rules are changed; everybody is told. /gm undo takes it back."

    async def check_own_rules(self, game: GameRecord) -> None:
        """Raise Refused for a table whose rules are a tournament's."""
        async with self.store.reading() as connection:
            if await tournaments.game(connection, game.id) is not None:
                raise Refused(
                    f"{game.title} is a table of a tournament, and all tables of a tournament have the same rules."
                )

    async def annotate(
        self, game_id: str, user: int, note: Annotate | DropAnnotation, roles: Sequence[int] = ()
    ) -> None:
        """Keep a note to the rules of a running table, or take one back, as its game master."""
        game, _ = await self.running_game(game_id)
        check_master(game, user, roles)
        title = "The game master rules." if isinstance(note, Annotate) else "The game master takes a ruling back."
        await self._act(game_id, lambda _: Submission(MASTER, note, user, Via.MASTER, title=title))

    async def last_action(self, game_id: str, user: int, roles: Sequence[int] = ()) -> ActionRecord:
        """Return the last action that still holds, for a game master who wants to take it back or do it again."""
        game, _ = await self.running_game(game_id)
        check_master(game, user, roles)
        moves = await self.lasting_actions(game_id)
        if len(moves) == 1:
            raise Refused("There is no action to undo yet.")
        return moves[-1]

    async def lasting_actions(self, game_id: str) -> list[ActionRecord]:
        """Return the actions that still hold, but for notes; the opening is the first."""
        async with self.store.reading() as connection:
            log = await game_log.entries(connection, game_id)
        return [entry for entry in log_view.lasting(log) if not log_view.is_note(entry)]

    async def _words(self, game: GameRecord, intervention: AnyIntervention) -> str:
        """Return an intervention in words; those of an edit about hidden things name nothing."""
        if not isinstance(intervention, interventions.Edit) or intervention.action.get("action") == log_view.DROP:
            return interventions.words(intervention)
        discreet = {tag_of(kind) for kind in self.referee.rules_of(game.rules).discreet}
        if intervention.action.get("action") in discreet:
            return interventions.words(intervention)
        return await self._edit_words(game.id, intervention)

    async def _edit_words(self, game_id: str, intervention: interventions.Edit) -> str:
        """Return an edit in words, with the names of all that it names."""
        async with self.referee.reading(game_id) as live:
            rules = live.table.rules
            edit = rules.editing.words(_read(live, intervention.action), rules.vocabulary(live.table.game))
        return f"{edit}{', against the rules' if intervention.insist else ''}"

    async def _ask_assistants(
        self, game: GameRecord, seats: Sequence[SeatRecord], user: int, intervention: AnyIntervention
    ) -> str:
        judges = tuple(judge for judge in game.assistants if judge != user)
        if not judges and game.assistant_role is None:
            raise Refused(
                "You play in this game yourself, so an assistant has to confirm that; name one with /gm assistant."
            )
        await self._open(game, MotionKind.OVERRULE, user, intervention, judges)
        if not await self._is_hidden(game.id, intervention):
            await self._explain(game, intervention, [judge for judge in judges if not seat_held(seats, judge)])
        return "You play yourself, so I have asked an assistant to confirm it."

    async def _is_hidden(self, game_id: str, intervention: AnyIntervention) -> bool:
        """Whether the names in an intervention reveal something hidden."""
        if not isinstance(intervention, interventions.ActFor | interventions.Edit):
            return False
        seat = intervention.seat if isinstance(intervention, interventions.ActFor) else MASTER
        async with self.referee.reading(game_id) as live:
            return rehearsals.decides_hidden(live, seat, _read(live, intervention.action))

    async def _explain(self, game: GameRecord, intervention: AnyIntervention, judges: Sequence[int]) -> None:
        """Tell assistants who do not play what they are asked to confirm, where the thread does not say it all."""
        if not (details := await self._details(game.id, intervention)):
            return
        async with self.store.reading() as connection:
            names = {seat.id: seat.name for seat in await games.seats_of(connection, game.id)}
        asked = f"Please confirm this in {game.title} for the game master, who plays there"
        notice = Notice(f"{asked}: {texts.with_names(details, names)}.")
        async with self.store.writing(game.id) as connection:
            messages = [OutboxMessage(notice, judge) for judge in judges]
            await outbox.add(connection, game.id, game.version, messages, self.referee.now())
        self.referee.publish(game.id)

    async def details_for(self, game_id: str, number: int, user: int, roles: Sequence[int] = ()) -> str:
        """Return what an assistant is asked to confirm, secrets and all; raises Refused to whoever may not know it.

        Where that is something hidden, everybody is told first that it is read.
        """
        game, seats = await self.running_game(game_id)
        async with self.store.reading() as connection:
            motion = await motions.get(connection, game_id, number)
        _check_voter(game, motion, user, roles)
        if seat_held(seats, user):
            raise Refused(
                "You play yourself, and this would show you secrets; let an assistant who does not play answer."
            )
        intervention = interventions.read(motion.about)
        if await self._is_hidden(game_id, intervention):
            await self.rehearsals.note(game_id, user, rehearsals.READ)
        said = await self._details(game_id, intervention) or motion.words
        return texts.with_names(said, {seat.id: seat.name for seat in seats})

    async def _details(self, game_id: str, intervention: AnyIntervention) -> str:
        """Return what an action or edit names, secrets and all; "" for interventions that are told in full anyway."""
        if isinstance(intervention, interventions.Edit) and intervention.action.get("action") == log_view.DROP:
            return interventions.words(intervention)
        if isinstance(intervention, interventions.Edit):
            return await self._edit_words(game_id, intervention)
        if isinstance(intervention, interventions.ActFor):
            async with self.referee.reading(game_id) as live:
                known = live.table.rules.vocabulary(live.table.game)
                done = in_words(_read(live, intervention.action), known)
            return f"for {{{intervention.seat}}}: {done}"
        return ""

    # ------------------------------------------------------------------ the players

    async def propose(self, game_id: str, user: int, kind: MotionKind, intervention: AnyIntervention) -> str:
        """Ask the other players for their consent; raises Refused to whoever has no seat."""
        game, seats = await self.running_game(game_id)
        if not seat_held(seats, user):
            raise Refused(f"You have no seat in {game.title}; only its players can propose that.")
        voters = electors(seats, user, intervention)
        await self._clear(game, kind)
        if not voters:
            await self.carry_out(game_id, user, intervention, Via.CONSENT)
            return "Nobody else had to agree, so I have carried out your proposal."
        await self._open(game, kind, user, intervention, voters)
        return "I have asked the others. Press Nay to withdraw your proposal."

    async def _clear(self, game: GameRecord, kind: MotionKind) -> None:
        """Mark motions as lapsed that are out of date; raises Refused if one is still open."""
        now = self.referee.now()
        async with self.store.writing(game.id) as connection:
            for motion in await motions.open_ones(connection, game.id, kind):
                intervention = interventions.read(motion.about)
                passed = isinstance(intervention, interventions.GoBack) and intervention.version != game.version
                if not passed and now < motion.created + MOTION_LIFETIME_S:
                    raise Refused("Somebody has proposed that already; answer their proposal.")
                await motions.save(connection, msgspec.structs.replace(motion, outcome="lapsed"))

    async def take_back(self, game_id: str, user: int) -> str:
        """Take a player's last action back: at once while nobody has seen or built on it, else by consent."""
        game, seats = await self.running_game(game_id)
        seat = seat_held(seats, user)
        moves = await self.lasting_actions(game_id)
        own = [entry for entry in moves if entry.seat == seat and entry.user == user]
        if not own:
            raise Refused("You have no action to undo yet.")
        intervention = interventions.GoBack(own[-1].version - 1, game.version)
        async with self.referee.reading(game_id) as live:
            at_once = await self._unseen(live, _since_own(moves, live, user))
        if at_once:
            await self.carry_out(game_id, user, intervention, Via.PLAYER)
            return "Your last action is undone."
        return await self.propose(game_id, user, MotionKind.UNDO, intervention)

    async def last_done(self, live: LiveGame, user: int) -> str:
        """Return what came of somebody's last action in the engine's words; "" if it is long ago."""
        log = await self.store.read(partial(game_log.last_entries, game_id=live.game.id, number=LOOK_BACK))
        last = log_view.last_own(log, live.seat_of(user), user)
        return log_view.what_was_done(last, live.table.rules) if last else ""

    async def undoable(self, live: LiveGame, user: int) -> str:
        """Return somebody's last action as they chose it, if `take_back` undoes it at once; "" otherwise."""
        log = await self.store.read(partial(game_log.last_entries, game_id=live.game.id, number=LOOK_BACK))
        since = _since_own([entry for entry in log_view.lasting(log) if not log_view.is_note(entry)], live, user)
        before = await self._unseen(live, since)
        return log_view.as_chosen(since[0], before) if before else ""

    async def _unseen(self, live: LiveGame, since: Sequence[ActionRecord]) -> Table | None:
        """Return the table before somebody's last action, the first `since` then, if they may take it back at once.

        That is so where nothing was turned up, and no other person was asked; None otherwise. Where others have done
        something since, nothing may have been hidden from that person either, for it may have come to light.
        """
        turned_up = live.table.rules.story.revelations
        happened = [event for entry in since for event in entry.happened()]
        heard = any(event.seats is not None or event.kind in turned_up for event in happened)
        if not since or live.table.result is not None or heard or any(entry.numbers() for entry in since):
            return None
        own = since[0]
        before = await self.store.read(partial(game_log.snapshot, game_id=live.game.id, version=own.version - 1))
        table = Table.restore(live.table.rules, before, b"", careful=False)
        if len(since) > 1 and not all(_sees_everything(there, own.seat) for there in (table, live.table)):
            return None
        asked = {request.seat for request in live.table.requests() if live.user_of(request.seat) is not None}
        return table if asked <= {request.seat for request in table.requests()} | {own.seat} else None

    async def set_telling(self, game_id: str, user: int, telling: Telling, roles: Sequence[int] = ()) -> None:
        """Set how much the thread of a game tells, as its game master; what was told stays as it is."""

        async def work() -> None:
            async with self.store.writing() as connection:
                game = await games.get(connection, game_id)
                check_master(game, user, roles)
                await games.change(connection, game_id, telling=telling)
                said = Log((Event("telling", f"From now on this thread tells {TELLINGS[telling]}."),))
                await outbox.add(connection, game_id, game.version, [OutboxMessage(said)], self.referee.now())

        await self.referee.alone(game_id, work)

    async def set_own_regent(self, game_id: str, user: int, regent: str) -> str:
        """Let a computer player decide for a player's own seat, or give the seat back."""
        _, seats = await self.running_game(game_id)
        seat = seat_held(seats, user)
        if not seat:
            raise Refused("You have no seat in this game.")
        await self.carry_out(game_id, user, interventions.Regency(seat, regent), Via.PLAYER)
        return f"A {titled(regent)} decides for you until you take over again." if regent else "You decide again."

    async def _undone(self, game: GameRecord, to: int) -> str:
        """Return what going back would undo, in a few words."""
        undone = [entry for entry in await self.lasting_actions(game.id) if entry.version > to]
        return (
            texts.clipped_sentence(" ".join(map(log_view.public_text, undone)), MAX_UNDONE_CHARS) or "a hidden decision"
        )

    async def _open(
        self, game: GameRecord, kind: MotionKind, user: int, intervention: AnyIntervention, voters: tuple[int, ...]
    ) -> None:
        said = await self._words(game, intervention)
        if isinstance(intervention, interventions.GoBack):
            said += f" (undoing: {await self._undone(game, intervention.to)})"
        motion = Motion(
            game=game.id,
            kind=kind,
            by=user,
            words=said,
            about=msgspec.to_builtins(intervention),
            voters=voters,
            needed=MAJORITIES[kind](len(voters)),
            created=self.referee.now(),
        )

        async def work() -> None:
            async with self.store.writing(game.id) as connection:
                kept = await motions.add(connection, motion)
                await self._post(connection, game, MotionCall(kept.id, user, kind, said, voters, kept.needed))

        await self.referee.alone(game.id, work)

    async def answer(self, game_id: str, number: int, user: int, aye: bool, roles: Sequence[int] = ()) -> str:
        """Take somebody's answer to a motion; what is carried by it is done at once. Return what has become of it."""
        motion = await self._answered(game_id, number, user, aye, roles)
        if motion.outcome is None and motion.carried:
            await self._do_as_moved(game_id, motion)
            return "Noted. The motion is carried."
        if motion.outcome is None:
            missing = motion.needed - len(motion.ayes)
            return f"Noted. {missing} more {'has' if missing == 1 else 'have'} to agree."
        await self.announce(game_id, f"The motion to {motion.words} is {motion.outcome}.")
        return f"Noted. The motion is {motion.outcome}."

    async def _do_as_moved(self, game_id: str, motion: Motion) -> None:
        """Carry out a motion on which enough have agreed.

        It is decided only then: if Herald is killed before, one more Aye does it. If the rules refuse it by now,
        everybody is told, but not the reason, which may be the secret of a player.
        """
        via = Via.MASTER if motion.kind is MotionKind.OVERRULE else Via.CONSENT
        try:
            await self.carry_out(game_id, motion.by, interventions.read(motion.about), via)
        except (HeraldError, EngineError):
            await self._decided(motion)
            await self.announce(game_id, f"The motion to {motion.words} is carried, but it is no longer possible.")
            raise
        else:
            await self._decided(motion)
        finally:
            self._in_hand.discard(motion.id)

    async def _decided(self, motion: Motion) -> None:
        async with self.store.writing(motion.game) as connection:
            await motions.save(connection, msgspec.structs.replace(motion, outcome="carried"))

    async def _answered(self, game_id: str, number: int, user: int, aye: bool, roles: Sequence[int]) -> Motion:
        async def work() -> Motion:
            async with self.store.writing(game_id) as connection:
                game = await games.get(connection, game_id)
                motion = await motions.get(connection, game_id, number)
                if number in self._in_hand:
                    raise Refused("Enough players have agreed, and I am carrying it out.")
                motion = _as_of_now(motion, await games.seats_of(connection, game_id))
                if motion.by == user and motion.outcome is None and not aye:
                    motion = msgspec.structs.replace(motion, outcome="withdrawn")
                    await motions.save(connection, motion)
                    return motion
                _check_voter(game, motion, user, roles)
                ayes = {*motion.ayes, user} if aye else set(motion.ayes) - {user}
                nays = set(motion.nays) - {user} if aye else {*motion.nays, user}
                motion = msgspec.structs.replace(motion, ayes=tuple(sorted(ayes)), nays=tuple(sorted(nays)))
                if motion.lost and not motion.carried:
                    motion = msgspec.structs.replace(motion, outcome="lost")
                await motions.save(connection, motion)
            if motion.carried:
                self._in_hand.add(number)
            return motion

        return await self.referee.alone(game_id, work)

    # ------------------------------------------------------------------ carrying out

    async def carry_out(self, game_id: str, user: int, intervention: AnyIntervention, via: Via) -> None:
        """Carry an intervention out; raises Refused or Illegal where that is not possible (any more)."""
        match intervention:
            case interventions.ActFor(seat=seat, action=raw):
                await self._decide(game_id, user, lambda live: Submission(seat, _read(live, raw), user, via))
            case interventions.TakeDefault(seat=seat):
                await self._act(game_id, lambda s: Submission(seat, s.table.default(seat), user, via))
            case interventions.Edit(action=raw, insist=insist):
                await self._decide(game_id, user, lambda s: Submission(MASTER, _edit(s, raw, insist), user, via))
            case interventions.GoBack(to=to, version=version):
                await self._go_back(game_id, user, to, version, via)
            case interventions.Reroll(version=version):
                await self._reroll(game_id, user, version, via)
            case interventions.ChangeRules(options=options):
                title = CHANGED.get(via, "")
                rule = HouseRule(options)
                await self._decide(game_id, user, lambda s: Submission(MASTER, rule, user, via, title=title))
            case interventions.End(reason=reason, winners=winners):
                close = Close(reason, list(winners))
                await self._act(game_id, lambda s: Submission(MASTER, close, user, via))
            case _:
                await self.administration.carry_out(game_id, user, intervention, via)

    async def _decide(self, game_id: str, user: int, intent: ActionBuilder) -> None:
        """Carry out a decision from outside; tell everybody if its author knows or learns something hidden."""
        async with self.referee.reading(game_id) as live:
            made = intent(live)
            hidden = rehearsals.decides_hidden(live, made.seat, _deed(made))
        note = Submission(MASTER, Note(rehearsals.KNOWN, looked=True), user, made.via)
        first = (lambda _: note, intent) if hidden else (intent,)
        try:
            await self._act(game_id, *first)
        except Illegal as refusal:
            await self.rehearsals.refused(game_id, user, made.seat, _deed(made), str(refusal))
            raise

    async def _act(self, game_id: str, intent: ActionBuilder, *then: ActionBuilder) -> None:
        def while_played(intent: ActionBuilder) -> ActionBuilder:
            return lambda live: intent(_playing(live))

        await self.referee.carry_out(game_id, while_played(intent), *map(while_played, then))

    async def _go_back(self, game_id: str, user: int, to: int, version: int, via: Via, *then: ActionBuilder) -> None:
        """Rewind, unless the game has moved on since, and carry out the replacement action from there.

        What was only put on record since counts for nothing.
        """
        async with self.store.reading() as connection:
            since = await game_log.entries(connection, game_id, after=version)
            there = await game_log.entries(connection, game_id, after=to - 1)
        if all(log_view.is_note(entry) for entry in since):
            version += len(since)
        said = SENTENCE_END.split(log_view.public_text(there[0]), maxsplit=1)[0] if there else ""
        moment = texts.clipped_sentence(said, MAX_MOMENT_CHARS)
        after = f"“{moment.removesuffix('.')}”" if moment else f"action {to}"
        title = f"{BACK.get(via, 'The game goes back')}. The game stands after {after}."
        await self._act(game_id, lambda s: Submission(MASTER, _rewind(s, to, version), user, via, title=title), *then)

    async def _reroll(self, game_id: str, user: int, version: int, via: Via) -> None:
        """Undo the last action that drew a number, and carry it out again with new numbers."""
        last = (await self.lasting_actions(game_id))[-1]
        if last.version and not log_view.public_text(last):
            raise Refused("The last action was a hidden decision, which cannot be repeated; undo it with /gm undo.")
        if not last.numbers() or last.version == 0:
            raise Refused("The last action rolled nothing. Go back to the one that did with /gm goto, and act again.")
        raw = msgspec.json.decode(last.action)

        def again(live: LiveGame) -> Submission:
            return Submission(last.seat, _read(live, raw), user, via)

        await self._go_back(game_id, user, last.version - 1, version, via, again)

    # ------------------------------------------------------------------ look-ups and announcements

    async def running_game(self, game_id: str) -> tuple[GameRecord, tuple[SeatRecord, ...]]:
        """Return a running game with its seats; raises Refused if it has not begun or is over."""
        async with self.store.reading() as connection:
            game = await games.get(connection, game_id)
            seats = await games.seats_of(connection, game_id)
        if game.status not in (Status.PLAYING, Status.BROKEN):
            raise Refused(f"{game.title} is not being played{' any more' if game.status is Status.OVER else ' yet'}.")
        return game, seats

    async def usual_regent(self, game_id: str) -> str:
        """Return the computer player that stands in at a table; raises Refused if its game has none."""
        async with self.referee.reading(game_id) as live:
            if name := live.usual_regent:
                return name
            raise Refused(f"{live.table.rules.title} has no computer players; choose something else.")

    async def announce(self, game_id: str, text: str) -> None:
        """Tell everybody something in the thread of a game."""

        async def work() -> None:
            async with self.store.writing(game_id) as connection:
                game = await games.get(connection, game_id)
                await self._post(connection, game, Log((Event("announced", text),)), Panel())

        await self.referee.alone(game_id, work)

    async def _post(self, connection: AsyncConnection, game: GameRecord, *payloads: AnyPayload) -> None:
        messages = [OutboxMessage(payload) for payload in payloads]
        await outbox.add(connection, game.id, game.version, messages, self.referee.now())


def _as_of_now(motion: Motion, seats: Sequence[SeatRecord]) -> Motion:
    """Return a motion of the players with those as voters who play now."""
    if motion.kind is MotionKind.OVERRULE:
        return motion
    intervention = interventions.read(motion.about)
    voters = electors(seats, motion.by, intervention)
    voices = {"ayes": motion.ayes, "nays": motion.nays}
    heard = {name: tuple(user for user in said if user in voters) for name, said in voices.items()}
    return msgspec.structs.replace(motion, voters=voters, needed=MAJORITIES[motion.kind](len(voters)), **heard)


def electors(seats: Sequence[SeatRecord], by: int, intervention: AnyIntervention) -> tuple[int, ...]:
    """Return the people who vote on a motion: all other players, except the one whose seat it is about."""
    target = intervention.seat if isinstance(intervention, interventions.Replace) else ""
    return tuple(seat.user for seat in seats if seat.human and seat.user != by and seat.id != target)


def is_master(game: GameRecord, user: int, roles: Sequence[int]) -> bool:
    """Whether somebody is a game master, by name or by a role."""
    return user == game.owner or game.master_role in roles


def check_master(game: GameRecord, user: int, roles: Sequence[int] = ()) -> None:
    """Raise Refused unless `user` is a game master."""
    if not is_master(game, user, roles):
        raise Refused(f"Only the game master of {game.title} can do that; ask the game master.")


def _check_voter(game: GameRecord, motion: Motion, user: int, roles: Sequence[int]) -> None:
    if motion.outcome is not None:
        raise Refused(f"That motion is decided: it was {motion.outcome}.")
    by_role = motion.kind is MotionKind.OVERRULE and game.assistant_role in roles and user != motion.by
    if user not in motion.voters and not by_role:
        raise Refused("I did not ask you; I have mentioned everybody who may answer.")


def _deed(submission: Submission) -> Action:
    """Return the action of a submission that opens no game."""
    assert isinstance(submission.action, Action)
    return submission.action


def _read(live: LiveGame, raw: dict[str, object]) -> Action:
    return live.table.rules.codec.decode_action(raw)


def _playing(live: LiveGame) -> LiveGame:
    """Return a game that is not over; raises Refused for one that is."""
    if live.table.result is not None:
        raise Refused(f"{live.game.title} is over and its dice are revealed; start a new game to play on.")
    return live


def _edit(live: LiveGame, raw: dict[str, object], insist: bool) -> Action:
    action = _read(live, raw)
    if not isinstance(action, live.table.rules.edits):
        raise Refused("A game master cannot make that change; /gm edit lists all changes.")
    return Overrule(action) if insist else action


def _rewind(live: LiveGame, to: int, version: int) -> Rewind:
    if live.table.version != version:
        raise Refused("The game has moved on since your command; choose the action to go back to again.")
    if not 0 <= to < version:
        raise Refused(f"There is no action {to} to go back to; choose one from 0 to {version - 1}.")
    return Rewind(to)


def _sees_everything(table: Table, seat: str) -> bool:
    """Tell whether nothing at a table is hidden from a seat: it sees what a game master would."""
    own, whole = (msgspec.to_builtins(table.view(viewer)) | {"viewer": ""} for viewer in (seat, MASTER))
    return bool(own == whole)


def _since_own(moves: Sequence[ActionRecord], live: LiveGame, user: int) -> Sequence[ActionRecord]:
    """Return somebody's last action with all that computer players have done since; nothing if a person has acted.

    Against computer players alone nobody is wronged by it; where others play, or the game counts for a ladder, only
    an action that nobody has answered yet is found.
    """
    own = max((place for place, entry in enumerate(moves) if entry.user == user), default=len(moves))
    since = moves[own:]
    alone = not live.game.rated and not any(seat.human and seat.user != user for seat in live.seats)
    answered = any(entry.via is not Via.REGENT for entry in since[1:]) or (len(since) > 1 and not alone)
    return () if answered or not since or since[0].seat != live.seat_of(user) else since
