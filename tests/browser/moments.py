"""Photographs the main moments of every game, on a phone and at a desk: `make pictures` writes them to docs/pictures.

Whole games are played by clicks, as in `test_phone_games.py`; the first time that a moment comes it is photographed.
A phone grows for a panel that is higher than its screen.
With a folder behind it the command writes every moment there is, to be looked through.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from PIL import Image
from playwright.async_api import Browser, ViewportSize, async_playwright

from bot.discord_adapter.client import Supervisor
from bot.panels.deciding.aids import WHY_NOT
from bot.panels.filling.form import MISSING, TOGETHER
from bot.store import tournaments
from engine.core.actions import tag_of
from engine.kingmaker.movement.land import Move
from engine.kingmaker.trade.trade import OfferTrade
from engine.tournament import export
from engine.tournament.log import FINAL
from engine.tournament.tournament import forgotten
from engine.warlord.duel.fight import HandIn
from tests.browser.conftest import ARGUMENTS, PHONE, chromium_path, get_up, send, sit_down
from tests.browser.phone import PhoneGame, Title, at_the_table
from tests.browser.titles import TITLES
from tests.browser.window import DRAWN, Window
from tests.e2e.table import at_work
from tests.e2e.test_tournament import press
from tests.gallery import heats
from tests.harness.sandbox import Person, running_sandbox

DOCS = Path(__file__).parents[2] / "docs" / "pictures"
DESK = ViewportSize(width=1100, height=900)
SIZES: Mapping[str, ViewportSize] = {"phone": PHONE, "desk": DESK}
COLOURS = ((128, Image.Quantize.MEDIANCUT), (64, Image.Quantize.FASTOCTREE), (32, Image.Quantize.FASTOCTREE))
"""Colours of a picture that is kept and how they are found: fewer where its file would be too large."""

LARGEST = 60_000
"""Bytes of a file that is kept, unless the picture is no wider than a phone."""

TALLEST = 1800
"""Pixels to which a phone grows for a panel that is higher than its screen."""

AROUND = 140
"""Pixels above and below a panel that a phone shows whole."""

QUIET = "() => document.querySelectorAll('.jump').forEach(button => { button.hidden = true; })"
"""Hides the button that leads to the newest message, so that it covers nothing."""

WIDEST = 1100
"""Pixels of the widest picture that is kept."""

CHOSEN: Mapping[tuple[str, str, str], str] = {
    ("setting-up", "lobby", "phone"): "moment-lobby",
    ("setting-up", "setup", "phone"): "moment-setup",
    ("kingmaker", "move", "phone"): "moment-turn",
    ("market", "where", "phone"): "moment-where",
    ("siege", "attack", "phone"): "moment-attack",
    ("market", "trade", "phone"): "moment-trade",
    ("lancaster", "vote", "phone"): "moment-ballot",
    ("warlord", "hand_in", "phone"): "moment-duel",
    ("lancaster", "place", "desk"): "moment-desk",
    ("opening", "games", "phone"): "panel-games",
    ("opening", "lesson", "phone"): "panel-lesson",
    ("opening", "how", "phone"): "panel-how",
    ("lancaster", "place", "phone"): "panel-knight",
    ("warriors", "move", "phone"): "panel-impulse",
    ("warlord", "end", "phone"): "panel-end",
    ("hand", "hand", "phone"): "panel-hand",
    ("duel", "form", "phone"): "panel-form",
    ("market", "help", "phone"): "panel-help",
    ("market", "whynot", "phone"): "panel-why-not",
    ("market", "missing", "phone"): "panel-missing",
    ("market", "plan", "phone"): "panel-plan",
    ("siege", "odds", "phone"): "panel-odds",
}
"""The moments that are shown in the README, in docs/playing.md and in docs/gallery.md: game, moment and size, with the
name of the file."""

SETTING_UP = Title("kingmaker", TITLES[0].player)
"""A game that begins with the set-up."""


MARKET = Title(
    "kingmaker",
    TITLES[0].player,
    position="""game = "kingmaker"
