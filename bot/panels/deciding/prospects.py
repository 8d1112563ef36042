"""The whole actions that a seat is likely to look for, each a line with what comes of it, its button beside it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from typing import Any

from msgspec import json, structs

from bot import texts
from bot.panels.ids import Press, parse
from bot.panels.panel import LABEL as MENU_LABEL
from bot.panels.panel import OPENS, AnyRow, Button, Line, Menu, Panel, Style, opening
from engine.core import drafts
from engine.core.actions import Action, Choice, Offer, Prospect, Start, tag_of
from engine.core.events import name_seats
from engine.core.table import Table

Names = Mapping[str, str]

SHOWN = 5
"""Lines that a panel shows at most, whose buttons must differ from one another."""

SUGGESTIONS = "Also possible"
"""What stands in the menu of the likely actions that have no line."""

BESIDE = 26
"""Letters of a button that stands beside a line, with the name that tells it from another behind a colon."""

CHOOSE = "Choose"
"""The label of a button for which both its action and the kind of it have too long a name."""

NAME = re.compile(r"\b[A-Z][\w'’-]*")
"""A word that tells one line from another: a name, or a square."""

MOST_TARGETS = 50
"""Drafts that are looked at for what an offer may be done to; no panel lists as many."""


@dataclass(frozen=True)
class Open:
    """A prospect with the offer that it takes."""

    offer: Offer
    prospect: Prospect

    @property
    def key(self) -> str:
        """Its name in the id of its button."""
        return key_of_action(self.prospect.action)

    @property
    def at_once(self) -> bool:
        """Whether it is done with one press; else it is asked whether it is meant."""
        return self.offer.reversible or not (self.offer.fields or self.offer.drastic or self.offer.forgoes)

    @property
    def draft(self) -> dict[str, Any]:
        """What is filled in by it; what it leaves open at the end may still be answered."""
        filled = drafts.revalidate(self.offer, structs.asdict(self.prospect.action))
        said = max((place for place, value in enumerate(filled.values(), 1) if value), default=0)
        return dict(islice(filled.items(), said))


def key_of_action(action: Action) -> str:
    """Return the name of a whole action."""
    said = structs.asdict(action)
    answers = {name: value if isinstance(value, list) else [value] for name, value in said.items() if value}
    return key_of(tag_of(action), answers)


def key_of(tag: str, answers: Mapping[str, Sequence[str]]) -> str:
    """Return the name of a whole action: of its tag, and of the answers to those of its questions that have one."""
    return sha256(json.encode([tag, sorted(answers.items())])).hexdigest()[:10]


def able(table: Table, seat: str, likely: Sequence[Prospect]) -> list[Open]:
    """Return those of the likely actions of a seat that it may take now and that need words, the most wanted first."""
    offers = {offer.action: offer for offer in table.offers(seat)} if likely else {}
    return [Open(offers[type(one.action)], one) for one in likely if one.words and type(one.action) in offers]


def lines(press: Press, found: Sequence[Open], names: Names, *, primary: bool) -> list[Line]:
    """Return prospects as lines; with `primary` the first looks like what people usually do, if it is that."""
    rows: list[Line] = []
    labels = [*_labels(found[:SHOWN], names), *_labels(found[SHOWN:], names)]
    for place, (one, label) in enumerate(zip(found, labels, strict=True)):
        style: Style = "success" if primary and not place and one.prospect.likely else "secondary"
        pressed = Press("whole", press.subject, press.stamp, one.offer.tag, field_value=one.key)
        pending = one.prospect.pending
        measure = _words(one.prospect, pending, names) if pending else ""
        said = _words(one.prospect, one.prospect.comes_of, names)
        said_on = label if one.at_once else opening(label)
        rows.append(Line(said, Button(str(pressed), said_on, style), measure))
    return rows


CUT = " …"
"""The end of words that are cut."""

SHORT, LONG = 140, 170
"""Letters that a line keeps on a full panel: where it is asked about once more, and where it is not."""

CLAUSE = re.compile(r"(?<=[;.]) (?=\S)")
"""Where a line may be cut: after a part of what comes of it, never before the first."""


def cut(line: Line) -> Line:
    """Return a line without the last parts of its words where they are long; it says more if it is asked about."""
    most = SHORT if line.button.label.endswith(OPENS) else LONG
    parts = CLAUSE.split(line.measured)
    ends = [len(" ".join(parts[:number])) for number in range(1, len(parts) + 1)]
    kept = sum(end <= most for end in ends) or 1
    return replace(line, words=_kept(line.words, kept), measure=_kept(line.measure, kept))


def _kept(words: str, number: int) -> str:
    """Return the first parts of words, and that there are more."""
    parts = CLAUSE.split(words)
    return words if len(parts) <= number else " ".join(parts[:number]).rstrip(";.") + CUT


def _as_cut(words: str, shown: str) -> str:
    """Return words cut as those are that are shown in their place."""
    return _kept(words, len(CLAUSE.split(shown.removesuffix(CUT)))) if shown.endswith(CUT) else words


def left_open(found: Sequence[Open]) -> bool:
    """Tell whether the chances of some prospects have not been worked out yet."""
    return any(one.prospect.pending and one.prospect.outcome == one.prospect.pending for one in found)


def completed(panel: Panel, likely: Sequence[Prospect], names: Names) -> Panel:
    """Return a panel with the chances that it has left open, each in its line; nothing else of it changes."""
    known = {key_of_action(one.action): one for one in likely}
    return replace(panel, rows=[_completed(row, known, names) for row in panel.rows], waits=None)


def _completed(row: AnyRow, known: Mapping[str, Prospect], names: Names) -> AnyRow:
    match row:
        case Line(button=button) if (press := parse(button.id)) and (one := known.get(press.field_value)):
            return replace(row, words=_as_cut(_words(one, one.comes_of, names), row.words))
        case Menu(choices=choices):
            return replace(row, choices=[_completed_choice(choice, known, names) for choice in choices])
    return row


def _completed_choice(choice: Choice, known: Mapping[str, Prospect], names: Names) -> Choice:
    one = known.get(choice.value)
    return structs.replace(choice, hint=name_seats(one.comes_of, names)) if one else choice


def _labels(found: Sequence[Open], names: Names) -> list[str]:
    """Return what the buttons say; of those that would say the same, each says which it is, if a word tells."""
    said = [name_seats(one.prospect.short or one.offer.label, names) for one in found]
    kinds = [name_seats(one.offer.label, names) for one in found]
    short = [next(filter(_fits, pair), CHOOSE) for pair in zip(said, kinds, strict=True)]
    named = [NAME.findall(name_seats(one.prospect.words, names)) for one in found]
    labels = []
    for place, label in enumerate(short):
        alike = [named[other] for other, same in enumerate(short) if same == label and other != place]
        told = _telling(named[place], alike) if alike else ""
        whole = f"{label}{told}"
        labels.append(whole if len(whole) <= BESIDE else label)
    return labels


def _fits(label: str) -> bool:
    """Tell whether a label is short enough to stand beside a line."""
    return len(label) <= BESIDE - len(OPENS)


def _telling(own: Sequence[str], others: Sequence[Sequence[str]]) -> str:
    """Return what tells an action from others behind the same label, as an end of it; "" where nothing short does.

    That is the last name that the others lack; whoever goes along with the same first one is joined by a plus.
    """
    apart = [name for name in own if not any(name in names for names in others)]
    if not apart:
        some = [name for name in own if not all(name in names for names in others)]
        return f": {', '.join(some)}" if some else ""
    along = any(names[:1] == own[:1] for names in others)
    return f" + {apart[-1]}" if along else f": {apart[-1]}"


def menu(press: Press, found: Sequence[Open], names: Names) -> Menu:
    """Return the same as a menu, for those that have no line."""
    choices = [Choice(one.key, _listed(one, names), name_seats(one.prospect.comes_of, names)) for one in found]
    return Menu(str(Press("whole", press.subject, press.stamp)), SUGGESTIONS, choices)


def _listed(one: Open, names: Names) -> str:
    """Return a prospect as the line of a menu, which ends in dots if it is asked about once more."""
    said = name_seats(one.prospect.words, names)
    return said if one.at_once else opening(said, MENU_LABEL)


def plain(found: Sequence[Open]) -> set[str]:
    """Return the names of those prospects whose buttons say all of them."""
    return {one.key for one in found if one.prospect.plain}


def confirmed(one: Open, names: Names) -> str:
    """Return a prospect with what comes of it, for whoever confirms it; "" where that is not known yet."""
    known = isinstance(one.prospect.outcome, str) and one.prospect.outcome != one.prospect.pending
    return _words(one.prospect, one.prospect.comes_of, names) if known or not one.prospect.pending else ""


def _words(one: Prospect, outcome: str, names: Names) -> str:
    return texts.with_names(f"{one.words}: {outcome}" if outcome else one.words, names)


def covered(offer: Offer, shown: Sequence[Open], begun: Sequence[Start] = ()) -> bool:
    """Tell whether the prospects that are shown, and the forms that are begun, are all that can be done of an offer."""
    alike = {json.encode(one.prospect.action) for one in shown if one.offer.action is offer.action}
    if not alike or any(field.many for field, _ in drafts.open_questions(offer, drafts.autofill(offer, {}))):
        return False
    forms = [start.draft.items() for start in begun if start.action is offer.action]
    others = (draft for draft in drafts.every(offer) if not any(form <= draft.items() for form in forms))
    return all(json.encode(drafts.build(offer, draft)) in alike for draft in islice(others, len(alike) + 1))


def at_everything(offer: Offer, shown: Sequence[Open]) -> bool:
    """Tell whether the prospects that are shown have all that an offer may be done to; how may still be chosen.

    Questions that have one answer each are about what it is done to; lists, and what may be left out, about how.
    """
    ways = {field.name for field in offer.fields if field.many or field.least == 0}

    def done_to(action: dict[str, Any]) -> bytes:
        return json.encode(sorted((name, value) for name, value in action.items() if name not in ways and value))

    alike = {done_to(structs.asdict(one.prospect.action)) for one in shown if one.offer.action is offer.action}
    return bool(alike) and all(done_to(draft) in alike for draft in islice(drafts.every(offer), MOST_TARGETS))
