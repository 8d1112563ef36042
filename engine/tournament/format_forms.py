"""The format of a tournament as an official writes it, and its changes in words."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.core.errors import BadOptions
from engine.core.text import quoted
from engine.tournament.format import BY_POST, DAY, HOUR, Clock, Format

UNITS = {"m": 1, "h": HOUR, "d": DAY}
"""Minutes in what a letter stands for."""

_PART = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)\s*(m|h|d)[a-z]*", re.IGNORECASE)

CLOCKS: Mapping[str, Clock] = {"live": Clock(), "post": BY_POST}
"""The ready clocks."""


def span(minutes: int) -> str:
    """Return a time in words: '3 hours 45 minutes', '60 days', '5 minutes'."""
    found, left = [], minutes
    for size, name in ((DAY, "day"), (HOUR, "hour"), (1, "minute")):
        count, left = divmod(left, size)
        found += [f"{count} {name}{'' if count == 1 else 's'}"] if count else []
    return " ".join(found) or "0 minutes"


def read_span(text: str) -> int:
    """Return minutes from "4 hours", "90m" or "1h 30m"; raises BadOptions."""
    parts = _PART.findall(text)
    rest = _PART.sub("", text).strip(" ,and")
    if not parts or rest:
        raise BadOptions(f"'{text.strip()[:30]}' is no time; write it like 4 hours, 15 minutes or 60 days.")
    return round(sum(float(number) * UNITS[unit.casefold()] for number, unit in parts))


def read_number(text: str, what: str) -> int:
    """Return a number that somebody wrote; raises BadOptions."""
    if not re.fullmatch(r"\d{1,4}", text.strip()):
        raise BadOptions(f"'{text.strip()[:20]}' is no number; write {what} as digits, such as 3.")
    return int(text)


def read_sizes(text: str) -> dict[str, int]:
    """Return the sizes of tables from "3 to 7, usually 5" or a single number; raises BadOptions."""
    numbers = [int(number) for number in re.findall(r"(?<!\d)\d{1,4}(?!\d)", text)]
    if len(numbers) == 1:
        return {"usual": numbers[0]}
    if len(numbers) != 3:
        raise BadOptions("Write the size of tables like '3 to 7, usually 5', or just how many a table usually has.")
    return dict(zip(("fewest", "most", "usual"), numbers, strict=True))


def written_sizes(tournament_format: Format) -> str:
    """Return the sizes of tables as `read_sizes` reads them."""
    return f"{tournament_format.fewest} to {tournament_format.most}, usually {tournament_format.usual}"


def read_rules(text: str) -> dict[str, str]:
    """Return house rules from lines such as "bishops: one"; an empty text for none; raises BadOptions."""
    lines = [line.strip() for line in re.split(r"[\n;]", text) if line.strip()]
    pairs = [[part.strip() for part in re.split(r"[:=]", line, maxsplit=1)] for line in lines]
    wrong = [pair for pair in pairs if len(pair) != 2]
    if wrong:
        raise BadOptions(f"{quoted(wrong[0][0])} is no house rule: write its name, a colon and its value.")
    return dict(pairs)


def changed(tournament_format: Format, **values: Any) -> Format:
    """Return a format with some values changed.

    A Final that gets more seats than it could be widened to can be widened by one, as far as a table goes.
    """
    found = msgspec.structs.replace(tournament_format, **values)
    if found.finalists in (0, tournament_format.finalists):
        return found
    return msgspec.structs.replace(found, widened=min(found.finalists + 1, found.most))


def read_shape(written: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a format from "title", "year", "heats", "tables" and "finalists" as they are written.

    What is left out or empty stays as it is; raises BadOptions.
    """
    given = {name: text.strip() for name, text in written.items() if text.strip()}
    numbers: dict[str, Any] = {}
    numbers |= {name: read_number(given[name], name) for name in ("year", "heats", "finalists") if name in given}
    title = {"title": given["title"]} if "title" in given else {}
    return {**title, **numbers, **(read_sizes(given["tables"]) if "tables" in given else {})}


ENDINGS: Mapping[str, str] = {"stop": "last_round_and_stop", "one more turn": "one_more_turn"}
"""How a heat ends, as it is written."""


