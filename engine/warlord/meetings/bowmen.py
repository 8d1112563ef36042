"""Bowmen shoot at enemies two or three squares away (rules 9.10) [WLT-9.10]."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.warlord.board import arms, names
from engine.warlord.board.arms import LINES
from engine.warlord.board.board import COMPASS, beyond, distance
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square, chosen
from engine.warlord.board.state import Line
from engine.warlord.duel import armies
from engine.warlord.meetings import removal
from engine.warlord.movement import movement

NEAR, FAR = 2, 3
BLIND = ("forest", "mountain", "castle")
"""Terrain that no arrow passes."""
COVER = ("forest", "castle")
"""Terrain where nobody is shot at."""
TWO_FACES = 2
DIE = 6


class Shoot(Action, frozen=True):
    """Let a Bowman shoot at an enemy fighter."""

    bowman: PieceId
    target: PieceId


class ChooseLine(Action, frozen=True):
    """Shoot at this line, or guard it."""

    line: str


class RollLine(Action, frozen=True):
    """Leave the line to a die."""


class Shot(Step):
    """Archer and target choose a line each, in secret (W-11)."""

    bowman: PieceId
    """The archer."""

    target: PieceId
    """The target."""

    lines: dict[PieceId, str] = {}
    """The lines chosen, by piece; "die" stands for one that is rolled."""

    def proceed(self, game: Warlord) -> bool:
        """Let the arrow fly once both lines are chosen, unless one of the two has left the game."""
        if any(game.piece(p).status != "board" for p in (self.bowman, self.target)):
            game.pop(self)
            return True
        for p in (self.bowman, self.target):
            if not game.seat(game.piece(p).side):
                self.lines = {**self.lines, p: "die"}
        if len(self.lines) < TWO_FACES:
            return False
        game.pop(self)
        self._fly(game)
        return True

    def requests(self, game: Warlord) -> list[Request]:
        """Ask archer and target for a line (W-11)."""
        return [self._request(game, p) for p in (self.bowman, self.target) if p not in self.lines]

    def _request(self, game: Warlord, piece: PieceId) -> Request:
        shoots = piece == self.bowman
        shot = f"{names.piece(game, self.bowman)} shoots at {names.piece(game, self.target)}."
        prompt = f"{shot} {'At which line?' if shoots else f'Which line does your {names.own(game, piece)} guard?'}"
        lines = [Choice(line, line.upper()) for line in LINES]
        field = Field("line", "Which line?", lambda _: lines)
        offers = (
            Offer(ChooseLine, "Choose a line", (field,), says="Choose {line}"),
            Offer(RollLine, "Leave it to a die"),
        )
        seat = game.seat(game.piece(piece).side)
        return Request(seat, "W-11", prompt, offers, RollLine, secret=True, together=True, guessed=True)

    def act(self, game: Warlord, seat: str, action: ChooseLine | RollLine) -> None:
        """Note a line."""
        line = action.line if isinstance(action, ChooseLine) else "die"
        if line not in (*LINES, "die") or action == ChooseLine("die"):
            raise Illegal("Choose a line: high, mid or low.", "WLT-9.10")
        own = next(p for p in (self.bowman, self.target) if game.seat(game.piece(p).side) == seat)
        self.lines = {**self.lines, own: line}

    def _fly(self, game: Warlord) -> None:
        """Let the arrow hit what is not guarded; an army loses a banner, and is slain with its last [WLT-9.11]."""
        aimed, guarded = (self._line(game, p) for p in (self.bowman, self.target))
        bowman, target = names.piece(game, self.bowman), names.piece(game, self.target)
        track = [game.piece(self.bowman).square, game.piece(self.target).square]
        told = f"{bowman} shoots {aimed.upper()} at {target}, who guards {guarded}"
        hits = aimed != guarded
        text = f"{told}: {'the arrow hits' if hits else 'the arrow is caught'}."
        game.emit("shot", text, about=[self.bowman, self.target], track=track, rule="WLT-9.10")
        if not hits:
            return
        piece = game.piece(self.target)
        game.wound(self.target, min(piece.wounds + (2 if aimed == "high" else 1), arms.wounds_to_kill()))
        piece.lamed = piece.lamed or aimed == "low"
        if piece.wounds < arms.wounds_to_kill():
            return
        if game.option("strategic") and armies.lose_banner(game, self.target):
            game.wound(self.target, 0)
        else:
            removal.slay(game, self.target, "WLT-9.10")

    def _line(self, game: Warlord, piece: PieceId) -> Line:
        chosen = self.lines[piece]
        if chosen == "die":
            rolled = game.dice.roll(DIE, f"line of {names.piece(game, piece)}")
            return LINES[(rolled - 1) // TWO_FACES]
        return next(line for line in LINES if line == chosen)


# ---------------------------------------------------------------------- who can be shot at


def targets(game: Warlord, bowman: PieceId) -> list[PieceId]:
    """Return the enemy fighters at whom a Bowman can shoot, by id."""
    reach = FAR + (game.board.terrain(game.piece(bowman).square) == "hill")
    found = [p for way in range(len(COMPASS)) for p in _in_sight(game, bowman, way, reach)]
    return sorted(found)


def aiming(game: Warlord, target: PieceId, to: Square) -> list[PieceId]:
    """Return the enemy Bowmen who could shoot at a fighter on a square, were it their turn."""
    side = game.piece(target).side
    archers = [
        p
        for p, piece in game.state.pieces.items()
        if piece.kind == "bowman" and piece.status == "board" and not (piece.stricken or piece.lamed)
        if not game.friends(piece.side, side) and distance(piece.square, to) <= FAR + 1
    ]
    then = game.moved(target, to) if archers else game
    return sorted(p for p in archers if target in targets(then, p))


def _in_sight(game: Warlord, bowman: PieceId, way: int, reach: int) -> list[PieceId]:
    """Return the enemy fighters in one direction, behind squares that are empty and open."""
    square = game.piece(bowman).square
    for number in range(1, reach + 1):
        square = beyond(game.board, square, way)
        if not square:
            return []
        standing = game.at(square)
        if standing and number >= NEAR and game.board.terrain(square) not in COVER:
            enemies = game.enemies_at(square, game.piece(bowman).side)
            return [p for p in enemies if game.fighter(p)]
        if game.at(square, able=False) or game.board.terrain(square) in BLIND:
            return []
    return []


def offer(game: Warlord, side: str) -> list[Offer]:
    """Offer to shoot, if a Bowman of a side can."""
    able = [p for p in _bowmen(game, side) if targets(game, p)]
    if not able:
        return []

    def shot_at(bowman: PieceId) -> list[PieceId]:
        return targets(game, bowman) if bowman in able else []

    who = Field("bowman", "Who shoots?", lambda _: [Choice(p, names.piece(game, p)) for p in able])
    whom = Field(
        "target",
        "At whom?",
        lambda draft: [
            Choice(p, f"{names.piece(game, p)} on {game.piece(p).square}") for p in shot_at(chosen(draft, "bowman"))
        ],
    )
    return [Offer(Shoot, "Shoot", (who, whom), says="{bowman} shoots at {target}")]


def _bowmen(game: Warlord, side: str) -> list[PieceId]:
    return [p for p in game.pieces_of(side) if game.piece(p).kind == "bowman" and movement.ready(game, p)]


def check(game: Warlord, side: str, action: Shoot) -> None:
    """Raise Illegal unless a Bowman may shoot so."""
    if action.bowman not in _bowmen(game, side):
        raise Illegal("Name a Bowman of yours who has not moved.", "WLT-9.10")
    able = targets(game, action.bowman)
    if action.target not in able:
        whom = f"he can shoot at {names.pieces(game, able)}" if able else "nobody is in his sight"
        reason = "A Bowman shoots at a fighter two or three squares away in a straight line with nothing between"
        raise Illegal(f"{reason}; {whom}.", "WLT-9.10")


def carry_out(game: Warlord, side: str, action: Shoot) -> None:
    """Let a Bowman shoot; raises Illegal."""
    with game.as_asked():
        check(game, side, action)
    game.piece(action.bowman).moved = True
    text = f"{names.piece(game, action.bowman)} draws his bow at {names.piece(game, action.target)}."
    game.emit("draws", text, about=[action.bowman, action.target], rule="WLT-9.10")
    game.push(Shot(action.bowman, action.target))
