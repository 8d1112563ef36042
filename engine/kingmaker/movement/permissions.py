"""Permissions to use another faction's places, and the guests who are there by them (rules 7.5)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import msgspec

from engine.core.actions import Action, Choice, Draft, Field, Listing, Offer, Proposal, Request, Start, distinct
from engine.core.errors import Illegal
from engine.core.game import cached_by_options, cached_while_waiting
from engine.core.text import capital, join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Grant, Purpose
from engine.kingmaker.ships import harbours, shipping

PURPOSES: dict[Purpose, str] = {
    "enter": "go inside or pass through",
    "enter_port": "sail ships into the port of",
    "leave_port": "sail ships out of the port of",
    "board": "go aboard",
}
"""What a permission is for, in words that follow 'may' and stand before the name of the place or the ship."""

RULES: dict[str, tuple[str, dict[str, str]]] = {
    "enter": (
        "passage_permission",
        {"grant": "BASE-MOV-7", "never": "WBC-C14", "garrison_alliance": "COV-8.2.4"},
    ),
    "enter_port": ("port_entry_permission", {"grant": "BASE-SEA-5", "never": "WBC-C19.3"}),
    "leave_port": ("port_exit_permission", harbours.LEAVE_RULES),
    "board": ("ship_guests", {"never": "BASE-SEA-2", "grant": "COV-8.6.7"}),
}
"""For each purpose the option that rules it, and the rules that stand for its values."""


class Ask(Action, frozen=True):
    """Ask the controller of a place, or the master of a ship, for a permission; moves go on meanwhile."""

    site: str
    purpose: Purpose


class Allow(Action, frozen=True):
    """Let a seat use a place or ship of one's own, until the end of its running or else its next Movement phase."""

    site: str
    """The place or ship."""

    seat: str
    """The seat."""

    purpose: Purpose
    """The uses that it allows."""


class Refuse(Action, frozen=True):
    """Decline a permission that a seat has asked for."""

    site: str
    purpose: Purpose


class PutOut(Action, frozen=True):
    """Put guests inside one's own places into the open, at the start of one's Movement phase (D23)."""

    nobles: list[str]


def rule_of(game: Kingmaker, purpose: str) -> str:
    """Return the rule that a permission rests on."""
    option, rules = RULES.get(purpose, RULES["enter"])
    return rules[str(game.option(option))]


def barred(game: Kingmaker, purpose: str) -> bool:
    """Whether nobody at this table may ever allow something to others [WBC-C14, WBC-C19.3]."""
    return game.option(RULES[purpose][0]) == "never"


class Question(msgspec.Struct):
    """A permission that the active seat has asked for; it stays open until it is answered or the phase ends."""

    site: str
    """The place or ship."""

    purpose: Purpose
    """Its use."""

    refused: bool = False
    """Whether its owner has refused."""


def owner_of(game: Kingmaker, site: str) -> str:
    """Return the seat that gives permissions for a place or a ship: its controller or master; "" if nobody does."""
    return cards.ship_master(game, site) if site in game.state.ships else sites.controller(game, PlaceId(site))


def where(game: Kingmaker, purpose: Purpose, site: str) -> str:
    """Return a permission in words that follow 'may': 'go inside York or pass through it', 'go aboard Le Swan'."""
    if purpose == "enter":
        return f"go inside {name(game, site)} or pass through it"
    return f"{PURPOSES[purpose]} {name(game, site)}"


def name(game: Kingmaker, site: str) -> str:
    """Return the name of a place or a ship."""
    return names.thing(game, site) if site in game.catalog.ships else names.place(game, PlaceId(site))


def _track(game: Kingmaker, site: str) -> str:
    return game.ship(site).at if site in game.state.ships else locations.inside(PlaceId(site))


# ---------------------------------------------------------------------- what can be permitted


def check_useful(game: Kingmaker, site: str, to: str, purpose: str) -> None:
    """Raise Illegal unless a seat could use a permission for a site, or a ship, of another faction (rules 7.5)."""
    owner = owner_of(game, site)
    if not owner or owner == to:
        reason = "You can ask for permission only to use another faction's fortress or ship."
        raise Illegal(reason, rule_of(game, purpose))
    if to not in game.state.seats or game.faction(to).gone:
        raise Illegal("Choose a seat that is in the game.", "BASE-MOV-7")
    if purpose not in PURPOSES:
        raise Illegal(
            lambda: f"You can give permission to {', to '.join(PURPOSES.values())}; choose one of these.", "BASE-MOV-7"
        )
    if barred(game, purpose):
        reason = "At this table nobody may let others into their places or ports."
        raise Illegal(reason, rule_of(game, purpose))
    if (purpose == "board") != (site in game.state.ships):
        raise Illegal("Permission to go aboard is for a ship; any other permission is for a place.", "BASE-SEA-2")
    if _has(game, site, to, purpose):
        raise Illegal(lambda: f"{{{to}}} has that permission for {name(game, site)} already.", rule_of(game, purpose))
    if not _fits(game, purpose, site, to):
        raise Illegal(lambda: f"{name(game, site)} {UNFIT[purpose]}.", rule_of(game, purpose))


