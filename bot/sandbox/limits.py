"""Discord's limits on a message that its OpenAPI description does not tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.sandbox import errors
from bot.sandbox.errors import Place, Problem
from bot.sandbox.limits_components import component_problems, is_empty
from bot.sandbox.model import Json, MessageFlag, Upload, flags_of
from bot.sandbox.payloads import FILE_SIZE_LIMIT

CONTENT = 2000
EMBED_TOTAL = 6000
EMBEDS = 10
FIELDS = 25
FILES = 10
REQUEST_SIZE = 25 * 1024 * 1024
NONCE = 25
EMBED_LENGTHS = {"title": 256, "description": 4096}
PART_LENGTHS = (("footer", "text", 2048), ("author", "name", 256))
FIELD_LENGTHS = {"name": 256, "value": 1024}
SETTABLE = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.EPHEMERAL | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
)


def check_message(body: Json, files: Sequence[Upload], known_files: Iterable[str] = ()) -> None:
    """Refuse (50035, 40005) a message that breaks a limit; `known_files` are names it has already."""
    check_files(files)
    names = {*known_files, *(upload.filename for upload in files)}
    problems = [*_text_problems(body), *_embeds_problems(body.get("embeds") or [], names)]
    problems += _mention_problems(body.get("allowed_mentions") or {})
    problems += _attachment_problems(body.get("attachments") or [], files)
    problems += component_problems(body, names)
    if problems:
        raise errors.invalid_form(problems)


def check_not_empty(body: Json, files: Sequence[Upload]) -> None:
    """Refuse (50006) a new message that says nothing."""
    said = (body.get("content") or "").strip() or body.get("embeds") or files or body.get("sticker_ids")
    if not said and is_empty(body.get("components") or []):
        raise errors.empty_message()


def check_files(files: Sequence[Upload]) -> None:
    """Refuse (40005) files that are too big, and (50035) more than ten of them."""
    if len(files) > FILES:
        raise errors.invalid_form([too_many(("attachments",), FILES)])
    sizes = [len(upload.content) for upload in files]
    if sum(sizes) > REQUEST_SIZE or any(size > FILE_SIZE_LIMIT for size in sizes):
        raise errors.too_large()


def too_long(path: Place, text: Any, limit: int) -> Iterator[Problem]:
    """Yield a problem if a text is longer than Discord takes."""
    if isinstance(text, str) and len(text) > limit:
        yield Problem(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")


def too_many(path: Place, limit: int) -> Problem:
    """Return the problem of a list that is longer than Discord takes."""
    return Problem(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")


def _text_problems(body: Json) -> Iterator[Problem]:
    yield from too_long(("content",), body.get("content"), CONTENT)
    yield from too_long(("nonce",), body.get("nonce"), NONCE)
    unsettable = flags_of(body) & ~SETTABLE
    if unsettable:
        yield Problem(("flags",), "FLAGS_INVALID", f"The flags {unsettable} cannot be set.")


def _embeds_problems(embeds: list[Json], names: set[str]) -> Iterator[Problem]:
    if len(embeds) > EMBEDS:
        yield too_many(("embeds",), EMBEDS)
    if sum(map(embed_length, embeds)) > EMBED_TOTAL:
        text = f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        yield Problem(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", text)
    for index, embed in enumerate(embeds):
        yield from _embed_problems(("embeds", index), embed, names)


def _embed_problems(path: Place, embed: Json, names: set[str]) -> Iterator[Problem]:
    for place, limit in EMBED_LENGTHS.items():
        yield from too_long((*path, place), embed.get(place), limit)
    for part, place, limit in PART_LENGTHS:
        yield from too_long((*path, part, place), (embed.get(part) or {}).get(place), limit)
    fields = embed.get("fields") or []
    if len(fields) > FIELDS:
        yield too_many((*path, "fields"), FIELDS)
    for index, field in enumerate(fields):
        yield from _field_problems((*path, "fields", index), field)
    for place in ("image", "thumbnail"):
        yield from media_problems((*path, place, "url"), (embed.get(place) or {}).get("url"), names)
    for place in ("author", "footer"):
        yield from media_problems((*path, place, "icon_url"), (embed.get(place) or {}).get("icon_url"), names)


def _field_problems(path: Place, field: Json) -> Iterator[Problem]:
    for place, limit in FIELD_LENGTHS.items():
        yield from too_long((*path, place), field.get(place), limit)
        if not str(field.get(place) or "").strip():
            yield Problem((*path, place), "BASE_TYPE_REQUIRED", "This field is required")


def media_problems(path: Place, url: Any, names: set[str]) -> Iterator[Problem]:
    """Yield a problem if an address is neither on the web nor one of the message's own files."""
    if not url or str(url).startswith(("http://", "https://")):
        return
    if not str(url).startswith("attachment://"):
        text = f"Scheme \"{str(url).split(':')[0]}\" is not supported. Scheme must be one of ('http', 'https')."
        yield Problem(path, "URL_TYPE_INVALID_SCHEME", text)
    elif str(url).removeprefix("attachment://") not in names:
        yield Problem(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "No such attachment.")


def embed_length(embed: Json) -> int:
    """How many characters of an embed count towards the 6000."""
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get(part) or {}).get(place) for part, place, _ in PART_LENGTHS]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(text) for text in texts if text)


def _mention_problems(allowed: Json) -> Iterator[Problem]:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or []) and allowed.get(kind):
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            yield Problem(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)
        if len(allowed.get(kind) or []) > 100:
            yield too_many(("allowed_mentions", kind), 100)


def _attachment_problems(attachments: list[Json], files: Sequence[Upload]) -> Iterator[Problem]:
    """Yield the problems of attachments: a small id names the upload `files[id]`, and each of those has to be there."""
    for index, attachment in enumerate(attachments):
        number = str(attachment.get("id"))
        if number.isdigit() and len(files) <= int(number) < 1000:
            text = f"The request has no file {number}."
            yield Problem(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", text)
