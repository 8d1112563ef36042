"""How strong players are, by game: openskill's Bradley-Terry with partial pairing, and reliability apart from it."""

from collections.abc import Mapping, Sequence

import msgspec
from openskill.models import BradleyTerryPart, BradleyTerryPartRating

from engine.tournament.results import Place, Result

MODEL = BradleyTerryPart()
"""Partial pairing ranks those who share a place alike, which Plackett-Luce does not."""

CERTAIN = 3
"""How many times its uncertainty is taken off a rating in a ranking."""

HALF = 0.5
"""Whoever held a seat for at least this part of its turns is rated by it."""


class Rating(msgspec.Struct, frozen=True):
    """The estimate of a player's strength in a game."""

    skill: float = MODEL.mu
    """The estimate; everybody begins at 25."""

    doubt: float = MODEL.sigma
    """Its standard deviation."""

    games: int = 0
    """After how many games."""

    @property
    def ladder(self) -> float:
        """What the ladder goes by: as good as the player is almost certainly."""
        return self.skill - CERTAIN * self.doubt


class Reliability(msgspec.Struct, frozen=True):
    """How often a player saw his games through; kept apart from strength."""

    begun: int = 0
    finished: int = 0

    asked: int = 0
    """Decisions that he was to take."""

    in_time: int = 0
    """Decisions that he took before his time was over."""

    @property
    def share(self) -> float:
        """Which part of the games was seen through, from 0 to 1; 1 before the first."""
        return self.finished / self.begun if self.begun else 1.0

    @property
    def punctual(self) -> float:
        """Which part of the decisions was taken in time, from 0 to 1; 1 before the first."""
        return self.in_time / self.asked if self.asked else 1.0


def rated(known: Mapping[str, Rating], result: Result) -> dict[str, Rating]:
    """Return the new ratings of those whom a game rates: who held a seat for half of its turns or more.

    A computer player who kept a seat is not rated. Where fewer than two people are left nothing changes.
    """
    people = [(person, place.place) for place in result.places if (person := _rated_for(place))]
    if len(people) < 2:
        return {}
    teams = [[_model(known.get(person, Rating()))] for person, _ in people]
    new = MODEL.rate(teams, ranks=[float(place) for _, place in people])
    return {
        person: Rating(team[0].mu, team[0].sigma, known.get(person, Rating()).games + 1)
        for (person, _), team in zip(people, new, strict=True)
    }


def _rated_for(place: Place) -> str:
    """Return the person whom a seat's outcome rates, of two with half of it the first; "" for nobody."""
    people = dict.fromkeys(tenure.person for tenure in place.held if tenure.person)
    return max((person for person in people if place.share_of(person) >= HALF), key=place.share_of, default="")


def _model(rating: Rating) -> BradleyTerryPartRating:
    return MODEL.create_rating([rating.skill, rating.doubt])


def reliability(known: Mapping[str, Reliability], result: Result) -> dict[str, Reliability]:
    """Return how reliable those are who began a game: whoever held a seat at the end, and is not out, finished it."""
    changed = {}
    for place in result.places:
        for tenure in place.held:
            if tenure.person:
                before = known.get(tenure.person, Reliability())
                stayed = tenure.person == place.person and not place.dropped
                begun, finished = before.begun + 1, before.finished + stayed
                changed[tenure.person] = msgspec.structs.replace(before, begun=begun, finished=finished)
    return changed


def after(results: Sequence[Result]) -> dict[str, Rating]:
    """Return all ratings after games in order, from nothing: a correction is carried out by doing so again."""
    known: dict[str, Rating] = {}
    for result in results:
        known |= rated(known, result)
    return known
