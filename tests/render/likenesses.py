"""Pictures that stand for many, of every kind: what they should look like is kept in `likeness`.

`python -m tests.render` records anew those that a picture is no longer like; look at the pictures before you keep them.
"""

import io
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from PIL import Image, ImageChops

from engine.core.events import Event
from engine.games import GAMES
from engine.warriors.board.state import Fate
from render.kingmaker.map.base import draw_base
from render.kit.palette import PARCHMENT, TINCTURES
from render.kit.pen import Pen, sprite
from render.kit.theme import DAY
from render.picture import Film, Picture, finish
from render.picture_request import Frame, Goal, PictureRequest, Story
from render.registry import draw, draw_story, draw_tournament
from tests.harness import BOARDS, as_kind
from tests.render import lancaster_samples as lancaster
from tests.render import samples as kingmaker
from tests.render import views
from tests.render import warlord_samples as warlord
from tests.render import warriors_samples as warriors
from tests.render.test_battle import WON
from tests.render.test_tournament import event

FOLDER = Path(__file__).parent / "likeness"
SMALL = 120
"""Width of a likeness in pixels: each is the mean of some ten pixels by ten of the picture."""

STEP = 4
"""Channels are kept in steps of this size, which halves the files."""

LIKE = 10
"""How far a channel of a pixel may be from its likeness."""


class Likeness(NamedTuple):
    """A picture of which a likeness is kept: its game or "tournament", its kind, and how it is drawn."""

    game: str
    kind: str
    draw: Callable[[], Picture | Film]


def _request(
    game: str, kind: str, view: msgspec.Struct, names: Mapping[str, str], changes: Sequence[Event] = (), **more: Any
) -> Likeness:
    request = PictureRequest(kind, view, names, changes=tuple(changes), **more)
    return Likeness(game, kind, partial(draw, game, request))


def _story(game: str, kind: str, frames: Sequence[Frame], names: Mapping[str, str]) -> Likeness:
    return Likeness(game, kind, partial(draw_story, game, kind, Story(tuple(frames), names, BOARDS)))


def _goals(*spots: str) -> tuple[Goal, ...]:
    return tuple(Goal(number, at, at) for number, at in enumerate(spots, 1))


def _kingmaker() -> Iterator[tuple[str, Likeness]]:
    asked = partial(_request, "kingmaker", names=kingmaker.NAMES)
    for name, wish in views.WISHES.items():
        yield name, Likeness("kingmaker", wish.kind, partial(views.drawn, wish))
    cards = ["percy", "archbishop_of_york", "marshal_of_england", "earl_of_kent", "le_swan", "saxons", "card_bristol"]
    held = [kingmaker.seat("ann", 0, retained=["writ_1"])]
    yield "hand", asked("hand", kingmaker.view(viewer="ann", seats=held, hand=cards))
    ballots = dict(zip(kingmaker.SEATS, ["aye", "aye", "nay", "nay", "abstain", "aye", "aye"], strict=True))
    yield "debate", asked("parliament", kingmaker.parliament())
    yield "division", asked("parliament", kingmaker.parliament(ballots=ballots, debated="{ann} gets Kent."))
    numbered = ("inside:york", "open:york", "inside:london", "open:warwick", "inside:warwick", "inside:corfe")
    yield "goals", asked("map", kingmaker.busy(), goals=_goals(*numbered, "open:coventry"))
    yield "faction", asked("faction", views.troubled(), subject="ben")
    yield "fleet", asked("faction", kingmaker.busy(), subject="ann")
    fought, rolled = (
        Event("fought", "", report=msgspec.to_builtins(combat))
        for combat in (WON, msgspec.structs.replace(WON, card="", roll=37, outcome="minor_victory"))
    )
    yield "battle", asked("battle", kingmaker.busy(), changes=[fought])
    yield "rolled", asked("battle", kingmaker.busy(), changes=[rolled])
    yield "board", Likeness("kingmaker", "map", lambda: finish(draw_base(DAY), ""))
    yield "pardon", asked("card", kingmaker.view(), subject="kings_pardon")
    yield "card", asked("card", kingmaker.view(), subject="percy")
    yield "event", asked("card", kingmaker.view(), subject="raid_devon_feud")
    frames = [
        Frame(kingmaker.view()),
        Frame(kingmaker.busy(), (*kingmaker.CHANGES, fought)),
        Frame(msgspec.structs.replace(views.troubled(), round=6, winners=["ben"])),
    ]
    for kind in ("poster", "chart", "war"):
        yield kind, _story("kingmaker", kind, frames, kingmaker.NAMES)


