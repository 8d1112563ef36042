"""A seat's likely next actions with their outcomes: combats, marches, ballots and offices (D20, D30, D55, D58)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.core import drafts
from engine.core.actions import Offer, Prospect
from engine.core.text import clipped, join_words
from engine.kingmaker import advice, usual_answers, weighing
from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import Card, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import force_ids
from engine.kingmaker.combat.besieging import BesiegeSite
from engine.kingmaker.combat.combat import Attack, CombatPhase
from engine.kingmaker.marches import marches
from engine.kingmaker.movement.land import Move
from engine.kingmaker.parliament import ballots
from engine.kingmaker.parliament.awards import Assign
from engine.kingmaker.parliament.ballots import Ballot
from engine.kingmaker.parliament.session import HouseVotes, Session, sitting
from engine.kingmaker.usual_answers import LABEL


def prospects(game: Kingmaker, seat: str) -> Sequence[Prospect]:
    """Return what a seat is likely to do, the most wanted first."""
    asked = [request for request in game.top.requests(game) if request.seat == seat] if game.top else []
    offers = {offer.action: offer for request in asked for offer in request.offers}
    if isinstance(game.top, CombatPhase):
        found = weighing.attacks(game, offers.values())
        return [_with_stakes(game, prospect, briefly=len(found) > 1) for _, prospect in found]
    if Move in offers:
        return list(marches(game, seat, offers[Move]))
    if Ballot in offers:
        return list(_ballots(game, seat))
    if Assign in offers:
        return list(_awards(game, seat, offers[Assign]))
    return [prospect for request in asked for prospect in usual_answers.answers(game, seat, request)]


# ---------------------------------------------------------------------- combats


def _with_stakes(game: Kingmaker, prospect: Prospect, *, briefly: bool) -> Prospect:
    """Return an attack with what dies with its nobles, `briefly` if that is much; as it is where it cannot succeed."""
    told, action = prospect.comes_of, prospect.action
    if not isinstance(action, Attack | BesiegeSite) or "%" not in told:
        return prospect
    nobles = [noble for noble in force_ids.members(game, action.force) if not briefly or advice.much_dies(game, noble)]
    return replace(prospect, outcome=f"{told} {advice.at_stake(game, nobles)}".rstrip())


# ---------------------------------------------------------------------- Parliament


def _ballots(game: Kingmaker, seat: str) -> Iterator[Prospect]:
    """Yield the three ballots with the weight of the seat's votes, without regard to ballots already given."""
    session = sitting(game)
    own = session.tallies[seat]
    rivals = {other: tally for other, tally in session.tallies.items() if other != seat}
    others, compared = rivals.values(), {other: _compared(session, own, tally) for other, tally in rivals.items()}
    commons, lords = sum(one.commons for one in others), sum(one.lords for one in others)
    weights = [] if session.commons_only else [(own.lords, lords, "the Lords")]
    weights.append((own.commons, commons, "the Commons"))
    stopping = " or ".join(f"{mine} in {house}" for mine, left, house in weights if mine and left >= mine)
    without = [house for mine, _, house in weights if not mine]
    passes = f"it passes unless {stopping} vote nay" if stopping else "it passes, whatever the others say"
    if without:
        passes = f"it passes only if others vote aye in {' and '.join(without)}, where you have no vote"
    elif stopping:
        passes += _alone(seat for seat, pairs in compared.items() if any(mine <= theirs for mine, theirs in pairs))
    needed = " and ".join(f"{mine + 1} in {house}" for mine, _, house in weights)
    safe = any(mine >= left for mine, left, _ in weights)
    fails = "it fails, whatever the others say" if safe else f"it fails unless {needed} vote aye"
    if not safe:
        fails += _alone(seat for seat, pairs in compared.items() if all(mine < theirs for mine, theirs in pairs))
    outcomes = {"aye": passes, "nay": fails, "abstain": "the others decide"}
    for ballot, label in ballots.BALLOTS.items():
        yield Prospect(Ballot(ballot), label, outcomes[ballot], label, likely=False)


def _compared(session: Session, own: HouseVotes, other: HouseVotes) -> list[tuple[int, int]]:
    """Return the votes of two seats, side by side, in each House that is asked."""
    houses = [(own.commons, other.commons)]
    return houses if session.commons_only else [(own.lords, other.lords), *houses]


def _alone(seats: Iterable[str]) -> str:
    """Say that some players have the votes for it alone; "" if there are none."""
    able = [f"{{{seat}}}" for seat in seats]
    return f" ({join_words(able)} can alone)" if able else ""


def _briefly(card: Card) -> str:
    """Return a title by its land, and an office by what it is: "Worcester", "Marshal"."""
    rank, _, land = card.name.partition(" of ")
    return land if land and isinstance(card, TitleCard) else rank


def _awards(game: Kingmaker, seat: str, offer: Offer) -> Iterator[Prospect]:
    """Yield each card of the Chancery with the nobles who can have it, the seat's own first, the strongest first."""
    found = [action for draft in drafts.every(offer) if isinstance(action := drafts.build(offer, draft), Assign)]

    def order(action: Assign) -> tuple[bool, int]:
        return game.noble(action.noble).faction != seat, -game.catalog.cards[action.card].strength

    found.sort(key=order)
    best = {action.card: action for action in reversed(found)}
    for action in [*sorted(best.values(), key=order), *(one for one in found if one is not best[one.card])]:
        card, own = game.catalog.cards[action.card], game.noble(action.noble).faction == seat
        noble = names.card(game, action.noble)
        who = noble if own else f"{noble} ({{{game.noble(action.noble).faction}}})"
        short = clipped(f"{_briefly(card)} to {noble}", LABEL)
        brings = usual_answers.worth(game, card) if own else advice.brings(game, card)
        yield Prospect(action, f"{card.name} to {who}", brings, short, likely=own)
