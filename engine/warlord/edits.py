"""The game master's hand: typed changes of the state, also the set-up of scenarios."""

import re
from collections.abc import Container, Iterator, Mapping
from typing import Literal

from engine.core.actions import Action, Draft
from engine.core.editing.at_the_table import Roll
from engine.core.editing.edits import Among, Drop, Edits, Handler, Settled
from engine.core.errors import Illegal
from engine.warlord.board import arms, names
from engine.warlord.board.board import COMPASS
from engine.warlord.board.catalog import units
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, PieceId, Square
from engine.warlord.board.state import WIZARD, Grave, Kind, Piece, StepName, Turn
from engine.warlord.duel import defaults
from engine.warlord.meetings import bowmen, removal, victory
from engine.warlord.movement import castle, graves
from engine.warlord.sequence import turn


class Place(Action, frozen=True):
    """Put a piece onto a square, a new one too.

    That is of the side and kind of its id, such as red_footman_2, or as named.
    """

    piece: PieceId
    square: Square
    side: str = ""
    kind: str = ""


class Remove(Action, frozen=True):
    """Take a piece out of the game; without a name, all pieces of a side, or of all sides."""

    piece: PieceId = NOBODY
    side: str = ""


class Imprison(Action, frozen=True):
    """Put a piece into a side's dungeon."""

    piece: PieceId
    holder: str


class Queue(Action, frozen=True):
    """Let a piece wait at its side's gatehouse, behind those who are there."""

    piece: PieceId


class Kill(Action, frozen=True):
    """Let a piece be slain where it stands; its owner is asked for a successor as usual."""

    piece: PieceId


class Mark(Action, frozen=True):
    """Set a number of a piece."""

    piece: PieceId
    what: Literal["wounds", "banners", "victories"]
    number: int


class Equip(Action, frozen=True):
    """Give a fighter a weapon."""

    piece: PieceId
    weapon: str


class Become(Action, frozen=True):
    """Let a piece be of another kind from now on."""

    piece: PieceId
    kind: str


class Strike(Action, frozen=True):
    """Let a piece on the board lie stricken, or stand up again."""

    piece: PieceId
    stricken: bool = True


class Dig(Action, frozen=True):
    """Dig the grave of a slain piece on a square."""

    piece: PieceId
    square: Square


class Goto(Action, frozen=True):
    """Begin a side's turn anew at one of its steps."""

    side: str
    step: StepName = "movement"


class Count(Action, frozen=True):
    """Set the round, and how many rounds have been quiet."""

    round: int
    quiet: int = 0


class Reckon(Action, frozen=True):
    """End the game now, and let points decide."""


def _known(game: Warlord, edit: Action) -> Mapping[str, Container[str]]:
    pieces = game.state.pieces
    return {
        "square": game.board.lie,
        "side": game.state.sides,
        "holder": game.playing(),
        "weapon": arms.weapons(),
        "kind": units(),
        "seat": game.state.seats,
        "piece": {*pieces, edit.piece} - {""} if isinstance(edit, Place) else pieces,
    }


def _place(game: Warlord, edit: Place) -> None:
    if edit.piece not in game.state.pieces:
        game.bring(edit.piece, _made(game, edit))
    _free(game, edit.piece)
    piece = game.piece(edit.piece)
    piece.side = edit.side or piece.side
    if (piece.side == WIZARD) != (piece.risen or piece.kind == WIZARD):
        raise Illegal("The Wizard of the Woods leads only the Risen; name another side.", "WLT-9.5")
    game.strike(edit.piece, stricken=False)
    game.stand(edit.piece, edit.square)
    _lead(game, edit.piece)


def _made(game: Warlord, edit: Place) -> Piece:
    """Return a new piece, as its id says: `red_footman_2`, or `risen_1` with its kind."""
    born, _, rest = edit.piece.partition("_")
    side = edit.side or (WIZARD if born in ("risen", WIZARD) else born)
    kind = edit.kind or (WIZARD if born == WIZARD else rest.partition("_")[0])
    if not SHAPE.fullmatch(edit.piece) or side not in game.state.sides or kind not in units():
        raise Illegal(f"'{edit.piece}' is no name for a piece; write one such as red_footman_2, or its side and kind.")
    banners = units()[kind].banners if game.option("strategic") else 0
    found: Kind = next(unit for unit in KINDS if unit == kind)
    return Piece(side, found, risen=born == "risen", banners=banners)


