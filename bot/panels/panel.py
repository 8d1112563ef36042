"""A message with its buttons and menus, as data: made without Discord, shown by the edge.

A panel that somebody decides on alone is a layout: words with their buttons beside them. What pings, and what everybody
reads, is an ordinary message, which notifications and search show; its buttons stand in rows below it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import discord

from bot.texts import clipped
from engine.core.actions import Choice
from engine.core.text import clipped_to_part
from render.picture_request import Goal

MENU = 25
"""Options that Discord shows in one menu."""

ROWS, ROW = 5, 5
"""Rows that a message has below it, and buttons in one."""

CONTENT, LABEL, HINT, BUTTON, VALUE = 2000, 100, 100, 80, 100
"""Characters that Discord allows in a message, an option's label, its description, a button and a value."""

COMPONENTS, TEXT, ALT = 40, 4000, 1024
"""Components of a layout, characters of all of its words, and those of what is said of a picture."""

BARE = 3
"""Components of a layout that are there always: its container, its head and the picture."""

FRAME = BARE + 2
"""The same with the row that may still be added below the others."""

Style = Literal["primary", "secondary", "success", "danger"]

OPENS = "…"
"""The end of the label of a button that opens a form or asks once more; one that acts at once has none."""


@dataclass(frozen=True)
class Button:
    """A button; `id` says what it does (see ids.py)."""

    id: str
    label: str
    style: Style = "secondary"
    emoji: str = ""


@dataclass(frozen=True)
class Menu:
    """A menu with up to 25 choices; between `least` and `most` may be taken."""

    id: str
    prompt: str
    choices: Sequence[Choice]
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class People:
    """A menu of everybody on the server, to choose one person."""

    id: str
    prompt: str


@dataclass(frozen=True)
class Line:
    """A decision in words, with what comes of it, and its button beside it."""

    words: str
    button: Button
    measure: str = ""
    """The words by whose length it is laid out; "" for its own. So nothing moves when a part of them follows later."""

    @property
    def measured(self) -> str:
        """The words by whose length it is laid out."""
        return self.measure or self.words


@dataclass(frozen=True)
class Card:
    """Words with a small picture beside them, from an attached file of this name; a layout alone has such."""

    text: str
    picture: str
    alt: str


@dataclass(frozen=True)
class Words:
    """Words between the rows."""

    text: str
    name: str = ""
    """The name of what stands below, where the words begin with it."""


@dataclass(frozen=True)
class Divider:
    """A line across, above what ends something or helps."""


AnyRow = Menu | People | Line | Card | Words | Divider | Sequence[Button]
"""The content of a row of a panel."""


@dataclass(frozen=True)
class Shown:
    """The picture of a table that a panel shows: its kind, what it is of, and the layer laid over it."""

    kind: str
    subject: str = ""
    layer: str = ""
    goals: tuple[Goal, ...] = ()
    """The places that the panel offers, with the numbers that they have on it."""


@dataclass(frozen=True)
class Unfinished:
    """Whose chances a panel leaves open, and at which version of the game: they follow in the same lines."""

    seat: str
    version: int


