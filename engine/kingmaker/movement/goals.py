"""Where a march may end, as it is shown to choose from: with who and what is there, the most interesting first."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import cache, partial
from typing import TypeVar

from engine.core.actions import Choice, Listing
from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.places import place_menu

G = TypeVar("G")


def choices(
    game: Kingmaker, seat: str, ends: Mapping[Location, G], hint: Callable[[G], str], movers: Collection[str] = ()
) -> Listing:
    """Return the ends of a march of some `movers` by name, as 'Coventry: Berkeley (Ben, 80)', with a hint.

    Whoever could go there and stay in the square reads whether that is inside or in the open.
    """
    here = {locations.square_of(game.noble(mover).at) for mover in movers}

    @cache
    def called() -> Mapping[Location, str]:
        alike = Counter(locations.short(game, one) for one in ends)
        full = {at for at in ends if alike[locations.short(game, at)] > 1 or locations.square_of(at) in here}
        return {at: locations.label(game, at) if at in full else locations.short(game, at) for at in ends}

    def worded(to: str) -> Choice:
        at = Location(to)
        there, told = place_menu.at_place(game, seat, at, called(), movers=movers), hint(ends[at])
        label = f"{called()[at]}: {there.words}" if there.words else called()[at]
        return Choice(at, label, told, there.group, rank=place_menu.RANKS.index(there.group))

    return Listing(sorted(ends, key=partial(locations.label, game)), worded)
