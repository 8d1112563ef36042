"""A small game for tests: runners race to a goal; before the start everybody pledges in secret."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from engine.core.actions import MASTER, Action, Choice, Draft, Field, Offer, Request
from engine.core.chapter import AnyTime, Chapter
from engine.core.computer.players import RandomPlayer
from engine.core.conditions import Condition, one_of
from engine.core.editing.edits import Drop, Edits
from engine.core.errors import Illegal
from engine.core.files.options import Option, Options, Variant
from engine.core.game import Game
from engine.core.game import State as CoreState
from engine.core.parts import DecisionKind, Offering, Pace, Plannable, Plans, SetUp, Sight, Story, Words
from engine.core.rules import Rules
from engine.core.sealed import SimultaneousStep
from engine.core.steps import Step

PACES = ("walk", "run")

MUD = 99
"""A field that is reached by the hand of the game master alone, and on which nobody runs."""


class Pledge(Action, frozen=True):
    """Promise a number of laps, in secret."""

    laps: str = "1"


class Advance(Action, frozen=True):
    """Move on by a die, twice as far running."""

    pace: str = "walk"


class Rest(Action, frozen=True):
    """Stay where one is."""


class Whisper(Action, frozen=True):
    """Tell one runner something, at any time."""

    to: str


class Trip(Action, frozen=True):
    """Break an invariant, at any time."""


class Explode(Action, frozen=True):
    """Fail in a way that no rule foresees, at any time."""


class Carry(Action, frozen=True):
    """The game master's hand: put a runner somewhere."""

    seat: str
    to: int


class Nightfall(Action, frozen=True):
    """End the race where it stands."""


class State(CoreState, kw_only=True):
    """Where everybody is, and what was pledged."""

    places: dict[str, int] = {}
    pledges: dict[str, str] = {}
    out: list[str] = []
    laps: int = 0


class Relay(Game[State]):
    """A race in play."""

    @property
    def runners(self) -> list[str]:
        return [seat for seat in self.state.seats if seat not in self.state.out]


def _choices(*values: str) -> Callable[[Any], list[Choice]]:
    return lambda _: [Choice(value, value) for value in values]


class Pledging(SimultaneousStep):
    """Everybody pledges at the same time."""

    def waiting(self, game: Relay) -> list[str]:
        return [seat for seat in game.runners if seat not in game.state.pledges]

    def ask(self, game: Relay, seat: str) -> Request:
        offer = Offer(Pledge, "Pledge laps", (Field("laps", "How many?", _choices("1", "2", "3")),))
        return Request(seat, "PLEDGE", "Pledge your laps.", (offer,), Pledge, secret=True)

    def act(self, game: Relay, seat: str, action: Pledge) -> None:
        game.state.pledges[seat] = action.laps
        game.emit("pledged", f"You have pledged {action.laps}.", to=[seat])


class Leg(Step):
    """One runner's move; after the last one's the lap is over."""

    turn: int = 0

    def proceed(self, game: Relay) -> bool:
        if self.turn < len(game.runners):
            return False
        game.pop(self)
        game.state.laps += 1
        game.emit("phase_end", f"Lap {game.state.laps} is over.")
        game.push(Leg())
        return True

    def requests(self, game: Relay) -> list[Request]:
        advance = Offer(Advance, "Advance", (Field("pace", "How?", _choices(*PACES)),))
        seat = game.runners[self.turn]
        return [Request(seat, "LEG", f"Lap {game.state.laps + 1}: move.", (advance, Offer(Rest, "Rest")), Rest)]

    def act(self, game: Relay, seat: str, action: Action) -> None:
        game.pop(self)
        game.push(Leg(self.turn + 1))
        if isinstance(action, Rest):
            game.emit("rested", f"{{{seat}}} rests.")
            return
        assert isinstance(action, Advance)
        if action.pace not in PACES:
            raise Illegal(f"A runner cannot '{action.pace}'; walk or run.", "RELAY-1")
        if action.pace == "run" and game.state.places[seat] == MUD:
            raise Illegal("Nobody runs in the mud; walk.", "RELAY-2")
        eyes = game.dice.roll(6, f"{seat} moves") * (PACES.index(action.pace) + 1)
        game.state.places[seat] += eyes
        game.emit("moved", f"{{{seat}}} moves on by {eyes}.", about=[seat])
        if game.state.places[seat] >= int(str(game.state.options["goal"])):
            game.finish([seat], f"{{{seat}}} reaches the goal.")


def _run_now(game: Relay, seat: str) -> None:
    if not isinstance(game.top, Leg):
        raise Illegal("The race has not begun.")
    game.push(Leg(game.runners.index(seat)))


def _run(view: State, said: Draft) -> bool:
    return view.laps <= int(said["laps"])


def any_time(game: Relay, seat: str) -> list[Offer]:
    others = [other for other in game.state.seats if other != seat]
    return [
        Offer(Whisper, "Whisper", (Field("to", "To whom?", _choices(*others)),)),
        Offer(Trip, "Trip", drastic=True),
        Offer(Explode, "Explode", drastic=True),
    ]


def private_note(game: Relay, seat: str, action: Whisper) -> None:
    game.emit("whispered", f"{{{seat}}} whispers.", to=[action.to])


