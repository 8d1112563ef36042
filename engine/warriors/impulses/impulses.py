"""Phase Two: impulses, one after the other (rules 6.2)."""

from collections.abc import Iterator, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Listing, Offer, Pass, Request, pass_offer
from engine.core.chapter import Chapter
from engine.core.errors import Illegal
from engine.core.text import counted, quoted
from engine.warriors.battles import strength
from engine.warriors.board import armies, names, ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Side
from engine.warriors.board.steps import IMPULSE, WarriorsStep, asked
from engine.warriors.impulses import initiative

HOW = (
    " Each moves up to 2 leaders (3 along a river, 1 over hills, 1 or 2 by sea) to an area next door. A side alone "
    "there after battles may gain it."
)
"""What an impulse is, told on the first turn [WOG-2.2 to 2.8, 4.2 to 4.6]."""


class Move(Action, frozen=True):
    """Move a group of leaders from one area to one next to it."""

    leaders: list[str]
    to: str


class Unmark(Action, frozen=True):
    """Remove an enemy control marker."""

    area: str


class PassAll(Action, frozen=True):
    """Pass all impulses that are left."""


# ---------------------------------------------------------------------- moves


def check_move(game: Warriors, side: Side, move: Move) -> None:
    """Raise Illegal unless a side may make a move now."""
    _check_group(game, side, move.leaders)
    start = game.leader(move.leaders[0]).area
    able = ways.may_leave(game, side, start)
    if len(move.leaders) > able:
        hold, who = ways.holding(game, side, start), f"{able} at most" if able else "nobody"
        reason = f"In {names.area(game, start)} {hold} must be outnumbered by those who leave and stay"
        raise Illegal(f"{reason}: {who} may leave now.", "WOG-2.10")
    if move.to not in game.catalog.near[start]:
        where = names.area(game, move.to) if move.to in game.catalog.areas else quoted(move.to)
        raise Illegal(f"{where} is not next to {names.area(game, start)}; go to a neighbour.", "WOG-2.2")
    most = ways.limit(game, side, start, move.to)
    if len(move.leaders) > most:
        reason = f"At most {most} of your leaders can go from {names.area(game, start)} to {names.area(game, move.to)}"
        raise Illegal(f"{reason} at once; send fewer.", ways.limit_rule(game, side, start, move.to))


def _check_group(game: Warriors, side: Side, leaders: Sequence[str]) -> None:
    if not leaders:
        raise Illegal("Name the leaders who move.", "WOG-2.2")
    own = game.on_map(side)
    for leader_id in leaders:
        if leader_id not in own:
            known = names.leader(game, leader_id) if leader_id in game.state.leaders else quoted(leader_id)
            raise Illegal(f"{known} is no leader of yours on the map; name one who is.", "WOG-2.2")
    if len(set(leaders)) < len(leaders):
        raise Illegal("Name every leader once.", "WOG-2.2")
    if len({game.leader(leader_id).area for leader_id in leaders}) > 1:
        raise Illegal("A group moves from one area; the others need impulses of their own.", "WOG-2.2")


def _most(game: Warriors, side: Side, area: str) -> int:
    """Return the greatest number of a side's leaders that can leave an area together now."""
    widest = max((ways.limit(game, side, area, to) for to in game.catalog.near[area]), default=0)
    return min(ways.may_leave(game, side, area), widest)


def movable(game: Warriors, side: Side, picked: Sequence[str] = ()) -> list[str]:
    """Return the leaders of a side who can move, or join the group picked so far."""
    own = game.on_map(side)
    if not picked:
        most = {area: _most(game, side, area) for area in {game.leader(leader_id).area for leader_id in own}}
        return [leader_id for leader_id in own if most[game.leader(leader_id).area]]
    if picked[0] not in own:
        return []
    area = game.leader(picked[0]).area
    if len(picked) >= _most(game, side, area):
        return []
    return [leader_id for leader_id in game.here(area, side) if leader_id not in picked]


def destinations(game: Warriors, side: Side, group: Sequence[str]) -> list[str]:
    """Return where a group can go."""
    if not group or group[0] not in game.on_map(side):
        return []
    start = game.leader(group[0]).area
    return [to for to in game.catalog.near[start] if ways.limit(game, side, start, to) >= len(group)]


def move(game: Warriors, side: Side, action: Move) -> None:
    """Carry a move out [WOG-2.2, 2.9]."""
    start, foes = game.leader(action.leaders[0]).area, game.here(action.to, enemy(side))
    marked = [armies.arrive(game, leader_id, side, action.to) for leader_id in action.leaders]
    where = f"from {names.area(game, start)} to {names.area(game, action.to)}"
    force = strength.strength(game, strength.host_of(game, action.leaders))
    verb = "moves" if len(action.leaders) == 1 else "move"
    text = f"{names.led(game, action.leaders)} {verb} {where} with strength {force}."
    rule = ways.limit_rule(game, side, start, action.to)
    game.emit("move", text, about=action.leaders, track=[start, action.to], rule=rule)
    if any(marked):
        game.emit("aggressor", names.aggressors(game, side, action.to, foes), about=[action.to], rule="WOG-2.9")


# ---------------------------------------------------------------------- markers


def check_unmark(game: Warriors, side: Side, area: str) -> None:
    """Raise Illegal unless a side may remove the enemy marker of an area [WOG-2.11]."""
    if area not in game.catalog.areas:
        raise Illegal(f"There is no area {quoted(area)}; name one on the map.", "WOG-2.11")
    name, own, foes = names.area(game, area), len(game.here(area, side)), len(game.here(area, enemy(side)))
    if game.controller(area) != enemy(side):
        raise Illegal(f"There is no enemy control marker in {name}; name an area with one.", "WOG-2.11")
    if own <= foes + 1:
        raise Illegal(f"You need {foes + 2} leaders in {name} for that and have {own}; bring more.", "WOG-2.11")


