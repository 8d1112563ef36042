"""The second arithmetic finds no difference in games as they are played, and notices each figure that is altered."""

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy

import msgspec
import pytest

from engine.core.events import Event
from engine.core.record.transcript import Transcript
from engine.games import GAMES as TITLES
from engine.games import rules_of
from engine.recount.judging import Act
from engine.recount.recount import JUDGES, judged, of_record
from tests.recount.altered import Place, altered
from tests.recount.games import ON_POINTS, TOLD, acts, records

OFTEN = 2
"""How often a figure is altered that has the same place in events of the same kind and rule."""

FEWEST = {"kingmaker": 15, "lancaster": 60, "warlord": 7, "warriors": 60}
"""Places of figures that there are at least in the games of a title."""


@pytest.fixture(scope="module")
def known() -> Mapping[str, Transcript]:
    """Return the games that are judged."""
    return records()


@pytest.mark.parametrize("name", [*TOLD, ON_POINTS])
def test_a_game_is_as_the_second_arithmetic_has_it(name: str, known: Mapping[str, Transcript]) -> None:
    found = of_record(rules_of(known[name].rules), known[name])
    assert not found.doubts, "\n".join(found.words())
    assert found.sums > found.events > 10
    assert list(found.words()) == [f"judged {found.sums} sums of {found.events} events: no difference"]


def test_each_judge_has_a_game() -> None:
    assert JUDGES.keys() <= TITLES.keys()


@pytest.mark.parametrize("title", sorted(JUDGES))
def test_each_figure_that_is_altered_by_one_is_noticed(title: str, known: Mapping[str, Transcript]) -> None:
    judge, met, missed = JUDGES[title], Counter[tuple[str, str, Place]](), []
    for record in (record for record in known.values() if record.rules == title):
        for act in acts(record):
            for place, event in enumerate(act.events):
                for path, other in altered(event) if hasattr(judge, f"on_{event.kind}") else ():
                    where = (event.kind, event.rule, path)
                    met[where] += 1
                    if met[where] <= OFTEN and not _noticed(act, place, other):
                        missed.append((event.kind, path, other.text, other.report))
    assert not missed
    assert len(met) >= FEWEST[title]


def test_points_among_three_crowns_are_counted_from_whom_each_holds_and_who_is_slain(
    known: Mapping[str, Transcript],
) -> None:
    *_, last = acts(known[ON_POINTS])
    place = next(place for place, event in enumerate(last.events) if event.kind == "victory")
    told = last.events[place]
    assert told.text == "The last round is over; points: White 0, Red 4 and Blue 5. {s2} has won."
    assert not _noticed(last, place, told)
    for other in ("White 1, Red 4 and Blue 5. {s2}", "White 0, Red 4 and Blue 3. {s1}", "Red 4 and Blue 5. {s2}"):
        altered_text = f"The last round is over; points: {other} has won."
        assert _noticed(last, place, msgspec.structs.replace(told, text=altered_text)), altered_text
    assert _noticed(last, place, msgspec.structs.replace(told, text=told.text.replace("{s2}", "{s1}")))


def _noticed(act: Act, place: int, other: Event) -> bool:
    """Tell whether the judge of an action says that one event is not right."""
    events = (*act.events[:place], other, *act.events[place + 1 :])
    altered_act = act._replace(before=deepcopy(act.before), events=events)
    judge = JUDGES[act.after["rules"]]
    return any(found.said != found.expected for _, found in judged(judge, altered_act))
