"""Sailing from port to port and over the sea (rules 2.4.1, 2.4.5)."""

from collections.abc import Iterator, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Listing, Offer, distinct
from engine.core.errors import Illegal, allows
from engine.core.text import counted, join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location
from engine.kingmaker.board.people import forces, peace, vacillating
from engine.kingmaker.board.places import geography, place_menu, sites
from engine.kingmaker.movement import landing
from engine.kingmaker.overseas import heirs_abroad, refuge
from engine.kingmaker.ships import harbours, shipping

TO_BESIEGE = "to besiege it this turn"
"""What is said of a port into which ships force their way."""


class Sail(Action, frozen=True):
    """Sail ships that lie together."""

    ships: list[str]
    """The ships."""

    to: Location
    """The sea square or port to which they sail."""

    land: Location = NOWHERE
    """Where everybody aboard lands at the end; "" for nobody lands."""


def check_sails(game: Kingmaker, seat: str, ship: str) -> None:
    """Raise Illegal unless a ship may begin to sail."""
    shipping.check_master(game, seat, ship)
    peace.check_ship(game, ship)
    vacillating.check_ship(game, ship)
    if game.ship(ship).steps:
        raise Illegal(f"{game.catalog.ships[ship].name} has sailed already this turn.", "BASE-SEA-1")
    harbours.check_leave(game, seat, ship)
    shipping.check_laden(game, ship)


def may_sail(game: Kingmaker, seat: str, ship: str) -> bool:
    """Whether `check_sails` lets a ship begin to sail."""
    return allows(check_sails, game, seat, ship)


def check_voyage(game: Kingmaker, seat: str, ships: Sequence[str], to: Location) -> None:
    """Raise Illegal unless ships that lie together may sail to a port or a sea square together."""
    _check_fleet(game, seat, ships)
    _check_goal(game, seat, ships, to)


def _check_fleet(game: Kingmaker, seat: str, ships: Sequence[str]) -> None:
    if not ships or not distinct(ships):
        raise Illegal("Name the ships that sail, each once.", "BASE-SEA-1")
    for ship in ships:
        check_sails(game, seat, ship)
    start = game.ship(ships[0]).at
    if any(game.ship(ship).at != start for ship in ships):
        raise Illegal("Only ships that lie together sail together; move the others separately.", "BASE-SEA-1")


def _check_goal(game: Kingmaker, seat: str, ships: Sequence[str], to: Location) -> None:
    far = geography.voyages(game.ship(ships[0]).at).get(to)
    if locations.kind(to) == "port" and not sites.on_map(game, locations.place_of(to)):
        raise Illegal(lambda: f"{_short(game, to)} belongs to the Continent now; sail there.", "WBC-C08.1")
    if not far:
        raise Illegal("Choose another port or sea square, such as port:dover or sea:dover_strait.", "BASE-SEA-1")
    if far > shipping.STEPS_BY_SEA:
        raise Illegal(f"That is {far} steps away; a ship sails at most {shipping.STEPS_BY_SEA}.", "BASE-SEA-1")
    if locations.kind(to) == "port":
        # Ships come into a port to land, or to besiege it (rules 2.4.5, 2.5).
        place = locations.place_of(to)
        heirs_abroad.check_port(game, ships, place)
        refuge.check_arrival(game, seat, shipping.passengers(game, ships, seat), locations.port(place))
        if not harbours.lets_in(game, seat, ships, place):
            harbours.check_assault(game, seat, place, shipping.passengers(game, ships, seat))


def goals(game: Kingmaker, seat: str, ships: Sequence[str]) -> list[Location]:
    """Return the ports and sea squares to which ships that lie together may sail."""
    far = geography.voyages(game.ship(ships[0]).at)
    near = [to for to, steps in far.items() if 0 < steps <= shipping.STEPS_BY_SEA]
    able = near if allows(_check_fleet, game, seat, ships) else []
    return [to for to in able if locations.kind(to) == "sea" or allows(_check_goal, game, seat, ships, to)]


