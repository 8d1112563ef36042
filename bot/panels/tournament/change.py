"""What was agreed of a tournament, changed by forms until the first heat is seated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
import msgspec

from bot.errors import Refused
from bot.herald import Herald
from bot.panels.ids import UNKNOWN, Press
from bot.panels.modals import Line, modal
from bot.panels.panel import Button, Panel, buttons
from bot.panels.tournament.common import Verb, check_official, id_of, refresh
from bot.panels.verbs import FormHandler, FormOpener, Handler
from bot.texts import safe
from engine.core.text import tidy
from engine.games import rules_of
from engine.tournament import format_forms
from engine.tournament.format import Format
from engine.tournament.format_forms import span
from engine.tournament.state import State

Interaction = discord.Interaction[Any]


def panel(tournament_id: str, state: State) -> Panel:
    """Return what is format_forms, with the buttons that change it."""
    tournament_format = state.format
    lines = [
        f"**{safe(tournament_format.title)}** {tournament_format.year or ''}",
        *(f"- **{what}**: {agreed_on}." for what, agreed_on in _agreed(tournament_format)),
        "",
        "Officials can change all of this until the first heat is seated, here or with /tournament change.",
    ]
    found = [
        Button(id_of(Verb.CHANGE_SHAPE, tournament_id), "Title, heats, tables…", "primary"),
        Button(id_of(Verb.CHANGE_CLOCKS, tournament_id), "Clocks…", "primary"),
        Button(id_of(Verb.CHANGE_RULES, tournament_id), "Rules and seats…", "primary"),
        Button(id_of(Verb.SET_CLOCKS, tournament_id, "live"), "Clocks of a live event"),
        Button(id_of(Verb.SET_CLOCKS, tournament_id, "post"), "Clocks by post"),
        Button(id_of(Verb.FOR_OFFICIALS, tournament_id), "Back"),
    ]
    return Panel("\n".join(lines), title="The format", rows=buttons(found))


def _agreed(tournament_format: Format) -> Iterator[tuple[str, str]]:
    """Yield the format of a tournament, part by part."""
    clock, last = tournament_format.clock, bool(tournament_format.finalists)
    final = f", then a Final of {tournament_format.finalists}" if last else ""
    yield "Heats", f"{tournament_format.heats}{final}"
    yield "Tables", f"{format_forms.written_sizes(tournament_format)}; seats {_seating(tournament_format)}"
    yield "A game in a heat", f"lasts {span(clock.heat)}" + (f", the Final {span(clock.final)}" if last else "")
    if clock.rounds or clock.rounds_final:
        rounds = f", the Final {clock.rounds_final or 'as many as fit'}" if last else ""
        yield "Rounds", f"{clock.rounds or 'as many as fit'}{rounds}"
    then = f"play stops {span(clock.stop)} before the end" if clock.ending == STOPS else "each player has one more turn"
    called = f"time is called {span(clock.last_round)} before the end, and {then}"
    yield "The end of a heat", f"a warning comes {span(clock.warning)} before time is called; {called}"
    yield "Check-in", f"ends {span(clock.grace)} after the start of a heat"
    yield "Variant", rules_of(tournament_format.game).variants[tournament_format.variant]
    yield (
        "House rules",
        ", ".join(f"{safe(name)} = {safe(str(now))}" for name, now in tournament_format.options.items()) or "none",
    )


STOPS = format_forms.ENDINGS["stop"]
"""The ending of a heat at which play stops."""


async def show(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show an official what is agreed."""
    state = await herald.tournaments.state(press.subject)
    check_official(state, interaction.user.id)
    await refresh(interaction, panel(press.subject, state))


async def shape_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for the title, the heats and the tables."""
    tournament_format = await _format(herald, interaction, press)
    lines = [
        Line("title", "Title", tournament_format.title, most=80),
        Line("year", "Year", str(tournament_format.year), most=4),
        Line("heats", "Heats, or rounds of a league", str(tournament_format.heats), most=2),
        Line("tables", "Tables", format_forms.written_sizes(tournament_format), "3 to 7, usually 5"),
        Line("finalists", "Seats of the Final", str(tournament_format.finalists), most=2),
    ]
    return modal(Press(Verb.CHANGE_SHAPE_SENT, press.subject), "Title, heats, tables", map(_optional, lines))


async def clock_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for the clocks."""
    clock = (await _format(herald, interaction, press)).clock
    before = ", ".join(map(span, (clock.warning, clock.last_round, clock.stop)))
    ending = next(name for name, value in format_forms.ENDINGS.items() if value == clock.ending)
    lines = [
        Line("heat", "A game in a heat of a heat", span(clock.heat), "4 hours, or 60 days"),
        Line("final", "The Final", span(clock.final), "5 hours, or 75 days"),
        Line("before", "Warning, last round, stop: before the end", before, "15 minutes, 15 minutes, 5 minutes"),
        Line("grace", "Check-in closes after", span(clock.grace), "5 minutes, or 1 day"),
        Line("ending", "A heat ends by", ending, ", ".join(format_forms.ENDINGS)),
    ]
    return modal(Press(Verb.CHANGE_CLOCKS_SENT, press.subject), "Clocks", map(_optional, lines))


