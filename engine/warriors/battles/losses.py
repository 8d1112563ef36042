"""Losses of a round: what may be taken, in which order, and what becomes of leaders (rules 6.4)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from msgspec import structs

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.sealed import SecretBallot
from engine.core.text import join_words
from engine.warriors.battles import record
from engine.warriors.battles.strength import Host, host
from engine.warriors.board import armies, names, parcels
from engine.warriors.board.game import Warriors, add, enemy
from engine.warriors.board.parcels import LEADER, Parcel
from engine.warriors.board.state import SIDES, Group, Side, Standing, Troops
from engine.warriors.board.steps import AsProposed, asked

GROUPS: tuple[Group, ...] = get_args(Group)
"""The kinds of troops that standing orders name."""


def group_of(game: Warriors, kind: str) -> Group:
    """Return the group of a kind of troops."""
    card = game.troop(kind)
    if card.mercenary:
        return "mercenaries"
    if card.knight:
        return "knights"
    return "longbowmen" if card.longbow else "gunners" if card.gunner else "infantry"


class Lose(Action, frozen=True):
    """Name the pieces that are lost, in order; what is missing follows in the casualty order."""

    pieces: list[str]


class Toll:
    """The losses of a host as they are taken, piece by piece, on a copy of its armies.

    `order` names the groups of troops that are lost first.
    """

    def __init__(self, game: Warriors, host: Host, hits: int, order: Sequence[str] = ()) -> None:
        self.game = game
        self.left = hits
        self.order = order
        self.commander = host.commander
        self.armies: dict[str, Troops] = {leader_id: dict(troops) for leader_id, troops in host.armies.items()}
        self.taken: list[tuple[str, str]] = []
        """The losses taken so far: the leader with the kind of troops, or with `LEADER`."""

    def possible(self) -> Iterator[tuple[str, str]]:
        """Yield what may be taken next: a leader with the kind of his troops, or with `LEADER` [WOG-3.28, 3.30]."""
        if self.left <= 0:
            return
        for leader_id, troops in self.armies.items():
            yield from ((leader_id, kind) for kind in troops)
            if not troops and (leader_id != self.commander or len(self.armies) == 1):
                yield leader_id, LEADER

    def take(self, leader_id: str, kind: str) -> None:
        """Take a piece or a leader; one mercenary takes all others along [WOG-3.27, 3.29, 3.31]."""
        if kind == LEADER:
            del self.armies[leader_id]
            self._took(leader_id, kind, 1)
            return
        add(self.armies[leader_id], kind, -1)
        self._took(leader_id, kind, self._covers(kind))
        if self.game.troop(kind).mercenary:
            for hirer, troops in self.armies.items():
                for hired in [hired for hired in troops if self.game.troop(hired).mercenary]:
                    self.taken += [(hirer, hired)] * troops.pop(hired)

    def _covers(self, kind: str) -> int:
        """How many hits a piece can cover [WOG-3.29]."""
        card = self.game.troop(kind)
        return self.game.catalog.battle.knight_hits if card.knight else card.hits_absorbed

    def _took(self, leader_id: str, kind: str, covered: int) -> None:
        self.taken.append((leader_id, kind))
        self.left = max(0, self.left - covered)

    def take_parcel(self, parcel: Parcel) -> None:
        """Take a number of troops of a kind from a leader, as far as there are hits to cover; leave the rest."""
        for _ in range(parcel.number):
            if (parcel.at, parcel.kind) in set(self.possible()):
                self.take(parcel.at, parcel.kind)

    def finish(self) -> None:
        """Take the rest by the standing order or in the casualty order, and nothing that need not be lost."""
        named = len(self.taken)
        while found := list(self.possible()):
            leader_id, kind = min(found, key=self._place)
            spare = 0 if kind == LEADER else self._covers(kind) - self.left
            self.take(leader_id, kind)
            for _ in range(spare):
                self._give_back(named)

    def _give_back(self, named: int) -> None:
        """Give back the last small piece that nobody named: the knight just taken covers its hit as well [WOG-3.29]."""
        small = [(leader_id, kind) for leader_id, kind in self.taken[named:] if self._covers(kind) == 1]
        fled = [(leader_id, kind) for leader_id, kind in small if self.game.troop(kind).mercenary]
        for leader_id, kind in fled if small[-1:] == fled[-1:] else small[-1:]:
            self.taken.remove((leader_id, kind))
            add(self.armies[leader_id], kind, 1)

    def _place(self, taken: tuple[str, str]) -> tuple[int, int, int, int, str]:
        """Return the place of a piece in the order: a small one goes early."""
        leader_id, kind = taken
        if kind == LEADER:
            card, king = self.game.card(leader_id), self.game.is_king(leader_id)
            return 99, card.rank + 10 * king, card.battle, 0, leader_id
        return self._rank(kind), -self.armies[leader_id].get(kind, 0), 0, 0, leader_id

    def _rank(self, kind: str) -> int:
        group = group_of(self.game, kind)
        wasted = group == "knights" and self.left < self.game.catalog.battle.knight_hits
        if group in self.order and not wasted:
            return self.order.index(group) - len(GROUPS)
        match group:
            case "mercenaries":
                hired = sum(sum(n for k, n in t.items() if self.game.troop(k).mercenary) for t in self.armies.values())
                return 1 if hired == 1 else 7
            case "knights":
                return 6 if wasted else 4
            case _:
                return {"infantry": 2, "gunners": 3, "longbowmen": 5}[group]


def toll(game: Warriors, side: Side, hits: int, pieces: Sequence[str] = (), *, whole: bool = True) -> Toll:
    """Return the losses of a side in the battle, those named first; the rest only where they are `whole`."""
    losses = Toll(game, host(game, game.battle, side), hits, game.state.orders.get(side, Standing()).losses)
    for piece in pieces:
        losses.take_parcel(parcels.read(piece))
    if whole:
        losses.finish()
    return losses


def choosable(game: Warriors, side: Side, hits: int, picked: Sequence[str]) -> list[Choice]:
    """Return what may be named next, after what was picked."""
    losses = toll(game, side, hits, picked, whole=False)
    named = {(parcel.at, parcel.kind) for parcel in map(parcels.read, picked)}
    return [
        Choice(str(Parcel(kind, number, leader_id)), _label(game, Parcel(kind, number, leader_id)))
        for leader_id, kind in losses.possible()
        for number in range(1, _most(losses, leader_id, kind) + 1)
        if (leader_id, kind) not in named
    ]


def _most(losses: Toll, leader_id: str, kind: str) -> int:
    """How many pieces of a kind the hits that are left can take from a leader."""
    if kind == LEADER:
        return 1
    card = losses.game.troop(kind)
    if card.mercenary:
        return 1
    per = losses.game.catalog.battle.knight_hits if card.knight else 1
    return min(losses.armies[leader_id][kind], -(-losses.left // per))


def _label(game: Warriors, parcel: Parcel) -> str:
    name = names.leader(game, parcel.at)
    return name if parcel.kind == LEADER else f"{names.pieces(game, parcel.kind, parcel.number)} of {name}"


# ---------------------------------------------------------------------- taking them


def suffer(game: Warriors) -> None:
    """Let both sides take the hits of the round: by the orders of their owners, or asking them [WOG-14.5]."""
    battle = game.battle
    asks = [side for side in SIDES if battle.hits.get(side) and _has_choice(game, side)]
    if game.option("hit_allocation") == "owner" and asks:
        game.push(Losing(sides=asks))
        return
    carry_out(game, {})


def _has_choice(game: Warriors, side: Side) -> bool:
    """Whether the owner can influence what he loses: whether naming something spares a piece that else is lost."""
    hits = game.battle.hits[side]
    proposed = Counter(toll(game, side, hits).taken)
    named = (choice.value for choice in choosable(game, side, hits, ()))
    return any(proposed - Counter(toll(game, side, hits, [piece]).taken) for piece in named)


def carry_out(game: Warriors, named: Mapping[Side, Sequence[str]]) -> None:
    """Remove what both sides lose, then roll for the leaders hit, English ones first [WOG-3.32]."""
    battle = game.battle
    tolls = {side: toll(game, side, battle.hits.get(side, 0), named.get(side, ())) for side in SIDES}
    battle.hits = {}
    for side in SIDES:
        lost: Troops = {}
        for leader_id, kind in tolls[side].taken:
            if kind != LEADER:
                armies.remove(game, leader_id, kind)
                add(lost, kind, 1)
        hit = [leader_id for leader_id, kind in tolls[side].taken if kind == LEADER]
        if lost or hit:
            pieces = [_covering(game, kind, number) for kind, number in lost.items()]
            where = names.area(game, battle.area)
            told = [f"{names.opening(side)} lose {join_words(pieces)} in {where}."] if pieces else []
            told += [f"{names.led(game, hit)} {'is' if len(hit) == 1 else 'are'} hit."] if hit else []
            record.lose(game, side, lost)
            report = {"side": side, "troops": lost, "leaders": hit}
            game.emit("losses", " ".join(told), rule="WOG-3.27", report=report)
    for side in SIDES:
        for leader_id in sorted(leader_id for leader_id, kind in tolls[side].taken if kind == LEADER):
            _fate(game, leader_id)


def _covering(game: Warriors, kind: str, number: int) -> str:
    """Return lost pieces, with the hits that each can cover where it is a knight [WOG-3.29]."""
    covered = f" (for up to {game.catalog.battle.knight_hits} hits{' each' if number > 1 else ''})"
    return f"{names.pieces(game, kind, number)}{covered if game.troop(kind).knight else ''}"


def _numbers(least: int, most: int) -> str:
    """Return the numbers of a die from the least to the most: '4', '3 or 4', '1 to 3'."""
    return f"{least}" if least >= most else f"{least} {'or' if most - least == 1 else 'to'} {most}"


def _fate(game: Warriors, leader_id: str) -> None:
    """Roll on the Elimination Chart for a leader who is hit [WOG-3.32 to 3.35, 14.1]."""
    card, name = game.card(leader_id), names.leader(game, leader_id)
    flat = game.option("elimination_chart") == "flat"
    chart = game.catalog.fates_flat if flat else game.catalog.fates[card.rank]
    rolled = game.dice.roll(6, f"elimination: {name}")
    side = game.leader(leader_id).side
    crown = names.king(game, leader_id)
    by = f"(rolled {rolled}: killed on {_numbers(1, chart.killed)}, "
    by += f"captured on {_numbers(chart.killed + 1, chart.captured)}, else routed)"
    report = {"leader": leader_id, "roll": rolled}
    if rolled <= chart.killed:
        armies.kill(game, leader_id)
        where = names.area(game, game.battle.area)
        text = f"{name}{crown} is killed in the battle of {where} {by}."
        rule, fate = "WOG-3.33", "killed"
    elif rolled <= chart.captured:
        armies.capture(game, leader_id)
        assert side
        captor = names.side(enemy(side))
        text = f"{name}{crown} is captured by {captor} {by}."
        rule, fate = "WOG-3.34", "captured"
    else:
        armies.rout(game, leader_id)
        free = card.nationality == "nonaligned"
        back = "; when leaders arrive, either side may take him" if free else " and comes back when leaders arrive"
        text = f"{name}{crown} is routed{'' if game.last_turn else back} {by}."
        rule, fate = "WOG-3.35", "routed"
    record.fate(game, leader_id, rolled, fate)
    game.emit("fate", text, about=[leader_id], rule=rule, report=report | {"fate": fate}, outcome=f"leader {fate}")


class Losing(SecretBallot):
    """The owners name what they lose, at the same time (D-06) [WOG-3.27, 14.5]."""

    rule = "WOG-3.27"

    sides: list[Side] = []
    """The people who are asked."""

    def asked(self, game: Warriors) -> Sequence[str]:
        """Return the owners with hits to take."""
        return [game.seat(side) for side in self.sides]

    def ask(self, game: Warriors, seat: str) -> Request:
        """Ask for the pieces."""
        side = game.side(seat)
        hits = game.battle.hits[side]

        def pieces(draft: Draft) -> list[Choice]:
            return choosable(game, side, hits, draft.get("pieces", ()))

        field = Field("pieces", "What do you lose? The rest is lost in the casualty order.", pieces, many=True, least=0)
        counted = Counter(toll(game, side, hits).taken)
        told = join_words(_label(game, Parcel(kind, many, leader_id)) for (leader_id, kind), many in counted.items())
        offers = (
            Offer(AsProposed, "Lose as proposed", (), f"Proposed: {told}.", reversible=True, ready=True),
            Offer(Lose, "Lose other pieces", (field,)),
        )
        many = f"{hits} hit{'s' if hits != 1 else ''}"
        prompt = f"{many} on your side in {names.area(game, game.battle.area)}: what do you lose?"
        return structs.replace(asked(game, side, "D-06", prompt, offers, AsProposed), secret=True)

    def opened(self, game: Warriors, answers: Mapping[str, Action]) -> None:
        """Take them all at once."""
        carry_out(game, {game.side(seat): named(answer) for seat, answer in answers.items()})


def named(answer: Action) -> list[str]:
    """Return the pieces that an answer names."""
    return list(answer.pieces) if isinstance(answer, Lose) else []
