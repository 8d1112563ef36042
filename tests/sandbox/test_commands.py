"""Slash commands: registered, written, filled in, refused."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.harness.sandbox import DrivenSandbox, NotSeen, Person, SandboxRefused
from tests.sandbox.clerk import Clerk


async def test_a_slash_command_is_answered(ann: Person, ben: Person) -> None:
    await ann.slash("/game new", variant="base", seats=7)
    assert (await ann.answer())["content"] == "A base game with 7 seats"
    seen = await ben.expect("A base game")
    assert seen["interaction"]["name"] == "game new"
    assert seen["type"] == discord.MessageType.chat_input_command.value
    about = seen["interaction_metadata"]
    assert (about["user"]["username"], about["type"], about["command_type"]) == ("ann", 2, 1)


async def test_people_and_channels_are_resolved(ann: Person, ben: Person) -> None:
    await ann.slash("/game invite", who=ben, at="table-talk")
    await ann.expect("Ben is invited to table-talk")


async def test_autocomplete_knows_the_other_options(ann: Person) -> None:
    choices = await ann.autocomplete("/game move", "to", "ca", nobles="Percy")
    assert choices == [("Calais (Percy)", "calais"), ("Carlisle (Percy)", "carlisle")]


async def test_what_does_not_come_is_told_with_what_came(ann: Person) -> None:
    await ann.slash("/game new", variant="base")
    ann.forget()
    with pytest.raises(NotSeen, match=r"did not see 'A base game' within 0.05 s. What came:\s+.*A base game"):
        await ann.expect("A base game", timeout=0.05)


async def test_a_command_works_in_a_dm(ann: Person) -> None:
    await ann.slash("/game new", channel=ann.dm(), variant="wbc")
    await ann.expect("A wbc game", channel=ann.dm())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "needs the option variant"),
        ({"variant": "covault"}, "must be one of: base, wbc"),
        ({"variant": "base", "seats": 8}, "must be between 2 and 7"),
        ({"variant": "base", "seats": True}, "not of the type"),
    ],
)
async def test_options_are_checked(ann: Person, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SandboxRefused, match=sentence):
        await ann.slash("/game new", **options)


async def test_default_permissions_hide_a_command(ann: Person, ben: Person) -> None:
    await ann.slash("/odds")
    await ann.expect("Two to one")
    with pytest.raises(AssertionError, match="no command /odds"):
        await ben.slash("/odds")


async def test_commands_are_offered_as_registered(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    world = await ann.refresh()
    game = next(c for c in world["commands"] if c["name"] == "game")
    assert game["contexts"] == [0, 1, 2]
    assert [o["name"] for o in game["options"]][:3] == ["new", "invite", "move"]
    before = {c.name: c.id for c in await clerk.tree.fetch_commands()}
    clerk.tree.remove_command("odds")
    await clerk.tree.sync()
    after = {c.name: c.id for c in await clerk.tree.fetch_commands()}
    assert after == {"game": before["game"]}
    await ann.frame("COMMANDS_UPDATE")
