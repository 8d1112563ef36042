"""Fighters who lie stricken after a double kill: who heals them, and who slays them (rules 9.3, 9.4)."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.core.text import join_words
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, PieceId, Square
from engine.warlord.meetings import removal
from engine.warlord.meetings.meeting import Meeting
from engine.warlord.movement import castle, movement


class Finish(Action, frozen=True):
    """Say what becomes of a stricken enemy: "slay", "capture" (option 3 only) or "leave"."""

    fate: str


class Heal(Action, frozen=True):
    """Let the Lady heal this one of several who lie on her square."""

    fighter: PieceId


class StepAside(Action, frozen=True):
    """Where the healed and the Lady find no room together, let one of them go to a square beside theirs."""

    piece: PieceId
    to: Square


class Tending(Step):
    """The start of step 4: able Ladies heal, able fighters slay [WLT-9.3, WLT-9.4].

    `used` are the Ladies who have healed and the fighters who have decided, by id.
    """

    used: list[PieceId] = []

    def proceed(self, game: Warlord) -> bool:
        """Let the next Lady heal, or the next fighter decide; a Lady with one patient needs no question."""
        if not game.standing.stricken:
            game.pop(self)
            return True
        if fighter := self._executioner(game):
            self.used = [*self.used, fighter]
            game.push(Executing(fighter, fates_of(game), _enemies(game, fighter)))
            return True
        lady = self._healer(game)
        if not lady:
            game.pop(self)
            return True
        patients = healable(game, lady)
        if len(patients) > 1 and game.seat(game.active):
            return False
        self._heal(game, lady, patients[0])
        return True

    def _executioner(self, game: Warlord) -> PieceId:
        """By option 4 an able fighter of the active side beside stricken enemies, from whom no able one keeps him."""
        if not game.option("double_kill_slain"):
            return NOBODY
        able = [p for p in game.pieces_of(game.active) if game.fighter(p) and not game.piece(p).stricken]
        free = (p for p in able if not game.enemies_at(game.piece(p).square, game.piece(p).side))
        return next((p for p in free if p not in self.used and _enemies(game, p)), NOBODY)

    def _healer(self, game: Warlord) -> PieceId:
        ladies = [p for p in game.pieces_of(game.active) if game.piece(p).kind == "lady"]
        return next((lady for lady in ladies if lady not in self.used and healable(game, lady)), NOBODY)

    def requests(self, game: Warlord) -> list[Request]:
        """Ask whom the Lady heals (W-10)."""
        lady = self._healer(game)
        patients = healable(game, lady)
        field = Field("fighter", "Whom?", lambda _: [Choice(p, names.piece(game, p)) for p in patients])
        prompt = f"Several lie stricken beside {names.piece(game, lady)}. Whom does she heal?"
        offer = Offer(Heal, "Heal a fighter", (field,), says="Heal {fighter}")
        return [Request(game.seat(game.active), "W-10", prompt, (offer,), lambda: Heal(patients[0]))]

    def act(self, game: Warlord, seat: str, action: Heal) -> None:
        """Heal the one named."""
        lady = self._healer(game)
        if action.fighter not in healable(game, lady):
            rule = game.stricken_rule
            raise Illegal("Name a stricken fighter of yours on her square.", rule)
        self._heal(game, lady, action.fighter)

    def _heal(self, game: Warlord, lady: PieceId, fighter: PieceId) -> None:
        self.used = [*self.used, lady]
        piece = game.piece(fighter)
        game.wound(fighter, 0)
        game.strike(fighter, stricken=False)
        rule = game.stricken_rule
        text = f"{names.piece(game, lady)} heals {names.piece(game, fighter)}."
        game.emit("healed", text, about=[lady, fighter], track=[piece.square], rule=rule)
        if game.room(piece.side, piece.square) < len(game.friends_at(piece.square, piece.side)):
            game.push(MakingRoom(lady, fighter))
        enemies = _enemies(game, fighter)
        if enemies and game.option("double_kill_healed"):
            game.push(Executing(fighter, fates_of(game), enemies))


def healable(game: Warlord, lady: PieceId) -> list[PieceId]:
    """Return the stricken whom an able Lady heals on her square, if there is room, or one can step aside.

    By option 4 she waits until no enemy lies there any more.
    """
    here = game.at(game.piece(lady).square, able=False)
    stricken = [p for p in here if game.piece(p).stricken]
    if not stricken or game.piece(lady).stricken:
        return []
    own = [p for p in stricken if game.friends(game.piece(p).side, game.piece(lady).side)]
    waits = game.option("double_kill_slain") and len(own) < len(stricken)
    if waits or not own:
        return []
    room = movement.stackable(game, game.piece(lady).side, game.piece(lady).square) or exits(game, lady)
    return [p for p in own if room or exits(game, p)]


def _enemies(game: Warlord, fighter: PieceId) -> list[PieceId]:
    """Return the stricken enemies on a fighter's square."""
    piece = game.piece(fighter)
    if piece.status != "board":
        return []
    lying = [p for p in game.at(piece.square, able=False) if game.piece(p).stricken]
    return [p for p in lying if not game.friends(game.piece(p).side, piece.side)]


