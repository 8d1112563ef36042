"""Plays people in the local Discord: slash commands, buttons, menus, forms, and what they see."""

# The time limits are part of what the failures tell, so they are parameters here.
# ruff: noqa: ASYNC109

from __future__ import annotations

import asyncio
import json
import socket
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import aiohttp

from bot.sandbox import connect_discord_to
from bot.sandbox.server import Sandbox
from tests.harness.reading import (
    Json,
    button_labelled,
    one_line,
    select_placed,
    text_of,
    values_of,
    walk,
)

Predicate = Callable[[Json], bool]
TIMEOUT = 40.0
HISTORY = 15
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(3, 11)


class SandboxRefused(AssertionError):
    """The sandbox refused what a person did, as Discord's client would: the HTTP status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(f"{status}: {sentence}")
        self.status = status
        self.sentence = sentence


class InteractionFailed(AssertionError):
    """The bot did not answer an interaction in time."""


class NotSeen(AssertionError):
    """What was expected did not come; the message holds what came instead."""


class Person:
    """One person at a screen, with a socket on which everything visible to them arrives."""

    def __init__(self, session: aiohttp.ClientSession, url: str, identity: Json) -> None:
        self._session = session
        self._url = f"{url}/person/{identity['id']}"
        self.id: str = identity["id"]
        self.username: str = identity["username"]
        self.here = "herald"
        self._world: Json = {}
        self._frames: deque[Json] = deque(maxlen=5000)
        self._latest: dict[str, Json] = {}
        self._arrived = asyncio.Event()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._last_interaction: str | None = None
        self._last_pressed: str | None = None

    def __repr__(self) -> str:
        return f"<Person {self.username}>"

    @property
    def commands(self) -> list[Json]:
        """The slash commands that come up for this person, as the bot has registered them."""
        return [command for command in self._world["commands"] if command["type"] == 1]

    async def look(self) -> None:
        """Sit down at the screen."""
        self._socket = await self._session.ws_connect(f"{self._url}/ws")
        self._world = await self._get("/world")
        self._reader = asyncio.create_task(self._read(self._socket))

    async def leave(self) -> None:
        """Close the screen."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    # Doing

    async def slash(self, command: str, *, channel: str | None = None, wait: bool = True, **options: Any) -> str:
        """Use a slash command ("/game new") and wait until it is acknowledged; returns the interaction's id."""
        definition, branch = self._find(command)
        leaf = (branch or [definition])[-1]
        filled = [self._option(leaf, name, value) for name, value in options.items()]
        data = _nested(definition, branch, filled)
        return await self._interact({"type": 2, "data": data}, channel, wait)

    async def autocomplete(
        self, command: str, option: str, value: str = "", /, *, channel: str | None = None, **options: Any
    ) -> list[tuple[str, Any]]:
        """The choices that come up while writing an option: (name, value) pairs."""
        definition, branch = self._find(command)
        leaf = (branch or [definition])[-1]
        filled = [self._option(leaf, name, given) for name, given in options.items()]
        kind = _definition(leaf, option)["type"]
        filled.append({"name": option, "type": kind, "value": value, "focused": True})
        body = {"type": 4, "data": _nested(definition, branch, filled), "channel_id": self.channel_id(channel)}
        answer = await self._post("/interactions", body)
        return [(choice["name"], choice["value"]) for choice in answer["choices"]]

    async def press(
        self, message: Json, label: str | None = None, *, custom_id: str | None = None, wait: bool = True
    ) -> str:
        """Press a button of a message, found by its label or custom id on the message as it is now."""
        button = button_labelled(self.current(message), label, custom_id)
        data = {"component_type": 2, "custom_id": button["custom_id"]}
        return await self._touch(message, data, wait)

    async def choose(
        self,
        message: Json,
        values: str | Iterable[str],
        *,
        placeholder: str | None = None,
        custom_id: str | None = None,
        wait: bool = True,
    ) -> str:
        """Choose from a menu of a message, by the options' values or labels."""
        select = select_placed(self.current(message), placeholder, custom_id)
        wanted = values_of(select, [values] if isinstance(values, str) else values)
        data = {"component_type": select["type"], "custom_id": select["custom_id"], "values": wanted}
        return await self._touch(message, data, wait)

    async def submit(self, modal: Json, answers: Mapping[str, Any], *, wait: bool = True) -> str:
        """Send a form in; answers are keyed by custom id or label."""
        fields = {f["custom_id"]: f for f in walk(modal["modal"]["components"]) if f.get("custom_id")}
        by_label = {c["label"]: c["component"]["custom_id"] for c in modal["modal"]["components"] if "component" in c}
        by_label |= {f["label"]: key for key, f in fields.items() if f.get("label")}
        sent = [_filled_field(fields, by_label.get(key, key), value) for key, value in answers.items()]
        data = {"custom_id": modal["modal"]["custom_id"], "components": sent}
        body = {"type": 5, "data": data, "modal_id": modal["modal_id"]}
        return await self._interact(body, modal["channel_id"], wait)

    async def say(self, content: str, *, channel: str | None = None) -> Json:
        """Write a message."""
        return dict(await self._post(f"/channels/{self.channel_id(channel)}/messages", {"content": content}))

    async def upload(self, filename: str, content: bytes) -> str:
        """Upload a file for an attachment option or a form's file field; returns its id."""
        url = f"{self._url}/files?filename={filename}"
        async with self._session.post(url, data=content) as response:
            return str((await checked(response))["id"])

    async def set_dms(self, *, allowed: bool) -> None:
        """Take messages from the bot, or not."""
        await self._post("/dms", {"open": allowed})

    # Seeing

    async def expect(self, wanted: str | Predicate, *, channel: str | None = None, timeout: float = TIMEOUT) -> Json:
        """The first message, new or changed, that fits and was not returned before; waits for it."""
        fits = wanted if callable(wanted) else lambda message: str(wanted) in text_of(message)
        where = self.channel_id(channel) if channel is not None else None

        def match(frame: Json) -> bool:
            if frame["t"] not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                return False
            return where in (None, frame["d"]["channel_id"]) and fits(frame["d"])

        description = repr(wanted) if isinstance(wanted, str) else "a fitting message"
        return await self._await(match, description, timeout)

    async def answer(self, *, opened: Json | None = None, timeout: float = TIMEOUT) -> Json:
        """What the bot answers to this person's last interaction: a message, or the pressed one changed.

        A form that was `opened` by a button of a message may change that message.
        """
        key, pressed = self._last_interaction, opened["id"] if opened else self._last_pressed

        def match(frame: Json) -> bool:
            if frame["t"] == "MESSAGE_UPDATE" and frame["d"]["id"] == pressed:
                return True
            metadata = frame["d"].get("interaction_metadata") or {}
            return frame["t"] == "MESSAGE_CREATE" and metadata.get("id") == key

        return await self._await(match, "the answer to the last interaction", timeout)

    async def modal(self, *, timeout: float = TIMEOUT) -> Json:
        """The form that comes up: {"modal_id", "channel_id", "modal": {"title", "custom_id", "components"}}."""
        return await self._await(lambda frame: frame["t"] == "MODAL", "a form", timeout)

    async def frame(self, kind: str, /, *, timeout: float = TIMEOUT, **fields: Any) -> Json:
        """The next frame of a kind whose data has these fields."""

        def match(frame: Json) -> bool:
            return frame["t"] == kind and all(frame["d"].get(k) == v for k, v in fields.items())

        return await self._await(match, f"{kind} {fields or ''}", timeout)

    async def messages(self, channel: str | None = None, limit: int = 50) -> list[Json]:
        """A channel's latest messages as this person sees them, newest last."""
        return list(await self._get(f"/channels/{self.channel_id(channel)}/messages?limit={limit}"))

    async def refresh(self) -> Json:
        """Load the world anew: channels, threads, commands."""
        self._world = await self._get("/world")
        return self._world

    async def bot_is_ready(self, *, timeout: float = TIMEOUT) -> None:
        """Wait until a bot is connected and has registered commands."""
        async with asyncio.timeout(timeout):
            while not (self._world["bot"]["online"] and self._world["commands"]):
                self._arrived.clear()
                await self._arrived.wait()

    def current(self, message: Json) -> Json:
        """A message as it is now."""
        return self._latest.get(message["id"], message)

    def forget(self) -> None:
        """Let no earlier message fit a later expectation."""
        for frame in self._frames:
            frame["seen"] = True

    def memory(self) -> str:
        """All that this person has seen, to be recalled on another evening."""
        return json.dumps([list(self._frames), self._latest])

    def recall(self, memory: str) -> None:
        """Take what was seen on an evening before for seen on this one."""
        frames, self._latest = json.loads(memory)
        self._frames = deque(frames, maxlen=self._frames.maxlen)

    def dm(self) -> str:
        """The id of this person's DM channel with the bot."""
        return str(next(c["id"] for c in self._world["channels"] if c["type"] == 1))

    def channel_id(self, channel: str | None = None) -> str:
        """The id of a channel or thread, by id or name; without either, of where this person is."""
        wanted = channel or self.here
        for known in reversed(self._world["channels"]):
            if wanted in (known["id"], known["name"]) and (known["type"] != 1 or wanted == known["id"]):
                return str(known["id"])
        names = [known["name"] for known in self._world["channels"]]
        raise AssertionError(f"{self.username} sees no channel {wanted!r}, only {names}.")

    def channel_names(self) -> list[str]:
        """The names of all channels and threads that this person sees."""
        return [c["name"] for c in self._world["channels"] if c["type"] != 1]

    # The wire

    async def _touch(self, message: Json, data: Json, wait: bool) -> str:
        self._last_pressed = message["id"]
        body = {"type": 3, "message_id": message["id"], "data": data}
        return await self._interact(body, message["channel_id"], wait)

    async def _interact(self, body: Json, channel: str | None, wait: bool) -> str:
        if body["type"] != 3:
            self._last_pressed = None
        body["channel_id"] = self.channel_id(channel)
        key = str((await self._post("/interactions", body))["interaction_id"])
        self._last_interaction = key
        if wait:
            await self._acknowledged(key)
        return key

    async def _acknowledged(self, key: str) -> None:
        outcomes = ("INTERACTION_DONE", "INTERACTION_DEFERRED", "MODAL", "INTERACTION_FAILED")

        def match(frame: Json) -> bool:
            return frame["t"] in outcomes and frame["d"]["interaction_id"] == key

        frame = await self._await_frame(match, "an acknowledgement", TIMEOUT)
        frame["seen"] = False
        if frame["t"] == "INTERACTION_FAILED":
            raise InteractionFailed(frame["d"]["reason"])

    async def _await(self, match: Predicate, description: str, timeout: float) -> Json:
        return dict((await self._await_frame(match, description, timeout))["d"])

    async def _await_frame(self, match: Predicate, description: str, timeout: float) -> Json:
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while True:
            for frame in self._frames:
                if not frame.get("seen") and match(frame):
                    frame["seen"] = True
                    return frame
            self._arrived.clear()
            try:
                await asyncio.wait_for(self._arrived.wait(), end - loop.time())
            except TimeoutError:
                raise NotSeen(self._what_came(description, timeout)) from None

    def _what_came(self, description: str, timeout: float) -> str:
        recent = "\n  ".join(one_line(frame) for frame in list(self._frames)[-HISTORY:])
        return f"{self.username} did not see {description} within {timeout} s. What came:\n  {recent}"

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for raw in socket:
            if self.heeds(raw.data):
                frame = raw.json()
                self._note(frame["t"], frame["d"])
                self._frames.append(frame)
                self._arrived.set()

    def heeds(self, frame: str) -> bool:
        """Whether this person looks at what arrives: at everything, unless there is too much before his eyes."""
        return True

    def _note(self, kind: str, data: Json) -> None:
        if kind in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self._latest[data["id"]] = data
        elif kind.startswith("CHANNEL_"):
            others = [c for c in self._world["channels"] if c["id"] != data["id"]]
            self._world["channels"] = others if kind == "CHANNEL_DELETE" else [*others, data]
        elif kind == "COMMANDS_UPDATE":
            self._world["commands"] = data["commands"]
        elif kind == "BOT_STATUS":
            self._world["bot"]["online"] = data["online"]

    async def _get(self, path: str) -> Any:
        async with self._session.get(self._url + path) as response:
            return await checked(response)

    async def _post(self, path: str, body: Json) -> Any:
        async with self._session.post(self._url + path, json=body) as response:
            return await checked(response)

    # Commands

    def _find(self, command: str) -> tuple[Json, list[Json]]:
        """A command's definition and the definitions of the subcommand group and subcommand in it."""
        name, *rest = command.removeprefix("/").split()
        named = [command for command in self.commands if command["name"] == name]
        if not named:
            known = sorted(c["name"] for c in self._world["commands"])
            raise AssertionError(f"There is no command /{name}; there are {known}.")
        branch: list[Json] = []
        for part in rest:
            branch.append(_definition((branch or named)[-1], part))
        return named[0], branch

    def _option(self, leaf: Json, name: str, value: Any) -> Json:
        kind = _definition(leaf, name)["type"]
        return {"name": name, "type": kind, "value": self._converted(kind, value)}

    def _converted(self, kind: int, value: Any) -> Any:
        if isinstance(value, Person):
            return value.id
        if kind in (USER, MENTIONABLE) and not str(value).isdigit():
            return next(p["id"] for p in self._world["people"] if p["username"] == value)
        if kind == CHANNEL:
            return self.channel_id(str(value))
        if kind in (INTEGER, NUMBER) and isinstance(value, str):
            return int(value) if kind == INTEGER else float(value)
        return value


