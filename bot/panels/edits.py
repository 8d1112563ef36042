"""Edits of the game master: read from text, tried out on a copy, and shown before they are made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import discord
import msgspec

from bot import texts
from bot.panels.ids import Press
from bot.panels.panel import Button, Panel, buttons
from engine.core import drafts
from engine.core.actions import Action, Choice, tag_of
from engine.core.editing import differences
from engine.core.errors import Illegal
from engine.core.events import name_seats
from engine.core.files.options import SAID
from engine.core.files.questions import question
from engine.core.rehearsal import Rehearsal
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.text import quoted

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
    for field in fields_of(kind):
        if field.required and not given.get(field.name, "").strip():
            raise Illegal(f"Something is missing: say which {field.name.replace('_', ' ')}.")
    return table.rules.codec.decode_action(plain(table, kind, given, names))


def read_edit(table: Table, kind: type[Action], given: Mapping[str, str], names: Mapping[str, str]) -> Action:
    """Return an edit with fields as people write them; raises Illegal with the question that has no good answer.

    What could be meant is told by what the table shows: it is one that its reader may know.
    """
    said: dict[str, Any] = {}
    written = Written(table, kind, names)
    for field in asked_fields(table.rules, kind):
        text = given.get(field.name, "").strip()
        if text:
            said[field.name] = written.answer(field, text, said)
        elif not may_be_left(table, kind, field):
            raise Illegal(f"One answer is missing: {asked(table.rules, kind, field.name)}")
        elif field.required:
            said[field.name] = ""
    return table.rules.codec.decode_action({"action": tag_of(kind), **put_together(kind, said)})


def asked_fields(rules: Rules[Any], kind: type[Action]) -> list[msgspec.structs.FieldInfo]:
    """Return the fields of an edit in the order in which they are asked for."""
    return sorted(fields_of(kind), key=lambda field: (kind, field.name) not in rules.editing.first)


def asked(rules: Rules[Any], kind: type[Action], name: str) -> str:
    """Return the question for a field of an edit."""
    return question(rules.name, tag_of(kind), name).ask


def may_be_left(table: Table, kind: type[Action], field: msgspec.structs.FieldInfo) -> bool:
    """Tell whether a field of an edit may be left out, or may name nothing."""
    return not field.required or "" in table.rules.editing.names(table.game, blank(kind)).get(field.name, ())


@cache
def blank(kind: type[Action]) -> Action:
    """Return an empty edit of a kind."""
    return kind(**{field.name: "" for field in msgspec.structs.fields(kind) if field.required})


# ---------------------------------------------------------------------- what a field can mean

NUMBERS = 25
"""Numbers that a menu has, from 0."""

LOCATIONS = ("at",)
"""Fields that say where something stands, and in which manner."""

BARE = ("court", "reserve", "tower", "treasury")
"""Locations that exist only once, so that they need no manner."""


def choices(table: Table, kind: type[Action], name: str, draft: Mapping[str, Any]) -> list[Choice]:
    """Return what a field of an edit can mean, given the answers before it; none where no menu can have it."""
    words = question(table.rules.name, tag_of(kind), name).words
    named = table.rules.vocabulary(table.game)
    among = table.rules.editing.choices(table.game, kind, name, draft)
    if among is not None:
        found = [Choice(one, said or _worded(one, words, named)) for one, said in among.items()]
        return found if any(among.values()) else sorted(found, key=lambda choice: choice.label)
    sort = _sort(next(field.type for field in fields_of(kind) if field.name == name))
    values = [value for part in (sort, *get_args(sort)) if get_origin(part) is Literal for value in get_args(part)]
    parts = [part for part in get_args(sort) or (sort,) if part is not NoneType]
    if values:
        return [Choice(str(value), _worded(str(value), words, named)) for value in values if value]
    if parts == [bool]:
        return [Choice("true", "yes"), Choice("false", "no")]
    if parts == [int]:
        return [Choice(str(number), words.get(str(number), str(number))) for number in range(NUMBERS)]
    return _things(table, kind, name) if _is_text(parts) else []


def _sort(kind: Any) -> Any:
    """Return what a field names, one or several of it."""
    return next(iter(get_args(kind)), str) if get_origin(kind) is list else kind


def _worded(value: str, words: Mapping[str, str], named: Mapping[str, str]) -> str:
    known = words.get(value) or named.get(value)
    return differences.placed(known) if known else differences.named(value, named).replace("_", " ")


def _is_text(parts: Sequence[Any]) -> bool:
    return len(parts) == 1 and getattr(parts[0], "__supertype__", parts[0]) is str


def _things(table: Table, kind: type[Action], name: str) -> list[Choice]:
    """Return the things that a field may name, by the alphabet; places with the manner of being there behind them."""
    named = table.rules.vocabulary(table.game)
    known = table.rules.editing.names(table.game, blank(kind)).get(name) if name not in LOCATIONS else None
    if name in LOCATIONS and any(":" in thing for thing in named):
        found = {thing: words for thing, words in named.items() if ":" in thing or thing in BARE}
    elif known is not None:
        found = {thing: words for thing, words in named.items() if thing in known}
        found = found or {thing: differences.named(thing, named) for thing in _listed_names(known) if thing}
    else:
        found = {thing: words for thing, words in named.items() if ":" not in thing}
    return sorted((Choice(thing, differences.placed(words)) for thing, words in found.items()), key=lambda c: c.label)


def _listed_names(known: Any) -> list[str]:
    return [str(one) for one in known] if hasattr(known, "__iter__") else []


# ---------------------------------------------------------------------- what was written


@dataclass(frozen=True)
class Written:
    """An edit as it was typed, with a table that shows no more than its author may know."""

    table: Table
    kind: type[Action]
    names: Mapping[str, str]
    """The players' names by seat."""

    def answer(self, field: msgspec.structs.FieldInfo, text: str, said: Mapping[str, Any]) -> Any:
        """Return what was written into a field, given the answers before it; raises Illegal, with the question."""
        sort = _meant(field.type)
        if get_origin(sort) is dict:
            return _numbers(text, self._things())
        if get_origin(sort) is list:
            return [self._one(field.name, get_args(sort)[0], word, said) for word in drafts.listed(text)]
        return self._one(field.name, sort, text, said)

    def _one(self, name: str, sort: Any, word: str, said: Mapping[str, Any]) -> Any:
        ask = asked(self.table.rules, self.kind, name)
        could = [_called(one, self.names) for one in choices(self.table, self.kind, name, said)]
        if sort is bool:
            if word.casefold() not in SAID:
                raise Illegal(f"{ask} Write yes or no, not {quoted(word)}.")
            return SAID[word.casefold()]
        if sort is int:
            worded = next((one.value for one in could if one.label.casefold() == word.casefold()), word)
            if not NUMBER.fullmatch(worded):
                raise Illegal(f"{ask} Write a number, not {quoted(word)}.")
            return int(worded)
        try:
            return drafts.matched(word, could)
        except Illegal as refusal:
            other = self._otherwise(name, sort, word)
            if other is not None:
                return other
            nothing = "This change has no possible values now; choose another kind of change."
            raise Illegal(f"{ask} {refusal.reason if could else nothing}") from refusal

    def _otherwise(self, name: str, sort: Any, word: str) -> str | None:
        """Return what a word means that no menu has: a thing that the rules themselves refuse, or a new name."""
        if any(get_origin(part) is Literal for part in (sort, *get_args(sort))):
            return None
        thing = _thing(word, self._things())
        new = self.kind(**{one: thing if one == name else "" for one in self.kind.__struct_fields__})
        known = self.table.rules.editing.names(self.table.game, new).get(name)
        if thing in self.table.rules.vocabulary(self.table.game) or (known is not None and thing in known):
            return thing
        free = known is None and (name in LOCATIONS or not choices(self.table, self.kind, name, {}))
        return word if free else None

    def _things(self) -> list[Choice]:
        named = self.table.rules.vocabulary(self.table.game)
        return [_called(Choice(thing, name), self.names) for thing, name in named.items()]


