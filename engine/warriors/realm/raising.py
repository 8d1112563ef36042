"""Phase Five: troops are raised (rules 6.6, 3)."""

from collections.abc import Iterator, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal
from engine.warriors.board import names, parcels
from engine.warriors.board.catalog import TroopCard
from engine.warriors.board.game import Warriors, add
from engine.warriors.board.parcels import Parcel
from engine.warriors.board.state import Side
from engine.warriors.board.steps import AsProposed, Question


class Raise(Action, frozen=True):
    """Raise troops, such as infantry:3@england."""

    troops: list[str]


def native(game: Warriors, area: str, card: TroopCard) -> bool:
    """Tell whether troops of a kind can ever be raised in an area [WOG-5.2, 5.6, 5.10, 5.12]."""
    return card.native_to(game.area(area))


def raisable(game: Warriors, area: str) -> list[str]:
    """Return the kinds of troops that can be raised in an area this turn, as far as there are pieces."""
    early = game.state.turn.number < game.number("gunners_from_turn")
    return [
        kind
        for kind, card in game.catalog.troops.items()
        if game.scenario.id in card.available and native(game, area, card) and not (card.gunner and early)
    ]


def check(game: Warriors, side: Side, texts: Sequence[str]) -> None:
    """Raise Illegal unless a side may raise all that is named."""
    for number, text in enumerate(texts):
        _check_parcel(game, side, parcels.read(text), [parcels.read(one) for one in texts[:number]])


def _check_parcel(game: Warriors, side: Side, parcel: Parcel, before: Sequence[Parcel]) -> None:
    """Check one parcel, after those named before it."""
    kind, number, area = parcel
    if kind not in game.catalog.troops or area not in game.catalog.areas:
        raise Illegal(f"There are no pieces '{parcel}'; write them as infantry:3@england.", "WOG-5.2")
    card, where = game.troop(kind), names.area(game, area)
    if game.controller(area) != side:
        raise Illegal(f"You do not control {where}; raise troops where you do.", "WOG-5.1")
    if kind not in raisable(game, area):
        raise Illegal(*_why_not(game, area, card))
    here = [one for one in before if one.at == area]
    if any(one.kind == kind for one in here):
        raise Illegal(f"Name {card.name} in {where} once, with their number.", "WOG-5.2")
    if sum(one.number for one in here) + number > game.area(area).value:
        value = game.area(area).value
        raise Illegal(f"{where} raises {value} strength point{'s' if value > 1 else ''} at most.", "WOG-5.3")
    alike = [one for one in here if _counted_alike(game, one.kind, kind)]
    if sum(one.number for one in alike) + number > card.per_area_per_turn:
        rule = "WOG-5.7" if card.knight else "WOG-5.10"
        raise Illegal(f"{where} raises one of these a turn: {card.name}.", rule)
    left = game.supply(kind)
    if left is not None and sum(one.number for one in before if one.kind == kind) + number > left:
        raise Illegal(f"There are {left} {card.name} left in the supply; raise something else.", "WOG-5.15")


def _counted_alike(game: Warriors, kind: str, other: str) -> bool:
    """Whether two kinds share the limit of an area: one knight of whatever kind."""
    return kind == other or (game.troop(kind).knight and game.troop(other).knight)


def _why_not(game: Warriors, area: str, card: TroopCard) -> tuple[str, str]:
    where = names.area(game, area)
    if card.mercenary:
        return "Mercenaries are not raised; recruit them in Phase Six.", "WOG-6.5"
    if card.gunner:
        if game.scenario.id in card.available and native(game, area, card):
            return f"Gunners are raised from turn {game.number('gunners_from_turn')} on.", "WOG-14.9"
        return "Gunners are raised in areas of value 3, in The Hundred Years War alone.", "WOG-5.10"
    rule = "WOG-5.6" if card.knight else "WOG-5.12"
    return f"{card.name} are not raised in {where}; raise them in the country of their flag.", rule


def possible(game: Warriors, side: Side, picked: Sequence[str]) -> Iterator[Parcel]:
    """Yield what a side may raise beside what it has picked."""
    before = [parcels.read(text) for text in picked]
    for area in game.controlled(side):
        free = game.area(area).value - sum(one.number for one in before if one.at == area)
        for kind in raisable(game, area):
            card, left = game.troop(kind), game.supply(kind)
            if any(one.at == area and _counted_alike(game, one.kind, kind) for one in before):
                continue
            used = sum(one.number for one in before if one.kind == kind)
            most = min(free, card.per_area_per_turn, free if left is None else left - used)
            yield from (Parcel(kind, number, area) for number in range(1, most + 1))


def proposal(game: Warriors, side: Side) -> list[str]:
    """Return what the default raises: infantry up to the value (D-11)."""
    return [str(Parcel("infantry", game.area(area).value, area)) for area in game.controlled(side)]


def come_home(game: Warriors) -> None:
    """Send mercenaries that were put aside home [WOG-5.14]."""
    if game.state.aside:
        text = f"Mercenaries go home: {names.troops(game, game.state.aside)}."
        game.state.aside = {}
        game.emit("home", text, rule="WOG-5.14")


class Raising(Question):
    """What a side raises (D-11) [WOG-5.1 to 5.4]."""

    decision = "D-11"
    rule = "WOG-5.2"

    def proceed(self, game: Warriors) -> bool:
        """Skip a side that controls nothing; the mercenaries go home at the end of the phase."""
        if game.controlled(self.side):
            return False
        self._done(game)
        return True

    def prompt(self, game: Warriors) -> str:
        """Say how much."""
        total = sum(game.area(area).value for area in game.controlled(self.side))
        return f"You can raise {total} strength points, in each area up to its value. What?"

    def offers(self, game: Warriors) -> list[Offer]:
        """What is proposed, or something else."""

        def troops(draft: Draft) -> list[Choice]:
            found = possible(game, self.side, draft.get("troops", ()))
            return [Choice(str(one), _label(game, one)) for one in found]

        hint = "infantry everywhere, up to the value"
        field = Field("troops", "What is raised, and where?", troops, many=True, least=0)
        return [Offer(AsProposed, "Raise as proposed", (), hint), Offer(Raise, "Raise troops", (field,))]

    def default(self, game: Warriors) -> Raise:
        """Infantry."""
        return Raise(proposal(game, self.side))

    def act(self, game: Warriors, seat: str, action: Action) -> None:
        """Check what is raised, with the reason of what cannot be."""
        if isinstance(action, Raise):
            check(game, self.side, action.troops)
        self.answered(game, action)

    def answered(self, game: Warriors, action: Action) -> None:
        """Lay the troops down."""
        texts = action.troops if isinstance(action, Raise) else proposal(game, self.side)
        found = [parcels.read(text) for text in texts]
        for kind, number, area in found:
            add(game.state.loose.setdefault(area, {}), kind, number)
        told = "; ".join(_label(game, one) for one in found) or "nothing"
        game.emit("raised", f"{names.opening(self.side)} raise {told}.", rule="WOG-5.4")
        self._done(game)

    def _done(self, game: Warriors) -> None:
        game.pop(self)
        if self.side == game.first:
            come_home(game)


def _label(game: Warriors, parcel: Parcel) -> str:
    return f"{names.pieces(game, parcel.kind, parcel.number)} in {names.area(game, parcel.at)}"
