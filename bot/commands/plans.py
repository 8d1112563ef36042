"""/plan: what a player answers ahead, in private."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import discord
import msgspec
from discord import app_commands

from bot.commands.common import Name, Names, completed
from bot.errors import HeraldError, Refused
from bot.herald import Herald
from bot.panels.deciding.play import Play
from bot.panels.master import moderation
from bot.panels.planning import forms as plan_forms
from bot.panels.planning import plans
from bot.services.plans import MAX_WORDS_CHARS, NOT_AHEAD
from bot.store.rows import GameRecord, Status
from engine.core.actions import Choice, tag_of
from engine.core.drafts import matched
from engine.core.errors import EngineError, Illegal
from engine.core.orders import Scope, Then
from engine.core.parts import Plannable
from engine.games import rules_of

Interaction = discord.Interaction[Any]

LASTS = {"once": Scope.QUESTION, "this round": Scope.ROUND, "always": Scope.ALWAYS}


class PlanCommand(app_commands.Command[Any, ..., None]):
    """The command `/plan`: alone it shows everything; with a question and an answer it adds an entry."""

    def __init__(self, herald: Herald) -> None:
        self.herald = herald

        @app_commands.describe(
            question="The question",
            answer="Your answer",
            first="More of your answer, such as aye or nay, or nobles separated by commas",
            second="One more name or value",
            third="One more name or value",
            words="Only if the question has these words in it, such as a name or a place",
            lasts="For how long; leave it out for once",
        )
        async def plan(
            interaction: Interaction,
            question: Name = "",
            answer: Name = "",
            first: Names = "",
            second: Names = "",
            third: Names = "",
            words: app_commands.Range[str, 0, MAX_WORDS_CHARS] = "",
            lasts: Literal["once", "this round", "always"] = "once",
        ) -> None:
            await interaction.response.defer(ephemeral=True)
            with self.herald.working():
                if question:
                    await self._add(interaction, question, answer, (first, second, third), words, LASTS[lasts])
                else:
                    await plans.show(self.herald, interaction, await self._here(interaction))

        super().__init__(
            name="plan", description="Decide now what you do when your turn or a question comes", callback=plan
        )
        self.autocomplete("question")(self._questions)
        self.autocomplete("answer")(self._answers)
        for part in ("first", "second", "third"):
            self.autocomplete(part)(self._things)

    async def _add(
        self, interaction: Interaction, question: str, answer: str, parts: tuple[str, ...], words: str, scope: Scope
    ) -> None:
        game = await Play(self.herald, interaction).record()
        rules = rules_of(game.rules)
        decision = _decision(rules.plans.plannable, question)
        tag = answer.strip().casefold()
        given: dict[str, str] = {}
        if tag not in plan_forms.ALL_AT_ONCE:
            fields = msgspec.structs.fields(plan_forms.meant(rules, decision, tag))
            given = dict(zip([field.name for field in fields], parts, strict=False))
        async with self.herald.referee.reading(game.id) as live:
            entry = plan_forms.written_entry(live, decision, tag, given)
        if scope is Scope.ALWAYS:
            entry = msgspec.structs.replace(entry, then=Then.AGAIN)
        await plan_forms.give(self.herald, interaction, game, decision, entry, words=words, scope=scope)

    async def _here(self, interaction: Interaction) -> GameRecord | None:
        """Return the running game of a player in this channel; None without one, or for a mere spectator."""
        try:
            async with Play(self.herald, interaction).seat_context() as here:
                return here.record if here.record.status is Status.PLAYING else None
        except HeraldError:
            return None

    # ------------------------------------------------------------------ completions

    async def _questions(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = await self._here(interaction)
        asked = rules_of(game.rules).plans.plannable if game else {}
        return completed({decision: found.words for decision, found in asked.items()}, current)

    async def _answers(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = await self._here(interaction)
        asked = rules_of(game.rules).plans.plannable if game else {}
        kinds = asked.get(str(interaction.namespace.question or ""), Plannable("")).answers
        named = {"default": "give the default answer", "decline": "decline"}
        return completed(named | {tag_of(kind): tag_of(kind).replace("_", " ") for kind in kinds}, current)

    async def _things(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = await self._here(interaction)
        if game is None:
            return []
        try:
            async with self.herald.referee.reading(game.id) as live:
                return moderation.completions(live, current)
        except (HeraldError, EngineError):
            return []


def _decision(plannable: Mapping[str, Plannable], question: str) -> str:
    """Return the question that somebody means; raises Refused with what can be answered ahead, and what cannot."""
    try:
        return matched(question, [Choice(key, found.words) for key, found in plannable.items()])
    except Illegal as unknown:
        raise Refused(f"{unknown} {NOT_AHEAD}") from unknown
