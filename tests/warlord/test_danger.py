"""What is said before a move that leaves the game lost, of one that wins it, and of one that brings it near."""

from engine.core.actions import Prospect
from engine.core.game import waited_for
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import WIZARD, Piece
from engine.warlord.edits import Imprison, Place
from engine.warlord.meetings import removal, victory
from engine.warlord.meetings.aftermath import Mercy
from engine.warlord.movement.movement import Move
from engine.warlord.prospects import prospects
from engine.warlord.rules import RULES
from engine.warlord.sequence import danger
from tests.warlord.tables import all_that_can_be_done, begun

AWAY = {"red_lady": "A9", "blue_lady": "L16"}
"""The Ladies where they reach nobody."""


def table(pieces: dict[str, str], held: dict[str, str] | None = None, **options: object) -> Warlord:
    """A table with Red to move."""
    game = begun({**AWAY, **pieces}, options)
    for piece, holder in (held or {}).items():
        RULES.edit(game, Place(PieceId(piece), Square("A2")))
        RULES.edit(game, Imprison(PieceId(piece), holder))
    game.flow()
    return game


def asked(game: Warlord) -> str:
    (request,) = waited_for(game)
    return request.prompt


def of(game: Warlord, piece: str, to: str) -> Prospect:
    action = Move(PieceId(piece), Square(to))
    return next(one for one in all_that_can_be_done(game) if one.action == action)


def test_an_enemy_on_the_green_is_named_before_all_else() -> None:
    assert asked(table({"blue_knight": "F2"})) == (
        "Blue Knight is on your Green: on Blue's next turn he may enter your Castle. If he beats Red Warlord there, "
        "you lose the game. It is your turn: move a piece, or pass."
    )


def test_an_enemy_on_the_green_of_an_empty_castle_wins_by_entering_it() -> None:
    assert asked(table({"blue_knight": "F2", "red_warlord": "A12"})).startswith(
        "Blue Knight is on your Green: on Blue's next turn he may enter your Castle. No fighter is inside: you "
        "lose the game then. It is "
    )


def test_who_can_step_onto_the_green_is_named_a_turn_before() -> None:
    assert asked(table({"blue_knight": "F5", "blue_footman": "G3"})).startswith(
        "Blue Footman or Blue Knight can step onto your Green before your next turn, and enter your Castle a turn "
        "later. It is "
    )


def test_who_can_attack_the_guard_of_the_green_is_named_a_turn_before() -> None:
    assert asked(table({"blue_knight": "F5", "red_warlord": "F2"})).startswith(
        "Blue Knight can attack Red Warlord on your Green before your next turn; if he wins (45%), he may enter your "
        "Castle a turn later. "
    )


def test_a_lady_on_the_green_takes_no_castle() -> None:
    assert asked(table({"blue_lady": "F2", "red_warlord": "A12"})) == "It is your turn: move a piece, or pass."


def test_the_last_leader_in_reach_is_named() -> None:
    told = asked(table({"red_warlord": "E5", "blue_knight": "E8"}, {"red_lady": "blue"}))
    assert told.startswith(
        "Blue Knight can attack Red Warlord on E5 before your next turn: you lose the game if he is captured. "
    )
    told = asked(table({"red_warlord": "E5", "blue_lady": "E8"}, {"red_lady": "blue"}))
    assert told.startswith(
        "Blue Lady can capture Red Warlord on E5 before your next turn, without a duel: you lose the game then. "
    )
    told = asked(table({"red_warlord": "E5", "blue_knight": "E8"}))
    assert told.startswith("Blue Knight can capture Red Lady on A9 before your next turn. It is your turn")


def test_those_who_can_drive_him_off_come_before_other_moves() -> None:
    game = table({"blue_knight": "F2", "red_footman": "E2", "red_knight": "K9"})
    found = prospects(game, "ann")
    saving = {Move(PieceId("red_footman"), Square("F2")), Move(PieceId("red_warlord"), Square("F2"))}
    assert {one.action for one in found[:2]} == saving and found[0].likely


def test_the_last_leader_in_a_besieged_castle_is_named_once() -> None:
    assert asked(table({"blue_knight": "F2"}, {"red_lady": "blue"})).count("you lose the game") == 1


def test_an_attack_on_the_castle_says_that_it_wins() -> None:
    one = of(table({"red_knight": "G15"}), "red_knight", "G16")
    assert one.words == "Knight enters Blue's Castle and fights Blue Warlord"
    assert one.comes_of.startswith("you win the game if your Knight wins; ")
    assert one.short == "Storm the Castle"


def test_an_open_castle_says_that_it_wins() -> None:
    one = of(table({"red_knight": "G15", "blue_warlord": "J12"}), "red_knight", "G16")
    assert (one.words, one.comes_of) == ("Knight enters Blue's Castle", "nobody is inside: you win the game")


