"""Trade between players: offers that wait for an answer, carried out at once and whole (rules 7) [BASE-TRD-1, 4]."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial

from msgspec import structs

from engine.core.actions import Action, Choice, Draft, Field, Listing, Offer, Proposal, Start
from engine.core.chapter import AnyTime, Chapter
from engine.core.dealings import Traded
from engine.core.errors import Illegal, allows, caught
from engine.core.events import Event
from engine.core.game import cached_while_waiting
from engine.core.parts import Gift
from engine.core.text import counted, join_words
from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import BishopCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ItemWord
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.state import TradeOffer
from engine.kingmaker.crown import hand
from engine.kingmaker.trade import fleet, items, terms, trade_effect, transfers
from engine.kingmaker.trade.items import Item

STANDING = 8
"""Offers that one seat may have waiting at the same time."""


class OfferTrade(Action, frozen=True):
    """Offer items to another seat, in exchange or as a gift. The names of items are explained in `items.py`."""

    to: str
    """The seat."""

    give: list[ItemWord]
    """The things given."""

    take: list[ItemWord] = []
    """The price; empty for a gift."""


class AcceptTrade(Action, frozen=True):
    """Accept the offer with this number."""

    trade: str


class DeclineTrade(Action, frozen=True):
    """Turn down the offer with this number."""

    trade: str


class WithdrawTrade(Action, frozen=True):
    """Take back one's own offer with this number."""

    trade: str


# ---------------------------------------------------------------------- making an offer


def offer_trade(game: Kingmaker, seat: str, action: OfferTrade) -> None:
    """Write an offer down for the other seat, or raise Illegal."""
    check_offer(game, seat, action)
    game.state.trades_made += 1
    trade = TradeOffer(game.state.trades_made, seat, action.to, list(action.give), list(action.take))
    game.state.trades.append(trade)
    text = f"Offer {trade.number}, {{{seat}}} to {{{action.to}}}: {offer_words(game, trade)}."
    game.emit("trade_offered", text, to=[seat, action.to], rule="BASE-TRD-1")


def check_offer(game: Kingmaker, seat: str, action: OfferTrade) -> None:
    """Raise Illegal unless a seat may make an offer, as far as it can know."""
    _check_partner(game, seat, action.to)
    if not action.give:
        reason = "Give something. If you want a gift, the other player must make the offer."
        raise Illegal(reason, terms.of(game).hand)
    if len(_standing(game, seat)) >= STANDING:
        raise Illegal(f"You have {STANDING} offers waiting; withdraw one before you make another.", "BASE-TRD-1")
    given = [items.read(game, word) for word in action.give]
    taken = [items.read(game, word) for word in action.take]
    check_together(game, [*given, *taken])
    for thing in given:
        items.check_deliver(game, thing, seat, action.to)
    for thing in taken:
        check_ask(game, thing, seat, action.to)
    items.check_room_together(game, [*given, *taken])


def _check_partner(game: Kingmaker, seat: str, to: str) -> None:
    if to == seat or to not in game.state.seats or game.faction(to).gone:
        raise Illegal("Choose another player of this game to trade with.", "BASE-TRD-1")
    hand.check_hand(game, to)


def check_together(game: Kingmaker, wanted: Sequence[Item]) -> None:
    """Raise Illegal unless items can be parts of one exchange: each once, and none excluding another."""
    for place, thing in enumerate(wanted):
        for other in wanted[:place]:
            _check_beside(game, other, thing)


def _check_beside(game: Kingmaker, one: Item, other: Item) -> None:
    if one.id == other.id:
        reason = f"You have named {names.thing(game, one.id)} twice; name each thing once."
        raise Illegal(reason, terms.of(game).hand)
    if not (one.noble or other.noble):
        return
    for thing, noble in ((one, other), (other, one)):
        leaves = _is_person(game, noble) and not _is_person(game, thing)
        if leaves and noble.id in (thing.noble, items.bearer(game, thing.id)):
            reason = (
                f"{names.thing(game, thing.id)} goes with the noble who changes sides; make two offers, one for each."
            )
            raise Illegal(reason, "WBC-R02.4")
    # Two bishops in one exchange go to two nobles where a noble gets but one by transfer [COV-5.24].
    bishops = one.noble == other.noble and _is_bishop(game, one) and _is_bishop(game, other)
    if bishops and game.option("bishop_transfer_limit") == "one":
        raise Illegal("By transfer a noble can get one bishop only; give them to two nobles.", "COV-5.24")


