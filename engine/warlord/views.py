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
    """A piece."""

    id: PieceId
    """Its id, which says what it began as, such as "red_footman_2"."""

    name: str
    """Its name for people."""

    letter: str
    """The letter on its counter."""

    kind: Kind
    """What it is now; a promoted Knight is a "warlord"."""

    side: str
    """The side that it belongs to."""

    status: Status
    """Where it is kept: on the board, at the gatehouse, in a dungeon, slain, or out of the game."""

    square: Square
    """Where it stands; "" off the board."""

    holder: str
    """The side in whose dungeon it lies; "" if it is free."""

    wounds: int
    """Wounds that it has kept (option 1)."""

    weapon: str
    """What it fights with (option 10); "" while weapons are secret."""

    banners: int
    """Banners that its army has left (option 11)."""

    victories: int
    """Battles that it has won, for veterans (option 13)."""

    stricken: bool
    """Whether it lies on its square after a double kill (options 3, 4)."""

    risen: bool
    """Whether the Wizard has raised it from the dead (option 5)."""

    lamed: bool
    """Whether an arrow keeps it from moving in its owner's next turn (option 10)."""


class GraveView(msgspec.Struct, frozen=True):
    """A grave (option 5)."""

    id: str
    """Its id."""

    square: Square
    """Where it lies."""

    piece: PieceId
    """Who lies there."""

    kind: Kind
    """What he was when he fell."""

    side: str
    """The side that he fought for."""


class SideView(msgspec.Struct, frozen=True):
    """A side."""

    id: str
    """Its colour, or "wizard"."""

    number: int
    """Its place in the order of turns, from 0."""

    seat: str
    """The seat that leads it; "" for an automaton."""

    castle_name: str
    """The name of its Castle (option 6); "" if it has none."""

    castle: Square
    """The square of its Castle; "" for the Wizard."""

    greens: list[Square]
    """The squares of its Green."""

    gatehouse: list[PieceId]
    """The pieces that wait at its gatehouse, in the order of their arrival."""

    dungeon: list[PieceId]
    """The pieces in its dungeon, by id."""

    ruined: bool
    """Whether it is out of the game: its Castle is closed, its Green open ground."""

    warlord: PieceId
    """Its Warlord; "" if it has none."""

    lady: PieceId
    """Its Lady; "" if it has none."""


class FighterView(msgspec.Struct, frozen=True):
    """A fighter of a duel as he stands now."""

    id: PieceId
    """The piece."""

    attacks: bool
    """Whether he is on the side that came onto the square."""

    wounds: int
    """His wounds now."""

    staggered: bool
    """Whether he strikes no blow in the next exchange."""

    felled: bool
    """Whether a killing blow has struck him."""

    high_ground: bool
    """Whether he stood on the hill first (option 8)."""

    sheet: list[str]
    """The strokes handed in for the exchanges that come next, or "tables"; his owner alone sees them."""


class DuelView(msgspec.Struct, frozen=True):
    """The running duel, or the last one."""

    square: Square
    """Where it is fought."""

    fighters: list[FighterView]
    """Who fights in it."""

    exchange: int
    """The number of the next exchange."""

    revealed: list[Exchange]
    """All exchanges so far."""

    outcome: str
    """Which side has won, or how it ended otherwise (see `state.Duel`); "" while it goes on."""


class ShotView(msgspec.Struct, frozen=True):
    """An arrow that is about to fly (option 10)."""

    bowman: PieceId
    """Who shoots."""

    target: PieceId
    """Who is shot at."""

    lines: dict[PieceId, str]
    """The lines chosen so far, by piece; their owners alone see them."""


class WarlordView(msgspec.Struct, frozen=True):
    """The whole game as a viewer sees it."""

    viewer: str
    """The viewer: a seat, "" (the public), or the game master."""

    board: str
    """The id of the board."""

    round: int
    """The number of the round, from 1."""

    side: str
    """The side whose turn it is."""

    seat: str
    """The seat that leads it; "" for an automaton."""

    step: str
    """The step of the move sequence."""

    quiet: int
    """Rounds in a row without a capture, slaying, freeing or promotion."""

    pieces: list[PieceView]
    """Every piece, by id."""

    sides: list[SideView]
    """The sides in the order of turns."""

    graves: list[GraveView]
    """The graves."""

    ruins: list[str]
    """The colours whose Castle is closed: those that are out of the game, and those that nobody plays (option 9)."""

    duel: DuelView | None
    """The running duel, or the last one; None before the first."""

    shot: ShotView | None
    """The arrow that is about to fly, or None."""

    draw_offers: list[str]
    """The seats that have offered a draw."""

    plan: Plan | None
    """What the viewer has chosen in secret before the game; None when the game has begun."""

    plans: dict[str, Plan]
    """What all seats have chosen in secret, by seat; for the game master alone."""

    options: dict[str, Any]
    """The values that the table has chosen, by option."""


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
        graves=[
            GraveView(grave_id, grave.square, grave.piece, grave.kind, grave.side)
            for grave_id, grave in state.graves.items()
        ],
        ruins=game.ruins(),
        duel=_duel(game, state.duel, viewer) if state.duel else None,
        shot=_shot(game, viewer),
        draw_offers=state.draw_offers,
        plan=state.plans.get(viewer) if own else None,
        plans=state.plans if viewer == MASTER else {},
        options=state.chosen,
    )


def _piece(game: Warlord, piece_id: PieceId) -> PieceView:
    piece = game.piece(piece_id)
    return PieceView(
        id=piece_id,
        name=names.piece(game, piece_id),
        letter=names.letter(game, piece_id),
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
        dungeon=[piece_id for piece_id, piece in sorted(game.state.pieces.items()) if piece.holder == side],
        ruined=side in game.state.fallen,
        warlord=game.warlord_of(side),
        lady=game.lady_of(side),
    )


def _duel(game: Warlord, duel: Duel, viewer: str) -> DuelView:
    fighters = [
        FighterView(
            id=fighter_id,
            attacks=fighter.attacks,
            wounds=fighter.wounds,
            staggered=fighter.staggered,
            felled=fighter.felled,
            high_ground=fighter.high_ground,
            sheet=_sheet(fighter) if viewer in (MASTER, game.seat(game.piece(fighter_id).side)) else [],
        )
        for fighter_id, fighter in duel.fighters.items()
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
