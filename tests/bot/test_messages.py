"""What each message says, whom it pings, and what its buttons do."""

from typing import Any

from msgspec import structs

from bot.discord_adapter import messages
from bot.discord_adapter.messages import Message, Roster
from bot.panels.ids import parse
from bot.panels.panel import Button, Menu, People, flat
from bot.store.payloads import (
    Anchor,
    AppealCall,
    Call,
    Commitment,
    Ending,
    HeadsUp,
    Keyed,
    Log,
    MotionCall,
    Notice,
    Nudge,
    Overdue,
    Picture,
    Private,
    Reminder,
    Reveal,
    StoodIn,
    Trouble,
)
from bot.store.rows import GameRecord, SeatRecord
from engine.core.actions import REWOUND, Proposal, Start
from engine.core.editing.edits import TELLS
from engine.core.events import Event
from engine.kingmaker.trade.trade import OfferTrade
from tests.harness.rows import rows

GAME = GameRecord(
    id="k7f2", rules="kingmaker", rules_version="1", variant="base", options={}, title="War *now*", guild=1, channel=2,
    owner=3, commitment="", secret="", deadline_hours=0, created=0, thread=7,
)  # fmt: skip

ANN, BEN, COMPUTER = (
    SeatRecord(game="k7f2", id=seat, user=user, name=name, word="", joined=0)
    for seat, user, name in (("s1", 11, "Ann"), ("s2", 12, "Ben"), ("s3", -1, "Alys"))
)

ROSTER = Roster(GAME, [ANN, BEN, COMPUTER])
ELSEWHERE = Roster(structs.replace(GAME, thread=None), [ANN, BEN, COMPUTER])
SECRETLESS = Roster(structs.replace(GAME, rules="warlord"), [ANN, BEN, COMPUTER])

MOVE = Call("s1", "D01", "{s1}, move.", due=1000.0, fallback="{s1} stays")
BALLOT = Call("s1", "D02", "Vote on the bill.", secret=True, due=1000.0, fallback="abstain")
ENDLESS = Call("s2", "D03", "Choose a card.")


def shown(message: Message) -> list[Button]:
    rows = flat(message.panel.rows) if message.panel else []
    return [one for row in rows if not isinstance(row, Menu | People) for one in row if isinstance(one, Button)]


def buttons(message: Message) -> list[str]:
    """The buttons of a message: their labels, and what they do with what."""
    presses = [(one.label, parse(one.id)) for one in shown(message)]
    assert all(press and press.subject in ("k7f2", "") for _, press in presses)
    return [f"{label} = {press.verb}{press.topic and f' {press.topic}'}" for label, press in presses if press]


MINE = "My options = mine"
HAND = "My hand = hand"
LATE = ["Give another day = gmmore s1", "Take the default = gmdefault s1", "Computer player decides = gmregent s1"]


def test_whom_a_game_waits_for_stands_in_the_thread_with_the_default_unless_it_is_secret() -> None:
    said = messages.ask([MOVE, BALLOT, ENDLESS], ROSTER)
    assert said.text.splitlines() == [
        "<@11>: **Ann**, move. (deadline <t:1000:R>, then **Ann** stays)",
        "<@11>: you have a secret decision to make. (deadline <t:1000:R>)",
        "<@12>: Choose a card.",
    ]
    assert (buttons(said), said.users) == ([MINE], [11, 11, 12])


