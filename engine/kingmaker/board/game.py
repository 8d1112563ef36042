"""A game of Kingmaker in play, with the look-ups that every chapter needs."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TypeVar, cast

from engine.core.dice import Dice
from engine.core.game import Game
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import Catalog, catalog
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.state import Faction, Heir, Noble, Ship, State, TurnRef
from engine.kingmaker.board.steps import KingmakerStep

S = TypeVar("S", bound=KingmakerStep)


class Whereabouts:
    """Indices of the nobles on the map, by location and by seat, without captives, in the order of the state."""

    def __init__(self, nobles: Mapping[str, Noble]) -> None:
        """Look through all nobles in play."""
        self.nobles = nobles
        self.by_place: dict[Location, list[str]] = {}
        self.by_seat: dict[str, list[str]] = {}
        for noble, person in nobles.items():
            if not person.captor:
                self.by_place.setdefault(person.at, []).append(noble)
                self.by_seat.setdefault(person.faction, []).append(noble)

    @cached_property
    def off_mainland(self) -> list[str]:
        """The nobles who are not on land of the mainland: overseas, or aboard a ship."""
        return [noble for noble, person in self.nobles.items() if not locations.on_mainland(person.at)]


class Holdings:
    """An index of the holder of each card in play; a noble holds his own card."""

    def __init__(self, nobles: Mapping[str, Noble]) -> None:
        """Look through all nobles in play."""
        self.nobles = nobles
        self.holders: dict[str, str] = {}
        for noble, person in nobles.items():
            for card in (person.title, person.office, *person.cards):
                self.holders.setdefault(card, noble)
        self.holders.update((noble, noble) for noble in nobles)


class Kingmaker(Game[State]):
    """The state, the dice and the events of a game of Kingmaker."""

    def __init__(self, state: State, dice: Dice, state_based: Callable[["Kingmaker"], None] = lambda _: None) -> None:
        super().__init__(state, dice, state_based)
        self.catalog: Catalog = catalog(state.figures)
        """Everything printed, as the table has it."""

        self._whereabouts: Whereabouts | None = None
        self._holdings: Holdings | None = None

    @property
    def active(self) -> str:
        """The seat whose turn it is."""
        return self.state.turn.seat

    @property
    def steps(self) -> list[KingmakerStep]:
        """The stack of steps; the last one speaks."""
        return cast(list[KingmakerStep], self.state.steps)

    def under_way(self, kind: type[S]) -> S | None:
        """Return the step of a kind that is under way, the uppermost of several; None if there is none."""
        return next((step for step in reversed(self.state.steps) if isinstance(step, kind)), None)

    @property
    def whereabouts(self) -> "Whereabouts":
        """The nobles by location and seat; the setters of `forces` clear this cache after every change."""
        if self._whereabouts is None or self._whereabouts.nobles is not self.state.nobles:
            self._whereabouts = Whereabouts(self.state.nobles)
        return self._whereabouts

    @property
    def holdings(self) -> Holdings:
        """The holders of cards; the setters of `forces` clear this cache after every change."""
        if self._holdings is None or self._holdings.nobles is not self.state.nobles:
            self._holdings = Holdings(self.state.nobles)
        return self._holdings

    def has_moved(self) -> None:
        """Clear the cache of nobles by location and seat."""
        self._whereabouts = None

    def has_changed(self) -> None:
        """Clear the caches of the nobles in play and their cards."""
        self._whereabouts = self._holdings = None

    def stale(self) -> list[str]:
        """Return the caches that differ from a fresh look at all nobles, for tests."""
        known, true = self.whereabouts, Whereabouts(self.state.nobles)
        looked_up = ("by_place", "by_seat", "off_mainland")
        found = [name for name in looked_up if getattr(known, name) != getattr(true, name)]
        return found + ["holders"] * (self.holdings.holders != Holdings(self.state.nobles).holders)

    def noble(self, noble: str) -> Noble:
        """Return a noble in play; KeyError if he is not."""
        return self.state.nobles[noble]

    def heir(self, heir: str) -> Heir:
        """Return an heir, living or dead; KeyError if he is not in the game."""
        return self.state.heirs[heir]

    def ship(self, ship: str) -> Ship:
        """Return a ship on the map; KeyError if it is not there."""
        return self.state.ships[ship]

    def shore(self, at: Location) -> Location:
        """Return the location where the map shows a noble: the ship's if he is aboard, else his own."""
        return self.ship(locations.name(at)).at if locations.kind(at) == "aboard" else at

    def faction(self, seat: str) -> Faction:
        """Return a seat's faction: its hand and everything else that is not on the map."""
        return self.state.factions[seat]

    def clockwise(self, start: str = "") -> list[str]:
        """Return the seats that are still in the game, in table order from `start` (the active seat)."""
        seats = self.state.seats
        first = seats.index(start or self.active)
        return [seat for seat in seats[first:] + seats[:first] if not self.state.factions[seat].gone]

    def place_in_round(self, seat: str) -> int:
        """Return how many seats have their turn before this one; a round begins with the seat that began the game."""
        order, first = self.state.seats, self.state.first
        return (order.index(seat) - order.index(first or order[0])) % len(order)

    def turn_of(self, seat: str) -> int:
        """Return the round in which a seat's current or latest turn began."""
        return self.state.turn.round - (self.place_in_round(seat) > self.place_in_round(self.active))

    def is_last_turn_before(self, other: str, round_: int, seat: str) -> bool:
        """Whether the active seat has no further turn before the turn of `other` in a later round."""
        now = self.state.turn.round
        return round_ <= now or (round_ == now + 1 and self.place_in_round(other) < self.place_in_round(seat))

    def now(self) -> TurnRef:
        """Return the turn that is being played."""
        return TurnRef(self.state.turn.round, self.active)

    def rounds_since(self, turn: TurnRef) -> int:
        """Return how many whole rounds, from that seat's turn to its next, lie between `turn` and now."""
        early = self.place_in_round(self.active) < self.place_in_round(turn.seat)
        return self.state.turn.round - turn.round - early

    def two_dice(self, purpose: str) -> int:
        """Return the sum of two dice."""
        return self.dice.roll(6, purpose) + self.dice.roll(6, purpose)

    def drop_steps(self, keep: int) -> None:
        """Take all steps above the lowest `keep` off the stack; event cards that they hold go to the discard."""
        cut = self.steps[keep:]
        del self.state.steps[keep:]
        self.state.event_discard += [step.event_card for step in cut if step.event_card]

    def finish(self, winners: Iterable[str], reason: str, rule: str = "") -> None:
        """End the game; an event card on the table goes to the discard."""
        self.drop_steps(0)
        super().finish(winners, reason, rule)
