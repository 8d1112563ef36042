"""Refuge overseas: who needs it, how it is got, and the death of those who stay too long (rules 3.15)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import deaths, locations, names, sieges
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_SQUARE, Location, PlaceId, SquareId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import geography, sites
from engine.kingmaker.board.state import Stay
from engine.kingmaker.overseas import french
from engine.kingmaker.ships import shipping


class Refuge(Action, frozen=True):
    """Play a Refuge card for an overseas square (D22)."""

    place: SquareId


CLOSED_SHORES = ("scotland", "continent")
"""The squares where everybody needs a Refuge card and nobody fights [WBC-V03.6, WBC-V03.16]."""


# ---------------------------------------------------------------------- who needs it, and where


def in_play(game: Kingmaker) -> bool:
    """Whether anybody at this table ever needs a refuge."""
    return "refuge_card" in (game.option("overseas_areas"), game.option("heir_overseas"))


def place_of(game: Kingmaker, noble: str) -> SquareId:
    """Return the overseas square where a noble is, ashore or aboard in its port; "" elsewhere."""
    at = game.noble(noble).at
    return NO_SQUARE if locations.on_mainland(at) else overseas(game, game.shore(at))


def overseas(game: Kingmaker, at: Location) -> SquareId:
    """Return the overseas square of a location; "" on the mainland and at sea [WBC-V03.12]."""
    square = locations.square_of(at)
    return NO_SQUARE if not square or game.catalog.squares[square].kind == "land" else square


def needy(game: Kingmaker, place: SquareId, *, heir: bool) -> bool:
    """Whether a noble needs a refuge to stay in an overseas square, with an heir or without [WBC-V03.14]."""
    areas, others = game.option("overseas_areas"), game.option("heir_overseas")
    is_area = game.catalog.squares[place].kind == "area"
    if is_area and areas == "refuge_card":
        return heir or place in CLOSED_SHORES
    return heir and others == "refuge_card"


def needs(game: Kingmaker, noble: str) -> bool:
    """Whether a noble needs a refuge where he is."""
    place = place_of(game, noble)
    return bool(place) and needy(game, place, heir=bool(forces.heirs_of(game, noble)))


def _stays_of(game: Kingmaker, noble: str) -> list[Stay]:
    """Return the stays of a noble's own seat that cover him."""
    return [stay for stay in game.state.stays if noble in stay.nobles and stay.seat == game.noble(noble).faction]


def sheltered(game: Kingmaker, noble: str) -> bool:
    """Whether a noble is in refuge under a card, out of reach of any Writ [WBC-V03.8]."""
    return any(stay.why == "refuge" for stay in _stays_of(game, noble))


def check_combat(game: Kingmaker, square: SquareId) -> None:
    """Raise Illegal where nobody ever fights [WBC-V03.6]."""
    if square in CLOSED_SHORES and game.option("overseas_areas") == "refuge_card":
        raise Illegal(lambda: f"Nobody fights in {names.square(game, square)}.", "WBC-V03.6")


# ---------------------------------------------------------------------- going there


def check_arrival(game: Kingmaker, seat: str, nobles: Sequence[str], at: Location, fetch: Sequence[str] = ()) -> None:
    """Raise Illegal if nobles, with the heirs they fetch, lack a refuge at a location [WBC-V03.3]."""
    place = overseas(game, at)
    coming = [noble for noble in nobles if place_of(game, noble) != place] if place else []
    heir = bool(fetch) or any(forces.heirs_of(game, noble) for noble in coming)
    if not coming or not needy(game, place, heir=heir):
        return
    fetching = place == french.CONTINENT and french.can_fetch(game, seat)
    if fetching or _opened_now(game, seat, place) is not None or _has_errand(game, seat, coming, place):
        return
    name, who = names.square(game, place), "Nobles with an heir" if heir else "Nobles"
    rule = "WBC-V03.16" if place in CLOSED_SHORES else "WBC-V03.1" if place == "ireland" else "WBC-V03.12"
    raise Illegal(lambda: f"{who} may come to {name} only under a Refuge card; play one for {name} first.", rule)


def _opened_now(game: Kingmaker, seat: str, place: SquareId) -> Stay | None:
    """Return the refuge that a seat has opened in a place in this turn [WBC-V03.4]."""
    for stay in under_cards(game, place):
        if stay.seat == seat == game.active and stay.since == game.state.turn.round:
            return stay
    return None


