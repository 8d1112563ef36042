"""How it stands, in words: the headline, a few lines for each seat, and what the duels at hand would come to."""

from engine.core.game import waited_for
from engine.core.table import Table
from engine.warlord import reports
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import WIZARD, Duel, Fighter, Piece
from engine.warlord.duel import odds
from engine.warlord.meetings import aftermath, victory
from engine.warlord.movement.movement import Move
from engine.warlord.rules import RULES
from engine.warlord.sequence import setup
from tests.warlord.tables import begun, game_of


def field(options: dict[str, object] | None = None) -> Warlord:
    """Red's Knight near Blue's Footman; a prisoner of Red's, and somebody at Blue's gate."""
    game = begun({"red_knight": "D8", "blue_footman": "D10", "red_lady": "F2", "blue_knight": "L8"}, options)
    game.lift(PieceId("blue_knight"), "prison")
    game.piece(PieceId("blue_knight")).holder = "red"
    game.lift(PieceId("blue_lady"), "gatehouse")
    game.state.gatehouses["blue"] = [PieceId("blue_lady")]
    game.flow()
    return game  # not at a table, so that nothing is remembered while a test changes the state by hand


LEVEL = "Fighters left: Red 2, Blue 2."
"""What the headline says of `field`, where each side has a fighter beside its Warlord."""


def score(game: Warlord, seat: str) -> list[str]:
    """The lines of a seat."""
    return dict(RULES.words.scores(game))[f"{{{seat}}}"].splitlines()


def test_the_headline_says_round_side_and_step() -> None:
    game = field()
    game.state.turn.round = 3
    assert RULES.words.headline(game) == f"Round 3: {{ann}} (Red) moves. {LEVEL}"
    game.finish(["ann"], "{ann} has won.")
    assert RULES.words.headline(game) == "Round 3."


def test_the_headline_says_who_is_ahead_and_who_lacks_a_leader() -> None:
    game = field()
    game.lift(PieceId("blue_warlord"), "slain")
    assert RULES.words.headline(game).endswith(" moves. Fighters left: Red 2, Blue 1; Blue has no Warlord.")
    game.lift(PieceId("red_lady"), "prison")
    game.piece(PieceId("red_lady")).holder = "blue"
    game.piece(PieceId("blue_footman")).kind = "warlord"
    assert RULES.words.headline(game).endswith(" moves. Fighters left: Red 2, Blue 1; Red's Lady is captive.")
    assert RULES.words.headline(field({"round_limit": 40})).endswith(" moves. Points: Red 3, Blue 0.")


def test_the_headline_tells_of_quiet_rounds_where_they_come_to_a_draw() -> None:
    game = field()
    game.state.quiet = 2
    assert RULES.words.headline(game) == f"Round 1: {{ann}} (Red) moves. {LEVEL}"
    game = field({"quiet_rounds": 10})
    game.state.quiet = 1
    assert RULES.words.headline(game) == f"Round 1: {{ann}} (Red) moves. {LEVEL}"
    game.state.quiet = 2
    told = "2 rounds without a capture, slaying, freeing or promotion; after 10 the game is a draw."
    assert RULES.words.headline(game) == f"Round 1: {{ann}} (Red) moves. {LEVEL} {told}"


def test_the_headline_of_a_setting_up_and_of_the_wizards_own_turn() -> None:
    table = Table.new(RULES, "g", ["ann", "ben"], RULES.options("base", {"weapons": "chosen"}), bytes(32))
    assert RULES.words.headline(game_of(table)) == "Before the tourney all choose in secret, at the same time."
    game = field({"wizard": "automaton"})
    game.state.turn.side = WIZARD
    assert RULES.words.headline(game).startswith("Round 1: the Wizard")
    assert RULES.words.headline(game).endswith(" Wizard of the Woods: 0 of 4 Risen.")


def test_whoever_has_chosen_before_the_tourney_is_not_told_of_what_they_had_else() -> None:
    options = RULES.options("base", {"weapons": "chosen", "board": "greenwood", "wizard": "automaton", "bishop": True})
    table = Table.new(RULES, "g", ["ann", "ben"], options, bytes(32))
    red = game_of(table).seat("red")
    for action in (setup.NameCastle("Hawkstone"), setup.Arm(PieceId("red_knight"), "axe")):
        table.act(red, action)
    told = {one.seat: one.prompt for one in waited_for(game_of(table))}
    assert "you may arm your fighters anew and rename your Castle (now Hawkstone). Then" in told.pop(red)
    assert all("(else all have swords) and name your Castle (else it is Castle Blue)" in one for one in told.values())


