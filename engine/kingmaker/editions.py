"""The conditions that the printed figures of every edition of Kingmaker must meet."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from engine.core.files.figures import EditionNumbers, Fault, described
from engine.kingmaker.board.catalog import GAME, BishopCard, Call, Catalog, OfficeCard, Place, catalog, ours
from engine.kingmaker.board.tables import Allegiance, RoyalDeath

DIE = range(1, 7)
"""The numbers of a die."""

SUMS = range(2, 13)
"""The sums of two dice."""

HUNDRED = 100
"""The sides of the die of the battle table."""

MOST_SHIPS = 9
"""Ships of an office that a card can call."""

ROWS: Mapping[str, Any] = {"calls": list[Call], "results": list[RoyalDeath], "chart": list[Allegiance]}
"""The kind of a field's tables."""


def faults(figures: EditionNumbers) -> Iterator[Fault]:
    """Yield the faults of an edition, those in the rows of its tables first."""
    broken = list(_tables(figures))
    yield from broken
    if broken:
        return
    book = catalog(figures)
    for check in (_names, _bonuses, _calls, _killed, _places, _sieges, _battles, _royal_death, _vacillating):
        yield from check(book)


def _tables(figures: EditionNumbers) -> Iterator[Fault]:
    """Yield the faults in the form of the tables that an edition changes."""
    for address, value in figures.items():
        _, _, field = described(GAME).places[address]
        if field.type != "tables":
            continue
        try:
            rows = msgspec.convert(value, ROWS[field.id])
        except msgspec.ValidationError as error:
            yield Fault(address, f"One of its rows cannot be read: {error}; write each like one of Herald's.")
            continue
        if not rows:
            yield Fault(address, "It has no rows; write at least one, like Herald's.")
        if unknown := [name for row in value for name in row if name not in _fields(rows[0])]:
            yield Fault(
                address, f"'{unknown[0]}' is not something that a row contains; write {', '.join(_fields(rows[0]))}."
            )


def _fields(row: msgspec.Struct) -> tuple[str, ...]:
    return row.__struct_fields__


# ---------------------------------------------------------------------- cards


def _names(book: Catalog) -> Iterator[Fault]:
    """Yield names that are used twice: among people, titles and ships, among places, among squares, or among seas."""
    plain = {card_id: card for card_id, card in book.cards.items() if not card_id.endswith("_2")}
    groups = {group: described(GAME).rows(group) for group in CARDS}
    people = [
        (f"{group}.{card_id}.name", _card(book, plain, card_id)) for group, ids in groups.items() for card_id in ids
    ]
    yield from _twice([*people, *((f"royal.{royal_id}.name", royal.name) for royal_id, royal in book.royals.items())])
    yield from _twice([(f"place.{place_id}.name", place.name) for place_id, place in book.places.items()])
    yield from _twice([(f"square.{square_id}.name", square.name) for square_id, square in book.squares.items()])
    yield from _twice([(f"sea.{sea_id}.name", sea.name) for sea_id, sea in book.seas.items()])


CARDS = ("noble", "title", "office", "bishop", "mercenary", "ship")
"""The groups of figures of which each card has a name of its own."""


def _card(book: Catalog, plain: Mapping[str, Any], card_id: str) -> str:
    return book.ships[card_id].name if card_id in book.ships else str(plain[card_id].name)


