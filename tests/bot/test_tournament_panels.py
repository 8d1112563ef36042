"""What people read and press of a tournament: the draw before it counts, the news of the channel, the message."""

import msgspec
import pytest

from bot.panels.ids import parse
from bot.panels.panel import Button, Menu, Panel, People, flat
from bot.panels.tournament import change as tournament_change
from bot.panels.tournament import message as tournament
from bot.panels.tournament import news as tournament_news
from bot.panels.tournament import officials as tournament_officials
from bot.store.rows import TournamentRecord
from engine.core.dice import commitment
from engine.core.errors import Illegal
from engine.games import rules_of
from engine.tournament import log, seating
from engine.tournament.format import BY_POST, Clock, preset
from engine.tournament.format_forms import changed
from engine.tournament.results import Result
from tests.tournament.event import Event, opened, result, secret

PEOPLE = [str(number) for number in range(101, 107)]
RECORD = TournamentRecord(id="k7f2", guild=5, channel=6, created=1_000_000.0)


def event(*people: str, start: str = "2026-01-01T12:00:00+00:00") -> Event:
    """A tournament of tables of three, whose first heat is announced."""
    found = opened(fewest=2, usual=3, most=3, finalists=3, widened=3)
    for person in people:
        found.do(log.Entered(person=person, name=f"P{person}", heats=(1,)))
    found.do(log.Announced(heat=1, commitment=commitment(secret(1)), start=start))
    found.check_in(1, *people)
    return found


def drawn(found: Event) -> seating.Drawn:
    return seating.drawn(found.state, found.state.heat(1), secret(1).hex())


def menus(panel: Panel) -> list[Menu]:
    return [row for row in panel.rows if isinstance(row, Menu)]


def buttons(panel: Panel) -> list[Button]:
    rows = [row for row in flat(panel.rows) if not isinstance(row, Menu | People)]
    return [one for row in rows for one in row if isinstance(one, Button)]


def labels(panel: Panel) -> list[str]:
    return [one.label for one in buttons(panel)]


def told(found: Event, entry: log.AnyEntry) -> str:
    """What the channel is told of the next entry."""
    before = tournament_news.before(found.state)
    found.do(entry)
    said = tournament_news.message("k7f2", before, found.state, entry)
    assert said is not None
    return said[1].text


# ---------------------------------------------------------------------- the draw


def test_the_draw_is_shown_with_everybody_in_a_menu_to_be_exchanged() -> None:
    found = event(*PEOPLE)
    shown = tournament_officials.draw_panel("k7f2", found.state, 1, drawn(found), [], 0)
    assert labels(shown) == ["Seat them like this", "Not yet"]
    assert (shown.title, shown.text, shown.footer) == (
        "Seats of heat 1",
        "Table 1: **P102**, **P106** and **P101**\n"
        "Table 2: **P104**, **P103** and **P105**\n\n"
        "No exception to the seating rules was needed.",
        "If you exchange people, you are asked why; everybody reads your reason.",
    )
    assert [(menu.prompt, menu.choices[0].hint) for menu in menus(shown)] == [("Exchange somebody…", "Table 1")]
    assert sorted(choice.label for menu in menus(shown) for choice in menu.choices) == [f"P{one}" for one in PEOPLE]


def test_who_was_chosen_changes_seats_with_somebody_of_another_table() -> None:
    found = event(*PEOPLE)
    first = drawn(found).tables[0]
    shown = tournament_officials.draw_panel("k7f2", found.state, 1, drawn(found), [], 1)
    (menu,) = menus(shown)
    assert menu.prompt == f"With whom does P{first[0]} change seats?"
    assert labels(shown) == ["Seat them like this", "As drawn", "Not yet"]
    assert {choice.label for choice in menu.choices}.isdisjoint(f"P{one}" for one in first)


def test_after_an_exchange_a_reason_is_asked_for() -> None:
    found = event(*PEOPLE)
    one, other = drawn(found).tables[0][0], drawn(found).tables[1][0]
    shown = tournament_officials.draw_panel("k7f2", found.state, 1, drawn(found), [(0, 3)], 0)
    table = shown.text.splitlines()[0]
    assert f"P{other}" in table and f"P{one}" not in table
    button = buttons(shown)[0]
    press = parse(button.id)
    assert press is not None
    assert (button.label, press.verb, press.detail) == ("Seat them like this…", "tseatas", "0x3")
    assert press.verb in tournament_officials.FORMS
    assert labels(shown) == ["Seat them like this…", "As drawn", "Not yet"]


