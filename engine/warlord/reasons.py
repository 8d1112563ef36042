"""Why a computer player moved, from what everybody can see: what the move threatens, saves or takes."""

from collections.abc import Mapping

from engine.core.actions import Action, Pass
from engine.core.text import join_words
from engine.warlord import views
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.meetings.bowmen import Shoot
from engine.warlord.movement.movement import Move
from engine.warlord.outlook import Outlook, Position
from engine.warlord.sequence.recall import Recall

SLIGHT = 0.3
"""What makes less of a difference, in points, is not told."""


def reason(game: Warlord, seat: str, action: Action) -> str:
    """Return why a seat may have moved, as the game stood before; "" where there is nothing to say.

    The game holds nothing that not everybody may know.
    """
    side = next((side for side in game.playing() if game.seat(side) == seat), "")
    if not side:
        return ""
    outlook = Outlook(views.view(game, ""), side)
    match action:
        case Move():
            return _move(game, outlook, action.piece, action.to)
        case Recall():
            return f"{names.piece(game, action.piece)} is safer in the Castle, or keeps it."
        case Shoot():
            return f"{names.piece(game, action.target)} stands in range, and no move gains more."
        case Pass():
            return "Every move would have left it worse off than waiting."
    return ""


def _move(game: Warlord, outlook: Outlook, piece: PieceId, to: Square) -> str:
    enemies = [other for other in outlook.now.at(to) if not outlook.friendly[other]] if to else []
    if enemies:
        return _meeting(game, outlook, piece, enemies)
    if rival := outlook.castles.get(to):
        return f"Whoever takes {names.castle(game, rival.id)} wins."
    before, after = outlook.now, outlook.freeing(outlook.now.moved(piece, to))
    freed = [other for other in before.held if other not in after.held]
    if freed:
        return f"It frees {join_words(names.piece(game, other) for other in freed)}."
    mattered = _differences(outlook, before, after)
    what = max(mattered, key=lambda name: mattered[name])
    return (
        said(game, what, piece)
        if mattered[what] >= SLIGHT
        else "No move gains much now, so it keeps its pieces moving."
    )


def _meeting(game: Warlord, outlook: Outlook, piece: PieceId, enemies: list[PieceId]) -> str:
    prey = join_words(names.piece(game, other) for other in enemies)
    if piece in outlook.ladies:
        return f"{prey} must surrender to a Lady."
    if not any(outlook.fights[other] for other in enemies):
        return f"{prey} cannot fight, and is taken."
    won, lost = outlook.odds([piece], enemies)
    return f"It wins such a meeting with {prey} about {round(10 * won)} times in 10, and loses {round(10 * lost)}."


def _differences(outlook: Outlook, before: Position, after: Position) -> Mapping[str, float]:
    """Return by what a position has become better, in points."""

    def threat(position: Position) -> float:
        return sum(outlook.siege(position, rival, by=True) for rival in outlook.castles.values())

    def danger(position: Position) -> float:
        return outlook.siege(position, outlook.home, by=False) if outlook.home else 0.0

    return {
        "threat": 60 * (threat(after) - threat(before)),
        "guard": 60 * (danger(before) - danger(after)),
        "safety": outlook.menaced(before) - outlook.menaced(after),
        "ladies": outlook.cared(after) - outlook.cared(before),
    }


def said(game: Warlord, what: str, piece: PieceId) -> str:
    """Return in a sentence what a move is good for."""
    name = names.piece(game, piece)
    return {
        "threat": f"{name} comes nearer to an enemy Castle by an open way.",
        "guard": f"{name} keeps its own Castle from being stormed.",
        "safety": f"{name} gets out of the enemy's reach, or protects somebody who is in it.",
        "ladies": f"{name} rides to where a Lady can take a knight, or free her Warlord.",
    }[what]
