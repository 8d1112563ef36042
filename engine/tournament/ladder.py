"""The ladder of a game: strength and reliability of its players, worked out anew from the results on record."""

from collections.abc import Iterable, Mapping

import msgspec

from engine.tournament import ratings
from engine.tournament.ratings import Rating, Reliability
from engine.tournament.results import Place, Result

CONFIRMED = 5
"""Games after which a rating is no longer marked as provisional."""


class Conduct(msgspec.Struct, frozen=True):
    """How a person kept the time of a game."""

    in_time: int
    """Decisions that he took himself."""

    late: int
    """Decisions that were taken for him, because his time was over."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over, as it is on record."""

    game: str
    """The name of the game that was played."""

    year: int
    """The year in which it ended: its season."""

    result: Result

    conduct: Mapping[str, Conduct] = {}
    """By person."""


class Rung(msgspec.Struct, frozen=True, kw_only=True):
    """A person's line of a ladder."""

    place: int
    """From 1; those level share one."""

    person: str
    rating: Rating
    won: int
    """Games won, alone or with others."""

    @property
    def provisional(self) -> bool:
        """Whether there were too few games yet to say much."""
        return self.rating.games < CONFIRMED


def of_season(outcomes: Iterable[Outcome], game: str, season: int = 0) -> list[Outcome]:
    """Return the outcomes of one game, of one year alone where a season is named; every season begins from nothing."""
    return [one for one in outcomes if one.game == game and season in (0, one.year)]


def ladder(outcomes: Iterable[Outcome]) -> list[Rung]:
    """Return the ladder after outcomes of one game in the order in which they came, the strongest first.

    It goes by what a player is worth almost certainly: strength less three times the doubt.
    """
    results = [outcome.result for outcome in outcomes]
    rated = ratings.after(results)
    order = sorted(rated, key=lambda person: (-rated[person].ladder, person))
    return [
        Rung(
            place=1 + sum(rated[other].ladder > rated[person].ladder for other in order),
            person=person,
            rating=rated[person],
            won=sum(person in result.winners() for result in results),
        )
        for person in order
    ]


def reliability(outcomes: Iterable[Outcome], person: str) -> Reliability:
    """Return how reliable a person is: what he saw through, and what he decided in time; strength is no part of it."""
    known: dict[str, Reliability] = {}
    for outcome in outcomes:
        known |= ratings.reliability(known, outcome.result)
        kept = outcome.conduct.get(person)
        if kept and person in known:
            before = known[person]
            in_time, asked = before.in_time + kept.in_time, before.asked + kept.in_time + kept.late
            known[person] = msgspec.structs.replace(before, in_time=in_time, asked=asked)
    return known.get(person, Reliability())


def renamed(result: Result, person: str, alias: str) -> Result:
    """Return a result in which an alias stands for a person: the place stays, and everything that follows from it."""
    replace = msgspec.structs.replace

    def other(place: Place) -> Place:
        tenures = tuple(
            replace(tenure, person=alias) if tenure.person == person else tenure for tenure in place.tenures
        )
        return replace(place, person=alias if place.person == person else place.person, tenures=tenures)

    return replace(result, places=tuple(map(other, result.places)))
