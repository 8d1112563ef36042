"""Set-up, the turn and its phases, and the score (rules 5, 6.12)."""
