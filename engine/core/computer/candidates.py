"""The candidate actions of a player with lookahead: every offered action, with lists in small combinations."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from engine.core.actions import Action, Draft, Field, Offer, values_of
from engine.core.drafts import build, question

LISTS = 24
"""The most answers considered for a question that asks for a list."""

DRAFTS = 600
"""The most actions of one kind that are listed before a random choice among them."""


def candidates(offers: Sequence[Offer], chance: Random, most: int) -> list[Action]:
    """Return the actions that the offers allow; if there are more than `most`, a random sample of that size."""
    found = [build(offer, draft) for offer in offers for draft in islice(_drafts(offer, {}), DRAFTS)]
    if len(found) <= most:
        return found
    kept = sorted(chance.sample(range(len(found)), most))
    return [found[place] for place in kept]


def _drafts(offer: Offer, draft: dict[str, Any]) -> Iterator[dict[str, Any]]:
    field = question(offer, draft)
    if field is None:
        yield draft
        return
    for value in _lists(field, draft) if field.many else _values(field, draft):
        yield from _drafts(offer, {**draft, field.name: value})


def _values(field: Field, draft: Draft) -> list[str]:
    return [*values_of(field.choices(draft)), *[""] * (field.least == 0)]


def _lists(field: Field, draft: Draft) -> list[list[str]]:
    """Return lists, short ones first, and the one that takes as much as fits; each in one order only."""
    whole: list[str] = []
    while able := values_of(field.choices({**draft, field.name: whole})):
        whole = [*whole, able[0]]
    found = list(islice((picks for picks in _widening(field, draft) if len(picks) >= field.least), LISTS))
    return found if whole in found or len(whole) < field.least else [*found, whole]


def _widening(field: Field, draft: Draft) -> Iterator[list[str]]:
    waiting: list[list[str]] = [[]]
    order = {value: place for place, value in enumerate(values_of(field.choices({**draft, field.name: []})))}
    while waiting:
        longer: list[list[str]] = []
        for picks in waiting:
            yield picks
            able = values_of(field.choices({**draft, field.name: picks}))
            last = order.get(picks[-1], -1) if picks else -1
            longer += [[*picks, value] for value in able if order.get(value, len(order)) > last]
        waiting = longer
