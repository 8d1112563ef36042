"""The exceptions of the engine."""

from collections.abc import Callable, Sequence
from typing import ParamSpec

P = ParamSpec("P")


class EngineError(Exception):
    """Any refusal or failure of the engine; its text is one sentence for a person."""


class Illegal(EngineError):
    """An action that the rules refuse. Nothing has changed.

    Most refusals are raised for somebody who only asks whether something is possible: a reason that takes time to put
    into words is given as a function, and worded when it is read, in the state that refuses.
    """

    def __init__(self, reason: str | Callable[[], str], rule: str = "") -> None:
        """`rule` is the most specific id of the rule registry, or "" where no rule but good order refuses."""
        super().__init__(reason)
        self._reason = reason
        self.rule = rule
        self.notes: Sequence[str] = ()
        """What the table has ruled beside that rule, in words."""

    @property
    def reason(self) -> str:
        """The reason, in a sentence for a person."""
        if not isinstance(self._reason, str):
            self._reason = self._reason()
            self.args = (self._reason,)
        return self._reason

    def __str__(self) -> str:
        return "\n".join([f"{self.reason} [{self.rule}]" if self.rule else self.reason, *self.notes])


class NoWorld(EngineError):
    """The cards hidden from a seat could not be dealt again unnoticed, so there is no answer."""


class BadOptions(EngineError):
    """An option or value for a new table that does not exist or makes no sense."""


class BadFile(EngineError):
    """A scenario, transcript or snapshot that cannot be read; the text names the line and the remedy."""


class BrokenInvariant(EngineError):
    """An action left the state with problems; it has been rolled back."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("The rules engine contradicted itself and undid the action: " + "; ".join(problems))
        self.problems = problems


class DeadEnd(EngineError):
    """The game is not over and nobody can do anything."""


def caught(check: Callable[[], object]) -> Illegal | None:
    """Return the refusal of a check; None if it passes."""
    try:
        check()
    except Illegal as refusal:
        return refusal
    return None


def allows(check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Tell whether a check lets its arguments pass: whether it can be called with them and does not raise Illegal."""
    try:
        check(*args, **kwargs)
    except Illegal:
        return False
    return True
