"""Movement by land: across country and by road, into places, fetching heirs (rules 2.3)."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core.actions import Action, Choice, Draft, Field, Listing, Offer, distinct
from engine.core.errors import Illegal, allows
from engine.core.game import cached_while_waiting
from engine.core.text import counted, join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location, PlaceId, SquareId
from engine.kingmaker.board.people import forces, peace, vacillating
from engine.kingmaker.board.places import geography, sites
from engine.kingmaker.movement import fetching, goals, resuming, ways
from engine.kingmaker.movement.ways import Way
from engine.kingmaker.overseas import refuge
from engine.kingmaker.ships import harbours


class Move(Action, frozen=True):
    """Move nobles from one location to another by land."""

    nobles: list[str]
    """The nobles."""

    to: Location
    """Where they go."""

    pick_up: list[str] = []
    """The heirs whom they fetch on the way."""

    via: str = ""
    """"road" or "country" for that way of travelling; "" for the one that works, the shorter of two."""


# ---------------------------------------------------------------------- who may move


def check_mover(game: Kingmaker, seat: str, noble: str) -> None:
    """Raise Illegal unless a noble may begin a move by land (rules 2.3.1)."""
    check_own(game, seat, noble)
    person = game.noble(noble)
    if sites.under_siege(game, person.at):
        rule = "BASE-MOV-12" if locations.kind(person.at) == "inside" else "COV-8.6.10"
        raise Illegal(
            lambda: f"{names.card(game, noble)} is under siege and cannot move until the siege is over.", rule
        )
    if person.moved and not resuming.may_go_on(game, noble):
        raise Illegal(lambda: f"{names.card(game, noble)} has moved already this turn.", "BASE-MOV-6")
    if person.embarked or locations.kind(person.at) == "aboard":
        raise Illegal(
            lambda: f"{names.card(game, noble)} travels by ship this turn and cannot move by land too.", "BASE-SEA-4"
        )
    peace.check_move(game, noble)
    vacillating.check_steady(game, [noble], "move")
    check_not_bound(game, noble)


def check_own(game: Kingmaker, seat: str, noble: str) -> None:
    """Raise Illegal unless a noble of the seat is on the map."""
    if noble in game.state.heirs and noble not in game.state.nobles:
        raise Illegal(
            lambda: f"{names.heir(game, noble)} moves only with a protector; name the noble who goes along.",
            "BASE-MOV-10",
        )
    if noble not in forces.nobles_of(game, seat):
        raise Illegal("Choose your own nobles who are on the map and free.", "BASE-MOV-6")


def check_not_bound(game: Kingmaker, noble: str) -> None:
    """Raise Illegal for a noble who must besiege a place that ships have entered, or guard an heir inside one."""
    at = game.noble(noble).at
    if noble in game.state.turn.staying:
        raise Illegal(
            lambda: (
                f"{names.card(game, noble)} has picked up an heir inside "
                f"{locations.short(game, at)} and stays there this turn."
            ),
            "WBC-C06",
        )
    for place in game.state.turn.must_besiege:
        if at == locations.open_in(game.catalog.places[place].square):
            raise Illegal(
                f"{names.card(game, noble)} has to besiege {names.place(game, place)} this turn.", "BASE-SEA-5"
            )


def may_move(game: Kingmaker, seat: str, noble: str) -> bool:
    """Whether `check_mover` lets a noble move."""
    return allows(check_mover, game, seat, noble)


# ---------------------------------------------------------------------- where to


def destinations(game: Kingmaker, seat: str, nobles: Sequence[str], fetch: Sequence[str] = ()) -> dict[Location, Way]:
    """Every location to which nobles of one location can move, with the best way there."""
    reached = ends(game, seat, nobles, ways.leading(game, seat, nobles, fetch), fetch)
    if not fetch:
        reached.pop(game.noble(nobles[0]).at, None)
    return reached


def ends(
    game: Kingmaker, seat: str, nobles: Sequence[str], leading: Mapping[SquareId, Sequence[Way]], fetch: Sequence[str]
) -> dict[Location, Way]:
    """Return the locations at the ends of ways, given by their squares, where a move may stop."""
    stops: dict[Location, Way] = {}
    squares, doors = game.catalog.squares, sites.doors(game, seat)
    for square, several in leading.items():
        printed = squares[square]
        ground = locations.open_in(square)
        if printed.kind != "land" and not allows(check_shore, game, seat, nobles, ground, fetch):
            continue
        stops[ground] = ways.best(several)
        for place in printed.places:
            free = [way for way in several if not way.halted] if place in doors else []
            if free and sites.may_enter(game, place, seat, nobles):
                stops[locations.inside(place)] = ways.best(free)
    halts = fetching.halting(game, fetch)
    return {at: way for at, way in stops.items() if halts == [at]} if halts else stops


def check_shore(game: Kingmaker, seat: str, nobles: Sequence[str], to: Location, fetch: Sequence[str] = ()) -> None:
    """Raise Illegal if nobles cannot come to an overseas square, for want of a refuge or ever [COV-8.6.2]."""
    square = refuge.overseas(game, to)
    if square and game.catalog.squares[square].kind == "area" and harbours.closed(game, PlaceId(square)):
        raise Illegal(f"Nobody can ever go to {names.square(game, square)}; choose another place.", "COV-8.6.2")
    refuge.check_arrival(game, seat, nobles, to, fetch)


def can_go(game: Kingmaker, seat: str, nobles: Sequence[str]) -> bool:
    """Whether nobles who may move have anywhere to go; almost always they have."""
    at = game.noble(nobles[0]).at
    if resuming.stuck(game, nobles):
        return False
    if locations.kind(at) == "inside" or geography.touching(game, underway=True)[locations.square_of(at)]:
        return True
    return bool(destinations(game, seat, nobles))


# ---------------------------------------------------------------------- the order


def check_move(game: Kingmaker, seat: str, order: Move) -> tuple[list[Way], fetching.Takers]:
    """Return the ways that an order can take, and who takes charge of the heirs; raises Illegal.

    The best way comes first; there may be one by road and one across country.
    """
    nobles = order.nobles
    if not nobles or not distinct(nobles):
        raise Illegal("Name the nobles who move, each once.", "BASE-MOV-6")
    for noble in nobles:
        check_mover(game, seat, noble)
    if len({game.noble(noble).at for noble in nobles}) > 1:
        raise Illegal("Only nobles in the same location move together; move the others separately.", "BASE-MOV-6")
    _check_goal(game, order.to)
    if not distinct(order.pick_up):
        raise Illegal("Name each heir only once.", "BASE-MOV-11")
    takers = {heir: fetching.check_fetch(game, seat, nobles, heir) for heir in order.pick_up}
    if order.to == game.noble(nobles[0]).at and not order.pick_up:
        raise Illegal("They are there already; choose another place.", "BASE-MOV-6")
    check_shore(game, seat, nobles, order.to, order.pick_up)
    halts = fetching.halting(game, order.pick_up)
    if halts not in ([], [order.to]):
        where = join_words(locations.short(game, one) for one in halts)
        raise Illegal(f"A noble who picks up an heir inside {where} ends his move inside.", "WBC-C06")
    square = locations.square_of(order.to)
    leading = ways.leading(game, seat, nobles, order.pick_up).get(square, [])
    leading = [way for way in leading if fits(way, order.via)]
    if not leading:
        raise _no_way(game, seat, order)
    if locations.kind(order.to) == "inside":
        sites.check_entry(game, locations.place_of(order.to), seat, nobles)
        leading = [way for way in leading if not way.halted]
        if not leading:
            reason = f"A hostile place stops the move on the road; stay in the open at {names.square(game, square)}."
            raise Illegal(reason, ways.road_rule(game))
    return ways.alternatives(leading), takers


def fits(way: Way, via: str) -> bool:
    """Whether a way is of the kind that an order insists on."""
    return via in ("", way.by)


def meant_location(game: Kingmaker, to: Location) -> Location:
    """Return the location that an order names; a bare name means the open, where the rules say so [WBC-R08.1]."""
    place = game.catalog.places.get(PlaceId(to))
    square = place.square if place else SquareId(to)
    if square not in game.catalog.squares or game.option("default_location") == "as_ordered":
        return to
    return locations.open_in(square)


def _check_goal(game: Kingmaker, to: Location) -> None:
    square = SquareId(locations.name(to))
    known = {
        "open": square in game.catalog.squares and locations.open_in(square) == to,
        "area": square in game.catalog.squares and locations.open_in(square) == to,
        "inside": locations.place_of(to) in game.catalog.places,
    }
    if known.get(locations.kind(to), False):
        return
    if PlaceId(to) in game.catalog.places:
        there = names.place(game, PlaceId(to))
        raise Illegal(f"Choose whether they stop in the open at {there} or inside {there}.", "BASE-MOV-1")
    raise Illegal("Choose where they stop, such as in the open at York or inside York.", "BASE-MOV-1")


def _no_way(game: Kingmaker, seat: str, order: Move) -> Illegal:
    """Return the refusal that says best why nothing leads from here to there."""
    start, end = ways.square_of(game, order.nobles), locations.square_of(order.to)
    goal = names.square(game, end)
    if order.pick_up and any(fits(way, order.via) for way in ways.leading(game, seat, order.nobles).get(end, ())):
        heirs = join_words(names.heir(game, heir) for heir in order.pick_up)
        return Illegal(f"{goal} is out of reach if you fetch {heirs} on the way; leave somebody out.", "BASE-MOV-11")
    later = geography.touching(game, underway=True)
    beside_crossings = {square for square, near in geography.touching(game).items() if near and not later[square]}
    if start in beside_crossings or end in beside_crossings:
        return Illegal(f"The crossing to {goal} is only for who begins the turn beside it.", "BASE-MOV-13")
    far = geography.land_distance(game, start, end)
    if far is None:
        kind = game.catalog.squares[end].kind
        return Illegal(f"{goal} can be reached only by ship.", "BASE-SEA-7" if kind == "area" else "BASE-MOV-1")
    if order.via != "country" and (refusal := _no_road(game, seat, order, goal, end)):
        return refusal
    left = resuming.steps_left(game, order.nobles)
    if far <= left:
        return Illegal(f"Forest on the way to {goal} ends a move; go next to it first.", "BASE-MOV-2")
    fewer = f"the {counted(left, 'square that is', 'squares that are')} left"
    squares = "five squares" if left == resuming.STEPS_ACROSS_COUNTRY else fewer
    return Illegal(f"{goal} is more than {squares} away across country, and no road leads there.", "BASE-MOV-1")


def _no_road(game: Kingmaker, seat: str, order: Move, goal: str, end: SquareId) -> Illegal | None:
    """Return the refusal of a move by road, None if the road has nothing to do with it."""
    start = game.catalog.squares[ways.square_of(game, order.nobles)]
    if end in ways.by_road(game, order.nobles, frozenset(), frozenset()):
        reason = f"The road to {goal} is closed by a hostile place; stop there in the open first."
        return Illegal(reason, ways.road_rule(game))
    within = ways.by_road(game, order.nobles, frozenset(), ways.hostile(game, seat))
    if any(square in within for square in geography.neighbours(game, end)):
        reason = f"{goal} is not on the road; one move is either by road or across country."
        return Illegal(reason, "BASE-MOV-4")
    if order.via == "road":
        lacking = "no road leads there" if start.roads else f"no road passes {start.name}"
        return Illegal(f"{goal} cannot be reached by road: {lacking}.", "BASE-MOV-3")
    return None


def move(game: Kingmaker, seat: str, order: Move) -> None:
    """Carry out a move by land."""
    order = msgspec.structs.replace(order, to=meant_location(game, order.to))
    travel(game, order, *check_move(game, seat, order))


def travel(game: Kingmaker, order: Move, taken: Sequence[Way], takers: fetching.Takers) -> None:
    """Move nobles along the first of the ways that they can have taken, fetching heirs, into a place or the open."""
    way = taken[0]
    track = _track(game, order, way)
    company = forces.words(game, order.nobles)
    found = {heir: game.heir(heir).at for heir in takers}
    for heir, noble in takers.items():
        game.heir(heir).noble = noble
    for noble in order.nobles:
        forces.place_at(game, noble, order.to)
        game.noble(noble).moved = True
    ways.note(game, order.nobles, taken)
    marches = names.verb(game, order.nobles, "marches", "march")
    text = f"{company} {marches} {in_words(game, track, way.by)}."
    rule = "BASE-MOV-3" if way.by == "road" else "BASE-MOV-1"
    game.emit("moved", text, about=[*order.nobles, *order.pick_up], track=track, rule=rule)
    tell_alliance(game, order.nobles, order.to)
    for heir, noble in takers.items():
        on_way = found[heir] != order.to
        fetching.tell_charge(game, heir, noble, found[heir] if on_way else NOWHERE)
    if fetching.halting(game, order.pick_up):
        game.state.turn.staying += order.nobles
    if order.pick_up:
        refuge.note_errands(game, order.nobles)


def tell_alliance(game: Kingmaker, nobles: Sequence[str], at: Location) -> None:
    """Say that nobles who go inside another faction's fortress join its garrison [COV-8.5.1]."""
    owner = sites.controller(game, locations.place_of(at)) if locations.kind(at) == "inside" else ""
    if sites.declared(game) and owner not in ("", game.noble(nobles[0]).faction):
        joins = names.verb(game, nobles, "joins", "join")
        text = f"{names.cards(game, nobles)} {joins} {{{owner}}}'s garrison in {locations.short(game, at)}."
        game.emit("garrison", text, about=nobles, track=[at], rule="COV-8.5.1")


