"""The thread's story of an action: its events by chapter, and the pictures beside them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from msgspec import structs

from bot import texts
from engine.core.event_grouping import gathered
from engine.core.events import Event, seats_in
from engine.core.parts import Strength
from engine.core.rules import Rules
from engine.core.text import join_words

VICTORY = "victory"
"""The kind of event that ends a game: the message at its end says the same."""

NAMELESS = "Phase"
"""The name of a phase whose end does not tell it."""


@dataclass(frozen=True)
class Part:
    """The events of an action that belong to one chapter, a turn as a rule."""

    events: tuple[Event, ...]
    closes: bool
    """Whether the chapter ends with them."""


def parts(events: Sequence[Event], rules: Rules[Any]) -> list[Part]:
    """Return the public events of an action, chapter by chapter."""
    found: list[Part] = []
    part: list[Event] = []
    for event in events:
        if part and event.kind in rules.story.log_headings[:1]:
            found.append(Part(tuple(part), False))
            part = []
        part.append(event)
        if rules.story.chapter_event and event.kind == rules.story.chapter_event:
            found.append(Part(tuple(part), True))
            part = []
    return [*found, Part(tuple(part), False)] if part or not found else found


def turns(events: Iterable[Event], rules: Rules[Any]) -> bool:
    """Tell whether a turn began or ended among events."""
    marks = {*rules.story.log_headings[:1], rules.story.chapter_event}
    return any(event.kind in marks for event in events)


def is_quiet(part: Part, rules: Rules[Any]) -> bool:
    """Tell whether a chapter has nothing of interest, so that it joins the next message."""
    return all(event.kind in rules.story.quiet_events for event in part.events)


def told(events: Iterable[Event], rules: Rules[Any]) -> list[Event]:
    """Return the events that the story tells, with those of one kind grouped into one sentence.

    What only the map shows is left out, and so is a heading with nothing beneath it.
    """
    spoken = [event for event in events if event.text and event.kind not in _silent(rules)]
    found = _without_empty(spoken, rules)
    if found and found[-1].kind in rules.story.log_headings[1:]:
        found.pop()
    return _in_sentences(found, rules, (*rules.story.log_headings, *rules.story.grouping_breaks))


def _in_sentences(events: Iterable[Event], rules: Rules[Any], breaks: Sequence[str] = ()) -> list[Event]:
    """Return events with those of one kind in one sentence, and what follows from an event in its sentence."""
    found: list[Event] = []
    for event in gathered(events, rules.story.series, breaks):
        if found and (found[-1].kind, event.kind) in rules.story.consequences:
            found[-1] = structs.replace(found[-1], text=f"{found[-1].text.removesuffix('.')}; {event.text}")
        else:
            found.append(event)
    return found


def _without_empty(events: Iterable[Event], rules: Rules[Any]) -> list[Event]:
    """Return events without the headings inside a chapter that another heading follows at once."""
    full: list[Event] = []
    for event in events:
        if full and full[-1].kind in rules.story.log_headings[1:] and event.kind in rules.story.log_headings:
            full.pop()
        full.append(event)
    return full


@dataclass(frozen=True)
class Below:
    """The parts of the answer to a player that the panel shows below the story."""

    asked: str = ""
    """The next question for that player, in the engine's words."""
    turn: bool = False
    """Whether that player is told whose turn comes first."""


NOTHING = Below()

CHOSE = "You chose “"
"""How the answer begins to a player whose choice has led to nothing yet."""


def to_actor(
    events: Iterable[Event],
    seat: str,
    rules: Rules[Any],
    names: Mapping[str, str],
    below: Below = NOTHING,
    chosen: str = "",
) -> str:
    """Return the story for the player who has acted for a seat, or the asides if there is nothing else.

    What is said `below` it is left out. Where nothing has happened yet, or a phase has ended by it, it says what the
    player has `chosen`, and in which phases nothing can be done.
    """
    heard = [event for event in events if event.heard_by(seat)]
    left_out = {*texts.UNSAID, *rules.story.hidden_from_story, *rules.story.lessons}
    told = [event for event in heard if event.text and event.kind not in left_out]
    if below.turn and told and told[-1].kind in rules.story.log_headings[:1]:
        told.pop()
    over = _over(heard, rules)
    story = [event for event in told if not below.asked.startswith(event.text)]
    story = story or told or ([] if over else _without_empty(heard, rules))
    own = f"{CHOSE}{texts.with_plain_names(chosen, names)}”." if chosen else "Done."
    if idle := over[1:]:
        own += f" There is nothing to do in {join_words(map(phase_name, idle))}."
    said = _in_sentences(story, rules)
    anew = bool(over) or not said or _begins_anew(said[0], rules)
    first, *others = [Event("chosen", own), *said] if anew else said
    room = ABOVE_QUESTION if below.asked else ABOVE_NONE
    what_followed = _within(others, seat, rules, names, room, latest=False)
    whole = "\n".join(filter(None, (f"✅ {texts.log_text([first], names)}", what_followed)))
    return texts.pages(whole, LONGEST)[0]


