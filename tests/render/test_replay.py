"""The page of a whole game: what it is made of, who may see it, and what nobody's words can do to it."""

import base64
import hashlib
import io
import json
import re
import shutil
import subprocess
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from engine.core.actions import MASTER
from engine.core.record import transcript
from engine.core.trials import simulation
from engine.games import rules_of
from render.kit.layered import Layered, quietly
from render.kit.lettering import Face, Type, write
from render.kit.palette import ALARM, WHITE
from render.kit.pen import Box, overdraw, paste, sprite
from render.picture_request import PictureRequest
from render.registry import replay_of
from render.replay import page
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
    assert len(whole) < 250_000


def test_the_page_tells_once_how_a_fight_may_end(whole: bytes) -> None:
    steps = data_of(whole)["steps"]
    assert next(step for step in steps if any(line["kind"] == "duel" for line in step["told"]))["fight"]
    told = [step["fight"] for step in steps if step["fight"]]
    assert told and all(" wins " in line and ", both " in line for line in told)
    assert len(set(told)) == len(told)


def test_what_makes_room_is_quiet_and_so_is_the_ground() -> None:
    made, board = Boards(), Layered(Image.new("RGB", (64, 64), "white"))
    paste(board, Image.new("RGBA", (20, 20), "red"), 5, 5)
    with quietly(board):
        paste(board, Image.new("RGBA", (20, 20), "blue"), 30, 30)
    made.add(board)
    assert sorted(made.pieces[number][3:] for number in made.quiet) == [(20, 20), (64, 64)]
    assert made.frames[0][1][9] in made.quiet and made.frames[0][1][5] not in made.quiet


def put_together(made: Boards) -> Iterator[Image.Image]:
    """The boards as the page puts them together."""
    sheets = [Image.open(io.BytesIO(base64.b64decode(sheet.partition(",")[2]))) for sheet in made.sheets]
    lying: list[tuple[int, ...]] = []
    for gone, come in made.frames:
        lying = [one for place, one in enumerate(lying) if place not in gone]
        for place, *one in batched(come, 4):
            lying.insert(place, tuple(one))
        board = Image.new("RGB", (made.width, made.height))
        for number, x, y in lying:
            sheet, left, top, width, height = made.pieces[number]
            piece = sheets[sheet].crop((left, top, left + width, top + height)).convert("RGBA")
            board.paste(piece, (x, y), piece)
        yield board


