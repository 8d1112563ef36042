"""What Discord refuses is said with what to do about it."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest

from bot.errors import Refused
from bot.panels.mishaps import NEEDED, TOO_MANY_THREADS, refusal
from bot.panels.threads import table_channel


def allowed(**lacks: bool) -> discord.Permissions:
    return discord.Permissions(**(dict.fromkeys(NEEDED, True) | lacks))


def interaction(channel: Any) -> Any:
    return SimpleNamespace(channel=channel, channel_id=7, app_permissions=allowed())


def error(code: int, text: str) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=403, reason="Forbidden", headers={})
    return discord.HTTPException(response, {"code": code, "message": text})


def test_too_many_threads_are_said_with_discords_words_and_what_to_do() -> None:
    said = refusal(7, allowed(), error(TOO_MANY_THREADS, "Maximum number of active threads reached"))
    assert "Maximum number of active threads reached" in said and "Close some" in said


def test_a_missing_permission_is_named_with_its_channel() -> None:
    said = refusal(7, allowed(pin_messages=False), error(50013, "Missing Permissions"))
    assert said.startswith("Herald lacks permissions in <#7>: Pin Messages.")
    assert "<#7> (Missing Permissions)" in refusal(7, allowed(), error(50013, "Missing Permissions"))


def test_no_table_is_opened_in_an_announcement_channel() -> None:
    channel = MagicMock(spec=discord.TextChannel)
    channel.is_news.return_value = True
    with pytest.raises(Refused, match="announcement channel"):
        table_channel(interaction(channel), channel)
    channel.is_news.return_value = False
    assert table_channel(interaction(channel), channel) is channel
