"""A chapter of a rule book as data: the steps and actions that it adds to its game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.actions import Action, Offer
from engine.core.steps import AnyStep

Offers = Callable[[Any, str], list[Offer]]
"""Returns what a seat may do in a game now."""

Handler = Callable[[Any, str, Any], None]
"""Carries out an action of a seat in a game, or raises Illegal."""


@dataclass(frozen=True, slots=True)
class AnyTime:
    """Actions that seats may take without being asked."""

    offers: Offers
    """Returns what a seat may do of it now. The table accepts no other kinds of action than these."""

    handlers: Mapping[type[Action], Handler]
    """Carries out each kind of action."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The additions of a rule book's chapter to its game."""

    steps: tuple[type[AnyStep], ...] = ()
    """The classes of its steps."""

    actions: tuple[type[Action], ...] = ()
    """The classes of the actions that answer its steps; those that `any_time` handles need not be among them."""

    any_time: tuple[AnyTime, ...] = ()
    """The offers that seats have at any time."""
