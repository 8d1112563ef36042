"""Places that a panel offers stand on its map with the numbers of their buttons, and each says why one would go there.

What the map shows depends on what the seat may see: on the public view, and on the choices that stand below it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.panels.filling import choosing, form
from bot.panels.filling.form import Looking
from bot.panels.panel import MENU, Button, Menu, Panel
from engine.core import drafts, redeal
from engine.core.actions import MASTER, Offer
from engine.core.dice import Dice
from engine.core.table import Table
from engine.games import GAMES
from render.kit import numbers
from render.kit.pen import Box
from render.picture import Picture
from render.picture_request import PictureRequest
from render.registry import draw
from tests.conformance.tables import KEY, games
from tests.harness import BOARDS
from tests.harness.rows import rows

NAMES = {"s1": "Ann", "s2": "Ben", "s3": "Cat"}
MOMENTS = 250

WITH_PLACES = {
    "kingmaker": {"station at", "move to", "sail to", "play at"},
    "lancaster": {"place to"},
    "warlord": {"move to"},
    "warriors": {"move to", "place area", "deploy to", "engage area"},
}
"""Questions about places that come in the games played here."""


@dataclass(frozen=True)
class Asked:
    """A question about places as a panel shows it, with the table that asks."""

    table: Table
    seat: str
    offer: Offer
    draft: Mapping[str, Any]
    field: str
    panel: Panel


@cache
def asked(game: str) -> list[Asked]:
    """The longest list of each question about places that comes in a game, and the first of it."""
    found: dict[tuple[str, int], Asked] = {}
    for table in games(GAMES[game], GAMES[game].usual_variant, 3, MOMENTS):
        for one in _asked_now(table):
            here = one.panel.shows
            assert here is not None
            size = len(here.goals)
            key = f"{one.offer.tag} {one.field}"
            if (key, 0) not in found:
                found[key, 0] = found[key, 1] = _kept(one)
            before = found[key, 1].panel.shows
            if before is not None and size > len(before.goals):
                found[key, 1] = _kept(one)
    return list(found.values())


def _kept(one: Asked) -> Asked:
    rules, snapshot = one.table.rules, one.table.snapshot()
    table = Table.restore(rules, snapshot, KEY)
    offer = next(offer for offer in table.offers(one.seat) if offer.tag == one.offer.tag)
    return Asked(table, one.seat, offer, one.draft, one.field, one.panel)


def _asked_now(table: Table) -> Iterator[Asked]:
    for request in table.requests():
        if request.seat == MASTER:
            continue
        for offer in table.offers(request.seat):
            draft = _before_a_place(offer)
            if draft is not None:
                panel = form.form_panel(table, "k7f2", request.seat, offer, draft, NAMES)
                name = next((one.name for one in drafts.walk(offer, dict(draft)) if one.places), "")
                if panel.shows is not None and name:
                    yield Asked(table, request.seat, offer, draft, name, panel)


def _before_a_place(offer: Offer) -> dict[str, Any] | None:
    """A draft of the first answers, up to a question about places; None where an offer has none."""
    draft: dict[str, Any] = {}
    if not any(field.places for field in offer.fields):
        return None
    for field in drafts.walk(offer, draft):
        if field.places:
            return draft
        found = drafts.choices(field, draft)
        if not found and field.least:
            return None
        draft[field.name] = [found[0].value] if field.many and field.least else [] if field.many else found[0].value
    return None


def numbered(panel: Panel) -> dict[int, str]:
    """What stands on the numbered buttons and entries of a panel, by number."""
    labels: list[str] = []
    for row in panel.rows:
        match row:
            case Menu():
                labels += [choice.label for choice in row.choices]
            case list():
                labels += [button.label for button in row if isinstance(button, Button)]
    matches = (re.match(r"(?:\+ )?(\d+)\. (.+)", label) for label in labels)
    return {int(match[1]): match[2] for match in matches if match}


@rows("game", WITH_PLACES)
def test_every_question_about_places_has_a_map_with_the_numbers_of_its_buttons(game: str) -> None:
    found = asked(game)
    assert {f"{one.offer.tag} {one.field}" for one in found} >= WITH_PLACES[game]
    for one in found:
        shown = one.panel.shows
        assert shown is not None and shown.goals
        on_panel = numbered(one.panel)
        assert [goal.number for goal in shown.goals] == sorted(on_panel)
        assert all(on_panel[goal.number].startswith(goal.words) for goal in shown.goals)
        legal = [choice.value for choice in one.offer.field(one.field).choices(one.draft)]
        assert {goal.at for goal in shown.goals} <= set(legal)


@rows("game", WITH_PLACES)
def test_every_place_in_a_list_says_why(game: str) -> None:
    for one in asked(game):
        for choice in one.offer.field(one.field).choices(one.draft):
            told = choice.hint or re.search(r"[:,]", choice.label)
            assert told, f"{one.offer.tag} {one.field}: {choice.label} does not say why"


@rows("game", WITH_PLACES)
def test_numbers_are_read_on_a_phone_and_none_covers_another(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[tuple[Any, Box, int, int]] = []
    badge = numbers._badge

    def noted(image: Any, box: Box, number: int, size: int) -> None:
        laid.append((image, box, number, size))
        badge(image, box, number, size)

    monkeypatch.setattr(numbers, "_badge", noted)
    for one in asked(game):
        laid.clear()
        picture, shown = drawn(one.table, one.panel), one.panel.shows
        assert shown is not None
        assert sorted(number for _, _, number, _ in laid) == [goal.number for goal in shown.goals]
        assert all(size * 360 / picture.width >= 11 for _, _, _, size in laid), f"{one.offer.tag}: too small"
        for place, (image, box, number, _) in enumerate(laid):
            covered = [other for on, lain, other, _ in laid[:place] if on is image and lain.meets(box)]
            assert not covered, f"{one.offer.tag}: {number} covers {covered}"
        assert picture.alt.startswith(f"Numbered places: {shown.goals[0].number} {shown.goals[0].words}")


def drawn(table: Table, panel: Panel) -> Picture:
    """The picture of a panel, as whoever looks at it has it drawn."""
    shown = panel.shows
    assert shown is not None
    wish = PictureRequest(
        shown.kind, table.view(""), NAMES, shown.subject, cache=BOARDS, layer=shown.layer, goals=shown.goals
    )
    return draw(table.rules.name, wish)


@rows("game", WITH_PLACES)
def test_maps_of_two_worlds_that_a_seat_cannot_tell_apart_are_asked_for_alike(game: str) -> None:
    for one in asked(game):
        rules = one.table.rules
        for seed in (1, 2):
            state = redeal.world(rules, one.table.game, one.seat, Random(seed))
            other = Table(rules, rules.game(state, Dice(KEY, state.game_id, state.draws)))
            offer = next(offer for offer in other.offers(one.seat) if offer.tag == one.offer.tag)
            panel = form.form_panel(other, "k7f2", one.seat, offer, one.draft, NAMES)
            assert panel.shows == one.panel.shows
            assert other.view("") == one.table.view("")


def test_the_next_page_of_a_long_list_goes_on_with_its_numbers() -> None:
    one = max(asked("kingmaker"), key=lambda one: len(one.offer.field(one.field).choices(one.draft)))
    every = choosing.gathered(one.offer.field(one.field).choices(one.draft))
    page = form.CROWDED * MENU
    assert len(every) > page
    first, second = (
        form.form_panel(one.table, "k7f2", one.seat, one.offer, one.draft, NAMES, looking)
        for looking in (form.ALL, Looking(one.field, 2))
    )
    assert first.shows is not None and [goal.number for goal in first.shows.goals] == [*range(1, page + 1)]
    assert second.shows is not None
    assert [goal.number for goal in second.shows.goals] == [*range(page + 1, min(len(every), 2 * page) + 1)]
    assert sorted(numbered(second)) == [goal.number for goal in second.shows.goals]
