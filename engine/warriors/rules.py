"""Warriors of God as the table sees it: its chapters put together."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar

import msgspec

from engine.core.actions import Action, Offer
from engine.core.conditions import Condition
from engine.core.deciding import Players
from engine.core.dice import Dice
from engine.core.errors import Illegal
from engine.core.files.figures import Fault, Figures
from engine.core.players import Fickle
from engine.core.record import changes
from engine.core.rules import DecisionKind, Plannable, Rules
from engine.core.thinking.levels import levels
from engine.warriors import (
    conditions,
    decisions,
    editions,
    edits,
    glossary,
    handovers,
    inventory,
    outlook,
    problems,
    refusals,
    reports,
    resampling,
    views,
)
from engine.warriors.battles import battles
from engine.warriors.board.catalog import catalog
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import State, Turn
from engine.warriors.impulses import impulses
from engine.warriors.judging import JUDGE
from engine.warriors.leaders import leaders
from engine.warriors.marshal import Marshal
from engine.warriors.realm import realm
from engine.warriors.sequence import sequence, setup
from engine.warriors.sequence.turn import PHASES, Campaign, OneTurn
from engine.warriors.series import SERIES


def _odds(game: Warriors, viewer: str) -> str:
    """The chances of battles and control, and what would be scored as things stand."""
    return f"{outlook.odds(game, viewer)}\n\n**If the turn were scored now**\n{reports.points(game, viewer)}"


class WarriorsRules(Rules[Warriors]):
    """The rules of Warriors of God."""

    name = "warriors"
    title = "Warriors of God"
    version = "3"
    least_seats = 2
    most_seats = 2
    pictures: ClassVar[Mapping[str, str]] = {"position": "map", "phase_end": "map", "battle_over": "battle"}
    revelations = frozenset({"bids", "losses"})
    finale_pictures = ("poster", "chart", "story")
    story_event = "phase_end"
    phase_end_event = "phase_end"
    log_headings = ("turn",)
    asides = frozenset({"no_choice", "only_commander"})
    echoes = frozenset({"answer", "ordered"})
    series = SERIES
    chapters = (sequence.CHAPTER, impulses.CHAPTER, battles.CHAPTER, realm.CHAPTER, leaders.CHAPTER)
    state_type = State
    game_type = Warriors
    editing = edits.EDITS
    refusals: ClassVar[tuple[type[Action], ...]] = decisions.REFUSALS

    @property
    def chapter_event(self) -> str:
        """A turn ends with its score."""
        return "score"

    def objection(self, game: Warriors, seat: str, kind: type[Action], action: Action | None) -> Illegal | None:
        """Return why a seat can do nothing of this kind now."""
        return refusals.objection(game, seat, kind, action)

    def new(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Warriors:
        """Give out the sides, or let them be bid for; then the scenario is set up."""
        game = self.started(game_id, seats, options, dice, turn=Turn())
        setup.lay_out(game)
        how = game.option("sides")
        if how != "bid":
            english = seats[0] if how == "host" else dice.pick(list(seats), "who plays the English")
            setup.give_sides(game, english)
        bidding = [setup.Bidding()] if how == "bid" else []
        game.push(*bidding, setup.SettingUp(), Campaign())
        return game

    def bare(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Warriors:
        """Lay out an empty map: the first seat is English, has the initiative, and six impulses against five."""
        turn = Turn(phase="initiative", impulses={"english": 6, "french": 5})
        game = self.started(game_id, seats, options, dice, turn=turn, sides={"english": seats[0], "french": seats[1]})
        setup.lay_out(game)
        game.push(OneTurn(to_come=list(PHASES[1:])), Campaign())
        return game

    def decision_kinds(self) -> Sequence[DecisionKind]:
        """The kinds of decisions."""
        return decisions.DECISION_KINDS

    def plannable(self) -> Mapping[str, Plannable]:
        """What a player may answer ahead: impulses, battles, and what has a proposal."""
        return decisions.PLANNABLE

    def conditions(self, game: Warriors, seat: str, offer: Offer) -> Sequence[Condition]:
        """What a plan may wait for."""
        return conditions.conditions(game, seat, offer)

    def round(self, game: Warriors) -> str:
        """The number of the turn."""
        return f"turn {game.state.turn.number}"

    def next_seat(self, game: Warriors) -> str:
        """The seat that has the next impulse."""
        return decisions.next_seat(game)

    def advice(self, game: Warriors, seat: str) -> str:
        """How a battle is likely to end, for who decides whether it is fought."""
        return outlook.advice(game, seat)

    def handovers_left(self, game: Warriors) -> int | None:
        """The impulses, battles and decisions of the phases that are still to come."""
        return handovers.left(game)

    def changes(self, game: Warriors, since: str) -> list[str]:
        """What is played otherwise than by an older version of these rules."""
        return changes.since(game, since)

    def end_of_play_edit(self, game: Warriors) -> Action | None:
        """The score as it stands, once play has begun."""
        return decisions.end_of_play_edit(game)

    def view(self, game: Warriors, viewer: str) -> msgspec.Struct:
        """Return what a viewer may know."""
        return views.view(game, viewer)

    def players(self) -> Players:
        """The marshal; one who plays at random every other time; and one at random."""
        return {"marshal": Marshal(), "fickle": Fickle(Marshal()), **levels(JUDGE, "random", "one ply")}

    def headline(self, game: Warriors) -> str:
        """Turn, phase and score."""
        return reports.headline(game)

    def scores(self, game: Warriors) -> list[tuple[str, str]]:
        """What each side controls, where its leaders stand, and whom it holds."""
        return reports.scores(game)

    def colour(self, game: Warriors, seat: str) -> str:
        """The side, once it is known."""
        return game.side(seat) if game.has_side(seat) else ""

    def reports(self) -> Mapping[str, Callable[[Warriors, str], str]]:
        """Chances of battles and control; who is in prison, routed or to come; what would be scored now."""
        return {"odds": _odds, "where": reports.where, "points": reports.points}

    def cards(self) -> Mapping[str, str]:
        """Leaders and areas."""
        return glossary.cards(catalog(self.figures))

    def vocabulary(self, game: Warriors) -> Mapping[str, str]:
        """Seats, sides, leaders, areas and troops."""
        return glossary.vocabulary(game)

    def decision_key(self, game: Warriors) -> str:
        """Turn, phase, the impulses that are left, and how far a battle has come."""
        turn, battle = game.state.turn, game.state.battle
        fought = f"{battle.area} {battle.stage} {battle.round}" if battle else ""
        waiting = sum(leader.where == "pool" for leader in game.state.leaders.values())
        return f"{turn.number} {turn.phase} {sum(turn.impulses.values())} {fought} {waiting}"

    def choose_anew(self, game: Warriors, copy: State, viewer: str, chance: Random) -> None:
        """Choose the standing orders of others anew."""
        resampling.resample(game, copy, viewer, chance)

    def faults(self, figures: Figures) -> Iterable[Fault]:
        """Return what is wrong with the figures of an edition taken together."""
        return editions.faults(figures)

    def inventory(self, game: Warriors, said: Collection[str], viewer: str) -> list[tuple[str, list[str]]]:
        """Return everything that stands on the table, part by part."""
        return inventory.inventory(game, said, viewer)

    def problems(self, game: Warriors) -> list[str]:
        """Return everything that is wrong with the state."""
        return problems.problems(game)


RULES = WarriorsRules()
