"""What follows the first answer, by the interaction's token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from discord import ui

from bot.sandbox import permissions
from bot.sandbox.errors import Refusal
from bot.sandbox.interactions import Clock, Interaction, Interactions, Kind
from bot.sandbox.messages import Messages
from bot.sandbox.model import Channel, Message
from bot.sandbox.payloads import Payloads
from bot.sandbox.world import World
from tests.harness.reading import Json
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


class Told:
    """Notes whatever is broadcast."""

    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *about: self.events.append((name, *about))

    def to(self, person: str) -> list[str]:
        """What one person was told of their own interactions."""
        return [about[2] for about in self.events if about[:2] == ("tell", person)]


class Counter:
    """Interactions of Ben without a server."""

    def __init__(self) -> None:
        self.world, self.told, self.clock = World(None), Told(), Clock()
        self.payloads = Payloads(self.world, "http://here")
        broadcast: Any = self.told
        self.messages = Messages(self.world, broadcast)
        self.all = Interactions(self.world, self.payloads, broadcast, self.messages, self.clock)
        self.ann, self.ben = list(self.world.people.values())[:2]
        self.talk = next(c for c in self.world.channels.values() if c.name == "table-talk")

    def open(self, kind: Kind = Kind.COMMAND, channel: Channel | None = None, **more: Any) -> Interaction:
        """Let Ben do something."""
        return self.all.open(kind, self.ben, channel or self.talk, {"name": "game"}, **more)

    def answer(self, to: Interaction, kind: int, **data: Any) -> Json:
        """Let the bot answer at first."""
        return self.all.respond(to.id, to.token, {"type": kind, "data": data}, [])

    def shown(self) -> Message:
        """A message with a button."""
        message = Message(self.world.ids.next(), self.talk.id, self.world.guild.bot_id, content="Press!")
        self.world.save_message(message)
        return message


@pytest.fixture
async def counter() -> Counter:
    return Counter()


def refused_with(call: Callable[[], object]) -> int:
    """Return Discord's number of a refusal, or 0."""
    try:
        call()
    except Refusal as refusal:
        return refusal.code
    return 0


@pytest.mark.parametrize("private", [False, True])
async def test_an_interaction_is_handed_over_whole(private: bool, counter: Counter) -> None:
    world, ben, told = counter.world, counter.ben, counter.payloads
    channel = world.dm_with(ben.id) if private else counter.talk
    source, counter.clock.deliveries = counter.shown(), 2
    new = counter.open(Kind.COMPONENT, channel, source=source)
    allowed, guild = str(int(permissions.of_person(world, ben, channel))), world.guild.id
    whole: Json = {
        "id": new.id, "application_id": world.guild.bot_id, "type": 3, "token": new.token, "version": 1,
        "data": {"name": "game"}, "channel_id": channel.id,
        "channel": {**told.channel(channel), "permissions": allowed},
        "app_permissions": str(int(permissions.of_bot(world, channel))), "locale": "en-GB", "entitlements": [],
        "entitlement_sku_ids": [], "attachment_size_limit": 10 * 2**20, "message": told.message(source),
    }  # fmt: skip
    if private:
        whole |= {"user": told.user(ben.id), "context": 1, "authorizing_integration_owners": {"0": "0"}}
    else:
        about = {"id": guild, "locale": "en-GB", "features": []}
        whole |= {"member": {**told.member(ben.id), "permissions": allowed}, "guild_id": guild, "guild": about}
        whole |= {"guild_locale": "en-GB", "context": 0, "authorizing_integration_owners": {"0": guild}}
    assert counter.told.events == [("interaction", whole)] * 2
    counter.all.cancel_timers()


@pytest.mark.parametrize(
    ("kind", "on_message", "fitting"),
    [
        (Kind.COMMAND, False, {4, 5, 9}), (Kind.COMPONENT, True, {4, 5, 6, 7, 9}), (Kind.AUTOCOMPLETE, False, {8}),
        (Kind.MODAL, True, {4, 5, 6, 7}), (Kind.MODAL, False, {4, 5, 6}),
    ],
)  # fmt: skip
async def test_each_kind_of_interaction_takes_its_own_answers(
    kind: Kind, on_message: bool, fitting: set[int], counter: Counter
) -> None:
    row = {"type": 1, "components": [{"type": 4, "custom_id": "t", "style": 1, "label": "Why"}]}
    data = {"content": "x", "title": "Form", "custom_id": "f"}
    taken = set()
    for answer in range(1, 11):
        new = counter.open(kind, source=counter.shown() if on_message else None)
        given = data | ({"components": [row]} if answer == 9 else {})
        if refused_with(lambda: counter.answer(new, answer, **given)) == 0:  # noqa: B023
            taken.add(answer)
            assert refused_with(lambda: counter.answer(new, answer, **given)) == 40060  # noqa: B023
    assert taken == fitting
    counter.all.cancel_timers()


