"""A Lady sends a piece of her own home (rules 6.4) [WLT-3.12, WLT-5.9, WLT-5.10]."""

from collections.abc import Callable, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Listing, Offer
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.core.text import join_words
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, NOWHERE, PieceId, Square, chosen
from engine.warlord.meetings.meeting import Meeting
from engine.warlord.movement import castle, movement


class Recall(Action, frozen=True):
    """Send a piece home: the Lady comes to its square, or is there already."""

    lady: PieceId
    """The Lady."""

    piece: PieceId
    """The piece."""

    green: Square = NOWHERE
    """Where the piece inside the Castle steps out; "" if it stays."""


class Receive(Step):
    """A piece goes into its own Castle, or to the gatehouse, once whoever makes way for it has fought."""

    piece: PieceId
    """The piece."""

    rule: str
    """The rule by which it goes there."""

    freed: bool = False
    """Nothing depends on this; it stands in games that were saved when it told who had been a prisoner."""

    def proceed(self, game: Warlord) -> bool:
        """Place it there, unless its side is out of the game by now."""
        game.pop(self)
        if game.piece(self.piece).status == "gatehouse":
            castle.receive(game, self.piece, rule=self.rule)
        return True


def send_home(game: Warlord, piece_id: PieceId, green: Square, rule: str, lady: PieceId = NOBODY) -> None:
    """Take a piece off its square and into its Castle, sent by a `lady` or by itself.

    Whoever is inside steps out onto `green` first.
    """
    piece = game.piece(piece_id)
    start, piece.moved = piece.square, True
    game.lift(piece_id, "gatehouse")
    name = names.piece(game, piece_id)
    text = f"{names.piece(game, lady)} sends {name} home from {start}." if lady else f"{name} goes home from {start}."
    game.emit("recalled", text, about=[piece_id], track=[start, castle.square(game, piece.side)], rule=rule)
    make_way(game, piece_id, green, rule)


def make_way(game: Warlord, piece_id: PieceId, green: Square, rule: str) -> None:
    """Receive a piece in its Castle; if `green` is named, whoever is inside steps out there and fights first."""
    game.push(Receive(piece_id, rule))
    if green:
        castle.step_out(game, castle.occupant(game, game.piece(piece_id).side), green)
        game.push(Meeting(green))


def green_field(game: Warlord, greens: Callable[[Draft], list[Square]]) -> Field:
    """Ask where the piece inside the Castle steps out, if it does."""
    return Field(
        "green",
        "Where does the piece in the Castle step out?",
        lambda draft: [Choice(green, green, "home") for green in greens(draft)],
        when=lambda draft: bool(greens(draft)),
        places=True,
    )


def check_green(green: Square, greens: list[Square], rule: str) -> None:
    """Raise Illegal unless `green` is one of the squares to step out to, or nothing where nobody steps out."""
    if green in (greens or [NOWHERE]):
        return
    if not greens:
        raise Illegal("Nobody steps out of your Castle; name no Green square.", rule)
    if green:
        raise Illegal(f"The piece in your Castle cannot step out to {green}; name {join_words(greens)}.", rule)
    raise Illegal(f"The piece in your Castle steps out first; name where to: {join_words(greens)}.", rule)


# ---------------------------------------------------------------------- the action


def offer(game: Warlord, side: str) -> list[Offer]:
    """Offer to recall a piece, if any Lady of a side can."""
    able = [lady for lady in _ladies(game, side) if any(_objection(game, lady, p) is None for p in _others(game, lady))]
    if not able:
        return []
    fields = (
        Field("lady", "Which Lady?", lambda _: _named(game, able)),
        Field(
            "piece",
            "Whom does she send home?",
            lambda draft: _named(game, _pieces(game, chosen(draft, "lady"))),
        ),
        green_field(game, lambda draft: _greens(game, chosen(draft, "lady"), chosen(draft, "piece"))),
    )
    remark, says = "a Lady sends one of your pieces to your Castle", "{lady} sends {piece} home"
    return [Offer(Recall, "Send a piece home", fields, remark, seldom=True, says=says)]


