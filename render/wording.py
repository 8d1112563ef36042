"""Words of pictures that every game needs: players' names, alternative texts within Discord's limit, and the fonts."""

import re
from collections.abc import Mapping, Sequence

from engine.core.events import Event
from render.kit import lettering
from render.kit.lettering import printable
from render.picture import ALT_LIMIT

MORE = " There is more than fits here."
"""What ends an alternative text from which something had to be left out."""

ROUND = re.compile(r"Round (\d+)")
"""How the event of a turn that begins says its round."""


def player(names: Mapping[str, str], seat: str) -> str:
    """Return a player's name as the fonts can print it; the seat's id where nothing is left of it."""
    return printable(names.get(seat, seat)) or seat


def within_limit(parts: Sequence[str], limit: int = ALT_LIMIT) -> str:
    """Join sentences in order of importance; leave out those at the end that find no room, and say so."""
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if len(longer) > limit - len(MORE):
            return (text or part[: limit - len(MORE)]) + MORE
        text = longer
    return text


def missing_fonts() -> list[str]:
    """Return the fonts that pictures need and that cannot be used, by the names of their files."""
    found = []
    for face in lettering.Face:
        try:
            lettering.font(face, 20).getbbox("Herald")
        except OSError:
            found.append(face.value)
    return found


def ended_turn(changes: Sequence[Event], ends: str) -> tuple[str, int | None]:
    """Return whose turn it is that `changes` show to its end, "" for none, and its round where they say it.

    `ends` is the kind of event that closes a turn; a turn that has begun since is shown as it goes on.
    """
    who, number = "", None
    for event in reversed(changes):
        if event.kind == "turn":
            found = ROUND.match(event.text)
            return who, int(found[1]) if who and found else None
        if event.kind == ends and not who:
            who = next(iter(event.subjects), "")
    return who, number
