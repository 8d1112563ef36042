"""What a side's panel lists for its turn: what it would do first, with what comes of it."""

from collections.abc import Mapping

from engine.core.actions import Pass, Prospect
from engine.core.game import waited_for
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import WIZARD, Piece
from engine.warlord.edits import Goto, Imprison, Kill, Place
from engine.warlord.movement.movement import Move
from engine.warlord.prospects import BEST, LISTED, MOST, VARIETY, prospects
from engine.warlord.rules import RULES
from engine.warlord.sequence.recall import Recall
from engine.warlord.sequence.wizard import Raise
from tests.warlord.tables import all_that_can_be_done, begun


def table(pieces: Mapping[str, str], held: Mapping[str, str] | None = None, **options: object) -> Warlord:
    """A table with Red to move."""
    game = begun({"red_lady": "A9", "blue_lady": "L16", **pieces}, options)
    for piece, holder in (held or {}).items():
        RULES.edit(game, Place(PieceId(piece), Square("A2")))
        RULES.edit(game, Imprison(PieceId(piece), holder))
    game.flow()
    return game


def listed(pieces: Mapping[str, str], held: Mapping[str, str] | None = None, **options: object) -> list[Prospect]:
    """What Red's panel lists, with Red to move."""
    return list(prospects(table(pieces, held, **options), "ann"))


def every(pieces: Mapping[str, str], held: Mapping[str, str] | None = None, **options: object) -> list[Prospect]:
    """What could be said of everything that Red can do."""
    return all_that_can_be_done(table(pieces, held, **options))


def of(found: list[Prospect], piece: str, to: str) -> Prospect:
    return next(one for one in found if one.action == Move(PieceId(piece), Square(to)))


def test_an_open_castle_is_first_and_green() -> None:
    first = listed({"red_knight": "G15", "blue_warlord": "J12"})[0]
    assert first.action == Move(PieceId("red_knight"), Square("G16")) and first.likely


def test_a_quiet_move_says_how_near_it_comes_and_who_can_answer_it() -> None:
    found = of(every({"red_footman": "G11", "blue_knight": "G16", "blue_warlord": "G15"}), "red_footman", "G13")
    assert found.words == "Footman, G11 to G13"
    assert found.outcome == "Blue Knight or Blue Warlord can attack there; 1 turn to Blue's Green instead of 2"


def test_a_move_out_of_reach_says_out_of_whose() -> None:
    found = of(every({"red_footman": "C10", "blue_footman": "C12"}), "red_footman", "C9")
    assert str(found.outcome).endswith("escapes Blue Footman")


def test_what_keeps_enemies_from_the_green_stands_second_at_least() -> None:
    red = {"red_footman": "G3", "red_knight": "B12", "red_lady": "B1"}
    found = listed({**red, "blue_knight": "E4", "blue_footman": "H7", "blue_lady": "G15"})
    assert found[0].action == Move(PieceId("red_footman"), Square("G5")) and found[0].likely
    assert found[1].comes_of == "Blue Knight can attack there; guards your Green against Blue Knight; your Green"


def test_a_piece_that_clears_the_way_is_in_reach_where_it_goes() -> None:
    found = of(every({"red_footman": "F4", "blue_knight": "D7"}), "red_footman", "G3")
    assert str(found.outcome).startswith("Blue Knight can attack there; ") and found.short == "Footman to G3"
    beside = every({"red_footman": "F4", "red_knight": "F4", "blue_knight": "D7"})
    assert str(of(beside, "red_footman", "G3").outcome).startswith("safe, but leaves "), "the Knight still bars the way"


def test_a_castle_that_a_piece_has_left_holds_no_enemy_in_his_own() -> None:
    game = table({"red_knight": "G12"}, moves_per_turn=2)
    assert game.top is not None
    game.top.act(game, "ann", Move(PieceId("red_warlord"), Square("F2")))
    game.flow()
    assert str(of(all_that_can_be_done(game), "red_knight", "G15").outcome).startswith("Blue Warlord can attack there")


def test_a_lady_who_joins_a_fighter_hears_that_he_is_attacked() -> None:
    found = of(every({"red_lady": "D4", "red_footman": "D8", "blue_knight": "D12"}), "red_lady", "D8")
    assert str(found.outcome).startswith("Blue Knight can attack Footman there; ")


