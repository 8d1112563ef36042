"""Sieges: who is besieged, the assault, and how beaten attackers flee (rules 6.3)."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.text import counted
from engine.warriors.battles import claims, field, record, strength
from engine.warriors.board import armies, names, ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Clash, Side, Standing
from engine.warriors.board.steps import AsProposed, Question

EVEN = 0.5
"""The chance from which on it is proposed to flee where something may be gained."""

SAFE = 5
"""The siege number from which on a side is besieged unless its player says otherwise."""


class StandSiege(Action, frozen=True):
    """Be besieged."""


class GiveBattle(Action, frozen=True):
    """Fight in the field instead."""


class Flee(Action, frozen=True):
    """Say where attackers flee, each as leader>area; the others go where the default sends them."""

    ways: list[str]


class Way(NamedTuple):
    """A leader and where he flees."""

    leader: str
    to: str

    def __str__(self) -> str:
        return f"{self.leader}>{self.to}"


def read(text: str) -> Way:
    """Return the leader and the area that a text names."""
    leader, _, to = text.partition(">")
    return Way(leader, to)


# ---------------------------------------------------------------------- besieged or not


def settle(game: Warriors) -> None:
    """Ask the side that controls the area, or follow its order; where there is none a field battle is fought."""
    battle = game.battle
    side = game.controller(battle.area)
    if side is None:
        begin(game, None)
    elif game.option("siege_standing") == "standing_order":
        begin(game, side if strength.siege_number(game, battle, side) >= threshold(game, side) else None)
    else:
        game.push(Besieging(side=side))


def threshold(game: Warriors, side: Side) -> int:
    """Return the siege number from which on a side is besieged by its standing order [WOG-14.6]."""
    order = game.state.orders.get(side, Standing()).siege
    return SAFE if order is None else order


def begin(game: Warriors, besieged: Side | None) -> None:
    """Begin a siege, or a field battle [WOG-3.5]."""
    battle, where = game.battle, names.area(game, game.battle.area)
    battle.kind = "siege" if besieged else "field"
    battle.besieged, battle.stage = besieged or "", "round"
    record.settle(game)
    if besieged:
        number = strength.siege_number(game, battle, besieged)
        text = (
            f"{names.opening(besieged)} control {where} and stay behind its walls; "
            f"{names.side(enemy(besieged))} have to storm them. The siege number is {_number(game, besieged)}."
        )
        game.emit("siege", text, about=[battle.area], rule="WOG-3.6", report={"number": number})
    else:
        field.begin(game)


def _number(game: Warriors, defender: Side) -> str:
    """Return the siege number with its parts: '4 = 3 for walls + 3 for the area - 2 as the English are braver'."""
    base, area, braver, guns = strength.siege_parts(game, game.battle, defender)
    side = defender if braver > 0 else enemy(defender)
    changes = ((area, "for the area"), (braver, f"as {names.side(side)} are braver"), (guns, "for gunners"))
    told = "".join(f" {'+' if by > 0 else '-'} {abs(by)} {what}" for by, what in changes if by)
    return f"{base + area + braver + guns} = {base} for walls{told}"


def _assault(game: Warriors, defender: Side) -> str:
    """Return what an assault comes to, as the besieged see it (rules 4.3)."""
    number = strength.siege_number(game, game.battle, defender)
    walls = f"The walls (siege number {_number(game, defender)})"
    if number >= strength.SIX:
        return f"{walls} cannot fall, and the enemy has to flee"
    stars = sum(game.card(one).rank for one in game.here(game.battle.area, defender))
    points = counted(stars * game.catalog.score.prison_per_star, "point")
    captured = f"all leaders inside are captured ({points} a turn for {names.side(enemy(defender))}), their troops lost"
    if number < 1:
        return f"{walls} are sure to fall, and {captured}"
    falls = round(100 * (strength.SIX - number) / strength.SIX)
    return (
        f"{walls} fall to a roll of more than {number} ({falls}%), and {captured}; "
        f"else the enemy has to flee ({100 - falls}%)"
    )


class Besieging(Question):
    """Whether the side that controls the area is besieged (D-05) [WOG-3.6]."""

    decision = "D-05"
    rule = "WOG-3.6"

    def prompt(self, game: Warriors) -> str:
        """Tell the siege number, and the roll that an assault needs (rules 4.3)."""
        where = names.area(game, game.battle.area)
        asked = f"You control {where}: do you stay behind its walls, or fight in the field?"
        field_only = "Only in the field can you destroy the enemy, or retreat after a round"
        return f"{asked} {_assault(game, self.side)}. {field_only}."

    def offers(self, game: Warriors) -> list[Offer]:
        """Siege or field."""
        return [Offer(StandSiege, "Stay behind the walls"), Offer(GiveBattle, "Fight in the field")]

    def default(self, game: Warriors) -> Action:
        """Behind walls if they are safe, or hold more likely than the field is won."""
        number = strength.siege_number(game, game.battle, self.side)
        better = number / strength.SIX >= strength.likely(game, game.battle, self.side)
        return StandSiege() if number >= SAFE or better else GiveBattle()

    def answered(self, game: Warriors, action: Action) -> None:
        """Begin."""
        game.pop(self)
        begin(game, self.side if isinstance(action, StandSiege) else None)


# ---------------------------------------------------------------------- the assault


def assault(game: Warriors) -> None:
    """Roll against the siege number [WOG-3.8 to 3.10]."""
    battle = game.battle
    defender = battle.besieged
    assert defender
    number = strength.siege_number(game, battle, defender)
    rolled = game.dice.roll(6, f"siege of {names.area(game, battle.area)}")
    record.add(game, Clash(kind="assault", rolls={enemy(defender): [rolled]}, number=number))
    report = {"roll": rolled, "number": number, "won": rolled > number}
    stormed = f"{names.opening(enemy(defender))} storm {names.area(game, battle.area)}"
    needed = f"more than {number}{', which no die shows' if number >= strength.SIX else ''}"
    text = f"{stormed} and roll {rolled}; they need {needed}."
    if rolled > number:
        text += " The walls fall."
        game.emit("assault", text, about=[battle.area], rule="WOG-3.9", report=report, outcome="siege won")
        take_prisoners(game, game.here(battle.area, defender), "WOG-3.9")
        battle.stage = "over"
    else:
        text += " The walls hold, and the attackers have to flee."
        game.emit("assault", text, about=[battle.area], rule="WOG-3.10", report=report, outcome="siege failed")
        battle.stage = "fleeing"
        game.push(Fleeing(side=enemy(defender)))


def take_prisoners(game: Warriors, leaders: Sequence[str], rule: str) -> None:
    """Capture leaders; their troops are removed."""
    if not leaders:
        return
    led = any(game.leader(leader_id).troops for leader_id in leaders)
    for leader_id in leaders:
        armies.capture(game, leader_id)
    record.take(game, leaders)
    verb, whose = ("is", "his") if len(leaders) == 1 else ("are", "their")
    lost = f", and {whose} troops are lost" if led else ""
    text = f"{names.led(game, leaders)} {verb} taken prisoner{lost}."
    how = "captured behind walls" if rule == "WOG-3.9" else "captured without a way out"
    game.emit("captured", text, about=leaders, rule=rule, outcome=how)


# ---------------------------------------------------------------------- fleeing


def room(game: Warriors, side: Side, area: str, taken: Sequence[Way]) -> dict[str, int]:
    """Return where attackers can still flee, and how many of them."""
    used = [way.to for way in taken]
    free = {to: ways.limit(game, side, area, to) - used.count(to) for to in ways.refuges(game, side, area)}
    return {to: number for to, number in free.items() if number > 0}


def completed(game: Warriors, side: Side, area: str, taken: Sequence[Way]) -> list[Way]:
    """Return ways for all who can flee: those named, and the rest by the default of D-10."""

    def order(leader_id: str, to: str) -> tuple[int, int, int, int, str]:
        value = game.area(to).value
        gained = value if _may_gain(game, side, leader_id, to) and all(way.to != to for way in flights) else 0
        return -gained, friendliness(game, side, to), -ways.limit(game, side, area, to), -value, to

    flights, named = list(taken), {way.leader for way in taken}
    for leader_id in game.by_merit([leader_id for leader_id in game.here(area, side) if leader_id not in named]):
        if free := room(game, side, area, flights):
            flights.append(Way(leader_id, min(free, key=partial(order, leader_id))))
    return flights


def _may_gain(game: Warriors, side: Side, leader_id: str, area: str) -> bool:
    """Tell whether a leader has an even chance or better to gain an area that nobody controls, without any other."""
    free = game.controller(area) is None and not game.area(area).neutral and not game.here(area, side)
    return free and claims.chance(game, area, [leader_id]) >= EVEN


def friendliness(game: Warriors, side: Side, area: str) -> int:
    """Return 0 for a friendly-controlled area, 1 for an uncontrolled, 2 for a neutral one."""
    if game.controller(area) == side:
        return 0
    return 2 if game.area(area).neutral else 1


class Fleeing(Question):
    """Where the attackers go after a failed siege (D-10) [WOG-3.10 to 3.13]."""

    decision = "D-10"
    rule = "WOG-3.12"

    def proceed(self, game: Warriors) -> bool:
        """Go on by itself where nobody can flee, or all go the same way."""
        area = game.battle.area
        free = room(game, self.side, area, ())
        if len(free) > 1 or any(most < len(game.here(area, self.side)) for most in free.values()):
            return False
        self.answered(game, Flee([]))
        return True

    def prompt(self, game: Warriors) -> str:
        """Say what is to be named."""
        failed = f"The assault on {names.area(game, game.battle.area)} has failed: where do your leaders flee?"
        return f"{failed} They keep their troops, and may still gain control of where they go."

    def offers(self, game: Warriors) -> list[Offer]:
        """Each leader with each area that has room."""

        def flights(draft: Draft) -> list[Choice]:
            taken = [read(text) for text in draft.get("ways", ())]
            gone = {way.leader for way in taken}
            return [
                Choice(
                    str(Way(leader_id, to)),
                    f"{names.leader(game, leader_id)} to {names.area(game, to)}",
                    awaited(game, self.side, [leader_id], to),
                )
                for leader_id in game.here(game.battle.area, self.side)
                if leader_id not in gone
                for to in room(game, self.side, game.battle.area, taken)
            ]

        told = ". ".join(
            f"{names.who(game, leaders)} to {names.area(game, to)}: {awaited(game, self.side, leaders, to)}"
            for to, leaders in _by_area(completed(game, self.side, game.battle.area, ())).items()
        )
        question = "Who goes where? The others go where there is room."
        alone = len(game.here(game.battle.area, self.side)) == 1
        asked = Field("ways", question, flights, many=True, least=0, places=alone)
        return [
            Offer(AsProposed, "Flee as proposed", (), f"Proposed: {told}.", ready=True),
            Offer(Flee, "Choose where each flees", (asked,)),
        ]

    def default(self, game: Warriors) -> AsProposed:
        """Let all go where there is room."""
        return AsProposed()

    def answered(self, game: Warriors, action: Action) -> None:
        """Let them flee; whoever has no way is captured. Nobody is disgraced [WOG-3.11]."""
        game.pop(self)
        battle = game.battle
        named = action.ways if isinstance(action, Flee) else []
        taken = completed(game, self.side, battle.area, [read(text) for text in named])
        for to, leaders in _by_area(taken).items():
            for leader_id in leaders:
                armies.arrive(game, leader_id, self.side, to)
            record.go(game, leaders, to)
            verb = "flees" if len(leaders) == 1 else "flee"
            text = f"{names.led(game, leaders)} {verb} to {names.area(game, to)}."
            game.emit("flight", text, about=leaders, track=[battle.area, to], rule="WOG-3.12")
        take_prisoners(game, game.here(battle.area, self.side), "WOG-3.13")
        battle.stage = "over"


def awaited(game: Warriors, side: Side, leaders: Sequence[str], area: str) -> str:
    """Say what leaders may gain where they flee, and which enemies are next door."""
    if game.area(area).neutral:
        return names.NEUTRAL
    gain = "you control it" if game.controller(area) == side else _gain(game, side, leaders, area)
    return "; ".join(filter(None, [gain, next_door(game, side, area)]))


def next_door(game: Warriors, side: Side, area: str) -> str:
    """Say how strong the strongest enemies are who can come to an area from next door; "" for none.

    Those who are left behind are next door to every area where one can go, so that only others make a difference.
    """
    foe = enemy(side)
    others = [one for one in game.catalog.near[area] if one != game.battle.area]
    near = [one for one in others if game.here(one, foe) and ways.limit(game, foe, one, area)]
    force = max((strength.strength(game, strength.host_of(game, game.here(one, foe))) for one in near), default=0)
    return f"other {foe.capitalize()} next door {force}" if force else ""


def _gain(game: Warriors, side: Side, leaders: Sequence[str], area: str) -> str:
    """Return how likely leaders gain an area that nobody controls, with those who are there, and what it brings."""
    chance = claims.chance(game, area, [*game.here(area, side), *leaders])
    return f"{100 * chance:.0f}% to gain it ({names.worth(game, area, side)})"


def _by_area(taken: Sequence[Way]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for way in taken:
        found.setdefault(way.to, []).append(way.leader)
    return found
