"""Sieges that are laid, held and raised (rules 4.7)."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core.game import only_looks
from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces, peace
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Siege


def cite(game: Kingmaker, card_odds: str, covault: str) -> str:
    """Return the rule to name, by the way in which sieges are fought (option `siege_rule`)."""
    return covault if game.option("siege_rule") == "covault" else card_odds


# ---------------------------------------------------------------------- positions


def outside(game: Kingmaker, place: PlaceId) -> Location:
    """Return the location in the open before a site."""
    return locations.open_in(game.catalog.places[place].square)


def grounds(game: Kingmaker, place: PlaceId) -> list[Location]:
    """Return the places to besiege a site from: the open, and ships in its port (option `ship_siege_failure`)."""
    port = locations.port(place)
    lying = [ship for ship, counter in game.state.ships.items() if counter.at == port] if from_aboard(game) else []
    return [outside(game, place), *map(locations.aboard, lying)]


def from_aboard(game: Kingmaker) -> bool:
    """Whether nobles who besiege a port stay aboard their ship, and die if the siege fails [COV-5.23]."""
    return game.option("ship_siege_failure") == "killed"


def before(game: Kingmaker, place: PlaceId, seat: str = "") -> list[str]:
    """Return the nobles at the places from which a site can be besieged, of one seat or of all."""
    return [noble for at in grounds(game, place) for noble in forces.nobles_at(game, at, seat)]


def besiegers(game: Kingmaker, place: PlaceId) -> list[str]:
    """Return the nobles who besiege a site: all of the besieging faction before it, and its allies."""
    siege = game.state.sieges.get(place)
    if siege is None:
        return []
    there = [noble for noble in before(game, place) if peace.takes_part(game, noble, place)]
    own = [noble for noble in there if game.noble(noble).faction == siege.seat and _holds(game, noble, place)]
    return own + [noble for noble in there if noble in siege.allies]


def _holds(game: Kingmaker, noble: str, place: PlaceId) -> bool:
    """Whether a noble before a place holds its siege, and not another that he has laid (RULING 171).

    A noble who has laid no siege there belongs to the first siege of his faction.
    """
    rivals = _rivals(game, place)
    if not rivals or noble in game.state.sieges[place].men:
        return True
    if any(noble in game.state.sieges[other].men for other in rivals):
        return False
    first = next(other for other in game.state.sieges if other == place or other in rivals)
    return place == first or not game.state.sieges[place].men


def _rivals(game: Kingmaker, place: PlaceId) -> list[PlaceId]:
    """Return the other places in its square that are besieged by the seat that besieges a place."""
    seat = game.state.sieges[place].seat
    return [other for other in _besieged_near(game, place) if game.state.sieges[other].seat == seat]


def stand(game: Kingmaker, at: Location) -> Location:
    """Return the location where nobles at a location can be attacked.

    It is their own; for those who besiege a port from aboard a ship it is the open there (RULING 93).
    """
    if locations.kind(at) != "aboard" or not sites.besieging_ship(game, locations.name(at)):
        return at
    return locations.open_in(locations.square_of(game.shore(at)))


def shipborne(game: Kingmaker, place: PlaceId) -> list[str]:
    """Everybody aboard the ships from which a site is besieged [COV-8.6.10]."""
    afloat = [noble for noble in besiegers(game, place) if locations.kind(game.noble(noble).at) == "aboard"]
    ships = dict.fromkeys(game.noble(noble).at for noble in afloat)
    return [noble for at in ships for noble in forces.nobles_at(game, at)]


# ---------------------------------------------------------------------- strength


def defence(game: Kingmaker, place: PlaceId) -> int:
    """Men who defend a site: its garrison and all nobles inside, whoever they belong to [BASE-SGE-9, COV-8.5.1]."""
    return sites.garrison(game, place) + forces.total(game, forces.nobles_at(game, locations.inside(place)), "defence")


def to_take(game: Kingmaker, place: PlaceId) -> int:
    """Men needed to take a site [BASE-SGE-1, COV-6.1]."""
    return _share(defence(game, place), percent=game.catalog.siege.full_percent)


def required(game: Kingmaker, place: PlaceId) -> int:
    """Men needed to begin a siege or to hold it [BASE-SGE-1, COV-2.5]."""
    return _share(defence(game, place), percent=least_percent(game))


def least_percent(game: Kingmaker) -> int:
    """Per cent of the defence that a siege must not fall below (option `siege_rule`)."""
    printed = game.catalog.siege
    return printed.lay_percent if game.option("siege_rule") == "covault" else printed.full_percent


def _share(men: int, *, percent: int) -> int:
    return -(-men * percent // 100)


def men_to_hold(game: Kingmaker, nobles: Iterable[str]) -> int:
    """Return the men of some nobles for laying or holding a siege, which is not an attack [COV-5.13, COV-6.2]."""
    return forces.total(game, nobles, "siege")


def men_to_take(game: Kingmaker, nobles: Iterable[str]) -> int:
    """Men with whom some nobles storm a site [COV-6.1]."""
    return forces.total(game, stormers(game, nobles), "attack")


def stormers(game: Kingmaker, nobles: Iterable[str]) -> list[str]:
    """Return those of these nobles who may storm a site: nobody who keeps the King's Peace [COV-7.4.5.3]."""
    return [noble for noble in nobles if not game.noble(noble).returned]


