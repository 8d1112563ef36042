"""Phase Nine: leaders arrive and are placed, and Kings are crowned (rules 6.10)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Draft, Field, Listing, Offer
from engine.core.errors import Illegal
from engine.core.game import only_looks
from engine.core.text import join_words, quoted
from engine.warriors.board import armies, names
from engine.warriors.board.game import Warriors, add, enemy
from engine.warriors.board.state import Side
from engine.warriors.board.steps import AsProposed, Question, WarriorsStep
from engine.warriors.leaders import reception
from engine.warriors.realm import assigning


class Place(Action, frozen=True):
    """Place a leader; a non-aligned one serves whoever places him."""

    leader: str
    area: str


class Crown(Action, frozen=True):
    """Crown a King."""

    leader: str


# ---------------------------------------------------------------------- where


def places(game: Warriors, side: Side, leader_id: str) -> list[str]:
    """Return where a side may place a leader, his home first [WOG-9.6 to 9.9]."""
    home = game.card(leader_id).home
    found = [
        area
        for area, printed in game.catalog.areas.items()
        if area != home and (printed.neutral or game.controller(area) == side)
    ]
    return [home, *sorted(found)]


def check_place(game: Warriors, side: Side, leader_id: str, area: str) -> None:
    """Raise Illegal unless a side may place a leader in an area."""
    if area not in game.catalog.areas:
        raise Illegal(f"There is no area {quoted(area)}; name one on the map.", "WOG-9.6")
    if area not in places(game, side, leader_id):
        reason = (
            f"You do not control {names.area(game, area)}, and it is not the home of {names.leader(game, leader_id)}"
        )
        raise Illegal(f"{reason}; choose a friendly or neutral area, or his home.", "WOG-9.6")


@only_looks
def best_place(game: Warriors, side: Side, leader_id: str, planned: Sequence[Place] = ()) -> Place:
    """Return a leader where he commands most troops after his arrival, at home before others.

    Those count whom nobody takes who is there, or is planned to come. Where enemies stand, or may still come home, no
    troops count; at home each star counts for a piece where control is still to be gained, for there it is sure. Land
    that nobody can control comes last of equals.
    """
    home, stars = game.card(leader_id).home, game.card(leader_id).rank
    commanded = {
        area: 0 if _disputed(game, side, leader_id, area) else _commanded(game, side, leader_id, area, planned)
        for area in places(game, side, leader_id)
    }
    if commanded[home] and game.controller(home) != side:
        commanded[home] += stars

    def order(area: str) -> tuple[int, bool, bool, str]:
        return -commanded[area], game.area(area).neutral, area != home, area

    return Place(leader_id, min(commanded, key=order))


def _disputed(game: Warriors, side: Side, leader_id: str, area: str) -> bool:
    """Tell whether enemies stand in an area, or may still arrive there at home."""
    return bool(game.here(area, enemy(side)) or reception.rivals(game, side, leader_id, area))


def _commanded(game: Warriors, side: Side, leader_id: str, area: str, planned: Sequence[Place]) -> int:
    """Return how many pieces more a side commands if a leader arrives in an area, beside those planned to come."""
    room, lying = _room(game, side, area, planned), game.state.loose.get(area, {})
    more = room | {leader_id: game.capacity_left(leader_id) - gift(game, leader_id, area)}
    taken = assigning.taken_over(game, lying, more) - assigning.taken_over(game, lying, room)
    return taken + gift(game, leader_id, area)


def _room(game: Warriors, side: Side, area: str, planned: Sequence[Place]) -> dict[str, int]:
    """Return the room of the leaders of a side in an area, with those planned to come."""
    room = {one: game.capacity_left(one) for one in game.here(area, side)}
    coming = [one.leader for one in planned if one.area == area]
    return room | {one: game.capacity_left(one) - gift(game, one, area) for one in coming}


def gift(game: Warriors, leader_id: str, area: str) -> int:
    """Return how much infantry a leader gets who arrives in an area [WOG-9.10, 14.11]."""
    card = game.card(leader_id)
    return card.rank if card.home == area or game.option("free_infantry_everywhere") else 0


def _at_home(game: Warriors) -> str:
    """Say that leaders bring infantry only at home; "" where they do everywhere [WOG-9.10, 14.11]."""
    return "" if game.option("free_infantry_everywhere") else " Leaders bring infantry only at home, 1 for each star."


def proposal(game: Warriors, side: Side) -> list[Place]:
    """Return where all leaders of a side who wait arrive best, one after the other."""
    planned: list[Place] = []
    for leader_id in pool(game, side=side):
        planned.append(best_place(game, side, leader_id, planned))
    return planned


def _told(game: Warriors, side: Side, planned: Sequence[Place]) -> str:
    """Return where leaders arrive as proposed, with what awaits each of them."""
    told = ""
    for place, (leader_id, area, brought) in enumerate(coming := _coming(game, planned)):
        before = [(one, more) for one, at, more in coming[:place] if at == area]
        found = "; ".join(reception.facts(game, side, leader_id, area, brought, before))
        rated = f" {names.rating(game, leader_id)}" if len(planned) == 1 else ""
        told += f" {names.brief(game, leader_id)}{rated} in {names.area(game, area)}: {found}."
    return f"Proposed:{told}"


def _told_of_all(game: Warriors, side: Side, planned: Sequence[Place]) -> str:
    """Return the same of all leaders who wait, and which troops are lost then."""
    return f"{_told(game, side, planned)}{reception.lost_then(game, side, _coming(game, planned))}"


def _coming(game: Warriors, planned: Sequence[Place]) -> list[tuple[str, str, int]]:
    """Return who is planned to come to which area, each with his infantry."""
    return [(one.leader, one.area, gift(game, one.leader, one.area)) for one in planned]


def put(game: Warriors, side: Side, leader_id: str, area: str) -> None:
    """Place a leader; at home he gets infantry [WOG-9.10, 9.11, 14.11]."""
    card, free = game.card(leader_id), gift(game, leader_id, area)
    marked = armies.arrive(game, leader_id, side, area)
    if free:
        add(game.leader(leader_id).troops, "infantry", free)
    who = names.who(game, [leader_id]) if card.nationality == "nonaligned" else names.led(game, [leader_id])
    at = "at home in" if area == card.home else "in"
    served = f" for {names.side(side)}" if card.nationality == "nonaligned" else ""
    gained = f" with {free} infantry" if free else ""
    text = f"{who} arrives {at} {names.area(game, area)}{served}{gained}."
    rule = "WOG-9.10" if area == card.home else "WOG-9.6"
    game.emit("placed", text, about=[leader_id, area], rule=rule)
    if marked:
        text = names.aggressors(game, side, area, game.here(area, enemy(side)))
        game.emit("aggressor", text, about=[area], rule="WOG-9.11")


# ---------------------------------------------------------------------- who


def pool(game: Warriors, *, side: Side | None) -> list[str]:
    """Return the leaders to be placed: those of a side, or with None the non-aligned, the best first."""
    wanted = side or "nonaligned"
    waiting = [leader_id for leader_id, leader in game.state.leaders.items() if leader.where == "pool"]
    return game.by_merit([leader_id for leader_id in waiting if game.card(leader_id).nationality == wanted])


def _gather(game: Warriors) -> None:
    """Put the leaders of the next turn and the routed into the pool [WOG-9.1, 9.2]."""
    for leader_id in armies.coming(game):
        game.leader(leader_id).where = "pool"
        if game.card(leader_id).nationality == "nonaligned":
            game.leader(leader_id).side = ""
    found = [leader_id for leader_id, leader in sorted(game.state.leaders.items()) if leader.where == "pool"]
    if found:
        groups = (("English", "english"), ("French", "french"), ("Of neither side, taken in turns", "nonaligned"))
        told = [
            f"{word}: {names.leaders(game, ids)}"
            for word, nation in groups
            if (ids := [leader_id for leader_id in found if game.card(leader_id).nationality == nation])
        ]
        game.emit("pool", f"Leaders to be placed: {'. '.join(told)}.", about=found, rule="WOG-9.1")


class Arriving(WarriorsStep):
    """The order in which leaders are placed [WOG-9.3 to 9.5]."""

    def proceed(self, game: Warriors) -> bool:
        """Gather the pool; then the non-aligned, then the leaders of each side."""
        game.pop(self)
        _gather(game)
        game.push(Taking(side=game.second), Placing(side=game.second), Placing(side=game.first))
        return True


class Taking(Question):
    """Take and place one non-aligned leader, in turns (D-15) [WOG-9.3]."""

    decision = "D-15"
    rule = "WOG-9.3"

    def proceed(self, game: Warriors) -> bool:
        """End when all are placed."""
        if pool(game, side=None):
            return False
        game.pop(self)
        return True

    def prompt(self, game: Warriors) -> str:
        """Ask for one."""
        waiting = [names.leader(game, leader_id) for leader_id in pool(game, side=None)]
        if len(waiting) == 1:
            return f"Take and place {waiting[0]}, the last leader of neither side.{_at_home(game)}"
        others = f"then {names.side(enemy(self.side))} take one"
        return f"Leaders of neither side: {join_words(waiting)}. Take and place one; {others}.{_at_home(game)}"

    def offers(self, game: Warriors) -> list[Offer]:
        """Return the best as proposed, or each of them with his places."""
        best = self.default(game)
        label = f"Take {names.called(game, best.leader)}: {names.area(game, best.area)}"
        proposed = Offer(AsProposed, label, (), lambda: _told(game, self.side, [best]) + self._next(game), ready=True)
        return [proposed, place_offer(game, self.side, pool(game, side=None), "Take a leader")]

    def default(self, game: Warriors) -> Place:
        """Return the best of them where he does best."""
        return best_place(game, self.side, pool(game, side=None)[0])

    def _next(self, game: Warriors) -> str:
        """Say what is left to a leader of the side's own who is proposed in the same area next; "" for nobody."""
        best, own = self.default(game), pool(game, side=self.side)
        later = best_place(game, self.side, own[0], [best]) if own and game.state.loose.get(best.area) else best
        if later == best or later.area != best.area:
            return ""
        (_, _, first), (leader_id, area, brought) = _coming(game, [best, later])
        found = reception.facts(game, self.side, leader_id, area, brought, [(best.leader, first)])
        return f" I propose {names.brief(game, leader_id)} there next: {'; '.join(found[: 1 + bool(brought)])}."

    def act(self, game: Warriors, seat: str, action: Action) -> None:
        """Check whom and where, with the reason of what is wrong."""
        chosen = action if isinstance(action, Place) else self.default(game)
        if chosen.leader not in pool(game, side=None):
            raise Illegal("Take one of the non-aligned leaders of the pool.", "WOG-9.3")
        check_place(game, self.side, chosen.leader, chosen.area)
        put(game, self.side, chosen.leader, chosen.area)
        self.side = enemy(self.side)


