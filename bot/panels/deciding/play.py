"""Playing: whatever a person does on Discord to act for a seat, by command, button, menu or form.

What a seat may do, and how its battles may end, is worked out in a thread, for others wait for the event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any

import discord

from bot import texts
from bot.delivery.inbox import Inbox
from bot.errors import HeraldError, Refused, Stale
from bot.herald import Herald
from bot.pace import UNTOLD
from bot.panels import answers, modals
from bot.panels.answers import Drawing
from bot.panels.deciding import aids, openings, prospects, replies
from bot.panels.deciding.replies import Reply, SeatContext
from bot.panels.ids import Press
from bot.panels.late_defer import LateDefer
from bot.panels.panel import BARE, COMPONENTS, ROW, AnyRow, Button, Panel, at_once, cost
from bot.panels.planning import plans
from bot.services.computer.thinkers import found
from bot.store import drafts, game_log, games, timers
from bot.store.payloads import AnyPayload, Notice, Private, Trouble
from bot.store.rows import Draft, GameRecord, Status
from bot.table import log_view, telling, timekeeping
from bot.table.live_game import LiveGame
from bot.table.telling import Below
from engine.core.actions import Action, Prospect
from engine.core.drafts import words as in_words
from engine.core.events import Event, name_seats

Interaction = discord.Interaction[Any]
Ask = Callable[[], Awaitable[None]]
logger = logging.getLogger(__name__)

PATIENCE_S = 0.7
"""Seconds after which a panel is shown without the chances that take longest; they follow in their lines."""

SOON_S = 300.0
"""Seconds in which a panel on which everything is done asks its person's next question, if that comes by then."""

LOOKS = 5
"""How often a press is tried again because somebody else acted at the same moment."""


RECENT = 60
"""Actions among which those since somebody's own last one are looked for."""

MEANWHILE, ABOUT_YOU = "**Since your last action:**", "**About you, since your last action:**"
"""The headings of what has happened meanwhile, and of that part of it which names somebody among several opponents."""

DONE = "Done"
"""The title of a panel on which nothing is left to decide."""

FRESH = 3
"""Things that somebody has just asked of others, with which they may say something."""