def _lancaster() -> Iterator[tuple[str, Likeness]]:
    asked = partial(_request, "lancaster", names=lancaster.NAMES)
    yield "map", asked("map", lancaster.busy(), changes=lancaster.CHANGES)
    yield "pair", asked("map", lancaster.pair())
    yield "night", asked("map", lancaster.busy(), night=True)
    yield "expel", asked("map", lancaster.busy(), layer="expel")
    yield "where", asked("where", lancaster.busy(), subject="G")
    yield (
        "goals",
        asked("map", lancaster.busy(), goals=_goals("county:A", "county:G", "court", "conflict:C11/2", "C09")),
    )
    yield "coast", asked("map", lancaster.busy(), goals=_goals("county:B", "county:I"))
    yield "parliament", asked("parliament", lancaster.voting())
    yield "vote", asked("parliament", lancaster.voting(), changes=[lancaster.BALLOTS])
    yield "castles", asked("castles", lancaster.busy())
    yield "faction", asked("faction", lancaster.busy(), subject="dan")
    at_court = [lancaster.house("blue", "ann", dict.fromkeys(range(7), "court"))]
    yield "alone", asked("faction", lancaster.view(houses=at_court), subject="ann")
    yield "hand", asked("hand", lancaster.voting())
    yield "score", asked("score", lancaster.over())
    yield "card", asked("card", lancaster.view(), subject="C11")
    yield "law", asked("card", lancaster.view(), subject="KL5")
    yield "court", asked("court", lancaster.busy())
    yield "battle", asked("battle", lancaster.busy(), changes=[lancaster.BATTLE])
    ended = msgspec.structs.replace(lancaster.busy(), phase="over", sheet=lancaster.over().sheet)
    frames = [
        Frame(lancaster.view()),
        Frame(lancaster.busy(), (lancaster.BALLOTS, lancaster.BATTLE, *lancaster.CHANGES)),
        Frame(msgspec.structs.replace(lancaster.busy(), phase="parliament")),
        Frame(ended, (Event("victory", "{ben} wins with 104 power points."),)),
    ]
    for kind, told in {"poster": "poster", "chart": "chart", "story": "story", "sheet": "score"}.items():
        yield kind, _story("lancaster", told, frames, lancaster.NAMES)


def _warlord() -> Iterator[tuple[str, Likeness]]:
    asked = partial(_request, "warlord", names=warlord.NAMES)
    yield "map", asked("map", warlord.busy(), changes=warlord.CHANGES)
    yield "night", asked("map", warlord.busy(), night=True)
    yield "where", asked("where", warlord.busy(), subject="red_lady")
    yield "goals", asked("map", warlord.busy(), subject="red_knight", goals=_goals("F9", "G7", "E8", "D8"))
    yield "crowds", asked("map", warlord.busy(), goals=_goals("H10", "J9"))
    yield "duel", asked("duel", warlord.busy())
    yield "pair", asked("duel", msgspec.structs.replace(warlord.busy(), duel=warlord.pair()))
    other: dict[str, dict[str, Any]] = {
        "red_knight": {"banners": 3},
        "red_footman_1": {"weapon": "shield"},
        "red_warlord": {"square": "E2"},
    }
    armed = [msgspec.structs.replace(one, **other.get(one.id, {})) for one in warlord.busy().pieces]
    plain = msgspec.structs.replace(warlord.busy(), pieces=armed, options=GAMES["warlord"].options("base", {}))
    yield "reach", asked("map", plain, layer="reach", subject="red_footman_1")
    yield "ruin", asked("map", msgspec.structs.replace(warlord.first("four_crowns"), ruins=["gold"]))
    for board in ("greenwood", "broken_crowns"):
        yield board, asked("map", warlord.first(board))


def _warriors() -> Iterator[tuple[str, Likeness]]:
    asked = partial(_request, "warriors", names=warriors.NAMES)
    yield "map", asked("map", warriors.busy(), changes=warriors.CHANGES)
    yield "crowd", asked("map", warriors.crowd())
    yield "lion", asked("map", warriors.lion())
    yield "night", asked("map", warriors.busy(), night=True)
    yield "reach", asked("map", warriors.busy(), layer="reach", subject="philippe_vi")
    yield "links", asked("map", warriors.busy(), layer="links")
    yield "goals", asked("map", warriors.busy(), subject="philippe_vi", goals=_goals("champagne", "berry", "normandy"))
    yield "where", asked("where", warriors.busy(), subject="normandy")
    yield "battle", asked("battle", warriors.busy(), changes=[warriors.over(warriors.fought())])
    yield "repelled", asked("battle", warriors.busy(), changes=[warriors.over(warriors.siege(3))])
    yield "siege", asked("battle", warriors.busy(), changes=[warriors.over(warriors.siege())])
    fled = Fate(leader="olivier_clisson", roll=1, fate="routed")
    chased = [*warriors.fought().clashes[:2], msgspec.structs.replace(warriors.fought().clashes[2], fates=[fled])]
    yield "rout", asked("battle", warriors.busy(), changes=[warriors.over(warriors.fought(clashes=chased))])
    yield "hand", asked("hand", warriors.seen("ann"))
    yield "faction", asked("faction", warriors.busy(), subject="ben")
    yield "score", asked("score", warriors.busy())
    yield "leader", asked("card", warriors.busy(), subject="jeanne_darc")
    yield "area", asked("card", warriors.busy(), subject="aquitaine")
    for kind in ("poster", "chart", "story"):
        yield kind, _story("warriors", kind, warriors.war(Event("victory", "The English win.")), warriors.NAMES)


