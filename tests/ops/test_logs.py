"""The log tells what goes wrong, and nothing that is hidden: it is searched for everything that must not be there."""

import io
import json
import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text, update

from bot.delivery.deliveries import Item, Rejected, TryLater
from bot.errors import BrokenGame, StoreError, Stumbled
from bot.logs import start_logging
from bot.services.computer.regents import Regents
from bot.store import schema
from bot.store.payloads import Private
from engine.core.computer.players import RandomPlayer, Seated
from engine.games import rules_of
from tests.referee.house import ANN, House, housed
from tests.referee.relay import Explode

TOKEN = "MTA1.token.of-the-bot"


@pytest.fixture
def log(logging_kept: None) -> io.StringIO:
    """Everything that is logged, at the finest level."""
    stream = io.StringIO()
    start_logging("debug", [TOKEN], stream)
    return stream


async def test_a_whole_game_with_everything_going_wrong_leaves_no_secret_in_the_log(
    tmp_path: Path, log: io.StringIO
) -> None:
    rules = rules_of("kingmaker")
    async with housed(tmp_path / "herald.db", rules) as house:
        game_id = await house.started()
        secrets = {await _secret(house, game_id), "word of Ann", "word of Ben"}
        await _play(house, game_id, 40)
        hidden = {event.text for _, event in await house.referee.history(game_id, ANN) if event.seats}
        cards = set(rules.cards()) | set(rules.cards().values())
        house.courier.trouble = _refusal()
        await house.dispatcher.deliver_due()
        await _fall_ill(house, game_id)
    said = log.getvalue()
    assert {"message set aside", "delivery put off", "game put aside"} <= {line["message"] for line in lines(log)}
    for word in secrets | hidden | {card for card in cards if len(card) > 4}:
        assert word not in said, word


def lines(log: io.StringIO) -> list[dict[str, object]]:
    """Return what was logged, line by line: each is JSON."""
    return [json.loads(line) for line in log.getvalue().splitlines()]


async def _secret(house: House, game_id: str) -> str:
    return (await house.game(game_id)).secret


async def _play(house: House, game_id: str, actions: int) -> None:
    player = Seated(RandomPlayer(), 3)
    for _ in range(actions):
        async with house.referee.reading(game_id) as live:
            seat = live.table.requests()[0].seat
            user, action = live.user_of(seat), player.choose(live.table, seat)
        await house.referee.submit(game_id, user or 0, action)


def _refusal() -> Callable[[Item], None]:
    """What refuses hidden news for good, and everything else once."""
    seen: set[int] = set()

    def refuse(item: Item) -> None:
        if isinstance(item.payload, Private):
            raise Rejected("Invalid Form Body")
        if item.row.id not in seen:
            seen.add(item.row.id)
            raise TryLater("busy", 0.0)

    return refuse


async def _fall_ill(house: House, game_id: str) -> None:
    """Let the saved state lose a card, as a fault of the rules could."""
    async with house.store.writing() as connection:
        torn = update(schema.snapshots).where(schema.snapshots.c.game == game_id)
        await connection.execute(torn.values(body=b"torn"))
    house.referee._tables.forget(game_id)
    with pytest.raises(BrokenGame):
        await house.referee.ask_again(game_id)
    await Regents(house.store, house.referee, pause=0).tick(game_id)


async def test_what_a_fault_says_is_kept_with_the_game_and_not_in_the_log(house: House, log: io.StringIO) -> None:
    game_id = await house.racing()
    with pytest.raises(Stumbled):
        await house.referee.submit(game_id, ANN, Explode())
    (line,) = [line for line in lines(log) if line["message"] == "action failed"]
    assert "ZeroDivisionError" in str(line["error"]) and "relay.py" in str(line["error"])
    assert "burst" not in log.getvalue() and line["game"] == game_id


@pytest.mark.both
async def test_a_statement_that_fails_does_not_tell_its_values(house: House, log: io.StringIO) -> None:
    await house.racing()
    with pytest.raises(StoreError) as caught:
        async with house.store.writing() as connection:
            await connection.execute(text("INSERT INTO nothing VALUES (:secret)"), {"secret": "the hand of Ann"})
    logging.getLogger("bot.test").error("failed", exc_info=caught.value)
    assert "failed" in log.getvalue() and "the hand of Ann" not in log.getvalue()


def test_the_token_and_the_address_of_an_interaction_are_blotted_out(log: io.StringIO) -> None:
    logger = logging.getLogger("discord.http")
    logger.warning("PATCH https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages/@original of %s", TOKEN)
    (line,) = lines(log)
    assert "webhooks/123/***/messages" in str(line["message"]) and "aW50" not in log.getvalue()
    assert TOKEN not in log.getvalue()


async def test_what_libraries_chatter_about_is_left_out(house: House, log: io.StringIO) -> None:
    await house.racing()
    assert {str(line["logger"]).partition(".")[0] for line in lines(log)} <= {"bot"}


def _in_a_thread(error: Exception) -> None:
    def fail() -> None:
        raise error

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()


def _while_it_is_thrown_away(error: Exception) -> None:
    class Torn:
        def __del__(self) -> None:
            raise error

    Torn()


def _at_the_top(error: Exception) -> None:
    sys.excepthook(type(error), error, None)


@pytest.mark.parametrize("raised", [_in_a_thread, _while_it_is_thrown_away, _at_the_top])
def test_an_error_that_nobody_catches_is_logged_wherever_it_is_raised(
    log: io.StringIO, raised: Callable[[Exception], None]
) -> None:
    raised(OSError("The disk is gone."))
    (line,) = lines(log)
    assert (line["level"], line["message"]) == ("critical", "nobody caught this")
    assert str(line["error"]).startswith("OSError: The disk is gone.")
