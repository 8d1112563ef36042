"""Phase Ten: troops without a leader are assigned, and what is left is removed (rules 6.11)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal
from engine.core.game import only_looks
from engine.core.text import counted, join_words, quoted
from engine.warriors.battles.losses import group_of
from engine.warriors.board import names, parcels
from engine.warriors.board.game import Warriors, add, enemy
from engine.warriors.board.parcels import Parcel
from engine.warriors.board.state import SIDES, Side, Troops
from engine.warriors.board.steps import AsProposed, Question, WarriorsStep

ORDER = ("knights", "longbowmen", "infantry", "gunners", "mercenaries")
"""The order in which the default assigns troops (D-18)."""

COMMAND_RULES = {
    "national": "WOG-5.11",
    "national_3star": "WOG-5.8",
    "burgundian": "WOG-5.9",
    "liw_english_longbow": "WOG-5.5",
}
"""The rules that say who may command some troops only."""


BRIEF = 110
"""Letters in which troops are told area by area; else they are counted."""


class Assign(Action, frozen=True):
    """Assign troops to leaders in the same area, such as infantry:3@henry_v."""

    troops: list[str]


class Allot(Action, frozen=True):
    """Assign some troops to leaders in the same area, such as infantry:3@henry_v; all others as proposed."""

    troops: list[str]


def check(game: Warriors, side: Side, texts: Sequence[str]) -> None:
    """Raise Illegal unless a side may assign all that is named."""
    for place, text in enumerate(texts):
        _check_parcel(game, side, parcels.read(text), [parcels.read(one) for one in texts[:place]])


def _check_parcel(game: Warriors, side: Side, parcel: Parcel, before: Sequence[Parcel]) -> None:
    kind, number, leader_id = parcel
    if leader_id not in game.on_map(side):
        known = names.leader(game, leader_id) if leader_id in game.state.leaders else quoted(leader_id)
        raise Illegal(f"{known} is no leader of yours on the map; name one who is.", "WOG-10.1")
    if any(one.at == leader_id and one.kind == kind for one in before):
        raise Illegal(
            f"Name each kind of troops of {names.leader(game, leader_id)} once, with their number.", "WOG-10.1"
        )
    if kind not in game.catalog.troops:
        raise Illegal(f"There are no troops {quoted(kind)}; write them as infantry:3@{leader_id}.", "WOG-10.2")
    left = _left(game, game.leader(leader_id).area, kind, before)
    if number > left:
        lying = f"{names.pieces(game, kind, left)} {'lies' if left == 1 else 'lie'} without a leader"
        where = names.area(game, game.leader(leader_id).area)
        raise Illegal(f"{lying} in {where}; take no more.", "WOG-10.2")
    if not game.may_hold(leader_id, kind):
        raise Illegal(
            f"{names.leader(game, leader_id)} may not command {game.troop(kind).name}.",
            COMMAND_RULES.get(game.troop(kind).command[game.scenario.id], "WOG-10.3"),
        )
    room = game.capacity_left(leader_id) - sum(one.number for one in before if one.at == leader_id)
    if number > room:
        raise Illegal(f"{names.leader(game, leader_id)} can take {max(room, 0)} more.", "WOG-10.5")


def _left(game: Warriors, area: str, kind: str, before: Sequence[Parcel]) -> int:
    """How many pieces of a kind are without a leader in an area, after those named."""
    gone = sum(one.number for one in before if one.kind == kind and game.leader(one.at).area == area)
    return game.state.loose.get(area, {}).get(kind, 0) - gone


def possible(game: Warriors, side: Side, picked: Sequence[str]) -> Iterator[Parcel]:
    """Yield what a side may assign beside what it has picked."""
    before = [parcels.read(text) for text in picked]
    for leader_id in game.by_merit(game.on_map(side)):
        area = game.leader(leader_id).area
        room = game.capacity_left(leader_id) - sum(one.number for one in before if one.at == leader_id)
        for kind in game.state.loose.get(area, {}):
            if game.may_hold(leader_id, kind) and not any(one.at == leader_id and one.kind == kind for one in before):
                most = min(room, _left(game, area, kind, before))
                yield from (Parcel(kind, number, leader_id) for number in range(most, 0, -1))


@only_looks
def proposal(game: Warriors, side: Side, named: Sequence[str] = ()) -> list[str]:
    """Return what the default assigns (D-18), after what is named."""
    before, found = [parcels.read(text) for text in named], dict[str, Troops]()
    for area in game.state.loose:
        room = {
            leader_id: game.capacity_left(leader_id) - sum(one.number for one in before if one.at == leader_id)
            for leader_id in game.here(area, side)
        }
        left = {kind: _left(game, area, kind, before) for kind in game.state.loose[area]}
        found |= shares(game, left, room, {(one.at, one.kind) for one in before})
    return [
        *named,
        *(
            str(Parcel(kind, found[leader_id][kind], leader_id))
            for leader_id in game.by_merit(list(found))
            for kind in sorted(found[leader_id], key=lambda kind: ORDER.index(group_of(game, kind)))
        ),
    ]


def shares(
    game: Warriors, troops: Troops, room: Mapping[str, int], settled: Collection[tuple[str, str]] = ()
) -> dict[str, Troops]:
    """Return what each leader with room in one area takes over by default (D-18), the best leaders first.

    Where a piece is left that only some may command, who are full, one of them leaves another piece to others who have
    room. Leaders take none of the kinds that are `settled` for them.
    """

    def may(leader_id: str, kind: str) -> bool:
        return game.may_hold(leader_id, kind) and (leader_id, kind) not in settled

    left = {kind: number for kind, number in troops.items() if number > 0}
    free = {leader_id: room[leader_id] for leader_id in game.by_merit([one for one in room if room[one] > 0])}
    found: dict[str, Troops] = {leader_id: {} for leader_id in free}
    for leader_id in free:
        while free[leader_id] and (able := [kind for kind in left if may(leader_id, kind)]):
            kind = min(able, key=lambda kind: (ORDER.index(group_of(game, kind)), -min(free[leader_id], left[kind])))
            _hand_over(left, found[leader_id], kind, number := min(free[leader_id], left[kind]))
            free[leader_id] -= number
    for kind in [*left]:
        able = [leader_id for leader_id in found if may(leader_id, kind)]
        while kind in left and (way := _way_round(found, free, able, may)):
            leader_id, other, spare = way
            _hand_over(found[leader_id], found[other], spare, 1)
            _hand_over(left, found[leader_id], kind, 1)
            free[other] -= 1
    return {leader_id: share for leader_id, share in found.items() if share}


def _hand_over(giver: Troops, taker: Troops, kind: str, number: int) -> None:
    add(giver, kind, -number)
    add(taker, kind, number)


def _way_round(
    found: Mapping[str, Troops], free: Mapping[str, int], able: Sequence[str], may: Callable[[str, str], bool]
) -> tuple[str, str, str] | None:
    """Return who of some leaders can leave which piece of his share to whom, so as to have room; None for nobody."""
    ways = (
        (leader_id, other, spare)
        for leader_id in able
        for other in free
        for spare in found[leader_id]
        if free[other] and other not in able and may(other, spare)
    )
    return next(ways, None)


def taken(game: Warriors, troops: Troops, room: Mapping[str, int]) -> Troops:
    """Return which pieces leaders with room in one area take over by default (D-18)."""
    return dict.fromkeys(troops, 0) | summed(shares(game, troops, room).values())


def summed(found: Iterable[Troops]) -> Troops:
    """Return several heaps of troops as one."""
    heap: Troops = {}
    for troops in found:
        for kind, number in troops.items():
            add(heap, kind, number)
    return heap


def taken_over(game: Warriors, troops: Troops, room: Mapping[str, int]) -> int:
    """Return how many pieces leaders with room can take over."""
    return sum(taken(game, troops, room).values())


def entwined(game: Warriors) -> list[str]:
    """Return the areas with troops that leaders of both sides could take [WOG-10.4]."""
    lying = [area for area, troops in game.state.loose.items() if troops]
    return [area for area in lying if all(game.here(area, side) for side in SIDES)]


def unled(game: Warriors, area: str, troops: Iterable[str]) -> list[str]:
    """Return the kinds of troops that nobody in an area may command, though leaders there have room for more."""
    free = [one for side in SIDES for one in game.here(area, side) if game.capacity_left(one) > 0]
    return [kind for kind in troops if free and not any(game.may_hold(one, kind) for one in free)]


class Dispersing(WarriorsStep):
    """The end of the phase [WOG-10.6]."""

    def proceed(self, game: Warriors) -> bool:
        """Remove what is left without a leader; mercenaries go home."""
        game.pop(self)
        left = [
            f"{names.troops(game, troops)} in {names.area(game, at)}"
            for at, troops in game.state.loose.items()
            if troops
        ]
        barred = _barred(game)
        hired = any(game.troop(kind).mercenary for troops in game.state.loose.values() for kind in troops)
        game.state.loose = {}
        if left:
            home = " The mercenaries among them go home." if hired else ""
            text = f"Troops without a leader are lost: {'; '.join(left)}.{home}{barred}"
            game.emit("dispersed", text, rule="WOG-10.6")
        return True


def _barred(game: Warriors) -> str:
    """Say who alone may command the troops that are lost beside leaders with room; "" where there are none."""
    areas: dict[str, dict[str, None]] = {}
    kinds: dict[str, dict[str, None]] = {}
    for area, troops in game.state.loose.items():
        for kind in unled(game, area, troops):
            only = names.commanders(game, kind)
            areas.setdefault(only, {})[area] = None
            kinds.setdefault(only, {})[names.PIECES[kind][1]] = None
    return "".join(
        f" Only {only} may command {join_words(kinds[only])}, and none with room is in {names.areas(game, found)}."
        for only, found in areas.items()
    )


class Assigning(Question):
    """Which troops each leader takes (D-18) [WOG-10.1]."""

    decision = "D-18"
    rule = "WOG-10.1"

    def proceed(self, game: Warriors) -> bool:
        """Skip a side that can assign nothing."""
        with game.at_rest():
            if next(possible(game, self.side, ()), None) is not None:
                return False
        game.pop(self)
        return True

    def prompt(self, game: Warriors) -> str:
        """Ask for all areas at once; say where the enemy may take what is left."""
        foe = enemy(self.side)
        also = entwined(game) if self.side == game.second else []
        asked = "Your leaders take over the troops without a leader in their areas: who takes which?"
        if not also:
            return f"{asked} The rest is lost."
        where = f"In {names.areas(game, also)} you take first, whoever raised them; {foe.capitalize()} leaders may take"
        return f"{asked} {where} the rest. Elsewhere the rest is lost."

    def offers(self, game: Warriors) -> list[Offer]:
        """Return the proposal, parts of it otherwise, or every piece by itself."""

        def troops(draft: Draft) -> list[Choice]:
            able = possible(game, self.side, draft.get("troops", ()))
            return [
                Choice(
                    str(one),
                    f"{names.pieces(game, one.kind, one.number)} to {names.leader(game, one.at)}",
                    group=names.leader(game, one.at),
                )
                for one in able
            ]

        some = Field(
            "troops",
            "Who takes how many? I assign the others.",
            troops,
            many=True,
        )
        all_ = Field("troops", "Who takes how many? Those that you leave out are lost.", troops, many=True, least=0)
        return [
            Offer(
                AsProposed,
                "Assign as proposed",
                (),
                lambda: _proposed(game, self.side),
                ready=True,
            ),
            Offer(Allot, "Change some of it", (some,)),
            Offer(Assign, "Assign all by hand", (all_,)),
        ]

    def default(self, game: Warriors) -> AsProposed:
        """Return the best leaders first."""
        return AsProposed()

    def act(self, game: Warriors, seat: str, action: Action) -> None:
        """Give the troops to the leaders, or say why they cannot take them."""
        named = action.troops if isinstance(action, Assign | Allot) else ()
        check(game, self.side, named)
        texts = named if isinstance(action, Assign) else proposal(game, self.side, named)
        for kind, number, leader_id in map(parcels.read, texts):
            add(game.state.loose[game.leader(leader_id).area], kind, -number)
            add(game.leader(leader_id).troops, kind, number)
        game.emit("assigned", f"{names.opening(self.side)} assign {_told(game, texts)}.", rule="WOG-10.1")
        game.pop(self)


def listed(game: Warriors, found: Mapping[str, Troops], told: Iterable[str]) -> str:
    """Return troops as they are told area by area; where that is long, their number and the areas."""
    words = join_words(told)
    return words if len(words) <= BRIEF else counted_in(game, found)


def counted_in(game: Warriors, found: Mapping[str, Troops]) -> str:
    """Return how many troops are in which areas together."""
    return f"{counted(sum(sum(troops.values()) for troops in found.values()), 'piece')} in {names.areas(game, found)}"


def _proposed(game: Warriors, side: Side) -> str:
    """Return the proposal in words, and which troops are lost then or left to the enemy.

    Troops in areas that nobody controls are told to both sides, for they belong to neither.
    """
    texts, foe = proposal(game, side), enemy(side)
    near = [area for area in game.state.loose if game.controller(area) != foe or game.here(area, side)]
    rest = {area: dict(game.state.loose[area]) for area in near}
    for kind, number, leader_id in map(parcels.read, texts):
        add(rest[game.leader(leader_id).area], kind, -number)
    foes = {area: _foes_may_take(game, side, area, troops) for area, troops in rest.items()}
    kept = {area: troops for area, troops in foes.items() if troops}
    lost = {area: left for area, troops in rest.items() if (left := without(troops, foes[area]))}
    parts = ((f"{names.opening(foe)} may take", kept), ("Lost", lost))
    ends = "".join(f" {said}: {_left_over(game, side, found)}." for said, found in parts if found)
    return f"Proposed: {_told(game, texts)}.{ends}"


def _foes_may_take(game: Warriors, side: Side, area: str, troops: Troops) -> Troops:
    """Return what enemies can take of troops that a side leaves: after it, or at once where they stand alone."""
    room = {one: game.capacity_left(one) for one in game.here(area, enemy(side))}
    asked = side == game.second or not game.here(area, side)
    found = taken(game, troops, room) if asked else {}
    return {kind: number for kind, number in found.items() if number}


def without(troops: Troops, gone: Troops) -> Troops:
    """Return what is left of troops after some are gone."""
    left = {kind: number - gone.get(kind, 0) for kind, number in troops.items()}
    return {kind: number for kind, number in left.items() if number}


def _left_over(game: Warriors, side: Side, left: Mapping[str, Troops]) -> str:
    """Return troops that no leader of a side takes over, with the reasons as far as there is room."""
    told = (
        f"{names.troops(game, troops)} in {names.area(game, area)}{_why_left(game, side, area, troops)}"
        for area, troops in left.items()
    )
    return listed(game, left, told)


def _why_left(game: Warriors, side: Side, area: str, troops: Troops) -> str:
    """Say in brackets why leaders who are in an area leave troops there; "" where none is."""
    here = game.here(area, side)
    if not here:
        return ""
    barred = [kind for kind in troops if not any(game.may_hold(one, kind) for one in here)]
    if barred and len(barred) == len(troops):
        return f" (only for {names.commanders(game, barred[0])})"
    return f" ({short_of_room(game, here)})"


def short_of_room(game: Warriors, leaders: Sequence[str]) -> str:
    """Say how little room leaders have beside troops that they cannot all take: 'Gloucester has room for only 2'."""
    room, several = sum(map(game.capacity_left, leaders)), len(leaders) > 1
    if not room:
        return f"{names.group(game, leaders, 2)} {'are' if several else 'is'} full"
    return f"{names.group(game, leaders, 2)} {'have' if several else 'has'} room for only {room}"


def _told(game: Warriors, texts: Sequence[str]) -> str:
    """Troops in words, leader by leader: '1 English knight and 2 infantry in England to Henry V'."""
    by_leader: dict[str, dict[str, int]] = {}
    for kind, number, leader_id in map(parcels.read, texts):
        by_leader.setdefault(leader_id, {})[kind] = number
    told = (
        f"{names.troops(game, troops)} {_where(game, leader_id)} to {names.leader(game, leader_id)}"
        for leader_id, troops in by_leader.items()
    )
    return "; ".join(told) or "nothing"


def _where(game: Warriors, leader_id: str) -> str:
    """Return where a leader finds troops, with the enemy who controls it and may have left them there."""
    leader = game.leader(leader_id)
    holder = game.controller(leader.area)
    whose = f" (which {names.side(holder)} control)" if holder and holder != leader.side else ""
    return f"in {names.area(game, leader.area)}{whose}"
