"""The game master's hand: every part of the state can be set; scenarios are set up with the same edits."""

from collections.abc import Container, Iterator, Mapping
from typing import get_args

from engine.core.actions import Action, Draft
from engine.core.editing.at_the_table import Roll
from engine.core.editing.edits import Among, Drop, Edits, Handler, Settled
from engine.core.errors import Illegal
from engine.core.steps import AnyStep
from engine.warriors.board import names
from engine.warriors.board.armies import uncrown
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import Phase, Side, Standing, Troops, Where
from engine.warriors.sequence import scoring
from engine.warriors.sequence.turn import PHASES, Campaign, OneTurn


class Station(Action, frozen=True):
    """Put a leader on the map for a side, with these troops."""

    leader: str
    area: str
    troops: Troops = {}
    side: Side | None = None


class SetLeader(Action, frozen=True):
    """Take a leader off the map: into prison, routed, killed, dead, into the pool, or not yet arrived."""

    leader: str
    where: Where
    side: Side | None = None


class SetDisgraced(Action, frozen=True):
    """Mark a leader as disgraced, or take the mark away."""

    leader: str
    disgraced: bool


class SetControl(Action, frozen=True):
    """Set who controls areas; without a side nobody does."""

    areas: list[str]
    side: Side | None = None


class SetAggressor(Action, frozen=True):
    """Place an aggressor marker, or without a side take it away."""

    area: str
    side: Side | None = None


class SetKing(Action, frozen=True):
    """Crown a leader; without one the side has no King."""

    side: Side
    leader: str = ""


class SetLoose(Action, frozen=True):
    """Set the troops without a leader in an area."""

    area: str
    troops: Troops


class SetAside(Action, frozen=True):
    """Set which mercenaries are put aside until Phase Five."""

    troops: Troops


class SetScore(Action, frozen=True):
    """Set the score: the English lead, below 0 a French one."""

    score: int


class SetImpulses(Action, frozen=True):
    """Set how many impulses each side has left, and whose is next."""

    english: int
    french: int
    moving: Side


class SetInitiative(Action, frozen=True):
    """Give the initiative to a side."""

    side: Side


class SetOrders(Action, frozen=True):
    """Set the standing orders of a seat."""

    seat: str
    standing: Standing


class SetBattle(Action, frozen=True):
    """Set round and misses of the battle that is being fought."""

    round: int
    misses: int


class SetRound(Action, frozen=True, tag="round"):
    """Set the number of the turn."""

    number: int


class Goto(Action, frozen=True):
    """Go to the beginning of a phase."""

    phase: Phase


class ScoreNow(Action, frozen=True):
    """Score and end play now, as after the last turn."""


def _known(game: Warriors, _: Action) -> Mapping[str, Container[str]]:
    return {"leader": game.state.leaders, "area": game.catalog.areas, "seat": game.state.seats, "phase": PHASES}


def _check_troops(game: Warriors, troops: Troops) -> None:
    for kind, number in troops.items():
        if kind not in game.catalog.troops or number < 1:
            known = ", ".join(game.catalog.troops)
            raise Illegal(f"'{kind}' = {number} are no troops; name numbers from 1 of {known}.")


# ---------------------------------------------------------------------- leaders


def _station(game: Warriors, edit: Station) -> None:
    _check_troops(game, edit.troops)
    leader, nationality = game.leader(edit.leader), game.card(edit.leader).nationality
    side = edit.side or (leader.side if nationality == "nonaligned" else nationality)
    if not side:
        raise Illegal(f"{names.leader(game, edit.leader)} is non-aligned; name the side that he serves.")
    if nationality not in ("nonaligned", side):
        raise Illegal(f"{names.leader(game, edit.leader)} is {nationality} and serves no other side; leave it out.")
    leader.where, leader.side, leader.area, leader.troops = "map", side, edit.area, dict(edit.troops)
    leader.disgraced = leader.crowned = False


def _leader(game: Warriors, edit: SetLeader) -> None:
    if edit.where == "map":
        raise Illegal("Put a leader on the map with 'station', which says where.")
    leader, free = game.leader(edit.leader), game.card(edit.leader).nationality == "nonaligned"
    if free and edit.side:
        leader.side = edit.side
    if edit.where == "captured" and not leader.side:
        raise Illegal(f"{names.leader(game, edit.leader)} is non-aligned; name the side that he has served.")
    leader.crowned = edit.where == "killed" and game.is_king(edit.leader)
    leader.where, leader.area, leader.troops, leader.disgraced = edit.where, "", {}, False
    if edit.where in ("killed", "dead", "future"):
        uncrown(game, edit.leader)


