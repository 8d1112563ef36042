"""What every game tells of its pace: kinds of decisions, what can be answered ahead, who is next, how it is closed."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from dataclasses import replace as replaced
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.panels.deciding.options import options_panel
from bot.panels.deciding.pages import SCREEN, turns_page
from bot.panels.deciding.replies import SeatContext, reply
from bot.panels.ids import parse
from bot.panels.panel import OPENS, AnyRow, Button, Menu, Panel, buttons_of, height, menu_options
from bot.services.computer.thinkers import listed_at
from bot.store.rows import Draft
from engine.core import drafts
from engine.core.actions import MASTER, Choice, Field, Offer, Prospect, Request, tag_of
from engine.core.computer.players import Seated
from engine.core.parts import Pace
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.trials import scenario
from engine.games import rules_of
from tests.chronicles.scenes import FILES
from tests.conformance.tables import GAMES, TITLES, every_title, livelier, moments, opened, played
from tests.harness.rows import rows


@rows("game", GAMES)
def test_kinds_of_decisions_are_apart_and_have_names(game: str) -> None:
    kinds = GAMES[game].pace.decision_kinds
    decisions = [decision for kind in kinds for decision in kind.decisions]
    assert len(decisions) == len(set(decisions))
    assert len({kind.id for kind in kinds}) == len(kinds) and all(kind.words and kind.share > 0 for kind in kinds)


@rows("game", GAMES)
def test_what_can_be_answered_ahead_has_answers_of_the_game(game: str) -> None:
    rules = GAMES[game]
    assert set(rules.offering.refusals) <= set(rules.actions)
    for asked in rules.plans.plannable.values():
        assert asked.words and set(asked.answers) <= set(rules.actions)
        assert asked.ahead or all(len(kind.__struct_fields__) <= 3 for kind in asked.answers)


@every_title
def test_who_is_next_gets_the_turn(game: str, variant: str) -> None:
    table_of, foretold, active, passed, told = "", "", "", 0, 0
    for _, table in moments(game, variant, every=1):
        now = table.rules.pace.active(table.game)
        if active and foretold and now != active and table.game.state.game_id == table_of:
            passed += 1
            assert now == foretold, f'after {active} comes {now}; let Pace.next_seat return "" where it cannot tell'
        table_of, foretold, active = table.game.state.game_id, table.rules.pace.next_seat(table.game), now
        told += bool(foretold)
    assert passed > 3 or not told, "Pace.next_seat says who is next; let Pace.active say whose turn it is, too"


@every_title
def test_a_question_is_known_by_what_it_asks_and_not_by_its_words(
    game: str, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A panel made before a sentence was written anew still works, and none answers a question that it did not show."""
    seen: dict[tuple[str, str, str], str] = {}
    for _, table in moments(game, variant, every=2):
        asked = table.requests()
        stamps = {request.seat: table.stamp(request.seat) for request in asked}
        for request in asked:
            key = table.game.state.game_id, request.seat, stamps[request.seat]
            assert seen.setdefault(key, request.prompt) == request.prompt, "name in Request.about what it asks about"
        monkeypatch.setattr(table, "_requests", (table.version, [_reworded(request) for request in asked]))
        assert {seat: table.stamp(seat) for seat in stamps} == stamps


@every_title
def test_what_somebody_else_answers_leaves_an_open_panel_in_force(game: str, variant: str) -> None:
    """Whoever is asked the same with the same choices as before is not told that the game has moved on."""
    for number, table in moments(game, variant, every=2):
        waiting = [request for request in table.requests() if request.seat != MASTER]
        for answered in waiting[:1] if len(waiting) > 1 else ():
            before = {one.seat: (_asks(one), table.stamp(one.seat)) for one in waiting if one is not answered}
            table.act(answered.seat, answered.default())
            for seat, (asked, stamp) in before.items():
                now = table.request(seat)
                assert now is None or _asks(now) != asked or table.stamp(seat) == stamp, (number, asked)


def _asks(request: Request) -> object:
    """Return all that a question shows: its words, and the first choices of what may be answered."""
    offers = [
        (offer.tag, offer.label, [field.name for field in offer.fields], _first_choices(offer))
        for offer in request.offers
    ]
    return request.decision, request.prompt, request.about, offers


def _first_choices(offer: Offer) -> list[str]:
    filled = drafts.autofill(offer, {})
    field = drafts.question(offer, filled)
    return [choice.value for choice in drafts.choices(field, filled)] if field is not None else []