SHAPE = re.compile(rf"(?:[a-z]+_(?:{'|'.join(units())})(?:_\d+)?|risen_\d+|{WIZARD})")
"""What the id of a piece looks like."""

KINDS: tuple[Kind, ...] = ("warlord", "lady", "knight", "footman", "sergeant", "bowman", "bishop", "wizard")


def _free(game: Warlord, piece_id: PieceId) -> None:
    """Let a piece leave the gatehouse, the dungeon or the grave where it is."""
    piece = game.piece(piece_id)
    if piece.side != WIZARD and piece_id in castle.waiting(game, piece.side):
        castle.waiting(game, piece.side).remove(piece_id)
    piece.holder = ""
    game.state.graves.pop(graves.of(game, piece_id), None)


def _lead(game: Warlord, piece_id: PieceId) -> None:
    """Check that a side has one living Warlord and one Lady; with a Warlord, it names no successor [WLT-6.1]."""
    piece = game.piece(piece_id)
    if piece.risen:
        return
    others = [(o.side, o.kind) for other_id, o in game.state.pieces.items() if other_id != piece_id and o.living]
    if piece.kind in ("warlord", "lady") and (piece.side, piece.kind) in others:
        kind = names.kind(piece.kind)
        reason = f"{names.side(piece.side)} has a {kind} already; take that {kind} out of the game first."
        raise Illegal(reason, "WLT-6.1")
    if piece.kind == "warlord":
        game.state.vacant.pop(piece.side, None)


def _remove(game: Warlord, edit: Remove) -> None:
    for piece_id, piece in game.state.pieces.items():
        if edit.piece in ("", piece_id) and edit.side in ("", piece.side):
            _free(game, piece_id)
            game.lift(piece_id, "gone")


def _check_coloured(game: Warlord, piece_id: PieceId) -> None:
    if game.piece(piece_id).side == WIZARD:
        raise Illegal("Nobody captures the Wizard or a Risen; name another piece.", "WLT-9.5")


def _imprison(game: Warlord, edit: Imprison) -> None:
    _check_coloured(game, edit.piece)
    if edit.holder == game.piece(edit.piece).side:
        raise Illegal(f"{names.piece(game, edit.piece)} belongs to that side; name the side that has captured it.")
    _free(game, edit.piece)
    game.lift(edit.piece, "prison")
    game.piece(edit.piece).holder = edit.holder
    _lead(game, edit.piece)


def _queue(game: Warlord, edit: Queue) -> None:
    _check_coloured(game, edit.piece)
    _free(game, edit.piece)
    game.lift(edit.piece, "gatehouse")
    castle.waiting(game, game.piece(edit.piece).side).append(edit.piece)
    _lead(game, edit.piece)


def _kill(game: Warlord, edit: Kill) -> None:
    if game.piece(edit.piece).status != "board":
        raise Illegal("Only a piece on the board can be slain.")
    removal.slay(game, edit.piece, "")


def _mark(game: Warlord, edit: Mark) -> None:
    if edit.what == "wounds":
        game.wound(edit.piece, edit.number)
    else:
        setattr(game.piece(edit.piece), edit.what, edit.number)


def _equip(game: Warlord, edit: Equip) -> None:
    game.piece(edit.piece).weapon = edit.weapon


def _become(game: Warlord, edit: Become) -> None:
    if WIZARD in (edit.kind, game.piece(edit.piece).kind):
        raise Illegal("The Wizard of the Woods cannot become another kind; choose another piece.", "WLT-9.5")
    piece = game.piece(edit.piece)
    piece.kind = next(kind for kind in KINDS if kind == edit.kind)
    if piece.living:
        _lead(game, edit.piece)


def _strike(game: Warlord, edit: Strike) -> None:
    game.strike(edit.piece, stricken=edit.stricken)


