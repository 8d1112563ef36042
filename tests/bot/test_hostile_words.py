"""Whatever somebody writes into a form or a command is read at once, or refused in a sentence."""

from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec
import pytest

from bot import texts
from bot.errors import HeraldError
from bot.model import people, time_control
from bot.model.people import Person
from bot.panels import edits, ids
from bot.panels.reading import searching
from engine.core import drafts
from engine.core.actions import MASTER, Choice
from engine.core.errors import BadOptions, EngineError, Illegal
from engine.core.table import Table
from engine.games import GAMES
from engine.lancaster.board.game import Lancaster
from engine.tournament import corrections, format_forms
from engine.tournament.format import PRESETS, check, preset
from engine.tournament.results import Place, Result
from tests.harness import as_kind
from tests.harness.cpu_limit import cpu_limit
from tests.harness.rows import rows

NOW = 1.7e9
LONG = 4000
NIGHTS = [
    Person(user=1, zone=zone, quiet_from=22 * 60, quiet_to=7 * 60)
    for zone in ("UTC", "Pacific/Kiritimati", "America/Los_Angeles")
]
NUMBERS = ("²", "٣", "-1", "--1", "+1", "1e9", "1e400", "0", "-0", "nan", "inf", "9" * 40, "9" * 400 + " h", "9" * 4400)
DAYS = ("0001-01-01", "9999-12-31", "9999-12-31 23:59", "2026-02-30", "tomorrow 99:99", "in 999w", "٣d", "20260101")
SIGNS = ("", "\u202e", "\u200b", "\n\n", "@everyone", "<@1>", "{s1}", "}{", "*_`|~>#-", ",,,,", "h:a:b:c:d:²:x", "h:")
LISTS = ("2 x ²", "vote ²", "3 to 9999999999, usually 5", "72 + 12 up to 1e9", "٢٢-٧", "Ann " + "9" * 400 + ", Ben 1")
REPEATED = (" ", "a", "a ", "1", "1 ", "a,", "a\n", "a:", "1+", "king ", "1m ", ", and", "[a](", "{}", "'", "(", "\\")
WORDS = (*NUMBERS, *DAYS, *SIGNS, *LISTS, *(f"x{one * (LONG // len(one))}!" for one in REPEATED))
"""What nobody means who knows what he is asked."""

RESULT = Result(places=(Place(seat="s1", person="1", place=1), Place(seat="s2", person="2", place=2)), ending="")
CHOICES = [Choice(f"v{number}", f"Label {number}") for number in range(300)]


def moment(text: str) -> None:
    for person in NIGHTS:
        found = people.read_time(text, person, NOW)
        people.after_quiet(person, found)
        people.next_digest(person, found)


def minutes(text: str) -> None:
    seats = GAMES["kingmaker"].seats(GAMES["kingmaker"].options("wbc", {}))
    known = preset(PRESETS[0], title="Cup", year=2026, game="kingmaker", variant="wbc", seats=seats)
    found = format_forms.read_span(text)
    check(msgspec.structs.replace(known, clock=msgspec.structs.replace(known.clock, heat=found, final=found)), seats)


def options(text: str) -> None:
    for rules in GAMES.values():
        for option in rules.option_book.option:
            with suppress(EngineError):
                rules.options(rules.usual_variant, {option.id: option.read(text)})


READERS: Mapping[str, Callable[[str], object]] = {
    "a moment": moment,
    "quiet hours": people.read_quiet,
    "hours": time_control.read_hours,
    "kinds of decision": lambda text: time_control.read_kinds(text, GAMES["kingmaker"].pace.decision_kinds),
    "a clock": time_control.read_bank,
    "excuses": time_control.read_excuses,
    "options": options,
    "minutes": minutes,
    "a number": lambda text: format_forms.read_number(text, "heats"),
    "sizes of tables": format_forms.read_sizes,
    "house rules": format_forms.read_rules,
    "rounds": format_forms.read_rounds,
    "a result": lambda text: corrections.read(RESULT, text, {"1": "Ann", "2": "Ben 5 king"}),
    "a choice": lambda text: drafts.matched(text, CHOICES),
    "a list": drafts.listed,
    "a rule": lambda text: searching.rules_with("lancaster", text[:60]),
    "a press": ids.parse,
    "a name": lambda text: texts.safe(texts.tidy(text)),
}


