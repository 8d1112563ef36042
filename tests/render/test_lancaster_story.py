"""A whole game of Lancaster told: its curves, its poster, its score sheet and its animation."""

import io
from collections.abc import Iterator

import msgspec
import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from engine.core.computer.players import RandomPlayer
from engine.core.events import Event
from engine.core.trials import simulation
from engine.games import GAMES
from render.kit.curves import Curve, plot
from render.kit.palette import PARCHMENT, livery
from render.kit.pen import Box
from render.lancaster.board.board import painted
from render.lancaster.board.palette import LIVERIES
from render.lancaster.board.signs import badge
from render.lancaster.story import film
from render.lancaster.story.chart import draw_chart
from render.lancaster.story.chronicle import (
    boards,
    changes,
    conflicts,
    course,
    ending,
    holders,
    view_of,
    votes,
    winners,
)
from render.lancaster.story.film import draw_film
from render.lancaster.story.poster import draw_poster
from render.picture_request import Frame, NothingToShow, Story
from render.registry import draw_story
from render.story import replayed
from tests.harness import as_kind
from tests.render.lancaster_samples import BALLOTS, BATTLE, NAMES, busy, over, pair, view
from tests.render.reading import once, pixels, sent, share

PLAYERS = {"s1": "Ann", "s2": "Ben", "s3": "Cat"}
RULES = GAMES["lancaster"]
KINDS = ("poster", "score", "chart", "story")


