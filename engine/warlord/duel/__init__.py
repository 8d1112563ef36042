"""The duel (rules 7)."""
