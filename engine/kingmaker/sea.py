"""Movement by sea: embarking, sailing, landing (rules 2.4)."""

from collections.abc import Iterable, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal, allows
from engine.kingmaker import (
    exile,
    forces,
    french,
    geography,
    harbours,
    land,
    locations,
    names,
    peace,
    refuge,
    shipping,
    sieges,
    sites,
    vacillation,
)
from engine.kingmaker.catalog import catalog
from engine.kingmaker.game import Kingmaker

STEPS_BY_SEA = 5


class Embark(Action, frozen=True):
    """Take nobles aboard a ship that lies in port beside them."""

    ship: str
    nobles: list[str]


class Sail(Action, frozen=True):
    """Sail ships that lie together to a sea square or a port, and let everybody aboard land there at `land`, or not."""

    ships: list[str]
    to: str
    land: str = ""


class Land(Action, frozen=True):
    """Put nobles ashore from a ship in port; a landing before hostile walls is everybody's, and names nobody."""

    ship: str
    at: str
    nobles: list[str] = []


# ---------------------------------------------------------------------- embarking


def check_ship_loads(game: Kingmaker, seat: str, ship: str) -> None:
    """Raise Illegal unless a ship may take passengers where it is [BASE-SEA-2]."""
    shipping.check_master(game, seat, ship)
    peace.check_ship(game, ship)
    counter, name = game.ship(ship), game.book.ships[ship].name
    place = shipping.port_of(game, ship)
    if not place:
        raise Illegal(f"{name} is at sea; passengers go aboard in port.", "BASE-SEA-2")
    if counter.steps:
        raise Illegal(f"{name} has sailed this turn; passengers go aboard before it sails.", "BASE-SEA-2")
    if counter.loaded_at not in ("", place):
        raise Illegal(f"{name} has taken passengers at {names.place(counter.loaded_at)} this turn.", "BASE-SEA-2")


def check_passenger(game: Kingmaker, seat: str, ship: str, noble: str) -> None:
    """Raise Illegal unless a noble may go aboard a ship, room left aside [BASE-SEA-2, BASE-SEA-4]."""
    land.check_own(game, seat, noble)
    person, place = game.noble(noble), shipping.port_of(game, ship)
    if sites.under_siege(game, person.at):
        raise Illegal(f"{names.card(noble)} is under siege and cannot go aboard.", "BASE-SGE-6")
    if person.moved:
        raise Illegal(f"{names.card(noble)} has moved by land this turn and cannot go aboard.", "BASE-SEA-4")
    if person.embarked or locations.kind(person.at) == "aboard":
        raise Illegal(f"{names.card(noble)} goes aboard only once a turn.", "BASE-SEA-2")
    _check_quay(game, seat, place, noble)
    peace.check_move(game, noble)
    vacillation.check_steady(game, [noble], "go aboard")
    land.check_not_bound(game, noble)


def _check_quay(game: Kingmaker, seat: str, place: str, noble: str) -> None:
    """Raise Illegal unless a noble is where people go aboard at a port [BASE-SEA-2, COV-5.21, COV-8.6.7]."""
    at, name = game.noble(noble).at, names.place(place)
    if at not in (locations.inside(place), sieges.outside(game, place)):
        raise Illegal(f"{names.card(noble)} is not at {name}, where the ship lies.", "BASE-SEA-2")
    quays = harbours.quays(game, place)
    if at not in quays:
        raise Illegal(f"At {name} people go aboard from inside only, not from the open.", "COV-5.21")
    if len(quays) == 1 and not sites.friendly(game, place, seat):
        raise Illegal(f"{name} is not friendly to you; nobody of yours goes aboard there without leave.", "COV-8.6.7")


def _may_board(game: Kingmaker, seat: str, ship: str, noble: str) -> bool:
    loads = allows(check_ship_loads, game, seat, ship) and allows(check_passenger, game, seat, ship, noble)
    return loads and shipping.has_berths(game, ship, [noble])


