"""The captain plays the whole game: he storms and defends Castles, and his Ladies take, free and send home."""

from collections.abc import Mapping

import pytest

from engine.core.actions import MASTER, Action
from engine.core.computer.players import Seated
from engine.core.table import Table
from engine.warlord.board.board import place
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.edits import Count, Goto, Imprison, Kill, Place
from engine.warlord.meetings.aftermath import Capture, Slay
from engine.warlord.meetings.bowmen import Shoot
from engine.warlord.movement.movement import Move
from engine.warlord.outlook import Outlook
from engine.warlord.rules import RULES
from engine.warlord.sequence.draws import OfferDraw
from engine.warlord.sequence.recall import Recall
from engine.warlord.sequence.wizard import Raise
from engine.warlord.views import WarlordView
from tests.harness import as_kind
from tests.warlord.tables import begun, game_of

SHEET = {"second": "high/high", "third": "high/high"}


def choice(pieces: Mapping[str, str], held: Mapping[str, str] | None = None, **options: object) -> Action:
    """What a captain does as Red, with Red to move."""
    table = laid(pieces, held, options)
    return Seated(RULES.players["captain"], 3).choose(table, "ann")


def laid(pieces: Mapping[str, str], held: Mapping[str, str] | None, options: Mapping[str, object]) -> Table:
    game = begun({"red_lady": "A9", "blue_lady": "L16", **pieces}, options)
    for piece, holder in (held or {}).items():
        RULES.edit(game, Place(PieceId(piece), Square("A2")))
        RULES.edit(game, Imprison(PieceId(piece), holder))
    game.flow()
    return Table(RULES, game)


def test_he_storms_a_castle_that_is_open() -> None:
    assert choice({"red_knight": "G15", "blue_warlord": "J12"}) == Move(PieceId("red_knight"), Square("G16"))


def test_his_lady_takes_a_knight_who_stands_alone() -> None:
    assert choice({"blue_knight": "C10", "red_knight": "L1"}) == Move(PieceId("red_lady"), Square("C10"))


def test_his_lady_frees_her_warlord() -> None:
    pieces = {"red_lady": "F13", "blue_knight": "A1", "red_footman": "D5"}
    assert choice(pieces, {"red_warlord": "blue"}) == Move(PieceId("red_lady"), Square("G15"))


def test_she_gives_herself_up_for_her_warlord_where_a_footman_guards_the_green_and_she_would_be_lost_anyway() -> None:
    pieces = {"red_lady": "G13", "blue_footman": "G15", "blue_knight": "G12", "blue_footman_2": "G11"}
    pieces |= {"blue_warlord": "E15", "blue_footman_3": "I14"}
    assert choice(pieces, {"red_warlord": "blue"}) == Move(PieceId("red_lady"), Square("G15"))


def test_his_lady_keeps_away_from_footmen() -> None:
    for seed in range(5):
        table = laid({"red_lady": "E8", "blue_footman": "D9", "red_knight": "L1"}, None, {})
        chosen = Seated(RULES.players["captain"], seed).choose(table, "ann")
        assert chosen != Move(PieceId("red_lady"), Square("D9"))


def test_his_lady_sends_the_warlord_home_when_the_castle_is_about_to_fall() -> None:
    pieces = {"red_warlord": "A10", "red_lady": "A11", "blue_footman": "F2"}
    assert choice(pieces) == Recall(PieceId("red_lady"), PieceId("red_warlord"))


def test_he_drives_a_knight_off_his_green() -> None:
    assert choice({"red_lady": "E4", "blue_knight": "F2"}) == Move(PieceId("red_lady"), Square("F2"))


def test_he_shoots_where_nothing_better_is_to_be_done() -> None:
    pieces = {"red_bowman": "F3", "blue_footman": "F6", "red_footman": "F2", "red_knight": "E2"}
    table = laid(pieces, None, {"weapons": "bowmen_only"})
    captains = [Seated(RULES.players["captain"], seed) for seed in range(6)]
    chosen = {type(captain.choose(table, "ann")) for captain in captains}
    assert Shoot in chosen


