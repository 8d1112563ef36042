"""What is told of a move onto enemies: the odds of a duel, what it wins, and what it risks (rules 6 to 8)."""

from collections.abc import Sequence

from engine.core.actions import Prospect
from engine.warlord.board import names
from engine.warlord.board.board import distance
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.leaders import beheaded
from engine.warlord.board.state import WIZARD
from engine.warlord.duel import odds
from engine.warlord.meetings import roses, victory
from engine.warlord.movement import castle, enemy_squares, movement
from engine.warlord.movement.movement import Move

LIKELY = 0.5
"""The chance from which on people usually seek a duel."""

LEAST = 1e-9
"""A difference between two positions that only comes of counting."""

PAIR = 2
"""Fighters on a square of whom a Lady takes one, and the other her."""

STORM = "Storm the Castle"
"""The button of a move into an enemy Castle."""

BY_CHANCE = "if both choose blows at random: "
"""What the chances of a duel mean."""

ITS_END = "the victor slays or captures"
"""What becomes of the beaten, where the Wizard has no part in it."""


def attack(game: Warlord, action: Move, foes: Sequence[PieceId], *, better: bool) -> Prospect:
    """Say what comes of it when a fighter comes upon enemies: those who do not fight fall to whoever wins."""
    name, brief = names.own(game, action.piece), names.brief(game, action.piece)
    goes = f"{name}, {game.piece(action.piece).square} to {action.to},"
    fighters, others = _parted(game, foes)
    if not fighters:
        loser = beheaded(game, foes)
        told = ["no fighter is there", *([victory.wins(game, game.active, loser)] if loser else [])]
        outcome = "; ".join([", and ".join(told), *movement.left_behind(game, action.piece)])
        return Prospect(action, f"{goes} {_fall(game, foes)}", outcome, f"{brief}: take {action.to}", better)
    fight = odds.duel_to_come(game, action.piece, action.to, fighters)
    # First what decides the game: where room is short the end of a line is cut.
    told = _decided(game, action.piece, fighters, others)
    told += [*risked(game, action.piece), f"{BY_CHANCE}{odds.of_the_attackers(game, fight)}"]
    told += [*_at_the_gate(game, action, fighters), *price(game, action.piece)]
    told += [*raisable(game, [action.piece, *fighters], action.to), *_end(game, action.piece, fighters)]
    seek = better and odds.chances(game, fight).attackers >= LIKELY
    too = f", and {_fall(game, others)} too if he wins" if others else ""
    words = f"{goes} attacks {names.pieces(game, fighters)}{too}"
    return Prospect(action, words, "; ".join(told), f"{brief}: attack {action.to}", seek)


def _decided(game: Warlord, piece: PieceId, fighters: Sequence[PieceId], others: Sequence[PieceId]) -> list[str]:
    """Say that a duel can cost a side the last of Warlord and Lady; Risen capture no fighter [WLT-7.6, WLT-9.5]."""
    if loser := beheaded(game, others):
        return [f"{victory.wins(game, game.active, loser)} if your {names.own(game, piece)} wins"]
    loser = "" if game.active == WIZARD else beheaded(game, [*fighters, *others])
    return [f"{victory.wins(game, game.active, loser)} if {_him(game, fighters)} captured"] if loser else []


def _fall(game: Warlord, others: Sequence[PieceId]) -> str:
    """Say what a fighter does to those who do not fight: he slays the Wizard, and all Risen with him [WLT-9.5]."""
    wizard = [p for p in others if game.piece(p).kind == WIZARD]
    taken = [p for p in others if p not in wizard]
    told = [f"captures {names.pieces(game, taken)}"] if taken else []
    told += ["slays the Wizard, and with him all Risen"] if wizard else []
    return " and ".join(told)


def _end(game: Warlord, piece: PieceId, fighters: Sequence[PieceId]) -> list[str]:
    """Say what becomes of the beaten; among Risen nobody has a choice [WLT-3.11, WLT-9.5]."""
    return [] if any(game.piece(p).risen for p in (piece, *fighters)) else [ITS_END]


def storm(game: Warlord, action: Move, *, better: bool) -> Prospect:
    """Say what comes of it when a fighter enters an enemy Castle: it is his if no enemy fighter is left in it."""
    name, owner = names.own(game, action.piece), game.board.castle_of(action.to)
    fighters, others = _parted(game, game.enemies_at(action.to, game.active))
    wins, enters = victory.storms(game, game.active, owner), f"{name} enters {names.side(owner)}'s Castle"
    if not fighters:
        there = f"only {names.pieces(game, others)} is inside" if others else "nobody is inside"
        return Prospect(action, enters, f"{there}: {wins}", STORM, better)
    fight = odds.duel_to_come(game, action.piece, action.to, fighters)
    seek = better and odds.chances(game, fight).attackers >= LIKELY
    words = f"{enters} and fights {names.pieces(game, fighters)}"
    chances = f"{BY_CHANCE}{odds.of_the_attackers(game, fight)}"
    told = [f"{wins} if your {name} wins", *risked(game, action.piece), chances]
    told += price(game, action.piece)
    return Prospect(action, words, "; ".join(told), STORM, seek)