def test_the_draw_says_who_gets_no_seat_and_has_no_menus_for_one_table() -> None:
    found = event(*PEOPLE[:4])
    heat = found.state.heat(1)
    seats = drawn(found)._replace(tables=[list(heat.present[:3])], idle=list(heat.present[3:]))
    shown = tournament_officials.draw_panel("k7f2", found.state, 1, seats, [], 0)
    assert shown.text.splitlines()[1] == f"Without a seat: **P{heat.present[3]}**."
    assert (shown.footer, menus(shown)) == ("", [])


def test_a_draw_of_as_many_as_a_message_can_show_has_ids_that_discord_takes() -> None:
    people = [str(10**18 + number) for number in range(60)]
    found = event(*people)
    swaps = [(place, 59 - place) for place in range(tournament_officials.MAX_SWAPS)]
    shown = tournament_officials.draw_panel("k7f2", found.state, 1, drawn(found), swaps, 12)
    assert len(shown.view().children) <= 25
    assert sum(len(menu.choices) for menu in menus(shown)) == 57


# ---------------------------------------------------------------------- what is agreed


def test_what_is_agreed_stands_above_the_buttons_that_change_it() -> None:
    found = opened(options={"last_round": "none"})
    shown = tournament_change.panel("k7f2", found.state)
    assert "3 to 7, usually 5" in shown.text and "last\\_round = none" in shown.text
    assert labels(shown)[:3] == ["Title, heats, tables…", "Clocks…", "Rules and seats…"]


def test_a_form_that_is_sent_as_it_stands_changes_nothing() -> None:
    tournament_format = opened().state.format
    written = {
        "title": tournament_format.title,
        "year": "2007",
        "heats": "3",
        "tables": "3 to 7, usually 5",
        "finalists": "5",
    }
    assert tournament_change.reshaped(tournament_format, written) == tournament_format
    clock = {
        "heat": "4 hours",
        "final": "5 hours",
        "before": "15 minutes, 15 minutes, 5 minutes",
        "grace": "5 minutes",
        "ending": "stop",
    }
    assert tournament_change.reclocked(tournament_format, clock) == tournament_format


# ---------------------------------------------------------------------- the channel


def test_the_channel_is_told_of_a_change() -> None:
    found = opened()
    entry = log.Changed(format=changed(found.state.format, clock=BY_POST), by="gm")
    assert "a game of a heat: 4 hours → 60 days" in told(found, entry)


def test_the_rules_are_gone_over_with_the_seating() -> None:
    found = event(*PEOPLE)
    tables = (tuple(PEOPLE[:3]), tuple(PEOPLE[3:]))
    entry = log.Seated(heat=1, secret=secret(1).hex(), tables=tables, reason="Friends asked.", by="gm")
    said = told(found, entry)
    assert "Before the start" in said and "`/rule` finds a rule, and `/why`" in said
    assert "**gm** changed the drawn seats: Friends asked." in said


def test_a_correction_is_told_with_what_was_and_what_is() -> None:
    found = event(*PEOPLE[:3])
    found.seat(1)
    first, second, third = found.state.game(1, 1).people
    found.finish(1, 1, {first: 30, second: 20, third: 10})
    new: Result = result({first: 30, second: 35, third: 10})
    said = told(found, log.Corrected(heat=1, table=1, result=new, reason="Miscounted.", rule="WBC-PTS", by="gm"))
    assert "place 2 with 20 points → place 1 with 35 points" in said
    assert "Miscounted." in said and "[WBC-PTS]" in said and "under review" in said


def test_a_vacant_seat_is_offered_to_the_reserves_of_its_heat_first() -> None:
    found = event(*PEOPLE[:4])
    tables = (tuple(PEOPLE[:3]),)
    found.do(log.Seated(heat=1, secret=secret(1).hex(), tables=tables, reason="As the test needs it.", by="gm"))
    entry = log.Vacated(heat=1, table=1, person=PEOPLE[0], time="2026-01-01T13:00:00+00:00")
    assert f"Reserves come first: **P{PEOPLE[3]}**" in told(found, entry)


def test_what_needs_no_words_is_not_told() -> None:
    found = event(*PEOPLE)
    entry = log.Entered(person="107", name="P107", heats=(2,))
    found.do(entry)
    assert tournament_news.message("k7f2", found.state, found.state, entry) is None


