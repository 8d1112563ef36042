"""Phase Five: troops are raised (rules 6.6, 3)."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import structs

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal
from engine.core.game import cached_while_waiting, only_looks
from engine.core.text import counted, join_words
from engine.warriors.battles.losses import group_of
from engine.warriors.board import armies, names, parcels, ways
from engine.warriors.board.catalog import TroopCard
from engine.warriors.board.game import Warriors, add, enemy
from engine.warriors.board.parcels import Parcel
from engine.warriors.board.state import Side, Troops
from engine.warriors.board.steps import AsProposed, Question
from engine.warriors.realm import assigning, deploying


class Raise(Action, frozen=True):
    """Raise troops, such as infantry:3@england."""

    troops: list[str]


class Levy(Action, frozen=True):
    """Raise special troops, such as knight_english:1@england, and infantry with all that is left."""

    troops: list[str]


AFTER = " Then you may move troops; leaders die, others arrive, and all take over troops in their areas."
"""What follows in the turn, told on the first one [WOG-6.1, 8.1, 9.1, 10.1, 10.6]."""

SPECIAL = ("knight_english", "knight_french", "knight_burgundian", "longbow_english", "longbow_welsh")
"""The special troops that are proposed where a leader can take them, the best first."""


@cached_while_waiting
def raisable(game: Warriors, area: str) -> list[str]:
    """Return the kinds of troops that can be raised in an area this turn, as far as there are pieces."""
    scenario, early = game.scenario.id, game.state.turn.number < game.number("gunners_from_turn")
    return [
        kind
        for kind, card in game.catalog.troops.items()
        if scenario in card.available and card.native_to(game.area(area)) and not (card.gunner and early)
    ]


def check(game: Warriors, side: Side, texts: Sequence[str]) -> None:
    """Raise Illegal unless a side may raise all that is named."""
    for number, text in enumerate(texts):
        _check_parcel(game, side, parcels.read(text), [parcels.read(one) for one in texts[:number]])


def _check_parcel(game: Warriors, side: Side, parcel: Parcel, before: Sequence[Parcel]) -> None:
    """Check one parcel, after those named before it."""
    kind, number, area = parcel
    if kind not in game.catalog.troops or area not in game.catalog.areas:
        raise Illegal(f"There are no pieces '{parcel}'; write them as infantry:3@england.", "WOG-5.2")
    card, where = game.troop(kind), names.area(game, area)
    if game.controller(area) != side:
        raise Illegal(f"You do not control {where}; raise troops where you do.", "WOG-5.1")
    if kind not in raisable(game, area):
        raise Illegal(*_why_not(game, area, card))
    here = [one for one in before if one.at == area]
    if any(one.kind == kind for one in here):
        raise Illegal(f"Name {card.name} in {where} once, with their number.", "WOG-5.2")
    if sum(one.number for one in here) + number > game.area(area).value:
        value = game.area(area).value
        raise Illegal(f"{where} raises {value} strength point{'s' if value > 1 else ''} at most.", "WOG-5.3")
    alike = [one for one in here if _counted_alike(game, one.kind, kind)]
    if sum(one.number for one in alike) + number > card.per_area_per_turn:
        rule = "WOG-5.7" if card.knight else "WOG-5.10"
        raise Illegal(f"{where} raises one of these a turn: {card.name}.", rule)
    left = game.supply(kind)
    if left is not None and sum(one.number for one in before if one.kind == kind) + number > left:
        raise Illegal(f"There are {left} {card.name} left in the supply; raise something else.", "WOG-5.15")


def _counted_alike(game: Warriors, kind: str, other: str) -> bool:
    """Whether two kinds share the limit of an area: one knight of whatever kind."""
    return kind == other or (game.troop(kind).knight and game.troop(other).knight)


def _why_not(game: Warriors, area: str, card: TroopCard) -> tuple[str, str]:
    where = names.area(game, area)
    if card.mercenary:
        return "Mercenaries are not raised; recruit them when troops are deployed.", "WOG-6.5"
    if card.gunner:
        if game.scenario.id in card.available and card.native_to(game.area(area)):
            return f"Gunners are raised from turn {game.number('gunners_from_turn')} on.", "WOG-14.9"
        return "You raise gunners only in areas that raise 3, and only in The Hundred Years War.", "WOG-5.10"
    rule = "WOG-5.6" if card.knight else "WOG-5.12"
    return f"{card.name} are not raised in {where}; raise them in the country of their flag.", rule


def possible(game: Warriors, side: Side, picked: Sequence[str]) -> Iterator[Parcel]:
    """Yield what a side may raise beside what it has picked."""
    before = [parcels.read(text) for text in picked]
    for area in game.controlled(side):
        for kind in raisable(game, area):
            yield from (Parcel(kind, number, area) for number in range(1, _most(game, area, kind, before) + 1))


def _most(game: Warriors, area: str, kind: str, before: Sequence[Parcel]) -> int:
    """How many pieces of a kind may be raised in an area beside those named before; 0 where none can be."""
    if kind not in raisable(game, area) or any(
        one.at == area and _counted_alike(game, one.kind, kind) for one in before
    ):
        return 0
    free = game.area(area).value - sum(one.number for one in before if one.at == area)
    left = game.supply(kind)
    used = sum(one.number for one in before if one.kind == kind)
    return min(free, game.troop(kind).per_area_per_turn, free if left is None else left - used)


def filled(game: Warriors, side: Side, texts: Sequence[str]) -> list[str]:
    """Return what is raised if all that is left of the values beside the troops named becomes infantry."""
    named = [parcels.read(text) for text in texts]
    found = list(texts)
    for area in game.controlled(side):
        left = game.area(area).value - sum(one.number for one in named if one.at == area)
        if left > 0:
            found.append(str(Parcel("infantry", left, area)))
    return found


def special(game: Warriors, side: Side, picked: Sequence[str]) -> list[Parcel]:
    """Return the special troops that a side may raise beside those that it has picked."""
    return [one for one in possible(game, side, picked) if one.kind != "infantry"]


@only_looks
def proposal(game: Warriors, side: Side) -> list[str]:
    """Return a sensible levy: knights for whom leaders within reach have room, and all longbowmen, else infantry.

    Longbowmen whom only some leaders may command count as knights do.
    """
    found: list[Parcel] = []
    for kind in SPECIAL:
        for area in game.controlled(side):
            most = _most(game, area, kind, found)
            wanted = _wanted(game, side, area, kind, found) if names.commanders(game, kind) else most
            if most > 0 and wanted > 0:
                found.append(Parcel(kind, min(wanted, most), area))
    return filled(game, side, [str(one) for one in found])


def _wanted(game: Warriors, side: Side, area: str, kind: str, picked: Sequence[Parcel]) -> int:
    """How many pieces of a kind the leaders whom troops of an area can reach could take beside what is picked."""
    reached = ways.chain(game, side, area)
    able = [
        leader_id
        for leader_id in game.on_map(side)
        if game.leader(leader_id).area in reached and game.may_hold(leader_id, kind)
    ]
    taken = sum(one.number for one in picked if one.at in reached)
    return sum(game.capacity_left(leader_id) for leader_id in able) - taken


class Raising(Question):
    """The troops that a side raises (D-11) [WOG-5.1 to 5.4]."""

    decision = "D-11"
    rule = "WOG-5.2"

    def proceed(self, game: Warriors) -> bool:
        """Skip a side that controls nothing; the mercenaries go home at the end of the phase."""
        if game.controlled(self.side):
            return False
        self._done(game)
        return True

    def prompt(self, game: Warriors) -> str:
        """Say how much, and where."""
        values = {names.area(game, area): game.area(area).value for area in game.controlled(self.side)}
        where = join_words(f"{value} in {area}" for area, value in values.items() if value)
        many = counted(sum(values.values()), "piece")
        after = AFTER if game.state.turn.number == 1 else ""
        return f"You may raise {many}: {where}.{deploying.rooms(game, self.side)}{after}"

    def offers(self, game: Warriors) -> list[Offer]:
        """Return the offers: the proposal, special troops with infantry for the rest, or every piece by itself."""

        def extra(draft: Draft) -> list[Choice]:
            able = special(game, self.side, draft.get("troops", ()))
            return [Choice(str(one), _label(game, one), _use(game, one.kind)) for one in able]

        def troops(draft: Draft) -> list[Choice]:
            able = possible(game, self.side, draft.get("troops", ()))
            return [Choice(str(one), _label(game, one), group=names.area(game, one.at)) for one in able]

        proposed = Offer(
            AsProposed,
            "Raise as proposed",
            (),
            lambda: _proposed(game, self.side),
            ready=True,
        )
        offers = [proposed]
        if special(game, self.side, ()):
            field = Field(
                "troops",
                "Which of them, and where? Each takes the place of 1 infantry.",
                extra,
                many=True,
                least=0,
            )
            kinds = {one.kind for one in special(game, self.side, ())}
            offers.append(Offer(Levy, f"Choose {_groups(game, kinds)}", (field,), _uses(game, kinds)))
        field = Field(
            "troops", "Which troops, and where? Pieces that you leave out are lost.", troops, many=True, least=0
        )
        return [*offers, Offer(Raise, "Choose every piece", (field,))]

    def default(self, game: Warriors) -> AsProposed:
        """Return the proposal."""
        return AsProposed()

    def act(self, game: Warriors, seat: str, action: Action) -> None:
        """Lay down what is raised, or say why it cannot be."""
        match action:
            case Raise(texts):
                check(game, self.side, texts)
            case Levy(named):
                check(game, self.side, named)
                if any(parcels.read(text).kind == "infantry" for text in named):
                    reason = "The rest becomes infantry by itself; name only knights, longbowmen and gunners."
                    raise Illegal(reason, "WOG-5.2")
                texts = filled(game, self.side, named)
            case _:
                texts = proposal(game, self.side)
        for kind, number, area in map(parcels.read, texts):
            add(game.state.loose.setdefault(area, {}), kind, number)
        game.emit("raised", f"{names.opening(self.side)} raise {_told(game, texts)}.", rule="WOG-5.4")
        self._done(game)

    def _done(self, game: Warriors) -> None:
        """End the question; after the last one mercenaries that were put aside go home [WOG-5.14]."""
        game.pop(self)
        if self.side == game.first and game.state.aside:
            text = f"Mercenaries go home: {names.troops(game, game.state.aside)}."
            game.state.aside = {}
            game.emit("home", text, rule="WOG-5.14")


def _proposed(game: Warriors, side: Side) -> str:
    """Return the proposal in words, who would have to lead knights that are not in it, and what nobody leads yet."""
    texts = proposal(game, side)
    told = f"Proposed: {_told(game, texts)}."
    knights = [one for one in special(game, side, ()) if game.troop(one.kind).knight]
    if knights and not any(game.troop(parcels.read(text).kind).knight for text in texts):
        where = names.areas(game, dict.fromkeys(one.at for one in knights))
        told += f" Knights from {where} need {_needed(game, side, knights)}: none are proposed."
    return f"{told}{_unled(game, side, texts)}"


def _needed(game: Warriors, side: Side, knights: Sequence[Parcel]) -> str:
    """Say who may lead the knights that could be raised, and why nobody can now: no room, cut off, or still to come."""
    able = [one for one in game.on_map(side) if any(game.may_hold(one, parcel.kind) for parcel in knights)]
    told = [f"{names.brief(game, one)} ({_unable(game, one)})" for one in game.by_merit(able)]
    told += [
        f"{names.brief(game, one)} ({_arriving(game, side, one)})"
        for one in game.by_merit(armies.coming(game))
        if game.card(one).nationality != enemy(side) and any(game.may_hold(one, parcel.kind) for parcel in knights)
    ]
    return " or ".join(told) or f"{names.commanders(game, knights[0].kind)}, and you have none on the map"


def _arriving(game: Warriors, side: Side, leader_id: str) -> str:
    """Say of a leader who is still to come that a side may place him where knights are, if he serves it."""
    return "arrives later: place him with them" if game.card(leader_id).nationality == side else "if you get him later"


def _unable(game: Warriors, leader_id: str) -> str:
    """Say why a leader gets no knights: he is full, or they cannot come to him."""
    if game.capacity_left(leader_id) <= 0:
        return "whose army is full"
    return f"out of reach in {names.area(game, game.leader(leader_id).area)}"


def left_over(game: Warriors, side: Side, texts: Sequence[str]) -> dict[str, Troops]:
    """Return which pieces reach no leader with room if these troops are raised, and moved as is proposed then."""
    after, moves = _raised(game, side, texts)
    return deploying.unled(deploying.deployed(after, moves), side)


def _raised(game: Warriors, side: Side, texts: Sequence[str]) -> tuple[Warriors, list[deploying.Deploy]]:
    """Return the game with some troops raised, and the moves that are proposed then."""
    loose = {area: dict(troops) for area, troops in game.state.loose.items()}
    for kind, number, area in map(parcels.read, texts):
        add(loose.setdefault(area, {}), kind, number)
    after = Warriors(structs.replace(game.state, loose=loose), game.dice)
    own = {area: troops for area, troops in loose.items() if game.controller(area) == side}
    return after, deploying.proposal(after, side, own)


def _unled(game: Warriors, side: Side, texts: Sequence[str]) -> str:
    """Say which pieces would reach no leader with room then."""
    after, moves = _raised(game, side, texts)
    left = deploying.unled(deploying.deployed(after, moves), side)
    if not left:
        return ""
    when = "Even after you move troops, " if moves else ""
    have = "have" if sum(sum(troops.values()) for troops in left.values()) > 1 else "has"
    many = assigning.counted_in(game, left)
    return f" {when}{many} {have} no leader: lost to you unless one of yours arrives there."


def _use(game: Warriors, kind: str) -> str:
    """Say what special troops are good for, and who may command them."""
    card, only = game.troop(kind), names.commanders(game, kind)
    most = game.catalog.siege.max_gunner_points
    if card.knight:
        use = f"takes up to {game.catalog.battle.knight_hits} hits of a roll"
    elif card.longbow:
        use = "1 die more each, up to the commander's battle number"
    else:
        use = f"no strength, but 1 more on your roll against walls ({most} at most)"
    return f"{use}; only for {only}" if only else use


def _groups(game: Warriors, kinds: Collection[str]) -> str:
    """Return what kinds of special troops are together: 'knights and longbowmen'."""
    found = {group_of(game, kind) for kind in kinds}
    return join_words(group for group in assigning.ORDER if group in found)


def _uses(game: Warriors, kinds: Collection[str]) -> str:
    """Say what the special troops that could be raised do that infantry does not; "" for gunners alone."""
    cards = [game.troop(kind) for kind in kinds]
    if all(card.gunner for card in cards):
        return ""
    told = []
    if any(card.knight for card in cards):
        most = game.catalog.battle.knight_hits
        only = {names.commanders(game, kind) for kind in kinds if game.troop(kind).knight}
        for_whom = f" (only for {only.pop()})" if len(only) == 1 and all(only) else ""
        told.append(
            f"a knight or chevalier{for_whom} takes up to {most} hits of a roll, but a single one removes him, too"
        )
    if any(card.longbow for card in cards):
        told.append("a longbowman rolls 1 die more")
    if any(card.gunner for card in cards):
        told.append("a gunner has no strength, but adds 1 to a roll against walls")
    return f"In place of infantry: {'; '.join(told)}."


def _told(game: Warriors, texts: Sequence[str]) -> str:
    """Troops in words, area by area: '1 English knight and 2 infantry in England; 1 infantry in Wales'."""
    by_area: dict[str, dict[str, int]] = {}
    for kind, number, area in map(parcels.read, texts):
        by_area.setdefault(area, {})[kind] = number
    told = (f"{names.troops(game, troops)} in {names.area(game, area)}" for area, troops in sorted(by_area.items()))
    return "; ".join(told) or "nothing"


def _label(game: Warriors, parcel: Parcel) -> str:
    return f"{names.pieces(game, parcel.kind, parcel.number)} in {names.area(game, parcel.at)}"