def trip(game: Relay, seat: str, action: Trip) -> None:
    game.state.places[seat] = -1


def explode(game: Relay, seat: str, action: Explode) -> None:
    raise ZeroDivisionError("the lap counter burst")


def drop(game: Relay, edit: Drop) -> None:
    game.state.out.append(edit.seat)
    game.emit("left", f"{{{edit.seat}}} has left the race.")
    if len(game.runners) == 1:
        game.finish(game.runners, "Only one runner is left.")


def carry(game: Relay, edit: Carry) -> None:
    game.state.places[edit.seat] = edit.to


def deal(game: Relay) -> None:
    game.dice.shuffle(game.state.seats, "order of the seats")
    game.push(Pledging(), Leg())
    for seat in sorted(game.state.seats):
        game.emit("dealt", f"Your number is {game.dice.roll(100, 'number', hidden=True)}.", to=[seat])
    game.emit("opened", "The race begins.")


def timed_requests(game: Relay) -> list[Request]:
    hours = game.state.options.get("daylight", "none")
    if hours == "none" or not isinstance(game.top, Leg):
        return []
    offer = Offer(Nightfall, "Night falls")
    return [Request(MASTER, "NIGHT", "Night comes.", (offer,), Nightfall, hours=float(hours))]


def conditions(game: Relay, seat: str, offer: Offer) -> Sequence[Condition]:
    laps = one_of("laps", "How many laps?", {"1": "1", "2": "2", "3": "3"})
    return (
        Condition("early", "while <laps> laps at most are run", lambda view, _, said: _run(view, said), (laps,)),
        Condition("fresh", "only if nobody has moved", lambda view, draft, said: not any(view.places.values())),
    )


def seats_before(game: Relay, seat: str) -> Sequence[str]:
    if not isinstance(game.top, Leg):
        return []
    order = [*game.runners[game.top.turn :], *game.runners[: game.top.turn]]
    return order[: order.index(seat)]


def next_seat(game: Relay) -> str:
    return game.runners[(game.top.turn + 1) % len(game.runners)] if isinstance(game.top, Leg) else ""


def end_of_play_edit(game: Relay) -> Action | None:
    return Nightfall() if isinstance(game.top, Leg) else None


def view(game: Relay, viewer: str) -> State:
    return State(**{**msgspec.structs.asdict(game.state), "pledges": {}})


def problems(game: Relay) -> list[str]:
    return [f"{seat} is behind the start" for seat, place in game.state.places.items() if place < 0]


def unsound(game: Relay) -> list[str]:
    """Find fault with every state."""
    return [*problems(game), "these rules find fault with everything"]


CHAPTER = Chapter(
    steps=(Pledging, Leg),
    actions=(Pledge, Advance, Rest),
    any_time=(AnyTime(any_time, {Whisper: private_note, Trip: trip, Explode: explode}),),
)

SET_UP = SetUp(
    least_seats=2,
    most_seats=3,
    state=lambda seats: {"places": dict.fromkeys(seats, 0)},
    deal=deal,
    bare=lambda game: None,
)


class RelayRules(Rules[Relay]):
    """The rules of the race."""

    option_book = Options(
        variant=(Variant("base", "Relay"),),
        option=(
            Option("goal", "integer", 30, until="end"),
            Option("daylight", "integer", "none", words=("none",), why="the sun has risen."),
        ),
    )


def relay(*more: Chapter, **others: Any) -> RelayRules:
    """Return the rules of the race, with more chapters and with other parts."""
    parts: dict[str, Any] = {
        "version": "1",
        "set_up": SET_UP,
        "sight": Sight(view=view),
        "offering": Offering(refusals=(Rest,)),
        "problems": problems,
        "editing": Edits({Drop: drop, Nightfall: lambda game, _: game.finish([], "Night has fallen."), Carry: carry}),
    }
    return RelayRules(
        name="relay",
        title="Relay",
        state_type=State,
        game_type=Relay,
        chapters=(CHAPTER, *more),
        pace=Pace(
            decision_key=lambda game: str(game.state.laps),
            round=lambda game: f"lap {game.state.laps + 1}",
            seats_before=seats_before,
            next_seat=next_seat,
            decision_kinds=(DecisionKind("pledge", "pledges", frozenset({"PLEDGE"}), 0.5),),
            timed_requests=timed_requests,
            end_of_play_edit=end_of_play_edit,
            stop_edit=end_of_play_edit,
        ),
        words=Words(
            headline=lambda game: f"Lap {game.state.laps + 1}",
            scores=lambda game: [(seat, str(place)) for seat, place in game.state.places.items()],
        ),
        story=Story(pictures={"phase_end": "map"}, phase_end_event="phase_end", log_headings=("phase_end",)),
        plans=Plans(
            plannable={
                "LEG": Plannable("Your leg of a lap", (Advance, Rest), _run_now, in_turn=True),
                "PLEDGE": Plannable("Your pledge", (Pledge,)),
            },
            conditions=conditions,
        ),
        players={"random": RandomPlayer()},
        **parts | others,
    )


def newer_relay() -> RelayRules:
    """Return the rules of the race by a later release."""
    return relay(version="2", changes=lambda game, version: ["Whoever rests loses a lap [RELAY-2]."])
