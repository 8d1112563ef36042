"""How a game of a tournament came out, as its engine tells."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.core import game
from engine.core.final_score import Tally


class Tenure(msgspec.Struct, frozen=True):
    """Who held a seat for how many of its turns; "" is a computer player who kept it for somebody."""

    person: str
    turns: int


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """How one seat came out."""

    seat: str
    """Its name in the game."""

    person: str
    """Who held it at the end."""

    place: int
    """Its place, from 1; those who share one have the same."""

    points: int = 0
    """Its points, all together; 0 in a game without points."""

    parts: Mapping[str, int] = {}
    """The points by what they are for."""

    clear: bool = False
    """Whether it won outright, without points: with the sole King [WBC-T02]."""

    dropped: bool = False
    """Whether it had left the game before the end."""

    tenures: tuple[Tenure, ...] = ()
    """Who held it one after another; empty where one person did throughout."""

    @property
    def held(self) -> tuple[Tenure, ...]:
        """Who held it one after another, at least one."""
        return self.tenures or (Tenure(self.person, 1),)

    @property
    def people(self) -> list[str]:
        """Who held it at the end, and who for a part of its turns."""
        return [self.person, *(tenure.person for tenure in self.tenures if tenure.turns)]

    def share_of(self, person: str) -> float:
        """Return which part of the seat's turns were a person's, from 0 to 1."""
        if not self.tenures:
            return float(person == self.person)
        turns = sum(tenure.turns for tenure in self.held)
        return sum(tenure.turns for tenure in self.held if tenure.person == person) / turns if turns else 0.0

    def points_of(self, person: str) -> int:
        """Return a person's part of the points: as large as his part of the turns, rounded to the nearest."""
        return round(self.points * self.share_of(person))


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game came out."""

    places: tuple[Place, ...]
    """Every seat, the best place first."""

    ending: str
    """How it ended, in a sentence."""

    rule: str = ""
    """The rule by which it ended."""

    adjudicated: bool = False
    """Whether it was stopped where it stood because its time was over."""

    game: str = ""
    """The game's number or name, for a link."""

    def of(self, person: str) -> Place | None:
        """Return the place of the seat that a person held at the end or in part; None if he held none."""
        return next((place for place in self.places if person in place.people), None)

    def winners(self) -> list[str]:
        """Return who came first."""
        return [place.person for place in self.places if place.place == 1 and place.person]


def best_share(place: Place, all_places: Sequence[Place]) -> float:
    """Return how large a part of its rivals a seat has left behind, from 0 to 1; those level with it count half.

    So tables of different sizes can be compared: the first of four and the first of six have 1 each.
    """
    rivals = [other for other in all_places if other.seat != place.seat]
    behind = sum(1.0 if other.place > place.place else 0.5 for other in rivals if other.place >= place.place)
    return behind / len(rivals) if rivals else 1.0


def of_game(
    tallies: Sequence[Tally],
    result: game.Result | None,
    people: Mapping[str, str],
    tenures: Mapping[str, tuple[Tenure, ...]],
    link: str = "",
) -> Result:
    """Return how a game came out, from what its engine tells; `people` says who held each seat at the end.

    First come the winners; then those who stayed, by points and by what decides between equals; last those who left.
    Without `result` the game was stopped where it stood, and places go by the same without winners.
    """
    winners = result.winners if result else ()
    ranked = {tally.seat: _rank(tally, winners) for tally in tallies}
    places = [
        Place(
            seat=tally.seat,
            person=people[tally.seat],
            place=1 + sum(other < ranked[tally.seat] for other in ranked.values()),
            points=tally.points,
            parts=tally.parts,
            clear=tally.clear and tally.seat in winners,
            dropped=tally.gone,
            tenures=tenures.get(tally.seat, ()),
        )
        for tally in tallies
    ]
    return Result(
        places=tuple(sorted(places, key=lambda place: place.place)),
        ending=result.reason if result else "Its time was over; it counts as it stood.",
        rule=result.rule if result else "",
        adjudicated=result is None,
        game=link,
    )


def _rank(tally: Tally, winners: Sequence[str]) -> tuple[float, ...]:
    """Return the order of a game's places; the least comes first."""
    return (tally.seat not in winners, tally.gone, -tally.points, *(-more for more in tally.level))