class Play:
    """Answers one interaction of a person who plays. Every answer is for that person alone."""

    def __init__(self, herald: Herald, interaction: Interaction, game: str = "") -> None:
        self.herald = herald
        self.interaction = interaction
        self.game = game

    # ------------------------------------------------------------------ finding the seat

    async def record(self) -> GameRecord:
        """Return the game that the interaction belongs to: the button's, the thread's, or the only one of the person.

        Raises Refused where none can be meant.
        """
        read, thread = self.herald.store.read, self.interaction.channel_id
        if self.game:
            return await read(partial(games.get, game_id=self.game))
        if self.interaction.guild_id is not None and thread is not None:
            return await read(partial(games.in_thread, thread=thread))
        mine = await read(partial(games.of_user, user=self.interaction.user.id))
        playing = [game for game in mine if game.status == Status.PLAYING]
        if len(playing) != 1:
            raise Refused(f"You play {len(playing)} games; use this in the thread of one of them.")
        return playing[0]

    @asynccontextmanager
    async def seat_context(self) -> AsyncIterator[SeatContext]:
        """Give the person's place at the table; raises Refused to strangers, and where nothing is being played."""
        game_id = self.game or (await self.record()).id
        async with self.herald.referee.reading(game_id) as live:
            yield await self._at(live)

    @asynccontextmanager
    async def with_draft(self) -> AsyncIterator[SeatContext]:
        """Give the same with what has been filled in there so far."""
        game_id = self.game or (await self.record()).id
        async with self.herald.referee.reading_draft(game_id, self.interaction.user.id) as (live, kept):
            yield await self._at(live, kept)

    async def _at(self, live: LiveGame, kept: Draft | None = None) -> SeatContext:
        seat = live.seat_of(self.interaction.user.id)
        request = live.table.request(seat)
        running = await self.herald.store.read(partial(timers.of_game, game_id=live.game.id)) if request else ()
        limit = timekeeping.limit_words(live, request, running) if request else ""
        done = await self.herald.moderation.undoable(live, self.interaction.user.id)
        return SeatContext(live.game, live.table, seat, dict(live.names), live.table.version, kept, (), limit, done)

    @asynccontextmanager
    async def informed(self, press: Press | None = None) -> AsyncIterator[SeatContext]:
        """Give the same with what is likely there, as far as that is known soon; a `press` needs what is filled in.

        It is looked up before, while nobody waits for the game, and anew where the game has moved on since.
        """
        version, likely = await self._likely(press)
        async with self.with_draft() if press else self.seat_context() as here:
            if here.version != version and here.table.request(here.seat) is not None:
                version = here.version
                likely = await found(self.herald.thinkers.look(here.record.id, here.table, here.seat).listed) or ()
            yield replace(here, likely=likely) if here.version == version else here

    # ------------------------------------------------------------------ commands

    async def command(self, meant: Callable[[SeatContext], tuple[str, dict[str, Any]]]) -> None:
        """Carry out a slash command at once if it is complete, else with a form for the rest."""
        await self.interaction.response.defer(ephemeral=True, thinking=True)

        async def attempt() -> None:
            async with self.seat_context() as here:
                reply = await asyncio.to_thread(lambda: replies.written(here, *meant(here)))
                drawing = await self._kept(here, reply)
            await self._reply(here, reply, drawing, LateDefer(self.interaction))

        await _retried_while_stale(attempt)

    async def options(self) -> None:
        """Show everything that the person can do now, and news that their closed direct messages refused.

        An older panel on which they have decided nothing is removed: whoever scrolls up presses nothing out of date.
        """
        async with LateDefer(self.interaction, beside=True) as promise:
            async with self.informed() as here:
                panel = await asyncio.to_thread(replies.shown, here, await self._meanwhile(here))
                panel = _with_all_news(panel, here.record.id)
                drawing = self._drawing(here, panel)
            await promise.settled()
            older = self.herald.live.forget(here.record.id, self.interaction.user.id)
            await self.show(panel, drawing=drawing, beside=True)
            self.herald.live.note(here.record.id, self.interaction)
        if older is not None:
            with suppress(*UNTOLD):
                await older.delete_original_response()
        await self.show_news(here.record.id, here.names)

    async def show_news(self, game: str, names: Mapping[str, str]) -> None:
        """Show what could not be said by direct message, and note that it has been read."""
        inbox = Inbox(self.herald.store)
        unread = await inbox.unread(game, self.interaction.user.id)
        for page in texts.pages("\n".join(_news(payload, names) for _, payload in unread)):
            await self.interaction.followup.send(page, ephemeral=True)
        await inbox.mark_read([row for row, _ in unread])

    # ------------------------------------------------------------------ presses

    async def answer_press(self, press: Press, data: Any) -> None:
        """Answer a button, a menu or a form of a decision panel; `data` is what Discord has sent of it.

        The button "fill" opens the form that asks several questions at once, where they can be asked so.
        """
        if press.verb == "fill":
            async with self.with_draft() as here:
                form = await asyncio.to_thread(replies.asked_together, here, press)
            if form is not None:
                await self.interaction.response.send_modal(form)
                return
        values = modals.named(data) if press.verb == "filled" else modals.values(data)

        async def attempt(promise: LateDefer) -> None:
            async with self.informed(press) as here:
                reply = await asyncio.to_thread(replies.reply, here, press, values)
                drawing = await self._kept(here, reply)
            await self._reply(here, reply, drawing, promise)

        async with LateDefer(self.interaction) as promise:
            await _retried_while_stale(partial(attempt, promise))

    async def _kept(self, here: SeatContext, reply: Reply) -> Drawing | None:
        """Keep the draft of a reply, if it is another one than before; return its picture, which is drawn meanwhile."""
        drawing = self._drawing(here, reply.panel)
        try:
            await self._save_draft(here, reply)
        except BaseException:
            if drawing is not None:
                drawing.cancel()
            raise
        return drawing

    async def _save_draft(self, here: SeatContext, reply: Reply) -> None:
        if reply.keep is None:
            return
        tag, fields = reply.keep
        kept = Draft(game=here.record.id, seat=here.seat, version=here.table.version, tag=tag, fields=fields)
        if kept != here.kept:
            await self.herald.store.write(kept.game, partial(drafts.save, draft=kept))

    # ------------------------------------------------------------------ acting and answering

    async def _reply(self, here: SeatContext, reply: Reply, drawing: Drawing | None, promise: LateDefer) -> None:
        if reply.action is not None:
            await promise.give()
            await self._submit(here, reply.action)
        elif reply.panel is not None:
            await promise.settled()
            await self.show(reply.panel, drawing=drawing)
            self._note_live(here, reply.panel)

    def _note_live(self, here: SeatContext, panel: Panel) -> None:
        """Note the panel that answers the interaction as the one on which its person decides; what is done stays."""
        message = self.interaction.message
        if panel.title == DONE:
            self.herald.live.forget(here.record.id, self.interaction.user.id)
        elif message is None or message.flags.ephemeral:
            self.herald.live.note(here.record.id, self.interaction)

    def _drawing(self, here: SeatContext, panel: Panel | None) -> Drawing | None:
        """Begin to draw the picture that a panel shows, if it shows one."""
        if panel is None or panel.shows is None:
            return None
        return answers.drawing(self.herald.pictures, here.record.rules, panel.shows, here.table.view(""), here.names)

    async def _submit(self, here: SeatContext, action: Action) -> None:
        pressed = self.interaction.message.id if self.interaction.message else None
        asked = here.table.request(here.seat)
        decision = asked.decision if asked else ""
        strengths = here.table.rules.words.strengths
        before = strengths(here.table.game, here.seat)
        offer = next((one for one in here.table.offers(here.seat) if isinstance(action, one.action)), None)
        chosen = in_words(offer, action) if offer else ""
        sent = {openings.key_of(one) for _, one in openings.sent(here.table, here.seat)}
        outcome = await self.herald.referee.submit(
            here.record.id, self.interaction.user.id, action, expected_version=here.version, pressed=pressed
        )
        async with self.informed() as after:
            changed = telling.grown(before, strengths(after.table.game, after.seat))
            note = await asyncio.to_thread(_note, after, outcome.events, changed, chosen)
            panel = await asyncio.to_thread(_after, after, await self._with_news(after, note, outcome.version), sent)
            panel = _with_all_news(panel, here.record.id)
            drawing = self._drawing(after, panel)
        if decision and await self.herald.plans.usual(here.record.id, self.interaction.user.id, decision) == action:
            panel = _with_usual(panel, here, decision, chosen)
        try:
            message = await self.show(panel, drawing=drawing)
        except UNTOLD as error:
            logger.warning("an action was carried out, but its player could not be told: %s", error)
            return
        self._note_live(after, panel)
        if panel.title == DONE and self.interaction.guild_id is not None:
            ask, ends = partial(self._ask_again, note, outcome.version), monotonic() + SOON_S
            self.herald.late.finish(message, self.interaction.id, self._ask_soon(after.record.id, message, ask, ends))

    async def _ask_soon(self, game_id: str, message: int, ask: Ask, ends: float) -> None:
        """Ask the next question below what was done, on the same panel, if it comes before `ends`."""
        if monotonic() >= ends:
            return
        again = partial(self._ask_soon, game_id, message, ask, ends)
        self.herald.late.wait_for(game_id, message, self.interaction.id, again)
        try:
            async with self.herald.referee.reading(game_id) as live:
                asked = live.table.request(live.seat_of(self.interaction.user.id)) is not None
            if asked:
                self.herald.late.stop_waiting(message)
                await ask()
        except (HeraldError, *UNTOLD) as error:
            logger.info("the next question could not be asked on a panel: %s", error)

    async def _ask_again(self, note: str, version: int) -> None:
        """Ask in place of a panel on which something was done, below what that was and what has come since."""
        async with self.informed() as here:
            panel = await asyncio.to_thread(replies.shown, here, await self._with_news(here, note, version))
            panel = _with_all_news(panel, here.record.id)
            drawing = self._drawing(here, panel)
        await self.show(panel, drawing=drawing)
        self._note_live(here, panel)

    async def _with_news(self, here: SeatContext, note: str, version: int) -> str:
        """Return what a person is told of their action of a version, with what others have done since then."""
        if here.version == version:
            return note
        since = await self.herald.store.read(partial(game_log.entries, game_id=here.record.id, after=version))
        happened = [event for entry in log_view.lasting(since) for event in entry.happened()]
        news = telling.meanwhile(happened, here.seat, here.table.rules, here.names)
        told = "\n".join(filter(None, (note, news)))
        whole = told.replace(f"\n{telling.SHORTENED}", "")
        return told if whole == told else f"{whole}\n{telling.SHORTENED}"

    async def _meanwhile(self, here: SeatContext) -> str:
        """Return what has happened to somebody who is asked since their last action, if that is not long ago."""
        if here.table.request(here.seat) is None:
            return ""
        log = await self.herald.store.read(partial(game_log.last_entries, game_id=here.record.id, number=RECENT))
        own = max((place for place, entry in enumerate(log) if entry.seat == here.seat), default=len(log))
        since = [event for entry in log_view.lasting(log[own + 1 :]) for event in entry.happened()]
        news = telling.of_interest(since, here.seat, here.table.rules, here.names)
        heading = MEANWHILE if len(here.names) == 2 else ABOUT_YOU
        return f"{heading}\n{news}" if news else ""

    async def show(self, panel: Panel, *, drawing: Drawing | None = None, beside: bool = False) -> int:
        """Show a panel as the answer: in place of the panel that was pressed, or as a new private message `beside` it.

        Return the number of its message.

        Where an answer has been promised it takes the place of the promise. A panel that is not all there yet is
        finished later: its picture, and the chances that it leaves open.
        """
        file = await answers.soon(drawing)
        late = drawing if drawing is not None and not drawing.done() else None
        panel, response, sent = answers.pictured(panel, file), self.interaction.response, self.interaction.message
        message = sent.id if sent else 0
        if response.is_done():
            message = (await answers.put(self.interaction, panel, file)).id
        elif beside:
            files = [file] if file else []
            message = (await response.send_message(view=panel.layout(), files=files, ephemeral=True)).message_id or 0
        else:
            files = [file] if file else []
            await response.edit_message(content=None, embeds=[], view=panel.layout(), attachments=files)
        if panel.waits is not None or late is not None:
            self.herald.late.finish(message, self.interaction.id, self._complete(panel, late))
        return message

    # ------------------------------------------------------------------ what is likely

    async def _likely(self, press: Press | None = None) -> tuple[int, Sequence[Prospect]]:
        """Return how the game stands, with what is likely for the person, as far as that is known soon.

        The answer to a fresh press, such as a form, shows no chances, and does not wait for them.
        """
        game_id = self.game or (await self.record()).id
        async with self.herald.referee.reading(game_id) as live:
            seat, version = live.seat_of(self.interaction.user.id), live.table.version
            if live.table.request(seat) is None:
                return version, ()
            look = self.herald.thinkers.look(game_id, live.table, seat)
            fresh = press is not None and (not press.stamp or press.stamp == live.table.stamp(seat))
        patience = 0 if press and fresh and press.verb != "opts" else PATIENCE_S
        return version, await found(look.whole, patience) or await found(look.listed) or ()

    async def _complete(self, shown: Panel, late: Drawing | None) -> None:
        """Add to a panel what it was shown without: its picture, then the chances that it leaves open; nothing moves.

        The chances are those of the moment at which it was made, for which its buttons stand too.
        """
        if late is not None:
            shown = await answers.add_picture(self.interaction, shown, late)
        if shown.waits is None:
            return
        game_id = self.game or (await self.record()).id
        try:
            look = self.herald.thinkers.begun(game_id, shown.waits.version, shown.waits.seat)
            likely = await found(look.whole) if look else ()
            async with self.seat_context() as here:
                panel = prospects.completed(shown, likely or (), here.names)
            await self.interaction.edit_original_response(content=None, embeds=[], view=panel.layout())
        except (HeraldError, *UNTOLD) as error:
            logger.info("the chances could not be added to a panel: %s", error)


