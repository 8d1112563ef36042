"""Ratings: golden figures, seats that share a place, seasons, corrections, and reliability that moves no rating."""

from collections.abc import Mapping

import pytest
from openskill.models import PlackettLuce

from engine.tournament import ladder, ratings
from engine.tournament.ladder import Conduct, Outcome
from engine.tournament.ratings import Rating
from engine.tournament.results import Place, Result, Tenure
from tests.tournament.event import result

FIVE = ("ann", "ben", "cat", "dan", "eve")


def came(ranks: Mapping[str, int]) -> Result:
    """A game in which people came out so."""
    places = [Place(seat=person, person=person, place=place) for person, place in ranks.items()]
    return Result(places=tuple(places), ending="It is over.")


def played(points: Mapping[str, int], year: int = 2026, **conduct: Conduct) -> Outcome:
    return Outcome(game="kingmaker", year=year, result=result(points), conduct=conduct)


def test_five_who_begin_alike_stand_as_the_golden_figures_say() -> None:
    found = ratings.rated({}, came(dict(zip(FIVE, (1, 2, 2, 4, 5), strict=True))))
    assert [round(found[person].skill, 2) for person in FIVE] == [27.64, 25.66, 25.66, 23.68, 22.36]


def test_who_comes_after_two_that_share_a_place_is_thought_weaker_than_they_are() -> None:
    """The trap with ties: Plackett-Luce thinks as much of the fourth as of those who share the second place."""
    model = PlackettLuce()
    trapped = [team[0].mu for team in model.rate([[model.rating()] for _ in FIVE], ranks=[1, 2, 2, 4, 5])]
    assert trapped[3] == pytest.approx(trapped[2])
    found = ratings.rated({}, came(dict(zip(FIVE, (1, 2, 2, 4, 5), strict=True))))
    assert found["cat"].skill - found["dan"].skill > 1


def test_every_game_leaves_less_doubt() -> None:
    rungs = [ladder.ladder([played({"ann": 2, "ben": 1})] * games)[0].rating for games in (1, 2, 5)]
    assert [rating.games for rating in rungs] == [1, 2, 5]
    assert Rating().ladder == pytest.approx(0), "everybody begins at the foot of the ladder"
    assert Rating().doubt > rungs[0].doubt > rungs[1].doubt > rungs[2].doubt


def test_a_ladder_goes_by_what_is_almost_certain() -> None:
    """Who has won once against the strong is thought strong, but stands below who has won ten times."""
    often = [played({"ann": 2, "ben": 1, "cat": 0})] * 10
    rungs = ladder.ladder([*often, played({"eve": 9, "ann": 1})])
    assert rungs[0].person == "ann"
    assert [rung.place for rung in rungs] == [1, 2, 3, 4]
    assert next(rung for rung in rungs if rung.person == "eve").provisional


def test_a_season_is_a_year_and_begins_from_nothing() -> None:
    found = [played({"ann": 2, "ben": 1}, 2025), played({"ben": 2, "ann": 1}, 2026)]
    assert [rung.person for rung in ladder.ladder(ladder.of_season(found, "kingmaker", 2025))] == ["ann", "ben"]
    assert [rung.person for rung in ladder.ladder(ladder.of_season(found, "kingmaker", 2026))] == ["ben", "ann"]
    assert len(ladder.of_season(found, "kingmaker")) == 2
    assert ladder.of_season(found, "lancaster") == []


def test_a_correction_changes_every_rating_after_it() -> None:
    later = [played({"ann": 2, "cat": 1}), played({"cat": 2, "dan": 1})]
    before = ladder.ladder([played({"ann": 2, "ben": 1}), *later])
    after = ladder.ladder([played({"ann": 1, "ben": 2}), *later])
    first, second = ({rung.person: rung.rating.skill for rung in rungs} for rungs in (before, after))
    assert all(first[person] != second[person] for person in ("ann", "ben", "cat", "dan"))


def test_reliability_moves_no_rating() -> None:
    careless = [played({"ann": 2, "ben": 1}, ann=Conduct(in_time=1, late=9))]
    assert ladder.ladder(careless) == ladder.ladder([played({"ann": 2, "ben": 1})])
    kept = ladder.reliability(careless, "ann")
    assert (kept.asked, kept.in_time, kept.begun, kept.finished) == (10, 1, 1, 1)
    assert kept.punctual == 0.1


def test_who_has_left_a_game_did_not_see_it_through() -> None:
    left = Place(seat="s1", person="ann", place=2, dropped=True)
    handed = Place(seat="s2", person="eve", place=1, tenures=(Tenure("ben", 3), Tenure("eve", 5)))
    found = [Outcome(game="kingmaker", year=2026, result=Result(places=(handed, left), ending="So."))]
    seen = {person: ladder.reliability(found, person) for person in ("ann", "ben", "eve", "fay")}
    assert {person: (kept.begun, kept.finished) for person, kept in seen.items()} == {
        "ann": (1, 0), "ben": (1, 0), "eve": (1, 1), "fay": (0, 0)
    }  # fmt: skip


def test_whoever_is_forgotten_leaves_his_place() -> None:
    tenures = (Tenure("ann", 3), Tenure("ben", 1))
    place = Place(seat="s1", person="ben", place=1, tenures=tenures)
    found = ladder.renamed(Result(places=(place, Place(seat="s2", person="ann", place=2)), ending="So."), "ann", "x")
    assert [one.person for one in found.places] == ["ben", "x"]
    assert [tenure.person for tenure in found.places[0].tenures] == ["x", "ben"]


def test_a_rating_is_provisional_until_five_games_and_who_won_with_others_has_won() -> None:
    games = [played({"ann": 2, "ben": 2}), *[played({"ann": 2, "ben": 1})] * 3]
    four, five = ladder.ladder(games), ladder.ladder([*games, games[0]])
    assert [(rung.person, rung.won, rung.provisional) for rung in four] == [("ann", 4, True), ("ben", 1, True)]
    assert [(rung.person, rung.won, rung.provisional) for rung in five] == [("ann", 5, False), ("ben", 2, False)]


def test_who_are_level_share_a_place_of_the_ladder() -> None:
    pair = ladder.ladder([played({"eve": 1, "dan": 1})])
    assert [(rung.person, rung.place) for rung in pair] == [("dan", 1), ("eve", 1)]


def test_before_the_first_game_everybody_is_reliable_and_two_people_make_a_rated_game() -> None:
    nobody = ladder.reliability([], "ann")
    assert (nobody.share, nobody.punctual, nobody.begun, nobody.asked) == (1.0, 1.0, 0, 0)
    places = [Place(seat="s1", person="ann", place=1), Place(seat="s2", person="", place=2)]
    alone = Result(places=tuple(places), ending="So.")
    assert ratings.rated({}, alone) == {} and set(ratings.reliability({}, alone)) == {"ann"}
    twice = [played({"ann": 2, "ben": 1}, ann=Conduct(in_time=3, late=1))] * 2
    kept = ladder.reliability(twice, "ann")
    assert (kept.begun, kept.finished, kept.asked, kept.in_time, kept.share) == (2, 2, 8, 6, 1.0)
