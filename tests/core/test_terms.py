"""What plans of each game may wait for, and how it is said: the numbers that can be chosen, the likeliest first."""

from collections.abc import Callable

from engine.core.actions import Offer
from engine.core.conditions import Condition
from engine.core.table import Table
from engine.lancaster.placing.knights import Place
from engine.warlord.duel.armies import Stand
from engine.warlord.movement.movement import Move as Ride
from engine.warlord.rules import RULES as TOURNEY
from engine.warriors.battles.retreat import Retreat
from engine.warriors.battles.siege import StandSiege
from tests.harness.rows import rows
from tests.lancaster.tables import table as lancaster
from tests.warlord.tables import begun
from tests.warriors.tables import table as warriors


def warlord() -> Table:
    """A tourney in which Red is to move."""
    game = begun({"red_lady": "A1"})
    game.flow()
    return Table(TOURNEY, game)


def conditions(opened: Table, kind: type) -> dict[str, Condition]:
    """What a plan for a kind of action may wait for, by id."""
    return {found.id: found for found in opened.rules.plans.conditions(opened.game, "ann", Offer(kind, ""))}


def values(condition: Condition, name: str) -> list[str]:
    """The values of a field of a condition, in their order."""
    field = next(field for field in condition.fields if field.name == name)
    return [choice.value for choice in field.choices({})]


@rows(
    "opened, kind, condition, field, order",
    [
        (warriors, StandSiege, "siege", "number", "1 2 3 4 5 6 7 8"),
        (warriors, StandSiege, "losing", "chance", "30 50 20 40 10 60 70 80 90"),
        (warriors, Retreat, "weak", "percent", "50 75 100 125 150 25"),
        (warriors, Retreat, "strong", "percent", "50 75 100 125 150 25"),
        (warlord, Ride, "wins", "percent", "50 60 70 80 90 40 30"),
        (warlord, Stand, "banners", "banners", "1 2 3"),
        (lancaster, Place, "squires", "number", "1 2 3 4 5 6 7 8"),
    ],
)
def test_numbers_can_be_chosen(opened: Callable[[], Table], kind: type, condition: str, field: str, order: str) -> None:
    assert values(conditions(opened(), kind)[condition], field) == order.split()


def test_conditions_are_half_sentences_with_the_names_of_their_fields() -> None:
    for opened, kind in (
        (warriors, StandSiege),
        (warriors, Retreat),
        (warlord, Ride),
        (warlord, Stand),
        (lancaster, Place),
    ):
        for found in conditions(opened(), kind).values():
            assert found.words.partition(" ")[0] in ("while", "only", "if"), found.words
            assert all(f"<{field.name}>" in found.words for field in found.fields), found.words
