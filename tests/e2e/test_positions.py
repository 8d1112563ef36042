"""A game that was begun elsewhere, over the wire: its file is given, places are taken, hands entered by message."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bot.table import archive
from bot.texts import MESSAGE
from engine.core import position
from engine.core.record import transcript
from engine.kingmaker.sequence.entering_hands import EnterHand
from tests.e2e.players import ButtonPlayer, plan_of
from tests.e2e.table import MAX_WAIT_S, Evening, at_work, evening
from tests.harness.reading import text_of
from tests.harness.sandbox import DrivenSandbox, running_sandbox

EXAMPLE = (Path(__file__).parents[2] / "docs" / "positions" / "kingmaker.toml").read_text()


async def seated(sandbox: DrivenSandbox, night: Evening) -> None:
    """Let Cat open a table from the file and the others take their places."""
    for person in night.people:
        await person.bot_is_ready()
    await night.open(position=await night.people[0].upload("ours.toml", EXAMPLE.encode()))


async def test_a_file_with_errors_opens_nothing_and_all_of_them_are_told(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        ann = night.people[0]
        wrong = EXAMPLE.replace("inside:alnwick", "inside:anlwick").replace("number = 6", 'number = "six"')
        await ann.slash("/game new", channel="herald", position=await ann.upload("ours.toml", wrong.encode()))
        said = text_of(await ann.answer())
        assert "Line 13: 'inside:anlwick' is not" in said and "Line 40: " in said and "herald position" in said
        await night.check_wire()


async def test_a_game_goes_on_from_its_file_through_a_restart_and_comes_out_again(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        people = [await sandbox.person(name) for name in ("cat", "ann", "ben")]
        async with at_work(tmp_path, sandbox) as supervisor:
            night = Evening(sandbox, supervisor, people)
            await seated(sandbox, night)
            await night.all_said()
            told = await people[1].expect("### Heirs", timeout=MAX_WAIT_S)
            assert "Henry VI (Lancaster, King): with Stafford" in text_of(told)
            pages = [text_of(message) for message in await people[1].messages(night.thread, limit=50)]
            (asked,) = (page for page in pages if "In the position from which this game continues you hold" in page)
            assert "This is how the position stands." not in asked and max(map(len, pages)) <= MESSAGE
            lobby = text_of(await night.panel(people[0], "Start the game"))
            assert (
                "continues here from a position" in lobby
                and "cat's place: Cat" in lobby
                and "ann's place: Ann" in lobby
            )
            await people[0].slash("/game start")
            await people[0].answer()
            for person in people:
                await person.expect("from which this game continues", channel=person.dm(), timeout=MAX_WAIT_S)
            await enter(night, "ann", ["neville", "saxons_2", "earl_of_essex"], [])
        async with at_work(tmp_path, sandbox) as night.supervisor:
            await enter(night, "ben", ["roos", "grey"], ["writ_1"])
            await enter(night, "cat", ["card_bristol", "le_george"], [])
            await night.all_said()
            async with night.reading() as live:
                state = live.table.game.state
                assert [sorted(state.factions[seat].hand) for seat in ("s1", "s3")] == [
                    ["earl_of_essex", "neville", "saxons_2"],
                    ["card_bristol", "le_george"],
                ]
                assert live.table.requests()[0].seat == "s2"
            async with night.supervisor.herald.store.reading() as connection:
                record = await archive.whole(connection, night.game)
            found = transcript.read(transcript.write(record))
            transcript.check_chain(found)
            assert transcript.replay(live.table.rules, found).hash() == await night.state()
            assert "ann" not in found.position and position.digest(found.position) in found.opening_link
            assert "neville" not in (await night.said(people[2])).casefold()
            await night.check_wire()


async def enter(night: Evening, name: str, cards: list[str], kept: list[str]) -> None:
    """Let somebody enter a hand with the buttons and menus of the form."""
    await night.all_said()
    person = next(person for person in night.people if person.username == name)
    async with night.reading() as live:
        plan = plan_of(live.table, live.seat_of(int(person.id)), EnterHand(cards, kept))
    player = ButtonPlayer(person, night, Random(1))
    await player.carry_out(plan)