variant = "base"
seats = ["ann", "alys"]
edit = [
  { op = "place", noble = "percy", seat = "ann", at = "open:york" },
  { op = "place", noble = "scrope", seat = "ann", at = "open:york" },
  { op = "give", card = "card_leicester", noble = "percy" },
  { op = "give", card = "le_swan", noble = "scrope" },
  { op = "ship", ship = "le_swan", at = "port:dover" },
  { op = "place", noble = "neville", seat = "alys", at = "open:york" },
  { op = "give", card = "card_bristol", noble = "neville" },
  { op = "goto", seat = "ann", phase = "movement" },
]
""",
)
"""A game in which two have something to offer."""


SIEGE = Title(
    "kingmaker",
    TITLES[0].player,
    position="""game = "kingmaker"
variant = "base"
seats = ["ann", "alys"]
edit = [
  { op = "place", noble = "percy", seat = "ann", at = "open:wakefield" },
  { op = "place", noble = "neville", seat = "ann", at = "open:wakefield" },
  { op = "place", noble = "scrope", seat = "alys", at = "open:wakefield" },
  { op = "goto", seat = "ann", phase = "combat" },
]
""",
)
"""A game in which somebody stands before two castles and an enemy."""


HAND = 'img[alt*="\'s hand has"]'
"""The picture of a hand."""

SHOWN = {"hand": HAND, "odds": "text=The chances count", "plan": "text=When a question comes"}
"""What the message of a moment has in it, where that is no panel."""

BEGINNING = """panel => {
    panel.scrollIntoView({ block: panel.offsetHeight > innerHeight * 0.8 ? 'start' : 'end' });
}"""
"""Scrolls to a panel, to the beginning of one that does not fit the window."""


class Album:
    """Keeps the first picture of every moment; in a folder all of them, else only those that are chosen."""

    def __init__(self, folder: Path | None, name: str, size: str) -> None:
        self.folder = folder
        self.name = name
        self.size = size
        self.seen: set[str] = set()

    async def take(self, window: Window, moment: str) -> None:
        """Photograph a moment that has not been there yet: the last panel, the hand, or the end."""
        chosen = CHOSEN.get((self.name, moment, self.size))
        if moment in self.seen or not (chosen or self.folder):
            return
        self.seen.add(moment)
        page, usual = window.page, SIZES[self.size]
        below = page.get_by_role("button", name="↓")
        if await below.is_visible():
            await below.evaluate("button => button.click()")  # it may vanish under the mouse
        await page.locator("img").evaluate_all(DRAWN)
        panel = page.locator(".message", has=page.locator(SHOWN.get(moment, ".container"))).last
        if moment != "end" and await panel.count() and not await page.get_by_role("dialog").count():
            # one that is higher than the window is read from its beginning
            high = await panel.evaluate("panel => panel.offsetHeight") + AROUND
            if self.size == "phone" and high > usual["height"]:
                await page.set_viewport_size({"width": usual["width"], "height": min(high, TALLEST)})
            await panel.evaluate(BEGINNING)
        await asyncio.sleep(0.3)  # whatever still slides into its place
        await page.evaluate(QUIET)
        picture = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
        await page.set_viewport_size(usual)
        if picture.width > WIDEST:
            picture = picture.resize((WIDEST, round(picture.height * WIDEST / picture.width)), Image.Resampling.LANCZOS)
        place = self.folder / f"{self.name}-{moment}-{self.size}.png" if self.folder else DOCS / f"{chosen}.png"
        _keep(picture, place)


def _keep(picture: Image.Image, place: Path) -> None:
    """Write a picture to a file, smaller where the file would be too large."""
    for colours, how in COLOURS:
        picture.quantize(colours, how, dither=Image.Dither.NONE).save(place, optimize=True)
        if place.stat().st_size <= LARGEST:
            return
    if picture.width > PHONE["width"]:
        width = max(PHONE["width"], round(picture.width * 0.8))
        size = width, round(picture.height * width / picture.width)
        _keep(picture.resize(size, Image.Resampling.LANCZOS), place)


async def photograph(folder: Path | None) -> None:
    """Play every title at every size that is wanted, and set one game up."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        for size in SIZES:
            for title in TITLES:
                if folder or any((name, shown) == (title.game, size) for name, _, shown in CHOSEN):
                    await _played(browser, Album(folder, title.game, size), title)
            if folder or any((name, shown) == ("setting-up", size) for name, _, shown in CHOSEN):
                await _set_up(browser, Album(folder, "setting-up", size))
            if folder or any((name, shown) == ("opening", size) for name, _, shown in CHOSEN):
                await _opening(browser, Album(folder, "opening", size))
            if folder:
                await _tournament(browser, Album(folder, "tournament", size))
                await _master(browser, Album(folder, "master", size))
        await browser.close()


