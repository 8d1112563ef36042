"""The changes between two views of a table, in plain words.

For example: 'Henry VI: from London (inside) to Corfe (in the open), with Beaufort ({ben}). {ben}'s commons 2 to 32'.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from engine.core.text import capital, join_words

Fact = tuple[str, ...]
"""The path to a fact of a view, part by part."""

PLACES = ("at", "place", "square", "area")
"""Facts that say where something is."""

HOLDERS = ("noble", "holder", "bearer", "keeper", "guardian")
"""Facts that say with whom something is."""

OWNERS = ("seat", "side", "faction")
"""Facts that say whose something is."""

UNSAID = ("id", "name", "by", "kind", "letter", "label", "x", "y")
"""Facts that are left out, because the subject implies them or they interest nobody."""

_PLACED = re.compile(r"(inside|aboard|at sea|in the open|in the port|in port|off the coast)(?: at| of| in)? (.+)")
_SEPARATORS = re.compile(r"[|>/:]+")
_WORD = re.compile(r"'?([a-z][a-z0-9_|>:]+)'?")
_TWICE = re.compile(r"(.+) \(\1\)")


def words(before: msgspec.Struct, after: msgspec.Struct, known: Mapping[str, str], about: Collection[str]) -> list[str]:
    """Return the differences between two views, a sentence for each thing, those in `about` first.

    `known` are the names of all things by id; nothing else of the views' structure comes into the words.
    """
    return alike(before, [after], known, about)[0]


def alike(
    before: msgspec.Struct, afters: Sequence[msgspec.Struct], known: Mapping[str, str], about: Collection[str]
) -> tuple[list[str], list[str]]:
    """Return sentences about the changes common to several views, and the names of all other changes.

    The words are those of `words`.
    """
    left, *rights = (msgspec.to_builtins(view) for view in (before, *afters))
    same = {name for name, part in left.items() if all(name in right and right[name] == part for right in rights)}
    same |= {"options", "amended"}  # Whoever changes them says so.
    was, *nows = (facts({n: part for n, part in view.items() if n not in same}) for view in (left, *rights))
    things: dict[Fact, list[Fact]] = {}
    doubtful: list[str] = []
    now: dict[Fact, Any] = {}
    for values in nows:
        now |= values
    for path in {**was, **now}:
        thing, ends = _thing(path, known), [values.get(path) or None for values in nows]
        if path[-1] in UNSAID or all(end == (was.get(path) or None) for end in ends):
            continue
        if all(end == ends[0] for end in ends):
            things.setdefault(thing, []).append(path)
        elif (name := _subject(thing, known)) not in doubtful:
            doubtful.append(name)

    def order(thing: Fact) -> tuple[bool, bool]:
        return not {*thing} & {*about}, not any(path[-1] in (*PLACES, *OWNERS) for path in things[thing])

    sentences = (_sentence(thing, things[thing], was, now, known) for thing in sorted(things, key=order))
    return [sentence for sentence in sentences if sentence], doubtful


def facts(value: Any) -> dict[Fact, Any]:
    """Return every fact of plain data by the path to it; rows of lists are found by their ids, or their place."""
    found: dict[Fact, Any] = {}
    _gather(value, (), found)
    return found


def _gather(value: Any, path: Fact, found: dict[Fact, Any]) -> None:
    """Add the facts of a value at a path to those that are `found`."""
    if isinstance(value, dict):
        for key, part in value.items():
            _gather(part, (*path, str(key)), found)
    elif isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        for number, row in enumerate(value):
            _gather(row, (*path, str(row.get("id", number))), found)
    else:
        found[path] = value


def _thing(path: Fact, known: Mapping[str, str]) -> Fact:
    """Return the subject of a fact: the beginning of its path, up to the last name in it."""
    named = [place for place, part in enumerate(path[:-1]) if part in known]
    return path[: named[-1] + 1] if named else path[:-1] or path


def _sentence(
    thing: Fact, paths: Sequence[Fact], was: Mapping[Fact, Any], now: Mapping[Fact, Any], known: Mapping[str, str]
) -> str:
    """Return the sentence about a changed thing; "" for nothing that is worth a word."""
    named = [known[part] for part in thing if part in known]
    gone = len(thing) > 1 and not any(path[: len(thing)] == thing for path in now)
    told = [path for path in sorted(paths, key=_rank) if not gone or path[-1] in (*PLACES, *OWNERS)]
    parts = [part for path in told if (part := _part(thing, path, was.get(path), now.get(path), known))]
    if not parts:
        return f"{capital(', '.join(named))} is gone." if gone and named else ""
    if not named:
        return f"{_subject(thing, known)} {', '.join(parts)}."
    subject = ", ".join(named)
    if subject.startswith("{") and not any(path[-1] in (*PLACES, *HOLDERS, *OWNERS) for path in told):
        return f"{subject}'s {', '.join(parts)}."
    return f"{capital(subject)}: {', '.join(parts).replace(', (', ' (')}."


def _subject(thing: Fact, known: Mapping[str, str]) -> str:
    """Return the name of a thing, at the beginning of a sentence."""
    named = [known[part] for part in thing if part in known]
    return capital(", ".join(named) or " ".join(_said(part, known) for part in thing if not part.isdigit()))


def _rank(path: Fact) -> int:
    return next((rank for rank, names in enumerate((PLACES, HOLDERS, OWNERS)) if path[-1] in names), 3)


def _part(thing: Fact, path: Fact, was: Any, now: Any, known: Mapping[str, str]) -> str:
    """Return the words for a change of one fact."""
    last = path[-1] if path != thing else ""
    if last in PLACES:
        there, here = (placed(_said(value, known)) if value else "" for value in (was, now))
        return f"from {there} to {here}" if there and here else f"to {here}" if here else f"gone from {there}"
    if last in HOLDERS:
        return f"with {_said(now, known)}" if now else f"no longer with {_said(was, known)}"
    if last in OWNERS:
        return f"({_said(now, known)})" if now else f"no longer {_said(was, known)}'s"
    what = " ".join(_said(part, known) for part in path[len(thing) :] if not part.isdigit())
    if isinstance(was, list) or isinstance(now, list):
        return _listed(what, was or [], now or [], known)
    if isinstance(now, bool) or isinstance(was, bool):
        return what if now else f"{what} no more"
    change = f"{_said(was, known)} to {_said(now, known)}" if was not in (None, "") else _said(now, known)
    return f"{what} {change}".strip()


def _listed(what: str, was: list[Any], now: list[Any], known: Mapping[str, str]) -> str:
    """Return the items added to and removed from a list, but never its order, which may be hidden."""
    if all(isinstance(one, int) for one in (*was, *now)):
        return f"{what} now {_said(now, known)}".strip()
    come, gone = ([_said(one, known) for one in ones if one not in others] for ones, others in ((now, was), (was, now)))
    parts = [f"gets {_counted(come)}"] * bool(come) + [f"loses {_counted(gone)}"] * bool(gone)
    return " and ".join(parts) if parts else f"{what} in another order"


def _counted(names: Sequence[str]) -> str:
    """Return names as a list in words, equal ones once with their number."""
    return join_words(f"{number} {name}" if number > 1 else name for name, number in Counter(names).items())


def placed(words: str) -> str:
    """Return where something is, the place before the manner of being there: 'London (inside)'.

    >>> placed("inside York")
    'York (inside)'
    """
    found = _PLACED.fullmatch(words)
    return f"{found[2]} ({found[1]})" if found else words


def _said(value: Any, known: Mapping[str, str]) -> str:
    """Return a value in words: a name if it is one, else its own words."""
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{_said(key, known)} {_said(one, known)}" for key, one in value.items() if one)
    if isinstance(value, list | tuple):
        return join_words(_said(one, known) for one in value) if value else "nothing"
    text = str(value)
    if text in known:
        return known[text]
    parts = (part for part in _SEPARATORS.split(text) if part)
    return " ".join(known.get(part) or part.replace("_", " ") for part in parts)


def named(text: str, known: Mapping[str, str]) -> str:
    """Return a sentence with the names of things in place of their ids.

    >>> named("percy holds castle:york", {"percy": "Percy", "york": "York"})
    'Percy holds castle York'
    """
    return _TWICE.sub(r"\1", _WORD.sub(lambda found: _name(found[1], known) or found[0], text))


def _name(word: str, known: Mapping[str, str]) -> str:
    plain = any(mark in word for mark in "_|>:")
    return _said(word, known) if word in known or plain else ""


def value_words(value: Any, known: Mapping[str, str]) -> str:
    """Return a value in words: the names of what it names, and no word of its structure.

    >>> value_words(["percy", "castle:york"], {"percy": "Percy", "york": "York"})
    'Percy and castle York'
    """
    return _said(msgspec.to_builtins(value), known)
