"""How the thread tells a turn: what stands there, what is left out, and what is one press away."""

from types import SimpleNamespace
from typing import Any

from msgspec import json, structs

from bot.discord_adapter.messages import Roster, commitment, keyed, page
from bot.store.payloads import MAP, AnyPayload, Ask, Call, Commitment, Ending, Keyed, Log, Picture, Reminder
from bot.store.rows import ActionRecord, Via
from bot.table.log_view import what_was_done
from bot.table.telling import MEANWHILE, SHORTENED, Below, meanwhile, of_interest, phase_name, to_actor
from bot.table.telling import told as in_story
from engine.core.events import Event
from engine.games import rules_of
from tests.harness import as_kind
from tests.harness.reading import nests
from tests.harness.rows import rows

SEATS: Any = [
    SimpleNamespace(id="s1", name="Ann", human=True, user=11),
    SimpleNamespace(id="s2", name="Alys", human=False, user=-1),
]
GAME: Any = SimpleNamespace(id="g", rules="kingmaker", variant="base", thread=7, title="War")
ROSTER = Roster(GAME, SEATS)
TURN = Event("turn", "Round 1: it is {s2}'s turn.")
PHASE = Event("phase", "{s2}: combat phase.")
PHASE_END = Event("phase_end", "The combat phase is over.")
DRAWN = Event("drawn", "{s2} draws a Crown card.")
MOVED = Event("moved", "Percy: from York to Durham by road.", track=("inside:york", "open:durham"))


def text(*payloads: AnyPayload, waiting: tuple[Call, ...] = ()) -> str:
    """Return what a page says of messages."""
    return page(list(enumerate(payloads)), waiting, ROSTER).text


def test_a_computer_players_turn_is_one_paragraph_below_its_title() -> None:
    told = text(Log((TURN, PHASE, MOVED), computer="s2"), Log((PHASE_END, DRAWN), computer="s2"))
    assert told == f"### Round 1: it is Alys's turn\n{MOVED.text} **Alys** draws a Crown card."


def test_a_list_in_a_computer_players_turn_stands_alone() -> None:
    scores = [Event("sum", f"{{{seat}}} 96:\n- nobles 21: 6 nobles\n- seals 24: 8 seals") for seat in ("s1", "s2")]
    told = text(Log((MOVED, DRAWN, *scores), computer="s2"))
    lists = "\n".join(f"**{name}** 96:\n- nobles 21: 6 nobles\n- seals 24: 8 seals" for name in ("Ann", "Alys"))
    assert told == f"{MOVED.text} **Alys** draws a Crown card.\n{lists}"


def test_the_winners_are_named_once_at_the_end() -> None:
    won = text(Ending(("s1",), "{s1} wins with 96 power points."))
    assert won == "🏆 **The game is over.** <@11> wins with 96 power points."
    assert text(Ending(("s2",), "Time is up.")) == "🏆 **The game is over.** Time is up.\nWinner: **Alys**"
    assert text(Ending((), "Time is up.")).endswith("\nWinner: Nobody")


def test_the_score_at_the_end_of_a_turn_is_bold_above_what_it_is_made_of() -> None:
    game: Any = SimpleNamespace(id="g", rules="warriors", variant="hundred_years", thread=7, title="War")
    roster = Roster(game, SEATS)
    scored = Event("score", "The English score 2, the French 0: English lead 2.\n- The English: Anjou 1, Wales 1")
    told = page([(1, Log((MOVED, scored)))], (), roster).text
    assert told == (
        f"{MOVED.text}\n**The English score 2, the French 0: English lead 2.**\n- The English: Anjou 1, Wales 1"
    )


def test_what_a_death_leaves_to_nobody_is_told_in_the_sentence_of_the_death() -> None:
    died = Event("died", "Clifford ({s1}) dies, slain in battle.")
    left = [Event("control", f"{place} is nobody's now.") for place in ("Skipton", "Brougham")]
    told = "❗ Clifford (**Ann**) dies, slain in battle; Skipton and Brougham are nobody's now."
    assert text(Log((died, *left))) == told
    assert to_actor((died, *left), "s1", rules_of("kingmaker"), {"s1": "Ann"}) == "✅ " + told.removeprefix("❗ ")
    assert text(Log((MOVED, *left))) == f"{MOVED.text}\nSkipton and Brougham are nobody's now."


def test_whoever_is_called_away_after_a_siege_is_raised_is_told_of_after_it() -> None:
    called = "{} is called to Dover and now stands in the open."
    events = [
        Event("moved", called.format("Clifford ({s1})")),
        Event("siege_raised", "The siege of Leicester is raised: no besieger is left."),
        Event("moved", called.format("Stafford ({s2})")),
    ]
    assert in_story(events, rules_of("kingmaker")) == events


