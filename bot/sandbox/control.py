"""The control side, for tests: faults, a cut gateway, permissions, channels, the clock, what was seen."""

from __future__ import annotations

import re
from typing import Literal

import msgspec
from aiohttp import web

from bot.sandbox.channels import Channels
from bot.sandbox.faults import Fault, Faults, RequestLog
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Clock
from bot.sandbox.model import Channel, ChannelType
from bot.sandbox.person_web import PersonError, answer, body_of, guarded
from bot.sandbox.ratelimit import THREADS, Bucket, LateEdits, Manner, Pace, RateLimits
from bot.sandbox.world import World


class GatewayOrder(msgspec.Struct):
    """What to do to the bot's gateway connections."""

    action: Literal["drop", "fall_silent", "invalid_session", "reconnect"]


class PermissionOrder(msgspec.Struct):
    """Which permissions the bot lacks in a channel from now on; an empty list gives all back."""

    channel_id: str
    deny: list[str]


class ChannelOrder(msgspec.Struct):
    """What somebody with the right to it does to a channel or thread; slow mode takes `seconds`."""

    action: Literal["delete", "announce", "archive", "unarchive", "lock", "unlock", "slow"]
    seconds: int | None = None


class GuildOrder(msgspec.Struct):
    """What is done to the bot's membership of the guild."""

    action: Literal["kick", "invite"]


class ClockOrder(msgspec.Struct):
    """New deadlines, in seconds, and how often an interaction is delivered."""

    interaction_seconds: float | None = None
    token_seconds: float | None = None
    edit_seconds: float | None = None
    deliveries: int | None = None


class LimitsOrder(msgspec.Struct):
    """Another pace: of opening threads in a channel, of editing an old message, of identifying or starting sessions.

    For active threads: the most at once.
    """

    of: Literal["threads", "active_threads", "late_edits", "identifying", "starts"]
    requests: int
    seconds: float = 0.0
    manner: Manner = Manner.BAD_REQUEST


class Control:
    """Serves /control."""

    def __init__(
        self,
        world: World,
        channels: Channels,
        gateway: Gateway,
        faults: Faults,
        log: RequestLog,
        clock: Clock,
        pace: RateLimits,
        late: LateEdits,
    ) -> None:
        self._world = world
        self._channels = channels
        self._gateway = gateway
        self._faults = faults
        self._log = log
        self._clock = clock
        self._pace = pace
        self._late = late

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of this side."""
        return [
            web.post("/control/faults", guarded(self._order_fault)),
            web.post("/control/gateway", guarded(self._order_gateway)),
            web.post("/control/guild", guarded(self._order_guild)),
            web.post("/control/permissions", guarded(self._order_permissions)),
            web.post("/control/channels/{channel_id}", guarded(self._order_channel)),
            web.post("/control/clock", guarded(self._order_clock)),
            web.post("/control/limits", guarded(self._order_limits)),
            web.get("/control/requests", guarded(self._requests)),
            web.get("/control/stats", guarded(self._stats)),
        ]

    async def _order_fault(self, request: web.Request) -> web.StreamResponse:
        try:
            self._faults.order(await body_of(request, Fault))
        except re.error as error:
            raise PersonError(f"The match is no regular expression: {error}.") from None
        return answer({})

    async def _order_gateway(self, request: web.Request) -> web.StreamResponse:
        order = await body_of(request, GatewayOrder)
        actions = {
            "drop": self._gateway.drop,
            "fall_silent": self._gateway.fall_silent,
            "invalid_session": self._gateway.invalidate,
            "reconnect": self._gateway.ask_to_reconnect,
        }
        actions[order.action]()
        return answer({})

    async def _order_guild(self, request: web.Request) -> web.StreamResponse:
        order = await body_of(request, GuildOrder)
        {"kick": self._gateway.kick, "invite": self._gateway.invite}[order.action]()
        return answer({})

    async def _order_permissions(self, request: web.Request) -> web.StreamResponse:
        order = await body_of(request, PermissionOrder)
        try:
            self._channels.deny_bot(self._channel(order.channel_id), order.deny)
        except KeyError as error:
            raise PersonError(f"Discord has no permission {error}.") from None
        return answer({})

    async def _order_channel(self, request: web.Request) -> web.StreamResponse:
        channel = self._channel(request.match_info["channel_id"])
        order = await body_of(request, ChannelOrder)
        if order.action == "delete":
            self._channels.delete(channel)
        elif order.action == "slow":
            self._channels.change(channel, {"rate_limit_per_user": order.seconds})
        elif order.action == "announce":
            self._channels.set_type(channel, ChannelType.NEWS)
        elif not channel.is_thread:
            raise PersonError("Only a thread can be archived or locked.")
        elif order.action in ("archive", "unarchive"):
            self._channels.set_state(channel, archived=order.action == "archive", locked=channel.locked)
        else:
            self._channels.set_state(channel, archived=channel.archived, locked=order.action == "lock")
        return answer({})

    async def _order_clock(self, request: web.Request) -> web.StreamResponse:
        order = await body_of(request, ClockOrder)
        for name in order.__struct_fields__:
            if (value := getattr(order, name)) is not None:
                setattr(self._clock, name, value)
        return answer(self._clock)

    async def _order_limits(self, request: web.Request) -> web.StreamResponse:
        order = await body_of(request, LimitsOrder)
        pace = Pace(order.requests, order.seconds)
        if order.of == "threads":
            self._pace.set_pace(*THREADS, pace)
        elif order.of == "active_threads":
            self._channels.most_threads = order.requests
        elif order.of == "late_edits":
            self._late.pace, self._late.manner = pace, order.manner
        else:
            setattr(self._gateway, order.of, Bucket(pace, order.of))
        return answer({})

    async def _requests(self, request: web.Request) -> web.StreamResponse:
        return answer(list(self._log.requests))

    async def _stats(self, request: web.Request) -> web.StreamResponse:
        seen = self._log.requests
        return answer(
            {
                "requests": self._log.total,
                "by_status": {s: sum(r.status == s for r in seen) for s in {r.status for r in seen}},
                "with_problems": sum(bool(r.problems) for r in seen),
                "bot_online": self._gateway.is_online,
                "gateway_sessions": self._gateway.sessions,
                "identified": self._gateway.identified,
                "messages": sum(len(self._world.messages(c)) for c in self._world.channels),
            }
        )

    def _channel(self, channel_id: str) -> Channel:
        channel = self._world.channels.get(channel_id)
        if channel is None:
            raise PersonError(f"There is no channel {channel_id}.", 404)
        return channel