def embark(game: Kingmaker, seat: str, order: Embark) -> None:
    """Take nobles aboard."""
    check_ship_loads(game, seat, order.ship)
    if not order.nobles or len(set(order.nobles)) < len(order.nobles):
        raise Illegal("Name the nobles who go aboard, each once.", "BASE-SEA-2")
    for noble in order.nobles:
        check_passenger(game, seat, order.ship, noble)
    shipping.check_berths(game, order.ship, order.nobles)
    name, came_from = game.book.ships[order.ship].name, game.noble(order.nobles[0]).at
    for noble in order.nobles:
        forces.place_at(game, noble, locations.aboard(order.ship))
        game.noble(noble).embarked = True
    game.ship(order.ship).loaded_at = shipping.port_of(game, order.ship)
    text = f"{forces.words(game, order.nobles)}: aboard {name} at {names.place(shipping.port_of(game, order.ship))}."
    game.emit("embarked", text, about=[order.ship, *order.nobles], track=[came_from], rule="BASE-SEA-2")


# ---------------------------------------------------------------------- sailing


def check_sails(game: Kingmaker, seat: str, ship: str) -> None:
    """Raise Illegal unless a ship may begin to sail."""
    shipping.check_master(game, seat, ship)
    peace.check_ship(game, ship)
    vacillation.check_ship(game, ship)
    if game.ship(ship).steps:
        raise Illegal(f"{game.book.ships[ship].name} has sailed already this turn.", "BASE-SEA-1")
    harbours.check_leave(game, seat, ship)


def may_sail(game: Kingmaker, seat: str, ship: str) -> bool:
    """Whether `check_sails` lets a ship begin to sail."""
    return allows(check_sails, game, seat, ship)


def check_voyage(game: Kingmaker, seat: str, ships: Sequence[str], to: str) -> None:
    """Raise Illegal unless ships that lie together may sail to a port or a sea square together."""
    if not ships or len(set(ships)) < len(ships):
        raise Illegal("Name the ships that sail, each once.", "BASE-SEA-1")
    for ship in ships:
        check_sails(game, seat, ship)
    start = game.ship(ships[0]).at
    if any(game.ship(ship).at != start for ship in ships):
        raise Illegal("Only ships that lie together sail together; order the others apart.", "BASE-SEA-1")
    far = geography.voyages(start).get(to)
    if locations.kind(to) == "port" and not sites.on_map(game, locations.name(to)):
        raise Illegal(f"{_short(to)} belongs to the Continent now; sail there.", "WBC-C08.1")
    if not far:
        raise Illegal("Choose another port or sea square, such as port:dover or sea:dover_strait.", "BASE-SEA-1")
    if far > STEPS_BY_SEA:
        raise Illegal(f"That is {far} steps away; a ship sails at most {STEPS_BY_SEA}.", "BASE-SEA-1")
    if locations.kind(to) == "port":
        _check_port(game, seat, ships, locations.name(to))


def _check_port(game: Kingmaker, seat: str, ships: Sequence[str], place: str) -> None:
    """Raise Illegal unless ships may sail into a port, to land or to besiege (rules 2.4.5, 2.5)."""
    exile.check_port(game, ships, place)
    refuge.check_arrival(game, seat, shipping.passengers(game, ships, seat), locations.port(place))
    if not harbours.lets_in(game, seat, ships, place):
        harbours.check_assault(game, seat, place, shipping.passengers(game, ships, seat))


def goals(game: Kingmaker, seat: str, ships: Sequence[str]) -> list[str]:
    """The ports and sea squares to which ships that lie together may sail."""
    far = geography.voyages(game.ship(ships[0]).at)
    return [
        to for to, steps in far.items() if 0 < steps <= STEPS_BY_SEA and allows(check_voyage, game, seat, ships, to)
    ]


