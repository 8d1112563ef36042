"""A battle is remembered from its first roll to its last, for those who look at it later (rules 6.3, 6.4)."""

from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.table import Table
from engine.core.trials import scenario
from engine.warriors.battles.retreat import Retreat
from engine.warriors.battles.siege import StandSiege
from engine.warriors.board.state import Record
from engine.warriors.board.steps import AsProposed
from engine.warriors.edits import Goto, SetControl, SetImpulses, SetKing, Station
from engine.warriors.impulses.impulses import Move
from engine.warriors.rules import RULES
from engine.warriors.views import WarriorsView
from tests.harness import as_kind
from tests.warriors.tables import game, reports, table

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "warriors"

SETUP = (
    Station("edward_iii", "england", {"knight_english": 2, "longbow_english": 3, "infantry": 2}),
    Station("john_chandos", "england", {"longbow_english": 1, "infantry": 2}),
    Station("philippe_vi", "normandy", {"knight_french": 3, "infantry": 5}),
    SetControl(["england"], "english"),
    SetKing("english", "edward_iii"),
    SetKing("french", "philippe_vi"),
    SetImpulses(1, 1, "english"),
)
"""The worked example of the rules, section 14."""

GO = Move(["edward_iii", "john_chandos"], "normandy")


def record(opened: Table, viewer: str = "") -> Record:
    """What somebody sees of the battle."""
    view = opened.view(viewer)
    assert isinstance(view, WarriorsView) and view.record is not None
    return view.record


def test_the_rounds_of_a_battle_are_remembered_with_their_losses() -> None:
    opened = table(*SETUP, SetControl(["ile_de_france"], "french"))
    game(opened).dice.force(6, [5, 5, 6, 1, 1, 2, 2, 3, 4, 4, 6, 5, 2, 1])
    opened.act("ann", GO)
    found = record(opened)
    assert (found.area, found.aggressor, found.kind, found.over) == ("normandy", "english", "field", False)
    assert not found.retreating and not found.forced and not found.holds
    assert found.kings == ["edward_iii", "philippe_vi"]
    assert found.armies["french"] == {"philippe_vi": {"knight_french": 3, "infantry": 5}}
    assert found.commanders == {"english": "edward_iii", "french": "philippe_vi"}
    (first,) = found.clashes
    assert first.rolls["french"] == [6, 5, 2, 1] and first.hits == {"english": 3, "french": 1}
    assert first.lost == {"english": {"infantry": 1}, "french": {"infantry": 3}}

    game(opened).dice.force(6, [4, 4, 5, 6, 6, 1, 1, 2, 3, 3, 3])
    outcome = opened.act("ben", Retreat("ile_de_france"))
    found = record(opened)
    assert [clash.kind for clash in found.clashes] == ["round", "pursuit"]
    assert found.clashes[1].plus == {"english": 2} and list(found.clashes[1].lost) == ["french"]
    assert (found.retreating, found.forced, found.gone) == ("french", False, {"philippe_vi": "ile_de_france"})
    assert (found.over, found.holds) == (True, "english")
    told: dict[str, Any] = reports(outcome, "battle_over")[0]["record"]
    assert told["holds"] == "english" and len(told["clashes"]) == 2


def test_a_siege_is_remembered_with_who_fled() -> None:
    opened = table(*SETUP, SetControl(["normandy"], "french"))
    opened.act("ann", GO)
    game(opened).dice.force(6, [1])
    opened.act("ben", StandSiege())
    if not record(opened).over:
        opened.act("ann", AsProposed())
    found = record(opened)
    assert (found.kind, found.besieged, found.holds) == ("siege", "french", "french")
    (assault,) = found.clashes
    assert (assault.kind, assault.rolls, assault.number) == ("assault", {"english": [1]}, 4)
    assert set(found.gone) == {"edward_iii", "john_chandos"} and not found.taken


def test_a_siege_that_succeeds_is_remembered_with_its_prisoners() -> None:
    opened = table(*SETUP, SetControl(["normandy"], "french"))
    opened.act("ann", GO)
    game(opened).dice.force(6, [6])
    opened.act("ben", StandSiege())
    found = record(opened)
    assert found.taken == ["philippe_vi"] and (found.over, found.holds) == (True, "english")


def test_a_leader_who_is_hit_is_remembered_with_his_fate() -> None:
    opened = table(*SETUP[:2], Station("louis_dampierre", "normandy"), *SETUP[3:5], SETUP[-1])
    game(opened).dice.force(6, [6] * 10 + [1, 1])
    opened.act("ann", GO)
    (fate,) = record(opened).clashes[0].fates
    assert (fate.leader, fate.roll, fate.fate) == ("louis_dampierre", 1, "killed")


def test_a_record_stays_until_the_next_battle_and_everybody_sees_it() -> None:
    opened = table(*SETUP)
    assert as_kind(WarriorsView, opened.view("")).record is None
    opened.act("ann", GO)
    assert record(opened, "ann") == record(opened, "ben") == record(opened)


def test_a_battle_begun_before_there_were_records_is_fought_to_its_end_without_one() -> None:
    opened = table(*SETUP, SetControl(["ile_de_france"], "french"))
    opened.act("ann", GO)
    game(opened).state.record = None
    outcome = opened.act("ben", Retreat("ile_de_france"))
    assert as_kind(WarriorsView, opened.view("")).record is None
    assert reports(outcome, "battle_over")[0]["record"] == {}


def test_prisoners_of_a_siege_are_counted_apart_from_those_who_had_no_way_out() -> None:
    sieges, retreats = (of_scenario(name) for name in ("sieges/won", "battles/retreat_without_a_way"))
    assert sieges == ["captured behind walls"] and retreats == ["captured without a way out"]


def of_scenario(name: str) -> list[str]:
    """What came of those who were taken prisoner in a scenario."""
    told: list[Event] = []

    def listen(_: Table, __: str, done: scenario.Done) -> None:
        told.extend(() if done is None or isinstance(done, Illegal) else done.events)

    scenario.run(RULES, scenario.load(SCENARIOS / f"{name}.toml"), listen)
    return [event.outcome for event in told if event.kind == "captured"]


@pytest.mark.parametrize(("rolled", "side"), [(3, "english"), (4, "")])
def test_what_the_pictures_are_told_of_the_roll_for_normandy(rolled: int, side: str) -> None:
    opened = table(Station("edward_iii", "normandy"), Station("philippe_vi", "champagne"))
    game(opened).dice.force(6, [6, rolled])
    (champagne, normandy) = reports(opened.act("master", Goto("control")), "control")
    assert (champagne["area"], champagne["side"]) == ("champagne", "")
    assert normandy == {"area": "normandy", "roll": rolled, "needed": 3, "side": side}
