"""Lays the tables of an evening: games of all titles in the middle of play, each with a thread in the sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
from sqlalchemy import update

from bot.sandbox.model import Channel, ChannelType
from bot.sandbox.world import World
from bot.services.lobby import Lobby
from bot.store import outbox
from bot.store.database import Store, opened
from bot.store.payloads import OutboxMessage, Panel
from bot.store.rows import DeliveryOutcome
from bot.store.schema import outbox as promised
from bot.table.referee import Referee
from engine.core.actions import MASTER
from engine.core.computer.players import RandomPlayer, Seated
from engine.games import rules_of
from tests.soak.tables import SORTS

SEATS = 4
"""Seats of a game, or as many as it takes."""

PLAYED = 5, 30
"""Actions that a game has seen when the evening begins."""

SLEEPY = 10
"""Every so manieth table has little time for a decision, so that the clock decides now and then."""

HOURS, SLEEPERS_HOURS = 48.0, 0.02


class Laid(msgspec.Struct):
    """A game: its rules, its thread, and the person on each seat, by the ids of the sandbox."""

    id: str
    rules: str
    thread: str
    people: dict[str, str]


async def lay(folder: Path, games: int) -> list[Laid]:
    """Make a world of the sandbox and a database with so many games; Herald has a panel to post in each thread."""
    world = World(folder / "sandbox.db")
    try:
        async with opened(folder / "herald.db") as store:
            referee = Referee(store)
            laid = [await _table(world, store, referee, number) for number in range(games)]
            await _only_panels(store, referee, laid)
            await referee.close()
            return laid
    finally:
        world.close()


async def _table(world: World, store: Store, referee: Referee, number: int) -> Laid:
    """Open a table in a thread of its own, let people sit down, and play a while."""
    name, variant, _ = SORTS[number % len(SORTS)]
    people = _seated(list(world.people), name, variant, number)
    hall = next(channel for channel in world.channels.values() if channel.name == "herald")
    thread = Channel(world.ids.next(), ChannelType.PUBLIC_THREAD, f"Table {number}", parent_id=hall.id)
    thread.owner_id, thread.members = world.guild.bot_id, [world.guild.bot_id]
    world.save_channel(thread)
    lobby = Lobby(store, referee, entropy=Random(number).randbytes)
    host = int(people[0])
    game = await lobby.open_game(
        guild=int(world.guild.id),
        channel=int(hall.id),
        thread=int(thread.id),
        owner=host,
        rules=name,
        variant=variant,
        title=thread.name,
        deadline_hours=SLEEPERS_HOURS if number % SLEEPY == 0 else HOURS,
    )
    for person in people:
        await lobby.join(game.id, int(person), world.people[person].global_name, word="rose")
    await lobby.start(game.id, host)
    seats = await _play(referee, game.id, Random(number))
    return Laid(game.id, name, thread.id, seats)


def _seated(everybody: Sequence[str], game: str, variant: str, number: int) -> list[str]:
    """Return who sits at a table: the next ones in the round of all people."""
    rules = rules_of(game)
    least, most = rules.seats(rules.options(variant, {}))
    count = min(max(least, SEATS), most, len(everybody))
    return [everybody[(number + step) % len(everybody)] for step in range(count)]


async def _play(referee: Referee, game_id: str, chance: Random) -> dict[str, str]:
    """Take some decisions at random; return the person on each seat."""
    player = Seated(RandomPlayer(), chance.getrandbits(32))
    for _ in range(chance.randint(*PLAYED)):
        async with referee.reading(game_id) as live:
            asked = [request.seat for request in live.table.requests() if request.seat != MASTER]
            if live.table.result is not None or not asked:
                break
            seat = chance.choice(asked)
            user, action = live.user_of(seat), player.choose(live.table, seat)
        await referee.submit(game_id, user or 0, action)
    async with referee.reading(game_id) as live:
        return {seat: str(live.user_of(seat)) for seat in live.table.seats}


async def _only_panels(store: Store, referee: Referee, laid: Sequence[Laid]) -> None:
    """Promise every thread its panel, and let everything else that was promised be said."""
    now = referee.now()
    async with store.writing() as connection:
        unsaid = update(promised).where(promised.c.outcome.is_(None))
        await connection.execute(unsaid.values(outcome=DeliveryOutcome.SUPERSEDED, settled=now))
        for game in laid:
            await outbox.add(connection, game.id, 0, [OutboxMessage(Panel())], now)