@dataclass(frozen=True)
class Panel:
    """What a message shows, in rows; an ordinary message has five, and numbers its lines as their buttons."""

    text: str
    title: str = ""
    rows: Sequence[AnyRow] = ()
    footer: str = ""
    fields: Sequence[tuple[str, str]] = field(default=())
    picture: str = ""
    shows: Shown | None = None
    alt: str = ""
    """What is to be seen on the picture, for those who cannot see it."""

    late: bool = False
    """Whether its picture came after the panel was shown: then it stands below everything, and moves nothing."""

    waits: Unfinished | None = None
    """The chances that it still leaves open."""

    # ------------------------------------------------------------------ as a layout

    def layout(self) -> discord.ui.LayoutView:
        """Return the panel as a layout: its head, its picture, its rows. It is stopped, as a view is."""
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.Container(*self._parts(), accent_colour=PARCHMENT))
        view.stop()
        return view

    def _parts(self) -> Iterator[discord.ui.Item[Any]]:
        said = [f"**{name}**\n{value}" for name, value in self.fields]
        below = [*said, *([f"-# {self.footer}"] if self.footer else [])]
        left = TEXT - sum(len(text) for text in below) - sum(len(_said(row)) for row in self.rows)
        head = "\n".join(part for part in (f"### {self.title}" if self.title else "", self.text) if part)
        if head or not (self.rows or below or self.picture):
            yield discord.ui.TextDisplay(clipped(head, max(left, 1)) or "–")
        yield from () if self.late else self._gallery()
        yield from (part for row in self.rows for part in _part_of(row))
        yield from (discord.ui.TextDisplay(text) for text in below)
        yield from self._gallery() if self.late else ()

    def _gallery(self) -> Iterator[discord.ui.Item[Any]]:
        """Yield the picture, if there is one."""
        if self.picture:
            media = discord.MediaGalleryItem(f"attachment://{self.picture}", description=clipped(self.alt, ALT) or None)
            yield discord.ui.MediaGallery(media)

    # ------------------------------------------------------------------ as an ordinary message

    def embed(self) -> discord.Embed:
        """Return the words as an embed, which does not ping."""
        embed = discord.Embed(title=self.title or None, description=clipped(self._told(), 4096), colour=PARCHMENT)
        for name, value in self.fields[:25]:
            embed.add_field(name=clipped(name, 256), value=clipped(value, 1024) or "–", inline=False)
        if self.footer:
            embed.set_footer(text=clipped(self.footer, 2048))
        if self.picture:
            embed.set_image(url=f"attachment://{self.picture}")
        return embed

    def _told(self) -> str:
        """Return all words of an ordinary message."""
        lines = [row for row in self.rows if isinstance(row, Line)]
        alone = len(lines) == 1
        numbered = "\n".join(f"{'' if alone else f'**{place}.** '}{line.words}" for place, line in enumerate(lines, 1))
        between = [row.text for row in self.rows if isinstance(row, Words)]
        return "\n\n".join(part for part in (self.text, numbered, *between) if part)

    def view(self) -> discord.ui.View:
        """Return the buttons and menus. The view is stopped: every press is answered by the router, by its id."""
        view = discord.ui.View(timeout=None)
        for number, row in enumerate(flat(self.rows)[:ROWS]):
            for item in _items(row, number):
                view.add_item(item)
        view.stop()
        return view


def flat(rows: Sequence[AnyRow]) -> list[Menu | People | Sequence[Button]]:
    """Return the rows of an ordinary message: the buttons of lines have their numbers, and five stand in a row."""
    parts: list[Menu | People | Sequence[Button]] = []
    numbered: list[Button] = []
    number = 0
    alone = sum(isinstance(row, Line) for row in rows) == 1
    for row in rows:
        if isinstance(row, Line):
            number += 1
            label = row.button.label if alone else f"{number}. {row.button.label}"
            numbered.append(replace(row.button, label=label))
        elif not isinstance(row, Card | Words | Divider):
            parts += [*buttons(numbered), row]
            numbered = []
    return [*parts, *buttons(numbered)]


def buttons_of(row: AnyRow) -> Sequence[Button]:
    """Return the buttons of a row of a panel, or that beside a line."""
    match row:
        case Line(button=button):
            return [button]
        case Menu() | People() | Card() | Words() | Divider():
            return ()
        case _:
            return row


def cost(rows: Sequence[AnyRow]) -> int:
    """Return how many components of a layout some rows take."""
    return sum(_cost(row) for row in rows)


def _cost(row: AnyRow) -> int:
    match row:
        case Line() | Card():
            return 3
        case Words() | Divider():
            return 1
        case Menu() | People():
            return 2
        case _:
            return 1 + len(row)


def length(rows: Sequence[AnyRow]) -> int:
    """Return how many characters of a layout some rows take."""
    return sum(len(row.measured if isinstance(row, Line) else _said(row)) for row in rows)


MARKS = re.compile(r"\*\*|^-# ", re.MULTILINE)
"""Marks of bold and of small print, which Discord does not show."""

TIME, SOON = re.compile(r"<t:\d+:R>"), "in 23 hours"
"""How a time is written, and about what Discord shows for it."""

WIDTH, PADDING, WIDEST = 29, 5, 9
"""Letters in a line of a phone, those that a button takes besides its label, and of a label beside words at most."""


def height(panel: Panel) -> int:
    """Return about how many lines of a phone the words and rows of a panel take; a button is as high as two."""
    return _lines(panel.text) + sum(_height(row) for row in panel.rows)


