"""An event over the wire in which much goes wrong: restarts, a no-show, a drop, a fallen ruling, a late correction."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from bot.discord_adapter.client import Supervisor
from bot.model import interventions
from bot.store import games, outbox
from engine.tournament import corrections, finalists, standings, tournament
from engine.tournament.state import State
from tests.e2e.table import MAX_WAIT_S, at_work
from tests.e2e.test_tournament import asked, board, leads, press, seated, state_of, stop_all, threads, until_started
from tests.e2e.test_tournament_officials import channel_says, fill_in
from tests.harness.reading import Json, text_of
from tests.harness.sandbox import DrivenSandbox, Person, running_sandbox

ABOUT: dict[str, Any] = {"title": "Roses", "game": "kingmaker", "variant": "wbc", "heats": 1, "clock": "live"}


@dataclass
class Evening:
    """The officials, who do not play, and the players; the last of these comes too late."""

    folder: Path
    sandbox: DrivenSandbox
    olga: Person
    eve: Person
    players: Sequence[Person]
    event: str = ""

    @asynccontextmanager
    async def herald(self) -> AsyncIterator[Supervisor]:
        """Herald from one restart to the next."""
        async with at_work(self.folder, self.sandbox) as supervisor:
            for person in (self.olga, self.eve, *self.players):
                await person.bot_is_ready()
            yield supervisor

    def person(self, person_id: str) -> Person:
        return next(person for person in self.players if person.id == person_id)


async def heat_is_seated(here: Evening, supervisor: Supervisor) -> None:
    """All enter and all but the last check in, who learns where that leaves them."""
    olga, (*there, late) = here.olga, here.players
    await olga.slash("/tournament create", channel="herald", **ABOUT)
    here.event = text_of(await olga.answer()).split("`")[1]
    await olga.slash("/tournament assistant", channel="herald", member=here.eve.id)
    for person in here.players:
        await press(person, "I play heat 1", "You play heat 1")
    await leads(olga, "Announce heat 1")
    for person in there:
        await press(person, "Check in: heat 1", "You are in heat 1")
    await leads(olga, "Seat heat 1…", "Seat them like this")
    for place in await seated(supervisor, here.event, 1):
        await until_started(supervisor, place.game)
    heat = (await state_of(supervisor, here.event)).heats[0]
    assert sorted(person for game in heat.games for person in game.people) == sorted(one.id for one in there)
    await late.slash("/tournament drop", channel="herald")
    assert "in no heat that is open or being played" in text_of(await late.answer(timeout=MAX_WAIT_S))


async def seat_changes_hands(here: Evening, supervisor: Supervisor) -> str:
    """Somebody goes, and who came too late takes the seat; return who goes."""
    first, late = (await state_of(supervisor, here.event)).game(1, 1).people[0], here.players[-1]
    goes = here.person(first)
    await goes.slash("/tournament drop", channel="herald")
    assert "A computer player plays the seat meanwhile" in text_of(await goes.answer(timeout=MAX_WAIT_S))
    await late.press(await channel_says(late, "gives up a seat"), "I take the seat")
    await channel_says(late, "from now on: heat 1, table 1")
    return first


async def ruling_falls(here: Evening, supervisor: Supervisor) -> None:
    """The game master decides for somebody who had time left; it falls, and is undone at the table."""
    herald, last = supervisor.herald, (await seated(supervisor, here.event, 1))[-1]
    seat = await asked(supervisor, last.game)
    assert seat is not None
    async with herald.referee.reading(last.game) as live:
        before = live.table.version
    await herald.moderation.intervene(last.game, int(here.olga.id), interventions.TakeDefault(seat))
    person = here.person((await state_of(supervisor, here.event)).game(1, last.number).people[int(seat[1:]) - 1])
    thread = (await threads(supervisor, here.event))[last.game]
    await fill_in(person, await said_there(supervisor, person, thread, last.game), QUERY, reason="I had time left.")
    for official in (here.olga, here.eve):
        asks = await channel_says(official, "Questioned: I had time left.")
        await fill_in(official, asks, "It falls…", reason="The clock had not run out.")
    shown = await channel_says(here.eve, "can appeal until")
    await here.eve.press(here.eve.current(shown), "Mend…")
    shown = await here.eve.expect("The table goes back to its position before the ruling.", timeout=MAX_WAIT_S)
    await here.eve.press(here.eve.current(shown), "Undo it")
    await channel_says(person, "is undone, and the table continues")
    await person.expect("It falls, and is undone at the table.", timeout=MAX_WAIT_S)
    await here.eve.expect("The table continues.", timeout=MAX_WAIT_S)
    async with herald.store.reading() as connection:
        game = await games.get(connection, last.game)
    assert game.paused is None and game.version > before
    assert await asked(supervisor, last.game) == seat, "the decision is asked again"


QUERY = "Question this…"


async def said_there(supervisor: Supervisor, person: Person, thread: int, game: str) -> Json:
    """The message of a thread below which a ruling is questioned, once nothing more is to be said there."""
    async with asyncio.timeout(MAX_WAIT_S):
        while True:
            async with supervisor.herald.store.reading() as connection:
                waiting = await outbox.pending(connection, game)
            found = [message for message in await person.messages(str(thread)) if QUERY in str(message["components"])]
            if found and not waiting:
                return found[-1]
            await asyncio.sleep(0.05)


async def leaves_and_is_let_in_again(here: Evening, supervisor: Supervisor) -> None:
    """A finalist says that he leaves the tournament, changes his mind, and has his place in the Final again."""
    chosen = finalists.qualified(await state_of(supervisor, here.event)).finalists
    goes = here.person(chosen[1])
    await goes.slash("/tournament drop", channel="herald", out="the whole tournament")
    assert "Out of the tournament, the Final too; an official can let you in" in text_of(await goes.answer())
    assert goes.id not in finalists.qualified(await state_of(supervisor, here.event)).finalists
    await goes.slash("/tournament readmit", channel="herald", player=goes.id)
    assert "Only the game master and the assistants" in text_of(await goes.answer())
    assert goes.id not in finalists.qualified(await state_of(supervisor, here.event)).finalists
    await let_in(here, goes, "is back in the tournament, and I have told the channel.")
    await channel_says(goes, "is back in the tournament")
    assert finalists.qualified(await state_of(supervisor, here.event)).finalists == chosen
    await let_in(here, goes, "That player has not left")


async def let_in(here: Evening, person: Person, told: str) -> None:
    """Let an official let somebody in again; he is told something."""
    await here.olga.slash("/tournament readmit", channel="herald", player=person.id)
    assert told in text_of(await here.olga.answer(timeout=MAX_WAIT_S))


async def final_is_played(here: Evening, supervisor: Supervisor) -> None:
    """The first of the standings does not play it, and the first reserve moves up."""
    chosen = finalists.qualified(await state_of(supervisor, here.event))
    first, *others = map(here.person, chosen.finalists)
    up = list(map(here.person, chosen.next_up))
    await first.press(first.current(await board(first, "I do not play the Final")), "I do not play the Final")
    await first.expect("You do not play it.", timeout=MAX_WAIT_S)
    for person in (*others, *up):
        await press(person, "I play the Final", "You play the Final")
    await leads(here.olga, "Announce the Final")
    for person in (*others, *up):
        await press(person, "Check in: the Final", "You are in the Final")
    await leads(here.olga, "Seat the Final…", "Seat them like this")
    await stop_all(supervisor, here.event, 0, int(here.olga.id))
    await leads(here.olga, "Sign the Final")


async def champion_is_corrected(here: Evening, supervisor: Supervisor) -> tuple[str, str]:
    """After the end another is found to have won; what cannot be, or is odd, does not count. Return old and new."""
    olga, old = here.olga, await state_of(supervisor, here.event)
    found = old.game(0, 1).result
    assert found is not None
    *others, last = found.places
    best, name = others[0], {place.person: old.names[place.person] for place in found.places}
    rest = corrections.written(msgspec.structs.replace(found, places=tuple(others)), old.names)
    shown = await tried(olga, f"{name[best.person]} 1, {name[last.person]} 1")
    assert "Name each of them once" in text_of(shown)
    shown = await tried(olga, f"{name[last.person]} king, {rest} king")
    assert "Only one can be the sole King" in text_of(shown) and "Change it…" in text_of(shown)
    shown = await tried(olga, f"{name[last.person]} {best.points - 1}, {rest}")
    assert "who has more points" in text_of(shown) and "I insist: count it" in text_of(shown)
    assert (await state_of(supervisor, here.event)).game(0, 1).result == found, "nothing counts yet"
    odd, shown = shown, await tried(olga, f"{name[last.person]} {best.points + 9}, {rest}")
    await olga.press(olga.current(odd), "I insist: count it")
    await olga.expect("rewritten since", timeout=MAX_WAIT_S)
    assert "The champion is now" in text_of(shown) and "It does not count yet." in text_of(shown)
    await olga.press(olga.current(shown), "Count it")
    await channel_says(olga, "Then I announce the champion again.")
    await leads(olga, "Sign the Final")
    await channel_says(olga, "has another result now")
    return tournament.champion(old), last.person


async def tried(olga: Person, result: str) -> Json:
    """Write a correction of the Final, and read what it would do."""
    about: dict[str, Any] = {"heat": 0, "table": 1, "result": result, "reason": "Counted anew."}
    await olga.slash("/tournament correct", channel="herald", **about)
    return await olga.answer(timeout=MAX_WAIT_S)


def entrants(state: State) -> list[str]:
    return sorted(line.person for line in standings.standings(state))


async def test_an_event_of_twelve_in_which_much_goes_wrong_comes_to_its_right_champion(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox:
        olga, eve = [await sandbox.person(name) for name in ("dan", "eve")]
        known = [await sandbox.person(name) for name in ("ann", "ben", "cat")]
        new = [await sandbox.visitors.newcomer(f"guest{number}") for number in range(4, 13)]
        here = Evening(tmp_path, sandbox, olga, eve, [*known, *new])
        async with here.herald() as supervisor:
            await heat_is_seated(here, supervisor)
        async with here.herald() as supervisor:
            gone = await seat_changes_hands(here, supervisor)
            await ruling_falls(here, supervisor)
        async with here.herald() as supervisor:
            await stop_all(supervisor, here.event, 1, int(olga.id))
            await leads(olga, "Sign heat 1")
            state = await state_of(supervisor, here.event)
            assert entrants(state) == sorted(person.id for person in here.players)
            assert gone in state.entrants() and gone not in state.game(1, 1).people
            await leaves_and_is_let_in_again(here, supervisor)
            await final_is_played(here, supervisor)
            await channel_says(olga, "Champion: ")
            left = here.person(finalists.qualified(state).finalists[0])
            await let_in(here, left, "nobody can come back in")
        async with here.herald() as supervisor:
            old, new_champion = await champion_is_corrected(here, supervisor)
        async with here.herald() as supervisor:
            state = tournament.replayed(await supervisor.herald.tournaments.log(here.event))
            assert tournament.champion(state) == new_champion != old
            said = [text_of(message) for message in await olga.messages("herald", limit=500)]
            assert sum("**Roses** is over." in text for text in said) == 0, "the old announcement holds no longer"
            assert sum("A result was corrected after this was announced." in text for text in said) == 1
            assert sum("has another result now" in text for text in said) == 1
            assert sum("**Heat 1 is over**" in text for text in said) == 1
