"""What is added to panels later, and what a press in the meantime makes stale."""

import asyncio
from types import SimpleNamespace
from typing import Any

from bot.waits import LatePanels, LivePanels

PANEL, FIRST, SECOND = 7, 100, 200


async def finished(late: LatePanels, press: int) -> list[int]:
    """Answer a press with a panel to be finished; return the press if it was finished."""
    done: list[int] = []

    async def work() -> None:
        done.append(press)

    late.finish(PANEL, press, work())
    await asyncio.gather(*late.tasks.values(), return_exceptions=True)
    return done


async def test_a_panel_is_finished_after_the_press_that_it_answers() -> None:
    late = LatePanels()
    late.note_press(PANEL, FIRST)
    assert await finished(late, FIRST) == [FIRST]
    assert not late.tasks


async def test_a_panel_that_was_pressed_again_before_its_answer_had_come_back_is_left_alone() -> None:
    late = LatePanels()
    late.note_press(PANEL, FIRST)
    late.note_press(PANEL, SECOND)
    assert await finished(late, FIRST) == []
    assert await finished(late, SECOND) == [SECOND]


async def test_a_press_ends_what_is_being_worked_out_for_the_panel() -> None:
    late = LatePanels()
    late.finish(PANEL, FIRST, asyncio.sleep(60))
    (working,) = late.tasks.values()
    late.note_press(PANEL, SECOND)
    await asyncio.wait([working])
    assert working.cancelled() and not late.tasks


async def asked_on(late: LatePanels, press: int) -> list[int]:
    """Let a panel wait for the change of a game; return the list of presses whose work is then done."""
    done: list[int] = []

    async def work() -> None:
        done.append(press)

    late.wait_for("k7f2", PANEL, press, work)
    return done


async def test_the_change_of_its_game_alone_wakes_a_panel_and_once() -> None:
    late = LatePanels()
    done = await asked_on(late, FIRST)
    late.tell("other")
    assert not late.tasks
    for _ in range(2):
        late.tell("k7f2")
        await asyncio.gather(*late.tasks.values())
    assert done == [FIRST]


async def test_a_panel_that_is_pressed_or_closed_waits_no_more() -> None:
    late = LatePanels()
    await asked_on(late, FIRST)
    late.note_press(PANEL, SECOND)
    await asked_on(late, FIRST)
    late.tell("k7f2")
    assert not late.tasks, "neither the press before the other, nor one that comes late"
    await asked_on(late, SECOND)
    late.close()
    late.tell("k7f2")
    assert not late.tasks


def test_the_newest_panel_of_a_person_in_a_game_is_known_once_and_while_it_can_be_removed() -> None:
    live = LivePanels()
    older, newer, expired = (answering(is_expired) for is_expired in (False, False, True))
    live.note("k7f2", older)
    live.note("k7f2", newer)
    live.note("m3d9", expired)
    assert [live.forget("k7f2", 7), live.forget("k7f2", 7), live.forget("m3d9", 7)] == [newer, None, None]


def answering(is_expired: bool) -> Any:
    """The interaction of a person that a panel answers."""
    return SimpleNamespace(user=SimpleNamespace(id=7), is_expired=lambda: is_expired)