@rows(
    "said, text, pressed, users",
    [
        (
            messages.reminder(Reminder(MOVE), ROSTER, alone=True),
            "⏰ <#7> still waits for you: **Ann**, move. (deadline <t:1000:R>, then **Ann** stays)",
            [MINE],
            [11],
        ),
        (
            messages.reminder(Reminder(BALLOT), ROSTER, alone=True),
            "⏰ <#7> still waits for you: Vote on the bill. (deadline <t:1000:R>, then abstain)",
            [MINE],
            [11],
        ),
        (
            messages.reminder(Reminder(BALLOT), ROSTER, alone=False),
            "⏰ <@11>: you have a secret decision to make. (deadline <t:1000:R>)",
            [MINE],
            [11],
        ),
        (
            messages.reminder(Reminder(structs.replace(ENDLESS, seat="s3")), ROSTER, alone=False),
            "⏰ **Alys**: Choose a card.",
            [MINE],
            [],
        ),
        (messages.heads_up(HeadsUp("s1"), ROSTER), "🔜 You are next in <#7>.", [], ()),
        (messages.heads_up(HeadsUp("s1"), ELSEWHERE), r"🔜 You are next in War \*now\*.", [], ()),
        (
            messages.overdue(Overdue(MOVE, passed=True), ROSTER),
            "⌛ In <#7>, **Ann** has missed the deadline for “**Ann**, move.”. What should happen? "
            "There are also `/gm extend`, `/gm act` and `/gm replace`.",
            LATE,
            (),
        ),
        (
            messages.overdue(Overdue(BALLOT, passed=False), ROSTER),
            "⌛ In <#7>, **Ann** has not answered a secret decision for a long time; the deadline is <t:1000:R>.",
            LATE,
            (),
        ),
        (
            messages.overdue(Overdue(structs.replace(ENDLESS, seat="s1"), passed=False), ROSTER),
            "⌛ In <#7>, **Ann** has not answered “Choose a card.” for a long time; there is no deadline.",
            LATE[1:],
            (),
        ),
        (messages.overdue(Overdue(structs.replace(ENDLESS, seat="s1"), passed=True), ROSTER), None, LATE, ()),
        (
            messages.stood_in(StoodIn("s1", "steward"), ROSTER),
            "In <#7> the deadline has passed; a computer player (steward) decides for you until you press "
            "*I decide again* or say `/back`.",
            ["I decide again = relieve"],
            (),
        ),
        (messages.notice(Notice("Mind *this*.")), r"Mind \*this\*.", [], ()),
        (messages.trouble(Trouble("Mind *this*.")), "⚠️ Mind *this*.", [], ()),
        (
            messages.anchor(Anchor("a1" * 32)),
            f"-# Fingerprint of the whole record: `{'a1' * 32}`",
            [],
            (),
        ),
        (
            messages.answered(BALLOT, "{s1} abstains.", ROSTER),
            "Ann abstains.\n-# I had asked in <#7>: Vote on the bill.",
            [],
            (),
        ),
        (
            messages.private(Private("s1", (Event("hand", "You drew York."), Event("hand", "{s2} knows."))), ROSTER),
            "You drew York.\n**Ben** knows.",
            [],
            (),
        ),
        (
            messages.nudge(Nudge(11, "s1", decides=True, explain=False), ROSTER),
            "<@11>: a decision waits for you; press *My options* or *My hand*.",
            [MINE, HAND],
            [11],
        ),
        (
            messages.nudge(Nudge(11, "s1", decides=False, explain=True), SECRETLESS),
            "<@11>: there is news for you alone; press *My options*.\n"
            "-# I cannot send you direct messages. To get secrets there: server menu → Privacy Settings → allow "
            "direct messages. Everything also works with these buttons.",
            [MINE],
            [11],
        ),
    ],
)
def test_a_message_says_what_is_the_matter_and_has_the_buttons_for_it(
    said: Message, text: str | None, pressed: list[str], users: Any
) -> None:
    assert text is None or said.text == text
    assert (buttons(said), said.users) == (pressed, users)
    assert not said.empty


def test_a_message_without_words_buttons_and_picture_is_empty() -> None:
    assert Message().empty and messages.letter([], ROSTER).empty
    assert not Message("x").empty and not Message(panel=messages.ask([MOVE], ROSTER).panel).empty


