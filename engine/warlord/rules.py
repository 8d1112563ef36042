"""War Lord Tourney as the table sees it: its chapters and parts put together."""

from engine.core.computer.levels import players
from engine.core.errors import BadOptions
from engine.core.parts import Competition, Offering, Pace, Plans, SetUp, Sight, Story, Words
from engine.core.record import changes
from engine.core.rules import Rules
from engine.warlord import (
    conditions,
    decisions,
    edits,
    glossary,
    inventory,
    problems,
    prospects,
    reasons,
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
from engine.warlord.event_grouping import SERIES
from engine.warlord.judging import JUDGE
from engine.warlord.meetings import meetings, victory
from engine.warlord.sequence import draws, sequence, setup, state_based, turn


def _deal(game: Warlord) -> None:
    """Roll who begins, and set the pieces up."""
    _lay_out(game)
    setup.plan(game)
    game.push(setup.SettingUp(), turn.Tourney())


def _bare(game: Warlord) -> None:
    """Set the pieces up; the first seat stands before its movement."""
    chosen = game.state.options
    game.state.options = {**chosen, "first_player": "host"}
    _lay_out(game)
    game.state.options = chosen
    game.state.turn = Turn(side=game.side(game.state.seats[0]), step="movement")
    game.push(turn.OneTurn(begun=["entry"]), turn.Tourney())


def _lay_out(game: Warlord) -> None:
    seats, (least, most) = len(game.state.seats), options.seats(game.state.options)
    if not least <= seats <= most:
        number = str(least) if least == most else f"{least} to {most}"
        raise BadOptions(f"With these options War Lord Tourney is for {number} players, not {seats}.")
    game.state.sides = setup.sides(game)
    setup.muster(game)
    game.state.gatehouses = {colour: [] for colour in game.colours()}


def _decision_key(game: Warlord) -> str:
    """Return round, side and step; in a duel the exchange too."""
    now = game.state.turn
    fought = len(game.state.duel.revealed) if game.state.duel else 0
    return f"{now.round} {now.side} {now.step} {fought}"


def _colour(game: Warlord, seat: str) -> str:
    return next((side for side, leader in game.state.sides.items() if leader == seat), "")


RULES = Rules(
    name="warlord",
    title="War Lord Tourney",
    version="5",
    state_type=State,
    game_type=lambda state, dice: Warlord(state, dice, state_based.apply),
    chapters=(sequence.CHAPTER, meetings.CHAPTER, fight.CHAPTER),
    set_up=SetUp(
        least_seats=2,
        most_seats=5,
        seats=options.seats,
        state=lambda seats: {"sides": {}, "turn": Turn()},
        deal=_deal,
        bare=_bare,
    ),
    sight=Sight(view=views.view, choose_anew=resampling.resample),
    pace=Pace(
        decision_key=_decision_key,
        round=lambda game: f"round {game.state.turn.round}",
        active=decisions.active,
        seats_before=decisions.seats_before,
        next_seat=decisions.next_seat,
        decision_kinds=decisions.DECISION_KINDS,
        end_of_play_edit=decisions.end_of_play_edit,
        stop_edit=decisions.end_of_play_edit,
    ),
    words=Words(
        headline=reports.headline,
        scores=reports.scores,
        lead=reports.lead,
        colour=_colour,
        fight=reports.fight_words,
        chance=frozenset({"W-03", "W-07", "W-11"}),
        advice=reports.advice,
        reports={"odds": reports.odds_words},
        things=glossary.things,
        inventory=inventory.inventory,
    ),
    story=Story(
        pictures={"position": "map", "begins": "map", "turn_over": "map", "block": "duel", "duel_over": "duel"},
        phase_end_event="turn_over",
        log_headings=("turn",),
        series=SERIES,
        hidden_from_story=frozenset({"turn_over"}),
        lessons=frozenset({"how_to_duel", "how_to_win"}),
        quiet_events=frozenset({"turn", "moved", "passed", "recalled", "turn_over"}),
        self_visible_events=frozenset({"answer", "plan", "sheet"}),
        letters=frozenset({"draw_offered"}),
    ),
    offering=Offering(
        proposals=draws.proposals,
        prospects=prospects.prospects,
        refusals=decisions.REFUSALS,
        objection=refusals.objection,
    ),
    plans=Plans(plannable=decisions.PLANNABLE, conditions=conditions.conditions),
    competition=Competition(options={"round_limit": 40}, tallies=victory.tallies),
    editing=edits.EDITS,
    players=players(JUDGE, "captain", Captain()),
    judge=JUDGE,
    reasons=reasons.reason,
    changes=changes.since,
    problems=problems.problems,
)
