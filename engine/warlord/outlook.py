"""What a side makes of a position: what it holds, what it threatens, and what could happen to it next turn.

A computer player compares with it what the moves open to him lead to. It knows no more than everybody sees.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import ceil

from engine.warlord.board.board import Board, steps_to
from engine.warlord.board.catalog import units
from engine.warlord.board.game import TEAMS, Warlord
from engine.warlord.board.ids import NOWHERE, PieceId, Square
from engine.warlord.board.state import WIZARD, Kind
from engine.warlord.movement import movement
from engine.warlord.reach import seen
from engine.warlord.views import PieceView, SideView, WarlordView

WORTH: Mapping[Kind, float] = {
    "warlord": 8,
    "lady": 7,
    "knight": 5,
    "footman": 3,
    "sergeant": 3,
    "bowman": 2,
    "bishop": 1,
    "wizard": 12,
}
"""What it is worth to have a piece, or to take it."""

LAST_LEADER = 40.0
"""What a Warlord or a Lady is worth who is the last of the two: without both the game is lost."""

CASTLE = 60.0
"""What a Castle is worth: with it the game is won."""

FADING = 0.75
"""How much less an attack on a Castle counts for each turn that it still takes."""

HOPE = 0.25
"""The part of its worth that a piece in a dungeon still has for its owner: it may be set free."""

BOLD = 0.5
"""What a piece of one's own counts beside an enemy's: a captain would rather fight than wait."""

RESTLESS = 6
"""After so many quiet rounds a captain has lost his caution, but for the part that he never loses."""

LONG, TOO_LONG = 80, 120
"""Most tourneys are over before the first of these rounds; from then on caution fades, until it is lost at the second.