def place_offer(game: Warriors, side: Side, leaders: Sequence[str], label: str, *, more: bool = False) -> Offer:
    """Offer to place one of some leaders; while `more` of the side are to be placed, it counts without confirmation."""

    def areas(draft: Draft) -> Sequence[Choice]:
        leader = draft["leader"]
        found = sorted(places(game, side, leader), key=lambda area: _idle(game, leader, area))
        return Listing(found, lambda area: Choice(area, names.area(game, area), _hint(game, side, leader, area)))

    found = Listing(
        leaders, lambda leader_id: Choice(leader_id, names.leader(game, leader_id), names.rating(game, leader_id))
    )
    fields = (Field("leader", "Who?", lambda _: found), Field("area", "Where?", areas, places=True))
    verb = "Take and place" if label.startswith("Take") else "Place"
    return Offer(Place, label, fields, says=f"{verb} {{leader}} in {{area}}", reversible=more)


def _idle(game: Warriors, leader_id: str, area: str) -> bool:
    """Tell whether an area brings nothing, and is not the home of a leader."""
    return game.area(area).neutral and game.card(leader_id).home != area


def _hint(game: Warriors, side: Side, leader_id: str, area: str) -> str:
    home = "home" if game.card(leader_id).home == area else ""
    foes = game.here(area, enemy(side))
    against = f"against {names.leaders(game, foes)}" if foes else ""
    return ", ".join(part for part in (home, against) if part) or names.land(game, area, side)


