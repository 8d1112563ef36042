"""A match: the candidate takes every seat of every deal in turn, until it is clear whether he is better or not."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from math import log
from statistics import median
from time import process_time
from typing import Any

from bot.ops.simulate import computer_players
from engine.core.actions import Action
from engine.core.computer.deciding import Budget, Legal, Player, View
from engine.core.computer.judge import Judge
from engine.core.computer.levels import levels
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.trials import simulation


def judge_of(game: str) -> Judge | None:
    """Return how a game is judged by players that think: `JUDGE` of its `judging.py`; None where there is none."""
    judging = f"engine.{game}.judging"
    if find_spec(f"engine.{game}") is None or find_spec(judging) is None:
        return None
    judge: Judge = import_module(judging).JUDGE
    return judge


def on_trial(rules: Rules[Any]) -> dict[str, Player]:
    """Return the computer players of a game by name, those among them that tables are not offered (yet)."""
    judge = judge_of(rules.name)
    return {**(levels(judge) if judge else {}), **computer_players(rules)}


RISK = 0.05
"""How likely a match may name the wrong one: a player as good as the others better, or a better one as good."""


@dataclass
class Sprt:
    """Wald's sequential test of a share of victories: `usual`, or the `better` one that is hoped for."""

    usual: float
    better: float
    ratio: float = 0.0
    """The logarithm of how much likelier the games so far are if he is better."""

    def add(self, share: float) -> None:
        """Count a game, of whose victory he has this share."""
        self.ratio += share * log(self.better / self.usual) + (1 - share) * log((1 - self.better) / (1 - self.usual))

    @property
    def verdict(self) -> str:
        """What is proved so far: "better", "no better", or "" while it is open."""
        bound = log((1 - RISK) / RISK)
        return "better" if self.ratio >= bound else "no better" if self.ratio <= -bound else ""


@dataclass
class Timed:
    """Plays as another player does, and notes how much of the processor's time he takes."""

    player: Player
    seconds: list[float] = field(default_factory=list)

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return what the player decides."""
        begun = process_time()
        try:
            return self.player.decide(view, legal, budget, seed)
        finally:
            self.seconds.append(process_time() - begun)


@dataclass(frozen=True)
class Thrifty:
    """Plays as another player does who may try out no more than so many actions for a decision."""

    player: Player
    budget: int | None

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return what the player decides."""
        return self.player.decide(view, legal, Budget(self.budget), seed)


@dataclass
class Score:
    """What has come of a match so far."""

    seats: int
    test: Sprt
    won: dict[int, float] = field(default_factory=dict)
    """The candidate's victories by his seat, shared ones in parts."""
    played: dict[int, int] = field(default_factory=dict)
    actions: int = 0
    longest: int = 0
    """The actions of the longest game."""
    unfinished: int = 0

    @property
    def games(self) -> int:
        """How many games have been played."""
        return sum(self.played.values())

    @property
    def share(self) -> float:
        """The part of the victories that is the candidate's."""
        return sum(self.won.values()) / self.games


@dataclass(frozen=True)
class Match:
    """Games of one title between a candidate and incumbents, as they take their seats from left to right."""

    rules: Rules[Any]
    options: dict[str, object]
    seats: int
    candidate: Timed
    incumbents: list[Player]
    usual: float
    better: float
    seed: int = 1
    limit: int = 3000
    """Actions after which a game is broken off, and shared by all."""
    whole: bool = False
    """Whether all games are played, even where it is decided."""

    def play(self, most: int) -> Iterator[Score]:
        """Play deal after deal from every seat, `most` games at most, until it is decided; yield the score of each."""
        score = Score(self.seats, Sprt(self.usual, self.better))
        for number in range(most):
            deal, seat = divmod(number, self.seats)
            self._play(score, deal, seat)
            yield score
            if score.test.verdict and not self.whole:
                return

    def _play(self, score: Score, deal: int, seat: int) -> None:
        others = [self.incumbents[(deal + place) % len(self.incumbents)] for place in range(self.seats - 1)]
        players = [*others[:seat], self.candidate, *others[seat:]]
        last: list[Table] = []
        played = simulation.play(
            self.rules,
            self.options,
            self.seats,
            seed=self.seed,
            number=deal,
            limit=self.limit,
            players=players,
            careful=False,
            after=lambda table: last.__setitem__(slice(None), [table]),
        )
        winners = played.winners or last[0].seats
        share = (f"s{seat + 1}" in winners) / len(winners)
        score.won[seat] = score.won.get(seat, 0.0) + share
        score.played[seat] = score.played.get(seat, 0) + 1
        score.actions += played.actions
        score.longest = max(score.longest, played.actions)
        score.unfinished += played.ending == "unfinished"
        score.test.add(share)


def told(score: Score, seconds: list[float]) -> Iterator[str]:
    """Yield in words how a match has come out, by seat, with what a decision costs."""
    by_seat = ", ".join(f"{score.won[seat]:g} of {score.played[seat]}" for seat in sorted(score.played))
    verdict = score.test.verdict or "open"
    yield (
        f"{100 * score.share:.0f} % of {score.games} games, {score.test.usual:.0%} expected: {verdict} "
        f"(log ratio {score.test.ratio:+.2f})"
    )
    yield (
        f"by seat: {by_seat}; {score.actions / score.games:.0f} actions a game, {score.longest} in the "
        f"longest, {score.unfinished} unfinished"
    )
    ranked = sorted(1000 * second for second in seconds)
    late = sum(second > 1000 for second in ranked)
    yield (
        f"a decision, processor time: median {median(ranked):.0f} ms, "
        f"95 % within {ranked[len(ranked) * 19 // 20]:.0f}, longest {ranked[-1]:.0f}; "
        f"{late} of {len(ranked)} over a second"
    )