def _disgraced(game: Warriors, edit: SetDisgraced) -> None:
    if game.leader(edit.leader).where != "map":
        raise Illegal(f"{names.leader(game, edit.leader)} is not on the map; put him there with 'station' first.")
    game.leader(edit.leader).disgraced = edit.disgraced


def _king(game: Warriors, edit: SetKing) -> None:
    if edit.leader and (game.leader(edit.leader).side != edit.side or not game.card(edit.leader).king):
        raise Illegal(f"{names.leader(game, edit.leader)} cannot be King of {names.side(edit.side)}; name another.")
    game.state.kings.pop(edit.side, None)
    if edit.leader:
        game.state.kings[edit.side] = edit.leader


# ---------------------------------------------------------------------- areas


def _control(game: Warriors, edit: SetControl) -> None:
    for area in edit.areas:
        if area not in game.catalog.areas or game.area(area).neutral:
            raise Illegal(f"'{area}' is no area that anybody could control; name a contested one.", "WOG-4.3")
    for area in edit.areas:
        game.state.control.pop(area, None)
        if edit.side:
            game.state.control[area] = edit.side


def _aggressor(game: Warriors, edit: SetAggressor) -> None:
    game.state.aggressors.pop(edit.area, None)
    if edit.side:
        game.state.aggressors[edit.area] = edit.side


def _loose(game: Warriors, edit: SetLoose) -> None:
    _check_troops(game, edit.troops)
    game.state.loose.pop(edit.area, None)
    if edit.troops:
        game.state.loose[edit.area] = dict(edit.troops)


def _aside(game: Warriors, edit: SetAside) -> None:
    _check_troops(game, edit.troops)
    if not all(game.troop(kind).mercenary for kind in edit.troops):
        raise Illegal("Only mercenaries are put aside; name these.")
    game.state.aside = dict(edit.troops)


# ---------------------------------------------------------------------- the turn


def _score(game: Warriors, edit: SetScore) -> None:
    game.state.score = edit.score


def _impulses(game: Warriors, edit: SetImpulses) -> None:
    if min(edit.english, edit.french) < 0:
        raise Illegal("Impulses cannot be fewer than none; name numbers from 0.")
    game.state.turn.impulses = {"english": edit.english, "french": edit.french}
    game.state.turn.moving = edit.moving


def _initiative(game: Warriors, edit: SetInitiative) -> None:
    game.state.turn.first = edit.side


def _orders(game: Warriors, edit: SetOrders) -> None:
    if not game.has_side(edit.seat):
        raise Illegal("The sides are not settled yet; wait for the bids.")
    game.state.orders[game.side(edit.seat)] = edit.standing


def _battle(game: Warriors, edit: SetBattle) -> None:
    if game.state.battle is None:
        raise Illegal("No battle is being fought; go to the phase 'battles' first.")
    game.battle.round, game.battle.misses = edit.round, edit.misses


def _round(game: Warriors, edit: SetRound) -> None:
    if not 1 <= edit.number <= game.number("turns"):
        raise Illegal(f"The turns are 1 to {game.number('turns')}; name one of them.")
    game.state.turn.number = edit.number


def _goto(game: Warriors, edit: Goto) -> None:
    _check_set_up(game)
    game.state.battle = None
    steps: list[AnyStep] = [Campaign(), OneTurn(to_come=list(PHASES[PHASES.index(edit.phase) :]))]
    game.state.steps = steps


def _check_set_up(game: Warriors) -> None:
    if game.state.turn.phase == "setup" or not game.state.sides:
        raise Illegal("The set-up comes first; answer what it asks.")


def _score_now(game: Warriors, edit: ScoreNow) -> None:
    _check_set_up(game)
    game.state.battle = None
    scoring.score(game)
    if game.state.result is None:
        scoring.finish(game, "At the end of play", "WOG-13.3")


def _drop(game: Warriors, edit: Drop) -> None:
    """Let a side that leaves lose, and keep the score [WOG-13.4]."""
    other = next(seat for seat in game.state.seats if seat != edit.seat)
    lead = names.lead(game.state.score)
    game.state.turn.phase = "over"
    game.state.battle = None
    game.finish([other], f"{{{edit.seat}}} gives up: {{{other}}} has won. The score was: {lead}.", "WOG-13.4")