def read_clock(written: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a clock from "heat", "final", "grace", "before" and "ending" as they are written.

    "before" are three times by commas: the warning, when time is called, and the stop, each before the next or the end.
    What is left out or empty stays as it is; raises BadOptions.
    """
    given = {name: text.strip() for name, text in written.items() if text.strip()}
    fields: dict[str, Any] = {name: read_span(given[name]) for name in ("heat", "final", "grace") if name in given}
    if "before" in given:
        before = given["before"].split(",")
        if len(before) != 3:
            raise BadOptions("Write three times with commas: the warning, when time is called, and when play stops.")
        fields |= dict(zip(("warning", "last_round", "stop"), map(read_span, before), strict=True))
    if "ending" in given:
        if given["ending"].casefold() not in ENDINGS:
            raise BadOptions(f"A heat ends by one of: {', '.join(ENDINGS)}.")
        fields["ending"] = ENDINGS[given["ending"].casefold()]
    return fields


SEATINGS: Mapping[str, str] = {"drawn": "random", "drawn and bettered": "weighed", "round robin": "paired"}
"""How people are seated, as it is written."""


def read_play(written: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a format from "variant" and "seating" as they are written; raises BadOptions."""
    given = {name: text.strip() for name, text in written.items() if text.strip()}
    found = {"variant": given["variant"]} if "variant" in given else {}
    if "seating" in given:
        if given["seating"].casefold() not in SEATINGS:
            raise BadOptions(f"People are seated by one of: {', '.join(SEATINGS)}.")
        found["seating"] = SEATINGS[given["seating"].casefold()]
    return found


def read_rounds(text: str) -> dict[str, Any]:
    """Return the values of a clock from "12, 15": the rounds of a heat and of the Final; raises BadOptions.

    A number alone is that of both; "none" is as many as fit into the time, and an empty text leaves them as they are.
    """
    if not text.strip():
        return {}
    parts = ["0", "0"] if text.strip().casefold() == "none" else [part.strip() for part in text.split(",")]
    if len(parts) > 2:
        raise BadOptions("Write the rounds of a heat, a comma and those of the Final, such as 12, 15; or none.")
    numbers = [read_number(part, "rounds") for part in parts]
    return {"rounds": numbers[0], "rounds_final": numbers[-1]}


def written_rounds(clock: Clock) -> str:
    """Return the rounds of a clock as `read_rounds` reads them."""
    return f"{clock.rounds}, {clock.rounds_final}" if clock.rounds or clock.rounds_final else "none"


WORDS: Mapping[str, str] = {
    "title": "the title",
    "variant": "the variant",
    "year": "the year",
    "heats": "heats",
    "fewest": "the least at a table",
    "usual": "usually at a table",
    "most": "the most at a table",
    "finalists": "seats of the Final",
    "seating": "how people are seated",
}
"""What is agreed, and what it is called."""

TIMES: Mapping[str, str] = {
    "heat": "a game of a heat",
    "final": "the Final",
    "warning": "the warning before time is called",
    "last_round": "time is called before the end",
    "stop": "play stops before the end",
    "grace": "check-in ends after the start of a heat",
}
"""The times of a clock, and what they are called."""


def differences(old: Format, new: Format) -> list[str]:
    """Return what a change has changed, a line each."""
    lines = [*_lines(old, new, WORDS, str), *_lines(old.clock, new.clock, TIMES, span)]
    rounds = written_rounds(old.clock), written_rounds(new.clock)
    if rounds[0] != rounds[1]:
        lines.append(f"- rounds of a heat and of the Final: {rounds[0]} → {rounds[1]}")
    if old.clock.ending != new.clock.ending:
        lines.append("- how a heat ends: " + ("one more turn for each" if _turns(new) else "last round, then stop"))
    changed_rules = [name for name in {*old.options, *new.options} if old.options.get(name) != new.options.get(name)]
    return lines + [f"- house rule {name}: {new.options.get(name, 'the default')}" for name in sorted(changed_rules)]


def _turns(tournament_format: Format) -> bool:
    return tournament_format.clock.ending == "one_more_turn"


def _lines(old: Any, new: Any, words: Mapping[str, str], said: Any) -> Iterable[str]:
    for name, called in words.items():
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield f"- {called}: {said(before)} → {said(after)}"
