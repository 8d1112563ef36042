"""What each message says, made from its payload: words, panels, pictures; it sends nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from bot import texts
from bot.panels import leaflets
from bot.panels.deciding import openings, options
from bot.panels.ids import Press
from bot.panels.panel import ROWS, Button, Panel, buttons
from bot.panels.tournament.rulings import question_button
from bot.store.payloads import (
    DECIDED,
    MAP,
    Anchor,
    AnyPayload,
    AppealCall,
    Ask,
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
    Private,
    Reminder,
    Reveal,
    StoodIn,
    Trouble,
    answered_by,
)
from bot.store.payloads import Picture as PictureCall
from bot.store.rows import GameRecord, MotionKind, SeatRecord
from bot.table import telling
from engine.core.actions import REWOUND, Proposal, Prospect
from engine.core.computer.levels import titled
from engine.core.editing.edits import TELLS
from engine.core.event_grouping import gathered
from engine.core.events import Event
from engine.core.parts import Story
from engine.core.table import Table
from engine.games import GAMES
from render import registry
from render.picture import Film, Picture


@dataclass(frozen=True)
class Message:
    """A message ready to be sent; `users` are those whom it may mention."""

    text: str = ""
    panel: Panel | None = None
    picture: Picture | Film | None = None
    users: Sequence[int] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.text and self.panel is None and self.picture is None


@dataclass(frozen=True)
class Roster:
    """A game with its players, as far as messages need to know them."""

    game: GameRecord
    seats: Sequence[SeatRecord]
    in_tournament: bool = False
    """Whether its players may question what a game master does."""
    steps: str = ""
    """The address of its page on the web at the last of these messages; "" where there is none."""

    @property
    def names(self) -> Mapping[str, str]:
        """The players' names by seat."""
        return {seat.id: seat.name for seat in self.seats}

    @property
    def place(self) -> str:
        """A link to where the game is played."""
        return f"<#{self.game.thread}>" if self.game.thread else texts.safe(self.game.title)

    def user(self, seat: str) -> int | None:
        """Return the user who holds a seat, None if nobody does."""
        return next((holder.user for holder in self.seats if holder.id == seat and holder.human), None)

    def mention(self, seat: str) -> str:
        """Return a ping of the player of a seat."""
        user = self.user(seat)
        return f"<@{user}>" if user else f"**{texts.safe(self.names.get(seat, seat))}**"


def commitment(payload: Commitment, roster: Roster) -> Message:
    """Return the message for an opened table: what it waits for, and in small print the seal of the dice."""
    rules, (word, mark) = GAMES.get(roster.game.rules), texts.sealed(roster.game.rules)
    title = rules.title if rules else texts.safe(roster.game.title)
    drawn, chosen = "The dice are sealed: I throw them wherever chance decides, and", "them"
    if word == "cards":
        drawn, chosen = "The order of the cards is sealed:", "it"
    return Message(
        f"**A new table of {title}.** Whoever wants to play takes a seat on the pinned message.\n"
        f"-# {mark} {drawn} nobody can choose {chosen}, not even I (`/verify` explains how). You need not do "
        f"anything. To mix a word of your own into {chosen}, take your seat with `/game join word:`.\n"
        f"-# Seal: `{payload.commitment}`"
    )


LEGEND = (
    "A button that decides something counts at once, unless it ends in *…*: then I ask once more. It is the same "
    "with a line that you choose in a menu; to open one changes nothing. *Undo* is there while a choice can be taken "
    "back; later you can ask the others under *Help*. The green button is the usual choice, not always the best. If "
    "you miss a deadline, I make the choice named beside it, which is not always the green one."
)
"""What the dots and the colour of buttons mean; said once in a game, at its start."""


