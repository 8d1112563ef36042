"""The game master's edits of cards: their holders and their piles."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal

import msgspec

from engine.core.actions import Action
from engine.core.data import strings_in
from engine.core.editing import at_the_table
from engine.core.editing.edits import Handler
from engine.core.errors import Illegal
from engine.kingmaker.board import names
from engine.kingmaker.board.cards import cards, piles
from engine.kingmaker.board.catalog import BishopCard, NobleCard, OfficeCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites


class Give(Action, frozen=True):
    """Lay a card with a noble, wherever the card is."""

    card: str
    noble: str


class Hand(Action, frozen=True):
    """Put a Crown card into a seat's hand, wherever it is."""

    card: str
    seat: str


class Retain(Action, frozen=True):
    """Let a seat keep an event card, wherever it is."""

    card: str
    seat: str


class Chancery(Action, frozen=True):
    """Put a card into the Chancery, wherever it is."""

    card: str


class Stack(Action, frozen=True):
    """Put cards on top of a deck, wherever they are: the first one named is drawn first."""

    deck: Literal["events", "crown"]
    cards: list[str]


class Pile(Action, frozen=True):
    """Put a card on top of a pile, wherever it is."""

    card: str
    pile: Literal["crown_deck", "crown_discard", "event_deck", "event_discard", "event_aside", "removed", "aside"]


class Forfeit(Action, frozen=True):
    """Let a seat forfeit its next Crown draw."""

    seat: str


class RunDry(Action, frozen=True):
    """Note that the Crown deck has run out once."""


# ---------------------------------------------------------------------- carrying edits out


def take_out(game: Kingmaker, card: str) -> None:
    """Take a card out of wherever it is."""
    state = game.state
    everywhere = [state.crown_deck, state.crown_discard, state.event_deck, state.event_discard]
    everywhere += [state.chancery, state.removed, state.aside, state.event_aside]
    everywhere += [pile for faction in state.factions.values() for pile in (faction.hand, faction.retained)]
    for pile in everywhere:
        if card in pile:
            pile.remove(card)
    state.stays = [stay for stay in state.stays if stay.card != card]
    if card in game.catalog.events:
        state.catastrophes = [running for running in state.catastrophes if running.card != card]
        return
    _reclaim(game, card)
    for person in (*state.nobles.values(), *state.abandoned.values()):
        if card in (person.title, person.office, *person.cards):
            forces.take_from(game, person, card)
    if not isinstance(game.catalog.cards[card], NobleCard):
        sites.release_claims(game, card)


def _reclaim(game: Kingmaker, duke: str) -> None:
    """Take an abandoned Duke off the map, and send his cards where lost cards go."""
    person = game.state.abandoned.pop(duke, None)
    for card in (person.office, *person.cards) if person else ():
        if card:
            piles.lose(game, card)


def _give(game: Kingmaker, edit: Give) -> None:
    printed = game.catalog.cards.get(edit.card)
    if printed is None or isinstance(printed, NobleCard):
        raise Illegal("Only titles, offices, bishops, mercenaries, towns and ships can be given to a noble.")
    if edit.noble not in game.state.nobles:
        raise Illegal(f"{names.card(game, edit.noble)} is not in play; place him first.")
    cards.check_fits(game, edit.card, edit.noble)
    take_out(game, edit.card)
    cards.attach(game, edit.card, edit.noble)


def _hand(game: Kingmaker, edit: Hand) -> None:
    _check_out_of_play(game, edit.card)
    _check_crown(game, edit.card)
    _pile(game, edit.card, game.faction(edit.seat).hand)


def _check_out_of_play(game: Kingmaker, card: str) -> None:
    if card in game.state.nobles:
        raise Illegal(f"{names.card(game, card)} is in play; remove him first.")


def _check_crown(game: Kingmaker, card: str) -> None:
    if card not in game.catalog.cards:
        raise Illegal("That pile holds only Crown cards; name one.")


def _check_event(game: Kingmaker, card: str) -> None:
    if card not in game.catalog.events:
        raise Illegal(f"'{card}' is no event card.")


def _check_office(game: Kingmaker, card: str) -> None:
    if not isinstance(game.catalog.cards.get(card), TitleCard | OfficeCard | BishopCard):
        raise Illegal("The Chancery holds only titles, offices and bishops; name one of them.")


