"""A computer player who knows what he wants: the enemy's Castle, his Lady and his Warlord. He sees only his view."""

from collections.abc import Iterator, Mapping
from random import Random

from engine.core.actions import Action, Offer
from engine.core.deciding import Budget, Legal, View
from engine.core.drafts import build, every
from engine.warlord.board.board import board, distance
from engine.warlord.board.catalog import units
from engine.warlord.board.game import TEAMS
from engine.warlord.board.state import WIZARD, Kind
from engine.warlord.meetings.aftermath import Capture, Slay
from engine.warlord.meetings.bowmen import ChooseLine, Shoot
from engine.warlord.movement.movement import Move
from engine.warlord.sequence.draws import DULL, OfferDraw
from engine.warlord.sequence.setup import Arm, Ready
from engine.warlord.sequence.wizard import Raise
from engine.warlord.views import PieceView, WarlordView

WORTH: Mapping[Kind, float] = {"warlord": 8, "lady": 8, "knight": 4, "footman": 3, "sergeant": 3, "bowman": 2}
"""What it is worth to him to have a piece, or to take it."""

EVEN, OUTNUMBERED = 0.45, 0.15
"""How likely he thinks it that his fighter beats one enemy, or two."""

BOLD = 0.6
"""How much less a piece of his own counts to him than the enemy's: he would rather fight than wait."""

GUARD = 6
"""How near enemies may come to his Castle before his Warlord stays inside."""


class Captain:
    """Takes what he can, fights where it pays, and otherwise rides for the enemy's Green."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action: what promises most, else the default."""
        chance, seen = Random(seed), view()
        assert isinstance(seen, WarlordView)
        offers = {offer.action: offer for offer in legal.offers}
        if seen.quiet >= DULL and legal.everything(OfferDraw):
            return OfferDraw()
        match legal.request.decision:
            case "W-01" if Arm in offers and seen.plan and set(seen.plan.weapons.values()) == {"sword"}:
                return build(offers[Arm], chance.choice(list(every(offers[Arm]))))
            case "W-03":
                return _turn(seen, legal.seat, offers, chance) or legal.default()
            case "W-08":
                return Capture() if "Warlord" in offers[Capture].label else Slay()
            case "W-11":
                return ChooseLine(chance.choice(["high", "mid", "low"]))
        return Ready() if Ready in offers else legal.default()


def _turn(view: WarlordView, seat: str, offers: Mapping[type[Action], Offer], chance: Random) -> Action | None:
    """The best of everything that his side can do; shots and the dead come first."""
    if Raise in offers:
        return build(offers[Raise], next(every(offers[Raise])))
    if Shoot in offers and chance.random() < 0.5:
        return build(offers[Shoot], next(every(offers[Shoot])))
    if Move not in offers:
        return None
    side = next(side.id for side in view.sides if side.seat == seat)
    moves = [(worth + chance.random(), piece, to) for worth, piece, to in Outlook(view, side).moves(offers[Move])]
    worth, piece, to = max(moves)
    return Move(piece, to) if worth > 0 else None


class Outlook:
    """What a side sees, and what its moves are worth to it."""

    def __init__(self, view: WarlordView, side: str) -> None:
        self.view = view
        self.side = side
        self.pieces = {piece.id: piece for piece in view.pieces if piece.status == "board" and not piece.stricken}
        partner = TEAMS.get(side, "") if view.options["more_players"] == "teams" else ""
        self.own = (side, partner)
        rivals = [other for other in view.sides if other.id not in (*self.own, WIZARD) and not other.ruined]
        self.castles = [rival.castle for rival in rivals]
        self.greens = [green for rival in rivals for green in rival.greens]
        self.home = next((s.castle for s in view.sides if s.id == side), "")
        self.board = board(view.board)

    def moves(self, offer: Offer) -> Iterator[tuple[float, str, str]]:
        """Every move that is offered, with what it is worth."""
        for draft in every(offer):
            piece, to = draft["piece"], draft.get("to", "")
            yield self.worth(self.pieces[piece], to) if to else 1, piece, to

    def worth(self, piece: PieceView, to: str) -> float:
        """What it is worth to move a piece to a square."""
        enemies = [p for p in self.pieces.values() if p.square == to and p.side not in self.own]
        fighter = units()[piece.kind].fighter
        foes = [enemy for enemy in enemies if units()[enemy.kind].fighter]
        if to in self.castles and fighter:
            return 100 if not foes else 20
        gain = sum(WORTH.get(enemy.kind, 1) for enemy in enemies)
        if enemies and not (fighter and foes):
            return gain - (WORTH["lady"] if len(enemies) > 1 and not fighter else 0)
        if foes:
            odds = EVEN if len(foes) == 1 else OUTNUMBERED
            return gain * odds - BOLD * WORTH.get(piece.kind, 1) * (1 - odds)
        return self._advance(piece, to) - self._danger(piece, to)

    def _advance(self, piece: PieceView, to: str) -> float:
        """How much nearer a move brings a piece to an enemy Green; who is there may stay."""
        if piece.square in self.greens:
            return -3
        if piece.kind in ("lady", "bishop") or (piece.kind == "warlord" and self._threatened()):
            return -1
        nearer = self._away(piece.square) - self._away(to)
        return nearer * (0.3 if piece.kind == "warlord" else 1)

    def _away(self, square: str) -> int:
        return min((distance(square, green) for green in self.greens), default=0)

    def _threatened(self) -> bool:
        enemies = (p for p in self.pieces.values() if p.side not in self.own)
        return any(distance(enemy.square, self.home) <= GUARD for enemy in enemies)

    def _danger(self, piece: PieceView, to: str) -> float:
        """How badly it would hurt to be caught alone on a square."""
        if units()[piece.kind].fighter:
            return 0
        enemies = (p for p in self.pieces.values() if p.side not in self.own and units()[p.kind].fighter)
        return WORTH.get(piece.kind, 1) if any(distance(enemy.square, to) <= 2 for enemy in enemies) else 0