def _over(heard: Sequence[Event], rules: Rules[Any]) -> list[Event]:
    """Return the ends of phases that came before anything happened: that of an own phase, then of idle ones."""
    silent = {*texts.UNSAID, *rules.story.log_headings[1:]}
    begun = takewhile(lambda event: not event.text or event.kind in silent, heard)
    return [event for event in begun if event.text and event.kind in texts.UNSAID]


def _begins_anew(event: Event, rules: Rules[Any]) -> bool:
    """Tell whether an event opens another turn, so that nothing of what follows is the player's own doing."""
    return event.kind in rules.story.log_headings[:1]


ABOVE_QUESTION, ABOVE_NONE = 560, 1000
"""Letters of what followed from an action: where its player is asked something at once, and where they are not."""

LONGEST = 1500
"""Letters of the whole answer to an action."""

MEANWHILE = 320
"""Letters of what others have done in the meantime, above the next question: some seven lines of a phone."""

SHORTENED = "-# This is not all: press *What happened?*"
"""The line below news that leave something out."""


def _within(
    happened: Sequence[Event], seat: str, rules: Rules[Any], names: Mapping[str, str], most: int, *, latest: bool = True
) -> str:
    """Return events in about `most` letters; if they take more, the end says so.

    Those that name the seat and the grave and weighty ones are kept longer, and longest what is both; of the others the
    `latest`, or the earliest.
    """
    told, kept = [*happened], rules.story.grave_events | rules.story.weighty_events

    def weight(event: Event) -> int:
        return _names(event, seat) + (event.kind in kept)

    while len(told) > 1 and sum(len(texts.log_text([event], names)) for event in told) > most:
        told.remove(min(told if latest else told[::-1], key=weight))
    return texts.log_text(told, names) + (f"\n{SHORTENED}" if len(told) < len(happened) else "")


def meanwhile(events: Iterable[Event], seat: str, rules: Rules[Any], names: Mapping[str, str]) -> str:
    """Return what has happened since a seat's last action, as far as it hears of it and there is room."""
    left_out = {*texts.UNSAID, *rules.story.hidden_from_story, *rules.story.lessons}
    heard = [event for event in events if event.text and event.heard_by(seat) and event.kind not in left_out]
    return _within(_in_sentences(heard, rules), seat, rules, names, MEANWHILE)


def of_interest(events: Iterable[Event], seat: str, rules: Rules[Any], names: Mapping[str, str]) -> str:
    """Return the same, of several opponents only what names the seat: the thread has told the rest."""
    told = [event for event in events if event.kind not in rules.story.log_headings]
    return meanwhile([event for event in told if len(names) == 2 or _names(event, seat)], seat, rules, names)


def _names(event: Event, seat: str) -> bool:
    return seat in seats_in(event.text)


def grown(before: Mapping[str, Strength], after: Mapping[str, Strength]) -> list[str]:
    """Return sentences about pieces whose strength has changed by their place alone, with the reason."""
    lines = []
    for name, now in after.items():
        then = before.get(name)
        if then is None or then.men == now.men:
            continue
        turned = [words for words, counts in now.bonuses.items() if then.bonuses.get(words, counts) != counts]
        if turned:
            lines.append(f"{name} {then.men} → {now.men}: {join_words(turned)}.")
    return lines


def _silent(rules: Rules[Any]) -> set[str]:
    return {*texts.UNSAID, VICTORY, *rules.story.hidden_from_story} - set(rules.story.log_headings[:1])


def phases(events: Sequence[Event], rules: Rules[Any]) -> Iterator[str]:
    """Yield the phases that ended among the events of an action and in which something happened, in a word or two."""
    begun_here = False
    happened = True
    for event in events:
        if event.kind in rules.story.log_headings:
            begun_here, happened = True, False
        elif event.kind == rules.story.phase_end_event:
            if happened or not begun_here:
                yield phase_name(event)
            begun_here, happened = True, False
        elif event.text:
            happened = True


def phase_name(event: Event) -> str:
    """Return the name of a phase from the event that ends it, without its number."""
    name = (
        event.text.removeprefix("The ")
        .removesuffix(".")
        .removesuffix(" is over")
        .removesuffix(",")
        .removesuffix(" phase")
    )
    if name.startswith("Phase "):
        name = name.partition(", ")[2] or name
    return f"{name[:1].upper()}{name[1:]}" if 0 < len(name) <= 20 else NAMELESS