def _dig(game: Warlord, edit: Dig) -> None:
    piece = game.piece(edit.piece)
    game.state.graves_dug += 1
    number = game.state.graves_dug
    game.state.graves[f"{graves.GRAVE}_{number}"] = Grave(edit.square, edit.piece, piece.kind, piece.side)


def _goto(game: Warlord, edit: Goto) -> None:
    """Begin at a step; those before it count as done."""
    del game.state.steps[1:]
    order = list(turn.STEP_ORDER)
    if edit.step not in order:
        raise Illegal(f"A turn has the steps {', '.join(order)}.")
    game.state.turn = Turn(round=game.state.turn.round, side=edit.side, step=edit.step)
    for piece in game.state.pieces.values():
        piece.moved = False
    game.push(turn.OneTurn(begun=order[: order.index(edit.step)]))


def _count(game: Warlord, edit: Count) -> None:
    game.state.turn.round, game.state.quiet = edit.round, edit.quiet


def _reckon(game: Warlord, edit: Reckon) -> None:
    if game.state.result is not None:
        raise Illegal("The game is over.", "WLT-7.6")
    victory.on_points(game)


def _drop(game: Warlord, edit: Drop) -> None:
    side = game.side(edit.seat)
    if side not in game.playing() or game.state.result is not None:
        raise Illegal("Only a seat that is still in the game can be closed.", "WLT-9.9")
    game.emit("left", f"{{{edit.seat}}} has left the game, and the seat is closed.", about=[edit.seat])
    game.state.yielded.append(side)


HANDLERS: Mapping[type[Action], Handler] = {
    Place: _place,
    Remove: _remove,
    Imprison: _imprison,
    Queue: _queue,
    Kill: _kill,
    Mark: _mark,
    Equip: _equip,
    Become: _become,
    Strike: _strike,
    Dig: _dig,
    Goto: _goto,
    Count: _count,
    Reckon: _reckon,
    Drop: _drop,
}


def _settles(game: Warlord, edit: Action) -> Iterator[Settled]:
    """Yield what an edit settles: a file that settles the same twice has a mistake in it."""
    match edit:
        case Remove(piece="", side=side):
            yield from (
                Settled(piece_id, again=True)
                for piece_id, piece in game.state.pieces.items()
                if side in ("", piece.side)
            )
        case Place() | Remove() | Imprison() | Queue() | Kill():
            yield Settled(edit.piece)
        case Mark():
            yield Settled(edit.piece, f"The {edit.what} of {{}} are set twice")
        case Equip():
            yield Settled(edit.piece, "{} has two weapons")
        case Become():
            yield Settled(edit.piece, "{} becomes two kinds")
        case Dig():
            yield Settled(edit.piece, "{} has two graves")
        case Count():
            yield Settled("", "The round is set twice")
        case Goto():
            yield Settled("", "The turn is given twice")


ROLLS = {
    "forest": Roll("the way out of the enchanted forest", len(COMPASS), "the way of * out of the forest"),
    "bowmen": Roll("a bowman's line", bowmen.DIE, "line of *"),
    "strokes": Roll("default strokes in a duel", defaults.DIE, "default stroke* of *"),
    "foe": Roll("the target of a fighter who faces two", 6, "whom * strikes at"),
}
"""The rolls of the game, which may also be made at the table."""


def _on_board(game: Warlord, _: Draft) -> list[str]:
    return [piece_id for piece_id, piece in game.state.pieces.items() if piece.status == "board"]


def _slain(game: Warlord, _: Draft) -> list[str]:
    return [piece_id for piece_id, piece in game.state.pieces.items() if piece.status != "board"]


CHOICES: Mapping[tuple[type[Action], str], Among] = {
    (Place, "piece"): lambda game, _: list(game.state.pieces),
    (Kill, "piece"): _on_board,
    (Strike, "piece"): _on_board,
    (Equip, "piece"): _on_board,
    (Dig, "piece"): _slain,
}
"""What a field can mean: any other name of a piece can be written."""

EDITS = Edits(HANDLERS, _known, settles=_settles, after={Kill: (Place,)}, rolls=ROLLS, among=CHOICES)
