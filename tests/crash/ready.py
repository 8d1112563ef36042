"""What is ready in the process from which those are forked that are to be killed: what each would prepare for itself.

A few actions have been taken there, so that statements are compiled, and what the games read is read.
"""

import gc
import tempfile
from pathlib import Path

import tests.crash.host
import tests.soak.hurried  # noqa: F401
from bot.commands.actions import action_group
from engine.games import GAMES
from render import registry
from tests.crash.player import rehearse
from tests.harness.database import compile_once

compile_once()
with tempfile.TemporaryDirectory() as _folder:
    rehearse(Path(_folder), ["relay", "kingmaker"], 12)
for _game, _rules in GAMES.items():
    registry.buttons(_game)
    action_group(_rules)
gc.freeze()
