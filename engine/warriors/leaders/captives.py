"""Phase Seven: prisoners are exchanged, ransomed, or left to rot (rules 6.8)."""

from collections.abc import Sequence
from itertools import combinations
from math import prod

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, pass_offer
from engine.core.errors import Illegal
from engine.core.text import counted
from engine.warriors.battles.strength import SIX
from engine.warriors.board import armies, names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Side
from engine.warriors.board.steps import AsProposed, Question
from engine.warriors.leaders import deaths

MOST_AREAS = 3
"""Areas that a ransom costs at most: a leader has three stars, and an area is worth one at least."""


class Exchange(Action, frozen=True):
    """Exchange English against French prisoners, each group with its ids joined by +."""

    english: str
    french: str


class Ransom(Action, frozen=True):
    """Pay for a leader with the control markers of areas."""

    leader: str
    area: str
    second: str = ""
    third: str = ""

    @property
    def given(self) -> list[str]:
        """The areas that are given up."""
        return [area for area in (self.area, self.second, self.third) if area]


# ---------------------------------------------------------------------- exchange


def stars(game: Warriors, leaders: Sequence[str]) -> int:
    """Return the stars of leaders together."""
    return sum(game.card(leader_id).rank for leader_id in leaders)


def groups(game: Warriors, side: Side) -> dict[int, list[tuple[str, ...]]]:
    """Return the groups of a side's prisoners by their stars, the smallest groups first."""
    own = game.prisoners(side)
    found: dict[int, list[tuple[str, ...]]] = {}
    for size in range(1, len(own) + 1):
        for group in combinations(own, size):
            found.setdefault(stars(game, group), []).append(group)
    return found


def exchangeable(game: Warriors) -> dict[int, dict[Side, list[tuple[str, ...]]]]:
    """Return the groups that can be exchanged, by the number of stars: the largest, or any [WOG-7.1, 14.4]."""
    by_side = {side: groups(game, side) for side in SIDES}
    common = sorted(by_side["english"].keys() & by_side["french"].keys())
    if game.option("exchange") == "mandatory_max":
        common = common[-1:]
    return {number: {side: by_side[side][number] for side in SIDES} for number in common}


class Exchanging(Question):
    """Which groups with as many stars are exchanged (D-13) [WOG-7.1, 7.2]."""

    decision = "D-13"
    rule = "WOG-7.1"

    def proceed(self, game: Warriors) -> bool:
        """Go on where nothing can be exchanged."""
        if exchangeable(game):
            return False
        game.pop(self)
        return True

    def prompt(self, game: Warriors) -> str:
        """Say how many stars."""
        most = max(exchangeable(game))
        if game.option("exchange") == "mandatory_max":
            return f"Prisoners of {counted(most, 'star')} on both sides are exchanged: who?"
        return f"Prisoners of up to {counted(most, 'star')} on both sides can be exchanged: who?"

    def offers(self, game: Warriors) -> list[Offer]:
        """Return the groups of both sides with the same stars."""
        exchanges = exchangeable(game)

        def english(_: Draft) -> list[Choice]:
            return [
                _group(game, group)
                for number in sorted(exchanges, reverse=True)
                for group in exchanges[number]["english"]
            ]

        def french(draft: Draft) -> list[Choice]:
            number = stars(game, draft["english"].split("+"))
            return [_group(game, group) for group in exchanges[number]["french"]]

        fields = (
            Field("english", "Which English leaders go free?", english),
            Field("french", "And which French leaders?", french),
        )
        free = [pass_offer("Exchange nobody")] if game.option("exchange") == "ip_choice" else []
        several = any(len(group) > 1 for by_side in exchanges.values() for group in by_side.values())
        able = [Offer(Exchange, "Exchange prisoners", fields), *free]
        if several or len(exchanges) > 1:
            told = f"Proposed: {_freed(game, self.default(game))}."
            able.insert(0, Offer(AsProposed, "Exchange as proposed", (), told, ready=True))
        return able

    def default(self, game: Warriors) -> Exchange:
        """As many stars as possible, by as few leaders as possible."""
        found = exchangeable(game)[max(exchangeable(game))]
        return Exchange("+".join(found["english"][0]), "+".join(found["french"][0]))

    def answered(self, game: Warriors, action: Action) -> None:
        """Both groups go to the routed box [WOG-7.3]."""
        game.pop(self)
        chosen = self.default(game) if isinstance(action, AsProposed) else action
        if not isinstance(chosen, Exchange):
            return
        freed = [*chosen.english.split("+"), *chosen.french.split("+")]
        later, free = ("", "") if game.last_turn else (", and back when leaders arrive", names.free(game, freed))
        text = f"Exchanged{later}: {_freed(game, chosen)}.{free}"
        for leader_id in freed:
            armies.rout(game, leader_id)
        game.emit("exchange", text, about=freed, rule="WOG-7.3")