def test_whom_a_move_lets_onto_the_green_or_keeps_from_there_is_told() -> None:
    guarding = of(every({"red_footman": "E2", "blue_knight": "F6"}), "red_footman", "F2")
    assert "; guards your Green against Blue Knight; your Green" in str(guarding.outcome)
    barring = of(every({"red_footman": "G3", "blue_footman": "F4"}), "red_footman", "F3")
    assert str(barring.outcome).startswith("Blue Footman can attack there; guards your Green against Blue Footman; ")
    opening = of(every({"red_footman": "F3", "blue_footman": "F4"}), "red_footman", "G3")
    assert "; opens your Green to Blue Footman; " in str(opening.outcome)
    assert "in reach of" not in str(opening.outcome), "who lets an enemy in does not hear that all is well"


def test_where_moves_are_alike_the_forward_ones_come_first() -> None:
    found = [one.action for one in listed({"red_footman": "E4", "blue_warlord": "J12", "blue_knight": "L1"})]
    own = [action.to for action in found if isinstance(action, Move) and action.piece == "red_footman"]
    assert own.index(Square("E6")) < own.index(Square("D4"))


def test_moves_are_counted_as_the_piece_moves() -> None:
    found = of(every({"red_footman": "E12", "blue_warlord": "J12", "blue_knight": "L1"}), "red_footman", "E13")
    told = "safe until your next turn; 2 turns to Blue's Green instead of 3"
    assert found.outcome == told, "it goes diagonally or straight, not both in one move"


def test_who_leaves_the_green_does_not_hear_that_all_is_well() -> None:
    found = of(every({"red_warlord": "F2", "blue_knight": "F5"}), "red_warlord", "F1")
    assert found.outcome == "safe, but opens your Green to Blue Knight; your Castle"
    gone = of(every({"red_footman": "G15", "blue_knight": "L1"}), "red_footman", "F14")
    assert str(gone.outcome).startswith("safe until your next turn; leaves Blue's Green; ")


def test_neither_lady_nor_warlord_rides_out_for_nothing() -> None:
    pieces = {"red_footman": "E12", "red_knight": "L8", "red_lady": "D6", "blue_footman": "H5", "blue_knight": "G15"}
    first = listed({**pieces, "blue_lady": "G11", "blue_warlord": "G15"})[0]
    assert isinstance(first.action, Move) and first.action.piece in ("red_knight", "red_footman") and first.likely


def test_a_lady_who_comes_home_is_told_of_her_green() -> None:
    found = of(every({"red_lady": "A10", "blue_knight": "L1"}), "red_lady", "C6")
    assert found.outcome == (
        "safe until your next turn; near enough to capture a Knight or Warlord who comes to your Green"
    )


def test_a_lady_who_rides_to_free_somebody_says_whom() -> None:
    found = of(every({"red_lady": "F5", "blue_knight": "A1"}, {"red_knight": "blue"}), "red_lady", "D9")
    assert "2 turns to Blue's Green, to free Red Knight" in str(found.outcome)


def test_no_piece_fills_the_list() -> None:
    found = listed({"red_knight": "E4", "red_footman": "E3"})
    movers = [one.action.piece for one in found[: 3 * VARIETY] if isinstance(one.action, Move)]
    assert {movers.count(PieceId(piece)) for piece in ("red_knight", "red_footman", "red_lady")} == {VARIETY}


def test_what_is_listed_differs_and_is_not_too_much() -> None:
    game = table({"red_knight": "E4", "red_footman": "E2", "blue_knight": "H4"})
    found = prospects(game, "ann")
    moves = [(one.action.piece, one.outcome) for one in found[:LISTED] if isinstance(one.action, Move)]
    differing = set(moves)
    assert len(moves) - BEST < len(differing)
    assert 4 < len(moves) <= len(found) <= MOST < len(all_that_can_be_done(game))
    assert any(one.words == "Knight, E4 to H4, attacks Blue Knight" for one in found), "an attack is never left out"
    assert not prospects(game, "ben"), "it is not Blue's turn"


