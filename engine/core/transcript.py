"""The record of a game: enough to play it again, number by number and state by state."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
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

MOST_BYTES = 2**26
"""Bytes of the longest file that is read as a transcript; the longest games fill a tenth of them."""


class Entry(msgspec.Struct, frozen=True):
    """One accepted action."""

    number: int
    """Its number, from 1: the version of the table after it."""

    seat: str
    """Who did it: a seat, or the game master."""

    action: dict[str, Any]
    """The action as plain data, with its tag."""

    hash: str
    """The SHA-256 of the state after it."""

    draws: tuple[Draw, ...] = ()
    """The numbers drawn for it, in order."""

    time: str = ""
    """When it was done; "" where that is not kept."""


class Transcript(msgspec.Struct, kw_only=True):
    """A whole game. Once it is over, the secret and the words are in it too, and let anyone recompute the draws."""

    format: int = FORMAT
    """The version of this format of transcripts."""

    rules: str
    """The name of the game that was played."""

    rules_version: str
    """The version of the rules with which it began."""

    game_id: str
    """The id of the game, from which its dice come too."""

    options: dict[str, Any]
    """What the table had chosen, by option."""

    figures: str = ""
    """The printed figures of the table's own edition, as the text of a file; "" for Herald's."""

    seats: list[str]
    """The seats in the order of the table."""

    names: dict[str, str] = {}
    """The names of the players, by seat."""

    users: dict[str, int] = {}
    """Discord users by seat; only in the copy of whoever runs the database."""

    commitment: str
    """The SHA-256 of the secret, in hexadecimal, as it was posted before the first draw."""

    secret: str
    """The secret of the server, in hexadecimal; "" while the game goes on."""

    words: dict[str, str] = {}
    """The words of the players that are mixed into the key of the dice, by seat."""

    opening_hash: str
    """The SHA-256 of the state before the first action."""

    opening_draws: tuple[Draw, ...] = ()
    """The numbers that were drawn before the first action."""

    entries: list[Entry] = []
    """The actions, in order."""


class Mismatch(EngineError):
    """A transcript that does not come out as it says; the text names the first difference."""


class OtherRules(Mismatch):
    """A transcript of another version of the rules, which does not come out by those of this release."""


def entry(outcome: Outcome, seat: str, action: object, table: Table, time: str = "") -> Entry:
    """Return the record of an action that has just been accepted."""
    return Entry(outcome.version, seat, msgspec.to_builtins(action), table.hash(), outcome.draws, time)


def load(path: Path) -> Transcript:
    """Return the transcript in a file; raises BadFile if it is none."""
    if path.stat().st_size > MOST_BYTES:
        raise BadFile(f"{path} is too large for a transcript of Herald. Export the game again.")
    return read(path.read_bytes())


def read(text: bytes) -> Transcript:
    """Return a transcript from its JSON; raises BadFile if it is none."""
    try:
        transcript = msgspec.json.decode(text, type=Transcript)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(f"This is not a transcript of Herald: {error}. Export the game again.") from error
    _check_plausible(transcript)
    if transcript.format not in READ:
        known = " and ".join(map(str, READ))
        raise BadFile(f"This transcript has format {transcript.format}; this release reads formats {known}.")
    return transcript


def _check_plausible(transcript: Transcript) -> None:
    """Raise BadFile where a transcript says what no game of Herald says."""
    wrong = ""
    if not _is_hex(transcript.secret) or not _is_hex(transcript.commitment):
        wrong = "its secret or seal is not in hexadecimal digits"
    elif not transcript.seats or len(set(transcript.seats)) != len(transcript.seats):
        wrong = "it names no seats, or one twice"
    elif any(not 0 < draw.result <= draw.sides for draw in _draws(transcript)):
        wrong = "a number in it lies on no side of its die"
    if wrong:
        raise BadFile(f"This is not a transcript of Herald: {wrong}. Export the game again.")


def _is_hex(text: str) -> bool:
    return re.fullmatch("([0-9a-f]{2})*", text) is not None


def _draws(transcript: Transcript) -> list[Draw]:
    """Return all numbers of a game in order."""
    return [*transcript.opening_draws, *(draw for record in transcript.entries for draw in record.draws)]


def write(transcript: Transcript) -> bytes:
    """Return a transcript as JSON for a file."""
    return msgspec.json.format(msgspec.json.encode(transcript), indent=1)


def opened(rules: Rules[Any], transcript: Transcript) -> Table:
    """Return the table of a transcript as it stood before the first action."""
    key = game_key(bytes.fromhex(transcript.secret), transcript.words.items())
    version = transcript.rules_version
    with _understood("the opening"):
        rules = rules.with_figures(recorded(rules.name, transcript.figures))
        return Table.new(rules, transcript.game_id, transcript.seats, transcript.options, key, version=version)


@contextmanager
def _understood(where: str) -> Iterator[None]:
    """Raise Mismatch where rules stumble over something: what a file from outside says may be any nonsense."""
    try:
        yield
    except EngineError:
        raise
    except Exception as error:
        raise Mismatch(f"At {where} the rules can make nothing of what the transcript says ({error!r}).") from error


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
    with _understood("the opening"):
        outcome = table.opening()
    _same("the opening", table, transcript.opening_hash, transcript.opening_draws, outcome)
    for record, outcome in played(table, transcript):
        _same(f"action {record.number}", table, record.hash, record.draws, outcome)
    return table


def played(table: Table, transcript: Transcript) -> Iterator[tuple[Entry, Outcome]]:
    """Carry out a transcript on its opened table, action by action; raises Mismatch where the rules refuse one."""
    past = [table.snapshot()]
    for record in transcript.entries:
        with _understood(f"action {record.number}"):
            outcome = _carried_out(table, record, past)
        past.append(table.snapshot())
        yield record, outcome


def _carried_out(table: Table, record: Entry, past: Sequence[bytes]) -> Outcome:
    action = table.rules.decode_action(record.action)
    try:
        if isinstance(action, Rewind):
            return table.rewind(past[action.to], action.to)
        return table.act(record.seat, action)
    except (EngineError, IndexError) as error:
        raise Mismatch(f"At action {record.number} the rules refuse what was accepted: {error}") from error


def check_draws(transcript: Transcript) -> int:
    """Recompute every number of a transcript from its secret, without the rules; return how many there are.

    Raises Mismatch if the secret is not the one that was promised or a number is not the stream's.
    """
    secret = bytes.fromhex(transcript.secret)
    if commitment(secret) != transcript.commitment:
        raise Mismatch("The revealed secret does not match the commitment posted at the start.")
    key = game_key(secret, transcript.words.items())
    draws = _draws(transcript)
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