def test_who_comes_to_parliament_and_goes_home_is_told_in_a_sentence_each() -> None:
    comes, home = "{} ({{{}}}) comes to Parliament inside Bedford.", "{} ({{{}}}) goes home and stands {}."
    told = text(
        Log(
            (
                Event("moved", comes.format("Percy", "s1")),
                Event("moved", comes.format("Roos", "s2")),
                Event("moved", home.format("Percy", "s1", "inside Alnwick")),
                Event("moved", home.format("Roos", "s2", "in the open at York")),
            )
        )
    )
    assert told.splitlines() == [
        "Percy (**Ann**) and Roos (**Alys**) come to Parliament inside Bedford.",
        "These go home: Percy (**Ann**) inside Alnwick and Roos (**Alys**) in the open at York.",
    ]


def test_empty_phases_leave_no_line() -> None:
    assert text(Log((PHASE, PHASE_END, DRAWN))) == "**Alys** draws a Crown card."


def test_who_stands_in_for_a_person_is_told_once() -> None:
    heading = "The regent decides for {s1}."
    told = text(Log((MOVED,), heading), Log((DRAWN,), heading))
    assert told == f"**The regent decides for Ann.**\n{MOVED.text}\n**Alys** draws a Crown card." and not nests(told)


def test_a_game_masters_edits_one_after_the_other_are_one_paragraph() -> None:
    heading = "The game master overrules."
    first = Event("edit", "The game master: Henry VI: from London to Corfe, with Beaufort ({s1}).")
    second = Event("edit", "The game master: {s1}'s commons 18 to 48.")
    told = text(Log((first,), heading), Log((second,), heading), Log((MOVED,)))
    assert told == (
        "**The game master overrules.** Henry VI: from London to Corfe, with Beaufort (**Ann**). "
        f"**Ann**'s commons 18 to 48.\n{MOVED.text}"
    )


def test_whoever_is_asked_and_hears_of_it_as_well_is_pinged_once() -> None:
    """Discord refuses a message that mentions somebody twice."""
    call = Call("s1", "D20", "Move your nobles.")
    told: list[tuple[int, AnyPayload]] = [
        (0, Log((MOVED,), heard=(11,))),
        (1, Log((DRAWN,), heard=(11,))),
        (2, Ask((call,))),
    ]
    assert page(told, [call], ROSTER).users == [11]


def test_questions_stand_below_the_tale_as_long_as_they_are_open() -> None:
    call = Call("s1", "D20", "Move your nobles.")
    assert text(Ask((call,)), Log((MOVED,)), waiting=(call,)) == f"{MOVED.text}\n<@11>: Move your nobles."
    assert text(Ask((call,)), Log((MOVED,))) == MOVED.text


def test_a_question_that_is_over_pings_nobody_and_has_no_button_unless_the_story_goes_on() -> None:
    ask = Ask((Call("s1", "D20", "Stay, or retreat?", due=9.0),), closed="{s1} has answered.")
    over = page([(1, Log((MOVED,))), (2, Picture(MAP)), (3, ask)], (), ROSTER)
    assert over.text == MOVED.text, "what comes of it is told below"
    assert text(ask) == "-# **Ann**: Stay, or retreat? (answered)"
    late = structs.replace(ask, closed="The deadline has passed.")
    assert text(Log((MOVED,)), late) == f"{MOVED.text}\n**Ann**: Stay, or retreat?\n-# The deadline has passed."
    assert over.users == [] and over.panel is None
    assert text(ask, Log((MOVED,))) == MOVED.text
    reminded = Reminder(Call("s1", "D20", "?", secret=True, due=9.0), closed="{s1} has answered.")
    assert text(reminded) == "-# **Ann**: you have a secret decision to make. (answered)"


def test_the_maps_of_phases_are_buttons_but_for_the_one_that_is_shown() -> None:
    told: list[tuple[int, AnyPayload]] = [
        (4, Log((MOVED,), phases=("Movement",))),
        (5, Log((DRAWN,), phases=("Crown",))),
        (5, Picture(MAP)),
    ]
    panel = page(told, (), ROSTER).panel
    assert panel is not None
    (row,) = panel.rows
    assert [button.label for button in as_kind(list, row)] == ["Map after Movement"]


def test_a_table_is_opened_with_what_it_is_and_its_seal_stands_last() -> None:
    assert commitment(Commitment("5ea1"), ROSTER).text.splitlines() == [
        "**A new table of Kingmaker.** Whoever wants to play takes a seat on the pinned message.",
        "-# 🎲 The dice are sealed: I throw them wherever chance decides, and nobody can choose them, not even I "
        "(`/verify` explains how). You need not do anything. To mix a word of your own into them, take your seat with "
        "`/game join word:`.",
        "-# Seal: `5ea1`",
    ]


