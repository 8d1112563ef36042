"""Control of sites, their status for a faction, and who may be inside (rules 0.4)."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Literal

from engine.core.errors import Illegal, allows
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import NobleCard, TownCard, ours
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.state import Control, Siege

Status = Literal["friendly", "unfriendly", "neutral", "none"]

CAPTURE = "capture"


def on_map(game: Kingmaker, place: PlaceId) -> bool:
    """Whether a place is still in the game: a fallen one has become part of the Continent [WBC-C08.1]."""
    return place not in game.state.fallen


def controller(game: Kingmaker, place: PlaceId) -> str:
    """Return the seat that controls a fortress; "" if it is neutral or cannot be controlled."""
    control = game.state.control.get(place)
    return control.seat if control else ""


def held_by(game: Kingmaker, seat: str) -> list[PlaceId]:
    """Return the fortresses that a seat controls."""
    return [place for place, control in game.state.control.items() if control.seat == seat]


def by_nobles(game: Kingmaker) -> bool:
    """Whether every place is assigned to one noble, and not to a whole faction [COV-5.5]."""
    return game.option("site_holder") == "noble"


def keeper(game: Kingmaker, place: PlaceId) -> str:
    """Return the noble to whom a fortress is assigned; "" if nobody controls it, or factions hold places [COV-5.5]."""
    control = game.state.control.get(place)
    return control.noble if control else ""


def occupants(game: Kingmaker, place: PlaceId, but: str = "") -> list[str]:
    """Return the seats other than `but` that have nobles inside a site."""
    inside = forces.nobles_at(game, locations.inside(place))
    return sorted({game.noble(noble).faction for noble in inside} - {but})


def status(game: Kingmaker, place: PlaceId, seat: str) -> Status:
    """Return the status of a site for a seat (rules 0.4) [BASE-SIT-5]; permissions are asked with `granted`."""
    kind = game.catalog.places[place].kind
    if kind in ("unfortified_town", "area"):
        return "none"
    if kind == "open_town":
        return "unfriendly" if occupants(game, place, seat) else "friendly"
    holder = controller(game, place)
    if not holder:
        return "neutral"
    return "friendly" if holder == seat else "unfriendly"


def declared(game: Kingmaker) -> bool:
    """Whether a permission covers the whole place including its port [COV-8.2.4]."""
    return game.option("passage_permission") == "garrison_alliance"


def granted(game: Kingmaker, place: PlaceId, seat: str, purpose: str = "enter") -> bool:
    """Whether the site's controller lets `seat` use it for `purpose` (rules 7.5)."""
    return bool(game.state.grants) and any(
        grant.site == place and grant.to == seat and grant.by == controller(game, place)
        for grant in game.state.grants
        if grant.purpose == purpose or (grant.purpose == "enter" and declared(game))
    )


def friendly(game: Kingmaker, place: PlaceId, seat: str) -> bool:
    """Whether a site is friendly to a seat, by control or by leave of its controller."""
    return status(game, place, seat) == "friendly" or granted(game, place, seat)


def closed_to(game: Kingmaker, fortresses: Sequence[PlaceId], seat: str) -> list[PlaceId]:
    """Return those of some fortresses that are not friendly to a seat."""
    control = game.state.control
    foreign = [place for place in fortresses if place not in control or control[place].seat != seat]
    return [place for place in foreign if not granted(game, place, seat)] if game.state.grants else foreign


def doors(game: Kingmaker, seat: str) -> frozenset[PlaceId]:
    """Return the places that may be open to a seat: its own, those it has permission for, and open towns.

    The seat's nobles can go inside no other place; `check_entry` tells whether they can enter one of these now.
    """
    own = (place for place, control in game.state.control.items() if control.seat == seat)
    by_leave = (PlaceId(grant.site) for grant in game.state.grants if grant.to == seat)
    return _open_towns().union(own, by_leave)


@cache
def _open_towns() -> frozenset[PlaceId]:
    return frozenset(place.id for place in ours().places.values() if place.kind == "open_town")


def besieged(game: Kingmaker, place: PlaceId) -> Siege | None:
    """Return the siege of a site, or None."""
    return game.state.sieges.get(place)


