"""A small game for tests: runners race to a goal; before the start everybody pledges in secret."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from engine.core.actions import MASTER, Action, Choice, Draft, Field, Offer, Request
from engine.core.chapter import AnyTime, Chapter
from engine.core.conditions import Condition, one_of
from engine.core.dice import Dice
from engine.core.edits import Drop, Edits
from engine.core.errors import Illegal
from engine.core.files.options import Option, Options, Variant
from engine.core.game import Game
from engine.core.game import State as CoreState
from engine.core.players import RandomPlayer
from engine.core.rules import DecisionKind, Plannable, Rules
from engine.core.sealed import Together
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


class Pledging(Together):
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


class RelayRules(Rules[State]):
    """The rules of the race; with `sound` set to False they find fault with every state."""

    name = "relay"
    title = "Relay"
    version = "1"
    least_seats = 2
    most_seats = 3
    catalogue = Options(
        variant=(Variant("base", "Relay"),),
        option=(
            Option("goal", "integer", 30, until="end"),
            Option("daylight", "integer", "none", words=("none",), why="the sun has risen."),
        ),
    )
    pictures: Mapping[str, str] = {"phase_end": "map"}
    phase_end_event = "phase_end"
    log_headings = ("phase_end",)
    chapters = (
        Chapter(
            steps=(Pledging, Leg),
            actions=(Pledge, Advance, Rest),
            any_time=(AnyTime(any_time, {Whisper: private_note, Trip: trip, Explode: explode}),),
        ),
    )
    state_type, game_type = State, Relay
    editing = Edits({Drop: drop, Nightfall: lambda game, _: game.finish([], "Night has fallen."), Carry: carry})
    refusals: tuple[type[Action], ...] = (Rest,)
    sound = True
    news: Sequence[str] = ()

    def changes(self, game: Game[State], since: str) -> list[str]:
        return list(self.news)

    def new(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Relay:
        game = self.bare(game_id, seats, options, dice)
        dice.shuffle(game.state.seats, "order of the seats")
        game.push(Pledging(), Leg())
        for seat in seats:
            game.emit("dealt", f"Your number is {dice.roll(100, 'number', hidden=True)}.", to=[seat])
        game.emit("opened", "The race begins.")
        return game

    def bare(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> Relay:
        return self.started(game_id, seats, options, dice, places=dict.fromkeys(seats, 0))

    def timed_requests(self, game: Game[State]) -> list[Request]:
        hours = game.state.options.get("daylight", "none")
        if hours == "none" or not isinstance(game.top, Leg):
            return []
        offer = Offer(Nightfall, "Night falls")
        return [Request(MASTER, "NIGHT", "Night comes.", (offer,), Nightfall, hours=float(hours))]

    def decision_kinds(self) -> Sequence[DecisionKind]:
        return (DecisionKind("pledge", "pledges", frozenset({"PLEDGE"}), 0.5),)

    def plannable(self) -> Mapping[str, Plannable]:
        return {
            "LEG": Plannable("Your leg of a lap", (Advance, Rest), _run_now, in_turn=True),
            "PLEDGE": Plannable("Your pledge", (Pledge,)),
        }

    def conditions(self, game: Game[State], seat: str, offer: Offer) -> Sequence[Condition]:
        laps = one_of("laps", "How many laps?", {"1": "1", "2": "2", "3": "3"})
        return (
            Condition("early", "while <laps> laps at most are run", lambda view, _, said: _run(view, said), (laps,)),
            Condition("fresh", "only if nobody has moved", lambda view, draft, said: not any(view.places.values())),
        )

    def round(self, game: Game[State]) -> str:
        return f"lap {game.state.laps + 1}"

    def seats_before(self, game: Game[State], seat: str) -> Sequence[str]:
        if not isinstance(game.top, Leg):
            return []
        runners = game.runners  # type: ignore[attr-defined]
        order = [*runners[game.top.turn :], *runners[: game.top.turn]]
        return order[: order.index(seat)]

    def next_seat(self, game: Game[State]) -> str:
        runners = game.runners  # type: ignore[attr-defined]
        return runners[(game.top.turn + 1) % len(runners)] if isinstance(game.top, Leg) else ""

    def end_of_play_edit(self, game: Game[State]) -> Action | None:
        return Nightfall() if isinstance(game.top, Leg) else None

    def view(self, game: Game[State], viewer: str) -> msgspec.Struct:
        return State(**{**msgspec.structs.asdict(game.state), "pledges": {}})

    def players(self) -> Mapping[str, Callable[[int], Any]]:
        return {"random": RandomPlayer()}

    def headline(self, game: Game[State]) -> str:
        return f"Lap {game.state.laps + 1}"

    def scores(self, game: Game[State]) -> list[tuple[str, str]]:
        return [(seat, str(place)) for seat, place in game.state.places.items()]

    def decision_key(self, game: Game[State]) -> str:
        return str(game.state.laps)

    def problems(self, game: Game[State]) -> list[str]:
        lost = [f"{seat} is behind the start" for seat, place in game.state.places.items() if place < 0]
        return lost if self.sound else [*lost, "these rules find fault with everything"]