def under_cards(game: Kingmaker, place: SquareId) -> list[Stay]:
    """Return the refuges under a card in a place: at most one, or two during a renewal [WBC-V03.5]."""
    return [stay for stay in game.state.stays if stay.why == "refuge" and stay.place == place]


def _has_errand(game: Kingmaker, seat: str, coming: Sequence[str], place: SquareId) -> bool:
    """Whether nobles can come to besiege, to attack or to capture an heir (rules 3.15.1b) [WBC-V03.15]."""
    if place in CLOSED_SHORES:
        return False
    shore = locations.open_in(place)
    fit = not all(forces.is_newcomer(game, noble) for noble in coming)
    foes = fit and [noble for noble in forces.nobles_at(game, shore) if game.noble(noble).faction != seat]
    prey = [heir for heir in forces.heirs_at(game, shore) if not game.heir(heir).noble]
    return bool(foes or prey) or any(_is_goal(game, seat, coming, site) for site in game.catalog.squares[place].places)


def _is_goal(game: Kingmaker, seat: str, coming: Sequence[str], site: PlaceId) -> bool:
    """Whether a place can be besieged by those who come, or holds an heir whom they can fetch."""
    if not game.catalog.places[site].fortress:
        return False
    if sites.friendly(game, site, seat):
        return any(not game.heir(heir).noble for heir in forces.heirs_at(game, locations.inside(site)))
    ashore = forces.nobles_at(game, sieges.outside(game, site), seat)
    return forces.total(game, [*coming, *ashore], "attack") >= sieges.required(game, site)


# ---------------------------------------------------------------------- a card is played


def check_card(game: Kingmaker, seat: str, place: SquareId) -> None:
    """Raise Illegal unless a seat may play a Refuge card for a place now [WBC-V03.3, WBC-V03.5]."""
    if not piles.kept(game, seat, "refuge"):
        raise Illegal("You keep no Refuge card.", "WBC-V03.3")
    if (
        place not in game.catalog.squares
        or not overseas(game, locations.open_in(place))
        or not needy(game, place, heir=True)
    ):
        calais = names.square(game, SquareId("calais"))
        raise Illegal(f"That place needs no refuge; choose an island, {calais} or an overseas area.", "WBC-V03.12")
    for stay in under_cards(game, place):
        if stay.seat != seat:
            raise Illegal(
                f"A party of {{{stay.seat}}} is in refuge in {names.square(game, place)} already.", "WBC-V03.5"
            )
    if _opened_now(game, seat, place):
        raise Illegal(lambda: f"You have opened a refuge in {names.square(game, place)} this turn.", "WBC-V03.4")


def may_play(game: Kingmaker, seat: str, place: SquareId) -> bool:
    """Whether `check_card` lets a seat play a Refuge card for a place."""
    return allows(check_card, game, seat, place)


def check_order(game: Kingmaker, seat: str, place: SquareId) -> None:
    """Raise Illegal unless a Refuge card can be of use to a seat in a place in this phase."""
    check_card(game, seat, place)
    if not _within_reach(game, seat, place):
        raise Illegal(
            lambda: f"None of your nobles is in {names.square(game, place)}, or can get there this turn.", "WBC-V03.3"
        )


def _within_reach(game: Kingmaker, seat: str, place: SquareId) -> bool:
    nobles = forces.nobles_of(game, seat)
    if any(place_of(game, noble) == place for noble in nobles):
        return True
    ports = [locations.port(port.place) for port in game.catalog.ports.values() if port.square == place]
    ready = [ship for ship in shipping.ships_of(game, seat) if not game.ship(ship).steps]
    by_sea = (geography.sea_distance(game.ship(ship).at, port) for ship in ready for port in ports)
    squares = {locations.square_of(game.noble(noble).at) for noble in nobles} - {""}
    on_foot = (geography.land_distance(game, square, place) for square in squares)
    return any(far is not None and far <= shipping.STEPS_BY_SEA for far in (*by_sea, *on_foot))


