"""A new game: how much it has to write, and that it is a game like any other."""

import ast
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.model.action_commands import commands_of
from engine import games
from engine.core.actions import MASTER
from engine.core.computer.deciding import Player
from engine.core.computer.players import RandomPlayer
from engine.core.errors import BadFile, BadOptions, DeadEnd, EngineError
from engine.core.record import transcript
from engine.core.table import Table
from engine.core.trials import simulation
from render import registry
from tests.core.toy import moderated
from tests.core.toy.rules import RULES, Deal, Play
from tests.harness.rows import rows

TOY = Path(__file__).parent / "toy"


def code(file: Path) -> set[int]:
    """The lines of a module that are neither blank, nor comments, nor docstrings."""
    with file.open("rb") as lines:
        tokens = [token for token in tokenize.tokenize(lines.readline) if token.type not in SILENT]
    found = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
    return found - set(_documented(ast.parse(file.read_text("utf-8"))))


BLANK = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER}
SILENT = {*BLANK, tokenize.COMMENT}


def _documented(tree: ast.AST) -> Iterator[int]:
    """The lines of docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def test_a_whole_small_game_is_less_than_150_lines() -> None:
    written = {file.name: len(code(file)) for file in TOY.glob("*.py")}
    assert set(written) == {"__init__.py", "rules.py", "pictures.py", "commands.py"}
    assert sum(written.values()) < 150, written


def test_what_a_game_must_write_beside_its_rules_is_little() -> None:
    """What the pictures and the bot have to know of a game, and what the core asks of it that is no rule."""
    beside = {file.name: len(code(file)) for file in TOY.glob("*.py") if file.name != "rules.py"}
    rules = ast.parse((TOY / "rules.py").read_text("utf-8"))
    parts = ("deal", "view", "hidden", "problems", "faults", "Miser")
    faces = [node for node in ast.walk(rules) if getattr(node, "name", "") in parts or isinstance(node, ast.Assign)]
    lines = code(TOY / "rules.py")
    told = sum(
        len(lines & set(range(node.lineno, (node.end_lineno or 0) + 1))) for node in faces if isinstance(node, ast.stmt)
    )
    assert sum(beside.values()) + told < 150


@rows("player", [RandomPlayer(), RULES.players["miser"]])
@rows("variant", RULES.variants)
def test_it_plays_to_an_end_and_again(player: Player, variant: str) -> None:
    record = simulation.play(RULES, RULES.options(variant, {"cards": 6}), 4, seed=3, players=[player])
    assert record.ending in ("won [HIGH-2]", "drawn [HIGH-2]") and record.actions == 24
    again = transcript.read(transcript.write(record.transcript))
    assert transcript.replay(RULES, again).hash() == record.transcript.entries[-1].hash


def test_nothing_is_tried_beside_a_simulated_game_unless_that_is_asked_for() -> None:
    """What is tried is refused mostly, by rules that count as met then; the game itself stays as it is."""
    options = RULES.options("high", {"cards": 6})
    plain, tried = (simulation.play(RULES, options, 4, seed=3, perturb=share) for share in (0, 1))
    assert simulation.play(RULES, options, 4, seed=3) == plain
    assert tried.rules != plain.rules and tried.transcript == plain.transcript


@pytest.mark.parametrize(("low", "tricks"), [(False, {"s1": 0, "s2": 1}), (True, {"s1": 1, "s2": 0})])
def test_an_option_turns_the_ranks_round(low: bool, tricks: dict[str, int]) -> None:
    table = Table.new(RULES, "g", ["s1", "s2"], RULES.options("high", {"low": low}), bytes(32))
    table.act(MASTER, Deal("card_1", "s1"))
    table.act(MASTER, Deal("card_24", "s2"))
    table.act("s1", Play("card_1"))
    table.act("s2", Play("card_24"))
    assert table.game.state.tricks == tricks


def test_a_registered_game_is_found_by_its_name_and_can_be_taken_back() -> None:
    with pytest.raises(EngineError, match="does not moderate 'high_card'"):
        games.rules_of("high_card")
    with moderated():
        assert games.rules_of("high_card") is RULES
        assert registry.buttons("high_card") == {"hand": "My hand", "map": "Table"}
        assert [row.tag for row in commands_of("high_card")] == ["play"]
    assert "high_card" not in games.GAMES and not games.registered()


class Circle:
    """A step that has always something to do, and never does it."""

    answers_itself = False

    def proceed(self, game: object) -> bool:
        """Go on."""
        return True


def test_a_game_that_goes_round_in_circles_is_stopped() -> None:
    game = Table.new(RULES, "g", ["ann", "ben"], RULES.options("high", {}), b"key").game
    game.state.steps.append(Circle())
    with pytest.raises(DeadEnd, match="in circles at Circle"):
        game.flow()


def test_a_game_without_an_empty_table_of_its_own_is_dealt_for_scenarios() -> None:
    table = Table.bare(RULES, ["ann", "ben"], RULES.options("high", {"cards": 3}), b"key")
    dealt = Table.new(RULES, table.game.state.game_id, ["ann", "ben"], RULES.options("high", {"cards": 3}), b"key")
    assert table.game.state.hands == dealt.game.state.hands and len(table.game.state.hands["ann"]) == 3
    assert table.seats == ["ann", "ben"]


def test_a_game_without_piles_has_none_to_put_cards_on() -> None:
    table = Table.bare(RULES, ["ann", "ben"], RULES.options("high", {}), b"key")
    with pytest.raises(BadOptions, match="This game has none of these piles: events, tricks"):
        table.stack({"events": ["card_1"], "tricks": []})


def test_what_is_no_saved_state_of_a_game_is_refused() -> None:
    with pytest.raises(BadFile, match="This is not a saved state of High Card"):
        RULES.codec.decode(b'{"seats": 3}')
    with pytest.raises(BadFile):
        RULES.codec.decode(b"[")
