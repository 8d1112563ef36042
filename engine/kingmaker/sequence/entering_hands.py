"""Hands of a game begun elsewhere: players enter their own, and the sealed dice deal the others."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

from engine.core.actions import Action, AnyAction, Choice, Draft, Field, Offer, Request
from engine.core.drafts import any_of
from engine.core.errors import Illegal
from engine.core.sealed import SecretBallot
from engine.core.text import counted, join_words
from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import (
    BishopCard,
    MercenaryCard,
    NobleCard,
    OfficeCard,
    ShipCard,
    TitleCard,
    TownCard,
)
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.steps import KingmakerStep

HAND, KEPT = "hand", "kept"
"""The hidden cards: Crown cards in hand, and event cards that are kept."""

GROUPS: Mapping[type, str] = {
    NobleCard: "Nobles",
    TitleCard: "Titles",
    OfficeCard: "Offices",
    BishopCard: "Bishops",
    MercenaryCard: "Mercenaries",
    TownCard: "Towns",
    ShipCard: "Ships",
}
"""The headings under which Crown cards are listed; any other kind of card goes under the last one."""

OTHERS = "Other cards"


class EnterHand(Action, frozen=True):
    """Say which cards one holds in a game that goes on from a position."""

    cards: list[str] = []
    kept: list[str] = []


class HaveDealt(Action, frozen=True):
    """Let the sealed dice deal the number of cards that the seat holds."""


class EnteringHands(SecretBallot, KingmakerStep):
    """Every seat whose hand the position leaves out enters it in secret (D00).

    All may name any card that does not lie open. If two seats name the same card, both are told and enter their hands
    again.
    """

    locked: ClassVar[bool] = True

    numbers: dict[str, dict[str, int]] = {}
    """How many cards each seat holds, by kind."""

    settled: dict[str, AnyAction] = {}
    """The hands that need not be entered again."""

    def asked(self, game: Kingmaker) -> Sequence[str]:
        """Return the seats whose hands are not settled."""
        return [seat for seat in game.clockwise() if seat in self.numbers and seat not in self.settled]

    def ask(self, game: Kingmaker, seat: str) -> Request:
        """Ask for the hand."""
        hand, kept = self.numbers[seat].get(HAND, 0), self.numbers[seat].get(KEPT, 0)
        fields = [_field(game, "cards", "Which Crown cards do you hold?", crown_cards(game), hand)] if hand else []
        fields += [_field(game, "kept", "Which event cards have you kept?", event_cards(game), kept)] if kept else []
        hidden = [counted(hand, "Crown card")] * bool(hand) + [counted(kept, "kept event card")] * bool(kept)
        said = " and ".join(hidden)
        offers = (
            Offer(EnterHand, "Enter my hand", tuple(fields), reversible=True),
            Offer(HaveDealt, "Have a hand dealt", remark="at random, if you have lost your list", drastic=True),
        )
        prompt = f"In the position from which this game continues you hold {said}. Which? Only you and I will know."
        return Request(seat, "D00", prompt, offers, HaveDealt, secret=True)

    def opened(self, game: Kingmaker, answers: Mapping[str, AnyAction]) -> None:
        """Give all seats their hands, or ask those again that have named the same card."""
        settled = {**self.settled, **answers}
        again = _named_twice(game, settled)
        if again:
            for seat, cards in again.items():
                text = (
                    f"You named {_named(game, cards)}, and so did another player. One of you is mistaken; look again."
                )
                game.emit("hand_again", text, to=[seat], about=cards)
            right = {seat: answer for seat, answer in settled.items() if seat not in again}
            game.push(EnteringHands(numbers=self.numbers, settled=right))
            return
        for seat, answer in settled.items():
            if isinstance(answer, EnterHand):
                _take(game, seat, answer.cards, answer.kept)
        for seat, answer in settled.items():
            if isinstance(answer, HaveDealt):
                numbers = self.numbers[seat]
                _take(game, seat, game.state.crown_deck[-numbers.get(HAND, 0) :] if numbers.get(HAND) else [], [])
                _take(game, seat, [], _keepable(game)[: numbers.get(KEPT, 0)])
        game.emit("hands_entered", "Every hand has been entered. The sealed dice have shuffled the remaining cards.")
        for seat in settled:
            held = [*game.faction(seat).hand, *game.faction(seat).retained]
            game.emit("hand", f"You hold {_named(game, held)}.", to=[seat], about=held)

    def choose_anew(self, game: Kingmaker, viewer: str, chance: Random) -> None:
        """Replace the hands of other seats by random ones, even of those that need not enter theirs again."""
        super().choose_anew(game, viewer, chance)
        for seat in [seat for seat in self.settled if seat != viewer]:
            offers = self.ask(game, seat).offers[:1]
            self.settled = {**self.settled, seat: any_of(offers, chance) or HaveDealt()}


def step(game: Kingmaker, hidden: Mapping[str, Mapping[str, int]]) -> EnteringHands:
    """Return the step that asks for hands; raise Illegal if the decks do not have that many cards."""
    unknown = next((kind for numbers in hidden.values() for kind in numbers if kind not in (HAND, KEPT)), "")
    if unknown:
        raise Illegal(f"'{unknown}' is not a hidden pile; write '{HAND}' (Crown cards) or '{KEPT}' (event cards).")
    bare = next((seat for seat, numbers in hidden.items() if not sum(numbers.values())), "")
    if bare:
        raise Illegal(f"Say how many cards {bare} holds, such as: {bare} = 4, or leave the seat out.")
    for kind, lying in ((HAND, len(game.state.crown_deck)), (KEPT, len(_keepable(game)))):
        wanted = sum(numbers.get(kind, 0) for numbers in hidden.values())
        if wanted > lying:
            raise Illegal(
                f"{wanted} cards of the kind '{kind}' are hidden, but only {lying} are left; correct a number."
            )
    return EnteringHands(numbers={seat: dict(numbers) for seat, numbers in hidden.items()})


def crown_cards(game: Kingmaker) -> list[str]:
    """Return the Crown cards that do not lie open, in the order of the list of cards."""
    hidden = {*game.state.crown_deck, *(card for faction in game.state.factions.values() for card in faction.hand)}
    return [card for card in game.catalog.cards if card in hidden]


def event_cards(game: Kingmaker) -> list[str]:
    """Return the event cards that may be kept and do not lie open."""
    hidden = {*game.state.event_deck, *(card for faction in game.state.factions.values() for card in faction.retained)}
    return [card.id for card in game.catalog.events.values() if card.id in hidden and _may_be_kept(game, card.id)]


def entered(game: Kingmaker, seat: str) -> list[str]:
    """Return the cards that a seat has entered so far; it knows them, though they are still in the decks."""
    step = game.under_way(EnteringHands)
    answer = step.answers.get(seat, step.settled.get(seat)) if step else None
    return [*answer.cards, *answer.kept] if isinstance(answer, EnterHand) else []


def _may_be_kept(game: Kingmaker, card: str) -> bool:
    return game.includes("retained_events", game.catalog.events[card].kind)


def _keepable(game: Kingmaker) -> list[str]:
    """Return the event cards of the deck that may be kept, in its order."""
    return [card for card in game.state.event_deck if _may_be_kept(game, card)]


def _field(game: Kingmaker, name: str, prompt: str, cards: Sequence[str], number: int) -> Field:
    """Return the question for exactly this number of cards."""

    def choices(draft: Draft) -> list[Choice]:
        picked = draft.get(name, ())
        left = [card for card in cards if card not in picked] if len(picked) < number else []
        return [Choice(card, names.thing(game, card), group=_group(game, card)) for card in left]

    return Field(name, f"{prompt} ({number})", choices, many=True, least=number)


def _group(game: Kingmaker, card: str) -> str:
    """Return the heading under which a card is listed."""
    printed = game.catalog.cards.get(card)
    return next((heading for kind, heading in GROUPS.items() if isinstance(printed, kind)), OTHERS)


def _named(game: Kingmaker, cards: Sequence[str]) -> str:
    return join_words(names.thing(game, one) for one in cards)


def _named_twice(game: Kingmaker, settled: Mapping[str, AnyAction]) -> dict[str, list[str]]:
    """Return the cards by seat that somebody else has named too, or holds by the file."""
    named = {s: [*answer.cards, *answer.kept] for s, answer in settled.items() if isinstance(answer, EnterHand)}
    counted = Counter(card for cards in named.values() for card in cards)
    counted.update(card for faction in game.state.factions.values() for card in (*faction.hand, *faction.retained))
    twice = {seat: [card for card in cards if counted[card] > 1] for seat, cards in named.items()}
    return {seat: cards for seat, cards in twice.items() if cards}


def _take(game: Kingmaker, seat: str, hand: Sequence[str], kept: Sequence[str]) -> None:
    """Take cards out of the decks into a hand."""
    state, faction = game.state, game.faction(seat)
    faction.hand += hand
    faction.retained += kept
    state.crown_deck = [card for card in state.crown_deck if card not in hand]
    state.event_deck = [card for card in state.event_deck if card not in kept]
