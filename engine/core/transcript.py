"""The record of a game: enough to play it again, number by number and state by state."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.core.actions import Rewind
from engine.core.dice import Draw, commitment, game_key, number
from engine.core.errors import BadFile, EngineError
from engine.core.figures import recorded
from engine.core.rules import Rules
from engine.core.table import Outcome, Table

FORMAT = 2
"""The format of records. Format 1 knew no figures of one's own edition and is read as one without them."""

READ = (1, FORMAT)
"""The formats that can be read."""


class Entry(msgspec.Struct, frozen=True):
    """One accepted action: who, what, the hash of the state after it, and the numbers drawn for it."""

    number: int
    seat: str
    action: dict[str, Any]
    hash: str
    draws: tuple[Draw, ...] = ()
    time: str = ""


class Transcript(msgspec.Struct, kw_only=True):
    """A whole game. `secret` and `words` are there once the game is over, and let anyone recompute the draws.

    `figures` are those of the table's own edition, as the text of a file; "" for ours.
    `users` (Discord users by seat) are there only in the copy of whoever runs the database.
    """

    format: int = FORMAT
    rules: str
    rules_version: str
    game_id: str
    options: dict[str, Any]
    figures: str = ""
    seats: list[str]
    names: dict[str, str] = {}
    users: dict[str, int] = {}
    commitment: str
    secret: str
    words: dict[str, str] = {}
    opening_hash: str
    opening_draws: tuple[Draw, ...] = ()
    entries: list[Entry] = []


class Mismatch(EngineError):
    """A transcript that does not come out as it says; the text names the first difference."""


class OtherRules(Mismatch):
    """A transcript of another version of the rules, which does not come out by those of this release."""


def entry(outcome: Outcome, seat: str, action: object, table: Table, time: str = "") -> Entry:
    """Return the record of an action that has just been accepted."""
    return Entry(outcome.version, seat, msgspec.to_builtins(action), table.hash(), outcome.draws, time)


def read(text: bytes) -> Transcript:
    """Return a transcript from its JSON; raises BadFile if it is none."""
    try:
        transcript = msgspec.json.decode(text, type=Transcript)
    except msgspec.MsgspecError as error:
        raise BadFile(f"This is not a transcript of Herald: {error}. Export the game again.") from error
    if transcript.format not in READ:
        known = " and ".join(map(str, READ))
        raise BadFile(f"This transcript has format {transcript.format}; this release reads formats {known}.")
    return transcript


def write(transcript: Transcript) -> bytes:
    """Return a transcript as JSON for a file."""
    return msgspec.json.format(msgspec.json.encode(transcript), indent=1)


def opened(rules: Rules[Any], transcript: Transcript) -> Table:
    """Return the table of a transcript as it stood before the first action."""
    key = game_key(bytes.fromhex(transcript.secret), transcript.words.items())
    version = transcript.rules_version
    rules = rules.with_figures(recorded(rules.name, transcript.figures))
    return Table.new(rules, transcript.game_id, transcript.seats, transcript.options, key, version=version)


def replay(rules: Rules[Any], transcript: Transcript) -> Table:
    """Play a transcript again, checking every number and every state; raises Mismatch at the first difference.

    One of another version of the rules may come out all the same; where it does not, that is OtherRules.
    """
    check_draws(transcript)
    try:
        return _replayed(rules, transcript)
    except EngineError as difference:
        if transcript.rules_version == rules.version:
            raise
        raise OtherRules(
            f"The game was recorded by version {transcript.rules_version} of the rules of {rules.title}; this release "
            f"plays version {rules.version}. {difference} Replay it with a release that plays version "
            f"{transcript.rules_version}."
        ) from difference


def _replayed(rules: Rules[Any], transcript: Transcript) -> Table:
    table = opened(rules, transcript)
    _same("the opening", table, transcript.opening_hash, transcript.opening_draws, table.opening())
    for record, outcome in played(table, transcript):
        _same(f"action {record.number}", table, record.hash, record.draws, outcome)
    return table


def played(table: Table, transcript: Transcript) -> Iterator[tuple[Entry, Outcome]]:
    """Carry out a transcript on its opened table, action by action; raises Mismatch where the rules refuse one."""
    past = [table.snapshot()]
    for record in transcript.entries:
        action = table.rules.decode_action(record.action)
        try:
            if isinstance(action, Rewind):
                outcome = table.rewind(past[action.to], action.to)
            else:
                outcome = table.act(record.seat, action)
        except (EngineError, IndexError) as error:
            raise Mismatch(f"At action {record.number} the rules refuse what was accepted: {error}") from error
        past.append(table.snapshot())
        yield record, outcome


def check_draws(transcript: Transcript) -> int:
    """Recompute every number of a transcript from its secret, without the rules; return how many there are.

    Raises Mismatch if the secret is not the one that was promised or a number is not the stream's.
    """
    secret = bytes.fromhex(transcript.secret)
    if commitment(secret) != transcript.commitment:
        raise Mismatch("The revealed secret does not match the commitment posted at the start.")
    key = game_key(secret, transcript.words.items())
    draws = [*transcript.opening_draws, *(draw for record in transcript.entries for draw in record.draws)]
    for place, draw in enumerate(draws, 1):
        if draw.counter != place:
            raise Mismatch(f"Draw {place} is missing or out of order (found {draw.counter}).")
        if number(key, transcript.game_id, draw.counter, draw.sides) != draw.result:
            raise Mismatch(f"Draw {draw.counter} ({draw.purpose}) should not have come out as {draw.result}.")
    return len(draws)


def _same(where: str, table: Table, state_hash: str, draws: Sequence[Draw], outcome: Outcome) -> None:
    if tuple(draws) != outcome.draws:
        raise Mismatch(f"At {where} other numbers were drawn than the transcript says.")
    if table.hash() != state_hash:
        raise Mismatch(f"At {where} the state differs from the one that the transcript says.")
