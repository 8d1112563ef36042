"""Waiting for news, but not for ever: how the tasks that look after something sleep."""

import asyncio


async def wait_until(news: asyncio.Event, seconds: float) -> None:
    """Wait this many seconds, or until there is news."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return
