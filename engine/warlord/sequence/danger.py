"""What could leave a side beaten, or without its Lady, before its next turn: said first (rules 8.4)."""

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.core.game import cached_while_waiting
from engine.core.text import counted, join_words, percents
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.leaders import leaders
from engine.warlord.board.state import WIZARD
from engine.warlord.duel import odds
from engine.warlord.meetings import roses, victory
from engine.warlord.movement import castle, enchanted, movement

NEAR = 3
"""Who needs more moves to a Green is not told of as near."""

PAIR = 2
"""Fighters on a square who beat one enemy most of the time."""


@cached_while_waiting
def besiegers(game: Warlord, side: str) -> list[PieceId]:
    """Return the enemy fighters on a side's Greens, who may enter its Castle next turn [WLT-3.6]."""
    if side not in game.colours():
        return []
    here = [p for green in castle.greens(game, side) for p in game.enemies_at(green, side)]
    return [p for p in here if game.fighter(p) and not game.piece(p).lamed]


@cached_while_waiting
def words(game: Warlord, side: str) -> str:
    """Return what could beat a side or take its Lady before its next turn, in sentences; "" if nothing could."""
    found = (_siege, _approach, _last_leaders, _ladies, _army_of_the_dead)
    return " ".join(sentence for tell in found for sentence in tell(game, side))


@cached_while_waiting
def watch(game: Warlord, side: str) -> str:
    """Return what else is near a side: who of its own can be reached, and which enemies are near its Green."""
    return " ".join((*_in_reach(game, side), *_near(game, side)))


def _in_reach(game: Warlord, side: str) -> Iterator[str]:
    """Say which pieces an enemy can come to next turn, of those whom `words` does not name; a pair together."""
    known, found = words(game, side), dict[tuple[Square, tuple[PieceId, ...]], list[PieceId]]()
    also = False
    for piece in game.pieces_of(side):
        square = game.piece(piece).square
        enemies = movement.menacing(game, piece, square)
        if not enemies or game.board.castle_of(square) or game.piece(piece).stricken:
            continue
        if names.piece(game, piece) in known:
            also = True
        else:
            found.setdefault((square, tuple(enemies)), []).append(piece)
    if found:
        told = [_endangered(game, *where, pieces) for where, pieces in islice(found.items(), names.NAMED)]
        more = sum(len(pieces) for pieces in islice(found.values(), names.NAMED, None))
        listed = "; ".join([*told, *([counted(more, "other")] if more else [])])
        yield f"{'Also in' if also else 'In'} danger: {listed}."


def _endangered(game: Warlord, square: Square, enemies: Sequence[PieceId], pieces: Sequence[PieceId]) -> str:
    """Say which pieces on a square are in danger from whom, and how a duel there would end.

    Who does not fight is captured only with the fighter beside him [WLT-5.7].
    """
    fighters = [p for p in game.friends_at(square, game.piece(pieces[0]).side) if game.fighter(p)]
    together = bool(fighters) and movement.at_once(game, [p for p in enemies if game.fighter(p)])
    who = names.some(game, enemies, enchanted.comer, "and" if together else "or")
    if not fighters or not all(game.fighter(p) for p in enemies):
        return f"{join_words(names.own(game, p) for p in pieces)} on {square} from {who}"
    fighting = join_words(names.own(game, p) for p in fighters)
    with_them = [names.own(game, p) for p in pieces if p not in fighters and game.piece(p).kind != "bowman"]
    if not set(fighters) & {*pieces}:
        return f"{join_words(names.own(game, p) for p in pieces)} on {square} if {fighting} loses to {who}"
    too = f", and {join_words(with_them)} if he loses" if with_them else ""
    return f"{fighting} on {square} from {who}{_how_it_ends(game, square, enemies, fighters)}{too}"


