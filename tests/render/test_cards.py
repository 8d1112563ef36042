"""Hands, Parliaments and factions as pictures."""

from typing import Any

import msgspec
import pytest

from engine.kingmaker.board.catalog import catalog
from engine.kingmaker.views import ParliamentView
from render.kingmaker.papers import cards, hand
from render.kingmaker.papers.cards import HEIGHT, WIDTH, card_image, sheet
from render.kingmaker.papers.faction import draw_faction
from render.kingmaker.papers.hand import draw_hand
from render.kingmaker.papers.parliament import counts, draw_parliament, passed
from render.kit.lettering import Face, fitted, printable, text_width, wrapped
from render.kit.palette import ALARM, LIVERIES
from render.picture_request import NothingToShow
from tests.harness import as_kind
from tests.render.reading import by_day, pixels, sent, share
from tests.render.samples import NAMES, SEATS, busy, parliament, seat, view

ALL_CARDS = [*catalog().cards, *catalog().events]


@by_day
def test_every_card_can_be_drawn(every: int) -> None:
    assert all(card_image(card).size == (WIDTH, HEIGHT) for card in ALL_CARDS[::every])


def test_every_card_has_a_sheet() -> None:
    assert [sheet(card).card for card in ALL_CARDS] == ALL_CARDS


def test_the_cards_say_what_they_give() -> None:
    assert "Carries 80 men" in sheet("le_swan").facts
    assert "Claims York" in sheet("archbishop_of_york").facts
    assert "+30 men north of the Trent" in sheet("archbishop_of_york").facts
    assert "Votes: Commons 4" in sheet("card_bristol").facts
    assert sheet("percy").strength == 100
    assert any(fact.startswith("Called to Berwick") for fact in sheet("percy").facts)


def test_a_hand_grows_with_its_cards() -> None:
    few = draw_hand(view(viewer="ann", hand=["percy"]), NAMES)
    many = draw_hand(view(viewer="ann", hand=["percy"] * 12), NAMES)
    assert few.height < many.height
    assert sent(many) < 300_000


def test_a_hand_can_be_read_on_a_phone() -> None:
    """At a width of 360 pixels no type of a hand is smaller than 11."""
    shown = draw_hand(view(viewer="ann", hand=["percy"] * 12), NAMES)
    sizes = [style.size for style in (cards.FACT, cards.KIND, cards.NAME, hand.COUNT, hand.TITLE)]
    assert min(sizes) * 360 / shown.width >= 11


def test_a_hand_is_a_list_in_words_as_well() -> None:
    words = draw_hand(view(viewer="ann", hand=["percy", "saxons"]), NAMES).words.splitlines()
    assert words[0] == "**Your hand**" and len(words) == 3
    assert (
        words[1].startswith("- Percy (noble; ") and "men" in words[1] and words[2].startswith("- Saxons (mercenary; ")
    )
    assert draw_hand(view(viewer="ann"), NAMES).words == ""


def test_retained_events_lie_with_the_hand() -> None:
    seats = [seat("ann", 0, retained=["writ_1"] if "writ_1" in catalog().events else [next(iter(catalog().events))])]
    picture = draw_hand(view(viewer="ann", seats=seats), NAMES)
    assert "keeps these event cards:" in picture.alt


def test_an_empty_hand_says_so() -> None:
    assert draw_hand(view(viewer="ann"), NAMES).alt == "Ann has no cards in hand and keeps no event cards."


def test_who_has_no_seat_has_no_hand() -> None:
    with pytest.raises(NothingToShow):
        draw_hand(view(viewer=""), NAMES)


def test_the_same_hand_gives_the_same_bytes() -> None:
    seen = view(viewer="ann", hand=["percy", "saxons"])
    assert draw_hand(seen, NAMES).png == draw_hand(seen, NAMES).png


BALLOTS = {"ann": "aye", "ben": "aye", "cat": "nay", "dan": "nay", "eve": "abstain", "fay": "aye", "gus": "aye"}


