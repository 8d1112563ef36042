"""Computer players outside their own decisions: reasons for their actions, and answers to proposals.

Both are worked out on tables with all hidden cards dealt again, so they reveal nothing.
"""

from random import Random
from statistics import fmean
from typing import Any

import msgspec

from engine.core import redeal
from engine.core.actions import Action, Start
from engine.core.computer.judge import Judge
from engine.core.errors import EngineError, NoWorld
from engine.core.game import Game
from engine.core.rules import Rules
from engine.core.table import Table

WORLDS = 4
"""The worlds in which an answer is tried."""

GAIN = 0.001
"""The share of the prize that a proposal must gain to be accepted."""


def why(rules: Rules[Any], game: Game[Any], seat: str, action: Action) -> str:
    """Return the likely reason for a computer player's action, given the game before it; "" if there is none to tell.

    It is found from what everybody could know then, and from what was done.
    """
    try:
        known = rules.game(redeal.world(rules, game, "", Random(0)), game.dice)
    except NoWorld:
        return ""
    return rules.reasons(known, seat, action)


def answer(table: Table, seat: str, seed: int) -> Action | None:
    """Return a computer player's answer to a proposal to its seat; None without a proposal or an answer.

    It accepts a proposal that improves its lead over the other seats by its game's evaluation, and declines all others.
    """
    rules = table.rules
    if rules.judge is None or table.result is not None:
        return None
    for proposal in rules.offering.proposals(table.game, seat):
        if proposal.own or proposal.waits:
            continue
        whole = [start.action(**start.draft) for start in proposal.answers if _is_whole(start)]
        declined = next((action for action in whole if isinstance(action, rules.judge.declines)), None)
        accepted = next((action for action in whole if not isinstance(action, rules.judge.declines)), None)
        if accepted and _gain(table, rules.judge, seat, accepted, seed) > GAIN * rules.judge.prize:
            return accepted
        if declined:
            return declined
    return None


def _is_whole(start: Start) -> bool:
    """Whether an answer needs nothing more to be filled in: a counter-offer does, which names lists of things."""
    filled = all(field.name in start.draft for field in msgspec.structs.fields(start.action))
    return filled and not any(isinstance(value, list) for value in start.draft.values())


def _gain(table: Table, judge: Judge, seat: str, action: Action, seed: int) -> float:
    """Return the average gain of a seat in points by an action; 0 if the action is impossible."""
    gains = []
    for number in range(WORLDS):
        try:
            world = table.world(seat, seed + number)
            before = _better_than_others(judge, world, seat)
            world.act(seat, action)
        except (EngineError, NoWorld):
            return 0.0
        gains.append(_better_than_others(judge, world, seat) - before)
    return fmean(gains)


def _better_than_others(judge: Judge, world: Table, seat: str) -> float:
    """Return a seat's lead minus the average lead of the others."""
    others = [judge.ahead(world.game, other) for other in world.seats if other != seat]
    return judge.ahead(world.game, seat) - fmean(others)
