"""The pictures of Warriors of God show who controls what, who stands where with what, and how battles went."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import msgspec
import pytest
from PIL import ImageStat

from engine.core.events import Event
from engine.games import GAMES
from engine.warriors.board.catalog import catalog
from engine.warriors.views import WarriorsView
from render.kit.palette import ALARM, GOLD, INK, contrast, luminance
from render.kit.pen import Box
from render.kit.theme import DAY, NIGHT, Theme
from render.picture import Picture
from render.picture_request import NothingToShow, PictureRequest
from render.registry import buttons, draw, findable, kinds
from render.warriors.board import geography, land, tracks
from render.warriors.board.alt import beside
from render.warriors.board.base import FRAME
from render.warriors.board.board import board_row, draw_board
from render.warriors.board.camps import Camp, camps, placed
from render.warriors.board.counters import Token, counter, token
from render.warriors.board.page import BAND, WIDTH
from render.warriors.board.palette import COATS, LAND, held, inks, pale
from render.warriors.board.signs import SIGNS, sign, value
from render.warriors.board.words import by_id, short
from render.warriors.location_map import draw_where
from render.warriors.papers.battle import draw_battle
from render.warriors.papers.cards import draw_card
from render.warriors.papers.roll import draw_roll
from render.warriors.papers.sheet import draw_sheet
from tests.render.reading import anew, by_day, once, pixels, sent, share
from tests.render.test_palette import alike
from tests.render.warriors_samples import (
    CHANGES,
    NAMES,
    busy,
    changed,
    crowd,
    fought,
    leader,
    lion,
    over,
    seen,
    siege,
)

draw_board = once(draw_board)
draw_battle = once(draw_battle)
draw_card = once(draw_card)
draw_roll = once(draw_roll)
draw_sheet = once(draw_sheet)
draw_where = once(draw_where)
draw = once(draw)
LIMIT = 1000
LONG = dict.fromkeys(NAMES, "Bartholomew the Interminable of Weissnichtwo")
TOP = BAND + tracks.SCORE
"""Where the map begins in the picture of the board."""

PAPERS: dict[str, Callable[[], Picture]] = {
    "map": lambda: draw_board(busy(), NAMES, CHANGES),
    "map of a crowd": lambda: draw_board(crowd(), NAMES),
    "map of the other scenario": lambda: draw_board(lion(), NAMES),
    "part": lambda: draw_where(busy(), "normandy"),
    "battle": lambda: draw_battle(busy(), NAMES, [over(fought())]),
    "siege": lambda: draw_battle(busy(), NAMES, [over(siege())]),
    "roll": lambda: draw_roll(busy(), "ann", NAMES),
    "own side": lambda: draw_roll(seen("ann"), "ann", NAMES, own=True),
    "score": lambda: draw_sheet(busy(), NAMES),
    "leader": lambda: draw_card("jeanne_darc"),
    "area": lambda: draw_card("aquitaine"),
}


def on_map(box: Box) -> tuple[float, float, float, float]:
    """Return a box of the map as corners in the picture of the board."""
    return box.left, box.top + TOP, box.right, box.bottom + TOP


def spot(area: str, size: float = 24) -> tuple[float, float, float, float]:
    """Return a small square in the middle of an area, in the picture of the board."""
    x, y = geography.LABELS[area]
    return on_map(Box(x - size, y - size, x + size, y + size))


# ---------------------------------------------------------------------- colours and signs


def test_the_sides_differ_in_colour() -> None:
    assert not alike({side: coat.fill for side, coat in COATS.items()})


@pytest.mark.parametrize("side", COATS)
def test_names_can_be_read_on_counters_and_panels(side: str) -> None:
    assert contrast(COATS[side].fill, COATS[side].ink) >= 4.5
    assert contrast(COATS[side].deep, COATS[side].ink) >= 4.5


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("side", COATS)
def test_words_can_be_read_on_what_a_side_holds(side: str, theme: Theme) -> None:
    assert contrast(held(side, theme), theme.tone(INK)) >= 4.5
    assert contrast(pale(side, theme), theme.tone(INK)) >= 4.5


def test_the_colours_fit_a_palette_in_every_theme() -> None:
    assert max(len(inks(theme)) for theme in (DAY, NIGHT)) <= 256


def test_signs_differ() -> None:
    drawn = {name: sign(name).tobytes() for name in SIGNS}
    assert not [pair for pair in combinations(SIGNS, 2) if drawn[pair[0]] == drawn[pair[1]]]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_values_differ_by_who_controls(number: int) -> None:
    assert len({value(side, number).tobytes() for side in COATS}) == 3


# ---------------------------------------------------------------------- the land


def test_the_areas_are_those_of_the_game() -> None:
    assert set(geography.rings()) == set(catalog().areas)


def test_neighbours_share_their_border() -> None:
    for one, other in sorted(sorted(pair) for pair, kind in catalog().borders.items() if kind != "sea"):
        lines = geography.border(one, other)
        assert lines and all(len(line) > 1 for line in lines), (one, other)
        shared = set(geography.outline(one)) & set(geography.outline(other))
        assert set(lines[0][1:-1]) <= shared, (one, other)


def test_every_sea_connection_has_its_line() -> None:
    at_sea = [pair for pair, kind in catalog().borders.items() if kind == "sea"]
    assert not [set(pair) for pair in at_sea if len(geography.routes()[frozenset(pair)]) <= 1]


def test_names_overlap_nowhere_and_stay_on_the_map() -> None:
    boxes = [*land.label_boxes().values()]
    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]
    assert all(FRAME.holds(box) for box in boxes)


@pytest.mark.parametrize(("area", "side"), [("england", "english"), ("champagne", "french"), ("poitou", "")])
def test_an_area_has_the_colour_of_who_controls_it(area: str, side: str) -> None:
    box = land.label_boxes()[area]
    ground = on_map(Box(box.left, box.bottom + 2, box.right, box.bottom + 14))
    assert share(pixels(draw_board(busy(), NAMES)), ground, held(side) if side else LAND) > 0.5


def test_the_borders_are_those_of_the_tables_own_edition() -> None:
    text = 'game = "warriors"\n[border.anjou-normandy]\ntype = "obstructed"\n'
    own = changed(figures=GAMES["warriors"].read_figures(text))
    shown, plain = (draw("warriors", PictureRequest("where", view, NAMES, "anjou")) for view in (own, busy()))
    assert shown.png != plain.png
    assert "an obstructed border, lies Normandy" in shown.alt and "a clear border, lies Normandy" in plain.alt


# ---------------------------------------------------------------------- who stands where


@pytest.mark.parametrize(
    "change",
    [
        {"crown": True},
        {"disgraced": True},
        {"rank": 1},
        {"battle": 8},
        {"troops": {"infantry": 3}},
        {"troops": {}},
        {"side": "french"},
    ],
    ids=str,
)
def test_what_is_special_about_a_leader_is_seen(change: dict[str, Any]) -> None:
    plain = by_id(busy())["john_chandos"]
    assert counter(token(plain)).tobytes() != counter(token(msgspec.structs.replace(plain, **change))).tobytes()


def test_who_has_moved_has_a_golden_rim() -> None:
    plain, moved = (counter(token(by_id(busy())["john_chandos"], fresh=fresh)) for fresh in (False, True))
    assert [image.convert("RGB").getpixel((60, 1)) == GOLD for image in (plain, moved)] != [True, True]
    assert plain.tobytes() != moved.tobytes()


@pytest.mark.parametrize(
    "view", [busy(), crowd(), crowd(8, 8, "ile_de_france"), crowd(10, 2, "orleanais")], ids=["busy", "8", "16", "10"]
)
def test_nobody_hides_another_or_a_name(view: WarriorsView) -> None:
    found = camps(view)
    stand = placed(found, [*land.label_boxes().values()])
    boxes = {camp_id: box for camp_id, (_, _, box) in stand.items()}
    assert len(boxes) == len(found)
    assert sum(len(camp.tokens) for camp in found) == sum(leader.where == "map" for leader in view.leaders)
    everything = [*boxes.values(), *land.label_boxes().values()]
    assert not [pair for pair in combinations(everything, 2) if pair[0].meets(pair[1])]
    assert all(FRAME.holds(box) for box in boxes.values())


def test_in_a_row_of_boards_a_camp_stays_where_it_stood_until_it_changes() -> None:
    taken, within = [*land.label_boxes().values()], FRAME.grown(-4)
    crowded = camps(crowd(8, 8, "ile_de_france"))
    first = placed(crowded, taken, within)
    fewer = [camp for camp in crowded if camp.area == "ile_de_france"][:1]
    assert placed(fewer, taken, within, first)[fewer[0].id][2] == first[fewer[0].id][2]
    assert any(placed([camp], taken, within)[camp.id][2] != first[camp.id][2] for camp in crowded)
    grown = placed(camps(crowd(10, 9, "ile_de_france")), taken, within, first)
    boxes = [*(box for _, _, box in grown.values()), *taken]
    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]


def test_in_a_row_of_boards_what_lies_beside_the_map_is_that_of_the_view() -> None:
    draw_next = board_row()
    fallen = [
        msgspec.structs.replace(one, where="killed") if one.id == "du_guesclin" else one for one in busy().leaders
    ]
    poor = [msgspec.structs.replace(side, impulses=side.impulses + 1) for side in busy().sides]
    calm = [msgspec.structs.replace(one, area="anjou") if one.where == "map" else one for one in busy().leaders]
    views = [busy(), changed(leaders=calm), changed(leaders=fallen), changed(sides=poor), changed(score=4)]
    views += [changed(turn=5), changed(phase="impulses"), changed(active="ben"), busy()]
    for view in views:
        parts = [one.piece for one in draw_next(view, NAMES).laid if one.piece.width == WIDTH]
        wanted = [tracks.score(view), tracks.turns(view), tracks.sides(view, NAMES)]
        found = [parts[0], *parts[-2:]]
        assert [one.tobytes() for one in found] == [one.tobytes() for one in wanted]


@pytest.mark.parametrize("number", range(1, 11))
def test_a_camp_is_as_large_as_its_counters(number: int) -> None:
    tokens = tuple(Token(f"Name {place}", "english", 2, "3-4", (("infantry", 2),)) for place in range(number))
    camp = Camp("berry", "english", tokens)
    for columns in camp.shapes():
        width, height = camp.size(columns)
        assert columns * len(camp.rows(columns)) >= number
        assert width >= columns * counter(tokens[0]).width and height >= len(camp.rows(columns)) * 60


def test_the_aggressor_is_marked() -> None:
    calm = [msgspec.structs.replace(area, aggressor="") for area in busy().areas]
    assert draw_board(changed(areas=calm), NAMES).png != draw_board(busy(), NAMES).png
    assert "In Normandy, the English (the aggressors): " in draw_board(busy(), NAMES).alt


def test_troops_without_a_leader_lie_in_their_area() -> None:
    assert "In England, without a leader: 3 infantry and 1 English longbowman." in draw_board(busy(), NAMES).alt
    assert any(camp.loose for camp in camps(busy()) if camp.area == "england")


@pytest.mark.parametrize(("kind", "subjects"), [("battle_over", ("anjou",)), ("unmark", ("anjou",))])
def test_an_area_that_was_fought_for_or_won_is_ringed(kind: str, subjects: tuple[str, ...]) -> None:
    tone = ALARM if kind == "battle_over" else GOLD
    box = on_map(geography.bounds("anjou").grown(4))
    event = Event(kind, "It happened.", subjects=subjects)
    ringed, plain = (pixels(draw_board(busy(), NAMES, events)) for events in ([event], []))
    assert share(ringed, box, tone, 8) > share(plain, box, tone, 8) + 0.005


def test_marches_are_arrows() -> None:
    assert draw_board(busy(), NAMES, CHANGES[:1]).png != draw_board(busy(), NAMES).png


# ---------------------------------------------------------------------- beside the map


@pytest.mark.parametrize("score", [-30, -7, 0, 12, 30])
def test_the_score_track_is_filled_as_far_as_the_lead_goes(score: int) -> None:
    image = tracks.score(changed(score=score))
    colours = {side: share(image, (90, 20, 1110, 50), COATS[side].fill, 4) for side in ("english", "french")}
    leader = "english" if score > 0 else "french"
    assert (colours[leader] > 0.01) is (score != 0)
    assert colours["french" if leader == "english" else "english"] < 0.01


@pytest.mark.parametrize(
    ("leader_id", "change"),
    [
        ("lionel_antwerp", {"where": "dead"}),
        ("john_gaunt", {"where": "pool", "side": "english"}),
        ("john_chandos", {"where": "killed", "area": ""}),
    ],
)
def test_prisoners_routed_killed_and_new_leaders_lie_beside_the_map(leader_id: str, change: dict[str, Any]) -> None:
    assert tracks.sides(leader(leader_id, **change), NAMES).tobytes() != tracks.sides(busy(), NAMES).tobytes()


def test_prisoners_lie_in_the_panel_of_who_holds_them() -> None:
    free = [msgspec.structs.replace(side, prison=[]) for side in busy().sides]
    assert tracks.sides(changed(sides=free), NAMES).tobytes() != tracks.sides(busy(), NAMES).tobytes()
    assert "Prisoners of the English: Jean II (3 stars)." in draw_board(busy(), NAMES).alt


def test_who_lies_beside_the_map_in_words() -> None:
    view = leader("john_chandos", where="killed", area="")
    assert beside(view) == [
        "Routed: Lionel of Antwerp.",
        "Killed this turn: John Chandos.",
        "To come next turn: Richard II, Thomas of Woodstock, Charles VI, Philip the Bold and Philip van Artevelde.",
    ]


def test_the_turn_that_is_played_is_golden() -> None:
    image = tracks.turns(busy())
    step = (image.width - 44) / 12
    shares = [share(image, (24 + step * turn, 10, 24 + step * (turn + 1), 118), GOLD) for turn in range(12)]
    assert [place for place, found in enumerate(shares) if found > 0.4] == [busy().turn - 1]


# ---------------------------------------------------------------------- parts and themes


def test_by_night_the_map_is_dark_and_the_counters_are_the_same() -> None:
    light, dark = (draw("warriors", PictureRequest("map", busy(), NAMES, night=night)) for night in (False, True))
    assert lightness(dark) < 0.2 < lightness(light)
    assert dark.alt == light.alt


def lightness(picture: Picture) -> float:
    """How light a picture is on the whole, 0 to 1."""
    red, green, blue = ImageStat.Stat(pixels(picture)).mean
    return luminance((round(red), round(green), round(blue)))


def test_the_part_of_a_map_that_was_asked_for_is_drawn() -> None:
    wish = PictureRequest("map", busy(), NAMES, "edward_iii", night=True)
    assert draw("warriors", wish).png == draw_where(busy(), "normandy", (), NIGHT).png


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ("normandy", "Normandy has the value 2; the French control it."),
        ("edward_iii", "Beside it, by sea: Southampton - Seine mouth, lies England; the English control it"),
        ("ireland", "Ireland is neutral, with 2 pieces of mercenaries at home."),
        ("poitou", "Poitou: nobody."),
        ("auvergne", "Beside it, over a river: Allier, lies Berry."),
    ],
)
def test_parts_in_words(thing: str, said: str) -> None:
    assert said in draw_where(busy(), thing).alt


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ("nowhere", "no such place on the map"),
        ("jean_ii", "Jean II sits in prison"),
        ("lionel_antwerp", "is routed, and comes back when leaders arrive"),
        ("henry_v", "Henry V comes at the end of turn 7, to act on turn 8"),
    ],
)
def test_what_is_not_on_the_map_is_not_shown(thing: str, said: str) -> None:
    with pytest.raises(NothingToShow, match=said):
        draw_where(busy(), thing)


def test_nobody_routed_on_the_last_turn_is_said_to_come_back() -> None:
    with pytest.raises(NothingToShow, match=r"is routed\.$"):
        draw_where(changed(turn=12), "lionel_antwerp")


def test_everything_on_the_map_can_be_found() -> None:
    found = findable("warriors", busy())
    assert found["ile_de_france"] == "Ile-de-France" and found["du_guesclin"] == "Bertrand du Guesclin"


# ---------------------------------------------------------------------- battles


@pytest.mark.parametrize(
    "said",
    [
        "The battle of Normandy, turn 4, 1367–76. The English hold the field.",
        "The French retreated. Du Guesclin left for Brittany in disgrace.",
        "The English (the aggressors), commanded by Edward III: Edward III with 4 infantry and 2 English knights;",
        "Round 1: the English roll 6 5 1, each with 1 added: 2 hits; the French roll 2 3: 0 hits; the French lose 2",
        "the French roll 6 6: 2 hits; the English lose 1 English knight.",
        "Pursuit: the English roll 6 4 4, each with 2 added: 3 hits; the French lose 1 infantry; Clisson is killed",
    ],
)
def test_a_battle_in_words(said: str) -> None:
    assert said in draw_battle(busy(), NAMES, [over(fought())]).alt


@pytest.mark.parametrize(
    ("rolled", "said"),
    [
        (6, "The walls of Normandy fall. Captured without a way out: Du Guesclin and Clisson."),
        (5, "The walls of Normandy hold. Edward III left for Brittany. Chandos left for Anjou."),
    ],
)
def test_a_siege_in_words(rolled: int, said: str) -> None:
    alt = draw_battle(busy(), NAMES, [over(siege(rolled))]).alt
    assert said in alt and f"the die shows {rolled}. Only more than the siege number, 5," in alt


def test_dice_that_hit_are_golden() -> None:
    won, lost = (pixels(draw_battle(busy(), NAMES, [over(siege(rolled))])) for rolled in (6, 5))
    assert share(won, (700, 410, 860, 510), GOLD) > share(lost, (700, 410, 860, 510), GOLD) + 0.05


def test_jeanne_darc_silences_a_side() -> None:
    silent = msgspec.structs.replace(
        fought().clashes[0], jeanne=2, silent="french", rolls={"english": [6], "french": []}
    )
    shown = fought(clashes=[silent], commanders={"english": "edward_iii", "french": "jeanne_darc"})
    picture = draw_battle(busy(), NAMES, [over(shown)])
    assert "the French roll no dice" in picture.alt
    assert picture.height > draw_battle(busy(), NAMES, [over(fought(clashes=fought().clashes[:1]))]).height


def test_the_battle_that_is_fought_is_shown_without_events() -> None:
    running = changed(record=fought(over=False, holds="", retreating="", gone={}))
    assert "After 3 rounds." in draw_battle(running, NAMES).alt


def test_many_rounds_find_room() -> None:
    long = fought(clashes=[fought().clashes[1]] * 30)
    assert draw_battle(busy(), NAMES, [over(long)]).height < 3000


def test_before_the_first_battle_there_is_nothing_to_show() -> None:
    with pytest.raises(NothingToShow):
        draw_battle(busy(), NAMES)


# ---------------------------------------------------------------------- rolls, score and cards


@pytest.mark.parametrize(
    "said",
    [
        "Ann, the English, turn 4. Areas under control: England (value 3), Wales (value 1) and Gascony (value 1).",
        "In Normandy: Edward III (King, 3 stars, bravery 3, battle 6; 4 infantry, 2 knights, 3 longbows)",
        "Routed: Lionel (2 stars).",
    ],
)
def test_a_roll_in_words(said: str) -> None:
    assert said in draw_roll(busy(), "ann", NAMES).alt


def test_standing_orders_are_shown_to_their_owner_alone() -> None:
    own = draw("warriors", PictureRequest("hand", seen("ann"), NAMES)).alt
    assert "You are besieged where the siege number is 3 or more." in own and "You lose first: Infantry." in own
    assert "besieged" not in draw("warriors", PictureRequest("faction", seen("ben"), NAMES, "ann")).alt
    assert "siege number is 5" in draw("warriors", PictureRequest("hand", seen("ben"), NAMES)).alt


@pytest.mark.parametrize("kind", ["hand", "faction"])
def test_onlookers_have_no_side(kind: str) -> None:
    with pytest.raises(NothingToShow):
        draw("warriors", PictureRequest(kind, busy(), NAMES))


@pytest.mark.parametrize(
    "said",
    [
        "On turn 4 of 12 the French lead by 7. A lead of 30 ends the game.",
        "The English would score 7 points: ",
        "2 for England (area of value 3)",
        "3 for Jean II in prison (a point for each star)",
        "If this were scored now, the French lead by 4.",
    ],
)
def test_the_score_in_words(said: str) -> None:
    assert said in draw_sheet(busy(), NAMES).alt


@by_day
def test_every_card_is_drawn(every: int) -> None:
    cards = list(GAMES["warriors"].cards().items())[::every]
    assert not [card for card, said in cards if not draw_card(card).alt.startswith(said.partition(":")[0])]


def test_there_is_no_such_card() -> None:
    with pytest.raises(KeyError):
        draw_card("excalibur")


def test_every_leader_has_a_name_that_finds_room() -> None:
    assert not [short(leader_id) for leader_id in catalog().leaders if not 2 < len(short(leader_id)) <= 15]


def test_leaders_of_a_scenario_differ_in_their_short_names() -> None:
    for scenario in catalog().scenarios:
        names = [short(one.id) for one in catalog().leaders.values() if one.scenario == scenario]
        assert len(names) == len(set(names))


# ---------------------------------------------------------------------- all pictures


@pytest.mark.parametrize("title", PAPERS)
def test_every_picture_is_small_enough(title: str) -> None:
    picture = PAPERS[title]()
    assert sent(picture) < 500_000 and 0 < len(picture.alt) <= LIMIT


@pytest.mark.parametrize("title", PAPERS)
def test_the_same_view_gives_the_same_picture(title: str) -> None:
    before = PAPERS[title]()
    with anew():
        assert PAPERS[title]().png == before.png


@pytest.mark.parametrize(
    "names",
    [
        {**LONG, "ben": "🐉"},
        pytest.param(LONG, marks=pytest.mark.nightly),
        pytest.param({}, marks=pytest.mark.nightly),
        pytest.param({"ann": "🐉", "ben": ""}, marks=pytest.mark.nightly),
    ],
    ids=["strange", "long", "none", "unprintable"],
)
def test_strange_names_find_room(names: dict[str, str]) -> None:
    for picture in (
        draw_board(busy(), names, CHANGES * 9),
        draw_battle(busy(), names, [over(fought())]),
        draw_roll(busy(), "ann", names),
        draw_sheet(busy(), names),
    ):
        assert picture.width == 1200 and len(picture.alt) <= LIMIT


def test_the_pictures_are_found_by_the_game() -> None:
    assert sorted(kinds("warriors")) == ["battle", "card", "faction", "hand", "map", "score", "where"]
    assert set(buttons("warriors")) <= set(kinds("warriors"))


def test_before_the_bids_are_opened_the_map_is_drawn() -> None:
    unknown: WarriorsView = changed(sides=[msgspec.structs.replace(side, seat="") for side in busy().sides])
    assert draw_board(unknown, NAMES).png and draw_sheet(unknown, NAMES).png
