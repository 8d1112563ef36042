"""Buttons, menus, forms and layouts."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from tests.harness.reading import Json, walk
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