def test_a_table_opens_with_the_seal_of_its_dice_and_begins_with_who_plays() -> None:
    said = messages.commitment(Commitment("c0ffee"), ROSTER).text
    assert said.startswith("**A new table of Kingmaker.** Whoever wants") and said.endswith("\n-# Seal: `c0ffee`")
    unknown = Roster(structs.replace(GAME, rules="chess"), [])
    assert messages.commitment(Commitment("c0ffee"), unknown).text.startswith(r"**A new table of War \*now\*.**")
    begun = messages.keyed(Keyed({"s1": "rose", "s2": "", "s3": ""}, "beef"), ROSTER)
    assert begun.text == (
        "**The game begins: Ann, Ben and Alys (computer).**\n"
        "*My options* shows what you can do now, and *My hand* what only you may see. Both buttons are on the pinned "
        "message, too. I mention you here when the game waits for you.\n"
        f"{messages.LEGEND}\n"
        "-# 🎲 Words mixed into the dice: Ann: `rose`.\n"
        "-# Fingerprint of the game as it begins, in case anybody wants to check later that nothing was changed: `beef`"
    )
    assert buttons(begun)[:2] == [MINE, HAND] and len(buttons(begun)) == 3
    plain = messages.keyed(Keyed({"s1": "", "s2": ""}, "beef"), SECRETLESS)
    assert "what you can do now. The button is on the pinned message, too." in plain.text
    assert "mixed into" not in plain.text and HAND not in buttons(plain)


# ---------------------------------------------------------------------- motions and appeals

MOTION = MotionCall(4, 11, "undo", "go back to {s2}'s move", (12, 13), 2)


@rows(
    "voters, needed, ends",
    [
        ((12,), 1, "<@12>: do you agree?"),
        ((12, 13), 2, "<@12> <@13>: do you agree? All of you have to agree."),
        ((12, 13), 1, "<@12> <@13>: do you agree? One of you has to agree."),
        ((12, 13, 14), 2, "<@12> <@13> <@14>: do you agree? 2 of you have to agree."),
        ((), 1, "An assistant: do you agree?"),
    ],
)
def test_a_motion_says_how_many_of_whom_have_to_agree(voters: tuple[int, ...], needed: int, ends: str) -> None:
    said = messages.motion(structs.replace(MOTION, voters=voters, needed=needed), ROSTER)
    assert said.text == f"🗳️ <@11> proposes: **go back to **Ben**'s move**.\n{ends}"
    assert (buttons(said), said.users) == (["Aye = aye 4", "Nay = nay 4"], voters)


def test_what_a_game_master_who_plays_wants_can_be_looked_at_before_it_is_confirmed() -> None:
    said = messages.motion(structs.replace(MOTION, motive="overrule"), ROSTER)
    assert buttons(said) == ["Aye = aye 4", "Nay = nay 4", "What exactly? = what 4"]


@rows(
    "judges, role, asked",
    [
        ((3, 4), None, "<@3> and <@4>"),
        ((3,), 55, "<@3> and somebody with <@&55>"),
        ((), 55, "somebody with <@&55>"),
    ],
)
def test_an_appeal_names_its_ruling_and_asks_its_judges(judges: tuple[int, ...], role: int | None, asked: str) -> None:
    said = messages.appeal(AppealCall(2, 11, "No *move*.", "I was late.", judges, role), ROSTER)
    assert said.text == (
        rf"⚖️ <@11> appeals against ruling 2 (No \*move\*.): I was late."
        f"\n{asked}: you both have to answer."
    )
    assert (buttons(said), said.users) == (["Uphold = uphold 2", "Overturn = overturn 2"], judges)


# ---------------------------------------------------------------------- proposals


def proposal(name: str, *answers: str) -> Proposal:
    starts = tuple(Start(f"{answer}-{name}", answer, OfferTrade, {}) for answer in answers)
    return Proposal(name, name, f"{{s2}} offers {name}.", "You gain.", starts)


