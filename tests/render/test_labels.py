"""Names and counters find places: none overlaps, none leaves the picture, what matters is shown."""

from itertools import combinations

from render.kit.labels import Block, Job, Terrain, around, place_jobs
from render.kit.pen import Box, box_round

SHEET = Box(0, 0, 400, 400)
OPEN = Terrain(())


def name(label: str, x: float, y: float, rank: int = 0, terrain: Terrain = OPEN, must: bool = False) -> Job:
    spots = around(box_round(x, y, 10, 10), 60, 20, (2, 20, 60))
    return Job(label, lambda: terrain.options((60, 20), spots), rank, must)


def at(label: str, x: float, y: float, rank: int = 0, must: bool = False) -> Job:
    return Job(label, lambda: OPEN.options((60, 20), [((x, y), 0.0)]), rank, must)


def test_crowded_names_do_not_overlap_and_stay_inside() -> None:
    jobs = [name(f"{x},{y}", x, y) for x in range(20, 400, 60) for y in range(20, 400, 30)]
    boxes = place_jobs(jobs, SHEET)
    assert not [pair for pair in combinations(boxes.values(), 2) if pair[0].meets(pair[1])]
    assert all(SHEET.holds(box) for box in boxes.values())
    assert len(boxes) > 0.8 * len(jobs)


def test_a_name_takes_the_spot_to_the_right_when_it_is_free() -> None:
    assert place_jobs([name("york", 100, 100)], SHEET)["york"].left > 100


def test_a_name_avoids_what_is_better_not_covered() -> None:
    terrain = Terrain([Block(Box(106, 80, 200, 120), 5.0)])
    assert place_jobs([name("york", 100, 100, terrain=terrain)], SHEET)["york"].right < 100


def test_the_higher_rank_is_shown_where_there_is_room_for_one() -> None:
    slit = Box(0, 0, 62, 22)
    jobs = [at("hamlet", 31, 11), at("city", 31, 11, 3)]
    assert set(place_jobs(jobs, slit)) == {"city"}


def test_a_name_at_rest_stays() -> None:
    rest = Box(10, 10, 70, 30)
    assert place_jobs([name("york", 100, 100)], SHEET, {"york": rest})["york"] == rest


def test_a_counter_pushes_a_resting_name_away() -> None:
    rest = Box(10, 10, 70, 30)
    counter = at("force", 40, 20, 4, must=True)
    boxes = place_jobs([counter, name("york", 40, 20)], SHEET, {"york": rest})
    assert boxes["force"] == rest
    assert not boxes["york"].meets(rest)


def test_nothing_is_placed_on_what_is_fixed() -> None:
    mark = Box(0, 0, 400, 96)
    assert not place_jobs([name("york", 100, 100)], SHEET, fixed=[mark])["york"].meets(mark)


def test_a_counter_is_always_shown() -> None:
    counter = at("force", 900, 900, 4, must=True)
    assert SHEET.holds(place_jobs([counter], SHEET)["force"])