HANDLERS: Mapping[type[Action], Handler] = {
    Station: _station,
    SetLeader: _leader,
    SetDisgraced: _disgraced,
    SetControl: _control,
    SetAggressor: _aggressor,
    SetKing: _king,
    SetLoose: _loose,
    SetAside: _aside,
    SetScore: _score,
    SetImpulses: _impulses,
    SetInitiative: _initiative,
    SetOrders: _orders,
    SetBattle: _battle,
    SetRound: _round,
    Goto: _goto,
    ScoreNow: _score_now,
    Drop: _drop,
}
"""The edits with the function that carries each out."""


def _settles(game: Warriors, edit: Action) -> Iterator[Settled]:
    """Yield what an edit settles: a file that settles the same twice has a mistake in it."""
    match edit:
        case Station() | SetLeader():
            yield Settled(edit.leader)
        case SetControl():
            yield from (Settled(area, "Control of {} is given twice") for area in edit.areas)
        case SetAggressor():
            yield Settled(edit.area, "The aggressor of {} is named twice")
        case SetKing():
            yield Settled(edit.side, "{} have two Kings")
        case SetLoose():
            yield Settled(edit.area, "The troops without a leader in {} are set twice")
        case SetOrders():
            yield Settled(edit.seat, "The standing orders of {} are set twice")
        case SetAside() | SetScore() | SetImpulses() | SetInitiative() | SetRound() | Goto():
            yield Settled("", ONCE[type(edit)])


ONCE: Mapping[type[Action], str] = {
    SetAside: "The mercenaries put aside are set twice",
    SetScore: "The score is set twice",
    SetImpulses: "The impulses are set twice",
    SetInitiative: "The initiative is given twice",
    SetRound: "The turn is set twice",
    Goto: "The phase is named twice",
}
"""The fault of a second edit of a kind that is allowed once."""

ROLLS = {
    "english_battle": Roll("the English in a round of battle", 6, "battle of *: the English", dice=0),
    "french_battle": Roll("the French in a round of battle", 6, "battle of *: the French", dice=0),
    "jeanne": Roll("Jeanne d'Arc against English bravery", 6, "Jeanne d'Arc against English bravery"),
    "siege": Roll("an assault on walls", 6, "siege of *"),
    "elimination": Roll("whether a leader is lost in battle", 6, "elimination: *"),
    "control": Roll("the control of an area", 6, "control of *"),
    "death": Roll("whether a leader dies", 6, "death: *"),
    "english_initiative": Roll("the initiative, for the English", 6, "initiative: the English"),
    "french_initiative": Roll("the initiative, for the French", 6, "initiative: the French"),
    "english_first": Roll("the first non-aligned leader, for the English", 6, "first non-aligned leader: the English"),
    "french_first": Roll("the first non-aligned leader, for the French", 6, "first non-aligned leader: the French"),
    "bids": Roll("equal bids", 6, "equal bids: *", dice=0),
}
"""The rolls of the game, which may also be made at the table."""


def _troops(game: Warriors, _: Draft) -> list[str]:
    return list(game.catalog.troops)


CHOICES: Mapping[tuple[type[Action], str], Among] = {
    (Station, "troops"): _troops,
    (SetLoose, "troops"): _troops,
    (SetAside, "troops"): lambda game, _: [kind for kind in game.catalog.troops if game.troop(kind).mercenary],
    (SetControl, "areas"): lambda game, _: [area for area in game.catalog.areas if not game.area(area).neutral],
    (SetLeader, "where"): lambda game, _: [where for where in get_args(Where) if where != "map"],
    (SetDisgraced, "leader"): lambda game, _: [
        leader_id for leader_id, one in game.state.leaders.items() if one.where == "map"
    ],
    (SetKing, "leader"): lambda game, draft: [
        leader_id
        for leader_id, one in game.state.leaders.items()
        if game.card(leader_id).king and draft.get("side") in (None, one.side)
    ],
}
"""The values that a field can take after the earlier answers."""

EDITS = Edits(HANDLERS, _known, discreet={SetOrders: "standing"}, settles=_settles, rolls=ROLLS, among=CHOICES)
"""Standing orders are told to their owner alone."""
