"""What running tables are told of rules that have changed."""

import pytest

from engine.core.files.options import options_of
from engine.core.files.registry import registry
from engine.core.record import changes, transcript
from engine.core.trials import simulation
from engine.games import rules_of
from engine.kingmaker.rules import RULES
from tests.kingmaker import boards
from tests.warlord import tables


@pytest.mark.parametrize("game", ["kingmaker", "lancaster", "warlord", "warriors"])
def test_every_change_names_rules_and_options_that_there_are(game: str) -> None:
    known, values = registry(game), options_of(game).by_id
    found = changes.all_changes(game)
    assert any(change.version == rules_of(game).version for change in found)
    for change in found:
        assert change.rules and set(change.rules) <= set(known)
        assert all(values[name].accepts(value) for name, wanted in change.when.items() for value in wanted)
        assert int(change.version) <= int(rules_of(game).version) and change.text.endswith(".")


def test_a_table_hears_of_what_concerns_its_options_and_is_new_to_it() -> None:
    covault, wbc = boards.empty(variant="covault"), boards.empty(variant="wbc")
    told = changes.since(covault, "1")
    assert any("Embassy" in change and "[COV-5.9]" in change for change in told)
    assert not any("COV-" in change for change in changes.since(wbc, "1"))
    assert changes.since(covault, RULES.version) == []


def test_a_change_concerns_whoever_has_one_of_the_values_of_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    change = changes.Change("2", ("BASE-EVT-13",), "A Writ may be kept.", when={"retained_events": ["writ"]})
    monkeypatch.setattr(changes, "all_changes", lambda _: [change])
    kept = [["writ", "free_move"], ["free_move"]]
    told = [changes.since(boards.empty({"retained_events": events}), "1") for events in kept]
    assert told == [["A Writ may be kept. [BASE-EVT-13]"], []]


@pytest.mark.parametrize("name", ["kingmaker", "lancaster", "warlord", "warriors"])
def test_every_game_tells_its_tables_what_has_changed(name: str) -> None:
    rules = rules_of(name)
    options = {"court": True} if name == "lancaster" else {}
    table = simulation.play(rules, rules.options(rules.usual_variant, options), 2, seed=1, limit=1).transcript
    told = rules.changes(transcript.opened(rules, table).game, "1")
    assert told and rules.changes(transcript.opened(rules, table).game, rules.version) == []


def test_a_tourney_hears_of_its_optional_rules_alone() -> None:
    plain, armed = (tables.begun({}, {"weapons": weapons}) for weapons in ("sword_only", "chosen_and_bowmen"))
    assert changes.since(plain, "1") and not any("WLT-9.10" in change for change in changes.since(plain, "1"))
    assert any("[WLT-9.10, WLT-3.3]" in change for change in changes.since(armed, "1"))


def test_what_an_older_version_remembered_and_this_one_does_not_need_is_let_go() -> None:
    state = boards.empty(variant="wbc").state
    older = RULES.codec.encode(state)[:-1] + b',"struck":["royal_death_1"]}'
    assert RULES.codec.encode(RULES.codec.decode(older)) == RULES.codec.encode(state)
