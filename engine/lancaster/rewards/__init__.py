"""Phase 3: offices, tower, counties, castles and conflicts (rules 8)."""
