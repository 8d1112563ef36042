"""People who play for a seat by what they see and do on Discord: with buttons and menus, or with slash commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from bot.commands.answer import PARTS
from bot.model.action_commands import ActionCommand, commands_of
from bot.panels.deciding.pages import MORE, turns_page
from bot.panels.deciding.prospects import key_of
from bot.panels.ids import Press, parse
from engine.core.actions import Action, Choice, tag_of
from engine.core.table import Table
from tests.e2e.table import Evening
from tests.harness.reading import Json, buttons, select_placed, selects, text_of, walk
from tests.harness.sandbox import Person

REFUSED, DONE = "⚠️", "✅"
LONGEST = 60
"""Presses for one decision after which something must be wrong."""

MENU = 3
"""The type of a menu on Discord."""

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


@dataclass(frozen=True)
class Way:
    """Something that can be pressed on a panel: a button, values of a menu, or *Search* with a word to look for."""

    custom_id: str
    values: tuple[str, ...] = ()
    word: str = ""
    answers: dict[str, list[str]] | None = None
    """What is answered in the form that it opens; None where it opens none, {} for whatever one likes."""


class Mind(Protocol):
    """Decides, looking at what a panel shows, what to press or to choose."""

    def way(self, panel: Json) -> Way:
        """Return what to do with a panel."""


@dataclass
class Whim:
    """Chooses at random among what is shown; `hurry` is how often he presses a button if there is a menu, too."""

    chance: Random
    hurry: float = 0.5

    def way(self, panel: Json) -> Way:
        """Anything on the panel but the way back."""
        pressable = [button["custom_id"] for button in buttons(panel) if verb_of(button) in FORWARD]
        menus = selects(panel)
        if pressable and (not menus or self.chance.random() < self.hurry):
            found = self.chance.choice(pressable)
            verb = found.split(":")[1]
            return Way(found, word=self._word(panel) if verb == "find" else "", answers={} if verb == "fill" else None)
        menu = self.chance.choice(menus)
        most = min(menu.get("max_values", 1), 2 if self.chance.random() < 0.3 else 1)
        picked = self.chance.sample(menu["options"], most)
        return Way(menu["custom_id"], tuple(option["value"] for option in picked))

    def _word(self, panel: Json) -> str:
        """Return the beginning of one of the choices, in menus or on buttons; some letter where nothing has fitted."""
        offered = [option for menu in selects(panel)[-1:] for option in menu["options"]]
        offered = offered or [button for button in buttons(panel) if verb_of(button) == "set"]
        if not offered:
            return "e"
        return str(self.chance.choice(offered)["label"].removeprefix("+ ").removesuffix("…")[:5].strip("*{ "))


FORWARD = ("do", "pick", "fill", "set", "begin", "whole", "go", "find", "page")
"""What the buttons do that lead on, by verb."""


def verb_of(button: Json) -> str:
    """Return what a button does."""
    return str(button["custom_id"].split(":")[1])


@dataclass
class Purpose:
    """Carries a plan out: answers whatever question the panel shows first of those that the plan has an answer to."""

    plan: Plan
    waiting: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.waiting = {name: list(values) for name, values in self.plan.answers.items() if values}

    def way(self, panel: Json) -> Way:
        """The button of the whole action, or the answer to a question, or else what does it or begins it."""
        if way := self._at_once(panel):
            return way
        for name in list(self.waiting):
            if way := self._answer(panel, name):
                return way
        own = [button for button in buttons(panel) if button["custom_id"].split(":")[4] == self.plan.tag]
        for verb in ("go", "do", "pick"):
            if found := next((button for button in own if verb_of(button) == verb), None):
                return Way(found["custom_id"])
        menus = [menu for menu in selects(panel) if verb_of(menu) == "pick"]
        if any(option["value"] == self.plan.tag for menu in menus for option in menu["options"]):
            return Way(menus[0]["custom_id"], (self.plan.tag,))
        begun = next((button for button in own if verb_of(button) == "begin"), None)
        more = [press for press in _presses(panel) if press.verb == "opts" and press.page]
        if begun is None and more:
            return Way(str(more[0]))
        assert begun, f"Nothing on the panel leads to {self.plan}, {self.waiting} left: {text_of(panel)}"
        return Way(begun["custom_id"])

    def _at_once(self, panel: Json) -> Way | None:
        """Return what does all that is left, or asks all of it in a form."""
        whole, found = key_of(self.plan.tag, self.waiting), None
        for press in _presses(panel):
            if (press.verb, press.topic) == ("fill", self.plan.tag) and not self._asked(panel):
                found = Way(str(press), answers=self.waiting)
        for menu in selects(panel):
            if verb_of(menu) == "whole" and any(option["value"] == whole for option in menu["options"]):
                found = Way(menu["custom_id"], (whole,))
        for press in _presses(panel):
            if (press.verb, press.topic, press.field_value) == ("whole", self.plan.tag, whole):
                found = Way(str(press))
        if found is not None:
            self.waiting = {}
        return found

    def _asked(self, panel: Json) -> bool:
        """Tell whether the panel asks one of the questions itself, which takes fewer presses than a form."""
        asked = {press.field for press in _presses(panel) if (press.verb, press.topic) == ("set", self.plan.tag)}
        return bool(asked & self.waiting.keys())

    def _answer(self, panel: Json, name: str) -> Way | None:
        wanted = self.waiting[name]
        asked = [press for press in _presses(panel) if press.topic == self.plan.tag and press.field == name]
        shown = [Choice(value, value) for value in wanted]
        for press in asked:
            if press.verb == "set" and press.field_value != name and (value := press.value(shown)):
                if value in wanted:
                    self._took(name, [value])
                if value in wanted or _leads_to(value, wanted):
                    return Way(str(press))
        for menu in selects(panel):
            options = [option["value"] for option in menu["options"]]
            picked = [value for value in wanted if value in options][: menu.get("max_values", 1)]
            if picked and parse(menu["custom_id"]) in asked:
                self._took(name, picked)
                return Way(menu["custom_id"], tuple(picked))
            ways = [value for value in options if _leads_to(value, wanted)]
            if ways and parse(menu["custom_id"]) in asked:
                return Way(menu["custom_id"], (ways[0],))
        if search := next((press for press in asked if press.verb == "page" and press.page), None):
            return Way(str(search))
        return None

    def _took(self, name: str, values: Sequence[str]) -> None:
        left = [value for value in self.waiting[name] if value not in values]
        self.waiting[name] = left
        if not left:
            del self.waiting[name]


def ways(panel: Json, field: str) -> list[Way]:
    """Return every way to answer a question on a panel, in order."""
    found = []
    for part in walk(panel.get("components") or []):
        press = parse(part.get("custom_id") or "")
        if press is None or press.verb not in ("set", "plans") or press.field != field:
            continue
        options = [option["value"] for option in part.get("options") or []]
        found += [Way(str(press), (value,)) for value in options] or [Way(str(press))]
    return found


def _leads_to(value: str, wanted: Sequence[str]) -> bool:
    """Tell whether a choice stands for several ways of one thing, one of which is wanted."""
    return ">" in value and any(one.startswith(value) for one in wanted)


def _presses(panel: Json) -> list[Press]:
    found = [parse(part["custom_id"]) for part in (*buttons(panel), *selects(panel))]
    return [press for press in found if press is not None]


# ---------------------------------------------------------------------- by buttons


class WithPanel(Protocol):
    """A table whose panel people can look at."""

    async def panel(self, person: Person) -> Json:
        """Return the pinned panel."""


@dataclass
class ButtonPlayer:
    """Plays by buttons, menus and forms alone."""

    person: Person
    evening: WithPanel
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
        if "You have nothing to decide now" in text_of(panel):
            return False
        await self.carry_on(panel, Whim(self.chance))
        return True

    async def carry_out(self, plan: Plan) -> Json:
        """Do what was decided, and return the last panel seen."""
        return await self.carry_on(await self.options(), Purpose(plan))

    async def carry_on(self, panel: Json, mind: Mind) -> Json:
        """Press on from a panel until something is done or refused."""
        for _ in range(LONGEST):
            panel = await self.go(panel, mind.way(panel))
            if is_refusal(panel):
                self.refusals.append(text_of(panel))
            if is_refusal(panel) or is_done(panel):
                return panel
        raise AssertionError(f"The form has no end: {text_of(panel)}")

    async def go(self, panel: Json, way: Way) -> Json:
        """Do what there is to do with a panel, and return what comes of it."""
        if way.word:
            return await self._search(panel, way)
        if way.answers is not None:
            return await self._fill(panel, way)
        if way.values:
            return await self.choose(panel, way.values, way.custom_id)
        return await self.press_id(panel, way.custom_id)

    async def _search(self, shown: Json, way: Way) -> Json:
        self.clicks += SEARCH
        key = await self.person.press(shown, custom_id=way.custom_id)
        form = await self.person.modal()
        assert form["interaction_id"] == key
        return await self.seen(await self.person.submit(form, {"word": way.word}), shown)

    async def _fill(self, shown: Json, way: Way) -> Json:
        """Open a form that asks several questions, answer them and send it."""
        await self.person.press(shown, custom_id=way.custom_id)
        form = await self.person.modal()
        answers: dict[str, Any] = {}
        self.presses, self.clicks = self.presses + 2, self.clicks + 2
        for asked in walk(form["modal"]["components"]):
            if name := asked.get("custom_id"):
                able = [option["value"] for option in asked["options"]]
                given = (way.answers or {}).get(name) or [self.chance.choice(able)]
                answers[name] = given if asked["type"] == MENU else given[0]
                self.clicks += 2 if asked["type"] == MENU else 1
        return await self.seen(await self.person.submit(form, answers), shown)

    async def press(self, message: Json, label: str) -> Json:
        """Press a button, on whichever page of the panel it is, and return what comes of it.

        A label may say more behind a colon, as that of *Undo* does, and end in dots.
        """
        names = [button["label"] for button in buttons(self.person.current(message))]
        label = next((name for name in names if name in (label, f"{label}…") or name.startswith(f"{label}: ")), label)
        if label not in names and any(map(turns_page, names)):
            return await self.press(await self.press(message, MORE), label)
        self.presses, self.clicks = self.presses + 1, self.clicks + 1
        return await self.seen(await self.person.press(message, label), message)

    async def press_id(self, message: Json, custom_id: str) -> Json:
        """Press a button known by its id and return what comes of it."""
        self.presses, self.clicks = self.presses + 1, self.clicks + 1
        return await self.seen(await self.person.press(message, custom_id=custom_id), message)

    async def choose(self, message: Json, values: Sequence[str], custom_id: str | None = None) -> Json:
        """Choose from a panel's menu and return what comes of it."""
        menu = select_placed(message, None, custom_id)
        several = menu.get("max_values", 1) > 1
        self.presses, self.clicks = self.presses + 1, self.clicks + (len(values) + 2 if several else 2)
        return await self.seen(await self.person.choose(message, values, custom_id=menu["custom_id"]), message)

    async def seen(self, key: str, pressed: Json) -> Json:
        """Wait for the answer to an interaction: a new message, or the private panel that was pressed, changed."""
        return await self.person.expect(lambda message: answers(message, key) or _changed(message, pressed))