def test_a_letter_has_the_answers_to_each_proposal_which_say_to_which_where_there_are_several() -> None:
    one, other = proposal("York", "Accept", "Decline"), proposal("Ely", "Accept")
    said = messages.letter([one], ROSTER)
    assert said.text == "✉️ <#7>: **Ben** offers York.\n> You gain."
    assert buttons(said) == ["Accept… = begin offer_trade", "Decline… = begin offer_trade"]
    both = messages.letter([one, other, proposal("Kent")], ROSTER)
    assert both.text.count("> You gain.") == 3
    assert [one.partition(" = ")[0] for one in buttons(both)] == ["Accept York…", "Decline York…", "Accept Ely…"]
    assert messages.letter([proposal("Kent")], ROSTER).panel is None
    many = messages.letter([proposal(f"{number}", "Accept") for number in range(7)], ROSTER)
    assert len(buttons(many)) == 5


# ---------------------------------------------------------------------- the end


@rows(
    "winners, reason, says",
    [
        (("s1",), "{s1} wins.", "<@11> wins."),
        (("s1", "s3"), "{s1} and {s3} have won.", "<@11> and **Alys** have won."),
        (("s1", "s2"), "{s1} wins.", "**Ann** wins.\nWinner: <@11> and <@12>"),
        (("s1",), "{s1} has the most points.", "**Ann** has the most points.\nWinner: <@11>"),
        ((), "Nobody wins.", "Nobody wins.\nWinner: Nobody"),
        (("s9",), "Time is up.", "Time is up.\nWinner: **s9**"),
    ],
)
def test_the_end_names_the_winners_once(winners: tuple[str, ...], reason: str, says: str) -> None:
    assert messages.ending(Ending(winners, reason), ROSTER).text == f"🏆 **The game is over.** {says}"


CHECKING = "-# 🎲 `/verify` checks the dice; `/game export` gives you the whole game as a file."


def test_the_end_says_how_to_check_the_dice() -> None:
    over = Ending((), "Time is up.", secret="5ec", commitment="c0", words={"s1": "rose", "s2": ""})
    assert messages.ending(over, ROSTER).text.endswith("Winner: Nobody\n" + CHECKING)
    old = Reveal("5ec", "c0", {}, (), "Time is up.", head="beef")
    assert messages.reveal(old, ROSTER).text == (CHECKING + "\n-# Fingerprint of the whole record: `beef`")
    assert messages.reveal(structs.replace(old, head=""), ROSTER).text == CHECKING


# ---------------------------------------------------------------------- a page of the story

MOVED = Event("moved", "{s1} marches.", track=("inside:york", "open:durham"))


def page(*told: Any, waiting: tuple[Call, ...] = (), roster: Roster = ROSTER) -> Message:
    return messages.page(list(enumerate(told, 5)), waiting, roster)


def test_a_heading_stands_above_what_it_tells_and_not_again_above_what_follows() -> None:
    first, second = Log((MOVED,), "A computer player decides for {s2}."), Log((), "{s1} resigns.")
    said = page(first, first, second).text
    assert said.splitlines() == [
        "**A computer player decides for Ben.**",
        *["**Ann** marches."] * 2,
        "**Ann resigns.**",
    ]


def test_edits_of_a_game_master_one_after_the_other_are_one_paragraph() -> None:
    edit = Log((Event("edit", f"{TELLS}Percy goes to York."),), "The game master changes the game.")
    other = Log((Event("edit", f"{TELLS}Neville goes to Ely."),), "The game master changes the game.")
    heading = "**The game master changes the game.** Percy goes to York."
    assert page(edit, other).text == f"{heading} Neville goes to Ely."
    heard = structs.replace(other, heard=(11, 12))
    assert page(edit, heard).text == f"{heading}\nNeville goes to Ely.\n<@11> <@12>"


def test_a_page_pings_whom_it_asks_and_who_should_hear_each_once() -> None:
    said = page(Log((MOVED,), heard=(12, 11)), waiting=(MOVE, ENDLESS))
    assert said.users == [11, 12]
    assert said.text.splitlines()[1:] == ["<@12> <@11>", *messages.ask([MOVE, ENDLESS], ROSTER).text.splitlines()]


