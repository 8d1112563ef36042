"""What came of each step of a scenario, beyond what the scenario looks at."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from engine.core.errors import Illegal
from engine.core.table import Table
from engine.core.trials import scenario
from engine.core.trials.scenario import Done
from engine.games import rules_of
from tests.chronicles.around import asked, happened, looked_round, weighed
from tests.chronicles.kept import UNSEEN

SCENARIOS = Path(__file__).parents[1] / "scenarios"

FILES = {str(file.relative_to(SCENARIOS).with_suffix("")): file for file in scenario.files(SCENARIOS)}
"""Every scenario by its place below the folder."""


KINDS = re.compile(
    r"^(?:\w+ is refused: (?:None)?|\w+ says|\w+ chooses \w+|plan \w+ \w+|foreseen \S+|\w+ (?=\{))|is offered \('\w+'",
    re.MULTILINE,
)
"""What is told at the end of a scenario, by kind: what is offered, refused and planned, what players choose, what is
foreseen, and which edits are tried."""


def scene(name: str, *, looks: bool = True) -> Iterator[str]:
    """Run a scenario and tell what came of each step, and how everything stands at the end, if anybody looks there."""
    read = scenario.load(FILES[name])
    moments: list[str] = []

    def watch(table: Table, said: str, done: Done) -> None:
        moments.append(f"{said}\n{_came(table, done)}")

    table = scenario.run(rules_of(read.game), read, watch)
    yield from moments
    if not table.game.stopped:
        yield "\n".join(looked_round(table, Random(name))) if looks else UNSEEN


def telling(scenes: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the scenarios at whose end something is of a kind that it is in no scenario of the title before them."""
    seen: set[str] = set()
    found: list[str] = []
    for name, moments in scenes.items():
        kinds = {*KINDS.findall(moments[-1])}
        found += [name] if kinds - seen else []
        seen |= kinds
    return found


def _came(table: Table, done: Done) -> str:
    """What came of a step, what is asked then, and what players make of it."""
    if done is None or isinstance(done, Illegal):
        return f"{done}"
    return "\n".join([happened(done, table), *map(asked, table.requests()), *weighed(table)])
