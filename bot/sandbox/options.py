"""The person's side of a slash command: is it known, allowed here, and filled in as it should be?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.sandbox import permissions
from bot.sandbox.command_access import hindrance
from bot.sandbox.model import Channel, Json, Person
from bot.sandbox.payloads import Payloads
from bot.sandbox.person_web import PersonError
from bot.sandbox.world import World

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
LARGEST = 2**53


@dataclass
class Filled:
    """A command as a person filled it in, ready for the bot."""

    name: str
    data: Json
    focused_type: int | None = None
    resolved: Json = field(default_factory=dict)


class Commands:
    """Checks commands against what the bot has registered."""

    def __init__(self, world: World, payloads: Payloads) -> None:
        self._world = world
        self._payloads = payloads

    def fill(self, data: Json, person: Person, channel: Channel, *, typing: bool) -> Filled:
        """Return a command with all its values checked; while `typing`, required ones may be missing."""
        command = self._world.commands.get(str(data.get("id")))
        if command is None or command["name"] != data.get("name"):
            raise PersonError(f"There is no command /{data.get('name')}.", 404)
        obstacle = hindrance(self._world, command, person, channel)
        if obstacle:
            raise PersonError(obstacle, 403)
        filled = Filled(command["name"], {})
        options = self._level(command, data.get("options") or [], filled, typing)
        if typing and filled.focused_type is None:
            raise PersonError("No option is focused.")
        filled.data = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if command.get("guild_id"):
            filled.data["guild_id"] = command["guild_id"]
        if filled.resolved:
            filled.data["resolved"] = filled.resolved
        return filled

    def _level(self, definition: Json, given: list[Json], filled: Filled, typing: bool) -> list[Json]:
        known = {option["name"]: option for option in definition.get("options") or []}
        for option in given:
            if option.get("name") not in known:
                raise PersonError(f"/{filled.name} has no option {option.get('name')}.")
        if any(option["type"] in (SUBCOMMAND, GROUP) for option in known.values()):
            return [self._branch(known, given, filled, typing)]
        present = {option["name"] for option in given}
        missing = [n for n, o in known.items() if o.get("required") and n not in present]
        if missing and not typing:
            raise PersonError(f"/{filled.name} needs the option {missing[0]}.")
        return [self._value(known[option["name"]], option, filled, typing) for option in given]

    def _branch(self, known: dict[str, Json], given: list[Json], filled: Filled, typing: bool) -> Json:
        if len(given) != 1:
            raise PersonError(f"Choose one of /{filled.name}'s subcommands: {', '.join(known)}.")
        definition = known[given[0]["name"]]
        filled.name += f" {definition['name']}"
        options = self._level(definition, given[0].get("options") or [], filled, typing)
        return {"name": definition["name"], "type": definition["type"], "options": options}

    def _value(self, definition: Json, option: Json, filled: Filled, typing: bool) -> Json:
        value = option.get("value")
        told: Json = {"name": definition["name"], "type": definition["type"], "value": value}
        if typing and option.get("focused"):
            if not definition.get("autocomplete"):
                raise PersonError(f"The option {definition['name']} has no autocomplete.")
            filled.focused_type = definition["type"]
            return told | {"focused": True, "value": str(value or "")}
        self._check_type(definition, value)
        choices = definition.get("choices")
        if choices and value not in [choice["value"] for choice in choices]:
            names = ", ".join(choice["name"] for choice in choices)
            raise PersonError(f"The option {definition['name']} must be one of: {names}.")
        self._resolve(definition, str(value), filled.resolved)
        return told

    def _check_type(self, definition: Json, value: Any) -> None:
        kind, name = definition["type"], definition["name"]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        fits = {
            INTEGER: number and isinstance(value, int) and abs(value) <= LARGEST,
            NUMBER: number,
            BOOLEAN: isinstance(value, bool),
        }.get(kind, isinstance(value, str))
        if not fits:
            raise PersonError(f"{value!r} is not of the type of the option {name}.")
        measure, unit = (len(value), "length") if kind == STRING else (value, "value")
        least, most = definition.get(f"min_{unit}"), definition.get(f"max_{unit}")
        if (least is not None and measure < least) or (most is not None and measure > most):
            raise PersonError(f"The {unit} of the option {name} must be between {least} and {most}.")
        if kind == STRING and len(value) > 6000:
            raise PersonError(f"The option {name} takes 6000 characters at most.")

    def _resolve(self, definition: Json, value: str, resolved: Json) -> None:
        resolver = Resolver(self._world, self._payloads, resolved)
        kind, name = definition["type"], definition["name"]
        if kind in (USER, MENTIONABLE) and resolver.user(value):
            return
        if kind in (ROLE, MENTIONABLE) and resolver.role(value):
            return
        if kind == CHANNEL and resolver.channel(value, definition.get("channel_types")):
            return
        if kind == ATTACHMENT and resolver.attachment(value):
            return
        if kind in (USER, ROLE, MENTIONABLE, CHANNEL, ATTACHMENT):
            raise PersonError(f"There is nothing with the id {value} for the option {name}.")


class Resolver:
    """Puts the objects behind chosen ids beside them, as Discord does."""

    def __init__(self, world: World, payloads: Payloads, resolved: Json) -> None:
        self._world = world
        self._payloads = payloads
        self._resolved = resolved

    def user(self, key: str) -> bool:
        """Return a person or the bot; False if there is none."""
        if key not in (*self._world.people, self._world.guild.bot_id):
            return False
        member = {k: v for k, v in self._payloads.member(key).items() if k != "user"}
        self._put("users", key, self._payloads.user(key))
        self._put("members", key, {**member, "permissions": str(int(permissions.EVERYONE))})
        return True

    def role(self, key: str) -> bool:
        """Return a role; False if there is none."""
        found = [role for role in self._payloads.roles() if role["id"] == key]
        for role in found:
            self._put("roles", key, role)
        return bool(found)

    def channel(self, key: str, types: list[int] | None = None) -> bool:
        """Return a channel of the guild of one of these types; False if there is none."""
        channel = self._world.channels.get(key)
        if channel is None or channel.is_dm or (types and channel.type not in types):
            return False
        bits = str(int(permissions.EVERYONE))
        self._put("channels", key, {**self._payloads.channel(channel), "permissions": bits})
        return True

    def attachment(self, key: str) -> bool:
        """Return a file that was uploaded; False if there is none."""
        found = self._world.attachment(key)
        if found is not None:
            self._put("attachments", key, self._payloads.attachment(found))
        return found is not None

    def _put(self, kind: str, key: str, value: Json) -> None:
        self._resolved.setdefault(kind, {})[key] = value