def sail(game: Kingmaker, seat: str, order: Sail) -> None:
    """Carry out a voyage, and the landing at its end."""
    check_voyage(game, seat, order.ships, order.to)
    people = shipping.passengers(game, order.ships, seat)
    forced = _forces_port(game, seat, order.ships, order.to)
    if order.land:
        _check_landing_of_all(game, seat, order, people, forced)
    track = geography.course(game.ship(order.ships[0]).at, order.to)
    for ship in order.ships:
        counter = game.ship(ship)
        counter.at, counter.steps, counter.driven, counter.from_start = order.to, len(track) - 1, False, False
    aboard = shipping.passengers(game, order.ships)
    for noble in aboard:
        game.noble(noble).embarked = True
    name = names.listed(game.book.ships[ship].name for ship in order.ships)
    text = f"{name}{' with ' + forces.words(game, aboard) if aboard else ''}: {_short(track[0])} -> {_short(order.to)}."
    game.emit("moved", text, about=[*order.ships, *aboard], track=track, rule="BASE-SEA-1")
    if forced:
        _storm_ashore(game, locations.name(order.to), people)
    elif order.land:
        _go_ashore(game, people, order.land)
    for ship in order.ships:
        shipping.finish_voyage(game, ship)


def _forces_port(game: Kingmaker, seat: str, ships: Sequence[str], to: str) -> bool:
    return locations.kind(to) == "port" and not harbours.lets_in(game, seat, ships, locations.name(to))


def _check_landing_of_all(game: Kingmaker, seat: str, order: Sail, people: Sequence[str], forced: bool) -> None:
    if locations.kind(order.to) != "port" or not people:
        raise Illegal("Nobody can land there; leave the landing out.", "BASE-SEA-5")
    if forced:
        raise Illegal("Before hostile walls nobody lands where he likes; leave the landing out.", "BASE-SEA-5")
    check_landing_place(game, locations.name(order.to), order.land)
    if locations.kind(order.land) == "inside":
        sites.check_entry(game, locations.name(order.land), seat, people)


def _short(at: str) -> str:
    return names.place(locations.name(at)) if locations.kind(at) == "port" else catalog().seas[locations.name(at)].name


# ---------------------------------------------------------------------- landing


def check_landing_place(game: Kingmaker, place: str, at: str) -> None:
    """Raise Illegal unless a location is one where people go ashore at a port [COV-5.21]."""
    if at not in (locations.inside(place), sieges.outside(game, place)):
        raise Illegal(f"From the port of {names.place(place)} land in the open there, or inside.", "BASE-SEA-5")
    if at not in harbours.quays(game, place):
        raise Illegal(f"At {names.place(place)} people go ashore inside only, not in the open.", "COV-5.21")


def _free_to_land(game: Kingmaker, seat: str, ship: str) -> list[str]:
    """The seat's nobles aboard a ship; one who vacillates stays aboard [WBC-V04.1]."""
    return [noble for noble in shipping.passengers(game, [ship], seat) if noble != game.state.turn.vacillating]


def _check_lander(game: Kingmaker, seat: str, ship: str) -> list[str]:
    """Return the seat's nobles aboard a ship in port; raises Illegal if there are none."""
    people = _free_to_land(game, seat, ship) if ship in game.state.ships else []
    if not people:
        raise Illegal("None of your nobles is aboard that ship.", "BASE-SEA-4")
    if not shipping.port_of(game, ship):
        raise Illegal(f"{game.book.ships[ship].name} is at sea; sail it to a port to land.", "BASE-SEA-2")
    return people


def check_land(game: Kingmaker, seat: str, order: Land) -> list[str]:
    """Return the nobles who land; raises Illegal unless they may (rules 2.4.6)."""
    vacillation.check_steady(game, order.nobles, "land")
    people = _check_lander(game, seat, order.ship)
    place = shipping.port_of(game, order.ship)
    harbours.check_ashore(game, seat, order.ship, order.at)
    if order.at == sieges.outside(game, place) and harbours.hostile_landing(game, seat, place):
        if order.nobles:
            raise Illegal("Before hostile walls everybody lands; name no nobles.", "BASE-SEA-5")
        exile.check_landing(game, people, place)
        harbours.check_assault(game, seat, place, people)
        return people
    check_landing_place(game, place, order.at)
    if not order.nobles or len(set(order.nobles)) < len(order.nobles):
        raise Illegal("Name the nobles who land, each once.", "BASE-SEA-4")
    if not set(order.nobles) <= set(people):
        raise Illegal("Only your nobles aboard that ship can land from it.", "BASE-SEA-4")
    exile.check_landing(game, order.nobles, place)
    if locations.kind(order.at) == "inside":
        sites.check_entry(game, place, seat, order.nobles)
    return order.nobles


