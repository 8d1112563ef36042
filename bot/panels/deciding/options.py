"""The panel of a seat: what it is asked and can do now, each a press away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot import texts
from bot.panels import leaflets
from bot.panels.deciding import aids, openings, prospects
from bot.panels.deciding.prospects import Open
from bot.panels.filling import form, wording
from bot.panels.filling.choosing import Row
from bot.panels.filling.form import Asked
from bot.panels.ids import Press
from bot.panels.panel import ROW, ROWS, Button, Menu, Panel, Style, buttons
from bot.panels.planning import plans
from bot.texts import clipped
from engine.core import drafts
from engine.core.actions import MASTER, Choice, Offer, Pass, Proposal, Start
from engine.core.events import name_seats
from engine.core.table import Table

Names = Mapping[str, str]

WHOLE = 78
"""Letters of a button that says a whole action."""

LEADING, OPENED, LISTED = 3, 2, 2
"""Rows that the first question of what is asked first may take, for what others propose, and for what is likely."""

Lead = tuple[Offer, list[Asked]]
"""What is asked first, with those of its questions that may be answered first."""


@dataclass
class Sorted:
    """What a seat can do now, by where it stands on its panel."""

    ready: Offer | None = None
    """What goes on as everything stands: it stands first."""

    listed: list[Open] = field(default_factory=list)
    """Whole actions that are likely to be looked for."""

    lead: Offer | None = None
    """What is asked first, if it has a question: its answers stand on the panel already."""

    asked: list[Offer] = field(default_factory=list)
    """The other answers to what is asked."""

    beside: list[Offer] = field(default_factory=list)
    """What can be done besides."""

    begun: list[Start] = field(default_factory=list)
    """Forms that are begun already."""

    last: list[Offer] = field(default_factory=list)
    """What ends something or takes something back; what gives the game up comes last of all."""


def options_panel(table: Table, game: str, seat: str, names: Names, note: str = "") -> Panel:
    """Show what a seat is asked and everything that it can do now, in plain words."""
    request = table.request(seat)
    offers = list({offer.tag: offer for offer in reversed(table.offers(seat))}.values())[::-1]
    opened, ahead = openings.openings(table, seat), plans.offered(table, seat, names)
    if len(opened) <= OPENED:
        offers = [offer for offer in offers if not offer.answers]
    listed = prospects.prospects(table, seat)[: ROW * _room(len(opened))]
    left = [offer for offer in offers if not prospects.covered(offer, listed)]
    stands = _sorted(left, {offer.tag for offer in request.offers} if request else set(), listed)
    stands.begun = openings.starts(table, seat)
    explaining = leaflets.button(table.rules.name, "", request.leaflet) if request else []
    press = Press("set", game, table.stamp(seat))
    lead, rows = _rows(press, stands, opened, names, ahead=bool(ahead), explaining=explaining)
    words = [
        openings.words(opened, names),
        texts.with_names(request.prompt, names) if request else waiting_words(table, names),
        texts.with_names(table.rules.words.advice(table.game, seat), names) if request else "",
        ahead,
        prospects.lines(listed, names),
        _optional(stands, names),
        "\n".join(_details(lead, offers, names)),
    ]
    text = "\n\n".join(part for part in (note, *words) if part)
    undone = any(offer.undoes for offer in offers)
    at_hand = aids.buttons(table, game, undone=undone, planning=request is not None)
    rows = _with_aids(rows, at_hand, ends=bool(stands.last or ahead or explaining))
    return Panel(text, title="What can I do now?", rows=rows, shows=form.board(lead[1]) if lead else None)


def _with_aids(rows: list[Row], aids: list[Button], *, ends: bool) -> list[Row]:
    """Return rows with what is at hand above those that end something: in a row of its own, or as far as it fits."""
    if not aids:
        return rows
    if len(rows) < ROWS:
        place = len(rows) - ends
        return [*rows[:place], aids, *rows[place:]]
    last = rows[-1]
    return rows if isinstance(last, Menu) else [*rows[:-1], [*aids[: ROW - len(last)], *last]]


def _room(opened: int) -> int:
    """Return how many rows of likely actions there is room for below what others propose."""
    return max(1, min(LISTED, ROWS - 2 - min(opened, OPENED)))


def _optional(stands: Sorted, names: Names) -> str:
    """Say that all but the button that goes on is optional; "" where that is not so."""
    if stands.ready is None or not (stands.asked or stands.lead or stands.listed):
        return ""
    return f"Press **{texts.with_names(stands.ready.label, names)}** to go on; everything else is optional."


def _rows(
    press: Press,
    stands: Sorted,
    opened: Sequence[Proposal],
    names: Names,
    *,
    ahead: bool,
    explaining: Sequence[Button] = (),
) -> tuple[Lead | None, list[Row]]:
    """Return what is asked first, if its choices stand on the panel, and all rows of the panel."""
    above: list[Row] = [openings.buttons(press.game, one, alone=len(opened) == 1) for one in opened[:OPENED]]
    if stands.ready is not None:
        above.append([_action(press, stands.ready, names, "success")])
    above += buttons(prospects.buttons(press, stands.listed, names, primary=stands.ready is None))
    more = [*([plans.button(press.game)] if ahead else []), *explaining]
    below = _below(press, stands, names, more, ROWS - len(above) - bool(stands.lead))
    if stands.lead is None:
        return None, [*above, *below]
    lead = stands.lead, form.shown(form.questions(stands.lead, {}, names))
    inline = _inline(press, *lead, min(LEADING, ROWS - len(above) - len(below)))
    if inline:
        return lead, [*above, *inline, *below]
    stands.asked.insert(0, stands.lead)
    return None, [*above, *_below(press, stands, names, more, ROWS - len(above))]


def _sorted(offers: Sequence[Offer], asked: set[str], listed: Sequence[Open]) -> Sorted:
    ready = next((offer for offer in offers if offer.ready and offer.tag in asked), None)
    found = Sorted(ready=ready, listed=[] if ready else list(listed))
    for offer in offers:
        if offer is ready:
            continue
        if offer.drastic or offer.forgoes or offer.undoes or issubclass(offer.action, Pass):
            found.last.append(offer)
        elif offer.tag not in asked:
            found.beside.append(offer)
        elif found.lead is None and _leads(offer, found.listed) and drafts.close_list(offer, {}) is None:
            found.lead = offer
        else:
            found.asked.append(offer)
    found.last.sort(key=lambda offer: (offer.drastic, offer.forgoes, not offer.undoes))
    return found


def _leads(offer: Offer, listed: Sequence[Open]) -> bool:
    """Tell whether the first question of an offer may stand on the panel.

    Beside likely actions it may only where it is of their kind, and leads to more than they do.
    """
    alike = any(one.offer.action is offer.action for one in listed)
    return not listed or (alike and not prospects.at_everything(offer, listed))


def _inline(press: Press, lead: Offer, asked: Sequence[Asked], room: int) -> list[Row]:
    """Return the first questions of what is asked first: answering one begins its form.

    None stand there where not all of them fit, for what may be left open would hide what comes after it, or where a
    map belongs to them.
    """
    if len(asked) > max(1, room - 1) or any(one.field.reach for one in asked):
        return []
    laid = form.question_rows(Press(press.verb, press.game, press.stamp, lead.tag), asked, room)
    return [] if laid.short else laid.rows


def _below(press: Press, stands: Sorted, names: Names, more: Sequence[Button], room: int) -> list[Row]:
    """Return the buttons of everything but what is asked first: what is asked, what is possible besides, what ends.

    Where there is no room for so many, a menu has them.
    """
    offers = [*stands.asked, *stands.beside]
    begun = [openings.begun(press.game, start) for start in stands.begun]
    quiet = stands.ready is not None or any(one.prospect.likely for one in stands.listed[:1])
    asked = [_action(press, offer, names, "secondary" if quiet else "primary") for offer in stands.asked]
    besides = [*begun, *(_action(press, offer, names, "secondary") for offer in stands.beside)]
    last = [*more, *(_action(press, offer, names, _style(offer, quiet=quiet)) for offer in stands.last)]
    together = len(asked) + len(besides) <= ROW
    rows: list[Row] = [*buttons([*asked, *besides])] if together else [*buttons(asked), *buttons(besides)]
    if len(rows) + bool(last) > room:
        menu = [Choice(offer.tag, name_seats(offer.label, names), name_seats(offer.hint, names)) for offer in offers]
        rows = [Menu(str(Press("pick", press.game, press.stamp)), "What else?", menu)]
        rows += buttons(begun)[: max(0, room - len(rows) - bool(last))]
        last = last if len(rows) > 1 else [*begun, *last]
    return [*rows, last[-ROW:]] if last else rows


def _style(offer: Offer, *, quiet: bool) -> Style:
    """Return how what ends something looks: like what is done next where nothing else is that."""
    return "danger" if offer.drastic else "secondary" if quiet or offer.undoes or offer.forgoes else "success"


def _action(press: Press, offer: Offer, names: Names, style: Style) -> Button:
    """Return the button of an action: it does what needs no answer, and asks for the others."""
    label, draft = name_seats(offer.label, names), drafts.autofill(offer, {})
    done = drafts.question(offer, draft) is None
    answers = [", ".join(words) for _, words in drafts.said(offer, draft) if words]
    whole = name_seats(f"{offer.label}: {' · '.join(answers)}", names) + ("" if done else "…")
    label = whole if answers and len(whole) <= WHOLE else label
    confirmed = offer.drastic or offer.forgoes
    verb = "do" if done and not confirmed and (offer.reversible or not offer.fields) else "pick"
    emoji = "↩️" if offer.undoes else ""
    return Button(str(Press(verb, press.game, press.stamp, offer.tag)), clipped(label, WHOLE), style, emoji)


def _details(lead: Lead | None, offers: Sequence[Offer], names: Names) -> list[str]:
    """Return what a seat should know of its possibilities."""
    lines = [texts.with_names(offer.hint, names) for offer in offers if offer.hint and not offer.fields]
    if lead:
        offer, asked = lead
        hint = f" ({texts.with_names(offer.hint, names)})" if offer.hint else ""
        so_far = wording.summary(offer, drafts.autofill(offer, {}))
        lines += [texts.with_plain_names(so_far, names)] if so_far else []
        named = f"**{texts.with_names(offer.label, names)}**{hint}: {asked[0].prompt}"
        lines.append(named if len(offers) > 1 else f"{asked[0].prompt}{hint}")  # a single answer needs no name
    return lines


def waiting_words(table: Table, names: Names) -> str:
    """Say whom the game waits for."""
    if table.result:
        return f"The game is over. {texts.with_names(table.result.reason, names)}"
    seats = [request.seat for request in table.requests()]
    waiting = [texts.safe(names.get(seat, seat)) for seat in seats if seat != MASTER] or ["the clock"]
    return f"The game waits for {', '.join(waiting)}. You have nothing to decide now."
