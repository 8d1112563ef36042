"""The fairness of a game: its numbers with their purposes, each seat's luck, and checks of the record. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import erfc, sqrt

from bot import texts
from bot.store import game_log
from bot.store.rows import ActionRecord, GameRecord, Opening, Status
from engine.core import dice
from engine.core.dice import Draw
from engine.core.events import Event
from engine.core.table import THROWN, thrown_numbers
from engine.core.text import counted


@dataclass(frozen=True)
class Rolled:
    """A number that everybody saw, with the seat for whose action it was drawn."""

    seat: str
    version: int
    draw: Draw


@dataclass(frozen=True)
class Luck:
    """Statistics of a seat's rolls of one kind of die: their number, mean and expected mean.

    `chance` is how often pure luck lies at least as far off (two-sided, by the normal approximation).
    """

    seat: str
    sides: int
    count: int
    mean: float
    expected: float
    chance: float


def rolled(log: Iterable[ActionRecord], *, hidden: bool) -> list[Rolled]:
    """Return the numbers of a log; those drawn out of sight only where `hidden`, once the game is over."""
    return [
        Rolled(entry.seat, entry.version, draw)
        for entry in log
        for draw in entry.numbers()
        if hidden or not draw.hidden
    ]


def rolled_at_table(log: Iterable[ActionRecord]) -> list[Event]:
    """Return the rolls made at the table, not drawn by Herald, from a log."""
    telling = (entry for entry in log if f'"{THROWN}"' in entry.events)
    return [event for entry in telling for event in entry.happened() if thrown_numbers(event)]


def luck(rolls: Sequence[Rolled]) -> Iterator[Luck]:
    """Yield everybody's luck with every die that shows its face, seat by seat."""
    seen = [roll for roll in rolls if not roll.draw.hidden and roll.seat]
    for seat, sides in sorted({(roll.seat, roll.draw.sides) for roll in seen}):
        results = [roll.draw.result for roll in seen if (roll.seat, roll.draw.sides) == (seat, sides)]
        mean, expected = sum(results) / len(results), (sides + 1) / 2
        spread = sqrt((sides**2 - 1) / 12 / len(results))
        off = abs(mean - expected) / spread if spread else 0.0
        yield Luck(seat, sides, len(results), mean, expected, erfc(off / sqrt(2)))


def roll_lines(rolls: Sequence[Rolled], names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each number: its place in the stream, the die, the result, whose and what for.

    What was drawn out of sight for one purpose, as a shuffle is, stands in one line.
    """
    for (_, purpose, hidden), group in groupby(rolls, lambda roll: (roll.version, roll.draw.purpose, roll.draw.hidden)):
        found = list(group)
        name = names.get(found[0].seat, "the table")
        if hidden and len(found) > 1:
            first, last = found[0].draw.counter, found[-1].draw.counter
            yield f"`{first:5}` to {last}: {purpose} ({name})"
            continue
        for roll in found:
            draw = roll.draw
            yield f"`{draw.counter:5}` d{draw.sides} **{draw.result}** {draw.purpose} ({name})"


def luck_lines(table: Iterable[Luck], names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each row of the luck table."""
    for row in table:
        yield (
            f"{names.get(row.seat, row.seat)}: {row.count} × d{row.sides}, mean {row.mean:.2f} (expected "
            f"{row.expected:.2f}); {row.chance:.0%} of all games are as far off as this, or farther"
        )


def seal(game: GameRecord) -> str:
    """Return an explanation of the seal, for a game that has not started."""
    word, _ = texts.sealed(game.rules)
    return (
        f"🔒 The {word} are sealed: `{game.commitment}`.\nThis is the SHA-256 of the secret behind every roll and "
        "shuffle. The secret is shown when the game is over, and `herald replay` checks every number against it. "
        "Nothing has been drawn yet."
    )


RECORDS = (
    "I post such a fingerprint at the start, once a day and at the end. The file that `/game export` gives at the end "
    "must contain each of them, and this one; otherwise the record has been changed since."
)


def verdict(game: GameRecord, opening: Opening, log: Sequence[ActionRecord], names: Mapping[str, str]) -> list[str]:
    """Return a line for each check of a record that is possible now; the numbers once the secret is revealed."""
    fault = game_log.chain_problem(log, game.commitment)
    entries = counted(len(log), "entry", "entries")
    whole = f"✅ The log is intact ({entries}).\nFingerprint of the record so far: `{log[-1].hash}`"
    lines = [f"❌ {fault}" if fault else whole]
    if thrown := sum(map(thrown_numbers, rolled_at_table(log))):
        were = counted(thrown, "number was", "numbers were")
        lines.append(f"🖐️ {were} rolled at the table and reported by the game master; `/dice` lists them.")
    draws = [draw for entry in log for draw in entry.numbers()]
    if game.status is not Status.OVER:
        lines.append(
            f"🔒 {counted(len(draws), 'number has', 'numbers have')} been drawn from the secret sealed as "
            f"`{game.commitment}` (its SHA-256); `herald replay` recomputes them when the game is over and the secret "
            "is shown."
        )
        return [*lines, RECORDS]
    secret = bytes.fromhex(game.secret)
    if dice.commitment(secret) != game.commitment:
        return [*lines, "❌ The secret is not the one that was sealed at the start."]
    word, _ = texts.sealed(game.rules)
    lines.append(f"✅ The secret behind the {word} is the one that was sealed at the start: `{game.secret}`")
    lines += [f"Words mixed in: {said}" for said in [texts.mixed_in(opening.words, names)] if said]
    wrong = _first_wrong(dice.game_key(secret, opening.words.items()), game.id, draws)
    lines.append(f"❌ {wrong}" if wrong else f"✅ All {len(draws)} numbers follow from the secret as recorded.")
    return lines


def _first_wrong(key: bytes, game_id: str, draws: Sequence[Draw]) -> str:
    for place, draw in enumerate(draws, 1):
        if draw.counter != place:
            return f"Number {place} is missing or out of order."
        if dice.number(key, game_id, draw.counter, draw.sides) != draw.result:
            return f"Number {place} ({draw.purpose}) should not be {draw.result}."
    return ""