def _reworded(request: Request) -> Request:
    offers = tuple(
        replace(offer, label="Otherwise", remark="", fields=tuple(map(_field_reworded, offer.fields)))
        for offer in request.offers
    )
    return replace(request, prompt="Said otherwise?", offers=offers)


def _field_reworded(field: Field) -> Field:
    return replace(
        field, prompt="Which?", choices=lambda draft: [Choice(one.value, "So") for one in field.choices(draft)]
    )


NEVER = {field.name: field.default for field in fields(Pace)}["end_of_play_edit"]
"""What a game that is played until somebody has won, whatever the date, says of how play ends."""


@rows("game", GAMES)
def test_play_that_has_begun_can_be_closed_once(game: str) -> None:
    """Some variants may have no end but a victory, but not all of a game that says how play ends by the clock."""
    rules = GAMES[game]
    closed = [variant for variant in rules.variants if _closed(rules, variant)]
    assert closed or rules.pace.end_of_play_edit is NEVER, "Pace.end_of_play_edit never gives an edit; leave it out"


def _closed(rules: Rules[Any], variant: str) -> bool:
    """Close a game as soon as that can be; tell whether it could."""
    table = opened(rules, variant, 2)
    closing = rules.pace.end_of_play_edit(table.game)
    for _ in played(table, 100, player=Seated(livelier(rules), 4)):
        if closing := closing or rules.pace.end_of_play_edit(table.game):
            break
    if closing is not None:
        table.act(MASTER, closing)
        assert rules.pace.end_of_play_edit(table.game) is None, "play is closed, and Pace.end_of_play_edit closes it"
    return closing is not None


LOSING = {
    "kingmaker": {"give_up_heirs", "give_up_noble", "have_dealt", "withdraw"},
    "warlord": {"lady_trades", "resign", "slay", "surrender"},
    "warriors": {"pass_all", "retreat"},
}
"""The actions that kill somebody or give something up for good, where they are offered without a question."""

KEEPING = {
    "kingmaker": {
        "accept_award", "break_off", "call_vote", "decline_award", "depart", "draw", "draw_again", "end_debate",
        "go_along", "hold_siege", "keep", "part_with_heir", "pass", "place_all", "ready", "take_heir",
        "take_back", "turn_away", "welcome", "consent", "refusal", "stand_ready", "called_inside",
    },
    "lancaster": {"absolve", "exchange", "muster", "pass"},
    "warlord": {"capture", "decline", "offer_draw", "pass", "ready", "roll_line", "stand"},
    "warriors": {"as_proposed", "force", "give_battle", "let_stay", "pass", "stand_siege", "stay"},
    "high_card": set(),
}  # fmt: skip
"""The others: nothing is lost by them that was not lost before."""


@rows("game", GAMES)
def test_every_action_without_a_question_is_known_to_lose_something_or_not(game: str) -> None:
    bare = {tag_of(kind) for kind in GAMES[game].actions if not kind.__struct_fields__}
    assert bare == bare & LOSING.get(game, set()) | KEEPING[game]


def _told_of(game: str) -> list[str]:
    """The scenarios of a game in which something is lost without a question, as their words say."""
    words = [f'"{tag}"' for tag in sorted(LOSING[game])]
    return [name for name, file in FILES.items() if name.startswith(game) and any(w in file.read_text() for w in words)]


@rows("game", LOSING)
def test_whoever_would_lose_something_by_one_press_is_asked_once_more(game: str) -> None:
    seen: dict[str, bool] = {}

    def watch(table: Table, said: str, done: object) -> None:
        for request in table.requests():
            for offer in table.offers(request.seat):
                if offer.tag in LOSING[game] and not offer.fields and len(request.offers) > 1:
                    seen[offer.tag] = seen.get(offer.tag, True) and (offer.drastic or offer.forgoes)

    for name in _told_of(game):
        read = scenario.load(FILES[name])
        scenario.run(rules_of(read.game), read, watch)
    assert seen.keys() >= LOSING[game] - {"have_dealt"} and all(seen.values()), seen


def _down_to_primary(shown: Sequence[AnyRow]) -> Sequence[AnyRow]:
    """The rows of a panel down to the last that leads on."""
    leading = [number for number, row in enumerate(shown) if any(one.style == "primary" for one in buttons_of(row))]
    return shown[: leading[-1] + 1]


