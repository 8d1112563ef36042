"""One door for every pressed button, chosen menu and sent form: by its id alone, before and after a restart."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import discord

from bot.herald import Herald
from bot.panels import leaflets, lesson, lobby, me, mine, opening, status_panel
from bot.panels.deciding.play import Play
from bot.panels.deciding.replies import PRESSES
from bot.panels.filling.wording import search_form
from bot.panels.ids import UNKNOWN, Press, parse
from bot.panels.master import (
    edit_forms,
    house_rules,
    late_players,
    moderation,
    motions,
    rollback,
    settings,
    time_control,
)
from bot.panels.mishaps import names_of, tell_mishap, tell_privately
from bot.panels.modals import values, written
from bot.panels.planning import forms as plan_forms
from bot.panels.planning import plans
from bot.panels.planning import steps as plan_steps
from bot.panels.reading import at_hand, letters, log, phase_maps, replay, rulebook, since, why_not
from bot.panels.tournament import change as tournament_change
from bot.panels.tournament import correcting as tournament_correcting
from bot.panels.tournament import mending as tournament_mending
from bot.panels.tournament import message as tournament
from bot.panels.tournament import officials as tournament_officials
from bot.panels.tournament import rulings as tournament_rulings
from bot.panels.verbs import FormOpener

Interaction = discord.Interaction[Any]

IN_PLACE = {
    **at_hand.PRESSES,
    **rollback.PRESSES,
    **moderation.PRESSES,
    **house_rules.PRESSES,
    **motions.PRESSES,
    **edit_forms.PRESSES,
    **late_players.PRESSES,
    **lesson.PRESSES,
    **lobby.CHANGES,
    **opening.PRESSES,
    **settings.PRESSES,
    **time_control.PRESSES,
    **me.PRESSES,
    **mine.PRESSES,
    **plans.PRESSES,
    **plan_steps.PRESSES,
    **rulebook.PRESSES,
    **replay.PRESSES,
    **since.PRESSES,
    **why_not.PRESSES,
    **tournament.PRESSES,
    **tournament_change.PRESSES,
    **tournament_correcting.PRESSES,
    **tournament_mending.PRESSES,
    **tournament_officials.PRESSES,
}
"""What buttons and menus do that change the panel on which they stand, or answer beside it."""


async def _search(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask for a word to look for among many choices."""
    return search_form(press, "found")


BESIDE = leaflets.PRESSES | {
    "phase": phase_maps.show,
    "near": status_panel.show_near,
    "lsshow": lesson.show_picture,
    "missing": why_not.show_missing,
}
"""What buttons show beside the panel on which they stand."""

SHOWERS: dict[str, status_panel.Shower] = {
    "log": log.show_latest_log,
    "replay": replay.show,
    "since": since.show,
    **at_hand.SHOWERS,
    **letters.SHOWERS,
    **why_not.SHOWERS,
    **opening.SHOWERS,
    **late_players.SHOWERS,
    **motions.SHOWERS,
    **lobby.PRESSES,
    **settings.SHOWERS,
    **status_panel.PRESSES,
}
"""What the buttons of status panels show to whoever presses them, beside the pictures of the game."""

FORMS: dict[str, FormOpener] = (
    {"find": _search}
    | edit_forms.FORMS
    | letters.FORMS
    | motions.FORMS
    | time_control.FORMS
    | me.FORMS
    | plan_forms.FORMS
    | tournament.FORMS
    | tournament_change.FORMS
    | tournament_correcting.FORMS
    | tournament_mending.FORMS
    | tournament_officials.FORMS
    | tournament_rulings.FORMS
)
"""The buttons that open forms."""

SENT = (
    letters.SENT
    | moderation.SENT
    | motions.SENT
    | time_control.SENT
    | me.SENT
    | plan_forms.SENT
    | tournament.SENT
    | tournament_change.SENT
    | tournament_correcting.SENT
    | tournament_mending.SENT
    | tournament_officials.SENT
    | tournament_rulings.SENT
)
"""What is done with the forms that are sent."""


class Router:
    """Answers every component and form."""

    def __init__(self, herald: Herald) -> None:
        self.herald = herald

    async def handle(self, interaction: Interaction) -> None:
        """Answer a press; whatever goes wrong is told to the person in one sentence."""
        data: Any = interaction.data or {}
        press = parse(str(data.get("custom_id", "")))
        with self.herald.metrics.presses.labels(press.verb if press else "unknown").time():
            try:
                with self.herald.working():
                    await self._route(interaction, press)
            except Exception as error:
                await tell_mishap(self.herald, interaction, error, "press", partial(_names, self.herald, press))

    async def _route(self, interaction: Interaction, press: Press | None) -> None:
        data: Any = interaction.data or {}
        if interaction.message is not None:
            self.herald.late.note_press(interaction.message.id, interaction.id)
        if press is None:
            await tell_privately(interaction, UNKNOWN)
        elif press.verb in FORMS:
            await interaction.response.send_modal(await FORMS[press.verb](self.herald, interaction, press))
        elif press.verb in SENT:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await SENT[press.verb](self.herald, interaction, press, written(data))
        elif press.verb in IN_PLACE:
            await interaction.response.defer()
            await IN_PLACE[press.verb](self.herald, interaction, press, values(data))
        elif press.verb in PRESSES and lesson.is_lesson(press.subject):
            await lesson.press_in(self.herald, interaction, press, data)
        elif press.verb in PRESSES:
            await Play(self.herald, interaction, press.subject).answer_press(press, data)
        elif press.verb == "mine":
            await Play(self.herald, interaction, press.subject).options()
        elif press.verb in BESIDE:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await BESIDE[press.verb](self.herald, interaction, press)
        elif shower := SHOWERS.get(press.verb) or status_panel.picture_of(press.verb):
            await interaction.response.defer(ephemeral=True, thinking=True)
            await shower(self.herald, interaction, press.subject)
        else:
            await tell_privately(interaction, UNKNOWN)


async def _names(herald: Herald, press: Press | None) -> Mapping[str, str]:
    return await names_of(herald, press.subject) if press else {}