def test_a_game_without_dice_seals_its_cards() -> None:
    lancaster = Roster(SimpleNamespace(**{**vars(GAME), "rules": "lancaster"}), SEATS)  # type: ignore[arg-type]
    assert "-# 🃏 The order of the cards is sealed: nobody" in commitment(Commitment("5ea1"), lancaster).text
    assert "mixed into the cards: Ann: `rose`" in keyed(Keyed({"s1": "rose"}, "0fe41"), lancaster).text


def test_a_game_begins_with_who_plays_and_what_to_press_and_ends_in_small_print() -> None:
    found = keyed(Keyed({"s1": "rose", "s2": ""}, "0fe41"), ROSTER)
    first, what, legend, word, small = found.text.splitlines()
    assert first == "**The game begins: Ann and Alys (computer).**"
    assert what.startswith(
        "*My options* shows what you can do now, and *My hand* what only you may see. Both buttons are on"
    )
    assert "unless it ends in *…*: then I ask once more" in legend
    assert word == "-# 🎲 Words mixed into the dice: Ann: `rose`."
    assert small.startswith("-# Fingerprint of the game as it begins, in case anybody wants to check")
    assert small.endswith(": `0fe41`")
    assert found.panel is not None
    (row,) = found.panel.rows
    assert [button.label for button in as_kind(list, row)] == ["My options", "My hand", "Rules in short"]


def test_a_death_has_a_line_of_its_own_in_a_computer_players_paragraph() -> None:
    died = Event("died", "Holland ({s1}) dies.")
    told = text(Log((TURN, MOVED, died, DRAWN), computer="s2"))
    lines = ["### Round 1: it is Alys's turn", MOVED.text, "❗ Holland (**Ann**) dies.", "**Alys** draws a Crown card."]
    assert told.splitlines() == lines


def test_what_is_not_a_computer_players_doing_has_a_line_each_below_its_paragraph() -> None:
    """Whoever places the last knight of Lancaster sets off the votes, offices, counties and battles of a round."""
    game: Any = SimpleNamespace(id="g", rules="lancaster", variant="henry", thread=7, title="War")
    placed, favour = Event("placed", "{s2} places a knight at Caen."), Event("favour", "{s2} takes a favour.")
    lost, absent = Event("battle", "England loses at Caen."), Event("dishonor", "{s1} receives a marker.")
    told = page([(1, Log((placed, favour, lost, absent), computer="s2"))], (), Roster(game, SEATS)).text
    assert told.splitlines() == [
        "**Alys** places a knight at Caen. **Alys** takes a favour.",
        lost.text,
        "**Ann** receives a marker.",
    ]


def test_a_question_does_not_repeat_the_sentence_above_it() -> None:
    attacked = Event("attacked", "{s2} attacks London with Stanley.")
    call = Call("s1", "D31", f"{attacked.text} You may join.")
    told = text(Log((attacked,)), waiting=(call,))
    assert told.splitlines()[-2:] == ["**Alys** attacks London with Stanley.", "<@11>: You may join."]
    assert text(Log((MOVED,)), waiting=(call,)).endswith("<@11>: **Alys** attacks London with Stanley. You may join.")


def test_what_is_said_below_is_not_said_above_it_as_well() -> None:
    rules = rules_of("warlord")
    moved = Event("moved", "Red Lady moves from F2 to G2.")
    turn = Event(rules.story.log_headings[0], "Round 1: {s2} plays.")
    names = {"s1": "Ann", "s2": "Ben"}
    assert to_actor([moved, turn], "s1", rules, names) == f"✅ {moved.text}\nRound 1: **Ben** plays."
    assert to_actor([moved, turn], "s1", rules, names, Below(turn=True)) == f"✅ {moved.text}"
    drew = Event("drew", "You drew York.", ("s1",))
    asked = Below("You drew York. Play it now, or keep it?")
    assert to_actor([moved, drew], "s1", rules, names, asked) == f"✅ {moved.text}"
    assert to_actor([drew], "s1", rules, names, asked) == "✅ You drew York.", "something is always said"
    assert to_actor([], "s1", rules, names, asked, "Let {s2} in") == "✅ You chose “Let Ben in”."


def test_whoever_acts_reads_no_rules_that_their_panel_says() -> None:
    fights, how = Event("duel", "Red Knight fights Blue Knight."), Event("how_to_duel", "In each exchange …")
    assert to_actor([fights, how], "s1", rules_of("warlord"), {"s1": "Ann"}) == f"✅ {fights.text}"


