"""The record of a game: enough to play it again, number by number and state by state, with the chain of its log."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from engine import RELEASE
from engine.core import position
from engine.core.actions import Rewind, tag_of
from engine.core.dice import WORD, Draw, commitment, game_key, number
from engine.core.errors import BadFile, EngineError
from engine.core.events import Event
from engine.core.files.figures import recorded
from engine.core.record import chain
from engine.core.record.chain import Link
from engine.core.rules import Rules
from engine.core.table import THROWN, Outcome, Table, thrown_numbers

FORMAT = 3
"""The format of records. Format 1 knew no figures of one's own edition, formats 1 and 2 no chain; they are read as
records without them."""

READ = (1, 2, FORMAT)
"""The formats that can be read."""

MOST_BYTES = 2**26
"""Bytes of the longest file that is read as a transcript; the longest games fill a tenth of them."""


NAMED = re.compile(r"\w[\w .'-]{0,31}")
"""The id of a game, and that of a seat."""

MOST_USER = 2**63
"""Where the numbers of people on Discord end."""

LEAST_HEAD = 16
"""Digits of a hash of the chain that must be given at least to be looked for."""


class Copy(StrEnum):
    """The owner of a copy of a record."""

    PUBLIC = ""
    """Everybody's, of a game that is over."""

    OPERATOR = "operator"
    """That of whoever runs the database, who may have it while the game goes on."""

    TRIAL = "trial"
    """Nobody's: the game was played by a program, perhaps not to its end."""


class Entry(msgspec.Struct, frozen=True):
    """One accepted action."""

    number: int
    """Its number, from 1: the version of the table after it."""

    seat: str
    """Its author: a seat, or the game master."""

    action: dict[str, Any]
    """The action as plain data, with its tag."""

    hash: str
    """The SHA-256 of the state after it."""

    draws: tuple[Draw, ...] = ()
    """The numbers drawn for it, in order."""

    time: str = ""
    """When it was done; "" where that is not kept."""

    link: str = ""
    """The sealed text: that of a `Link`; "" in a record without a chain."""


class Transcript(msgspec.Struct, kw_only=True):
    """A whole game. Once it is over, the secret and the words are in it too, and let anyone recompute the draws."""

    format: int = FORMAT
    """The version of this format of transcripts."""

    rules: str
    """The name of the game that was played."""

    rules_version: str
    """The version of the rules with which it began."""

    release: str = ""
    """The release of Herald with which it began; "" where that is not known."""

    copy: Copy = Copy.PUBLIC
    """The owner of the copy."""

    game_id: str
    """The id of the game, from which its dice come too."""

    options: dict[str, Any]
    """The values that the table had chosen, by option."""

    figures: str = ""
    """The printed figures of the table's own edition, as the text of a file; "" for Herald's."""

    position: str = ""
    """The position from which it went on, as the text of a record (engine.core.position); "" for the set-up."""

    seats: list[str]
    """The seats in the order of the table."""

    names: dict[str, str] = {}
    """The names of the players, by seat."""

    name_salts: dict[str, str] = {}
    """By seat, the digits with which the name stands in the chain; none for somebody who has been forgotten."""

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

    opening_link: str = ""
    """What the chain seals of the opening; "" in a record without a chain."""

    entries: list[Entry] = []
    """The actions, in order."""


class Mismatch(EngineError):
    """A transcript whose replay differs from it; the text names the first difference."""


class OtherRules(Mismatch):
    """A transcript of another version of the rules, whose replay differs under those of this release."""


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
        raise BadFile(f"This transcript has format {transcript.format}; Herald {RELEASE} reads formats {known}.")
    return transcript


def _check_plausible(transcript: Transcript) -> None:
    """Raise BadFile for a transcript with values that no game of Herald has."""
    wrong = ""
    if not _is_hex(transcript.secret) or not _is_hex(transcript.commitment):
        wrong = "its secret or its seal is not hexadecimal"
    elif not transcript.seats or len(set(transcript.seats)) != len(transcript.seats):
        wrong = "it names no seats, or the same seat twice"
    elif not all(NAMED.fullmatch(name) for name in (transcript.game_id, *transcript.seats)):
        wrong = "its game or one of its seats has an id that Herald never gives"
    elif any(not -MOST_USER <= user < MOST_USER for user in transcript.users.values()):
        wrong = "one of its players has a number that cannot be a Discord account"
    elif any(not 0 < draw.result <= draw.sides <= WORD for draw in _draws(transcript)):
        wrong = "one of its rolls is not on its die"
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
    """Return the table of a transcript before its first action; raises BadOptions for options that none can have."""
    key = game_key(bytes.fromhex(transcript.secret), transcript.words.items())
    version = transcript.rules_version
    with _understood("the opening"):
        rules = rules.with_figures(recorded(rules.name, transcript.figures))
        begun = position.recorded(transcript.position)
        game_id, seats, options = transcript.game_id, transcript.seats, transcript.options
        rules.option_book.check(options)
        return Table.new(rules, game_id, seats, options, key, version=version, position=begun)


