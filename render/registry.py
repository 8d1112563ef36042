"""The pictures of each game, as its module of pictures lists them.

It has PICTURES, drawers by kind. It may have BUTTONS, the labels of those that players ask for on the panel; STORIES,
which tell a whole game; REPLAY, which makes the page of a whole game; LAYERS over the map, with what they show;
`findable(view)`, the names round which the map can be cut out; CROPS, whether the map is cut to places with news; and
`prepare(cache)`, which draws slow things that never change.
"""

import io
import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from PIL import Image

from engine.games import GAMES, PACKAGES
from engine.tournament.state import State
from render.leaflet import draw_leaflet
from render.picture import ALT_LIMIT, Film, Picture, finish, scaled
from render.picture_request import Goal, PictureRequest, Replay, Story
from render.story import Kept, recalled
from render.tournament.champion import draw_champion
from render.tournament.standings import draw_standings, pages
from render.wording import MORE, within_limit

SENTENCE_END = re.compile(r"(?<=[^ .]{3}\.) (?=[A-Z])")
"""Between two sentences, but not behind the initial of a name."""

LEAFLET = "leaflet"
"""The kind of picture that every game has: one of its leaflets, which shows no table."""


MAP = "map"
"""The kind that every game has of its board."""

COVER = "cover"
"""The kind of picture by which every game is chosen: its map, as small as a card."""

COVER_WIDTH = 480
"""Pixels of it."""

NUMBERED = 700
"""Letters of an alternative text that say which number is which place."""


def load() -> None:
    """Bring the pictures of every game into memory, for that holds up whoever has to wait until it is done."""
    for game in GAMES:
        _pictures(game)


def prepare(cache: Path) -> None:
    """Draw what never changes and would take long of every game, before the first picture is asked for."""
    for game in GAMES:
        getattr(_pictures(game), "prepare", _nothing)(cache)


def draw(game: str, wish: PictureRequest) -> Picture:
    """Return the picture that is wished for; KeyError if the game has none of that kind, or no such subject."""
    if wish.kind == LEAFLET:
        return draw_leaflet(game, wish)
    if wish.kind == COVER:
        return _cover(_pictures(game).PICTURES[MAP](wish))
    picture: Picture = _pictures(game).PICTURES[wish.kind](wish)
    return msgspec.structs.replace(picture, alt=_numbered(wish.goals, picture.alt)) if wish.goals else picture


def _numbered(goals: Sequence[Goal], alt: str) -> str:
    """Return what is said of a map on which places are numbered: which number is which place, then all else."""
    listed = [f"{goal.number} {goal.words}" for goal in goals]
    told = list(accumulate(listed, "{}; {}".format))
    fits = sum(len(words) <= NUMBERED for words in told)
    more = f"; and {len(listed) - fits} more" if fits < len(listed) else ""
    head = f"Numbered places: {told[max(fits, 1) - 1]}{more}."
    if len(alt) + len(head) < ALT_LIMIT:
        return f"{head} {alt}"
    return within_limit([head, *SENTENCE_END.split(alt.removesuffix(MORE)), MORE.strip()])


def _cover(board: Picture) -> Picture:
    """Return a picture of a whole board as small as it is on a card."""
    with Image.open(io.BytesIO(board.png)) as image:
        side = min(image.size)
        left, top = (image.width - side) // 2, (image.height - side) // 2
        small = scaled(image.crop((left, top, left + side, top + side)), COVER_WIDTH)
    return finish(small, board.alt)


def draw_kept_story(
    game: str, kind: str, kept: Sequence[Kept], names: Mapping[str, str], cache: Path
) -> Picture | Film:
    """Return a picture of a kind that tells a whole game, from what was kept of it."""
    return draw_story(game, kind, Story(recalled(game, kept), names, cache))


def draw_story(game: str, kind: str, story: Story) -> Picture | Film:
    """Return a picture of a kind that tells a whole game, from its story."""
    picture: Picture | Film = _table(game, "STORIES")[kind](story)
    return picture


def draw_tournament(kind: str, state: State, names: Mapping[str, str], page: int = 1) -> Picture:
    """Return a picture of a tournament: a page of its "standings", or its "champion"; NothingToShow if there is none.

    The pages begin with 1 (`pages_of_standings`).
    """
    return draw_standings(state, names, page) if kind == "standings" else draw_champion(state, names)


def pages_of_standings(state: State) -> int:
    """Return how many pages the standings of a tournament fill; none before anybody has been seated."""
    return pages(state)


def replay_of(game: str) -> Replay | None:
    """Return what the page of a whole game shows of a title; None where it has no board for one."""
    found: Replay | None = getattr(_pictures(game), "REPLAY", None)
    return found


def kinds(game: str) -> list[str]:
    """Return the kinds of picture of a table that a game has."""
    return list(_pictures(game).PICTURES)


def buttons(game: str) -> Mapping[str, str]:
    """Return the kinds of picture that players ask for on the panel of a game, with their labels."""
    found: Mapping[str, str] = _table(game, "BUTTONS")
    return found


def crops(game: str) -> bool:
    """Tell whether the map of a game is so large that a part of it shows better where something has happened."""
    return bool(getattr(_pictures(game), "CROPS", False))


def layers(game: str) -> Mapping[str, str]:
    """Return the layers that can be laid over the map of a game, with what they show."""
    found: Mapping[str, str] = _table(game, "LAYERS")
    return found


def findable(game: str, view: msgspec.Struct) -> Mapping[str, str]:
    """Return everything round which the map of a game can be cut out, by id, with its name."""
    found: Mapping[str, str] = getattr(_pictures(game), "findable", _nothing)(view)
    return found


def _pictures(game: str) -> ModuleType:
    return import_module(PACKAGES[game].pictures)


def _table(game: str, name: str) -> Mapping[str, Any]:
    table: Mapping[str, Any] = getattr(_pictures(game), name, {})
    return table


def _nothing(_: object) -> Mapping[str, str]:
    return {}