def sail(game: Kingmaker, seat: str, order: Sail) -> None:
    """Carry out a voyage, and the landing at its end."""
    check_voyage(game, seat, order.ships, order.to)
    people = shipping.passengers(game, order.ships, seat)
    forced = _forces_port(game, seat, order.ships, order.to)
    if order.land:
        _check_landing_of_all(game, seat, order, people, forced)
    track = geography.course(game.ship(order.ships[0]).at, order.to)
    for ship in order.ships:
        shipping.send(game, ship, order.to)
        game.ship(ship).steps = len(track) - 1
    aboard = shipping.passengers(game, order.ships)
    for noble in aboard:
        game.noble(noble).embarked = True
    name = join_words(game.catalog.ships[ship].name for ship in order.ships)
    who = f"{name} with {forces.words(game, aboard)}" if aboard else name
    sails = "sails" if len(order.ships) == 1 else "sail"
    text = f"{who} {sails} from {_short(game, track[0])} to {_short(game, order.to)}."
    game.emit("moved", text, about=[*order.ships, *aboard], track=track, rule="BASE-SEA-1")
    if forced:
        landing.storm_ashore(game, locations.place_of(order.to), people)
    elif order.land:
        landing.go_ashore(game, people, order.land)
    for ship in order.ships:
        shipping.finish_voyage(game, ship)


def _forces_port(game: Kingmaker, seat: str, ships: Sequence[str], to: Location) -> bool:
    return locations.kind(to) == "port" and not harbours.lets_in(game, seat, ships, locations.place_of(to))


def _check_landing_of_all(game: Kingmaker, seat: str, order: Sail, people: Sequence[str], forced: bool) -> None:
    """Raise Illegal unless all passengers can land at the end of a voyage where its order says."""
    if locations.kind(order.to) != "port" or not people:
        raise Illegal("Nobody can land there; leave the landing out.", "BASE-SEA-5")
    if forced:
        raise Illegal("Outside hostile walls nobody chooses where to land; leave the landing out.", "BASE-SEA-5")
    landing.check_landing_place(game, locations.place_of(order.to), order.land)
    if locations.kind(order.land) == "inside":
        sites.check_entry(game, locations.place_of(order.land), seat, people, by_sea=True)


def _short(game: Kingmaker, at: Location) -> str:
    return (
        names.place(game, locations.place_of(at))
        if locations.kind(at) == "port"
        else names.within(game.catalog.seas[locations.sea_of(at)].name)
    )


# ---------------------------------------------------------------------- what is offered


def shores(game: Kingmaker, seat: str, ships: Sequence[str], to: Location) -> list[Location]:
    """Where all passengers of a voyage can land together at its end."""
    people = shipping.passengers(game, ships, seat)
    if not people or locations.kind(to) != "port" or _forces_port(game, seat, ships, to):
        return []
    return landing.together(game, seat, locations.place_of(to), people)


def _label(game: Kingmaker, to: Location) -> str:
    return f"{_short(game, to)} ({'port' if locations.kind(to) == 'port' else 'at sea'})"


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer the voyages that are possible now."""

    def able() -> Iterator[str]:
        return (ship for ship in shipping.ships_of(game, seat) if may_sail(game, seat, ship))

    if not any(True for _ in able()):
        return []

    def fleet(draft: Draft) -> list[Choice]:
        picked = draft.get("ships", [])
        left = [s for s in able() if s not in picked and (not picked or game.ship(s).at == game.ship(picked[0]).at)]
        return shipping.choices(game, left)

    def ports_and_seas(draft: Draft) -> Sequence[Choice]:
        ends = sorted(goals(game, seat, draft["ships"]), key=lambda to: _label(game, to))
        return Listing(ends, lambda to: goal(draft["ships"], Location(to)))

    def goal(ships: Sequence[str], to: Location) -> Choice:
        far = geography.sea_distance(game.ship(ships[0]).at, to)
        away = f"{counted(far, 'square')} away by sea" if far else ""
        hint = TO_BESIEGE if _forces_port(game, seat, ships, to) else away
        return place_menu.choice(game, seat, to, _label(game, to), hint)

    def landings(draft: Draft) -> list[Choice]:
        able = shores(game, seat, draft["ships"], draft["to"])
        return [place_menu.choice(game, seat, at, locations.label(game, at)) for at in able]

    fields = (
        Field("ships", "Which ships?", fleet, many=True),
        Field("to", "Where to?", ports_and_seas, reach="ships", places=True),
        Field("land", "Where does everybody land?", landings, least=0, when=lambda d: bool(landings(d)), places=True),
    )
    return [Offer(Sail, "Sail", fields)]