def land_nobles(game: Kingmaker, seat: str, order: Land) -> None:
    """Put nobles ashore."""
    people = check_land(game, seat, order)
    if order.nobles:
        _go_ashore(game, people, order.at)
    else:
        _storm_ashore(game, shipping.port_of(game, order.ship), people)


def _go_ashore(game: Kingmaker, people: Sequence[str], at: str) -> None:
    for noble in people:
        forces.place_at(game, noble, at)
        game.noble(noble).embarked = True
    text = f"{forces.words(game, people)}: ashore, {locations.say(at)}."
    game.emit("landed", text, about=people, track=[at], rule="BASE-SEA-4")
    land.tell_alliance(game, people, at)
    french.put_ashore(game, people, at)


def _storm_ashore(game: Kingmaker, place: str, people: Sequence[str]) -> None:
    """Come before hostile walls: the place has to be besieged in this turn's Combat phase [BASE-SEA-5, COV-8.6.9]."""
    if not sieges.from_aboard(game):
        _go_ashore(game, people, sieges.outside(game, place))
    if place not in game.state.turn.must_besiege:
        game.state.turn.must_besiege.append(place)
    rule = sieges.cite(game, "BASE-SEA-5", "COV-8.6.9")
    text = f"{names.place(place)} has to be besieged in this turn's Combat phase."
    game.emit("siege_forced", text, about=[place, *people], track=[locations.inside(place)], rule=rule)


