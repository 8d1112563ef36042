"""/answer: what a player is asked, answered in words, whatever it is; each answer has its button as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.commands.arguments import draft_of, in_order, legal_in_order
from bot.commands.common import Name, Names, completed
from bot.herald import Herald
from bot.panels.deciding.play import Play
from bot.panels.deciding.replies import SeatContext
from bot.panels.panel import LABEL
from bot.texts import clipped
from engine.core.actions import Choice, Offer
from engine.core.drafts import matched
from engine.core.events import name_seats

Interaction = discord.Interaction[Any]

PARTS = ("first", "second", "third")
"""The options that say what an answer is about, in the order in which that is asked."""


def add_answer(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add /answer to the tree."""

    @tree.command(name="answer", description="Answer a question in words; My options has buttons for it")
    @app_commands.describe(
        how="Your answer",
        first="A noble, place or the like; separate several with commas",
        second="One more name or value",
        third="One more name or value",
    )
    async def answer(
        interaction: Interaction, how: Name, first: Names = "", second: Names = "", third: Names = ""
    ) -> None:
        with herald.working():
            await Play(herald, interaction).command(lambda here: meant(here, how, (first, second, third)))

    @answer.autocomplete("how")
    async def _answers(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        async with Play(herald, interaction).seat_context() as here:
            return completed({offer.tag: name_seats(offer.label, here.names) for offer in _asked(here)}, current)

    async def _parts(interaction: Interaction, current: str, part: str) -> list[app_commands.Choice[str]]:
        words = [str(getattr(interaction.namespace, name) or "") for name in PARTS[: PARTS.index(part)]]
        async with Play(herald, interaction).seat_context() as here:
            legal = legal_in_order(_offer(here, str(interaction.namespace.how or "")), words, current)
            return [
                app_commands.Choice(name=clipped(name_seats(choice.label, here.names), LABEL), value=choice.value)
                for choice in legal
                if len(choice.value) <= LABEL
            ]

    @answer.autocomplete("first")
    async def _first(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await _parts(interaction, current, "first")

    @answer.autocomplete("second")
    async def _second(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await _parts(interaction, current, "second")

    @answer.autocomplete("third")
    async def _third(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await _parts(interaction, current, "third")


def meant(here: SeatContext, how: str, words: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return the action meant by an answer, and its draft as far as the words go.

    Raises Illegal if nothing is asked of the person, or if that is no answer.
    """
    offer = _offer(here, how)
    return offer.tag, draft_of(here.table, here.seat, offer.tag, in_order(offer, words))


def _offer(here: SeatContext, how: str) -> Offer:
    here.table.asked(here.seat)
    tag = matched(how, [Choice(offer.tag, name_seats(offer.label, here.names)) for offer in _asked(here)])
    return here.table.offer(here.seat, tag)


def _asked(here: SeatContext) -> list[Offer]:
    """Return what a seat can answer to whatever it is asked."""
    return [offer for request in here.table.requests() if request.seat == here.seat for offer in request.offers]