Two who are too cautious to win can take and free the same pieces for ever, and no round is quiet.
"""

FLOOR = 0.05
"""The part of his caution that he never loses."""

ALONE, OUTNUMBERED, PAIR = 0.43, 0.12, 0.8
"""How likely a fighter wins against one enemy, or against two, and how likely two win against one (rules 7.4)."""

ROSE = 0.95
"""How likely a Lady takes a Knight or a Warlord whom she reaches."""

FAR = 30
"""How many steps a way counts that leads nowhere."""

STRIDE: Mapping[bool, float] = {True: 4, False: 1.7}
"""How far pieces come in a turn, mounted ones and those on foot."""

EAGER = 3.0
"""What it is worth to a captain without caution to have a fighter on an enemy Green, or a Lady beside her prey."""


LOST: Mapping[bool, int] = {mounted: ceil(FAR / stride) for mounted, stride in STRIDE.items()}
"""How many turns such a way counts, for mounted pieces and for those on foot."""


@cache
def turns_to(board: Board, to: Square, mounted: bool, closed: str) -> Mapping[Square, int]:
    """Return how many turns it is to a square from each from which a way leads, if nothing is in it.

    `closed` is a kind of terrain that is gone around.
    """
    away = steps_to(board, to, mounted=mounted, closed=closed)
    return {square: ceil(steps / STRIDE[mounted]) for square, steps in away.items()}


@dataclass(frozen=True)
class Position:
    """Able pieces by square, those at the gatehouse at "", and prisoners by the side that holds them."""

    where: Mapping[PieceId, Square]
    held: Mapping[PieceId, str]

    def without(self, pieces: Iterable[PieceId], holder: str = "") -> "Position":
        """Return the position when pieces are slain, or captured by a side."""
        gone = set(pieces)
        held = {**self.held, **dict.fromkeys(gone, holder)} if holder else self.held
        return Position({p: square for p, square in self.where.items() if p not in gone}, held)

    def moved(self, piece: PieceId, to: Square) -> "Position":
        """Return the position when a piece has come to a square; "" is the gatehouse."""
        return replace(self, where={**self.where, piece: to})

    def freed(self, piece: PieceId) -> "Position":
        """Return the position when a prisoner is at home again."""
        held = {p: holder for p, holder in self.held.items() if p != piece}
        return Position({**self.where, piece: NOWHERE}, held)

    def at(self, square: Square) -> list[PieceId]:
        """Return who stands on a square."""
        return [p for p, here in self.where.items() if here == square]


@dataclass(frozen=True)
class Watch:
    """Who keeps a Castle from being taken.

    `inside` is how likely a fighter takes it who has stormed it, `held` how many fighters stand on each Green, and
    `near` who can come there in a turn.
    """

    inside: float
    held: Mapping[Square, int]
    near: Mapping[Square, list[PieceId]]


Chances = list[tuple[float, Position]]
"""What may come of a move, each with how likely it is."""


class Outlook:
    """The table as a side sees it, with what positions are worth to it."""

    def __init__(self, view: WarlordView, side: str) -> None:
        self.view = view
        self.side = side
        self.pieces: dict[PieceId, PieceView] = {piece.id: piece for piece in view.pieces}
        partner = TEAMS.get(side, "") if view.options["more_players"] == "teams" else ""
        self.own = (side, partner)
        self.sides = {one.id: one for one in view.sides if not one.ruined}
        rivals = [one for one in self.sides.values() if one.id not in self.own and one.castle]
        self.castles = {rival.castle: rival for rival in rivals}
        self.greens = {green: rival for rival in rivals for green in rival.greens}
        self.fights = {p: units()[piece.kind].fighter for p, piece in self.pieces.items()}
        self.friendly = {p: piece.side in self.own for p, piece in self.pieces.items()}
        self.mounted = {p: units()[piece.kind].mounted for p, piece in self.pieces.items()}

    @cached_property
    def caution(self) -> float:
        """How much the enemies' chances count where the side's own count 1: less when nothing comes of it for long."""
        return BOLD * max(FLOOR, 1 - self.restlessness)

    @cached_property
    def restlessness(self) -> float:
        """How much a captain wants to press on, from 0 up; with 1 he has lost his caution."""
        return max(0, self.view.quiet / RESTLESS, (self.view.round - LONG) / (TOO_LONG - LONG))

    @cached_property
    def home(self) -> SideView | None:
        """The side itself if it has a Castle: the Wizard has none."""
        side = self.sides.get(self.side)
        return side if side and side.castle else None

    @cached_property
    def now(self) -> Position:
        """The position on the board."""
        able = {p.id: p.square for p in self.view.pieces if p.status == "board" and not p.stricken}
        waiting = {p.id: NOWHERE for p in self.view.pieces if p.status == "gatehouse"}
        return Position(able | waiting, {p.id: p.holder for p in self.view.pieces if p.holder})

    @cached_property
    def table(self) -> Warlord:
        """The game as everybody sees it, to ask the rules of movement about."""
        return seen(self.view)

    @cached_property
    def shunned(self) -> str:
        """The kind of terrain that is better gone around: out of an enchanted forest nobody chooses his way."""
        return "forest" if self.view.options["enchanted_forest"] else ""

    @cached_property
    def menaces(self) -> dict[PieceId, set[Square]]:
        """The squares that each able enemy could reach, were it its turn."""
        enemies = [p for p, square in self.now.where.items() if square and not self.friendly[p]]
        return {p: set(movement.paths(self.table, p)) for p in enemies if p in self.table.state.pieces}

    # ------------------------------------------------------------------ what a move leads to

    def after_move(self, piece: PieceId, to: Square) -> float:
        """What it is worth to move a piece to a square."""
        return self.expected(self.met(self.freeing(self.now.moved(piece, to)), piece, to))

    def after_recall(self, lady: PieceId, piece: PieceId, green: Square) -> float:
        """What it is worth to let a Lady send a piece home, over whom steps out onto a Green square."""
        assert self.home is not None
        position = self.now.moved(lady, self.now.where[piece])
        inside = [p for p in position.at(self.home.castle) if p != lady]
        chances: Chances = [(1, position)]
        if inside and green:
            chances = self.met(position.moved(inside[0], green), inside[0], green)
        room = not inside or bool(green)
        to = self.home.castle if room else NOWHERE
        return self.expected([(share, self.freeing(found.moved(piece, to))) for share, found in chances])

    def after_passing(self) -> float:
        """What it is worth to move nothing."""
        return self.value(self.freeing(self.now))

    def expected(self, chances: Chances) -> float:
        """What an uncertain position is worth."""
        return sum(share * self.value(position) for share, position in chances)

    def freeing(self, position: Position) -> Position:
        """The position when each piece on an enemy Green has freed the best prisoner that it can [WLT-4.2, WLT-4.6]."""
        for freer in sorted(position.where, key=lambda p: self.pieces[p].kind != "lady"):
            rival = self.greens.get(position.where[freer])
            if rival and self.friendly[freer]:
                lady = self.pieces[freer].kind == "lady"
                found = [p for p, holder in position.held.items() if holder == rival.id and self.friendly[p]]
                found = [p for p in found if lady or self.pieces[p].kind != "warlord"]
                if found:
                    position = position.freed(max(found, key=self.worth))
        return position

    def met(self, position: Position, mover: PieceId, square: Square) -> Chances:
        """What may come of the meeting on a square that a piece has come to (rules 6.1)."""
        here = position.at(square)
        friends = [p for p in here if self.friendly[p] == self.friendly[mover]]
        enemies = [p for p in here if p not in friends]
        if not enemies:
            return [(1, position)]
        if self.pieces[mover].kind == "lady" and any(self._heeds(p) for p in enemies):
            return [(1, self._rose(position, mover, enemies))]
        one, other = ([p for p in some if self.fights[p]] for some in (friends, enemies))
        if one and other:
            return self._duel(position, friends, enemies)
        if one:
            return [(1, position.without(enemies, self.pieces[mover].side))]
        return [(1, position.without(friends, self.pieces[other[0]].side) if other else position)]

    def _heeds(self, piece: PieceId) -> bool:
        found = self.pieces[piece]
        return found.kind == "lady" or (units()[found.kind].chivalrous and not found.risen)

    def _rose(self, position: Position, lady: PieceId, enemies: list[PieceId]) -> Position:
        """The best fighter who heeds the rose surrenders; a Lady or a second fighter beside him captures her."""
        fighters = [p for p in enemies if self.fights[p]]
        gallant = sorted((p for p in fighters if self._heeds(p)), key=self.worth)
        ladies = [p for p in enemies if self.pieces[p].kind == "lady"]
        position = position.without([*gallant[-1:], *ladies], self.pieces[lady].side)
        lost = bool(ladies) or len(fighters) > 1
        return position.without([lady], self.pieces[enemies[0]].side) if lost else position

    def _duel(self, position: Position, friends: list[PieceId], enemies: list[PieceId]) -> Chances:
        """The loser is captured with those who do not fight beside him; a double kill takes all fighters."""
        won, lost = self.odds(friends, enemies)
        fighters = [p for p in (*friends, *enemies) if self.fights[p]]
        return [
            (won, position.without(enemies, self.pieces[friends[0]].side)),
            (lost, position.without(friends, self.pieces[enemies[0]].side)),
            (1 - won - lost, position.without(fighters)),
        ]

    def odds(self, friends: list[PieceId], enemies: list[PieceId]) -> tuple[float, float]:
        """How likely one side of a meeting wins, and the other."""
        number = sum(self.fights[p] for p in friends) - sum(self.fights[p] for p in enemies)
        if number == 0:
            return ALONE, ALONE
        return (PAIR, OUTNUMBERED) if number > 0 else (OUTNUMBERED, PAIR)

    # ------------------------------------------------------------------ what a position is worth

    def worth(self, piece: PieceId) -> float:
        """What a piece is worth, whatever the position."""
        return WORTH[self.pieces[piece].kind]

    def value(self, position: Position) -> float:
        """What a position is worth before the enemies' next turn."""
        total = self._material(position) + self._ladies(position) - self.caution * self._menaced(position)
        total += self._advance(position) if self.restlessness >= 1 else 0
        for rival in self.castles.values():
            total += CASTLE * self._siege(position, rival, by=True)
        return total - self.caution * CASTLE * self._siege(position, self.home, by=False) if self.home else total

    def _material(self, position: Position) -> float:
        """Pieces, and above all Castles, Warlords and Ladies."""
        total = 0.0
        for p, holder in position.held.items():
            total += HOPE * self.worth(p) * (self.caution if self.friendly[p] else -1) * (holder != "")
        for p in position.where:
            total += self.worth(p) * (self.caution if self.friendly[p] else -1)
        for side in self.sides:
            if side != WIZARD:
                total += self._leaderless(position, side) * (-1 if side in self.own else 1)
        taken = [castle for castle in self.castles if any(self._storms(p) for p in position.at(castle))]
        return total + CASTLE * len(taken)

    def _storms(self, piece: PieceId) -> bool:
        return self.friendly[piece] and self.fights[piece]

    def _leaderless(self, position: Position, side: str) -> float:
        """What the loss of its Warlord and its Lady costs a side beside what these are worth as pieces."""
        left = [p for p in position.where if self.pieces[p].side == side and self.pieces[p].kind in ("warlord", "lady")]
        return 2 * LAST_LEADER if not left else LAST_LEADER / 8 if len(left) == 1 else 0

    # ------------------------------------------------------------------ Castles

    def _siege(self, position: Position, owner: SideView, *, by: bool) -> float:
        """How likely it looks that a Castle falls: to the side itself (`by`), or to its enemies, who move next."""
        holds, watch = 1.0, self._watch(position, owner, by=by)
        for p, square in position.where.items():
            if square and self.fights[p] and self.friendly[p] is by and self.pieces[p].side != owner.id:
                holds *= 1 - self._assault(p, square, owner, watch, by=by)
        return 1 - holds

    def _watch(self, position: Position, owner: SideView, *, by: bool) -> Watch:
        guarded = any(self.fights[p] for p in position.at(owner.castle))
        others = {p: square for p, square in position.where.items() if square and self.friendly[p] is not by}
        return Watch(
            ALONE if guarded else 1.0,
            {green: sum(self.fights[p] for p, here in others.items() if here == green) for green in owner.greens},
            {green: [p for p, here in others.items() if self._turns(p, here, green) <= 1] for green in owner.greens},
        )

    def _assault(self, fighter: PieceId, square: Square, owner: SideView, watch: Watch, *, by: bool) -> float:
        """How likely it looks that a fighter takes a Castle: over the Green, past who could drive him off, inside."""
        if square == owner.castle:
            return 1
        if square in owner.greens:
            return watch.inside * (1 - self._driven_off(fighter, watch.near[square])) if by else watch.inside
        green = min(owner.greens, key=lambda green: self._turns(fighter, square, green))
        turns = self._turns(fighter, square, green)
        over = (1.0, ALONE, OUTNUMBERED)[min(watch.held[green], 2)]
        stays = 1 - self._driven_off(fighter, watch.near[green])
        return float(over * stays * watch.inside * FADING ** (turns - (0 if by else 1)))

    def _turns(self, piece: PieceId, square: Square, to: Square) -> int:
        """How many turns a piece needs to a square, if nothing is in its way."""
        mounted = self.mounted[piece]
        return turns_to(self.table.board, to, mounted, self.shunned).get(square, LOST[mounted])

    def _driven_off(self, fighter: PieceId, near: list[PieceId]) -> float:
        """How likely a fighter who has come onto a Green is taken by those near before he storms the Castle."""
        if self._heeds(fighter) and any(self.pieces[p].kind == "lady" for p in near):
            return ROSE
        return ALONE if any(self.fights[p] for p in near) else 0

    def _advance(self, position: Position) -> float:
        """Without caution fighters draw near to the enemies' Greens, and Ladies to those who heed a rose."""
        prey = [square for p, square in position.where.items() if square and not self.friendly[p] and self._is_prey(p)]
        total = 0.0
        for p, square in position.where.items():
            if square and self.friendly[p]:
                goals = self.greens if self.fights[p] else prey if self.pieces[p].kind == "lady" else ()
                total += max((FADING ** self._turns(p, square, goal) for goal in goals), default=0)
        return EAGER * total

    # ------------------------------------------------------------------ Ladies

    def _ladies(self, position: Position) -> float:
        """Ladies ride to the Greens under which their Warlords lie, or keep near to those who heed a rose."""
        own = (p for p, square in position.where.items() if square and self.friendly[p])
        return sum(self._lady(position, p, position.where[p]) for p in own if self.pieces[p].kind == "lady")

    def _lady(self, position: Position, lady: PieceId, square: Square) -> float:
        for p, holder in position.held.items():
            if self.pieces[p].kind == "warlord" and self.pieces[p].side == self.pieces[lady].side:
                found = [self._turns(lady, square, green) for green, rival in self.greens.items() if rival.id == holder]
                return -4 * min(found, default=0)
        prey = [p for p, here in position.where.items() if here and not self.friendly[p] and self._is_prey(p)]
        return 0.4 * sum(self._turns(lady, square, position.where[p]) <= 1 for p in prey)

    def _is_prey(self, piece: PieceId) -> bool:
        return self.fights[piece] and self._heeds(piece)

    def _menaced(self, position: Position) -> float:
        """The worst that enemies could do next turn with so many moves as they have, and a part of the next worst."""
        losses = sorted(self._blows(position), reverse=True)
        moves = int(self.view.options["moves_per_turn"])
        return sum(losses[:moves]) + 0.3 * sum(losses[moves : moves + 1])

    def _blows(self, position: Position) -> Iterator[float]:
        stood: dict[Square, list[PieceId]] = {}
        for p, square in position.where.items():
            if self.friendly[p] and square:
                stood.setdefault(square, []).append(p)
        for enemy, reached in self.menaces.items():
            if enemy in position.where:
                for square in reached & stood.keys():
                    yield max(0.0, self._blow(position, enemy, stood[square]))

    def _blow(self, position: Position, enemy: PieceId, here: list[PieceId]) -> float:
        """What an enemy could expect to take from those who stand on a square."""
        fighters = [p for p in here if self.fights[p]]
        others = [p for p in here if not self.fights[p]]
        if self.fights[enemy]:
            if not fighters:
                return self._loss(position, others)
            won, lost = self.odds([enemy], fighters)
            return won * self._loss(position, here) - lost * self.worth(enemy)
        if self.pieces[enemy].kind != "lady":
            return 0
        gallant = [p for p in fighters if self._heeds(p)]
        ladies = [p for p in others if self.pieces[p].kind == "lady"]
        price = self.worth(enemy) if ladies or len(fighters) > 1 or (fighters and not gallant) else 0
        return self._loss(position, [*gallant[:1], *ladies]) - price if gallant or ladies else 0

    def _loss(self, position: Position, pieces: list[PieceId]) -> float:
        """What it would cost to lose pieces: the game, if they are the last leaders."""
        leaders = {p for p in position.where if self.friendly[p] and self.pieces[p].kind in ("warlord", "lady")}
        mine = {p for p in leaders if self.pieces[p].side == self.side}
        fatal = bool(mine) and mine <= set(pieces)
        return sum(self.worth(p) for p in pieces) + (LAST_LEADER if fatal else 0)
