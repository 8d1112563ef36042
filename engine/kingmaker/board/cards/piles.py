"""Piles (rules 0.5): drawing, shuffling and discarding event and Crown cards, and where lost cards go."""

from engine.kingmaker.board import names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import BishopCard, EventCard, NobleCard, OfficeCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.places import sites


def draw_event(game: Kingmaker, purpose: str, *, in_combat: bool = False) -> str:
    """Take the top event card, after shuffling the discard into a new deck if there is none [BASE-EVT-2].

    Its event does not happen `in_combat`, where the other half of the card counts, except for a royal death.
    """
    if not game.state.event_deck:
        shuffle_events(game, "BASE-EVT-2")
    card = game.state.event_deck.pop()
    event = game.catalog.events[card]
    strikes = event.kind == "royal_death" and game.option("royal_death_in_combat")
    without = "; its event does not happen" if in_combat and not kept_from_combat(game, event) else ""
    without = "; its event happens in combat, too" if in_combat and strikes else without
    game.emit("event_card", f"The card turned for {purpose}: {names.event(game, card)}{without}.", about=[card])
    return card


KEPT_IN_COMBAT = ("writ", "free_move")


def kept_from_combat(game: Kingmaker, card: EventCard) -> bool:
    """Whether the attacker keeps a card turned in combat and draws again (option `retain_from_combat`) [COV-5.14b]."""
    keeps = game.option("retain_from_combat") == "keep_and_redraw"
    return keeps and card.kind in KEPT_IN_COMBAT and game.includes("retained_events", card.kind)


def shuffle_events(game: Kingmaker, rule: str) -> None:
    """Shuffle all event cards that are not kept, in force or out of the game into a new deck (rules 2.1, 3)."""
    state = game.state
    state.event_deck += [*state.event_discard, *state.event_aside]
    state.event_discard, state.event_aside = [], []
    game.dice.shuffle(state.event_deck, "shuffle the event discards into a new deck")
    game.emit("shuffle", "The event discards are shuffled into a new deck.", rule=rule)


def after_draw(game: Kingmaker, card: str) -> None:
    """Make a new deck after the last Gales or any Embassy, drawn as an event or in combat [WBC-V02.7, COV-5.9]."""
    events, when = game.catalog.events, game.option("event_reshuffle")
    match events[card].kind:
        case "gales_at_sea" if when == "on_empty_and_last_gales":
            if not any(events[other].kind == "gales_at_sea" for other in game.state.event_deck):
                shuffle_events(game, "WBC-V02.7")
        case "embassy" if when == "on_empty_and_embassy":
            shuffle_events(game, "COV-5.9")


def discard_event(game: Kingmaker, card: str) -> None:
    """Put an event card on the discard."""
    game.state.event_discard.append(card)


def kept(game: Kingmaker, seat: str, kind: str) -> list[str]:
    """Return the event cards of a kind, such as "writ", that a seat has kept [BASE-EVT-13]."""
    return [card for card in game.faction(seat).retained if game.catalog.events[card].kind == kind]


def spend(game: Kingmaker, seat: str, kind: str, number: int = 1) -> list[str]:
    """Move a number of kept event cards of a kind to the event discard and return them [BASE-EVT-13]."""
    spent = kept(game, seat, kind)[:number]
    for card in spent:
        game.faction(seat).retained.remove(card)
        discard_event(game, card)
    return spent


def draw_crown(game: Kingmaker) -> str:
    """Take the top Crown card; "" if there is none. An office that has ended leaves the game [WBC-C08.2]."""
    card = _take_crown(game)
    while card and _has_ended(game, card):
        remove_from_game(game, card)
        card = _take_crown(game)
    return card


def _has_ended(game: Kingmaker, card: str) -> bool:
    """Whether a card is an office of a place that is no longer on the map."""
    office = isinstance(game.catalog.cards[card], OfficeCard)
    return office and any(place in game.state.fallen for place in sites.claims(game, card))


def remove_from_game(game: Kingmaker, card: str) -> None:
    """Take a Crown card out of the game for good."""
    game.state.removed.append(card)
    game.emit("removed", f"The card {names.card(game, card)} leaves the game.", about=[card], rule="WBC-C08.2")


def _take_crown(game: Kingmaker) -> str:
    """Take the top Crown card, shuffling the discard first if the deck is empty; "" if there is none [BASE-CRN-4]."""
    state = game.state
    if not state.crown_deck and state.crown_discard:
        state.crown_deck, state.crown_discard = state.crown_discard, []
        game.dice.shuffle(state.crown_deck, "shuffle the Crown discards into a new deck")
        game.emit("shuffle", "The Crown discards are shuffled into a new deck.", rule="BASE-CRN-4")
    card = state.crown_deck.pop() if state.crown_deck else ""
    if not state.crown_deck and game.option("ambush_draw_forfeit"):
        state.crown_deck_emptied = True
    return card


def discard_crown(game: Kingmaker, card: str) -> None:
    """Put a lost Crown card on the discard, or under the deck (option `crown_discard`)."""
    if game.option("crown_discard") == "deck_bottom":
        game.state.crown_deck.insert(0, card)
    else:
        game.state.crown_discard.append(card)


def spend_crown(game: Kingmaker, seat: str, card: str) -> None:
    """Put a Crown card that a seat has used from its hand on the discard."""
    game.faction(seat).hand.remove(card)
    discard_crown(game, card)


def lose(game: Kingmaker, card: str) -> None:
    """Send a card that its noble loses for good where it belongs, ending its claims [BASE-DTH-1]."""
    sites.release_claims(game, card)
    printed = game.catalog.cards[card]
    to_chancery = isinstance(printed, TitleCard | OfficeCard) or (
        isinstance(printed, BishopCard) and game.option("bishop_loss_pile") == "chancery"
    )
    if isinstance(printed, NobleCard) and printed.plantagenet:
        game.state.aside.append(card)
    elif to_chancery:
        game.state.chancery.append(card)
    else:
        discard_crown(game, card)
    cards.lose_ship(game, card)
