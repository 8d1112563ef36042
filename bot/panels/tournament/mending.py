"""What was decided of a ruling is done at its table: what that would undo, and the buttons by which it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
import msgspec

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels.ids import Press, read_number
from bot.panels.modals import REASON, Line, modal
from bot.panels.panel import LABEL, MENU, AnyRow, Button, Menu, Panel
from bot.panels.tournament import correcting
from bot.panels.tournament.common import Verb, id_of, refresh
from bot.panels.verbs import FormHandler, FormOpener, Handler
from bot.services.results import seat_of
from bot.services.tournament.mending import Outlook
from bot.store.rows import ActionRecord
from bot.table.log_view import public_text
from engine.core.actions import Choice
from engine.core.events import name_seats
from engine.core.text import tidy
from engine.tournament import rulings, wording
from engine.tournament.blocked_tables import where
from engine.tournament.state import Ruling, State

Interaction = discord.Interaction[Any]

MOST_CHARS = 900
"""Characters of what would be undone."""


def mend_button(tournament_id: str, number: int, label: str = "Mend…") -> Button:
    """Return the button by which an official looks at what a decision asks for at its table."""
    return Button(id_of(Verb.MEND, tournament_id, number), label, "primary")


def panel(
    tournament_id: str,
    state: State,
    number: int,
    outlook: Outlook | None,
    candidates: Sequence[ActionRecord] = (),
) -> Panel:
    """Return what mending a ruling would do, with the buttons that do it; no outlook: its game is over.

    Where nobody has said which action of the game master it was, it is one of the `candidates`.
    """
    found = rulings.find(state, number)
    fixed = [Button(id_of(Verb.MEND_BY_CORRECTION, tournament_id, number), "Correct the result…", "danger")]
    buttons = fixed if outlook is None else _doing(tournament_id, number, found, outlook)
    lines = [wording.ruling(state, number), "", *(OVER if outlook is None else _told(found, outlook))]
    by_hand = Button(id_of(Verb.MEND_BY_HAND, tournament_id, number), "Mended by hand…")
    row = [*buttons, *([by_hand] if outlook else []), Button(id_of(Verb.LEAVE_UNMENDED, tournament_id, number), LEAVE)]
    names = {**state.names, **_seats(state, found)}
    text = texts.clipped(texts.with_names("\n".join(lines), names), texts.MESSAGE)
    rows: list[AnyRow] = [row]
    if outlook is not None and not found.version and candidates:
        known = [_choice(entry, names) for entry in candidates[:MENU]]
        rows.insert(
            0, Menu(id_of(Verb.MEND_FROM, tournament_id, number), "Which action of the game master was it?", known)
        )
    return Panel(text, title=f"Ruling {number}, {where(found.heat, found.table)}", rows=rows)


def _seats(state: State, found: Ruling) -> dict[str, str]:
    """Return the names of those who play at the table of a ruling, by their seats."""
    people = state.game(found.heat, found.table).people
    return {seat_of(place): state.names.get(person, "a computer player") for place, person in enumerate(people)}


def _choice(entry: ActionRecord, names: Mapping[str, str]) -> Choice:
    text = name_seats(public_text(entry), names)
    return Choice(str(entry.version), texts.clipped(text, LABEL), f"Action {entry.version}")


LEAVE = "Leave it as it is…"

OVER = ["That game is over. Correct its result: everything after it is worked out again."]

BY_WORD = (
    "The player described the ruling in words. Choose below which action of the game master it was, and I show "
    "you the effect of undoing it. Or put the table right with `/gm edit`, and press *Mended by hand…*."
)


def _told(found: Ruling, outlook: Outlook) -> list[str]:
    if not found.version:
        return [BY_WORD]
    if outlook.back_to is None:
        return ["The table no longer shows the ruling. Confirm that, and the table continues."]
    if rulings.to_mend(found) == "restored":
        first = "The table goes back to its position before the ruling was undone."
    else:
        first = "The table goes back to its position before the ruling."
    if not outlook.lost:
        return [first, "Nobody has acted since."]
    lines = [first, f"Since then: {_words(outlook.lost)}"]
    if rulings.to_mend(found) == "undone":
        many, all_ = len(outlook.again), len(outlook.lost)
        stops = "all of it" if many == all_ else f"{many} of {all_} actions, up to the first die or card"
        what = f"I can repeat for you: {stops}. I stop at the first action that is no longer possible."
        lines.append(what if many else "I can repeat none of it.")
    return lines


def _words(entries: Sequence[ActionRecord]) -> str:
    said = " ".join(text for entry in entries if (text := public_text(entry)))
    return texts.clipped(said, MOST_CHARS) or "hidden decisions."


def _doing(tournament_id: str, number: int, found: Ruling, outlook: Outlook) -> list[Button]:
    if not found.version:
        return []
    verb = "Put it back" if rulings.to_mend(found) == "restored" else "Undo it"
    at = str(outlook.version)

    def button(label: str, form: str, style: str) -> Button:
        return Button(str(Press(Verb.MEND_BY, tournament_id, at, str(number), detail=form)), label, style)  # type: ignore[arg-type]

    only = button(f"{verb}, and the actions after it" if outlook.lost else verb, "only", "danger")
    again = button(f"{verb}, and do the rest again", "again", "primary")
    return [again, only] if outlook.again else [only]


async def _checked(herald: Herald, interaction: Interaction, tournament_id: str, number: int) -> State:
    """Where a tournament stands; raises Refused unless somebody may mend a ruling, and it needs it."""
    state = await herald.tournaments.state(tournament_id)
    found = rulings.find(state, number)
    if str(interaction.user.id) not in rulings.menders(state, found):
        raise Refused("An official who does not play at that table has to mend it.")
    if not rulings.to_mend(found):
        raise Refused(f"Ruling {number} no longer needs mending; “For officials” shows those that do.")
    return state


async def look(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show an official what mending would do, before it is done."""
    number = read_number(press.topic)
    state = await _checked(herald, interaction, press.subject, number)
    shown = await _panel(herald, press.subject, state, number)
    await interaction.followup.send(embed=shown.embed(), view=shown.view(), ephemeral=True)


