"""Representative maps look as they should, and whatever they show finds room, in every layer, by day and by night."""

from itertools import combinations
from typing import Any

import msgspec
import pytest
from PIL import ImageStat

from engine.kingmaker.board.ids import Location
from engine.kingmaker.views import KingmakerView
from render.kingmaker.location_map import look_of
from render.kingmaker.map import counters, event_risk, legend
from render.kingmaker.map.cache import board
from render.kingmaker.map.geography import MAP
from render.kingmaker.map.legend import CAPTIVE, HEADING, NAME, NOBLE, SMALL, TITLE
from render.kingmaker.map.location_text import findable, where
from render.kingmaker.map.look import LAYERS, Look
from render.kingmaker.map.map import crop_around
from render.kingmaker.map.scene import Scene
from render.kingmaker.map.toponyms import SEA_STYLE, SQUARE_STYLE, STYLES, toponyms
from render.kit.lettering import Type
from render.kit.palette import FOREST_SHADES, LIVERIES, PARCHMENT, PARCHMENT_SHADES, SEA, contrast, map_colours, wash
from render.kit.theme import DAY, NIGHT, Theme
from render.picture_request import NothingToShow, PictureRequest
from tests.render.likenesses import LIKE, small, unlike
from tests.render.reading import sent
from tests.render.samples import CHANGES, NAMES, busy, noble, seat, view
from tests.render.views import VIEWS, WISHES, draw_map, drawn, one_host, parliament_in_london, troubled

PARTS = {
    "all": MAP,
    "london": crop_around([Location("inside:london")]),
    "irish sea": crop_around([Location("sea:irish_sea")]),
}


@pytest.mark.parametrize(
    "changed",
    [
        {"nobles": [one for one in busy().nobles if one.id != "clifford"]},
        {
            "nobles": [
                msgspec.structs.replace(one, seat="gus") if one.id == "clifford" else one for one in busy().nobles
            ]
        },
        {"heirs": [heir for heir in busy().heirs if heir.id != "george_of_clarence"]},
        {"ships": [ship for ship in busy().ships if ship.at != "sea:dogger_bank"]},
    ],
    ids=["a noble gone", "another master", "an heir gone", "a ship gone"],
)
def test_a_counter_more_or_less_is_not_like_it(changed: dict[str, Any]) -> None:
    wish = msgspec.structs.replace(WISHES["crowded"], view=msgspec.structs.replace(busy(), **changed))
    assert unlike(drawn(wish), "kingmaker-crowded") > LIKE


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", VIEWS)
def test_nothing_overlaps_and_nothing_runs_off(name: str, part: str) -> None:
    scene = Scene(VIEWS[name], board().names, PARTS[part])
    boxes = scene.boxes
    assert not [pair for pair in combinations(boxes, 2) if boxes[pair[0]].meets(boxes[pair[1]])]
    assert all(PARTS[part].holds(box) for box in boxes.values())
    assert set(scene.counter_boxes) == set(scene.counters)


@pytest.mark.parametrize("layer", LAYERS)
def test_nothing_overlaps_in_any_layer(layer: str) -> None:
    look = Look(layer, "neville" if layer == "reach" else "")
    boxes = Scene(troubled(), board().names, MAP, look=look).boxes
    assert not [pair for pair in combinations(boxes, 2) if boxes[pair[0]].meets(boxes[pair[1]])]


@pytest.mark.parametrize("name", ["crowded", "troubled"])
def test_few_names_give_way(name: str) -> None:
    shown = Scene(VIEWS[name], board().names, MAP).name_boxes
    assert len(set(toponyms()) - set(shown)) <= 6


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("style", [*STYLES.values(), SEA_STYLE, SQUARE_STYLE, counters.NAMES, counters.SHIP_NAME])
def test_the_names_of_the_map_can_be_read(style: Type, theme: Theme) -> None:
    shown = theme.type(style)
    assert contrast(shown.ink, shown.halo) >= 4.5


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("style", [TITLE, HEADING, NAME, SMALL, NOBLE, CAPTIVE])
def test_what_frames_the_map_can_be_read(style: Type, theme: Theme) -> None:
    assert contrast(theme.tone(style.ink), theme.tone(PARCHMENT)) >= (3 if style.size >= 33 else 4.5)


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=lambda theme: theme.name)
def test_the_colours_of_a_map_fit_a_palette(theme: Theme) -> None:
    colours = map_colours(theme.tone)
    assert len(colours) == len(set(colours)) <= 256
    assert {livery.fill for livery in LIVERIES} <= set(colours)


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=lambda theme: theme.name)
def test_land_and_sea_and_forest_differ(theme: Theme) -> None:
    land, forest, sea = (theme.tone(colour) for colour in (PARCHMENT_SHADES[0], FOREST_SHADES[0], SEA))
    assert all(
        sum(abs(a - b) for a, b in zip(*pair, strict=True)) > 25 for pair in combinations((land, forest, sea), 2)
    )


def test_a_coat_of_a_factions_colour_is_seen_on_the_ground() -> None:
    assert all(contrast(wash(livery.fill, PARCHMENT), PARCHMENT) > 1.1 for livery in LIVERIES)


def test_the_night_is_darker_and_keeps_the_counters() -> None:
    day, night = (draw_map(busy(), NAMES, look=Look(night=dark)) for dark in (False, True))
    light, dark = (ImageStat.Stat(small(picture)).mean for picture in (day, night))
    assert sum(dark) < 0.5 * sum(light)
    assert day.alt == night.alt


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.nightly] * (name not in ("crowded", "troubled"))) for name in VIEWS]
)
def test_every_map_is_small_enough_for_a_phone_connection(name: str) -> None:
    assert sent(draw_map(VIEWS[name], NAMES, CHANGES)) < 525_000


