"""What keeps others waiting: every command, completion and press, late in a long game of every title."""

import asyncio
import gc
import inspect
import os
import tempfile
import time
from asyncio.events import Handle
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bot.sandbox.world import World
from bot.workers import Pool
from engine.core.errors import BadOptions
from engine.games import GAMES, PACKAGES
from tests.bench.load.town import Laid, Sitting, laid
from tests.bench.timing import Figure
from tests.e2e.table import Evening, at_work
from tests.harness.reading import Json, buttons, selects, walk
from tests.harness.sandbox import NotSeen, Person, running_sandbox

ACTIONS = 1_500
"""Actions that a game has seen, so that lists are long; fewer where it is over before: then its last moment."""

TRIES = 3
"""Games that are played where they end before; the longest is looked at."""

WORLD = "discord.db"
"""The file of the sandbox."""

LEFT = 20
"""Actions that such a game has left, so that what is pressed does not end it."""

HOST, PLAYERS = "ann", ("ben", "cat", "dan", "eve", "fay", "gil")
"""The game master without a seat, and who plays, where there are seats for so many."""

SUBCOMMANDS = 3
STRING, INTEGER, BOOLEAN, USER, NUMBER = 3, 4, 5, 6, 10

LEFT_OUT = ("/game start", "/game new", "/game adopt", "/game leave", "/me forget", "/game figures")
"""What would end the measuring, or needs another table."""

CHANGING = ("/gm regent", "/gm replace", "/gm drop", "/gm end", "/gm default", "/table regent", "/table end")
"""What would change who plays, or end the game, if it were given what its completions offer."""

ENDING = ("offer_draw", "resign")
"""Actions that would end the game, where others of those who press agree."""

ACTING = ("/gm act", "/answer")
"""What brings the game on, if it is given what its completions offer, as a game's own commands do: it comes last."""

NAMED = (
    "/game settings",
    "/game replay",
    "/gm note",
    "/me export",
    "press My options",
    "press Help",
    "press Odds",
)
"""What is shown in any case, by how it begins."""

WALKED = 15
"""Presses that follow from the answer to one command, at most."""

SHOWN, SLOWEST = 20, 5
LATE_S = 0.05

ANSWER_S, PAGE_S, TITLE_S = 20.0, 120.0, 300.0
"""Seconds for which an answer, a page, and the whole of a title are waited for."""

ALIKE = ("tournament", "me", "ladder", "ratings", "rule", "rulings", "card")
"""Commands that do not look at a table: they are given at the first variant of each game."""

AT_LENGTH = "/game replay"
"""What a worker is at for up to a minute: it, too."""


@dataclass
class Found:
    """How long an answer let nobody else be heard: the longest step, as time and of the processor, and in all."""

    title: str
    what: str
    held: float
    busy: float
    whole: float

    def __str__(self) -> str:
        busy, held, whole = (f"{1000 * seconds:.0f}" for seconds in (self.busy, self.held, self.whole))
        return f"{busy} ms of the processor at a stretch, {held} ms in all; answered after {whole} ms"

    def row(self) -> Figure:
        """Return it as a line of a table."""
        return f"{self.title}: {self.what}", str(self)


def measure() -> Iterator[Figure]:
    """Do everything at every title, on all cores; say of each how far it came, then what takes longest of all."""
    found: list[Found] = []
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        begun = {threads.submit(_apart, *title): " ".join(title) for title in titles()}
        for each in as_completed(begun):
            rows, come = each.result()
            found += rows
            yield begun[each], come
    yield from table(found)


def table(found: Sequence[Found]) -> Iterator[Figure]:
    """Return what holds the event loop longest, what people wait for longest, and what is shown in any case."""
    yield from (one.row() for one in sorted(found, key=lambda one: -one.busy)[:SHOWN])
    late = sum(one.busy > LATE_S for one in found)
    yield "answers with a step of more than 50 ms of the processor", f"{late} of {len(found)}"
    yield "The slowest answers", ""
    yield from (one.row() for one in sorted(found, key=lambda one: -one.whole)[:SLOWEST])
    yield "The longest step of what is newer", ""
    for name in NAMED:
        rows = [one for one in found if one.what.startswith(name)]
        yield max(rows, key=lambda one: one.busy).row() if rows else (name, "was not reached")


