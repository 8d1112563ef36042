"""Names by which people of a tournament are told apart, and read again as they are written."""

import re
from collections.abc import Iterator, Mapping

from engine.core.text import NAME

QUOTES = str.maketrans("“”„", '"' * 3)
"""Quotation marks that phones write, and the plain one."""

_OPEN = re.compile(r'\s*(?:"([^"]*)"|<@!?(-?\d+)>)(.*)', re.DOTALL)
"""A name in quotes or a mention, and what follows it."""

_ODD = re.compile(r'[,;=<>"“”„]|\s(king|-?\d+)$|^(king|-?\d+)$', re.IGNORECASE)
"""What makes a name hard to read again in a list: signs that divide lists, and a last word that could be points."""

_NUMBERED = re.compile(r"(.*) \(\d+\)")


def key(name: str) -> str:
    """Return what two names have in common that are read as the same."""
    return " ".join(name.translate(QUOTES).replace('"', "'").split()).casefold()


def call(names: dict[str, str], person: str, name: str) -> None:
    """Let a person have a name that nobody else has: the second Chris is "Chris (2)"."""
    taken = {key(other) for one, other in names.items() if one != person}
    found, number = name, 1
    while key(found) in taken:
        number += 1
        found = f"{name[: NAME - len(str(number)) - 3]} ({number})"
    names[person] = found


def alike(names: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the people who would have the same name, in groups."""
    groups: dict[str, list[str]] = {}
    for person, name in names.items():
        numbered = _NUMBERED.fullmatch(name)
        groups.setdefault(key(numbered[1] if numbered else name), []).append(person)
    return (group for group in groups.values() if len(group) > 1)


def written(name: str) -> str:
    """Return a name as it stands in a list that is read again: in quotes where it would be read otherwise."""
    return '"' + name.translate(QUOTES).replace('"', "'") + '"' if _ODD.search(name) else name


def split(text: str, sign: str) -> list[str]:
    """Return the parts of a list; a sign inside of quotes divides nothing."""
    parts = [""]
    quoted = False
    for letter in text.translate(QUOTES):
        quoted ^= letter == '"'
        if letter == sign and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def opened(text: str) -> tuple[str, str] | None:
    """Return a name in quotes, or the number of who is mentioned, and what follows; None for any other beginning."""
    found = _OPEN.fullmatch(text.translate(QUOTES))
    return None if found is None else (found[2] or found[1], found[3].strip())


def meant(text: str, names: Mapping[str, str]) -> str:
    """Return who is meant by a name, in quotes or not, or by a mention; "" where that is nobody."""
    found = opened(text)
    word = found[0] if found and not found[1] else text
    if word.strip() in names:
        return word.strip()
    return next((person for person, name in names.items() if key(name) == key(word)), "")