def test_the_castle_is_not_left_empty_before_all_else_and_without_a_word() -> None:
    game = table({"red_knight": "E4", "red_footman": "E2", "blue_knight": "L12"})
    out = of(all_that_can_be_done(game), "red_warlord", "F2")
    assert out.outcome == "safe, but leaves your Castle empty"
    assert out.short == "Warlord to F2"
    own = [one.action.piece for one in prospects(game, "ann")[:3] if isinstance(one.action, Move)]
    assert "red_warlord" not in own


def test_a_duel_has_its_odds_and_is_green_only_if_it_is_more_likely_won_than_not() -> None:
    found = of(every({"red_footman": "D9", "blue_knight": "D10"}), "red_footman", "D10")
    assert (
        str(found.outcome).startswith("if both choose blows at random: each side wins 45%, ")
        and "both are slain" in str(found.outcome)
        and not found.likely
    )


def test_an_attack_that_mostly_loses_is_neither_first_nor_green() -> None:
    pieces = {"red_footman": "F14", "red_lady": "F5", "red_warlord": "F2", "blue_footman": "I5", "blue_lady": "J10"}
    found = listed({**pieces, "blue_knight": "G15", "blue_warlord": "G15"}, {"red_knight": "blue"})
    assert found[0].likely and "attack" not in found[0].short
    assert any("you win 12%, lose 81%, all are slain 7%" in str(one.outcome) for one in found[1:])


def test_who_is_escaped_is_told_beside_who_is_not() -> None:
    found = of(every({"red_knight": "J7", "blue_knight": "J10", "blue_lady": "G11"}), "red_knight", "L8")
    told = "Blue Knight can attack there; still 2 turns to Blue's Green; escapes Blue Lady"
    assert found.outcome == told


def test_the_rose_and_who_takes_the_lady_are_told() -> None:
    alone = of(every({"blue_knight": "C10"}), "red_lady", "C10")
    assert alone.outcome == "Blue Knight yields to her without a duel: he is captured" and alone.likely
    found = listed({"blue_footman": "C10"})
    assert of(found, "red_lady", "C10").outcome == "Blue Footman would capture her"
    assert found[-1].action == Move(PieceId("red_lady"), Square("C10")), "what only loses a piece comes last"
    both = of(every({"blue_lady": "C10"}), "red_lady", "C10")
    assert both.outcome == "the two Ladies capture each other"


def test_whom_a_move_sets_free_is_told() -> None:
    found = listed({"red_lady": "F13", "blue_knight": "A1", "red_footman": "D5"}, {"red_warlord": "blue"})
    assert "frees Red Warlord" in str(of(found, "red_lady", "G15").outcome)


def test_a_shot_is_listed_with_its_chance() -> None:
    found = listed({"red_bowman": "F3", "blue_footman": "F6"}, weapons="bowmen_only")
    assert any(one.words == "Bowman shoots at Blue Footman" and "67%" in str(one.outcome) for one in found)


def test_she_can_send_him_home() -> None:
    found = listed({"red_warlord": "A10", "red_lady": "A11", "blue_footman": "F2"})
    assert found[0].words == "Lady to A10, sends Warlord home"
    assert found[0].comes_of == "Warlord then stands in your Castle; uses your turn"
    found = listed({"red_knight": "A10", "red_lady": "A11"})
    (sent,) = (one for one in found if one.words == "Lady to A10, sends Knight home")
    assert sent.comes_of == "Knight then stands in your Castle; Warlord steps out of it to F2; uses your turn"


def test_the_dead_come_first_for_the_wizard() -> None:
    game = begun({"red_lady": "A1", "blue_lady": "L16", "blue_footman": "D9"}, {"wizard": "player"})
    for edit in (Place(PieceId("wizard"), Square("D8")), Kill(PieceId("blue_footman")), Goto("wizard")):
        RULES.edit(game, edit)
    game.flow()
    seat = waited_for(game)[0].seat
    assert prospects(game, seat)[0].action == Raise("grave_1")


WOODS = {"board": "greenwood", "enchanted_forest": True}

INTO_IT = "safe until your next turn; enchanted forest: a die picks the way, "
"""What is said of a move into the enchanted forest with nothing else to say for it."""


