"""The log of a game as somebody may read it: what has happened lately, in one phase, of one player, about a name."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels.status_panel import check_begun
from bot.store import game_log, games
from bot.store.rows import ActionRecord, GameRecord, SeatRecord
from bot.table import log_view
from bot.table.live_game import seat_held
from engine.core.actions import Choice
from engine.core.drafts import matched
from engine.core.events import Event, name_seats
from engine.games import rules_of

Interaction = discord.Interaction[Any]

RECENT = 12
"""Actions that are shown when nothing else is asked for."""

MAX_MESSAGES = 3
"""Messages that the answer fills at most."""


@dataclass(frozen=True)
class GameLog:
    """The log of a game as one person may read it; what was taken back is struck out."""

    game: GameRecord
    log: Sequence[ActionRecord]
    seats: Sequence[SeatRecord]
    me: str

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat."""
        return {seat.id: seat.name for seat in self.seats}

    @property
    def parts(self) -> list[log_view.Part]:
        """The log, phase by phase."""
        return log_view.parts(self.log, rules_of(self.game.rules).story.log_headings, self.me)

    def phases(self) -> dict[str, str]:
        """Return the phases by number, with their names, the latest first."""
        names = self.names
        return {str(part.number): name_seats(part.title, names) for part in reversed(self.parts)}

    def found(self, about: str, player: str, phase: str) -> list[Event]:
        """Return the events of a phase, of a player, about a name: of all that fits everything asked for."""
        heard = self._of_phase(phase) if phase else log_view.visible(self.log, self.me, self._undone)
        if player:
            seat = matched(player, [Choice(seat.id, seat.name) for seat in self.seats])
            heard = [(by, e) for by, e in heard if by == seat or seat in e.subjects or f"{{{seat}}}" in e.text]
        return [event for _, event in heard if not about or self._concerns(event, about)]

    def letters(self, kinds: Collection[str]) -> list[Event]:
        """Return what was asked of this person and by them, and what came of it."""
        heard = [event for _, event in log_view.visible(self.log, self.me, self._undone) if event.kind in kinds]
        return [event for event in heard if self.me in (event.seats or ()) or f"{{{self.me}}}" in event.text]

    def latest(self) -> list[Event]:
        """Return what has happened lately."""
        return [event for _, event in log_view.visible(self.log[-RECENT:], self.me, self._undone)]

    @property
    def _undone(self) -> frozenset[int]:
        return log_view.taken_back(self.log)

    def _of_phase(self, phase: str) -> list[log_view.VisibleEvent]:
        number = matched(phase, [Choice(number, name) for number, name in self.phases().items()])
        return next(part.events for part in self.parts if str(part.number) == number)

    def _concerns(self, event: Event, about: str) -> bool:
        word = about.casefold()
        return word in name_seats(event.text, self.names).casefold() or word in event.subjects


async def read_log(herald: Herald, game_id: str, user: int) -> GameLog:
    """Return the log of a game as somebody may read it; raises Refused while there is none."""
    async with herald.store.reading() as connection:
        game = await games.get(connection, game_id)
        seats = await games.seats_of(connection, game_id)
        log = await game_log.entries(connection, game_id)
    check_begun(game)
    me = seat_held(seats, user)
    return GameLog(game, log, seats, me)


async def show_log(
    herald: Herald, interaction: Interaction, game_id: str, *, about: str = "", player: str = "", phase: str = ""
) -> None:
    """Show what has happened lately, or all that fits what is asked for."""
    kept = await read_log(herald, game_id, interaction.user.id)
    pages = await asyncio.to_thread(_pages, kept, about, player, phase)
    if not pages:
        raise Refused("The log has nothing about that; try another word, or /log alone for the latest entries.")
    shown = pages[-MAX_MESSAGES:]
    if len(pages) > MAX_MESSAGES:
        shown[0] = texts.clipped(f"-# Only the last part is shown; name a phase to see less at once.\n{shown[0]}", 2000)
    await interaction.edit_original_response(content=shown[0])
    for page in shown[1:]:
        await interaction.followup.send(page, ephemeral=True)


def _pages(kept: GameLog, about: str, player: str, phase: str) -> list[str]:
    found = kept.found(about, player, phase) if about or player or phase else kept.latest()
    return texts.pages(texts.log_text(found, kept.names))


async def show_latest_log(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Show what has happened lately."""
    await show_log(herald, interaction, game_id)
