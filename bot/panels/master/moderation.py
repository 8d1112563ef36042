"""What the game master's commands and buttons show, and the motions and appeals that others answer."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import discord
import msgspec
from discord import app_commands
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.model import interventions
from bot.model.interventions import AnyIntervention
from bot.panels import answers, edits, status_panel
from bot.panels.ids import Press, read_number
from bot.panels.master import gm_auth, time_report
from bot.panels.mine import place
from bot.panels.panel import LABEL, MENU, Button, Panel, buttons
from bot.panels.verbs import FormHandler, Handler
from bot.services.rehearsals import known_table
from bot.store import drafts, game_log, games, outbox, timers
from bot.store.rows import Draft, GameRecord, Status, Timer, TimerKind, Via, gm_seat
from bot.table import log_view
from bot.table.live_game import LiveGame, plays
from engine.core import dealings
from engine.core.actions import Action, tag_of
from engine.core.errors import Illegal
from engine.core.events import name_seats
from engine.core.rehearsal import Rehearsal
from engine.core.text import counted
from engine.games import rules_of
from render import registry

Interaction = discord.Interaction[Any]

DAY = 86400.0

DEAD_AFTER_S = 14 * DAY
"""Seconds without an action after which a game counts as dead."""


def action_for(live: LiveGame, tag: str, about: Sequence[str]) -> Action:
    """Return an action that a game master wants done, its fields in their own order; raises Illegal if it is none.

    He is told nothing of what the seat may do: its hand would show through.
    """
    kind = edits.kind_meant(live.table.rules.actions, tag)
    names = [field.name for field in msgspec.structs.fields(kind)]
    return edits.read(live.table, kind, dict(zip(names, about, strict=False)), live.names)


def completions(live: LiveGame, current: str) -> list[app_commands.Choice[str]]:
    """Return what a word of an action or edit may mean; of a list, what may be added."""
    *done, last = current.split(",")
    start = "".join(f"{word.strip()}, " for word in done)
    word = last.strip().casefold()
    things = live.table.rules.vocabulary(live.table.game)
    named = {thing: name_seats(name, live.names) for thing, name in things.items()}
    fitting = [(thing, name) for thing, name in named.items() if word in name.casefold() or word in thing]
    return [
        app_commands.Choice(name=texts.clipped(start + name, LABEL), value=(start + thing)[:LABEL])
        for thing, name in fitting[:MENU]
    ]


# ---------------------------------------------------------------------- edits


async def rehearse_written(
    herald: Herald, interaction: Interaction, game_id: str, kind: type[Action], given: Mapping[str, str]
) -> None:
    """Show what an edit would change whose fields somebody has written."""
    async with herald.referee.reading(game_id) as live:
        try:
            shown = known_table(live, interaction.user.id)
        except Illegal:
            shown = live.table  # what can be chosen depends on nothing hidden; only that is not checked here
        action = edits.read_edit(shown, kind, given, live.names)
    await rehearse(herald, interaction, game_id, action)


async def rehearse(herald: Herald, interaction: Interaction, game_id: str, action: Action) -> None:
    """Show what an edit would change, as far as the game master may know it, and keep it for the button."""
    found = await herald.moderation.rehearsals.rehearse(game_id, interaction.user.id, action)
    await _show_rehearsal(herald, interaction, game_id, action, found)


async def look(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show all that an edit would change to a game master who does not play; everybody is told first."""
    kept = await _kept(herald, interaction, press)
    action = rules_of((await gm_auth.game_of(herald, interaction, press.subject)).rules).codec.decode_action(
        kept.fields
    )
    seen = await herald.moderation.rehearsals.look(press.subject, interaction.user.id, action)
    await _show_rehearsal(herald, interaction, press.subject, action, seen, looked=True)


async def _show_rehearsal(
    herald: Herald, interaction: Interaction, game_id: str, action: Action, found: Rehearsal, *, looked: bool = False
) -> None:
    user = interaction.user.id
    async with herald.referee.reading(game_id) as live:
        version, names, may_look = live.table.version, live.names, not looked and not plays(live.seats, user)
    kept = Draft(
        game=game_id, seat=gm_seat(user), version=version, tag=tag_of(action), fields=msgspec.to_builtins(action)
    )
    async with herald.store.writing(kept.game) as connection:
        await drafts.save(connection, kept)
    await answers.put(interaction, edits.rehearsal_panel(game_id, version, action, found, names, may_look=may_look))


