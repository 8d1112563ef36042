"""House rules without typing: the panel by which a table's options are shown and changed, before the start and after.

Before the start the game master changes them at once; in a running game a change is shown before it is made or asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.model.time_control import words
from bot.panels import answers
from bot.panels.ids import UNKNOWN, Press
from bot.panels.master import house_rules
from bot.panels.master.option_panels import Chosen, menus, option_panel
from bot.panels.panel import TEXT, AnyRow, Menu, Panel, Words
from bot.panels.status_panel import Shower
from bot.panels.verbs import Handler
from bot.services.moderation import TELLINGS
from bot.store import games
from bot.store.rows import GameRecord, Status
from bot.table.live_game import LiveGame
from engine.core.actions import Choice
from engine.core.files.options import Option
from engine.core.house_rules import under_way, value_words
from engine.core.text import clipped, join_words
from engine.games import rules_of

Interaction = discord.Interaction[Any]

# ---------------------------------------------------------------------- what is played


def settings(game: GameRecord) -> str:
    """Return by which rules a table plays, how long decisions may take, and how much its thread tells."""
    rules = rules_of(game.rules)
    pace = "\n".join(words(game.pace, game.deadline_hours, rules.pace.decision_kinds))
    own = f"{texts.edition(game.figures)}\n" if game.figures else ""
    told = f"**The thread** tells {TELLINGS[game.telling]}.\n"
    counts = "**The ladder** of this server counts this table.\n" if game.rated else ""
    return (
        f"**{texts.safe(game.title)}**: {rules.variants[game.variant]}.\n{pace}\n{told}{counts}{own}{differences(game)}"
    )


def differences(game: GameRecord) -> str:
    """Return the options of a table that are not those of its variant by post."""
    rules = rules_of(game.rules)
    usual = rules.options(game.variant, rules.option_book.by_post)
    other = [f"`{name}` = {value_words(value)}" for name, value in game.options.items() if usual.get(name) != value]
    return "House rules of this table: " + ", ".join(other) if other else "All options are at their defaults."


# ---------------------------------------------------------------------- what is shown


async def show(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Show by which rules a table plays, with the menus of its options for whoever may change them."""
    await _show(herald, interaction, await _game(herald, game_id))


