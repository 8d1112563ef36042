"""House rules of a running table: what may change now and why the rest may not, and what a change would do."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import answers, edits
from bot.panels.ids import Press
from bot.panels.master import gm_auth
from bot.panels.master.option_panels import way_back
from bot.panels.panel import Button, Panel, buttons
from bot.panels.verbs import Handler
from bot.store import drafts, games
from bot.store.rows import Draft, GameRecord, gm_seat
from bot.table.live_game import plays
from engine.core import rehearsal
from engine.core.actions import HouseRule
from engine.core.errors import BadOptions
from engine.core.files.options import Option
from engine.core.house_rules import under_way, value_words
from engine.core.rules import Rules
from engine.core.table import Table

Interaction = discord.Interaction[Any]

AMEND = "amend"
"""The tag under which a change is kept that waits for its button."""

ROW = 12
"""Options that stand in one line."""

ALL_AGREE = "I ask all other players, and all have to agree."


def changes_of(rules: Rules[Any], option: str, text: str) -> dict[str, Any]:
    """Return what somebody writes as the value of an option: '2', or '2; other_option = 3' to change several."""
    first, *others = text.split(";")
    said = {option.strip(): first}
    for part in others:
        name, equals, value = part.partition("=")
        if not equals:
            raise BadOptions(f"'{texts.tidy(part, 40)}' has no value; write 'option = value' after the semicolon.")
        said[name.strip()] = value
    return {name: rules.option_book.read(name, value) for name, value in said.items()}


def standing(table: Table) -> str:
    """Return what was changed during a game, and the notes to its rules; "" for nothing."""
    game = table.game
    amended = [_line(table, option) for option in table.rules.option_book.option if option.id in game.state.amended]
    lines = [f"**Changed during the game**: {', '.join(amended)}"] if amended else []
    notes = [f"- {texts.safe(note.words)}" for note in game.state.notes]
    return "\n".join([*lines, *(["**Notes to the rules**", *notes] if notes else [])])


def overview(table: Table, *, listed: bool) -> str:
    """Return why options of a running table cannot change now, each with its value; those that can where `listed`."""
    catalogue, steps = table.rules.option_book, under_way(table.game)
    groups: dict[str, list[str]] = {"": []}
    for option in catalogue.option:
        groups.setdefault(_reason(catalogue.fixed(option.id, steps), option), []).append(_line(table, option))
    may = groups.pop("")
    lines = ["**May change now**", *(", ".join(row) for row in batched(may) or [["nothing"]])] if listed else []
    for why, names in groups.items():
        lines += [f"**Cannot change** {why}", *(", ".join(row) for row in batched(names))]
    return "\n".join(lines)


def batched(names: Sequence[str]) -> list[Sequence[str]]:
    """Return some words in rows that fit into a message."""
    return [names[start : start + ROW] for start in range(0, len(names), ROW)]


def _reason(why: str, option: Option) -> str:
    """Return the reason alone why an option cannot change, so that those of one reason stand together."""
    return why.removeprefix(f"'{option.id}' cannot change ")


def _line(table: Table, option: Option) -> str:
    return f"`{option.id}` = {value_words(table.game.option(option.id))}"


def about(table: Table, name: str) -> str:
    """Return what there is to know of one option at a running table; raises BadOptions for an unknown one."""
    option = table.rules.option_book.by_id.get(name)
    if option is None:
        raise BadOptions(f"There is no option '{texts.tidy(name, 40)}'; see /game options for the list.")
    fixed = table.rules.option_book.fixed(name, under_way(table.game))
    rules = f" [{', '.join(option.rules)}]" if option.rules else ""
    lines = [_line(table, option) + (f": {option.text}" if option.text else "") + rules, f"Values: {option.allowed}."]
    return "\n".join([*lines, fixed or "It may change now: give the new value too."])


async def check_may_change(herald: Herald, interaction: Interaction, game: GameRecord) -> bool:
    """Return whether somebody plays at a running table, so that the others have to agree to a change.

    Raises Refused for anybody but its players and game masters, and at a table of a tournament.
    """
    await herald.moderation.check_own_rules(game)
    async with herald.referee.reading(game.id) as live:
        seated = plays(live.seats, interaction.user.id)
    if not seated:
        gm_auth.check(interaction, game)
    return seated


async def preview(herald: Herald, interaction: Interaction, game: GameRecord, changes: dict[str, Any]) -> None:
    """Show what a change of house rules would do for all to see, and the button that makes it or asks the others."""
    user = interaction.user.id
    seated = await check_may_change(herald, interaction, game)
    async with herald.referee.reading(game.id) as live:
        table, version, names = live.table.copy(), live.table.version, live.names
    table.careful = True
    found = await asyncio.to_thread(rehearsal.rehearse, table, HouseRule(changes), "")
    kept = Draft(game=game.id, seat=gm_seat(user), version=version, tag=AMEND, fields={"options": changes})
    async with herald.store.writing(game.id) as connection:
        await drafts.save(connection, kept)
    lines = [f"`{name}`: {value_words(table.game.option(name))} → **{value_words(changes[name])}**" for name in changes]
    lines += ["", *(edits.effects_of(found, names))]
    lines += ["", ALL_AGREE if seated else "Everybody is told at once, with a ping; `/gm undo` takes it back."]
    row = [
        Button(str(Press(AMEND, game.id, str(version))), "Ask the others" if seated else "Change it", "danger"),
        Button(str(Press("unedit", game.id)), "Cancel"),
        way_back(game.id),
    ]
    shown = Panel("\n".join(lines), title="Other house rules?", rows=buttons(row))
    await answers.put(interaction, shown)


async def change(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Make the change that was shown, or ask the others, if the game still stands where it did."""
    user = interaction.user.id
    async with herald.store.reading() as connection:
        kept = await drafts.get(connection, press.subject, gm_seat(user))
        game = await games.get(connection, press.subject)
    if kept is None or kept.tag != AMEND or str(game.version) != press.stamp:
        raise Refused(
            "The game has moved on since you were shown this, so nothing has changed. Choose the change again."
        )
    said = await herald.moderation.change_rules(
        press.subject, user, kept.fields["options"], gm_auth.roles_of(interaction)
    )
    await answers.say(interaction, said)


PRESSES: Mapping[str, Handler] = {AMEND: change}
"""What the button below a change of house rules does, by verb."""
