"""Time that nobody could use is not charged: Herald was away, or the machine's clock has jumped."""

import pytest

from bot.model import interventions
from bot.services.outages import LONGEST_S, said
from bot.store.payloads import Log
from bot.store.rows import TimerKind
from tests.referee.house import OWNER, House

HOUR_S = 3600.0


async def due(house: House, game_id: str) -> float:
    """When the deadline of a game ends."""
    return next(timer.due for timer in await house.timers(game_id) if timer.kind is TimerKind.DEADLINE)


async def told(house: House) -> list[str]:
    """What the threads were told of outages."""
    await house.dispatcher.deliver_due()
    return [event.text for log in house.courier.of(Log) for event in log.events if event.kind == "outage"]


@pytest.mark.parametrize("hours", [5.0, 200.0, -3.0])
async def test_what_lies_between_two_beats_is_credited_to_every_clock_and_told(house: House, hours: float) -> None:
    await house.clock.outages.look()
    game_id = await house.racing()
    left = await due(house, game_id) - house.time[0]
    house.later(hours)
    await house.clock.outages.look()
    await house.clock.tick()
    assert await due(house, game_id) - house.time[0] == pytest.approx(left)
    assert (await house.game(game_id)).version == 2, "nobody has missed anything"
    assert await told(house) == [said(hours * HOUR_S)]


async def test_a_restart_is_charged_and_not_told(house: House) -> None:
    await house.clock.outages.look()
    game_id = await house.racing()
    before = await due(house, game_id)
    house.later(LONGEST_S / HOUR_S - 0.01)
    await house.clock.outages.look()
    assert await due(house, game_id) == before and await told(house) == []


async def test_clocks_that_stand_are_not_credited_twice(house: House) -> None:
    await house.clock.outages.look()
    game_id = await house.racing()
    left = await due(house, game_id) - house.time[0]
    await house.moderation.intervene(game_id, OWNER, interventions.Pause())
    house.later(24)
    await house.clock.outages.look()
    await house.moderation.intervene(game_id, OWNER, interventions.Resume())
    assert await due(house, game_id) - house.time[0] == pytest.approx(left) and await told(house) == []


async def test_the_first_herald_on_a_database_credits_nothing(house: House) -> None:
    game_id = await house.racing()
    before = await due(house, game_id)
    house.later(30)
    await house.clock.outages.look()
    assert await due(house, game_id) == before and await told(house) == []


@pytest.mark.parametrize(("minutes", "charged"), [(2.9, True), (4.0, False)])
async def test_where_decisions_are_short_a_short_outage_is_credited_too(
    house: House, minutes: float, charged: bool
) -> None:
    await house.clock.outages.look()
    game_id = await house.racing(pace="live")
    before = await due(house, game_id)
    house.later(minutes / 60)
    await house.clock.outages.look()
    assert (await due(house, game_id) == before) is charged


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (60, "was down for 1 minute."),
        (3599, "was down for 60 minutes."),
        (3600, "was down for 1.0 hours."),
        (47.9 * 3600, "was down for 47.9 hours."),
        (48 * 3600, "was down for 2.0 days."),
        (-5 * 3600, "clock was put back by 5.0 hours."),
    ],
)
def test_how_long_herald_was_away_is_told_in_the_unit_that_fits(seconds: float, words: str) -> None:
    assert words in said(seconds)
