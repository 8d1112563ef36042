"""Every scenario file, by chapter: that it holds, and that all that comes of it is as it was.

What could be asked at its end, and what players would do at each step, is asked by day where something is of a kind
that the scenarios before it have not.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import BadFile
from engine.core.game import Game
from engine.core.trials import scenario
from engine.core.trials.expectations import Failure
from engine.games import rules_of
from tests.chronicles.kept import compare, kept_scene, kept_telling
from tests.chronicles.scenes import FILES, scene
from tests.harness.rows import rows

KIND = re.compile(r"[a-z][a-z_]*")
"""What names a kind of event."""


@pytest.fixture(autouse=True)
def told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is told in a scenario is of a kind that has a name; what it says, if anything, is no such name."""
    emit = Game.emit

    def checked(game: Game[Any], kind: str, text: str, **about: Any) -> None:
        assert KIND.fullmatch(kind) and not KIND.fullmatch(text), f"{kind}: {text}"
        emit(game, kind, text, **about)

    monkeypatch.setattr(Game, "emit", checked)


def chapter(name: str) -> str:
    """The folder of a scenario."""
    return name.rpartition("/")[0]


@rows("name", FILES, by=chapter)
def test_scenario(name: str) -> None:
    check(name, looks=name in kept_telling())


@pytest.mark.nightly
@rows("name", [name for name in FILES if name not in kept_telling()], by=chapter)
def test_scenario_to_its_end(name: str) -> None:
    check(name)


def check(name: str, *, looks: bool = True) -> None:
    came = [*scene(name, looks=looks)]
    before = kept_scene(name)
    assert before, (
        f"{name} has not been told yet: `make chronicles ONLY={name.partition('/')[0]}` keeps what comes of it."
    )
    compare("Step", before, came)


def test_a_scenario_that_expects_the_wrong_thing_fails(tmp_path: Path) -> None:
    text = next(file for file in FILES.values() if "refused" in file.read_text()).read_text()
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text + '\n[[step]]\nexpect = { "active" = "nobody" }\n')
    read = scenario.load(wrong)
    with pytest.raises(Failure, match="active is"):
        scenario.run(rules_of(read.game), read)


@pytest.mark.parametrize(
    ("text", "says"),
    [("game = ", "is no readable scenario"), ('game = "kingmaker"\nvariant = 3', "is no readable scenario")],
)
def test_a_file_that_is_no_scenario_is_named(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    with pytest.raises(BadFile, match=says) as refused:
        scenario.load(file)
    assert "broken.toml" in str(refused.value)
