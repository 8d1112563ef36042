"""Games that were begun elsewhere: the examples open and play on, bad files are told all at once, hands stay hidden."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from bot import cli
from engine.core import position
from engine.core.computer.players import Seated
from engine.core.dice import commitment, game_key
from engine.core.errors import BadFile, Illegal
from engine.core.record import transcript
from engine.core.record.transcript import Transcript, entry
from engine.core.table import Table
from engine.core.trials import proof
from engine.core.trials.lines import Lines
from engine.core.trials.proof import BadPosition
from engine.games import GAMES
from engine.kingmaker.sequence.entering_hands import EnterHand, EnteringHands, HaveDealt
from engine.lancaster.sequence.entering import EnterGoods
from tests.conformance.tables import livelier
from tests.harness.rows import rows
from tests.referee.relay import SET_UP, Leg, Relay, relay, unsound

EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "positions").glob("*.toml"))
SECRET = bytes(range(32))
KINGMAKER, LANCASTER = (next(file for file in EXAMPLES if file.stem == name) for name in ("kingmaker", "lancaster"))


def faults(text: str) -> list[str]:
    with pytest.raises(BadPosition) as bad:
        proof.read(text, GAMES)
    return bad.value.faults


def entering(file: Path = KINGMAKER) -> Table:
    """A fresh table that asks what the file leaves out."""
    found = proof.read(file.read_text(), GAMES)
    rules, seats = found.table.rules, found.position.seats
    options = found.table.game.state.options
    return Table.new(rules, "k7f2", seats, options, SECRET, position=found.position)


HANDS: Mapping[str, EnterHand] = {
    "ann": EnterHand(["neville", "saxons_2", "earl_of_essex"]),
    "ben": EnterHand(["roos", "grey"], ["writ_1"]),
    "cat": EnterHand(["card_bristol", "le_george"]),
}


OTHER = EnterHand(["pole", "talbot", "audley"])


# ---------------------------------------------------------------------- the examples


@pytest.mark.parametrize("file", EXAMPLES, ids=[file.stem for file in EXAMPLES])
def test_the_example_of_each_game_opens_plays_on_and_comes_out_again(file: Path) -> None:
    found = proof.read(file.read_text(), GAMES)
    rules, seats = found.table.rules, [f"s{number + 1}" for number in range(len(found.position.seats))]
    begun, options = found.position.of_seats(seats), found.table.game.state.options
    key = game_key(SECRET, {}.items())
    table = Table.new(rules, "k7f2", seats, options, key, position=begun)
    opening = table.opening()
    record = Transcript(
        rules=rules.name,
        rules_version=rules.version,
        game_id="k7f2",
        options=options,
        position=begun.text(),
        seats=seats,
        commitment=commitment(SECRET),
        secret=SECRET.hex(),
        opening_hash=table.hash(),
        opening_draws=opening.draws,
    )
    player = Seated(livelier(rules), 1)
    for number in range(60):
        waiting = table.requests()
        seat = waiting[number % len(waiting)].seat
        action = player.choose(table, seat)
        record.entries.append(entry(table.act(seat, action), seat, action, table))
        if table.result:
            break
    again = transcript.replay(rules, transcript.read(transcript.write(record)))
    assert again.hash() == table.hash() and opening.events[0].kind == "position"


def test_what_is_told_of_a_position_counts_the_cards_that_are_still_to_be_entered() -> None:
    said = "\n".join(proof.told(proof.read(KINGMAKER.read_text(), GAMES)))
    assert "3 cards in hand, to be entered" in said and "0 cards" not in said
    table = entering()
    for seat, hand in HANDS.items():
        table.act(seat, hand)
    assert ("{ann}", "3 cards in hand") in [
        (who, line) for who, words in table.rules.words.scores(table.game) for line in words.splitlines()
    ]


def test_another_position_in_the_record_does_not_come_out() -> None:
    table = entering()
    begun = proof.read(KINGMAKER.read_text(), GAMES).position
    record = Transcript(
        rules="kingmaker",
        rules_version=table.rules.version,
        game_id="k7f2",
        options=table.game.state.options,
        position=begun.text().replace("inside:alnwick", "inside:york"),
        seats=begun.seats,
        commitment=commitment(SECRET),
        secret=SECRET.hex(),
        opening_hash=table.hash(),
    )
    with pytest.raises(transcript.Mismatch):
        transcript.replay(table.rules, record)


def test_the_command_draws_the_map_or_names_every_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "map.png"
    warlord = next(file for file in EXAMPLES if file.stem == "warlord")
    assert cli.main(["position", str(warlord), "--out", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG") and "Round 14: ben (Blue)" in capsys.readouterr().out
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(warlord.read_text().replace('"G9"', '"Z9"').replace('"A1"', '"Z1"'))
    assert cli.main(["position", str(wrong)]) == 1
    said = capsys.readouterr().out
    assert "Line 8: There is no square called 'Z1'" in said and "Line 9: " in said and "2 problems." in said


# ---------------------------------------------------------------------- bad files

HEAD = 'game = "kingmaker"\nvariant = "covault"\nseats = ["ann", "ben"]\n'
BEN = "There is no seat called 'ben' in this game. If you mean 'ben the elder', write that."
PLYMOUTH = "Line 4: Say where at plymouth: 'open:plymouth' or 'inside:plymouth' or 'port:plymouth'."


@rows(
    "text, says",
    [
        ("game = ", "This is not TOML: Invalid value (at end"),
        ('seats = ["ann"]', 'Say which game it is: game = one of "'),
        ('game = "chess"', "Line 1: Say which game it is"),
        (
            HEAD.replace("covault", "covalt"),
            "Line 2: There is no variant 'covalt'; write one of base, wbc and covault.",
        ),
        (HEAD.replace('"ben"', '"ann"'), "Line 3: Two seats have the same name"),
        (HEAD.replace('"ben"', "2"), "Line 3: Name the seats in the order of the table"),
        (HEAD.replace('"ben"', '"percy"'), "Line 3: 'percy' is also the name of Percy"),
        (HEAD.replace(', "ben"', ""), "Line 3: With these options Kingmaker is for 2 to 7 seats; the file has 1."),
        (HEAD + "options = { hand_limits = 2 }", "Line 4: There is no option 'hand_limits'; if you mean 'hand_limit'"),
        (HEAD + "[options]\nhand_limit = 9", "Line 5: Option 'hand_limit' cannot be '9'; write one of: none, 2."),
        (HEAD + "options = 3", "Line 4: Write options under [options], each on a line, such as: name = "),
        (
            'game = "lancaster"\nseats = ["ann", "ben", "cat"]\n[options]\nking_laws = true\ncourt = false',
            "Line 3: These options make no sense together: king_laws needs court",
        ),
        (
            'game = "warriors"\nseats = ["ann", "ben"]\n[[edit]]\nop = "goto"\nphase = "dinner"',
            "Line 3: 'phase' of 'goto' cannot be 'dinner'; write one of setup, initiative, impulses, battles,",
        ),
        (HEAD + "colour = 1", "Line 4: There is no 'colour' in a position; "),
        (HEAD + "[[step]]", "Line 4: 'step' belongs to scenarios"),
        (HEAD + 'start = "set_up"', "Line 4: A position begins on an empty table"),
        (HEAD + "edit = 3", "Line 4: Write each entry with a heading"),
        (HEAD + '[[edit]]\nnoble = "percy"', "Line 4: Write which edit it is"),
        (HEAD + '[[edit]]\nop = "plase"', "Line 4: There is no edit 'plase'; if you mean 'place', write that."),
        (HEAD + '[[edit]]\nop = "round"', "Line 4: 'round' also needs 'number'; it takes number."),
        (HEAD + '[[edit]]\nop = "round"\nnumber = "6"', "Line 4: 'number' of 'round' has to be a whole number"),
        (HEAD + '[[edit]]\nop = "round"\nnumber = 6\nwhy = 1', "Line 4: 'round' has no 'why'; it takes number."),
        (HEAD + '[[edit]]\nop = "crown"\nheir = "henry"', "Line 4: There is no heir called 'henry' in this game."),
        (HEAD + '[[edit]]\nop = "control"\nplace = "bath"\nseat = "ann"', "Line 4: There is no place called 'bath'"),
        (HEAD + '[[edit]]\nop = "place"\nnoble = "pecy"\nat = "open:york"', "If you mean 'percy', write that."),
        (
            HEAD + '[[edit]]\nop = "crown"\nheir = "Henry VI"',
            "Line 4: There is no heir called 'Henry VI' in this game. If",
        ),
        (
            HEAD + '[[edit]]\nop = "control"\nplace = "Pontefact"\nseat = "ann"',
            "There is no place called 'Pontefact' in this game. If you mean 'pontefract', write that.",
        ),
        (
            HEAD + '[[edit]]\nop = "heir"\nheir = "margaret"\nat = "inside:york"',
            "There is no heir called 'margaret' in this game. If you mean 'margaret_of_anjou', write that.",
        ),
        (HEAD + '[[edit]]\nop = "chancery"\ncard = "bristol"', "If you mean 'card_bristol', write that."),
        (HEAD.replace("ben", "ben the elder") + '[[edit]]\nop = "goto"\nseat = "ben"\nphase = "movement"', BEN),
        (HEAD + '[[edit]]\nop = "ship"\nship = "le_swan"\nat = "Plymouth"', PLYMOUTH),
        (HEAD + '[[edit]]\nop = "ship"\nship = "le_swan"\nat = "Ireland"', "'area:ireland' or 'port:ireland'."),
        (
            HEAD + '[[edit]]\nop = "place"\nnoble = "percy"\nseat = "ann"\nat = "inside:anlwick"',
            "'inside:york'. If you mean 'inside:alnwick', write that.",
        ),
        (HEAD + "hidden = 4", "Line 4: Write under [hidden] how many cards each holds"),
        (HEAD + "[hidden]\nann = 4\ncat = 3", "Line 6: 'cat' is not a seat; write one of ann and ben."),
        (HEAD + '[hidden]\nann = "some"', "Line 5: Write how many cards ann holds, such as ann = 4."),
        (HEAD + "[hidden]\nann = 100", "Line 4: 100 cards of the kind 'hand' are hidden, but only "),
        (HEAD + 'hidden = ["ann"]', "Line 4: Say how many cards ann holds"),
        (HEAD + "[hidden.ann]\ngold = 3", "'gold' is not a hidden pile"),
        ('game = "warlord"\nseats = ["ann", "ben"]\nhidden = ["ann"]', "Line 3: This game hides nothing"),
        ('game = "lancaster"\nseats = ["ann", "ben"]\nhidden = ["ann"]', "With two players there are no screens"),
        (
            'game = "lancaster"\nseats = ["ann", "ben", "cat"]\n[hidden]\nann = 3',
            "Goods behind a screen stay hidden; name only the seats",
        ),
    ],
)
def test_each_kind_of_error_is_told_with_its_line_and_its_remedy(text: str, says: str) -> None:
    told = faults(text)
    assert len(told) == 1 and says in told[0], told


def test_all_errors_are_told_at_once_wherever_they_are() -> None:
    text = KINGMAKER.read_text()
    for right, wrong in (
        ('hand_limit = "none"', "hand_limit = 5"),
        ("cat = 2", "dan = 2"),
        ('"inside:alnwick"', '"inside:anlwick"'),
        ('card = "treasurer_of_england"', 'card = "tresurer"'),
        ("number = 6", 'number = "six"'),
    ):
        text = text.replace(right, wrong)
    told = faults(text)
    assert [line.split(":")[0] for line in told] == [f"Line {n}" for n in (6, 9, 13, 15, 17, 22, 40)]
    assert told[3].endswith("(Line 13 may be the cause.)") and told[4].endswith("(Line 13 may be the cause.)")


def test_what_is_wrong_with_the_whole_is_told_where_it_begins() -> None:
    own = '{ op = "place", noble = "%s", seat = "%s", at = "inside:cardigan" },\n'
    told = faults(HEAD + "edit = [\n" + own % ("percy", "ann") + own % ("roos", "ben") + "]")
    assert told == ["Line 6: Cardigan is occupied by several factions; correct it here, or in line 5."]


def closed(game: Relay) -> None:
    """Let nobody begin."""
    raise Illegal("The track is closed today.")


def test_what_the_rules_say_of_the_whole_table_is_told() -> None:
    text = 'game = "relay"\n\nseats = ["ann", "ben"]\n'
    begun = relay(set_up=replace(SET_UP, bare=lambda game: game.push(Leg())))
    assert proof.read(text, {"relay": begun}).position.seats == ["ann", "ben"]
    begun.problems = unsound
    for rules, told in (
        (begun, "these rules find fault with everything."),
        (relay(set_up=replace(SET_UP, bare=closed)), "Line 3: The track is closed today."),
    ):
        with pytest.raises(BadPosition) as bad:
            proof.read(text, {"relay": rules})
        assert bad.value.faults == [told]


def test_lines_are_found_in_lists_and_under_headings_whatever_stands_in_strings_and_comments() -> None:
    text = 'a = "edit = [ {" # {\nedit = [\n  { op = "x" }, { op = "]}" },\n\n  { op = "y" },\n]\n[options]\nb = 1\n'
    lines = Lines(text)
    assert [lines.of_edit(place) for place in range(4)] == [3, 3, 5, 2]
    assert (lines.of("a"), lines.of("options.b"), lines.of("options.c"), lines.of("none")) == (1, 8, 7, 0)
    headed = Lines('[[edit]]\nop = "x"\n\n[[edit]]\nop = "y"\n')
    assert [headed.of_edit(place) for place in range(2)] == [1, 4]
    within = Lines("[[edit]]\nx = { options = 1 }\n[options]\nb = 2\n")
    assert (within.of("options"), within.of("options.b")) == (3, 4)


# ---------------------------------------------------------------------- hands that each enters himself


def test_everybody_enters_his_own_hand_and_the_game_goes_on() -> None:
    table = entering()
    assert {request.seat for request in table.requests()} == {"ann", "ben", "cat"}
    for seat, hand in HANDS.items():
        table.act(seat, hand)
    factions = table.game.state.factions
    assert factions["ann"].hand == ["neville", "saxons_2", "earl_of_essex"] and factions["ben"].retained == ["writ_1"]
    assert table.requests()[0].decision == "D20" and not {"roos", "grey", "neville"} & {*table.game.state.crown_deck}
    assert not table.problems()


def test_a_hand_has_as_many_cards_as_the_file_says_and_none_that_lies_open() -> None:
    table = entering()
    for wrong in (
        ["neville"],
        ["neville", "roos", "grey", "pole"],
        ["neville", "roos", "percy"],
        ["roos", "roos", "grey"],
    ):
        with pytest.raises(Illegal):
            table.act("ann", EnterHand(wrong))


def test_nobody_can_tell_what_another_has_entered() -> None:
    tables = [entering(), entering()]
    heard = []
    for table, hand in zip(tables, (HANDS["ann"], OTHER), strict=True):
        told = table.act("ann", hand).events
        heard.append([event.text for viewer in ("ben", "") for event in told if event.heard_by(viewer)])
    assert heard[0] == heard[1]
    for viewer in ("ben", ""):
        assert table_seen(tables[0], viewer) == table_seen(tables[1], viewer)
    one, other = (table.world("ben", 7) for table in tables)
    assert one.rules.codec.encode(one.game.state) == other.rules.codec.encode(other.game.state)


def table_seen(table: Table, viewer: str) -> tuple[object, ...]:
    """What somebody sees, is asked and is offered."""
    asked = [(request.seat, request.prompt) for request in table.requests()]
    offers = [
        (offer.tag, [choice.label for choice in offer.fields[0].choices({})] if offer.fields else ())
        for offer in (table.offers(viewer) if viewer else ())
    ]
    return msgspec.json.encode(table.view(viewer)), asked, offers


def test_a_world_keeps_what_a_player_has_entered_himself() -> None:
    table = entering()
    table.act("ann", HANDS["ann"])
    table.act("ben", HANDS["ben"])
    top = table.world("ann", 3).game.top
    assert isinstance(top, EnteringHands)
    assert top.answers["ann"] == HANDS["ann"] and top.answers["ben"] != HANDS["ben"]


def test_two_who_name_the_same_card_enter_again_and_the_third_hears_nothing_of_it() -> None:
    table = entering()
    table.act("ann", HANDS["ann"])
    table.act("ben", EnterHand(["neville", "grey"], ["writ_1"]))
    told = table.act("cat", HANDS["cat"]).events
    assert [event.text for event in told if event.kind == "hand_again" and event.heard_by("ben")] == [
        "You named Neville, and so did another player. One of you is mistaken; look again."
    ]
    assert not [event for event in told if event.kind == "hand_again" and event.heard_by("cat")]
    assert {request.seat for request in table.requests()} == {"ann", "ben"}
    table.act("ann", HANDS["ann"])
    table.act("ben", HANDS["ben"])
    assert table.game.state.factions["cat"].hand == ["card_bristol", "le_george"]


def test_whoever_has_lost_his_list_is_dealt_as_many_cards() -> None:
    table = entering()
    for seat in ("ann", "ben", "cat"):
        table.act(seat, HANDS["ann"] if seat == "ann" else HaveDealt())
    factions = table.game.state.factions
    assert (len(factions["ben"].hand), len(factions["ben"].retained), len(factions["cat"].hand)) == (2, 1, 2)
    assert not {*HANDS["ann"].cards} & {*factions["ben"].hand, *factions["cat"].hand} and not table.problems()


def test_an_answer_can_be_changed_and_nothing_else_be_done_until_all_are_in() -> None:
    table = entering()
    table.act("ann", EnterHand(["roos", "grey", "pole"]))
    table.act("ann", HANDS["ann"])
    restored = Table.restore(table.rules, table.snapshot(), SECRET)
    for seat in ("ben", "cat"):
        restored.act(seat, HANDS[seat])
    assert restored.game.state.factions["ann"].hand == HANDS["ann"].cards


def test_goods_behind_screens_are_entered_too() -> None:
    table = entering(LANCASTER)
    for seat in ("ann", "ben", "cat", "dan"):
        with pytest.raises(Illegal):
            table.act(seat, EnterGoods(gold="many", squires="1"))
        table.act(seat, EnterGoods(gold="7", squires="3"))
    assert {(player.gold, player.squires) for player in table.game.state.players.values()} == {(7, 3)}
    assert table.requests()[0].decision not in ("D00", "D01")


def test_a_record_without_a_position_has_none() -> None:
    assert position.recorded("") is None and position.digest("") == ""
    with pytest.raises(BadFile):
        position.recorded("[]")


def test_entries_of_a_list_are_found_by_their_own_braces_and_keys_by_those_they_stand_in() -> None:
    """What stands in braces inside an entry is none, nor is a list that is no list of edits."""
    lines = Lines(
        """game = "warriors"
options = { gunners = true,
  turns = 6 }
note = [
  { op = "none" },
]
edit = [
  { op = "station", leader = "talbot",
    troops = { infantry = 3,
      gunner = 1 } },
  { op = "goto",
    phase = "battles" }, { op = "round" },
]
[hidden]
ann = { hand = 3,
  writ = 1 }
"""
    )
    assert [lines.of_edit(place) for place in range(4)] == [8, 11, 12, 7]
    assert (lines.of("game"), lines.of("options"), lines.of("options.gunners"), lines.of("options.turns")) == (
        1,
        2,
        2,
        3,
    )
    assert (lines.of("hidden"), lines.of("hidden.ann"), lines.of("hidden.ann.writ")) == (14, 15, 15)
    assert (lines.of("edit.op"), lines.of("edit.infantry"), lines.of("nothing")) == (7, 7, 0)
