"""Discord's limits on application commands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bot.sandbox import errors
from bot.sandbox.errors import Place, Problem, bad_length
from bot.sandbox.model import Json

SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
CHAT_INPUT = 1
COMMANDS, OPTIONS, CHOICES = 100, 25, 25
NAME, DESCRIPTION, CHOICE, WHOLE = 32, 100, 100, 8000
NAME_SHAPE = re.compile(r"[-_'\w]{1,32}")


def check_commands(commands: list[Json]) -> None:
    """Refuse (50035, 30032) commands that break a limit."""
    if sum(c.get("type", CHAT_INPUT) == CHAT_INPUT for c in commands) > COMMANDS:
        raise errors.too_many_commands()
    problems = [p for i, command in enumerate(commands) for p in _command_problems((i,), command)]
    names = Counter((c.get("type", CHAT_INPUT), c.get("name")) for c in commands)
    if any(times > 1 for times in names.values()):
        problems.append(Problem((), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Names must be unique"))
    if problems:
        raise errors.invalid_form(problems)


def _command_problems(path: Place, command: Json) -> Iterator[Problem]:
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        if not 1 <= len(command.get("name") or "") <= NAME:
            yield bad_length((*path, "name"), 1, NAME)
        return
    yield from _named(path, command)
    yield from _options(path, command, depth=0)
    if weight(command) > WHOLE:
        text = f"Command exceeds maximum size ({WHOLE})"
        yield Problem(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def weight(command: Any) -> int:
    """Return the characters of names, descriptions and choice values, which Discord limits to 8000."""
    own = sum(len(str(command.get(place) or "")) for place in ("name", "description", "value"))
    inner = [*(command.get("options") or []), *(command.get("choices") or [])]
    return own + sum(map(weight, inner))


def _named(path: Place, item: Json) -> Iterator[Problem]:
    name = str(item.get("name") or "")
    if not NAME_SHAPE.fullmatch(name) or name != name.lower():
        text = "Command name is invalid: lower case letters, digits, - and _, 1 to 32 of them."
        yield Problem((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", text)
    if not 1 <= len(str(item.get("description") or "")) <= DESCRIPTION:
        yield bad_length((*path, "description"), 1, DESCRIPTION)


def _options(path: Place, item: Json, depth: int) -> Iterator[Problem]:
    options: list[Json] = item.get("options") or []
    if len(options) > OPTIONS:
        yield bad_length((*path, "options"), 0, OPTIONS)
    if len({o.get("name") for o in options}) < len(options):
        text = "Option names must be unique"
        yield Problem((*path, "options"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", text)
    yield from _order(path, options)
    for index, option in enumerate(options):
        yield from _option((*path, "options", index), option, depth)


def _order(path: Place, options: list[Json]) -> Iterator[Problem]:
    required = [bool(o.get("required")) for o in options]
    if required != sorted(required, reverse=True):
        text = "Required options must be placed before non-required options"
        yield Problem((*path, "options"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
    kinds = {o.get("type") in (SUBCOMMAND, GROUP) for o in options}
    if len(kinds) > 1:
        text = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        yield Problem((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)


def _option(path: Place, option: Json, depth: int) -> Iterator[Problem]:
    yield from _named(path, option)
    kind = option.get("type")
    if kind in (SUBCOMMAND, GROUP):
        if depth > 1 or (depth == 1 and kind == GROUP):
            text = "Groups nest two deep at most"
            yield Problem((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
        yield from _options(path, option, depth + 1)
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        text = "An option has either choices or autocomplete"
        yield Problem((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", text)
    yield from choice_problems((*path, "choices"), choices, kind)


def choice_problems(path: Place, choices: list[Json], kind: Any) -> Iterator[Problem]:
    """Yield the problems of an option's choices, or of the answer to an autocomplete."""
    if len(choices) > CHOICES:
        yield bad_length(path, 0, CHOICES)
    for index, choice in enumerate(choices):
        if not 1 <= len(str(choice.get("name") or "")) <= CHOICE:
            yield bad_length((*path, index, "name"), 1, CHOICE)
        value = choice.get("value")
        if kind == STRING and not (isinstance(value, str) and len(value) <= CHOICE):
            yield bad_length((*path, index, "value"), 0, CHOICE)
        if kind in (INTEGER, NUMBER) and (isinstance(value, bool) or not isinstance(value, int | float)):
            yield Problem((*path, index, "value"), "NUMBER_TYPE_COERCE", f"{value!r} is not a number")
