"""Figures of one's own edition of Lancaster: every figure can be changed, and what cannot be played is refused."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.core.computer.players import RandomPlayer
from engine.core.files import figures
from engine.core.table import Table
from engine.core.trials import simulation
from engine.lancaster.board import catalog as printed
from engine.lancaster.board import names
from engine.lancaster.board.catalog import catalog
from engine.lancaster.rules import RULES
from engine.lancaster.views import LancasterView
from render import registry
from render.picture_request import PictureRequest
from tests.harness import as_kind, own_figures, refused_figures
from tests.harness.rows import rows
from tests.lancaster.tables import KEY, SEATS
from tests.lancaster.tables import game as game_of

OURS = figures.written("lancaster", "Lancaster")


own, refused = partial(own_figures, RULES), partial(refused_figures, RULES)


def test_the_file_says_how_sure_every_figure_is() -> None:
    lines = [line for line in OURS.splitlines() if " = " in line and not line.startswith(("game", "#"))]
    assert len(lines) > 350
    assert all(re.search(r"# ours: .+, (not )?certain \(", line) for line in lines)
    assert "strength = 5  # ours: 5, not certain (reconstructed)" in OURS
    assert "bishops = 5  # ours: 5, certain (rule book)" in OURS


PRINTED: Mapping[str, tuple[type[msgspec.Struct], set[str]]] = {
    "players": (printed.Table, {"players"}),
    "knight": (printed.KnightKind, {"strength", "count"}),
    "start_goods": (printed.StartGoods, {"module"}),
    "county": (printed.CountyCard, {"id"}),
    "conflict": (printed.ConflictCard, {"id"}),
    "favour": (printed.Favour, {"id"}),
    "castle": (printed.CastleSpace, {"id"}),
    "ally_castle": (printed.CastleSpace, {"id", "gain", "cost"}),
    "nobles": (printed.NobleScore, {"nobles"}),
    "final": (printed.FinalScore, {"id"}),
    "office": (printed.Office, {"id"}),
    "privilege": (printed.PrivilegeCard, {"id", "count"}),
    "track": (printed.TrackSpace, {"position"}),
    "law": (printed.Law, {"id", "set"}),
}
"""Everything printed that the engine knows, by group, with what no edition can change: names of rows and pieces."""


@rows("group", PRINTED)
def test_every_printed_figure_that_the_engine_knows_is_in_the_file(group: str) -> None:
    kind, fixed = PRINTED[group]
    (found,) = [one for one in figures.described("lancaster").group if one.id == group]
    said = {field.id.partition(".")[0] for field in found.field}
    assert said | fixed == {field.name for field in msgspec.structs.fields(kind)}


@rows(
    "lines, says",
    [
        (("[county.A]", "min_strength = 5"), "Line 3: county.A.min_strength is 5; write a whole number from 1 to 4."),
        (("[county.B]", "reward.amount = 3"), "Line 3: A reward of gold must exceed the 3"),
        (("[county.A]", 'reward.kind = "gold"', "reward.amount = 5"), "Nine counties have nine rewards"),
        (("[county.A]", 'name = "York @everyone"'), "a text of at most 24 letters in quotes"),
        (("[conflict.C01]", "points = [4, 3]"), "Line 3: conflict.C01.points is [4, 3]; write 3 whole numbers"),
        (("[conflict.C01]", "points = [3, 4, 2]"), "Line 3: A better rank scores more"),
        (("[conflict.C01]", "strength = 8"), "Line 3: No conflict of stage 1 is stronger than one of stage 2"),
        (("[players.3]", 'conflict_remove = ["C01"]'), "Line 3: A game takes 10 conflicts: leave out 2 of the 12."),
        (("[players.3]", 'conflict_remove = ["C01", "C99"]'), "write a list of \"C01\", \"C02\""),
        (("[players.4]", 'favours_used = ["F1"]'), "A game needs favours of all four kinds"),
        (("[dishonor]", "markers_total = 20"), "The 20 markers in the box are too few for that; write 3 at most."),
        (("[tower]", "capacity = 3"), "The neutral knight has to fit into the tower; write 3 at most."),
        (("[knight.4]", "start_own = 2"), "A house has 1 strength-4 knights; write 1 at most."),
        (("[castle.K1]", 'action = "upgrade"'), "leave one of them empty"),
        (("[castle.K5]", "cost = {}"), "An action has a price"),
        (("[castle.K1]", "gain = { gold = 0 }"), "amounts from 1 to 20 of gold, squires"),
        (("[ally_castle.L1]", 'action = "recruit"'), "upgrades on one space and recruits on the other"),
        (("[nobles.3]", "points = 2"), "More nobles never score less; write 3 at least."),
        (("[final.castle]", "points = [4, 8]"), "The first place scores no less"),
        (("[office.constable]", 'privilege = "shield"'), "No two offices give the same privilege"),
        (("[track.2]", "larger = 1"), "The most dishonored lose more"),
        (("[track.2]", "larger = 7"), "The numbers of the track grow"),
        (("[track.3]", "smaller = 2"), "The numbers of the track grow; write more than on space 2."),
        (("[law.B01]", "group = 1"), "has 3 cards, not 2"),
        (("[law.B01]", 'effect = { kind = "gift" }'), "Herald cannot read the effect of B01: Invalid enum value"),
        (("[law.B01]", 'effect = { kind = "per", of = "gold" }'), "an effect of the kind per has count, gain, step"),
        (("[law.B03]", 'effect = { kind = "per", count = "nobles", step = 0, gain = {} }'), "amounts from 1 to 20"),
        (("[law.B03]", 'effect = { kind = "most", of = "luck", gain = { gold = 1 } }'), "no 'of' called 'luck'"),
        (("[law.B03]", 'effect = { kind = "buy", cost = {}, gain = { gold = 1 }, max = 0 }'), "a price is missing"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_with_its_line_and_the_remedy(lines: tuple[str, ...], says: str) -> None:
    said = refused(*lines)
    assert says in said and all(re.match(r"(Line \d+|The file, [\w.-]+): ", line) for line in said.splitlines())


def test_conflicts_of_both_stages_are_needed() -> None:
    late = [
        line
        for conflict_id in catalog({}).conflicts
        for line in (f"[conflict.{conflict_id}]", "stage = 2", "strength = 6")
    ]
    assert re.search(
        r"(Line \d+|conflict.C01.stage): There must be conflicts of both stages; .* stage 1", refused(*late)
    )


EDITION = own(
    "[county.A]",
    'name = "Lincoln"',
    "min_strength = 1",
    "[county.G]",
    "reward.amount = 8",
    "[county_price]",
    "both_price_gold = 2",
    "[conflict.C03]",
    "strength = 6",
    "points = [7, 4, 2]",
    "[favour.F1]",
    "amount = 4",
    "[castle.K1]",
    "gain = { gold = 3 }",
    "[nobles.9]",
    "points = 45",
    "[players.4]",
    "nobles_per_county = 4",
    "[start_goods.base]",
    "gold = 5",
    "[law.B03]",
    'text = "4 power points for every 2 counties in which you have a knight."',
    'effect = { kind = "per", count = "counties", step = 2, gain = { power_points = 4 } }',
)


def test_a_table_plays_and_speaks_with_its_own_figures() -> None:
    rules = RULES.with_figures(RULES.read_figures(EDITION))
    table = Table.new(rules, "g", list(SEATS), RULES.options("henry", {}), KEY)
    game = game_of(table)
    assert game.player("ann").gold == 5 and game.state.counties["A"].nobles == 4
    assert game.catalog.laws["B03"].effect.gain == {"power_points": 4}
    assert names.spot(game, "county:A") == "Lincoln" and names.reward(game, "G") == "8 power points"
    assert names.favour(game, "F1") == "4 gold"
    assert "4 power points" in table.rules.cards()["B03"] and "3 power points" in RULES.cards()["B03"]
    assert catalog().counties["A"].name == "York"
    assert as_kind(LancasterView, table.view("ann")).figures == game.state.figures


@pytest.mark.parametrize("seats", [2, 4])
def test_games_with_own_figures_come_to_their_end(seats: int) -> None:
    rules = RULES.with_figures(RULES.read_figures(EDITION))
    played = simulation.play(rules, rules.options("henry", {}), seats, seed=3, players=[RandomPlayer()])
    assert played.ending == "won [LAN-BASE-88]"


# ---------------------------------------------------------------------- pictures


def drawn(kind: str, view: msgspec.Struct, **wish: Any) -> str:
    """What a picture says in words."""
    return registry.draw("lancaster", PictureRequest(kind, view, {seat: seat for seat in SEATS}, **wish)).alt


def test_pictures_show_the_figures_of_the_edition() -> None:
    own = RULES.read_figures(EDITION)
    options = RULES.options("henry", {})
    theirs, ours_ = (Table.new(rules, "g", list(SEATS), options, KEY) for rules in (RULES.with_figures(own), RULES))
    assert "Lincoln" in drawn("map", theirs.view("")) and "York" not in drawn("map", theirs.view(""))
    assert "York" in drawn("map", ours_.view("")) and "Lincoln" not in drawn("map", ours_.view(""))
    card = drawn("card", msgspec.Struct(), subject="B03", figures=own)
    assert "4 power points" in card and "3 power points" in drawn("card", msgspec.Struct(), subject="B03")