def test_a_seat_has_its_pieces_prisoners_and_dead() -> None:
    game = field()
    assert score(game, "ann") == [
        "Red: Knight D8, Lady F2 and Warlord F1",
        "holds in the dungeon: Blue Knight",
    ]
    assert score(game, "ben") == [
        "Blue: Footman D10 and Warlord G16",
        "at the gatehouse (free, off the board until G16 is empty): Lady",
        "lost: Knight (in Red's dungeon)",
    ]
    game.lift(PieceId("blue_footman"), "slain")
    assert score(game, "ben")[2:] == ["lost: Footman (slain), Knight (in Red's dungeon)"]


def test_points_count_in_a_tournament_as_it_begins() -> None:
    tallies = RULES.competition.tallies
    assert [one.points for one in tallies(field(dict(RULES.competition.options)))] == [3, 0]
    assert [one.parts for one in tallies(field())] == [{}, {}]


def test_points_are_told_where_they_decide() -> None:
    game = field({"round_limit": 40})
    assert RULES.words.headline(game) == "Round 1 of 40: {ann} (Red) moves. Points: Red 3, Blue 0."
    assert score(game, "ann")[-1] == "3 points: Blue Knight 3 (held)" and score(game, "ben")[-1] == "no points yet"


def test_a_game_says_at_its_beginning_how_it_is_won() -> None:
    two = (
        "You win in either of two ways:\n- Take the enemy's Castle. A Warlord, Knight or Footman of yours ends a turn "
        "on the Green before it, then on a later turn enters and beats the fighter inside. With no fighter inside (a "
        "Lady does not fight) it falls as you enter.\n"
        f"- Have the enemy lose Warlord and Lady at the same time: {victory.BOTH}."
        "\nRed's Castle is F1, its Green F2; Blue's Castle is G16, its Green G15."
    )
    lost = (
        "\nIf your Warlord is slain, a Knight may take his place, else a Footman, else the Lady: I ask you then. The "
        "new Warlord counts like the old one. If he is captured, nobody takes his place: only your Lady can free him, "
        "on the Green of the Castle that holds him."
    )
    assert victory.how_to_win(field()) == f"{two}{lost}"
    sergeant = begun({"red_lady": "F2", "red_sergeant": "D8", "red_knight": "D9", "red_footman": "E8"})
    assert "A Warlord, Knight, Sergeant or Footman of yours" in victory.how_to_win(sergeant)
    dead = "these Risen fight for him. With 4 Risen, or if one takes a Castle, he wins and everybody else loses."
    assert "which moves last each round, by fixed rules: raise the dead, else " in victory.how_to_win(
        field({"wizard": "automaton"})
    )
    assert victory.how_to_win(field({"wizard": "player"})).endswith(f"{dead}{lost}")
    points = "enemies slain or held (Warlord 5, Lady 4, Knight 3, Footman 2)."
    game = begun({"red_lady": "F2", "red_knight": "D8", "red_footman": "E8"}, {"round_limit": 40})
    assert victory.how_to_win(game) == f"{two} Otherwise most points win after round 40: they are for {points}{lost}"
    out = f"is out whose Castle is taken, or who has lost Warlord and Lady at the same time: {victory.BOTH}. The last"
    assert victory.how_to_win(field({"more_players": "free_for_all"})).startswith(f"A player {out} player left wins.\n")
    assert victory.how_to_win(field({"more_players": "teams"})).startswith(f"A player {out} team left wins.\nRed's ")


def test_whoever_decides_about_the_felled_reads_what_comes_of_it() -> None:
    game = begun({"red_knight": "D8", "blue_footman": "D10"}, {"round_limit": 40})
    (asked,) = aftermath.Mercy([PieceId("blue_footman")], PieceId("red_knight")).requests(game)
    assert asked.prompt.endswith(
        "comes to your Green and frees him. Without your word I slay nobody. Both are worth the same points."
    )
    game = begun({"red_knight": "D8", "blue_warlord": "D10", "blue_lady": "L16"})
    (asked,) = aftermath.Mercy([PieceId("blue_warlord")], PieceId("red_knight")).requests(game)
    assert "gone for good; another piece of his side may become Warlord. Capture him" in asked.prompt
    rescued = "you win the game once his Lady is slain or captured too, unless she first frees him at your Green."
    assert asked.prompt.endswith(rescued) and "a piece of his side comes" not in asked.prompt


def test_who_leads_has_more_points_where_they_decide_or_else_more_pieces() -> None:
    assert RULES.words.lead(field({"round_limit": 40})) == "{ann} leads with 3 points; {ben} has 0."
    assert RULES.words.lead(field()) == "Pieces on the board: {ann} 3, {ben} 2 and 1 at the gatehouse."
    level = begun({"red_knight": "D8", "blue_footman": "D10", "red_lady": "F2"})
    assert RULES.words.lead(level) == "Pieces on the board: {ann} 3, {ben} 2."
    level.lift(PieceId("red_lady"), "gatehouse")
    assert RULES.words.lead(level) == ""