def suffice(game: Kingmaker, place: PlaceId, nobles: Sequence[str]) -> bool:
    """Whether nobles are strong enough to do anything at a site: to besiege it, or to storm it at once."""
    holding = men_to_hold(game, nobles) >= required(game, place)
    return holding or men_to_take(game, nobles) >= to_take(game, place)


# ---------------------------------------------------------------------- laying and holding


def lay(
    game: Kingmaker,
    place: PlaceId,
    seat: str,
    attackers: Sequence[str],
    rule: str,
    why: str = "",
    *,
    announced: bool = True,
) -> None:
    """Put a site under siege by a seat, or let its siege go on, with the other factions' attackers as allies.

    `why` begins the sentence that tells it; one that nothing has `announced` names the attackers.
    """
    goes_on, name = place in game.state.sieges, names.castle(game, place)
    siege = game.state.sieges.setdefault(place, Siege(seat))
    own = [noble for noble in attackers if game.noble(noble).faction == seat]
    if _rivals(game, place):
        siege.men = list(dict.fromkeys([*(noble for noble in siege.men if noble in game.state.nobles), *own]))
    join(game, place, (noble for noble in attackers if noble not in own))
    peace.lay_at_home(game, place, attackers)
    decays, wears = game.option("garrison_decay") != "none", game.catalog.siege.decay_turn
    again = "; they may storm it again next turn" if siege.turn == 1 else ""
    more = f"; in turn {wears} its garrison shrinks to a quarter" if decays and siege.turn < wears else again
    turn = f"(turn {siege.turn} of the siege{more})."
    whom = "" if announced else f"with {names.cards(game, attackers)} "
    owner = sites.controller(game, place)
    held = f"{name} ({{{owner}}})" if owner else name
    laid = f"{why}{{{seat}}} {'keeps up the siege of' if goes_on else 'besieges'} {held} {whom}{turn}"
    text = laid if why or not announced else f"{{{seat}}}'s siege of {name} {'goes on' if goes_on else 'begins'} {turn}"
    game.emit("siege", text, about=[place], track=[locations.inside(place)], rule=rule)
    # Men hold one siege: an earlier one of theirs beside this one may be raised (RULING 171).
    others = _besieged_near(game, place)
    for earlier in (game.state.sieges[other] for other in others):
        earlier.men = [noble for noble in earlier.men if noble not in attackers]
        earlier.allies = [noble for noble in earlier.allies if noble not in attackers]
    for other in [other for other in others if failing(game, other)]:
        why = f"its besiegers have turned to {names.castle(game, place)}"
        lift(game, other, why, cite(game, "BASE-SGE-7", "COV-6.4.4"))


def abandons(game: Kingmaker, place: PlaceId, nobles: Sequence[str]) -> list[PlaceId]:
    """Return the sieges in the square of a place that would be raised if these nobles laid siege to it (RULING 171)."""
    seats = {game.noble(noble).faction for noble in nobles}
    held = [other for other in _besieged_near(game, place) if game.state.sieges[other].seat in seats]
    return [other for other in held if failing(game, other, nobles)]


def lost_without(game: Kingmaker, noble: str) -> list[PlaceId]:
    """Return the sieges that would be raised if a noble went away."""
    held = [place for place in game.state.sieges if noble in besiegers(game, place)]
    return [place for place in held if failing(game, place, [noble])]


def _besieged_near(game: Kingmaker, place: PlaceId) -> list[PlaceId]:
    """Return the other places in the square of a place that are under siege."""
    around = game.catalog.squares[game.catalog.places[place].square].places
    return [other for other in around if other != place and other in game.state.sieges]


def join(game: Kingmaker, place: PlaceId, nobles: Iterable[str]) -> None:
    """Let nobles of another faction take part in a siege until they leave it (RULING 65)."""
    allies = game.state.sieges[place].allies
    allies += [noble for noble in nobles if noble not in allies]


