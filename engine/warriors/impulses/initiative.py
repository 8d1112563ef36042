"""Phase One: who has the initiative, and how many impulses follow from it (rules 6.1)."""

from engine.core.text import counted
from engine.warriors.board import names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Side

TIES = {"WOG-1.6": "A tie changes nothing. ", "WOG-1.7": "The English win a tie on turn 1. "}
"""Why a side has the initiative after a tie, by the rule."""


def modifier(game: Warriors, side: Side) -> int:
    """Return what is added to the initiative roll of a side [WOG-1.2 to 1.4]."""
    chart, king = game.catalog.initiative, game.state.kings.get(side)
    if king is None:
        return -chart.no_king_penalty
    leader = game.leader(king)
    return chart.king_home_bonus if leader.where == "map" and leader.area == chart.king_home[side] else 0


def winner(game: Warriors, totals: dict[Side, int]) -> tuple[Side, str]:
    """Return who has the initiative with these totals, and by which rule [WOG-1.5 to 1.7]."""
    if totals["english"] != totals["french"]:
        return max(SIDES, key=lambda side: totals[side]), "WOG-1.5"
    if game.state.turn.number == 1:
        return "english", "WOG-1.7"
    return game.first, "WOG-1.6"


def roll(game: Warriors) -> None:
    """Roll for the initiative and give out the impulses [WOG-1.1, 1.8, 1.9]."""
    turn = game.state.turn
    rolls = {side: game.dice.roll(6, f"initiative: {names.side(side)}") for side in SIDES}
    totals: dict[Side, int] = {side: rolls[side] + modifier(game, side) for side in SIDES}
    turn.first, rule = winner(game, totals)
    low, more = min(rolls.values()), game.catalog.initiative.impulses_base
    impulses = low + more
    turn.impulses = {turn.first: impulses, enemy(turn.first): impulses - 1}
    turn.moving = turn.first
    told = ", ".join(f"{names.side(side)} {_told(rolls[side], modifier(game, side))}" for side in SIDES)
    lead = f"{counted(impulses, 'impulse')} (the lower die, {low}, and {more} more)"
    begin = f"{names.opening(turn.first)} begin, with {lead}, and choose which battle is next"
    other = f"{names.side(enemy(turn.first))} have {impulses - 1}"
    text = f"Initiative: {told}. {TIES.get(rule, '')}{begin}; {other}."
    report = {"rolls": rolls, "totals": totals, "first": turn.first, "impulses": impulses}
    game.emit("initiative", text, rule=rule, report=report, outcome=f"initiative of {names.side(turn.first)}")


def _told(rolled: int, change: int) -> str:
    if not change:
        return f"rolled {rolled}"
    why = "their King at home" if change > 0 else "no King"
    return f"rolled {rolled} {'+' if change > 0 else '-'} {abs(change)} ({why}) = {rolled + change}"
