"""What follows the first answer, by the interaction's token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from discord import ui

from tests.harness.sandbox import DrivenSandbox, Person, SandboxRefused
from tests.sandbox.clerk import Clerk, Click, picture
from tests.sandbox.conftest import until

Script = Callable[[Click], Awaitable[object]]


async def play(ann: Person, clerk: Clerk, script: Script) -> None:
    """Let the bot answer one command as the test says, and wait until it has done so."""
    clerk.script = script
    clerk.release.clear()
    await ann.slash("/game script", wait=False)
    await until(clerk.release.is_set)
    if clerk.failed is not None:
        raise clerk.failed


async def test_the_original_answer_is_fetched_changed_and_removed(ann: Person, clerk: Clerk) -> None:
    async def script(interaction: Click) -> None:
        await interaction.response.send_message("First")
        original = await interaction.original_response()
        assert original.content == "First"
        await original.edit(content="Second", attachments=[picture()])
        await interaction.delete_original_response()

    await play(ann, clerk, script)
    first = await ann.expect("First")
    assert (await ann.expect("Second"))["attachments"][0]["filename"] == "map.png"
    await ann.frame("MESSAGE_DELETE", id=first["id"])


async def test_follow_ups_are_changed_and_removed(ann: Person, clerk: Clerk) -> None:
    async def script(interaction: Click) -> None:
        await interaction.response.send_message("First")
        more = await interaction.followup.send("More", wait=True)
        await more.edit(content="Even more")
        again = await interaction.followup.fetch_message(more.id)
        assert again.content == "Even more"
        await again.delete()

    await play(ann, clerk, script)
    await ann.expect("Even more")
    assert [m["content"] for m in await ann.messages()] == ["First"]


async def test_the_first_answer_tells_its_message(ann: Person, clerk: Clerk) -> None:
    async def script(interaction: Click) -> None:
        response = await interaction.response.send_message("First", ephemeral=True)
        assert response.is_ephemeral()
        assert isinstance(response.resource, discord.InteractionMessage)
        assert response.message_id == response.resource.id

    await play(ann, clerk, script)


async def test_a_deferred_answer_stays_private(ann: Person, clerk: Clerk) -> None:
    async def script(interaction: Click) -> None:
        response = await interaction.response.defer(ephemeral=True, thinking=True)
        assert response is not None
        assert response.is_thinking()
        sent = await interaction.followup.send("Out of the dark", ephemeral=False, wait=True)
        assert sent.id == response.message_id
        assert sent.flags.ephemeral

    await play(ann, clerk, script)


async def test_an_update_needs_a_message(ann: Person, clerk: Clerk) -> None:
    async def script(interaction: Click) -> None:
        body = {"type": 7, "data": {"content": "?"}}
        route = discord.http.Route("POST", f"/interactions/{interaction.id}/{interaction.token}/callback")
        with pytest.raises(discord.HTTPException) as refused:
            await clerk.http.request(route, json=body)
        assert refused.value.code == 50035
        await interaction.response.send_message("Refused")

    await play(ann, clerk, script)


async def test_a_refused_answer_may_be_tried_again(ann: Person, clerk: Clerk) -> None:
    async def script(interaction: Click) -> None:
        with pytest.raises(discord.HTTPException) as refused:
            await interaction.response.send_message("x" * 2001)
        assert refused.value.code == 50035
        assert "In data.content: Must be 2000 or fewer" in refused.value.text
        await interaction.response.send_message("Shorter")

    await play(ann, clerk, script)
    await ann.expect("Shorter")


async def test_a_form_may_be_taken_without_a_word(ann: Person, clerk: Clerk) -> None:
    class Form(ui.Modal, title="Form"):
        text: ui.Label[Any] = ui.Label(text="Text", component=ui.TextInput(custom_id="text"))

        async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
            await interaction.response.defer()

    await play(ann, clerk, lambda interaction: interaction.response.send_modal(Form()))
    key = await ann.submit(await ann.modal(), {"Text": "x"})
    await ann.frame("INTERACTION_DEFERRED", interaction_id=key, kind="update")


@pytest.mark.parametrize(
    ("title", "labels"),
    [("x" * 46, ["a"]), ("x", []), ("x", ["x" * 46])],
)
async def test_forms_beyond_a_limit(ann: Person, clerk: Clerk, title: str, labels: list[str]) -> None:
    async def script(interaction: Click) -> None:
        form = discord.ui.Modal(title=title)
        for label in labels:
            form.add_item(discord.ui.TextInput(label=label))
        with pytest.raises(discord.HTTPException) as refused:
            await interaction.response.send_modal(form)
        assert refused.value.code == 50035
        await interaction.response.send_message("Refused")

    await play(ann, clerk, script)


async def test_a_form_with_every_kind_of_field(ann: Person, ben: Person, clerk: Clerk) -> None:
    pace = ui.RadioGroup[Any](custom_id="pace", options=[discord.RadioGroupOption(label=p) for p in "ab"])
    ships = ui.CheckboxGroup[Any](custom_id="with", options=[discord.CheckboxGroupOption(label=p) for p in "cde"])
    secret, whom = ui.Checkbox[Any](custom_id="secret"), ui.UserSelect[Any](custom_id="whom", required=False)
    chart = ui.FileUpload[Any](custom_id="chart")

    class Form(ui.Modal):
        async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
            read = (await chart.values[0].read()).decode()
            named = [user.display_name for user in whom.values]
            text = f"{pace.value} {ships.values} {secret.value} {named} {read}"
            await interaction.response.send_message(text)

    async def script(interaction: Click) -> None:
        form = Form(title="Everything")
        for name, component in {"Pace": pace, "With": ships, "Secret": secret, "Whom": whom, "Chart": chart}.items():
            form.add_item(ui.Label(text=name, component=component))
        await interaction.response.send_modal(form)

    await play(ann, clerk, script)
    form = await ann.modal()
    file = await ann.upload("chart.txt", b"Here be dragons")
    answers = {"Pace": "a", "With": ["c", "e"], "Secret": True, "Chart": file}
    with pytest.raises(SandboxRefused, match="Choose one of the options of Pace"):
        await ann.submit(form, answers | {"Pace": "z"})
    await ann.submit(form, answers | {"Whom": ben.id})
    assert (await ann.answer())["content"] == "a ['c', 'e'] True ['Ben'] Here be dragons"


async def test_the_channel_may_go_meanwhile(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    async def script(interaction: Click) -> None:
        await interaction.response.defer()
        await sandbox.control(f"channels/{interaction.channel_id}", action="delete")
        with pytest.raises(discord.NotFound) as refused:
            await interaction.followup.send("Anybody?")
        assert refused.value.code == 10003

    await play(ann, clerk, script)
