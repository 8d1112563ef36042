"""Herald is stopped in the middle of a game and started again: nobody at the table should notice."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.e2e.players import ButtonPlayer, is_done, ways
from tests.e2e.table import Evening, at_work
from tests.harness.reading import Json, text_of
from tests.harness.sandbox import DrivenSandbox, running_sandbox


async def seated(sandbox: DrivenSandbox, night: Evening) -> None:
    """Let people sit down at a table and start."""
    for person in night.people:
        await person.bot_is_ready()
    await night.open()
    await night.start()


async def arrived(night: Evening) -> list[Json]:
    """Return what stands in the thread for everybody."""
    return [message for message in await night.people[0].messages(limit=500) if not message["flags"] & 64]


async def test_old_panels_and_forms_still_work(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        people = [await sandbox.person(name) for name in ("ann", "ben")]
        async with at_work(tmp_path, sandbox) as supervisor:
            night = Evening(sandbox, supervisor, people)
            await seated(sandbox, night)
            ann = ButtonPlayer(people[0], night, Random(1))
            form = await ann.press(await ann.options(), "Station a noble")
            ben = ButtonPlayer(people[1], night, Random(1))
            options = await ben.options()
            status = await night.panel(people[0])
        async with at_work(tmp_path, sandbox) as night.supervisor:
            while not is_done(form):
                form = await ann.go(form, next(way for field in ("noble", "at") for way in ways(form, field)))
            assert "ready" in text_of(await ben.press(options, "My faction is ready"))
            await ann.press(await ann.options(), "My faction is ready")
            await night.all_said()
            panel = await night.panel(people[0])
            assert panel["id"] == status["id"] and "Movement phase" in text_of(panel)
            assert sum(message["pinned"] for message in await arrived(night)) == 1
            await night.check_wire()


async def test_what_was_not_sent_yet_arrives_once(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        people = [await sandbox.person(name) for name in ("ann", "ben")]
        async with at_work(tmp_path, sandbox) as supervisor:
            night = Evening(sandbox, supervisor, people)
            await seated(sandbox, night)
            before = {message["id"] for message in await arrived(night)}
            await sandbox.control("faults", status=503, count=1000, match="(POST|PATCH) /channels")
            for person in people:
                player = ButtonPlayer(person, night, Random(1))
                await player.press(await player.options(), "My faction is ready")
        assert {message["id"] for message in await arrived(night)} == before
        await sandbox.control("faults", status=503, count=0)
        async with at_work(tmp_path, sandbox) as night.supervisor:
            await night.all_said()
            fresh = [text_of(message) for message in await arrived(night) if message["id"] not in before]
            assert sum("**Ann** is ready." in text for text in fresh) == 1
            assert sum("**Ben** is ready." in text for text in fresh) == 1
            assert sum("My options" in text for text in fresh) == 1


async def test_a_message_taken_but_not_confirmed_is_not_said_twice(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        people = [await sandbox.person(name) for name in ("ann", "ben")]
        async with at_work(tmp_path, sandbox) as supervisor:
            night = Evening(sandbox, supervisor, people)
            await seated(sandbox, night)
            await sandbox.control("faults", status=503, count=1, match="POST /channels", after=True)
            ann = ButtonPlayer(people[0], night, Random(1))
            await ann.press(await ann.options(), "My faction is ready")
        async with at_work(tmp_path, sandbox) as night.supervisor:
            await night.all_said()
            texts = [text_of(message) for message in await arrived(night)]
            assert sum("**Ann** is ready." in text for text in texts) == 1
