"""The pictures of War Lord Tourney show who stands where, and how a duel went, to everybody."""

from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import ImageChops, ImageStat

from engine.core.events import Event
from engine.warlord.board.board import board
from engine.warlord.board.catalog import boards
from engine.warlord.board.ids import PieceId
from render.kit.palette import ALARM, GOLD, INK, PARCHMENT, contrast, printing_colours
from render.kit.pen import Box
from render.picture_request import NothingToShow, PictureRequest
from render.registry import draw, findable, kinds
from render.warlord.board.base import base, box_of
from render.warlord.board.board import board_row, draw_board, places
from render.warlord.board.counters import BROAD, NARROW, SMALL, Token, counter, letter_size, token
from render.warlord.board.figures import FIGURES
from render.warlord.board.legend import CAPTION, LABEL, MORE, NAME, PANEL, panels
from render.warlord.board.palette import COATS, FOREST, GREEN, OPEN, tones
from render.warlord.location_map import MARGIN, draw_where
from render.warlord.papers import duel as paper
from render.warlord.papers.duel import draw_duel
from tests.render.reading import anew, cut, differing, once, pixels, sent, share
from tests.render.test_palette import alike
from tests.render.warlord_samples import CHANGES, NAMES, busy, duel, fighter, first, pair, piece, view

draw_board = once(draw_board)
draw_duel = once(draw_duel)
draw_where = once(draw_where)
draw = once(draw)
LIMIT = 1000
TOP = CAPTION + PANEL
FIELD = board("tourney_field")


def spot(square: str, half: float = 20) -> Box:
    """The middle of a square in a picture of two players' board."""
    x, y = box_of(FIELD, square).centre
    return Box(x - half, y - half + TOP, x + half, y + half + TOP)


def corners(box: Box) -> tuple[float, float, float, float]:
    return box.left, box.top, box.right, box.bottom


# ---------------------------------------------------------------------- telling apart


def test_any_two_sides_differ_in_colour() -> None:
    assert not alike({side: coat.fill for side, coat in COATS.items()})


def test_sides_differ_in_outline_and_letter_too() -> None:
    assert len({coat.outline for coat in COATS.values()}) == len({coat.letter for coat in COATS.values()}) == len(COATS)


@pytest.mark.parametrize("side", COATS)
def test_letters_can_be_read_on_a_livery(side: str) -> None:
    assert contrast(COATS[side].ink, COATS[side].fill) >= 4.5


@pytest.mark.parametrize("side", COATS)
def test_kinds_differ_in_silhouette(side: str) -> None:
    plates = {kind: counter(Token(side, kind, "", *SMALL)).convert("RGB") for kind in FIGURES}
    apart = {pair: differing(plates[pair[0]], plates[pair[1]], by=80) for pair in combinations(FIGURES, 2)}
    assert not [pair for pair, found in apart.items() if found <= 0.05 * SMALL[0] * SMALL[1]]


SHOWN, LEGIBLE = 360, 11
"""The width of a picture on a phone, and the smallest letters that are read there, in pixels of the phone."""


@pytest.mark.parametrize("size", [BROAD, NARROW, SMALL], ids=["alone", "two on a square", "in a dungeon"])
def test_letters_and_numbers_of_pieces_can_be_read_on_a_phone(size: tuple[int, int]) -> None:
    scale = SHOWN / pixels(draw_board(busy(), NAMES)).width
    shown = [token(stands, size) for stands in busy().pieces]
    assert min(letter_size(one) for one in shown) * scale >= LEGIBLE


@pytest.mark.parametrize("name", ["tourney_field", "four_crowns"])
def test_the_letters_at_the_edges_of_a_board_can_be_read_on_a_phone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, int] = {}
    monkeypatch.setattr("render.warlord.board.base.write", lambda *said: written.update({said[3]: said[4].size}))
    image = base.__wrapped__(name)
    assert {"A", "1"} <= {*written} and min(written.values()) * SHOWN / image.width >= LEGIBLE


def test_the_strips_can_be_read_on_a_phone_and_show_everybody() -> None:
    image = pixels(draw_board(busy(), NAMES))
    assert min(style.size for style in (LABEL, NAME, MORE)) * SHOWN / image.width >= LEGIBLE
    strip = image.crop((0, CAPTION, image.width, CAPTION + PANEL))
    held = [stands for stands in busy().pieces if stands.id in busy().sides[1].dungeon]
    assert held and share(strip, (0, 0, *strip.size), COATS[held[0].side].fill) > 0.005


def test_the_colours_fit_a_palette() -> None:
    assert len({*printing_colours(), *tones()}) <= 256


