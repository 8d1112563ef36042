"""What players ask of one another by buttons: to stop the clocks, to end the game; and a mistake that they report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot import texts
from bot.herald import Herald
from bot.model import interventions
from bot.model.interventions import AnyIntervention
from bot.panels import answers
from bot.panels import modals as forms
from bot.panels.ids import Press
from bot.panels.panel import Button, Line, Panel
from bot.panels.status_panel import Shower, ask_to_leave
from bot.panels.verbs import FormHandler, FormOpener, Handler
from bot.store import games
from bot.store.rows import GameRecord, MotionKind
from engine.core.actions import Choice
from engine.core.drafts import matched

Interaction = discord.Interaction[Any]

MOST_WORDS = {"end": 200, "mistake": 500}
"""Characters of a reason to end the game, and of a mistake that is reported."""

REPORTED = "I have told the game master. To stop the clocks meanwhile, ask the others: *Help* and *The table…*."


async def show(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Show a player what can be asked of the others at a running table."""
    async with herald.referee.reading(game_id) as live:
        live.seat_of(interaction.user.id)
        panel = table_panel(live.game)
    await answers.put(interaction, panel)


def table_panel(game: GameRecord) -> Panel:
    """Return the panel of what players decide about their table together; what ends something stands last."""

    def button(verb: str, label: str, *, ends: bool = False) -> Button:
        return Button(str(Press(verb, game.id)), label, "danger" if ends else "secondary")

    clocks = button("resume", "Start the clocks") if game.paused is not None else button("pause", "Stop the clocks")
    asked = "let the clocks run again" if game.paused is not None else "stop the clocks"
    rows = [
        Line(f"Ask the others to {asked}.", clocks),
        Line("Read the house rules, and ask the others to change one.", button("house", "House rules")),
        Line("Tell the game master of a mistake in the last phase.", button("mistake", "Report a mistake…")),
        Line("Ask the others to end the game here.", button("endgame", "End the game…", ends=True)),
        Line("Leave this game.", button("quit", "Leave…", ends=True)),
    ]
    return Panel("", title="The table", rows=rows)


async def seat_meant(herald: Herald, game: GameRecord, player: str) -> str:
    """Return the seat of a player by name; raises Illegal with those who could be meant."""
    async with herald.store.reading() as connection:
        seats = await games.seats_of(connection, game.id)
    return matched(player, [Choice(seat.id, seat.name) for seat in seats])


async def propose_end(herald: Herald, game: GameRecord, user: int, reason: str, winner: str) -> str:
    """Ask the others to end the game, with a winner or as a draw; return what is said of it."""
    winners = (await seat_meant(herald, game, winner),) if winner.strip() else ()
    about = interventions.End(texts.tidy(reason, MOST_WORDS["end"]), winners)
    return await herald.moderation.propose(game.id, user, MotionKind.END, about)


async def report(herald: Herald, game: GameRecord, user: int, words: str) -> str:
    """Tell the game master of a mistake; return what is said of it."""
    await herald.moderation.administration.report_mistake(game.id, user, texts.tidy(words, MOST_WORDS["mistake"]))
    return REPORTED


# ---------------------------------------------------------------------- buttons and forms


async def pause(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Ask the others to stop the clocks."""
    await _propose(herald, interaction, press, MotionKind.PAUSE, interventions.Pause())


async def resume(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Ask the others to let the clocks run again."""
    await _propose(herald, interaction, press, MotionKind.RESUME, interventions.Resume())


async def _propose(
    herald: Herald, interaction: Interaction, press: Press, kind: MotionKind, about: AnyIntervention
) -> None:
    said = await herald.moderation.propose(press.subject, interaction.user.id, kind, about)
    await answers.say(interaction, said)


async def leave(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Ask somebody whether to leave is really meant."""
    await ask_to_leave(herald, interaction, await _game(herald, game_id))


async def end_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for the end of a game."""
    why = forms.Line("reason", "Why? Everybody reads it.", long=True, most=MOST_WORDS["end"])
    who = forms.Line("winner", "Who wins? Leave it empty for a draw.", required=False, most=60)
    return forms.modal(Press("ended", press.subject), "End the game?", [why, who])


async def end(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Ask the others to end the game."""
    game = await _game(herald, press.subject)
    said = await propose_end(herald, game, interaction.user.id, written["reason"], written.get("winner", ""))
    await interaction.edit_original_response(content=said)


async def mistake_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for a mistake."""
    line = forms.Line("reason", "What is wrong, and by which rule?", long=True, most=MOST_WORDS["mistake"])
    return forms.modal(Press("mistaken", press.subject), "A mistake in the last phase", [line])


async def mistaken(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Tell the game master of a mistake."""
    said = await report(herald, await _game(herald, press.subject), interaction.user.id, written["reason"])
    await interaction.edit_original_response(content=said)


async def _game(herald: Herald, game_id: str) -> GameRecord:
    async with herald.store.reading() as connection:
        return await games.get(connection, game_id)


SHOWERS: Mapping[str, Shower] = {"together": show, "quit": leave}
"""What opens a private message of its own, by verb."""

PRESSES: dict[str, Handler] = {"pause": pause, "resume": resume}
"""The buttons that change that message."""

FORMS: dict[str, FormOpener] = {"endgame": end_form, "mistake": mistake_form}
"""The buttons that open forms."""

SENT: dict[str, FormHandler] = {"ended": end, "mistaken": mistaken}
"""What is done with the forms that are sent."""