def fates_of(game: Warlord) -> list[str]:
    """Return the possible fates of a stricken enemy, the default first (W-10)."""
    return ["capture", "slay", "leave"] if game.option("double_kill_healed") else ["slay", "leave"]


class Executing(Step):
    """The owner of a fighter decides about each stricken enemy on his square (W-10)."""

    fighter: PieceId
    """The fighter."""

    fates: list[str]
    """What may be done with a stricken enemy, the default first."""

    enemies: list[PieceId]
    """The stricken enemies about whom is still to be decided."""

    def proceed(self, game: Warlord) -> bool:
        """Go on until every stricken enemy who is still there has been decided about."""
        self.enemies = [p for p in self.enemies if p in _enemies(game, self.fighter)]
        if self.enemies and game.seat(game.piece(self.fighter).side):
            return False
        for enemy in self.enemies:
            removal.slay(game, enemy, "WLT-9.5")
        game.pop(self)
        return True

    def requests(self, game: Warlord) -> list[Request]:
        """Ask about the next stricken enemy."""
        enemy = names.piece(game, self.enemies[0])
        choices = [Choice(fate, f"{fate.capitalize()} {enemy}") for fate in self.fates]
        offer = Offer(Finish, "Decide", (Field("fate", "What do you do?", lambda _: choices),), says="{fate}")
        prompt = f"{enemy} lies stricken before {names.piece(game, self.fighter)}. What do you do with him?"
        seat = game.seat(game.piece(self.fighter).side)
        return [Request(seat, "W-10", prompt, (offer,), lambda: Finish(self.fates[0]))]

    def act(self, game: Warlord, seat: str, action: Finish) -> None:
        """Slay, capture or leave."""
        rule = game.stricken_rule
        if action.fate not in self.fates:
            raise Illegal(f"You cannot do that with a stricken fighter; choose: {', '.join(self.fates)}.", rule)
        enemy, *self.enemies = self.enemies
        match action.fate:
            case "slay":
                removal.slay(game, enemy, rule)
            case "capture":
                removal.capture(game, enemy, game.piece(self.fighter).side, rule)


# ---------------------------------------------------------------------- room for both


class MakingRoom(Step):
    """The healed and the Lady are one too many on their square: one of them steps aside (W-10).

    So it is in a Castle [WLT-5.2], on a bridge [WLT-9.8], and where two able friends stand already [WLT-5.3].
    """

    lady: PieceId
    fighter: PieceId

    def proceed(self, game: Warlord) -> bool:
        """Where there is one way only it needs no question."""
        ways = self._ways(game)
        if len(ways) > 1:
            return False
        self._go(game, *ways[0])
        return True

    def _ways(self, game: Warlord) -> list[tuple[PieceId, Square]]:
        return [(p, to) for p in (self.fighter, self.lady) for to in exits(game, p)]

    def requests(self, game: Warlord) -> list[Request]:
        """Ask who steps aside, and where to: the healed one if nothing is said, but a Warlord stays."""
        ways = self._ways(game)
        goers = list(dict.fromkeys(piece for piece, _ in ways))
        fields = (
            Field("piece", "Who steps aside?", lambda _: [Choice(p, names.piece(game, p)) for p in goers]),
            Field(
                "to", "Where to?", lambda d: [Choice(to, to) for piece, to in ways if piece == d["piece"]], places=True
            ),
        )
        stays = self.fighter if game.piece(self.fighter).kind == "warlord" else self.lady
        best = min(ways, key=lambda way: way[0] == stays)
        where = game.piece(self.lady).square
        prompt = f"There is no room for {names.pieces(game, (self.lady, self.fighter))} on {where}. Who steps aside?"
        offer = Offer(StepAside, "Step aside", fields, says="{piece} steps aside to {to}")
        return [Request(game.seat(game.active), "W-10", prompt, (offer,), lambda: StepAside(*best))]

    def act(self, game: Warlord, seat: str, action: StepAside) -> None:
        """Let the one named step aside."""
        ways = self._ways(game)
        if (action.piece, action.to) not in ways:
            told = join_words(f"{names.piece(game, piece)} to {to}" for piece, to in ways)
            raise Illegal(f"One of the two has to step aside; choose: {told}.", game.stricken_rule)
        self._go(game, action.piece, action.to)

    def _go(self, game: Warlord, piece: PieceId, to: Square) -> None:
        game.pop(self)
        if game.board.castle_of(game.piece(piece).square):
            castle.step_out(game, piece, to)
            game.push(Meeting(to))
            return
        start = game.piece(piece).square
        game.stand(piece, to)
        text = f"{names.piece(game, piece)} steps aside from {start} to {to}."
        game.emit("moved", text, about=[piece], track=[start, to], rule=game.stricken_rule)


def exits(game: Warlord, piece_id: PieceId) -> list[Square]:
    """Where a piece can go to make room: out of its Castle onto the Green, elsewhere to a free square beside it."""
    piece = game.piece(piece_id)
    if game.board.castle_of(piece.square) == piece.side:
        return [] if game.state.turn.left else castle.open_greens(game, piece_id)
    return movement.adjacent(game, piece_id)
