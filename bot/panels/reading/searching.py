"""How rules are found by what people write: words with other endings, words that mean the same, and what is no rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from engine.core.files.catalog import rows
from engine.core.files.registry import Rule, clarifications, registry
from engine.games import rules_of

TABLE = "table"
"""The folder of what every table has, whatever is played there."""

AT_ANY_TABLE = "at any table"
"""The chapter of what is no rule of a game."""

NO_WORDS = frozenset(
    {"a", "an", "and", "are", "at", "can", "do", "does", "for", "how", "i", "if", "in", "is", "it", "my", "of", "on",
     "or", "the", "to", "what", "when", "where", "who", "why", "with"}
)  # fmt: skip
"""Words that nobody looks for."""

KEPT_WORDS = 500
"""Words whose forms are kept, of all that anybody looks for."""

SHORT = 4
"""Letters of a word that is looked for as it is: longer ones are also found at the beginning of a word."""

ENDINGS = "(e|e?s|e?d|i?es|(\\w)?ing|(\\w)?ers?|'s)?"


class Alike(msgspec.Struct, frozen=True):
    """Words that mean the same to somebody who looks for a rule."""

    words: tuple[str, ...]


class Topic(msgspec.Struct, frozen=True):
    """What is in no rule book: how a table works, whatever is played at it."""

    id: str
    words: tuple[str, ...]
    text: str

    @property
    def rule(self) -> Rule:
        """It as a rule among others."""
        return Rule(self.id, "", AT_ANY_TABLE, self.text)


def rules_with(game: str, search: str, variant: str = "") -> list[Rule]:
    """Return the rules whose id, chapter or text speaks of all words, and what every table has about them.

    Those that a table of the variant plays by come first; among these whose chapter has the words, then who have them
    as they are written, and early. The rule of that very id is returned alone if there is one.
    """
    rules = [*(topic.rule for topic in _topics()), *registry(game).values(), *clarifications(game)]
    exact = [rule for rule in rules if rule.id.casefold() == search.strip().casefold()]
    if exact:
        return exact
    words = _words(search)
    asked = [
        topic.rule for topic in _topics() if words and all(_stem(word) in map(_stem, topic.words) for word in words)
    ]
    usual = rules_of(game).usual_variant

    def order(rule: Rule) -> tuple[int, int, int]:
        own = rule.variant in ("", variant or usual)
        return (0 if own else 1 if rule.variant == usual else 2), *_merit(rule, words)

    spoken = [rule for rule in rules if rule.where != AT_ANY_TABLE and _speaks_of(rule, words)]
    return [*asked, *sorted(spoken, key=order)]


def _words(search: str) -> list[str]:
    said = re.findall(r"[\w'-]+", search.casefold())
    return [word for word in said if word not in NO_WORDS] or said


def _speaks_of(rule: Rule, words: Sequence[str]) -> bool:
    text = f"{rule.where} {rule.text}".casefold()
    return bool(words) and all(word in rule.id.casefold() or _form(word).search(text) for word in words)


def _merit(rule: Rule, words: Sequence[str]) -> tuple[int, int]:
    """How well a rule answers a search: 0 for the best, by where the words stand and whether they are those meant."""
    chapter, text = rule.where.casefold(), rule.text.casefold()
    if all(_plain(word).search(chapter) for word in words):
        return 0, 0
    matches = [_plain(word).search(text) for word in words]
    if all(matches):
        return 1, sum(match.start() for match in matches if match) // 20
    return 2, 0


@cache
def _topics() -> list[Topic]:
    return rows(TABLE, "search", "topic", Topic)


@lru_cache(KEPT_WORDS)
def _form(word: str) -> re.Pattern[str]:
    """Return the pattern that finds a word: itself and its synonyms, with other endings."""
    stem = _stem(word)
    alike = {stem, *(_stem(other) for row in _alike() if stem in map(_stem, row.words) for other in row.words)}
    return re.compile("|".join(_pattern(one) for one in sorted(alike)))


@lru_cache(KEPT_WORDS)
def _plain(word: str) -> re.Pattern[str]:
    return re.compile(_pattern(_stem(word)))


@cache
def _alike() -> list[Alike]:
    return rows(TABLE, "search", "alike", Alike)


def _pattern(stem: str) -> str:
    return rf"\b{re.escape(stem)}" + (rf"{ENDINGS}\b" if len(stem) <= SHORT else "")


def _stem(word: str) -> str:
    """Return a word without its ending: 'sieges' and 'siege' are one, and so are 'captured' and 'capturing'."""
    for ending, least in (("ies", 6), ("ing", 7), ("ed", 6), ("es", 6), ("s", 4), ("e", 5)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            return word.removesuffix(ending)
    return word
