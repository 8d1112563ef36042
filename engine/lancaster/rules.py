"""Lancaster as the table sees it: its chapters and parts put together."""

from engine.core.actions import Action
from engine.core.computer.levels import players
from engine.core.parts import Competition, Offering, Pace, Plans, SetUp, Sight, Story, Words
from engine.core.record import changes
from engine.core.rules import Rules
from engine.lancaster import (
    advice,
    conditions,
    decisions,
    editions,
    edits,
    glossary,
    handovers,
    inventory,
    problems,
    prospects,
    reasons,
    refusals,
    reports,
    resampling,
    thresholds,
    views,
)
from engine.lancaster.board import names
from engine.lancaster.board.catalog import catalog
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import State, Turn
from engine.lancaster.common import common
from engine.lancaster.courtier import Courtier
from engine.lancaster.event_grouping import SERIES
from engine.lancaster.judging import JUDGE
from engine.lancaster.parliament import parliament, voting
from engine.lancaster.placing import placing
from engine.lancaster.rewards import rewards
from engine.lancaster.sequence import entering, scoring, sequence, setup
from engine.lancaster.sequence.rounds import OneRound, Rounds


def _deal(game: Lancaster) -> None:
    """Draw the start player, shuffle and set up; then allies and first extensions are chosen."""
    start = game.dice.pick(list(game.state.seats), "start player")
    game.state.turn = Turn(start=start, seat=start)
    setup.lay_out(game)
    game.push(setup.ChoosingAllies(), setup.ChoosingTiles(), Rounds())


def _bare(game: Lancaster) -> None:
    """Set up without extensions; two players get the next colours as allies, the first seat begins round 1."""
    setup.lay_out(game)
    if game.duel:
        setup.ally_with_the_next_colours(game)
    game.push(OneRound(), Rounds())


def _end_of_play(game: Lancaster) -> Action | None:
    """Score, once play has begun."""
    return edits.ScoreNow() if game.state.turn.phase not in ("setup", "over") else None


def _decision_key(game: Lancaster) -> str:
    """Return round and phase; while knights are placed, who places and how many stand; then the laws to be voted on."""
    turn = game.state.turn
    placing = turn.phase == "place"
    placed = sum(knight.at != "court" for knight in game.state.knights.values()) if placing else ""
    return f"{turn.round} {turn.phase} {turn.seat if placing else ''} {placed} {len(game.state.laws.proposed)}"


RULES = Rules(
    name="lancaster",
    title="Lancaster",
    version="3",
    state_type=State,
    game_type=Lancaster,
    chapters=(sequence.CHAPTER, common.CHAPTER, placing.CHAPTER, parliament.CHAPTER, rewards.CHAPTER),
    set_up=SetUp(
        least_seats=2,
        most_seats=5,
        state=lambda seats: {"turn": Turn(start=seats[0], seat=seats[0])},
        deal=_deal,
        bare=_bare,
        entering=entering.step,
        stack=edits.stack_piles,
    ),
    sight=Sight(view=views.view, choose_anew=resampling.resample),
    pace=Pace(
        decision_key=_decision_key,
        round=lambda game: f"round {game.state.turn.round}",
        active=decisions.active,
        seats_before=decisions.seats_before,
        amid_turn=decisions.amid_turn,
        next_seat=decisions.next_seat,
        handovers_left=handovers.left,
        decision_kinds=decisions.DECISION_KINDS,
        end_of_play_edit=_end_of_play,
        stop_edit=_end_of_play,
    ),
    words=Words(
        headline=reports.headline,
        scores=reports.scores,
        lead=names.lead,
        colour=lambda game, seat: "" if seat in game.state.gone else game.own(seat),
        reports={"odds": thresholds.odds, "votes": thresholds.votes},
        sealed="cards",
        cards=lambda figures: glossary.cards(catalog(figures)),
        things=glossary.things,
        inventory=inventory.inventory,
        advice=advice.advice,
    ),
    story=Story(
        pictures={"position": "map", "phase_end": "map", "vote_closes": "parliament", "battle": "battle"},
        gathering_pictures=frozenset({"parliament"}),
        finale_pictures=("poster", "score", "chart", "story"),
        moment_event="phase_end",
        phase_end_event="phase_end",
        log_headings=("round",),
        series=SERIES,
        separate_events=frozenset(
            {
                *("vote_closes", "vote_opens", "law", "returned", "office", "castles", "gained", "battle", "dishonor"),
                *("moved_down", "captured", "ransomed", "conflicts", "proposed", "paid", "recruited", "noble"),
            }
        ),
        hidden_from_story=frozenset({"voted", "answered", "declined", "no_choice"}),
        lessons=frozenset({"vote_opens"}),
        self_visible_events=frozenset({"answer", "ballot"}),
        dealing=voting.told_of,
        revelations=frozenset(
            {
                *("law", "vote_closes", "conflicts", "proposed", "scored", "extended", "dishonor", "castles", "battle"),
                "no_choice",  # whoever has nothing to choose has no squires to expel with (R38)
            }
        ),
    ),
    offering=Offering(
        starts=prospects.starts,
        prospects=prospects.prospects,
        refusals=decisions.REFUSALS,
        objection=refusals.objection,
    ),
    plans=Plans(plannable=decisions.PLANNABLE, conditions=conditions.conditions),
    competition=Competition(tallies=scoring.tallies),
    editing=edits.EDITS,
    players=players(JUDGE, "courtier", Courtier(), thoughtful=True),
    judge=JUDGE,
    reasons=reasons.reason,
    changes=changes.since,
    problems=problems.problems,
    faults=editions.faults,
)
