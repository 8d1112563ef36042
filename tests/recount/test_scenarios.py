"""The second arithmetic judges what happens in scenarios, where rules meet that seldom do in whole games."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.actions import MASTER, Action
from engine.core.table import Outcome, Table
from engine.core.trials import scenario
from engine.games import rules_of
from engine.recount.judging import Act
from engine.recount.recount import JUDGES, judged
from tests.chronicles.scenes import FILES
from tests.harness.rows import rows

MISREAD = (
    "kingmaker/parliament/chancellor_may_call",
    "kingmaker/victory/covault_votes_of_besiegers_aboard",
    "kingmaker/wbc_battles/crowned_beaufort_falls_as_noble",
    "kingmaker/wbc_battles/newcomer_ambushes_nobody",
    "kingmaker/wbc_battles/town_card_men_in_a_sally",
    "kingmaker/wbc_battles/traded_troops_fight_freely",
    "kingmaker/wbc_battles/wavering_heir_fights_on",
    "lancaster/options/most_of_nothing",
    "lancaster/options/most_of_nothing_and_the_tax",
    "lancaster/privileges/an_old_archer_comes_from_dorset",
    "lancaster/privileges/from_dorset_to_france",
    "warriors/battles/forced_retreat",
    "warriors/captives/exchange_declined",
    "warriors/sieges/by_default",
)
"""Scenarios of which a judge once had its doubts, and should have had none."""


def chapter(name: str) -> str:
    """The folder of a scenario."""
    return str(Path(name).parent)


@rows("name", MISREAD)
def test_what_was_once_misread_is_read_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sums, doubts = looked_through(name, monkeypatch)
    assert sums and not doubts


@pytest.mark.nightly
@rows("name", [name for name in FILES if name not in MISREAD], by=chapter)
def test_scenarios_leave_no_doubt(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, doubts = looked_through(name, monkeypatch)
    assert not doubts


def looked_through(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    """Run a scenario and judge each action of its players; return how many sums were made, and the doubts."""
    read = scenario.load(FILES[name])
    judge, act, sums, doubts = JUDGES[read.game], Table.act, 0, list[str]()

    def watched(table: Table, seat: str, action: Action) -> Outcome:
        nonlocal sums
        before: dict[str, Any] = msgspec.json.decode(table.snapshot())
        done = act(table, seat, action)
        if seat != MASTER:
            after = msgspec.json.decode(table.snapshot())
            happened = Act(table.version, msgspec.to_builtins(action), before, after, done.events, done.draws)
            for event, found in judged(judge, happened):
                sums += 1
                if found.said != found.expected:
                    doubts.append(f"{found.what}: said {found.said}, expected {found.expected} ({event})")
        return done

    monkeypatch.setattr(Table, "act", watched)
    scenario.run(rules_of(read.game), read)
    return sums, doubts
