"""The menus of the fields of the game master's edits, where not every known name fits.

Nothing here depends on where hidden cards lie.
"""

from collections.abc import Callable, Iterable, Mapping

from engine.core.actions import Action, Draft
from engine.core.editing.edits import Among
from engine.core.errors import allows
from engine.kingmaker.board.catalog import BishopCard, NobleCard, OfficeCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.places import sites
from engine.kingmaker.edits import (
    card_edits,
    event_edits,
    map_edits,
    overseas_edits,
    parliament_edits,
    people_edits,
    trade_edits,
)


def _nobles(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return (card.id for card in game.catalog.cards.values() if isinstance(card, NobleCard))


def _in_play(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return list(game.state.nobles)


def _of_seat(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return forces.nobles_of(game, draft["seat"]) if draft.get("seat") else ()


def _guardians(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return forces.guardians(game, list(game.state.nobles))


def _kings(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return [heir for heir, person in game.state.heirs.items() if person.king and person.alive]


def _heirs(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return [heir for heir in game.state.heirs if heir != succession.BEAUFORT]


def _crownable(game: Kingmaker, draft: Draft) -> Iterable[str]:
    if not game.state.heirs:
        return []  # the set-up places them when it is over
    beaufort = {succession.BEAUFORT} & game.state.nobles.keys()
    return [*(heir for heir, person in game.state.heirs.items() if person.alive), *(beaufort - game.state.heirs.keys())]


def _alive(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return dict.fromkeys([*game.state.nobles, *(heir_id for heir_id, heir in game.state.heirs.items() if heir.alive)])


def _callers(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return dict.fromkeys([*game.state.heirs, *game.state.nobles])


def _crown_cards(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return [card for card in game.catalog.cards if card not in game.state.nobles]


def _for_nobles(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return [card.id for card in game.catalog.cards.values() if not isinstance(card, NobleCard)]


def _for_chancery(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return [card.id for card in game.catalog.cards.values() if isinstance(card, TitleCard | OfficeCard | BishopCard)]


def _onto_pile(pile: str) -> Callable[[Kingmaker], Iterable[str]]:
    """Return the cards that may lie on a pile."""
    check = card_edits.PILES[pile]

    def found(game: Kingmaker) -> Iterable[str]:
        cards = (*game.catalog.cards, *game.catalog.events)
        return [card for card in cards if card not in game.state.nobles and allows(check, game, card)]

    return found


def _for_pile(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return _onto_pile(draft.get("pile") or "removed")(game)


def _for_deck(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return _onto_pile(card_edits.DECKS.get(draft.get("deck", ""), "removed"))(game)


def _kept(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return [card.id for card in game.catalog.events.values() if game.includes("retained_events", card.kind)]


def _events(*kinds: str) -> Among:
    """Return the event cards of a kind."""
    return lambda game, draft: [card.id for card in game.catalog.events.values() if card.kind in kinds]


def _at(*kinds: str) -> Among:
    """Return the locations of these kinds."""

    def found(game: Kingmaker, draft: Draft) -> Iterable[str]:
        printed = game.catalog
        known: Mapping[str, Iterable[str]] = {
            "inside": printed.places,
            "open": [square.id for square in printed.squares.values() if square.kind == "land"],
            "area": [square.id for square in printed.squares.values() if square.kind == "area"],
            "port": [place.id for place in printed.places.values() if place.port],
            "sea": printed.seas,
            "aboard": game.state.ships,
        }
        return [f"{kind}:{place_id}" for kind in kinds for place_id in known[kind]]

    return found


def _fortresses(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return [place.id for place in game.catalog.places.values() if place.fortress]


def _keepers(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return _of_seat(game, draft) if sites.by_nobles(game) else ()


def _falling(game: Kingmaker, draft: Draft) -> Iterable[str]:
    sieges = [card for card in game.catalog.events.values() if card.kind == "french_siege"]
    return dict.fromkeys(card.place for card in sieges if card.place not in game.state.fallen)


def _overseas(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return [square.id for square in game.catalog.squares.values() if square.kind != "land"]


def _of_active(game: Kingmaker, draft: Draft) -> Iterable[str]:
    return forces.nobles_of(game, game.active) if game.active else ()


CHOICES: Mapping[tuple[type[Action], str], Among] = {
    (people_edits.Place, "at"): _at("inside", "open", "area", "aboard"),
    (people_edits.SetHeir, "heir"): _heirs,
    (people_edits.SetHeir, "noble"): _guardians,
    (people_edits.SetHeir, "at"): _at("inside", "open", "area", "aboard"),
    (people_edits.Crown, "heir"): _crownable,
    (people_edits.Uncrown, "heir"): _kings,
    (people_edits.Kill, "person"): _alive,
    (card_edits.Give, "card"): _for_nobles,
    (card_edits.Give, "noble"): _in_play,
    (card_edits.Hand, "card"): _crown_cards,
    (card_edits.Retain, "card"): _kept,
    (card_edits.Chancery, "card"): _for_chancery,
    (card_edits.Pile, "card"): _for_pile,
    (card_edits.Stack, "cards"): _for_deck,
    (map_edits.SetControl, "place"): _fortresses,
    (map_edits.SetControl, "noble"): _keepers,
    (map_edits.SetShip, "at"): _at("port", "sea"),
    (map_edits.SetShip, "aboard"): _nobles,
    (trade_edits.SetSupport, "heir"): _kings,
    (trade_edits.SetShipKeeper, "noble"): _in_play,
    (event_edits.SetCatastrophe, "card"): _events("catastrophe"),
    (event_edits.Waver, "noble"): _of_active,
    (event_edits.Sink, "ship"): lambda game, draft: list(game.state.ships),
    (event_edits.Raise, "ship"): lambda game, draft: list(game.state.sunk),
    (event_edits.Abandon, "place"): _falling,
    (overseas_edits.SetStay, "square"): _overseas,
    (overseas_edits.SetStay, "card"): _events("refuge"),
    (parliament_edits.SetCalls, "who"): _callers,
}
"""The possible values of a field, given the answers before it."""

ASKED_FIRST = frozenset({(card_edits.Pile, "pile")})
"""What is asked for before the fields above it: the pile says which cards can be meant."""
