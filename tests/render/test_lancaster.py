"""The pictures of Lancaster show who stands where with what, and nobody what lies behind another's screen."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from PIL import ImageStat

from engine.core.events import Event
from engine.games import GAMES
from engine.lancaster.board.catalog import catalog
from engine.lancaster.views import LancasterView
from render.kit.palette import ALARM, AYE, GOLD, INK, contrast, luminance
from render.kit.pen import Box
from render.kit.theme import DAY, NIGHT, Theme
from render.lancaster.board import geography
from render.lancaster.board.alt import board_alt
from render.lancaster.board.board import draw_board
from render.lancaster.board.geography import plate
from render.lancaster.board.page import BAND
from render.lancaster.board.palette import AZURE, CRIMSON, GILT, LAND, LIVERIES, held, inks, pale
from render.lancaster.board.signs import SIGNS, badge, knight, sign
from render.lancaster.papers.battle import draw_battle
from render.lancaster.papers.cards import draw_card
from render.lancaster.papers.castles import draw_castles
from render.lancaster.papers.court import draw_court
from render.lancaster.papers.faction import draw_faction
from render.lancaster.papers.parliament import draw_parliament
from render.lancaster.papers.screen import draw_screen
from render.lancaster.papers.sheet import draw_sheet
from render.picture import Picture
from render.picture_request import NothingToShow, PictureRequest
from render.registry import buttons, draw, findable, kinds, layers
from tests.render.lancaster_samples import (
    BALLOTS,
    BATTLE,
    CHANGES,
    COLOURS,
    NAMES,
    busy,
    conflict,
    county,
    over,
    pair,
    player,
    screened,
    view,
    voting,
)
from tests.render.reading import anew, by_day, cut, differing, once, pixels, sent, share
from tests.render.test_palette import alike

draw_board = once(draw_board)
draw_battle = once(draw_battle)
draw_card = once(draw_card)
draw_castles = once(draw_castles)
draw_court = once(draw_court)
draw_faction = once(draw_faction)
draw_parliament = once(draw_parliament)
draw_screen = once(draw_screen)
draw_sheet = once(draw_sheet)
draw = once(draw)
LIMIT = 1000
LONG = dict.fromkeys(NAMES, "Bartholomew the Interminable of Weissnichtwo")

PAPERS: dict[str, Callable[[], Picture]] = {
    "map": lambda: draw_board(busy(), NAMES, CHANGES),
    "map of two": lambda: draw_board(pair(), NAMES),
    "parliament": lambda: draw_parliament(voting(), NAMES, [BALLOTS]),
    "battle": lambda: draw_battle(busy(), NAMES, [BATTLE]),
    "court": lambda: draw_court(busy(), NAMES),
    "castles": lambda: draw_castles(busy(), NAMES),
    "castles of two": lambda: draw_castles(pair(), NAMES),
    "faction": lambda: draw_faction(busy(), "dan", NAMES),
    "faction of two": lambda: draw_faction(pair(), "ann", NAMES),
    "hand": lambda: draw_screen(voting(), NAMES),
    "score": lambda: draw_sheet(over(), NAMES),
}


def replaced(seen: LancasterView, **more: object) -> LancasterView:
    return msgspec.structs.replace(seen, **more)


def on(letter: str) -> tuple[float, float, float, float]:
    """A piece of a county's ground between its name and its reward."""
    box = plate(letter)
    return box.left, box.top + BAND + 48, box.right - 90, box.top + BAND + 56


def strip(letter: str) -> tuple[float, float, float, float]:
    """Where it is written who holds a county."""
    box = plate(letter)
    return box.left, box.top + BAND + 98, box.right, box.bottom + BAND


# ---------------------------------------------------------------------- telling apart


def test_any_two_houses_differ_in_colour() -> None:
    assert not alike({house: coat.fill for house, coat in LIVERIES.items()})


def test_houses_differ_in_shape_and_letter_too() -> None:
    assert len({coat.shape for coat in LIVERIES.values()}) == len({coat.letter for coat in LIVERIES.values()}) == 5
    assert list(LIVERIES) == list(catalog().colours)


