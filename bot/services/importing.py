"""Importing a game into a database: by replaying a transcript, or by copying it from a backup."""

from collections.abc import Mapping
from typing import Any
from zlib import crc32

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import Refused
from bot.store import game_log, games, schema
from bot.store.database import Store
from bot.store.rows import ActionRecord, GameRecord, Opening, SeatRecord, Status, Via
from bot.table import seating
from engine.core.record import chain, transcript
from engine.core.record.transcript import Entry, Mismatch, Transcript
from engine.core.rules import Rules
from engine.core.table import Outcome, Table
from engine.games import rules_of

OF_A_GAME = (
    *(schema.games, schema.seats, schema.actions, schema.snapshots, schema.timers, schema.motions),
    *(schema.clocks, schema.missed, schema.plans),
)
"""The tables that hold a game, in the order in which rows can be added."""


async def from_transcript(store: Store, record: Transcript, owner: int, now: float) -> GameRecord:
    """Play a transcript again and keep the game at its end, without a place on Discord yet (see /game adopt).

    Its log is the one that was exported, so that whatever was posted of its chain still holds; without a chain it gets
    a new one. Raises Mismatch if the transcript does not come out, and Refused if it is sealed or its game is known.
    """
    if not record.secret:
        raise Refused(
            "This transcript is sealed. Export the game again with `herald export`, from the database that has it."
        )
    transcript.check_numbers(record)
    transcript.check_draws(record)
    if transcript.chained(record):
        transcript.check_chain(record)
    rules = rules_of(record.rules)
    table = transcript.opened(rules, record)
    game = _game(record, owner, now)
    async with store.writing() as connection:
        if await games.exists(connection, game.id):
            raise Refused(f"There is a game {game.id} in this database already.")
        await games.add(connection, game)
        await games.seat_all(connection, game.id, [_seat(record, seat, now) for seat in record.seats])
        scribe = _Scribe(game, table, now)
        entry = scribe.opening(record, table.opening())
        await game_log.append(connection, entry, table.snapshot())
        for step, outcome in transcript.played(table, record):
            entry = scribe.entry(step, outcome, entry.hash)
            await game_log.append(connection, entry, table.snapshot())
        await _seat_late_ones(connection, game, record, table, now)
        status = Status.PLAYING if table.result is None else Status.OVER
        await games.advance(connection, game, table.version, status)
        return await games.get(connection, game.id)


async def _seat_late_ones(
    connection: AsyncConnection, game: GameRecord, found: Transcript, table: Table, now: float
) -> None:
    """Seat those who came late, and unseat those who have left."""
    for seat in table.seats:
        if seat not in found.seats:
            await games.seat_one(connection, _seat(found, seat, now))
    await seating.reseat(connection, game.id, table, now)


def variant_of(rules: Rules[Any], options: Mapping[str, object]) -> str:
    """Return the variant that has all these options, though there may be newer ones; the usual one if none has."""
    having = (name for name in rules.variants if rules.options(name, {}).items() >= options.items())
    return next(having, rules.usual_variant)


def _game(record: Transcript, owner: int, now: float) -> GameRecord:
    rules = rules_of(record.rules)
    return GameRecord(
        id=record.game_id,
        rules=record.rules,
        rules_version=record.rules_version,
        variant=variant_of(rules, record.options),
        options=record.options,
        figures=record.figures,
        position=record.position,
        title=f"{rules.title} {record.game_id}",
        guild=0,
        channel=0,
        owner=owner,
        commitment=record.commitment,
        secret=record.secret,
        deadline_hours=0,
        created=now,
    )


def _seat(found: Transcript, seat: str, now: float) -> SeatRecord:
    """Return a seat for the person who held it; one that nobody is known for gets a number that is nobody's."""
    user = found.users.get(seat, -1000 - crc32(seat.encode()))
    word, salt = found.words.get(seat, ""), found.name_salts.get(seat, "")
    name = texts.tidy(found.names.get(seat, seat))
    return SeatRecord(game=found.game_id, id=seat, user=user, name=name, word=word, salt=salt, joined=now)


class _Scribe:
    """Writes the log of an imported game: the entries of its chain as they were, or new ones where it has none."""

    def __init__(self, game: GameRecord, table: Table, now: float) -> None:
        self._game = game
        self._table = table
        self._now = now

    def opening(self, found: Transcript, outcome: Outcome) -> ActionRecord:
        """Return the entry of the opening."""
        if found.opening_link:
            return self._as_it_was(found.opening_link, found.opening_hash)
        action = msgspec.json.encode(Opening(tuple(found.seats), found.words)).decode()
        return self._anew(0, "", action, outcome, self._game.commitment)

    def entry(self, step: Entry, outcome: Outcome, previous: str) -> ActionRecord:
        """Return the entry of an action that has just been carried out again; raises Mismatch if it is another one."""
        if not step.link:
            action = msgspec.json.encode(step.action).decode()
            return self._anew(step.number, step.seat, action, outcome, previous)
        return self._as_it_was(step.link, step.hash)

    def _as_it_was(self, text: str, state_hash: str) -> ActionRecord:
        link = chain.link(text)
        if self._table.hash() != state_hash:
            raise Mismatch(f"The state after action {link.number} differs from the sealed one.")
        if link.via not in [*Via]:
            raise Mismatch(
                f"This Herald does not know how action {link.number} was made; import the game with a later release."
            )
        return ActionRecord(
            game=link.game,
            version=link.number,
            seat=link.seat,
            user=None,
            who=link.salt,
            via=Via(link.via),
            action=link.action,
            state_hash=link.state_hash,
            draws=link.draws,
            events=link.events,
            time=link.time,
            prev_hash=link.previous,
            hash=link.digest(),
        )

    def _anew(self, version: int, seat: str, action: str, outcome: Outcome, previous: str) -> ActionRecord:
        return ActionRecord(
            game=self._game.id,
            version=version,
            seat=seat,
            user=None,
            via=Via.PLAYER if version else Via.OPENING,
            action=action,
            state_hash=self._table.hash(),
            draws=msgspec.json.encode(outcome.draws).decode(),
            events=msgspec.json.encode(outcome.events).decode(),
            time=self._now,
            prev_hash=previous,
        ).sealed()


async def from_backup(store: Store, backup: Store, game_id: str) -> None:
    """Copy a game as it was from a backup; raises UnknownGame if it is not there, Refused if it is here already."""
    async with backup.reading() as source, store.writing() as target:
        await games.get(source, game_id)
        if await games.exists(target, game_id):
            raise Refused(f"There is a game {game_id} in this database already; remove it with `herald forget` first.")
        for table in OF_A_GAME:
            await _copy(source, target, table.name, game_id)


async def _copy(source: AsyncConnection, target: AsyncConnection, name: str, game_id: str) -> None:
    table = schema.metadata.tables[name]
    key = table.c.id if name == "games" else table.c.game
    own = [column for column in table.columns if not column.autoincrement or column.autoincrement == "auto"]
    rows = (await source.execute(select(*own).where(key == game_id))).mappings().all()
    if rows:
        await target.execute(insert(table), [dict(row) for row in rows])
