"""A Warlord is slain: who takes his place, and what a Lady may do alone (rules 8.3) [WLT-6.1 to WLT-6.7]."""

from collections.abc import Callable

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.warlord.board import names
from engine.warlord.board.catalog import units
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, NOWHERE, PieceId, Square
from engine.warlord.board.state import Kind
from engine.warlord.movement import castle, graves
from engine.warlord.sequence import recall

ORDER: tuple[tuple[Kind, ...], ...] = (("knight",), ("footman", "sergeant"))
"""Who may take a slain Warlord's place before the Lady, the first kind first."""

FOLLOWS = "from now on he moves and fights as the Warlord"

LADY_FOLLOWS = "from now on she moves and fights as the Warlord, without her rose; if she falls, you lose"

TRADED = "the Warlord lives again in your Castle; she is out of the game"

VACANT = "you have no Warlord, and lose if {} falls; I ask you again on your next turn"
"""What it means to go on without a Warlord; the Lady is to be filled in."""

LEADERLESS = "without Warlord and Lady you lose the game"


class Promote(Action, frozen=True):
    """Make a piece the Warlord in the slain one's place."""

    piece: PieceId


class Decline(Action, frozen=True):
    """Name no successor now; it can be done at the beginning of a later turn."""


class LadyReturns(Action, frozen=True):
    """Send the Lady to her own Castle at once, by a Green if the piece inside has to step out."""

    green: Square = NOWHERE


class Surrender(Action, frozen=True):
    """Let the Lady surrender: the game is lost."""


class LadyTrades(Action, frozen=True):
    """Let the Lady give her life for the Warlord's: he lives again, and she is gone."""


class Succession(Step):
    """The owner of a slain Warlord may name a successor (W-09), or does so later, at the start of a turn (W-02)."""

    side: str
    """The side whose Warlord is slain."""

    late: bool = False
    """Whether it is asked at the start of a later turn."""

    def proceed(self, game: Warlord) -> bool:
        """Wait for the owner, unless there is nobody to ask about."""
        if self.side in game.state.vacant and (successors(game, self.side) or lady(game, self.side)):
            return False
        game.pop(self)
        return True

    def requests(self, game: Warlord) -> list[Request]:
        """Ask who takes the slain Warlord's place."""
        seat, alone = game.seat(self.side), lady(game, self.side)
        if alone:
            prompt = f"The Warlord is slain, and {names.piece(game, alone)} is alone. What does she do?"
        else:
            prompt = "The Warlord is slain. Who takes his place?"
        best: Action = Decline()
        if not self.late:
            best = LadyTrades() if alone else Promote(successors(game, self.side)[0])
        decision = "W-02" if self.late else "W-09"
        return [Request(seat, decision, prompt, self._offers(game), lambda: best)]

    def _offers(self, game: Warlord) -> tuple[Offer, ...]:
        alone = lady(game, self.side)
        able = [alone] if alone else successors(game, self.side)
        field = Field("piece", "Who?", lambda _: [Choice(p, names.piece(game, p)) for p in able])
        becomes = LADY_FOLLOWS if alone else FOLLOWS
        offers = [Offer(Promote, "Promote", (field,), becomes, says="Make {piece} the Warlord")]
        waits = VACANT.format("your Lady") if _has_lady(game, self.side) else LEADERLESS
        if alone:
            offers += self._lady_offers(game)
            stays = "where she is" if away(game, alone) else "in your Castle"
            waits = f"she stays {stays}; {VACANT.format('she')}"
        return (*offers, Offer(Decline, "Not now", remark=waits))

    def _lady_offers(self, game: Warlord) -> list[Offer]:
        own = lady(game, self.side)
        offers = [
            Offer(LadyTrades, "Trade her life", remark=TRADED, forgoes=True),
            Offer(Surrender, "Surrender", remark="you lose the game now", drastic=True),
        ]
        if away(game, own):
            greens = recall.green_field(game, lambda _: castle.ways_out(game, self.side))
            home = f"she goes home at once; {VACANT.format('she')}"
            offers.insert(1, Offer(LadyReturns, "Return to the Castle", (greens,), home))
        return offers

    def act(self, game: Warlord, seat: str, action: Action) -> None:
        """Carry out the choice."""
        HANDLERS[type(action)](game, self.side, action)
        game.pop(self)


def successors(game: Warlord, side: str) -> list[PieceId]:
    """Return the successors of a Warlord: the free pieces of the first kind that has any [WLT-6.1, WLT-6.3]."""
    for kinds in ORDER:
        found = [p for p in _free(game, side) if game.piece(p).kind in kinds]
        if found:
            return found
    return []