async def show_again(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show all options once more, in place of one of them."""
    await show(herald, interaction, press.subject)


async def change_variant(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let a table that has not started play another variant."""
    changed = await herald.lobby.change_variant(press.subject, interaction.user.id, next(iter(values), ""))
    await _show(herald, interaction, changed)


async def _show(herald: Herald, interaction: Interaction, game: GameRecord, done: str = "") -> None:
    able = await _may_change(herald, interaction, game)
    if game.status is Status.PLAYING:
        async with herald.referee.reading(game.id) as live:
            panel = _running(live, game, able=able)
    else:
        panel = _waiting(game, done, able=able)
    await answers.put(interaction, panel)


def _running(live: LiveGame, game: GameRecord, *, able: bool) -> Panel:
    """Show the options of a running table: menus of those that may change now, and why the others may not."""
    table = live.table
    rows: list[AnyRow] = [*(menus(_played(live), game.id) if able else ())]
    how = "Choose an option below. I first show what a change would do." if rows else ""
    text = "\n".join(part for part in (house_rules.standing(table), settings(game), how) if part)
    left = TEXT - len(text) - HEADING
    fixed = clipped(house_rules.overview(table, listed=not able), max(left, 1))
    return Panel(text, title=TITLE, rows=[*rows, *([Words(fixed)] if fixed else [])], footer=ALL)


def _waiting(game: GameRecord, done: str, *, able: bool) -> Panel:
    """Show the options of a table that is not being played, with what has just been `done`."""
    how = "Choose an option below to change it." if able else ""
    how = how or ("The game master changes options here." if game.status is Status.LOBBY else "")
    said = [f"{done}\n" if done else "", settings(game), how]
    rows: list[AnyRow] = [*_other_variants(game), *menus(_at_rest(game), game.id)] if able else []
    return Panel("\n".join(part for part in said if part), title=TITLE, rows=rows, footer=ALL)


TITLE, ALL = "House rules", "`/game options` lists every option."
HEADING = len(f"### {TITLE}\n-# {ALL}")
"""Characters of what stands above and below the words of the panel."""


def _other_variants(game: GameRecord) -> list[Menu]:
    """Return the menu of the other variants; none where the table's position fixes what is played."""
    known = {} if game.position else rules_of(game.rules).variants
    others = [Choice(key, name) for key, name in known.items() if key != game.variant]
    return [Menu(str(Press("variant", game.id)), "Play another variant", others)] if others else []


def _at_rest(game: GameRecord) -> Chosen:
    """Return the options of a table that is not being played."""
    rules = rules_of(game.rules)
    defaults = {option.id: option.default for option in rules.option_book.option}
    return Chosen(rules, game.variant, defaults | dict(game.options))


def _played(live: LiveGame) -> Chosen:
    """Return the options with which a running table plays now."""
    table = live.table
    values = {option.id: table.game.option(option.id) for option in table.rules.option_book.option}
    return Chosen(table.rules, live.game.variant, values, under_way(table.game))


# ---------------------------------------------------------------------- what is changed


async def show_option(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show the option that was chosen in a menu, with its values."""
    game = await _game(herald, press.subject)
    await _check_may_change(herald, interaction, game)
    chosen, option = await _chosen(herald, game, next(iter(values), ""))
    await answers.put(interaction, option_panel(chosen, game.id, option))


async def change(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Give an option the value that was chosen; in a running game show first what that would do."""
    game = await _game(herald, press.subject)
    await _check_may_change(herald, interaction, game)
    chosen, option = await _chosen(herald, game, press.topic)
    text = ", ".join(values) if values else press.value(chosen.choices(option))
    changes = house_rules.changes_of(chosen.rules, option.id, text)
    if all(chosen.values.get(name) == value for name, value in changes.items()):
        raise Refused(f"'{option.id}' is {chosen.words(option.id)} already; choose another value.")
    if game.status is Status.PLAYING:
        await house_rules.preview(herald, interaction, game, changes)
        return
    changed = await herald.lobby.change(game.id, interaction.user.id, changes)
    await _show(herald, interaction, changed, _changed(chosen, changed))


def _changed(before: Chosen, after: GameRecord) -> str:
    """Say which options have other values now, those among them that followed from the change."""
    others = {name: value for name, value in after.options.items() if before.values.get(name) != value}
    return f"{join_words(f'`{name}` is now **{value_words(value)}**' for name, value in others.items())}."


async def _chosen(herald: Herald, game: GameRecord, name: str) -> tuple[Chosen, Option]:
    """Return the options of a table with one of them; raises Refused for one that there is not."""
    option = rules_of(game.rules).option_book.by_id.get(name)
    if option is None:
        raise Refused(UNKNOWN)
    if game.status is not Status.PLAYING:
        return _at_rest(game), option
    async with herald.referee.reading(game.id) as live:
        return _played(live), option


async def _may_change(herald: Herald, interaction: Interaction, game: GameRecord) -> bool:
    try:
        await _check_may_change(herald, interaction, game)
    except Refused:
        return False
    return True


async def _check_may_change(herald: Herald, interaction: Interaction, game: GameRecord) -> None:
    """Raise Refused unless somebody may change options of a table now, or ask the others to."""
    if game.status is Status.PLAYING:
        await house_rules.check_may_change(herald, interaction, game)
    elif game.status is not Status.LOBBY:
        raise Refused(f"{game.title} is not being played now, so its house rules stay as they are.")
    elif interaction.user.id != game.owner:
        raise Refused(f"Only the game master can change {game.title}; ask the game master.")


async def _game(herald: Herald, game_id: str) -> GameRecord:
    async with herald.store.reading() as connection:
        return await games.get(connection, game_id)


SHOWERS: Mapping[str, Shower] = {"house": show}
"""What the button of a table's panel shows, by verb."""

PRESSES: Mapping[str, Handler] = {
    "houses": show_again,
    "houseopt": show_option,
    "houseset": change,
    "variant": change_variant,
}
"""What the menus and buttons do that change the answer on which they stand, by verb."""
