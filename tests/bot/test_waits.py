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