def titles() -> list[tuple[str, str]]:
    """Every game with every variant that can be played."""

    def playable(game: str, variant: str) -> bool:
        with suppress(BadOptions):
            return bool(GAMES[game].options(variant, {}))
        return False

    return [(name, variant) for name, rules in GAMES.items() for variant in rules.variants if playable(name, variant)]


@dataclass
class Watch:
    """The longest step of Herald on the event loop since it was last asked for."""

    held: float = 0.0
    busy: float = 0.0

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Time every step of the loop that is not the sandbox's or that of the people in it."""
        handles: Any = Handle
        plain = handles._run

        def run(handle: Any) -> None:
            ours = not _visitor(handle)
            held, busy = time.perf_counter(), time.thread_time()
            plain(handle)
            if ours:
                self.held = max(self.held, time.perf_counter() - held)
                self.busy = max(self.busy, time.thread_time() - busy)

        handles._run = run
        try:
            yield
        finally:
            handles._run = plain


def _visitor(handle: Any) -> bool:
    """Tell whether a step belongs to the sandbox, which answers by aiohttp's server, or to the tests."""
    task = getattr(handle._callback, "__self__", None)
    work = task.get_coro() if isinstance(task, asyncio.Task) else None
    path = work.cr_code.co_filename if inspect.iscoroutine(work) else ""
    return any(part in path for part in ("/tests/", "/bot/sandbox/", "aiohttp/web_protocol"))


@dataclass
class Room:
    """A table at which everything is tried, and what was found."""

    here: Evening
    title: str
    watch: Watch = field(default_factory=Watch)
    found: list[Found] = field(default_factory=list)
    pressed: set[str] = field(default_factory=set)

    @property
    def commands(self) -> list[tuple[str, list[Json]]]:
        """The commands that are given here: those of other games are refused."""
        left = {*PACKAGES} - {self.here.rules}
        if not self.is_first:
            left |= {*ALIKE}
        known = commands(self.here.people[0].commands)
        found = [(name, options) for name, options in known if name.split()[0][1:] not in left]
        return [each for each in found if self.is_first or each[0] != AT_LENGTH]

    @property
    def is_first(self) -> bool:
        """Whether this is the first variant of its game."""
        return self.title == next(" ".join(title) for title in titles() if title[0] == self.here.rules)

    @asynccontextmanager
    async def timed(self, what: str) -> AsyncIterator[None]:
        """Note how long it takes; what is refused has been answered, too."""
        self.watch.held = self.watch.busy = 0.0
        start = time.perf_counter()
        with suppress(AssertionError):  # refused, or what was to be pressed is gone
            yield
        seconds = time.perf_counter() - start
        self.found.append(Found(self.title, what, self.watch.held, self.watch.busy, seconds))


def _apart(game: str, variant: str) -> tuple[list[Found], str]:
    """Do everything at a title in a process of its own, which nothing before has filled."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(_title, game, variant).result()


def _title(game: str, variant: str) -> tuple[list[Found], str]:
    """Do everything at a title; return what was found, and how far it came."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder), f"{game} {variant}"))


async def _measured(folder: Path, title: str) -> tuple[list[Found], str]:
    began = time.perf_counter()
    late = await _late(folder, *title.split())
    played, unfinished = time.perf_counter() - began, ""
    async with _evening(folder, late) as here:
        gc.collect()
        gc.freeze()  # as Herald does at his start; here the sandbox and its people are in the same memory
        room = Room(here, title)
        with room.watch.looking():
            try:
                async with asyncio.timeout(TITLE_S):
                    await _everything(room)
            except TimeoutError:
                unfinished = ", and no more in time"
    seconds = f"{played:.0f} s of play, then {time.perf_counter() - began - played:.0f} s"
    return room.found, f"{len(room.found)} answers after {late.actions} actions{unfinished} ({seconds})"


