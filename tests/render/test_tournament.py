"""The pictures of a tournament: legible on a phone, with words that say as much."""

import io
import re

import msgspec
import pytest
from PIL import Image

from engine.tournament import log
from engine.tournament.format import preset
from render.kit.lettering import Type
from render.picture import ALT_LIMIT, Picture
from render.picture_request import NothingToShow
from render.registry import draw_tournament
from render.tournament import champion, page, standings
from render.tournament.standings import LINES, pages
from tests.render.reading import sent
from tests.tournament.event import Event, opened

FIVE = {"ann": 60, "ben": 50, "cat": 40, "dan": 30, "eve": 20}
OTHERS = {"fay": 55, "gus": 45, "hal": 35, "ida": 25, "jon": 15}
PHONE = 390
"""The width of a phone, in pixels."""

SMALLEST = 12
"""The smallest size of letters that can be read on it, in pixels."""

TALLEST = 1.6
"""How often as tall as it is wide a picture may be: a phone makes a taller one narrower, and its letters smaller."""


def event() -> Event:
    """A tournament of ten after its heats."""
    event = opened()
    event.enter(*FIVE, *OTHERS)
    event.play(1, FIVE, OTHERS, kings=["jon"])
    event.play(2, FIVE)
    event.play(3, OTHERS)
    return event


def drawn(kind: str, event: Event, number: int = 1) -> Picture:
    return draw_tournament(kind, event.state, event.state.names, number)


def test_the_standings_say_who_is_in_and_why() -> None:
    found = drawn("standings", event())
    assert "1. jon: best 15, all 30 (in the Final for the sole King in heat 1)." in found.alt
    assert "ida: best 25, all 50 (not in the Final, 20 short in points in the best heat)." in found.alt
    assert "under review" in found.alt
    assert len(found.alt) <= ALT_LIMIT


def test_the_champion_is_shown_with_second_to_sixth() -> None:
    over = event()
    over.final({"jon": 50, "ann": 40, "fay": 30, "ben": 20, "gus": 10})
    found = drawn("champion", over)
    assert "jon is the champion, with 50 points." in found.alt
    assert "gus is fifth. cat is sixth." in found.alt
    assert "Game master" not in found.alt


def test_before_there_is_anything_to_see_there_is_no_picture() -> None:
    with pytest.raises(NothingToShow):
        drawn("standings", opened())
    with pytest.raises(NothingToShow):
        drawn("champion", event())


def test_every_word_can_be_read_on_a_phone() -> None:
    used = [*vars(page).values(), *vars(standings).values(), *vars(champion).values()]
    styles = [style for style in used if isinstance(style, Type)]
    assert styles and all(style.size * PHONE / page.WIDTH >= SMALLEST for style in styles)


@pytest.mark.parametrize(("people", "lengths"), [(2, [2]), (10, [10]), (12, [6, 6]), (28, [10, 10, 8]), (40, [10] * 4)])
def test_many_people_fill_several_pages_none_of_them_tall(people: int, lengths: list[int]) -> None:
    league = crowd(people)
    found = [drawn("standings", league, number) for number in range(1, 1 + pages(league.state))]
    assert [len(re.findall(r" \d+\. p\d", one.alt)) for one in found] == lengths
    assert all(one.height <= TALLEST * one.width for one in found)
    assert f" {people - lengths[-1] + 1}. p" in found[-1].alt


def crowd(people: int) -> Event:
    event = opened(preset("league", title="A" * 80, year=2026, game="warlord", variant="base", seats=(2, 2)), heats=1)
    names = [f"p{number}" for number in range(people)]
    for person in names:
        event.do(log.Entered(person=person, name=f"{person} {'W' * 40}", heats=(1,)))
    tables = [dict.fromkeys(names[number : number + 2], 0) for number in range(0, people, 2)]
    event.play(1, *tables)
    return event


@pytest.mark.parametrize("people", [2, 4 * LINES])
def test_long_names_and_many_people_find_room(people: int) -> None:
    found = drawn("standings", crowd(people))
    assert sent(found) < 500_000 and len(found.alt) <= ALT_LIMIT
    image = Image.open(io.BytesIO(found.png)).convert("RGB")
    assert image.width == page.WIDTH
    left, right = (image.crop((x, 120, x + 6, image.height)) for x in (0, page.WIDTH - 6))
    assert len(left.getcolors() or ()) <= 2 and len(right.getcolors() or ()) <= 2
    assert sent(drawn("champion", crowd(people))) < 500_000


def test_who_has_left_is_shown_so() -> None:
    found = event()
    found.do(log.Dropped(person="ann"))
    assert "ann: best 60, all 120 (has left the tournament)." in drawn("standings", found).alt


def test_a_name_that_no_font_has_is_shown_by_its_number() -> None:
    found = event()
    found.state.names = {**found.state.names, "ann": "\U0001f600"}
    assert "2. ann" in drawn("standings", found).alt


def test_a_picture_is_the_same_from_the_same_log() -> None:
    assert msgspec.json.encode(drawn("standings", event())) == msgspec.json.encode(drawn("standings", event()))
