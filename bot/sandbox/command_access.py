"""Who may use which command where."""

from __future__ import annotations

from bot.sandbox import permissions
from bot.sandbox.model import Channel, Json, Person
from bot.sandbox.permissions import Permission
from bot.sandbox.world import World

GUILD, BOT_DM = 0, 1


def offered(world: World, person: Person) -> list[Json]:
    """Return the commands that a person finds when they write a slash."""
    return [c for c in world.commands.values() if hindrance(world, c, person, None) is None]


def hindrance(world: World, command: Json, person: Person, channel: Channel | None) -> str | None:
    """Why a person may not use a command, in a channel if one is given; None if they may."""
    name = f"/{command['name']}"
    if channel is not None and not _has_context(command, channel):
        return f"{name} cannot be used {'in a DM' if channel.is_dm else 'on a server'}."
    if channel is not None and channel.is_dm:
        return None
    needed = command.get("default_member_permissions")
    if needed is not None and not _holds(world, person, int(needed), channel):
        return f"You do not have the permission to use {name}."
    return None


def _has_context(command: Json, channel: Channel) -> bool:
    if channel.is_dm and (command.get("guild_id") or command.get("dm_permission") is False):
        return False
    contexts = command.get("contexts")
    return contexts is None or (BOT_DM if channel.is_dm else GUILD) in contexts


def _holds(world: World, person: Person, needed: int, channel: Channel | None) -> bool:
    """Whether a person has these permissions; a need of 0 is for administrators alone."""
    if person.administrator:
        return True
    held = permissions.of_person(world, person, channel) if channel else permissions.EVERYONE
    return needed != 0 and Permission(needed) in held
