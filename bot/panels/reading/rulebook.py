"""The rules of a table in our own words, with what game masters have ruled: page by page."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import discord

from bot import texts
from bot.errors import HeraldError, Refused
from bot.herald import Herald
from bot.panels.deciding.play import Play
from bot.panels.ids import UNKNOWN, Press
from bot.panels.panel import Button, Panel
from bot.panels.reading.searching import rules_with
from bot.panels.verbs import Handler
from bot.store import motions
from bot.store.rows import GameRecord, Status
from engine.core.files.registry import Rule
from engine.core.game import RuleNote
from engine.games import GAMES, USUAL

Interaction = discord.Interaction[Any]

RULINGS_SHOWN = 3
"""Rulings that are shown beside the rules."""

RULES_SHOWN = 8
"""Rules that a page shows."""


def rule_words(game: str, search: str, variant: str = "", page: int = 1, notes: Sequence[RuleNote] = ()) -> str:
    """Return a page of the rules that match, in our own words, each with what the table has noted beside it.

    Raises Refused if there is none.
    """
    found = rules_with(game, search, variant)
    shown = found[(page - 1) * RULES_SHOWN : page * RULES_SHOWN]
    if not found:
        raise Refused(
            f"No rule has the word '{texts.tidy(search, 40)}'; try another word, or an id such as BASE-MOV-3."
        )
    if not shown:
        raise Refused(f"There are only {pages(found)} pages.")
    said = "\n\n".join("\n".join([rule_line(rule), *noted(notes, rule.id)]) for rule in shown)
    return said if pages(found) == 1 else f"{said}\n\n-# Page {page} of {pages(found)}"


def pages(found: Sequence[Rule]) -> int:
    """Return on how many pages some rules stand."""
    return -(-len(found) // RULES_SHOWN)


def rule_line(rule: Rule) -> str:
    """Return a rule with its id and its chapter."""
    return f"**{rule.id}** ({rule.where}): {rule.text}"


def noted(notes: Sequence[RuleNote], rule: str) -> list[str]:
    """Return the notes to a rule, as they stand below it; for "" those to none."""
    return [f"📌 {texts.safe(note.words)}" for note in notes if note.rule == rule]


async def show(herald: Herald, interaction: Interaction, search: str, page: int = 1) -> None:
    """Show what speaks of some words at the table where somebody asks, elsewhere in the usual game."""
    game, variant = USUAL, ""
    notes: Sequence[RuleNote] = ()
    with suppress(HeraldError):
        record = await Play(herald, interaction).record()
        game, variant = record.rules, record.variant
        notes = await notes_of(herald, record)
    panel = await found_panel(herald, interaction.guild_id or 0, game, variant, search, page, notes)
    await interaction.edit_original_response(embed=panel.embed(), view=panel.view())


async def notes_of(herald: Herald, record: GameRecord) -> Sequence[RuleNote]:
    """Return the notes to the rules of a table; before the start there are none."""
    if record.status is not Status.PLAYING:
        return ()
    async with herald.referee.reading(record.id) as live:
        return list(live.table.game.state.notes)


async def found_panel(
    herald: Herald, guild: int, game: str, variant: str, search: str, page: int, notes: Sequence[RuleNote] = ()
) -> Panel:
    """Show a page of the rules that match, on the first one what game masters have ruled; raises Refused for none."""
    async with herald.store.reading() as connection:
        rulings = await motions.rulings_of(connection, guild, search) if page == 1 else []
    said = [f"**Ruling {one.id}** <t:{int(one.created)}:d> {texts.safe(one.text)}" for one in rulings[:RULINGS_SHOWN]]
    if page == 1:
        said = [*noted([note for note in notes if search.casefold() in note.text.casefold()], ""), *said]
    try:
        found = rule_words(game, search, variant, page, notes)
    except Refused:
        if not said:
            raise
        found = ""
    row = turning(game, variant, search, page)
    return Panel("\n\n".join(part for part in (found, *said) if part), rows=[row] if row else [])


def turning(game: str, variant: str, search: str, page: int) -> list[Button]:
    """Return the buttons that turn the pages of a search."""
    last = pages(rules_with(game, search, variant))
    turns = [(page - 1, "Previous page"), (page + 1, "Next page")]
    return [
        Button(str(Press("rules", "", f"{game}/{variant}", page=number, field_value=search)), label)
        for number, label in turns
        if 1 <= number <= last
    ]


async def turn(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Turn to another page of a search."""
    game, _, variant = press.stamp.partition("/")
    if game not in GAMES:
        raise Refused(UNKNOWN)
    notes: Sequence[RuleNote] = ()
    with suppress(HeraldError):
        notes = await notes_of(herald, await Play(herald, interaction).record())
    guild = interaction.guild_id or 0
    panel = await found_panel(herald, guild, game, variant, press.field_value, press.page, notes)
    await interaction.edit_original_response(embed=panel.embed(), view=panel.view())


PRESSES: dict[str, Handler] = {"rules": turn}
"""The handlers of the buttons below rules, by verb."""