PAGES = [title for title in TITLES if GAMES[title[0]].judge]


@rows("game, variant", PAGES, by=lambda title: title[0])
def test_the_first_page_fits_a_phone_and_what_is_likely_is_first_and_alone_in_green(game: str, variant: str) -> None:
    for number, table in moments(game, variant, every=7):
        for request in table.requests():
            if request.seat != MASTER:
                likely = listed_at(table, request.seat)
                shown = options_panel(table, "k7f2", request.seat, {}, likely, limit="deadline tomorrow")
                styles = [button.style for row in shown.rows for button in buttons_of(row)]
                wrong = number, request.decision, shown.text, shown.rows
                plain = any(one.plain for one in likely)
                leads = request.guessed and not plain
                asked = Panel(shown.text, rows=[*_down_to_primary(shown.rows)]) if leads else shown
                assert height(asked) <= SCREEN, wrong
                if request.guessed:
                    assert styles[0] == ("primary" if leads else "secondary") and "success" not in styles, wrong
                else:
                    assert styles[0] == "success" and not {"success", "primary"} & {*styles[1:]}, wrong


MOST_PAGES = 12
"""Pages of a panel at most."""

RECORD: Any = SimpleNamespace(id="k7f2", rules="")

ACTING = ("do", "pick", "fill", "begin", "whole", "set")
"""What the buttons do that lead to an action."""


def _pages(table: Table, seat: str, likely: Sequence[Prospect]) -> Iterator[Panel]:
    """Every page of what a seat can do."""
    for page in range(MOST_PAGES):
        shown = options_panel(table, "k7f2", seat, {}, likely, page=page)
        yield shown
        if not any(turns_page(button.label) for row in shown.rows for button in buttons_of(row)):
            return


@rows("game, variant", PAGES, by=lambda title: title[0])
def test_a_button_ends_in_dots_if_it_asks_once_more_and_only_then(game: str, variant: str) -> None:
    """What ends in none counts at once, on the pages of a panel and in the forms that they open."""
    for number, table in moments(game, variant, every=17):
        for request in table.requests():
            if request.seat == MASTER:
                continue
            likely = listed_at(table, request.seat)
            here = SeatContext(RECORD, table, request.seat, {}, table.version, likely=likely)
            for shown in _pages(table, request.seat, likely):
                wrong = number, request.decision, shown.text
                for button in (button for row in shown.rows for button in buttons_of(row)):
                    _check_dots(here, button, wrong)
                for menu in (row for row in shown.rows if isinstance(row, Menu)):
                    _check_lines(here, menu, wrong)


def _check_lines(here: SeatContext, menu: Menu, wrong: object) -> None:
    """A whole action in a menu has dots as its button would have."""
    press = parse(menu.id)
    if press is None or press.verb != "whole":
        return
    for choice in menu.choices:
        asks_more = reply(here, press, [choice.value]).action is None
        assert menu_options([choice])[0].label.endswith(OPENS) == asks_more, (choice.label, wrong)


def _check_dots(here: SeatContext, button: Button, wrong: object, depth: int = 1) -> None:
    press = parse(button.id)
    if press is None or press.verb not in ACTING:
        return
    found = reply(here, press, [])
    assert button.label.endswith(OPENS) == (found.action is None), (button.label, wrong)
    if depth and found.panel and found.keep:
        kept = Draft(game="k7f2", seat=here.seat, version=here.version, tag=found.keep[0], fields=found.keep[1])
        for other in (other for row in found.panel.rows for other in buttons_of(row)):
            _check_dots(replaced(here, kept=kept), other, wrong, depth - 1)


@rows("game, variant", PAGES, by=lambda title: title[0])
def test_an_answer_without_a_question_stands_on_the_first_page(game: str, variant: str) -> None:
    for number, table in moments(game, variant, every=7):
        for request in (one for one in table.requests() if one.seat != MASTER):
            shown = options_panel(table, "k7f2", request.seat, {}, listed_at(table, request.seat), limit="deadline, …")
            pressed = [parse(button.id) for row in shown.rows for button in buttons_of(row)]
            there = {press.topic for press in pressed if press}
            plain = {offer.tag for offer in request.offers if not (offer.fields or offer.seldom or offer.answers)}
            assert plain <= there, (number, request.decision, plain - there, shown.text)
