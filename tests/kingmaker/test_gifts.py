"""What one player gives another for nothing, and what is none: officials of a tournament are shown it [WBC-T12]."""

import re

import pytest

from engine.core.actions import Action
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.kingmaker import gifts
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, ItemWord, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.combat.captives import Release
from engine.kingmaker.combat.muster import AdmitAlly, Ally, Muster
from engine.kingmaker.combat.raising_sieges import RaiseSiege
from engine.kingmaker.events.hospitality import Reception, Welcome
from engine.kingmaker.events.leave_taking import AskedFor, PartWithHeir
from engine.kingmaker.events.summons import Entrusted, TakeHeir
from engine.kingmaker.movement.permissions import Allow
from engine.kingmaker.parliament.illegitimacy import FailedAccusation, HandKing
from engine.kingmaker.parliament.other_business import PassOn
from engine.kingmaker.parliament.session import HouseVotes, Session
from engine.kingmaker.rules import RULES
from engine.kingmaker.trade.fleet import LendShip
from engine.kingmaker.trade.trade import AcceptTrade, OfferTrade
from tests.harness.rows import rows
from tests.kingmaker.boards import begin, empty, game_of, guard, put

pytestmark = pytest.mark.rule("WBC-T12")


def square() -> Kingmaker:
    """Percy of Ann with a heir and a ship, Scrope of Ben, and Berkeley of Cat in the open at Durham."""
    game = empty()
    put(game, "percy", "ann", "open:durham", "bishop_of_durham", "le_swan")
    put(game, "scrope", "ben", "open:durham", "bishop_of_carlisle")
    put(game, "berkeley", "cat", "open:durham")
    guard(game, "edward_of_march", "percy")
    return game


def given(game: Kingmaker, seat: str, action: Action) -> tuple[str, str] | None:
    """Who gives what, in words."""
    gift = RULES.competition.given_away(game, seat, action)
    return (gift.by, gift.words) if gift else None


def giver(game: Kingmaker, seat: str, action: Action) -> str:
    gift = RULES.competition.given_away(game, seat, action)
    return gift.by if gift else ""


@pytest.mark.parametrize(
    ("take", "by"), [([], "ann"), (["bishop_of_carlisle>scrope"], "")], ids=["for nothing", "for something"]
)
def test_an_exchange_in_which_one_side_gives_nothing_is_a_gift_of_the_other(take: list[str], by: str) -> None:
    table = begin(square(), "movement")
    taken = [ItemWord(word.replace("scrope", "percy")) for word in take]
    table.act("ann", OfferTrade("ben", [ItemWord("bishop_of_durham>scrope")], taken))
    assert giver(game_of(table), "ben", AcceptTrade("1")) == by


def test_a_ship_is_lent_for_nothing() -> None:
    assert given(square(), "ann", LendShip("le_swan", "ben")) == ("ann", "{ann} lends Le Swan to {ben} for nothing.")


def test_a_captive_is_let_go_for_nothing() -> None:
    game = square()
    forces.make_captive(game, "scrope", "ann")
    assert given(game, "ann", Release("scrope")) == ("ann", "{ann} lets Scrope ({ben}) go for nothing.")


def test_what_is_allowed_is_given_by_whoever_allows_it() -> None:
    gift = given(square(), "ann", Allow("york", "ben", "enter"))
    assert gift == ("ann", "{ann} allows {ben} to go inside York or pass through it.")


def test_a_welcome_is_given_by_the_host() -> None:
    game = square()
    game.push(Reception("ann", "ben", PlaceId("york"), "Scrope", ["enter"]))
    assert given(game, "ann", Welcome()) == ("ann", "{ann} lets Scrope ({ben}) into York.")


def test_an_heir_is_given_by_whoever_had_him() -> None:
    game = square()
    words = "{ann} gives Edward of March to Scrope ({ben}) for nothing."
    game.push(AskedFor("edward_of_march", "scrope"))
    assert given(game, "ann", PartWithHeir()) == ("ann", words)
    game.push(Entrusted("edward_of_march", "scrope"))
    assert given(game, "ben", TakeHeir()) == ("ann", words)