class Visitors:
    """The people and the control side of a sandbox, in this process or another."""

    def __init__(self, url: str, kind: type[Person] = Person) -> None:
        self.url = url
        self._kind = kind
        self._session = aiohttp.ClientSession()
        self._people: dict[str, Person] = {}

    async def __aenter__(self) -> Visitors:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Everybody leaves."""
        for person in self._people.values():
            await person.leave()
        await self._session.close()

    async def person(self, username: str) -> Person:
        """One of the people, at their screen."""
        if username not in self._people:
            async with self._session.get(self.url + "/person") as response:
                people = (await checked(response))["people"]
            identity = next(p for p in people if p["username"] == username)
            self._people[username] = self._kind(self._session, self.url, identity)
            await self._people[username].look()
        return self._people[username]

    async def newcomer(self, username: str) -> Person:
        """Somebody who has just joined the server, at their screen."""
        names = {"username": username, "global_name": username.title()}
        async with self._session.post(self.url + "/person", json=names) as response:
            await checked(response)
        return await self.person(username)

    async def control(self, path: str, **order: Any) -> Any:
        """Give an order to the control side, for example `control("faults", status=502)`."""
        async with self._session.post(f"{self.url}/control/{path}", json=order) as response:
            return await checked(response)

    async def requests(self, match: str = "") -> list[Json]:
        """The bot's requests so far, those whose "METHOD path" contains `match`."""
        async with self._session.get(self.url + "/control/requests") as response:
            seen: list[Json] = await checked(response)
        return [r for r in seen if match in f"{r['method']} {r['path']}"]

    async def stats(self) -> Json:
        """The control side's counts."""
        async with self._session.get(self.url + "/control/stats") as response:
            return dict(await checked(response))

    async def bot_is_ready(self, *, timeout: float = TIMEOUT) -> None:
        """Wait until a bot is connected and has registered commands."""
        ann = await self.person("ann")
        await ann.bot_is_ready(timeout=timeout)


