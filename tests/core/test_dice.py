"""Dice that anyone can check afterwards."""

import hmac
from collections import Counter
from random import Random

from engine.core.dice import Dice, commitment, game_key, number

KEY = b"a key that nobody would use twice"


def test_the_stream_is_the_same_for_everybody_who_has_the_key() -> None:
    first, second = Dice(KEY, "g"), Dice(KEY, "g")
    assert [first.roll(6, "test") for _ in range(50)] == [second.roll(6, "test") for _ in range(50)]


def test_the_stream_is_this_very_one() -> None:
    """A change here would make every finished game unverifiable."""
    assert [number(KEY, "g", counter, 100) for counter in range(1, 9)] == [82, 62, 51, 75, 84, 6, 29, 15]


def test_another_game_key_or_counter_gives_other_numbers() -> None:
    base = [number(KEY, "g", counter, 1000) for counter in range(20)]
    assert base != [number(KEY, "h", counter, 1000) for counter in range(20)]
    assert base != [number(b"another", "g", counter, 1000) for counter in range(20)]


def test_every_number_lies_on_the_die() -> None:
    chance = Random(40)
    for _ in range(500):
        sides = chance.randint(1, 2 ** chance.randint(0, 40))
        assert 1 <= number(KEY, "g", chance.randint(1, 10**6), sides) <= sides


def test_words_past_the_last_full_multiple_are_passed_over() -> None:
    """Of a die with three quarters of all words for sides a quarter of the words is rejected."""
    sides = 3 * 2**62
    rejected = 0
    for counter in range(1, 40):
        words = [
            int.from_bytes(hmac.digest(KEY, f"g:{counter}:0".encode(), "sha256")[start : start + 8], "big")
            for start in range(0, 32, 8)
        ]
        rejected += words[0] >= sides
        good = [word for word in words if word < sides]
        if good:
            assert number(KEY, "g", counter, sides) == good[0] + 1
    assert 3 < rejected < 20


def test_a_die_is_fair() -> None:
    shown = Counter(number(KEY, "fair", counter, 6) for counter in range(12_000))
    expected = 2_000
    chi_square = sum((shown[face] - expected) ** 2 / expected for face in range(1, 7))
    assert chi_square < 20.5, "five degrees of freedom, one in a thousand"


def test_a_shuffle_keeps_the_cards_and_hides_its_draws() -> None:
    dice = Dice(KEY, "g")
    cards = [str(card) for card in range(40)]
    mixed = list(cards)
    dice.shuffle(mixed, "shuffle")
    assert sorted(mixed) == sorted(cards)
    assert mixed != cards
    assert all(draw.hidden for draw in dice.drawn)


def test_forced_results_come_first_and_only_for_their_die() -> None:
    dice = Dice(KEY, "g")
    dice.force(6, [2, 5])
    assert dice.roll(100, "other") == number(KEY, "g", 1, 100)
    assert [dice.roll(6, "forced"), dice.roll(6, "forced")] == [2, 5]


def test_a_players_word_changes_the_key_but_not_the_commitment() -> None:
    secret = bytes(32)
    assert game_key(secret, [("s1", "rose")]) != game_key(secret, [("s1", "thorn")])
    assert game_key(secret, [("s1", "a"), ("s2", "b")]) == game_key(secret, [("s2", "b"), ("s1", "a")])
    assert len(commitment(secret)) == 64


def test_where_all_words_of_a_digest_are_rejected_the_next_digest_is_taken() -> None:
    """Of a die with a little more than half of all words for sides one digest in sixteen has no word that counts."""
    sides = 2**63 + 1
    passed = 0
    for counter in range(200):
        digests = [hmac.digest(KEY, f"g:{counter}:{attempt}".encode(), "sha256") for attempt in range(6)]
        words = [int.from_bytes(digest[start : start + 8], "big") for digest in digests for start in range(0, 32, 8)]
        place = next(place for place, word in enumerate(words) if word < sides)
        assert number(KEY, "g", counter, sides) == words[place] + 1
        passed += place >= 4
    assert passed > 3