def test_a_title_that_passes_to_a_noble_of_ones_own_is_no_gift() -> None:
    game = square()
    put(game, "roos", "ann", "open:durham")
    assert giver(game, "ann", PassOn("duke_of_exeter", "scrope")) == "ann"
    assert giver(game, "ann", PassOn("duke_of_exeter", "roos")) == ""


@pytest.mark.parametrize(("own_noble_there", "by"), [(True, "ann"), (False, "")])
def test_a_king_who_must_be_given_up_is_a_gift_where_he_could_have_stayed(
    monkeypatch: pytest.MonkeyPatch, own_noble_there: bool, by: str
) -> None:
    game = square()
    monkeypatch.setattr(FailedAccusation, "could_keep", lambda step, game: own_noble_there)
    game.push(FailedAccusation("percy", "edward_of_march", "henry_vi"))
    assert giver(game, "ann", HandKing("scrope")) == by


@pytest.mark.parametrize(
    ("there", "taker", "by"), [(["roos"], "scrope", "ann"), ([], "scrope", ""), (["roos"], "roos", "")]
)
def test_he_could_have_stayed_with_another_noble_of_the_mover_at_parliament(
    there: list[str], taker: str, by: str
) -> None:
    game = square()
    put(game, "roos", "ann", "open:durham")
    game.push(Session(PlaceId("london"), "ann", ["percy", "scrope", *there], tallies={"ann": HouseVotes(1, 1)}))
    game.push(FailedAccusation("percy", "edward_of_march", "henry_vi"))
    assert giver(game, "ann", HandKing(taker)) == by


@rows("action", [Welcome(), PartWithHeir(), TakeHeir(), HandKing("scrope")])
def test_an_answer_that_nobody_has_asked_for_is_no_gift(action: Action) -> None:
    assert RULES.competition.given_away(game_of(begin(square(), "movement")), "ann", action) is None


def announced() -> Kingmaker:
    """Ben attacks Cat, and Ann stands by."""
    game = square()
    attack, defence = [ForceId("ben|open:durham|0")], [ForceId("cat|open:durham|0")]
    game.push(Muster("battle", "ben", "cat", Location("open:durham"), attack, defence))
    return game


HELP = ForceId("ann|open:durham|0")


def test_help_is_given_by_the_helper_whoever_speaks_last() -> None:
    game = announced()
    muster = game.top
    assert isinstance(muster, Muster)
    assert giver(game, "ann", Ally(HELP, "attack")) == ""
    muster.wanted[HELP] = ["attack"]
    gift = given(game, "ann", Ally(HELP, "attack"))
    assert gift is not None and gift[0] == "ann" and gift[1].startswith("{ann} helps {ben} in a combat with Percy")
    muster.wanted.clear()
    assert giver(game, "ben", AdmitAlly(HELP)) == ""
    muster.offered[HELP] = "attack"
    assert giver(game, "ben", AdmitAlly(HELP)) == "ann"
    assert giver(game, "cat", AdmitAlly(HELP)) == ""


def test_a_force_of_his_own_that_somebody_brings_in_is_no_gift() -> None:
    game = announced()
    muster = game.top
    assert isinstance(muster, Muster)
    muster.wanted[ForceId("ben|open:york|0")] = ["attack"]
    assert giver(game, "ben", Ally(ForceId("ben|open:york|0"), "attack")) == ""


def test_what_gives_nobody_anything_is_no_gift() -> None:
    assert RULES.competition.given_away(square(), "ann", RaiseSiege(PlaceId("york"))) is None


@pytest.mark.parametrize("variant", ["wbc", "covault"])
def test_whatever_is_played_every_gift_can_be_told_and_names_who_gives_it(variant: str) -> None:
    table = Table.new(RULES, variant, ["ann", "ben", "cat"], RULES.options(variant, {}), b"gifts".ljust(32, b"."))
    player, found = Seated(RandomPlayer(), 7), 0
    for _ in range(600):
        if table.result is not None:
            break
        asked = table.requests()[0].seat
        action = player.choose(table, asked)
        gives = isinstance(action, tuple(gifts.GIFTS))
        gift = RULES.competition.given_away(game_of(table), asked, action) if gives else None
        if gift is not None:
            found += 1
            assert f"{{{gift.by}}}" in gift.words
            assert set(re.findall(r"\{(\w+)\}", gift.words)) <= set(table.seats)
        table.act(asked, action)
    assert found
