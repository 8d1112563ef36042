"""Dealing anew what somebody may not know, so that nothing is left of how it was dealt.

What comes out depends on what is known and on `chance` alone: two states that differ only in what is hidden give the
same. So a computer player may look into such a state without learning anything.
"""

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

import msgspec

from engine.core.data import renamed, strings_in
from engine.core.game import State


def exchanged(state: State, hidden: Collection[str], sort: Callable[[str], str], chance: Random) -> dict[str, Any]:
    """Return a state as plain data in which the `hidden` ids have changed places, each with one of its own `sort`.

    They change wherever the state names them, so that every step goes on meaning the same; the options stay. Where an
    id lies is told by the state without its steps first: what a step says of it may be a secret answer.
    """
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state))
    lies = {name: part for name, part in data.items() if name not in ("options", "steps")}
    named = dict.fromkeys([*strings_in(lies, keys=True), *strings_in(data.get("steps", []), keys=True)])
    places = [text for text in named if text in hidden]
    swaps: dict[str, str] = {}
    sorts: dict[str, list[str]] = {}
    for id in places:
        sorts.setdefault(sort(id), []).append(id)
    for _, alike in sorted(sorts.items()):
        swaps.update(zip(alike, reshuffled(alike, chance), strict=True))
    return {**renamed(data, swaps), "options": data["options"]}


def reshuffled(pile: Sequence[str], chance: Random) -> list[str]:
    """Return a pile in random order, whatever its order was."""
    return chance.sample(sorted(pile), len(pile))
