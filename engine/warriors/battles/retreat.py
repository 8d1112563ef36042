"""Stay or retreat, who goes where, and who does not get away (rules 6.3)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.text import capital
from engine.warriors.battles import field, record, strength
from engine.warriors.battles.siege import friendliness, next_door, take_prisoners
from engine.warriors.board import armies, names, ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Side
from engine.warriors.board.steps import Question


class Stay(Action, frozen=True):
    """Fight another round."""


class Retreat(Action, frozen=True):
    """Retreat to an area; "" where there is no way, and everybody is captured."""

    to: str = ""


class Force(Action, frozen=True):
    """Force the aggressor to retreat."""


class LetStay(Action, frozen=True):
    """Do not force him."""


class Withdraw(Action, frozen=True):
    """Name the leaders who get away where not all can."""

    leaders: list[str]


# ---------------------------------------------------------------------- where to


def best_refuges(game: Warriors, side: Side) -> list[str]:
    """Return where a side may retreat, the best first by the default of D-09."""
    area, number = game.battle.area, len(game.here(game.battle.area, side))

    def order(to: str) -> tuple[int, int, int, str]:
        most = min(number, ways.limit(game, side, area, to))
        return -most, friendliness(game, side, to), -game.area(to).value, to

    return sorted(ways.refuges(game, side, area), key=order)


def outmatched(game: Warriors, side: Side, to: str) -> bool:
    """Tell whether the enemy has more than twice the strength of a side whose leaders can all go to an area."""
    battle = game.battle
    own, foe = (strength.strength(game, strength.host(game, battle, one)) for one in (side, enemy(side)))
    return own * 2 < foe and bool(to) and ways.limit(game, side, battle.area, to) >= len(game.here(battle.area, side))


def retreat_offer(game: Warriors, side: Side) -> Offer:
    """Offer to retreat; where there is no way the offer says what comes of it [WOG-3.41, 3.42]."""
    found, area = best_refuges(game, side), game.battle.area
    if not found:
        warning = "there is no way out: every leader who survives the pursuit is captured"
        return Offer(Retreat, "Retreat without a way out", (), warning, forgoes=True)
    number = len(game.here(area, side))

    def hint(to: str) -> str:
        most, holder = ways.limit(game, side, area, to), game.controller(to)
        whose = "neutral" if game.area(to).neutral else "you control it" if holder == side else "nobody controls it"
        rest = "the others are captured" if number - most > 1 else "the other is captured"
        going = f"only {most} of {number} can go, {rest}" if most < number else ""
        return "; ".join(filter(None, [going, whose, next_door(game, side, to)]))

    choices = [Choice(to, names.area(game, to), hint(to)) for to in found]
    field_ = Field("to", "Where to?", lambda _: choices, places=True)
    return Offer(Retreat, "Retreat", (field_,), says="Retreat to {to}")


def begin(game: Warriors, side: Side, to: str, *, forced: bool = False) -> None:
    """Let a side turn to flight [WOG-3.38, 3.39]."""
    battle = game.battle
    battle.retreating, battle.to, battle.forced = side, to, forced
    record.retreat(game, side, forced=forced)
    before = game.option("no_way_out") == "before_pursuit"
    battle.stage = "going" if before else "pursuit"
    where = f"to {names.area(game, to)}" if to else "with no way out"
    verb = "have to retreat" if forced else "retreat"
    text = f"{names.opening(side)} {verb} from {names.area(game, battle.area)} {where}."
    rule = "WOG-3.25" if forced else "WOG-3.38"
    game.emit("retreat", text, about=[battle.area], rule=rule, outcome="forced retreat" if forced else "retreat")


# ---------------------------------------------------------------------- the questions


class Forcing(Question):
    """Whether the non-aggressor forces a retreat after three misses (D-07) [WOG-3.25]."""

    decision = "D-07"
    rule = "WOG-3.25"

    def prompt(self, game: Warriors) -> str:
        """Tell of the misses."""
        return f"{names.opening(enemy(self.side))} have missed three rounds in a row: do you make them retreat?"

    def offers(self, game: Warriors) -> list[Offer]:
        """Force them or not."""
        return [Offer(Force, "Force the retreat"), Offer(LetStay, "Let them stay")]

    def default(self, game: Warriors) -> Action:
        """Do not force them."""
        return LetStay()

    def answered(self, game: Warriors, action: Action) -> None:
        """Ask the aggressor where he goes, or go on with the battle."""
        game.pop(self)
        if isinstance(action, LetStay):
            game.emit("let_stay", f"{names.opening(self.side)} do not force a retreat.", rule="WOG-3.25")
        if isinstance(action, Force):
            game.push(Retreating(side=enemy(self.side)))


class Retreating(Question):
    """Where the side goes that is forced to retreat (D-09)."""

    decision = "D-09"
    rule = "WOG-3.41"

    def prompt(self, game: Warriors) -> str:
        """Ask for the area."""
        where = names.area(game, game.battle.area)
        return f"You have to retreat from {where}: where to? {capital(field.pursuit(game, enemy(self.side)))}."

    def offers(self, game: Warriors) -> list[Offer]:
        """Return the areas."""
        return [retreat_offer(game, self.side)]

    def default(self, game: Warriors) -> Retreat:
        """Return the area that takes most of them."""
        return Retreat(next(iter(best_refuges(game, self.side)), ""))

    def answered(self, game: Warriors, action: Action) -> None:
        """Begin the retreat."""
        assert isinstance(action, Retreat)
        game.pop(self)
        begin(game, self.side, action.to, forced=True)


class Staying(Question):
    """Stay or retreat after a round (D-08) [WOG-3.37, 3.38]."""

    decision = "D-08"
    rule = "WOG-3.41"

    def prompt(self, game: Warriors) -> str:
        """Tell how the battle stands."""
        battle = game.battle
        hosts = [strength.host(game, battle, side) for side in (self.side, enemy(self.side))]
        own, foe = (
            f"strength {strength.strength(game, host)} and {names.dice(strength.dice(game, host))}" for host in hosts
        )
        have = f"you have {own}, {names.side(enemy(self.side))} {foe}"
        told = f"{names.area(game, battle.area)}, after round {battle.round}: {have}."
        if self.side == game.first:  # the other side was asked first
            told += f" {names.opening(enemy(self.side))} stay."
        pursuit = field.pursuit(game, enemy(self.side))
        return f"{told} Stay, or retreat? If you retreat{self._with_troops(game)}, {pursuit}."

    def _with_troops(self, game: Warriors) -> str:
        """Say that the troops retreat with their leaders; where there are none, whom hits strike then [WOG-3.32]."""
        led = any(game.leader(one).troops for one in game.here(game.battle.area, self.side))
        return f" ({'your troops go with their leaders' if led else 'each hit kills, captures or routs a leader'})"

    def offers(self, game: Warriors) -> list[Offer]:
        """Another round, or away."""
        return [Offer(Stay, "Stay and fight"), retreat_offer(game, self.side)]

    def default(self, game: Warriors) -> Action:
        """Stay; but retreat from twice the strength where an area takes everybody."""
        best = next(iter(best_refuges(game, self.side)), "")
        return Retreat(best) if outmatched(game, self.side, best) else Stay()

    def answered(self, game: Warriors, action: Action) -> None:
        """Stay, or begin the retreat."""
        game.pop(self)
        if isinstance(action, Retreat):
            begin(game, self.side, action.to)
        else:
            game.emit("stay", f"{names.opening(self.side)} fight on.", rule="WOG-3.37")


class Withdrawing(Question):
    """Who gets away where not all can (D-09) [WOG-3.40, 3.42]."""

    decision = "D-09"
    rule = "WOG-3.40"

    def proceed(self, game: Warriors) -> bool:
        """Go on where all can go after all."""
        own = game.here(game.battle.area, self.side)
        if len(own) > self._most(game):
            return False
        game.pop(self)
        game.battle.going = own
        return True

    def _most(self, game: Warriors) -> int:
        return ways.limit(game, self.side, game.battle.area, game.battle.to)

    def prompt(self, game: Warriors) -> str:
        """Say how many."""
        where = names.area(game, game.battle.to)
        return f"Only {self._most(game)} of your leaders can reach {where}: who? The others are captured."

    def offers(self, game: Warriors) -> list[Offer]:
        """Just as many as can go."""
        most = self._most(game)

        def leaders(draft: Draft) -> list[Choice]:
            picked = draft.get("leaders", ())
            own = game.here(game.battle.area, self.side) if len(picked) < most else []
            return [
                Choice(leader_id, names.leader(game, leader_id), names.rating(game, leader_id))
                for leader_id in own
                if leader_id not in picked
            ]

        return [Offer(Withdraw, "Get away", (Field("leaders", "Who goes?", leaders, many=True, least=most),))]

    def default(self, game: Warriors) -> Withdraw:
        """Return the best by rank, then battle."""
        return Withdraw(game.by_merit(game.here(game.battle.area, self.side))[: self._most(game)])

    def answered(self, game: Warriors, action: Action) -> None:
        """Settle who goes."""
        assert isinstance(action, Withdraw)
        game.pop(self)
        game.battle.going = list(action.leaders)


# ---------------------------------------------------------------------- getting away


def settle_who_goes(game: Warriors, side: Side) -> bool:
    """Settle who gets away, and capture those for whom there is no way; or ask. Tell whether it is settled."""
    battle = game.battle
    own = game.here(battle.area, side)
    most = ways.limit(game, side, battle.area, battle.to) if battle.to else 0
    if battle.going or not most:
        battle.going = [leader_id for leader_id in battle.going if leader_id in own]
        take_prisoners(game, [leader_id for leader_id in own if leader_id not in battle.going], "WOG-3.42")
        return True
    game.push(Withdrawing(side=side))
    return False


def get_away(game: Warriors, side: Side) -> None:
    """Let the survivors go; they are disgraced [WOG-3.46]."""
    battle = game.battle
    gone: Sequence[str] = [leader_id for leader_id in battle.going if leader_id in game.here(battle.area, side)]
    for leader_id in gone:
        armies.arrive(game, leader_id, side, battle.to)
        game.leader(leader_id).disgraced = True
    record.go(game, gone, battle.to)
    if gone:
        verb, gains = ("gets", "gains") if len(gone) == 1 else ("get", "gain")
        where = names.area(game, battle.to)
        text = f"{names.led(game, gone)} {verb} away to {where}, disgraced ({gains} no area this turn)."
        game.emit("disgrace", text, about=gone, track=[battle.area, battle.to], rule="WOG-3.46")
