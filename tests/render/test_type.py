"""On a phone, type in hands, on cards and in the legends of maps is large enough to be read without zooming."""

import re
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager

import pytest

from engine.kingmaker.board.catalog import NobleCard, catalog
from render.kingmaker.map.toponyms import toponyms
from render.kit import lettering
from render.kit.lettering import LEAST, PHONE
from render.picture import Film
from tests.render.likenesses import LIKENESSES
from tests.render.reading import anew
from tests.render.signs import forget

Drawn = tuple[str, int, str]
"""Words that were drawn, the size of their type, and the module that drew them."""

READ = [
    "kingmaker-hand", "kingmaker-card", "kingmaker-pardon", "kingmaker-event", "kingmaker-faction", "kingmaker-fleet",
    "kingmaker-debate", "kingmaker-division", "kingmaker-battle", "kingmaker-rolled", "kingmaker-chart",
    "lancaster-hand", "lancaster-faction", "lancaster-castles", "lancaster-card", "lancaster-law", "lancaster-court",
    "lancaster-parliament", "lancaster-vote", "lancaster-battle", "lancaster-score", "lancaster-sheet",
    "lancaster-chart", "lancaster-poster",
    "warlord-duel", "warlord-pair",
    "warriors-hand", "warriors-faction", "warriors-leader", "warriors-area", "warriors-score", "warriors-chart",
    "warriors-battle", "warriors-rout", "warriors-siege", "warriors-repelled",
    "tournament-standings", "tournament-champion",
]  # fmt: skip
"""Hands, cards and papers, in which every word is to be read."""

FRAMES: dict[str, Collection[str]] = {
    "kingmaker-crowded": ["render.kingmaker.map.legend", "render.kingmaker.map.key"],
    "kingmaker-ownership": ["render.kingmaker.map.legend", "render.kingmaker.map.layers"],
    "kingmaker-reach": ["render.kingmaker.map.legend", "render.kingmaker.map.layers"],
    "kingmaker-events": ["render.kingmaker.map.legend", "render.kingmaker.map.layers"],
    "kingmaker-part": ["render.kingmaker.map.legend"],
    "lancaster-map": ["render.kit.page"],
    "warlord-map": ["render.warlord.board.legend"],
    "warlord-ruin": ["render.warlord.board.legend"],
    "warriors-map": ["render.kit.page", "render.warriors.board.key"],
    "warriors-links": ["render.kit.page"],
    "kingmaker-poster": ["render.kingmaker.story.poster", "render.kit.curves"],
    "warriors-poster": ["render.kit.page", "render.kit.curves"],
}
"""Maps and posters with the modules that write what frames a map; the names on a board are read by zooming."""


@contextmanager
def watched() -> Iterator[list[Drawn]]:
    """Draw as ever, and yield the words that are drawn meanwhile."""
    drawn: list[Drawn] = []
    stencil, word = lettering._stencil, lettering._word

    def noted_stencil(text: str, face: lettering.Face, size: int, anchor: str) -> object:
        drawn.append((text, size, str(sys._getframe(2).f_globals["__name__"])))
        return stencil(text, face, size, anchor)

    def noted_word(*given: object, halo: bool) -> object:
        *_, text, style = given
        drawn.append((str(text), style.size, ""))  # type: ignore[attr-defined]
        return word(*given, halo=halo)  # type: ignore[arg-type]

    forget()
    lettering.block.cache_clear()
    with pytest.MonkeyPatch.context() as patch, anew():
        patch.setattr(lettering, "_stencil", noted_stencil)
        patch.setattr(lettering, "_word", noted_word)
        yield drawn
    forget()


def too_small(name: str, modules: Collection[str] = ()) -> list[tuple[str, float]]:
    """Return the words of a picture that a phone shows too small, unless larger ones of the same picture hold them."""
    with watched() as drawn:
        picture = LIKENESSES[name].draw()
    assert not isinstance(picture, Film)
    shown = [(words, size * PHONE / picture.width) for words, size, by in drawn if not modules or by in modules]
    large = "\n".join(words for words, size in shown if size >= LEAST)
    small = [(words, round(size, 1)) for words, size in shown if size < LEAST and words.strip()]
    return sorted({one for one in small if not re.search(_again(one[0]), large, re.IGNORECASE)})


def _again(words: str) -> str:
    """Return the pattern of words that say the same: "Jean de Montfort" says "J. Montfort"."""
    spelt = re.sub(r"(\w)\\\.\\ ", r"\1\\w* (\\w+ )*", re.escape(words))
    return rf"(?<!\w){spelt}(?!\w)"


@pytest.mark.parametrize("name", READ)
def test_every_word_of_a_paper_can_be_read_on_a_phone(name: str) -> None:
    assert not too_small(name)


def test_the_nobles_on_a_small_part_of_the_map_are_named_in_type_that_a_phone_shows_large_enough() -> None:
    """On the whole board and on larger parts they are read by zooming, or in the message beside the map."""
    with watched() as drawn:
        picture = LIKENESSES["kingmaker-part"].draw()
    assert not isinstance(picture, Film)
    named = {
        words: size * PHONE / picture.width for words, size, _ in drawn if words in ("Beaufort", "Holland", "FitzAlan")
    }
    assert len(named) == 3 and min(named.values()) >= LEAST


@pytest.mark.parametrize("name", ["kingmaker-part", "kingmaker-goals", "kingmaker-reach"])
def test_places_on_a_part_of_the_map_are_named_in_type_that_a_phone_shows_large_enough(name: str) -> None:
    """However large the part is; of names that find no room, those of squares and small places are left out."""
    nobles = {card.name for card in catalog().cards.values() if isinstance(card, NobleCard)}
    places = {line for name in toponyms().values() for line in name.lines} - nobles
    with watched() as drawn:
        picture = LIKENESSES[name].draw()
    assert not isinstance(picture, Film)
    named = {words: round(size * PHONE / picture.width, 1) for words, size, by in drawn if words in places and not by}
    assert len(named) > 20 and not {words: size for words, size in named.items() if size < LEAST}


@pytest.mark.parametrize("name", FRAMES)
def test_what_frames_a_map_can_be_read_on_a_phone(name: str) -> None:
    assert not too_small(name, FRAMES[name])