def _height(row: AnyRow) -> int:
    match row:
        case Line():
            return min(_beside(row), _below(row))
        case Card(text=text) | Words(text=text):
            return _lines(text)
        case Divider():
            return 1
        case Menu() | People():
            return 2
        case _:
            return 2 * _lines("n" * sum(len(button.label) + PADDING - 1 for button in row))


def _beside(line: Line) -> int:
    return max(2, _lines(line.measured, WIDTH - min(len(line.button.label), WIDEST) - PADDING))


def _below(line: Line) -> int:
    return _lines(line.measured) + 2


def _lines(text: str, width: int = WIDTH) -> int:
    """Return how many lines some words take in a column, without their marks."""
    shown = MARKS.sub("", TIME.sub(SOON, text))
    return sum(-(-len(line) // max(width, 1)) or 1 for line in shown.splitlines())


def _said(row: AnyRow) -> str:
    match row:
        case Words(text=text) | Card(text=text) | Line(words=text):
            return text
        case _:
            return ""


def _part_of(row: AnyRow) -> Iterator[discord.ui.Item[Any]]:
    """Yield a row of a layout. The button of long words stands below them: beside it a phone leaves them no room."""
    if isinstance(row, Line) and _below(row) + 1 < _beside(row):
        yield discord.ui.TextDisplay(row.words)
        yield discord.ui.ActionRow(_button(row.button))
    else:
        yield _part(row)


def _part(row: AnyRow) -> discord.ui.Item[Any]:
    match row:
        case Line(words=words, button=button):
            return discord.ui.Section(discord.ui.TextDisplay(words), accessory=_button(button))
        case Card(text=text, picture=picture, alt=alt):
            thumbnail: discord.ui.Thumbnail[Any] = discord.ui.Thumbnail(
                f"attachment://{picture}", description=clipped(alt, ALT) or None
            )
            return discord.ui.Section(discord.ui.TextDisplay(text), accessory=thumbnail)
        case Words(text=text):
            return discord.ui.TextDisplay(text)
        case Divider():
            return discord.ui.Separator()
        case _:
            return discord.ui.ActionRow(*_items(row))


PARCHMENT = discord.Colour(0xB08D57)


def _items(row: Menu | People | Sequence[Button], number: int | None = None) -> list[discord.ui.Item[Any]]:
    """Return what stands in a row, which has a number in an ordinary message."""
    match row:
        case Menu():
            return [_select(row, number)]
        case People(id=key, prompt=prompt):
            return [discord.ui.UserSelect(custom_id=key, placeholder=clipped(prompt, 150), row=number)]
        case _:
            return [_button(button, number) for button in row[:ROW]]


def _button(button: Button, row: int | None = None) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        custom_id=button.id,
        label=clipped(button.label, BUTTON),
        style=getattr(discord.ButtonStyle, button.style),
        emoji=button.emoji or None,
        row=row,
    )


def _select(menu: Menu, row: int | None = None) -> discord.ui.Select[Any]:
    shown = menu.choices[:MENU]
    return discord.ui.Select(
        custom_id=menu.id,
        placeholder=clipped(menu.prompt, 150),
        min_values=min(menu.least, len(shown)),
        max_values=min(menu.most, len(shown)),
        options=menu_options(shown),
        row=row,
    )


def menu_options(choices: Sequence[Choice]) -> list[discord.SelectOption]:
    """Return choices as the options of a menu."""
    return [
        discord.SelectOption(
            value=choice.value,
            label=clipped(choice.label, LABEL),
            description=clipped_to_part(choice.hint, HINT) or None,
        )
        for choice in choices
    ]


def opening(label: str, most: int = BUTTON) -> str:
    """Return the label of a button that opens a form or asks once more; a longer one than `most` is cut."""
    return label if label.endswith(OPENS) else _cut(label, most - len(OPENS)) + OPENS


def at_once(label: str, most: int = BUTTON) -> str:
    """Return the label of a button that acts at once; a longer one than `most` is cut, without dots."""
    return _cut(label, most)


def _cut(label: str, most: int) -> str:
    """Return a label cut after a word, or within one that leaves no room for two."""
    if len(label) <= most:
        return label
    whole = label[: most + 1].rpartition(" ")[0]
    return (whole if 2 * len(whole) > most else label[:most]).rstrip(" ,;:(")


def buttons(found: Sequence[Button]) -> list[list[Button]]:
    """Return buttons in rows of five."""
    return [list(found[start : start + ROW]) for start in range(0, len(found), ROW)]
