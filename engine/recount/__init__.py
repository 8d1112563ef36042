"""The second arithmetic: judges who recompute from the documents alone what happened in a game."""
