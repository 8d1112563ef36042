"""Opening a table by buttons: which game, its variant, pace and computer players; and the same table once more."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.model.time_control import PRESETS
from bot.panels import answers
from bot.panels.ids import UNKNOWN, Press
from bot.panels.panel import AnyRow, Button, Card, Divider, Menu, Panel
from bot.panels.status_panel import Shower, name_of
from bot.panels.threads import open_thread, table_channel
from bot.panels.verbs import Handler
from bot.store import games, tournaments
from bot.store.rows import GameRecord, Status
from engine.core.actions import Choice
from engine.core.errors import BadOptions
from engine.core.files import welcome
from engine.core.rules import Rules
from engine.games import GAMES, rules_of
from render.picture import Picture

Interaction = discord.Interaction[Any]

LONGEST_TITLE = 80
"""Characters of a table's title."""

USUAL_PACE = "-"
"""The pace of this Herald, in the menu of paces."""

WHICH = "A *Learn* button shows you five turns of a game, alone against computer players; nothing of it is kept."

# ---------------------------------------------------------------------- which game


async def show_games(herald: Herald, interaction: Interaction) -> None:
    """Ask which game somebody wants to play: a card of each with its picture, and its buttons below."""
    pictures = {name: await herald.pictures.cover(name) for name in GAMES}
    files = [_file(name, picture) for name, picture in pictures.items()]
    panel = Panel(WHICH, title="Which game?", rows=[row for name in GAMES for row in _card(name, pictures[name])])
    await interaction.edit_original_response(content=None, embeds=[], view=panel.layout(), attachments=files)


def _file(game: str, picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.png), f"{game}.png", description=picture.alt)


def _card(game: str, picture: Picture) -> list[AnyRow]:
    """Return the card of a game: what it is about, for how many players, how long it takes; and its two buttons."""
    rules, said = rules_of(game), welcome.card(game)
    lines = [f"**{rules.title}**", said.pitch if said else "", f"{_players(rules)} players"]
    lines += [f"-# {said.time}; {said.length}"] if said else []
    text = "\n".join(line for line in lines if line)
    row = [play_button(game)]
    if welcome.course(game):
        row.append(Button(str(Press("learn", "", topic=game)), f"Learn {rules.title}", emoji="🎓"))
    return [Divider(), Card(text, f"{game}.png", picture.alt), row]


def play_button(game: str) -> Button:
    """Return the button that asks how a game is to be played, and then opens its table."""
    rules = rules_of(game)
    return Button(str(Wish(game, rules.usual_variant).press("nwset")), f"Play {rules.title}", "success")


def _players(rules: Rules[Any]) -> str:
    """Say for how many players a game is, in whichever variant."""
    taken = [rules.seats(rules.options(variant, {})) for variant in _variants(rules)]
    least, most = min(few for few, _ in taken), max(many for _, many in taken)
    return f"{least}" if least == most else f"{least} to {most}"


def _variants(rules: Rules[Any]) -> dict[str, str]:
    """Return the variants of a game that can be played as they are."""
    found = {}
    for variant, name in rules.variants.items():
        try:
            rules.options(variant, {})
        except BadOptions:
            continue
        found[variant] = name
    return found


# ---------------------------------------------------------------------- how it is played


@dataclass(frozen=True)
class Wish:
    """What somebody has chosen for a table; the ids of the panel's menus and buttons carry it."""

    game: str
    variant: str
    pace: str = ""
    computers: int = 0

    def press(self, verb: str, answer: str = "") -> Press:
        """Return the press that carries it."""
        return Press(verb, "", f"{self.game}/{self.variant}", self.pace, self.computers, field_value=answer)

    @property
    def most_computers(self) -> int:
        """How many computer players there is room for beside the person who opens the table."""
        rules = rules_of(self.game)
        return rules.seats(rules.options(self.variant, {}))[1] - 1


