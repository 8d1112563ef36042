"""Waiting for news, but not for ever: how the tasks that look after something sleep, and what panels still wait for."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import discord

Work = Coroutine[Any, Any, object]

PRESSES = 1000
"""How many messages are known by their newest press; an answer is not as late as that."""


async def wait_until(news: asyncio.Event, seconds: float) -> None:
    """Wait this many seconds, or until there is news."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return


class LatePanels:
    """Panels to which something is still to be added, at once or when a game changes; a press on one makes that stale.

    Presses are told apart by the numbers of their interactions, which grow.
    """

    def __init__(self) -> None:
        self.tasks: dict[int, asyncio.Task[object]] = {}
        """What is being worked out, by the number of the message."""
        self._newest: dict[int, int] = {}
        self._waiting: dict[int, tuple[str, int, Callable[[], Work]]] = {}
        """What waits for the change of a game, by the number of the message: the game, the press, and what to do."""

    def finish(self, message: int, press: int, work: Work) -> None:
        """Add to the panel that answers a press what is being worked out, unless it was pressed again already."""
        if self._newest.get(message, 0) > press:
            work.close()
            return
        self._drop(message)
        finishing = self.tasks[message] = asyncio.create_task(work)
        finishing.add_done_callback(lambda done: self._finished(message, done))

    def wait_for(self, game_id: str, message: int, press: int, work: Callable[[], Work]) -> None:
        """Do `work` on the panel that answers a press at the next change of a game, unless it is pressed before."""
        if self._newest.get(message, 0) <= press:
            self._waiting[message] = game_id, press, work

    def tell(self, game_id: str) -> None:
        """Do what waits for the change of a game."""
        for message in [message for message, (game, *_) in self._waiting.items() if game == game_id]:
            _, press, work = self._waiting.pop(message)
            self.finish(message, press, work())

    def note_press(self, message: int, press: int) -> None:
        """Add nothing more to a panel: somebody has pressed something on it."""
        self._newest.pop(message, None)
        self._newest[message] = press
        if len(self._newest) > PRESSES:
            del self._newest[next(iter(self._newest))]
        self._drop(message)

    def close(self) -> None:
        """Finish no panel any more."""
        self._waiting.clear()
        for finishing in tuple(self.tasks.values()):
            finishing.cancel()

    def stop_waiting(self, message: int) -> None:
        """Do nothing any more when a game changes."""
        self._waiting.pop(message, None)

    def _drop(self, message: int) -> None:
        self.stop_waiting(message)
        if finishing := self.tasks.pop(message, None):
            finishing.cancel()

    def _finished(self, message: int, done: asyncio.Task[object]) -> None:
        if self.tasks.get(message) is done:
            del self.tasks[message]


class LivePanels:
    """The panel on which each person decides in a game, by the interaction that it answers."""

    def __init__(self) -> None:
        self._answered: dict[tuple[int, str], discord.Interaction[Any]] = {}

    def note(self, game_id: str, interaction: discord.Interaction[Any]) -> None:
        """Note that a person's newest panel in a game answers an interaction."""
        self.forget(game_id, interaction.user.id)
        self._answered[interaction.user.id, game_id] = interaction
        if len(self._answered) > PRESSES:
            del self._answered[next(iter(self._answered))]

    def forget(self, game_id: str, person: int) -> discord.Interaction[Any] | None:
        """Forget a person's newest panel in a game; return the interaction by which it can still be removed, if any."""
        answered = self._answered.pop((person, game_id), None)
        return None if answered is None or answered.is_expired() else answered