async def _played(browser: Browser, album: Album, title: Title) -> None:
    with TemporaryDirectory() as room:
        async with at_the_table(browser, Path(room), title, SIZES[album.size], album.take) as game:
            await game.open()
            await game.play()
            await game.window.to_thread()
            await album.take(game.window, "end")


async def _opening(browser: Browser, album: Album) -> None:
    """Look at the cards of the games, at a lesson, and at how a table is opened."""
    with TemporaryDirectory() as room:
        async with running_sandbox() as sandbox, at_work(Path(room), sandbox, drawn=True):
            await (await sandbox.person("ann")).bot_is_ready()
            page = await sit_down(browser, sandbox.url, "ann", SIZES[album.size], [], scale=1.5)
            window = Window(page, "Ann", "", {})
            await send(page, "game new")
            await window.message("Which game?").wait_for()
            await album.take(window, "games")
            await page.get_by_role("button", name="Learn War Lord Tourney").click()
            await window.message("turn 1 of 5").wait_for()
            await album.take(window, "lesson")
            await window.press("Leave the lesson")
            await window.message("nothing of it is kept").wait_for()
            await send(page, "game new")
            await window.press("Play Lancaster")
            await window.message("Everything can still be changed at the table").wait_for()
            await album.take(window, "how")
            await get_up(browser, page, scale=1.5)


async def _trade(game: PhoneGame) -> None:
    """Look at the form of a trade."""
    table = await game.table()
    panel = await game.window.panel(table, "s1")
    offer = table.offer("s1", tag_of(OfferTrade))
    await game.window.enter(panel, offer)
    await panel.get_by_text(offer.label).first.wait_for()
    await game.camera(game.window, "trade")


async def _where(game: PhoneGame) -> None:
    """Look at the places to which a noble may march."""
    table = await game.table()
    panel = await game.window.panel(table, "s1")
    offer = table.offer("s1", tag_of(Move))
    await game.window.answer_first(panel, offer, ["percy"])
    await panel.locator("img").first.wait_for()  # the map, which may come a little later
    await game.camera(game.window, "where")


async def _attack(game: PhoneGame) -> None:
    """Look at the attacks on two castles and an enemy."""
    panel = await game.window.panel(await game.table(), "s1")
    await panel.locator('[data-key^="h:whole:"]').first.wait_for()  # the odds, which may come a little later
    await game.camera(game.window, "attack")


async def _weighed(game: PhoneGame) -> None:
    """Look at the chances of every fight that is near."""
    await game.window.panel(await game.table(), "s1")
    await game.window.press("Odds")
    await game.window.message("The chances count every event card").wait_for()
    await game.camera(game.window, "odds")


async def _helped(game: PhoneGame) -> None:
    """Look at all that helps, at what is not possible, at plans, and at what a question leaves out."""
    panel = await game.window.panel(await game.table(), "s1")
    for moment, label, shown in (
        ("help", "Help", "See what waits for you"),
        ("whynot", WHY_NOT, "What would you like to do?"),
        ("plan", "Plan ahead", "When a question comes, I give"),
    ):
        await game.window.press(label)
        await game.window.message(shown).wait_for()
        await game.camera(game.window, moment)
    offer = (await game.table()).offer("s1", tag_of(Move))
    await game.window.answer_first(panel, offer, ["percy"])
    await game.window.press(MISSING)
    await game.window.message("These are not possible now").wait_for()
    await game.camera(game.window, "missing")


