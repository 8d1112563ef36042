"""What is proposed to somebody comes as a letter: permissions, alliances, loans, each as it stands and as it would."""

import pytest

from bot.panels.deciding import openings
from engine.core import drafts
from engine.core.actions import tag_of
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, ItemWord, PlaceId
from engine.kingmaker.board.places import sites
from engine.kingmaker.combat.combat import Attack
from engine.kingmaker.combat.muster import AdmitAlly, Ally
from engine.kingmaker.edits import card_edits
from engine.kingmaker.movement.permissions import Allow, Ask, Refuse
from engine.kingmaker.rules import RULES
from engine.kingmaker.trade.fleet import LendShip, RecallShip
from engine.kingmaker.trade.trade import OfferTrade
from tests.kingmaker.boards import begin, empty, game_of, put


def _gathered() -> Kingmaker:
    """Ann attacks Ben at York, and Cat stands beside them."""
    game = empty()
    put(game, "percy", "ann", "open:york")
    put(game, "berkeley", "ben", "open:york")
    put(game, "roos", "cat", "open:york")
    return game


def test_a_permission_is_asked_by_letter_and_no_letter_is_left_of_one_that_is_refused() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york")
    put(game, "berkeley", "ben", "inside:york")
    sites.capture(game, PlaceId("york"), "ben", "berkeley")
    table = begin(game, "movement")
    assert RULES.offering.proposals(game_of(table), "ben") == []
    table.act("ann", Ask("york", "enter"))
    (letter,) = RULES.offering.proposals(game_of(table), "ben")
    assert letter.words == "{ann} asks your permission to go inside York or pass through it."
    assert letter.effect.startswith("If you allow it, {ann} has permission until")
    assert [(start.label, start.action) for start in letter.answers] == [("Allow", Allow), ("Refuse", Refuse)]
    assert letter.waits and RULES.offering.proposals(game_of(table), "cat") == []
    table.act("ben", Refuse("york", "enter"))
    assert RULES.offering.proposals(game_of(table), "ben") == []


def test_whoever_may_join_either_side_reads_how_strong_both_would_be() -> None:
    table = begin(_gathered(), "combat")
    table.act("ann", Attack(ForceId("ann|open:york|0"), ForceId("ben|open:york|0")))
    offer = next(offer for offer in table.offers("cat") if offer.action is Ally)
    sides = offer.field("side").choices({"force": "cat|open:york|0"})
    assert [choice.hint for choice in sides] == ["120 men against 10 then", "100 men against 30 then"]


def test_help_that_is_offered_or_wanted_comes_with_the_strength_of_both_sides() -> None:
    table = begin(_gathered(), "combat")
    table.act("ann", Attack(ForceId("ann|open:york|0"), ForceId("ben|open:york|0")))
    table.act("cat", Ally(ForceId("cat|open:york|0"), "attack"))
    (offered,) = RULES.offering.proposals(game_of(table), "ann")
    assert offered.words == "{cat} offers you the help of Roos."
    assert "It is 100 men against 10 now, and 120 against 10 with that help." in offered.effect
    assert [(start.label, start.action) for start in offered.answers] == [("Accept", AdmitAlly)]
    assert RULES.offering.proposals(game_of(table), "ben") == []
    table.act("ben", AdmitAlly(ForceId("cat|open:york|0")))
    (wanted,) = RULES.offering.proposals(game_of(table), "cat")
    assert wanted.words == "{ben} asks you for the help of Roos."
    assert [(start.label, start.draft["side"]) for start in wanted.answers] == [("Join", "defence")]


def test_a_loan_is_told_to_both_and_called_back_by_a_press_of_its_owner() -> None:
    game = empty({"ship_loan": True})
    put(game, "percy", "ann", "open:york", "le_swan")
    put(game, "berkeley", "ben", "open:coventry")
    table = begin(game, "movement")
    table.act("ann", LendShip("le_swan", "ben"))
    (lent,), (borrowed,) = (
        RULES.offering.proposals(game_of(table), "ann"),
        RULES.offering.proposals(game_of(table), "ben"),
    )
    assert lent.words == borrowed.words and "{ann} lends Le Swan" in lent.words
    assert "{ben} moves it from now on, until {ann} calls it back." in borrowed.effect
    assert [start.action for start in lent.answers] == [RecallShip] and lent.own
    assert not borrowed.answers and not borrowed.own


def test_an_offer_of_what_has_gone_since_can_still_be_read() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york", "saxons")
    put(game, "berkeley", "ben", "open:york")
    table = begin(game, "movement")
    table.act("ann", OfferTrade("ben", [ItemWord("saxons>berkeley")]))
    table.arrange(card_edits.Pile("saxons", "crown_deck"))
    (letter,) = RULES.offering.proposals(game_of(table), "ben")
    assert "Saxons" in letter.effect and "Accept" not in [start.label for start in letter.answers]


@pytest.mark.parametrize(("every", "actions"), [(3, 250), pytest.param(1, 400, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("variant", ["base", "wbc", "covault"])
def test_whatever_is_played_every_letter_can_be_read_and_answered(variant: str, every: int, actions: int) -> None:
    table = Table.new(RULES, variant, ["ann", "ben", "cat"], RULES.options(variant, {}), b"letters".ljust(32, b"."))
    player, answered = Seated(RandomPlayer(), 7), 0
    for number in range(actions):
        for seat in table.seats if number % every == 0 else ():
            for letter in openings.proposals(table, seat):
                assert letter.words and openings.letter([letter], {})
                for start in letter.answers:
                    offer = table.offer(seat, tag_of(start.action))
                    assert drafts.revalidate(offer, start.draft)
                    answered += 1
        asked = table.requests()[0].seat
        table.act(asked, player.choose(table, asked))
        if table.result is not None:
            break
    assert answered
