"""What a seat is likely to do next, with what comes of it: knights and lords to place, ballots, answers (rules 6 to 8).

The order is that of the courtier, who sees no more than the seat does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from engine.core import drafts
from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Prospect, Request
from engine.core.text import counted, join_words
from engine.lancaster import courtier
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.common.building import Extend
from engine.lancaster.common.nobles import Invite
from engine.lancaster.common.upgrading import Upgrade
from engine.lancaster.outlook import Outlook
from engine.lancaster.parliament.choices import Buy
from engine.lancaster.parliament.voting import Vote, Voting
from engine.lancaster.placing import conflicts, counties, lords, privileges
from engine.lancaster.placing.favours import TakeFavour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.placing.treasury import Claim
from engine.lancaster.rewards.counties import March, Reap
from engine.lancaster.sequence.setup import ChooseTile
from engine.lancaster.views import view

Offers = Mapping[type[Action], Offer]


MOST = 12
"""Answers to a question that are listed; where there are more the others stand in its form."""


class Settled(Random):
    """Leaves nothing to chance: of what is worth the same the courtier takes the first."""

    def random(self) -> float:
        """Return 0."""
        return 0.0


def prospects(game: Lancaster, seat: str) -> Sequence[Prospect]:
    """Return what a seat is likely to do, that first which a courtier would do by what the seat sees."""
    asked = [request for request in game.top.requests(game) if request.seat == seat] if game.top else []
    offers: dict[type[Action], Offer] = {offer.action: offer for request in asked for offer in request.offers}
    if Place in offers or Court in offers:
        return list(_placements(game, seat, offers))
    if Vote in offers:
        return list(_ballots(game, seat, asked[0], offers[Vote]))
    return list(_usual(game, seat, asked[0], offers)) if asked else ()


def _answer(game: Lancaster, seat: str, request: Request, offer: Offer) -> Action | None:
    """Return the courtier's answer to an offer by what the seat sees; None where he leaves it."""
    deed = courtier.DEEDS.get(offer.action)
    return deed(courtier.Asked(Outlook(view(game, seat), seat), request, offer, Settled())) if deed else None


def _usual(game: Lancaster, seat: str, request: Request, offers: Offers) -> Iterator[Prospect]:
    """Yield the answers to a question, first what a courtier would say; where he leaves it, that it is left."""
    known = next((offer for offer in offers.values() if offer.action in courtier.DEEDS), None)
    if known is None:
        return
    usual = _answer(game, seat, request, known)
    if usual is None and Pass in offers:
        yield Prospect(Pass(), offers[Pass].label, offers[Pass].hint, offers[Pass].label)
    others: Iterable[Action] = ()
    if not any(field.many and field.least for field in known.fields):
        others = (drafts.build(known, draft) for draft in islice(drafts.every(known, _none), MOST))
    for action in _answers(usual, others):
        words, told = _said(known, action, alone=len(offers) == 1)
        yield Prospect(action, words, told, _button(game, action) or words, likely=action == usual)


def _none(field: Field, draft: Draft, found: Sequence[Choice]) -> str:
    """Pick nothing for a list."""
    return ""


def _answers(usual: Action | None, others: Iterable[Action]) -> Iterator[Action]:
    """Yield the usual answer, then the others, but no favour that is left unused: its form has that."""
    yield from [usual] if usual is not None else []
    left = (action for action in others if action != usual)
    yield from (action for action in left if not (isinstance(action, TakeFavour) and action.effect))


def _button(game: Lancaster, action: Action) -> str:
    """Return what the button of an answer says; "" where its words are short enough."""
    match action:
        case TakeFavour(tile=tile, effect=effect):
            said = FAVOURS.get(game.catalog.favours[tile].kind) or names.favour(game, tile)
            return f"{said}, unused" if effect else said.capitalize()
        case Invite(county=letter):
            return f"Take {game.catalog.counties[letter].name}"
        case Upgrade(what="bishop"):
            return "A bishop"
        case Upgrade(what=knight):
            strength = game.knight(knight).strength
            return f"{strength} to {strength + 1}: {names.spot(game, game.knight(knight).at)}"
        case ChooseTile(tile=tile) | Extend(tile=tile):
            return game.catalog.castle[game.catalog.tiles[tile].space].name
        case Claim(good=good):
            return names.amount(good, game.state.treasury.get(good, 0))
        case Reap(take=take):
            return REAPED[take]
        case Buy(times=times):
            return f"Pay {'once' if times == '1' else f'{times} times'}"
        case March(to=card):
            return names.spot(game, f"conflict:{card}")
        case _:
            return ""


FAVOURS = {"upgrade": "an upgrade", "noble": "a noble"}
"""What the button of a favour says that is no amount of goods."""

REAPED = {"noble": "The noble", "reward": "The reward", "both": "Both", "nothing": "Nothing"}
"""What the button of an answer about a county says."""


def _said(offer: Offer, action: Action, *, alone: bool) -> tuple[str, str]:
    """Return an answer in words with its outlook; an answer offered `alone` is not named."""
    draft = {field.name: getattr(action, field.name) for field in offer.fields}
    said = {field.name: ", ".join(labels) for field, labels in drafts.said(offer, draft) if labels}
    answers = "; ".join(said.values())
    asked = [field for field, _ in drafts.said(offer, draft) if not field.many and draft[field.name]]
    chosen = [choice for field in asked for choice in field.choices(draft) if choice.value == draft[field.name]]
    words = answers if answers and alone else f"{offer.label}: {answers}" if answers else offer.label
    words = drafts.sentence(offer, said) or words
    return words, "; ".join(choice.hint for choice in chosen if choice.hint) or offer.hint