def test_marks_of_a_piece_and_of_a_side_are_told() -> None:
    game = field({"double_kill_healed": True})
    game.wound(PieceId("red_knight"), 1)
    game.strike(PieceId("red_lady"))
    game.state.vacant["red"] = PieceId("")
    assert "D8 (one wound)" in score(game, "ann")[0] and "F2 (stricken)" in score(game, "ann")[0]
    assert "may name a successor" in score(game, "ann") and "may name a successor" not in score(game, "ben")
    game.finish(["ben"], "Red has given up.", "WLT-6.5")
    assert "may name a successor" not in score(game, "ann"), "the game is over"
    game.state.fallen.append("blue")
    assert score(game, "ben") == ["Blue: out of the game"]


def test_lost_are_also_a_fallen_successor_and_a_lady_who_gave_her_life() -> None:
    game = field()
    game.lift(PieceId("red_warlord"), "slain")
    game.piece(PieceId("red_knight")).kind = "warlord"
    game.lift(PieceId("red_knight"), "slain")
    game.lift(PieceId("red_lady"), "gone")
    lost = "lost: Knight (as Warlord) and Warlord (slain), Lady (gave her life)"
    assert lost in score(game, "ann")


def test_the_wizard_counts_his_dead() -> None:
    game = field({"wizard": "player"})
    game.bring(PieceId("risen_1"), Piece(WIZARD, "footman", square=Square("D9"), risen=True))
    assert score(game, "cat") == ["Wizard of the Woods: 1 of 4 Risen (Risen Footman 1 D9)"]


def test_the_duels_in_reach_are_weighed() -> None:
    game = field()
    (line, note) = reports.odds_words(game, "").splitlines()
    assert line.startswith("Red Knight against Blue Footman on D10: ")
    assert note == "This is so with blows by chance on both sides, which is close to best play."
    game.stand(PieceId("blue_footman"), Square("L13"))
    assert reports.odds_words(game, "") == "None of Red's pieces can reach an enemy fighter this turn."


def test_who_has_moved_and_who_does_not_fight_seek_no_duel() -> None:
    game = field()
    game.stand(PieceId("red_lady"), Square("D11"))
    assert "Red Lady" not in reports.odds_words(game, "")
    game.piece(PieceId("red_knight")).moved = True
    assert reports.odds_words(game, "") == "None of Red's pieces can reach an enemy fighter this turn."


def test_a_duel_that_is_fought_is_weighed_alone() -> None:
    game = field()
    Table(RULES, game).act("ann", Move(PieceId("red_knight"), Square("D10")))
    headline = RULES.words.headline(game)
    assert headline.startswith("Round 1: {ann} (Red) fights. ") and "exchange 1" in headline
    lines = reports.odds_words(game, "").splitlines()
    assert len(lines) == 3 and lines[0] in headline


def test_who_has_fallen_weighs_nothing_in_a_duel_of_three() -> None:
    game = begun({"red_knight": "D10", "blue_footman": "D10", "blue_knight": "D10"})
    one, other = {PieceId("red_knight"): Fighter(True)}, {PieceId("blue_knight"): Fighter(False)}
    fallen = {PieceId("blue_footman"): Fighter(False, felled=True)}
    assert odds.chances(game, Duel(Square("D10"), {**one, **fallen, **other})) == odds.chances(
        game, Duel(Square("D10"), {**one, **other})
    )


def test_the_felled_may_be_freed_or_not_and_nothing_else_differs() -> None:
    game = begun({"red_knight": "D8", "blue_footman": "D10"})
    (asked,) = aftermath.Mercy([PieceId("blue_footman")], PieceId("red_knight")).requests(game)
    assert asked.prompt.endswith(
        "comes to your Green and frees him. Slaying is safer. Without your word I slay nobody."
    )


def test_before_the_tourney_and_to_whoever_moves_the_odds_say_that_nobody_can_be_reached() -> None:
    woods = Table.new(RULES, "woods", ["ann", "ben"], RULES.options("woods", {}), bytes(32))
    told = reports.odds_words(game_of(woods), "ann")
    assert told == "The tourney has not begun, so no piece can reach an enemy fighter."
    apart = begun({"red_knight": "D3", "red_lady": "A9", "blue_lady": "L16"})
    apart.flow()
    assert reports.odds_words(apart, "ann") == "None of your pieces can reach an enemy fighter this turn."
