"""The story of a whole game: its frames, and the curves, the poster and the animation that tell it."""

import io
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from engine.core.events import Event
from engine.core.record import transcript
from render.kingmaker.story import war
from render.kingmaker.story.chart import draw_chart
from render.kingmaker.story.chronicle import begun, deeds, ending, fates, greatest, men, series, standings, view_of
from render.kingmaker.story.poster import draw_poster
from render.kingmaker.story.war import draw_war
from render.kit.curves import spread
from render.picture_request import Frame, NothingToShow
from render.story import Milestones, gathered, replayed
from tests.harness import as_kind
from tests.render.reading import once, pixels, sent
from tests.render.samples import CHANGES, NAMES, SEATS, busy, view

GOLDEN = Path(__file__).parents[1] / "golden" / "three_seats.json"
PLAYERS = {"s1": "Ann", "s2": "Ben", "s3": "Cat"}


@pytest.fixture(autouse=True, scope="module")
def drawn_once() -> Iterator[None]:
    """Several tests look at the same boards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(war, "_image", once(war._image))
        yield


@pytest.fixture(scope="module")
def story() -> tuple[Frame, ...]:
    return replayed(transcript.read(GOLDEN.read_bytes()))


def over(change: str = "turn_end") -> tuple[Event, ...]:
    return (Event(change, ""),)


def test_a_moment_comes_with_every_milestone_and_at_the_end() -> None:
    milestones = Milestones("turn_end")
    moved = Event("moved", "Percy moves.")
    assert not milestones.hear(1, {"action": "move"}, [moved])
    assert milestones.hear(2, {"action": "pass"}, over())
    assert not milestones.hear(3, {"action": "move"}, [moved, Event("dealt", "Secret.", seats=("ann",))])
    assert milestones.close() == 3
    assert milestones.found == {0: (), 2: (moved, *over()), 3: (moved,)}


def test_what_was_taken_back_is_forgotten() -> None:
    milestones = Milestones("turn_end")
    for version in (1, 2, 3):
        milestones.hear(version, {"action": "pass"}, over())
    milestones.hear(4, {"action": "rewind", "to": 1}, [Event("rewound", "The game goes back.")])
    milestones.hear(5, {"action": "pass"}, over())
    assert list(milestones.found) == [0, 1, 5]


def test_a_long_story_is_gathered_with_nothing_left_out() -> None:
    frames = [Frame(view(round=number), (Event("moved", str(number)),)) for number in range(1, 24)]
    few = gathered(frames, 10)
    assert len(few) <= 10 and few[-1].view == frames[-1].view
    assert [change.text for frame in few for change in frame.changes] == [str(number) for number in range(1, 24)]


def test_a_finished_game_tells_its_end(story: list[Frame]) -> None:
    last = view_of(story[-1])
    assert last.winners == ["s3"] and standings(last)[0].id == "s3"
    assert ending(story, PLAYERS) == "King Henry VI is the last of the royal blood, inside Fotheringhay: Cat wins."
    assert {fate.state for fate in fates(story, PLAYERS)} >= {"dead", "king"}
    assert set(series(story, men)) == {"s1", "s2", "s3"}
    assert [deed.kind for deed in deeds(story, PLAYERS)][-1] == "victory"
    best = greatest(deeds(story, PLAYERS), 5)
    assert len(best) == 5 and "victory" not in {deed.kind for deed in best}


def test_the_setting_up_is_no_part_of_the_war() -> None:
    setting_up, first, second = (Frame(view(phase=phase)) for phase in ("setup", "event", "movement"))
    assert begun([setting_up, first, second]) == [first, second]
    with pytest.raises(NothingToShow):
        begun([setting_up, first])


def test_the_curves(story: list[Frame]) -> None:
    picture = draw_chart(story, PLAYERS)
    assert pixels(picture).size == (picture.width, picture.height)
    assert sent(picture) < 150_000
    assert "Cat had " in picture.alt and "men at the start" in picture.alt


def test_names_at_the_ends_of_curves_keep_apart_and_inside() -> None:
    spots = spread([10.0, 11.0, 12.0, 95.0, 96.0], 10, 5, 95)
    assert len(spots) == 5 and all(later - earlier >= 10 for earlier, later in itertools.pairwise(spots))
    assert spots[0] >= 5 and spots[-1] <= 95


def test_the_poster(story: list[Frame]) -> None:
    picture = draw_poster(story, PLAYERS)
    assert sent(picture) < 1_000_000
    assert picture.alt.startswith("Cat wins in round")
    assert "Henry VI: King, with Cat." in picture.alt


def test_the_poster_of_a_drawn_game_and_of_seven_factions() -> None:
    frames = [Frame(view()), Frame(busy(), tuple(CHANGES))]
    assert draw_poster(frames, NAMES).alt.startswith("Nobody wins in round 4.")
    assert len(standings(busy())) == len(SEATS)


def test_the_poster_of_a_victory_that_is_shared() -> None:
    frames = [Frame(view()), Frame(view(winners=["ann", "ben"]))]
    poster = draw_poster(frames, NAMES)
    assert poster.alt.startswith("Ann and Benedict of Kent win in round")
    assert {row.id for row in standings(view_of(frames[-1]))[:2]} == {"ann", "ben"}


def test_the_animation_keeps_its_budget(story: list[Frame], monkeypatch: pytest.MonkeyPatch) -> None:
    film = draw_war(story, PLAYERS, most=3)
    with Image.open(io.BytesIO(film.gif)) as shown:
        assert (as_kind(GifImageFile, shown).n_frames, shown.size) == (film.frames, (film.width, film.height))
    monkeypatch.setattr(war, "BUDGET", len(film.gif) - 1)
    smaller = draw_war(story, PLAYERS, most=3)
    assert smaller.width < film.width and len(smaller.gif) < len(film.gif)
    assert film.alt.startswith("The film shows the whole war on the map")
