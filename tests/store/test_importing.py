"""Games brought into another database: played again from a transcript, or copied from a backup."""

from pathlib import Path

import msgspec
import pytest

from bot.errors import Refused, UnknownGame
from bot.services import importing
from bot.store import game_log, games
from bot.store.database import Store
from bot.store.rows import Status, Via
from bot.table import archive
from bot.table.referee import Referee
from engine.core.errors import BadFile
from engine.core.record import transcript
from engine.games import rules_of
from engine.kingmaker.rules import RULES
from tests.referee.house import ANN, BEN, CAT, OWNER, housed
from tests.referee.relay import Advance

GOLDEN = Path(__file__).parents[1] / "golden" / "three_seats.json"


async def test_a_transcript_becomes_a_game_that_holds(tmp_path: Path) -> None:
    found = transcript.read(GOLDEN.read_bytes())
    store = await Store.open(tmp_path / "other.db")
    game = await importing.from_transcript(store, found, owner=7, now=1.0)
    assert (game.status, game.version, game.owner) == (Status.OVER, len(found.entries), 7)
    async with store.reading() as connection:
        log = await game_log.entries(connection, game.id)
        assert game_log.chain_problem(log, game.commitment) is None
        again = await archive.whole(connection, game.id)
    assert [entry.hash for entry in again.entries] == [entry.hash for entry in found.entries]
    with pytest.raises(Refused, match="already"):
        await importing.from_transcript(store, found, owner=7, now=1.0)
    async with Referee(store).reading(game.id) as live:
        assert live.table.result is not None
    await store.close()


@pytest.mark.parametrize(
    ("variant", "changes", "found"),
    [("wbc", {}, "wbc"), ("covault", {}, "covault"), ("covault", {"event_lock": True}, "base"), ("base", {}, "base")],
)
def test_the_variant_of_a_transcript_is_known_by_its_options(
    variant: str, changes: dict[str, object], found: str
) -> None:
    options = RULES.options(variant, changes)
    assert importing.variant_of(RULES, options) == found
    older = {name: value for name, value in options.items() if name not in {"event_lock", "office_points"}}
    assert importing.variant_of(RULES, older) == variant


async def test_a_sealed_or_forged_transcript_is_refused(tmp_path: Path) -> None:
    found = transcript.read(GOLDEN.read_bytes())
    store = await Store.open(tmp_path / "other.db")
    with pytest.raises(Refused, match="sealed"):
        await importing.from_transcript(store, msgspec.structs.replace(found, secret=""), owner=7, now=1.0)
    del found.entries[5]
    with pytest.raises(transcript.Mismatch):
        await importing.from_transcript(store, found, owner=7, now=1.0)
    async with store.reading() as connection:
        assert not await games.exists(connection, found.game_id)
    await store.close()


async def test_one_game_is_restored_from_a_backup_and_goes_on(tmp_path: Path) -> None:
    async with housed(tmp_path / "old.db") as old:
        game_id = await old.racing()
        await old.do(game_id, Advance("walk"))
    backup = await Store.open(tmp_path / "old.db")
    async with housed(tmp_path / "new.db") as new:
        with pytest.raises(UnknownGame):
            await importing.from_backup(new.store, backup, "zzzz")
        await importing.from_backup(new.store, backup, game_id)
        with pytest.raises(Refused, match="already"):
            await importing.from_backup(new.store, backup, game_id)
        await new.do(game_id, Advance("run"))
        async with new.referee.reading(game_id) as live:
            assert live.seat_of(ANN) == "s1"
        async with new.store.reading() as connection:
            log = await game_log.entries(connection, game_id)
        assert game_log.chain_problem(log, (await new.game(game_id)).commitment) is None
    await backup.close()


async def test_late_players_are_seated_and_those_who_left_are_not(tmp_path: Path) -> None:
    async with housed(tmp_path / "here.db", RULES) as house:
        game = await house.lobby.open_game(
            guild=5, channel=6, thread=700, owner=OWNER, rules=RULES.name, variant="covault", changes={}
        )
        for user, name in ((ANN, "Ann"), (BEN, "Ben")):
            await house.lobby.join(game.id, user, name)
        await house.lobby.start(game.id, OWNER)
        for user in (ANN, BEN):
            async with house.referee.reading(game.id) as live:
                ready = live.table.default(live.seat_of(user))
            await house.referee.submit(game.id, user, ready)
        await house.lobby.join(game.id, CAT, "Cat")
        await house.lobby.leave(game.id, BEN)
        async with house.store.reading() as connection:
            found = await archive.whole(connection, game.id)
            users = {seat.id: seat.user for seat in await games.seats_of(connection, game.id)}
    store = await Store.open(tmp_path / "there.db")
    await importing.from_transcript(store, msgspec.structs.replace(found, users=users), owner=7, now=1.0)
    async with store.reading() as connection:
        seats = await games.seats_of(connection, game.id)
    assert {seat.id: (seat.user, seat.left is None) for seat in seats} == {
        "s1": (ANN, True),
        "s2": (BEN, False),
        "s3": (CAT, True),
    }
    await store.close()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"game_id": "x" * 33}, "an id that Herald never gives"),
        ({"game_id": "a:b"}, "an id that Herald never gives"),
        ({"users": {"s1": 2**63}}, "cannot be a Discord account"),
    ],
)
def test_a_transcript_of_nobodys_is_not_read(changes: dict[str, object], says: str) -> None:
    found = transcript.read(GOLDEN.read_bytes())
    with pytest.raises(BadFile, match=says):
        transcript.read(transcript.write(msgspec.structs.replace(found, **changes)))


async def test_a_name_that_nobody_has_is_made_fit_to_be_shown(tmp_path: Path) -> None:
    found = msgspec.structs.replace(transcript.read(GOLDEN.read_bytes()), names={"s1": "\u202e" + "x" * 5000})
    store = await Store.open(tmp_path / "other.db")
    game = await importing.from_transcript(store, found, owner=7, now=1.0)
    async with store.reading() as connection:
        seats = await games.seats_of(connection, game.id)
    await store.close()
    assert seats[0].name == "x" * 31 + "…"


async def test_a_transcript_without_a_chain_gets_a_log_of_its_own_that_begins_with_its_opening(tmp_path: Path) -> None:
    async with housed(tmp_path / "here.db", rules_of("warlord")) as house:
        game_id = await house.started()
        async with house.referee.reading(game_id) as live:
            first = live.table.default(live.table.requests()[0].seat)
        await house.do(game_id, first)
        async with house.store.reading() as connection:
            found = await archive.whole(connection, game_id)
    bare = [msgspec.structs.replace(entry, link="") for entry in found.entries]
    found = msgspec.structs.replace(found, opening_link="", entries=bare)
    store = await Store.open(tmp_path / "other.db")
    game = await importing.from_transcript(store, found, owner=7, now=5.0)
    async with store.reading() as connection:
        log = await game_log.entries(connection, game.id)
        opening = await game_log.opening(connection, game.id)
    await store.close()
    assert game_log.chain_problem(log, game.commitment) is None
    assert (opening.seats, opening.words) == (("s1", "s2"), {"s1": "word of Ann", "s2": "word of Ben"})
    begun, done = log
    assert (begun.version, begun.seat, begun.via, begun.time) == (0, "", Via.OPENING, 5.0)
    assert begun.prev_hash == found.commitment and begun.state_hash == found.opening_hash
    assert (done.version, done.seat, done.via) == (1, found.entries[0].seat, Via.PLAYER)
