"""Edits of the game master about hidden cards: everybody hears of them, only the holder hears what they name."""

import msgspec
import pytest

from engine.core.actions import MASTER, Action, Note, Overrule
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.kingmaker.board.catalog import NobleCard
from engine.kingmaker.edits.card_edits import DISCREET, Hand, Pile, Retain, Stack
from engine.kingmaker.edits.map_edits import Bind
from engine.kingmaker.edits.people_edits import Remove
from engine.kingmaker.rules import RULES
from tests.kingmaker.boards import game_of


@pytest.fixture
def table() -> Table:
    """A game of two before the first movement."""
    return Table.new(RULES, "g", ["ann", "ben"], RULES.options("base", {}), b"key")


def spare(table: Table) -> tuple[str, str]:
    """A Crown card and an event card that lie in their decks."""
    return table.game.state.crown_deck[0], table.game.state.event_deck[0]


@pytest.mark.parametrize("kind", DISCREET)
def test_what_they_name_is_told_to_nobody_else(kind: type[Action], table: Table) -> None:
    card, event = spare(table)
    edits: dict[type[Action], Action] = {
        Hand: Hand(card, "ann"),
        Retain: Retain(event, "ann"),
        Pile: Pile(event, "event_deck"),
        Stack: Stack("events", [event]),
    }
    told = table.act(MASTER, Overrule(edits[kind])).events
    public = " ".join(event.text for event in told if event.seats is None)
    assert "The game master: " in public and card not in public and event not in public
    assert all(e.seats == ("ann",) for e in told if card in e.text or event in e.text)
    assert any(e.seats for e in told) == (kind in (Hand, Retain))


def test_the_first_card_of_a_stack_is_drawn_first(table: Table) -> None:
    first, second = table.game.state.event_deck[:2]
    table.act(MASTER, Stack("events", [first, second]))
    assert table.game.state.event_deck[-1] == first and table.game.state.event_deck[-2] == second
    with pytest.raises(Illegal, match="no card called"):
        table.act(MASTER, Stack("crown", ["dragon"]))


def test_a_note_changes_nothing_but_the_record(table: Table) -> None:
    before = table.view("ann"), table.requests()
    told = table.act(MASTER, Note("The clocks stand still."))
    assert [event.text for event in told.events] == ["The clocks stand still."] and not told.draws
    assert [request.decision for request in table.requests()] == [request.decision for request in before[1]]


@pytest.mark.parametrize("edit", [Remove(""), Bind(free=True)])
def test_who_is_not_in_play_can_be_neither_removed_nor_freed(edit: Action, table: Table) -> None:
    absent = next(
        card for card in table.game.state.crown_deck if isinstance(game_of(table).catalog.cards[card], NobleCard)
    )
    named = msgspec.structs.replace(edit, noble=absent)
    with pytest.raises(Illegal, match=f"no noble called '{absent}'"):
        table.act(MASTER, named)
