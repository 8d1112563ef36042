"""The person side: what the web page and the tests see and do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Required, TypedDict

import msgspec
from aiohttp import web

from bot.sandbox import permissions
from bot.sandbox.attachments import keep, tidy
from bot.sandbox.broadcast import Broadcast, PeopleLines
from bot.sandbox.channels import Channels
from bot.sandbox.command_access import offered
from bot.sandbox.forms import Forms
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions, Kind
from bot.sandbox.limits import CONTENT, FILES
from bot.sandbox.messages import Messages
from bot.sandbox.model import Attachment, Channel, Json, Message, Person, Upload
from bot.sandbox.options import Commands
from bot.sandbox.page_files import piece
from bot.sandbox.payloads import FILE_SIZE_LIMIT, Payloads
from bot.sandbox.permissions import Permission, may_send
from bot.sandbox.person_web import PersonError, answer, body_of, guarded
from bot.sandbox.sockets import Line
from bot.sandbox.world import World

SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""Kinds of files that a browser shows; all others, in which there could be a script, are downloaded."""


class Newcomer(msgspec.Struct):
    """Somebody who wants an account."""

    username: str
    global_name: str


class Words(msgspec.Struct):
    """What a person says, and the ids of the files that go with it, which were uploaded before."""

    content: str
    attachments: list[str] = []


class DmOrder(msgspec.Struct):
    """Whether a person takes messages from the bot."""

    open: bool


class Given(TypedDict, total=False):
    """An option of a command with its value, or a subcommand with the options in it."""

    name: Required[str]
    type: int
    value: str | int | float | bool | None
    options: list[Given]
    focused: bool


class Part(TypedDict, total=False):
    """A field of a form with what was written or chosen, or what holds fields."""

    type: int
    custom_id: str
    value: str | int | float | bool | None
    values: list[str | int]
    component: Part
    components: list[Part]


class Done(TypedDict, total=False):
    """What was filled in, pressed, chosen or sent."""

    id: str | int
    name: str
    type: int
    options: list[Given]
    component_type: int
    custom_id: str
    values: list[str | int]
    components: list[Part]


class InteractionOrder(msgspec.Struct):
    """What a person does with the bot, as Discord's client would send it."""

    type: int
    channel_id: str
    data: Done
    message_id: str | None = None
    modal_id: str | None = None