def answers(message: Json, key: str) -> bool:
    """Tell whether a message answers an interaction."""
    return bool((message.get("interaction_metadata") or {}).get("id") == key)


def _changed(message: Json, pressed: Json) -> bool:
    """Only panels that nobody else sees change by a press alone; the public one changes for its own reasons.

    Chances that follow late on the lines of likely actions change none of the buttons.
    """
    if message["id"] != pressed["id"] or not pressed["flags"] & 64:
        return False
    awaits = any(press.verb == "whole" for press in _presses(pressed))
    return not awaits or _ids(message) != _ids(pressed)


def _ids(message: Json) -> list[str]:
    return [part["custom_id"] for part in walk(message.get("components") or []) if part.get("custom_id")]


def button(message: Json, label: str) -> Json | None:
    """Return the button of a label, if the message has it."""
    return next((found for found in buttons(message) if found["label"] == label), None)


def is_refusal(message: Json) -> bool:
    """Tell whether a message says that something cannot be done."""
    return text_of(message).startswith(REFUSED)


def is_done(message: Json) -> bool:
    """Tell whether a message says that something has been done."""
    return DONE in text_of(message)


# ---------------------------------------------------------------------- by commands


@dataclass(frozen=True)
class Command:
    """A command for an action: the names of its options by the fields that they fill in, and what is always written."""

    path: str
    options: dict[str, str]
    always: dict[str, str] = field(default_factory=dict)

    def written(self, texts: dict[str, str]) -> dict[str, Any]:
        """Return what is written into its options to fill in fields."""
        return self.always | {self.options[name]: text for name, text in texts.items()}


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
            command = self._command(row, list(row.options))
            texts = await self._completed(command)
            if texts is not None:
                await self._send(command, texts)
                return True
        raise AssertionError(f"Nothing can be completed of {[offer.tag for offer in offers]}.")

    async def carry_out(self, plan: Plan) -> Json:
        """Write the command of a plan, every word of it taken from the completion."""
        row = row_of(self.evening.rules, plan.tag, self.chance)
        command = self._command(row, list(plan.answers))
        texts: dict[str, str] = {}
        for name, values in plan.answers.items():
            if values and not await self._complete_to(command, name, values, texts):
                break
        return await self._send(command, texts, plan)

    def _command(self, row: ActionCommand, asked: Sequence[str]) -> Command:
        """Return how the command of an action is written; it asks for these fields, in this order."""
        if row.asked:
            return Command("/answer", dict(zip(asked, PARTS, strict=False)), {"how": row.tag})
        return Command(f"/{self.evening.rules} {row.path}", {name: name for name in row.options})

    async def _complete_to(self, command: Command, name: str, values: list[str], texts: dict[str, str]) -> bool:
        """Complete an option until it says `values`; False if the completion cannot get there."""
        written = ""
        for value in values:
            target = f"{written}, {value}" if written else value
            start = f"{written}, " if written else ""
            typed = (start if written else value[:4], f"{start}{value}")
            if not any([target in await self._offered(command, name, words, texts) for words in typed]):
                return False
            written = target
        texts[name] = written
        return True

    async def _completed(self, command: Command) -> dict[str, str] | None:
        """Fill all options in from their completions; None if one that is needed offers nothing."""
        texts: dict[str, str] = {}
        for name in command.options:
            offered = await self._offered(command, name, "", texts)
            if offered:
                texts[name] = self.chance.choice(offered)
        return texts if texts or not command.options else None

    async def _offered(self, command: Command, name: str, written: str, texts: dict[str, str]) -> list[str]:
        option = command.options[name]
        choices = await self.person.autocomplete(command.path, option, written, **command.written(texts))
        return [str(value) for _, value in choices]

    async def _send(self, command: Command, texts: dict[str, str], plan: Plan | None = None) -> Json:
        self.presses += 1
        key = await self.person.slash(command.path, **command.written(texts))
        shown = await self.person.expect(lambda message: answers(message, key))
        if is_refusal(shown):
            self.refusals.append(text_of(shown))
        elif button(shown, "All my options"):
            return await self._by_hand(shown, texts, plan)
        return shown

    async def _by_hand(self, shown: Json, texts: dict[str, str], plan: Plan | None) -> Json:
        """Answer in the form what the command has left out."""
        hands = ButtonPlayer(self.person, self.evening, self.chance, self.refusals)
        mind: Mind = Whim(self.chance)
        if plan:
            mind = Purpose(Plan(plan.tag, {name: v for name, v in plan.answers.items() if name not in texts}))
        return await hands.carry_on(shown, mind)


def row_of(game: str, tag: str, chance: Random) -> ActionCommand:
    """Return a command for an action that takes it whole; a game has one or more for each."""
    return chance.choice([row for row in commands_of(game) if row.tag == tag and not row.fixed])
