"""The Coronation and Crown phases, heirs and Dukes (rules 2.7, 2.8, 6)."""
