"""Trade and transfer (rules 7)."""
