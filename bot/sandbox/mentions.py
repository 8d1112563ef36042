"""Who is pinged by a message: its text held against its allowed mentions."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from bot.sandbox.limits_components import walk
from bot.sandbox.model import Json, Message
from bot.sandbox.world import World

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(everyone|here)\b")


class Pinged(msgspec.Struct):
    """The people whom a message pings."""

    users: list[str] = []
    roles: list[str] = []
    everyone: bool = False


def pinged(world: World, message: Message, allowed: Json | None, may_ping_all: bool) -> Pinged:
    """Return the people whom a message pings; without `allowed`, everybody whom its text names."""
    shown = [message.content, *(c.get("content") or "" for c in walk(message.components))]
    text = "\n".join(str(each) for each in shown)
    users = [u for u in dict.fromkeys(USER.findall(text)) if u in world.people or u == world.guild.bot_id]
    roles = [r for r in dict.fromkeys(ROLE.findall(text)) if r == world.guild.bot_role_id]
    return Pinged(
        users=[u for u in users if _is_allowed(allowed, "users", u)],
        roles=[r for r in roles if _is_allowed(allowed, "roles", r)],
        everyone=may_ping_all and bool(EVERYONE.search(text)) and _everyone_is_allowed(allowed),
    )


def _is_allowed(allowed: Json | None, kind: str, key: str) -> bool:
    if allowed is None:
        return True
    named: list[Any] = allowed.get(kind) or []
    return kind in (allowed.get("parse") or []) or key in map(str, named)


def _everyone_is_allowed(allowed: Json | None) -> bool:
    return allowed is None or "everyone" in (allowed.get("parse") or [])
