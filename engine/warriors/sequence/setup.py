"""Set-up: the scenario, the sides, and the first two non-aligned leaders (rules 5)."""

from collections.abc import Mapping, Sequence

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.sealed import SecretBallot
from engine.core.text import counted
from engine.warriors.board import armies, names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Leader, Side
from engine.warriors.board.steps import Question, WarriorsStep

MOST_BID = 15
"""The highest bid for the English."""


class Bid(Action, frozen=True):
    """Bid points for the English."""

    points: str


class Choose(Action, frozen=True):
    """Take one of the first two non-aligned leaders; the opponent gets the other."""

    leader: str


def lay_out(game: Warriors) -> None:
    """Prepare the leaders of the scenario, none of them on the map yet."""
    scenario = game.scenario.id
    for leader_id, card in game.catalog.leaders.items():
        if card.scenario == scenario:
            side: Side | None = None if card.nationality == "nonaligned" else card.nationality
            game.state.leaders[leader_id] = Leader(side=side or "")


def give_sides(game: Warriors, english: str) -> None:
    """Give the English to a seat and the French to the other."""
    french = next(seat for seat in game.state.seats if seat != english)
    game.state.sides = {"english": english, "french": french}
    game.emit("sides", f"{{{english}}} plays the English, {{{french}}} the French.", rule="WOG-0.5")


class Bidding(SecretBallot):
    """Both bid for the English in secret (D-19) [WOG-0.5]."""

    rule = "WOG-0.5"

    def asked(self, game: Warriors) -> Sequence[str]:
        """Both."""
        return game.state.seats

    def ask(self, game: Warriors, seat: str) -> Request:
        """Ask for a bid."""
        bids = [Choice(str(number), counted(number, "point")) for number in range(MOST_BID + 1)]
        field = Field("points", "How many points?", lambda _: bids)
        offer = Offer(Bid, "Bid for the English", (field,), reversible=True)
        prompt = "How many points do you give the French to play the English? The higher bid plays the English."
        hours = game.number("deadline_other_hours")
        return Request(
            seat, "D-19", prompt, (offer,), lambda: Bid("0"), secret=True, hours=float(hours) if hours else None
        )

    def opened(self, game: Warriors, answers: Mapping[str, Bid]) -> None:
        """Show the bids; the higher plays the English and begins behind."""
        bids = {seat: int(bid.points) for seat, bid in answers.items()}
        told = " and ".join(f"{{{seat}}} {points}" for seat, points in bids.items())
        game.emit("bids", f"The bids for the English: {told}.", rule="WOG-0.5")
        give_sides(game, self._highest(game, bids))
        game.state.score = -max(bids.values())

    def _highest(self, game: Warriors, bids: Mapping[str, int]) -> str:
        first, second = bids
        one, other = bids[first], bids[second]
        while one == other:
            one, other = (game.dice.roll(6, f"equal bids: {seat}") for seat in (first, second))
        return first if one > other else second


class SettingUp(WarriorsStep):
    """The leaders of the scenario are placed, and both roll for the first non-aligned leader [WOG-0.1, 0.2]."""

    def proceed(self, game: Warriors) -> bool:
        """Place everything and ask whoever has rolled higher."""
        game.pop(self)
        scenario = game.scenario
        if game.option("initial_control") == "standard":
            game.state.control = dict.fromkeys(scenario.control_english, "english")
            game.state.control |= dict.fromkeys(scenario.control_french, "french")
        for placed in game.catalog.setup:
            side = game.leader(placed.leader).side if placed.scenario == scenario.id else ""
            if side:
                stand(game, placed.leader, side)
        game.state.kings = {"english": scenario.english_king, "french": scenario.french_king}
        guns = "; gunners add none" if scenario.id in game.troop("gunner").available else ""
        lead, turns = game.number("sudden_death"), game.number("turns")
        score = "Each turn you score for your areas, and for enemy leaders killed or in prison"
        score += f": a lead of {lead} points wins at once, else the lead after turn {turns}."
        game.emit("set_up", f"{scenario.name} is set up. {score} {STRENGTH}{guns}. {_sample(game)}", rule="WOG-0.1")
        rolls = {side: game.dice.roll(6, f"first non-aligned leader: {names.side(side)}") for side in SIDES}
        winner: Side = "french" if rolls["french"] > rolls["english"] else "english"
        text = "Two leaders belong to neither side; each side gets one, and the higher roll chooses"
        rolled = f"the English roll {rolls['english']}, the French {rolls['french']}: {names.side(winner)} choose"
        game.emit("roll_off", f"{text}: {rolled}.", rule="WOG-0.2")
        game.push(ChoosingFirst(side=winner))
        return True


