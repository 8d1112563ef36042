"""List the options of all games from `data/<game>/options.toml`: `make house` writes docs/house-rules.md."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.core.errors import BadOptions
from engine.core.files.options import Option
from engine.core.rules import Rules
from engine.games import GAMES

PAGE = Path(__file__).parents[1] / "docs" / "house-rules.md"

HEAD = """# House rules

A table is played by a *variant* of its game, and can change single rules of it: these are its *options*. This page
lists every option of every game, with all its values. You need it only if you want to play differently.

Choose the variant when you open the table with `/game new`, or with *House rules* on its panel. After the start it is
fixed, but you can still change single options.

**Before the game starts**, the game master presses *House rules* on the table's panel. It shows what is set, with menus
of all options: choose one, then its new value. (If you bring [a game begun elsewhere](switching.md), its file has the
options.)

**During the game**, `/game settings` has the same menus for its players and game masters, with every option that may
change now. Herald first shows what the change would do, without revealing anything hidden. A game master who does not
play decides alone; otherwise all other players have to agree. They have no deadline: until the last of them has pressed
Aye nothing changes, a Nay ends the proposal, and after 7 days without a decision another may take its place. Herald
tells everybody in the thread, and `/gm undo` or `/gm goto` undoes the change like any action. Tables of a tournament
keep its rules.

**If you prefer to type**, `/game settings option: value:` does the same, also with a number that is in no menu.

**How to read the lists**:

- The value in **bold** is that of the variant that is named first, the usual one. After it stand the values of other
  variants, each with its variant in brackets; a variant that is not mentioned has the bold value. If the bracket names
  another option instead, the value is the one that you get by setting that option so. After *Of* stand all values that
  you can choose.
- *(by post)* marks the value of every table on Discord, whatever its variant.
- An option with 🔒 cannot change after the start; `/game settings` says why. One with ⏳ can change, but not
  at the moment that is named.
- The last column says what each value does. In square brackets stand the rules behind an option: `/rule` shows them.

**Options that need each other** change together. The button of such a value names both, as *covault_table, with
noble_combat_death = covault_percent*. Of others that clash, Herald names the one to change first. To type both, write
the second in the box *value* after a semicolon: `/game settings option:battle_rule value:covault_table;
noble_combat_death = covault_percent`.

**If there is no option** for what you want, make it a note: `/gm note text:Nobody enters Calais rule:BASE-MOV-7`. For
`rule` type the code of the printed rule that it changes (as in square brackets below), or leave it out. Herald goes on
enforcing the printed rule, but pings everybody, and shows the note with `/rule`, `/why`, `/game settings` and every
refusal by that rule. Undoing actions does not remove it; `/gm note take_back:` does.

If other numbers are printed in your copy of the game, you need no options: enter them as in
[operating.md](operating.md#numbers-printed-in-your-own-edition).
"""


def page() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *(line for rules in GAMES.values() for line in _game(rules))])


def _game(rules: Rules[Any]) -> Iterator[str]:
    options = rules.option_book.option
    yield f"## {rules.title}\n"
    variants = ", ".join(f"{name} (`{variant_id}`)" for variant_id, name in rules.variants.items())
    yield f"{len(options)} options. Variants: {variants}.\n"
    yield "| option | values | what it does |"
    yield "|---|---|---|"
    for option in options:
        lasts = _lasts(rules, option)
        yield f"| `{option.id}`{lasts} | {_values(rules, option)} | {_meaning(option)} |"
    yield ""


def _lasts(rules: Rules[Any], option: Option) -> str:
    """Return the sign for when an option may change during a game."""
    waits = [moment.words for moment in rules.option_book.moment if moment.id in option.not_during]
    return " 🔒" if option.until == "start" else f" ⏳ not while {', or '.join(waits)}" if waits else ""


def _values(rules: Rules[Any], option: Option) -> str:
    """Return the values of an option: the usual variant's, those of other variants, and all possible ones."""
    usual = rules.options(rules.usual_variant, {})[option.id]
    others = {variant_id: rules.options(variant_id, {})[option.id] for variant_id in rules.variants}
    told = [f"**{_said(usual)}**"]
    told += [f"{_said(value)} ({variant_id})" for variant_id, value in others.items() if value != usual]
    told += _elsewhere(rules, option, usual)
    if option.by_post is not None:
        told.append(f"{_said(option.by_post)} (by post)")
    return f"{'; '.join(told)}. Of: {option.allowed}".replace("|", "\\|")


def _elsewhere(rules: Rules[Any], option: Option, usual: object) -> Iterator[str]:
    """Yield an option's default, if the usual variant rules it out, with the other option's value that allows it."""
    if option.default in (usual, *(variant.values.get(option.id) for variant in rules.option_book.variant)):
        return
    for other in rules.option_book.option:
        for value in other.values:
            if _stands(rules, option, {other.id: value}):
                yield f"{_said(option.default)} (`{other.id}` = {_said(value)})"


def _stands(rules: Rules[Any], option: Option, changes: dict[str, object]) -> bool:
    """Return whether an option has its default at a table of the usual variant with these changes."""
    try:
        return bool(rules.options(rules.usual_variant, changes)[option.id] == option.default)
    except BadOptions:
        return False


def _said(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _meaning(option: Option) -> str:
    """Return what an option does, with its rules."""
    ids = f" [{', '.join(option.rules)}]" if option.rules else ""
    return f"{option.text}{ids}".strip().replace("|", "\\|")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
