"""The account of a combat, as its picture tells it once everything is over (rules 4.3 to 4.12)."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.board.tables import BattleOutcome

Kind = Literal["battle", "siege", "sally", "ambush", "assassin", "sea"]
Fate = Literal["dead", "captured", "pardoned", "wavered"]


class Fighter(msgspec.Struct, omit_defaults=True):
    """A noble as he went into a combat."""

    noble: str
    """The noble."""

    seat: str
    """His seat."""

    men: int
    """His men, on the side on which he fought."""

    heirs: list[str] = []
    """The heirs in his charge."""


class Combat(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A combat from its announcement to its end, as its picture tells it."""

    kind: Kind
    """Its kind."""

    seat: str
    """The seat that attacks."""

    target: str
    """The seat that is attacked; "" for nobody's place."""

    at: Location
    """The location where it is fought."""

    place: PlaceId = NO_PLACE
    """The place that is attacked, or from which some have sallied; "" for none."""

    attackers: list[Fighter]
    """The nobles who attack."""

    defenders: list[Fighter]
    """The nobles who defend."""

    defended: int = 0
    """The men of a garrison."""

    bystanders: list[str] = []
    """The heirs in a place whom nobody controls."""

    card: str = ""
    """The event card that counted."""

    column: str = ""
    """The odds that were reached."""

    roll: int = 0
    """The roll on the battle table; 0 for none."""

    outcome: BattleOutcome | Literal[""] = ""
    """What it came to; "" for a combat that never came about."""

    winner: str = ""
    """The seat that has won; "" while nobody has."""

    fates: dict[str, Fate] = {}
    """What has come of nobles and heirs who did not come out of it as they went in, by person."""


class CombatReport(KingmakerStep, tag="account"):
    """Stands below a combat on the stack of steps, and tells of it when all of it is over."""

    combat: Combat
    """The combat."""

    def proceed(self, game: Kingmaker) -> bool:
        """Tell what came of everybody, unless there was no fighting."""
        game.pop(self)
        told = self.combat
        if told.outcome:
            told.fates |= {person: fate for person in _people(told) if (fate := _fate(game, told, person))}
            report = msgspec.to_builtins(told)
            outcome = f"{told.kind}: {told.outcome.replace('_', ' ')}"
            game.emit("fought", "", about=_people(told), track=[told.at], report=report, outcome=outcome)
        return True


def begun(
    game: Kingmaker,
    kind: Kind,
    seat: str,
    target: str,
    at: Location,
    place: PlaceId,
    attackers: Sequence[str],
    defenders: Sequence[str],
) -> CombatReport:
    """Return the account of a combat that begins now, to be put below it."""
    inside = forces.heirs_at(game, locations.inside(place)) if kind == "siege" else []
    combat = Combat(
        kind=kind,
        seat=seat,
        target=target,
        at=at,
        place=place,
        attackers=[_fighter(game, noble, "attack") for noble in attackers],
        defenders=[_fighter(game, noble, "defence") for noble in defenders],
        defended=sites.garrison(game, place) if kind == "siege" else 0,
        bystanders=[heir for heir in inside if not game.heir(heir).noble],
    )
    return CombatReport(combat)


def _fighter(game: Kingmaker, noble: str, context: forces.Context) -> Fighter:
    heirs = [heir for heir in forces.heirs_of(game, noble) if heir != noble]
    return Fighter(noble, game.noble(noble).faction, forces.strength(game, noble, context), heirs)


def note(game: Kingmaker, **what: Any) -> None:
    """Note how the innermost combat goes: some of the fields of `Combat`."""
    for told in _told(game):
        for field, value in what.items():
            setattr(told, field, value)


def spared(game: Kingmaker, noble: str, fate: Fate) -> None:
    """Note that a noble takes no part in what follows of the innermost combat."""
    for told in _told(game):
        told.fates[noble] = fate


def _told(game: Kingmaker) -> list[Combat]:
    """Return the innermost combat that is told of, if there is one."""
    return [step.combat for step in reversed(game.state.steps) if isinstance(step, CombatReport)][:1]


def _people(combat: Combat) -> list[str]:
    sides = [*combat.attackers, *combat.defenders]
    return [*(one.noble for one in sides), *(heir for one in sides for heir in one.heirs), *combat.bystanders]


def _fate(game: Kingmaker, combat: Combat, person: str) -> Fate | None:
    """Return the fate of a noble or an heir in a combat; None if he came out of it as he went in.

    An heir counts as captured when a player of the other side controls him; another guardian of his own side does not.
    """
    fighter = next((one for one in (*combat.attackers, *combat.defenders) if one.noble == person), None)
    if fighter:
        if person not in game.state.nobles:
            return "dead"
        return "captured" if game.noble(person).captor else None
    if not game.heir(person).alive:
        return "dead"
    defended = person in combat.bystanders or any(person in one.heirs for one in combat.defenders)
    enemies = combat.attackers if defended else combat.defenders
    now = forces.seat_of_heir(game, person)
    return "captured" if now in {one.seat for one in enemies} else None
