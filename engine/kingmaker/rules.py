"""Kingmaker as the table sees it: its chapters put together."""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import ClassVar

import msgspec

from engine.core.actions import MASTER, Action, Offer, Proposal, Request, Start
from engine.core.conditions import Condition
from engine.core.dealings import Dealing
from engine.core.deciding import Players
from engine.core.dice import Dice
from engine.core.errors import Illegal, allows
from engine.core.events import Event
from engine.core.players import Fickle
from engine.core.record import changes
from engine.core.rules import DecisionKind, Gift, Plannable, Rules
from engine.core.tally import Tally
from engine.core.thinking.levels import levels
from engine.kingmaker import (
    conditions,
    decisions,
    gifts,
    glossary,
    inventory,
    letters,
    problems,
    reports,
    resampling,
    views,
)
from engine.kingmaker.board import board, state
from engine.kingmaker.board.cards import decks
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import Faction, State, Turn
from engine.kingmaker.combat import combat
from engine.kingmaker.crown import crown, hand
from engine.kingmaker.edits import card_edits, edits
from engine.kingmaker.events import events
from engine.kingmaker.judging import JUDGE
from engine.kingmaker.movement import movement
from engine.kingmaker.overseas import overseas
from engine.kingmaker.parliament import ballots, deadline, parliament
from engine.kingmaker.refusals import refusals
from engine.kingmaker.sequence import entering, newcomers, points, sequence, setup, state_based, turn
from engine.kingmaker.series import SERIES
from engine.kingmaker.steward import Steward
from engine.kingmaker.trade import trade


