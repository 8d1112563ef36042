"""What is sent of any game is tidy: no bold inside of bold, no brace where a name belongs, no label said twice.

Private panels are layouts that Discord takes, and that can be used without seeing their pictures or colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot import texts
from bot.discord_adapter.messages import Roster, page
from bot.panels import status_panel
from bot.panels.deciding import openings, options
from bot.panels.deciding.pages import turns_page
from bot.panels.filling.form import form_panel
from bot.panels.panel import ROWS, Panel, flat
from bot.sandbox.limits import check_message
from bot.sandbox.model import MessageFlag
from bot.services.computer.thinkers import likely_at
from bot.store.payloads import Log
from bot.table import effects
from engine.core import drafts
from engine.core.computer.players import Seated
from engine.core.events import Event
from engine.core.table import Table
from engine.games import rules_of
from tests.conformance.tables import GAMES, by_day, fitting, livelier
from tests.harness.reading import GALLERY, SELECTS, Json, buttons, faults, selects, shown_in, text_of, walk

PEOPLE = {"s1": "Ann", "s2": "Ben **the Bold**", "s3": "Cat"}
"""Names as people write them, one with marks in it."""

BARE = re.compile(r"^Choose$|\(\d\)$")
"""The end of a label that tells a button from another by its number alone, or by nothing."""

MOST_PAGES = 6
"""Pages of what a seat can do; nobody turns more of them."""

ROW, BUTTON, SECTION = 1, 2, 9
PRIMARY, SUCCESS, DANGER = 1, 3, 4
"""Types of components, and looks of buttons."""

ACTIONS = 240
"""Actions that are played."""


def message_of(panel: Panel, text: str = "") -> Json:
    """A panel as Discord gets it."""
    embeds = [panel.embed().to_dict()] if panel.text or panel.title else []
    return {"content": text or None, "embeds": embeds, "components": panel.view().to_components()}


def layout_of(panel: Panel) -> Json:
    """A private panel as Discord gets it, with the picture that it would have; what Discord refuses is an error."""
    pictured = replace(panel, picture="board.png", alt="The board: Ann holds York.") if panel.shows else panel
    message = {"flags": int(MessageFlag.COMPONENTS_V2), "components": pictured.layout().to_components()}  # type: ignore[no-untyped-call]
    check_message(message, [], ["board.png"])
    return message


def pages(table: Table, seat: str, names: dict[str, str]) -> Iterator[Json]:
    """Every page of what a seat can do now, and the same as a letter."""
    likely = likely_at(table, seat)
    for page_ in range(MOST_PAGES):
        panel = options.options_panel(table, "k7f2", seat, names, likely, page=page_)
        yield layout_of(panel)
        if not any(turns_page(button["label"]) for button in buttons(layout_of(panel))):
            break
    else:
        raise AssertionError(f"more than {MOST_PAGES} pages")
    letter = options.options_panel(table, "k7f2", seat, names, likely, letter=True)
    assert len(flat(letter.rows)) <= ROWS
    check_message(message_of(letter), [])
    yield message_of(letter)


def hindrances(message: Json) -> list[str]:
    """What keeps somebody from a layout who does not see its pictures or its colours, or has it read out."""
    parts = list(walk(message["components"]))
    found = [f"a picture without words: {item}" for item in shown_in(message) if not item.get("description")]
    pressed = [part for part in parts if part["type"] == BUTTON]
    found += [f"no words on {part}" for part in pressed if not re.search(r"[A-Za-z0-9]", part.get("label") or "")]
    found += [f"no words above {part}" for part in parts if part["type"] in SELECTS and not part.get("placeholder")]
    found += [f"no words beside {part}" for part in parts if part["type"] == SECTION and not part["components"]]
    kinds = [part["type"] for part in message["components"][0]["components"]] if message.get("flags") else []
    if GALLERY in kinds and any(kind in (ROW, SECTION) for kind in kinds[: kinds.index(GALLERY)]):
        found.append("a picture below the buttons that it explains")
    beside = [part["accessory"].get("label", "") for part in parts if part["type"] == SECTION]
    found += [f"a button that does not say which: {label}" for label in beside if BARE.search(label)]
    styles = [part["style"] for part in pressed]
    if styles.count(SUCCESS) > 1 or PRIMARY in styles[styles.index(SUCCESS) :] if SUCCESS in styles else False:
        found.append(f"more than one button that stands out: {[part['label'] for part in pressed]}")
    ends = styles.index(DANGER) if DANGER in styles else len(styles)
    if {PRIMARY, SUCCESS} & {*styles[ends:]}:
        found.append(f"what gives something up is read out first: {[part['label'] for part in pressed]}")
    return found


def seated(names: dict[str, str]) -> list[Any]:
    """The holders of the seats."""
    return [
        SimpleNamespace(id=seat_id, name=name, human=True, user=10, left=None, regent="")
        for seat_id, name in names.items()
    ]


def record(game: str) -> Any:
    """What panels need to know of a game."""
    return SimpleNamespace(id="k7f2", rules=game, title="#War", thread=7, figures="", position="", commitment="0" * 64)


def shown(table: Table, game: str, names: dict[str, str]) -> Iterator[Json]:
    """Everything that somebody could look at now."""
    yield message_of(status_panel.status_panel(record(game), table, seated(names), {}))
    for report in table.rules.words.reports.values():
        yield {"content": texts.with_names(report(table.game, table.seats[0]), names)}
    for seat in table.seats:
        yield from pages(table, seat, names)
        yield {"content": openings.letter(openings.proposals(table, seat), names)}
        for offer in table.offers(seat):
            for draft in (drafts.autofill(offer, {}), *([_begun(offer)] if offer.fields else [])):
                yield layout_of(form_panel(table, "k7f2", seat, offer, draft, names))


def _begun(offer: Any) -> dict[str, Any]:
    """An action whose first question is answered."""
    field = next(drafts.walk(offer, {}))
    found = drafts.choices(field, {})
    return drafts.with_answer(offer, {}, field.name, [found[-1].value]) if found else {}


def told(events: Sequence[Event], game: str, names: dict[str, str]) -> Iterator[Json]:
    """What the thread tells of an action, as a person's and as a computer player's."""
    roster = Roster(record(game), seated(names))
    public = [event for event in events if event.seats is None]
    for computer in ("", "s1"):
        for log in effects.pages(public):
            payload = Log(log.events, "The regent decides for {s1}.", computer=computer)
            yield {"content": page([(1, payload)], (), roster).text}


@by_day(24, 12)
@pytest.mark.parametrize("game", GAMES)
def test_no_text_of_a_game_nests_marks_leaves_a_brace_or_says_a_label_twice(game: str, every: int) -> None:
    """What the thread tells after every action, and everything else at some of them."""
    rules = rules_of(game)
    seats = fitting(rules, rules.usual_variant, 3)
    names = {f"s{number}": PEOPLE[f"s{number}"] for number in range(1, seats + 1)}
    table = Table.new(rules, "texts", list(names), rules.options(rules.usual_variant, {}), b"texts".ljust(32, b"."))
    player = Seated(livelier(rules), 5)
    for number in range(ACTIONS):
        messages = list(shown(table, game, names)) if number % every == 0 else []
        seat = table.requests()[0].seat
        outcome = table.act(seat, player.choose(table, seat))
        for message in [*messages, *told(outcome.events, game, names)]:
            assert faults(message) == [], text_of(message)
            assert not message.get("flags") or hindrances(message) == []
            for menu in selects(message):
                labels = [option["label"] for option in menu["options"]]
                assert len(labels) == len({*labels}), labels
        if table.result is not None:
            break


@pytest.mark.parametrize(
    ("game", "badges"),
    [("warlord", "🟥 R🔵 B"), ("warriors", "🟥 E🔷 F"), ("kingmaker", "🔵 A🟥 B"), ("lancaster", "🔵 A🟢 B")],
)
def test_the_badge_of_a_seat_has_the_letter_of_its_pieces_or_its_players_initial(game: str, badges: str) -> None:
    rules = rules_of(game)
    names = {"s1": "Ann", "s2": "Ben"}
    table = Table.bare(rules, list(names), rules.options(rules.usual_variant, {}), bytes(32))
    table.begin()
    panel = status_panel.status_panel(record(game), table, seated(names), {})
    assert "".join(name[:3] for name, _ in panel.fields) == badges
