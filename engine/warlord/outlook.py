"""The value of a position to a side: its pieces, its threats, and its dangers next turn.

A computer player compares with it what the moves open to him lead to. It knows no more than everybody sees.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from engine.warlord.board.board import Board, steps_to
from engine.warlord.board.catalog import units
from engine.warlord.board.game import TEAMS, Warlord
from engine.warlord.board.ids import NOBODY, NOWHERE, PieceId, Square
from engine.warlord.board.state import WIZARD, Kind
from engine.warlord.movement import movement
from engine.warlord.movement.movement import Manner
from engine.warlord.reach import seen
from engine.warlord.sequence.draws import DULL
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
"""The value of having or taking a piece."""

LAST_LEADER = 40.0
"""The value of the last of Warlord and Lady: without both the game is lost."""

LEADERLESS: Mapping[int, float] = {1: LAST_LEADER / 8, 0: 2 * LAST_LEADER}
"""What a side with one of Warlord and Lady loses by it, or with neither, beside their worth as pieces."""

CASTLE = 60.0
"""The value of an enemy Castle: taking it wins the game."""

FADING = 0.75
"""How much less an attack on a Castle counts for each turn that it still takes."""

HOPE = 0.25
"""The part of its worth that a piece in a dungeon still has for its owner: it may be set free."""

RESTLESS = 6
"""The quiet rounds after which a captain has lost all caution but its fixed part."""

LONG, TOO_LONG = 80, 120
"""Most tourneys are over before the first of these rounds; from then on caution fades, until it is lost at the second.

Two who are too cautious to win can take and free the same pieces for ever, and no round is quiet.
"""

FLOOR = 0.35
"""The part of his caution that a captain keeps while his pieces may still find an opening."""

RASH = 0.05
"""The part that is left when a game has been dull for long, or goes on too long: else it never ends."""

ALONE, OUTNUMBERED, PAIR = 0.43, 0.12, 0.8
"""How likely a fighter wins against one enemy, or against two, and how likely two win against one (rules 7.4)."""

ROSE = 0.95
"""How likely a Lady takes a Knight or a Warlord whom she reaches."""

GALLANTRY = 0.25
"""What it is worth to have a Lady beside her prey, where a fighter on an enemy Green counts 1: less than the prey."""

LOST = 18
"""How many turns a way counts that leads nowhere."""


@cache
def greens_near(board: Board, greens: tuple[Square, ...], manner: Manner, closed: str) -> Mapping[Square, list[int]]:
    """Return which of some Greens are no more than a turn away, by their places in the list, where any is."""
    near: dict[Square, list[int]] = {}
    for number, green in enumerate(greens):
        for square, turns in movement.moves_to(board, manner, green, closed).items():
            if turns <= 1:
                near.setdefault(square, []).append(number)
    return near


class Temper(NamedTuple):
    """How a captain fights."""

    bold: float
    """The weight of an own piece against an enemy's: a captain would rather fight than wait."""

    dread: float
    """How much less an attack on the own Castle counts for each turn that it still takes."""

    eager: float
    """What it is worth to have a fighter on an enemy Green."""

    calm: bool
    """Whether that counts only once the captain has lost all caution."""


AGAINST_ONE = Temper(bold=0.8, dread=0.6, eager=12.0, calm=False)
"""Against one rival: he marches, and what is far off keeps nobody at home."""

AGAINST_MANY = Temper(bold=0.5, dread=FADING, eager=3.0, calm=True)
"""Against several, where marching on one leaves the Castle to the others."""


class Position(NamedTuple):
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
        return Position({**self.where, piece: to}, self.held)

    def freed(self, piece: PieceId) -> "Position":
        """Return the position when a prisoner is at home again."""
        held = {p: holder for p, holder in self.held.items() if p != piece}
        return Position({**self.where, piece: NOWHERE}, held)

    def at(self, square: Square) -> list[PieceId]:
        """Return who stands on a square."""
        return [p for p, here in self.where.items() if here == square]