# ---------------------------------------------------------------------- placing knights and lords


def _placements(game: Lancaster, seat: str, offers: Offers) -> Iterator[Prospect]:
    """Yield the best way to place a token on each space; privileges come along in the best of all only.

    Where else they help is another question.
    """
    thought = courtier.ideas(Outlook(view(game, seat), seat), offers)
    seen: set[tuple[type[Action], str]] = set()
    for place, idea in enumerate(sorted(thought, key=lambda idea: -idea.worth)):
        action = idea.action()
        if not isinstance(action, Place | Court) or (place and isinstance(action, Place) and action.bring):
            continue
        if (type(action), action.to) not in seen:
            seen.add((type(action), action.to))
            yield _placement(game, action) if isinstance(action, Place) else _application(game, seat, action)


def _application(game: Lancaster, seat: str, action: Court) -> Prospect:
    house = lords.house_of(game, seat, action)
    whose, total = "Your ally's lord" if game.is_ally(house) else "Your lord", lords.total_of(game, action)
    if action.to == spots.TREASURY:
        lying = " or ".join(names.amount(good, number) for good, number in game.state.treasury.items() if number)
        told = f"you take {lying}" if lying else "nothing lies there"
        return Prospect(action, f"{whose} goes to the treasury", told, "Treasury")
    office, present = game.catalog.offices[action.to], game.state.stacks.get(action.to)
    brought = lords.support(game, action)
    brings = names.office(game, action.to, ally=game.is_ally(house), last=game.last_round)
    does = [f"brings {brings}", *([] if game.is_ally(house) else [f"you pay {names.amounts(office.tribute)}"])]
    if present is not None:
        does.append(
            f"you expel {names.house(game, present.house)}'s lord, whose total is {lords.total(game, action.to)}"
        )
    does.append(f"a total of {total + 1} expels yours")
    words = f"{whose}{f' with {join_words(brought)}' if brought else ''} applies to be {office.name}"
    return Prospect(action, words, "; ".join(does), f"Apply: {office.name.split()[-1]}")


def _placement(game: Lancaster, action: Place) -> Prospect:
    knight = game.knight(action.knight)
    whose = "Your ally's" if game.is_ally(knight.house) else "Your"
    squires = int(action.squires or 0)
    brought = [names.privilege(game, kind) for kind in action.bring]
    if squires:
        have = game.player(game.seat_of(knight.house)).squires
        brought.append(f"{squires} of your {names.amount('squires', have)}")
    along = f" with {join_words(brought)}" if brought else ""
    where = names.spot(game, action.to)
    to = f"{whose[:1].lower()}{whose[1:]} castle ({where})" if spots.kind(action.to) == "castle" else where
    words = f"{whose} strength-{knight.strength} knight{along} to {to}"
    total = knight.strength + squires + privileges.strength(game, action.bring)
    return Prospect(action, words, _comes_of(game, action, total), where)


def _comes_of(game: Lancaster, action: Place, total: int) -> str:
    name = spots.name(action.to)
    match spots.kind(action.to):
        case "county":
            holder, held = game.state.counties[name].house, counties.total(game, name)
            expelled = f"; you expel {names.house(game, holder)}'s total of {held}" if holder else ""
            brings = f"{names.reward(game, name)}, or {names.noble(game, name)}"
            kept = "nobody can expel yours" if "shield" in action.bring else f"a total of {total + 1} expels yours"
            return f"{brings}; {kept}{expelled}"
        case "conflict":
            printed = game.catalog.conflicts[name]
            missing = printed.strength - sum(conflicts.totals(game, name)) - total
            then = f"then needs {missing} more strength to win" if missing > 0 else "is then strong enough to win"
            favour = "you take a favour of the king now; " if game.state.favours else ""
            return f"{favour}England {then}"
        case "castle":
            return f"it {names.brings(game, name)}"
        case _:
            return ""


# ---------------------------------------------------------------------- ballots


def _ballots(game: Lancaster, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yes and no to each law, with the votes that it counts; first what a courtier would say.

    Where that has markers the other side follows, so that both are seen where only two have room.
    """
    voting = game.top
    if not isinstance(voting, Voting):
        return
    usual = _answer(game, seat, request, offer)
    first = usual if isinstance(usual, Vote) else None
    laws = voting.missing(game, seat)
    alone = len(laws) == 1
    for law in laws:
        its = first if first is not None and first.law == law else None
        spends = its is not None and its.markers != "0"
        if its is not None and spends:
            number = int(its.markers)
            spent = f"{number} of your {counted(voting.left(game, seat, law), 'marker')}"
            told = f"{number + 1} votes"
            short = f"{its.side.capitalize()} + {counted(number, 'marker')}"
            yield Prospect(its, f"{_says(game, its, alone=alone)} with {spent}", told, short, likely=False)
        wanted = its.side if its is not None else str(game.option("default_ballot"))
        for side in sorted(("yes", "no"), key=lambda side: (side == wanted) == spends):
            action = Vote(law, side, "0")
            said = _says(game, action, alone=alone)
            yield Prospect(action, said, "1 vote, without markers", _short(action), likely=False, plain=alone)


def _says(game: Lancaster, ballot: Vote, *, alone: bool) -> str:
    """Return a ballot in words; the question names a law that is voted on `alone`."""
    return f"Vote {ballot.side}" if alone else f"Vote {ballot.side} on {names.law(game, ballot.law)}"


def _short(ballot: Vote) -> str:
    return f"Vote {ballot.side}"
