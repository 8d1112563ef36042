"""Which tables stand still until an official has done something."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.tournament import rulings, seating
from engine.tournament.log import FINAL
from engine.tournament.state import Game, State, heat_name


class Hold(NamedTuple):
    """A table that stands still: its clocks, and that of the tournament."""

    heat: int
    table: int

    why: str
    """Why, and what makes it go on, in sentences; `{person}` stands for a name."""

    rule: str


def holds(state: State) -> list[Hold]:
    """Return the tables that stand still now, those that are over left out."""
    return [
        Hold(heat, table, *why)
        for heat, table, game in state.tables()
        if not game.result
        for why in [*_questioned(state, heat, table), *_unmended(state, heat, table), *_unjudged(state, game)][:1]
    ]


def _questioned(state: State, heat: int, table: int) -> Iterator[tuple[str, str]]:
    """Yield the questioned rulings of a table that are not decided yet [WBC-T12]."""
    for number, ruling in enumerate(state.rulings, start=1):
        if (ruling.heat, ruling.table) == (heat, table) and ruling.upheld is None:
            waits = " and ".join(f"{{{one}}}" for one in rulings.awaited(state, ruling)) or "an assistant"
            yield f"Ruling {number} is questioned; the table waits for {waits}.", "WBC-T12"


def _unmended(state: State, heat: int, table: int) -> Iterator[tuple[str, str]]:
    """Yield the decided rulings of a table that are not carried out yet [WBC-T12]."""
    for number, ruling in enumerate(state.rulings, start=1):
        if (ruling.heat, ruling.table) == (heat, table) and rulings.to_mend(ruling):
            falls = "stands after all" if ruling.upheld else "falls"
            who = " or ".join(f"{{{one}}}" for one in rulings.menders(state, ruling)) or "an assistant"
            yield f"Ruling {number} {falls}; {who} puts the table right with *Mend…*; then it can continue.", "WBC-T12"


def _unjudged(state: State, game: Game) -> Iterator[tuple[str, str]]:
    """Yield a reason if the game master plays and no assistant is left who does not [WBC-T11]."""
    if state.master in game.people and not seating.judge_of(state, game.people):
        yield (
            f"{{{state.master}}}, the game master, plays here, and no assistant is left who can judge. The table goes "
            "on once they name one who does not play here: *For officials*, then *Officials*.",
            "WBC-T11",
        )


def where(heat: int, table: int) -> str:
    """Return "heat 2, table 1" or "the Final"."""
    return heat_name(heat) if heat == FINAL else f"{heat_name(heat)}, table {table}"
