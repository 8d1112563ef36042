"""The ladder of a server and the record of a person, in words that a phone can show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot import texts
from bot.herald import Herald
from bot.store import outcomes as on_record
from bot.store import tournaments
from bot.store.privacy import SOMEBODY
from engine.core.rules import Rules
from engine.core.text import counted
from engine.tournament import records
from engine.tournament.ladder import Outcome, Rung, ladder, of_season, reliability
from engine.tournament.ratings import CERTAIN, Rating
from engine.tournament.records import Record
from engine.tournament.state import State

LISTED = 20
"""Lines of a ladder; the reader's own line is added below."""

RIVALS = 8
"""Rivals whom a record names."""

HOW = (
    "-# Everybody begins at 25; ± is how far the number may be wrong. Players are ranked by their strength minus "
    f"{CERTAIN} times ±, so nobody leads by one lucky game. ? marks players with few games."
)

Names = Mapping[str, str]


# ---------------------------------------------------------------------- the ladder


async def ladder_text(herald: Herald, guild: int, rules: Rules[Any], season: int, asker: str) -> str:
    """Return the ladder of a game on a server, of all times or of one year; raises Refused where there is none."""
    await herald.ratings.check_on(guild)
    rungs = ladder(of_season(await herald.ratings.outcomes(guild), rules.name, season))
    title = f"**Ladder of {rules.title}**" + (f", {season}" if season else "")
    if not rungs:
        return f"{title}\nNo game has counted yet. Tournaments count, and so do tables opened with `rated`."
    return "\n".join([title, *_rungs(rungs, await _called(herald, rungs), asker), HOW])


def _rungs(rungs: Sequence[Rung], names: Names, asker: str) -> Iterable[str]:
    shown = rungs[:LISTED]
    yield from (_rung(rung, names) for rung in shown)
    own = next((rung for rung in rungs[LISTED:] if rung.person == asker), None)
    if own:
        yield "…"
        yield _rung(own, names)


def _rung(rung: Rung, names: Names) -> str:
    mark = " ?" if rung.provisional else ""
    return f"{rung.place}\\. {names[rung.person]}: {strength(rung.rating)}{mark}, {_won(rung)}"


def strength(rating: Rating) -> str:
    """Return a rating with its uncertainty: '27.6 ± 2.1'."""
    return f"{rating.skill:.1f} ± {rating.doubt:.1f}"


def _won(rung: Rung) -> str:
    games = rung.rating.games
    return f"{rung.won} of {games} won"


async def _called(herald: Herald, rungs: Iterable[Rung]) -> dict[str, str]:
    return await called(herald, [rung.person for rung in rungs])


async def called(herald: Herald, people: Sequence[str]) -> dict[str, str]:
    """Return what people are called in a message, in bold; who has been forgotten has no name."""
    known = await herald.ratings.names([person for person in people if int(person) > 0])
    return {person: f"**{texts.safe(known[person])}**" if person in known else SOMEBODY for person in people}


# ---------------------------------------------------------------------- a person's record


async def record_text(
    herald: Herald, guild: int, person: str, name: str, games: Mapping[str, str], *, own: bool, rival: str = ""
) -> str:
    """Return a person's results in these games on a server; their reliability only for themselves."""
    found = [one for one in await herald.ratings.outcomes(guild) if one.game in games]
    states = [state for state in await all_states(herald, guild) if state.format.game in games]
    async with herald.store.reading() as connection:
        rated = await on_record.has_ratings(connection, guild)
    lines = [f"**Record of {texts.safe(name)}**"]
    lines += _strengths(found, person, games) if rated else []
    lines += _in_tournaments(records.record_of(person, states))
    met = records.met(person, (one.result for one in found))
    lines += await _met(herald, {rival: met.get(rival, (0, 0))} if rival else met)
    lines += _reliable(found, person) if own else []
    return "\n".join(lines) if len(lines) > 1 else f"{lines[0]}\nNo game has counted yet."


async def all_states(herald: Herald, guild: int) -> list[State]:
    """Return where all tournaments of a server stand, the newest first."""
    async with herald.store.reading() as connection:
        found = await tournaments.of_guild(connection, guild)
    return [await herald.tournaments.state(record.id) for record in found]


def _strengths(found: Sequence[Outcome], person: str, games: Mapping[str, str]) -> Iterable[str]:
    for game, title in games.items():
        rungs = ladder(of_season(found, game))
        own = next((rung for rung in rungs if rung.person == person), None)
        if own:
            yield f"{title}: {strength(own.rating)}, place {own.place} of {len(rungs)}; {_won(own)}"


def _in_tournaments(record: Record) -> Iterable[str]:
    if not record.tournaments:
        return
    parts = [
        f"{record.tournaments} played",
        f"{record.titles} won",
        f"{record.finals} in the Final",
        f"{counted(record.heats, 'heat')}",
        f"{counted(record.wins, 'game')} won",
        *([f"{record.clear_wins} with the sole King"] if record.clear_wins else []),
        *([f"best total {record.best}"] if record.best else []),
        *([f"{record.dropped} left early"] if record.dropped else []),
    ]
    yield f"Tournaments: {', '.join(parts)}"


async def _met(herald: Herald, met: Mapping[str, tuple[int, int]]) -> Iterable[str]:
    """Return a person's opponents, the most frequent first: how often they came before and behind each."""
    order = sorted(met, key=lambda person: (-sum(met[person]), person))[:RIVALS]
    if not order:
        return []
    names = await called(herald, order)
    told = [f"{names[rival]} {met[rival][1]}:{met[rival][0]}" for rival in order]
    return [f"Ahead and behind: {', '.join(told)}"]


def _reliable(found: Sequence[Outcome], person: str) -> Iterable[str]:
    kept = reliability(found, person)
    if kept.begun:
        in_time = f"{kept.punctual:.0%} of {counted(kept.asked, 'decision')} in time, " if kept.asked else ""
        yield f"Reliability: {in_time}{kept.finished} of {counted(kept.begun, 'game')} played to the end"
        yield "-# Only you see your reliability, and it changes no rating."
