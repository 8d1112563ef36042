"""The background to a seat's open question: what a vote needs and brings, and the odds of a fight (D31-D34, D58)."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.core.text import counted, join_words
from engine.kingmaker import views
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.catalog import BishopCard, Card, OfficeCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.combat import captives, combat, muster_end
from engine.kingmaker.combat.muster import Muster
from engine.kingmaker.movement import riding
from engine.kingmaker.movement.movement import MovementPhase
from engine.kingmaker.outlook import Outlook
from engine.kingmaker.parliament import awards, ballots
from engine.kingmaker.parliament.awards import Award
from engine.kingmaker.parliament.ballots import Vote
from engine.kingmaker.parliament.debates import RoundWithVotes
from engine.kingmaker.parliament.illegitimacy import Accusations
from engine.kingmaker.parliament.other_business import PassingOn, ShipsComeBack
from engine.kingmaker.parliament.parliament import ParliamentPhase
from engine.kingmaker.parliament.session import RIGHTS, HouseVotes, Session, sitting
from engine.kingmaker.parliament.support import SupportMotions


def advice(game: Kingmaker, seat: str) -> str:
    """Return what a seat should know to answer its open question, beside the question itself; "" for nothing."""
    match game.top:
        case Vote():
            return "\n".join(_of_a_vote(game, seat))
        case Muster() if game.top.waiting(game):
            return f"As both sides stand now: {muster_end.fight(game)}"
        case ParliamentPhase():
            return _chancery(game)
        case MovementPhase(orders=orders) if seat == game.active:
            told = _heirs_in_danger(game, seat) or (_harmless(game, seat) if orders else "")
            return "\n".join(filter(None, (told, _shut_in(game, seat), _free_move(game, seat))))
    return captives.outlook(game, seat)


def _heirs_in_danger(game: Kingmaker, seat: str) -> str:
    """Say where the most promising of a seat's heirs in danger is, with the others there; "" for none in danger."""
    outlook = Outlook(views.view(game, seat), seat, Random(0))
    for at in dict.fromkeys(heir.at for heir in outlook.wards):
        if peril := outlook.danger(at):
            heirs = [names.heir(game, heir.id) for heir in outlook.wards if heir.at == at]
            return f"{join_words(heirs)}, {locations.say(game, at)}: {peril}."
    return ""


def _shut_in(game: Kingmaker, seat: str) -> str:
    """Say which nobles of a seat cannot move as they are besieged [BASE-SGE-6]; "" for none."""
    at = dict.fromkeys(game.noble(noble).at for noble in forces.nobles_of(game, seat))
    told = []
    for here in (here for here in at if locations.kind(here) == "inside" and sites.under_siege(game, here)):
        inside = forces.nobles_at(game, here, seat)
        are = "is" if len(inside) == 1 else "are"
        told.append(f"{names.cards(game, inside)} {are} besieged in {locations.short(game, here)} and cannot move.")
    return " ".join(told)


def _harmless(game: Kingmaker, seat: str) -> str:
    """Say that a seat could attack nobody if its Movement phase ended now; "" if it could."""
    able = any(True for _ in combat.offers(game, seat))
    return "" if able else "If you ended Movement now, you could attack nobody and no place this turn."


def _free_move(game: Kingmaker, seat: str) -> str:
    """Say that a seat keeps a card that lets somebody move again [BASE-EVT-14]; "" if it does not."""
    kept = riding.serves(game, "extra_move") and piles.kept(game, seat, "free_move")
    return "With your card “Free move” a force or a ship that has moved may move once more." if kept else ""


def _chancery(game: Kingmaker) -> str:
    """Say what Parliament would give out, as far as everybody knows it."""
    if not game.state.chancery:
        return "Nothing lies in the Chancery, so there is nothing for Parliament to give out."
    what = counted(len(game.state.chancery), "card")
    if views.view(game, "").chancery is not None:
        what = names.cards(game, awards.ordered(game))
    return f"Parliament gives out what lies in the Chancery: {what}."


MUCH = 3
"""Fortresses of a noble that are worth a word beside each of several attacks."""


def at_stake(game: Kingmaker, nobles: Sequence[str]) -> str:
    """Say what a player loses with each of some nobles who die: cards and fortresses, by name where it is one noble."""
    lost: dict[str, list[str]] = {}
    for noble in nobles:
        if things := _lost_with(game, noble, len(nobles) > 1):
            lost.setdefault(things, []).append(names.card(game, noble))
    said = [
        f"{join_words(dead, 'or')} {'' if place else 'dies you lose '}{things}"
        for place, (things, dead) in enumerate(lost.items())
    ]
    return f"If {'; if '.join(said)}." if said else ""


def much_dies(game: Kingmaker, noble: str) -> bool:
    """Tell whether an office or many fortresses are lost with a noble."""
    return bool(game.noble(noble).office) or _walls_of(game, noble) >= MUCH


def _walls_of(game: Kingmaker, noble: str) -> int:
    """Return the number of fortresses that are nobody's once a noble dies."""
    cards = forces.belongings(noble, game.noble(noble))
    return sum(noble == one.noble if one.noble else one.by in cards for one in game.state.control.values())


def _lost_with(game: Kingmaker, noble: str, many: bool) -> str:
    """Return in words what dies with a noble besides his own men; where `many` nobles may die, several in numbers.

    Troops who go home after the attack in any case are not lost with him.
    """
    cards, walls = forces.belongings(noble, game.noble(noble)), _walls_of(game, noble)
    cards = [card for card in cards if not forces.serves_once(game, card)]
    others = [names.card(game, card) for card in cards if card != noble]
    lost = [counted(len(others), "card")] if many and len(others) > 1 else others
    held = counted(walls, "fortress", "fortresses")
    if not walls or not lost or many:
        lost += [held] if walls else []
        return join_words(lost) if lost else ""
    return f"{join_words(lost)}, and with {'that' if len(lost) == 1 else 'them'} {held}"