def keyed(payload: Keyed, roster: Roster) -> Message:
    """Return the message for the start: who plays, what to press; small print has the words for dice, if any."""
    computers = {seat.id for seat in roster.seats if seat.user < 0}
    named = [(seat, texts.safe(roster.names.get(seat, seat))) for seat in payload.words]
    who = texts.join_words([f"{name} (computer)" if seat in computers else name for seat, name in named])
    hand = [f", and *{button.label}* what only you may see" for button in _hand(roster.game)]
    buttons_ = "Both buttons are" if hand else "The button is"
    word, mark = texts.sealed(roster.game.rules)
    mixed = texts.mixed_in(payload.words, roster.names)
    return Message(
        f"**The game begins: {who}.**\n"
        f"*My options* shows what you can do now{''.join(hand)}. {buttons_} on the pinned message, too. I mention you "
        "here when the game waits for you.\n"
        f"{LEGEND}\n"
        + (f"-# {mark} Words mixed into the {word}: {mixed}.\n" if mixed else "")
        + f"-# Fingerprint of the game as it begins, in case anybody wants to check later that nothing was changed: "
        f"`{payload.head}`",
        Panel("", rows=[_first_buttons(roster.game)]),
    )


def anchor(payload: Anchor) -> Message:
    """Return the small print that lets anyone hold the record of a game against it later."""
    record = "whole record" if payload.whole else "record so far"
    return Message(f"-# Fingerprint of the {record}: `{payload.head}`")


def _first_buttons(game: GameRecord) -> list[Button]:
    """Return the buttons that a player needs first: options, hand, and the card that explains the game."""
    return [_mine(game.id), *_hand(game), *leaflets.button(game.rules, game.variant)]


def _hand(game: GameRecord) -> list[Button]:
    """Return the button that shows players their own secrets; nothing for a game without any."""
    label = registry.buttons(game.rules).get("hand") if game.rules in GAMES else None
    return [Button(str(Press("hand", game.id)), label)] if label else []


def _mine(game_id: str) -> Button:
    return Button(str(Press("mine", game_id)), "My options", "primary")


def page(told: Sequence[tuple[int, AnyPayload]], waiting: Sequence[Call], roster: Roster) -> Message:
    """Return the story of a turn: each message with its version of the game, then whom the game waits for."""
    lines: list[str] = []
    paragraph = heading = ""
    for _, payload in told:
        said = _told(payload, roster, above=heading)
        heading = payload.heading if isinstance(payload, Log) else heading
        if said:
            flows = paragraph != "" and _paragraph(payload) == paragraph
            lines = _joined([*lines, *said], flows=True, since=len(lines)) if flows else [*lines, *said]
            paragraph = _paragraph(payload)
    lines = [line.removeprefix(SEPARATE) for line in lines]
    over = None if waiting else _over(told)
    alarm = REMINDS if any(isinstance(payload, Reminder) for _, payload in told) else ""
    text = "\n".join(
        [
            *lines,
            *(_closed(over, roster, alone=not lines) if over else ()),
            *(alarm + _line(call, roster, lines[-1] if lines else "") for call in waiting),
        ]
    )
    text += _steps(text, told, roster)
    asked = any(isinstance(payload, Ask | Reminder) for _, payload in told)
    first = [_mine(roster.game.id)] if asked and over is None else []
    if any(isinstance(payload, Ending) for _, payload in told):
        again = Button(str(Press("again", roster.game.id)), "Invite everybody to play again")
        first = [again] if not roster.in_tournament else []  # a tournament seats its tables itself
        first.append(Button(str(Press("replay", roster.game.id)), "Step through the game"))
    rows = [*buttons(first), *buttons([*_phase_maps(told, roster.game), *_questions(told, roster)])]
    users = [user for call in waiting if (user := roster.user(call.seat))]
    users += [user for _, payload in told if isinstance(payload, Log) for user in payload.heard]
    return Message(text, Panel("", rows=rows) if rows else None, users=[*dict.fromkeys(users)])


def _over(told: Sequence[tuple[int, AnyPayload]]) -> Ask | Reminder | None:
    """Return a question that has nothing open any more; None where the story goes on below it."""
    last = next((payload for _, payload in reversed(told) if not isinstance(payload, PictureCall)), None)
    return last if isinstance(last, Ask | Reminder) and last.closed else None


def _closed(over: Ask | Reminder, roster: Roster, *, alone: bool) -> list[str]:
    """Return the lines of a question that has nothing open any more.

    One that its own players have answered is told only where it stands `alone`: the story below tells the answer.
    """
    calls = over.calls if isinstance(over, Ask) else (over.call,)
    names = roster.names
    lines = [f"**{texts.safe(names.get(call.seat, call.seat))}**: {_subject(call, roster)}" for call in calls]
    if over.closed in (DECIDED, answered_by(calls[0].seat)):
        return [f"-# {line} ({ANSWERED})" for line in lines] if alone else []
    return [*lines, f"-# {texts.with_plain_names(over.closed, names)}"]


