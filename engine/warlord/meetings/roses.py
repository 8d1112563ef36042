"""A Lady comes onto a square with enemies and tosses her rose (rules 6.1) [WLT-3.3, WLT-5.6, WLT-5.8, WLT-5.11]."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.meetings import removal


class TakeCaptive(Action, frozen=True):
    """Let the rose take this fighter."""

    fighter: PieceId


def heed(game: Warlord, enemies: list[PieceId]) -> list[PieceId]:
    """Those whom a Lady's rose concerns: Ladies, and the fighters who surrender to one [WLT-3.3, WLT-3.4]."""
    return [p for p in enemies if game.chivalrous(p) or game.piece(p).kind == "lady"]


def toss(game: Warlord, lady: PieceId, enemies: list[PieceId]) -> None:
    """Let a Lady toss her rose at the able enemies on her square, of whom some heed it."""
    gallant = [p for p in enemies if game.chivalrous(p)]
    ladies = [p for p in enemies if game.piece(p).kind == "lady"]
    fighters = [p for p in enemies if game.fighter(p)]
    both = " Two Ladies who meet capture each other." if ladies else ""
    text = f"{names.piece(game, lady)} tosses her rose at {names.pieces(game, enemies)}.{both}"
    game.emit("rose", text, about=[lady], track=[game.piece(lady).square], rule="WLT-3.7")
    if gallant and len(fighters) == 2:
        game.push(Choosing(lady, gallant, next(p for p in fighters if p not in gallant[:1])))
        return
    if not ladies:
        removal.capture(game, gallant[0], game.piece(lady).side, "WLT-3.3", why=" yields and")
        return
    _exchange(game, lady, ladies[0], gallant, "WLT-5.11" if fighters and not gallant else "WLT-5.6")


def _exchange(game: Warlord, lady: PieceId, other: PieceId, gallant: list[PieceId], rule: str) -> None:
    """Two Ladies capture each other, and each the chivalrous fighter beside the other [WLT-5.6]."""
    side, foe = game.piece(lady).side, game.piece(other).side
    escort = [p for p in game.friends_at(game.piece(lady).square, side) if game.chivalrous(p)]
    for prisoner in [*gallant, other]:
        removal.capture(game, prisoner, side, rule)
    for prisoner in [*escort, lady]:
        removal.capture(game, prisoner, foe, rule)


class Choosing(Step):
    """Of two fighters the Lady takes one who is chivalrous; the other takes her [WLT-5.8]."""

    lady: PieceId
    """The Lady."""

    gallant: list[PieceId]
    """The fighters who are chivalrous."""

    other: PieceId
    """The fighter of the two who is not the first of these; he may be chivalrous, too."""

    def proceed(self, game: Warlord) -> bool:
        """Where only one heeds the rose there is no choice; nothing comes of it if somebody has left the game."""
        if any(game.piece(p).status != "board" for p in (self.lady, self.other, *self.gallant)):
            game.pop(self)
            return True
        if len(self.gallant) > 1 and game.seat(game.piece(self.lady).side):
            return False
        self._carry_out(game, self.gallant[0])
        return True

    def requests(self, game: Warlord) -> list[Request]:
        """Ask whom she takes (W-06); the Warlord before the Knight."""
        field = Field("fighter", "Whom?", lambda _: [Choice(p, names.piece(game, p)) for p in self.gallant])
        prompt = f"{names.piece(game, self.lady)} captures one of them; the other captures her. Whom does she take?"
        best = TakeCaptive(max(self.gallant, key=lambda p: game.piece(p).kind == "warlord"))
        offer = Offer(TakeCaptive, "Take a captive", (field,), says="Take {fighter}")
        return [Request(game.seat(game.piece(self.lady).side), "W-06", prompt, (offer,), lambda: best)]

    def act(self, game: Warlord, seat: str, action: TakeCaptive) -> None:
        """Take the one named."""
        if action.fighter not in self.gallant:
            raise Illegal("Name a Warlord or Knight on her square.", "WLT-5.8")
        self._carry_out(game, action.fighter)

    def _carry_out(self, game: Warlord, taken: PieceId) -> None:
        game.pop(self)
        captor = next(p for p in (*self.gallant, self.other) if p != taken)
        side, foe = game.piece(self.lady).side, game.piece(captor).side
        removal.capture(game, taken, side, "WLT-5.8", why=" yields and")
        removal.capture(game, self.lady, foe, "WLT-5.8")
