"""The person's side of components and modals: what can be pressed, chosen and sent in."""

from __future__ import annotations

from typing import Any

from bot.sandbox.limits_components import SELECTS, ComponentType, bounds, find, walk
from bot.sandbox.model import Json, Message
from bot.sandbox.options import Resolver
from bot.sandbox.payloads import Payloads
from bot.sandbox.person_web import PersonError
from bot.sandbox.world import World

INPUTS = frozenset({3, 4, 5, 6, 7, 8, 19, 21, 22, 23})


class Forms:
    """Checks what a person presses, chooses and writes against what the bot has shown."""

    def __init__(self, world: World, payloads: Payloads) -> None:
        self._world = world
        self._payloads = payloads

    # Components of messages

    def press(self, message: Message, data: Json) -> Json:
        """Return the press of a button or the choice of a menu on a message, ready for the bot."""
        custom_id = str(data.get("custom_id"))
        component = find(message.components, custom_id)
        if component is None:
            raise PersonError("This component is no longer on the message.", 404)
        if component.get("disabled"):
            raise PersonError("This component is disabled.")
        kind = component["type"]
        if data.get("component_type") not in (None, kind):
            raise PersonError(f"This component is of type {kind}.")
        told: Json = {"component_type": kind, "custom_id": custom_id, "id": component.get("id")}
        if kind in SELECTS:
            told["values"] = self._chosen(component, data.get("values") or [])
            told |= self._resolved(component, told["values"])
        return told

    def _chosen(self, component: Json, values: list[Any]) -> list[str]:
        values = [str(value) for value in values]
        least, most = bounds(component)
        if not least <= len(values) <= most:
            raise PersonError(f"Choose {least} to {most} of the options, not {len(values)}.")
        if len(set(values)) < len(values):
            raise PersonError("An option can be chosen only once.")
        options = [option["value"] for option in component.get("options") or []]
        strangers = [value for value in values if options and value not in options]
        if strangers:
            raise PersonError(f"{strangers[0]!r} is not among the options.")
        return values

    def _resolved(self, component: Json, values: list[str]) -> Json:
        resolved: Json = {}
        resolver = Resolver(self._world, self._payloads, resolved)
        kind = component["type"]
        for value in values:
            found = (
                (kind in (ComponentType.USER_SELECT, ComponentType.MENTIONABLE_SELECT) and resolver.user(value))
                or (kind in (ComponentType.ROLE_SELECT, ComponentType.MENTIONABLE_SELECT) and resolver.role(value))
                or (kind == ComponentType.CHANNEL_SELECT and resolver.channel(value, component.get("channel_types")))
                or (kind == ComponentType.FILE_UPLOAD and resolver.attachment(value))
            )
            if not found and "options" not in component:
                raise PersonError(f"There is nothing with the id {value} to choose.")
        return {"resolved": resolved} if resolved else {}

    # Modals

    def fill(self, modal: Json, sent: list[Json]) -> Json:
        """Return the answers to a modal, ready for the bot; every field of the modal is there, in its order."""
        given = {c["custom_id"]: c for c in walk(sent) if c.get("custom_id")}
        fields = [c for c in walk(modal["components"]) if c.get("type") in INPUTS]
        strangers = set(given) - {c["custom_id"] for c in fields}
        if strangers:
            raise PersonError(f"The form has no field {min(strangers)}.")
        resolved: Json = {}
        components = [self._part(part, given, resolved) for part in modal["components"]]
        told: Json = {"custom_id": modal["custom_id"], "components": components}
        return told | ({"resolved": resolved} if resolved else {})

    def _part(self, part: Json, given: Json, resolved: Json) -> Json:
        told: Json = {"type": part["type"], "id": part["id"]}
        if part["type"] == ComponentType.ACTION_ROW:
            fields = [self._field(c, given, resolved, c.get("label") or "") for c in part["components"]]
            return told | {"components": fields}
        if part["type"] == ComponentType.LABEL:
            return told | {"component": self._field(part["component"], given, resolved, part["label"])}
        return told

    def _field(self, component: Json, given: Json, resolved: Json, label: str) -> Json:
        kind = component["type"]
        told: Json = {"type": kind, "id": component["id"], "custom_id": component["custom_id"]}
        answer: Json = given.get(component["custom_id"], {})
        if kind == ComponentType.TEXT_INPUT:
            return told | {"value": self._text(component, str(answer.get("value") or ""), label)}
        if kind == ComponentType.CHECKBOX:
            return told | {"value": bool(answer.get("value"))}
        if kind == ComponentType.RADIO_GROUP:
            return told | {"value": self._radio(component, answer.get("value"), label)}
        values = answer.get("values") or []
        if values or component.get("required") is not False:
            values = self._chosen(component, values)
            for name, things in self._resolved(component, values).get("resolved", {}).items():
                resolved.setdefault(name, {}).update(things)
        return told | {"values": values}

    def _text(self, component: Json, text: str, label: str) -> str:
        if not text and component.get("required") is not False:
            raise PersonError(f"Fill in {label}.")
        least, most = component.get("min_length") or 0, component.get("max_length") or 4000
        if text and not least <= len(text) <= most:
            raise PersonError(f"{label} takes {least} to {most} characters.")
        return text

    def _radio(self, component: Json, value: Any, label: str) -> str | None:
        options = [option["value"] for option in component.get("options") or []]
        if value is None and component.get("required") is False:
            return None
        if value not in options:
            raise PersonError(f"Choose one of the options of {label}.")
        return str(value)
