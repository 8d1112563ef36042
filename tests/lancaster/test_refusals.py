"""Whatever is refused is refused with a reason and the id of a rule, also where its kind is not offered at all."""

from random import Random
from typing import Any

import msgspec
import pytest

from engine.core.actions import MASTER
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.data import strings_in
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.lancaster.board.state import PrivilegeKind
from engine.lancaster.edits import Goto, Grant, OpenConflict, SetGoods, SetLord, SetRound, SetTiles, Stand
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.rules import RULES
from tests.harness.refusals import check_refusals
from tests.harness.rows import rows
from tests.lancaster import tables
from tests.lancaster.tables import SEATS, table

TABLES = {"henry": 4, "base": 3, "court": 2, "resentment": 5}


@pytest.mark.parametrize("every", [20, pytest.param(8, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("variant", TABLES)
def test_every_refusal_has_a_rule(variant: str, every: int) -> None:
    seats = [f"s{number}" for number in range(1, TABLES[variant] + 1)]
    game = Table.new(RULES, variant, seats, RULES.options(variant, {}), bytes(32))
    chance, player = Random(7), Seated(RandomPlayer(), 3)
    for number in range(240):
        if number % every == 0:
            seen = set(strings_in(msgspec.to_builtins(game.view("master"))))
            words = sorted({*seen, *RULES.vocabulary(tables.game(game)), "0", "1", "9", "²", "", "yes"})
            check_refusals(game, seats, words, chance)
        asked = game.requests()[-1].seat
        game.act(asked, player.choose(game, asked))
        if game.result is not None:
            return


def why(opened: Table, seat: str, **action: Any) -> tuple[str, str]:
    """What the table says to an action."""
    refused = opened.objection(seat, RULES.codec.decode_action(action))
    assert refused is not None
    return refused.reason, refused.rule


@rows(
    "action, says, rule",
    [
        ({"action": "place", "knight": "blue_1a", "to": "county:A"}, "needs a knight of strength 2", "LAN-BASE-11"),
        ({"action": "place", "knight": "blue_2a", "to": "county:C"}, "you need at least 2 squires", "LAN-BASE-13"),
        ({"action": "place", "knight": "blue_2a", "to": "county:B"}, "shield protects", "LAN2-COURT-34"),
        ({"action": "place", "knight": "blue_2a", "to": "county:E"}, "your own knight", "LAN-BASE-16"),
        ({"action": "place", "knight": "blue_1a", "to": "castle:K1"}, "covered by an extension", "LAN-BASE-19"),
        ({"action": "place", "knight": "blue_2a", "to": "tower"}, "room for a strength of 1", "LAN2-RES-04"),
        ({"action": "place", "knight": "blue_4", "to": "castle:K2"}, "not there: the reserve", "LAN-BASE-08"),
        (
            {"action": "place", "knight": "blue_1a", "to": "castle:K2", "bring": ["archer"]},
            "no privilege",
            "LAN2-COURT-27",
        ),
        ({"action": "court", "to": "constable"}, "you have 0 squires", "LAN2-COURT-11"),
        ({"action": "court", "to": "chancellor"}, "the lord there has a total of 3", "LAN2-COURT-17"),
        ({"action": "pass"}, "You cannot pass while you can place", "LAN-BASE-10"),
        ({"action": "claim", "good": "gold"}, "treasury is empty", "LAN2-COURT-60"),
        ({"action": "take_favour", "tile": "F1"}, "enters a conflict", "LAN-BASE-24"),
        ({"action": "vote", "law": "B04", "side": "yes"}, "when all knights", "LAN-BASE-27"),
        ({"action": "buy", "times": "1"}, "No law lets you pay", "LAN-BASE-106"),
        ({"action": "exchange"}, "Accolade", "LAN-BASE-62"),
        ({"action": "absolve"}, "Absolution", "LAN2-LAW-07"),
        ({"action": "reap", "take": "noble"}, "after Parliament", "LAN-BASE-35"),
        ({"action": "name_start", "player": "ann"}, "Surrey", "LAN-BASE-37"),
        ({"action": "march", "to": "C03"}, "Dorset", "LAN-BASE-38"),
        ({"action": "muster"}, "Muster Yard", "LAN-BASE-42"),
        ({"action": "ransom", "knights": []}, "lost for good", "LAN-BASE-48"),
        ({"action": "upgrade", "what": "bishop"}, "Warwick", "LAN-BASE-53"),
        ({"action": "invite", "county": "A"}, "favour of the king", "LAN-BASE-26"),
        ({"action": "extend", "tile": "X3"}, "Gloucester", "LAN-BASE-55"),
        ({"action": "choose_tile", "tile": "X3"}, "later ones are rewards", "LAN-BASE-06"),
        ({"action": "choose_ally", "colour": "red"}, "Only two players", "LAN-BASE-109"),
    ],
)
def test_the_reason_is_the_most_specific_one(action: dict[str, Any], says: str, rule: str) -> None:
    opened = table(
        SetRound(2),
        Stand("green_3", "county:C"),
        Stand("yellow_2a", "county:B"),
        Grant("yellow", "shield", 1, "county:B"),
        Stand("blue_1b", "county:E"),
        Stand("red_4", "tower"),
        SetTiles("ann", ["X1"]),
        SetGoods("ann", "squires", 0),
        SetLord("green", "office:chancellor"),
        Stand("green_2a", "office:chancellor"),
    )
    reason, found = why(opened, "ann", **action)
    assert says in reason and found == rule


def test_whose_turn_it_is_not_hears_so_and_what_stands_in_the_way_then() -> None:
    opened = table(Stand("green_3", "county:C"))
    reason, rule = why(opened, "cat", action="place", knight="yellow_1a", to="county:C")
    assert reason.startswith("It is {ann}'s turn to place. Also: Stafford needs a knight of strength 2")
    assert rule == "LAN-BASE-11"
    reason, rule = why(opened, "cat", action="place", knight="yellow_1a", to="castle:K1")
    assert (reason, rule) == ("It is {ann}'s turn to place.", "LAN-BASE-08")


def test_out_of_the_phase_nothing_is_said_of_where_all_stand_now() -> None:
    opened = table(Goto("parliament"))
    for action in ({"action": "court", "to": "office"}, {"action": "place", "knight": "red_3", "to": "county:A"}):
        reason, _ = why(opened, "ann", **action)
        assert reason.startswith("You place knights and lords only in the first phase") and "And then" not in reason


def test_a_lord_who_is_placed_stays() -> None:
    opened = table()
    opened.act("ann", Court("treasury"))
    reason, rule = why(opened, "ann", action="court", to="chancellor")
    assert reason.endswith("Your lord is placed already (the treasury).") and rule == "LAN2-COURT-07"


def test_what_a_placement_leads_to_comes_first() -> None:
    opened = table()
    card = next(iter(opened.game.state.conflicts))
    opened.act("ann", Place("blue_1a", f"conflict:{card}"))
    reason, rule = why(opened, "ann", action="place", knight="blue_2a", to="castle:K1")
    assert "First decide" in reason and rule == "LAN-BASE-08"


def test_modules_that_are_off_are_named() -> None:
    opened = table(variant="base")
    assert "option court is off" in why(opened, "ann", action="court", to="treasury")[0]
    assert "option court is off" in why(opened, "ann", action="claim", good="gold")[0]
    assert "option resentment is off" in why(opened, "ann", action="absolve")[0]
    free = table(Goto("conflicts"), ransom=False)
    assert why(free, SEATS[0], action="ransom", knights=[])[1] == "LAN-BASE-94"


@rows("at", ["conflict:C03", "conflict:C03/0", "conflict:C03/99", "conflict:C12/1"])
@rows("privilege", ["archer", "shield"])
def test_a_privilege_is_put_on_a_space_of_a_conflict_that_lies_open(privilege: PrivilegeKind, at: str) -> None:
    opened = table(SetRound(2), OpenConflict("C03", "upper", 0))
    with pytest.raises(Illegal, match="named by its number"):
        opened.act(MASTER, Grant("blue", privilege, 1, at))
