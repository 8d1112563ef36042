"""The command layer in a model of Discord that we did not write."""

from pathlib import Path
from typing import Any

from tests.harness.simcord import Simulation, simulation, words

PEOPLE = ("ann", "ben", "cat", "stranger")


async def seated(table: Simulation) -> Any:
    """Open a table, let three sit down, and return its thread."""
    await table.slash("ann", "game new", title="Roses")
    (thread,) = table.threads()
    for name in ("ben", "cat"):
        assert "You have a seat" in words(await table.slash(name, "game join", channel=thread))
    return thread


async def begun(table: Simulation) -> Any:
    """Start a game and return its thread."""
    thread = await seated(table)
    await table.slash("ann", "game start", channel=thread)
    return thread


async def test_a_table_gets_a_thread_of_its_own(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        shown = await table.slash("ann", "game new", title="The War of 1459")
        assert "opens a table of **Kingmaker**" in words(shown)
        assert [thread.name for thread in table.threads()] == ["The War of 1459"]


async def test_answers_to_one_person_are_seen_by_that_person_alone(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        thread = await begun(table)
        shown = await table.slash("ben", "options", channel=thread)
        assert shown.acknowledged and shown.ephemeral


async def test_only_the_owner_starts_and_only_once(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        thread = await seated(table)
        assert "Only the game master" in words(await table.slash("ben", "game start", channel=thread))
        assert "The game begins" in words(await table.slash("ann", "game start", channel=thread))
        assert "already" in words(await table.slash("ann", "game start", channel=thread))


async def test_nobody_sits_down_twice(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        thread = await seated(table)
        assert "You have a seat" in words(await table.slash("ben", "game join", channel=thread))
        listed = words(await table.slash("ann", "game status", channel=thread))
        assert listed.count("ben") == 1


async def test_a_decision_by_menu_and_button(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        thread = await begun(table)
        shown = await table.slash("ben", "options", channel=thread)
        assert "Give your cards to your nobles" in words(shown)
        await table.choose("ben", shown, "station")
        assert "Which noble?" in words(shown)
        ready = await table.slash("ben", "options", channel=thread)
        await table.press("ben", ready, "My faction is ready")
        assert "is ready" in words(ready)


async def test_a_decision_by_slash_command(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        thread = await begun(table)
        assert "is ready" in words(await table.slash("cat", "kingmaker setup ready", channel=thread))


async def test_what_is_not_possible_now_is_explained(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        thread = await begun(table)
        said = words(await table.slash("ann", "kingmaker pass", channel=thread))
        assert "'pass' is not possible now" in said and "You are asked" in said


async def test_the_hand_is_a_picture_with_words_for_those_who_do_not_see_it(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        thread = await begun(table)
        shown = await table.slash("ann", "hand", channel=thread)
        (picture,) = shown.response.attachments
        assert picture.filename == "hand.png" and shown.ephemeral


async def test_a_stranger_has_no_hand_and_no_options(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        thread = await begun(table)
        for command in ("hand", "options", "kingmaker pass"):
            assert "no seat" in words(await table.slash("stranger", command, channel=thread))


async def test_a_channel_without_a_game_says_so(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        assert "No game is played in this thread" in words(await table.slash("ann", "options"))


async def test_odds_and_votes_are_told(tmp_path: Path) -> None:
    async with simulation(tmp_path, *PEOPLE) as table:
        thread = await begun(table)
        for name in ("ann", "ben", "cat"):
            await table.slash(name, "kingmaker setup ready", channel=thread)
        assert "Commons" in words(await table.slash("ann", "votes", channel=thread))
        assert words(await table.slash("ann", "odds", channel=thread))