def _freed(game: Warriors, exchange: Exchange) -> str:
    """Name the prisoners who go free: 'Talbot for Dunois and La Hire'."""
    return " for ".join(names.leaders(game, group.split("+")) for group in (exchange.english, exchange.french))


def _group(game: Warriors, group: Sequence[str]) -> Choice:
    number = stars(game, group)
    return Choice("+".join(group), names.leaders(game, group), f"{number} star{'s' if number > 1 else ''}")


# ---------------------------------------------------------------------- ransom


def payments(game: Warriors, side: Side, leader: str, given: Sequence[str]) -> list[str]:
    """Return which areas a side may give up next for a leader, after those given; none once it is enough [WOG-7.5].

    No area is offered with which the price could not be paid any more.
    """
    missing = game.card(leader).rank - sum(game.area(area).value for area in given)
    if missing <= 0:
        return []
    values = {area: game.area(area).value for area in game.controlled(side) if area not in given}
    found = []
    for area, value in values.items():
        others = sorted((values[other] for other in values if other != area), reverse=True)
        if value + sum(others[: MOST_AREAS - len(given) - 1]) >= missing:
            found.append(area)
    return found


def _comes_back(game: Warriors, side: Side, leader_id: str) -> str:
    """Say which side a leader who is bought free may serve next, and how likely death comes first."""
    if game.last_turn:
        return ""
    dies = f"{100 * deaths.threshold(game, leader_id) / SIX:.0f}% to die before"
    if game.card(leader_id).nationality != "nonaligned":
        return f"He comes back when leaders arrive; {dies}"
    first = "you choose first" if side == game.second else f"{names.side(enemy(side))} choose first"
    return f"When leaders arrive, either side may take him ({first}); {dies}"


def risk(game: Warriors, side: Side, area: str) -> float:
    """Return how likely the troops without a leader in an area are lost to a side if it gives up control of it.

    They are unless a leader who is there outlives the turn, or one who is at home there may come.
    """
    if not game.state.loose.get(area) or any(game.card(one).home == area for one in armies.coming(game)):
        return 0.0
    return prod(deaths.threshold(game, one) / SIX for one in game.here(area, side))


def stranded(game: Warriors, side: Side, areas: Sequence[str]) -> str:
    """Say which troops without a leader are lost where a side gives up control of areas; "" for none."""
    told = []
    for area in areas:
        if chance := risk(game, side, area):
            pieces = game.state.loose[area]
            lying = f"{names.troops(game, pieces)} there {'is' if sum(pieces.values()) == 1 else 'are'} lost"
            when = f" if {names.group(game, here, 2)} dies" if (here := game.here(area, side)) else ""
            told.append(f"{lying}{when}{f' ({100 * chance:.0f}%)' if when else ': nobody can arrive there'}")
    return "; ".join(told)


