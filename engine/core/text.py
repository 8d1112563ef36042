"""Words, the same in every game: lists in sentences, and what people write made fit to be shown."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

NAME = 32
"""Characters of a player's name that are kept."""

QUOTED = 40
"""Characters of what a person wrote that are said back to him."""

_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Control characters, and marks that nobody sees but that turn the text around them."""

_ROUND = str.maketrans("{}", "()")


def join_words(words: Iterable[str]) -> str:
    """Words in a row: 'Percy', 'Percy and Scrope', 'Percy, Scrope and Roos'; 'nobody' if there are none."""
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}" if found else "nobody"


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def counted(number: float, one: str, several: str = "") -> str:
    """Return a number of things in words: "1 card", "3 cards", "2 entries" where the plural is told."""
    figure = str(number) if isinstance(number, int) else f"{number:g}"
    return f"{figure} {one if number == 1 else several or f'{one}s'}"


def clipped(text: str, most: int) -> str:
    """Return a text of at most `most` characters, with an ellipsis where it was cut."""
    return text if len(text) <= most else text[: most - 1] + "…"


def visible(text: str) -> str:
    """Return a text on one line, without the characters that nobody sees."""
    return " ".join(_HIDDEN.sub(" ", text).split())


def tidy(text: str, most: int = NAME) -> str:
    """Return what a person wrote on one line of visible characters, without the braces that stand for seats."""
    return clipped(visible(text).translate(_ROUND), most)


def quoted(text: str) -> str:
    """Return what a person wrote as it is said back to him: its beginning, in quotes."""
    return f"'{tidy(text, QUOTED)}'"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return what is written most like a word among what is known; "" if nothing is much like it."""
    return next(iter(get_close_matches(word, list(known))), "")
