"""The map: the empty board, the counters on it, what has changed, and where to find something."""
