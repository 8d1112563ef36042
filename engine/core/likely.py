"""What a seat is likely to do now: what its game lists, and where that has no favourite, what habit would do."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from engine.core import drafts
from engine.core.actions import Action, Offer, Prospect
from engine.core.computer.deciding import Budget
from engine.core.errors import EngineError
from engine.core.table import Table


def likely(table: Table, seat: str) -> Sequence[Prospect]:
    """Return what a seat is likely to do, the most wanted first; the first is what people would usually do.

    That is what the game's player by rules of thumb would do, from what the seat may see, where the game itself names
    nothing. It has no words where it is an answer that the panel has anyway.
    """
    found = table.rules.offering.prospects(table.game, seat)
    if found and found[0].likely:
        return found
    usual = habit(table, seat)
    if usual is None:
        return found
    listed = next((one for one in found if one.action == usual), None)
    first = replace(listed, likely=True) if listed else _in_words(table, seat, usual)
    return [first, *(one for one in found if one is not listed)] if first else found


def habit(table: Table, seat: str) -> Action | None:
    """Return how the player by rules of thumb would answer for a seat; None without such a player or a question.

    Where others gain if they guess the answer there is none: they know the rules of thumb, too.
    """
    judge, request = table.rules.judge, table.request(seat)
    if judge is None or request is None or request.guessed:
        return None
    answers = replace(table.legal(seat), everything=lambda *_: ())
    try:
        return judge.habit.decide(lambda: table.view(seat), answers, Budget(0), 0)
    except EngineError:
        return None


def _in_words(table: Table, seat: str, action: Action) -> Prospect | None:
    """Return an action with what its offer says of it; None where it is not offered."""
    offer = next((offer for offer in table.offers(seat, type(action)) if offer.action is type(action)), None)
    if offer is None or offer.answers:
        return None
    if not offer.fields:
        return Prospect(action, "")
    words, said = drafts.words(offer, action), structs.asdict(action)
    answers = ", ".join(", ".join(words) for _, words in drafts.said(offer, said) if words)
    if offer.says or not answers or len(offer.label) > BUTTON:
        return Prospect(action, words, _hints(offer, said), words)
    return Prospect(action, answers, _hints(offer, said))


BUTTON = 24
"""Letters of a label that a button beside the answers has room for; a longer one stands before them."""


def _hints(offer: Offer, said: dict[str, object]) -> str:
    """Return what there is to know of the answers that are said, or else of the offer."""
    told = [field for field, words in drafts.said(offer, said) if words and not field.many]
    answered = [field for field in told if not offer.says or f"{{{field.name}}}" in offer.says]
    chosen = [choice for field in answered for choice in field.choices(said) if choice.value == said[field.name]]
    return "; ".join(dict.fromkeys(choice.hint for choice in chosen if choice.hint)) or offer.hint
