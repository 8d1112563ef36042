"""The panel of a seat: what it is asked stands first, what ends or undoes something last, and each looks like it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from bot.discord_adapter import messages
from bot.discord_adapter.messages import Roster
from bot.panels import lobby, status_panel
from bot.panels.deciding import aids, openings, options, pages, play, prospects, replies
from bot.panels.deciding.pages import SCREEN, Rest, turns_page
from bot.panels.filling import wording
from bot.panels.filling.form import form_panel
from bot.panels.ids import Press, parse
from bot.panels.modals import RADIOS
from bot.panels.panel import (
    COMPONENTS,
    MENU,
    ROWS,
    TEXT,
    Button,
    Divider,
    Line,
    Menu,
    Panel,
    Unfinished,
    Words,
    flat,
    height,
)
from bot.panels.planning import plans
from bot.panels.reading import why_not
from bot.services.computer.thinkers import likely_at, listed_at
from bot.store.payloads import Ending
from bot.store.rows import Draft, GameRecord, SeatRecord
from bot.table import telling, timekeeping
from engine.core import drafts
from engine.core.actions import Choice, Offer, Pass, Prospect, Start
from engine.core.errors import Illegal
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.trials import scenario
from engine.games import rules_of
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ItemWord, Location, PlaceId
from engine.kingmaker.combat.captives import FateOfCaptives
from engine.kingmaker.combat.combat import Attack
from engine.kingmaker.movement.land import Move
from engine.kingmaker.parliament import ballots
from engine.kingmaker.parliament.session import HouseVotes, Session
from engine.kingmaker.trade.trade import OfferTrade
from engine.lancaster.board.game import Lancaster
from engine.lancaster.edits import Grant, OpenConflict, SetGoods, SetRound, Stand
from engine.lancaster.parliament.voting import Vote, Voting
from engine.lancaster.placing.knights import Place
from engine.warlord.board.game import Warlord
from engine.warlord.board.state import Fighter
from engine.warlord.duel import fight
from engine.warlord.duel.fight import PLACES, HandIn
from engine.warriors.impulses.impulses import Move as March
from tests.chronicles.scenes import FILES
from tests.harness import as_kind
from tests.kingmaker import boards
from tests.lancaster.tables import table as lancaster_table

RADIO = 21
"""The type of radio buttons on Discord."""

NAMES = {"ann": "Ann", "ben": "Ben", "cat": "Cat"}


def arranged(game: str, *edits: dict[str, Any], fate: bool = False, **options: object) -> Table:
    """A table as the game master lays it out."""
    rules: Rules[Any] = rules_of(game)
    table = Table.bare(rules, ["ann", "ben"], rules.options(rules.usual_variant, options), bytes(32))
    for edit in edits:
        table.arrange(rules.codec.decode_action(edit))
    if fate:
        table.game.push(FateOfCaptives())
    table.begin()
    return table


def place(noble: str, seat: str, at: str) -> dict[str, Any]:
    return {"action": "place", "noble": noble, "seat": seat, "at": at}


def panel(table: Table, seat: str = "ann") -> Panel:
    return options.options_panel(table, "k7f2", seat, NAMES, likely_at(table, seat))


def buttons(shown: Panel) -> list[Button]:
    rows = [[row.button] if isinstance(row, Line) else row for row in shown.rows]
    return [button for row in rows if isinstance(row, Sequence) for button in row]


def paged(table: Table, seat: str = "ann") -> list[Button]:
    """The buttons of all pages."""
    found, page = list[Button](), 0
    while True:
        shown = options.options_panel(table, "k7f2", seat, NAMES, likely_at(table, seat), page=page)
        found += buttons(shown)
        if not any(map(turns_page, labels(shown))):
            return found
        page += 1


def words(shown: Panel) -> str:
    """All that is to be read above the buttons and beside them."""
    between = [row.words if isinstance(row, Line) else row.text for row in shown.rows if isinstance(row, Line | Words)]
    return "\n".join([shown.text, *between])


def labels(shown: Panel) -> list[str]:
    return [button.label for button in buttons(shown)]


MOVING = (
    place("percy", "ann", "open:york"),
    place("neville", "ann", "open:durham"),
    place("berkeley", "ben", "open:coventry"),
    {"action": "goto", "seat": "ann", "phase": "movement"},
)


def test_whoever_may_move_is_a_press_away() -> None:
    table = arranged("kingmaker", *MOVING)
    shown = panel(table)
    every = [f"{one.label} – {one.hint}" for row in shown.rows if isinstance(row, Menu) for one in row.choices]
    assert {"Percy – in the open at York", "Neville – in the open at Durham"} <= {*every}
    assert "Percy and Neville may still move." in words(shown)


def test_who_has_moved_is_not_among_those_who_may_still_move() -> None:
    table = arranged("kingmaker", *MOVING)
    table.act("ann", Move(nobles=["percy"], to=Location("open:airedale")))
    assert "Neville may still move." in words(panel(table))


FETCHING = (
    place("clifford", "ann", "open:carmarthen"),
    {"action": "heir", "heir": "george_of_clarence", "at": "inside:cardigan"},
    {"action": "goto", "seat": "ann", "phase": "movement"},
)


@pytest.mark.parametrize("room", [2, 3, 4])
def test_nobody_has_to_fetch_an_heir_in_order_to_move_however_little_room_there_is(
    room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LEADING", room)
    presses = [parse(button.id) for button in paged(arranged("kingmaker", *FETCHING))]
    assert ("pick", "move") in [(press.verb, press.topic) for press in presses if press]
    assert not [press for press in presses if press and press.field == "pick_up"]


def test_what_takes_back_and_what_ends_look_different_and_stand_last() -> None:
    table = arranged("kingmaker", *MOVING)
    table.act("ann", Move(nobles=["percy"], to=Location("open:airedale")))
    back, end = ending(panel(table))
    assert (back.label, back.style, back.emoji) == ("Undo: Percy from York to Airedale", "secondary", "↩️")
    assert (end.label, end.style, end.emoji) == ("End the Movement phase", "secondary", ""), "a march is likely"


def ending(shown: Panel) -> list[Button]:
    """The buttons between the line across and those that help."""
    rows = list(shown.rows)
    below = buttons(replace(shown, rows=rows[rows.index(Divider()) :]))
    return [button for button in below if as_press(button).stamp]


def test_resigning_stands_on_another_page_in_red_and_is_confirmed() -> None:
    table = arranged("warlord")
    assert not {"Resign the game", "Offer a draw"} & {*labels(panel(table))}
    (resigning,) = (button for button in paged(table) if button.label == "Resign the game…")
    press = parse(resigning.id)
    assert resigning.style == "danger"
    assert press is not None and press.verb == "pick"


IMPULSES = (
    {"action": "station", "leader": "edward_iii", "area": "england"},
    {"action": "station", "leader": "philippe_vi", "area": "ile_de_france"},
    {"action": "set_impulses", "english": 3, "french": 3, "moving": "english"},
)


def test_passing_all_impulses_stands_behind_passing_one_and_is_confirmed() -> None:
    table = arranged("warriors", *IMPULSES)
    one = ending(panel(table))[-1]
    (every,) = (button for button in paged(table) if button.label.startswith("Pass all"))
    press = parse(every.id)
    assert (one.label, one.style) == ("Pass this impulse", "secondary"), "a move is what people usually do"
    assert (every.label, every.style) == ("Pass all impulses…", "danger")
    assert press is not None and press.verb == "pick"


def test_the_form_of_a_move_stands_on_the_first_page_of_an_impulse_which_a_phone_shows_at_once() -> None:
    """Also where all moves are listed, and many leaders and battles ask for room."""
    together = [{"action": "station", "leader": one, "area": "normandy"} for one in ("edward_iii", "talbot")]
    met = [("john_chandos", "philippe_vi", "poitou"), ("fastolf", "charles_v", "england")]
    for number in range(3):
        apart = [{"action": "station", "leader": one, "area": at} for *both, at in met[:number] for one in both]
        start = {"action": "set_impulses", "english": 3, "french": 3, "moving": "english"}
        table = arranged(
            "warriors", *together, *apart, {"action": "station", "leader": "charles_vi", "area": "anjou"}, start
        )
        shown = panel(table, table.requests()[0].seat)
        assert height(shown) <= SCREEN, (number, height(shown))
        forms = [button.label for button in buttons(shown) if ":pick:" in button.id]
        forms += [row.prompt for row in shown.rows if isinstance(row, Menu)]
        assert any(label.startswith("Move leaders") for label in forms), forms


def test_a_group_that_has_begun_is_not_asked_for_once_more() -> None:
    chandos = {"action": "station", "leader": "john_chandos", "area": "england"}
    table = arranged("warriors", *IMPULSES, chandos)
    offer = table.offer("ann", "move")
    shown = form_panel(table, "k7f2", "ann", offer, drafts.added(offer, {}, ["edward_iii"]), {})
    assert shown.text.count("Who moves?") == 1
    assert shown.text.endswith("Who moves? **Edward III** …\n\n**Where to?** (8 possible)")
    assert "+ John Chandos – England…" in labels(shown)


def test_the_only_answer_is_not_named_once_more_above_its_choices() -> None:
    rules: Rules[Any] = rules_of("lancaster")
    table = Table.new(rules, "k7f2", ["ann", "ben", "cat"], rules.options(rules.usual_variant, {}), bytes(32))
    shown = panel(table, table.requests()[0].seat)
    assert shown.text.endswith("Your knights have strength 1 and 2.")
    assert "Muster Yard: lets you pay 2 squires to recruit a strength-1 knight each round" in listed(shown)
    assert "Which tile?" not in words(shown), "the answers are listed"
    assert labels(shown)[0] == "Muster Yard…", "the words beside it say what"


def test_an_attack_that_can_only_be_one_says_all_of_it() -> None:
    attack = (
        place("percy", "ann", "open:york"),
        place("berkeley", "ben", "open:york"),
        {"action": "goto", "seat": "ann", "phase": "combat"},
    )
    first = panel(arranged("kingmaker", *attack)).rows[0]
    assert isinstance(first, Line) and first.button.label == "Attack Berkeley…"
    assert "Percy attacks" in first.words and "Berkeley in the open at York" in first.words


FIGHTING = (
    place("roos", "ann", "open:coventry"),
    place("percy", "ann", "open:york"),
    place("neville", "ann", "open:york"),
    place("scrope", "ben", "open:coventry"),
    place("berkeley", "ben", "open:york"),
    {"action": "goto", "seat": "ann", "phase": "combat"},
)


def test_each_attack_is_a_line_with_its_odds_beside_its_button_and_the_likeliest_stands_first() -> None:
    shown = panel(arranged("kingmaker", *FIGHTING))
    first, second = listed(shown)
    assert first.startswith("Percy and Neville attack **Ben**'s Berkeley in the open at York: 150 men against")
    assert "the attack succeeds 86%; all attackers die 2%; bad weather 12%" in first
    dies = "If Percy or Neville dies you lose 4 fortresses."
    assert first.endswith(f"Could die: Percy 9%, Neville 8%, Berkeley 8%. {dies}")
    assert second.startswith("Roos attacks **Ben**'s Scrope in the open at Coventry: 20 men against 10")
    looks = [(button.label, button.style) for button in buttons(shown)]
    assert looks[:2] == [("Attack Berkeley…", "success"), ("Attack Scrope…", "secondary")]
    assert [(button.label, button.style) for button in ending(shown)] == [("End the Combat phase", "secondary")]


def test_what_hardly_succeeds_is_not_what_people_usually_do_but_to_go_on_without_it() -> None:
    weak = (
        place("roos", "ann", "open:york"),
        place("berkeley", "ben", "open:york"),
        place("percy", "ben", "open:york"),
        {"action": "goto", "seat": "ann", "phase": "combat"},
    )
    shown = panel(arranged("kingmaker", *weak))
    looks = [(button.label, button.style) for button in buttons(shown)[:2]]
    assert looks == [("End the Combat phase", "success"), ("Attack Ben…", "secondary")]


def pressed(table: Table, button: Button, seat: str = "ann") -> replies.Reply:
    press = parse(button.id)
    assert press
    return replies.reply(at_table(table, seat), press, [])


@pytest.mark.parametrize(("tournament", "again"), [(False, ["Invite everybody to play again"]), (True, [])])
def test_the_end_offers_the_same_table_again_but_in_a_tournament(tournament: bool, again: list[str]) -> None:
    end = messages.page([(1, Ending((), "Nobody is left."))], [], Roster(RECORD, [], in_tournament=tournament))
    assert end.panel is not None
    assert labels(end.panel) == [*again, "Step through the game"]


def at_table(table: Table, seat: str) -> replies.SeatContext:
    return replies.SeatContext(RECORD, table, seat, NAMES, table.version, likely=likely_at(table, seat))


def test_a_likely_attack_takes_one_press_and_one_to_confirm() -> None:
    table = arranged("kingmaker", *FIGHTING)
    found = pressed(table, buttons(panel(table))[0])
    assert found.panel and labels(found.panel)[0] == "Do it"
    assert found.keep and found.keep[0] == "attack"
    offer = table.offer("ann", "attack")
    action = as_kind(Attack, drafts.to_action(offer, drafts.close_list(offer, found.keep[1]) or {}))
    assert (action.force, action.target) == ("ann|open:york|0", "ben|open:york|0")


def test_what_is_no_longer_likely_shows_how_things_stand() -> None:
    table = arranged("kingmaker", *FIGHTING)
    button = buttons(panel(table))[0]
    stale = replace(button, id=f"{button.id[:-10]}0123456789")
    found = pressed(table, stale)
    assert found.panel and found.panel.text.startswith(replies.MOVED_ON)


def test_a_panel_of_an_older_release_is_answered_with_a_new_one() -> None:
    table = arranged("kingmaker", *MOVING)
    older = Button(str(Press("do", RECORD.id, "deadbeef", "pass")), "End the Movement phase")
    found = pressed(table, older)
    assert found.action is None and found.panel and found.panel.text.startswith(replies.MOVED_ON)
    again = next(button for button in buttons(found.panel) if button.label == older.label)
    assert pressed(table, again).action == Pass()


def test_a_noble_is_let_die_with_a_second_press_only_and_last_of_all() -> None:
    looks: set[tuple[tuple[str, str], ...]] = set()

    def watch(table: Table, said: str, done: object) -> None:
        request = table.request("ann")
        if request and request.decision == "D18":
            *others, killing, dying = (button for button in buttons(panel(table)) if as_press(button).stamp)
            looks.add(tuple((button.label, button.style) for button in (*others, killing, dying)))
            for button in (killing, dying):
                asked = pressed(table, button)
                assert asked.action is None and asked.panel and labels(asked.panel)[0] == "Do it"

    scenario.run(rules_of("kingmaker"), scenario.load(FILES["kingmaker/refuge/stranded_hides"]), watch)
    assert looks
    for *_, (kills, one), (dies, other) in looks:
        assert kills.startswith("Kill Margaret of Anjou") and dies == "Let him die, with his heirs and cards…"
        assert one == other == "secondary"


def test_what_goes_on_as_it_stands_is_first_and_green_and_all_else_quiet() -> None:
    rules: Rules[Any] = rules_of("kingmaker")
    table = Table.new(rules, "k7f2", ["ann", "ben"], rules.options(rules.usual_variant, {}), bytes(32))
    shown = panel(table)
    looks = [(button.label, button.style) for button in buttons(shown)]
    assert looks[0] == ("My faction is ready", "success")
    assert {style for _, style in looks[1:]} == {"secondary"}


SOMETHING = {"action": "hand", "card": "saxons", "seat": "ben"}
CAPTIVE = (
    SOMETHING,
    place("percy", "ann", "open:york"),
    place("berkeley", "ben", "open:coventry"),
    {"action": "capture", "noble": "berkeley", "seat": "ann"},
)


def test_captives_are_executed_released_or_ransomed() -> None:
    shown = labels(panel(arranged("kingmaker", *CAPTIVE, fate=True)))
    assert {"Execute Berkeley…", "Release Berkeley for nothing…", "Ask a ransom for Berkeley…"} <= {*shown}


def test_a_ransom_sets_out_from_the_captive() -> None:
    table = arranged("kingmaker", *CAPTIVE, fate=True)
    assert table.rules.offering.starts(table.game, "ann") == [
        Start("ransom-berkeley", "Ask a ransom for Berkeley", OfferTrade, {"to": "ben", "give": ["captive:berkeley"]})
    ]


def test_nobody_is_asked_for_a_ransom_who_has_nothing_to_give() -> None:
    table = arranged("kingmaker", *CAPTIVE[1:], fate=True)
    assert table.rules.offering.starts(table.game, "ann") == []


def test_every_captive_can_be_ransomed_however_much_else_there_is_to_do() -> None:
    taken = ("berkeley", "scrope", "clifford", "roos", "stanley", "neville")
    edits = [edit for noble in taken for edit in captured(noble)]
    table = arranged("kingmaker", SOMETHING, place("percy", "ann", "open:york"), *edits, fate=True)
    shown = [button.label for button in paged(table)]
    assert {f"Ask a ransom for {noble.title()}…" for noble in taken} <= {*shown}
    assert fits(panel(table))


def captured(noble: str) -> tuple[dict[str, Any], ...]:
    """A noble of Ben's who is Ann's captive."""
    return place(noble, "ben", "open:coventry"), {"action": "capture", "noble": noble, "seat": "ann"}


def test_offers_stand_above_all_else_with_their_answers() -> None:
    table = arranged(
        "kingmaker",
        place("percy", "ann", "open:york"),
        place("berkeley", "ben", "open:york"),
        {"action": "give", "card": "saxons", "noble": "percy"},
        {"action": "give", "card": "scots_archers", "noble": "berkeley"},
        {"action": "goto", "seat": "ann", "phase": "movement"},
    )
    assert openings.openings(table, "ben") == []
    table.act("ann", OfferTrade("ben", [ItemWord("saxons>berkeley")]))
    shown = panel(table, "ben")
    assert "**Offers to you (the game does not wait for your answer):**\nOffer 1: **Ann** gives Saxons" in words(shown)
    assert labels(shown)[:3] == ["Accept…", "Decline…", "Counter…"]
    assert all((press := parse(button.id)) and not press.stamp for button in buttons(shown)[:3])
    assert "Withdraw your offer" in " ".join(labels(panel(table, "ann")))


def fits(shown: Panel) -> bool:
    """Whether Discord takes a panel: 40 components, 4,000 characters."""
    view = shown.layout()
    return view.total_children_count <= COMPONENTS and view.content_length() <= TEXT


def test_a_panel_has_room_for_what_discord_takes() -> None:
    table = arranged("kingmaker", *MOVING)
    assert all(fits(panel(table, seat)) for seat in ("ann", "ben"))


def test_a_letter_has_room_for_five_rows() -> None:
    for table in (arranged("kingmaker", *MOVING), arranged("kingmaker", *FIGHTING), lancaster("D03")[0]):
        seat = table.requests()[0].seat
        letter = options.options_panel(table, "k7f2", seat, NAMES, likely_at(table, seat), letter=True)
        rows = flat(letter.rows)
        assert len(rows) <= ROWS
        assert [*buttons(letter)][-1].label == "Help"


def test_the_three_ballots_stand_together_on_a_panel_and_in_a_letter() -> None:
    table = arranged("kingmaker", place("percy", "ann", "open:york"), place("berkeley", "ben", "open:york"))
    game = as_kind(Kingmaker, table.game)
    boards.guard(game, "henry_vi", "percy")
    for noble in ("clifford", "roos"):
        boards.put(game, noble, "ann", "open:york", "saxons" if noble == "roos" else "le_swan")
    votes = HouseVotes(8, 3)
    game.push(ballots.Vote("Shall it be so?"), Session(PlaceId("york"), "ann", [], {"ann": votes, "ben": votes}))
    table.begin()
    for letter in (False, True):
        shown = options.options_panel(table, "k7f2", "ann", NAMES, likely_at(table, "ann"), letter=letter)
        first, *others = [line.button for line in shown.rows if isinstance(line, Line)]
        assert (first.label, first.style) == ("Nay", "success"), "as the steward would vote"
        assert [(one.label, one.style) for one in others] == [("Aye", "secondary"), ("Abstain", "secondary")]
        assert "You have 3 votes in the Lords and 8 in the Commons" in shown.text


def test_what_is_asked_and_offered_is_read_before_and_after_by_both() -> None:
    table = arranged(
        "kingmaker",
        place("percy", "ann", "open:york"),
        place("berkeley", "ben", "open:york"),
        {"action": "give", "card": "saxons", "noble": "percy"},
        {"action": "give", "card": "scots_archers", "noble": "berkeley"},
        {"action": "goto", "seat": "ann", "phase": "movement"},
    )
    table.act("ann", OfferTrade("ben", [ItemWord("saxons>berkeley")]))
    for seat, answers in (("ben", ["Accept", "Decline", "Counter"]), ("ann", ["Withdraw"])):
        (one,) = openings.proposals(table, seat)
        assert [start.label for start in one.answers] == answers
        looks = [button.style for button in openings.buttons("g", one, alone=True)]
        assert looks == [{"ben": "success", "ann": "secondary"}[seat], *["secondary"] * (len(answers) - 1)]
        said = openings.letter([one], NAMES)
        assert "Saxons, mercenaries: with Percy now, then with Berkeley" in said
        assert "Percy: 110 men now, then 100" in said and "Berkeley: 30 men now, then 40" in said


def duel() -> Table:
    """Two fighters meet, and their sheets are asked for."""
    table = arranged("warlord")
    game = as_kind(Warlord, table.game)
    piece, foe = (next(p for p in game.pieces_of(side) if game.fighter(p)) for side in ("red", "blue"))
    fighters = {piece: Fighter(True), foe: Fighter(False)}
    fight.begin(game, game.piece(foe).square, fighters, exchange=1)
    table.begin()
    return table


def test_whoever_fights_a_duel_has_how_it_works_below_his_sheet() -> None:
    table = duel()
    shown = panel(table, "ben")
    assert {"How duels work", "Blows by chance, 1 to 3: Blue Footman"} <= {*labels(shown)}
    assert "Choose blows and guards for Blue" in shown.text
    assert fight.how(as_kind(Warlord, table.game)).count("\n") == 5
    _, _, blows = shown.text.partition("If both choose blows at random: ")
    assert " wins 45%, " in blows and "**HIGH** fells and is slow; **MID** wounds; **LOW** wounds, staggers" in blows
    looks = [(button.label, button.style) for button in buttons(shown)][:2]
    assert looks == [("HIGH, guard high…", "primary"), ("HIGH, guard mid…", "primary")]


RECORD = GameRecord(
    id="g", rules="kingmaker", rules_version="1", variant="wbc", options={}, title="War", guild=1, channel=2,
    owner=3, commitment="", secret="", deadline_hours=0, created=0,
)  # fmt: skip


def test_whoever_adds_a_computer_player_may_have_another_one_by_name() -> None:
    record = structs.replace(RECORD, rules="warlord", variant="base")
    seat = SeatRecord(game="g", id="s2", user=-1, name="Gawain", word="", joined=0, regent="captain")
    (menu,) = lobby.levels(record, seat).rows
    assert isinstance(menu, Menu)
    offered = {choice.value: choice.hint for choice in menu.choices}
    assert list(offered) == ["usual", "easy", "hard", "-"]
    assert offered["hard"] == "tries many plans, compares the results, and takes up to five seconds"
    press = parse(menu.id)
    assert press and (press.verb, press.subject, press.topic) == ("level", "g", "s2")


def test_the_lobby_has_the_players_card_of_the_variant() -> None:
    shown = status_panel.lobby_panel(RECORD, [])
    assert labels(shown)[3:] == ["Add a computer player", "Pace", "House rules", "Rules in short"]
    press = parse(buttons(shown)[-1].id)
    assert press and (press.verb, press.stamp, press.topic) == ("leaflet", "kingmaker/wbc", "card")


MEETING = (
    {"action": "place", "piece": "red_warlord", "square": "F3"},
    {"action": "place", "piece": "blue_warlord", "square": "F4"},
    {"action": "goto", "side": "red"},
)


def test_moves_onto_enemies_have_the_odds_of_their_duels() -> None:
    away = {"red_lady": "D7", "red_knight": "C7", "blue_warlord": "D10"}
    table = arranged("warlord", *({"action": "place", "piece": p, "square": at} for p, at in away.items()), MEETING[-1])
    shown = panel(table)
    lines = listed(shown)
    assert lines[0] == "Lady, D7 to D10, meets Blue Warlord: Blue Warlord yields to her without a duel: he is captured"
    attack = "Knight, C7 to D10, attacks Blue Warlord"
    place = next(place for place, line in enumerate(lines) if line.startswith(attack))
    assert "if both choose blows at random: each side wins " in lines[place]
    assert labels(shown)[0] == "Lady to D10…" and labels(shown)[place] == "Knight: attack D10…"
    assert [button.style for button in buttons(shown)[:2]] == ["success", "secondary"]
    found = pressed(table, buttons(shown)[place])
    assert found.keep == ("move", {"piece": "red_knight", "to": "D10"})


def test_the_button_of_a_move_says_who_and_where_to() -> None:
    table = arranged("warlord")
    shown = panel(table, table.requests()[0].seat)
    assert labels(shown)[:2] == ["Knight to C6: nearer…", "Footman to E4: nearer…"]


def plain(shown: Panel) -> list[Button]:
    """The buttons of likely actions that stand without words."""
    rows = [row for row in shown.rows if isinstance(row, Sequence)]
    return [button for row in rows for button in row if ":whole:" in button.id]


def test_moves_that_their_buttons_say_stand_in_a_row_below_those_that_have_a_line() -> None:
    table = arranged("warlord")
    shown = panel(table, table.requests()[0].seat)
    lines = [row for row in shown.rows if isinstance(row, Line)]
    assert len(lines) >= 2 and len(plain(shown)) == 3
    assert all(
        re.fullmatch(r"(Knight|Footman|Lady|Warlord) to [A-L]\d+: (nearer|home|safer)…", button.label)
        for button in plain(shown)
    )
    (menu,) = (row for row in shown.rows if isinstance(row, Menu) and row.prompt == prospects.SUGGESTIONS)
    assert not {as_press(button).field_value for button in plain(shown)} & {choice.value for choice in menu.choices}
    assert height(shown) <= SCREEN
    kinds = [row for row in shown.rows if isinstance(row, Line | Menu)]
    assert len(kinds) + len(plain(shown)) <= 10


def test_as_many_impulses_are_listed_as_somebody_reads_and_a_form_has_all() -> None:
    leaders = ("edward_iii", "talbot", "fastolf")
    edits = [{"action": "station", "leader": leader, "area": "normandy"} for leader in leaders]
    table = arranged("warriors", *edits, *IMPULSES[1:])
    seat = table.requests()[0].seat
    shown = panel(table, seat)
    (menu,) = (row for row in shown.rows if isinstance(row, Menu) and ":whole:" in row.id)
    able = {as_press(button).field_value for button in buttons(shown)} | {choice.value for choice in menu.choices}
    every = {prospects.key_of_action(action) for action in every_impulse(table, seat)}
    assert len(every) > 30 and 5 < len(every & able) <= options.LISTED
    assert any(as_press(button).verb == "pick" and as_press(button).topic == "move" for button in buttons(shown))
    last = menu.choices[-1]
    press = parse(menu.id)
    assert press
    found = replies.reply(at_table(table, seat), press, [last.value])
    assert found.panel and "Do it" in labels(found.panel)
    assert "Does anybody go along?" in found.panel.text, "where a leader may be added the form says so"


def test_the_panel_of_a_table_says_whom_it_waits_for_and_how_it_ended() -> None:
    table = arranged("kingmaker", *MOVING)
    said = status_panel.waiting(table, NAMES, {})
    assert said == f"⏳ **Ann**: {table.requests()[0].prompt}"
    table.game.finish(["ben"], "{ben} has the last King.", "BASE-WIN-1")
    assert status_panel.waiting(table, NAMES, {}) == "**The game is over.** **Ben** has the last King."


def test_what_is_in_a_list_can_be_taken_out_and_put_in_again() -> None:
    table = arranged("kingmaker", *MOVING, place("neville", "ann", "open:york"), place("roos", "ann", "open:york"))

    def after(verb: str, value: str, *nobles: str) -> Any:
        kept = Draft(game=RECORD.id, seat="ann", version=0, tag="move", fields={"nobles": [*nobles]})
        detail = wording.stamp(kept.tag, kept.fields)
        press = Press(verb, RECORD.id, table.stamp("ann"), "move", 0, detail, "nobles")
        found = replies.reply(replace(at_table(table, "ann"), kept=kept), press, [value])
        assert found.panel and found.keep and found.keep[0] == "move"
        return found.keep[1]["nobles"]

    assert after("out", "nobles=neville", "percy", "neville", "roos") == ["percy", "roos"]
    assert after("out", "nobles=roos", "percy", "neville") == ["percy", "neville"]
    assert after("set", "neville", "percy") == ["percy", "neville"]


def every_impulse(table: Table, seat: str) -> list[March]:
    """Every group of leaders, with every area to which it can go."""
    offer = table.offer(seat, "move")
    who, where = offer.field("leaders"), offer.field("to")

    def groups(picked: list[str]) -> Iterator[list[str]]:
        yield from [picked] if picked else []
        for choice in who.choices({"leaders": picked}):
            if not picked or choice.value > picked[-1]:
                yield from groups([*picked, choice.value])

    return [March(found, choice.value) for found in groups([]) for choice in where.choices({"leaders": found})]


def test_what_cannot_be_taken_back_says_what_comes_of_it_where_it_is_confirmed() -> None:
    for table, place in ((arranged("warlord", *MEETING), 1), (arranged("warlord"), 2)):
        seat = table.requests()[0].seat
        button = buttons(panel(table, seat))[place]
        one = next(one for one in likely_at(table, seat) if prospects.key_of_action(one.action) == button.id[-10:])
        found = pressed(table, button)
        assert found.panel and labels(found.panel)[0] == "Do it"
        assert found.panel.text == f"{one.words}: {one.comes_of}"


def test_sending_a_piece_home_that_is_not_likely_stands_on_another_page() -> None:
    table = arranged("warlord")
    seat = table.requests()[0].seat
    shown = panel(table, seat)
    assert not any(label.startswith("Send a piece home") for label in labels(shown))
    listed_ = [choice.label for row in shown.rows if isinstance(row, Menu) for choice in row.choices]
    behind = [button.label for button in paged(table, seat)]
    assert any("Send a piece home" in said or "sends" in said for said in (*listed_, *behind))


def test_the_second_page_begins_where_the_first_has_ended_whatever_the_first_tells_besides() -> None:
    for table in (arranged("kingmaker", *MOVING), arranged("warlord", *MEETING), lancaster("D03")[0]):
        seat = table.requests()[0].seat
        told = options.options_panel(table, "k7f2", seat, NAMES, likely_at(table, seat), "All is told. " * 40)
        assert labels(told) == labels(panel(table, seat))


def test_the_first_page_is_as_high_as_a_phone_and_has_the_likeliest_in_any_case() -> None:
    tables = [arranged("kingmaker", *MOVING), arranged("kingmaker", *FIGHTING), arranged("warlord", *MEETING)]
    for table in (*tables, arranged("warriors", *IMPULSES), lancaster("D03")[0], lancaster("D09")[0]):
        shown = panel(table, table.requests()[0].seat)
        assert height(shown) <= SCREEN
        chosen = [one.label for row in shown.rows if isinstance(row, Menu) for one in row.choices]
        assert len([*chosen, *(button for button in buttons(shown) if ":whole:" in button.id)]) >= 2


@pytest.mark.parametrize("game", ["kingmaker", "warlord", "warriors", "lancaster"])
def test_a_button_ends_in_dots_if_it_opens_a_form_or_asks_once_more_and_only_then(game: str) -> None:
    tables = {
        "kingmaker": [
            arranged("kingmaker", *MOVING),
            arranged("kingmaker", *FIGHTING),
            arranged("kingmaker", place("percy", "ann", "open:coventry"), *captured("berkeley"), fate=True),
        ],
        "warlord": [arranged("warlord"), arranged("warlord", *MEETING)],
        "warriors": [arranged("warriors", *IMPULSES), arranged("warriors", *BATTLES, MET)],
        "lancaster": [lancaster("D03")[0], lancaster("D09")[0]],
    }[game]
    opened: set[bool] = set()
    for table in tables:
        for seat in table.seats:
            for button in paged(table, seat):
                if as_press(button).verb in ("do", "pick", "fill", "begin", "whole"):
                    found = replies.reply(at_table(table, seat), as_press(button), [])
                    opened.add(found.action is None)
                    assert button.label.endswith("…") == (found.action is None), button
    assert True in opened, "one of them opens a form"


def test_a_button_beside_a_line_leaves_the_words_their_room() -> None:
    for table in (arranged("kingmaker", *MOVING), arranged("kingmaker", *FIGHTING), arranged("warriors", *IMPULSES)):
        lines = [row for row in panel(table, table.requests()[0].seat).rows if isinstance(row, Line)]
        assert lines and all(len(line.button.label) <= prospects.BESIDE for line in lines)


def test_what_helps_is_at_hand_below_what_ends() -> None:
    shown = panel(arranged("kingmaker", *MOVING))
    assert [button.label for button in ending(shown)] == ["End the Movement phase"]
    helping = labels(shown)[labels(shown).index("End the Movement phase") + 1 :]
    assert helping == ["Odds", "Help"], "one row, which a phone shows side by side; nothing has been done yet"


def test_what_alone_is_left_beside_the_usual_answers_has_its_own_button_and_name() -> None:
    table, seat = lancaster("D09")
    plain = [one for one in likely_at(table, seat) if one.short in ("Yes: 1 vote", "No: 1 vote")]
    shown = options.options_panel(table, "k7f2", seat, NAMES, plain)
    assert [label for label in labels(shown) if "ote" in label] == ["Yes: 1 vote", "No: 1 vote", "Vote with markers…"]
    assert not any(map(turns_page, labels(shown)))


def test_what_passes_is_not_green_where_something_else_is_likelier() -> None:
    def green(table: Table, seat: str, likely: Sequence[Prospect] | None = None) -> list[str]:
        found = likely_at(table, seat) if likely is None else likely
        shown = options.options_panel(table, "k7f2", seat, NAMES, found)
        return [button.label for button in buttons(shown) if button.style == "success"]

    warlord, warriors = arranged("warlord"), arranged("warriors", *IMPULSES)
    for table in (warlord, warriors, arranged("kingmaker", *MOVING)):
        seat = table.requests()[0].seat
        passing = [offer.label for offer in table.offers(seat) if issubclass(offer.action, Pass)]
        for likely in ((), None, (*likely_at(table, seat), Prospect(Pass(), "Pass."))):
            assert passing and not {*passing} & {*green(table, seat, likely)}


def test_undo_says_what_it_undoes_and_odds_are_at_hand_where_dice_or_cards_decide() -> None:
    done = "{ben} takes Touques with Talbot, Salisbury and all the men that he could raise in Normandy this year"
    shown = options.options_panel(arranged("warlord"), "k7f2", "ann", NAMES, (), done=done)
    (undo,) = [label for label in labels(shown) if label.startswith("Undo")]
    assert undo.startswith("Undo: Ben takes Touques with") and undo.endswith("…") and len(undo) <= 80
    for table in (arranged("kingmaker", *MOVING), arranged("warlord"), arranged("warriors", *IMPULSES)):
        seat = table.requests()[0].seat
        found = [options.options_panel(table, "k7f2", seat, NAMES, likely_at(table, seat), done=d) for d in ("", done)]
        bare, said = ([label for label in labels(shown) if not label.startswith("Undo")] for shown in found)
        assert bare == said, "no button has to go for the words"
    for table, seat in (lancaster("D09"), lancaster("D03")):
        assert "Odds" not in labels(panel(table, seat)) and aids.WHY_NOT in labels(panel(table, seat))
    fighting = arranged("kingmaker", *FIGHTING)
    assert "Odds" in labels(panel(fighting, fighting.requests()[0].seat))
    assert "Odds" not in [line.button.label for line in aids.lines(lancaster("D09")[0], "k7f2")]


def test_the_buttons_of_a_question_that_is_all_of_an_action_say_what_they_do() -> None:
    hand = [{"action": "hand", "card": card, "seat": "ann"} for card in ("saxons", "bishop_of_norwich", "le_george")]
    table = arranged("kingmaker", *MOVING, *hand, hand_limit=2)
    found = labels(options.options_panel(table, "k7f2", "ann", NAMES, ()))
    assert {"Discard Saxons…", "Discard Bishop of Norwich…", "Discard Le George…"} <= {*found}, found


def test_all_that_helps_is_listed_with_what_it_is_for() -> None:
    listed = aids.lines(arranged("kingmaker", *MOVING), "k7f2", "Percy marches to York")
    found = [line.button.label for line in listed]
    games = ["Undo…", aids.WHY_NOT, "Odds", "What happened?", "Plan ahead", "Letters"]
    own = ["Let it decide…", "The table…", "My tables", "My settings"]
    assert found == [*games, *own]
    assert all(line.words.endswith(".") for line in listed)
    helped = aids.lines(arranged("kingmaker", *MOVING), "k7f2", helped=True, regent="usual")
    assert [line.button.label for line in helped if line not in listed] == ["Why did they?", "I decide again"]


def test_whoever_waits_can_plan_ahead_from_the_panel() -> None:
    waiting = labels(panel(arranged("kingmaker", *MOVING), "ben"))
    assert waiting[-2:] == ["Plan ahead", "Help"]


def test_a_long_default_is_cut_between_words_and_its_quotation_closed() -> None:
    limit = (
        "deadline tomorrow, then I choose “Choose every piece: " + "3 infantry in England, " * 9 + "1 gunner” for you"
    )
    shown = options.options_panel(arranged("kingmaker", *MOVING), "k7f2", "ann", NAMES, (), limit=limit)
    assert "-# Deadline tomorrow, then I choose “Choose every piece: 3 infantry in England, 3" in shown.text
    assert re.search(r" (\d|infantry|in|England,)…”\.$", shown.text)


def test_no_button_moves_for_a_long_default() -> None:
    tables = [arranged("kingmaker", *MOVING), arranged("warlord"), lancaster("D03")[0], arranged("warriors", *IMPULSES)]
    for table in tables:
        seat, names = table.requests()[0].seat, {**NAMES}
        short, long = (
            options.options_panel(table, "k7f2", seat, names, likely_at(table, seat), limit=f"deadline, then {word}")
            for word in ("Pass", "Pass the very long default " * 9)
        )
        assert labels(short) == labels(long)


def test_what_takes_back_is_offered_once() -> None:
    table = arranged("kingmaker", *MOVING)
    table.act("ann", Move(nobles=["percy"], to="open:airedale"))  # type: ignore[arg-type]
    assert [label for label in labels(panel(table)) if "ndo" in label] == ["Undo: Percy from York to Airedale"]


def test_why_not_has_a_reason_for_everything_that_is_not_open() -> None:
    table = arranged("kingmaker", *MOVING)
    shown = why_not.why_panel(table, "k7f2", "ann", NAMES)
    options_ = {choice.value: choice.hint for row in shown.rows if isinstance(row, Menu) for choice in row.choices}
    assert "move" not in options_ and options_["call_parliament"]
    assert all(options_.values())
    said = [choice.label for row in shown.rows if isinstance(row, Menu) for choice in row.choices]
    assert "Call Parliament" in said and "Take charge of an heir in the same place" in said
    assert len(options_) == len(why_not.barred(table, "ann")), "no menu is too short for its chapter"
    assert all(len(row.choices) <= MENU for row in shown.rows if isinstance(row, Menu)) and len(shown.rows) <= ROWS


def lancaster(decision: str) -> tuple[Table, str]:
    """A table of Lancaster at the first question of a kind, and whom it asks."""
    rules: Rules[Any] = rules_of("lancaster")
    table = Table.new(rules, "k7f2", ["ann", "ben", "cat"], rules.options(rules.usual_variant, {}), bytes(32))
    while not (found := [one for one in table.requests() if one.decision == decision]):
        one = table.requests()[0]
        table.act(one.seat, one.default())
    return table, found[0].seat


def listed(shown: Panel) -> list[str]:
    """What is likely, in lines and below them in a menu."""
    lines = [row.words for row in shown.rows if isinstance(row, Line) and ":whole:" in row.button.id]
    menus = [row for row in shown.rows if isinstance(row, Menu) and ":whole:" in row.id]
    return [*lines, *(f"{choice.label}: {choice.hint}" for menu in menus for choice in menu.choices)]


def test_a_ballot_is_a_press_with_its_markers_and_says_what_it_counts() -> None:
    table, seat = lancaster("D09")
    shown = panel(table, seat)
    said = [(button.label, button.style) for button in buttons(shown) if ":whole:" in button.id]
    ballots = [f"{side}{marked}" for marked in (": 1 vote", " +1", " +2") for side in ("Yes", "No")]
    assert said == [(ballot, "secondary") for ballot in ballots], "none is proposed, and all stand on the first page"
    press = parse(buttons(shown)[0].id)
    assert press
    here = at_table(table, seat)
    assert replies.reply(here, press, []).action == Vote(table.game.state.laws.proposed[0], "yes", "0")


@pytest.mark.parametrize("markers", [0, 1, 5])
def test_yes_and_no_have_buttons_however_much_the_laws_say(markers: int) -> None:
    table, seat = lancaster("D09")
    game = table.game
    assert isinstance(game, Lancaster) and isinstance(game.top, Voting)
    game.top.laws[:] = ["KL1"]
    game.state.laws.proposed[0], game.state.laws.current[0] = "KL1", "KL6"
    game.player(seat).voting_markers = markers
    assert [one.label for one in buttons(panel(table, seat))][:2] == ["Yes: 1 vote", "No: 1 vote"]


@pytest.mark.rule("LAN-BASE-86")
def test_a_favour_that_is_left_unused_is_chosen_for_that_from_the_first_press() -> None:
    table, seat = lancaster("D03")
    sent = (one.action for one in likely_at(table, seat) if "conflict:" in getattr(one.action, "to", ""))
    table.act(seat, next(sent))
    shown = panel(table, seat)
    assert "Take a favour…" not in labels(shown), "all that is used has a button of its own"
    removing = pressed(
        table,
        next(one for one in buttons(shown) if one.label == "Take one away: you get nothing, nobody else has it…"),
        seat,
    )
    assert removing.panel and "take it unused**\n-# you get nothing" in removing.panel.text
    assert "3 gold…" in labels(removing.panel), "that it is yours at once is not said"
    assert "+ take it unused…" not in labels(removing.panel)


def test_a_question_on_the_next_page_has_the_name_of_its_action_on_the_button_that_leads_there() -> None:
    """The only knight goes without saying, so that the question is for the privilege that he may bring."""
    edits = SetRound(2), Grant("blue", "tudor_knight", 1), SetGoods("ann", "bishops", 1), Stand("blue_2a", "reserve")
    table = lancaster_table(*edits, Stand("green_4", "conflict:C05/1"))
    assert "Other actions: Place a knight, Place your lord…" in labels(panel(table))
    assert "+ the Tudor knight (strength +2)…" in [button.label for button in paged(table)]


def test_whoever_waits_is_told_whose_turn_it_is_and_whose_come_before_theirs() -> None:
    """Somebody who has placed a knight, and still chooses a favour, is not said to have their turn yet to come."""
    table = lancaster_table(OpenConflict("C03", "upper", 0), seats=("ann", "ben", "cat"))
    names = {seat: seat.capitalize() for seat in table.seats}
    table.act("ann", Place("blue_1a", "conflict:C03"))
    assert plans.offered(table, "ben", names) == "Ann still has a choice to make; then it is your turn."
    assert plans.offered(table, "cat", names) == "Ann still has a choice to make; then it is Ben's turn, then yours."
    assert plans.offered(table, "ann", names) == ""


def test_fewer_squires_than_go_along_are_a_press_away() -> None:
    table, seat = lancaster("D03")
    here = at_table(table, seat)
    found = prospects.able(table, seat, here.likely)
    (york,) = (one for one in found if "to York with 2 squires" in one.prospect.words)
    assert york.prospect.comes_of.endswith("; for fewer squires press it, then “Choose again”")
    asked = replies.reply(here, Press("whole", "k7f2", table.stamp(seat)), [york.key])
    assert asked.panel and asked.keep
    again = next(parse(one.id) for one in buttons(asked.panel) if one.label == "Choose again")
    tag, fields = asked.keep
    kept = Draft(game="k7f2", seat=seat, version=table.version, tag=tag, fields=fields)
    assert again
    shown = replies.reply(replace(here, kept=kept), again, []).panel
    assert shown and {"0 squires (total 2)…", "1 squire (total 3)…"} <= {*labels(shown)}


def test_each_space_for_a_knight_is_a_line_with_what_it_brings() -> None:
    table, seat = lancaster("D03")
    lines = listed(panel(table, seat))
    assert any("; with him England lacks " in line and "; if lost, he fights on next round" in line for line in lines)
    assert any(", or its noble; " in line and " or more expels him" in line for line in lines)
    assert any("Your lord alone applies for Lord High " in line and "; 2 or more expels " in line for line in lines)
    assert len(lines) > 5 and len({*lines}) == len(lines)


def test_where_a_knight_goes_at_the_deadline_is_told_whole() -> None:
    table, seat = lancaster("D03")
    request = table.request(seat)
    assert request is not None
    limit = f"deadline <t:1795806091:R>, then {timekeeping.default_words(request)}"
    shown = options.options_panel(table, "k7f2", seat, {}, (), limit=limit)
    assert "to Barracks (castle)” for you" in shown.text


def test_what_is_likely_and_has_no_line_is_chosen_from_one_menu() -> None:
    table, seat = lancaster("D03")
    menus = (row for row in panel(table, seat).rows if isinstance(row, Menu))
    (menu,) = (row for row in menus if row.prompt == prospects.SUGGESTIONS)
    press = parse(menu.id)
    assert press and len(menu.choices) <= MENU
    chosen = replies.reply(at_table(table, seat), press, [menu.choices[-1].value])
    assert chosen.panel and "Do it" in labels(chosen.panel)


# ---------------------------------------------------------------------- several questions in one form


def test_a_sheet_is_one_form_that_fits_a_phone_and_is_handed_in_when_it_is_sent() -> None:
    table = duel()
    seat = table.requests()[0].seat
    (begin,) = (button for button in buttons(panel(table, seat)) if ":fill:" in button.id)
    here = at_table(table, seat)
    form = replies.asked_together(here, as_press(begin))
    assert form is not None
    shown: Any = form.to_dict()["components"]
    assert [part["label"] for part in shown] == [
        f"Exchange {number} (you choose 1-3): blow, guard?" for number in (1, 2, 3)
    ]
    assert sum(len(part["component"]["options"]) for part in shown if part["component"]["type"] == RADIO) <= RADIOS
    press = parse(form.custom_id)
    assert press
    sent = [f"{place}={part['component']['options'][0]['value']}" for place, part in zip(PLACES, shown, strict=False)]
    action = replies.reply(here, press, sent).action
    assert isinstance(action, HandIn) and action.strokes[:3] == [value.partition("=")[2] for value in sent]
    table.act(seat, action)
    stale = replies.reply(at_table(table, seat), press, sent)
    assert stale.action is None and stale.panel and replies.MOVED_ON in stale.panel.text


def test_a_form_without_an_answer_is_refused_with_its_question() -> None:
    table = duel()
    seat = table.requests()[0].seat
    (begin,) = (button for button in buttons(panel(table, seat)) if ":fill:" in button.id)
    with pytest.raises(Illegal, match="Choose something first: Exchange 2 "):
        replies.reply(at_table(table, seat), replace(as_press(begin), verb="filled"), ["first=high/low"])


def as_press(button: Button) -> Press:
    press = parse(button.id)
    assert press
    return press


def test_the_lines_of_a_letter_are_numbered_where_there_are_several() -> None:
    go, pick = Line("All is ready.", Button("h:do", "Go")), Line("Percy marches.", Button("h:pick", "March"))
    assert [labels(Panel("", rows=flat(rows))) for rows in ([go], [go, pick])] == [["Go"], ["1. Go", "2. March"]]
    assert Panel("", rows=[go]).embed().description == "All is ready."
    assert Panel("", rows=[go, pick]).embed().description == "**1.** All is ready.\n**2.** Percy marches."


def test_one_button_at_most_is_green_and_what_stands_below_it_is_quiet() -> None:
    tables = [arranged("kingmaker", *MOVING), arranged("kingmaker", *FIGHTING), arranged("warlord", *MEETING)]
    for table in (*tables, arranged("warriors", *IMPULSES), lancaster("D03")[0], lancaster("D09")[0]):
        styles = [button.style for button in buttons(panel(table, table.requests()[0].seat))]
        assert styles.count("success") <= 1
        below = styles[styles.index("success") + 1 :] if "success" in styles else []
        assert "primary" not in below, styles


BATTLES = (
    *({"action": "station", "leader": leader, "area": "england"} for leader in ("edward_iii", "john_chandos")),
    {"action": "station", "leader": "philippe_vi", "area": "normandy"},
    {"action": "station", "leader": "black_prince", "area": "poitou"},
    {"action": "station", "leader": "du_guesclin", "area": "poitou"},
)

MET = {"action": "station", "leader": "charles_v", "area": "england"}


def shape(shown: Panel) -> list[Any]:
    """A panel as it is laid out: what stands where, without the words beside the buttons."""
    return [
        (row.button, height(Panel("", rows=[row])))
        if isinstance(row, Line)
        else (row.id, [one.label for one in row.choices])
        if isinstance(row, Menu)
        else row
        for row in shown.rows
    ]


def as_laid_out(shown: Panel) -> str:
    """A panel as Discord has it, without its words."""
    layout: Any = shown.layout()
    return re.sub(r"'(content|description)': ('[^']*'|\"[^\"]*\")", r"'\1'", repr(layout.to_components()))


@pytest.mark.parametrize(
    ("game", "edits", "late"),
    [
        ("kingmaker", MOVING, False),
        ("kingmaker", FIGHTING, False),
        ("warlord", MEETING, False),
        ("warriors", (*BATTLES, {"action": "set_impulses", "english": 3, "french": 3, "moving": "english"}), True),
        ("warriors", (*BATTLES, MET, {"action": "goto", "phase": "battles"}), True),
    ],
)
def test_chances_that_come_late_move_nothing_on_a_panel(game: str, edits: Sequence[Any], late: bool) -> None:
    table = arranged(game, *edits)
    seat = table.requests()[0].seat
    likely = likely_at(table, seat)
    early = options.options_panel(table, "k7f2", seat, NAMES, listed_at(table, seat), "Well fought.")
    whole = options.options_panel(table, "k7f2", seat, NAMES, likely, "Well fought.")
    assert (options.PENDING in words(early), early.waits) == (late, Unfinished(seat, table.version) if late else None)
    assert listed(early) and options.PENDING not in words(whole)
    assert shape(early) == shape(whole) and as_laid_out(early) == as_laid_out(whole)
    assert [real_lines(row) for row in early.rows] == [real_lines(row) for row in whole.rows]
    assert prospects.completed(early, likely, NAMES) == whole


def test_each_battle_is_a_line_with_who_fights_whom_where_with_what_strength_and_how_likely_they_win() -> None:
    moving = panel(
        arranged("warriors", *BATTLES, {"action": "set_impulses", "english": 3, "french": 3, "moving": "english"})
    )
    coming = moving.text.splitlines()[-1]
    assert re.fullmatch(r"Your chance to win if nobody else comes: Poitou \d+%\.", coming)
    battles = panel(arranged("warriors", *BATTLES, MET, {"action": "goto", "phase": "battles"}))
    england, poitou = listed(battles)
    assert re.match(FOUGHT.format("England", "Edward III and Chandos", "Charles V"), england)
    assert re.match(FOUGHT.format("Poitou", "Black Prince", "Du Guesclin"), poitou)
    assert labels(battles)[:2] == ["Fight: England…", "Fight: Poitou…"]


FOUGHT = r"{}, \d against \d: {} against {}: win \d+%, lose \d+%, both destroyed \d+%"


def real_lines(row: Any) -> int:
    """How many lines of a phone a row takes."""
    return height(Panel("", rows=[replace(row, measure="") if isinstance(row, Line) else row]))


def test_a_press_fills_in_all_of_a_placement_also_behind_a_question_that_may_be_left_open() -> None:
    table, seat = lancaster("D03")
    press = parse(buttons(panel(table, seat))[0].id)
    assert press
    here = at_table(table, seat)
    found = replies.reply(here, press, [])
    assert found.keep and found.keep[1]["to"] == "conflict:C04" and found.keep[1]["knight"]
    assert found.panel and labels(found.panel)[0] == "Do it"


def test_places_that_are_all_listed_with_their_odds_are_not_offered_twice() -> None:
    """Whether one is asked again before the card may still be chosen, behind a button of its own."""
    before_wakefield = (
        place("percy", "ann", "open:wakefield"),
        place("scrope", "ben", "open:wakefield"),
        {"action": "goto", "seat": "ann", "phase": "combat"},
    )
    table = arranged("kingmaker", *before_wakefield, fight_on=True)
    shown, first = [button.label for button in paged(table)], panel(table)
    assert len([line for line in listed(first) if "attacks Pontefract" in line]) == 1
    assert not [label for label in shown if label.startswith("Attack a place") and "Pontefract" in label]
    assert any(label.startswith("Attack another place") for label in shown)


def test_the_button_of_an_action_has_the_same_name_in_whatever_order_its_questions_were_answered() -> None:
    """Messages of earlier releases have buttons with such names, so that it may never change."""
    answers = {"place": ["york"], "troops": ["percy", "scrope"]}
    key = prospects.key_of("march", answers)
    assert key == prospects.key_of("march", dict(reversed(answers.items()))) == "1ce1de6770"
    others = [("retreat", answers), ("march", {"place": ["york"]}), ("march", {**answers, "troops": ["scrope"]})]
    assert key not in {prospects.key_of(tag, said) for tag, said in others}
    assert key not in {prospects.key_of("march", {**answers, "troops": ["scrope", "percy"]})}


def test_the_only_likely_action_without_a_line_is_a_button_rather_than_a_menu() -> None:
    whole = Menu(str(Press("whole", "k7f2", "1a2b")), prospects.SUGGESTIONS, [])
    whole = replace(whole, choices=[Choice("a", "Berkeley to York…"), Choice("b", "Percy to Wark…")])
    lines = [Line("", Button(str(Press("whole", "k7f2", "1a2b", "march", field_value=key)), "To…")) for key in "ab"]
    (one,) = Rest(whole, set()).below(lines, 1, 0)
    assert one == [[Button(lines[1].button.id, "Percy to Wark…", "secondary")]]
    ((menu,),) = Rest(whole, set()).below(lines, 0, 0)
    assert isinstance(menu, Menu) and menu.prompt == "Also possible" and len(menu.choices) == 2


@pytest.mark.parametrize(
    ("said", "labels"),
    [
        (("Percy to York", "Roos to York"), ["To York: Percy", "To York: Roos"]),
        (("Percy to York", "Percy and Roos to York"), ["To York", "To York + Roos"]),
        (("Percy, Roos and Bourchier to York", "Percy to York"), ["To York + Bourchier", "To York"]),
    ],
)
def test_a_button_names_the_place_and_whoever_tells_it_from_another(said: Sequence[str], labels: list[str]) -> None:
    """A name in the place's stead would read as if that noble marched alone."""
    offer = Offer(Move, "Move by land")
    found = [
        prospects.Open(offer, Prospect(Move(nobles=[], to=Location("open:york")), one, short="To York")) for one in said
    ]
    shown = prospects.lines(Press("set", "k7f2"), found, {}, primary=False)
    assert [line.button.label for line in shown] == labels


def test_shortened_news_come_with_the_button_that_tells_all_of_them() -> None:
    """It stands beside the other help; where nothing is left out there is none."""
    at_hand = [Button(str(Press("aids", "k7f2")), "Help")]
    panel_ = Panel(f"Percy dies.\n{telling.SHORTENED}", rows=[at_hand])
    (row,) = play._with_all_news(panel_, "k7f2").rows
    assert row == [*at_hand, aids.since("k7f2")]
    assert play._with_all_news(replace(panel_, text="Percy dies."), "k7f2").rows == [at_hand]