class Placing(Question):
    """Where a side places its own leaders (D-16) [WOG-9.4, 9.5]."""

    decision = "D-16"
    rule = "WOG-9.4"

    def proceed(self, game: Warriors) -> bool:
        """End when all are placed."""
        if pool(game, side=self.side):
            return False
        game.pop(self)
        return True

    def prompt(self, game: Warriors) -> str:
        """Name them."""
        waiting = pool(game, side=self.side)
        if len(waiting) == 1:
            return f"{names.who(game, waiting)} arrives: where?{_at_home(game)}"
        return f"Still to be placed: {names.leaders(game, waiting)}. Where do they arrive?{_at_home(game)}"

    def offers(self, game: Warriors) -> list[Offer]:
        """All as proposed, or one of them."""
        proposed, waiting = proposal(game, self.side), pool(game, side=self.side)
        label = f"Place {'all ' if len(proposed) > 1 else ''}as proposed"
        return [
            Offer(AsProposed, label, (), lambda: _told_of_all(game, self.side, proposed), ready=True),
            place_offer(game, self.side, waiting, "Place a leader", more=len(waiting) > 1),
        ]

    def default(self, game: Warriors) -> Action:
        """All as proposed."""
        return AsProposed()

    def act(self, game: Warriors, seat: str, action: Action) -> None:
        """Place one, or all; with the reason of what is wrong."""
        if isinstance(action, Place):
            if action.leader not in pool(game, side=self.side):
                raise Illegal("Place one of your leaders who wait.", self.rule)
            check_place(game, self.side, action.leader, action.area)
            put(game, self.side, action.leader, action.area)
            return
        for one in proposal(game, self.side):
            put(game, self.side, one.leader, one.area)


