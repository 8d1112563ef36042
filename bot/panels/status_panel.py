"""The status panel of a game's thread, and what its buttons show to whoever presses them."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import discord
import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import answers, leaflets
from bot.panels.deciding.play import Play
from bot.panels.ids import Press
from bot.panels.panel import ALT, Button, Panel, buttons
from bot.services.lobby import places
from bot.store import games, timers, tournaments
from bot.store.payloads import MAP
from bot.store.rows import GameRecord, SeatRecord, Status, Timer, TimerKind
from bot.table.live_game import seat_held
from bot.table.unseen import changes_since_look
from engine.core.actions import MASTER
from engine.core.computer.levels import titled
from engine.core.events import Event
from engine.core.table import Table
from engine.core.text import counted
from engine.games import GAMES, rules_of
from render import registry
from render.initials import initials
from render.picture import Picture
from render.picture_request import NothingToShow

Interaction = discord.Interaction[Any]

Shower = Callable[[Herald, Interaction, str], Awaitable[None]]
"""Answers a deferred interaction with something of a game."""

Due = Mapping[tuple[str, str], float | None]
"""The deadlines by question; None where the clock stands still."""


# ---------------------------------------------------------------------- the panel itself


def lobby_panel(game: GameRecord, seats: Sequence[SeatRecord]) -> Panel:
    """Show a table that waits for players."""
    rules = rules_of(game.rules)
    here = [f"- {_seated(seat)}" for seat in seats]
    if whose := places(game):
        sitting = {seat.id: _seated(seat) for seat in seats}
        here = [f"- {texts.safe(name)}'s place: {sitting.get(seat, 'free')}" for seat, name in whose.items()]
        here.append("-# `/game join place:` lets you choose a place, or change to another.")
    least, most = (len(whose),) * 2 if whose else rules.seats(game.options)
    players = f"{least} players" if least == most else f"{least} to {most} players"
    own = f"{texts.edition(game.figures)}\n" if game.figures else ""
    own += f"{texts.GOES_ON}\n" if game.position else ""
    text = f"**{rules.title}**, {rules.variants[game.variant]}. For {players}.\n{own}\n"
    text += "\n".join(here) or "All seats are free."
    text += f"\n\n{_what_next(game, seats, least, most)}"
    enough = len(seats) >= least
    join = Button(str(Press("join", game.id)), "Take a seat", "secondary" if enough else "success")
    row = [
        Button(str(Press("start", game.id)), "Start the game", "success" if enough else "secondary"),
        Button(str(Press("leave", game.id)), "Leave the table"),
    ]
    if len(seats) < most:
        row.insert(1 if enough else 0, join)
    ready = [
        *([Button(str(Press("computer", game.id)), "Add a computer player")] if len(seats) < most else []),
        Button(str(Press("pace", game.id)), "Pace"),
        Button(str(Press("house", game.id)), "House rules"),
        *leaflets.button(game.rules, game.variant),
    ]
    return Panel(text, title=texts.safe(game.title), rows=[row, ready], footer=_footer(game))


def _what_next(game: GameRecord, seats: Sequence[SeatRecord], least: int, most: int) -> str:
    """Say what a table that has not started waits for, and who presses which button."""
    owner = next((texts.safe(seat.name) for seat in seats if seat.user == game.owner), "Whoever opened the table")
    if len(seats) == most:
        return f"All seats are taken: {owner} can press **Start the game**."
    if len(seats) >= least:
        return f"{owner} can press **Start the game**, or wait for more players."
    missing = counted(least - len(seats), "player")
    return f"At least {missing} more: **Take a seat**, or {owner} adds a computer player. Then {owner} starts the game."


def _seated(seat: SeatRecord) -> str:
    """Say who sits at a table, and in which role."""
    return texts.safe(seat.name) + ("" if seat.human else f", {titled(seat.regent)}")


def _footer(game: GameRecord) -> str:
    """Say by which id a game is known, and by which hashes its own figures and its position are."""
    figures = f" · own figures {texts.seal(game.figures)}" if game.figures else ""
    figures += f" · position {texts.seal(game.position)}" if game.position else ""
    return f"Game {game.id}{figures}"


def status_panel(game: GameRecord, table: Table, seats: Sequence[SeatRecord], due: Due) -> Panel:
    """Show how a game stands: the phase, whom it waits for and until when, and a line for every faction."""
    names = {seat.id: seat.name for seat in seats}
    computers = {f"{{{seat.id}}}" for seat in seats if not seat.human and seat.left is None and seat.regent}
    fields = [
        (f"{_badge(table, place, title, names)} {_whose(title, names, computers)}", texts.with_names(line, names))
        for place, (title, line) in enumerate(table.rules.words.scores(table.game))
    ]
    own = [texts.edition(game.figures)] if game.figures else []
    stands = [texts.with_names(table.rules.words.headline(table.game), names), *_still_to_come(table), *own]
    return Panel(
        "\n".join([*stands, "", waiting(table, names, due)]),
        title=texts.safe(game.title),
        rows=buttons(_status_buttons(game, over=table.result is not None)),
        fields=fields,
        footer=_footer(game),
    )


def _badge(table: Table, place: int, title: str, names: Mapping[str, str]) -> str:
    """Return the mark of a seat as on its board: the letter of its pieces, or its shape and its player's initial."""
    seat = title.strip("{}")
    colour = table.rules.words.colour(table.game, seat) if seat in table.seats else ""
    badge = texts.COLOURS.get(colour, texts.BADGES[place % len(texts.BADGES)])
    if colour in texts.COLOURS and table.rules.name not in texts.INITIALLED:
        return badge
    shape, letter = badge.split()
    return f"{shape} {initials(names).get(seat, letter)}".rstrip()