def _twice(named: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    seen: set[str] = set()
    for address, name in named:
        if name.casefold() in seen:
            yield Fault(address, f"Something else is also called '{name}' too; give one of them another name.")
        seen.add(name.casefold())


def _bonuses(book: Catalog) -> Iterator[Fault]:
    for card_id, card in book.cards.items():
        if isinstance(card, OfficeCard | BishopCard) and card.bonus and not card.bonus_area:
            group = "office" if isinstance(card, OfficeCard) else "bishop"
            yield Fault(
                f"{group}.{card_id}.bonus",
                f"{card.name} has no area of his own; write 0, and count all men as strength.",
            )


def _calls(book: Catalog) -> Iterator[Fault]:
    known = {
        "nobles": described(GAME).rows("noble"),
        "titles": described(GAME).rows("title"),
        "offices": described(GAME).rows("office"),
        "bishops": described(GAME).rows("bishop"),
        "ships": described(GAME).rows("office"),
    }
    for event_id, event in book.events.items():
        address = f"event.{event_id}.calls"
        for call in event.calls:
            if call.place not in book.places:
                yield Fault(address, f"'{call.place}' is not a place on the map; write one that is.")
            for group, ids in known.items():
                if wrong := [one for one in getattr(call, group) if one not in ids]:
                    yield Fault(address, f"'{wrong[0]}' is not one of the {group}; write one of {', '.join(ids)}.")
            if not any(getattr(call, group) for group in known):
                yield Fault(address, "A call names nobody; write who must go there, or remove the call.")
            if any(not 1 <= number <= MOST_SHIPS for number in call.ships.values()):
                yield Fault(address, f"No office has that many ships; write a number from 1 to {MOST_SHIPS}.")
        places = Counter(call.place for call in event.calls)
        if repeated := [place for place, number in places.items() if number > 1]:
            yield Fault(address, f"Two calls go to '{repeated[0]}'; write them as one.")


def _killed(book: Catalog) -> Iterator[Fault]:
    for event_id, event in book.events.items():
        if event.nobles_killed_table and event.nobles_killed:
            reason = "On this card dice decide who dies, so it names nobody; write []."
            yield Fault(f"combat.{event_id}.nobles_killed", reason)
        if event.kind == "plague" and not event.places:
            yield Fault(f"event.{event_id}.places", "A plague needs a place to strike; write at least one.")
        if event.kind == "plague" and (wrong := [one for one in event.places if not _has_inside(book.places[one])]):
            reason = f"Nobody can be inside {book.places[wrong[0]].name}, so the plague finds nobody there; remove it."
            yield Fault(f"event.{event_id}.places", reason)
        if event.kind == "mercenaries_go_home" and not event.groups:
            yield Fault(f"event.{event_id}.groups", "This card sends somebody home; write at least one of the groups.")


# ---------------------------------------------------------------------- places


def _has_inside(place: Place) -> bool:
    return ours().place_kinds[place.kind].inside and place.kind != "area"


def _places(book: Catalog) -> Iterator[Fault]:
    for place_id, place in book.places.items():
        if not _has_inside(place) and (place.garrison or place.capacity):
            field = "garrison" if place.garrison else "capacity"
            yield Fault(f"place.{place_id}.{field}", f"{place.name} has no walls, so nobody fits inside; write 0.")
        if place.fortress and not place.garrison:
            yield Fault(
                f"place.{place_id}.garrison", f"{place.name} has walls, so it has a garrison; write 1 at least."
            )
        if _has_inside(place) and not place.capacity:
            yield Fault(f"place.{place_id}.capacity", f"There is room inside {place.name}; write 1 at least.")


# ---------------------------------------------------------------------- tables


def _sieges(book: Catalog) -> Iterator[Fault]:
    if book.siege.lay_percent > book.siege.full_percent:
        reason = f"Nobody needs more men to besiege than to take; write {book.siege.full_percent} at most."
        yield Fault("siege.lay_percent", reason)


def _battles(book: Catalog) -> Iterator[Fault]:
    for row_id, row in zip(described(GAME).rows("battle_result"), book.battle_rows, strict=True):
        after = 0
        for result, (first, last) in row.ranges().items():
            if first != after + 1 or last < first:
                reason = (
                    f"The numbers of {row.odds} go on from {after + 1}; write [{after + 1}, {max(last, after + 1)}]."
                )
                yield Fault(f"battle_result.{row_id}.{result}", reason)
            after = last
        if after != HUNDRED:
            reason = f"The numbers of {row.odds} end with {HUNDRED}; write it as the last one."
            yield Fault(f"battle_result.{row_id}.total_victory", reason)


def _royal_death(book: Catalog) -> Iterator[Fault]:
    rolls = sorted(result.roll for result in book.royal_deaths)
    if rolls != list(SUMS):
        yield Fault(
            "royal_death.results", "Each sum of two dice names one heir; write a row for each sum from 2 to 12."
        )
    if wrong := [result.royal for result in book.royal_deaths if result.royal not in book.royals]:
        reason = f"'{wrong[0]}' is no heir; write one of {', '.join(book.royals)}."
        yield Fault("royal_death.results", reason)


def _vacillating(book: Catalog) -> Iterator[Fault]:
    if not 1 <= len(book.vacillating.larger_force_on) < len(DIE):
        reason = "The die decides which side loses a noble; give the larger side some of its numbers, but not all."
        yield Fault("vacillating.larger_force_on", reason)
    chart, address = book.vacillating.chart, "vacillating.chart"
    if any(row.own < 0 or row.enemy < 1 or not 0 <= row.returns_home_up_to <= len(DIE) for row in chart):
        yield Fault(
            address, "Write odds from 0:1 upwards and die numbers from 0 to 6; correct the row that has others."
        )
    elif any(one.own * other.enemy <= other.own * one.enemy for one, other in pairwise(chart)):
        yield Fault(address, "Put the rows in order, from the best odds to the worst.")
    elif chart[-1].own:
        yield Fault(address, "The last row covers all other cases; write own = 0 in it.")
