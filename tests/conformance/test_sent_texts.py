"""What is sent of any game is tidy: no bold inside of bold, no brace where a name belongs, no label said twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bot import texts
from bot.discord_adapter.messages import Roster, page
from bot.panels import status_panel
from bot.panels.deciding import openings, options
from bot.panels.filling.form import form_panel
from bot.panels.panel import Panel
from bot.store.payloads import Log
from bot.table import effects
from engine.core import drafts
from engine.core.computer.players import Seated
from engine.core.events import Event
from engine.core.table import Table
from engine.games import rules_of
from tests.conformance.tables import GAMES, by_day, fitting, livelier
from tests.harness.reading import Json, faults, selects, text_of

PEOPLE = {"s1": "Ann", "s2": "Ben **the Bold**", "s3": "Cat"}
"""Names as people write them, one with marks in it."""

ACTIONS = 240
"""Actions that are played."""


def message_of(panel: Panel, text: str = "") -> Json:
    """A panel as Discord gets it."""
    embeds = [panel.embed().to_dict()] if panel.text or panel.title else []
    return {"content": text or None, "embeds": embeds, "components": panel.view().to_components()}


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
        yield message_of(options.options_panel(table, "k7f2", seat, names))
        yield {"content": openings.letter(openings.proposals(table, seat), names)}
        for offer in table.offers(seat):
            for draft in (drafts.autofill(offer, {}), *([_begun(offer)] if offer.fields else [])):
                yield message_of(form_panel(table, "k7f2", seat, offer, draft, names))


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
            for menu in selects(message):
                labels = [option["label"] for option in menu["options"]]
                assert len(labels) == len({*labels}), labels
        if table.result is not None:
            break


@pytest.mark.parametrize(
    ("game", "badges"), [("warlord", "🟥 R🔵 B"), ("warriors", "🟥 E🔷 F"), ("kingmaker", "🔵 B🟥 V")]
)
def test_the_badge_of_a_seat_has_the_letter_of_its_pieces(game: str, badges: str) -> None:
    rules = rules_of(game)
    names = {"s1": "Ann", "s2": "Ben"}
    table = Table.bare(rules, list(names), rules.options(rules.usual_variant, {}), bytes(32))
    table.begin()
    panel = status_panel.status_panel(record(game), table, seated(names), {})
    assert "".join(name[:3] for name, _ in panel.fields) == badges
