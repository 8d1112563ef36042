"""Set-up, the five rounds, and the final scoring (rules 4, 5, 10)."""