def under_siege(game: Kingmaker, at: Location) -> bool:
    """Whether a siege shuts a location off: inside the site, or aboard a ship that besieges it [COV-8.6.10]."""
    match locations.kind(at):
        case "inside":
            return locations.place_of(at) in game.state.sieges
        case "aboard":
            return besieging_ship(game, locations.name(at))
        case _:
            return False


def besieging_ship(game: Kingmaker, ship: str) -> bool:
    """Whether a ship in port holds those who besiege its place from aboard (rules 4.7.8) [COV-5.23]."""
    port = game.ship(ship).at
    siege = game.state.sieges.get(locations.place_of(port)) if locations.kind(port) == "port" else None
    if siege is None or game.option("ship_siege_failure") != "killed":
        return False
    aboard = forces.nobles_at(game, locations.aboard(ship))
    return any(game.noble(noble).faction == siege.seat or noble in siege.allies for noble in aboard)


def storming_ship(game: Kingmaker, ship: str) -> bool:
    """Whether the active seat's people aboard a ship attempt to besiege its port [COV-5.12, COV-8.6.9].

    They do so from their arrival in the port until the siege ends.
    """
    if besieging_ship(game, ship):
        return True
    port, seat = game.ship(ship).at, game.active
    if game.option("ship_siege_failure") != "killed" or locations.kind(port) != "port":
        return False
    place = locations.place_of(port)
    attempted = place in game.state.turn.must_besiege or any(step.site == place for step in game.steps)
    hostile = attempted and not friendly(game, place, seat)
    return hostile and bool(forces.nobles_at(game, locations.aboard(ship), seat))


def garrison(game: Kingmaker, place: PlaceId) -> int:
    """Men who defend a site besides the nobles inside; a long siege wears them down [BASE-SGE-9, COV-6.3]."""
    site = game.catalog.places[place]
    match game.catalog.place_kinds[site.kind].garrison_when:
        case "always":
            men = site.garrison
        case "occupied":
            men = site.garrison if forces.nobles_at(game, locations.inside(place)) else 0
        case _:
            men = 0
    return men // game.catalog.siege.decay_divisor if _worn_down(game, place) else men


def _worn_down(game: Kingmaker, place: PlaceId) -> bool:
    siege = game.state.sieges.get(place)
    decays = siege is not None and game.option("garrison_decay") == "quarter_on_third_turn"
    return siege is not None and decays and siege.turn >= game.catalog.siege.decay_turn


def room(game: Kingmaker, place: PlaceId) -> int | None:
    """Return the number of men for whom there is still room inside a site [BASE-MOV-8]; None without a limit."""
    site = game.catalog.places[place]
    if site.kind == "area":
        return None
    return site.capacity - forces.total(game, forces.nobles_at(game, locations.inside(place)), "capacity")


def check_entry(game: Kingmaker, place: PlaceId, seat: str, nobles: Sequence[str], *, by_sea: bool = False) -> None:
    """Raise Illegal unless these nobles of `seat` may go inside a site now, `by_sea` out of its port (rules 2.3.5)."""
    site = game.catalog.places[place]
    if not game.catalog.place_kinds[site.kind].inside or site.kind == "area":
        raise Illegal(f"{site.name} has no walls; stay in the open there.", "BASE-SIT-5")
    if site.kind == "open_town" and occupants(game, place, seat):
        raise Illegal(f"{site.name} is occupied by another faction; stay in the open or besiege it.", "BASE-SIT-5")
    if not friendly(game, place, seat):
        reason = f"{site.name} is not friendly to you; stay in the open in its square."
        raise Illegal(reason, closed_rule(game, place))
    if place in game.state.sieges and not (by_sea and open_by_sea(game)):
        raise Illegal(f"{site.name} is under siege; nobody can go in.", "BASE-SGE-6")
    at = locations.inside(place)
    men = forces.total(game, [noble for noble in nobles if game.noble(noble).at != at], "capacity")
    free = room(game, place)
    if free is not None and men > free:
        raise Illegal(
            lambda: (
                f"{names.castle(game, place)} has room for {max(free, 0)} more men, not for {men}; leave some outside."
            ),
            "BASE-MOV-8",
        )