# ---------------------------------------------------------------------- the message


def test_the_latest_finish_is_known_at_entry() -> None:
    found = opened()
    shown = tournament.public(RECORD, found.state, [], {})
    assert f"<t:{1_000_000 + (3 * 245 + 305) * 60}:f>" in shown.text
    begun = event(*PEOPLE)
    assert "Without a pause between heats" in tournament.public(RECORD, begun.state, [], {}).text


def test_officials_are_told_which_tables_stand_still_and_why() -> None:
    found = event("gm", *PEOPLE[:2])
    found.seat(1)
    found.do(log.Appointed(master="gm", assistants={}, by="gm"))
    shown = tournament.official("k7f2", found.state)
    assert "no assistant is left who can judge" in shown.text and "[WBC-T11]" in shown.text
    assert {"Officials", "Substitutes"} <= set(labels(shown))


def test_a_knockout_goes_on_until_one_is_left() -> None:
    tournament_format = preset(
        "knockout", title="Evening", year=2026, game="warlord", variant=rules_of("warlord").usual_variant, seats=(2, 6)
    )
    assert "until one player is left" in tournament.public(RECORD, opened(tournament_format).state, [], {}).text


# ---------------------------------------------------------------------- what is next


def message(found: Event, entry: log.AnyEntry) -> tuple[str, Panel]:
    """The mentions and the panel by which the channel is told of the next entry."""
    before = tournament_news.before(found.state)
    found.do(entry)
    said = tournament_news.message("k7f2", before, found.state, entry)
    assert said is not None
    return said


def heat_played() -> Event:
    """One heat of two tables for a Final of three, whose last result is still to come."""
    found = opened(fewest=2, usual=3, most=3, finalists=3, widened=3, heats=1, assistants=("21",), master="20")
    for person in PEOPLE:
        found.do(log.Entered(person=person, name=f"P{person}", heats=(1,)))
    found.start(1, PEOPLE[:3], PEOPLE[3:])
    found.finish(1, 1, dict(zip(PEOPLE[:3], (60, 50, 40), strict=True)))
    return found


LAST = log.Finished(heat=1, table=2, result=result(dict(zip(PEOPLE[3:], (30, 20, 10), strict=True))))


def test_the_channel_is_told_that_a_heat_is_over_and_what_is_next_for_whom() -> None:
    found = heat_played()
    mentions, panel = message(found, LAST)
    assert mentions == "<@20> <@21> <@101> <@102> <@103>"
    assert "Heat 1 is over" in panel.text and "Heat 1, table 2: **P104** wins with 30 points" in panel.text
    assert "**The Final**: **P101**, **P102** and **P103**." in panel.text and "first reserve: **P104**" in panel.text
    assert labels(panel) == ["I play the Final", "I do not play the Final", "For officials"]


def test_a_result_that_leaves_others_to_come_is_not_told_in_the_channel() -> None:
    found = heat_played()
    found.state.game(1, 1).result = None
    first = log.Finished(heat=1, table=2, result=LAST.result)
    found.do(first)
    assert tournament_news.message("k7f2", found.state, found.state, first) is None


def test_who_moves_up_is_asked_by_name_and_with_the_buttons() -> None:
    found = heat_played()
    found.do(LAST)
    mentions, panel = message(found, log.Declined(person="102", time="2026-01-01T12:00:00+00:00"))
    assert mentions == "<@104>"
    assert "(no answer in time)" in panel.text and "**P104** moves up; say until <t:1767269700:f>" in panel.text
    assert labels(panel) == ["I play the Final", "I do not play the Final"]


def test_a_heat_announced_for_later_says_when_it_begins_and_when_it_closes() -> None:
    found = opened()
    found.do(log.Entered(person="101", name="P101", heats=(1,)))
    announced = log.Announced(
        heat=1, commitment="x", time="2026-01-01T10:00:00+00:00", start="2026-01-01T12:00:00+00:00"
    )
    mentions, panel = message(found, announced)
    assert mentions == "<@101>"
    assert "It begins <t:1767268800:f> and closes <t:1767269100:f>" in panel.text
    assert labels(panel) == ["Check in: heat 1", "House rules"]


