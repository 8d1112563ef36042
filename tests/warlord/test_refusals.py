"""Whatever is refused is refused with a reason and the id of a rule, also where its kind is not offered at all."""

from random import Random

import msgspec
import pytest

from engine.core.actions import Pass, tag_of
from engine.core.computer.players import Seated
from engine.core.data import strings_in
from engine.core.table import Table
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import WIZARD
from engine.warlord.edits import Imprison
from engine.warlord.meetings.bowmen import Shoot
from engine.warlord.movement.movement import Move
from engine.warlord.refusals import objection
from engine.warlord.rules import RULES
from engine.warlord.sequence.draws import OfferDraw
from engine.warlord.sequence.succession import LadyReturns, LadyTrades, Surrender
from engine.warlord.sequence.wizard import Raise
from tests.harness.refusals import check_refusals
from tests.harness.rows import rows
from tests.warlord.tables import begun, game_of

TABLES: dict[str, dict[str, object]] = {
    "base": {},
    "armed": {"weapons": "chosen_and_bowmen", "moves_per_turn": 2, "double_kill_healed": True},
    "armies": {"strategic": True, "board": "greenwood", "enchanted_forest": True, "double_kill_slain": True},
    "dead": {"board": "greenwood", "wizard": "player", "bishop": True},
    "teams": {"board": "four_crowns", "more_players": "teams"},
}


@pytest.mark.parametrize("every", [20, pytest.param(4, marks=pytest.mark.nightly)])
@rows("table", TABLES)
def test_every_refusal_has_a_rule(table: str, every: int) -> None:
    options = RULES.options("base", TABLES[table])
    seats = [f"s{number}" for number in range(1, RULES.seats(options)[1] + 1)]
    game = Table.new(RULES, table, seats, options, bytes(32))
    chance, player = Random(7), Seated(RULES.players["fickle"], 3)
    for number in range(60):
        if number % every == 0:
            words = sorted(
                set(strings_in(msgspec.to_builtins(game.view("master")))) | set(RULES.vocabulary(game_of(game)))
            )
            check_refusals(game, seats, words, chance)
        asked = game.requests()[0].seat
        game.act(asked, player.choose(game, asked))
        if game.result is not None:
            return


def why(table: Table, seat: str, **action: str) -> tuple[str, str]:
    """What the table says to an action that is not offered."""
    tried = RULES.codec.decode_action(action)
    assert tag_of(tried) not in {offer.tag for offer in table.offers(seat)}
    refused = table.objection(seat, tried)
    assert refused is not None
    return refused.reason, refused.rule


@rows(
    "pieces, action, says, rule",
    [
        ({}, {"action": "recall", "lady": "red_lady", "piece": "red_knight"}, "no Lady on the board", "WLT-3.12"),
        (
            {"red_lady": "A1", "red_knight": "L9"},
            {"action": "recall", "lady": "red_lady", "piece": "red_knight"},
            "cannot step out onto the Green",
            "WLT-5.10",
        ),
        ({}, {"action": "free", "prisoner": "red_lady"}, "stands on an enemy Green", "WLT-4.2"),
        ({"red_knight": "G15"}, {"action": "free", "prisoner": "red_lady"}, "dungeon holds none", "WLT-4.2"),
        ({}, {"action": "shoot", "bowman": "red_bowman", "target": "blue_knight"}, "option 10", "WLT-9.10"),
        ({}, {"action": "raise", "grave": "grave_1"}, "option 5", "WLT-9.5"),
        ({}, {"action": "slay"}, "felled", "WLT-3.10"),
        ({}, {"action": "capture"}, "felled", "WLT-3.11"),
        ({}, {"action": "hand_in", "fighter": "red_warlord", "first": "high/high"}, "No duel", "WLT-3.8"),
        ({}, {"action": "promote", "piece": "red_knight"}, "not slain", "WLT-6.1"),
        ({}, {"action": "lady_trades"}, "not slain", "WLT-6.7"),
        ({}, {"action": "surrender"}, "not slain", "WLT-6.5"),
        ({}, {"action": "heal", "fighter": "red_knight"}, "options 3 and 4", "WLT-9.3"),
        ({}, {"action": "withdraw", "to": "A1"}, "option 11", "WLT-9.11"),
        ({}, {"action": "arm", "piece": "red_knight", "weapon": "axe"}, "option 10", "WLT-9.10"),
        ({}, {"action": "meet", "square": "A1"}, "no meetings to put in order", "WLT-5.4"),
        ({}, {"action": "take_captive", "fighter": "blue_knight"}, "no two fighters", "WLT-5.8"),
    ],
)
def test_the_reason_is_the_most_specific_one(
    pieces: dict[str, str], action: dict[str, str], says: str, rule: str
) -> None:
    game = begun({"red_footman": "A5", **({"red_lady": "A2"} if action["action"] != "recall" else {}), **pieces})
    if "red_lady" in pieces:
        game.stand(PieceId("red_footman"), Square("F2"))
        game.stand(PieceId("red_knight"), Square("F2"))
    game.flow()
    reason, found = why(Table(RULES, game), "ann", **action)
    assert says in reason and found == rule


def test_whose_turn_it_is_not_hears_so() -> None:
    game = begun({"red_lady": "A2", "blue_knight": "L9"})
    game.flow()
    reason, rule = why(Table(RULES, game), "ben", action="move", piece="blue_knight", to="L8")
    assert (reason, rule) == ("It is {ann}'s turn; yours comes after it.", "WLT-2.1")


def test_a_bowman_with_nobody_in_his_sight_is_told_whom_he_may_shoot_at() -> None:
    game = begun({"red_lady": "A2", "red_bowman": "A5"}, {"weapons": "chosen_and_bowmen"})
    game.flow()
    reason, rule = why(Table(RULES, game), "ann", action="shoot", bowman="red_bowman", target="blue_warlord")
    assert "in a straight line with nothing between; nobody is in his sight" in reason and rule == "WLT-9.10"


