"""What a table shows, says, refuses and would do, were it asked; each thing is a line that names what was asked."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from bot.panels.master.edit_forms import action_of, offer_of
from engine.core import orders
from engine.core.actions import MASTER, Action, Choice, Draft, Field, Offer, Request, tag_of, values_of
from engine.core.computer.deciding import Player
from engine.core.computer.levels import LEVELS, OnePly, Plans, thinks
from engine.core.computer.players import Fickle, RandomPlayer, Seated
from engine.core.drafts import at_random, fill
from engine.core.errors import EngineError, Illegal
from engine.core.table import Outcome, Table
from engine.core.trials.fuzzing import mutated
from tests.chronicles.players import considered
from tests.matches.match import judge_of

MOST_CHOICES = 60
"""Choices of a question that are told."""

EDITS = 2
"""Edits of the game master that are tried wherever somebody looks round."""

TRIES = 4
"""Offers that are tried out: legally, and with answers that do not belong together."""

PICKS = 3
"""Values that somebody names at most who answers a question as he likes."""

THOUGHT = 60
"""Actions that a player who thinks tries out."""

REFUSALS = 20
"""Kinds of action that are not offered of which the reason is told."""

WAYS = 12
"""Questions of one form that are told."""


def shown(what: Any) -> str:
    """Return plain data as it is kept."""
    kind = tag_of(type(what)) if isinstance(what, Action) else ""
    return f"{kind} {msgspec.json.encode(what, order='sorted').decode()}"


def happened(outcome: Outcome, table: Table) -> str:
    """Return what came of an action, and how the table stands then."""
    return "\n".join([*map(shown, outcome.events), *map(shown, outcome.draws), table.hash()])


def asked(request: Request) -> str:
    """Return a question with all that it says by itself."""
    about = (request.seat, request.decision, request.prompt, request.secret, request.together, request.hours)
    return "\n".join([f"{about} {request.leaflet} {shown(request.default())}", *map(_offered, request.offers)])


def _offered(offer: Offer) -> str:
    about = (offer.tag, offer.label, offer.hint, offer.drastic, offer.reversible, offer.undoes, offer.answers)
    return f"{about} {[(field.name, field.prompt, field.many, field.least, field.reach) for field in offer.fields]}"


def looked_round(table: Table, chance: Random) -> Iterator[str]:
    """Tell all of a table, as seen by the game master, the public and one seat, and what each seat may do that is
    asked."""
    waiting = _asked(table)
    seat = chance.choice(waiting or table.seats)
    for viewer in (MASTER, "", seat):
        yield f"{viewer} sees {shown(table.view(viewer))}"
    yield from _standing(table, seat)
    yield from _judged(table, _there(table))
    found: list[tuple[str, Offer, Pools]] = []
    for each in dict.fromkeys([seat, *waiting]):
        for offer in table.offers(each):
            yield f"{each} is offered {_offered(offer)}"
            said, pools = _ways(offer, chance)
            yield from said
            found.append((each, offer, pools))
    yield from _tried_out(table, found, chance)
    yield from _refused(table, seat, {offer.action for offer in table.offers(seat)}, chance)
    for each in waiting:
        yield from considered(table, each)
        yield from _tried(table, each)
    if seat in waiting:
        other = mutated(table, Seated(RandomPlayer()).choose(table, seat), chance)
        yield f"{shown(other)}: {table.objection(seat, other)}"
    yield from _ahead(table, seat, chance)
    yield from _edited(table, chance)


def _asked(table: Table) -> list[str]:
    return [request.seat for request in table.requests() if request.seat != MASTER]


def _standing(table: Table, seat: str) -> Iterator[str]:
    rules, game = table.rules, table.game
    pace, words = rules.pace, rules.words
    tallies = shown(rules.competition.tallies(game))
    yield f"stands {words.headline(game)} {words.scores(game)} {tallies} {pace.decision_key(game)}"
    yield f"round {pace.round(game)} {pace.next_seat(game)} {pace.handovers_left(game)} {pace.in_last_round(game)}"
    yield f"seat {pace.seats_before(game, seat)} {words.colour(game, seat)} {words.advice(game, seat)}"
    ends = (pace.end_of_play_edit(game), pace.last_round_edit(game), pace.stop_edit(game))
    yield f"ends {[edit and shown(edit) for edit in ends]} {rules.set_up.join_edit(game, 'late')!r}"
    yield f"begins {rules.offering.starts(game, seat)} {rules.offering.proposals(game, seat)}"
    for name, report in rules.words.reports.items():
        yield f"{name} says {_said(partial(report, game, seat))}"


def _said(speaks: Callable[[], str]) -> str:
    try:
        return speaks()
    except Illegal as refusal:
        return str(refusal)


# ---------------------------------------------------------------------- forms


Pools = dict[str, list[str]]
"""What may be answered to each question of a form, whatever is answered to the others."""


def _ways(offer: Offer, chance: Random) -> tuple[list[str], Pools]:
    """Go through a form at random; return what is told of every question and its choices, and all that was offered."""
    told: list[str] = []
    pools: Pools = {}
    pick = at_random(chance)

    def answer(field: Field, draft: Draft, found: Sequence[Choice]) -> str | None:
        choices = [(one.value, one.label, one.hint, one.group, one.under, one.rank) for one in found[:MOST_CHOICES]]
        told.append(f"  {field.name} of {dict(draft)}: {len(found)} {choices}")
        known = pools.setdefault(field.name, [])
        known.extend(one.value for one in found if one.value not in known)
        return pick(field, draft, found) if len(told) < WAYS else None

    fill(offer, answer)
    return told, pools


def _tried_out(table: Table, found: Sequence[tuple[str, Offer, Pools]], chance: Random) -> Iterator[str]:
    """Tell what comes of some of what is offered, answered legally or as somebody likes, each on a copy."""
    for number, (seat, offer, pools) in enumerate(chance.sample(found, min(TRIES, len(found)))):
        draft = _as_one_likes(offer, pools, chance) if number % 2 else fill(offer, at_random(chance))
        if draft is not None:
            yield f"{seat} tries {draft}: {_came_of(table, seat, offer, draft)}"


def _as_one_likes(offer: Offer, pools: Pools, chance: Random) -> Draft:
    """Answers each of which could be given, though not all of them together."""
    asked = [field for field in offer.fields if pools.get(field.name)]
    single = {field.name: chance.choice(pools[field.name]) for field in asked if not field.many}
    lists = {
        field.name: chance.choices(pools[field.name], k=chance.randint(field.least, PICKS))
        for field in asked
        if field.many
    }
    return {**single, **lists}


# ---------------------------------------------------------------------- what may not be


def _refused(table: Table, seat: str, known: Collection[type[Action]], chance: Random) -> Iterator[str]:
    """Tell why some kinds of action are not offered."""
    others = [kind for kind in table.rules.actions if kind not in known]
    for kind in chance.sample(others, min(REFUSALS, len(others))):
        yield f"{tag_of(kind)} is refused: {table.rules.offering.objection(table.game, seat, kind, None)}"


def _tried(table: Table, seat: str) -> Iterator[str]:
    """Tell what players would do, and what they would give away."""
    for name, player in _players(table):
        action = Seated(player).choose(table, seat)
        yield f"{name} chooses {shown(action)}"
        yield f"given away: {table.rules.competition.given_away(table.game, seat, action)}"


def weighed(table: Table) -> Iterator[str]:
    """Tell what the game's own players would do for each seat that is asked."""
    for seat in _asked(table):
        for name, player in _thumbs(table):
            yield f"{seat} as {name}: {shown(Seated(player).choose(table, seat))}"


