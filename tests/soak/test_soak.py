"""A short soak: some tables in some seconds of bad weather, in which Herald is killed. `make soak` is the long one."""

from pathlib import Path

from tests.soak.report import lines
from tests.soak.run import Plan, soak
from tests.soak.tables import SORTS


async def test_nothing_is_lost_in_bad_weather(tmp_path: Path) -> None:
    result = await soak(Plan(tables=len(SORTS), seconds=6.0, gap=0.8), tmp_path)
    assert not result.verdict.faults, "\n".join(lines(result))
    assert result.weather.seen["kill -9"] and result.book.acknowledged and result.verdict.standing
