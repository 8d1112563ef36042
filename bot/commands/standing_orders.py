"""/standing: answers that a player gives ahead, in private."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot import texts
from bot.commands.common import Name, Names, completed
from bot.errors import HeraldError, Refused
from bot.herald import Herald
from bot.panels import moderation, standing_orders
from bot.panels.panel import LABEL, MENU
from bot.panels.play import Play
from bot.services.standing_orders import DECLINE, DEFAULT, MAX_WORDS_CHARS, NOT_AHEAD
from bot.store.rows import GameRecord, Status
from engine.core.actions import Choice, tag_of
from engine.core.drafts import matched
from engine.core.errors import EngineError, Illegal
from engine.core.rules import Plannable
from engine.games import rules_of

Interaction = discord.Interaction[Any]

PARTS = ("first", "second", "third")
"""The options of /standing add that stand for the fields of an action, in its own order."""


class StandingOrderCommands(app_commands.Group):
    """The group `/standing`."""

    def __init__(self, herald: Herald) -> None:
        super().__init__(name="standing", description="Standing orders: answer ahead, in private")
        self.herald = herald

    @app_commands.command(name="list", description="Your standing orders, with menus to give and to cancel them")
    async def show(self, interaction: Interaction) -> None:
        """Show the panel, of this table or of all."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            await standing_orders.show(self.herald, interaction, await self._here(interaction))

    @app_commands.command(name="add", description="Say now what you answer when a question comes")
    @app_commands.describe(
        question="The question",
        answer="What to answer",
        first="What the answer is about, such as aye or nay, or nobles by commas",
        second="What else it is about",
        third="What else it is about",
        words="Only if the question has these words in it, such as a name or a place",
        always="Every time; else it is used up by the first time",
    )
    async def add(
        self,
        interaction: Interaction,
        question: Name,
        answer: Name,
        first: Names = "",
        second: Names = "",
        third: Names = "",
        words: app_commands.Range[str, 0, MAX_WORDS_CHARS] = "",
        always: bool = False,
    ) -> None:
        """Give an order."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            game = await Play(self.herald, interaction).record()
            rules = rules_of(game.rules)
            decision = _decision(rules.plannable(), question)
            tag = answer.strip().casefold()
            given: dict[str, str] = {}
            if tag not in (DEFAULT, DECLINE):
                fields = msgspec.structs.fields(standing_orders.meant(rules, decision, tag))
                given = dict(zip([field.name for field in fields], (first, second, third), strict=False))
            await standing_orders.give(self.herald, interaction, game, decision, tag, given, words=words, always=always)

    @app_commands.command(name="cancel", description="Cancel a standing order")
    @app_commands.describe(order="Its number")
    async def cancel(self, interaction: Interaction, order: int) -> None:
        """Cancel an order."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self.herald.working():
            await self.herald.standing_orders.cancel(interaction.user.id, order)
            await interaction.edit_original_response(content=f"Order {order} is cancelled.")

    async def _here(self, interaction: Interaction) -> GameRecord | None:
        """Return the running game that somebody is at; None where there is none, or he only looks on."""
        try:
            async with Play(self.herald, interaction).seat_context() as here:
                return here.record if here.record.status is Status.PLAYING else None
        except HeraldError:
            return None

    # ------------------------------------------------------------------ completions

    @add.autocomplete("question")
    async def _questions(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = await self._here(interaction)
        asked = rules_of(game.rules).plannable() if game else {}
        return completed({decision: found.words for decision, found in asked.items()}, current)

    @add.autocomplete("answer")
    async def _answers(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = await self._here(interaction)
        asked = rules_of(game.rules).plannable() if game else {}
        kinds = asked.get(str(interaction.namespace.question or ""), Plannable("")).answers
        named = {DEFAULT: "take the default", DECLINE: "decline"}
        return completed(named | {tag_of(kind): tag_of(kind).replace("_", " ") for kind in kinds}, current)

    @add.autocomplete("first")
    @add.autocomplete("second")
    @add.autocomplete("third")
    async def _things(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = await self._here(interaction)
        if game is None:
            return []
        try:
            async with self.herald.referee.reading(game.id) as live:
                return moderation.completions(live, current)
        except (HeraldError, EngineError):
            return []

    @cancel.autocomplete("order")
    async def _orders(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        mine = await self.herald.standing_orders.of(interaction.user.id)
        found = [(order.id, f"{order.id}: {game.title}, {order.decision} {order.words}") for game, order in mine]
        return [
            app_commands.Choice(name=texts.clipped(name, LABEL), value=number)
            for number, name in found[:MENU]
            if str(current) in name
        ]


def _decision(plannable: Mapping[str, Plannable], question: str) -> str:
    """Return the question that somebody means; raises Refused with what can be answered ahead, and what cannot."""
    try:
        return matched(question, [Choice(key, found.words) for key, found in plannable.items()])
    except Illegal as unknown:
        raise Refused(f"{unknown} {NOT_AHEAD}") from unknown
