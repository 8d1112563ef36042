"""Step 3: prisoners are set free from the enemy's dungeon (rules 8.1) [WLT-4.2 to WLT-4.6, WLT-7.3, WLT-8.2]."""

from collections.abc import Iterator, Sequence

from engine.core.actions import Action, Choice, Field, Offer, Prospect, Request
from engine.core.errors import Illegal
from engine.core.game import only_looks
from engine.core.steps import Step
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, NOWHERE, PieceId, Square, chosen
from engine.warlord.board.state import WIZARD, Kind
from engine.warlord.movement import castle, movement
from engine.warlord.sequence import recall

PREFERRED: tuple[Kind, ...] = ("warlord", "lady", "knight", "footman", "sergeant", "bowman", "bishop")
"""Whom a piece frees if its owner says nothing, the first first."""


class Free(Action, frozen=True):
    """Free a prisoner. `green` is where the piece in his Castle steps out; "" lets him wait at the gatehouse."""

    prisoner: PieceId
    green: Square = NOWHERE


class Freeing(Step):
    """Each able piece on an enemy Green frees one prisoner; `done` are those who have [WLT-4.4, WLT-8.2]."""

    done: list[PieceId] = []

    def proceed(self, game: Warlord) -> bool:
        """Let the next piece free somebody; where there is no choice it needs no question."""
        freer = _next(game, self.done)
        if not freer:
            game.pop(self)
            return True
        found = prisoners(game, freer)
        if game.seat(game.active) and (len(found) > 1 or _greens(game, found[0])):
            return False
        self._free(game, freer, Free(found[0]))
        return True

    def requests(self, game: Warlord) -> list[Request]:
        """Ask whom the next piece frees, and whether he waits (W-05)."""
        freer = _next(game, self.done)
        fields = (
            Field(
                "prisoner",
                "Who is freed?",
                lambda _: [Choice(p, names.piece(game, p)) for p in prisoners(game, freer)],
            ),
            Field(
                "green",
                "Where does the piece in the Castle step out? (None: the freed one waits at the gatehouse.)",
                lambda draft: [Choice(green, green, "home") for green in _greens(game, chosen(draft, "prisoner"))],
                least=0,
                when=lambda draft: bool(_greens(game, chosen(draft, "prisoner"))),
                places=True,
            ),
        )
        where, found = game.piece(freer).square, prisoners(game, freer)
        if other := _instead(game, self.done, freer):
            pair = names.pieces(game, [freer, other])
            prompt = f"{pair} on {where} free a prisoner each; only the Lady frees her Warlord. Whom first?"
        elif len(found) > 1:
            prompt = f"{names.piece(game, freer)} on {where} frees a prisoner. Whom?"
        else:
            freed, inside = (names.piece(game, p) for p in (found[0], castle.occupant(game, game.active)))
            prompt = (
                f"{names.piece(game, freer)} on {where} frees {freed}. {inside} is in your Castle: shall {inside} step "
                f"out, or {freed} wait?"
            )
        best = Free(found[0])
        return [
            Request(
                game.seat(game.active),
                "W-05",
                prompt,
                (Offer(Free, "Free", fields, says="Free {prisoner}"),),
                lambda: best,
            )
        ]

    def prospects(self, game: Warlord) -> Iterator[Prospect]:
        """Yield each prisoner who can be freed, waiting at the gatehouse first, with what comes of it."""
        inside, side = castle.occupant(game, game.active), game.active
        for prisoner in prisoners(game, _next(game, self.done)):
            name, greens = names.for_side(game, side, [prisoner]), _greens(game, prisoner)
            full = castle.occupant(game, game.piece(prisoner).side)
            waits = "off the board until the Castle is empty, then inside" if full else "at once in the Castle"
            short = f"{name} waits" if greens else f"Free {name}"
            yield Prospect(Free(prisoner), f"{name} is free and waits" if greens else f"Free {name}", waits, short)
            for green in greens:
                foes = game.enemies_at(green, side)
                meets = [f"and meets {names.pieces(game, foes)}"] if foes else []
                goes = " ".join([f"{names.own(game, inside)} steps out to {green}", *meets])
                told = "; ".join([goes, *([] if foes else movement.threats(game, inside, green))])
                yield Prospect(Free(prisoner, green), f"{name} is free, into your Castle", told, f"{name} goes in")

    def act(self, game: Warlord, seat: str, action: Free) -> None:
        """Free the one named."""
        freer = _next(game, self.done)
        found = prisoners(game, freer)
        if action.prisoner not in found:
            raise Illegal(*_refusal(game, freer, action.prisoner))
        if action.green:
            recall.check_green(action.green, _greens(game, action.prisoner), "WLT-5.10")
        if game.piece(action.prisoner).kind != "warlord":
            freer = _instead(game, self.done, freer) or freer
        self._free(game, freer, action)

    def _free(self, game: Warlord, freer: PieceId, action: Free) -> None:
        self.done = [*self.done, freer]
        piece = game.piece(action.prisoner)
        piece.holder = ""
        game.wound(action.prisoner, 0)
        game.lift(action.prisoner, "gatehouse")
        if game.option("strategic") and game.fighter(action.prisoner):
            piece.banners = max(piece.banners, 1)
        game.state.eventful = True
        text = f"{names.piece(game, freer)} frees {names.piece(game, action.prisoner)}."
        game.emit("freed", text, about=[freer, action.prisoner], track=[game.piece(freer).square], rule="WLT-4.2")
        recall.make_way(game, action.prisoner, action.green, "WLT-4.3")