async def edited(herald: Herald, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
    """Rehearse what was written into the form of an edit."""
    game = await gm_auth.game_of(herald, interaction, press.subject)
    kind = edits.kinds(rules_of(game.rules).edits)[press.topic]
    await rehearse_written(herald, interaction, press.subject, kind, values)


async def carry_out_edit(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Make the edit that was rehearsed, if the game still stands where it did."""
    kept = await _kept(herald, interaction, press)
    await _intervene(herald, interaction, press.subject, interventions.Edit(kept.fields, insist=press.verb == "insist"))


async def _kept(herald: Herald, interaction: Interaction, press: Press) -> Draft:
    """Return the edit that was rehearsed; raises Refused if the game does not stand where it did."""
    game = await gm_auth.game_of(herald, interaction, press.subject)
    async with herald.store.reading() as connection:
        kept = await drafts.get(connection, press.subject, gm_seat(interaction.user.id))
    if kept is None or kept.tag != press.topic or str(game.version) != press.stamp:
        raise Refused("The game has moved on since this rehearsal, so nothing was done. Rehearse the edit again.")
    return kept


async def confirm(
    herald: Herald, interaction: Interaction, game: GameRecord, intervention: AnyIntervention, text: str
) -> None:
    """Ask whether something that cannot be taken back shall really be done."""
    user = interaction.user.id
    fields = msgspec.to_builtins(intervention)
    kept = Draft(game=game.id, seat=gm_seat(user), version=game.version, tag="decree", fields=fields)
    async with herald.store.writing(kept.game) as connection:
        await drafts.save(connection, kept)
    row = [
        Button(str(Press("confirm", game.id, str(game.version))), "Do it", "danger"),
        Button(str(Press("unedit", game.id)), "Cancel"),
    ]
    await answers.put(interaction, Panel(text, title="Really?", rows=buttons(row)))


async def carry_out_kept(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Do what was asked about, if the game still stands where it did."""
    async with herald.store.reading() as connection:
        kept = await drafts.get(connection, press.subject, gm_seat(interaction.user.id))
        game = await games.get(connection, press.subject)
    if kept is None or kept.tag != "decree" or str(game.version) != press.stamp:
        raise Refused("The game has moved on since your command, so nothing was done. Give the command again.")
    await _intervene(herald, interaction, press.subject, interventions.read(kept.fields))


async def leave_edit(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Forget a rehearsed edit."""
    async with herald.store.writing(press.subject) as connection:
        await drafts.drop(connection, press.subject, gm_seat(interaction.user.id))
    await answers.say(interaction, "Nothing has changed.")


# ---------------------------------------------------------------------- looking


async def peek(herald: Herald, interaction: Interaction, game_id: str, seat: str, *, openly: bool) -> None:
    """Show a hand to a game master who does not play, or to everybody; the thread is told that it was looked at."""
    async with herald.referee.reading(game_id) as live:
        if plays(live.seats, interaction.user.id):
            raise Refused("You play in this game yourself, so you may not look at hidden cards.")
        view, names, game = live.table.view(seat), live.names, live.game
    if "hand" not in registry.kinds(game.rules):
        raise Refused(f"Nobody holds hidden cards in {rules_of(game.rules).title}; everything is on the board.")
    picture = await status_panel.drawn(herald, game, "hand", view, names)
    said = f"The game master {'shows' if openly else 'has looked at'} the hidden cards of {{{seat}}}."
    record = herald.moderation.administration.put_on_record
    await record(game_id, interaction.user.id, Via.MASTER, said, looked=not openly)
    file = discord.File(io.BytesIO(picture.png), filename="hand.png", description=picture.alt[:1024])
    if openly:
        await interaction.followup.send(picture.alt, file=file)
        await interaction.edit_original_response(content="Everybody can see them now.")
    else:
        await interaction.edit_original_response(content=picture.alt, attachments=[file])


async def diagnosis(herald: Herald, game: GameRecord) -> str:
    """Return what there is to know about the health of a game, with no secret in it."""
    async with herald.store.reading() as connection:
        log = await game_log.entries(connection, game.id)
        seats = await games.seats_of(connection, game.id)
        names = {seat.id: seat.name for seat in seats}
        waiting = await timers.of_game(connection, game.id)
        unsent = await outbox.pending(connection, game.id)
    chain = game_log.chain_problem(log, game.commitment) or "whole"
    lines = [
        f"Game {game.id}, {game.rules} {game.rules_version} ({game.variant}), {game.status}, action {game.version}",
        f"Log: {counted(len(log), 'entry', 'entries')}, chain {chain}",
        f"Messages waiting to be sent: {len(unsent)}"
        + (f" (first tried {counted(unsent[0].attempts, 'time')})" if unsent else ""),
        f"Clocks: {'stand' if game.paused else 'run'}; timers: "
        + (", ".join(_timer(timer, names) for timer in waiting if timer.kind is not TimerKind.ORDER) or "none"),
    ]
    if found := await time_report.lines(herald, game):
        lines += ["Time and misses:", *(f"- {line}" for line in found)]
    if found := log_view.dealt(log, rules_of(game.rules), seats):
        lines += [dealings.HEADING, *(f"- {texts.with_names(line, names)}" for line in found)]
    if game.fault:
        lines.append(f"Fault: {texts.safe(game.fault)}")
    if game.status is Status.PLAYING:
        async with herald.referee.reading(game.id) as live:
            table = live.table
            if passed := len(table.game.state.tolerated):
                lines.append(f"Faults accepted by the game master: {counted(passed, 'problem')}")
            lines += [
                texts.with_names(f"Waits for {{{r.seat}}}: {'a secret decision' if r.secret else r.prompt}", names)
                for r in table.requests()
            ]
    return "\n".join(lines)


TIMERS = {
    TimerKind.REMINDER: "reminded",
    TimerKind.SUMMONS: "reminded in the thread",
    TimerKind.ALERT: "the game master is told",
    TimerKind.DEADLINE: "deadline",
    TimerKind.WAIT: "no deadline",
    TimerKind.CLOSING: "time is called",
}


def _timer(timer: Timer, names: Mapping[str, str]) -> str:
    when = "" if timer.kind is TimerKind.WAIT else " stands" if timer.stopped else f" {texts.until(timer.due)}"
    return f"{texts.safe(names.get(timer.seat, 'the clock'))} {TIMERS[timer.kind]}{when}"


async def board(herald: Herald, guild: int) -> str:
    """Return the running games of a server, those that stand longest first: who blocks, since when, and the dead."""
    async with herald.store.reading() as connection:
        running = [game for game in await games.all_with(connection, Status.PLAYING) if game.guild == guild]
        broken = [game for game in await games.all_with(connection, Status.BROKEN) if game.guild == guild]
        moved = {game.id: await _moved(connection, game) for game in running}
    lines = [await _line(herald, game, moved[game.id]) for game in sorted(running, key=lambda game: moved[game.id])]
    lines += [f"{place(game)}: 🛑 out of order: {texts.safe(game.fault)}" for game in broken]
    return "\n".join(lines) or "No game is played on this server."


async def _moved(connection: AsyncConnection, game: GameRecord) -> float:
    """Return when a game was last played on; what was only put on record does not count."""
    version = game.version
    while log_view.is_note(entry := await game_log.entry(connection, game.id, version)):
        version -= 1
    return entry.time


async def _line(herald: Herald, game: GameRecord, moved: float) -> str:
    async with herald.referee.reading(game.id) as live:
        waits = texts.join_words([texts.safe(live.names.get(r.seat, r.seat)) for r in live.table.requests()])
    still = herald.referee.now() - moved
    mark = "💤 dead? " if still > DEAD_AFTER_S else "⏸️ " if game.paused is not None else ""
    return f"{mark}{place(game)}: waits for {waits}; last move <t:{int(moved)}:R>"


# ---------------------------------------------------------------------- motions and appeals


async def aye(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Agree to a motion."""
    await _answer(herald, interaction, press, aye=True)


async def nay(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Refuse a motion."""
    await _answer(herald, interaction, press, aye=False)


async def _answer(herald: Herald, interaction: Interaction, press: Press, *, aye: bool) -> None:
    roles = gm_auth.roles_of(interaction)
    said = await herald.moderation.answer(press.subject, read_number(press.topic), interaction.user.id, aye, roles)
    await interaction.followup.send(said, ephemeral=True)


async def what(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Tell an assistant what there is to confirm, secrets and all."""
    user, roles = interaction.user.id, gm_auth.roles_of(interaction)
    said = await herald.moderation.details_for(press.subject, read_number(press.topic), user, roles)
    await interaction.followup.send(f"Please confirm for the game master: {said}.", ephemeral=True)


async def uphold(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Uphold a ruling that was appealed."""
    user, roles = interaction.user.id, gm_auth.roles_of(interaction)
    said = await herald.rulings.answer(press.subject, user, read_number(press.topic), uphold=True, roles=roles)
    await interaction.followup.send(said, ephemeral=True)


async def overturn(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Overturn a ruling that was appealed."""
    user, roles = interaction.user.id, gm_auth.roles_of(interaction)
    said = await herald.rulings.answer(press.subject, user, read_number(press.topic), uphold=False, roles=roles)
    await interaction.followup.send(said, ephemeral=True)


PRESSES: dict[str, Handler] = {
    "confirm": carry_out_kept,
    "edit": carry_out_edit,
    "gmlook": look,
    "insist": carry_out_edit,
    "unedit": leave_edit,
    "aye": aye,
    "nay": nay,
    "what": what,
    "uphold": uphold,
    "overturn": overturn,
}
"""What these buttons and menus do, by verb; their presses are answered in place or beside."""

SENT: dict[str, FormHandler] = {"edited": edited}
"""The handler of the form of an edit."""


async def _intervene(herald: Herald, interaction: Interaction, game_id: str, intervention: AnyIntervention) -> None:
    said = await gm_auth.intervene(herald, interaction, game_id, intervention)
    await answers.say(interaction, said)
