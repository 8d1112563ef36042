"""Every invariant of Warriors of God (rules 1) is looked after: a board that breaks it is told of, and no other."""

from collections.abc import Callable

from engine.warriors.board.game import Warriors
from engine.warriors.board.state import Battle, Phase
from engine.warriors.edits import SetControl, SetKing, Station
from engine.warriors.rules import RULES
from tests.harness.rows import rows
from tests.warriors.tables import game, table

Spoil = Callable[[Warriors], None]


def sound() -> Warriors:
    return game(
        table(
            Station("edward_iii", "england", {"infantry": 8, "knight_english": 1}),
            Station("jean_sans_peur", "burgundy", {"knight_burgundian": 1}, "french"),
            Station("philippe_vi", "england"),
            SetKing("english", "edward_iii"),
            SetControl(["england"], "english"),
        )
    )


def test_a_sound_board_has_no_problems() -> None:
    assert RULES.problems(sound()) == []


def test_all_pieces_of_a_kind_may_be_in_use() -> None:
    board = sound()
    board.state.loose["wales"] = {"knight_english": 3}
    assert RULES.problems(board) == []


def on_the_map_nowhere(board: Warriors) -> None:
    board.leader("edward_iii").area = ""


def off_the_map_somewhere(board: Warriors) -> None:
    board.leader("talbot").area = "england"


def on_the_map_for_nobody(board: Warriors) -> None:
    board.leader("jean_sans_peur").side = ""


def in_prison_of_nobody(board: Warriors) -> None:
    board.leader("hotspur").where = "captured"


def routed_with_troops(board: Warriors) -> None:
    board.leader("talbot").where, board.leader("talbot").troops = "routed", {"infantry": 1}


def routed_and_disgraced(board: Warriors) -> None:
    board.leader("talbot").where, board.leader("talbot").disgraced = "routed", True


def serving_the_other_side(board: Warriors) -> None:
    board.leader("talbot").side = "french"


def commanding_too_much(board: Warriors) -> None:
    board.leader("edward_iii").troops["infantry"] = 9


def commanding_what_he_may_not(board: Warriors) -> None:
    board.leader("jean_sans_peur").troops["knight_french"] = 1


def commanding_less_than_nothing(board: Warriors) -> None:
    board.leader("edward_iii").troops["longbow_welsh"] = 0


def too_many_pieces(board: Warriors) -> None:
    board.state.loose["wales"] = {"knight_english": 4}


def troops_at_sea(board: Warriors) -> None:
    board.state.loose["sea"] = {"infantry": 1}


def no_troops_in_wales(board: Warriors) -> None:
    board.state.loose["wales"] = {"infantry": 0}


def neutral_land_controlled(board: Warriors) -> None:
    board.state.control["ireland"] = "english"


def the_sea_controlled(board: Warriors) -> None:
    board.state.control["sea"] = "english"


def an_aggressor_at_sea(board: Warriors) -> None:
    board.state.aggressors["sea"] = "french"


def both_in_england(board: Warriors) -> None:
    board.state.turn.phase = "deaths"


def a_dead_king(board: Warriors) -> None:
    board.state.kings["french"] = "jean_ii"


def a_king_of_the_others(board: Warriors) -> None:
    board.state.kings["french"] = "edward_iii"


def a_battle_in_phase_two(board: Warriors) -> None:
    board.state.battle = Battle("england", "french")


def four_misses(board: Warriors) -> None:
    board.state.turn.phase = "battles"
    board.state.battle = Battle("england", "french", misses=4)


@rows(
    "spoil, says",
    [
        (on_the_map_nowhere, "edward_iii is map at ''"),
        (off_the_map_somewhere, "talbot is future at 'england'"),
        (on_the_map_for_nobody, "jean_sans_peur serves nobody"),
        (in_prison_of_nobody, "hotspur serves nobody"),
        (routed_with_troops, "talbot is routed and has troops or is disgraced"),
        (routed_and_disgraced, "talbot is routed and has troops or is disgraced"),
        (serving_the_other_side, "talbot is english and serves 'french'"),
        (commanding_too_much, "Edward III commands 9 infantry and 1 English knight, 1 more than Edward III can"),
        (commanding_what_he_may_not, "John the Fearless commands 1 knight_french, which John the Fearless may not"),
        (commanding_less_than_nothing, "Edward III commands 0 longbow_welsh, which Edward III may not"),
        (too_many_pieces, "5 knight_english are in use, and there are 4"),
        (troops_at_sea, "loose troops {'infantry': 1} in sea"),
        (no_troops_in_wales, "loose troops {'infantry': 0} in wales"),
        (neutral_land_controlled, "ireland is controlled"),
        (the_sea_controlled, "sea is controlled"),
        (an_aggressor_at_sea, "an aggressor stands in sea"),
        (both_in_england, "both sides stand in England"),
        (a_dead_king, "Jean II is King of the French and future"),
        (a_king_of_the_others, "Edward III is King of the French and map"),
        (a_battle_in_phase_two, "a battle is fought in phase impulses with 0 misses"),
        (four_misses, "a battle is fought in phase battles with 4 misses"),
    ],
)
def test_a_broken_board_is_told_of(spoil: Spoil, says: str) -> None:
    board = sound()
    spoil(board)
    assert RULES.problems(board) == [says]


@rows("phase", ["control", "raising", "deploying", "captives", "deaths"])
def test_after_the_battles_nobody_stands_beside_an_enemy(phase: Phase) -> None:
    board = sound()
    board.state.turn.phase = phase
    assert RULES.problems(board) == ["both sides stand in England"]


def test_three_misses_are_the_limit() -> None:
    board = sound()
    board.state.turn.phase = "battles"
    board.state.battle = Battle("england", "french", misses=3)
    assert RULES.problems(board) == []