def test_only_who_is_missing_is_asked_once_more() -> None:
    found = event(*PEOPLE[:2])
    found.do(log.Entered(person="107", name="P107", heats=(1,)))
    mentions, panel = message(found, log.Reminded(heat=1))
    assert mentions == "<@107>" and labels(panel) == ["Check in: heat 1"]


# ---------------------------------------------------------------------- what an organiser reads


def test_who_enters_reads_the_heats_to_come_alone_and_where_to_check_in() -> None:
    found = opened(heats=3, fewest=2)
    for person in ("101", "102", "103"):
        found.do(log.Entered(person=person, name=f"P{person}", heats=(1, 2)))
    assert tournament.entered(found.state, "103") == "You play heat 1, heat 2."
    found.announce(1)
    found.check_in(1, "101", "102")
    assert tournament.entered(found.state, "103").endswith("heat 2. Check in for heat 1 with the green button.")
    assert tournament.entered(found.state, "101") == "You play heat 1, heat 2."
    found.seat(1)
    assert tournament.entered(found.state, "103") == "You play heat 2."
    found.do(log.Entered(person="103", name="P103", heats=(1,)))
    assert tournament.entered(found.state, "103") == "You are not down for any coming heat."


def test_who_has_not_entered_and_checks_in_reads_no_number() -> None:
    found = event("101", "102")
    with pytest.raises(Illegal) as refused:
        found.do(log.CheckedIn(heat=1, person="999", by="999"))
    assert "999" not in str(refused.value) and "Press “I play heat 1”" in str(refused.value)


def test_before_the_first_result_nobody_is_in_the_standings() -> None:
    found = event(*PEOPLE[:3])
    found.seat(1)
    assert "Standings" not in tournament.public(RECORD, found.state, [], {}).text


@pytest.mark.rule("WBC-T08", "WBC-T09", "WBC-DUR")
def test_the_rules_that_are_gone_over_tell_how_games_end_and_what_holds_at_every_table() -> None:
    said = tournament.house_rules(opened().state.format)
    assert (
        "**A heat**: after 3 hours 45 minutes the last round begins at once, with the player whose turn it is" in said
    )
    assert "after 3 hours 55 minutes play stops" in said
    assert (
        "**The Final**: after 4 hours 45 minutes you finish the round that is being played, and then play one" in said
    )
    assert "do not give things away without a good reason" in said and "/tournament question" in said
    other = changed(opened().state.format, clock=Clock(ending="one_more_turn"))
    assert "time is called after 4 hours; then each player has one more turn" in tournament.house_rules(other)


def test_officials_read_who_is_there_what_is_played_and_what_waits_for_them() -> None:
    found = event(*PEOPLE[:3])
    found.do(log.Entered(person="107", name="P107", heats=(1,)))
    said = tournament.official("k7f2", found.state).text
    assert "**Heat 1** closes <t:1767269100:R>: 3 have checked in. Still missing: **P107**." in said
    found.seat(1)
    assert "**Heat 1** is being played: 0 of 1 tables are over." in tournament.official("k7f2", found.state).text


def test_officials_read_which_finalists_have_not_answered() -> None:
    found = heat_played()
    found.do(LAST)
    found.do(log.Confirmed(person="101"))
    said = tournament.official("k7f2", found.state).text
    assert "Not answered yet: **P102** and **P103**." in said
    board = tournament.public(RECORD, found.state, [], {})
    assert {"I play the Final", "I do not play the Final"} <= set(labels(board))
    found.announce(0)
    board = tournament.public(RECORD, found.state, [], {})
    assert "**Final**: 3 finalists, 0 checked in." in board.text
    assert "I play the Final" not in labels(board) and {"Check in: the Final", "I do not play the Final"} <= set(
        labels(board)
    )


def test_who_moves_up_for_a_finalist_who_left_is_asked_and_officials_are_told_of_everybody_who_leaves() -> None:
    found = heat_played()
    found.do(LAST)
    mentions, panel = message(found, log.Dropped(person="106"))
    assert (mentions, panel.text) == ("<@20> <@21>", "**P106** has left the tournament, the Final too.")
    mentions, panel = message(found, log.Dropped(person="101"))
    assert mentions == "<@104> <@20> <@21>"
    assert "**P101** has left the tournament, the Final too. **P104** moves up" in panel.text


