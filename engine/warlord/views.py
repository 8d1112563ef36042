"""What a seat, the public or the game master may know (rules 11), built by naming it."""

from typing import Any

import msgspec

from engine.core.actions import MASTER
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOWHERE, PieceId, Square
from engine.warlord.board.state import Duel, Exchange, Fighter, Kind, Plan, Status
from engine.warlord.duel import sheets
from engine.warlord.meetings.bowmen import Shot


class PieceView(msgspec.Struct, frozen=True):
    """A piece. `square` is "" unless its status is "board", `holder` the side in whose dungeon it lies, or "".

    `kind` is what it is now; a promoted Knight is a "warlord". `weapon` is "" while weapons are secret.
    """

    id: PieceId
    name: str
    letter: str
    kind: Kind
    side: str
    status: Status
    square: Square
    holder: str
    wounds: int
    weapon: str
    banners: int
    victories: int
    stricken: bool
    risen: bool
    lamed: bool


class GraveView(msgspec.Struct, frozen=True):
    """A grave, and who lies in it."""

    id: str
    square: Square
    piece: PieceId
    kind: Kind
    side: str


class SideView(msgspec.Struct, frozen=True):
    """A side: its id is its colour, or "wizard"; `seat` leads it, "" for an automaton.

    `castle` is a square ("" for the Wizard), `gatehouse` and `dungeon` pieces in their order. `ruined` sides are
    out of the game: their Castle is closed, their Green open ground. `number` is the place in the order of turns.
    """

    id: str
    number: int
    seat: str
    castle_name: str
    castle: Square
    greens: list[Square]
    gatehouse: list[PieceId]
    dungeon: list[PieceId]
    ruined: bool
    warlord: PieceId
    lady: PieceId


class FighterView(msgspec.Struct, frozen=True):
    """A fighter of a duel as he stands now. `sheet` is what its owner alone sees: strokes, or "tables"."""

    id: PieceId
    attacks: bool
    wounds: int
    staggered: bool
    felled: bool
    high_ground: bool
    sheet: list[str]


class DuelView(msgspec.Struct, frozen=True):
    """The running duel or the last one, exchange by exchange as revealed (see state.Duel)."""

    square: Square
    fighters: list[FighterView]
    exchange: int
    revealed: list[Exchange]
    outcome: str


class ShotView(msgspec.Struct, frozen=True):
    """An arrow that is about to fly: the lines chosen so far by piece, each seen by its owner alone."""

    bowman: PieceId
    target: PieceId
    lines: dict[PieceId, str]


class WarlordView(msgspec.Struct, frozen=True):
    """The whole game as a viewer sees it. `side` has the turn, in its step `step`.

    `plan` is the viewer's own; the game master sees those of all seats in `plans`.
    """

    viewer: str
    board: str
    round: int
    side: str
    seat: str
    step: str
    quiet: int
    pieces: list[PieceView]
    sides: list[SideView]
    graves: list[GraveView]
    ruins: list[str]
    duel: DuelView | None
    shot: ShotView | None
    draw_offers: list[str]
    plan: Plan | None
    plans: dict[str, Plan]
    options: dict[str, Any]


def view(game: Warlord, viewer: str) -> WarlordView:
    """Return what a viewer may know."""
    state = game.state
    own = viewer in state.seats
    return WarlordView(
        viewer=viewer,
        board=game.board.id,
        round=state.turn.round,
        side=state.turn.side,
        seat=state.sides.get(state.turn.side, ""),
        step=state.turn.step,
        quiet=state.quiet,
        pieces=[_piece(game, piece) for piece in sorted(state.pieces)],
        sides=[_side(game, side, number) for number, side in enumerate(state.sides)],
        graves=[GraveView(id, grave.square, grave.piece, grave.kind, grave.side) for id, grave in state.graves.items()],
        ruins=game.ruins(),
        duel=_duel(game, state.duel, viewer) if state.duel else None,
        shot=_shot(game, viewer),
        draw_offers=state.draw_offers,
        plan=state.plans.get(viewer) if own else None,
        plans=state.plans if viewer == MASTER else {},
        options=state.options,
    )


def _piece(game: Warlord, id: PieceId) -> PieceView:
    piece = game.piece(id)
    return PieceView(
        id=id,
        name=names.piece(game, id),
        letter=names.letter(game, id),
        kind=piece.kind,
        side=piece.side,
        status=piece.status,
        square=piece.square,
        holder=piece.holder,
        wounds=piece.wounds,
        weapon="" if game.state.plans else piece.weapon,
        banners=piece.banners,
        victories=piece.victories,
        stricken=piece.stricken,
        risen=piece.risen,
        lamed=piece.lamed,
    )


def _side(game: Warlord, side: str, number: int) -> SideView:
    seat = game.board.seats.get(side)
    return SideView(
        id=side,
        number=number,
        seat=game.seat(side),
        castle_name=game.state.castles.get(side, ""),
        castle=seat.castle if seat else NOWHERE,
        greens=list(seat.green) if seat else [],
        gatehouse=list(game.state.gatehouses.get(side, [])),
        dungeon=[id for id, piece in sorted(game.state.pieces.items()) if piece.holder == side],
        ruined=side in game.state.fallen,
        warlord=game.warlord_of(side),
        lady=game.lady_of(side),
    )


def _duel(game: Warlord, duel: Duel, viewer: str) -> DuelView:
    fighters = [
        FighterView(
            id=id,
            attacks=fighter.attacks,
            wounds=fighter.wounds,
            staggered=fighter.staggered,
            felled=fighter.felled,
            high_ground=fighter.high_ground,
            sheet=_sheet(fighter) if viewer in (MASTER, game.seat(game.piece(id).side)) else [],
        )
        for id, fighter in duel.fighters.items()
    ]
    return DuelView(duel.square, fighters, duel.exchange, list(duel.revealed), duel.outcome)


def _sheet(fighter: Fighter) -> list[str]:
    return ["tables"] if fighter.tables else [sheets.code(stroke) for stroke in fighter.sheet]


def _shot(game: Warlord, viewer: str) -> ShotView | None:
    for step in game.state.steps:
        if isinstance(step, Shot):
            own = {p: line for p, line in step.lines.items() if viewer in (MASTER, game.seat(game.piece(p).side))}
            return ShotView(step.bowman, step.target, own)
    return None
