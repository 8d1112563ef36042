"""Set-up, turns, and how a game ends (rules 1, 2, 8, 9)."""