def _has(game: Kingmaker, site: str, to: str, purpose: str) -> bool:
    if purpose == "board":
        return shipping.lets_aboard(game, site, to)
    return sites.granted(game, PlaceId(site), to, purpose)


def _fits(game: Kingmaker, purpose: str, site: str, to: str) -> bool:
    """Whether a permission for a purpose makes sense at a site: could a seat go in, enter or leave the port, board?"""
    match purpose:
        case "enter":
            return site not in game.state.sieges or (site in game.catalog.ports and sites.open_by_sea(game))
        case "enter_port":
            return site in game.catalog.ports and not sites.declared(game)
        case "leave_port":
            lying = [] if sites.declared(game) else _in_port(game).get(locations.port(PlaceId(site)), [])
            return any(cards.ship_master(game, ship) == to and harbours.needs_leave(game, to, ship) for ship in lying)
        case _:
            quay = locations.square_of(game.ship(site).at)
            return bool(quay) and any(locations.square_of(game.noble(n).at) == quay for n in forces.nobles_of(game, to))


@cached_while_waiting
def _in_port(game: Kingmaker) -> dict[str, list[str]]:
    """Return the ships by where they are."""
    lying: dict[str, list[str]] = {}
    for ship, counter in game.state.ships.items():
        lying.setdefault(counter.at, []).append(ship)
    return lying


UNFIT = {
    "enter": "is under siege, and nobody can go in",
    "enter_port": "has no port, or opens only as a whole",
    "leave_port": "holds no ship that needs permission to go, or opens only as a whole",
    "board": "is not in a port where that player's nobles could go aboard",
}


def useful(game: Kingmaker, site: str, to: str) -> Iterator[Purpose]:
    """Yield the purposes for which a seat could use a permission."""
    if owner_of(game, site) in ("", to) or to not in game.state.seats or game.faction(to).gone:
        return
    afloat = site in game.state.ships
    for purpose in _permitted(game):
        fits = (purpose == "board") == afloat and _fits(game, purpose, site, to)
        if fits and not _has(game, site, to, purpose):
            yield purpose


@cached_by_options
def _permitted(game: Kingmaker) -> list[Purpose]:
    """Return the purposes for which this table knows permissions at all."""
    return [purpose for purpose in PURPOSES if not barred(game, purpose)]


# ---------------------------------------------------------------------- asking


def check_ask(game: Kingmaker, questions: Sequence[Question], seat: str, order: Ask) -> None:
    """Raise Illegal unless the mover may ask for a permission now."""
    if order.site not in game.catalog.places and order.site not in game.state.ships:
        raise Illegal("Choose a place or a ship on the map.", "BASE-MOV-7")
    for question in questions:
        if (question.site, question.purpose) == (order.site, order.purpose):
            said = "refused that in this phase" if question.refused else "not answered that yet; wait for the answer"
            raise Illegal(f"{{{owner_of(game, order.site)}}} has {said}.", rule_of(game, order.purpose))
    check_useful(game, order.site, seat, order.purpose)


def ask(game: Kingmaker, questions: Sequence[Question], seat: str, order: Ask) -> Question:
    """Put a question to the controller of a place (D21)."""
    check_ask(game, questions, seat, order)
    owner, track = owner_of(game, order.site), [_track(game, order.site)]
    text = f"{{{seat}}} asks {{{owner}}} for permission to {where(game, order.purpose, order.site)}."
    game.emit("asked", text, about=[order.site], track=track, rule=rule_of(game, order.purpose))
    return Question(order.site, order.purpose)


def ask_offer(game: Kingmaker, questions: Sequence[Question], seat: str) -> list[Offer]:
    """Offer to ask for the permissions that are worth asking for."""
    asked = {(question.site, question.purpose) for question in questions}

    def purposes(site: str) -> Iterator[Purpose]:
        return (purpose for purpose in useful(game, site, seat) if (site, purpose) not in asked)

    def worthwhile() -> Iterator[str]:
        foreign = [site for site, control in game.state.control.items() if control.seat != seat]
        if _permitted(game) == ["leave_port"]:
            foreign = [site for site in foreign if locations.port(site) in _in_port(game)]
        afloat = game.state.ships if "board" in _permitted(game) else ()
        return (site for site in (*foreign, *afloat) if next(purposes(site), None) is not None)

    if next(worthwhile(), None) is None:
        return []
    fields = (
        Field("site", "Which place or ship?", lambda _: _site_choices(game, worthwhile())),
        Field("purpose", "What for?", lambda d: _purpose_choices(game, d["site"], purposes(d["site"]))),
    )
    return [Offer(Ask, "Ask to use somebody's castle or ship", fields, says="Ask permission: {purpose}")]


