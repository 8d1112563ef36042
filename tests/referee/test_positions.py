"""Tables that go on from a position: places, the start, a restart, undo, the record, another Herald, and forgetting."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import Refused
from bot.model.interventions import HandOver
from bot.panels import status_panel
from bot.services import importing
from bot.services.forgetting import Forgetting
from bot.services.lobby import places
from bot.store import game_log, games
from bot.store.database import Store
from bot.table import archive, log_view
from engine.core.position import digest
from engine.core.record import transcript
from engine.core.trials import proof
from engine.games import GAMES, rules_of
from engine.lancaster.sequence.entering import EnterGoods
from tests.referee.house import ANN, BEN, CAT, OWNER, STRANGER, House, housed

EXAMPLE = Path(__file__).parents[2] / "docs" / "positions" / "lancaster.toml"
USERS = {ANN: "Ann", BEN: "Ben", CAT: "Cat", STRANGER: "Eve"}
RULES = rules_of("lancaster")


async def opened(house: House, *users: int) -> str:
    """A table that goes on from the example, with people at it in this order."""
    begun = proof.read(EXAMPLE.read_text(), GAMES).position
    game = await house.lobby.open_game(
        guild=5, channel=6, thread=7, owner=OWNER, rules=begun.game, variant=begun.variant, position=begun
    )
    for user in users:
        await house.lobby.join(game.id, user, USERS[user])
    return game.id


async def seats(house: House, game_id: str) -> dict[str, str]:
    async with house.store.reading() as connection:
        return {seat.id: seat.name for seat in await games.seats_of(connection, game_id)}


async def test_people_get_the_places_of_their_names_the_next_or_those_they_ask_for(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        game_id = await opened(house, STRANGER, CAT, BEN)
        assert await seats(house, game_id) == {"s1": "Eve", "s3": "Cat", "s2": "Ben"}
        with pytest.raises(Refused, match="The place of ben is not free; choose one of: dan"):
            await house.lobby.join(game_id, ANN, "Ann", place="ben")
        await house.lobby.join(game_id, STRANGER, "Eve", place="Dan")
        await house.lobby.join(game_id, ANN, "Ann")
        assert await seats(house, game_id) == {"s4": "Eve", "s3": "Cat", "s2": "Ben", "s1": "Ann"}
        await house.lobby.leave(game_id, CAT)
        panel = status_panel.lobby_panel(await house.game(game_id), ())
        assert "cat's place: free" in panel.text and set(await seats(house, game_id)) == {"s1", "s2", "s4"}
        with pytest.raises(Refused, match="needs 4 players"):
            await house.lobby.start(game_id, OWNER)
        with pytest.raises(Refused, match="every place is the same"):
            other = await house.lobby.open_game(guild=5, channel=6, owner=OWNER, rules="lancaster", variant="henry")
            await house.lobby.join(other.id, ANN, "Ann", place="ben")


async def test_goods_are_entered_through_a_restart_and_the_record_comes_out_elsewhere(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        game_id = await opened(house, CAT, ANN, BEN, STRANGER)
        await house.lobby.start(game_id, OWNER)
        for user in (ANN, BEN):
            await house.referee.submit(game_id, user, EnterGoods(gold="9", squires="1"))
    async with housed(tmp_path / "herald.db", RULES) as house:  # a restart
        game = await house.game(game_id)
        assert places(game) == {seat: seat for seat in ("s1", "s2", "s3", "s4")}
        assert f"position {digest(game.position)[:16]}" in status_panel.lobby_panel(game, ()).footer
        for user in (CAT, STRANGER):
            await house.referee.submit(game_id, user, EnterGoods(gold="4", squires="2"))
        async with house.referee.reading(game_id) as live:
            players = live.table.game.state.players
            assert [players[seat].gold for seat in ("s1", "s2", "s3", "s4")] == [9, 9, 4, 4]
            assert live.user_of("s3") == CAT
        async with house.store.reading() as connection:
            record = await archive.whole(connection, game_id)
    transcript.check_chain(record)
    transcript.replay(RULES, record)
    other = await Store.open(tmp_path / "other.db")
    adopted = await importing.from_transcript(other, record, OWNER, 1.0)
    assert adopted.position == game.position and adopted.version == 4
    await other.close()


async def test_another_position_in_the_record_is_found_out(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        game_id = await opened(house, ANN, BEN, CAT, STRANGER)
        await house.lobby.start(game_id, OWNER)
        async with house.store.reading() as connection:
            record = await archive.whole(connection, game_id)
    record.position = record.position.replace('"number":14', '"number":41')
    with pytest.raises(transcript.Mismatch, match="opening"):
        transcript.check_chain(record)


async def test_who_has_written_what_others_hold_hidden_takes_no_seat(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        plain = proof.read(EXAMPLE.read_text(), GAMES).position
        gold = {"op": "set_goods", "seat": plain.seats[0], "good": "gold", "number": 9}
        telling = replace(plain, edit=[*plain.edit, gold], hidden={})
        for begun, knows in ((plain, False), (telling, True)):
            game = await house.lobby.open_game(
                guild=5, channel=6, thread=7, owner=ANN, rules=begun.game, variant=begun.variant, position=begun
            )
            if not knows:
                await house.lobby.join(game.id, ANN, "Ann")
                continue
            with pytest.raises(Refused, match="you may not take a seat"):
                await house.lobby.join(game.id, ANN, "Ann")
            with pytest.raises(Refused, match="Start this game first"):
                await house.moderation.administration.hand_over(game, ANN, HandOver(OWNER, "Olga"))
            for user in (BEN, CAT, STRANGER, OWNER):
                await house.lobby.join(game.id, user, USERS.get(user, "Olga"))
            await house.lobby.start(game.id, ANN)
            async with house.store.reading() as connection:
                assert log_view.lookers(await game_log.entries(connection, game.id)) == {ANN}
            await house.dispatcher.deliver_due()
            assert house.said().count("The position has secrets") == 2


async def test_options_that_no_longer_fit_are_told_at_the_start_and_the_table_waits(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        game_id = await opened(house, ANN, BEN, CAT, STRANGER)
        for option, value in (("new_laws", True), ("law_preset", "mix")):
            await house.lobby.change(game_id, OWNER, {option: value})
        before = (await house.game(game_id)).position
        await house.lobby.change(game_id, OWNER, {"law_group_1": "new"})
        with pytest.raises(Refused, match="The position no longer fits the options of this table"):
            await house.lobby.start(game_id, OWNER)
        assert (await house.game(game_id)).position == before


async def test_whoever_is_forgotten_leaves_no_name_in_the_position(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        game_id = await opened(house, ANN, BEN)
        await Forgetting(house.store, house.referee).person(ANN)
        assert list(places(await house.game(game_id)).values()) == ["s1", "ben", "cat", "dan"]
