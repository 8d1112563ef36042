"""Plans in War Lord Tourney: a move said ahead, only where it is safe or the duel is worth it."""

from engine.core import orders
from engine.core.actions import Offer, Pass
from engine.core.orders import Chosen, Entry, Plan, Term
from engine.core.table import Table
from engine.warlord import views
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.conditions import conditions
from engine.warlord.duel import armies
from engine.warlord.movement.movement import Move
from engine.warlord.rules import RULES
from tests.warlord import tables


def look(pieces: dict[str, str], seat: str, *entries: Entry) -> Chosen:
    """What a plan for the next move of a seat leads to now."""
    game = tables.begun(pieces)
    game.flow()
    world = orders.foreseen(Table(RULES, game), seat, "W-03")
    assert world is not None
    return orders.decide(world, seat, Plan("W-03", entries))


def move(piece: PieceId, to: Square, condition: str, **said: str) -> Entry:
    """A move with a condition."""
    return Entry(action=orders.whole(Move(piece, to)), terms=(Term(condition, said),))


def test_a_square_is_entered_while_nobody_stands_there() -> None:
    entry = move(PieceId("blue_knight"), Square("E5"), "unopposed")
    assert look({"blue_knight": "G8"}, "ben", entry).action == Move(PieceId("blue_knight"), Square("E5"))
    chosen = look({"blue_knight": "G8", "red_knight": "E5"}, "ben", entry)
    assert chosen.action is None and not chosen.why[0].impossible


def test_a_duel_is_sought_only_at_good_odds() -> None:
    pieces = {"blue_knight": "G8", "red_footman_1": "E5"}
    for percent, fits in (("30", True), ("100", False)):
        chosen = look(
            pieces, "ben", move(PieceId("blue_knight"), Square("E5"), "wins", percent=percent), Entry("default")
        )
        assert isinstance(chosen.action, Move if fits else Pass)
    nobody = look({"blue_knight": "G8"}, "ben", move(PieceId("blue_knight"), Square("E5"), "wins", percent="30"))
    assert nobody.action is None and not nobody.why[0].impossible


def test_a_plan_may_wait_for_a_piece_on_its_square() -> None:
    stands = Term("stands", {"who": "red_knight", "where": "E4"})
    entry = Entry("default", terms=(stands,))
    assert look({"red_knight": "E4"}, "ben", entry).action == Pass()
    assert look({"red_knight": "E11"}, "ben", entry).action is None


def test_before_the_tourney_no_move_is_foreseen() -> None:
    options = RULES.options("base", {"weapons": "chosen_and_bowmen"})
    arming = Table.new(RULES, "g", ["ann", "ben"], options, bytes(32))
    assert arming.asked("ann").decision == "W-01" and orders.foreseen(arming, "ann", "W-03") is None


def test_an_army_stands_while_it_has_so_many_banners() -> None:
    game = tables.begun({"red_lady": "A1", "red_footman": "D9", "blue_knight": "D10"}, {"strategic": True})
    known = conditions(game, "ben", Offer(armies.Stand, ""))
    banners = next(one for one in known if one.id == "banners")
    game.piece(PieceId("blue_knight")).banners = 2
    seen = views.view(game, "ben")
    assert not banners.holds(seen, {}, {"banners": "1"}), "no army has just lost a banner"
    game.push(armies.Withdrawing(PieceId("blue_knight")))
    assert [banners.holds(seen, {}, {"banners": number}) for number in "123"] == [True, True, False]


def test_no_move_is_a_usual_answer() -> None:
    """A piece leaves the forest three times in the same words, and may be out of it by then."""
    assert not RULES.plans.plannable["W-03"].habitual
