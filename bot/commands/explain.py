"""Commands that explain: /why something is not possible or was done, a /rule in our own words, what a /card says."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot import texts
from bot.commands.common import Name, Names, completed, game_here, rules_here, say
from bot.errors import HeraldError, Refused
from bot.herald import Herald
from bot.model.action_commands import ActionCommand, commands_of
from bot.panels import edits
from bot.panels.deciding.play import Play
from bot.panels.deciding.replies import SeatContext
from bot.panels.panel import LABEL, MENU
from bot.panels.reading import rulebook, searching
from bot.panels.reading.why_not import objection, reason
from bot.services.computer import reasons
from engine.core.actions import Choice
from engine.core.drafts import matched
from engine.core.errors import EngineError
from engine.core.events import name_seats
from engine.core.rules import Rules
from engine.core.text import join_words

Interaction = discord.Interaction[Any]

ABOUT: Mapping[str, frozenset[str]] = {
    "who": frozenset({"force", "nobles", "noble", "piece", "fighter", "knight", "knights", "ships", "ship", "mover"}),
    "where": frozenset({"to", "at", "site", "place", "port", "sea", "square", "county", "tile", "grave", "land"}),
    "whom": frozenset({"target", "victim", "seat", "side", "king", "player", "foe", "prisoner", "house", "heir"}),
    "what": frozenset(),
}
"""The options of /why, with the fields of actions that each stands for; "what" is whatever is left."""


def add_explain(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add the commands to the tree."""
    for add in (_add_rule, _add_card, _add_why):
        add(tree, herald)


def _add_rule(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    @tree.command(name="rule", description="A rule in our own words, by its id or a word in it")
    @app_commands.describe(search="A rule id such as BASE-MOV-3, or a word", page="Which page of the results")
    async def rule(
        interaction: Interaction, search: app_commands.Range[str, 1, 60], page: app_commands.Range[int, 1, 99] = 1
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            await rulebook.show(herald, interaction, search, page)

    @rule.autocomplete("search")
    async def _rules(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return rule_choices(await game_here(herald, interaction), current)


def rule_choices(game: str, current: str) -> list[app_commands.Choice[str]]:
    """Return the rules of a game that speak of what has been typed, as completions."""
    found = searching.rules_with(game, current)
    return [app_commands.Choice(name=texts.clipped(f"{r.id} {r.where}", LABEL), value=r.id) for r in found[:MENU]]


def _add_card(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    @tree.command(name="card", description="What a card looks like and what it says")
    @app_commands.describe(name="The card")
    async def card(interaction: Interaction, name: app_commands.Range[str, 1, 60]) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            rules = await rules_here(herald, interaction)
            picture = await herald.pictures.draw(
                rules.name, "card", msgspec.Struct(), {}, subject=card_meant(rules, name), figures=rules.figures
            )
            file = discord.File(io.BytesIO(picture.png), filename="card.png", description=picture.alt[:1024])
            await interaction.edit_original_response(content=picture.alt, attachments=[file])

    @card.autocomplete("name")
    async def _cards(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return completed((await rules_here(herald, interaction)).cards(), current)


def _add_why(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    @tree.command(name="why", description="Why is something impossible now? Or: why did a computer player do that?")
    @app_commands.describe(
        action="What you would like to do; leave it out to hear why computer players did what they did",
        who="Your nobles, force, ships or piece (several separated by commas)",
        where="Where, or where to",
        whom="Against whom, for whom",
        what="Anything else, such as a card",
    )
    async def why(
        interaction: Interaction,
        action: Name = "",
        who: Names = "",
        where: Names = "",
        whom: Names = "",
        what: Names = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            if not action:
                await say(interaction, await _of_computers(herald, interaction))
                return
            async with Play(herald, interaction).seat_context() as here:
                about = dict(zip(ABOUT, (who, where, whom, what), strict=True))
                said = await asyncio.to_thread(why_not, here, action, about)
            await say(interaction, said)

    @why.autocomplete("action")
    async def _actions(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        rows = commands_of(await game_here(herald, interaction))
        return completed({row.path: f"{row.path}: {row.description}" for row in rows}, current)

    async def _about(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await _things(Play(herald, interaction), current)

    for option in ABOUT:
        why.autocomplete(option)(_about)


async def _of_computers(herald: Herald, interaction: Interaction) -> str:
    """Return why computer players did what they did lately at the table that is played here."""
    game = await Play(herald, interaction).record()
    async with herald.referee.reading(game.id) as live:
        return await reasons.words(herald.store, live)


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


# ---------------------------------------------------------------------- cards


def card_meant(rules: Rules[Any], name: str) -> str:
    """Return the id of the card that a person means; raises Illegal with what could be meant."""
    if not rules.cards():
        raise Refused(f"{rules.title} is played without cards; /rule explains its pieces.")
    return matched(name, [Choice(card, label) for card, label in rules.cards().items()])


# ---------------------------------------------------------------------- why not


def why_not(here: SeatContext, path: str, about: Mapping[str, str]) -> str:
    """Return why an action is impossible, with the rule; or how to do it if it is possible.

    `about` says what the action would be about, by the options of /why, as far as they are given. Raises Illegal for
    an unknown action.
    """
    rules = here.table.rules
    row = _row_meant(rules.name, path)
    kind = edits.kinds(rules.actions)[row.tag]
    given = {**row.fixed, **_fields_meant(row, about)}
    found, missing = objection(here, kind, given)
    command = "/answer" if row.asked else f"/{rules.name} {row.path}"
    if found is None and missing:
        return f"You can do `{command}` now. To ask about one case, fill in more of /why: {join_words(missing)}."
    if found is None:
        return f"You can do that now: use `{command}`, or press *My options*."
    return reason(here, kind, given, found)


def _fields_meant(row: ActionCommand, about: Mapping[str, str]) -> dict[str, str]:
    """Return which field of an action each word is for: one that its option stands for, else the next one."""
    said = {option: text for option, text in about.items() if text.strip()}
    found: dict[str, str] = {}
    for option in list(said):
        field = next((field for field in row.words if field in ABOUT[option] and field not in found), "")
        if field:
            found[field] = said.pop(option)
    left = [field for field in row.words if field not in found]
    return found | dict(zip(left, said.values(), strict=False))


def _row_meant(game: str, path: str) -> ActionCommand:
    rows = {row.path: row for row in commands_of(game)}
    return rows[matched(path, [Choice(row.path, row.description) for row in rows.values()])]
