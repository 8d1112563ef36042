"""The questions to the game master for each edit, as data: `data/<game>/edits.toml` has a table for each kind.

A field has a question, or a table of `ask` and the `words` of its values; the table `[words]` has those of the file's
other values that are no things of the game.
"""

from collections.abc import Mapping
from functools import cache

import msgspec

from engine.core.files.catalog import folder_of, load_toml

WORDS = "words"
"""The table of the words for values."""


class Question(msgspec.Struct, frozen=True):
    """What is asked for a field of an edit."""

    ask: str
    """The question."""

    words: Mapping[str, str] = {}
    """What its values are called, where they are no things of the game."""


COMMON = {
    "drop": {"seat": "Whose seat is closed?"},
    "die_shows": {
        "roll": "For which roll?",
        "shows": "What do the dice show?",
        "seat": "Who rolled? (somebody else, if left out)",
    },
    "shuffle_anew": {"pile": "Which pile is shuffled again?", "seat": "Whose hand, if it is a hand?"},
}
"""The questions of every game."""


def question(game: str, tag: str, field: str) -> Question:
    """Return what is asked for a field of an edit; its own name where a game has no words for it."""
    asked, words = _of(game)
    return asked.get((tag, field)) or Question(f"{field.replace('_', ' ').capitalize()}?", words)


@cache
def _of(game: str) -> tuple[Mapping[tuple[str, str], Question], Mapping[str, str]]:
    """Return the questions of a game by edit and field, and its words for values."""
    file = load_toml(game, "edits") if (folder_of(game) / "edits.toml").exists() else {}
    words = file.get(WORDS, {})
    tables = COMMON | {tag: fields for tag, fields in file.items() if tag != WORDS}
    found: dict[tuple[str, str], Question] = {}
    for tag, fields in tables.items():
        for field, said in fields.items():
            plain = Question(said, words) if isinstance(said, str) else msgspec.convert(said, Question)
            found[tag, field] = plain
    return found, words
