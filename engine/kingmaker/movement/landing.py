"""Landing from ships in port: freely, or before hostile walls to besiege them (rules 2.4.5, 2.4.6)."""

from collections.abc import Iterator, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, distinct
from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces, vacillating
from engine.kingmaker.board.places import place_menu, sites
from engine.kingmaker.movement import land
from engine.kingmaker.overseas import french, heirs_abroad
from engine.kingmaker.ships import harbours, shipping


class Land(Action, frozen=True):
    """Put nobles ashore from a ship in port."""

    ship: str
    """The ship."""

    at: Location
    """Where they land."""

    nobles: list[str] = []
    """Who lands; nobody is named in a landing before hostile walls, which is everybody's."""


def check_landing_place(game: Kingmaker, place: PlaceId, at: Location) -> None:
    """Raise Illegal unless a location is one where people go ashore at a port [COV-5.21]."""
    if at not in (locations.inside(place), sieges.outside(game, place)):
        raise Illegal(
            lambda: f"From the port of {names.place(game, place)} land in the open there, or inside.", "BASE-SEA-5"
        )
    if at not in harbours.quays(game, place):
        raise Illegal(
            lambda: f"At {names.place(game, place)} people can land only inside, not in the open.", "COV-5.21"
        )


def _free_to_land(game: Kingmaker, seat: str, ship: str) -> list[str]:
    """Return the seat's nobles aboard a ship; one who vacillates stays aboard [WBC-V04.1]."""
    return [noble for noble in shipping.passengers(game, [ship], seat) if noble != game.state.turn.vacillating]


def _check_lander(game: Kingmaker, seat: str, ship: str) -> list[str]:
    """Return the seat's nobles aboard a ship in port; raises Illegal if there are none."""
    people = _free_to_land(game, seat, ship) if ship in game.state.ships else []
    if not people:
        raise Illegal("None of your nobles is aboard that ship.", "BASE-SEA-4")
    if not shipping.port_of(game, ship):
        raise Illegal(f"{game.catalog.ships[ship].name} is at sea; sail it to a port to land.", "BASE-SEA-2")
    return people


def check_land(game: Kingmaker, seat: str, order: Land) -> list[str]:
    """Return the nobles who land; raises Illegal unless they may (rules 2.4.6)."""
    vacillating.check_steady(game, order.nobles, "land")
    people = _check_lander(game, seat, order.ship)
    place = shipping.port_of(game, order.ship)
    harbours.check_ashore(game, seat, order.ship, order.at)
    if order.at == sieges.outside(game, place) and harbours.hostile_landing(game, seat, place):
        if order.nobles:
            raise Illegal("Outside hostile walls everybody lands; leave the nobles out.", "BASE-SEA-5")
        heirs_abroad.check_landing(game, people, place)
        harbours.check_assault(game, seat, place, people)
        return people
    check_landing_place(game, place, order.at)
    if not order.nobles or not distinct(order.nobles):
        raise Illegal("Name the nobles who land, each once.", "BASE-SEA-4")
    if not set(order.nobles) <= set(people):
        raise Illegal("Only your nobles aboard that ship can land from it.", "BASE-SEA-4")
    heirs_abroad.check_landing(game, order.nobles, place)
    if locations.kind(order.at) == "inside":
        sites.check_entry(game, place, seat, order.nobles, by_sea=True)
    return order.nobles


def land_nobles(game: Kingmaker, seat: str, order: Land) -> None:
    """Put nobles ashore."""
    people = check_land(game, seat, order)
    if order.nobles:
        go_ashore(game, people, order.at)
    else:
        storm_ashore(game, shipping.port_of(game, order.ship), people)


def go_ashore(game: Kingmaker, people: Sequence[str], at: Location) -> None:
    """Put people ashore at a location."""
    for noble in people:
        forces.place_at(game, noble, at)
        game.noble(noble).embarked = True
    text = f"{forces.words(game, people)} {names.verb(game, people, 'lands', 'land')} {locations.say(game, at)}."
    game.emit("landed", text, about=people, track=[at], rule="BASE-SEA-4")
    land.tell_alliance(game, people, at)
    french.put_ashore(game, people, at)


