"""A game whose saved state is damaged is put aside in the open; the others play on, and it goes on once mended."""

from __future__ import annotations

from pathlib import Path
from random import Random

from sqlalchemy import select, update

from bot.store import schema
from tests.e2e.players import ButtonPlayer, is_refusal
from tests.e2e.table import Evening, evening
from tests.harness.reading import text_of

BODY = schema.snapshots.c.body


async def test_a_damaged_game_is_put_aside_and_the_others_play_on(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open()
        await night.start()
        other = Evening(night.sandbox, night.supervisor, night.people[::-1])
        sound = await torn(night)
        await other.open(game="warlord")
        await other.start(letters=False)

        host, thread = night.people[0], night.thread
        host.here = thread
        hands = ButtonPlayer(host, night, Random(1))
        shown = await hands.options()
        assert is_refusal(shown) and "is out of order; the game master has been told" in text_of(shown)
        await host.expect("so I have put it aside", channel=thread)
        await host.expect("I cannot read the last saved state of", channel=host.dm())
        assert "Out of order" in text_of(await host.expect("no clock runs", channel=thread))
        await host.slash("/gm diagnose")
        diagnosis = (await host.answer())["content"]
        assert "broken, action 0" in diagnosis and "chain whole" in diagnosis and "Fault: " in diagnosis
        assert await ButtonPlayer(await other.asked(), other, Random(1)).act()
        await other.all_said()

        await keep(night, sound)
        host.forget()
        await night.supervisor.herald.referee.mend()
        await host.expect("in order again and continues where it stood", channel=thread)
        await host.expect("My options", channel=thread)
        assert "ready" in text_of(await hands.press(await hands.options(), "My faction is ready"))
        await night.all_said()
        await night.check_wire()


async def torn(night: Evening) -> bytes:
    """Damage the last saved state of a game, as a failing disk could; return what it was."""
    herald = night.supervisor.herald
    async with herald.store.reading() as connection:
        sound = await connection.scalar(select(BODY).where(schema.snapshots.c.game == night.game))
    await keep(night, b"torn")
    herald.referee._tables.forget(night.game)
    assert isinstance(sound, bytes)
    return sound


async def keep(night: Evening, body: bytes) -> None:
    """Write the saved state of a game, behind Herald's back."""
    async with night.supervisor.herald.store.writing() as connection:
        await connection.execute(
            update(schema.snapshots).where(schema.snapshots.c.game == night.game).values(body=body)
        )
