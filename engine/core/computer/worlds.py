"""Worlds in which a player tries actions out: copies of the table with everything hidden dealt again at random."""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.actions import MASTER, Action
from engine.core.computer.deciding import Budget, Legal, World
from engine.core.computer.judge import Judge
from engine.core.computer.players import seed_of
from engine.core.errors import EngineError

FOLLOWED = 400
"""The largest number of actions for which a plan is played out."""

SOON = 0.3
"""The share of a plan's value taken from the position after its first action; the rest is that at the horizon."""

MOODS = 2
"""The number of different seeds for habit in worlds, so that no plan relies on one particular reply."""


class Spent(Exception):
    """The budget is spent; the current trial is abandoned."""


class Worlds:
    """The worlds of one decision, shared by all candidates; each has its own deal and its own dice."""

    def __init__(self, legal: Legal, judge: Judge, budget: Budget, seed: int) -> None:
        self._legal = legal
        self._judge = judge
        self._seed = seed
        self._dealt: list[World] = []
        self._moods: dict[bytes, int] = {}
        self._usual: dict[tuple[bytes, str, int], Action] = {}
        self.budget = budget
        self.seat = legal.seat

    def world(self, number: int) -> World:
        """Return a world by its number, before any action."""
        while len(self._dealt) <= number:
            dealt: World = self._legal.world(seed_of(self._seed, len(self._dealt)))
            self._moods[dealt.game.dice.key] = len(self._dealt) % MOODS
            self._dealt.append(dealt)
        return self._dealt[number]

    def after(self, table: World, action: Action) -> World | None:
        """Return a world after an action of the seat, played on until nothing is pending.

        Return None if the action is impossible there. Raise Spent when the budget ends.
        """
        copy = table.copy()
        if not self._act(copy, self.seat, action):
            return None
        judge = self._judge
        for _ in range(FOLLOWED):
            if copy.result is not None or judge.settled(copy.game) or not self._by_habit(copy):
                break
        return copy

    def tried(self, number: int, action: Action) -> float | None:
        """Return the seat's lead after an action in a world; None if the action is impossible there."""
        table = self.after(self.world(number), action)
        return None if table is None else self.ahead(table)

    def followed(self, number: int, plan: Sequence[Action]) -> float | None:
        """Return the seat's lead at the horizon of a world if it follows a plan, and habit after it.

        The lead after the first action counts, too, so that useful actions are not put off for ever. Return None if
        the first action is impossible. Raise Spent when the budget ends.
        """
        start = self.world(number)
        reached = self._judge.horizon(start.game, self.seat)
        table = self.after(start, plan[0])
        if table is None:
            return None
        soon, rest = self.ahead(table), list(plan[1:])
        for _ in range(FOLLOWED):
            if table.result is not None or reached(table.game):
                break
            asked = table.request(self.seat) is not None
            if not (rest and asked and self._act(table, self.seat, rest.pop(0))) and not self._by_habit(table):
                break
        return SOON * soon + (1 - SOON) * self.ahead(table)

    def ahead(self, table: World) -> float:
        """Return the seat's lead in a world."""
        return self._judge.ahead(table.game, self.seat)

    def goes_on(self, table: World) -> bool:
        """Tell whether the seat's turn goes on in a world, with something for it to decide."""
        if table.result is not None or self._judge.turn(table.game) != self._judge.turn(self.world(0).game):
            return False
        request = table.request(self.seat)
        return request is not None and request.decision not in self._judge.by_habit

    def _act(self, table: World, seat: str, action: Action) -> bool:
        """Carry an action out; False where it is not possible."""
        if not self.budget.spend():
            raise Spent
        try:
            table.act(seat, action)
        except EngineError:
            return False
        return True

    def _by_habit(self, table: World) -> bool:
        """Let habit answer the open request of a world; return False if there is none, or no answer."""
        request = next(iter(table.requests()), None)
        if request is None:
            return False
        if request.seat == MASTER:
            return self._act(table, MASTER, request.default())
        return self._act(table, request.seat, self._habit_of(request.seat, table))

    def _habit_of(self, seat: str, table: World) -> Action:
        """Return habit's action for a seat, cached for equal positions in worlds with the same seed of habit."""
        known = table.snapshot(), seat, self._moods[table.game.dice.key]
        if known not in self._usual:
            self._usual[known] = habitual(self._judge, table, seat, seed_of(self._seed, known[2]))
        return self._usual[known]


def habitual(judge: Judge, table: World, seat: str, seed: int) -> Action:
    """Return habit's action for a seat of a world; it may see everything there, as all of it is invented."""
    legal = replace(table.legal(seat), world=lambda _: table.copy())
    return judge.habit.decide(lambda: table.view(seat), legal, Budget(0), seed_of(seed, table.version, seat))
