"""What came of each step of a scenario, beyond what the scenario looks at."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from engine.core.table import Outcome, Table
from engine.core.trials import scenario
from engine.core.trials.scenario import Done
from engine.games import rules_of
from tests.chronicles.around import asked, happened, looked_round, weighed
from tests.chronicles.kept import UNSEEN

SCENARIOS = Path(__file__).parents[1] / "scenarios"

FILES = {str(file.relative_to(SCENARIOS).with_suffix("")): file for file in scenario.files(SCENARIOS)}
"""Every scenario by its place below the folder."""


KINDS = re.compile(
    r"^(?:\w+ is refused: (?:None)?|\w+ says|\w+ chooses \w+|plan \w+ \w+|foreseen \S+|\w+ (?=\{))|is offered \('\w+'"
    r"|as \w+: \w+",
    re.MULTILINE,
)
"""What is told of a scenario beside what came of its steps, by kind: what players would do at each, and at the end what
is offered, refused and planned, what players choose, what is foreseen, and which edits are tried."""


def scene(name: str, *, looks: bool = True) -> Iterator[str]:
    """Run a scenario and tell what came of each step.

    If anybody looks, tell what players would do at each, too, and how everything stands at the end.
    """
    read = scenario.load(FILES[name])
    moments: list[str] = []
    choices: list[str] = []

    def watch(table: Table, said: str, done: Done) -> None:
        moments.append(f"{said}\n{_came(table, done)}")
        if looks and isinstance(done, Outcome):
            choices.extend([said, *weighed(table)])

    table = scenario.run(rules_of(read.game), read, watch)
    yield from moments
    yield "\n".join(choices) if looks else UNSEEN
    if not table.game.stopped:
        yield "\n".join(looked_round(table, Random(name))) if looks else UNSEEN


def telling(scenes: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the scenarios of which something is told of a kind that there is in none of the title before them."""
    seen: set[str] = set()
    found: list[str] = []
    for name, moments in scenes.items():
        kinds = {*KINDS.findall("\n".join(moments[-2:]))}
        found += [name] if kinds - seen else []
        seen |= kinds
    return found


def _came(table: Table, done: Done) -> str:
    """What came of a step, and what is asked then."""
    if not isinstance(done, Outcome):
        return f"{done}"
    return "\n".join([happened(done, table), *map(asked, table.requests())])
