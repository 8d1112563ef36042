"""Lists the options of all games from their data: `make house` writes docs/house-rules.md."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.core.errors import BadOptions
from engine.core.files.options import Option
from engine.core.files.registry import Rule, registry
from engine.core.rules import Rules
from engine.core.text import clipped
from engine.games import GAMES

PAGE = Path(__file__).parents[1] / "docs" / "house-rules.md"

HEAD = """# House rules

Every option of every game, with what it does and the values that it can have. The game master sets them before the
start with `/game settings option: value:` (*House rules* on the panel of the lobby shows what a table has), and a
position that was begun elsewhere has them in its file. A table begins with the values of its variant; **bold** is what
the usual variant has, and after it stands what other variants have. *By post* is what tables on Discord have instead,
where each decision takes hours. The ids are those of the rules that an option serves: `/rule` tells them.

**While a game is played** the same command changes an option that stands below without a 🔒. It first shows what that
changes for all to see, and nothing hidden. A game master who does not play decides alone; one who plays, and any other
player, asks all others, who have to agree. The thread tells it and pings everybody at the table, the record holds it
(`herald replay` checks it like an action), and `/gm undo` or `/gm goto` takes it back: the old rules come back with the
old position. Where a 🔒 stands, `/game settings option:` says why the option cannot change any more; ⏳ names what it
waits for. Options that make no sense one without the other change together:
`/game settings option: battle_rule value: covault_table; noble_combat_death = covault_percent`. Tables of a tournament
keep its rules.

**A ruling for which there is no option** is a note to the rules: `/gm note text: rule:`. Everybody is pinged; `/rule`
and `/why` show it below the rule, and so does every refusal by that rule, and `/game settings` lists all.
Going back leaves it where it is; `/gm note take_back:` takes it away.

The list is written from `data/<game>/options.toml` by `make house`; the printed figures of your own edition are no
options, but a file of their own (`herald figures`).
"""

LONGEST = 320
"""Characters of what an option does."""


def page() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *(line for rules in GAMES.values() for line in _game(rules))])


def _game(rules: Rules[Any]) -> Iterator[str]:
    known = registry(rules.name)
    options = rules.option_book.option
    yield f"## {rules.title}\n"
    variants = ", ".join(f"{name} (`{variant_id}`)" for variant_id, name in rules.variants.items())
    yield f"{len(options)} options. Variants: {variants}.\n"
    yield "| option | values | what it does |"
    yield "|---|---|---|"
    for option in options:
        lasts = _lasts(rules, option)
        yield f"| `{option.id}`{lasts} | {_values(rules, option)} | {_meaning(option, known)} |"
    yield ""


def _lasts(rules: Rules[Any], option: Option) -> str:
    """What keeps an option from changing while a game is played."""
    waits = [moment.words for moment in rules.option_book.moment if moment.id in option.not_during]
    return " 🔒" if option.until == "start" else f" ⏳ {', '.join(waits)}" if waits else ""


def _values(rules: Rules[Any], option: Option) -> str:
    """The values of an option: the usual one, what other variants have, and what else there is."""
    usual = rules.options(rules.usual_variant, {})[option.id]
    others = {variant_id: rules.options(variant_id, {})[option.id] for variant_id in rules.variants}
    told = [f"**{_said(usual)}**"]
    told += [f"{_said(value)} ({variant_id})" for variant_id, value in others.items() if value != usual]
    told += _elsewhere(rules, option, usual)
    if option.by_post is not None:
        told.append(f"{_said(option.by_post)} (by post)")
    return f"{'; '.join(told)}. Of: {option.allowed}".replace("|", "\\|")


def _elsewhere(rules: Rules[Any], option: Option, usual: object) -> Iterator[str]:
    """The default of an option to which the usual variant gives no room, and the choice that does."""
    if option.default in (usual, *(variant.values.get(option.id) for variant in rules.option_book.variant)):
        return
    for other in rules.option_book.option:
        for value in other.values:
            if _stands(rules, option, {other.id: value}):
                yield f"{_said(option.default)} (`{other.id}` = {_said(value)})"


def _stands(rules: Rules[Any], option: Option, changes: dict[str, object]) -> bool:
    """Whether an option has its default at a table of the usual variant with these changes."""
    try:
        return bool(rules.options(rules.usual_variant, changes)[option.id] == option.default)
    except BadOptions:
        return False


def _said(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _meaning(option: Option, known: dict[str, Rule]) -> str:
    """What an option does: its own words, else those of the rules that it serves."""
    told = option.text or " ".join(known[rule_id].text for rule_id in option.rules if rule_id in known)
    ids = f" [{', '.join(option.rules)}]" if option.rules else ""
    return f"{clipped(told, LONGEST)}{ids}".strip().replace("|", "\\|").replace("\n", " ")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
