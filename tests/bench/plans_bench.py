"""The flow of play by post, with and without plans: how often a game waits for somebody who has said nothing yet, and
how often people press something.
"""

from dataclasses import dataclass, field
from typing import Any

from engine.core import drafts, orders
from engine.core.actions import MASTER, Action, Offer, Pass, tag_of
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.orders import Entry, Plan, Scope, Term, Then
from engine.core.rules import Rules
from engine.core.table import Table
from engine.games import GAMES
from tests.bench.timing import Figures

SEATS = 4
ACTIONS = 500
AHEAD = 12
"""Actions that somebody says ahead for one turn."""

COMING = 1
"""Presses with which somebody sees what he can do: *My options*."""

PLANNING = 2
"""Presses from there to the form of a plan: *Plan ahead*, and for which question."""


def _always(tag: str, *terms: Term) -> Entry:
    return Entry(action={"action": tag}, terms=terms, then=Then.AGAIN)


TAKE_THE_DEFAULT = (Entry("default", then=Then.AGAIN),)
AS_PROPOSED = (_always("as_proposed"), *TAKE_THE_DEFAULT)

STANDING: dict[str, dict[str, tuple[Entry, ...]]] = {
    "warriors": {
        "D-03": TAKE_THE_DEFAULT,
        "D-04": TAKE_THE_DEFAULT,
        "D-05": (_always("stand_siege", Term("siege", {"number": "5"})), _always("give_battle")),
        "D-07": TAKE_THE_DEFAULT,
        "D-08": (_always("retreat", Term("losing", {"chance": "30"})), _always("stay")),
        "D-09": TAKE_THE_DEFAULT,
        "D-10": AS_PROPOSED,
        "D-11": AS_PROPOSED,
        "D-12": AS_PROPOSED,
        "D-16": AS_PROPOSED,
        "D-18": AS_PROPOSED,
    },
}
"""What players order for good of what cannot be asked ahead, by game and decision; elsewhere they take the default.

In Warriors of God they are besieged behind safe walls, leave battles that they are likely to lose, and have troops and
leaders where they are proposed; who is taken, crowned, exchanged or ransomed they want to decide themselves.
"""

VARIANTS = {"warriors": ("hyw", "liw")}
"""The variants that are measured; elsewhere the usual one."""


def presses(offer: Offer, action: Action) -> int:
    """How often a panel is pressed for an action: an answer to each question that has several, and *Do it*.

    Whether the answer stands in a menu, which takes two presses, is left to the flow over the wire.
    """
    draft: dict[str, Any] = {}
    asked = 0
    for one in offer.fields:
        if one.when(draft):
            known = one.name in drafts.autofill(offer, draft)
            draft[one.name] = getattr(action, one.name)
            asked += not known and bool(draft[one.name])
    return max(1, asked + (not offer.reversible))


@dataclass
class Group:
    """Computer players at a table as people play by post: one is there, and does all that he can before he goes.

    Those with `planning` say before they go what they will do in their next turn, move by move as if it came now, and
    take the default where others may ask them something.
    """

    rules: Rules[Any]
    planning: bool
    variant: str = ""
    here: str = ""
    handovers: int = 0
    presses: int = 0
    summoned: set[str] = field(default_factory=set)
    """Who was asked at the same time as somebody for whom the game has waited already: they were all waited for."""

    plans: dict[tuple[str, str], Plan] = field(default_factory=dict)

    def play(self) -> tuple[float, float]:
        """Play some actions, one game after another; return the hand-overs and the presses a round."""
        options = self.rules.options(self.variant or self.rules.usual_variant, {})
        least, most = self.rules.seats(options)
        seats = [f"s{number}" for number in range(1, min(max(least, SEATS), most) + 1)]
        people = self.rules.players
        player = Seated(next(iter(people.values()), RandomPlayer()), 7, 40)
        rounds: set[tuple[int, str]] = set()
        table, games = Table.new(self.rules, "flow", seats, options, bytes(32)), 1
        for _ in range(ACTIONS):
            if table.result is not None:
                table, games = Table.new(self.rules, "flow", seats, options, bytes([games] * 32)), games + 1
                self.here, self.summoned, self.plans = "", set(), {}
            rounds.add((games, self.rules.pace.round(table.game)))
            self._decide(table, player)
        return self.handovers / len(rounds), self.presses / len(rounds)

    def _decide(self, table: Table, player: Seated) -> None:
        asked = [request for request in table.requests() if request.seat != MASTER]
        if not asked:
            table.act(MASTER, table.default(MASTER))
            return
        self.summoned &= {request.seat for request in asked}
        request = next((request for request in asked if request.seat == self.here), asked[0])
        if self._planned(table, request.seat, request.decision):
            return
        if request.seat != self.here:
            self._leave(table, player)
            self.here, self.handovers = request.seat, self.handovers + (request.seat not in self.summoned)
            self.summoned |= {other.seat for other in asked if other.together}
            self.presses += COMING
        action = player.choose(table, request.seat)
        self.presses += presses(table.offer(request.seat, tag_of(action)), action)
        table.act(request.seat, action)

    def _planned(self, table: Table, seat: str, decision: str) -> bool:
        plan = self.plans.get((seat, decision))
        chosen = orders.choose(table, seat, plan) if plan else None
        if plan is None or chosen is None or chosen.action is None:
            return False
        left = orders.left(plan, chosen.place)
        self.plans = {key: kept for key, kept in self.plans.items() if key != (seat, decision)}
        if left is not None:
            self.plans[seat, decision] = left
        table.act(seat, chosen.action)
        return True

    def _leave(self, table: Table, player: Seated) -> None:
        """Let whoever is there say what he does next, before somebody else is waited for."""
        if not self.planning or not self.here:
            return
        for decision, known in self.rules.plans.plannable.items():
            if known.ahead is None:
                self._order(decision)
            elif entries := self._said(table, decision, player):
                self.plans[self.here, decision] = Plan(decision, entries, Scope.ROUND)

    def _order(self, decision: str) -> None:
        """Say what he does of a kind of question that cannot be asked ahead, for good."""
        ordered = STANDING.get(self.rules.name)
        entries = TAKE_THE_DEFAULT if ordered is None else ordered.get(decision, ())
        if entries:
            self.plans[self.here, decision] = Plan(decision, entries, Scope.ALWAYS)

    def _said(self, table: Table, decision: str, player: Seated) -> tuple[Entry, ...]:
        """What he would do if his turn came now, and came again and again until he passes."""
        world = orders.foreseen(table, self.here, decision)
        entries: list[Entry] = []
        while world is not None and len(entries) < AHEAD:
            action = player.choose(world, self.here)
            self.presses += PLANNING + presses(world.offer(self.here, tag_of(action)), action)
            entries.append(Entry(action=orders.whole(action)))
            world.act(self.here, action)
            world = None if isinstance(action, Pass) else orders.foreseen(world, self.here, decision)
        return tuple(entries)


def measure() -> Figures:
    """Count for each game, without and with plans."""
    found = []
    for name, rules in GAMES.items():
        for variant in VARIANTS.get(name, ("",)):
            title = f"{name} {variant}".rstrip()
            without, planned = (Group(rules, planning, variant).play() for planning in (False, True))
            for what, before, after in zip(("hand-overs", "presses"), without, planned, strict=True):
                found.append((f"{title}: {what} a round, without plans and with", f"{before:.1f} and {after:.1f}"))
    return found