def _is_person(game: Kingmaker, thing: Item) -> bool:
    """Whether a thing is a noble who changes sides."""
    return thing.form == "passed" and thing.id in game.state.nobles


def _is_bishop(game: Kingmaker, thing: Item) -> bool:
    return isinstance(game.catalog.cards.get(thing.id), BishopCard)


def check_ask(game: Kingmaker, thing: Item, seat: str, other: str) -> None:
    """Raise Illegal unless `seat` may ask `other` for a thing; a hand card need only be one that nobody can see."""
    if thing.form == "retained" and not items.kept_openly(game):
        reason = f"The event cards that {{{other}}} keeps are hidden; write to the player and ask for an offer."
        raise Illegal(reason, terms.of(game).hand)
    if thing.form != "hand":
        items.check_deliver(game, thing, other, seat)
        return
    terms.check_hand(game, thing.id)
    if not game.faction(other).hand:
        raise Illegal(f"{{{other}}} has no card in hand; ask for something that lies open.", terms.of(game).hand)
    if thing.id not in items.unseen(game, seat):
        raise Illegal(
            lambda: (
                f"{names.thing(game, thing.id)} is not a card that {{{other}}} "
                f"could hold in hand; choose from the list."
            ),
            terms.of(game).hand,
        )


# ---------------------------------------------------------------------- answering it


def accept_trade(game: Kingmaker, seat: str, action: AcceptTrade) -> None:
    """Carry an exchange out at once and whole, or raise Illegal and leave it waiting [BASE-TRD-1, BASE-TRD-2]."""
    trade = _find(action.trade, _offered(game, seat))
    check_exchange(game, trade)
    if not trade.take and game.faction(trade.by).leaving:
        # Let a gift of a player who is about to leave wait for the game master [WBC-C11.2].
        trade.held = True
        text = f"{{{trade.by}}} is about to leave: gift {trade.number} to {{{trade.to}}} waits for the game master. "
        game.emit("trade_held", text + offer_words(game, trade) + ".", to=[trade.by, trade.to], rule="WBC-C11.2")
    else:
        carry_out(game, trade)


def given_away(game: Kingmaker, seat: str, action: AcceptTrade) -> Gift | None:
    """Return the gift where a seat accepts an offer that wants nothing in return [WBC-T12]."""
    offer = next((trade for trade in _offered(game, seat) if str(trade.number) == action.trade), None)
    if offer is None or offer.take:
        return None
    return Gift(offer.by, f"{{{offer.by}}} makes {{{offer.to}}} a gift: {offer_words(game, offer)}.")


def why_not_accept(game: Kingmaker, seat: str, action: AcceptTrade | None) -> Illegal:
    """Return why a seat cannot accept an offer, or any offer: there is none, or a part of it is impossible now."""
    waiting = [trade for trade in _offered(game, seat) if action is None or str(trade.number) == action.trade]
    for trade in waiting:
        if refusal := caught(partial(check_exchange, game, trade)):
            return Illegal(f"Offer {trade.number} cannot be carried out now. {refusal.reason}", refusal.rule)
    return Illegal("No trade offer with that number waits for you.", "BASE-TRD-1")


def carry_out(game: Kingmaker, trade: TradeOffer) -> None:
    """Carry an exchange out at once and whole."""
    given, taken = _sides(game, trade)
    told, secret = offer_words(game, trade, hide=_hides(game)), offer_words(game, trade)
    game.state.trades.remove(trade)
    for thing in given:
        items.deliver(game, thing, trade.by, trade.to)
    for thing in taken:
        items.deliver(game, thing, trade.to, trade.by)
    open_ = [thing.id for thing in (*given, *taken) if thing.form != "hand" or not _hides(game)]
    game.emit("traded", f"{{{trade.by}}} and {{{trade.to}}} trade: {told}.", about=open_, rule="BASE-TRD-1")
    if told != secret:
        game.emit("traded_cards", f"Your trade: {secret}.", to=[trade.by, trade.to], rule="BASE-TRD-1")


TRADED = re.compile(r"\{(\w+)\} and \{(\w+)\} trade: \{\1\} gives (.+?)(?: for nothing| for (.+))\.")
"""The public words of a trade."""


def told_of(event: Event) -> Traded | None:
    """Return the trade that an event announces, with the number of items given each way."""
    found = TRADED.fullmatch(event.text) if event.kind == "traded" and event.seats is None else None
    return Traded(found[1], found[2], _number(found[3]), _number(found[4] or "")) if found else None