def _wished(press: Press, values: Sequence[str] = ()) -> Wish:
    """Return what a press stands for, with what was chosen in its menu; raises Refused where somebody forged one."""
    game, _, variant = press.stamp.partition("/")
    if game not in GAMES or (press.topic and press.topic not in PRESETS):
        raise Refused(UNKNOWN)
    chosen = values[0] if values else ""
    pace, computers = press.topic, press.page
    if press.field_value == "variant":
        variant = chosen
    elif press.field_value == "pace":
        pace = chosen.strip(USUAL_PACE)
    elif press.field_value == "computers":
        computers = int(chosen) if chosen.isdecimal() else 0
    if variant not in _variants(GAMES[game]) or (pace and pace not in PRESETS):
        raise Refused(UNKNOWN)
    wish = Wish(game, variant, pace)
    return Wish(game, variant, pace, min(computers, wish.most_computers))


async def ask_how(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show what has been chosen for a table so far, with the menus that change it."""
    wish = _wished(press, values)
    picture = await herald.pictures.cover(wish.game)
    panel = _how(herald, wish, picture.alt)
    files = [_file(wish.game, picture)]
    await interaction.edit_original_response(content=None, embeds=[], view=panel.layout(), attachments=files)


def _how(herald: Herald, wish: Wish, alt: str) -> Panel:
    rules, variants = rules_of(wish.game), _variants(rules_of(wish.game))
    paces = {USUAL_PACE: _usual_pace(herald), **{name: f"{name}: {one.words}" for name, one in PRESETS.items()}}
    pace = paces[wish.pace or USUAL_PACE]
    computers = [_computers(number) for number in range(wish.most_computers + 1)] if rules.players else []
    card = welcome.card(wish.game)
    about = card.variants if card else {}
    text = [f"**Variant**: {variants[wish.variant]}"]
    text += [f"-# {about[wish.variant]}"] if wish.variant in about else []
    text.append(f"**Pace**: {pace}")
    text += [f"**Computer players**: {computers[wish.computers]}"] if computers else []
    text.append("Everything can still be changed at the table, until the game starts.")
    rows: list[AnyRow] = [Card("\n".join(text), f"{wish.game}.png", alt)]
    if len(variants) > 1:
        choices = [Choice(key, name, about.get(key, "")) for key, name in variants.items()]
        rows.append(_menu(wish, "variant", "Another variant", choices))
    named = [
        Choice(key, words.partition(": ")[0].capitalize(), words.partition(": ")[2]) for key, words in paces.items()
    ]
    rows.append(_menu(wish, "pace", "Another pace", named))
    if computers:
        numbers = [Choice(str(number), words.capitalize()) for number, words in enumerate(computers)]
        rows.append(_menu(wish, "computers", "How many computer players?", numbers))
    opens = Button(str(wish.press("nwopen")), "Open the table", "success")
    rows.append([opens, Button(str(Press("nwgame", "")), "Another game")])
    return Panel(f"### {rules.title}", rows=rows)


def _menu(wish: Wish, name: str, prompt: str, choices: Sequence[Choice]) -> Menu:
    return Menu(str(wish.press("nwset", name)), prompt, choices)


def _computers(number: int) -> str:
    return "none, people take all seats" if not number else f"{number}"


def _usual_pace(herald: Herald) -> str:
    """Say how long decisions take at a table that asks for no pace."""
    play = herald.config.play
    if play.pace:
        return f"as usual here: {play.pace}, {PRESETS[play.pace].words}"
    return "as usual here: " + (f"{play.deadline_hours:g} hours a decision" if play.deadline_hours else "no deadlines")


async def ask_which(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show the games once more."""
    await show_games(herald, interaction)


async def open_it(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Open the table that was put together: everybody is told, and computer players take their seats."""
    source = interaction.message
    with herald.opening(str(source.id if source else interaction.id)):
        await _open(herald, interaction, _wished(press))


async def _open(herald: Herald, interaction: Interaction, wish: Wish) -> None:
    rules, player = rules_of(wish.game), name_of(interaction.user)
    channel = table_channel(interaction, interaction.channel)
    await answers.say(interaction, "I open the table…")
    title = f"{player}'s {rules.title}"[:LONGEST_TITLE]
    thread = await open_thread(herald, interaction, channel, title, answers.say)
    record = await herald.lobby.open_game(
        guild=channel.guild.id,
        channel=channel.id,
        thread=thread.id,
        owner=interaction.user.id,
        rules=rules.name,
        variant=wish.variant,
        title=title,
        pace=wish.pace,
    )
    await herald.lobby.join(record.id, interaction.user.id, player)
    for _ in range(wish.computers):
        await herald.lobby.fill(record.id, interaction.user.id, next(iter(rules.players)))
    await answers.say(interaction, f"The table is open: {thread.mention}. You have a seat there.")
    full = 1 + wish.computers == rules.seats(record.options)[1]
    await interaction.followup.send(announced(interaction, record, thread, full=full))


def announced(interaction: Interaction, game: GameRecord, thread: discord.Thread, *, full: bool = False) -> str:
    """Return how everybody in a channel is told of a new table; one that is `full` invites nobody."""
    rules = rules_of(game.rules)
    text = f"{interaction.user.mention} opens a table of **{rules.title}** ({rules.variants[game.variant]})"
    counts = " It counts for the ladder." if game.rated else ""
    text = f"{text}: {thread.mention}.{'' if full else ' Take a seat there.'}{counts}"
    return f"{text} {texts.GOES_ON}" if game.position else text


# ---------------------------------------------------------------------- the same table again


async def again(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Open a table for the people of a game that is over, with its settings; its seats are drawn by lot."""
    with herald.opening(game_id):
        await _again(herald, interaction, game_id)


async def _again(herald: Herald, interaction: Interaction, game_id: str) -> None:
    user = interaction.user.id
    async with herald.store.reading() as connection:
        game = await games.get(connection, game_id)
        seats = await games.seats_of(connection, game_id)
        event = await tournaments.game(connection, game_id)
        there = await games.again_after(connection, game_id)
    if game.status is not Status.OVER:
        raise Refused("This game is not over yet; everybody can be invited to play again at its end.")
    if event is not None:
        raise Refused(
            "This table belongs to a tournament, which seats its players itself; open another with /game new."
        )
    if user != game.owner and user not in {seat.user for seat in seats}:
        raise Refused(
            "Only those who played here can invite everybody to play again; open your own table with /game new."
        )
    if there is not None and there.status is not Status.OVER:
        await interaction.edit_original_response(content=f"It is open already: <#{there.thread}>. Take a seat there.")
        return
    place = interaction.channel
    channel = table_channel(interaction, place.parent if isinstance(place, discord.Thread) else place)
    title = _next_title(game.title)
    thread = await open_thread(herald, interaction, channel, title)
    opened = await herald.lobby.open_again(game, thread.id, user, name_of(interaction.user), title)
    said = f"Your new table: {thread.mention}. You have a seat, and the others are invited."
    await interaction.edit_original_response(content=said)
    await interaction.followup.send(announced(interaction, opened, thread))


def _next_title(title: str) -> str:
    """Return the title of the same table again: with a number, so that its thread can be told from the one before."""
    name, _, number = title.rpartition(" ")
    name, count = (name, int(number)) if name and NUMBER.fullmatch(number) else (title, 1)
    number = f" {count + 1}"
    return name[: LONGEST_TITLE - len(number)] + number


NUMBER = re.compile("[1-9][0-9]?")
"""The number of a table at the end of its title; a year is none."""


SHOWERS: Mapping[str, Shower] = {"again": again}
"""What answers a press in a private message of its own, by verb."""

PRESSES: Mapping[str, Handler] = {"nwset": ask_how, "nwgame": ask_which, "nwopen": open_it}
"""What the buttons and menus do that change the panel on which they stand, by verb."""
