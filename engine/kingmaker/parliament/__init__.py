"""The Parliament phase (rules 5)."""
