"""How each action of a game is called in a slash command, a row of a table each; *Why can't I…?* reads it, too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module

from engine.games import PACKAGES


@dataclass(frozen=True)
class ActionCommand:
    """A command: its name below the group ("move", "trade offer"), the action's tag, and its options by field.

    `fixed` are fields that the command itself answers, so that they are no options. `about` are the fields that /why
    takes as its words, in that order, where it is another one than that of the options.

    What is only `asked` for has no command of its own: there is a button for it, and /answer.
    """

    path: str
    tag: str
    description: str
    options: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    asked: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The fields that /why takes as its words, in order."""
        return self.about or tuple(self.options)


def commands_of(game: str) -> Sequence[ActionCommand]:
    """Return the table of a game's commands: `COMMANDS` of the module with its commands."""
    table: Sequence[ActionCommand] = import_module(PACKAGES[game].commands).COMMANDS
    return table
