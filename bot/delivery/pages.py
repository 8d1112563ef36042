"""Which messages stand together in one of the thread: the story of a turn, edited as it goes on. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from bot.delivery.deliveries import Item
from bot.store.payloads import MAP, Ask, Log, Picture
from bot.store.rows import GameRecord, OutboxRow, Telling
from bot.table import telling
from bot.table.effects import length
from engine.games import GAMES

OPEN_S = 3000.0
"""Seconds for which a message may be edited: well within the hour after which Discord limits that."""

MOST_CHARS = 3600
"""Characters of a page, so that headings and marks still fit into what Discord shows of one message."""

HEARD_CHARS = 1700
"""The most characters of a page that asks somebody; a longer one needs an embed, which pings nobody."""

MOST_ROWS = 60
"""Messages that are looked at to find which stand together."""

MOST_PICTURES = 8
"""Pictures of a page; Discord takes ten."""

STORY = Log | Picture | Ask
"""What stands together in a message that is edited; what holds the record of the game never is."""


def is_told(item: Item) -> bool:
    """Tell whether a message is part of the story, which stands together with others."""
    return item.user is None and _belongs(item.game, item.row)


def _belongs(game: GameRecord, row: OutboxRow) -> bool:
    if isinstance(row.payload, Log) and (row.payload.apart or (row.payload.heard and not row.payload.ruled)):
        return False
    return row.user is None and isinstance(row.payload, STORY) and game.telling is not Telling.EVERYTHING


def says(item: Item) -> bool:
    """Tell whether a message of the story says anything; what only the map shows does not."""
    return _chars(item.game, item.row) > 0 or not isinstance(item.payload, Log)


def _chars(game: GameRecord, row: OutboxRow) -> int:
    """Return about how many characters a message says."""
    if isinstance(row.payload, Ask):
        return sum(length(call.prompt) + length(call.fallback) + 80 for call in row.payload.calls)
    if not isinstance(row.payload, Log):
        return 0
    rules = GAMES.get(game.rules)
    events = telling.told(row.payload.events, rules) if rules else row.payload.events
    heading = row.payload.heading
    return sum(length(event.text) + 8 for event in events) + (length(heading) + 8 if heading else 0)


def message_of(said: Sequence[OutboxRow]) -> int | None:
    """Return the message in which something stands."""
    return said[0].message if said else None


def going_on(game: GameRecord, said: Sequence[OutboxRow], waiting: Sequence[OutboxRow], now: float) -> list[OutboxRow]:
    """Return what of the waiting messages can be added to the page that was `said` last; nothing if it is closed.

    It is closed after 50 minutes, once its chapter is, and where somebody else is asked: an edit tells nobody.
    """
    found: list[OutboxRow] = []
    for row in waiting if _is_open(said, now) else ():
        if isinstance(row.payload, Ask) or not _fits(game, [*said, *found], row):
            break
        found.append(row)
    return found


def moving(game: GameRecord, said: Sequence[OutboxRow], waiting: Sequence[OutboxRow], now: float) -> list[OutboxRow]:
    """Return what of the waiting messages can be posted together with the page that was `said` last, in its place.

    That is so up to a question for somebody, who hears of it by a new message only. Then the turn stands in one all the
    same. No page is taken away that shows a map, or asks somebody who has not answered yet.
    """
    found: list[OutboxRow] = []
    for row in waiting if _is_open(said, now) else ():
        if not _fits(game, [*said, *found], row) or _shows_map([*said, *found, row]):
            return []
        found.append(row)
        if isinstance(row.payload, Ask):
            return found if row.payload.alone else []
    return []


def _is_open(said: Sequence[OutboxRow], now: float) -> bool:
    """Tell whether a page stands there whole, in a message that is not too old, and that may be edited."""
    first = next((row for row in said if row.id == abs(row.page or 0)), None)
    if first is None or not all(isinstance(row.payload, STORY) for row in said):
        return False
    return now - (first.settled or 0.0) <= OPEN_S


def _shows_map(page: Sequence[OutboxRow]) -> bool:
    return any(isinstance(row.payload, Picture) and row.payload.shows == MAP for row in page)


def beginning(game: GameRecord, waiting: Sequence[OutboxRow]) -> list[OutboxRow]:
    """Return what of the waiting messages stands together in a new one; questions are heard in it."""
    found = list(waiting[:1])
    for row in waiting[1:]:
        if row.page is not None or not _fits(game, found, row):
            break
        found.append(row)
    return found


def shown(items: Sequence[Item]) -> list[Item]:
    """Return the messages of a page with what its pictures show: the last of those that gather shows all of them."""
    found: list[Item] = []
    for item in items:
        before = next((one for one in found if _gathers(one, item)), None)
        if before is not None:
            found.remove(before)
            here, there = before.payload, item.payload
            assert isinstance(here, Picture) and isinstance(there, Picture)
            payload = structs.replace(there, about=(*here.about, *there.about))
            item = replace(item, row=structs.replace(item.row, payload=payload))
        found.append(item)
    return found


def _gathers(one: Item, other: Item) -> bool:
    """Tell whether two messages are pictures that one picture can replace."""
    rules = GAMES.get(one.game.rules)
    here, there = one.payload, other.payload
    if rules is None or not isinstance(here, Picture) or not isinstance(there, Picture):
        return False
    return here.shows == there.shows in rules.story.gathering_pictures and bool(here.about and there.about)


def _begins(game: GameRecord, page: Sequence[OutboxRow], row: OutboxRow) -> bool:
    """Tell whether a message stands at the head of a page: it has the title of a turn.

    Behind quiet moves of computer players it goes on with their page, so that they share one with one board.
    """
    rules = GAMES.get(game.rules)
    events = row.payload.events if isinstance(row.payload, Log) else ()
    if rules is None or not events or events[0].kind not in rules.story.log_headings[:1]:
        return False
    told = [one.payload for one in page if isinstance(one.payload, Log)]
    quiet = all(telling.is_quiet(telling.Part(log.events, closes=False), rules) for log in told)
    return not (quiet and len(told) == len(page) and any(log.computer for log in told))


def _is_heard(row: OutboxRow) -> bool:
    """Tell whether a message pings whom it concerns, as an override does: it stands at the head of a page."""
    return isinstance(row.payload, Log) and bool(row.payload.heard)


def turns(game: GameRecord, told: Sequence[OutboxRow]) -> bool:
    """Tell whether a turn began or ended in what was told."""
    rules = GAMES.get(game.rules)
    events = [event for row in told if isinstance(row.payload, Log) for event in row.payload.events]
    return rules is not None and telling.turns(events, rules)


def _fits(game: GameRecord, page: Sequence[OutboxRow], row: OutboxRow) -> bool:
    """Tell whether a message can stand on a page behind the others."""
    if not _belongs(game, row) or _begins(game, page, row) or _is_heard(row):
        return False
    if _shows_map(page) and not isinstance(row.payload, Ask):
        return False
    pictures = sum(isinstance(each.payload, Picture) for each in (*page, row))
    room = HEARD_CHARS if isinstance(row.payload, Ask) or any(map(_is_heard, page)) else MOST_CHARS
    return pictures <= MOST_PICTURES and _size(game, [*page, row]) <= room


def _size(game: GameRecord, page: Sequence[OutboxRow]) -> int:
    """Return about how many characters a page says; what was asked before somebody was asked alone is answered."""
    alone = [place for place, row in enumerate(page) if isinstance(row.payload, Ask) and row.payload.alone]
    since = max(alone, default=0)
    shown = (row for place, row in enumerate(page) if place >= since or not isinstance(row.payload, Ask))
    return sum(_chars(game, row) for row in shown)
