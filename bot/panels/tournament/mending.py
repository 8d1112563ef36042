"""What was decided of a ruling is done at its table: what that would undo, and the buttons by which it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels.ids import Press, read_number
from bot.panels.modals import REASON, modal
from bot.panels.panel import Button, Panel
from bot.panels.tournament.common import id_of, refresh
from bot.panels.tournament.officials import correction_lines
from bot.panels.verbs import Former, Handler, Sent
from bot.services.tournament.mending import Outlook
from bot.store.rows import ActionRecord
from bot.table.log_view import public_text
from engine.core.text import tidy
from engine.tournament import rulings, wording
from engine.tournament.holds import where
from engine.tournament.state import Ruling, State

Interaction = discord.Interaction[Any]

MOST_CHARS = 900
"""Characters of what would be undone."""


def mend_button(tournament_id: str, number: int, label: str = "Mend…") -> Button:
    """Return the button by which an official looks at what a decision asks for at its table."""
    return Button(id_of("tmend", tournament_id, number), label, "primary")


def panel(tournament_id: str, state: State, number: int, outlook: Outlook | None) -> Panel:
    """Return what mending a ruling would do, with the buttons that do it; no outlook: its game is over."""
    found = rulings.find(state, number)
    fixed = [Button(id_of("tmendfix", tournament_id, number), "Correct the result…", "danger")]
    buttons = fixed if outlook is None else _doing(tournament_id, number, found, outlook)
    lines = [wording.ruling(state, number), "", *(OVER if outlook is None else _told(found, outlook))]
    row = [*buttons, Button(id_of("tmendleave", tournament_id, number), "Leave it as it is…")]
    text = texts.clipped(texts.with_names("\n".join(lines), state.names), texts.MESSAGE)
    return Panel(text, title=f"Ruling {number}, {where(found.heat, found.table)}", rows=[row])


OVER = ["That game is over. Correct its result: everything after it is worked out again."]


def _told(found: Ruling, outlook: Outlook) -> list[str]:
    if outlook.back_to is None:
        return ["It does not hold at the table any more; confirm it, and the table goes on."]
    if rulings.to_mend(found) == "restored":
        first = "The table goes back to how it stood before the ruling was undone."
    else:
        first = "The table goes back to before the ruling."
    if not outlook.lost:
        return [first, "Nothing has been done since."]
    lines = [first, f"Since then: {_words(outlook.lost)}"]
    if rulings.to_mend(found) == "undone":
        many, all_ = len(outlook.again), len(outlook.lost)
        stops = "all of it" if many == all_ else f"{many} of {all_} actions, up to the first die or card"
        what = f"What is done again by itself: {stops}. It stops where an action is no longer possible."
        lines.append(what if many else "None of it can be done again.")
    return lines


def _words(entries: Sequence[ActionRecord]) -> str:
    said = " ".join(text for entry in entries if (text := public_text(entry)))
    return texts.clipped(said, MOST_CHARS) or "hidden decisions."


def _doing(tournament_id: str, number: int, found: Ruling, outlook: Outlook) -> list[Button]:
    verb = "Put it back" if rulings.to_mend(found) == "restored" else "Undo it"
    at = str(outlook.version)

    def button(label: str, form: str, style: str) -> Button:
        return Button(str(Press("tmendit", tournament_id, at, str(number), form=form)), label, style)  # type: ignore[arg-type]

    only = button(f"{verb}, and what came after" if outlook.lost else verb, "only", "danger")
    again = button(f"{verb}, and do the rest again", "again", "primary")
    return [again, only] if outlook.again else [only]


async def _checked(herald: Herald, interaction: Interaction, tournament_id: str, number: int) -> State:
    """Where a tournament stands; raises Refused unless somebody may mend a ruling, and it needs it."""
    state = await herald.tournaments.state(tournament_id)
    found = rulings.find(state, number)
    if str(interaction.user.id) not in rulings.menders(state, found):
        raise Refused("An official mends it who does not play at that table.")
    if not rulings.to_mend(found):
        raise Refused(f"Ruling {number} needs no mending (any more); “For officials” shows what does.")
    return state


async def look(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show an official what mending would do, before it is done."""
    number = read_number(press.tag)
    state = await _checked(herald, interaction, press.game, number)
    outlook = await herald.tournament_mending.outlook(press.game, number)
    shown = panel(press.game, state, number, outlook)
    await interaction.followup.send(embed=shown.embed(), view=shown.view(), ephemeral=True)


async def carry_out(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Undo a ruling, or put it back."""
    number = read_number(press.tag)
    await _checked(herald, interaction, press.game, number)
    state = await herald.tournament_mending.mend(
        press.game, interaction.user.id, number, read_number(press.stamp), again=press.form == "again"
    )
    await _done(interaction, state, number)


async def _done(interaction: Interaction, state: State, number: int) -> None:
    said = texts.with_names(f"{wording.ruling(state, number)}\nThe table goes on.", state.names)
    await refresh(interaction, Panel(texts.clipped(said, texts.MESSAGE), title="Done"))


async def leave_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask why a table is left as it is."""
    await _checked(herald, interaction, press.game, read_number(press.tag))
    return modal(Press("tmendleft", press.game, tag=press.tag), f"Ruling {press.tag}: leave the table", [REASON])


async def leave(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Leave a table as it is."""
    number = read_number(press.tag)
    reason = tidy(written["reason"], 400)
    state = await herald.tournament_mending.leave(press.game, interaction.user.id, number, reason)
    await _done(interaction, state, number)


async def fix_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form that corrects the result of a game at which a ruling fell."""
    number = read_number(press.tag)
    state = await _checked(herald, interaction, press.game, number)
    found = rulings.find(state, number)
    lines = correction_lines(state, found.heat, found.table, f"Ruling {number} falls.", found.rule)
    sent = Press("tfixed", press.game, tag=f"{found.heat}.{found.table}", form=str(number))
    return modal(sent, f"Correct {where(found.heat, found.table)}", lines)


PRESSES: dict[str, Handler] = {"tmend": look, "tmendit": carry_out}
FORMS: dict[str, Former] = {"tmendleave": leave_form, "tmendfix": fix_form}
SENT: dict[str, Sent] = {"tmendleft": leave}
