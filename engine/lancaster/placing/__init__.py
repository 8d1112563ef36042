"""Phase 1: knights and lords are placed in turn (rules 6)."""
