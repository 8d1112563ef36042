"""The page of a whole game in a real browser, wide and on a phone: keys, buttons, fingers, choices, whose eyes."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image
from playwright.async_api import Browser, Page, Route, ViewportSize, expect

from engine.core.record import transcript
from render.picture_request import Replay
from render.registry import replay_of
from render.replay import page as page_module
from render.replay.course import replayed
from render.replay.page import page_of
from tests.browser.conftest import DESKTOP, PHONE
from tests.harness import BOARDS

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TESTS = Path(__file__).parents[1]
GALLERY = TESTS / "gallery"
HOSTILE = "<img src=x onerror=alert(1)><b>Ann</b>"
sizes = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "phone"])

CONTRAST = """() => {
  const part = (channel) => (channel /= 255) <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const ground = (of) => {
    for (let one = of; one; one = one.parentElement) {
      const found = numbers(getComputedStyle(one).backgroundColor);
      if (found.length === 3 || found[3] === 1) return found;
    }
    return [255, 255, 255];
  };
  const words = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && !one.disabled &&
    [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) && !one.closest("noscript"));
  return words.map((one) => {
    const [low, high] = [light(numbers(getComputedStyle(one).color)), light(ground(one))].sort((a, b) => a - b);
    return [(high + 0.05) / (low + 0.05), one.tagName + "#" + one.id + ": " + one.textContent.slice(0, 40)];
  });
}"""
"""The contrast of all words with what lies behind them, by WCAG 2."""


IN_STORY = """(row) => {
  const [part, whole] = [row.getBoundingClientRect(), document.getElementById("story").getBoundingClientRect()];
  return part.top >= whole.top && part.top < whole.bottom;
}"""
"""Whether a row of the story is to be seen in it."""


@pytest.fixture(scope="module")
def tourney(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of War Lord; somebody has put HTML into their name."""
    record = transcript.load(GALLERY / "tourney.json")
    record = msgspec.structs.replace(record, names={"s1": HOSTILE, "s2": "Ben"})
    return written(record, tmp_path_factory)