def test_the_enchanted_forest_says_that_a_die_picks_the_way() -> None:
    found = listed({"red_footman": "D5", "blue_warlord": "J16"}, None, **WOODS)
    into = of(found, "red_footman", "D6")
    assert into.outcome == f"{INTO_IT}4 of 8 lead out" and not into.plain
    assert of(every({"red_footman": "D5"}, board="greenwood"), "red_footman", "D6").outcome == (
        "safe until your next turn; forest, closed to riders; 6 turns to Blue's Green instead of 7"
    )


def test_who_may_come_out_of_the_enchanted_forest_is_a_danger() -> None:
    pieces = {"red_knight": "G4", "blue_footman": "D6"}
    by_die = "Blue Footman (if a die sends him: 1 in 8) can attack there"
    assert str(of(every(pieces, None, **WOODS), "red_knight", "E5").outcome).startswith(by_die)
    beside = begun({**pieces, "red_knight": "E5", "red_lady": "F2", "blue_lady": "L16"}, WOODS)
    beside.flow()
    told = RULES.words.advice(beside, "ann")
    assert told.startswith("In danger: Knight on E5 from Blue Footman (if a die sends him: 1 in 8), an even duel.")
    assert str(of(every(pieces, None, **WOODS), "red_knight", "F2").outcome).startswith("safe until your next turn")


def test_green_leads_into_the_enchanted_forest_only_out_of_an_enemys_reach() -> None:
    for square in ("D5", "E5", "H5", "E8"):
        (first, *_) = found = listed({"red_footman": square, "red_lady": "A9", "blue_warlord": "J16"}, None, **WOODS)
        assert isinstance(first.action, Pass | Move | Recall) and first.likely
        assert not any(
            one.likely for one in found if str(one.outcome).startswith(INTO_IT) and "escapes" not in str(one.outcome)
        )
    found = listed({"red_footman": "D5", "blue_knight": "D2"}, None, **WOODS)
    assert str(of(found, "red_footman", "D6").outcome).endswith("; escapes Blue Knight")


def test_who_leaves_the_enchanted_forest_hears_what_the_die_decides() -> None:
    found = listed({"red_footman": "D6", "blue_knight": "D5"}, None, **WOODS)
    one = next(one for one in found if one.action == Move(PieceId("red_footman")))
    assert (one.words, one.short) == ("Footman tries to leave the forest on D6", "Footman: leave forest")
    assert str(one.outcome).startswith(
        "a die picks one of 8 squares, 4 of them forest again; may meet Blue Knight on D5; "
    )
    assert str(one.outcome).endswith("; in danger on 3 of them")


def test_green_leads_into_an_enemys_reach_only_for_a_reason() -> None:
    pieces = {"red_knight": "C8", "red_footman": "G7", "red_warlord": "F2", "blue_knight": "C9", "blue_lady": "D14"}
    found = listed({**pieces, "red_lady": "L2"})
    assert found[0].likely
    exposed = [one for one in found if "can attack there" in str(one.outcome) and "; still " in str(one.outcome)]
    assert exposed and not any(one.likely for one in exposed)


def test_an_attack_says_who_attacks_where_and_what_the_chances_mean() -> None:
    found = of(every({"red_footman": "D9", "blue_knight": "D10"}), "red_footman", "D10")
    assert (found.words, found.short) == ("Footman, D9 to D10, attacks Blue Knight", "Footman: attack D10")
    assert str(found.outcome).startswith("if both choose blows at random: each side wins 45%")


def test_the_wizard_is_slain_and_not_captured_and_harms_nobody() -> None:
    found = listed({"red_knight": "B9", "wizard": "B11"}, wizard="automaton")
    one = of(found, "red_knight", "B11")
    assert one.words == "Knight, B9 to B11, slays the Wizard, and with him all Risen"
    assert "beside the Wizard: he attacks nobody" in str(of(found, "red_knight", "B12").outcome)


def test_beside_the_wizard_the_slain_can_be_raised_unless_a_bishop_is_there() -> None:
    pieces = {"red_knight": "B9", "wizard": "C11", "blue_footman": "B12", "red_bishop": "A3"}
    options = {"wizard": "automaton", "bishop": True}
    raised = "the Wizard is beside it and can raise whoever is slain there"
    assert raised in str(of(every(pieces, None, **options), "red_knight", "B12").outcome)
    near = {**pieces, "red_bishop": "C13"}
    assert raised not in str(of(every(near, None, **options), "red_knight", "B12").outcome)