def test_a_step_on_the_page_of_the_game_is_linked_where_something_happened_and_there_is_room() -> None:
    linked = Roster(GAME, ROSTER.seats, steps="https://herald.test/g")
    link = "\n-# [Step through this turn](<https://herald.test/g>)"
    assert page(Log((MOVED,)), roster=linked).text == f"**Ann** marches.{link}"
    assert link in page(Ending((), "Time is up."), roster=linked).text
    assert link not in page(waiting=(MOVE,), roster=linked).text
    room = messages.LONGEST - len(link)
    assert page(Log((Event("said", "x" * room),)), roster=linked).text.endswith(link)
    assert not page(Log((Event("said", "x" * (room + 1)),)), roster=linked).text.endswith(link)
    assert page(Log(()), roster=linked).text == ""


def test_each_phase_that_is_told_has_a_button_for_its_map_and_a_chapter_the_whole_one() -> None:
    phase = Log((MOVED,), phases=("Movement", "Combat"))
    again, other = structs.replace(phase, phases=("Crown",)), structs.replace(phase, phases=("Crown",))
    assert buttons(page(phase, again, other)) == [
        "Map after Movement and Combat = phase 5",
        "Map after Crown = phase 6",
        "Map after Crown (2) = phase 7",
    ]
    found = buttons(messages.page([(5, phase), (5, Picture(chapter=True)), (6, again)], (), ROSTER))
    assert found == ["Map after Crown = phase 6", "Whole map = phase 5"]
    assert buttons(messages.page([(5, phase), (5, Picture("battle"))], (), ROSTER)) == [
        "Map after Movement and Combat = phase 5"
    ]
    idle = Log((Event("phase_end", "The Combat phase ends."),), phases=("Combat",))
    assert buttons(page(phase, idle)) == [
        "Map after Movement and Combat = phase 5"
    ]  # nothing has changed on the map since
    assert buttons(page(Log((MOVED,)), idle)) == ["Map after Combat = phase 6"]
    many = buttons(page(*[again] * 7))
    assert [one.partition(" = ")[2] for one in many] == [f"phase {version}" for version in range(7, 12)]


def test_the_last_five_rulings_of_a_game_master_can_be_questioned_in_a_tournament_alone() -> None:
    ruled = [Log((MOVED,), ruled=True)] * 7
    playing = Roster(GAME, ROSTER.seats, in_tournament=True)
    found = buttons(page(*ruled, Log((MOVED,)), roster=playing))
    assert len(found) == 5 and [one.partition(" = ")[0] for one in found][1].endswith(" (2)")
    assert buttons(page(*ruled)) == []
    alone = messages.log(ruled[0], playing, 5)
    assert len(buttons(alone)) == 1 and buttons(messages.log(ruled[0], ROSTER, 5)) == []


def test_an_action_alone_is_told_under_its_heading_without_what_the_heading_says() -> None:
    back = Event(REWOUND, "The table goes back.")
    headed = messages.log(Log((back, MOVED), "{s1} goes back.", heard=(12,)), ROSTER, 5)
    assert (headed.text, headed.users) == ("**Ann goes back.**\n**Ann** marches.\n<@12>", (12,))
    assert messages.log(Log((back,)), ROSTER, 5).text == "The table goes back."


# ---------------------------------------------------------------------- what was held back


def test_what_was_held_back_is_one_message_table_by_table_with_a_button_for_each() -> None:
    other = Roster(structs.replace(GAME, id="q1q1", title="Roses"), [])
    asked = messages.reminder(Reminder(MOVE), ROSTER, alone=True)
    parts = [(ROSTER, Message("One.")), (ROSTER, asked), (other, Message("Two.", Message("").panel))]
    (said,) = messages.digest(parts)
    assert said.text == "\n".join([r"**War \*now\***", "One.", asked.text, "**Roses**", "Two."])
    assert [one.label for one in shown(said)] == ["My options: War *now*", "My options: Roses"]
    assert messages.digest([])[0].text == "There was no more news."
    long = messages.digest([(ROSTER, Message("word " * 300)), (ROSTER, Message("word " * 300))])
    assert len(long) == 2 and long[0].panel is None and long[1].panel is not None
