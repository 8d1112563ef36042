"""The buttons at hand below every panel of a seat: take back, why not, odds, what has happened, plan ahead."""

from bot.panels.ids import Press
from bot.panels.panel import Button
from bot.panels.planning import plans
from engine.core.table import Table

ODDS = "odds"
"""The report of a game that says how its fights are likely to end."""


def buttons(table: Table, game: str, *, undone: bool, planning: bool) -> list[Button]:
    """Return the buttons of help at a table.

    They take back, unless the panel has a button for that already (`undone`), and plan ahead for a player who may
    (`planning`).
    """
    if table.result is not None:
        return []
    found = [] if undone else [Button(str(Press("takeback", game)), "Take back…", emoji="↩️")]
    found.append(Button(str(Press("whynot", game)), "Why not…?", emoji="❔"))
    if ODDS in table.rules.words.reports:
        found.append(Button(str(Press("odds", game)), "Odds", emoji="⚖️"))
    found.append(Button(str(Press("since", game)), "What happened?", emoji="🕰️"))
    ahead = any(one.ahead for one in table.rules.plans.plannable.values())
    found += [plans.button(game)] if ahead and planning else []
    letters = Button(str(Press("letters", game)), "Letters", emoji="✉️")
    return [*found, letters] if table.rules.story.letters else found
