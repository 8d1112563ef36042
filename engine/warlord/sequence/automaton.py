"""The Wizard of the Woods when nobody plays him: one action a turn, the first that applies (rules 9.5) [WLT-9.5]."""

from collections.abc import Callable, Iterable
from functools import partial

from engine.warlord.board.board import distance, place, steps_to
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import WIZARD, Kind
from engine.warlord.movement import movement
from engine.warlord.sequence import wizard

TARGETS: tuple[Kind, ...] = ("warlord", "lady", "knight", "footman")
"""Whom a Risen attacks first; all others come after them."""


Deed = Callable[[], None]
"""What the Wizard does when it is called."""


def deed(game: Warlord) -> Deed | None:
    """Raise the nearest grave, attack, go to a grave, go to a Green, or hide in a forest; None where he waits."""
    there = any(game.piece(p).kind == WIZARD for p in game.pieces_of(WIZARD))
    found = (find(game) for find in (_raise, _attack, _seek_grave, _seek_green, _hide)) if there else ()
    return next(filter(None, found), None)


def _wizard(game: Warlord) -> PieceId:
    return next(p for p in game.pieces_of(WIZARD) if game.piece(p).kind == WIZARD)


def _risen(game: Warlord) -> list[PieceId]:
    return [p for p in game.pieces_of(WIZARD) if game.piece(p).risen]


def _raise(game: Warlord) -> Deed | None:
    """(1) Raise the nearest grave in reach."""
    here, graves = game.piece(_wizard(game)).square, game.state.graves
    reach = sorted(wizard.in_reach(game), key=lambda g: (distance(here, graves[g].square), place(graves[g].square)))
    return partial(wizard.carry_out, game, WIZARD, wizard.Raise(reach[0])) if reach else None


def _attack(game: Warlord) -> Deed | None:
    """(2) Move the Risen that can attack the best target; the nearest one, then the first square, decides."""
    found = []
    for risen in _risen(game):
        for square, path in movement.paths(game, risen).items() if movement.ready(game, risen) else ():
            kinds = [game.piece(p).kind for p in game.enemies_at(square, WIZARD)]
            if kinds:
                worth = min(TARGETS.index(kind) if kind in TARGETS else len(TARGETS) for kind in kinds)
                found.append((worth, len(path), place(square), risen, path))
    if not found:
        return None
    *_, risen, path = min(found)
    return partial(_walk, game, risen, path)


def _seek_grave(game: Warlord) -> Deed | None:
    """(3) Move the Wizard by a shortest path towards the nearest grave."""
    return _approach(game, [_wizard(game)], {grave.square for grave in game.state.graves.values()})


def _seek_green(game: Warlord) -> Deed | None:
    """(4) Move the Risen nearest to any Green towards it."""
    return _approach(game, _risen(game), {green for side in game.colours() for green in game.board.seats[side].green})


def _hide(game: Warlord) -> Deed | None:
    """(5) Move the Wizard to the nearest forest that is not next to a fighter, unless he is in one."""
    fighters = [game.piece(p).square for side in game.colours() for p in game.pieces_of(side) if game.fighter(p)]
    forests = (square for square in game.board.lie if game.board.terrain(square) == "forest")
    safe = {square for square in forests if all(distance(square, there) > 1 for there in fighters)}
    own = _wizard(game)
    return None if game.piece(own).square in safe else _approach(game, [own], safe)


def _approach(game: Warlord, pieces: Iterable[PieceId], goals: set[Square]) -> Deed | None:
    """Move the piece that is nearest to any of the goals, as near to it as one move brings it."""
    found = []
    for piece in pieces:
        away = _steps_to(game, goals, mounted=game.mounted(piece))
        now = away(game.piece(piece).square)
        paths = movement.paths(game, piece) if movement.ready(game, piece) else {}
        quiet = (square for square in paths if not game.enemies_at(square, WIZARD))
        near = [square for square in quiet if away(square) < now]
        found += [(now, away(square), len(paths[square]), place(square), piece, paths[square]) for square in near]
    if not found:
        return None
    *_, piece, path = min(found)
    return partial(_walk, game, piece, path)


def _walk(game: Warlord, piece: PieceId, path: list[Square]) -> None:
    game.piece(piece).moved = True
    movement.walk(game, piece, path)


def _steps_to(game: Warlord, goals: set[Square], *, mounted: bool) -> Callable[[Square], float]:
    """How many steps it is from a square to the nearest goal, over the ground that is open to a class."""
    ways = [steps_to(game.board, goal, mounted=mounted) for goal in sorted(goals)]
    return lambda square: min((way[square] for way in ways if square in way), default=float("inf"))
