"""Going back: the state returns, the numbers do not; and edits that the game master forces."""

import pytest

from engine.core.actions import MASTER, Overrule
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.dice import commitment, game_key
from engine.core.errors import Illegal
from engine.core.record import transcript
from engine.core.record.transcript import Transcript
from engine.core.table import Table
from engine.games import rules_of
from tests.referee.relay import Carry, relay

RULES = rules_of("kingmaker")
SECRET = b"rewind".ljust(32, b".")
SEATS = ["ann", "ben", "cat"]


def opened() -> Table:
    """A table at its first decision."""
    return Table.new(RULES, "g", SEATS, RULES.options("base", {}), game_key(SECRET, []))


def test_the_table_returns_but_no_number_is_drawn_twice() -> None:
    table, player = opened(), Seated(RandomPlayer(), 1)
    record = Transcript(
        rules="kingmaker", rules_version=RULES.version, game_id="g", options=RULES.options("base", {}), seats=SEATS,
        commitment=commitment(SECRET), secret=SECRET.hex(), opening_hash=table.hash(),
        opening_draws=table.opening().draws,
    )  # fmt: skip
    past = [table.snapshot()]
    for number in range(60):
        if number == 40:
            before = table.game.state.draws
            outcome = table.rewind(past[25], 25)
            assert table.game.state.draws == before and table.version == 41
            assert table.game.state.turn == RULES.codec.decode(past[25]).turn
            record.entries.append(transcript.entry(outcome, MASTER, {"action": "rewind", "to": 25}, table))
        else:
            seat = table.requests()[0].seat
            action = player.choose(table, seat)
            record.entries.append(transcript.entry(table.act(seat, action), seat, action, table))
        past.append(table.snapshot())
    assert transcript.replay(RULES, transcript.read(transcript.write(record))).hash() == table.hash()


def test_an_edit_that_the_game_master_insists_on_is_carried_out_and_its_problem_let_pass() -> None:
    rules = relay()
    table = Table.new(rules, "g", SEATS, {"goal": 30}, SECRET)
    wrong, before = Carry(seat="ann", to=-3), table.hash()
    with pytest.raises(Illegal, match=r"This would break rules of the game: .*behind the start"):
        table.act(MASTER, wrong)
    assert table.hash() == before
    table.act(MASTER, Overrule(wrong))
    assert table.game.state.tolerated and not table.problems()
    table.act(MASTER, Carry(seat="ann", to=-3))
    assert Table.restore(rules, table.snapshot(), SECRET).problems() == []