@contextmanager
def _understood(where: str) -> Iterator[None]:
    """Raise Mismatch for any error of the rules, as a file from outside may contain anything."""
    try:
        yield
    except EngineError:
        raise
    except Exception as error:
        raise Mismatch(f"At {where} the rules cannot read the transcript ({error!r}).") from error


def replay(rules: Rules[Any], transcript: Transcript) -> Table:
    """Play a transcript again, checking every number and every state; raises Mismatch at the first difference.

    A transcript of another version of the rules may replay without a difference; otherwise raise OtherRules.
    """
    check_numbers(transcript)
    check_draws(transcript)
    try:
        return _replayed(rules, transcript)
    except EngineError as difference:
        if transcript.rules_version == rules.version:
            raise
        that = f"Herald {transcript.release}"
        if transcript.release in ("", RELEASE):
            that = f"a release that plays version {transcript.rules_version}"
        raise OtherRules(
            f"The game was recorded by version {transcript.rules_version} of the rules of {rules.title}; this release, "
            f"Herald {RELEASE}, plays version {rules.version}. {difference} Replay it with {that}."
            f"{_played_otherwise(rules, transcript)}"
        ) from difference


def _played_otherwise(rules: Rules[Any], transcript: Transcript) -> str:
    """Return in words what has changed for a game since it was recorded; "" where nothing can be told."""
    try:
        with _understood("the opening"):
            changed = rules.changes(opened(rules, transcript).game, transcript.rules_version)
    except EngineError:
        return ""
    return "\nRules that have changed since then:\n" + "\n".join(f"- {change}" for change in changed) if changed else ""


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
    wanted = _gone_back_to(transcript)
    past = {0: table.snapshot()}
    for place, record in enumerate(transcript.entries, 1):
        with _understood(f"action {record.number}"):
            outcome = _carried_out(table, record, past)
        if place in wanted:
            past[place] = table.snapshot()
        yield record, outcome


def _gone_back_to(transcript: Transcript) -> set[int]:
    """Return the actions to which a later rewind goes back."""
    tag = tag_of(Rewind)
    found = (record.action.get("to") for record in transcript.entries if record.action.get("action") == tag)
    return {to for to in found if isinstance(to, int)}


def _carried_out(table: Table, record: Entry, past: Mapping[int, bytes]) -> Outcome:
    action = table.rules.codec.decode_action(record.action)
    try:
        if isinstance(action, Rewind):
            return table.rewind(past[action.to], action.to)
        return table.act(record.seat, action)
    except (EngineError, KeyError) as error:
        raise Mismatch(f"At action {record.number} the rules refuse an action that was accepted: {error}") from error


def check_numbers(transcript: Transcript) -> None:
    """Raise Mismatch where the numbers of the actions are not 1, 2, 3 and so on."""
    for place, record in enumerate(transcript.entries, 1):
        if record.number != place:
            raise Mismatch(f"Action {place} is missing or out of order (found {record.number}).")


def check_over(transcript: Transcript, table: Table) -> None:
    """Raise Mismatch where a record shows its secret although its game, at the end on `table`, is not over.

    Only whoever runs the database has the secret before that.
    """
    if table.result is None and transcript.secret and transcript.copy is Copy.PUBLIC and not transcript.users:
        raise Mismatch(
            f"The secret is revealed, but the game is not over after action {len(transcript.entries)}: its end has "
            "been cut off. Export it again where it was played."
        )


def chained(transcript: Transcript) -> bool:
    """Tell whether a record has a chain."""
    return bool(transcript.opening_link)


def may_lack_chain(transcript: Transcript) -> bool:
    """Tell whether a record has no chain and never had one: it has an old format, or nobody's hand made it."""
    old = transcript.format < FORMAT or transcript.copy is Copy.TRIAL
    return old and not any((transcript.opening_link, *(record.link for record in transcript.entries)))