@pytest.mark.parametrize("house", LIVERIES)
def test_letters_can_be_read_on_a_livery(house: str) -> None:
    assert contrast(LIVERIES[house].ink, LIVERIES[house].fill) >= 4.5


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("house", LIVERIES)
def test_words_can_be_read_on_what_a_house_holds(house: str, theme: Theme) -> None:
    assert contrast(theme.tone(INK), held(house, theme)) >= 4.5
    assert contrast(theme.tone(INK), pale(house, theme)) >= 4.5


def test_signs_differ() -> None:
    plates = {name: sign(name, 44).convert("RGB") for name in SIGNS}
    apart = {pair: differing(plates[pair[0]], plates[pair[1]], by=60) for pair in combinations(SIGNS, 2)}
    assert not [pair for pair, found in apart.items() if found <= 0.03 * 3 * 44 * 44]


@pytest.mark.parametrize("house", LIVERIES)
def test_knights_differ_in_strength_and_from_the_badge(house: str) -> None:
    drawn = [badge(house, 56).tobytes(), *(knight(house, strength, 56).tobytes() for strength in (1, 2, 3, 4))]
    assert len(set(drawn)) == 5


def test_the_colours_fit_a_palette_in_every_theme() -> None:
    assert max(len(inks(theme)) for theme in (DAY, NIGHT)) <= 256


# ---------------------------------------------------------------------- England


def test_the_plates_of_the_counties_overlap_nowhere_and_stay_in_the_picture() -> None:
    boxes = [plate(letter) for letter in geography.COUNTIES]
    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]
    assert all(Box(0, 0, geography.WIDTH, geography.HEIGHT).holds(box) for box in boxes)


@pytest.mark.parametrize(("one", "other"), ["AB", "AC", "BC", "BD", "CF", "DF", "DG", "EF", "FH", "GH", "HI", "EI"])
def test_neighbours_share_their_border(one: str, other: str) -> None:
    assert len(set(geography.COUNTIES[one]) & set(geography.COUNTIES[other])) >= 1
    assert set(geography.outline(one)) & set(geography.outline(other))


def test_counties_are_named_as_they_are_printed() -> None:
    assert set(geography.COUNTIES) == set(geography.PLATES) == set(catalog().counties)


@pytest.mark.parametrize(
    ("letter", "house"), [("A", "blue"), ("B", "green"), ("E", "yellow"), ("H", "red"), ("I", "purple")]
)
def test_a_county_has_the_colour_of_the_house_that_holds_it(letter: str, house: str) -> None:
    empty, full = (pixels(draw_board(seen, NAMES)) for seen in (view(), busy()))
    assert share(empty, on(letter), LAND, 6) > 0.9
    assert share(full, on(letter), held(house), 6) > 0.9


@pytest.mark.parametrize("kind", ["shield", "tudor_knight", "squires", "more squires", "knight", "total"])
def test_what_stands_on_a_county_is_seen(kind: str) -> None:
    plain = county("B", "green", 5, 2)
    changed = {
        "shield": county("B", "green", 5, 2, "shield"),
        "tudor_knight": county("B", "green", 5, 2, "tudor_knight"),
        "squires": county("B", "green", 5),
        "more squires": county("B", "green", 5, 3),
        "knight": county("B", "yellow", 5, 2),
        "total": county("B", "green", 6, 2),
    }[kind]
    images = [cut(pixels(draw_board(replaced(busy(), counties=[one]), NAMES)), strip("B")) for one in (plain, changed)]
    assert images[0].tobytes() != images[1].tobytes()


def test_nobles_that_wait_are_counted() -> None:
    boards = [draw_board(replaced(view(), counties=[county("A", nobles=number)]), NAMES) for number in (3, 2)]
    assert boards[0].png != boards[1].png and "3 nobles" in boards[0].alt and "2 nobles" in boards[1].alt


def test_the_county_that_was_taken_last_is_ringed_and_an_expulsion_has_swords() -> None:
    calm, moved = (pixels(draw_board(busy(), NAMES, changes)) for changes in ([], CHANGES))
    for letter in "AI":
        box = geography.bounds(letter).moved(0, BAND)
        edge = (box.left, box.top, box.right, box.bottom)
        fresh = share(moved, edge, ALARM, 12) - share(calm, edge, ALARM, 12)
        assert fresh > (0.015 if letter == "I" else 0.001)