def test_who_is_let_in_again_is_asked_and_whoever_had_moved_up_reads_that() -> None:
    found = heat_played()
    found.do(LAST)
    found.do(log.Dropped(person="101"))
    entry = log.Readmitted(person="101", by="20", time="2026-01-01T12:00:00+00:00")
    mentions, panel = message(found, entry)
    assert mentions == "<@101> <@104>"
    assert "**P101** is back in the tournament" in panel.text and "**P104** leaves the Final." in panel.text
    assert labels(panel) == ["I play the Final", "I do not play the Final"]


def crowded() -> Event:
    """Two heats, after which five play the Final; behind the fifth two are level but for the tie-break."""
    found = opened(heats=2, master="20", assistants=())
    high, low = ("101", "102", "103", "104"), ("105", "106", "107", "108")
    for person in (*high, *low):
        found.do(log.Entered(person=person, name=f"P{person}", heats=(1, 2)))
    found.play(1, dict(zip(high, (90, 80, 70, 65), strict=True)), dict(zip(low, (60, 50, 50, 1), strict=True)))
    found.play(2, {"106": 30, "107": 20, "108": 2})
    return found


@pytest.mark.rule("WBC-T05")
def test_where_somebody_leaves_and_the_game_master_has_to_answer_first_the_channel_reads_that() -> None:
    found = crowded()
    mentions, panel = message(found, log.Dropped(person="105", time="2026-01-01T12:00:00+00:00"))
    assert (
        "**P105** has left the tournament, the Final too.\n**Before the Final**: **P107** alone is out by the tie-break"
        in panel.text
    )
    assert (
        "The game master answers with *For officials*. If there is no answer, from <t:1767269700:f> on: A Final of 5."
        in panel.text
    )
    assert "moves up" not in panel.text and mentions == "<@20>" and labels(panel) == []


@pytest.mark.rule("WBC-T05")
def test_where_a_correction_asks_the_game_master_the_channel_reads_that() -> None:
    found = crowded()
    new = result({"105": 50, "106": 50, "107": 30, "108": 1})
    said = told(found, log.Corrected(heat=1, table=2, result=new, reason="Miscounted.", by="20"))
    assert "**Before the Final**: **P105** alone is out by the tie-break: 50 in the best heat like **P106**" in said
    assert "may play the Final now" not in said


def test_who_gets_into_the_final_by_a_correction_is_asked() -> None:
    found = heat_played()
    found.do(LAST)
    new = result(dict(zip(PEOPLE[3:], (90, 20, 10), strict=True)))
    entry = log.Corrected(heat=1, table=2, result=new, reason="Miscounted.", by="20", time="2026-01-01T12:00:00+00:00")
    mentions, panel = message(found, entry)
    assert mentions == "<@104> <@105> <@106> <@20> <@21>" and "**P104** may play the Final now" in panel.text
    assert labels(panel) == ["I play the Final", "I do not play the Final"]


def test_the_form_of_rules_and_seats_takes_a_variant_a_seating_and_rounds() -> None:
    tournament_format = opened().state.format
    written = {
        "variant": "base",
        "seating": "drawn and bettered",
        "rounds": "9, 12",
        "rules": "last_round: none",
    }
    new = tournament_change.reruled(tournament_format, written)
    assert (new.variant, new.seating, new.options) == ("base", "weighed", {"last_round": "none"})
    assert (new.clock.rounds, new.clock.rounds_final) == (9, 12)
    assert tournament_change.reruled(new, {}) == new


def test_the_message_of_a_round_robin_says_how_many_rounds_let_all_meet_all() -> None:
    tournament_format = preset("league", title="Lists", year=0, game="warlord", variant="base", seats=(2, 2))
    found = opened(tournament_format)
    found.enter("101", "102", "103", "104", "105")
    said = tournament.public(RECORD, found.state, [], {}).text
    assert "With 5 people, everybody meets everybody in 5 rounds." in said


def test_where_all_heats_are_called_off_everybody_reads_that_nobody_has_won_and_nothing_is_left_to_do() -> None:
    found = opened(heats=2, master="20", assistants=("21",))
    found.enter("101")
    assert "Nobody has won" not in told(found, log.CalledOff(heat=1, reason="Rain.", by="20"))
    assert "Call heat 2 off…" in labels(tournament.official("k7f2", found.state))
    said = told(found, log.CalledOff(heat=2, reason="Rain.", by="20"))
    assert said == "**Heat 2** is called off: Rain.\nNobody has won: no game was played."
    shown = tournament.public(RECORD, found.state, [], {})
    assert shown.text.endswith("\n\nNobody has won: no game was played.") and "at the latest" not in shown.text
    assert labels(shown) == ["Standings", "House rules", "For officials"]
    offered = tournament.official("k7f2", found.state)
    assert (labels(offered), offered.text) == (["Officials"], "There is nothing to do now.")


