"""The second arithmetic: judges who recompute what happened in a game from the documents, apart from the rules' code."""
