"""Reading Discord's objects the way a person reads a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

Json = dict[str, Any]
SELECTS = (3, 5, 6, 7, 8)
TEXT, GALLERY = 10, 12


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Every component with all that is inside it."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for place in ("accessory", "component"):
            if isinstance(component.get(place), dict):
                yield from walk([component[place]])


def text_of(message: Json) -> str:
    """All words of a message: content, embeds, v2 texts, labels of buttons and options."""
    return "\n".join(text for text in _texts(message) if text)


def _texts(message: Json) -> Iterator[str]:
    yield message.get("content") or ""
    for embed in message.get("embeds") or []:
        yield from (embed.get("title") or "", embed.get("description") or "")
        yield from ((embed.get("author") or {}).get("name", ""), (embed.get("footer") or {}).get("text", ""))
        for field in embed.get("fields") or []:
            yield f"{field['name']}\n{field['value']}"
    for component in walk(message.get("components") or []):
        yield component.get("content") or ""
        yield component.get("label") or ""
        yield component.get("placeholder") or ""
        yield from (option["label"] for option in component.get("options") or [])


def shown_in(message: Json) -> list[Json]:
    """Return the pictures of a layout, each with its address and what is to be seen on it."""
    galleries = (part for part in walk(message.get("components") or []) if part.get("type") == GALLERY)
    return [item for gallery in galleries for item in gallery["items"]]


def panel_words(message: Json) -> list[str]:
    """Return the words of a panel without its title: the description of an embed, or what a layout says."""
    said = [embed.get("description") or "" for embed in message.get("embeds") or []]
    laid = [part["content"] for part in walk(message.get("components") or []) if part.get("type") == TEXT]
    return [*said, *(re.sub(r"^### [^\n]*\n", "", text) for text in laid)]


def faults(message: Json) -> list[str]:
    """What no message may have: bold words inside of bold ones, a name that was not put in, a label said twice."""
    found = [f"bold inside of bold: {line}" for text in _texts(message) for line in text.splitlines() if nests(line)]
    found += [f"no name in: {text}" for text in _texts(message) if re.search(r"\{(s\d|[a-z_]+\}|s?\d*…)", text)]
    found += [f"{slip} in: {text}" for text in _texts(message) for slip in slips(text)]
    labels = [button["label"] for button in buttons(message) if button.get("label")]
    return found + [f"twice: {label}" for label in {label for label in labels if labels.count(label) > 1}]


BESIDES = "Crown|different|dishonor|event|full|hand|kept|more|quiet|strength"
"""What may stand between a number and what is counted."""

COUNTED = (
    "actions|banners|battles|bishops|captives|cards|castles|choices|counties|days|decisions|draws|entries|"
    "entrants|games|heats|heirs|hits|hours|houses|impulses|knights|laws|leaders|markers|men|mercenaries|"
    "messages|minutes|names|nobles|numbers|offers|pictures|pieces|places|plans|players|points|prisoners|"
    "questions|rounds|rulings|seals|seats|ships|squares|squires|stars|steps|strokes|tables|tiles|turns|"
    "victories|votes|ways|wounds|years|dice"
)
"""Several of what games and messages count."""

ONES = rf"(?<![\w.,:+/–-])1 (?:(?:{BESIDES}) ){{0,2}}(?:{COUNTED})\b"
SEVERAL = r"\b(0|[2-9]|\d\d+) (card|man|marker|point|squire|seal|hit|vote|noble|ship|impulse|tile|wound|day|hour)\b"
TWICE = r"\b([A-Za-z]{2,}) \1\b"
STOPS = r" [,.;](?= |$)|(?<!\.)\.\.(?!\.)|[,;:]\.|,,"


def slips(text: str) -> list[str]:
    """What is wrong with words, whatever they say: a plural, a word said twice, stops on top of each other."""
    return [found.group() for form in (ONES, SEVERAL, TWICE, STOPS) for found in re.finditer(form, text)]


def tricks(message: Json) -> list[str]:
    """What words of people must not do in a message: hide a link, call everybody, format, turn or overgrow the text."""
    plain = re.sub(r"(`+).+?\1", "", text_of(message))
    return [found.group() for found in TRICKS.finditer(plain)]


TRICKS = re.compile(
    r"(?<!\\)\[[^]\n]*\]\(https?://evil|x\*\*|@everyone|@here|\|\|s|[\u202a-\u202e\u2066-\u2069]|\u0301{4}"
)
"""What comes of words that are meant to trick, such as `[Log in](https://evil.example)`, where nobody disarms them."""


def nests(line: str) -> bool:
    """Tell whether bold words stand inside of bold ones: a mark opens while another one is open."""
    is_open = False
    for mark in re.finditer(r"\*\*", line):
        before, after = line[: mark.start()][-1:], line[mark.end() :][:1]
        if is_open and (not before or before in " (") and after.strip():
            return True
        is_open = not is_open
    return False


def buttons(message: Json) -> list[Json]:
    """The buttons of a message that can be pressed, in order."""
    return [c for c in walk(message.get("components") or []) if c.get("type") == 2 and c.get("custom_id")]


def selects(message: Json) -> list[Json]:
    """The menus of a message, in order."""
    return [c for c in walk(message.get("components") or []) if c.get("type") in SELECTS]


def button_labelled(message: Json, label: str | None, custom_id: str | None) -> Json:
    """The button of a custom id, or of a label (exactly, or as its only part); AssertionError if none."""
    found = buttons(message)
    if custom_id is not None:
        matching = [b for b in found if b["custom_id"] == custom_id]
    else:
        matching = [b for b in found if b.get("label") == label]
        matching = matching or [b for b in found if (label or "") in (b.get("label") or "")]
    if len(matching) != 1:
        labels = [b.get("label") or b["custom_id"] for b in found]
        raise AssertionError(f"{len(matching)} buttons are {label or custom_id!r}; the message has {labels}.")
    return matching[0]


def select_placed(message: Json, placeholder: str | None, custom_id: str | None) -> Json:
    """The menu of a custom id or placeholder, or the only one there is."""
    found = selects(message)
    if custom_id is not None:
        found = [s for s in found if s["custom_id"] == custom_id]
    if placeholder is not None:
        found = [s for s in found if placeholder in (s.get("placeholder") or "")]
    if len(found) != 1:
        known = [(s["custom_id"], s.get("placeholder")) for s in selects(message)]
        raise AssertionError(f"{len(found)} menus fit; the message has {known}.")
    return found[0]


def values_of(select: Json, wanted: Iterable[str]) -> list[str]:
    """The values of options given by value or by label."""
    by_label = {o["label"]: o["value"] for o in select.get("options") or []}
    known = set(by_label.values())
    return [each if each in known else by_label.get(each, each) for each in wanted]


def one_line(frame: Json) -> str:
    """A frame as one line of a history."""
    data = frame["d"]
    if frame["t"].startswith("MESSAGE_") and "author" in data:
        who = data["author"]["username"] + (" (only you)" if data["flags"] & 64 else "")
        return f"{frame['t']} {data['channel_id']} {who}: {text_of(data)[:200]!r}"
    return f"{frame['t']} {str(data)[:200]}"
