"""Words of people in Herald's mouth: whatever field they are written into, they do nothing but be read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from bot.discord_adapter.client import Supervisor
from tests.e2e.table import MAX_WAIT_S, Evening, at_work, evening
from tests.e2e.test_bad_input import newcomer
from tests.e2e.test_hostile_commands import STRING, commands, value
from tests.e2e.test_tournament import leads, press, seated, state_of, stop_all, until_started
from tests.e2e.test_tournament_officials import channel_says, name_assistant
from tests.harness.reading import Json, buttons, text_of, tricks
from tests.harness.sandbox import Person, running_sandbox

EVIL = "x**. [Log in](https://evil.example) ||s|| @everyone \u202e{s1}\u202c a\u0301\u0301\u0301\u0301\u0301"
EVIL_NAME = "**[Log in](https://evil.ex)||s|"

LAST = ("/gm end", "/table end")
"""What ends the game: it is tried when all else has been."""

IN_THE_CHANNEL = ("/game new",)

ASKED_FOR: dict[tuple[str, str], dict[str, Any]] = {
    ("/table appeal", "reason"): {"ruling": 1},
    ("/plan", "words"): {"question": "D20", "answer": "default"},
}
"""What else has to be said so that the words are taken."""

READ = {("/tournament change", "tables"), ("/tournament change", "before")}
"""Words that are read or refused without being said again."""

LOOKED_FOR = {
    *(("/game log", "about"), ("/gm goto", "about"), ("/log", "about"), ("/rulings", "search"), ("/dice", "purpose")),
    *(("/game adopt", "game"), ("/me quiet", "hours")),
    *(("/game join", "word"),),  # said at the end of a game, where it is given at its beginning
}
"""Words that are looked up, and never said again."""


Field = tuple[str, Json, list[Json]]
"""A command, an option of it that takes words of one's own, and all its options."""


def free_words(person: Person, *, of_tournaments: bool) -> Iterator[Field]:
    """Every field that takes words of one's own."""
    for command, options in sorted(commands(person.commands), key=lambda found: found[0] in LAST):
        for option in options if command.startswith("/tournament ") is of_tournaments else ():
            if option["type"] == STRING and not option.get("choices") and not option.get("autocomplete"):
                yield command, option, options


def marked(mark: str, most: int = 1000) -> str:
    """Words that mean mischief, and by whose beginning they are known again."""
    return f"{mark} {EVIL}"[:most]


async def written(person: Person, mark: str, field: Field, **given: Any) -> Json:
    """Write tricks into a field, with whatever else it needs; return the answer."""
    command, option, options = field
    others = [one for one in options if one.get("required") and one["name"] != option["name"]]
    said = {one["name"]: await value(person, one, Random(1)) for one in others}
    said |= ASKED_FOR.get((command, option["name"]), {}) | given
    said[option["name"]] = marked(mark, option.get("max_length", 1000))
    channel = "herald" if command in IN_THE_CHANNEL or command.startswith("/tournament ") else None
    await person.slash(command, channel=channel, **said)
    return await person.answer(timeout=MAX_WAIT_S)


async def everything(people: Iterable[Person]) -> list[Json]:
    """Everything that stands anywhere for anybody."""
    found: list[Json] = []
    for person in people:
        for channel in (await person.refresh())["channels"]:
            found += await person.messages(channel["id"], limit=5000)
    return found


async def play_a_phase(night: Evening) -> None:
    """Let the defaults be taken until a phase is over."""
    herald, host = night.supervisor.herald, int(night.people[0].id)
    while not await night.phases():
        async with night.reading() as live:
            seat = live.table.requests()[0].seat
            user, action = live.user_of(seat), live.table.default(seat)
        await herald.referee.submit(night.game, user or host, action)


