"""Battles by the table: its columns and chances, who may be an assassin, ways home, and ransom at once."""

import pytest

from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.places import sites, way_home
from engine.kingmaker.board.state import Siege
from engine.kingmaker.combat import assassins, battle_table, casualties, odds
from tests.harness.rows import rows
from tests.kingmaker import boards

DURHAM = "open:durham"


@pytest.fixture
def game() -> Kingmaker:
    return boards.empty(boards.BY_TABLE)


@pytest.mark.rule("COV-5.15")
@rows(
    "attack, defence, wanted",
    [
        (100, 350, "1:4"),
        (100, 400, "1:4"),
        (100, 300, "1:3"),
        (90, 150, "1:2"),
        (100, 150, "2:3"),
        (99, 150, "1:2"),
        (100, 100, "1:1"),
        (149, 100, "1:1"),
        (150, 100, "3:2"),
        (200, 100, "2:1"),
        (399, 100, "3:1"),
        (4000, 100, "4:1"),
        (10, 0, "4:1"),
    ],
)
def test_the_column_is_rounded_down_against_the_attacker(attack: int, defence: int, wanted: str) -> None:
    row = battle_table.column(boards.empty(boards.BY_TABLE), attack, defence)
    assert row is not None and row.odds == wanted


@pytest.mark.rule("COV-5.15b")
def test_below_one_to_four_there_is_no_column(game: Kingmaker) -> None:
    assert battle_table.column(game, 99, 400) is None


@pytest.mark.rule("COV-5.15")
def test_every_roll_has_one_result_in_every_column(game: Kingmaker) -> None:
    for row in game.catalog.battle_rows:
        results = [battle_table.result(row, roll) for roll in range(1, 101)]
        order = list(row.ranges())
        assert [order.index(result) for result in results] == sorted(order.index(result) for result in results)
        assert set(results) == set(order)


@pytest.mark.rule("COV-5.16b", "COV-4.8")
def test_those_who_roll_and_their_percentages(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", Location(DURHAM))
    boards.put(game, "clifford", "ann", DURHAM)
    boards.put(game, "stanley", "ben", Location(DURHAM))
    boards.guard(game, "henry_vi", "percy")
    boards.guard(game, "edward_of_march", "stanley")
    rolling = casualties.risks(game, "major_victory", ["percy", "clifford"], ["stanley"], ["george_of_clarence"])
    assert [tuple(risk) for risk in rolling] == [
        ("clifford", 5),
        ("percy", 5),
        ("henry_vi", 2),
        ("stanley", 25),
        ("edward_of_march", 12),
        ("george_of_clarence", 12),
    ]


@pytest.mark.rule("COV-5.15")
def test_the_forecast_adds_up(game: Kingmaker) -> None:
    boards.put(game, "percy", "ann", Location(DURHAM))
    boards.put(game, "stanley", "ben", Location(DURHAM))
    weighed = battle_table.forecast(game, ["percy"], ["stanley"])
    won = weighed.attack_wins + weighed.hollow
    assert won + weighed.defence_wins + weighed.indecisive + weighed.bad_weather == pytest.approx(weighed.cards)
    fair = weighed.cards - weighed.bad_weather
    assert won * 100 == pytest.approx(85 * fair)
    assert weighed.hollow * 10_000 == pytest.approx(fair * (27 * 8 + 33 * 5 + 25 * 2))
    assert weighed.defence_wins * 100 == 5 * fair
    assert weighed.deaths["percy"] * 10_000 == fair * (5 * 20 + 10 * 10 + 27 * 8 + 33 * 5 + 25 * 2)
    assert weighed.column == "2:1"


@pytest.mark.rule("COV-5.15b")
def test_a_forecast_below_the_table_offers_nothing(game: Kingmaker) -> None:
    boards.put(game, "clifford", "ann", DURHAM)
    boards.put(game, "percy", "ben", DURHAM)
    words = odds.words(game, battle_table.forecast(game, ["clifford"], ["percy"]))
    assert words == "10 men against 100 (counts as less than 1:4): too few men for a battle."
    weighed = assassins.preview(game, ["clifford"], ["percy"], "percy")
    assert weighed.attack_wins == 0
    assert weighed.defence_wins + weighed.bad_weather == weighed.cards
    assert set(weighed.deaths) == {"clifford", "percy"}


@pytest.mark.rule("COV-5.14b")
def test_a_card_that_the_attacker_keeps_is_no_weather() -> None:
    keeping = boards.empty({"retain_from_combat": "keep_and_redraw"})
    assert not {"writ", "free_move"} & {card.kind for card in odds.possible_cards(keeping)}
    never = boards.empty({"retain_from_combat": "keep_and_redraw", "retained_events": []})
    assert "writ" in {card.kind for card in odds.possible_cards(never)}


@pytest.mark.rule("COV-5.16", "COV-5.19")
def test_whoever_is_sent_home_stands_in_or_beside_a_home_castle(game: Kingmaker) -> None:
    boards.put(game, "clifford", "ann", Location("open:london"))
    boards.put(game, "percy", "ben", "open:york")
    assert way_home.forced_places(game, "clifford") == ["inside:skipton", "inside:appleby"]
    game.state.sieges[PlaceId("skipton")] = Siege("ben")
    assert way_home.forced_places(game, "clifford") == ["inside:appleby"]
    sites.capture(game, PlaceId("appleby"), "ben")
    sites.capture(game, PlaceId("york"), "ann")
    assert way_home.forced_places(game, "clifford") == ["open:skipton", "open:appleby"]


@pytest.mark.rule("COV-5.16", "COV-5.5")
def test_where_nobles_hold_places_a_home_castle_must_be_his_own() -> None:
    game = boards.empty({**boards.BY_TABLE, "site_holder": "noble"})
    boards.put(game, "clifford", "ann", Location("open:london"))
    boards.put(game, "percy", "ann", Location("open:york"))
    sites.assign(game, PlaceId("skipton"), "percy")
    assert way_home.forced_places(game, "clifford") == ["inside:appleby"]
    sites.assign(game, PlaceId("appleby"), "percy")
    assert way_home.forced_places(game, "clifford") == ["open:skipton", "open:appleby"]
