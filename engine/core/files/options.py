"""The options of a game, as data: what a table may choose, what the variants choose, and what makes no sense together.

Every game has a file `data/<game>/options.toml`, with these rows:

    [[variant]]     id, name, and a table `values`: what it has other than the defaults
    [[option]]      id, type (flag, integer, choice or subset), default, and what values there are: `values` of a choice
                    or a subset, `least` and `most` of an integer, and `words` that may stand for one; `by_post` where
                    tables by post have another value; `until`, "start" or "end": how long the option may change, with
                    `why` not once the game is played, or `not_during` what it may not change
    [[group]]       words, first: what the options are about from the one named `first` on, where there are many
    [[moment]]      id, words, steps: a part of the play, while one of these steps is under way
    [[consequence]] when, then: defaults that give way to what the table has chosen
    [[clash]]       when, why: what is refused

`when` lists values by option; it holds where every option named has one of its values (a subset: contains one).
"""

from collections.abc import Collection, Mapping
from functools import cache, cached_property
from typing import Any, Literal

import msgspec

from engine.core.errors import BadOptions
from engine.core.files.catalog import load_toml

When = dict[str, list[Any]]

MOST_DIGITS = 9
"""Digits of the longest number that is read."""

SAID = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""The words for a flag."""


class Option(msgspec.Struct, frozen=True):
    """One switch of the rules."""

    id: str
    """Its name in files, in commands and in `Game.option`."""

    type: Literal["flag", "integer", "choice", "subset"]
    """The type of its values: true or false, a number, one of `values`, or a list of some of them."""

    default: Any
    """Its value where nothing else is chosen."""

    values: tuple[Any, ...] = ()
    """The values of a choice, or what a subset may have in it."""

    least: int = 0
    """The least value of an integer."""

    most: int | None = None
    """The greatest value of an integer; None for no limit."""

    words: tuple[str, ...] = ()
    """Words that may stand in place of an integer, such as "none"."""

    text: str = ""
    """Its effect, in words for players."""

    rules: tuple[str, ...] = ()
    """The ids of the rules that it serves."""

    by_post: Any = None
    """Its value at tables that play by post, whatever the variant; None for that of the variant."""

    until: Literal["start", "end"] = "start"
    """Until when it may change: the start of the game, or its end."""

    why: str = ""
    """Why it cannot change once the game is played, in a sentence."""

    not_during: tuple[str, ...] = ()
    """The moments, by id, during which it may not change."""

    def accepts(self, value: object) -> bool:
        """Tell whether `value` is one that the option can have."""
        match self.type:
            case "flag":
                return isinstance(value, bool)
            case "integer":
                return value in self.words or (type(value) is int and self._reaches(value))
            case "choice":
                return any(value == known and type(value) is type(known) for known in self.values)
            case "subset":
                return isinstance(value, list) and all(item in self.values for item in value)

    def read(self, text: str) -> object:
        """Return the value for a written word. Unknown words are returned unchanged, for the caller to refuse."""
        word = text.strip()
        match self.type:
            case "flag":
                return SAID.get(word.casefold(), word)
            case "integer":
                return int(word) if word.isdecimal() and len(word) <= MOST_DIGITS else word
            case "choice":
                return next((value for value in self.values if str(value).casefold() == word.casefold()), word)
            case "subset":
                return [item.strip() for item in word.split(",") if item.strip()]

    def _reaches(self, value: int) -> bool:
        return self.least <= value and (self.most is None or value <= self.most)

    @property
    def allowed(self) -> str:
        """The legal values in words."""
        match self.type:
            case "flag":
                return "true, false"
            case "integer":
                span = f"{self.least} to {self.most}" if self.most is not None else f"a number from {self.least} on"
                return ", ".join((span, *self.words))
            case "choice" | "subset":
                return ", ".join(map(str, self.values))


class Variant(msgspec.Struct, frozen=True):
    """A set of values under a name."""

    id: str
    """Its id."""

    name: str
    """Its name for people."""

    values: dict[str, Any] = {}
    """Values by option; what is not named has its default."""


class Group(msgspec.Struct, frozen=True):
    """Options that stand together in a menu, up to the first of the next group."""

    words: str
    """What they are about."""

    first: str
    """The id of the first one."""


class Consequence(msgspec.Struct, frozen=True):
    """Values that options have where others have certain values, unless they were chosen for this table."""

    when: When
    """The values on which it depends, by option."""

    then: dict[str, Any]
    """The values that follow, by option."""


class Clash(msgspec.Struct, frozen=True):
    """Values that make no sense together."""

    when: When
    """The values, by option."""

    why: str = ""
    """Why they make none, in a sentence."""


class Moment(msgspec.Struct, frozen=True):
    """A part of the play during which some options may not change."""

    id: str
    """Its id."""

    words: str
    """What is going on then, such as 'Parliament meets'."""

    steps: tuple[str, ...]
    """The tags of the steps of which one is under way then."""


class Options(msgspec.Struct, frozen=True, dict=True):
    """All options of a game, as its file has them."""

    variant: tuple[Variant, ...]
    """The variants; the first is the usual one."""

    option: tuple[Option, ...] = ()
    """The options."""

    group: tuple[Group, ...] = ()
    """The groups of the options, in their order."""

    consequence: tuple[Consequence, ...] = ()
    """The consequences of options, by option."""

    clash: tuple[Clash, ...] = ()
    """The values that make no sense together."""

    moment: tuple[Moment, ...] = ()
    """The parts of the play that options wait for."""

    @cached_property
    def variants(self) -> dict[str, Variant]:
        """Every variant by id."""
        return {variant.id: variant for variant in self.variant}

    @cached_property
    def by_id(self) -> dict[str, Option]:
        """Every option by id."""
        return {option.id: option for option in self.option}

    @cached_property
    def by_post(self) -> dict[str, object]:
        """The options that differ for tables that play by post, where each decision takes hours."""
        return {option.id: option.by_post for option in self.option if option.by_post is not None}

    @cached_property
    def groups(self) -> list[tuple[str, list[Option]]]:
        """The options by group, in their order; those before the first group have no words."""
        words = {group.first: group.words for group in self.group}
        found: list[tuple[str, list[Option]]] = [("", [])]
        for option in self.option:
            if option.id in words:
                found.append((words[option.id], []))
            found[-1][1].append(option)
        return [(name, options) for name, options in found if options]

    def read(self, name: str, text: str) -> object:
        """Return the value of an option that a written word stands for; that of an unknown one is the word itself."""
        option = self.by_id.get(name)
        return option.read(text) if option else text

    def chosen(self, variant: str, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the option values of a table: the variant's, with what follows from `changes`, and with these.

        Raises BadOptions for an unknown variant or option, an impossible value, and values that clash.
        """
        if variant not in self.variants:
            raise BadOptions(f"There is no variant '{variant}'; choose one of {', '.join(self.variants)}.")
        for name in changes:
            if name not in self.by_id:
                raise BadOptions(f"There is no option '{name}'; see /game rules for the list.")
        values = {option.id: option.default for option in self.option} | self.variants[variant].values | dict(changes)
        for option in self.option:
            _check_value(option, values[option.id])
        for consequence in self.consequence:
            if _holds(consequence.when, values):
                values |= {name: value for name, value in consequence.then.items() if name not in changes}
        for clash in self.clash:
            _check_clash(clash, values)
        return values

    def fixed(self, name: str, steps: Collection[str]) -> str:
        """Return why an option cannot change now, in a sentence; "" where it can.

        `steps` are the tags of the steps that are under way in the game.
        """
        option = self.by_id[name]
        if option.until == "start":
            return f"'{name}' cannot change any more: {option.why}"
        for moment in self.moment:
            if moment.id in option.not_during and not set(moment.steps).isdisjoint(steps):
                return f"'{name}' cannot change while {moment.words}; change it afterwards."
        return ""

    def check_amendment(
        self, values: Mapping[str, object], changes: Mapping[str, object], steps: Collection[str]
    ) -> None:
        """Raise BadOptions if options cannot change like this during a game with these values."""
        for name, value in changes.items():
            if name not in self.by_id:
                raise BadOptions(f"There is no option '{name}'; see /game options for the list.")
            if reason := self.fixed(name, steps):
                raise BadOptions(reason)
            _check_value(self.by_id[name], value)
            if values[name] == value:
                raise BadOptions(f"'{name}' is '{value}' already; choose from: {self.by_id[name].allowed}.")
        after = dict(values) | dict(changes)
        for clash in self.clash:
            if not _holds(clash.when, values):
                _check_clash(clash, after)

    def check(self, values: Mapping[str, object]) -> None:
        """Raise BadOptions for a value that its option cannot have; ignore options that no longer exist."""
        for name, value in values.items():
            if name in self.by_id:
                _check_value(self.by_id[name], value)

    def added(self, variant: str, values: Mapping[str, object]) -> dict[str, object]:
        """Return the options that came after a table with these values was begun, as its variant would have them now.

        Left out are those that have their default all the same: so is played what has no value. A table whose variant
        nobody knows has defaults only, and what follows from its values.
        """
        usual = {option.id: option.default for option in self.option}
        known = self.variants.get(variant)
        now = usual | (known.values if known else {}) | dict(values)
        for consequence in self.consequence:
            if _holds(consequence.when, now):
                now |= {name: value for name, value in consequence.then.items() if name not in values}
        return {name: now[name] for name in usual if name not in values and now[name] != usual[name]}

    def by_hand(self, variant: str, values: Mapping[str, object]) -> dict[str, object]:
        """Return the changes to a variant that lead to these values, left out what follows from others."""
        usual = self.chosen(variant, {})
        changes = {name: value for name, value in values.items() if usual.get(name) != value}
        for name in list(changes):
            others = {other: value for other, value in changes.items() if other != name}
            if self._leads_to(variant, others, values):
                changes = others
        return changes

    def _leads_to(self, variant: str, changes: Mapping[str, object], values: Mapping[str, object]) -> bool:
        try:
            chosen = self.chosen(variant, changes)
        except BadOptions:
            return False
        return all(name in chosen and chosen[name] == value for name, value in values.items())


@cache
def options_of(game: str) -> Options:
    """Return the options of a game, from its file."""
    return msgspec.convert(load_toml(game, "options"), Options)


def _check_value(option: Option, value: object) -> None:
    if not option.accepts(value):
        raise BadOptions(f"Option '{option.id}' cannot be '{value}'; choose from: {option.allowed}.")


def _check_clash(clash: Clash, values: Mapping[str, object]) -> None:
    if _holds(clash.when, values):
        named = " with ".join(f"'{name}' = '{values[name]}'" for name in clash.when)
        raise BadOptions(f"These options make no sense together: {clash.why or named}. Change one of them.")


def _holds(when: When, values: Mapping[str, object]) -> bool:
    return all(_has(values[name], some) for name, some in when.items())


def _has(value: object, some: list[Any]) -> bool:
    return any(item in some for item in value) if isinstance(value, list) else value in some
