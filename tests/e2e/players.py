"""People who play for a seat by what they see and do on Discord: with buttons and menus, or with slash commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from bot.commands.actions import ActionCommand, commands_of
from engine.core.actions import Action, tag_of
from engine.core.table import Table
from tests.e2e.table import Evening
from tests.harness.reading import Json, buttons, selects, text_of
from tests.harness.sandbox import Person

REFUSED = "⚠️"
LONGEST = 60
"""Presses for one decision after which something must be wrong."""

SEARCH = 3
"""What it takes to look for a word among many choices: *Search*, the word, and to send it."""


# ---------------------------------------------------------------------- what somebody means to do


@dataclass(frozen=True)
class Plan:
    """An action as a person means it: its tag, and the values for every question that it asks, by field."""

    tag: str
    answers: dict[str, list[str]]


def plan_of(table: Table, seat: str, action: Action) -> Plan:
    """Return an action as the answers to its questions."""
    answers: dict[str, list[str]] = {}
    draft: dict[str, Any] = {}
    for asked in table.offer(seat, tag_of(action)).fields:
        if asked.when(draft):
            value = getattr(action, asked.name)
            draft[asked.name] = value
            answers[asked.name] = list(value) if isinstance(value, list | tuple) else [value] if value else []
    return Plan(tag_of(action), answers)


# ---------------------------------------------------------------------- how a panel is answered


class Mind(Protocol):
    """Decides, looking at what a panel shows, what to press or to choose."""

    def choose_action(self, panel: Json) -> tuple[str, str]:
        """Return ("press", custom id) or ("pick", a value of the menu) on the panel of all options."""

    def choose_values(self, panel: Json) -> list[str] | None:
        """Return the values to take from a question's menu, or None for its way round: Search, More or None."""


@dataclass
class Whim:
    """Chooses at random among what is shown; `hurry` is how often he presses a plain button if there is one."""

    chance: Random
    hurry: float = 0.5

    def choose_action(self, panel: Json) -> tuple[str, str]:
        """Anything on the panel."""
        plain = [button["custom_id"] for button in buttons(panel)]
        menu = [option["value"] for select in selects(panel) for option in select["options"]]
        if plain and (not menu or self.chance.random() < self.hurry):
            return "press", self.chance.choice(plain)
        return "pick", self.chance.choice(menu)

    def choose_values(self, panel: Json) -> list[str] | None:
        """One or two of the options, or none where that is possible."""
        ways = ways_round(panel)
        if ways and self.chance.random() < 0.25:
            return None
        menu = selects(panel)[0]
        most = min(menu.get("max_values", 1), 2 if self.chance.random() < 0.3 else 1)
        return [option["value"] for option in self.chance.sample(menu["options"], most)]


