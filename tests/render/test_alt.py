"""Who cannot see the picture can play from its words."""

import msgspec
import pytest

from engine.kingmaker.board.catalog import NobleCard, catalog
from engine.kingmaker.board.ids import Location
from render.kingmaker.map.alt import brief, map_alt
from render.kingmaker.papers.faction import draw_faction
from render.kingmaker.papers.hand import draw_hand
from render.kingmaker.papers.parliament import draw_parliament
from render.wording import MORE, within_limit
from tests.render.samples import CHANGES, NAMES, SEATS, busy, noble, parliament, seat, view

LIMIT = 1000


@pytest.mark.parametrize(
    "words",
    [
        "Round 4. Phase: movement. It is Benedict of Kent's turn.",
        "Henry VI is the sole King.",
        "Ann (B) has Percy, Greystoke and Scrope (150 men) in York; Clifford (10 men) in Skipton.",
        "King Henry VI (160 men) at Warwick",
        "Beaufort (30 men) in Corfe, besieged",
        "Stanley, Talbot and Richard of York (80 men) on Le Swan off Irish Sea",
        "has captured Nottingham",
        "Margaret of Anjou in Fotheringhay, Edward of Lancaster in Coventry",
        "Gus besieges Corfe.",
    ],
)
def test_the_map_in_words(words: str) -> None:
    assert words in map_alt(busy(), NAMES, CHANGES)


def test_a_noble_overseas_is_in_his_country() -> None:
    (roos,) = [one for one in busy().nobles if one.id == "roos"]
    assert brief(busy(), roos.at) == "in Ireland"


def test_heirs_without_a_protector_are_told() -> None:
    text = map_alt(msgspec.structs.replace(busy(), nobles=[]), NAMES)
    assert "Margaret of Anjou in Fotheringhay" in text


def test_what_changed_is_told_with_the_players_names() -> None:
    text = map_alt(view(), NAMES, CHANGES)
    assert "Benedict of Kent beats Gus at Coventry." in text
    assert "Ann moves Percy from Durham to York." in text


def test_the_fullest_game_keeps_the_limit() -> None:
    every = [card for card in catalog().cards.values() if isinstance(card, NobleCard)]
    nobles = [
        noble(card.id, SEATS[place % 7], Location(f"open:{place_of(place)}"), 999) for place, card in enumerate(every)
    ]
    long_names = dict.fromkeys(SEATS, "Bartholomew the Interminable")
    text = map_alt(view(nobles=nobles), long_names, CHANGES)
    assert len(text) <= LIMIT
    assert text.endswith("There is more than fits here.")


def place_of(number: int) -> str:
    return list(catalog().squares)[number * 7]


def test_a_text_is_cut_between_sentences() -> None:
    assert within_limit(["One.", "Two is far too long.", "Three."], 50) == f"One.{MORE}"


def test_one_overlong_sentence_is_cut() -> None:
    assert within_limit(["x" * 150], 100) == "x" * (100 - len(MORE)) + MORE


def test_a_hand_in_words() -> None:
    text = draw_hand(view(viewer="ben", hand=["percy", "archbishop_of_york"]), NAMES).alt
    assert "Benedict of Kent's hand has 2 cards." in text
    assert "Percy (noble; 100 men; Earl of Northumberland; Claims Alnwick" in text
    assert "Archbishop of York (bishop" in text


def test_a_parliament_in_words() -> None:
    text = draw_parliament(parliament(), NAMES).alt
    assert "Parliament at Coventry, called by Benedict of Kent." in text
    assert "Under debate: Earl of Richmond for Audley. To pass, it needs more ayes than nays in both Houses." in text
    assert "Ann (B): 9 votes in the Commons, 3 in the Lords, with Percy; has voted." in text


def test_a_faction_in_words() -> None:
    text = draw_faction(busy(), "ann", NAMES).alt
    assert "Greystoke, Earl of Kent, Treasurer of England: 10 men in York." in text
    assert "Percy, Earl of Northumberland: 130 men in York; holds Archbishop of York, Saxons." in text


def test_a_faction_without_nobles_in_words() -> None:
    assert "No noble in play." in draw_faction(view(seats=[seat("ann", 0)]), "ann", NAMES).alt