def _number(listed: str) -> int:
    """Return the number of items in a list in words; cards in hand are given there as a number."""
    parts = [part for part in re.split(r", | and ", listed) if part]
    hidden = (re.fullmatch(r"(\d+) cards? from the hand", part) for part in parts)
    return sum(int(cards[1]) if cards else 1 for cards in hidden)


def check_exchange(game: Kingmaker, trade: TradeOffer) -> None:
    """Raise Illegal unless every part of an exchange is possible now."""
    for seat in (trade.by, trade.to):
        hand.check_hand(game, seat)
    given, taken = _sides(game, trade)
    for thing in given:
        items.check_deliver(game, thing, trade.by, trade.to)
    for thing in taken:
        items.check_deliver(game, thing, trade.to, trade.by)
    items.check_room_together(game, [*given, *taken])


def _sides(game: Kingmaker, trade: TradeOffer) -> tuple[list[Item], list[Item]]:
    read = [[items.read(game, word) for word in side] for side in (trade.give, trade.take)]
    return read[0], read[1]


def approve(game: Kingmaker, number: int, *, good: bool) -> None:
    """Carry out a gift that was held, or drop it, as the game master says [WBC-C11.2]."""
    trade = _find(str(number), [trade for trade in game.state.trades if trade.held])
    if good:
        check_exchange(game, trade)
        carry_out(game, trade)
    else:
        _lapse(game, trade, f"The game master forbids gift {number}")


def decline_trade(game: Kingmaker, seat: str, action: DeclineTrade) -> None:
    """Turn an offer down."""
    trade = _find(action.trade, _offered(game, seat))
    _lapse(game, trade, f"{{{seat}}} declines offer {trade.number}")


def withdraw_trade(game: Kingmaker, seat: str, action: WithdrawTrade) -> None:
    """Take an offer back."""
    trade = _find(action.trade, _standing(game, seat))
    _lapse(game, trade, f"{{{seat}}} withdraws offer {trade.number}")


def _lapse(game: Kingmaker, trade: TradeOffer, text: str) -> None:
    game.state.trades.remove(trade)
    whole = f"{text}: {offer_words(game, trade)}."
    game.emit("trade_lapsed", whole, to=[trade.by, trade.to], rule="BASE-TRD-1")


def _find(number: str, among: Iterable[TradeOffer]) -> TradeOffer:
    for trade in among:
        if str(trade.number) == number:
            return trade
    raise Illegal(f"There is no such offer '{number}' for you to answer or withdraw.", "BASE-TRD-1")


def _offered(game: Kingmaker, seat: str) -> list[TradeOffer]:
    """Return the offers that wait for a seat's answer."""
    return [trade for trade in game.state.trades if trade.to == seat and not trade.held]


def _standing(game: Kingmaker, seat: str) -> list[TradeOffer]:
    return [trade for trade in game.state.trades if trade.by == seat]


def lapse(game: Kingmaker) -> None:
    """Drop the offers that name a noble who is gone."""
    in_play = game.state.nobles.keys()
    for trade in [trade for trade in game.state.trades if not _named(*trade.give, *trade.take) <= in_play]:
        game.state.trades.remove(trade)
        text = f"Offer {trade.number} lapses: one of its nobles or heirs is gone."
        game.emit("trade_lapsed", text, to=[trade.by, trade.to], rule="BASE-TRD-2")


@lru_cache(4_096)
def _named(*words: ItemWord) -> frozenset[str]:
    """Return the nobles whom an offer names: captives to be freed, and receivers."""
    return frozenset(noble for noble in map(items.noble_in, words) if noble)


# ---------------------------------------------------------------------- in words


def _hides(game: Kingmaker) -> bool:
    return game.option("trade_visibility") == "parties"


def offer_words(game: Kingmaker, trade: TradeOffer, *, hide: bool = False) -> str:
    """Return an offer in words; with `hide`, cards in hand by number only."""
    given = _listed(game, trade.give, hide)
    if not trade.take:
        return f"{{{trade.by}}} gives {given} for nothing"
    return f"{{{trade.by}}} gives {given} for {_listed(game, trade.take, hide)}"


def _listed(game: Kingmaker, words: Sequence[ItemWord], hide: bool) -> str:
    sides = [items.read(game, word) for word in words if not hide or word not in game.catalog.cards]
    said = [items.say(game, thing) for thing in sides]
    hidden = len(words) - len(said)
    if hidden:
        said.append(f"{hidden} card{'s' * (hidden > 1)} from the hand")
    return join_words(said)


