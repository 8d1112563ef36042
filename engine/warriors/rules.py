"""Warriors of God as the table sees it: its chapters and parts put together."""

from engine.core.computer.levels import players
from engine.core.parts import Offering, Pace, Plans, SetUp, Sight, Story, Words
from engine.core.record import changes
from engine.core.rules import Rules
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
    prospects,
    reasons,
    refusals,
    reports,
    resampling,
    views,
)
from engine.warriors.battles import battles
from engine.warriors.board.catalog import catalog
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import State, Turn
from engine.warriors.event_grouping import SERIES
from engine.warriors.impulses import impulses
from engine.warriors.judging import JUDGE
from engine.warriors.leaders import leaders
from engine.warriors.marshal import Marshal
from engine.warriors.realm import realm
from engine.warriors.sequence import sequence, setup
from engine.warriors.sequence.turn import PHASES, Campaign, OneTurn


def _deal(game: Warriors) -> None:
    """Give out the sides, or let them be bid for; then the scenario is set up."""
    setup.lay_out(game)
    seats, how = game.state.seats, game.option("sides")
    if how != "bid":
        english = seats[0] if how == "host" else game.dice.pick(list(seats), "who plays the English")
        setup.give_sides(game, english)
    bidding = [setup.Bidding()] if how == "bid" else []
    game.push(*bidding, setup.SettingUp(), Campaign())


def _bare(game: Warriors) -> None:
    """Lay out an empty map: the first seat is English, has the initiative, and six impulses against five."""
    english, french = game.state.seats
    game.state.turn = Turn(phase="initiative", impulses={"english": 6, "french": 5})
    game.state.sides = {"english": english, "french": french}
    setup.lay_out(game)
    game.push(OneTurn(to_come=list(PHASES[1:])), Campaign())


def _decision_key(game: Warriors) -> str:
    """Return turn, phase, the impulses that are left, and how far a battle has come."""
    turn, battle = game.state.turn, game.state.battle
    fought = f"{battle.area} {battle.stage} {battle.round}" if battle else ""
    waiting = sum(leader.where == "pool" for leader in game.state.leaders.values())
    return f"{turn.number} {turn.phase} {sum(turn.impulses.values())} {fought} {waiting}"


def _odds(game: Warriors, viewer: str) -> str:
    """Return the chances of battles and control, and what would be scored as things stand."""
    return f"{outlook.odds(game, viewer)}\n\n**If the turn were scored now**\n{reports.points(game, viewer)}"


RULES = Rules(
    name="warriors",
    title="Warriors of God",
    version="4",
    state_type=State,
    game_type=Warriors,
    chapters=(sequence.CHAPTER, impulses.CHAPTER, battles.CHAPTER, realm.CHAPTER, leaders.CHAPTER),
    set_up=SetUp(least_seats=2, most_seats=2, state=lambda seats: {"turn": Turn()}, deal=_deal, bare=_bare),
    sight=Sight(view=views.view, choose_anew=resampling.resample),
    pace=Pace(
        decision_key=_decision_key,
        round=lambda game: f"turn {game.state.turn.number}",
        active=decisions.active,
        next_seat=decisions.next_seat,
        handovers_left=handovers.left,
        decision_kinds=decisions.DECISION_KINDS,
        end_of_play_edit=decisions.end_of_play_edit,
        stop_edit=decisions.end_of_play_edit,
    ),
    words=Words(
        headline=reports.headline,
        scores=reports.scores,
        colour=lambda game, seat: game.side(seat) if game.has_side(seat) else "",
        advice=outlook.advice,
        fight=outlook.fight,
        chance=frozenset({"D-02", "D-03", "D-04", "D-05", "D-07", "D-08"}),
        reports={"odds": _odds, "where": reports.where, "points": reports.points},
        cards=lambda figures: glossary.cards(catalog(figures)),
        things=glossary.things,
        inventory=inventory.inventory,
    ),
    story=Story(
        pictures={"position": "map", "phase_end": "map", "battle_over": "battle"},
        finale_pictures=("poster", "chart", "story"),
        moment_event="phase_end",
        phase_end_event="phase_end",
        turn_end_event="score",
        log_headings=("turn",),
        series=SERIES,
        separate_events=frozenset(
            {
                *("battle", "siege", "assault", "round", "fate", "captured", "retreat", "pursuit", "battle_over"),
                *("control", "raised", "deaths", "death", "exchange", "ransom", "pool", "crowned"),
            }
        ),
        weighty_events=frozenset({"move", "unmark", "fate", "captured", "battle_over", "death"}),
        hidden_from_story=frozenset({"no_choice", "only_commander", "stay"}),
        self_visible_events=frozenset({"answer", "ordered"}),
        revelations=frozenset({"bids", "losses"}),
    ),
    offering=Offering(
        prospects=prospects.prospects,
        foreseen=prospects.foreseen,
        refusals=decisions.REFUSALS,
        objection=refusals.objection,
    ),
    plans=Plans(plannable=decisions.PLANNABLE, conditions=conditions.conditions),
    editing=edits.EDITS,
    players=players(JUDGE, "marshal", Marshal()),
    judge=JUDGE,
    reasons=reasons.reason,
    changes=changes.since,
    problems=problems.problems,
    faults=editions.faults,
)
