"""REST: the registration of application commands, for the whole application or for the guild."""

from __future__ import annotations

import copy

from bot.sandbox import errors, limits_commands
from bot.sandbox.broadcast import Broadcast
from bot.sandbox.model import Json
from bot.sandbox.rest import Call, Route
from bot.sandbox.world import World

DEFAULTS: Json = {
    "type": 1,
    "description": "",
    "name_localizations": None,
    "description_localizations": None,
    "default_member_permissions": None,
    "nsfw": False,
}
GLOBAL_DEFAULTS: Json = {"dm_permission": True, "contexts": None, "integration_types": [0]}
ACCEPTED = ("name", "options", *DEFAULTS, *GLOBAL_DEFAULTS)


class CommandRoutes:
    """Lists, replaces, adds, changes and withdraws commands."""

    def __init__(self, world: World, broadcast: Broadcast) -> None:
        self._world = world
        self._broadcast = broadcast

    def routes(self) -> list[Route]:
        """Return the routes of this part."""
        routes = []
        for scope in ("", "/guilds/{guild_id}"):
            many = "/applications/{application_id}" + scope + "/commands"
            one = many + "/{command_id}"
            routes += [
                Route("GET", many, self.registered),
                Route("PUT", many, self.replace),
                Route("POST", many, self.add, 201),
                Route("GET", one, self.fetch),
                Route("PATCH", one, self.change),
                Route("DELETE", one, self.withdraw),
            ]
        return routes

    def registered(self, call: Call) -> list[Json]:
        """Return the registered commands of this scope."""
        guild_id = self._scope(call)
        return [c for c in self._world.commands.values() if c.get("guild_id") == guild_id]

    def replace(self, call: Call) -> list[Json]:
        """All commands of this scope at once; those of the same type and name keep their ids."""
        body: list[Json] = call.body or []
        limits_commands.check_commands(body)
        guild_id = self._scope(call)
        before = {_key(command): command["id"] for command in self.registered(call)}
        for command_id in before.values():
            self._world.drop_command(command_id)
        made = [self._register(command, guild_id, before.get(_key(command))) for command in body]
        self._broadcast.commands_changed()
        return made

    def add(self, call: Call) -> Json:
        """One command, in the place of one of the same name."""
        guild_id = self._scope(call)
        others = [c for c in self.registered(call) if _key(c) != _key(call.body)]
        limits_commands.check_commands([*others, call.body])
        before = {_key(c): c["id"] for c in self.registered(call)}
        made = self._register(call.body, guild_id, before.get(_key(call.body)))
        self._broadcast.commands_changed()
        return made

    def fetch(self, call: Call) -> Json:
        """One command."""
        found = self._world.commands.get(call["command_id"])
        if found is None or found.get("guild_id") != self._scope(call):
            raise errors.unknown_command()
        return found

    def change(self, call: Call) -> Json:
        """Change what the body names of one command."""
        known = self.fetch(call)
        changed = {**known, **call.body}
        limits_commands.check_commands([changed])
        made = self._register(changed, self._scope(call), known["id"])
        self._broadcast.commands_changed()
        return made

    def withdraw(self, call: Call) -> None:
        """Withdraw one command."""
        self._world.drop_command(self.fetch(call)["id"])
        self._broadcast.commands_changed()

    def _register(self, body: Json, guild_id: str | None, command_id: str | None) -> Json:
        given = {key: copy.deepcopy(body[key]) for key in ACCEPTED if key in body}
        defaults = DEFAULTS if guild_id else DEFAULTS | GLOBAL_DEFAULTS
        command = {**defaults, **given, "id": command_id or self._world.ids.next()}
        command |= {"application_id": self._world.guild.bot_id, "version": self._world.ids.next()}
        if guild_id:
            command["guild_id"] = guild_id
        self._world.save_command(command)
        return command

    def _scope(self, call: Call) -> str | None:
        """Return the guild of the path, or None for the whole application."""
        guild_id = call.params.get("guild_id")
        if call["application_id"] != self._world.guild.bot_id:
            raise errors.Refusal(404, 10002, "Unknown Application")
        if guild_id not in (None, self._world.guild.id):
            raise errors.missing_access()
        return guild_id


def _key(command: Json) -> tuple[int, str]:
    return (command.get("type") or 1, command["name"])
