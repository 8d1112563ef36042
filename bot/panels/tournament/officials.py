"""What officials of a tournament do by menus: assistants, substitutes, and other seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot import texts
from bot.errors import Redrawn, Refused
from bot.herald import Herald
from bot.panels.ids import Press, read_number
from bot.panels.modals import REASON, modal
from bot.panels.panel import MENU, AnyRow, Button, Menu, Panel, People
from bot.panels.tournament.common import Verb, check_official, id_of, refresh, say, table_of
from bot.panels.tournament.message import official
from bot.panels.verbs import FormHandler, FormOpener, Handler
from bot.services.tournament.events import mark
from engine.core.actions import Choice
from engine.core.text import tidy
from engine.tournament import log, seating, tournament, wording
from engine.tournament.blocked_tables import where
from engine.tournament.state import State, heat_name, heat_title, titled

Interaction = discord.Interaction[Any]

MAX_SWAPS = 6
"""Exchanges that a button can carry; /tournament seat sets any tables at all."""

PEOPLE_MENUS = 3
"""Menus of people on one message."""


async def _state(herald: Herald, interaction: Interaction, press: Press) -> State:
    state = await herald.tournaments.state(press.subject)
    check_official(state, interaction.user.id)
    return state


def _chosen(interaction: Interaction, values: Sequence[str]) -> tuple[int, str]:
    """Return the person who was chosen among everybody on the server, and their name."""
    data: Any = interaction.data or {}
    resolved = data.get("resolved", {})
    member, user = (resolved.get(kind, {}).get(values[0], {}) for kind in ("members", "users"))
    name = member.get("nick") or user.get("global_name") or user.get("username") or values[0]
    return read_number(values[0]), tidy(str(name))


# ---------------------------------------------------------------------- who leads and who assists


def officials_panel(tournament_id: str, state: State, note: str = "") -> Panel:
    """Return who leads and who assists, with menus to change it."""
    text = f"{note}\n\n{{{state.master}}} is game master. Assistants: {wording.people(state.assistants)}.\n"
    text += "A game master can play only if there is an assistant who does not play at the same table [WBC-T11]."
    rows: list[AnyRow] = [People(id_of(Verb.APPOINT, tournament_id), "Who assists as well?")]
    if state.assistants:
        known = [Choice(one, state.names[one]) for one in state.assistants[:MENU]]
        rows.append(Menu(id_of(Verb.DISMISS, tournament_id), "Who assists no longer?", known))
    rows.append(People(id_of(Verb.HAND_OVER, tournament_id), "Who is game master from now on?"))
    rows.append([Button(id_of(Verb.FOR_OFFICIALS, tournament_id), "Back")])
    return Panel(texts.with_names(text.strip(), state.names), title="Officials", rows=rows)


async def officials(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show who leads and who assists."""
    await refresh(interaction, officials_panel(press.subject, await _state(herald, interaction, press)))