async def rules_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for the house rules."""
    tournament_format = await _format(herald, interaction, press)
    own = "\n".join(f"{name}: {value}" for name, value in tournament_format.options.items())
    hint = "one in each line, as option: value; /game rules lists them"
    variants = ", ".join(rules_of(tournament_format.game).variants)
    lines = [
        Line("variant", "The variant", tournament_format.variant, variants),
        Line("seating", "How people are seated", _seating(tournament_format), ", ".join(format_forms.SEATINGS)),
        Line(
            "rounds",
            "Most rounds: in a heat, in the Final; or none",
            format_forms.written_rounds(tournament_format.clock),
            "12, 15",
        ),
        Line("rules", "House rules (differences from the variant)", own, hint, long=True, most=2000),
    ]
    return modal(Press(Verb.CHANGE_RULES_SENT, press.subject), "Rules and seats", map(_optional, lines))


def _seating(tournament_format: Format) -> str:
    return next(name for name, value in format_forms.SEATINGS.items() if value == tournament_format.seating)


def _optional(line: Line) -> Line:
    """Return a line that may be left empty, to stay as it is."""
    return replace(line, required=False)


async def _format(herald: Herald, interaction: Interaction, press: Press) -> Format:
    state = await herald.tournaments.state(press.subject)
    check_official(state, interaction.user.id)
    return state.format


def reshaped(tournament_format: Format, written: Mapping[str, str]) -> Format:
    """Return a format with what is written of its title, heats and tables; raises BadOptions."""
    tidied = {name: tidy(text) for name, text in written.items()}
    return format_forms.changed(tournament_format, **format_forms.read_shape(tidied))


def reclocked(tournament_format: Format, written: Mapping[str, str]) -> Format:
    """Return a format with what is written of its clocks; raises BadOptions."""
    return format_forms.changed(
        tournament_format, clock=msgspec.structs.replace(tournament_format.clock, **format_forms.read_clock(written))
    )


def reruled(tournament_format: Format, written: Mapping[str, str]) -> Format:
    """Return a format with the variant, seating, rounds and house rules that are written; raises BadOptions.

    What is left empty stays as it is, but for the house rules: the form shows them all, and none is none.
    """
    options = format_forms.read_rules(written["rules"]) if "rules" in written else tournament_format.options
    clock = msgspec.structs.replace(tournament_format.clock, **format_forms.read_rounds(written.get("rounds", "")))
    return format_forms.changed(tournament_format, options=options, clock=clock, **format_forms.read_play(written))


Change = Callable[[Format, Mapping[str, str]], Format]


def _taking(change: Change) -> FormHandler:
    """Return what takes a form that changes something of what is agreed."""

    async def take(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
        state = await herald.tournaments.change(
            press.subject, interaction.user.id, lambda tournament_format: change(tournament_format, written)
        )
        await refresh(interaction, panel(press.subject, state))

    return take


async def set_clock(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take the ready clocks of a live event, or of one by post."""
    check_official(await herald.tournaments.state(press.subject), interaction.user.id)
    if press.topic not in format_forms.CLOCKS:
        raise Refused(UNKNOWN)
    clock = format_forms.CLOCKS[press.topic]
    state = await herald.tournaments.change(
        press.subject,
        interaction.user.id,
        lambda tournament_format: format_forms.changed(tournament_format, clock=clock),
    )
    await refresh(interaction, panel(press.subject, state))


PRESSES: dict[str, Handler] = {Verb.CHANGE: show, Verb.SET_CLOCKS: set_clock}
FORMS: dict[str, FormOpener] = {
    Verb.CHANGE_SHAPE: shape_form,
    Verb.CHANGE_CLOCKS: clock_form,
    Verb.CHANGE_RULES: rules_form,
}
SENT: dict[str, FormHandler] = {
    Verb.CHANGE_SHAPE_SENT: _taking(reshaped),
    Verb.CHANGE_CLOCKS_SENT: _taking(reclocked),
    Verb.CHANGE_RULES_SENT: _taking(reruled),
}
