"""Phase Six: troops are deployed and mercenaries recruited (rules 6.7)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import structs

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, pass_offer
from engine.core.errors import Illegal
from engine.core.game import only_looks
from engine.core.text import counted, join_words, quoted
from engine.warriors.battles.losses import group_of
from engine.warriors.board import armies, names, parcels, ways
from engine.warriors.board.game import Warriors, add, enemy
from engine.warriors.board.parcels import Parcel
from engine.warriors.board.state import Side, Troops
from engine.warriors.board.steps import AsProposed, Question
from engine.warriors.realm import assigning

NEITHER = "nonaligned"
"""The nationality of leaders whom either side may take."""

ROOMS = 65
"""Letters in which the room of all leaders is told; else it is left out."""

FEW = 3
"""Areas that are named twice on a panel; if they are more, once."""

STUCK = "cannot be moved"
"""Why troops stay where no area of their side is linked to theirs."""


class Deploy(Action, frozen=True):
    """Move troops without a leader, such as infantry:2@england, through friendly areas."""

    troops: list[str]
    to: str


class Recruit(Action, frozen=True):
    """Recruit mercenaries, such as mercenary_brabant:1@brabant, for a leader."""

    mercenaries: str
    leader: str


# ---------------------------------------------------------------------- who can recruit whom


def recruiters(game: Warriors, side: Side, kind: str) -> list[str]:
    """Return the leaders of a side whom mercenaries of a kind can reach, with room for one [WOG-6.1, 6.5]."""
    home = game.troop(kind).home
    if not game.supply(kind):
        return []
    reached = {home}
    for area in game.catalog.near[home]:
        if game.controller(area) == side and ways.linked(game, side, home, area):
            reached |= ways.chain(game, side, area)
    return [
        leader_id
        for leader_id in game.on_map(side)
        if game.leader(leader_id).area in reached and game.capacity_left(leader_id) > 0
    ]


def recruit(game: Warriors, side: Side, action: Recruit) -> None:
    """Assign mercenaries at once to a leader whom they can reach; raises Illegal if they may not be recruited so."""
    kind, number, home = parcels.read(action.mercenaries)
    if kind not in game.catalog.troops or game.troop(kind).home != home or not home:
        raise Illegal("Name mercenaries at home, such as mercenary_brabant:1@brabant.", "WOG-6.1")
    left = game.supply(kind) or 0
    if number > left:
        there = "is 1 mercenary" if left == 1 else f"are {left} mercenaries"
        raise Illegal(f"There {there} in {names.area(game, home)}; recruit no more.", "WOG-5.15")
    if action.leader not in game.on_map(side):
        raise Illegal("Mercenaries are assigned at once to a leader of yours on the map; name one.", "WOG-6.5")
    name, room = names.leader(game, action.leader), game.capacity_left(action.leader)
    if room < number:
        raise Illegal(f"{name} can take {room} more; name a leader with room.", "WOG-6.5")
    if action.leader not in recruiters(game, side, kind):
        reason = f"No chain of areas that you control leads from {names.area(game, home)} to {name}"
        raise Illegal(f"{reason}; obstructed borders do not count, nor the sea for the French.", "WOG-6.1")
    add(game.leader(action.leader).troops, kind, number)
    text = (
        f"{names.who(game, [action.leader])} recruits {names.pieces(game, kind, number)} from {names.area(game, home)}."
    )
    game.emit("recruited", text, about=[action.leader], rule="WOG-6.5")


# ---------------------------------------------------------------------- what is proposed

INFANTRY_LAST = ("knights", "longbowmen", "gunners", "infantry", "mercenaries")
"""The order in which troops are brought to leaders who have room."""


@only_looks
def proposal(game: Warriors, side: Side, loose: Mapping[str, Troops]) -> list[Deploy]:
    """Return moves that bring troops for whom no leader near has room, or may command them, to leaders who have both.

    Knights come first, as few may command them. The others take nobody's room who stands there.
    """
    room = {leader_id: game.capacity_left(leader_id) for leader_id in game.by_merit(game.on_map(side))}
    found: dict[str, list[str]] = {}
    kinds = sorted({kind for troops in game.state.loose.values() for kind in troops})
    for knights in (True, False):
        group = [kind for kind in kinds if game.troop(kind).knight == knights]
        group.sort(key=lambda kind: assigning.ORDER.index(group_of(game, kind)))
        left = {
            (kind, area): _seated(game, room, area, kind, troops.get(kind, 0))
            for kind in group
            for area, troops in game.state.loose.items()
        }
        group.sort(key=lambda kind: INFANTRY_LAST.index(group_of(game, kind)))
        for kind in group:
            for area, troops in loose.items():
                spare = Parcel(kind, min(troops.get(kind, 0), left[kind, area]), area)
                for to, number in _brought(game, side, room, spare):
                    found.setdefault(to, []).append(str(Parcel(kind, number, area)))
    return [Deploy(troops, to) for to, troops in found.items()]


def _brought(game: Warriors, side: Side, room: dict[str, int], spare: Parcel) -> Iterator[tuple[str, int]]:
    """Yield where spare pieces find leaders who have room for them, most of it first, and how many go there."""

    def free(to: str) -> int:
        return sum(room[one] for one in _able(game, room, to, spare.kind))

    left = spare.number
    for to in sorted(sorted(ways.chain(game, side, spare.at) - {spare.at}), key=free, reverse=True):
        stay = _seated(game, room, to, spare.kind, left)
        if stay < left:
            yield to, left - stay
        left = stay


def _able(game: Warriors, room: Mapping[str, int], area: str, kind: str) -> list[str]:
    """Return those leaders of an area who have room and may command troops of a kind, the best first."""
    return [one for one, free in room.items() if free and game.leader(one).area == area and game.may_hold(one, kind)]


def _seated(game: Warriors, room: dict[str, int], area: str, kind: str, number: int) -> int:
    """Let the leaders of an area take as many pieces as they can, and return how many are left."""
    for leader_id in _able(game, room, area, kind):
        taken = min(number, room[leader_id])
        room[leader_id] -= taken
        number -= taken
    return number


def gathering(game: Warriors, side: Side, loose: Mapping[str, Troops]) -> Deploy | None:
    """Return a move that gathers troops without a leader near where most of them lie, for a leader who still comes.

    Those count whom every leader may command, as many as the best of the side's own leaders to come could take over.
    """
    own = [one for one in armies.coming(game) if game.card(one).nationality == side]
    room = max((game.capacity_left(one) for one in own), default=0)
    left = for_anybody(game, side)
    many = {area: sum(troops.values()) for area, troops in left.items()}
    safe = [area for area in left if not homing(game, side, [area])]
    for to in sorted(safe, key=lambda area: many[area], reverse=True):
        free, picked = room - many[to], []
        near = sorted((ways.chain(game, side, to) & left.keys()) - {to})
        lying = [(area, kind) for area in near for kind in left[area]]
        for area, kind in lying:
            number = min(free, left[area][kind], loose.get(area, {}).get(kind, 0))
            if number > 0:
                picked.append(str(Parcel(kind, number, area)))
                free -= number
        if picked:
            return Deploy(picked, to)
    return None


def deployed(game: Warriors, moves: Sequence[Deploy]) -> Warriors:
    """Return the game as it would look after some moves."""
    loose = {area: dict(troops) for area, troops in game.state.loose.items()}
    for one in moves:
        _carry(loose, one)
    return Warriors(structs.replace(game.state, loose=loose), game.dice)


def rooms(game: Warriors, side: Side) -> str:
    """Say how many pieces more each leader of a side can lead, where these are few leaders."""
    free = [one for one in game.by_merit(game.on_map(side)) if game.capacity_left(one) > 0]
    told = f" Room: {', '.join(f'{names.brief(game, one)} {game.capacity_left(one)}' for one in free)}."
    return told if free and len(told) <= ROOMS else ""


def unled(game: Warriors, side: Side) -> dict[str, Troops]:
    """Return the pieces in each area of a side that no leader who is there can take over."""
    found = {area: dict(game.state.loose.get(area, {})) for area in game.controlled(side)}
    for kind, number, leader_id in map(parcels.read, assigning.proposal(game, side)):
        if (area := game.leader(leader_id).area) in found:
            add(found[area], kind, -number)
    return {area: troops for area, troops in found.items() if troops}


def for_anybody(game: Warriors, side: Side) -> dict[str, Troops]:
    """Return those pieces among them that every leader may command."""
    common = {
        area: {kind: number for kind, number in troops.items() if not names.commanders(game, kind)}
        for area, troops in unled(game, side).items()
    }
    return {area: troops for area, troops in common.items() if troops}


def to_come(game: Warriors, side: Side) -> str:
    """Return who may still come to a side this turn, those last whom either side may take; "" for nobody."""
    coming, told = armies.coming(game), []
    for nationality, whose in ((side, ""), (NEITHER, "for either side ")):
        if found := [leader_id for leader_id in coming if game.card(leader_id).nationality == nationality]:
            told.append(f"{whose}{names.group(game, found, len(found))}")
    return "; ".join(told)


def homing(game: Warriors, side: Side, areas: Iterable[str]) -> str:
    """Warn of leaders whom the enemy may place at home in a side's areas where troops lie, and who take them."""
    held, found = set(areas) & set(game.controlled(side)), dict[str, list[str]]()
    for leader_id in game.by_merit(armies.coming(game)):
        if (card := game.card(leader_id)).nationality != side and card.home in held:
            found.setdefault(card.home, []).append(leader_id)
    if not found:
        return ""
    told = join_words(f"{names.group(game, who, 1)} in {names.area(game, area)}" for area, who in found.items())
    first = " first" if side == game.first else ""
    return f"{names.opening(enemy(side))} may place {told}, at home, to take troops{first}."


