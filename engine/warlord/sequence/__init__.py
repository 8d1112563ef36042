"""Set-up, the turn, prisoners and succession (rules 3, 5, 8)."""
