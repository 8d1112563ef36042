"""What a seat, the public or the game master may know (rules 11), built by naming it."""

import copy
from typing import Any

import msgspec

from engine.core.actions import MASTER
from engine.warriors.battles import strength
from engine.warriors.battles.losses import Losing, named
from engine.warriors.board import ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Record, Side, Standing, Troops
from engine.warriors.leaders import deaths
from engine.warriors.sequence import scoring
from engine.warriors.sequence.scoring import Points
from engine.warriors.sequence.setup import Bid, Bidding


class AreaView(msgspec.Struct, frozen=True):
    """An area: who controls it, the aggressor marker, troops without a leader, and how many may leave it now."""

    id: str
    value: int
    control: str
    aggressor: str
    leaders: list[str]
    loose: Troops
    leave: dict[Side, int]


class LeaderView(msgspec.Struct, frozen=True):
    """A leader of the scenario; `age` is how many turns he has acted, `crown` whether he is King."""

    id: str
    nationality: str
    rank: int
    bravery: int
    battle: int
    home: str
    entry: int
    where: str
    side: str
    area: str
    troops: Troops
    room: int
    disgraced: bool
    crown: bool
    age: int


class SideView(msgspec.Struct, frozen=True):
    """A side: its seat, its King, the impulses that it has left, and the enemy leaders in its prison."""

    id: str
    seat: str
    king: str
    impulses: int
    areas: list[str]
    prison: list[str]


class FighterView(msgspec.Struct, frozen=True):
    """A side of a battle: its commander, and what it would roll in the next round."""

    id: str
    commander: str
    leaders: list[str]
    strength: int
    longbows: int
    dice: int
    plus: int


class BattleView(msgspec.Struct, frozen=True):
    """The battle that is being fought; `siege_number` is None where nobody can be besieged."""

    area: str
    aggressor: str
    kind: str
    besieged: str
    stage: str
    round: int
    misses: int
    hits: dict[Side, int]
    retreating: str
    to: str
    siege_number: int | None
    sides: list[FighterView]


class WarriorsView(msgspec.Struct, frozen=True):
    """The whole game as a viewer sees it: everything lies open but bids, losses and standing orders.

    `points` are what would be scored as the board stands, `record` is the battle that is being fought, or the last one,
    `sudden_death` the lead that ends the game. `bid`, `losses` and `standing` are the viewer's own. `active` is the
    seat whose impulse it is, `supply` how many pieces of each limited kind are left, mercenaries at home; `figures` are
    those of the table's own edition.
    """

    game_id: str
    viewer: str
    scenario: str
    turn: int
    turns: int
    years: list[int]
    phase: str
    first: str
    active: str
    score: int
    points: list[Points]
    sudden_death: int
    sides: list[SideView]
    areas: list[AreaView]
    leaders: list[LeaderView]
    battle: BattleView | None
    record: Record | None
    supply: dict[str, int]
    aside: Troops
    answered: list[str]
    bid: int | None
    losses: list[str] | None
    standing: Standing | None
    orders: dict[str, Standing]
    figures: dict[str, Any]
    winners: list[str] | None


def view(game: Warriors, viewer: str) -> WarriorsView:
    """Return what a viewer may know."""
    state, turn = game.state, game.state.turn
    own: Side | None = game.side(viewer) if game.has_side(viewer) else None
    years = game.catalog.years[game.scenario.id, turn.number]
    bidding = next((step for step in state.steps if isinstance(step, Bidding)), None)
    losing = next((step for step in state.steps if isinstance(step, Losing)), None)
    bid = bidding.answers.get(viewer) if bidding else None
    lost: Any = losing.answers.get(viewer) if losing else None
    return WarriorsView(
        game_id=state.game_id,
        viewer=viewer,
        scenario=game.scenario.id,
        turn=turn.number,
        turns=game.number("turns"),
        years=[years.first, years.last],
        phase=turn.phase,
        first=turn.first,
        active=game.seat(turn.moving) if turn.phase == "impulses" else "",
        score=state.score,
        points=list(scoring.points(game)),
        sudden_death=game.number("sudden_death"),
        sides=[_side(game, side) for side in SIDES],
        areas=[_area(game, area) for area in game.catalog.areas],
        leaders=[_leader(game, leader_id) for leader_id in state.leaders],
        battle=_battle(game),
        record=copy.deepcopy(state.record),
        supply=_supply(game),
        aside=dict(state.aside),
        answered=[*(bidding.answers if bidding else ()), *(losing.answers if losing else ())],
        bid=int(bid.points) if isinstance(bid, Bid) else None,
        losses=named(lost) if lost else None,
        standing=state.orders.get(own) if own else None,
        orders={str(side): order for side, order in state.orders.items()} if viewer == MASTER else {},
        figures=dict(state.figures),
        winners=list(state.result.winners) if state.result else None,
    )


def _side(game: Warriors, side: Side) -> SideView:
    return SideView(
        id=side,
        seat=game.seat(side),
        king=game.state.kings.get(side, ""),
        impulses=game.state.turn.impulses.get(side, 0),
        areas=game.controlled(side),
        prison=game.prisoners(enemy(side)),
    )


def _area(game: Warriors, area_id: str) -> AreaView:
    return AreaView(
        id=area_id,
        value=game.area(area_id).value,
        control=game.state.control.get(area_id, ""),
        aggressor=game.state.aggressors.get(area_id, ""),
        leaders=[leader for side in SIDES for leader in game.here(area_id, side)],
        loose=dict(game.state.loose.get(area_id, {})),
        leave={side: number for side in SIDES if (number := ways.may_leave(game, side, area_id))},
    )


def _leader(game: Warriors, leader_id: str) -> LeaderView:
    card, leader = game.card(leader_id), game.leader(leader_id)
    return LeaderView(
        id=leader_id,
        nationality=card.nationality,
        rank=card.rank,
        bravery=card.bravery,
        battle=card.battle,
        home=card.home,
        entry=card.entry,
        where=leader.where,
        side=leader.side,
        area=leader.area,
        troops=dict(leader.troops),
        room=game.capacity_left(leader_id),
        disgraced=leader.disgraced,
        crown=game.is_king(leader_id),
        age=deaths.age(game, leader_id),
    )


def _battle(game: Warriors) -> BattleView | None:
    battle = game.state.battle
    if battle is None:
        return None
    ready = len(battle.commanders) == len(SIDES)
    holder = game.controller(battle.area)
    hosts = {side: strength.host(game, battle, side) for side in SIDES}
    return BattleView(
        area=battle.area,
        aggressor=battle.aggressor,
        kind=battle.kind,
        besieged=battle.besieged,
        stage=battle.stage,
        round=battle.round,
        misses=battle.misses,
        hits=dict(battle.hits),
        retreating=battle.retreating,
        to=battle.to,
        siege_number=strength.siege_number(game, battle, holder) if ready and holder else None,
        sides=[
            FighterView(
                id=side,
                commander=battle.commanders.get(side, ""),
                leaders=game.here(battle.area, side),
                strength=strength.strength(game, hosts[side]),
                longbows=strength.longbows(game, hosts[side]),
                dice=strength.dice(game, hosts[side]) if ready else 0,
                plus=strength.modifier(game, battle, side) if ready else 0,
            )
            for side in SIDES
        ],
    )


def _supply(game: Warriors) -> dict[str, int]:
    left = {kind: game.supply(kind) for kind in game.catalog.troops}
    return {kind: number for kind, number in left.items() if number is not None}
