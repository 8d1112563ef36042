"""Options that exclude or need one another are refused by name (rules 12)."""

import pytest

from engine.core.dice import Dice
from engine.core.errors import BadOptions
from engine.warlord.rules import RULES
from tests.harness.rows import rows


@pytest.mark.rule("WLT-9.4", "WLT-9.6", "WLT-9.8", "WLT-9.9", "WLT-9.10")
@rows(
    "changes, says",
    [
        ({"double_kill_healed": True, "double_kill_slain": True}, "3 and 4 exclude each other"),
        ({"bishop": True}, "needs 5"),
        ({"weapons": "bowmen_only", "wounds_retained": False}, "switch 1"),
        ({"board": "broken_march", "terrain": False}, "needs 8"),
        ({"board": "four_crowns", "more_players": "two"}, "needs 9"),
        ({"more_players": "teams", "board": "greenwood"}, "needs a board with four Castles"),
        ({"terrain": True, "board": "tourney_field"}, "needs a board with hills"),
        ({"terrain": True, "more_players": "teams", "board": "four_crowns"}, "needs a board with hills"),
        ({"board": "broken_crowns", "terrain": False}, "needs 8"),
        ({"moves_per_turn": 21}, "1 to 20"),
        ({"moves_per_turn": True}, "1 to 20"),
        ({"weapons": "guns"}, "sword_only"),
        ({"bishop": "yes"}, "true, false"),
        ({"lances": True}, "no option 'lances'"),
    ],
)
def test_what_makes_no_sense_is_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(BadOptions, match=says):
        RULES.options("base", changes)


def test_there_is_no_variant_of_another_name() -> None:
    with pytest.raises(BadOptions, match="no variant 'pageant'"):
        RULES.options("pageant", {})


def test_bowmen_and_boards_switch_on_what_they_need() -> None:
    assert RULES.options("base", {"weapons": "bowmen_only"})["wounds_retained"] is True
    assert RULES.options("base", {"board": "broken_march"})["terrain"] is True
    assert RULES.options("base", {"board": "four_crowns"})["more_players"] == "free_for_all"


@pytest.mark.rule("WLT-9.8", "WLT-9.9")
@rows(
    "variant, changes, board",
    [
        ("base", {}, "tourney_field"),
        ("base", {"terrain": True}, "broken_march"),
        ("base", {"more_players": "teams"}, "four_crowns"),
        ("base", {"terrain": True, "more_players": "free_for_all"}, "broken_crowns"),
        ("woods", {"terrain": True}, "broken_march"),
        ("woods", {"more_players": "teams"}, "four_crowns"),
        ("crowns", {"terrain": True}, "broken_crowns"),
        ("march", {"more_players": "teams"}, "broken_crowns"),
    ],
)
def test_more_terrain_and_more_players_bring_the_board_for_them(
    variant: str, changes: dict[str, object], board: str
) -> None:
    options = RULES.options(variant, changes)
    assert options["board"] == board
    assert options["terrain"] is (board in ("broken_march", "broken_crowns"))


@rows(
    "changes, seats",
    [
        ({}, (2, 2)),
        ({"wizard": "automaton"}, (2, 2)),
        ({"wizard": "player"}, (3, 3)),
        ({"board": "four_crowns"}, (3, 4)),
        ({"board": "four_crowns", "more_players": "teams"}, (4, 4)),
        ({"board": "four_crowns", "wizard": "automaton"}, (3, 4)),
        ({"board": "four_crowns", "wizard": "player", "bishop": True}, (4, 5)),
        ({"board": "four_crowns", "more_players": "teams", "wizard": "player"}, (5, 5)),
    ],
)
def test_the_options_say_how_many_play(changes: dict[str, object], seats: tuple[int, int]) -> None:
    options = RULES.options("base", changes)
    assert RULES.seats(options) == seats
    with pytest.raises(BadOptions, match="players"):
        RULES.new("g", [f"s{number}" for number in range(seats[1] + 1)], options, Dice(bytes(32), "g"))


@pytest.mark.rule("WLT-9.1", "WLT-9.5", "WLT-9.6", "WLT-9.9", "WLT-9.10", "WLT-9.11")
@rows(
    "changes",
    [
        {"strategic": True, "wounds_retained": True},
        {"strategic": True, "weapons": "chosen_and_bowmen"},
        {"board": "four_crowns", "wizard": "player", "bishop": True},
        {"board": "four_crowns", "more_players": "teams", "wizard": "automaton", "bishop": True},
        {"strategic": True, "enchanted_forest": True, "wizard": "automaton", "double_kill_slain": True},
    ],
)
def test_optional_rules_can_be_combined(changes: dict[str, object]) -> None:
    options = RULES.options("base", changes)
    assert {name: options[name] for name in changes} == changes