async def _hand(browser: Browser, album: Album) -> None:
    """Look at a hand of seven players, in words and as a picture."""
    with TemporaryDirectory() as room:
        async with at_the_table(browser, Path(room), SETTING_UP, SIZES[album.size], album.take) as game:
            await game.window.to_thread()
            for number in range(2, 7):
                await game.window.press("Add a computer player")
                await game.window.message(f"({number} of 7)").wait_for()
            await game.open()
            await send(game.window.page, "hand")
            await game.window.page.locator(HAND).last.wait_for()
            await album.take(game.window, "hand")


async def _form(game: PhoneGame) -> None:
    """Look at the form in which a duel asks for several blows and guards at once."""
    table = await game.table()
    while tag_of(HandIn) not in {offer.tag for offer in table.offers("s1")}:
        await game.play(most=1)
    await game.window.panel(table, "s1")
    await game.window.press(TOGETHER)
    await game.window.page.get_by_role("dialog").wait_for()
    await game.camera(game.window, "form")


async def _set_up(browser: Browser, album: Album) -> None:
    """Look at the first question of a game that begins with the set-up."""
    with TemporaryDirectory() as room:
        async with at_the_table(browser, Path(room), SETTING_UP, SIZES[album.size], album.take) as game:
            await game.open()
            table = await game.table()
            await game.window.panel(table, "s1")
            await album.take(game.window, "setup")
    for name, title, look in (
        ("duel", TITLES[1], _form),
        ("market", MARKET, _trade),
        ("market", MARKET, _where),
        ("market", MARKET, _helped),
        ("siege", SIEGE, _attack),
        ("siege", SIEGE, _weighed),
    ):
        album.name = name
        with TemporaryDirectory() as room:
            async with at_the_table(browser, Path(room), title, SIZES[album.size], album.take) as game:
                await game.open()
                await look(game)
    album.name = "hand"
    await _hand(browser, album)


# ---------------------------------------------------------------------- a tournament, and who leads it


async def _tournament(browser: Browser, album: Album) -> None:
    """Look at a tournament from its announcement to a draw, and at one whose heats are over."""
    with TemporaryDirectory() as room:
        async with running_sandbox() as sandbox, at_work(Path(room), sandbox, drawn=True) as supervisor:
            ann, *others = [await sandbox.person(name) for name in ("ann", "ben", "cat", "dan", "eve")]
            others += [await sandbox.visitors.newcomer(name) for name in ("quin", "rosa", "sven", "tilda")]
            for person in (ann, *others):
                await person.bot_is_ready()
            page = await sit_down(browser, sandbox.url, "ann", SIZES[album.size], [], scale=1.5)
            window = Window(page, "Ann", "", {})
            await _announced(window, album, others)
            await _after_heats(window, album, supervisor, ann, others[0])
            await get_up(browser, page, scale=1.5)


async def _announced(window: Window, album: Album, others: Sequence[Person]) -> None:
    page = window.page
    await send(page, "tournament create title:Wars of the Roses clock:live")
    await window.message("its message has buttons").wait_for()
    await album.take(window, "announced")
    for person in others:
        await press(person, "I play heat 1", "You play heat 1")
    await _look(window, album, "officials-first", "For officials", "Announce it to open check-in")
    await _look(window, album, "change", "Change", "Officials can change all of this")
    await send(page, "tournament manage")
    await _look(window, album, "office", "Officials", "A game master can play only if")
    await send(page, "tournament manage")
    await window.press("Announce heat 1")
    await window.message("is open for check-in, and I have told everybody").wait_for()
    for person in others:
        await press(person, "Check in: heat 1", "You are in heat 1")
    await send(page, "tournament manage")
    await _look(window, album, "draw", "Seat heat 1…", "If you exchange people")
    await page.get_by_role("button", name="Exchange somebody…", exact=True).last.click()
    await page.get_by_role("option").first.click()
    await asyncio.sleep(1)
    await album.take(window, "exchange")
    await window.press("As drawn")
    await window.press("Seat them like this")
    await window.message("Heat 1 is seated").wait_for()
    await asyncio.sleep(1)
    await album.take(window, "seated")


