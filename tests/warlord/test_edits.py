"""What the game master's edits refuse, where no scenario needs them for something else."""

import pytest

from engine.core.actions import MASTER, Action
from engine.core.dice import Dice
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.edits import Become, Imprison, Place, Queue
from engine.warlord.rules import RULES
from tests.harness.rows import rows
from tests.warlord.tables import begun

PIECES = {"red_knight": "D8", "blue_knight": "D10", "red_lady": "F2"}


def at_work(edit: Action) -> None:
    """Let the game master make an edit at a table in the middle of a tourney with a Wizard."""
    game = begun(PIECES, {"wizard": "player"})
    table = Table(RULES, RULES.game(game.state, Dice(bytes(32), "test")))
    table.arrange(Place(PieceId("risen_1"), Square("H9"), kind="footman"))
    table.begin()
    table.act(MASTER, edit)


@rows(
    "edit, says",
    [
        (Become(PieceId("red_knight"), "warlord"), r"Red has a Warlord already; .* \[WLT-6\.1\]"),
        (Become(PieceId("red_knight"), "lady"), r"Red has a Lady already; .* \[WLT-6\.1\]"),
        (Place(PieceId("blue_warlord"), Square("F5"), side="red"), r"Red has a Warlord already; .* \[WLT-6\.1\]"),
        (Place(PieceId("red_lady_2"), Square("F5")), r"Red has a Lady already; .* \[WLT-6\.1\]"),
        (Place(PieceId("blue_knight"), Square("F5"), side="wizard"), "leads only the Risen"),
        (Place(PieceId("risen_1"), Square("F5"), side="red"), "leads only the Risen"),
        (Place(PieceId("G11"), Square("E12"), side="red", kind="bishop"), "'G11' is no name for a piece"),
        (Imprison(PieceId("risen_1"), "red"), "Nobody captures"),
        (Queue(PieceId("risen_1")), "Nobody captures"),
    ],
)
def test_what_can_be_at_no_table_is_refused_in_a_sentence(edit: Action, says: str) -> None:
    with pytest.raises(Illegal, match=says):
        at_work(edit)


def test_a_lady_who_is_a_footman_now_makes_room_for_another() -> None:
    at_work(Become(PieceId("red_lady"), "footman"))
