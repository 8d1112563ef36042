"""The map of a turn says whose turn it shows, not who is next."""

from msgspec import structs

from engine.core.events import Event
from engine.core.table import Table
from engine.games import rules_of
from render.kingmaker.map import legend as kingmaker
from render.warlord.board import legend as warlord
from render.wording import ended_turn

NAMES = {"s1": "Ann", "s2": "Ben"}


def begun(game: str) -> Table:
    """A game of two that has just begun."""
    rules = rules_of(game)
    return Table.new(rules, "g", ["s1", "s2"], rules.options(rules.usual_variant, {}), bytes(32))


def turn(text: str, who: str, ends: str) -> list[Event]:
    """What everybody hears of a turn from its beginning to its end."""
    return [Event("turn", text, subjects=(who,)), Event("moved", "Somebody moves."), Event(ends, "", subjects=(who,))]


def test_whose_turn_changes_show_to_its_end() -> None:
    whole = turn("Round 3: it is {s1}'s turn.", "s1", "turn_end")
    assert ended_turn(whole, "turn_end") == ("s1", 3)
    assert ended_turn(whole[1:], "turn_end") == ("s1", None)
    begun_since = [*whole, Event("turn", "Round 3: it is {s2}'s turn.", subjects=("s2",))]
    assert ended_turn(begun_since, "turn_end") == ("", None)
    assert ended_turn(whole[:2], "turn_end") == ("", None)


def test_kingmakers_caption_names_the_player_whose_turn_was_shown() -> None:
    view = structs.replace(begun("kingmaker").view(""), active="s2", phase="event", round=4)
    shown = kingmaker.of_turn(view, turn("Round 3: it is {s1}'s turn.", "s1", "turn_end"))  # type: ignore[arg-type]
    assert kingmaker._turn(shown, NAMES) == "Ann · Turn over · round 3"
    assert kingmaker._turn(kingmaker.of_turn(view, ()), NAMES) == "Ben · Event · round 4"  # type: ignore[arg-type]


def test_war_lords_caption_names_the_side_whose_turn_was_shown() -> None:
    view = begun("warlord").view("")
    other = next(side for side in view.sides if side.id != view.side)  # type: ignore[attr-defined]
    changes = turn(f"Round 2: it is {{{other.seat}}}'s turn.", other.id, "turn_over")
    assert warlord._turn(warlord.of_turn(view, changes), NAMES) == f"{NAMES[other.seat]} · round 2"  # type: ignore[arg-type]
    assert warlord._turn(warlord.of_turn(view, ()), NAMES) == f"{NAMES[view.seat]} · round {view.round}"  # type: ignore[arg-type, attr-defined]
