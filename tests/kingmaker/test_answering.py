"""Computer players answer offers of trade by what they are worth to them, and decline what is not."""

from engine.core.answering import answer
from engine.core.table import Table
from engine.kingmaker.board.ids import ItemWord
from engine.kingmaker.trade.trade import AcceptTrade, DeclineTrade, OfferTrade
from tests.kingmaker.boards import begin, empty, put


def offered(give: str, take: str = "") -> Table:
    """Percy of Ann's and Berkeley of Ben's at York, and an offer of Ann's to Ben."""
    game = empty()
    put(game, "percy", "ann", "open:york", "saxons")
    put(game, "berkeley", "ben", "open:york", "flemish_crossbowmen")
    table = begin(game, "movement")
    table.act("ann", OfferTrade("ben", [ItemWord(give)], [ItemWord(take)] if take else []))
    return table


def test_a_gift_is_accepted() -> None:
    assert answer(offered("saxons>berkeley"), "ben", 1) == AcceptTrade("1")


def test_ten_men_for_twenty_are_declined_and_twenty_for_ten_accepted() -> None:
    assert answer(offered("saxons>berkeley", "flemish_crossbowmen>percy"), "ben", 1) == DeclineTrade("1")
    game = empty()
    put(game, "percy", "ann", "open:york", "flemish_crossbowmen")
    put(game, "berkeley", "ben", "open:york", "saxons")
    table = begin(game, "movement")
    table.act("ann", OfferTrade("ben", [ItemWord("flemish_crossbowmen>berkeley")], [ItemWord("saxons>percy")]))
    assert answer(table, "ben", 1) == AcceptTrade("1")


def test_whoever_has_made_an_offer_does_not_answer_it_and_who_has_none_says_nothing() -> None:
    table = offered("saxons>berkeley")
    assert answer(table, "ann", 1) is None and answer(table, "cat", 1) is None
