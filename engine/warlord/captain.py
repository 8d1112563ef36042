"""A computer player that goes for the enemy's Castle, Lady and Warlord. It sees only its seat's view."""

from collections.abc import Iterator, Mapping
from heapq import nlargest
from random import Random

from engine.core.actions import Action, Draft, Offer, Pass
from engine.core.computer.deciding import Budget, Legal, View
from engine.core.drafts import build, every
from engine.warlord.board.state import WIZARD
from engine.warlord.duel.armies import Withdraw
from engine.warlord.meetings.aftermath import Capture, Slay
from engine.warlord.meetings.bowmen import ChooseLine, Shoot
from engine.warlord.movement.movement import Move
from engine.warlord.outlook import Outlook
from engine.warlord.sequence.draws import DULL, OfferDraw
from engine.warlord.sequence.recall import Recall
from engine.warlord.sequence.setup import Arm, Ready
from engine.warlord.sequence.wizard import Raise
from engine.warlord.views import WarlordView

NOISE = 0.1
"""The random part of a captain's valuation of an action, so that no two games are the same."""

IDLE = 0.11
"""What a Lady's ride has to gain, or she stays: more than chance."""

ENDLESS = 240
"""The round from which a captain accepts a draw in any position."""

MOST = 8
"""The number of moves that a player with lookahead considers."""

TOO_DULL = 2 * DULL
"""The quiet rounds after which a captain that is not ahead accepts a draw; until then it attacks without caution."""

AHEAD = 2.0
"""The lead with which a captain plays on after many quiet rounds: less than a footman."""

HIT = 1.0
"""The value of an arrow as a share of its target's value."""


class Captain:
    """A player that compares the results of all moves, recalls and shots, and takes the best."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return the legal action with the highest value, else the default."""
        chance, seen = Random(seed), view()
        assert isinstance(seen, WarlordView)
        offers = {offer.action: offer for offer in legal.offers}
        if _is_content(seen, legal.seat) and legal.everything(OfferDraw):
            return OfferDraw()
        match legal.request.decision:
            case "W-01" if Arm in offers and seen.plan and set(seen.plan.weapons.values()) == {"sword"}:
                return build(offers[Arm], chance.choice(list(every(offers[Arm]))))
            case "W-03":
                return _turn(seen, legal.seat, offers, chance) or legal.default()
            case "W-08":
                raised = any(side.id == WIZARD and not side.ruined for side in seen.sides)
                return Capture() if raised or "Warlord" in offers[Capture].label else Slay()
            case "W-12" if _is_losing(seen, legal.seat):
                return build(offers[Withdraw], next(every(offers[Withdraw])))
            case "W-11":
                return ChooseLine(chance.choice(["high", "mid", "low"]))
        return Ready() if Ready in offers else legal.default()


def _is_content(view: WarlordView, seat: str) -> bool:
    """Whether to accept a draw: if not ahead after many quiet rounds, and always after very many."""
    side = next((side.id for side in view.sides if side.seat == seat), "")
    dull = view.quiet >= TOO_DULL and side != ""
    return view.round >= ENDLESS or (dull and Outlook(view, side).ahead < AHEAD)


def _is_losing(view: WarlordView, seat: str) -> bool:
    """Whether the seat's armies in the running battle have fewer banners than their enemies."""
    assert view.duel is not None
    own = {side.id for side in view.sides if side.seat == seat}
    armies = [piece for piece in view.pieces if piece.id in {fighter.id for fighter in view.duel.fighters}]
    mine, others = ([army.banners for army in armies if (army.side in own) is here] for here in (True, False))
    return sum(mine) < sum(others)


def _turn(view: WarlordView, seat: str, offers: Mapping[type[Action], Offer], chance: Random) -> Action | None:
    """Return the side's best action, raising the dead first; None if it has none."""
    if Raise in offers:
        return build(offers[Raise], next(every(offers[Raise])))
    outlook = Outlook(view, next(side.id for side in view.sides if side.seat == seat))
    found = [(outlook.after_passing, None), *rated(outlook, offers)]
    return max(found, key=lambda one: one[0] + NOISE * chance.random())[1]


def ideas(view: View, legal: Legal) -> list[Action]:
    """Return the side's actions of highest value, the best first; nothing if the step is not a move."""
    seen, offers = view(), {offer.action: offer for offer in legal.offers}
    assert isinstance(seen, WarlordView)
    if legal.request.decision != "W-03" or Raise in offers:
        return []
    outlook = Outlook(seen, next(side.id for side in seen.sides if side.seat == legal.seat))
    found = nlargest(MOST, rated(outlook, offers), key=lambda one: one[0])
    return [action for _, action in found] + [legal.default()] * (Pass in offers)


def rated(outlook: Outlook, offers: Mapping[type[Action], Offer]) -> Iterator[tuple[float, Action]]:
    """Yield every action of the movement step except raising the dead, with its value."""
    for kind, rate in ((Move, _move), (Recall, _recall), (Shoot, _shot)):
        for draft in every(offers[kind]) if kind in offers else ():
            yield rate(outlook, draft), build(offers[kind], draft)


def _move(outlook: Outlook, draft: Draft) -> float:
    """Return the value of a move; one into an enchanted forest beats staying, but not a good move."""
    if not draft.get("to"):
        return outlook.after_passing + NOISE
    return outlook.after_move(draft["piece"], draft["to"]) - IDLE * (draft["piece"] in outlook.ladies)


def _recall(outlook: Outlook, draft: Draft) -> float:
    return outlook.after_recall(draft["lady"], draft["piece"], draft.get("green", ""))


def _shot(outlook: Outlook, draft: Draft) -> float:
    return outlook.after_passing + HIT * outlook.worth(draft["target"])
