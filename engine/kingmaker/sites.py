"""Control of sites, their status for a faction, and who may be inside (rules 0.4)."""

from collections.abc import Sequence
from typing import Literal

from engine.core.errors import Illegal
from engine.kingmaker import forces, locations, names
from engine.kingmaker.catalog import NobleCard, TownCard
from engine.kingmaker.game import Kingmaker
from engine.kingmaker.state import Control, Siege

Status = Literal["friendly", "unfriendly", "neutral", "none"]

CAPTURE = "capture"


def controller(game: Kingmaker, place: str) -> str:
    """The seat that controls a fortress; "" if it is neutral or cannot be controlled."""
    control = game.state.control.get(place)
    return control.seat if control else ""


def held_by(game: Kingmaker, seat: str) -> list[str]:
    """The fortresses that a seat controls."""
    return [place for place, control in game.state.control.items() if control.seat == seat]


def occupants(game: Kingmaker, place: str, but: str = "") -> list[str]:
    """The seats other than `but` that have nobles inside a site."""
    inside = forces.nobles_at(game, locations.inside(place))
    return sorted({game.noble(noble).faction for noble in inside} - {but})


def status(game: Kingmaker, place: str, seat: str) -> Status:
    """What a site is to a seat (rules 0.4) [BASE-SIT-5]; permissions are asked with `granted`."""
    kind = game.book.places[place].kind
    if kind in ("unfortified_town", "area"):
        return "none"
    if kind == "open_town":
        return "unfriendly" if occupants(game, place, seat) else "friendly"
    holder = controller(game, place)
    if not holder:
        return "neutral"
    return "friendly" if holder == seat else "unfriendly"


def granted(game: Kingmaker, place: str, seat: str, purpose: str = "enter") -> bool:
    """Whether the site's controller lets `seat` use it for `purpose` (rules 7.5)."""
    holder = controller(game, place)
    return any(
        (grant.site, grant.by, grant.to, grant.purpose) == (place, holder, seat, purpose) for grant in game.state.grants
    )


def friendly(game: Kingmaker, place: str, seat: str) -> bool:
    """Whether a site is friendly to a seat, by control or by leave of its controller."""
    return status(game, place, seat) == "friendly" or granted(game, place, seat)


def besieged(game: Kingmaker, place: str) -> Siege | None:
    """The siege of a site, or None."""
    return game.state.sieges.get(place)


def under_siege(game: Kingmaker, at: str) -> bool:
    """Whether a location is inside a besieged site."""
    return locations.kind(at) == "inside" and locations.name(at) in game.state.sieges


def garrison(game: Kingmaker, place: str) -> int:
    """Men who defend a site besides the nobles inside [BASE-SGE-9]."""
    site = game.book.places[place]
    when = game.book.place_kinds[site.kind].garrison_when
    occupied = bool(forces.nobles_at(game, locations.inside(place)))
    return site.garrison if when == "always" or (when == "occupied" and occupied) else 0


def room(game: Kingmaker, place: str) -> int | None:
    """Men for whom there is still room inside a site [BASE-MOV-8]; None where there is no limit."""
    site = game.book.places[place]
    if site.kind == "area":
        return None
    return site.capacity - forces.total(game, forces.nobles_at(game, locations.inside(place)), "capacity")


def check_entry(game: Kingmaker, place: str, seat: str, nobles: Sequence[str]) -> None:
    """Raise Illegal unless these nobles of `seat` may go inside a site now (rules 2.3.5)."""
    site = game.book.places[place]
    if not game.book.place_kinds[site.kind].inside or site.kind == "area":
        raise Illegal(f"{site.name} has no walls to be inside of; stay in the open there.", "BASE-SIT-5")
    if site.kind == "open_town" and occupants(game, place, seat):
        raise Illegal(f"{site.name} is occupied by another faction; stay in the open or besiege it.", "BASE-SIT-5")
    if not friendly(game, place, seat):
        raise Illegal(f"{site.name} is not friendly to you; stay in the open in its square.", "BASE-MOV-7")
    if place in game.state.sieges:
        raise Illegal(f"{site.name} is under siege; nobody can go in.", "BASE-SGE-6")
    _check_room(game, place, nobles)


