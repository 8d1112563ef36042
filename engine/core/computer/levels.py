"""Players with lookahead, and the levels that tables can choose."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from heapq import nlargest
from itertools import count
from math import inf
from random import Random
from statistics import fmean
from typing import Any

from engine.core.actions import Action
from engine.core.computer.candidates import candidates
from engine.core.computer.deciding import Budget, Legal, Player, View, World
from engine.core.computer.judge import Judge
from engine.core.computer.players import Fickle, RandomPlayer
from engine.core.computer.worlds import Spent, Worlds
from engine.core.errors import NoWorld

BUDGET = 300
"""The number of actions that a player with lookahead tries out for a decision."""

HARD = 1000
"""The same for a slow player."""

WIDEST = 120
"""The largest number of candidate actions."""

BEAM = 8
"""The number of actions or plans kept after a first look."""

DEALS = 8
"""The largest number of worlds in which `one ply` compares the remaining candidates."""

LONGEST = 6
"""Actions that a plan has at most."""

MAKING = 0.4
"""The share of the budget spent on making plans; the rest is spent on comparing them."""

HALVINGS = (1, 3, 7, 15)
"""The numbers of worlds after which the worse half of the plans is dropped."""


@dataclass(frozen=True)
class OnePly:
    """A player that tries each legal action in newly dealt worlds and takes the one with the best average lead."""

    judge: Judge
    """How the game is judged."""

    budget: int = BUDGET
    """How many actions he tries out at most."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action."""
        if legal.request.decision in self.judge.by_habit:
            return self.judge.habit.decide(view, legal, budget, seed)
        thoughts = thought_of(self.judge, legal, Random(seed))
        if len(thoughts) < 2:
            return thoughts[0] if thoughts else legal.default()
        worlds, race = Worlds(legal, self.judge, budget.part(self.budget), seed), Race(len(thoughts))
        try:
            for number in range(DEALS):
                race.run(partial(worlds.tried, number), thoughts)
                race.keep(BEAM)
        except Spent:
            pass
        except NoWorld:
            return self.judge.habit.decide(view, legal, budget, seed)
        return thoughts[race.leader()]


@dataclass(frozen=True)
class Plans:
    """A player that plays out habit's candidates in the same worlds, and drops the worse half now and then.

    Habit's own choice is one of the candidates. If habit has none, the player makes plans for its whole turn.
    """

    judge: Judge
    """How the game is judged."""

    budget: int = BUDGET
    """How many actions he tries out at most."""

    beam: int = BEAM
    """The number of plans that it plays out, besides habit's choice."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action: the first of the best plan."""
        judge = self.judge
        usual = judge.habit.decide(view, legal, Budget(0), seed)
        if legal.request.decision in judge.by_habit or isinstance(usual, judge.ignored):
            return usual
        found = judge.ideas(view, legal)
        ideas = [action for action in found if action != usual]
        others = ideas if found else [action for action in thought_of(judge, legal, Random(seed)) if action != usual]
        if not others:
            return usual
        purse = budget.part(self.budget)
        making = purse.part(0 if ideas else int(MAKING * (purse.left or 0)))
        worlds = Worlds(legal, judge, making, seed)
        try:
            worlds.world(0)
        except NoWorld:
            return usual
        better = [(idea,) for idea in ideas[: self.beam]] or made(worlds, judge, others, self.beam)
        worlds.budget = purse.with_rest_of(making)
        return _best(worlds, [(usual,), *better])[0]


