"""Attacks at sea as they are announced (rules 4.10.1)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Field, Offer
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, Location
from engine.kingmaker.board.people import force_ids, forces
from engine.kingmaker.combat import attacks, muster, sea_battle
from engine.kingmaker.ships import shipping


class AttackFleet(Action, frozen=True):
    """Attack all ships of another player in a sea square with all of one's own there."""

    sea: Location
    target: str

    card: str = ""
    """"ask" to be asked again before the card is drawn (option `fight_on`)."""


def fought(game: Kingmaker) -> bool:
    """Whether ships fight one another at this table (option `sea_combat`)."""
    return game.option("sea_combat") != "off"


def check(game: Kingmaker, seat: str, sea: Location, target: str) -> None:
    """Raise Illegal unless a seat may attack another's ships at sea now."""
    ships = sea_battle.fleet(game, seat, sea) if locations.kind(sea) == "sea" else []
    if not any(game.ship(ship).steps for ship in ships):
        raise Illegal("Choose a sea square that ships of yours have entered this turn.", "WBC-V09.1")
    own = people(game, seat, sea)
    if not forces.total(game, own, "attack"):
        raise Illegal("Your ships there carry no troops, so they cannot attack.", "WBC-V09.4")
    if not attacks.fresh(game, own):
        attacks.check_fresh(game, own)
    if target == seat or target not in game.state.seats or not sea_battle.fleet(game, target, sea):
        raise Illegal("Choose another player who has ships at sea in that square, not in port.", "WBC-V09.1")
    attacks.check_not_attacked(game, people(game, target, sea))


def people(game: Kingmaker, seat: str, sea: Location) -> list[str]:
    """Everybody aboard the ships of a seat in a sea square."""
    return shipping.passengers(game, sea_battle.fleet(game, seat, sea))


def announce(game: Kingmaker, seat: str, action: AttackFleet) -> None:
    """Announce combat at sea: all ships of both factions in the square take part [WBC-V09.3]."""
    check(game, seat, action.sea, action.target)
    attacks.check_card(game, action.card)
    own = _forces(game, attacks.fresh(game, people(game, seat, action.sea)))
    theirs = _forces(game, people(game, action.target, action.sea))
    muster.Muster("sea", seat, action.target, action.sea, own, theirs).announce(game, action.card)


def _forces(game: Kingmaker, nobles: Sequence[str]) -> list[ForceId]:
    return list(dict.fromkeys(force_ids.force_id(game, noble) for noble in nobles))


# ---------------------------------------------------------------------- offering it


def offer(game: Kingmaker, seat: str) -> Offer:
    """Offer the fleets that a seat may attack."""
    seas = sorted({game.ship(ship).at for ship in shipping.ships_of(game, seat)})
    fleets = {sea: [to for to in game.state.seats if allows(check, game, seat, sea, to)] for sea in seas}
    squares = [Choice(sea, game.catalog.seas[locations.sea_of(sea)].name) for sea in seas if fleets[sea]]
    where = Field("sea", "Where?", lambda _: squares, places=True)
    whom = Field("target", "Whose ships?", lambda d: [_choice(game, seat, d["sea"], to) for to in fleets[d["sea"]]])
    return Offer(AttackFleet, "Attack ships at sea", (where, whom, *attacks.card_fields(game)))


def _choice(game: Kingmaker, seat: str, sea: Location, target: str) -> Choice:
    own = forces.total(game, attacks.fresh(game, people(game, seat, sea)), "attack")
    theirs = forces.total(game, people(game, target, sea), "defence")
    return Choice(target, f"{{{target}}}", f"{own} against {theirs}")