def test_a_round_of_a_knock_out_cannot_be_called_off() -> None:
    found = opened(preset("knockout", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)))
    found.announce(1)
    assert labels(tournament.official("k7f2", found.state))[:2] == ["Seat heat 1…", "Change"]


def test_too_few_at_the_end_of_the_grace_is_told_to_officials_with_what_they_can_do() -> None:
    found = opened(master="20", assistants=("21",))
    found.do(log.Entered(person="101", name="P101", heats=(1,)))
    found.do(log.Announced(heat=1, commitment=commitment(secret(1)), start="2026-01-01T12:00:00+00:00"))
    mentions, panel = message(found, log.Reminded(heat=1, short=True))
    assert mentions == "<@20> <@21> <@101>"
    assert "a table needs 3 and only 0 have checked in" in panel.text and "call it off" in panel.text
    assert "Call heat 1 off…" in labels(tournament.official("k7f2", found.state))
    _, panel = message(found, log.CalledOff(heat=1, reason="Rain.", by="20"))
    assert panel.text == "**Heat 1** is called off: Rain."
    assert "**Heat 1** was called off: Rain." in tournament.public(RECORD, found.state, [], {}).text


# ---------------------------------------------------------------------- seats, rulings, and Herald's own rest

NOON = "2026-01-01T12:00:00+00:00"


def at_table(*more: str) -> Event:
    """A heat of one table of three that is being played; whoever is there besides has no seat."""
    found = opened(fewest=2, usual=3, most=3, finalists=3, widened=3, heats=2, master="20", assistants=("21", "22"))
    for person in (*PEOPLE[:3], *more):
        found.do(log.Entered(person=person, name=f"P{person}", heats=(1,)))
    found.start(1, PEOPLE[:3]) if not more else None
    if more:
        found.announce(1)
        found.check_in(1, *PEOPLE[:3], *more)
        found.seat(1, PEOPLE[:3])
    return found


def test_whoever_gives_a_seat_up_is_told_with_why_and_the_first_to_press_takes_it() -> None:
    mentions, panel = message(at_table(), log.Vacated(heat=1, table=1, person="101", reason="is *ill*", time=NOON))
    assert (mentions, panel.text) == (
        "",
        r"**P101** gives up a seat: heat 1, table 1 (is \*ill\*). A computer player plays it meanwhile."
        "\nThe first person to press the button plays on from here.",
    )
    assert labels(panel) == ["I take the seat"]
    mentions, panel = message(at_table("104"), log.Vacated(heat=1, table=1, person="101", time=NOON))
    assert mentions == "<@104>"
    assert panel.text.endswith("Reserves come first: **P104**. From <t:1767269100:f> anybody may take it.")


@pytest.mark.parametrize(
    ("person", "said"),
    [
        ("104", "**P104** plays for **P101** from now on: heat 1, table 1."),
        ("101", "**P101** keeps the seat after all: heat 1, table 1."),
        ("", "Nobody has taken **P101**'s seat: heat 1, table 1. Its result counts for nobody."),
    ],
)
def test_whoever_plays_a_free_seat_is_told(person: str, said: str) -> None:
    found = at_table("104")
    found.do(log.Vacated(heat=1, table=1, person="101", time=NOON))
    assert told(found, log.Substituted(heat=1, table=1, out="101", person=person, name="P104", time=NOON)) == said