class DrivenSandbox(Sandbox):
    """A sandbox in this process together with its visitors."""

    def __init__(self, *, port: int = 0, path: Path | None = None, strict_rate_limits: bool = False) -> None:
        super().__init__(port=port, path=path, strict_rate_limits=strict_rate_limits)
        self._visitors: Visitors | None = None

    @property
    def visitors(self) -> Visitors:
        """The people and the control side."""
        if self._visitors is None:
            self._visitors = Visitors(self.url)
        return self._visitors

    @property
    def is_visited(self) -> bool:
        """Whether anybody has looked at it yet."""
        return self._visitors is not None

    async def person(self, username: str) -> Person:
        """One of the people, at their screen."""
        return await self.visitors.person(username)

    async def control(self, path: str, **order: Any) -> Any:
        """Give an order to the control side."""
        return await self.visitors.control(path, **order)

    async def close(self) -> None:
        """Everybody leaves and the server ends."""
        if self._visitors is not None:
            await self._visitors.close()
        self._visitors = None
        await super().close()


def free_port() -> int:
    """Return a port of this machine that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@asynccontextmanager
async def running_sandbox(
    *, port: int = 0, path: Path | None = None, strict_rate_limits: bool = False
) -> AsyncIterator[DrivenSandbox]:
    """A sandbox that runs, with discord.py pointed at it."""
    sandbox = DrivenSandbox(port=port, path=path, strict_rate_limits=strict_rate_limits)
    await sandbox.start()
    connect_discord_to(sandbox.api_url, sandbox.gateway_url)
    try:
        yield sandbox
    finally:
        await sandbox.close()


def _definition(parent: Json, name: str) -> Json:
    options = parent.get("options") or []
    found = [option for option in options if option["name"] == name]
    if not found:
        raise AssertionError(f"{parent['name']} has no option {name!r}, only {[o['name'] for o in options]}.")
    return dict(found[0])


def _nested(definition: Json, branch: list[Json], filled: list[Json]) -> Json:
    for part in reversed(branch):
        filled = [{"name": part["name"], "type": part["type"], "options": filled}]
    return {"id": definition["id"], "name": definition["name"], "type": 1, "options": filled}


def _filled_field(fields: Mapping[str, Json], custom_id: str, value: Any) -> Json:
    field = fields.get(custom_id)
    if field is None:
        raise AssertionError(f"The form has no field {custom_id!r}, only {sorted(fields)}.")
    if field["type"] in (4, 21, 23):
        return {"type": field["type"], "custom_id": custom_id, "value": value}
    values = values_of(field, [value] if isinstance(value, str) else value)
    return {"type": field["type"], "custom_id": custom_id, "values": values}


async def checked(response: aiohttp.ClientResponse) -> Any:
    body = await response.json(content_type=None)
    if response.status >= 400:
        raise SandboxRefused(response.status, body.get("error", str(body)))
    return body