async def _panel(herald: Herald, tournament_id: str, state: State, number: int) -> Panel:
    mending = herald.tournament_mending
    unknown = not rulings.find(state, number).version
    candidates = await mending.candidates(tournament_id, number) if unknown else ()
    return panel(tournament_id, state, number, await mending.outlook(tournament_id, number), candidates)


async def trace(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Note which action of the game master a ruling was, and show what undoing it does."""
    number = read_number(press.topic)
    await _checked(herald, interaction, press.subject, number)
    state = await herald.tournament_mending.trace(press.subject, interaction.user.id, number, read_number(values[0]))
    await refresh(interaction, await _panel(herald, press.subject, state, number))


async def carry_out(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Undo a ruling, or put it back."""
    number = read_number(press.topic)
    await _checked(herald, interaction, press.subject, number)
    state = await herald.tournament_mending.mend(
        press.subject, interaction.user.id, number, read_number(press.stamp), again=press.detail == "again"
    )
    await _done(interaction, state, number)


GOES_ON = "The table continues. The channel and its thread read this."


async def _done(interaction: Interaction, state: State, number: int) -> None:
    said = texts.with_names(f"{wording.ruling(state, number)}\n{GOES_ON}", state.names)
    await refresh(interaction, Panel(texts.clipped(said, texts.MESSAGE), title="Done"))


async def leave_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask why a table is left as it is."""
    await _checked(herald, interaction, press.subject, read_number(press.topic))
    return modal(
        Press(Verb.LEAVE_UNMENDED_SENT, press.subject, topic=press.topic),
        f"Ruling {press.topic}: leave the table",
        [REASON],
    )


async def leave(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Leave a table as it is."""
    number = read_number(press.topic)
    reason = tidy(written["reason"], 400)
    state = await herald.tournament_mending.leave(press.subject, interaction.user.id, number, reason)
    await _done(interaction, state, number)


async def hand_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask what an official has changed by hand."""
    await _checked(herald, interaction, press.subject, read_number(press.topic))
    line = Line("reason", "What did you change? Everybody reads it.", long=True, most=400)
    return modal(
        Press(Verb.MEND_BY_HAND_SENT, press.subject, topic=press.topic), f"Ruling {press.topic}: mended by hand", [line]
    )


async def by_hand(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Note that a table was put right by hand."""
    number = read_number(press.topic)
    reason = tidy(written["reason"], 400)
    state = await herald.tournament_mending.by_hand(press.subject, interaction.user.id, number, reason)
    await _done(interaction, state, number)


async def fix_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form that corrects the result of a game at which a ruling fell."""
    number = read_number(press.topic)
    state = await _checked(herald, interaction, press.subject, number)
    found = rulings.find(state, number)
    known = correcting.as_it_is(state, found.heat, found.table)
    written = msgspec.structs.replace(known, reason=f"Ruling {number} falls.", rule=found.rule, ruling=number)
    return correcting.form_of(press.subject, state, written)


PRESSES: dict[str, Handler] = {Verb.MEND: look, Verb.MEND_BY: carry_out, Verb.MEND_FROM: trace}
FORMS: dict[str, FormOpener] = {
    Verb.LEAVE_UNMENDED: leave_form,
    Verb.MEND_BY_HAND: hand_form,
    Verb.MEND_BY_CORRECTION: fix_form,
}
SENT: dict[str, FormHandler] = {Verb.LEAVE_UNMENDED_SENT: leave, Verb.MEND_BY_HAND_SENT: by_hand}
