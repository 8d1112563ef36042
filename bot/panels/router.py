"""One door for every pressed button, chosen menu and sent form: by its id alone, before and after a restart."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot import texts
from bot.errors import HeraldError
from bot.herald import Herald
from bot.pace import Busy, Unanswered
from bot.panels import leaflets, lobby, me, status_panel
from bot.panels.deciding.play import UNTOLD, Play, sentence
from bot.panels.deciding.replies import PRESSES
from bot.panels.filling.wording import search_form
from bot.panels.ids import UNKNOWN, Press, parse
from bot.panels.master import edit_forms, house_rules, late_players, moderation, rollback, time_control
from bot.panels.modals import values, written
from bot.panels.planning import forms as plan_forms
from bot.panels.planning import plans
from bot.panels.planning import steps as plan_steps
from bot.panels.reading import at_hand, log, phase_maps, rulebook
from bot.panels.tournament import change as tournament_change
from bot.panels.tournament import correcting as tournament_correcting
from bot.panels.tournament import mending as tournament_mending
from bot.panels.tournament import message as tournament
from bot.panels.tournament import officials as tournament_officials
from bot.panels.tournament import rulings as tournament_rulings
from bot.store import games
from engine.core.errors import EngineError

Interaction = discord.Interaction[Any]

logger = logging.getLogger(__name__)

MISHAP = (
    "⚠️ Something went wrong on Herald's side. Nothing has changed; try again, and tell the game master if it stays."
)

UNANSWERED = (
    "⏳ Discord was too busy for my answer. What you did may count all the same: "
    "look at the panel, or at *My options*, before you do it again."
)

BUSY = "⏳ Discord is busy and lets me do that {when}. Nothing has changed; try again then."

IN_PLACE = {
    **at_hand.PRESSES,
    **rollback.PRESSES,
    **moderation.PRESSES,
    **house_rules.PRESSES,
    **edit_forms.PRESSES,
    **late_players.PRESSES,
    **lobby.CHANGES,
    **time_control.PRESSES,
    **me.PRESSES,
    **plans.PRESSES,
    **plan_steps.PRESSES,
    **rulebook.PRESSES,
    **tournament.PRESSES,
    **tournament_change.PRESSES,
    **tournament_correcting.PRESSES,
    **tournament_mending.PRESSES,
    **tournament_officials.PRESSES,
}
"""What buttons and menus do that change the panel on which they stand, or answer beside it."""

FORMS = (
    edit_forms.FORMS
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
"""What buttons open forms."""

SENT = (
    time_control.SENT
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
            except (HeraldError, EngineError) as error:
                await tell_privately(
                    interaction, sentence(error, await names_of(self.herald, press.game) if press else {})
                )
            except Unanswered as error:
                logger.info("Discord was too busy for an answer: %s", error)
                await tell_privately(interaction, UNANSWERED)
            except Busy as busy:
                await tell_privately(interaction, BUSY.format(when=busy.when))
            except discord.Forbidden as error:
                logger.info("a press was refused: %s", error)
                said = refusal(interaction.channel_id, interaction.app_permissions, error)
                await tell_privately(interaction, f"⚠️ {said}")
            except Exception as error:
                if is_over(error):
                    logger.info("an answer came too late or a second time, or its message is gone: %s", error)
                    return
                logger.exception("a press failed")
                self.herald.metrics.failures.labels("press").inc()
                await tell_privately(interaction, MISHAP)

    async def _route(self, interaction: Interaction, press: Press | None) -> None:
        data: Any = interaction.data or {}
        if press is None:
            await tell_privately(interaction, UNKNOWN)
        elif press.verb == "find":
            await interaction.response.send_modal(search_form(press, "found"))
        elif press.verb == "mine":
            await Play(self.herald, interaction, press.game).options()
        elif show := _shower(press.verb):
            await interaction.response.defer(ephemeral=True, thinking=True)
            await show(self.herald, interaction, press.game)
        elif press.verb in leaflets.PRESSES:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await leaflets.PRESSES[press.verb](self.herald, interaction, press)
        elif press.verb == "phase":
            await interaction.response.defer(ephemeral=True, thinking=True)
            await phase_maps.show(self.herald, interaction, press)
        elif press.verb == "edited":
            await interaction.response.defer(ephemeral=True, thinking=True)
            await moderation.edited(self.herald, interaction, press, written(data))
        elif press.verb in FORMS:
            await interaction.response.send_modal(await FORMS[press.verb](self.herald, interaction, press))
        elif press.verb in SENT:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await SENT[press.verb](self.herald, interaction, press, written(data))
        elif press.verb in IN_PLACE:
            await interaction.response.defer()
            await IN_PLACE[press.verb](self.herald, interaction, press, values(data))
        elif press.verb in PRESSES:
            await Play(self.herald, interaction, press.game).press(press, values(data))
        else:
            await tell_privately(interaction, UNKNOWN)


def _shower(verb: str) -> status_panel.Shower | None:
    """Return what shows something to whoever presses a button of a status panel."""
    if verb == "log":
        return log.show_latest_log
    return at_hand.SHOWERS.get(verb) or lobby.PRESSES.get(verb) or status_panel.shower_of(verb)


ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has been answered; it delivers one twice now and then."""


def is_over(error: Exception) -> bool:
    """Tell whether Discord takes no answer to an interaction any more, or the one that was delivered twice has its."""
    answered = isinstance(error, discord.HTTPException) and error.code == ACKNOWLEDGED
    return answered or isinstance(error, discord.NotFound)


async def names_of(herald: Herald, game: str) -> dict[str, str]:
    """Return the players' names of a game by seat; none if it is not known or the database does not answer."""
    try:
        async with herald.store.reading() as connection:
            return {seat.id: seat.name for seat in await games.seats_of(connection, game)}
    except HeraldError:
        return {}


NEEDED = (
    "view_channel",
    "send_messages",
    "create_public_threads",
    "send_messages_in_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
    "pin_messages",
)
"""What Herald must be allowed in a channel to run a game there."""

TOO_MANY_THREADS = 160006
"""Discord's code for a server that has as many active threads as it may."""


def lacking(allowed: discord.Permissions) -> str:
    """Return the permissions that Herald needs and lacks, by Discord's names; "" for none."""
    return ", ".join(name.replace("_", " ").title() for name in NEEDED if not getattr(allowed, name))


def is_refusal(error: BaseException) -> bool:
    """Tell whether Discord has refused what somebody on the server can mend: see `refusal`."""
    return isinstance(error, discord.Forbidden) or getattr(error, "code", 0) == TOO_MANY_THREADS


def refusal(
    channel: int | None, allowed: discord.Permissions, error: discord.HTTPException, then: str = "then try again"
) -> str:
    """Say what Discord has refused in a channel where Herald has these permissions, and what to do about it."""
    if error.code == TOO_MANY_THREADS:
        return (
            f"Discord refuses another thread: this server has as many active threads as it may ({error.text}). "
            f"Close threads that nobody needs any more, {then}."
        )
    where, names = f"<#{channel}>", lacking(allowed)
    if names:
        return f"Herald lacks permissions in {where}: {names}. Ask a server admin to grant them, {then}."
    return f"Discord does not let Herald do that in {where} ({error.text}). Ask a server admin, {then}."


async def tell_privately(interaction: Interaction, text: str) -> None:
    """Tell a person something alone, whatever has been answered so far."""
    text = texts.clipped(text, texts.MESSAGE)
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)
    except UNTOLD as error:
        logger.info("a person could not be told: %s", error)
