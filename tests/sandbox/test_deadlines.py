"""Three seconds for the first answer, fifteen minutes for the rest, and only one first answer."""

from __future__ import annotations

import asyncio

import pytest

from tests.harness.sandbox import DrivenSandbox, InteractionFailed, Person, SandboxRefused
from tests.sandbox.clerk import Clerk
from tests.sandbox.conftest import Bare


async def test_an_answer_after_three_seconds_comes_too_late(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("clock", interaction_seconds=0.1)
    with pytest.raises(InteractionFailed, match="did not respond"):
        await ann.slash("/game slowly", deferred=False)
    clerk.release.set()
    await asyncio.sleep(0.1)
    assert [error.code for error in clerk.caught] == [10062]
    assert await ann.messages() == []


async def test_the_token_ends_after_fifteen_minutes(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("clock", token_seconds=0.1)
    key = await ann.slash("/game slowly", deferred=True)
    failed = await ann.frame("INTERACTION_FAILED", interaction_id=key)
    assert failed["reason"] == "The application did not respond"
    clerk.release.set()
    await asyncio.sleep(0.1)
    assert [(error.status, error.code) for error in clerk.caught] == [(401, 50027)]


async def test_a_deferred_answer_may_take_its_time(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("clock", interaction_seconds=0.1)
    await ann.slash("/game slowly", deferred=True)
    await asyncio.sleep(0.2)
    clerk.release.set()
    assert (await ann.answer())["content"] == "At last"
    assert clerk.caught == []


async def test_a_second_first_answer_is_refused(ann: Person, clerk: Clerk) -> None:
    await ann.slash("/game twice")
    assert (await ann.answer())["content"] == "Once"
    await asyncio.sleep(0.05)
    assert [error.code for error in clerk.caught] == [40060]
    assert [m["content"] for m in await ann.messages()] == ["Once"]


async def test_autocomplete_without_an_answer_fails(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("clock", interaction_seconds=0.1)
    clerk.tree.clear_commands(guild=None)
    with pytest.raises(SandboxRefused, match="Loading options failed"):
        await ann.autocomplete("/game move", "to", "y")


async def test_without_a_bot_an_interaction_fails(sandbox: DrivenSandbox, bare: Bare) -> None:
    command = {"name": "mine", "description": "My games"}
    await bare("PUT", f"/applications/{sandbox.application_id}/commands", [command])
    await sandbox.control("clock", interaction_seconds=0.05)
    ann = await sandbox.person("ann")
    with pytest.raises(InteractionFailed):
        await ann.slash("/mine")


async def test_unknown_interactions_and_tokens(sandbox: DrivenSandbox, bare: Bare) -> None:
    answer = {"type": 4, "data": {"content": "?"}}
    reply = await bare("POST", "/interactions/12345/no-such-token/callback", answer)
    assert (reply.status, reply.code) == (404, 10062)
    reply = await bare("POST", f"/webhooks/{sandbox.application_id}/no-such-token", {"content": "?"})
    assert (reply.status, reply.code) == (404, 10015)
