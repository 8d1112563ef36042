"""The tables of the rule book and the data say the same (docs/rules/lancaster.md, data/lancaster)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.files.options import options_of
from engine.core.files.registry import registry
from engine.lancaster.board.catalog import catalog
from engine.lancaster.rules import RULES

ROOT = Path(__file__).parents[2]
BOOK = (ROOT / "docs" / "rules" / "lancaster.md").read_text("utf-8")
PRINTED = catalog()


def rows(heading: str) -> Iterator[list[str]]:
    """The rows of the table of the book with this first heading, or that begins with these headings."""
    lines = iter(BOOK.splitlines())
    next(line for line in lines if line.startswith(f"| {heading} |"))
    next(lines)
    for line in lines:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def line(beginning: str) -> str:
    """The first line of the book that begins so."""
    return next(line for line in BOOK.splitlines() if line.startswith(beginning))


def numbers(text: str) -> tuple[int, ...]:
    """All numbers in a text."""
    return tuple(map(int, re.findall(r"\d+", text)))


@pytest.mark.rule("LAN-BASE-44")
def test_conflicts() -> None:
    found = {
        tuple(name.split(" ", 1)): (int(stage), int(strength), numbers(points))
        for name, stage, strength, points in rows("card")
    }
    cards = PRINTED.conflicts.values()
    assert found == {(card.id, card.name): (card.stage, card.strength, card.points) for card in cards}


@pytest.mark.rule("LAN-BASE-11", "LAN-BASE-78")
def test_counties() -> None:
    found = {tuple(name.split(" ", 1)): (int(least), numbers(gain)) for name, least, gain in rows("county")}
    counted = ("gold", "squires", "extension", "voting_markers", "upgrade", "power_points", "recruit")
    assert found == {
        (county.id, county.name): (county.min_strength, (county.reward.amount,) * (county.reward.kind in counted))
        for county in PRINTED.counties.values()
    }


@pytest.mark.rule("LAN-BASE-03", "LAN-BASE-04", "LAN2-COURT-04", "LAN2-RES-01", "LAN2-RES-02")
def test_what_depends_on_the_number_of_players() -> None:
    for players, nobles, out, favours, bishops, dishonor, neutral, room in rows("players"):
        table = PRINTED.tables[int(players)]
        assert (table.nobles_per_county, table.bishops) == (int(nobles), int(bishops))
        assert (list(table.conflict_remove), list(table.favours_used)) == (out.split(", "), favours.split(", "))
        assert (table.dishonor_per_space, table.tower_knight) == (int(dishonor), sum(numbers(neutral)))
        assert PRINTED.tower_room - table.tower_knight == int(room)


@pytest.mark.rule("LAN-BASE-85")
def test_favours() -> None:
    kinds = {"gold": "gold", "squires": "squire(s)", "upgrade": "upgrade", "noble": "noble"}
    for tile, effect, _ in rows("tile"):
        favour = PRINTED.favours[tile]
        assert kinds[favour.kind] in effect and favour.amount in numbers(effect)


@pytest.mark.rule("LAN-BASE-83", "LAN-BASE-42")
def test_castle() -> None:
    goods = {"gold": "gold", "squires": "squires?", "voting_markers": "voting markers?"}
    for name, gives in rows("space"):
        if not name.startswith("K"):
            continue
        space = PRINTED.castle[name.split()[0]]
        assert name == f"{space.id} {space.name}"
        said = {good: int(found[1]) for good, word in goods.items() if (found := re.search(rf"(\d+) {word}", gives))}
        assert said == (space.gain or space.cost) and space.action in ("", *re.findall("upgrade|recruit", gives))


@pytest.mark.rule("LAN2-COURT-10", "LAN2-COURT-11", "LAN2-COURT-12")
def test_tributes() -> None:
    goods = {"voting_markers": "voting marker", "squires": "squire", "gold": "gold"}
    found = {office: tribute for office, tribute, *more in rows("office") if not more}
    assert found == {
        office.name: " and ".join(f"{number} {goods[good]}" for good, number in office.tribute.items())
        for office in PRINTED.offices.values()
    }


@pytest.mark.rule("LAN-BASE-58")
def test_nobles() -> None:
    assert numbers(line("| PP |")) == PRINTED.noble_points


@pytest.mark.rule("LAN2-RES-18", "LAN2-RES-19")
def test_dishonor_track() -> None:
    larger, smaller = numbers(line("| larger |")), numbers(line("| smaller |"))
    assert [(space.larger, space.smaller) for space in PRINTED.track] == list(zip(larger, smaller, strict=True))


@pytest.mark.rule("LAN-BASE-64")
def test_laws() -> None:
    found = {
        cells[0]: (int(cells[1]), cells[2], cells[3])
        for line in BOOK.splitlines()
        if re.match(r"\| (B|KL|N)\d+ \|", line) and len(cells := [c.strip() for c in line.strip("|").split("|")]) == 4
    }
    assert found == {law.id: (law.group, law.title, law.text) for law in PRINTED.laws.values()}


@pytest.mark.rule("LAN-BASE-101")
def test_options() -> None:
    known = options_of("lancaster").by_id
    for name, values, usual, *_ in rows("option"):
        if name == "`players`":
            continue
        option = known[name.strip("`")]
        spoken = {True: "true", False: "false"}
        assert (spoken.get(option.default, option.default)) == usual, name
        assert set(values.split(", ")) == set(option.values or ("false", "true")), name


def test_seats() -> None:
    assert numbers(line("Input: number of players"))[:2] == RULES.seats(RULES.options("henry", {}))


def test_every_rule_that_the_engine_names_is_in_the_registry() -> None:
    named = {
        rule
        for file in (ROOT / "engine" / "lancaster").rglob("*.py")
        for rule in re.findall(r'"(LAN2?-[A-Z0-9]+-\d+)"', file.read_text("utf-8"))
    }
    assert named <= set(registry("lancaster"))
