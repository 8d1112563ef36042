"""What running tables are told of rules that have changed."""

from engine.core.options import options_of
from engine.core.registry import registry
from engine.kingmaker import changes
from engine.kingmaker.rules import RULES
from tests.kingmaker import boards


def test_every_change_names_rules_and_options_that_there_are() -> None:
    known, values = registry("kingmaker"), options_of("kingmaker").catalogue
    for change in changes.all_changes():
        assert change.rules and set(change.rules) <= set(known)
        assert all(values[name].accepts(value) for name, wanted in change.when.items() for value in wanted)
        assert int(change.version) <= int(RULES.version) and change.text.endswith(".")


def test_a_table_hears_of_what_concerns_its_options_and_is_new_to_it() -> None:
    covault, wbc = boards.empty(variant="covault"), boards.empty(variant="wbc")
    told = changes.since(covault, "1")
    assert any("Embassy" in change and "[COV-5.9]" in change for change in told)
    assert not any("COV-" in change for change in changes.since(wbc, "1"))
    assert changes.since(covault, RULES.version) == []


def test_what_an_older_version_remembered_and_this_one_does_not_need_is_let_go() -> None:
    state = boards.empty(variant="wbc").state
    older = RULES.encode(state)[:-1] + b',"struck":["royal_death_1"]}'
    assert RULES.encode(RULES.decode(older)) == RULES.encode(state)
