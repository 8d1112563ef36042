"""What holds the record of a game stands once a round, in messages that are never edited; the end is one message."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.e2e.beginnings import evening_after, warlord
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import WHISPERED, Evening
from tests.harness.reading import Json, text_of


async def played_out(night: Evening) -> int:
    """Let whoever is asked press buttons until the game is over; return in which round that was."""
    people = {person.id: ButtonPlayer(person, night, Random(1)) for person in night.people}
    while True:
        async with night.reading() as live:
            if live.table.result is not None:
                return int(live.table.game.state.turn.round)
        assert await people[(await night.asked()).id].act()


async def thread(night: Evening) -> list[Json]:
    """What stands in the thread for everybody, the panel left out."""
    await night.all_said()
    shown = await night.people[0].messages(limit=5000)
    return [message for message in shown if not message["flags"] & WHISPERED and not message["pinned"]]


async def test_the_record_stands_once_a_round_and_the_end_is_one_message(tmp_path: Path) -> None:
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        rounds = await played_out(night)
        shown = await thread(night)
        await night.check_wire()
    (seal,) = [message for message in shown if "are sealed" in text_of(message)]
    opening, *records = [message for message in shown if "Record" in text_of(message)]
    assert "of the opening" in text_of(opening) and len(records) == rounds
    assert all(message["edited_timestamp"] is None for message in (seal, opening, *records))
    assert all(len(message["content"]) < 60 and not message["components"] for message in records)
    *_, last, ending = shown
    assert last == records[-1]
    assert all(words in text_of(ending) for words in ("The game is over", "Winner: ", "The secret behind the dice"))
    assert [file["filename"].partition("-")[0] for file in ending["attachments"]] == ["map"]