def test_the_layer_tells_what_it_takes() -> None:
    picture = draw("lancaster", PictureRequest("map", busy(), NAMES, layer="expel"))
    assert picture.alt.startswith(
        "What a knight needs to come to a county: York strength 2, which expels the knight there; "
    )
    assert "Gloucester is closed by a shield" in picture.alt
    assert "Somerset strength 4" in draw("lancaster", PictureRequest("map", view(), NAMES, layer="expel")).alt
    assert list(layers("lancaster")) == ["expel"]


def test_there_is_no_other_layer() -> None:
    with pytest.raises(NothingToShow, match=r"There is no layer 'gold'; choose one of expel\."):
        draw("lancaster", PictureRequest("map", busy(), NAMES, layer="gold"))


# ---------------------------------------------------------------------- the Channel, France, the houses


def test_favours_and_conflicts_that_are_gone_are_not_drawn() -> None:
    empty = draw_board(replaced(view(), favours=[], conflicts=[]), NAMES)
    assert "favours" not in empty.alt and empty.height == draw_board(view(), NAMES).height


def test_the_second_battle_is_drawn_once_a_conflict_is_there() -> None:
    down = replaced(view(), conflicts=[conflict("C03", "lower", 1), conflict("C04", "upper", 2)])
    assert draw_board(down, NAMES).height > draw_board(view(), NAMES).height + 200


def test_more_conflicts_than_two_in_a_row_find_room() -> None:
    cards = [conflict(card, "upper", column) for column, card in enumerate(("C03", "C04", "C05"), 1)]
    assert draw_board(replaced(view(), conflicts=cards), NAMES).height == draw_board(view(), NAMES).height


def test_who_fights_where_is_seen() -> None:
    before, after = (pixels(draw_board(seen, NAMES)) for seen in (view(), replaced(view(), conflicts=[
        conflict("C03", "upper", 1, ("red", 3), ("yellow", 2)), conflict("C04", "upper", 2)])))  # fmt: skip
    top = BAND + geography.HEIGHT + 128 + 26 + 46
    card = (24, top + 130, 530, top + 240)
    assert share(before, card, pale("red"), 8) < 0.02 < share(after, card, pale("red"), 8)
    assert share(after, card, pale("yellow"), 8) > 0.1


def test_who_places_has_a_golden_rim() -> None:
    ann, dan = (pixels(draw_board(replaced(busy(), seat=seat), NAMES)) for seat in ("ann", "dan"))
    rows = BAND + geography.HEIGHT + 128 + 26 + 2 * 310 + 6 + 44
    row = (22, rows, 1058, rows + 70)
    assert share(ann, row, GOLD, 12) > share(dan, row, GOLD, 12) + 0.02


def test_by_night_the_board_is_dark_and_the_knights_are_the_same() -> None:
    light, dark = (draw("lancaster", PictureRequest("map", busy(), NAMES, night=night)) for night in (False, True))
    assert mean(dark) < 0.2 < mean(light) and dark.alt == light.alt
    for letter, house in (("A", "blue"), ("H", "red")):
        assert share(pixels(dark), strip(letter), LIVERIES[house].fill) > 0.03


def mean(picture: Picture) -> float:
    """How light a picture is on the whole, 0 to 1."""
    red, green, blue = ImageStat.Stat(pixels(picture)).mean
    return luminance((round(red), round(green), round(blue)))


# ---------------------------------------------------------------------- parts of the board


def test_a_county_can_be_cut_out() -> None:
    picture = draw("lancaster", PictureRequest("where", busy(), NAMES, "G"))
    assert picture.width < 700 and share(pixels(picture), (0, 0, picture.width, picture.height), held("green"), 6) > 0.1
    assert picture.alt == draw("lancaster", PictureRequest("map", busy(), NAMES, "G")).alt


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        (
            "G",
            "Somerset: Benedict of Kent holds it with strength 6 (1 squire and tudor knight); 4 nobles left. It",
        ),
        ("G", "It takes 7 to expel."),
        ("I", "Surrey: Eve the Bold holds it with strength 3 (1 squire and shield)"),
        ("C11", "England has strength 13, France 9; by rank, Ann 7, Katharina 4, Katharina 2 (archer)."),
    ],
)
def test_parts_in_words(thing: str, said: str) -> None:
    assert said in draw("lancaster", PictureRequest("where", busy(), NAMES, thing)).alt


