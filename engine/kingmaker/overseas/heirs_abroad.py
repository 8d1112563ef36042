"""Heirs away from the mainland, where they must come back in time (rules 2.5) [COV-5.7, COV-8.6.3]."""

from collections.abc import Iterable, Sequence

from engine.core.errors import Illegal, allows
from engine.core.text import join_words
from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Heir
from engine.kingmaker.ships import harbours, shipping

HAVEN = PlaceId("carisbrooke")
"""The island castle that counts as mainland for heirs whose player held it before they embarked [COV-8.6.4]."""


def must_return(game: Kingmaker) -> bool:
    """Whether heirs may leave the mainland for a time only."""
    return game.option("heir_overseas") == "must_return"


def at_home(game: Kingmaker, heir: str) -> bool:
    """Whether an heir is ashore on the mainland, or on the island that counts as such to him."""
    return locations.on_mainland(game.heir(heir).at) or _in_haven(game, heir)


def _in_haven(game: Kingmaker, heir: str) -> bool:
    royal = game.heir(heir)
    return royal.haven and locations.square_of(royal.at) == game.catalog.places[HAVEN].square


# ---------------------------------------------------------------------- the clock


def update_clocks(game: Kingmaker) -> None:
    """Start the clocks of heirs who are away under somebody's control, and stop those of all others."""
    if not must_return(game) or not _perhaps_away(game):
        return
    for heir in succession.living(game):
        royal, seat = game.heir(heir), forces.seat_of_heir(game, heir)
        if not seat or at_home(game, heir):
            royal.clock, royal.clock_of, royal.haven = 0, "", _in_haven(game, heir)
        elif not royal.clock:
            _start(game, heir, seat)
        elif not royal.clock_of:
            royal.clock_of = seat


def _perhaps_away(game: Kingmaker) -> list[Heir]:
    """Return the heirs who were away from the mainland, or are now under somebody's control."""
    living = [royal for royal in game.state.heirs.values() if royal.alive]
    return [
        royal for royal in living if royal.clock or royal.haven or (royal.noble and not locations.on_mainland(royal.at))
    ]


def _start(game: Kingmaker, heir: str, seat: str) -> None:
    """Start an heir's clock: one more Movement phase if taken from the mainland, two if won abroad."""
    royal = game.heir(heir)
    taken_along = game.state.turn.phase == "movement" and (
        locations.kind(royal.at) == "aboard" or royal.at in _across_the_menai(game)
    )
    royal.clock, royal.clock_of = game.turn_of(seat) + (1 if taken_along else 2), seat
    royal.haven = sites.controller(game, HAVEN) == seat
    text = f"{names.heir(game, heir)} is away from the mainland and must be back by the end of {{{seat}}}'s "
    text += f"Movement phase of round {royal.clock}."
    game.emit("heir_away", text, about=[heir], track=[royal.at], rule="COV-8.6.3")


def _across_the_menai(game: Kingmaker) -> list[str]:
    """Where an heir stands who has crossed to Anglesey on foot (RULING 61)."""
    crossings = [crossing for crossing in game.catalog.crossings if crossing.first_step]
    islands = [s for crossing in crossings for s in crossing.squares if game.catalog.squares[s].kind == "island"]
    inside = [locations.inside(place) for square in islands for place in game.catalog.squares[square].places]
    return [*map(locations.open_in, islands), *inside]


def won(game: Kingmaker, heir: str) -> None:
    """Stop the clock of a captured heir; his captor gets a new one."""
    royal = game.heir(heir)
    royal.clock, royal.clock_of = 0, ""


def clock_seat(game: Kingmaker, heir: str) -> str:
    """Return the seat in whose Movement phase an heir's time runs out: the active one when he left (RULING 168)."""
    seat = game.heir(heir).clock_of
    return seat if seat and not game.faction(seat).gone else forces.seat_of_heir(game, heir)


def _away(game: Kingmaker) -> list[str]:
    """Return the heirs whose clock runs; never Beaufort [COV-4.8]."""
    return [heir for heir in succession.living(game) if heir in game.catalog.royals and game.heir(heir).clock]


def due(game: Kingmaker, seat: str) -> list[str]:
    """Return the heirs who die unless they are back at the end of a seat's Movement phase, whoever controls them."""
    round_ = game.state.turn.round
    return [heir for heir in _away(game) if game.heir(heir).clock <= round_ and clock_seat(game, heir) == seat]


def pressing(game: Kingmaker, seat: str) -> list[str]:
    """Return the heirs of a seat whose last chance to return is its Movement phase of this round."""
    own = [heir for heir in _away(game) if forces.seat_of_heir(game, heir) == seat]
    return [heir for heir in own if game.is_last_turn_before(clock_seat(game, heir), game.heir(heir).clock, seat)]


def warn(game: Kingmaker, seat: str) -> None:
    """Say at the beginning of a seat's Movement phase who has to be back at its end, or soon after."""
    for heir in dict.fromkeys([*due(game, seat), *pressing(game, seat)]):
        royal, clock = game.heir(heir), clock_seat(game, heir)
        when = f"before {{{clock}}}'s Movement phase of round {royal.clock} is over"
        text = f"{names.heir(game, heir)} dies if not back on the mainland "
        text += "at the end of this Movement phase." if clock == seat else f"{when}."
        game.emit("warning", text, about=[heir], track=[royal.at], rule="COV-5.7")


def strike(game: Kingmaker, seat: str) -> None:
    """Kill the heirs who are not back on the mainland in time [COV-5.7]."""
    update_clocks(game)
    for heir in due(game, seat):
        deaths.kill_heir(game, heir, "not back on the mainland in time", "COV-5.7")


# ---------------------------------------------------------------------- where ships may take them


def check_port(game: Kingmaker, ships: Sequence[str], place: PlaceId) -> None:
    """Raise Illegal if nobody, or nobody with an heir, may sail to a port [COV-8.6.2]."""
    if harbours.closed(game, place):
        raise Illegal(lambda: f"No ship ever enters {names.place(game, place)}; choose another port.", "COV-8.6.2")
    check_landing(game, shipping.passengers(game, ships), place)


def check_landing(game: Kingmaker, nobles: Sequence[str], place: PlaceId) -> None:
    """Raise Illegal if nobles have heirs with them who may land on the mainland only [COV-8.6.2]."""
    if not must_return(game):
        return
    heirs = [heir for noble in nobles for heir in forces.heirs_of(game, noble)]
    if not welcome(game, heirs, place):
        named = join_words(names.heir(game, heir) for heir in heirs)
        raise Illegal(
            lambda: f"With {named} aboard ships land on the mainland only, not at {names.place(game, place)}.",
            "COV-8.6.2",
        )


def may_land(game: Kingmaker, nobles: Sequence[str], place: PlaceId) -> bool:
    """Whether nobles pass `check_landing`."""
    return allows(check_landing, game, nobles, place)


def welcome(game: Kingmaker, heirs: Iterable[str], place: PlaceId) -> bool:
    """Whether ships may enter a port to land these heirs (option `heir_overseas`)."""
    if not must_return(game) or locations.on_mainland(locations.inside(place)):
        return True
    return all(game.heir(heir).haven and place == HAVEN for heir in heirs)
