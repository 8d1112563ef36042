"""Edits of the game master: read from what he wrote, tried out on a copy, and shown before they are made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import discord
import msgspec

from bot import texts
from bot.panels.ids import Press
from bot.panels.panel import Button, Panel, buttons
from engine.core import differences, drafts
from engine.core.actions import MASTER, Action, Choice, tag_of
from engine.core.data import strings_in
from engine.core.errors import Illegal
from engine.core.events import name_seats
from engine.core.rules import Rules
from engine.core.table import Table

SHOWN = 20
"""Differences that a rehearsal lists."""


def kinds(actions: Sequence[type[Action]]) -> dict[str, type[Action]]:
    """Return actions by tag."""
    return {tag_of(kind): kind for kind in actions}


def kind_meant(actions: Sequence[type[Action]], tag: str) -> type[Action]:
    """Return the action that a person means; raises Illegal with those there are."""
    known = kinds(actions)
    return known[drafts.matched(tag, [Choice(name, explained(kind)) for name, kind in known.items()])]


def explained(kind: type[Action]) -> str:
    """Return what an action does, as its class says, behind its tag."""
    doc = (kind.__doc__ or "").strip().splitlines()
    return f"{tag_of(kind).replace('_', ' ')}: {doc[0] if doc else ''}"


def values_of(kind: type[Action], name: str) -> tuple[str, ...]:
    """Return the values that a field of an action may have, where they are few."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    return get_args(types[name]) if get_origin(types[name]) is Literal else ()


def fields_of(kind: type[Action]) -> list[msgspec.structs.FieldInfo]:
    """Return what is asked of an action: its fields, and of one that has parts each of these."""
    found: list[msgspec.structs.FieldInfo] = []
    for field in msgspec.structs.fields(kind):
        found += msgspec.structs.fields(field.type) if _has_parts(field) else [field]
    return found


