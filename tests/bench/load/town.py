"""Lays the tables of an evening: games of all titles in the middle of play, each with a thread in the sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec
from sqlalchemy import case, update

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
    actions: int


@dataclass(frozen=True)
class Sitting:
    """A table that is wanted: its number, what is played, who opens it and who plays, and for how many actions."""

    number: int
    rules: str
    variant: str
    owner: str
    people: Sequence[str]
    actions: int
    hours: float = HOURS


async def lay(folder: Path, games: int) -> list[Laid]:
    """Make a world of the sandbox and a database with so many games; Herald has a panel to post in each thread."""
    world = World(folder / "sandbox.db")
    try:
        return await laid(world, folder / "herald.db", [_sitting(world, number) for number in range(games)])
    finally:
        world.close()


def _sitting(world: World, number: int) -> Sitting:
    """Return what is played at a table, and how far: all titles in turns."""
    name, variant, _ = SORTS[number % len(SORTS)]
    people = _seated(list(world.people), name, variant, number)
    hours = SLEEPERS_HOURS if number % SLEEPY == 0 else HOURS
    return Sitting(number, name, variant, people[0], people, Random(number).randint(*PLAYED), hours)


async def laid(world: World, database: Path, sittings: Sequence[Sitting]) -> list[Laid]:
    """Play games with threads in a world; nothing of them has been posted there but the panels that come next."""
    async with opened(database) as store:
        referee = Referee(store)
        tables = [await _table(world, store, referee, sitting) for sitting in sittings]
        await _only_panels(store, referee, tables)
        await referee.close()
        return tables


async def _table(world: World, store: Store, referee: Referee, sitting: Sitting) -> Laid:
    """Open a table in a thread of its own, let people sit down, and play a while."""
    hall = next(channel for channel in world.channels.values() if channel.name == "herald")
    thread = Channel(world.ids.next(), ChannelType.PUBLIC_THREAD, f"Table {sitting.number}", parent_id=hall.id)
    thread.owner_id, thread.members = world.guild.bot_id, [world.guild.bot_id]
    world.save_channel(thread)
    lobby = Lobby(store, referee, entropy=Random(sitting.number).randbytes)
    game = await lobby.open_game(
        guild=int(world.guild.id),
        channel=int(hall.id),
        thread=int(thread.id),
        owner=int(sitting.owner),
        rules=sitting.rules,
        variant=sitting.variant,
        title=thread.name,
        deadline_hours=sitting.hours,
    )
    for person in sitting.people:
        await lobby.join(game.id, int(person), world.people[person].global_name, word="rose")
    await lobby.start(game.id, int(sitting.owner))
    return await _played(referee, Laid(game.id, sitting.rules, thread.id, {}, sitting.actions), Random(sitting.number))


def _seated(everybody: Sequence[str], game: str, variant: str, number: int) -> list[str]:
    """Return who sits at a table: the next ones in the round of all people."""
    rules = rules_of(game)
    least, most = rules.seats(rules.options(variant, {}))
    count = min(max(least, SEATS), most, len(everybody))
    return [everybody[(number + step) % len(everybody)] for step in range(count)]


async def _played(referee: Referee, laid: Laid, chance: Random) -> Laid:
    """Take decisions at random; return the game with the person on each seat, and how many there were."""
    player = Seated(RandomPlayer(), chance.getrandbits(32))
    for taken in range(laid.actions):
        async with referee.reading(laid.id) as live:
            asked = [request.seat for request in live.table.requests() if request.seat != MASTER]
            if live.table.result is not None or not asked:
                laid.actions = taken
                break
            seat = chance.choice(asked)
            user, action = live.user_of(seat), player.choose(live.table, seat)
        await referee.submit(laid.id, user or 0, action)
    async with referee.reading(laid.id) as live:
        laid.people = {seat: str(live.user_of(seat)) for seat in live.table.seats}
    return laid


async def _only_panels(store: Store, referee: Referee, laid: Sequence[Laid]) -> None:
    """Promise every thread its panel; letters have been read, and nothing else that was promised is said any more."""
    now = referee.now()
    outcome = case((promised.c.user.is_not(None), DeliveryOutcome.READ.value), else_=DeliveryOutcome.SUPERSEDED.value)
    async with store.writing() as connection:
        unsaid = update(promised).where(promised.c.outcome.is_(None))
        await connection.execute(unsaid.values(outcome=outcome, settled=now))
        for game in laid:
            await outbox.add(connection, game.id, 0, [OutboxMessage(Panel())], now)