def test_whoever_ends_a_phase_reads_what_they_chose_and_which_phases_pass_with_nothing_to_do() -> None:
    """An answer is never a bare sign, and what follows is not read as the player's own doing."""
    ended = [Event("phase_end", "The movement phase is over.")]
    rules, names, end = rules_of("kingmaker"), {"s1": "Ann"}, "End the Movement phase"
    asked = [*ended, Event("phase", "{s1}: combat phase.")]
    assert to_actor(asked, "s1", rules, names, Below("Whom do you attack?"), end) == f"✅ You chose “{end}”."
    idle = [*asked, Event("phase_end", "The combat phase is over."), Event("phase", "{s1}: crown phase.")]
    drew = Event("drew", "{s1} draws a Crown card.")
    said = f"✅ You chose “{end}”. There is nothing to do in Combat.\n**Ann** draws a Crown card."
    assert to_actor([*idle, drew], "s1", rules, names, chosen=end) == said


def test_of_phases_that_pass_with_nothing_in_them_only_the_last_is_told() -> None:
    phases = [Event("phase", f"{{s1}}: {name} phase.") for name in ("combat", "parliament", "coronation")]
    assert to_actor(phases, "s1", rules_of("kingmaker"), {"s1": "Ann"}) == "✅ **Ann**: coronation phase."


@rows(
    "said, name",
    [
        ("Phase Two, impulses, is over.", "Impulses"),
        ("The combat phase is over.", "Combat"),
        ("Phase Eleven, the score, is over.", "The score"),
        (f"The {'x' * 20} phase is over.", f"X{'x' * 19}"),
        (f"The {'x' * 21} phase is over.", "Phase"),
        ("", "Phase"),
    ],
)
def test_a_phase_is_named_without_its_number_and_without_a_comma_unless_its_name_is_long(said: str, name: str) -> None:
    assert phase_name(Event("phase_end", said)) == name


def test_whoever_is_asked_again_hears_of_several_opponents_only_what_names_them() -> None:
    rules, three = rules_of("kingmaker"), {"s1": "Ann", "s2": "Ben", "s3": "Cat"}
    died = Event("died", "Holland ({s1}) dies.")
    happened = [Event("turn", "Round 2: it is {s1}'s turn."), MOVED, died]
    assert of_interest(happened, "s1", rules, three) == "Holland (**Ann**) dies."
    assert of_interest(happened, "s2", rules, three) == ""
    assert of_interest([MOVED], "s1", rules, {"s1": "Ann", "s2": "Ben"}) == MOVED.text
    secret = structs.replace(died, seats=("s2",))
    assert of_interest([secret], "s1", rules, three) == ""


def test_what_names_somebody_is_kept_longest() -> None:
    rules, names = rules_of("kingmaker"), {"s1": "Ann", "s2": "Ben", "s3": "Cat"}
    died, long = Event("died", "Holland ({s1}) dies."), Event("sailed", "x" * MEANWHILE)
    assert meanwhile([died, long], "s1", rules, names) == f"Holland (**Ann**) dies.\n{SHORTENED}"
    assert meanwhile([MOVED, MOVED, died], "s1", rules, names).count("\n") == 2


def test_what_is_weighty_in_a_game_is_kept_before_what_came_later() -> None:
    rules, names = rules_of("warriors"), {"s1": "Ann", "s2": "Ben"}
    caught, raised = Event("fate", "Eustace is captured."), Event("raised", "x" * MEANWHILE)
    assert meanwhile([caught, raised], "s1", rules, names) == f"{caught.text}\n{SHORTENED}"


def test_above_the_next_question_what_came_of_an_action_is_short_and_keeps_its_own_first_line() -> None:
    """Whoever is asked at once finds the buttons on the same screen; what happened to them is kept longest."""
    own, mine = Event("moved", "You march to York."), Event("lost", "{s1} loses York.")
    others = [Event("moved", f"Percy marches to the place of number {number}, far away.") for number in range(30)]
    asked = Below("Who goes inside?")
    names = {"s1": "Ann", "s2": "Ben", "s3": "Cat"}
    said = to_actor([own, mine, *others], "s1", rules_of("warlord"), names, asked)
    assert said.startswith(f"✅ {own.text}\n**Ann** loses York.") and said.endswith(SHORTENED) and len(said) < 640
    whole = to_actor([own, mine, *others[:10]], "s1", rules_of("warlord"), names)
    assert all(one.text in whole for one in others[:10])


def test_what_somebody_has_done_is_not_what_came_to_light_of_another() -> None:
    """The last who is ready turns up what all have chosen."""
    events = (Event("castle_name", "{ben} holds Castle Blue."), Event("castle_name", "{ann} holds Castle Red."))
    entry = ActionRecord(
        game="g", version=1, seat="ann", user=1, via=Via.PLAYER, action='{"action":"ready"}', state_hash="", draws="[]",
        events=json.encode(events).decode(), time=0.0, prev_hash="",
    )  # fmt: skip
    assert what_was_done(entry, rules_of("warlord")) == "{ann} holds Castle Red"
