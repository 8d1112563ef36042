"""Lessons on private panels: the panel of a seat as it is in a game, with what it is for and where to press."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import discord
from msgspec import structs

from bot.herald import Herald
from bot.panels import answers, opening
from bot.panels.answers import Drawing
from bot.panels.deciding import prospects, replies
from bot.panels.deciding.pages import turns_page
from bot.panels.deciding.play import Play
from bot.panels.deciding.replies import SeatContext
from bot.panels.filling.form import together
from bot.panels.ids import Press, parse
from bot.panels.modals import Question
from bot.panels.panel import AnyRow, Button, Card, Divider, Line, Menu, Panel, People, Words, buttons_of
from bot.panels.status_panel import hand_over, name_of
from bot.panels.verbs import Handler
from bot.services.computer.thinkers import found
from bot.services.lessons import PREFIX, PUPIL, Lesson
from bot.store.payloads import MAP
from bot.store.rows import Draft
from bot.table import telling
from engine.core.actions import Action, Prospect, tag_of
from engine.core.events import name_seats
from engine.core.files import welcome
from engine.core.text import join_words
from render import registry

Interaction = discord.Interaction[Any]

HAND = "hand"

WHOLE, ANSWER, IN_MENU, GO, BEGIN, TURN = range(6)
"""How directly a control leads to an action, the most direct way first."""

OURS = frozenset({"find", "leaflet", "lsplay", "lsleave", "lsshow"})
"""What works in a lesson beside the decisions themselves; taking back and planning ahead belong to real games."""

FREE = "Choose what you like here; **Play it for me** decides as a computer player would."

READY = "everything is chosen; what you do stands above."

HOW = "**{button}** opens a table for a real game, with others or with computer players; so does `/game new`."

LEFT = "You have left the lesson; nothing of it is kept. "


def is_lesson(game: str) -> bool:
    """Tell whether the id on a button is that of a lesson."""
    return game.startswith(PREFIX)


# ---------------------------------------------------------------------- what the panel says


def guided(lesson: Lesson, panel: Panel, happened: str = "") -> Panel:
    """Return a panel of the pupil's with what has happened, what the decision is, and where to press and why.

    A decision is explained once, and so is why an action answers it. The lesson's own buttons stand below.
    """
    if lesson.over:
        return _ended(lesson, happened)
    request = lesson.table.request(PUPIL)
    if request is None:
        return panel
    game, action = lesson.record.rules, lesson.advice()
    rows = _with_own(lesson, panel.rows)
    panel = replace(panel, rows=rows)
    where, rank = pointer(lesson, panel, action)
    hint = welcome.hint(game, request.decision, tag_of(type(action))) if rank != TURN else ""
    why = READY if rank == GO else _once(lesson, hint)
    said = [f"🎓 **Lesson, turn {lesson.turn} of {len(lesson.course.turns)}**", happened]
    said.append(_once(lesson, welcome.hint(game, request.decision)))
    said.append((f"👉 {where}: {why}" if why else f"👉 {where}.") if where else FREE)
    return replace(panel, text="\n\n".join([*(one for one in said if one), panel.text]))


def _once(lesson: Lesson, sentence: str) -> str:
    """Return a sentence of the lesson where it has not been said yet, else ""."""
    said = sentence in lesson.explained
    lesson.explained.add(sentence)
    return "" if said else sentence


def _ended(lesson: Lesson, happened: str) -> Panel:
    button = opening.play_button(lesson.record.rules)
    said = [happened, f"🎓 **That was the lesson.** {lesson.course.close}", HOW.format(button=button.label)]
    return Panel("\n\n".join(one for one in said if one), title=lesson.table.rules.title, rows=[[button]])


def _with_own(lesson: Lesson, rows: Sequence[AnyRow]) -> list[AnyRow]:
    """Return rows without what only works in a real game, and with the buttons that show, play on and leave."""
    kept: list[AnyRow] = []
    for row in rows:
        match row:
            case Menu() | People() | Card() | Words() | Divider():
                kept.append(row)
            case Line(button=button):
                kept += [row] if _works(button) else []
            case _:
                left = [one for one in row if _works(one)]
                kept += [left] if left else []
    return [*kept, [*_pictures(lesson), *_ways_on(lesson)]]


def _works(button: Button) -> bool:
    press = parse(button.id)
    return press is not None and (press.verb in replies.PRESSES or press.verb in OURS)


def _pictures(lesson: Lesson) -> list[Button]:
    """Return buttons for the board, and for the hand where the game has one."""
    game = lesson.record.rules
    kinds = {MAP: "Map", **({HAND: "My hand"} if HAND in registry.kinds(game) else {})}
    labels = registry.buttons(game)
    return [Button(str(Press("lsshow", lesson.record.id, topic=kind)), labels.get(kind, kinds[kind])) for kind in kinds]


def _ways_on(lesson: Lesson) -> list[Button]:
    stamp = lesson.table.stamp(PUPIL)
    return [
        Button(str(Press("lsplay", lesson.record.id, stamp)), "Play it for me"),
        Button(str(Press("lsleave", lesson.record.id)), "Leave the lesson"),
    ]


def pointer(lesson: Lesson, panel: Panel, action: Action) -> tuple[str, int]:
    """Say where on a panel an action is to be found, by the label that stands there; "" where it is not.

    Also tell how directly that leads to it.
    """
    offer, draft = lesson.table.offer(PUPIL, tag_of(type(action))), lesson.draft
    answers = {name: _values(value) for name, value in structs.asdict(action).items() if value not in (None, "", [])}
    done = dict(draft.fields) if draft and draft.tag == offer.tag else {}
    whole = prospects.key_of(offer.tag, answers)
    left = {name: [one for one in values if one not in _values(done.get(name))] for name, values in answers.items()}
    form = _in_form(together(offer, done, lesson.names), left)
    rank, words = min(_pointed(panel, offer.tag, whole, left, form), default=(TURN, ""))
    return name_seats(words, lesson.names), rank


def _values(value: Any) -> list[str]:
    if value in (None, "", []):
        return []
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


def _in_form(asked: Sequence[Question], left: Mapping[str, Sequence[str]]) -> str:
    """Return the answers to the questions of a form, in words; "" where there is no form."""
    told = []
    for one in asked:
        labels = [choice.label for choice in one.choices if choice.value in left.get(one.name, ())]
        told += [f"*{one.prompt}* with **{join_words(labels)}**"] if labels else []
    return f" and answer {join_words(told)}" if told else ""


def _pointed(
    panel: Panel, tag: str, whole: str, left: Mapping[str, Sequence[str]], form: str
) -> Iterator[tuple[int, str]]:
    """Yield the controls that lead to an action, in words, each with how directly it does: the least is the best.

    Beside a button that opens a form of several questions stand the answers in the `form`.
    """
    for row in panel.rows:
        if isinstance(row, Menu):
            yield from _in_menu(row, tag, whole, left)
            continue
        for button in buttons_of(row):
            press = parse(button.id)
            words = f"Press **{button.label}**"
            if turns_page(button.label):
                yield TURN, words
            if press is None or press.topic != tag:
                continue
            if press.verb == "whole" and press.field_value == whole:
                yield WHOLE, words
            elif press.verb == "set" and _answers(press, left):
                yield ANSWER, words
            elif press.verb == "fill":
                yield BEGIN, f"{words}{form}"
            elif press.verb in ("go", "do", "pick"):
                yield GO if press.verb == "go" else BEGIN, words


def _in_menu(menu: Menu, tag: str, whole: str, left: Mapping[str, Sequence[str]]) -> Iterator[tuple[int, str]]:
    press = parse(menu.id)
    if press is None:
        return
    wanted = left.get(press.field, []) if press.verb == "set" and press.topic == tag else []
    wanted = [tag] if press.verb == "pick" else [whole] if press.verb == "whole" else wanted
    for choice in menu.choices:
        if choice.value in wanted:
            yield (BEGIN if press.verb == "pick" else IN_MENU), f"Choose **{choice.label}** in the menu *{menu.prompt}*"


def _answers(press: Press, left: Mapping[str, Sequence[str]]) -> bool:
    bare = replace(press, field_value="")
    return any(bare.answering(press.field, value) == press for value in left.get(press.field, ()))


# ---------------------------------------------------------------------- what presses do


class LessonPlay(Play):
    """Answers a press of a lesson: like any other press on a panel, but at a table that is in memory alone."""

    def __init__(self, herald: Herald, interaction: Interaction, lesson: Lesson) -> None:
        super().__init__(herald, interaction, lesson.record.id)
        self.lesson = lesson

    @asynccontextmanager
    async def seat_context(self) -> AsyncIterator[SeatContext]:
        """Give the pupil's place at the table, with what they have filled in so far."""
        async with self.lesson.lock:
            lesson = self.lesson
            yield SeatContext(lesson.record, lesson.table, PUPIL, lesson.names, lesson.table.version, lesson.draft)

    with_draft = seat_context

    async def _likely(self, press: Press | None = None) -> tuple[int, Sequence[Prospect]]:
        """Return how the lesson stands, with what is likely for the pupil."""
        async with self.lesson.lock:
            table = self.lesson.table
            version, look = table.version, self.herald.thinkers.likely(self.lesson.record.id, table, PUPIL)
        return version, await found(look) or ()

    async def everything(self, note: str = "") -> Panel:
        """Return everything that the pupil can do."""
        async with self.informed() as here:
            return await asyncio.to_thread(replies.shown, here, note)

    async def _save_draft(self, here: SeatContext, reply: replies.Reply) -> None:
        self.lesson.draft = None
        if reply.keep is not None:
            tag, fields = reply.keep
            version = here.table.version
            self.lesson.draft = Draft(game=self.game, seat=PUPIL, version=version, tag=tag, fields=fields)

    async def _submit(self, here: SeatContext, action: Action) -> None:
        await self.act(action, here.version)

    async def act(self, action: Action, version: int) -> None:
        """Carry an action out, let the others decide, and show what the pupil is asked next."""
        lesson = self.lesson
        async with lesson.lock:
            events = await asyncio.to_thread(lesson.act, action, version)
            rules = lesson.table.rules
            note = telling.to_actor(events, PUPIL, rules, lesson.names)
        panel = await self.everything()
        await super().show(await asyncio.to_thread(guided, lesson, panel, note))
        if lesson.over:
            self.herald.lessons.end(self.interaction.user.id)

    async def show(self, panel: Panel, *, drawing: Drawing | None = None, beside: bool = False) -> int:
        """Show a panel with the lesson's sentences; return the number of its message."""
        panel = await asyncio.to_thread(guided, self.lesson, panel)
        return await super().show(panel, drawing=drawing, beside=beside)