def markers(game: Warriors, side: Side) -> list[str]:
    """Return the areas in which a side can remove the enemy's marker."""
    foe = enemy(side)
    found = game.controlled(foe)
    return [area for area in found if len(game.here(area, side)) > len(game.here(area, foe)) + 1]


# ---------------------------------------------------------------------- impulses


class Impulses(WarriorsStep):
    """The impulses of both sides in turn (D-02) [WOG-2.1, 2.13]."""

    def proceed(self, game: Warriors) -> bool:
        """Ask whoever is next; the phase ends with the last impulse."""
        turn = game.state.turn
        if not any(turn.impulses.values()):
            game.pop(self)
            return True
        if not turn.impulses.get(turn.moving):
            turn.moving = enemy(turn.moving)
        return False

    def requests(self, game: Warriors) -> list[Request]:
        """Ask for one impulse."""
        side, left = game.state.turn.moving, game.state.turn.impulses
        many = f"you have {counted(left[side], 'impulse')}, {names.side(enemy(side))} {left.get(enemy(side), 0)}"
        prompt = f"Move leaders, or pass: {many}.{HOW if game.state.turn.number == 1 else ''}"
        return [asked(game, side, IMPULSE, prompt, list(self._offers(game, side)), Pass)]

    def _offers(self, game: Warriors, side: Side) -> Iterator[Offer]:
        if movable(game, side):
            yield _move_offer(game, side)
        if found := markers(game, side):
            areas = [Choice(area, names.area(game, area), names.land(game, area, side)) for area in found]
            where = Field("area", "Where?", lambda _: areas, places=True)
            yield Offer(Unmark, "Remove an enemy marker", (where,), says="Remove their marker in {area}")
        yield pass_offer("Pass this impulse")
        if game.state.turn.impulses[side] > 1 and (movable(game, side) or markers(game, side)):
            yield Offer(PassAll, "Pass all impulses", forgoes=True, seldom=True)

    def act(self, game: Warriors, seat: str, action: Action) -> None:
        """Carry an impulse out."""
        turn, side = game.state.turn, game.side(seat)
        match action:
            case Move():
                check_move(game, side, action)
                move(game, side, action)
            case Unmark():
                check_unmark(game, side, action.area)
                del game.state.control[action.area]
                where = f"{names.side(enemy(side))} from {names.area(game, action.area)}, which nobody controls now"
                text = f"{names.opening(side)} remove the control marker of {where}."
                game.emit("unmark", text, about=[action.area], rule="WOG-2.11")
            case Pass():
                stuck = not movable(game, side) and not markers(game, side)
                told = f" pass: {_held(game, side)}" if stuck else " pass one impulse"
                game.emit("pass", f"{names.opening(side)}{told}.", rule="WOG-2.12")
            case PassAll():
                game.emit("pass", f"{names.opening(side)} pass all impulses that are left.", rule="WOG-2.12")
                turn.impulses[side] = 1
        turn.impulses[side] -= 1
        turn.moving = enemy(side)


def _held(game: Warriors, side: Side) -> str:
    """Say why nobody of a side can leave his area [WOG-2.10]."""
    if not game.on_map(side):
        return "they have no leader on the map"
    marked = any(game.controller(game.leader(leader_id).area) == enemy(side) for leader_id in game.on_map(side))
    marker = ", of whom a control marker counts as one" if marked else ""
    return f"nowhere do they outnumber the enemy's leaders{marker}"


def _move_offer(game: Warriors, side: Side) -> Offer:
    def leaders(draft: Draft) -> Sequence[Choice]:
        able = movable(game, side, draft.get("leaders", ()))
        return Listing(
            able, lambda leader_id: Choice(leader_id, names.leader(game, leader_id), _at(game, side, leader_id))
        )

    def to(draft: Draft) -> Sequence[Choice]:
        able = destinations(game, side, draft.get("leaders", ()))
        return Listing(
            able,
            lambda area: Choice(area, names.area(game, area), _who(game, side, area), rank=_rank(game, side, area)),
        )

    who = Field("leaders", "Who moves?", leaders, many=True, more="Does anybody go along?")
    fields = (who, Field("to", "Where to?", to, reach="leaders", places=True))
    return Offer(Move, "Move leaders", fields, says="Move {leaders} to {to}")


def _at(game: Warriors, side: Side, leader_id: str) -> str:
    """Return where a leader stands, and of a King what he gives up if he leaves his home [WOG-1.2]."""
    where, bonus = names.area(game, game.leader(leader_id).area), initiative.modifier(game, side)
    told = game.state.kings.get(side) == leader_id and bonus > 0 and not game.last_turn
    return f"{where} (if the King stays: +{bonus} on initiative)" if told else where


def _rank(game: Warriors, side: Side, area: str) -> int:
    """How much there is to be had in an area: enemies, then an area that is not one's own, then the rest."""
    if game.here(area, enemy(side)):
        return 0
    return 2 if game.controller(area) == side or not game.area(area).value else 1


def _who(game: Warriors, side: Side, area: str) -> str:
    """Name the enemies in an area, else who controls it."""
    if foes := game.here(area, enemy(side)):
        return f"against {names.leaders(game, foes)}"
    holder = game.controller(area)
    if holder is None:
        return names.land(game, area, side)
    return "you control it" if holder == side else f"{names.side(holder)} control it"


CHAPTER = Chapter(steps=(Impulses,), actions=(Move, Unmark, Pass, PassAll))
