"""Positions and figures that somebody made to do harm, or by mistake: one sentence at once, whatever is in them."""

from collections.abc import Callable

import pytest

from engine.core.errors import EngineError
from engine.core.files import figures, given
from engine.core.files.given import NotToml
from engine.core.trials import proof
from engine.core.trials.lines import Lines
from engine.games import GAMES
from tests.harness.cpu_limit import cpu_limit
from tests.harness.rows import rows

LINE = given.LONGEST_LINE - 100
POSITION = "game = 'kingmaker'\nseats = ['ann', 'ben']\n"
FIGURES = "game = 'warriors'\n"


def read_position(text: str) -> object:
    return proof.read(text, GAMES)


READERS: dict[str, Callable[[str], object]] = {
    "position": read_position,
    "figures": GAMES["warriors"].read_figures,
    "recorded": lambda text: figures.recorded("warriors", text),
}

BAD_TOML = {
    "a number of thousands of digits": ("a = " + "9" * 5000, "line 1 is longer than 3000"),
    "a long line": ("\na = 1 #" + " " * 5000, "line 2 is longer than 3000"),
    "a long text": ("\n" * (given.LONGEST_TEXT + 1), "longer than 1000000 characters"),
    "deep lists": ("a = " + "[" * LINE, "nested too deeply"),
    "deep tables": ("a = " + "{a=" * (LINE // 3), "nested too deeply"),
    "no TOML": ("a = = 1", "Invalid value"),
}


@rows("what", BAD_TOML)
@rows("reader", READERS)
def test_what_is_no_toml_is_said_to_be_none(reader: str, what: str) -> None:
    text, says = BAD_TOML[what]
    with cpu_limit(), pytest.raises(EngineError, match=f"This is not TOML: .*{says}"):
        READERS[reader](text)


def test_the_longest_line_may_have_any_number_on_it() -> None:
    assert str(given.parsed("a = 0x" + "f" * LINE)["a"])
    with pytest.raises(NotToml):
        given.parsed("a = 1" + " " * given.LONGEST_LINE)


STRANGE = {
    "a variant that is a list": "game = 'kingmaker'\nvariant = ['base']",
    "a variant that is a table": "game = 'kingmaker'\nvariant = { base = 1 }",
    "a game that is a list": "game = ['kingmaker']",
    "hidden things of a list": POSITION + "hidden = [['ann'], 'ben']",
    "more hidden cards than there are": POSITION + "hidden = { ann = 1000000000000, ben = 0x" + "f" * 1000 + " }",
    "an op that is a list": POSITION + "edit = [{ op = ['place'] }]",
    "an edit within an edit": POSITION + "edit = [{ op = 'place', action = 'close', reason = '' }]",
    "a date for a name": POSITION + "edit = [{ op = 'place', noble = 1979-05-27, at = 'open:york' }]",
    "a number past all bounds": POSITION + "[[edit]]\nop = 'round'\nnumber = 0x" + "f" * LINE,
    "a name of nothing": POSITION + "[[edit]]\nop = 'remove'\nnoble = ''",
    "no number": POSITION + "options = { hand_limit = nan }",
    "a figure past all bounds": FIGURES + "[leader.kyriell]\nrank = 0x" + "f" * LINE,
    "a figure that is a table": FIGURES + "[leader]\nkyriell = [{ rank = [[]] }]",
}


@rows("what", STRANGE)
def test_what_makes_no_sense_is_refused(what: str) -> None:
    read = READERS["figures" if STRANGE[what].startswith(FIGURES) else "position"]
    with cpu_limit(), pytest.raises(EngineError):
        read(STRANGE[what])


SLOW = {
    "spaces": " " * LINE + "x",
    "a word and spaces": "a" + " " * LINE + "b.c = 1",
    "a heading with spaces": f"[a{' ' * (LINE // 2)}.{' ' * (LINE // 2)}b]",
    "digits": "a = 0x" + "f" * LINE,
    "quotes": "'" * LINE,
    "brackets": "[" * LINE,
    "dots": "a" + ".a" * (LINE // 2) + " = 1",
}


@rows("what", SLOW)
def test_no_line_takes_long_to_find_its_place_in(what: str) -> None:
    text = f"{SLOW[what]}\n" * 30
    with cpu_limit(1):
        Lines(text)
        figures._Lines(text)


def test_a_file_full_of_wrong_names_is_not_read_to_its_end() -> None:
    unknown = FIGURES + "[leader.kyriell]\n" + "".join(f"rank{number} = 1\n" for number in range(5000))
    with cpu_limit(), pytest.raises(figures.BadFigures, match="if you mean leader") as bad:
        GAMES["warriors"].read_figures(unknown)
    assert len(bad.value.faults) == figures.MOST_UNKNOWN
    nobody = POSITION + "".join(
        f"[[edit]]\nop = 'place'\nseat = 'ann'\nat = 'open:york'\nnoble = 'percx{number}'\n" for number in range(2000)
    )
    with cpu_limit(), pytest.raises(proof.BadPosition, match="If you mean 'percy'") as wrong:
        read_position(nobody)
    assert len(wrong.value.faults) == proof.MOST_FAULTS
