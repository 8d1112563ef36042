"""Leaflets: the parts that are right for a variant, in order, those of one heading as one."""

from pathlib import Path

import pytest

from engine.core.files import catalog
from engine.core.files.leaflets import Leaflet, Part, leaflet, leaflets, markdown

FILE = """
[[leaflet]]
id = "card"
title = "Tric-trac"
button = "Player's card"
part = [
  { heading = "Goal", lines = ["Win."] },
  { heading = "Goal", lines = ["Win twice."], variants = ["long", "endless"] },
  { heading = "Turn", lines = ["Roll.", "Move."] },
  { heading = "Goal", lines = ["Or lose."], variants = ["endless"] },
]

[[leaflet]]
id = "dice"
title = "The dice"
button = "Dice"
part = [{ heading = "Two", lines = ["They have six sides."] }]
"""


@pytest.fixture(autouse=True)
def _written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "leaflets.toml").write_text(FILE)
    monkeypatch.setattr(catalog, "_ELSEWHERE", {})
    catalog.load_toml.cache_clear()
    catalog.lies_in("trictrac", tmp_path)


def found(name: str, variant: str) -> list[Part]:
    one = leaflet("trictrac", name, variant)
    assert one is not None
    return [*one.part]


def test_what_is_for_every_variant_stands_in_each_and_the_rest_in_its_own() -> None:
    assert found("card", "short") == [Part("Goal", ("Win.",)), Part("Turn", ("Roll.", "Move."))]


def test_parts_that_follow_each_other_under_one_heading_are_one() -> None:
    assert found("card", "long") == [Part("Goal", ("Win.", "Win twice.")), Part("Turn", ("Roll.", "Move."))]
    assert found("card", "endless") == [*found("card", "long"), Part("Goal", ("Or lose.",))]


def test_a_leaflet_is_found_by_its_id_and_a_game_may_have_none() -> None:
    assert [one.id for one in leaflets("trictrac")] == ["card", "dice"]
    assert leaflet("trictrac", "board", "short") is None
    assert leaflets("nine_mens_morris") == []


def test_a_leaflet_is_written_as_headings_and_lines() -> None:
    one = Leaflet("dice", "The dice", "Dice", (Part("Two", ("They have six sides.", "Both.")),))
    assert markdown(one) == "# The dice\n\n**Two**\n\n- They have six sides.\n- Both.\n"
    assert markdown(one, level=3).startswith("### The dice\n")


def test_data_lie_in_the_folder_of_their_game_unless_it_says_otherwise(tmp_path: Path) -> None:
    assert catalog.folder_of("trictrac") == tmp_path
    assert catalog.folder_of("warlord") == catalog.DATA / "warlord"
