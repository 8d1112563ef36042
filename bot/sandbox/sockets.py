"""WebSockets that are written to without waiting, frame after frame in order."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from aiohttp import web


class Line:
    """One WebSocket with a queue of frames before it."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.socket = socket
        self._transport = transport
        self.ended_by_client_with: int | None = None
        self.is_silent = False
        """Whether nothing goes through any more though neither side has closed it."""
        self._queue: asyncio.Queue[str | tuple[int, str] | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: Any) -> None:
        """Put a JSON frame in the queue."""
        if not self.is_silent:
            self._queue.put_nowait(msgspec.json.encode(frame).decode())

    def close(self, code: int, reason: str = "") -> None:
        """End the line after the frames in the queue."""
        self._queue.put_nowait((int(code), reason))

    def cut(self) -> None:
        """End the line at once, without a close frame."""
        self._writer.cancel()
        if self._transport is not None:
            self._transport.abort()

    async def done(self) -> None:
        """Wait until the queue is written, unless the socket is gone already."""
        self._queue.put_nowait(None)
        await asyncio.wait([self._writer])

    async def _write(self) -> None:
        while (item := await self._queue.get()) is not None:
            try:
                await self._write_one(item)
            except ConnectionError:
                return

    async def _write_one(self, item: str | tuple[int, str]) -> None:
        if isinstance(item, str):
            await self.socket.send_str(item)
        else:
            await self.socket.close(code=item[0], message=item[1].encode())
