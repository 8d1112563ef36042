"""The page of a whole game: what it is made of, who may see it, and what nobody's words can do to it."""

import base64
import hashlib
import io
import json
import re
import shutil
import subprocess
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageDraw

from engine.core.actions import MASTER
from engine.core.record import transcript
from render.picture_request import PictureRequest
from render.registry import replay_of
from render.replay import boards, page
from render.replay.boards import Boards
from render.replay.course import replayed
from render.replay.page import Subject, page_of
from tests.harness import BOARDS

TESTS = Path(__file__).parents[1]
GALLERY = TESTS / "gallery"
DATA = re.compile(r'<script type="application/json" id="game">(.*?)</script>', re.DOTALL)
HOSTILE = "</script><script>alert(1)</script><img src=x onerror='alert(2)'>\"&\u202egnp.exe"


def tourney(**changes: Any) -> transcript.Transcript:
    """A whole short game of War Lord."""
    record = transcript.load(GALLERY / "tourney.json")
    return msgspec.structs.replace(record, **changes)


def begun(entries: int) -> transcript.Transcript:
    """The same game after some actions."""
    return tourney(entries=tourney().entries[:entries])


def data_of(html: bytes) -> Any:
    """What the script of a page reads."""
    found = DATA.search(html.decode())
    assert found
    return json.loads(found[1])


@pytest.fixture(scope="module")
def whole() -> bytes:
    return page_of(tourney(), BOARDS)


def test_the_page_has_every_step_with_its_board_and_its_story(whole: bytes) -> None:
    game = data_of(whole)
    told = [line["text"] for step in game["steps"] for line in step["told"]]
    assert told[-1] == "Blue has lost both Warlord and Lady. Ann has won."
    assert {step["board"] for step in game["steps"]} == set(range(len(game["boards"]["frames"])))
    assert game["marks"]["duel"] == "Duel" and any(line["kind"] == "duel" for s in game["steps"] for line in s["told"])
    assert len(whole) < 500_000