def test_everything_on_the_board_can_be_found() -> None:
    found = findable("lancaster", busy())
    assert found["A"] == "York" and found["C12"] == "Agincourt" and len(found) == 13


@pytest.mark.parametrize("thing", ["C01", "nowhere", ""])
def test_what_is_not_on_the_board_is_not_shown(thing: str) -> None:
    with pytest.raises(NothingToShow):
        draw("lancaster", PictureRequest("where", busy(), NAMES, thing))


# ---------------------------------------------------------------------- Parliament


def test_laws_are_cards_in_two_rows() -> None:
    assert draw_parliament(view(), NAMES).height > 900
    assert "Proposed: Votes for Sale: In turn order" in draw_parliament(view(), NAMES).alt


def test_what_is_voted_on_has_a_golden_rim() -> None:
    still, open_ = (pixels(draw_parliament(seen, NAMES)) for seen in (screened(), voting()))
    area = (0, 480, 1080, 1200)
    assert share(still, area, GOLD, 12) < 0.0005 < 0.005 < share(open_, area, GOLD, 12)


def test_who_has_voted_is_told_and_not_how() -> None:
    told = draw_parliament(voting(), NAMES).alt
    assert "Voted so far: Katharina." in told and "no" not in told.split("Voted so far")[0]


def test_ballots_are_shown_once_they_are_revealed() -> None:
    image = pixels(draw_parliament(busy(), NAMES, [BALLOTS]))
    assert share(image, (24, BAND + 20, 1056, BAND + 72), AYE, 12) > 0.6
    yes, no = (24, BAND + 140, 536, BAND + 400), (544, BAND + 140, 1056, BAND + 400)
    assert share(image, yes, pale("blue"), 8) > 0.1 > share(image, no, pale("blue"), 8)
    assert share(image, no, pale("green"), 8) > 0.1 > share(image, yes, pale("green"), 8)


def test_a_rejected_law_is_red() -> None:
    report = BALLOTS.report | {"yes": 3, "no": 8}
    lost = draw_parliament(busy(), NAMES, [Event("vote_closes", "", report=report)])
    assert share(pixels(lost), (24, BAND + 20, 1056, BAND + 72), ALARM, 12) > 0.6
    assert "No: Benedict of Kent with 7 voting markers, Dan." in lost.alt
    assert lost.alt.startswith("The law Voice of Parliament is rejected: 3 votes for it, 8 against. Yes: Ann,")


def test_a_tie_approves() -> None:
    report = BALLOTS.report | {"yes": 8, "no": 8}
    assert (
        "approved: 8 votes for it, 8 against, and a tie approves"
        in draw_parliament(busy(), NAMES, [Event("vote_closes", "", report=report)]).alt
    )


def test_hidden_markers_are_not_drawn() -> None:
    hidden = [player(seat, voting_markers=None) for seat in NAMES]
    assert "Voting markers" not in draw_parliament(replaced(view(), players=hidden), NAMES).alt
    assert "Voting markers left: Ann 2" in draw_parliament(view(), NAMES).alt


def test_after_the_last_vote_nothing_is_proposed() -> None:
    done = replaced(view(), laws=msgspec.structs.replace(view().laws, proposed=[]))
    assert draw_parliament(done, NAMES).height < draw_parliament(view(), NAMES).height


# ---------------------------------------------------------------------- conflicts


def test_a_conflict_that_was_fought_shows_both_sides_and_who_gains_what() -> None:
    picture = draw_battle(busy(), NAMES, [Event("placed", ""), BATTLE])
    assert share(pixels(picture), (24, picture.height - 90, 1056, picture.height - 20), CRIMSON, 12) > 0.5
    assert "1st rank: Ann, strength 7, 10 points." in picture.alt
    assert "3rd rank: Katharina with an archer, strength 2, 5 points." in picture.alt


@pytest.mark.parametrize(
    ("row", "said"), [("upper", "France wins the first battle."), ("lower", "France wins for good.")]
)
def test_a_lost_conflict_is_blue(row: str, said: str) -> None:
    lost = Event("battle", "", report=BATTLE.report | {"england": 4, "row": row})
    picture = draw_battle(busy(), NAMES, [lost])
    assert share(pixels(picture), (24, picture.height - 90, 1056, picture.height - 20), AZURE, 12) > 0.5
    assert said in picture.alt and "points" not in picture.alt


