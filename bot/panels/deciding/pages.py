"""The pages of a panel of options: what stands on the first one, and what is behind a button."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, product

from bot.panels.deciding import blocks, prospects
from bot.panels.deciding.sorting import LEADING, LIKELIEST, Sorted
from bot.panels.filling.form import Asked
from bot.panels.ids import Press
from bot.panels.panel import (
    COMPONENTS,
    FRAME,
    OPENS,
    ROW,
    ROWS,
    TEXT,
    AnyRow,
    Button,
    Card,
    Divider,
    Line,
    Menu,
    Panel,
    People,
    Words,
    buttons,
    cost,
    flat,
    height,
    length,
    opening,
)

Names = Mapping[str, str]

SCREEN = 30
"""Lines of a phone: as many as the first page has, so that all of it is seen at once, its green button among it."""

FIRST = prospects.SHOWN
"""Likely actions on the first page at most."""

HEAD = 1600
"""Characters that the head of a panel keeps, whatever stands below it."""

MORE, FEWER = "Other actions", "Back"
"""The buttons that turn the pages of a panel; the first names what comes then, where there is room."""

NAMING = 50
"""Letters that the button to the next page has for the names of what comes there."""

TURN: list[AnyRow] = [[Button("", opening(MORE))]]
"""The room of the button that leads to another page."""


@dataclass(frozen=True)
class Arranged:
    """All that can be decided, in the parts of a panel, before it is cut into pages."""

    parts: list[list[AnyRow]]
    pressed: int
    """How many likely actions have a button of their own."""

    likeliest: int
    """Parts that the first page has in any case: the likely actions, and the menu of what is asked first."""


@dataclass(frozen=True)
class Rest:
    """The likely actions that have no line of their own."""

    menu: Menu
    """A menu of all likely actions."""

    plain: Set[str]
    """The names of those whose buttons say all of them."""

    def below(self, lines: Sequence[Line], number: int, most: int) -> list[list[AnyRow]]:
        """Return what stands below the first lines: at most `most` buttons that say all, and a menu of the others.

        A menu of one would be a press more than its button.
        """
        left = range(number, len(lines))
        said = [place for place in left if self.menu.choices[place].value in self.plain][:most]
        others = [place for place in left if place not in said]
        parts: list[list[AnyRow]] = [[row] for row in buttons([lines[place].button for place in said])]
        if len(others) == 1 and lines[others[0]].button.label.endswith(OPENS):
            return [*parts, [[self._button(lines, others[0])]]]
        menu = replace(self.menu, choices=[self.menu.choices[place] for place in others])
        return [*parts, [menu]] if others else parts

    def _button(self, lines: Sequence[Line], place: int) -> Button:
        """Return the button of a line, which asks once more, with all the words of its action."""
        return replace(lines[place].button, label=opening(self.menu.choices[place].label))


@dataclass(frozen=True)
class Room:
    """The room of a panel below the words of its head, which is the same whatever has just been done.

    So a page begins where the one before it has ended.
    """

    head: str
    least: int
    """What the first page has, however long it becomes: the likeliest actions, and parts that go with them."""

    letter: bool

    def holds(self, rows: Sequence[AnyRow]) -> bool:
        """Tell whether Discord shows all of these rows."""
        if self.letter:
            return len(flat(rows)) <= ROWS
        return FRAME + cost(rows) <= COMPONENTS and HEAD + length(rows) <= TEXT

    def fits_a_phone(self, rows: Sequence[AnyRow]) -> bool:
        """Tell whether a phone shows all of these rows at once; a letter is short anyway."""
        return self.letter or height(Panel(self.head, rows=rows)) <= SCREEN

    def leading(self, tail: Sequence[AnyRow]) -> int:
        """Return how many rows what is asked first may take above a tail and the button that turns the page."""
        return min(LEADING, ROWS - 1 - len(flat(tail))) if self.letter else LEADING


@dataclass(frozen=True)
class Pages:
    """All that can be decided, as it is laid out on pages."""

    press: Press
    items: Sequence[list[AnyRow]]
    behind: Sequence[list[AnyRow]]
    tail: list[AnyRow]
    room: Room
    questions: list[Asked]

    def page(self, number: int) -> list[AnyRow]:
        """Return the rows of a page."""
        return _page(self.press, self.items, self.behind, self.tail, self.room, number)


def lay_out(
    press: Press, stands: Sorted, names: Names, at_hand: Sequence[Button], room: Room, *, alone: bool, brief: bool
) -> Pages:
    """Lay out all that can be decided; in `brief`, what would be longer than a phone at its full length."""
    ready, letter = blocks.going_on(press, stands, names, brief=brief), room.letter
    letters = [*blocks.proposals(press.subject, stands, names)]
    first = [*([] if stands.is_asked else letters), *ready]
    lines = prospects.lines(press, stands.listed, names, primary=stands.ready is None)
    lines = [prospects.cut(line) for line in lines] if brief else lines
    rest = Rest(prospects.menu(press, stands.listed, names), prospects.plain(stands.listed))
    tail = (blocks.packed_tail if letter else partial(blocks.tail, brief=brief))(press, stands, names, at_hand)
    seldom = [blocks.action_told(press, offer, names, blocks.style_of(offer, quiet=True)) for offer in stands.seldom]
    behind = blocks.parts_of(seldom)
    arranged: list[tuple[Arranged, list[Asked]]] = []
    for compact in (False, True):
        leading = blocks.Leading(room.leading(tail), alone, room.head, numbered=not letter, compact=compact)
        questions, others = blocks.to_answer(press, stands, names, leading)
        others = [*others[:1], *letters, *others[1:]] if stands.is_asked else others
        parts = _arranged(first, lines, rest, others, tail, room, turning=bool(behind), form=stands.has_form)
        arranged.append((parts, questions))
    able = [one for one in arranged if room.fits_a_phone([*_rows(one[0].parts), *(TURN if behind else []), *tail])]
    best, questions = max(able, key=lambda one: one[0].pressed, default=arranged[-1])
    likeliest = len(first) or 1 if brief and not letter else best.likeliest
    return Pages(press, best.parts, behind, tail, replace(room, least=likeliest), questions)


def _arranged(
    first: Sequence[list[AnyRow]],
    lines: Sequence[Line],
    rest: Rest,
    others: Sequence[list[AnyRow]],
    tail: list[AnyRow],
    room: Room,
    *,
    turning: bool,
    form: bool,
) -> Arranged:
    """Return all that can be decided, in parts, with as many likely lines first as leave room for the others.

    Where the others find no room in any case, as many as there is room for beside the `form` of what they do; one line
    is enough where that leaves room for the form. Where the buttons of all of them say everything, a row of these is as
    good as lines, and lower. The likely actions that have no line there stand below them, and what is asked first in a
    menu of its own.
    """

    def fits(number: int, said: int, others: Sequence[list[AnyRow]], *, turning: bool) -> bool:
        more = TURN if turning or (room.letter and number < len(lines)) else []
        below = rest.below(lines, number, said)
        rows = [*_rows(first), *lines[:number], *_rows(below), *_rows(others), *more, *tail]
        return room.holds(rows) and room.fits_a_phone(rows)

    least = min(room.least, len(lines))
    numbers = range(len(lines) if room.letter else min(len(lines), FIRST), least - 1, -1)
    bare = [(0, said) for said in _said(rest, room) if said >= least == LIKELIEST and len(rest.plain) == len(lines)]
    ways = sorted([*product(numbers, _said(rest, room)), *bare], key=lambda way: (-sum(way), -way[0]))
    fewest = 1 if least == LIKELIEST and not room.letter else least
    short = [*ways, *((fewest, said) for said in reversed(_said(rest, room)))]
    able = (way for way in ways if fits(*way, others, turning=turning))
    formed = (way for way in ways if form and not room.letter and fits(*way, others[:1], turning=True))
    few = (way for way in short if form and fits(*way, others, turning=turning))
    alone = (way for way in short if not room.letter and fits(*way, (), turning=True))
    number, said = next(chain(able, formed, few, alone, bare), (fewest, 0))
    below = rest.below(lines, number, said)
    likely: list[list[AnyRow]] = [*first]
    likely += [[line] for line in lines[:number]]
    likely += below
    held = len(likely) + sum(isinstance(part[0], Menu) for part in others[:1])
    chosen = sum(len(row.choices) for row in _rows(below) if isinstance(row, Menu))
    return Arranged([*likely, *others], len(lines) - chosen, max(held, room.least))


def _said(rest: Rest, room: Room) -> range:
    """Return how many buttons may stand without words."""
    return range((0 if room.letter else min(ROW, len(rest.plain))) + 1)


def _rows(parts: Sequence[list[AnyRow]]) -> list[AnyRow]:
    return [row for part in parts for row in part]


def _page(
    press: Press,
    items: Sequence[list[AnyRow]],
    behind: Sequence[list[AnyRow]],
    tail: list[AnyRow],
    room: Room,
    page: int,
) -> list[AnyRow]:
    """Return the rows of a page; what has no room on the first one is behind a button, and `behind` in any case."""
    left = [*items, *behind]
    turns = {MORE: Press("opts", press.subject, press.stamp, page=0 if room.letter else page + 1)}
    turns |= {FEWER: Press("opts", press.subject, press.stamp, page=page - 1)} if page else {}
    laid: list[AnyRow] = []
    for number in range(page + 1):
        most = len(left) if number else len(items) or len(left)
        fits = _fitting(left, tail, room, most, turning=number > 0)
        laid, left = _rows(left[:fits]), left[fits:]
    row = [Button(str(turn), opening(label) if label == MORE else label) for label, turn in turns.items()]
    row = row if left else row[1:]
    rows = [*laid, *([row] if row else []), *tail]
    if page or not left:
        return rows
    alone = [alone] if (alone := _only_button(left)) else []
    naming = [replace(row[0], label=f"{MORE}: {names}{OPENS}") for names in _names(left)]
    able = ([*laid, [button], *tail] for button in (*alone, *naming))
    as_high = height(Panel("", rows=rows))
    return next((one for one in able if room.fits_a_phone(one) or height(Panel("", rows=one)) <= as_high), rows)


def _names(left: Sequence[list[AnyRow]]) -> Iterator[str]:
    """Yield the names of what comes on the next page, fewer and fewer; suggestions alone have none."""
    said = [label.partition(":")[0].removesuffix(OPENS) for part in left for label in _labels_of(part)]
    named = [name for name in dict.fromkeys(said) if not name.startswith(prospects.SUGGESTIONS)]
    for number in range(len(named), 0, -1):
        names = ", ".join(named[:number])
        if len(names) <= NAMING:
            yield names


def turns_page(label: str) -> bool:
    """Tell whether a button leads to the next page of a panel."""
    return label.removesuffix(OPENS) == MORE or label.startswith(f"{MORE}: ")


def _labels_of(part: Sequence[AnyRow]) -> Iterator[str]:
    """Yield what the buttons and menus of a part say, or the name that they have together, as proposals do."""
    if any(isinstance(row, Line) and ":begin:" in row.button.id for row in part):
        yield OFFERS
        return
    if isinstance(part[0], Words) and part[0].name:
        yield part[0].name
        return
    for row in part:
        yield from [row.prompt] if isinstance(row, Menu) else [button.label for button in _buttons_of(row)]


OFFERS = "Offers to you"
"""The name of what others propose."""


def _only_button(left: Sequence[list[AnyRow]]) -> Button | None:
    """Return the button that is all there is on the next page, and stands here for it; None if there is more."""
    if any(isinstance(row, Menu | People) for row in _rows(left)):
        return None
    found = [button for row in _rows(left) for button in _buttons_of(row)]
    return found[0] if len(found) == 1 else None


def _buttons_of(row: AnyRow) -> list[Button]:
    match row:
        case Line(button=button):
            return [button]
        case Menu() | People() | Card() | Words() | Divider():
            return []
        case _:
            return [*row]


def _fitting(items: Sequence[list[AnyRow]], tail: list[AnyRow], room: Room, most: int, *, turning: bool) -> int:
    """Return how many parts stand on one page, at least one and at most `most`; a button leads to the others.

    The first page has as many as a phone shows at once, and the likeliest in any case.
    """
    turns: list[AnyRow] = [[Button("", MORE), Button("", FEWER)][: 1 + turning]]

    def holds(number: int) -> bool:
        more = turns if turning or number < len(items) else []
        return room.holds([*_rows(items[:number]), *more, *tail])

    def seen(number: int) -> bool:
        if turning or number <= room.least:
            return True
        more = [] if number == len(items) else turns
        return room.fits_a_phone([*_rows(items[:number]), *more, *tail])

    return next((number for number in range(most, 0, -1) if holds(number) and seen(number)), 1)