def closed_rule(game: Kingmaker, place: PlaceId) -> str:
    """Return the rule that keeps a faction out of a place that is not friendly to it (option `passage_permission`)."""
    if game.option("passage_permission") == "garrison_alliance":
        return "COV-8.2.4" if controller(game, place) else "COV-8.2.3"
    return "WBC-C14" if game.option("passage_permission") == "never" else "BASE-MOV-7"


def may_enter(game: Kingmaker, place: PlaceId, seat: str, nobles: Sequence[str], *, by_sea: bool = False) -> bool:
    """Whether these nobles pass `check_entry`."""
    return allows(partial(check_entry, by_sea=by_sea), game, place, seat, nobles)


def open_by_sea(game: Kingmaker) -> bool:
    """Whether a besieged place's port stays open to those to whom the place is friendly (RULING 153) [COV-8.6.8]."""
    return game.option("empty_ship_ports") == "always"


# ---------------------------------------------------------------------- gaining and losing control


def claims(game: Kingmaker, card: str) -> tuple[PlaceId, ...]:
    """Return the sites that a card names (rules 0.4)."""
    printed = game.catalog.cards[card]
    if isinstance(printed, NobleCard):
        return printed.castles
    return (printed.place,) if isinstance(printed, TownCard) else printed.controls


def claim(game: Kingmaker, card: str, seat: str) -> None:
    """Let a card that comes into play claim its sites, where no other faction controls them [BASE-SIT-1]."""
    noble = forces.holder(game, card) if by_nobles(game) else ""
    for place in filter(partial(on_map, game), claims(game, card)):
        owner = controller(game, place)
        # A Town card and the noble who holds its place come together: within a faction the place follows the card.
        meets_holder = bool(owner and noble) and card == town_card(game, place)
        if not owner or (meets_holder and owner == seat):
            _take(game, place, Control(seat, card, noble))
        elif meets_holder:
            _bring_card(game, place)


def pass_claims(game: Kingmaker, card: str, noble: str) -> None:
    """Let the sites that a card claims follow it to another noble; across factions the claims end and begin anew.

    Where nobles hold places, the place goes over with the card that stands for it [COV-8.1.1].
    """
    seat = game.noble(noble).faction
    for place in claims(game, card):
        control = game.state.control.get(place)
        if control and control.by == card:
            if by_nobles(game):
                _take(game, place, Control(seat, card, noble))
            elif control.seat != seat:
                game.state.control.pop(place)
                expel(game, place)
    claim(game, card, seat)


def capture(game: Kingmaker, place: PlaceId, seat: str, noble: str = "") -> None:
    """Give a fortress to its captor; nothing but its loss ends that [BASE-SIT-2]. Open towns stay nobody's.

    Where nobles hold places it is assigned to `noble`, or to the captor's strongest in its square [COV-5.5].
    """
    if not game.catalog.places[place].fortress:
        return
    if not by_nobles(game):
        _take(game, place, Control(seat, CAPTURE))
        return
    captor = noble or forces.strongest(game, _near(game, place, seat))
    if captor:
        _take(game, place, Control(seat, CAPTURE, captor))
        _bring_card(game, place)
    else:
        lose(game, place)


def assign(game: Kingmaker, place: PlaceId, noble: str) -> None:
    """Give a controlled fortress to a noble, of the same faction or of another, with its Town card [COV-8.1.1]."""
    control = game.state.control[place]
    if control.noble != noble:
        _take(game, place, Control(game.noble(noble).faction, CAPTURE, noble))
        _bring_card(game, place)


def _near(game: Kingmaker, place: PlaceId, seat: str) -> list[str]:
    """Return a seat's nobles in the square of a place or aboard in its port; if there are none, all on the map."""
    square = game.catalog.places[place].square
    mine = forces.nobles_of(game, seat)
    there = [noble for noble in mine if locations.square_of(game.shore(game.noble(noble).at)) == square]
    return there or mine


