"""Leagues, knock-outs, seating that is weighed, results, ratings, records and files."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from hashlib import sha256
from itertools import combinations, pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from engine.core import game
from engine.core.errors import BadFile, BadOptions, Illegal
from engine.core.final_score import Tally
from engine.games import GAMES
from engine.tournament import export, log, ratings, records, seating, standings, tournament, trial
from engine.tournament.format import PRESETS, Clock, check, preset
from engine.tournament.log import FINAL
from engine.tournament.results import Result, Tenure, best_share, of_game
from engine.tournament.tables import options_of
from tests.harness.rows import rows
from tests.tournament.event import WBC, Event, opened, result

FOUR = {"ann": 4, "ben": 3, "cat": 2, "dan": 1}


# ---------------------------------------------------------------------- formats


@rows("name", PRESETS)
@rows("title", sorted(GAMES))
def test_every_game_has_every_ready_format(name: str, title: str) -> None:
    rules = GAMES[title]
    seats = rules.seats(rules.options(rules.usual_variant, {}))
    assert preset(name, title="Cup", year=0, game=title, variant=rules.usual_variant, seats=seats).scheme
    assert rules.options(rules.competition.variant or rules.usual_variant, rules.competition.options)


@rows("seats, sizes", [((3, 7), (3, 5, 7, 5, 6)), ((2, 6), (2, 5, 6, 5, 6)), ((2, 4), (2, 4, 4, 4, 4))])
def test_five_sit_at_a_table_and_in_a_final_where_the_game_allows_it(
    seats: tuple[int, int], sizes: tuple[int, ...]
) -> None:
    made = preset("wbc", title="Cup", year=0, game="kingmaker", variant="wbc", seats=seats)
    assert (made.fewest, made.usual, made.most, made.finalists, made.widened) == sizes


def test_a_format_that_cannot_be_played_is_refused_with_what_to_do() -> None:
    with pytest.raises(BadOptions, match="3 to 7 seats"):
        check(msgspec.structs.replace(WBC, most=9), (3, 7))


@rows(
    "changes, fine",
    [
        ({"heats": 20}, True),
        ({"heats": 21}, False),
        ({"heats": 0}, False),
        ({"title": "R" * 80}, True),
        ({"title": "R" * 81}, False),
        ({"title": "R"}, True),
        ({"title": ""}, False),
        ({"heats": 1}, True),
        ({"fewest": 2}, True),
        ({"fewest": 1}, False),
        ({"fewest": 5}, True),
        ({"fewest": 6, "finalists": 6}, False),
        ({"usual": 7}, True),
        ({"usual": 8, "most": 8}, False),
        ({"usual": 6, "most": 5}, False),
        ({"finalists": 3}, True),
        ({"finalists": 2}, False),
        ({"finalists": 6, "widened": 6}, True),
        ({"finalists": 6, "widened": 5}, False),
        ({"scheme": "league", "finalists": 0}, True),
        ({"clock": Clock(heat=1000 * 1440)}, True),
        ({"clock": Clock(heat=1000 * 1440 + 1)}, False),
        ({"clock": Clock(final=1000 * 1440 + 1)}, False),
        ({"clock": Clock(final=15)}, False),
        ({"clock": Clock(final=16)}, True),
        ({"clock": Clock(stop=-1)}, False),
        ({"clock": Clock(warning=0, grace=0)}, True),
        ({"clock": Clock(warning=-1)}, False),
        ({"clock": Clock(grace=-1)}, False),
        ({"order": ("best",)}, True),
        ({"finalists": 0, "widened": 0}, False),
        ({"finalists": 7, "widened": 7}, True),
        ({"finalists": 7, "widened": 8}, False),
        ({"scheme": "league"}, False),
        ({"seating": "paired"}, False),
        ({"clock": Clock(stop=15, last_round=15)}, False),
        ({"clock": Clock(stop=14, last_round=15)}, True),
        ({"clock": Clock(stop=0)}, True),
        ({"clock": Clock(heat=240, last_round=240)}, False),
        ({"clock": Clock(heat=240, warning=240)}, False),
        ({"clock": Clock(heat=240, warning=239, grace=239)}, True),
        ({"clock": Clock(heat=240, grace=240)}, False),
        ({"order": ("best", "best")}, False),
        ({"order": ()}, False),
    ],
)
def test_a_format_can_be_played_up_to_its_bounds(changes: dict[str, Any], fine: bool) -> None:
    with nullcontext() if fine else pytest.raises(BadOptions):
        check(msgspec.structs.replace(WBC, **changes), (2, 7))
    if fine and "heats" in changes:
        assert len(opened(**changes).state.heats) == changes["heats"]


def test_a_game_that_one_plays_alone_is_played_by_two_in_a_tournament() -> None:
    made = preset("wbc", title="Cup", year=0, game="warlord", variant="base", seats=(1, 4))
    assert (made.fewest, made.title, made.year, made.game, made.variant) == (2, "Cup", 0, "warlord", "base")
    for seats, seating_ in (((2, 2), "paired"), ((2, 3), "weighed")):
        assert preset("league", title="Cup", year=0, game="warlord", variant="base", seats=seats).seating == seating_


@rows(
    "name, variant, final, opened_with",
    [
        ("kingmaker", "wbc", False, {"tournament_role": "heat", "time_limit_rounds": 12, "time_limit_rounds_final": 9}),
        ("kingmaker", "wbc", True, {"tournament_role": "final", "time_limit_rounds": 12, "time_limit_rounds_final": 9}),
        ("warlord", "base", True, {}),
    ],
)
def test_a_table_is_opened_with_what_its_game_has_for_tournaments_and_with_the_house_rules(
    name: str, variant: str, final: bool, opened_with: dict[str, object]
) -> None:
    clock = Clock(rounds=12, rounds_final=15)
    agreed = msgspec.structs.replace(WBC, game=name, variant=variant, clock=clock)
    house = {"time_limit_rounds_final": 9} if opened_with else {}
    agreed = msgspec.structs.replace(agreed, options=house)
    assert options_of(GAMES[name], agreed, final=final) == opened_with
    without = msgspec.structs.replace(agreed, clock=Clock(), options={})
    role = {"tournament_role": opened_with["tournament_role"]} if opened_with else {}
    assert options_of(GAMES[name], without, final=final) == role


def test_what_was_agreed_changes_until_the_first_heat_is_seated() -> None:
    event = opened()
    event.enter(*FOUR)
    event.do(log.Changed(format=opened(heats=2).state.format, by="gm"))
    event.start(1, list(FOUR))
    with pytest.raises(Illegal, match="holds until the end"):
        event.do(log.Changed(format=WBC, by="gm"))
    assert len(event.state.heats) == 2


def duels(count: int) -> Event:
    event = opened(preset("knockout", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)))
    event.enter(*[f"p{number}" for number in range(count)], heats=(1,))
    return event


def test_a_knock_out_goes_on_until_one_is_left() -> None:
    event = duels(5)
    heat = 0
    while not heat or len(tournament.remaining(event.state)) > 1:
        heat += 1
        event.announce(heat)
        event.check_in(heat, *event.state.heat(heat).entered)
        event.seat(heat)
        for table, seated in enumerate(event.state.heat(heat).games, start=1):
            event.finish(heat, table, {person: -number for number, person in enumerate(seated.people)})
    assert heat == 3
    assert tournament.champion(event.state) == tournament.remaining(event.state)[0]


@pytest.mark.parametrize("there", [(), ("p0",)])
def test_a_knock_out_to_which_nobody_comes_to_play_with_is_over_without_a_champion(there: tuple[str, ...]) -> None:
    event = duels(3)
    event.announce(1)
    event.check_in(1, *there)
    assert not tournament.over(event.state)
    event.seat(1)
    assert tournament.over(event.state)
    assert (tournament.champion(event.state), tournament.places(event.state)) == ("", {})


def test_a_league_has_places_once_its_last_round_is_over() -> None:
    event = opened(preset("league", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)), heats=2)
    event.enter(*FOUR)
    event.play(1, {"ann": 3, "ben": 1}, {"cat": 2, "dan": 0})
    assert (tournament.places(event.state), tournament.over(event.state)) == ({}, False)
    event.play(2, {"ben": 0, "cat": 5}, {"dan": 0, "ann": 4})
    assert list(tournament.places(event.state)) == ["ann", "cat", "ben", "dan"] and tournament.over(event.state)


def test_who_has_begun_least_begins_the_next_game_of_a_round_robin() -> None:
    event = opened(preset("league", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)), heats=3)
    event.enter(*FOUR)
    event.play(1, {"ann": 3, "ben": 1}, {"cat": 2, "dan": 0})
    event.announce(2)
    event.check_in(2, *FOUR)
    event.seat(2)
    assert {game.began[0] for game in event.state.heat(2).games} == {"ben", "dan"}


def test_a_league_whose_rounds_are_all_called_off_is_over_without_a_champion() -> None:
    event = opened(preset("league", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)), heats=2)
    event.do(log.CalledOff(heat=1, reason="Rain.", by="gm"))
    assert not tournament.over(event.state)
    event.do(log.CalledOff(heat=2, reason="Rain.", by="gm"))
    assert tournament.over(event.state) and tournament.champion(event.state) == ""


def test_a_round_of_a_knock_out_follows_the_one_that_is_over_and_has_who_came_first_or_had_a_bye() -> None:
    event = duels(5)
    event.announce(1)
    event.check_in(1, *event.state.heat(1).entered)
    event.seat(1)
    with pytest.raises(Illegal, match="First heat 1 has to be played"):
        tournament.remaining(event.state)
    for table, seated in enumerate(event.state.heat(1).games, start=1):
        event.finish(1, table, {person: number for number, person in enumerate(seated.people)})
    (bye,) = event.state.heat(1).idle
    on = [seated.people[1] for seated in event.state.heat(1).games]
    assert tournament.remaining(event.state) == [*on, bye]
    with pytest.raises(Illegal, match="There is no heat 3"):
        event.announce(3)
    event.do(log.Dropped(person=on[0]))
    event.announce(2)
    assert event.state.heat(2).entered == [on[1], bye] and len(event.state.heats) == 2
    event.check_in(2, on[1], bye)
    event.seat(2)
    event.finish(2, 1, dict.fromkeys(event.state.game(2, 1).people, 0))
    assert tournament.remaining(event.state) == [
        next(line.person for line in standings.standings(event.state) if line.person in (on[1], bye))
    ]
    assert tournament.over(event.state) and list(tournament.places(event.state).values()) == [1, 2, 3, 4, 5]


def test_a_knock_out_between_two_rounds_is_not_over() -> None:
    event = duels(4)
    event.start(1, ["p0", "p1"], ["p2", "p3"])
    for table, seated in enumerate(event.state.heat(1).games, start=1):
        event.finish(1, table, {person: -number for number, person in enumerate(seated.people)})
    assert not tournament.over(event.state)


def test_nobody_has_a_second_bye_before_others_have_had_one() -> None:
    event = opened(preset("league", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)), heats=3)
    event.enter("ann", "ben", "cat")
    for heat in (1, 2, 3):
        event.announce(heat)
        event.check_in(heat, "ann", "ben", "cat")
        event.seat(heat)
        event.finish(heat, 1, dict.fromkeys(event.state.heat(heat).games[0].people, 0))
    assert sorted(person for heat in event.state.heats for person in heat.idle) == ["ann", "ben", "cat"]


def test_weighed_seating_lets_everybody_meet_others() -> None:
    people = [f"p{number}" for number in range(8)]
    event = opened(preset("league", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)), heats=4)
    event.enter(*people)
    for heat in (1, 2, 3, 4):
        event.announce(heat)
        event.check_in(heat, *people)
        event.seat(heat)
        for table, seated in enumerate(event.state.heat(heat).games, start=1):
            event.finish(heat, table, dict.fromkeys(seated.people, 0))
    met = [frozenset(seated.began) for heat in event.state.heats for seated in heat.games]
    assert len(set(met)) == len(met) == 16


def test_no_exchange_of_two_people_betters_a_weighed_seating() -> None:
    people = [f"p{number}" for number in range(6)]
    event = opened(heats=3, seating="weighed", fewest=3, usual=3, most=3)
    event.enter(*people)
    event.play(1, dict.fromkeys(people[:3], 0), dict.fromkeys(people[3:], 0))
    event.announce(2)
    event.check_in(2, *people)
    event.seat(2)
    past = seating.Past(event.state, event.state.heat(2))
    tables = [game.began for game in event.state.heat(2).games]
    spots = [(table, seat) for table in (0, 1) for seat in range(3)]
    for one, other in combinations(spots, 2):
        changed = [[*table] for table in tables]
        changed[one[0]][one[1]], changed[other[0]][other[1]] = tables[other[0]][other[1]], tables[one[0]][one[1]]
        assert sum(map(past.cost, changed)) >= sum(map(past.cost, tables)) > 0


@rows(
    "shape, seating_, seats, expected",
    [
        ("wbc", "random", (3, 5), "2efa4cc60b0d"),
        ("wbc", "weighed", (3, 5), "483e9ebac08e"),
        ("league", "paired", (2, 2), "32cfdbfed75a"),
        ("knockout", "random", (2, 2), "5332e4353b4c"),
    ],
)
def test_what_is_drawn_of_a_secret_is_drawn_so_in_every_release(
    shape: str, seating_: Any, seats: tuple[int, int], expected: str
) -> None:
    """A log has the secrets and not the seats: who reads it again must find everybody where they sat."""
    made = preset(shape, title="Cup", year=0, game="warlord", variant="base", seats=seats)
    rounds = 3 if shape == "knockout" else 9
    event, chance, people = opened(made, seating=seating_, heats=rounds), Random(shape), [f"p{n}" for n in range(17)]
    event.enter(*people, heats=(1,) if shape == "knockout" else ())
    found = []
    for heat in range(1, rounds + 1):
        event.announce(heat)
        event.check_in(heat, *[one for one in event.state.heat(heat).entered if chance.random() < 0.7])
        event.seat(heat)
        found.append([*[seated.began for seated in event.state.heat(heat).games], event.state.heat(heat).idle])
        for table, seated in enumerate(event.state.heat(heat).games, start=1):
            event.finish(heat, table, {person: chance.randrange(9) for person in seated.began})
    assert sha256(repr(found).encode()).hexdigest()[:12] == expected


def test_who_goes_on_after_a_drawn_duel_has_survived_the_round_and_the_other_has_not() -> None:
    event = duels(4)
    event.start(1, ["p0", "p1"], ["p2", "p3"])
    event.finish(1, 1, {"p0": 1, "p1": 1})
    assert [standings.CRITERIA["survived"](event.state, person, []) for person in ("p0", "p1")] == [0.5, 0.5]
    event.finish(1, 2, {"p2": 1, "p3": 0})
    event.announce(2)
    on = event.state.heat(2).entered
    assert {*on} in ({"p0", "p2"}, {"p1", "p2"})
    survived = {person: standings.CRITERIA["survived"](event.state, person, []) for person in ("p0", "p1")}
    assert survived == {person: float(person in on) for person in ("p0", "p1")}


def test_what_a_seating_costs_grows_with_the_square_of_what_it_repeats() -> None:
    event = opened(heats=4)
    event.enter(*FOUR)
    for heat in (1, 2):
        event.play(heat, FOUR)
    event.play(3, {"cat": 0, "ann": 0, "ben": 0, "dan": 0})
    past = seating.Past(event.state, event.state.heat(4))
    beside = 3**2 + 2**2 + 2**2 + 3**2
    assert past.cost(["ann", "ben", "cat", "dan"]) == 100 * 6 * 3**2 + 20 * beside + 10 * (3 * 2**2 + 3**2)
    assert past.cost(["ann", "cat", "zoe"]) == 100 * 3**2 + 20 * 1 + 10 * 2**2
    assert past.cost(["ann", "ben"]) == 100 * 3**2 + 10 * (2**2 + 2**2), "nobody sits beside another at a table of two"
    assert past.cost(["zoe", "yan", "xia"]) == 0


def test_a_round_robin_whose_first_round_is_called_off_begins_with_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    turned: list[int] = []
    usual = seating._turned

    def seen(circle: Sequence[str], turns: int) -> Iterator[tuple[str, str]]:
        turned.append(turns)
        return usual(circle, turns)

    monkeypatch.setattr(seating, "_turned", seen)
    event = opened(preset("league", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)), heats=4)
    event.enter(*FOUR)
    event.do(log.CalledOff(heat=1, reason="Rain.", by="gm"))
    for heat, after in ((2, []), (3, [1]), (4, [1, 2])):
        event.announce(heat)
        event.check_in(heat, *FOUR)
        event.seat(heat)
        assert turned == after
    assert set(meetings(event).values()) == {1} and len(meetings(event)) == 6


def test_what_a_seating_cannot_avoid_is_reported() -> None:
    event = opened(heats=2)
    event.enter(*FOUR)
    event.play(1, FOUR)
    heat = event.state.heat(2)
    two = [["ann", "ben"], ["cat", "dan"]]
    assert seating.unavoided(event.state, heat, two) == [
        "Table 1: {ann} with {ben} once more, as in an earlier heat.",
        "Table 1: {ann} goes first once more, as in an earlier heat.",
        "Table 2: {cat} with {dan} once more, as in an earlier heat.",
    ]
    assert seating.unavoided(event.state, heat, [["ann", "cat", "ben", "dan"]]) == [
        "Table 1: {ben} beside {cat}; {ann} beside {dan} once more, as in an earlier heat.",
        "Table 1: {ann} goes first once more, as in an earlier heat.",
    ], "who meets again at the one table that there is needs no word"
    assert seating.unavoided(event.state, event.state.heat(1), [list(FOUR)]) == []


# ---------------------------------------------------------------------- results


def test_a_share_is_the_part_of_its_rivals_that_a_seat_has_left_behind() -> None:
    places = result({"ann": 9, "ben": 5, "cat": 5, "dan": 1}).places
    assert [round(best_share(place, places), 3) for place in places] == [1.0, 0.5, 0.5, 0.0]
    assert best_share(places[0], places[:1]) == 1.0


def test_winners_come_first_and_those_who_left_last() -> None:
    tallies = [
        Tally(seat="s1", parts={"votes": 9}, gone=True),
        Tally(seat="s2", parts={"votes": 5}),
        Tally(seat="s3", parts={"votes": 1}, clear=True),
    ]
    found = of_game(tallies, game.Result(("s3",), "The last King."), {"s1": "ann", "s2": "ben", "s3": "cat"}, {})
    assert [(place.person, place.place, place.clear) for place in found.places] == [
        ("cat", 1, True), ("ben", 2, False), ("ann", 3, False)
    ]  # fmt: skip


def test_a_game_that_is_stopped_counts_as_it_stands() -> None:
    tallies = [Tally(seat="s1", parts={"votes": 5}, level=(1,)), Tally(seat="s2", parts={"votes": 5}, level=(2,))]
    found = of_game(tallies, None, {"s1": "ann", "s2": "ben"}, {})
    assert found.adjudicated
    assert found.winners() == ["ben"]


def test_points_of_a_seat_are_shared_by_the_turns_it_was_held() -> None:
    tenures = {"s1": (Tenure("ann", 6), Tenure("eve", 2))}
    found = of_game([Tally(seat="s1", parts={"votes": 40})], game.Result(("s1",), "So."), {"s1": "eve"}, tenures)
    assert [found.places[0].points_of(person) for person in ("ann", "eve")] == [30, 10]
    assert found.winners() == ["eve"]


def test_a_corrected_result_changes_the_standings_and_what_was_thought_stays() -> None:
    event = opened(heats=1)
    event.enter(*FOUR)
    event.play(1, FOUR)
    event.do(log.Signed(heat=1, by="gm"))
    better = result({**FOUR, "dan": 9})
    event.do(log.Corrected(heat=1, table=1, result=better, reason="A bishop was forgotten.", by="al"))
    assert standings.standings(event.state)[0].person == "dan"
    assert event.state.game(1, 1).corrections[0].result.winners() == ["ann"]
    assert tournament.under_review(event.state)


def test_of_a_seat_that_changed_hands_each_has_the_part_of_the_turns_and_nobody_who_had_none() -> None:
    place = result(FOUR).places[0]
    shared = msgspec.structs.replace(place, tenures=(Tenure("eve", 1), Tenure("fay", 0), Tenure("ann", 3)))
    assert (place.held, place.people) == ((Tenure("ann", 1),), ["ann"])
    assert (place.share_of("ann"), place.share_of("eve"), place.points_of("ann")) == (1.0, 0.0, 4)
    assert shared.people == ["ann", "eve", "ann"]
    assert [shared.share_of(person) for person in ("ann", "eve", "fay", "zoe")] == [0.75, 0.25, 0.0, 0.0]
    assert msgspec.structs.replace(place, tenures=(Tenure("ann", 0),)).share_of("ann") == 0.0
    whole = Result(places=(result(FOUR).places[1], shared), ending="So.")
    assert [found.seat if (found := whole.of(person)) else None for person in ("eve", "ben", "fay")] == [
        "ann", "ben", None
    ]  # fmt: skip


def test_winners_are_all_who_came_first_and_no_computer_player() -> None:
    people = {"s1": "ann", "s2": "", "s3": "ben"}
    tallies = [Tally(seat=seat, parts={"votes": 3}, clear=True) for seat in people]
    found = of_game(tallies, game.Result(("s1", "s2"), "So.", "WBC-VIC.1"), people, {}, "k7")
    assert found.winners() == ["ann"] and [place.place for place in found.places] == [1, 1, 3]
    assert [place.clear for place in found.places] == [True, True, False]
    assert (found.adjudicated, found.game, found.rule, found.ending) == (False, "k7", "WBC-VIC.1", "So.")
    stopped = of_game(tallies, None, people, {"s1": (Tenure("eve", 2),)})
    assert (stopped.adjudicated, stopped.rule, stopped.places[0].tenures) == (True, "", (Tenure("eve", 2),))
    assert {place.place for place in stopped.places} == {1} and not any(place.clear for place in stopped.places)


@rows("share, survived", [(1, 1.0), (2, 0.5), (3, 0.5)])
def test_who_shares_the_first_place_of_the_last_round_has_survived_half_of_it(share: int, survived: float) -> None:
    shape = preset("knockout", title="Cup", year=0, game="kingmaker", variant="wbc", seats=(2, 5))
    event = opened(shape)
    event.enter(*FOUR, heats=(1,))
    event.play(1, {person: int(number < share) for number, person in enumerate(FOUR)})
    counted = [standings.CRITERIA["survived"](event.state, person, []) for person in FOUR]
    assert counted == [survived] * share + [0.0] * (4 - share)


def test_the_best_heat_of_several_with_as_many_points_is_the_first() -> None:
    event = opened(heats=3)
    event.enter(*FOUR)
    for heat, more in ((1, 0), (2, 5), (3, 5)):
        event.play(heat, {person: points + more for person, points in FOUR.items()}, kings=["dan"][: heat - 1])
    first, *others = standings.standings(event.state)
    assert (first.person, first.place, first.best_in, first.clear_in) == ("dan", 1, 2, 2)
    assert [line.settled_by for line in (first, *others)] == ["clear_wins", "best", "best", ""]
    assert [line.clear_in for line in others] == [0, 0, 0]
    assert msgspec.structs.replace(first, by_heat={}).best_in == 0


def test_before_the_first_result_there_are_no_standings() -> None:
    assert standings.standings(opened().state) == []


def test_a_result_of_other_people_or_given_twice_is_refused() -> None:
    event = opened(heats=1)
    event.enter(*FOUR)
    event.start(1, list(FOUR))
    with pytest.raises(Illegal, match="must name the people"):
        event.finish(1, 1, {"ann": 1, "ben": 2})
    event.finish(1, 1, FOUR)
    with pytest.raises(Illegal, match="only a ruling"):
        event.finish(1, 1, FOUR)


def test_a_substitute_takes_the_seat_and_enters_the_standings() -> None:
    event = opened(heats=1)
    event.enter(*FOUR)
    event.start(1, list(FOUR))
    event.do(log.Substituted(heat=1, table=1, out="dan", person="eve", name="Eve"))
    event.finish(1, 1, {"ann": 4, "ben": 3, "cat": 2, "eve": 1})
    assert "eve" in [line.person for line in standings.standings(event.state)]


def test_who_drops_out_stands_behind_everybody_who_plays_on() -> None:
    event = opened(heats=1)
    event.enter(*FOUR)
    event.play(1, FOUR)
    event.do(log.Dropped(person="ann"))
    assert [line.person for line in standings.standings(event.state)] == ["ben", "cat", "dan", "ann"]


# ---------------------------------------------------------------------- ratings and records


def test_ratings_are_those_of_bradley_terry_with_partial_pairing() -> None:
    found = ratings.rated({}, result({"ann": 5, "ben": 4, "cat": 4, "dan": 2, "eve": 1}))
    assert [round(found[person].skill, 2) for person in ("ann", "ben", "cat", "dan", "eve")] == [
        27.64, 25.66, 25.66, 23.68, 22.36
    ]  # fmt: skip


def test_who_kept_a_seat_for_less_than_half_of_it_is_not_rated_by_it() -> None:
    tenures = {"s1": (Tenure("ann", 6), Tenure("eve", 2)), "s2": (Tenure("ben", 1), Tenure("", 7))}
    people = {"s1": "eve", "s2": "", "s3": "cat"}
    found = of_game([Tally(seat=seat) for seat in people], game.Result(("s1",), "So."), people, tenures)
    assert set(ratings.rated({}, found)) == {"ann", "cat"}
    known = ratings.reliability({}, found)
    assert {person: known[person].finished for person in known} == {"ann": 0, "eve": 1, "ben": 0, "cat": 1}


def test_of_two_who_kept_half_of_a_seat_each_the_first_is_rated_by_it() -> None:
    names = [f"p{number}" for number in range(20)]
    for one, other in pairwise(names):
        tenures = {"s1": (Tenure(one, 4), Tenure(other, 4))}
        people = {"s1": other, "s2": "cat"}
        found = of_game([Tally(seat=seat) for seat in people], game.Result(("s1",), "So."), people, tenures)
        assert set(ratings.rated({}, found)) == {one, "cat"}


def test_the_history_that_was_handed_down_begins_in_1991() -> None:
    event = records.handed_down("wbc")
    assert (event.years[0].champion, event.years[0].entrants) == ("Heikki Thoen", 24)
    assert next(year for year in event.years if year.year == 2006).places[:2] == ("Dale Long", "Stanley Buck")
    assert [year.year for year in event.years if year.champion == "Justin Thompson"] == [1996, 1999, 2004]


def test_a_player_has_a_record_of_all_tournaments() -> None:
    event = opened(heats=1, finalists=3, widened=3)
    event.enter(*FOUR)
    event.play(1, FOUR, kings=["dan"])
    event.final({"dan": 3, "ann": 2, "ben": 1})
    record = records.record_of("dan", [event.state])
    assert (record.titles, record.finals, record.games, record.wins, record.clear_wins) == (1, 1, 2, 2, 1)
    assert record.met["ann"] == (0, 2)
    assert records.year_of(event.state).champion == "dan"


# ---------------------------------------------------------------------- files


def played() -> Event:
    event = opened(heats=1, finalists=3, widened=3)
    event.enter(*FOUR)
    event.play(1, FOUR)
    event.final({"ann": 3, "ben": 2, "cat": 1})
    return event


def test_a_log_that_is_read_again_leads_to_the_same_standings() -> None:
    event = played()
    entries, state = export.read(export.written(event.log))
    assert entries == event.log
    assert state == event.state


@rows(
    "text",
    [
        b"",
        b"{}",
        b'{"format":9,"log":[]}',
        b'{"format":1,"log":[]}',
        b'{"format":1,"log":[{"what":"signed","heat":1}]}',
    ],
)
def test_a_file_that_is_no_tournament_is_refused_in_a_sentence(text: bytes) -> None:
    with pytest.raises(BadFile):
        export.read(text)


def test_who_is_forgotten_leaves_his_place_and_not_his_name() -> None:
    event = played()
    kept = tournament.forgotten(event.log, "ann", "somebody", "a former player")
    text = export.written(kept)
    assert b'"ann"' not in text
    assert tournament.champion(export.read(text)[1]) == "somebody"


def test_standings_as_a_table_have_a_line_for_each_below_what_is_in_it() -> None:
    event = opened(heats=2)
    event.enter(*FOUR)
    event.play(1, FOUR)
    lines = export.as_csv(event.state).splitlines()
    assert lines[0].startswith("place,name,heat 1,heat 2,") and lines[0].endswith(",final,dropped")
    assert [line.split(",")[1:4] for line in lines[1:]] == [[name, str(FOUR[name]), ""] for name in FOUR]


def test_the_table_has_the_points_of_every_heat_the_place_in_the_final_and_who_has_left() -> None:
    event = opened(heats=2, fewest=2, finalists=2, widened=2)
    event.enter(*FOUR)
    event.play(1, FOUR)
    event.play(2, {"ben": 9, "dan": 4})
    event.do(log.Dropped(person="cat"))
    event.final({"dan": 7, "ben": 6})
    assert export.as_csv(event.state) == (
        "place,name,heat 1,heat 2,clear_wins,best,total,final,dropped\n"
        "1,ben,3,9,0,9,12,2,0\n"
        "2,dan,1,4,0,4,5,1,0\n"
        "3,ann,4,,0,4,4,,0\n"
        "4,cat,2,,0,2,2,,1\n"
    )


@rows("number, fine", [(10_000_000, True), (10_000_001, False), (-10_000_000, True), (-10_000_001, False)])
def test_a_file_has_numbers_up_to_ten_million_and_says_that_it_is_of_the_first_format(number: int, fine: bool) -> None:
    event = opened(heats=1, fewest=2)
    event.enter("ann", "ben")
    event.play(1, {"ann": number, "ben": 0})
    text = export.written(event.log)
    assert text.startswith(b'{"format":1,"log":[\n{"what":"opened",')
    with nullcontext() if fine else pytest.raises(BadFile, match="beyond 10000000"):
        export.read(text)


def test_who_is_forgotten_is_gone_from_names_assistants_and_what_others_have_written() -> None:
    event = opened(assistants=("ann",), heats=1)
    event.enter(*FOUR)
    event.start(1, list(FOUR))
    event.do(log.Substituted(heat=1, table=1, out="ann", person="eve", name="Eve"))
    event.finish(1, 1, {"eve": 4, "ben": 3, "cat": 2, "dan": 1})
    corrected = result({"eve": 1, "ben": 3, "cat": 2, "dan": 0})
    event.do(log.Corrected(heat=1, table=1, result=corrected, reason="ann said so", by="ann"))
    kept = tournament.forgotten(event.log, "ann", "x", "a former player", lambda text: text.replace("ann", "somebody"))
    state = tournament.replayed(kept)
    assert (state.assistants, state.names["x"], state.names["ben"]) == (["x"], "a former player", "ben")
    assert (kept[-1].by, state.game(1, 1).corrections[0].reason) == ("x", "somebody said so")
    assert state.game(1, 1).began == ["x" if person == "ann" else person for person in event.state.game(1, 1).began]
    assert state.game(1, 1).stand_ins == [("x", "eve")] and state.names["eve"] == "Eve"
    assert "ann" not in export.written(kept).decode().replace("announced", "")
    led = opened(master="ann").log
    assert tournament.replayed(tournament.forgotten(led, "ann", "x", "a former player")).names["x"] == "a former player"


def test_no_name_becomes_a_formula_in_a_table() -> None:
    event = opened(heats=1)
    event.do(log.Entered(person="ann", name="=1+1", heats=(1,)))
    event.enter("ben", "cat")
    event.play(1, {"ann": 2, "ben": 1, "cat": 0})
    assert "'=1+1" in export.as_csv(event.state)


# ---------------------------------------------------------------------- whole tournaments


@rows("seed", range(0, 20, 3))
def test_whole_tournaments_of_many_sizes_hold_their_invariants(seed: int) -> None:
    play_whole(seed)


@pytest.mark.nightly
@rows("seed", range(20))
def test_whole_tournaments_of_all_sizes_hold_their_invariants(seed: int) -> None:
    play_whole(seed)


def play_whole(seed: int) -> None:
    def play(people: Sequence[str], number: int, final: bool) -> Result:
        return result({person: (seed * 31 + number * 17 + place * 7) % 60 for place, person in enumerate(people)})

    course = trial.Trial(WBC, 8 + seed * 3, seed, play)
    assert [heat.number for heat in course.play()] == [1, 2, 3, FINAL]
    assert tournament.places(course.state)


def test_who_share_the_title_are_named_together_in_the_history() -> None:
    event = opened(heats=1, finalists=3, widened=3)
    event.enter(*FOUR)
    event.play(1, FOUR)
    event.final({"ann": 9, "ben": 9, "cat": 1})
    year = records.year_of(event.state)
    assert (year.champion, year.places) == ("ann and ben", ("ann and ben", "cat"))


def test_a_tournament_plays_the_rules_of_its_event_where_nothing_tells_which() -> None:
    assert {name: rules.competition.variant for name, rules in GAMES.items() if rules.competition.variant} == {
        "kingmaker": "wbc"
    }


# ---------------------------------------------------------------------- everybody meets everybody


def robin(people: int, rounds: int, absent: Mapping[int, Collection[str]] = {}, late: str = "") -> Event:
    """A league of tables of two that is played; `absent` are those who do not come to a round."""
    event = opened(preset("league", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)), heats=rounds)
    names = [f"p{number}" for number in range(people)]
    event.enter(*names)
    for heat in range(1, rounds + 1):
        if late and heat == 2:
            event.enter(late, heats=tuple(range(2, rounds + 1)))
        event.announce(heat)
        event.check_in(heat, *(one for one in event.state.heat(heat).entered if one not in absent.get(heat, ())))
        event.seat(heat)
        for table, played in enumerate(event.state.heat(heat).games, start=1):
            event.finish(heat, table, dict.fromkeys(played.people, 0))
    return event


def meetings(event: Event) -> Counter[frozenset[str]]:
    return Counter(frozenset(table.began) for heat in event.state.heats for table in heat.games)


@rows("people", [2, 3, 4, 5, 9, 10, 16])
def test_a_league_of_one_round_robin_lets_everybody_meet_everybody_once(people: int) -> None:
    event = robin(people, seating.rounds_for_all(people))
    assert set(meetings(event).values()) == {1}
    assert len(meetings(event)) == people * (people - 1) // 2


@pytest.mark.parametrize("people", [9, 10])
def test_in_a_round_robin_nobody_begins_more_often_than_others_by_much(people: int) -> None:
    event = robin(people, seating.rounds_for_all(people))
    begun = Counter(table.began[0] for heat in event.state.heats for table in heat.games)
    assert max(begun.values()) - min(begun.values()) <= 2


def test_whose_opponent_is_absent_meets_somebody_else_and_nobody_sits_idle_with_an_opponent_left() -> None:
    event = robin(8, 7, {2: ["p0"], 3: ["p1", "p5"], 5: ["p2", "p3", "p4"]}, late="zoe")
    for heat in event.state.heats:
        assert len(heat.idle) == len(heat.present) % 2
        assert sorted([*(one for table in heat.games for one in table.began), *heat.idle]) == sorted(heat.present)


def test_a_knock_out_is_for_tables_that_two_can_play() -> None:
    made = preset("knockout", title="Cup", year=0, game="kingmaker", variant="wbc", seats=(2, 7))
    with pytest.raises(BadOptions, match="let tables have 2 seats at the least"):
        check(msgspec.structs.replace(made, fewest=3), (2, 7))


def test_a_round_robin_is_for_tables_of_two() -> None:
    with pytest.raises(BadOptions, match="tables of two"):
        check(msgspec.structs.replace(WBC, seating="paired"), (3, 7))
