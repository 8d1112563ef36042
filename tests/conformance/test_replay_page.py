"""The page of a running game depends on nothing that its reader may not know: of games that are the same to them it
is the same, but for the seal."""

import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from PIL import Image

from engine.core import redeal
from engine.core.dice import Dice, Draw
from engine.core.events import Event
from engine.core.table import Table
from render.picture_request import Replay
from render.registry import replay_of
from render.replay import page
from render.replay.course import Kept
from render.replay.page import Subject, kept_page
from tests.conformance.tables import KEY, every_title, moments


def _dots(game: str) -> Replay | None:
    parts = replay_of(game)
    return parts and msgspec.structs.replace(parts, boards=lambda: lambda _: Image.new("RGB", (1, 1)))


def _kept(table: Table, to: str, secret: str, sides: int) -> Kept:
    """A moment at which one seat alone hears something, and a number is drawn that tells of it."""
    events = (Event("told", "Something everybody sees."), Event("dealt", secret, seats=(to,), subjects=(to,)))
    return Kept("", zlib.compress(table.snapshot()), events, (Draw(1, sides, sides, secret),))


def _games(game: str, variant: str, every: int, viewer: str) -> Iterator[tuple[Table, Table]]:
    """Tables with others that a viewer cannot tell from them."""
    for number, table in moments(game, variant, every):
        state = redeal.world(table.rules, table.game, viewer, Random(number))
        yield table, Table(table.rules, table.rules.game(state, Dice(KEY, state.game_id, state.draws)))


@every_title
@pytest.mark.parametrize("every", [60, pytest.param(5, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("viewer", ["", "s1"])
def test_pages_of_games_that_a_reader_cannot_tell_apart_are_the_same(
    game: str, variant: str, every: int, viewer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "replay_of", _dots)
    pairs = list(_games(game, variant, every, viewer))
    seats = pairs[0][0].seats
    subject = Subject(
        rules=game,
        title="A game",
        game_id="g",
        seats=seats,
        names={seat: seat.upper() for seat in seats},
        commitment="00",
        viewer=viewer,
    )
    mine = kept_page(subject, [_kept(one, "s2", "Quixotry.", 6) for one, _ in pairs], tmp_path)
    yours = kept_page(subject, [_kept(other, "s2", "Xylophones.", 20) for _, other in pairs], tmp_path)
    assert b"Something everybody sees." in mine and b"Quixotry" not in mine
    assert mine == yours
