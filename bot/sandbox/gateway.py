"""Discord's gateway: the socket on which the bot hears what happens."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum, IntFlag
from typing import Any, TypedDict

import msgspec
from aiohttp import WSMsgType, web

from bot.sandbox.model import Json
from bot.sandbox.payloads import Payloads
from bot.sandbox.ratelimit import FREE, IDENTIFYING, STARTS, Bucket
from bot.sandbox.sockets import Line
from bot.sandbox.world import World

HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.03
"""As far away as Discord is: discord.py notes the time of a heartbeat only after it has been sent."""
REPLAY = 2_000
SENDS_PER_MINUTE = 120
VERSIONS = ("9", "10")


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """Gateway close codes."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Intent(IntFlag):
    """The intents that decide which events a session hears."""

    NONE = 0
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
EVERY_INTENT = (1 << 26) - 1


class _Hangup(Exception):
    """The server ends a connection, with one of Discord's close codes."""

    def __init__(self, code: Close, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Session:
    """One identified session; what it missed while its line was cut waits in the replay buffer."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex()
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.line: Line | None = None
        self._replay: deque[Json] = deque(maxlen=REPLAY)

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event, or keep it for a RESUME."""
        self.sequence += 1
        frame: Json = {"op": Op.DISPATCH, "s": self.sequence, "t": event, "d": data}
        self._replay.append(frame)
        if self.line is not None:
            self.line.send(frame)

    def resume(self, line: Line, since: int) -> bool:
        """Take up the session on a new line; False if too much was missed or the number is ahead."""
        missed = [frame for frame in self._replay if frame["s"] > since]
        if since > self.sequence or len(missed) != self.sequence - since:
            return False
        self.line = line
        for frame in missed:
            line.send(frame)
        self.dispatch("RESUMED", {"_trace": []})
        return True


class Gateway:
    """All sessions of the bot, and the protocol on each of their sockets."""

    def __init__(
        self,
        world: World,
        payloads: Payloads,
        token: str,
        url: str,
        on_status: Callable[[bool], None],
        strict: bool,
    ) -> None:
        self._world = world
        self._payloads = payloads
        self._token = token
        self._url = url
        self._on_status = on_status
        self._sessions: dict[str, Session] = {}
        self._lines: set[Line] = set()
        self._was_online = False
        self.identifying = Bucket(IDENTIFYING if strict else FREE, "identify")
        self.starts = Bucket(STARTS, "session starts")
        self.identified: list[float] = []
        """When a session was to be identified."""

    # What the rest of the server does with it

    @property
    def is_online(self) -> bool:
        """Whether a bot is connected and identified."""
        return any(session.line is not None for session in self._sessions.values())

    @property
    def sessions(self) -> int:
        """How many sessions could be resumed or are connected."""
        return len(self._sessions)

    def dispatch(self, event: str, data: Json, needs: Intent = Intent.NONE, *, guild: bool = True) -> None:
        """Tell an event to every session that is to hear it."""
        for session in self._sessions.values():
            if needs in Intent(session.intents) and self._is_for(session, guild):
                session.dispatch(event, data)

    def dispatch_message(self, event: str, data: Json, *, guild: bool) -> None:
        """Tell a message event; who lacks the message content intent sees no words of others in the guild."""
        needs = Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES
        bot_id = self._world.guild.bot_id
        to_bot = data["author"]["id"] == bot_id or any(u["id"] == bot_id for u in data["mentions"])
        if guild and not to_bot:
            data = {**data, "content": "", "embeds": [], "components": [], "attachments": []}
        self.dispatch(event, data, needs, guild=guild)

    def kick(self) -> None:
        """Throw the bot out of the guild."""
        self.dispatch("GUILD_DELETE", {"id": self._world.guild.id}, Intent.GUILDS)
        self._world.guild.bot_kicked = True
        self._world.save_guild()

    def invite(self) -> None:
        """Ask the bot back into the guild."""
        self._world.guild.bot_kicked = False
        self._world.save_guild()
        self.dispatch("GUILD_CREATE", self._payloads.guild_create(), Intent.GUILDS)

    def drop(self) -> None:
        """Cut every line without a word; the sessions may be resumed."""
        for line in self._lines:
            line.cut()

    def fall_silent(self) -> None:
        """Neither hear nor say anything on any line that there is, and close none: they are zombies."""
        for line in self._lines:
            line.is_silent = True

    def ask_to_reconnect(self) -> None:
        """Ask every client to connect anew and resume (op 7)."""
        self._tell_all({"op": Op.RECONNECT, "d": None})

    def invalidate(self) -> None:
        """Tell every client that its session is lost for good (op 9)."""
        self._sessions.clear()
        self._tell_all({"op": Op.INVALID_SESSION, "d": False})
        self._note_status()

    def close(self) -> None:
        """End every connection."""
        for line in self._lines:
            line.close(1001)

    def _tell_all(self, frame: Json) -> None:
        for line in self._lines:
            line.send(frame)

    def _is_for(self, session: Session, guild: bool) -> bool:
        number, count = session.shard
        if guild and self._world.guild.bot_kicked:
            return False
        return number == ((int(self._world.guild.id) >> 22) % count if guild else 0)

    def _note_status(self) -> None:
        if self.is_online != self._was_online:
            self._was_online = self.is_online
            self._on_status(self.is_online)

    # One connection

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Speak the gateway's protocol on one socket until it ends."""
        socket = web.WebSocketResponse(max_msg_size=4096 * 4)
        await socket.prepare(request)
        line = Line(socket, request.transport)
        self._lines.add(line)
        try:
            if request.query.get("v") not in VERSIONS:
                raise _Hangup(Close.INVALID_VERSION, "Invalid API version")
            line.send({"op": Op.HELLO, "s": None, "t": None, "d": {"heartbeat_interval": HEARTBEAT_MS}})
            await _Connection(self, line).listen()
        except _Hangup as hangup:
            line.close(hangup.code, hangup.reason)
        finally:
            await line.done()
            self._lines.discard(line)
            self._unplug(line)
        return socket

    def _unplug(self, line: Line) -> None:
        for session in list(self._sessions.values()):
            if session.line is line:
                session.line = None
                if line.ended_by_client_with in (1000, 1001):
                    del self._sessions[session.id]
        self._note_status()

    def identify(self, line: Line, data: Json) -> None:
        """Open a session: READY, then the guild."""
        identity, now = self._checked_identity(data), time.monotonic()
        self.identified.append(now)
        if self.starts.take(now):
            self._sessions.clear()
            raise _Hangup(Close.AUTHENTICATION_FAILED, "Too many sessions were started: the token is reset.")
        if self.identifying.take(now):
            line.send({"op": Op.INVALID_SESSION, "d": False})
            return
        session = Session(*identity)
        session.line = line
        self._sessions[session.id] = session
        session.dispatch("READY", self._ready(session))
        if self._is_for(session, guild=True) and Intent.GUILDS in Intent(session.intents):
            session.dispatch("GUILD_CREATE", self._payloads.guild_create())
        self._note_status()

    def resume(self, line: Line, data: Json) -> None:
        """Take up an earlier session, or say that it is lost."""
        if data.get("token") != self._token:
            raise _Hangup(Close.AUTHENTICATION_FAILED, "Authentication failed.")
        session = self._sessions.get(str(data.get("session_id")))
        if session is None or not session.resume(line, int(data.get("seq") or 0)):
            line.send({"op": Op.INVALID_SESSION, "d": False})
        self._note_status()

    def start_limit(self) -> Json:
        """How many sessions may be started, as a bot is told."""
        now, starts = time.monotonic(), self.starts
        return {
            "total": starts.pace.requests,
            "remaining": starts.remaining(now),
            "reset_after": int(1000 * max(starts.ends - now, 0.0)),
            "max_concurrency": 1,
        }

    def is_identified(self, line: Line) -> bool:
        """Whether a session speaks on this line."""
        return any(session.line is line for session in self._sessions.values())

    def members_chunk(self, line: Line, data: Json) -> None:
        """Answer a request for members by id or by the beginning of a name."""
        ids = data.get("user_ids") or []
        wanted = {str(each) for each in (ids if isinstance(ids, list) else [ids])}
        query, limit = str(data.get("query") or "").lower(), data.get("limit") or None
        people = [p for p in self._world.people.values() if p.id in wanted or (query and _named(p, query))]
        members = [self._payloads.member(p.id) for p in people][:limit]
        known = {p.id for p in people}
        chunk: Json = {
            "guild_id": self._world.guild.id,
            "members": members,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": sorted(wanted - known),
        }
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        for session in self._sessions.values():
            if session.line is line:
                session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def _checked_identity(self, data: Json) -> tuple[int, tuple[int, int]]:
        if data.get("token") != self._token:
            raise _Hangup(Close.AUTHENTICATION_FAILED, "Authentication failed.")
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~EVERY_INTENT:
            raise _Hangup(Close.INVALID_INTENTS, "Invalid intent(s).")
        if intents & PRIVILEGED:
            raise _Hangup(Close.DISALLOWED_INTENTS, "Disallowed intent(s).")
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            raise _Hangup(Close.INVALID_SHARD, "Invalid shard")
        return intents, (number, count)

    def _ready(self, session: Session) -> Json:
        guilds = [{"id": self._world.guild.id, "unavailable": True}] if self._is_for(session, True) else []
        return {
            "v": 10,
            "user": self._payloads.bot(),
            "guilds": guilds,
            "session_id": session.id,
            "resume_gateway_url": self._url,
            "shard": list(session.shard),
            "application": {"id": self._world.guild.bot_id, "flags": 0},
            "private_channels": [],
            "_trace": [],
        }


def _named(person: Any, query: str) -> bool:
    names: Iterable[str] = (person.username, person.global_name)
    return any(name.lower().startswith(query) for name in names)


class Frame(msgspec.Struct):
    """A message of a client."""

    op: int
    d: Any = None


class Identity(TypedDict, total=False):
    """With what a session is opened."""

    token: str
    intents: Any
    shard: tuple[int, int] | None


class Resumption(TypedDict, total=False):
    """With what a session is taken up again; a client whose session was lost has none to name."""

    token: str
    session_id: str | None
    seq: int | None


class MembersAsked(TypedDict, total=False):
    """Which members are asked for."""

    user_ids: list[str | int] | str | int | None
    query: str | None
    limit: int | None
    nonce: str | None


SHAPES: Mapping[int, Any] = {Op.IDENTIFY: Identity, Op.RESUME: Resumption, Op.REQUEST_MEMBERS: MembersAsked}
"""What the data of a frame look like, where anything is done with them."""


class _Connection:
    """One socket's conversation: heartbeats, identifying, and the pace of sending."""

    def __init__(self, gateway: Gateway, line: Line) -> None:
        self._gateway = gateway
        self._line = line
        self._sent: deque[float] = deque()

    async def listen(self) -> None:
        """Read frames until the client goes or falls silent."""
        while True:
            try:
                message = await self._line.socket.receive(timeout=HEARTBEAT_MS / 1000 * 1.5)
            except TimeoutError:
                raise _Hangup(Close.SESSION_TIMED_OUT, "Session timed out.") from None
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                with contextlib.suppress(TypeError, ValueError):
                    self._line.ended_by_client_with = int(message.data)
                return
            if not self._line.is_silent:
                self._count()
                self._obey(message.data)

    def _count(self) -> None:
        now = asyncio.get_running_loop().time()
        self._sent.append(now)
        while self._sent[0] < now - 60:
            self._sent.popleft()
        if len(self._sent) > SENDS_PER_MINUTE:
            raise _Hangup(Close.RATE_LIMITED, "Rate limited.")

    def _obey(self, raw: str | bytes) -> None:
        try:
            frame = msgspec.json.decode(raw, type=Frame)
            op, data = frame.op, msgspec.convert(frame.d or {}, SHAPES.get(frame.op, Any))
        except (msgspec.DecodeError, RecursionError):
            raise _Hangup(Close.DECODE_ERROR, "Error while decoding payload.") from None
        if op == Op.HEARTBEAT:
            ack: Json = {"op": Op.HEARTBEAT_ACK, "d": None}
            asyncio.get_running_loop().call_later(ACK_SECONDS, self._line.send, ack)
        elif op in (Op.IDENTIFY, Op.RESUME):
            self._log_in(op, data)
        elif not self._gateway.is_identified(self._line):
            raise _Hangup(Close.NOT_AUTHENTICATED, "Not authenticated.")
        elif op == Op.REQUEST_MEMBERS:
            self._gateway.members_chunk(self._line, data)
        elif op not in (Op.PRESENCE, Op.VOICE):
            raise _Hangup(Close.UNKNOWN_OPCODE, "Unknown opcode.")

    def _log_in(self, op: int, data: Json) -> None:
        if self._gateway.is_identified(self._line):
            raise _Hangup(Close.ALREADY_AUTHENTICATED, "Already authenticated.")
        if op == Op.IDENTIFY:
            self._gateway.identify(self._line, data)
        else:
            self._gateway.resume(self._line, data)