def test_a_ruling_that_is_questioned_is_judged_by_all_appealed_once_and_mended() -> None:
    found = at_table()
    asks = log.Questioned(ruling=1, heat=1, table=1, text="No move.", rule="WBC-T09", by="101", time=NOON)
    mentions, panel = message(found, asks)
    assert mentions == "<@20> <@21> <@22>" and labels(panel) == ["It stands…", "It falls…"]
    assert "Ruling 1 (heat 1, table 1): No move. [WBC-T09]" in panel.text
    assert panel.text.endswith("\nThe table's clocks stand still until then [WBC-T12].")
    before = tournament_news.before(found.state)
    for judge in ("20", "21"):
        opinion = log.Judged(ruling=1, upheld=False, reason="It was legal.", by=judge, time=NOON)
        found.do(opinion)
        assert tournament_news.message("k7f2", before, found.state, opinion) is None, "another has still to judge"
    last = log.Judged(ruling=1, upheld=True, reason="It was not.", by="22", time=NOON)
    mentions, panel = message(found, last)
    assert mentions == "<@20> <@21> <@22>" and labels(panel) == ["Mend…", "Appeal…"]
    assert panel.text.endswith(
        "\nA player of the table can appeal until <t:1767269100:f>; other officials judge the appeal."
    )
    mentions, panel = message(found, log.Appealed(ruling=1, reason="Nobody heard me.", by="102", time=NOON))
    assert mentions == "<@20> <@21> <@22>" and labels(panel) == ["It stands…", "It falls…"]
    for judge in ("20", "21"):
        found.do(log.Judged(ruling=1, upheld=False, reason="Still.", by=judge, time=NOON))
    mentions, panel = message(found, log.Judged(ruling=1, upheld=False, reason="Still.", by="22", time=NOON))
    assert panel.text.endswith("\nIt was judged twice, so that is final. Find it with /rulings.")
    assert mentions == "<@20> <@21> <@22>" and labels(panel) == ["Mend…"]
    mentions, panel = message(found, log.Mended(ruling=1, how="by_hand", reason="I moved *Percy*.", by="21"))
    assert (mentions, panel.text) == (
        "",
        r"Ruling 1 (heat 1, table 1) was put right by hand, by **21**. I moved \*Percy\*.",
    )


def test_a_ruling_that_stands_leaves_nothing_to_mend() -> None:
    found = at_table()
    found.do(log.Questioned(ruling=1, heat=1, table=1, text="No move.", by="101", time=NOON))
    for judge in ("20", "21"):
        found.do(log.Judged(ruling=1, upheld=True, reason="Right.", by=judge, time=NOON))
    mentions, panel = message(found, log.Judged(ruling=1, upheld=True, reason="Right.", by="22", time=NOON))
    assert (mentions, labels(panel)) == ("", ["Appeal…"])


def test_after_a_rest_of_herald_the_channel_reads_which_moments_are_put_off() -> None:
    found = at_table("104")
    found.do(log.Vacated(heat=1, table=1, person="101", time=NOON))
    found.do(log.Announced(heat=2, commitment=commitment(secret(2)), start=NOON))
    assert told(found, log.Interrupted(seconds=3600.0, time="2026-01-01T13:00:00+00:00")).splitlines() == [
        "Herald was down for 1.0 hours. Nobody loses time: every clock continues where it stopped.",
        "Heat 2 closes <t:1767272700:f>.",
        "**P101**'s seat, heat 1, table 1, is for the reserves until <t:1767272700:f>.",
    ]


def test_a_correction_is_told_to_all_of_its_table_with_what_is_odd_about_it() -> None:
    found = at_table()
    found.finish(1, 1, {"101": 30, "102": 20, "103": 10})
    places = [
        msgspec.structs.replace(one, place=4 - one.place) for one in result({"101": 30, "102": 20, "103": 10}).places
    ]
    odd = Result(places=tuple(sorted(places, key=lambda one: one.place)), ending="It is over.")
    mentions, panel = message(found, log.Corrected(heat=1, table=1, result=odd, reason="So it was.", by="20"))
    assert mentions == "<@101> <@102> <@103> <@20> <@21> <@22>"
    assert "**P103** (10) comes before **P102** (20), who has more points." in panel.text
    assert "I asked **20** to look again, and **20** insists." in panel.text
    assert "Then I announce the champion again." not in panel.text and labels(panel) == []


def test_who_officiates_is_told() -> None:
    entry = log.Appointed(master="21", name="Al", assistants={"22": "Bo", "20": "Gil"}, by="20")
    assert told(at_table(), entry) == "**Al** is game master; assistants: **Bo** and **Gil**."


def test_a_knock_out_says_who_goes_on_until_one_is_left() -> None:
    found = opened(preset("knockout", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)))
    found.enter("101", "102", "103", "104")
    found.start(1, ("101", "102"), ("103", "104"))
    found.finish(1, 1, {"101": 1, "102": 0})
    over = log.Finished(heat=1, table=2, result=result({"103": 1, "104": 0}))
    assert "\n**101** and **103** go on.\n" in told(found, over)