@pytest.fixture(scope="module")
def kingmaker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of a game of seven at Kingmaker."""
    record = transcript.load(GALLERY / "seven_seats.json")
    return written(msgspec.structs.replace(record, entries=record.entries[:150]), tmp_path_factory)


WHOLE_GAMES = {
    "warlord": "gallery/tourney",
    "lancaster": "gallery/king_henry",
    "kingmaker": "gallery/seven_seats",
    "hundred_years_war": "golden/hundred_years_war",
    "lion_in_winter": "golden/lion_in_winter",
}


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """What writes a whole game of a title, once, with a small board that stays as it is."""

    @cache
    def written_blank(title: str) -> Path:
        with pytest.MonkeyPatch.context() as patched:
            board = Image.new("RGB", (320, 320))
            patched.setattr(page_module, "replay_of", lambda game: blank_of(game, board))
            return written(transcript.load(TESTS / f"{WHOLE_GAMES[title]}.json"), tmp_path_factory)

    return written_blank


@pytest.fixture(scope="module", params=WHOLE_GAMES)
def whole_game(request: pytest.FixtureRequest, blank: Callable[[str], Path]) -> Path:
    """A whole game of every title."""
    return blank(request.param)


@pytest.fixture(scope="module")
def whole_war(blank: Callable[[str], Path]) -> Path:
    """A whole game of seven at Kingmaker."""
    return blank("kingmaker")


def blank_of(game: str, board: Image.Image) -> Replay:
    """What the page shows of a title, with the same board always."""
    parts = replay_of(game)
    assert parts
    return msgspec.structs.replace(parts, boards=lambda: lambda _: board)


def written(record: transcript.Transcript, folders: pytest.TempPathFactory) -> Path:
    file = folders.mktemp("page") / "game.html"
    file.write_bytes(page_of(record, BOARDS))
    return file


@asynccontextmanager
async def opened(browser: Browser, file: Path, size: ViewportSize, **how: Any) -> AsyncIterator[Page]:
    """The page in a window of its own; nothing may go wrong in it, and it may ask for nothing."""
    touch = size["width"] < 600
    context = await browser.new_context(viewport=size, has_touch=touch, is_mobile=touch, offline=True, **how)
    page = await context.new_page()
    page.set_default_timeout(20_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    await page.goto(file.as_uri())
    await page.locator("canvas[data-board]").wait_for()
    yield page
    await context.close()
    assert wrong == []


def place(page: Page) -> Any:
    """At which step of how many the page is."""
    return expect(page.locator("#place"))


async def look(page: Page) -> list[float]:
    """How large the board is drawn, and where it lies."""
    found: str = await page.locator("#board").evaluate("(one) => getComputedStyle(one).transform")
    return [float(number) for number in re.findall(r"-?[\d.]+", found)]


@sizes
async def test_keys_and_buttons_step_through_the_game(chromium: Browser, tourney: Path, size: ViewportSize) -> None:
    async with opened(chromium, tourney, size) as page:
        last = int((await page.locator("#place").inner_text()).split(" / ")[1])
        for key, reached in [("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", last), ("Home", 1)]:
            await page.keyboard.press(key)
            await place(page).to_have_text(f"{reached} / {last}")
        await page.get_by_role("button", name="Forward").click()
        await place(page).to_have_text(f"2 / {last}")
        await page.get_by_role("button", name="Last step").click()
        await expect(page.locator("#step")).to_contain_text("has won")
        await expect(page.get_by_role("button", name="Forward")).to_be_disabled()
        current = page.locator("#story [aria-current=step]")
        await expect(current).to_contain_text("has won")
        assert await current.evaluate(IN_STORY)
        await page.get_by_role("button", name="First step").click()
        await page.keyboard.press("PageDown")
        await expect(page.locator("#place")).not_to_have_text(f"1 / {last}")


@sizes
async def test_the_board_is_that_of_the_step(chromium: Browser, tourney: Path, size: ViewportSize) -> None:
    async with opened(chromium, tourney, size) as page:
        picture = "(one) => one.toDataURL()"
        await page.wait_for_function("() => scale === fitting()")
        await page.set_viewport_size({"width": size["height"], "height": size["width"]})
        await page.wait_for_function("() => scale === fitting()")
        first = await page.locator("#board").evaluate(picture)
        await page.keyboard.press("End")
        await expect(page.locator("#board")).not_to_have_attribute("data-board", "0")
        assert await page.locator("#board").evaluate(picture) != first
        await page.keyboard.press("Home")
        await expect(page.locator("#board")).to_have_attribute("data-board", "0")
        assert await page.locator("#board").evaluate(picture) == first


async def test_the_wheel_and_keys_zoom_and_the_mouse_moves_the_board(chromium: Browser, tourney: Path) -> None:
    async with opened(chromium, tourney, DESKTOP) as page:
        fitting = (await look(page))[0]
        await page.locator("#view").hover()
        await page.mouse.wheel(0, -100)
        await page.mouse.wheel(0, -100)
        await page.wait_for_function(f"() => scale > {fitting * 1.3}")
        grown = await look(page)
        await page.mouse.down()
        await page.mouse.move(300, 200)
        await page.mouse.up()
        moved = await look(page)
        assert moved[0] == grown[0] and moved[4:] != grown[4:]
        await place(page).to_have_text(re.compile("^1 /"))
        await page.keyboard.press("0")
        assert (await look(page))[0] == fitting
        await page.get_by_role("button", name="Larger").click()
        assert (await look(page))[0] > fitting


async def touch(page: Page, *moves: list[tuple[int, int]]) -> None:
    """Lay fingers on the board, move them, and lift them; each move says where every finger is."""
    client = await page.context.new_cdp_session(page)
    for number, fingers in enumerate(moves):
        points = [{"x": x, "y": y, "id": name} for name, (x, y) in enumerate(fingers)]
        kind = "touchStart" if not number else "touchMove"
        await client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def test_a_swipe_steps_and_two_fingers_zoom(chromium: Browser, tourney: Path) -> None:
    async with opened(chromium, tourney, PHONE) as page:
        box = await page.locator("#view").bounding_box()
        assert box
        y = round(box["y"] + box["height"] / 2)
        await touch(page, [(300, y)], [(200, y)], [(100, y)])
        await place(page).to_have_text(re.compile("^2 /"))
        await touch(page, [(100, y)], [(200, y)], [(300, y)])
        await place(page).to_have_text(re.compile("^1 /"))
        before = (await look(page))[0]
        await touch(page, [(180, y), (210, y)], [(140, y), (250, y)], [(100, y), (290, y)])
        grown = await look(page)
        assert grown[0] > before * 2
        await touch(page, [(300, y)], [(200, y)], [(100, y)])
        await place(page).to_have_text(re.compile("^1 /"))
        assert (await look(page))[4] < grown[4], "a board that is larger than its window is moved"


@sizes
async def test_one_can_jump_and_look_at_one_player_alone(chromium: Browser, tourney: Path, size: ViewportSize) -> None:
    async with opened(chromium, tourney, size) as page:
        groups = await page.locator("#jump optgroup").evaluate_all("(all) => all.map((one) => one.label)")
        assert {"Rounds", "Turns", "Duel", "End"} <= set(groups)
        duel = page.locator("#jump optgroup[label=Duel] option").first
        await page.get_by_label("Jump to").select_option(value=await duel.get_attribute("value"))
        await expect(page.locator("#step")).to_contain_text("duel", ignore_case=True)
        rows = await page.locator("#story button").count()
        await page.get_by_label("Player").select_option(label="Ben")
        assert 0 < await page.locator("#story button").count() < rows


async def jumped(page: Page, label: str) -> str:
    """Jump to the first of a kind; what the page tells then."""
    first = page.locator(f"#jump optgroup[label={label}] option").first
    await page.get_by_label("Jump to").select_option(value=await first.get_attribute("value"))
    return await page.locator("#step").inner_text()


@sizes
async def test_one_can_jump_to_a_battle_a_parliament_and_a_death(
    chromium: Browser, whole_war: Path, size: ViewportSize
) -> None:
    async with opened(chromium, whole_war, size) as page:
        assert "The card turned for the battle" in await jumped(page, "Battle")
        assert "Parliament meets at" in await jumped(page, "Parliament")
        assert " dies" in await jumped(page, "Death")


MARKS = {
    "War Lord Tourney": {"Rounds", "Turns", "Duel", "Prisoner", "Freed", "End"},
    "Lancaster": {"Rounds", "Battle", "Parliament", "Office", "Round over", "End"},
    "Kingmaker": {"Rounds", "Turns", "Battle", "Siege", "Parliament", "Death", "Coronation", "End"},
    "Warriors of God": {"Rounds", "Turns", "Battle", "Siege", "Death", "Prisoner", "Coronation", "Score", "End"},
}
"""What happens in a whole game of every title, and can be jumped to."""


async def test_one_can_jump_to_whatever_happens_in_a_title(chromium: Browser, whole_game: Path) -> None:
    async with opened(chromium, whole_game, PHONE) as page:
        title = (await page.locator("h1").inner_text()).split(":")[0]
        groups = await page.locator("#jump optgroup").evaluate_all("(all) => all.map((one) => one.label)")
        assert MARKS[title] <= set(groups)
        for group in MARKS[title]:
            option = page.locator(f"#jump optgroup[label='{group}'] option").last
            goal = await option.get_attribute("value")
            await page.get_by_label("Jump to").select_option(value=goal)
            await place(page).to_have_text(re.compile(f"^{int(goal or 0) + 1} /"))


UNRINGED = """() => frames.map((_, board) => board).slice(1).filter((board) => {
  const rings = ringed(board);
  const within = ([piece, x, y]) => rings.some(([left, top, right, bottom]) => left <= x && top <= y &&
    x + pieces[piece][3] <= right && y + pieces[piece][4] <= bottom);
  const before = wanted(board - 1);
  return frames[board][0].some((place) => !within(before[place]));
})"""
"""The boards on which something has gone elsewhere that no ring is round."""


async def test_what_has_changed_is_ringed_but_not_a_name_that_makes_room(chromium: Browser, kingmaker: Path) -> None:
    async with opened(chromium, kingmaker, DESKTOP) as page:
        boards: list[int] = await page.evaluate(UNRINGED)
        assert boards, "some name has made room"
        gone = f"() => frames[{boards[0]}][0].map((place) => wanted({boards[0] - 1})[place][0])"
        assert set(await page.evaluate(gone)) & set(await page.evaluate("() => [...quiet]"))
        few = "place && moved(place) && [1, 2, 3].includes(ringed(step.board).length)"
        await page.evaluate(f"() => go(steps.findIndex((step, place) => {few}))")
        assert 0 < await page.locator("#rings i").count() < 4


async def test_the_odds_of_a_fight_stand_below_it_with_its_card(chromium: Browser, kingmaker: Path) -> None:
    async with opened(chromium, kingmaker, PHONE) as page:
        fought = "(step, place) => step.fight && steps[place + 1].told.some((told) => told.kind === 'battle')"
        await page.evaluate(f"() => go(steps.findIndex({fought}))")
        await expect(page.locator("#step")).to_contain_text("attacks")
        await expect(page.locator("#step")).to_contain_text(re.compile("Odds: .* against .*bad weather"))
        await page.keyboard.press("ArrowRight")
        await expect(page.locator("#step")).to_contain_text("The card turned for")


@sizes
async def test_the_chart_tells_who_leads_at_the_step(chromium: Browser, whole_game: Path, size: ViewportSize) -> None:
    async with opened(chromium, whole_game, size) as page:
        await page.get_by_text("Who led: ").click()
        seats: list[dict[str, str]] = await page.evaluate("() => game.seats")
        assert await page.locator("#chart polyline").count() == len(seats)
        await page.locator("#chart").click(position={"x": 150, "y": 60})
        await expect(page.locator("#place")).not_to_have_text(re.compile("^1 /"))
        led: list[int] = await page.evaluate("() => steps[at].score")
        shown = [f"{seat['name']} {points}" for seat, points in zip(seats, led, strict=True)]
        assert await page.locator("#key li").all_inner_texts() == shown
        await expect(page.locator("#chart")).to_have_attribute("aria-label", re.compile(re.escape(", ".join(shown))))
        assert await page.evaluate("() => steps.some((step) => new Set(step.score).size > 1)"), "somebody leads"


async def test_who_looks_can_be_chosen_after_the_end(chromium: Browser, kingmaker: Path) -> None:
    async with opened(chromium, kingmaker, PHONE) as page:
        eyes = page.get_by_label("As it was seen by")
        hand = page.locator("#hand")
        await expect(hand).to_contain_text("Hidden things")
        await page.locator("#story button").last.click()
        await eyes.select_option(label="everybody")
        await expect(hand).to_be_hidden()
        names = await eyes.locator("option").all_inner_texts()
        await eyes.select_option(label=names[2])
        await expect(hand).to_contain_text(f"Hidden things of {names[2]}")


@sizes
async def test_names_are_words(chromium: Browser, tourney: Path, size: ViewportSize) -> None:
    async with opened(chromium, tourney, size) as page:
        await page.keyboard.press("End")
        await expect(page.locator("#step")).to_contain_text("<b>Ann</b>")
        assert await page.locator("img, #story b, #step b").count() == 0


BROKEN_IN = """<script>window.broken = 1</script><img src="https://example.org/x" onerror="window.broken = 2">
<iframe srcdoc="<script>parent.broken = 3</script>"></iframe><style>body { display: none }</style>"""


def broken(page: Path, folder: Path) -> Path:
    """A page into which somebody has got elements of their own."""
    file = folder / "broken.html"
    file.write_text(page.read_text("utf-8").replace("<main>", f"{BROKEN_IN}<main>", 1), "utf-8")
    return file


async def test_what_somebody_breaks_into_a_page_does_nothing(chromium: Browser, tourney: Path, tmp_path: Path) -> None:
    file = broken(tourney, tmp_path)
    context = await chromium.new_context(viewport=DESKTOP)
    asked: list[str] = []

    async def answer(route: Route) -> None:
        asked.append(route.request.url)
        await route.fulfill(body="")

    await context.route("https://**/*", answer)
    page = await context.new_page()
    await page.goto(file.as_uri())
    await page.locator("canvas[data-board]").wait_for()
    await page.keyboard.press("End")
    await expect(page.locator("#step")).to_contain_text("has won")
    assert await page.evaluate("() => window.broken") is None
    assert await page.evaluate("() => getComputedStyle(document.body).display") == "block"
    outside = "(address) => fetch(address).then(() => 'answered', () => 'refused')"
    assert await page.evaluate(outside, "https://example.org/") == "refused"
    assert asked == []
    await context.close()


@sizes
async def test_a_page_with_ones_own_hand_says_so_first(chromium: Browser, size: ViewportSize, tmp_path: Path) -> None:
    record = transcript.load(GALLERY / "king_henry.json")
    record = msgspec.structs.replace(record, entries=record.entries[:12])
    names = dict(zip(record.seats, ("Ann", "Ben", "Cat", "Dan"), strict=True))
    subject = page_module.Subject(
        rules=record.rules,
        title="A game",
        game_id="g",
        seats=record.seats,
        names=names,
        commitment="00",
        viewer="s2",
    )
    file = tmp_path / "own.html"
    file.write_bytes(page_module.page(subject, lambda: replayed(record), BOARDS))
    async with opened(chromium, file, size) as page:
        await expect(page.locator("#own")).to_contain_text("shows what only Ben may see. Keep it to yourself")
        assert await page.evaluate(ABOVE, "#own")
        await expect(page.locator("#about")).to_have_text("A game to step through, as far as it has come.")
        await expect(page.locator("#proof")).to_be_hidden()
        eyes = page.get_by_label("As it was seen by")
        assert await eyes.locator("option").all_inner_texts() == ["Ben", "everybody"]
        await page.keyboard.press("End")
        await expect(page.locator("#hand")).to_contain_text("Hidden things of Ben")
        await eyes.select_option(label="everybody")
        await expect(page.locator("#hand")).to_be_hidden()


@sizes
async def test_all_dice_are_recomputed(chromium: Browser, whole_game: Path, size: ViewportSize) -> None:
    async with opened(chromium, whole_game, size) as page:
        await page.get_by_text("Check the dice").click()
        await page.get_by_role("button", name="Recompute all dice").click()
        numbers = await page.evaluate("() => game.proof.draws.length")
        assert numbers > 0
        await expect(page.locator("#verdict")).to_have_text(
            f"The secret fits the seal, and all {numbers} numbers follow from it."
        )


ABOVE = """(selector) => { const box = document.querySelector(selector).getBoundingClientRect();
  return box.top >= 0 && box.top < innerHeight - 60 && box.left >= 0 && box.right <= innerWidth; }"""
"""Whether an element begins on the first screen."""


@sizes
async def test_the_first_screen_says_what_this_is_and_how_to_step(
    chromium: Browser, tourney: Path, size: ViewportSize
) -> None:
    async with opened(chromium, tourney, size) as page:
        await expect(page.locator("#about")).to_contain_text("A whole game to step through. It is over")
        await expect(page.locator("#how")).to_contain_text("Press → or swipe over the board")
        for part in ("h1", "#about", "#board", "#forward", "#how", "#closer", "#fit", "#slider", "#step p"):
            assert await page.evaluate(ABOVE, part), part
        board, zoom = await page.locator("#view").bounding_box(), await page.locator("#zoom").bounding_box()
        assert board and zoom and zoom["y"] >= board["y"] + board["height"], "nothing lies over the board"


@sizes
@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_words_can_be_read_and_nothing_is_too_wide(
    chromium: Browser, kingmaker: Path, size: ViewportSize, colours: Any
) -> None:
    async with opened(chromium, kingmaker, size, color_scheme=colours) as page:
        await page.locator("summary").evaluate_all("(all) => all.forEach((one) => { one.parentElement.open = true; })")
        found: list[tuple[float, str]] = await page.evaluate(CONTRAST)
        assert len(found) > 100 and [one for one in found if one[0] < 4.5] == []
        assert await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        low = "(all) => all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43)"
        assert await page.locator("button, select").evaluate_all(low) == []


@sizes
async def test_a_screen_reader_finds_everything_by_role_and_name(
    chromium: Browser, whole_game: Path, size: ViewportSize
) -> None:
    async with opened(chromium, whole_game, size) as page:
        client = await page.context.new_cdp_session(page)
        tree = (await client.send("Accessibility.getFullAXTree"))["nodes"]
        seen = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if not node["ignored"]]
        wanted = {
            *(("button", name) for name in ("First step", "Back", "Forward", "Last step", "Larger", "Smaller")),
            *(("slider", "Step of the game"), ("region", "Board"), ("region", "Story"), ("main", "")),
            *(("combobox", name) for name in ("Jump to", "Player", "As it was seen by")),
            *(("heading", "The story"), ("group", "Size of the board"), ("group", "Step through the game")),
        }
        assert wanted <= set(seen), json.dumps(sorted(wanted - set(seen)))
        nameless = {"button", "slider", "combobox", "image", "link", "heading", "DisclosureTriangle"}
        assert [one for one in seen if one[0] in nameless and not one[1]] == []
        boards = [
            name for role, name in seen if role in ("image", "img") and name.startswith("The board after step 1.")
        ]
        assert boards, "the picture of the board says where it stands"


@sizes
async def test_an_address_leads_to_its_action(chromium: Browser, tourney: Path, size: ViewportSize) -> None:
    async with opened(chromium, tourney, size) as page:
        await page.goto(f"{tourney.as_uri()}#action-40")
        await page.locator("canvas[data-board]").wait_for()
        step = await page.evaluate("() => steps[at].action")
        assert step <= 40 and await page.evaluate("() => at + 1 === steps.length || steps[at + 1].action > 40")