def _tournament() -> Iterator[tuple[str, Likeness]]:
    heats, over = event(), event()
    over.final({"jon": 50, "ann": 40, "fay": 30, "ben": 20, "gus": 10})
    for kind, state in {"standings": heats.state, "champion": over.state}.items():
        yield kind, Likeness("tournament", kind, partial(draw_tournament, kind, state, state.names))


CELL, IN_A_ROW = 120, 8
"""Pixels of a sheet of signs for each, and how many stand in a row."""

COLOURS = (TINCTURES["gules"], TINCTURES["or"], TINCTURES["azure"])
"""What signs are drawn in that have no colours of their own."""


def _sheet(package: str) -> Picture:
    """Return the signs of a package beside each other, each as large as in no picture, so that its shape is seen."""
    from tests.render.signs import plain

    found = [one for name, one in plain().items() if name.startswith(f"render.{package}.")]
    sheet = Image.new("RGB", (IN_A_ROW * CELL, -(-len(found) // IN_A_ROW) * CELL), PARCHMENT)
    for number, (sign, colours) in enumerate(found):
        image = _large(partial(sign, **dict(zip(colours, COLOURS, strict=False))))
        sheet.paste(image, (number % IN_A_ROW * CELL, number // IN_A_ROW * CELL), image)
    return finish(sheet, "")


def _large(sign: Callable[[Pen], None]) -> Image.Image:
    """Return one sign, whether it measures in pixels or in shares of itself."""
    for scale in (2.4, 48.0):
        image = sprite(CELL, CELL, lambda pen, scale=scale: sign(pen.at(CELL / 2, CELL / 2, scale)))  # type: ignore[misc]
        left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
        if max(right - left, bottom - top) > CELL / 8:
            break
    return image


def _signs() -> Iterator[tuple[str, Likeness]]:
    for package in ("kit", "kingmaker", "lancaster", "warlord", "warriors"):
        yield package, Likeness("signs", package, partial(_sheet, package))


MAKERS = {
    "signs": _signs,
    "kingmaker": _kingmaker,
    "lancaster": _lancaster,
    "warlord": _warlord,
    "warriors": _warriors,
    "tournament": _tournament,
}
LIKENESSES: Mapping[str, Likeness] = {
    f"{game}-{name}": likeness for game, make in MAKERS.items() for name, likeness in make()
}
"""What likenesses are kept of, by name."""


def of_games(games: Collection[str]) -> Mapping[str, Likeness]:
    """Return what likenesses of some games are kept of; "tournament" is one of them."""
    return {name: likeness for name, likeness in LIKENESSES.items() if name.partition("-")[0] in games}


def small(picture: Picture | Film) -> Image.Image:
    """Return a picture, or the last frame of an animation, as small as a likeness."""
    with Image.open(io.BytesIO(picture.file)) as file:
        file.seek(getattr(file, "n_frames", 1) - 1)
        image = file.convert("RGB")
    size = SMALL, round(SMALL * image.height / image.width)
    return image.resize(size, Image.Resampling.BOX).point(lambda value: value - value % STEP + STEP // 2)


def kept(name: str) -> Image.Image:
    """Return the likeness that is kept under a name."""
    with Image.open(FOLDER / f"{name}.webp") as file:
        return file.convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return how far each pixel of two small pictures is apart, in its worst channel; far if they differ in height."""
    if one.size != other.size:
        return Image.new("L", one.size, 255)
    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def unlike(picture: Picture | Film, name: str) -> int:
    """Return how far a picture is from its likeness where it is farthest."""
    _, most = apart(small(picture), kept(name)).getextrema()
    return as_kind(int, most)


def record(games: Collection[str]) -> None:
    """Keep the likenesses of some games' pictures that are no longer like them, and forget those that are gone."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.webp"):
        if path.stem not in LIKENESSES and path.stem.partition("-")[0] in games:
            path.unlink()
    for name, likeness in of_games(games).items():
        picture, path = likeness.draw(), FOLDER / f"{name}.webp"
        if not path.exists() or unlike(picture, name):
            small(picture).save(path, lossless=True)