def test_among_several_the_beaten_is_out() -> None:
    game = begun(AWAY, {"more_players": "free_for_all"}, seats=3)
    assert (victory.storms(game, "red", "blue"), victory.loses(game, "red")) == ("Blue is out", "you are out")


def test_the_last_leader_s_capture_says_that_it_wins() -> None:
    game = table({"blue_warlord": "D10", "red_knight": "D8", "red_lady": "C8"}, {"blue_lady": "red"})
    told = "Blue Warlord yields to her without a duel: he is captured, and you win the game"
    assert of(game, "red_lady", "D10").comes_of == told
    assert of(game, "red_knight", "D10").comes_of.startswith("you win the game if Blue Warlord is captured; ")


def test_who_does_not_fight_is_taken_with_who_does() -> None:
    one = of(table({"blue_footman": "D10", "blue_lady": "D10", "red_knight": "D8"}), "red_knight", "D10")
    assert one.words == "Knight, D8 to D10, attacks Blue Footman, and captures Blue Lady too if he wins"


def test_a_lady_beside_a_fighter_falls_with_him_whatever_becomes_of_him() -> None:
    pieces = {"blue_footman": "D10", "blue_lady": "D10", "red_knight": "D8", "blue_warlord": "A2"}
    one = of(table(pieces, {"blue_warlord": "red"}), "red_knight", "D10")
    assert one.comes_of.startswith("you win the game if your Knight wins; ")


def test_a_green_is_the_way_to_the_castle() -> None:
    one = of(table({"red_knight": "G12"}), "red_knight", "G15")
    assert one.comes_of.startswith("Blue Warlord can attack there; Blue's Green; next turn Knight may fight Blue ")
    assert not one.plain


def test_a_lady_near_is_another_danger_than_a_fighter() -> None:
    game = table({"red_knight": "E4", "red_footman": "E3", "blue_lady": "E10"})
    assert of(game, "red_knight", "E7").comes_of.startswith("Blue Lady can capture him there without a duel")
    assert "Blue Lady" not in of(game, "red_footman", "E5").comes_of


def test_a_lady_alone_would_be_captured() -> None:
    game = table({"red_lady": "A9", "blue_footman": "C6"})
    assert of(game, "red_lady", "C8").comes_of == "Blue Footman can capture her there"


def test_a_lady_s_rose_says_who_moves_first() -> None:
    game = table({"red_lady": "D6", "blue_knight": "D10", "blue_warlord": "L12"})
    assert of(game, "red_lady", "D8").comes_of == (
        "Blue Knight can capture her there; next turn she could capture Blue Knight, if he stays"
    )


def test_a_friend_is_joined() -> None:
    one = of(table({"red_lady": "E2", "red_knight": "E5"}), "red_lady", "E5")
    assert one.comes_of == "safe until your next turn; joins Knight"


def test_mercy_says_what_is_decided_already() -> None:
    game = table({"red_knight": "G15"})
    game.stand(PieceId("red_knight"), Square("G16"))
    mercy = Mercy(beaten=[PieceId("blue_warlord")], victor=PieceId("red_knight"))
    game.push(mercy)
    assert mercy.proceed(game), "nobody is asked in a game that is won"
    assert game.piece(PieceId("blue_warlord")).holder == "red"
    game = table({"red_knight": "E5", "blue_footman": "K9"}, {"blue_lady": "red"})
    game.stand(PieceId("blue_warlord"), Square("E5"))
    (request,) = Mercy(beaten=[PieceId("blue_warlord")], victor=PieceId("red_knight")).requests(game)
    assert request.prompt.endswith("may become Warlord. Capture him, and you win the game: Blue has no Lady left.")


def test_who_is_left_is_told_once_one_of_the_two_is_captured() -> None:
    game = table({"blue_warlord": "D10", "red_lady": "D8"})
    removal.capture(game, PieceId("blue_warlord"), "red", why=" yields and")
    told = [event.text for event in game.events]
    assert "Blue Warlord yields and is taken to Red's dungeon." in told
    assert "If Blue Lady is captured before Blue Warlord is free, Blue is beaten." in told


def test_a_duel_of_the_last_leader_says_what_is_at_stake() -> None:
    game = table({"red_warlord": "D8", "blue_footman": "D10", "red_knight": "E4"}, {"red_lady": "blue"})
    assert of(game, "red_warlord", "D10").comes_of.startswith("you lose the game if your Warlord is captured; ")
    assert of(game, "red_warlord", "D9").comes_of.startswith(
        "Blue Footman can attack there, and you lose the game if your Warlord is captured; "
    )
    assert "you lose" not in of(game, "red_knight", "E5").comes_of


