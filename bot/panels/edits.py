"""Edits of the game master: read from what he wrote, tried out on a copy, and shown before they are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import discord
import msgspec

from bot import texts
from bot.panels.ids import Press
from bot.panels.panel import Button, Panel, buttons
from engine.core import drafts
from engine.core.actions import MASTER, Action, Choice, tag_of
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


def read(table: Table, kind: type[Action], given: Mapping[str, str], names: Mapping[str, str]) -> Action:
    """Return the action with fields as people write them, names or ids; raises Illegal where that makes none."""
    return table.rules.decode_action(plain(table, kind, given, names))


def plain(table: Table, kind: type[Action], given: Mapping[str, str], names: Mapping[str, str]) -> dict[str, Any]:
    """Return what was written of an action as plain data; fields of which nothing was written are left out."""
    things = [Choice(thing, name_seats(name, names)) for thing, name in table.rules.vocabulary(table.game).items()]
    raw: dict[str, Any] = {"action": tag_of(kind)}
    for field in msgspec.structs.fields(kind):
        text = given.get(field.name, "").strip()
        if text:
            raw[field.name] = _value(field.type, text, things)
    return raw


def _value(kind: Any, text: str, things: Sequence[Choice]) -> Any:
    if kind is int:
        return int(text) if text.lstrip("-").isdigit() else text
    if kind is bool:
        return text.casefold() in ("true", "yes", "on")
    if get_origin(kind) is list:
        return [_thing(word, things) for word in drafts.listed(text)]
    if get_origin(kind) is Literal:
        return drafts.matched(text, [Choice(str(value), str(value)) for value in get_args(kind)])
    return _thing(text, things)


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
    lines = [f"{path}: {_difference(was, now)}" for path, was, now in differences(table, copy, viewer)]
    return Rehearsal(lines, copy.problems(), copy.result.reason if copy.result else "")


def differences(table: Table, later: Table, viewer: str) -> list[tuple[str, Any, Any]]:
    """Return what is otherwise at a later moment as somebody may see it: what it is, how it was and how it is then."""
    before, after = (dict(_facts(msgspec.to_builtins(one.view(viewer)))) for one in (table, later))
    changed = [key for key in {**before, **after} if before.get(key) != after.get(key) and _tells(key, before, after)]
    changed.sort(key=lambda key: key.rpartition(".")[2] not in PLACE)
    known = table.rules.vocabulary(later.game)
    was, now = ({key: _said(facts.get(key, "–"), known) for key in changed} for facts in (before, after))
    return [(_plain_path(key, known), was[key], now[key]) for key in changed]


PLACE = ("at", "place", "square")
"""Facts that say where something is, which is plain without a word."""


def _tells(key: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Tell whether a fact says anything: of what is new, not all that it has not and is not."""
    return key in before or bool(after[key])


def _plain_path(path: str, known: Mapping[str, str]) -> str:
    """Return the path to a fact in words: 'Henry VI' for 'heirs.henry_vi.at', 'Ben, commons' for 'seats.s2.commons'."""
    *before, last = path.split(".")
    named = [known[part] for part in before if part in known]
    words = named or [part.replace("_", " ") for part in before]
    return ", ".join(words if named and last in PLACE else [*words, known.get(last) or last.replace("_", " ")])


def _said(value: Any, known: Mapping[str, str]) -> Any:
    """Return a fact in words."""
    if isinstance(value, list):
        return [_said(one, known) for one in value]
    return known.get(value, value) if isinstance(value, str) and value else "nothing" if value == "" else value


def _difference(before: Any, after: Any) -> str:
    """Return what has become of a fact; of a list only what came and went, so that a deck's order stays hidden."""
    if not (isinstance(before, list) and isinstance(after, list)):
        return f"{before} → {after}"
    come, gone = (
        [str(one) for one in ones if one not in others] for ones, others in ((after, before), (before, after))
    )
    parts = [f"+ {', '.join(come)}"] * bool(come) + [f"− {', '.join(gone)}"] * bool(gone)
    return "; ".join(parts) or "in another order"


def _facts(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every fact of a view with the path to it; rows of lists are found by their ids."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _facts(part, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and value and all(isinstance(row, dict) and "id" in row for row in value):
        for row in value:
            yield from _facts(row, f"{path}.{row['id']}")
    else:
        yield path, value


def rehearsal_panel(game: str, version: int, action: Action, found: Rehearsal, names: Mapping[str, str]) -> Panel:
    """Show what an edit would do, with the buttons to do it."""
    lines = [texts.safe(name_seats(line, names)) for line in found.changes[:SHOWN]] or ["Nothing would change."]
    if len(found.changes) > SHOWN:
        lines.append(f"… and {len(found.changes) - SHOWN} more")
    if found.over:
        over = f"**The game would be over, and its dice revealed; that cannot be taken back.** {found.over}"
        lines = [name_seats(over, names), "", *lines]
    problems = [f"⚠️ {texts.safe(problem)}" for problem in found.problems]
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
    for field in msgspec.structs.fields(kind)[:5]:
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
    if get_origin(kind) is Literal:
        return "One of: " + ", ".join(str(value) for value in get_args(kind))
    return {int: "A number", bool: "yes or no", str: "A name or an id"}.get(kind, "Names or ids, by commas")