@pytest.mark.parametrize(
    "changed",
    [
        {"wounds": 1},
        {"wounds": 2},
        {"weapon": "axe"},
        {"weapon": "spear"},
        {"weapon": "shield"},
        {"banners": 3},
        {"stricken": True},
        {"lamed": True},
    ],
    ids=str,
)
@pytest.mark.parametrize("side", COATS)
def test_what_befell_a_piece_is_seen(side: str, changed: dict[str, Any]) -> None:
    own = f"{side}_knight" if side != "wizard" else "wizard_knight_1"
    plain, marked = (token(piece(own, "E8", **more), BROAD) for more in ({}, changed))
    assert counter(plain).tobytes() != counter(marked).tobytes()


# ---------------------------------------------------------------------- the board


def test_counters_overlap_nowhere_and_stay_on_their_squares() -> None:
    more = [piece("red_footman_6", "H9"), piece("red_footman_7", "H10"), piece("red_footman_8", "H10")]
    crowd = [*busy().pieces, *more]
    boxes = places(view(crowd))
    assert not [pair for pair in combinations(boxes, 2) if boxes[pair[0]].meets(boxes[pair[1]])]
    assert all(box_of(FIELD, stands.square).grown(0.5).holds(box) for stands, box in boxes.items())
    assert {stands.id for stands in boxes} == {stands.id for stands in crowd if stands.status == "board"}


@pytest.mark.parametrize(("square", "side"), [("F1", "red"), ("G16", "blue"), ("K10", "wizard"), ("F6", "red")])
def test_pieces_stand_where_the_view_says(square: str, side: str) -> None:
    assert share(pixels(draw_board(busy(), NAMES)), corners(spot(square)), COATS[side].fill) > 0.3


def test_a_board_of_a_row_is_the_board_without_its_caption() -> None:
    board = board_row()(busy(), NAMES)
    flat = board.ground.copy()
    for one in board.laid:
        flat.paste(one.ink or one.piece, (one.x, one.y), one.piece if one.ink or one.piece.mode == "RGBA" else None)
    shown = pixels(draw_board(busy(), NAMES))
    below = shown.crop((0, shown.height - flat.height, shown.width, shown.height))
    assert sum(ImageStat.Stat(ImageChops.difference(below, flat)).mean) < 6


def test_both_of_two_on_a_square_are_seen() -> None:
    image, box = pixels(draw_board(busy(), NAMES)), spot("E8", 40)
    assert share(image, corners(box), COATS["red"].fill) > 0.1
    assert share(image, corners(box), COATS["blue"].fill) > 0.1


def test_an_arrow_shows_the_last_move() -> None:
    calm, moved = (pixels(draw_board(busy(), NAMES, changes)) for changes in ([], CHANGES[:1]))
    for square in ("G5", "F7"):
        assert share(calm, corners(spot(square, 8)), COATS["red"].fill) == 0
        assert share(moved, corners(spot(square, 8)), COATS["red"].fill) > 0.3


def test_an_arrow_leaves_the_counter_at_its_end_alone() -> None:
    end = spot("E8", 30)
    still = draw_board(view([piece("red_knight", "E8")]), NAMES)
    moved = draw_board(view([piece("red_knight", "E8")]), NAMES, CHANGES[:1])
    plates = [cut(pixels(picture), corners(end.grown(-8))) for picture in (still, moved)]
    assert plates[0].tobytes() == plates[1].tobytes()


def test_a_duel_and_a_fall_are_ringed() -> None:
    image = pixels(draw_board(busy(), NAMES, CHANGES))
    for square in ("E8", "C9"):
        box = box_of(FIELD, square).moved(0, TOP)
        assert share(image, (box.left - 4, box.top + 20, box.left, box.bottom - 10), ALARM) > 0.7


def test_prisoners_those_at_the_gatehouse_and_the_dead_lie_in_their_sides_strip() -> None:
    empty, full = (pixels(draw_board(seen, NAMES)) for seen in (view([]), busy()))
    strip = (20, CAPTION + 56, 1060, TOP - 8)
    assert share(empty, strip, COATS["red"].fill) == 0
    assert share(full, strip, COATS["red"].fill) > 0.005
    assert share(full, strip, COATS["blue"].fill) > share(empty, strip, COATS["blue"].fill)


def test_more_prisoners_than_find_room_are_counted() -> None:
    crowd = [piece(f"red_footman_{number}", status="prison", holder="blue") for number in range(1, 12)]
    names = draw_board(view(crowd), NAMES)
    assert names.width == 1104 and "Red Footman 11" in names.alt


@pytest.mark.parametrize("board_id", boards())
def test_every_board_is_drawn_whole(board_id: str) -> None:
    of, picture = board(board_id), draw_board(first(board_id), NAMES)
    assert picture.width == base(board_id).width == of.width * 84 + 96
    assert picture.height > base(board_id).height
    assert sent(picture) < 300_000