async def test_the_first_answer_tells_what_came_of_it(counter: Counter) -> None:
    new = counter.open(name="game new")
    told = counter.answer(new, 4, content="x", flags=64)
    message = new.original
    assert message is not None and (message.ephemeral_for, message.type) == (counter.ben.id, 20)
    assert message.interaction == {"id": new.id, "type": 2, "name": "game new", "user_id": counter.ben.id}
    about = {"id": new.id, "type": 2, "response_message_loading": False, "response_message_id": message.id}
    resource = {"type": 4, "message": counter.payloads.message(message)}
    assert told == {"interaction": about | {"response_message_ephemeral": True}, "resource": resource}
    assert counter.told.to(counter.ben.id) == ["INTERACTION_DONE"]
    source = counter.shown()
    pressed = counter.open(Kind.COMPONENT, source=source)
    seen = counter.answer(pressed, 6)
    assert seen == {"interaction": {"id": pressed.id, "type": 3, "response_message_loading": False}}
    assert counter.told.events[-1][3] == {"interaction_id": pressed.id, "kind": "update"}
    assert counter.all.message(pressed, "@original") is source is counter.all.message(pressed, source.id)
    other = counter.open(Kind.COMPONENT, source=source)
    counter.answer(other, 7, content="Pressed")
    assert (source.content, other.original, other.finished) == ("Pressed", source, True)
    gone = counter.open(Kind.COMPONENT, source=source)
    counter.messages.delete(source)
    assert refused_with(lambda: counter.answer(gone, 7, content="x")) == 10008
    assert refused_with(lambda: counter.all.message(pressed, "@original")) == 10008
    counter.all.cancel_timers()


async def test_a_deferred_answer_comes_by_an_edit_a_follow_up_or_not_at_all(counter: Counter) -> None:
    for way, flags in (("edit", 64), ("edit", 0), ("follow_up", 64), ("delete", 0), ("plain", 64), ("plain", 0)):
        new = counter.open()
        told = counter.answer(new, 5, flags=flags)["interaction"]
        loading = new.loading
        assert loading is not None and loading.flags == 128 | flags and loading.type == 20
        assert (told["response_message_loading"], told["response_message_ephemeral"]) == (True, bool(flags))
        assert counter.told.events[-1][2:] == ("INTERACTION_DEFERRED", {"interaction_id": new.id, "kind": "message"})
        assert counter.all.message(new, "@original") is loading is counter.all.message(new, loading.id)
        assert counter.world.message(counter.talk.id, loading.id) is None
        if way == "delete":
            counter.all.delete(new, "@original")
            assert refused_with(lambda: counter.all.message(new, "@original")) == 10008  # noqa: B023
            more = counter.all.follow_up(new, {"content": "More"}, [])
            assert more is not loading and more.ephemeral_for is None
        else:
            said = {"content": "At last", "flags": 64} if way != "plain" else {"content": "At last"}
            given = counter.all.edit(new, "@original", said, []) if way == "edit" else None
            assert (given or counter.all.follow_up(new, said, [])) is loading is new.original
            assert (loading.flags, loading.ephemeral_for) == (flags, counter.ben.id if flags else None)
            assert counter.all.message(new, loading.id) is loading is counter.all.message(new, "@original")
            assert counter.world.message(counter.talk.id, loading.id) is loading
        assert new.finished and counter.told.to(counter.ben.id)[-1] == "INTERACTION_DONE"
    counter.all.cancel_timers()


@pytest.mark.parametrize("way", ["follow_up", "edit", "delete"])
async def test_who_was_told_to_wait_for_a_change_is_told_of_its_end(way: str, counter: Counter) -> None:
    pressed = counter.open(Kind.COMPONENT, source=counter.shown())
    counter.answer(pressed, 6)
    assert counter.told.to(counter.ben.id) == ["INTERACTION_DEFERRED"]
    if way == "follow_up":
        counter.all.follow_up(pressed, {"content": "x"}, [])
    elif way == "edit":
        counter.all.edit(pressed, "@original", {"content": "x"}, [])
    else:
        counter.all.delete(pressed, "@original")
    assert counter.told.to(counter.ben.id) == ["INTERACTION_DEFERRED", "INTERACTION_DONE"] and pressed.finished
    counter.all.cancel_timers()


async def test_nothing_is_answered_in_a_channel_that_is_gone(counter: Counter) -> None:
    new = counter.open()
    del counter.world.channels[counter.talk.id]
    assert refused_with(lambda: counter.answer(new, 4, content="x")) == 10003
    counter.all.cancel_timers()


