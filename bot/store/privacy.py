"""Deleting a person, or a game, from the database."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Column, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import DeliveryOutcome, SeatRecord, ahead_of, gm_seat
from bot.store.schema import (
    actions,
    drafts,
    games,
    metadata,
    missed,
    motions,
    notices,
    outbox,
    people,
    plans,
    rulings,
    seats,
)

NOBODY = 0
"""The number in place of a person's where it stood for what the person said or decided."""

SOMEBODY = "a former player"

KEPT = (DeliveryOutcome.HOMELESS, DeliveryOutcome.HELD, DeliveryOutcome.UNREACHABLE)
"""The outcomes of messages that somebody may still read."""


async def traces(connection: AsyncConnection, user: int) -> list[str]:
    """Return the games in which a person plays or has played, decides or has decided anything."""
    columns = [(table.c.game, table.c.user) for table in (seats, actions, missed, plans)] + [
        (games.c.id, games.c.owner)
    ]
    traced: set[str] = set()
    for game, who in columns:
        traced |= set(await connection.scalars(select(game).where(who == user).distinct()))
    for table, game in ((games, games.c.id), (motions, motions.c.game), (rulings, rulings.c.game)):
        rows = await connection.execute(select(table))
        traced |= {row._mapping[game.name] for row in rows if mentions(dict(row._mapping), user)}
    return sorted(traced)


def mentions(value: Any, user: int) -> bool:
    """Tell whether a value of any shape names a person by their number."""
    match value:
        case dict():
            return any(mentions(part, user) for part in (*value.keys(), *value.values()))
        case list():
            return any(mentions(part, user) for part in value)
        case _:
            return value in (user, str(user))


async def names_of(connection: AsyncConnection, user: int) -> list[str]:
    """Return every name under which a person has played, the longest first."""
    found = set(await connection.scalars(select(seats.c.name).where(seats.c.user == user)))
    return sorted(found, key=len, reverse=True)


MOVED = ("by", "words", "about", "voters", "ayes", "nays")
RULED = ("user", "text", "appeal", "judges", "verdicts")
"""Where motions and rulings speak of people."""


class Eraser:
    """Replaces one person in texts and lists of a game."""

    def __init__(self, user: int, names: Sequence[str], written: Callable[[str], str]) -> None:
        forms = {str(user)} | {form for name in names for form in (name, written(name))}
        words = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
        self._user = user
        self._forms = re.compile(rf"(?<!\w)(?:{words})(?!\w)")

    def clean(self, value: Any) -> Any:
        """Return a value of any shape without the person."""
        match value:
            case dict():
                return {self.clean(key): self.clean(part) for key, part in value.items()}
            case list() | tuple():
                return [self.clean(part) for part in value]
            case str():
                return self._forms.sub(self._other, value)
            case _:
                return NOBODY if type(value) is int and value == self._user else value

    def _other(self, found: re.Match[str]) -> str:
        return str(NOBODY) if found[0] == str(self._user) else SOMEBODY


async def vacate(connection: AsyncConnection, game_id: str, user: int, stranger: int) -> list[SeatRecord]:
    """Make a person's seats in a game those of a nameless `stranger`; return what they were."""
    own = (seats.c.game == game_id) & (seats.c.user == user)
    query = select(*[column for column in seats.columns if column.name != "number"]).where(own)
    held = [msgspec.convert(row._mapping, SeatRecord) for row in await connection.execute(query)]
    for seat in held:
        unnamed = {"user": stranger, "name": f"Former player {seat.id.removeprefix('s')}", "salt": "", "away": None}
        await connection.execute(update(seats).where(own, seats.c.id == seat.id).values(unnamed))
        own_drafts = drafts.c.seat.in_((seat.id, ahead_of(seat.id)))
        await connection.execute(delete(drafts).where(drafts.c.game == game_id, own_drafts))
    await connection.execute(delete(drafts).where(drafts.c.game == game_id, drafts.c.seat == gm_seat(user)))
    ledger = (missed.c.game == game_id) & (missed.c.user == user)
    await connection.execute(update(missed).where(ledger).values(user=stranger))
    await connection.execute(delete(plans).where(plans.c.game == game_id, plans.c.user == user))
    return held


async def unsign(connection: AsyncConnection, game_id: str, user: int) -> None:
    """Delete the author of actions; the log keeps the hash, which identifies nobody without its salt."""
    own = (actions.c.game == game_id) & (actions.c.user == user)
    await connection.execute(update(actions).where(own).values(user=None, salt=""))


async def clean_talk(connection: AsyncConnection, game_id: str, user: int, eraser: Eraser) -> None:
    """Replace a person in the title, motions and rulings of a game, and withdraw open motions about them."""
    await _rewrite(connection, games, games.c.id, game_id, eraser, ("title", "assistants"))
    open_ones = (motions.c.game == game_id) & motions.c.outcome.is_(None)
    for row in (await connection.execute(select(motions).where(open_ones))).all():
        if mentions(dict(row._mapping), user):
            await connection.execute(update(motions).where(motions.c.id == row.id).values(outcome="withdrawn"))
    for row in (await connection.execute(select(rulings).where(rulings.c.game == game_id))).all():
        if user in row.judges and not row.outcome:
            undone = {"appeal": "", "judges": [], "verdicts": {}}
            await connection.execute(update(rulings).where(rulings.c.id == row.id).values(undone))
    await _rewrite(connection, motions, motions.c.game, game_id, eraser, MOVED)
    await _rewrite(connection, rulings, rulings.c.game, game_id, eraser, RULED)


async def _rewrite(
    connection: AsyncConnection, table: Any, key: Column[str], game_id: str, eraser: Eraser, names: Sequence[str]
) -> None:
    for row in (await connection.execute(select(table).where(key == game_id))).all():
        old = {name: row._mapping[name] for name in names}
        new = {name: eraser.clean(value) for name, value in old.items()}
        if new != old:
            await connection.execute(update(table).where(table.c.id == row.id).values(new))


async def clean_messages(connection: AsyncConnection, game_id: str, user: int, eraser: Eraser) -> None:
    """Delete a person's messages and those of the game that have gone out; take the person out of the others."""
    gone = outbox.c.outcome.is_not(None) & outbox.c.outcome.not_in(KEPT)
    await connection.execute(delete(outbox).where(outbox.c.game == game_id, gone | (outbox.c.user == user)))
    for row in (await connection.execute(select(outbox).where(outbox.c.game == game_id))).all():
        payload = msgspec.json.encode(eraser.clean(msgspec.json.decode(row.payload))).decode()
        await connection.execute(update(outbox).where(outbox.c.id == row.id).values(payload=payload))


async def drop_habits(connection: AsyncConnection, user: int) -> None:
    """Delete what is known of a person beside any game."""
    for table in (notices, people):
        await connection.execute(delete(table).where(table.c.user == user))


async def drop_game(connection: AsyncConnection, game_id: str) -> None:
    """Delete a game with all that belongs to it."""
    for table in reversed(metadata.sorted_tables):
        if table is not games and "game" in table.c:
            await connection.execute(delete(table).where(table.c.game == game_id))
    await connection.execute(delete(games).where(games.c.id == game_id))
