"""Whole games between computer players: who decides what."""

from collections.abc import Mapping, Sequence

import pytest

from engine.core.actions import MASTER, Action, Offer, Request
from engine.core.chapter import Chapter
from engine.core.dice import Dice
from engine.core.edits import Edits
from engine.core.errors import DeadEnd
from engine.core.game import Game
from engine.core.steps import Step
from engine.core.trials import simulation
from tests.core.toy.rules import HighCard, State


class CallTime(Action, frozen=True):
    """The time is over."""


class Clock(Step):
    """Nobody but the game master is asked: he calls time."""

    def requests(self, game: Game[State]) -> list[Request]:
        """Ask the game master."""
        return [Request(MASTER, "T-2", "Is the time over?", (Offer(CallTime, "Call time"),), CallTime)]


def _call_time(game: Game[State], edit: CallTime) -> None:
    game.state.steps.pop()


class Timed(HighCard):
    """High Card in which the game master calls time before the first trick."""

    chapters = (*HighCard.chapters, Chapter(steps=(Clock,)))
    editing = Edits({CallTime: _call_time}, lambda game, edit: {})

    def new(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Game[State]:
        """Deal, and start the clock."""
        game = super().new(game_id, seats, options, dice)
        game.push(Clock())
        return game


def test_where_the_game_master_alone_is_asked_what_he_does_by_default_is_done() -> None:
    rules = Timed()
    played = simulation.play(rules, rules.options("high", {}), 2, seed=1)
    assert [entry.seat for entry in played.transcript.entries].count(MASTER) == 1
    assert played.transcript.entries[0].seat == MASTER and played.ending.startswith("won")


class Stuck(HighCard):
    """High Card without a first trick, which no careful table would allow."""

    def new(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Game[State]:
        """Deal, and ask nobody."""
        game = super().new(game_id, seats, options, dice)
        game.state.steps.clear()
        return game


def test_a_game_in_which_nobody_is_asked_is_a_dead_end() -> None:
    rules = Stuck()
    for careful in (True, False):
        with pytest.raises(DeadEnd, match="nobody has anything to decide"):
            simulation.play(rules, rules.options("high", {}), 2, seed=1, careful=careful)
