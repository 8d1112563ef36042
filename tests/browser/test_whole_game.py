"""A whole game of Kingmaker by clicks: three people in three windows, from `/game new` to the replay of the export.

Stewards play the game in memory first; the people then take the same decisions, so the end is known beforehand.
Cat plays on a phone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.app import herald_at_work
from bot.client import Supervisor
from bot.config import Config, Database, Pictures
from bot.lobby import Lobby
from bot.sandbox import Sandbox, connect_discord_to
from engine.core import transcript
from engine.core.table import Table
from engine.games import rules_of
from tests.browser.conftest import DESKTOP, PHONE, send, sit_down
from tests.browser.rehearsal import Rehearsal, short_game
from tests.browser.window import Window

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