class KingmakerRules(Rules[Kingmaker]):
    """The rules of Kingmaker."""

    name = "kingmaker"
    title = "Kingmaker"
    version = "4"
    least_seats = 2
    most_seats = newcomers.MOST_SEATS
    pictures: ClassVar[Mapping[str, str]] = {
        "position": "map",
        "phase_end": "map",
        "fought": "battle",
        "votes": "parliament",
        "vote_closes": "parliament",
        "dealt": "hand",
        "hand": "hand",
    }
    finale_pictures = ("poster", "chart", "war")
    story_event = "turn_end"
    phase_end_event = "phase_end"
    log_headings = ("turn", "phase")
    asides = frozenset({"phase", "voted", "mustered"})
    series = SERIES
    chapters = (
        board.CHAPTER,
        sequence.CHAPTER,
        crown.CHAPTER,
        combat.CHAPTER,
        trade.CHAPTER,
        parliament.CHAPTER,
        movement.CHAPTER,
        overseas.CHAPTER,
        events.CHAPTER,
    )
    state_type = State
    editing = edits.EDITS
    letters: ClassVar[frozenset[str]] = frozenset({"trade_offered"})
    echoes = frozenset({"answer", "ballot", "hand", "last_cards", "left_over", "no_parliament"})
    refusals: ClassVar[tuple[type[Action], ...]] = decisions.REFUSALS

    def new(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Kingmaker:
        """Draw the seat order, build the decks and deal."""
        game = self.started(game_id, seats, options, dice, factions={seat: Faction() for seat in seats}, turn=Turn())
        dice.shuffle(game.state.seats, "order of the seats")
        decks.build(game)
        setup.deal(game)
        game.push(setup.SettingUp(), turn.Round())
        return game

    def bare(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Kingmaker:
        """Lay out shuffled decks and the heirs; the first seat stands before its Movement phase."""
        game = self.started(game_id, seats, options, dice, factions={seat: Faction() for seat in seats}, turn=Turn())
        decks.build(game)
        setup.lay_out_heirs(game)
        game.state.turn = Turn(seat=seats[0], phase="movement")
        game.push(turn.OneTurn(begun=["event"]), turn.Round())
        return game

    def entering(self, game: Kingmaker, hidden: Mapping[str, Mapping[str, int]]) -> entering.EnteringHands:
        """Let hands and kept event cards be entered."""
        return entering.step(game, hidden)

    def game(self, state: State, dice: Dice) -> Kingmaker:
        """Take up a game from its state."""
        return Kingmaker(state, dice, state_based.apply)

    def check_any_time(self, game: Kingmaker, seat: str) -> None:
        """Nothing is done at any time before the factions are set up, nor with too full a hand (rules 2, 2.7.5)."""
        if not setup.begun(game.state):
            raise Illegal("The factions are still being set up; wait until everybody is ready.", "BASE-SET-3")
        hand.check_hand(game, seat)

    def timed_requests(self, game: Kingmaker) -> list[Request]:
        """Parliament's business ends when its time is over (setting `parliament_deadline`)."""
        return deadline.timed_requests(game)

    def starts(self, game: Kingmaker, seat: str) -> Sequence[Start]:
        """Ransoms."""
        return list(trade.starts(game, seat)) if allows(self.check_any_time, game, seat) else []

    def proposals(self, game: Kingmaker, seat: str) -> Sequence[Proposal]:
        """Trades, loans, permissions and alliances."""
        return letters.proposals(game, seat)

    def decision_kinds(self) -> Sequence[DecisionKind]:
        """The kinds of decisions (rules 10)."""
        return decisions.DECISION_KINDS

    def plannable(self) -> Mapping[str, Plannable]:
        """What is worth answering ahead (rules 10.6)."""
        return decisions.PLANNABLE

    def conditions(self, game: Kingmaker, seat: str, offer: Offer) -> Sequence[Condition]:
        """What a plan may wait for."""
        return conditions.conditions(game, seat, offer)

    def round(self, game: Kingmaker) -> str:
        """The number of the round."""
        return f"round {game.state.turn.round}"

    def seats_before(self, game: Kingmaker, seat: str) -> Sequence[str]:
        """The seats whose turns come first."""
        return decisions.seats_before(game, seat)

    def next_seat(self, game: Kingmaker) -> str:
        """The seat whose turn is next."""
        return decisions.next_seat(game)

    def objection(self, game: Kingmaker, seat: str, kind: type[Action], action: Action | None) -> Illegal | None:
        """Return why a seat can do nothing of this kind now, with the most specific rule."""
        return refusals.objection(game, seat, kind, action)

    def changes(self, game: Kingmaker, since: str) -> list[str]:
        """What is played otherwise than by an older version of these rules."""
        return changes.since(game, since)

    def end_of_play_edit(self, game: Kingmaker) -> Action | None:
        """Time is called where the table plays with a limit."""
        return decisions.end_of_play_edit(game)

    def last_round_edit(self, game: Kingmaker) -> Action | None:
        """Call time."""
        return decisions.end_of_play_edit(game)

    @property
    def tournament_variant(self) -> str:
        """The rules of the event at the World Boardgaming Championships."""
        return "wbc"

    @property
    def giving(self) -> tuple[type[Action], ...]:
        """Trade, and what is allowed, lent, let go or entrusted."""
        return tuple(gifts.GIFTS)

    def given_away(self, game: Kingmaker, seat: str, action: Action) -> Gift | None:
        """A trade in which one side gives nothing, or a favour that nothing is given for."""
        return gifts.given_away(game, seat, action)

    def in_last_round(self, game: Kingmaker) -> bool:
        """Whether time has been called."""
        return game.state.time_called

    def stop_edit(self, game: Kingmaker) -> Action | None:
        """Stop play, and count as things stand [WBC-T08]."""
        return decisions.stop_edit(game)

    def stack(self, game: Kingmaker, piles: Mapping[str, Sequence[str]]) -> None:
        """Put cards on top of piles, for scenarios."""
        card_edits.stack_piles(game, piles)

    def view(self, game: Kingmaker, viewer: str) -> msgspec.Struct:
        """Return what a viewer may know."""
        return views.view(game, viewer)

    def players(self) -> Players:
        """The steward; one who plays half at random, so that games come to an end; and one at random."""
        return {"steward": Steward(), "fickle": Fickle(Steward()), **levels(JUDGE, "random", "one ply")}

    def join_edit(self, game: Kingmaker, seat: str) -> Action | None:
        """Return the edit by which somebody joins late, where the rules of the table allow it (rules 9.3)."""
        return newcomers.Join(seat) if game.option("late_join") else None

    def headline(self, game: Kingmaker) -> str:
        """Round, phase, whose turn, and who is King."""
        return reports.headline(game)

    def scores(self, game: Kingmaker) -> list[tuple[str, str]]:
        """Nobles, cards and votes of each seat."""
        return reports.scores(game)

    def tallies(self, game: Kingmaker) -> list[Tally]:
        """The points of a tournament game, and who has the sole King."""
        return points.tallies(game)

    def dealt(self, event: Event) -> Dealing | None:
        """Trades, and the votes of Parliaments."""
        return trade.told_of(event) or ballots.told_of(event)

    def reports(self) -> Mapping[str, Callable[[Kingmaker, str], str]]:
        """The odds of the battles at hand, and the votes of a Parliament."""
        return {"odds": reports.odds_words, "votes": reports.votes_words}

    def cards(self) -> Mapping[str, str]:
        """All Crown and event cards."""
        return glossary.cards()

    def vocabulary(self, game: Kingmaker) -> Mapping[str, str]:
        """Seats, cards, heirs, ships, places and locations."""
        return glossary.vocabulary(game)

    def decision_key(self, game: Kingmaker) -> str:
        """Round, seat and phase."""
        turn = game.state.turn
        return f"{turn.round} {turn.seat} {turn.phase}"

    def dealt_anew(self, game: Kingmaker, viewer: str, chance: Random) -> State:
        """Deal everything that a viewer may not know anew."""
        if viewer == MASTER:
            return state.copied(game.state)
        world: State = self.decode(msgspec.json.encode(resampling.resampled(game, viewer, chance)))
        resampling.plan_anew(game, world, viewer)
        return world

    def is_possible(self, world: Kingmaker) -> bool:
        """Tell whether cards could have been dealt so."""
        return resampling.is_possible(world)

    def inventory(self, game: Kingmaker, said: Collection[str], viewer: str) -> list[tuple[str, list[str]]]:
        """Return everything that stands on the table, part by part."""
        return inventory.inventory(game, said, viewer)

    def problems(self, game: Kingmaker) -> list[str]:
        """Return everything that is wrong with the state (rules 15)."""
        return problems.problems(game)


RULES = KingmakerRules()