def _whose(title: str, names: Mapping[str, str], computers: Collection[str]) -> str:
    """Return the name of a seat; of a computer player's with what it is."""
    return texts.with_plain_names(title, names) + (" (computer)" if title in computers else "")


def _still_to_come(table: Table) -> list[str]:
    """Say how often the game still waits in this round, where the rules can tell; for all at once, it waits once."""
    pace = table.rules.pace
    left = pace.handovers_left(table.game)
    if not left or table.result:
        return []
    return [f"About {counted(left, 'more decision')} in {pace.round(table.game)}, all players together."]


def _status_buttons(game: GameRecord, *, over: bool) -> list[Button]:
    shown = {**registry.buttons(game.rules), "log": "Log", "seats": "Seats"}
    replay = Button(str(Press("replay", game.id)), "Step through the game")
    return [
        replay if over else Button(str(Press("mine", game.id)), "My options", "primary"),
        *(Button(str(Press(verb, game.id)), label) for verb, label in shown.items()),
    ]


def waiting(table: Table, names: Mapping[str, str], due: Due) -> str:
    """Say whom the game waits for, for what, and until when."""
    if table.result:
        return f"**The game is over.** {texts.with_names(table.result.reason, names)}"
    lines = []
    for request in table.requests():
        what = "a secret decision" if request.secret else texts.with_names(request.prompt, names)
        when = _when(due, (request.seat, request.decision))
        who = "The clock" if request.seat == MASTER else texts.safe(names.get(request.seat, request.seat))
        lines.append(f"⏳ **{who}**: {what}{when}")
    return "\n".join(lines)


def _when(due: Due, question: tuple[str, str]) -> str:
    if question not in due:
        return ""
    limit = due[question]
    return " — the clock stands still" if limit is None else f" — {texts.until(limit)}"


def broken_panel(game: GameRecord) -> Panel:
    """Show a game that has been put aside."""
    text = "⚠️ **Out of order.** Nothing is lost, and no clock runs; the game master has been told."
    return Panel(text, title=texts.safe(game.title), footer=_footer(game))


async def current_panel(herald: Herald, game_id: str) -> Panel:
    """Return the status panel of a game as it stands now."""

    async def rows(connection: AsyncConnection) -> tuple[GameRecord, Sequence[SeatRecord], Sequence[Timer]]:
        game, seats = await games.get(connection, game_id), await games.seats_of(connection, game_id)
        return game, seats, await timers.of_game(connection, game_id)

    game, seats, running = await herald.store.read(rows)
    if game.status == Status.LOBBY:
        return lobby_panel(game, seats)
    if game.status == Status.BROKEN:
        return broken_panel(game)
    stands = game.paused is not None
    limits = [timer for timer in running if timer.kind is TimerKind.DEADLINE]
    due = {timer.key: None if stands or timer.stopped else timer.due for timer in limits}
    async with herald.referee.reading(game_id) as live:
        return status_panel(live.game, live.table, live.seats, due)