def _named(game: Warlord, pieces: list[PieceId]) -> Sequence[Choice]:
    return Listing(pieces, lambda p: Choice(p, names.piece(game, PieceId(p))))


def _ladies(game: Warlord, side: str) -> list[PieceId]:
    """Return the Ladies of a side who may still move this turn."""
    return [p for p in game.pieces_of(side) if game.piece(p).kind == "lady" and movement.ready(game, p)]


def _pieces(game: Warlord, lady: PieceId) -> list[PieceId]:
    """Return the pieces that a Lady can send home: able pieces of her own side where she is, or where she can come."""
    if lady not in game.state.pieces:
        return []
    return [p for p in _others(game, lady) if _objection(game, lady, p) is None]


def _others(game: Warlord, lady: PieceId) -> list[PieceId]:
    return [p for p in game.pieces_of(game.piece(lady).side) if p != lady]


def _objection(game: Warlord, lady: PieceId, piece_id: PieceId) -> Illegal | None:
    """Return why a Lady cannot send a piece home; None if she can."""
    piece, her = game.piece(piece_id), game.piece(lady)
    if piece.stricken or piece.square == castle.square(game, piece.side):
        return Illegal("Name an able piece of yours that is not in your Castle.", "WLT-3.12")
    if game.enemies_at(piece.square, piece.side):
        return Illegal(lambda: f"There are enemies on {piece.square}; nobody is sent home from there.", "WLT-5.9")
    inside = castle.occupant(game, piece.side)
    stays = inside and inside != lady and not castle.waiting(game, piece.side)
    if stays and not castle.ways_out(game, piece.side):
        return Illegal("Your Castle is occupied, and the piece inside cannot step out onto the Green.", "WLT-5.10")
    if piece.square != her.square and not movement.reaches(game, lady, piece.square, recalling=True):
        return Illegal(lambda: f"{names.piece(game, lady)} does not reach {piece.square}.", "WLT-5.9")
    return None


def _greens(game: Warlord, lady: PieceId, piece: PieceId) -> list[Square]:
    """Where the piece in the Castle may step out; if it is the Lady herself she leaves by moving."""
    if lady not in game.state.pieces or piece not in game.state.pieces:
        return []
    side = game.piece(lady).side
    return [] if castle.occupant(game, side) == lady else castle.ways_out(game, side)


def obstacle(game: Warlord, side: str) -> Illegal:
    """Why no Lady of a side can send anybody home."""
    own = game.lady_of(side)
    if not own or game.piece(own).kind != "lady" or game.piece(own).status != "board":
        return Illegal("You have no Lady on the board, and only a Lady sends a piece home.", "WLT-3.12")
    try:
        movement.check_mover(game, side, own)
    except Illegal as refusal:
        return refusal
    others = [p for p in game.pieces_of(side) if p != own]
    found = [objection for p in others if (objection := _objection(game, own, p))]
    nobody = Illegal("She has nobody to send home: no piece of yours is out on the board.", "WLT-3.12")
    return max(found, key=lambda objection: objection.rule != nobody.rule, default=nobody)


def check(game: Warlord, side: str, action: Recall) -> None:
    """Raise Illegal unless a Lady may send a piece home so."""
    ladies = _ladies(game, side)
    if not ladies:
        raise obstacle(game, side)
    if action.lady not in ladies:
        raise Illegal("Only a Lady of yours who can still move this turn sends a piece home.", "WLT-3.12")
    if action.piece not in game.pieces_of(side) or action.piece == action.lady:
        raise Illegal("A Lady sends home pieces of her own side that stand on the board.", "WLT-3.12")
    if found := _objection(game, action.lady, action.piece):
        raise found
    check_green(action.green, _greens(game, action.lady, action.piece), "WLT-5.10")


def carry_out(game: Warlord, side: str, action: Recall) -> None:
    """Let a Lady send a piece home; raises Illegal."""
    with game.as_asked():
        check(game, side, action)
        her, where = game.piece(action.lady), game.piece(action.piece).square
        track = [where] if her.square == where else movement.paths(game, action.lady, recalling=True)[where]
    her.moved = True
    movement.walk(game, action.lady, track)
    send_home(game, action.piece, action.green, "WLT-5.9", action.lady)
