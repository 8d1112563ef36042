"""How fast pictures are drawn and how large they are."""

import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import msgspec

from engine.core.events import Event
from engine.games import GAMES
from render.kingmaker.map.look import LAYERS
from render.picture import Film, Picture
from render.picture_request import PictureRequest, Story
from render.registry import draw, draw_story, prepare
from render.story import replayed
from tests.bench.timing import Figures
from tests.gallery.games import load
from tests.render import lancaster_samples as roses
from tests.render import warlord_samples as tourney
from tests.render import warriors_samples as hundred
from tests.render.samples import CHANGES, NAMES, busy, parliament, view
from tests.render.test_battle import WON

ROUNDS = 5
HAND = ["percy", "earl_of_richmond", "archbishop_of_york", "saxons", "card_bristol", "le_swan"]
TOLD = "seven_seats"


def measure() -> Figures:
    """Draw each picture some times: the processor time of the quickest, and its bytes."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        start = time.process_time()
        prepare(cache)
        first = time.process_time() - start
        pictures = {**_kingmaker(cache), **_tourney(cache), **_lancaster(cache), **_warriors(cache)}
        return [
            ("empty boards of all games, with nothing cached", f"{first:.1f} s"),
            *((name, _figures(work, ROUNDS)) for name, work in pictures.items()),
            *((name, _figures(work, 1)) for name, work in _tales(cache).items()),
        ]


def _kingmaker(cache: Path) -> Mapping[str, Callable[[], Picture]]:
    full, calm = partial(_wished, "kingmaker", busy(), cache), partial(_wished, "kingmaker", view(), cache)
    hand = view(viewer="ann", hand=HAND)
    return {
        "map of a crowded game of seven": full("map", changes=tuple(CHANGES)),
        "map of an empty board": calm("map"),
        "map by night": full("map", changes=tuple(CHANGES), night=True),
        **{f"map with the layer {layer}": full("map", layer=layer, subject=_mover(layer)) for layer in LAYERS},
        "part of the map": full("where", subject="york"),
        "hand of six cards": _wished("kingmaker", hand, cache, "hand"),
        "Parliament": _wished("kingmaker", parliament(), cache, "parliament"),
        "faction": full("faction", subject="ann"),
        "battle": full("battle", changes=(Event("fought", "", report=msgspec.to_builtins(WON)),)),
    }


def _mover(layer: str) -> str:
    return "neville" if layer == "reach" else ""


def _tourney(cache: Path) -> Mapping[str, Callable[[], Picture]]:
    board = msgspec.structs.replace(tourney.busy(), options=GAMES["warlord"].options("base", {}))
    wished = partial(_wished, "warlord", board, cache)
    return {
        "War Lord board": wished("map", changes=tuple(tourney.CHANGES)),
        "War Lord board by night": wished("map", changes=tuple(tourney.CHANGES), night=True),
        "War Lord board with the reach of a piece": wished("map", layer="reach", subject="red_footman_1"),
        "part of a War Lord board": wished("where", subject="red_knight"),
        "War Lord duel": wished("duel"),
    }


def _lancaster(cache: Path) -> Mapping[str, Callable[[], Picture]]:
    wished = partial(_wished, "lancaster", roses.busy(), cache)
    ballots, battle = (roses.BALLOTS,), (roses.BATTLE,)
    return {
        "Lancaster board of five": wished("map", changes=tuple(roses.CHANGES)),
        "Lancaster board by night": wished("map", changes=tuple(roses.CHANGES), night=True),
        "part of a Lancaster board": wished("where", subject="G"),
        "laws with ballots": wished("parliament", changes=ballots),
        "conflict with France": wished("battle", changes=battle),
        "regal board": wished("court"),
        "castles of five": wished("castles"),
        "house": wished("faction", subject="dan"),
        "screen": _wished("lancaster", roses.screened(), cache, "hand"),
        "score sheet": _wished("lancaster", roses.over(), cache, "score"),
    }


def _warriors(cache: Path) -> Mapping[str, Callable[[], Picture]]:
    wished = partial(_wished, "warriors", hundred.busy(), cache)
    crowded = partial(_wished, "warriors", hundred.crowd(), cache)
    return {
        "map of a Hundred Years War": wished("map", changes=tuple(hundred.CHANGES)),
        "Hundred Years War by night": wished("map", changes=tuple(hundred.CHANGES), night=True),
        "map with fourteen leaders in one area": crowded("map"),
        "part of a Hundred Years War": wished("where", subject="normandy"),
        "part with fourteen leaders": crowded("where", subject="berry"),
        "battle of three rounds": wished("battle", changes=(hundred.over(hundred.fought()),)),
        "siege": wished("battle", changes=(hundred.over(hundred.siege()),)),
        "side": wished("faction", subject="ann"),
        "score explained": wished("score"),
        "leader": wished("card", subject="jeanne_darc"),
        "area": wished("card", subject="aquitaine"),
    }


def _tales(cache: Path) -> Mapping[str, Callable[[], Picture | Film]]:
    record = load(TOLD)
    story = Story(replayed(record), record.names, cache)
    titles = {"chart": "chart of a whole game", "poster": "poster", "war": "animation of a whole game"}
    wars = {title: partial(draw_story, "kingmaker", kind, story) for kind, title in titles.items()}
    record = load("king_henry")
    rounds = Story(replayed(record), record.names, cache)
    names = {"chart": "chart of Lancaster", "poster": "poster of Lancaster", "story": "animation of Lancaster"}
    record = load("hundred_years")
    turns = Story(replayed(record), record.names, cache)
    told = {
        "chart": "chart of a Hundred Years War", "poster": "poster of a Hundred Years War",
        "story": "animation of a Hundred Years War",
    }  # fmt: skip
    wars |= {name: partial(draw_story, "lancaster", kind, rounds) for kind, name in names.items()}
    return wars | {name: partial(draw_story, "warriors", kind, turns) for kind, name in told.items()}


def _wished(game: str, shown: msgspec.Struct, cache: Path, kind: str, **more: object) -> Callable[[], Picture]:
    wish = msgspec.structs.replace(PictureRequest(kind, shown, NAMES, cache=cache), **more)
    return lambda: draw(game, wish)


def _figures(work: Callable[[], Picture | Film], rounds: int) -> str:
    """Return the processor time of the quickest of some rounds after a first one, and the size."""
    picture = work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return f"{min(times) * 1000:.0f} ms, {len(picture.file) / 1000:.0f} kB"
