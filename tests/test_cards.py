"""Every game has its player's card, of one page, right for each variant, as a picture and as text in docs/cards."""

from itertools import islice
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from engine.core.files.leaflets import CARD, leaflet, leaflets, markdown
from engine.games import GAMES
from render.picture import ALT_LIMIT
from render.picture_request import NothingToShow, PictureRequest
from render.registry import LEAFLET, draw
from tests import cards
from tests.cards import CARDS, files, words
from tests.harness.rows import rows

GAMES_WITH_CARDS = ("kingmaker", "lancaster", "warlord", "warriors")
PAGE = 1900
"""Characters of a card, which goes into one message."""


@rows("game", GAMES_WITH_CARDS)
def test_every_variant_has_a_card_that_tells_the_goal_a_turn_what_is_decided_and_where_to_press(game: str) -> None:
    for variant in GAMES[game].variants:
        card = leaflet(game, CARD, variant)
        assert card is not None
        headings = [part.heading for part in card.part]
        assert {"What it is about", "How you win", "What you decide most", "Where to press"} <= {*headings}
        assert len(headings) == len({*headings}) and any("turn" in word or "round" in word for word in headings)
        assert len(markdown(card)) <= PAGE


@rows("game", GAMES_WITH_CARDS)
def test_a_leaflet_is_drawn_with_its_words(game: str) -> None:
    for one in leaflets(game):
        picture = draw(game, PictureRequest(LEAFLET, msgspec.Struct(), subject=f"{one.id}/{GAMES[game].usual_variant}"))
        assert one.title in picture.alt and len(picture.alt) <= ALT_LIMIT and picture.height > picture.width
    with pytest.raises(NothingToShow):
        draw(game, PictureRequest(LEAFLET, msgspec.Struct(), subject="nothing/base"))


def test_variants_differ_where_they_are_won_otherwise() -> None:
    base, wbc = (leaflet("kingmaker", CARD, variant) for variant in ("base", "wbc"))
    assert base and wbc and base.part[1].lines != wbc.part[1].lines and base.part[0] == wbc.part[0]


def test_what_names_a_variant_names_one_that_there_is() -> None:
    for game in GAMES_WITH_CARDS:
        named = {variant for one in leaflets(game) for part in one.part for variant in part.variants}
        assert named <= GAMES[game].variants.keys()


def test_the_files_to_hand_on_are_as_the_data_say() -> None:
    for name, _, found, _ in files():
        assert (CARDS / f"{name}.md").read_text(encoding="utf-8") == words(name, found), "run `python -m tests.cards`"
        assert (CARDS / f"{name}.png").exists()
    assert {file.stem for file in CARDS.glob("*.md")} == {name for name, *_ in files()}


def test_only_a_picture_that_looks_otherwise_is_written_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cards, "CARDS", tmp_path)
    monkeypatch.setattr(cards, "files", lambda: islice(files(), 2))
    cards.write(GAMES)
    packed, other = sorted(tmp_path.glob("*.png"))
    Image.open(packed).save(packed, compress_level=0)
    Image.new("RGB", (9, 9)).save(other)
    loose = packed.read_bytes()
    cards.write([game for game in GAMES if game != "kingmaker"])
    assert Image.open(other).size == (9, 9)
    cards.write(GAMES)
    assert packed.read_bytes() == loose and Image.open(other).size != (9, 9)
