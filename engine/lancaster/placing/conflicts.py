"""A knight goes to a conflict with France (rules 6.4, 6.8)."""

from collections.abc import Sequence

from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.placing import privileges


def space_for(game: Lancaster, house: str, card: str) -> int | None:
    """Return the space for a knight: that of his house, else the topmost free one; None if there is none."""
    spaces = game.state.conflicts[card].spaces
    own = (place for place, space in enumerate(spaces) if space.house == house and not space.archer)
    free = (place for place, space in enumerate(spaces) if not space.house)
    return next(own, next(free, None))


def total(game: Lancaster, card: str, place: int) -> int:
    """Return the strength on a space: knights, a Tudor knight, or an archer."""
    spot = spots.conflict(card, place)
    added = sum(game.catalog.privileges[piece.kind].strength for piece in game.privileges_at(spot))
    return game.strength_of(game.knights_at(spot)) + added


def totals(game: Lancaster, card: str) -> list[int]:
    """Return the strength on each space of a card, from the topmost; their sum is the strength of England."""
    return [total(game, card, place) for place in range(len(game.state.conflicts[card].spaces))]


def missing(game: Lancaster, card: str) -> int:
    """Return the strength that England lacks at a card; 0 or less where it wins."""
    return game.catalog.conflicts[card].strength - sum(totals(game, card))


def balance(game: Lancaster, card: str) -> str:
    """Return how England stands at a card: 'England has 2 and needs 4'."""
    return f"England has {sum(totals(game, card))} and needs {game.catalog.conflicts[card].strength}"


def who_is_there(game: Lancaster, card: str) -> str:
    """Return each house at a card with its strength, from the topmost space: ': {ann} 2, {ben} 1'; "" for nobody."""
    there = [
        f"{names.house(game, space.house)}{'’s archer' if space.archer else ''} {total(game, card, place)}"
        for place, space in enumerate(game.state.conflicts[card].spaces)
        if space.house
    ]
    return f": {', '.join(there)}" if there else ""


def check_conflict(game: Lancaster, house: str, card: str, bring: Sequence[str]) -> None:
    """Raise Illegal unless a knight of a house may go to a card, with these privileges."""
    if card not in game.state.conflicts:
        shown = join_words(names.spot(game, f"conflict:{open_card}") for open_card in game.state.conflicts)
        raise Illegal(f"Name a conflict that lies open: {shown}.", "LAN-BASE-20")
    place = space_for(game, house, card)
    if place is None:
        raise Illegal(
            f"All three spaces at {names.spot(game, f'conflict:{card}')} are taken; go elsewhere.",
            "LAN-BASE-22",
        )
    privileges.check_privileges(game, house, bring, "conflict")
    if "archer" not in bring:
        return
    spaces = game.state.conflicts[card].spaces
    if place + 1 >= len(spaces):
        raise Illegal(
            "The knight takes the lowest space, with no room for the archer below; leave the archer out.",
            "LAN2-COURT-39",
        )
    if spaces[place + 1].house:
        raise Illegal("The space directly below the knight is taken; leave the archer out.", "LAN2-COURT-68")


def enter(game: Lancaster, house: str, knight: str, card: str, bring: Sequence[str]) -> None:
    """Let a knight join a conflict, and the privileges that come with him."""
    place = space_for(game, house, card)
    assert place is not None
    spaces = game.state.conflicts[card].spaces
    spaces[place].house = house
    game.knight(knight).at = spots.conflict(card, place)
    for kind in bring:
        below = kind == "archer"
        privileges.use(game, house, kind, spots.conflict(card, place + below))
        if below:
            spaces[place + 1].house, spaces[place + 1].archer = house, True