# ---------------------------------------------------------------------- crowns


def eligible(game: Warriors, side: Side) -> list[str]:
    """Return whom a side may crown, the best first [WOG-9.13]."""
    own = [leader_id for leader_id in game.on_map(side) if game.card(leader_id).nationality == side]
    found = [leader_id for leader_id in own if game.card(leader_id).king and game.card(leader_id).rank == 3]
    return sorted(found, key=lambda leader_id: (-game.card(leader_id).battle, leader_id))


class Crowning(Question):
    """Whom a side without King crowns (D-17) [WOG-9.12 to 9.15]."""

    decision = "D-17"
    rule = "WOG-9.13"

    def proceed(self, game: Warriors) -> bool:
        """Go on where there is a King, or nobody to be one; the only one who can be is crowned."""
        found = [] if self.side in game.state.kings else eligible(game, self.side)
        if len(found) > 1:
            return False
        if found:
            self.answered(game, Crown(found[0]))
            return True
        game.pop(self)
        if self.side not in game.state.kings:
            game.emit("no_king", f"{names.opening(self.side)} have no King.", rule="WOG-9.14")
        return True

    def prompt(self, game: Warriors) -> str:
        """Ask for the King."""
        return f"{names.opening(self.side)} need a King: whom do you crown?"

    def offers(self, game: Warriors) -> list[Offer]:
        """Everybody who may be."""
        found = [
            Choice(leader_id, names.leader(game, leader_id), names.rating(game, leader_id))
            for leader_id in eligible(game, self.side)
        ]
        return [Offer(Crown, "Crown a King", (Field("leader", "Whom?", lambda _: found),))]

    def default(self, game: Warriors) -> Crown:
        """Return the best in battle."""
        return Crown(eligible(game, self.side)[0])

    def answered(self, game: Warriors, action: Action) -> None:
        """Crown him."""
        assert isinstance(action, Crown)
        game.pop(self)
        game.state.kings[self.side] = action.leader
        where = names.area(game, game.leader(action.leader).area)
        text = f"{names.who(game, [action.leader])} is crowned King of {names.side(self.side)} in {where}."
        game.emit("crowned", text, about=[action.leader], rule="WOG-9.12")
