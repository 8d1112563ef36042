"""What keeps others waiting: every command, completion and press, late in a long game of every title."""

import asyncio
import gc
import inspect
import tempfile
import time
from asyncio.events import Handle
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.core.actions import MASTER
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.errors import BadOptions
from engine.games import GAMES
from tests.bench.timing import Figures
from tests.e2e.table import Evening, evening
from tests.harness.reading import Json, buttons, selects, walk
from tests.harness.sandbox import NotSeen, Person

ACTIONS = 1_500
"""Actions that a game has seen, so that lists are long; fewer where it is over before: then its last moment."""

HOST, PLAYERS = "ann", ("ben", "cat", "dan", "eve", "fay", "gil")
"""The game master without a seat, and who plays, where there are seats for so many."""

SUBCOMMANDS = 3
STRING, INTEGER, BOOLEAN, USER, NUMBER = 3, 4, 5, 6, 10

LEFT_OUT = ("/game start", "/game new", "/game adopt", "/game leave", "/me forget", "/game figures")
"""What would end the measuring, or needs another table."""

WALKED = 15
"""Presses that follow from the answer to one command, at most."""

SHOWN = 20
LATE_S = 0.05


@dataclass
class Found:
    """How long an answer let nobody else be heard: the longest step, as time and of the processor, and in all."""

    what: str
    held: float
    busy: float
    whole: float

    def __str__(self) -> str:
        busy, held, whole = (f"{1000 * seconds:.0f}" for seconds in (self.busy, self.held, self.whole))
        return f"{busy} ms of the processor at a stretch, {held} ms in all; answered after {whole} ms"


def measure() -> Figures:
    """Do everything at every title; list those whose worst step takes longest."""
    found = [one for game, variant in titles() for one in asyncio.run(_measured(game, variant))]
    found.sort(key=lambda one: -one.busy)
    late = sum(one.busy > LATE_S for one in found)
    rows = [(one.what, str(one)) for one in found[:SHOWN]]
    return [*rows, ("answers with a step of more than 50 ms of the processor", f"{late} of {len(found)}")]


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

    @asynccontextmanager
    async def timed(self, what: str) -> AsyncIterator[None]:
        """Note how long it takes; what is refused has been answered, too."""
        self.watch.held = self.watch.busy = 0.0
        start = time.perf_counter()
        with suppress(AssertionError):  # refused, or what was to be pressed is gone
            yield
        seconds = time.perf_counter() - start
        self.found.append(Found(f"{self.title}: {what}", self.watch.held, self.watch.busy, seconds))


async def _measured(game: str, variant: str) -> list[Found]:
    rules = GAMES[game]
    most = rules.seats(rules.options(variant, {}))[1]
    with tempfile.TemporaryDirectory() as folder:
        async with evening(Path(folder), HOST, drawn=True) as here:
            await here.open(game=game, variant=variant)
            await _late(here, PLAYERS[:most])
            gc.collect()
            gc.freeze()  # as Herald does at his start; here the sandbox and its people are in the same memory
            room = Room(here, f"{game} {variant}")
            with room.watch.looking():
                await _all_commands(room)
                await _all_presses(room)
            return room.found


async def _late(here: Evening, players: Sequence[str]) -> None:
    """Let players take the host's place at a table, and chance play to a late moment."""
    host = here.people[0]
    await host.slash("/game leave")
    await host.answer()
    for name in players:
        player = await here.stranger(name)
        await player.slash("/game join")
        await player.answer()
        here.people.append(player)
    await host.slash("/game start")
    await host.answer()
    await _play(here)
    await here.all_said(600)


async def _play(here: Evening) -> None:
    """Let chance play, to a number of actions, or until the next one would end the game."""
    player, referee = Seated(RandomPlayer(), 3), here.supervisor.herald.referee
    for number in range(ACTIONS):
        async with here.reading() as live:
            waiting = [request.seat for request in live.table.requests() if request.seat != MASTER]
            seat = waiting[number % len(waiting)]
            user, action = live.user_of(seat), player.choose(live.table, seat)
            tried = live.table.copy()
            tried.act(seat, action)
        if tried.result is not None:
            return
        assert user is not None
        await referee.submit(here.game, user, action)


