"""Rehearsals at live tables: the knowledge that they may use, and when they count as a look at hidden cards.

Whoever tries something out on a game goes through here: forms, completions, previews, and refusals of what a game
master decides. Nobody is shown more than their seat, or without a seat the public, may know. Only a game master
without a seat is shown the true table, once everybody has been told (docs/reliability.md has the list).
"""

from __future__ import annotations

import asyncio
from functools import partial

from bot.errors import Refused
from bot.services.administration import Administration
from bot.store.rows import Via
from bot.table.live_game import LiveGame, plays, seat_held
from bot.table.referee import Referee
from engine.core import rehearsal
from engine.core.actions import MASTER, Action, Overrule
from engine.core.rehearsal import Rehearsal
from engine.core.table import Table

LOOKED = "The game master has seen everything that an edit would change, secrets too."

REFUSED = "The game master tried an edit that is impossible for a hidden reason, and so knows a little of it."

KNOWN = "The game master makes a hidden decision, and so knows it."

READ = "An assistant sees something hidden, in order to confirm it for the game master."

SECRET_REASON = "That is impossible. The reason is secret, so I tell it to nobody."


def known_table(live: LiveGame, user: int) -> Table:
    """Return a table that a person cannot tell from the true one, by their seat or as the public."""
    return rehearsal.known_table(live.table, seat_held(live.seats, user))


class Rehearsals:
    """Tries things out, and puts on record when somebody learns something hidden by it."""

    def __init__(self, referee: Referee, administration: Administration) -> None:
        self._referee = referee
        self._administration = administration

    async def rehearse(self, game_id: str, user: int, action: Action) -> Rehearsal:
        """Return what an edit would do as far as somebody may know; raises Illegal where it is refused for certain."""
        async with self._referee.reading(game_id) as live:
            viewer = seat_held(live.seats, user)
            return await asyncio.to_thread(rehearsal.rehearse, live.table, action, viewer)

    async def look(self, game_id: str, user: int, action: Action) -> Rehearsal:
        """Tell everybody that somebody looks, then return what an edit would do to the true table.

        Raises Refused to players, and Illegal where the edit is refused.
        """
        async with self._referee.reading(game_id) as live:
            if plays(live.seats, user):
                raise Refused("You play in this game yourself, so you may not look at hidden things.")
        await self.note(game_id, user, LOOKED)
        async with self._referee.reading(game_id) as live:
            return await asyncio.to_thread(rehearsal.open_rehearsal, live.table, action)

    async def refused(self, game_id: str, user: int, seat: str, action: Action, refusal: str) -> None:
        """Record a look if refusing a game master's action tells something hidden.

        If the game master plays, an assistant reads the answer: raises Refused in place of a hidden reason.
        """
        async with self._referee.reading(game_id) as live:
            viewer, tells = seat_held(live.seats, user), partial(rehearsal.tells, live.table, seat, action)
            told = await asyncio.to_thread(tells, viewer, refusal)
            secret = told if not viewer else await asyncio.to_thread(tells, "", refusal)
        if told:
            await self.note(game_id, user, REFUSED)
        if viewer and secret:
            raise Refused(SECRET_REASON)

    async def note(self, game_id: str, user: int, said: str) -> None:
        """Record that somebody knows something hidden, so that they take no seat in the game any more."""
        await self._administration.put_on_record(game_id, user, Via.MASTER, said, looked=True)


def decides_hidden(live: LiveGame, seat: str, action: Action) -> bool:
    """Return whether an action for a seat, or an edit of the table, requires hidden knowledge."""
    if seat == MASTER:
        edit = action.edit if isinstance(action, Overrule) else action
        return isinstance(edit, Action) and rehearsal.settles_hidden(live.table, edit)
    request = live.table.request(seat)
    return request is not None and request.secret