def test_nobody_may_have_been_there() -> None:
    nobody = BATTLE.report | {"england": 0, "spaces": [{"house": "", "archer": False, "strength": 0}] * 3}
    assert draw_battle(busy(), NAMES, [Event("battle", "", report=nobody)]).height > 300


def test_without_a_battle_there_is_nothing_to_show() -> None:
    with pytest.raises(NothingToShow):
        draw_battle(busy(), NAMES, CHANGES)


# ---------------------------------------------------------------------- the court


@pytest.mark.parametrize(
    "said",
    [
        "Lord High Chancellor: Benedict of Kent holds the office; Ann applies with strength 3.",
        "Lord High Constable: nobody holds the office; Benedict of Kent applies with strength 7.",
        "Treasury: 5 gold, 2 squires and 3 voting markers. Lords there: Katharina, Dan.",
        "Ann shield at Gloucester",
        "Bishops left: 3.",
        "Tower: 4 of 7 taken by Dan 3, Eve the Bold 1.",
        "Seals left: 24.",
        "track, from the left: 0, 0, 2, 4, 4, 4. Whoever has most dishonor would lose 4 more points now, the next 2.",
    ],
)
def test_the_court_in_words(said: str) -> None:
    assert said in draw_court(busy(), NAMES).alt


def test_with_two_players_only_the_most_dishonorable_loses_more() -> None:
    assert "would lose 2 more points now." in draw_court(pair(track=[0, 4, 4, 4, 4, 4]), NAMES).alt
    assert "a neutral strength-4 knight" in draw_court(pair(), NAMES).alt


def test_the_space_of_the_track_that_counts_is_red() -> None:
    calm, worse = (pixels(draw_court(replaced(busy(), track=track), NAMES)) for track in ([4] * 6, [0, 4, 4, 4, 4, 4]))
    bottom = (16, calm.height - 150, 200, calm.height - 6)
    assert share(calm, bottom, ALARM, 12) == 0 < share(worse, bottom, ALARM, 12)


@pytest.mark.parametrize(("left_out", "word"), [("court", "Treasury"), ("resentment", "Tower")])
def test_a_module_that_is_left_out_is_not_drawn(left_out: str, word: str) -> None:
    options = {"court": True, "resentment": True, left_out: False}
    part = draw_court(replaced(busy(), options=options, offices=[] if left_out == "court" else busy().offices), NAMES)
    assert part.height < draw_court(busy(), NAMES).height and word not in part.alt


def test_the_base_game_has_no_court() -> None:
    with pytest.raises(NothingToShow):
        draw_court(replaced(busy(), options={}), NAMES)


def test_the_last_round_gives_other_rewards() -> None:
    rows = [pixels(draw_court(replaced(busy(), round=number), NAMES)).crop((0, 200, 360, 320)) for number in (4, 5)]
    assert rows[0].tobytes() != rows[1].tobytes()


# ---------------------------------------------------------------------- castles and houses


def test_tiles_are_seen_on_their_spaces() -> None:
    image = pixels(draw_castles(busy(), NAMES))
    first, second = (40, BAND + 80, 190, BAND + 220), (210, BAND + 80, 370, BAND + 220)
    assert share(image, first, GILT, 10) > 0.3 > 0.02 > share(image, second, GILT, 10)


@pytest.mark.parametrize(
    "said",
    [
        "Ann: no knight in the castle; castle tiles: Counting House, Chancery, Great Hall; 4 nobles (York, Gloucester,",
        "Katharina: a strength-1 knight in Chancery; castle tiles: Tiltyard, Muster Yard; 0 nobles.",
    ],
)
def test_castles_in_words(said: str) -> None:
    assert said in draw_castles(busy(), NAMES).alt


def test_allies_have_castles_of_their_own_and_no_goods() -> None:
    assert "Ann's ally: a strength-2 knight in Ally's Tiltyard." in draw_castles(pair(), NAMES).alt


def test_a_house_shows_where_everybody_is_and_no_goods_behind_a_screen() -> None:
    told = draw_faction(busy(), "dan", NAMES).alt
    assert "gold hidden" in told and "the tower 3" in told and "The lord is at: the treasury." in told
    assert "gold 3" in draw_faction(pair(), "ann", NAMES).alt


