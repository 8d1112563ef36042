"""The board: its squares, the counters on it, what has changed, and where to find something."""