def test_boards_that_are_put_together_again_are_the_boards() -> None:
    made, drawn = Boards(100), []
    for x in (0, 200, 400):
        image = Image.new("RGB", (500, 300), "white")
        ImageDraw.Draw(image).rectangle((x, 40, x + 63, 103), fill="black")
        made.add(image)
        drawn.append(image)
    made.close()
    sheets = [Image.open(io.BytesIO(base64.b64decode(sheet.partition(",")[2]))) for sheet in made.sheets]
    put = Image.new("RGB", (made.width, made.height))
    for image, frame in zip(drawn, made.frames, strict=True):
        for place, number in zip(frame[::2], frame[1::2], strict=True):
            x, y = number % boards.SHEET * boards.SIDE, number // boards.SHEET * boards.SIDE
            square = sheets[0].crop((x, y, x + boards.SIDE, y + boards.SIDE))
            put.paste(square, (place % boards.ACROSS * boards.SIDE, place // boards.ACROSS * boards.SIDE))
        apart = [abs(a - b) for a, b in zip(put.tobytes(), image.tobytes(), strict=True)]
        assert sum(apart) / len(apart) < 1
    made.add(drawn[-1])
    assert len(made.frames) == 3 and len(made.frames[1]) < len(made.frames[0])


def test_what_a_lower_board_leaves_empty_is_cleared() -> None:
    made = Boards(50)
    made.add(Image.new("RGB", (64, 96), "white"))
    made.add(Image.new("RGB", (64, 64), "white"))
    assert made.frames[1] == [2 * boards.ACROSS, -1, 2 * boards.ACROSS + 1, -1]


def test_nothing_runs_but_what_the_page_was_made_with(whole: bytes) -> None:
    text = whole.decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    scripts = re.findall("<script>(.*?)</script>", text, re.DOTALL)
    styles = re.findall("<style>(.*?)</style>", text, re.DOTALL)
    assert policy and len(scripts) == len(styles) == 1

    def seal(of: str) -> str:
        return "sha256-" + base64.b64encode(hashlib.sha256(of.encode()).digest()).decode()

    assert f"script-src '{seal(scripts[0])}'" in policy[1] and f"style-src '{seal(styles[0])}'" in policy[1]
    assert policy[1].startswith("default-src 'none'") and "unsafe" not in policy[1]
    assert not re.search(r"""(src|href)=|url\(|fetch\(|innerHTML|eval\(|https?://(?!www\.w3\.org/2000/svg)""", text)


def test_names_are_words_and_nothing_else() -> None:
    text = page_of(msgspec.structs.replace(begun(6), names={"s1": HOSTILE, "s2": HOSTILE}), BOARDS).decode()
    assert text.count("<script") == 2 and text.count("</script>") == 2 and "<img" not in text and "\u202e" not in text
    assert data_of(text.encode())["seats"][0]["name"].startswith("</script><script>alert(1)")


def test_titles_are_words_and_nothing_else() -> None:
    subject = Subject(rules="warlord", title=HOSTILE, game_id="g", seats=["s1", "s2"], names={}, commitment="00")
    text = page.page(subject, lambda: replayed(begun(1)), BOARDS).decode()
    assert text.count("<script") == 2 and "<img" not in text and "&lt;img" in text


def seen_by(viewer: str, *, secret: str = "") -> bytes:
    record = tourney()
    subject = Subject(
        rules=record.rules,
        title="A game",
        game_id=record.game_id,
        seats=record.seats,
        names={"s1": "Ann", "s2": "Ben"},
        commitment=record.commitment,
        secret=secret,
        viewer=viewer,
    )
    return page.page(subject, lambda: replayed(begun(10)), BOARDS)


def test_while_a_game_runs_nobody_sees_hands_or_dice() -> None:
    html = seen_by("")
    game = data_of(html)
    assert game["proof"] is None and [one["id"] for one in game["eyes"]] == [""]
    assert not any(line["heard"] for step in game["steps"] for line in step["told"])
    assert not any(step["hidden"] for step in game["steps"]) and tourney().secret not in html.decode()


def test_ones_own_hand_is_ones_own_and_the_page_says_so_at_its_head() -> None:
    html = seen_by("s2")
    game = data_of(html)
    assert [one["id"] for one in game["eyes"]] == ["s2", ""] and game["proof"] is None
    assert {who for step in game["steps"] for line in step["told"] for who in line["heard"] or ()} == {"s2"}
    assert "shows the hidden things of Ben. Keep it to yourself" in html.decode().partition("<main>")[0]
    assert 'id="own"' not in seen_by("").decode()


def test_when_a_game_is_over_all_eyes_can_be_chosen(whole: bytes) -> None:
    game = data_of(whole)
    assert [one["id"] for one in game["eyes"]] == [MASTER, "", "s1", "s2"] or len(game["eyes"]) == 4
    assert game["proof"]["secret"] == tourney().secret and 'id="own"' not in whole.decode()
    assert "Keep it to yourself" in page_of(begun(3), BOARDS).decode()


def test_a_page_that_would_be_too_large_shows_fewer_boards_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    full = page_of(begun(16), BOARDS)
    monkeypatch.setattr(page, "BUDGET", len(full) - 10_000)
    less = page_of(begun(16), BOARDS)
    assert len(less) <= len(full) - 10_000 and "one change in" in less.decode()
    assert len(data_of(less)["steps"]) == len(data_of(full)["steps"])
    assert data_of(less)["steps"][-1]["board"] == len(data_of(less)["boards"]["frames"]) - 1


@pytest.mark.skipif(shutil.which("node") is None, reason="the dice are computed in JavaScript")
def test_the_page_computes_all_dice_anew(whole: bytes) -> None:
    proof = data_of(whole)["proof"]
    false = {**proof, "draws": [*proof["draws"][:-1], [proof["draws"][-1][0], "0", ""]]}
    other = {**proof, "seal": "00" * 32}
    script = (Path(page.__file__).parent / "dice.js").read_text()
    asked = f"{script}\nconsole.log(JSON.stringify({json.dumps([proof, false, other])}.map(wrongOf)));"
    found = json.loads(subprocess.run(["node", "-"], input=asked, capture_output=True, text=True, check=True).stdout)
    assert proof["draws"] and found[0] == [] and len(found[1]) == 1 and found[2] == ["the secret does not fit the seal"]


@pytest.mark.parametrize(
    ("file", "most"),
    [
        *(("tourney", 2), ("king_henry", 2), ("hundred_years", 2), ("seven_seats", 2)),
        *(pytest.param(file, 90, marks=pytest.mark.nightly) for file in ("king_henry", "hundred_years", "seven_seats")),
    ],
)
def test_what_a_title_calls_unseen_changes_no_board(file: str, most: int) -> None:
    record = transcript.load(GALLERY / f"{file}.json")
    parts = replay_of(record.rules)
    assert parts
    pairs = list(islice(alike(record, parts.unseen), most))
    assert pairs
    for views in pairs:
        drawn = [parts.boards()(PictureRequest("map", view, record.names, cache=BOARDS)) for view in views]
        assert drawn[0].tobytes() == drawn[1].tobytes()


def alike(record: transcript.Transcript, unseen: Collection[str]) -> Iterator[tuple[msgspec.Struct, msgspec.Struct]]:
    """Views of a game, each with another that has what no board shows from a later one."""
    last = None
    for number, moment in enumerate(replayed(record)):
        view = moment.table.view("")
        if last is not None and number % 11 == 0:
            later = {name: getattr(view, name) for name in unseen if hasattr(view, name)}
            yield last, msgspec.structs.replace(last, **later)
        last = view if number % 11 == 0 else last


WHOLE_GAMES = (
    *("gallery/tourney", "gallery/king_henry", "gallery/seven_seats"),
    *("golden/hundred_years_war", "golden/lion_in_winter"),
)


@pytest.mark.nightly
@pytest.mark.parametrize("file", WHOLE_GAMES)
def test_the_page_of_a_whole_game_of_every_title_can_be_posted(file: str) -> None:
    assert len(page_of(transcript.load(TESTS / f"{file}.json"), BOARDS)) < 8_000_000