def _check_duke(game: Kingmaker, card: str) -> None:
    printed = game.catalog.cards.get(card)
    if not isinstance(printed, NobleCard) or not printed.plantagenet:
        raise Illegal("Only the Plantagenet Dukes are set aside; remove any other card instead.")


PILES: Mapping[str, Callable[[Kingmaker, str], None]] = {
    "crown_deck": _check_crown,
    "crown_discard": _check_crown,
    "event_deck": _check_event,
    "event_discard": _check_event,
    "event_aside": _check_event,
    "chancery": _check_office,
    "aside": _check_duke,
    "removed": lambda game, card: None,
}
"""The piles of the game, each with what refuses a card that has no place there."""

DECKS = {"events": "event_deck", "crown": "crown_deck"}
"""The decks that can be stacked, and the piles that they are."""


def _retain(game: Kingmaker, edit: Retain) -> None:
    _check_event(game, edit.card)
    take_out(game, edit.card)
    game.faction(edit.seat).retained.append(edit.card)


def _onto(game: Kingmaker, card: str, pile: str) -> None:
    _check_out_of_play(game, card)
    PILES[pile](game, card)
    _pile(game, card, getattr(game.state, pile))


def _pile(game: Kingmaker, card: str, pile: list[str]) -> None:
    take_out(game, card)
    pile.append(card)


def _forfeit(game: Kingmaker, edit: Forfeit) -> None:
    game.faction(edit.seat).forfeits_draw = True


def _run_dry(game: Kingmaker, _: RunDry) -> None:
    game.state.crown_deck_emptied = True


def stack_piles(game: Kingmaker, piles: Mapping[str, Sequence[str]]) -> None:
    """Put cards on top of a deck so that the first one named is drawn first."""
    for name, wanted in piles.items():
        if name not in DECKS:
            raise Illegal(f"There is no deck '{name}' to stack; use events or crown.")
        for card in reversed(wanted):
            if card not in game.catalog.cards and card not in game.catalog.events:
                raise Illegal(f"There is no card called '{card}' in this game.")
            _onto(game, card, DECKS[name])


# ---------------------------------------------------------------------- reshuffling cards that were seen


def _shuffle_deck(deck: str, game: Kingmaker, seat: str) -> None:
    game.dice.shuffle(getattr(game.state, deck), "shuffle a deck again after a card was seen")


def _shuffle_hand(game: Kingmaker, seat: str) -> None:
    """Shuffle a seat's hand into the Crown deck and deal it the same number; trade offers of its cards lapse."""
    state, hand = game.state, game.faction(seat).hand
    if not hand:
        raise Illegal(f"{{{seat}}} holds no Crown cards; there is nothing to shuffle.")
    if {*hand} & {*strings_in(msgspec.to_builtins(state.steps))}:
        raise Illegal("A card of that hand is waiting for a decision; shuffle after the answer.")
    state.trades = [offer for offer in state.trades if {*hand}.isdisjoint([*offer.give, *offer.take])]
    pool, held = [*hand, *state.crown_deck], len(hand)
    game.dice.shuffle(pool, "deal a hand again after a card was seen")
    hand[:], state.crown_deck[:] = pool[:held], pool[held:]
    game.emit("edit", f"Your hand is now: {names.cards(game, hand)}.", to=[seat])


SHUFFLED_ANEW: Mapping[str, at_the_table.Pile] = {
    "crown": at_the_table.Pile("the Crown deck", partial(_shuffle_deck, "crown_deck")),
    "events": at_the_table.Pile("the Event deck", partial(_shuffle_deck, "event_deck")),
    "hand": at_the_table.Pile("the hand of {seat}, together with the Crown deck", _shuffle_hand, owned=True),
}
"""What can be shuffled anew once a card of it was seen."""

HANDLERS: Mapping[type[Action], Handler] = {
    Give: _give,
    Hand: _hand,
    Retain: _retain,
    Chancery: lambda game, edit: _onto(game, edit.card, "chancery"),
    Pile: lambda game, edit: _onto(game, edit.card, edit.pile),
    Stack: lambda game, edit: stack_piles(game, {edit.deck: edit.cards}),
    Forfeit: _forfeit,
    RunDry: _run_dry,
}

DISCREET: Mapping[type[Action], str] = {Hand: "card", Retain: "card", Pile: "card", Stack: "cards"}
"""Edits about cards that not everybody may know, with the field that names them."""
