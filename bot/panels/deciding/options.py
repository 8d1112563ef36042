"""The panel of a seat: what it is asked and can do now, each a press away."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product

from msgspec import structs

from bot import texts
from bot.panels import leaflets
from bot.panels.deciding import aids, openings, prospects
from bot.panels.deciding.prospects import Open
from bot.panels.filling import choosing, form
from bot.panels.filling.choosing import Row
from bot.panels.filling.form import Asked
from bot.panels.ids import Press
from bot.panels.panel import (
    COMPONENTS,
    FRAME,
    MENU,
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
    Style,
    Unfinished,
    Words,
    at_once,
    buttons,
    cost,
    flat,
    height,
    length,
    opening,
)
from bot.panels.planning import plans
from engine.core import drafts
from engine.core.actions import AWAITED, MASTER, Choice, Offer, Pass, Proposal, Prospect, Start, tag_of
from engine.core.events import name_seats
from engine.core.table import Table
from engine.core.text import capital

Names = Mapping[str, str]

WHOLE = 78
"""Letters of a button that says a whole action."""

LEADING = 3
"""Rows that the first question of what is asked first may take."""

SCREEN = 30
"""Lines of a phone: as many as the first page has, so that all of it is seen at once, its green button among it."""

FIRST = prospects.SHOWN
"""Likely actions on the first page at most."""

LIKELIEST = 2
"""Likely actions that stand before the forms, however little room there is."""

FEW = 3
"""Likely actions that all stand there, where nothing else can be answered: such as the ballots of a vote."""

MENUS = 2
"""Menus of likely actions at most, one where some have a button without words; the others have their forms."""

HEAD = 1600
"""Characters that the head of a panel keeps, whatever stands below it."""

LIMIT = 118
"""Characters of the line that says until when there is time, and what comes then."""

ITS_ROOM = "\n\n\n"
"""The room that a page keeps for that line, however long it is: no button moves for it."""

PENDING = AWAITED
"""What stands on a panel for a chance that is still being worked out; it follows in the same place."""

MORE, FEWER = "Other actions", "Back"
"""The buttons that turn the pages of a panel; the first names what comes then, where there is room."""

NAMING = 50
"""Letters that the button to the next page has for the names of what comes there."""

TURN: list[AnyRow] = [[Button("", MORE)]]
"""The room of the button that leads to another page."""

Told = tuple[str, Button]
"""An action in words, "" for none, with its button."""


@dataclass
class Sorted:
    """What a seat can do now, by where it stands on its panel."""

    ready: Offer | None = None
    """The offer that goes on as everything stands, or is what people would usually do: it comes first."""

    listed: list[Open] = field(default_factory=list)
    """Whole actions that are likely to be looked for."""

    lead: Offer | None = None
    """What is asked first, if it has a question: its answers stand on the panel already."""

    favourite: str = ""
    """The answer to that which is likely, where its own button says it all; "" for none."""

    asked: list[Offer] = field(default_factory=list)
    """The other answers to what is asked."""

    beside: list[Offer] = field(default_factory=list)
    """The other offers."""

    begun: list[Start] = field(default_factory=list)
    """Forms that are begun already."""

    seldom: list[Offer] = field(default_factory=list)
    """What hardly anybody wants now: it stands behind the button for more."""

    last: list[Offer] = field(default_factory=list)
    """What ends something or takes something back; what gives the game up comes last of all."""

    opened: Sequence[Proposal] = ()
    """The proposals of others."""

    is_asked: bool = False
    """Whether the game waits for the seat."""

    all_listed: bool = False
    """Whether the likely actions are everything that can be done of their kinds."""

    @property
    def least(self) -> int:
        """How many likely actions stand before everything else, however little room there is."""
        return FEW if self.all_listed and len(self.listed) <= FEW else LIKELIEST

    @property
    def has_form(self) -> bool:
        """Whether the likely actions have a form among the other answers, for those that are not listed."""
        kinds = {one.offer.action for one in self.listed}
        return any(offer.action in kinds for offer in (*self.asked, *([self.lead] if self.lead else ())))

    @property
    def quiet(self) -> bool:
        """Whether something else is what people usually do, or answers the question in the plainest way."""
        likely = any(one.prospect.likely or one.prospect.plain for one in self.listed[:1])
        return self.ready is not None or bool(self.favourite) or likely

    @property
    def decides(self) -> bool:
        """Whether there is something to decide, so that nothing that ends it is what people want."""
        return bool(self.quiet or self.lead or self.asked or self.listed)


def options_panel(
    table: Table,
    game: str,
    seat: str,
    names: Names,
    likely: Sequence[Prospect],
    note: str = "",
    *,
    page: int = 0,
    letter: bool = False,
    limit: str = "",
    done: str = "",
) -> Panel:
    """Show what a seat is asked and everything that it can do now, in plain words, the most wanted first.

    A `letter` is an ordinary message, with less room. `limit` says until when the seat may decide, and `done` what it
    has done last, if that can be undone at once.
    """
    request = table.request(seat)
    offers = list({offer.tag: offer for offer in reversed(table.offers(seat))}.values())[::-1]
    opened, ahead = openings.openings(table, seat), plans.offered(table, seat, names)
    offers = [offer for offer in offers if not (opened and offer.answers)]
    listed = _listed(table, seat, likely, letter=letter)
    left = [offer for offer in offers if not prospects.covered(offer, listed)]
    stands = _sorted(left, {offer.tag for offer in request.offers} if request else set(), listed, _usual(likely))
    stands.opened, stands.begun = opened, openings.starts(table, seat)
    stands.all_listed = not any(one.offer in left for one in listed)
    if favourite := _favourite(stands):
        stands.favourite, stands.listed = favourite, []
    press = Press("set", game, table.stamp(seat))
    asked = texts.with_names(request.prompt, names) if request else waiting_words(table, names)
    advice = texts.with_names(table.rules.words.advice(table.game, seat), names) if request else ""
    due = f"\n-# {_until(limit)}." if limit and request else ""
    text = "\n\n".join(part for part in (note, asked + due, advice, ahead) if part)
    head = "\n\n".join(part for part in (asked, advice, ahead) if part) + (ITS_ROOM if due else "")
    undo = "" if any(offer.undoes for offer in offers) else aids.undo(name_seats(done, names))
    at_hand = aids.buttons(table, game, seat, undo=undo and aids.BARE, ahead=bool(ahead))
    at_hand += leaflets.button(table.rules.name, "", request.leaflet) if request else []
    room = Room(head, stands.least, letter=letter)
    pages = (
        _pages(press, stands, names, at_hand, room, alone=len(offers) == 1, brief=brief) for brief in (False, True)
    )
    long = next(pages)
    laid = long if room.fits_a_phone(long.page(0)) else next(pages)
    rows, questions = laid.page(page), laid.questions
    if undo and rows[-1:] == [at_hand]:
        wordings = [_saying(rows, at_hand, words) for words in (undo, aids.undo(name_seats(done, names), aids.BRIEF))]
        rows = next((one for one in wordings if room.fits_a_phone(one)), rows)
    waits = Unfinished(seat, table.version) if prospects.left_open(stands.listed) else None
    title = "Your options"
    return Panel(
        text, title=title, rows=_looking_right(rows), shows=None if letter else form.board(questions, {}), waits=waits
    )


def _saying(rows: Sequence[AnyRow], at_hand: Sequence[Button], undo: str) -> list[AnyRow]:
    """Return rows whose last ones, the buttons at hand, say what is undone."""
    return [*rows[:-1], [replace(one, label=undo) if one.label == aids.BARE else one for one in at_hand]]


def _until(limit: str) -> str:
    """Return until when there is time and what comes then; cut between words where it is long, its quotation closed."""
    said = texts.clipped_sentence(capital(limit), LIMIT)
    return said + "”" * (said.count("“") - said.count("”"))


def _listed(table: Table, seat: str, likely: Sequence[Prospect], *, letter: bool) -> list[Open]:
    """Return the likely actions that a panel lists."""
    found = prospects.able(table, seat, likely)
    menus = 1 if letter or prospects.plain(found) else MENUS
    return found[: 1 + menus * MENU]


# ---------------------------------------------------------------------- what can be decided


@dataclass(frozen=True)
class Leading:
    """How what is asked first stands on a panel."""

    room: int
    """Rows that it may take."""

    alone: bool
    """Whether it is all that can be done."""

    above: str
    """What the head of the panel says, and need not be said once more."""

    numbered: bool
    """Whether its places have the numbers that they have on the map."""

    compact: bool
    """Whether one menu stands for its buttons, because a phone would not show all of them at once."""


def _others(press: Press, stands: Sorted, names: Names, leading: Leading) -> tuple[list[Asked], list[list[AnyRow]]]:
    """Return what is asked first, if its choices have room on the panel, and all that leads to a form, in parts."""
    blocks: list[list[AnyRow]] = []
    to_ask = list(stands.asked)
    asked = form.shown(form.questions(stands.lead, {}, names), numbered=leading.numbered) if stands.lead else []
    if stands.lead is not None:
        asked = [replace(one, choices=_favoured(one.choices, stands.favourite)) for one in asked]
        inline = _liked(_inline(press, stands.lead, asked, leading.room), stands.favourite)
        if inline and leading.compact and len(asked) == 1 and (stands.listed or stands.ready):
            blocks.append([_one_menu(press, stands.lead, asked[0], names)])
        elif inline:
            blocks.append([Words(_question(stands.lead, asked[0], names, leading)), *inline])
            if form.together(stands.lead, {}, names):
                together = replace(press, verb="fill", topic=stands.lead.tag)
                blocks[-1].append([Button(str(together), form.TOGETHER)])
        else:
            asked = []
            to_ask = [stands.lead, *to_ask]
    alone = len(to_ask) == 1 and not asked and not to_ask[0].fields
    style: Style = "secondary" if stands.quiet else "success" if alone else "primary"
    begun: list[Told] = [("", openings.begun(press.subject, start, style="secondary")) for start in stands.begun]
    blocks += _parts([_action(press, offer, names, style) for offer in to_ask])
    blocks += _parts([*begun, *(_action(press, offer, names, "secondary") for offer in stands.beside)])
    return asked, blocks


def _letters(game: str, stands: Sorted, names: Names) -> Iterator[list[AnyRow]]:
    """Yield what others propose, each with its answers; they are quiet where the seat is asked something else."""
    for place, one in enumerate(stands.opened):
        first, *others = openings.buttons(game, one, alone=len(stands.opened) == 1)
        if stands.is_asked:
            first = replace(first, style="secondary")
        said = texts.with_names(one.words, names)
        above = [] if place else [Words(openings.HEADING)]
        rows: list[AnyRow] = [*above, Line(said, first), *buttons(others)]
        yield rows


def _ready(press: Press, stands: Sorted, names: Names, *, brief: bool) -> list[list[AnyRow]]:
    """Return what goes on as everything stands; in `brief` without its words, where it says enough itself."""
    if stands.ready is None:
        return []
    said, button = _action(press, stands.ready, names, "success")
    said = "" if brief and issubclass(stands.ready.action, Pass) else said
    return _parts([(said, button)])


def _parts(found: Sequence[Told]) -> list[list[AnyRow]]:
    """Return actions in the parts of a panel: a line each where there are words for them, else in rows of buttons."""
    parts: list[list[AnyRow]] = []
    plain: list[Button] = []
    for said, button in found:
        if not said:
            plain.append(button)
            continue
        parts += [[row] for row in buttons(plain)]
        plain = []
        parts.append([Line(said, button)] if len(button.label) <= prospects.BESIDE else [Words(said), [button]])
    parts += [[row] for row in buttons(plain)]
    return parts


def _usual(likely: Sequence[Prospect]) -> str:
    """Return the tag of what is likeliest where its offer has no question and says it all; else ""."""
    return tag_of(likely[0].action) if likely and not likely[0].words else ""


def _sorted(offers: Sequence[Offer], asked: set[str], listed: Sequence[Open], usual: str) -> Sorted:
    able = [offer for offer in offers if offer.tag in asked and (offer.ready or offer.tag == usual)]
    ready = max(able, key=lambda offer: offer.ready, default=None)
    found = Sorted(ready=ready, listed=list(listed), is_asked=bool(asked))
    alike = {one.offer.action for one in listed}
    for offer in (_otherwise(offer) if offer.action in alike else offer for offer in offers if offer is not ready):
        unasked = offer.tag not in asked
        aside = unasked and (offer.drastic or _repeats(offer, found.listed))
        if aside or (offer.seldom and (found.listed or unasked)):
            found.seldom.append(offer)
        elif offer.drastic or offer.forgoes or offer.undoes or issubclass(offer.action, Pass):
            found.last.append(offer)
        elif unasked:
            found.beside.append(offer)
        elif found.listed and not offer.fields:
            found.last.append(offer)
        elif found.lead is None and _leads(offer, found.listed) and drafts.close_list(offer, {}) is None:
            found.lead = offer
        else:
            found.asked.append(offer)
    found.last.sort(key=lambda offer: (offer.drastic, offer.forgoes, not offer.undoes))
    if not found.decides and len(going := [offer for offer in found.last if _goes_on(offer)]) == 1:
        found.ready = going[0]
        found.last.remove(going[0])
    return found


def _favourite(stands: Sorted) -> str:
    """Return the likely answer to what is asked first, where the buttons of its answers say as much as its line."""
    lead, first = stands.lead, next(iter(stands.listed), None)
    if lead is None or first is None or not first.prospect.likely or len(lead.fields) != 1 or lead.fields[0].many:
        return ""
    asked = lead.fields[0]
    choices = drafts.choices(asked, {})
    known = {"", lead.hint, *(choice.hint for choice in choices)}
    if any(one.offer.action is not lead.action or one.prospect.outcome not in known for one in stands.listed):
        return ""
    told = choosing.as_buttons(choices, LEADING) and not asked.reach
    return str(getattr(first.prospect.action, asked.name)) if told else ""


def _goes_on(offer: Offer) -> bool:
    """Tell whether an offer only ends what is asked, and gives nothing up."""
    return not (offer.drastic or offer.forgoes or offer.undoes)


def _otherwise(offer: Offer) -> Offer:
    """Return an offer under the name that it has beside its usual answers."""
    return structs.replace(offer, label=offer.otherwise) if offer.otherwise else offer


def _repeats(offer: Offer, listed: Sequence[Open]) -> bool:
    """Tell whether an offer only adds what may be left out to the likely actions, which have all that it is done to."""
    alike = [one for one in listed if one.offer.action is offer.action]
    ways = [field for field in offer.fields if field.many or field.least == 0]
    return bool(alike and ways) and not any(field.many for field in ways) and prospects.at_everything(offer, alike)


def _leads(offer: Offer, listed: Sequence[Open]) -> bool:
    """Tell whether the first question of an offer may stand on the panel.

    Beside likely actions it may only where it is of their kind, and leads to more than they do.
    """
    alike = any(one.offer.action is offer.action for one in listed)
    if alike and drafts.together(offer, {}):
        return False  # Its lines say the usual answers, and one form asks for any other.
    return not listed or (alike and not prospects.at_everything(offer, listed))


def _inline(press: Press, lead: Offer, asked: Sequence[Asked], room: int) -> list[Row]:
    """Return the first questions of what is asked first: answering one begins its form.

    None stand there where not all of them fit, for what may be left open would hide what comes after it, or where a
    map belongs to them.
    """
    if room < 1 or len(asked) > max(1, room - 1) or any(one.field.reach for one in asked):
        return []
    if len(asked) == 1:
        asked = [replace(asked[0], choices=_whole(lead, asked[0], room))]
    laid = form.question_rows(Press(press.verb, press.subject, press.stamp, lead.tag), asked, room)
    return [] if laid.short else laid.rows


def _favoured(choices: Sequence[Choice], favourite: str) -> Sequence[Choice]:
    """Return choices with the favourite first."""
    return sorted(choices, key=lambda choice: choice.value != favourite) if favourite else choices


def _liked(rows: Sequence[Row], favourite: str) -> list[Row]:
    """Return rows whose first button, that of the favourite if there is one, looks like what people usually do."""
    if not favourite or not rows or isinstance(rows[0], Menu):
        return [*rows]
    first, *others = rows[0]
    return [[replace(first, style="success"), *others], *rows[1:]]


def _whole(lead: Offer, asked: Asked, room: int) -> Sequence[Choice]:
    """Return choices that settle an action by themselves under the sentence of their action, if all have room."""
    if len(lead.fields) != 1 or asked.field.many or len(asked.choices) > room * ROW:
        return asked.choices
    said = [drafts.sentence(lead, {asked.field.name: choice.label}) for choice in asked.choices]
    whole = [structs.replace(choice, label=one) for choice, one in zip(asked.choices, said, strict=True)]
    return whole if all(0 < len(one) <= WHOLE for one in said) and choosing.as_buttons(whole, room) else asked.choices


def _one_menu(press: Press, lead: Offer, asked: Asked, names: Names) -> Menu:
    """Return the first question of what is asked first as a menu that says what it is for.

    It takes one answer, which closes it; a list goes on in the form.
    """
    filling = Press(press.verb, press.subject, press.stamp, lead.tag)
    menu = choosing.menu(filling, asked.field, f"{name_seats(lead.label, names)}: {asked.prompt}", asked.choices)
    return replace(menu, most=1)


def _question(offer: Offer, asked: Asked, names: Names, leading: Leading) -> str:
    """Return the first question of what is asked first in words; it needs no name alone, or below its own."""
    hint = f" ({texts.with_names(offer.hint, names)})" if offer.hint else ""
    given = [", ".join(words) for _, words in drafts.said(offer, drafts.autofill(offer, {})) if words]
    whose = texts.with_plain_names(f" ({', '.join(given)})", names) if given else ""
    if texts.with_names(offer.label, names) in leading.above and all(word in leading.above for word in given):
        return f"{asked.prompt}{hint}"
    if leading.alone:
        return f"{asked.prompt}{whose}{hint}"
    return f"**{texts.with_names(offer.label, names)}**{whose}{hint}: {asked.prompt}"


def _action(press: Press, offer: Offer, names: Names, style: Style) -> Told:
    """Return an action with its button: it does what needs no answer, and asks for the others."""
    label, draft = name_seats(offer.label, names), drafts.autofill(offer, {})
    done = drafts.question(offer, draft) is None
    answers = {field.name: ", ".join(words) for field, words in drafts.said(offer, draft) if words}
    whole = name_seats(f"{offer.label}: {' · '.join(answers.values())}", names)
    if done and (sentence := drafts.sentence(offer, answers)):
        whole = name_seats(sentence, names)
    label = whole if answers and len(whole) <= WHOLE and offer.label != offer.otherwise else label
    confirmed = offer.drastic or offer.forgoes
    verb = "do" if done and not confirmed and (offer.reversible or not offer.fields) else "pick"
    verb = "fill" if form.together(offer, draft, names) else verb
    emoji = "↩️" if offer.undoes else ""
    label = at_once(label, WHOLE) if verb == "do" else opening(label, WHOLE)
    button = Button(str(Press(verb, press.subject, press.stamp, offer.tag)), label, style, emoji)
    hint = offer.hint if isinstance(offer.remark, str) or not offer.fields else ""
    return texts.with_names(hint, names), button


# ---------------------------------------------------------------------- what stands where


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
        """Return what stands below the first lines: at most `most` buttons that say all, and a menu of the others."""
        left = range(number, len(lines))
        said = [place for place in left if self.menu.choices[place].value in self.plain][:most]
        others = [self.menu.choices[place] for place in left if place not in said]
        parts: list[list[AnyRow]] = [[row] for row in buttons([lines[place].button for place in said])]
        parts += [[one] for one in prospects.menus(self.menu, others)]
        return parts


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


def _pages(
    press: Press, stands: Sorted, names: Names, at_hand: Sequence[Button], room: Room, *, alone: bool, brief: bool
) -> Pages:
    """Lay out all that can be decided; in `brief`, what would be longer than a phone at its full length."""
    ready, letter = _ready(press, stands, names, brief=brief), room.letter
    letters = [*_letters(press.subject, stands, names)]
    first = [*([] if stands.is_asked else letters), *ready]
    lines = prospects.lines(press, stands.listed, names, primary=stands.ready is None)
    lines = [prospects.cut(line) for line in lines] if brief else lines
    rest = Rest(
        prospects.menu(press, stands.listed, names, all_of_them=stands.all_listed), prospects.plain(stands.listed)
    )
    tail = (_packed if letter else partial(_tail, brief=brief))(press, stands, names, at_hand)
    behind = _parts([_action(press, offer, names, _style(offer, quiet=True)) for offer in stands.seldom])
    arranged: list[tuple[Arranged, list[Asked]]] = []
    for compact in (False, True):
        leading = Leading(room.leading(tail), alone, room.head, numbered=not letter, compact=compact)
        questions, others = _others(press, stands, names, leading)
        others = [*others[:1], *letters, *others[1:]] if stands.is_asked else others
        parts = _arranged(first, lines, rest, others, tail, room, turning=bool(behind), form=stands.has_form)
        arranged.append((parts, questions))
    able = [one for one in arranged if room.fits_a_phone([*_rows(one[0].parts), *(TURN if behind else []), *tail])]
    best, questions = max(able, key=lambda one: one[0].pressed, default=arranged[-1])
    likeliest = len(first) or 1 if brief and not letter else best.likeliest
    return Pages(press, best.parts, behind, tail, replace(room, least=likeliest), questions)


def _tail(press: Press, stands: Sorted, names: Names, at_hand: Sequence[Button], *, brief: bool) -> list[AnyRow]:
    """Return what stands last on every page: what ends something or takes something back, and what helps.

    In `brief` it is buttons alone, those that are asked about once more with more words then.
    """
    last = [_action(press, offer, names, _style(offer, quiet=stands.decides)) for offer in stands.last]
    last = [("", button) for _, button in last] if brief else last
    rows = [row for part in _parts(last) for row in part]
    rows += buttons(at_hand)
    return [Divider(), *rows] if rows else []


def _packed(press: Press, stands: Sorted, names: Names, at_hand: Sequence[Button]) -> list[AnyRow]:
    """Return the same in as few rows as it takes, for a letter, which has five in all."""
    last = [_action(press, offer, names, _style(offer, quiet=stands.decides)) for offer in stands.last]
    told = [Words(f"{button.label}: {said}") for said, button in last if said]
    return [*told, *buttons([*(button for _, button in last), *at_hand])]


def _style(offer: Offer, *, quiet: bool) -> Style:
    """Return how what ends something looks: like what is done next where nothing else is that."""
    return "danger" if offer.drastic else "secondary" if quiet or offer.undoes or offer.forgoes else "success"


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

    Where the others find no room in any case, as many as there is room for; one line is enough where that leaves room
    for the `form` of what they do. The likely actions that have no line there
    stand below them, and what is asked first in a menu of its own.
    """

    def fits(number: int, said: int, others: Sequence[list[AnyRow]], *, turning: bool) -> bool:
        more = TURN if turning or (room.letter and number < len(lines)) else []
        below = rest.below(lines, number, said)
        rows = [*_rows(first), *lines[:number], *_rows(below), *_rows(others), *more, *tail]
        return room.holds(rows) and room.fits_a_phone(rows)

    least = min(room.least, len(lines))
    numbers = range(len(lines) if room.letter else min(len(lines), FIRST), least - 1, -1)
    ways = sorted(product(numbers, _said(rest, room)), key=lambda way: (-sum(way), -way[0]))
    fewest = 1 if least == LIKELIEST and not room.letter else least
    short = [*ways, *((fewest, said) for said in reversed(_said(rest, room)))]
    able = (way for way in (short if form else ways) if fits(*way, others, turning=turning))
    alone = (way for way in short if not room.letter and fits(*way, (), turning=True))
    number, said = next(able, next(alone, (fewest, 0)))
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
    row = [Button(str(turn), label) for label, turn in turns.items() if label != MORE or left]
    rows = [*laid, *([row] if row else []), *tail]
    if page or not left:
        return rows
    alone = [alone] if (alone := _only_button(left)) else []
    naming = [replace(row[0], label=f"{MORE}: {names}{OPENS}") for names in _names(left)]
    able = ([*laid, [button], *tail] for button in (*alone, *naming))
    return next((one for one in able if room.fits_a_phone(one)), rows)