@pytest.fixture(autouse=True, scope="module")
def drawn_once() -> Iterator[None]:
    """Several tests look at the same boards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(film, "painted", once(painted))
        yield


@pytest.fixture(scope="module")
def story() -> tuple[Frame, ...]:
    played = simulation.play(RULES, RULES.options("henry", {}), 3, seed=5, players=[RandomPlayer()], careful=False)
    return replayed(played.transcript)


def won(text: str) -> Frame:
    """The last frame of a game of three, with what was said at its end."""
    return Frame(over(), (Event("victory", text),))


# ---------------------------------------------------------------------- what happened


def test_a_board_is_kept_of_every_round(story: list[Frame]) -> None:
    assert [view_of(frame).round for frame in boards(story)] == [1, 2, 3, 4, 5]


def test_the_last_step_of_a_course_is_the_final_scoring(story: list[Frame]) -> None:
    last = view_of(story[-1])
    for seat, values in course(story).items():
        assert len(values) == len(story) + 1
        assert values[-1] == next(player.points for player in last.players if player.id == seat)
        assert values[-2] == next(line.points for line in last.sheet if line.seat == seat and line.what == "track")


def test_a_game_that_goes_on_has_no_final_scoring() -> None:
    frames = [Frame(view()), Frame(busy())]
    assert course(frames)["ben"] == [0, 104]


def test_who_held_a_county_is_remembered_round_by_round() -> None:
    frames = [Frame(view()), Frame(msgspec.structs.replace(busy(), phase="parliament")), Frame(view(round=5))]
    assert holders(frames)["B"] == {4: "green"} and set(holders(frames)) == set("ABCDEFGHI")


def test_every_change_has_its_round() -> None:
    said = [Event("round", "Round 1"), Event("placed", ""), Event("round", "Round 2"), Event("battle", "")]
    found = changes([Frame(view(), tuple(said[:2])), Frame(busy(), tuple(said[2:]))])
    assert [number for number, _ in found] == [1, 1, 2, 2]


@pytest.mark.parametrize(("row", "england", "found"), [("upper", 13, 1), ("upper", 2, 0), ("lower", 2, 1)])
def test_a_conflict_counts_once_it_is_won_or_lost_for_good(row: str, england: int, found: int) -> None:
    fought = Event("battle", "", report=BATTLE.report | {"row": row, "england": england})
    assert len(conflicts([Frame(view()), Frame(busy(), (fought,))])) == found


def test_votes_are_remembered(story: list[Frame]) -> None:
    assert len(votes(story)) == 15
    assert [vote.law for vote in votes([Frame(view(), (BALLOTS,))])] == ["KL5"]


@pytest.mark.parametrize(
    ("said", "seats"), [("{ann} wins with 55.", ["ann"]), ("{ann} and {ben} share the victory.", ["ann", "ben"])]
)
def test_winners_are_read_from_the_end(said: str, seats: list[str]) -> None:
    assert winners([Frame(view()), won(said)]) == seats
    assert "Ann" in ending([won(said)], NAMES)


def test_nobody_has_won_while_the_game_goes_on() -> None:
    assert winners([Frame(view())]) == [] and ending([Frame(view())], NAMES) == ""


# ---------------------------------------------------------------------- pictures


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_of_a_whole_game(kind: str, story: list[Frame]) -> None:
    picture = draw_story("lancaster", kind, Story(story, PLAYERS))
    assert sent(picture) < 500_000 and 40 < len(picture.alt) <= 1000
    assert all(name in picture.alt for name in PLAYERS.values())
    assert kind in RULES.story.finale_pictures


@pytest.mark.parametrize("kind", ["poster", "chart", "story"])
def test_a_game_that_has_not_begun_has_no_course(kind: str) -> None:
    with pytest.raises(NothingToShow):
        draw_story("lancaster", kind, Story([Frame(view())], NAMES))


def test_the_poster_is_headed_by_the_winner() -> None:
    frames = [Frame(view()), won("{ben} wins with 52 power points.")]
    picture = draw_poster(frames, NAMES)
    assert picture.alt.startswith("Benedict of Kent wins with 52 power points.")
    assert share(pixels(picture), (30, 110, 1050, 270), LIVERIES["green"].fill) > 0.5


def test_the_poster_of_a_shared_victory_and_of_a_game_that_was_broken_off() -> None:
    assert draw_poster([Frame(view()), won("{ann} and {ben} share the victory.")], NAMES).alt.startswith(
        "Ann and Benedict of Kent share the victory."
    )
    assert draw_poster([Frame(pair()), Frame(pair())], NAMES).alt.startswith("Nobody has won.")


def test_the_poster_shows_who_held_what(story: list[Frame]) -> None:
    told = draw_poster(story, PLAYERS).alt
    letters = {letter for letter, held in holders(story).items() if held}
    assert letters and told.count(" was held by ") == len(letters)


def test_the_curves_tell_what_points_are_made_of() -> None:
    picture = draw_chart([Frame(view()), won("{ann} wins.")], NAMES)
    assert (
        "The points of Ann come from five rounds +30, knighthood +8, castle 0, nobles +10, seals +16, dishonor −9."
        in picture.alt
    )
    assert picture.height > draw_chart([Frame(view()), Frame(busy())], NAMES).height


def test_curves_may_lead_below_nought() -> None:
    image = Image.new("RGB", (1080, 400), PARCHMENT)
    lines = [Curve([0, 4, values], livery(0).fill, badge("blue", 40), "Ann") for values in (9, -14)]
    inner = plot(image, Box(20, 60, 1060, 340), "Points", lines, {1: 0})
    low = (inner.right - 60, inner.bottom - 60, inner.right, inner.bottom)
    assert share(image, low, livery(0).fill) > 0.01


def test_the_animation_shows_a_board_for_every_round_and_keeps_its_budget(
    story: list[Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = draw_film(story, PLAYERS, width=480)
    with Image.open(io.BytesIO(whole.gif)) as shown:
        assert (as_kind(GifImageFile, shown).n_frames, shown.size) == (
            whole.frames,
            (whole.width, whole.height),
        ) and whole.frames == 6
    monkeypatch.setattr(film, "BUDGET", len(whole.gif) - 1)
    smaller = draw_film(story, PLAYERS, width=480)
    assert smaller.width < whole.width and len(smaller.gif) < len(whole.gif)
    assert whole.alt.startswith("The whole game on the board, round 1 to 5, in 6 pictures.")


def test_before_everybody_has_placed_there_is_no_animation() -> None:
    with pytest.raises(NothingToShow):
        draw_film([Frame(view()), Frame(view())], NAMES)
