"""Leave a database in the middle of everything, for later releases to take up: `python -m tests.store.leaving`.

It holds a table of each variant of each title, played at random by people, with a plan for each question that can be
answered ahead, a form half filled in, a motion to decide, clocks that run or stand still; and a tournament whose table
is being played. What stands in `left_by_1_1.sql.xz` was written by release 1.1 and is not written anew.
"""

import asyncio
import lzma
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

from bot.errors import Refused
from bot.model import interventions
from bot.services.plans import Plans
from bot.store import drafts
from bot.store.rows import Draft, MotionKind
from engine.core.actions import MASTER
from engine.core.computer.players import Seated
from engine.core.orders import Entry
from engine.games import GAMES
from engine.tournament import log
from engine.tournament.format import preset
from tests.conformance.tables import livelier
from tests.referee.house import ANN, BEN, NAMES, OWNER, House, housed
from tests.referee.test_tournaments import kept

WHERE = Path(__file__).parent / "left_by_1_1.sql.xz"
ACTIONS = {"warlord": 9}
"""How many each title is played for, where it is not 60: a tourney may be over by then."""


LATEST_SNAPSHOTS = """
DELETE FROM snapshots WHERE version < (SELECT max(version) - 1 FROM snapshots AS all_ WHERE all_.game = snapshots.game)
"""
"""Of each table two are enough to play on."""


async def leave(house: House) -> None:
    """Play every variant to its middle, and a tournament into its first heat."""
    for number, (title, variant) in enumerate(
        (title, variant) for title, rules in GAMES.items() for variant in rules.variants
    ):
        await _table(house, title, variant, number)
    await _tournament(house)


async def _table(house: House, title: str, variant: str, number: int) -> None:
    rules = GAMES[title]
    least, _ = rules.seats(rules.options(variant, {}))
    users = [ANN, BEN, *range(100, 100 + least - 2)]
    game = await house.lobby.open_game(
        guild=5, channel=6, thread=800 + number, owner=OWNER, rules=title, variant=variant, deadline_hours=24.0 + number
    )
    for user in users:
        await house.lobby.join(game.id, user, NAMES.get(user, f"P{user}"), word=f"word of {user}")
    await house.lobby.start(game.id, OWNER)
    await _play(house, game.id, ACTIONS.get(title, 60) + number)
    await _answers_ahead(house, game.id, users)
    await _form(house, game.id)
    if number % 3 == 0:
        await house.moderation.propose(game.id, ANN, MotionKind.PAUSE, interventions.Pause())
    if number % 4 == 1:
        await house.moderation.intervene(game.id, OWNER, interventions.Pause())


async def _play(house: House, game_id: str, actions: int) -> None:
    chance = Random(actions)
    async with house.referee.reading(game_id) as live:
        player = Seated(livelier(live.table.rules), 3)
    for _ in range(actions):
        async with house.referee.reading(game_id) as live:
            if live.table.result is not None:
                return
            seat = chance.choice(live.table.requests()).seat
            user = live.user_of(seat)
            action = player.choose(live.table, seat) if seat != MASTER else None
        if action is None or user is None:
            await house.tick(1)
        else:
            await house.referee.submit(game_id, user, action)


async def _answers_ahead(house: House, game_id: str, users: list[int]) -> None:
    """Let everybody answer ahead what can be, by what is done by default."""
    async with house.referee.reading(game_id) as live:
        decisions = list(live.table.rules.plans.plannable)
    for place, decision in enumerate(decisions):
        try:
            await Plans(house.store, house.referee).give(game_id, users[place % len(users)], decision, Entry("default"))
        except Refused:
            continue


async def _form(house: House, game_id: str) -> None:
    """Leave the first form that is open half filled in."""
    async with house.referee.reading(game_id) as live:
        for request in live.table.requests():
            for offer in request.offers:
                if request.seat != MASTER and offer.fields and (choices := offer.fields[0].choices({})):
                    filled = {offer.fields[0].name: choices[0].value}
                    draft = Draft(
                        game=game_id, seat=request.seat, version=live.table.version, tag=offer.tag, fields=filled
                    )
                    async with house.store.writing(game_id) as connection:
                        await drafts.save(connection, draft)
                    return


async def _tournament(house: House) -> None:
    """Let four people play the first heat of a tourney; a second one is to come."""
    events = kept(house)
    tournament_format = preset("wbc", title="Autumn", year=2026, game="warlord", variant="base", seats=(2, 2))
    record = await events.create(
        guild=5, channel=6, master=OWNER, name="Olga", tournament_format=tournament_format, assistants={}
    )
    people = ("31", "32", "33", "34")
    for person in people:
        await events.append(record.id, log.Entered(person=person, name=f"P{person}", heats=(1, 2), by=person))
    await events.announce(record.id, 1, OWNER)
    for person in people:
        await events.append(record.id, log.CheckedIn(heat=1, person=person, by=person))
    await events.close(record.id, 1, OWNER)
    for place in await events.unopened(record.id):
        await events.open_game(place)
        await events.start_game(place)
        await _play(house, place.game, 9)


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "herald.db"

        async def work() -> None:
            async with housed(path) as house:
                await leave(house)

        asyncio.run(work())
        with closing(sqlite3.connect(path)) as here:
            here.execute(LATEST_SNAPSHOTS)
            here.commit()
            (mark,) = here.execute("PRAGMA application_id").fetchone()
            dump = "\n".join([f"PRAGMA application_id = {mark};", *here.iterdump()])
        WHERE.write_bytes(lzma.compress(dump.encode(), preset=9))


if __name__ == "__main__":
    main()
