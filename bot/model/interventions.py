"""Interventions: what the game master, or the players together, do to a game from outside its rules."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.actions import snake
from engine.core.computer.levels import titled
from engine.core.house_rules import value_words
from engine.core.text import counted


class Intervention(msgspec.Struct, frozen=True, tag=snake, tag_field="decree"):
    """Something to be carried out on a game from outside its rules.

    Its tag is the class name in snake case, under "decree" in what the database holds.
    """


class ActFor(Intervention, frozen=True):
    """Carry out an action for a seat."""

    seat: str
    action: dict[str, Any]


class TakeDefault(Intervention, frozen=True):
    """Take the default for a seat that has not decided."""

    seat: str


class Edit(Intervention, frozen=True):
    """Change the state; `insist` although that breaks invariants."""

    action: dict[str, Any]
    insist: bool = False


class GoBack(Intervention, frozen=True):
    """Go back to how the game stood after action `to`; `version` is where it stood when that was asked for."""

    to: int
    version: int


class Reroll(Intervention, frozen=True):
    """Take the last action back and do it again with new numbers; `version` as for GoBack."""

    version: int


class Replace(Intervention, frozen=True):
    """Give a seat, with its secrets, to another player."""

    seat: str
    user: int
    name: str


class Regency(Intervention, frozen=True):
    """Let a computer player decide for a seat; "" gives it back."""

    seat: str
    regent: str


class Pause(Intervention, frozen=True):
    """Stop the clocks."""


class Resume(Intervention, frozen=True):
    """Let the clocks run on from where they stopped."""


class Extend(Intervention, frozen=True):
    """Put the running deadlines off, those of one seat or of all; negative `hours` take time back again."""

    hours: float
    seat: str = ""


class End(Intervention, frozen=True):
    """End the game; without winners it is drawn."""

    reason: str
    winners: tuple[str, ...] = ()


class ChangeRules(Intervention, frozen=True):
    """Give options of the table other values."""

    options: dict[str, Any]


class HandOver(Intervention, frozen=True):
    """Make somebody else the game master."""

    user: int
    name: str


AdministrativeIntervention = Replace | Regency | Pause | Resume | Extend | HandOver
"""Interventions that leave the state of a game alone."""

AnyIntervention = ActFor | TakeDefault | Edit | GoBack | Reroll | End | ChangeRules | AdministrativeIntervention


def read(raw: dict[str, Any]) -> AnyIntervention:
    """Return the intervention of a plain mapping."""
    intervention: AnyIntervention = msgspec.convert(raw, type=AnyIntervention)
    return intervention


def words(intervention: AnyIntervention) -> str:
    """Return an intervention in words, of an edit no more than its kind; seats are named as `{s1}`."""
    return _said(intervention)[0]


def done(intervention: AnyIntervention) -> str:
    """Return what an intervention has done, as a sentence; "" for an edit, whose words only its game knows."""
    return _said(intervention)[1]


def _said(intervention: AnyIntervention) -> tuple[str, str]:
    match intervention:
        case ActFor(seat=seat):
            return f"act for {{{seat}}}", f"You have acted for {{{seat}}}."
        case TakeDefault(seat=seat):
            return f"choose the default for {{{seat}}}", f"I have chosen the default, the safe answer, for {{{seat}}}."
        case Edit(action={"action": "drop", "seat": seat}):
            return f"close {{{seat}}}'s seat", ""
        case Edit(action=action, insist=insist):
            kind, forced = action["action"].replace("_", " "), ", against the rules" if insist else ""
            return f"change hidden cards or goods ({kind}){forced}", ""
        case GoBack(to=to):
            back = f"back to the position after action {to}"
            return f"go {back}", f"The game has gone {back}."
        case Reroll():
            return "repeat the last action with new rolls", "I have repeated the last action with new rolls."
        case Replace(seat=seat, name=name):
            return f"give {{{seat}}}'s seat to {name}", f"{name} has {{{seat}}}'s seat now."
        case Regency(seat=seat, regent=""):
            return f"give {{{seat}}} back to its player", f"{{{seat}}} decides again in person."
        case Regency(seat=seat, regent=regent):
            name = titled(regent)
            return f"let a {name} decide for {{{seat}}}", f"A {name} decides for {{{seat}}} now."
        case ChangeRules(options=options):
            changes = " and ".join(f"`{name}` to {value_words(value)}" for name, value in options.items())
            return f"change the house rules: {changes}", "The house rules are changed."
        case HandOver(name=name):
            return f"make {name} the game master", f"{name} is the game master now."
        case Pause():
            return "stop the clocks", "The clocks stand still."
        case Resume():
            return "let the clocks run again", "The clocks run again."
        case Extend(hours=hours, seat=seat):
            whose, time = f"{{{seat}}}" if seat else "everybody", counted(abs(hours), "hour")
            if hours > 0:
                return f"give {whose} {time} more", f"I have given {whose} {time} more."
            return f"take {time} back from {whose}", f"I have taken {time} back from {whose}."
        case End(reason=reason):
            return f"end the game: {reason}", "The game is over."
