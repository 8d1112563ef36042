"""One person's window at a game: finds the question on the page and answers it by clicks, as people do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress

from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bot.panels.deciding import prospects
from bot.panels.deciding.options import PENDING
from bot.panels.deciding.pages import MORE
from bot.panels.filling import choosing, wording
from engine.core import drafts
from engine.core.actions import Action, Field, Offer, tag_of
from engine.core.table import Table

GLANCE_MS = 1500
"""Milliseconds for which somebody looks at a panel before they press *My options*."""

ANSWERED = """([key, seen]) => {
    const message = document.querySelector(`.message[data-id="${key}"]`);
    return message && message.innerHTML !== seen && !message.querySelector(".waiting")
        && message.innerText.includes("✅");
}"""
"""Whether a panel says that something has been done, is not as it was before, and no press on it waits."""

DRAWN = """images => Promise.all(images.map(image =>
    image.complete || new Promise(done => { image.onload = image.onerror = done; })))"""
"""Waits until the pictures of a panel are there, so that nothing moves under the mouse any more."""


async def _unseen(moment: str) -> None:
    """Nobody looks on."""


class Window:
    """A page on which one is `name`, holding a seat; `names` are everybody's, by seat."""

    def __init__(self, page: Page, name: str, title: str, names: Mapping[str, str]) -> None:
        self.page = page
        self.name = name
        self.title = title
        self.names = names
        self.seen = ""
        """What the panel of a decision held before it was taken."""

        self.watch: Callable[[str], Awaitable[None]] = _unseen
        """Looks on when a decision is begun, and at every question that is still open, by the name of the moment."""

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
        panel = await self.panel(table, seat)
        self.seen = await panel.inner_html()
        offer = table.offer(seat, tag_of(action))
        await self.watch(offer.tag)
        key = prospects.key_of_action(action)
        whole, menu = (panel.locator(f'[data-key^="h:whole:"][data-key$="{end}"]') for end in (f":{key}", "::0:"))
        await self._turned_to(panel, whole.or_(menu).or_(panel.locator(_beginning(offer.tag))))
        if await whole.count():
            await whole.click()
            await self._confirmed(panel, offer)
        elif await menu.count() and await self._from_likely(menu, key):
            await self._confirmed(panel, offer)
        else:
            await self._step_by_step(panel, offer, action)
        return panel

    async def _step_by_step(self, panel: Locator, offer: Offer, action: Action) -> None:
        """Take a decision that stands whole nowhere: by its form, by its questions, or by its button alone."""
        await self._turned_to(panel, panel.locator(_beginning(offer.tag)))
        if drafts.together(offer, {}) and not await panel.locator(_answering("set", offer.tag)).count():
            await self._fill_together(panel, offer, action)
        elif offer.fields:
            await self._fill_in(panel, offer, action)
        else:
            await self.enter(panel, offer)
            await self._confirmed(panel, offer)

    async def _from_likely(self, menu: Locator, key: str) -> bool:
        """Choose from the menu of likely actions, if it has that one."""
        await self._open(menu)
        option = self.page.locator(f'[role="option"][data-value="{key}"]')
        if await option.count():
            await option.click()
            return True
        await self.page.keyboard.press("Escape")
        await self.page.get_by_role("listbox").wait_for(state="hidden")
        return False

    async def _fill_together(self, panel: Locator, offer: Offer, action: Action) -> None:
        """Answer all questions of an action in its form, and send it."""
        button = panel.locator(_answering("fill", offer.tag))
        await self._turned_to(panel, button)
        await button.first.click()
        dialog = self.page.get_by_role("dialog")
        await dialog.wait_for()
        await self.watch(f"{offer.tag}-form")
        for field, choices in drafts.together(offer, {}):
            value = getattr(action, field.name)
            place = [choice.value for choice in choosing.named(choices, self.names)].index(value)
            asked = dialog.locator(".field").filter(has_text=field.prompt)
            if await asked.get_by_role("radio").count():
                await asked.get_by_role("radio").nth(place).check()
            else:
                await self._open(asked.get_by_role("button"))
                await self.page.locator(f'[role="option"][data-value="{value}"]').click()
        await dialog.get_by_role("button", name="Submit").click()
        await dialog.wait_for(state="hidden")
        if not offer.reversible:
            await panel.get_by_role("button", name="Do it", exact=True).click()

    async def _confirmed(self, panel: Locator, offer: Offer) -> None:
        """Confirm an action that cannot be taken back, if it had to be filled in, ends much or gives something up."""
        if not offer.reversible and (offer.fields or offer.drastic or offer.forgoes):
            await panel.get_by_role("button", name="Do it", exact=True).click()

    async def _turned_to(self, panel: Locator, wanted: Locator) -> None:
        """Turn the pages of a panel to one that has what is wanted."""
        more = panel.get_by_role("button", name=MORE)
        await wanted.or_(more).first.wait_for()
        while not await wanted.count():
            turned = await more.get_attribute("data-key")
            await more.click()
            await panel.locator(f'[data-key="{turned}"]').wait_for(state="detached")
            await wanted.or_(more).first.wait_for()

    async def answered(self, panel: Locator) -> None:
        """Wait until a panel says that a decision was taken, and not that one before it was."""
        await self.page.wait_for_function(ANSWERED, arg=[await panel.get_attribute("data-id"), self.seen])

    async def settled(self, panel: Locator, table: Table, seat: str) -> None:
        """Wait until a panel shows what follows from one's decision: the next question, or that it is done."""
        await self.answered(panel)
        follows = panel.locator(_made_for(table.stamp(seat))) if table.request(seat) else panel.get_by_text("Done")
        await follows.first.wait_for()

    def _asking(self, stamp: str) -> Locator:
        return self.page.locator(".message", has=self.page.locator(_made_for(stamp)))

    async def panel(self, table: Table, seat: str) -> Locator:
        """Return the message with the question: on the page already, in the direct messages, or called for."""
        asking = self._asking(table.stamp(seat))
        request = table.request(seat)
        if not await asking.count():
            if request and request.secret:
                await self.go("Herald")
            if not await asking.count():  # nobody is asked in secret what the answer to their last press shows
                await self.to_thread()
            if not await asking.count() and self.seen:
                await self._asked_soon(asking)
            if not await asking.count():
                await self.press("My options")
            await asking.last.wait_for()
        self.private += await self.page.locator(".where > strong").inner_text() == "Herald"
        key = await asking.last.get_attribute("data-id")
        panel = self.page.locator(f'.message[data-id="{key}"]')
        await panel.get_by_text(PENDING).first.wait_for(state="detached")
        return panel

    async def _asked_soon(self, asking: Locator) -> None:
        """Look for a moment at the panel on which something was done: it asks what comes next, as a person sees."""
        with suppress(PlaywrightTimeout):
            await asking.last.wait_for(timeout=GLANCE_MS)

    # ------------------------------------------------------------------ filling in

    async def _fill_in(self, panel: Locator, offer: Offer, action: Action) -> None:
        """Answer every question that is not answered by itself, and press *Do it* where that does not do it.

        The table goes on with the last press, so everything is looked up before.
        """
        draft, begun, done = drafts.autofill(offer, {}), False, False
        for field in offer.fields:
            given = getattr(action, field.name)
            wanted = list(given) if field.many else [given] if given else []
            for value in wanted if field.name not in draft else []:
                begun = begun or await self._begun(panel, offer, field)
                after = drafts.with_answer(offer, draft, field.name, [value])
                done = offer.reversible and drafts.question(offer, after) is None
                await self._choose(panel, offer, field, value)
                if not done:
                    await panel.locator(f'[data-key*=":{wording.stamp(offer.tag, after)}"]').first.wait_for()
                    await self.watch(f"{offer.tag}-{field.name}")
                draft = after
        if not begun:
            done = offer.reversible and drafts.question(offer, draft) is None
            await self.enter(panel, offer)
        if not done:
            await panel.get_by_role("button", name="Do it", exact=True).click()

    async def answer_first(self, panel: Locator, offer: Offer, values: Sequence[str]) -> None:
        """Begin the form of an action, answer its first question, and wait for the next one."""
        draft, field = drafts.autofill(offer, {}), offer.fields[0]
        await self._turned_to(panel, panel.locator(_beginning(offer.tag)))
        await self._begun(panel, offer, field)
        for value in values:
            await self._choose(panel, offer, field, value)
            draft = drafts.with_answer(offer, draft, field.name, [value])
            await panel.locator(f'[data-key*=":{wording.stamp(offer.tag, draft)}"]').first.wait_for()

    async def _begun(self, panel: Locator, offer: Offer, field: Field) -> bool:
        """Come to the form of an action, where its first question does not stand on the panel already."""
        if not await panel.locator(_answering("set", offer.tag, field.name)).count():
            await self.enter(panel, offer)
            await panel.locator(_answering("set", offer.tag, field.name)).first.wait_for()
        return True

    async def enter(self, panel: Locator, offer: Offer) -> None:
        """Press the button of an action, which may stand behind *More*."""
        button = panel.locator(_answering("pick", offer.tag)).or_(panel.locator(_answering("do", offer.tag)))
        await self._turned_to(panel, button)
        await button.first.click()

    async def _choose(self, panel: Locator, offer: Offer, field: Field, value: str) -> None:
        """Choose a value: its button, or its line in one of the menus."""
        asked = panel.locator(_answering("set", offer.tag, field.name))
        await asked.first.wait_for()
        button = panel.locator(_answering("set", offer.tag, f"{field.name}={value}"))
        if await button.count():
            await button.click()
            return
        await panel.locator("img").evaluate_all(DRAWN)
        menus = panel.locator(f'{_answering("set", offer.tag)}[data-key$=":{field.name}"]')
        await self._from_menu(panel, menus, value)

    async def _from_menu(self, panel: Locator, menus: Locator, value: str) -> None:
        for place in range(await menus.count()):
            await self._open(menus.nth(place))
            await self.page.get_by_role("option").first.wait_for()
            option = self.page.locator(f'[role="option"][data-value="{value}"]')
            if await option.count():
                await option.click()
                done = self.page.get_by_role("button", name="Done", exact=True)
                if await done.count():
                    await done.last.click()
                return
            await self.page.keyboard.press("Escape")
            await self.page.get_by_role("listbox").wait_for(state="hidden")
        more = panel.get_by_role("button", name="More choices", exact=True)
        assert await more.count(), f"No menu has {value!r}: {await panel.inner_text()}"
        await more.click()
        await panel.get_by_role("button", name="Back", exact=True).wait_for()
        await self._from_menu(panel, menus, value)

    async def _open(self, menu: Locator) -> None:
        """Open a menu."""
        await menu.click()
        await self.page.get_by_role("listbox").wait_for()


def _answering(verb: str, tag: str, answer: str = "") -> str:
    """The selector of what does something for an action, or answers one of its questions."""
    ends = f'[data-key{"$" if "=" in answer else "*"}=":{answer}"]' if answer else ""
    begins = f"h:{verb}:" if verb else "h:"
    return f'[data-key^="{begins}"][data-key*=":{tag}:"]{ends}'


def _beginning(tag: str) -> str:
    """The selector of what begins any action of a kind, or does the only one there is; no line does that."""
    return ", ".join(_answering(verb, tag) for verb in ("set", "pick", "fill", "do"))


def _made_for(stamp: str) -> str:
    """The selector of buttons and menus that belong to a question."""
    return f'[data-key*=":{stamp}:"]'