def _how_it_ends(game: Warlord, square: Square, enemies: Sequence[PieceId], fighters: Sequence[PieceId]) -> str:
    """Say how often an enemy wins who attacks fighters, or two who come together; "" where that differs."""
    if movement.at_once(game, enemies):
        both = "together" if len(enemies) == PAIR else "two at once"
        return f", who win {odds.pair_wins()}% {both}" if len(fighters) == 1 else f", who may come {both}"
    shares = {tuple(percents(odds.chances(game, odds.duel_to_come(game, p, square, fighters)))) for p in enemies}
    if len(shares) > 1:
        return ""
    ((wins, loses, _),) = shares
    against = " against two" if len(fighters) == PAIR else ""
    return ", an even duel" if wins == loses else f", who wins {wins}%{against}"


def _near(game: Warlord, side: str) -> Iterator[str]:
    """Say which enemy fighters are near a Green, the nearest first, but for those named as able to step onto it."""
    if side not in game.colours():
        return
    named = [p for green in castle.greens(game, side) for p in _attackers(game, side, green)[0]]
    foes = [p for other in game.playing() if not game.friends(other, side) for p in game.pieces_of(other)]
    away = {p: moves for p in foes if p not in named and 0 < (moves := _moves_to_green(game, p, side)) <= NEAR}
    if found := [_how_near(game, p, away[p]) for p in sorted(away, key=lambda p: away[p])]:
        others = [counted(len(found) - names.NAMED, "other")] if len(found) > names.NAMED else []
        inside = castle.occupant(game, side)
        open_ = "" if inside and game.fighter(inside) else "; your Castle has no fighter"
        near = "Also near" if named or besiegers(game, side) else "Near"
        yield f"{near} your Green: {join_words([*found[: names.NAMED], *others])}{open_}."


def _how_near(game: Warlord, piece: PieceId, moves: int) -> str:
    barred = ", now blocked" if moves == 1 else ""
    return f"{names.piece(game, piece)} on {game.piece(piece).square} ({counted(moves, 'turn')}{barred})"


def _moves_to_green(game: Warlord, piece: PieceId, side: str) -> int:
    """Return how many moves an able fighter needs over the land to a side's Green; 0 if he does not come there.

    Whom an arrow has lamed loses a turn.
    """
    if not game.fighter(piece) or game.piece(piece).stricken:
        return 0
    closed = "forest" if enchanted.leads_all(game, game.piece(piece).side) else ""
    ways = (movement.moves_to(game.board, movement.manner(game, piece), g, closed) for g in castle.greens(game, side))
    moves = min((way[square] for way in ways if (square := game.piece(piece).square) in way), default=0)
    return moves + game.piece(piece).lamed if moves else 0


def _army_of_the_dead(game: Warlord, side: str) -> Iterator[str]:
    """Say that the Wizard wins with one more Risen [WLT-9.5]."""
    risen = [p for p in game.pieces_of(WIZARD) if game.piece(p).risen]
    if side != WIZARD and len(risen) == victory.ARMY_OF_THE_DEAD - 1:
        yield f"The Wizard has {len(risen)} Risen: with one more he wins the game."


def _siege(game: Warlord, side: str) -> Iterator[str]:
    """Say who may enter the Castle, and what then [WLT-3.6]."""
    if found := besiegers(game, side):
        verb, he = ("is", "he") if len(found) == 1 else ("are", "one of them")
        inside, beaten = castle.occupant(game, side), victory.loses(game, side)
        turns = join_words(dict.fromkeys(f"{names.side(game.piece(p).side)}'s" for p in found))
        yield f"{names.pieces(game, found)} {verb} on your Green: on {turns} next turn {he} may enter your Castle."
        if inside and game.fighter(inside):
            yield f"If {he} beats {names.piece(game, inside)} there, {beaten}."
        else:
            yield f"No fighter is inside: {beaten} then."