ANSWERED = "answered"
"""What is said of a question whose own player has answered it."""


LONGEST = 2000
"""Characters of a message on Discord."""


def _steps(text: str, told: Sequence[tuple[int, AnyPayload]], roster: Roster) -> str:
    """Return a line with a link to this moment on the game's page, where there is one, and room for the line."""
    line = f"\n-# [Step through this turn](<{roster.steps}>)"
    happened = any(isinstance(payload, Log | Ending) for _, payload in told)
    return line if roster.steps and happened and text and len(text) + len(line) <= LONGEST else ""


def _told(payload: AnyPayload, roster: Roster, above: str = "") -> list[str]:
    """Return what the story says of an action, a line for each paragraph; not the heading `above` once more."""
    if isinstance(payload, Ending):
        return ending(payload, roster).text.splitlines()
    if not isinstance(payload, Log):
        return []
    rules = GAMES.get(roster.game.rules)
    headed = payload.heading and payload.heading != above
    lines = [f"**{texts.with_plain_names(payload.heading, roster.names)}**"] if headed else []
    events = _beside_heading(payload)
    for event in telling.told(events, rules) if rules else events:
        text = event.text.removeprefix(TELLS) if payload.heading else event.text
        line = _event_line(structs.replace(event, text=text), rules.story if rules else None, roster)
        separate = rules is not None and event.kind in rules.story.separate_events
        lines.append(SEPARATE + line if separate and _paragraph(payload) else line)
    told = _joined(lines, flows=True, since=1) if _paragraph(payload) else lines
    return [*told, _pings(payload)] if payload.heard else told


def _event_line(event: Event, story: Story | None, roster: Roster) -> str:
    """Return an event in words: a turn as a title, the score at its end in bold, what is grave with a mark."""
    if story and event.kind in story.log_headings[:1]:
        return TITLE + texts.with_plain_names(event.text, roster.names).removesuffix(".")
    if story and event.kind == story.turn_end_event:
        score, *made_of = event.text.split("\n")
        return "\n".join([f"**{texts.with_plain_names(score, roster.names)}**", *made_of])
    mark = GRAVE if story and event.kind in story.grave_events else ""
    return mark + texts.with_names(event.text, roster.names)


def _pings(payload: Log) -> str:
    return " ".join(f"<@{user}>" for user in payload.heard)


def _paragraph(payload: AnyPayload) -> str:
    """Return what makes one paragraph of messages that follow each other, such as a computer player's; "" for nothing.

    So do the edits of a game master one after the other.
    """
    if not isinstance(payload, Log):
        return ""
    told = payload.heading and payload.events and not payload.heard
    edits = told and all(event.text.startswith(TELLS) for event in payload.events)
    return f"edits: {payload.heading}" if edits else payload.computer


TITLE = "### "
"""How Discord marks a line that stands above others."""

GRAVE = "❗ "
"""The mark of what nobody should miss in a long paragraph."""

SEPARATE = "\0"
"""The mark of a line that stands alone; it is taken off before anybody sees the line."""


def _joined(lines: Sequence[str], *, flows: bool, since: int) -> list[str]:
    """Return lines with those from a place on as sentences of the paragraph before.

    Titles, lists, what is grave and what is marked as separate stand alone.
    """
    found = list(lines[:since])
    for line in lines[since:]:
        alone = any(text.startswith((TITLE, GRAVE, SEPARATE)) or "\n" in text for text in (line, *found[-1:]))
        if flows and found and not alone:
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


def _phase_maps(told: Sequence[tuple[int, AnyPayload]], game: GameRecord) -> list[Button]:
    """Return a button for the map of each phase that is told, but for those that are shown themselves."""
    shown = {version for version, payload in told if isinstance(payload, PictureCall) and payload.shows == MAP}
    cut = max((version for version, payload in told if isinstance(payload, PictureCall) and payload.chapter), default=0)
    ended = dict(_eventful(told))
    versions = [version for version in ended if version not in shown][-5:]
    board = registry.buttons(game.rules).get(MAP, "Map") if game.rules in GAMES else "Map"
    labels = [f"{board} after {' and '.join(ended[version])}" for version in versions]
    whole = [Button(str(Press("phase", game.id, topic=str(cut))), f"Whole {board.lower()}", emoji="🗺️")] if cut else []
    return [
        *(
            Button(str(Press("phase", game.id, topic=str(version))), _numbered(labels, place), emoji="🗺️")
            for place, version in enumerate(versions)
        ),
        *(whole if registry.crops(game.rules) else []),
    ]


