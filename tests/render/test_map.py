"""The map shows who is where, who holds what, and what has changed."""

from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.core.events import Event
from engine.kingmaker.board.ids import Location, PlaceId
from render.kingmaker.map import cache
from render.kingmaker.map.alt import map_alt
from render.kingmaker.map.base import draw_base
from render.kingmaker.map.cache import board, kept
from render.kingmaker.map.geography import MAP, SHEET_WIDTH, geography
from render.kingmaker.map.map import NARROWEST_CROP, crop_around
from render.kingmaker.map.scene import Scene
from render.kingmaker.map.toponyms import place_toponym, toponyms
from render.kingmaker.pictures import prepare
from render.kit.palette import ALARM, LIVERIES, tint
from render.kit.pen import Box
from render.kit.theme import DAY, NIGHT, Theme
from tests.harness import BOARDS
from tests.harness.rows import rows
from tests.render.reading import anew, pixels, sent, share
from tests.render.samples import CHANGES, NAMES, NOBLES, busy, heir, noble, ship, site, view
from tests.render.views import draw_map

LAND = geography()


@pytest.fixture(scope="module")
def crowded() -> Scene:
    return Scene(busy(), board().names, MAP)


def around(at: str, half: float = 18) -> tuple[float, float, float, float]:
    x, y = LAND.spot(Location(at))
    return x - half, y - half, x + half, y + half


def test_nothing_overlaps_and_nothing_leaves_the_picture(crowded: Scene) -> None:
    boxes = crowded.boxes
    assert not [pair for pair in combinations(boxes, 2) if boxes[pair[0]].meets(boxes[pair[1]])]
    assert all(MAP.holds(box) for box in boxes.values())


def test_every_counter_is_shown(crowded: Scene) -> None:
    assert set(crowded.counter_boxes) == set(crowded.counters)
    assert sum(len(force) for force in crowded.forces) == len(NOBLES)


def test_nearly_every_name_is_shown_even_on_a_crowded_map(crowded: Scene) -> None:
    hidden = set(toponyms()) - set(crowded.name_boxes)
    important = {key for key in hidden if key[6:] in LAND.places and LAND.catalog.places[PlaceId(key[6:])].fortress}
    assert len(hidden) <= 6
    assert not important


def test_nobles_of_one_faction_in_one_place_are_one_counter_with_their_strength_added(crowded: Scene) -> None:
    york = [force for force in crowded.forces if force[0].at == "inside:york"]
    assert [sum(one.strength for one in force) for force in york] == [150]


def test_forces_that_their_owner_keeps_apart_are_two_counters(crowded: Scene) -> None:
    assert {"force:ben:open:warwick:0", "force:ben:open:warwick:1"} <= set(crowded.counters)


def test_a_ship_with_passengers_is_their_counter(crowded: Scene) -> None:
    assert "ship:le_swan" not in crowded.counters
    assert crowded.counters["force:dan:aboard:le_swan:0"].at == "sea:irish_sea"


def test_an_heir_whom_nobody_controls_stands_alone(crowded: Scene) -> None:
    assert "heir:margaret_of_anjou" in crowded.counters
    assert "heir:henry_vi" not in crowded.counters


def test_during_the_set_up_heirs_stand_where_they_will_start() -> None:
    seen = view(phase="setup", awaited=[heir("edward_of_march", "york", "inside:harlech")])
    assert "heir:edward_of_march" in Scene(seen, board().names, MAP).counters
    assert "Edward of March in Harlech" in map_alt(seen, NAMES)


def test_a_dead_heir_and_a_captive_are_not_on_the_map() -> None:
    seen = view(
        nobles=[noble("percy", "ann", Location(""), captor="ben")],
        heirs=[heir("henry_vi", "lancaster", "inside:york", alive=False)],
    )
    assert not Scene(seen, board().names, MAP).counters


@pytest.mark.parametrize("number", range(7))
def test_a_place_is_coloured_for_its_holder(number: int) -> None:
    seat = view().seats[number].id
    image = pixels(draw_map(view(sites=[site("nottingham", seat, "capture", "", 200)]), NAMES))
    tone = tint(LIVERIES[number].fill)
    assert share(image, around("inside:nottingham"), tone, 12) > 0.12
    assert share(image, around("inside:york"), tone, 12) < 0.02


