"""Every command that the pages name is there, and every page and picture that they lead to."""

import re
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import Mock

import discord
import pytest

from bot.cli import _parser
from bot.discord_adapter.client import command_tree
from tests.harness.rows import rows

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"")


@pytest.fixture(scope="module")
def commands() -> set[str]:
    """Every command and group by what people type: "game new", "game", "options"."""
    client = discord.Client(intents=discord.Intents.none())
    return {command.qualified_name for command in command_tree(client, Mock()).walk_commands()}


ADDRESSES = ("healthz", "metrics", "proc")
"""What looks like a command and is the address of a page, or a folder."""


def spans(page: Path) -> set[str]:
    """What a page sets as code, the lines of its blocks of code among it."""
    text = page.read_text("utf-8")
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    return {*SPAN.findall(text), *(line for block in blocks for line in block.splitlines())}


def typed(page: Path) -> set[str]:
    """The slash commands that a page names, by their words without options."""
    found = {span.removeprefix("/") for span in spans(page) if re.fullmatch(r"/[a-z]+( .*)?", span)}
    words = (re.split(r" (?=…|\w+:|[A-Z])", one)[0] for one in found)
    return {one for one in words if one not in ADDRESSES}


def is_known(words: str, commands: Iterable[str]) -> bool:
    """Whether words are a command, or one with what it is given behind it."""
    return any(words == one or words.startswith(f"{one} ") for one in commands)


@rows("page", PAGES)
def test_every_command_is_there(page: Path, commands: set[str]) -> None:
    groups = {one.partition(" ")[0] for one in commands if " " in one}
    wrong = {one for one in typed(page) if not is_known(one, commands - groups) and one not in groups}
    assert wrong == set()


@rows("page", PAGES)
def test_what_is_typed_in_a_shell_is_there(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    known = {action for one in _parser()._subparsers._group_actions for action in one.choices}  # type: ignore[union-attr] # argparse keeps its commands to itself
    for span in spans(page):
        if made := re.match(r"make ([a-z-]+)", span):
            assert made[1] in targets, span
        if told := re.match(r"herald ([a-z]+)", span):
            assert told[1] in known, span
        if run := re.match(r"python -m ((?:tests|bot|engine)[\w.]*)", span):
            module = ROOT / run[1].replace(".", "/")
            assert module.with_suffix(".py").exists() or (module / "__main__.py").exists(), span


@rows("page", PAGES)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = {found for pair in LINK.findall(page.read_text("utf-8")) for found in pair if found}
    inside = [link for link in links if not link.startswith("http")]
    assert [link for link in inside if not (page.parent / link).exists()] == []
