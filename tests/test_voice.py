"""Pages, and every sentence that Herald can say, keep to docs/voice.md: none of its worst habits, and British spelling.

A prose linter from a package does not fit: proselint asks for résumés and curly quotes and takes no rules of our own,
and Vale fetches a program when it is installed. Spelling mistakes are for `codespell`, which `make lint` runs.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.harness.rows import rows
from tests.sentences import Sentence, sentences

ROOT = Path(__file__).parents[1]
VOICE = ROOT / "docs" / "voice.md"
PAGES = [*sorted(ROOT.glob("*.md")), *(page for page in sorted((ROOT / "docs").glob("*.md")) if page != VOICE)]

HABITS = {
    r"\bIt is done\b": "say what was done",
    r"\bhand-overs?\b": "turn or decision",
    r"\bof which\b": "two sentences, or 'whose'",
    r"\bso many\b|\bsuch a one\b|\bso much (?:later|longer)\b": "the number, or 'each'",
    r"\bin the way of\b|\bstands? in the way\b|\bin the way\b": "prevents, or why something is impossible",
    r"\b(?:know|knows) nothing of\b": "has no, or was removed from",
    r"\bof each thing\b": "about everything",
    r"\bnobody waits for it\b": "the game goes on meanwhile",
    r"\bas things stand\b": "now",
    r"\b\d votes\b(?<=\b1 votes)": "1 vote",
    r"\btwo times of three\b": "two times in three",
}
"""Habits to avoid, each with what to write instead."""

PAGE_HABITS = HABITS | {
    r"(?<!shuffle )\banew\b": "again",
    r"\bas far as that goes\b": "as far as possible",
    r"\bsees? to it\b": "checks, makes sure",
    r"\bthe cure\b": "how to put it right",
    r"\btold back\b": "repeated in words",
}
"""Habits to avoid on pages, where people look something up."""

PERSON = {r"\b(?:he|him|his|himself)\b": "they, or the name"}
"""How people are not called; nobles, leaders and pieces are what their rule book says."""

OF_A_GAME = ("gallery.md", "house-rules.md", "computer-player-figures.md", "computer-players.md", "CHANGELOG.md")
"""Pages that speak of nobles and leaders, or of earlier releases."""

AMERICAN = re.compile(
    r"\b(?:colors?|colored|behaviors?|centers?|centered|favors?|favorites?|honors?|defense|neighbors?|neighboring|armor|gray"
    r"|canceled|traveler|labeled|modeled|judgment|(?:organ|recogn|real|author|apolog|summar|emphas|minim|maxim|initial"
    r"|normal|random|special|capital|analy)[iy]z(?:e|ed|es|ing|ation))\b",
    re.IGNORECASE,
)


def prose(page: Path) -> str:
    """Return a page without code, links and whole blocks of either."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r"`[^`\n]*`|\]\([^)]*\)|https?://\S+|<[^>]*>", " ", text)


def faults(text: str, habits: Mapping[str, str] = HABITS) -> list[str]:
    """Return what is said by habit in a text, with what to write instead."""
    found = [f"'{match[0]}': write {better}" for habit, better in habits.items() for match in re.finditer(habit, text)]
    return found + [f"'{match[0]}': British spelling" for match in AMERICAN.finditer(text)]


@rows(
    "text",
    [
        "It is done.",
        "About 14 hand-overs are left.",
        "1 votes; King",
        "The color of the king",
        "Who stands in the way?",
    ],
)
def test_a_habit_is_found(text: str) -> None:
    assert faults(text)


@rows("text", ["11 votes", "The colour of the king", "What is the way to York?", "One of them is yours."])
def test_plain_words_pass(text: str) -> None:
    assert faults(text) == []


@rows("text", ["Herald posts it anew.", "Everybody is told as far as that goes.", "A test sees to it."])
def test_a_habit_of_pages_is_found(text: str) -> None:
    assert faults(text, PAGE_HABITS)


@rows("page", PAGES)
def test_pages_keep_to_the_voice(page: Path) -> None:
    assert faults(prose(page), HABITS if page.name in OF_A_GAME else PAGE_HABITS | PERSON) == []


@rows("room", ["bot", "render"])
def test_docstrings_keep_to_the_voice(room: str) -> None:
    """In pictures "he" may be a noble or a piece."""
    habits = HABITS | PERSON if room == "bot" else HABITS
    found = [f"{where}: {fault}" for where, text in docstrings(room) for fault in faults(text, habits)]
    assert found == []


def docstrings(room: str) -> Iterator[tuple[str, str]]:
    """Yield where each docstring of a part of Herald stands, and its text."""
    for file in sorted((ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", " ".join(text.split())


def spoken() -> list[Sentence]:
    """Return the sentences that players read, without the registries of rules, which quote."""
    return [one for one in sentences() if not one.file.endswith("registry.toml") and " " in one.text]


def test_sentences_keep_to_the_voice() -> None:
    found = [f"{one.file}:{one.line}: {fault}" for one in spoken() for fault in faults(one.text)]
    assert len(spoken()) > 5000 and found == []