def _check_room(game: Kingmaker, place: str, nobles: Sequence[str]) -> None:
    at = locations.inside(place)
    men = forces.total(game, [noble for noble in nobles if game.noble(noble).at != at], "capacity")
    free = room(game, place)
    if free is not None and men > free:
        reason = f"{names.place(place)} has room for {max(free, 0)} more men, not for {men}; leave some outside."
        raise Illegal(reason, "BASE-MOV-8")


def may_enter(game: Kingmaker, place: str, seat: str, nobles: Sequence[str]) -> bool:
    """Whether `check_entry` lets these nobles in."""
    try:
        check_entry(game, place, seat, nobles)
    except Illegal:
        return False
    return True


# ---------------------------------------------------------------------- gaining and losing control


def claims(game: Kingmaker, card: str) -> tuple[str, ...]:
    """The sites that a card names (rules 0.4)."""
    printed = game.book.cards[card]
    if isinstance(printed, NobleCard):
        return printed.castles
    return (printed.place,) if isinstance(printed, TownCard) else printed.controls


def claim(game: Kingmaker, card: str, seat: str) -> None:
    """Let a card that comes into play claim its sites, where no other faction controls them [BASE-SIT-1]."""
    for place in claims(game, card):
        if not controller(game, place):
            _take(game, place, seat, card)


def capture(game: Kingmaker, place: str, seat: str) -> None:
    """Give a fortress to its captor; nothing but its loss ends that [BASE-SIT-2]. Open towns stay nobody's."""
    if game.book.places[place].fortress:
        _take(game, place, seat, CAPTURE)


def _take(game: Kingmaker, place: str, seat: str, by: str) -> None:
    game.state.control[place] = Control(seat, by)
    expel(game, place)


def release_claims(game: Kingmaker, card: str) -> None:
    """End the claims of a card that leaves play: its sites become neutral [BASE-SIT-3]."""
    for place in claims(game, card):
        control = game.state.control.get(place)
        if control and control.by == card:
            lose(game, place)


def lose(game: Kingmaker, place: str) -> None:
    """Make a site neutral [BASE-SIT-3]."""
    if game.state.control.pop(place, None):
        game.emit("control", f"{names.place(place)} is nobody's now.", about=[place], rule="BASE-SIT-3")
        expel(game, place)


def abandon(game: Kingmaker, seat: str) -> None:
    """Make what a seat has captured neutral, once its last noble is gone (captives may come back) [BASE-SIT-3]."""
    lost = not any(person.faction == seat for person in game.state.nobles.values())
    if lost and game.option("captured_sites_without_nobles") == "neutral":
        for place in held_by(game, seat):
            lose(game, place)


def expel(game: Kingmaker, place: str) -> None:
    """Put nobles for whom a site is not friendly any more in the open in its square [BASE-SIT-4]."""
    outside = locations.open_in(game.book.places[place].square)
    strangers = [
        noble
        for noble in forces.nobles_at(game, locations.inside(place))
        if not _may_stay(game, place, game.noble(noble).faction)
    ]
    for noble in strangers:
        forces.place_at(game, noble, outside)
    if strangers:
        text = f"{forces.words(game, strangers)} must leave {names.place(place)} and stand in the open."
        game.emit("expelled", text, about=[place, *strangers], rule="BASE-SIT-4")


def _may_stay(game: Kingmaker, place: str, seat: str) -> bool:
    """Owners stay, and so do guests: being let in lasts until the owner tells them to go (RULING 37)."""
    holder = controller(game, place)
    return game.book.places[place].kind == "open_town" or holder == seat
