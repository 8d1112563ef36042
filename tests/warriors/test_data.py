"""The map and the leaders are whole (rules 2 and 8)."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from engine.core.files.catalog import load_toml
from engine.warriors.board.catalog import catalog

BOOK = catalog()


def test_the_map_has_its_areas_and_ways() -> None:
    values = Counter(area.value for area in BOOK.areas.values())
    assert values == {3: 4, 2: 6, 1: 12, 0: 5}
    kinds = Counter(BOOK.borders.values())
    assert kinds["sea"] == 10 and sum(kinds.values()) == 62
    assert kinds["river"] == 13 and kinds["obstructed"] == 8


def test_a_border_is_where_polygons_share_an_edge() -> None:
    edges = {}
    for row in load_toml("warriors", "areas")["area"]:
        nodes = row["polygon"]
        edges[row["id"]] = {frozenset(pair) for pair in zip(nodes, [*nodes[1:], nodes[0]], strict=True)}
    touching = {frozenset(pair) for pair in combinations(edges, 2) if edges[pair[0]] & edges[pair[1]]}
    assert touching == {pair for pair, kind in BOOK.borders.items() if kind != "sea"}


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_two_leaders_of_each_kind_come_every_turn(scenario: str) -> None:
    coming = Counter((card.entry, card.nationality) for card in BOOK.leaders.values() if card.scenario == scenario)
    assert coming == {(turn, kind): 2 for turn in range(1, 13) for kind in ("english", "french", "nonaligned")}


@pytest.mark.parametrize("scenario", BOOK.scenarios)
def test_the_years_follow_one_another(scenario: str) -> None:
    years = [BOOK.years[scenario, turn] for turn in range(1, 13)]
    assert all(after.first == before.last + 1 for before, after in pairwise(years))


def test_ratings_lie_within_their_bounds() -> None:
    for card in BOOK.leaders.values():
        assert 1 <= card.rank <= 3 and 1 <= card.bravery <= 4 and 1 <= card.battle <= 8
        assert not card.king or (card.rank == 3 and card.nationality != "nonaligned")
        assert card.home in BOOK.areas


def test_borders_and_connections_have_names() -> None:
    ways = catalog().ways
    assert ways[frozenset(("normandy", "ile_de_france"))] == "Seine"
    assert ways[frozenset(("england", "normandy"))] == "Southampton - Seine mouth"
    assert set(ways) == set(catalog().borders)
