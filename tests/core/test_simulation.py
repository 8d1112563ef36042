"""Whole games between computer players: who decides what."""

from dataclasses import replace

import pytest

from engine.core.actions import MASTER, Action, Offer, Request
from engine.core.chapter import Chapter
from engine.core.editing.edits import Edits
from engine.core.errors import DeadEnd
from engine.core.game import Game
from engine.core.steps import Step
from engine.core.trials import simulation
from tests.core.toy.rules import RULES, State, deal


class CallTime(Action, frozen=True):
    """The time is over."""


class Clock(Step):
    """Nobody but the game master is asked: he calls time."""

    def requests(self, game: Game[State]) -> list[Request]:
        """Ask the game master."""
        return [Request(MASTER, "T-2", "Is the time over?", (Offer(CallTime, "Call time"),), CallTime)]


def _call_time(game: Game[State], edit: CallTime) -> None:
    game.state.steps.pop()


def _against_the_clock(game: Game[State]) -> None:
    """Deal, and start the clock."""
    deal(game)
    game.push(Clock())


TIMED = replace(
    RULES,
    chapters=(*RULES.chapters, Chapter(steps=(Clock,))),
    set_up=replace(RULES.set_up, deal=_against_the_clock),
    editing=Edits({CallTime: _call_time}, lambda game, edit: {}),
)
"""High Card in which the game master calls time before the first trick."""


def test_where_the_game_master_alone_is_asked_what_he_does_by_default_is_done() -> None:
    played = simulation.play(TIMED, TIMED.options("high", {}), 2, seed=1)
    assert [entry.seat for entry in played.transcript.entries].count(MASTER) == 1
    assert played.transcript.entries[0].seat == MASTER and played.ending.startswith("won")


def _without_a_trick(game: Game[State]) -> None:
    """Deal, and ask nobody, which no careful table would allow."""
    deal(game)
    game.state.steps.clear()


def test_a_game_in_which_nobody_is_asked_is_a_dead_end() -> None:
    rules = replace(RULES, set_up=replace(RULES.set_up, deal=_without_a_trick))
    for careful in (True, False):
        with pytest.raises(DeadEnd, match="nobody has anything to decide"):
            simulation.play(rules, rules.options("high", {}), 2, seed=1, careful=careful)
