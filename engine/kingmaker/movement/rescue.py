"""The default orders of a seat whose heirs, or whose party overseas, would else be lost (D20, D22)."""

from collections.abc import Iterator

from engine.core.actions import Action
from engine.core.errors import allows
from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.movement import embarking, land, landing, sailing
from engine.kingmaker.overseas import heirs_abroad, refuge
from engine.kingmaker.ships import harbours, shipping


def order(game: Kingmaker, seat: str) -> Action | None:
    """Return an order that brings somebody nearer to safety who would be lost otherwise; None if there is none."""
    wanted = endangered(game, seat)
    for noble in wanted:
        for action in _ways_out(game, seat, noble, wanted):
            return action
    parties = (refuge.place_of(game, noble) for noble in refuge.overdue(game, seat))
    able = [place for place in parties if refuge.may_play(game, seat, place)]
    return refuge.Refuge(able[0]) if able else None


def endangered(game: Kingmaker, seat: str) -> list[str]:
    """Return the nobles who, or whose heirs, are lost unless they come away in this Movement phase."""
    late = [game.heir(heir).noble for heir in heirs_abroad.pressing(game, seat) if not heirs_abroad.at_home(game, heir)]
    return list(dict.fromkeys([*late, *refuge.overdue(game, seat)]))


def _ways_out(game: Kingmaker, seat: str, noble: str, wanted: list[str]) -> Iterator[Action]:
    """Yield what brings a noble nearer to the mainland: landing, a voyage, a march, or a ship with room for others."""
    at = game.noble(noble).at
    if locations.kind(at) == "aboard":
        ship = locations.name(at)
        place = shipping.port_of(game, ship)
        for quay in harbours.quays(game, place) if place and locations.on_mainland(locations.inside(place)) else []:
            if allows(landing.check_land, game, seat, landing.Land(ship, quay, [noble])):
                yield landing.Land(ship, quay, [noble])
        # One port that nobody can close is always in reach.
        for to in filter(locations.on_mainland, sailing.goals(game, seat, [ship])):
            yield from (sailing.Sail([ship], to, quay) for quay in sailing.shores(game, seat, [ship], to))
        return
    if land.may_move(game, seat, noble):
        ends = land.destinations(game, seat, [noble])
        yield from (land.Move([noble], to) for to in ends if locations.on_mainland(to))
    for ship in shipping.ships_of(game, seat):
        if noble in embarking.boarders(game, seat, ship, []) and sailing.may_sail(game, seat, ship):
            company = [noble]
            for other in wanted:
                if other in embarking.boarders(game, seat, ship, company):
                    company.append(other)
            yield embarking.Embark(ship, company)