def _track(game: Kingmaker, order: Move, way: Way) -> list[Location]:
    """Return the locations that an order passes: its squares, and the places entered to fetch somebody."""
    track = [game.noble(order.nobles[0]).at]
    wanted = [game.heir(heir).at for heir in order.pick_up]
    for number, square in enumerate(way.squares):
        stops = sorted({at for at in wanted if locations.square_of(at) == square} - set(track))
        passing = 0 < number < len(way.squares) - 1
        track += stops or ([locations.open_in(square)] if passing else [])
    return track if track[-1] == order.to else [*track, order.to]


def in_words(game: Kingmaker, track: Sequence[Location], by: str) -> str:
    """Return a move in words: 'from York to Durham (inside) by road', 'out of York into the open'."""
    start, end = track[0], track[-1]
    if len(track) == 2 and locations.square_of(start) == locations.square_of(end):
        out = f"out of {locations.short(game, start)} " if locations.kind(start) == "inside" else ""
        return out + ("into the open" if locations.kind(end) == "open" else f"into {locations.short(game, end)}")
    came_from, to = names.within(locations.short(game, start)), names.within(locations.short(game, end))
    there = f"{to} ({'inside' if locations.kind(end) == 'inside' else 'in the open'})"
    return f"from {came_from} to {there}{' by road' if by == 'road' else ''}"


