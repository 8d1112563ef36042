"""The scenario format: everything that a file can say passes where it is true, and fails where it is not."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.actions import Action, Field, Offer
from engine.core.errors import BadFile, Illegal
from engine.core.table import Outcome, Table
from engine.core.trials import coverage, scenario, tracing
from engine.core.trials.expectations import Failure
from engine.games import rules_of
from tests.harness.rows import rows

HEAD = """
game = "kingmaker"
variant = "wbc"
seats = ["ann", "ben"]
rules = []
title = "A board for trying things out"

edit = [
  { op = "place", noble = "percy", seat = "ann", at = "open:york" },
  { op = "give", card = "saxons", noble = "percy" },
  { op = "give", card = "scots_archers", noble = "percy" },
  { op = "place", noble = "roos", seat = "ann", at = "open:york" },
  { op = "place", noble = "neville", seat = "ben", at = "open:durham" },
  { op = "hand", card = "burgundian_crossbowmen", seat = "ann" },
  { op = "retain", card = "writ_1", seat = "ann" },
  { op = "goto", seat = "ann", phase = "movement" },
]

[dice]
events = ["plague_plymouth", "plague_london"]
"""


def played(tmp_path: Path, steps: str, head: str = HEAD) -> None:
    """Play the board with these steps; raises Failure where they do not come out."""
    file = tmp_path / "scenario.toml"
    file.write_text(head + steps, "utf-8")
    read = scenario.load(file)
    scenario.run(rules_of(read.game), read)


def step(text: str) -> str:
    """One step."""
    return f"\n[[step]]\n{text}\n"


PASS = step('default = "ann"') * 2
"""Ann moves nobody, and keeps the card that she draws."""

PAIRS = {
    "a value": ('expect = { active = "ann" }', 'expect = { active = "ben" }'),
    "a list in any order": (
        'expect = { "nobles.percy.cards" = { any_order = ["scots_archers", "saxons"] } }',
        'expect = { "nobles.percy.cards" = { any_order = ["scots_archers"] } }',
    ),
    "a list that has something": (
        'expect = { "nobles.percy.cards" = { has = "saxons", lacks = ["percy", "roos"] } }',
        'expect = { "nobles.percy.cards" = { has = ["saxons", "roos"] } }',
    ),
    "a list that lacks something": (
        'expect = { "nobles.percy.cards" = { lacks = "roos" } }',
        'expect = { "nobles.percy.cards" = { lacks = "saxons" } }',
    ),
    "a number that is at least so great": (
        "expect = { crown_deck = { at_least = 10, at_most = 100 } }",
        "expect = { crown_deck = { at_least = 1000 } }",
    ),
    "a list that is so long": (
        'expect = { "nobles.percy.cards" = { count = 2, at_least = 2 }, nobles = { at_most = 3 } }',
        'expect = { "nobles.percy.cards" = { at_most = 1 } }',
    ),
    "a value that is another": ('expect = { active = { not = "ben" } }', 'expect = { active = { not = "ann" } }'),
    "words inside a prompt": (
        'expect = { "requests.ann.prompt" = { has = ["Each noble", "once"], lacks = "attack" } }',
        'expect = { "requests.ann.prompt" = { has = "attack" } }',
    ),
    "what may be answered": (
        'expect = { "requests.ann.actions" = { has = ["move", "pass"], lacks = "attack" } }',
        'expect = { "requests.ann.actions" = { has = "attack" } }',
    ),
    "what a seat sees": (
        'view = "ann"\nexpect = { hand = ["burgundian_crossbowmen"], viewer = "ann" }',
        'view = "ben"\nexpect = { hand = ["burgundian_crossbowmen"] }',
    ),
    "what everybody sees": (
        'view = "public"\nexpect = { hand = [], viewer = "", "seats.ann.hand_size" = 1 }',
        'view = "public"\nexpect = { viewer = "ann" }',
    ),
    "choices in any order": (
        'offered = { seat = "ann", action = "move", field = "nobles", exactly = ["roos", "percy"], at_least = 2 }',
        'offered = { seat = "ann", action = "move", field = "nobles", exactly = ["percy"] }',
    ),
    "at least so many choices": (
        'offered = { seat = "ann", action = "move", field = "nobles", at_least = 2 }',
        'offered = { seat = "ann", action = "move", field = "nobles", at_least = 3 }',
    ),
    "words of an offer": (
        'offered = { seat = "ann", action = "move", label = "by land", field = "nobles", prompt = "Who moves" }',
        'offered = { seat = "ann", action = "move", label = "by sea" }',
    ),
    "a value that is not offered": (
        'not_offered = { seat = "ann", action = "move", field = "nobles", has = ["neville"] }',
        'not_offered = { seat = "ann", action = "move", field = "nobles", has = ["neville", "percy"] }',
    ),
    "an action that is not offered": (
        'not_offered = { seat = "ann", action = "attack" }',
        'not_offered = { seat = "ann", action = "move" }',
    ),
    "a refusal with its rule": (
        'seat = "ann"\nact = { action = "move", nobles = ["neville"], to = "open:york" }\nrefused = "BASE-MOV-6"',
        'seat = "ann"\nact = { action = "move", nobles = ["neville"], to = "open:york" }\nrefused = "WBC-R07"',
    ),
    "a refusal whatever the rule": (
        'seat = "ann"\nact = { action = "attack", force = "x", target = "y" }\nrefused = true',
        'seat = "ann"\nact = { action = "pass" }\nrefused = true',
    ),
    "words of a refusal": (
        'seat = "ann"\nact = { action = "attack", force = "x", target = "y" }\nrefused = true\nsaying = "forces"',
        'seat = "ann"\nact = { action = "attack", force = "x", target = "y" }\nrefused = true\nsaying = "King"',
    ),
    "an edit that is refused": (
        'edit = { op = "give", card = "percy", noble = "roos" }\nrefused = ""',
        'edit = { op = "hand", card = "le_swan", seat = "ann" }\nrefused = ""',
    ),
    "a deed and a look in one step": (
        'seat = "ann"\nact = { action = "pass" }\nexpect = { active = "ann", phase = "crown" }',
        'seat = "ann"\nact = { action = "pass" }\nexpect = { phase = "movement" }',
    ),
    "two cards that somebody cannot tell apart": (
        'swapped = ["burgundian_crossbowmen", "le_swan"]\nalike_for = ["ben", "public"]',
        'swapped = ["burgundian_crossbowmen", "le_swan"]\nalike_for = ["ann"]',
    ),
    "a deed that sounds the same with another card": (
        'seat = "ann"\nact = { action = "pass" }\nswapped = ["burgundian_crossbowmen", "le_swan"]\nalike_for = ["ben"]',
        'seat = "ann"\nact = { action = "play", card = "burgundian_crossbowmen", noble = "percy" }\n'
        'swapped = ["saxons", "scots_archers_2"]\nalike_for = ["ben"]',
    ),
    "two deeds that somebody cannot tell apart": (
        'seat = "ann"\nact = { action = "offer_trade", to = "ben", give = ["writ_1"], take = [] }\n'
        'instead = { action = "offer_trade", to = "ben", give = ["burgundian_crossbowmen"], take = [] }\n'
        'alike_for = ["public"]',
        'seat = "ann"\nact = { action = "offer_trade", to = "ben", give = ["writ_1"], take = [] }\n'
        'instead = { action = "offer_trade", to = "ben", give = ["burgundian_crossbowmen"], take = [] }\n'
        'alike_for = ["ben"]',
    ),
    "stopping at a phase in which nobody is asked": (
        'seat = "ann"\nact = { action = "pass" }\nuntil = { phase = "combat" }\nexpect = { requests = {} }',
        'seat = "ann"\nact = { action = "pass" }\nuntil = { phase = "combat" }\nexpect = { phase = "crown" }',
    ),
    "going on with defaults until something holds": (
        'until = { "requests.ben.decision" = "D20" }\nexpect = { active = "ben", phase = "movement", round = 1 }',
        "until = { round = 2, time_called = true }\nexpect = { over = false }",
    ),
    "something that never comes": (
        "until = { round = 2 }\nexpect = { round = 2 }",
        "until = { round = 0 }",
    ),
}  # fmt: skip


@rows("name", PAIRS)
def test_what_a_step_says_holds(name: str, tmp_path: Path) -> None:
    played(tmp_path, step(PAIRS[name][0]))


@rows("name", PAIRS)
def test_what_is_not_so_fails(name: str, tmp_path: Path) -> None:
    with pytest.raises(Failure, match="step 1"):
        played(tmp_path, step(PAIRS[name][1]))


def test_what_is_asked_is_looked_at_where_somebody_is_asked(tmp_path: Path) -> None:
    stop = step('seat = "ann"\nact = { action = "pass" }\nuntil = { phase = "combat" }')
    on = '[[step]]\nuntil = { "requests.ann.decision" = { not = "D20" } }'
    asked = "[[step]]\nexpect = { requests = { not = {} } }"
    played(tmp_path, "\n".join([stop, on, asked]))


def test_after_a_stop_the_game_goes_on_from_there(tmp_path: Path) -> None:
    stop = step('seat = "ann"\nact = { action = "pass" }\nuntil = { phase = "combat" }')
    edit = step(
        'edit = { op = "place", noble = "neville", at = "open:york" }\nexpect = { "requests.ann.decision" = "D30" }'
    )
    played(tmp_path, stop + edit + PASS + step('expect = { active = "ben" }'))
    played(tmp_path, stop + step('default = "ann"\nexpect = { active = "ben" }'))


def test_what_was_told_counts_over_several_steps(tmp_path: Path) -> None:
    turns = PASS + PASS.replace("ann", "ben")
    event = 'kind = "event_card"'
    for said in (
        f'heard = {{ {event}, steps = 4, times = 2 }}',
        f'heard = {{ {event}, steps = "all", times = 2 }}',
        f'heard = {{ {event}, text = "London", steps = 1 }}',
        f'heard = [{{ {event}, text = "Plymouth", steps = "all" }}, {{ {event}, text = "London", steps = "all" }}]',
        'heard = { kind = "died", rule = "BASE-EVT-9", steps = 1 }',
        f'not_heard = [{{ {event}, text = "Plymouth" }}, {{ kind = "victory", steps = "all" }}]',
    ):  # fmt: skip
        played(tmp_path, turns + step(said))
    for said in (
        f'heard = {{ {event}, steps = 4, times = 1 }}',
        f'heard = {{ {event}, text = "Plymouth" }}',
        f'heard = [{{ {event}, text = "London", steps = "all" }}, {{ {event}, text = "Plymouth", steps = "all" }}]',
        f'not_heard = {{ {event}, text = "Plymouth", steps = "all" }}',
    ):  # fmt: skip
        with pytest.raises(Failure, match=r"step 5.*told"):
            played(tmp_path, turns + step(said))


def test_dice_may_be_laid_ready_in_the_middle(tmp_path: Path) -> None:
    played(tmp_path, step('dice = { events = ["plague_norwich"] }') + PASS + step('heard = { text = "Norwich" }'))


def test_past_parliaments_and_the_end_of_the_peace_can_be_arranged(tmp_path: Path) -> None:
    """The edits `calls` and `peace_over`: what stands in the way of a call [COV-7.1.3]."""
    king = '{ op = "heir", heir = "henry_vi", noble = "percy" }, { op = "round", number = 6 }, { op = "goto"'
    head = HEAD.replace('"wbc"', '"covault"').replace('{ op = "goto"', king)
    called = step('edit = { op = "calls", who = "henry_vi", number = 2 }')
    rested = step('edit = { op = "peace_over", seat = "ann", round = 4 }')
    again = step('edit = { op = "goto", seat = "ann", phase = "parliament" }')
    played(tmp_path, called + again + step('heard = { seat = "ann", kind = "no_parliament", text = "2 times" }'), head)
    played(
        tmp_path,
        rested + again + step('heard = { seat = "ann", kind = "no_parliament", text = "after the King" }'),
        head,
    )
    forgotten = step('edit = { op = "peace_over", seat = "ann", round = 0 }')
    played(tmp_path, rested + forgotten + again + step('not_heard = { seat = "ann", text = "after the King" }'), head)
    played(tmp_path, step('edit = { op = "calls", who = "nobody", number = 2 }\nrefused = ""'), head)


@rows(
    "said, trouble",
    [
        ('expect = { nobels = [] }', "nothing in the view is called 'nobels'"),
        ('expect = { "nobles.percy.place" = "open:york" }', "'percy' has no 'place'"),
        ('seat = "ann"\nexpect = { active = "ann" }', "`seat` and `act` go together"),
        ('act = { action = "pass" }\ndefault = "ann"', "a step does one thing"),
        ('view = "ben"', "the step is empty"),
        ('expect = { active = "ann" }\nrefused = true', "`refused` needs an act, a default or an edit"),
        ('swapped = ["saxons", "le_swan"]', "the step is empty"),
        ('alike_for = ["ben"]', "`alike_for` needs `swapped` or `instead`"),
        ('swapped = ["saxons"]\nalike_for = ["ben"]', "`swapped` takes exactly two names"),
        ('offered = { seat = "ann", action = "move", field = "nobel" }', "has no field 'nobel'"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_said(said: str, trouble: str, tmp_path: Path) -> None:
    with pytest.raises(Failure, match=trouble):
        played(tmp_path, step(said))


@rows("said", ['heard = { txt = "x" }', 'offered = { seat = "ann" }', "refused = 3", "expects = {}"])
def test_what_the_format_does_not_know_is_no_scenario(said: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"step\[0\]"):
        played(tmp_path, step(said))


def test_what_cannot_be_said_of_a_value_does_not_hold_of_it(tmp_path: Path) -> None:
    """A number has no parts, and is neither more nor less than a text."""
    for said in ("round = { has = 1 }", "round = { lacks = 2 }", 'round = { at_least = "one" }'):
        with pytest.raises(Failure, match="step 1: round is "):
            played(tmp_path, step(f"expect = {{ {said} }}"))


def test_an_offer_that_has_something_twice_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = step('offered = { seat = "ann", action = "move", field = "nobles", has = ["percy"] }')
    played(tmp_path, said)
    single = Offer.field

    def double(offer: Offer, name: str) -> Field:
        field = single(offer, name)
        return msgspec.structs.replace(field, choices=lambda draft: [*field.choices(draft)] * 2)

    monkeypatch.setattr(Offer, "field", double)
    with pytest.raises(Failure, match="the same thing is offered twice for nobles"):
        played(tmp_path, said)


def test_a_draft_without_what_a_field_needs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = step('offered = { seat = "ann", action = "move", field = "nobles", has = ["percy"] }')
    single, needed = Offer.field, "nobles"

    def needy(offer: Offer, name: str) -> Field:
        field = single(offer, name)
        return msgspec.structs.replace(field, choices=lambda draft: [*field.choices(draft), *draft[needed]])

    monkeypatch.setattr(Offer, "field", needy)
    played(tmp_path, said)
    needed = "whom"
    with pytest.raises(Failure, match="nobles of move needs a draft with 'whom'"):
        played(tmp_path, said)


def test_a_game_that_has_stopped_goes_on_before_something_is_refused(tmp_path: Path) -> None:
    stop = step('seat = "ann"\nact = { action = "pass" }\nuntil = { phase = "combat" }')
    played(tmp_path, stop + step('seat = "ben"\nact = { action = "pass" }\nrefused = true'))


def test_a_refusal_that_has_changed_something_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = step('seat = "ann"\nact = { action = "attack", force = "x", target = "y" }\nrefused = true')
    played(tmp_path, said)

    def slipping(table: Table, seat: str, action: Action) -> Outcome:
        table.arrange(table.rules.codec.decode_action({"action": "round", "number": 2}))
        raise Illegal("No.")

    monkeypatch.setattr(Table, "act", slipping)
    with pytest.raises(Failure, match="the refused action has changed something"):
        played(tmp_path, said)


def test_a_folder_without_scenarios_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=rf"There are no scenario files \(\*\.toml\) in {tmp_path}"):
        scenario.files(tmp_path)
    (tmp_path / "deep").mkdir()
    for name in ("b.toml", "a.toml", "note.md"):
        (tmp_path / "deep" / name).write_text("")
    assert [file.name for file in scenario.files(tmp_path)] == ["a.toml", "b.toml"]
    assert scenario.files(tmp_path / "one.toml") == [tmp_path / "one.toml"]


def test_what_the_page_about_scenarios_shows_can_be_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text("utf-8")
    blocks = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)]
    shown: dict[str, Any] = {"step": [step for block in blocks for step in block.get("step", [])]}
    for block in blocks:
        shown |= {name: value for name, value in block.items() if name != "step"}
    assert len(msgspec.convert(shown, scenario.Scenario).step) > 5


def test_a_trace_tells_each_step_with_what_happened_what_is_asked_and_offered(tmp_path: Path) -> None:
    refused = step('seat = "ann"\nact = { action = "attack", force = "x", target = "y" }\nrefused = true')
    stop = step('seat = "ann"\nact = { action = "pass" }\nuntil = { phase = "combat" }')
    (tmp_path / "board.toml").write_text(
        HEAD + refused + stop + step('default = "ann"') + step('expect = { active = "ann" }'), "utf-8"
    )
    told = "\n".join(tracing.traced(rules_of, tmp_path))
    for line in (
        "A board for trying things out",
        "== the beginning",
        "event_card: The card turned for the Event phase: Plague in Plymouth.",
        "-- ann is asked D20: Each noble and ship",
        "nobles: percy, roos (several, at least 1)",
        "at any time: ",
        "== step 1: seat = 'ann', act = {'action': 'attack'",
        "Also: Choose one of your own forces on the map.",
        "== step 2: seat = 'ann', act = {'action': 'pass'}, until = {'phase': 'combat'}",
        "-- stopped here",
        "FAILED: step 4: active is 'ben', not 'ann'",
    ):
        assert line in told
    beside = re.findall(r"at any time: (.*)", told)
    assert beside and all(beside) and "move" not in ", ".join(beside).split(", ")


def test_rules_that_are_shown_but_do_not_exist_are_named(tmp_path: Path) -> None:
    shown = tmp_path / "scenarios" / "warlord"
    shown.mkdir(parents=True)
    head = 'game = "warlord"\nvariant = "base"\nseats = ["ann", "ben"]\ntitle = "Nothing"\n'
    (shown / "right.toml").write_text(f'{head}rules = ["WLT-7.2"]\n')
    (tmp_path / "test_x.py").write_text('@pytest.mark.rule("BASE-CMB-1", "WLT-7.2")\ndef test_it() -> None: ...\n')
    found = coverage.of_game("warlord", tmp_path)
    assert len(found["WLT-7.2"]) == 2 and not found["WLT-9.11"]
    (shown / "wrong.toml").write_text(f'{head}rules = ["WLT-7.2", "WLT-0.0"]\n')
    with pytest.raises(BadFile, match=r"not in the registry: WLT-0\.0\."):
        coverage.of_game("warlord", tmp_path)