def _sample(game: Warriors) -> str:
    """Return how a leader is told in a few signs, and what they mean."""
    most = 2 * game.catalog.strength_per_star
    return f"A leader who is ★★ 2-3 leads up to {most} pieces, with bravery 2 and battle 3."


def stand(game: Warriors, leader_id: str, side: Side) -> None:
    """Put a leader of the set-up on the map for a side, with his troops."""
    placed = next(one for one in game.catalog.setup if one.leader == leader_id)
    leader = game.leader(leader_id)
    leader.where, leader.side, leader.area, leader.troops = "map", side, placed.area, dict(placed.troops)


def first_leaders(game: Warriors) -> list[str]:
    """Return the two non-aligned leaders of the set-up."""
    return sorted(
        placed.leader
        for placed in game.catalog.setup
        if placed.scenario == game.scenario.id and game.card(placed.leader).nationality == "nonaligned"
    )


def meaning(game: Warriors, leader_id: str) -> str:
    """Return what the stars and the two numbers of a leader mean."""
    card = game.card(leader_id)
    most = game.catalog.strength_per_star
    leads = f"{'★' * card.rank}: leads up to {most * card.rank} pieces, {most} a star"
    rated = f"{card.bravery}-{card.battle}: bravery {card.bravery}, battle {card.battle}"
    dice = f"a commander rolls 1 die for each strength, but no more than his battle number (here {card.battle})"
    hit = f"{game.catalog.battle.hit_on} hits, and the braver commander adds the difference to each die"
    bows = f"and 1 more for each longbowman ({card.battle} more at most)"
    return f"{leads}. {rated}. In battle {dice}, {bows}; a {hit}."


def beginning(game: Warriors, leader_id: str) -> str:
    """Return a leader's rank and ratings, and where he begins, with whom."""
    placed = next(one for one in game.catalog.setup if one.leader == leader_id)
    led = f" with {names.troops(game, placed.troops)}" if placed.troops else ""
    at = "at home in" if game.card(leader_id).home == placed.area else "in"
    return f"{names.rating(game, leader_id)}, {at} {names.area(game, placed.area)}{led}"


def weaker(game: Warriors, side: Side) -> str:
    """Return the weaker claim of the English: Artevelde and David; of the French: Blois and Gloucester."""
    found = first_leaders(game)
    english = min(found, key=lambda leader_id: (leader_id not in ("jacob_artevelde", "david_i"), leader_id))
    return english if side == "english" else next(leader_id for leader_id in found if leader_id != english)


STRENGTH = "Strength, in moves and battles, is 1 for each leader and 1 for each piece of troops"
"""What the strength is that is told of every move and battle."""


class ChoosingFirst(Question):
    """Which of the two non-aligned leaders serves the winner of the roll (D-01) [WOG-0.2]."""

    decision = "D-01"
    rule = "WOG-0.2"

    def prompt(self, game: Warriors) -> str:
        """Ask for one of the two."""
        found = first_leaders(game)
        one, other = (names.leader(game, one) for one in found)
        serves = f"You are {names.side(self.side)}. Choose a leader: {one} or {other}."
        rest = f"The other serves {names.side(enemy(self.side))}."
        return f"{serves} {rest} {meaning(game, found[0])}"

    def offers(self, game: Warriors) -> list[Offer]:
        """One of the two."""
        found = [
            Choice(leader_id, names.leader(game, leader_id), beginning(game, leader_id))
            for leader_id in first_leaders(game)
        ]
        return [
            Offer(Choose, "Take a leader", (Field("leader", "Which leader?", lambda _: found),), says="Take {leader}")
        ]

    def default(self, game: Warriors) -> Choose:
        """Return the weaker claim."""
        return Choose(weaker(game, self.side))

    def answered(self, game: Warriors, action: Action) -> None:
        """Both leaders stand at home."""
        assert isinstance(action, Choose)
        game.pop(self)
        for leader_id in first_leaders(game):
            side = self.side if leader_id == action.leader else enemy(self.side)
            stand(game, leader_id, side)
            area = names.area(game, game.leader(leader_id).area)
            text = f"{names.who(game, [leader_id])} serves {names.side(side)}, in {area}."
            game.emit("taken", text, about=[leader_id], rule="WOG-0.2")
            if side == "english" and leader_id == game.scenario.aggressor_if_english_pick:
                # Place the marker that comes with him [WOG-0.4].
                at = game.scenario.aggressor_area
                armies.arrive(game, leader_id, "english", at)
                text = names.aggressors(game, "english", at, game.here(at, "french"))
                game.emit("aggressor", text, about=[leader_id], rule="WOG-0.4")
