"""Alternative texts for the pictures of War Lord Tourney."""

from collections.abc import Mapping, Sequence

from engine.core.events import Event, name_seats
from engine.core.text import counted
from engine.warlord.board import names as words
from engine.warlord.board.board import board
from engine.warlord.board.state import WIZARD
from engine.warlord.views import PieceView, SideView, WarlordView
from render.wording import within_limit

NEWS = (
    "rose",
    "slain",
    "captured",
    "stricken",
    "destroyed",
    "castle",
    "freed",
    "promoted",
    "raised",
    "moved",
    "recalled",
)
"""The kinds of event that are told, the most telling first."""


def board_alt(view: WarlordView, names: Mapping[str, str], changes: Sequence[Event] = ()) -> str:
    """Return the alternative text of the board: whose turn it is, where every piece is, and what has changed."""
    sides = [_side(view, side, names) for side in view.sides]
    graves = ", ".join(f"{words.kind(grave.kind)} on {grave.square}" for grave in view.graves)
    news = [name_seats(change.text, names) for kind in NEWS for change in changes if change.kind == kind]
    return within_limit(
        [_headline(view, names), *sides, *([f"Graves: {graves}."] if graves else []), *_running(view), *news]
    )


def reach_alt(mover: PieceView, goals: Sequence[str]) -> str:
    """Return in words where a piece can move."""
    return f"{mover.name} can move to {', '.join(goals)}." if goals else f"{mover.name} cannot move."


def _headline(view: WarlordView, names: Mapping[str, str]) -> str:
    title = board(view.board).name
    if not view.side:
        return f"{title}, before the first turn."
    who = names.get(view.seat, view.seat) or words.side(view.side)
    return f"{title}, round {view.round}. Step: {view.step}. It is the turn of {who} ({words.side(view.side)})."


def _running(view: WarlordView) -> list[str]:
    if view.duel is None or view.duel.outcome:
        return []
    return [f"A duel is fought on {view.duel.square}, exchange {view.duel.exchange}."]


def _side(view: WarlordView, side: SideView, names: Mapping[str, str]) -> str:
    by_id = {piece.id: piece for piece in view.pieces}
    own = [piece for piece in view.pieces if piece.side == side.id]
    title = words.side(side.id)
    who = f"{title[0].upper()}{title[1:]} ({names.get(side.seat, side.seat) or 'by itself'})"
    if side.ruined:
        return f"{who}: out of the game."
    stand = ", ".join(f"{brief(piece)} on {_where(piece, side)}" for piece in own if piece.status == "board")
    waiting = ", ".join(brief(by_id[piece]) for piece in side.gatehouse)
    held = ", ".join(by_id[piece].name for piece in side.dungeon)
    dead = ", ".join(brief(piece) for piece in own if piece.status in ("slain", "gone"))
    parts = [f"{who} has {stand or 'nobody on the board'}"]
    parts += [f"at the gatehouse: {waiting}"] if waiting else []
    parts += [f"{'captive' if side.id == WIZARD else 'in the dungeon'}: {held}"] if held else []
    parts += [f"slain: {dead}"] if dead else []
    return f"{'; '.join(parts)}."


def brief(piece: PieceView) -> str:
    """Return the name of a piece without its side, and what is wrong with it."""
    name = piece.name if piece.side == WIZARD else piece.name.split(" ", 1)[1]
    facts = [
        f"{piece.wounds} wound{'s' if piece.wounds > 1 else ''}" if piece.wounds else "",
        piece.weapon if piece.weapon not in ("", "sword") else "",
        f"{counted(piece.banners, 'banner')}" if piece.banners else "",
        "stricken" if piece.stricken else "",
        "lamed" if piece.lamed else "",
    ]
    told = ", ".join(fact for fact in facts if fact)
    return f"{name} ({told})" if told else name


def _where(piece: PieceView, side: SideView) -> str:
    if piece.square == side.castle:
        return f"{piece.square} (the Castle)"
    return f"{piece.square} (the Green)" if piece.square in side.greens else piece.square