def batched(flat: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    return (flat[start : start + size] for start in range(0, len(flat), size))


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures lie apart, on average of all channels."""
    return sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean) / 3


def test_boards_that_are_put_together_again_are_the_boards() -> None:
    made, drawn = Boards(), []
    for x in (0, 200, 400):
        image = Image.new("RGB", (512, 320), "white")
        ImageDraw.Draw(image).rectangle((x, 40, x + 63, 103), fill="black")
        made.add(image)
        drawn.append(image)
    made.add(drawn[-1])
    made.close()
    assert all(apart(*pair) < 1 for pair in zip(put_together(made), drawn, strict=True))
    assert len(made.frames[1][1]) < len(made.frames[0][1]) / 4


def test_what_a_lower_board_leaves_empty_is_cleared() -> None:
    made = Boards()
    made.add(Image.new("RGB", (64, 96), "white"))
    made.add(Image.new("RGB", (64, 64), "white"))
    assert made.frames[1] == ([4, 5], [])


def board_in_layers(x: int) -> Layered:
    """A board with words, a smooth ring, a counter and another picture on it."""
    found = Layered(Image.new("RGB", (300, 200), (200, 220, 200)))
    found.part = Box(20, 10, 300, 200)
    write(found, 60, 50, "York", Type(Face.BOLD, 30))
    overdraw(found, Box(x, 90, x + 40, 130), lambda pen: pen.circle(x + 20, 110, 15, None, ALARM, 4))
    paste(found, sprite(30, 30, lambda pen: pen.circle(15, 15, 12, WHITE)), x, 150)
    found.paste(Image.new("RGB", (64, 32), (9, 9, 90)), (220, 20))
    return found


def test_boards_in_layers_look_like_flat_ones_and_share_what_stands_still() -> None:
    made = Boards()
    boards = [board_in_layers(x) for x in (100, 150, 100)]
    for board in boards:
        made.add(board)
    made.close()
    for board, shown in zip(boards, put_together(made), strict=True):
        assert apart(shown, pressed(board)) < 2
    assert len(made.frames[1][0]) == 2 and made.frames[2][1][1::4] == made.frames[1][1][1::4]


def pressed(board: Layered) -> Image.Image:
    """A board as a flat picture."""
    flat = board.ground.copy()
    for one in board.laid:
        if one.ink is not None:
            flat.paste(one.ink, (one.x, one.y), one.piece)
        else:
            flat.paste(one.piece, (one.x, one.y), one.piece if one.piece.mode == "RGBA" else None)
    return flat.crop((20, 10, 300, 200))


def test_pieces_that_have_changed_places_in_the_pile_lie_as_they_should() -> None:
    pieces = [Image.new("RGBA", (20, 20), ink) for ink in ("red", "green", "blue")]
    made, boards = Boards(), []
    for order in ((0, 1, 2), (2, 0, 1), (1,)):
        boards.append(Layered(Image.new("RGB", (64, 64), "white")))
        for place in order:
            paste(boards[-1], pieces[place], 10 + 5 * place, 10)
        made.add(boards[-1])
    made.close()
    for board, shown in zip(boards, put_together(made), strict=True):
        flat = Image.new("RGB", (64, 64), "white")
        for one in board.laid:
            paste(flat, one.piece, one.x, one.y)
        assert apart(shown, flat) < 1


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
    assert "shows what only Ben may see. Keep it to yourself" in html.decode().partition("<main>")[0]
    assert 'id="own"' not in seen_by("").decode()


def test_when_a_game_is_over_all_eyes_can_be_chosen(whole: bytes) -> None:
    game = data_of(whole)
    assert [one["id"] for one in game["eyes"]] == [MASTER, "", "s1", "s2"] or len(game["eyes"]) == 4
    assert game["proof"]["secret"] == tourney().secret and 'id="own"' not in whole.decode()
    assert "Keep it to yourself" in page_of(begun(3), BOARDS).decode()


def test_a_page_that_would_be_too_large_shows_fewer_boards_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    record = transcript.load(GALLERY / "king_henry.json")
    record = msgspec.structs.replace(record, entries=record.entries[:24])
    full = page_of(record, BOARDS)
    monkeypatch.setattr(page, "BUDGET", len(full) - 10_000)
    less = page_of(record, BOARDS)
    assert len(less) <= len(full) - 10_000 and "one change in" in less.decode()
    assert len(data_of(less)["steps"]) == len(data_of(full)["steps"])
    assert data_of(less)["steps"][-1]["board"] == len(data_of(less)["boards"]["frames"]) - 1


def test_a_page_that_cannot_be_small_is_made_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "BUDGET", 1)
    monkeypatch.setattr(page, "FEWEST", 4)
    assert "one change in 4" in page_of(begun(3), BOARDS).decode()


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
        assert looks(drawn[0]) == looks(drawn[1])


def looks(board: Image.Image) -> object:
    """What two boards have in common that look alike."""
    if isinstance(board, Layered):
        return [(one.piece.tobytes(), one.ink, one.x, one.y) for one in board.laid]
    return board.tobytes()


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


LONGEST = {
    "warlord": ("march", 2, "captain", 77, 24),
    "lancaster": ("court", 5, "courtier", 77, 3),
    "warriors": ("hyw", 2, "marshal", 77, 39),
    "kingmaker": ("base", 7, "random", 9, 0),
}
"""By title a very long game, of Kingmaker one at random: variant, seats, who plays, seed, and which of the games."""


@pytest.mark.nightly
@pytest.mark.parametrize("game", LONGEST)
def test_the_page_of_a_very_long_game_can_be_posted_and_is_not_thinned(game: str) -> None:
    rules, (variant, seats, player, seed, number) = rules_of(game), LONGEST[game]
    players, options = [rules.players[player]], rules.options(variant, {})
    played = simulation.play(
        rules, options, seats, seed=seed, number=number, players=players, careful=False, limit=3700
    )
    found = page_of(played.transcript, BOARDS)
    assert len(found) < 8_000_000 and b"one change in" not in found