def test_a_warlord_who_is_risked_says_what_his_capture_costs() -> None:
    game = table({"red_warlord": "D8", "blue_footman": "D10", "red_knight": "E4"})
    price = "; if he and your Lady are both captured, you lose the game"
    assert price in of(game, "red_warlord", "D10").comes_of
    assert of(game, "red_warlord", "D9").comes_of.startswith(f"Blue Footman can attack there{price}; ")
    assert price not in of(game, "red_knight", "E5").comes_of


def test_a_lady_alone_in_reach_is_named_and_one_beside_a_fighter_is_not() -> None:
    pieces = {"red_lady": "D9", "blue_knight": "D12"}
    assert asked(table(pieces)).startswith("Blue Knight can capture Red Lady on D9 before your next turn. ")
    assert "capture Red Lady" not in asked(table({**pieces, "red_footman": "D9"}))


def test_a_button_without_its_words_leads_where_nobody_threatens_and_has_a_reason() -> None:
    game = table({"red_knight": "E4", "blue_lady": "E10", "red_footman": "A4"})
    assert not of(game, "red_knight", "E7").plain and not of(game, "red_knight", "C2").plain
    near, home = of(game, "red_footman", "A5"), of(game, "red_knight", "F2")
    assert (near.short, near.plain) == ("Footman to A5: nearer", True)
    assert (home.short, home.plain) == ("Knight to F2: own Green", True)


def test_the_button_of_a_move_always_names_the_piece_and_the_square() -> None:
    game = table({"red_footman": "E2"})
    home = of(game, "red_footman", "F2")
    assert (home.short, home.plain) == ("Footman to F2: own Green", True)
    game = table({"red_sergeant": "F2", "red_warlord": "C5"}, strategic=True)
    inside = of(game, "red_sergeant", "F1")
    assert (inside.short, inside.plain) == ("Sergeant to F1", False)


def test_two_fighters_on_a_square_are_in_danger_together() -> None:
    """One enemy mostly loses to both (rules 7.4)."""
    together = "Also in danger: Footman and Knight on D10 from Blue Knight, who wins 12% against two."
    pieces = {"red_footman": "D10", "red_knight": "D10", "blue_knight": "C7", "blue_warlord": "L13"}
    assert RULES.words.advice(table(pieces), "ann").startswith(f"{together} ")
    beside_her = {"red_footman": "D10", "red_lady": "D10", "blue_knight": "C7"}
    told = RULES.words.advice(table(beside_her), "ann")
    assert told.startswith("In danger: Footman on D10 from Blue Knight, an even duel, and Lady if he loses. ")
    several = {**pieces, "blue_footman": "D8"}
    assert "from Blue Footman or Blue Knight, who wins 12% against two. " in RULES.words.advice(table(several), "ann")


def test_who_leaves_another_fighter_alone_to_an_enemy_is_not_safer_for_it() -> None:
    pieces = {"red_footman": "D10", "red_knight": "D10", "blue_knight": "C7", "blue_warlord": "L13"}
    leaving = of(table(pieces), "red_footman", "D12")
    assert str(leaving.outcome).startswith("safe, but leaves Knight alone against Blue Knight; ")
    assert (leaving.short, leaving.plain) == ("Footman to D12", False)
    assert "alone" not in str(of(table({**pieces, "blue_knight": "L12"}), "red_footman", "D12").outcome)
    assert "alone" not in str(of(table({**pieces, "red_knight": "L3"}), "red_footman", "D12").outcome)


def test_an_attack_out_of_the_castle_says_that_it_is_empty_if_it_is_lost() -> None:
    on_the_green = of(table({"red_warlord": "F1", "blue_footman": "F2"}), "red_warlord", "F2")
    empty = "; leaves your Castle empty; if he loses, Blue Footman may take it next turn; "
    assert empty in str(on_the_green.outcome)
    beyond = of(table({"red_warlord": "F1", "blue_footman": "F3"}), "red_warlord", "F3")
    assert "; leaves your Castle empty; " in str(beyond.outcome)
    lady = of(table({"red_warlord": "F1", "blue_lady": "F3"}), "red_warlord", "F3")
    assert lady.outcome == "no fighter is there; leaves your Castle empty"


def test_a_bishop_guards_no_green_but_keeps_the_risen_from_it() -> None:
    game = table({"red_bishop": "H3", "wizard": "C11"}, wizard="automaton", bishop=True)
    home = of(game, "red_bishop", "G2")
    assert str(home.outcome).endswith("; no Risen can come to your Green; enemies still can")
    assert of(game, "red_bishop", "H4").outcome == "safe until your next turn"
    on_it = table({"red_bishop": "H2", "wizard": "C11"}, wizard="automaton", bishop=True)
    assert (of(on_it, "red_bishop", "F2").short, of(on_it, "red_bishop", "F2").plain) == ("Bishop to F2", False)


