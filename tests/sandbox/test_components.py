"""Buttons, menus, forms and layouts."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from bot.sandbox.attachments import keep
from bot.sandbox.forms import Forms
from bot.sandbox.model import Message, Upload
from bot.sandbox.payloads import Payloads
from bot.sandbox.person_web import PersonError
from bot.sandbox.world import World
from tests.harness.reading import Json, walk
from tests.harness.rows import rows
from tests.harness.sandbox import Person, SandboxRefused
from tests.sandbox.clerk import Clerk
from tests.sandbox.conftest import Bare


async def panel(person: Person) -> Json:
    await person.slash("/game panel")
    return await person.answer()


async def test_a_dynamic_button_edits_its_message(ann: Person, ben: Person) -> None:
    await panel(ann)
    shown = await ben.expect("Where to?")
    await ben.press(shown, "Move to York")
    assert (await ben.answer())["content"] == "Moved to york"
    assert ben.current(shown)["components"] == []


async def test_a_button_that_is_gone_cannot_be_pressed(ann: Person) -> None:
    shown = await panel(ann)
    await ann.press(shown, "Move to York")
    await ann.answer()
    body = {
        "type": 3,
        "channel_id": shown["channel_id"],
        "message_id": shown["id"],
        "data": {"component_type": 2, "custom_id": "move:london"},
    }
    with pytest.raises(SandboxRefused, match="no longer on the message"):
        await ann._post("/interactions", body)


async def test_a_menu_gives_its_values(ann: Person) -> None:
    shown = await panel(ann)
    await ann.choose(shown, ["York", "calais"], placeholder="Where to?")
    answer = await ann.answer()
    assert answer["content"] == "Chosen: york, calais"
    assert answer["flags"] & 64


async def test_a_menu_takes_no_more_than_it_allows(ann: Person) -> None:
    shown = await panel(ann)
    with pytest.raises(SandboxRefused, match="Choose 1 to 2"):
        await ann.choose(shown, ["york", "calais", "london"], custom_id="places")
    with pytest.raises(SandboxRefused, match="not among the options"):
        await ann.choose(shown, "paris", custom_id="places")


async def test_a_menu_of_people(ann: Person, ben: Person) -> None:
    shown = await panel(ann)
    await ann.choose(shown, ben.id, custom_id="people")
    await ann.expect("Named: Ben")


async def test_a_form_is_filled_in(ann: Person) -> None:
    await ann.slash("/game orders")
    await ann.press(await ann.answer(), "Write orders")
    form = await ann.modal()
    assert form["modal"]["title"] == "Your orders"
    with pytest.raises(SandboxRefused, match="Fill in Orders"):
        await ann.submit(form, {"Orders": "", "Stance": "Bold"})
    with pytest.raises(SandboxRefused, match="takes 0 to 50 characters"):
        await ann.submit(form, {"Orders": "x" * 51, "Stance": "Bold"})
    await ann.submit(form, {"Orders": "March", "Stance": "Bold"})
    assert (await ann.answer())["content"] == "Orders: March (Bold)"
    with pytest.raises(SandboxRefused, match="no longer open"):
        await ann.submit(form, {"Orders": "Again", "Stance": "Wary"})


async def test_a_layout_with_a_picture(ann: Person) -> None:
    await ann.slash("/game board")
    shown = await ann.answer()
    assert shown["flags"] & 32768
    gallery = next(c for c in walk(shown["components"]) if c["type"] == 12)
    media = gallery["items"][0]["media"]
    assert (media["width"], media["height"], media["content_type"]) == (40, 30, "image/png")
    async with ann._session.get(media["url"]) as response:
        assert response.headers["Content-Type"] == "image/png"
        assert (await response.read()).startswith(b"\x89PNG")
    await ann.choose(shown, "Calais", custom_id="places")
    await ann.expect("Chosen: calais")


async def test_what_a_bot_leaves_unsaid_of_a_component_is_told_as_plain_as_it_is(clerk: Clerk, bare: Bare) -> None:
    menu = {"type": 5, "custom_id": "who"}
    inside = [{"type": 14}, {"type": 12, "items": [{"media": {"url": "https://x.y/z.png"}}]}]
    body = {"flags": 32768, "components": [{"type": 1, "components": [menu]}, {"type": 17, "components": inside}]}
    sent = (await bare("POST", f"/channels/{clerk.table_talk.id}/messages", body)).body
    (people,), container = sent["components"][0]["components"], sent["components"][1]
    line, gallery = container["components"]
    assert (people["min_values"], people["max_values"]) == (1, 1)
    assert (container["accent_color"], container["spoiler"]) == (None, False)
    assert (line["divider"], line["spacing"]) == (True, 1)
    assert (gallery["items"][0]["description"], gallery["items"][0]["spoiler"]) == (None, False)


async def test_ephemeral_answers_are_for_one_person(ann: Person, ben: Person) -> None:
    await ann.slash("/game hand")
    hand = await ann.answer()
    assert hand["content"] == "Your hand: five cards"
    assert hand["flags"] & 64
    await ann.expect("And a secret")
    await ann.say("Done")
    await ben.expect("Done")
    assert [m["content"] for m in await ben.messages()] == ["Done"]
    assert [m["content"] for m in await ann.messages()][:2] == ["Your hand: five cards", "And a secret"]


async def test_a_chosen_role_comes_with_its_name(ann: Person, clerk: Clerk) -> None:
    class Roles(ui.RoleSelect[Any]):
        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message(f"You chose {self.values[0].name}.")

    view = ui.View()
    view.add_item(Roles(custom_id="roles"))
    role = clerk.table_talk.guild.roles[-1]
    await clerk.table_talk.send("Which role?", view=view)
    await ann.choose(await ann.expect("Which role?", channel="table-talk"), str(role.id), custom_id="roles")
    await ann.expect(f"You chose {role.name}.", channel="table-talk")


def choices(*values: str) -> list[Json]:
    return [{"label": value, "value": value} for value in values]


class Shown:
    """A world in which a message or a form is shown."""

    def __init__(self) -> None:
        self.world = World(None)
        self.told = Payloads(self.world, "http://here")
        self.forms = Forms(self.world, self.told)
        self.ben = next(p for p in self.world.people.values() if p.username == "ben")
        self.talk = next(c for c in self.world.channels.values() if c.name == "table-talk")
        self.file = keep(self.world, "0", Upload("a.txt", b"x", "text/plain"))
        self.keys = {
            "ben": self.ben.id,
            "talk": self.talk.id,
            "role": self.world.guild.bot_role_id,
            "file": self.file.id,
        }

    def press(self, component: Json, **data: Any) -> Json:
        """What the bot is told of a press on a component of a message."""
        row = {"type": 1, "id": 1, "components": [{"id": 2, "custom_id": "it"} | component]}
        message = Message("5", self.talk.id, self.world.guild.bot_id, components=[row])
        return self.forms.press(message, {"custom_id": "it"} | data)

    def fill(self, field: Json, **answer: Any) -> Json:
        """What the bot is told of a form with one field, beside a text."""
        component = {"id": 2, "custom_id": "it"} | field
        parts = [{"type": 10, "id": 3, "content": "x"}, {"type": 18, "id": 1, "label": "Why", "component": component}]
        sent = [{"type": 18, "component": {"custom_id": "it"} | answer}] if answer else []
        return self.forms.fill({"custom_id": "form", "components": parts}, sent)


MENU: Json = {"type": 3, "options": choices("a", "b", "c")}


@rows("component, data, told", [
    ({"type": 2}, {}, {}), ({"type": 2}, {"component_type": 2}, {}), ({"type": 2}, {"component_type": 3}, "of type 2"),
    ({"type": 2, "disabled": True}, {}, "is disabled"),
    ({"type": 2}, {"custom_id": "other"}, "no longer on the message"),
    (MENU, {"values": ["a"]}, {"values": ["a"]}), (MENU, {}, "Choose 1 to 1 of the options, not 0"),
    (MENU, {"values": ["a", "b"]}, "not 2"), (MENU, {"values": ["z"]}, "'z' is not among the options"),
    (MENU | {"min_values": 0}, {}, {"values": []}),
    (MENU | {"max_values": 2}, {"values": ["a", "b"]}, {"values": ["a", "b"]}),
    (MENU | {"max_values": 2}, {"values": ["a", "a"]}, "only once"), ({"type": 2}, {"values": ["a"]}, {}),
])  # fmt: skip
def test_only_what_is_there_is_pressed_and_chosen(component: Json, data: Json, told: Json | str) -> None:
    shown = Shown()
    if isinstance(told, str):
        with pytest.raises(PersonError, match=told) as refused:
            shown.press(component, **data)
        assert refused.value.status == (404 if "no longer" in told else 400)
    else:
        plain = {"component_type": component["type"], "custom_id": "it", "id": 2}
        assert shown.press(component, **data) == plain | told


@rows("kind, one, found", [
    (5, "ben", ["users", "members"]), (5, "role", []), (6, "role", ["roles"]), (6, "ben", []),
    (7, "ben", ["users", "members"]), (7, "role", ["roles"]), (7, "talk", []), (8, "talk", ["channels"]),
    (8, "ben", []), (8, "file", []),
])  # fmt: skip
def test_a_menu_finds_what_it_is_for(kind: int, one: str, found: list[str]) -> None:
    shown = Shown()
    key = shown.keys[one]
    if not found:
        with pytest.raises(PersonError, match=f"There is nothing with the id {key} to choose"):
            shown.press({"type": kind}, values=[key])
        return
    told = shown.press({"type": kind}, values=[key])
    assert {name: list(things) for name, things in told["resolved"].items()} == {name: [key] for name in found}


def test_a_menu_of_channels_finds_those_of_its_kind() -> None:
    shown = Shown()
    assert shown.press({"type": 8, "channel_types": [0]}, values=[shown.talk.id])["resolved"]["channels"]
    with pytest.raises(PersonError):
        shown.press({"type": 8, "channel_types": [5]}, values=[shown.talk.id])


RADIO: Json = {"type": 21, "options": choices("a", "b")}
BOXES: Json = {"type": 22, "options": choices("a", "b")}


@rows("field, answer, told", [
    ({"type": 4}, {"value": "x"}, {"value": "x"}), ({"type": 4}, {}, "Fill in Why"),
    ({"type": 4}, {"value": ""}, "Fill"),
    ({"type": 4, "required": False}, {}, {"value": ""}), ({"type": 4}, {"value": "x" * 4000}, {"value": "x" * 4000}),
    ({"type": 4}, {"value": "x" * 4001}, "Why takes 0 to 4000 characters"),
    ({"type": 4, "min_length": 2, "max_length": 3}, {"value": "xx"}, {"value": "xx"}),
    ({"type": 4, "min_length": 2, "max_length": 3}, {"value": "x"}, "Why takes 2 to 3 characters"),
    ({"type": 4, "min_length": 2, "max_length": 3}, {"value": "xxxx"}, "Why takes"),
    ({"type": 4, "min_length": 2, "required": False}, {"value": ""}, {"value": ""}),
    ({"type": 23}, {}, {"value": False}), ({"type": 23}, {"value": True}, {"value": True}),
    (RADIO, {"value": "b"}, {"value": "b"}), (RADIO, {"value": "z"}, "Choose one of the options of Why"),
    (RADIO, {}, "Choose one"), (RADIO | {"required": False}, {}, {"value": None}),
    (RADIO | {"required": False}, {"value": "z"}, "Choose one"),
    (MENU, {"values": ["a"]}, {"values": ["a"]}), (MENU, {}, "Choose 1 to 1"),
    (MENU | {"required": False}, {}, {"values": []}), (MENU | {"required": False}, {"values": ["z"]}, "not among"),
    (BOXES, {"values": ["a", "b"]}, {"values": ["a", "b"]}), (BOXES, {"values": ["a", "b", "c"]}, "Choose 1 to 2"),
])  # fmt: skip
def test_a_form_takes_what_its_fields_are_made_for(field: Json, answer: Json, told: Json | str) -> None:
    shown = Shown()
    if isinstance(told, str):
        with pytest.raises(PersonError, match=told):
            shown.fill(field, **answer)
        return
    inside = {"type": field["type"], "id": 2, "custom_id": "it", **told}
    parts = [{"type": 10, "id": 3}, {"type": 18, "id": 1, "component": inside}]
    assert shown.fill(field, **answer) == {"custom_id": "form", "components": parts}


def test_a_form_comes_with_what_was_chosen_in_it_and_with_no_strangers() -> None:
    shown = Shown()
    assert list(shown.fill({"type": 19}, values=[shown.file.id])["resolved"]["attachments"]) == [shown.file.id]
    assert list(shown.fill({"type": 5}, values=[shown.ben.id])["resolved"]) == ["users", "members"]
    with pytest.raises(PersonError, match="nothing with the id 1"):
        shown.fill({"type": 19}, values=["1"])
    with pytest.raises(PersonError, match="The form has no field other"):
        shown.fill({"type": 4}, custom_id="other", value="x")
    row = {"type": 1, "id": 1, "components": [{"type": 4, "id": 2, "custom_id": "it", "label": "Old"}]}
    old = {"custom_id": "form", "components": [row]}
    sent = [{"type": 1, "components": [{"type": 4, "custom_id": "it", "value": "x"}]}]
    field = {"type": 4, "id": 2, "custom_id": "it", "value": "x"}
    assert shown.forms.fill(old, sent)["components"] == [{"type": 1, "id": 1, "components": [field]}]
    with pytest.raises(PersonError, match="Fill in Old"):
        shown.forms.fill(old, [])
