"""Votes in the Commons and the Lords (rules 5.3)."""

from collections.abc import Iterator

import pytest

from engine.kingmaker.board.catalog import BishopCard, NobleCard, OfficeCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location, PlaceId
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.places import sites
from engine.kingmaker.parliament import votes
from tests.kingmaker import boards


def of_kind(game: Kingmaker, kind: type) -> Iterator[str]:
    return (c.id for c in game.catalog.cards.values() if isinstance(c, kind))


def everything_in_one_hand() -> Kingmaker:
    """A board where Ann has every noble, title, office, bishop, heir and fortress of the catalogue."""
    game = boards.empty()
    nobles = [noble for noble in of_kind(game, NobleCard) if not game.catalog.noble(noble).plantagenet]
    for noble in nobles:
        boards.put(game, noble, "ann", Location("open:coventry"))
    untitled = [noble for noble in nobles if not game.catalog.noble(noble).titled]
    for title, noble in zip(of_kind(game, TitleCard), untitled, strict=False):
        boards.put(game, noble, "ann", Location("open:coventry"), title)
    titled = [n for n in nobles if game.catalog.noble(n).titled or game.noble(n).title]
    for office, noble in zip(of_kind(game, OfficeCard), titled, strict=False):
        game.noble(noble).office = office
    game.noble("percy").cards = list(of_kind(game, BishopCard))
    for heir in game.state.heirs:
        boards.guard(game, heir, "percy")
    for place in game.catalog.places.values():
        sites.capture(game, place.id, "ann")
    return game


@pytest.mark.rule("BASE-PAR-12")
@pytest.mark.parametrize("kings", [["henry_vi"], ["henry_vi", "richard_of_york"], []])
def test_all_votes_together_are_156_and_82_with_or_without_a_sole_king(kings: list[str]) -> None:
    game = everything_in_one_hand()
    for heir in game.state.heirs.values():
        heir.king = False
    for king in kings:
        game.heir(king).king = True
    nobles = forces.nobles_of(game, "ann")
    assert bool(succession.sole_king(game)) == (len(kings) == 1)
    assert votes.commons(game, "ann") == 156
    assert votes.lords(game, "ann", nobles) == 82


@pytest.mark.rule("BASE-PAR-12")
def test_a_faction_counts_what_it_controls_near_and_far() -> None:
    """Worked example 8: 20 + 10 + 3 + 1 + 4 + 6 in the Commons, 10 + 4 + 1 in the Lords."""
    game = boards.empty()
    boards.put(game, "neville", "ann", Location("open:coventry"))
    boards.put(game, "clifford", "ann", Location("area:ireland"), "earl_of_kent")
    boards.guard(game, "henry_vi", "neville")
    for place in ("london", "leicester", "nottingham"):
        sites.capture(game, PlaceId(place), "ann")
    assert votes.commons(game, "ann") == 44
    assert votes.lords(game, "ann", ["neville", "clifford"]) == 15
    assert votes.lords(game, "ann", ["clifford"]) == 1
    assert dict(votes.commons_parts(game, "ann"))["London"] == 4


@pytest.mark.rule("BASE-PAR-12")
def test_captives_and_what_they_hold_count_for_nobody() -> None:
    game = boards.empty()
    boards.put(game, "percy", "ann", Location("open:coventry"), "warden_of_the_cinque_ports")
    boards.put(game, "scrope", "ben", Location("open:coventry"))
    assert votes.commons(game, "ann") == 2 + 5
    forces.put_back(game, "percy", NOWHERE, 0)
    forces.make_captive(game, "percy", "ben")
    assert votes.commons(game, "ann") == 0
    assert votes.lords(game, "ann", ["percy"]) == votes.commons(game, "ben") == 0


@pytest.mark.rule("BASE-COR-4", "BASE-PAR-12")
def test_an_uncrowned_beaufort_has_no_votes_of_an_heir() -> None:
    game = boards.empty()
    boards.put(game, "beaufort", "ann", Location("open:coventry"))
    for heir in ("henry_vi", "margaret_of_anjou", "edward_of_lancaster"):
        game.heir(heir).alive, game.heir(heir).at, game.heir(heir).king = False, Location(""), False
    assert votes.commons(game, "ann") == 2
    assert votes.lords(game, "ann", ["beaufort"]) == 3
