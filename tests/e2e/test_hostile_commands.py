"""Every command with nonsense in every option, and every form that comes up filled with it: an answer, and no error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.e2e.table import MAX_WAIT_S, Evening, evening
from tests.harness.reading import Json, walk
from tests.harness.sandbox import Person

GROUPS, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER = (1, 2), 3, 4, 5, (6, 9), 7, 8, 10
TEXT_INPUT = 4
LONGEST = 4000

WORDS = (
    *(
        "@everyone **I** <@1>",
        "{s1} `x` ||y||",
        "\u202egnik\u202c # a\n> b",
        "[a](http://b.c) _d_",
        "\u200b\u200d",
        "a\x00b",
    ),
    *("²", "٣", "-1", "1e9", "9" * 400, "0", "none", "9999-12-31", "0001-01-01", "3 x ²", "h:what:::", "../../etc"),
    *("x" * LONGEST, "*_" * 200, "," * 600, "percy," * 40, "\\" * 100, "é🂡" * 300, "%s %d {0}", "``` \n```", "=1+1"),
)
FILES = (b"", b"a = 1", b"\xff\xfe", b"game = 'kingmaker'\n" + b" " * 5000, b"[" * 3000, b"\x00" * 100, b"x" * 250_000)
LAST = {"/gm end", "/game leave", "/table end"}
"""What would end the evening."""


def commands(definitions: list[Json], path: str = "") -> Iterator[tuple[str, list[Json]]]:
    """Every command with its options."""
    for definition in definitions:
        options, name = definition.get("options", []), f"{path} {definition['name']}".strip()
        inner = [option for option in options if option["type"] in GROUPS]
        if inner:
            yield from commands(inner, name)
        else:
            yield f"/{name}", options


def word(chance: Random, limits: Json) -> str:
    found = chance.choice(WORDS)[: limits.get("max_length", LONGEST)]
    return found.ljust(limits.get("min_length", 0), "x") or "x"


async def value(person: Person, option: Json, chance: Random) -> Any:
    """A value of an option that Discord would let anybody send."""
    kind = option["type"]
    least, most = option.get("min_value", -(2**53)), option.get("max_value", 2**53)
    if option.get("choices"):
        return chance.choice(option["choices"])["value"]
    if kind == STRING:
        return word(chance, option)
    if kind in (INTEGER, NUMBER):
        return chance.choice([least, most, min(max(1, least), most)])
    if kind == BOOLEAN:
        return chance.random() < 0.5
    if kind in USER:
        return chance.choice(["ann", "ben", "dan"])
    return "herald" if kind == CHANNEL else await person.upload("x.toml", chance.choice(FILES))


async def used(person: Person, command: str, options: list[Json], chance: Random) -> None:
    """Use a command, fill in the form that comes up if there is one, and wait for the answer."""
    taken = [one for one in options if one.get("required") or (one["type"] != ROLE and chance.random() < 0.6)]
    key = await person.slash(command, **{option["name"]: await value(person, option, chance) for option in taken})

    def answers(frame: Json) -> bool:
        data = frame["d"]
        if frame["t"] == "MODAL":
            return bool(data["interaction_id"] == key)
        return frame["t"] == "MESSAGE_CREATE" and (data.get("interaction_metadata") or {}).get("id") == key

    frame = await person._await_frame(answers, f"an answer to {command}", MAX_WAIT_S)
    if frame["t"] == "MODAL":
        fields = [one for one in walk(frame["d"]["modal"]["components"]) if one.get("type") == TEXT_INPUT]
        await person.submit(frame["d"], {one["custom_id"]: word(chance, one) for one in fields})


async def use_all(night: Evening, chance: Random) -> int:
    """Let people use all commands that they have; return how many uses that were."""
    uses = 0
    for person in night.people:
        known = [found for found in commands(person.commands) if found[0] not in LAST]
        for command, options in chance.sample(known, len(known)):
            await used(person, command, options, chance)
            uses += 1
    return uses


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["kingmaker", "lancaster", "warlord", "warriors"])
async def test_no_command_stumbles_over_nonsense(game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with evening(tmp_path, "ann", "ben", "cat") as night:
        await night.open(game=game)
        await night.start(letters=False)
        for seed in range(3):
            assert await use_all(night, Random(seed)) > 100
        await night.all_said()
        for request in await night.sandbox.visitors.requests():
            assert request["status"] < 400 and not request["problems"], request
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
