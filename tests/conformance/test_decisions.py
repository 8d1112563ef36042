"""What every game tells of its pace: kinds of decisions, what can be answered ahead, who is next, how it is closed."""

from engine.core.actions import MASTER
from engine.core.computer.players import Seated
from engine.core.table import Table
from tests.conformance.tables import AT_ONCE, GAMES, every_title, livelier, moments, opened, played
from tests.harness.rows import rows


@rows("game", GAMES)
def test_kinds_of_decisions_are_apart_and_have_names(game: str) -> None:
    kinds = GAMES[game].pace.decision_kinds
    decisions = [decision for kind in kinds for decision in kind.decisions]
    assert len(decisions) == len(set(decisions))
    assert len({kind.id for kind in kinds}) == len(kinds) and all(kind.words and kind.share > 0 for kind in kinds)


@rows("game", GAMES)
def test_what_can_be_answered_ahead_has_answers_of_the_game(game: str) -> None:
    rules = GAMES[game]
    assert set(rules.offering.refusals) <= set(rules.actions)
    for asked in rules.plans.plannable.values():
        assert asked.words and set(asked.answers) <= set(rules.actions)
        assert asked.ahead or all(len(kind.__struct_fields__) <= 3 for kind in asked.answers)


@every_title
def test_who_is_next_gets_the_turn(game: str, variant: str) -> None:
    table_of, foretold, active, passed = "", "", "", 0
    for _, table in moments(game, variant, every=1):
        now = _active(table)
        if active and foretold and now != active and table.game.state.game_id == table_of:
            passed += 1
            assert now == foretold
        table_of, foretold, active = table.game.state.game_id, table.rules.pace.next_seat(table.game), now
    assert (passed > 3) == (game not in AT_ONCE)


def _active(table: Table) -> str:
    """The seat whose turn it is, as the views of the games call it."""
    view = table.view(MASTER)
    return getattr(view, "active", "") or getattr(view, "seat", "")


@every_title
def test_play_that_has_begun_can_be_closed_once(game: str, variant: str) -> None:
    table = opened(GAMES[game], variant, 2)
    closing = table.rules.pace.end_of_play_edit(table.game)
    for _ in played(table, 100, player=Seated(livelier(GAMES[game]), 4)):
        if closing := closing or table.rules.pace.end_of_play_edit(table.game):
            break
    assert (closing is None) == ((game, variant) in ENDLESS)
    if closing is not None:
        table.act(MASTER, closing)
        assert table.rules.pace.end_of_play_edit(table.game) is None


ENDLESS = [("kingmaker", "base"), ("high_card", "high"), ("high_card", "low")]
"""What is played until somebody has won, whatever the date."""
