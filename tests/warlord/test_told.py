"""What is told of duels, Greens and prisoners where it decides something."""

from engine.core.table import Table
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import WIZARD, Piece
from engine.warlord.duel import fight
from engine.warlord.edits import Imprison, Place
from engine.warlord.movement.movement import Move
from engine.warlord.prospects import prospects
from engine.warlord.rules import RULES
from engine.warlord.sequence.freeing import Free
from tests.warlord.tables import begun, game_of


def moved(pieces: dict[str, str], to: str, held: dict[str, str] | None = None) -> Table:
    """A table at which Red's Knight has just moved."""
    game = begun({"red_lady": "A9", "blue_lady": "L16", **pieces})
    for piece, holder in (held or {}).items():
        RULES.edit(game, Place(PieceId(piece), Square("A2")))
        RULES.edit(game, Imprison(PieceId(piece), holder))
    game.flow()
    table = Table(RULES, game)
    table.act("ann", Move(PieceId("red_knight"), Square(to)))
    return table


def told(table: Table) -> list[str]:
    return [event.text for event in table.game.events]


def asked(table: Table, seat: str) -> str:
    return next(request.prompt for request in table.requests() if request.seat == seat)


def test_a_duel_in_a_castle_says_that_it_is_taken() -> None:
    table = moved({"red_knight": "G15"}, "G16")
    stake = "If Red Knight wins, the Blue Castle is taken and Blue is beaten. "
    assert stake in asked(table, "ann") and any(stake in text for text in told(table))


def test_a_duel_beside_a_lady_says_what_becomes_of_her() -> None:
    table = moved({"red_knight": "D8", "blue_footman": "D10", "blue_lady": "D10"}, "D10")
    assert "If Red Knight wins, Blue Lady is captured. " in asked(table, "ben")


def test_a_duel_of_the_last_leader_says_that_he_is_it() -> None:
    table = moved({"red_knight": "D8", "blue_warlord": "D10"}, "D10", {"blue_lady": "red"})
    assert "If Red Knight wins and captures him, Blue is beaten. " in asked(table, "ann")
    assert "is beaten" not in asked(moved({"red_knight": "D8", "blue_footman": "D10"}, "D10"), "ann")


def test_a_duel_beside_the_last_leader_is_decided_without_a_capture() -> None:
    pieces = {"red_knight": "D8", "blue_footman": "D10", "blue_lady": "D10"}
    table = moved(pieces, "D10", {"blue_warlord": "red"})
    assert "If Red Knight wins, Blue is beaten. " in asked(table, "ben")


def test_a_duel_beside_the_wizard_says_that_he_is_slain() -> None:
    game = begun({"red_knight": "D8", "wizard": "D10"}, {"wizard": "automaton"})
    game.bring(PieceId("risen_1"), Piece(WIZARD, "footman", square=Square("D10"), risen=True))
    game.flow()
    table = Table(RULES, game)
    table.act("ann", Move(PieceId("red_knight"), Square("D10")))
    assert "If Red Knight wins, the Wizard is slain, and with him all Risen. " in asked(table, "ann")


def test_risen_who_duel_the_last_leader_capture_nobody() -> None:
    game = begun({"red_warlord": "D8"}, {"wizard": "automaton"})
    game.bring(PieceId("risen_1"), Piece(WIZARD, "footman", square=Square("D9"), risen=True))
    RULES.edit(game, Place(PieceId("red_lady"), Square("A2")))
    RULES.edit(game, Imprison(PieceId("red_lady"), "blue"))
    game.flow()
    table = Table(RULES, game)
    table.act("ann", Move(PieceId("red_warlord"), Square("D9")))
    assert asked(table, "ann").endswith("Choose blows and guards for Red Warlord.")
    assert "is beaten" not in asked(table, "ann")


def test_who_comes_to_a_green_has_a_line_of_his_own() -> None:
    stands = "⚠️ Red Knight stands on Blue's Green, before the Castle: on Red's next turn he may enter it."
    assert stands in told(moved({"red_knight": "G12"}, "G15"))
    assert f"{stands} No fighter is inside." in told(moved({"red_knight": "G12", "blue_warlord": "L9"}, "G15"))
    assert not any("⚠️" in text for text in told(moved({"red_knight": "G12"}, "G14")))


def test_a_sheet_can_be_changed_by_a_button_that_says_so() -> None:
    table = moved({"red_knight": "D8", "blue_footman": "D10"}, "D10")
    assert [offer.label for offer in table.offers("ann")][:2] == ["Choose blows and guards", "Blows by chance"]
    table.act("ann", fight.HandIn(PieceId("red_knight"), "high/high", "low/low", "mid/mid+low"))
    assert told(table)[-1] == (
        "Red Knight, exchanges 1 to 3: HIGH, guard high; LOW, guard low; MID, guard mid and low. Until {ben} has "
        "chosen, too, you may change it."
    )
    offers = {offer.label: offer for offer in table.offers("ann")}
    chosen = "chosen now for Red Knight: HIGH, guard high; LOW, guard low; MID, guard mid and low"
    assert offers["Change blows and guards"].hint == chosen and offers["Change to blows by chance"].hint == chosen
    table.act("ann", fight.UseTables(PieceId("red_knight")))
    assert "Change to blows by chance" not in {offer.label for offer in table.offers("ann")}


def test_one_prisoner_is_freed_by_one_button_for_each_way() -> None:
    table = moved({"red_knight": "G12"}, "G15", {"red_lady": "blue"})
    assert asked(table, "ann") == (
        "Red Knight on G15 frees Red Lady. Red Warlord is in your Castle: shall Red Warlord step out, or Red Lady wait?"
    )
    found = prospects(game_of(table), "ann")
    assert [(one.action, one.short) for one in found] == [
        (Free(PieceId("red_lady")), "Lady waits"),
        (Free(PieceId("red_lady"), Square("F2")), "Lady goes in"),
    ]
    table.act("ann", Free(PieceId("red_lady")))
    assert "Red Lady waits at Red's gatehouse, off the board, until the Castle there is empty." in told(table)
