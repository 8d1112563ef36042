"""Answers in words to what players ask between decisions: how it stands, and the odds of duels."""

from collections.abc import Iterator, Mapping

from engine.core.text import capital, counted, join_words, leading
from engine.warlord import encounters
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.leaders import FREE, LEADERS, leaders
from engine.warlord.board.state import WIZARD, Piece, StepName
from engine.warlord.duel import fight, odds, sheets
from engine.warlord.meetings import victory
from engine.warlord.movement import castle, movement
from engine.warlord.sequence import danger
from engine.warlord.sequence.turn import Movement

DOES: Mapping[StepName, str] = {
    "setup": "sets up",
    "entry": "begins the turn",
    "movement": "moves",
    "freeing": "frees prisoners",
    "meetings": "fights",
    "end": "ends the turn",
}
"""What the side whose turn it is does in each step."""


def headline(game: Warlord) -> str:
    """Round, whose turn, and what goes on: one line for everybody."""
    turn = game.state.turn
    if turn.step == "setup":
        return "Before the tourney all choose in secret, at the same time."
    if game.state.result is not None:
        return f"Round {turn.round}."
    seat = game.seat(turn.side)
    who = f"{{{seat}}} ({names.side(turn.side)})" if seat else names.side(turn.side)
    fighting = f" {fight.state_words(game)}" if isinstance(game.top, fight.Fight) else ""
    limit = game.number("round_limit")
    which = f"Round {turn.round} of {limit}" if limit else f"Round {turn.round}"
    wizard = f" {_wizard(game)}." if WIZARD in game.playing() and not game.seat(WIZARD) else ""
    return f"{which}: {who} {DOES[turn.step]}.{fighting} {_left(game)}{_quiet(game)}{wizard}"


def _left(game: Warlord) -> str:
    """Say how many fighters each side has left, or its points where these decide, and who lacks a Warlord or a Lady."""
    sides = game.colours()
    if game.number("round_limit"):
        what, number = "Points", {side: victory.points_of(game, side) for side in sides}
    else:
        free = [p for p, piece in game.state.pieces.items() if piece.status in FREE and game.fighter(p)]
        what, number = "Fighters left", {side: sum(game.piece(p).side == side for p in free) for side in sides}
    most_first = sorted(sides, key=lambda side: -number[side])
    figures = ", ".join(f"{names.side(side)} {number[side]}" for side in most_first)
    return f"{'; '.join([f'{what}: {figures}', *_leaderless(game)])}."


def _leaderless(game: Warlord) -> Iterator[str]:
    """Yield which sides have no Warlord, or no Lady: without both a side has lost [WLT-7.6]."""
    for side in game.colours():
        kinds = {game.piece(p).kind for p in leaders(game, side)}
        held = {piece.kind for piece in game.state.pieces.values() if piece.side == side and piece.holder}
        for kind in (kind for kind in LEADERS if kind not in kinds):
            lacks = f"'s {names.kind(kind)} is captive" if kind in held else f" has no {names.kind(kind)}"
            yield f"{names.side(side)}{lacks}"


def _wizard(game: Warlord) -> str:
    """Say where the Wizard and his Risen stand, with how many of these he wins, and where graves are."""
    own = [p for p in game.pieces_of(WIZARD) if not game.piece(p).risen]
    risen = [f"{names.piece(game, p)} {_where(game, p)}" for p in game.pieces_of(WIZARD) if p not in own]
    where = [f"on {game.piece(p).square}" for p in own]
    number = f"{len(risen)} of {victory.ARMY_OF_THE_DEAD} Risen"
    army = f"{number} ({join_words(risen)})" if risen else number
    graves = [f"graves on {join_words(grave.square for grave in game.state.graves.values())}"]
    return f"Wizard of the Woods: {', '.join([*where, army, *(graves if game.state.graves else [])])}"


def lead(game: Warlord) -> str:
    """Say which side leads by its points, where these decide, or else how many pieces each has on the board.

    After a round without an event everything is as before, and nothing is said.
    """
    if game.state.quiet:
        return ""
    sides = {f"{{{game.seat(side)}}}": side for side in game.playing() if game.seat(side)}
    points = {who: victory.points_of(game, side) for who, side in sides.items()}
    if game.number("round_limit") and len({*points.values()}) > 1:
        return leading(points, lambda number: counted(number, "point"))
    able = {who: len(game.pieces_of(side)) for who, side in sides.items()}
    wait = {who: len(castle.waiting(game, side)) for who, side in sides.items() if side in game.colours()}
    most_first = sorted(able, key=lambda who: -able[who])
    told = ", ".join(
        f"{who} {able[who]}{f' and {wait[who]} at the gatehouse' if wait.get(who) else ''}" for who in most_first
    )
    return f"Pieces on the board: {told}." if len({*able.values()}) > 1 else ""


def _quiet(game: Warlord) -> str:
    """Say how near a draw is where so many quiet rounds are one; elsewhere they mean nothing."""
    quiet, most = game.state.quiet, game.number("quiet_rounds")
    if not most or quiet < 2:
        return ""
    return f" {quiet} rounds without a capture, slaying, freeing or promotion; after {most} the game is a draw."


