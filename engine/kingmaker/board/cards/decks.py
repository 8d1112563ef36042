"""The two decks, and the cards that lie beside them (rules 1.2, 1.3)."""

from engine.core.game import cached_by_options
from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import HOUSES
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import plantagenets

CROWN_SETS = {"basic": "base", "advanced": "wbc", "covault": "covault"}
EVENT_SETS = {"basic": "base", "wbc_variant": "wbc", "covault": "covault"}
CONSTABLE = "constable_of_the_tower"


@cached_by_options
def crown_cards(game: Kingmaker) -> tuple[str, ...]:
    """Return the Crown cards of the chosen set."""
    chosen = CROWN_SETS[str(game.option("crown_deck_set"))]
    return tuple(card.id for card in game.catalog.cards.values() if _copy(card.id) <= card.copies[chosen])


def _copy(card: str) -> int:
    return int(card[-1]) if card[-1].isdigit() else 1


@cached_by_options
def event_cards(game: Kingmaker) -> tuple[str, ...]:
    """Return the event cards of the chosen set."""
    chosen = EVENT_SETS[str(game.option("event_deck_set"))]
    return tuple(card.id for card in game.catalog.events.values() if card.copies[chosen])


def dukes(game: Kingmaker) -> list[str]:
    """Return the two Plantagenet cards, which are in no deck; none where they are not in the game (rules 6.5)."""
    in_play = game.option("plantagenet") != "none"
    return [plantagenets.card_of(house) for house in HOUSES] if in_play else []


def build(game: Kingmaker) -> None:
    """Take the cards of the chosen sets and shuffle each deck once [BASE-SET-1]."""
    state = game.state
    bound = [card for card in crown_cards(game) if bound_ship(game, card)]
    state.crown_deck = [card for card in crown_cards(game) if card not in bound]
    state.event_deck = list(event_cards(game))
    state.removed += bound
    state.aside += dukes(game)
    game.dice.shuffle(state.crown_deck, "shuffle the Crown deck")
    game.dice.shuffle(state.event_deck, "shuffle the Event deck")


def bound_ship(game: Kingmaker, card: str) -> bool:
    """Whether a ship comes with a noble instead of with its card [COV-5.26]."""
    printed = game.catalog.ships.get(card)
    return bool(printed and printed.with_noble) and game.option("stanley_ship") == "with_noble"


def hold_back(game: Kingmaker) -> None:
    """Take the Constable out of the Crown deck until the factions are set up [COV-4.1]."""
    state = game.state
    if CONSTABLE in state.crown_deck and not game.option("constable_dealt"):
        state.crown_deck.remove(CONSTABLE)
        state.aside.append(CONSTABLE)


def put_back(game: Kingmaker) -> None:
    """Shuffle the Constable into the Crown deck [COV-4.1]."""
    state = game.state
    if CONSTABLE in state.aside:
        state.aside.remove(CONSTABLE)
        state.crown_deck.append(CONSTABLE)
        game.dice.shuffle(state.crown_deck, "shuffle the Constable of the Tower into the Crown deck")
        text = f"The {names.card(game, CONSTABLE)} is shuffled into the Crown deck."
        game.emit("shuffle", text, rule="COV-4.1")
