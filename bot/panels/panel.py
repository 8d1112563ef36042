"""A message with its buttons and menus, as data: made without Discord, shown by the edge."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import discord

from bot.texts import clipped
from engine.core.actions import Choice

MENU = 25
"""Options that Discord shows in one menu."""

ROWS, ROW = 5, 5
"""Rows that a message has below it, and buttons in one."""

CONTENT, LABEL, HINT, BUTTON, VALUE = 2000, 100, 100, 80, 100
"""Characters that Discord allows in a message, an option's label, its description, a button and a value."""

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True)
class Button:
    """A button; `id` says what it does (see ids.py)."""

    id: str
    label: str
    style: Style = "secondary"
    emoji: str = ""


@dataclass(frozen=True)
class Menu:
    """A menu with up to 25 choices, of which between `least` and `most` may be taken."""

    id: str
    prompt: str
    choices: Sequence[Choice]
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class People:
    """A menu of everybody on the server, of whom one is taken."""

    id: str
    prompt: str


AnyRow = Menu | People | Sequence[Button]
"""What stands in a row below a message."""


@dataclass(frozen=True)
class Shown:
    """The picture of a table that a panel shows: its kind, what it is of, and the layer laid over it."""

    kind: str
    subject: str = ""
    layer: str = ""


@dataclass(frozen=True)
class Panel:
    """What a message shows. Rows hold either one menu or up to five buttons."""

    text: str
    title: str = ""
    rows: Sequence[AnyRow] = ()
    footer: str = ""
    fields: Sequence[tuple[str, str]] = field(default=())
    picture: str = ""
    shows: Shown | None = None

    def embed(self) -> discord.Embed:
        """Return the words as an embed, which does not ping."""
        embed = discord.Embed(title=self.title or None, description=clipped(self.text, 4096), colour=PARCHMENT)
        for name, value in self.fields[:25]:
            embed.add_field(name=clipped(name, 256), value=clipped(value, 1024) or "–", inline=False)
        if self.footer:
            embed.set_footer(text=clipped(self.footer, 2048))
        if self.picture:
            embed.set_image(url=f"attachment://{self.picture}")
        return embed

    def view(self) -> discord.ui.View:
        """Return the buttons and menus. The view is stopped: every press is answered by the router, by its id."""
        view = discord.ui.View(timeout=None)
        for number, row in enumerate(self.rows[:ROWS]):
            if isinstance(row, Menu):
                view.add_item(_select(row, number))
                continue
            if isinstance(row, People):
                view.add_item(discord.ui.UserSelect(custom_id=row.id, placeholder=clipped(row.prompt, 150), row=number))
                continue
            for button in row[:ROW]:
                view.add_item(_button(button, number))
        view.stop()
        return view


PARCHMENT = discord.Colour(0xB08D57)


def _button(button: Button, row: int) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(
        custom_id=button.id,
        label=clipped(button.label, BUTTON),
        style=getattr(discord.ButtonStyle, button.style),
        emoji=button.emoji or None,
        row=row,
    )


def _select(menu: Menu, row: int) -> discord.ui.Select[discord.ui.View]:
    shown = menu.choices[:MENU]
    return discord.ui.Select(
        custom_id=menu.id,
        placeholder=clipped(menu.prompt, 150),
        min_values=min(menu.least, len(shown)),
        max_values=min(menu.most, len(shown)),
        options=[
            discord.SelectOption(
                value=choice.value,
                label=clipped(choice.label, LABEL),
                description=clipped(choice.hint, HINT) or None,
            )
            for choice in shown
        ],
        row=row,
    )


def buttons(found: Sequence[Button]) -> list[list[Button]]:
    """Return buttons in rows of five."""
    return [list(found[start : start + ROW]) for start in range(0, len(found), ROW)]