def _site_choices(game: Kingmaker, places_or_ships: Iterable[str]) -> Sequence[Choice]:
    return Listing(
        sorted(places_or_ships, key=partial(name, game)),
        lambda site: Choice(site, name(game, site), f"{{{owner_of(game, site)}}}'s"),
    )


def _purpose_choices(game: Kingmaker, site: str, purposes: Iterable[Purpose]) -> list[Choice]:
    return [Choice(purpose, capital(where(game, purpose, site))) for purpose in purposes]


# ---------------------------------------------------------------------- answering


def waiting(game: Kingmaker, questions: Sequence[Question], seat: str) -> Iterator[tuple[str, list[Question]]]:
    """Give every controller with the questions of `seat` that wait for his answer."""
    still = [q for q in questions if not q.refused and q.purpose in useful(game, q.site, seat)]
    for owner in dict.fromkeys(owner_of(game, question.site) for question in still):
        yield owner, [question for question in still if owner_of(game, question.site) == owner]


def answer_request(game: Kingmaker, owner: str, questions: list[Question], seat: str) -> Request:
    """Ask a controller about the permissions that the mover wants (D21)."""
    wishes = join_words(where(game, q.purpose, q.site) for q in questions)
    prompt = f"{{{seat}}} asks your permission to {wishes}. It lasts until this Movement phase ends, and "
    prompt += "no rule lets you end it earlier."

    def places(_: Draft) -> Sequence[Choice]:
        return _site_choices(game, dict.fromkeys(question.site for question in questions))

    def purposes(draft: Draft) -> list[Choice]:
        return _purpose_choices(game, draft["site"], [q.purpose for q in questions if q.site == draft["site"]])

    site, purpose = Field("site", "Which place or ship?", places), Field("purpose", "What for?", purposes)
    grantee = Field("seat", "To whom?", lambda _: [Choice(seat, f"{{{seat}}}")])
    offers = (
        Offer(Allow, "Allow it", (site, grantee, purpose), says="Allow it"),
        Offer(Refuse, "Refuse", (site, purpose), says="Refuse"),
    )
    first, about = questions[0], tuple(f"{q.site} {q.purpose}" for q in questions)
    return Request(owner, "D21", prompt, offers, lambda: Refuse(first.site, first.purpose), together=True, about=about)


def proposals(game: Kingmaker, questions: Sequence[Question], owner: str) -> Iterator[Proposal]:
    """Yield what the mover asks of a controller (D21), with his answers."""
    mover = game.active
    for question in dict(waiting(game, questions, mover)).get(owner, []):
        asked_for = where(game, question.purpose, question.site)
        leave = {"site": question.site, "seat": mover, "purpose": question.purpose}
        asked = {"site": question.site, "purpose": question.purpose}
        key = f"{question.purpose}-{question.site}"
        yield Proposal(
            f"leave-{mover}-{key}",
            name(game, question.site),
            f"{{{mover}}} asks your permission to {asked_for}.",
            f"If you allow it, {{{mover}}} has permission until the end of this Movement phase, "
            "and no rule lets you end it earlier. "
            "Until then it is forbidden.",
            (Start(f"allow-{key}", "Allow", Allow, leave), Start(f"refuse-{key}", "Refuse", Refuse, asked)),
            waits=True,
            by=mover,
        )


def check_answer(game: Kingmaker, questions: Sequence[Question], seat: str, order: Allow | Refuse) -> Question:
    """Return the mover's question to `seat` that an order answers; raises Illegal if there is none."""
    mover = game.active
    to = order.seat if isinstance(order, Allow) else mover
    for question in dict(waiting(game, questions, mover)).get(seat, []):
        if (question.site, question.purpose, mover) == (order.site, order.purpose, to):
            return question
    raise Illegal("First answer the request; then you can give other permissions.", rule_of(game, order.purpose))


def refuse(game: Kingmaker, seat: str, question: Question) -> None:
    """Decline a permission for the rest of the phase."""
    question.refused = True
    text = f"{{{seat}}} refuses {{{game.active}}} permission to {where(game, question.purpose, question.site)}."
    game.emit("refused", text, about=[question.site], rule=rule_of(game, question.purpose))