def test_what_would_be_in_the_way_then_is_told_before_ones_turn() -> None:
    game = begun({"red_lady": "A2", "blue_knight": "L9"})
    game.piece(PieceId("blue_knight")).moved = True
    game.flow()
    reason, rule = why(Table(RULES, game), "ben", action="move", piece="blue_knight", to="L10")
    assert reason == "It is {ann}'s turn; yours comes after it. Also: Forest on L10 is closed to a Knight."
    assert rule == "WLT-1.5" and game.piece(PieceId("blue_knight")).moved


def test_only_the_warlord_lies_there_and_no_lady_is_on_the_green() -> None:
    game = begun({"red_lady": "A2", "red_knight": "G15", "red_warlord": "A3"})
    game.flow()
    table = Table(RULES, game)
    table.act("master", Imprison(PieceId("red_warlord"), "blue"))
    reason, rule = why(table, "ann", action="free", prisoner="red_warlord")
    assert "Only the Lady frees her Warlord" in reason and rule == "WLT-4.6"


def test_who_lies_elsewhere_or_belongs_to_others_is_not_to_be_freed_there() -> None:
    """The Warlord lies in another dungeon than the one on whose Green the Knight stands, or it is another's."""
    crowns: dict[str, object] = {"board": "four_crowns", "more_players": "free_for_all"}
    for held, holder in (("red_warlord", "white"), ("gold_warlord", "blue")):
        game = begun({"red_lady": "H2", "red_knight": "M6"}, crowns, seats=4)
        game.stand(PieceId("red_knight"), next(square for square, side in game.board.greens.items() if side == "blue"))
        game.flow()
        table = Table(RULES, game)
        table.act("master", Imprison(PieceId(held), holder))
        reason, rule = why(table, "ann", action="free", prisoner="red_warlord")
        assert "dungeon holds none of your pieces" in reason and rule == "WLT-4.2"


def test_prisoners_are_freed_after_the_movement() -> None:
    game = begun({"red_lady": "A2", "red_knight": "G15", "red_footman": "A3"})
    game.flow()
    table = Table(RULES, game)
    table.act("master", Imprison(PieceId("red_footman"), "blue"))
    reason, rule = why(table, "ann", action="free", prisoner="red_footman")
    assert "after the movement" in reason and rule == "WLT-7.3"


def test_who_can_do_nothing_else_hears_why_nothing_of_a_kind_is_open_to_him() -> None:
    """In the movement of a side that has nobody able to move, as it would be told if something else were offered."""
    game = begun({"red_lady": "A2"})
    game.flow()
    for kind, says, rule in (
        (Move, "None of your pieces can move.", "WLT-2.1"),
        (Pass, "You have nothing to pass now.", "WLT-2.1"),
        (OfferDraw, "You have offered a draw already; it stands until your next turn.", "WLT-7.6"),
    ):
        refused = objection(game, "ann", kind, None)
        assert refused is not None and (refused.reason, refused.rule) == (says, rule)
    tried = objection(game, "ann", Move, Move(PieceId("red_lady"), Square("L16")))
    assert tried is not None and (tried.reason, tried.rule) == ("A Lady moves up to four squares.", "WLT-1.4")


def test_a_side_whose_lady_is_in_prison_has_nobody_to_decide_for_it() -> None:
    game = begun({"red_lady": "A2", "blue_lady": "L16"})
    game.state.vacant["blue"] = PieceId("blue_warlord")
    game.lift(PieceId("blue_warlord"), "slain")
    for decision in (Surrender, LadyTrades):
        refused = objection(game, "ben", decision, None)
        assert refused is not None and "decides when" in refused.reason
    game.lift(PieceId("blue_lady"), "prison")
    for kind, rule in ((Surrender, "WLT-6.5"), (LadyTrades, "WLT-6.7"), (LadyReturns, "WLT-6.4")):
        refused = objection(game, "ben", kind, None)
        assert refused is not None and (refused.reason, refused.rule) == ("Your Lady is not free.", rule)


def test_for_a_piece_that_there_is_not_nothing_can_be_chosen() -> None:
    game = begun({"red_lady": "A2", "red_knight": "A2"})
    game.flow()
    offer = Table(RULES, game).offer("ann", "recall")
    for draft in ({"lady": "red_lady", "piece": "nobody"}, {"lady": "nobody", "piece": "red_knight"}, {}):
        assert not offer.field("green").choices(draft)
    assert not offer.field("piece").choices({"lady": "nobody"})
    assert [choice.value for choice in offer.field("piece").choices({"lady": "red_lady"})] == ["red_knight"]


def test_what_a_table_never_has_is_said_before_whose_turn_it_is() -> None:
    """Only such a reason keeps it out of the list of what cannot be done now."""
    woods = Table.new(RULES, "woods", ["ann", "ben"], RULES.options("woods", {}), bytes(32))
    no_bowmen, no_wizard = (objection(game_of(woods), "ann", kind, None) for kind in (Shoot, Raise))
    assert no_bowmen is not None and no_bowmen.reason.startswith("At this table there are no Bowmen: ")
    assert no_wizard is not None and no_wizard.reason.startswith("At this table nobody leads the Wizard: ")
    led = Table.new(RULES, "led", ["ann", "ben", "cat"], RULES.options("woods", {"wizard": "player"}), bytes(32))
    living = next(seat for seat in led.seats if game_of(led).side(seat) != WIZARD)
    raising = objection(game_of(led), living, Raise, None)
    assert raising is not None and raising.reason == "Only the Wizard raises the dead."
