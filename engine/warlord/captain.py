"""A computer player who knows what he wants: the enemy's Castle, his Lady and his Warlord. He sees only his view."""

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

NOISE = 0.3
"""How much chance plays into what a captain prefers, so that no two games are the same."""

ENDLESS = 240
"""From this round on a captain is content with a draw, whatever still happens."""

MOST = 8
"""How many moves a player thinks of who compares where they lead."""

TOO_DULL = 2 * DULL
"""The quiet rounds after which a captain who is not ahead accepts a draw: until then he presses on without caution."""

AHEAD = 2.0
"""By how much he is ahead who plays on after many quiet rounds: less than a footman."""

HIT = 0.5
"""The part of its target's worth that an arrow is worth."""


class Captain:
    """Compares what every move, recall and shot would lead to, and takes the best."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action: what promises most, else the default."""
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
    """Whether a draw is good enough: for whoever is not ahead after many quiet rounds, for all after very many."""
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
    """Return the best of everything that his side can do; None if that is nothing. The dead come first."""
    if Raise in offers:
        return build(offers[Raise], next(every(offers[Raise])))
    outlook = Outlook(view, next(side.id for side in view.sides if side.seat == seat))
    found = [(outlook.after_passing(), None), *rated(outlook, offers)]
    return max(found, key=lambda one: one[0] + NOISE * chance.random())[1]


def ideas(view: View, legal: Legal) -> list[Action]:
    """Return what promises most of all that the side can do, the best first; nothing where it is not to move."""
    seen, offers = view(), {offer.action: offer for offer in legal.offers}
    assert isinstance(seen, WarlordView)
    if legal.request.decision != "W-03" or Raise in offers:
        return []
    outlook = Outlook(seen, next(side.id for side in seen.sides if side.seat == legal.seat))
    found = nlargest(MOST, rated(outlook, offers), key=lambda one: one[0])
    return [action for _, action in found] + [legal.default()] * (Pass in offers)


def rated(outlook: Outlook, offers: Mapping[type[Action], Offer]) -> Iterator[tuple[float, Action]]:
    """Yield every action of the movement step but to raise the dead, with what it is worth."""
    for kind, rate in ((Move, _move), (Recall, _recall), (Shoot, _shot)):
        for draft in every(offers[kind]) if kind in offers else ():
            yield rate(outlook, draft), build(offers[kind], draft)


def _move(outlook: Outlook, draft: Draft) -> float:
    """Return the worth of a move; into an enchanted forest it is better than staying, and worse than a good move."""
    if not draft.get("to"):
        return outlook.after_passing() + NOISE
    return outlook.after_move(draft["piece"], draft["to"])


def _recall(outlook: Outlook, draft: Draft) -> float:
    return outlook.after_recall(draft["lady"], draft["piece"], draft.get("green", ""))


def _shot(outlook: Outlook, draft: Draft) -> float:
    return outlook.after_passing() + HIT * outlook.worth(draft["target"])