# ---------------------------------------------------------------------- what is offered


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer the embarkations, voyages and landings that are possible now."""
    own = shipping.ships_of(game, seat)
    loading = [ship for ship in own if boarders(game, seat, ship, [])]
    sailing = [ship for ship in own if may_sail(game, seat, ship)]
    landing = [ship for ship in game.state.ships if _landings(game, seat, ship)]
    found = [_embark_offer(game, seat, loading)] if loading else []
    found += [_sail_offer(game, seat, sailing)] if sailing else []
    return [*found, _land_offer(game, seat, landing)] if landing else found


def _ship_choices(game: Kingmaker, ships: Iterable[str]) -> list[Choice]:
    return [Choice(ship, game.book.ships[ship].name, locations.say(game.ship(ship).at)) for ship in ships]


def _noble_choices(game: Kingmaker, nobles: Iterable[str]) -> list[Choice]:
    return [Choice(noble, names.card(noble), f"{shipping.burden(game, noble)} men") for noble in nobles]


def boarders(game: Kingmaker, seat: str, ship: str, picked: Sequence[str]) -> list[str]:
    """The nobles of a seat who can go aboard a ship together with those picked."""
    quay = locations.square_of(game.ship(ship).at)
    near = [n for n in forces.nobles_of(game, seat) if quay and locations.square_of(game.noble(n).at) == quay]
    able = [noble for noble in near if noble not in picked]
    boarding = [noble for noble in able if _may_board(game, seat, ship, noble)]
    return [noble for noble in boarding if shipping.has_berths(game, ship, [*picked, noble])]


def _embark_offer(game: Kingmaker, seat: str, ships: list[str]) -> Offer:
    def company(draft: Draft) -> list[Choice]:
        return _noble_choices(game, boarders(game, seat, draft["ship"], draft.get("nobles", [])))

    return Offer(
        Embark,
        "Go aboard a ship",
        (
            Field("ship", "Which ship?", lambda _: _ship_choices(game, ships)),
            Field("nobles", "Who goes aboard?", company, many=True),
        ),
    )


def _sail_offer(game: Kingmaker, seat: str, ships: list[str]) -> Offer:
    def fleet(draft: Draft) -> list[Choice]:
        picked = draft.get("ships", [])
        able = [s for s in ships if s not in picked and (not picked or game.ship(s).at == game.ship(picked[0]).at)]
        return _ship_choices(game, able)

    def ports_and_seas(draft: Draft) -> list[Choice]:
        found = goals(game, seat, draft["ships"])
        return sorted((_goal(game, seat, draft["ships"], to) for to in found), key=lambda choice: choice.label)

    def landings(draft: Draft) -> list[Choice]:
        return [Choice(at, locations.label(at)) for at in shores(game, seat, draft["ships"], draft["to"])]

    return Offer(
        Sail,
        "Sail",
        (
            Field("ships", "Which ships?", fleet, many=True),
            Field("to", "Where to?", ports_and_seas),
            Field("land", "Where does everybody land?", landings, least=0, when=lambda d: bool(landings(d))),
        ),
    )


def _goal(game: Kingmaker, seat: str, ships: Sequence[str], to: str) -> Choice:
    hint = "to besiege it this turn" if _forces_port(game, seat, ships, to) else ""
    return Choice(to, f"{_short(to)} ({'port' if locations.kind(to) == 'port' else 'at sea'})", hint)


def shores(game: Kingmaker, seat: str, ships: Sequence[str], to: str) -> list[str]:
    """Where all passengers of a voyage can land together at its end."""
    people = shipping.passengers(game, ships, seat)
    if not people or locations.kind(to) != "port" or _forces_port(game, seat, ships, to):
        return []
    return _beside(game, seat, locations.name(to), people)


def _beside(game: Kingmaker, seat: str, place: str, people: Sequence[str]) -> list[str]:
    """Where these nobles can go ashore together at a port that is not hostile."""
    within = locations.inside(place)
    enter = sites.may_enter(game, place, seat, people)
    return [at for at in harbours.quays(game, place) if at != within or enter]


def _landings(game: Kingmaker, seat: str, ship: str) -> list[str]:
    """Where somebody of a seat can land from a ship in port."""
    people, place = _free_to_land(game, seat, ship), shipping.port_of(game, ship)
    if not people or not place:
        return []
    quays = [at for at in harbours.quays(game, place) if harbours.may_go_ashore(game, seat, ship, at)]
    found = [at for at in quays if _landers(game, seat, ship, at, [])]
    outside = sieges.outside(game, place)
    if not harbours.hostile_landing(game, seat, place):
        return found
    storms = harbours.may_go_ashore(game, seat, ship, outside) and exile.may_land(game, people, place)
    storms = storms and harbours.may_assault(game, seat, place, people)
    return [*([outside] if storms else []), *(at for at in found if at != outside)]


def _landers(game: Kingmaker, seat: str, ship: str, at: str, picked: Sequence[str]) -> list[str]:
    """The nobles of a seat aboard who can land at a location together with those picked."""
    place = shipping.port_of(game, ship)
    left = [noble for noble in _free_to_land(game, seat, ship) if noble not in picked]
    left = [noble for noble in left if exile.may_land(game, [noble], place)]
    if locations.kind(at) == "inside":
        left = [noble for noble in left if sites.may_enter(game, place, seat, [*picked, noble])]
    return left


def _land_offer(game: Kingmaker, seat: str, ships: list[str]) -> Offer:
    def quays(draft: Draft) -> list[Choice]:
        return [Choice(at, locations.label(at)) for at in _landings(game, seat, draft["ship"])]

    def storming(draft: Draft) -> bool:
        inside = locations.kind(draft["at"]) == "inside"
        return not inside and harbours.hostile_landing(game, seat, shipping.port_of(game, draft["ship"]))

    def landers(draft: Draft) -> list[Choice]:
        return _noble_choices(game, _landers(game, seat, draft["ship"], draft["at"], draft.get("nobles", [])))

    return Offer(
        Land,
        "Land from a ship",
        (
            Field("ship", "From which ship?", lambda _: _ship_choices(game, ships)),
            Field("at", "Where?", quays),
            Field("nobles", "Who lands?", landers, many=True, when=lambda d: not storming(d)),
        ),
    )


ACTIONS: tuple[type[Action], ...] = (Embark, Sail, Land)
