"""Tables that play with the printed figures of their own edition: given before the start, kept, shown, exported."""

from pathlib import Path

import pytest

from bot.errors import ConfigError, Refused
from bot.panels import status_panel
from bot.services import editions, importing
from bot.services.lobby import Lobby
from bot.store.database import Store
from bot.store.payloads import Log
from bot.table import archive
from engine.core.files import figures
from engine.core.files.figures import BadFigures, digest
from engine.core.record import transcript
from engine.lancaster.board.game import Lancaster
from tests.core.toy import moderated
from tests.core.toy.rules import RULES
from tests.harness import as_kind
from tests.referee.house import ANN, BEN, OWNER, House, housed

OURS = figures.written("high_card", "High Card")
OWN = OURS.replace("tricks = 1 ", "tricks = 3 ")
KNOWN = {"value.trick.tricks": 3, "value.last_trick.tricks": 3}


async def opened(house: House) -> str:
    """A table of High Card with two seats taken."""
    game = await house.lobby.open_game(guild=5, channel=6, thread=7, owner=OWNER, rules="high_card", variant="high")
    await house.lobby.join(game.id, ANN, "Ann")
    await house.lobby.join(game.id, BEN, "Ben")
    return game.id


async def finished(house: House, game_id: str) -> None:
    """Play a game to its end with every default."""
    while True:
        async with house.referee.reading(game_id) as live:
            if live.table.result is not None:
                return
            seat = live.table.requests()[0].seat
            action, user = live.table.default(seat), live.user_of(seat)
        assert user is not None
        await house.referee.submit(game_id, user, action)


async def test_a_table_plays_with_the_figures_that_it_was_given(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        game_id = await opened(house)
        game = await house.lobby.give_figures(game_id, OWNER, OWN)
        await house.dispatcher.deliver_due()
        told = [event.text for log in house.courier.of(Log) for event in log.events if event.kind == "figures"]
        assert digest(game.figures)[:16] in told[0] and "2 of them differ" in told[0]
        await house.lobby.start(game_id, OWNER)
    async with housed(tmp_path / "herald.db", RULES) as house:  # a restart
        await finished(house, game_id)
        async with house.referee.reading(game_id) as live:
            assert live.table.game.state.figures == KNOWN
            assert sum(live.table.game.state.tricks.values()) == 3 * 5


async def test_lobby_and_status_say_that_the_figures_are_its_own(tmp_path: Path) -> None:
    with moderated():
        async with housed(tmp_path / "herald.db", RULES) as house:
            game_id = await opened(house)
            game = await house.lobby.give_figures(game_id, OWNER, OWN)
            lobby = status_panel.lobby_panel(game, ())
            await house.lobby.start(game_id, OWNER)
            async with house.referee.reading(game_id) as live:
                status = status_panel.status_panel(live.game, live.table, live.seats, {})
        for panel in (lobby, status):
            assert "figures of its own edition" in panel.text and digest(game.figures)[:16] in panel.footer


async def test_our_own_file_gives_the_table_our_figures_back(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        game_id = await opened(house)
        await house.lobby.give_figures(game_id, OWNER, OWN)
        assert (await house.lobby.give_figures(game_id, OWNER, OURS)).figures == ""


async def test_only_the_game_master_gives_figures_and_only_before_the_start(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        game_id = await opened(house)
        with pytest.raises(Refused, match="Only the game master"):
            await house.lobby.give_figures(game_id, ANN, OWN)
        with pytest.raises(BadFigures, match=r"Line 12: .* write a whole number from 1 to 5"):
            await house.lobby.give_figures(game_id, OWNER, OURS.replace("tricks = 1 ", "tricks = 8 ", 1))
        assert (await house.game(game_id)).figures == ""
        await house.lobby.start(game_id, OWNER)
        with pytest.raises(Refused, match="already started"):
            await house.lobby.give_figures(game_id, OWNER, OWN)


async def test_the_record_holds_them_and_another_herald_takes_the_game_up(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        game_id = await opened(house)
        await house.lobby.give_figures(game_id, OWNER, OWN)
        await house.lobby.start(game_id, OWNER)
        async with house.referee.reading(game_id) as live, house.store.reading() as connection:
            own = await archive.own_export(connection, live, ANN)
            assert "tricks = 3" in own.figures
        await finished(house, game_id)
        async with house.store.reading() as connection:
            record = await archive.whole(connection, game_id)
    found = transcript.read(transcript.write(record))
    assert found.format == 3 and "tricks = 3" in found.figures
    transcript.replay(RULES, found)


async def test_all_new_tables_play_with_the_figures_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('game = "lancaster"\n[tower]\ncapacity = 8\n')
    own = editions.of_files({"lancaster": tmp_path / "mine.toml"})
    async with housed(tmp_path / "herald.db", RULES) as house:
        lobby = Lobby(house.store, house.referee, figures=own)
        game = await lobby.open_game(guild=5, channel=6, owner=OWNER, rules="lancaster", variant="henry")
        for user, name in ((ANN, "Ann"), (BEN, "Ben")):
            await lobby.join(game.id, user, name)
        await lobby.start(game.id, OWNER)
        async with house.referee.reading(game.id) as live:
            assert as_kind(Lancaster, live.table.game).catalog.tower_room == 8
        async with house.store.reading() as connection:
            record = await archive.whole(connection, game.id)
    other = await Store.open(tmp_path / "other.db")
    adopted = await importing.from_transcript(other, record, OWNER, 1.0)
    assert adopted.figures == game.figures != ""
    await other.close()


@pytest.mark.parametrize(
    ("game", "text", "says"),
    [
        ("lancaster", 'game = "lancaster"\n[tower]\ncapacity = 99', r"mine.toml:\nLine 3: tower.capacity is 99; write"),
        ("chess", "", r"figures.chess, file .*: *\nHerald does not moderate"),
        ("lancaster", None, r"figures.lancaster: .* cannot be read"),
    ],
)
def test_a_file_of_the_settings_that_cannot_be_used_is_named(tmp_path: Path, game: str, text: str, says: str) -> None:
    if text is not None:
        (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(ConfigError, match=says):
        editions.of_files({game: tmp_path / "mine.toml"})