@dataclass
class Purpose:
    """Carries a plan out, question by question."""

    plan: Plan
    waiting: list[list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.waiting = [list(values) for values in self.plan.answers.values()]

    def choose_action(self, panel: Json) -> tuple[str, str]:
        """The button or the menu's option that stands for the action."""
        pressed = [button["custom_id"] for button in buttons(panel) if f":{self.plan.tag}:" in button["custom_id"]]
        return ("press", pressed[0]) if pressed else ("pick", self.plan.tag)

    def choose_values(self, panel: Json) -> list[str] | None:
        """Those of the wanted values that the menu shows."""
        wanted = self.waiting[0]
        shown = [option["value"] for select in selects(panel) for option in select["options"]]
        found = [value for value in wanted if value in shown]
        self.waiting[0] = [value for value in wanted if value not in found]
        if not self.waiting[0] and (found or not wanted):
            self.waiting.pop(0)
        return found or None


def ways_round(panel: Json) -> list[Json]:
    """Return the buttons of a question by which it can be answered or turned without its menu."""
    return [button for button in buttons(panel) if button["label"] in ("Search", "More", "None", "That is all")]


# ---------------------------------------------------------------------- by buttons


@dataclass
class ButtonPlayer:
    """Plays by buttons, menus and forms alone."""

    person: Person
    evening: Evening
    chance: Random
    refusals: list[str] = field(default_factory=list)
    panel: Json | None = None
    presses: int = 0
    """How often a button was pressed or a menu chosen from."""

    clicks: int = 0
    """How often that takes a finger: a menu is opened before something is chosen, and closed after several."""

    async def options(self) -> Json:
        """Press "My options" on the panel of the thread and look at what comes."""
        self.panel = self.panel or await self.evening.panel(self.person)
        return await self.press(self.panel, "My options")

    async def act(self) -> bool:
        """Take one decision at random; False if this person is asked for nothing now."""
        panel = await self.options()
        if "You are asked for nothing now" in text_of(panel):
            return False
        await self._carry_on(panel, Whim(self.chance))
        return True

    async def carry_out(self, plan: Plan) -> Json:
        """Do what was decided, and return the last panel seen."""
        return await self._carry_on(await self.options(), Purpose(plan))

    async def _carry_on(self, panel: Json, mind: Mind) -> Json:
        how, what = mind.choose_action(panel)
        shown = await (self.press_id(panel, what) if how == "press" else self.choose(panel, [what]))
        for _ in range(LONGEST):
            if is_refusal(shown):
                self.refusals.append(text_of(shown))
                return shown
            if button(shown, "Do it"):
                return await self.press(shown, "Do it")
            if not button(shown, "Something else"):
                return shown
            shown = await self._answer(shown, mind)
        raise AssertionError(f"The form has no end: {text_of(shown)}")

    async def _answer(self, shown: Json, mind: Mind) -> Json:
        values = mind.choose_values(shown)
        if values is not None:
            return await self.choose(shown, values)
        way = self._way_round(shown, mind)
        if way["label"] == "Search":
            return await self._search(shown)
        return await self.press_id(shown, way["custom_id"])

    def _way_round(self, shown: Json, mind: Mind) -> Json:
        ways = {way["label"]: way for way in ways_round(shown)}
        if isinstance(mind, Purpose):
            return ways["More"] if mind.waiting and mind.waiting[0] and "More" in ways else _ending(ways)
        return self.chance.choice(list(ways.values()))

    async def _search(self, shown: Json) -> Json:
        word = self.chance.choice(selects(shown)[0]["options"])["label"][:5].strip("*{ ")
        self.clicks += SEARCH
        key = await self.person.press(shown, "Search")
        form = await self.person.modal()
        assert form["interaction_id"] == key
        return await self.seen(await self.person.submit(form, {"word": word}), shown)

    async def press(self, message: Json, label: str) -> Json:
        """Press a button and return what comes of it."""
        self.presses, self.clicks = self.presses + 1, self.clicks + 1
        return await self.seen(await self.person.press(message, label), message)

    async def press_id(self, message: Json, custom_id: str) -> Json:
        """Press a button known by its id and return what comes of it."""
        self.presses, self.clicks = self.presses + 1, self.clicks + 1
        return await self.seen(await self.person.press(message, custom_id=custom_id), message)

    async def choose(self, message: Json, values: Sequence[str]) -> Json:
        """Choose from a panel's menu and return what comes of it."""
        several = selects(message)[0].get("max_values", 1) > 1
        self.presses, self.clicks = self.presses + 1, self.clicks + (len(values) + 2 if several else 2)
        return await self.seen(await self.person.choose(message, values), message)

    async def seen(self, key: str, pressed: Json) -> Json:
        """Wait for the answer to an interaction: a new message, or the private panel that was pressed, changed."""
        return await self.person.expect(lambda message: answers(message, key) or _changed(message, pressed))


def answers(message: Json, key: str) -> bool:
    """Tell whether a message answers an interaction."""
    return bool((message.get("interaction_metadata") or {}).get("id") == key)


def _changed(message: Json, pressed: Json) -> bool:
    """Only panels that nobody else sees change by a press alone; the public one changes for its own reasons."""
    return bool(message["id"] == pressed["id"] and pressed["flags"] & 64)


def _ending(ways: dict[str, Json]) -> Json:
    return ways["That is all"] if "That is all" in ways else ways["None"]


def button(message: Json, label: str) -> Json | None:
    """Return the button of a label, if the message has it."""
    return next((found for found in buttons(message) if found["label"] == label), None)


def is_refusal(message: Json) -> bool:
    """Tell whether a message says that something cannot be done."""
    return text_of(message).startswith(REFUSED)


# ---------------------------------------------------------------------- by commands


@dataclass
class CommandPlayer:
    """Plays by slash commands, written with their completion alone; a form appears only for what was left out."""

    person: Person
    evening: Evening
    chance: Random
    refusals: list[str] = field(default_factory=list)
    presses: int = 0
    """How often a command was sent."""

    async def act(self) -> bool:
        """Take one decision at random; False if this person is asked for nothing now."""
        offers = await self.evening.offers(self.person)
        if not offers:
            return False
        for _ in range(LONGEST):
            row = row_of(self.evening.rules, self.chance.choice(offers).tag, self.chance)
            texts = await self._completed(row)
            if texts is not None:
                await self._send(row, texts)
                return True
        raise AssertionError(f"Nothing can be completed of {[offer.tag for offer in offers]}.")

    async def carry_out(self, plan: Plan) -> Json:
        """Write the command of a plan, every word of it taken from the completion."""
        row = row_of(self.evening.rules, plan.tag, self.chance)
        texts: dict[str, str] = {}
        for name, values in plan.answers.items():
            if values and not await self._complete_to(row, name, values, texts):
                break
        return await self._send(row, texts, plan)

    async def _complete_to(self, row: ActionCommand, name: str, values: list[str], texts: dict[str, str]) -> bool:
        """Complete an option until it says `values`; False if the completion cannot get there."""
        written = ""
        for value in values:
            target = f"{written}, {value}" if written else value
            if target not in await self._offered(row, name, f"{written}, " if written else value[:4], texts):
                return False
            written = target
        texts[name] = written
        return True

    async def _completed(self, row: ActionCommand) -> dict[str, str] | None:
        """Fill all options in from their completions; None if one that is needed offers nothing."""
        texts: dict[str, str] = {}
        for name in row.options:
            offered = await self._offered(row, name, "", texts)
            if offered:
                texts[name] = self.chance.choice(offered)
        return texts if texts or not row.options else None

    async def _offered(self, row: ActionCommand, name: str, written: str, texts: dict[str, str]) -> list[str]:
        choices = await self.person.autocomplete(f"/{self.evening.rules} {row.path}", name, written, **texts)
        return [str(value) for _, value in choices]

    async def _send(self, row: ActionCommand, texts: dict[str, str], plan: Plan | None = None) -> Json:
        self.presses += 1
        key = await self.person.slash(f"/{self.evening.rules} {row.path}", **texts)
        shown = await self.person.expect(lambda message: answers(message, key))
        if is_refusal(shown):
            self.refusals.append(text_of(shown))
        elif button(shown, "Something else"):
            return await self._by_hand(shown, texts, plan)
        return shown

    async def _by_hand(self, shown: Json, texts: dict[str, str], plan: Plan | None) -> Json:
        """Answer in the form what the command has left out."""
        hands = ButtonPlayer(self.person, self.evening, self.chance, self.refusals)
        mind: Mind = Whim(self.chance)
        if plan:
            mind = Purpose(Plan(plan.tag, {name: v for name, v in plan.answers.items() if name not in texts}))
        for _ in range(LONGEST):
            if is_refusal(shown) or not button(shown, "Something else"):
                return shown
            shown = await (hands.press(shown, "Do it") if button(shown, "Do it") else hands._answer(shown, mind))
        raise AssertionError(f"The form has no end: {text_of(shown)}")


def row_of(game: str, tag: str, chance: Random) -> ActionCommand:
    """Return a command for an action that takes it whole; a game has one or more for each."""
    return chance.choice([row for row in commands_of(game) if row.tag == tag and not row.fixed])
