"""The effect of a trade in words, before and after, for both players (rules 7)."""

from collections.abc import Iterator

from engine.kingmaker.board import names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.state import TradeOffer
from engine.kingmaker.trade import items
from engine.kingmaker.trade.items import Item


def words(game: Kingmaker, trade: TradeOffer) -> str:
    """Return the changes by an exchange: each item's holder, and the men of nobles who lose or get troops."""
    given = [items.read(game, word) for word in trade.give]
    taken = [items.read(game, word) for word in trade.take]
    lines = [_thing(game, thing, trade.by, trade.to) for thing in given]
    lines += [_thing(game, thing, trade.to, trade.by) for thing in taken]
    return "; ".join([*lines, *_men(game, [*given, *taken])]) + "."


def _thing(game: Kingmaker, thing: Item, giver: str, taker: str) -> str:
    """Say where an item is now, and where it will be."""
    match thing.form:
        case "hand":
            return f"{items.title(game, thing)}: in {{{giver}}}'s hand now, then {{{taker}}}'s"
        case "retained":
            return f"{items.title(game, thing)}: kept by {{{giver}}} now, then by {{{taker}}}"
        case "captive":
            return f"{names.card(game, thing.id)}: {{{giver}}}'s captive now, then free"
        case "passed":
            bearer = items.bearer(game, thing.id)
            if not bearer or thing.id in game.state.nobles:
                return f"{items.title(game, thing)}: {{{giver}}}'s now, then {{{taker}}}'s"
            return (
                f"{items.title(game, thing)}: with {names.card(game, bearer)} now, "
                f"then with {names.card(game, thing.noble)}"
            )


def _men(game: Kingmaker, things: list[Item]) -> Iterator[str]:
    """Say how many men the affected nobles have now and will have, leaving out troops that are gone."""
    troops = [thing for thing in things if thing.form == "passed" and thing.id in game.catalog.cards]
    moved = [(thing.id, items.bearer(game, thing.id), thing.noble) for thing in troops]
    moved = [move for move in moved if move[0] not in game.state.nobles and {*move[1:]} <= game.state.nobles.keys()]
    for noble in dict.fromkeys(noble for _, giver, taker in moved for noble in (giver, taker)):
        now = forces.strength(game, noble, "defence")
        then = now + sum(
            forces.men_of(game, card, game.noble(noble).at) * ((taker == noble) - (giver == noble))
            for card, giver, taker in moved
            if forces.counts(game, card)
        )
        if now != then:
            yield f"{names.card(game, noble)}: {now} men now, then {then}"