async def _after_heats(window: Window, album: Album, supervisor: Supervisor, ann: Person, ben: Person) -> None:
    """Look at the tournament of the gallery before its Final, led by Ann."""
    entries = forgotten(export.read(heats.FILE.read_bytes())[0], "gm", ann.id, "Ann")
    entries = forgotten(entries, "assistant", ben.id, "Ben")
    entries = [*takewhile(lambda entry: getattr(entry, "heat", None) != FINAL, entries)]
    herald = supervisor.herald
    async with herald.store.writing() as connection:
        (first,) = await tournaments.everywhere(connection)
        record = msgspec.structs.replace(
            first, id="heats", created=first.created + 1, message=None, told=len(entries), secrets={}
        )
        await tournaments.add(connection, record)
        for entry in entries:
            await tournaments.append(connection, record.id, entry)
    await herald.tournaments.move(record.id, record.channel)
    await window.page.get_by_text("Kingmaker by Post 2026").first.wait_for()
    await album.take(window, "page")
    for moment, button, shown in LOOKS:
        await _look(window, album, moment, button, shown)
    await send(window.page, "tournament standings")
    await window.page.locator("img[alt*='21.']").last.wait_for()
    await album.take(window, "standings")


LOOKS = (
    ("officials", "For officials", "Finalists:"),
    ("results", "Correct a result", "Which"),
    ("house-rules", "House rules", "Every table plays"),
    ("standings-words", "Standings", "not in the Final"),
)
"""What is pressed at a tournament whose heats are over: the moment, the button, and what then stands on the page."""


async def _look(window: Window, album: Album, moment: str, button: str, shown: str) -> None:
    await window.press(button)
    await window.message(shown).wait_for()
    await album.take(window, moment)


async def _master(browser: Browser, album: Album) -> None:
    """Look at the menus by which a game master changes something."""
    with TemporaryDirectory() as room:
        async with at_the_table(browser, Path(room), MARKET, SIZES[album.size], album.take) as game:
            page = game.window.page
            await game.window.to_thread()
            await _look(game.window, album, "rules", "House rules", "Choose an option below to change it.")
            await _option(game.window, album, "rule", "Events (16)", "storm_rule")
            await game.open()
            await game.play(most=1)
            for moment, command, shown in MASTERY:
                await send(page, command)
                await page.get_by_text(shown).last.wait_for()
                await album.take(game.window, moment)
            await _option(game.window, album, "rule-begun", "Parliament (14)", "excuses")


async def _option(window: Window, album: Album, moment: str, menu: str, option: str) -> None:
    """Look at the menu of some options, and at the panel of one of them."""
    await window.page.locator(".select", has_text=menu).last.click()
    chosen = window.page.get_by_role("option").filter(has_text=f"{option} =")
    await chosen.wait_for()
    await album.take(window, f"{moment}-menu")
    await chosen.click()
    await window.message("Now: ").wait_for()
    await album.take(window, moment)


MASTERY = (
    ("edit", "gm edit what:place", "Place"),
    ("goto", "gm goto", "Going back"),
    ("board", "gm board", "An evening"),
    ("diagnose", "gm diagnose", "An evening"),
    ("rules-begun", "game settings", "I first show what a change would do."),
)
"""What a game master looks at: the moment, the command, and what then stands on the page."""


if __name__ == "__main__":
    asyncio.run(photograph(Path(sys.argv[1]) if sys.argv[1:] else None))
