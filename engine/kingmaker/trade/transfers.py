"""Passing items between nobles of one seat (rules 7.2)."""

from collections.abc import Iterator

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.trade import items, terms
from engine.kingmaker.trade.items import Item


class Transfer(Action, frozen=True):
    """Pass an item to another own noble: a card, an heir, and by the table's rules a ship or a place."""

    thing: str
    noble: str


def check(game: Kingmaker, seat: str, thing: str, noble: str) -> None:
    """Raise Illegal unless a seat may pass a thing to one of its nobles (rules 7.2)."""
    rest = terms.of(game).rest
    if not items.is_known(game, thing) or thing in game.state.nobles:
        raise Illegal(f"There is nothing called '{thing}' to pass on; choose from the list.", rest)
    reaches = terms.check_kind(game, thing)
    giver = items.bearer(game, thing)
    if not giver or game.noble(giver).faction != seat:
        raise Illegal(lambda: f"None of your nobles has {names.thing(game, thing)}.", reaches.rule)
    if noble not in forces.nobles_of(game, seat):
        raise Illegal("Choose one of your own nobles in play.", reaches.rule)
    if thing.startswith(terms.PLACE) and not sites.by_nobles(game):
        raise Illegal(lambda: f"{names.thing(game, thing)} belongs to your whole faction.", reaches.rule)
    items.check_pass(game, thing, noble)


def transfer(game: Kingmaker, seat: str, action: Transfer) -> None:
    """Pass an item on, or raise Illegal. The caller has checked that the seat may do so now."""
    check(game, seat, action.thing, action.noble)
    giver = items.bearer(game, action.thing)
    items.hand_over(game, action.thing, action.noble)
    text = (
        f"{{{seat}}}: {names.card(game, giver)} passes "
        f"{names.thing(game, action.thing)} to {names.card(game, action.noble)}."
    )
    where = game.noble(action.noble).at
    rule = terms.check_kind(game, action.thing).rule
    about = [action.thing.removeprefix(terms.PLACE), giver, action.noble]
    game.emit("transferred", text, about=about, track=[where], rule=rule)


def transfer_in_turn(game: Kingmaker, seat: str, action: Transfer) -> None:
    """Pass an item on in the seat's own turn, or at any time if the table allows it [WBC-C20.1, COV-8.7.3]."""
    if not in_time(game, seat):
        reason = "Your nobles pass things to one another in your own turn only; wait for it, or trade."
        raise Illegal(reason, terms.of(game).own_turn)
    transfer(game, seat, action)


def in_time(game: Kingmaker, seat: str) -> bool:
    """Whether a seat's nobles may pass things to one another now (RULING 111)."""
    return seat == game.active or not terms.of(game).own_turn


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer what the seat's nobles could pass to one another now."""
    if next(_movable(game, seat), None) is None:
        return []

    def things(_: Draft) -> list[Choice]:
        able = dict.fromkeys(_movable(game, seat))
        hints = {thing: f"with {names.card(game, items.bearer(game, thing))}" for thing in able}
        return [Choice(thing, items.title(game, Item("passed", thing)), hints[thing]) for thing in able]

    def receivers(draft: Draft) -> list[Choice]:
        able = _able(game, seat, draft["thing"])
        return [Choice(noble, names.card(game, noble), locations.say(game, game.noble(noble).at)) for noble in able]

    fields = Field("thing", "What is passed?", things), Field("noble", "To which noble?", receivers)
    return [Offer(Transfer, "Pass something between your nobles", fields, says="Pass to {noble}: {thing}")]


def _movable(game: Kingmaker, seat: str) -> Iterator[str]:
    """Yield the things that a seat's nobles could pass to one another."""
    borne = (thing for noble in forces.nobles_of(game, seat) for thing in items.borne_by(game, noble))
    return (thing for thing in borne if next(_able(game, seat, thing), None) is not None)


def _able(game: Kingmaker, seat: str, thing: str) -> Iterator[str]:
    """Return the nobles of a seat to whom a thing could be passed."""
    near = items.near(game, thing, forces.nobles_of(game, seat))
    return (noble for noble in near if allows(check, game, seat, thing, noble))


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer a seat to pass things between its nobles."""
    return offers(game, seat) if in_time(game, seat) else []
