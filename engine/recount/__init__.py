"""The second arithmetic: judges who recompute from the documents what happened in a game, apart from its rules."""