def test_nobody_has_that_seat() -> None:
    with pytest.raises(NothingToShow):
        draw_faction(busy(), "zoe", NAMES)


# ---------------------------------------------------------------------- screens


def test_a_screen_shows_all_goods_to_its_owner() -> None:
    told = draw_screen(screened(), NAMES).alt
    assert "Behind Dan's screen: 12 gold, 8 squires, 5 votes, 4 seals, 3 dishonor, and 23 points." in told
    assert "Waiting at court: a strength-4 knight, 1 bishop, archer." in told


@pytest.mark.parametrize("good", ["gold", "squires", "voting_markers", "seals", "dishonor"])
def test_every_good_is_seen(good: str) -> None:
    seen = screened()
    players = [msgspec.structs.replace(one, **{good: 9}) if one.id == "dan" else one for one in seen.players]
    assert draw_screen(replaced(seen, players=players), NAMES).png != draw_screen(seen, NAMES).png


def test_bishops_who_support_a_lord_do_not_wait() -> None:
    seen = replaced(screened(), offices=[msgspec.structs.replace(busy().offices[0], applicant="red", bishops=1)])
    assert "bishop" not in draw_screen(seen, NAMES).alt.split("Waiting at court")[1].split(".")[0]


def test_own_secrets_are_shown() -> None:
    assert "Still secret: Voice of Parliament: no, with 3 voting markers." in draw_screen(voting(), NAMES).alt
    chosen = draw_screen(replaced(screened(), tile="X3"), NAMES)
    assert "First castle tile: Chancery." in chosen.alt and chosen.height > draw_screen(screened(), NAMES).height


def test_the_base_game_has_neither_seals_nor_dishonor() -> None:
    told = draw_screen(replaced(screened(), options={}), NAMES).alt
    assert "seals" not in told and "dishonor" not in told


@pytest.mark.parametrize("viewer", ["", "zoe"])
def test_only_a_seat_has_a_screen(viewer: str) -> None:
    with pytest.raises(NothingToShow):
        draw_screen(replaced(busy(), viewer=viewer), NAMES)


@pytest.mark.parametrize("kind", ["map", "parliament", "court", "castles"])
def test_public_pictures_do_not_show_what_lies_behind_screens(kind: str) -> None:
    rich = [msgspec.structs.replace(one, gold=9, squires=8, seals=7, dishonor=6) for one in busy().players]
    pictures = [
        draw("lancaster", PictureRequest(kind, seen, NAMES)) for seen in (busy(), replaced(busy(), players=rich))
    ]
    assert pictures[0] == pictures[1]


# ---------------------------------------------------------------------- the score sheet


@pytest.mark.parametrize(
    "said",
    [
        "Ann 55 points: five rounds +30; knighthood +8 (strength of knights 14, place 1); castle 0 (tiles 2, place 3);",
        "seals +16 (4 for lord and bishops, times 4 seals); dishonor −9 (3 dishonor markers and 6 for the most).",
        "Katharina −4 points:",
    ],
)
def test_the_score_sheet_in_words(said: str) -> None:
    assert said in draw_sheet(over(), NAMES).alt


def test_the_winner_is_the_first_and_has_a_golden_rim() -> None:
    image = pixels(draw_sheet(over(), NAMES))
    third = (image.height - BAND) // 3
    parts = [(16, BAND + place * third, 1064, BAND + (place + 1) * third) for place in range(3)]
    assert share(image, parts[0], GOLD, 8) > 3 * share(image, parts[2], GOLD, 8)


def test_before_the_end_there_is_no_score_sheet() -> None:
    with pytest.raises(NothingToShow):
        draw_sheet(busy(), NAMES)


# ---------------------------------------------------------------------- cards


@by_day
def test_every_card_is_drawn(every: int) -> None:
    for card in list(GAMES["lancaster"].cards())[::every]:
        picture = draw("lancaster", PictureRequest("card", msgspec.Struct(), subject=card))
        assert picture.width == 500 and 200 < picture.height < 700 and len(picture.alt) > 40, card


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("KL1", "Law Tax on Plenty: Whoever holds the most squires gives up 2 squires"),
        ("C12", "Agincourt. France has a strength of 10. Power points if England wins: 1st 12, 2nd 8, 3rd 5."),
        ("chamberlain", "Gives each round the Tudor knight. In the last round the Tudor knight."),
        ("X1", "Counting House. Pays every round, without a knight: 2 gold. Covers K1."),
        ("X6", "recruit a knight for 2 squires."),
    ],
)
def test_a_card_in_words(card: str, said: str) -> None:
    assert said in draw_card(card).alt


