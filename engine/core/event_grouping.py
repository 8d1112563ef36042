"""Group consecutive events of one kind into one sentence."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.core.events import Event
from engine.core.text import capital, join_words

_GAP = re.compile(r"<(\w+)>")


class Series(NamedTuple):
    """The sentence for one event of a kind, and the one for several that differ in nothing but `item`.

    A gap is a word in angle brackets: "<who> is dead: <why>." and "<each> are dead: <why>.".
    """

    kind: str
    """The kind of the events."""

    one: str
    """The sentence of one event."""

    many: str
    """The sentence of several, with `<each>` for their items in a row."""

    item: str = "<who>"
    """The gap that differs and is listed."""


def gathered(events: Iterable[Event], series: Sequence[Series], breaks: Sequence[str] = ()) -> list[Event]:
    """Return events with each series merged into its first; no event is moved past one of the kinds `breaks`.

    >>> dead = Series("death", "<who> is dead: <why>.", "<each> are dead: <why>.")
    >>> told = [Event("death", f"{name} is dead: the plague.") for name in ("Percy", "Scrope")]
    >>> [event.text for event in gathered(told, [dead])]
    ['Percy and Scrope are dead: the plague.']
    """
    groups: list[Event] = []
    rows: dict[tuple[Series, tuple[str, ...]], tuple[int, list[str]]] = {}
    for event in events:
        if event.kind in breaks:
            rows.clear()
        told = next(filter(None, (_told_by(one, event) for one in series)), None)
        if told is None:
            groups.append(event)
            continue
        one, same, item = told
        place, items = rows.setdefault((one, same), (len(groups), []))
        items.append(item)
        if place == len(groups):
            groups.append(event)
        else:
            groups[place] = replace(groups[place], text=_told(one, same, items))
    return groups


def _told_by(series: Series, event: Event) -> tuple[Series, tuple[str, ...], str] | None:
    """Return the series of an event, its common part and its own item; None if it belongs to no series."""
    said = _form(series.one).fullmatch(event.text) if series.kind == event.kind else None
    if said is None:
        return None
    return series, tuple(said[name] for name in _common(series)), _filled(series.item, said.groupdict())


def _told(series: Series, same: Sequence[str], items: Sequence[str]) -> str:
    words = dict(zip(_common(series), same, strict=True), each=join_words(items))
    text = _filled(series.many, words)
    return capital(text)


def _common(series: Series) -> list[str]:
    """Return the gaps in which the events of a series do not differ."""
    return [name for name in _GAP.findall(series.one) if name not in _GAP.findall(series.item)]


def _filled(sentence: str, words: Mapping[str, str]) -> str:
    return _GAP.sub(lambda gap: words[gap[1]], sentence)


@cache
def _form(one: str) -> re.Pattern[str]:
    parts = _GAP.split(one)
    return re.compile("".join(f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)))
