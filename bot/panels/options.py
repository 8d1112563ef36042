"""The panel of a seat: what it is asked and can do now, each a press away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot import texts
from bot.panels import filling, forms, openings, plans
from bot.panels.choosing import Row
from bot.panels.filling import Asked
from bot.panels.ids import Press
from bot.panels.panel import ROW, ROWS, Button, Menu, Panel, Style, buttons
from bot.texts import clipped
from engine.core import drafts
from engine.core.actions import MASTER, Choice, Offer, Pass
from engine.core.events import name_seats
from engine.core.table import Table

Names = Mapping[str, str]

WHOLE = 78
"""Letters of a button that says a whole action."""

LEADING = 3
"""Rows that the first question of what is asked first may take."""


@dataclass
class Sorted:
    """What a seat can do now, by where it stands on its panel."""

    lead: Offer | None = None
    """What is asked first, if it has a question: its answers stand on the panel already."""

    asked: list[Offer] = field(default_factory=list)
    """The other answers to what is asked."""

    beside: list[Offer] = field(default_factory=list)
    """What can be done besides."""

    last: list[Offer] = field(default_factory=list)
    """What ends something or takes something back; what gives the game up comes last of all."""


def options_panel(table: Table, game: str, seat: str, names: Names, note: str = "") -> Panel:
    """Show what a seat is asked and everything that it can do now, in plain words."""
    request = table.request(seat)
    offers = list({offer.tag: offer for offer in reversed(table.offers(seat))}.values())[::-1]
    stands = _sorted(offers, {offer.tag for offer in request.offers} if request else set())
    press = Press("set", game, table.stamp(seat))
    opened = openings.openings(table, seat)
    ahead = plans.offered(table, seat, names)
    free = [start for start in table.rules.starts(table.game, seat) if not start.answers]
    more = [openings.begun(game, start) for start in free]
    below = _below(press, stands, names, more, [plans.button(game)] if ahead else [])
    above: list[Row] = [openings.buttons(game, one, alone=len(opened) == 1) for one in opened]
    above = above[: max(1, ROWS - 1 - len(below) - bool(stands.lead))]
    below = below[: ROWS - len(above) - bool(stands.lead)]
    lead = filling.shown(filling.questions(stands.lead, {}, names)) if stands.lead else []
    inline = _inline(press, stands.lead, lead, ROWS - len(above) - len(below)) if stands.lead else []
    words = [
        openings.words(opened, names),
        texts.with_names(request.prompt, names) if request else waiting_words(table, names),
        ahead,
        "\n".join(_details(stands, offers, lead, names)),
    ]
    text = "\n\n".join(part for part in (note, *words) if part)
    return Panel(text, title="What can I do now?", rows=[*above, *inline, *below])


def _sorted(offers: Sequence[Offer], asked: set[str]) -> Sorted:
    found = Sorted()
    for offer in offers:
        if offer.drastic or offer.undoes or issubclass(offer.action, Pass):
            found.last.append(offer)
        elif offer.answers:
            continue
        elif offer.tag not in asked:
            found.beside.append(offer)
        elif found.lead is None and drafts.ended(offer, {}) is None:
            found.lead = offer
        else:
            found.asked.append(offer)
    found.last.sort(key=lambda offer: (offer.drastic, not offer.undoes))
    return found


def _inline(press: Press, lead: Offer, asked: Sequence[Asked], room: int) -> list[Row]:
    """Return the first questions of what is asked first: answering one begins its form."""
    most = min(room, LEADING)
    return filling.question_rows(
        Press(press.verb, press.game, press.stamp, lead.tag), asked[: max(1, most - 1)] if most else [], most
    )


def _below(press: Press, stands: Sorted, names: Names, begun: Sequence[Button], more: Sequence[Button]) -> list[Row]:
    """Return the buttons of everything but what is asked first: what is asked, what is possible besides, what ends."""
    shown, beside = stands.asked[: 2 * ROW], [*stands.asked[2 * ROW :], *stands.beside]
    asked = [_action(press, offer, names, "primary") for offer in shown]
    besides = [*begun] + [_action(press, offer, names, "secondary") for offer in beside]
    if len(asked) + len(besides) <= ROW:
        rows: list[Row] = list(buttons([*asked, *besides]))
    elif len(besides) <= ROW:
        rows = [*buttons(asked), besides]
    else:
        menu = [Choice(offer.tag, name_seats(offer.label, names), name_seats(offer.hint, names)) for offer in beside]
        rows = [*buttons(asked), Menu(str(Press("pick", press.game, press.stamp)), "What else?", menu)]
    last = [*more, *(_action(press, offer, names, _style(offer)) for offer in stands.last)]
    return [*rows, last[:ROW]] if last else rows


def _style(offer: Offer) -> Style:
    return "danger" if offer.drastic else "secondary" if offer.undoes else "success"


def _action(press: Press, offer: Offer, names: Names, style: Style) -> Button:
    """Return the button of an action: it does what needs no answer, and asks for the others."""
    label, verb = name_seats(offer.label, names), "pick"
    draft = drafts.foregone(offer, {})
    if drafts.question(offer, draft) is None and not offer.drastic:
        answers = [", ".join(words) for _, words in drafts.said(offer, draft) if words]
        whole = name_seats(f"{offer.label}: {' · '.join(answers)}", names) if answers else label
        label = whole if len(whole) <= WHOLE else label
        verb = "do" if not offer.fields or offer.reversible else "pick"
    emoji = "↩️" if offer.undoes else ""
    return Button(str(Press(verb, press.game, press.stamp, offer.tag)), clipped(label, WHOLE), style, emoji)


def _details(stands: Sorted, offers: Sequence[Offer], lead: Sequence[Asked], names: Names) -> list[str]:
    """Return what a seat should know of its possibilities."""
    lines = [texts.with_names(offer.hint, names) for offer in offers if offer.hint and not offer.fields]
    if stands.lead and lead:
        hint = f" ({texts.with_names(stands.lead.hint, names)})" if stands.lead.hint else ""
        so_far = forms.summary(stands.lead, drafts.foregone(stands.lead, {}))
        lines += [texts.with_plain_names(so_far, names)] if so_far else []
        lines.append(f"**{texts.with_names(stands.lead.label, names)}**{hint}: {lead[0].prompt}")
    return lines


def waiting_words(table: Table, names: Names) -> str:
    """Say whom the game waits for."""
    if table.result:
        return f"The game is over. {texts.with_names(table.result.reason, names)}"
    seats = [request.seat for request in table.requests()]
    waiting = [texts.safe(names.get(seat, seat)) for seat in seats if seat != MASTER] or ["the clock"]
    return f"The game waits for {', '.join(waiting)}. You are asked for nothing now."