def test_the_land_is_coloured() -> None:
    image = base("tourney_field")
    assert share(image, corners(box_of(FIELD, "G8")), FOREST, 12) > 0.15
    assert share(image, corners(box_of(FIELD, "F2")), GREEN, 12) > 0.5
    assert (
        share(image, corners(box_of(FIELD, "F6")), OPEN[1], 4) + share(image, corners(box_of(FIELD, "F6")), OPEN[0], 4)
        > 0.8
    )


def test_a_ruin_is_crossed_out() -> None:
    seen = first("four_crowns")
    pictures = [draw_board(msgspec.structs.replace(seen, ruins=ruins), NAMES) for ruins in ([], ["gold"])]
    assert pictures[0].png != pictures[1].png


def test_banners_are_numbered() -> None:
    plate = counter(token(piece("red_knight", "E8", banners=3), BROAD)).convert("RGB")
    assert share(plate, (0, 0, 24, 24), GOLD) > 0.2


def test_the_same_view_gives_the_same_picture() -> None:
    before = draw_board(busy(), NAMES, CHANGES)
    with anew():
        assert draw_board(busy(), NAMES, CHANGES) == before


# ---------------------------------------------------------------------- duels


def test_guarded_lines_are_in_the_livery_and_landed_blows_starred() -> None:
    image = pixels(draw_duel(busy(), NAMES))
    assert share(image, (0, 190, 540, 320), COATS["red"].fill) > 0.03
    assert share(image, (540, 190, 1080, 320), COATS["blue"].fill) > 0.015
    assert share(image, (440, 190, 540, 320), ALARM) > 0.02
    assert share(image, (570, 190, 640, 320), ALARM) == 0


def test_words_about_a_blow_end_before_the_lines_however_long_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    short = pixels(draw_duel(busy(), NAMES))
    with anew():
        monkeypatch.setattr(paper, "FATES", dict.fromkeys(paper.FATES, "Bartholomew the Interminable of Weissnichtwo"))
        long = pixels(draw_duel(busy(), NAMES))
    assert long.tobytes() != short.tobytes()
    assert long.crop((284, 192, 796, 440)).tobytes() == short.crop((284, 192, 796, 440)).tobytes()


def test_a_pair_is_drawn_one_above_the_other() -> None:
    seen = msgspec.structs.replace(busy(), duel=pair())
    assert draw_duel(seen, NAMES).height > draw_duel(busy(), NAMES).height


def test_of_a_long_duel_the_last_exchanges_are_shown() -> None:
    long = msgspec.structs.replace(duel(), revealed=duel().revealed * 9)
    tall = msgspec.structs.replace(duel(), revealed=duel().revealed * 20)
    heights = [draw_duel(msgspec.structs.replace(busy(), duel=one), NAMES).height for one in (long, tall)]
    assert heights[0] == heights[1] < 1400


def test_before_the_first_sheet_a_duel_shows_the_fighters() -> None:
    new = duel(revealed=[], exchange=1)
    assert draw_duel(msgspec.structs.replace(busy(), duel=new), NAMES).height > 200


def test_without_a_duel_there_is_nothing_to_show() -> None:
    with pytest.raises(NothingToShow):
        draw_duel(first("tourney_field"), NAMES)


@pytest.mark.parametrize("outcome", ["attackers", "defenders", "double_kill", "parted"])
def test_every_end_of_a_duel_is_told(outcome: str) -> None:
    over = duel(outcome=outcome)
    told = draw_duel(msgspec.structs.replace(busy(), duel=over), NAMES).alt
    assert "comes next" not in told


# ---------------------------------------------------------------------- in words


@pytest.mark.parametrize(
    "words",
    [
        "The Tourney Field, round 7. Step: meetings. It is the turn of Ann (Red).",
        "Red (Ann) has Warlord on F1 (the Castle), Lady on F6, Knight (2 wounds) on E8",
        "Footman 1 (1 wound, axe) on G7",
        "Footman 2 (stricken) on H9",
        "Bowman (lamed) on C4",
        "in the dungeon: Blue Bishop",
        "at the gatehouse: Footman 3, Sergeant",
        "slain: Bowman",
        "The Wizard (Zoe) has the Wizard of the Woods on K10, Risen Footman 1 on J9.",
        "Graves: Footman on C9, Footman on G7.",
        "A duel is fought on E8, exchange 3.",
        "Red Knight moves from G5 to E8.",
    ],
)
def test_the_board_in_words(words: str) -> None:
    assert words in draw_board(busy(), NAMES, CHANGES).alt


def test_a_piece_on_a_green_is_told() -> None:
    assert "Lady on F2 (the Green)" in draw_board(first("tourney_field"), NAMES).alt


