"""Trade, transfers and leaving (rules 7, 9.1), where a scenario cannot say it well."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.core import redeal
from engine.core.actions import MASTER, Action, Offer
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.drafts import admits, build
from engine.core.editing.edits import Drop
from engine.core.errors import EngineError, Illegal
from engine.core.table import Table
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ItemWord
from engine.kingmaker.board.state import TradeOffer
from engine.kingmaker.rules import RULES
from engine.kingmaker.trade import items, trade
from engine.kingmaker.trade.items import Item
from tests.harness.rows import rows
from tests.kingmaker.boards import begin, empty, guard, put

KEY = bytes(32)


def market() -> Kingmaker:
    """Nobles of three seats together at York, with things to trade."""
    game = empty()
    put(game, "percy", "ann", "open:york", "bishop_of_durham", "saxons")
    put(game, "clifford", "ann", "open:york")
    put(game, "scrope", "ben", "open:york", "card_coventry", "le_swan")
    put(game, "roos", "cat", "open:york")
    guard(game, "margaret_of_anjou", "percy")
    for seat, card in (("ann", "audley"), ("ben", "earl_of_kent"), ("cat", "le_trinity")):
        game.state.crown_deck.remove(card)
        game.faction(seat).hand.append(card)
    return game


@rows("word", ["audley", "writ_1", "bishop_of_durham>percy", "margaret_of_anjou>roos", "captive:percy"])
def test_a_thing_is_read_as_it_is_written(word: ItemWord) -> None:
    assert items.write(items.read(market(), word)) == word


@rows("word", ["", "nobody", "captive:audley", "saxons>nobody", ">percy", "percy>"])
def test_a_word_that_names_nothing_is_refused(word: ItemWord) -> None:
    with pytest.raises(Illegal, match="BASE-TRD-2"):
        items.read(market(), word)


@pytest.mark.rule("BASE-TRD-1")
def test_what_may_be_asked_for_tells_nothing_of_hidden_hands() -> None:
    game = market()
    before = _asked(game)
    assert before
    for seed in range(10):
        other = Kingmaker(redeal.world(RULES, game, "ann", Random(seed)), game.dice)
        assert _asked(other) == before


@pytest.mark.rule("BASE-TRD-1")
def test_nobody_is_asked_for_more_hidden_cards_than_they_have_in_hand() -> None:
    game = market()
    hand = game.faction("ben").hand
    (offer,) = (one for one in trade.any_time(game, "ann") if one.action is trade.OfferTrade)
    draft: dict[str, Any] = {"to": "ben", "give": [], "take": []}
    draft["give"] = [offer.field("give").choices(draft)[0].value]
    for number in range(len(hand) + 1):
        hidden = [one for one in offer.field("take").choices(draft) if one.group == "cards that may be in their hand"]
        assert bool(hidden) == (number < len(hand))
        draft["take"] = [*draft["take"], *(one.value for one in hidden[:1])]


@pytest.mark.rule("BASE-TRD-1")
def test_whoever_has_nothing_to_give_is_offered_for_a_gift_alone() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york")
    game.state.crown_deck.remove("audley")
    game.faction("ann").hand.append("audley")

    def hint() -> str:
        (offer,) = (one for one in trade.any_time(game, "ann") if one.action is trade.OfferTrade)
        return next(one.hint for one in offer.field("to").choices({}) if one.value == "ben")

    assert not trade.askable(game, "ann", "ben")
    assert hint() == "no card in hand: a gift only"
    game.state.crown_deck.remove("earl_of_kent")
    game.faction("ben").hand.append("earl_of_kent")
    assert hint() == "1 card in hand"


def _asked(game: Kingmaker) -> list[Item]:
    return sorted(trade.askable(game, "ann", "ben"), key=items.write)


@pytest.mark.rule("BASE-TRD-2")
def test_a_ship_with_people_aboard_does_not_change_hands() -> None:
    game = market()
    put(game, "grey", "ben", "aboard:le_swan")
    with pytest.raises(Illegal, match="people aboard"):
        items.check_deliver(game, Item("passed", "le_swan", "percy"), "ben", "ann")


@pytest.mark.rule("BASE-TRD-2")
def test_a_place_that_changes_hands_puts_its_old_garrison_out() -> None:
    game = empty()
    put(game, "percy", "ann", "open:durham", "bishop_of_durham")
    put(game, "clifford", "ann", "inside:durham")
    put(game, "scrope", "ben", "open:durham")
    table = begin(game, "movement")
    table.act("ann", trade.OfferTrade("ben", [ItemWord("bishop_of_durham>scrope")]))
    table.act("ben", trade.AcceptTrade("1"))
    assert game.noble("clifford").at == "open:durham"
    assert game.state.turn.traded == ["bishop_of_durham"]


@pytest.mark.rule("BASE-TRD-1")
def test_a_seat_has_eight_offers_waiting_at_most() -> None:
    table = begin(market(), "movement")
    for _ in range(trade.STANDING):
        table.act("ann", trade.OfferTrade("ben", [ItemWord("audley")]))
    assert trade.OfferTrade not in [offer.action for offer in table.offers("ann")]
    with pytest.raises(Illegal, match="withdraw one"):
        table.act("ann", trade.OfferTrade("ben", [ItemWord("audley")]))


ANY_TIME = ("offer_trade", "accept_trade", "decline_trade", "withdraw_trade", "transfer", "kill_heir", "play")


def variations(table: Table, offer: Offer, chance: Random) -> Iterator[Action]:
    """Actions of the kind of an offer, right and wrong ones, with values from anywhere."""
    game = table.game
    words = [*game.state.seats, "1", "2", "", *game.state.nobles, *game.state.heirs, "saxons", "audley", "le_trinity"]
    words += [
        f"{card}>{noble}" for card in ("saxons", "card_coventry", "margaret_of_anjou") for noble in ("roos", "scrope")
    ]
    words += [choice.value for field in offer.fields[:1] if not field.many for choice in field.choices({})]
    for _ in range(30):
        draft = {
            field.name: [chance.choice(words) for _ in range(chance.randint(0, 2))]
            if field.many
            else chance.choice(words)
            for field in offer.fields
        }
        yield build(offer, draft)


@rows("seed", range(4))
def test_what_is_offered_is_accepted_and_nothing_else(seed: int) -> None:
    chance = Random(seed)
    game = market()
    game.state.trades = [
        TradeOffer(1, "ann", "ben", [ItemWord("audley")], [ItemWord("earl_of_kent")]),
        TradeOffer(2, "ben", "ann", [ItemWord("le_trinity")], []),
    ]
    game.state.trades_made = 2
    table = begin(game, "movement")
    accepted: set[str] = set()
    for seat in ("ann", "ben", "cat"):
        for offer in table.offers(seat):
            if offer.tag in ANY_TIME:
                for action in variations(table, offer, chance):
                    assert _accepted(table, seat, action) == _admitted(offer, action), action
                    accepted |= {offer.tag} if _admitted(offer, action) else set()
    assert {"kill_heir", "withdraw_trade", "decline_trade"} <= accepted


def _accepted(table: Table, seat: str, action: Action) -> bool:
    """Whether an action is accepted, on a copy of the table."""
    copy = Table.restore(RULES, table.snapshot(), KEY)
    try:
        copy.act(seat, action)
    except Illegal:
        return False
    return True


def _admitted(offer: Offer, action: Action) -> bool:
    try:
        return admits(offer, action)
    except KeyError:
        return False


@pytest.mark.rule("BASE-DRP-1")
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(2, 6))])
def test_a_seat_can_be_closed_at_any_moment(seed: int) -> None:
    player, chance = Seated(RandomPlayer(meddles=0.3), seed), Random(seed)
    table = Table.new(RULES, f"drop-{seed}", ["a", "b", "c", "d"], RULES.options("base", {}), KEY)
    for number in range(120):
        if table.result is not None:
            return
        if number % 20 == 7:
            _each_seat_dropped(table)
        waiting = chance.choice(table.requests()).seat
        table.act(waiting, player.choose(table, waiting))


def _each_seat_dropped(table: Table) -> None:
    """Close each seat on a copy, and let the game go on for a while."""
    for seat in table.seats:
        copy = Table.restore(RULES, table.snapshot(), KEY)
        copy.act(MASTER, Drop(seat))
        assert not any(person.faction == seat for person in copy.game.state.nobles.values())
        _play_on(copy, seat)


def _play_on(table: Table, gone: str) -> None:
    for _ in range(12):
        if table.result is not None:
            return
        waiting = table.requests()[0].seat
        assert waiting != gone
        try:
            table.act(waiting, table.default(waiting))
        except EngineError as error:
            raise AssertionError(f"after {gone} left: {error}") from error


def test_nobody_is_near_enough_to_get_what_nobody_has_or_what_never_passes() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york", "bishop_of_durham", "marshal_of_england")
    put(game, "grey", "ann", "open:york")
    assert items.near(game, "bishop_of_durham", ["grey"]) == ["grey"]
    assert items.near(game, "bishop_of_carlisle", ["grey"]) == []
    assert items.near(game, "marshal_of_england", ["grey"]) == []


def test_why_an_offer_cannot_be_accepted_is_said_of_that_offer() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york")
    put(game, "roos", "ben", "open:london")
    game.state.trades = [TradeOffer(3, "ann", "ben", [ItemWord("saxons")], [ItemWord("bourchier")])]
    game.faction("ann").hand = ["saxons"]
    reason = trade.why_not_accept(game, "ben", trade.AcceptTrade("3")).reason
    assert reason.startswith("Offer 3 cannot be carried out now.") and "Bourchier" in reason
    assert "No trade offer with that number" in trade.why_not_accept(game, "ben", trade.AcceptTrade("4")).reason