class Ransoming(Question):
    """For which of his leaders in prison a player pays (D-14) [WOG-7.4, 7.5]."""

    decision = "D-14"
    rule = "WOG-7.5"

    def _payable(self, game: Warriors) -> list[str]:
        return [leader_id for leader_id in game.prisoners(self.side) if payments(game, self.side, leader_id, ())]

    def proceed(self, game: Warriors) -> bool:
        """Go on where nobody can be ransomed."""
        if self._payable(game):
            return False
        game.pop(self)
        return True

    def prompt(self, game: Warriors) -> str:
        """Name the prisoners, what they score for the enemy, and the price."""
        found, captor = game.prisoners(self.side), names.side(enemy(self.side))
        scored = counted(game.catalog.score.prison_per_star * stars(game, found), "point")
        when = "this turn" if game.last_turn else "every turn"
        held = f"In the prison of {captor}: {names.leaders(game, found)}, for whom they score {scored} {when}."
        payable = self._payable(game)
        if len(payable) > 1:
            asked = "To free one, give up areas that raise at least as many troops together as he has stars"
            return f"{held} {asked}; then nobody controls them."
        price = counted(stars(game, payable), "troop")
        asked = f"To free {names.leader(game, payable[0])}, give up areas that raise {price} or more together"
        back = _comes_back(game, self.side, payable[0])
        return f"{held} {asked}; then nobody controls them.{f' {back}.' if back else ''}"

    def offers(self, game: Warriors) -> list[Offer]:
        """Pay for one, or for nobody more."""
        prisoners = [
            Choice(leader_id, names.leader(game, leader_id), self._about(game, leader_id))
            for leader_id in self._payable(game)
        ]
        fields = (
            Field("leader", "Who is ransomed?", lambda _: prisoners),
            Field("area", "Which area do you give up?", lambda draft: self._areas(game, draft), places=True),
            *(
                Field(
                    name,
                    "And which one more?",
                    lambda draft: self._areas(game, draft),
                    when=lambda draft: bool(self._areas(game, draft)),
                    places=True,
                )
                for name in ("second", "third")
            ),
        )
        return [
            pass_offer("Leave them in prison" if len(game.prisoners(self.side)) > 1 else "Leave him in prison"),
            Offer(Ransom, "Pay a ransom", fields),
        ]

    def _about(self, game: Warriors, leader_id: str) -> str:
        back = _comes_back(game, self.side, leader_id) if len(self._payable(game)) > 1 else ""
        return "; ".join(filter(None, [names.rating(game, leader_id), back[:1].lower() + back[1:]]))

    def _areas(self, game: Warriors, draft: Draft) -> list[Choice]:
        given = [draft[name] for name in ("area", "second", "third") if draft.get(name)]
        found = payments(game, self.side, draft["leader"], given)
        missing = game.card(draft["leader"]).rank - sum(game.area(area).value for area in given)

        def hint(area: str) -> str:
            enough = "enough" if game.area(area).value >= missing else "only with another area"
            return "; ".join(
                filter(None, (enough, names.worth(game, area, self.side), stranded(game, self.side, [area])))
            )

        return [Choice(area, names.area(game, area), hint(area)) for area in found]

    def default(self, game: Warriors) -> Pass:
        """Let them rot."""
        return Pass()

    def act(self, game: Warriors, seat: str, action: Action) -> None:
        """Take the markers of the areas given up, or say what is wrong with the price; else the prisoners stay."""
        if not isinstance(action, Ransom):
            game.pop(self)
            found = game.prisoners(self.side)
            verb = "stays" if len(found) == 1 else "stay"
            game.emit("rot", f"{names.who(game, found)} {verb} in prison.", about=found, rule="WOG-7.4")
            return
        if action.leader not in game.prisoners(self.side):
            raise Illegal("Only a leader of yours in the enemy's prison is ransomed; name one.", "WOG-7.4")
        given = action.given
        if len(set(given)) < len(given) or not set(given) <= set(game.controlled(self.side)):
            raise Illegal("A ransom is paid with areas that you control, each once.", "WOG-7.5")
        values = [game.area(area).value for area in given]
        paid, price = sum(values), game.card(action.leader).rank
        if paid < price or paid - max(values) >= price:
            which = "more" if paid < price else "fewer"
            cost = f"{names.leader(game, action.leader)} costs areas that raise {price}, and these raise {paid}"
            raise Illegal(f"{cost}; give up {which}.", "WOG-7.5")
        for area in given:
            del game.state.control[area]
        armies.rout(game, action.leader)
        paid_with = f"{names.opening(self.side)} give up control of {names.areas(game, given)}"
        text = f"{paid_with} to free {names.leader(game, action.leader)}."
        game.emit("ransom", text, about=[action.leader, *given], rule="WOG-7.5")
