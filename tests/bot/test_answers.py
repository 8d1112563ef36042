"""Answers that cannot reach their person: nothing else goes wrong, and nobody is told what is not so."""

import asyncio
import io
import logging
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.panels import answers, modals
from bot.panels.deciding.play import Play
from bot.panels.mishaps import tell_privately
from bot.panels.panel import Button, Panel, Words
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import evening
from tests.harness.reading import GALLERY


@pytest.mark.parametrize("trouble", [RuntimeError("Session is closed"), aiohttp.ClientConnectionError("cut off")])
async def test_a_connection_that_is_gone_is_no_mishap(trouble: Exception) -> None:
    async def cut_off(*_: Any, **__: Any) -> None:
        raise trouble

    response = SimpleNamespace(is_done=lambda: False, send_message=cut_off)
    await tell_privately(SimpleNamespace(response=response), "Nothing has changed.")  # type: ignore[arg-type] # it asks for the response alone


async def test_a_deed_is_never_called_undone_because_its_answer_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open()
        await night.start()
        ann = ButtonPlayer(night.people[0], night, Random(1))
        panel = await ann.options()
        monkeypatch.setattr(Play, "show", _cut_off)
        await ann.person.press(panel, "My faction is ready")
        await night.people[1].expect("**Ann** is ready.", channel=night.thread)
        await night.all_said()
        said = [message["content"] for message in await ann.person.messages(night.thread)]
    assert not any("Nothing has changed" in text for text in said)
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == []


async def test_a_picture_that_comes_late_stands_below_everything_and_moves_no_button() -> None:
    sent: list[Any] = []

    async def edit(**said: Any) -> None:
        sent.append(said["view"].to_components()[0]["components"])

    async def drawn() -> discord.File:
        return discord.File(io.BytesIO(b"a map"), filename="board.png", description="The map.")

    panel = Panel("Where to?", rows=[Words("Choose."), [Button("h:opts:g::::0:", "York")]])
    before = panel.layout().to_components()[0]["components"]  # type: ignore[no-untyped-call]
    interaction: Any = SimpleNamespace(edit_original_response=edit)
    shown = await answers.add_picture(interaction, panel, asyncio.create_task(drawn()))
    (after,) = sent
    assert [part["type"] for part in after] == [*(part["type"] for part in before), GALLERY]
    again = replace(shown, text="Where to now?").layout().to_components()[0]["components"]  # type: ignore[no-untyped-call]
    assert again[-1]["type"] == GALLERY, "what is added later leaves it there"


async def _cut_off(*_: Any, **__: Any) -> None:
    raise aiohttp.ClientConnectionError("cut off")


ANSWERED = {
    "components": [
        {"type": 10, "id": 1},
        {"type": 1, "components": [{"type": 4, "custom_id": "why", "value": "By the rules."}]},
        {"type": 18, "component": {"type": 3, "custom_id": "place", "values": ["york"]}},
        {"type": 18, "component": {"type": 22, "custom_id": "nobles", "values": ["percy", "roos"]}},
        {"type": 18, "component": {"type": 21, "custom_id": "how", "value": "siege"}},
        {"type": 18, "component": {"type": 21, "custom_id": "when", "value": None}},
        {"type": 18, "component": {"type": 23, "custom_id": "sure", "value": True}},
        {"type": 18, "component": {"type": 23, "custom_id": "told", "value": False}},
        {"type": 18, "component": {"type": 3, "custom_id": "none", "values": []}},
    ]
}
"""A form as Discord sends it: a heading, a line in a row, and below labels a menu, boxes, radio buttons, a box."""


def test_every_input_of_a_form_is_read() -> None:
    assert modals.written(ANSWERED) == {
        "why": "By the rules.",
        "place": "york",
        "nobles": "percy,roos",
        "how": "siege",
        "when": "",
        "sure": "True",
        "told": "",
        "none": "",
    }


def test_what_is_chosen_in_menus_and_forms_is_read_one_by_one() -> None:
    assert modals.values(ANSWERED) == ["By the rules.", "york", "percy", "roos", "siege", "True"]
    assert modals.values({"custom_id": "menu", "values": ["york", "london"]}) == ["york", "london"]