Sort = tuple[Manner, bool]
"""What counts of a fighter who assaults a Castle: how he moves, and whether he heeds a rose."""


class Watch(NamedTuple):
    """Who keeps a Castle from being taken.

    `guarded` is whether a fighter is in it, `held` how many fighters stand on each of its Greens, and `near` whether a
    Lady, and whether a fighter, can come there in a turn.
    """

    guarded: bool
    held: tuple[int, ...]
    near: tuple[tuple[bool, bool], ...]


class Way(NamedTuple):
    """The way to the nearest enemy Green."""

    steps: int
    """How many steps it is over the open land."""

    green: Square
    """The square of the Green."""

    owner: str
    """Its colour."""


Chances = list[tuple[float, Position]]
"""The outcomes of a move, each with its chance."""


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
        self.temper = AGAINST_MANY if len(rivals) > 1 else AGAINST_ONE
        self.greens = {green: rival for rival in rivals for green in rival.greens}
        self.fights = {p: units()[piece.kind].fighter for p, piece in self.pieces.items()}
        self.friendly = {p: piece.side in self.own for p, piece in self.pieces.items()}
        self.mounted = {p: units()[piece.kind].mounted for p, piece in self.pieces.items()}
        self.heeds = {
            p: piece.kind == "lady" or (units()[piece.kind].chivalrous and not piece.risen)
            for p, piece in self.pieces.items()
        }
        self.ladies = {p for p, piece in self.pieces.items() if piece.kind == "lady"}
        self.leaders = {p: piece.side for p, piece in self.pieces.items() if piece.kind in ("warlord", "lady")}
        self.prey = {p for p, fights in self.fights.items() if fights and self.heeds[p] and not self.friendly[p]}
        self._fighters = [p for p, fights in self.fights.items() if fights]
        self._own_ladies = [p for p in self.pieces if p in self.ladies and self.friendly[p]]
        self._storming = [p for p in self._fighters if self.friendly[p]]
        self._assaults: dict[tuple[str, bool, Watch], dict[tuple[Sort, Square], float]] = {}
        self._threats: dict[tuple[Square, tuple[PieceId, ...], frozenset[PieceId]], list[tuple[PieceId, float]]] = {}

    @cached_property
    def caution(self) -> float:
        """How much the enemies' chances count where the side's own count 1: less when nothing comes of it for long."""
        return self.temper.bold * max(RASH if self.tired else FLOOR, 1 - self.restlessness)

    @cached_property
    def tired(self) -> bool:
        """Whether a captain gives things away to end the game."""
        return self.view.quiet >= DULL or self.view.round >= TOO_LONG

    @cached_property
    def thrift(self) -> float:
        """How much more a piece counts that an enemy could take without a fight: restlessness makes nobody careless."""
        return 1.0 if self.tired else self.temper.bold / self.caution

    @cached_property
    def restlessness(self) -> float:
        """How much a captain wants to press on, from 0 up; with 1 he has lost his caution."""
        return max(0, self.view.quiet / RESTLESS, (self.view.round - LONG) / (TOO_LONG - LONG))

    @cached_property
    def ahead(self) -> float:
        """By how much the side's own able pieces are worth more than those of its strongest rival."""
        able: dict[str, float] = {}
        for p in self.now.where:
            side = self.side if self.friendly[p] else self.pieces[p].side
            able[side] = able.get(side, 0.0) + self.worth(p)
        return able.pop(self.side, 0.0) - max(able.values(), default=0.0)

    @cached_property
    def counted(self) -> dict[PieceId, float]:
        """What each piece is worth to the side as long as it is on the board or at its gatehouse."""
        return {p: self.worth(p) * (self.caution if self.friendly[p] else -1) for p in self.pieces}

    @cached_property
    def besiegers(self) -> dict[tuple[str, bool], list[tuple[PieceId, Sort]]]:
        """The fighters who would take a side's Castle: friendly ones (True), or others."""
        return {
            (owner.id, by): [
                (p, (self.manners[p], self.heeds[p]))
                for p, fights in self.fights.items()
                if fights and self.friendly[p] is by and self.pieces[p].side != owner.id
            ]
            for owner in self.sides.values()
            for by in (True, False)
        }

    @cached_property
    def watchers(self) -> dict[tuple[str, bool], list[tuple[PieceId, Mapping[Square, list[int]]]]]:
        """Who would defend a side's Castle against friendly pieces (True) or others, and from where he is near."""
        near = {
            (owner.id, manner): greens_near(self.board, tuple(owner.greens), manner, self.shunned)
            for owner in self.sides.values()
            for manner in set(self.manners.values())
        }
        return {
            (owner.id, by): [(p, near[owner.id, self.manners[p]]) for p, own in self.friendly.items() if own is not by]
            for owner in self.sides.values()
            for by in (True, False)
        }

    @cached_property
    def manners(self) -> dict[PieceId, Manner]:
        """How each piece moves."""
        return {p: movement.manner(self.table, p) for p in self.pieces}

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
    def board(self) -> Board:
        """The board that is played on."""
        return self.table.board

    @cached_property
    def shunned(self) -> str:
        """The kind of terrain that is better gone around: out of an enchanted forest nobody chooses his way."""
        return "forest" if self.view.options["enchanted_forest"] else ""

    @cached_property
    def menaces(self) -> dict[PieceId, set[Square]]:
        """The squares that each able enemy could reach, were it its turn."""
        enemies = [p for p, square in self.now.where.items() if square and not self.friendly[p]]
        return {p: set(movement.paths(self.table, p)) for p in enemies if p in self.table.state.pieces}

    @cached_property
    def menacing(self) -> dict[Square, list[PieceId]]:
        """Who could reach each square that an able enemy could reach."""
        found: dict[Square, list[PieceId]] = {}
        for enemy, reached in self.menaces.items():
            for square in reached:
                found.setdefault(square, []).append(enemy)
        return found

    # ------------------------------------------------------------------ what is near

    def to_green(self, piece: PieceId, square: Square) -> Way | None:
        """Return how far a piece would be on a square from the enemy Green that is nearest; None if no way leads."""
        mounted, shunned = self.mounted[piece], self.shunned
        found = [
            Way(away[square], green, rival.id)
            for green, rival in self.greens.items()
            if square in (away := steps_to(self.board, green, mounted=mounted, closed=shunned))
        ]
        return min(found, default=None)

    def is_near(self, piece: PieceId, square: Square, to: Square) -> bool:
        """Tell whether a piece on a square would be a turn away from another square, were nothing between them."""
        return self._turns(self.manners[piece], square, to) <= 1

    # ------------------------------------------------------------------ what a move leads to

    def after_move(self, piece: PieceId, to: Square) -> float:
        """Return the worth of moving a piece to a square."""
        return self.expected(self.met(self.freeing(self.now.moved(piece, to)), piece, to))

    def after_recall(self, lady: PieceId, piece: PieceId, green: Square) -> float:
        """Return the worth of letting a Lady send a piece home, over whom steps out onto a Green square."""
        assert self.home is not None
        position = self.now.moved(lady, self.now.where[piece])
        inside = [p for p in position.at(self.home.castle) if p != lady]
        chances: Chances = [(1, position)]
        if inside and green:
            chances = self.met(position.moved(inside[0], green), inside[0], green)
        room = not inside or bool(green)
        to = self.home.castle if room else NOWHERE
        return self.expected([(share, self.freeing(found.moved(piece, to))) for share, found in chances])

    @cached_property
    def after_passing(self) -> float:
        """The worth of moving nothing."""
        return self.value(self.freeing(self.now))

    def expected(self, chances: Chances) -> float:
        """Return the worth of an uncertain position."""
        return sum(share * self.value(position) for share, position in chances)

    def freeing(self, position: Position) -> Position:
        """Return the position once each piece on an enemy Green has freed its best prisoner [WLT-4.2, WLT-4.6]."""
        freers = [p for p, square in position.where.items() if square in self.greens and self.friendly[p]]
        for freer in sorted(freers, key=lambda p: p not in self.ladies):
            if freed := self._freed(position, freer, position.where[freer]):
                position = position.freed(freed)
        return position

    def freed_by(self, piece: PieceId, square: Square) -> PieceId:
        """Return the best prisoner whom a piece would free on a square; "" if it frees nobody there."""
        return self._freed(self.now, piece, square) if square in self.greens else NOBODY

    def _freed(self, position: Position, freer: PieceId, green: Square) -> PieceId:
        rival, lady = self.greens[green], freer in self.ladies
        found = [p for p, holder in position.held.items() if holder == rival.id and self.friendly[p]]
        found = [p for p in found if lady or self.pieces[p].kind != "warlord"]
        return max(found, key=self.worth, default=NOBODY)

    def met(self, position: Position, mover: PieceId, square: Square) -> Chances:
        """Return the possible results of a meeting on a square that a piece has come to (rules 6.1).

        Who loses a duel is captured with non-fighters; a double kill takes all fighters.
        """
        here = position.at(square)
        friends = [p for p in here if self.friendly[p] == self.friendly[mover]]
        enemies = [p for p in here if p not in friends]
        if not enemies:
            return [(1, position)]
        if mover in self.ladies and any(self.heeds[p] for p in enemies):
            return [(1, self._rose(position, mover, enemies))]
        one, other = ([p for p in some if self.fights[p]] for some in (friends, enemies))
        if one and other:
            won, lost = self.odds(friends, enemies)
            return [
                (won, position.without(enemies, self.pieces[friends[0]].side)),
                (lost, position.without(friends, self.pieces[enemies[0]].side)),
                (1 - won - lost, position.without([*one, *other])),
            ]
        if one:
            return [(1, position.without(enemies, self.pieces[mover].side))]
        return [(1, position.without(friends, self.pieces[other[0]].side) if other else position)]

    def _rose(self, position: Position, lady: PieceId, enemies: list[PieceId]) -> Position:
        """Return the position after the rose: the best who heeds it surrenders; a Lady or a second one captures her."""
        fighters = [p for p in enemies if self.fights[p]]
        gallant = sorted((p for p in fighters if self.heeds[p]), key=self.worth)
        ladies = [p for p in enemies if p in self.ladies]
        position = position.without([*gallant[-1:], *ladies], self.pieces[lady].side)
        lost = bool(ladies) or len(fighters) > 1
        return position.without([lady], self.pieces[enemies[0]].side) if lost else position

    def odds(self, friends: list[PieceId], enemies: list[PieceId]) -> tuple[float, float]:
        """How likely one side of a meeting wins, and the other."""
        number = sum(self.fights[p] for p in friends) - sum(self.fights[p] for p in enemies)
        if number == 0:
            return ALONE, ALONE
        return (PAIR, OUTNUMBERED) if number > 0 else (OUTNUMBERED, PAIR)

    # ------------------------------------------------------------------ what a position is worth

    def worth(self, piece: PieceId) -> float:
        """Return a piece's worth, whatever the position."""
        return WORTH[self.pieces[piece].kind]

    def value(self, position: Position) -> float:
        """Return a position's worth before the enemies' next turn."""
        total = self._material(position) + self.cared(position) - self.caution * self.menaced(position)
        total += self.pressed(position)
        for rival in self.castles.values():
            total += CASTLE * self.siege(position, rival, by=True)
        return total - self.caution * CASTLE * self.siege(position, self.home, by=False) if self.home else total

    def _material(self, position: Position) -> float:
        """Pieces, and above all Castles, Warlords and Ladies."""
        total = 0.0
        for p, holder in position.held.items():
            total += HOPE * self.counted[p] * (holder != "")
        for p in position.where:
            total += self.counted[p]
        left = dict.fromkeys(self.sides, 0)
        for p, side in self.leaders.items():
            left[side] = left.get(side, 0) + (p in position.where)
        for side in self.sides:
            if side != WIZARD:
                total += LEADERLESS.get(left[side], 0) * (-1 if side in self.own else 1)
        stormed = {position.where.get(p) for p in self._storming}
        return total + CASTLE * len(stormed & self.castles.keys())

    # ------------------------------------------------------------------ Castles

    def siege(self, position: Position, owner: SideView, *, by: bool) -> float:
        """How likely it looks that a Castle falls: to the side itself (`by`), or to its enemies, who move next."""
        holds, watch = 1.0, self._watch(position, owner, by=by)
        known = self._assaults.setdefault((owner.id, by, watch), {})
        where = position.where
        for p, sort in self.besiegers[owner.id, by]:
            if square := where.get(p):
                if (likely := known.get((sort, square))) is None:
                    likely = known[sort, square] = self._assault(sort, square, owner, watch, by=by)
                holds *= 1 - likely
        return 1 - holds

    def _watch(self, position: Position, owner: SideView, *, by: bool) -> Watch:
        where, held = position.where, [0] * len(owner.greens)
        ladies, fighters = [False] * len(held), [False] * len(held)
        for p, near in self.watchers[owner.id, by]:
            square = where.get(p)
            if square and square in near:
                fights, lady = self.fights[p], p in self.ladies
                for number in near[square]:
                    held[number] += fights and square == owner.greens[number]
                    ladies[number] |= lady
                    fighters[number] |= fights
        guarded = owner.castle in {where.get(p) for p in self._fighters}
        return Watch(guarded, tuple(held), tuple(zip(ladies, fighters, strict=True)))

    def _assault(self, sort: Sort, square: Square, owner: SideView, watch: Watch, *, by: bool) -> float:
        """How likely it looks that a fighter takes a Castle: over the Green, past who could drive him off, inside."""
        manner, heeds = sort
        inside = ALONE if watch.guarded else 1.0
        if square == owner.castle:
            return 1
        if square in owner.greens:
            return inside * (1 - _driven_off(heeds, watch.near[owner.greens.index(square)])) if by else inside
        away = [self._turns(manner, square, green) for green in owner.greens]
        turns = min(away)
        green = away.index(turns)
        over = (1.0, ALONE, OUTNUMBERED)[min(watch.held[green], 2)]
        stays = 1 - _driven_off(heeds, watch.near[green])
        fades = FADING**turns if by else self.temper.dread ** (turns - 1)
        return float(over * stays * inside * fades)

    def _turns(self, manner: Manner, square: Square, to: Square) -> int:
        """How many turns a piece needs to a square, if nothing is in its way."""
        return movement.moves_to(self.board, manner, to, self.shunned).get(square, LOST)

    def pressed(self, position: Position) -> float:
        """Fighters draw near to the enemies' Greens, and Ladies to those who heed a rose."""
        if self.temper.calm and self.restlessness < 1:
            return 0
        prey = [square for p, square in position.where.items() if square and p in self.prey]
        total = 0.0
        for p, square in position.where.items():
            if square and self.friendly[p]:
                goals = self.greens if self.fights[p] else prey if p in self.ladies else ()
                near = self._nearness(p, square, goals)
                if self._given_up(position, p, square):
                    near = min(near, self._nearness(p, self.now.where.get(p, NOWHERE), goals))
                total += near * (GALLANTRY if p in self.ladies else 1)
        return self.temper.eager * total

    def _nearness(self, piece: PieceId, square: Square, goals: Iterable[Square]) -> float:
        """How near a piece is to the nearest of its goals: 1 there, and less with each turn that it takes."""
        return max((FADING ** self._turns(self.manners[piece], square, goal) for goal in goals), default=0.0)

    def _given_up(self, position: Position, piece: PieceId, square: Square) -> bool:
        """Whether an enemy could take a piece on a square without a fight, so that it comes no nearer to anything."""
        enemies = [enemy for enemy in self.menacing.get(square, ()) if enemy in position.where]
        if self.heeds[piece] and not self.ladies.isdisjoint(enemies):
            return True
        attacked = any(self.fights[enemy] for enemy in enemies)
        return attacked and not any(self.fights[p] for p in position.at(square))

    # ------------------------------------------------------------------ Ladies

    def cared(self, position: Position) -> float:
        """Ladies ride to the Greens under which their Warlords lie, or keep near to those who heed a rose."""
        return sum(self._lady(position, p, square) for p in self._own_ladies if (square := position.where.get(p)))

    def _lady(self, position: Position, lady: PieceId, square: Square) -> float:
        manner = self.manners[lady]
        for p, holder in position.held.items():
            piece = self.pieces[p]
            if piece.kind == "warlord" and piece.side == self.pieces[lady].side:
                greens = [green for green, rival in self.greens.items() if rival.id == holder]
                return -4 * min((self._turns(manner, square, green) for green in greens), default=0)
        prey = [here for p in self.prey if (here := position.where.get(p))]
        return 0.4 * sum(self._turns(manner, square, here) <= 1 for here in prey)

    def menaced(self, position: Position) -> float:
        """Return the worst that enemies could do next turn with their moves, and a part of the next worst."""
        losses = sorted(self._blows(position), reverse=True)
        moves = int(self.view.options["moves_per_turn"])
        return sum(losses[:moves]) + 0.3 * sum(losses[moves : moves + 1])

    def _blows(self, position: Position) -> Iterator[float]:
        stood: dict[Square, list[PieceId]] = {}
        for p, square in position.where.items():
            if self.friendly[p] and square:
                stood.setdefault(square, []).append(p)
        last = frozenset(p for p, side in self.leaders.items() if side == self.side and p in position.where)
        for square, here in stood.items():
            for enemy, loss in self._threatened(square, tuple(here), last):
                if enemy in position.where:
                    yield loss

    def _threatened(
        self, square: Square, here: tuple[PieceId, ...], last: frozenset[PieceId]
    ) -> list[tuple[PieceId, float]]:
        """Return each enemy's expected gain on a square that it could reach; most moves change it nowhere else."""
        known = square, here, last
        if known not in self._threats:
            menacing = self.menacing.get(square, ())
            self._threats[known] = [(enemy, max(0.0, self._blow(enemy, here, last))) for enemy in menacing]
        return self._threats[known]

    def _blow(self, enemy: PieceId, here: Sequence[PieceId], last: frozenset[PieceId]) -> float:
        """Return an enemy's expected gain from those who stand on a square; `last` are all leaders that are left."""
        fighters = [p for p in here if self.fights[p]]
        others = [p for p in here if not self.fights[p]]
        if self.fights[enemy]:
            if not fighters:
                return self.thrift * self._loss(others, last)
            won, lost = self.odds([enemy], fighters)
            return won * self._loss(here, last) - lost * self.worth(enemy)
        if enemy not in self.ladies:
            return 0
        gallant = [p for p in fighters if self.heeds[p]]
        ladies = [p for p in others if p in self.ladies]
        price = self.worth(enemy) if ladies or len(fighters) > 1 or (fighters and not gallant) else 0
        return self.thrift * self._loss([*gallant[:1], *ladies], last) - price if gallant or ladies else 0

    def _loss(self, pieces: Sequence[PieceId], last: frozenset[PieceId]) -> float:
        """Return the cost of losing pieces: the game, if they are the last leaders."""
        fatal = bool(last) and last.issubset(pieces)
        return sum(self.worth(p) for p in pieces) + (LAST_LEADER if fatal else 0)


def _driven_off(heeds: bool, near: tuple[bool, bool]) -> float:
    """How likely a fighter who has come onto a Green is taken by those near before he storms the Castle."""
    lady, fighter = near
    return ROSE if heeds and lady else ALONE if fighter else 0