def check_chain(transcript: Transcript) -> list[str]:
    """Check the chain of a record; return the hashes of its entries in order, the opening first.

    They vouch for everything in the record, as far as the names are known. Raises Mismatch at the first entry that is
    not sealed by what follows, or does not say what the record says.
    """
    if not chained(transcript):
        raise Mismatch("This record has no chain: an older release exported it, or the chain was removed.")
    check_numbers(transcript)
    links: list[Link] = []
    hashes = [transcript.commitment]
    for place, text in enumerate((transcript.opening_link, *(record.link for record in transcript.entries))):
        links.append(_link(place, text))
        if (links[-1].game, links[-1].number) != (transcript.game_id, place) or links[-1].previous != hashes[-1]:
            raise Mismatch(f"Entry {place} of the chain does not follow from the one before: the record was changed.")
        hashes.append(chain.digest(text))
    _same_opening(transcript, links[0])
    for record, link in zip(transcript.entries, links[1:], strict=True):
        if record != recorded_entry(link, record.link):
            raise Mismatch(
                f"Action {record.number} differs from the one that the chain sealed: the record was changed."
            )
    try:
        sealed = chain.names_on_record(links)
    except msgspec.MsgspecError as error:
        raise Mismatch(f"The chain's list of names cannot be read: {error}.") from error
    for seat, salt in transcript.name_salts.items():
        if sealed.get(seat) != chain.blinded(salt, transcript.names.get(seat, "")):
            raise Mismatch(f"The name of seat {seat} differs from the one that the chain sealed.")
    return hashes[1:]


def _link(place: int, text: str) -> Link:
    try:
        return chain.link(text)
    except msgspec.MsgspecError as error:
        raise Mismatch(f"Entry {place} of the chain cannot be read: {error}.") from error


def recorded_entry(link: Link, text: str) -> Entry:
    """Return the record of an action from what the chain seals of it; raises Mismatch where that makes no sense."""
    try:
        action = msgspec.json.decode(link.action, type=dict[str, Any])
        draws = msgspec.json.decode(link.draws, type=tuple[Draw, ...])
        time = datetime.fromtimestamp(link.time, UTC).isoformat(timespec="seconds")
    except (msgspec.MsgspecError, ValueError, OverflowError, OSError) as error:
        raise Mismatch(f"Entry {link.number} of the chain cannot be understood: {error}.") from error
    return Entry(link.number, link.seat, action, link.state_hash, draws, time, text)


def _same_opening(transcript: Transcript, link: Link) -> None:
    """Raise Mismatch if the beginning of a record differs from the opening that the chain seals."""
    first = recorded_entry(link, "")
    said = {
        "seats": transcript.seats,
        "words": transcript.words,
        "rules": transcript.rules,
        "rules_version": transcript.rules_version,
        "release": transcript.release,
        "options": transcript.options,
        "figures": chain.of_figures(transcript.figures),
        "position": position.digest(transcript.position),
    }
    begun = {name: value for name, value in said.items() if name in first.action}
    if (first.hash, first.draws) != (transcript.opening_hash, transcript.opening_draws) or begun != first.action:
        raise Mismatch("The opening differs from the one that the chain sealed: the record was changed.")


def unproven_names(transcript: Transcript) -> list[str]:
    """Return the seats whose names the chain of a record does not vouch for."""
    return [seat for seat in transcript.names if seat not in transcript.name_salts]


def found_head(hashes: Sequence[str], head: str) -> int:
    """Return the number of the entry of which a hash, or its first digits, was posted; raises Mismatch without one."""
    wanted = head.strip().strip("`…").lower()
    if len(wanted) < LEAST_HEAD:
        raise Mismatch(f"Give at least {LEAST_HEAD} digits of the hash that the thread shows.")
    for place, known in enumerate(hashes):
        if known.startswith(wanted):
            return place
    raise Mismatch(
        f"No entry of the record has the hash {wanted}: it is from another game, or the record was changed or cut off."
    )


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


def table_numbers(transcript: Transcript) -> int:
    """Return how many numbers of a game were rolled at the table: they are in the chain, and none of the secret's."""
    links = [chain.link(record.link) for record in transcript.entries if THROWN in record.link]
    events = [event for link in links for event in msgspec.json.decode(link.events, type=Sequence[Event])]
    return sum(map(thrown_numbers, events))


def _same(where: str, table: Table, state_hash: str, draws: Sequence[Draw], outcome: Outcome) -> None:
    if tuple(draws) != outcome.draws:
        raise Mismatch(f"At {where} the draws differ from those in the transcript.")
    if table.hash() != state_hash:
        raise Mismatch(f"At {where} the state differs from the one in the transcript.")
