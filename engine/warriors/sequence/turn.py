"""The turn: its phases one after another, and what follows (rules 6, 6.13)."""

from collections.abc import Callable
from typing import get_args

from engine.core.steps import AnyStep
from engine.warriors.battles.battles import Battles
from engine.warriors.board import names
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import Phase
from engine.warriors.board.steps import WarriorsStep, at_once
from engine.warriors.impulses import initiative
from engine.warriors.impulses.impulses import Impulses
from engine.warriors.leaders import deaths
from engine.warriors.leaders.arrivals import Arriving, Crowning
from engine.warriors.leaders.captives import Exchanging, Ransoming
from engine.warriors.realm import control
from engine.warriors.realm.assigning import Assigning, Dispersing, entwined
from engine.warriors.realm.deploying import Deploying
from engine.warriors.realm.raising import Raising
from engine.warriors.sequence import scoring

PHASES: tuple[Phase, ...] = get_args(Phase)[1:-1]
"""The phases of a turn: those between the set-up and the end."""

IDLE = frozenset({"raising", "deploying", "arrivals", "assigning"})
"""The phases that are left out on the last turn [WOG-12.2]."""


class Campaign(WarriorsStep):
    """Turn after turn, until somebody has won."""

    def proceed(self, game: Warriors) -> bool:
        """Begin the next turn [WOG-12.1]."""
        turn = game.state.turn
        turn.number += turn.phase != "setup"
        turn.impulses = {}
        years = game.catalog.years[game.scenario.id, turn.number]
        game.emit("turn", f"Turn {turn.number}, {years.first} to {years.last}.", rule="WOG-12.1")
        game.push(OneTurn(to_come=list(PHASES)))
        return True


class OneTurn(WarriorsStep):
    """The phases of a turn that are still to come."""

    to_come: list[Phase]

    begun: bool = False
    """Whether the phase has begun that is over when the next one begins."""

    def proceed(self, game: Warriors) -> bool:
        """Begin the next phase, or end the turn."""
        turn = game.state.turn
        if self.begun:
            phase = names.PHASES[turn.phase]
            game.emit("phase_end", f"{phase}{',' * (',' in phase)} is over.")
        if not self.to_come:
            game.pop(self)
            return True
        turn.phase = self.to_come.pop(0)
        self.begun = not (turn.phase in IDLE and game.last_turn)
        if not self.begun:
            game.emit("idle", f"{names.PHASES[turn.phase]}, is left out on the last turn.", rule="WOG-12.2")
            return True
        BEGIN[turn.phase](game)
        return True


def _assign(game: Warriors) -> None:
    """Let both sides assign troops at the same time, unless there are some that both could take [WOG-10.1, 10.4]."""
    if entwined(game):
        game.push(Assigning(side=game.second), Assigning(side=game.first), Dispersing())
    else:
        game.push(at_once(game, lambda side: Assigning(side=side)), Dispersing())


def _asking(*steps: Callable[[Warriors], AnyStep]) -> Callable[[Warriors], None]:
    """Return a phase of questions, in the order given."""
    return lambda game: game.push(*(step(game) for step in steps))


BEGIN: dict[Phase, Callable[[Warriors], None]] = {
    "initiative": initiative.roll,
    "impulses": _asking(lambda game: Impulses()),
    "battles": _asking(lambda game: Battles()),
    "control": control.determine,
    "raising": _asking(lambda game: Raising(side=game.second), lambda game: Raising(side=game.first)),
    "deploying": _asking(lambda game: Deploying(side=game.second), lambda game: Deploying(side=game.first)),
    "captives": _asking(
        lambda game: Exchanging(side=game.first),
        lambda game: at_once(game, lambda side: Ransoming(side=side)),
    ),
    "deaths": deaths.check,
    "arrivals": _asking(lambda game: Arriving(), lambda game: at_once(game, lambda side: Crowning(side=side))),
    "assigning": _assign,
    "scoring": scoring.score,
}
"""How each phase begins."""
