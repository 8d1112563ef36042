"""Pages, and every sentence that Herald can say, keep to docs/voice.md: none of its worst habits, and British spelling.

A prose linter from a package does not fit: proselint asks for résumés and curly quotes and takes no rules of our own,
and Vale fetches a program when it is installed. Spelling mistakes are for `codespell`, which `make lint` runs.
"""

import re
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


def faults(text: str) -> list[str]:
    """Return what is said by habit in a text, with what to write instead."""
    found = [f"'{match[0]}': write {better}" for habit, better in HABITS.items() for match in re.finditer(habit, text)]
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


@rows("page", PAGES)
def test_pages_keep_to_the_voice(page: Path) -> None:
    assert faults(prose(page)) == []


def spoken() -> list[Sentence]:
    """Return the sentences that players read, without the registries of rules, which quote."""
    return [one for one in sentences() if not one.file.endswith("registry.toml") and " " in one.text]


def test_sentences_keep_to_the_voice() -> None:
    found = [f"{one.file}:{one.line}: {fault}" for one in spoken() for fault in faults(one.text)]
    assert len(spoken()) > 5000 and found == []