# ---------------------------------------------------------------------- any-time offers


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to trade, and to answer what has been offered (D83)."""
    waiting = _offered(game, seat)
    able = [trade for trade in waiting if allows(check_exchange, game, trade)]
    return [
        *_making(game, seat),
        *(structs.replace(offer, answers=True) for offer in _picking(game, AcceptTrade, "Accept a trade", able)),
        *(structs.replace(offer, answers=True) for offer in _picking(game, DeclineTrade, "Decline a trade", waiting)),
        *(
            structs.replace(offer, undoes=True, reversible=True)
            for offer in _picking(game, WithdrawTrade, "Withdraw your offer", _standing(game, seat))
        ),
    ]


def _picking(game: Kingmaker, kind: type[Action], label: str, among: Sequence[TradeOffer]) -> list[Offer]:
    by_number = {str(trade.number): trade for trade in among}

    def worded(number: str) -> Choice:
        trade = by_number[number]
        return Choice(number, f"Offer {number}: {offer_words(game, trade)}", _whereabouts(game, trade))

    field = Field("trade", "Which offer?", lambda _: Listing(list(by_number), worded))
    return [Offer(kind, label, (field,))] if by_number else []


def _whereabouts(game: Kingmaker, trade: TradeOffer) -> str:
    """Return the present and the next holders of an offer's open cards."""
    read = [items.read(game, word) for word in (*trade.give, *trade.take)]
    passed = [(thing, items.bearer(game, thing.id)) for thing in read if thing.form == "passed"]
    going = [(thing, has) for thing, has in passed if has and has != thing.id]
    moved = [
        f"{names.thing(game, thing.id)} from {names.card(game, has)} to {names.card(game, thing.noble)}"
        for thing, has in going
    ]
    return "; ".join(moved)


def proposals(game: Kingmaker, seat: str) -> Iterator[Proposal]:
    """Yield the offers that wait for a seat's answer, and those of its own."""
    for trade in game.state.trades:
        if seat in (trade.by, trade.to) and not trade.held:
            words = f"Offer {trade.number}: {offer_words(game, trade)}."
            number = {"trade": str(trade.number)}
            withdrawal = Start(f"withdraw-{trade.number}", "Withdraw", WithdrawTrade, number)
            yield Proposal(
                f"trade-{trade.number}",
                str(trade.number),
                words,
                trade_effect.words(game, trade),
                (withdrawal,) if trade.by == seat else tuple(_answering(game, trade)),
                own=trade.by == seat,
                by=trade.by,
            )


def _answering(game: Kingmaker, trade: TradeOffer) -> Iterator[Start]:
    """Yield the answers to an offer: accept it if possible, decline it, or make a counter-offer."""
    number = {"trade": str(trade.number)}
    if allows(check_exchange, game, trade):
        yield Start(f"accept-{trade.number}", "Accept", AcceptTrade, number)
    yield Start(f"decline-{trade.number}", "Decline", DeclineTrade, number)
    if _may_offer(game, trade.to, trade.by):
        counter = {"to": trade.by, "give": list(trade.take), "take": list(trade.give)}
        yield Start(f"counter-{trade.number}", "Counter", OfferTrade, counter)


def starts(game: Kingmaker, seat: str) -> Iterator[Start]:
    """Yield prepared offers: the ransom of each captive whose own player has something to give."""
    for noble in forces.captives_of(game, seat):
        theirs = game.noble(noble).faction
        if not askable(game, seat, theirs):
            continue
        freed = {"to": theirs, "give": [items.write(Item("captive", noble))]}
        yield Start(f"ransom-{noble}", f"Ask a ransom for {names.card(game, noble)}", OfferTrade, freed)


def _making(game: Kingmaker, seat: str) -> list[Offer]:
    if len(_standing(game, seat)) >= STANDING or not any(_may_offer(game, seat, other) for other in game.state.seats):
        return []

    def partners(_: Draft) -> list[Choice]:
        return [_partner(game, seat, other) for other in game.state.seats if _may_offer(game, seat, other)]

    whom = Field("to", "With whom?", partners)
    give = Field(
        "give", "What do you give them?", lambda d: _choices(game, givable(game, seat, d["to"]), d["give"]), many=True
    )
    take = Field(
        "take",
        "What do they give you for it?",
        lambda d: _wanted(game, seat, d),
        many=True,
        least=0,
        when=lambda d: bool(askable(game, seat, d["to"])),
    )
    gifts = not any(askable(game, seat, other.value) for other in partners({}))
    return [Offer(OfferTrade, "Offer a gift" if gifts else "Offer a trade", (whom, give, take), seldom=gifts)]


