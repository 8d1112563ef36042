"""The form by which an entry of a plan is made, as it is shown: its action, its conditions, how long it lasts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot import texts
from bot.errors import Refused
from bot.panels.filling import choosing, form
from bot.panels.filling.form import ALL, SEARCH, Asked, Laid, Looking
from bot.panels.ids import Press
from bot.panels.panel import BUTTON, MENU, ROW, ROWS, Button, Menu, Panel, buttons
from bot.panels.planning import making
from bot.panels.planning.making import LEFT_OPEN, Making
from bot.table import planning
from bot.table.live_game import LiveGame
from bot.table.planning import FALLBACKS, SCOPES, SEQUELS
from bot.table.timekeeping import default_words
from bot.texts import clipped
from engine.core.actions import Action, Choice, Offer, tag_of
from engine.core.events import name_seats
from engine.core.orders import Scope
from engine.core.table import Table


@dataclass(frozen=True)
class Desk:
    """Where somebody makes an entry: the game, their seat, and an imagined table that fits what they know.

    There is none where no deal fits. `posed` says whether the question is open on it, as it would be asked now.
    """

    live: LiveGame
    seat: str
    world: Table | None
    posed: bool

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.live.game.id

    def named(self, words: str) -> str:
        """Return words with the players' names in them."""
        return name_seats(words, self.live.names)


DECLINE = "decline"
"""What the button says that declines, and the tag of an action that does no more than that."""


def answers_panel(desk: Desk, decision: str) -> Panel:
    """Show what a question may be answered with ahead."""
    found = desk.live.table.rules.plans.plannable[decision]
    press = Press("pldo", desk.game, topic=decision)
    rows: list[Menu | Sequence[Button]] = []
    request = desk.world.request(desk.seat) if desk.world and desk.posed else None
    refusals = desk.live.table.rules.offering.refusals
    declines = any(issubclass(kind, refusals) for kind in found.answers)
    if request is not None:
        able = [offer for offer in request.offers if issubclass(offer.action, found.answers) and not offer.drastic]
        menu = [Choice(offer.tag, desk.named(offer.label), desk.named(offer.hint)) for offer in able]
        if menu:
            rows += _actions(press, menu)
        declines = declines and not any(issubclass(offer.action, refusals) for offer in able)
    row = [Button(str(replace(press, verb="plsay", detail="default")), "Default answer (safe)")]
    if declines:
        row.append(Button(str(replace(press, verb="plsay", detail=DECLINE)), "Decline"))
    if request is None:
        row += [_written_button(desk.game, decision, kind) for kind in found.answers if not issubclass(kind, refusals)]
    row.append(Button(str(Press("plan", desk.game)), "My plans"))
    if desk.posed and request is not None:
        why = f"\n-# Take the default: {desk.named(default_words(request))}, as at a deadline."
    else:
        why = "\nI do not know the exact question yet. Answer what you can; I fill in the rest when it comes."
    return Panel(
        f"**{found.words}**: what should I do for you?{why}", title="Plan ahead", rows=[*rows, *buttons(row)][:5]
    )


def _actions(press: Press, able: Sequence[Choice]) -> list[Menu | Sequence[Button]]:
    """Return what may be done as buttons, or as a menu where it is much."""
    if len(able) > ROW:
        return [Menu(str(press), "When it is my turn", able)]
    return [[Button(str(replace(press, field_value=one.value)), clipped(one.label, BUTTON), "primary") for one in able]]


def _written_button(game: str, decision: str, kind: type[Action]) -> Button:
    """Return the button for an answer that no panel can show yet: at once if it has no fields, else by a form."""
    label = tag_of(kind).replace("_", " ").capitalize()
    if not kind.__struct_fields__:
        return Button(str(Press("plsay", game, topic=decision, detail=tag_of(kind))), label, "primary")
    label = f"{label}…"
    return Button(str(Press("plform", game, topic=f"{decision}.{tag_of(kind)}")), label, "primary")


def next_panel(desk: Desk, made: Making, looking: Looking = ALL) -> Panel:
    """Show what is asked next of an entry: its action, the fields of a condition, or how long it lasts."""
    if made.asked is not None:
        return condition_panel(desk, made)
    if made.answer == "action" and made.written is None:
        offer = making.offer_of(desk.world, desk.seat, made)
        if making.question(offer, made) is not None:
            return _form_panel(desk, made, offer, looking)
    return _summary_panel(desk, made)


def _form_panel(desk: Desk, made: Making, offer: Offer, looking: Looking) -> Panel:
    """Show an action as far as it is said, with everything that may be said next."""
    press = Press("plans", desk.game, topic=made.decision)
    asked = [
        Asked(field, draft, desk.named(field.prompt), choosing.named(making.choices(field, draft), desk.live.names))
        for field, draft in making.open_questions(offer, made)
    ]
    if looking.field:
        asked = [one for one in asked if one.field.name == looking.field]
    asked = asked[-MOST_ASKED:]
    found, whole = form.shown(asked, looking, MOST_ASKED, numbered=True), making.ended(offer, made) is not None
    laid, below = form_rows(press, asked, found, looking, whole=whole)
    words = [_so_far(desk, made), *(form.asked_words(one) for one in found)]
    return Panel(
        "\n\n".join(filter(None, words)),
        title="When it is my turn",
        rows=[*laid.rows, *below],
        shows=form.board(found, laid.seen),
    )


