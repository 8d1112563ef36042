"""Words on Discord: names that cannot ping or format their way out, and times that tick."""

import re
from collections.abc import Iterable, Mapping

import discord

from engine.core.events import Event, name_seats
from engine.core.files.figures import digest
from engine.core.text import clipped as clipped
from engine.core.text import join_words as join_words
from engine.core.text import tidy as tidy
from engine.core.text import visible
from engine.games import GAMES

MESSAGE = 2000
"""Characters that Discord allows in one message."""

BADGES = ("🔵 B", "🟥 V", "🔶 Y", "✚ K", "🔺 P", "🔷 S", "✳️ G")
"""A badge for each seat in table order: the letters, of its colours, and about the shapes of the map."""

COLOURS = {
    "red": "🟥 R",
    "blue": "🔵 B",
    "white": "⬜ W",
    "gold": "🔶 G",
    "wizard": "🔮 Z",
    "green": "🟢 G",
    "yellow": "🟡 Y",
    "purple": "🟣 P",
    "english": "🟥 E",
    "french": "🔷 F",
}
"""A badge for each seat whose pieces have a colour or a side of their own: its letter on the board."""


INITIALLED = frozenset({"lancaster"})
"""The games whose boards show the players' initials on pieces that have a colour."""

SINCE_YOU_LOOKED = "Arrows and marks show what has happened since you last looked."

UNSAID = ("phase_end",)
"""Kinds of events that only the map shows."""


def safe(name: str) -> str:
    """Return free text so that it neither pings nor formats nor hides anything; line breaks become spaces."""
    return discord.utils.escape_mentions(ACTIVE.sub(r"\\\g<0>", visible(name)))


ACTIVE = re.compile(r"[\\*_~`|<>]|\[(?=.*\]\()|^[#-]")
"""Signs by which words are formatted, linked, hidden or turned into mentions."""


def code(word: str) -> str:
    """Return free text exactly as it is, in the type of code."""
    return f"`` {word} ``" if "`" in word else f"`{word}`"


def mixed_in(words: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return the words that players have mixed into the dice, with their names; "" if nobody gave one."""
    return ", ".join(f"{safe(names.get(seat, seat))}: {code(word)}" for seat, word in words.items() if word)


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Return a sentence of the engine with the players' names in place of their seats."""
    if "{" not in text:
        return text
    bold = text.split(BOLD)
    plain = {seat: safe(name) for seat, name in names.items()}
    said = {seat: f"{BOLD}{name}{BOLD}" for seat, name in plain.items()}
    return BOLD.join(name_seats(part, plain if place % 2 else said) for place, part in enumerate(bold))


BOLD = "**"
"""What stands round bold words; names inside of these are plain."""


def clipped_sentence(text: str, most: int) -> str:
    """Return a sentence of the engine cut to about this many characters, between words and never inside a `{seat}`."""
    if len(text) <= most:
        return text
    kept = text[:most]
    kept = kept[: kept.rindex("{")] if kept.rfind("{") > kept.rfind("}") else kept
    return f"{kept.rpartition(' ')[0] or kept}…"


def sealed(game: str) -> tuple[str, str]:
    """Return what the chance of a game is made of, such as "dice", with the mark that stands before it."""
    word = GAMES[game].words.sealed if game in GAMES else "dice"
    return word, "🎲" if word == "dice" else "🃏"


def with_plain_names(text: str, names: Mapping[str, str]) -> str:
    """Return words of the engine that stand in bold already, with the players' names in place of their seats."""
    return name_seats(text, {seat: safe(name) for seat, name in names.items()})


def log_text(events: Iterable[Event], names: Mapping[str, str]) -> str:
    """Return the events of an action as the thread shows them; what only serves the map is left out."""
    return "\n".join(with_names(event.text, names) for event in events if event.text and event.kind not in UNSAID)


def pages(text: str, most: int = MESSAGE) -> list[str]:
    """Cut a text into messages at line breaks, no heading at an end; a single line that is too long is cut hard."""
    found: list[str] = []
    page = ""
    for line in text.splitlines():
        for start in range(0, max(len(line), 1), most):
            piece = line[start : start + most]
            if page and len(page) + 1 + len(piece) > most:
                above, _, last = page.rpartition("\n")
                heading = f"{last}\n" if above and last.startswith("#") and len(last) + len(piece) < most else ""
                found.append(above if heading else page)
                page = f"{heading}{piece}"
            else:
                page = f"{page}\n{piece}" if page else piece
    return [*found, page] if page else found


def until(time: float | None) -> str:
    """Return a deadline as Discord shows it in the reader's own time, ticking."""
    return f"<t:{int(time)}:R>" if time else "no deadline"


def edition(figures: str) -> str:
    """Say with which printed figures a table plays, given those of its record."""
    return f"This table plays with figures of its own edition ({seal(figures)})." if figures else OUR_FIGURES


GOES_ON = "This game began elsewhere; it continues here from a position that was written down."
"""The note about a table that does."""

OUR_FIGURES = "This table plays with Herald's own figures."


def seal(figures: str) -> str:
    """Return the beginning of the hash by which figures of an edition are known."""
    return f"{digest(figures)[:16]}…"