def test_a_counter_has_its_faction_colour() -> None:
    seen = view(nobles=[noble("percy", "ben", Location("open:sherwood"), 100)])
    box = Scene(seen, board().names, MAP).counter_boxes["force:ben:open:sherwood:0"]
    image = pixels(draw_map(seen, NAMES))
    assert share(image, (box.left, box.top, box.right, box.bottom), LIVERIES[1].fill) > 0.15


def test_the_ways_to_be_somewhere_look_different() -> None:
    def counter(at: Location, **more: bool) -> bytes:
        ships = [ship("le_swan", "ann", "sea:irish_sea", ["percy"])]
        scene = Scene(view(nobles=[noble("percy", "ann", at, **more)], ships=ships), board().names, MAP)
        return next(one for one in scene.counters.values() if one.id.startswith("force")).piece.tobytes()

    ways = [
        counter(Location("open:york")),
        counter(Location("inside:york")),
        counter(Location("inside:york"), besieged=True),
        counter(Location("aboard:le_swan")),
    ]
    assert len(set(ways)) == 4


def test_a_move_is_an_arrow_in_the_colour_of_its_faction() -> None:
    seen = view(nobles=[noble("percy", "ann", Location("open:lynn"))])
    moved = Event("moved", "Percy moves.", subjects=("percy",), track=("open:sherwood", "open:spalding", "open:lynn"))
    before, after = pixels(draw_map(seen, NAMES)), pixels(draw_map(seen, NAMES, [moved]))
    (x0, y0), (x1, y1) = LAND.spot(Location("open:sherwood")), LAND.spot(Location("open:spalding"))
    middle = ((x0 + x1) / 2 - 12, (y0 + y1) / 2 - 12, (x0 + x1) / 2 + 12, (y0 + y1) / 2 + 12)
    assert share(after, middle, LIVERIES[0].fill) > share(before, middle, LIVERIES[0].fill) + 0.1


@pytest.mark.parametrize("kind", ["battle", "siege", "died"])
def test_fights_and_deaths_are_marked_in_red(kind: str) -> None:
    change = Event(kind, "Something happened.", track=("open:dartmoor",))
    before, after = pixels(draw_map(view(), NAMES)), pixels(draw_map(view(), NAMES, [change]))
    spot = around("open:dartmoor", 60)
    assert share(after, spot, ALARM) > share(before, spot, ALARM) + 0.01


def test_changes_at_places_off_the_map_are_left_out() -> None:
    elsewhere = Event("died", "Percy is dead.", subjects=("percy",), track=("aboard:le_swan",))
    assert draw_map(view(), NAMES, [elsewhere]).png == draw_map(view(), NAMES).png


def test_the_same_view_gives_the_same_bytes() -> None:
    first = draw_map(busy(), NAMES, CHANGES)
    with anew():
        assert draw_map(busy(), NAMES, CHANGES).png == first.png


def test_the_map_does_not_depend_on_whose_hand_is_known() -> None:
    known = msgspec.structs.replace(busy(), viewer="ann", hand=["percy"])
    assert draw_map(known, NAMES).png == draw_map(busy(), NAMES).png


def test_the_map_is_small_enough_for_a_phone_connection() -> None:
    picture = draw_map(busy(), NAMES, CHANGES)
    assert sent(picture) < 525_000
    assert (picture.width, picture.height) == pixels(picture).size
    assert picture.width == SHEET_WIDTH


def test_a_crop_shows_a_part_with_its_names_inside() -> None:
    box = crop_around([Location("inside:york")])
    picture = draw_map(busy(), NAMES, crop=box)
    assert picture.width == round(box.width) >= 588
    assert round(box.height) < picture.height < box.height + 140, "the part, and who is who under it"
    scene = Scene(busy(), board().names, box)
    assert all(box.holds(other) for other in scene.boxes.values())
    assert "place:york" in scene.name_boxes
    assert "place:exeter" not in scene.name_boxes


def test_a_crop_at_the_edge_stays_on_the_map() -> None:
    assert MAP.holds(crop_around([Location("sea:western_approaches"), Location("inside:berwick")]))
    assert MAP.holds(crop_around([Location("area:ireland")]))