def _eventful(told: Sequence[tuple[int, AnyPayload]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the ends of phases in which something has happened on the map, with the names of these phases."""
    happened = False
    for version, payload in told:
        if isinstance(payload, Log):
            happened = happened or any(event.track for event in payload.events)
            if payload.phases and happened:
                yield version, tuple(payload.phases)
            happened = happened and not payload.phases


def _questions(told: Sequence[tuple[int, AnyPayload]], roster: Roster) -> list[Button]:
    """Return a button for each of the last rulings of a game master at a table of a tournament."""
    ruled = dict.fromkeys(version for version, payload in told if isinstance(payload, Log) and payload.ruled)
    found = [question_button(roster.game.id, version) for version in ruled][-QUESTIONS:]
    labels = [button.label for button in found]
    named = [replace(button, label=_numbered(labels, place)) for place, button in enumerate(found)]
    return named if roster.in_tournament else []


QUESTIONS = 5
"""Rulings of one message that can be questioned there."""


def _numbered(labels: Sequence[str], place: int) -> str:
    """Return one of some labels, with a number where one before it says the same."""
    again = labels[:place].count(labels[place])
    return f"{labels[place]} ({again + 1})" if again else labels[place]


def log(payload: Log, roster: Roster, version: int) -> Message:
    """Return the message for the public events of the action that led to a version; a ruling can be questioned."""
    told = texts.log_text(_beside_heading(payload), roster.names)
    heading = f"**{texts.with_plain_names(payload.heading, roster.names)}**\n" if payload.heading else ""
    pings = f"\n{_pings(payload)}" if payload.heard else ""
    questions = _questions([(version, payload)], roster)
    return Message(heading + told + pings, Panel("", rows=[questions]) if questions else None, users=payload.heard)


def _beside_heading(payload: Log) -> Sequence[Event]:
    """Return what an action has brought, without what its heading says: how far the table goes back."""
    return [event for event in payload.events if event.kind != REWOUND or not payload.heading]


def ask(calls: Sequence[Call], roster: Roster) -> Message:
    """Decisions asked for in the thread, with a button that opens each player's own panel."""
    lines = [_line(call, roster) for call in calls]
    users = [user for call in calls if (user := roster.user(call.seat))]
    row = [_mine(roster.game.id)]
    return Message("\n".join(lines), Panel("", rows=[row]), users=users)


def _line(call: Call, roster: Roster, above: str = "") -> str:
    """Return whom the game waits for, and for what, without a first sentence that ends the line `above` it."""
    subject = _subject(call, roster)
    first, _, rest = subject.partition(". ")
    subject = rest if rest and above.endswith(f"{first}.") else subject
    return f"{roster.mention(call.seat)}: {subject}{_limit(call, roster, openly=True)}"


def _subject(call: Call, roster: Roster) -> str:
    """Return what somebody is asked, as far as everybody may know it."""
    return "you have a secret decision to make." if call.secret else texts.with_names(call.prompt, roster.names)


def _limit(call: Call, roster: Roster, *, openly: bool = False) -> str:
    """Say until when a decision can be taken, and what happens then; in the thread not for a secret one."""
    if not call.due:
        return ""
    else_ = "" if openly and call.secret else f", then {texts.with_names(call.fallback, roster.names)}"
    return f" (deadline {texts.until(call.due)}{else_ if call.fallback else ''})"


def secret_ask(call: Call, table: Table, roster: Roster, likely: Sequence[Prospect]) -> Message:
    """Return a decision by direct message, with everything needed to take it, and what the seat is likely to do."""
    panel = options.options_panel(table, roster.game.id, call.seat, roster.names, likely, letter=True)
    return Message(f"A decision waits for you in {roster.place}{_limit(call, roster)}.", panel)


def answered(call: Call, how: str, roster: Roster) -> Message:
    """Return the message that replaces a secret question once it is over."""
    asked = texts.with_plain_names(call.prompt, roster.names)
    decided = texts.with_plain_names(how, roster.names)
    return Message(f"{decided}\n-# I had asked in {roster.place}: {asked}")


REMINDS = "⏰ "
"""The mark of a message for somebody whose time runs out."""


def reminder(payload: Reminder, roster: Roster, *, alone: bool) -> Message:
    """Time runs out: for the player `alone` first, then for everybody to see."""
    call = payload.call
    user = roster.user(call.seat)
    text = f"{REMINDS}{_line(call, roster)}"
    if alone:
        asked = texts.with_names(call.prompt, roster.names)
        text = f"{REMINDS}{roster.place} still waits for you: {asked}{_limit(call, roster)}"
    row = [_mine(roster.game.id)]
    return Message(text, Panel("", rows=[row]), users=[user] if user else [])


def heads_up(payload: HeadsUp, roster: Roster) -> Message:
    """For a player who wants to know that their turn is next."""
    return Message(f"🔜 You are next in {roster.place}.")


def overdue(payload: Overdue, roster: Roster) -> Message:
    """For the game master: somebody is late, with buttons for what can be done about it."""
    call, game = payload.call, roster.game.id
    who = f"**{texts.safe(roster.names.get(call.seat, call.seat))}**"
    asked = "a secret decision" if call.secret else f"“{texts.with_names(call.prompt, roster.names)}”"
    if payload.passed:
        text = f"⌛ In {roster.place}, {who} has missed the deadline for {asked}. What should happen? "
        text += "There are also `/gm extend`, `/gm act` and `/gm replace`."
    else:
        limit = f"the deadline is {texts.until(call.due)}" if call.due else "there is no deadline"
        text = f"⌛ In {roster.place}, {who} has not answered {asked} for a long time; {limit}."
    more = (
        [Button(str(Press("gmmore", game, topic=call.seat)), "Give another day")] if call.due or payload.passed else []
    )
    row = [
        *more,
        Button(str(Press("gmdefault", game, topic=call.seat)), "Take the default", "danger"),
        Button(str(Press("gmregent", game, topic=call.seat)), "Computer player decides"),
    ]
    return Message(text, Panel("", rows=[row]))


def stood_in(payload: StoodIn, roster: Roster) -> Message:
    """For a player who has missed a deadline: who decides for them, and how they take over again."""
    text = f"In {roster.place} the deadline has passed; a {titled(payload.regent)} decides for you "
    text += "until you press *I decide again* or say `/back`."
    row = [Button(str(Press("relieve", roster.game.id)), "I decide again", "success")]
    return Message(text, Panel("", rows=[row]))


def notice(payload: Notice) -> Message:
    """Return a sentence for one person."""
    return Message(texts.safe(payload.text))


def digest(parts: Sequence[tuple[Roster, Message]]) -> list[Message]:
    """Make one message of those that were held back for somebody: table by table, with a button for each."""
    lines: list[str] = []
    tables: dict[str, Roster] = {}
    for roster, message in parts:
        if roster.game.id not in tables:
            lines.append(f"**{texts.safe(roster.game.title)}**")
        tables[roster.game.id] = roster
        asked = message.panel.text.partition("\n\n")[0] if message.panel else ""
        lines += [line for line in (message.text, asked) if line]
    found = [
        Button(str(Press("mine", game)), f"My options: {roster.game.title}", "primary")
        for game, roster in tables.items()
    ]
    pages = texts.pages("\n".join(lines)) or ["There was no more news."]
    last = Message(pages[-1], Panel("", rows=buttons(found)))
    return [*(Message(page) for page in pages[:-1]), last]


def private(payload: Private, roster: Roster) -> Message:
    """Return the message for events that only one seat may know."""
    rules = GAMES.get(roster.game.rules)
    told = gathered(payload.events, rules.story.series) if rules else payload.events
    return Message(texts.log_text(told, roster.names))


def letter(found: Sequence[Proposal], roster: Roster) -> Message:
    """Return a proposal as a message: the state as it is and as it would be, with the answers below."""
    if not found:
        return Message()
    rows = [openings.buttons(roster.game.id, one, alone=len(found) == 1) for one in found if one.answers]
    text = f"✉️ {roster.place}: {openings.letter(found, roster.names)}"
    return Message(text, Panel("", rows=rows[:ROWS]) if rows else None)


def nudge(payload: Nudge, roster: Roster) -> Message:
    """In the thread, for somebody whose direct messages are closed: something waits behind the buttons."""
    what = "a decision waits for you" if payload.decides else "there is news for you alone"
    hand = _hand(roster.game)
    text = f"<@{payload.user}>: {what}; press *My options*{f' or *{hand[0].label}*' if hand else ''}."
    if payload.explain:
        text += (
            "\n-# I cannot send you direct messages. To get secrets there: server menu → Privacy Settings → allow "
            "direct messages. Everything also works with these buttons."
        )
    return Message(text, Panel("", rows=[[_mine(roster.game.id), *hand]]), users=[payload.user])


def ending(payload: Ending, roster: Roster) -> Message:
    """Return the end: how it came, who has won, and in small print how to check the dice."""
    called = {seat: roster.mention(seat) for seat in payload.winners}
    reason = payload.reason
    named = WINS.search(reason) and called and all(f"{{{seat}}}" in reason for seat in called)
    for seat, mention in called.items() if named else ():
        reason = reason.replace(f"{{{seat}}}", mention)
    told = f"🏆 **The game is over.** {texts.with_names(reason, roster.names)}"
    told += "" if named else f"\nWinner: {texts.join_words([*called.values()]) if called else 'Nobody'}"
    return Message(f"{told}\n{_checking(roster)}" if payload.secret else told)


WINS = re.compile(r"\b(wins?|won|victory)\b")
"""Words by which the reason of an end says who has won."""


def reveal(payload: Reveal, roster: Roster) -> Message:
    """Return how to check the dice by itself, as earlier releases told it."""
    head = [anchor(Anchor(payload.head)).text] if payload.head else []
    return Message("\n".join([_checking(roster), *head]))


def _checking(roster: Roster) -> str:
    """Say how anybody checks the dice of a game that is over."""
    word, mark = texts.sealed(roster.game.rules)
    return f"-# {mark} `/verify` checks the {word}; `/game export` gives you the whole game as a file."


def motion(payload: MotionCall, roster: Roster) -> Message:
    """Return a motion, with the buttons to answer it."""
    asked = " ".join(f"<@{user}>" for user in payload.voters) or "An assistant"
    enough = _enough(payload.needed, len(payload.voters))
    what = texts.with_names(payload.words, roster.names)
    row = [
        Button(str(Press("aye", roster.game.id, topic=str(payload.motion))), "Aye", "success"),
        Button(str(Press("nay", roster.game.id, topic=str(payload.motion))), "Nay", "danger"),
    ]
    if payload.motive == MotionKind.OVERRULE:
        row.append(Button(str(Press("what", roster.game.id, topic=str(payload.motion))), "What exactly?"))
    text = f"🗳️ <@{payload.by}> proposes: **{what}**.\n{asked}: do you agree?{enough}"
    return Message(text, Panel("", rows=[row]), users=payload.voters)


def _enough(needed: int, voters: int) -> str:
    """Say how many have to agree, where that is not plain from who is asked."""
    if voters < 2:
        return ""
    if needed == voters:
        return " All of you have to agree."
    return " One of you has to agree." if needed == 1 else f" {needed} of you have to agree."


def appeal(payload: AppealCall, roster: Roster) -> Message:
    """Return an appeal, with the buttons for those who judge it."""
    asked = [f"<@{user}>" for user in payload.judges] + ([f"somebody with <@&{payload.role}>"] if payload.role else [])
    judges = " and ".join(asked)
    text = (
        f"⚖️ <@{payload.by}> appeals against ruling {payload.ruling} ({texts.safe(payload.text)}): "
        f"{texts.safe(payload.reason)}\n{judges}: you both have to answer."
    )
    row = [
        Button(str(Press("uphold", roster.game.id, topic=str(payload.ruling))), "Uphold"),
        Button(str(Press("overturn", roster.game.id, topic=str(payload.ruling))), "Overturn", "danger"),
    ]
    return Message(text, Panel("", rows=[row]), users=payload.judges)


def trouble(payload: Trouble) -> Message:
    """For the game master: something needs a human hand."""
    return Message(f"⚠️ {payload.text}")
