"""A result as an official writes it down: "Ann 40 king, Ben 31 = Cat 31", the first place first."""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core.errors import Illegal
from engine.core.text import counted, join_words
from engine.tournament import names as people
from engine.tournament.results import Place, Result

BY_RULING = "ruling"
"""What points are for that a ruling gives or takes."""

_LAST = re.compile(r"\s(king|-?\d{1,6})$", re.IGNORECASE)


def written(result: Result, names: Mapping[str, str]) -> str:
    """Return a result as an official may change it."""
    groups: dict[int, list[str]] = {}
    for place in result.places:
        words = [
            people.written(names.get(place.person) or place.seat),
            str(place.points),
            *(["king"] if place.clear else []),
        ]
        groups.setdefault(place.place, []).append(" ".join(words))
    return ", ".join(" = ".join(group) for _, group in sorted(groups.items()))


def read(result: Result, text: str, names: Mapping[str, str]) -> Result:
    """Return a result as it is written, with everything that is not written as it was; raises Illegal."""
    known = {people.key(names.get(place.person) or place.seat): place for place in result.places}
    known |= {place.person: place for place in result.places if place.person}
    found: list[Place] = []
    for group in people.split(text, ","):
        number = len(found) + 1
        found += [_place(one, known, number) for one in people.split(group, "=")]
    missing = [place for place in result.places if place.seat not in {place.seat for place in found}]
    if missing or len(found) != len(result.places):
        wanted = join_words(names.get(place.person) or place.seat for place in result.places)
        raise Illegal(f"Name each of them once, the first place first: {wanted}.")
    _check_kings(found, names)
    return msgspec.structs.replace(result, places=tuple(found))


def _check_kings(places: Sequence[Place], names: Mapping[str, str]) -> None:
    """Refuse more than one sole King, and one who does not win alone [WBC-VIC.1]."""
    kings = [place for place in places if place.clear]
    called = [names.get(king.person) or king.seat for king in kings]
    if len(kings) > 1:
        raise Illegal(
            f"Only one can be the sole King, not {join_words(called)}. Write 'king' behind one name alone.", "WBC-VIC.1"
        )
    if kings and (kings[0].place > 1 or sum(place.place == 1 for place in places) > 1):
        raise Illegal(
            f"The sole King wins alone. Write {called[0]} first and without “=”, or leave 'king' out.", "WBC-VIC.1"
        )


def _place(text: str, known: Mapping[str, Place], number: int) -> Place:
    """One seat as it is written: a name, its points, and "king" for the sole King."""
    found = [(place, words) for name, words in _readings(text) if (place := known.get(people.key(name)))]
    if not found:
        raise Illegal(
            f"'{text.strip()}' is nobody at this table; write a name, the points, and 'king' for a sole King."
        )
    place, words = found[-1]
    points = next((int(word) for word in words if word != "king"), place.points)
    return msgspec.structs.replace(
        place, place=number, points=points, parts=_parts(place, points), clear="king" in words
    )


def _readings(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the ways to read a name and the words behind it, longest name first; a quoted name has one reading."""
    sure = people.opened(text)
    name, words = (sure[0], sure[1].casefold().split()) if sure else (text.strip(), [])
    yield name, words
    while not sure and (last := _LAST.search(name)):
        words = [*words, last[1].casefold()]
        name = name[: last.start()].rstrip()
        yield name, words


def _parts(place: Place, points: int) -> Mapping[str, int]:
    """Return the parts of the points; a ruling's change stands beside the rest."""
    if points == place.points:
        return place.parts
    given = place.parts.get(BY_RULING, 0) + points - place.points
    return {**place.parts, BY_RULING: given}


def differences(before: Result, after: Result) -> list[str]:
    """Return what a correction has changed, a line a seat; `{person}` stands for a name."""
    return list(_differences(before.places, after.places))


def _differences(before: Sequence[Place], after: Sequence[Place]) -> Iterator[str]:
    was = {place.seat: place for place in before}
    for place in after:
        old = was[place.seat]
        if (old.place, old.points, old.clear) != (place.place, place.points, place.clear):
            yield f"{_called(place)}: {_said(old)} → {_said(place)}"


def _said(place: Place) -> str:
    king = ", sole King" if place.clear else ""
    return f"place {place.place} with {counted(place.points, 'point')}{king}"


def doubts(before: Result, after: Result) -> list[str]:
    """Return what is odd about a correction and was not so before: whoever insists on it has to say so [WBC-VIC.2].

    Points decide the places, but for the sole King's, and of those who left before the end.
    """
    old = _odd(before)
    return [text for pair, text in _odd(after).items() if old.get(pair) != text]


def _odd(result: Result) -> dict[tuple[str, str], str]:
    """Return the faults between pairs of seats."""
    pairs = ((one, other) for number, one in enumerate(result.places) for other in result.places[number + 1 :])
    found = {(one.seat, other.seat): _misfit(one, other) for one, other in pairs}
    return {pair: text for pair, text in found.items() if text}


def _misfit(one: Place, other: Place) -> str:
    """Return the oddity of two neighbouring places, the better one first; "" for none."""
    if one.clear or one.dropped != other.dropped:
        return ""
    first, second = (f"{_called(place)} ({place.points})" for place in (one, other))
    if one.place == other.place:
        return f"{first} and {second} share place {one.place}." if one.points != other.points else ""
    if one.points < other.points:
        return f"{first} comes before {second}, who has more points."
    same = one.points == other.points > 0
    return f"{first} comes before {second}, who has as many points; “=” lets them share the place." if same else ""


def _called(place: Place) -> str:
    return f"{{{place.person}}}" if place.person else "A computer player"
