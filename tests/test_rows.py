"""A test that goes through the rows of a table tries them all, and names those that fail."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.harness import rows as rows_of_tables
from tests.harness.rows import rows

TABLE = [("york", 3), ("rye", 0), ("london", 7)]


def test_every_row_is_tried_and_those_that_fail_are_named(tmp_path: Path) -> None:
    @rows("town, men", TABLE)
    def has_a_garrison(town: str, men: int, at: Path) -> None:
        (at / town).touch()
        assert men

    @rows("town, men", TABLE)
    def is_feared(town: str, men: int) -> None:
        with pytest.raises(ZeroDivisionError):
            1 / men

    with pytest.raises(ExceptionGroup, match=r"^This fails with \('rye', 0\)$") as failed:
        has_a_garrison(at=tmp_path)
    assert [file.name for file in sorted(tmp_path.glob("*/*"))] == ["york", "rye", "london"]
    assert failed.value.exceptions[0].__notes__ == ["in the row ('rye', 0)"]
    with pytest.raises(BaseExceptionGroup, match=r"with \('york', 3\); \('london', 7\)"):
        is_feared()


@rows("town, men", TABLE, by=lambda row: row[0][-1])
def test_a_part_of_a_table_is_a_test(request: pytest.FixtureRequest, town: str, men: int) -> None:
    assert request.node.callspec.id in (town[-1], f"{town}-{men}")


def test_each_row_is_a_test_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def has_a_garrison(town: str, men: int) -> None: ...

    monkeypatch.setattr(rows_of_tables, "APART", True)
    apart = rows("town, men", TABLE, by=str)(has_a_garrison)
    assert [mark.args for mark in apart.pytestmark] == [("town, men", TABLE)]  # type: ignore[attr-defined] # pytest keeps marks there


def test_a_row_finds_nothing_of_the_row_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @rows("town, men", TABLE)
    def begins_with_nothing(
        town: str, men: int, at: Path, said: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
    ) -> None:
        assert not [*at.iterdir()]
        assert not said.readouterr().out
        assert "RYE" not in os.environ
        (at / town).touch()
        print(town)
        patch.setenv("RYE", town)

    begins_with_nothing(at=tmp_path, said=capsys, patch=monkeypatch)


def test_a_row_undoes_nothing_that_was_done_before_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YORK", "walled")

    @rows("town, men", TABLE)
    def finds_its_walls(town: str, men: int, patch: pytest.MonkeyPatch) -> None:
        assert os.environ["YORK"] == "walled"
        patch.setenv("YORK", "fallen")

    finds_its_walls(patch=monkeypatch)
    assert os.environ["YORK"] == "walled"


@pytest.fixture
def garrison() -> list[int]:
    return []


@pytest.fixture(scope="module")
def england() -> str:
    return "England"


def test_rows_that_would_share_what_each_test_has_for_itself_are_refused(request: pytest.FixtureRequest) -> None:
    @rows("town, men", TABLE)
    def test_men_are_counted(town: str, men: int, garrison: list[int], england: str) -> None: ...

    @rows("town, men", TABLE)
    def test_towns_are_english(town: str, men: int, england: str, tmp_path: Path) -> None: ...

    def made(test: Callable[..., None]) -> pytest.Function:
        return pytest.Function.from_parent(request.node.parent, name=test.__name__, callobj=test)

    with pytest.raises(pytest.UsageError, match=r"The rows of .*::test_men_are_counted would share “garrison”"):
        rows_of_tables.refuse_shared(made(test_men_are_counted))
    rows_of_tables.refuse_shared(made(test_towns_are_english))


def test_a_row_that_is_skipped_hides_no_other() -> None:
    @rows("town, men", TABLE)
    def has_a_garrison(town: str, men: int) -> None:
        if town == "york":
            pytest.skip("York is far away.")
        assert men

    @rows("town, men", TABLE)
    def is_far_away(town: str, men: int) -> None:
        pytest.skip("All are far away.")

    with pytest.raises(ExceptionGroup, match=r"^This fails with \('rye', 0\)$"):
        has_a_garrison()
    with pytest.raises(pytest.skip.Exception):
        is_far_away()


def test_a_coroutine_is_refused() -> None:
    async def has_a_garrison(town: str, men: int) -> None: ...

    with pytest.raises(AssertionError, match=r"has_a_garrison is a coroutine"):
        rows("town, men", TABLE)(has_a_garrison)  # type: ignore[arg-type] # what is refused


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(AssertionError, match="no rows with town, men"):
        rows("town, men", [])