def next_turn(game: Kingmaker, seat: str) -> None:
    """Count the sieges of a seat one turn further at the start of its Combat phase [COV-6.2.1, COV-6.3].

    Where garrisons do not shrink (option `garrison_decay`) it is only told that they go on.
    """
    for place, siege in game.state.sieges.items():
        if siege.seat != seat:
            continue
        if game.option("garrison_decay") == "none":
            text = f"The siege of {names.castle(game, place)} goes on, and {{{seat}}} may storm it again."
            game.emit("siege_goes_on", text, about=[place], track=[locations.inside(place)], rule="BASE-SGE-3")
            continue
        siege.turn += 1
        worn = siege.turn == game.catalog.siege.decay_turn
        men = f", and its garrison is down to {sites.garrison(game, place)} men" if worn else ""
        text = f"{{{seat}}}'s siege of {names.castle(game, place)} goes on and enters turn {siege.turn}{men}."
        rule = "COV-6.3" if worn else "COV-6.2.1"
        game.emit("siege_turn", text, about=[place], track=[locations.inside(place)], rule=rule)


# ---------------------------------------------------------------------- raising


def raise_failed(game: Kingmaker) -> None:
    """Raise every siege whose besiegers are gone or too weak, or that has become pointless."""
    places = iter(list(game.state.sieges))
    while game.state.sieges and (failed := _next_failed(game, places)):
        place, over, why = failed
        if over:
            lift(game, place, over, "BASE-SGE-7", spared=True)
        else:
            lift(game, place, why, cite(game, "BASE-SGE-7", "COV-6.4.4"))


@only_looks
def _next_failed(game: Kingmaker, places: Iterator[PlaceId]) -> tuple[PlaceId, str, str] | None:
    """Return the next of some places whose siege is over: why it is pointless, or why its besiegers fail."""
    for place in places:
        over = _pointless(game, place)
        why = "" if over else failing(game, place)
        if over or why:
            return place, over, why
    return None


def failing(game: Kingmaker, place: PlaceId, without: Sequence[str] = ()) -> str:
    """Return why the besiegers of a site, `without` some, cannot hold it any more; "" if they can [BASE-SGE-7].

    In Covault, [COV-6.4.4].
    """
    seat, there = game.state.sieges[place].seat, [noble for noble in besiegers(game, place) if noble not in without]
    if not any(game.noble(noble).faction == seat for noble in there):
        return "no besieger is left"
    men, needed = men_to_hold(game, there), required(game, place)
    return f"{men} men are too few to keep it up; that takes {needed}" if men < needed else ""


def _pointless(game: Kingmaker, place: PlaceId) -> str:
    seat = game.state.sieges[place].seat
    if sites.controller(game, place) == seat:
        return f"it is {{{seat}}}'s now"
    if game.catalog.places[place].kind != "open_town" or sites.occupants(game, place, seat):
        return ""
    fought_for = any(step.site == place for step in game.steps)
    return "" if fought_for else "nobody is inside any more"


def lift(game: Kingmaker, place: PlaceId, why: str, rule: str, *, spared: bool = False) -> None:
    """End a siege that has not been concluded: the garrison is full again at once [BASE-SGE-7, COV-6.4.5].

    Those who besieged from ships die with it, unless they are `spared` [COV-6.4.6].
    """
    lost = [] if spared else shipborne(game, place)
    besieger = game.state.sieges.pop(place).seat
    text = f"The siege of {names.castle(game, place)} is raised: {why}."
    game.emit("siege_raised", text, about=[place], track=[locations.inside(place)], rule=rule)
    drown(game, place, lost)
    if sites.controller(game, place) in ("", besieger):
        sites.expel(game, place)


def drown(game: Kingmaker, place: PlaceId, nobles: Iterable[str]) -> None:
    """Kill the nobles who besieged a port from ships and have failed, and their heirs [COV-5.23, COV-6.4.6]."""
    lost = list(nobles)
    why = f"lost outside the port of {names.castle(game, place)}"
    aboard = dict.fromkeys(game.noble(noble).at for noble in lost)
    for heir in [heir for at in aboard for heir in forces.heirs_at(game, at) if heir not in lost]:
        deaths.kill_heir(game, heir, why, "COV-5.23")
    if lost:
        game.state.turn.drowned = True
        deaths.kill_nobles(game, lost, why, "COV-5.23")


def fail_landing(game: Kingmaker, place: PlaceId, nobles: Iterable[str]) -> None:
    """Kill the nobles aboard who have landed to besiege a port and are too weak for it (RULING 94) [COV-8.6.10]."""
    aboard = [noble for noble in nobles if locations.kind(game.noble(noble).at) == "aboard"]
    drown(game, place, aboard if from_aboard(game) else [])


def beaten(game: Kingmaker, losers: Iterable[str]) -> None:
    """Raise every siege with a besieger who has lost a battle in the open [BASE-SGE-7, COV-6.4.2].

    In Covault the loss of an ally alone only weakens a siege (RULING 150).
    """
    lost = set(losers)
    for place, siege in list(game.state.sieges.items()):
        decisive = besiegers(game, place)
        if game.option("siege_rule") == "covault":
            decisive = [noble for noble in decisive if game.noble(noble).faction == siege.seat]
        if lost & set(decisive):
            lift(game, place, "the besiegers are beaten", cite(game, "BASE-SGE-7", "COV-6.4.2"))