def _names(left: Sequence[list[AnyRow]]) -> Iterator[str]:
    """Yield the names of what comes on the next page, fewer and fewer; suggestions alone have none."""
    said = [label.partition(":")[0].removesuffix(OPENS) for part in left for label in _labels_of(part)]
    named = [name for name in dict.fromkeys(said) if not name.startswith((prospects.OTHERS, prospects.SOME))]
    for number in range(len(named), 0, -1):
        names = ", ".join(named[:number])
        if len(names) <= NAMING:
            yield names


def turns(label: str) -> bool:
    """Tell whether a button leads to the next page of a panel."""
    return label == MORE or label.startswith(f"{MORE}: ")


def _labels_of(part: Sequence[AnyRow]) -> Iterator[str]:
    """Yield what the buttons and menus of a part say; the proposals of others have a name together."""
    if any(isinstance(row, Line) and ":begin:" in row.button.id for row in part):
        yield OFFERS
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


def _looking_right(rows: Sequence[AnyRow]) -> list[AnyRow]:
    """Return rows with at most one green button, quiet ones below it, and no two labels alike.

    People who have the panel read aloud hear only the labels.
    """
    seen: Counter[str] = Counter()
    quiet = False

    def looking(button: Button) -> Button:
        nonlocal quiet
        seen[button.label] += 1
        label = _numbered(button.label, seen[button.label])
        style: Style = "secondary" if quiet and button.style in ("primary", "success") else button.style
        quiet = quiet or style == "success"
        return replace(button, label=label, style=style)

    found: list[AnyRow] = []
    for row in rows:
        match row:
            case Line(words=words, button=button) if words == button.label.removesuffix(OPENS):
                found.append([looking(button)])
            case Line(button=button):
                found.append(replace(row, button=looking(button)))
            case Menu() | People() | Card() | Words() | Divider():
                found.append(row)
            case _:
                found.append([looking(button) for button in row])
    return found


def _numbered(label: str, number: int) -> str:
    """Return a label that stands on a panel for the second time or more with its number, its end as it was."""
    end = OPENS if label.endswith(OPENS) else ""
    return f"{label.removesuffix(OPENS)} ({number}){end}" if number > 1 else label


def waiting_words(table: Table, names: Names) -> str:
    """Say whom the game waits for."""
    if table.result:
        return f"The game is over. {texts.with_names(table.result.reason, names)}"
    seats = [request.seat for request in table.requests()]
    waiting = [texts.safe(names.get(seat, seat)) for seat in seats if seat != MASTER] or ["the clock"]
    return f"The game waits for {', '.join(waiting)}. You have nothing to decide now."
