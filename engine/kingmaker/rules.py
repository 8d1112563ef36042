"""Kingmaker put together from its chapters and parts, for tables to play."""

from collections.abc import Sequence

from engine.core.actions import Action, Start
from engine.core.computer.levels import players
from engine.core.errors import Illegal, allows
from engine.core.parts import Competition, Offering, Pace, Plans, SetUp, Sight, Story, Words
from engine.core.record import changes
from engine.core.rules import Rules
from engine.kingmaker import (
    advice,
    conditions,
    decisions,
    editions,
    gifts,
    glossary,
    inventory,
    letters,
    problems,
    prospects,
    reasons,
    reports,
    resampling,
    views,
)
from engine.kingmaker.board import board
from engine.kingmaker.board.cards import decks
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import Faction, State, Turn
from engine.kingmaker.combat import combat, muster_end
from engine.kingmaker.crown import crown, hand
from engine.kingmaker.edits import card_edits, edits
from engine.kingmaker.event_grouping import SERIES
from engine.kingmaker.events import events
from engine.kingmaker.judging import JUDGE
from engine.kingmaker.movement import movement
from engine.kingmaker.overseas import overseas
from engine.kingmaker.parliament import ballots, deadline, parliament
from engine.kingmaker.refusals import refusals
from engine.kingmaker.sequence import entering_hands, newcomers, points, sequence, setup, state_based, turn
from engine.kingmaker.steward import Steward
from engine.kingmaker.trade import trade


def _deal(game: Kingmaker) -> None:
    """Draw the seat order, build the decks and deal."""
    game.dice.shuffle(game.state.seats, "order of the seats")
    decks.build(game)
    setup.deal(game)
    game.push(setup.SettingUp(), turn.Round())


def _bare(game: Kingmaker) -> None:
    """Lay out shuffled decks and the heirs, with the first seat about to begin its Movement phase."""
    decks.build(game)
    setup.lay_out_heirs(game)
    game.state.turn = Turn(seat=game.state.seats[0], phase="movement")
    game.push(turn.OneTurn(begun=["event"]), turn.Round())


def _lock(game: Kingmaker, seat: str) -> None:
    """Forbid any-time actions before the factions are set up, and while a hand is too full (rules 2, 2.7.5)."""
    if not setup.begun(game.state):
        raise Illegal("The factions are still being set up; wait until everybody is ready.", "BASE-SET-3")
    hand.check_hand(game, seat)


def _starts(game: Kingmaker, seat: str) -> Sequence[Start]:
    return list(trade.starts(game, seat)) if allows(_lock, game, seat) else []


def _join_edit(game: Kingmaker, seat: str) -> Action | None:
    """Let somebody join late where the rules of the table allow it (rules 9.3)."""
    return newcomers.Join(seat) if game.option("late_join") else None


def _decision_key(game: Kingmaker) -> str:
    now = game.state.turn
    return f"{now.round} {now.seat} {now.phase}"


RULES = Rules(
    name="kingmaker",
    title="Kingmaker",
    version="4",
    state_type=State,
    game_type=lambda state, dice: Kingmaker(state, dice, state_based.apply),
    chapters=(
        board.CHAPTER,
        sequence.CHAPTER,
        crown.CHAPTER,
        combat.CHAPTER,
        trade.CHAPTER,
        parliament.CHAPTER,
        movement.CHAPTER,
        overseas.CHAPTER,
        events.CHAPTER,
    ),
    set_up=SetUp(
        least_seats=2,
        most_seats=newcomers.MOST_SEATS,
        state=lambda seats: {"factions": {seat: Faction() for seat in seats}, "turn": Turn()},
        deal=_deal,
        bare=_bare,
        entering=entering_hands.step,
        stack=card_edits.stack_piles,
        join_edit=_join_edit,
    ),
    sight=Sight(
        view=views.view,
        deal=resampling.resampled,
        choose_anew=resampling.plan_anew,
        is_possible=resampling.is_possible,
    ),
    pace=Pace(
        decision_key=_decision_key,
        round=lambda game: f"round {game.state.turn.round}",
        active=lambda game: game.state.turn.seat,
        seats_before=decisions.seats_before,
        next_seat=decisions.next_seat,
        decision_kinds=decisions.DECISION_KINDS,
        timed_requests=deadline.timed_requests,
        end_of_play_edit=decisions.end_of_play_edit,
        stop_edit=decisions.stop_edit,
        last_round_edit=decisions.end_of_play_edit,
        in_last_round=lambda game: game.state.time_called,
    ),
    words=Words(
        headline=reports.headline,
        scores=reports.scores,
        lead=reports.lead,
        advice=advice.advice,
        fight=muster_end.fight,
        chance=frozenset({"D20", "D30", "D31", "D32", "D33", "D34", "D35", "D36", "D41"}),
        strengths=reports.strengths,
        reports={"odds": reports.odds_words, "votes": reports.votes_words},
        cards=glossary.cards,
        things=glossary.things,
        inventory=inventory.inventory,
    ),
    story=Story(
        pictures={
            "position": "map",
            "phase_end": "map",
            "fought": "battle",
            "votes": "parliament",
            "vote_closes": "parliament",
            "dealt": "hand",
            "hand": "hand",
        },
        finale_pictures=("poster", "chart", "war"),
        moment_event="turn_end",
        phase_end_event="phase_end",
        revelations=frozenset({"event_card"}),
        log_headings=("turn", "phase"),
        series=SERIES,
        grouping_breaks=("siege_raised", "crown_draw"),
        consequences=frozenset({("died", "control")}),
        grave_events=frozenset({"died", "captured", "heir_taken", "heir_captured"}),
        weighty_events=frozenset({"siege", "moved"}),
        separate_events=frozenset(
            {"announced", "battle", "siege", "bad_weather", "played", "crowned", "event_card", "catastrophe", "lead"}
        ),
        lessons=frozenset({"how_to_win"}),
        hidden_from_story=frozenset({"phase", "voted", "mustered", "called_again"}),
        self_visible_events=frozenset({"answer", "ballot", "hand", "last_cards", "left_over", "no_parliament"}),
        mailed_events=frozenset({"trade_offered"}),
        letters=frozenset(
            {"trade_offered", "traded", "traded_cards", "trade_held", "trade_lapsed", "lent", "recalled"}
            | {"asked", "allowed", "refused", "alliance_offered", "alliance_wanted", "alliance"}
        ),
        dealing=lambda event: trade.told_of(event) or ballots.told_of(event),
    ),
    offering=Offering(
        lock=_lock,
        starts=_starts,
        proposals=letters.proposals,
        prospects=prospects.prospects,
        refusals=decisions.REFUSALS,
        objection=refusals.objection,
    ),
    plans=Plans(plannable=decisions.PLANNABLE, conditions=conditions.conditions),
    competition=Competition(
        variant="wbc",  # that of the event at the World Boardgaming Championships
        tallies=points.tallies,
        giving=tuple(gifts.GIFTS),
        given_away=gifts.given_away,
    ),
    editing=edits.EDITS,
    players=players(JUDGE, "steward", Steward()),
    judge=JUDGE,
    reasons=reasons.reason,
    changes=changes.since,
    problems=problems.problems,
    faults=editions.faults,
)
