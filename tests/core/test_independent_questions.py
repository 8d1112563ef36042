"""What a question is declared to depend on is all that it depends on."""

from random import Random

import pytest

from engine.core import drafts
from engine.core.actions import Offer, values_of
from engine.core.table import Table
from engine.core.trials.simulation import play
from engine.games import GAMES

ACTIONS = 60


@pytest.mark.parametrize("title", sorted(GAMES))
def test_a_question_has_the_same_choices_whatever_else_is_answered(title: str) -> None:
    rules = GAMES[title]
    options = rules.options(rules.usual_variant, {"weapons": "chosen"} if title == "warlord" else {})
    chance, seen = Random(1), set[str]()

    def look(table: Table) -> None:
        for request in table.requests():
            for offer in table.offers(request.seat) if request.seat in table.seats else ():
                seen.update(_checked(offer, chance))

    play(rules, options, rules.seats(options)[0], seed=1, limit=ACTIONS, after=look)
    assert {"lancaster": "vote", "warlord": "arm"}.get(title) in {*seen, None}


def _checked(offer: Offer, chance: Random) -> list[str]:
    """Compare the choices of a question with and without the answers that it is declared not to depend on."""
    free = [field for field in offer.fields if field.after is not None]
    whole = drafts.fill(offer, drafts.at_random(chance)) if free else None
    if whole is None:
        return []
    for field in free:
        known = {name: whole[name] for name in field.after or ()}
        others = {name: value for name, value in whole.items() if name != field.name}
        assert field.when(known) == field.when(others)
        assert [*values_of(field.choices(known))] == [*values_of(field.choices(others))], (offer.label, field.name)
    return [offer.tag]
