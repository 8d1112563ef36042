"""Statistics of many simulated games: endings, lengths, and the rules that took effect."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

from engine.core.files.options import options_of
from engine.core.files.registry import registry
from engine.core.trials.simulation import Played


@dataclass
class SimulationStats:
    """Counts games as they are played."""

    lengths: list[int] = field(default_factory=list)
    """The number of actions of each game."""

    endings: Counter[str] = field(default_factory=Counter)
    """How often games ended in each way."""

    winners: Counter[str] = field(default_factory=Counter)
    """How often each seat has won."""

    rules: Counter[str] = field(default_factory=Counter)
    """How often each rule id had an effect or was the reason of a refusal."""

    outcomes: Counter[str] = field(default_factory=Counter)
    """The outcomes of combats and other uncertain events, with their numbers."""

    began: float = field(default_factory=time.perf_counter)
    """When the counting began, in seconds of `time.perf_counter`."""

    def add(self, played: Played) -> None:
        """Count a game."""
        self.lengths.append(played.actions)
        self.endings[played.ending] += 1
        self.winners.update(played.winners)
        self.rules.update(played.rules)
        self.outcomes.update(played.outcomes)

    def lines(self) -> Iterator[str]:
        """Yield the games, the actions, the pace and the endings in words."""
        actions = sum(self.lengths)
        yield f"games           {len(self.lengths)}"
        yield f"actions         {actions}"
        longest = f"least {min(self.lengths)}, median {median(self.lengths):.0f}, most {max(self.lengths)}"
        yield f"actions a game  {longest}"
        yield f"actions/second  {actions / (time.perf_counter() - self.began):.0f}"
        for ending, count in self.endings.most_common():
            yield f"ended           {count:4} x {ending}"
        for seat, count in sorted(self.winners.items()):
            yield f"won             {count:4} x {seat}"
        for outcome, count in sorted(self.outcomes.items()):
            yield f"came out        {count:4} x {outcome}"

    def rule_lines(self, game: str, variant: str) -> Iterator[str]:
        """Yield how often each rule of a variant and its base took effect or refused an action, and the unmet ones.

        The base are the rules of "base"; where there are none of it, those of the usual variant.
        """
        known = registry(game).values()
        base = "base" if any(rule.variant == "base" for rule in known) else options_of(game).variant[0].id
        ids = [rule.id for rule in known if rule.variant in (base, variant)]
        for rule in ids:
            if self.rules[rule]:
                yield f"{rule:14} {self.rules[rule]}"
        never = [rule for rule in ids if not self.rules[rule]]
        yield f"rules met       {len(ids) - len(never)} of {len(ids)}; never: {', '.join(never) or 'none'}"
