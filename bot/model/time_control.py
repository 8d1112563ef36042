"""Time control: how long decisions may take at a table, and what happens to those who are late or away. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from bot.errors import Refused
from engine.core.parts import DecisionKind
from engine.core.text import counted

MAX_HOURS = 1000.0
"""The longest time that a table may give for anything."""


class AtDeadline(StrEnum):
    """The rule for a missed deadline."""

    DEFAULT = "default"
    REGENT = "regent"
    MASTER = "master"


class WhileAway(StrEnum):
    """The rule for the clock of a player who is away."""

    RUN = "run"
    STOP = "stop"
    REGENT = "regent"


AT_DEADLINE = {
    AtDeadline.DEFAULT: "I choose for whoever is late, as the question says",
    AtDeadline.REGENT: "a computer player decides until the player is back",
    AtDeadline.MASTER: "the game master is asked",
}
WHILE_AWAY = {
    WhileAway.RUN: "their clock runs on",
    WhileAway.STOP: "their clock stands still",
    WhileAway.REGENT: "a computer player decides for them",
}


class Bank(msgspec.Struct, frozen=True):
    """A seat's own clock, in hours."""

    start: float
    gain: float
    """The time that a decision adds once it is taken."""
    most: float
    """The most that it can hold."""


class TimeControl(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a table keeps time, beside its ordinary hours for a decision; players call it the pace of the table."""

    name: str = ""
    """The preset that it is, "" for a table's own."""
    kinds: dict[str, float] = {}
    """Hours by kind of decision (see Pace.decision_kinds), where they are not the ordinary ones; 0 for no deadline."""
    bank: Bank | None = None
    """A clock for each seat, on which all other decisions run; it runs only while its seat is asked."""
    at_deadline: AtDeadline = AtDeadline.DEFAULT
    away: WhileAway = WhileAway.RUN
    regent: str = ""
    """The computer player that stands in for people, "" for the game's first."""
    excuses: int = 0
    """Missed deadlines that each seat is excused."""
    excuse_hours: float = 24.0
    """Hours by which an excuse puts the deadline off."""
    quiet: bool = False
    """Whether no deadline falls into its player's quiet hours."""
    fast_plans: bool = False
    """Whether answers given ahead come at once, even where that tells that they were given ahead."""
    closes: float | None = None
    """The moment at which time is called for the whole game, in Unix seconds."""


# ---------------------------------------------------------------- presets


@dataclass(frozen=True)
class Preset:
    """A pace that can be chosen by its name; `hours` is the ordinary time."""

    words: str
    hours: float
    pace: TimeControl


PRESETS: Mapping[str, Preset] = {
    "live": Preset(
        "10 minutes for each decision, all online; a computer player decides for those who are late",
        1 / 6,
        TimeControl(name="live", at_deadline=AtDeadline.REGENT, away=WhileAway.REGENT),
    ),
    "fast": Preset(
        "4 hours for each decision, so look in often; a computer player decides for those who are late",
        4.0,
        TimeControl(name="fast", at_deadline=AtDeadline.REGENT, away=WhileAway.REGENT),
    ),
    "daily": Preset(
        "24 hours a decision; 24 more if late, twice a game; clocks stop for players who are away",
        24.0,
        TimeControl(name="daily", away=WhileAway.STOP, excuses=2, quiet=True),
    ),
    "relaxed": Preset(
        "72 hours a decision; 48 more if late, 3 times a game; clocks stop for players who are away",
        72.0,
        TimeControl(name="relaxed", away=WhileAway.STOP, excuses=3, excuse_hours=48.0, quiet=True),
    ),
}


def preset(name: str, kinds: Sequence[DecisionKind]) -> tuple[float, TimeControl]:
    """Return the ordinary hours and the pace of a preset; raises Refused for a name that is none."""
    if name not in PRESETS:
        raise Refused(f"There is no pace '{name}'; choose one of {', '.join(PRESETS)}.")
    found = PRESETS[name]
    shorter = {kind.id: found.hours * kind.share for kind in kinds if kind.share != 1.0}
    shorter |= {kind.id: kind.hours[name] for kind in kinds if name in kind.hours}
    return found.hours, msgspec.structs.replace(found.pace, kinds=shorter)


def hours_for(pace: TimeControl, ordinary: float, kinds: Sequence[DecisionKind], decision: str) -> float:
    """Return the hours that a table gives for a decision; 0 means as many as it takes."""
    kind = next((kind for kind in kinds if decision in kind.decisions), None)
    if kind is None:
        return ordinary
    return pace.kinds.get(kind.id, kind.hours.get(pace.name, kind.hours.get("", ordinary)))


def on_bank(pace: TimeControl, kinds: Sequence[DecisionKind], decision: str) -> bool:
    """Whether a decision runs on its seat's own clock."""
    own = [kind for kind in kinds if kind.id in pace.kinds or kind.hours]
    return pace.bank is not None and not any(decision in kind.decisions for kind in own)


# ---------------------------------------------------------------- what people write


def read_hours(text: str) -> float:
    """Return hours that somebody wrote, such as 36, 36h or 1.5d; raises Refused."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(h|hours?|d|days?)?", text.strip().casefold())
    hours = float(found[1]) * (24 if (found[2] or "").startswith("d") else 1) if found else -1.0
    if not 0 <= hours <= MAX_HOURS:
        raise Refused(f"'{text.strip()[:20]}' is not a time up to {MAX_HOURS:g} hours; write it like 36h or 2d.")
    return hours


def read_kinds(text: str, kinds: Sequence[DecisionKind]) -> dict[str, float]:
    """Return hours by kind of decision from a text such as "vote 12, debate 1d"; raises Refused."""
    known = [kind.id for kind in kinds]
    found: dict[str, float] = {}
    for part in (part.strip() for part in re.split(r"[,;\n]", text) if part.strip()):
        name, _, hours = part.partition(" ")
        if name.casefold() not in known:
            raise Refused(f"'{name[:20]}' is not a kind of decision here; choose one of: {', '.join(known) or 'none'}.")
        found[name.casefold()] = read_hours(hours)
    return found


def read_bank(text: str) -> Bank | None:
    """Return a clock from a text such as "72 + 12 up to 120", None for an empty one; raises Refused."""
    if not text.strip():
        return None
    found = re.fullmatch(r"([^\s+]+)\s*\+\s*(\S+)\s+(?:up to|to|max)\s+(\S+)", text.strip().casefold())
    if found is None:
        raise Refused(
            "Write a clock as '72 + 12 up to 120': hours at the start, hours added for each decision, and the limit."
        )
    bank = Bank(*(read_hours(part) for part in found.groups()))
    if not 0 < bank.start <= bank.most:
        raise Refused(
            f"A clock cannot start with {counted(bank.start, 'hour')} if {bank.most:g} is its limit; raise the limit."
        )
    return bank


def read_excuses(text: str) -> tuple[int, float]:
    """Return how many misses are excused, and for how many hours each, from a text such as "2 x 24"; raises Refused."""
    if not text.strip():
        return 0, 24.0
    found = re.fullmatch(r"(\d{1,2})(?:\s*[x×*]\s*(\S+))?", text.strip().casefold())
    if found is None:
        raise Refused("Write excuses as '2 x 24': the number for each player, and the hours that each gives.")
    return int(found[1]), read_hours(found[2]) if found[2] else 24.0


# ---------------------------------------------------------------- in words


def words(pace: TimeControl, ordinary: float, kinds: Sequence[DecisionKind]) -> list[str]:
    """Return a pace in lines for people."""
    usual = f"{_hours(ordinary)} for each decision" if ordinary else "no deadlines"
    if pace.bank:
        bank = pace.bank
        start = counted(bank.start, "hour")
        usual = f"a clock of {start} for each player, plus {bank.gain:g} for each decision, up to {bank.most:g}"
    lines = [f"**Time**: {usual}{f' ({pace.name})' if pace.name else ''}"]
    named = {kind.id: kind.words for kind in kinds}
    lines += [f"- {named.get(kind, kind)}: {_hours(hours)}" for kind, hours in pace.kinds.items()]
    lines.append(f"**At a deadline** {AT_DEADLINE[pace.at_deadline]}.")
    if pace.excuses:
        more = f"{counted(pace.excuse_hours, 'hour')} more, {counted(pace.excuses, 'time')} a game"
        lines.append(f"**Excuses**: a player who is late gets {more}.")
    lines.append(f"**While somebody is away** {WHILE_AWAY[pace.away]}.")
    lines.append(
        "Deadlines wait until a player's quiet hours (the night, for most) are over."
        if pace.quiet
        else "Deadlines can fall at any hour, also at night."
    )
    if pace.fast_plans:
        lines.append("Plans answer at once, even secret questions; others can tell from that who had a plan.")
    if pace.closes:
        lines.append(f"**Time is called** <t:{int(pace.closes)}:f>.")
    return lines


def _hours(hours: float) -> str:
    if not hours:
        return "no deadline"
    minutes = round(hours * 60)
    return f"{hours:g} hours" if hours >= 1 else f"{minutes} minute{'' if minutes == 1 else 's'}"
