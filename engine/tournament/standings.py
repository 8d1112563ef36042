"""Who stands where, and why: sole Kings first, then the best total of one heat, then all heats together."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from itertools import zip_longest

import msgspec

from engine.tournament.format import Criterion
from engine.tournament.results import Place, Result, best_share
from engine.tournament.state import Heat, State


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A person's line of the standings."""

    person: str
    place: int
    """From 1; everybody has a place of his own."""

    figures: Mapping[str, float]
    """What the standings go by, by criterion."""

    by_heat: Mapping[int, int]
    """The points of each heat played."""

    clear_in: int
    """The heat that was won with the sole King; 0 if none was."""

    settled_by: str
    """The criterion that puts the person before the next one: "lot" for the lot, "" for the last."""

    dropped: bool
    """Whether the person has left the tournament."""

    @property
    def best_in(self) -> int:
        """The heat with the most points, the first of several; 0 if none was played."""
        return max(self.by_heat, key=lambda heat: (self.by_heat[heat], -heat), default=0)


def standings(state: State) -> list[Line]:
    """Return the lines of everybody who has been seated, the first place first.

    The order is strict: what the criteria leave level, the lot decides (`lot`), and the line says so.
    """
    people, played = state.entrants(), _played(state)
    figures = {person: _figures(state, person, played.get(person, ())) for person in people}
    lots = {person: _lot(state, number) for number, person in enumerate(people)}
    order = sorted(people, key=lambda person: (person in state.dropped, *_ranked(state, figures[person]), lots[person]))
    return [
        _line(state, person, place, played.get(person, ()), figures[person], figures.get(after, {}))
        for place, (person, after) in enumerate(zip_longest(order, order[1:], fillvalue=""), start=1)
    ]


def _line(
    state: State, person: str, place: int, results: "Played", own: Mapping[str, float], below: Mapping[str, float]
) -> Line:
    return Line(
        person=person,
        place=place,
        figures=own,
        by_heat={heat.number: won.points_of(person) for heat, _, won in results},
        clear_in=next((heat.number for heat, _, won in results if _clear(won, person)), 0),
        settled_by=next((what for what in state.format.order if own[what] != below[what]), "lot") if below else "",
        dropped=person in state.dropped,
    )


def _ranked(state: State, figures: Mapping[str, float]) -> tuple[float, ...]:
    return tuple(-figures[what] for what in state.format.order)


def _figures(state: State, person: str, played: "Played") -> dict[str, float]:
    """Return what a person has of each criterion of the format."""
    return {what: CRITERIA[what](state, person, played) for what in state.format.order}


Played = Sequence[tuple[Heat, Result, Place]]
"""The heats that a person played, each with its result and their place in it."""


def _played(state: State) -> dict[str, list[tuple[Heat, Result, Place]]]:
    """Return the games of finished heats, by those who held a seat in them, at the end or in part."""
    found: dict[str, list[tuple[Heat, Result, Place]]] = {}
    for heat in state.heats:
        for result in heat.results():
            people = {person for place in result.places for person in place.people}
            for person in people - {""}:
                place = result.of(person)
                assert place is not None
                found.setdefault(person, []).append((heat, result, place))
    return found


def _clear(place: Place, person: str) -> bool:
    """Whether a person won with the sole King: who held the seat at the end did [WBC-T02]."""
    return place.clear and _won(place, person)


CRITERIA: dict[Criterion, Callable[[State, str, Played], float]] = {
    "clear_wins": lambda state, person, played: float(any(_clear(place, person) for _, _, place in played)),
    "best": lambda state, person, played: float(max((place.points_of(person) for _, _, place in played), default=0)),
    "total": lambda state, person, played: float(sum(place.points_of(person) for _, _, place in played)),
    "wins": lambda state, person, played: float(sum(_won(place, person) for _, _, place in played)),
    "share": lambda state, person, played: round(sum(best_share(place, won.places) for _, won, place in played), 3),
    "survived": lambda state, person, played: sum(_survived(state, heat, person) for heat in state.heats),
}
"""How each criterion is counted. One sole King is as good as two: the first already leads to the Final [WBC-T02]."""


def _won(place: Place, person: str) -> bool:
    return place.place == 1 and place.person == person


def _survived(state: State, heat: Heat, person: str) -> float:
    """Whether a person went on from a round of a knock-out; half of it while several share the first place of it."""
    if heat is not state.heats[-1]:
        return float(person in state.heats[heat.number].entered)
    if person in heat.idle:
        return 1.0
    result = heat.result_of(person)
    winners = result.winners() if result else []
    return float(person in winners) / max(1, min(len(winners), 2))


WORDS: dict[str, str] = {
    "clear_wins": "a win with the sole King",
    "best": "the best total of one heat",
    "total": "the points of all heats",
    "wins": "games won",
    "share": "rivals left behind",
    "survived": "rounds survived",
    "lot": "the lot",
}
"""What each criterion is called in a sentence."""

SHORT: dict[str, str] = {
    "best": "points in the best heat",
    "total": "points in all heats",
    "wins": "games won",
    "share": "share of rivals beaten",
    "survived": "rounds survived",
}
"""What the figures of a line are called."""


def lot(state: State, person: str) -> str:
    """Return a person's lot, which decides where nothing else does; the lowest comes first.

    It comes from the secrets of all draws and the number under which the person was first seated, so that anybody can
    find it and nobody could foresee it.
    """
    return _lot(state, state.entrants().index(person))


def _lot(state: State, number: int) -> str:
    secrets = "".join(heat.secret for heat in state.heats)
    return sha256(f"{secrets} {number}".encode()).hexdigest()