def _note(here: SeatContext, events: Sequence[Event], changed: Sequence[str], chosen: str) -> str:
    """Return what somebody is told of their action: what came of it, without what the panel says below."""
    request, ahead = here.table.request(here.seat), plans.offered(here.table, here.seat, here.names)
    below = Below(request.prompt if request else "", bool(ahead))
    note = telling.to_actor(events, here.seat, here.table.rules, here.names, below, chosen)
    return "\n".join([note, *changed])


def _after(here: SeatContext, note: str, sent: Collection[str]) -> Panel:
    """Return what is shown once an action has been carried out: what the seat is asked next, or that it is done.

    With what it has asked of others, and had not `sent` before, it may say something.
    """
    request, ahead = here.table.request(here.seat), plans.offered(here.table, here.seat, here.names)
    fresh = [one for one in openings.sent(here.table, here.seat) if openings.key_of(one[1]) not in sent]
    if request is not None:
        said = openings.words_with(here.record.id, fresh[-FRESH:], here.names)
        return _with_words(replies.shown(here, note), tuple(said))
    words = f"{note}\n\n{ahead}" if ahead else note
    undo = aids.undo(name_seats(here.done, here.names))
    rows = [aids.buttons(here.table, here.record.id, here.seat, undo=undo, ahead=bool(ahead))]
    said = openings.words_with(here.record.id, openings.sent(here.table, here.seat)[-FRESH:], here.names)
    return Panel(words, title=DONE, rows=[row for row in (said, *rows) if row])