def order(game: Kingmaker, seat: str, action: Refuge) -> None:
    """Play a Refuge card in the Movement phase (D22) [WBC-V03.3]."""
    check_order(game, seat, action.place)
    play(game, seat, action.place)


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer the places for which a Refuge card can be played now."""
    if not piles.kept(game, seat, "refuge"):
        return []

    def able() -> Iterator[SquareId]:
        islands = (square.id for square in game.catalog.squares.values() if square.kind != "land")
        return (place for place in islands if allows(check_order, game, seat, place))

    return [offer(game, able)] if next(able(), None) is not None else []


def offer(game: Kingmaker, places: Callable[[], Iterable[SquareId]]) -> Offer:
    """Offer to play a Refuge card for one of some places, which are looked up when the question is asked."""

    def choices(_: Draft) -> list[Choice]:
        return [Choice(place, game.catalog.squares[place].name) for place in places()]

    return Offer(Refuge, "Play a Refuge card", (Field("place", "For which place?", choices, places=True),))


def play(game: Kingmaker, seat: str, place: SquareId) -> None:
    """Open a refuge, or renew it, for all of the seat who are or come there in this turn [WBC-V03.4, WBC-R01.2]."""
    check_card(game, seat, place)
    card, round_ = piles.kept(game, seat, "refuge")[0], game.state.turn.round
    game.faction(seat).retained.remove(card)
    for stay in under_cards(game, place):
        _end(game, stay)
    until = round_ + (3 if game.option("refuge_turns") == 3 else game.catalog.events[card].turns)  # [WBC-R01.2]
    game.state.stays.append(Stay(place, seat, "refuge", [], round_, until, card))
    text = (
        f"{{{seat}}} plays a Refuge card for {names.square(game, place)}. Whoever is there by the end of this turn may "
    )
    text += f"stay until the Movement phase of round {until}."
    game.emit("refuge", text, about=[card], track=[locations.open_in(place)], rule="WBC-V03.4")
    update_stays(game)


def grant(game: Kingmaker, place: SquareId, seat: str, until: int, card: str) -> None:
    """Let a seat's nobles in a place stay until a round, by the game master's edit."""
    party = [noble for noble in forces.nobles_of(game, seat) if place_of(game, noble) == place]
    for stay in [stay for stay in game.state.stays if (stay.seat, stay.place) == (seat, place)]:
        _end(game, stay)
    _unbind(game, [heir for noble in party for heir in forces.heirs_of(game, noble)])
    why: Literal["refuge", "errand"] = "refuge" if card else "errand"
    game.state.stays.append(Stay(place, seat, why, party, game.turn_of(seat) - 1, until, card))


def annex(game: Kingmaker, square: SquareId, to: SquareId) -> None:
    """Move the refuge of a square that is joined to another place there, unless that place has one already."""
    for stay in under_cards(game, square):
        if not under_cards(game, to):
            stay.place = to
            text = f"{{{stay.seat}}}'s refuge continues in {names.square(game, to)} until the Movement phase of round "
            game.emit("stay", f"{text}{stay.until}.", about=stay.nobles, rule="WBC-C08.1")


# ---------------------------------------------------------------------- who is covered


def update_stays(game: Kingmaker) -> None:
    """Update all stays: drop nobles who have left, add nobles who now need one, and end finished errands.

    A stay belongs to the heirs who came under it: whoever receives one shares its old deadline (RULING 167).
    """
    if not in_play(game):
        return
    for stay in list(game.state.stays):
        _update_stay(game, stay)
    for noble in game.whereabouts.off_mainland:
        if not game.noble(noble).captor and needs(game, noble):
            _settle(game, noble)


def _update_stay(game: Kingmaker, stay: Stay) -> None:
    """Remove nobles who have left; end a stay without nobles, except in the turn in which it opens [WBC-V03.7]."""
    fresh = stay is _opened_now(game, stay.seat, stay.place)
    own = [n for n in forces.nobles_of(game, stay.seat) if place_of(game, n) == stay.place]
    if fresh:
        stay.nobles = own
        _renew(game, stay)
    else:
        _share(game, stay, [noble for noble in stay.nobles if noble in own])
        _follow_heirs(game, stay)
    if game.faction(stay.seat).gone or (not stay.nobles and not fresh):
        _end(game, stay)
    elif not _moving(game, stay.seat):
        _watch_ships(game, stay)
        # An errand is over when no siege of the seat goes on there and its Combat phase has passed [WBC-V03.15].
        fighting = game.active == stay.seat and game.state.turn.phase == "combat"
        if stay.why == "errand" and not stay.until and not fighting and not _besieging(game, stay):
            stay.until = game.turn_of(stay.seat) + 1
    else:
        stay.ship = _has_ship(game, stay)


def _renew(game: Kingmaker, stay: Stay) -> None:
    """Replace a party's other stays by the Refuge card that was played in this turn."""
    party = (stay.seat, stay.place)
    game.state.stays = [one for one in game.state.stays if one is stay or (one.seat, one.place) != party]
    held = {heir: noble for noble in stay.nobles for heir in forces.heirs_of(game, noble)}
    _unbind(game, held)
    stay.heirs = held


