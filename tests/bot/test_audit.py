"""The numbers of a game, everybody's luck, and forgeries found out."""

import msgspec
import pytest

from bot.store.rows import ActionRecord, GameRecord, Opening, Status, Via
from bot.table import audit
from engine.core.dice import Dice, Draw, commitment, game_key

SECRET = b"fair".ljust(32, b".")
NAMES = {"s1": "Ann", "s2": "Ben"}
OPENING = Opening(("s1", "s2"), {"s1": "rose", "s2": "thorn"})


def game(status: Status) -> GameRecord:
    """A game with sealed dice."""
    return GameRecord(
        id="g", rules="x", rules_version="1", variant="base", options={}, title="War", guild=1, channel=2, owner=3,
        status=status, commitment=commitment(SECRET), secret=SECRET.hex(), deadline_hours=0, created=0,
    )  # fmt: skip


def log() -> list[ActionRecord]:
    """Twenty actions, each with an open and a hidden number."""
    dice = Dice(game_key(SECRET, OPENING.words.items()), "g")
    entries: list[ActionRecord] = []
    for version in range(20):
        dice.drawn = []
        dice.roll(6, "battle")
        dice.roll(40, "shuffle", hidden=True)
        entries.append(
            ActionRecord(
                game="g", version=version, seat=f"s{version % 2 + 1}", user=1, via=Via.PLAYER, action="{}",
                state_hash="", draws=msgspec.json.encode(dice.drawn).decode(), events="[]", time=0,
                prev_hash=entries[-1].hash if entries else commitment(SECRET),
            ).sealed()
        )  # fmt: skip
    return entries


def test_hidden_numbers_stay_hidden_until_the_end() -> None:
    assert {roll.draw.sides for roll in audit.rolled(log(), hidden=False)} == {6}
    assert {roll.draw.sides for roll in audit.rolled(log(), hidden=True)} == {6, 40}


def test_luck_is_measured_against_what_was_to_be_expected() -> None:
    rows = list(audit.luck(audit.rolled(log(), hidden=False)))
    assert [(row.seat, row.sides, row.count, row.expected) for row in rows] == [("s1", 6, 10, 3.5), ("s2", 6, 10, 3.5)]
    assert all(0 < row.chance <= 1 for row in rows)
    assert "10 × d6" in next(audit.luck_lines(rows, {"s1": "Ann"}))


def test_luck_is_of_ones_own_rolls_with_one_kind_of_die() -> None:
    thrown = [("s1", 6, 6), ("s1", 6, 4), ("s1", 20, 1), ("s2", 6, 1), ("", 6, 3)]
    rolls = [audit.Rolled(seat, 1, Draw(n, sides, face, "battle")) for n, (seat, sides, face) in enumerate(thrown, 1)]
    rolls.append(audit.Rolled("s2", 1, Draw(9, 6, 6, "shuffle", hidden=True)))
    assert [(row.seat, row.sides, row.count, row.mean) for row in audit.luck(rolls)] == [
        ("s1", 6, 2, 5.0),
        ("s1", 20, 1, 1.0),
        ("s2", 6, 1, 1.0),
    ]


def test_a_running_game_shows_that_its_log_is_whole_and_its_numbers_sealed() -> None:
    said = audit.verdict(game(Status.PLAYING), OPENING, log(), NAMES)
    assert said[0].startswith("✅") and "40 numbers" in said[1] and SECRET.hex() not in "".join(said)
    assert said[2].startswith("I post such a fingerprint at the start, once a day")


def test_a_table_that_has_not_started_shows_its_seal_and_what_it_is() -> None:
    said = audit.seal(game(Status.LOBBY))
    assert f"`{game(Status.LOBBY).commitment}`" in said and "SHA-256 of the secret" in said and SECRET.hex() not in said


def test_a_finished_game_is_recomputed() -> None:
    said = audit.verdict(game(Status.OVER), OPENING, log(), NAMES)
    words = [line for line in said if line.startswith("Words mixed in: ")]
    assert all(line.startswith("✅") for line in said if line not in words) and len(words) == 1, said
    assert f"sealed at the start: `{SECRET.hex()}`" in said[1]


@pytest.mark.parametrize("place", [0, 7, 19])
def test_a_changed_number_is_found_out(place: int) -> None:
    entries = log()
    draws = entries[place].numbers()
    forged = msgspec.structs.replace(draws[0], result=draws[0].result % 6 + 1)
    entries[place] = msgspec.structs.replace(entries[place], draws=msgspec.json.encode([forged, draws[1]]).decode())
    said = audit.verdict(game(Status.OVER), OPENING, entries, NAMES)
    assert f"changed action {place} of game g" in said[0]
    assert f"Number {2 * place + 1} (battle) should not" in said[-1]


def test_numbers_are_listed_one_by_one_and_a_shuffle_in_one_line() -> None:
    draws = [
        ("s1", Draw(1, 6, 5, "battle")),
        ("s1", Draw(2, 6, 2, "battle")),
        ("", Draw(3, 40, 7, "shuffle", hidden=True)),
        ("", Draw(4, 40, 8, "shuffle", hidden=True)),
        ("s2", Draw(5, 6, 1, "number", hidden=True)),
    ]
    rolls = [audit.Rolled(seat, 1, draw) for seat, draw in draws]
    assert list(audit.roll_lines(rolls, {"s1": "Ann", "s2": "Ben"})) == [
        "`    1` d6 **5** battle (Ann)",
        "`    2` d6 **2** battle (Ann)",
        "`    3` to 4: shuffle (the table)",
        "`    5` d6 **1** number (Ben)",
    ]


def test_another_secret_and_a_number_out_of_order_are_found_out() -> None:
    over = msgspec.structs.replace(game(Status.OVER), secret="00" * 32)
    assert (
        audit.verdict(over, OPENING, log(), NAMES)[-1] == "❌ The secret is not the one that was sealed at the start."
    )
    said = audit.verdict(game(Status.OVER), OPENING, [log()[0], *log()[2:]], NAMES)
    assert said[-1] == "❌ Number 3 is missing or out of order."
