"""Mistakes that people make in the file of a position: each is named in one sentence, with its line or both of them."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.core.trials import proof
from engine.core.trials.proof import BadPosition
from engine.games import GAMES
from tests.harness.rows import rows

FILES = Path(__file__).parents[2] / "docs" / "positions"
END = "]\n"
"""The end of an example, before which an entry is added."""


def faults(game: str, right: str, wrong: str) -> list[str]:
    """What is said of an example with a mistake in it; "+" adds an entry at its end."""
    text = (FILES / f"{game}.toml").read_text()
    if right == "+":
        text = f"{text.removesuffix(END)}  {wrong},\n{END}"
    else:
        assert right in text
        text = text.replace(right, wrong, 1)
    with pytest.raises(BadPosition) as bad:
        proof.read(text, GAMES)
    return bad.value.faults


def line_of(game: str, word: str) -> int:
    """The line of an example on which a word stands first; "+" is the one that is added at the end."""
    lines = (FILES / f"{game}.toml").read_text().splitlines()
    return len(lines) if word == "+" else next(n for n, line in enumerate(lines, 1) if word in line)


def check(game: str, right: str, wrong: str, earlier: str, says: str) -> None:
    """A mistake is named in one sentence with its line, and, where something stands twice, with that of the first."""
    told = faults(game, right, wrong)
    assert len(told) == 1 and told[0].startswith(f"Line {line_of(game, right)}: ") and says in told[0], told
    if earlier:
        assert f"line {line_of(game, earlier)}" in told[0], told


TWICE = "stands twice in the file"

KINGMAKER = [
    ("+", '{ op = "pile", card = "saxons", pile = "crown_discard" }', '"saxons"', f"Saxons {TWICE}"),
    ("+", '{ op = "give", card = "saxons", noble = "stafford" }', '"saxons"', "'give saxons, hastings', this one"),
    ("+", '{ op = "place", noble = "percy", seat = "ben", at = "open:york" }', '"percy"', f"Percy {TWICE}"),
    ("+", '{ op = "heir", heir = "henry_vi", at = "inside:harlech" }', '"henry_vi"', f"Henry VI {TWICE}"),
    ("+", '{ op = "control", place = "kenilworth", seat = "ann", noble = "percy" }', '"control"', "is given twice"),
    ('card = "mowbray"', 'card = "percy"', '"percy"', f"Percy {TWICE}"),
    ("+", '{ op = "lay_siege", place = "york", seat = "ann", turn = 8 }', "", "say turn_of_siege = 8 if you mean that"),
    ("+", '{ op = "lay_siege", place = "harlech", seat = "ben" }', "", "although no besieger is left"),
    ('phase = "movement"', 'phase = "vote"', "", "write one of setup, event, movement, combat, parliament"),
    ("+", '{ op = "give", card = "earl_of_essex", noble = "stafford" }', "", "Stafford has a title already"),
    ("cat = 2", "dan = 2", "", "'dan' is not a seat; write one of ann, ben and cat."),
    ("+", '{ op = "place", noble = "roos", seat = "cat", at = "aboard:le_george" }', "", "use the list 'aboard'"),
]

LANCASTER = [
    ("B03", "B01", "", f"B01 (Favour of the Rich) {TWICE}"),
    ('"B07", "B08"', '"B01", "B08"', "set_laws", f"B01 (Favour of the Rich) {TWICE}"),
    ('"B08", "C02"', '"B08", "C05"', '"C05"', f"C05 (Caen) {TWICE}"),
    ("+", '{ op = "stand", knight = "blue_3", at = "county:A" }', '"blue_3"', f"Knight blue_3 {TWICE}"),
    ("+", '{ op = "stand", knight = "red_1a", at = "conflict:C01/1" }', "C01/1", "Knights of two houses stand at"),
    ("+", '{ op = "set_goods", seat = "ann", good = "points", number = 4 }', "set_goods", "ann has points set twice"),
    ('"B01", "B02", "B04"]', '"B01", "B02"]', "", "Three laws are in force, not 2 (B01 and B02)"),
    ('"B01", "B02", "B04"', '"B01", "Bo2", "B04"', "", "There is no law 'Bo2'"),
    ('"B03", "B05", "B06"', '"B03", "B05", "B066"', "", "If you mean 'B06', write that."),
    ('["A", "C"]', '["A", "A"]', "", "ann has the noble A twice"),
    ('stage = "place"', 'stage = "vote"', "", "Write one of place, parliament, offices, tower, counties, castles"),
    ("+", '{ op = "grant", house = "blue", privilege = "shield", round = 2 }', "", "say granted_in_round = 2"),
    ('knight = "blue_3"', 'knight = "Blue 3"', "", "If you mean 'blue_3', write that."),
    ("number = 3, start", "number = 8, start", "", "The game has 5 rounds."),
]

WARLORD = [
    ("+", '{ op = "place", piece = "red_knight", square = "A2" }', '"red_knight"', f"Red Knight {TWICE}"),
    ("+", '{ op = "place", piece = "red_footman", square = "A2" }', '"red_footman"', f"Red Footman {TWICE}"),
    ("+", '{ op = "remove", piece = "red_lady" }', '"red_lady"', f"Red Lady {TWICE}"),
    ("+", '{ op = "count", round = 15 }', '"count"', "The round is set twice"),
    ("+", '{ op = "remove" }', '"red_warlord"', f"Red Warlord {TWICE}"),
    ('square = "G11"', 'square = "G9"', '"G9"', "Blue Footman and Red Knight share G9 and do not fight"),
    ('square = "G9"', 'square = "Z9"', "", "There is no square called 'Z9'"),
    ('holder = "blue"', 'holder = "red"', "", "name the side that has captured it"),
    ('holder = "blue"', 'holder = "ben"', "", "Write one of red and blue."),
    ('step = "movement"', 'step = "combat"', "", "write one of setup, entry, movement, freeing, meetings and end"),
    ("round = 14", "number = 14", "", "it takes round and quiet."),
    ("+", '{ op = "mark", piece = "red_knight", what = "wounds", number = 9 }', "", "has 9 wounds"),
]

WARRIORS = [
    ("+", '{ op = "station", leader = "edward_iii", area = "wales" }', '"edward_iii"', f"Edward III {TWICE}"),
    ("+", '{ op = "set_leader", leader = "jean_ii", where = "captured" }', '"jean_ii"', f"Jean II {TWICE}"),
    ("+", '{ op = "set_control", areas = ["wales"], side = "french" }', '"wales"', "Control of Wales is given twice"),
    ("+", '{ op = "set_king", side = "english", leader = "black_prince" }', "set_king", "The English have two Kings"),
    ("+", '{ op = "set_score", score = 7 }', "set_score", "The score is set twice"),
    ('area = "gascony"', 'area = "gascogne"', "", "If you mean 'gascony', write that."),
    (', side = "english", area = "flanders"', ', area = "flanders"', "", "name the side that"),
    ("troops = { infantry = 4 }", "troops = { infantry = 14 }", "", "Henry of Grosmont commands 14 infantry, 8 more"),
    ('where = "captured"', 'where = "prison"', "", "write one of future, pool, map, captured, routed"),
    ('phase = "initiative"', 'phase = "battle"', "", "write one of setup, initiative, impulses, battles"),
    ("number = 3", "number = 30", "", "The turns are 1 to 12; name one of them."),
    ('side = "french", leader = "philippe_vi"', 'side = "french", leader = "edward_iii"', "", "cannot be King"),
]

TABLES: Mapping[str, list[tuple[str, str, str, str]]] = {
    "kingmaker": KINGMAKER,
    "lancaster": LANCASTER,
    "warlord": WARLORD,
    "warriors": WARRIORS,
}


@rows(
    "game, right, wrong, earlier, says",
    [(game, *row) for game, table in TABLES.items() for row in table],
)
def test_a_usual_mistake_is_named_in_one_sentence_with_its_line(
    game: str, right: str, wrong: str, earlier: str, says: str
) -> None:
    check(game, right, wrong, earlier, says)


def test_there_are_ten_mistakes_of_each_game_with_an_example() -> None:
    assert TABLES.keys() == {file.stem for file in FILES.glob("*.toml")} and all(
        len(table) >= 10 for table in TABLES.values()
    )


# ---------------------------------------------------------------------- what is told back


def told(game: str, *entries: str, viewer: str = "", **changes: str) -> str:
    """What is told of an example with more entries."""
    text = (FILES / f"{game}.toml").read_text()
    for right, wrong in changes.items():
        text = text.replace(right, wrong)
    text = text.removesuffix(END) + "".join(f"  {entry},\n" for entry in entries) + END
    return "\n".join(proof.told(proof.read(text, GAMES), viewer))


def test_kingmaker_is_told_back_with_men_sieges_captives_heirs_ships_and_piles() -> None:
    said = told(
        "kingmaker",
        '{ op = "lay_siege", place = "york", seat = "ann", turn_of_siege = 3 }',
        '{ op = "place", noble = "roos", seat = "ann", at = "open:exeter" }',
        '{ op = "capture", noble = "roos", seat = "cat" }',
        '{ op = "ship", ship = "le_george", at = "port:dover", aboard = ["neville", "grey"], seat = "cat" }',
        '{ op = "give", card = "le_george", noble = "neville" }',
    )
    for line in (
        "- Percy inside Alnwick: 250 men (Earl of Northumberland) = own 100, office Warden of the Northern Marches 150",
        "; with Richard of York",
        "- Hastings in the open at Leicester: 20 men = own 10, mercenaries Saxons 10",
        "turn 3 of the siege",
        "captive, taken in the open at Exeter",
        "- Henry VI (Lancaster, King): with Stafford inside Kenilworth (as the file says)",
        "- George of Clarence (York): alone inside Cardigan (the usual start; the file leaves this heir out)",
        "in the port of Dover, cat's; aboard: Neville and Grey",
        "- event discard: 2 cards (Plague in York and Rising in Kent)",
        "Kenilworth (captured, kept by Stafford)",
    ):
        assert line in said, (line, said)


def test_what_others_hold_hidden_is_told_to_whoever_wrote_the_file_alone() -> None:
    card = '{ op = "hand", card = "pole", seat = "ann" }'
    assert "Pole" not in told("kingmaker", card)
    assert "in hand, known only to ann: Pole" in told("kingmaker", card, viewer="master")
    gold = '{ op = "set_goods", seat = "ann", good = "gold", number = 9 }'
    only_ben = {'hidden = ["ann", "ben", "cat", "dan"]': 'hidden = ["ben", "cat", "dan"]'}
    assert "9 gold" not in told("lancaster", gold, **only_ben)
    assert "9 gold" in told("lancaster", gold, viewer="master", **only_ben)


def test_lancaster_is_told_back_with_knights_laws_and_piles() -> None:
    said = told("lancaster")
    for line in (
        "- Round 3 of 5, before the stage 'place'. ben begins it.",
        "### ann (blue)",
        "- extensions: Barracks (X2) and Great Hall (X4)",
        "- knights 1, 2, 3: court",
        "- knight 2: Valmont, space 1",
        "- C01 Valmont, lower row, left: 2 of 4; space 1 cat 2",
        "- proposed: B03 Stewardship, B05 Royal Levy, B06 Spoils of War",
        "- put away: B07 Retinues, B08 War Chest, C02 Touques, C04 Falaise",
        "behind the screen: still to be entered",
    ):
        assert line in said, (line, said)


def test_war_lord_is_told_back_piece_by_piece() -> None:
    text = (FILES / "warlord.toml").read_text().replace('  { op = "place", piece = "red_lady", square = "A1" },\n', "")
    said = "\n".join(proof.told(proof.read(text, GAMES)))
    for line in (
        "- Round 14: ben (Blue) moves.",
        "- Red Footman: in the dungeon of Blue",
        "- Blue Knight: out of the game",
        "(as at the start; the file does not name it)",
        "- Every hidden card has been entered.",
    ):
        assert line in said, (line, said)


def test_warriors_is_told_back_before_anything_is_rolled() -> None:
    said = told("warriors")
    for line in (
        "- Turn 3 of 12, 1357 to 1366, at the beginning of Phase One, initiative.",
        "- England: Edward III ★★★ 3-6 with 2 English knights and 2 English longbowmen (4 of 9)",
        "- in prison: Louis de Dampierre",
        "- dead: John the Blind of Luxembourg",
        "- still to come, although their turn is over (name those who are elsewhere): ",
        "- still to come, for turn 4: Gaston III Febus",
    ):
        assert line in said, (line, said)
    assert "impulses left" not in said


@pytest.mark.parametrize("game", GAMES)
def test_every_variant_can_be_told_back(game: str) -> None:
    for variant in GAMES[game].variants:
        least, _ = GAMES[game].seats(GAMES[game].options(variant, {}))
        seats = ", ".join(f'"{name}"' for name in ("ann", "ben", "cat", "dan", "eve")[:least])
        text = f'game = "{game}"\nvariant = "{variant}"\nseats = [{seats}]\n'
        for viewer in ("", "master"):
            said = list(proof.told(proof.read(text, GAMES), viewer))
            assert said[0] == "### Where the game stands" and len(said) > least * 2