# ---------------------------------------------------------------- commands and completions


async def _all_commands(room: Room) -> None:
    """Give every command alone and with the longest texts, and complete whatever it lets complete."""
    for command, definition in commands(room.here.people[0].commands):
        person = _who(room, command)
        for option in definition:
            if option.get("autocomplete"):
                for typed in ("", "e", "percy, york: " * 7):
                    async with room.timed(f"{command} completes {option['name']} from {typed[:1]!r}"):
                        await person.autocomplete(command, option["name"], typed)
        if command in LEFT_OUT:
            continue
        for how, options in (("alone", required(definition)), ("longest texts", definition)):
            filled = {option["name"]: _worst(option, room.here.people[-1]) for option in options}
            async with room.timed(f"{command}, {how}"):
                await person.slash(command, **{name: value for name, value in filled.items() if value is not None})
                await _answer(person)


def _who(room: Room, command: str) -> Person:
    """The game master for his own commands, and those that only he sees; else a player."""
    host, player = room.here.people[:2]
    known = {each["name"] for each in player.commands}
    return host if command.startswith("/gm ") or command.split()[0][1:] not in known else player


async def _answer(person: Person) -> Json | None:
    """What a person sees next: a message; a form is sent in with the longest texts."""
    try:
        form = await person.modal(timeout=0.001)
    except NotSeen:
        return await person.answer(timeout=20)
    texts = [each for each in walk(form["modal"]["components"]) if each.get("type") == 4]
    await person.submit(form, {each["custom_id"]: "percy, york: "[: each.get("max_length", 13)] for each in texts})
    return await person.answer(timeout=20)


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


def _worst(option: Json, somebody: Person) -> Any:
    """The longest that an option takes; None where it is left out."""
    if option.get("choices"):
        return option["choices"][-1]["value"]
    if option["type"] == STRING:
        return ("percy, york: " * 600)[: option.get("max_length", 6000)]
    known = {INTEGER: option.get("max_value", 1), NUMBER: option.get("max_value", 1), BOOLEAN: True, USER: somebody}
    return known.get(option["type"])


# ---------------------------------------------------------------- presses


async def _all_presses(room: Room) -> None:
    """Press one of each kind of buttons and menus, from the panel of the thread and from every answer on."""
    people = room.here.people[0], await room.here.asked()
    for person in people:
        for message in await person.messages():
            while await _walk(room, person, message):
                pass
    for command, definition in commands(people[0].commands):
        for person in people if command not in LEFT_OUT else ():
            filled = {option["name"]: _worst(option, people[0]) for option in required(definition)}
            with suppress(AssertionError):
                answered = 1
                while answered:
                    await person.slash(command, **filled)
                    answered = await _walk(room, person, await person.answer(timeout=20))


async def _walk(room: Room, person: Person, message: Json | None) -> int:
    """Press what has not been pressed yet, on a message and then on what comes of it; return how often."""
    for number in range(WALKED):
        new = [each for each in _components(person, message) if _kind(person, each) not in room.pressed]
        if message is None or not new:
            return number
        shown, message = message, None
        room.pressed.add(_kind(person, new[0]))
        async with room.timed(f"press {_kind(person, new[0])}"):
            if new[0]["type"] == 2:
                await person.press(shown, custom_id=new[0]["custom_id"])
            else:
                values = [option["value"] for option in new[0].get("options", [])]
                await person.choose(shown, values[-new[0].get("max_values", 1) :], custom_id=new[0]["custom_id"])
            message = await _answer(person)
    return WALKED


def _components(person: Person, message: Json | None) -> list[Json]:
    """The buttons and menus of a message as it is now."""
    now = person.current(message) if message else {}
    return [each for each in (*buttons(now), *selects(now)) if not each.get("disabled")]


def _kind(person: Person, component: Json) -> str:
    """What a button or menu is called in its id, and which action it is about."""
    parts = component["custom_id"].split(":")
    return f"{parts[1] if len(parts) > 1 else parts[0]} {parts[4] if len(parts) > 4 else ''} by {person.username}"
