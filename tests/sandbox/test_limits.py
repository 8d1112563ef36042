"""Each of Discord's limits, one step beyond it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import aiohttp
import pytest

from bot.sandbox.errors import Problem, Refusal, bad_length
from bot.sandbox.limits import check_files, check_message, check_not_empty
from bot.sandbox.limits_commands import check_commands, weight
from bot.sandbox.limits_components import bounds, component_problems, find, modal_problems, numbered
from bot.sandbox.model import Upload
from bot.sandbox.payloads import FILE_SIZE_LIMIT
from tests.harness.reading import Json
from tests.harness.rows import rows
from tests.harness.sandbox import Person, SandboxRefused
from tests.sandbox.conftest import Bare, Reply


def button(custom_id: str | None = "b", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id} | more


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def option(value: Any, **more: Any) -> Json:
    return {"label": f"Option {value}", "value": str(value)} | more


def menu(count: int = 2, **more: Any) -> Json:
    return {"type": 3, "custom_id": "m", "options": [option(n) for n in range(count)]} | more


def embed(**more: Any) -> Json:
    return {"title": "Title"} | more


def field(**more: Any) -> Json:
    return {"name": "Name", "value": "Value"} | more


def text(content: str = "Words", **more: Any) -> Json:
    return {"type": 10, "content": content} | more


def layout(*components: Json, **more: Any) -> Json:
    return {"flags": 32768, "components": list(components)} | more


def section(*texts: Json, accessory: Json | None) -> Json:
    return {"type": 9, "components": list(texts)} | ({"accessory": accessory} if accessory else {})


GOOD_MESSAGES: dict[str, Json] = {
    "content of 2000": {"content": "x" * 2000},
    "25 options": {"content": "x", "components": [row(menu(25))]},
    "5 rows of 5": {"content": "x", "components": [row(*(button(f"{r}{c}") for c in range(5))) for r in range(5)]},
    "link button": {"content": "x", "components": [row({"type": 2, "style": 5, "label": "x", "url": "https://x.y"})]},
    "layout": layout({"type": 17, "components": [text(), section(text(), accessory=button())]}),
    "integers as ids": {"content": "x", "allowed_mentions": {"parse": [], "users": [123]}},
}

BAD_MESSAGES: dict[str, tuple[Json, str]] = {
    "content of 2001": ({"content": "x" * 2001}, "content: BASE_TYPE_MAX_LENGTH"),
    "nonce of 26": ({"content": "x", "nonce": "n" * 26}, "nonce: OPENAPI_TYPE"),
    "11 embeds": ({"embeds": [embed()] * 11}, "embeds: BASE_TYPE_MAX_LENGTH"),
    "title of 257": ({"embeds": [embed(title="x" * 257)]}, "embeds.0.title: BASE_TYPE_MAX_LENGTH"),
    "description of 4097": ({"embeds": [embed(description="x" * 4097)]}, "embeds.0.description: BASE_TYPE_MAX_LENGTH"),
    "6001 in all embeds": (
        {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]},
        "embeds: MAX_EMBED_SIZE_EXCEEDED",
    ),
    "26 fields": ({"embeds": [embed(fields=[field()] * 26)]}, "embeds.0.fields: BASE_TYPE_MAX_LENGTH"),
    "field name of 257": (
        {"embeds": [embed(fields=[field(name="x" * 257)])]},
        "embeds.0.fields.0.name: BASE_TYPE_MAX_LENGTH",
    ),
    "field value of 1025": (
        {"embeds": [embed(fields=[field(value="x" * 1025)])]},
        "embeds.0.fields.0.value: BASE_TYPE_MAX_LENGTH",
    ),
    "empty field": ({"embeds": [embed(fields=[field(value="")])]}, "embeds.0.fields.0.value: BASE_TYPE_REQUIRED"),
    "footer of 2049": ({"embeds": [embed(footer={"text": "x" * 2049})]}, "embeds.0.footer.text: BASE_TYPE_MAX_LENGTH"),
    "author of 257": ({"embeds": [embed(author={"name": "x" * 257})]}, "embeds.0.author.name: BASE_TYPE_MAX_LENGTH"),
    "picture that is not there": (
        {"embeds": [embed(image={"url": "attachment://no.png"})]},
        "embeds.0.image.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "picture from a file": (
        {"embeds": [embed(image={"url": "file:///etc/passwd"})]},
        "embeds.0.image.url: URL_TYPE_INVALID_SCHEME",
    ),
    "colour out of range": ({"embeds": [embed(color=0x1000000)]}, "embeds.0.color: NUMBER_TYPE_MAX"),
    "6 rows": (
        {"content": "x", "components": [row(button(str(n))) for n in range(6)]},
        "components: BASE_TYPE_BAD_LENGTH",
    ),
    "6 buttons in a row": (
        {"content": "x", "components": [row(*(button(str(n)) for n in range(6)))]},
        "components.0.components: BASE_TYPE_MAX_LENGTH",
    ),
    "empty row": ({"content": "x", "components": [row()]}, "components.0.components: BASE_TYPE_MIN_LENGTH"),
    "menu beside a button": (
        {"content": "x", "components": [row(button(), menu())]},
        "components.0.components: COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "same custom id twice": (
        {"content": "x", "components": [row(button(), button())]},
        "components: COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "custom id of 101": (
        {"content": "x", "components": [row(button("x" * 101))]},
        "components.0.components.0.custom_id: BASE_TYPE_MAX_LENGTH",
    ),
    "label of 81": (
        {"content": "x", "components": [row(button(label="x" * 81))]},
        "components.0.components.0.label: BASE_TYPE_MAX_LENGTH",
    ),
    "button without words": (
        {"content": "x", "components": [row(button(label=None))]},
        "components.0.components.0: BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "button without custom id": (
        {"content": "x", "components": [row(button(custom_id=None))]},
        "components.0.components.0.custom_id: BASE_TYPE_BAD_LENGTH; "
        "components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
    ),
    "link button without url": (
        {"content": "x", "components": [row(button(style=5))]},
        "components.0.components.0.url: BUTTON_COMPONENT_URL_REQUIRED",
    ),
    "button of unknown style": (
        {"content": "x", "components": [row(button(style=9))]},
        "components.0.components.0.style: OPENAPI_CONST",
    ),
    "26 options": (
        {"content": "x", "components": [row(menu(26))]},
        "components.0.components.0.options: BASE_TYPE_MAX_LENGTH",
    ),
    "no options": (
        {"content": "x", "components": [row(menu(0))]},
        "components.0.components.0.options: BASE_TYPE_MIN_LENGTH",
    ),
    "same value twice": (
        {"content": "x", "components": [row(menu(options=[option(1)] * 2))]},
        "components.0.components.0.options: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "more values than options": (
        {"content": "x", "components": [row(menu(2, max_values=3))]},
        "components.0.components.0.options: SELECT_COMPONENT_MAX_VALUES_EXCEEDED",
    ),
    "least above greatest": (
        {"content": "x", "components": [row(menu(3, min_values=2))]},
        "components.0.components.0.min_values: SELECT_COMPONENT_VALUES_RANGE",
    ),
    "option label of 101": (
        {"content": "x", "components": [row(menu(options=[option(1, label="x" * 101)]))]},
        "components.0.components.0.options.0.label: BASE_TYPE_MAX_LENGTH",
    ),
    "placeholder of 151": (
        {"content": "x", "components": [row(menu(placeholder="x" * 151))]},
        "components.0.components.0.placeholder: BASE_TYPE_MAX_LENGTH",
    ),
    "button outside a row": ({"content": "x", "components": [button()]}, "components.0.type: OPENAPI_ENUM"),
    "text display without the flag": ({"components": [text()]}, "components.0.type: UNION_TYPE_CHOICES"),
    "layout with content": (
        layout(text(), content="x"),
        "content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "layout with embeds": (
        layout(text(), embeds=[embed()]),
        "embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "41 components": (layout(*(text(str(n)) for n in range(41))), "components: BASE_TYPE_MAX_LENGTH"),
    "4001 characters of layout": (
        layout(text("x" * 2001), text("x" * 2000)),
        "components: COMPONENT_MAX_TOTAL_TEXT_EXCEEDED",
    ),
    "button at the top of a layout": (layout(button()), "components.0.type: OPENAPI_ENUM"),
    "section without accessory": (layout(section(text(), accessory=None)), "components.0: OPENAPI_REQUIRED"),
    "section of 4 texts": (
        layout(section(*[text()] * 4, accessory=button())),
        "components.0.components: BASE_TYPE_MAX_LENGTH",
    ),
    "container in a container": (
        layout({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "components.0.components.0.components.0.type: OPENAPI_ENUM",
    ),
    "gallery of nothing": (layout({"type": 12, "items": []}), "components.0.items: BASE_TYPE_MIN_LENGTH"),
    "gallery of a missing file": (
        layout({"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}),
        "components.0.items.0.media.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "parse and list of users": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "content that is a number": ({"content": 5}, "content: OPENAPI_TYPE"),
    "unknown field": ({"content": "x", "colour": "red"}, "colour: UNKNOWN_FIELD"),
    "file that is not there": (
        {"content": "x", "attachments": [{"id": 0, "filename": "a"}]},
        "attachments.0.id: ATTACHMENT_NOT_FOUND",
    ),
    "flag that is not for bots": ({"content": "x", "flags": 16}, "flags: FLAGS_INVALID"),
}


def errors(tree: Json, path: str = "") -> Iterator[str]:
    """Yield where each error is, and its code."""
    for step, below in tree.items():
        if step == "_errors":
            yield from (f"{path}: {error['code']}" for error in below)
        else:
            yield from errors(below, f"{path}.{step}".lstrip("."))


async def send(bare: Bare, body: Json) -> Reply:
    return await bare("POST", f"/channels/{await bare.channel()}/messages", body)


@pytest.mark.parametrize("name", GOOD_MESSAGES)
async def test_messages_at_the_limit(bare: Bare, name: str) -> None:
    reply = await send(bare, GOOD_MESSAGES[name])
    assert reply.status == 200, reply.body


@pytest.mark.parametrize("name", BAD_MESSAGES)
async def test_messages_beyond_a_limit(bare: Bare, name: str) -> None:
    body, why = BAD_MESSAGES[name]
    reply = await send(bare, body)
    assert (reply.status, reply.code) == (400, 50035), reply.body
    assert "; ".join(errors(reply.body["errors"])) == why


def test_a_component_stands_only_where_it_may() -> None:
    box = {"type": 17, "components": [text(), {"type": 17, "components": [text()]}]}
    found = [(problem.path, problem.code) for problem in component_problems(layout(box), set())]
    assert found == [(("components", 0, "components", 1, "type"), "UNION_TYPE_CHOICES")]
    written = {"type": 4, "custom_id": "t", "style": 1, "label": "Why"}
    assert not list(modal_problems({"title": "Form", "custom_id": "f", "components": [row(written)]}))


def test_a_menu_has_a_placeholder_of_150_or_none() -> None:
    for length in (0, 150):
        body = {"components": [row(menu(placeholder="x" * length))]}
        assert not list(component_problems(body, set()))
    too_long = {"components": [row(menu(placeholder="x" * 151))]}
    place = ("components", 0, "components", 0, "placeholder")
    assert list(component_problems(too_long, set())) == [bad_length(place, 0, 150)]


def of_length(length: int) -> str:
    return "x" * length


def form(*components: Json, **more: Any) -> Json:
    return {"title": "Form", "custom_id": "f", "components": list(components)} | more


def text_input(**more: Any) -> Json:
    return {"type": 4, "custom_id": "t", "style": 1, "label": "Why"} | more


def label(**more: Any) -> Json:
    return {"type": 18, "label": "Why", "component": text_input()} | more


def one_option(**more: Any) -> Json:
    return {"components": [row(menu(options=[option(1) | more]))]}


def gallery(count: int) -> Json:
    return {"type": 12, "items": [{"media": {"url": "https://x.y/z.png"}}] * count}


INSIDE = ("components", 0, "components", 0)


@rows("place, least, most, made", [
    ((*INSIDE, "label"), 1, 80, lambda n: {"components": [row(button(label=of_length(n)))]}),
    ((*INSIDE, "custom_id"), 1, 100, lambda n: {"components": [row(button(of_length(n)))]}),
    ((*INSIDE, "options", 0, "label"), 1, 100, lambda n: one_option(label=of_length(n))),
    ((*INSIDE, "options", 0, "value"), 1, 100, lambda n: one_option(value=of_length(n))),
    ((*INSIDE, "options", 0, "description"), 0, 100, lambda n: one_option(description=of_length(n))),
    ((*INSIDE, "options"), 1, 25, lambda n: {"components": [row(menu(n))]}),
    (("components", 0, "components"), 1, 5, lambda n: {"components": [row(*(button(str(one)) for one in range(n)))]}),
    (("components",), 0, 5, lambda n: {"components": [row(button(str(one))) for one in range(n)]}),
    (("components",), 1, 40, lambda n: layout(*(text() for _ in range(n)))),
    (("components", 0, "content"), 1, 4000, lambda n: layout(text(of_length(n)))),
    (("components", 0, "components"), 1, 3, lambda n: layout(section(*[text()] * n, accessory=button()))),
    (("components", 0, "items"), 1, 10, lambda n: layout(gallery(n))),
    (("title",), 1, 45, lambda n: form(label(), title=of_length(n))),
    (("custom_id",), 1, 100, lambda n: form(label(), custom_id=of_length(n))),
    (("components",), 1, 5, lambda n: form(*(label(component=text_input(custom_id=str(one))) for one in range(n)))),
    (("components", 0, "label"), 1, 45, lambda n: form(label(label=of_length(n)))),
    (("components", 0, "description"), 0, 100, lambda n: form(label(description=of_length(n)))),
    ((*INSIDE, "label"), 1, 45, lambda n: form(row(text_input(label=of_length(n))))),
    ((*INSIDE, "placeholder"), 0, 100, lambda n: form(row(text_input(placeholder=of_length(n))))),
    ((*INSIDE, "value"), 0, 4000, lambda n: form(row(text_input(value=of_length(n))))),
])  # fmt: skip
def test_a_limit_is_the_last_that_is_taken(
    place: tuple[str | int, ...], least: int, most: int, made: Callable[[int], Json]
) -> None:
    def problems(size: int) -> list[Problem]:
        body = made(size)
        return list(modal_problems(body) if "title" in body else component_problems(body, set()))

    assert [problems(size) for size in (least, most)] == [[], []]
    assert bad_length(place, least, most) in problems(most + 1)
    if least and place != ("components",) and "label" not in place:  # an empty label is as good as none
        assert problems(least - 1)


@rows("least, most, fine", [(2, 3, True), (3, 3, True), (4, 3, False), (0, 0, True), (4000, 0, True), (4001, 0, False)])
def test_the_least_length_of_a_text_is_at_most_the_greatest(least: int, most: int, *, fine: bool) -> None:
    found = list(modal_problems(form(label(component=text_input(min_length=least, max_length=most)))))
    assert [problem.code for problem in found] == ([] if fine else ["TEXT_INPUT_LENGTH_RANGE"])


@rows("least, most, fine", [(0, 1, True), (1, 2, True), (2, 2, True), (2, 1, False), (0, 0, False), (-1, 1, False)])
def test_the_values_of_a_menu_go_from_the_least_to_the_greatest(least: int, most: int, *, fine: bool) -> None:
    found = list(component_problems({"components": [row(menu(2, min_values=least, max_values=most))]}, set()))
    assert [problem.code for problem in found] == ([] if fine else ["SELECT_COMPONENT_VALUES_RANGE"])


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": " \n"}, {"embeds": []}])
async def test_messages_that_say_nothing(bare: Bare, body: Json) -> None:
    reply = await send(bare, body)
    assert (reply.status, reply.code) == (400, 50006)


async def test_an_edit_is_held_to_the_same_limits(bare: Bare) -> None:
    channel = await bare.channel()
    sent = await send(bare, {"content": "x", "components": [row(button())]})
    path = f"/channels/{channel}/messages/{sent.body['id']}"
    assert (await bare("PATCH", path, {"content": "x" * 2001})).code == 50035
    assert (await bare("PATCH", path, {"content": "", "components": []})).code == 50006
    assert (await bare("PATCH", path, {"components": [row(button(), button())]})).code == 50035
    assert (await bare("PATCH", path, {"components": [text()], "flags": 32768})).code == 50035
    assert (await bare("GET", path)).body["content"] == "x"
    turned = await bare("PATCH", path, {"content": None, "components": [text()], "flags": 32768})
    assert turned.status == 200
    assert (await bare("PATCH", path, {"content": "back"})).code == 50035


async def upload(bare: Bare, count: int, size: int) -> Reply:
    form = aiohttp.FormData()
    form.add_field("payload_json", '{"content": "files"}', content_type="application/json")
    for number in range(count):
        form.add_field(f"files[{number}]", b"x" * size, filename=f"{number}.bin")
    return await bare("POST", f"/channels/{await bare.channel()}/messages", data=form)


def one_file() -> aiohttp.FormData:
    form = aiohttp.FormData()
    form.add_field("files[0]", b"x", filename="more.bin")
    return form


@pytest.mark.parametrize(
    ("count", "size", "code"),
    [(11, 1, 50035), (1, 10 * 2**20 + 1, 40005)],
)
async def test_files_beyond_a_limit(bare: Bare, count: int, size: int, code: int) -> None:
    assert (await upload(bare, count, size)).code == code


async def test_files_at_the_limit(bare: Bare) -> None:
    assert len((await upload(bare, 10, 10)).body["attachments"]) == 10
    sent = (await upload(bare, 9, 10)).body
    path = f"/channels/{sent['channel_id']}/messages/{sent['id']}"
    tenth, added = [await bare("PATCH", path, data=one_file()) for _ in range(2)]
    assert len(tenth.body["attachments"]) == 10
    assert (added.code, list(added.body["errors"])) == (50035, ["attachments"])
    assert len((await bare("GET", path)).body["attachments"]) == 10


def command(**more: Any) -> Json:
    return {"name": "game", "description": "Games"} | more


def parameter(name: str = "to", **more: Any) -> Json:
    return {"type": 3, "name": name, "description": "Where to"} | more


def choice(value: Any) -> Json:
    return {"name": f"Choice {value}", "value": str(value)}


def nested(kind: int, *options: Json) -> Json:
    return {"type": kind, "name": f"level-{kind}", "description": "Level", "options": list(options)}


BAD_COMMANDS: dict[str, tuple[list[Json], str]] = {
    "capital letters": ([command(name="Game")], "0.name: APPLICATION_COMMAND_INVALID_NAME"),
    "a space in the name": ([command(name="new game")], "0.name: APPLICATION_COMMAND_INVALID_NAME"),
    "name of 33": ([command(name="x" * 33)], "0.name: BASE_TYPE_MAX_LENGTH"),
    "description of 101": ([command(description="x" * 101)], "0.description: BASE_TYPE_MAX_LENGTH"),
    "no description": ([{"name": "game"}], "0.description: BASE_TYPE_BAD_LENGTH"),
    "the same name twice": ([command(), command()], ": APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "26 options": ([command(options=[parameter(f"o{n}") for n in range(26)])], "0.options: BASE_TYPE_MAX_LENGTH"),
    "the same option twice": (
        [command(options=[parameter(), parameter()])],
        "0.options: APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
    ),
    "required after optional": (
        [command(options=[parameter("a"), parameter("b", required=True)])],
        "0.options: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "26 choices": (
        [command(options=[parameter(choices=[choice(n) for n in range(26)])])],
        "0.options.0.choices: BASE_TYPE_MAX_LENGTH",
    ),
    "choice of 101": (
        [command(options=[parameter(choices=[{"name": "x" * 101, "value": "x"}])])],
        "0.options.0.choices.0.name: BASE_TYPE_MAX_LENGTH",
    ),
    "choices and autocomplete": (
        [command(options=[parameter(choices=[choice(1)], autocomplete=True)])],
        "0.options.0.choices: APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
    ),
    "subcommand beside an option": (
        [command(options=[nested(1), parameter()])],
        "0.options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a group in a group": (
        [command(options=[nested(2, nested(2, nested(1)))])],
        "0.options.0.options.0.options.0.type: OPENAPI_ENUM",
    ),
    "more than 8000 characters": (
        [
            command(
                options=[
                    parameter(
                        f"o{n}",
                        description="x" * 100,
                        choices=[{"name": f"{n}-{m}" + "x" * 20, "value": f"{m}"} for m in range(25)],
                    )
                    for n in range(14)
                ]
            ),
        ],
        "0: APPLICATION_COMMAND_TOO_LARGE",
    ),
}


@pytest.mark.parametrize("name", BAD_COMMANDS)
async def test_commands_beyond_a_limit(bare: Bare, name: str) -> None:
    path = f"/applications/{bare.sandbox.application_id}/commands"
    body, why = BAD_COMMANDS[name]
    reply = await bare("PUT", path, body)
    assert (reply.status, reply.code) == (400, 50035), reply.body
    assert "; ".join(errors(reply.body["errors"])) == why
    assert (await bare("GET", path)).body == []


@pytest.mark.parametrize("length", [0, 101])
def test_a_command_is_described_in_1_to_100_characters(length: int) -> None:
    check_commands([command(description="x"), command(name="table", description="x" * 100)])
    with pytest.raises(Refusal) as refused:
        check_commands([command(description="x" * length)])
    assert refused.value.problems == [bad_length((0, "description"), 1, 100)]


async def test_a_hundred_commands(bare: Bare) -> None:
    path = f"/applications/{bare.sandbox.application_id}/commands"
    hundred = [command(name=f"c{n}") for n in range(100)]
    assert (await bare("PUT", path, hundred)).status == 200
    assert (await bare("PUT", path, [*hundred, command()])).code == 30032
    assert (await bare("POST", path, command())).code == 30032


@pytest.mark.parametrize(("name", "kind"), [("a.csv", "text/csv"), ("a.png", "image/png")])
async def test_a_file_is_of_the_kind_that_is_sent_and_a_picture_of_its_own(bare: Bare, name: str, kind: str) -> None:
    form = aiohttp.FormData()
    form.add_field("files[0]", b"x", filename=name, content_type="text/csv")
    sent = await bare("POST", f"/channels/{await bare.channel()}/messages", data=form)
    assert sent.body["attachments"][0]["content_type"] == kind


async def test_nobody_uploads_a_file_beyond_the_limit(ann: Person) -> None:
    with pytest.raises(SandboxRefused, match="larger than 10 MiB"):
        await ann.upload("map.png", bytes(FILE_SIZE_LIMIT + 1))
    assert await ann.upload("map.png", bytes(FILE_SIZE_LIMIT))


def in_embed(**more: Any) -> Json:
    return {"embeds": [embed(**more)]}


@rows("place, limit, made", [
    ("content", 2000, lambda n: {"content": of_length(n)}), ("nonce", 25, lambda n: {"nonce": of_length(n)}),
    ("embeds", 10, lambda n: {"embeds": [embed()] * n}),
    ("embeds.0.fields", 25, lambda n: in_embed(fields=[field()] * n)),
    ("embeds.0.title", 256, lambda n: in_embed(title=of_length(n))),
    ("embeds.0.description", 4096, lambda n: in_embed(description=of_length(n))),
    ("embeds.0.footer.text", 2048, lambda n: in_embed(footer={"text": of_length(n)})),
    ("embeds.0.author.name", 256, lambda n: in_embed(author={"name": of_length(n)})),
    ("embeds.0.fields.0.name", 256, lambda n: in_embed(fields=[field(name=of_length(n))])),
    ("embeds.0.fields.0.value", 1024, lambda n: in_embed(fields=[field(value=of_length(n))])),
    ("allowed_mentions.users", 100, lambda n: {"allowed_mentions": {"users": ["1"] * n}}),
    ("allowed_mentions.roles", 100, lambda n: {"allowed_mentions": {"roles": ["1"] * n}}),
])  # fmt: skip
def test_a_message_takes_so_much_and_no_more(place: str, limit: int, made: Callable[[int], Json]) -> None:
    check_message(made(limit), ())
    with pytest.raises(Refusal) as refused:
        check_message(made(limit + 1), ())
    assert [problem.message for problem in refused.value.problems] == [f"Must be {limit} or fewer in length."]
    assert [*errors(refused.value.body()["errors"])] == [f"{place}: BASE_TYPE_MAX_LENGTH"]


@rows("size, fine", [(6000, True), (6001, False)])
def test_all_words_of_all_embeds_are_counted(size: int, *, fine: bool) -> None:
    words = {"title": "aa", "footer": {"text": "bbb"}, "author": {"name": "cccc"}}
    first = embed(**words, fields=[field(name="ddddd", value="eeeeee")])
    rest = size - sum(map(len, ("aa", "bbb", "cccc", "ddddd", "eeeeee")))
    body = {"embeds": [first, {"description": of_length(rest // 2)}, {"description": of_length(rest - rest // 2)}]}
    with ExitStack() as stack:
        refused = None if fine else stack.enter_context(pytest.raises(Refusal))
        check_message(body, ())
    assert refused is None or [*errors(refused.value.body()["errors"])] == ["embeds: MAX_EMBED_SIZE_EXCEEDED"]


def of_bytes(*sizes: int) -> list[Upload]:
    return [Upload(f"{number}.txt", bytes(size), "text/plain") for number, size in enumerate(sizes)]


MIB = 2**20


@rows("sizes, status", [
    ([1] * 10, 0), ([1] * 11, 400), ([10 * MIB], 0), ([10 * MIB + 1], 413), ([10 * MIB, 10 * MIB, 5 * MIB], 0),
    ([10 * MIB, 10 * MIB, 5 * MIB + 1], 413),
])  # fmt: skip
def test_so_many_files_of_such_a_size_go_with_a_message(sizes: list[int], status: int) -> None:
    with ExitStack() as stack:
        refused = stack.enter_context(pytest.raises(Refusal)) if status else None
        check_files(of_bytes(*sizes))
    assert refused is None or refused.value.status == status


@rows("body, why", [
    ({"attachments": [{"id": 0}]}, ""), ({"attachments": [{"id": "1"}]}, "attachments.0.id: ATTACHMENT_NOT_FOUND"),
    ({"attachments": [{"id": 999}]}, "attachments.0.id: ATTACHMENT_NOT_FOUND"), ({"attachments": [{"id": 1000}]}, ""),
    ({"attachments": [{"filename": "a"}]}, ""), ({"flags": 4 | 64 | 4096 | 32768}, ""),
    ({"flags": 128}, "flags: FLAGS_INVALID"), ({"flags": 4 | 1}, "flags: FLAGS_INVALID"),
    ({"allowed_mentions": {"parse": ["users"], "users": []}}, ""),
    ({"allowed_mentions": {"parse": ["roles"], "users": ["1"]}}, ""),
    ({"allowed_mentions": {"parse": ["roles"], "roles": ["1"]}},
     "allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
    (in_embed(fields=[field(name=" \n")]), "embeds.0.fields.0.name: BASE_TYPE_REQUIRED"),
    (in_embed(image={"url": "attachment://0.txt"}, thumbnail={"url": "http://x.y"}), ""),
    (in_embed(thumbnail={"url": "attachment://1.txt"}),
     "embeds.0.thumbnail.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
    (in_embed(author={"icon_url": "ftp://x.y"}), "embeds.0.author.icon_url: URL_TYPE_INVALID_SCHEME"),
    (in_embed(footer={"icon_url": "ftp://x.y"}), "embeds.0.footer.icon_url: URL_TYPE_INVALID_SCHEME"),
    (in_embed(footer={"icon_url": ""}), ""),
])  # fmt: skip
def test_what_a_message_names_has_to_be_there(body: Json, why: str) -> None:
    with ExitStack() as stack:
        refused = stack.enter_context(pytest.raises(Refusal)) if why else None
        check_message(body, of_bytes(1))
    assert refused is None or "; ".join(errors(refused.value.body()["errors"])) == why


@rows("body, files, says", [
    ({"content": "x"}, 0, True), ({"content": " "}, 0, False), ({}, 1, True), ({"embeds": [{}]}, 0, True),
    ({"sticker_ids": ["1"]}, 0, True), ({"components": [text()]}, 0, True), ({"components": []}, 0, False),
    ({"components": [row()]}, 0, False), ({"components": [row(button())]}, 0, True),
])  # fmt: skip
def test_a_message_says_something(body: Json, files: int, *, says: bool) -> None:
    with ExitStack() as stack:
        refused = None if says else stack.enter_context(pytest.raises(Refusal))
        check_not_empty(body, of_bytes(*[1] * files))
    assert refused is None or refused.value.code == 50006


def chosen(**more: Any) -> Json:
    return command(options=[parameter(**more)])


def option_of(kind: int, value: Any) -> Json:
    return chosen(type=kind, choices=[{"name": "One", "value": value}])


@rows("given, why", [
    ({"type": 2, "name": of_length(32)}, ""), ({"type": 2, "name": "x"}, ""),
    ({"type": 3, "name": of_length(33)}, "0.name: BASE_TYPE_BAD_LENGTH"),
    ({"type": 2, "name": ""}, "0.name: BASE_TYPE_BAD_LENGTH"), (command(name=of_length(32)), ""),
    (command(name="a-b_c'd"), ""), (command(name=of_length(33)), "0.name: APPLICATION_COMMAND_INVALID_NAME"),
    (command(name="GAME"), "0.name: APPLICATION_COMMAND_INVALID_NAME"),
    (command(options=[parameter(f"o{n}") for n in range(25)]), ""),
    (command(options=[parameter(f"o{n}") for n in range(26)]), "0.options: BASE_TYPE_BAD_LENGTH"),
    (command(options=[parameter("a", required=True), parameter("b")]), ""),
    (command(options=[nested(1), nested(2, nested(1))]), ""),
    (command(options=[nested(2, nested(2, nested(1)))]),
     "0.options.0.options.0.type: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID; "
     "0.options.0.options.0.options.0.type: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    (command(options=[nested(2, nested(1, nested(1)))]),
     "0.options.0.options.0.options.0.type: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    (command(options=[nested(1, parameter(), parameter())]),
     "0.options.0.options: APPLICATION_COMMAND_OPTIONS_NAME_INVALID"),
    (chosen(description=of_length(101)), "0.options.0.description: BASE_TYPE_BAD_LENGTH"),
    (chosen(choices=[choice(n) for n in range(25)]), ""), (chosen(autocomplete=True), ""),
    (chosen(choices=[choice(n) for n in range(26)]),
     "0.options.0.choices: BASE_TYPE_BAD_LENGTH"),
    (chosen(autocomplete=True, choices=[choice(1)]),
     "0.options.0.choices: APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID"),
    (chosen(choices=[{"name": of_length(100), "value": of_length(100)}]), ""),
    (chosen(choices=[{"name": of_length(101), "value": ""}]), "0.options.0.choices.0.name: BASE_TYPE_BAD_LENGTH"),
    (chosen(choices=[{"name": "", "value": ""}]), "0.options.0.choices.0.name: BASE_TYPE_BAD_LENGTH"),
    (chosen(choices=[{"name": "x", "value": of_length(101)}]), "0.options.0.choices.0.value: BASE_TYPE_BAD_LENGTH"),
    (option_of(3, 5), "0.options.0.choices.0.value: BASE_TYPE_BAD_LENGTH"), (option_of(4, 5), ""),
    (option_of(4, "5"), "0.options.0.choices.0.value: NUMBER_TYPE_COERCE"), (option_of(10, 5.5), ""),
    (option_of(10, True), "0.options.0.choices.0.value: NUMBER_TYPE_COERCE"), (option_of(6, "5"), ""),
])  # fmt: skip
def test_a_command_is_held_to_each_of_its_limits(given: Json, why: str) -> None:
    with ExitStack() as stack:
        refused = stack.enter_context(pytest.raises(Refusal)) if why else None
        check_commands([given])
    assert refused is None or "; ".join(errors(refused.value.body()["errors"])) == why


@rows("place, least, most, given", [
    (("name",), 1, 32, {"type": 2, "name": ""}), (("description",), 1, 100, command(description="")),
    (("options",), 0, 25, command(options=[parameter(f"o{n}") for n in range(26)])),
    (("options", 0, "choices"), 0, 25, chosen(choices=[choice(n) for n in range(26)])),
    (("options", 0, "choices", 0, "name"), 1, 100, chosen(choices=[{"name": "", "value": "x"}])),
    (("options", 0, "choices", 0, "value"), 0, 100, chosen(choices=[{"name": "x", "value": of_length(101)}])),
])  # fmt: skip
def test_a_limit_of_commands_is_told_with_its_numbers(
    place: tuple[str | int, ...], least: int, most: int, given: Json
) -> None:
    with pytest.raises(Refusal) as refused:
        check_commands([given])
    assert refused.value.problems == [bad_length((0, *place), least, most)]


def test_a_command_weighs_8000_at_most_and_there_are_a_hundred_of_each_name_once() -> None:
    def heavy(size: int) -> Json:
        inside = [parameter(f"o{n:02}", description=of_length(97), choices=[choice("x" * 51)] * 2) for n in range(25)]
        return command(description=of_length(size), options=[nested(1, *inside)])

    rest = 8000 - weight(heavy(0))
    assert 0 < rest <= 100
    check_commands([heavy(rest)])
    with pytest.raises(Refusal) as refused:
        check_commands([heavy(rest + 1)])
    assert [*errors(refused.value.body()["errors"])] == ["0: APPLICATION_COMMAND_TOO_LARGE"]
    hundred = [command(name=f"c{n}") for n in range(100)]
    check_commands([*hundred, {"type": 2, "name": "c1"}, {"type": 3, "name": "c1"}])
    with pytest.raises(Refusal) as many:
        check_commands([*hundred, command()])
    with pytest.raises(Refusal) as twice:
        check_commands([{"type": 2, "name": "c1"}, {"type": 2, "name": "c1"}, {"type": 2, "name": "c2"}])
    assert (many.value.code, twice.value.code) == (30032, 50035)


@rows("made, why", [
    (layout({"type": 13, "file": {"url": "attachment://a.txt"}}), ""),
    (layout({"type": 13, "file": {"url": "https://x.y/a.txt"}}),
     "components.0.file.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
    (layout(section(text(), accessory={"type": 11, "media": {"url": "http://x.y/a.png"}})), ""),
    (layout(section(text(), accessory={"type": 11, "media": {"url": "attachment://b"}})),
     "components.0.accessory.media.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
    (layout(section(text(), accessory=menu())), "components.0.accessory: BASE_TYPE_REQUIRED"),
    (layout(section(button(), accessory=button("c"))), "components.0.components.0.type: UNION_TYPE_CHOICES"),
    (layout(button()), "components.0.type: UNION_TYPE_CHOICES"),
    (layout(row(text())), "components.0.components.0.type: UNION_TYPE_CHOICES"),
    (layout(text(id=1), text(id=1)), "components: COMPONENT_ID_DUPLICATED"), (layout(text(id=1), text(id=2)), ""),
    (layout(text(of_length(4000))), ""),
    (layout(text(of_length(2000)), text(of_length(2001))), "components: COMPONENT_MAX_TOTAL_TEXT_EXCEEDED"),
    *((layout(text(), **{place: ["x"]}), f"{place}: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
      for place in ("content", "embeds", "poll", "stickers")),
    ({"components": [text()]}, "components.0.type: UNION_TYPE_CHOICES"),
    ({"components": [row(menu(), menu(custom_id="n"))]}, "components.0.components: COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"components": [row(button(), menu())]}, "components.0.components: COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"components": [row(button("a"), button("b"))]}, ""),
    ({"components": [row(button(), button())]}, "components: COMPONENT_CUSTOM_ID_DUPLICATED"),
    ({"components": [row({"type": 2, "style": 6, "sku_id": "1"})]}, ""),
    ({"components": [row({"type": 2, "style": 5, "url": "https://x.y", "label": "x"})]}, ""),
    ({"components": [row({"type": 2, "style": 5, "label": "x"})]},
     "components.0.components.0.url: BUTTON_COMPONENT_URL_REQUIRED"),
    ({"components": [row(button(url="https://x.y"))]},
     "components.0.components.0: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
    ({"components": [row(button(label="", emoji={"name": "♔"}))]}, ""),
    ({"components": [row(button(label=""))]}, "components.0.components.0: BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    ({"components": [row({"type": 2, "style": 1, "label": "x"})]},
     "components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"),
    ({"components": [row(menu(2, max_values=2))]}, ""),
    ({"components": [row(menu(2, max_values=3))]},
     "components.0.components.0.options: SELECT_COMPONENT_MAX_VALUES_EXCEEDED"),
    ({"components": [row(menu(25, max_values=25))]}, ""), ({"components": [row({"type": 5, "custom_id": "m"})]}, ""),
    ({"components": [row({"type": 5, "custom_id": "m", "max_values": 26})]},
     "components.0.components.0.min_values: SELECT_COMPONENT_VALUES_RANGE"),
    ({"components": [row({"type": 5})]}, "components.0.components.0.custom_id: BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(menu(options=[option(1), option(2) | {"value": "1"}]))]},
     "components.0.components.0.options: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
    ({"components": [row(menu(options=[option(1, default=True), option(2)]))]}, ""),
    ({"components": [row(menu(options=[option(1, default=True), option(2, default=True)]))]},
     "components.0.components.0.options: SELECT_COMPONENT_DEFAULTS_EXCEEDED"),
])  # fmt: skip
def test_each_component_is_held_to_what_it_may_be(made: Json, why: str) -> None:
    found = component_problems(made, {"a.txt"})
    assert "; ".join(f"{'.'.join(map(str, problem.path))}: {problem.code}" for problem in found) == why


PARTS: list[Json] = [
    row(button()), section(text(), accessory=button("c")), text(), gallery(1), {"type": 14},
    {"type": 13, "file": {"url": "attachment://a.txt"}},
]  # fmt: skip


@rows("part", PARTS)
def test_a_part_of_a_layout_stands_at_its_top_and_in_a_container(part: Json) -> None:
    for made in (part, {"type": 17, "components": [part]}):
        assert not list(component_problems(layout(made), {"a.txt"}))


def test_components_are_numbered_where_the_bot_has_not_done_it() -> None:
    given = [row(button(id=2), button("c", disabled=None)), section(text(), accessory=button("d"))]
    given += [label(component=text_input(id=0))]
    first, second, third = numbered(given)
    assert (first["id"], [child["id"] for child in first["components"]]) == (1, [2, 3])
    assert (second["id"], second["components"][0]["id"], second["accessory"]["id"]) == (4, 5, 6)
    assert (third["id"], third["component"]["id"]) == (7, 8)
    assert "disabled" not in first["components"][1] and "id" not in given[0]
    assert find([first, second], "d") == second["accessory"] and find([first], "d") is None


@rows("component, least, most", [
    ({"type": 3}, 1, 1), ({"type": 3, "min_values": 0, "max_values": 4}, 0, 4), ({"type": 22}, 1, 0),
    ({"type": 22, "options": [1, 2, 3]}, 1, 3), ({"type": 22, "options": [1, 2, 3], "max_values": 2}, 1, 2),
    ({"type": 3, "options": [1, 2, 3]}, 1, 1),
])  # fmt: skip
def test_a_menu_takes_one_and_checkboxes_as_many_as_there_are(component: Json, least: int, most: int) -> None:
    assert bounds(component) == (least, most)
