"""War Lord Tourney as the table sees it: its chapters put together."""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import ClassVar

import msgspec

from engine.core.actions import Action, Offer, Proposal
from engine.core.conditions import Condition
from engine.core.deciding import Players
from engine.core.dice import Dice
from engine.core.errors import BadOptions, Illegal
from engine.core.players import Fickle
from engine.core.record import changes
from engine.core.rules import DecisionKind, Plannable, Rules
from engine.core.tally import Tally
from engine.core.thinking.levels import levels
from engine.warlord import (
    conditions,
    decisions,
    edits,
    glossary,
    inventory,
    problems,
    refusals,
    reports,
    resampling,
    views,
)
from engine.warlord.board import options
from engine.warlord.board.game import Warlord
from engine.warlord.board.state import State, Turn
from engine.warlord.captain import Captain
from engine.warlord.duel import fight
from engine.warlord.judging import JUDGE
from engine.warlord.meetings import meetings, victory
from engine.warlord.sequence import draws, sequence, setup, state_based, turn
from engine.warlord.series import SERIES


class WarlordRules(Rules[Warlord]):
    """The rules of War Lord Tourney."""

    name = "warlord"
    title = "War Lord Tourney"
    version = "4"
    least_seats = 2
    most_seats = 5
    pictures: ClassVar[Mapping[str, str]] = {
        "position": "map",
        "begins": "map",
        "turn_over": "map",
        "block": "duel",
        "duel_over": "duel",
    }
    phase_end_event = "turn_over"
    log_headings = ("turn",)
    asides = frozenset({"turn_over"})
    echoes = frozenset({"answer", "plan", "sheet"})
    series = SERIES
    chapters = (sequence.CHAPTER, meetings.CHAPTER, fight.CHAPTER)
    state_type = State
    editing = edits.EDITS

    refusals: ClassVar[tuple[type[Action], ...]] = decisions.REFUSALS

    def proposals(self, game: Warlord, seat: str) -> Sequence[Proposal]:
        """A draw."""
        return draws.proposals(game, seat)

    def objection(self, game: Warlord, seat: str, kind: type[Action], action: Action | None) -> Illegal | None:
        """Return the reason that the rules have."""
        return refusals.objection(game, seat, kind, action)

    def seats(self, options_: Mapping[str, object]) -> tuple[int, int]:
        """The number of players follows from the options (rules 9.5, 9.9)."""
        return options.seats(options_)

    def new(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Warlord:
        """Roll who begins, and set the pieces up."""
        game = self._laid_out(game_id, seats, options, dice)
        setup.plan(game)
        game.push(setup.SettingUp(), turn.Tourney())
        return game

    def bare(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Warlord:
        """Set the pieces up; the first seat stands before its movement."""
        game = self._laid_out(game_id, seats, {**options, "first_player": "host"}, dice)
        game.state.options = dict(options)
        game.state.turn = Turn(side=game.side(seats[0]), step="movement")
        game.push(turn.OneTurn(begun=["entry"]), turn.Tourney())
        return game

    def _laid_out(self, game_id: str, seats: Sequence[str], options_: Mapping[str, object], dice: Dice) -> Warlord:
        least, most = options.seats(options_)
        if not least <= len(seats) <= most:
            number = str(least) if least == most else f"{least} to {most}"
            raise BadOptions(f"With these options War Lord Tourney is for {number} players, not {len(seats)}.")
        game = self.started(game_id, seats, options_, dice, sides={}, turn=Turn())
        game.state.sides = setup.sides(game)
        setup.muster(game)
        game.state.gatehouses = {colour: [] for colour in game.colours()}
        return game

    def game(self, state: State, dice: Dice) -> Warlord:
        """Take up a game from its state."""
        return Warlord(state, dice, state_based.apply)

    def decision_kinds(self) -> Sequence[DecisionKind]:
        """Set-up, duels, and what becomes of the beaten."""
        return decisions.DECISION_KINDS

    def plannable(self) -> Mapping[str, Plannable]:
        """What a player may answer ahead."""
        return decisions.PLANNABLE

    def conditions(self, game: Warlord, seat: str, offer: Offer) -> Sequence[Condition]:
        """What a plan may wait for."""
        return conditions.conditions(game, seat, offer)

    def round(self, game: Warlord) -> str:
        """The number of the round."""
        return f"round {game.state.turn.round}"

    def seats_before(self, game: Warlord, seat: str) -> Sequence[str]:
        """The seats whose turns come first."""
        return decisions.seats_before(game, seat)

    def next_seat(self, game: Warlord) -> str:
        """The seat whose turn is next."""
        return decisions.next_seat(game)

    def changes(self, game: Warlord, since: str) -> list[str]:
        """What is played otherwise than by an older version of these rules."""
        return changes.since(game, since)

    def end_of_play_edit(self, game: Warlord) -> Action | None:
        """Points decide."""
        return decisions.end_of_play_edit(game)

    def view(self, game: Warlord, viewer: str) -> msgspec.Struct:
        """Return what a viewer may know."""
        return views.view(game, viewer)

    def players(self) -> Players:
        """The captain; one who plays half at random, half like him; one at random; and one who thinks."""
        return {"captain": Captain(), "fickle": Fickle(Captain()), **levels(JUDGE, "random", "one ply")}

    def headline(self, game: Warlord) -> str:
        """Round, whose turn, and what goes on."""
        return reports.headline(game)

    def scores(self, game: Warlord) -> list[tuple[str, str]]:
        """Pieces, prisoners and points of each seat."""
        return reports.scores(game)

    def colour(self, game: Warlord, seat: str) -> str:
        """The side."""
        return next((side for side, leader in game.state.sides.items() if leader == seat), "")

    def tallies(self, game: Warlord) -> list[Tally]:
        """Points, where rounds are limited."""
        return victory.tallies(game)

    def reports(self) -> Mapping[str, Callable[[Warlord, str], str]]:
        """The odds of the duels at hand."""
        return {"odds": reports.odds_words}

    def vocabulary(self, game: Warlord) -> Mapping[str, str]:
        """Seats, pieces, graves and squares."""
        return glossary.vocabulary(game)

    def decision_key(self, game: Warlord) -> str:
        """Round, side and step; in a duel the exchange too."""
        now = game.state.turn
        fought = len(game.state.duel.revealed) if game.state.duel else 0
        return f"{now.round} {now.side} {now.step} {fought}"

    def choose_anew(self, game: Warlord, copy: State, viewer: str, chance: Random) -> None:
        """Choose the sheets, lines and plans of others anew."""
        resampling.resample(game, copy, viewer, chance)

    def inventory(self, game: Warlord, said: Collection[str], viewer: str) -> list[tuple[str, list[str]]]:
        """Return everything that stands on the table, part by part."""
        return inventory.inventory(game, said, viewer)

    def problems(self, game: Warlord) -> list[str]:
        """Return everything that is wrong with the state."""
        return problems.problems(game)


RULES = WarlordRules()
