"""What comes up while somebody writes a command is what the command would let him have, and no more."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.beginnings import evening_after
from tests.e2e.table import Evening, evening
from tests.harness.reading import Json, text_of
from tests.harness.sandbox import Person

STRING = 3
"""The kind of option that is a text; one that holds others has 1 or 2."""


@pytest.fixture
async def night(tmp_path: Path) -> AsyncIterator[Evening]:
    """A game of Ben and Cat; Ann is their game master and does not play, and Dan only looks on."""
    async with evening_after(begun, tmp_path, "ann", "ben", "cat", "dan") as here:
        yield here


async def begun(here: Evening) -> None:
    """Two play what another has opened; one has left."""
    ann, ben, cat, dan = here.people
    await here.open()
    for person in (ann, dan):
        await asked(person, "/game leave")
    await asked(ann, "/game start")
    for person in (ben, cat):
        await person.expect("You are dealt", channel=person.dm())


async def asked(person: Person, command: str, **options: Any) -> Json:
    """What a person is answered to a command."""
    await person.slash(command, **options)
    return await person.answer()


def completed(definitions: list[Json], path: str = "") -> Iterator[tuple[str, str, list[str]]]:
    """Every option that is completed: its command, its name, and the texts that go before it."""
    for definition in definitions:
        options = definition.get("options", [])
        command = f"{path} {definition['name']}".strip()
        yield from completed([option for option in options if option["type"] < STRING], command)
        texts = [option for option in options if option["type"] == STRING]
        for place, option in enumerate(texts):
            if option.get("autocomplete"):
                yield f"/{command}", option["name"], [text["name"] for text in texts[:place]]


async def comes_up(person: Person, command: str, option: str, **before: str) -> list[str]:
    """The values that come up while a person writes an option."""
    return [str(value) for _, value in await person.autocomplete(command, option, **before)]


async def test_nothing_of_the_game_masters_commands_comes_up_for_others(night: Evening) -> None:
    ann, _, cat, dan = night.people
    options = [found for found in completed(ann.commands) if found[0].startswith("/gm ")]
    assert len(options) > 15
    for command, option, before in options:
        given = {"player": "Cat"} if "player" in before else {}
        for person in (cat, dan):
            assert await comes_up(person, command, option, **given) == [], (command, option)
    assert await comes_up(ann, "/gm act", "player")


async def test_only_whoever_has_a_seat_is_told_what_could_be_done_with_it(night: Evening) -> None:
    ann, ben, _, dan = night.people
    options = [found for found in completed(ann.commands) if found[0].startswith("/kingmaker ")]
    assert len(options) > 50
    for command, option, _ in options:
        for person in (ann, dan):
            assert await comes_up(person, command, option) == [], (command, option)
    assert await comes_up(ben, "/kingmaker setup give", "card")


async def test_every_option_may_be_written_before_those_that_go_before_it(night: Evening) -> None:
    ann, ben, _, _ = night.people
    options = list(completed(ann.commands))
    assert len(options) > 200
    for command, option, _ in options:
        await comes_up(ann if command.startswith("/gm ") else ben, command, option)  # refused where it fails


async def test_an_answer_is_completed_from_what_is_asked(night: Evening) -> None:
    ann, ben, _, dan = night.people
    assert "station" in await comes_up(ben, "/answer", "how")
    nobles = await comes_up(ben, "/answer", "first", how="station")
    places = await comes_up(ben, "/answer", "second", how="station", first=nobles[0])
    assert nobles == await comes_up(ben, "/kingmaker setup station", "noble") and places
    assert await comes_up(ben, "/answer", "third", how="station", first=nobles[0], second=places[0]) == []
    for person in (ann, dan):
        assert await comes_up(person, "/answer", "how") == []
        assert await comes_up(person, "/answer", "first", how="station") == []


async def test_an_answer_is_given_in_words(night: Evening) -> None:
    _, ben, _, dan = night.people
    (noble, *_), how = await comes_up(ben, "/answer", "first", how="station"), "station"
    place = (await comes_up(ben, "/answer", "second", how=how, first=noble))[0]
    assert "Where" in text_of(await asked(ben, "/answer", how=how, first=noble)), "the form asks for the rest"
    done = await asked(ben, "/answer", how=how, first=noble, second=place)
    assert "✅" in text_of(done)
    elsewhere = text_of(await asked(ben, "/answer", how=how, first=noble, second="open:dover"))
    assert elsewhere.startswith("⚠️") and "[BASE-SET-5]" in elsewhere
    assert "'dance' is not possible; choose one of" in text_of(await asked(ben, "/answer", how="dance"))
    assert "You have no seat" in text_of(await asked(dan, "/answer", how=how))
    assert "✅" in text_of(await asked(ben, "/answer", how="ready"))
    assert text_of(await asked(ben, "/answer", how="ready")).startswith("⚠️ The game is not waiting for **Ben**")


async def test_a_game_master_who_plays_sees_nothing_of_the_hands_of_others(night: Evening) -> None:
    ann, ben, *_ = night.people
    hidden = await comes_up(ann, "/gm act", "action", player="Cat")
    await asked(ann, "/gm handover", member=ben)
    everything = await comes_up(ben, "/gm act", "action", player="Cat")
    assert everything == await comes_up(ben, "/gm act", "action", player="Ben")
    assert hidden == everything, "what comes up does not depend on what anybody holds"
    assert await comes_up(ann, "/gm act", "action", player="Cat") == []


async def test_outside_a_game_no_completion_is_an_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with evening(tmp_path, "ann") as here:
        (ann,) = here.people
        options = list(completed(ann.commands))
        assert len(options) > 60
        for command, option, before in options:
            found = await ann.autocomplete(command, option, **dict.fromkeys(before, "x"))
            assert len(found) <= 25, (command, option)
            assert [record for record in caplog.records if record.levelname == "ERROR"] == [], (command, option)