def test_there_is_no_such_card() -> None:
    with pytest.raises(KeyError):
        draw_card("C99")


# ---------------------------------------------------------------------- all pictures


@pytest.mark.parametrize("title", PAPERS)
def test_every_picture_is_small_enough_and_as_wide_as_all(title: str) -> None:
    picture = PAPERS[title]()
    assert pixels(picture).size == (picture.width, picture.height)
    assert picture.width == 1080 and sent(picture) < 300_000
    assert 40 < len(picture.alt) <= LIMIT


@pytest.mark.parametrize("title", PAPERS)
def test_the_same_view_gives_the_same_picture(title: str) -> None:
    before = PAPERS[title]()
    with anew():
        assert PAPERS[title]() == before


@pytest.mark.parametrize(
    "names",
    [
        {seat: name for seat, name in LONG.items() if seat != "cat"} | {"ben": "🐉"},
        pytest.param(LONG, marks=pytest.mark.nightly),
        pytest.param({}, marks=pytest.mark.nightly),
        pytest.param({"ann": "🐉", "ben": ""}, marks=pytest.mark.nightly),
    ],
    ids=["strange", "long", "none", "unprintable"],
)
def test_strange_names_find_room(names: dict[str, str]) -> None:
    for picture in (
        draw_board(busy(), names, CHANGES * 9),
        draw_parliament(voting(), names, [BALLOTS] * 3),
        draw_battle(busy(), names, [BATTLE]),
        draw_court(busy(), names),
        draw_castles(busy(), names),
        draw_faction(busy(), "dan", names),
        draw_screen(screened(), names),
        draw_sheet(over(), names),
    ):
        assert picture.width == 1080 and len(picture.alt) <= LIMIT


@pytest.mark.parametrize(
    "words",
    [
        "Lancaster, round 4. Phase: placing knights and lords. Dan places the next piece.",
        "Gloucester: Ann holds it with strength 7 (3 squires, shield and tudor knight); 4 nobles left.",
        "Chester: Benedict of Kent holds it with strength 5 (3 squires); 4 nobles left.",
        "England has strength 13, France 9; by rank, Ann 7, Katharina 4, Katharina 2 (archer).",
    ],
)
def test_the_board_in_words(words: str) -> None:
    assert words in draw_board(busy(), NAMES, CHANGES).alt


@pytest.mark.parametrize(
    "words",
    [
        "York: Ann holds it with strength 1; 4 nobles left.",
        "Harfleur (conflict of the upper row; 6, 4 and 2 points for the ranks): England has strength 2, France 5; by",
        "Ann (blue): 5 points, 0 nobles, 1 castle tile, at court, by strength: 2, the lord.",
        "Benedict of Kent's ally (purple): at court, by strength: the lord.",
        "Free counties, with the strength that a knight needs there: Chester, 2 (4 gold, 4 nobles)",
        "The king's favours: 3 gold, 2 gold, 2 squires, 1 squire, upgrade, noble.",
    ],
)
def test_the_board_of_two_in_words(words: str) -> None:
    assert words in draw_board(pair(), NAMES).alt


def test_each_house_in_words_has_the_points_of_its_own_player() -> None:
    ann, ben, *_ = (one.id for one in pair().players)
    told = board_alt(pair(players=[player(ann, points=7), player(ben, points=9)]), NAMES)
    assert "Ann (blue): 7 points" in told and "Benedict of Kent (green): 9 points" in told


def test_the_pictures_are_found_by_the_game(tmp_path: Path) -> None:
    shown = ["map", "where", "parliament", "castles", "faction", "hand", "score", "card", "court", "battle"]
    assert sorted(kinds("lancaster")) == sorted(shown)
    assert set(buttons("lancaster")) <= set(kinds("lancaster"))
    drawn = draw(
        "lancaster", PictureRequest("map", busy(), NAMES, changes=(Event("turn", "{ann} places."),), cache=tmp_path)
    )
    assert drawn.alt and list(COLOURS.values()) == list(LIVERIES)
