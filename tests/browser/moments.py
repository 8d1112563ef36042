"""Photographs the main moments of every game, on a phone and at a desk: `make pictures` writes them to docs/pictures.

Whole games are played by clicks, as in `test_phone_games.py`; the first time that a moment comes it is photographed.
With a folder behind it the command writes every moment there is, to be looked through.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import Browser, ViewportSize, async_playwright

from engine.core.actions import tag_of
from engine.kingmaker.trade.trade import OfferTrade
from tests.browser.conftest import ARGUMENTS, PHONE, chromium_path
from tests.browser.phone import PhoneGame, Title, at_the_table
from tests.browser.titles import TITLES
from tests.browser.window import DRAWN, Window

DOCS = Path(__file__).parents[2] / "docs" / "pictures"
DESK = ViewportSize(width=1100, height=900)
SIZES: Mapping[str, ViewportSize] = {"phone": PHONE, "desk": DESK}
COLOURS = 128

WIDEST = 1100
"""Pixels of the widest picture that is kept."""

CHOSEN: Mapping[tuple[str, str, str], str] = {
    ("setting-up", "lobby", "phone"): "moment-lobby",
    ("setting-up", "setup", "phone"): "moment-setup",
    ("kingmaker", "move", "phone"): "moment-turn",
    ("kingmaker", "move-nobles", "phone"): "moment-where",
    ("kingmaker", "siege", "phone"): "moment-attack",
    ("market", "trade", "phone"): "moment-trade",
    ("lancaster", "vote", "phone"): "moment-ballot",
    ("warlord", "hand_in", "phone"): "moment-duel",
    ("lancaster", "place", "desk"): "moment-desk",
}
"""The moments that are shown in the README: game, moment and size, with the name of the file."""

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


class Album:
    """Keeps the first picture of every moment; in a folder all of them, else only those that are chosen."""

    def __init__(self, folder: Path | None, name: str, size: str) -> None:
        self.folder = folder
        self.name = name
        self.size = size
        self.seen: set[str] = set()

    async def take(self, window: Window, moment: str) -> None:
        """Photograph a moment that has not been there yet."""
        chosen = CHOSEN.get((self.name, moment, self.size))
        if moment in self.seen or not (chosen or self.folder):
            return
        self.seen.add(moment)
        await window.page.locator("img").evaluate_all(DRAWN)
        await asyncio.sleep(0.3)  # whatever still slides into its place
        picture = Image.open(io.BytesIO(await window.page.screenshot())).convert("RGB")
        if picture.width > WIDEST:
            picture = picture.resize((WIDEST, round(picture.height * WIDEST / picture.width)), Image.Resampling.LANCZOS)
        place = self.folder / f"{self.name}-{moment}-{self.size}.png" if self.folder else DOCS / f"{chosen}.png"
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(place, optimize=True)


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
        await browser.close()


async def _played(browser: Browser, album: Album, title: Title) -> None:
    with TemporaryDirectory() as room:
        async with at_the_table(browser, Path(room), title, SIZES[album.size], album.take) as game:
            await game.open()
            await game.play()


async def _trade(game: PhoneGame) -> None:
    """Look at the form of a trade."""
    table = await game.table()
    panel = await game.window.panel(table, "s1")
    offer = table.offer("s1", tag_of(OfferTrade))
    await game.window.enter(panel, offer)
    await panel.get_by_text(offer.label).first.wait_for()
    await game.camera(game.window, "trade")


async def _set_up(browser: Browser, album: Album) -> None:
    """Look at the first question of a game that begins with the set-up."""
    with TemporaryDirectory() as room:
        (Path(room) / "market").mkdir()
        async with at_the_table(browser, Path(room), SETTING_UP, SIZES[album.size], album.take) as game:
            await game.open()
            table = await game.table()
            await game.window.panel(table, "s1")
            await album.take(game.window, "setup")
        album.name = "market"
        async with at_the_table(browser, Path(room) / "market", MARKET, SIZES[album.size], album.take) as game:
            await game.open()
            await _trade(game)


if __name__ == "__main__":
    asyncio.run(photograph(Path(sys.argv[1]) if sys.argv[1:] else None))
