"""The conditions on printed figures, so that an edition can be played."""

from collections.abc import Iterator

from engine.core.files.figures import EditionNumbers, Fault
from engine.warriors.board.catalog import Catalog, catalog

HOMES_OF_KINGS = ("england", "ile_de_france")
"""The areas that the rules name."""


def faults(figures: EditionNumbers) -> Iterator[Fault]:
    """Yield what is wrong with an edition."""
    book = catalog(figures)
    for check in (_areas, _leaders, _charts, _scenarios, _setup):
        yield from check(book)


def _areas(book: Catalog) -> Iterator[Fault]:
    for area in HOMES_OF_KINGS:
        if book.areas[area].neutral:
            yield Fault(f"area.{area}.value", "This area is named by the rules; write 1, 2 or 3.")
    for kind in book.troops.values():
        if kind.home and not book.areas[kind.home].neutral:
            yield Fault(f"area.{kind.home}.value", "Mercenaries live in this area, which is neutral; write 0.")
    for area, near in book.near.items():
        if not near:
            yield Fault(f"area.{area}", "No leader could leave this area; give it a border or an open sea connection.")


def _leaders(book: Catalog) -> Iterator[Fault]:
    for card in book.leaders.values():
        if card.king and (card.rank < 3 or card.nationality == "nonaligned"):
            reason = "Only an English or French leader of three stars may be King; change one of these."
            yield Fault(f"leader.{card.id}.king", reason)


def _charts(book: Catalog) -> Iterator[Fault]:
    for rank, row in book.fates.items():
        if row.captured < row.killed:
            yield Fault(f"elimination.{rank}.captured", "Captured cannot be less than killed; write a larger number.")
    ages = book.death["linear"].dies_on
    if list(ages) != sorted(ages):
        yield Fault("death.dies_on", "Leaders die more easily as they grow older; write growing numbers.")


def _scenarios(book: Catalog) -> Iterator[Fault]:
    for scenario_id, scenario in book.scenarios.items():
        kings = {"english": scenario.english_king, "french": scenario.french_king}
        for side, king in kings.items():
            card = book.leaders[king]
            if card.scenario != scenario_id or card.nationality != side or not card.king or card.entry != 1:
                reason = "The first King is a leader of that side who may be King and comes on turn 1; name another."
                yield Fault(f"scenario.{scenario_id}.{side}_king", reason)
        both = set(scenario.control_english) & set(scenario.control_french)
        neutral = {area for area in (*scenario.control_english, *scenario.control_french) if book.areas[area].neutral}
        if both or neutral:
            reason = "An area is controlled by one side, and neutral ones by nobody; take it out."
            yield Fault(f"scenario.{scenario_id}.control_french", reason)


def _setup(book: Catalog) -> Iterator[Fault]:
    for placed in book.setup:
        card = book.leaders[placed.leader]
        if card.entry != 1:
            yield Fault(f"leader.{card.id}.entry", "He stands on the map when the game begins; write 1.")
        number, most = sum(placed.troops.values()), book.strength_per_star * card.rank
        if number > most:
            yield Fault(f"setup.{card.id}.troops", f"He can command {most}, not {number}; write fewer.")
    for scenario in book.scenarios:
        for kind, troop in book.troops.items():
            used = sum(one.troops.get(kind, 0) for one in book.setup if one.scenario == scenario)
            if 0 <= troop.counter_mix < used:
                yield Fault(f"troop.{kind}.counter_mix", f"The set-up takes {used} of them; write {used} at least.")