async def _late(folder: Path, game: str, variant: str) -> Laid:
    """Let chance play to a late moment: to a number of actions, or to the last ones of the longest of some games.

    The same dice and the same chance play the same game again.
    """
    number, actions = 0, ACTIONS
    for tried in range(TRIES):
        with tempfile.TemporaryDirectory() as elsewhere:
            ended = (await _played(Path(elsewhere), game, variant, tried, ACTIONS)).actions
        if not tried or ended > actions:
            number, actions = tried, ended
        if ended == ACTIONS:
            break
    return await _played(folder, game, variant, number, actions if actions == ACTIONS else actions - LEFT)


async def _played(folder: Path, game: str, variant: str, number: int, actions: int) -> Laid:
    rules = GAMES[game]
    most = rules.seats(rules.options(variant, {}))[1]
    world = World(folder / WORLD)
    try:
        ids = {person.username: person.id for person in world.people.values()}
        people = [ids[name] for name in PLAYERS[:most]]
        return (await laid(world, folder / "herald.db", [Sitting(number, game, variant, ids[HOST], people, actions)]))[
            0
        ]
    finally:
        world.close()


@asynccontextmanager
async def _evening(folder: Path, game: Laid) -> AsyncIterator[Evening]:
    """Run Herald, with workers of his own, and let everybody come to the table."""
    async with running_sandbox(path=folder / WORLD) as sandbox, at_work(folder, sandbox, drawn=Pool) as supervisor:
        people = [await sandbox.person(name) for name in (HOST, *PLAYERS[: len(game.people)])]
        for person in people:
            await person.bot_is_ready()
            await person.refresh()
            person.here = game.thread
        here = Evening(sandbox, supervisor, people, game.thread, game.id, game.rules, started=True)
        await here.all_said()
        await supervisor.herald.pictures.warm()
        yield here


async def _everything(room: Room) -> None:
    """Press what the panel of the thread leads to, give every command, and last do what brings the game on."""
    for person in (room.here.people[0], await _asked(room)):
        for message in await person.messages():
            while await _walk(room, person, message):
                pass
    for command, definition in room.commands:
        await _complete(room, command, definition)
        if command not in LEFT_OUT:
            await _give(room, command, definition)
    for command, definition in room.commands:
        if _acts(room, command):
            await _as_completed(room, command, definition)


async def _asked(room: Room) -> Person:
    """Who is asked for a decision; a player, where none of them is."""
    async with room.here.reading() as live:
        users = {str(live.user_of(request.seat)) for request in live.table.requests()}
    return next((person for person in room.here.people if person.id in users), room.here.people[1])


def _acts(room: Room, command: str) -> bool:
    """Tell whether a command brings the game on, given what comes up for it."""
    return command in ACTING or command.split()[0][1:] == room.here.rules


# ---------------------------------------------------------------- commands and completions


async def _complete(room: Room, command: str, definition: list[Json]) -> None:
    """Begin to write whatever comes up with completions."""
    person = await _who(room, command)
    for option in definition:
        if option.get("autocomplete"):
            for typed in ("", "percy, york: " * 7):
                async with room.timed(f"{command} completes {option['name']} from {typed[:1]!r}"):
                    await person.autocomplete(command, option["name"], typed)


async def _give(room: Room, command: str, definition: list[Json]) -> None:
    """Give a command alone, with the longest texts and as completed, and press what is new in its answers."""
    alone = {option["name"]: _worst(option, room.here.people[-1]) for option in required(definition)}
    while await _given(room, command, "alone", alone):
        pass
    if definition:
        longest = {option["name"]: _worst(option, room.here.people[-1]) for option in definition}
        await _given(room, command, "longest texts", longest)
    if command not in CHANGING and not _acts(room, command):
        await _as_completed(room, command, definition)


async def _as_completed(room: Room, command: str, definition: list[Json]) -> None:
    """Give a command with what comes up last for each of its options, if anything does."""
    person = await _who(room, command)
    given: dict[str, Any] = {}
    for option in definition:
        if option.get("autocomplete"):
            with suppress(AssertionError):
                offered = await person.autocomplete(command, option["name"], "", **given)
                if offered:
                    given[option["name"]] = offered[-1][1]
    if given:
        short = {option["name"]: _worst(option, room.here.people[-1], 20) for option in required(definition)}
        await _given(room, command, "as completed", short | given)