def scores(game: Warlord) -> list[tuple[str, str]]:
    """Return a few lines for each seat: its pieces, prisoners and points, all of it public."""
    leaders = {seat: side for side, seat in game.state.sides.items() if seat}
    return [(f"{{{seat}}}", _score(game, leaders[seat])) for seat in game.state.seats]


def _score(game: Warlord, side: str) -> str:
    if side in game.state.fallen:
        return f"{names.side(side)}: out of the game"
    if side == WIZARD:
        return _wizard(game)
    held = [piece_id for piece_id, piece in sorted(game.state.pieces.items()) if piece.holder == side]
    parts = [
        f"{names.side(side)}: " + join_words(f"{names.own(game, p)} {_where(game, p)}" for p in game.pieces_of(side)),
        _waiting(game, side),
        f"holds in the dungeon: {names.pieces(game, held)}" if held else "",
        _lost(game, side),
        "may name a successor" if side in game.state.vacant and game.state.result is None else "",
        victory.points_words(game, side) if game.number("round_limit") else "",
    ]
    return "\n".join(part for part in parts if part)


def _waiting(game: Warlord, side: str) -> str:
    """Say who is free but off the board, and for what they wait; "" if nobody does."""
    queue = [names.own(game, p) for p in castle.waiting(game, side)]
    until = f"until {castle.square(game, side)} is empty"
    return f"at the gatehouse (free, off the board {until}): {join_words(queue)}" if queue else ""


def _lost(game: Warlord, side: str) -> str:
    """Say which pieces of a side are slain or given up, and which lie in whose dungeon; "" if none is."""
    fates: dict[str, list[PieceId]] = {}
    for piece_id, piece in sorted(game.state.pieces.items()):
        traded = piece.status == "gone" and piece.kind == "lady"
        if piece.side == side and (piece.holder or piece.status == "slain" or traded):
            fates.setdefault(_fate(piece), []).append(piece_id)
    told = ", ".join(
        f"{join_words(names.by_birth(game, p) for p in lost)} ({fate})"
        for fate, lost in sorted(fates.items(), reverse=True)
    )
    return f"lost: {told}" if told else ""


def _fate(piece: Piece) -> str:
    if not piece.holder:
        return "slain" if piece.status == "slain" else "gave her life"
    return "held by the Wizard" if piece.holder == WIZARD else f"in {names.side(piece.holder)}'s dungeon"


def _where(game: Warlord, piece_id: PieceId) -> str:
    piece = game.piece(piece_id)
    marks = ["stricken"] * piece.stricken + [fight.wounds(piece.wounds)] * bool(piece.wounds)
    return f"{piece.square} ({', '.join(marks)})" if marks else piece.square


# ---------------------------------------------------------------------- odds


def odds_words(game: Warlord, viewer: str) -> str:
    """Return the prospects of the running duel, or of every duel that the side to move could seek."""
    note = "This is so with blows by chance on both sides, which is close to best play."
    if isinstance(game.top, fight.Fight):
        return f"{fight.state_words(game)}\n{odds.words(game, game.duel)}\n{note}"
    lines = list(dict.fromkeys(_duels(game)))
    return "\n".join([*lines, note]) if lines else _nobody_reached(game, viewer)


def _nobody_reached(game: Warlord, viewer: str) -> str:
    """Say that whoever moves can attack nobody; those who move themselves are told so of their own pieces."""
    if game.state.turn.step == "setup":
        return "The tourney has not begun, so no piece can reach an enemy fighter."
    whose = "your" if viewer and game.seat(game.active) == viewer else f"{names.side(game.active)}'s"
    return f"None of {whose} pieces can reach an enemy fighter this turn."


def fight_words(game: Warlord) -> str:
    """Return how the running duel may end; "" where none is fought."""
    fights = isinstance(game.top, fight.Fight)
    return f"{encounters.BY_CHANCE}{odds.words(game, game.duel)}." if fights else ""


def advice(game: Warlord, seat: str) -> str:
    """Return the odds of the running duel and what a seat's blows do, or what is near its pieces as it moves."""
    if isinstance(game.top, Movement) and game.seat(game.active) == seat:
        return danger.watch(game, game.active)
    if not isinstance(game.top, fight.Fight) or not (fighter := fight.waiting(game, seat)):
        return ""
    return f"{capital(fight_words(game))}\n{sheets.advice(game, fighter)}"


def _duels(game: Warlord) -> Iterator[str]:
    """Yield the duels that the fighters of the side to move could seek, one line each."""
    for mover in game.pieces_of(game.active):
        if not game.fighter(mover) or not movement.ready(game, mover):
            continue
        for square in sorted(movement.paths(game, mover)):
            foes = [p for p in game.enemies_at(square, game.active) if game.fighter(p)]
            if foes:
                told = odds.words(game, odds.duel_to_come(game, mover, square, foes))
                yield f"{names.piece(game, mover)} against {names.pieces(game, foes)} on {square}: {told}"