def brings(game: Kingmaker, card: Card) -> str:
    """Return what a card gives to whoever has it: men, votes, and the ships of an office."""
    ships = card.ships if isinstance(card, OfficeCard) else ()
    parts = (
        f"{card.strength} men" if card.strength else "",
        _bonus(game, card),
        f"{counted(card.commons, 'vote')} in the Commons" if card.commons else "",
        f"{counted(card.lords, 'vote')} in the Lords" if card.lords else "",
        f"the ship{'s' * (len(ships) > 1)} {join_words(names.thing(game, ship) for ship in ships)}" if ships else "",
    )
    return ", ".join(part for part in parts if part)


def _bonus(game: Kingmaker, card: Card) -> str:
    """Return the men that a card gives in one part of the country alone; "" for none."""
    if not isinstance(card, OfficeCard | BishopCard) or not card.bonus:
        return ""
    more = " more" if card.strength else ""
    return f"{card.bonus}{more} men {forces.area_words(game, card.bonus_area)}"


# ---------------------------------------------------------------------- votes


def _of_a_vote(game: Kingmaker, seat: str) -> Iterator[str]:
    session = sitting(game)
    yield from _consequences(game, session)
    others = [tally for other, tally in session.tallies.items() if other != seat]
    theirs = HouseVotes(sum(one.commons for one in others), sum(one.lords for one in others))
    houses = "the Commons" if session.commons_only else "both Houses"
    yield f"It passes with more ayes than nays in {houses}; a tie fails."
    together = f"{theirs.commons}" if session.commons_only else f"{theirs.lords} and {theirs.commons}"
    yield f"You have {_cast(session, session.tallies[seat])}; all others together have {together}."
    yield from _so_far(game, session, seat)


def _cast(session: Session, tally: HouseVotes) -> str:
    if session.commons_only:
        return f"{counted(tally.commons, 'vote')} in the Commons"
    return f"{counted(tally.lords, 'vote')} in the Lords and {tally.commons} in the Commons"


def _so_far(game: Kingmaker, session: Session, seat: str) -> Iterator[str]:
    """Say who has voted and, where the table votes openly or a rule sets the ballot, how."""
    shown = session.shown_ballots(game) | {one: session.ballots[one] for one in session.set_ballots}
    told = [f"{{{one}}} {ballot}" for one, ballot in shown.items() if one != seat]
    silent = [f"{{{one}}}" for one in session.ballots if one != seat and one not in shown]
    missing = [f"{{{one}}}" for one in ballots.voters(session) if one != seat and one not in session.ballots]
    if told:
        yield f"Ballots so far: {', '.join(told)}."
    if silent:
        yield f"{join_words(silent)} {'has' if len(silent) == 1 else 'have'} voted; all ballots are shown at the end."
    if missing:
        yield f"The vote ends when {join_words(missing)} {'has' if len(missing) == 1 else 'have'} voted, too."


def _consequences(game: Kingmaker, session: Session) -> Iterator[str]:
    """Say what comes of a vote for whom, and what follows it, by the step that has asked for it."""
    match game.state.steps[-2]:
        case Award() as step:
            yield from _of_an_award(game, session, step)
        case RoundWithVotes() as step:
            yield from _of_a_round(game, session, step)
        case SupportMotions(moved=king):
            yield f"If it passes, {names.monarch(game, king)} counts as the only King as long as there are two."
        case Accusations(accused=king, mover=mover):
            yield f"If it passes, {names.heir(game, king)} is King no more, and stands last in the line of succession."
            yield f"If it fails, {names.card(game, mover)} loses the other King, their title and their office."
        case PassingOn(card=card, noble=noble):
            yield f"If it passes, {_goes(game, card, noble)} If not, it stays where it is."
        case ShipsComeBack():
            yield "If it passes, the ships come back to their home ports."


def _goes(game: Kingmaker, card: str, noble: str) -> str:
    worth = brings(game, game.catalog.cards[card])
    owner = game.noble(noble).faction
    becomes = "becomes" if isinstance(game.catalog.cards[card], TitleCard | OfficeCard) else "gets"
    return f"{names.card(game, noble)} ({{{owner}}}) {becomes} {names.card(game, card)}{f': {worth}' if worth else ''}."


def _of_an_award(game: Kingmaker, session: Session, step: Award) -> Iterator[str]:
    proposer = session.proposers[step.turn].seat
    asked = "" if game.noble(session.proposed).faction == proposer else " They may decline it."
    yield f"If it passes, {_goes(game, session.card, session.proposed)}{asked}"
    if left := session.proposers[step.turn + 1 :]:
        yield f"If it fails, {{{left[0].seat}}} may propose a noble next, {RIGHTS[left[0].right]}."
    else:
        yield f"If it fails, {names.card(game, session.card)} stays in the Chancery."
    yield _next_cards(game, step.cards[1:])


def _of_a_round(game: Kingmaker, session: Session, step: RoundWithVotes) -> Iterator[str]:
    yield f"If it passes, {_goes(game, session.card, session.proposed)}"
    yield f"If it fails, {names.card(game, session.card)} stays in the Chancery for now."
    yield _next_cards(game, step.cards[1:])


def _next_cards(game: Kingmaker, cards: list[str]) -> str:
    if not cards:
        return "It is the last card."
    more = f", and {len(cards) - 1} more after it" if len(cards) > 1 else ""
    return f"Next comes {names.card(game, cards[0])}{more}."
