"""What is added to panels later, and what a press in the meantime makes stale."""

import asyncio

from bot.waits import LatePanels

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
