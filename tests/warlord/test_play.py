"""Whole games: captains play them to an end, and nobody is left in the middle of anything."""

from collections.abc import Mapping

import pytest

from engine.core.actions import MASTER, Pass
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.dice import Dice
from engine.core.editing.edits import Drop
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.core.trials import simulation
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import WIZARD
from engine.warlord.captain import ENDLESS, Captain
from engine.warlord.edits import EDITS, Become, Count, Place
from engine.warlord.meetings import removal
from engine.warlord.meetings.elimination import eliminate
from engine.warlord.movement.movement import Move
from engine.warlord.rules import RULES
from engine.warlord.sequence import automaton
from engine.warlord.sequence.draws import OfferDraw
from engine.warlord.sequence.succession import Succession
from tests.masses import judge
from tests.warlord.tables import begun, game_of

TABLES: dict[str, dict[str, object]] = {
    "base": {},
    "slow": {"double_kill_slain": True, "sheet_size": 5, "knight_straight": True},
    "armies": {"strategic": True, "moves_per_turn": 3, "army": "grand"},
    "archers": {"weapons": "chosen_and_bowmen", "moves_per_turn": 2, "veterans": 1},
    "dead": {"board": "greenwood", "wizard": "player", "bishop": True, "double_kill_base": "both_captured"},
    "teams": {"board": "four_crowns", "more_players": "teams", "sergeants": 2},
}


@pytest.mark.parametrize("number", [3, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(3))])
@pytest.mark.parametrize("table", TABLES)
def test_captains_play_to_an_end(table: str, number: int) -> None:
    options = RULES.options("base", TABLES[table])
    seats = RULES.seats(options)[1]
    played = simulation.play(RULES, options, seats, seed=5, number=number, players=[Captain()], limit=1500)
    assert played.ending != "unfinished"
    judge(played.transcript)


@pytest.mark.parametrize("games", [1, pytest.param(100, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("player", ["captain", "fickle"])
@pytest.mark.parametrize("variant", RULES.variants)
def test_whole_games_are_as_the_second_arithmetic_has_them(variant: str, player: str, games: int) -> None:
    options = RULES.options(variant, {})
    least, most = RULES.seats(options)
    for number in range(games):
        seats = least + number % (most - least + 1)
        players = [RULES.players[player]]
        judge(simulation.play(RULES, options, seats, seed=21, number=number, players=players, limit=3000).transcript)


def test_a_captain_answers_for_each_fighter_of_a_pair() -> None:
    game = begun({"red_knight": "D8", "blue_knight": "D10", "blue_footman": "D10"})
    game.flow()
    table = Table(RULES, game)
    table.act("ann", Move(PieceId("red_knight"), Square("D10")))
    captain = Seated(Captain(), 1)
    for _ in range(2):
        assert table.request("ben")
        table.act("ben", captain.choose(table, "ben"))
    assert [request.seat for request in table.requests()] == ["ann"]


@pytest.mark.rule("WLT-7.6")
def test_captains_agree_on_a_draw_where_a_game_has_no_end() -> None:
    game = begun({"red_lady": "A1", "blue_lady": "L16"})
    game.flow()
    table = Table(RULES, game)
    captain = Seated(Captain(), 1)
    table.act(MASTER, Count(round=ENDLESS - 1))
    assert not isinstance(captain.choose(table, "ann"), OfferDraw)
    table.act(MASTER, Count(round=ENDLESS))
    assert isinstance(captain.choose(table, "ann"), OfferDraw)


@pytest.mark.rule("WLT-7.6")
def test_captains_agree_on_a_draw_after_forty_quiet_rounds() -> None:
    game = begun({"red_lady": "A1", "blue_lady": "L16"})
    game.flow()
    table = Table(RULES, game)
    captain = Seated(Captain(), 1)
    table.act(MASTER, Count(round=50, quiet=39))
    assert not isinstance(captain.choose(table, "ann"), OfferDraw)
    table.act(MASTER, Count(round=51, quiet=40))
    table.act("ann", captain.choose(table, "ann"))
    assert table.game.state.draw_offers == ["ann"]
    assert not isinstance(captain.choose(table, "ann"), OfferDraw)
    table.act("ann", Pass())
    told = table.act("ben", captain.choose(table, "ben")).events
    assert table.result is not None and table.result.winners == ()
    assert [event.outcome for event in told if event.outcome] == ["draw agreed: after 20 quiet rounds or more"]


@pytest.mark.rule("WLT-9.9")
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(2, 6))])
def test_players_may_leave_in_the_middle_of_anything(seed: int) -> None:
    options = RULES.options("crowns", {"moves_per_turn": 2, "double_kill_healed": True, "weapons": "bowmen_only"})
    table = Table.new(RULES, f"g{seed}", ["s1", "s2", "s3", "s4"], options, bytes(32))
    fickle = Seated(RULES.players["fickle"], seed)
    for number in range(400):
        if table.result is not None:
            break
        seat = table.requests()[0].seat
        table.act(seat, fickle.choose(table, seat))
        if number % 25 == 24 and table.result is None:
            table.act(MASTER, Drop(next(s for s in table.seats if game_of(table).side(s) in game_of(table).playing())))
    assert table.result is not None