async def _given(room: Room, command: str, how: str, given: dict[str, Any]) -> int:
    """Give a command and press what is new in its answer; return how often something was."""
    person, message = await _who(room, command), None
    async with room.timed(f"{command}, {how}"):
        await person.slash(command, **{name: value for name, value in given.items() if value is not None})
        message = await _answer(person)
    if command == AT_LENGTH:
        async with room.timed(f"{command}, {how}, until the page is there"):
            await person.expect(lambda answer: bool(answer["attachments"]), timeout=PAGE_S)
    return await _walk(room, person, message)


async def _who(room: Room, command: str) -> Person:
    """The game master for his own commands, and those that only he sees; else whoever is asked."""
    host, player = room.here.people[0], await _asked(room)
    known = {each["name"] for each in player.commands}
    return host if command.startswith("/gm ") or command.split()[0][1:] not in known else player


async def _answer(person: Person, pressed: Json | None = None) -> Json | None:
    """What a person sees next: a message, or the `pressed` one changed; a form is sent in with the longest texts."""
    try:
        form = await person.modal(timeout=0.001)
    except NotSeen:
        return await person.answer(timeout=ANSWER_S)
    texts = [each for each in walk(form["modal"]["components"]) if each.get("type") == 4]
    await person.submit(form, {each["custom_id"]: "percy, york: "[: each.get("max_length", 13)] for each in texts})
    return await person.answer(opened=pressed, timeout=ANSWER_S)


def commands(definitions: list[Json], path: str = "") -> Iterator[tuple[str, list[Json]]]:
    """Every command with its options."""
    for definition in definitions:
        options, command = definition.get("options", []), f"{path} {definition['name']}".strip()
        inner = [option for option in options if option["type"] < SUBCOMMANDS]
        if inner:
            yield from commands(inner, command)
        else:
            yield f"/{command}", options


def required(options: list[Json]) -> list[Json]:
    """Those options that cannot be left out."""
    return [option for option in options if option.get("required")]


def _worst(option: Json, somebody: Person, letters: int = 6000) -> Any:
    """The longest that an option takes, up to a number of letters; None where it is left out."""
    if option.get("choices"):
        return option["choices"][-1]["value"]
    if option["type"] == STRING:
        return ("percy, york: " * 600)[: min(letters, option.get("max_length", letters))]
    known = {INTEGER: option.get("max_value", 1), NUMBER: option.get("max_value", 1), BOOLEAN: True, USER: somebody}
    return known.get(option["type"])


# ---------------------------------------------------------------- presses


async def _walk(room: Room, person: Person, message: Json | None) -> int:
    """Press what has not been pressed yet, on a message and then on what comes of it; return how often."""
    for number in range(WALKED):
        new = [each for each in _components(person, message) if _kind(person, each) not in room.pressed]
        if message is None or not new:
            return number
        shown, message = message, None
        room.pressed.add(_kind(person, new[0]))
        async with room.timed(f"press {_label(new[0])} ({_kind(person, new[0])})"):
            if new[0]["type"] == 2:
                await person.press(shown, custom_id=new[0]["custom_id"])
            else:
                values = [option["value"] for option in new[0].get("options", [])]
                await person.choose(shown, values[-new[0].get("max_values", 1) :], custom_id=new[0]["custom_id"])
            message = await _answer(person, shown)
    return WALKED


def _components(person: Person, message: Json | None) -> list[Json]:
    """The buttons and menus of a message as it is now."""
    now = person.current(message) if message else {}
    found = [each for each in (*buttons(now), *selects(now)) if not each.get("disabled")]
    return [each for each in found if not {*each["custom_id"].split(":")} & {*ENDING}]


def _kind(person: Person, component: Json) -> str:
    """What a button or menu is called in its id, and which action it is about."""
    parts = component["custom_id"].split(":")
    return f"{parts[1] if len(parts) > 1 else parts[0]} {parts[4] if len(parts) > 4 else ''} by {person.username}"


def _label(component: Json) -> str:
    """What stands on a button, or in a menu."""
    return str(component.get("label") or component.get("placeholder") or component["custom_id"])