async def assist(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Name an assistant."""
    add = _chosen(interaction, values)
    await herald.tournaments.appoint(press.subject, interaction.user.id, add=add)
    await _appointed(herald, interaction, press)


async def dismiss(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Dismiss an assistant."""
    await herald.tournaments.appoint(press.subject, interaction.user.id, dismiss=read_number(values[0]))
    await _appointed(herald, interaction, press)


async def lead(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let somebody else lead."""
    master = _chosen(interaction, values)
    await herald.tournaments.appoint(press.subject, interaction.user.id, master=master)
    await _appointed(herald, interaction, press)


async def _appointed(herald: Herald, interaction: Interaction, press: Press) -> None:
    state = await herald.tournament_tables.keep(press.subject)
    await refresh(interaction, officials_panel(press.subject, state, "Noted, and I have told the channel."))


# ---------------------------------------------------------------------- substitutes


async def tables(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show the tables that are being played: at which of them is a seat to be given to somebody else?"""
    state = await _state(herald, interaction, press)
    playing = [(heat, table, game) for heat, table, game in state.tables() if not game.result][:MENU]
    if not playing:
        raise Refused("No table is being played, so there is no seat to hand over.")
    choices = [
        Choice(f"{heat}.{table}", titled(where(heat, table)), _called(state, game.people))
        for heat, table, game in playing
    ]
    rows: list[AnyRow] = [
        Menu(id_of(Verb.SUBSTITUTE_AT_TABLE, press.subject), "At which table?", choices),
        [Button(id_of(Verb.FOR_OFFICIALS, press.subject), "Back")],
    ]
    await refresh(interaction, Panel("Whose seat is to change hands?", title="Substitutes", rows=rows))


def _called(state: State, people: Sequence[str]) -> str:
    return ", ".join(state.names.get(person, "a computer player") for person in people)


async def seats(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show the people of a table."""
    state = await _state(herald, interaction, press)
    heat, table = table_of(values[0])
    people = [person for person in state.game(heat, table).people if person]
    choices = [Choice(person, state.names[person]) for person in people]
    rows: list[AnyRow] = [
        Menu(id_of(Verb.SUBSTITUTE_FOR, press.subject, values[0]), "Whose seat?", choices),
        [Button(id_of(Verb.SUBSTITUTES, press.subject), "Back")],
    ]
    await refresh(interaction, Panel(f"Whose seat, {where(heat, table)}?", title="Substitutes", rows=rows))


async def successor(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Ask who takes a seat: somebody named now, or whoever wants it."""
    state = await _state(herald, interaction, press)
    person = values[0]
    text = texts.with_names(
        f"{{{person}}}, {where(*table_of(press.topic))}. Name the person who takes over the seat, or offer it in the "
        "channel. The reserves of the heat come first; a computer player plays it meanwhile.",
        state.names,
    )
    rows: list[AnyRow] = [
        People(id_of(Verb.SUBSTITUTE_BY, press.subject, press.topic, person), "Who takes it over?"),
        [
            Button(id_of(Verb.OFFER_SEAT, press.subject, press.topic, person), "Offer it in the channel", "primary"),
            Button(id_of(Verb.SUBSTITUTES, press.subject), "Back"),
        ],
    ]
    await refresh(interaction, Panel(text, title="Substitutes", rows=rows))


async def seek(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Offer somebody's seat in the channel."""
    await _state(herald, interaction, press)
    await herald.tournament_tables.vacate(press.subject, *table_of(press.topic), press.detail, interaction.user.id)
    await refresh(
        interaction, _done(press, "I have offered the seat in the channel; a computer player plays it meanwhile.")
    )


async def give(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Give a seat to somebody whom an official names."""
    await _state(herald, interaction, press)
    user, name = _chosen(interaction, values)
    await herald.tournament_tables.substitute(
        press.subject, *table_of(press.topic), press.detail, interaction.user.id, user, name
    )
    await refresh(interaction, _done(press, f"{texts.safe(name)} plays from now on."))


def _done(press: Press, text: str) -> Panel:
    return Panel(text, title="Done", rows=[[Button(id_of(Verb.FOR_OFFICIALS, press.subject), "Back")]])


async def take(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take a seat that is offered; whose it was keeps it with the same button."""
    heat, table = table_of(press.topic)
    user, name = interaction.user.id, tidy(interaction.user.display_name)
    await herald.tournament_tables.substitute(press.subject, heat, table, press.detail, user, user, name)
    await say(interaction, f"You play {where(heat, table)}; go to its thread.")


async def outside(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show who has left, or does not play the Final: who is let in again?"""
    state = await _state(herald, interaction, press)
    outsiders = tournament.outside(state)[:MENU]
    if not outsiders:
        raise Refused("There is nobody to let in again: nobody has left, or the Final is seated.")
    choices = [Choice(person, state.names.get(person, person), _why_out(state, person)) for person in outsiders]
    rows: list[AnyRow] = [
        Menu(id_of(Verb.READMIT, press.subject), "Who is let in again?", choices),
        [Button(id_of(Verb.FOR_OFFICIALS, press.subject), "Back")],
    ]
    text = "They keep their old place in the standings. You can let people in again until the Final is seated."
    await refresh(interaction, Panel(text, title="Let somebody in again", rows=rows))


def _why_out(state: State, person: str) -> str:
    return "Has left the tournament" if person in state.dropped else "Does not play the Final"


async def readmit(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let somebody in again."""
    await _state(herald, interaction, press)
    entry = log.Readmitted(by=str(interaction.user.id), person=values[0])
    state = await herald.tournaments.append(press.subject, entry)
    said = texts.with_names(f"{{{values[0]}}} is back in the tournament, and I have told the channel.", state.names)
    await refresh(interaction, _done(press, said))


# ---------------------------------------------------------------------- seats before they count


ANEW = "Since you saw the draw, somebody has checked in or withdrawn, so nobody is seated yet; this is the new draw."


def draw_panel(
    tournament_id: str,
    state: State,
    heat: int,
    drawn: seating.Drawn,
    swaps: Sequence[tuple[int, int]],
    asked: int,
    note: str = "",
) -> Panel:
    """Return how a heat would be seated, what could not be avoided, and menus to exchange two people before it counts.

    `asked` is the place, from 1, of whoever is to change seats with somebody; 0 as long as nobody is chosen.
    """
    chosen = state.heat(heat)
    found = seating.exchanged(drawn.tables, swaps)
    lines = [note, ""] if note else []
    lines += [f"Table {number}: {wording.people(table)}" for number, table in enumerate(found, start=1)]
    lines += [f"Without a seat: {wording.people(drawn.idle)}."] if drawn.idle else []
    unavoided = seating.unavoided(state, chosen, found)
    lines += [
        "",
        *([drawn.why] if drawn.why else []),
        *(unavoided or ["No exception to the seating rules was needed."]),
    ]
    press = Press(Verb.SWAP_SEATS, tournament_id, mark(drawn), str(heat), asked, _written(swaps))
    yes = Press(
        Verb.SEAT_OTHERWISE if swaps else Verb.SEAT, tournament_id, press.stamp, press.topic, detail=press.detail
    )
    row = [Button(str(yes), "Seat them like this…" if swaps else "Seat them like this", "success")]
    row += [Button(id_of(Verb.DRAW_SEATS, tournament_id, heat), "As drawn")] if swaps or asked else []
    row.append(Button(id_of(Verb.FOR_OFFICIALS, tournament_id), "Not yet"))
    rows: list[AnyRow] = [row, *_menus(press, state, found)]
    footer = "If you exchange people, you are asked why; everybody reads your reason." if rows[1:] else ""
    text = texts.with_names("\n".join(lines), state.names)
    return Panel(text, title=f"Seats of {heat_name(heat)}", rows=rows, footer=footer)


def _menus(press: Press, state: State, found: seating.Tables) -> list[Menu]:
    """Menus of all people, or of those with whom the one who was chosen may change seats."""
    people = [(number, person) for number, table in enumerate(found, start=1) for person in table]
    own = people[press.page - 1][0] if press.page else 0
    choices = [
        Choice(str(place), state.names[person], f"Table {number}")
        for place, (number, person) in enumerate(people)
        if number != own
    ]
    prompt = f"With whom does {state.names[people[press.page - 1][1]]} change seats?" if own else "Exchange somebody…"
    parts = [choices[start : start + MENU] for start in range(0, len(choices), MENU)][:PEOPLE_MENUS]
    if len(found) < 2:
        return []
    return [
        Menu(str(replace(press, field_value=f"part={number}")), prompt, part)
        for number, part in enumerate(parts, start=1)
    ]


def _written(swaps: Sequence[tuple[int, int]]) -> str:
    return ",".join(f"{one}x{other}" for one, other in swaps)


def _swaps(form: str) -> list[tuple[int, int]]:
    pairs = [pair.partition("x") for pair in form.split(",") if pair]
    return [(int(one), int(other)) for one, _, other in pairs]


async def draw(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show how a heat would be seated, before that counts."""
    await _show_draw(herald, interaction, press, [], 0)


async def swap(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take one of two people who change seats, or the second of them."""
    await _state(herald, interaction, press)
    swaps, place = _swaps(press.detail), read_number(values[0])
    if not press.page:
        await _show_draw(herald, interaction, press, swaps, place + 1)
        return
    if len(swaps) >= MAX_SWAPS:
        raise Refused("That is too many exchanges for these menus; write the tables with /tournament seat.")
    await _show_draw(herald, interaction, press, [*swaps, (press.page - 1, place)], 0)


async def _show_draw(
    herald: Herald, interaction: Interaction, press: Press, swaps: Sequence[tuple[int, int]], asked: int
) -> None:
    state = await _state(herald, interaction, press)
    try:
        drawn = await _drawn(herald, press)
    except Redrawn:
        await _show_anew(herald, interaction, press)
        return
    await refresh(interaction, draw_panel(press.subject, state, read_number(press.topic), drawn, swaps, asked))


async def _show_anew(herald: Herald, interaction: Interaction, press: Press) -> None:
    """Show the draw as it is by now, and that it is another."""
    state, heat = await _state(herald, interaction, press), read_number(press.topic)
    drawn = await _drawn(herald, replace(press, stamp=""))
    await refresh(interaction, draw_panel(press.subject, state, heat, drawn, [], 0, ANEW))


async def _drawn(herald: Herald, press: Press) -> seating.Drawn:
    """Return the draw of a heat; raise Redrawn where another was shown."""
    drawn, _ = await herald.tournaments.drawn(press.subject, read_number(press.topic))
    if press.stamp not in ("", mark(drawn)):
        raise Redrawn
    return drawn


async def seat(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Close a heat: the seats count that were shown; where others are drawn by now, show these."""
    await _state(herald, interaction, press)
    heat = read_number(press.topic)
    try:
        state = await herald.tournaments.close(press.subject, heat, interaction.user.id, seen=press.stamp)
    except Redrawn:
        await _show_anew(herald, interaction, press)
        return
    await refresh(interaction, official(press.subject, state))
    await say(interaction, f"{heat_title(heat)} is closed; I am opening its tables.")


async def reason_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask why the seats are not those of the draw."""
    await _state(herald, interaction, press)
    await _drawn(herald, press)
    sent = Press(Verb.SEAT_OTHERWISE_SENT, press.subject, press.stamp, press.topic, detail=press.detail)
    return modal(sent, f"Seats of {heat_name(read_number(press.topic))}", [REASON])


async def seat_so(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Close a heat with seats that an official has exchanged; where others are drawn by now, show these."""
    await _state(herald, interaction, press)
    heat, reason = read_number(press.topic), tidy(written["reason"], 400)
    try:
        found = seating.exchanged((await _drawn(herald, press)).tables, _swaps(press.detail))
        await herald.tournaments.close(press.subject, heat, interaction.user.id, found, reason, press.stamp)
    except Redrawn:
        await _show_anew(herald, interaction, press)
        return
    said = f"{heat_title(heat)} is closed with the seats that you have exchanged; I am opening its tables. "
    said += f"The channel reads them with your reason: {texts.safe(reason)}"
    await interaction.edit_original_response(content=said)


PRESSES: dict[str, Handler] = {
    Verb.OFFICIALS: officials,
    Verb.APPOINT: assist,
    Verb.DISMISS: dismiss,
    Verb.HAND_OVER: lead,
    Verb.SUBSTITUTES: tables,
    Verb.SUBSTITUTE_AT_TABLE: seats,
    Verb.SUBSTITUTE_FOR: successor,
    Verb.SUBSTITUTE_BY: give,
    Verb.OFFER_SEAT: seek,
    Verb.TAKE_SEAT: take,
    Verb.WHO_LEFT: outside,
    Verb.READMIT: readmit,
    Verb.DRAW_SEATS: draw,
    Verb.SWAP_SEATS: swap,
    Verb.SEAT: seat,
}
FORMS: dict[str, FormOpener] = {Verb.SEAT_OTHERWISE: reason_form}
SENT: dict[str, FormHandler] = {Verb.SEAT_OTHERWISE_SENT: seat_so}
