"""Board, pieces and weapons (rules 1 to 3)."""
