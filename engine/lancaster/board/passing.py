"""The answer that declines what may be declined."""

from engine.core.actions import Action


class Pass(Action, frozen=True):
    """Do not use what you may use."""
