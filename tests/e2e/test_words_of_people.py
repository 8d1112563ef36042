"""Words of people in Herald's mouth: whatever field they are written into, they do nothing but be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.e2e.table import Evening, evening
from tests.e2e.test_bad_input import newcomer
from tests.e2e.test_hostile_commands import STRING, commands, value
from tests.harness.reading import Json, text_of, tricks
from tests.harness.sandbox import Person

EVIL = "x**. [Log in](https://evil.example) ||s|| @everyone \u202e{s1}\u202c a\u0301\u0301\u0301\u0301\u0301"
EVIL_NAME = "**[Log in](https://evil.ex)||s|"

LAST = ("/table end", "/gm end")
"""What ends the game: it is tried when all else has been."""

ASKED_FOR = {
    ("/tournament create", "title"): {"game": "kingmaker"},
    ("/tournament calloff", "reason"): {"heat": 1},
    ("/table appeal", "reason"): {"ruling": 1},
}
"""What else has to be said so that the words are taken."""


def free_words(person: Person) -> Iterator[tuple[str, Json, list[Json]]]:
    """Every option of a command that takes words of one's own, with the options of that command."""
    for command, options in sorted(commands(person.commands), key=lambda found: found[0] in LAST):
        for option in options:
            if option["type"] == STRING and not option.get("choices") and not option.get("autocomplete"):
                yield command, option, options


async def written(person: Person, command: str, option: Json, options: list[Json]) -> None:
    """Write tricks into an option of a command, with whatever else it needs, and wait for the answer."""
    others = [one for one in options if one.get("required") and one["name"] != option["name"]]
    said = {one["name"]: await value(person, one, Random(1)) for one in others}
    said |= ASKED_FOR.get((command, option["name"]), {})
    said[option["name"]] = EVIL[: option.get("max_length", len(EVIL))]
    await person.slash(command, **said)


async def everything(night: Evening) -> list[Json]:
    """Everything that stands anywhere for anybody."""
    found: list[Json] = []
    for person in night.people:
        for channel in (await person.refresh())["channels"]:
            found += await person.messages(channel["id"], limit=5000)
    return found


async def test_words_do_nothing_but_be_read_whatever_field_they_are_written_into(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        night.people.append(await newcomer(night, "mallory", EVIL_NAME))
        ann, ben, mallory = night.people
        await night.open(title=EVIL)
        await mallory.slash("/game leave")
        await mallory.answer()
        await mallory.slash("/game join", word=EVIL[:60])
        await mallory.answer()
        await night.start()
        fields = [*free_words(ann)]
        for command, option, options in fields:
            for person in (mallory, ann) if command in LAST else (ann, mallory):
                await written(person, command, option, options)
        await ben.slash("/mine")
        await ben.slash("/rulings")
        await night.all_said()
        said = await everything(night)
        assert [text_of(message) for message in said if tricks(message)] == []
        shown = "\n".join(map(text_of, said))
        assert len(fields) > 40 and shown.count("evil.ex") > 20
