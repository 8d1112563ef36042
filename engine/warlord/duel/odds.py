"""The chances of a duel: one against one counted exactly, for the rest what was measured (rules 7.4)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from engine.core.text import percents
from engine.warlord.board import arms, names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import Duel, Fighter, Piece
from engine.warlord.duel import defaults, duel

DUELLISTS = 2
"""Fighters in a duel of one against one."""


class Chances(NamedTuple):
    """How likely each outcome of a duel is."""

    attackers: float
    """The share in which the attackers win."""

    defenders: float
    """The share in which the defenders win."""

    double_kill: float
    """The share in which nobody is left standing."""


_SEEN: dict[tuple[object, ...], Chances] = {}
"""What has been counted: there are not so many ways in which two can stand against each other, and all duels share
them."""


def chances(game: Warlord, fight: Duel) -> Chances:
    """Return the chances of a duel as it stands, if all fight by the default tables."""
    attackers, defenders = (len(duel.standing(fight, attacks=side)) for side in (True, False))
    if attackers == defenders == 1:
        left = {f: fighter for f, fighter in fight.fighters.items() if not fighter.felled and not fighter.withdrew}
        alone = Duel(fight.square, left, fight.exchange)
        return count(alone, game.state.pieces, game.number("weary_from"))
    found = arms.measured()["two_to_one_best_play"]
    pair, lone, both = found["pair"], found["lone"], found["double_kill"]
    return Chances(pair, lone, both) if attackers > defenders else Chances(lone, pair, both)


def count(fight: Duel, pieces: Mapping[PieceId, Piece], weary: int) -> Chances:
    """Return the chances of a duel of one against one if both fight by the default tables.

    Every pair of strokes of the tables is added up. An exchange that changes nothing is fought again.
    """
    over = duel.outcome(fight)
    if over:
        return Chances(*(float(over == ending) for ending in ("attackers", "defenders", "double_kill")))
    key = _key(fight, pieces, weary)
    if key in _SEEN:
        return _SEEN[key]
    one, other = fight.fighters
    total, again = [0.0, 0.0, 0.0], 0.0
    for mine, my_share in defaults.mix(fight, pieces, one, weary):
        for yours, your_share in defaults.mix(fight, pieces, other, weary):
            share = my_share * your_share
            after = Duel(
                fight.square, {f: msgspec.structs.replace(x) for f, x in fight.fighters.items()}, fight.exchange
            )
            duel.resolve(after, pieces, {one: mine, other: yours}, weary=fight.exchange >= weary)
            if _key(after, pieces, weary) == key:
                again += share
            else:
                part = count(after, pieces, weary)
                total = [sum_ + share * chance for sum_, chance in zip(total, part, strict=True)]
    _SEEN[key] = Chances(*(chance / (1 - again) for chance in total))
    return _SEEN[key]


def _key(fight: Duel, pieces: Mapping[PieceId, Piece], weary: int) -> tuple[object, ...]:
    """All that matters for what is to come: after arms have grown weary one exchange is like another."""
    stood = tuple(
        (one.attacks, one.wounds, one.staggered, one.felled, one.withdrew, one.high_ground, pieces[fighter].weapon)
        for fighter, one in fight.fighters.items()
    )
    return (weary, min(fight.exchange, weary), stood)


def duel_to_come(game: Warlord, mover: PieceId, square: Square, foes: Sequence[PieceId]) -> Duel:
    """Return the duel that a fighter would begin by moving onto a square."""
    high = game.board.terrain(square) == "hill"
    own = Fighter(True, wounds=game.piece(mover).wounds)
    return Duel(
        square, {mover: own} | {foe: Fighter(False, wounds=game.piece(foe).wounds, high_ground=high) for foe in foes}
    )


def wins(game: Warlord, mover: PieceId, square: Square, foes: Sequence[PieceId]) -> int:
    """Return in how many cases of a hundred a fighter wins who moves onto a square with enemies."""
    return percents(chances(game, duel_to_come(game, mover, square, foes)))[0]


def pair_wins() -> int:
    """Return in how many cases of a hundred two fighters beat one."""
    found = arms.measured()["two_to_one_best_play"]
    return percents([found["pair"], found["lone"], found["double_kill"]])[0]


def of_the_attackers(game: Warlord, fight: Duel) -> str:
    """Return the chances of a duel in words for who attacks: 'you win 12%, lose 81%, all are slain 7%'."""
    attackers, defenders, neither = percents(chances(game, fight))
    if attackers == defenders:
        return words(game, fight)
    alone = len(fight.fighters) == DUELLISTS
    return f"you win {attackers}%, lose {defenders}%, {'both' if alone else 'all'} {double_kill(game)} {neither}%"


def words(game: Warlord, fight: Duel) -> str:
    """Return the chances of a duel in words: 'Red Knight wins 57%, Blue Footman 37%, both are slain 6%'."""
    attackers, defenders, neither = percents(chances(game, fight))
    won, lost = (duel.standing(fight, attacks=attacks) for attacks in (True, False))
    verb = "wins" if len(won) == 1 else "win"
    fall = f"{'both' if len(won) == len(lost) == 1 else 'all'} {double_kill(game)}"
    if attackers == defenders:
        return f"each side wins {attackers}%, {fall} {neither}%"
    return f"{names.pieces(game, won)} {verb} {attackers}%, {names.pieces(game, lost)} {defenders}%, {fall} {neither}%"


def double_kill(game: Warlord) -> str:
    """Say what becomes of those who fell each other: 'are slain' [WLT-9.3, WLT-9.4]."""
    if game.option("double_kill_healed") or game.option("double_kill_slain"):
        return "lie stricken"
    return "are captured" if game.option("double_kill_base") == "both_captured" else "are slain"