# ---------------------------------------------------------------------- allowing


def check_allow(game: Kingmaker, seat: str, order: Allow) -> None:
    """Raise Illegal unless a seat may give a permission for a place or a ship."""
    known = order.site in game.catalog.places or order.site in game.state.ships
    if not known or owner_of(game, order.site) != seat:
        reason = "You can give permission only to use a fortress or a ship that you control."
        raise Illegal(reason, rule_of(game, order.purpose))
    check_useful(game, order.site, order.seat, order.purpose)


def allow(game: Kingmaker, seat: str, order: Allow) -> None:
    """Give leave; it cannot be taken back."""
    check_allow(game, seat, order)
    game.state.grants.append(Grant(order.site, seat, order.seat, order.purpose))
    now = game.active == order.seat and game.state.turn.phase in ("event", "movement")
    until = "" if now else "next "
    text = f"{{{seat}}} gives {{{order.seat}}} permission to {where(game, order.purpose, order.site)} until the"
    text += f" end of {{{order.seat}}}'s {until}Movement phase."
    track = [_track(game, order.site)]
    game.emit("allowed", text, about=[order.site], track=track, rule=rule_of(game, order.purpose))


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to give permissions in advance."""
    mine = [*sites.held_by(game, seat), *shipping.ships_of(game, seat)]

    def own() -> Iterator[str]:
        return (site for site in mine if next(_grantees(game, seat, site), None) is not None)

    def choices(_: Draft) -> Sequence[Choice]:
        return Listing(sorted(own(), key=partial(name, game)), lambda site: Choice(site, name(game, site)))

    def purposes(draft: Draft) -> list[Choice]:
        site = draft["site"]
        return [Choice(purpose, where(game, purpose, site)) for purpose in useful(game, site, draft["seat"])]

    if next(own(), None) is None:
        return []
    fields = (
        Field("site", "For which place or ship?", choices),
        Field("seat", "To whom?", lambda d: [Choice(to, f"{{{to}}}") for to in _grantees(game, seat, d["site"])]),
        Field("purpose", "What for?", purposes),
    )
    said = "Give {seat} leave to {purpose}"
    return [Offer(Allow, "Let others use a castle or ship", fields, lambda: LASTS, seldom=True, says=said)]


LASTS = "It lasts until the end of that player's next Movement phase, and no rule lets you end it earlier."
"""How long a permission lasts that is given in advance."""


def _grantees(game: Kingmaker, seat: str, site: str) -> Iterator[str]:
    """To whom a seat can give a permission for a place or a ship."""
    return (to for to in game.clockwise() if to != seat and next(useful(game, site, to), None) is not None)


def expire(game: Kingmaker, seat: str) -> None:
    """End the permissions of a seat whose Movement phase is over."""
    game.state.grants = [grant for grant in game.state.grants if grant.to != seat]


# ---------------------------------------------------------------------- guests


def guests(game: Kingmaker, seat: str) -> list[str]:
    """Return the guests whom a seat may put out of its places: not besieged, no garrison allies (RULING 37).

    Those leave by their own will alone, or when they are expelled [COV-8.5.2].
    """
    if sites.declared(game):
        return []
    free = [place for place in sites.held_by(game, seat) if place not in game.state.sieges]
    inside = [noble for place in free for noble in forces.nobles_at(game, locations.inside(place))]
    return [noble for noble in inside if game.noble(noble).faction != seat]


def put_out(game: Kingmaker, seat: str, order: PutOut) -> None:
    """Put guests into the open beside the place."""
    if not order.nobles or not distinct(order.nobles):
        raise Illegal("Name the guests who must leave, each once.", "BASE-MOV-7")
    if not set(order.nobles) <= set(guests(game, seat)):
        raise Illegal("You can put out only guests inside your own places that are not under siege.", "BASE-MOV-7")
    for noble in order.nobles:
        at = game.noble(noble).at
        outside = locations.open_in(locations.square_of(at))
        forces.place_at(game, noble, outside)
        text = f"{{{seat}}} puts {forces.words(game, [noble])} out of {names.place(game, locations.place_of(at))}."
        game.emit("expelled", text, about=[noble], track=[at, outside], rule="BASE-MOV-7")


def put_out_offer(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to put guests out."""
    able = guests(game, seat)

    def left(draft: Draft) -> list[Choice]:
        picked = draft.get("nobles", [])
        return [
            Choice(noble, names.card(game, noble), locations.say(game, game.noble(noble).at))
            for noble in able
            if noble not in picked
        ]

    return [Offer(PutOut, "Put guests out", (Field("nobles", "Who must leave?", left, many=True),))] if able else []