async def test_words_do_nothing_but_be_read_whatever_field_they_are_written_into(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        night.people.append(await newcomer(night, "mallory", EVIL_NAME))
        ann, ben, mallory = night.people
        await night.open(title=marked("q-title", 80))
        await mallory.slash("/game leave")
        await mallory.answer()
        await mallory.slash("/game join", word=marked("q-word", 60))
        await mallory.answer()
        await night.start()
        await play_a_phase(night)
        cat = await night.stranger("cat")
        await ann.slash("/gm assistant", member="cat")
        await ann.answer()
        fields = {f"q{number}q": field for number, field in enumerate(free_words(ann, of_tournaments=False))}
        for mark, field in fields.items():
            for person in (mallory, ann) if field[0] in LAST else (ann, mallory):
                answer = await written(person, mark, field)
                if field[0] == "/gm end" and person is ann:
                    await ann.press(answer, "Do it")
        await ben.slash("/mine")
        await ben.slash("/rulings")
        await cat.press(await cat.expect("end the game", timeout=MAX_WAIT_S), "Aye")
        await night.all_said()
        said = await everything([*night.people, cat])
        assert [text_of(message) for message in said if tricks(message)] == []
        shown = "\n".join(map(text_of, said))
        silent = {(command, option["name"]) for mark, (command, option, _) in fields.items() if mark not in shown}
        assert silent == LOOKED_FOR and "q-title" in shown and "q-word" in shown


async def test_words_in_tournaments_do_nothing_but_be_read_either(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox, at_work(tmp_path, sandbox) as supervisor:
        olga, ann, ben, cat, eve = people = [await sandbox.person(name) for name in ("dan", "ann", "ben", "cat", "eve")]
        for person in people:
            await person.bot_is_ready()
        fields = {
            f"q{number}q": field
            for number, field in enumerate(free_words(olga, of_tournaments=True))
            if field[1]["name"] != "tournament"
        }
        marks = {(command.split()[-1], option["name"]): mark for mark, (command, option, _) in fields.items()}
        left = {*marks}

        async def write(person: Person, command: str, name: str, **given: Any) -> Json:
            left.discard((command, name))
            return await written(person, marks[command, name], fields[marks[command, name]], **given)

        about: dict[str, Any] = {"game": "kingmaker", "variant": "wbc", "heats": 2, "clock": "live"}
        event = text_of(await write(olga, "create", "title", **about)).split("`")[1]
        for name in ("title", "variant", "tables", "heat", "final", "before", "grace", "rounds", "value"):
            await write(olga, "change", name, **({"rule": "besieged_home"} if name == "value" else {}))
        await write(olga, "announce", "start", heat=1)
        await name_assistant(olga, eve)
        for person in (ann, ben, cat):
            await press(person, "I play heat 1", "You play heat 1")
        await leads(olga, "Announce heat 1")
        for person in (ann, ben, cat):
            await press(person, "Check in: heat 1", "You are in heat 1")
        await write(olga, "seat", "tables", heat=1, reason="So.")
        await write(olga, "seat", "reason", heat=1, tables="Ann, Ben, Cat")
        (place,) = await seated(supervisor, event, 1)
        await until_started(supervisor, place.game)
        for ruling, name in enumerate(("text", "rule"), 1):
            await write(ann, "question", name, heat=1, table=1, **({} if name == "text" else {"text": "It was mine."}))
            for judge in (olga, eve):
                await write(judge, "judge", "reason", ruling=ruling, upheld=True)
        await write(ann, "appeal", "reason", ruling=1)
        await stop_all(supervisor, event, 1, int(olga.id))
        await until_over(supervisor, event)
        for name in ("result", "reason", "rule"):
            given = {"result": "Ann 3, Ben 2, Cat 1", "reason": "So.", "heat": 1, "table": 1}
            shown = await write(olga, "correct", name, **{other: it for other, it in given.items() if other != name})
            if counts := [button["label"] for button in buttons(shown) if "ount it" in button["label"]]:
                await olga.press(shown, counts[0])
                await channel_says(olga, marks["correct", name])
        await write(olga, "calloff", "reason", heat=2)
        await channel_says(olga, "is called off: ")
        found = await everything(people)
        assert [text_of(message) for message in found if tricks(message)] == []
        words = "\n".join(map(text_of, found))
        silent = {(command, option["name"]) for mark, (command, option, _) in fields.items() if mark not in words}
        assert not left and silent == READ


async def until_over(supervisor: Supervisor, event: str) -> None:
    """Wait until the first table of the first heat has its result."""
    async with asyncio.timeout(MAX_WAIT_S):
        while not (await state_of(supervisor, event)).game(1, 1).result:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