def test_ayes_and_nays_are_added_in_each_house() -> None:
    session = as_kind(ParliamentView, parliament(ballots=BALLOTS).parliament)
    assert counts(session) == {"Commons": (108, 48), "Lords": (36, 16)}
    assert passed(session)


def test_a_tie_in_one_house_fails() -> None:
    seen = parliament(ballots={"ann": "aye", "ben": "nay"}, votes={"ann": [9, 5], "ben": [3, 5]})
    session = as_kind(ParliamentView, seen.parliament)
    assert not passed(session)


def test_secret_ballots_are_not_in_the_picture() -> None:
    open_vote, closed_vote = parliament(answered=SEATS), parliament(answered=SEATS, ballots=BALLOTS)
    secret, shown = draw_parliament(open_vote, NAMES), draw_parliament(closed_vote, NAMES)
    votes = (secret.width - 160, secret.height - 480, secret.width, secret.height - 60)
    assert share(pixels(secret), votes, ALARM) == 0
    assert share(pixels(shown), votes, ALARM) > 0
    assert "aye" not in secret.alt.lower().replace("ayes", "")


def test_each_faction_sits_in_the_houses() -> None:
    image = pixels(draw_parliament(parliament(), NAMES))
    assert all(share(image, (30, 165, 530, 510), livery.fill) > 0.001 for livery in LIVERIES)


@pytest.mark.parametrize("more", [{"card": "", "proposed": ""}, {"votes": {}, "attending": []}, {"answered": []}])
def test_a_parliament_is_drawn_at_every_stage(more: dict[str, Any]) -> None:
    assert draw_parliament(parliament(**more), NAMES).png


def test_without_a_parliament_there_is_nothing_to_draw() -> None:
    with pytest.raises(ValueError, match="No Parliament"):
        draw_parliament(view(), NAMES)


@pytest.mark.parametrize("name", SEATS)
def test_every_faction_can_be_drawn(name: str) -> None:
    picture = draw_faction(busy(), name, NAMES)
    assert pixels(picture).size == (picture.width, picture.height)


def test_an_unknown_faction_is_refused() -> None:
    with pytest.raises(KeyError):
        draw_faction(view(), "zoe", NAMES)


def test_a_captive_is_named_with_his_captor() -> None:
    nobles = [msgspec.structs.replace(one, at="", captor="gus") if one.id == "grey" else one for one in busy().nobles]
    held = msgspec.structs.replace(busy(), nobles=nobles)
    assert "Captives: Grey." in draw_faction(held, "gus", NAMES).alt
    assert "Grey: 20 men, captive." in draw_faction(held, "dan", NAMES).alt


def test_what_the_fonts_lack_is_left_out() -> None:
    assert printable("Ann 🐉 Żółć 漢 Пётр") == "Ann Żółć Пётр"


def test_text_is_fitted_and_wrapped() -> None:
    assert text_width(fitted("Archbishop of Canterbury", Face.BOLD, 30, 150), Face.BOLD, 30) <= 150
    lines = wrapped("Warden of the Northern Marches", Face.BOLD, 30, 200)
    assert len(lines) > 1
    assert all(text_width(line, Face.BOLD, 30) <= 200 for line in lines)


def test_a_motion_under_debate_stands_below_the_houses() -> None:
    plain, debated = parliament(card=""), parliament(card="", debated="{ben} proposes Audley for Chancellor.")
    assert "Under debate: Benedict of Kent proposes Audley for Chancellor." in draw_parliament(debated, NAMES).alt
    assert draw_parliament(debated, NAMES).png != draw_parliament(plain, NAMES).png


def test_a_faction_is_gathered_by_place() -> None:
    picture = draw_faction(busy(), "ben", NAMES)
    image = pixels(picture)
    bands = [y for y in range(image.height) if image.getpixel((600, y)) in (LIVERIES[1].fill, ALARM)]
    assert len(bands) > 80
    assert share(image, (30, 470, 910, 525), ALARM) > 0.7
