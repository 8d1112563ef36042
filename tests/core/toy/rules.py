"""High Card: all play a card of a hidden hand at the same time, and the highest one takes the trick."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import msgspec

from engine.core.actions import MASTER, Action, Choice, Field, Offer, Request
from engine.core.chapter import Chapter
from engine.core.computer.deciding import Budget, Legal, View
from engine.core.editing.edits import Drop, Edits
from engine.core.files import catalog
from engine.core.files.figures import Edition, EditionNumbers, Fault
from engine.core.game import Game
from engine.core.game import State as CoreState
from engine.core.parts import Pace, SetUp, Sight, Story, Words
from engine.core.rules import Rules
from engine.core.sealed import SecretBallot

catalog.lies_in("high_card", Path(__file__).parent / "data")

DECK = [f"card_{number}" for number in range(1, 25)]


def worth(card: str) -> int:
    """Return the number on a card."""
    return int(card.removeprefix("card_"))


class Value(msgspec.Struct, frozen=True):
    """For how many tricks a trick counts."""

    id: str
    tricks: int


def tricks(figures: EditionNumbers) -> dict[str, int]:
    """Return for how many tricks a trick counts in an edition."""
    return {value.id: value.tricks for value in Edition("high_card", figures).rows("printed", "value", Value)}


class Play(Action, frozen=True):
    """Play a card of one's hand."""

    card: str


class Deal(Action, frozen=True):
    """Put a card into a seat's hand, wherever it is."""

    card: str
    seat: str


class State(CoreState, kw_only=True):
    """Who holds which cards, what is left of the deck, who has taken how many tricks, and what was played."""

    hands: dict[str, list[str]] = {}
    deck: list[str] = []
    tricks: dict[str, int] = {}
    played: list[str] = []


class Trick(SecretBallot):
    """Everybody who has cards plays one of them (T-1)."""

    rule = "HIGH-1"

    def asked(self, game: Game[State]) -> list[str]:
        """Return the seats that have cards."""
        return [seat for seat in game.state.seats if game.state.hands[seat]]

    def ask(self, game: Game[State], seat: str) -> Request:
        """Ask for a card."""
        hand = game.state.hands[seat]
        field = Field("card", "Which card?", lambda _: [Choice(card, str(worth(card))) for card in hand])
        offer = Offer(Play, "Play a card", (field,))
        return Request(seat, "T-1", "Play a card of your hand.", (offer,), lambda: Play(hand[0]), secret=True)

    def opened(self, game: Game[State], answers: Mapping[str, Play]) -> None:
        """Give the highest card the trick, or the lowest (option `low`); whoever has most tricks at the end wins."""
        state, sign = game.state, -1 if game.option("low") else 1
        for seat, play in answers.items():
            state.hands[seat].remove(play.card)
            state.played.append(play.card)
        taker = max(answers, key=lambda seat: sign * worth(answers[seat].card))
        state.tricks[taker] += tricks(state.figures)["trick" if any(state.hands.values()) else "last_trick"]
        shown = ", ".join(f"{{{seat}}} {worth(play.card)}" for seat, play in answers.items())
        game.emit("trick", f"{shown}: {{{taker}}} takes the trick.", about=[taker], rule=self.rule)
        if any(state.hands.values()):
            game.push(Trick())
        else:
            most = max(state.tricks.values())
            winners = [seat for seat, tricks in state.tricks.items() if tricks == most]
            game.finish(winners, "All cards are played; most tricks win.", "HIGH-2")


def _deal(game: Game[State], edit: Deal) -> None:
    for pile in (game.state.deck, game.state.played, *game.state.hands.values()):
        if edit.card in pile:
            pile.remove(edit.card)
    game.state.hands[edit.seat].append(edit.card)


def _drop(game: Game[State], edit: Drop) -> None:
    game.state.played += game.state.hands[edit.seat]
    game.state.hands[edit.seat] = []
    if not any(game.state.hands.values()):
        game.finish([], "Nobody is left.", "HIGH-2")


def known(game: Game[State], edit: Action) -> dict[str, list[str]]:
    """Return what the game master may name."""
    return {"card": DECK, "seat": game.state.seats}


class HighCardView(msgspec.Struct, frozen=True):
    """What `viewer` may know: of hands the own one alone, of the others how many cards they are."""

    viewer: str
    hands: dict[str, list[str]]
    sizes: dict[str, int]
    tricks: dict[str, int]
    played: list[str]


class Miser:
    """Keeps high cards for later."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Play the lowest card."""
        return Play(min(view().hands[legal.seat], key=worth))


def faults(figures: EditionNumbers) -> Iterator[Fault]:
    """Find a last trick that counts for less than any other."""
    values = tricks(figures)
    if values["last_trick"] < values["trick"]:
        yield Fault("value.last_trick.tricks", f"The last trick is not worth less; write {values['trick']} or more.")


def deal(game: Game[State]) -> None:
    """Deal a hand to everybody."""
    state = game.state
    state.deck, state.tricks = list(DECK), dict.fromkeys(state.seats, 0)
    game.dice.shuffle(state.deck, "the deck")
    for seat in state.seats:
        state.hands[seat] = hand = [state.deck.pop() for _ in range(game.number("cards"))]
        game.emit("dealt", f"You are dealt {', '.join(str(worth(card)) for card in hand)}.", to=[seat], about=hand)
    game.push(Trick())


def view(game: Game[State], viewer: str) -> HighCardView:
    """Show the own hand, and what lies on the table."""
    state, sizes = game.state, {seat: len(hand) for seat, hand in game.state.hands.items()}
    hands = {seat: hand for seat, hand in state.hands.items() if viewer in (seat, MASTER)}
    return HighCardView(viewer, hands, sizes, state.tricks, state.played)


def hidden(game: Game[State], viewer: str) -> Collection[str]:
    """Return the cards of the deck and of the hands of others."""
    return [*game.state.deck, *(card for seat, hand in game.state.hands.items() if seat != viewer for card in hand)]


def problems(game: Game[State]) -> list[str]:
    """Find cards that are in no place, or in several."""
    state = game.state
    found = [*state.deck, *state.played, *(card for hand in state.hands.values() for card in hand)]
    return [f"{card} is in {found.count(card)} places" for card in DECK if found.count(card) != 1]


RULES = Rules(
    name="high_card",
    title="High Card",
    version="1",
    state_type=State,
    chapters=(Chapter(steps=(Trick,), actions=(Play,)),),
    set_up=SetUp(least_seats=2, most_seats=4, deal=deal),
    sight=Sight(view=view, hidden=hidden),
    pace=Pace(decision_key=lambda game: str(len(game.state.played))),
    words=Words(
        headline=lambda game: f"Tricks to come: {max(map(len, game.state.hands.values()))}",
        scores=lambda game: [(f"{{{seat}}}", f"{tricks} tricks") for seat, tricks in game.state.tricks.items()],
        cards=lambda figures: {card: str(worth(card)) for card in DECK},
    ),
    story=Story(pictures={"trick": "map"}, phase_end_event="trick"),
    editing=Edits({Deal: _deal, Drop: _drop}, known, discreet={Deal: "card"}),
    players={"miser": Miser()},
    problems=problems,
    faults=faults,
)