# ---------------------------------------------------------------------- counters


def piece(seen: KingmakerView, key: str) -> bytes:
    return Scene(seen, board().names, MAP).counters[key].piece.tobytes()


def test_a_great_company_collapses_to_a_count() -> None:
    host = next(one for one in Scene(one_host(), board().names, MAP).counters.values() if one.at == "inside:york")
    assert host.breadth < 200
    assert len(Scene(one_host(), board().names, MAP).forces[0]) > counters.MOST_SHIELDS


@pytest.mark.parametrize(
    "facts", [{"office": "marshal_of_england"}, {"cards": ["archbishop_of_york"]}, {"returned": True}], ids=str
)
def test_offices_bishops_and_the_peace_have_signs(facts: dict[str, Any]) -> None:
    key = "force:ann:open:warwick:0"
    plain, marked = (view(nobles=[noble("percy", "ann", Location("open:warwick"), **more)]) for more in ({}, facts))
    assert piece(plain, key) != piece(marked, key)


def test_a_ship_in_port_has_its_sail_furled_and_a_lent_one_its_owners_badge() -> None:
    assert counters.ship(0).tobytes() != counters.ship(0, in_port=True).tobytes()
    assert counters.ship(0).tobytes() != counters.ship(0, owner=1).tobytes()
    assert counters.ship(0).tobytes() == counters.ship(0, owner=0).tobytes()


def test_an_abandoned_duke_has_a_counter_without_a_faction() -> None:
    scene = Scene(troubled(), board().names, MAP)
    assert scene.counters["duke:plantagenet_lancaster"].number is None


@pytest.mark.parametrize(
    "change",
    [{"peace": ["york"]}, {"fallen": ["calais"]}, {"vacillating": "neville"}],
    ids=str,
)
def test_the_states_of_house_rules_are_seen(change: dict[str, Any]) -> None:
    assert draw_map(msgspec.structs.replace(busy(), **change), NAMES).png != draw_map(busy(), NAMES).png


# ---------------------------------------------------------------------- layers


def test_event_cards_are_counted_by_what_a_noble_holds() -> None:
    bare = event_risk.calls(view(nobles=[noble("greystoke", "ann", Location("inside:york"))]))["greystoke"]
    holder = noble("greystoke", "ann", Location("inside:york"), office="treasurer_of_england")
    assert event_risk.calls(view(nobles=[holder]))["greystoke"] > bare
    assert "london" in event_risk.plagues(view())


# ---------------------------------------------------------------------- whereabouts


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        ("neville", "Neville (Benedict of Kent, 120 men) at Warwick, with Chancellor of England, Henry VI"),
        ("henry_vi", "King Henry VI at Warwick with Neville."),
        ("corfe", "Corfe: noble castle, garrison 25, held by Benedict of Kent, besieged by Gus, turn 2."),
        ("corfe", "In the open: FitzAlan, Holland (Gus, 280)."),
        ("york", "kept by Percy"),
        ("le_swan", "Le Swan (Dan 🐉) off Irish Sea; aboard: Stanley, Talbot."),
        ("roos", "may stay until round 7"),
        ("sherwood", "forest, which ends a march"),
        ("coventry", "the King's Peace holds"),
        ("gus", "Gus: FitzAlan 30 at Corfe"),
    ],
)
def test_where_something_is_in_words(thing: str, words: str) -> None:
    assert words in where(troubled(), thing, NAMES)


def test_everything_that_can_be_found_is_shown() -> None:
    things = findable(troubled())
    assert {"percy", "sherwood", "gus"} < set(things)
    assert not [thing for thing in things if not where(troubled(), thing, NAMES)]


def test_what_is_nowhere_is_refused() -> None:
    captive = view(nobles=[noble("percy", "ann", Location(""), captor="ben")])
    assert "percy" not in findable(captive)
    for thing in ("percy", "camelot", "inside:camelot", "talbot"):
        with pytest.raises(NothingToShow):
            where(captive, thing, NAMES)


def test_a_whole_parliament_in_one_city_is_drawn() -> None:
    assert len(Scene(parliament_in_london(), board().names, MAP).counter_boxes) >= 7


@pytest.mark.parametrize(
    ("layer", "subject", "said"),
    [
        ("gold", "", f"There is no layer 'gold'; choose one of {', '.join(LAYERS)}."),
        ("reach", "", "Name a noble in play"),
        ("reach", "london", "Name a noble in play"),
        ("reach", "percy", "Percy is not on land and cannot march."),
        ("reach", "clifford", "Clifford is not on land and cannot march."),
    ],
)
def test_a_layer_that_cannot_be_shown_says_why(layer: str, subject: str, said: str) -> None:
    nobles = [noble("percy", "ann", Location(""), captor="ben"), noble("clifford", "ann", Location("aboard:le_swan"))]
    with pytest.raises(NothingToShow, match=said):
        look_of(PictureRequest("map", view(nobles=nobles), NAMES, layer=layer, subject=subject), view(nobles=nobles))


def test_the_key_says_who_is_out_and_whom_each_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(legend, "write", lambda image, x, y, text, *style: said.append(text))
    seats = [seat("ann", 0, hand_size=1), seat("ben", 1), seat("cat", 2, eliminated=True)]
    draw_map(view(seats=seats, nobles=[noble("percy", "ann", Location(""), captor="ben")]), NAMES)
    assert {"Percy (captive)", "Percy (held)", "out of the game"} <= {*said}
    assert sum(text.endswith(" · 1 card") for text in said) == 1
