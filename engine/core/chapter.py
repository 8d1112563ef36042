"""A chapter of a rule book as data: what it adds to the steps and the actions of its game."""

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
    """What seats may do beside what they are asked: what is offered of it now, and how each such action is carried out.

    The table lets a handler carry out only such kinds of action as `offers` returns for the seat at that moment.
    """

    offers: Offers
    handlers: Mapping[type[Action], Handler]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The steps of a chapter, the actions that answer them, and its any-time actions.

    The kinds of action that `any_time` handles need not be among `actions`.
    """

    steps: tuple[type[AnyStep], ...] = ()
    actions: tuple[type[Action], ...] = ()
    any_time: tuple[AnyTime, ...] = ()
