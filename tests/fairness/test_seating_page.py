"""What docs/tournaments.md says of a draw is enough to check a seating: a second program, made from the page alone."""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from engine.tournament import seating
from engine.tournament.format import Format
from engine.tournament.state import Game, Heat, State

PAGE = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text()
SECTION = PAGE.partition("## How a draw becomes tables")[2].partition("\n## ")[0]
SECRET = bytes(range(32))

READ = "e20196c2cc754e04"
"""The beginning of the hash of the words from which the program below was made."""


class Numbers:
    """The numbers of a stream, one after the other."""

    def __init__(self, secret: bytes, stream: str) -> None:
        self.key, self.stream, self.counter = hmac.digest(secret, b"", "sha256"), stream, 0

    def next(self, sides: int) -> int:
        self.counter += 1
        limit, block = 2**64 - 2**64 % sides, 0
        while True:
            bytes_ = hmac.digest(self.key, f"{self.stream}:{self.counter}:{block}".encode(), "sha256")
            for start in range(0, 32, 8):
                word = int.from_bytes(bytes_[start : start + 8], "big")
                if word < limit:
                    return word % sides + 1
            block += 1

    def shuffle(self, people: Sequence[str]) -> list[str]:
        found = list(people)
        for sides in range(len(found), 1, -1):
            result = self.next(sides)
            found[sides - 1], found[result - 1] = found[result - 1], found[sides - 1]
        return found


def sizes_of(people: int, fewest: int, most: int, usual: int) -> list[int]:
    for seated in range(people, 0, -1):
        ways = [n for n in range(1, seated + 1) if fewest <= seated // n and -(-seated // n) <= most]
        if ways:
            n = sorted(ways, key=lambda n: (abs(seated / n - usual), n))[0]
            return sorted([seated // n + (place < seated % n) for place in range(n)], reverse=True)
    return []


Past = list[list[str]]
"""The tables of earlier heats."""


def cost(table: Sequence[str], past: Past) -> int:
    def beside(people: Sequence[str]) -> list[set[str]]:
        return [{people[n - 1], people[n]} for n in range(len(people))] if len(people) > 2 else []

    met = sum(100 * sum({*pair} <= {*old} for old in past) ** 2 for pair in combinations(table, 2))
    side = sum(20 * sum(beside(old).count(pair) for old in past) ** 2 for pair in beside(table))
    place = sum(10 * sum(old[n : n + 1] == [who] for old in past) ** 2 for n, who in enumerate(table))
    return met + side + place


def tables_of(people: Sequence[str], out: Past, past: Past, tournament_format: Format, numbers: Numbers) -> Past:
    order = numbers.shuffle(people)
    each = sizes_of(len(order), tournament_format.fewest, tournament_format.most, tournament_format.usual)
    byes = {who: sum(who in once for once in out) for who in order}
    idle = sorted(order, key=byes.__getitem__)[: len(order) - sum(each)]
    seated = iter([who for who in order if who not in idle])
    found = [[next(seated) for _ in range(size)] for size in each]
    if tournament_format.seating != "weighed":
        return found
    spots = [(table, place) for table in range(len(found)) for place in range(len(found[table]))]
    for _ in range(400):
        if not any(cost(table, past) for table in found):
            break
        (a, b), (c, d) = (spots[numbers.next(len(spots)) - 1] for _ in range(2))
        before = sum(cost(found[table], past) for table in {a, c})
        found[a][b], found[c][d] = found[c][d], found[a][b]
        if sum(cost(found[table], past) for table in {a, c}) > before:
            found[a][b], found[c][d] = found[c][d], found[a][b]
    return found


def test_the_program_was_made_from_the_words_of_the_page() -> None:
    now = sha256(" ".join(SECTION.split()).encode()).hexdigest()[: len(READ)]
    assert now == READ, "the page has changed: read it, let the program above do what it says, then change the hash"


def test_the_vector_of_the_page_comes_out() -> None:
    numbers = Numbers(SECRET, "Roses 2026 heat 1 of 11")
    assert f"| shuffled | {' '.join(numbers.shuffle('ABCDEFGHIJK'))} |" in SECTION
    usual = Format(title="Roses", year=2026, game="kingmaker", variant="wbc", fewest=2, most=7, usual=4)
    tables = tables_of("ABCDEFGHIJK", [], [], usual, Numbers(SECRET, "Roses 2026 heat 1 of 11"))
    assert f"| tables | {', '.join(''.join(table) for table in tables)} |" in SECTION


@pytest.mark.parametrize("way", ["random", "weighed"])
def test_every_draw_comes_out(way: Literal["random", "weighed"]) -> None:
    chance = Random(5)
    for count in (*range(2, 16), 19, 23, 28, 39):
        usual = chance.randint(2, 6)
        tournament_format = Format(
            title="Roses", year=2026, game="kingmaker", variant="wbc", fewest=2, most=7, usual=usual, seating=way
        )
        people = [str(number) for number in range(count)]
        state = State(format=tournament_format, master="m", assistants=["a"], names={}, heats=[], final=Heat(number=0))
        past: Past = []
        for number in (1, 2, 3):
            secret = chance.randbytes(32)
            heat = Heat(number=number, commitment=sha256(secret).hexdigest(), present=chance.sample(people, count))
            state.heats.append(heat)
            found = seating.drawn(state, heat, secret.hex())
            numbers = Numbers(secret, f"Roses 2026 heat {number} of {count}")
            out = [earlier.idle for earlier in state.heats[:-1]]
            assert found.tables == tables_of(heat.present, out, past, tournament_format, numbers)
            heat.games, heat.idle = [Game(people=table, began=table) for table in found.tables], found.idle
            past += found.tables
