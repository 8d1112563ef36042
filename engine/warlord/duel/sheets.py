"""Sheets: the strokes that a fighter's owner hands in for several exchanges (rules 7.3) [WLT-3.8]."""

from collections.abc import Sequence

from engine.core.actions import Choice
from engine.core.errors import Illegal
from engine.core.text import counted, join_words
from engine.warlord.board import arms, names
from engine.warlord.board.arms import LINES, Weapon
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, PieceId
from engine.warlord.board.state import Blow, Line, Stroke
from engine.warlord.duel import duel

BLOWS: tuple[Blow, ...] = ("high", "mid", "low")


def legal(game: Warlord, fighter: PieceId, *, first: bool) -> list[Stroke]:
    """Every stroke that a fighter may plan; in the `first` exchange a staggered one makes no blow."""
    fight = game.duel
    alone = duel.outnumbered(fight, fighter)
    staggered = first and fight.fighters[fighter].staggered
    weapon = game.piece(fighter).weapon
    return [
        Stroke(blow, guard, target)
        for blow in (("none",) if staggered else BLOWS)
        for target in (duel.foes(fight, fighter) if alone and not staggered else [NOBODY])
        for guard in arms.guards(weapon, blow, outnumbered=alone)
    ]


def code(stroke: Stroke) -> str:
    """Return a stroke in a word: 'mid/mid+low', against two 'high/high+low>blue_knight'."""
    aimed = f">{stroke.target}" if stroke.target else ""
    return f"{stroke.blow}/{'+'.join(stroke.guard)}{aimed}"


def choices(game: Warlord, fighter: PieceId, *, first: bool) -> list[Choice]:
    """Return the legal strokes of a fighter, to choose from."""
    found = legal(game, fighter, first=first)
    return [Choice(code(stroke), _label(game, fighter, stroke), group=blow(stroke)) for stroke in found]


def advice(game: Warlord, fighter: PieceId) -> str:
    """Return what each blow of a fighter does, in a sentence [WLT-3.9]; the leaflet says when it lands."""
    weapon = arms.weapons()[game.piece(fighter).weapon]
    blows = "; ".join(f"**{word.upper()}** {_does(weapon, word)}" for word in LINES)
    return f"{blows}."


def _does(weapon: Weapon, line: Line) -> str:
    """Return what a blow does, and how quick it is where it differs from MID."""
    damage, tempo = weapon.damage[line], weapon.tempo
    does = ["fells" if damage == "killing" else "wounds" if damage == 1 else f"deals {counted(damage, 'wound')}"]
    does += ["staggers"] if line in weapon.stagger else []
    does += ["is quick"] if tempo[line] > tempo["mid"] else ["is slow"] if tempo[line] < tempo["mid"] else []
    return join_words(does)


def _label(game: Warlord, fighter: PieceId, stroke: Stroke) -> str:
    aimed = f" at {names.piece(game, stroke.target)}" if duel.outnumbered(game.duel, fighter) and stroke.target else ""
    return f"{blow(stroke)}{aimed}, guard {lines(stroke.guard)}"


def told(game: Warlord, fighter: PieceId, sheet: Sequence[Stroke]) -> str:
    """Return the strokes of a sheet in words: 'HIGH, guard high; MID, guard mid and low'."""
    return "; ".join(_label(game, fighter, stroke) for stroke in sheet)


def blow(stroke: Stroke) -> str:
    """Return the blow of a stroke in words: 'HIGH', 'no blow'."""
    return "no blow" if stroke.blow == "none" else stroke.blow.upper()


def lines(guard: list[Line]) -> str:
    """Return a guard in words: 'mid and low'."""
    return " and ".join(guard)


def read(game: Warlord, fighter: PieceId, written: list[str]) -> list[Stroke]:
    """Return the strokes of a sheet; raises Illegal where one cannot be [WLT-3.8, WLT-5.5]."""
    rule = "WLT-5.5" if duel.outnumbered(game.duel, fighter) else "WLT-3.8"
    size = game.number("sheet_size")
    if any(written[size:]) or not all(written[:size]):
        next_ones = "the next exchange" if size == 1 else f"each of the next {size} exchanges"
        raise Illegal(f"Choose a blow and a guard for {next_ones}.", "WLT-3.8")
    sheet = []
    for number, word in enumerate(written[:size]):
        found = {code(stroke): stroke for stroke in legal(game, fighter, first=number == 0)}
        if word not in found:
            raise Illegal(f"{names.piece(game, fighter)} cannot do that; choose one of: {', '.join(found)}.", rule)
        sheet.append(found[word])
    return sheet