# ---------------------------------------------------------------------- the phase


class Deploying(Question):
    """Troop moves and recruiting, one after another until the player has done (D-12) [WOG-6.1 to 6.6]."""

    decision = "D-12"
    rule = "WOG-6.1"

    arrived: dict[str, Troops] = {}
    """The troops deployed already, by area: they stay there."""

    def loose(self, game: Warriors) -> dict[str, Troops]:
        """Return the troops that can still be deployed, by area."""
        found = {area: self._undeployed(game, area) for area in game.controlled(self.side)}
        return {area: troops for area, troops in found.items() if troops and self._joined(game, area)}

    def _undeployed(self, game: Warriors, area: str) -> Troops:
        """Return the troops without a leader in an area that have not been deployed to it."""
        left = dict(game.state.loose.get(area, {}))
        for kind, number in self.arrived.get(area, {}).items():
            add(left, kind, -number)
        return left

    def _hired(self, game: Warriors) -> list[str]:
        kinds = [kind for kind, card in game.catalog.troops.items() if card.mercenary]
        return [kind for kind in kinds if recruiters(game, self.side, kind)]

    def proceed(self, game: Warriors) -> bool:
        """Go on where nothing can be deployed or recruited (any more)."""
        with game.at_rest():
            if self.loose(game) or self._hired(game):
                return False
        game.pop(self)
        return True

    def prompt(self, game: Warriors) -> str:
        """Say what can be done, what is lost if nothing is moved, and who still comes."""
        parts = [self._to_do(game)]
        if hired := self._hired(game):
            homes = names.areas(game, (game.troop(kind).home for kind in hired))
            parts.append(f"You may recruit mercenaries from {homes}.")
        if staying := unled(game, self.side):
            parts.append(f"Lost unless a leader comes: {self._listed(game, staying)}.")
            if coming := to_come(game, self.side):
                parts.append(f"Still to arrive: {coming}.")
            parts.append(homing(game, self.side, [area for area, troops in game.state.loose.items() if troops]))
        return " ".join(filter(None, parts))

    def _to_do(self, game: Warriors) -> str:
        """Say what is asked, and whether troops can be brought to anybody at all."""
        if not self.loose(game):
            return "No troops without a leader can be moved."
        left = sum(sum(troops.values()) for troops in unled(game, self.side).values())
        if not left:
            return "Your leaders have room for all troops in their areas; you may still move troops."
        if proposal(game, self.side, self.loose(game)):
            return f"Bring troops to leaders with room, through your areas.{rooms(game, self.side)}"
        lying = sum(sum(game.state.loose.get(area, {}).values()) for area in game.controlled(self.side))
        if lying == left:
            return "Your troops can reach no leader with room now, but you can bring them to where one may arrive."
        led = f"Your leaders can take {lying - left} of your {counted(lying, 'piece')}"
        return f"{led}; bring the others to where one may arrive."

    def _listed(self, game: Warriors, staying: Mapping[str, Troops]) -> str:
        """Return pieces that no leader takes over, area by area, with their reasons as far as there is room.

        Which of them cannot be moved is told where it matters: where no move is proposed.
        """
        told = assigning.listed(game, staying, (self._staying(game, *one) for one in staying.items()))
        stuck = [area for area in staying if not self._joined(game, area)]
        movable = self.loose(game)
        if STUCK in told or not stuck or not movable or proposal(game, self.side, movable):
            return told
        return f"{told} ({names.areas(game, stuck)}: {STUCK})"

    def _joined(self, game: Warriors, area: str) -> bool:
        """Tell whether troops can be moved from an area of the side to another."""
        return len(ways.chain(game, self.side, area)) > 1

    def _proposed(self, game: Warriors, moves: Sequence[Deploy]) -> str:
        """Return the proposal in words, that it is all that is done, and how much is left without a leader then."""
        told = "; ".join(moved(game, one) for one in moves)
        left = unled(deployed(game, moves), self.side)
        many = counted(sum(sum(troops.values()) for troops in left.values()), "piece")
        rest = assigning.counted_in(game, left) if len(left) <= FEW else many
        after = f" Then without a leader: {rest}." if left else ""
        return f"Proposed (then you are done): {told}.{after}"

    def _staying(self, game: Warriors, area: str, troops: Troops) -> str:
        """Return pieces that no leader takes over, with the reason where leaders stand beside them."""
        here, kinds = game.here(area, self.side), assigning.unled(game, area, troops)
        told = f"{names.troops(game, troops)} in {names.area(game, area)}"
        if kinds:
            who = f"only for {names.commanders(game, kinds[0])}" if len(kinds) == 1 else "nobody there may command them"
            return f"{told} ({who})"
        stuck = "" if self._joined(game, area) or not self.loose(game) else STUCK
        why = "; ".join(filter(None, (stuck, assigning.short_of_room(game, here) if here else "")))
        return f"{told} ({why})" if why else told

    def offers(self, game: Warriors) -> list[Offer]:
        """Return the offers: the proposal, moves, recruits, or nothing more."""
        able = [pass_offer("Deploy no more troops" if self.arrived else "Move no troops")]
        if proposed := proposal(game, self.side, self.loose(game)):
            hint = partial(self._proposed, game, proposed)
            able.insert(0, Offer(AsProposed, "Deploy as proposed", (), hint, ready=True))
        if self.loose(game):
            troops = Field("troops", "Which troops?", lambda draft: self._movable(game, draft), many=True)
            to = Field("to", "Where to?", lambda draft: self._targets(game, draft), places=True)
            able.append(Offer(Deploy, "Deploy troops", (troops, to), reversible=True))
        if self._hired(game):
            hired = Field("mercenaries", "Which mercenaries?", lambda _: self._mercenaries(game))
            leader = Field("leader", "For whom?", lambda draft: self._leaders(game, draft))
            able.append(Offer(Recruit, "Recruit mercenaries", (hired, leader)))
        return able

    def _movable(self, game: Warriors, draft: Draft) -> list[Choice]:
        """Return the parcels that may be deployed together with those picked: everything that a chain joins."""
        picked = [parcels.read(text) for text in draft.get("troops", ())]
        joined = ways.chain(game, self.side, picked[0].at) if picked else game.catalog.areas
        able = [
            Parcel(kind, n, area)
            for area, troops in self.loose(game).items()
            for kind, number in troops.items()
            if area in joined and not any(one.at == area and one.kind == kind for one in picked)
            for n in range(number, 0, -1)
        ]
        return [Choice(str(one), _label(game, one)) for one in able]

    def _targets(self, game: Warriors, draft: Draft) -> list[Choice]:
        picked = [parcels.read(text) for text in draft.get("troops", ())]
        if not picked:
            return []
        starts = {one.at for one in picked}
        reached = ways.chain(game, self.side, picked[0].at)
        found = sorted(reached - starts if len(starts) == 1 else reached)
        return [Choice(area, names.area(game, area), self._worth(game, area)) for area in found]

    def _worth(self, game: Warriors, area: str) -> str:
        """Return who of the side stands in an area, else what it is worth."""
        here = game.here(area, self.side)
        return f"{names.leaders(game, here)} there" if here else names.land(game, area, self.side)

    def _mercenaries(self, game: Warriors) -> list[Choice]:
        found = []
        for kind in self._hired(game):
            home, left = game.troop(kind).home, game.supply(kind) or 0
            room = max(game.capacity_left(leader_id) for leader_id in recruiters(game, self.side, kind))
            found += [Parcel(kind, number, home) for number in range(min(left, room), 0, -1)]
        return [Choice(str(one), _label(game, one), self._for_whom(game, one)) for one in found]

    def _for_whom(self, game: Warriors, mercenaries: Parcel) -> str:
        """Say which leaders some mercenaries can reach who have room for all of them."""
        able = game.by_merit(recruiters(game, self.side, mercenaries.kind))
        return f"for {names.group(game, [one for one in able if game.capacity_left(one) >= mercenaries.number], 3)}"

    def _leaders(self, game: Warriors, draft: Draft) -> list[Choice]:
        kind, number, _ = parcels.read(draft["mercenaries"])
        return [
            Choice(leader_id, names.leader(game, leader_id), names.area(game, game.leader(leader_id).area))
            for leader_id in recruiters(game, self.side, kind)
            if game.capacity_left(leader_id) >= number
        ]

    def default(self, game: Warriors) -> Action:
        """Return the proposal, if there is one."""
        return AsProposed() if proposal(game, self.side, self.loose(game)) else Pass()

    def act(self, game: Warriors, seat: str, action: Action) -> None:
        """Carry it out, or say why not."""
        match action:
            case Deploy():
                self._check_deploy(game, action)
                self._deploy(game, action)
            case Recruit():
                recruit(game, self.side, action)
            case AsProposed():
                for one in proposal(game, self.side, self.loose(game)):
                    self._deploy(game, one)
                game.pop(self)
            case _:
                moved = "deploy no more troops" if self.arrived else "leave their troops where they are"
                game.emit("pass", f"{names.opening(self.side)} {moved}.", rule="WOG-6.1")
                game.pop(self)

    def _check_deploy(self, game: Warriors, action: Deploy) -> None:
        """Raise Illegal unless all the troops can be moved there."""
        picked = [parcels.read(text) for text in action.troops]
        if not picked:
            raise Illegal("Name the troops that move, such as infantry:2@england.", "WOG-6.1")
        for kind, number, area in picked:
            if kind not in game.catalog.troops or area not in game.catalog.areas:
                wrong = Parcel(kind, number, area)
                raise Illegal(f"There are no pieces '{wrong}'; write infantry:3@england.", "WOG-6.1")
            if game.controller(area) != self.side:
                reason = f"You do not control {names.area(game, area)}"
                raise Illegal(f"{reason}; move troops from an area that you do.", "WOG-6.1")
            left = self._undeployed(game, area).get(kind, 0)
            if number > left:
                lying = f"{names.pieces(game, kind, left)} {'lies' if left == 1 else 'lie'} in {names.area(game, area)}"
                raise Illegal(f"{lying} to be moved; name no more.", "WOG-6.1")
            if action.to not in ways.chain(game, self.side, area):
                where = names.area(game, action.to) if action.to in game.catalog.areas else quoted(action.to)
                reason = f"No chain of areas that you control leads from {names.area(game, area)} to {where}"
                raise Illegal(f"{reason}; choose a connected area.", self._why(game, area, action.to))
        if len({(one.kind, one.at) for one in picked}) < len(picked) or all(one.at == action.to for one in picked):
            raise Illegal("Name each kind of troops of an area once, and another area to go to.", "WOG-6.1")

    def _why(self, game: Warriors, area: str, to: str) -> str:
        """Return the rule that breaks the chain between two areas."""
        if game.controller(to) != self.side:
            return "WOG-6.1"
        kind = ways.border(game, area, to)
        return {"obstructed": "WOG-6.3", "sea": "WOG-6.4"}.get(kind, "WOG-6.1")

    def _deploy(self, game: Warriors, action: Deploy) -> None:
        _carry(game.state.loose, action)
        for kind, number, _ in map(parcels.read, action.troops):
            self.arrived.setdefault(action.to, {})
            add(self.arrived[action.to], kind, number)
        game.state.loose = {area: troops for area, troops in game.state.loose.items() if troops}
        text = f"{names.opening(self.side)} deploy {moved(game, action)}."
        game.emit("deployed", text, about=[action.to], rule="WOG-6.1")


def _carry(loose: dict[str, Troops], action: Deploy) -> None:
    """Move troops without a leader from area to area."""
    for kind, number, area in map(parcels.read, action.troops):
        if area != action.to:
            add(loose[area], kind, -number)
            add(loose.setdefault(action.to, {}), kind, number)


def moved(game: Warriors, action: Deploy) -> str:
    """Return troops that are deployed in words: '2 infantry from England to Normandy'."""
    by_area: dict[str, Troops] = {}
    for kind, number, area in map(parcels.read, action.troops):
        by_area.setdefault(area, {})[kind] = number
    told = join_words(f"{names.troops(game, one)} from {names.area(game, area)}" for area, one in by_area.items())
    return f"{told} to {names.area(game, action.to)}"


def _label(game: Warriors, parcel: Parcel) -> str:
    return f"{names.pieces(game, parcel.kind, parcel.number)} in {names.area(game, parcel.at)}"