def _parted(game: Warlord, pieces: Sequence[PieceId]) -> tuple[list[PieceId], list[PieceId]]:
    """Return the fighters among some pieces, and the others."""
    return [p for p in pieces if game.fighter(p)], [p for p in pieces if not game.fighter(p)]


def _him(game: Warlord, pieces: Sequence[PieceId]) -> str:
    return f"{names.pieces(game, pieces)} {'is' if len(pieces) == 1 else 'are'}"


def is_rash(game: Warlord, action: Move) -> bool:
    """Tell whether a fighter comes upon enemies who win more often than he."""
    fighters, _ = _parted(game, game.enemies_at(action.to, game.active) if action.to else ())
    if not fighters or not game.fighter(action.piece):
        return False
    found = odds.chances(game, odds.duel_to_come(game, action.piece, action.to, fighters))
    return found.attackers < found.defenders - LEAST


def gives_up(game: Warlord, action: Move) -> bool:
    """Tell whether a piece that moves onto enemies is captured by them, as a Lady also is by another Lady."""
    foes = game.enemies_at(action.to, game.active)
    return bool(enemy_squares.captors(game, action.piece, foes)) or _two_ladies(game, action.piece, foes)


def _two_ladies(game: Warlord, piece: PieceId, foes: list[PieceId]) -> bool:
    return all(any(game.piece(p).kind == "lady" for p in found) for found in ([piece], foes))


def met(game: Warlord, piece: PieceId, foes: list[PieceId]) -> str:
    """Say what comes of it when a piece that does not fight meets enemies."""
    lady = game.piece(piece).kind == "lady"
    heeding = roses.heed(game, foes) if lady else []
    fighters = [p for p in foes if game.fighter(p)]
    # Where two fighters stand she takes one alone [WLT-5.8].
    taken = heeding if len(fighters) < PAIR else heeding[:1]
    loser = beheaded(game, taken)
    wins = f", and {victory.wins(game, game.active, loser)}" if loser else ""
    if _two_ladies(game, piece, foes):
        gallant = [p for p in taken if game.fighter(p)]
        too = f"; {names.pieces(game, gallant)} yields to her" if gallant else ""
        return f"the two Ladies capture each other{too}{wins}"
    if game.piece(piece).kind == "bishop" and any(game.piece(p).side == WIZARD for p in foes):
        return _confronted(game, foes)
    captors = enemy_squares.captors(game, piece, foes)
    yields = f"{names.pieces(game, taken)} yields to her without a duel: he is captured{wins}" if taken else ""
    lost = f"{names.pieces(game, captors)} would capture {'her' if lady else 'him'}" if captors else ""
    at_stake = risked(game, piece) if captors else []
    return "; ".join(part for part in (yields, lost, *at_stake) if part)


def _confronted(game: Warlord, foes: Sequence[PieceId]) -> str:
    """Say what a Bishop does to the Risen and the Wizard onto whom he comes [WLT-9.6]."""
    risen = [p for p in foes if game.piece(p).risen]
    told = [f"destroys {names.pieces(game, risen)}"] if risen else []
    told += ["sends the Wizard away, who loses his next turn"] if len(risen) < len(foes) else []
    return "; ".join(told)


def risked(game: Warlord, piece: PieceId) -> list[str]:
    """Say that the game is at stake where the last of Warlord and Lady could be captured [WLT-7.6]."""
    side = beheaded(game, [piece])
    return [f"{victory.loses(game, side)} if your {names.own(game, piece)} is captured"] if side else []


def price(game: Warlord, piece: PieceId) -> list[str]:
    """Say what it costs if a Warlord is captured while his Lady is free [WLT-7.6]: last, where a line may be cut."""
    if game.piece(piece).kind != "warlord" or beheaded(game, [piece]):
        return []
    return [f"if he and your Lady are both captured, {victory.loses(game, game.active)}"]


def _at_the_gate(game: Warlord, action: Move, fighters: Sequence[PieceId]) -> list[str]:
    """Say what becomes of the own Castle if a fighter leaves it to attack: who wins on its Green may enter it next."""
    told = movement.left_behind(game, action.piece)
    if not told or castle.waiting(game, game.active) or game.board.green_of(action.to) != game.active:
        return told
    return [*told, f"if he loses, {names.pieces(game, fighters)} may take it next turn"]


def raisable(game: Warlord, pieces: Sequence[PieceId], square: Square) -> list[str]:
    """Say that the Wizard, an enemy, could raise who falls on a square: not beside a Bishop [WLT-9.5, WLT-9.6]."""
    mortal = [p for p in pieces if game.fighter(p) and not game.piece(p).risen]
    raised = mortal and by_wizard(game, square) and not enemy_squares.bishop_near(game, square)
    return ["the Wizard is beside it and can raise whoever is slain there"] if raised else []


def by_wizard(game: Warlord, square: Square) -> bool:
    """Tell whether the Wizard stands on a square or next to it, and belongs to others."""
    own = [game.piece(p) for p in game.pieces_of(WIZARD) if game.piece(p).kind == WIZARD]
    return game.active != WIZARD and any(distance(one.square, square) <= 1 for one in own)
