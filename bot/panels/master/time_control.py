"""The panel of a table's time control: what it is, and for its game master the menus and the form that change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from msgspec.structs import replace

from bot import texts
from bot.herald import Herald
from bot.model import people, time_control
from bot.model.time_control import AT_DEADLINE, PRESETS, WHILE_AWAY, AtDeadline, TimeControl, WhileAway
from bot.panels import answers
from bot.panels.ids import Press, read_one
from bot.panels.master import gm_auth
from bot.panels.panel import Button, Menu, Panel
from bot.panels.verbs import FormHandler, FormOpener, Handler
from bot.store import clocks, games
from bot.store.rows import GameRecord
from engine.core.actions import Choice
from engine.games import rules_of

Interaction = discord.Interaction[Any]


async def panel(herald: Herald, game: GameRecord, *, changes: bool) -> Panel:
    """Return the pace of a table as somebody sees it."""
    lines = time_control.words(game.pace, game.deadline_hours, _kinds(game))
    if game.pace.bank:
        lines += [
            "",
            "**Time left on the clocks** (of a running clock: when the decision began)",
            *await _left(herald, game),
        ]
    return Panel("\n".join(lines), title="The pace of this table", rows=_rows(game) if changes else [])


def _rows(game: GameRecord) -> list[Menu | Sequence[Button]]:
    presets = [Choice(name, name.capitalize(), preset.words) for name, preset in PRESETS.items()]
    due = [Choice(kind.value, f"At a deadline {words}") for kind, words in AT_DEADLINE.items()]
    away = [Choice(kind.value, f"While somebody is away: {words}") for kind, words in WHILE_AWAY.items()]
    quiet = "Let deadlines fall at any hour" if game.pace.quiet else "Keep deadlines out of quiet hours"
    plans = "Let plans answer after some minutes" if game.pace.fast_plans else "Let plans answer at once"
    return [
        Menu(str(Press("pcset", game.id)), "Choose a pace", presets),
        Menu(str(Press("pcdue", game.id)), "What happens at a deadline?", due),
        Menu(str(Press("pcaway", game.id)), "While somebody is away?", away),
        [
            Button(str(Press("pcown", game.id)), "Times of your own…", "primary"),
            Button(str(Press("pcquiet", game.id)), quiet),
            Button(str(Press("pcplans", game.id)), plans),
        ],
    ]


async def _left(herald: Herald, game: GameRecord) -> list[str]:
    assert game.pace.bank is not None
    async with herald.store.reading() as connection:
        seats = await games.seats_of(connection, game.id)
        held = await clocks.of_game(connection, game.id)
    start = game.pace.bank.start
    left = {seat.id: clock.left for seat in seats if (clock := held.get(seat.id))}
    hours = {seat: start if seconds is None else seconds / 3600 for seat, seconds in left.items()}
    return [f"- {texts.safe(seat.name)}: {hours.get(seat.id, start):.1f} hours" for seat in seats if seat.human]


def _kinds(game: GameRecord) -> Any:
    return rules_of(game.rules).pace.decision_kinds


# ---------------------------------------------------------------------- what presses do


async def _set(herald: Herald, interaction: Interaction, game: GameRecord, hours: float, pace: TimeControl) -> None:
    roles = gm_auth.roles_of(interaction)
    changed = await herald.time_controls.set(game.id, interaction.user.id, hours, pace, roles)
    shown = await panel(herald, changed, changes=True)
    await answers.put(interaction, shown)


async def _game(herald: Herald, game_id: str) -> GameRecord:
    async with herald.store.reading() as connection:
        return await games.get(connection, game_id)


async def choose(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take a preset; a date at which time is called stays."""
    await set_preset(herald, interaction, await _game(herald, press.subject), values[0])


async def set_preset(herald: Herald, interaction: Interaction, game: GameRecord, name: str) -> None:
    """Give a table the pace of a preset, and show it."""
    hours, pace = time_control.preset(name, _kinds(game))
    await _set(herald, interaction, game, hours, replace(pace, closes=game.pace.closes))


async def at_deadline(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Say what happens at a deadline."""
    game = await _game(herald, press.subject)
    await _set(
        herald,
        interaction,
        game,
        game.deadline_hours,
        replace(game.pace, at_deadline=read_one(AtDeadline, values[0]), name=""),
    )


async def while_away(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Say what becomes of the clocks of those who are away."""
    game = await _game(herald, press.subject)
    await _set(
        herald, interaction, game, game.deadline_hours, replace(game.pace, away=read_one(WhileAway, values[0]), name="")
    )


async def quiet(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let quiet hours hold deadlines back, or no longer."""
    game = await _game(herald, press.subject)
    await _set(herald, interaction, game, game.deadline_hours, replace(game.pace, quiet=not game.pace.quiet, name=""))


async def fast_plans(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let all plans answer at once, or no longer."""
    game = await _game(herald, press.subject)
    pace = replace(game.pace, fast_plans=not game.pace.fast_plans, name="")
    await _set(herald, interaction, game, game.deadline_hours, pace)


async def form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for a table's own times."""
    game = await _game(herald, press.subject)
    gm_auth.check(interaction, game)
    pace = game.pace
    modal = discord.ui.Modal(title="Times of your own", custom_id=str(Press("pctimes", game.id)), timeout=None)
    bank = f"{pace.bank.start:g} + {pace.bank.gain:g} up to {pace.bank.most:g}" if pace.bank else ""
    known = ", ".join(kind.id for kind in _kinds(game))
    kinds = ", ".join(f"{kind} {hours:g}" for kind, hours in pace.kinds.items())
    excuses = f"{pace.excuses} x {pace.excuse_hours:g}" if pace.excuses else ""
    for name, label, value, hint in (
        ("hours", "Hours for a decision, 0 for no deadline", f"{game.deadline_hours:g}", "24, or 2d"),
        ("kinds", "Hours for some kinds of decisions", kinds, f"of: {known or 'none in this game'}"),
        ("bank", "Or a clock for each player", bank, "72 + 12 up to 120"),
        ("excuses", "Extra time for late players: times x hours", excuses, "2 x 24"),
        ("closes", "Time is called at", "", "2026-03-28 18:00, in your own time; none"),
    ):
        modal.add_item(
            discord.ui.TextInput(
                label=label,
                custom_id=name,
                default=value or None,
                placeholder=texts.clipped(hint, 100),
                required=name == "hours",
                max_length=200,
            )
        )
    modal.stop()
    return modal


async def own_times(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Take a table's own times; a date left out stays as it is."""
    game = await _game(herald, press.subject)
    excuses, hours_each = time_control.read_excuses(written.get("excuses", ""))
    closes, day = game.pace.closes, written.get("closes", "").strip()
    if day:
        person, now = await herald.absences.person(interaction.user.id), herald.referee.now()
        closes = None if day.casefold() == "none" else people.read_time(day, person, now)
    pace = replace(
        game.pace,
        name="",
        kinds=time_control.read_kinds(written.get("kinds", ""), _kinds(game)),
        bank=time_control.read_bank(written.get("bank", "")),
        excuses=excuses,
        excuse_hours=hours_each,
        closes=closes,
    )
    await _set(herald, interaction, game, time_control.read_hours(written["hours"]), pace)


PRESSES: dict[str, Handler] = {
    "pcset": choose,
    "pcdue": at_deadline,
    "pcaway": while_away,
    "pcquiet": quiet,
    "pcplans": fast_plans,
}
FORMS: dict[str, FormOpener] = {"pcown": form}
SENT: dict[str, FormHandler] = {"pctimes": own_times}
