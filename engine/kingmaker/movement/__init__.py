"""The Movement phase (rules 2.2 to 2.4, 7.5)."""
