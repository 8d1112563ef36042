"""What is decided over a game rather than in it: by the game master, or by the players together."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.actions import snake


class Decree(msgspec.Struct, frozen=True, tag=snake, tag_field="decree"):
    """Something to be carried out on a game from outside its rules; its tag is the class name in snake case."""


class ActFor(Decree, frozen=True):
    """Carry out an action for a seat."""

    seat: str
    action: dict[str, Any]


class TakeDefault(Decree, frozen=True):
    """Take the default for a seat that has not decided."""

    seat: str


class Edit(Decree, frozen=True):
    """Change the state; `insist` although that breaks invariants."""

    action: dict[str, Any]
    insist: bool = False


class GoBack(Decree, frozen=True):
    """Go back to how the game stood after action `to`; `version` is where it stood when that was asked for."""

    to: int
    version: int


class Reroll(Decree, frozen=True):
    """Take the last action back and do it again with new numbers; `version` as for GoBack."""

    version: int


class Replace(Decree, frozen=True):
    """Give a seat, with its secrets, to another player."""

    seat: str
    user: int
    name: str


class Regency(Decree, frozen=True):
    """Let a computer player decide for a seat; "" gives it back."""

    seat: str
    regent: str


class Pause(Decree, frozen=True):
    """Stop the clocks."""


class Resume(Decree, frozen=True):
    """Let the clocks run on from where they stopped."""


class Extend(Decree, frozen=True):
    """Put the running deadlines off, those of one seat or of all; fewer than no `hours` are taken back again."""

    hours: float
    seat: str = ""


class End(Decree, frozen=True):
    """End the game; without winners it is drawn."""

    reason: str
    winners: tuple[str, ...] = ()


class HandOver(Decree, frozen=True):
    """Make somebody else the game master."""

    user: int
    name: str


OfficeDecree = Replace | Regency | Pause | Resume | Extend | HandOver
"""What leaves the state of a game alone."""

AnyDecree = ActFor | TakeDefault | Edit | GoBack | Reroll | End | OfficeDecree


def read(raw: dict[str, Any]) -> AnyDecree:
    """Return the decree of a plain mapping."""
    decree: AnyDecree = msgspec.convert(raw, type=AnyDecree)
    return decree


def words(decree: AnyDecree, *, discreet: bool = False) -> str:
    """Return a decree in words; seats are named as `{s1}`, and where it is `discreet` nothing that an edit is about."""
    match decree:
        case ActFor(seat=seat):
            return f"act for {{{seat}}}"
        case TakeDefault(seat=seat):
            return f"take the default for {{{seat}}}"
        case Edit(action={"action": "drop", "seat": seat}):
            return f"close the seat of {{{seat}}}"
        case Edit(action=action, insist=insist):
            shown = "hidden cards" if discreet else _fields(action)
            return f"edit: {action['action'].replace('_', ' ')} ({shown}){', against the rules' if insist else ''}"
        case GoBack(to=to):
            return f"go back to how it stood after action {to}"
        case Reroll():
            return "do the last action again with new numbers"
        case Replace(seat=seat, name=name):
            return f"give the seat of {{{seat}}} to {name}"
        case Regency(seat=seat, regent=""):
            return f"give {{{seat}}} back to its player"
        case Regency(seat=seat, regent=regent):
            return f"let the {regent} decide for {{{seat}}}"
        case HandOver(name=name):
            return f"make {name} the game master"
        case Pause():
            return "stop the clocks"
        case Resume():
            return "let the clocks run again"
        case Extend(hours=hours, seat=seat):
            whose = f"{{{seat}}}" if seat else "everybody"
            return f"give {whose} {hours:g} hours more" if hours > 0 else f"take {-hours:g} hours from {whose} again"
        case End(reason=reason):
            return f"end the game: {reason}"


def details(decree: AnyDecree) -> str:
    """Return what an action or edit names, secrets and all; "" for decrees that `words` tell in full."""
    if not isinstance(decree, ActFor | Edit):
        return ""
    return f"{str(decree.action['action']).replace('_', ' ')} ({_fields(decree.action) or 'no more'})"


def _fields(action: dict[str, Any]) -> str:
    given = [(name, value) for name, value in action.items() if name != "action" and value]
    return ", ".join(f"{name} {{{value}}}" if name == "seat" else f"{name} {value}" for name, value in given)