def _called(choice: Choice, names: Mapping[str, str]) -> Choice:
    """Return a choice with the players' names in its words."""
    return Choice(choice.value, name_seats(choice.label, names))


def plain(table: Table, kind: type[Action], given: Mapping[str, str], names: Mapping[str, str]) -> dict[str, Any]:
    """Return an action as it was typed, as plain data without the empty fields."""
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
"""Matches a number; anything else, such as ² or --1, is refused as a word."""

NUMBERED = re.compile(r"(?P<before>\d{0,9})(?P<what>.*?)(?P<after>\d{0,9})", re.DOTALL)
"""A thing with how many there are of it, before or behind it."""


def _numbers(text: str, things: Sequence[Choice]) -> dict[str, int]:
    """Return the number of each kind, as in "2 infantry, gunner"; "0" and "none" are nothing at all."""
    numbered: dict[str, int] = {}
    for word in drafts.listed(text) if text.casefold() not in ("0", "none") else ():
        parts = NUMBERED.fullmatch(word)
        assert parts is not None
        thing = _thing(parts["what"], things)
        numbered[thing] = numbered.get(thing, 0) + int(parts["before"] or parts["after"] or 1)
    return numbered


def _thing(word: str, things: Sequence[Choice]) -> str:
    """Return the id that a word means; a number, or a word that is no thing of the game, stands for itself."""
    if word.strip().isdigit():
        return word.strip()
    try:
        return drafts.matched(word, things)
    except Illegal:
        return word.strip()