@rows("reader", READERS)
def test_whatever_is_written_is_read_or_refused(reader: str) -> None:
    for word in WORDS:
        with cpu_limit(2), suppress(EngineError, HeraldError):
            READERS[reader](word)


@rows(
    "reader, word, says",
    [
        ("a moment", "9999-12-31", "more than 10 years away"),
        ("a moment", "in 999w", "more than 10 years away"),
        ("minutes", "9" * 400 + " h", "is no time"),
        ("minutes", "99999 days", "A game lasts at most 1000 days"),
        ("sizes of tables", "9" * 5000, "Write the size of tables"),
        ("a result", "Ann " + "9" * 7 + ", Ben 1", "is nobody at this table"),
    ],
)
def test_what_is_beyond_all_bounds_is_said_to_be(reader: str, word: str, says: str) -> None:
    with pytest.raises((BadOptions, EngineError, HeraldError), match=says):
        READERS[reader](word)


def test_an_option_takes_no_number_that_nobody_can_read() -> None:
    option = GAMES["kingmaker"].option_book.by_id["debate_max"]
    assert option.read("9" * 5000) == "9" * 5000 and not option.accepts(option.read("9" * 5000))


# ---------------------------------------------------------------------- edits

AWKWARD = ("²", "٣", "--1", "1e9", "9" * 40, "9" * 4400, "\u202e", "{s1}", "@everyone", ",,,,")

NAMES = {"ann": "Ann", "ben": "Ben", "cat": "Cat", "dan": "Dan"}


def table(game: str) -> Table:
    rules = GAMES[game]
    values = rules.options("wbc" if game == "kingmaker" else rules.usual_variant, {})
    found: Table = Table.bare(rules, list(NAMES)[: rules.seats(values)[0]], values, bytes(32))
    return found


@rows("game", GAMES)
def test_an_edit_with_any_word_in_any_field_is_carried_out_or_refused(game: str) -> None:
    at = table(game)
    before = at.snapshot()
    for kind in at.rules.edits:
        fields = [field.name for field in msgspec.structs.fields(kind)]
        for word in AWKWARD:
            with cpu_limit(2), suppress(EngineError):
                at.act(MASTER, edits.read(at, kind, dict.fromkeys(fields, word), NAMES))
    assert at.rules.codec.decode(before)


@rows(
    "game, edit, says",
    [
        ("kingmaker", {"action": "remove", "noble": ""}, "Say which noble"),
        ("kingmaker", {"action": "lay_siege", "place": "", "seat": "ann"}, "Say which place"),
        ("kingmaker", {"action": "round", "number": 10**30}, "is out of range"),
        ("lancaster", {"action": "set_office", "office": "", "house": ""}, "Say which office"),
        ("lancaster", {"action": "goto", "stage": ""}, "Say which stage"),
        ("warlord", {"action": "drop", "seat": ""}, "Say which seat"),
        ("warlord", {"action": "place", "piece": "", "square": "D9"}, "Say which piece"),
        ("warriors", {"action": "set_leader", "leader": "", "where": "routed"}, "Say which leader"),
        ("warriors", {"action": "set_loose", "area": "england", "troops": {"infantry": 10**9}}, "is out of range"),
    ],
)
def test_an_edit_says_what_it_is_about_and_by_how_much(game: str, edit: dict[str, object], says: str) -> None:
    at = table(game)
    before = at.snapshot()
    with pytest.raises(Illegal, match=says):
        at.act(MASTER, at.rules.codec.decode_action(edit))
    assert at.snapshot() == before


def test_time_is_called_in_no_turn_before_the_first() -> None:
    rules = GAMES["kingmaker"]
    at: Table = Table.new(rules, "g", ["ann", "ben"], rules.options("wbc", {}), bytes(32))
    with pytest.raises(Illegal, match="Nobody has had a turn yet"):
        at.act(MASTER, at.rules.codec.decode_action({"action": "call_time"}))


def test_an_office_may_be_nobodys() -> None:
    at = table("lancaster")
    office = next(iter(as_kind(Lancaster, at.game).catalog.offices))
    at.act(MASTER, at.rules.codec.decode_action({"action": "set_office", "office": office, "house": ""}))
