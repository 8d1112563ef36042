"""A duel in words: what the picture of a duel says, and says instead of it."""

from collections.abc import Mapping

from engine.core.text import counted
from engine.warlord.board.ids import PieceId
from engine.warlord.board.state import Exchange, Fate, Fought
from engine.warlord.views import DuelView, FighterView, WarlordView
from render.wording import within_limit

FATES: dict[Fate, str] = {
    "landed": "it lands",
    "parried": "parried",
    "spoiled": "lost to a quicker blow",
    "late": "too late",
    "none": "",
}

OUTCOMES = {
    "attackers": "The attacking side has won.",
    "defenders": "The defending side has won.",
    "double_kill": "A double kill: nobody is left standing.",
    "parted": "The armies part.",
}


def duel_alt(view: WarlordView, duel: DuelView) -> str:
    """Return the alternative text of a duel: who fights and how they stand, then blow by blow, the last one first."""
    known = {piece.id: piece.name for piece in view.pieces}
    stand = [_fighter(fighter, known) for fighter in duel.fighters]
    blows = [_exchange(exchange, known) for exchange in reversed(duel.revealed)]
    order = ["The last exchange comes first."] if len(blows) > 1 else []
    end = OUTCOMES.get(duel.outcome, f"Exchange {duel.exchange} comes next.")
    return within_limit([f"Duel on {duel.square}: {', '.join(stand)}.", end, *order, *blows])


def _fighter(fighter: FighterView, known: Mapping[PieceId, str]) -> str:
    facts = ["attacks" if fighter.attacks else "defends", counted(fighter.wounds, "wound")]
    facts += ["high ground"] if fighter.high_ground else []
    facts += ["felled"] if fighter.felled else ["staggered"] if fighter.staggered else []
    return f"{known[fighter.id]} ({', '.join(facts)})"


def _exchange(exchange: Exchange, known: Mapping[PieceId, str]) -> str:
    return f"Exchange {exchange.number}: {'; '.join(_fought(fought, known, exchange) for fought in exchange.fought)}."


def _fought(fought: Fought, known: Mapping[PieceId, str], exchange: Exchange) -> str:
    stroke = fought.stroke
    guard = f"guards {' and '.join(stroke.guard)}"
    several = len(exchange.fought) > 2 and stroke.target
    at = f" at {known[stroke.target]}" if several else ""
    fate = f" ({FATES[fought.fate]})" if FATES[fought.fate] else ""
    blow = "strikes no blow" if stroke.blow == "none" else f"strikes {stroke.blow}{at}{fate}"
    wounds = f"has {counted(fought.wounds, 'wound')}{' and is staggered' if fought.staggered else ''}"
    left = "is felled" if fought.felled else wounds
    return f"{known[fought.fighter]} {blow}, {guard}, and {left}"