def test_the_panel_names_who_is_in_reach_and_who_is_near() -> None:
    game = table({"red_footman": "D6", "blue_knight": "D10", "red_knight": "L3"})
    near = "Near your Green: Blue Knight on D10 (2 turns)."
    assert RULES.words.advice(game, "ann") == f"Also in danger: Footman on D6 from Blue Knight, an even duel. {near}"
    assert RULES.words.advice(game, "ben") == "", "it is not Blue's turn"
    empty = table({"red_warlord": "L4", "blue_footman": "F6"})
    assert RULES.words.advice(empty, "ann").endswith(
        "Near your Green: Blue Footman on F6 (2 turns); your Castle has no fighter."
    )


def test_all_enemies_near_the_green_are_named_the_nearest_first_and_the_way_as_it_is_now() -> None:
    pieces = {"red_knight": "L3", "blue_knight": "D10", "blue_footman": "F6"}
    near = "Near your Green: Blue Footman on F6 (2 turns) and Blue Knight on D10 (2 turns)."
    assert RULES.words.advice(table(pieces), "ann") == near
    stepping = table({**pieces, "blue_footman": "F4"})
    assert asked(stepping).startswith("Blue Footman can step onto your Green before your next turn, ")
    assert RULES.words.advice(stepping, "ann") == "Also near your Green: Blue Knight on D10 (2 turns)."
    barred = table({"red_knight": "F3", "blue_footman": "F4"})
    blocked = "Near your Green: Blue Footman on F4 (1 turn, now blocked)."
    assert RULES.words.advice(barred, "ann").endswith(blocked)


def test_whom_an_arrow_has_lamed_comes_a_turn_later() -> None:
    game = begun({**AWAY, "blue_footman": "F4"})
    game.piece(PieceId("blue_footman")).lamed = True
    game.flow()
    assert asked(game) == "It is your turn: move a piece, or pass."
    assert RULES.words.advice(game, "ann") == "Near your Green: Blue Footman on F4 (2 turns)."
    assert of(game, "red_warlord", "F2").comes_of.startswith("safe, but leaves your Castle empty")


def test_who_is_named_as_in_danger_is_not_named_once_more() -> None:
    game = table({"red_lady": "D9", "blue_knight": "D12"})
    assert "Red Lady on D9" in asked(game) and "Lady" not in RULES.words.advice(game, "ann")


def test_before_his_fourth_risen_the_wizard_is_a_danger() -> None:
    game = table({"wizard": "D8"}, wizard="automaton")
    told = []
    for square in ("K2", "K3", "K4"):
        game.bring(PieceId(f"risen_{square}"), Piece(WIZARD, "footman", square=Square(square), risen=True))
        with game.at_rest():
            told.append("The Wizard has 3 Risen: with one more he wins the game." in danger.words(game, "red"))
    assert told == [False, False, True]


def test_a_lady_beside_a_fighter_who_is_named_already_is_in_danger_only_with_him() -> None:
    game = table(
        {"red_footman": "F2", "red_lady": "F2", "blue_footman": "F4", "red_knight": "D9", "blue_knight": "D12"}
    )
    assert asked(game).startswith("Blue Footman can attack Red Footman on your Green before your next turn; if he wins")
    told = "Also in danger: Knight on D9 from Blue Knight, an even duel; Lady on F2 if Footman loses to Blue Footman. "
    assert RULES.words.advice(game, "ann").startswith(told)


def test_of_two_who_could_come_one_comes() -> None:
    game = table({"red_lady": "B1", "red_footman": "G12", "blue_footman": "G14", "blue_warlord": "G13"})
    told = "In danger: Footman on G12 from Blue Footman or Blue Warlord, an even duel. "
    assert f"{RULES.words.advice(game, 'ann')} ".startswith(told)


def test_a_lady_who_rides_out_to_send_somebody_home_may_be_captured_there() -> None:
    game = table({"red_lady": "E6", "red_knight": "D9", "blue_knight": "B9", "red_warlord": "A1"})
    (sent,) = (one for one in all_that_can_be_done(game) if one.words == "Lady to D9, sends Knight home")
    assert sent.comes_of.startswith("Blue Knight can capture her there; Knight then stands in your Castle; ")
    far = table({"red_lady": "E6", "red_knight": "D9", "blue_knight": "L12", "red_warlord": "A1"})
    (sent,) = (one for one in all_that_can_be_done(far) if one.words == "Lady to D9, sends Knight home")
    assert sent.comes_of.startswith("Knight then stands in your Castle; ")