def test_no_risen_comes_to_a_bishop() -> None:
    pieces = {"red_bishop": "D9", "wizard": "L9"}
    game = begun({"red_lady": "A9", "blue_lady": "L16", **pieces}, {"wizard": "automaton", "bishop": True})
    game.bring(PieceId("risen_1"), Piece(WIZARD, "footman", square=Square("D12"), risen=True))
    game.flow()
    assert str(of(all_that_can_be_done(game), "red_bishop", "D10").outcome).startswith("safe until your next turn")


def test_a_bishop_who_comes_to_the_wizard_says_what_he_does() -> None:
    found = of(every({"red_bishop": "D9", "wizard": "D10"}, wizard="automaton", bishop=True), "red_bishop", "D10")
    assert found.outcome == "sends the Wizard away, who loses his next turn"


def test_who_steps_out_for_another_meets_the_enemies_on_the_green() -> None:
    found = listed({"red_knight": "A10", "red_lady": "A11", "blue_footman": "F2"})
    (sent,) = (one for one in found if one.words == "Lady to A10, sends Knight home")
    assert "; Warlord steps out of it to F2 and meets Blue Footman; " in sent.comes_of


def test_of_two_footmen_the_button_says_which() -> None:
    found = listed({"red_footman_1": "E4", "red_footman_2": "D4"}, army="household")
    assert of(found, "red_footman_2", "D6").short == "Footman 2 to D6: nearer"


RED = {"red_bishop": "H2", "red_footman_1": "F9", "red_footman_2": "F2", "red_knight": "D9", "red_lady": "E6"}
BLUE = {"blue_bishop": "E15", "blue_footman_1": "F4", "blue_knight": "B13", "blue_lady": "G15", "wizard": "E11"}
"""A tourney in the woods."""


def in_the_woods(pieces: Mapping[str, str], side: str, *, quiet: int) -> list[Prospect]:
    """What the panel of a side lists in the woods."""
    game = begun({**RED, **BLUE, **pieces}, dict(RULES.options("woods", {})))
    game.state.quiet = quiet
    RULES.edit(game, Goto(side))
    game.flow()
    return list(prospects(game, waited_for(game)[0].seat))


def test_nobody_is_told_to_pass_who_can_come_nearer_in_safety() -> None:
    first = in_the_woods({"blue_footman_2": "G15", "red_warlord": "F2"}, "blue", quiet=16)[0]
    assert (first.words, first.likely) == ("Footman 2, G15 to G13", True)


def test_whoever_joins_a_fighter_on_the_green_hears_how_seldom_two_are_beaten() -> None:
    first = in_the_woods({"blue_footman_2": "I15", "blue_knight": "B9"}, "red", quiet=9)[0]
    assert (first.words, first.likely) == ("Warlord, F1 to F2", True)
    assert first.comes_of == (
        "Blue Footman 1 can attack there, and wins 12% against two, not 45%; leaves your Castle empty; "
        "if he and your Lady are both captured, you lose the game; joins Footman 2"
    )


def test_of_squares_that_are_worth_the_same_a_safe_one_comes_first() -> None:
    pieces = {"red_footman_1": "E2", "red_footman_2": "D2", "red_knight": "G5", "red_lady": "F2"}
    others = {"blue_footman_1": "H15", "blue_footman_2": "I15", "blue_knight": "B12", "wizard": "G9"}
    first = in_the_woods({**pieces, **others}, "blue", quiet=1)[0]
    assert (first.words, first.likely) == ("Knight, B12 to C8", True)
    fleeing = {"blue_footman_2": "G15", "blue_knight": "A10", "red_lady": "E8", "red_warlord": "F2"}
    assert in_the_woods(fleeing, "blue", quiet=12)[0].short == "Knight to A14: safer"


def test_whoever_only_wastes_a_turn_in_the_forest_hears_how_many_squares_are_forest() -> None:
    found = in_the_woods({"blue_footman_2": "G15", "red_warlord": "F2"}, "red", quiet=10)
    (out,) = (one for one in found if one.action == Move(PieceId("red_footman_1")))
    assert out.words == "Footman 1 tries to leave the forest on F9"
    assert out.comes_of == "a die picks one of 8 squares, 4 of them forest again"
