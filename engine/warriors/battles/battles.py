"""Phase Three: battles, one after another in the order of who has the initiative (rules 6.3)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.chapter import Chapter
from engine.core.drafts import check_offered
from engine.core.game import only_looks
from engine.warriors.battles import field, record, retreat, siege, strength
from engine.warriors.battles.losses import Lose, Losing
from engine.warriors.battles.retreat import (
    Force,
    Forcing,
    LetStay,
    Retreat,
    Retreating,
    Stay,
    Staying,
    Withdraw,
    Withdrawing,
)
from engine.warriors.battles.siege import Besieging, Flee, Fleeing, GiveBattle, StandSiege
from engine.warriors.battles.standing import ANY_TIME
from engine.warriors.board import names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Battle, Side
from engine.warriors.board.steps import AsProposed, Question, WarriorsStep, asked

LOSSES = (
    " Infantry is lost first, then gunners, knights, longbowmen and mercenaries, leaders last, unless a side has "
    "set an order of its own."
)
"""What is lost first where nobody is asked, told at the first battle of a game [WOG-14.5]."""


class Engage(Action, frozen=True):
    """Fight the battle of an area next."""

    area: str


class Command(Action, frozen=True):
    """Name the battle commander."""

    leader: str


@only_looks
def battlefields(game: Warriors) -> list[str]:
    """Return the areas with leaders of both sides, the most valuable first."""
    found = [area for area in game.catalog.areas if all(game.here(area, side) for side in SIDES)]
    return sorted(found, key=lambda area: (-game.area(area).value, area))


class Battles(WarriorsStep):
    """Which battle is next (D-03) [WOG-3.1]."""

    def proceed(self, game: Warriors) -> bool:
        """End the phase after the last battle; the only one begins by itself."""
        found = battlefields(game)
        if len(found) > 1:
            return False
        if found:
            self._engage(game, found[0])
        else:
            game.pop(self)
        return True

    def requests(self, game: Warriors) -> list[Request]:
        """Ask who has the initiative."""
        found = [Choice(area, names.area(game, area), _against(game, area)) for area in battlefields(game)]
        asked_where = Field("area", "Where?", lambda _: found, places=True)
        offer = Offer(Engage, "Fight a battle", (asked_where,), says="Fight in {area}")
        prompt = "Which battle is fought next? All of them are fought, in the order that you choose."
        return [asked(game, game.first, "D-03", prompt, (offer,), lambda: Engage(battlefields(game)[0]))]

    def act(self, game: Warriors, seat: str, action: Action) -> None:
        """Begin the battle."""
        check_offered(self.requests(game)[0].offers, action, "WOG-3.1")
        assert isinstance(action, Engage)
        self._engage(game, action.area)

    def _engage(self, game: Warriors, area: str) -> None:
        game.state.battle = Battle(area=area, aggressor=game.state.aggressors.get(area, game.first))
        told = LOSSES if game.state.record is None and game.option("hit_allocation") == "auto" else ""
        record.begin(game, area, game.battle.aggressor)
        text = f"The battle of {names.area(game, area)} begins: {_against(game, area)}.{told}"
        game.emit("battle", text, about=[area], rule="WOG-3.1", report={"area": area})
        game.push(Fighting())


def _against(game: Warriors, area: str) -> str:
    """Return who fights whom in an area, the English first."""
    return " against ".join(army(game, game.here(area, side)) for side in SIDES)


def army(game: Warriors, leaders: Sequence[str]) -> str:
    """Return leaders with the strength of their troops: 'Edward III (strength 8)'."""
    return f"{names.leaders(game, leaders)} (strength {strength.strength(game, strength.host_of(game, leaders))})"


class Fighting(WarriorsStep):
    """A battle from the naming of commanders to its end."""

    def proceed(self, game: Warriors) -> bool:
        """Go on to what comes next in the battle; it is over once a side, or both, has no leader left [WOG-3.36]."""
        battle = game.battle
        both = all(game.here(battle.area, side) for side in SIDES)
        match battle.stage:
            case "naming" | "after" | "going" | "pursuit" | "leaving" if not both:
                battle.stage = "over"
            case "naming":  # the one without initiative first [WOG-3.2]
                missing = [side for side in (game.second, game.first) if side not in battle.commanders]
                if missing:
                    game.push(Naming(side=missing[0]))
                else:
                    siege.settle(game)
            case "round" if battle.kind == "siege":
                siege.assault(game)
            case "round":
                field.fight_round(game)
            case "after":
                battle.stage = "first"
                if battle.misses >= game.catalog.battle.miss_limit:  # a retreat may be forced [WOG-3.25]
                    game.push(Forcing(side=enemy(battle.aggressor)))
            case "first":
                battle.stage = "second"
                game.push(Staying(side=game.second))
            case "second":
                battle.stage = "round"
                game.push(Staying(side=game.first))
            case "going" | "pursuit" | "leaving":
                self._retreat(game, battle)
            case "fleeing" | "over":
                self._end(game, battle)
        return True

    def _retreat(self, game: Warriors, battle: Battle) -> None:
        """Carry out the pursuit, the departures and the captures, in the order that the table plays."""
        side = battle.retreating
        assert side
        before = game.option("no_way_out") == "before_pursuit"
        if battle.stage == "pursuit":
            battle.stage = "leaving" if before else "going"
            field.pursue(game)
        elif battle.stage == "going":
            if retreat.settle_who_goes(game, side):
                battle.stage = "pursuit" if before else "leaving"
        else:
            retreat.get_away(game, side)
            battle.stage = "over"

    def _end(self, game: Warriors, battle: Battle) -> None:
        game.pop(self)
        told = record.close(game)
        game.state.battle = None
        left = [side for side in SIDES if game.here(battle.area, side)]
        holds = _held(battle, left[0]) if len(left) == 1 else "nobody is left"
        text = f"The battle of {names.area(game, battle.area)} is over: {holds}."
        report = {"area": battle.area, "rounds": battle.round, "kind": battle.kind, "record": told}
        game.emit("battle_over", text, about=[battle.area], rule="WOG-3.36", report=report, outcome=battle.kind)


def _held(battle: Battle, winner: Side) -> str:
    """Return what the winner of a battle holds: walls that have fallen change hands with the control of the area."""
    if battle.besieged and winner != battle.besieged:
        return f"{names.side(winner)} hold the field and the walls; who controls it is settled after all battles"
    return f"{names.side(winner)} hold the {'walls' if battle.besieged else 'field'}"


def candidates(game: Warriors, area: str, side: Side) -> list[str]:
    """Return the leaders of the highest rank of a side in an area, the default of D-04 first [WOG-3.3]."""
    return foremost(game, game.here(area, side))


def foremost(game: Warriors, leaders: Sequence[str]) -> list[str]:
    """Return those of the highest rank among leaders: the bravest first, then the best in battle, the King last."""
    highest = max(game.card(leader_id).rank for leader_id in leaders)

    def order(leader_id: str) -> tuple[int, int, bool, str]:
        return -game.card(leader_id).bravery, -game.card(leader_id).battle, game.is_king(leader_id), leader_id

    return sorted((leader_id for leader_id in leaders if game.card(leader_id).rank == highest), key=order)


class Naming(Question):
    """Who commands a side (D-04) [WOG-3.2 to 3.4]."""

    decision = "D-04"
    rule = "WOG-3.3"

    def proceed(self, game: Warriors) -> bool:
        """Take the only one there is."""
        if len(candidates(game, game.battle.area, self.side)) > 1:
            return False
        self.answered(game, self.default(game))
        return True

    def prompt(self, game: Warriors) -> str:
        """Ask for the commander."""
        return f"Who commands in {names.area(game, game.battle.area)}?"

    def offers(self, game: Warriors) -> list[Offer]:
        """One of them."""
        found = [
            Choice(leader_id, names.leader(game, leader_id), names.rating(game, leader_id))
            for leader_id in candidates(game, game.battle.area, self.side)
        ]
        return [Offer(Command, "Name the battle commander", (Field("leader", "Who?", lambda _: found),))]

    def default(self, game: Warriors) -> Command:
        """Return the bravest, then the best in battle."""
        return Command(candidates(game, game.battle.area, self.side)[0])

    def answered(self, game: Warriors, action: Action) -> None:
        """Give him the command."""
        assert isinstance(action, Command)
        game.pop(self)
        game.battle.commanders[self.side] = action.leader
        card = game.card(action.leader)
        rated = f"(bravery {card.bravery}, battle {card.battle})"
        text = f"{names.leader(game, action.leader)} {rated} commands {names.side(self.side)}."
        kind = "commander" if len(game.here(game.battle.area, self.side)) > 1 else "only_commander"
        game.emit(kind, text, about=[action.leader], rule="WOG-3.3")


CHAPTER = Chapter(
    steps=(
        *(Battles, Fighting, Naming, Besieging, Fleeing),
        *(Losing, Forcing, Retreating, Staying, Withdrawing),
    ),
    actions=(
        *(Engage, Command, StandSiege, GiveBattle, Flee, Lose),
        *(Force, LetStay, Retreat, Stay, Withdraw, AsProposed),
    ),
    any_time=(ANY_TIME,),
)
