"""The parts of a panel of options: each action in words, with its button, or the menu that asks for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from bot import texts
from bot.panels.deciding import openings, prospects
from bot.panels.deciding.sorting import Sorted
from bot.panels.filling import choosing, form
from bot.panels.filling.choosing import Row
from bot.panels.filling.form import Asked
from bot.panels.ids import Press
from bot.panels.panel import (
    ROW,
    AnyRow,
    Button,
    Divider,
    Line,
    Menu,
    Style,
    Words,
    at_once,
    buttons,
    opening,
)
from engine.core import drafts
from engine.core.actions import Choice, Offer, Pass
from engine.core.events import name_seats

Names = Mapping[str, str]

WHOLE = 78
"""Letters of a button that says a whole action."""

Told = tuple[str, Button]
"""An action in words, "" for none, with its button."""


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


def to_answer(press: Press, stands: Sorted, names: Names, leading: Leading) -> tuple[list[Asked], list[list[AnyRow]]]:
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
            blocks.append([_question(stands.lead, asked[0], names, leading), *inline])
            together = replace(press, verb="fill", topic=stands.lead.tag)
            beside = [Button(str(together), form.TOGETHER)] if form.together(stands.lead, {}, names) else []
            beside += [action_told(press, offer, names, "secondary")[1] for offer in to_ask if _answers_itself(offer)]
            to_ask = [offer for offer in to_ask if not _answers_itself(offer)]
            blocks[-1] += buttons(beside)
        else:
            asked = []
            to_ask = [stands.lead, *to_ask]
    alone = len(to_ask) == 1 and not asked and not to_ask[0].fields
    style: Style = "secondary" if stands.quiet else "success" if alone else "primary"
    begun: list[Told] = [("", openings.begun(press.subject, start, style="secondary")) for start in stands.begun]
    blocks += parts_of([action_told(press, offer, names, style) for offer in to_ask])
    blocks += parts_of([*begun, *(action_told(press, offer, names, "secondary") for offer in stands.beside)])
    return asked, blocks


def _answers_itself(offer: Offer) -> bool:
    """Tell whether an offer leaves nothing to ask, and gives nothing up."""
    return not (offer.drastic or offer.forgoes) and drafts.question(offer, drafts.autofill(offer, {})) is None


def proposals(game: str, stands: Sorted, names: Names) -> Iterator[list[AnyRow]]:
    """Yield what others propose, each with its answers; they are quiet where the seat is asked something else."""
    for place, one in enumerate(stands.opened):
        first, *others = openings.buttons(game, one, alone=len(stands.opened) == 1)
        if stands.is_asked:
            first = replace(first, style="secondary")
        said = texts.with_names(one.words, names)
        above = [] if place else [Words(openings.HEADING)]
        rows: list[AnyRow] = [*above, Line(said, first), *buttons(others)]
        yield rows


def going_on(press: Press, stands: Sorted, names: Names, *, brief: bool) -> list[list[AnyRow]]:
    """Return what goes on as everything stands; in `brief` without its words, where it says enough itself."""
    if stands.ready is None:
        return []
    said, button = action_told(press, stands.ready, names, "success")
    said = "" if brief and issubclass(stands.ready.action, Pass) else said
    return parts_of([(said, button)])


def parts_of(found: Sequence[Told]) -> list[list[AnyRow]]:
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


def _question(offer: Offer, asked: Asked, names: Names, leading: Leading) -> Words:
    """Return the first question of what is asked first in words; it needs no name alone, or below its own."""
    hint = f" ({texts.with_names(offer.hint, names)})" if offer.hint else ""
    given = [", ".join(words) for _, words in drafts.said(offer, drafts.autofill(offer, {})) if words]
    whose = texts.with_plain_names(f" ({', '.join(given)})", names) if given else ""
    label = texts.with_names(offer.label, names)
    if label in leading.above and all(word in leading.above for word in given):
        return Words(f"{asked.prompt}{hint}")
    if leading.alone:
        return Words(f"{asked.prompt}{whose}{hint}")
    return Words(f"**{label}**{whose}{hint}: {asked.prompt}", label)


def action_told(press: Press, offer: Offer, names: Names, style: Style) -> Told:
    """Return an action with its button: it does what needs no answer, and asks for the others."""
    label, draft = name_seats(offer.label, names), drafts.autofill(offer, {})
    done = drafts.question(offer, draft) is None
    answers = {field.name: ", ".join(words) for field, words in drafts.said(offer, draft) if words}
    said = list(answers.values())[: None if done else 1]
    whole = name_seats(f"{offer.label}: {' · '.join(said)}", names)
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


def tail(press: Press, stands: Sorted, names: Names, at_hand: Sequence[Button], *, brief: bool) -> list[AnyRow]:
    """Return what stands last on every page: what ends something or takes something back, and what helps.

    In `brief` it is buttons alone, those that are asked about once more with more words then.
    """
    last = [action_told(press, offer, names, style_of(offer, quiet=stands.decides)) for offer in stands.last]
    last = [("", button) for _, button in last] if brief else last
    rows = [row for part in parts_of(last) for row in part]
    rows += buttons(at_hand)
    return [Divider(), *rows] if rows else []


def packed_tail(press: Press, stands: Sorted, names: Names, at_hand: Sequence[Button]) -> list[AnyRow]:
    """Return the same in as few rows as it takes, for a letter, which has five in all."""
    last = [action_told(press, offer, names, style_of(offer, quiet=stands.decides)) for offer in stands.last]
    told = [Words(f"{button.label}: {said}") for said, button in last if said]
    return [*told, *buttons([*(button for _, button in last), *at_hand])]


def style_of(offer: Offer, *, quiet: bool) -> Style:
    """Return how what ends something looks: like what is done next where nothing else is that.

    What gives something up and is hardly ever wanted is red, as what gives the game up is.
    """
    red = offer.drastic or (offer.forgoes and offer.seldom)
    return "danger" if red else "secondary" if quiet or offer.undoes or offer.forgoes else "success"
