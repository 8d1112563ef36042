"""Rulings of a game master that are questioned: officials decide jointly, each with reasons [WBC-T12]."""

from typing import Literal

from engine.core.errors import Illegal
from engine.tournament import log, seating
from engine.tournament.state import Opinion, Ruling, State, Work


def question(state: State, entry: log.Questioned) -> None:
    """Hold a table until a ruling of its game master has been looked at by others."""
    table = state.game(entry.heat, entry.table).people
    if entry.by not in table:
        raise Illegal("Only the players of a table can question a ruling there.", "WBC-T12")
    if entry.ruling != len(state.rulings) + 1:
        raise Illegal(f"The next ruling that is questioned is number {len(state.rulings) + 1}.")
    ruling = Ruling(
        heat=entry.heat,
        table=entry.table,
        text=entry.text,
        rule=entry.rule,
        before=entry.before,
        after=entry.after,
        asked_by=entry.by,
        version=entry.version,
    )
    state.rulings.append(ruling)


def find(state: State, number: int) -> Ruling:
    """Return a questioned ruling by its number, from 1; raises Illegal if there is none."""
    if not 1 <= number <= len(state.rulings):
        raise Illegal(f"No ruling has the number {number}.", "WBC-T12")
    return state.rulings[number - 1]


def awaited(state: State, ruling: Ruling) -> list[str]:
    """Return the officials whose opinion a ruling waits for: the game master and every assistant who may judge it.

    An assistant who plays at the table does not judge; after an appeal nobody does who decided before, unless there is
    nobody else.
    """
    table = state.game(ruling.heat, ruling.table).people
    able = [official for official in state.officials if official == state.master or official not in table]
    judges = {opinion.official for opinion in ruling.earlier}
    fresh = [official for official in able if official not in judges]
    given = {opinion.official for opinion in ruling.opinions}
    return [official for official in (fresh or able) if official not in given]


def judge(state: State, entry: log.Judged) -> None:
    """Note an official's opinion; the last one that is waited for decides the ruling."""
    ruling = find(state, entry.ruling)
    if ruling.upheld is not None:
        raise Illegal("This ruling is decided; a player of the table can appeal.", "WBC-T12")
    if entry.by not in awaited(state, ruling):
        raise Illegal("Another official must judge this: one who neither plays there nor has judged it.", "WBC-T12")
    if not entry.reason:
        raise Illegal("Give your reason; it is published with the ruling.", "WBC-T12")
    if not seating.judge_of(state, state.game(ruling.heat, ruling.table).people):
        raise Illegal("Name an assistant who does not play at this table; they decide with you.", "WBC-T12")
    ruling.opinions.append(Opinion(entry.by, entry.upheld, entry.reason))
    if not awaited(state, ruling):
        ruling.upheld, ruling.decided = _joint(state, ruling), entry.time


def _joint(state: State, ruling: Ruling) -> bool:
    """Tell whether the officials uphold a ruling: by majority, on a tie by the first assistant who can judge.

    The game master is held to a higher standard: he does not decide alone.
    """
    upheld = sum(opinion.upheld for opinion in ruling.opinions)
    if 2 * upheld != len(ruling.opinions):
        return 2 * upheld > len(ruling.opinions)
    judge = seating.judge_of(state, state.game(ruling.heat, ruling.table).people)
    return next((opinion.upheld for opinion in ruling.opinions if opinion.official == judge), False)


def appeal(state: State, entry: log.Appealed) -> None:
    """Have a decided ruling judged once more, by others than before."""
    ruling = find(state, entry.ruling)
    if ruling.upheld is None:
        raise Illegal("This ruling is not decided yet.", "WBC-T12")
    if entry.by not in state.game(ruling.heat, ruling.table).people:
        raise Illegal("Only the players of the table can appeal.", "WBC-T12")
    if ruling.appeal:
        raise Illegal("This ruling was judged twice; it stands.", "WBC-T12")
    if not entry.reason:
        raise Illegal("Say why; the reason is published with the appeal.", "WBC-T12")
    ruling.appeal = entry.reason
    ruling.earlier, ruling.opinions = ruling.opinions, []
    ruling.upheld, ruling.decided = None, ""
    if ruling.mended == "left":
        ruling.mended = ruling.left = ""


def trace(state: State, entry: log.Traced) -> None:
    """Note which action of its game a ruling was."""
    ruling = find(state, entry.ruling)
    if ruling.version or not to_mend(ruling):
        raise Illegal("The action of that ruling is known already, or there is nothing to put right.", "WBC-T12")
    _check_mender(state, ruling, entry.by)
    ruling.version = entry.version


# ---------------------------------------------------------------------- what becomes of it at the table

Wanted = Literal["", "undone", "restored"]
"""What is to be done at a table: nothing (more), undo a ruling that falls, or put one back that stands after all."""


def to_mend(ruling: Ruling) -> Wanted:
    """Return what a decision asks for at its table."""
    if ruling.upheld is None or ruling.mended in ("left", "corrected"):
        return ""
    undone = bool(ruling.undone_at) or ruling.by_hand
    if ruling.upheld:
        return "restored" if undone else ""
    return "" if undone else "undone"


def menders(state: State, ruling: Ruling) -> list[str]:
    """Return the officials who may put a table right: those who do not play there."""
    table = state.game(ruling.heat, ruling.table).people
    return [official for official in state.officials if official not in table]


def mend(state: State, entry: log.Mended) -> None:
    """Note what was done at the table; raises Illegal where nothing is to be done, or not that."""
    ruling = find(state, entry.ruling)
    wanted = to_mend(ruling)
    if not wanted:
        raise Illegal("Nothing is left to mend after this ruling.", "WBC-T12")
    _check_mender(state, ruling, entry.by)
    if entry.how in ("left", "by_hand") and not entry.reason:
        raise Illegal("Say why the table is left as it is, or what you have changed; everybody reads it.", "WBC-T12")
    if entry.how in ("undone", "restored") and entry.how != wanted:
        raise Illegal("Look at the ruling again: it has been decided differently since.", "WBC-T12")
    ruling.work = Work(entry.by, entry.looked, entry.back_to, entry.again) if entry.looked else None
    ruling.mended, ruling.left = entry.how, entry.reason if entry.how in ("left", "by_hand") else ""
    if entry.how in ("undone", "restored", "by_hand"):
        ruling.by_hand = entry.how == "by_hand" and wanted == "undone"
        ruling.undone_at = entry.version if entry.how == "undone" else 0


def _check_mender(state: State, ruling: Ruling, official: str) -> None:
    if official not in menders(state, ruling):
        raise Illegal("Another official must mend it: one who does not play at that table.", "WBC-T12")
