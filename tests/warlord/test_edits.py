"""What the game master's edits refuse, where no scenario needs them for something else."""

import pytest

from engine.core.actions import MASTER, Action
from engine.core.dice import Dice
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.warlord.edits import Become, Imprison, Place, Queue
from engine.warlord.rules import RULES
from tests.harness.rows import rows
from tests.warlord.tables import begun

PIECES = {"red_knight": "D8", "blue_knight": "D10", "red_lady": "F2"}


def at_work(edit: Action) -> None:
    """Let the game master make an edit at a table in the middle of a tourney with a Wizard."""
    game = begun(PIECES, {"wizard": "player"})
    table = Table(RULES, RULES.game(game.state, Dice(bytes(32), "test")))
    table.arrange(Place("risen_1", "H9", kind="footman"))
    table.begin()
    table.act(MASTER, edit)


@rows(
    "edit, says",
    [
        (Become("red_knight", "warlord"), r"Red has a Warlord already; .* \[WLT-6\.1\]"),
        (Become("red_knight", "lady"), r"Red has a Lady already; .* \[WLT-6\.1\]"),
        (Place("blue_warlord", "F5", side="red"), r"Red has a Warlord already; .* \[WLT-6\.1\]"),
        (Place("red_lady_2", "F5"), r"Red has a Lady already; .* \[WLT-6\.1\]"),
        (Place("blue_knight", "F5", side="wizard"), "leads the risen, and them alone"),
        (Place("risen_1", "F5", side="red"), "leads the risen, and them alone"),
        (Place("G11", "E12", side="red", kind="bishop"), "'G11' is no name for a piece"),
        (Imprison("risen_1", "red"), "taken by nobody"),
        (Queue("risen_1"), "taken by nobody"),
    ],
)
def test_what_can_be_at_no_table_is_refused_in_a_sentence(edit: Action, says: str) -> None:
    with pytest.raises(Illegal, match=says):
        at_work(edit)


def test_a_lady_who_is_a_footman_now_makes_room_for_another() -> None:
    at_work(Become("red_lady", "footman"))