@pytest.mark.parametrize("count", [Count(round=12, quiet=12), Count(round=120, quiet=0)], ids=["quiet", "long"])
def test_after_quiet_rounds_or_very_many_he_draws_near_even_where_a_castle_is_well_kept(count: Count) -> None:
    own = {"red_lady": "E2", "red_knight": "G3", "red_footman": "E3"}
    guards = {"blue_knight": "G15", "blue_warlord": "G15", "blue_footman": "G16", "blue_lady": "H16"}
    for seed in range(5):
        table = laid({**own, **guards}, None, {})
        table.act(MASTER, count)
        chosen = Seated(RULES.players["captain"], seed).choose(table, "ann")
        assert isinstance(chosen, Move)
        assert place(chosen.to)[1] > place(game_of(table).piece(chosen.piece).square)[1]


BY_A_FOOTMAN = {"red_lady": "E7", "red_knight": "F2", "red_footman": "E2"}
BY_A_KNIGHT = {"red_lady": "A9", "red_knight": "F2", "red_warlord": "F2", "red_footman": "E12", "blue_warlord": "G15"}


@pytest.mark.parametrize(
    "pieces",
    [
        {**BY_A_FOOTMAN, "blue_footman": "E12", "blue_knight": "G13", "blue_lady": "H16"},
        {**BY_A_KNIGHT, "blue_footman": "I5", "blue_knight": "G15", "blue_lady": "L7"},
    ],
    ids=["footman", "knight"],
)
def test_however_quiet_it_is_his_lady_stays_out_of_the_reach_of_fighters(pieces: dict[str, str]) -> None:
    for seed in range(6):
        table = laid(pieces, None, {})
        table.act(MASTER, Count(round=12, quiet=11))
        chosen = Seated(RULES.players["captain"], seed).choose(table, "ann")
        menacing = Outlook(as_kind(WarlordView, table.view("ann")), "red").menacing
        lady = chosen.to if isinstance(chosen, Move) and chosen.piece == "red_lady" else Square(pieces["red_lady"])
        assert not {"blue_footman", "blue_knight"}.intersection(menacing.get(lady, [])), chosen


@pytest.mark.parametrize(
    "pieces",
    [
        {"red_lady": "G6", "red_knight": "F2", "red_warlord": "F2", "blue_footman": "G15", "blue_warlord": "G15"}
        | {"blue_knight": "B10", "blue_lady": "I11"},
        {"red_lady": "E15", "red_warlord": "F2"},
    ],
    ids=["knight", "warlord"],
)
def test_where_nobody_threatens_him_a_fighter_marches_and_his_lady_does_not_ride_about(pieces: dict[str, str]) -> None:
    """A Lady with nothing to gain rode to and fro for dozens of rounds, while her fighters stayed at home."""
    for seed in range(8):
        table = laid(pieces, {} if "blue_lady" in pieces else {"blue_lady": "red"}, {})
        table.act(MASTER, Count(round=12, quiet=3))
        chosen = Seated(RULES.players["captain"], seed).choose(table, "ann")
        assert isinstance(chosen, Move) and chosen.piece in ("red_knight", "red_warlord"), chosen
        assert place(chosen.to)[1] >= 2, chosen  # rows are counted from 0


def test_his_knight_saves_himself_rather_than_ride_on_where_a_lady_reaches_him() -> None:
    pieces = {"red_knight": "D7", "red_lady": "F3", "red_footman": "F2", "blue_knight": "B9", "blue_lady": "B9"}
    for seed in range(6):
        table = laid({**pieces, "blue_footman": "G15"}, None, {})
        table.act(MASTER, Count(round=5, quiet=4))
        chosen = Seated(RULES.players["captain"], seed).choose(table, "ann")
        assert isinstance(chosen, Move) and chosen.piece == "red_knight"
        menacing = Outlook(as_kind(WarlordView, table.view("ann")), "red").menacing
        assert chosen.to == "B9" or "blue_lady" not in menacing.get(chosen.to, []), chosen


