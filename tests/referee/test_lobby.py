"""Opening a table, taking seats, starting."""

from collections.abc import Awaitable, Callable

import pytest

from bot.errors import Refused, UnknownGame
from bot.store import game_log
from bot.store.payloads import Ask, Commitment, Log, Picture, Private
from bot.store.rows import Status
from bot.table import archive
from engine.core import dice
from engine.core.errors import BadOptions
from tests.referee.house import ANN, BEN, CAT, NAMES, OWNER, STRANGER, THREAD, House


async def test_an_opened_table_announces_the_commitment_to_its_dice(house: House) -> None:
    game = await house.game(await house.opened(users=()))
    await house.dispatcher.deliver_due()

    assert game.commitment == dice.commitment(bytes.fromhex(game.secret))
    assert house.courier.of(Commitment) == [Commitment(game.commitment)]
    assert game.status is Status.LOBBY and len(game.id) == 4


async def test_unknown_options_open_no_table(house: House) -> None:
    with pytest.raises(BadOptions, match="colour"):
        await house.lobby.open_game(
            guild=5, channel=6, owner=OWNER, rules="relay", variant="base", changes={"colour": "red"}
        )


async def test_who_takes_a_seat_and_gives_it_up_is_told_in_the_thread(house: House) -> None:
    game_id = await house.opened(users=(ANN, BEN))
    await house.lobby.leave(game_id, BEN)
    told = [event for row in await house.rows(game_id) if isinstance(row.payload, Log) for event in row.payload.events]
    last = [(event.kind, event.text) for event in told[-3:]]
    assert [kind for kind, _ in last] == ["joined", "joined", "left"]
    assert last[2][1] == "Ben gives up the seat (1 of 3)." and last[1][1].startswith("Ben takes a seat (2 of 3)")


async def test_seats_are_numbered_in_joining_order_and_move_up(house: House) -> None:
    game_id = await house.opened(users=(ANN, BEN, CAT))
    await house.lobby.leave(game_id, ANN)
    await house.lobby.join(game_id, ANN, "Ann")
    await house.lobby.start(game_id, OWNER)

    async with house.referee.reading(game_id) as live:
        assert {seat.id: seat.user for seat in live.seats} == {"s1": BEN, "s2": CAT, "s3": ANN}


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        (lambda house, game: house.lobby.join(game, ANN, "Ann"), "have a seat in Relay already"),
        (lambda house, game: house.lobby.leave(game, STRANGER), "no seat in Relay"),
        (lambda house, game: house.lobby.start(game, ANN), "Only the game master can start"),
        (lambda house, game: house.lobby.start(game, OWNER), "1 joined: invite others, or fill seats with"),
        (lambda house, game: house.lobby.change(game, ANN, {"goal": 9}), "Only the game master can change"),
        (lambda house, game: house.referee.submit(game, ANN, None), "has not started"),
    ],
)
async def test_refusals_of_the_lobby(
    house: House, deed: Callable[[House, str], Awaitable[object]], sentence: str
) -> None:
    game_id = await house.opened(users=(ANN,))
    with pytest.raises(Refused, match=sentence):
        await deed(house, game_id)


async def test_a_full_table_takes_nobody_else(house: House) -> None:
    game_id = await house.opened(users=(ANN, BEN, CAT))
    with pytest.raises(Refused, match="is full: Relay takes 3"):
        await house.lobby.join(game_id, STRANGER, "Dan")


async def test_a_started_game_can_neither_be_joined_nor_started_again(house: House) -> None:
    game_id = await house.started()
    for deed in (house.lobby.join(game_id, CAT, "Cat"), house.lobby.start(game_id, OWNER)):
        with pytest.raises(Refused, match="has already started"):
            await deed


async def test_an_unknown_game_is_named(house: House) -> None:
    with pytest.raises(UnknownGame, match="no game 'zzzz'"):
        await house.lobby.join("zzzz", ANN, "Ann")


async def test_the_owner_changes_options_before_the_start(house: House) -> None:
    game_id = await house.opened()
    assert (await house.lobby.change(game_id, OWNER, {"goal": 9})).options["goal"] == 9
    with pytest.raises(BadOptions):
        await house.lobby.change(game_id, OWNER, {"colour": "red"})
    await house.lobby.start(game_id, OWNER)
    async with house.referee.reading(game_id) as live:
        assert live.table.game.state.options["goal"] == 9


async def test_the_start_deals_in_secret_shows_the_map_and_asks_everybody(house: House) -> None:
    game_id = await house.started()
    house.courier.sent.clear()
    await house.dispatcher.deliver_due()

    assert house.courier.of(Picture) == [Picture("map")]
    private = [(item.user, item.payload.seat) for item in house.courier.sent if isinstance(item.payload, Private)]
    assert sorted(private) == [(ANN, "s1"), (BEN, "s2")]
    asked = {item.user: item.payload.calls[0].decision for item in house.courier.sent if isinstance(item.payload, Ask)}
    assert asked == {ANN: "PLEDGE", BEN: "PLEDGE"}
    told = [event.text for log in house.courier.of(Log) for event in log.events]
    assert "The race begins." in told and not any("number" in text for text in told)
    async with house.store.reading() as connection:
        opening = await game_log.entry(connection, game_id, 0)
    assert opening.prev_hash == (await house.game(game_id)).commitment


async def test_words_of_the_players_are_part_of_the_key(house: House) -> None:
    game_id = await house.started()
    game = await house.game(game_id)
    words = {"s1": "word of Ann", "s2": "word of Ben"}
    async with house.referee.reading(game_id) as live:
        assert live.table.game.dice.key == dice.game_key(bytes.fromhex(game.secret), words.items())


async def test_a_player_without_a_word_has_none(house: House) -> None:
    game_id = await house.opened(users=())
    assert (await house.lobby.join(game_id, ANN, NAMES[ANN], word=" \n ")).word == ""


async def test_what_was_promised_before_the_thread_existed_goes_there_later(house: House) -> None:
    game_id = await house.opened(thread=None)
    await house.dispatcher.deliver_due()
    assert house.courier.sent == []

    await house.lobby.move_to_thread(game_id, 5, 6, THREAD)
    await house.dispatcher.deliver_due()
    assert house.courier.kinds == ["commitment", "log", "log", "panel"]


async def test_a_game_that_has_not_begun_has_no_record(house: House) -> None:
    game_id = await house.opened()
    async with house.store.reading() as connection:
        with pytest.raises(Refused, match="has not begun; there is nothing to export yet"):
            await archive.whole(connection, game_id)
