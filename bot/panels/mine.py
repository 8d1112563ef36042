"""What waits for a person at all tables, by time left: a link to each question, and what happens at its deadline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot import texts
from bot.herald import Herald
from bot.panels import answers
from bot.panels.deciding import openings
from bot.panels.ids import Press
from bot.panels.panel import Panel
from bot.panels.verbs import Handler
from bot.services.tournament.events import running
from bot.store import games, motions, outbox, timers, tournaments
from bot.store.rows import GameRecord, Motion, OutboxRow, Ruling, Status, Timer, TimerKind
from bot.table import timekeeping
from bot.table.live_game import LiveGame, seat_held
from engine.core.computer.levels import titled
from engine.tournament import blocked_tables, clocks
from engine.tournament.log import FINAL

Interaction = discord.Interaction[Any]

LAST = timekeeping.DAY * 1e6
"""The sort key of decisions without a deadline: last."""


NOWHERE = "You are not in any game yet; open a table with /game new."


@dataclass(frozen=True)
class Line:
    """A line of the list; what waits for the person comes first, the most urgent before the others."""

    text: str
    due: float | None = None
    waits: bool = False

    @property
    def place(self) -> tuple[bool, float]:
        """Where it stands."""
        return not self.waits, self.due or LAST


async def show(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show somebody what waits for them, as far as one message has room for it."""
    first, *more = texts.pages(await words(herald, interaction.user.id))
    rest = "\n-# This is not all: `/mine` shows the rest." if more else ""
    await answers.put(interaction, Panel(f"{first}{rest}", title="Your tables"))


PRESSES: dict[str, Handler] = {"metables": show}


async def words(herald: Herald, user: int) -> str:
    """Return a person's open decisions, and their tables without one; or that there are none."""
    async with herald.store.reading() as connection:
        own = [game for game in await games.of_user(connection, user) if game.status is not Status.OVER]
        known = {game.id for game in own}
        playing = await games.all_with(connection, Status.PLAYING)
        own += [game for game in playing if user in game.assistants and game.id not in known]
    lines = [line for game in own for line in await _lines(herald, user, game)]
    return "\n".join(line.text for line in sorted(lines, key=lambda line: line.place)) or NOWHERE


def place(game: GameRecord) -> str:
    """Return where a game is played: its thread, or its name where there is none any more, with how to get another."""
    if game.thread is not None and game.lost is None:
        return f"<#{game.thread}>"
    missing = "it has no thread" if game.thread is None else "Herald cannot write to its thread"
    return (
        f"**{texts.safe(game.title)}** ({missing}; its game master can give it a thread with `/game adopt "
        f"game:{game.id}`)"
    )


async def _lines(herald: Herald, user: int, game: GameRecord) -> list[Line]:
    where = place(game) + await _event(herald, game)
    if game.status is Status.LOBBY:
        return [Line(f"{where}: waits for players")]
    if game.status is Status.BROKEN:
        return [Line(f"{where}: out of order; its game master knows why")]
    async with herald.store.reading() as connection:
        ticking = await timers.of_game(connection, game.id)
        moved = [motion for motion in await motions.open_ones(connection, game.id) if user in _silent(motion)]
        appealed = [one for one in await motions.appealed(connection, game.id) if _judges(one, user)]
    async with herald.referee.reading(game.id) as live:
        seat = seat_held(live.seats, user)
        own = await _own(herald, live, user, seat, ticking, where)
        names = live.names
        opened = openings.openings(live.table, seat) if seat else []
    lines = [
        Line(
            f"{where}: you have an offer (the game does not wait for your answer): {texts.with_names(one.words, names)}"
        )
        for one in opened
    ]
    lines += [_motion(motion, names, where) for motion in moved]
    lines += [Line(f"{where}: **judge ruling {one.id}**", waits=True) for one in appealed]
    return [own, *lines] if seat or user == game.owner else lines


async def _event(herald: Herald, game: GameRecord) -> str:
    """Of which tournament a table is, and when time is called there: the clocks of several tables side by side."""
    async with herald.store.reading() as connection:
        place = await tournaments.game(connection, game.id)
    if place is None:
        return ""
    state = await herald.tournaments.state(place.tournament)
    said = f"{texts.safe(state.format.title)}, {blocked_tables.where(place.heat, place.number)}"
    ticking = running(place)
    if ticking is None:
        return f" ({said})"
    if ticking.stopped or game.paused is not None:
        return f" ({said}; its clock stands still)"
    called = clocks.closing(ticking, state.format.clock, final=place.heat == FINAL)
    return f" ({said}; time is called {texts.until(called.timestamp())})"


async def _own(herald: Herald, live: LiveGame, user: int, seat: str, timers_: list[Timer], where: str) -> Line:
    request = live.table.request(seat)
    if request is None:
        office = "" if seat else ", where you are game master"
        return Line(f"{where}{office}: waits for {_waited_for(live)}")
    if regent := live.regent_of(seat):
        return Line(f"{where}: a {titled(regent)} decides for you; *Help* there has *I decide again*")
    async with herald.store.reading() as connection:
        asked = await outbox.asked_in(connection, live.game.id, seat, user)
    mine = [timer for timer in timers_ if timer.key == (seat, request.decision)]
    limit = next((timer for timer in mine if timer.kind is TimerKind.DEADLINE), None)
    text = f"{where}: **your decision** — {texts.with_names(request.prompt, live.names)}"
    if limit is not None:
        text += f" ({timekeeping.limit_words(live, request, timers_)})"
    return Line(text + _link(live.game, asked), limit.due if limit else None, waits=True)


def _waited_for(live: LiveGame) -> str:
    names = {request.seat: live.names.get(request.seat, "the clock") for request in live.table.requests()}
    return texts.join_words([texts.safe(name) for name in names.values()])


def _judges(ruling: Ruling, user: int) -> bool:
    """Whether somebody is asked about an appeal, and has not said anything yet."""
    return user in ruling.judges and str(user) not in ruling.verdicts


def _link(game: GameRecord, asked: OutboxRow | None) -> str:
    """Return a link to the question, as far as it stands in the thread."""
    if asked is None or asked.user is not None or game.thread is None:
        return ""
    return f" [to the question](https://discord.com/channels/{game.guild}/{game.thread}/{asked.message})"


def _silent(motion: Motion) -> set[int]:
    """Return those who have not answered a motion."""
    return {*motion.voters} - {*motion.ayes} - {*motion.nays}


def _motion(motion: Motion, names: Mapping[str, str], where: str) -> Line:
    return Line(f"{where}: **do you agree?** {texts.with_names(motion.words, names)}", waits=True)
