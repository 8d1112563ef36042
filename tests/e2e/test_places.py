"""Where things are said: secrets in direct messages, and what happens when a thread cannot be written to."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.discord_adapter import courier
from bot.panels.mishaps import NEEDED
from bot.store import games, outbox
from bot.store.payloads import Log, OutboxMessage, Panel, Picture
from engine.core.events import Event
from tests.e2e.beginnings import evening_after, started
from tests.e2e.players import ButtonPlayer, is_done, ways
from tests.e2e.table import MAX_WAIT_S, Evening, evening
from tests.e2e.test_bad_input import eventually
from tests.harness.reading import Json, buttons, text_of


async def test_a_secret_decision_is_taken_in_the_direct_message(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        for person in night.people:
            player = ButtonPlayer(person, night, Random(1))
            letter = await person.expect("A decision waits for you", channel=person.dm())
            shown = await by_letter(player, letter, "Station a noble")
            assert "✅" in text_of(shown)
            assert "is ready" in text_of(await in_letter(player, letter, "My faction is ready"))
        await night.all_said()
        assert "Movement phase" in await night.said(night.people[0])
        await night.check_wire()


async def test_a_secret_decision_taken_elsewhere_is_no_longer_asked_by_direct_message(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        letter = await ann.person.expect("A decision waits for you", channel=ann.person.dm())
        before = await ann.person.messages(ann.person.dm(), limit=1000)
        await ann.press(await ann.options(), "My faction is ready")
        await night.all_said()
        after = await ann.person.messages(ann.person.dm(), limit=1000)
        assert letter["id"] not in [message["id"] for message in after] and len(after) == len(before) - 1
        ben = night.people[1]
        still = await ben.expect("A decision waits for you", channel=ben.dm())
        assert buttons(still) != []
        await night.check_wire()


async def by_letter(player: ButtonPlayer, letter: Json, label: str) -> Json:
    """Fill a whole form in inside a direct message."""
    await player.person.press(letter, label)
    shown = await player.person.answer()
    while not is_done(shown):
        way = next(way for field in ("noble", "at") for way in ways(shown, field))
        if way.values:
            await player.person.choose(letter, way.values, custom_id=way.custom_id)
        else:
            await player.person.press(letter, custom_id=way.custom_id)
        shown = await player.person.answer()
    return shown


async def in_letter(player: ButtonPlayer, letter: Json, label: str) -> Json:
    """Press a button of a direct message and return what has become of it."""
    await player.person.press(letter, label)
    return await player.person.answer()


async def test_an_archived_thread_wakes_up(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        panel = await ann.options()
        await night.sandbox.control(f"channels/{night.thread}", action="archive")
        await ann.press(panel, "My faction is ready")
        await night.all_said()
        assert "**Ann** is ready." in await night.said(night.people[0])
        assert await night.troubles() == []


async def test_what_would_have_been_added_to_a_message_wakes_an_archived_thread_as_a_new_one(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann, ben = (ButtonPlayer(person, night, Random(1)) for person in night.people)
        await ann.press(await ann.options(), "My faction is ready")
        await night.all_said()
        panel = await ben.options()
        await night.sandbox.control(f"channels/{night.thread}", action="archive")
        await ben.press(panel, "My faction is ready")
        await night.all_said()
        assert "**Ben** is ready." in await night.said(night.people[0])
        assert await night.troubles() == []


async def test_an_archived_thread_wakes_up_for_its_panel_alone(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        await night.sandbox.control(f"channels/{night.thread}", action="archive")
        herald = night.supervisor.herald
        async with herald.store.writing() as connection:
            await outbox.add(connection, night.game, 0, [OutboxMessage(Panel())], herald.referee.now())
        herald.referee.publish(night.game)
        await night.all_said()
        assert await night.troubles() == []
        await ready(night)
        await night.people[0].expect("**Ben** is ready.", channel=night.thread)


async def test_a_lost_thread_is_told_to_the_game_master_once_and_nothing_is_lost(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann, ben = (ButtonPlayer(person, night, Random(1)) for person in night.people)
        await night.sandbox.control(f"channels/{night.thread}", action="delete")
        letter = await ann.person.expect("A decision waits for you", channel=ann.person.dm())
        await in_letter(ann, letter, "My faction is ready")
        letter = await ben.person.expect("A decision waits for you", channel=ben.person.dm())
        await in_letter(ben, letter, "My faction is ready")
        await night.all_said()
        letters = [text_of(message) for message in await ann.person.messages(ann.person.dm(), limit=100)]
        assert sum("cannot write to the thread" in text for text in letters) == 1


async def test_a_game_whose_thread_was_deleted_is_named_in_every_list(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = night.people[0]
        title = (await night.supervisor.herald.moderation.running_game(night.game))[0].title
        await night.sandbox.control(f"channels/{night.thread}", action="delete")
        letter = await ann.expect("cannot write to the thread", channel=ann.dm())
        assert f"/game adopt {night.game}" in text_of(letter)
        await ann.refresh()
        for command in ("/game list", "/gm board", "/mine"):
            await ann.slash(command, channel="herald")
            said = text_of(await ann.answer())
            assert title in said and f"/game adopt game:{night.game}" in said and "<#" not in said, command


async def ready(night: Evening) -> None:
    """Let both players say, each in the direct message, that they are ready."""
    for person in night.people:
        letter = await person.expect("A decision waits for you", channel=person.dm())
        await in_letter(ButtonPlayer(person, night, Random(1)), letter, "My faction is ready")


async def test_a_game_whose_thread_was_deleted_goes_on_in_a_new_one(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann, ben = night.people
        await night.sandbox.control(f"channels/{night.thread}", action="delete")
        await ready(night)
        await night.all_said()
        await ann.refresh()
        await ben.slash("/game adopt", channel="herald", game=night.game)
        assert "Only the game master" in text_of(await ben.answer())
        await ann.slash("/game adopt", channel="herald", game=night.game)
        thread = (await ann.answer())["content"].split("<#")[1].split(">")[0]
        for person in night.people:
            await person.refresh()
            person.here = thread
        night.thread = thread
        await night.all_said()
        said = await night.said(ann)
        assert "**Ann** is ready." in said and "**Ben** is ready." in said
        assert "Movement phase" in text_of(await night.panel(ann))
        assert await (ButtonPlayer(await night.asked(), night, Random(1))).act()
        await night.all_said()


async def test_a_thread_that_was_locked_for_a_while_misses_nothing(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        await night.sandbox.control("permissions", channel_id=night.thread_parent, deny=["MANAGE_THREADS"])
        await night.sandbox.control(f"channels/{night.thread}", action="lock")
        await ready(night)
        await night.all_said()
        await night.sandbox.control(f"channels/{night.thread}", action="unlock")
        await night.people[0].expect("**Ben** is ready.")
        await night.all_said()
        said = await night.said(night.people[0])
        assert said.count("**Ann** is ready.") == said.count("**Ben** is ready.") == 1
        assert sum("cannot write to the thread" in text for text in await night.troubles()) == 1


async def test_permissions_that_are_taken_and_given_back(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        await night.sandbox.control(
            "permissions", channel_id=night.thread_parent, deny=["SEND_MESSAGES_IN_THREADS", "CREATE_PUBLIC_THREADS"]
        )
        await ready(night)
        await night.all_said()
        await night.people[0].slash("/game new", channel="herald", game="kingmaker")
        refusal = text_of(await night.people[0].answer())
        assert "Create Public Threads" in refusal and "server admin" in refusal
        await night.sandbox.control("permissions", channel_id=night.thread_parent, deny=[])
        await night.people[0].expect("**Ben** is ready.")
        await night.all_said()
        assert (await night.said(night.people[0])).count("**Ann** is ready.") == 1


@pytest.mark.parametrize("wait", [0.0, MAX_WAIT_S], ids=["pictures that follow", "pictures with the words"])
async def test_a_thread_without_files_goes_on_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wait: float
) -> None:
    monkeypatch.setattr(courier, "WORDS_WAIT_S", wait)
    async with evening_after(started, tmp_path, "ann", "ben", drawn=True) as night:
        await night.sandbox.control("permissions", channel_id=night.thread_parent, deny=["ATTACH_FILES"])
        await night.all_said()
        before, store = await files(night), night.supervisor.herald.store
        await ready(night)
        async with store.writing(night.game) as connection:
            told = [OutboxMessage(Log((Event("note", "The map follows."),))), OutboxMessage(Picture())]
            await outbox.add(connection, night.game, await night.version(), told, 0.0)
        night.supervisor.herald.referee.publish(night.game)
        await night.all_said()
        said = await night.said(night.people[0])
        assert "Movement phase" in said and "The map follows." in said
        await eventually(lambda: failures(night, "pictures") > 0)
        assert await night.troubles() == [] and await files(night) == before


async def files(night: Evening) -> int:
    """How many pictures stand in the thread."""
    return sum(len(message["attachments"]) for message in await night.people[0].messages(limit=1000))


async def test_a_panel_that_cannot_be_pinned_is_told_of_once(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        await night.sandbox.control("permissions", channel_id=night.thread_parent, deny=["PIN_MESSAGES"])
        for _ in range(2):
            async with night.supervisor.herald.store.writing(night.game) as connection:
                await games.change(connection, night.game, panel=None)
                await outbox.add(connection, night.game, 1, [OutboxMessage(Panel())], 0.0)
            night.supervisor.herald.referee.publish(night.game)
            await night.all_said()
        (trouble,) = await night.troubles()
        assert "could not pin the panel" in trouble and "Pin Messages" in trouble


async def test_a_lost_thread_is_told_with_the_permission_and_the_channel(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        await night.sandbox.control("permissions", channel_id=night.thread_parent, deny=["SEND_MESSAGES_IN_THREADS"])
        await ready(night)
        await night.all_said()
        (trouble,) = await night.troubles()
        assert f"lacks permissions in <#{night.thread_parent}>: Send Messages In Threads" in trouble


@pytest.mark.parametrize("command", ["/game new", "/game adopt"])
async def test_the_thousandth_thread_is_refused_in_discords_words_and_ours(command: str, tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        (ann, _), failed = night.people, failures(night)
        options: dict[str, Any] = {"game": night.game if command == "/game adopt" else "kingmaker"}
        await night.sandbox.control("limits", of="active_threads", requests=1)
        await ann.slash(command, channel="herald", **options)
        said = text_of(await ann.answer())
        assert "as many active threads as Discord allows (Maximum number of active threads reached)" in said
        assert "Close some that nobody needs any more, then try again." in said
        await night.sandbox.control("limits", of="active_threads", requests=2)
        await ann.slash(command, channel="herald", **options)
        assert "<#" in text_of(await ann.answer())
        assert failures(night) == failed


@pytest.mark.parametrize("command", ["/game new", "/game adopt"])
async def test_no_table_is_opened_in_an_announcement_channel(command: str, tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = night.people[0]
        options: dict[str, Any] = {"game": night.game} if command == "/game adopt" else {}
        await night.sandbox.control(f"channels/{night.thread_parent}", action="announce")
        await ann.frame("CHANNEL_UPDATE", id=night.thread_parent)
        await ann.slash(command, channel="herald", **options)
        assert "This is an announcement channel, where nobody can play" in text_of(await ann.answer())


@pytest.mark.parametrize("command", ["/game new", "/game adopt"])
@pytest.mark.parametrize("needed", NEEDED)
async def test_a_table_needs_permissions_each_of_which_is_named(needed: str, command: str, tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = night.people[0]
        options: dict[str, Any] = {"game": night.game} if command == "/game adopt" else {}
        await night.sandbox.control("permissions", channel_id=night.thread_parent, deny=[needed.upper()])
        await ann.slash(command, channel="herald", **options)
        said, name = text_of(await ann.answer()), needed.replace("_", " ").title()
        assert said == f"⚠️ Herald lacks permissions in #herald: {name}. Ask a server admin to grant them."


async def test_a_thread_whose_messages_herald_may_not_read_goes_on(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben", drawn=True) as night:
        await night.sandbox.control("permissions", channel_id=night.thread_parent, deny=["READ_MESSAGE_HISTORY"])
        await ready(night)
        await night.all_said()
        said = await night.said(night.people[0])
        assert "**Ben** is ready." in said and "Movement phase" in said
        assert await night.troubles() == []


async def test_what_discord_forbids_in_the_middle_is_said_with_the_channel(tmp_path: Path) -> None:
    """As where a permission is taken between the look at it and the thread."""
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = night.people[0]
        await night.sandbox.control("faults", status=403, count=1, match="POST /channels/.*/threads")
        await ann.slash("/game new", channel="herald", game="kingmaker")
        said, where = text_of(await ann.answer()), f"<#{night.thread_parent}>"
        assert said.startswith(f"⚠️ Discord does not let Herald do that in {where} (Missing Permissions). Ask a server")


async def test_a_press_whose_answer_discord_forbids_is_said_with_the_channel(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = night.people[0]
        await night.sandbox.control("faults", status=403, count=1, match="PATCH /webhooks")
        await ann.press(await night.panel(ann, "Seats"), "Seats")
        said = await ann.expect("Discord does not let Herald do that in", timeout=MAX_WAIT_S)
        assert f"in <#{night.thread}> (Missing Permissions). Ask a server" in text_of(said)
        assert failures(night, "press") == 0


def failures(night: Evening, of: str = "command") -> float:
    """How many commands or presses have failed on Herald's side."""
    return float(night.supervisor.herald.metrics.failures.labels(of)._value.get())


async def test_a_herald_that_was_thrown_out_comes_back_to_its_games(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        await night.sandbox.control("guild", action="kick")
        await ready(night)
        await night.all_said()
        assert "is ready" not in await night.said(night.people[0])
        await night.sandbox.control("guild", action="invite")
        await night.people[0].expect("**Ben** is ready.")
        await night.all_said()
        assert (await night.said(night.people[0])).count("**Ann** is ready.") == 1


async def test_a_player_whose_messages_are_closed_finds_the_secrets_behind_the_panel(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open()
        ben = night.people[1]
        await ben.set_dms(allowed=False)
        await night.people[0].slash("/game start")
        await night.people[0].answer()
        await night.all_said()
        assert f"<@{ben.id}>" in await night.said(night.people[0])
        await ben.slash("/hand")
        await ben.answer()
        assert "You are dealt" in text_of(await ben.expect("You are dealt"))
