"""What a table of Lancaster may be played with, and what is refused (docs/rules/lancaster.md, section 15)."""

import pytest

from engine.core.errors import EngineError
from engine.lancaster.rules import RULES
from tests.harness.rows import rows


@rows("variant", ["base", "henry"])
@rows(
    "modules",
    [
        {"court": True, "resentment": False, "king_laws": False, "law_preset": "base"},
        {"court": False, "resentment": True, "king_laws": False, "law_preset": "base"},
        {"court": True, "resentment": True},
    ],
)
@pytest.mark.rule("LAN2-COURT-01")
def test_court_and_resentment_are_played_apart_or_together(variant: str, modules: dict[str, object]) -> None:
    values = RULES.options(variant, modules)
    assert {name: values[name] for name in modules} == modules


@pytest.mark.parametrize("missing", ["court", "resentment"])
@pytest.mark.rule("LAN-BASE-101", "LAN2-LAW-01")
def test_the_laws_of_the_king_need_both_other_modules(missing: str) -> None:
    with pytest.raises(EngineError, match=f"king_laws needs {missing}"):
        RULES.options("henry", {missing: False, "king_laws": True})


@pytest.mark.rule("LAN-BASE-101", "LAN2-LAW-23")
@pytest.mark.parametrize("missing", ["court", "resentment"])
def test_defaults_give_way_to_a_module_that_is_off(missing: str) -> None:
    values = RULES.options("henry", {missing: False})
    assert (values["king_laws"], values["law_preset"]) == (False, "base")
    assert {values[f"law_group_{group}"] for group in range(5)} == {"base"}


@pytest.mark.rule("LAN2-LAW-23")
def test_without_the_laws_of_the_king_their_preset_is_refused_and_base_is_the_default() -> None:
    with pytest.raises(EngineError, match="needs king_laws"):
        RULES.options("henry", {"king_laws": False, "law_preset": "king"})
    assert RULES.options("henry", {"king_laws": False})["law_preset"] == "base"


@pytest.mark.rule("LAN-BASE-102")
def test_the_new_laws_must_be_allowed() -> None:
    with pytest.raises(EngineError, match="needs new_laws"):
        RULES.options("base", {"law_preset": "new"})
    assert RULES.options("base", {"law_preset": "new", "new_laws": True})["law_preset"] == "new"


@pytest.mark.rule("LAN-BASE-101")
@pytest.mark.parametrize(
    ("option", "value", "missing"),
    [
        ("tudor_after_lord_expulsion", "supply", "court"),
        ("tudor_lord_alone", True, "court"),
        ("dishonor_tie", "more_counts_as_fewer", "resentment"),
    ],
)
def test_a_value_set_by_hand_that_needs_a_module_is_refused(option: str, value: object, missing: str) -> None:
    with pytest.raises(EngineError, match=f"{option} needs {missing}"):
        RULES.options("henry", {missing: False, option: value})


@pytest.mark.rule("LAN2-LAW-03")
def test_a_group_of_laws_is_chosen_by_itself_only_with_the_preset_mix() -> None:
    mixed = {"new_laws": True, "law_preset": "mix", "law_group_2": "king", "law_group_3": "new"}
    values = RULES.options("henry", mixed)
    assert [values[f"law_group_{group}"] for group in range(5)] == ["base", "base", "king", "new", "base"]
    with pytest.raises(EngineError, match="law_preset = mix"):
        RULES.options("henry", {**mixed, "law_preset": "king"})
