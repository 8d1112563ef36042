"""/high_card: a command for every action."""

from bot.model.action_commands import ActionCommand

COMMANDS = (ActionCommand("play", "play", "Play a card of your hand", {"card": "Which card"}),)