def _follow_heirs(game: Kingmaker, stay: Stay) -> None:
    """Bind the nobles who now hold a stay's heirs to it; free those who have left or hold none of them any more."""
    holders = {heir: game.heir(heir).noble for heir in stay.heirs}
    here = [heir for heir, holder in holders.items() if holder and place_of(game, holder) == stay.place]
    stay.heirs = {heir: stay.heirs[heir] for heir in here}
    for heir in here:
        if holders[heir] not in stay.nobles:
            stay.nobles = [*stay.nobles, holders[heir]]
            _tell_receiver(game, stay, heir)
    stay.nobles = [noble for noble in stay.nobles if _covers(game, stay, noble)]


def _covers(game: Kingmaker, stay: Stay, noble: str) -> bool:
    """Whether a noble belongs to a stay: he is in refuge under its card, or must leave when it is over."""
    person = game.state.nobles.get(noble)
    if person is None or person.captor or place_of(game, noble) != stay.place:
        return False
    return (stay.why == "refuge" and person.faction == stay.seat) or _bound(game, stay, noble)


def _bound(game: Kingmaker, stay: Stay, noble: str) -> bool:
    """Whether a noble must leave a place when a stay is over: alone, or for an heir who shares it."""
    heirs = forces.heirs_of(game, noble)
    return needy(game, stay.place, heir=False) or any(heir in stay.heirs for heir in heirs)


def _settle(game: Kingmaker, noble: str) -> None:
    """Give a noble a stay of his own if he needs one, alone or for an heir who has none."""
    heirs = forces.heirs_of(game, noble)
    if needy(game, place_of(game, noble), heir=False) or any(not _has_stay(game, heir) for heir in heirs):
        own = _stays_of(game, noble)
        _share(game, own[0] if own else _cover(game, noble), [noble])


def _share(game: Kingmaker, stay: Stay, nobles: Iterable[str]) -> None:
    """Let the heirs of some nobles of a stay share it, if they have none."""
    heirs = {heir: noble for noble in nobles for heir in forces.heirs_of(game, noble)}
    stay.heirs = stay.heirs | {heir: noble for heir, noble in heirs.items() if not _has_stay(game, heir)}


def _has_stay(game: Kingmaker, heir: str) -> bool:
    return any(heir in stay.heirs for stay in game.state.stays)


def _unbind(game: Kingmaker, heirs: Iterable[str]) -> None:
    """Remove heirs from every stay."""
    free = set(heirs)
    for stay in game.state.stays:
        stay.heirs = {heir: noble for heir, noble in stay.heirs.items() if heir not in free}


def won(game: Kingmaker, heir: str) -> None:
    """Forget the stay of an heir who has been captured; his captor has one of his own [WBC-V03.15]."""
    _unbind(game, [heir])


def _tell_receiver(game: Kingmaker, stay: Stay, heir: str) -> None:
    """Tell the receiver of an heir their deadline to leave, or the errand that they still have to do."""
    noble, place = game.heir(heir).noble, names.square(game, stay.place)
    text = f"{names.card(game, noble)} ({{{game.noble(noble).faction}}}) now controls {names.heir(game, heir)}, who "
    if stay.until:
        text += f"must leave {place} by {{{stay.seat}}}'s Movement phase of round {stay.until}."
    else:
        text += f"came to {place} without a Refuge card and must fight or capture an heir there in "
        text += f"{{{stay.seat}}}'s Combat phase."
    game.emit("stay", text, about=[noble, heir], track=[locations.open_in(stay.place)], rule="WBC-V03.15")


def _moving(game: Kingmaker, seat: str) -> bool:
    return game.active == seat and game.state.turn.phase == "movement"


def _has_ship(game: Kingmaker, stay: Stay) -> bool:
    ports = [shipping.port_of(game, ship) for ship in shipping.ships_of(game, stay.seat)]
    return any(port and game.catalog.places[port].square == stay.place for port in ports)