def _with_words(panel: Panel, said: tuple[Button, ...]) -> Panel:
    """Return a panel on which somebody may say something with what they have just asked, where there is room."""
    rows: list[AnyRow] = [*([list(said)] if said else []), *panel.rows]
    if not said or BARE + cost(rows) > COMPONENTS:
        return panel
    return replace(panel, rows=rows)


def _with_all_news(panel: Panel, game: str) -> Panel:
    """Return a panel whose news are shortened with the button that tells all of them, at the end of its last row."""
    if telling.SHORTENED not in panel.text or not panel.rows or BARE + cost(panel.rows) == COMPONENTS:
        return panel
    *others, last = panel.rows
    if not isinstance(last, list) or len(last) == ROW:
        return panel
    return replace(panel, rows=[*others, [*last, aids.since(game)]])


ALIKE = (
    "{question}: your last three answers were “{answer}”. If you press *Always*, I answer so for you, without asking, "
    "until you change `/plan`."
)


def _with_usual(panel: Panel, here: SeatContext, decision: str, chosen: str) -> Panel:
    """Return a panel that offers to answer a question for good as it was `chosen` now, where there is room for it.

    The panel may ask something else by then, so that both the question and the answer are named.
    """
    label = at_once(f"Always: {name_seats(chosen, here.names)}")
    always = Button(str(Press("always", here.record.id, topic=decision)), label, emoji="🔁")
    rows: list[AnyRow] = [*panel.rows, [always]]
    if BARE + cost(rows) > COMPONENTS:
        return panel
    question = here.table.rules.plans.plannable[decision].words
    said = ALIKE.format(question=question, answer=texts.with_plain_names(chosen, here.names))
    return replace(panel, text=f"{panel.text}\n\n-# {said}", rows=rows)


async def _retried_while_stale(attempt: Callable[[], Awaitable[None]]) -> None:
    """Look and try again if somebody else acted between the look and the submission."""
    for _ in range(LOOKS - 1):
        try:
            return await attempt()
        except Stale:
            continue
    return await attempt()


def _news(payload: AnyPayload, names: Mapping[str, str]) -> str:
    match payload:
        case Private(events=events):
            return texts.log_text(events, names)
        case Trouble(text=text):
            return f"⚠️ {texts.safe(text)}"
        case Notice(text=text):
            return texts.safe(text)
    raise TypeError(f"{type(payload).__name__} is never held back for a panel.")
