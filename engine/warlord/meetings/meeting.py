"""The meeting on one square: Bowmen are seized, roses tossed, duels fought (rules 6.1, 6.2) [WLT-5.4]."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, PieceId, Square
from engine.warlord.board.state import Fighter, Kind
from engine.warlord.duel import fight
from engine.warlord.meetings import aftermath, bishop, removal, roses, victory


class Match(Action, frozen=True):
    """Of two fighters against two, let the first one fight this enemy."""

    foe: PieceId


def order_request(game: Warlord, prompt: str, offer: Offer, default: Action) -> Request:
    """Ask whose turn it is about the order of meetings or duels (W-06)."""
    seat = game.seat(game.active)
    return Request(seat, "W-06", prompt, (offer,), lambda: default)


class Meeting(Step):
    """The meeting on a square; what is left to do is seen from who stands there."""

    square: Square
    """The square."""

    tossed: list[PieceId] = []
    """The Ladies who have thrown their roses."""

    pairs: list[list[PieceId]] = []
    """The duels of two against two that are still to come, each as a fighter and an enemy."""

    matched: bool = False
    """Whether it has been said who fights whom."""

    wounds: dict[PieceId, int] = {}
    """The wounds with which fighters go on into the next duel of the square."""

    exchange: int = 1
    """The number of the exchange with which the next duel of the square goes on."""

    fighting: bool = False
    """Whether a duel has begun and has yet to be ended."""

    def proceed(self, game: Warlord) -> bool:
        """Do what comes next: end a duel, seize Bowmen, toss a rose, begin a duel, or let fighters catch the others."""
        if self.fighting:
            self._end_duel(game)
            return True
        own, enemies = self._sides(game)
        if bishop.confronts(game, own, enemies) or _seize_bowmen(game, own, enemies) or self._rose(game, own, enemies):
            return True
        if not own or not enemies or not any(game.fighter(p) for p in (*own, *enemies)):
            game.pop(self)
            victory.enter_castle(game, self.square)
            return True
        return self._fight(game, own, enemies)

    def _rose(self, game: Warlord, own: list[PieceId], enemies: list[PieceId]) -> bool:
        """Let a Lady who has come toss her rose, if anybody here heeds it; tell whether one did."""
        lady = next((p for p in own if _has_come(game, p, "lady") and p not in self.tossed), NOBODY)
        if not lady or not roses.heed(game, enemies):
            return False
        self.tossed = [*self.tossed, lady]
        roses.toss(game, lady, enemies)
        return True

    def _sides(self, game: Warlord) -> tuple[list[PieceId], list[PieceId]]:
        return game.friends_at(self.square, game.active), game.enemies_at(self.square, game.active)

    def _fight(self, game: Warlord, own: list[PieceId], enemies: list[PieceId]) -> bool:
        attackers = [p for p in own if game.fighter(p)]
        defenders = [p for p in enemies if game.fighter(p)]
        if attackers and defenders:
            if len(attackers) == len(defenders) == 2 and not self.matched:
                return False
            self._begin(game, attackers, defenders)
        elif attackers:
            _catch(game, attackers, enemies)
        else:
            _catch(game, defenders, own)
        return True

    def _begin(self, game: Warlord, attackers: list[PieceId], defenders: list[PieceId]) -> None:
        """Begin the next duel: one against one or two, or the next of two pairs."""
        self.fighting = True
        self.pairs = [pair for pair in self.pairs if pair[0] in attackers and pair[1] in defenders]
        exchange = self.exchange if self.matched and not self.pairs else 1
        if self.pairs:
            (one, other), *self.pairs = self.pairs
            attackers, defenders = [one], [other]
        fighters = {p: self._fighter(game, p, attacks=True) for p in attackers}
        fighters |= {p: self._fighter(game, p, attacks=False) for p in defenders}
        fight.begin(game, self.square, fighters, exchange)

    def _fighter(self, game: Warlord, piece: PieceId, *, attacks: bool) -> Fighter:
        high = game.board.terrain(self.square) == "hill" and piece not in game.state.turn.arrived
        kept = game.piece(piece).wounds if game.option("wounds_retained") else 0
        return Fighter(attacks, wounds=self.wounds.get(piece, kept), high_ground=high)

    def _end_duel(self, game: Warlord) -> None:
        """Let the wounded keep their wounds, and let the victor decide about the felled."""
        self.fighting = False
        self.exchange = max(self.exchange, game.duel.exchange)
        self.wounds = self.wounds | {p: fighter.wounds for p, fighter in game.duel.fighters.items()}
        aftermath.after_duel(game)

    def requests(self, game: Warlord) -> list[Request]:
        """Ask who fights whom where two fighters meet two (W-06)."""
        own, enemies = self._sides(game)
        first = next(p for p in own if game.fighter(p))
        foes = [p for p in enemies if game.fighter(p)]
        field = Field("foe", "Whom?", lambda _: [Choice(p, names.piece(game, p)) for p in foes])
        prompt = f"Two fight two on {self.square}. Whom does {names.piece(game, first)} fight?"
        return [order_request(game, prompt, Offer(Match, "Pair them", (field,), says="Fight {foe}"), Match(foes[0]))]

    def act(self, game: Warlord, seat: str, action: Match) -> None:
        """Pair the fighters."""
        own, enemies = self._sides(game)
        attackers, defenders = ([p for p in side if game.fighter(p)] for side in (own, enemies))
        if action.foe not in defenders:
            raise Illegal("Name one of the two enemy fighters on the square.", "WLT-5.4")
        other = next(p for p in defenders if p != action.foe)
        self.matched, self.pairs = True, [[attackers[0], action.foe], [attackers[1], other]]


def at_odds(game: Warlord, square: Square) -> bool:
    """Whether the active side's pieces and enemies on a square must meet.

    Pieces that do not fight leave each other in peace (R-WLT-48), but for a Lady or a Bishop who has just come.
    """
    if len(game.at(square)) == 1:
        return False
    own, enemies = game.friends_at(square, game.active), game.enemies_at(square, game.active)
    if not own or not enemies:
        return False
    ladies = any(_has_come(game, p, "lady") for p in own) and roses.heed(game, enemies)
    return any(game.fighter(p) for p in (*own, *enemies)) or bool(ladies) or bishop.faces(game, own, enemies)


def _has_come(game: Warlord, piece: PieceId, kind: Kind) -> bool:
    return game.piece(piece).kind == kind and piece in game.state.turn.arrived


def _seize_bowmen(game: Warlord, own: list[PieceId], enemies: list[PieceId]) -> bool:
    """Let fighters capture the Bowmen of the other side on their square at once, whoever stands beside them [WLT-9.10].

    Tell whether anybody was captured.
    """
    seized = False
    for side, others in ((own, enemies), (enemies, own)):
        fighters = [p for p in side if game.fighter(p)]
        bowmen = [p for p in others if game.piece(p).kind == "bowman"]
        if fighters and bowmen:
            _catch(game, fighters, bowmen)
            seized = True
    return seized


def _catch(game: Warlord, fighters: list[PieceId], caught: list[PieceId]) -> None:
    """Let fighters catch those who do not fight: they are captured, and the Wizard is no more [WLT-3.2, WLT-9.5]."""
    holder = game.piece(fighters[0]).side
    rules = {"bowman": "WLT-9.10", "bishop": "WLT-9.6"}
    for piece in caught:
        removal.capture(game, piece, holder, rules.get(game.piece(piece).kind, "WLT-3.2"), why=" cannot fight and")