def _watch_ships(game: Kingmaker, stay: Stay) -> None:
    """Strand a party whose ship is sunk, taken or called away [WBC-C02.1]."""
    if stay.ship and not _has_ship(game, stay):
        stay.ship, stay.stranded = False, True
        have = names.verb(game, stay.nobles, "has", "have")
        text = f"{names.cards(game, stay.nobles)} ({{{stay.seat}}}) {have} lost the ship home."
        game.emit("stranded", text, about=stay.nobles, track=[locations.open_in(stay.place)], rule="WBC-C02.1")


def _besieging(game: Kingmaker, stay: Stay) -> bool:
    """Whether a siege of the seat goes on where a party is."""
    besieged = [s for s in game.catalog.squares[stay.place].places if s in game.state.sieges]
    return any(game.state.sieges[site].seat == stay.seat for site in besieged)


def _cover(game: Kingmaker, noble: str) -> Stay:
    """Give a noble who needs a stay, and has none, one for an errand, or as stranded; return it.

    A noble who enters with an heir must do his errand [WBC-V03.15]; one who gets an heir while he is there must leave
    in the next Movement phase (RULING 130).
    """
    seat, place = game.noble(noble).faction, place_of(game, noble)
    turn = game.turn_of(seat)
    new = Stay(place, seat, "errand", [noble], turn, turn + 1)
    if game.state.turn.phase == "event":
        new.why, new.until = "stranded", turn if game.active == seat else turn + 1
    elif _moving(game, seat):
        if place == french.CONTINENT and french.can_fetch(game, seat):
            new.why = "french"
        elif game.noble(noble).moved or game.noble(noble).embarked:
            new.until = 0
    return _join(game, new)


def _join(game: Kingmaker, new: Stay) -> Stay:
    """Put a noble into the party of his faction that is there for the same reason and as long, or begin one."""
    for stay in game.state.stays:
        if (stay.place, stay.seat, stay.why, stay.until) == (new.place, new.seat, new.why, new.until):
            stay.nobles = [*stay.nobles, *new.nobles]
            return stay
    new.ship, new.stranded = _has_ship(game, new), new.why == "stranded"
    game.state.stays.append(new)
    be, must = names.verb(game, new.nobles, "is", "are"), f", and must leave by the Movement phase of round {new.until}"
    text = f"{names.cards(game, new.nobles)} ({{{new.seat}}}) {be} {_abroad(game, new)}{must if new.until else ''}."
    game.emit("stay", text, about=new.nobles, track=[locations.open_in(new.place)], rule=STAY_RULES[new.why])
    return new


def _abroad(game: Kingmaker, stay: Stay) -> str:
    """Say where a party is, and its reason to be there."""
    place = names.square(game, stay.place)
    match stay.why:
        case "errand" if stay.until:
            return f"in {place} with a royal heir and without a Refuge card"
        case "errand":
            return f"in {place} without a Refuge card, to fight or to capture"
        case "french":
            return f"on {place} to fetch the French foot soldiers"
        case _:
            return f"in {place} against {{{stay.seat}}}'s will"


STAY_RULES = {"errand": "WBC-V03.15", "french": "WBC-C24.2", "stranded": "WBC-C02.1"}


def strand(game: Kingmaker, noble: str) -> None:
    """Let a noble who cannot leave in this turn stay until his player's next Movement phase."""
    for stay in game.state.stays:
        stay.nobles = [other for other in stay.nobles if other != noble]
    _unbind(game, forces.heirs_of(game, noble))
    seat, turn = game.noble(noble).faction, game.turn_of(game.noble(noble).faction)
    _share(game, _join(game, Stay(place_of(game, noble), seat, "stranded", [noble], turn, turn + 1)), [noble])


def _end(game: Kingmaker, stay: Stay) -> None:
    """End a stay; its card goes to the discard [WBC-V03.7]."""
    game.state.stays = [other for other in game.state.stays if other is not stay]
    if stay.card:
        piles.discard_event(game, stay.card)
        text = f"{{{stay.seat}}}'s refuge in {names.square(game, stay.place)} is over."
        game.emit("refuge_over", text, about=[stay.card], rule="WBC-V03.7")


# ---------------------------------------------------------------------- errands


def note_errands(game: Kingmaker, nobles: Sequence[str]) -> None:
    """Note that nobles overseas have done their errand: they fight, or have captured an heir."""
    if in_play(game):
        present = [noble for noble in nobles if noble in game.state.nobles and place_of(game, noble)]
        game.state.turn.errands += [noble for noble in present if noble not in game.state.turn.errands]


