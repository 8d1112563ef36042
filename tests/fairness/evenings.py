"""Games that were really played: at a table of Herald's, by people and computer players, and exported in the end."""

from pathlib import Path
from typing import Any

import msgspec

from bot.model import interventions
from bot.services.computer.regents import Regents
from bot.store import game_log
from bot.store.rows import GameRecord, Via
from bot.table import archive, audit
from engine.core.actions import MASTER
from engine.core.computer.players import RandomPlayer, Seated, seed_of
from engine.core.editing.at_the_table import DieShows
from engine.core.record.transcript import Transcript
from engine.core.rules import Rules
from engine.games import rules_of
from tests.referee.house import ANN, NAMES, OWNER, House, housed

WORDS = {ANN: "rose, Löwe & “thorn”"}


async def evening(folder: Path, game: str, variant: str, number: int, actions: int) -> Transcript:
    """The public record of a game of Ann, who gives a word, with computer players, ended after so many actions."""
    rules = rules_of(game)
    async with housed(folder / f"{game}-{variant}-{number}.db", rules) as house:
        record = await seated(house, rules, variant)
        await house.lobby.start(record.id, OWNER)
        await play_on(house, record.id, actions, number)
        return await ended(house, record.id)


async def with_a_die_of_the_table(folder: Path) -> tuple[Transcript, list[str]]:
    """The public record of a game of Warriors of God in which somebody rolled for the English initiative himself.

    With what `/verify` says of it before it is over.
    """
    rules = rules_of("warriors")
    async with housed(folder / "die.db", rules) as house:
        record = await seated(house, rules, rules.usual_variant)
        await house.lobby.start(record.id, OWNER)
        async with house.referee.reading(record.id) as live:
            seat = next(seat.id for seat in live.seats if seat.user == ANN)
        die = msgspec.to_builtins(DieShows("english_initiative", [6], seat))
        await house.moderation.carry_out(record.id, OWNER, interventions.Edit(die), Via.MASTER)
        while await _waits(house, record.id):
            await play_on(house, record.id, 1)
        async with house.store.reading() as connection:
            log, opening = await game_log.entries(connection, record.id), await game_log.opening(connection, record.id)
        said = audit.verdict(await house.game(record.id), opening, log, {})
        return await ended(house, record.id), said


async def _waits(house: House, game_id: str) -> bool:
    async with house.referee.reading(game_id) as live:
        return bool(live.table.game.state.thrown)


async def seated(house: House, rules: Rules[Any], variant: str) -> GameRecord:
    """A table of as few as may be: Ann, and computer players."""
    record = await house.lobby.open_game(guild=5, channel=6, thread=7, owner=OWNER, rules=rules.name, variant=variant)
    await house.lobby.join(record.id, ANN, NAMES[ANN], WORDS[ANN])
    for _ in range(rules.seats(record.options)[0] - 1):
        await house.lobby.fill(record.id, OWNER, next(iter(rules.players)))
    return record


async def play_on(house: House, game_id: str, actions: int, number: int = 0) -> None:
    """Let whoever is asked decide, Ann by chance; time passes between."""
    player = Seated(RandomPlayer(), seed_of(41, number))
    regents = Regents(house.store, house.referee, pause=0)
    for _ in range(actions):
        house.later(0.000123)
        async with house.referee.reading(game_id) as live:
            if live.table.result is not None:
                return
            (seat, *_) = [request.seat for request in live.table.requests()]
            user = live.user_of(seat)
            action = player.choose(live.table, seat) if user else None
        if seat == MASTER:
            await house.tick(1)
        elif user is None or action is None:
            await regents.tick(game_id)
        else:
            await house.referee.submit(game_id, user, action)


async def ended(house: House, game_id: str) -> Transcript:
    """The public record of a game, which is ended for it if it is not over."""
    async with house.referee.reading(game_id) as live:
        over = live.table.result is not None
    if not over:
        await house.moderation.intervene(game_id, OWNER, interventions.End("The evening is over."))
    async with house.store.reading() as connection:
        return await archive.transcript(connection, game_id)


def changed(record: Transcript, **fields: object) -> Transcript:
    """The record with something else in it."""
    return msgspec.structs.replace(record, **fields)
