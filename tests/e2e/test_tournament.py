"""A tournament over the wire: announced, entered, seated, played with a restart in between, and won."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot.discord_adapter.client import Supervisor
from bot.model import interventions
from bot.store import games, tournaments
from bot.store.rows import Status, TournamentGame
from engine.tournament import tournament
from engine.tournament.state import State
from tests.e2e.table import MAX_WAIT_S, at_work
from tests.harness.reading import Json, buttons, text_of
from tests.harness.sandbox import Person, running_sandbox

STOP: dict[str, Any] = {"action": "stop_play"}


async def board(person: Person, label: str) -> Json:
    """The message of the tournament, once it has a button."""
    return await person.expect(
        lambda frame: any(label in str(row) for row in frame.get("components", [])),
        channel=person.channel_id("herald"),
        timeout=MAX_WAIT_S,
    )


async def press(person: Person, label: str, told: str) -> None:
    """Press a button of the message of the tournament, and be told something."""
    await person.press(person.current(await board(person, label)), label)
    await person.expect(told, timeout=MAX_WAIT_S)


async def state_of(supervisor: Supervisor, event: str) -> State:
    return await supervisor.herald.tournaments.state(event)


async def stop_all(supervisor: Supervisor, event: str, heat: int, owner: int) -> None:
    """Let the game master stop the games of a heat as soon as they have begun."""
    herald = supervisor.herald
    for place in await seated(supervisor, event, heat):
        await until_started(supervisor, place.game)
        while (setting_up := await asked(supervisor, place.game, before_play=True)) is not None:
            await herald.moderation.intervene(place.game, owner, interventions.TakeDefault(setting_up))
        await herald.moderation.intervene(place.game, owner, interventions.Edit(STOP))
        while (request := await asked(supervisor, place.game)) is not None:
            await herald.moderation.intervene(place.game, owner, interventions.TakeDefault(request))


async def seated(supervisor: Supervisor, event: str, heat: int) -> list[TournamentGame]:
    """The tables of a heat, once it is seated."""
    async with asyncio.timeout(MAX_WAIT_S):
        while True:
            async with supervisor.herald.store.reading() as connection:
                places = await tournaments.games_of(connection, event)
            if found := [place for place in places if place.heat == heat]:
                return found
            await asyncio.sleep(0.05)


async def asked(supervisor: Supervisor, game: str, *, before_play: bool = False) -> str | None:
    """Which seat a game waits for; None once it is over, or once play has begun."""
    async with supervisor.herald.referee.reading(game) as live:
        begun = before_play and live.table.rules.pace.stop_edit(live.table.game) is not None
        return live.table.requests()[0].seat if live.table.result is None and not begun else None


async def until_started(supervisor: Supervisor, game: str) -> None:
    async with asyncio.timeout(MAX_WAIT_S):
        while True:
            async with supervisor.herald.store.reading() as connection:
                if (
                    await games.exists(connection, game)
                    and (await games.get(connection, game)).status is Status.PLAYING
                ):
                    return
            await asyncio.sleep(0.05)


async def test_a_tournament_is_played_from_its_announcement_to_its_champion(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        people = [await sandbox.person(name) for name in ("dan", "ann", "ben", "cat")]
        olga, *players = people
        async with at_work(tmp_path, sandbox, drawn=True) as supervisor:
            for person in people:
                await person.bot_is_ready()
            about: dict[str, Any] = {
                "title": "Roses",
                "game": "kingmaker",
                "variant": "wbc",
                "heats": 1,
                "clock": "live",
            }
            await olga.slash("/tournament create", channel="herald", **about)
            event = text_of(await olga.answer()).split("`")[1]
            for person in players:
                await press(person, "I play heat 1", "You play heat 1")
            assert "3 have entered. Announce it" in await leads(olga, "Announce heat 1")
            for person in players:
                await press(person, "Check in: heat 1", "You are in heat 1")
            assert "Table 1: " in await leads(olga, "Seat heat 1…", "Seat them like this")
            await stop_all(supervisor, event, 1, int(olga.id))
        async with at_work(tmp_path, sandbox, drawn=True) as supervisor:
            await leads(olga, "Sign heat 1")
            for person in players:
                await press(person, "I play the Final", "You play the Final")
            await leads(olga, "Announce the Final")
            for person in players:
                await press(person, "Check in: the Final", "You are in the Final")
            await leads(olga, "Seat the Final…", "Seat them like this")
            await stop_all(supervisor, event, 0, int(olga.id))
            await leads(olga, "Sign the Final")
            said = await olga.expect(
                lambda frame: bool(frame.get("attachments")), channel=olga.channel_id("herald"), timeout=MAX_WAIT_S
            )
            assert "Champion: " in text_of(said) and "Second: " in text_of(said)
            found = await threads(supervisor, event)
            assert all(f"<#{thread}>" in text_of(said) for thread in found.values())
            files = [attachment["filename"] for attachment in said["attachments"]]
            assert files == ["champion.png", f"{event}.json", f"{event}.csv"]
            assert " is the champion, with " in said["attachments"][0]["description"]
            await players[0].choose(said, "Final, table 1")
            page = await players[0].expect("Download this page", timeout=MAX_WAIT_S)
            assert page["attachments"][0]["filename"].endswith(".html") and page["flags"] & 64
            assert "in the Final with " in await looked_up(olga, "/tournament standings")
            assert " ± " in await looked_up(olga, "/ladder", game="kingmaker")
            assert "Tournaments: 1 played" in await looked_up(players[0], "/me record")
            assert "On this server" in await looked_up(olga, "/tournament history", game="kingmaker")
            state = await state_of(supervisor, event)
            assert tournament.places(state)
            assert len(await threads(supervisor, event)) == 2


async def leads(person: Person, *labels: str) -> str:
    """Let an official press something that he is offered by now, and then something on what comes of it.

    Return what he read last.
    """
    first, *others = labels
    shown = await offered(person, first)
    await person.press(person.current(shown), first)
    for label in others:
        shown = await board(person, label)
        await person.press(person.current(shown), label)
    return text_of(shown)


async def offered(person: Person, label: str) -> Json:
    """What officials are offered, once there is something of a name among it."""
    async with asyncio.timeout(MAX_WAIT_S):
        while True:
            await person.slash("/tournament manage", channel="herald")
            shown = await person.expect("for officials", timeout=MAX_WAIT_S)
            if any(button["label"] == label for button in buttons(shown)):
                return shown
            await asyncio.sleep(0.1)


async def looked_up(person: Person, command: str, **options: Any) -> str:
    """What a command shows."""
    await person.slash(command, channel="herald", **options)
    return text_of(await person.answer())


async def threads(supervisor: Supervisor, event: str) -> dict[str, int]:
    async with supervisor.herald.store.reading() as connection:
        return await tournaments.threads(connection, event)