class People:
    """Serves the page, its files, the attachments and /person."""

    def __init__(
        self,
        world: World,
        payloads: Payloads,
        gateway: Gateway,
        broadcast: Broadcast,
        lines: PeopleLines,
        channels: Channels,
        messages: Messages,
        interactions: Interactions,
    ) -> None:
        self._world = world
        self._payloads = payloads
        self._gateway = gateway
        self._broadcast = broadcast
        self._lines = lines
        self._channels = channels
        self._messages = messages
        self._interactions = interactions
        self._commands = Commands(world, payloads)
        self._forms = Forms(world, payloads)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of this side."""
        one = "/person/{uid}"
        return [
            web.get("/", self._page),
            web.get("/assets/{file:.+}", self._asset),
            web.get("/attachments/{channel_id}/{id}/{filename}", self._file),
            web.get("/person", guarded(self._people)),
            web.post("/person", guarded(self._welcome)),
            web.get(one + "/world", guarded(self._view)),
            web.get(one + "/channels/{cid}/messages", guarded(self._history)),
            web.post(one + "/channels/{cid}/messages", guarded(self._say)),
            web.post(one + "/interactions", guarded(self._interact)),
            web.post(one + "/files", guarded(self._upload)),
            web.post(one + "/dms", guarded(self._set_dms)),
            web.get(one + "/ws", guarded(self._socket)),
            web.get("/window", guarded(self._window)),
        ]

    # The page and files

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return self._piece("index.html")

    async def _asset(self, request: web.Request) -> web.StreamResponse:
        return self._piece(request.match_info["file"])

    def _piece(self, name: str) -> web.StreamResponse:
        found = piece(name)
        if found is None:
            raise web.HTTPNotFound
        return web.Response(text=found.text, content_type=found.content_type, headers={"Cache-Control": "no-cache"})

    async def _file(self, request: web.Request) -> web.StreamResponse:
        attachment = self._world.attachment(request.match_info["id"])
        content = self._world.file(request.match_info["id"])
        known = attachment and attachment.channel_id == request.match_info["channel_id"]
        if attachment is None or content is None or not known:
            raise web.HTTPNotFound
        headers = {"Content-Type": attachment.content_type}
        if attachment.content_type not in SHOWN:
            headers["Content-Disposition"] = f'attachment; filename="{attachment.filename}"'
        return web.Response(body=content, headers=headers)

    # People and what they see

    async def _people(self, request: web.Request) -> web.StreamResponse:
        guild = {"id": self._world.guild.id, "name": self._world.guild.name}
        return answer({"people": self._payloads.people(), "guild": guild})

    async def _welcome(self, request: web.Request) -> web.StreamResponse:
        newcomer = await body_of(request, Newcomer)
        username, name = newcomer.username.strip().lower(), newcomer.global_name.strip()
        if not 2 <= len(username) <= 32 or not 1 <= len(name) <= 32:
            raise PersonError("A user name has 2 to 32 characters, a display name 1 to 32.")
        if any(p.username == username for p in self._world.people.values()):
            raise PersonError(f"The name {username} is taken.", 409)
        person = self._world.welcome(username, name)
        self._broadcast.people_changed()
        self._lines.show(self._views())
        return answer(next(p for p in self._payloads.people() if p["id"] == person.id), 201)

    async def _view(self, request: web.Request) -> web.StreamResponse:
        person = self._person(request)
        seen = [self._payloads.channel_for_people(c) for c in self._channels_of(person)]
        me = next(p for p in self._payloads.people() if p["id"] == person.id)
        own = {"me": me, "channels": seen, "commands": offered(self._world, person), "dms_open": person.dms_open}
        return answer(self._setting() | own)

    def _views(self) -> Json:
        """Return everything that anybody sees, each channel and command once, and by whom."""
        world = self._world
        return self._setting() | {
            "channels": {c.id: self._payloads.channel_for_people(c) for c in world.channels.values()},
            "commands": {command["id"]: command for command in world.commands.values()},
            "views": {
                person.id: {
                    "channels": [channel.id for channel in self._channels_of(person)],
                    "commands": [command["id"] for command in offered(world, person)],
                    "dms_open": person.dms_open,
                }
                for person in world.people.values()
            },
        }

    def _setting(self) -> Json:
        guild = self._world.guild
        return {
            "people": self._payloads.people(),
            "guild": {"id": guild.id, "name": guild.name},
            "bot": {"id": guild.bot_id, "username": guild.bot_name, "online": self._gateway.is_online},
        }

    def _channels_of(self, person: Person) -> list[Channel]:
        return [c for c in self._world.channels.values() if permissions.sees(self._world, person, c)]

    async def _history(self, request: web.Request) -> web.StreamResponse:
        person, channel = self._person(request), self._channel(request)
        found = self._messages.visible_to(person.id, channel.id)
        try:
            limit, before = int(request.query.get("limit", 50)), int(request.query.get("before", 0))
        except ValueError:
            raise PersonError("The limit is a number and before an id.") from None
        older = [m for m in found if not before or int(m.id) < before]
        return answer([self._payloads.message(m) for m in older[-limit:]])

    async def _say(self, request: web.Request) -> web.StreamResponse:
        person, channel = self._person(request), self._channel(request)
        words = await body_of(request, Words)
        content, files = words.content.strip(), self._uploaded(words.attachments)
        if not (1 if not files else 0) <= len(content) <= CONTENT:
            raise PersonError(f"A message has 1 to {CONTENT} characters.")
        allowed = permissions.of_person(self._world, person, channel)
        if may_send(channel) not in allowed:
            raise PersonError("You may not write in this channel.", 403)
        if channel.locked and Permission.MANAGE_THREADS not in allowed:
            raise PersonError("This thread is locked.", 403)
        if wait := self._channels.seconds_left(channel, person.id, allowed, "message"):
            raise PersonError(f"This channel is in slow mode: write again in {math.ceil(wait)} seconds.", 429)
        return answer(self._payloads.message(self._messages.say(person.id, channel, content, files)), 201)

    def _uploaded(self, ids: Sequence[str]) -> list[Attachment]:
        """Return the files of a message, which were uploaded before."""
        if len(ids) > FILES:
            raise PersonError(f"A message has at most {FILES} files.")
        found = [self._world.attachment(file_id) for file_id in ids]
        if missing := [file_id for file_id, file in zip(ids, found, strict=True) if file is None]:
            raise PersonError(f"There is no file {missing[0]}; upload it first.")
        return [file for file in found if file is not None]

    async def _set_dms(self, request: web.Request) -> web.StreamResponse:
        person = self._person(request)
        person.dms_open = (await body_of(request, DmOrder)).open
        self._world.save_person(person)
        return answer({"open": person.dms_open})

    async def _upload(self, request: web.Request) -> web.StreamResponse:
        """Take in a file for an attachment option or a modal's file field: the raw body, named by ?filename=."""
        self._person(request)
        content = await request.read()
        if len(content) > FILE_SIZE_LIMIT:
            raise PersonError("The file is larger than 10 MiB.", 413)
        name = tidy(request.query.get("filename", "file"))
        kept = keep(self._world, "0", Upload(name, content, request.content_type))
        return answer(self._payloads.attachment(kept), 201)

    # Interactions

    async def _interact(self, request: web.Request) -> web.StreamResponse:
        person = self._person(request)
        order = await body_of(request, InteractionOrder)
        channel = self._visible_channel(person, order.channel_id)
        if order.type == Kind.AUTOCOMPLETE:
            return await self._autocomplete(person, channel, {**order.data})
        if order.type == Kind.COMMAND:
            key = self._command(person, channel, {**order.data})
        elif order.type == Kind.COMPONENT:
            message = self._shown(person, channel, order.message_id)
            data = self._forms.press(message, {**order.data})
            key = self._interactions.open(Kind.COMPONENT, person, channel, data, source=message).id
        elif order.type == Kind.MODAL:
            key = self._modal(person, channel, order)
        else:
            raise PersonError(f"There is no interaction of type {order.type}.")
        return answer({"interaction_id": key}, 202)

    def _command(self, person: Person, channel: Channel, data: Json) -> str:
        filled = self._commands.fill(data, person, channel, typing=False)
        return self._interactions.open(Kind.COMMAND, person, channel, filled.data, name=filled.name).id

    async def _autocomplete(self, person: Person, channel: Channel, data: Json) -> web.StreamResponse:
        filled = self._commands.fill(data, person, channel, typing=True)
        opened = self._interactions.open(
            Kind.AUTOCOMPLETE, person, channel, filled.data, name=filled.name, focused_type=filled.focused_type
        )
        assert opened.choices is not None
        choices = await opened.choices
        if choices is None:
            raise PersonError("Loading options failed", 408)
        return answer({"choices": choices})

    def _modal(self, person: Person, channel: Channel, order: InteractionOrder) -> str:
        modal = self._interactions.modal(order.modal_id or "", person.id)
        if modal is None or modal.data["custom_id"] != order.data.get("custom_id"):
            raise PersonError("This form is no longer open.", 404)
        data = self._forms.fill(modal.data, [{**part} for part in order.data.get("components") or []])
        opened = self._interactions.open(Kind.MODAL, person, channel, data, source=modal.source)
        self._interactions.close_modal(modal)
        return opened.id

    def _shown(self, person: Person, channel: Channel, message_id: str | None) -> Message:
        message = self._world.message(channel.id, message_id or "")
        if message is None or message.ephemeral_for not in (None, person.id):
            raise PersonError("The message is gone.", 404)
        return message

    # Sockets and look-ups

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        return await self._look_on(request, self._person(request).id)

    async def _window(self, request: web.Request) -> web.StreamResponse:
        return await self._look_on(request, None)

    async def _look_on(self, request: web.Request, person_id: str | None) -> web.StreamResponse:
        """Tell a person what happens until they leave; a window begins with everything that there is."""
        socket = web.WebSocketResponse(compress=False)  # it goes no further than this machine
        await socket.prepare(request)
        line = Line(socket, request.transport)
        if person_id is None:
            line.send({"t": "WORLD", "d": self._views()})
        self._lines.add(line, person_id)
        try:
            async for _ in socket:
                pass
        finally:
            self._lines.remove(line)
            await line.done()
        return socket

    def _person(self, request: web.Request) -> Person:
        person = self._world.people.get(request.match_info["uid"])
        if person is None:
            raise PersonError("There is no such person.", 404)
        return person

    def _channel(self, request: web.Request) -> Channel:
        return self._visible_channel(self._person(request), request.match_info["cid"])

    def _visible_channel(self, person: Person, channel_id: str) -> Channel:
        channel = self._world.channels.get(channel_id)
        if channel is None or not permissions.sees(self._world, person, channel):
            raise PersonError("There is no such channel.", 404)
        return channel