MOST_ASKED = ROWS - 2
"""Questions that stand on a form together: below them are up to two rows of buttons."""


def form_rows(
    press: Press, asked: Sequence[Asked], found: Sequence[Asked], looking: Looking, *, whole: bool
) -> tuple[Laid, list[list[Button]]]:
    """Return the rows of a form: its questions with what is looked at, and as many rows of buttons as there must be."""
    for room in (ROWS - 1, MOST_ASKED):
        laid = form.question_rows(press, found, room)
        turn = form.turning(press, asked, laid, looking, find="plfind", turn="plpage")
        below = _below(press, asked, turn, looking, whole=whole)
        if room + len(below) <= ROWS:
            break
    return laid, below


def _below(
    press: Press, asked: Sequence[Asked], turn: Sequence[Button], looking: Looking, *, whole: bool
) -> list[list[Button]]:
    """Return the buttons below a form: what can be kept as it is, what stays open, and other choices to `turn` to."""
    row = []
    if whole:
        row.append(Button(str(replace(press, verb="plkeep")), "Keep it", "success"))
        row.append(Button(str(replace(press, verb="plskip")), "Conditions, how long…"))
    for one in asked:
        label = LEFT_OPEN if len(asked) == 1 else f"{LEFT_OPEN}: {one.prompt}"
        row.append(Button(str(replace(press, verb="plopen", field_value=one.field.name)), clipped(label, BUTTON)))
    if looking != ALL:
        row.append(Button(str(replace(press, verb="plpage", field_value=looking.field)), "Back"))
    row += turn
    row.append(Button(str(replace(press, verb="plask")), "Choose again"))
    return buttons(row)


def condition_panel(desk: Desk, made: Making) -> Panel:
    condition = condition_of(desk, made, made.asked.condition if made.asked else "")
    assert made.asked is not None
    field = making.open_field(condition, made.asked)
    assert field is not None
    choices = [Choice(choice.value, desk.named(choice.label)) for choice in field.choices(made.asked.said)]
    rows: list[Menu | Sequence[Button]] = [
        Menu(str(Press("plifans", desk.game, topic=made.decision)), desk.named(field.prompt), choices)
    ]
    row = [Button(str(Press("plunif", desk.game, topic=made.decision)), "Without it")]
    if len(choices) > MENU:
        row.insert(0, Button(str(Press("plfind", desk.game, topic=made.decision, detail="if")), SEARCH))
    text = f"{_so_far(desk, made)}\n\n…{desk.named(condition.said(made.asked.said))}"
    return Panel(text, title="When it is my turn", rows=[*rows, row])


def condition_of(desk: Desk, made: Making, condition_id: str) -> Any:
    known = making.known_conditions(desk.world, desk.seat, made)
    found = next((condition for condition in known if condition.id == condition_id), None)
    if found is None:
        raise Refused("That condition no longer exists here; start again with /plan.")
    return found


def _so_far(desk: Desk, made: Making) -> str:
    found = desk.live.table.rules.plans.plannable[made.decision]
    entry = planning.entry_words(desk.live, desk.world, desk.seat, made.entry())
    return f"**{found.words}**: {texts.safe(desk.named(entry))}"


def _summary_panel(desk: Desk, made: Making) -> Panel:
    """Show an entry with everything that may be said besides: conditions, how long it lasts, and what then."""
    tag = made.decision
    known = making.known_conditions(desk.world, desk.seat, made)
    rows: list[Menu | Sequence[Button]] = []
    if known:
        menu = [Choice(condition.id, desk.named(condition.said({}))) for condition in known]
        rows.append(Menu(str(Press("plif", desk.game, topic=tag)), "Do this only if… (add conditions)", menu))
    rounds = desk.live.table.rules.pace.round(desk.live.table.game)
    scopes = [scope for scope in Scope if scope is not Scope.ROUND or rounds]
    rows += [
        _setting(desk, "plscope", tag, "How long this plan lasts", {scope: SCOPES[scope] for scope in scopes}),
        _setting(desk, "plthen", tag, "How often this answer is used", SEQUELS),
        _setting(desk, "plelse", tag, "What I do if nothing fits", FALLBACKS),
    ]
    row = [
        Button(str(Press("plkeep", desk.game, topic=tag)), "Keep it", "success"),
        Button(str(Press("plask", desk.game, topic=tag)), "Choose again"),
        Button(str(Press("plan", desk.game)), "My plans"),
    ]
    said = f"-# {SCOPES[made.scope]}; {SEQUELS[made.then]}; {FALLBACKS[made.otherwise]}"
    return Panel(f"{_so_far(desk, made)}\n{said}", title="When it is my turn", rows=[*rows, row])


def _setting(desk: Desk, verb: str, tag: str, prompt: str, words: Mapping[Any, str]) -> Menu:
    return Menu(
        str(Press(verb, desk.game, topic=tag)), prompt, [Choice(str(value), said) for value, said in words.items()]
    )
