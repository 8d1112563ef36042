"""One person's window at a game: finds the question on the page and answers it by clicks, as people do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as TookTooLong

from bot.panels.panel import BUTTON, LABEL, MENU
from bot.texts import clipped
from engine.core.actions import Action, Choice, Draft, Field, Offer, tag_of
from engine.core.events import name_seats
from engine.core.table import Table

MISSED = 5.0
"""Seconds after which a menu that has not opened was missed."""

PLACEHOLDER = 150
"""Characters that a closed menu shows of its question."""

SEARCHED = 40
"""Characters that the search form takes."""


class Window:
    """A page on which one is `name`, holding a seat; `names` are everybody's, by seat."""

    def __init__(self, page: Page, name: str, title: str, names: Mapping[str, str]) -> None:
        self.page = page
        self.name = name
        self.title = title
        self.names = names
        self.private = 0
        """How many decisions were taken in the direct messages."""

    # ------------------------------------------------------------------ going places

    async def go(self, channel: str) -> None:
        """Open a channel, a thread or the direct messages of Herald, over the drawer on a phone."""
        if await self.page.locator(".where > strong").inner_text() == channel:
            return
        menu = self.page.get_by_role("button", name="Channels and people")
        if await menu.is_visible():
            await menu.click()
        await self.page.locator(".channel", has=self.page.get_by_text(channel, exact=True)).click()
        await self.page.locator(".where > strong", has_text=channel).wait_for()

    async def to_thread(self) -> None:
        """Open the thread of the game."""
        await self.go(self.title)

    def message(self, text: str) -> Locator:
        """The last message with a text."""
        return self.page.locator(".message", has_text=text).last

    async def press(self, label: str) -> None:
        """Press the lowest button with a label."""
        await self.page.get_by_role("button", name=label, exact=True).last.click()

    # ------------------------------------------------------------------ deciding

    async def decide(self, table: Table, seat: str, action: Action) -> Locator:
        """Take a decision by buttons, menus and forms; return the panel. `table` tells what is offered."""
        stamp = table.stamp(seat)
        panel = await self._panel(table, seat, stamp)
        offer = table.offer(seat, tag_of(action))
        if offer.fields:
            await self._fill_in(panel, offer, action)
        else:
            await panel.get_by_role("button", name=clipped(self._said(offer.label), BUTTON), exact=True).click()
        return panel

    async def settled(self, panel: Locator, table: Table, seat: str) -> None:
        """Wait until a panel shows what follows from one's decision: the next question, or that it is done."""
        follows = panel.locator(_made_for(table.stamp(seat))) if table.request(seat) else panel.get_by_text("Done")
        await follows.first.wait_for()

    def _asking(self, stamp: str) -> Locator:
        return self.page.locator(".message", has=self.page.locator(_made_for(stamp)))

    async def _panel(self, table: Table, seat: str, stamp: str) -> Locator:
        """Return the message with the question: on the page already, in the direct messages, or called for."""
        asking = self._asking(stamp)
        request = table.request(seat)
        if not await asking.count():
            if request and request.secret:
                await self.go("Herald")
            else:
                await self.to_thread()
                await self.press("My options")
            await asking.last.wait_for()
        self.private += await self.page.locator(".where > strong").inner_text() == "Herald"
        key = await asking.last.get_attribute("data-id")
        return self.page.locator(f'.message[data-id="{key}"]')

    # ------------------------------------------------------------------ filling in

    async def _fill_in(self, panel: Locator, offer: Offer, action: Action) -> None:
        await self._choose(panel, "What do you want to do?", [clipped(self._said(offer.label), LABEL)], several=False)
        draft: dict[str, Any] = {}
        for field in offer.fields:
            if field.when(draft):
                given = getattr(action, field.name)
                await self._answer(panel, field, draft, given if field.many else [given] if given else [])
                draft[field.name] = given
        await panel.get_by_role("button", name="Do it", exact=True).click()

    async def _answer(self, panel: Locator, field: Field, draft: Draft, values: Sequence[str]) -> None:
        prompt = self._said(field.prompt)
        legal = _legal(field, draft, [])
        if not values:
            await self._menu(panel, prompt).or_(panel.get_by_text(prompt)).first.wait_for()
            await panel.get_by_role("button", name="None", exact=True).click()
        elif field.many and len(legal) > MENU:
            await self._gather(panel, field, draft, values)
        else:
            await self._look_for(panel, prompt, self._labels(legal), self._label(legal, values[0]))
            several = field.many and len(legal) > 1
            await self._choose(panel, prompt, [self._label(legal, value) for value in values], several=several)

    async def _gather(self, panel: Locator, field: Field, draft: Draft, values: Sequence[str]) -> None:
        """Make a long list pick by pick."""
        picks: list[str] = []
        for value in values:
            legal = _legal(field, draft, picks)
            label = self._label(legal, value)
            await self._look_for(panel, self._said(field.prompt), self._labels(legal), label)
            await self._choose(panel, self._said(field.prompt), [label], several=True)
            await panel.locator("strong", has_text=label).wait_for()
            picks.append(value)
        if _legal(field, draft, picks):
            await panel.get_by_role("button", name="That is all", exact=True).click()

    async def _look_for(self, panel: Locator, prompt: str, labels: Sequence[str], label: str) -> None:
        """Bring a choice into the menu where they are many: turn one page, or search for its name."""
        place = labels.index(label)
        if place < MENU:
            return
        await self._menu(panel, prompt).wait_for()
        if place < 2 * MENU:
            await panel.get_by_role("button", name="More", exact=True).click()
            await panel.get_by_role("button", name="Back", exact=True).wait_for()
            return
        await panel.get_by_role("button", name="Search", exact=True).click()
        form = self.page.get_by_role("dialog", name="Search")
        await form.get_by_label("A part of the name").fill(label[:SEARCHED])
        await form.get_by_role("button", name="Submit").click()
        await panel.get_by_role("button", name="More", exact=True).wait_for(state="detached")

    def _menu(self, panel: Locator, prompt: str) -> Locator:
        return panel.get_by_role("button", name=clipped(prompt, PLACEHOLDER), exact=True)

    async def _choose(self, panel: Locator, prompt: str, labels: Sequence[str], *, several: bool) -> None:
        await self._open(self._menu(panel, prompt))
        for label in labels:
            await self.page.get_by_role("option").filter(has=self.page.get_by_text(label, exact=True)).click()
        if several:
            await self.press("Done")

    async def _open(self, menu: Locator) -> None:
        """Open a menu; once more where the page moved under the mouse, as when a map comes in above."""
        await menu.click()
        try:
            await self.page.get_by_role("listbox").wait_for(timeout=MISSED * 1000)
        except TookTooLong:
            await menu.click()

    # ------------------------------------------------------------------ words

    def _said(self, text: str) -> str:
        return name_seats(text, self.names)

    def _labels(self, choices: Sequence[Choice]) -> list[str]:
        return [clipped(self._said(choice.label), LABEL) for choice in choices]

    def _label(self, choices: Sequence[Choice], value: str) -> str:
        return next(
            label for label, choice in zip(self._labels(choices), choices, strict=True) if choice.value == value
        )


def _legal(field: Field, draft: Draft, picks: Sequence[str]) -> list[Choice]:
    return list(field.choices({**draft, field.name: list(picks)} if field.many else draft))


def _made_for(stamp: str) -> str:
    """The selector of buttons and menus that belong to a question."""
    return f'[data-key*=":{stamp}:"]'