def thought(table: Table) -> Iterator[str]:
    """Tell what players that think do for each seat that is asked, with little time."""
    judge = judge_of(table.rules.name)
    if judge is None:
        return
    players: Mapping[str, Player] = {
        "one ply": OnePly(judge, budget=THOUGHT),
        "plans": Plans(judge, budget=THOUGHT, beam=2),
    }
    for seat in _asked(table):
        for name, player in players.items():
            yield f"{seat} with {name}: {shown(Seated(player).choose(table, seat))}"


def _judged(table: Table, seats: Sequence[str]) -> Iterator[str]:
    """Tell what the players that think make of how it stands for some seats."""
    judge, game = judge_of(table.rules.name), table.game
    if judge is None:
        return
    for seat in seats:
        yield f"{seat} stands {judge.ahead(game, seat):.6f} {judge.horizon(game, seat)(game)}"
    yield f"{judge.turn(game)} {judge.settled(game)}"


def _there(table: Table) -> list[str]:
    """The seats that play; none if there is but one."""
    found = [tally.seat for tally in table.rules.competition.tallies(table.game) if not tally.gone]
    return found if len(found) > 1 else []


def _players(table: Table) -> Iterator[tuple[str, Player]]:
    yield "random", RandomPlayer(meddles=0.5)
    yield from _thumbs(table)


def _thumbs(table: Table) -> Iterator[tuple[str, Player]]:
    """The game's own players that decide at once; others try much out, or play as one of these by another name."""
    for name, player in table.rules.players.items():
        if name not in LEVELS and not (thinks(player) or isinstance(player, Fickle | RandomPlayer)):
            yield name, player


def _ahead(table: Table, seat: str, chance: Random) -> Iterator[str]:
    """Tell how a seat could plan: on a table that it cannot tell from the true one, with what plans may wait for."""
    world = table.world(seat, 1)
    yield f"another world {world.hash()}"
    request, view = world.request(seat), world.view(seat)
    for offer in request.offers if request else ():
        draft = fill(offer, at_random(chance)) or {}
        for condition in table.rules.plans.conditions(world.game, seat, offer):
            said = {field.name: _any(field, chance) for field in condition.fields}
            holds = None if "" in said.values() else condition.holds(view, draft, said)
            yield f"plan {offer.tag} {condition.id} {condition.said(said)} of {draft}: {holds}"
    decision = chance.choice([*table.rules.plans.plannable] or [""])
    foreseen = orders.foreseen(table, seat, decision)
    yield f"foreseen {decision} {foreseen and asked(foreseen.asked(seat))}"


def _any(field: Field, chance: Random) -> str:
    found = values_of(field.choices({}))
    return chance.choice(found) if found else ""


def _edited(table: Table, chance: Random) -> Iterator[str]:
    """Tell what comes of some of the game master's edits, each on a copy."""
    for kind in chance.sample(table.rules.edits, EDITS):
        offer = offer_of(table, kind)
        draft = fill(offer, at_random(chance)) if offer else None
        if offer and draft is not None:
            yield f"{tag_of(kind)} {draft}: {_came_of(table, MASTER, offer, draft)}"


def _came_of(table: Table, seat: str, offer: Offer, draft: Draft) -> str:
    """What comes of an action as it was filled in, on a copy."""
    copy = Table.restore(table.rules, table.snapshot(), b"")
    try:
        action = action_of(offer, draft)
        return f"{shown(action)} {happened(copy.act(seat, action), copy)}"
    except EngineError as trouble:
        return str(trouble)