def town_card(game: Kingmaker, place: PlaceId) -> str:
    """Return the Town card of a place; "" if there is none."""
    printed = game.catalog.cards.values()
    return next((card.id for card in printed if isinstance(card, TownCard) and card.place == place), "")


def _bring_card(game: Kingmaker, place: PlaceId) -> None:
    """Give the Town card of a place, if it is in play, to the noble to whom the place is assigned [COV-8.1.1]."""
    card, control = town_card(game, place), game.state.control[place]
    holder = forces.holder(game, card) if card else ""
    if not holder:
        return
    control.by = card
    if holder != control.noble:
        forces.take_from(game, game.noble(holder), card)
        forces.lay(game, card, control.noble)
        text = f"{names.card(game, card)} goes to {names.card(game, control.noble)} ({{{control.seat}}})."
        game.emit("spoils", text, about=[card, control.noble], rule="COV-8.1.1")


def _take(game: Kingmaker, place: PlaceId, control: Control) -> None:
    before, held = controller(game, place), game.state.control.get(place)
    game.state.control[place] = control
    if control.noble and not (held and (held.seat, held.noble) == (control.seat, control.noble)):
        text = f"{names.card(game, control.noble)} ({{{control.seat}}}) now holds {names.castle(game, place)}."
        game.emit("control", text, about=[place, control.noble], rule="COV-8.1.1")
    if before != control.seat:
        expel(game, place)


def release_claims(game: Kingmaker, card: str) -> None:
    """End the claims of a card that leaves play: its sites become neutral [BASE-SIT-3]."""
    for place in claims(game, card):
        control = game.state.control.get(place)
        if control and control.by == card:
            lose(game, place)


def lose(game: Kingmaker, place: PlaceId) -> None:
    """Make a site neutral [BASE-SIT-3]."""
    control = game.state.control.get(place)
    if control:
        rule = "COV-5.5" if control.noble else "BASE-SIT-3"
        game.emit("control", f"{names.castle(game, place)} is nobody's now.", about=[place], rule=rule)
        game.state.control.pop(place)
        expel(game, place)


def follow(game: Kingmaker, noble: str) -> None:
    """Move the places that a noble holds or claims to his new faction [COV-5.5, BASE-SIT-1]."""
    person = game.noble(noble)
    claiming = forces.belongings(noble, person)
    for place, control in list(game.state.control.items()):
        if control.noble == noble or (not control.noble and control.by in claiming):
            _take(game, place, Control(person.faction, control.by, control.noble))


def orphan(game: Kingmaker, noble: str) -> None:
    """Make the places of a dead noble neutral [COV-5.5]."""
    for place in [place for place, control in game.state.control.items() if control.noble == noble]:
        lose(game, place)


def abandon(game: Kingmaker, seat: str) -> None:
    """Make a seat's captured places neutral once its last noble is gone (captives may come back) [BASE-SIT-3]."""
    lost = not any(person.faction == seat for person in game.state.nobles.values())
    if lost and game.option("captured_sites_without_nobles") == "neutral":
        for place in held_by(game, seat):
            lose(game, place)


def expel(game: Kingmaker, place: PlaceId) -> None:
    """Move nobles to whom a site is no longer friendly into the open in its square [BASE-SIT-4]."""
    outside = locations.open_in(game.catalog.places[place].square)
    strangers = [
        noble
        for noble in forces.nobles_at(game, locations.inside(place))
        if not _may_stay(game, place, game.noble(noble).faction)
    ]
    for noble in strangers:
        forces.place_at(game, noble, outside)
    if strangers:
        who = join_words(forces.owned(game, noble) for noble in strangers)
        text = f"{who} must leave {names.castle(game, place)} and stand in the open."
        game.emit("expelled", text, about=[place, *strangers], rule="BASE-SIT-4")


def _may_stay(game: Kingmaker, place: PlaceId, seat: str) -> bool:
    """Whether nobles of a seat may stay inside a place that has changed hands.

    The new owner's may; in a siege everybody may, as garrison allies of the new owner (RULING 25).
    """
    owner = controller(game, place)
    given = bool(owner) and place in game.state.sieges and game.option("passage_permission") == "garrison_alliance"
    return given or game.catalog.places[place].kind == "open_town" or owner == seat
