"""A battle in words: what its card says, and says instead of it."""

from collections.abc import Sequence

from engine.core.text import counted, join_words
from engine.warriors.board.state import SIDES, Clash, Fate, Record, Side
from render.warriors.board import words
from render.warriors.edition import catalog
from render.wording import within_limit

ORDINALS = {2: "second", 3: "third"}
"""For which time in a row a round has brought no hit."""

FATES = {"killed": "killed", "captured": "captured", "routed": "routed"}


def enemy(side: str) -> Side:
    """Return the other side."""
    return "french" if side == "english" else "english"


def title(fought: Record) -> str:
    """Return what was fought, and where."""
    what = "siege" if fought.kind == "siege" else "battle"
    return f"The {what} of {words.area_name(fought.area)}"


def name_of(clash: Clash, number: int) -> str:
    """Return what a clash is called: "Round 2"."""
    return {"pursuit": "Pursuit", "assault": "Assault"}.get(clash.kind, f"Round {number}")


def scores_hit(roll: int, plus: int) -> bool:
    """Tell whether a die hits."""
    return roll + plus >= catalog().battle.hit_on


def jeanne(clash: Clash, bravery: int) -> str:
    """Return what Jeanne d'Arc has brought about, "" where she did not lead."""
    if not clash.jeanne:
        return ""
    what = f"{words.SIDES[clash.silent]} roll no dice" if clash.silent else "both roll"
    return f"Jeanne d'Arc: {clash.jeanne} against bravery {bravery}, {what}"


def verdict(fought: Record) -> str:
    """Return how it ended, or how far it has come."""
    if not fought.over:
        return f"After {counted(len(fought.clashes), 'round')}" if fought.clashes else "Not a blow has fallen yet"
    if fought.kind == "siege" and fought.clashes:
        walls = f"The walls of {words.area_name(fought.area)}"
        return f"{walls} {'fall' if won_assault(fought.clashes[0]) else 'hold'}"
    return f"{words.side_name(fought.holds)} hold the field" if fought.holds else "Nobody is left on the field"


def won_assault(clash: Clash) -> bool:
    """Tell whether an assault has succeeded."""
    return any(roll > clash.number for rolls in clash.rolls.values() for roll in rolls)


def aftermath(fought: Record) -> list[str]:
    """Return who retreated, who got away, and who was captured for want of a way out."""
    found = []
    if fought.retreating:
        verb = "had to retreat" if fought.forced else "retreated"
        found.append(f"{words.side_name(fought.retreating)} {verb}.")
    for to in dict.fromkeys(fought.gone.values()):
        who = join_words(words.short(leader_id) for leader_id, where in fought.gone.items() if where == to)
        disgraced = ", disgraced" if fought.kind == "field" else ""
        found.append(f"To {words.area_name(to)}{disgraced}: {who}.")
    if fought.taken:
        found.append(f"Captured without a way out: {join_words(map(words.short, fought.taken))}.")
    return found


def _aftermath_told(fought: Record) -> list[str]:
    """Return what came after, in whole sentences for the alternative text."""
    found = [line for line in aftermath(fought) if not line.startswith("To ")]
    disgraced = " in disgrace" if fought.kind == "field" else ""
    for to in dict.fromkeys(fought.gone.values()):
        who = join_words(words.short(leader_id) for leader_id, where in fought.gone.items() if where == to)
        found.append(f"{who} left for {words.area_name(to)}{disgraced}.")
    return found


def fate_words(fate: Fate) -> str:
    """Return what has become of a leader, with the die."""
    return f"{words.short(fate.leader)} {FATES[fate.fate]} ({fate.roll})"


def battle_alt(fought: Record, years: str) -> str:
    """Return the alternative text of a battle: who won, both armies, then round by round."""
    parts = [f"{title(fought)}, turn {fought.turn}, {years}. {verdict(fought)}.", *_aftermath_told(fought)]
    parts += [_army(fought, side) for side in SIDES if fought.armies.get(side)]
    number = 0
    for clash in fought.clashes:
        number += clash.kind == "round"
        parts.append(_clash(clash, number))
    return within_limit(parts)


def _army(fought: Record, side: Side) -> str:
    marks = (("the aggressors", fought.aggressor), ("besieged", fought.besieged))
    told = ", ".join(mark for mark, whose in marks if whose == side)
    leaders = [
        f"{words.short(leader_id)} with {words.troops(troops)}" for leader_id, troops in fought.armies[side].items()
    ]
    chief = fought.commanders.get(side)
    led = f", commanded by {words.named(chief)}" if chief else ""
    return f"{words.side_name(side)}{f' ({told})' if told else ''}{led}: {'; '.join(leaders)}."


def _clash(clash: Clash, number: int) -> str:
    if clash.kind == "assault":
        rolled = next((rolls[0] for rolls in clash.rolls.values() if rolls), 0)
        return f"The assault: the die shows {rolled}. Only more than the siege number, {clash.number}, takes the walls."
    sides = [_rolled(clash, side) for side in SIDES if side in clash.rolls]
    lost = [_lost(clash, side) for side in SIDES if clash.lost.get(side)]
    fates = [f"{words.short(fate.leader)} is {FATES[fate.fate]} (the die shows {fate.roll})" for fate in clash.fates]
    missed = [f"no hit, for the {ORDINALS[clash.misses]} time"] if clash.misses in ORDINALS else []
    return f"{name_of(clash, number)}: {'; '.join([*sides, *lost, *fates, *missed])}."


def _rolled(clash: Clash, side: Side) -> str:
    rolls, plus = clash.rolls[side], clash.plus.get(side, 0)
    if not rolls:
        return f"{words.SIDES[side]} roll no dice"
    bonus = f", each with {plus} added" if plus else ""
    return f"{words.SIDES[side]} roll {' '.join(map(str, rolls))}{bonus}: {counted(clash.hits.get(side, 0), 'hit')}"


def _lost(clash: Clash, side: Side) -> str:
    return f"{words.SIDES[side]} lose {words.troops(clash.lost[side])}"


def order(fought: Record, side: Side) -> Sequence[str]:
    """Return the leaders of a side, the commander first."""
    chief = fought.commanders.get(side)
    return sorted(
        fought.armies.get(side, ()),
        key=lambda leader_id: (leader_id != chief, -catalog().leaders[leader_id].rank, leader_id),
    )
