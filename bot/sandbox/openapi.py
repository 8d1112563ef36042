"""Every body held against Discord's own description of its API."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema_rs
import msgspec
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from bot.sandbox.errors import Problem
from bot.sandbox.model import Json

DESCRIPTION = Path(__file__).parents[2] / "data" / "discord" / "openapi.json"
ROOT = "urn:discord"
IGNORED = frozenset({"tts", "nonce", "id"})
"""Fields that client libraries send where Discord's description has none, and that Discord ignores."""
SENTENCES = {
    "maxLength": ("BASE_TYPE_MAX_LENGTH", "Must be {} or fewer in length."),
    "maxItems": ("BASE_TYPE_MAX_LENGTH", "Must be {} or fewer in length."),
    "minLength": ("BASE_TYPE_MIN_LENGTH", "Must be {} or more in length."),
    "minItems": ("BASE_TYPE_MIN_LENGTH", "Must be {} or more in length."),
    "maximum": ("NUMBER_TYPE_MAX", "Value should be less than or equal to {}."),
    "minimum": ("NUMBER_TYPE_MIN", "Value should be greater than or equal to {}."),
}
"""Discord's own words for the commonest faults."""


class OpenApi:
    """Finds what is wrong with a body, by Discord's OpenAPI description.

    A compiled validator, made once per route, says whether there is anything; a slower one says what.
    """

    def __init__(self, path: Path = DESCRIPTION) -> None:
        self._document: Json = msgspec.json.decode(path.read_bytes())
        resource = DRAFT202012.create_resource(self._document)
        self._registry: Registry[Any] = Registry().with_resource(ROOT, resource)
        self._quick_registry = jsonschema_rs.Registry([(ROOT, self._document)])
        self._quick: dict[str, jsonschema_rs.Draft202012Validator] = {}

    @classmethod
    @cache
    def shared(cls) -> OpenApi:
        """Return the only one that a process needs: reading the description and compiling validators takes long."""
        return cls()

    def request_problems(self, method: str, template: str, body: Any) -> list[Problem]:
        """Return the problems of a request body; a route that takes no body has none."""
        pointer = self._request_pointer(method, template)
        if pointer is None:
            return []
        return [*self._problems(pointer, as_described(body)), *self._unknown_fields(pointer, body)]

    def response_problems(self, schema: str, body: Any) -> list[Problem]:
        """Return the problems of one of Discord's objects, by the name of its schema."""
        return self._problems(f"/components/schemas/{schema}", body)

    def takes_body(self, method: str, template: str) -> bool:
        """Whether a route takes a JSON body."""
        return self._request_pointer(method, template) is not None

    def _request_pointer(self, method: str, template: str) -> str | None:
        operation = self._document["paths"].get(template, {}).get(method.lower(), {})
        if "application/json" not in operation.get("requestBody", {}).get("content", {}):
            return None
        path = template.replace("~", "~0").replace("/", "~1")
        return f"/paths/{path}/{method.lower()}/requestBody/content/application~1json/schema"

    def _problems(self, pointer: str, body: Any) -> list[Problem]:
        reference = {"$ref": f"{ROOT}#{quote(pointer)}"}
        if pointer not in self._quick:
            registry = self._quick_registry
            self._quick[pointer] = jsonschema_rs.Draft202012Validator(reference, registry=registry)
        if self._quick[pointer].is_valid(body):
            return []
        explaining = Draft202012Validator(reference, registry=self._registry)
        return [_problem(_deepest(error)) for error in explaining.iter_errors(body)]

    def _unknown_fields(self, pointer: str, body: Any) -> list[Problem]:
        if not isinstance(body, dict):
            return []
        known = set(self._properties(self._lookup(pointer)))
        unknown = [name for name in body if known and name not in known | IGNORED]
        return [Problem((name,), "UNKNOWN_FIELD", "Discord knows no such field") for name in unknown]

    def _properties(self, schema: Json) -> Iterator[str]:
        if "$ref" in schema:
            yield from self._properties(self._lookup(schema["$ref"].removeprefix("#")))
        yield from schema.get("properties", {})
        for branch in ("anyOf", "oneOf", "allOf"):
            for each in schema.get(branch, []):
                yield from self._properties(each)

    def _lookup(self, pointer: str) -> Json:
        node: Any = self._document
        for step in pointer.strip("/").split("/"):
            node = node[step.replace("~1", "/").replace("~0", "~")]
        return dict(node)


def as_described(value: Any, key: str = "") -> Any:
    """Write what Discord accepts in another form as its description has it.

    Ids may come as numbers, and permissions as the strings that client libraries send.
    """
    if isinstance(value, dict):
        return {name: as_described(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_listed(each, key) for each in value]
    if key in ("allow", "deny") and isinstance(value, str) and value.isdecimal():
        return int(value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number and key.endswith("_id") else value


def _listed(value: Any, key: str) -> Any:
    if key == "attachments" and isinstance(value, dict) and isinstance(value.get("id"), int):
        value = {**value, "id": str(value["id"])}
    if key in ("users", "roles", "messages") and isinstance(value, int):
        return str(value)
    return as_described(value)


def _deepest(error: ValidationError) -> ValidationError:
    """Of a choice between shapes, the error in the shape that is meant: whose type tag fits."""
    while error.context:
        strangers = {_branch(each) for each in error.context if _is_type_tag(each)}
        meant = [each for each in error.context if _branch(each) not in strangers]
        error = max(meant or error.context, key=lambda each: len(each.absolute_path))
    return error


def _branch(error: ValidationError) -> str:
    return str(error.relative_schema_path[0])


def _is_type_tag(error: ValidationError) -> bool:
    return error.validator in ("enum", "const") and list(error.relative_path) == ["type"]


def _problem(error: ValidationError) -> Problem:
    place, rule = tuple(error.absolute_path), str(error.validator)
    if rule in SENTENCES:
        code, sentence = SENTENCES[rule]
        return Problem(place, code, sentence.format(error.validator_value))
    return Problem(place, f"OPENAPI_{rule.upper()}", error.message[:300])