# ---------------------------------------------------------------------- what is offered


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer the moves by land that are possible now."""
    if not any(True for _ in _movers(game, seat)):
        return []

    def on_the_way(draft: Draft) -> list[Choice]:
        able = fetching.fetchable(game, seat, draft["nobles"], draft.get("pick_up", []))
        return [Choice(heir, names.heir(game, heir), locations.say(game, game.heir(heir).at)) for heir in able]

    def ends_of_ways(draft: Draft) -> Sequence[Choice]:
        return _goals(game, seat, tuple(draft["nobles"]), tuple(draft.get("pick_up", ())))

    nobles = Field("nobles", "Who moves?", lambda d: _companions(game, seat, d), many=True)
    pick_up = Field(
        "pick_up",
        "Whom do they fetch on the way?",
        on_the_way,
        many=True,
        least=0,
        when=lambda d: bool(fetching.fetchable(game, seat, d["nobles"])),
    )
    to = Field(
        "to",
        "Where to?",
        ends_of_ways,
        means=lambda to: meant_location(game, Location(to)),
        reach="nobles",
        places=True,
    )
    return [Offer(Move, "Move by land", (nobles, pick_up, to))]


def _movers(game: Kingmaker, seat: str) -> Iterator[str]:
    """Yield the nobles of a seat who may move by land, and have anywhere to go."""
    return (noble for noble in forces.nobles_of(game, seat) if _goes_alone(game, seat, noble))


@cached_while_waiting
def _goes_alone(game: Kingmaker, seat: str, noble: str) -> bool:
    return may_move(game, seat, noble) and can_go(game, seat, [noble])


def _companions(game: Kingmaker, seat: str, draft: Draft) -> Sequence[Choice]:
    picked: list[str] = draft.get("nobles", [])
    able = [noble for noble in _movers(game, seat) if noble not in picked]
    if picked:
        at = game.noble(picked[0]).at
        able = [n for n in able if game.noble(n).at == at and can_go(game, seat, [*picked, n])]

    def worded(noble: str) -> Choice:
        heirs = [names.heir(game, heir) for heir in forces.heirs_of(game, noble) if heir != noble]
        along = f", with {join_words(heirs)}" if heirs else ""
        return Choice(noble, names.card(game, noble), f"{locations.say(game, game.noble(noble).at)}{along}")

    return Listing(able, worded)


@cached_while_waiting
def _goals(game: Kingmaker, seat: str, nobles: tuple[str, ...], fetch: tuple[str, ...]) -> Sequence[Choice]:
    """Where nobles can go, fetching heirs on their way: a form asks it again and again, and words it once."""
    return goals.choices(game, seat, destinations(game, seat, nobles, fetch), _hint, nobles)


def _hint(way: Way) -> str:
    if way.by == "road":
        return "by road"
    steps = len(way.squares) - 1
    return f"{steps} square{'s' if steps > 1 else ''} across country" if steps else ""