# ---------------------------------------------------------------------- what the buttons show


async def show_hand(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Show a player their own hand, as a picture and in words."""
    play = Play(herald, interaction, game_id)
    async with play.seat_context() as here:
        view, game, names = here.table.view(here.seat), here.record, here.names
    await _show(herald, interaction, game, "hand", view, names)
    await play.show_news(game.id, names)


async def show_public(herald: Herald, interaction: Interaction, game_id: str, kind: str) -> None:
    """Show anybody a picture, such as the map, of what everybody may know now."""
    async with herald.store.reading() as connection:
        check_begun(await games.get(connection, game_id))
    async with herald.referee.reading(game_id) as live:
        game, view, names = live.game, live.table.view(""), live.names
    if kind == MAP:
        await show_map(herald, interaction, game, view, names)
    else:
        await _show(herald, interaction, game, kind, view, names)


async def show_map(
    herald: Herald,
    interaction: Interaction,
    game: GameRecord,
    view: msgspec.Struct,
    names: Mapping[str, str],
    subject: str = "",
    *,
    layer: str = "",
    night: bool = False,
) -> None:
    """Show the map, with what has changed since the person last looked."""
    async with herald.store.writing(game.id) as connection:
        seen = await changes_since_look(connection, game, interaction.user.id, rules_of(game.rules).story.pictures)
    picture = await drawn(
        herald, game, MAP, view, names, subject, layer=layer, night=night, changes=() if layer else seen.changes
    )
    words = texts.SINCE_YOU_LOOKED if seen.since_last_look and not layer else None
    near = [] if subject else await closer(herald, interaction, game, view)
    await hand_over(interaction, picture, MAP, words, near)


def check_begun(game: GameRecord) -> None:
    """Raise Refused while there is nothing to show of a game."""
    if game.status == Status.LOBBY:
        raise Refused("This game has not started yet; there is nothing to show.")


async def _show(
    herald: Herald,
    interaction: Interaction,
    game: GameRecord,
    kind: str,
    view: msgspec.Struct,
    names: Mapping[str, str],
    subject: str = "",
) -> None:
    picture = await drawn(herald, game, kind, view, names, subject)
    await hand_over(interaction, picture, kind, texts.clipped(picture.words, texts.MESSAGE) or None)


CLOSER = "My part, larger"
"""The button below a whole map, whose names are small on a phone, that cuts it to where somebody's own pieces are."""


async def closer(herald: Herald, interaction: Interaction, game: GameRecord, view: msgspec.Struct) -> list[Button]:
    """Return the button that shows the part of the map with somebody's own pieces; nothing where they have none."""
    async with herald.referee.reading(game.id) as live:
        seat = seat_held(live.seats, interaction.user.id)
    own = seat in registry.findable(game.rules, view)
    return [Button(str(Press("near", game.id, topic=seat)), CLOSER, emoji="🔍")] if own else []


async def show_near(herald: Herald, interaction: Interaction, press: Press) -> None:
    """Show the part of the map where a player's pieces are now."""
    async with herald.referee.reading(press.subject) as live:
        game, names, view = live.game, live.names, live.table.view("")
    picture = await drawn(herald, game, MAP, view, names, press.topic)
    await hand_over(interaction, picture, MAP)


async def hand_over(
    interaction: Interaction, picture: Picture, kind: str, words: str | None = None, below: Sequence[Button] = ()
) -> None:
    """Answer a deferred interaction with a picture, and with buttons `below` it."""
    said = "".join(f" Below it is the button “{button.label}”." for button in below)
    alt = texts.clipped(picture.alt, ALT - len(said)) + said
    file = discord.File(io.BytesIO(picture.png), filename=f"{kind}.png", description=alt)
    await interaction.edit_original_response(
        content=words, attachments=[file], view=Panel("", rows=[list(below)]).view() if below else None
    )


async def drawn(
    herald: Herald,
    game: GameRecord,
    kind: str,
    view: msgspec.Struct,
    names: Mapping[str, str],
    subject: str = "",
    *,
    layer: str = "",
    night: bool = False,
    changes: Sequence[Event] = (),
) -> Picture:
    """Draw a picture for somebody who has asked for it; raises Refused where there is nothing to show."""
    try:
        return await herald.pictures.draw(
            game.rules, kind, view, names, subject=subject, changes=changes, layer=layer, night=night
        )
    except NothingToShow as nothing:
        raise Refused(str(nothing)) from nothing


async def show_faction(herald: Herald, interaction: Interaction, game_id: str, user: int) -> None:
    """Show a player's faction, as far as everybody may know it."""
    async with herald.referee.reading(game_id) as live:
        game, view, names, seat = live.game, live.table.view(""), live.names, live.seat_of(user)
    await _show(herald, interaction, game, "faction", view, names, seat)


async def show_status(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Show how the game stands, with the panel's buttons."""
    panel = await current_panel(herald, game_id)
    await interaction.edit_original_response(content=None, embed=panel.embed(), view=panel.view())


async def show_seats(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Show who plays, and what everybody may know of each."""
    panel = await current_panel(herald, game_id)
    await interaction.edit_original_response(content=None, embed=panel.embed())


# ---------------------------------------------------------------------- the lobby's buttons


def name_of(user: discord.User | discord.Member) -> str:
    """Return the name under which somebody plays."""
    return texts.tidy(user.display_name) or user.name


async def join(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Take a seat."""
    await herald.lobby.join(game_id, interaction.user.id, name_of(interaction.user))
    await interaction.edit_original_response(content="You have a seat. Whoever opened the table starts the game.")


DISBANDED = (
    "Your faction would be disbanded, and the game continues without you. If you are only away, press *Help* "
    "below your options: a computer player can decide for you meanwhile. `/table replace` gives your seat to "
    "somebody else."
)

SUBSTITUTE = (
    "Herald would look for a substitute in the tournament's channel, and a computer player would play your seat until "
    "then. If you are only away, press *Help* below your options: a computer player can decide for you meanwhile."
)

OFFERED = (
    "I have offered your seat in the tournament's channel, and a computer player plays it meanwhile. Until "
    "somebody takes it, you can get it back with the button there."
)


async def ask_to_leave(herald: Herald, interaction: Interaction, game: GameRecord) -> None:
    """Ask whether a player really wants to leave a running game, and say what else there is."""
    async with herald.referee.reading(game.id) as live:
        live.seat_of(interaction.user.id)
    async with herald.store.reading() as connection:
        event = await tournaments.game(connection, game.id)
    text = SUBSTITUTE if event else DISBANDED
    row = [Button(str(Press("leave", game.id)), "Leave for good", "danger")]
    panel = Panel(text, title="Leave the game?", rows=[row])
    await answers.put(interaction, panel)


async def leave(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Give up one's seat; at a table of a tournament a substitute is sought for it."""
    async with herald.store.reading() as connection:
        playing = (await games.get(connection, game_id)).status is Status.PLAYING
    if playing and await herald.tournament_tables.leave(game_id, interaction.user.id):
        await interaction.edit_original_response(content=OFFERED)
        return
    await herald.lobby.leave(game_id, interaction.user.id)
    await interaction.edit_original_response(content="You have left the table.")


async def start(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Start the game."""
    await herald.lobby.start(game_id, interaction.user.id)
    await interaction.edit_original_response(content="The game begins.")


def picture_of(verb: str) -> Shower | None:
    """Return what shows a picture of a game to whoever presses its button, which is called as it is."""
    return partial(show_public, kind=verb) if any(verb in registry.buttons(game) for game in GAMES) else None


PRESSES: Mapping[str, Shower] = {
    "hand": show_hand,
    "seats": show_seats,
    "join": join,
    "leave": leave,
    "start": start,
}
"""What the buttons of status panels do that are the same for every game, by verb."""