async def begin(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Begin a lesson of the game that the button names, in place of the panel."""
    lesson = await herald.lessons.begin(press.topic, interaction.user.id, name_of(interaction.user))
    play = LessonPlay(herald, interaction, lesson)
    await play.show(await play.everything())


async def play_on(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let a computer player decide for the pupil once."""
    lesson = herald.lessons.of(interaction.user.id, press.subject)
    async with lesson.lock:
        action, version = await asyncio.to_thread(lesson.advice), lesson.table.version
        fresh = press.stamp == lesson.table.stamp(PUPIL)
    play = LessonPlay(herald, interaction, lesson)
    if fresh:
        await play.act(action, version)
        return
    await play.show(await play.everything(replies.MOVED_ON))


async def leave(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """End a lesson: nothing is left of it but how to begin a real game."""
    lesson = herald.lessons.of(interaction.user.id, press.subject)
    herald.lessons.end(interaction.user.id)
    button = opening.play_button(lesson.record.rules)
    await answers.put(interaction, Panel(LEFT + HOW.format(button=button.label), rows=[[button]]))


async def show_picture(herald: Herald, interaction: Interaction, press: Press) -> None:
    """Show the pupil the board, or their hand."""
    lesson = herald.lessons.of(interaction.user.id, press.subject)
    kind = press.topic if press.topic in (MAP, HAND) else MAP
    async with lesson.lock:
        view = lesson.table.view(PUPIL)
    picture = await herald.pictures.draw(lesson.record.rules, kind, view, lesson.names)
    await hand_over(interaction, picture, kind)


async def press_in(herald: Herald, interaction: Interaction, press: Press, data: Any) -> None:
    """Answer a press on a decision of a lesson."""
    lesson = herald.lessons.of(interaction.user.id, press.subject)
    await LessonPlay(herald, interaction, lesson).answer_press(press, data)


PRESSES: Mapping[str, Handler] = {"learn": begin, "lsplay": play_on, "lsleave": leave}
"""What the buttons do that change the panel on which they stand, by verb."""