@only_looks
def _next(game: Warlord, done: Sequence[PieceId]) -> PieceId:
    """Return the next piece that frees somebody, Ladies first; "" if nobody can who has not `done` so."""
    able = _able(game, done)
    return min(able, key=lambda p: game.piece(p).kind != "lady") if able else NOBODY


@only_looks
def _instead(game: Warlord, done: Sequence[PieceId], lady: PieceId) -> PieceId:
    """Return the piece that frees the others when a Lady frees her Warlord [WLT-8.2]; "" if nobody does."""
    if not any(game.piece(p).kind == "warlord" for p in prisoners(game, lady)):
        return NOBODY
    held_there = holders(game, lady)
    return next((p for p in _able(game, done) if p != lady and holders(game, p) == held_there), NOBODY)


def _able(game: Warlord, done: Sequence[PieceId]) -> list[PieceId]:
    """Return the pieces that can free somebody and have not `done` so."""
    near = [p for p in game.pieces_of(game.active) if not game.piece(p).stricken and p not in done]
    return [p for p in near if holders(game, p) and prisoners(game, p)]


def _refusal(game: Warlord, freer: PieceId, prisoner: PieceId) -> tuple[str, str]:
    """Why a piece cannot free a prisoner, with the rule."""
    found = game.state.pieces.get(prisoner)
    if found and found.kind == "warlord" and found.holder and game.piece(freer).kind != "lady":
        return "Only the Lady frees her Warlord; name another prisoner.", "WLT-4.6"
    return f"Name one of your prisoners there: {names.pieces(game, prisoners(game, freer))}.", "WLT-4.2"


def _greens(game: Warlord, prisoner: PieceId) -> list[Square]:
    """Where the piece in a prisoner's Castle may step out for him; a partner's pieces stay where they are."""
    own = prisoner in game.state.pieces and game.piece(prisoner).side == game.active
    return castle.ways_out(game, game.active) if own else []


def holders(game: Warlord, freer: PieceId) -> list[str]:
    """Return the enemies whose prisoners a piece can free: on whose Green it stands [WLT-4.2], and the Wizard near it.

    The Wizard has no Castle; he keeps his prisoners where he is [WLT-9.5].
    """
    square, side = game.piece(freer).square, game.piece(freer).side
    owner = game.board.green_of(square)
    found = [owner] if owner and owner in game.colours() and not game.friends(owner, side) else []
    wizard = WIZARD in game.state.sides and any(game.piece(p).kind == WIZARD for p in game.enemies_at(square, side))
    return [*found, WIZARD] if wizard else found


def prisoners(game: Warlord, freer: PieceId) -> list[PieceId]:
    """Return the captives that a piece can free here, the default first; only a Lady frees a Warlord [WLT-4.6]."""
    held_here, side = holders(game, freer), game.piece(freer).side
    lady = game.piece(freer).kind == "lady"
    found = [
        piece_id
        for piece_id, piece in sorted(game.state.pieces.items())
        if piece.holder in held_here and game.friends(piece.side, side)
        if piece.kind != "warlord" or (lady and piece.side == side)
    ]
    return sorted(found, key=lambda piece_id: PREFERRED.index(game.piece(piece_id).kind))