# ---------------------------------------------------------------------- what it would do


DEALT = "-# For this rehearsal I dealt everything hidden from you at random; the real cards may differ."


def rehearsal_panel(
    game: str, version: int, action: Action, found: Rehearsal, names: Mapping[str, str], *, may_look: bool
) -> Panel:
    """Show what an edit would do, with the buttons to do it, and to look at the rest for whoever `may_look`."""
    nothing = "You would see no change." if found.dealt else "Nothing would change."
    lines = [*effects_of(found, names, nothing), *(["", DEALT] if found.dealt else [])]
    pressed = partial(Press, subject=game, stamp=str(version), topic=tag_of(action))
    doing = [Button(str(pressed("insist")), "Do it anyway", "danger")] if found.problems or found.refusable else []
    doing = doing if found.problems else [Button(str(pressed("edit")), "Do it", "danger"), *doing]
    looking = (
        [Button(str(pressed("gmlook")), "See everything; all players are told")] if may_look and found.dealt else []
    )
    row = [*doing, *looking, Button(str(Press("unedit", game)), "Cancel")]
    return Panel("\n".join(lines).strip(), title=f"Rehearsal: {tag_of(action).replace('_', ' ')}", rows=buttons(row))


def effects_of(found: Rehearsal, names: Mapping[str, str], nothing: str = "Nothing on the table changes.") -> list[str]:
    """Return what would come of something that was tried; `nothing` where nobody would see anything of it."""
    lines = _listed(found.changes, names) or ([] if found.uncertain else [nothing])
    if len(found.changes) > SHOWN:
        lines.append(f"… and {len(found.changes) - SHOWN} more")
    if found.over:
        over = f"**The game would be over, and its dice revealed; that cannot be undone.** {found.over}"
        lines = [name_seats(over, names), "", *lines]
    if found.problems:
        problems = [f"⚠️ {problem}" for problem in _listed(found.problems, names)]
        lines += ["", "**This would break rules of the game:**", *problems]
    return [*lines, *(["", *_open_ends(found, names)] if found.uncertain else [])]


def _listed(sentences: Sequence[str], names: Mapping[str, str]) -> list[str]:
    return [texts.safe(name_seats(sentence, names)) for sentence in sentences[:SHOWN]]


def _open_ends(found: Rehearsal, names: Mapping[str, str]) -> list[str]:
    """Say what of a rehearsal the dice or hidden things decide."""
    lines = ["**Decided by dice or hidden cards:**"]
    if found.doubtful:
        more = "…" if len(found.doubtful) > SHOWN else ""
        lines.append(f"This may change, too: {', '.join(_listed(found.doubtful, names))}{more}.")
    if found.ending:
        lines.append("This may end the game and reveal its dice; that cannot be undone.")
    if found.refusable:
        lines.append("It may be refused, or break a rule. If it is refused for a hidden reason, everybody is told.")
    return lines


def form(rules: Rules[Any], game: str, kind: type[Action]) -> discord.ui.Modal:
    """Return the form that asks for the fields of an edit."""
    modal = discord.ui.Modal(
        title=texts.clipped(explained(kind), 45), custom_id=str(Press("edited", game, topic=tag_of(kind))), timeout=None
    )
    for field in asked_fields(rules, kind)[:5]:
        words = question(rules.name, tag_of(kind), field.name).words
        modal.add_item(
            discord.ui.TextInput(
                label=texts.clipped(asked(rules, kind, field.name), 45),
                custom_id=field.name,
                placeholder=texts.clipped(_hint(field.type, words), 100),
                required=field.required,
                max_length=100,
            )
        )
    modal.stop()
    return modal


def _hint(kind: Any, words: Mapping[str, str]) -> str:
    kind = _meant(kind)
    if get_origin(kind) is dict:
        return "Number and kind, separated by commas: 2 infantry, 1 gunner; or none"
    if get_origin(kind) is Literal:
        return "One of: " + ", ".join(words.get(str(one), str(one).replace("_", " ")) for one in get_args(kind))
    if get_args(kind) == (int,):
        return "Numbers, separated by commas"
    return {int: "A number", bool: "yes or no", str: "A name"}.get(kind, "Names, separated by commas")