def storm_ashore(game: Kingmaker, place: PlaceId, people: Sequence[str]) -> None:
    """Come before hostile walls: the place has to be besieged in this turn's Combat phase [BASE-SEA-5, COV-8.6.9]."""
    if not sieges.from_aboard(game):
        go_ashore(game, people, sieges.outside(game, place))
    if place not in game.state.turn.must_besiege:
        game.state.turn.must_besiege.append(place)
    rule = sieges.cite(game, "BASE-SEA-5", "COV-8.6.9")
    text = f"{names.place(game, place)} must be besieged in this turn's Combat phase."
    game.emit("siege_forced", text, about=[place, *people], track=[locations.inside(place)], rule=rule)


# ---------------------------------------------------------------------- what is offered


def together(game: Kingmaker, seat: str, place: PlaceId, people: Sequence[str]) -> list[Location]:
    """Where nobles of a seat can go ashore together at a port that is not hostile."""
    within = locations.inside(place)
    enter = sites.may_enter(game, place, seat, people, by_sea=True)
    return [at for at in harbours.quays(game, place) if at != within or enter]


def _landings(game: Kingmaker, seat: str, ship: str) -> list[Location]:
    """Where somebody of a seat can land from a ship in port."""
    people, place = _free_to_land(game, seat, ship), shipping.port_of(game, ship)
    if not people or not place:
        return []
    quays = [at for at in harbours.quays(game, place) if harbours.may_go_ashore(game, seat, ship, at)]
    able = [at for at in quays if _landers(game, seat, ship, at, [])]
    outside = sieges.outside(game, place)
    if not harbours.hostile_landing(game, seat, place):
        return able
    storms = harbours.may_go_ashore(game, seat, ship, outside) and heirs_abroad.may_land(game, people, place)
    storms = storms and harbours.may_assault(game, seat, place, people)
    return [*([outside] if storms else []), *(at for at in able if at != outside)]


def _landers(game: Kingmaker, seat: str, ship: str, at: Location, picked: Sequence[str]) -> list[str]:
    """Return the nobles of a seat aboard who can land at a location together with those picked."""
    place = shipping.port_of(game, ship)
    left = [noble for noble in _free_to_land(game, seat, ship) if noble not in picked]
    left = [noble for noble in left if heirs_abroad.may_land(game, [noble], place)]
    if locations.kind(at) == "inside":
        left = [noble for noble in left if sites.may_enter(game, place, seat, [*picked, noble], by_sea=True)]
    return left


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer the landings that are possible now."""

    def ships() -> Iterator[str]:
        aboard = {game.noble(noble).at for noble in forces.nobles_of(game, seat)}
        return (s for s in game.state.ships if locations.aboard(s) in aboard and _landings(game, seat, s))

    if not any(True for _ in ships()):
        return []

    def quays(draft: Draft) -> list[Choice]:
        able = _landings(game, seat, draft["ship"])
        return [place_menu.choice(game, seat, at, locations.label(game, at)) for at in able]

    def storming(draft: Draft) -> bool:
        inside = locations.kind(draft["at"]) == "inside"
        return not inside and harbours.hostile_landing(game, seat, shipping.port_of(game, draft["ship"]))

    def landers(draft: Draft) -> list[Choice]:
        return shipping.noble_choices(game, _landers(game, seat, draft["ship"], draft["at"], draft.get("nobles", [])))

    fields = (
        Field("ship", "From which ship?", lambda _: shipping.choices(game, ships())),
        Field("at", "Where?", quays, reach="ship", places=True),
        Field("nobles", "Who lands?", landers, many=True, when=lambda d: not storming(d)),
    )
    return [Offer(Land, "Land from a ship", fields)]
