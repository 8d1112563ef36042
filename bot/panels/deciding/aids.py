"""The buttons at hand below every panel of a seat: one short row, whose last button lists all that helps."""

from bot.panels.ids import Press
from bot.panels.panel import Button, Line
from bot.panels.planning import plans
from engine.core.table import Table

ODDS = "odds"
"""The report of a game that says how its fights are likely to end."""


def buttons(table: Table, game: str, *, undone: bool, ahead: bool) -> list[Button]:
    """Return the buttons of help at a table: three, which a phone shows beside one another.

    The first undoes, unless the panel has a button for that already (`undone`); the last lists everything. Between
    them whoever waits plans `ahead`, and whoever decides reads the odds, or in games without such why not.
    """
    if table.result is not None:
        return []
    found = [] if undone else [Button(str(Press("takeback", game)), "Undo")]
    odds = ODDS in table.rules.words.reports
    found.append(plans.button(game) if ahead else _odds(game) if odds else _why(game, "Why not?"))
    return [*found, Button(str(Press("aids", game)), "Help")]


def lines(table: Table, game: str) -> list[Line]:
    """Return all that helps at a table, each with what it is for."""
    found = [
        Line("Undo your last action.", Button(str(Press("takeback", game)), "Undo", emoji="↩️")),
        Line("Find out why you cannot do something, and by which rule.", _why(game, "Why not…?")),
    ]
    if ODDS in table.rules.words.reports:
        found.append(Line("See how fights are likely to end.", _odds(game)))
    since = Button(str(Press("since", game)), "What happened?", emoji="🕰️")
    found.append(Line("Read what has happened since your last decision.", since))
    if any(one.ahead for one in table.rules.plans.plannable.values()):
        found.append(Line("Plan your next turn now; I play it for you when it comes.", plans.button(game)))
    if table.rules.story.letters:
        letters = Button(str(Press("letters", game)), "Letters", emoji="✉️")
        found.append(
            Line("Read what others have offered you or asked of you, what you have asked, and the answers.", letters)
        )
    return found


def _odds(game: str) -> Button:
    return Button(str(Press("odds", game)), "Odds")


def _why(game: str, label: str) -> Button:
    return Button(str(Press("whynot", game)), label)
