"""Finds the best moment for each plate of the gallery, and draws it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.core.events import Event
from engine.core.record import transcript
from engine.core.trials import scenario
from engine.games import rules_of
from render.kingmaker.story.war import draw_war
from render.picture import Film, Picture
from render.picture_request import PictureRequest, Story
from render.registry import draw, draw_story, draw_tournament
from render.story import replayed
from tests.gallery import heats
from tests.gallery.games import NAMES, load
from tests.gallery.plates import Plate, Seen

FILM = {"most": 24, "width": 560}
"""The animation of the gallery is a small one."""

KINGMAKER = "kingmaker"
SEA = Path(__file__).parents[1] / "scenarios" / "kingmaker" / "covault_sieges" / "ship_goes_on.toml"
STEPS = 4
"""After so many steps of that scenario Dover lies under siege from the sea."""


def plate_of(plate: Plate, cache: Path) -> Picture | Film:
    """Draw a plate."""
    if not plate.game:
        return _from_the_sea(cache)
    if plate.game == heats.GAME:
        played = heats.state()
        return draw_tournament(plate.kind, played, played.names)
    record = load(plate.game)
    rules = rules_of(record.rules)
    if plate.kind in rules.story.finale_pictures:
        story = Story(replayed(record), record.names, cache)
        if plate.kind == "war":
            return draw_war(story.frames, story.names, cache, **FILM)
        return draw_story(rules.name, plate.kind, story)
    seen, shown = _best(record, plate)
    subject = plate.subject(seen) if plate.subject else ""
    wish = PictureRequest(
        plate.kind, shown, record.names, subject, _changes(plate, seen), cache, plate.layer, plate.night
    )
    return draw(rules.name, wish)


def _best(record: transcript.Transcript, plate: Plate) -> tuple[Seen, msgspec.Struct]:
    """Return the moment that suits a plate best, the first among equals, and what is shown of it."""
    table = transcript.opened(rules_of(record.rules), record)
    found: list[tuple[float, Seen, msgspec.Struct]] = []
    for seen in _moments(table, record):
        worth = plate.best(seen)
        if worth > (found[0][0] if found else 0):
            viewer = plate.owner(seen) if plate.owner else ""
            found = [(worth, seen, table.view(viewer))]
    _, seen, shown = found[0]
    return seen, shown


def _moments(table: Any, record: transcript.Transcript) -> Iterator[Seen]:
    since: list[Event] = []
    for _, outcome in transcript.played(table, record):
        happened = [event for event in outcome.events if event.seats is None]
        since += happened
        yield Seen(table.view(""), happened, tuple(since))
        if any(table.rules.story.pictures.get(event.kind) == "map" for event in happened):
            since = []


def _changes(plate: Plate, seen: Seen) -> tuple[Event, ...]:
    fights: Sequence[Event] = [event for event in seen.happened if event.report]
    if plate.layer:
        return ()
    return tuple(fights[-1:] if plate.kind == "battle" else seen.since)


def _from_the_sea(cache: Path) -> Picture:
    """Draw Dover under siege from ships."""
    script = scenario.load(SEA)
    table = scenario.run(rules_of(KINGMAKER), msgspec.structs.replace(script, step=script.step[:STEPS]))
    names = dict(zip(script.seats, NAMES, strict=False))
    return draw(KINGMAKER, PictureRequest("where", table.view(""), names, "dover", (), cache))
