"""Lancaster as the table sees it: its chapters put together."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar

import msgspec

from engine.core.actions import Action, Offer
from engine.core.conditions import Condition
from engine.core.dealings import Dealing
from engine.core.deciding import Players
from engine.core.dice import Dice
from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.files.figures import Fault, Figures
from engine.core.players import Fickle
from engine.core.record import changes
from engine.core.rules import DecisionKind, Plannable, Rules
from engine.core.tally import Tally
from engine.core.thinking.levels import levels
from engine.lancaster import (
    conditions,
    decisions,
    editions,
    edits,
    glossary,
    handovers,
    inventory,
    needs,
    problems,
    refusals,
    reports,
    resampling,
    views,
)
from engine.lancaster.board.catalog import catalog
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import State, Turn
from engine.lancaster.common import common
from engine.lancaster.courtier import Courtier
from engine.lancaster.judging import JUDGE
from engine.lancaster.parliament import parliament, voting
from engine.lancaster.placing import placing
from engine.lancaster.rewards import rewards
from engine.lancaster.sequence import entering, scoring, sequence, setup
from engine.lancaster.sequence.rounds import OneRound, Rounds
from engine.lancaster.series import SERIES


class LancasterRules(Rules[Lancaster]):
    """The rules of Lancaster with Henry V, The Power of the King."""

    name = "lancaster"
    title = "Lancaster"
    version = "3"
    least_seats = 2
    most_seats = 5
    pictures: ClassVar[Mapping[str, str]] = {
        "position": "map",
        "phase_end": "map",
        "vote_closes": "parliament",
        "battle": "battle",
    }
    revelations = frozenset(
        {
            *("law", "vote_closes", "conflicts", "proposed", "scored", "extended", "dishonor", "castles", "battle"),
            "no_choice",  # whoever has nothing to choose has no squires to expel with (R38)
        }
    )
    gathering_pictures = frozenset({"parliament"})
    finale_pictures = ("poster", "score", "chart", "story")
    story_event = "phase_end"
    phase_end_event = "phase_end"
    log_headings = ("round",)
    asides = frozenset({"voted", "answered", "declined", "no_choice"})
    echoes = frozenset({"answer", "ballot"})
    series = SERIES
    chapters = (sequence.CHAPTER, common.CHAPTER, placing.CHAPTER, parliament.CHAPTER, rewards.CHAPTER)
    state_type = State
    game_type = Lancaster
    editing = edits.EDITS
    refusals: ClassVar[tuple[type[Action], ...]] = decisions.REFUSALS

    def objection(self, game: Lancaster, seat: str, kind: type[Action], action: Action | None) -> Illegal | None:
        """Return why a seat can do nothing of this kind now."""
        return refusals.objection(game, seat, kind, action)

    def new(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Lancaster:
        """Draw the start player, shuffle and set up; then allies and first extensions are chosen."""
        start = dice.pick(list(seats), "start player")
        game = self.started(game_id, seats, options, dice, turn=Turn(start=start, seat=start))
        setup.lay_out(game)
        game.push(setup.ChoosingAllies(), setup.ChoosingTiles(), Rounds())
        return game

    def bare(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Lancaster:
        """Set up without extensions; two players get the next colours as allies, the first seat begins round 1."""
        game = self.started(game_id, seats, options, dice, turn=Turn(start=seats[0], seat=seats[0]))
        setup.lay_out(game)
        if game.duel:
            setup.ally_with_the_next_colours(game)
        game.push(OneRound(), Rounds())
        return game

    def entering(self, game: Lancaster, hidden: Mapping[str, Mapping[str, int]]) -> entering.EnteringGoods:
        """Let what lies behind screens be entered."""
        return entering.step(game, hidden)

    def decision_kinds(self) -> Sequence[DecisionKind]:
        """The kinds of decisions."""
        return decisions.DECISION_KINDS

    def plannable(self) -> Mapping[str, Plannable]:
        """What is worth answering ahead."""
        return decisions.PLANNABLE

    def conditions(self, game: Lancaster, seat: str, offer: Offer) -> Sequence[Condition]:
        """What a plan may wait for."""
        return conditions.conditions(game, seat, offer)

    def round(self, game: Lancaster) -> str:
        """The number of the round."""
        return f"round {game.state.turn.round}"

    def seats_before(self, game: Lancaster, seat: str) -> Sequence[str]:
        """The seats that place first."""
        return decisions.seats_before(game, seat)

    def next_seat(self, game: Lancaster) -> str:
        """The seat that places next."""
        return decisions.next_seat(game)

    def handovers_left(self, game: Lancaster) -> int:
        """How many hand-overs the round still takes."""
        return handovers.left(game)

    def changes(self, game: Lancaster, since: str) -> list[str]:
        """What is played otherwise than by an older version of these rules."""
        return changes.since(game, since)

    def end_of_play_edit(self, game: Lancaster) -> Action | None:
        """The final scoring, once play has begun."""
        return edits.ScoreNow() if game.state.turn.phase not in ("setup", "over") else None

    def stack(self, game: Lancaster, piles: Mapping[str, Sequence[str]]) -> None:
        """Put cards on top of the piles of laws and conflicts."""
        edits.stack_piles(game, piles)

    def view(self, game: Lancaster, viewer: str) -> msgspec.Struct:
        """Return what a viewer may know."""
        return views.view(game, viewer)

    def players(self) -> Players:
        """The courtier; one who plays at random every other time; one at random; and one who thinks."""
        return {"courtier": Courtier(), "fickle": Fickle(Courtier()), **levels(JUDGE, "random", "one ply", "plans")}

    def headline(self, game: Lancaster) -> str:
        """Round, phase and whose turn it is."""
        return reports.headline(game)

    def scores(self, game: Lancaster) -> list[tuple[str, str]]:
        """Power points and what lies open before each player."""
        return reports.scores(game)

    def colour(self, game: Lancaster, seat: str) -> str:
        """The house."""
        return "" if seat in game.state.gone else game.own(seat)

    def tallies(self, game: Lancaster) -> list[Tally]:
        """Power points, then knighthood, then nobles."""
        return scoring.tallies(game)

    def dealt(self, event: Event) -> Dealing | None:
        """The votes on laws."""
        return voting.told_of(event)

    def reports(self) -> Mapping[str, Callable[[Lancaster, str], str]]:
        """What it takes to expel, to win a conflict and to pass a vote, and who has how many votes."""
        return {"odds": needs.odds, "votes": needs.votes}

    def cards(self) -> Mapping[str, str]:
        """Laws, conflicts, offices and extension tiles."""
        return glossary.cards(catalog(self.figures))

    def vocabulary(self, game: Lancaster) -> Mapping[str, str]:
        """Seats, colours, knights, spaces, laws, tiles and goods."""
        return glossary.vocabulary(game)

    def decision_key(self, game: Lancaster) -> str:
        """Round, phase, who places, and how much the step on top has done."""
        turn = game.state.turn
        placed = sum(knight.at != "court" for knight in game.state.knights.values())
        return f"{turn.round} {turn.phase} {turn.seat} {placed} {len(game.state.laws.proposed)}"

    def choose_anew(self, game: Lancaster, copy: State, viewer: str, chance: Random) -> None:
        """Choose piles, ballots and goods behind the screens of others anew."""
        resampling.resample(game, copy, viewer, chance)

    def faults(self, figures: Figures) -> Iterable[Fault]:
        """Return what is wrong with the figures of an edition taken together."""
        return editions.faults(figures)

    def inventory(self, game: Lancaster, said: Collection[str], viewer: str) -> list[tuple[str, list[str]]]:
        """Return everything that stands on the table, part by part."""
        return inventory.inventory(game, said, viewer)

    def problems(self, game: Lancaster) -> list[str]:
        """Return everything that is wrong with the state."""
        return problems.problems(game)


RULES = LancasterRules()