def _approach(game: Warlord, side: str) -> Iterator[str]:
    """Say who may step onto a Green, or attack who guards it, and enter the Castle a turn later [WLT-3.6]."""
    if side not in game.colours():
        return
    if found := [p for p in takers(game, side) if p not in besiegers(game, side)]:
        who = names.some(game, found, enchanted.comer, "or")
        yield f"{who} can step onto your Green before your next turn, and enter your Castle a turn later."
    for green in castle.greens(game, side):
        held = guards(game, side, green)
        found = [p for p in _attackers(game, side, green)[0] if p not in besiegers(game, side)]
        if held and found:
            who = names.some(game, found, enchanted.comer, "or")
            attacks = f"{who} can attack {names.pieces(game, held)} on your Green before your next turn"
            yield f"{attacks}; {_once_won(game, green, found, held)}, he may enter your Castle a turn later."


def _once_won(game: Warlord, green: Square, found: Sequence[PieceId], guards: Sequence[PieceId]) -> str:
    """Say that somebody has to win on a Green first, and how often he does where no other comes with him."""
    shares = {odds.wins(game, p, green, guards) for p in found}
    alone = len(shares) == 1 and (len(found) == 1 or game.number("moves_per_turn") == 1)
    return f"if he wins ({shares.pop()}%)" if alone else "if he wins"


@cached_while_waiting
def takers(game: Warlord, side: str) -> list[PieceId]:
    """Return the enemy fighters who could step onto a side's Green next turn without fighting there."""
    greens = castle.greens(game, side) if side in game.colours() else []
    free = [green for green in greens if not guards(game, side, green)]
    return [*dict.fromkeys(p for green in free for p in _attackers(game, side, green)[0])]


def guards(game: Warlord, side: str, green: Square) -> list[PieceId]:
    """Return the fighters of a side on one of its Greens."""
    return [p for p in game.friends_at(green, side) if game.fighter(p)]


def _last_leaders(game: Warlord, side: str) -> Iterator[str]:
    """Say who can reach the last of Warlord and Lady, or both on one square [WLT-7.6]."""
    last = leaders(game, side)
    squares = {game.piece(p).square for p in last}
    if len(squares) != 1 or not all(squares):
        return
    (square,) = squares
    fighters, ladies = _attackers(game, side, square)
    fighters = [] if game.board.castle_of(square) else fighters  # Those are the besiegers, who are named already.
    who, beaten = f"{names.pieces(game, last)} on {square} before your next turn", victory.loses(game, side)
    if fighters:
        fall = "he is" if last == [game.warlord_of(side)] else "she is" if len(last) == 1 else "both are"
        yield f"{names.some(game, fighters, enchanted.comer, 'or')} can attack {who}: {beaten} if {fall} captured."
    if ladies and set(roses.heed(game, last)) == set(last):
        yield f"{names.pieces(game, ladies)} can capture {who}, without a duel: {beaten} then."


def _ladies(game: Warlord, side: str) -> Iterator[str]:
    """Say who can capture a Lady who stands without a fighter, while her Warlord is free [WLT-3.2]."""
    if len({game.piece(p).square for p in leaders(game, side)}) == 1:
        return
    for lady in (p for p in game.pieces_of(side) if game.piece(p).kind == "lady" and not game.fighter(p)):
        square = game.piece(lady).square
        guarded = any(game.fighter(p) for p in game.friends_at(square, side))
        alone = square and not guarded and not game.board.castle_of(square)
        if alone and (fighters := _attackers(game, side, square)[0]):
            whom = f"{names.piece(game, lady)} on {square}"
            yield f"{names.some(game, fighters, enchanted.comer, 'or')} can capture {whom} before your next turn."


def _attackers(game: Warlord, side: str, square: Square) -> tuple[list[PieceId], list[PieceId]]:
    """Return the enemy fighters, and the enemy Ladies, who reach a square in a move."""
    able = movement.comers(game, side, square)
    ladies = [p for p in able if game.piece(p).kind == "lady"]
    return [p for p in able if game.fighter(p)], ladies
