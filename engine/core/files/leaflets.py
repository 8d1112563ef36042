"""Leaflets: a page of the data that teaches newcomers a game, or one part of it."""

from collections.abc import Sequence

import msgspec

from engine.core.files.catalog import folder_of, rows

CARD = "card"
"""The leaflet that every game has: its card of one page for players."""


class Part(msgspec.Struct, frozen=True):
    """A part of a leaflet. Parts that follow each other under one heading are one."""

    heading: str
    """Its subject."""

    lines: tuple[str, ...]
    """What it says, each line a sentence or two."""

    variants: tuple[str, ...] = ()
    """The variants for which it is right; () for all."""


class Leaflet(msgspec.Struct, frozen=True):
    """A leaflet."""

    id: str
    """Its id in its game."""

    title: str
    """Its heading."""

    button: str
    """The label of the button that shows it."""

    part: tuple[Part, ...]
    """Its parts, in order."""


def leaflets(game: str) -> list[Leaflet]:
    """Return the leaflets of a game; none where it has no file of them."""
    there = (folder_of(game) / "leaflets.toml").exists()
    return rows(game, "leaflets", "leaflet", Leaflet) if there else []


def leaflet(game: str, name: str, variant: str) -> Leaflet | None:
    """Return a leaflet of a game for a variant; None if there is none with that id."""
    found = next((one for one in leaflets(game) if one.id == name), None)
    return msgspec.structs.replace(found, part=tuple(_joined(found.part, variant))) if found else None


def _joined(parts: Sequence[Part], variant: str) -> list[Part]:
    """Return the parts that are right for a variant, those of one heading as one."""
    found: list[Part] = []
    for part in parts:
        if part.variants and variant not in part.variants:
            continue
        if found and found[-1].heading == part.heading:
            found[-1] = Part(part.heading, (*found[-1].lines, *part.lines))
        else:
            found.append(Part(part.heading, part.lines))
    return found


def markdown(found: Leaflet, *, level: int = 1) -> str:
    """Return a leaflet as Markdown, its title a heading of this level."""
    lines = [f"{'#' * level} {found.title}"]
    for part in found.part:
        lines += ["", f"**{part.heading}**", "", *(f"- {line}" for line in part.lines)]
    return "\n".join(lines) + "\n"
