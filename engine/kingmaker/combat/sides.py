"""Who takes part in an announced combat, and who may still join it (rules 4.2, 4.13)."""

from typing import Literal

from engine.core.text import join_words
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, ForceId, Location, PlaceId
from engine.kingmaker.board.people import force_ids, forces, peace
from engine.kingmaker.board.places import garrison, sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.combat import attacks, report

Side = Literal["attack", "defence"]


class Sides(KingmakerStep):
    """The two sides of an announced combat."""

    kind: report.Kind
    """Its kind."""

    seat: str
    """The seat that attacks."""

    target: str
    """The seat that is attacked; "" if there is none."""

    at: Location
    """The location where they meet."""

    attack: list[ForceId]
    """The forces that attack from the open, or from ships."""

    defence: list[ForceId]
    """The forces that defend, first the one that is attacked; in a siege the nobles inside `site` do."""

    site: PlaceId = NO_PLACE
    """The place that is attacked, or from which some sally; "" for none."""

    sallying: list[str] = []
    """The nobles who come out of `site` in a sally."""

    forced: bool = False
    """Whether it is a siege that cannot be called off."""

    victim: str = ""
    """Whom an assassin is after, or the heir whom an ambush is to hit; "" for nobody."""

    @property
    def alone(self) -> bool:
        """Whether two forces are alone with each other in a combat of this kind: nobody is asked who else joins."""
        return self.kind in ("ambush", "assassin")

    def attackers(self, game: Kingmaker) -> list[str]:
        """Return the nobles of the attacking side who have not fought yet."""
        inside = set(forces.nobles_at(game, locations.inside(self.site))) if self.site else set()
        sallying = [noble for noble in self.sallying if noble in inside]
        everybody = [*sallying, *force_ids.all_members(game, self.attack)]
        return attacks.fresh(game, dict.fromkeys(everybody))

    def defenders(self, game: Kingmaker) -> list[str]:
        """Return the nobles of the defending side."""
        if self.kind == "siege":
            return forces.nobles_at(game, locations.inside(self.site))
        attacked = game.state.turn.attacked
        return [noble for noble in force_ids.all_members(game, self.defence) if noble not in attacked]

    def outsiders(self, game: Kingmaker) -> list[ForceId]:
        """Return the forces that may still join: of third players, and anybody's in castles [BASE-CMB-4, COV-5.11]."""
        there = force_ids.at_sea(game, self.at) if self.kind == "sea" else force_ids.at(game, self.at)
        if self.kind == "sally":
            there += force_ids.at(game, locations.inside(self.site))
        if binding(game) and self.kind in ("battle", "sally"):
            around = game.catalog.squares[locations.square_of(self.at)].places
            inside = [force for place in around for force in force_ids.at(game, locations.inside(place))]
            there += [force for force in inside if self._from_castle(game, force)]
        return [force for force in there if self.joinable_sides(game, force) and self._rested(game, force)]

    def _from_castle(self, game: Kingmaker, force: ForceId) -> bool:
        """Whether a force is inside a place not under siege, and no garrison ally there (RULING 151) [COV-8.5.2]."""
        at, members = force_ids.at_of(force), force_ids.members(game, force)
        indoors = locations.kind(at) == "inside" and not sites.under_siege(game, at)
        return indoors and not any(garrison.allied_to(game, noble) for noble in members)

    def _rested(self, game: Kingmaker, force: ForceId) -> bool:
        """Whether nothing keeps a force from a combat: neither one of this turn, nor a peace.

        Where allies rest (option `alliance_rest_rule`), neither does one of its player's last turn [COV-5.11].
        """
        members = force_ids.members(game, force)
        tired = any(game.noble(noble).fought or (allies_rest(game) and game.noble(noble).weary) for noble in members)
        return not tired and not peace.bound(game, members)

    def joinable_sides(self, game: Kingmaker, force: ForceId) -> list[Side]:
        """Return the sides that a force could join: never against its own player's nobles."""
        seat = force_ids.seat_of(force)
        if force in self.attack or force in self.defence:
            return []
        if seat in (self.seat, self.target):
            own: Side = "attack" if seat == self.seat else "defence"
            return [own] if self._from_castle(game, force) else []
        sallies = self.kind == "sally" and force_ids.at_of(force) == locations.inside(self.site)
        sides: list[Side] = ["attack"] if sallies or self.kind == "siege" else ["attack", "defence"]
        with_attack = any(game.noble(noble).faction == seat for noble in self.attackers(game))
        with_defence = any(game.noble(noble).faction == seat for noble in self.defenders(game))
        barred = {"defence"} if with_attack else {"attack"} if with_defence else set()
        return [side for side in sides if side not in barred]

    def _unguarded(self, game: Kingmaker) -> list[str]:
        """Return the heirs without a protector in the place that is attacked."""
        return [heir for heir in forces.heirs_at(game, locations.inside(self.site)) if not game.heir(heir).noble]

    def words(self, game: Kingmaker) -> str:
        """Return the combat in a sentence."""
        ours, theirs = forces.words(game, self.attackers(game)), forces.words(game, self.defenders(game))
        match self.kind:
            case "siege":
                unguarded = [names.heir(game, heir) for heir in self._unguarded(game)]
                people = [*([theirs] if self.defenders(game) else []), *unguarded] or ["no noble"]
                garrison = sites.garrison(game, self.site)
                walls = f", and a garrison of {garrison}" if garrison else ""
                inside = f" Inside: {join_words(people)}{walls}."
                owner = sites.controller(game, self.site)
                whose = f" ({{{owner}}})" if owner else ""
                square = names.square(game, game.catalog.places[self.site].square)
                where = "" if names.place(game, self.site).startswith(square) else f", in the square of {square},"
                men, needed = sieges.men_to_take(game, self.attackers(game)), sieges.to_take(game, self.site)
                attacks = "attacks" if men >= needed else "besieges"
                return f"{{{self.seat}}} {attacks} {names.castle(game, self.site)}{whose}{where} with {ours}.{inside}"
            case "sally":
                return f"{{{self.seat}}} sallies from {names.castle(game, self.site)} with {ours} against {theirs}."
            case "ambush":
                aim = f", aiming at {names.thing(game, self.victim)}" if self.victim else ""
                return f"{{{self.seat}}} ambushes {theirs} with {ours} {locations.say(game, self.at)}{aim}."
            case "assassin":
                victim = names.thing(game, self.victim)
                return f"{{{self.seat}}} sends {ours} to assassinate {victim} {locations.say(game, self.at)}."
            case "sea":
                where = f"the ships of {{{self.target}}} {locations.say(game, self.at)}"
                return f"{{{self.seat}}} attacks {where} with {ours}. Aboard there: {theirs}."
            case "battle":
                return (
                    f"{{{self.seat}}} attacks {{{self.target}}} "
                    f"{locations.say(game, self.at)}: {ours} against {theirs}."
                )


def binding(game: Kingmaker) -> bool:
    """Whether whoever offers an alliance is an ally at once (option `alliance_rule`) [COV-5.11]."""
    return game.option("alliance_rule") == "offer_binding"


def allies_rest(game: Kingmaker) -> bool:
    """Whether forces that fought in their player's last turn cannot ally (option `alliance_rest_rule`) [COV-5.11]."""
    return game.option("alliance_rest_rule") == "no_combat_last_turn"
