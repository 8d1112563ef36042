"""Commands that explain: /why something is not possible, a /rule in our own words, and what a /card says."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot import texts
from bot.commands.actions import ActionCommand, commands_of
from bot.commands.common import Name, Names, completed, game_here, rules_here, say
from bot.errors import HeraldError, Refused
from bot.herald import Herald
from bot.panels import edits
from bot.panels.panel import LABEL, MENU
from bot.panels.play import Play
from bot.panels.replies import SeatContext
from engine.core import drafts
from engine.core.actions import Choice
from engine.core.drafts import matched
from engine.core.errors import EngineError, Illegal
from engine.core.events import name_seats
from engine.core.registry import Rule, registry
from engine.core.rules import Rules
from engine.core.text import join_words

Interaction = discord.Interaction[Any]

PLACES = ("first", "second", "third", "fourth")
"""The options of /why that stand for the fields of an action, in its own order."""

RULES_SHOWN = 8
"""Rules that one search shows."""


def add_explain(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add the commands to the tree."""
    for add in (_add_rule, _add_card, _add_why):
        add(tree, herald)


def _add_rule(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    @tree.command(name="rule", description="A rule in our own words, by its id or a word in it")
    @app_commands.describe(search="A rule id such as BASE-MOV-3, or a word")
    async def rule(interaction: Interaction, search: app_commands.Range[str, 1, 60]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        with herald.working():
            await say(interaction, rule_words(await game_here(herald, interaction), search))

    @rule.autocomplete("search")
    async def _rules(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = rules_with(await game_here(herald, interaction), current)
        return [app_commands.Choice(name=texts.clipped(f"{r.id} {r.where}", LABEL), value=r.id) for r in found[:MENU]]


def _add_card(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    @tree.command(name="card", description="What a card looks like and what it says")
    @app_commands.describe(name="The card")
    async def card(interaction: Interaction, name: app_commands.Range[str, 1, 60]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        with herald.working():
            rules = await rules_here(herald, interaction)
            await _show_card(herald, interaction, rules, card_meant(rules, name))

    @card.autocomplete("name")
    async def _cards(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return completed((await rules_here(herald, interaction)).cards(), current)


def _add_why(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    @tree.command(name="why", description="Why can I not do that? Names the rule that stands in the way")
    @app_commands.describe(
        action="What you would like to do",
        first="What it is about, such as your nobles (several by commas)",
        second="What else it is about, in the order of the command's own options",
        third="What else",
        fourth="What else",
    )
    async def why(
        interaction: Interaction,
        action: Name,
        first: Names = "",
        second: Names = "",
        third: Names = "",
        fourth: Names = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        with herald.working():
            async with Play(herald, interaction).seat_context() as here:
                said = await asyncio.to_thread(why_not, here, action, (first, second, third, fourth))
            await say(interaction, said)

    @why.autocomplete("action")
    async def _actions(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        rows = commands_of(await game_here(herald, interaction))
        return completed({row.path: f"{row.path}: {row.description}" for row in rows}, current)

    async def _about(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await _things(Play(herald, interaction), current)

    for place in PLACES:
        why.autocomplete(place)(_about)


async def _things(play: Play, current: str) -> list[app_commands.Choice[str]]:
    """Complete the last of several things by commas."""
    try:
        async with play.seat_context() as here:
            things, names = here.table.rules.vocabulary(here.table.game), here.names
    except (HeraldError, EngineError):
        return []
    *done, last = current.split(",")
    start = "".join(f"{word.strip()}, " for word in done)
    found = completed({thing: name_seats(name, names) for thing, name in things.items()}, last.strip())
    return [app_commands.Choice(name=f"{start}{c.name}"[:LABEL], value=f"{start}{c.value}"[:LABEL]) for c in found]


# ---------------------------------------------------------------------- rules and cards


def rules_with(game: str, search: str) -> list[Rule]:
    """Return the rules whose id or text has a word; the rule of that very id alone if there is one."""
    word = search.casefold()
    rules = registry(game).values()
    exact = [rule for rule in rules if rule.id.casefold() == word]
    return exact or [r for r in rules if word in r.id.casefold() or word in r.text.casefold()]


def rule_words(game: str, search: str) -> str:
    """Return the rules that match, in our own words; raises Refused if none does."""
    found = rules_with(game, search)
    if not found:
        raise Refused(f"No rule speaks of '{texts.tidy(search, 40)}'; try another word, or an id such as BASE-MOV-3.")
    more = f"\n\n-# {len(found) - RULES_SHOWN} more; be more exact." if len(found) > RULES_SHOWN else ""
    return "\n\n".join(map(_rule_line, found[:RULES_SHOWN])) + more


def _rule_line(rule: Rule) -> str:
    return f"**{rule.id}** ({rule.where}): {rule.text}"


def card_meant(rules: Rules[Any], name: str) -> str:
    """Return the id of the card that a person means; raises Illegal with what could be meant."""
    if not rules.cards():
        raise Refused(f"{rules.title} is played without cards; /rule explains its pieces.")
    return matched(name, [Choice(card, label) for card, label in rules.cards().items()])


async def _show_card(herald: Herald, interaction: Interaction, rules: Rules[Any], card: str) -> None:
    picture = await herald.pictures.draw(rules.name, "card", msgspec.Struct(), {}, subject=card, figures=rules.figures)
    file = discord.File(io.BytesIO(picture.png), filename="card.png", description=picture.alt[:1024])
    await interaction.edit_original_response(content=picture.alt, attachments=[file])


# ---------------------------------------------------------------------- why not


def why_not(here: SeatContext, path: str, about: Sequence[str]) -> str:
    """Return what stands in the way of an action, with the rule; or how to do it if nothing does.

    Where it is not said what the action would be about: what stands in the way of any of its kind. Raises Illegal for
    an unknown action.
    """
    rules = here.table.rules
    row = _row_meant(rules.name, path)
    kind = edits.kinds(rules.actions)[row.tag]
    said_of = {field: text for field, text in zip(row.words, about, strict=False) if text.strip()}
    given = {**row.fixed, **said_of}
    for text in said_of.values():
        drafts.listed(text)  # a list that nobody can mean is refused, also where no action comes of it
    missing = [field.name for field in msgspec.structs.fields(kind) if field.required and field.name not in given]
    if missing:
        objection = _closed(here, row.tag)
    else:
        objection = here.table.objection(here.seat, edits.read(here.table, kind, given, here.names))
    if objection is None and missing:
        about_what = join_words(missing)
        return f"`/{rules.name} {row.path}` is open to you now; say to /why what it is about too: {about_what}."
    if objection is None:
        return f"Nothing forbids that: do it with `/{rules.name} {row.path}`, or press *My options*."
    said = texts.with_names(str(objection), here.names)
    rule = registry(rules.name).get(objection.rule)
    return f"{said}\n\n{_rule_line(rule)}" if rule else said


def _row_meant(game: str, path: str) -> ActionCommand:
    rows = {row.path: row for row in commands_of(game)}
    return rows[matched(path, [Choice(row.path, row.description) for row in rows.values()])]


def _closed(here: SeatContext, tag: str) -> Illegal | None:
    """Return why a seat can do nothing of a kind now; None if it can."""
    try:
        here.table.offer(here.seat, tag)
    except Illegal as refusal:
        return refusal
    return None
