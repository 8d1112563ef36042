"""A knight goes to a county, with squires and privileges, and expels a weaker one (rules 6.2)."""

from collections.abc import Sequence

from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.placing import privileges


def total(game: Lancaster, letter: str) -> int:
    """Return the total of the knight who holds a county: his strength, his squires, a Tudor knight; 0 for nobody."""
    spot = spots.county(letter)
    squires = game.state.counties[letter].squires
    brought = [piece.kind for piece in game.privileges_at(spot)]
    return game.strength_of(game.knights_at(spot)) + squires + privileges.strength(game, brought)


def shielded(game: Lancaster, letter: str) -> bool:
    """Whether the knight there cannot be expelled [LAN2-COURT-34]."""
    return any(piece.kind == "shield" for piece in game.privileges_at(spots.county(letter)))


def squires_to_spend(game: Lancaster, house: str) -> int:
    """Return the squires that can come with a knight of a house; none with an ally's [LAN-BASE-111]."""
    return 0 if game.is_ally(house) else game.player(game.seat_of(house)).squires


def least_squires(game: Lancaster, house: str, knight: str, letter: str, bring: Sequence[str]) -> int:
    """Return the fewest squires with which a knight may enter a county."""
    if not game.state.counties[letter].house:
        return 0
    own = game.knight(knight).strength + privileges.strength(game, bring)
    return max(0, total(game, letter) + 1 - own)


def check_county(game: Lancaster, house: str, knight: str, letter: str, squires: int, bring: Sequence[str]) -> None:
    """Raise Illegal unless a knight may enter a county with these squires and privileges."""
    county = game.state.counties.get(letter)
    if county is None:
        raise Illegal(f"Name a county: {join_words(game.state.counties)}.", "LAN-BASE-11")
    name = names.spot(game, spots.county(letter))
    privileges.check_privileges(game, house, bring, "county")
    minimum = game.catalog.counties[letter].min_strength
    if game.knight(knight).strength + privileges.strength(game, bring) < minimum:
        asks = f"{name} needs a knight of strength {minimum} or more, squires not counted"
        raise Illegal(f"{asks}; choose another space.", "LAN-BASE-11")
    if squires and game.is_ally(house):
        raise Illegal("Your squires cannot go with your ally's knight; leave them out.", "LAN-BASE-111")
    owned = squires_to_spend(game, house)
    if not 0 <= squires <= owned:
        raise Illegal(f"You have {names.amount('squires', owned)}; send no more with him.", "LAN-BASE-12")
    if county.house and game.seat_of(county.house) == game.seat_of(house):
        ally = "your ally's" if game.is_ally(county.house) else "your own"
        rule = "LAN-BASE-112" if game.duel else "LAN-BASE-16"
        raise Illegal(f"{name} is held by {ally} knight, whom you may not expel; choose another space.", rule)
    if county.house and shielded(game, letter):
        raise Illegal(f"A shield protects the knight in {name}; choose another space.", "LAN2-COURT-34")
    needed = least_squires(game, house, knight, letter, bring)
    if squires < needed:
        means = f"you need at least {names.amount('squires', needed)} with this knight"
        if game.is_ally(house):
            means = "no squires come with your ally's knight, so send a stronger one, or choose another space"
        elif needed > owned:
            means += f" and have {owned}: send a stronger one, or choose another space"
        raise Illegal(f"{name} is held with a total of {total(game, letter)}; {means}.", "LAN-BASE-13")


def enter(game: Lancaster, house: str, knight: str, letter: str, squires: int, bring: Sequence[str]) -> None:
    """Let a knight enter a county, and expel whoever holds it."""
    if game.state.counties[letter].house:
        # Send the knight to his court; squires, and a Tudor knight, to the supply [LAN-BASE-14, LAN-BASE-15].
        loser = game.state.counties[letter].house
        beaten = f"{names.house(game, loser)}'s from {names.spot(game, spots.county(letter))}, back to court"
        held = game.state.counties[letter].squires
        spent = f"; the {names.amount('squires', held)} with that knight {'is' if held == 1 else 'are'} spent"
        text = f"{names.house(game, house)}'s knight expels {beaten}{spent if held else ''}."
        game.emit("expelled", text, about=[loser, letter], track=[spots.county(letter)], rule="LAN-BASE-14")
        leave(game, letter)
    county, spot = game.state.counties[letter], spots.county(letter)
    county.house, county.squires = house, squires
    game.knight(knight).at = spot
    if squires:
        game.player(game.seat_of(house)).squires -= squires
    for kind in bring:
        privileges.use(game, house, kind, spot)


def leave(game: Lancaster, letter: str) -> None:
    """Clear a county: the knight goes to his court, squires and privileges to the supply [LAN-BASE-39]."""
    county, spot = game.state.counties[letter], spots.county(letter)
    for knight in game.knights_at(spot):
        game.knight(knight).at = spots.COURT
    privileges.to_supply(game, game.privileges_at(spot))
    county.house, county.squires = "", 0
