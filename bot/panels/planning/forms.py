"""What is written into an entry of a plan: an answer that no panel can show yet, and a word to search for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
import msgspec

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import edits
from bot.panels.answers import put
from bot.panels.ids import Press
from bot.panels.panel import Menu, Panel
from bot.panels.planning.entry import condition_panel, next_panel
from bot.panels.planning.making import Making
from bot.panels.planning.plans import show
from bot.panels.planning.steps import begun, desk_of, keep_draft, last, made_of, turn
from bot.panels.verbs import FormHandler, FormOpener
from bot.services.plans import MAX_WORDS_CHARS
from bot.store.rows import GameRecord
from bot.table.live_game import LiveGame
from engine.core.actions import Action, tag_of
from engine.core.errors import Illegal
from engine.core.orders import Entry, Scope
from engine.core.parts import Plannable
from engine.core.rules import Rules

Interaction = discord.Interaction[Any]

FIELDS = 3
"""Fields of an answer that the written form asks for; the words of the question come beside them."""

ALL_AT_ONCE = "default", "decline"


def meant(rules: Rules[Any], decision: str, tag: str) -> type[Action]:
    """Return the answer that is meant by its tag; raises Refused with those there are."""
    found = rules.plans.plannable.get(decision, Plannable(""))
    for kind in found.answers:
        if tag_of(kind) == tag:
            return kind
    could = ", ".join([*ALL_AT_ONCE, *(tag_of(kind) for kind in found.answers)])
    raise Refused(f"'{texts.tidy(tag, 40)}' does not answer that question; choose one of {could}.")


def written_entry(live: LiveGame, decision: str, tag: str, given: Mapping[str, str]) -> Entry:
    """Return an entry from a filled-in form; empty fields stay open."""
    if tag in ALL_AT_ONCE:
        return Entry("default" if tag == "default" else "decline")
    kind = meant(live.table.rules, decision, tag)
    return Entry(action=edits.plain(live.table, kind, given, live.names))


async def form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for an answer that no panel can show yet: its fields, and words of the question."""
    decision, _, tag = press.topic.partition(".")
    async with herald.referee.reading(press.subject) as live:
        kind = meant(live.table.rules, decision, tag)
    sent = str(Press("plgiven", press.subject, topic=press.topic))
    modal = discord.ui.Modal(title=texts.clipped(edits.explained(kind), 45), custom_id=sent, timeout=None)
    inputs = [
        (field.name, field.name.replace("_", " ").capitalize()) for field in msgspec.structs.fields(kind)[:FIELDS]
    ]
    for name, label in [*inputs, ("only-words", "Only if the question says")]:
        hint = "a name or a place (optional)" if name == "only-words" else "optional"
        modal.add_item(
            discord.ui.TextInput(
                label=texts.clipped(label, 45),
                custom_id=name,
                placeholder=hint,
                required=False,
                max_length=MAX_WORDS_CHARS if name == "only-words" else 100,
            )
        )
    modal.stop()
    return modal


async def given(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Take the form of an answer."""
    decision, _, tag = press.topic.partition(".")
    words = written.get("only-words", "").strip()
    async with desk_of(herald, interaction, press.subject, decision) as desk:
        entry = written_entry(desk.live, decision, tag, written)
        game = desk.live.game
        if not words:
            made = Making(
                decision=decision, tag=tag, written=dict(entry.action), scope=begun(desk, decision, tag).scope
            )
            await keep_draft(herald, desk, made)
            shown = next_panel(desk, made)
    if not words:
        await put(interaction, shown)
        return
    await give(herald, interaction, game, decision, entry, words=words)


async def give(
    herald: Herald,
    interaction: Interaction,
    game: GameRecord,
    decision: str,
    entry: Entry,
    *,
    words: str = "",
    scope: Scope = Scope.QUESTION,
) -> None:
    """Add an entry that was said in one go; then show all plans."""
    found = await herald.plans.give(game.id, interaction.user.id, decision, entry, words=words, scope=scope)
    await show(herald, interaction, game, "Noted.", last(found))


async def search(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form that asks for a word to look for among many choices."""
    modal = discord.ui.Modal(title="Search", custom_id=str(replace(press, verb="plfound")), timeout=None)
    modal.add_item(discord.ui.TextInput(label="Part of the name", custom_id="word", max_length=40))
    modal.stop()
    return modal


async def found(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Show the choices that contain a word."""
    word = written.get("word", "")
    if press.detail != "if":
        await turn(herald, interaction, replace(press, page=0), [word])
        return
    async with desk_of(herald, interaction, press.subject, press.topic) as desk:
        made = await made_of(herald, press.subject, desk.seat, press.topic)
        shown = _fitting(condition_panel(desk, made), word)
    await put(interaction, shown)


def _fitting(shown: Panel, word: str) -> Panel:
    """Return a panel with only those choices of its menu that contain a word."""
    menu = shown.rows[0]
    assert isinstance(menu, Menu)
    fitting = [choice for choice in menu.choices if word.casefold() in choice.label.casefold()]
    if not fitting:
        raise Illegal("No choice has that word; search again.")
    return replace(shown, rows=[replace(menu, choices=fitting), *shown.rows[1:]])


FORMS: dict[str, FormOpener] = {"plform": form, "plfind": search}
SENT: dict[str, FormHandler] = {"plgiven": given, "plfound": found}
