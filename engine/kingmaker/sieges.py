"""Sieges."""

from engine.core.actions import Action
from engine.core.steps import AnyStep
from engine.kingmaker.game import Kingmaker


def raise_failed(game: Kingmaker) -> None:
    """Raise sieges that have failed."""


STEPS: tuple[type[AnyStep], ...] = ()
ACTIONS: tuple[type[Action], ...] = ()