@pytest.mark.parametrize(
    "words",
    [
        "Duel on E8: Red Knight (attacks, 2 wounds), Blue Footman 1 (defends, 1 wound).",
        "Exchange 3 comes next.",
        "Exchange 2: Red Knight strikes high (lost to a quicker blow), guards high, and has 1 wound and is staggered",
        "Blue Footman 1 strikes low (parried), guards low, and has 1 wound",
    ],
)
def test_a_duel_in_words(words: str) -> None:
    assert words in draw_duel(busy(), NAMES).alt


def test_the_fullest_game_keeps_the_limit() -> None:
    kinds_ = ("warlord", "lady", "knight_1", "knight_2", "footman_1", "footman_2", "footman_3", "sergeant", "bowman")
    squares = iter(sorted(board("four_crowns").lie))
    crowd = [piece(f"{side}_{kind}", next(squares), wounds=2, weapon="spear")
             for side in board("four_crowns").seats for kind in kinds_]  # fmt: skip
    long = dict.fromkeys(NAMES, "Bartholomew the Interminable of Weissnichtwo")
    assert len(draw_board(view(crowd, "four_crowns"), long, CHANGES * 9).alt) <= LIMIT
    endless = duel(
        revealed=duel().revealed * 9, fighters=[fighter(PieceId("red_knight")), fighter(PieceId("blue_footman_1"))]
    )
    assert len(draw_duel(msgspec.structs.replace(busy(), duel=endless), long).alt) <= LIMIT


@pytest.mark.parametrize("kind", ["map", "duel"])
def test_the_pictures_are_found_by_the_game(kind: str, tmp_path: Path) -> None:
    assert kind in kinds("warlord")
    drawn = draw(
        "warlord", PictureRequest(kind, busy(), NAMES, changes=(Event("turn", "It is {ann}'s turn."),), cache=tmp_path)
    )
    assert drawn.alt and contrast(INK, OPEN[0]) > 7


# ---------------------------------------------------------------------- parts of the board


def test_the_part_round_a_piece_shows_it_in_the_middle() -> None:
    picture = draw_where(busy(), "red_lady")
    assert picture.width == picture.height == MARGIN + 7 * 84
    middle = (MARGIN + 264, MARGIN + 264, MARGIN + 324, MARGIN + 324)
    assert share(pixels(picture), middle, COATS["red"].fill) > 0.3


def test_the_names_of_rows_and_columns_stand_on_parchment_beside_a_part_of_the_board() -> None:
    picture = draw_where(busy(), "E9")  # woods all round
    for strip in ((0, MARGIN, MARGIN, picture.height), (MARGIN, 0, picture.width, MARGIN)):
        assert share(pixels(picture), strip, PARCHMENT) > 0.7
        assert share(pixels(picture), strip, INK) > 0.02


def test_at_the_edge_the_part_ends() -> None:
    assert draw_where(busy(), "red_warlord").height < 7 * 84
    assert draw_where(busy(), "A1").width < 7 * 84


@pytest.mark.parametrize(
    "said",
    [
        "E8, rough terrain: Blue Footman 1, Red Knight (2 wounds).",
        "North E9: forest.",
        "East F8: open ground.",
    ],
)
def test_a_square_and_what_lies_round_it_in_words(said: str) -> None:
    assert said in draw_where(busy(), "red_knight").alt


def test_castles_greens_and_edges_are_told() -> None:
    assert "F1, Red's castle: Red Warlord." in draw_where(busy(), "F1").alt
    assert "North F2: Red's castle green." in draw_where(busy(), "F1").alt
    assert "South: the edge of the board." in draw_where(busy(), "F1").alt


@pytest.mark.parametrize("thing", ["blue_footman_3", "red_sergeant", "blue_bowman", "nobody"])
def test_who_is_not_on_the_board_is_not_shown(thing: str) -> None:
    with pytest.raises(NothingToShow):
        draw_where(busy(), thing)


def test_every_piece_and_square_can_be_found() -> None:
    found = findable("warlord", busy())
    assert found["red_knight"] == "Red Knight" and found["G8"] == "G8 (Forest)"
    assert set(FIELD.lie) <= set(found)


def test_whom_the_wizard_holds_is_seen_and_said() -> None:
    sides = ("red", "blue", "wizard")
    free = [piece("red_lady", "F2"), piece("wizard_wizard", "G8")]
    held = [piece("red_lady", status="prison", holder="wizard"), piece("wizard_wizard", "G8")]
    strips = [panels(view(pieces, sides=sides), NAMES, 900)[1][-1].tobytes() for pieces in (free, held)]
    assert strips[0] != strips[1]
    assert "captive: Red Lady" in draw_board(view(held, sides=sides), NAMES).alt
