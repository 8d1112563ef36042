"""Forms with lines to write in."""

from collections.abc import Iterable
from dataclasses import dataclass

import discord

from bot.panels.ids import Press
from bot.texts import clipped

TITLE, LABEL, HINT = 45, 45, 100
"""Characters that Discord allows in the title of a form, above a line and in an empty one."""


@dataclass(frozen=True)
class Line:
    """A line of a form, or several where it is `long`; `value` stands there already."""

    name: str
    label: str
    value: str = ""
    hint: str = ""
    long: bool = False
    required: bool = True
    most: int = 400


REASON = Line("reason", "Why? Everybody reads it.", long=True)


def modal(press: Press, title: str, lines: Iterable[Line]) -> discord.ui.Modal:
    """Return a form that is answered by its id alone, before and after a restart."""
    form = discord.ui.Modal(title=clipped(title, TITLE), custom_id=str(press), timeout=None)
    for line in lines:
        form.add_item(
            discord.ui.TextInput(
                label=clipped(line.label, LABEL),
                custom_id=line.name,
                style=discord.TextStyle.paragraph if line.long else discord.TextStyle.short,
                default=line.value or None,
                placeholder=clipped(line.hint, HINT) or None,
                required=line.required,
                max_length=line.most,
            )
        )
    form.stop()
    return form
