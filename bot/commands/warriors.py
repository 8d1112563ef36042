"""/warriors: a command for every action of Warriors of God. Completion offers only what is legal."""

from bot.commands.actions import ActionCommand

COMMANDS: tuple[ActionCommand, ...] = ()