def _best(worlds: Worlds, plans: Sequence[tuple[Action, ...]]) -> tuple[Action, ...]:
    """Follow plans in one world after the other, drop the worse half now and then, and return what is left."""
    race = Race(len(plans))
    with suppress(Spent, NoWorld):
        for number in count():
            if len(race.running) == 1:
                break
            race.run(partial(worlds.followed, number), plans)
            race.keep((len(race.running) + 1) // 2 if number + 1 in HALVINGS else len(plans))
    return plans[race.leader()]


def levels(judge: Judge) -> dict[str, Player]:
    """Return the players that every game with a judge gets, by name."""
    return {
        "random": RandomPlayer(),
        "one ply": OnePly(judge),
        "plans": Plans(judge),
        "long plans": Plans(judge, budget=HARD),
    }


LEVELS = ("usual", "easy", "hard")
"""The levels that tables may choose, the default first."""

CAREFUL = 0.4
"""The share of its decisions that an easy player does not take at random."""


def players(judge: Judge, name: str, habit: Player, *, thoughtful: bool = False) -> dict[str, Player]:
    """Return all players of a game: the levels, its own by rules of thumb with its `name`, and those for trials.

    The usual one decides by habit, or with short lookahead if `thoughtful`: for games in which that plays better.
    """
    return {
        "usual": Plans(judge) if thoughtful else habit,
        "easy": Fickle(habit, CAREFUL, RandomPlayer(meddles=0, silent=judge.ignored)),
        "hard": Plans(judge, budget=HARD),
        name: habit,
        "fickle": Fickle(habit),
        **levels(judge),
    }


def offered(known: Iterable[str]) -> list[str]:
    """Return which of the computer players of a game tables are offered: the levels, else all but the random one."""
    return [name for name in LEVELS if name in known] or [name for name in known if name != "random"]


WORDS: Mapping[str, str] = {
    "usual": "plays soundly and decides within a second",
    "easy": "thinks about two moves of five and makes the others at random",
    "hard": "tries many plans, compares the results, and takes up to five seconds",
    "random": "picks any legal answer at random, each kind with the same chance",
    "one ply": "tries each answer once and takes the one that looks best afterwards",
    "plans": f"looks some turns ahead and simulates {BUDGET} actions for each decision",
    "long plans": f"looks some turns ahead and simulates {HARD} actions for each decision",
    "fickle": "half at random, half by rules of thumb",
}
"""The descriptions of the levels; every other player follows rules of thumb that are written for its game."""


def described(name: str) -> str:
    """Return the description of a computer player."""
    return WORDS.get(name, "rules of thumb, at once")


def titled(name: str) -> str:
    """Return a computer player with its level, if that is not the usual one: 'computer player (hard)'."""
    return "computer player" if name == LEVELS[0] else f"computer player ({name})"


def thinks(player: Player) -> bool:
    """Tell whether a player takes long to decide, so that it should think in the background."""
    return isinstance(player, OnePly | Plans)


# ---------------------------------------------------------------------- candidates


def thought_of(judge: Judge, legal: Legal, chance: Random) -> list[Action]:
    """Return the candidate actions, in an order that carries no information."""
    offers = [*legal.offers, *(legal.everything(*judge.beside) if judge.beside else ())]
    fit = {offer.action: offer for offer in offers if not (offer.drastic or offer.undoes)}
    found = candidates([offer for kind, offer in fit.items() if kind not in judge.ignored], chance, WIDEST)
    chance.shuffle(found)
    return found


@dataclass(frozen=True)
class Plan:
    """A seat's successive actions, and their result in a world."""

    actions: tuple[Action, ...]
    table: World
    ahead: float


def made(worlds: Worlds, judge: Judge, first: Sequence[Action], beam: int) -> list[tuple[Action, ...]]:
    """Return the best plans for a whole turn in one world, found by a beam search."""
    best: list[Plan] = []
    growing = [Plan((), worlds.world(0), 0.0)]
    for _ in range(LONGEST):
        grown: list[Plan] = []
        with suppress(Spent):
            for plan in growing:
                grown.extend(_longer(worlds, judge, plan, first))  # what it yields before the budget ends is kept
        best = nlargest(beam, [*best, *grown], key=lambda plan: plan.ahead)
        growing = [plan for plan in grown if plan in best and worlds.goes_on(plan.table)]
        if not growing:
            break
    return [plan.actions for plan in best]


def _longer(worlds: Worlds, judge: Judge, plan: Plan, first: Sequence[Action]) -> Iterator[Plan]:
    """Yield a plan extended by each candidate action. Raise Spent when the budget ends."""
    chance = Random(len(plan.actions))
    for action in thought_of(judge, plan.table.legal(worlds.seat), chance) if plan.actions else first:
        table = worlds.after(plan.table, action)
        if table is not None:
            yield Plan((*plan.actions, action), table, worlds.ahead(table))


# ---------------------------------------------------------------------- comparison


class Race:
    """A comparison of candidates in the same worlds."""

    def __init__(self, number: int) -> None:
        self.running = list(range(number))
        self._found: list[list[float | None]] = [[] for _ in range(number)]

    def run(self, tried: Callable[[Any], float | None], things: Sequence[Any]) -> None:
        """Try the remaining candidates in one more world; raise Spent when the budget ends.

        If it ends in the first world, the untried candidates drop out; if in a later one, that world does not count.
        """
        row: dict[int, float | None] = {}
        first = not any(self._found)
        try:
            for place in self.running:
                row[place] = tried(things[place])
        except Spent:
            if first and row:
                self._note(row)
                self.running = list(row)
            raise
        self._note(row)

    def _note(self, row: Mapping[int, float | None]) -> None:
        for place, ahead in row.items():
            self._found[place].append(ahead)

    def keep(self, most: int) -> None:
        """Let only the best stay in the running."""
        best = nlargest(most, self.running, key=self.mean)
        self.running = [place for place in self.running if place in best]

    def mean(self, place: int) -> float:
        """Return the average value over the worlds in which it was possible."""
        known = [ahead for ahead in self._found[place] if ahead is not None]
        return fmean(known) if known else -inf

    def leader(self) -> int:
        """Return the best candidate."""
        return max(self.running, key=self.mean)