def put_together(kind: type[Action], said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was said of an action, with the parts of a field where they belong."""
    raw: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if _has_parts(field):
            names = [part.name for part in msgspec.structs.fields(field.type)]
            raw[field.name] = {name: said[name] for name in names if name in said}
        elif field.name in said:
            raw[field.name] = said[field.name]
    return raw


def _has_parts(field: msgspec.structs.FieldInfo) -> bool:
    return isinstance(field.type, type) and issubclass(field.type, msgspec.Struct)


def read(table: Table, kind: type[Action], given: Mapping[str, str], names: Mapping[str, str]) -> Action:
    """Return the action with fields as people write them, names or ids; raises Illegal where that makes none."""
    return table.rules.decode_action(plain(table, kind, given, names))


def plain(table: Table, kind: type[Action], given: Mapping[str, str], names: Mapping[str, str]) -> dict[str, Any]:
    """Return what was written of an action as plain data; fields of which nothing was written are left out."""
    things = [Choice(thing, name_seats(name, names)) for thing, name in table.rules.vocabulary(table.game).items()]
    written = [(field, given.get(field.name, "").strip()) for field in fields_of(kind)]
    said = {field.name: _value(field.type, text, things) for field, text in written if text}
    return {"action": tag_of(kind), **put_together(kind, said)}


def _value(kind: Any, text: str, things: Sequence[Choice]) -> Any:
    kind = _meant(kind)
    if kind is int:
        return int(text) if NUMBER.fullmatch(text) else text
    if kind is bool:
        return text.casefold() in ("true", "yes", "on")
    if get_origin(kind) is list:
        return [_value(get_args(kind)[0], word, things) for word in drafts.listed(text)]
    if get_origin(kind) is dict:
        return _numbers(text, things)
    if get_origin(kind) is Literal:
        named = {thing.value: thing for thing in things}
        return drafts.matched(text, [named.get(str(one), Choice(str(one), str(one))) for one in get_args(kind)])
    return _thing(text, things)


def _meant(kind: Any) -> Any:
    """Return the type of what is written into a field that may also be left out."""
    given = [one for one in get_args(kind) if one is not NoneType]
    return given[0] if NoneType in get_args(kind) else kind


NUMBER = re.compile(r"-?\d{1,100}")
"""A number; what is none, such as ² or --1, is refused as a word."""

NUMBERED = re.compile(r"(?P<before>\d{0,9})(?P<what>.*?)(?P<after>\d{0,9})", re.DOTALL)
"""A thing with how many there are of it, before or behind it."""


def _numbers(text: str, things: Sequence[Choice]) -> dict[str, int]:
    """Return how many there are of each thing, as in "2 infantry, gunner"; "0" and "none" are nothing at all."""
    found: dict[str, int] = {}
    for word in drafts.listed(text) if text.casefold() not in ("0", "none") else ():
        parts = NUMBERED.fullmatch(word)
        assert parts is not None
        thing = _thing(parts["what"], things)
        found[thing] = found.get(thing, 0) + int(parts["before"] or parts["after"] or 1)
    return found


def _thing(word: str, things: Sequence[Choice]) -> str:
    """Return the id that a word means; a number, or a word that is no thing of the game, stands for itself."""
    if word.strip().isdigit():
        return word.strip()
    try:
        return drafts.matched(word, things)
    except Illegal:
        return word.strip()


# ---------------------------------------------------------------------- trying it out


@dataclass(frozen=True)
class Rehearsal:
    """What an edit would change, as a viewer may see it, what would be wrong then, and why the game would be `over`."""

    changes: list[str]
    problems: list[str]
    over: str = ""


def rehearse(table: Table, action: Action, viewer: str) -> Rehearsal:
    """Try an edit out on a copy; raises Illegal where it makes no sense at all."""
    copy = Table.restore(table.rules, table.snapshot(), b"", careful=False)
    copy.act(MASTER, action)
    known = table.rules.vocabulary(copy.game)
    about = [*strings_in(msgspec.to_builtins(action))]
    changes = differences.words(table.view(viewer), copy.view(viewer), known, about)
    problems = [differences.named(problem, known) for problem in copy.problems()]
    return Rehearsal(changes, problems, copy.result.reason if copy.result else "")


def rehearsal_panel(game: str, version: int, action: Action, found: Rehearsal, names: Mapping[str, str]) -> Panel:
    """Show what an edit would do, with the buttons to do it."""
    lines = [texts.safe(name_seats(line, names)) for line in found.changes[:SHOWN]] or ["Nothing would change."]
    if len(found.changes) > SHOWN:
        lines.append(f"… and {len(found.changes) - SHOWN} more")
    if found.over:
        over = f"**The game would be over, and its dice revealed; that cannot be taken back.** {found.over}"
        lines = [name_seats(over, names), "", *lines]
    problems = [f"⚠️ {texts.safe(name_seats(problem, names))}" for problem in found.problems]
    if problems:
        verb, label = "insist", "Do it anyway"
        lines += ["", "**Afterwards this would be wrong:**", *problems[:SHOWN]]
    else:
        verb, label = "edit", "Do it"
    row = [
        Button(str(Press(verb, game, str(version), tag_of(action))), label, "danger"),
        Button(str(Press("unedit", game)), "Leave it"),
    ]
    return Panel("\n".join(lines), title=f"Rehearsal: {tag_of(action).replace('_', ' ')}", rows=buttons(row))


def form(rules: Rules[Any], game: str, kind: type[Action]) -> discord.ui.Modal:
    """Return the form that asks for the fields of an edit."""
    modal = discord.ui.Modal(
        title=texts.clipped(explained(kind), 45), custom_id=str(Press("edited", game, tag=tag_of(kind))), timeout=None
    )
    for field in fields_of(kind)[:5]:
        modal.add_item(
            discord.ui.TextInput(
                label=texts.clipped(field.name.replace("_", " ").capitalize(), 45),
                custom_id=field.name,
                placeholder=texts.clipped(_hint(field.type), 100),
                required=field.required,
                max_length=100,
            )
        )
    modal.stop()
    return modal


def _hint(kind: Any) -> str:
    kind = _meant(kind)
    if get_origin(kind) is dict:
        return "How many of each, by commas: 2 infantry, 1 gunner; or none"
    if get_origin(kind) is Literal:
        return "One of: " + ", ".join(str(value) for value in get_args(kind))
    return {int: "A number", bool: "yes or no", str: "A name or an id"}.get(kind, "Names or ids, by commas")
