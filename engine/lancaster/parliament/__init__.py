"""Phase 2: three votes, and the laws in force (rules 7 and 12)."""