async def test_a_token_is_for_its_own_messages_and_its_own_time(counter: Counter) -> None:
    first, second = counter.open(), counter.open()
    assert refused_with(lambda: counter.all.by_token(first.token)) == 10015
    assert refused_with(lambda: counter.all.respond(first.id, second.token, {"type": 4}, [])) == 10062
    assert refused_with(lambda: counter.all.respond("1", first.token, {"type": 4}, [])) == 10062
    counter.answer(first, 4, content="x")
    counter.answer(second, 4, content="y")
    assert first.original and second.original
    assert refused_with(lambda: counter.all.message(first, second.original.id)) == 10008  # type: ignore[union-attr]
    counter.all.delete(first, "@original")
    assert refused_with(lambda: counter.all.edit(first, "@original", {"content": "z"}, [])) == 10008
    assert counter.all.by_token(first.token) is first
    counter.clock.token_seconds = -1
    assert refused_with(lambda: counter.all.by_token(first.token)) == 50027
    counter.clock.token_seconds = 900
    del counter.world.channels[counter.talk.id]
    assert refused_with(lambda: counter.all.by_token(first.token)) == 10003


async def test_who_waits_in_vain_is_told_so(counter: Counter) -> None:
    ben = counter.ben.id
    for kind, reason in (
        (Kind.COMMAND, "The application did not respond"),
        (Kind.COMPONENT, "This interaction failed"),
    ):
        late = counter.open(kind, source=counter.shown())
        counter.all._time_is_up(late)
        assert counter.told.events[-1] == (
            "tell",
            ben,
            "INTERACTION_FAILED",
            {"interaction_id": late.id, "reason": reason},
        )
        assert refused_with(lambda: counter.answer(late, 4, content="x")) == 10062  # noqa: B023
    asked = counter.open(Kind.AUTOCOMPLETE)
    counter.all._time_is_up(asked)
    assert asked.choices is not None and asked.choices.result() is None
    for answer, event in ((5, "INTERACTION_FAILED"), (6, "INTERACTION_DONE")):
        slow = counter.open(Kind.COMPONENT, source=counter.shown())
        counter.answer(slow, answer)
        counter.all._time_is_up(slow)
        counter.all._token_ends(slow)
        assert (counter.told.to(ben)[-1], slow.finished) == (event, True)
        so_far = len(counter.told.events)
        counter.all._token_ends(slow)
        assert len(counter.told.events) == so_far
    waiting = counter.open(Kind.AUTOCOMPLETE)
    counter.all.cancel_timers()
    assert waiting.choices is not None and waiting.choices.result() is None
    assert waiting.timer is not None and waiting.timer.cancelled()
    assert refused_with(lambda: counter.answer(waiting, 8, choices=[])) == 0, "nobody waits for it any more"


async def test_choices_and_forms_go_to_who_asked(counter: Counter) -> None:
    asked = counter.open(Kind.AUTOCOMPLETE, focused_type=3)
    assert refused_with(lambda: counter.answer(asked, 8, choices=[{"name": "A", "value": 5}])) == 50035
    counter.answer(asked, 8, choices=[{"name": "A", "value": "a"}])
    assert asked.choices is not None and asked.choices.result() == [{"name": "A", "value": "a"}]
    assert asked.finished and not counter.told.to(counter.ben.id)
    new = counter.open()
    field = {"type": 4, "custom_id": "t", "style": 1, "label": "Why"}
    form = {"title": "Form", "custom_id": "f", "components": [{"type": 1, "components": [field]}]}
    assert refused_with(lambda: counter.answer(new, 9, **form | {"title": "x" * 46})) == 50035
    counter.answer(new, 9, **form)
    name, frame = next((about[2], about[3]) for about in reversed(counter.told.events) if about[2] == "MODAL")
    assert (name, frame["interaction_id"], frame["channel_id"]) == ("MODAL", new.id, counter.talk.id)
    assert frame["modal"]["components"][0]["components"][0]["id"] == 2
    modal = counter.all.modal(frame["modal_id"], counter.ben.id)
    assert modal is not None and counter.all.modal(frame["modal_id"], counter.ann.id) is None
    counter.all.close_modal(modal)
    assert counter.all.modal(frame["modal_id"], counter.ben.id) is None
    counter.all.cancel_timers()


async def test_interactions_of_an_hour_ago_are_forgotten(counter: Counter) -> None:
    old, young = counter.open(), counter.open()
    for one, back in ((old, 3_700_000), (young, 3_500_000)):
        key = str(int(one.id) - (back << 22))
        counter.all._by_id[key] = counter.all._by_id.pop(one.id)
    newest = counter.open()
    assert list(counter.all._by_id.values()) == [young, newest]
    assert list(counter.all._by_token.values()) == [young, newest]
    counter.all.cancel_timers()