@rows("place", ["inside:calais", "inside:truro", "inside:york", "inside:berwick", "area:ireland"])
def test_a_crop_shows_a_place_in_its_middle_as_far_as_the_map_reaches(place: str) -> None:
    box, spot = crop_around([Location(place)]), geography().spot(Location(place))
    assert box.width == box.height == NARROWEST_CROP
    for middle, at, low, high in zip(box.centre, spot, (MAP.left, MAP.top), (MAP.right, MAP.bottom), strict=True):
        assert middle == pytest.approx(min(max(at, low + NARROWEST_CROP / 2), high - NARROWEST_CROP / 2))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Theme]:
    """The themes of the boards that are drawn, which are quite empty here."""
    themes: list[Theme] = []
    sheet = Image.radial_gradient("L").convert("RGB")

    def noted(theme: Theme) -> Image.Image:
        themes.append(theme)
        return sheet

    monkeypatch.setattr(cache, "_base", noted)
    monkeypatch.setattr(cache, "_names", lambda: {"place:york": Box(1, 2, 3, 4)})
    return themes


def kept_in(folder: Path) -> tuple[bytes, dict[str, Box]]:
    """What a new process finds."""
    kept.cache_clear()
    found = board(folder)
    return found.base.tobytes(), found.names


def test_the_board_is_kept_on_disk(tmp_path: Path, drawn: list[Theme]) -> None:
    first = kept_in(tmp_path)
    assert {file.suffix for file in tmp_path.iterdir()} == {".png", ".json"}
    assert kept_in(tmp_path) == first
    assert drawn == [DAY]


@pytest.mark.parametrize("suffix", [".png", ".json"])
def test_a_damaged_board_is_drawn_anew(suffix: str, tmp_path: Path, drawn: list[Theme]) -> None:
    first = kept_in(tmp_path)
    (file,) = tmp_path.glob(f"*{suffix}")
    for damage in (b"", file.read_bytes()[: file.stat().st_size // 2]):
        file.write_bytes(damage)
        assert kept_in(tmp_path) == first
    assert drawn == [DAY] * 3
    assert kept_in(tmp_path) == first and len(drawn) == 3


@pytest.mark.nightly
@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=lambda theme: theme.name)
def test_the_board_that_is_kept_is_the_one_that_is_drawn(theme: Theme) -> None:
    """By day it is drawn wherever something has changed of what it is drawn from."""
    assert draw_base(theme).tobytes() == board(BOARDS, theme).base.tobytes()


def test_a_game_of_two_and_a_won_game_are_drawn() -> None:
    two = view(seats=view().seats[:2], winners=["ben"])
    assert "has won" in draw_map(two, NAMES).alt


def test_all_who_win_together_are_named() -> None:
    alone, together = (draw_map(view(winners=winners), NAMES) for winners in (["ben"], ["ann", "ben"]))
    assert "Ann and Benedict of Kent have won" in together.alt
    assert alone.png != together.png


def test_names_beyond_the_fonts_are_drawn_by_seat() -> None:
    odd = {**NAMES, "ann": "🐉漢"}
    assert draw_map(busy(), odd).png != draw_map(busy(), NAMES).png


def test_boxes_know_their_neighbours() -> None:
    assert Box(0, 0, 10, 10).meets(Box(9, 9, 20, 20))
    assert not Box(0, 0, 10, 10).meets(Box(10, 0, 20, 10))


def test_the_empty_board_is_not_left_to_the_first_map() -> None:
    """That would take a second more than any other."""
    kept.cache_clear()
    prepare(BOARDS)
    with anew():
        draw_map(busy(), NAMES, cache=BOARDS)
    assert kept.cache_info().misses == 1


def test_a_name_that_nobody_pushes_away_looks_for_no_other_place() -> None:
    """All names together would look for a quarter of a second."""
    resting = board().names
    looks: tuple[Any, ...] = (toponyms, place_toponym)
    for look in looks:
        look.cache_clear()
    scene = Scene(view(nobles=[noble("percy", "ann", Location("open:york"))]), resting, MAP)
    moved = {key for key, box in resting.items() if scene.boxes.get(key) != box}
    looked = {key for key, name in scene.names.items() if "boxes" in vars(name.job)}
    assert moved <= looked
    assert len(looked) < 20