def test_his_lady_takes_a_warlord_however_long_nothing_has_happened() -> None:
    pieces = {"red_lady": "G2", "red_warlord": "I13", "blue_warlord": "G5", "blue_lady": "F11"}
    for seed in range(6):
        table = laid(pieces, None, {})
        table.act(MASTER, Count(round=39, quiet=21))
        chosen = Seated(RULES.players["captain"], seed).choose(table, "ann")
        assert chosen == Move(PieceId("red_lady"), Square("G5")), chosen


@pytest.mark.parametrize(
    ("more", "offers"), [({}, True), ({"red_knight": "F4"}, False), ({"blue_knight": "F14"}, True)]
)
def test_after_forty_quiet_rounds_he_offers_a_draw_unless_he_is_ahead(more: dict[str, str], offers: bool) -> None:
    table = laid({"red_footman": "F3", "blue_footman": "G13", **more}, None, {})
    table.act(MASTER, Count(round=40, quiet=39))
    assert not isinstance(Seated(RULES.players["captain"], 1).choose(table, "ann"), OfferDraw)
    table.act(MASTER, Count(round=41, quiet=40))
    chosen = Seated(RULES.players["captain"], 1).choose(table, "ann")
    assert isinstance(chosen, OfferDraw) is offers


@pytest.mark.parametrize(("victim", "options", "fate"), [
    ("knight", {}, Slay()), ("warlord", {}, Capture()), ("knight", {"wizard": "automaton"}, Capture()),
])  # fmt: skip
def test_he_slays_but_for_warlords_and_where_the_wizard_raises_the_dead(
    victim: str, options: dict[str, object], fate: Action
) -> None:
    table = laid({"red_footman": "D9", f"blue_{victim}": "D10"}, None, options)
    table.act("ann", Move(PieceId("red_footman"), Square("D10")))
    table.act(
        "ann", RULES.codec.decode_action({"action": "hand_in", "fighter": "red_footman", **SHEET, "first": "high/high"})
    )
    loser = {"action": "hand_in", "fighter": f"blue_{victim}", **SHEET, "first": "high/low"}
    table.act("ben", RULES.codec.decode_action(loser))
    assert Seated(RULES.players["captain"], 1).choose(table, "ann") == fate


def test_he_plays_the_wizard_too() -> None:
    options = RULES.options("woods", {"wizard": "player"})
    table = Table.new(RULES, "g", ["ann", "ben", "cat"], options, bytes(32))
    captain = Seated(RULES.players["captain"], 1)
    for _ in range(60):
        asked = table.requests()[0].seat
        table.act(asked, captain.choose(table, asked))
        if table.result is not None:
            break
    assert table.game.state.turn.round > 1


def test_as_the_wizard_he_raises_the_dead_before_all_else() -> None:
    """WLT-9.5: who stands next to a grave may raise whom it holds, beside his move."""
    game = begun({"red_lady": "A1", "blue_lady": "L16", "blue_footman": "D9"}, {"wizard": "player"})
    for edit in (Place(PieceId("wizard"), Square("D8")), Kill(PieceId("blue_footman")), Goto("wizard")):
        RULES.edit(game, edit)
    game.flow()
    table = Table(RULES, game)
    seat = table.requests()[0].seat
    assert Seated(RULES.players["captain"], 1).choose(table, seat) == Raise("grave_1")


def test_he_withdraws_an_army_that_has_fewer_banners() -> None:
    table = laid({"red_footman": "D9", "blue_knight": "D10"}, None, {"strategic": True, "sheet_size": 1})
    table.act("ann", Move(PieceId("red_footman"), Square("D10")))
    table.act("ann", RULES.codec.decode_action({"action": "hand_in", "fighter": "red_footman", "first": "high/low"}))
    table.act("ben", RULES.codec.decode_action({"action": "hand_in", "fighter": "blue_knight", "first": "high/high"}))
    chosen = Seated(RULES.players["captain"], 1).choose(table, "ann")
    assert chosen.__class__.__name__ == "Withdraw"