def _partner(game: Kingmaker, seat: str, other: str) -> Choice:
    """Return a player to trade with, and whether there is anything to ask for."""
    cards = len(game.faction(other).hand)
    held = f"{counted(cards, 'card')} in hand" if cards else "no card in hand"
    return Choice(other, f"{{{other}}}", held if askable(game, seat, other) else f"{held}: a gift only")


@cached_while_waiting
def _may_offer(game: Kingmaker, seat: str, other: str) -> bool:
    """Whether a seat has something to offer to another that may be traded with."""
    able = (thing for thing in _gifts(game, seat, other) if _goes_with(game, (), thing))
    return allows(_check_partner, game, seat, other) and next(able, None) is not None


def _gifts(game: Kingmaker, seat: str, other: str) -> Iterator[Item]:
    yield from items.in_hand(game, game.faction(seat).hand)
    yield from items.open_things(game, seat, other)


@cached_while_waiting
def givable(game: Kingmaker, seat: str, other: str) -> list[Item]:
    """Return the things that a seat can give to another now."""
    return list(_gifts(game, seat, other))


@cached_while_waiting
def askable(game: Kingmaker, seat: str, other: str) -> list[Item]:
    """Return the items that a seat can ask another for: all public ones, and each card that they might hold."""
    hidden = items.in_hand(game, items.unseen(game, seat)) if game.faction(other).hand else ()
    seen = [t for t in items.open_things(game, other, seat) if t.form != "retained" or items.kept_openly(game)]
    return [*seen, *hidden]


def _wanted(game: Kingmaker, seat: str, draft: Draft) -> Sequence[Choice]:
    """Return the items to ask for, with no more hidden cards than the other seat has in hand."""
    other = draft["to"]
    asked = sum(items.read(game, word).form == "hand" for word in draft["take"])
    able = [t for t in askable(game, seat, other) if t.form != "hand" or asked < len(game.faction(other).hand)]
    return _choices(game, able, [*draft["give"], *draft["take"]], theirs=True)


def _choices(
    game: Kingmaker, among: Iterable[Item], picked: Sequence[ItemWord], *, theirs: bool = False
) -> Sequence[Choice]:
    taken = [items.read(game, word) for word in picked]
    named = {thing.id for thing in taken}
    fit = {items.write(t): t for t in among if t.id not in named and _goes_with(game, taken, t)}
    return Listing(list(fit), lambda word: _choice(game, fit[ItemWord(word)], theirs=theirs))


def _choice(game: Kingmaker, thing: Item, *, theirs: bool) -> Choice:
    """Return an item as a choice with its owner; one that passes to a noble is listed under its kind."""
    title = items.title(game, thing)
    label = f"{title} (to {names.card(game, thing.noble)})" if thing.noble else title
    if thing.noble or thing.form == "captive":
        group = "theirs in play" if theirs else "yours in play"
    elif theirs:
        group = "cards that may be in their hand" if thing.form == "hand" else "their cards"
    else:
        group = "your cards"
    return Choice(items.write(thing), label, group=group, under=title if thing.noble else "")


def _goes_with(game: Kingmaker, taken: Sequence[Item], thing: Item) -> bool:
    """Whether an item may be in one exchange with others; an item that does not pass between nobles always may."""
    near = taken if thing.noble else [other for other in taken if other.noble]
    beside = all(allows(_check_beside, game, other, thing) for other in near)
    return beside and (not thing.noble or allows(items.check_room_together, game, [*taken, thing]))


# ---------------------------------------------------------------------- the chapter

CHAPTER = Chapter(
    any_time=(
        AnyTime(
            any_time,
            {
                OfferTrade: offer_trade,
                AcceptTrade: accept_trade,
                DeclineTrade: decline_trade,
                WithdrawTrade: withdraw_trade,
            },
        ),
        AnyTime(fleet.any_time, {fleet.LendShip: fleet.lend, fleet.RecallShip: fleet.recall}),
        AnyTime(transfers.any_time, {transfers.Transfer: transfers.transfer_in_turn}),
    )
)
