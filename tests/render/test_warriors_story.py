"""A whole game of Warriors of God told: its curves, its poster and its animation."""

import io
from collections.abc import Iterator
from itertools import combinations

import msgspec
import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from engine.core.computer.players import RandomPlayer
from engine.core.events import Event
from engine.core.trials import simulation
from engine.games import GAMES
from render.picture_request import Frame, NothingToShow, Story
from render.registry import draw_story
from render.story import replayed
from render.warriors.board.land import label_boxes
from render.warriors.board.palette import COATS
from render.warriors.story import film
from render.warriors.story.chart import draw_chart
from render.warriors.story.chronicle import (
    battles,
    ending,
    fallen,
    film_frames,
    greatness,
    held,
    holders,
    scores,
    tallies,
    turn_starts,
    view_of,
    winner,
)
from render.warriors.story.film import draw_film
from render.warriors.story.poster import draw_poster, strips
from tests.harness import as_kind
from tests.render.reading import once, pixels, sent, share
from tests.render.warriors_samples import NAMES, busy, changed, fought, war

PLAYERS = {"s1": "Ann", "s2": "Ben"}
RULES = GAMES["warriors"]
KINDS = ("poster", "chart", "story")


@pytest.fixture(autouse=True, scope="module")
def drawn_once() -> Iterator[None]:
    """Several tests look at the same boards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(film, "_drawn", once(film._drawn))
        yield


@pytest.fixture(scope="module")
def story() -> tuple[Frame, ...]:
    options = RULES.options("hyw", {"turns": 4})
    played = simulation.play(RULES, options, 2, seed=5, players=[RandomPlayer()], careful=False)
    return replayed(played.transcript)


# ---------------------------------------------------------------------- what happened


def test_every_turn_has_a_beginning(story: list[Frame]) -> None:
    assert list(turn_starts(story)) == [1, 2, 3, 4]


def test_the_score_of_every_turn_is_remembered(story: list[Frame]) -> None:
    found = tallies(story)
    assert [one.turn for one in found] == [1, 2, 3, 4]
    assert found[-1].score == view_of(story[-1]).score == scores(story)[-1]
    assert sum(one.english - one.french for one in found) == found[-1].score


def test_what_both_sides_control_is_counted_by_value() -> None:
    frames = [Frame(busy())]
    assert held(frames) == {"english": [3 + 1 + 1], "french": [3 + 2 + 2]}


def test_who_held_an_area_is_remembered_turn_by_turn() -> None:
    free = [msgspec.structs.replace(area, control="") for area in busy().areas]
    frames = [Frame(changed(turn=1)), Frame(changed(turn=2, areas=free))]
    assert holders(frames)["england"] == ["english", ""] and "ireland" not in holders(frames)


def test_battles_and_who_fell_are_remembered() -> None:
    assert [one.area for one in battles(war())] == ["normandy", "normandy"]
    assert fallen(war()) == [(1, "olivier_clisson")]


def test_a_battle_is_greater_for_more_who_fell() -> None:
    assert greatness(fought()) > greatness(fought(clashes=[])) > greatness(fought(clashes=[], armies={}))


def test_a_turn_has_two_pictures(story: list[Frame]) -> None:
    shown = [(view_of(frame).turn, view_of(frame).phase) for frame in film_frames(story)]
    assert len(shown) <= 2 * 4 + 1 and [turn for turn, _ in shown] == sorted(turn for turn, _ in shown)
    told = [change for frame in film_frames(story) for change in frame.changes]
    assert told == [change for frame in story for change in frame.changes]


@pytest.mark.parametrize(("seats", "side"), [(["ann"], "english"), (["ben"], "french"), ([], ""), (None, "")])
def test_the_winner_is_read_from_the_end(seats: list[str] | None, side: str) -> None:
    assert winner(war(winners=seats)) == side


# ---------------------------------------------------------------------- the pictures


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_of_a_whole_game(kind: str, story: list[Frame]) -> None:
    picture = draw_story("warriors", kind, Story(story, PLAYERS))
    assert picture.alt and len(picture.alt) <= 1000
    assert sent(picture) < (8_000_000 if kind == "story" else 500_000)


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_that_has_not_begun_has_no_course(kind: str) -> None:
    with pytest.raises(NothingToShow):
        draw_story("warriors", kind, Story((Frame(busy()),), NAMES))


def test_the_poster_is_headed_by_the_winner() -> None:
    frames = war(Event("victory", "After the last turn the French have won (French lead 2)."), winners=["ben"])
    poster = draw_poster(frames, NAMES)
    assert poster.alt.startswith("Benedict of Kent wins. After the last turn the French have won (French lead 2).")
    assert share(pixels(poster), (60, 130, 1140, 280), COATS["french"].fill) > 0.6
    assert ending(frames, NAMES) == "After the last turn the French have won (French lead 2)."


def test_the_poster_of_a_game_that_was_broken_off() -> None:
    assert draw_poster(war(), NAMES).alt.startswith("Nobody has won.")


def test_the_poster_tells_of_battles() -> None:
    alt = draw_poster(war(), NAMES).alt
    assert "2 battles: the English won 2, the French 0." in alt
    assert "Normandy, turn 1: Clisson killed." in alt
    assert "Normandy, turn 2: Du Guesclin captured, Clisson captured." in alt


def test_the_chart_tells_turn_by_turn() -> None:
    alt = draw_chart(war(), NAMES).alt
    assert alt.startswith(
        "After 3 turns the French lead by 2. Turn 1: the English score 6, the French 3; then the English lead by 3."
    )
    assert alt.endswith("At the end the English control areas worth 5, the French 7.")


def test_the_animation_keeps_its_budget(story: list[Frame], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = draw_film(story, PLAYERS)
    with Image.open(io.BytesIO(whole.gif)) as image:
        assert as_kind(GifImageFile, image).n_frames == len(film_frames(story)) == whole.frames
    monkeypatch.setattr(film, "BUDGET", 50_000)
    assert draw_film(story, PLAYERS).width < whole.width


def test_the_strips_of_the_poster_lie_apart_and_on_no_name() -> None:
    found, names = strips(), label_boxes()
    assert not [pair for pair in combinations(found.values(), 2) if pair[0].meets(pair[1])]
    assert not [
        (label_id, other)
        for label_id, box in found.items()
        for other, name in names.items()
        if box.meets(name) and label_id != other
    ]
