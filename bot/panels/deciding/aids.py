"""The buttons at hand below every panel of a seat: one short row, whose last button lists all that helps."""

from dataclasses import replace

from bot.panels.ids import Press
from bot.panels.panel import Button, Line, opening
from bot.panels.planning import plans
from engine.core.computer.levels import titled
from engine.core.table import Table

ODDS = "odds"
"""The report of a game that says how its fights are likely to end."""


UNDO = 60
"""Letters of the button that undoes, which says what."""


BARE = "Undo…"
"""The same where there is no room for more; it is asked about once more."""


WHY_NOT = "Why can't I…?"
"""The button that lists what somebody cannot do now, and why."""


BRIEF = 30
"""Letters of that button where there is little room."""


def undo(done: str, most: int = UNDO) -> str:
    """Return the label of the button that undoes what has been done, in `most` letters; "" if that is nothing."""
    return opening(f"Undo: {done}", most) if done else ""


def buttons(table: Table, game: str, seat: str, *, undo: str, ahead: bool) -> list[Button]:
    """Return the buttons of help for a seat: few, which a phone shows beside one another.

    The first undoes the seat's last action (`undo` is its label, "" if there is none, or the panel has a button for
    that); the last lists everything. Between them whoever waits plans `ahead`. Whoever decides reads the odds where
    dice or cards may settle the decision, and elsewhere why not.
    """
    if table.result is not None:
        return []
    found = [Button(str(Press("takeback", game)), undo)] if undo else []
    request = table.request(seat)
    odds = request is not None and request.decision in table.rules.words.chance
    found.append(plans.button(game) if ahead else _odds(game) if odds else _why(game, WHY_NOT))
    return [*found, Button(str(Press("aids", game)), "Help")]


def lines(
    table: Table, game: str, undo: str = "", *, alone: bool = True, helped: bool = False, regent: str = ""
) -> list[Line]:
    """Return all that helps at a table, each with what it is for.

    `undo` is the last action of whoever asks, and `alone` whether it is undone without asking the others; the table is
    `helped` if computer players decide for some of its seats, and `regent` is the one that decides for whoever asks, ""
    for none.
    """
    back = Button(str(Press("takeback", game)), BARE, emoji="↩️")
    found = [
        *([Line(f"{'Undo' if alone else 'Ask the others to undo'} your last action: {undo}.", back)] if undo else []),
        Line("Read why you cannot do something now, and which rule says so.", _why(game, WHY_NOT)),
    ]
    if table.rules.words.chance:
        found.append(Line("See how fights are likely to end.", _odds(game)))
    found.append(Line("Read what has happened since your last decision.", replace(since(game), emoji="🕰️")))
    if helped:
        reasons = Button(str(Press("whydid", game)), "Why did they?")
        found.append(Line("Read why computer players did what they did.", reasons))
    if any(one.ahead for one in table.rules.plans.plannable.values()):
        found.append(Line("Plan your next turn now; I play it for you when it comes.", plans.button(game)))
    if table.rules.story.letters:
        letters = Button(str(Press("letters", game)), "Letters", emoji="✉️")
        found.append(
            Line("Read what others have offered you or asked of you, what you have asked, and the answers.", letters)
        )
    if table.rules.players:
        found.append(_stand_in(game, regent))
    together = Button(str(Press("together", game)), "The table…")
    return [
        *found,
        Line("Stop the clocks, read the house rules, report a mistake, end the game or leave it.", together),
        Line("See what waits for you at all your tables.", Button(str(Press("metables", "")), "My tables")),
        Line("Say when you are away, or when I may message you.", Button(str(Press("mekeep", "")), "My settings")),
    ]


def _stand_in(game: str, regent: str) -> Line:
    if regent:
        return Line(f"A {titled(regent)} decides for you here.", Button(str(Press("relieve", game)), "I decide again"))
    away = Button(str(Press("standin", game)), "Let it decide…")
    return Line("Let a computer player decide for you here, until you decide again.", away)


def since(game: str) -> Button:
    """Return the button that tells all that has happened since somebody's last decision."""
    return Button(str(Press("since", game)), "What happened?")


def _odds(game: str) -> Button:
    return Button(str(Press("odds", game)), "Odds")


def _why(game: str, label: str) -> Button:
    return Button(str(Press("whynot", game)), label)
