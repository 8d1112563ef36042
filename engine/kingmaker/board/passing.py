"""The word for doing nothing more: it ends a phase or declines a question."""

from engine.core.actions import Action, Offer


class Pass(Action, frozen=True):
    """Do nothing, or nothing more."""


def pass_offer(label: str) -> Offer:
    """Offer to pass, in words that say what that means here."""
    return Offer(Pass, label)
