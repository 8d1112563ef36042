"""The slash commands: complete, and within Discord's limits."""

import re
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.commands.common import completed
from bot.discord_adapter.client import command_tree
from bot.herald import Herald
from bot.model.action_commands import commands_of
from bot.sandbox.limits_commands import weight
from engine.core.actions import tag_of
from engine.games import GAMES
from tests.harness.rows import rows

STRING = 3
"""The kind of option that is a text; one that holds others has 1 or 2."""


@pytest.fixture(scope="module")
def commands() -> list[dict[str, Any]]:
    """Every command as it is registered."""
    client = discord.Client(intents=discord.Intents.none())
    about: list[Any] = [None] * 5 + [Path("unused")] + [None] * 3
    herald = Herald(*about)
    tree = command_tree(client, herald)
    return [command.to_dict(tree) for command in tree.get_commands()]


def walk(command: dict[str, Any]) -> list[dict[str, Any]]:
    """A command with everything below it."""
    return [command, *(found for option in command.get("options") or [] for found in walk(option))]


@rows("game", GAMES)
def test_every_action_has_a_command_and_every_command_an_action(game: str) -> None:
    assert {row.tag for row in commands_of(game)} == {tag_of(action) for action in GAMES[game].actions}


@rows("game", GAMES)
def test_the_options_of_a_command_are_the_fields_of_its_action(game: str) -> None:
    fields = {tag_of(action): set(action.__struct_fields__) for action in GAMES[game].actions}
    table = commands_of(game)
    assert {row.path: {*row.options, *row.fixed} for row in table} == {row.path: fields[row.tag] for row in table}
    assert not any(set(row.options) & set(row.fixed) for row in table)
    assert all(set(row.words) <= set(row.options) for row in table)


def test_there_are_few_top_level_commands(commands: list[dict[str, Any]]) -> None:
    assert {command["name"] for command in commands} - set(GAMES) == {
        "answer", "away", "back", "card", "dice", "game", "gm", "hand", "help", "ladder", "log", "me", "mine", "odds",
        "options", "plan", "ratings", "rule", "rulings", "table", "tournament", "verify", "votes", "where", "why",
    }  # fmt: skip


def test_names_descriptions_and_counts_are_within_discords_limits(commands: list[dict[str, Any]]) -> None:
    for part in (found for command in commands for found in walk(command)):
        assert 1 <= len(part["name"]) <= 32, part["name"]
        assert part["name"] == part["name"].lower()
        assert 1 <= len(part["description"]) <= 100, part["description"]
        assert len(part.get("options") or []) <= 25, part["name"]


def test_every_text_has_a_longest_length(commands: list[dict[str, Any]]) -> None:
    texts = [part for command in commands for part in walk(command) if part.get("type") == 3 and "choices" not in part]
    assert len(texts) > 100
    for part in texts:
        assert 0 < part.get("max_length", 0) <= 1000, part["name"]


def test_every_command_is_well_below_the_8000_characters_that_discord_takes(commands: list[dict[str, Any]]) -> None:
    assert {command["name"]: weight(command) for command in commands if weight(command) > 6500} == {}


def test_commands_and_their_groups_are_named_alike(commands: list[dict[str, Any]]) -> None:
    named = [part["name"] for command in commands for part in walk(command) if part.get("type", 1) < STRING]
    assert [name for name in named if not re.fullmatch("[a-z]+(-[a-z]+)*", name)] == []


@rows("game", GAMES)
def test_only_what_is_asked_has_no_command_of_its_own(game: str) -> None:
    at_any_time = {tag_of(action) for action in GAMES[game].any_time_actions}
    assert [row.path for row in commands_of(game) if row.asked and row.tag in at_any_time] == []


def test_no_option_is_described_by_nothing(commands: list[dict[str, Any]]) -> None:
    parts = [found for command in commands for found in walk(command)]
    assert [part["name"] for part in parts if part["description"] in ("…", "...")] == []


def test_what_begins_with_the_typed_letters_is_offered_first_and_no_more_than_a_menu_holds() -> None:
    names = {"a": "Duke of York", "b": "York", "york": "The city", "c": "Wales", "d": "Yorkshire"}
    assert [one.value for one in completed(names, "YORK")] == ["b", "d", "a", "york"]
    assert [one.value for one in completed(names, "")] == list(names)
    many = {str(number): f"Place {number}" for number in range(30)}
    assert [one.value for one in completed(many, "place")] == [str(number) for number in range(25)]