def idle(game: Kingmaker, seat: str) -> list[str]:
    """Return the nobles whose heir came overseas in a seat's turn to fight or to capture, and did neither."""
    stays = [stay for stay in game.state.stays if stay.seat == seat and stay.why == "errand" and not stay.until]
    away = [(stay, noble) for stay in stays if not _besieging(game, stay) for noble in _leaving(game, stay)]
    return [noble for stay, noble in away if not _done(game, stay, noble)]


def _done(game: Kingmaker, stay: Stay, noble: str) -> bool:
    """Whether a noble, or all with whom his heirs came, have fought or captured an heir in this turn."""
    came = [stay.heirs[heir] for heir in forces.heirs_of(game, noble) if heir in stay.heirs]
    return noble in game.state.turn.errands or (bool(came) and set(came) <= set(game.state.turn.errands))


def warn_idle(game: Kingmaker, seat: str) -> None:
    """Say at the beginning of a seat's Combat phase which nobles have to do their errand in it."""
    for noble in idle(game, seat):
        place = names.square(game, place_of(game, noble))
        if game.noble(noble).faction == seat:
            text = f"{names.card(game, noble)} has come to {place} without a Refuge card. He must fight there "
            text += "in this Combat phase, or he is lost."
        else:
            text = f"{forces.owned(game, noble)} is lost unless {{{seat}}} fights in {place} in this Combat phase, "
            text += "as was promised."
        game.emit("warning", text, about=[noble], rule="WBC-V03.15")


def end_errands(game: Kingmaker, seat: str) -> None:
    """Kill the nobles whose heirs came to fight or to capture, with neither done [WBC-V03.15]."""
    lose(
        game,
        idle(game, seat),
        "because they came without a Refuge card, to fight or to capture, and did neither",
        "WBC-V03.15",
    )


# ---------------------------------------------------------------------- deadlines


def due(game: Kingmaker, seat: str) -> list[Stay]:
    """Return the stays that end with a seat's Movement phase of this round."""
    round_ = game.state.turn.round
    return [stay for stay in game.state.stays if stay.seat == seat and 0 < stay.until <= round_]


def _leaving(game: Kingmaker, stay: Stay) -> list[str]:
    """Return the nobles, of whatever seat, who are lost if they are still there when a stay is over."""
    return [noble for noble in stay.nobles if _covers(game, stay, noble) and _bound(game, stay, noble)]


def overdue(game: Kingmaker, seat: str) -> list[str]:
    """Return the nobles of a seat who are lost if they do not leave in its Movement phase of this round."""
    stays = [stay for stay in game.state.stays if stay.until]
    ending = [stay for stay in stays if game.is_last_turn_before(stay.seat, stay.until, seat)]
    return [noble for stay in ending for noble in _leaving(game, stay) if game.noble(noble).faction == seat]


def warn(game: Kingmaker, seat: str) -> None:
    """Say at the beginning of a seat's Movement phase who has to leave in it, or soon after."""
    for stay in game.state.stays:
        own = [noble for noble in _leaving(game, stay) if game.noble(noble).faction == seat]
        if stay in due(game, seat):
            _warn(game, seat, stay, stay.nobles, "in this Movement phase")
        elif own and stay.until and stay.seat != seat:
            when = f"before {{{stay.seat}}}'s Movement phase of round {stay.until} is over"
            _warn(game, seat, stay, own, when)


def _warn(game: Kingmaker, seat: str, stay: Stay, nobles: Sequence[str], when: str) -> None:
    text = f"{names.cards(game, nobles)} ({{{seat}}}) must leave {names.square(game, stay.place)} {when}, or be lost."
    game.emit("warning", text, about=nobles, rule="WBC-V03.2")


def expire(game: Kingmaker, seat: str) -> None:
    """Kill the nobles whose time in a refuge is over, with their cards and heirs [WBC-V03.2]."""
    update_stays(game)
    for stay in due(game, seat):
        lose(game, _leaving(game, stay), "because the refuge has run out", "WBC-V03.2")
        _end(game, stay)
    for stay in [stay for stay in game.state.stays if stay.seat == seat and not stay.nobles]:
        _end(game, stay)


def lose(game: Kingmaker, nobles: Sequence[str], why: str, rule: str) -> None:
    """Take nobles out of the game with the heirs in their charge."""
    for heir in [heir for noble in nobles for heir in forces.heirs_of(game, noble) if heir not in nobles]:
        deaths.kill_heir(game, heir, why, rule)
    deaths.kill_nobles(game, nobles, why, rule)
