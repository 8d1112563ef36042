"""The default orders of a seat whose heirs, or whose party overseas, would else be lost (D20, D22)."""

from collections.abc import Iterator

from engine.core.actions import Action
from engine.core.errors import allows
from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.movement import embarking, land, landing, sailing
from engine.kingmaker.overseas import heirs_abroad, refuge
from engine.kingmaker.ships import harbours, shipping


def order(game: Kingmaker, seat: str) -> Action | None:
    """Return an order that brings somebody nearer to safety who would be lost otherwise; None if there is none."""
    wanted = endangered(game, seat)
    for noble in wanted:
        for action in _ways_out(game, seat, noble, wanted):
            return action
    return _card(game, seat)


def endangered(game: Kingmaker, seat: str) -> list[str]:
    """Return the nobles who, or whose heirs, are lost unless they come away in this Movement phase."""
    late = [game.heir(heir).noble for heir in heirs_abroad.pressing(game, seat) if not heirs_abroad.at_home(game, heir)]
    return list(dict.fromkeys([*late, *refuge.overdue(game, seat)]))


def _ways_out(game: Kingmaker, seat: str, noble: str, wanted: list[str]) -> Iterator[Action]:
    at = game.noble(noble).at
    if locations.kind(at) == "aboard":
        yield from _landing(game, seat, locations.name(at), noble)
        yield from _voyage(game, seat, locations.name(at))
    else:
        if land.may_move(game, seat, noble):
            yield from (land.Move([noble], to) for to in land.destinations(game, seat, [noble]) if _safe(to))
        for ship in shipping.ships_of(game, seat):
            if noble in embarking.boarders(game, seat, ship, []) and sailing.may_sail(game, seat, ship):
                yield embarking.Embark(ship, _company(game, seat, ship, noble, wanted))


def _safe(at: Location) -> bool:
    return locations.on_mainland(at)


def _landing(game: Kingmaker, seat: str, ship: str, noble: str) -> Iterator[Action]:
    """Land on the mainland where the ship lies."""
    place = shipping.port_of(game, ship)
    for at in harbours.quays(game, place) if place and _safe(locations.inside(place)) else []:
        if allows(landing.check_land, game, seat, landing.Land(ship, at, [noble])):
            yield landing.Land(ship, at, [noble])


def _voyage(game: Kingmaker, seat: str, ship: str) -> Iterator[Action]:
    """Sail to the nearest port of the mainland and land there: one that nobody can close is always in reach."""
    for to in filter(_safe, sailing.goals(game, seat, [ship])):
        yield from (sailing.Sail([ship], to, at) for at in sailing.shores(game, seat, [ship], to))


def _company(game: Kingmaker, seat: str, ship: str, noble: str, wanted: list[str]) -> list[str]:
    """Return a noble with those of the others who have to leave, and find room aboard beside him."""
    company = [noble]
    for other in wanted:
        if other in embarking.boarders(game, seat, ship, company):
            company.append(other)
    return company


def _card(game: Kingmaker, seat: str) -> Action | None:
    """Return a Refuge card for a party that cannot come away (D22)."""
    places = [refuge.place_of(game, noble) for noble in refuge.overdue(game, seat)]
    able = [place for place in places if refuge.may_play(game, seat, place)]
    return refuge.Refuge(able[0]) if able else None
