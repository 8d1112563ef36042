"""Rulings that are questioned: the button under what a playing game master does, the opinions, and the appeal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels.ids import Press, read_number
from bot.panels.modals import REASON, Line, modal
from bot.panels.panel import Button
from bot.panels.tournament.common import Verb, check_official, id_of
from bot.panels.verbs import FormHandler, FormOpener
from bot.store import game_log, games, tournaments
from bot.store.rows import TournamentGame, Via
from bot.table.log_view import public_text
from engine.core.editing import differences
from engine.core.events import name_seats
from engine.core.table import Table
from engine.core.text import tidy
from engine.games import rules_of
from engine.tournament import wording
from engine.tournament.state import State

Interaction = discord.Interaction[Any]

SHOWN = 8
"""The most lines about an action's changes in a questioned ruling."""

LINE = 120
"""Characters of each."""


def opinion_buttons(tournament_id: str, number: int) -> list[Button]:
    """Return the buttons by which officials judge a ruling."""
    return [
        Button(id_of(Verb.JUDGE, tournament_id, number, "stands"), "It stands…", "success"),
        Button(id_of(Verb.JUDGE, tournament_id, number, "falls"), "It falls…", "danger"),
    ]


def appeal_button(tournament_id: str, number: int) -> Button:
    """Return the button by which a player of the table appeals."""
    return Button(id_of(Verb.APPEAL, tournament_id, number), "Appeal…")


def question_button(game_id: str, version: int) -> Button:
    """Return the button under what a game master has done who plays."""
    return Button(str(Press(Verb.QUESTION, game_id, topic=str(version))), "Question this…")


# ---------------------------------------------------------------------- questioning


async def question_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask by which rule, and why."""
    await _place(herald, press.subject)
    lines = [
        Line("reason", "What is wrong with it? Everybody reads it.", long=True),
        Line("rule", "By which rule, if you know it", required=False, most=40),
    ]
    return modal(Press(Verb.QUESTION_SENT, press.subject, topic=press.topic), "Question this", lines)


async def question(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Stop the table until other officials have judged what its game master did."""
    place, version = await _place(herald, press.subject), read_number(press.topic)
    text, states = await _told(herald, press.subject, version)
    rule = tidy(written.get("rule", ""))
    told = f"{text} Questioned: {tidy(written['reason'], 400)}"
    state = await herald.tournament_rulings.question(
        place.tournament, interaction.user.id, place.heat, place.number, told, rule, states, version
    )
    number = len(state.rulings)
    said = "You have questioned it. The clocks of your table stand still until it is judged."
    said += f"\n{wording.ruling(state, number)}"
    await interaction.edit_original_response(content=texts.clipped(texts.with_names(said, state.names), texts.MESSAGE))


async def _place(herald: Herald, game_id: str) -> TournamentGame:
    async with herald.store.reading() as connection:
        place = await tournaments.game(connection, game_id)
    if place is None:
        raise Refused("This table belongs to no tournament; appeal with /table appeal.")
    return place


async def _told(herald: Herald, game_id: str, version: int) -> tuple[str, tuple[str, str]]:
    """Return an action as everybody knows it, and the state before and after it in plain words."""
    async with herald.store.reading() as connection:
        game = await games.get(connection, game_id)
        entry = await game_log.entry(connection, game_id, version)
        names = {seat.id: seat.name for seat in await games.seats_of(connection, game_id)}
        shots = [await game_log.snapshot(connection, game_id, moment) for moment in (max(version - 1, 0), version)]
    if entry.via is not Via.MASTER:
        raise Refused("That was not a ruling of the game master.")
    before, after = (Table.restore(rules_of(game.rules), shot, b"", careful=False) for shot in shots)
    known = after.rules.vocabulary(after.game)
    changed = differences.words(before.view(""), after.view(""), known, [])[:SHOWN]
    was = _stood(before)
    now = " ".join(texts.clipped(line, LINE) for line in changed) or _stood(after)
    text = texts.clipped_sentence(public_text(entry), 400) or "An action of the game master."
    return name_seats(text, names), (name_seats(was, names), name_seats(now, names))


def _stood(table: Table) -> str:
    """How the game stood at a moment, in a line."""
    return texts.clipped_sentence(table.rules.words.headline(table.game), SHOWN * LINE)


# ---------------------------------------------------------------------- judging


async def judge_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask an official why."""
    check_official(await herald.tournaments.state(press.subject), interaction.user.id)
    sent = Press(Verb.JUDGE_SENT, press.subject, topic=press.topic, detail=press.detail)
    return modal(sent, f"Ruling {press.topic} {press.detail}", [REASON])


async def judge(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Take an official's opinion."""
    check_official(await herald.tournaments.state(press.subject), interaction.user.id)
    state = await herald.tournament_rulings.judge(
        press.subject,
        interaction.user.id,
        read_number(press.topic),
        press.detail == "stands",
        tidy(written["reason"], 400),
    )
    await _show(
        interaction,
        state,
        read_number(press.topic),
        "Your opinion is noted. The channel reads it with your reason once all have judged.",
    )


async def appeal_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask a player why others should judge."""
    await herald.tournaments.state(press.subject)
    return modal(
        Press(Verb.APPEAL_SENT, press.subject, topic=press.topic), f"Appeal against ruling {press.topic}", [REASON]
    )


async def appeal(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Have a ruling judged once more."""
    await herald.tournaments.state(press.subject)
    state = await herald.tournament_rulings.appeal(
        press.subject, interaction.user.id, read_number(press.topic), tidy(written["reason"], 400)
    )
    await _show(
        interaction, state, read_number(press.topic), "You have appealed. The channel reads it with your reason."
    )


async def _show(interaction: Interaction, state: State, number: int, done: str) -> None:
    said = texts.with_names(f"{done}\n{wording.ruling(state, number)}", state.names)
    await interaction.edit_original_response(content=texts.clipped(said, texts.MESSAGE))


FORMS: dict[str, FormOpener] = {Verb.QUESTION: question_form, Verb.JUDGE: judge_form, Verb.APPEAL: appeal_form}
SENT: dict[str, FormHandler] = {Verb.QUESTION_SENT: question, Verb.JUDGE_SENT: judge, Verb.APPEAL_SENT: appeal}
