"""Every picture of a transcript, one after another, as the thread of the game showed them and more."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.core.events import Event
from engine.core.record import transcript
from engine.core.table import Table
from engine.games import rules_of
from render.picture import Film, Picture
from render.picture_request import NothingToShow, PictureRequest, Story
from render.registry import draw, draw_story
from render.story import replayed

MAP = "map"


class Leaf(NamedTuple):
    """A picture of an album with the name of its file."""

    name: str
    picture: Picture | Film


class Album:
    """The pictures of a transcript; `kinds` are those that are wanted, all if there are none."""

    def __init__(self, record: transcript.Transcript, cache: Path, kinds: Collection[str] = ()) -> None:
        self.record, self.cache, self.kinds = record, cache, kinds
        self.rules = rules_of(record.rules)
        self.names = {seat: record.names.get(seat, seat) for seat in record.seats}

    def leaves(self) -> Iterator[Leaf]:
        """Draw what the thread showed, numbered, and then the pictures of the whole game."""
        for number, leaf in enumerate(self._shown(), 1):
            yield Leaf(f"{number:04}-{leaf.name}.{leaf.picture.suffix}", leaf.picture)
        wanted = [kind for kind in self.rules.story.finale_pictures if self._wants(kind)]
        story = Story(replayed(self.record) if wanted else (), self.names, self.cache)
        for kind in wanted:
            try:
                picture = draw_story(self.rules.name, kind, story)
            except NothingToShow:
                continue
            yield Leaf(f"{kind}.{picture.suffix}", picture)

    def _wants(self, kind: str) -> bool:
        return not self.kinds or kind in self.kinds

    def _shown(self) -> Iterator[Leaf]:
        table = transcript.opened(self.rules, self.record)
        since: list[Event] = []
        for _, outcome in transcript.played(table, self.record):
            happened = [event for event in outcome.events if event.seats is None]
            since += happened
            calling = [event for event in happened if event.kind in self.rules.story.pictures]
            for event in calling:
                if event.report:
                    yield from self._leaf(table, self.rules.story.pictures[event.kind], (event,))
            others = {self.rules.story.pictures[event.kind]: event for event in calling if not event.report}
            last = others.pop(MAP, None)
            for kind in others:
                yield from self._leaf(table, kind, tuple(since))
            if last or table.result:
                yield from self._leaf(table, MAP, tuple(since), _map_name(last))
                since = []

    def _leaf(self, table: Table, kind: str, changes: tuple[Event, ...], name: str = "") -> Iterator[Leaf]:
        if not self._wants(kind):
            return
        try:
            wish = PictureRequest(kind, table.view(""), self.names, "", changes, self.cache)
            yield Leaf(name or kind, draw(self.rules.name, wish))
        except NothingToShow:
            return


def _map_name(event: Event | None) -> str:
    """Return what a map is named after: the phase that has ended, or the end."""
    return (event.subjects[0] if event.subjects else event.kind) if event else "end"
