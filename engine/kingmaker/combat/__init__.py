"""The Combat phase (rules 4)."""