def test_random_play_never_resigns() -> None:
    table = Table.new(RULES, "g", ["ann", "ben"], RULES.options("base", {}), bytes(32))
    chosen = [Seated(RandomPlayer(meddles=1), seed).choose(table, table.requests()[0].seat) for seed in range(50)]
    tags = {type(action).__name__ for action in chosen}
    assert "Resign" not in tags and "OfferDraw" in tags
    assert "resign" in {offer.tag for offer in table.offers("ann")}


def test_the_first_turn_is_drawn() -> None:
    firsts = set()
    for number in range(12):
        options = RULES.options("base", {})
        game = RULES.new(f"g{number}", ["ann", "ben"], options, Dice(bytes(32), f"g{number}"))
        firsts.add(next(iter(game.state.sides.values())))
    assert firsts == {"ann", "ben"}


@pytest.mark.parametrize(("piece", "kind"), [("wizard", "knight"), ("red_knight", "wizard")])
def test_nobody_becomes_the_wizard_or_is_him_no_more(piece: PieceId, kind: str) -> None:
    game = begun({"wizard": "D8", "red_knight": "D10"}, {"wizard": "player"})
    with pytest.raises(Illegal, match="cannot become another kind"):
        EDITS.carry_out(game, Become(piece, kind))


def test_where_there_is_no_wizard_his_risen_wait() -> None:
    game = begun({"red_knight": "D10"}, {"wizard": "automaton"})
    game.state.turn.side = WIZARD
    assert automaton.deed(game) is None


def test_a_wizard_who_waits_has_no_turn_in_the_story() -> None:
    game = begun({"red_lady": "E5", "blue_lady": "H12"}, {"wizard": "automaton", "board": "greenwood"})
    EDITS.carry_out(game, Place(PieceId("wizard"), Square("F8")))
    game.flow()
    table = Table(RULES, game)
    told = [*table.act("ann", Pass()).events, *table.act("ben", Pass()).events]
    assert game_of(table).active == "red" and game_of(table).state.turn.round == 2
    assert not any("Wizard" in event.text for event in told)
    assert [event.kind for event in told].count("turn_over") == 2, "he shows no board of his own"


def bereaved(pieces: Mapping[str, str]) -> Mapping[str, str]:
    """What each choice of Blue means after its Warlord is slain, by its name."""
    game = begun({"blue_warlord": "G16", **pieces})
    removal.slay(game, PieceId("blue_warlord"))
    (asked,) = Succession("blue").requests(game)
    return {offer.label: offer.hint for offer in asked.offers}


def test_each_choice_about_a_slain_warlord_says_what_comes_of_it() -> None:
    assert bereaved({"blue_lady": "H6"}) == {
        "Promote": "from now on she moves and fights as the Warlord, without her rose; if she falls, you lose",
        "Trade her life": "the Warlord lives again in your Castle; she is out of the game",
        "Return to the Castle": "she goes home at once; you have no Warlord, and lose if she falls; "
        "I ask you again on your next turn",
        "Not now": "she stays where she is; you have no Warlord, and lose if she falls; "
        "I ask you again on your next turn",
        "Surrender": "you lose the game now",
    }
    assert "Return to the Castle" not in bereaved({"blue_lady": "G16"}), "she is there"
    fighter = bereaved({"blue_footman": "H6", "blue_lady": "H8"})
    assert fighter == {
        "Promote": "from now on he moves and fights as the Warlord",
        "Not now": "you have no Warlord, and lose if your Lady falls; I ask you again on your next turn",
    }
    assert bereaved({"blue_footman": "H6"})["Not now"] == "without Warlord and Lady you lose the game"


def test_nobody_follows_the_warlord_of_a_side_that_has_left_the_game() -> None:
    """A side without a Warlord gives up: that it may name a successor is forgotten with it (rules 9.9)."""
    crowns: dict[str, object] = {"board": "four_crowns", "more_players": "free_for_all"}
    game = begun({"red_lady": "H2", "blue_knight": "M6"}, crowns, seats=4)
    removal.slay(game, PieceId("blue_warlord"))
    assert game.state.vacant == {"blue": "blue_warlord"}
    eliminate(game, "blue", "")
    assert game.state.vacant == {} and game.state.fallen == ["blue"]
