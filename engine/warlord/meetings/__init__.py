"""When pieces meet (rules 6)."""
