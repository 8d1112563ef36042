"""A War Lord Tourney in play, with the look-ups that every chapter needs."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from engine.core.dice import Dice
from engine.core.game import Game
from engine.warlord.board.board import Board, board
from engine.warlord.board.catalog import units
from engine.warlord.board.ids import NOBODY, NOWHERE, PieceId, Square
from engine.warlord.board.state import WIZARD, Duel, Piece, State, Status

TEAMS = {"red": "white", "white": "red", "blue": "gold", "gold": "blue"}
"""The partners of four players in two teams (option 9)."""

TOGETHER = 2
"""How many friendly pieces may stand on a common square."""


class Standing:
    """The pieces on the board by square and by side, and those anywhere that have wounds, all by id."""

    def __init__(self, pieces: Mapping[PieceId, Piece]) -> None:
        """Look through all pieces."""
        self.pieces = pieces
        self.by_square: dict[Square, list[PieceId]] = {}
        self.able: dict[Square, list[PieceId]] = {}
        self.by_side: dict[str, list[PieceId]] = {}
        self.stricken: list[PieceId] = []
        self.wounded = sorted([piece_id for piece_id, piece in pieces.items() if piece.wounds])
        for piece_id in sorted([piece_id for piece_id, piece in pieces.items() if piece.status == "board"]):
            piece = pieces[piece_id]
            self.by_square.setdefault(piece.square, []).append(piece_id)
            self.by_side.setdefault(piece.side, []).append(piece_id)
            if piece.stricken:
                self.stricken.append(piece_id)
            else:
                self.able.setdefault(piece.square, []).append(piece_id)


class Warlord(Game[State]):
    """The state, the dice and the events of a War Lord Tourney."""

    def __init__(self, state: State, dice: Dice, state_based: Callable[["Warlord"], None] = lambda _: None) -> None:
        super().__init__(state, dice, state_based)
        self.board: Board = board(str(state.options["board"]))
        """The squares of this table's board."""

        self._standing: Standing | None = None

    def finish(self, winners: Iterable[str], reason: str, rule: str = "", outcome: str = "") -> None:
        """End the game; `outcome` is what simulations count, by default which place in the order of turns has won."""
        seats = list(winners)
        places = [place for place, seat in enumerate(self.state.sides.values(), 1) if seat in seats]
        super().finish(seats, reason, rule)
        won = f"won by turn order: {', '.join(map(str, places))}" if places else ""
        self.events[-1] = msgspec.structs.replace(self.events[-1], outcome=outcome or won)

    @property
    def active(self) -> str:
        """The side whose turn it is."""
        return self.state.turn.side

    @property
    def stricken_rule(self) -> str:
        """The rule about those who lie stricken after a double kill: option 3, or 4."""
        return "WLT-9.3" if self.option("double_kill_healed") else "WLT-9.4"

    @property
    def duel(self) -> Duel:
        """The running duel or the last one; there must have been one."""
        assert self.state.duel is not None
        return self.state.duel

    def piece(self, piece: PieceId) -> Piece:
        """Return a piece; KeyError if there is none of that id."""
        return self.state.pieces[piece]

    def seat(self, side: str) -> str:
        """Return the seat that leads a side; "" for an automaton."""
        return self.state.sides[side]

    def side(self, seat: str) -> str:
        """Return the side that a seat leads."""
        return next(side for side, leader in self.state.sides.items() if leader == seat)

    def playing(self) -> list[str]:
        """Return the sides that are still in the game, in the order of turns."""
        return [side for side in self.state.sides if side not in self.state.fallen]

    def friends(self, one: str, other: str) -> bool:
        """Tell whether two sides are the same or partners."""
        return one == other or (self.option("more_players") == "teams" and TEAMS.get(one) == other)

    @property
    def standing(self) -> Standing:
        """What `Standing` says, looked up anew after `bring`, `stand`, `lift`, `strike` or `wound`."""
        if self._standing is None or self._standing.pieces is not self.state.pieces:
            self._standing = Standing(self.state.pieces)
        return self._standing

    def stale(self) -> list[str]:
        """Compare the index of the pieces on the board with a look at all of them."""
        known, true = self.standing, Standing(self.state.pieces)
        return [name for name, found in vars(true).items() if getattr(known, name) != found]

    def bring(self, piece_id: PieceId, piece: Piece) -> None:
        """Let a piece come into the game."""
        self.state.pieces[piece_id] = piece
        self._standing = None

    def stand(self, piece_id: PieceId, square: Square) -> None:
        """Put a piece on a square of the board, wherever it was."""
        piece = self.piece(piece_id)
        piece.status, piece.square = "board", square
        self._standing = None

    def lift(self, piece_id: PieceId, status: Status) -> None:
        """Take a piece off the board, to where it is kept now; it lies stricken no longer."""
        piece = self.piece(piece_id)
        piece.status, piece.square, piece.stricken = status, NOWHERE, False
        self._standing = None

    def moved(self, piece_id: PieceId, to: Square) -> "Warlord":
        """Return the game as if a piece stood on another square, to look up what the rules of movement say of it."""
        piece = msgspec.structs.replace(self.piece(piece_id), square=to)
        state = msgspec.structs.replace(self.state, pieces={**self.state.pieces, piece_id: piece})
        then = Warlord(state, self.dice)
        then.options_cache, then.cache = self.options_cache, {}
        return then

    def strike(self, piece_id: PieceId, *, stricken: bool = True) -> None:
        """Let a piece lie stricken where it stands, or stand up again."""
        self.piece(piece_id).stricken = stricken
        self._standing = None

    def wound(self, piece_id: PieceId, wounds: int) -> None:
        """Set the wounds of a piece."""
        self.piece(piece_id).wounds = wounds
        self._standing = None

    def pieces_of(self, side: str) -> list[PieceId]:
        """Return the pieces of a side that are on the board, by id."""
        return self.standing.by_side.get(side, [])

    def at(self, square: Square, *, able: bool = True) -> list[PieceId]:
        """Return the pieces on a square, by id; only the able ones, or with `able` false the stricken too."""
        standing = self.standing
        return (standing.able if able else standing.by_square).get(square, [])

    def friends_at(self, square: Square, side: str) -> list[PieceId]:
        """Return the able pieces of a side and its partner on a square."""
        pieces = self.state.pieces
        return [p for p in self.at(square) if self.friends(pieces[p].side, side)]

    def enemies_at(self, square: Square, side: str) -> list[PieceId]:
        """Return the able pieces of a side's enemies on a square."""
        pieces = self.state.pieces
        return [p for p in self.at(square) if not self.friends(pieces[p].side, side)]

    def room(self, side: str, square: Square) -> int:
        """Return how many able pieces of a side may end a move on a square [WLT-5.2, WLT-5.3].

        One stands in a Castle of one's own; into an enemy's two may come, as onto any other square.
        """
        attacked = self.board.castle_of(square) not in ("", side)
        return TOGETHER if attacked else self.board.ground(square).stack

    def fighter(self, piece: PieceId) -> bool:
        """Tell whether a piece duels, slays and takes Castles."""
        return units()[self.piece(piece).kind].fighter

    def chivalrous(self, piece: PieceId) -> bool:
        """Tell whether a piece surrenders to a Lady's rose; a Risen never does."""
        return units()[self.piece(piece).kind].chivalrous and not self.piece(piece).risen

    def mounted(self, piece: PieceId) -> bool:
        """Tell whether a piece rides: forest and rough terrain are closed to it."""
        return units()[self.piece(piece).kind].mounted

    def colours(self) -> list[str]:
        """Return the sides in play that have a Castle."""
        return [side for side in self.playing() if side != WIZARD]

    def ruins(self) -> list[str]:
        """Return the colours whose Castle is closed: those who are out, and those whom nobody plays (option 9)."""
        played = self.colours()
        return [colour for colour in self.board.seats if colour not in played]

    def warlord_of(self, side: str) -> PieceId:
        """Return the piece that is a side's Warlord, dead or alive; "" if the side has none."""
        found = [p for p, piece in self.state.pieces.items() if piece.side == side and piece.kind == "warlord"]
        return max(found, key=lambda p: self.state.pieces[p].status not in ("slain", "gone"), default=NOBODY)

    def lady_of(self, side: str) -> PieceId:
        """Return the piece that is a side's Lady; "" if the side has none."""
        found = (p for p, piece in self.state.pieces.items() if piece.side == side and piece.kind == "lady")
        return next(found, NOBODY)
