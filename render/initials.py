"""The letters on badges: the players' own initials, where these differ."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from render.kit.lettering import printable

L = TypeVar("L", bound=Callable[..., Any])
K = TypeVar("K", bound=Hashable)

MOST_KEPT = 2_048
"""Badges and counters that are kept, of all tables together."""

_LETTERS: ContextVar[tuple[tuple[Hashable, str], ...]] = ContextVar("letters", default=())


def initials(names: Mapping[K, str]) -> dict[K, str]:
    """Return everybody's initial; two letters each for those who share one, and none where their names are the same.

    >>> initials({1: "Ann", 2: "ben", 3: "Bob of York", 4: "Sam", 5: "Sally"})
    {1: 'A', 2: 'Be', 3: 'BY', 4: 'Sm', 5: 'Sl'}
    """
    plain = {key: printable(name) for key, name in names.items()}
    found = {key: _letters(name)[:1].upper() for key, name in plain.items()}
    longest = max((len(name) for name in plain.values()), default=0)
    for second in (*range(1, longest), longest):
        counts = Counter(found.values())
        found = {key: _two(plain[key], second) if counts[one] > 1 else one for key, one in found.items()}
    return found


def _letters(name: str) -> str:
    return "".join(letter for letter in name if letter.isalnum())


def _two(name: str, second: int) -> str:
    """Return the first letter of a name, and the first of its last word; further on, or of one word, a later letter.

    Where the name is too short it is "".
    """
    words, letters = [word for word in map(_letters, name.split()) if word], _letters(name)
    if len(words) > 1 and second == 1:
        return (words[0][0] + words[-1][0]).upper()
    return letters[0].upper() + letters[second].lower() if second < len(letters) else ""


@contextmanager
def lettered(names: Mapping[Hashable, str]) -> Iterator[None]:
    """Give the badges of those who have names their initials, for as long as a picture is drawn."""
    token = _LETTERS.set(tuple(sorted(initials(names).items(), key=str)))
    try:
        yield
    finally:
        _LETTERS.reset(token)


def letter_of(key: Hashable, otherwise: str) -> str:
    """Return the letter on somebody's badge: the initial, or that of the colour unless it is another's initial."""
    letters = dict(_LETTERS.get())
    if key in letters:
        return letters[key]
    return "" if otherwise in letters.values() else otherwise


def kept_lettered(draw: L) -> L:
    """Keep what is drawn with letters, for each set of initials."""

    @lru_cache(MOST_KEPT)
    def found(letters: object, *about: Hashable, **more: Hashable) -> Any:
        return draw(*about, **more)

    @wraps(draw)
    def recall(*about: Hashable, **more: Hashable) -> Any:
        return found(_LETTERS.get(), *about, **more)

    vars(recall)["cache_clear"] = found.cache_clear
    return cast(L, recall)


def behind(key: Hashable, otherwise: str) -> str:
    """Return the letters of a badge in brackets, to stand behind a name; "" where it has none."""
    found = letter_of(key, otherwise)
    return f" ({found})" if found else ""
