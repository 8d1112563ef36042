"""The record of a game is held by what stood in its thread: a record that was changed, or cut off, is found out."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bot.cli import main
from bot.discord_adapter import messages
from bot.discord_adapter.messages import Roster
from bot.model import interventions
from bot.services import importing
from bot.services.computer.regents import Regents
from bot.services.forgetting import Forgetting
from bot.store import game_log, games
from bot.store.database import Store
from bot.store.payloads import Anchor, Ending, Keyed, Log
from bot.store.rows import Opening
from bot.table import archive
from engine.core.record import chain, transcript
from engine.core.record.chain import Link
from engine.core.record.transcript import Copy, Entry, Transcript
from engine.core.table import Table
from engine.kingmaker.rules import RULES as KINGMAKER
from tests.fairness.evenings import changed, ended, evening, play_on, seated
from tests.referee.house import ANN, BEN, CAT, NAMES, OWNER, House, housed
from tests.referee.relay import Advance, Pledge

Output = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Transcript:
    """A short game of Kingmaker, as everybody may export it."""
    return asyncio.run(evening(tmp_path_factory.mktemp("played"), "kingmaker", "base", 1, 40))


def replayed(record: Transcript, folder: Path, *heads: str) -> int:
    """What `herald replay` of a record returns."""
    file = folder / "record.json"
    file.write_bytes(transcript.write(record))
    return main(["replay", str(file), *(word for head in heads for word in ("--head", head))])


def hashes(record: Transcript) -> list[str]:
    return [chain.digest(text) for text in (record.opening_link, *(entry.link for entry in record.entries))]


# ---------------------------------------------------------------- what is posted


async def thread(house: House, game_id: str) -> list[str]:
    """What stands in the thread of a game, in words."""
    await house.dispatcher.deliver_due()
    async with house.store.reading() as connection:
        seats = await games.seats_of(connection, game_id)
    roster = Roster(await house.game(game_id), seats)
    shown: list[str] = []
    for item in house.courier.sent:
        if item.user is None and isinstance(item.payload, Log):
            shown.append(messages.log(item.payload, roster, item.row.version).text)
        elif isinstance(item.payload, Keyed):
            shown.append(messages.keyed(item.payload, roster).text)
        elif isinstance(item.payload, Anchor):
            shown.append(messages.anchor(item.payload).text)
        elif isinstance(item.payload, Ending):
            shown.append(messages.ending(item.payload, roster).text)
    return shown


async def test_the_thread_shows_the_opening_a_round_of_each_day_and_the_end_of_the_chain(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db") as house:
        game_id = await house.racing()
        for hours in (11, 12, 0.5, 0.5, 12, 11.9, 0, 0.1):
            house.later(hours)
            await house.do(game_id, Advance("walk"))
        await house.moderation.intervene(game_id, OWNER, interventions.End("It rains."))
        shown = await thread(house, game_id)
        async with house.store.reading() as connection:
            log = await game_log.entries(connection, game_id)
    (keyed,) = [text for text in shown if "mixed into the dice" in text]
    assert log[0].hash in keyed and "Ann: `word of Ann`, Ben: `word of Ben`" in keyed
    ended = [entry for entry in log if any(event.kind == "phase_end" for event in entry.happened())]
    records = [text for text in shown if text.startswith("-# Fingerprint of")]
    assert records == [
        *(f"-# Fingerprint of the record so far: `{entry.hash}`" for entry in (ended[1], ended[3])),
        f"-# Fingerprint of the whole record: `{log[-1].hash}`",
    ]
    assert "It rains." in shown[-1] and "`/verify` checks the dice" in shown[-1]


async def test_a_word_is_told_when_it_is_given_and_none_is_made_up(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db") as house:
        game_id = await house.opened(users=())
        await house.lobby.join(game_id, ANN, "Ann", "white  ro`se\n")
        await house.lobby.join(game_id, BEN, "Ben", " \n ")
        shown = await thread(house, game_id)
        async with house.store.reading() as connection:
            words = [seat.word for seat in await games.seats_of(connection, game_id)]
        assert words == ["white ro`se", ""]
        assert "Ann takes a seat (1 of 3), with the word `` white ro`se `` for the dice." in shown[-2]
        assert shown[-1] == "Ben takes a seat (2 of 3)."


async def test_nobody_gives_a_word_to_a_computer_player(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db") as house:
        game_id = await house.opened(users=(ANN,))
        await house.lobby.fill(game_id, OWNER, "random")
        await house.lobby.start(game_id, OWNER)
        async with house.store.reading() as connection:
            opening = await game_log.opening(connection, game_id)
        assert opening.words == {"s1": "word of Ann", "s2": ""}


# ---------------------------------------------------------------- what is found out


def test_a_sound_record_holds_and_has_what_was_posted(played: Transcript, tmp_path: Path, capsys: Output) -> None:
    known = hashes(played)
    assert replayed(played, tmp_path, known[0], known[20][:32], known[-1]) == 0
    told = capsys.readouterr().out
    assert f"The record is intact ({len(known)} sealed entries). Its fingerprint: {known[-1]}" in told
    assert "the record of the opening" in told and f"after action 20 of {len(known) - 1}" in told


def without_link(entry: Entry) -> Entry:
    return msgspec.structs.replace(entry, link="")


def with_last(record: Transcript, **fields: object) -> Transcript:
    *others, last = record.entries
    return changed(record, entries=[*others, msgspec.structs.replace(last, **fields)])


def linked(record: Transcript, **fields: object) -> Transcript:
    """The record with another text for the last entry of its chain."""
    link = msgspec.structs.replace(chain.link(record.entries[-1].link), **fields)
    return with_last(record, link=link.text())


CHANGES: dict[str, tuple[Callable[[Transcript], Transcript], str]] = {
    "cut off": (lambda record: changed(record, entries=record.entries[:-10]), "has been cut off"),
    "a number": (lambda record: with_last(record, number=900), "is missing or out of order"),
    "a time": (lambda record: with_last(record, time="2026-01-01T00:00:00+00:00"), "the one that the chain sealed"),
    "a seat": (lambda record: with_last(record, seat="s1"), "the one that the chain sealed"),
    "an action": (lambda record: with_last(record, action={"action": "note", "text": ""}), "the one that the chain"),
    "a name": (lambda record: changed(record, names=record.names | {"s1": "Ben"}), "name of seat s1"),
    "a word": (lambda record: changed(record, words=record.words | {"s1": "thorn"}), "The opening differs from"),
    "the version": (lambda record: changed(record, rules_version="1"), "The opening differs from"),
    "the release": (lambda record: changed(record, release="0.0.9"), "The opening differs from"),
    "the variant": (lambda record: changed(record, options=record.options | {"x": 1}), "The opening differs from"),
    "the figures": (lambda record: changed(record, figures="[tower]"), "The opening differs from"),
    "left out": (lambda record: changed(record, entries=record.entries[:5] + record.entries[6:]), "missing or out of"),
    "the game of an entry": (lambda record: linked(record, game="other"), "Entry 41 of the chain does not follow"),
    "the place of an entry": (lambda record: linked(record, number=42), "Entry 41 of the chain does not follow"),
    "what came before": (lambda record: linked(record, previous="0" * 64), "Entry 41 of the chain does not follow"),
}


SENSELESS: dict[str, tuple[Callable[[Transcript], Transcript], str]] = {
    "the text of an entry": (lambda record: with_last(record, link="{}"), "Entry 41 of the chain cannot be read: "),
    "the sense of an entry": (
        lambda record: linked(record, action="["),
        "Entry 41 of the chain cannot be understood: ",
    ),
    "the time of an entry": (lambda record: linked(record, time=1e30), "Entry 41 of the chain cannot be understood: "),
}
"""What nobody exports who only changes what was done: it is told in a sentence all the same."""


@pytest.mark.parametrize("what", [*CHANGES, *SENSELESS])
def test_a_record_that_was_changed_is_found_out(what: str, played: Transcript, tmp_path: Path, capsys: Output) -> None:
    forge, says = (CHANGES | SENSELESS)[what]
    assert replayed(forge(played), tmp_path) == 2
    assert says in capsys.readouterr().err


def rechained(record: Transcript) -> Transcript:
    """The record with a chain that was made anew to fit it, as whoever runs Herald can make one."""
    previous, texts = record.commitment, []
    for entry in (record.opening_link, *(entry.link for entry in record.entries)):
        link = msgspec.structs.replace(chain.link(entry), previous=previous, time=1.0)
        texts.append(link.text())
        previous = link.digest()
    entries = [transcript.recorded_entry(chain.link(text), text) for text in texts[1:]]
    return changed(record, opening_link=texts[0], entries=entries)


def test_a_chain_made_anew_holds_but_is_not_the_one_that_was_posted(
    played: Transcript, tmp_path: Path, capsys: Output
) -> None:
    forged = rechained(played)
    assert replayed(forged, tmp_path) == 0
    assert replayed(forged, tmp_path, hashes(played)[7]) == 2
    assert "it is from another game, or the record was changed or cut off" in capsys.readouterr().err


def test_a_record_cut_off_by_its_operator_lacks_the_last_hash(
    played: Transcript, tmp_path: Path, capsys: Output
) -> None:
    short = changed(played, entries=played.entries[:-10], copy=Copy.OPERATOR)
    assert replayed(short, tmp_path, hashes(played)[5]) == 0
    assert "The game is not over: an operator's copy" in capsys.readouterr().out
    assert replayed(short, tmp_path, hashes(played)[-1]) == 2


def test_a_record_whose_chain_was_taken_out_is_refused(played: Transcript, tmp_path: Path, capsys: Output) -> None:
    bare = changed(played, opening_link="", entries=[without_link(entry) for entry in played.entries])
    assert replayed(bare, tmp_path) == 2
    assert "has no chain" in capsys.readouterr().err


def test_what_passes_for_an_old_record_is_vouched_for_by_nothing(
    played: Transcript, tmp_path: Path, capsys: Output
) -> None:
    bare = changed(played, format=2, opening_link="", entries=[without_link(entry) for entry in played.entries])
    assert replayed(bare, tmp_path) == 0
    assert "This file has no seals" in capsys.readouterr().out
    assert replayed(bare, tmp_path, hashes(played)[-1]) == 2
    assert "has no chain" in capsys.readouterr().err
    relabelled = changed(played, format=2, names=dict.fromkeys(played.names, "Mallory"))
    assert replayed(relabelled, tmp_path) == 2


@pytest.mark.parametrize("head", ["", "abc", "0" * 64])
def test_a_hash_that_is_none_is_refused(head: str, played: Transcript, tmp_path: Path) -> None:
    assert replayed(played, tmp_path, head) == 2


def test_records_of_earlier_formats_are_still_read(tmp_path: Path, capsys: Output) -> None:
    golden = next((Path(__file__).parents[1] / "golden").glob("*.json"))
    for number in (1, 2):
        record = changed(transcript.load(golden), format=number)
        assert replayed(record, tmp_path) == 0
        assert "has no seals" in capsys.readouterr().out
        jumping = changed(record, entries=[*record.entries[:3], *record.entries[4:]])
        assert replayed(jumping, tmp_path) == 2


def test_the_release_that_played_by_other_rules_is_named(played: Transcript, tmp_path: Path, capsys: Output) -> None:
    link = chain.link(played.opening_link)
    opening = msgspec.structs.replace(
        msgspec.json.decode(link.action, type=Opening), rules_version="0", release="0.0.9"
    )
    link = msgspec.structs.replace(link, action=msgspec.json.encode(opening).decode())
    older = rechained(changed(played, opening_link=link.text(), rules_version="0", release="0.0.9"))
    assert replayed(older, tmp_path) == 1
    told = capsys.readouterr().out
    assert "Replay it with Herald 0.0.9." in told and "sealed entries" in told


# ---------------------------------------------------------------- what is not given away


async def test_no_ballot_of_a_computer_player_can_be_tried_out(tmp_path: Path) -> None:
    """Whoever knows everything but the answer and the salt finds no answer that fits the hash; with the salt, one."""
    async with housed(tmp_path / "herald.db") as house:
        game_id = await house.opened(users=(ANN,))
        await house.lobby.fill(game_id, OWNER, "random")
        await house.lobby.start(game_id, OWNER)
        async with house.store.reading() as connection:
            before = await game_log.snapshot(connection, game_id, 0)
        await Regents(house.store, house.referee, pause=0).tick(game_id)
        async with house.store.reading() as connection:
            ballot = await game_log.entry(connection, game_id, 1)
    assert ballot.user is None and ballot.seat == "s2"

    def fitting(salt: str) -> list[str]:
        found = []
        for laps in "123":
            table = Table.restore(house.rules, before, b"")
            outcome = table.act("s2", Pledge(laps))
            known = ("s2", salt, ballot.via, msgspec.json.encode(Pledge(laps)).decode(), table.hash(), "[]")
            events = msgspec.json.encode(outcome.events).decode()
            tried = Link(game_id, 1, *known, events, ballot.time, ballot.prev_hash)
            found += [laps] if tried.digest() == ballot.hash else []
        return found

    assert fitting("") == [] and len(fitting(ballot.who)) == 1


async def test_every_entry_has_a_salt_of_its_own(played: Transcript) -> None:
    salts = [chain.link(entry.link).salt for entry in played.entries] + [chain.link(played.opening_link).salt]
    assert len(set(salts)) == len(salts) and all(len(salt) == 64 for salt in salts)


async def test_a_record_names_no_user_and_nothing_to_find_one_by(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db") as house:
        game_id = await house.racing()
        await house.moderation.intervene(game_id, OWNER, interventions.End("It rains."))
        async with house.store.reading() as connection:
            record = await archive.transcript(connection, game_id)
            log = await game_log.entries(connection, game_id)
    text = transcript.write(record).decode()
    assert record.users == {} and not any(entry.salt and entry.salt in text for entry in log)


# ---------------------------------------------------------------- names


async def test_whoever_takes_a_seat_later_stands_in_the_chain_as_well(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", KINGMAKER) as house:
        game_id = (await seated(house, KINGMAKER, "covault")).id
        await house.lobby.start(game_id, OWNER)
        await Regents(house.store, house.referee, pause=0).tick(game_id)
        async with house.referee.reading(game_id) as live:
            ready = live.table.default("s1")
        await house.referee.submit(game_id, ANN, ready)
        await house.lobby.join(game_id, CAT, "Cat")
        await house.moderation.intervene(game_id, OWNER, interventions.Replace("s2", 14, "Dan"))
        record = await ended(house, game_id)
    assert record.names == {"s1": "Ann", "s2": "Dan", "s3": "Cat"} and not transcript.unproven_names(record)
    transcript.check_chain(record)
    for seat in record.names:
        with pytest.raises(transcript.Mismatch, match=f"name of seat {seat}"):
            transcript.check_chain(changed(record, names=record.names | {seat: "Eve"}))


async def test_the_chain_holds_when_a_person_is_forgotten_and_does_not_betray_the_name(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db") as house:
        game_id = await house.racing()
        await house.moderation.intervene(game_id, OWNER, interventions.End("It rains."))
        await Forgetting(house.store, house.referee).person(BEN)
        async with house.store.reading() as connection:
            record = await archive.transcript(connection, game_id)
    transcript.check_chain(record)
    assert transcript.unproven_names(record) == ["s2"] and f'"{NAMES[BEN]}"' not in transcript.write(record).decode()


# ---------------------------------------------------------------- elsewhere, and earlier


async def test_an_imported_game_keeps_its_chain(tmp_path: Path, played: Transcript) -> None:
    store = await Store.open(tmp_path / "other.db")
    game = await importing.from_transcript(store, played, owner=7, now=1.0)
    async with store.reading() as connection:
        assert game_log.chain_problem(await game_log.entries(connection, game.id), game.commitment) is None
        again = await archive.whole(connection, game.id)
    await store.close()
    assert hashes(again) == hashes(played)


async def test_a_game_that_was_begun_without_salts_goes_on_with_them(tmp_path: Path) -> None:
    place = tmp_path / "herald.db"
    async with housed(place, KINGMAKER) as house:
        game_id = (await seated(house, KINGMAKER, "base")).id
        await house.lobby.start(game_id, OWNER)
        await play_on(house, game_id, 15)
    await asyncio.to_thread(_unsalt, place)
    async with housed(place, KINGMAKER) as house:
        await play_on(house, game_id, 15)
        record = await ended(house, game_id)
    transcript.check_chain(record)
    regents = [link for entry in record.entries if (link := chain.link(entry.link)).via == "regent"]
    assert {link.number <= 15 for link in regents} == {True, False}
    assert all(bool(link.salt) is (link.number > 15) for link in regents)
    assert transcript.unproven_names(record) == ["s1", "s2"]


def _unsalt(place: Path) -> None:
    """Write the log anew as earlier releases did: without salts for computer players, names and what was begun."""
    with sqlite3.connect(place) as old:
        old.row_factory = sqlite3.Row
        previous = old.execute("SELECT commitment FROM games").fetchone()["commitment"]
        for row in old.execute("SELECT * FROM actions ORDER BY version").fetchall():
            action, who = row["action"], row["who"] if row["user"] else ""
            if row["version"] == 0:
                whole = msgspec.json.decode(action)
                action = msgspec.json.encode({"seats": whole["seats"], "words": whole["words"]}).decode()
            events = msgspec.json.decode(row["events"])
            told = msgspec.json.encode([event for event in events if event["kind"] != chain.SEATED]).decode()
            kept = (row["game"], row["version"], row["seat"], who, row["via"], action)
            link = Link(*kept, row["state_hash"], row["draws"], told, row["time"], previous)
            old.execute(
                "UPDATE actions SET who = ?, action = ?, events = ?, prev_hash = ?, hash = ? WHERE version = ?",
                (who, action, told, previous, link.digest(), row["version"]),
            )
            previous = link.digest()
        old.execute("UPDATE seats SET salt = ''")
    old.close()