def lady(game: Warlord, side: str) -> PieceId:
    """Return the Lady of a side if it is for her to decide; "" if a fighter is free, or she is not."""
    if successors(game, side):
        return NOBODY
    return next((p for p in _free(game, side) if game.piece(p).kind == "lady"), NOBODY)


def _has_lady(game: Warlord, side: str) -> bool:
    return any(game.piece(p).kind == "lady" for p in _free(game, side))


def _free(game: Warlord, side: str) -> list[PieceId]:
    """Return the pieces of a side that are neither imprisoned nor stricken nor out of the game."""
    return [
        piece_id
        for piece_id, piece in sorted(game.state.pieces.items())
        if piece.side == side and piece.status in ("board", "gatehouse") and not piece.stricken
    ]


def _promote(game: Warlord, side: str, action: Promote) -> None:
    """Let a piece be the Warlord from now on; it loses what its old kind could do [WLT-6.2, WLT-6.6]."""
    alone = lady(game, side)
    able = [alone] if alone else successors(game, side)
    if action.piece not in able:
        named = game.state.pieces.get(action.piece)
        held = named and named.side == side and named.status == "prison"
        reason = f"Only {names.pieces(game, able)} may take the Warlord's place now; name one of them, or nobody."
        raise Illegal(reason, "WLT-6.3" if held else "WLT-6.1")
    name, piece = names.piece(game, action.piece), game.piece(action.piece)
    piece.kind = "warlord"
    piece.banners = piece.banners or (units()["warlord"].banners if game.option("strategic") else 0)
    rule = "WLT-6.6" if alone else "WLT-6.1"
    game.emit("promoted", f"{name} is the Warlord now.", about=[action.piece], track=[piece.square], rule=rule)
    _filled(game, side)


def _filled(game: Warlord, side: str) -> None:
    del game.state.vacant[side]
    game.state.eventful = True


def _decline(game: Warlord, side: str, action: Decline) -> None:
    game.emit("declined", f"{{{game.seat(side)}}} names no successor now.", about=[game.seat(side)], rule="WLT-6.1")


def away(game: Warlord, own: PieceId) -> bool:
    """Whether a Lady is neither in her Castle nor at its gatehouse."""
    piece = game.piece(own)
    return piece.status == "board" and piece.square != castle.square(game, piece.side)


def _return(game: Warlord, side: str, action: LadyReturns) -> None:
    """Let the Lady go home at once; the side has no Warlord for now [WLT-6.4].

    Whoever is inside steps out if he can, else she waits at the gatehouse.
    """
    own = lady(game, side)
    recall.check_green(action.green, castle.ways_out(game, side), "WLT-6.4")
    recall.send_home(game, own, action.green, "WLT-6.4")


def _surrender(game: Warlord, side: str, action: Surrender) -> None:
    """Let the Lady give up: her player has lost [WLT-6.5]."""
    game.state.yielded.append(side)
    game.emit("surrendered", f"{{{game.seat(side)}}}'s Lady surrenders.", about=[game.seat(side)], rule="WLT-6.5")


def _trade(game: Warlord, side: str, action: LadyTrades) -> None:
    """Give the Lady's life for the Warlord's, who is in his Castle again [WLT-6.7]."""
    own, slain = lady(game, side), game.state.vacant[side]
    text = f"{names.piece(game, own)} gives her life; {names.piece(game, slain)} lives again."
    game.emit("traded", text, about=[own, slain], track=[game.piece(own).square], rule="WLT-6.7")
    game.lift(own, "gone")
    if own in castle.waiting(game, side):
        castle.waiting(game, side).remove(own)
    game.state.graves.pop(graves.of(game, slain), None)
    game.wound(slain, 0)
    if game.option("strategic"):
        game.piece(slain).banners = units()["warlord"].banners
    _filled(game, side)
    castle.receive(game, slain, rule="WLT-6.7")


HANDLERS: dict[type[Action], Callable[..., None]] = {
    Promote: _promote,
    Decline: _decline,
    LadyReturns: _return,
    Surrender: _surrender,
    LadyTrades: _trade,
}


def ask_bereaved(game: Warlord) -> None:
    """Ask at once whoever has just lost a Warlord [WLT-6.1]."""
    sides, game.state.bereaved = game.state.bereaved, []
    game.push(*(Succession(side) for side in sides))
