"""What the screens hide, nobody hears of in another way."""

import pytest

from engine.core.events import Event
from engine.lancaster.rules import RULES
from tests.conformance.tables import games

VARIANTS = ("henry", "court")


@pytest.mark.parametrize("variant", VARIANTS)
def test_that_a_seat_has_no_choice_it_hears_alone_for_an_empty_screen_may_be_why(variant: str) -> None:
    told: list[Event] = []
    for table in games(RULES, variant, 3, 250):
        told += [event for event in table.game.events if event.kind == "no_choice"]
    assert told and all(event.seats == event.subjects for event in told)


def test_every_step_that_may_answer_itself_keeps_why_to_its_seat() -> None:
    answering = [step for chapter in RULES.chapters for step in chapter.steps if step.answers_itself]
    assert len(answering) > 2 and all(step.hides_why for step in answering)
