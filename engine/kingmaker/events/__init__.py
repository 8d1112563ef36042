"""The Event phase (rules 3)."""
