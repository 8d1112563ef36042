"""Ships and ports (rules 2.4)."""
